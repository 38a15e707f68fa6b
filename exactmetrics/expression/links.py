"""Links: is what stands on the two sides of a relation the same number, at the digits printed?

No knowledge of metrics is needed. The sides are trees; a side that is a single decimal (perhaps with a sign or times a
power of ten) is judged at its digits against the exact value of the other. Only if that fails are the decimals inside
both sides read as rounded numbers.
"""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.exact.digits import int_text
from exactmetrics.exact.errors import ReadingError, Why
from exactmetrics.exact.printed import Printed, Verdict, judge_number
from exactmetrics.exact.rounding import RoundingRule, exponent
from exactmetrics.exact.values import Number, Undefined, sign
from exactmetrics.expression.evaluate import walk
from exactmetrics.expression.interval import may_be_equal
from exactmetrics.expression.nodes import Div, Expr, Literal, Mul, Neg, Num, Pow
from exactmetrics.expression.reading.tokens import Relation
from exactmetrics.expression.reading.value import value_of

ORDER: tuple[str, ...] = ("exact", "rounded", "tie", "float", "truncated", "interval", "false")
_DOTS = ("...", "…", "dots")
SOUND = frozenset({"exact", "rounded", "tie"})
_SIGNS: dict[str, tuple[int, ...]] = {"<": (1,), ">": (-1,), "≤": (0, 1), "≥": (0, -1), "≠": (1, -1)}


def judge_link(
    left: Expr, right: Expr, *, relation: Relation = "=", rule: RoundingRule = "nearest", inputs: bool = True
) -> Verdict:
    """The verdict on one link: the first that fits of `exact, rounded, tie, float, truncated, interval, false`.

    `value` is the exact value of the side that was taken for the expression, `printed` the text of the other where it
    is one number. After an approximate sign a whole number counts as a decimal without places. `<`, `>`, `≤`, `≥` and
    `≠` are `exact` or `false`. Without `inputs` it is not asked whether the sides may be equal when the decimals in
    them are rounded numbers. A quotient by zero on a side is `undefined`, a side beyond the limits `unread`.

    >>> from exactmetrics.expression.reading.grammar import read
    >>> judge_link(read("60/(60+25)"), read("0.938")).word, judge_link(read("60/(60+4)"), read("0.938")).word
    ('false', 'tie')
    >>> judge_link(read("3 * 0.333"), read("1")).word
    'interval'
    """
    try:
        a, b = value_of(left), value_of(right)
    except ReadingError as error:
        return Verdict("unread", "note", _text(right), None, reason=str(error), why=error.why)
    if isinstance(a, Undefined) or isinstance(b, Undefined):
        value = a if isinstance(a, Undefined) else b
        reason = "a quotient with denominator 0"
        return Verdict("undefined", "warn", _text(right), value, reason=reason, why=Why("zero-denominator"))
    if relation in _SIGNS:
        holds = sign(b - a) in _SIGNS[relation]
        return Verdict("exact" if holds else "false", "ok" if holds else "error", _text(right), a, b - a)
    verdict = _best(left, right, a, b, relation == "≈", rule)
    if verdict.word != "false" or not inputs or not (_has_inputs(left, right) and may_be_equal(left, right)):
        return verdict
    return Verdict("interval", "warn", verdict.printed, verdict.value, verdict.difference)


def printed_in(tree: Expr, *, whole: bool = False) -> Printed | None:
    """The printed number that a tree is, if it is nothing else: a literal, its negative, or times a power of ten.

    `whole` takes whole numbers for decimals without places.
    """
    match tree:
        case Literal(text, value, half):
            if half is None:
                places = 0
                if not whole or value.denominator != 1:
                    return Printed(text, "exact", value)
            else:
                n, d = half.as_integer_ratio()
                places = len(int_text(d)) - 1 if n == 1 and d > 1 else -exponent(2 * half)  # d is 2 * 10**places
            n, d = value.as_integer_ratio()
            units = n * 10**places // d if places >= 0 else n // 10**-places
            dots = text.endswith(_DOTS)
            return Printed(text, "decimal", value, units, places, percent=text.endswith("%"), dots=dots)
        case Neg(arg):
            return _scaled(printed_in(arg, whole=whole), -1, 0)
        case Mul((Literal() | Neg() as number, Pow(Literal(value=base), shift))) if base == 10:
            return _scaled(printed_in(number), 1, shift)
        case Mul((Literal() | Neg() as number, Div(Num(), Pow(Literal(value=base), shift)))) if base == 10:
            return _scaled(printed_in(number), 1, -shift)  # the reader makes a quotient of a negative power
    return None


def _has_inputs(left: Expr, right: Expr) -> bool:
    """Whether a decimal stands in the sides that may be a rounded input, and not only the result that is judged."""
    decimals = [node for tree in (left, right) for node in walk(tree) if isinstance(node, Literal) and node.half_unit]
    only = decimals[0] if len(decimals) == 1 else None
    return bool(decimals) and (only is None or not (only is left or only is right) or only.text.endswith(_DOTS))


def _best(left: Expr, right: Expr, a: Number, b: Number, whole: bool, rule: RoundingRule) -> Verdict:
    """The best verdict of either side taken as the printed one; of two whole expressions, equal or not."""
    found = []
    for side, other in ((right, a), (left, b)):
        number = printed_in(side, whole=whole)
        if number is not None:
            found.append(judge_number(number, other, rule))
            if found[0].word in ("exact", "rounded"):
                return found[0]  # nothing better can follow
    if found:
        return min(found, key=lambda verdict: ORDER.index(verdict.word))
    word = "exact" if a == b else "false"
    return Verdict(word, "ok" if a == b else "error", _text(right), a, b - a)


def _scaled(number: Printed | None, factor: int, shift: int) -> Printed | None:
    if number is None or number.value is None or (number.kind != "decimal" and shift):
        return None
    text = number.text if factor > 0 else f"-{number.text}"
    value = number.value * factor * Fraction(10) ** shift
    places, percent = number.places - shift, number.percent and not shift
    return Printed(text, number.kind, value, number.units * factor, places, percent=percent, dots=number.dots)


def _text(tree: Expr) -> str:
    return tree.text if isinstance(tree, Literal) else ""
