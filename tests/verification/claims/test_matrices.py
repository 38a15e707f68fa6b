"""Tables of tests against conditions, totals, negative counts; `cases/matrices.toml` has the layouts and languages."""

from __future__ import annotations

from itertools import product

import exactmetrics as em
from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.verified import FoundData
from tests.cases import each, sample


def data(text: str) -> list[FoundData]:
    return recognised(source_of(text, "markdown")).data


def table(*lines: list[str]) -> str:
    return (
        "\n".join("| " + " | ".join(line) + " |" for line in (lines[0], ["---"] * len(lines[0]), *lines[1:])) + "\n\n"
    )


def with_totals(
    lines: list[list[str]], name: str = "Total", *, row: bool = True, column: bool = True
) -> list[list[str]]:
    """The lines of a table with the sums of its columns below it, and those of its rows behind it."""
    if row:
        sums = (str(sum(int(line[at]) for line in lines[1:])) for at in range(1, len(lines[0])))
        lines = [*lines, [name, *sums]]
    if column:
        lines = [[*lines[0], name], *([*line, str(sum(map(int, line[1:])))] for line in lines[1:])]
    return lines


@each("name", ["Razem", "$\\Sigma$", "Σ", "Gesamtzahl", "Total", "whatever"])
@each(("row", "column"), [(True, True), (True, False), (False, True)])
def test_a_line_that_is_the_sum_of_the_others_is_a_total(name: str, row: bool, column: bool) -> None:
    lines = [["", "Kot", "Pies", "Ptak"], ["Kot", "6", "1", "1"], ["Pies", "1", "5", "2"], ["Ptak", "2", "3", "7"]]
    text = (
        "# Confusion matrix\n\n"
        + table(*with_totals(lines, name, row=row, column=column))
        + "The recall of Kot is 0.75.\n"
    )
    (found,) = data(text)
    assert (found.labels, found.rows) == (("Kot", "Pies", "Ptak"), ((6, 1, 1), (1, 5, 2), (2, 3, 7)))


# Tests against conditions.

TESTS = [
    "Test positive|Test negative", "Test negative|Test positive", "Positive test|Negative test", "T+|T-", "T−|T+",
    "$T^+$|$T^-$", "Test +|Test −", "Test result: +|Test result: -", "Tested positive|Tested negative",
    "Screening positive|Screening negative", "Predicted positive|Predicted negative", "Test positiv|Test negativ",
    "Test positif|Test négatif", "Prueba positiva|Prueba negativa", "检测阳性|检测阴性", "検査陽性|検査陰性",
]  # fmt: skip
STATES = [
    "Condition present|Condition absent", "Disease +|Disease −", "D+|D-", "D-|D+", "$D^{+}$|$D^{-}$",
    "Disease|No disease", "Disease present|Disease absent", "With disease|Without disease", "Sick|Healthy",
    "Healthy|Sick", "Diseased|Not diseased", "Infected|Not infected", "Malade|Sain", "Krank|Gesund", "Enfermo|Sano",
    "有病|无病",
]  # fmt: skip
MINUS = [
    "negativ", "négatif", "-", "−", "阴", "陰", "absent", "no ", "healthy", "without", "not", "sain", "gesund", "sano",
    "无",
]  # fmt: skip
# of the 100 with the disease and the 200 without it, by whether the test and the state are negative
COUNT = {(False, False): "90", (False, True): "30", (True, False): "10", (True, True): "170"}


def is_minus(heading: str) -> bool:
    return any(word in heading.casefold() for word in MINUS)


@each(("tests", "states", "turned"), sample(product(TESTS, STATES, [False, True]), 150, kind=lambda case: case[1:]))
def test_tests_against_conditions(tests: str, states: str, turned: bool) -> None:
    """With tests over the columns, or (`turned`) before the rows: 90/100, 170/200 and 90/120."""
    down, across = (tests, states) if turned else (states, tests)
    lines = [["", *across.split("|")]]
    for head in down.split("|"):
        pairs = [(head, over) if turned else (over, head) for over in across.split("|")]
        lines.append([head, *(COUNT[is_minus(test), is_minus(state)] for test, state in pairs)])
    text = table(*(with_totals(lines) if STATES.index(states) % 2 == 0 else lines))
    text += "Sensitivity = 0.9, specificity = 0.85, PPV = 0.75\n"
    (found,) = data(text)
    assert found.orientation == ("predicted" if turned else "true")
    assert not is_minus(str(found.positive or "-"))
    claims = em.verify_document(text, format="markdown").claims
    judged = [(one.printed, one.level) for one in claims if one.question.metric]
    assert judged == [("0.9", "ok"), ("0.85", "ok"), ("0.75", "ok")]


@each("text", [
    "TP = 3, FN = -1, FP = 0, TN = 2.",
    "| TP | FN | FP | TN |\n|---|---|---|---|\n| 3 | -1 | 0 | 2 |\n",
    "| actual \\ predicted | -1 | 1 |\n|---|---|---|\n| -1 | 3 | -1 |\n| 1 | 0 | 2 |\n",
    "$$\\text{confusion matrix}\\quad [[3, -1], [0, 2]]$$",
    "```\nconfusion matrix\n[[ 3 -1]\n [ 0  2]]\n```\n",
    "```\n          predicted\n          cat dog\nactual cat  3  -1\nactual dog  0   2\n```\n",
])  # fmt: skip
def test_a_negative_count_is_said_to_be_one(text: str) -> None:
    found = em.verify_document(text + "\nThe accuracy is 0.83.", format="markdown")
    [negative] = [one for one in found.passed if one.why == "negative"]
    assert not found.data
    assert (negative.span.start.offset, negative.span.stop) == (text.rindex("-1"), text.rindex("-1") + 2)
    assert negative.reason() == "a count cannot be negative, so this is no confusion matrix"
