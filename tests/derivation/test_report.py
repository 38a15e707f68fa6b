"""Reports: every row against the independent oracle and a peer, and every surface read back from what was written."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import classification_report

import exactmetrics as em
from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.derivation.report import Report
from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.values import Root, Undefined
from exactmetrics.expression.reading import read_value
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.metrics.request import averages_of
from exactmetrics.sheets.schema import schema_named
from tests.cases import each, size
from tests.latex import compile_latex, joined
from tests.oracle import Missing, Oracle, same
from tests.strategies import label_pairs, square_rows

BIRDS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
NAMES = ["bird", "cat", "dog"]
# So few that every table stands once: of one with long values and names there is one for decimals and one for the rest.
FEW = ["tp", "fp", "fn", "tn", "prevalence", "specificity", "npv", "fpr", "fnr", "fdr", "for", "class_accuracy", "mcc"]
FEW += ["kappa", "error_rate"]
SCHEMA = schema_named("report", "exactmetrics.derivation")
ABSENT = [[6, 0, 0], [1, 0, 2], [2, 0, 7]]  # the second class is never predicted
CELL = re.compile(  # no part of a sum of logarithms
    r"(?<![\w/(){}.])(?<![-+] )(?P<exact>-?\d+(?:/[1-9]\d*)?)(?: (?P<sign>[=≈]|\\approx) (?P<decimal>-?\d+\.\d+))?"
)
MATRICES = square_rows(least=1, most=4, highest=4).filter(lambda rows: any(map(any, rows)))


def report_of(rows: Any, **options: Any) -> Report:
    labels = NAMES[: len(rows)] if len(rows) <= 3 else None
    return em.ConfusionMatrix(rows, labels=labels).report(**{"metrics": "all", **options})


@settings(max_examples=size(10, 60))
@given(rows=MATRICES, policy=st.sampled_from(["propagate", "omit", 0, 1]))
def test_every_row_is_what_the_oracle_says(rows: list[list[int]], policy: Any) -> None:
    report = em.ConfusionMatrix(rows).report(metrics="all", undefined=policy)
    for row in report.rows:
        oracle = Oracle(rows, policy)
        options = {"label": row.label} if row.label is not None else {"average": row.average} if row.average else {}
        want = oracle.value(row.metric, **options)
        if isinstance(want, Missing):
            assert isinstance(row.value, Undefined)
            assert (row.value.kind, row.decimal) == (want.kind, None)
        else:
            assert same(row.value, want), row
        acted = {(a.metric.split()[-1], a.label) for a in row.applied}
        # Where the whole has no value the oracle stops at the first part that has none.
        assert acted >= set(oracle.acted) if isinstance(want, Missing) else acted == set(oracle.acted), row


def test_every_metric_without_a_parameter_is_there() -> None:
    report, plain = report_of(BIRDS), [m for m in all_metrics() if not m.conventions["standard"].parameters]
    counts = {"tp", "tn", "fp", "fn", "support", "predicted"}
    names = {m.name for m in plain if m.scope == "class"}
    assert {(r.metric, r.label) for r in report.classes} == {(name, label) for name in names for label in NAMES}
    averages = {(r.metric, r.average) for r in report.averages}
    assert averages == {(name, a) for name in names - counts for a in averages_of(metric_named(name))}
    assert {r.metric for r in report.overall} == {m.name for m in plain if m.scope == "matrix"}
    assert len(report.rows) == len({(r.metric, r.label, r.average) for r in report.rows})


@given(pairs=label_pairs())
def test_against_classification_report(pairs: tuple[list[str], list[str]]) -> None:
    """scikit-learn's own report under its preset, to the precision of its sums."""
    theirs = classification_report(*pairs, output_dict=True, zero_division=0)
    report = em.ConfusionMatrix.from_labels(*pairs).report(preset="sklearn")
    found = {(r.metric, r.label or r.average): r.value for r in report.rows}
    assert float(found["accuracy", None]) == pytest.approx(theirs["accuracy"], abs=1e-12)
    for label in report.blocks.labels:
        assert found["support", label] == theirs[label]["support"]
        for metric, name in (("precision", "precision"), ("recall", "recall"), ("f1", "f1-score")):
            assert float(found[metric, label]) == pytest.approx(theirs[label][name], abs=1e-12)
            for average in ("macro", "weighted"):
                assert float(found[metric, average]) == pytest.approx(theirs[f"{average} avg"][name], abs=1e-12)


