"""Derivations from scores: every page holds, and its tables and sentences say what the samples say."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sklearn.metrics import roc_auc_score

import exactmetrics as em
from exactmetrics import Scores
from exactmetrics.derivation.messages import languages
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.score_registry import all_score_metrics
from tests.cases import EXHAUSTIVE, each
from tests.cli.run import printed, refused, run, write
from tests.derivation.documents import SURFACES, Table, take_apart
from tests.derivation.rereading import FaultError
from tests.house.source import ROOT
from tests.latex import compile_latex, joined
from tests.pages import run_commands, run_sessions
from tests.scores.asking import AVERAGES, INPUTS, questions_of, some
from tests.scores.reading import (
    check_length,
    check_numbers,
    check_page,
)  # fmt: skip

TARGET = Scores([1, 1, 1, 0, 0, 0], [0.9, 0.7, 0.5, 0.7, 0.4, 0.2])
TRUTH = ["bird", "cat", "cat", "dog", "bird", "dog"]
PERCENTS = [[60, 30, 10], [20, 50, 30], [70, 10, 20], [10, 20, 70], [30, 30, 40], [50, 25, 25]]
SHARES = [[Fraction(x, 100) for x in row] for row in PERCENTS]
FOUR, THREE = Scores(TRUTH[:4], SHARES[:4]), Scores(TRUTH, SHARES)
WEIGHTED = Scores([1, 0, 1, 0], ["0.9", "0.8", "0.7", "0.3"], sample_weight=["3/2", 1, "1/2", 2])
EVERY_OTHER = Scores([1, 0, 1, 0], [4, 3, 2, 1])
MACRO, OVO = {"average": "macro"}, {"average": "macro", "multi_class": "ovo"}


def long(seed: int, number: int) -> Scores:
    draw = Random(seed)
    truth = [draw.randint(0, 1) for _ in range(number)]
    return Scores([0, 1, *truth], [Fraction(draw.randint(0, 999), 1000) for _ in range(number + 2)])


def many(number: int, k: int) -> dict[bool, Scores]:
    """So many samples with a score of each class: of one class each, or of any number."""
    draw = Random(36)
    shares = [[Fraction(draw.randint(1, 999), 1000 * k) for _ in range(k)] for _ in range(number)]
    sets = [[draw.randint(0, 1) for _ in range(k)] for _ in range(number)]
    names = [f"c{at}" for at in range(k)]
    return {False: Scores([names[at % k] for at in range(number)], shares, labels=names), True: Scores(sets, shares)}


MANY = many(300, 20)


def text_of(scores: Scores, metric: str, **options: Any) -> str:
    return " ".join(scores.derive(metric, **options).to_text().split())


def table_of(scores: Scores, metric: str, format: str = "text", **options: Any) -> Table:
    """The table of the second step."""
    return take_apart(scores.derive(metric, **options).to(format), format).steps[1].tables[0]


# Every question


def test_every_kind_of_question_is_asked() -> None:
    every = {(average, None) for average in AVERAGES} | {("macro", "ovo"), ("weighted", "ovo")}
    asked = {question.kind[:4] for question in some(0)}
    assert asked == {
        (metric.name, convention, *average)
        for metric in all_score_metrics() for convention in metric.conventions
        for average in (every if metric.of == "class" else {(None, None)})
    }  # fmt: skip


def test_a_wrong_digit_is_seen() -> None:
    page = TARGET.derive("roc_auc").to("markdown")
    for old, new in (
        (r"\frac{15}{18}", r"\frac{15}{19}"),
        (r"2 \cdot 7 + 1", r"2 \cdot 7 + 2"),
        (r"3 \cdot 5", r"3 \cdot 4"),
    ):
        assert old in page
        with pytest.raises(FaultError):
            check_page(page.replace(old, new, 1), "markdown", Fraction(5, 6))


@each("undefined", ["0", "1", "omit"])
def test_a_policy_for_a_part_of_an_average_is_on_its_page(undefined: str) -> None:
    """A class that lacks a value has the one of the policy in the table, or none, and the mean is worked out."""
    worked = 0
    for name in ("three-absent", "sets-empty", "only-positive"):
        for question in questions_of(INPUTS[name]):
            averaged = question.options.get("average") in ("macro", "samples") and "multi_class" not in question.options
            try:
                if not averaged or not isinstance(question.value(), Undefined):
                    continue
            except UsageError:
                continue
            derivation = question.derive(undefined=undefined)
            question.check(derivation.value, undefined)
            if not isinstance(derivation.value, Undefined):
                worked += check_numbers(derivation, "markdown")
                text = " ".join(derivation.to_text().split())
                assert (" that have a value." in text) is (undefined == "omit")
                assert text.count(f"a convention: undefined={undefined}.") == 1
    assert worked > 20


@each(("metric", "options", "sets"), [
    *(("roc_auc", {"average": average}, 0) for average in AVERAGES[1:-1]),
    *(("log_auc", {"average": average}, 1) for average in AVERAGES[1:]),
    ("pr_auc", OVO, 0), ("eer", {"average": "weighted"}, 0), ("ece", {"bins": 10}, 0), ("d2_log_loss", {}, 0),
    ("hand_till", {}, 0), ("top_k_accuracy", {"k": 2}, 0), ("ndcg", {}, 1), ("lrap", {}, 1), ("ranking_loss", {}, 1),
])  # fmt: skip
def test_pages_of_many_samples_and_classes_are_short(metric: str, options: dict[str, Any], sets: int) -> None:
    check_length(MANY[sets == 1].derive(metric, **options))


def test_names_are_no_html() -> None:
    assert "<b>" not in Scores(["y<b>$", "n_&"], [1, 0], positive="y<b>$").derive("auc").to_html()


@each("language", ["en", "fr"], quick=1)
def test_latex_sets_every_page_within_its_width(language: str, tex_engine: str, tmp_path: Path) -> None:
    draw = Random(8)
    fine = Scores([draw.randint(0, 1) for _ in range(12)], [draw.random() for _ in range(12)])
    wide = Scores([0] * 5 + [1] * 6, [round(draw.random(), 6) for _ in range(11)])
    far, large = Scores([1, 1, 0, 0], [1e-9, -1e30, 0.1, 1e20]), many(40, 8)
    asked = some(0) if EXHAUSTIVE else {question.metric: question for question in some(0)}.values()
    derivations = [question.derive(language=language) for question in asked]
    for scores, metrics, options in (
        *((scores, ("roc_auc", "average_precision", "log_auc"), {}) for scores in (fine, wide, far)),
        *((scores, ("brier", "log_loss"), {}) for scores in (fine, wide)),
        (large[False], ("roc_auc",), OVO), (large[True], ("roc_auc",), MACRO),
        (large[True], ("roc_auc",), {"average": "samples"}),
    ):  # fmt: skip
        derivations += [scores.derive(metric, language=language, **options) for metric in metrics]
    alike: dict[str, list[str]] = {}
    for page in [*(d.to("latex-document") for d in derivations), *(d.to("beamer-document") for d in derivations[::8])]:
        alike.setdefault(page.partition(r"\begin{document}")[0], []).append(page)
    for at, pages in enumerate(alike.values()):
        (folder := tmp_path / str(at)).mkdir()
        result = compile_latex(joined(pages), folder, engine=tex_engine)
        assert (result.errors, result.overfull) == ([], [])


# Sentences


ABSENT = Scores(["a", "b", "a", "b"], [["0.6", "0.3", "0.1"], ["0.2", "0.5", "0.3"], ["0.7", "0.1", "0.2"],
                                       ["0.5", "0.4", "0.1"]], labels=["a", "b", "c"])  # fmt: skip
ALL, BITS = Scores([[1, 1]], [[1, 2]]), {"convention": "bits"}
GRADED, TIED = Scores([[3, 2, 0]], [[3, 2, 1]]), Scores([[1, 0, 1]], [[1, 1, 0]])
ONE_LEFT = Scores([1, 0], ["0.9", "0.7"])
IS_NUMBER = "is the number of"


@each(("scores", "metric", "options", "said", "not_said"), [
    # what lacks a value
    (Scores([0, 0], [1, 2]), "roc_auc", {}, ["undefined, because there is no positive sample"], []),
    (Scores([0, 0], [1, 2]), "ap", {}, ["undefined, because there is no positive sample"], []),
    (Scores([1, 1], [1, 2]), "roc_auc", {}, ["no negative sample"], []),
    (Scores([0, 0], [1, 2]), "roc_auc", {"undefined": 0}, ["AUC = 0", "undefined=0"], []),
    (Scores([1, 1], ["0.3", "0.6"]), "roc_auc", {"average": "micro"}, [], ["undefined"]),
    (Scores([1, 1], ["0.3", "0.6"]), "d2_brier", {}, ["all samples belong to one class"], []),
    (Scores([1, 0], [0, 0.5]), "log_loss", {}, ["a class with the probability 0 came true"], []),
    (Scores([0, 1], ["0.2", "0.5"], sample_weight=[0, 0], positive=1), "log_loss", {}, ["LL is undefined"], []),
    (Scores([1, 0] * 30, [0, *["0.5"] * 59], sample_weight=[0, *[1] * 59]), "log_loss", BITS, [], ["infinite"]),
    (ABSENT, "roc_auc", MACRO, ["undefined, because there is no sample of class c", "k = 3 is the number of classes"],
     ["that have a value"]),
    (ABSENT, "roc_auc", OVO, ["there is no sample of class c"], ["that have a value"]),
    (ABSENT, "ap", {"average": "weighted", "multi_class": "ovo"}, ["there is no sample of class c"], []),
    (ABSENT, "hand_till", {}, ["there is no sample of class c"], ["that have a value"]),
    (ALL, "roc_auc", {"average": "samples"}, ["sample 1 has every class"], []),
    (ALL, "roc_auc", {"average": "samples", "undefined": "omit"}, ["no class is left for the mean"], []),
    (Scores([[0, 0], [1, 0]], [[1, 2], [2, 1]]), "roc_auc", {"average": "samples"}, ["sample 1 has no class"], []),
    (Scores([[0, 0], [1, 0]], [[1, 2], [2, 1]]), "roc_auc", {"average": "samples", "undefined": "omit"}, [],
     ["no class is left"]),
    (Scores([[1, 0], [0, 2]], [[1, 2], [2, 1]], sample_weight=[0, 0]), "dcg", {},
     ["there is no sample of a weight greater than 0"], []),
    (Scores([[0, 0]], [[2, 1]]), "ndcg", {}, ["No item is relevant. The value is 0 then."], []),
    # what is counted: of weights the positive ones add up to 2; pairs weigh 6, those won 9/2 + 1
    (WEIGHTED, "roc_auc", {}, ["The weights of the positive samples add up to 2, those of the negative ones to 3.",
     "The weights of all pairs add up to n_pos*n_neg = 6.",
     "The weight of a pair is the product of the weights of both samples."], [IS_NUMBER]),
    (WEIGHTED, "average_precision", {}, ["AP = 1/2 * ((3/2) * 1 + (1/2) * (2/3))"], [IS_NUMBER]),
    (Scores(TRUTH, SHARES, sample_weight=[1, 2, 3, 1, "1/2", 1]), "roc_auc", {"average": "weighted"}, [],
     ["number of samples"]),
    (Scores(TRUTH, SHARES, sample_weight=[1, 2, 3, 1, "1/2", 1]), "roc_auc", OVO | {"average": "weighted"}, [],
     ["number of samples"]),
    (THREE, "roc_auc", {"average": "micro"},
     ["Each sample counts once for each class, and is positive there if it belongs to this class."], []),
    (Scores([1, 1, 0], ["0.9", "0.4", "0.3"]), "roc_auc", {"average": "micro"},
     ["The score for class 0 is 1 minus this score."], []),
    (Scores([1, 0], ["0.5", "0.4"], sample_weight=[1, 0]), "d2_log_loss", {}, ["1 minus"], []),
    (TARGET, "d2_brier", {}, ["L/L_0 = (13/75)/(1/4)"], ["class value"]),  # the means 26/150 and 1/4
    (FOUR, "log_loss", {}, ["gives ln(2) (≈ 0.6931)."], []), (Scores([1, 0], [1, 0]), "log_loss", {}, ["LL = 0"], []),
    (ONE_LEFT, "recall_at_precision", {"least": "0.7"}, ["the precision counts as 1"], []),
    (ONE_LEFT, "sensitivity_at_specificity", {"least": "0.7"}, [], ["the precision counts as 1"]),
    (TIED, "dcg", {}, ["Items of equal scores each get the mean of their gains."], []),
    (GRADED, "dcg", {"base": "1.5"},
     ["The logarithm to the base 3/2 is the natural logarithm divided by that of 3/2."], []),
    # results by hand: between (1/3, 1/2) and (2/3, 1/2); (1 + (1/6 + 1/6 - 1/8)/(1/2 - 1/8))/2
    (Scores([1, 1, 0, 0, 0], [5, 2, 4, 3, 1]), "eer", {}, ["Result EER = 1/2"], []),
    (TARGET, "partial_roc_auc", {"max_fpr": "1/2"}, ["Result pAUC = 7/9"], []),
    # titles, symbols and definitions
    (THREE, "roc_auc", {"label": "cat"}, ["ROC AUC of class cat A model"], []),
    (THREE, "roc_auc", OVO, ["Macro ROC AUC over pairs of classes"], []),
    (THREE, "ap", OVO, ["A derivation from these samples alone"], []),
    (THREE, "pr_auc", {"label": "cat", "convention": "thresholds"},
     ["Area under the precision-recall curve of class cat (convention thresholds) "], []),
    (THREE, "pr_auc", MACRO | {"convention": "thresholds"},
     ["PRAUC_macro[thresholds] = 1/k * sum_i PRAUC_i[thresholds]"], []),
    (EVERY_OTHER, "partial_roc_auc", {"max_fpr": 1, "convention": "area"},
     ["Partial ROC AUC (convention area) ", "pAUC[area] = sum_i t_i"], []),
    (EVERY_OTHER, "log_auc", {"low": "1/4", "high": 1, "convention": "trapezoid"}, ["h_i * ln(v_i/u_i)"], []),
    *((THREE, "brier", {"convention": name}, [f"Brier score (convention {name}) ", f" BS[{name}] = "], ["two classes"])
      for name in ("halved", "original")),
    (THREE, "brier", {}, ["Brier score A model", " BS = ", "the squares of all classes are added up"],
     ["(convention", "positive class"]),
    (ONE_LEFT, "brier", {}, ["positive class"], []),
    (ONE_LEFT, "brier", {"convention": "halved"}, ["Divide the mean of the values by 2"], []),
    *((ONE_LEFT, name, {"bins": 5}, ["positive class"], []) for name in ("ece", "mce")),
    *((THREE, name, {"bins": 5}, ["Bins are intervals"], ["positive class"]) for name in ("ece", "mce")),
    (ONE_LEFT, "ece", {"bins": 5}, ["A bin holds its upper bound, and the first one also 0."], []),
    (ONE_LEFT, "ece", {"bins": 5, "convention": "lower_bound"},
     ["A bin holds its lower bound, and the last one also 1."], []),
    (THREE, "rps", {"convention": "normalized"}, ["Divide the mean of the values by k - 1"], []),
    # logarithmic areas: by hand, from 1/4 to 1 the curve rises from 7/12 to 2/3 at 1/3 and is 1 from there on; so the
    # area is 1/12 + ln(4/3)/3 + ln 3 = 1/12 + 2 ln(2)/3 + 2 ln(3)/3, and its share that over ln 4
    (TARGET, "log_auc", {"low": "1/4", "high": 1}, ["A = 1/12 + (2/3) * ln(2) + (2/3) * ln(3)",
     "LogAUC = 1/3 + 1/(24*ln(2)) + (1/3) * log2(3)"], []),
    (TARGET, "log_auc", {}, ["the false positive rates 1/1000 and 1/10", "The denominator is ln(100) = 2*ln(10)."], []),
    (TARGET, "log_auc", {"low": "1/6", "high": 1}, ["Each term of the numerator is divided by the denominator"],
     ["The denominator is"]),
    *((TARGET, "log_auc", {"low": low, "high": 1}, [], ["Each term of the numerator is divided by the denominator"])
      for low in ("8/27", "1/3")),  # over ln(27/8) terms stay together; ln(3)/ln(3)
    (long(35, 200), "log_auc", {"low": "1/100", "high": 1}, ["The strips of all rows add up to about"], []),
])  # fmt: skip
def test_what_a_page_says(
    scores: Scores, metric: str, options: dict[str, Any], said: list[str], not_said: list[str]
) -> None:
    text = text_of(scores, metric, **options)
    assert [sentence for sentence in said if sentence not in text] == [], text
    assert [sentence for sentence in not_said if sentence in text] == [], text


def test_an_average_divides_by_the_classes_that_count() -> None:
    """a and b are told apart: the areas are 1 and 1."""
    for undefined, value, k in (("0", Fraction(2, 3), 3), ("1", Fraction(1), 3), ("omit", Fraction(1), 2)):
        derivation = ABSENT.derive("roc_auc", average="macro", undefined=undefined)
        assert derivation.value == value
        assert f"k = {k} is the number of classes" in derivation.to_text()


def test_a_symbol_tells_conventions_and_averages_apart() -> None:
    heads = set()
    for average, versus in product(("macro", "weighted"), (None, "ovo")):
        page = THREE.derive("roc_auc", average=average, multi_class=versus)
        heads.add(take_apart(page.to_text(), "text").result.rows[0].partition(" = ")[0])
        assert (r"\text{" + average + (",ovo" if versus else "") + "}") in page.to_markdown()
    assert len(heads) == 4


def test_many_terms_are_counted_and_not_printed() -> None:
    draw = Random(10)
    page = Scores([draw.randint(0, 1) for _ in range(40)], [draw.random() for _ in range(40)]).derive("log_loss")
    for surface in SURFACES:
        assert re.search("sum of (<bdi>)?[0-9]+(</bdi>)? logarithms", " ".join(page.to(surface).split()))
        assert not re.search("[0-9]{9}", page.to(surface))
    rankings = Scores(*([[draw.randrange(4) for _ in range(10)] for _ in range(300)] for _ in range(2)))
    one = Scores([[draw.randrange(4) for _ in range(40)]], [[draw.random() for _ in range(40)]])
    fine = long(9, 30)
    assert "first 8 of 300 rows" in text_of(rankings, "ndcg")
    for scores, metric, pattern in (
        (rankings, "ndcg", r"add up to about ([0-9.]+)\. Divide by (300)"),
        (one, "ndcg", r"Divide about ([0-9.]+) by about ([0-9.]+)\."),
        (fine, "log_loss", r"add up to about -([0-9.]+)\..* N = (32)|add up to about -([0-9.]+)\."),
    ):
        found = re.search(pattern, text_of(scores, metric))
        assert found is not None
        top, bottom = found[1] or found[3], found[2] or 32
        assert abs(float(top) / float(bottom) - float(scores.value(metric))) < 0.0005  # type: ignore[arg-type]


# Tables


def test_the_page_of_the_target() -> None:
    document = take_apart(TARGET.derive("roc_auc").to_markdown(), "markdown")
    assert document.title == "ROC AUC"
    assert document.data.tables[0][1:] == [["positive", "0.9, 0.7, 0.5"], ["negative", "0.7, 0.4, 0.2"]]
    pairs = document.steps[1].tables[0]
    assert pairs[:4] == [
        ["", "negative: 0.7", "negative: 0.4", "negative: 0.2", "higher", "ties"],
        ["positive: 0.9", "higher", "higher", "higher", "3", "0"],
        ["positive: 0.7", "tie", "higher", "higher", "2", "1"],
        ["positive: 0.5", "lower", "higher", "higher", "2", "0"],
    ]
    assert [cell for cell in pairs[4] if cell] == ["total", "$W = 7$", "$T = 1$"]
    assert document.steps[2].rows == [
        r"\mathrm{AUC} = \frac{7 + \frac{1}{2} \cdot 1}{3 \cdot 3} = \frac{2 \cdot 7 + 1}{2 \cdot 9} = \frac{15}{18}"
        r" = \frac{3 \cdot 5}{3 \cdot 6} = \frac{5}{6}"
    ]
    assert "about 83% of the pairs" in document.result.text


def test_the_page_of_a_log_loss() -> None:
    document = take_apart(FOUR.derive("log_loss").to_markdown(), "markdown")
    assert document.steps[1].tables[0] == [
        ["sample", "class", "$p_i$", r"$\ln p_i$"],
        ["1", "bird", "0.6", r"$\approx -0.5108$"],
        ["2", "cat", "0.5", r"$\approx -0.6931$"],
        ["3", "cat", "0.1", r"$\approx -2.3026$"],
        ["4", "dog", "0.7", r"$\approx -0.3567$"],
        ["total", "", "", r"$\approx -3.8632$"],
    ]
    assert document.steps[2].rows == [
        r"\mathrm{LL} = -\frac{\ln \left( \frac{3}{5} \cdot \frac{1}{2} \cdot \frac{1}{10} \cdot \frac{7}{10}"
        r" \right)}{4} = -\frac{\ln \frac{21}{1000}}{4}"
    ]
    assert r"\approx 0.9658" in document.result.rows[0]


def test_the_page_of_a_ranking() -> None:
    """The worked example of Wikipedia's article "Discounted cumulative gain": DCG 6.861, IDCG of its six documents."""
    ranking = Scores([[3, 2, 3, 0, 1, 2]], [[6, 5, 4, 3, 2, 1]])
    table = table_of(ranking, "ndcg")
    assert [row[5] for row in table[1:]] == ["3", "≈ 1.2619", "1.5", "0", "≈ 0.3869", "≈ 0.7124", "≈ 6.8611"]
    assert [row[6] for row in table[1:-1]] == ["3", "3", "2", "2", "1", "0"]
    assert "about 96% of what the best ranking gains" in text_of(ranking, "ndcg")
    # ln(3/2)/ln(2) and ln(3/2)/ln(3), of a calculator.
    assert [row[3] for row in table_of(GRADED, "dcg", base="1.5")[1:3]] == ["≈ 0.5850", "≈ 0.3691"]


