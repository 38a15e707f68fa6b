"""The four counts of two classes, as documents tell them in many languages: in lists, lines, prose and tables."""

from __future__ import annotations

import exactmetrics as em
from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.verified import FoundData
from tests.cases import each

TP, FP, FN, TN = 146, 24, 31, 209
ROWS = ((TP, FN), (FP, TN))

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


def data(text: str, format: str = "markdown", comma: bool = False) -> list[FoundData]:
    return recognised(source_of(text, format), decimal_comma=comma).data


def levels(text: str) -> list[str | None]:
    """How the values of metrics are judged."""
    found = em.verify_document(text, format="markdown").claims
    return [claim.level for claim in found if claim.question.metric]


def told(names: str, form: str, counts: tuple[object, ...] = (TP, FP, FN, TN)) -> str:
    pairs = zip(names.split("|"), counts, strict=True)
    return FORMS[form].format(*(part for pair in pairs for part in pair))


@each("form", FORMS)
@each("language", NAMES)
def test_four_counts_are_a_matrix(language: str, form: str) -> None:
    found = data(told(NAMES[language], form))
    assert [(one.rows, one.orientation, one.positive) for one in found] == [(ROWS, "true", "positive")]


@each("language", [name for name in NAMES if name not in ("en, small letters",)])
def test_three_of_four_counts_are_no_data(language: str) -> None:
    for form in ("lines", "commas", "bars"):
        text = told(NAMES[language], form)
        assert data(text.replace(str(FN), "none")) == []


@each("values", ["40% 10% 5% 45%", "0.40 0.10 0.05 0.45", "-4 1 5 4", "4/9 1/9 2/9 2/9", "4±1 1 5 4"])
def test_numbers_that_are_no_counts_are_no_data(values: str) -> None:
    for form in ("lines", "commas", "table of names", "table of columns"):
        assert data(told(NAMES["en"], form, tuple(values.split()))) == []


@each(
    "text",
    [
        "TP = 3, FN = -1, FP = 0, TN = 2.",
        "| TP | FN | FP | TN |\n|---|---|---|---|\n| 3 | -1 | 0 | 2 |\n",
        "| actual \\ predicted | -1 | 1 |\n|---|---|---|\n| -1 | 3 | -1 |\n| 1 | 0 | 2 |\n",
        "$$\\text{confusion matrix}\\quad [[3, -1], [0, 2]]$$",
        "```\nconfusion matrix\n[[ 3 -1]\n [ 0  2]]\n```\n",
        "```\n          predicted\n          cat dog\nactual cat  3  -1\nactual dog  0   2\n```\n",
    ],
)
def test_a_negative_count_is_said_to_be_one(text: str) -> None:
    found = em.verify_document(text + "\nThe accuracy is 0.83.", format="markdown")
    [negative] = [one for one in found.passed if one.why == "negative"]
    assert not found.data
    assert (negative.span.start.offset, negative.span.stop) == (text.rindex("-1"), text.rindex("-1") + 2)
    assert negative.reason() == "a count cannot be negative, so this is no confusion matrix"


def test_counts_of_one_class_of_a_larger_matrix_are_no_new_data() -> None:
    table = (
        "| actual\\predicted | a | b | c |\n|--|--|--|--|\n| a | 5 | 1 | 0 |\n| b | 2 | 4 | 1 |\n| c | 0 | 1 | 6 |\n\n"
    )
    text = table + "TP = 5, FP = 2, FN = 1, TN = 12.\n\nThe accuracy is 0.75.\n"  # 15/20
    assert [len(one.labels) for one in data(text)] == [3]
    assert levels(text) == ["ok"]