# Printed in the documentation of scikit-learn's classification_report, for y_true = [0, 1, 2, 2, 2] and
# y_pred = [0, 0, 2, 2, 1].
DOCUMENTED = """
              precision    recall  f1-score   support

     class 0       0.50      1.00      0.67         1
     class 1       0.00      0.00      0.00         1
     class 2       1.00      0.67      0.80         3

    accuracy                           0.60         5
   macro avg       0.50      0.56      0.49         5
weighted avg       0.70      0.60      0.61         5
"""
NUMBERS = re.compile(r" \d+(?:\.\d+)?\*?(?!\S)")


def summary_of(report: Report, style: str = "text") -> dict[str, list[str]]:
    """The rows of the summary: what stands last in each cell, by the name before them."""
    lines = report.to(style).split("Summary")[1].strip().splitlines()
    lines = lines[: lines.index("")] if style == "text" else [line.strip("| ") for line in lines if "|" in line]
    rows = (re.fullmatch(r"\s*(.*?)(?:  +| \| ).*", line) for line in lines)
    return {row[1]: [number.strip(" *") for number in NUMBERS.findall(row[0][row.end(1) :])] for row in rows if row}


@each("style", ["text", "markdown"])
def test_the_table_that_everybody_knows(style: str) -> None:
    names = ["class 0", "class 1", "class 2"]
    cm = em.ConfusionMatrix.from_labels([0, 1, 2, 2, 2], [0, 0, 2, 2, 1])
    report = em.ConfusionMatrix(cm.rows, labels=names).report(places=2)
    found = summary_of(report, style)
    wanted = {line[:12].strip(): NUMBERS.findall(line[12:]) for line in DOCUMENTED.splitlines()[3:] if line}
    assert {name: [Fraction(n) for n in numbers] for name, numbers in found.items() if name in wanted} == {
        name: [Fraction(n) for n in numbers] for name, numbers in wanted.items()
    }
    order = [name for name in found if name in wanted]
    assert order == list(wanted)


@given(pairs=label_pairs())
def test_the_summary_against_the_text_that_scikit_learn_prints(pairs: tuple[list[str], list[str]]) -> None:
    theirs = classification_report(*pairs, digits=6, zero_division=0)
    found = summary_of(em.ConfusionMatrix.from_labels(*pairs).report(places=8, preset="sklearn"))
    for line in filter(str.strip, theirs.splitlines()[2:]):
        name, numbers = line[: line.index("  ", len(line) - len(line.lstrip()))].strip(), NUMBERS.findall(line)
        mine = [Fraction(n) for n in found[name]]
        assert len(mine) == len(numbers), name
        assert all(abs(Fraction(n) - m) <= Fraction(1, 10**6) for n, m in zip(numbers, mine, strict=True)), name


def test_multilabel_counts_have_a_micro_average_in_the_place_of_the_accuracy() -> None:
    """As scikit-learn prints it; samples with two labels: 1 and 2 for the first, 2 for the second."""
    theirs = classification_report([[1, 1], [0, 1]], [[1, 0], [1, 1]], output_dict=True, zero_division=0)
    counts = {1: {"tp": 1, "fp": 1, "fn": 0, "tn": 0}, 2: {"tp": 1, "fp": 0, "fn": 1, "tn": 0}}
    report = em.OneVsRest.from_counts(counts, partition=False).report(places=6)
    assert "accuracy" not in report.to_text()
    found = {(row.metric, row.average): row.value for row in report.averages}
    for average in ("micro", "macro", "weighted"):
        for metric, name in (("precision", "precision"), ("recall", "recall"), ("f1", "f1-score")):
            assert float(found[metric, average]) == pytest.approx(theirs[f"{average} avg"][name], abs=1e-12)


