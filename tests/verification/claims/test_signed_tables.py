"""Tables of two by two whose sides have other names: "Test positive" and "Disease present", in either orientation."""

from __future__ import annotations

from itertools import product

import exactmetrics as em
from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.verified import FoundData
from tests.cases import each, sample

FOUND, MISSED, WRONG, RIGHT = 90, 10, 30, 170  # of the 100 with the disease and the 200 without it

TESTS = [
    "Test positive|Test negative",
    "Test negative|Test positive",
    "Positive test|Negative test",
    "T+|T-",
    "T−|T+",
    "$T^+$|$T^-$",
    "Test +|Test −",
    "Test result: +|Test result: -",
    "Tested positive|Tested negative",
    "Screening positive|Screening negative",
    "Predicted positive|Predicted negative",
    "Test positiv|Test negativ",
    "Test positif|Test négatif",
    "Prueba positiva|Prueba negativa",
    "检测阳性|检测阴性",
    "検査陽性|検査陰性",
]
STATES = [
    "Condition present|Condition absent",
    "Disease +|Disease −",
    "D+|D-",
    "D-|D+",
    "$D^{+}$|$D^{-}$",
    "Disease|No disease",
    "Disease present|Disease absent",
    "With disease|Without disease",
    "Sick|Healthy",
    "Healthy|Sick",
    "Diseased|Not diseased",
    "Infected|Not infected",
    "Malade|Sain",
    "Krank|Gesund",
    "Enfermo|Sano",
    "有病|无病",
]


def is_minus(heading: str) -> bool:
    minus = (
        "negativ",
        "négatif",
        "-",
        "−",
        "阴",
        "陰",
        "absent",
        "No ",
        "Healthy",
        "Without",
        "Not",
        "Sain",
        "Gesund",
        "Sano",
        "无",
    )
    return any(word.casefold() in heading.casefold() for word in minus)


def table(rows: str, columns: str, *, totals: bool, turned: bool) -> str:
    """The table with tests over the columns, or (`turned`) before the rows; the counts by their signs."""
    tests, states = rows.split("|"), columns.split("|")
    count = {(True, True): RIGHT, (True, False): MISSED, (False, True): WRONG, (False, False): FOUND}
    down, across = (tests, states) if turned else (states, tests)
    lines = [["", *across]]
    for head in down:
        cells = [count[(is_minus(head), is_minus(a)) if turned else (is_minus(a), is_minus(head))] for a in across]
        lines.append([head, *map(str, cells)])
    if totals:
        lines[0].append("Total")
        for line in lines[1:]:
            line.append(str(int(line[1]) + int(line[2])))
        lines.append(["Total", *(str(sum(int(line[at]) for line in lines[1:3])) for at in (1, 2, 3))])
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n\n"


def data(text: str, format: str = "markdown") -> list[FoundData]:
    return recognised(source_of(text, format)).data


@each(
    ("tests", "states", "turned"),
    sample(product(TESTS, STATES, [False, True]), 150, kind=lambda case: case[1:]),
)
def test_tests_against_conditions(tests: str, states: str, turned: bool) -> None:
    text = table(tests, states, totals=STATES.index(states) % 2 == 0, turned=turned)
    text += "Sensitivity = 0.9, specificity = 0.85, PPV = 0.75\n"  # 90/100, 170/200, 90/120
    (found,) = data(text)
    assert found.orientation == ("predicted" if turned else "true")
    assert not is_minus(str(found.positive or "-"))
    claims = em.verify_document(text, format="markdown").claims
    judged = [(one.printed, one.level) for one in claims if one.question.metric]
    assert judged == [("0.9", "ok"), ("0.85", "ok"), ("0.75", "ok")]


@each(
    ("text", "format"),
    [
        (
            "<table><tr><th></th><th colspan=2>Disease</th></tr><tr><th>Test</th><th>Present</th><th>Absent</th></tr>"
            "<tr><td>Positive</td><td>90</td><td>30</td></tr><tr><td>Negative</td><td>10</td><td>170</td></tr></table>",
            "html",
        ),
        (
            "<table><tr><th rowspan=2></th><th colspan=2>True condition</th></tr><tr><th>Sick</th><th>Healthy</th></tr>"
            "<tr><th>Test positive</th><td>90</td><td>30</td></tr><tr><th>Test negative</th><td>10</td><td>170</td>"
            "</tr></table>",
            "html",
        ),
        (
            r"\begin{tabular}{ll|cc} & & \multicolumn{2}{c}{Disease} \\ & & $+$ & $-$ \\ \hline"
            r"\multirow{2}{*}{Test} & $+$ & 90 & 30 \\ & $-$ & 10 & 170 \\ \end{tabular}",
            "latex",
        ),
        ("| Test \\ Disease | Yes | No |\n|--|--|--|\n| Positive | 90 | 30 |\n| Negative | 10 | 170 |\n", "markdown"),
    ],
)
def test_the_side_may_stand_over_or_before_the_signs(text: str, format: str) -> None:
    found = data(text, format)
    assert [(one.rows, one.orientation) for one in found] == [(((90, 30), (10, 170)), "predicted")]


def test_a_heading_over_a_table_is_no_side() -> None:
    text = "The confusion matrix:\n\n```\nTest\n        yes    no\nyes      90    30\nno       10   170\n```\n"
    assert [(one.rows, one.orientation) for one in data(text)] == [(((90, 30), (10, 170)), "unknown")]
