"""Rational functions of counts, with roots and absolute values: what both sides of a statement are brought to.

A `Space` has letters, such as N, T and k, the counts of a class, or the cells of a matrix, and atoms: a sum over
classes that has no shorter form, a square root, an absolute value, a logarithm. An atom is a letter too, which knows
what it is made of. A root or an absolute value also knows its square, by which every power of it is brought down to the
first.

A `Ratio` is a quotient of two polynomials without a common factor. That its numerator is 0 proves that it is 0 wherever
it has a value, for every rule used here holds for all counts; that it is not 0 proves nothing, for letters may depend
on each other (T is at most N, and two roots may be one).

sympy is imported with this module, its polynomials alone: nothing is ever read by it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Any

from sympy.polys.domains import QQ
from sympy.polys.rings import PolyRing

from exactmetrics.exact.errors import ExactMetricsError

Polynomial = Any  # sympy.polys.rings.PolyElement, which has no types
MOST_ATOMS = 48
MOST_TERMS = 6_000  # of a polynomial: a page of them is no proof that anybody reads
MOST_FACTORED = 300  # terms of a polynomial that is factored, which takes the square of their number and more
MOST_CANCELLED = 250  # terms of a quotient whose common factors are looked for; a longer one stays as it is
LARGEST_TRIED = 100  # prime factors that are taken out of the square root of a number


class TooLongError(ExactMetricsError):
    """An expression that grew beyond what is multiplied out, or took too long."""


class NoFormError(ExactMetricsError):
    """What has no form here; the message says what."""


@dataclass(frozen=True)
class Atom:
    """What a letter stands for: its `kind`, what it is made of, and whether it is never negative."""

    kind: str
    parts: tuple[Ratio, ...]
    letters: frozenset[str]  # the classes that it depends on: "i", "j", or none
    nonnegative: bool = False
    square: Polynomial = None


class Space:
    """The letters of a statement, and the atoms that came up; `classes` says which class a letter is a count of."""

    def __init__(self, names: Sequence[str], classes: Mapping[str, str], deadline: float) -> None:
        self.names = [*names, *(f"x{at}" for at in range(MOST_ATOMS))]
        self.ring = PolyRing(self.names, QQ, "lex")
        self.zero, self.one = self.ring.zero, self.ring.one
        self.letters: list[frozenset[str]] = [frozenset(classes.get(name, "")) for name in names]
        self.base, self.deadline = len(names), deadline
        self.atoms: list[Atom] = []
        self._index: dict[Any, int] = {}
        self._nonnegative: dict[Polynomial, bool] = {}
        self.shifts: Callable[[frozenset[int]], Mapping[int, Polynomial]] = lambda used: {}

    # letters

    def letter(self, name: str) -> Ratio:
        return Ratio(self, self.ring.gens[self.names.index(name)], self.one)

    def number(self, value: Fraction | int) -> Ratio:
        value = Fraction(value)
        return Ratio(self, self.ring(QQ(value.numerator, value.denominator)), self.one)

    def used(self, *polynomials: Polynomial) -> frozenset[int]:
        """The places of the letters that occur."""
        return frozenset(at for p in polynomials for monomial in p for at, power in enumerate(monomial) if power)

    def classes_of(self, place: int) -> frozenset[str]:
        """The classes that a letter depends on."""
        return self.letters[place] if place < self.base else self.atoms[place - self.base].letters

    def of_classes(self, *polynomials: Polynomial) -> frozenset[str]:
        return frozenset(name for place in self.used(*polynomials) for name in self.classes_of(place))

    def atom(
        self, kind: str, parts: tuple[Ratio, ...], *, bound: str = "", nonnegative: bool = False, square: Any = None
    ) -> Ratio:
        """The letter for what has no other form; the same one for the same. `bound` are the classes it runs over."""
        key = (kind, tuple((part.num, part.den) for part in parts))
        place = self._index.get(key)
        if place is None:
            if len(self.atoms) == MOST_ATOMS:
                raise TooLongError(f"more than {MOST_ATOMS} sums and roots")
            letters = self.of_classes(*(side for part in parts for side in (part.num, part.den))) - frozenset(bound)
            place = self._index[key] = self.base + len(self.atoms)
            self.atoms.append(Atom(kind, parts, letters, nonnegative, square))
        return Ratio(self, self.ring.gens[place], self.one)

    # quotients

    def ratio(self, num: Polynomial, den: Polynomial) -> Ratio:
        """A quotient in its shortest form; `ZeroDivisionError` where the denominator is 0 for all counts."""
        if time.monotonic() > self.deadline:
            raise TooLongError("it took too long")
        num, den = self._reduced(num), self._reduced(den)
        if not den:
            raise ZeroDivisionError
        if not num:
            return Ratio(self, self.zero, self.one)
        return Ratio(self, *self._cancelled(num, den))

    def _reduced(self, p: Polynomial) -> Polynomial:
        """A polynomial in which no root and no absolute value has a power."""
        if len(p) > MOST_TERMS:
            raise TooLongError(f"a polynomial of more than {MOST_TERMS} terms")
        for place in self.used(p):
            square = self.atoms[place - self.base].square if place >= self.base else None
            if square is None or all(monomial[place] < 2 for monomial in p):
                continue
            out = self.zero
            for monomial, coefficient in p.terms():
                power = monomial[place]
                rest = list(monomial)
                rest[place] = power % 2
                term = self.ring({tuple(rest): coefficient})
                out += term * square ** (power // 2) if power > 1 else term
            return self._reduced(out)
        return p

    def _cancelled(self, num: Polynomial, den: Polynomial) -> tuple[Polynomial, Polynomial]:
        places = sorted(self.used(num) & self.used(den))
        if places and len(num) + len(den) <= MOST_CANCELLED:
            every = sorted(self.used(num, den))
            num, den = (self._large(p, every) for p in self._small(num, every).cancel(self._small(den, every)))
        scale = den.LC if den.is_ground else den.primitive()[0] * (1 if den.LC > 0 else -1)
        return num.quo_ground(scale), den.quo_ground(scale)

    def _small(self, p: Polynomial, places: Sequence[int]) -> Polynomial:
        """A polynomial in the letters of some places alone: with few letters sympy is fast."""
        return _ring(len(places)).from_dict({tuple(m[at] for at in places): c for m, c in p.items()})

    def _large(self, p: Polynomial, places: Sequence[int]) -> Polynomial:
        out = {}
        for monomial, coefficient in p.items():
            full = [0] * len(self.names)
            for at, power in zip(places, monomial, strict=True):
                full[at] = power
            out[tuple(full)] = coefficient
        return self.ring.from_dict(out)

    def factors(self, p: Polynomial) -> tuple[Fraction, list[tuple[Polynomial, int]]]:
        """A constant and irreducible factors with their powers, each with a positive leading coefficient."""
        places = sorted(self.used(p))
        if len(p) > MOST_FACTORED:
            raise TooLongError(f"a polynomial of {len(p)} terms to factor")
        if not places:
            return fraction_of(p.LC) if p else Fraction(0), []
        constant, found = self._small(p, places).factor_list()
        return fraction_of(constant), [(self._large(f, places), power) for f, power in found]

    def coefficients(self, p: Polynomial, letter: str) -> dict[tuple[int, ...], Polynomial]:
        """A polynomial by its monomials in what depends on the class of a letter: the factors that do not."""
        out: dict[tuple[int, ...], Any] = {}
        for monomial, coefficient in p.terms():
            own = tuple(n if n and letter in self.classes_of(at) else 0 for at, n in enumerate(monomial))
            rest = tuple(n - m for n, m in zip(monomial, own, strict=True))
            out.setdefault(own, {})[rest] = coefficient
        return {own: self.ring.from_dict(rest) for own, rest in out.items()}

    def substituted(self, r: Ratio, places: Mapping[int, Ratio]) -> Ratio:
        """A quotient with others in the place of letters, inside atoms too."""
        images: dict[int, Ratio] = {}
        for place in self.used(r.num, r.den):
            if place in places:
                images[place] = places[place]
            elif place >= self.base:
                images[place] = self._atom_with(place, places)
        if not images:
            return r
        return self._with(r.num, images) / self._with(r.den, images)

    def _atom_with(self, place: int, places: Mapping[int, Ratio]) -> Ratio:
        atom = self.atoms[place - self.base]
        if not atom.letters:  # what is summed over the classes has none of their letters
            return Ratio(self, self.ring.gens[place], self.one)
        parts = tuple(self.substituted(part, places) for part in atom.parts)
        if atom.kind == "root":
            return self.root(parts[0])
        if atom.kind == "absolute":
            return self.absolute(parts[0])
        return self.atom(atom.kind, parts, nonnegative=atom.nonnegative)

    def _with(self, p: Polynomial, images: Mapping[int, Ratio]) -> Ratio:
        out = self.number(0)
        for monomial, coefficient in p.terms():
            rest = tuple(0 if at in images else n for at, n in enumerate(monomial))
            term = Ratio(self, self.ring({rest: coefficient}), self.one)
            for at, image in images.items():
                if monomial[at]:
                    term = term * image ** monomial[at]
            out = out + term
        return out

    # signs and roots

    def never_negative(self, p: Polynomial) -> bool:
        """Whether a polynomial is known to be at least 0 for all counts."""
        if p not in self._nonnegative:
            self._nonnegative[p] = self.has_no_minus(p) or self.has_no_minus(self._shifted(p))
        return self._nonnegative[p]

    def has_no_minus(self, p: Polynomial) -> bool:
        """Whether a polynomial is seen to be at least 0: a sum of products of what is not negative."""
        signs = [at for at in self.used(p) if at >= self.base and not self.atoms[at - self.base].nonnegative]
        return all(c >= 0 and all(m[at] % 2 == 0 for at in signs) for m, c in p.terms())

    def _shifted(self, p: Polynomial) -> Polynomial:
        """A polynomial in counts that are free of each other: FN = s - t, say, in the place of s."""
        shifts = self.shifts(self.used(p))
        if not shifts or len(p) > MOST_FACTORED:
            return p
        return self._with(p, {at: Ratio(self, q, self.one) for at, q in shifts.items()}).num

    def root(self, r: Ratio) -> Ratio:
        """The square root: of what is never negative a root of its own for each factor, of all else one together."""
        below = self.absolute(Ratio(self, r.den, self.one))
        constant, factors = self.factors(self._reduced(r.num * r.den))
        if not constant:
            return self.number(0)
        out, together = self.number(1), self.one
        for factor, power in factors:
            one = Ratio(self, factor, self.one)
            if power > 1:
                out = out * self.absolute(one) ** (power // 2)
            if power % 2 and constant > 0 and self.never_negative(factor):
                out = out * self._root_of(factor)
            elif power % 2:
                together *= factor
        outside, inside = _square_free(abs(constant))
        if together != self.one or constant < 0:
            together = together * (1 if constant > 0 else -1)
            if not self.used(together):
                raise NoFormError("the root of a negative number")
            out = out * self._root_of(together)
        if inside != 1:
            out = out * self._root_of(self.ring(inside))
        return out * self.number(outside) / below

    def _root_of(self, p: Polynomial) -> Ratio:
        return self.atom("root", (Ratio(self, p, self.one),), nonnegative=True, square=p)

    def absolute(self, r: Ratio) -> Ratio:
        """What a quotient is without its sign."""
        return self._absolute_of(r.num) / self._absolute_of(r.den)

    def _absolute_of(self, p: Polynomial) -> Ratio:
        if self.never_negative(p):
            return Ratio(self, p, self.one)
        if self.never_negative(-p):
            return Ratio(self, -p, self.one)
        constant, factors = self.factors(p)
        out = self.number(abs(constant))
        for factor, power in factors:
            one = Ratio(self, factor, self.one)
            out = out * one ** (power - power % 2)
            if power % 2 == 0:
                continue
            if self.never_negative(factor):
                out = out * one
            elif self.never_negative(-factor):
                out = out * -one
            else:
                square = self._reduced(factor**2)
                out = out * self.atom("absolute", (one,), nonnegative=True, square=square)
        return out


@cache
def _ring(size: int) -> Any:
    return PolyRing([f"y{at}" for at in range(size)], QQ, "lex")


def fraction_of(value: Any) -> Fraction:
    """A coefficient of a polynomial of sympy."""
    return Fraction(int(value.numerator), int(value.denominator))


def _square_free(value: Fraction) -> tuple[Fraction, int]:
    """Of a positive number what stands before its square root, and what is left in it."""
    inside = value.numerator * value.denominator
    outside = Fraction(1, value.denominator)
    for prime in range(2, LARGEST_TRIED):
        while inside % prime**2 == 0:
            inside //= prime**2
            outside *= prime
    whole = isqrt(inside)
    return (outside * whole, 1) if whole**2 == inside else (outside, inside)


class Ratio:
    """A quotient of polynomials; arithmetic with its like and with numbers."""

    __slots__ = ("den", "num", "space")

    def __init__(self, space: Space, num: Polynomial, den: Polynomial) -> None:
        self.space, self.num, self.den = space, num, den

    def __bool__(self) -> bool:
        return bool(self.num)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ratio) and self.num == other.num and self.den == other.den

    def __hash__(self) -> int:
        return hash((self.num, self.den))

    def __add__(self, other: Ratio) -> Ratio:
        if self.den == other.den:
            return self.space.ratio(self.num + other.num, self.den)
        self._check(other)
        return self.space.ratio(self.num * other.den + other.num * self.den, self.den * other.den)

    def __neg__(self) -> Ratio:
        return Ratio(self.space, -self.num, self.den)

    def __sub__(self, other: Ratio) -> Ratio:
        return self + -other

    def __mul__(self, other: Ratio) -> Ratio:
        self._check(other)
        return self.space.ratio(self.num * other.num, self.den * other.den)

    def __truediv__(self, other: Ratio) -> Ratio:
        self._check(other)
        return self.space.ratio(self.num * other.den, self.den * other.num)

    def __pow__(self, exponent: int) -> Ratio:
        out = self.space.number(1)
        for _ in range(exponent):
            out = out * self
        return out

    def _check(self, other: Ratio) -> None:
        if max(len(self.num), len(self.den)) * max(len(other.num), len(other.den)) > 40 * MOST_TERMS:
            raise TooLongError("a product of two long polynomials")

    def __repr__(self) -> str:
        return f"({self.num})/({self.den})"


def total(parts: Iterable[Ratio], space: Space) -> Ratio:
    """The sum of quotients."""
    out = space.number(0)
    for part in parts:
        out = out + part
    return out