TWO = Scores([1, 0], ["0.4", "0.9"])  # 0.4 is on the edge of two of five bins
BEFORE = {"convention": "lower_bound", "bins": 5}


@each(("scores", "metric", "options", "rows", "columns", "cells"), [
    # one of three negative samples above the first threshold, one positive one of two
    (Scores([1, 1, 0, 0, 0], [5, 2, 4, 3, 1]), "eer", {}, (2, 5), (1, None),
     [["0", "0.5", "1/2"], ["1/3", "0.5", "1/6"], ["2/3", "0.5", "-1/6"]]),
    (TARGET, "partial_roc_auc", {"max_fpr": "1/2"}, (2, None), (3, 4), [["0"], ["1/6"], ["0"], ["1/6"], ["1/3"]]),
    (TARGET, "log_auc", {"low": "1/4", "high": 1}, (1, 3), (1, 5),
     [["1/4", "7/12", "", ""], ["1/3", "2/3", "1/12", "1/3"]]),
    (TARGET, "d2_brier", {}, (-1, None), (0, None), [["total", "", "", "", "1.04", "1.5"]]),
    (FOUR, "d2_log_loss", {}, (1, -1), (4, 5), [["0.25"], ["0.5"], ["0.5"], ["0.25"]]),
    (ONE_LEFT, "hinge_loss", {}, (0, 3), (0, None), [["sample", "class", "score", "margin", "v_i"],
     ["1", "1", "0.9", "0.9", "0.1"], ["2", "0", "0.7", "-0.7", "1.7"]]),
    (TWO, "ece", BEFORE, (1, 2), (0, 1), [["0.4–0.6"]]), (TWO, "ece", {"bins": 5}, (1, 2), (0, 1), [["0.2–0.4"]]),
    (TWO, "brier", {"convention": "halved"}, (1, None), (2, None), [["0.6", "0.4", "0.72"], ["0.1", "0.9", "1.62"]]),
    (TWO, "brier", {"convention": "original"}, (1, None), (2, None), [["0.6", "0.4", "0.72"], ["0.1", "0.9", "1.62"]]),
    (TWO, "hinge_loss", {"convention": "squared"}, (1, None), (-3, None),
     [["0.4", "0.6", "0.36"], ["-0.9", "1.9", "3.61"]]),
    (THREE, "rps", {"convention": "normalized"}, (1, 2), (-1, None), [["0.17"]]),  # (0.6 - 1)^2 + (0.9 - 1)^2
    (Scores([1, 0, 1], [3, 2, 1]), "pr_auc", {"convention": "thresholds"}, (1, None), (1, 2), [["0"], ["1"]]),
    (EVERY_OTHER, "partial_roc_auc", {"max_fpr": 1, "convention": "area"}, (-1, None), (-1, None), [["0.75"]]),
    (EVERY_OTHER, "log_auc", {"low": "1/4", "high": 1, "convention": "trapezoid"}, (2, None), (3, 4), [["0.5"], ["1"]]),
])  # fmt: skip
def test_a_table_by_hand(
    scores: Scores, metric: str, options: dict[str, Any], rows: tuple[int, int], columns: tuple[int, int],
    cells: list[list[str]],
) -> None:  # fmt: skip
    found = [row[slice(*columns)] for row in table_of(scores, metric, **options)[slice(*rows)]]
    assert [row for row in found if any(row)] == cells


