"""What stands on the matrix and below it: the example, letters for classes without names, a table of counts."""

from __future__ import annotations

import re
from fractions import Fraction

import exactmetrics as em
from exactmetrics.matrix.labels import match_text
from tests.cases import each
from tests.derivation.documents import take_apart
from tests.derivation.questions import matrix


def data_of(page: str) -> str:
    """The data section of a page in Markdown or plain text, every sentence in one line, without the question."""
    page = re.sub(r"^(?:\*\*)?Question\.[^\n]*(?:\n[^\n]+)*\n\n", "", page, count=1, flags=re.MULTILINE)
    page = re.split(r"^(?:\*\*)?1\. ", page, maxsplit=1, flags=re.MULTILINE)[0]
    return re.sub(r"(?<=\S)\n(?=[^\n |-])", " ", page)


@each(("rows", "example"), [
    ([[4, 0, 1], [10, 65, 16], [1, 1, 9]],  # 16 is the largest wrong number, and there is one
     "The 16, for example, means that 16 samples of class B were predicted as class C."),
    ([[3, 1], [0, 5]],  # 1 occurs once, as does 3 on the diagonal
     "The 1, for example, means that 1 sample of class A was predicted as class B."),
    ([[5, 4], [1, 4]],  # 4 is also on the diagonal
     "The 1, for example, means that 1 sample of class B was predicted as class A."),
    ([[4, 2], [2, 2]],  # no wrong number occurs once
     "The 2 in row A and column B, for example, means that 2 samples of class A were predicted as class B."),
    ([[4, 0], [0, 3]],  # every prediction is correct
     "The 4 in row A and column A, for example, means that 4 samples of class A were predicted as class A."),
], ids=str)  # fmt: skip
def test_the_example_is_a_cell_that_can_be_found(rows: list[list[int]], example: str) -> None:
    names = ["A", "B", "C"][: len(rows)]
    page = data_of(matrix(rows, names).derive("accuracy").to_markdown())
    assert f"The bold numbers are the correct predictions. {example}\n" in page


@each(("k", "called"), [(3, "A, B and C"), (8, "A, B, …, H")])
def test_classes_without_names_are_called_by_letters(k: int, called: str) -> None:
    rows = [[(i * j) % 5 + 1 for j in range(k)] for i in range(k)]
    for counts in (em.ConfusionMatrix(rows), em.ConfusionMatrix(rows).reorder(range(k))):
        page = counts.derive("recall", label=0).to_markdown()
        said = f"of {k} classes. The classes have no names, so they are called {called} here. Each row is"
        assert said in page
        assert "Class A is the positive class" in page
        assert r"R _{\text{class A}} = " in page
        assert counts.value("recall", label="B") == counts.value("recall", label=1)  # as the page calls it
        assert match_text("B", counts.labels) == match_text("1", counts.labels) == 1
    given = em.ConfusionMatrix(rows, labels=range(k)).derive("recall", label=0).to_markdown()
    assert "no names" not in given
    assert "Class 0 is the positive class" in given


@each("k", [10, 11, 30, 31])
def test_a_large_matrix_is_a_table_of_counts(k: int) -> None:
    rows = [[(i * j) % 5 + 1 for j in range(k)] for i in range(k)]
    counts = matrix(rows, [f"c{i}" for i in range(k)])
    n = sum(map(sum, rows))
    for metric, options in (("kappa", {}), ("recall", {"label": "c7"})):
        data = take_apart(counts.derive(metric, **options).to_markdown(), "markdown").data
        large = (
            f"{k} classes and {n} samples. It is too large for this page, so a table gives the counts of each class."
        )
        assert (large in data.text) is (k > 10)
        if k == 10:
            assert len(data.tables[0]) == 12
        elif metric == "kappa" and k <= 30:  # the class table of the steps has them all
            assert data.tables == []
        elif k <= 30:
            assert [row[0] for row in data.tables[0][1:]] == [f"c{i}" for i in range(k)]
        else:
            asked = ["c7"] * bool(options)
            assert [row[0] for row in data.tables[0][1:]] == [*(f"c{i}" for i in range(5)), *asked, "total"]
            assert data.tables[0][-1][1] == str(n)
            assert sum(Fraction(cell) for cell in data.tables[0][1][2:4]) == Fraction(data.tables[0][1][1])  # TP + FN
    if k == 31:
        assert "The table shows 5 of the 31 classes and class c7. 25 classes are not shown." in data.text


def test_a_printed_matrix_has_its_margins() -> None:
    lines = str(em.ConfusionMatrix([[2, 1], [0, 40]], labels=["a", "b"])).splitlines()
    assert lines == [
        "true / predicted  a   b  total",
        "------------------------------",
        "a                 2   1      3",
        "b                 0  40     40",
        "------------------------------",
        "total             2  41     43",
    ]
