"""Formulas that stand anywhere behind the name of what they are of, whatever stands between.

The name is the nearest one before: what a formula is worth shows whether it is of that metric. Where it is not, nothing
is said of it, but where it lacks its brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Num, Sqrt
from exactmetrics.expression.reading.tokens import Token, tokenize
from exactmetrics.verification.formulas.grammar import Over, Symbol, nodes, read
from exactmetrics.verification.formulas.notations import in_signs_of_arithmetic
from exactmetrics.verification.formulas.regions import LONGEST_ROW, Region
from exactmetrics.verification.formulas.spoken import last_metric, metrics_in, near_before
from exactmetrics.verification.formulas.vocabulary import COUNTS, Name, named

_MAY_HOLD = re.compile(r"[/÷]|\\[dt]?frac|\bsqrt|√|[A-Za-z)\d] ?[-−+*] ?[A-Za-z(\d]")
_OWN_NAME = re.compile(r"[A-Za-z]{5}[^=]*(?:=|<-)[\s({]*$")  # a formula that has a name, which is not known
_EQUATION = re.compile(r"\$\$?[^$]*=[^$]*\$\$?|[^\n]*(?<![=<>!])=(?!=)[^\n]*\n")  # names in other formulas
_BEGINS = ("name", "unit", "frac", "root", "open", "number")
_OPERATORS = ("sign", "times", "over", "power", "super")


def loose_regions(text: str, near: str) -> Iterator[Region]:
    """The formulas of a piece without a sign behind their names; `near` is the text before it."""
    start = 0
    for line in text.splitlines(keepends=True):
        if len(line) <= LONGEST_ROW and _MAY_HOLD.search(line):
            signs = in_signs_of_arithmetic(line.replace("$", " "))
            for begin, stop, parts in _formulas(tokenize(signs)):
                own = _OWN_NAME.search(signs[:begin])
                before = _EQUATION.sub(" ", near_before(near, text, start + begin))
                name = last_metric(before) if own is None or metrics_in(own[0]) else ""
                if name and named(name) not in parts:
                    before = f"{name} = "
                    yield Region(before + signs[begin:stop], start + begin - len(before), True, "if-brackets")
        start += len(line)


def _formulas(tokens: list[Token]) -> Iterator[tuple[int, int, list[Name]]]:
    """Where the formulas of a line begin and end, and what they are made of."""
    at = 0
    while at < len(tokens):
        begins = tokens[at].kind in _BEGINS and tokens[at].text != "{"
        if not begins or (at and tokens[at - 1].kind in _OPERATORS):
            at += 1
            continue
        trees, taken = read(tokens[at:], plain=True)
        if trees and taken > 2 and _is_formula(trees[0]):
            last, parts = tokens[at + taken - 1], [one for one in nodes(trees[0]) if isinstance(one, Symbol)]
            yield (
                tokens[at].position,
                last.position + len(last.text),
                [*filter(None, (named(one.name) for one in parts))],
            )
        at += max(1, taken if trees else 1)


def _is_formula(tree: Expr) -> bool:
    """Whether a value is worked out of names of the field: a quotient, or what is made of metrics."""
    every = list(nodes(tree))
    told = [one for node in every if isinstance(node, Symbol) and (one := named(node.name)) is not None and one.told]
    of_metrics = any(one.meanings[0] not in COUNTS for one in told)
    divides = any(isinstance(node, (Sqrt, Over)) or (isinstance(node, Div) and not _is_number(node)) for node in every)
    works = any(isinstance(node, (Add, Mul)) for node in every)
    return bool(told) and ((of_metrics and (works or divides)) or (divides and works and len(told) > 1))


def _is_number(e: Div) -> bool:
    return isinstance(e.num, Num) and isinstance(e.den, Num)
