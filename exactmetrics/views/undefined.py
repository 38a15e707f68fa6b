"""Where a recorded tree has no value: the innermost quotient, and the undefined value that speaks for it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.exact.values import Cause, Undefined
from exactmetrics.expression.evaluate import children, evaluate, has_value, walk
from exactmetrics.expression.nodes import Div, Expr, Function, Head, Log, Named, Neg, Num, Sum
from exactmetrics.metrics.metric import REGISTRY


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
        if not has_value(part):
            return undefined_quotient(part)
    if isinstance(e, Log):  # of 0: it falls below every number, as minus one over what vanishes
        return Div(Num(Fraction(-1)), e.arg)
    if isinstance(e, Function):  # the quantile of 0 falls below every number as well, that of 1 rises above all
        is_none = not evaluate(e.arg)
        return Div(Neg(Num(Fraction(1 if is_none else -1))), e.arg if is_none else 1 - e.arg)
    if isinstance(e, Div):
        return e
    raise TypeError(f"no quotient without a value in {e}")


def is_logarithm(quotient: Div) -> bool:
    """Whether it stands for a logarithm of 0: definitions have no -1 over anything."""
    return quotient.num == Num(Fraction(-1))


def is_quantile(quotient: Div) -> bool:
    """Whether it stands for the normal quantile of 0 or 1."""
    return isinstance(quotient.num, Neg) and isinstance(quotient.num.arg, Num)


def undefined_ratio(e: Expr) -> tuple[Any, Any]:
    """Numerator and denominator of the innermost quotient without a value."""
    quotient = undefined_quotient(e)
    return evaluate(quotient.num), evaluate(quotient.den)


def undefined_of(head: Head, num: Any, den: Any, cause: Cause = "ratio") -> Undefined:
    return Undefined(head.metric, head.tag.label if head.tag else None, num, den, average=head.average, cause=cause)


def find_undefined(e: Expr) -> Undefined:
    """The undefined value that makes a tree undefined: its innermost named part that has none."""
    named: Named | None = None
    while (failing := _failing_part(e)) is not None:
        if isinstance(e, Named) and e.applied is not None:
            named = e
        e = failing
    num, den = undefined_ratio(e)
    if named is not None and isinstance(e, Log):
        return undefined_of(named.head, num, den, cause="logarithm")
    if named is not None and isinstance(e, Function):
        return undefined_of(named.head, num, den, cause="quantile")
    if named is None:
        return Undefined("average", None, num, den, "no class is left to average over", cause="no_class")
    if is_no_class_left(e):
        return Undefined(named.head.metric, None, num, den, average=named.head.average, cause="no_class")
    return undefined_of(named.head, num, den)


def _failing_part(e: Expr) -> Expr | None:
    """The part right inside because of which there is no value.

    Of a sum over classes it is the one whose summand fails first, for the value view runs on all classes at once: in a
    mean of recall plus specificity "recall of b" goes before "specificity of a".
    """
    failing = [part for part in _inside(e) if not has_value(part)]
    if isinstance(e, Sum) and failing:
        return min(failing, key=_way_in)
    if len(failing) > 1 and any(isinstance(part, Function) for part in walk(e)):
        return min(failing, key=_is_of_a_quantile)
    return failing[0] if failing else None


def _is_of_a_quantile(e: Expr) -> bool:
    """Whether a part fails at a quantile: a definition works out the rates before it takes theirs."""
    while (failing := _failing_part(e)) is not None:
        e = failing
    return isinstance(e, Function)


def _way_in(e: Expr) -> tuple[int, ...]:
    """The places of the parts that lead to where a value is missing, each among its siblings.

    A metric of the whole matrix is run on the matrices of the classes one by one: none goes before another. Nor does
    one of two quotients of counts, for only a metric inside is run before the metric that is made of it.
    """
    if isinstance(e, Named) and _is_of_matrix(e):
        return ()
    failing, parts = _failing_part(e), _inside(e)
    if failing is None:  # the quotient itself, whose parts have been run before
        return (len(parts),) if any(isinstance(part, Named) for part in walk(e)) else ()
    rest = _way_in(failing)
    place = next(at for at, part in enumerate(parts) if part is failing)
    return (place, *rest) if rest or isinstance(failing, Named) else ()


def _is_of_matrix(e: Named) -> bool:
    metric = REGISTRY.get(e.head.metric)  # a part that a definition names is none
    return metric is not None and metric.scope == "matrix"


def _inside(e: Expr) -> tuple[Expr, ...]:
    return (e.body,) if isinstance(e, Named) else children(e)
