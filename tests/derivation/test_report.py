"""Reports: every row against the independent oracle and a peer, what is said of rows, and the derivations below them.

That the numbers of a report hold on every surface is read in tests/corpus.
"""

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
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.metrics.request import averages_of
from exactmetrics.sheets.schema import schema_named
from tests.cases import each, size
from tests.derivation.pages import check_end, check_row, rows_of
from tests.derivation.pages import joined as joined_rows
from tests.derivation.questions import check_says, flat, matrix
from tests.derivation.rereading import unboxed
from tests.latex import compile_latex, joined
from tests.oracle import Missing, Oracle, same
from tests.strategies import label_pairs, square_rows

BIRDS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
NAMES = ["bird", "cat", "dog"]
# So few that every table stands once: of one with long values and names there is one for decimals and one for the rest.
FEW = ["tp", "fp", "fn", "tn", "prevalence", "specificity", "npv", "fpr", "fnr", "fdr", "for", "class_accuracy", "mcc"]
FEW += ["kappa", "error_rate"]
DERIVED = ["precision", "specificity", "f1", "kappa", "mcc", "mutual_information"]
SCHEMA = schema_named("report", "exactmetrics.derivation")
ABSENT = [[6, 0, 0], [1, 0, 2], [2, 0, 7]]  # the second class is never predicted
MATRICES = square_rows(least=1, most=4, highest=4).filter(lambda rows: any(map(any, rows)))
LARGE = [[60123, 1456, 19999], [12345, 55555, 21111], [28888, 31234, 70001]]


def report_of(rows: Any, **options: Any) -> Report:
    labels = NAMES[: len(rows)] if len(rows) <= 3 else None
    return em.ConfusionMatrix(rows, labels=labels).report(**{"metrics": "all", **options})


@settings(max_examples=size(4, 40))
@given(rows=MATRICES, policy=st.sampled_from(["propagate", "omit", 0, 1]))
def test_every_row_is_what_the_oracle_says(rows: list[list[int]], policy: Any) -> None:
    report = em.ConfusionMatrix(rows).report(metrics="all", undefined=policy)
    for row in report.rows:
        oracle = Oracle(rows, policy)
        options = {"label": row.label} if row.label is not None else {"average": row.average} if row.average else {}
        want = oracle.value(row.metric, **options)
        if isinstance(want, Missing):
            assert isinstance(row.value, Undefined)
            classes = [Oracle(rows, policy).value(row.metric, label=at) for at in range(len(rows)) if row.average]
            # Of classes without a value for different reasons either is the reason of the mean.
            assert row.value.kind in {want.kind, *(one.kind for one in classes if isinstance(one, Missing))}
            assert row.decimal is None
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


@settings(max_examples=size(5, 60))
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


def table_row(report: Report, first: str) -> list[list[str]]:
    """The cells of the Markdown rows that begin with a name."""
    lines = [line.strip("| ").split(" | ") for line in report.to_markdown().splitlines() if line.startswith("| ")]
    return [cells[1:] for cells in lines if cells[0] == first]


def test_undefined_and_policies_are_visible() -> None:
    every = report_of(ABSENT, metrics=FEW)
    undefined = sum(isinstance(row.value, Undefined) for row in every.rows)
    for style in ("text", "markdown", "latex"):
        assert len(re.findall(r"\bundefined\b", every.to(style))) == undefined > 0
    assert "Precision of class cat would be 0 divided by 0" in report_of(ABSENT).to_text()
    said = "Precision of class cat is undefined: it would be 0/0. It is "
    marked = report_of(ABSENT, preset="sklearn")
    check_says(marked.to_text(), [f"{said}counted as 0"])
    check_says(report_of(ABSENT, undefined="omit").to_text(), [f"{said}left out of the means"])
    # The first column of the summary is the precision.
    ends = {average: table_row(marked, f"{average} avg")[0][0][-2:] for average in ("macro", "micro", "weighted")}
    assert {average for average, end in ends.items() if end == "\\*"} == {"macro", "weighted"}
    with pytest.raises(UndefinedValueError, match="precision of cat is 0/0"):
        report_of(ABSENT, undefined="raise").to_text()


def identity_names(report: Report) -> list[set[tuple[str, str | None]]]:
    return [{(row.metric, row.average) for row in group} for group in report.identities]


def test_identities() -> None:
    report = report_of(BIRDS)
    groups = identity_names(report)
    assert any({("accuracy", None), ("recall", "weighted"), ("f1", "micro")} <= group for group in groups)
    assert any({("balanced_accuracy", None), ("recall", "macro")} <= group for group in groups)
    text = flat(report.to_text())
    [line] = re.findall(r"accuracy( = .*? = 9/14)", text)
    assert {"micro precision", "micro recall", "micro f1", "weighted recall", "9/14"} <= set(line.split(" = "))
    check_says(text, [
        "accuracy and weighted recall are one number. They are equal for all counts: the number of samples cancels in "
        "each product.",
        "balanced_accuracy and macro recall are one number. One is defined as the other.",
    ])  # fmt: skip
    one_each = "If every sample has one actual and one predicted class, they are equal for all counts"
    assert re.search(f"micro precision, micro recall.* and micro .* are one number. {one_each}", text)


