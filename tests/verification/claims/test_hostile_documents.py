"""Any text at all: no exception, no claim outside the text, and time that grows with the length alone."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.opening import FORMATS
from exactmetrics.verification.documents.source import source_of
from tests.cases import each, size
from tests.growth import assert_linear, calls

PARTS = [
    "precision", "recall", " of class ", "A", "cat", "= ", "0.5", "0,5", "50 %", "3/4", "\\frac{3}{4}", "\n", "\n\n",
    "| ", " | ", "|---|---|", "actual \\ predicted", "confusion matrix", "[[", "]]", "[3, 1]", ",", "TP = 4", "FP = 1 ",
    "macro avg", "weighted", "  ", "    ", "```\n", "support", "Class: ", "$$", "$", "_{", "}", "\\begin{tabular}{cc}",
    "\\end{tabular}", "\\begin{pmatrix}", "&", "\\\\", "<td>", "</td>", "<tr>", "Fig. 1", "Example 2", "准确率", "为",
    "(", ")", "nan", "1e999", "9" * 30, "-", "×", "# ", "## ", "\t", "f1-score", "accuracy", "is ",
    "'Positive' Class : A",
]  # fmt: skip


@settings(max_examples=size(75, 300), deadline=None)
@given(
    text=st.one_of(st.text(max_size=300), st.lists(st.sampled_from(PARTS), max_size=60).map("".join)),
    format=st.sampled_from(FORMATS),
    comma=st.booleans(),
)
def test_any_text_is_read(text: str, format: str, comma: bool) -> None:
    found = recognised(source_of(text, format), decimal_comma=comma)
    for claim in found.claims:
        assert 0 <= claim.span.start.offset < claim.span.stop <= len(text)
        assert claim.data is None or 0 <= claim.data < len(found.data)
        assert (claim.question.metric is None) != (claim.question.count is None)
    for data in found.data:
        assert data.rows is not None
        assert {len(row) for row in data.rows} == {len(data.rows)} == {len(data.labels)}


@each(
    "part",
    [
        "[[",
        "[[1, 2],",
        "| a | 1 |\n",
        "\\begin{tabular}{cc}",
        "recall (",
        "recall )",
        "F_{",
        "precision = 0.5 ",
        "Fig. 1 ",
        "AccuracyPrecision",
    ],
)
def test_time_grows_with_the_length(part: str) -> None:
    length = size(2_000, 6_000)
    assert_linear(lambda text: recognised(source_of(text, "markdown")), lambda n: part * (n // len(part)), length)


def test_a_line_without_end_is_tried_once() -> None:
    for start, part in product(("recall", "precision recall\n a "), ("1/", "[", " ", "1.5 ", ": ", "recall: ", "1 2 ")):
        text = start + part * (4_000 // len(part)) + "x"
        assert calls(lambda text=text: recognised(source_of(text, "text"))) < 100 * len(text)


@pytest.mark.long
def test_a_matrix_of_too_many_classes_is_passed_over() -> None:
    def table(size: int) -> str:
        names = [f"c{at}" for at in range(size)]
        rows = [
            "| true\\pred | " + " | ".join(names) + " |",
            *(f"| {name} | " + " | ".join("1" * size) + " |" for name in names),
        ]
        return "\n".join(rows)

    assert len(recognised(source_of(table(200), "markdown")).data) == 1
    assert recognised(source_of(table(201), "markdown")).data == []
