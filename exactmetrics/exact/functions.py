r"""Values of the arc sine and of the normal quantile as exact numbers: a rational plus rationals times such values.

z(p) is the number that a standard normal variable does not exceed with probability p; z(1 - p) is -z(p). That no other
sum of rationals times z at different rational p is a rational is taken for granted: it is not proved (see `quantile`).

arcsin(sqrt(q))/pi is rational for q = 0, 1/4, 1/2, 3/4 and 1 alone (Niven 1956), else transcendental (Gelfond 1934).
Twice the arc sine is the angle of 1 - 2q + 2i sqrt(q(1 - q)), a number of length 1 in an imaginary quadratic field. A
rational sum of such angles is a rational multiple of pi only if the same sum is that in each field by itself, for the
norm to one field takes numbers of length 1 from another to a root of unity; and then the product of their powers is a
root of unity, which is decided. So comparisons and rounding end. Of arc sines that are not divided by pi there is no
sum but that of one of them and a rational, which is no rational either (Lindemann 1882).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, isqrt, lcm
from typing import ClassVar, Literal

from exactmetrics.exact.certified import Certified
from exactmetrics.exact.constants import PI, WithPi, pi_units
from exactmetrics.exact.digits import fraction_text
from exactmetrics.exact.quantile import Quantile
from exactmetrics.exact.square import exact_root, square_class
from exactmetrics.exact.values import LONGEST_SHOWN, Irrational, Number, Root, enclosure, root, sign, value_latex

HALF = Fraction(1, 2)
NICE = {Fraction(n, 4): Fraction(1, d) for n, d in ((1, 6), (2, 4), (3, 3), (4, 2))}  # arc sines, in units of pi
NEAR = Fraction(1, 1 << 90)  # of a whole number: of all sums that are no rational none is likely to be so near


@dataclass(frozen=True, order=True)
class NormalQuantile:
    """z(p) of a probability above 1/2."""

    argument: Fraction
    name: ClassVar[str] = "z"

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        return Quantile(2 * self.argument - 1).bounds(bits)

    def __str__(self) -> str:
        return f"z({fraction_text(self.argument)})"

    def latex(self) -> str:
        return rf"\operatorname{{z}}\left({value_latex(self.argument)}\right)"


@dataclass(frozen=True, order=True)
class ArcSine:
    """arcsin(sqrt(q)) over pi, or as it is."""

    argument: Fraction
    over_pi: bool = False
    name: ClassVar[str] = "arcsin"

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        low, high = arc_bounds(self.argument, bits + 4)
        if not self.over_pi:
            return low, high
        below, above = (Fraction(end, 1 << bits + 4) for end in pi_units(bits + 4))
        return low / above, high / below

    def __str__(self) -> str:
        shown = f"arcsin(sqrt({fraction_text(self.argument)}))"
        return f"{shown}/pi" if self.over_pi else shown

    def latex(self) -> str:
        shown = rf"\arcsin\left(\sqrt{{{value_latex(self.argument)}}}\right)"
        return rf"\frac{{{shown}}}{{\pi}}" if self.over_pi else shown


def arc_bounds(square: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Two rationals around the arc sine of a root of a number from 0 to 1, at most 2**-bits apart.

    It is the arc tangent of the root of q/(1 - q), by its series once its angle is halved four times.

    >>> low, high = arc_bounds(Fraction(1, 4), 40)
    >>> round(float(6 * low), 9), high - low <= Fraction(1, 2**40)
    (3.141592654, True)
    """
    if square > HALF:
        low, high = arc_bounds(1 - square, bits + 2)
        below, above = (Fraction(end, 2 << bits + 2) for end in pi_units(bits + 2))
        return below - high, above - low
    fine = bits + 40
    one, (least, most) = 1 << fine, enclosure(root(square / (1 - square)), fine)
    a, b = floor(least * one), ceil(most * one)
    for _ in range(4):
        a = (a << fine) // (one + isqrt(one * one + a * a) + 1)
        b = (b << fine) // (one + isqrt(one * one + b * b)) + 1
    return Fraction(_arc_tangent(a, fine)[0], one >> 4), Fraction(_arc_tangent(b, fine)[1], one >> 4)


def _arc_tangent(t: int, fine: int) -> tuple[int, int]:
    """Units of 2**-fine around the arc tangent of a small number, given in such units."""
    total, power, odd, square = 0, t, 1, t * t >> fine
    while power:
        total += power // odd if odd % 4 == 1 else -(power // odd)
        power, odd = power * square >> fine, odd + 2
    return total - 2 * odd - 4, total + 2 * odd + 4  # a term is wrong by less than 4 units


Term = NormalQuantile | ArcSine
Terms = tuple[tuple[Term, Fraction], ...]


