"""Derivations from scores: every displayed number on every surface holds, and tables say what the samples say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from exactmetrics import Scores
from exactmetrics.derivation.formats import FORMATS
from exactmetrics.derivation.messages import languages
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.score_request import score_metric_named
from tests.cases import each, sample, size
from tests.cli.run import printed, refused, run, write
from tests.derivation.documents import SURFACES, Document, take_apart
from tests.derivation.rereading import FaultError, chains_of, check_equal
from tests.latex import compile_latex, joined
from tests.scores.drawn import binaries, several

METRICS = ("roc_auc", "average_precision", "brier", "log_loss")
TARGET = Scores([1, 1, 1, 0, 0, 0], [0.9, 0.7, 0.5, 0.7, 0.4, 0.2])
SCHEMA = json.loads(files("exactmetrics.derivation").joinpath("score_derivation.schema.json").read_text("utf-8"))


ROWS = Scores(
    ["bird", "cat", "cat", "dog"],
    [["0.6", "0.3", "0.1"], ["0.2", "0.5", "0.3"], ["0.7", "0.1", "0.2"], ["0.1", "0.2", "0.7"]],
)


def long(seed: int, number: int) -> Scores:
    draw = Random(seed)
    truth = [draw.randint(0, 1) for _ in range(number)]
    return Scores([0, 1, *truth], [Fraction(draw.randint(0, 999), 1000) for _ in range(number + 2)])


def drawn(number: int) -> list[Scores]:
    some = list(binaries(number, seed=31))
    plain = [Scores(one.truth, one.scores) for one in some]
    weighted = [Scores(one.truth, one.scores, sample_weight=one.weights) for one in some[::4]]
    thirds = [Scores(one.truth, [s / 3 for s in one.scores], sample_weight=[Fraction(w, 2) for w in one.weights])
              for one in some[1::4]]  # fmt: skip
    return [TARGET, *plain, *weighted, *thirds, long(1, 60), long(2, 500)]


def check(document: Document, value: Any) -> int:
    """Every chain holds: one with a name is the value, or a part whose members are all equal."""
    count = 0
    for section in document.steps[1:]:
        for chain in chains_of(section.rows):
            count += check_equal(chain, value if chain.name in ("AUC", "AP", "BS", "LL") else chain.values()[0])
    boxed = [row for row in map(without_decimal, document.result.rows) if "=" in row]
    return count + sum(check_equal(chain, value) for chain in chains_of(boxed))


def without_decimal(row: str) -> str:
    """A row of the result without the decimal behind it."""
    return re.sub(r"\s*(\\approx|≈)\s*-?[0-9.]+|(?<=[0-9}]) = -?0\.[0-9]+", "", row)


def named(text: str) -> str:
    return re.sub(r"\\mathrm\{(\w+)\}", r"\1", text)


@each("surface", SURFACES)
def test_every_displayed_number_is_read_back(surface: str) -> None:
    read = 0
    for scores in drawn(size(8, 200)):
        for metric in METRICS:
            value = scores.value(metric)
            if isinstance(value, Undefined):  # an infinite log loss
                continue
            page = named(scores.derive(metric).to(surface))
            if "≈" in page and len(str(value)) > 60:
                continue  # the value itself is too long for its page
            read += check(take_apart(page, surface), value)
    assert read > 100


# Metrics of scores for each class: their table, and options.
OF_EACH: dict[str, dict[str, Any]] = {
    "top_k_accuracy": {"k": 2}, "coverage_error": {}, "ranking_loss": {}, "lrap": {}, "ranked_probability_score": {},
    "hinge_loss": {}, "expected_calibration_error": {"bins": 5}, "hand_till": {}, "d2_log_loss": {},
}  # fmt: skip


# Of two classes.
OF_TWO: dict[str, dict[str, Any]] = {
    "gini": {}, "pr_auc": {}, "expected_calibration_error": {"bins": 2}, "maximum_calibration_error": {"bins": 4},
    "hinge_loss": {}, "ranked_probability_score": {}, "precision_at_recall": {"least": "2/3"},
    "recall_at_precision": {"least": "0.6"}, "sensitivity_at_specificity": {"least": "1/2"},
    "specificity_at_sensitivity": {"least": "1/2"}, "equal_error_rate": {}, "partial_roc_auc": {"max_fpr": "2/5"},
    "d2_brier": {}, "d2_log_loss": {}, "log_auc": {"low": "1/8", "high": "3/4"},
}  # fmt: skip


def asked_of_each(number: int) -> Iterator[tuple[Scores, str, dict[str, Any]]]:
    """Questions with a derivation about scores for each class."""
    for one in several(number, seed=32):
        plain = Scores(one.truth, one.scores)
        weighted = Scores(one.truth, one.scores, sample_weight=[Fraction(w, 2) for w in one.weights])
        sets = Scores(one.indicators, one.scores, sample_weight=one.weights)
        for name, options in OF_EACH.items():
            yield plain, name, options
            if name != "hand_till":
                yield weighted, name, options
            if score_metric_named(name).several:
                yield sets, name, options
        for average in ("macro", "weighted"):
            for name in ("roc_auc", "average_precision", "pr_auc", "gini"):
                yield weighted, name, {"average": average}
    for two in drawn(number):
        for name, options in OF_TWO.items():
            yield two, name, options


@each("surface", SURFACES, quick=2)
def test_every_displayed_number_of_scores_for_each_class_is_read_back(surface: str) -> None:
    read = 0
    for scores, name, options in asked_of_each(size(2, 25)):
        derivation = scores.derive(name, **options)
        if isinstance(derivation.value, Undefined) or len(str(derivation.value)) > 60:
            continue
        page = derivation.to(surface)
        document = take_apart(page, surface)
        results = chains_of([row for row in map(without_decimal, document.result.rows) if "=" in row])
        assert len(results) == 1 or re.search(r"made of \S*\d+\S* logarithms", " ".join(page.split())), name
        for result in results:
            read += check_equal(result, derivation.value)
        chains = [chain for section in document.steps[1:] for chain in chains_of(section.rows)]
        for chain in chains:
            same = any(chain.name == result.name for result in results)
            read += check_equal(chain, derivation.value if same else chain.values()[0])
        assert results or derivation.value in [chain.values()[-1] for chain in chains], name
    assert read > 100


def rankings(number: int) -> Iterator[tuple[Scores, str, dict[str, Any]]]:
    """Rankings of a few items, with equal scores and items that are not relevant, alone and several."""
    draw = Random(33)
    for turn in range(number):
        width, rows = draw.choice((1, 2, 3, 5, 8)) + 1, draw.choice((1, 1, 1, 2, 4))
        grades = [[draw.choice((0, 0, 1, 2, 3, Fraction(1, 2))) for _ in range(width)] for _ in range(rows)]
        scores = [[Fraction(draw.randint(0, 2 * width), 10) for _ in range(width)] for _ in range(rows)]
        ranking = Scores(
            grades,
            scores,
            sample_weight=[draw.choice((0, 1, Fraction(1, 2), 3)) for _ in grades] if turn % 5 == 4 else None,
        )
        first = {"k": draw.randint(1, width)} if draw.random() < 0.4 else {}
        yield ranking, "ndcg", first
        yield ranking, "dcg", first | ({"base": draw.choice((2, 3, 10, "3/2"))} if draw.random() < 0.3 else {})


@each("surface", SURFACES, quick=2)
def test_every_displayed_number_of_a_ranking_is_read_back(surface: str) -> None:
    read = 0
    for scores, name, options in rankings(size(12, 200)):
        value = scores.value(name, **options)
        page = named(scores.derive(name, **options).to(surface))
        if len(str(value)) > 60:
            continue
        document = take_apart(page, surface)
        for section in document.steps[1:]:
            for chain in chains_of(section.rows):
                whole = chain.name == name.upper()
                read += check_equal(chain, value if whole else chain.values()[0])
        boxed = [row for row in map(without_decimal, document.result.rows) if "=" in row]
        read += sum(check_equal(chain, value) for chain in chains_of(boxed))
    assert read > 30


def test_pages_of_odd_weights_and_of_equal_differences() -> None:
    page = Scores([1, 0, 1, 0], ["0.75", "0.25", "0.75", "0.25"]).derive("expected_calibration_error", bins=2).to_text()
    assert check(take_apart(page.replace("ECE", "AUC"), "text"), Fraction(1, 4)) > 1
    assert "1 minus" in Scores([1, 0], ["0.5", "0.4"], sample_weight=[1, 0]).derive("d2_log_loss").to_text()
    gone = Scores([[1, 0], [0, 2]], [[1, 2], [2, 1]], sample_weight=[0, 0]).derive("dcg").to_text()
    assert "there is no sample of a weight greater than 0" in " ".join(gone.split())


def test_many_rankings_are_not_worked_out_one_by_one() -> None:
    draw = Random(35)
    many = Scores(*([[draw.randrange(4) for _ in range(10)] for _ in range(300)] for _ in range(2)))
    page = many.derive("ndcg").to_text()
    assert "first 8 of 300 rows" in page
    total = re.search(r"add up to about ([0-9.]+)\. Divide by 300", " ".join(page.split()))
    assert total is not None
    assert abs(float(total[1]) / 300 - float(many.value("ndcg"))) < 0.0001


def test_the_page_of_an_equal_error_rate() -> None:
    """By hand: one of three negative samples above the first threshold, one positive one of two; the lines meet between
    the points (1/3, 1/2) and (2/3, 1/2) of the curve, at 1/2."""
    document = take_apart(Scores([1, 1, 0, 0, 0], [5, 2, 4, 3, 1]).derive("equal_error_rate").to_text(), "text")
    assert [row[1:] for row in document.steps[1].tables[0][2:5]] == [
        ["0", "0.5", "1/2"], ["1/3", "0.5", "1/6"], ["2/3", "0.5", "-1/6"],
    ]  # fmt: skip
    assert document.result.rows[0].startswith("EER = 1/2")


def test_the_page_of_a_partial_area() -> None:
    """Up to 1/2 the curve of the target has the strips 1/6 and 1/6; (1 + (1/3 - 1/8)/(1/2 - 1/8))/2 = 7/9."""
    document = take_apart(TARGET.derive("partial_roc_auc", max_fpr="1/2").to_text(), "text")
    assert [row[3] for row in document.steps[1].tables[0][2:]] == ["0", "1/6", "0", "1/6", "1/3"]
    assert document.result.rows[0].startswith("pAUC = 7/9")


def test_the_page_of_an_area_on_a_logarithmic_axis() -> None:
    """By hand: from 1/4 to 1 the curve of the target rises from 7/12 to 2/3 at 1/3 and is 1 from there on; so the area
    is 1/12 + ln(4/3)/3 + ln 3 = 1/12 + 2 ln(2)/3 + 2 ln(3)/3, and its share that over ln 4."""
    text = TARGET.derive("log_auc", low="1/4", high=1).to_text()
    document = take_apart(text, "text")
    assert [row[1:5] for row in document.steps[1].tables[0][1:3]] == [
        ["1/4", "7/12", "", ""], ["1/3", "2/3", "1/12", "1/3"],
    ]  # fmt: skip
    assert "A = 1/12 + (2/3) * ln(2) + (2/3) * ln(3)" in text
    assert document.result.rows[0].startswith("LogAUC = 1/3 + 1/(24*ln(2)) + (1/3) * log2(3)")
    assert "the false positive rates 1/1000 and 1/10" in " ".join(TARGET.derive("log_auc").to_text().split())


def test_many_strips_are_added_and_not_printed() -> None:
    text = long(35, 200).derive("log_auc", low="1/100", high=1).to_text()
    assert "The strips of all rows add up to about" in " ".join(text.split())


def test_the_pages_of_skill() -> None:
    """The squares of the target have the mean 26/150, those of one half 1/4, so the skill is 1 - 52/75."""
    text = TARGET.derive("d2_brier").to_text()
    assert take_apart(text, "text").steps[1].tables[0][-1] == ["total", "", "", "", "1.04", "1.5"]
    assert "class value" not in text
    assert "L/L_0 = (13/75)/(1/4)" in text
    logs = take_apart(ROWS.derive("d2_log_loss").to_text(), "text").steps[1].tables[0]
    assert [row[4] for row in logs[1:-1]] == ["0.25", "0.5", "0.5", "0.25"]


def test_the_page_of_a_ranking() -> None:
    """The worked example of Wikipedia's article "Discounted cumulative gain": DCG 6.861, IDCG of its six documents."""
    page = Scores([[3, 2, 3, 0, 1, 2]], [[6, 5, 4, 3, 2, 1]]).derive("ndcg").to_text()
    table = take_apart(page, "text").steps[1].tables[0]
    assert [row[5] for row in table[1:]] == ["3", "≈ 1.2619", "1.5", "0", "≈ 0.3869", "≈ 0.7124", "≈ 6.8611"]
    assert [row[6] for row in table[1:-1]] == ["3", "3", "2", "2", "1", "0"]
    assert "about 96% of what the best ranking gains" in page
    tied = Scores([[1, 0, 1]], [[1, 1, 0]])
    assert "Items of equal scores each get the mean of their gains." in " ".join(tied.derive("dcg").to_text().split())
    none = Scores([[0, 0]], [[2, 1]]).derive("ndcg").to_text()
    assert "No item is relevant. The value is 0 then." in none
    draw = Random(34)
    long = Scores([[draw.randrange(4) for _ in range(40)]], [[draw.random() for _ in range(40)]])
    page = long.derive("ndcg").to_text()
    sums = [float(found) for found in re.findall(r"Divide about ([0-9.]+) by about ([0-9.]+)\.", page)[0]]
    assert abs(sums[0] / sums[1] - float(long.value("ndcg"))) < 0.0001
    assert re.search("made of [0-9]+ logarithms", " ".join(page.split()))
    # ln(3/2)/ln(2) and ln(3/2)/ln(3), of a calculator.
    page = Scores([[3, 2, 0]], [[3, 2, 1]]).derive("dcg", base="1.5").to_text()
    assert [row[3] for row in take_apart(page, "text").steps[1].tables[0][1:3]] == ["≈ 0.5850", "≈ 0.3691"]
    assert "The logarithm to the base 3/2 is the natural logarithm divided by that of 3/2." in " ".join(page.split())


