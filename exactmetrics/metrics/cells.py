"""The second statement of a metric: what its source says of the cells of the matrix, in the source's own words.

`cells=lambda tp, fn, fp: ratio(tp, tp + fn + fp)` states a metric of a class, `rows=` one of the whole matrix, or one
of a class that needs single cells. A statement never runs in the package. The tests and the certification of the
reference vectors hold the definition against it, so it uses nothing of the definition, its views or other definitions:
what it needs it names as a parameter.

| parameter | what it is given |
|---|---|
| `tp`, `fn`, `fp`, `tn` | the cells of the class against the rest |
| `rows`, `row_sums`, `column_sums`, `n` | the matrix, true classes as rows; its margins and their sum |
| `i` | the position of the class, under `rows` of a class |
| the name of another metric | what that is stated to be: under `rows` of a class a function of its position |
| `mean`, `chosen` | the mean over the classes that were chosen, of a function of the position; how many they are |
| `geometric_mean` | the geometric mean over the same classes |
| `sqrt`, `log`, `log2`, `pi` | the square root, the natural logarithm, that to the base 2, the number pi |
| `arcsin`, `z` | the arc sine; the number that a standard normal variable does not exceed with a probability |
| the name of a parameter | the parameter |

Where a `ratio` has a denominator of zero the metric has no value: its domain follows from the statement.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

Statement = Callable[..., Any]


class ZeroDenominator(ZeroDivisionError):  # noqa: N818
    """A ratio without a value, with its numerator."""

    def __init__(self, numerator: Any) -> None:
        super().__init__(f"{numerator}/0")
        self.numerator = numerator


def ratio(top: Any, bottom: Any) -> Any:
    """One number over another.

    >>> ratio(3, 0)
    Traceback (most recent call last):
    exactmetrics.metrics.cells.ZeroDenominator: 3/0
    """
    if bottom == 0:
        raise ZeroDenominator(top)
    return Fraction(top) / bottom if isinstance(top, int) else top / bottom
