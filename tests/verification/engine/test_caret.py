"""What caret prints, as plain text: blank lines part it, and every number of it is judged."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import exactmetrics as em
from tests.cases import each

PAIRS = [
    ("cat", "dog"), ("dog", "cat"), ("yes", "no"), ("1", "0"), ("0", "1"), ("M", "B"), ("Class1", "Class2"),
    ("class a", "class b"), ("Class 1", "Class 2"), ("class_1", "class_0"), ("<=50K", ">50K"), (">50K", "<=50K"),
    ("< 5", ">= 5"), ("[0,5)", "[5,10)"), ("+", "-"), ("Class", "Other"),
]  # fmt: skip
COUNTS = ((40, 5), (10, 45))  # rows are predicted classes, as caret has them; the first class is the positive one


def shown(value: Fraction, places: int = 4) -> str:
    return f"{float(round(value, places)):.{places}f}"


def scores(tp: int, fp: int, fn: int, tn: int) -> dict[str, Fraction]:
    """The lines that caret prints of a class, by its help of `confusionMatrix`."""
    n, sens, spec = tp + fp + fn + tn, Fraction(tp, tp + fn), Fraction(tn, tn + fp)
    return {
        "Sensitivity": sens, "Specificity": spec, "Pos Pred Value": Fraction(tp, tp + fp),
        "Neg Pred Value": Fraction(tn, tn + fn), "Prevalence": Fraction(tp + fn, n), "Detection Rate": Fraction(tp, n),
        "Detection Prevalence": Fraction(tp + fp, n), "Balanced Accuracy": (sens + spec) / 2,
    }  # fmt: skip


def printed(positive: str, other: str, *, bare: bool) -> str:
    """The printout of two classes; caret fills blank lines with spaces, which editors take away."""
    (tp, fp), (fn, tn) = COUNTS
    blank = "" if bare else " " * 42
    wide = max(5, len(positive), len(other))
    lines = ["Confusion Matrix and Statistics", "", "          Reference"]
    lines += [f"Prediction {positive:>{wide}} {other:>{wide}}"]
    lines += [f"{positive:>10} {tp:>{wide}} {fp:>{wide}}", f"{other:>10} {fn:>{wide}} {tn:>{wide}}", blank]
    lines += [f"{'Accuracy':>23} : {shown(Fraction(tp + tn, tp + fp + fn + tn)):<16}", blank]
    values = list(scores(tp, fp, fn, tn).items())
    lines += [f"{name:>23} : {shown(value):<16}" for name, value in values]
    lines += [blank, f"       'Positive' Class : {positive:<16}", blank]
    return "\n".join(line.rstrip() if bare else line for line in lines) + "\n"


def wrong(text: str, name: str, at: int = 0) -> str:
    """The printout with another third digit in a number of a line."""
    line = next(one for one in text.split("\n") if one.strip().startswith(name))
    found = [*re.finditer(r"\d\.\d{4}", line)][at]
    place = found.start() + 4
    return text.replace(line, line[:place] + str((int(line[place]) + 5) % 10) + line[place + 1 :])


def accused(text: str) -> list[str | None]:
    found = em.verify_document(text, format="text")
    return [one.printed for one in found.claims if one.level == "error"]


@each(
    ("positive", "other", "bare", "end"),
    [(*pair, bare, end) for pair in PAIRS for bare in (False, True) for end in ("\n", "\r\n")],
    quick=16,
)
def test_the_positive_class_stands_behind_a_blank_line(positive: str, other: str, bare: bool, end: str) -> None:
    text = printed(positive, other, bare=bare).replace("\n", end)
    assert accused(text) == []
    for name in scores(1, 1, 1, 1):
        assert len(accused(wrong(text, name))) == 1, name
    assert accused(text + "\n" + printed(other, positive, bare=bare)) == []  # each printout says its own


@each(("positive", "other"), PAIRS, quick=6)
def test_the_positive_class_of_a_printout_holds_with_data_too(positive: str, other: str) -> None:
    text = printed(positive, other, bare=True)
    given = {"data": [[40, 10], [5, 45]], "labels": [positive, other]}
    alone = text[text.index("   Accuracy") :]  # without the matrix
    for shown_text in (text, alone):
        found = em.verify_document(shown_text, format="text", **given)
        assert [one.word for one in found.claims if one.word not in ("rounded", "exact")] == []
        assert len(found.claims) == 1 + len(scores(1, 1, 1, 1))
        assert not found.passed
        for name in scores(1, 1, 1, 1):
            judged = em.verify_document(wrong(shown_text, name), format="text", **given)
            assert [one.level for one in judged.claims].count("error") == 1, name
    both = alone + "\n" + alone.replace(f"Class : {positive}", f"Class : {other}")  # the second is wrong
    levels = [one.level for one in em.verify_document(both, format="text", **given).claims]
    assert "error" not in levels[:9]
    assert levels[9:].count("error") == 6


ROWS = ((20, 1, 0), (2, 15, 3), (0, 2, 17))  # rows are predicted classes


def by_class(names: tuple[str, str, str]) -> str:
    n = sum(map(sum, ROWS))
    lines = ["Confusion Matrix and Statistics", "", "          Reference", "Prediction " + " ".join(names)]
    lines += [f"{name:>10} " + " ".join(f"{count:>2}" for count in row) for name, row in zip(names, ROWS, strict=True)]
    lines += ["", "Statistics by Class:", "", " " * 21 + " ".join(f"Class: {name}" for name in names)]
    columns = []
    for k in range(3):
        tp, fp, fn = ROWS[k][k], sum(ROWS[k]) - ROWS[k][k], sum(row[k] for row in ROWS) - ROWS[k][k]
        columns.append(scores(tp, fp, fn, n - tp - fp - fn))
    lines += [f"{name:<21}" + " ".join(f"{shown(one[name]):>8}" for one in columns) for name in columns[0]]
    return "\n".join(lines) + "\n"


def test_a_detection_rate_is_called_what_the_printout_calls_it() -> None:
    text = wrong(by_class(("A", "B", "C")), "Detection Rate", 1)
    for language in ("en", "de", "es", "fr", "ar"):
        said = em.verify_document(text, format="text").to_text(language=language)
        assert "Detection Rate" in said, said
        assert "w = 0" not in said, said


NAMES = [
    ("A", "B", "C"), ("a", "b", "c"), ("0", "1", "2"), ("2", "1", "0"), ("2", "0", "1"), ("1", "2", "0"),
    ("3", "1", "2"), ("10", "20", "30"), ("0", "1", "3"), ("-1", "0", "1"), ("1", "-1", "0"), ("1.5", "2", "0"),
    ("Class1", "Class2", "Class3"), ("class_a", "class_b", "class_c"), ("<50", "50-80", ">80"),
]  # fmt: skip


@each("names", NAMES, quick=5)
def test_every_number_by_class_is_judged(names: tuple[str, str, str]) -> None:
    text = by_class(names)
    assert accused(text) == []
    alone = text[text.index("Statistics") :]  # without the matrix, which is given
    given = {"data": [[*row] for row in zip(*ROWS, strict=True)], "labels": names}
    for found in (
        em.verify_document(text, format="text"), em.verify_document(text, format="text", **given),
        em.verify_document(alone, format="text", **given),
    ):  # fmt: skip
        assert [one.word for one in found.claims if one.word not in ("rounded", "exact")] == []
        assert len(found.claims) == 3 * len(scores(1, 1, 1, 1))
    for name in scores(1, 1, 1, 1):
        for at in range(3):
            assert len(accused(wrong(text, name, at))) == 1, (name, at)


LISTING = "\\begin{{lstlisting}}{}\n{{}}\\end{{lstlisting}}\n"
BLOCKS = [
    *(("markdown", f"```{name}\n{{}}```\n") for name in ("r", "R", "rconsole", "{r}", "{r, echo=FALSE}", "python")),
    ("latex", LISTING.format("[language=R]")), ("latex", LISTING.format("")),
]  # fmt: skip
WAYS = {
    "bare": "{}", "prompt": "> cm <- confusionMatrix(p,\n+   y)\n> cm\n{}> 1 + 1\n[1] 2\n",
    "called": "library(caret)\nconfusionMatrix(p, y)\n{}", "signs": "confusionMatrix(p, y)\n{}\nprecision <- 1 / 8\n",
}  # fmt: skip


@each("way", list(WAYS))
@each(("form", "block"), BLOCKS)
def test_a_printout_in_a_block_of_code_is_read(way: str, form: str, block: str) -> None:
    def document(text: str) -> str:
        lines = "".join(f"## {line}\n" for line in text.splitlines()) if way == "signs" else text
        heading = "# Model\n\n" * (form == "markdown")
        return heading + block.replace("{}", WAYS[way].format(lines), 1)

    text = printed("yes", "no", bare=True)
    found = em.verify_document(document(text), format=form)
    assert [one.word for one in found.claims if one.word not in ("rounded", "exact")] == []
    assert len(found.claims) == 1 + len(scores(1, 1, 1, 1))
    for name in scores(1, 1, 1, 1):
        judged = em.verify_document(document(wrong(text, name)), format=form)
        assert [one.level for one in judged.claims].count("error") == 1, name


@each("language", ["r", "R", "rconsole", "{r}"])
@each("prompt", ["", "> "])
def test_code_of_r_that_computes_is_not_accused(language: str, prompt: str) -> None:
    code = ["tp <- 40; fp <- 5; fn <- 10; tn <- 45", "recall <- tp / (tp + fn)", "recall = 40 / 51", "accuracy <- 0.9",
            "precision = 0.5", "print(c(recall = 0.7, f1 = 2 * 0.3))"]  # fmt: skip
    table = "| | a | b |\n|--|--|--|\n| a | 40 | 10 |\n| b | 5 | 45 |\n\n"
    lines = "".join(f"{prompt}{line}\n" for line in code)
    text = f"Confusion matrix (rows are actual classes):\n\n{table}```{language}\n{lines}```\n"
    found = em.verify_document(text, format="markdown")
    assert [one.printed for one in found.findings("error", "warn")] == []


FIVE = ((20, 1, 0, 2, 1), (2, 15, 3, 0, 1), (0, 2, 17, 1, 0), (1, 0, 2, 13, 3), (0, 1, 0, 2, 18))  # rows are predicted
FIVE_NAMES = [
    ("ant", "bee", "cat", "dog", "eel"), ("low risk", "mid risk", "high risk", "top risk", "no risk"),
    ("0", "1", "2", "3", "4"), ("1", "2", "3", "4", "5"), ("5", "3", "1", "2", "4"),
]  # fmt: skip
WRAPS = [(5,), (1, 1, 1, 1, 1), (1, 1, 3), (3, 2), (4, 1), (2, 2, 1), (2, 3)]  # columns that a narrow console has
PLACES = {
    "text": "{}", "markdown": "# Model\n\n```\n{}```\n", "latex": "\\begin{verbatim}\n{}\\end{verbatim}\n",
    "html": "<html><body><pre>{}</pre></body></html>",
}  # fmt: skip


def in_blocks(names: tuple[str, ...], wrap: tuple[int, ...], matrix: bool = True) -> str:
    n, wide = sum(map(sum, FIVE)), max(5, *map(len, names))
    lines = ["Confusion Matrix and Statistics", ""]
    if matrix:
        lines += ["          Reference", "Prediction " + " ".join(f"{name:>{wide}}" for name in names)]
        for name, row in zip(names, FIVE, strict=True):
            lines.append(f"{name:>10} " + " ".join(f"{count:>{wide}}" for count in row))
    right = sum(FIVE[k][k] for k in range(5))
    lines += ["", "Overall Statistics", "", f"{'Accuracy':>23} : {shown(Fraction(right, n))}", ""]
    lines += ["Statistics by Class:", ""]
    columns = []
    for k, name in enumerate(names):
        tp, fp, fn = FIVE[k][k], sum(FIVE[k]) - FIVE[k][k], sum(row[k] for row in FIVE) - FIVE[k][k]
        columns.append((f"Class: {name}", scores(tp, fp, fn, n - tp - fp - fn)))
    for size in wrap:
        block, columns = columns[:size], columns[size:]
        lines.append(" " * 21 + "".join(f" {heading}" for heading, _ in block))
        for metric in block[0][1]:
            row = "".join(f" {shown(one[metric]):>{len(heading)}}" for heading, one in block)
            lines.append(f"{metric:<21}{row}")
    return "\n".join(lines) + "\n"


def placed(text: str, form: str) -> str:
    lines = "".join(f"## {line}\n" for line in text.splitlines()) if form == "markdown" else text
    return PLACES[form].replace("{}", lines)


@each(("names", "wrap", "form"), list(product(FIVE_NAMES, WRAPS, PLACES)), quick=20)
def test_blocks_of_classes_are_read_each_under_its_heading(
    names: tuple[str, ...], wrap: tuple[int, ...], form: str
) -> None:
    given = {"data": [[*row] for row in zip(*FIVE, strict=True)], "labels": names}
    for matrix, data in ((True, {}), (True, given), (False, given)):
        found = em.verify_document(placed(in_blocks(names, wrap, matrix), form), format=form, **data)
        assert [one.word for one in found.claims if one.word not in ("rounded", "exact")] == []
        assert len(found.claims) == 1 + 5 * len(scores(1, 1, 1, 1))


@each(("names", "wrap"), list(product(FIVE_NAMES[2:4], WRAPS[1:])), quick=2)
def test_a_wrong_digit_in_any_block_is_found(names: tuple[str, ...], wrap: tuple[int, ...]) -> None:
    text = in_blocks(names, wrap)
    places = [found.start() + 4 for found in re.finditer(r"[01]\.[0-9]{4}", text)]
    assert len(places) == 41
    for place in places:
        planted = text[:place] + str((int(text[place]) + 5) % 10) + text[place + 1 :]
        assert accused(planted) == [planted[place - 4 : place + 2]], place


@each(("names", "wrap"), list(product(FIVE_NAMES, WRAPS)), quick=3, exhaustive=12)
def test_numbers_in_blocks_without_a_matrix_are_all_listed(names: tuple[str, ...], wrap: tuple[int, ...]) -> None:
    said = em.verify_document(in_blocks(names, wrap, matrix=False), format="text").to_text()
    assert "41 numbers found: 41 not judged" in said


def test_a_row_of_another_name_below_classes_is_listed() -> None:
    text = by_class(("A", "B", "C")) + "Foo rate" + " " * 13 + "  0.3000   0.4000   0.5000\n"
    found = em.verify_document(text, format="text")
    assert [one.level for one in found.claims].count("error") == 0
    assert "27 numbers found: 24 right, 3 not judged" in found.to_text()


SMALL = """          Reference
Prediction  1  2  3
         1 10  0  0
         2  0  8  2
         3  0  2  8

