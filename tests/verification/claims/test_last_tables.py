"""Tables with a row of counts for each model, lists of metrics of one class, classes behind a verb."""

from __future__ import annotations

import exactmetrics as em
from tests.cases import each


def levels(text: str) -> list[tuple[str, str | None]]:
    """The printed digits of each claim, and how it is judged."""
    return [(one.printed, one.level) for one in em.verify_document(text, format="markdown").claims]


def counts_table(head: str, *rows: str) -> str:
    """A table with the four counts behind its first column and the precision in its last one."""
    return f"| {head} | TP | FP | FN | TN | Precision |\n|--|--|--|--|--|--|\n" + "".join(
        f"| {row} |\n" for row in rows
    )


@each("head", ["Model", "Run", "System", "Threshold"])
def test_a_row_for_each_model_is_judged_by_its_own_counts(head: str) -> None:
    rows = ("0.3 | 40 | 10 | 20 | 30 | 0.700", "0.5 | 30 | 10 | 30 | 40 | 0.750")  # 40/50 and 30/40
    assert levels(counts_table(head, *rows)) == [("0.700", "error"), ("0.750", "ok")]


@each(("value", "level"), [("0.700", "error"), ("0.800", "ok")])
def test_a_single_row_is_judged_by_its_own_counts(value: str, level: str) -> None:
    assert levels(counts_table("Model", f"A | 40 | 10 | 20 | 30 | {value}")) == [(value, level)]
    bare = f"| TP | FP | FN | TN | Precision |\n|--|--|--|--|--|\n| 40 | 10 | 20 | 30 | {value} |\n"
    assert levels(bare) == [(value, level)]


@each(
    "last",
    [
        "Average | 35 | 10 | 25 | 35 | 0.775",  # the mean of 40/50 and 30/40, not 35/45
        "Overall | 70 | 20 | 50 | 70 | 0.775",
        "Together | 70 | 20 | 50 | 70 | 0.775",
    ],
)
def test_a_row_of_means_or_sums_is_not_accused(last: str) -> None:
    rows = ("A | 40 | 10 | 20 | 30 | 0.800", "B | 30 | 10 | 30 | 40 | 0.750", last)
    assert "error" not in [level for _, level in levels(counts_table("Model", *rows))]


MATRIX = "| actual \\ predicted | cat | dog |\n|--|--|--|\n| cat | 40 | 20 |\n| dog | 10 | 30 |\n\n"


def scores(text: str) -> list[tuple[str, str | None]]:
    """The decimals and percentages of a text below the matrix of cat and dog, and how each is judged."""
    return [one for one in levels(MATRIX + text + "\n") if "." in one[0] or "," in one[0]]


@each(("recall", "level"), [("0.67", "ok"), ("0.60", "error")])  # 40/60
def test_a_list_is_about_the_class_of_its_first_value(recall: str, level: str) -> None:
    text = f"On it, the precision for cat was 0.80, the recall {recall} and the F1-score 0.73."
    assert scores(text) == [("0.80", "ok"), (recall, level), ("0.73", "ok")]


@each(("recall", "level"), [("0,67", "ok"), ("0,75", "error")])
def test_a_verb_behind_the_class_that_a_sentence_begins_with(recall: str, level: str) -> None:
    table = "| tatsächlich \\ vorhergesagt | Auto | Bus |\n|--|--|--|\n| Auto | 40 | 20 |\n| Bus | 10 | 30 |\n\n"
    text = f"Für die Klasse Auto beträgt die Präzision 0,80 und die Sensitivität {recall}.\n"
    assert levels(table + text) == [("0,80", "ok"), (recall, level)]


def test_a_number_below_another_call_is_of_no_metric() -> None:
    assert em.verify_document(MATRIX + "```\n>>> time(model)\n0.5563\n```\n", format="markdown").passed == []
