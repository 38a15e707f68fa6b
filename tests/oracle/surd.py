"""The oracle's numbers with roots, kept as (factor, radicand, degree), and with logarithms, by their digits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from operator import add, mul, sub, truediv
from typing import Any

import mpmath

from exactmetrics.metrics.cells import ZeroDenominator

DIGITS = 620  # unlike sums of a few roots of counts up to 10^18 do not agree this far


Term = tuple[Fraction, Fraction, int]


@dataclass(frozen=True)
class Surd:
    """The sum of ``factor * radicand ** (1/degree)``; nothing is simplified."""

    terms: tuple[Term, ...]

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Digits):
            return other + self
        if isinstance(other, (int, Fraction)) and not other:
            return self
        more = other.terms if isinstance(other, Surd) else ((Fraction(other), Fraction(1), 1),)
        return Surd(self.terms + more)

    __radd__ = __add__

    def __neg__(self) -> Surd:
        return self * -1

    def __sub__(self, other: Surd | Fraction | int) -> Surd:
        return self + -other

    def __rsub__(self, other: Fraction | int) -> Surd:
        return -self + other

    def __mul__(self, factor: Any) -> Any:
        if isinstance(factor, Digits):
            return factor * self
        if isinstance(factor, Surd):
            return Surd(tuple(_product(a, b) for a in self.terms for b in factor.terms))
        return Surd(tuple((f * factor, radicand, degree) for f, radicand, degree in self.terms))

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> Surd | Digits:
        if isinstance(divisor, Surd) and len(divisor.terms) > 1 and (below := divisor.rational()) is not None:
            return self / below
        if isinstance(divisor, Digits) or (isinstance(divisor, Surd) and len(divisor.terms) > 1):
            return Digits(self.digits()) / divisor
        return self * (1 / divisor if isinstance(divisor, Surd) else 1 / Fraction(divisor))

    def __rtruediv__(self, top: Surd | Fraction | int) -> Surd:
        if len(self.terms) > 1:
            return Digits(_mp(Fraction(top))) / self  # type: ignore[arg-type]
        ((factor, radicand, degree),) = self.terms
        return top * Surd(((1 / (factor * radicand), radicand ** (degree - 1), degree),))

    def rational(self) -> Fraction | None:
        """The rational it is, where each root is one."""
        total = Fraction(0)
        for factor, radicand, degree in self.terms:
            root = Fraction(*(_whole_root(n, degree) for n in radicand.as_integer_ratio()))
            if factor and root**degree != radicand:
                return None
            total += factor * root
        return total

    def digits(self) -> mpmath.mpf:
        with mpmath.workdps(DIGITS):
            return mpmath.fsum(_mp(f) * mpmath.root(_mp(radicand), degree) for f, radicand, degree in self.terms)


def _product(one: Term, other: Term) -> Term:
    (f, radicand, degree), (g, under, times) = one, other
    return f * g, radicand**times * under**degree, degree * times


def _whole_root(n: int, degree: int) -> int:
    """The root rounded to a whole number, which is right where it is one."""
    with mpmath.workdps(DIGITS):
        return int(mpmath.nint(mpmath.root(n, degree)))


@dataclass(frozen=True)
class Digits:
    """A number by its digits, of which nothing is known but that they are right to `DIGITS` places or so."""

    number: mpmath.mpf

    def _with(self, other: Digits | Surd | Fraction | int, op: Callable[[Any, Any], Any]) -> Digits:
        with mpmath.workdps(DIGITS):
            given = other.digits() if isinstance(other, (Digits, Surd)) else _mp(Fraction(other))
            return Digits(op(self.number, given))

    def __add__(self, other: Any) -> Digits:
        return self._with(other, add)

    def __sub__(self, other: Any) -> Digits:
        return self._with(other, sub)

    def __mul__(self, other: Any) -> Digits:
        return self._with(other, mul)

    def __truediv__(self, other: Any) -> Digits:
        return self._with(other, truediv)

    def __rsub__(self, other: Any) -> Digits:
        return self * -1 + other

    def __rtruediv__(self, other: Any) -> Digits:
        return self._with(other, lambda a, b: b / a)

    def __neg__(self) -> Digits:
        return self * -1

    __radd__, __rmul__ = __add__, __mul__

    def __lt__(self, other: Any) -> bool:
        return bool((self - other).number < 0)

    def __gt__(self, other: Any) -> bool:
        return bool((self - other).number > 0)

    def digits(self) -> mpmath.mpf:
        return self.number

    def rational(self) -> Fraction | None:
        """The fraction of small whole numbers that all its digits agree with: an entropy of 1, 1, 2 samples is 3/2."""
        with mpmath.workdps(DIGITS):
            man, exp = self.number.man_exp
            near = (Fraction(int(man)) * Fraction(2) ** int(exp)).limit_denominator(10**12)
            return near if abs(self.number - _mp(near)) < mpmath.mpf(10) ** (20 - DIGITS) else None


def log(x: Fraction) -> Digits | Fraction:
    """The natural logarithm, exact where it is 0."""
    if x <= 0:
        raise ZeroDenominator(-1)
    return Digits(_log(Fraction(x))) if x != 1 else Fraction(0)


@cache  # small matrices have few ratios
def _log(x: Fraction) -> mpmath.mpf:
    with mpmath.workdps(DIGITS):
        return mpmath.log(_mp(x))


def pi() -> Digits:
    with mpmath.workdps(DIGITS):
        return Digits(+mpmath.pi)


def log2(x: Fraction) -> Digits | Fraction:
    """The logarithm to the base 2, exact where it is 0."""
    return log(x) / log(Fraction(2)) if x != 1 else Fraction(0)


def arcsin(x: Surd | Fraction) -> Digits:
    """The arc sine of a rational, or of a root of one."""
    with mpmath.workdps(DIGITS):
        return Digits(mpmath.asin(x.digits() if isinstance(x, Surd) else _mp(x)))


def z(p: Fraction) -> Digits | Fraction:
    """The number that a standard normal variable does not exceed with probability p."""
    if p in (0, 1):
        raise ZeroDenominator(2 * p - 1)
    return Digits(_quantile(p)) if p != Fraction(1, 2) else Fraction(0)


@cache
def _quantile(p: Fraction) -> mpmath.mpf:
    with mpmath.workdps(DIGITS + 2 * len(str(p.denominator))):
        return mpmath.sqrt(2) * mpmath.erfinv(2 * _mp(p) - 1)


def root(x: Fraction, degree: int) -> Surd | Fraction:
    """The root of that degree, unless it is zero."""
    return Surd(((Fraction(1), x, degree),)) if x else Fraction(0)


def sqrt(x: Surd | Fraction) -> Surd | Fraction:
    """The square root, also of one positive root."""
    if isinstance(x, Surd):
        ((factor, radicand, degree),) = x.terms
        return Surd(((Fraction(1), factor**degree * radicand, 2 * degree),))
    return root(x, 2)


def same(value: object, expected: Fraction | Surd | Digits) -> bool:
    """Whether a value of the package is the oracle's number."""
    if isinstance(expected, Fraction):
        return type(value) is Fraction and value == expected
    if isinstance(expected, Surd) and len(expected.terms) == 1:
        ((factor, radicand, degree),) = expected.terms
        return _power_of(value, degree) == (_sign(factor * radicand), abs(factor) ** degree * radicand)
    with mpmath.workdps(DIGITS):
        gap = abs(digits_of(value) - expected.digits())
        return bool(gap < mpmath.mpf(10) ** (20 - DIGITS))


