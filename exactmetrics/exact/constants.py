"""Numbers with pi as exact numbers: a rational plus an algebraic number times a whole power of pi times a logarithm.

That such a number is no rational is known. Pi is transcendental (Lindemann 1882), and so is a power of it times an
algebraic number. Times a natural logarithm of a rational: i*pi is a logarithm of -1, and over the rationals it is
linearly independent of the logarithm of a positive number other than 1, for that is real. So it is over the algebraic
numbers too, with 1 among them (Baker 1966), and a quotient of the two is not algebraic. For quotients of logarithms,
and for other powers than 1 and -1, it follows from Schanuel's conjecture, as for the sums of `logs`. So a comparison
and a rounding end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from exactmetrics.exact.digits import fraction_text
from exactmetrics.exact.logs import Logarithmic
from exactmetrics.exact.square import radical
from exactmetrics.exact.values import Irrational, Number, Root, add, enclosure, rationals_of, value_latex, value_text


class WithPi(Irrational):
    """A rational plus `root * pi**power * inner`; never equal to a rational.

    `rational` is a `Fraction`, perhaps 0; `root` is 1 or an irrational root, `power` a whole number other than 0 and
    `inner` a `Fraction` or a `Logarithmic`. Use arithmetic with `PI` to build one.

    >>> from exactmetrics.exact.logs import log
    >>> value = log(Fraction(12)) / PI; print(value, float(value))
    1/pi*(2*ln(2) + ln(3)) 0.790970352871363
    >>> print(value.rational, value.root, value.power, value.inner)
    0 1 -1 2*ln(2) + ln(3)
    >>> value - log(Fraction(3)) / PI == log(Fraction(4)) / PI, value / log(Fraction(12)) * PI
    (True, Fraction(1, 1))
    """

    __slots__ = ("inner", "power", "rational", "root")
    _no_difference = _takes_products = True

    def __init__(
        self,
        power: int,
        inner: Fraction | Logarithmic = Fraction(1),
        root: Fraction | Root = Fraction(1),
        rational: Fraction = Fraction(0),
    ) -> None:
        self.power, self.inner, self.root, self.rational = power, inner, root, rational

    @classmethod
    def _joined(cls, values: Sequence[object]) -> Number:
        own = [v for v in values if isinstance(v, WithPi)]
        rest = [v for v in values if isinstance(v, (int, Fraction))]
        parts = [part for v in own if (part := v._over(own[0])) is not None]
        if len(parts) + len(rest) < len(values):
            raise TypeError(f"no exact sum of {' and '.join(map(str, values))}: their decimals may be added")
        rational = sum((v.rational for v in own), Fraction(0)) + sum(rest, Fraction(0))
        return _made(own[0].power, add(*parts), own[0].root, rational)

    def _over(self, other: WithPi) -> Number | None:
        """What is multiplied by the constant of another number in this one; None where the constants are unlike."""
        ratio = self.root / other.root
        return ratio * self.inner if self.power == other.power and isinstance(ratio, Fraction) else None

    def __mul__(self, other: object) -> Number:
        if isinstance(other, (int, Fraction)):
            return _made(self.power, self.inner * other, self.root, self.rational * other)
        if not isinstance(other, Irrational):
            return NotImplemented
        known = isinstance(other, (Root, Logarithmic)) or (isinstance(other, WithPi) and not other.rational)
        if self.rational or not known:
            raise TypeError(f"no exact product of {self} and {other}: decimals may be multiplied")
        assert isinstance(other, (Root, Logarithmic, WithPi))
        power, inner, root_ = _factors(other)
        return _made(self.power + power, self.inner * inner, self.root * root_, Fraction(0))

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Number:
        if isinstance(other, (int, Fraction)):
            return self * (1 / Fraction(other))
        if not isinstance(other, Irrational):
            return NotImplemented
        if not isinstance(other, (Root, Logarithmic, WithPi)):
            raise TypeError(f"no exact quotient of {self} and {other}: decimals may be divided")
        return self * (1 / other)

    def __rtruediv__(self, other: object) -> Number:
        if not isinstance(other, (int, Fraction, Irrational)):
            return NotImplemented
        if not isinstance(other, (int, Fraction, Root, Logarithmic)):
            raise TypeError(f"no exact quotient of {other} and {self}: decimals may be divided")
        if self.rational:
            raise TypeError(f"no exact quotient by {self}: decimals may be divided")
        return _made(-self.power, 1 / self.inner, 1 / self.root, Fraction(0)) * other

    def __pow__(self, exponent: int) -> Number:
        if not isinstance(exponent, int) or exponent >= 0:
            return super().__pow__(exponent)
        return (1 / self) ** -exponent

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WithPi) and self.rational == other.rational and self._over(other) == other.inner

    def __hash__(self) -> int:
        return hash((WithPi, self.power, self.rational))

    def _order(self, other: object) -> int:
        if self == other:
            return 0
        if isinstance(other, Irrational):
            bits = 64
            while True:  # they are different, if pi and logarithms have nothing to do with each other
                (low, high), (below, above) = self._enclosed(bits), enclosure(other, bits)
                if low > above or high < below:
                    return 1 if low > above else -1
                bits *= 2
        return super()._order(other)

    def _enclosed(self, bits: int) -> tuple[Fraction, Fraction]:
        low, high = Fraction(1), Fraction(1)
        below, above = (Fraction(end, 1 << bits) for end in pi_units(bits))
        ends = [*[(below, above)] * max(self.power, 0), *[(1 / above, 1 / below)] * max(-self.power, 0)]
        for a, b in (*ends, enclosure(self.root, bits), enclosure(self.inner, bits)):
            corners = [x * y for x in (low, high) for y in (a, b)]
            low, high = min(corners), max(corners)
        return low + self.rational, high + self.rational

    def _rationals(self) -> Iterator[Fraction]:
        for part in (self.rational, self.root, self.inner):
            yield from rationals_of(part)

    def __repr__(self) -> str:
        return f"<WithPi {self}>"

    def __str__(self) -> str:
        constant = value_text(self.root) if self.power < 0 or self.root != 1 else ""
        pi = "pi" if abs(self.power) == 1 else f"pi^{abs(self.power)}"
        constant = f"{constant}/{pi}" if self.power < 0 else f"{constant}*{pi}" if constant else pi
        inner = value_text(self.inner)
        if " " in inner:
            inner = f"({inner})"
        shown = constant if self.inner == 1 else f"{constant}*{inner}"
        return f"{fraction_text(self.rational)} + {shown}" if self.rational else shown

    def _repr_latex_(self) -> str:
        pi = r"\pi" if abs(self.power) == 1 else rf"\pi^{{{abs(self.power)}}}"
        root_ = value_latex(self.root)
        constant = rf"\frac{{{root_}}}{{{pi}}}" if self.power < 0 else pi if self.root == 1 else rf"{root_} {pi}"
        if isinstance(self.inner, Fraction):
            inner = "" if self.inner == 1 else rf" \cdot {value_latex(self.inner)}"
        else:
            shown = self.inner._repr_latex_().removeprefix(r"$\displaystyle ").removesuffix("$")
            inner = rf" \left({shown}\right)"
        rational = f"{value_latex(self.rational)} + " if self.rational else ""
        return rf"$\displaystyle {rational}{constant}{inner}$"


def _factors(value: Root | Logarithmic | WithPi) -> tuple[int, Fraction | Logarithmic, Fraction | Root]:
    if isinstance(value, WithPi):
        return value.power, value.inner, value.root
    if isinstance(value, Root):
        return 0, Fraction(1), value
    return 0, value, Fraction(1)


def _made(power: int, inner: Number, root_: Number, rational: Fraction) -> Number:
    if not isinstance(inner, (Fraction, Logarithmic)) or not isinstance(root_, (Fraction, Root)):
        raise TypeError("no exact product of unlike roots or of a root and a logarithm: decimals may be multiplied")
    if isinstance(root_, Fraction):
        scaled = inner * root_
        assert isinstance(scaled, (Fraction, Logarithmic))
        inner, root_ = scaled, Fraction(1)
    elif root_.degree == 2:  # the root of a whole number, and a rational
        q, whole = radical(root_.radicand)
        scaled = inner * (root_.sign * q)
        assert isinstance(scaled, (Fraction, Logarithmic))
        inner, root_ = scaled, Root(1, Fraction(whole))
    if not inner:
        return rational
    if not power:
        return add(inner * root_, rational)
    return WithPi(power, inner, root_, rational)


@lru_cache(maxsize=64)
def pi_units(bits: int) -> tuple[int, int]:
    """Whole units of 2**-bits right below and above pi, by Machin's formula (1706).

    >>> pi_units(10)
    (3216, 3217)
    """
    guard = bits.bit_length() + 20
    low = high = 0
    for factor, n in ((16, 5), (-4, 239)):
        power, total, odd = (1 << bits + guard) // n, 0, 1
        while power:
            total += power // odd if odd % 4 == 1 else -(power // odd)
            power, odd = power // (n * n), odd + 2
        ends = (factor * (total - 2 * odd), factor * (total + 2 * odd))  # each term is wrong by less than 2 units
        low, high = low + min(ends), high + max(ends)
    return low >> guard, (high >> guard) + 1


PI = WithPi(1)
