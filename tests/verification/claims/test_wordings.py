"""Usual wordings of named numbers are read; what may be about something else is never judged, and listed."""

from __future__ import annotations

import random

import exactmetrics as em
from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.verified import Verification
from tests.cases import each

TABLE = """Rows of the confusion matrix are the true classes.

|        | cat | dog | rabbit |
|:-------|----:|----:|-------:|
| cat    |  42 |   5 |      3 |
| dog    |   9 |  38 |      6 |
| rabbit |   2 |   4 |     51 |

"""


def claims(sentence: str) -> list[tuple[str, str, str]]:
    """Metric, class or average, digits of each claim of a sentence below the table."""
    found = recognised(source_of(TABLE + sentence, "markdown")).claims
    return [
        (
            str(c.question.metric),
            str(c.question.options.get("label") or c.question.options.get("average", "")),
            c.printed,
        )
        for c in found
    ]


def checked(sentence: str) -> Verification:
    return em.verify_document(TABLE + sentence, format="markdown")


@each(
    ("sentence", "expected"),
    [
        ("We got a recall for dog of 0.11.", [("recall", "dog", "0.11")]),
        (
            "The dog class has recall 0.12 and precision 0.13.",
            [("recall", "dog", "0.12"), ("precision", "dog", "0.13")],
        ),
        ("For dog, precision was 0.14 and recall 0.15.", [("precision", "dog", "0.14"), ("recall", "dog", "0.15")]),
        ("For dogs, precision was 0.14.", [("precision", "dog", "0.14")]),
        ("Its weighted F1 (0.16) is fine.", [("f1", "weighted", "0.16")]),
        ("The model achieved 0.19 accuracy and 0.20 macro F1.", [("accuracy", "", "0.19"), ("f1", "macro", "0.20")]),
        ("It reaches an 85% recall for dog.", [("recall", "dog", "85%")]),
        ("The classifier had an MCC of 0.75 (kappa = 0.74).", [("mcc", "", "0.75"), ("kappa", "", "0.74")]),
        ("Accuracy, 0.23, is good.", [("accuracy", "", "0.23")]),
        ("An accuracy as high as 0.25 was seen.", [("accuracy", "", "0.25")]),
        ("Cohen's kappa 0.26 was found (MCC 0.27).", [("kappa", "", "0.26"), ("mcc", "", "0.27")]),
        ("The recall is 0.85 for rabbit.", [("recall", "rabbit", "0.85")]),
        (
            "The recall of cat, dog and rabbit are 0.1, 0.2 and 0.3.",
            [("recall", "cat", "0.1"), ("recall", "dog", "0.2"), ("recall", "rabbit", "0.3")],
        ),
        (
            "The recall is 0.1, 0.2 and 0.3 for cat, dog and rabbit.",
            [("recall", "cat", "0.1"), ("recall", "dog", "0.2"), ("recall", "rabbit", "0.3")],
        ),
        (
            "The accuracy and the macro F1 are 0.21 and 0.22, respectively.",
            [("accuracy", "", "0.21"), ("f1", "macro", "0.22")],
        ),
        (
            "Precision and recall of dog are 0.809 and 0.717.",
            [("precision", "dog", "0.809"), ("recall", "dog", "0.717")],
        ),
        (
            "The macro precision and recall are 0.5 and 0.6.",
            [("precision", "macro", "0.5"), ("recall", "macro", "0.6")],
        ),
        ("Macro and weighted F1 are 0.5 and 0.6.", [("f1", "macro", "0.5"), ("f1", "weighted", "0.6")]),
        ("Average accuracy is 0.88.", [("average_accuracy", "", "0.88")]),
    ],
)
def test_a_usual_wording_is_read(sentence: str, expected: list[tuple[str, str, str]]) -> None:
    assert claims(sentence) == expected


