"""The end of a derivation, written for one surface: the value with its decimal, or why there is none and what to do."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.ending import Choice, Ending
from exactmetrics.derivation.look import DEFAULT
from exactmetrics.derivation.notation.breaking import width
from exactmetrics.derivation.notation.two_d import named_line
from exactmetrics.derivation.planning.causes import causes, why
from exactmetrics.derivation.planning.facts import digits_of, has_long_roots, in_few_digits
from exactmetrics.derivation.planning.page import PLACES_ASKED, Blank, Formula, Page
from exactmetrics.derivation.planning.tree import every_part
from exactmetrics.derivation.planning.wide import shortened
from exactmetrics.derivation.writing.meaning import sign_of
from exactmetrics.derivation.writing.names import quantity, reason, title_of_metric
from exactmetrics.derivation.writing.remarks import remarks
from exactmetrics.derivation.writing.surface import Surface, Written, capital, seen
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.discounts import LogQuotients
from exactmetrics.exact.logs import Logarithmic, base_of, in_bases
from exactmetrics.exact.values import Irrational, Number, Root, Symbolic, Undefined, rationals_of
from exactmetrics.expression.nodes import Expr, Named, Num, Sum
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import metric_named
from exactmetrics.views.undefined import has_valueless, is_no_class_left, undefined_quotient, undefined_ratio

LINE, TERM = 70, 34  # characters of a value, and of a term among others, that TeX finds a line for in a sentence
FEW, MANY = 12, 60  # logarithms of a sum that is always written out, and of one that is if its numbers are short
LINE_BITS = 230  # about 70 digits: what is longer for certain, and so is not written to see how long it is
BOXED, ALONE = 12, 40  # digits of a fraction in the box, and of one that stands alone in a line before it
WIDEST = 40  # digits of a line of a value in the box
SHORT = 16  # letters of a name that a table of conventions has room for
ROW, EQUALS = 44, 3  # digits of a calculation in a table, and of a sign between two members
BESIDE = 83  # letters of a convention, and of a head or digits of a calculation, that stand beside each other


def result_context(page: Page, surface: Surface, *, most: int = 0) -> dict[str, Any]:
    """What a template needs to show the result, or to say why there is none; `most` logarithms are printed, if it is
    given."""
    say = surface.messages
    out: dict[str, Any] = {"title": say.get("result", "title"), "decimal_title": say.get("result", "decimal")}
    if isinstance(page.value, Undefined):
        return out | {"defined": False} | _undefined(page, page.value, surface)
    digits, before, text = None, None, ""
    if page.shown is None and not page.asked and (logs := _many_logarithms(page.value, most)):
        return out | _rounded(page, logs, surface)
    if page.asked:  # an exercise: blanks for the value and its decimal
        shown = page.asked["value"]
        key = "decimal_exact" if page.decimal["kind"] in ("whole", "finite") else "decimal"
        blank = surface.math(page.asked.get("decimal", shown))
        text = surface.say_made("scaffold", key, blank=blank, places=str(PLACES_ASKED))
    else:
        shown = Num(page.value) if page.shown is None else page.shown
        digits = in_few_digits(page.value, page.ending.look.places if page.ending else DEFAULT.places)
        size = digits_of(page.value)
        if digits is not None and (size > BOXED or width(shown) > WIDEST):
            text = _too_long(page.value, surface) if size > ALONE else ""
            before = None if text else surface.chain(Formula(page.named, [shown]))
    boxed = digits[1] if digits and (before or text) else shown
    found = surface.chain(Formula(page.named, [boxed]))
    relation = sign_of(digits[0], surface) if digits else "="
    beside = f" {relation} {surface.notation.show(digits[1])}" if digits and boxed is shown else ""
    if found["lines"]:
        rows = found["lines"]  # of several the last one, which in two dimensions has an empty line above it
        above = max((at + 1 for at, line in enumerate(rows) if not line), default=0)
        at = len(rows) - 1 if surface.display is None else named_line(rows, above)
        found["lines"][at] += surface.finished(beside) if boxed is shown else ""
        if boxed is not shown:
            found["lines"][at] = found["lines"][at].replace(" = ", f" {relation} ", 1)
    return out | {
        "defined": True,
        "tag": "",  # the number of the formula, in a document that numbers them
        "before": before,
        "relation": surface.finished(relation if boxed is not shown else "="),
        "formula": surface.finished(surface.notation.show(boxed)),
        "decimal": surface.finished(beside),
        "lines": found["lines"],
        "text": text,
        "remarks": remarks(page, surface),
    }


def _many_logarithms(value: Number, most: int) -> int:
    """How many logarithms a value is a sum of, if they are too many to be printed."""
    if isinstance(value, LogQuotients):
        logs = sum(len(side) for term in value.quotients()[1] for side in term)
        return logs if logs > FEW else 0
    if not isinstance(value, Logarithmic):
        return 0
    terms = in_bases(value).terms
    quotients = any(base_of(below) is None for _, below in terms)
    logs = sum(len(top) + len(below) * quotients for top, below in terms)
    if most:
        return logs if logs > most else 0
    if quotients:
        return 0
    return logs if logs > FEW and (logs > MANY or digits_of(value) > BOXED) else 0


def _of_quotients(value: Number) -> bool:
    """Whether a value is made of quotients of sums of logarithms."""
    if isinstance(value, Logarithmic):
        return any(base_of(below) is None for _, below in in_bases(value).terms)
    return isinstance(value, LogQuotients)


def _rounded(page: Page, logs: int, surface: Surface) -> dict[str, Any]:
    """The result where the exact value is a sum of too many logarithms."""
    assert not isinstance(page.value, Undefined)
    digits = in_few_digits(page.value, page.ending.look.places if page.ending else DEFAULT.places)
    assert digits is not None  # no sum of logarithms is a decimal
    found, relation = surface.chain(Formula(page.named, [digits[1]])), sign_of(digits[0], surface)
    key = "too_many_of_quotients" if _of_quotients(page.value) else "too_many"
    lines = [line.replace(" = ", f" {relation} ", 1) for line in found["lines"]]
    return {
        "defined": True, "tag": "", "before": None, "relation": surface.finished(relation), "decimal": "",
        "formula": surface.finished(surface.notation.show(digits[1])), "lines": lines,
        "text": surface.say("result", key, n=logs), "remarks": remarks(page, surface),
    }  # fmt: skip


def _too_long(value: Number, surface: Surface) -> str:
    if has_long_roots(value):
        return surface.say("result", "too_long_roots", digits=digits_of(value))
    if not isinstance(value, Fraction):
        return ""
    counts = {"numerator": len(int_text(abs(value.numerator))), "denominator": len(int_text(value.denominator))}
    return surface.say("result", "too_long", **counts)


# what has no value


def _undefined(page: Page, value: Undefined, surface: Surface) -> dict[str, Any]:
    """Why there is no value; what is missing, and what each convention puts in its place."""
    found, title = page.ending, page.title
    if found is None or not found.missing:
        made = {"head": surface.math(page.named), "reason": reason(surface, value)}
        bold = surface.say_made("result", "undefined", **made)
        return {"bold": bold, "text": "", "conventions": None}
    head = quantity(
        surface, title["metric"], average=title["average"], label=title["label"], combined=bool(title["combine"])
    )
    bold = surface.say_made(
        "result", "undefined", head=capital(head), reason=surface.fact(why(found.missing, found.weights))
    )
    of_counts = [part for part in found.missing if part.head.tag is not None and not has_valueless(part.body)]
    text = [_divided(of_counts, surface)] if of_counts else []
    if len(found.members) > 1:
        lacking = sum(member.part.applied is not None and member.part.applied.value is None for member in found.members)
        text.append(surface.say("result", "undefined_mean", n=lacking, k=len(found.members)))
    choices = _conventions(page, found, surface) if found.choices else None
    return {"bold": bold, "text": " ".join(text), "conventions": choices}


def _lacking(found: Ending) -> list[Named]:
    """The parts without a value; of a mean that is left without a class those that were left out."""
    own = [part for part in found.missing if not is_no_class_left(undefined_quotient(part.body))]
    return own or found.acted or found.missing


def _divided(parts: list[Any], surface: Surface) -> str:
    """What would be divided by 0, of the first metric that has no value: of all classes for which it is the same."""
    first, ratio = parts[0].head, undefined_ratio(parts[0].body)
    alike = [part for part in parts if part.head.metric == first.metric and undefined_ratio(part.body) == ratio]
    top, bottom = ratio
    facts: dict[str, Any] = {
        "top": plain_whole(top),
        "bottom": plain_whole(bottom),
        "metric": _metric(first.metric, surface),
    }
    labels = [part.head.tag.label for part in alike if part.head.tag is not None]
    of, _ = causes(parts[0])[0]
    key = f"undefined_{of}" if of in ("logarithm", "quantile") else "undefined_value"
    return surface.say("result", key, n=len(labels), label=labels[0], labels=labels, **facts)


def _metric(name: str, surface: Surface) -> Written:
    return Written(surface.format.escape(title_of_metric(name, surface.messages)))


def _conventions(page: Page, found: Ending, surface: Surface) -> dict[str, Any]:
    """The table of what can be done about a missing value, each with its number, and what each one rewards or hides."""
    parts = _lacking(found)
    say, head = surface.messages, parts[0].head
    labels = list(dict.fromkeys(part.head.tag.label for part in parts if part.head.tag is not None))
    facts: dict[str, Any] = {"n": len(labels), "metric": _metric(head.metric, surface)}
    facts |= {"label": labels[0] if labels else None}
    facts["left_out"] = Written(
        surface.say("result", "undefined_one" if len(labels) == 1 else "undefined_several", **facts)
    )
    facts |= {"n": len(parts), "left": max(0, _terms(page.named, parts) - len(labels))}
    facts["metrics"] = len({part.head.metric for part in parts})
    said = [_convention(choice, facts, labels, found, surface) for choice in found.choices]
    beside = BESIDE - max(len(re.sub("<[^>]*>", "", one)) for one in said)
    rows = [
        _row(one, choice, bool(facts["left"]), min(ROW, beside), found, surface)
        for one, choice in zip(said, found.choices, strict=True)
    ]
    title = page.title
    value = quantity(surface, title["metric"], average=title["average"], combined=bool(title["combine"]))
    value = value if len(value) <= beside else say.get("report", "value")
    columns = [say.get("result", "undefined_convention"), value, say.get("result", "undefined_decimal")]
    choose = say.get("result", "undefined_choose")
    if found.total is not None:
        choose = f"{choose} {say.get('result', 'undefined_choose_sum')}"
    return {
        "text": choose,
        "sum": None if found.total is None else surface.chain(found.total),
        "columns": columns,
        "long": max(map(len, said)) + max(seen(row[1]) for row in rows) > surface.format.width,
        "rows": rows,
        "lines": surface.lines(columns, rows),
        "effects": " ".join([*_effects(found, title["metric"], facts, labels, surface), *_software(found, surface)]),
    }


def _terms(named: Named, parts: list[Named]) -> int:
    """How many classes the mean is over that the parts without a value are in."""
    heads = {part.head for part in parts}
    inside = [(len(e.terms), every_part(e)) for e in every_part(named) if isinstance(e, Sum)]
    return max((n for n, of in inside if any(isinstance(e, Named) and e.head in heads for e in of)), default=0)


def _convention(choice: Choice, facts: dict[str, Any], labels: list[Any], found: Ending, surface: Surface) -> str:
    long = len(labels) == 1 and len(surface.name(labels[0])) > SHORT
    if choice.convention == "omit":
        if long:
            facts = facts | {"left_out": Written(surface.messages.get("result", "undefined_this"))}
        several = "undefined_omit_values" if facts["metrics"] > 1 else "undefined_omit_of"
        return surface.say("result", "undefined_omit" if found.members else several, **facts)
    key = "undefined_as" if labels and not long else "undefined_as_alone"
    return surface.say("result", key, **facts, value=int(choice.convention))


def _row(said: str, choice: Choice, left: bool, room: int, found: Ending, surface: Surface) -> list[str]:
    if isinstance(choice.value, Undefined):
        path = ("report", "undefined") if left else ("undefined", "no_class_left")
        return [said, surface.messages.get(*path), ""]
    digits = in_few_digits(choice.value, found.look.places)
    line = [surface.notation.show(e) for e in choice.members]
    sizes = map(width, choice.members) if surface.format.formulas else map(len, line)
    if sum(size + EQUALS for size in sizes) > room:
        line = line[-1:]
    if digits is not None and digits_of(choice.value) > BOXED:
        line = []
    shown = surface.inline(" = ".join(line))
    decimal = (
        "" if digits is None else surface.inline(f"{sign_of(digits[0], surface)} {surface.notation.show(digits[1])}")
    )
    return [said, shown if line else "", decimal]


def _effects(found: Ending, asked: str, facts: dict[str, Any], labels: list[Any], surface: Surface) -> list[str]:
    """What each convention rewards or hides: by the end of the scale that its number is, and why a value is missing.

    Of a metric inside another nothing is said: a good value of the one may be none of the other.
    """
    first = _lacking(found)[0]
    metric, known = metric_named(first.head.metric), causes(first)
    key = known[0][0] if len(known) == 1 else ""
    own = {member.part.head.metric for member in found.members} or {asked}
    said: list[str] = []
    if own != {metric.name} or not labels:
        return said
    for choice in found.choices:
        if choice.convention == "omit":
            if not facts["left"]:  # there is no mean that could hide anything
                continue
            several = "undefined_hides" if len(labels) == 1 else "undefined_hides_several"
            said.append(surface.say("result", several, **facts))
        elif end := _end(metric, first.head.mark, Fraction(choice.convention)):
            closer = f"undefined_{end}_{key}"
            path = closer if surface.messages.has("result", closer) else f"undefined_{end}"
            said.append(surface.say("result", path, **facts, value=int(choice.convention)))
    return said


def _end(metric: Metric, convention: str | None, value: Fraction) -> str:
    """Whether a number is the best or the worst value of a metric under a convention; empty where it is neither."""
    low, high = metric.conventions.get(convention or "", metric.standard).range
    ends = {"up": (low, high), "down": (high, low)}.get(metric.direction, (None, None))
    return "" if value not in ends else ("worst", "best")[ends.index(value)]


def _software(found: Ending, surface: Surface) -> list[str]:
    if found.software is None:
        return []
    name = found.missing[0].head.metric
    preset, option = found.software, found.software.chosen_with.get(name)
    warning = Written(surface.messages.get("result", "undefined_warning") if option else "")
    labels = [part.head.tag.label for part in found.missing if part.head.tag is not None]
    facts: dict[str, Any] = {
        "n": len(labels),
        "label": labels[0] if labels else None,
        "metric": _metric(name, surface),
        "software": Written(surface.prose(preset.title)),
        "value": plain_whole(preset.rules[name]),
        "warning": warning,
    }
    if option is None:
        return [surface.say("result", "undefined_software_fixed", **facts)]
    code = Written(surface.prose(option).join(surface.format.code))
    return [surface.say("result", "undefined_software", **facts, option=code)]


# in a sentence, and in the key of an exercise


def plain_whole(value: Any) -> Any:
    """A whole number as one that is no formula."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def in_a_line(value: Number, surface: Surface) -> str:
    """A value inside a sentence: on one line, or stacked where a part of it is longer than a line."""
    parts: list[Fraction | Root] = []
    if isinstance(value, Irrational) and not isinstance(value, Root):
        parts += [value.rational, *value.roots] if isinstance(value, Symbolic) else rationals_of(value)
    else:
        parts.append(value)
    longest = LINE if len(parts) == 1 else TERM
    stacked = surface.format.formulas and any(_bits(part) > LINE_BITS or len(str(part)) > longest for part in parts)
    return surface.notation.show(Num(value)) if stacked else surface.one_line(value)


def _bits(value: Fraction | Root) -> int:
    exact = value if isinstance(value, Fraction) else value.radicand
    bits = exact.numerator.bit_length() + exact.denominator.bit_length()
    return bits // 2 if isinstance(value, Root) and value.degree == 2 else bits


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
    shown: Expr = shortened(value) if page.wide else value
    return in_a_line(blank.value, surface) if shown is value else surface.notation.show(shown)
