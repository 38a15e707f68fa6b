"""Slips of writing in a formula: a minus taken for a plus, a root or a square forgotten, a factor left out.

They are none of the diagnosis, for a number alone does not tell them apart; a line of a worked solution does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from exactmetrics.derivation.planning.tree import rebuild
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.nodes import Add, Expr, Mul, Named, Neg, Pow, Sqrt, Sum

FACTORS = 3  # from so many on one may be left out unseen


def miswritten(e: Expr) -> list[tuple[str, Expr]]:
    """Every formula with one slip, and the kind of the slip; the formulas of the names in it stay as they are.

    >>> from exactmetrics.expression.nodes import number
    >>> [kind for kind, _ in miswritten(Sqrt(number(3) - Pow(number(2), 2)))]
    ['root', 'sign', 'square']
    """
    if isinstance(e, Named):
        return []
    found = list(_here(e))
    if isinstance(e, Sum):
        rows = [miswritten(part) for part in (e.body, *e.terms)]
        if len({tuple(kind for kind, _ in row) for row in rows}) == 1:  # the terms are written as the summand
            for (kind, body), *terms in zip(*rows, strict=True):
                found.append((kind, replace(e, body=body, terms=tuple(term for _, term in terms))))
        return found
    for at, part in enumerate(children(e)):
        found += [(kind, _with(e, at, made)) for kind, made in miswritten(part)]
    return found


def _here(e: Expr) -> Iterator[tuple[str, Expr]]:
    if isinstance(e, Sqrt):
        yield "root", e.arg
    elif isinstance(e, Pow) and e.exponent == 2:
        yield "square", e.base
    elif isinstance(e, Add):
        for at, term in enumerate(e.terms):
            if at and isinstance(term, Neg):
                yield "sign", Add((*e.terms[:at], term.arg, *e.terms[at + 1 :]))
    elif isinstance(e, Mul) and len(e.factors) >= FACTORS:
        for at in range(len(e.factors)):
            yield "factor", Mul(e.factors[:at] + e.factors[at + 1 :])


def _with(e: Expr, at: int, made: Expr) -> Expr:
    """The node with another part at a place."""
    places = count()
    return rebuild(e, lambda part: made if next(places) == at else part)