def test_the_ranked_table_counts_the_samples() -> None:
    for scores in (long(3, 15), long(4, 12)):
        table = table_of(scores, "roc_auc")
        assert table[0][0] == "score"
        wins, ties = (sum(int(row[at]) for row in table[1:-1]) for at in (4, 5))
        assert table[-1][-2:] == [f"W = {wins}", f"T = {ties}"]
        assert scores.value("roc_auc") == (wins + Fraction(ties, 2)) / (int(table[-1][1]) * int(table[-1][2]))


def test_the_bins_of_two_classes_count_positive_samples() -> None:
    """One of the two samples of either bin is positive; in the lower bin none, or both, would be right."""
    two = Scores(["y", "n", "y", "n"], ["0.9", "0.3", "0.4", "0.7"], positive="y")
    for metric, head, each_bin in (("expected", "positive", "1"), ("maximum", "share positive", "0.5")):
        for language in languages():
            (definition, table), (other, other_table) = (
                json.loads(s.derive(f"{metric}_calibration_error", bins=2, language=language).to("json"))["steps"][:2]
                for s in (two, FOUR)
            )
            assert [row[2].replace(",", ".") for row in table["table"]["rows"]] == [each_bin] * 2
            assert table["table"]["columns"][2] != other_table["table"]["columns"][2]
            assert definition["symbols"][0] != other["symbols"][0]
            if language == "en":
                assert table["table"]["columns"][2] == head
                assert "positive samples" in definition["symbols"][0]
                assert "right" in other["symbols"][0]


