"""Polynomials in the four numbers of a class among n samples: tp, tn, its support p, and n.

They are what a definition leaves when its counts are unknown. Coefficients are exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import TypeAlias

Powers: TypeAlias = tuple[int, int, int, int]  # of tp, tn, p, n
Coefficient: TypeAlias = int | Fraction
ONE: Powers = (0, 0, 0, 0)
_INT = frozenset({int})


class Poly:
    """A polynomial: the coefficient of every product of powers.

    >>> tp, n = Poly.variable(0), Poly.variable(3)
    >>> (tp + n) * (n - tp) == n * n - tp * tp
    True
    """

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: Mapping[Powers, Coefficient]) -> None:
        self.terms = {powers: c for powers, c in terms.items() if c}
        self._hash: int | None = None

    @classmethod
    def variable(cls, place: int) -> Poly:
        """One of the four: 0 is tp, 1 is tn, 2 is the support, 3 is n.

        >>> Poly.variable(2).terms
        {(0, 0, 1, 0): 1}
        """
        a, b, c, d = (int(i == place) for i in range(4))
        return cls({(a, b, c, d): 1})

    @classmethod
    def constant(cls, value: Coefficient) -> Poly:
        """A plain number.

        >>> Poly.constant(3).terms
        {(0, 0, 0, 0): 3}
        """
        return cls({ONE: value})

    def __add__(self, other: Poly) -> Poly:
        terms = dict(self.terms)
        for powers, c in other.terms.items():
            terms[powers] = terms.get(powers, 0) + c
        return Poly(terms)

    def __sub__(self, other: Poly) -> Poly:
        return self + other.scaled(-1)

    def __mul__(self, other: Poly) -> Poly:
        terms: dict[Powers, Coefficient] = {}
        for (a, b, c, d), x in self.terms.items():
            for (e, f, g, h), y in other.terms.items():
                powers = (a + e, b + f, c + g, d + h)
                terms[powers] = terms.get(powers, 0) + x * y
        return Poly(terms)

    def scaled(self, factor: Coefficient) -> Poly:
        """The polynomial times a number.

        >>> Poly.variable(0).scaled(2).terms
        {(1, 0, 0, 0): 2}
        """
        return Poly({powers: c * factor for powers, c in self.terms.items()})

    def combined(self, factor: Coefficient, other: Poly, times: Coefficient) -> Poly:
        """This times a number, and another one times another.

        >>> Poly.variable(0).combined(2, Poly.variable(0), -2).terms
        {}
        """
        terms = {powers: c * factor for powers, c in self.terms.items()}
        for powers, c in other.terms.items():
            terms[powers] = terms.get(powers, 0) + c * times
        return Poly(terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Poly) and self.terms == other.terms

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __repr__(self) -> str:
        return f"Poly({self.terms!r})"

    def primitive(self) -> tuple[Coefficient, Poly]:
        """A number and a polynomial with whole coefficients without a common factor, whose product this is.

        >>> (Poly.variable(0).scaled(4) + Poly.variable(1).scaled(-6)).primitive()[0]
        2
        """
        whole = lcm(*(c.denominator for c in self.terms.values()))
        numbers = {powers: int(c * whole) for powers, c in self.terms.items()}
        common = gcd(*numbers.values())
        if numbers[max(numbers)] < 0:
            common = -common
        factor = Fraction(common, whole)
        rest = Poly({powers: c // common for powers, c in numbers.items()})
        return (factor.numerator if factor.denominator == 1 else factor), rest

    def whole(self) -> Poly:
        """The polynomial times the least positive number that makes its coefficients whole.

        >>> Poly.variable(0).scaled(Fraction(1, 3)).whole() == Poly.variable(0)
        True
        """
        if _INT.issuperset(map(type, self.terms.values())):
            return self
        factor = lcm(*(c.denominator for c in self.terms.values()))
        return Poly({powers: int(c * factor) for powers, c in self.terms.items()})

    def at(self, p: int, n: int) -> list[list[int]]:
        """What is left for a support and a number of samples: by the power of tn, the coefficients of powers of tp.

        >>> (Poly.variable(0) * Poly.variable(3) - Poly.variable(1)).at(4, 9)
        [[0, 9], [-1]]
        """
        found: list[list[int]] = []
        for (i, j, k, m), c in self.terms.items():
            while len(found) <= j:
                found.append([])
            row = found[j]
            while len(row) <= i:
                row.append(0)
            row[i] += c * p**k * n**m
        for row in found:
            while row and not row[-1]:
                row.pop()
        while found and not found[-1]:
            found.pop()
        return found
