"""What stands on the matrix and below it: heads, the diagonal set off, the four counts of a class, or an example.

The lines that are expected are those of pages written by hand.
"""

from __future__ import annotations

import re
from fractions import Fraction

import exactmetrics as em
from exactmetrics.matrix.labels import match_text
from tests.cases import each
from tests.derivation.documents import take_apart
from tests.derivation.html_reader import parsed, sentence
from tests.derivation.questions import BIRDS, check_says, matrix

ANIMALS = matrix(BIRDS, ["bird", "cat", "dog"])
SICK = matrix([[4, 2], [1, 2]], ["sick", "healthy"])
SURFACES = ("text", "markdown", "latex", "html")
AXES = "Each row is an actual class (the class that a sample really belongs to). Each column is a predicted class."
MARKED = {
    "text": "numbers in brackets",
    "markdown": "bold numbers",
    "latex": "shaded numbers",
    "html": "shaded numbers",
}
FOUR = [
    "TP (true positives): 4 samples of class sick were predicted as class sick.",
    "FN (false negatives): 2 samples of class sick were predicted as class healthy.",
    "FP (false positives): 1 sample of class healthy was predicted as class sick.",
    "TN (true negatives): 2 samples of class healthy were predicted as class healthy.",
]
FOUR_OF_MORE = [
    "TP (true positives): 5 samples of class cat were predicted as class cat.",
    "FN (false negatives): 1 + 2 = 3 samples of class cat were predicted as other classes.",
    "FP (false positives): 1 + 3 = 4 samples of other classes were predicted as class cat.",
    "TN (true negatives): 6 + 1 + 2 + 7 = 16 samples of other classes were not predicted as class cat.",
]


def data_of(page: str) -> str:
    """The data section of a page in Markdown or plain text, every sentence in one line, without the question."""
    page = re.sub(r"^(?:\*\*)?Question\.[^\n]*(?:\n[^\n]+)*\n\n", "", page, count=1, flags=re.MULTILINE)
    page = re.split(r"^(?:\*\*)?1\. ", page, maxsplit=1, flags=re.MULTILINE)[0]
    return re.sub(r"(?<=\S)\n(?=[^\n |-])", " ", page)


def test_the_data_of_weighted_precision() -> None:
    page = ANIMALS.derive("precision", average="weighted").to_markdown()
    assert data_of(page).splitlines()[2:] == [
        f"This confusion matrix shows 28 samples of 3 classes: bird, cat and dog. {AXES}",
        "",
        "| | predicted: bird | predicted: cat | predicted: dog | total |",
        "|:---|---:|---:|---:|---:|",
        "| actual: bird | **6** | 1 | 1 | 8 |",
        "| actual: cat | 1 | **5** | 2 | 8 |",
        "| actual: dog | 2 | 3 | **7** | 12 |",
        "| total | 9 | 9 | 10 | 28 |",
        "",
        "The bold numbers are the correct predictions. The 3, for example, means that 3 samples of class dog were "
        "predicted as class cat.",
        "",
    ]


@each("question", [("mcc", {"form": "binary", "positive": "sick"}), ("precision", {"label": "sick"})], ids=str)
def test_the_data_of_two_classes(question: tuple[str, dict[str, str]]) -> None:
    metric, options = question
    page = SICK.derive(metric, **options).to_markdown()
    assert data_of(page).splitlines()[4:] == [
        "| | predicted: sick | predicted: healthy | total |",
        "|:---|---:|---:|---:|",
        "| actual: sick | TP = **4** | FN = 2 | 6 |",
        "| actual: healthy | FP = 1 | TN = **2** | 3 |",
        "| total | 5 | 4 | 9 |",
        "",
        "The bold numbers are the correct predictions. Class sick is the positive class, and class healthy is the "
        "negative class:",
        "",
        *(f"- {line}" for line in FOUR),
        "",
    ]


@each("surface", SURFACES)
def test_four_counts_and_no_example_on_every_surface(surface: str) -> None:
    for page, lines in (
        (SICK.derive("precision", label="sick").to(surface), FOUR),
        (ANIMALS.derive("recall", label="cat").to(surface), FOUR_OF_MORE),
    ):
        said = " ".join(take_apart(page, surface).data.sentences).replace("$", "")
        assert f"The {MARKED[surface]} are the correct predictions." in said
        assert "for example" not in said
        for line in lines:
            assert line in said
    assert "Class cat is the positive class, and all other classes together are the negative class:" in said


@each("surface", SURFACES)
def test_heads_say_whose_class_it_is_once(surface: str) -> None:
    """Where heads can span, over all columns; elsewhere before each name; never both, and no class is "true"."""
    page = matrix([[4, 2], [1, 2]], ["positive", "negative"]).derive("f1", average="macro").to(surface)
    [table] = take_apart(page, surface).data.tables
    spans = surface in ("latex", "html")
    names = ["positive", "negative"]
    assert table[0][1:] == [*(names if spans else [f"predicted: {name}" for name in names]), "total"]
    assert [row[0] for row in table[1:]] == [*(names if spans else [f"actual: {name}" for name in names]), "total"]
    assert table[0][0] == ("actual class" if spans else "")
    assert ("predicted class" in page.partition("Definition")[0].replace("a predicted class", "")) is spans


def test_only_the_diagonal_is_marked() -> None:
    for derivation in (ANIMALS.derive("precision", label="cat"), ANIMALS.derive("kappa")):
        cells = [e for e in parsed(derivation.to_html()).iter("td") if e.get("class") not in (None, "total")]
        assert [(e.get("class"), sentence(e)) for e in cells] == [
            ("diagonal", "6"),
            ("diagonal", "5"),
            ("diagonal", "7"),
        ]
        rows = re.findall(r"^.*\\cellcolor.*$", derivation.to_latex(), re.MULTILINE)
        assert [re.findall(r"\\cellcolor\{black!20\}\\textbf\{(\d)\}", row) for row in rows] == [["6"], ["5"], ["7"]]
        assert re.findall(r"\[\d+\]", derivation.to_text().partition("1. ")[0]) == ["[6]", "[5]", "[7]"]


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


def test_names_of_classes_in_heads_and_sentences() -> None:
    assert "for example" not in data_of(matrix([[0, 0], [0, 0]]).derive("accuracy").to_markdown())
    digits = data_of(matrix([[4, 2], [2, 2]], [0, 1]).derive("accuracy").to_markdown())
    check_says(digits, [
        "| | predicted: class 0 | predicted: class 1 | total |",
        "The 2 in row class 0 and column class 1, for example, means that 2 samples of class 0 were",
    ])  # fmt: skip
    words = data_of(matrix(BIRDS, ["macro", "total", "A"]).derive("accuracy").to_markdown())
    check_says(words, [
        "| | predicted: class macro | predicted: class total | predicted: A | total |",
        "of 3 classes: macro, total and A.",
    ])  # fmt: skip
    for names, listed in ((list("abcdef"), True), (list("abcdefg"), False), (["x" * 21, "y" * 20, "z" * 20], False)):
        k = len(names)
        page = matrix([[i + j for i in range(k)] for j in range(k)], names).derive("accuracy").to_markdown()
        assert (f"of {k} classes: " in page) is listed


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


def test_the_second_class_can_be_the_positive_one() -> None:
    rows = data_of(SICK.derive("recall", label="healthy").to_markdown()).splitlines()[6:8]
    assert rows == ["| actual: sick | TN = **4** | FP = 2 | 6 |", "| actual: healthy | FN = 1 | TP = **2** | 3 |"]
