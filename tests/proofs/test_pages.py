"""The pages of proofs in every language and form, and what they say line by line."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import isclose, prod, sqrt
from random import Random
from typing import Any

import jsonschema

from exactmetrics.derivation.messages import languages
from exactmetrics.expression.nodes import (
    Abs,
    Add,
    Div,
    Expr,
    Largest,
    Leaf,
    Max,
    Min,
    Mul,
    Named,
    Neg,
    Num,
    Pow,
    Product,
    Sqrt,
    Sum,
)
from exactmetrics.proofs.identities import identities
from exactmetrics.proofs.proof import Proof, prove
from exactmetrics.proofs.told import ROOTS, told
from exactmetrics.proofs.trees import letter
from tests.cases import each, size
from tests.cli.run import run
from tests.house.source import ROOT

STATEMENTS = (
    "recall[weighted] = accuracy", "precision[weighted] = accuracy", "f1 <= fowlkes_mallows", "kappa <= 1",
    "f1 <= max(P, R)", "abs(mcc) <= 1", "mcc^2 = informedness*markedness if k = 2", "goodman_kruskal_lambda <= 1",
    "bennett_s <= accuracy if k >= 3 and every class has samples",
)  # fmt: skip
SCHEMA = json.loads((ROOT / "exactmetrics/cli/prove.schema.json").read_text(encoding="utf-8"))


@each("text", STATEMENTS)
def test_every_language_has_a_page(text: str) -> None:
    proof = prove(text, seconds=1)
    pages = {proof.to_text(language=one) for one in languages()}
    assert len(pages) == len(languages())
    for one in languages():
        page = proof.to_markdown(language=one)
        assert page.count("$") % 2 == 0
        assert proof.to_latex(language=one).count("$") == page.count("$")
        for format in ("github", "latex-document", "html"):
            assert (
                re.search(r"(?<![\\\w])(TP|FN)_i|\bs_i =", re.sub(r"\$[^$]*\$", "", proof.to(format, language=one)))
                is None
            )
    jsonschema.validate(proof.to_dict(), SCHEMA)


Rows = tuple[tuple[int, ...], ...]


def value(e: Any, rows: Rows, at: int, names: dict[Expr, Expr] | None = None, second: int = 0) -> Any:
    """A formula of a page on a matrix, of the class at a position; what has a name on the page by that."""
    n = sum(map(sum, rows))

    def of(part: Any, one: int = at, other: int = second) -> Any:
        return value(part, rows, one, names, other)

    match e:
        case Num(number):
            return Fraction(number)  # type: ignore[arg-type]
        case Named():
            return of(names[e] if names and e in names else e.body)
        case Leaf("cell"):
            return Fraction(rows[at][second])
        case Leaf(block, tag):
            at = second if tag is not None and tag.second else at
            tp, row, column = rows[at][at], sum(rows[at]), sum(one[at] for one in rows)
            known = {"tp": tp, "support": row, "predicted": column, "fp": column - tp, "fn": row - tp, "n": n,
                     "tn": n - row - column + tp, "k": len(rows), "row_largest": max(rows[at]),
                     "column_largest": max(one[at] for one in rows)}  # fmt: skip
            return Fraction(known[block])
        case Neg() | Abs():
            return -of(e.arg) if isinstance(e, Neg) else abs(of(e.arg))
        case Add():
            return sum(map(of, e.terms), Fraction(0))
        case Mul():
            return prod(map(of, e.factors))
        case Div():
            return of(e.num) / of(e.den)
        case Pow():
            return of(e.base) ** e.exponent
        case Max() | Min():
            return (max if isinstance(e, Max) else min)(map(of, e.args))
        case Sqrt():
            return of(e.arg) ** (1 / len(rows)) if e.classes else sqrt(of(e.arg))
        case Sum():
            join = max if isinstance(e, Largest) else prod if isinstance(e, Product) else sum
            every = range(len(rows))
            return join(of(e.body, one, other) for one in every for other in (every if e.pairs else [second]))
    raise AssertionError(e)


@each(
    "text, rows",
    [
        ("recall[weighted] = accuracy", ((6, 1, 1), (1, 5, 2), (2, 3, 7))),
        ("jaccard = f1/(2 - f1)", ((6, 1, 1), (1, 5, 2), (2, 3, 7))),
        ("specificity[micro] = (accuracy + k - 2)/(k - 1)", ((6, 1, 1), (1, 5, 2), (2, 3, 7))),
        ("informedness[macro] = recall[macro] + specificity[macro] - 1", ((6, 1, 1), (1, 5, 2), (2, 3, 7))),
        ("kappa = (accuracy - overall_random_accuracy)/(1 - overall_random_accuracy)", ((3, 1), (2, 5))),
        ("kappa = 2*(TP*TN - FP*FN)/((TP + FP)*(FP + TN) + (TP + FN)*(FN + TN)) if k = 2", ((3, 1), (2, 5))),
        ("class_accuracy[macro] = 1 - 2*(1 - accuracy)/k", ((6, 1, 1), (1, 5, 2), (2, 3, 7))),
        ("f1[macro] <= (precision[macro] + recall[macro])/2", ((6, 1, 1), (1, 5, 2), (2, 3, 7))),
    ],
)
def test_every_line_of_a_side_has_the_value_of_that_side(text: str, rows: tuple[tuple[int, ...], ...]) -> None:
    lines = prove(text).lines
    assert len(lines) >= 4
    for side in ("left", "right"):
        values = {value(line.formula, rows, 0) for line in lines if line.side == side}
        assert len(values) == 1


LINES = [one.statement for one in identities() if one.group == "Bounds"] + [
    "f1[macro] <= fowlkes_mallows[macro]", "abs(kappa) <= 1 if k = 2", "f1[macro]^2 <= 1", "jaccard <= P*R + 1",
    "average_accuracy >= accuracy if k >= 3", "abs(mcc) >= 0 if k = 2", "scott_pi <= krippendorff_alpha", "TP <= T",
]  # fmt: skip


@each("text", LINES, quick=14)
def test_every_line_of_a_certificate_is_true(text: str) -> None:
    proof, random, tried = prove(text), Random(text), 0
    assert proof.verdict == "proved"
    while tried < size(8, 40):
        k = proof.statement.assumed.classes or random.randrange(max(2, proof.statement.assumed.at_least), 5)
        rows = tuple(tuple(random.choice((0, 1, 2, 9)) for _ in range(k)) for _ in range(k))
        try:
            for at in range(k):
                holds_line_by_line(proof, rows, at, random)
        except ZeroDivisionError:  # a side has no value
            continue
        tried += 1


def holds_line_by_line(proof: Proof, rows: Rows, at: int, random: Random) -> None:
    """Each line has the value of its name and of the one before, and is not negative where a reason is given."""
    assert proof.certificate is not None
    sides = {side: [one.formula for one in proof.lines if one.side == side] for side in ("left", "right")}
    more, less = ("right", "left") if proof.statement.relation == "<=" else ("left", "right")
    forms: list[Expr | None] = [Add((sides[more][way], Neg(sides[less][way]))) for way in (0, -1)]
    names = known(rows, at, proof.statement.assumed.at_least, random) | {letter("D"): forms[0]}
    holds = True

    def of(e: Expr) -> Any:
        return value(e, rows, at, names)

    for e in [forms[1], proof.certificate.subject if proof.certificate.over not in ("counts", "cells") else None]:
        assert e is None or close(of(e), of(letter("D"))), e
    for part in told(proof.certificate, forms[1]):
        if part.given or part.key not in ROOTS:  # which speak of the case before
            holds = all(of(one) >= 0 for one in part.given)
        for line in part.lines if holds else ():
            if isinstance(line.equals, Named) and (
                line.equals not in names or line.equals in map(letter, DEFINED.get(part.key, ""))
            ):
                names[line.equals] = line.formula
        before = None
        for line in part.lines if holds else ():
            assert line.equals is None or close(of(line.equals), of(line.formula)), (part.key, line)
            assert not line.follows or close(of(line.formula), before), (part.key, line)
            before = of(line.formula)
            assert not line.reason or before > -TINY, (part.key, line)
            if line.bound is not None:
                one, sign, *others = line.bound
                assert (of(others[0]) - of(one)) * (1 if sign == "<=" else -1) > -TINY, (part.key, line)
                assert all(close(of(others[0]), of(e)) for e in others), (part.key, line)


DEFINED = {
    "root": "ABC",
    "square": "AB",
    "summand": ["d_i"],
    "largest_cells": ["d_i"],
}  # names that mean something else in each part
TINY = 1e-9


def known(rows: Rows, at: int, least: int, random: Random) -> dict[Expr, Any]:
    """The letters of a proof's own: counts that are free of each other, and arguments of a curve."""
    tp, row, column = rows[at][at], rows[at], [one[at] for one in rows]
    n, correct = sum(map(sum, rows)), sum(rows[i][i] for i in range(len(rows)))
    u, v = max(row) - tp, max(column) - tp
    found = {"T": correct, "W": n - correct, "M": n - 1, "K": len(rows) - least, "C": correct - tp, "U": u, "V": v}
    found |= {"A": sum(row) - tp - u, "B": sum(column) - tp - v}
    found |= {name: Fraction(random.randrange(1, 9), 9) for name in "xyzXYZ"}
    return {letter(name): Num(Fraction(one)) for name, one in found.items()}


def close(one: Any, other: Any) -> bool:
    return one == other or isclose(one, other, rel_tol=TINY, abs_tol=TINY)


def test_the_exit_status_is_the_verdict() -> None:
    assert run("prove", "f1[micro] = accuracy").exit_code == 0
    assert run("prove", "f1[macro] = accuracy", "--json").exit_code == 1
    assert run("prove", "kl_divergence >= 0", "--budget", "0.5").exit_code == 3
    assert run("prove", "f1[makro] = accuracy").exit_code == 2


def test_a_page_names_its_lemma_and_says_where_both_sides_are_equal() -> None:
    assert "Cauchy-Schwarz" in prove("abs(mcc) <= 1").to_text()
    assert "Jensen" in prove("f1[macro]/(2 - f1[macro]) <= jaccard[macro]").to_text(language="fr")
    page = prove("jaccard <= f1").to_text()
    assert "exactly where one of these holds:\n\n   TP = 0\n   FN = 0 and FP = 0\n" in page
    for line in prove("min(P, R) <= f1").to_text().split("\n\n"):
        assert line.count(":\n") < 2