def test_a_micro_average_pools_the_pairs_of_all_classes() -> None:
    pooled = [(name == own, score) for own, row in zip(TRUTH, PERCENTS, strict=True)
              for name, score in zip(("bird", "cat", "dog"), row, strict=True)]  # fmt: skip
    pairs = [(a, b) for (x, a), (y, b) in product(pooled, pooled) if x and not y]
    wins, ties = sum(a > b for a, b in pairs), sum(a == b for a, b in pairs)
    total = table_of(THREE, "roc_auc", average="micro")[-1]
    assert (total[1:3], total[-2:]) == (["6", "12"], [f"W = {wins}", f"T = {ties}"])


def test_the_table_of_pairs_of_classes_counts_pairs_of_samples() -> None:
    """Every two rows by themselves, and scikit-learn's value."""
    names, rows = ["bird", "cat", "dog"], iter(table_of(THREE, "roc_auc", average="macro", multi_class="ovo")[1:])
    for first, second in combinations(names, 2):
        areas = []
        for up, down in ((first, second), (second, first)):
            at = names.index(up)
            sides = [[row[at] for own, row in zip(TRUTH, PERCENTS, strict=True) if own == one] for one in (up, down)]
            wins, ties = (sum(how(a, b) for a, b in product(*sides)) for how in (int.__gt__, int.__eq__))
            areas.append(Fraction(2 * wins + ties, 8))
            shown = next(rows)
            assert shown[:5] == [up, down, "4", str(int(wins)), str(int(ties))]
            assert Fraction(shown[5]) == areas[-1]
        assert Fraction(shown[6]) == sum(areas) / 2
    given = [[x / 100 for x in row] for row in PERCENTS]
    for average in ("macro", "weighted"):
        value = float(THREE.derive("roc_auc", average=average, multi_class="ovo").value)  # type: ignore[arg-type]
        assert value == pytest.approx(roc_auc_score(TRUTH, given, average=average, multi_class="ovo"), abs=1e-15)


