"""Chained rounding across a document: results that are right for the rounded numbers they are worked out from only.

A printed result stands for what it was worked out from. Where later arithmetic uses it, the same arithmetic is run on
the exact values; digits that then come out otherwise are noted. A number that is the result of two different things is
left alone, for it is not known which was meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import judge_number
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.expression.evaluate import walk, with_literals
from exactmetrics.expression.links import SOUND, printed_in
from exactmetrics.expression.nodes import Literal, Num
from exactmetrics.expression.reading.value import value_of
from exactmetrics.verification.checked import Hint
from exactmetrics.verification.links.findings import Link
from exactmetrics.verification.links.printed_sides import PrintedSide, printed_side

LARGEST = 400  # characters of arithmetic that is run again


def chained_inputs(links: Iterable[Link]) -> dict[int, Hint]:
    """By the `id` of a link, the hint that its result comes from rounded inputs."""
    known: dict[str, set[Number]] = {}  # what printed results stand for
    found: dict[int, Hint] = {}
    for link in links:
        if link.word not in ("exact", "rounded", "tie", "truncated", "chained"):
            continue
        value = _again(link, known) if "." in link.left + link.right or "," in link.left + link.right else None
        side = printed_side(link)
        if value is not None and side is not None and link.level == "ok" and not _holds(side, value):
            found[id(link)] = Hint("chained-inputs", {"expected": replace(side, value=value).expected()}, "", value)
        if side is not None:
            tree, other = (link.right_tree, link.left_tree) if side.right else (link.left_tree, link.right_tree)
            if isinstance(tree, Literal) and not isinstance(other, Literal):
                known.setdefault(tree.text, set()).add(side.value if value is None else value)
    return found


def _holds(side: PrintedSide, value: Number) -> bool:
    return judge_number(side.number, value).word in SOUND


def _again(link: Link, known: dict[str, set[Number]]) -> Number | None:
    """The value of a side on the exact values of its decimals; None where none of them is known, or one is doubtful."""
    tree = link.left_tree if isinstance(link.right_tree, Literal) else link.right_tree
    if tree is None or len(link.left) + len(link.right) > LARGEST or printed_in(tree) is not None:
        return None
    decimals = {node.text for node in walk(tree) if isinstance(node, Literal) and node.half_unit is not None}
    exact = {text: known[text] for text in decimals if text in known}
    if not exact or any(len(values) > 1 for values in exact.values()):
        return None
    try:
        value = value_of(with_literals(tree, lambda n: Num(min(exact[n.text])) if n.text in exact else n))
    except ReadingError:
        return None
    return None if isinstance(value, Undefined) else value
