"""Where a recorded tree has no value: the innermost quotient, and the undefined value that speaks for it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.exact.values import Undefined
from exactmetrics.expression.evaluate import children, evaluate, walk
from exactmetrics.expression.nodes import Div, Expr, Head, Named, Num


def no_class_left() -> Div:
    """What a mean over no class is: 0/0, and no metric's, so that no policy speaks of it."""
    return Div(Num(Fraction(0)), Num(Fraction(0)))


def is_no_class_left(e: Expr) -> bool:
    """Whether a quotient is the mean over no class; the quotients of definitions hold counts, not two plain zeros."""
    return e == no_class_left()


def omitted_part(e: Expr) -> Named | None:
    """The undefined part because of which a policy leaves out the class this term is of, if one does.

    The first part without a value decides, also where it lies inside a metric that has none because of it.
    """
    for p in walk(e):
        if isinstance(p, Named) and p.applied is not None and p.applied.value is None:
            if p.applied.policy == "inherited":
                return omitted_part(p.body)
            return p if p.applied.policy == "omit" else None
    return None


def has_valueless(e: Expr) -> bool:
    """Whether a named part inside has no value, so that what is around it has none either."""
    return any(isinstance(p, Named) and p.applied is not None and p.applied.value is None for p in walk(e))


def undefined_quotient(e: Expr) -> Div:
    """The innermost quotient without a value."""
    for part in children(e):
        try:
            evaluate(part)
        except ZeroDivisionError:
            return undefined_quotient(part)
    if isinstance(e, Div):
        return e
    raise TypeError(f"no quotient without a value in {e}")


def undefined_ratio(e: Expr) -> tuple[Any, Any]:
    """Numerator and denominator of the innermost quotient without a value."""
    quotient = undefined_quotient(e)
    return evaluate(quotient.num), evaluate(quotient.den)


def undefined_of(head: Head, num: Any, den: Any) -> Undefined:
    return Undefined(head.metric, head.tag.label if head.tag else None, num, den, average=head.average)


def find_undefined(e: Expr) -> Undefined:
    """The undefined value that makes a tree undefined: its innermost named part that has none."""
    for part in children(e):
        try:
            evaluate(part)
        except ZeroDivisionError:
            return find_undefined(part)
    if isinstance(e, Named):
        return _undefined_named(e)
    if isinstance(e, Div) and not evaluate(e.den):
        reason = "no class is left to average over"
        return Undefined("average", None, evaluate(e.num), evaluate(e.den), reason, cause="no_class")
    raise TypeError(f"nothing undefined in {e}")


def _undefined_named(e: Named) -> Undefined:
    body = e.body
    inner = [p for p in walk(body) if isinstance(p, Named) and p is not e and p.applied and p.applied.value is None]
    if inner:
        return _undefined_named(inner[0])
    num, den = undefined_ratio(body)
    if is_no_class_left(undefined_quotient(body)):
        return Undefined(e.head.metric, None, num, den, average=e.head.average, cause="no_class")
    return undefined_of(e.head, num, den)
