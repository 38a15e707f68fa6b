"""A definition as a formula in plain text, without any counts: what it is, where it has no value, what its symbols are.

The definition runs on the trace view, for a class on the letter of a sum, whose leaves have no count; for a matrix on a
small one, of which only the names are shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactmetrics.derivation.notation.styles import TEXT, as_text
from exactmetrics.derivation.notation.symbols import AVERAGES_TEXT, DEFAULT_LATEX, Symbols
from exactmetrics.derivation.notation.text import Text
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.nodes import Div, Expr, Leaf, Named, Pow, Sum
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.policy import PROPAGATE
from exactmetrics.views.trace import TraceClass, TraceMatrix


class FormulaText:
    """The formula of a metric in one form of one convention.

    >>> from exactmetrics.metrics.registry import metric_named
    >>> jaccard = metric_named("jaccard")
    >>> made = FormulaText(Bound(jaccard, jaccard.standard, None, {}))
    >>> made.definition, made.denominators
    ('J_i = TP_i/(TP_i + FP_i + FN_i)', {'TP_i + FP_i + FN_i': False})
    """

    def __init__(self, bound: Bound) -> None:
        self.named = _recorded(bound)
        patterns = {name: as_text(pattern) for name, pattern in DEFAULT_LATEX.items()}
        # Both classes of the small matrix stand for any class: the binary form of a metric speaks of the first one.
        self._notation = Text(Symbols(patterns, AVERAGES_TEXT, ("i", "i"), TEXT))

    @property
    def definition(self) -> str:
        """The formula by name; of a count only the name."""
        left, right = self._notation.show(self.named), self._notation.show(self.named.body)
        return left if left == right else f"{left} = {right}"

    @property
    def denominators(self) -> dict[str, bool]:
        """What must not be zero, and whether that is for any class of a sum; there always is a class."""
        found: dict[str, bool] = {}
        for den, in_sum in self._divisors:
            found.setdefault(self._notation.show(den), in_sum)
        return found

    @property
    def _divisors(self) -> list[tuple[Expr, bool]]:
        return [(den, in_sum) for den, in_sum in _denominators(self.named, False) if not _is_number_of_classes(den)]

    @property
    def symbols(self) -> dict[str, str]:
        """The symbols that occur, but for its own, with the count, parameter or metric each stands for."""
        found: dict[str, str] = {}
        for tree in (self.named.body, *(den for den, _ in self._divisors)):
            for part in _shown(tree):
                if isinstance(part, Leaf):
                    found.setdefault(self._notation.show(part), part.block)
                elif isinstance(part, Named):
                    found.setdefault(self._notation.show(part), part.head.metric)
        return found


def _recorded(bound: Bound) -> Named:
    """The tree of a definition, its parameters as names."""
    blocks = Blocks(("1", "2"), n=14, tp=[6, 5], support=[8, 6], predicted=[7, 7])
    m = TraceMatrix(blocks, PROPAGATE, range(2))
    examples = {name: p.examples[0] for name, p in bound.convention.parameters.items()}
    leaves = {name: Leaf(name, None, value) for name, value in examples.items()}
    ready = Bound(bound.metric, bound.convention, bound.form, leaves)
    made = ready(TraceClass(m, None) if bound.metric.scope == "class" else m)
    assert isinstance(made, Named)
    return made


def _shown(e: Expr) -> Iterator[Expr]:
    """The nodes a formula shows: of a sum its summand, of a metric its name."""
    yield e
    if isinstance(e, Named):
        return
    for part in (e.body,) if isinstance(e, Sum) else children(e):
        yield from _shown(part)


def _denominators(e: Expr, in_sum: bool) -> Iterator[tuple[Expr, bool]]:
    """What is divided by, in the formula and in the metrics it names, innermost first, and whether inside a sum."""
    for part in (e.body,) if isinstance(e, Sum) else children(e):
        yield from _denominators(part, in_sum or isinstance(e, Sum))
    if isinstance(e, Div):
        den = e.den
        while isinstance(den, (Div, Pow)):  # a quotient is zero where its numerator is, a power where its base is
            den = den.num if isinstance(den, Div) else den.base
        yield den, in_sum


def _is_number_of_classes(e: Expr) -> bool:
    """Whether a divisor is the number of classes or a plain number, which is never zero."""
    if isinstance(e, Leaf):
        return e.block == "k"
    return not any(isinstance(part, (Leaf, Named)) for part in _shown(e))
