"""Classes whose names are the numbers from 0 on, in any order: that of a report, of labels that are given, of code."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

from click.testing import CliRunner

import exactmetrics as em
from exactmetrics.cli import main
from tests.cases import each

Rows = Sequence[Sequence[int]]
TWO, THREE = ((3, 4), (5, 18)), ((9, 2, 1), (3, 14, 5), (4, 6, 25))  # of the classes in the order of their numbers
ORDERS = [(TWO, (0, 1)), (TWO, (1, 0)), *((THREE, order) for order in permutations(range(3)))]
CODE = "```python\nprint(confusion_matrix(y_true, y_pred{}))\nprint(classification_report(y_true, y_pred{}))\n```\n\n"


def shown(value: Fraction) -> str:
    return f"{float(round(value, 2)):.2f}"


def ordered(rows: Rows, order: Sequence[int]) -> list[list[int]]:
    return [[rows[i][j] for j in order] for i in order]


def report(rows: Rows, order: Sequence[int], *, supports: bool = True) -> str:
    """What scikit-learn prints of these classes in this order, worked out here."""
    lines = ["       precision    recall  f1-score" + "   support" * supports, ""]
    for k in order:
        precision, recall = Fraction(rows[k][k], sum(row[k] for row in rows)), Fraction(rows[k][k], sum(rows[k]))
        values = precision, recall, 2 * precision * recall / (precision + recall)
        lines.append(f"{k:>6}" + "".join(f"{shown(value):>10}" for value in values) + f"{sum(rows[k]):>10}" * supports)
    return "\n".join(lines)


def array(rows: Rows) -> str:
    return "[" + "\n ".join("[" + " ".join(f"{count:2}" for count in row) + "]" for row in rows) + "]"


def page(rows: Rows, order: Sequence[int], of_array: Sequence[int], *, supports: bool = True, code: str = "") -> str:
    printed = f"Confusion matrix\n{array(ordered(rows, of_array))}\n\n{report(rows, order, supports=supports)}\n"
    return f"{code}```\n{printed}```\n"


def words(text: str, **options: Any) -> list[str | None]:
    found = em.verify_document(text, format="markdown", **options)
    return [one.word for one in found.claims if one.level == "error"]


def spoilt(text: str) -> str:
    """A text with another last digit in the first value of its report."""
    head, mark, rest = text.rpartition("f1-score")
    at = rest.index(".") + 2
    return head + mark + rest[:at] + str((int(rest[at]) + 5) % 10) + rest[at + 1 :]


@each(("rows", "order"), ORDERS)
def test_the_supports_of_a_report_tell_the_order_of_an_array(rows: Rows, order: Sequence[int]) -> None:
    for of_array in permutations(order):
        text = page(rows, order, of_array)
        assert (len(em.verify_document(text, format="markdown").claims), words(text)) == (4 * len(rows), [])
        assert words(spoilt(text)) == ["wrong"]


@each(("rows", "order"), ORDERS)
def test_without_supports_no_right_number_is_accused(rows: Rows, order: Sequence[int]) -> None:
    for of_array in (tuple(order), tuple(range(len(rows)))):
        text = page(rows, order, of_array, supports=False)
        assert words(text) == []
        assert words(spoilt(text)) in ([], ["wrong"])  # the order may not be said


@each(("rows", "order"), ORDERS)
def test_labels_that_are_given_name_the_classes_of_data_in_their_order(
    rows: Rows, order: Sequence[int], tmp_path: Path
) -> None:
    data, text = ordered(rows, order), report(rows, range(len(rows)), supports=False)
    inline = "; ".join(" ".join(map(str, row)) for row in data)
    unnamed, named = tmp_path / "unnamed.csv", tmp_path / "named.csv"
    unnamed.write_text("\n".join(",".join(map(str, row)) for row in data))
    head = "," + ",".join(map(str, range(len(rows))))  # a file that names its classes is read by these names
    named.write_text("\n".join([head, *(",".join(map(str, (k, *row))) for k, row in enumerate(rows))]))
    for labels in (list(order), list(map(str, order))):
        for given in (data, inline, unnamed, named, em.ConfusionMatrix(data)):
            assert words(text, data=given, labels=labels) == []
            assert words(spoilt(text), data=given, labels=labels) == ["wrong"]
    document = tmp_path / "report.md"
    for printed, status in ((text, 0), (spoilt(text), 1)):
        document.write_text(printed)
        asked = ["verify", str(document), "--data", inline, "--labels", ",".join(map(str, order))]
        assert CliRunner().invoke(main, asked).exit_code == status
    answers = f'[[claim]]\nmetric = "recall"\nlabel = 0\nprinted = "{shown(Fraction(rows[0][0], sum(rows[0])))}"\n'
    sheet = em.verify_claims(f'title = "One class"\n{answers}', data=data, labels=list(order))
    assert [one.level for one in sheet.claims] == ["ok"]


@each(("rows", "order"), ORDERS[1:])
def test_code_says_the_order_of_the_matrix_it_prints(rows: Rows, order: Sequence[int]) -> None:
    said = f", labels={list(order)}"
    recall = f"\nThe recall of class 0 is {shown(Fraction(rows[0][0], sum(rows[0])))}.\n"
    natural = range(len(rows))
    for code, of_array, of_report in (
        (CODE.format(said, said), order, order),
        (CODE.format(said, ""), order, natural),
        (CODE.format("", said), natural, order),
        (
            f"```python\nlabels = {list(order)}\n```\n\n" + CODE.format(", labels=labels", ", labels=labels"),
            order,
            order,
        ),
    ):
        text = page(rows, of_report, of_array, code=code) + recall
        assert words(text) == []
        assert words(spoilt(text)) == ["wrong"]


@each(("rows", "order"), ORDERS)
def test_data_without_names_take_those_of_the_same_matrix_in_the_document(rows: Rows, order: Sequence[int]) -> None:
    data = ordered(rows, order)
    table = "| actual \\ predicted | {} |\n{}\n".format(" | ".join(map(str, order)), "|---" * (len(rows) + 1) + "|")
    table += "".join(f"| {k} | {' | '.join(map(str, row))} |\n" for k, row in zip(order, data, strict=True))
    text = f"{table}\n```\n{report(rows, order)}\n```\n"
    assert words(text, data=data) == []
    assert words(spoilt(text), data=data) == ["wrong"]