@settings(max_examples=size(30, 100))
@given(
    rows=square_rows(least=1, most=7, highest=10**6),
    names=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=60), min_size=7, max_size=7, unique=True),
    metrics=st.sampled_from([None, "all", ["mcc"], ["specificity", "npv"]]),
    places=st.integers(1, 12),
    language=st.sampled_from(["en", "es"]),
)
def test_text_keeps_to_80_columns(
    rows: list[list[int]], names: list[str], metrics: Any, places: int, language: str
) -> None:
    names = [f"{at}{name}" for at, name in enumerate(names)][: len(rows)]
    report = em.ConfusionMatrix(rows, labels=names).report(metrics=metrics, places=places, language=language)
    for line in report.to_text().splitlines():
        assert terminal_width(line) <= 80, line


def test_more_metrics_than_classes_are_rows_of_one_table() -> None:
    for style, mark in (("text", "   metric "), ("markdown", "| metric |"), ("latex", "metric &")):
        page = report_of(BIRDS, metrics=FEW).to(style)
        assert page.count(mark) == 4  # counts, class by class, averages, the whole matrix
    wide = em.ConfusionMatrix([[10 * (i == j) + i + j for j in range(7)] for i in range(7)])
    text = wide.report(metrics=["specificity", "npv"]).to_text()
    assert re.search(r"^ +(class|rounded) +specificity +npv$", text, re.MULTILINE)


def test_what_is_too_long_for_a_table_stands_below_it() -> None:
    large = [[60123, 1456, 19999], [12345, 55555, 21111], [28888, 31234, 70001]]
    text = em.ConfusionMatrix(large, labels=NAMES).report().to_text()
    # By hand: the sums of the three exact class values, divided by 3.
    macro = (Fraction(60123, 81578) + Fraction(55555, 89011) + Fraction(70001, 130123)) / 3
    assert f"   macro recall = {macro} ≈ {float(macro):.4f}" in text.splitlines()
    assert "60123/101356" in text


def cells_of(text: str, values: list[Any]) -> None:
    """Every fraction in a document is followed by its decimal, and `=` stands only where the two are equal."""
    seen = set()
    for match in CELL.finditer(
        re.sub(r"\\(?:ln|log_\d|log _\{\d+\}) \d+|\\mathrm\{log\}_\d *\S*", "log", text)
    ):  # what a logarithm is of
        exact = Fraction(match["exact"])
        seen.add(exact)
        if match["decimal"]:
            assert (Fraction(match["decimal"]) == exact) is (match["sign"] == "="), match[0]
            half = Fraction(1, 2 * 10 ** len(match["decimal"].partition(".")[2]))
            assert abs(Fraction(match["decimal"]) - exact) <= half, match[0]
    assert {v for v in values if isinstance(v, Fraction)} <= seen


@settings(max_examples=size(10, 60))
@given(rows=MATRICES, places=st.integers(1, 6))
def test_what_is_written_holds(rows: list[list[int]], places: int) -> None:
    every = report_of(rows, places=places)
    for text in (every.to_text(), every.to_markdown(), every.to_latex()):
        cells_of(text, [row.value for row in every.rows])
    few = report_of(rows, places=places, metrics=FEW)
    values = [row.value for row in few.rows]
    for text in (few.to_text(), few.to_markdown(), few.to_latex()):
        undefined = sum(isinstance(value, Undefined) for value in values)
        assert len(re.findall(r"\bundefined\b", text)) == undefined


def table_row(report: Report, first: str) -> list[list[str]]:
    """The cells of the Markdown rows that begin with a name."""
    lines = [line.strip("| ").split(" | ") for line in report.to_markdown().splitlines() if line.startswith("| ")]
    return [cells[1:] for cells in lines if cells[0] == first]


def is_said(sentence: str, report: Report) -> bool:
    return sentence in " ".join(report.to_text().split())


