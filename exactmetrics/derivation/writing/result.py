"""The end of a derivation, written for one surface: the value, its decimal with the proof of a root, what it means."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.notation.breaking import width
from exactmetrics.derivation.notation.printer import Notation
from exactmetrics.derivation.planning.page import PLACES_ASKED, Blank, Formula, Page
from exactmetrics.derivation.planning.wide import shortened
from exactmetrics.derivation.writing.names import reason
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.square import radical
from exactmetrics.exact.values import Number, Root, Symbolic, Undefined
from exactmetrics.expression.nodes import Div, Expr, Mul, Num, Pow, Sqrt
from exactmetrics.metrics.registry import metric_named

LINE, TERM = 70, 34  # characters of a value, and of a term among others, that TeX finds a line for in a sentence
LINE_BITS = 230  # about 70 digits: what is longer for certain, and so is not written to see how long it is
GROUP, WRITTEN_OUT = 5, 2000  # digits of a group, and of the longest number that is written out
LONGEST = 25  # digits side by side of a square in a sentence; of longer ones the square alone is shown
CHOSEN = ("undefined_counted", "undefined_omit")  # steps in which a policy acts


def result_context(page: Page, surface: Surface) -> dict[str, Any]:
    """What a template needs to show the result, or to say why there is none."""
    say, facts = surface.messages, page.decimal
    out: dict[str, Any] = {"title": say.get("result", "title"), "decimal_title": say.get("result", "decimal")}
    if isinstance(page.value, Undefined):
        made = {"head": surface.math(page.named), "reason": reason(surface, page.value)}
        return out | {"defined": False, "text": surface.say_made("result", "undefined", **made)}
    if page.asked:  # an exercise: blanks for the value and its decimal
        shown = page.asked["value"]
        key = "decimal_exact" if facts["kind"] in ("whole", "finite") else "decimal"
        blank = surface.math(page.asked.get("decimal", shown))
        text = surface.say_made("scaffold", key, blank=blank, places=str(PLACES_ASKED))
    else:
        shown = Num(page.value) if page.shown is None else page.shown
        text = _decimal(page, page.value, surface)
    return out | {
        "defined": True,
        "tag": "",  # the number of the formula, in a document that numbers them
        "formula": surface.finished(surface.notation.show(shown)),
        "lines": surface.chain(Formula(page.named, [shown]))["lines"],
        "text": text,
        "squares": _squares(facts, surface) if facts["kind"] == "root" and not page.asked else None,
    }


def _decimal(page: Page, value: Number, surface: Surface) -> str:
    """The sentence on the decimal, and where the value is shown shortened the value in full."""
    facts, inline = page.decimal, surface.inline
    key = str(facts["kind"])
    sign = "=" if key == "finite" else surface.format.approx
    made = {
        "decimal": inline(f"{_in_a_sentence(page, value, surface)} {sign} {facts['digits']}"),
        "significant": str(facts.get("significant", "")),
        "length": surface.messages.grouped(facts.get("length") or 0),
    }
    if key == "repeating":  # the digits that repeat stand below a line, or in brackets
        made["period"] = inline(surface.format.repeating(facts["before"], facts["period"]))
        key = "repeating_brackets" if surface.format.period[0] == "(" else key
    if key == "root":
        root = surface.inline_notation.show(Sqrt(Num(Fraction(radical(facts["square"])[1]))))
        made |= {"sign": "+" if facts["sign"] > 0 else "-", "root": inline(root)}
        short = inline(surface.notation.show(shortened(Num(facts["square"])))) if page.wide else ""
        made["square"] = short or _squared(facts["square"], surface)
    text = surface.say_made("result", key, **made)
    if not isinstance(value, Fraction) or page.shown is None or isinstance(page.shown, Num):
        return text
    numbers = {"numerator": int_text(value.numerator), "denominator": int_text(value.denominator)}
    if max(map(len, numbers.values())) > WRITTEN_OUT:
        counts = {name: surface.messages.grouped(len(digits)) for name, digits in numbers.items()}
        return f"{text} {surface.say_made('result', 'too_long', **counts)}"
    grouped = {name: surface.plain(_in_groups(digits)) for name, digits in numbers.items()}
    return f"{text} {surface.say_made('result', 'full', **grouped)}"


def _in_groups(digits: str) -> str:
    """A long number that may break into lines."""
    return " ".join(digits[at : at + GROUP] for at in range(0, len(digits), GROUP))


def _in_a_sentence(page: Page, value: Number, surface: Surface) -> str:
    """A value on one line, or stacked where it is longer than a line."""
    if page.wide and not isinstance(value, Fraction):  # long roots, which their name stands for
        return surface.notation.show(page.named)
    if page.shown is not None and not isinstance(page.shown, Num):
        return surface.inline_notation.show(page.shown)
    return _in_a_line(value, surface)


def _in_a_line(value: Number, surface: Surface) -> str:
    """A value inside a sentence: on one line, or stacked where a part of it is longer than a line."""
    parts: list[Fraction | Root] = [value.rational, *value.roots] if isinstance(value, Symbolic) else [value]
    longest = LINE if len(parts) == 1 else TERM
    stacked = surface.format.formulas and any(_bits(part) > LINE_BITS or len(str(part)) > longest for part in parts)
    return surface.notation.show(Num(value)) if stacked else surface.one_line(value)


def _bits(value: Fraction | Root) -> int:
    exact = value if isinstance(value, Fraction) else value.square
    bits = exact.numerator.bit_length() + exact.denominator.bit_length()
    return bits if isinstance(value, Fraction) else bits // 2


def _squared(square: Fraction, surface: Surface) -> str:
    """The square of a root, from the numbers before, under and below the root: 5^2*29/58^2 = 725/3364 = 25/116."""
    q, d = radical(square)
    above: Expr = Num(Fraction(d))
    if q.numerator != 1:
        above = Mul((Pow(Num(Fraction(q.numerator)), 2), above))
    whole = Num(Fraction(q.numerator**2 * d))
    members = [above, whole]
    if q.denominator != 1:
        members = [Div(above, Pow(Num(Fraction(q.denominator)), 2)), Div(whole, Num(Fraction(q.denominator**2)))]
    if max(map(width, members)) > LONGEST:
        members = []
    texts = dict.fromkeys(map(surface.inline_notation.show, [*members, Num(square)]))
    return surface.inline(" = ".join(texts))


def _squares(facts: dict[str, Any], surface: Surface) -> dict[str, Any]:
    """The proof of the digits without taking a root: neighbouring squares of whole numbers around the scaled square."""
    below, above, places = facts["below"], facts["above"], facts["places"]
    scale = Pow(Num(Fraction(10)), 2 * places)
    middle = Mul((Num(facts["square"]), scale))

    def chain(notation: Notation) -> str:
        low, scaled, high = map(notation.show, (Pow(Num(Fraction(below)), 2), middle, Pow(Num(Fraction(above)), 2)))
        return f"{low} = {below**2} < {scaled} < {above**2} = {high}"

    ends = sorted(facts["sign"] * Fraction(x, 10**places) for x in (below, above))
    low, high = (surface.inline(decimal(end, places=places)) for end in ends)
    return {
        "intro": surface.say_made("result", "squares", scale=surface.inline(surface.inline_notation.show(scale))),
        "formula": surface.finished(chain(surface.notation)),
        "lines": surface.drawn_line(chain),
        "between": surface.say_made("result", "between", low=low, high=high, places=str(places)),
    }


def key_context(page: Page, surface: Surface) -> dict[str, Any] | None:
    """The key of an exercise: what stands in its blanks, in their order; None where there are no blanks."""
    if not page.blanks:
        return None
    say = surface.messages
    entries = [
        surface.say_made("scaffold", "entry", number=b.letter, value=surface.inline(_answer(b, page, surface)))
        for b in page.blanks
    ]
    title, comma = say.get("scaffold", "key"), say.get("list", "comma")
    return {"title": title, "entries": entries, "line": say.row(entries), "comma": comma}


def _answer(blank: Blank, page: Page, surface: Surface) -> str:
    """What stands in a blank: on a wide page a long number is shortened in the key as it is in the working."""
    if blank.text:
        return blank.text
    value = Num(blank.value)
    shown = shortened(value) if page.wide else value
    return _in_a_line(blank.value, surface) if shown is value else surface.notation.show(shown)


def meaning(page: Page, surface: Surface) -> str:
    """The sentence below the value: the choice it rests on, else how far the metric goes and which end is the best."""
    if not page.title or isinstance(page.value, Undefined):
        return ""
    say = surface.messages
    for step in page.steps:
        if step.kind in CHOSEN:  # a policy stood in for something without a value
            return surface.say("result", "rests", policy=step.facts["policy"])
    metric, convention = metric_named(page.title["metric"]), page.title["convention"]
    own = convention is None and page.title["average"] is None  # an average of a class's values means something else
    if own and say.has("meaning", metric.name):
        return say.get("meaning", metric.name)
    picked = metric.pick(convention)
    low, high = picked.range
    best = {"up": high, "down": low}.get(metric.direction)
    if low is None or high is None or best is None or picked.optimum != best:
        return ""
    ends = {"low": surface.number(Fraction(low)), "high": surface.number(Fraction(high))}
    return surface.say_made("meaning", metric.direction, **ends)
