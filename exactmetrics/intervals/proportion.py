r"""Confidence intervals of a proportion, k of n: Wald, Wilson, Agresti-Coull and Clopper-Pearson.

Each method gives the lower bound; the upper one is 1 less the lower bound for n - k. All but the last have a centre
minus z times a standard error. With a rational z they are sums of a rational and a square root. With the exact quantile
they are certified: centre and half width are rational functions and a root of such in z, which is transcendental, so
no bound is algebraic, unless it does not depend on z at all.

Reference: Brown, Cai and DasGupta 2001; Wilson 1927; Agresti and Coull 1998; Clopper and Pearson 1934.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from exactmetrics.exact.certified import Certified
from exactmetrics.exact.digits import exact_number, fraction_text
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.quantile import Quantile
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, enclosure, root
from exactmetrics.intervals.binomial import lower_bound
from exactmetrics.intervals.given import as_share, check_counts
from exactmetrics.metrics.suggest import choices

FINEST = 10**12  # the largest denominator of a confidence
LARGEST_Z = 1000
CLOPPER_PEARSON = "clopper_pearson"

# Of k, n and z^2 the centre and the square of the half width. Both parts are monotone in z^2: each is a product of
# quotients (a + b z^2)/(n + z^2), the half width of rising ones.
Shape = Callable[[int, int, Fraction], tuple[Fraction, Fraction]]


def _wald(k: int, n: int, s: Fraction) -> tuple[Fraction, Fraction]:
    return Fraction(k, n), s * Fraction(k * (n - k), n**3)


def _wilson(k: int, n: int, s: Fraction) -> tuple[Fraction, Fraction]:
    return (k + s / 2) / (n + s), s * (Fraction(k * (n - k), n) + s / 4) / (n + s) ** 2


def _agresti_coull(k: int, n: int, s: Fraction) -> tuple[Fraction, Fraction]:
    share = (k + s / 2) / (n + s)
    return share, s * share * (1 - share) / (n + s)


SHAPES: dict[str, Shape] = {"wilson": _wilson, "agresti_coull": _agresti_coull, "wald": _wald}
METHODS = (*SHAPES, CLOPPER_PEARSON)
TITLES = {"wald": "Wald", "wilson": "Wilson", "agresti_coull": "Agresti-Coull", CLOPPER_PEARSON: "Clopper-Pearson"}


@dataclass(frozen=True)
class QuantileBound:
    """The lower bound of a method with the exact quantile."""

    method: str
    k: int
    n: int
    confidence: Fraction
    exactness: ClassVar[Literal["algebraic", "transcendental"]] = "transcendental"

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        low, high = Quantile(self.confidence).bounds(bits + 8)
        (centre, least), (other, most) = (SHAPES[self.method](self.k, self.n, z * z) for z in (low, high))
        return min(centre, other) - enclosure(root(most), bits)[1], max(centre, other) - enclosure(root(least), bits)[0]


@dataclass(frozen=True)
class Interval:
    """A confidence interval of a proportion; made by `proportion_interval` and `ConfusionMatrix.interval`.

    `lower` and `upper` are exact numbers: a `Fraction`, a sum with a root, or a `Certified` number. `k` of `n` samples
    are counted, `method` is the name of the method. `z` is the number that was given, with `confidence` None, or the
    exact quantile that belongs to the `confidence`; Clopper-Pearson has no z.

    >>> found = proportion_interval(81, 263, z="1.96"); print(found)
    Wilson interval of 81/263, z = 49/25 as given: 0.2553 to 0.3662
    >>> found.lower < Fraction(81, 263) < found.upper, found.method, found.confidence, found.z, found.k, found.n
    (True, 'wilson', None, Fraction(49, 25), 81, 263)
    >>> found.proportion, str(found.standard_error), found.label
    (Fraction(81, 263), '9*sqrt(47866)/69169', 'z = 49/25 as given')
    """

    lower: Number
    upper: Number
    method: str
    k: int
    n: int
    confidence: Fraction | None
    z: Number | None

    @property
    def proportion(self) -> Fraction:
        """k divided by n."""
        return Fraction(self.k, self.n)

    @property
    def standard_error(self) -> Number:
        """The estimated standard error of the proportion, the square root of p(1 - p)/n; the method does not matter."""
        return root(self.proportion * (1 - self.proportion) / self.n)

    @property
    def label(self) -> str:
        """Which z, or which confidence, the interval has."""
        if self.confidence is None:
            assert isinstance(self.z, Fraction)
            return f"z = {fraction_text(self.z)} as given"
        percent = decimal(self.confidence * 100)
        return f"{percent}% confidence" + (
            "" if self.z is None else f", exact z = {decimal(self.z, repeating=True, limit=6)}"
        )

    def __str__(self) -> str:
        ends = " to ".join(decimal(bound, places=4) for bound in (self.lower, self.upper))
        return f"{TITLES[self.method]} interval of {self.k}/{self.n}, {self.label}: {ends}"


def proportion_interval(
    k: int, n: int, *, method: str = "wilson", confidence: object = None, z: object = None
) -> Interval:
    """The confidence interval of a proportion, k of n samples, with exact bounds.

    Args:
        k, n: how many of how many samples.
        method: "wilson", "agresti_coull", "wald" (the normal approximation) or "clopper_pearson" (called exact).
        confidence: a number between 0 and 1, 95/100 by default: z is its exact quantile, and bounds have as many
            certified digits as asked for.
        z: instead of the confidence a rational z, such as the 1.96 of textbooks: bounds are exact sums with a root.

    Bounds are those of the formula: of the Wald and the Agresti-Coull interval they may lie below 0 or above 1.

    Raises:
        UsageError: counts, a method, a confidence or a z that are none.

    >>> found = proportion_interval(15, 148, confidence="0.95"); print(found)
    Wilson interval of 15/148, 95% confidence, exact z = 1.959963...: 0.0624 to 0.1605
    >>> from exactmetrics import decimal
    >>> decimal(found.lower, places=30)
    '0.062386399530736279792145492527'
    >>> print(proportion_interval(5, 10, method="wald", z=2).lower)
    1/2 - sqrt(10)/10
    >>> print(proportion_interval(10, 10, method="clopper_pearson").lower)
    (1/40)^(1/10)
    """
    check_counts(k, n)
    if method not in METHODS:
        raise UsageError(f"no method {method!r}; {choices(method, METHODS)}")
    if z is not None:
        return _with_given(k, n, method, confidence, z)
    sure = as_share("confidence", Fraction(95, 100) if confidence is None else confidence)
    if not 0 < sure < 1 or sure.denominator > FINEST:
        raise UsageError(
            f"confidence must be between 0 and 1, with at most 12 digits, as in 0.95, and not {str(confidence)[:40]}"
        )
    if method == CLOPPER_PEARSON:
        return Interval(lower_bound(k, n, sure), 1 - lower_bound(n - k, n, sure), method, k, n, sure, None)

    def lower(count: int) -> Number:
        if (method != "agresti_coull" and not count) or (method == "wald" and count == n):
            return Fraction(count, n)  # whatever z is
        return Certified(QuantileBound(method, count, n, sure))

    return Interval(lower(k), 1 - lower(n - k), method, k, n, sure, Certified(Quantile(sure)))


def _with_given(k: int, n: int, method: str, confidence: object, z: object) -> Interval:
    """The interval with a rational z."""
    if method == CLOPPER_PEARSON:
        raise UsageError("a Clopper-Pearson interval has no z: give confidence=, as in confidence=0.95")
    if confidence is not None:
        raise UsageError("give confidence= or z=, not both: z is the quantile that belongs to a confidence")
    given = exact_number(z)
    if given is None or not 0 < given <= LARGEST_Z:
        raise UsageError(f"z must be a number above 0 and at most {LARGEST_Z}, such as 1.96, not {str(z)[:40]!r}")

    def lower(count: int) -> Number:
        centre, square = SHAPES[method](count, n, given * given)
        return centre - root(square)

    return Interval(lower(k), 1 - lower(n - k), method, k, n, None, given)