@each("surface", SURFACES)
def test_bits_are_read_back(surface: str) -> None:
    for scores in (TARGET, ROWS, Scores([1, 0, 1], ["1/2", "3/4", "1"], sample_weight=[2, "1/3", 1])):
        page, value = scores.derive("log_loss", convention="bits"), scores.value("log_loss", convention="bits")
        assert check(take_apart(named(page.to(surface)), surface), value) > 3
        assert "base 2" in page.to(surface)


def test_a_wrong_digit_is_seen() -> None:
    page = named(TARGET.derive("roc_auc").to("markdown"))
    for old, new in (
        (r"\frac{15}{18}", r"\frac{15}{19}"),
        (r"2 \cdot 7 + 1", r"2 \cdot 7 + 2"),
        (r"3 \cdot 5", r"3 \cdot 4"),
    ):
        assert old in page
        with pytest.raises(FaultError):
            check(take_apart(page.replace(old, new, 1), "markdown"), Fraction(5, 6))


def test_the_page_of_the_target() -> None:
    document = take_apart(TARGET.derive("roc_auc").to_markdown(), "markdown")
    assert document.title == "ROC AUC"
    assert document.data.tables[0][1:] == [
        ["positive", "0.9, 0.7, 0.5"],
        ["negative", "0.7, 0.4, 0.2"],
    ]
    pairs = document.steps[1].tables[0]
    assert pairs[0] == ["", "negative: 0.7", "negative: 0.4", "negative: 0.2", "higher", "ties"]
    assert pairs[1:4] == [
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


def test_the_ranked_table_counts_the_samples() -> None:
    for scores in (long(3, 15), long(4, 12)):
        table = take_apart(scores.derive("roc_auc").to_text(), "text").steps[1].tables[0]
        if table[0][0] != "score":
            continue
        wins = sum(int(row[4]) for row in table[1:-1])
        ties = sum(int(row[5]) for row in table[1:-1])
        assert table[-1][-2:] == [f"W = {wins}", f"T = {ties}"]
        assert scores.value("roc_auc") == (wins + Fraction(ties, 2)) / (int(table[-1][1]) * int(table[-1][2]))


def test_every_format_and_language() -> None:
    for scores in (
        TARGET,
        long(5, 40),
        ROWS,
        Scores([0, 0], [1, 1]),
        Scores(["y<b>$", "n_&"], [1, 0], positive="y<b>$"),
    ):
        of_each = {name: o for name, o in OF_EACH.items() if not score_metric_named(name).several} | {"lrap": {}}
        of_each |= {"ndcg": {}, "dcg": {"k": 2}}
        asked = {"log_loss": {}} | of_each if scores is ROWS else {name: {} for name in METRICS} | OF_TWO
        for metric, options in asked.items():
            derivation = scores.derive(metric, **options)
            for format in sample((*FORMATS, "latex-document", "beamer-document", "html-fragment", "json"), 4):
                assert derivation.to(format)
            Draft202012Validator(SCHEMA).validate(derivation.data())
            for language in sample(languages(), 1):
                page = scores.derive(metric, language=language, **options)
                assert page.to_markdown()
                formulas = [re.findall(r"\$\$.*\$\$", d.to_markdown().replace("{,}", ".")) for d in (page, derivation)]
                assert formulas[0] == formulas[1]
    assert "<b>" not in Scores(["y<b>", "n"], [1, 0], positive="y<b>").derive("auc").to_html()


def test_what_has_no_value() -> None:
    none = Scores([0, 0], [1, 2])
    for metric in ("roc_auc", "average_precision"):
        derivation = none.derive(metric)
        assert isinstance(derivation.value, Undefined)
        assert "undefined, because there is no positive sample" in " ".join(derivation.to_text().split())
    assert "no negative sample" in " ".join(Scores([1, 1], [1, 2]).derive("auc").to_text().split())
    acted = none.derive("roc_auc", undefined=0)
    assert "AUC = 0" in acted.to_text()
    assert "undefined=0" in acted.to_text()


def test_an_average_divides_by_the_classes_that_count() -> None:
    rows = [["0.6", "0.3", "0.1"], ["0.2", "0.5", "0.3"], ["0.7", "0.1", "0.2"], ["0.5", "0.4", "0.1"]]
    none = Scores(["a", "b", "a", "b"], rows, labels=["a", "b", "c"])  # a and b are told apart: the areas are 1 and 1
    for undefined, value, k in (("0", Fraction(2, 3), 3), ("1", Fraction(1), 3), ("omit", Fraction(1), 2)):
        derivation = none.derive("roc_auc", average="macro", undefined=undefined)
        assert derivation.value == value
        assert f"k = {k} is the number of classes" in derivation.to_text()
    page = " ".join(none.derive("roc_auc", average="macro").to_text().split())
    assert "k = 3 is the number of classes" in page
    assert "undefined, because there is no sample of class c" in page


def test_the_bins_of_two_classes_count_positive_samples() -> None:
    two = Scores(["y", "n", "y", "n"], ["0.9", "0.3", "0.4", "0.7"], positive="y")
    for metric, head, each_bin in (("expected", "positive", "1"), ("maximum", "share positive", "0.5")):
        for language in languages():
            definition, table = json.loads(
                two.derive(f"{metric}_calibration_error", bins=2, language=language).to("json")
            )["steps"][:2]
            other, other_table = json.loads(
                ROWS.derive(f"{metric}_calibration_error", bins=2, language=language).to("json")
            )["steps"][:2]
            # One of the two samples of either bin is positive; in the lower bin none, or both, would be right.
            assert [row[2].replace(",", ".") for row in table["table"]["rows"]] == [each_bin] * 2
            assert table["table"]["columns"][2] != other_table["table"]["columns"][2]
            assert definition["symbols"][0] != other["symbols"][0]
            if language == "en":
                assert table["table"]["columns"][2] == head
                assert "positive samples" in definition["symbols"][0]
                assert "right" in other["symbols"][0]


def test_the_page_of_a_log_loss() -> None:
    document = take_apart(ROWS.derive("log_loss").to_markdown(), "markdown")
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
    fine = long(9, 30)
    sums = " ".join(fine.derive("log_loss").to_text().split())
    total = re.search(r"add up to about (-[0-9.]+)\.", sums)
    assert total is not None
    assert abs(float(total[1]) + 32 * float(fine.value("log_loss"))) < 0.01
    infinite = Scores([1, 0], [0, 0.5]).derive("log_loss").to_text()
    assert "a class with the probability 0 came true" in " ".join(infinite.split())
    assert "gives ln(2) (≈ 0.6931)." in " ".join(ROWS.derive("log_loss").to_text().split())
    assert "LL = 0" in Scores([1, 0], [1, 0]).derive("log_loss").to_text()


def test_many_logarithms_are_counted_and_not_printed() -> None:
    draw = Random(10)
    page = Scores([draw.randint(0, 1) for _ in range(40)], [draw.random() for _ in range(40)]).derive("log_loss")
    for surface in SURFACES:
        assert re.search("sum of (<bdi>)?[0-9]+(</bdi>)? logarithms", " ".join(page.to(surface).split()))
        assert not re.search("[0-9]{9}", page.to(surface))


def test_one_class_of_several() -> None:
    rows = [["0.6", "0.3", "0.1"], ["0.2", "0.5", "0.3"], ["0.4", "0.3", "0.3"]]
    derivation = Scores(["a", "b", "c"], rows).derive("roc_auc", label="c")
    assert derivation.to_text().startswith("ROC AUC of class c")
    assert derivation.value == Fraction(3, 4)


def test_the_command(tmp_path: Path) -> None:
    file = write(tmp_path, "s.csv", "y_true,y_score\n1,0.9\n1,0.7\n1,0.5\n0,0.7\n0,0.4\n0,0.2\n")
    assert printed("derive", file, "-m", "auc") == TARGET.derive("roc_auc").to_text().rstrip("\n") + "\n"
    out = tmp_path / "auc.md"
    assert run("derive", file, "-m", "auc", "-o", str(out)).exit_code == 0
    assert out.read_text(encoding="utf-8").startswith("# ROC AUC")
    assert "Mittlere Präzision" in printed("derive", file, "-m", "ap", "--language", "de")
    assert "recall" in printed("derive", file, "-m", "recall", "--threshold", "0.6").lower()
    assert "--detail" in refused("derive", file, "-m", "auc", "--detail", "full")
    nearest = printed("derive", file, "-m", "eer", "--convention", "nearest")
    assert "The rates are nearest at the score 0.7." in " ".join(nearest.split())


@each("format", ["latex-document", "beamer-document"], quick=1)
def test_latex_sets_every_page_within_its_width(format: str, tex_engine: str, tmp_path: Path) -> None:
    draw = Random(8)
    fine = Scores([draw.randint(0, 1) for _ in range(12)], [draw.random() for _ in range(12)])
    wide = Scores([0] * 5 + [1] * 6, [round(draw.random(), 6) for _ in range(11)])
    far = Scores([1, 1, 0, 0], [1e-9, -1e30, 0.1, 1e20])
    for language in ("en", "fr"):
        pages = [s.derive(m, language=language).to(format) for s in (TARGET, fine, wide) for m in METRICS]
        pages += [ROWS.derive("log_loss", language=language).to(format)]
        pages += [s.derive(m, language=language, **o).to(format) for s in (TARGET, fine) for m, o in OF_TWO.items()]
        pages += [ROWS.derive(m, language=language, **o).to(format) for m, o in OF_EACH.items()]
        pages += [ROWS.derive("roc_auc", average="weighted", language=language).to(format)]
        pages += [far.derive(m, language=language).to(format) for m in METRICS[:2]]
        result = compile_latex(joined(pages), tmp_path, engine=tex_engine)
        assert not result.errors
        assert not result.overfull


def test_the_margins_of_a_hinge_loss_stand_in_its_table() -> None:
    """By hand: the negative sample with the score 0.7 has the margin -0.7, and lacks 1.7."""
    page = Scores([1, 0], ["0.9", "0.7"]).derive("hinge_loss").to_text()
    rows = [line.split() for line in page.splitlines()]
    assert ["sample", "class", "score", "margin", "v_i"] in rows
    assert ["2", "0", "0.7", "-0.7", "1.7"] in rows


def test_why_the_precision_of_no_prediction_is_1_is_said() -> None:
    scores = Scores([1, 0], ["0.9", "0.7"])
    said = "the precision counts as 1"
    assert said in " ".join(scores.derive("recall_at_precision", least="0.7").to_text().split())
    assert said not in " ".join(scores.derive("sensitivity_at_specificity", least="0.7").to_text().split())
