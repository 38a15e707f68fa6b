"""A step of the working: its kind, the numbers its sentence names, and the line of trees it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from exactmetrics.derivation.planning.tree import rebuild
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.nodes import Expr, Num


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


def apply_everywhere(tree: Expr, rule: Rule) -> Work | None:
    """The step a rule makes: on every innermost node it fits, at once; a shorter row of forms waits at its end.

    >>> from exactmetrics.derivation.working.fractions import over, reduce
    >>> from fractions import Fraction
    >>> from exactmetrics.expression.nodes import lift
    >>> work = apply_everywhere(over(2, 4) + over(6, 9), reduce)
    >>> work.kind, work.places, work.members[-1] == lift(Fraction(1, 2)) + Fraction(2, 3)
    ('reduce', 2, True)
    >>> apply_everywhere(over(1, 2), reduce) is None
    True
    """
    found: list[Move] = []
    moves: dict[int, Move] = {}  # by identity of the node
    _find(tree, rule, moves, found)
    if not found:
        return None
    length = max(len(m.forms) for m in found)
    members = [_moved(tree, moves, at) for at in range(length)]
    return Work(_kind(found), members, found[0].facts if len(found) == 1 else {}, len(found))


def _kind(found: list[Move]) -> str:
    """What moves of one rule in several places are called together."""
    kinds = {move.kind for move in found}
    return kinds.pop() if len(kinds) == 1 else "reduce" if "reduce" in kinds else "put_together"


def apply_to(tree: Expr, node: Expr, move: Move) -> Work:
    """The step that a move makes on the one node that it fits.

    >>> from exactmetrics.derivation.working.fractions import over, reduce
    >>> half = over(2, 4)
    >>> apply_to(half, half, reduce(half)).kind
    'reduce'
    """
    if node is tree:
        return Work(move.kind, move.forms.copy(), move.facts)
    return Work(move.kind, [_put(tree, node, form) for form in move.forms], move.facts)


def _put(e: Expr, node: Expr, form: Expr) -> Expr:
    """The tree with a form in the place of one node."""
    if e is node:
        return form
    return e if type(e) is Num else rebuild(e, lambda part: _put(part, node, form))


def _find(e: Expr, rule: Rule, moves: dict[int, Move], found: list[Move]) -> bool:
    """Note the moves inside a node, or its own where there is none inside; whether there was one."""
    inside = False
    for part in children(e):
        inside = _find(part, rule, moves, found) or inside
    if inside:
        return True
    move = rule(e)
    if move is not None:
        moves[id(e)] = move
        found.append(move)
    return move is not None


def _moved(e: Expr, moves: dict[int, Move], at: int) -> Expr:
    move = moves.get(id(e))
    if move is not None:
        return move.forms[min(at, len(move.forms) - 1)]
    return rebuild(e, lambda part: _moved(part, moves, at))