def test_undefined_and_policies_are_visible() -> None:
    assert "Precision of class cat would be 0 divided by 0" in report_of(ABSENT).to_text()
    marked = report_of(ABSENT, preset="sklearn")
    assert is_said("Precision of class cat is undefined: it would be 0/0. It is counted as 0", marked)
    # The first column of the summary is the precision.
    [[macro, *_]], [[micro, *_]], [[weighted, *_]] = (
        table_row(marked, f"{a} avg") for a in ("macro", "micro", "weighted")
    )
    assert macro.endswith("\\*")
    assert weighted.endswith("\\*")
    assert not micro.endswith("\\*")
    omitted = report_of(ABSENT, undefined="omit")
    assert is_said("Precision of class cat is undefined: it would be 0/0. It is left out of the means", omitted)
    with pytest.raises(UndefinedValueError, match="precision of cat is 0/0"):
        report_of(ABSENT, undefined="raise").to_text()


def identity_names(report: Report) -> list[set[tuple[str, str | None]]]:
    return [{(row.metric, row.average) for row in group} for group in report.identities]


def test_identities() -> None:
    found = identity_names(report_of(BIRDS))
    assert any({("accuracy", None), ("recall", "weighted"), ("f1", "micro")} <= group for group in found)
    assert any({("balanced_accuracy", None), ("recall", "macro")} <= group for group in found)
    text = " ".join(report_of(BIRDS).to_text().split())
    [line] = re.findall(r"accuracy( = .*? = 9/14)", text)
    assert {"micro precision", "micro recall", "micro f1", "weighted recall", "9/14"} <= set(line.split(" = "))


def test_an_identity_that_a_preset_breaks_is_not_claimed() -> None:
    """scikit-learn's balanced accuracy leaves out a class without true samples, its macro recall counts it as 0."""
    report = report_of([[3, 1, 1], [0, 0, 0], [1, 2, 4]], preset="sklearn")
    assert not any(("balanced_accuracy", None) in group for group in identity_names(report))


def test_counts_that_are_no_partition() -> None:
    report = em.OneVsRest.from_top_k([1, 2], [[1, 2], [2]], labels=[1, 2, 3]).report(metrics="all")
    of_classes = {m.name for m in all_metrics() if m.scope == "matrix" and not m.partition}
    assert {row.metric for row in report.overall} == of_classes > {"average_accuracy", "balanced_accuracy"}
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(report.to_json()))
    assert not any(("accuracy", None) in group for group in identity_names(report))


@settings(max_examples=size(8, 40))
@given(rows=MATRICES, options=st.sampled_from([{}, {"undefined": "omit"}, {"preset": "pycm"}]))
def test_json_follows_its_schema_and_is_exact(rows: list[list[int]], options: dict[str, Any]) -> None:
    report = report_of(rows, **options)
    document = json.loads(report.to_json())
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    assert len(document["rows"]) == len(report.rows)
    for got, row in zip(document["rows"], report.rows, strict=True):
        assert (got["metric"], got["average"], got["label"]) == (row.metric, row.average, row.label)
        if isinstance(row.value, Fraction):
            assert Fraction(got["value"]) == row.value
            assert got["float"] == float(row.value)
        elif isinstance(row.value, Undefined):
            assert got["reason"] == row.value.reason
        elif isinstance(row.value, Root):
            under = got["square"] or got["radicand"]
            assert Root(got["sign"], Fraction(under), got.get("degree", 2)) == row.value
        else:
            assert read_value(got["value"]) == row.value


def test_the_schema_refuses_what_it_does_not_know() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.check_schema(SCHEMA)
    document = report_of(BIRDS).data()
    for wrong in (
        {"extra": 1},
        {"schema": "exactmetrics/report/2"},
        {"rows": [document["rows"][0] | {"value": "0.5"}]},
    ):
        assert not validator.is_valid(document | wrong)


def test_weighted_samples() -> None:
    rows = [[Fraction(3, 2), 1], [0, Fraction(1, 2)]]
    document = report_of(rows).data()
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    assert document["matrix"][0] == ["3/2", 1]