def _power_of(value: object, degree: int) -> tuple[int, Fraction] | None:
    """The sign of a value, and the power of its size; a root has the least degree, which divides any other."""
    if isinstance(value, Fraction):
        return _sign(value), abs(value) ** degree
    if type(value).__name__ == "Root" and degree % value.degree == 0:  # type: ignore[attr-defined]
        return value.sign, value.radicand ** (degree // value.degree)  # type: ignore[attr-defined]
    return None


def digits_of(value: object) -> mpmath.mpf:
    """A value of the package to `DIGITS` digits, from the data it carries."""
    with mpmath.workdps(DIGITS):
        if isinstance(value, Fraction):
            return _mp(value)
        if type(value).__name__ == "Root":
            return value.sign * mpmath.root(_mp(value.radicand), value.degree)  # type: ignore[attr-defined]
        if type(value).__name__ == "Logarithmic":
            terms = [_mp_sum(top) / _mp_sum(below) for top, below in value.terms]  # type: ignore[attr-defined]
            return digits_of(value.algebraic) + mpmath.fsum(terms)  # type: ignore[attr-defined]
        if type(value).__name__ == "WithPi":
            constant = digits_of(value.root) * mpmath.pi**value.power  # type: ignore[attr-defined]
            return _mp(value.rational) + constant * digits_of(value.inner)  # type: ignore[attr-defined]
        if type(value).__name__ == "FunctionSum":
            parts = [_mp(q) * _value_of(term) for term, q in value.terms]  # type: ignore[attr-defined]
            return _mp(value.rational) + mpmath.fsum(parts)  # type: ignore[attr-defined]
        assert type(value).__name__ == "Symbolic", value
        return _mp(value.rational) + mpmath.fsum(digits_of(r) for r in value.roots)  # type: ignore[attr-defined]


def _value_of(term: Any) -> mpmath.mpf:
    if term.name == "z":
        return _quantile(term.argument)
    return mpmath.asin(mpmath.sqrt(_mp(term.argument))) / (mpmath.pi if term.over_pi else 1)


def _mp_sum(form: Mapping[int, Fraction]) -> mpmath.mpf:
    return mpmath.fsum(_mp(q) * (mpmath.log(n) if n != 1 else 1) for n, q in form.items())


def _mp(x: Fraction) -> mpmath.mpf:
    return mpmath.mpf(x.numerator) / x.denominator


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)