@dataclass(frozen=True)
class _Total:
    """The sum of rationals times values."""

    terms: Terms
    exactness: ClassVar[Literal["algebraic", "transcendental"]] = "transcendental"

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        bits += sum(ceil(abs(q)) for _, q in self.terms).bit_length()
        low = high = Fraction(0)
        for term, q in self.terms:
            ends = [q * end for end in term.bounds(bits)]
            low, high = low + min(ends), high + max(ends)
        return low, high


class FunctionSum(Certified):
    """A rational plus rationals times values of the arc sine or of the normal quantile; never a rational.

    Sums with its like are exact, and so is whether two are equal. Use `arcsin` and `normal_quantile` to build one.

    >>> value = 2 * arcsin(root(Fraction(3, 5))) / PI; print(value, float(value))
    2*arcsin(sqrt(3/5))/pi 0.564094216848975
    >>> value + 2 * arcsin(root(Fraction(2, 5))) / PI
    Fraction(1, 1)
    """

    __slots__ = ()

    @property
    def terms(self) -> Terms:
        """The values and what each is multiplied by."""
        return self._source.terms  # type: ignore[attr-defined, no-any-return]

    @property
    def rational(self) -> Fraction:
        """What is added to them."""
        return self._offset

    @classmethod
    def _joined(cls, values: Sequence[object]) -> Number:
        rational, found = Fraction(0), dict[Term, Fraction]()
        for value in values:
            if isinstance(value, FunctionSum):
                rational += value.rational
                for term, q in value.terms:
                    found[term] = found.get(term, Fraction(0)) + q
            elif isinstance(value, (int, Fraction)):
                rational += value
            else:
                raise TypeError(f"no exact sum of {' and '.join(map(str, values))}: their decimals may be added")
        if len(found) > 1 and any(isinstance(term, ArcSine) and not term.over_pi for term in found):
            raise TypeError("no exact sum of arc sines that are not divided by pi: their decimals may be added")
        return _settled(rational, {term: q for term, q in found.items() if q})

    def __mul__(self, other: object) -> Number:
        if isinstance(other, WithPi):
            return self._over_pi(other)
        if isinstance(other, Irrational):
            raise TypeError(f"no exact product of {self} and {other}: decimals may be multiplied")
        if not isinstance(other, (int, Fraction)):
            return NotImplemented
        return _made(self.rational * other, {term: q * other for term, q in self.terms}) if other else Fraction(0)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Number:
        if isinstance(other, WithPi):
            return self * (1 / other)
        if isinstance(other, Irrational):
            raise TypeError(f"no exact quotient of {self} and {other}: decimals may be divided")
        return super().__truediv__(other)

    def _over_pi(self, other: WithPi) -> Number:
        """Arc sines times a rational over pi."""
        arcs = {ArcSine(t.argument, True): q for t, q in self.terms if isinstance(t, ArcSine) and not t.over_pi}
        factor = other * PI if other.power == -1 and not other.rational else None
        if self.rational or len(arcs) < len(self.terms) or not isinstance(factor, Fraction):
            raise TypeError(f"no exact product of {self} and {other}: decimals may be multiplied")
        return _settled(Fraction(0), {term: q * factor for term, q in arcs.items()})

    def _order(self, other: object) -> int:
        return sign(self - other) if isinstance(other, (int, Fraction, FunctionSum)) else super()._order(other)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FunctionSum):
            return False
        difference = self - other
        return isinstance(difference, Fraction) and not difference

    def __hash__(self) -> int:
        return hash((FunctionSum, float(self)))  # what is equal may be a sum of other values

    def _rationals(self) -> Iterator[Fraction]:
        yield self.rational
        for term, q in self.terms:
            yield from (term.argument, q)

    def __str__(self) -> str:
        parts = [fraction_text(self.rational)] if self.rational else []
        for term, q in self.terms:
            shown = "" if abs(q) == 1 else f"{fraction_text(abs(q))}*"
            parts.append(f"{'-' if q < 0 else ''}{shown}{term}")
        text = " + ".join(parts).replace("+ -", "- ")
        return text if len(text) <= LONGEST_SHOWN else super().__str__()

    def __repr__(self) -> str:
        return f"<FunctionSum {self}>"

    def _repr_latex_(self) -> str:
        if str(self).endswith("..."):
            return super()._repr_latex_()
        parts = [value_latex(self.rational)] if self.rational else []
        for term, q in self.terms:
            size = "" if abs(q) == 1 else f"{value_latex(abs(q))} "
            parts.append(f"{'-' if q < 0 else ''}{size}{term.latex()}")
        return rf"$\displaystyle {' + '.join(parts).replace('+ -', '- ')}$"