@each(
    ("sentence", "why"),
    [
        ("A human reaches an accuracy of 0.919.", "about"),
        ("Smith's network reaches an accuracy of 0.919.", "about"),
        ("Random forest achieves an accuracy of 0.719.", "about"),
        ("After pruning, accuracy is 0.719.", "about"),
        ("With SMOTE, the accuracy is 0.719.", "about"),
        ("The accuracy is 0.719 after pruning.", "about"),
        ("The accuracy is 0.719 when nothing is known.", "about"),
        ("An accuracy of 0.90 is usually wanted.", "about"),
        ("An accuracy of 0.90 is good.", "about"),
        ("We have the accuracy of 0.719 that Jones found.", "about"),
        ("Our model beats the accuracy of 0.719.", "wording"),
        ("In 2019, the accuracy was 0.719.", "about"),
        ("At 0.5, the accuracy is 0.719.", "about"),
        ("The accuracy goes up to 0.9.", "wording"),
        ("Precision and recall of dog are 0.8.", "several"),
        ("Precision and recall are both 0.8.", "wording"),
        ("The precision of cat and recall are 0.8 and 0.7.", "several"),
        ("The recall is 0.7 and 0.8.", "several"),
        ("The precision of the cat is 0.79; its recall is 0.1.", "class"),
        ("The recall is 0.7.", "class"),
    ],
)
def test_what_is_not_sure_is_silent_and_listed(sentence: str, why: str) -> None:
    found = checked(sentence)
    assert "error" not in {claim.level for claim in found.claims}
    assert found.passed
    assert found.passed[-1].why == why
    text = TABLE + sentence
    for one in found.passed:
        assert text[one.span.start.offset : one.span.stop] in one.text
        assert one.span.start.offset >= len(TABLE)


@each("line", ["### Average accuracy", "**Average accuracy**", "**Average accuracy:**"])
def test_under_average_accuracy_the_word_accuracy_is_not_the_accuracy(line: str) -> None:
    assert claims(f"{line}\n\nAccuracy = 0.879\n") == []
    assert claims("## Average accuracy\n\n### Exact result\n\nAccuracy = 0.879\n") == []
    assert claims(f"{line}\n\nAccuracy = 0.879\n\n## Accuracy\n\nAccuracy = 0.819\n") == [("accuracy", "", "0.819")]


def test_a_table_of_models_is_listed() -> None:
    found = checked("| model | accuracy | macro F1 |\n|:--|--:|--:|\n| ours | 0.38 | 0.39 |\n")
    assert [(one.text, one.why) for one in found.passed] == [("| ours | 0.38 | 0.39 |", "row")] * 2


def test_what_is_judged_as_arithmetic_is_not_passed() -> None:
    assert em.verify_document("Recall = 4/6 = 0.66, and precision is 1/2 = 0.5.").passed == []


def test_passed_numbers_are_counted_in_reports_and_in_json() -> None:
    found = checked("A human reaches an accuracy of 0.919. The accuracy went up to 0.9.")
    assert "2 numbers were not judged" in found.to_text()
    data = found.to_dict(language="es")
    assert data["coverage"]["passed"] == 2
    assert [(one["line"], one["why"]) for one in data["passed"]] == [(9, "about"), (9, "wording")]
    assert data["passed"][0]["reason"] != found.passed[0].reason("en")


SAYING = [
    "The recall of {c} is {r}.",
    "Precision and recall of {c} are {p} and {r}.",
    "For {c}, precision is {p} and recall {r}.",
    "The {c} class has recall {r} and precision {p}.",
    "The accuracy is {a}, the recall of class {c} {r}.",
    "We got a precision for {c} of {p} and an accuracy of {a}.",
    "Accuracy ({a}) and more.",
    "It reached {a} accuracy.",
    "The model achieved {a} accuracy and {p} precision for {c}.",
    "Accuracy and recall of {c} were {a} and {r}, respectively.",
    "Recall: {r} for {c}.",
    "- {c}: recall {r}, precision {p}\n- accuracy: {a}",
    "The accuracy is {a} ({c}: recall {r}).",
    "The recall is {r} for {c} and the accuracy is {a}.",
    "Here recall is {r}, {q} and {p} in three runs.",
]


@each("sentence", SAYING)
def test_right_values_are_never_accused(sentence: str) -> None:
    """Whatever the matrix; the values are computed here, with a rounding that cannot meet a tie at these digits."""
    rng = random.Random(sentence)
    for _ in range(4):
        rows = [[rng.randrange(1, 90) + 60 * (i == j) for j in range(3)] for i in range(3)]
        names = ["cat", "dog", "rabbit"]
        table = "\n".join(
            [
                "The confusion matrix, rows are true classes:",
                "",
                "| | " + " | ".join(names) + " |",
                "|--|--|--|--|",
                *(f"| {name} | " + " | ".join(map(str, row)) + " |" for name, row in zip(names, rows, strict=True)),
                "",
                "",
            ]
        )
        at = rng.randrange(3)
        hit, true, predicted = rows[at][at], sum(rows[at]), sum(row[at] for row in rows)
        right = {"r": hit / true, "p": hit / predicted, "a": sum(rows[i][i] for i in range(3)) / sum(map(sum, rows))}
        printed = {key: f"{value:.7f}" for key, value in right.items()}
        found = em.verify_document(table + sentence.format(c=names[at], q="0.1234567", **printed), format="markdown")
        assert [c.printed for c in found.claims if c.level in ("error", "warn") and c.printed != "0.1234567"] == []
