"""Matrices as tools and people of many languages set them out: the same cells, classes and sides are read from each."""

from __future__ import annotations

from itertools import product

import exactmetrics as em
from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.verified import FoundData
from tests.cases import each, sample

TP, FP, FN, TN = 90, 20, 30, 170
ROWS = ((TP, FN), (FP, TN))


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


# The words of a language for predicted and actual before a class, and its words for the positive and negative class.
SIDES = {
    "en": ("Predicted", "Actual", "yes", "no"),
    "en, short": ("Pred.", "Act.", "yes", "no"),
    "en, colon": ("Predicted:", "Actual:", "yes", "no"),
    "de": ("vorhergesagt", "tatsächlich", "positiv", "negativ"),
    "de, ill": ("vorhergesagt", "tatsächlich", "krank", "gesund"),
    "fr": ("Prédit", "Réel", "malade", "sain"),
    "es": ("Predicho", "Real", "sí", "no"),
    "es, ill": ("Predicho", "Real", "enfermo", "sano"),
    "pt": ("Previsto", "Real", "doente", "saudável"),
    "it": ("Predetto:", "Reale:", "sì", "no"),
    "nl": ("voorspeld", "werkelijk", "ziek", "gezond"),
    "sv": ("Förutsagd", "Verklig", "ja", "nej"),
    "pl": ("Przewidywane", "Rzeczywiste", "chory", "zdrowy"),
    "ru": ("Предсказанный", "Истинный", "положительный", "отрицательный"),
    "tr": ("Tahmin", "Gerçek", "pozitif", "negatif"),
    "zh": ("预测为", "实际为", "正", "负"),
    "zh, fan": ("预测", "真实", "正例", "反例"),
    "ja": ("予測", "実際", "陽性", "陰性"),
    "ko": ("예측", "실제", "양성", "음성"),
}


@each("totals", [False, True])
@each("language", SIDES)
def test_sides_in_every_heading(language: str, totals: bool) -> None:
    predicted, actual, yes, no = SIDES[language]
    joint = "" if language.startswith("zh") else " "
    lines = [
        ["", f"{predicted}{joint}{yes}", f"{predicted}{joint}{no}"],
        [f"**{actual}{joint}{yes}**", str(TP), str(FN)],
        [f"**{actual}{joint}{no}**", str(FP), str(TN)],
    ]
    (found,) = data(table(*(with_totals(lines) if totals else lines)))
    assert (found.labels, found.rows, found.orientation, found.positive) == ((yes, no), ROWS, "true", yes)


@each("form", ["{0} = {1}", "{1} ({0})", "{0}: {1}", "{0} {1}", "**{1}** ({0})"])
@each("names", ["TP|FN|FP|TN", "VP|FN|FP|VN", "RP|FN|FP|RN"])
def test_outcomes_in_the_cells(names: str, form: str) -> None:
    a, b, c, d = (form.format(name, count) for name, count in zip(names.split("|"), (TP, FN, FP, TN), strict=True))
    head = ["", "Predicted up", "Predicted down"]
    (found,) = data(table(head, ["Actual up", a, b], ["Actual down", c, d]))
    assert (found.rows, found.orientation, found.positive) == (ROWS, "true", "up")
    (turned,) = data(table(head, ["Actual up", a, c], ["Actual down", b, d]))
    assert turned.orientation == "unknown"  # the cells contradict the headings


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


