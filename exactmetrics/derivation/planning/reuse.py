"""Plans that serve more than one matrix: what does not depend on the counts is made once for a question.

A plan holds for another matrix of the same classes as long as nothing in its tree depends on the counts: no class is
left out, nothing is divided by zero, and all counts are whole. Everything else is recorded anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from threading import Lock
from typing import Any

from exactmetrics.derivation.planning.plan import Plan
from exactmetrics.derivation.planning.substitute import Filling, Put, like_terms, substitution
from exactmetrics.derivation.planning.tree import every_part, rebuild
from exactmetrics.expression.evaluate import evaluate, walk
from exactmetrics.expression.nodes import Div, Expr, Leaf, Mul, Named, Num, Pow, Sqrt, Sum
from exactmetrics.expression.rows import Alike
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.request import Request
from exactmetrics.views.trace import record

MOST = 64  # plans that are kept
MOST_CLASSES = 200  # of a plan that is kept
_PLANS: OrderedDict[Hashable, SharedPlan] = OrderedDict()
_LOCK = Lock()


class SharedPlan:
    """A plan without the counts it was recorded with, and what must not be zero for it to hold."""

    def __init__(self, request: Request, named: Named, blocks: Blocks) -> None:
        self.plan = Plan(request, without_counts(named), blocks)
        self.written: dict[Hashable, Any] = {}  # what was written of it, by format and look
        self._weights = str(request.weights) if request.average == "weighted" else None
        self._over = None if request.over == "all" else [blocks.position(label) for label in request.over]
        self._divisors = list(_divisors(named))
        self._weights_make_n = self._weights is not None and self._is_n(blocks)

    def holds_for(self, blocks: Blocks) -> bool:
        """Whether the question records the same tree on other counts of the same classes."""
        if set(map(type, (blocks.n, *blocks.tp, *blocks.support, *blocks.predicted))) != {int}:
            return False
        if self._weights is not None and not (
            all(self._weights_of(blocks)) and self._is_n(blocks) is self._weights_make_n
        ):
            return False
        filling = Filling(blocks)
        try:
            return all(check(filling) for check in self._divisors)
        except ZeroDivisionError:
            return False

    def _weights_of(self, blocks: Blocks) -> Sequence[Any]:
        """The weights of the chosen classes, which a weighted average divides by the sum of."""
        weights: Sequence[Any] = getattr(blocks, str(self._weights))
        return weights if self._over is None else [weights[i] for i in self._over]

    def _is_n(self, blocks: Blocks) -> bool:
        """Whether the weights add up to the number of samples, which is recorded in place of their sum then."""
        return bool(sum(self._weights_of(blocks)) == blocks.n)


def shared_plan(request: Request, blocks: Blocks, positive: Hashable | None) -> SharedPlan | None:
    """The plan of a question for the classes of these counts; None where it has to be recorded anew.

    >>> from exactmetrics.metrics.request import resolve
    >>> blocks = Blocks("ab", n=9, tp=[4, 3], support=[5, 4], predicted=[6, 3])
    >>> others = Blocks("ab", n=9, tp=[5, 3], support=[5, 4], predicted=[6, 3])
    >>> request = resolve("recall", average="macro")
    >>> shared_plan(request, blocks, None) is shared_plan(request, others, None)
    True
    >>> shared_plan(request, Blocks("ab", n=5, tp=[4, 0], support=[5, 0], predicted=[5, 0]), None) is None
    True
    """
    if (
        blocks.k > MOST_CLASSES
        or not isinstance(request.weights, str)
        or not (request.over == "all" or isinstance(request.over, tuple))
    ):
        return None
    key = _key(request, blocks, positive)
    with _LOCK:
        found = _PLANS.get(key)
        if found is not None:
            _PLANS.move_to_end(key)
    if found is None:
        found = _recorded(request, blocks, positive)
        if found is None:
            return None
        with _LOCK:
            _PLANS[key] = found
            if len(_PLANS) > MOST:
                _PLANS.popitem(last=False)
    return found if found.holds_for(blocks) else None


def _key(request: Request, blocks: Blocks, positive: Hashable | None) -> Hashable:
    """Everything a plan depends on; labels also as they are printed, for 1, 1.0 and True are equal."""
    bound, policy = request.bound, request.policy
    question = (
        bound.metric, bound.convention.name, None if bound.form is None else bound.form.name,
        tuple(request.parameters.items()), request.average, request.combine, request.over, request.weights,
        request.label, positive, tuple([(remark.key, str(remark.facts)) for remark in request.read]),
        policy.given, policy.source,
    )  # fmt: skip
    return question, blocks.labels, tuple(map(str, blocks.labels)), blocks.partition


def _recorded(request: Request, blocks: Blocks, positive: Hashable | None) -> SharedPlan | None:
    named = record(request, blocks, positive)
    for part in every_part(named):
        if isinstance(part, Named) and part.applied is not None:
            return None
        if isinstance(part, Sum) and (part.left_out or not part.terms):
            return None
    made = SharedPlan(request, named, blocks)
    return made if made.plan.whole else None


def without_counts(e: Expr) -> Any:
    """A recorded tree whose counts are names only; parameters keep their values.

    >>> from fractions import Fraction
    >>> without_counts(Leaf("n", None, Fraction(9))).value is None
    True
    """
    if isinstance(e, Leaf):
        return e if e.tag is None and e.block not in ("n", "k") else Leaf(e.block, e.tag, None)
    return rebuild(e, without_counts)


def _divisors(named: Named) -> Iterator[Callable[[Filling], bool]]:
    """What tells that nothing is divided by zero, like divisors together."""
    groups: dict[Any, dict[Expr, None]] = {}
    for part in every_part(named):
        if isinstance(part, Div):
            for factor in _factors(part.den):
                inside = list(walk(factor))
                if not any(isinstance(p, Leaf) and p.tag and p.tag.position is None for p in inside):
                    groups.setdefault(tuple(map(_kind, inside)), {})[factor] = None
    for group in groups.values():
        alike = like_terms(list(group))
        yield from map(_is_not_zero, map(substitution, group)) if alike is None else [_are_not_zero(alike)]


def _is_not_zero(put: Put) -> Callable[[Filling], bool]:
    return lambda filling: bool(evaluate(put(filling)))


def _are_not_zero(put: Callable[[Filling], Alike]) -> Callable[[Filling], bool]:
    def check(filling: Filling) -> bool:
        divisors = put(filling)
        shape, columns = divisors.shape, divisors.columns
        while not shape.is_plain:
            shape, columns = shape.step, shape.columns(columns)
        return all(columns[0])

    return check


def _kind(e: Expr) -> Any:
    """A node without its class."""
    return e.block if isinstance(e, Leaf) else (Num, e.value) if isinstance(e, Num) else type(e)


def _factors(e: Expr) -> Iterator[Expr]:
    """What must not be zero for a divisor not to be; what a divisor itself is divided by is looked at by itself."""
    if isinstance(e, Mul):
        for factor in e.factors:
            yield from _factors(factor)
    elif isinstance(e, (Sqrt, Pow, Div)):
        yield from _factors(e.arg if isinstance(e, Sqrt) else e.base if isinstance(e, Pow) else e.num)
    else:
        yield e
