"""Lists of names whose numbers count up: an index is no value of a metric, and what stands in its table is judged."""

from __future__ import annotations

import exactmetrics as em
from exactmetrics.verification.claims.numbering import line_ends
from exactmetrics.verification.claims.vocabulary import Vocabulary
from tests.cases import each
from tests.growth import assert_linear

MATRIX = "| actual \\ predicted | sick | healthy |\n|---|---|---|\n| sick | 40 | 10 |\n| healthy | 5 | 45 |\n\n"
NAMES = ("accuracy", "precision", "recall", "specificity")
LINES = (
    "{n} {name}\n", "{n}     {name}\n", "{n:>3} {name:>14}\n", " [{n}] {name}\n", "{n}\t{name}\n", "{name} {n}\n",
    "{name},{n}\n",
    "{n} {name}, ", '"{name}": {n}, ', "| {n} | {name} |\n", "| {name} | {n} |\n", "{n}: {name}\n", "{n}) {name}\n",
    "({n}) {name} ", "{n}. {name}  ", "{n} - {name}\n",
)  # fmt: skip


def listed(line: str, first: int, names: tuple[str, ...] = NAMES) -> str:
    text = "".join(line.format(n=n, name=name) for n, name in enumerate(names, first))
    head = "| # | Metric |\n|---|---|\n" if line.startswith("|") else ""
    return head + ("{" + text.removesuffix(", ") + "}\n" if '"' in line else text)


@each("line", LINES)
@each("first", [0, 1])
def test_an_index_is_no_value(line: str, first: int) -> None:
    for names in (NAMES, ("something else", *NAMES), (*NAMES[:2], "of another", *NAMES[2:])):
        for form in ("{}", "```\n{}\n```\n"):
            text = MATRIX + form.format(listed(line, first, names))
            found = em.verify_document(text, format="markdown")
            assert [one.printed for one in found.claims] == [], text
            assert {one.why for one in found.passed} <= {"numbering", "wording", "word"}, text


@each(("lines", "printed"), [
    (('[1] "accuracy" "kappa"    "recall"', '[4] "mcc"'), []), ((' [1] "accuracy" "kappa"', '[10] "mcc"'), []),
    (("[1] mcc",), []), (("[[1]]", '[1] "mcc"', "", "[[2]]", '[1] "kappa"'), []),
    (("[500] accuracy: 0.90",), []), (("[1] accuracy kappa", "[3] mcc f1", "[5] f1"), []),
    (('[1] "accuracy: 0.90"',), ["0.90"]),
    (('[1,] "accuracy" "0.90"', '[2,] "mcc" "0.5"'), ["0.90", "0.5"]),
])  # fmt: skip
def test_the_index_that_r_prints_in_front_of_a_line_is_no_value(lines: tuple[str, ...], printed: list[str]) -> None:
    for before, form in (("", "```\n{}\n```\n"), ("## ", "```\n{}\n```\n"), ("", "<pre>{}</pre>")):
        text = form.format("\n".join(before + line for line in lines))
        found = em.verify_document(text, format="html" if "<" in form else "markdown", data="9 1; 3 7")
        assert [(one.printed, one.word) for one in found.claims] == [(one, "wrong") for one in printed], text


@each(("names", "values"), [(("2", "1", "0"), ("0.91", "0.82", "0.86")), (("2", "0", "1"), ("0.91", "0.86", "0.82"))])
def test_the_names_of_a_heading_may_be_numbers_in_any_order(names: tuple[str, ...], values: tuple[str, ...]) -> None:
    rows = {"2": (20, 2, 0), "1": (1, 14, 2), "0": (0, 3, 18)}  # recalls 20/22, 14/17, 18/21 of 2, 1, 0
    matrix = "| actual \\ predicted | 2 | 1 | 0 |\n|---|---|---|---|\n"
    matrix += "".join(f"| {name} | {' | '.join(map(str, row))} |\n" for name, row in rows.items())
    for corner in ("", "Metric", "Class"):
        table = f"| {corner} | {' | '.join(names)} |\n|---|---|---|---|\n| recall | {' | '.join(values)} |\n"
        found = em.verify_document(f"{matrix}\nBy class:\n\n{table}", format="markdown")
        assert [one.word for one in found.claims] == ["rounded"] * 3, table


def test_what_is_not_judged_is_listed_with_its_reason_in_every_language() -> None:
    found = em.verify_document(MATRIX + "```\n0     accuracy\n1    precision\n2       recall\n```\n", format="markdown")
    assert [one.why for one in found.passed] == ["numbering"] * 3
    assert len({found.passed[0].reason(code) for code in ("en", "de", "es", "fr", "ar")}) == 5
    assert "counts the names of a list" in found.to_text(all=True).replace("\n    ", " ")


@each(("text", "words"), [  # accuracy 0.85, precision 8/9, recall 4/5 of the sick
    ("| # | Metric | Value |\n|--|--|--|\n| 1 | accuracy | 0.85 |\n| 2 | precision | 0.98 |\n", ["exact", "wrong"]),
    ("| Metric | Value |\n|--|--|\n| precision | 1 |\n| recall | 0 |\n", ["wrong", "wrong"]),
    ("Precision 0, recall 1.\n", ["wrong", "wrong"]),
    ("- accuracy 85 %\n- precision 86 %\n- recall 87 %\n", ["exact", "wrong", "wrong"]),
    ("The accuracy was 97 and the precision 98 and recall 99.\n", ["wrong"] * 3),
    ("Recall = 1, specificity = 2, accuracy = 3.\n", ["wrong"] * 3),
    ("accuracy: 1\nprecision: 2\nrecall: 3\n", ["wrong"] * 3), ("Accuracy 1, precision 2, recall 3.\n", ["wrong"] * 3),
    ("Accuracy is 1. Precision is 2. Recall is 3.\n", ["wrong"] * 3),
    ("accuracy 97\nprecision 98\nrecall 99\n", ["wrong"] * 3), ("- accuracy 85\n- precision 86\n", ["exact", "wrong"]),
    ("accuracy (97), precision (98), recall (99)\n", ["wrong"] * 3),
    ("Recall 1\nPrecision 2\nAccuracy 0.5\n", ["wrong"] * 3), ("Accuracy Precision Recall\n0 1 2\n", ["wrong"] * 3),
    ("| Metric | Value |\n|--|--|\n| accuracy | 1 |\n| precision | 2 |\n| recall | 3 |\n", ["wrong"] * 3),
    ("TP = 40\nFN = 10\nFP = 5\nTN = 45\nRecall 1\nPrecision 2\nAccuracy 3\n", ["wrong"] * 3),
    ("TP = 40\nFN = 10\nFP = 5\nTN = 45\n\nRecall 1\nPrecision 2\nAccuracy 3\n", ["wrong"] * 3),
])  # fmt: skip
def test_values_are_judged(text: str, words: list[str]) -> None:
    found = em.verify_document(MATRIX + text, format="markdown")
    assert [one.word for one in found.claims] == words
    assert "numbering" not in {one.why for one in found.passed if not one.text.isdigit()}


def test_the_lines_of_a_list_are_looked_through_once() -> None:
    for line in ("accuracy 1\n", "accuracy 1, 1) 1. ", '"accuracy": "', ". . . . 1"):
        assert_linear(lambda text: line_ends(text, Vocabulary()), lambda size, of=line: of * size, 2_000)
