"""A step of the working: its kind, the numbers its sentence names, and the line of trees it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from exactmetrics.derivation.tree import rebuild
from exactmetrics.expression.nodes import Expr


@dataclass(slots=True)
class Move:
    """What a rule makes of one node: the forms it takes one after the other, the last one being the outcome."""

    kind: str
    forms: list[Expr]
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Work:
    """One step on the whole tree."""

    kind: str
    members: list[Expr]
    facts: dict[str, Any] = field(default_factory=dict)
    places: int = 1


Rule = Callable[[Expr], Move | None]


def apply_everywhere(tree: Expr, rule: Rule) -> Work:
    """The step a rule makes: on every innermost node it fits, at once; a shorter row of forms waits at its end.

    >>> from exactmetrics.derivation.working.fractions import over, reduce
    >>> from fractions import Fraction
    >>> from exactmetrics.expression.nodes import lift
    >>> work = apply_everywhere(over(2, 4) + over(6, 9), reduce)
    >>> work.kind, work.places, work.members[-1] == lift(Fraction(1, 2)) + Fraction(2, 3)
    ('reduce', 2, True)
    """
    moves: list[Move] = []
    marked = _mark(tree, rule, moves)
    length = max(len(m.forms) for m in moves)
    members = [_unmark(marked, at) for at in range(length)]
    facts = moves[0].facts if len(moves) == 1 else {}
    return Work(moves[0].kind, members, facts, len(moves))


@dataclass(slots=True)
class _Marked(Expr):
    move: Move


def _mark(e: Expr, rule: Rule, moves: list[Move]) -> Expr:
    before = len(moves)
    inner = rebuild(e, lambda part: _mark(part, rule, moves))
    if len(moves) > before:
        return inner
    move = rule(e)
    if move is None:
        return e
    moves.append(move)
    return _Marked(move)


def _unmark(e: Expr, at: int) -> Expr:
    if isinstance(e, _Marked):
        return e.move.forms[min(at, len(e.move.forms) - 1)]
    return rebuild(e, lambda part: _unmark(part, at))