@each("surface", SURFACES)
def test_the_scores_of_few_samples_stand_on_the_pages_of_averages(surface: str) -> None:
    for metric, options in (("hand_till", {}), ("ap", {"average": "micro"}), ("log_auc", MACRO), ("roc_auc", OVO)):
        [table] = take_apart(THREE.derive(metric, **options).to(surface), surface).data.tables
        assert table[0] == ["sample", "class", "bird", "cat", "dog"]
        for at, row in enumerate(table[1:]):
            assert row[:2] == [str(at + 1), TRUTH[at]]
            assert [Fraction(x) for x in row[2:]] == SHARES[at]
    for number, k in ((21, 3), (9, 5)):
        assert not take_apart(many(number, k)[False].derive("hand_till").to(surface), surface).data.tables


# The command, and the page of the documentation


def test_the_command(tmp_path: Path) -> None:
    file = write(tmp_path, "s.csv", "y_true,y_score\n1,0.9\n1,0.7\n1,0.5\n0,0.7\n0,0.4\n0,0.2\n")
    assert printed("derive", file, "-m", "auc") == TARGET.derive("roc_auc").to_text().rstrip("\n") + "\n"
    out = tmp_path / "auc.md"
    assert run("derive", file, "-m", "auc", "-o", str(out)).exit_code == 0
    assert out.read_text(encoding="utf-8").startswith("# ROC AUC")
    assert "Mittlere Präzision" in printed("derive", file, "-m", "ap", "--language", "de")
    assert "recall" in printed("derive", file, "-m", "recall", "--threshold", "0.6").lower()
    assert "Key. (a) " in printed("derive", file, "-m", "auc", "--detail", "scaffold")
    assert "Key." not in printed("derive", file, "-m", "auc", "--detail", "scaffold", "--no-key")
    assert "ROC AUC = 5/6" in printed("derive", file, "-m", "auc", "--detail", "brief", "--symbols", "words")
    assert "--profile" in refused("derive", file, "-m", "auc", "--profile", "002")
    nearest = printed("derive", file, "-m", "eer", "--convention", "nearest")
    assert "The rates are nearest at the score 0.7." in " ".join(nearest.split())


