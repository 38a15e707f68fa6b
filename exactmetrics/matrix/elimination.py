"""Exact linear elimination over the identities.

Every identity is a homogeneous equation between counts. Unknown counts are expressed by known ones, so that one
elimination tells what each unknown is, which conditions the known counts must meet, and how both depend on each given
number. The arithmetic is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from .consistency import Identity, N, Variable
from .exact_count import Count, simplest

Row = dict[Variable, Count]


@dataclass(frozen=True, slots=True)
class Eliminated:
    """What the identities say once the unknowns are eliminated.

    Attributes:
        solved: for every determined unknown, its coefficients on the known counts.
        conditions: combinations of known counts that must be 0.
        rules: for every eliminated unknown, its coefficients on known counts and on unknowns that stay open.
    """

    solved: dict[Variable, Row]
    conditions: list[Row]
    rules: dict[Variable, Row]


def eliminate(identities: Iterable[Identity], known: Iterable[Variable]) -> Eliminated:
    """Express the unknown counts by the known ones.

    Args:
        identities: the equations.
        known: the counts whose values are given.

    >>> identity = Identity("support = TP + FN", (("support", "K"),), (("tp", "K"), ("fn", "K")))
    >>> solved = eliminate([identity], [("support", "K"), ("tp", "K")]).solved
    >>> solved["fn", "K"]
    {('support', 'K'): 1, ('tp', 'K'): -1}
    """
    given = set(known)
    pivots: dict[Variable, Row] = {}
    conditions: list[Row] = []
    for identity in identities:
        row = reduced(_equation(identity), pivots)
        unknown = [variable for variable in row if variable not in given]
        if not unknown:
            conditions += [row] if row else []
            continue
        # n stands in every class: solved for last, it does not fill the other rows.
        pivot = next((variable for variable in unknown if variable != N), N)
        scale = row.pop(pivot)
        rule = {variable: quotient(-factor, scale) for variable, factor in row.items()}
        for other in pivots.values():
            substitute(other, pivot, rule)
        pivots[pivot] = rule
    solved = {variable: rule for variable, rule in pivots.items() if all(other in given for other in rule)}
    return Eliminated(solved, conditions, pivots)


def _equation(identity: Identity) -> Row:
    """Write an identity as left − right = 0."""
    row: Row = {}
    for side, sign in ((identity.left, 1), (identity.right, -1)):
        for variable in side:
            row[variable] = row.get(variable, 0) + sign
    return {variable: factor for variable, factor in row.items() if factor}


def quotient(numerator: Count, denominator: Count) -> Count:
    """Divide exactly, and stay with ints where the result is one.

    >>> quotient(4, -1), quotient(1, 2)
    (-4, Fraction(1, 2))
    """
    return simplest(Fraction(numerator) / denominator) if abs(denominator) != 1 else numerator * denominator


def reduced(row: Row, pivots: Mapping[Variable, Row]) -> Row:
    """Replace in a row every unknown that is already expressed by others.

    >>> fn = {("support", "K"): 1, ("tp", "K"): -1}
    >>> reduced({("fn", "K"): 2, ("tp", "K"): 2}, {("fn", "K"): fn})
    {('support', 'K'): 2}
    """
    for variable in [variable for variable in row if variable in pivots]:
        substitute(row, variable, pivots[variable])
    return row


def substitute(row: Row, variable: Variable, rule: Row) -> None:
    """Replace one variable in a row, in place, by the combination that equals it.

    >>> row = {("tp", "K"): 2}
    >>> substitute(row, ("tp", "K"), {("n", None): 3})
    >>> row
    {('n', None): 6}
    """
    factor = row.pop(variable, None)
    if not factor:
        return
    for other, weight in rule.items():
        total = row.get(other, 0) + factor * weight
        if total:
            row[other] = total
        else:
            row.pop(other, None)