def test_many_classes_are_cut_and_the_rest_is_counted() -> None:
    k = 120
    report = em.ConfusionMatrix([[(i * j) % 7 + 50 * (i == j) for j in range(k)] for i in range(k)]).report(
        metrics=["precision", "recall", "f1", "mcc"]
    )
    said = f"The table shows the first 50 of the {k} classes. {k - 50} classes are not shown."
    for text in (report.to_text(), report.to_markdown(), report.to_latex()):
        assert said in " ".join(text.split())
    assert len(table_row(report, "50")) > 0
    assert len(table_row(report, "51")) == 0
    assert len(report.data()["rows"]) == len(report.rows) > k * 3


def test_a_long_fraction_is_described_in_tables_and_full_in_json() -> None:
    k = 100
    counts = {i: {"tp": 1000 + i, "fp": 7 * i + 1, "fn": 11 * i + 3} for i in range(k)}
    n = sum(c["tp"] + c["fn"] for c in counts.values())
    report = em.OneVsRest.from_counts({i: c | {"n": n} for i, c in counts.items()}, n=n, partition=False).report(
        metrics=["precision", "recall", "f1"]
    )
    [macro] = [r.value for r in report.averages if (r.metric, r.average) == ("f1", "macro")]
    assert isinstance(macro, Fraction)
    digits = (len(str(macro.numerator)), len(str(macro.denominator)))
    assert min(digits) > 40
    assert f"fraction with {digits[0]} over {digits[1]} digits ≈ 0." in report.to_text()
    assert f"{macro.numerator}/{macro.denominator}" in report.to_json()
    assert max(map(len, report.to_text().splitlines())) < 200


def test_latex_compiles_and_nothing_sticks_out(tex_engine: str, tmp_path: Path) -> None:
    large = [[60123, 1456, 19999], [12345, 55555, 21111], [28888, 31234, 70001]]
    reports = [
        em.ConfusionMatrix(rows, labels=labels).report(metrics="all", undefined="omit").to_latex(document=True)
        for labels in (NAMES, ["a_b%", "$x^2$ & co", "#1 {y} \\z"])
        for rows in (BIRDS, ABSENT, large)
    ]
    result = compile_latex(joined(reports), tmp_path, engine=tex_engine)
    assert (result.errors, result.overfull) == ([], [])


def test_latex_of_many_classes(tex_engine: str, tmp_path: Path) -> None:
    k = size(25, 60)
    report = em.ConfusionMatrix([[(i * j) % 5 + 90 * (i == j) for j in range(k)] for i in range(k)]).report(
        metrics="all"
    )
    result = compile_latex(report.to_latex(document=True), tmp_path, engine=tex_engine)
    assert (result.errors, result.overfull) == ([], [])


def test_one_class_and_hostile_names_in_markdown() -> None:
    report = em.ConfusionMatrix([[3]], labels=["a|b*c"]).report()
    assert "This confusion matrix shows 3 samples of one class: a|b*c." in report.to_text()
    assert "| a\\|b\\*c | 1 | 1 | 1 | 3 |" in report.to_markdown()


def test_a_notebook_shows_three_texts() -> None:
    assert sorted(report_of(BIRDS)._repr_mimebundle_()) == ["text/latex", "text/markdown", "text/plain"]


@each("places", [-1, 2.5, True, "4"])
def test_places_must_be_a_whole_number(places: Any) -> None:
    with pytest.raises(UsageError, match="places must be a whole number from 0 on"):
        report_of(BIRDS, places=places)


@each("metrics", [5, "mcc", [5], b"mcc"])
def test_metrics_are_a_list_of_names(metrics: Any) -> None:
    with pytest.raises(UsageError, match=r'metrics is "all" or a list of names, as in \["mcc", "npv"\], not'):
        em.ConfusionMatrix(BIRDS).report(metrics=metrics)


def test_metrics_may_come_from_any_iterable() -> None:
    report = em.ConfusionMatrix(BIRDS).report(metrics=iter(["mcc"]))
    assert "mcc" in [metric.name for metric in report.asked]