@each(
    ("rows", "options", "apart"),
    [
        # scikit-learn's balanced accuracy leaves out a class without true samples, its macro recall counts it as 0.
        ([[3, 1, 1], [0, 0, 0], [1, 2, 4]], {"preset": "sklearn"}, {("balanced_accuracy", None)}),
        # Macro recall is the accuracy where all classes have one size; that is no identity.
        ([[3, 1, 0], [1, 3, 0], [0, 1, 3]], {}, {("accuracy", None), ("recall", "macro")}),
    ],
)
def test_what_is_no_identity_is_not_claimed(rows: Any, options: dict[str, Any], apart: set[Any]) -> None:
    assert not any(apart <= group for group in identity_names(report_of(rows, **options)))


def test_counts_that_are_no_partition() -> None:
    report = em.OneVsRest.from_top_k([1, 2], [[1, 2], [2]], labels=[1, 2, 3]).report(metrics="all")
    of_classes = {m.name for m in all_metrics() if m.scope == "matrix" and not m.partition}
    assert {row.metric for row in report.overall} == of_classes > {"average_accuracy", "balanced_accuracy"}
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(report.to_json()))
    assert not any(("accuracy", None) in group for group in identity_names(report))


def test_json() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.check_schema(SCHEMA)
    report = report_of(BIRDS)
    document = report.data()
    for wrong in (
        {"extra": 1},
        {"schema": "exactmetrics/report/2"},
        {"rows": [document["rows"][0] | {"value": "0.5"}]},
    ):
        assert not validator.is_valid(document | wrong)
    for written, row in zip(document["rows"], report.rows, strict=True):
        assert (written["metric"], written["average"], written["label"]) == (row.metric, row.average, row.label)
        if isinstance(row.value, Fraction):
            assert (Fraction(written["value"]), written["float"]) == (row.value, float(row.value))
    weighted = report_of([[Fraction(3, 2), 1], [0, Fraction(1, 2)]]).data()
    validator.validate(weighted)
    assert weighted["matrix"][0] == ["3/2", 1]


def test_latex_compiles_and_nothing_sticks_out(tex_engine: str, tmp_path: Path) -> None:
    many = [[(i * j) % 5 + 90 * (i == j) for j in range(25)] for i in range(25)]
    reports = [
        em.ConfusionMatrix(BIRDS, labels=["a_b%", "$x^2$ & co", "#1 {y} \\z"]).report(metrics="all"),
        em.ConfusionMatrix(ABSENT, labels=NAMES).report(metrics="all", undefined="omit"),
        em.ConfusionMatrix(LARGE, labels=NAMES).report(metrics="all"),
        em.ConfusionMatrix(many).report(metrics="all"),
        em.ConfusionMatrix(BIRDS).report(metrics=DERIVED, derivations=True),
    ]
    sources = [report.to_latex(document=True) for report in reports]
    result = compile_latex(joined(sources), tmp_path, engine=tex_engine)
    assert (result.errors, result.overfull) == ([], [])
    assert "undefined references" not in result.log


@each(
    ("options", "said"),
    [*(({"places": places}, "places must be a whole number from 0 on") for places in (-1, 2.5, True, "4")),
     *(({"metrics": m}, r'metrics is "all" or a list of names, as in \["mcc", "npv"\], not')
       for m in (5, "mcc", [5], b"mcc")),
     ({"derivations": "long"}, "no level of detail 'long'")],
)  # fmt: skip
def test_what_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        report_of(BIRDS, **options)


# The derivations below a report: one for every average and metric of the matrix, which its value links to.


def with_derivations(rows: Any = BIRDS, **options: Any) -> Report:
    return matrix(rows, NAMES).report(**{"metrics": DERIVED, "derivations": True, **options})


@each("rows", [BIRDS, ABSENT])
def test_each_derives_the_value_of_its_row(rows: list[list[int]]) -> None:
    report = with_derivations(rows)
    for row in report.derived:
        value = report.derivation(row).value
        assert value == row.value or (isinstance(value, Undefined) and isinstance(row.value, Undefined))
    assert {row.average for row in report.derived} == {"macro", "micro", "weighted", None}


@each("format", ["markdown", "github", "html"])
def test_every_value_links_to_its_derivation(format: str) -> None:
    report = with_derivations(undefined=0) if format == "html" else with_derivations()
    page = report.to(format)
    links = [a or b for a, b in re.findall(r'\]\(#([^)]+)\)|href="#([^"]+)"', page)]
    places = re.findall(r'<a id="([^"]+)"></a>', page)
    assert sorted(links) == sorted(places)
    assert len(set(places)) == len(report.derived)
    assert "derivation-" not in with_derivations(derivations=False).to(format)


@each("surface", ["text", "markdown", "latex"])
def test_every_equality_is_read_back(surface: str) -> None:
    report = with_derivations()
    page = report.to(surface)
    rows = joined_rows(rows_of(page[page.index("Derivations") :], surface))
    values = [row.value for row in report.derived]
    approximate = re.compile(r"≈|\\approx")
    count = sum(check_end(unboxed(row), values) if approximate.search(row) else check_row(row) for row in rows)
    assert count > 2 * len(report.derived)