def _made(rational: Fraction, terms: dict[Term, Fraction]) -> Number:
    if not terms:
        return rational
    in_order = sorted(terms.items(), key=lambda item: (item[0].name, item[0].argument))
    return FunctionSum(_Total(tuple(in_order)), Fraction(1), rational)


def _settled(rational: Fraction, terms: dict[Term, Fraction]) -> Number:
    """The sum, with a rational in the place of arc sines that add up to one."""
    classes: dict[int, list[list[ArcSine]]] = {}
    for term in terms:
        if isinstance(term, ArcSine) and term.over_pi:
            alike = classes.setdefault(square_class(_product(term)), [])
            own = next((f for f in alike if exact_root(_product(f[0]) * _product(term)) is not None), None)
            if own is None:
                alike.append([term])
            else:
                own.append(term)
    fields = [arcs for alike in classes.values() for arcs in alike]
    for arcs in fields:
        turns = _turns([(arc, terms[arc]) for arc in arcs]) if len(arcs) > 1 else None
        if turns is not None:
            rational += turns
            terms = {term: q for term, q in terms.items() if term not in arcs}
    return _made(rational, terms)


def _product(arc: ArcSine) -> Fraction:
    return arc.argument * (1 - arc.argument)


def _turns(arcs: Sequence[tuple[ArcSine, Fraction]]) -> Fraction | None:
    """The rational that a sum of arc sines over pi is, of one field; None where it is none."""
    common = lcm(*(q.denominator for _, q in arcs))
    shared = gcd(*(int(q * common) for _, q in arcs))
    powers = [int(q * common) // shared for _, q in arcs]
    twelfths = FunctionSum(_Total(tuple((arc, Fraction(12 * m)) for (arc, _), m in zip(arcs, powers, strict=True))))
    low, high = twelfths._enclosed(128)
    whole = round((low + high) / 2)
    if low - NEAR > whole or high + NEAR < whole:  # the powers below may be long
        return None
    first = _product(arcs[0][0])
    x, y = Fraction(1), Fraction(0)  # x + y i sqrt(q(1 - q)) for the first q
    for (arc, _), m in zip(arcs, powers, strict=True):
        ratio = exact_root(_product(arc) / first)
        assert ratio is not None
        x, y = _times((x, y), _power((1 - 2 * arc.argument, 2 * ratio if m > 0 else -2 * ratio), abs(m), first), first)
    one = Fraction(1), Fraction(0)
    if _power((x, y), 12, first) != one:  # the orders of roots of unity in these fields are 1, 2, 3, 4 and 6
        return None
    return Fraction(whole * shared, 12 * common)


def _times(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction], square: Fraction) -> tuple[Fraction, Fraction]:
    return a[0] * b[0] - square * a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def _power(base: tuple[Fraction, Fraction], exponent: int, square: Fraction) -> tuple[Fraction, Fraction]:
    out = Fraction(1), Fraction(0)
    while exponent:
        if exponent & 1:
            out = _times(out, base, square)
        base, exponent = _times(base, base, square), exponent >> 1
    return out


def arcsin(x: Number) -> Number:
    """The arc sine of a rational or a square root from -1 to 1, in radians.

    >>> print(arcsin(Fraction(1, 2)), arcsin(Fraction(-1, 3)))
    pi*1/6 -arcsin(sqrt(1/9))
    """
    square = x * x if isinstance(x, (Fraction, Root)) else None
    if not isinstance(square, Fraction) or square > 1:
        raise TypeError(f"no exact arc sine of {x}")
    side = sign(x)
    if not square:
        return square
    if square in NICE:
        return NICE[square] * side * PI
    return _made(Fraction(0), {ArcSine(square): Fraction(side)})


def normal_quantile(p: Number) -> Number:
    """The number that a standard normal variable does not exceed with probability p.

    `ZeroDivisionError` for 0 and 1, where it is infinite.

    >>> print(normal_quantile(Fraction(1, 6)), normal_quantile(Fraction(1, 2)))
    -z(5/6) 0
    """
    if not isinstance(p, Fraction) or not 0 <= p <= 1:
        raise TypeError(f"no exact normal quantile of {p}")
    if p in (0, 1):
        raise ZeroDivisionError(f"z({p})")
    if p == HALF:
        return Fraction(0)
    return _made(Fraction(0), {NormalQuantile(max(p, 1 - p)): Fraction(1 if p > HALF else -1)})


def applied(name: str, x: Number) -> Number:
    """The value of a function by the name that formulas have for it: "sgn", "arcsin" or "z".

    >>> print(applied("sgn", Fraction(-3)), applied("z", Fraction(3, 4)))
    -1 z(3/4)
    """
    if name == "sgn":
        return Fraction(sign(x))
    return arcsin(x) if name == "arcsin" else normal_quantile(x)