def test_two_models_in_one_file_are_compared(tmp_path: Path) -> None:
    lines = ["y,a,b,p,q", "1,0.9,0.8,1,1", "1,0.7,0.6,1,1", "1,0.5,0.3,0,0", "0,0.7,0.5,1,0", "0,0.4,0.4,0,0"]
    file = write(tmp_path, "models.csv", "\n".join([*lines, "0,0.2,0.1,0,0"]) + "\n")
    asked = ["compare", file, "--true", "y", "-m"]
    result = run(*asked, "roc_auc", "--scores", "a", "--versus", "scores=b")
    assert result.stderr.count("Note: ") == 1  # of what neither side uses
    assert "the columns 'p', 'q' are not used" in result.stderr
    page = result.stdout
    assert "ROC AUC: a and b" in page
    assert re.search(r"difference: a minus b +1/18 ", page)
    page = run(*asked, "f1", "--positive", "1", "--pred", "p", "--versus", "pred=q").stdout
    assert re.search(r"difference: q minus p +2/15 ", page)
    found = json.loads(run(*asked, "ap", "--scores", "a", "--versus", "metric=brier", "--format", "json").stdout)
    assert found["difference"]["value"] == str(Fraction(29, 36) - Fraction(13, 75))
    assert "f1 is of predictions" in refused(*asked, "f1", "--pred", "p", "--scores", "a", "--versus", "average=macro")
    assert "of scores" in refused(*asked, "auc", "--scores", "a", "--versus", "combine=averages")
    counts, scores = em.read("1 2; 3 4").derive("accuracy"), TARGET.derive("roc_auc")
    with pytest.raises(UsageError, match="one is of counts and one of scores"):
        em.compare(counts, scores)


