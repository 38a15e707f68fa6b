"""The end of a derivation, written for one surface: the value, its decimal, and the proof of the digits of a root."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.exercises.scaffold import PLACES
from exactmetrics.derivation.planning.page import Blank, Formula, Page
from exactmetrics.derivation.planning.wide import shortened
from exactmetrics.derivation.writing.drawn import drawn
from exactmetrics.derivation.writing.names import reason
from exactmetrics.derivation.writing.squares import squared, squares
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.square import radical
from exactmetrics.exact.values import Number, Root, Symbolic, Undefined
from exactmetrics.expression.nodes import Num, Sqrt

LINE_BITS = 230  # about 70 digits: a longer fraction is wider than a line
GROUP, WRITTEN_OUT = 5, 2000  # digits of a group, and of the longest number that is written out


def result_context(page: Page, surface: Surface) -> dict[str, Any]:
    """What a template needs to show the result, or to say why there is none.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.derivation.look import symbols
    >>> from exactmetrics.derivation.writing.surface import FORMATS
    >>> from exactmetrics.expression.nodes import Head, Named
    >>> surface = Surface(FORMATS["text"], symbols(None, [], style="text"), messages())
    >>> facts = {"kind": "finite", "digits": "0.375"}
    >>> page = Page(Named(Head("accuracy"), Num(Fraction(3, 8))), {}, [], Fraction(3, 8), facts)
    >>> result_context(page, surface)["formula"]
    '3/8'
    """
    say = surface.messages
    out: dict[str, Any] = {"title": say.get("result", "title"), "decimal_title": say.get("result", "decimal")}
    if isinstance(page.value, Undefined):
        made = {"head": surface.math(page.named), "reason": reason(surface, page.value)}
        return out | {"defined": False, "text": surface.say_made("result", "undefined", **made)}
    if page.asked:
        return out | _asked(page, surface)
    facts = page.decimal
    shown = Num(page.value) if page.shown is None else page.shown
    return out | {
        "defined": True,
        "tag": "",  # the number of the formula, in a document that numbers them
        "formula": surface.finished(surface.notation.show(shown)),
        "lines": drawn(Formula(page.named, [shown]), surface),
        "text": _text(page, surface),
        "squares": squares(facts, surface) if facts["kind"] == "root" else None,
    }


def _text(page: Page, surface: Surface) -> str:
    """The sentence on the decimal, and where the value is shown shortened the value in full."""
    value, facts = page.value, page.decimal
    assert not isinstance(value, Undefined)
    text = surface.say_made("result", _key(facts, surface), **_made(page, value, facts, surface))
    if not isinstance(value, Fraction) or page.shown is None or isinstance(page.shown, Num):
        return text
    digits = {"numerator": int_text(value.numerator), "denominator": int_text(value.denominator)}
    if max(map(len, digits.values())) > WRITTEN_OUT:
        counts = {name: surface.messages.grouped(len(text)) for name, text in digits.items()}
        return f"{text} {surface.say_made('result', 'too_long', **counts)}"
    grouped = {name: surface.plain(_in_groups(number)) for name, number in digits.items()}
    return f"{text} {surface.say_made('result', 'full', **grouped)}"


def _in_groups(digits: str) -> str:
    """A long number that may break into lines."""
    return " ".join(digits[at : at + GROUP] for at in range(0, len(digits), GROUP))


def _asked(page: Page, surface: Surface) -> dict[str, Any]:
    """The result of an exercise: blanks for the value and its decimal."""
    value, digits = page.asked["value"], page.asked.get("decimal", page.asked["value"])
    key = "decimal_exact" if page.decimal["kind"] in ("whole", "finite") else "decimal"
    made = {"blank": surface.math(digits), "places": str(PLACES)}
    return {
        "defined": True,
        "formula": surface.finished(surface.notation.show(value)),
        "lines": drawn(Formula(page.named, [value]), surface),
        "text": surface.say_made("scaffold", key, **made),
        "squares": None,
        "tag": "",
    }


def key_context(page: Page, surface: Surface) -> dict[str, Any] | None:
    """The key of an exercise: what stands in its blanks, in their order; None where there are no blanks.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> page = em.ConfusionMatrix([[5, 1], [5, 7]]).derive("accuracy", detail="scaffold").page
    >>> key_context(page, surface_for("text", Look(), ()))["line"]
    '(a) 7, (b) 12, (c) 6, (d) 2, (e) 3, (f) 0.6667'
    """
    if not page.blanks:
        return None
    say = surface.messages
    entries = [
        surface.say_made("scaffold", "entry", number=b.letter, value=surface.inline(_answer(b, page, surface)))
        for b in page.blanks
    ]
    return {
        "title": say.get("scaffold", "key"),
        "entries": entries,
        "line": say.row(entries),
        "comma": say.get("list", "comma"),
    }


def _answer(blank: Blank, page: Page, surface: Surface) -> str:
    """What stands in a blank: on a wide page a long number is shortened in the key as it is in the working."""
    if blank.text:
        return blank.text
    value = Num(blank.value)
    shown = shortened(value) if page.wide else value
    return in_a_line(blank.value, surface) if shown is value else surface.notation.show(shown)


def _key(facts: dict[str, Any], surface: Surface) -> str:
    """The sentence on a decimal: the digits that repeat stand below a line, or in brackets."""
    in_brackets = facts["kind"] == "repeating" and surface.format.period[0] == "("
    return "repeating_brackets" if in_brackets else str(facts["kind"])


def _made(page: Page, value: Number, facts: dict[str, Any], surface: Surface) -> dict[str, str]:
    """The facts of the sentence on the decimal, written."""
    sign = "=" if facts["kind"] == "finite" else surface.format.approx
    made = {
        "decimal": surface.inline(f"{_in_a_sentence(page, value, surface)} {sign} {facts['digits']}"),
        "significant": str(facts.get("significant", "")),
        "length": surface.messages.grouped(facts.get("length") or 0),
    }
    if facts["kind"] == "repeating":
        made["period"] = surface.inline(surface.format.repeating(facts["before"], facts["period"]))
    if facts["kind"] == "root":
        root = surface.inline_notation.show(Sqrt(Num(Fraction(radical(facts["square"])[1]))))
        made |= {"sign": "+" if facts["sign"] > 0 else "-", "root": surface.inline(root)}
        short = surface.inline(surface.notation.show(shortened(Num(facts["square"])))) if page.wide else ""
        made["square"] = short or squared(facts["square"], surface)
    return made


def _in_a_sentence(page: Page, value: Number, surface: Surface) -> str:
    """A value on one line, or stacked where it is longer than a line."""
    if page.wide and not isinstance(value, Fraction):  # long roots, which their name stands for
        return surface.notation.show(page.named)
    if page.shown is not None and not isinstance(page.shown, Num):
        return surface.inline_notation.show(page.shown)
    return in_a_line(value, surface)


def in_a_line(value: Number, surface: Surface) -> str:
    """A value inside a sentence: on one line, or stacked where a part of it is longer than a line.

    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> in_a_line(Fraction(2, 3), surface_for("latex", Look(), ()))
    '2/3'
    >>> in_a_line(Fraction(2, 3**200), surface_for("latex", Look(), ()))[:9]
    '\\\\frac{2}{'
    """
    parts: list[Fraction | Root] = [value.rational, *value.roots] if isinstance(value, Symbolic) else [value]
    stacked = surface.format.formulas and max(map(_bits, parts)) > LINE_BITS
    return surface.notation.show(Num(value)) if stacked else surface.one_line(value)


def _bits(value: Fraction | Root) -> int:
    """About how many bits the numbers have that a fraction or a root is written with."""
    exact = value if isinstance(value, Fraction) else value.square
    bits = exact.numerator.bit_length() + exact.denominator.bit_length()
    return bits if isinstance(value, Fraction) else bits // 2
