"""What a definition may use: the counts of a class, the counts of a matrix, and arithmetic on them.

A definition never knows which carrier runs it: exact numbers, columns of all classes at once, a recorded tree or sympy
symbols. Every carrier offers these names and `+ - * / **`, and `root`, `log`, `log_ratio`, `largest`, `smallest`,
`absolute` and `sign`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal, Protocol

from exactmetrics.exact.values import Irrational
from exactmetrics.exact.values import root as exact_root


class Quantity(Protocol):
    """A number on some carrier: arithmetic with its like and with whole numbers, no order and no truth."""

    def __add__(self, other: Quantity | int) -> Quantity: ...
    def __radd__(self, other: int) -> Quantity: ...
    def __sub__(self, other: Quantity | int) -> Quantity: ...
    def __rsub__(self, other: int) -> Quantity: ...
    def __mul__(self, other: Quantity | int) -> Quantity: ...
    def __rmul__(self, other: int | Fraction) -> Quantity: ...
    def __truediv__(self, other: Quantity | int) -> Quantity: ...
    def __rtruediv__(self, other: int) -> Quantity: ...
    def __pow__(self, exponent: int) -> Quantity: ...
    def __neg__(self) -> Quantity: ...


class ClassView(Protocol):
    """The counts of one class against the rest.

    tp, fp, fn, tn: samples by true and predicted side; support = tp + fn; predicted = tp + fp; n: all samples; k: the
    number of classes.
    """

    @property
    def tp(self) -> Quantity: ...
    @property
    def fp(self) -> Quantity: ...
    @property
    def fn(self) -> Quantity: ...
    @property
    def tn(self) -> Quantity: ...
    @property
    def support(self) -> Quantity: ...
    @property
    def predicted(self) -> Quantity: ...
    @property
    def n(self) -> Quantity: ...
    @property
    def k(self) -> Quantity: ...

    def wrong(self, term: Callable[[CellView], Quantity]) -> Quantity:
        """The sum of a term over the wrong predictions of the class cell by cell: the row and the column of the class
        without its correct predictions."""

    def let(self, name: str, value: Quantity) -> Quantity:
        """Give a part of the definition a name, such as "p_o"; a derivation works it out by itself."""

    def apply(self, bound: Any) -> Quantity:
        """Run a metric here, under the policy for undefined values."""


class CellView(Protocol):
    """A cell of the matrix, by its count."""

    @property
    def count(self) -> Quantity: ...


class PairView(CellView, Protocol):
    """A true class and another, predicted one: `count` is the cell, `gap` how many places the two are apart."""

    @property
    def gap(self) -> Quantity: ...
    @property
    def true(self) -> ClassView: ...
    @property
    def predicted(self) -> ClassView: ...


class MatrixView(Protocol):
    """The counts of the whole matrix, and sums and means over its classes.

    n: samples; k: classes; chosen: how many of them a mean runs over.
    """

    @property
    def n(self) -> Quantity: ...
    @property
    def k(self) -> Quantity: ...
    @property
    def chosen(self) -> Quantity: ...

    def sum(self, term: Callable[[ClassView], Quantity]) -> Quantity:
        """The sum of a term over all classes."""

    def largest(self, term: Callable[[ClassView], Quantity]) -> Quantity:
        """The largest of a term over all classes."""

    def row_largest(self, c: ClassView) -> Quantity:
        """The largest cell in the row of a class: how often the samples of the class got their most frequent
        prediction."""

    def column_largest(self, c: ClassView) -> Quantity:
        """The largest cell in the column of a class: of how many of its predictions the most frequent class is."""

    def pairs(self, term: Callable[[PairView], Quantity]) -> Quantity:
        """The sum of a term over all pairs of two different classes, the cells of the wrong predictions."""

    def cells(self, term: Callable[[PairView], Quantity]) -> Quantity:
        """The sum of a term over all pairs of classes, every cell of the matrix."""

    def mean(
        self, term: Callable[[ClassView], Quantity], weight: Callable[[ClassView], Quantity] | None = None
    ) -> Quantity:
        """The mean of a term over the chosen classes, weighted if a weight is given."""

    def geometric_mean(self, term: Callable[[ClassView], Quantity]) -> Quantity:
        """The geometric mean of a term over the chosen classes: the root of its product, of their number as degree."""

    def first(self) -> ClassView:
        """The positive class of a matrix of two: the one named positive, else the first."""

    def let(self, name: str, value: Quantity) -> Quantity:
        """Give a part of the definition a name, as for a class."""

    def apply(self, bound: Any) -> Quantity:
        """Run a metric here, under the policy for undefined values."""


ROOTS: dict[type, Callable[[Any, int], Any]] = {Fraction: exact_root}


def root(x: Quantity, degree: int = 2) -> Quantity:
    """The root of a degree, on the carrier of `x`; `ROOTS` is the table of carriers, each adds its own row."""
    for carrier in type(x).__mro__:
        if carrier in ROOTS:
            result: Quantity = ROOTS[carrier](x, degree)
            return result
    raise TypeError(f"no exact root for {type(x).__name__}")


def _exact_log(top: Fraction, bottom: Fraction, base: int | None, weight: Fraction | None) -> Any:
    from exactmetrics.exact.logs import log  # most metrics have none

    if weight is not None and not weight:
        return Fraction(0)
    found = log(top / bottom, base)
    return found if weight is None else weight * found


LOGS: dict[type, Callable[[Any, Any, int | None, Any], Any]] = {}


def log_ratio(
    top: Quantity, bottom: Quantity | int, base: int | None = None, weight: Quantity | None = None
) -> Quantity:
    """The logarithm of one quantity over another, to a base or the natural one; with a weight so many times.

    Where the weight is 0 the product is 0, whatever the ratio: the limit of x log x. `LOGS` is the table of carriers.
    """
    for given in (top, bottom, weight):
        for carrier in type(given).__mro__:
            if carrier in LOGS:
                return LOGS[carrier](top, bottom, base, weight)  # type: ignore[no-any-return]
    if isinstance(top, Fraction) and isinstance(bottom, (int, Fraction)) and isinstance(weight, (Fraction, type(None))):
        return _exact_log(top, Fraction(bottom), base, weight)
    raise TypeError(f"no exact logarithm for {type(top).__name__}")


def log(x: Quantity, base: int | None = None) -> Quantity:
    """The logarithm of a quantity, to a base or the natural one."""
    return log_ratio(x, 1, base)


Pick = Literal["largest", "smallest", "absolute", "sgn", "arcsin", "z"]


def picked_number(pick: Pick, parts: Sequence[Any]) -> Any:
    """One of several numbers that have an order, whole or exact."""
    if pick == "absolute":
        return abs(parts[0])
    if pick in ("sgn", "arcsin", "z"):
        from exactmetrics.exact.functions import applied  # few metrics have any

        return applied(pick, parts[0])
    return max(parts) if pick == "largest" else min(parts)


PICKS: dict[type, Callable[[Pick, Sequence[Any]], Any]] = {Fraction: picked_number, Irrational: picked_number}


def _picked(pick: Pick, parts: Sequence[Any]) -> Any:
    """One of several quantities, on the first carrier besides exact numbers that one of them is of."""
    carriers = [carrier for part in parts for carrier in type(part).__mro__ if carrier in PICKS]
    for carrier in sorted(carriers, key=lambda carrier: carrier in (Fraction, Irrational)):
        return PICKS[carrier](pick, parts)
    raise TypeError(f"no order on {type(parts[0]).__name__}")


def largest(*parts: Quantity | int) -> Quantity:
    """The largest of several quantities; `PICKS` is the table of carriers, as of those below."""
    return _picked("largest", parts)  # type: ignore[no-any-return]


def smallest(*parts: Quantity | int) -> Quantity:
    """The smallest of several quantities."""
    return _picked("smallest", parts)  # type: ignore[no-any-return]


def absolute(x: Quantity) -> Quantity:
    """A quantity without its sign: of a difference, how far two quantities are apart."""
    return _picked("absolute", (x,))  # type: ignore[no-any-return]


def sign(x: Quantity) -> Quantity:
    """The sign of a quantity: of a count 1, or 0 where it is 0."""
    return _picked("sgn", (x,))  # type: ignore[no-any-return]


def arcsine(x: Quantity) -> Quantity:
    """The arc sine of a quantity from -1 to 1, in radians."""
    return _picked("arcsin", (x,))  # type: ignore[no-any-return]


def normal_quantile(p: Quantity) -> Quantity:
    """The number that a standard normal variable does not exceed with probability `p`; of 0 and 1 there is none."""
    return _picked("z", (p,))  # type: ignore[no-any-return]
