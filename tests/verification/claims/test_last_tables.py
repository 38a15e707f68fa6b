"""Tables with a row of counts for each model, lists of metrics of one class, classes behind a verb."""

from __future__ import annotations

import exactmetrics as em
from tests.cases import each

COUNTS = "TP = 40, FP = 10, FN = 20, TN = 30\n\n"


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


@each(
    "text",
    [
        "The precision for cat was 0.80, the recall 0.67, the accuracy 0.70 and F1 0.71.",  # 0.71 may be the macro mean
        "The precision for cat was 0.80, macro recall 0.71 and F1 0.71.",
        "The precision for cat was 0.80 and the recall 0.75 for dog.",
        "The precision of cat is 0.80, overall recall 0.71.",
        "The precision of cat is 0.80, and of dog 0.60, F1 0.71.",
    ],
)
def test_a_list_that_leaves_its_class_accuses_nothing(text: str) -> None:
    found = scores(text)
    assert ("0.80", "ok") in found
    assert "error" not in {level for _, level in found}


@each(("recall", "level"), [("0,67", "ok"), ("0,75", "error")])
def test_a_verb_behind_the_class_that_a_sentence_begins_with(recall: str, level: str) -> None:
    table = "| tatsächlich \\ vorhergesagt | Auto | Bus |\n|--|--|--|\n| Auto | 40 | 20 |\n| Bus | 10 | 30 |\n\n"
    text = f"Für die Klasse Auto beträgt die Präzision 0,80 und die Sensitivität {recall}.\n"
    assert levels(table + text) == [("0,80", "ok"), (recall, level)]


@each(
    ("text", "expected"),
    [
        ("Recall of cat (n=60): 0.667", [("0.667", "ok")]),
        ("Recall of cat (n=60): 0.767", [("0.767", "error")]),
        ("Accuracy (n=100): 0.60", [("0.60", "error")]),
        ("Accuracy (n=50): 0.60", []),  # of a part of the data
        ("Recall of cat (n=40): 0.767", []),
        ("Precision of cat[^1]: 0.80", [("0.80", "ok")]),
        ("Precision of cat[^1]: 0.70\n\n[^1]: a note", [("0.70", "error")]),
    ],
)
def test_notes_between_a_name_and_its_number(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert scores(text) == expected


@each(
    ("text", "expected"),
    [
        ("Accuracy: 70 of 100 = 80.0%", [("80.0%", "error")]),
        ("Accuracy: 70 of 100 = 70.0%", [("70.0%", "ok")]),
        ("Recall: 40 out of 60 = 66.7%", [("66.7%", "ok")]),
        (r"$\mathrm{Prec} = 0.80$", [("0.80", "ok")]),
        (r"$\mathrm{Prec} = 0.70$", [("0.70", "error")]),
    ],
)
def test_values_below_four_counts(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert levels(COUNTS + text + "\n") == expected


@each(
    ("head", "rows"),
    [
        (("said spam", "said ham"), ("spam", "ham")),
        (("said spam", "said ham"), ("was spam", "was ham")),
        (("guessed spam", "guessed ham"), ("was spam", "was ham")),
        (("called spam", "called ham"), ("spam", "ham")),
        (("predicted as spam", "predicted as ham"), ("spam", "ham")),
        (("classified as spam", "classified as ham"), ("was spam", "was ham")),
    ],
)
def test_classes_behind_a_verb_are_predictions(head: tuple[str, str], rows: tuple[str, str]) -> None:
    said = "The precision for spam is 0.80, the recall for ham 0.65.\n"  # 40/50, and 30/40
    across = f"| | {head[0]} | {head[1]} |\n|--|--|--|\n| {rows[0]} | 40 | 20 |\n| {rows[1]} | 10 | 30 |\n\n"
    down = f"| | {rows[0]} | {rows[1]} |\n|--|--|--|\n| {head[0]} | 40 | 10 |\n| {head[1]} | 20 | 30 |\n\n"
    lines = f"{'':12}{head[0]:22}{head[1]}\n{rows[0]:20}40{'':20}20\n{rows[1]:20}10{'':20}30\n\n"
    for table in (across, down, f"Confusion matrix:\n\n```\n{lines}```\n\n"):
        assert levels(table + said)[-2:] == [("0.80", "ok"), ("0.65", "error")]


@each(
    ("text", "number"),
    [
        ("```\n>>> cohen_kappa_score(y_test, y_pred)\n0.5563\n```", "0.5563"),
        ("```python\ncohen_kappa_score(y_test, y_pred)\n```\n\n```\n0.5563\n```", "0.5563"),
        ("La F-mesure moyenne du lapin est de 0,724.", "0,724"),
        ("La F-mesure du lapin est de 0,724.", "0,724"),
    ],
)
def test_no_number_beside_the_name_of_a_metric_is_silent(text: str, number: str) -> None:
    report = em.verify_document(MATRIX + text + "\n", format="markdown")
    places = {one.span.start.offset for one in (*report.claims, *report.passed)}
    assert (MATRIX + text).index(number) in places
    assert all(one.level != "error" for one in report.claims)


def test_a_number_below_another_call_is_of_no_metric() -> None:
    assert em.verify_document(MATRIX + "```\n>>> time(model)\n0.5563\n```\n", format="markdown").passed == []
