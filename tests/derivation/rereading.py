"""Displayed rows read back with the limited parser: chains of equal members, judged exactly.

On the left of a chain stands a name, a formula in symbols, or nothing where a sum or a root is worked out by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from exactmetrics.exact.errors import ReadingError
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Expr
from exactmetrics.expression.reading import value_of
from tests.expression.chains import read_chain

LONGEST = 40_000  # characters a member: twenty classes make long sums


class FaultError(AssertionError):
    """Something in a finished document that does not hold."""


@dataclass
class Chain:
    """What is said to be equal to one name, or to each other, over one row or several."""

    name: str
    texts: list[str] = field(default_factory=list)
    trees: list[Expr] = field(default_factory=list)
    symbolic: list[str] = field(default_factory=list)  # members that are formulas in symbols
    boxed: bool = False

    def values(self) -> list[Any]:
        return [exact(tree) for tree in self.trees]


def exact(tree: Expr) -> Any:
    """The value of a tree; a mean of many roots is beyond what is read from strangers, and is worked out here."""
    try:
        return value_of(tree)
    except ReadingError as refusal:
        if "unlike roots" not in str(refusal):
            raise
        return evaluate(tree)


def unboxed(row: str) -> str:
    r"""A row without its \boxed{...}."""
    found = re.fullmatch(r"(.*?)\\boxed\{(.*)\}(.*)", row, re.DOTALL)
    return row if found is None else found[1] + found[2] + found[3]


def chains_of(rows: Sequence[str]) -> list[Chain]:
    """The chains of a section; a row that begins with its relation goes on, and so does one with the same name."""
    chains: list[Chain] = []
    for row in rows:
        read = read_chain(unboxed(row), max_length=LONGEST)
        if set(read.relations) - {"="}:
            raise FaultError(f"relations {read.relations} in {row}")
        first, *members = read.members
        if first.tree is not None or first.error is not None:  # arithmetic: nothing stands on the left
            chains.append(Chain(""))
            members = [first, *members]
        elif not read.relations:  # its rows stand below it
            if not chains or first.text != chains[-1].name:
                chains.append(Chain(first.text))
        elif first.text and (not chains or first.text != chains[-1].name):
            chains.append(Chain(first.text, boxed="\\boxed" in row))
        elif not chains:
            raise FaultError(f"nothing on the left of {row}")
        for member in members:
            if member.tree is not None:
                chains[-1].texts.append(member.text)
                chains[-1].trees.append(member.tree)
            elif member.symbolic and member.text:
                chains[-1].symbolic.append(member.text)
            else:
                raise FaultError(f"not read: {member.text!r} in {row} ({member.error})")
    for chain in chains:
        if not (chain.trees or chain.symbolic):
            raise FaultError(f"nothing is equal to {chain.name}")
    return chains


def check_equal(chain: Chain, value: Any) -> int:
    """Every member of a chain is exactly the value; how many there are."""
    for text, found in zip(chain.texts, chain.values(), strict=True):
        if found != value:
            raise FaultError(f"{chain.name} = {text}: that is {found}, not {value}")
    if len(chain.trees) < (1 if chain.name else 2):
        raise FaultError(f"{chain.name or 'a chain'} says nothing is equal")
    return len(chain.trees)


def check_numeric(text: str) -> list[Any]:
    """The values of a chain of numbers only, whose relations all hold."""
    read = read_chain(text, max_length=LONGEST)
    if any(m.tree is None for m in read.members):
        raise FaultError(f"not read: {text}")
    values = [exact(m.tree) for m in read.members if m.tree is not None]
    for (a, b), relation in zip(pairwise(values), read.relations, strict=True):
        holds = {"=": a == b, "<": a < b}.get(relation)
        if not holds:
            raise FaultError(f"{a} {relation} {b} does not hold in {text}")
    return values
