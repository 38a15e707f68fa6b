"""The pages of proofs in every language and form, and what they say line by line."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import jsonschema

from exactmetrics.derivation.messages import languages
from exactmetrics.expression.nodes import Add, Div, Leaf, Mul, Named, Neg, Num, Pow, Sum
from exactmetrics.proofs.proof import prove
from tests.cases import each
from tests.cli.run import run
from tests.house.source import ROOT

STATEMENTS = (
    "recall[weighted] = accuracy", "precision[weighted] = accuracy", "f1 <= fowlkes_mallows", "kappa <= 1",
    "f1 <= max(P, R)", "mcc^2 = informedness*markedness if k = 2", "goodman_kruskal_lambda <= 1",
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
        for format in ("github", "latex-document", "html"):
            assert (
                re.search(r"(?<![\\\w])(TP|FN)_i|\bs_i =", re.sub(r"\$[^$]*\$", "", proof.to(format, language=one)))
                is None
            )
    jsonschema.validate(proof.to_dict(), SCHEMA)


def value(e: Any, rows: tuple[tuple[int, ...], ...], at: int) -> Fraction:
    """A formula of a page on a matrix, of the class at a position."""
    n = sum(map(sum, rows))
    match e:
        case Num(number):
            return Fraction(number)  # type: ignore[arg-type]
        case Named():
            return value(e.body, rows, at)
        case Leaf(block):
            tp, row, column = rows[at][at], sum(rows[at]), sum(one[at] for one in rows)
            known = {"tp": tp, "support": row, "predicted": column, "fp": column - tp, "fn": row - tp, "n": n,
                     "tn": n - row - column + tp, "k": len(rows)}  # fmt: skip
            return Fraction(known[block])
        case Neg():
            return -value(e.arg, rows, at)
        case Add():
            return sum((value(one, rows, at) for one in e.terms), Fraction(0))
        case Mul():
            out = Fraction(1)
            for one in e.factors:
                out *= value(one, rows, at)
            return out
        case Div():
            return value(e.num, rows, at) / value(e.den, rows, at)
        case Pow():
            return value(e.base, rows, at) ** e.exponent
        case Sum():
            return sum((value(e.body, rows, one) for one in range(len(rows))), Fraction(0))
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


def test_the_exit_status_is_the_verdict() -> None:
    assert run("prove", "f1[micro] = accuracy").exit_code == 0
    assert run("prove", "f1[macro] = accuracy", "--json").exit_code == 1
    assert run("prove", "goodman_kruskal_lambda >= 0", "--budget", "0.5").exit_code == 3
    assert run("prove", "f1[makro] = accuracy").exit_code == 2


def test_a_page_names_its_lemma_and_says_where_both_sides_are_equal() -> None:
    assert "Cauchy-Schwarz" in prove("abs(mcc) <= 1").to_text()
    assert "Jensen" in prove("f1[macro]/(2 - f1[macro]) <= jaccard[macro]").to_text(language="fr")
    page = prove("jaccard <= f1").to_text()
    assert "exactly where one of these holds:\n\n   TP = 0\n   FN = 0 and FP = 0\n" in page
    for line in prove("min(P, R) <= f1").to_text().split("\n\n"):
        assert line.count(":\n") < 2
