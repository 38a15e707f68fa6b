"""What the sentences of a derivation name: of the question, of its recorded tree, and of the decimal of the result."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.causes import function_of, why
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, every_part, leaves, substituted
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.rounding import decimal, expansion, exponent, is_tie, place_point, round_to, stripped
from exactmetrics.exact.values import Number, Root, Symbolic, Value, rationals_of, root_data
from exactmetrics.expression.nodes import Expr, Head, Leaf, Literal, Mul, Named, Num, Pow, Sum, number
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.identities import theorem_of
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.views.trace import form_in_use
from exactmetrics.views.undefined import is_no_class_left, undefined_quotient
from exactmetrics.views.value import compute

SIGNIFICANT = 16  # what a double prints, so that a float can be compared digit by digit
PERIOD_SHOWN, PERIOD_LENGTH = 30, 12  # digits after the point, and of a period, that are written out
PLACES = 6  # digits after the point that are shown at least, however many there are before it
SMALLEST, SMALL, LARGE = -6, -2, 2  # powers of ten of a first digit: from where on a decimal is written otherwise
LONGEST_ROOT = 100  # digits of a number below a root of a value that is written out


def title_facts(request: Request) -> dict[str, Any]:
    other = request.bound.convention is not request.metric.standard
    return {
        "metric": request.metric.name,
        "average": request.average,
        "label": request.label,
        "combine": request.combine if request.combine != "scores" else None,
        "convention": request.bound.convention.name if other else None,
        "parameters": dict(request.parameters),
        "how": _average(request),
    }


def definition_facts(request: Request, named: Named, k: int) -> dict[str, Any]:
    """What the definition says in words: of which metric, averaged how, over which classes."""
    bound, form = request.bound, form_in_use(request, k) or request.bound.chosen
    facts = {"metric": bound.name, "convention": bound.convention.name, "chosen": _chosen(named)}
    how = {"how": _average(request), "average": request.average, "form": form.name}
    label = named.head.tag.label if named.head.tag and request.metric.scope == "class" else None
    return facts | how | {"classes": form.classes, "label": label}


def _chosen(named: Named) -> list[Any]:
    """The classes of a sum that does not run over all of them."""
    sums = [e for e in every_part(named) if isinstance(e, Sum) and not e.whole]
    if not sums:
        return []
    used = [leaf.tag for term in sums[0].terms for leaf in leaves(term) if leaf.tag and leaf.tag.other is None]
    return list(dict.fromkeys(tag.label for tag in used if tag.position is not None))


def _average(request: Request) -> str:
    if request.average is None:
        return "plain"
    if request.combine == "averages":
        return "combined"
    if request.kind == "weighted":
        named = request.weights if isinstance(request.weights, str) else "given"
        return f"weighted_{named}"
    return str(request.kind)


def weight_zero(named: Named) -> list[Said]:
    """Classes of weight 0, which take no part in a weighted average."""
    tags = [
        part.tag
        for e in every_part(named)
        if isinstance(e, Sum)
        for part in e.left_out
        if isinstance(part, Leaf) and part.tag is not None and not part.value
    ]
    labels = list(dict.fromkeys(t.label for t in tags))
    key = "text" if len(labels) == 1 else "several"
    return [Said(("step", "weight_zero", key), {"labels": labels})] if labels else []


def no_value(part: Named, whole: Named) -> Step:
    """A part that is undefined, why it is, and which value a convention gives it, or that the mean goes without it."""
    applied = part.applied
    assert applied is not None
    quotient = undefined_quotient(part.body)
    if is_no_class_left(quotient):
        return Step("undefined_no_class", said=[Said(("step", "undefined_no_class", "text"), {"part": part})])
    without = applied.policy == "omit" and part.head not in _left_out(whole)  # a value of one class is in no mean
    kind = "undefined_" + ("counted" if applied.value is not None else "propagate" if without else applied.policy)
    facts = {"part": part, "why": why([part]), "value": applied.value}
    den = quotient.den
    formula = Formula(den, distinct([substituted(den), Num(Fraction(0))]), numeric=False)
    key = (function_of(quotient) if kind == "undefined_infinite" else "") or "text"
    return Step(kind, [formula], facts, said=[Said(("step", kind, key), facts)])


def _left_out(whole: Named) -> set[Head]:
    """What a sum goes without, and what is inside of it."""
    left_out = (e for part in every_part(whole) if isinstance(part, Sum) for e in part.left_out)
    return {inner.head for e in left_out for inner in every_part(e) if isinstance(inner, Named)}


def notes(request: Request, blocks: Blocks, value: Value) -> list[tuple[str, dict[str, Any]]]:
    """How a float was read, and an identity that makes the value a familiar one."""
    remarks = (*request.read, *(request.against_rest(blocks.k) if blocks.partition else ()))
    found: list[tuple[str, dict[str, Any]]] = [(remark.key, remark.facts) for remark in remarks]
    equal = request.metric.averages.get(request.average or "")
    if equal is None or not (blocks.partition and blocks.n and request.over == "all"):
        return found
    # a convention may have put another number in the place of a value that the theorem speaks of
    if request.metric.direction == "up" and value == compute(resolve(equal), blocks, None).value:
        theorem = theorem_of(request.metric, request.average)
        if theorem == "weighted" and request.weights == "support":
            found.append(("weighted_recall", {}))
        if theorem == "micro":
            found.append(("micro", {}))
    return found


def decimal_facts(value: Number) -> dict[str, Any]:
    """What there is to say of many digits: `kind` is whole, finite, repeating, long_period, root or symbolic."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return {"kind": "whole", "digits": int_text(value.numerator)}
    significant = max(SIGNIFICANT, exponent(value) + 1 + PLACES)
    facts: dict[str, Any] = {"digits": decimal(value, significant=significant), "significant": significant}
    if isinstance(value, Root):
        return facts | {"kind": "root", **root_data(value)}
    return facts | ({"kind": "symbolic"} if not isinstance(value, Fraction) else _expansion(value))


