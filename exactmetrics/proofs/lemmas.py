"""Inequalities that are led back to certificates: of roots, and of sums over classes.

Values are elements of a field of sympy (`ring.to_field()`) whose generators are counts, at least 0. A sum over classes
is given by its summand, a value in the counts of one class (TP, FP, FN, TN; their sum is N), so that a premise is a
certificate for one class and the lemma says what follows for any number of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from typing import Any

from sympy.polys.domains import QQ
from sympy.polys.rings import ring

from exactmetrics.proofs.certificates import BUDGET, Budget, Certificate, certificate
from exactmetrics.proofs.reasons import Polynomial

Ratio = Any  # sympy.polys.fields.FracElement, which has no types

MOST_SPLITS = 2  # signs that are told apart at once: four cases


@dataclass(frozen=True)
class Case:
    """What holds in a case, each at least 0, and the certificates that settle it."""

    given: tuple[Polynomial, ...]
    certificates: tuple[Certificate, ...]


@dataclass(frozen=True)
class Cases:
    """A statement that holds where one of some alternatives does, and for each case a shown one."""

    kind: str  # of what is shown: "root"
    alternatives: tuple[tuple[Ratio, ...], ...]  # each is enough: all of its values are at least 0
    given: tuple[Polynomial, ...]
    cases: tuple[Case, ...]

    def check(self) -> bool:
        """Whether each case is settled, and no counts lie outside all of them."""
        return self._covered() and all(
            tuple(quotient_of(each) for each in case.certificates) in self.alternatives
            and all({*each.given} <= {*self.given, *case.given} and each.check() for each in case.certificates)
            for case in self.cases
        )

    def _covered(self) -> bool:
        splits: list[Polynomial] = []
        for case in self.cases:
            splits += [each for each in case.given if each not in splits and -each not in splits]
        return all(
            any(all(each in signs for each in case.given) for case in self.cases)
            for signs in product(*((each, -each) for each in splits))
        )


def at_most_root(
    u: Ratio, v: Ratio, times: Ratio | int = 1, given: Sequence[Polynomial] = (), budget: Budget = BUDGET
) -> Cases | None:
    """Why u <= times * sqrt(v): by the signs of both sides and their squares. sqrt(v) <= u is -u <= -1 * sqrt(v).

    >>> counts, tp, fp, fn = ring("TP, FP, FN", QQ)
    >>> field = counts.to_field()
    >>> tp, fp, fn = map(field, (tp, fp, fn))
    >>> why = at_most_root(2 * tp / (2 * tp + fp + fn), tp**2 / ((tp + fp) * (tp + fn)))
    >>> [each.kind for case in why.cases for each in case.certificates], why.check()
    (['coefficients', 'factors'], True)
    """
    times = u.parent()(times) if isinstance(times, int) else times
    difference = times**2 * v - u**2
    alternatives = ((times, difference), (times, -u), (-u, -difference))
    return by_cases("root", alternatives, [u, times], given, budget)


def by_cases(
    kind: str,
    alternatives: tuple[tuple[Ratio, ...], ...],
    splits: Iterable[Ratio],
    given: Sequence[Polynomial] = (),
    budget: Budget = BUDGET,
) -> Cases | None:
    """Why one of the alternatives holds, in as few cases as are found: signs of factors of `splits` tell them apart."""
    signs = list(dict.fromkeys(factor for each in splits for factor in _changing(each.numer)))
    for number in range(MOST_SPLITS + 1):
        for chosen in combinations(signs, number):
            cases = []
            for case in product(*((each, -each) for each in chosen)):
                found = _settled(alternatives, (*given, *case), budget)
                if found is None:
                    break
                cases.append(Case(case, found))
            else:
                return Cases(kind, alternatives, tuple(given), tuple(cases))
    return None


def _settled(
    alternatives: tuple[tuple[Ratio, ...], ...], given: tuple[Polynomial, ...], budget: Budget
) -> tuple[Certificate, ...] | None:
    for values in alternatives:
        found = []
        for value in values:
            shown = certificate(value.numer, value.denom, given, budget)
            if shown is None:
                break
            found.append(shown)
        else:
            return tuple(found)
    return None


def _changing(polynomial: Polynomial) -> Iterator[Polynomial]:
    """The factors of odd exponent that are seen to change their sign."""
    if not polynomial or prod(degree + 1 for degree in polynomial.degrees()) > BUDGET.size:
        return
    for factor, exponent in polynomial.factor_list()[1]:
        if exponent % 2 and min(factor.values()) < 0 < max(factor.values()):
            yield factor


def quotient_of(shown: Certificate) -> Ratio:
    """What a certificate shows never to be negative, as it was asked."""
    top, bottom = shown.difference
    field = top.ring.to_field()
    return field(top) / field(bottom)


@dataclass(frozen=True)
class Lemma:
    """A named lemma on sums over classes: its terms, and the certificates of its premises, for one class.

    Sums go over the classes; every term is a value in the counts of one class.

        cauchy_schwarz  a, b, c    a, b >= 0, c^2 <= a b         (sum c)^2 <= sum a sum b
        geometric       a, b, c    a, b >= 0, a + b <= 2 c       sum a sum b <= (sum c)^2
        convex          w, f       w >= 0, f - t >= 0            f(sum w x / sum w) <= sum w f(x) / sum w
        concave         w, f       w >= 0, t - f >= 0            f(sum w x / sum w) >= sum w f(x) / sum w

    In the last two f is a value in arguments of its own, each from 0 to 1, and t its tangent at any point (X, Y, ...).
    """

    name: str
    terms: tuple[Ratio, ...]
    premises: tuple[Certificate, ...]

    def check(self) -> bool:
        """Whether the premises are those that the lemma asks for, and each is shown."""
        asked = PREMISES[self.name](*self.terms)
        return len(asked) == len(self.premises) and all(
            quotient_of(shown) == value and not shown.given and shown.check()
            for shown, value in zip(self.premises, asked, strict=True)
        )


def lemma(name: str, *terms: Ratio, budget: Budget = BUDGET) -> Lemma | None:
    """A lemma on sums over classes with its premises shown; None where one of them is not.

    The squared Matthews correlation of any number of classes is at most 1, because that of one class is:

    >>> counts, *cells = ring("TP, FP, FN, TN", QQ)
    >>> tp, fp, fn, tn = map(counts.to_field(), cells)
    >>> s, p, n = tp + fn, tp + fp, tp + fp + fn + tn
    >>> why = lemma("cauchy_schwarz", s * (n - s), p * (n - p), n * tp - s * p)
    >>> [premise.kind for premise in why.premises], why.check()
    (['coefficients', 'coefficients', 'coefficients'], True)
    """
    premises = [certificate(value.numer, value.denom, budget=budget) for value in PREMISES[name](*terms)]
    shown = tuple(each for each in premises if each)
    return Lemma(name, terms, shown) if len(shown) == len(premises) else None


def _gap(f: Ratio, sign: int) -> Ratio:
    """How far f is above its tangent at any point, or with the sign -1 below it; -1 where f is no whole curve.

    The arguments are letters; from 0 to 1, each written as u / (u + v), where the denominator of f has a minus.
    """
    names = [str(gen) for gen in f.parent().gens]
    every = [*names, *map(str.upper, names)]
    if min(f.denom.values()) > 0:
        here: list[Ratio] = [*ring(every, QQ)[0].to_field().gens]
    else:
        pairs = ring([f"{name}{end}" for name in every for end in ("", "_rest")], QQ)[0].to_field().gens
        here = [u / (u + v) for u, v in zip(pairs[::2], pairs[1::2], strict=True)]
    point, touched = here[: len(names)], here[len(names) :]
    below = _put(f.parent()(f.denom), point).numer
    if min(below.values()) < 0 < max(below.values()):  # it may be 0 between two arguments
        return here[0].parent()(-1)
    tangent = _put(f, touched)
    for gen, x, at in zip(f.parent().gens, point, touched, strict=True):
        tangent += _put(f.diff(gen), touched) * (x - at)
    return (_put(f, point) - tangent) * sign


def _put(value: Ratio, arguments: Sequence[Ratio]) -> Ratio:
    """A value of its generators with others put for them."""
    zero = arguments[0] * 0

    def of(polynomial: Polynomial) -> Any:
        total = zero
        for monomial, coefficient in polynomial.terms():
            term = zero + coefficient
            for argument, power in zip(arguments, monomial, strict=True):
                term *= argument**power
            total += term
        return total

    return of(value.numer) / of(value.denom)


# What each lemma asks to be at least 0, of its terms.
PREMISES: dict[str, Callable[..., list[Ratio]]] = {
    "cauchy_schwarz": lambda a, b, c: [a, b, a * b - c**2],
    "geometric": lambda a, b, c: [a, b, 2 * c - a - b],
    "convex": lambda w, f: [w, _gap(f, 1)],
    "concave": lambda w, f: [w, _gap(f, -1)],
}