"""
HALF = (Fraction(8, 10), (Fraction(8, 10) + Fraction(18, 20)) / 2)  # of class 2, and of class 3


@each("order", ["123", "321", "231", "12", "3 2"])
@each("sign", [":", ""])
def test_a_line_says_the_class_of_those_below_whose_name_is_a_number(order: str, sign: str) -> None:
    text = SMALL
    for name in order.replace(" ", ""):
        recall, balanced = (Fraction(1), Fraction(1)) if name == "1" else HALF
        text += f"Class: {name}\nSensitivity{sign} {shown(recall)}\nBalanced Accuracy{sign} {shown(balanced)}\n"
    found = em.verify_document(text, format="text")
    assert [one.level for one in found.claims].count("error") == 0
    assert len(found.claims) == 2 * len(order.replace(" ", ""))
    line = text.rstrip("\n").rpartition("\n")[2]  # the last one
    assert len(accused(text.removesuffix(line + "\n") + wrong(line, "Balanced Accuracy"))) == 1


@each("said", ["Classes: 3", "Labels: 3"])
def test_how_many_classes_there_are_is_no_class(said: str) -> None:
    whole = (Fraction(1) + HALF[0] * 2) / 3  # the mean of the recalls
    assert accused(f"{SMALL}{said}\nAccuracy: {shown(Fraction(26, 30))}\nBalanced accuracy: {shown(whole)}\n") == []