def _expansion(value: Fraction) -> dict[str, Any]:
    """How the decimal of a fraction goes on: it ends, or repeats with a period that is shown or too long for that."""
    found = expansion(value, PERIOD_SHOWN)
    if found.period and len(found.period) <= PERIOD_LENGTH:
        return {"kind": "repeating", "before": found.before, "period": found.period}
    return {"kind": "long_period"} if found.period or not found.complete else {"kind": "finite", "digits": found.text()}


def digits_of(value: Number) -> int:
    """The digits of the longer part of a fraction; of roots those of the longest of their squares."""
    return max(len(int_text(max(abs(x.numerator), x.denominator))) for x in rationals_of(value))


def has_long_roots(value: Number) -> bool:
    """Whether a value is made of roots of numbers that no line has room for."""
    return isinstance(value, (Root, Symbolic)) and digits_of(value) > LONGEST_ROOT


def in_few_digits(value: Number, places: int) -> tuple[bool, Expr] | None:
    """The decimal beside an exact value: whether it is equal to it, and its digits; None beside a whole number.

    `places` are the digits after the point. Large values have fewer, small ones as many as leave one less significant,
    and no value is rounded to a whole number. What lies half way between two decimals has one digit more, so that it
    is exact.
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return None
    first, few = exponent(value), max(places - 1, 1)
    if first < SMALLEST:
        few += is_tie(value, few - 1 - first)
        units = round_to(value, few - 1 - first)
        if abs(units) == 10**few:  # 9.995 became 10.0
            units, first = units // 10, first + 1
        exact = units * Fraction(10) ** (first - few + 1) == value
        text = place_point(units, few - 1)
        power = Pow(number(10), first)
        return exact, Mul((_digits(stripped(text) if exact else text), power))
    shown = few - 1 - first if first < SMALL else places if first < LARGE else max(places - 2, min(places, 2))
    shown += is_tie(value, shown)
    units = round_to(value, shown)
    if units % 10**shown == 0:
        shown = max(shown, -exponent(value - units // 10**shown))
        units = round_to(value, shown)
    text, exact = place_point(units, shown), Fraction(units, 10**shown) == value
    return exact, _digits(stripped(text) if exact else text)


def _digits(text: str) -> Literal:
    return Literal(text, Fraction(text))