# What each language calls true positives, false positives, false negatives and true negatives.
NAMES = {
    "en": "True positives|False positives|False negatives|True negatives",
    "en, letters": "TP|FP|FN|TN",
    "en, small letters": "tp|fp|fn|tn",
    "de": "Richtig positiv|Falsch positiv|Falsch negativ|Richtig negativ",
    "de, plural": "Richtig Positive|Falsch Positive|Falsch Negative|Richtig Negative",
    "de, one word": "Richtigpositive|Falschpositive|Falschnegative|Richtignegative",
    "de, letters": "RP|FP|FN|RN",
    "fr": "Vrais positifs|Faux positifs|Faux négatifs|Vrais négatifs",
    "fr, letters": "VP|FP|FN|VN",
    "es": "Verdaderos positivos|Falsos positivos|Falsos negativos|Verdaderos negativos",
    "es, turned": "Positivos verdaderos|Positivos falsos|Negativos falsos|Negativos verdaderos",
    "pt": "Verdadeiros positivos|Falsos positivos|Falsos negativos|Verdadeiros negativos",
    "it": "Veri positivi|Falsi positivi|Falsi negativi|Veri negativi",
    "nl": "Terecht positief|Fout-positief|Fout-negatief|Terecht negatief",
    "sv": "Sanna positiva|Falska positiva|Falska negativa|Sanna negativa",
    "da": "Sande positive|Falske positive|Falske negative|Sande negative",
    "pl": "Prawdziwie dodatnie|Fałszywie dodatnie|Fałszywie ujemne|Prawdziwie ujemne",
    "ru": "Истинно положительные|Ложноположительные|Ложноотрицательные|Истинно отрицательные",
    "ru, letters": "ИП|ЛП|ЛО|ИО",
    "tr": "Doğru pozitif|Yanlış pozitif|Yanlış negatif|Doğru negatif",
    "tr, letters": "DP|YP|YN|DN",
    "ja": "真陽性|偽陽性|偽陰性|真陰性",
    "zh": "真正例|假正例|假负例|真负例",
    "zh, medical": "真阳性|假阳性|假阴性|真阴性",
    "zh, fan": "真正例|假正例|假反例|真反例",
    "ko": "참양성|거짓양성|거짓음성|참음성",
    "ko, letters beside": "참양성(TP)|거짓양성(FP)|거짓음성(FN)|참음성(TN)",
}

# How they are set out; {0} to {7}: a name and its number, and so on.
FORMS = {
    "lines": "{0}: {1}\n{2}: {3}\n{4}: {5}\n{6}: {7}\n",
    "lines without colon": "{0} {1}\n{2} {3}\n{4} {5}\n{6} {7}\n",
    "wide colon": "{0}：{1}\n{2}：{3}\n{4}：{5}\n{6}：{7}\n",
    "entries": "- {0}: {1}\n- **{2}**: {3}\n- {4} = {5}\n- {6}: {7}\n",
    "entries in another order": "* {6}: {7}\n* {4}: {5}\n* {2}: {3}\n* {0}: {1}\n",
    "commas": "{0} = {1}, {2} = {3}, {4} = {5}, {6} = {7}.\n",
    "semicolons": "we have {0}={1}; {2}={3}; {4}={5}; {6}={7}.\n",
    "formulas": "${0} = {1}$, ${2} = {3}$, ${4} = {5}$, ${6} = {7}$\n",
    "bars": "{0}: {1} | {2}: {3} | {4}: {5} | {6}: {7}\n",
    "leaders": "```\n{0} ..... {1}\n{2} .... {3}\n{4} .... {5}\n{6} ........ {7}\n```\n",
    "in order": "({0}, {2}, {4}, {6}) = ({1}, {3}, {5}, {7})\n",
    "table of names": "| | |\n|--|--|\n| {0} | {1} |\n| {2} | {3} |\n| {4} | {5} |\n| {6} | {7} |\n",
    "table of columns": "| {0} | {2} | {4} | {6} |\n|--|--|--|--|\n| {1} | {3} | {5} | {7} |\n",
    "table of one model": "| Model | {0} | {2} | {4} | {6} |\n|--|--|--|--|--|\n| SVM | {1} | {3} | {5} | {7} |\n",
    "cells": "| {0}: {1} | {4}: {5} |\n|--|--|\n| {2}: {3} | {6}: {7} |\n",
}  # fmt: skip


def told(names: str, form: str, counts: tuple[object, ...] = (TP, FP, FN, TN)) -> str:
    pairs = zip(names.split("|"), counts, strict=True)
    return FORMS[form].format(*(part for pair in pairs for part in pair))


@each("form", FORMS)
@each("language", NAMES)
def test_four_counts_are_a_matrix(language: str, form: str) -> None:
    found = data(told(NAMES[language], form))
    assert [(one.rows, one.orientation, one.positive) for one in found] == [(ROWS, "true", "positive")]


@each("form", ["lines", "commas", "bars"])
@each("language", NAMES)
def test_three_of_four_counts_are_no_data(language: str, form: str) -> None:
    assert data(told(NAMES[language], form).replace(str(FN), "none")) == []


@each("form", ["lines", "commas", "table of names", "table of columns"])
@each("values", ["40% 10% 5% 45%", "0.40 0.10 0.05 0.45", "-4 1 5 4", "4/9 1/9 2/9 2/9", "4±1 1 5 4"])
def test_numbers_that_are_no_counts_are_no_data(values: str, form: str) -> None:
    assert data(told(NAMES["en"], form, tuple(values.split()))) == []


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