def test_a_report_of_two_classes_none_of_which_is_the_positive_one_shows_both() -> None:
    scores = Scores(["cat", "dog", "dog"], [["0.8", "0.2"], ["0.3", "0.7"], ["0.6", "0.4"]])
    rows = {(row.metric, row.label, row.average): row.value for row in scores.report().rows}
    assert rows["roc_auc", "cat", None] == rows["roc_auc", "dog", None] == 1
    assert rows["average_precision", None, "macro"] == 1


def test_the_page_of_the_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its sessions run, its commands print what is shown, and it names every metric."""
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "scores.md").read_text(encoding="utf-8")
    assert run_sessions(page, "scores.md") > 10
    assert run_commands(page)
    assert [metric.name for metric in all_score_metrics() if f"`{metric.name}`" not in page] == ["top_k_accuracy"]
    assert '"top_k_accuracy"' in page


@each(
    "metric, values, reason",
    [
        ("lrap", (1, 1), "A sample without a class has no class that could stand too low, so it counts as 1."),
        ("ranking_loss", (0, 0), "A sample with all classes, or with none, has no such pair, so it counts as 0."),
        ("coverage_error", (0, 3), "A sample without a class has no class to meet, so it counts as 0."),
    ],
)
def test_why_a_sample_without_classes_has_a_value(metric: str, values: tuple[int, int], reason: str) -> None:
    """It is said where there is such a sample, and nowhere else."""
    scores = [[1, 3, 2]] * 2
    none, all_three = ([[0, 0, 0], [0, 1, 0]], scores), ([[1, 1, 1], [0, 1, 0]], scores)
    usual = Scores([[1, 0, 0], [0, 1, 0]], scores)
    for rows, value in zip((none, all_three), values, strict=True):
        assert Scores([rows[0][0]], rows[1][:1]).value(metric) == value
    assert reason in Scores(*none).derive(metric).to_markdown()
    assert (reason in Scores(*all_three).derive(metric).to_markdown()) == ("all classes" in reason)
    assert reason not in usual.derive(metric).to_markdown()
