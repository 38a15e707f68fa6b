"""The derivations below a report: one for every average and metric of the matrix, which its value links to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import exactmetrics as em
from exactmetrics.derivation.report import derivation_of
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.reading import read_value
from exactmetrics.metrics.registry import all_metrics
from tests.cases import each, sample
from tests.derivation.pages import check_end, check_row, joined, rows_of
from tests.derivation.questions import BIRDS, matrix
from tests.derivation.rereading import unboxed
from tests.latex import compile_latex

NAMES = ["bird", "cat", "dog"]
APPROX = re.compile(r"≈|\\approx")
ABSENT = [[6, 0, 1], [1, 0, 2], [2, 0, 7]]
EVERY = [metric.name for metric in all_metrics() if not metric.parameters]
METRICS = sorted({*sample(EVERY, 40), "precision", "specificity"}, key=EVERY.index)


def report(rows: list[list[int]] = BIRDS, **options: object) -> em.Report:
    return matrix(rows, NAMES).report(metrics=METRICS, derivations=True, **options)  # type: ignore[arg-type]


@each("rows", [BIRDS, ABSENT])
def test_each_derives_the_value_of_its_row(rows: list[list[int]]) -> None:
    made = report(rows)
    for row in made.derived:
        derived = derivation_of(made, row)
        assert derived.value == row.value or (isinstance(derived.value, Undefined) and isinstance(row.value, Undefined))
    assert {row.average for row in made.derived} == {"macro", "micro", "weighted", None}


@each("format", ["markdown", "github", "html"], quick=1)
def test_every_value_links_to_its_derivation(format: str) -> None:
    made = report(undefined=0) if format == "html" else report()
    page = made.to(format)
    links = [a or b for a, b in re.findall(r'\]\(#([^)]+)\)|href="#([^"]+)"', page)]
    places = re.findall(r'<a id="([^"]+)"></a>', page)
    assert sorted(links) == sorted(places)
    assert len(set(places)) == len(made.derived)


def test_on_a_terminal_a_value_names_its_derivation() -> None:
    text = report().to_text()
    for name, *averages in [("specificity", "macro", "micro", "weighted"), ("macro avg", "macro")]:
        [row] = [line for line in text.splitlines() if re.match(rf" *{name} .*\(\d+\)", line)]
        metric = name if len(averages) == 3 else "precision"  # the first column of the summary
        numbers = re.findall(r"\((\d+)\)", row)[: len(averages)]
        heads = [f"({n}) {average} {metric}" for n, average in zip(numbers, averages, strict=True)]
        assert all(any(line.lower() == head for line in text.splitlines()) for head in heads), heads


def test_without_them_a_report_is_as_before() -> None:
    plain = matrix(BIRDS, NAMES).report(metrics="all")
    assert "derivation-" not in plain.to_markdown()
    assert not re.search(r"\d \(\d+\)", plain.to_text())


@each("surface", ["text", "markdown", "latex"], quick=1)
def test_every_equality_is_read_back(surface: str) -> None:
    made = report()
    page = getattr(made, f"to_{surface}")()
    page = page[page.index("Derivations") :]
    rows, values = joined(rows_of(page, surface)), [row.value for row in made.derived]
    count = sum(check_end(unboxed(row), values) if APPROX.search(row) else check_row(row) for row in rows)
    assert count > 2 * len(made.derived)


def test_full_detail_shows_more() -> None:
    cm = matrix(BIRDS, NAMES)
    brief, full = (cm.report(metrics=METRICS, derivations=detail).to_markdown() for detail in ("brief", "full"))
    assert len(full) > len(brief)
    assert "**Add the fractions.**" in re.sub(r"\d\. ", "", full)
    below = re.split(r"^### ", full, flags=re.MULTILINE)[1:]  # the headings of a derivation are below its own
    assert below
    assert all(re.findall(r"^#+ .*", text, re.MULTILINE) == ["#### Result", "#### More"] for text in below)
    assert "Add the fractions" not in brief
    with pytest.raises(UsageError, match="no level of detail 'long'"):
        cm.report(metrics="all", derivations="long")


def test_a_row_of_the_json_names_its_question() -> None:
    cm = matrix(ABSENT, NAMES)
    found = cm.report(metrics="all", undefined="0").data()
    for row in found["rows"]:
        asked = {key: row[key] for key in ("label", "average") if row[key] is not None}
        value = cm.value(row["metric"], **asked, undefined=found["policy"])
        if row["value"] is None:  # no policy stands for a logarithm of 0 or of a number divided by 0
            assert value.cause == "logarithm" or value.kind == "infinite"
        else:
            assert value == read_value(row["value"])


def test_latex_compiles_within_the_margins(tmp_path: Path, tex_engine: str) -> None:
    result = compile_latex(report().to_latex(document=True), tmp_path, engine=tex_engine)
    assert result.errors == []
    assert result.overfull == []
    assert "undefined references" not in result.log


def test_an_identity_says_why_it_holds() -> None:
    text = " ".join(matrix(BIRDS, NAMES).report(metrics="all").to_text().split())
    assert "weighted recall: They are equal for all counts: the number of samples cancels in each product." in text
    one_each = "If every sample has one actual and one predicted class, they are equal for all counts"
    assert re.search(f"micro precision, micro recall.* and micro .*: {one_each}", text)
    assert "macro recall: One is defined as the other." in text


def test_a_coincidence_is_no_identity() -> None:
    """Macro recall is the accuracy where all classes have one size; that is no identity."""
    same = matrix([[3, 1, 0], [1, 3, 0], [0, 1, 3]], NAMES)
    assert same.value("recall", average="macro") == same.value("accuracy")
    groups = [{(row.metric, row.average) for row in group} for group in same.report(metrics="all").identities]
    assert not any({("accuracy", None), ("recall", "macro")} <= group for group in groups)
