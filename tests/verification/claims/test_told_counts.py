"""The four counts of two classes, as documents tell them in many languages: in lists, lines, prose and tables."""

from __future__ import annotations

import exactmetrics as em
from exactmetrics.verification.claims.lexicon import listed_words
from exactmetrics.verification.claims.outcome_words import FOUR, spelt_out
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
    "en, detection": "Hits|False alarms|Misses|Correct rejections",
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
    "semicolons": "we have {0}={1}; {2}={3}; {4}={5}; {6}={7} right?\n",
    "formulas": "${0} = {1}$, ${2} = {3}$, ${4} = {5}$, ${6} = {7}$\n",
    "bars": "{0}: {1} | {2}: {3} | {4}: {5} | {6}: {7}\n",
    "leaders": "```\n{0} ..... {1}\n{2} .... {3}\n{4} .... {5}\n{6} ........ {7}\n```\n",
    "in order": "({0}, {2}, {4}, {6}) = ({1}, {3}, {5}, {7})\n",
    "table of names": "| | |\n|--|--|\n| {0} | {1} |\n| {2} | {3} |\n| {4} | {5} |\n| {6} | {7} |\n",
    "table of columns": "| {0} | {2} | {4} | {6} |\n|--|--|--|--|\n| {1} | {3} | {5} | {7} |\n",
    "table of one model": "| Model | {0} | {2} | {4} | {6} |\n|--|--|--|--|--|\n| SVM | {1} | {3} | {5} | {7} |\n",
    "cells": "| {0}: {1} | {4}: {5} |\n|--|--|\n| {2}: {3} | {6}: {7} |\n",
    "definitions": "<dl><dt>{0}</dt><dd>{1}</dd><dt>{2}</dt><dd>{3}</dd><dt>{4}</dt><dd>{5}</dd>"
    "<dt>{6}</dt><dd>{7}</dd></dl>",
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
    format = "html" if form == "definitions" else "markdown"
    found = data(told(NAMES[language], form), format)
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
    ("values", "comma"),
    [
        (("1,146", "1,024", "1,031", "1,209"), False),
        (("1.146", "1.024", "1.031", "1.209"), True),
        (("1\u202f146", "1\u202f024", "1\u202f031", "1\u202f209"), True),
        (("1 146", "1 024", "1 031", "1 209"), True),
        (("1\\,146", "1\\,024", "1\\,031", "1\\,209"), False),
        (("1'146", "1'024", "1'031", "1'209"), False),
    ],
)
def test_thousands_may_be_grouped(values: tuple[str, ...], comma: bool) -> None:
    text = told(NAMES["fr, letters"], "formulas", values) + "Accuracy = " + ("0,5" if comma else "0.5") + "\n"
    assert [one.rows for one in data(text, comma=comma)] == [((1146, 1031), (1024, 1209))]


@each(
    "text",
    [
        "RP = 146, FP = 24, FN = 31, TN = 209.",  # letters of two families
        "TP rate: 146, FP rate: 24, FN rate: 31, TN rate: 209.",
        "TP (cat) = 146, FP (cat) = 24, FN (cat) = 31, TN (cat) = 209.",
        "$TP_{cat} = 146$, $FP_{cat} = 24$, $FN_{cat} = 31$, $TN_{cat} = 209$.",
        "For class A: TP = 146, FP = 24, FN = 31, TN = 209.",
        "## Class A\n\nTP = 146, FP = 24, FN = 31, TN = 209.",
        "On the training set TP = 146, FP = 24, FN = 31, TN = 209.",
        "If TP = 146, FP = 24, FN = 31, TN = 209, the recall is 0.5.",
        "TP = 146 percent, FP = 24 percent, FN = 31 percent, TN = 209 percent.",
        "TP = 146, TP = 147, FP = 24, FN = 31, TN = 209.",
        "TP = 146 or 147, FP = 24, FN = 31, TN = 209.",
        "In 2020 TP 146 FP 24 FN 31 TN 209 rows",
        "The site had 146 hits and 24 misses; false alarms: 31.",
        "| TP | FP | FN | TN |\n|--|--|--|--|\n| 0.5 | 24 | 31 | 209 |",
        "| TP | FP | FN | Rest |\n|--|--|--|--|\n| 146 | 24 | 31 | 209 |",
        "| Class | TP | FP | FN | TN |\n|--|--|--|--|--|\n| a | 5 | 1 | 2 | 4 |\n| b | 4 | 2 | 1 | 6 |",
        "| Site | TP | FP | FN | TN |\n|--|--|--|--|--|\n| a | 5 | 1 | 2 | 4 |\n| b | 4 | 2 | 1 | 9 |",
    ],
)
def test_counts_of_something_else_are_no_data(text: str) -> None:
    assert data(text + "\n") == []


@each(
    "text",
    [
        "146 true positives, 24 false positives, 31 false negatives and 209 true negatives.",
        "We flagged 170 parts; 146 of them were defects (true positives) and 24 were false alarms (false positives). "
        "We missed 31 (false negatives) and passed 209 good parts (true negatives).",
        "146 richtig positive, 24 falsch positive, 31 falsch negative und 209 richtig negative Fälle.",
        "真阳性146例，假阳性24例，假阴性31例，真阴性209例。",
        "真陽性は146件、偽陽性は24件、偽陰性は31件、真陰性は209件です。",
        "참양성은 146개, 거짓양성은 24개, 거짓음성은 31개, 참음성은 209개이다.",
        "146 TP 24 FP 31 FN 209 TN",
        "TP 146 FP 24 FN 31 TN 209",
        "tn, fp, fn, tp = 209, 24, 31, 146",
        "The true positives are 146, the false positives 24, the false negatives 31, and the true negatives 209.",
        "True positives (sick people who are found): 146. False positives (healthy people who are flagged): 24. "
        "False negatives: 31. True negatives: 209.",
        "TP = 100 + 46 = 146, FP = 24, FN = 31, TN = 209",
    ],
)
def test_counts_in_prose(text: str) -> None:
    assert [one.rows for one in data(text + "\n")] == [ROWS]


def test_two_cases_of_one_text_are_each_their_own_data() -> None:
    text = (
        "SVM: TP = 40, FP = 10, FN = 10, TN = 40. The precision is 0.8 and the recall is 0.8.\n\n"
        "Forest: TP = 30, FP = 10, FN = 20, TN = 40. The precision is 0.75 and the recall is 0.6.\n"
    )
    assert [one.rows for one in data(text)] == [((40, 10), (10, 40)), ((30, 20), (10, 40))]
    assert {claim.level for claim in em.verify_document(text, format="markdown").claims} == {"ok"}


def test_counts_tell_which_class_of_a_matrix_is_positive_and_what_its_rows_are() -> None:
    table = "Confusion matrix:\n\n| | a | b |\n|--|--|--|\n| a | 209 | 24 |\n| b | 31 | 146 |\n\n"
    (found,) = data(table + "Here TP = 146, FP = 24, FN = 31 and TN = 209.\n")
    assert (found.labels, found.positive, found.orientation) == (("a", "b"), "b", "true")
    (found,) = data(table + "Here TP = 146, FP = 31, FN = 24 and TN = 209.\n")
    assert (found.positive, found.orientation) == ("b", "predicted")
    (found,) = data(table.replace("| | a", "| actual\\predicted | a") + "TP = 146, FP = 31, FN = 24, TN = 209.\n")
    assert found.orientation == "unknown"  # the counts contradict the table


def test_counts_of_one_class_of_a_larger_matrix_are_no_new_data() -> None:
    table = (
        "| actual\\predicted | a | b | c |\n|--|--|--|--|\n| a | 5 | 1 | 0 |\n| b | 2 | 4 | 1 |\n| c | 0 | 1 | 6 |\n\n"
    )
    text = table + "TP = 5, FP = 2, FN = 1, TN = 12.\n\nThe accuracy is 0.75.\n"  # 15/20
    assert [len(one.labels) for one in data(text)] == [3]
    assert levels(text) == ["ok"]


def test_a_slip_in_the_counts_beside_a_table_accuses_no_value_that_fits_the_table() -> None:
    table = "| actual\\predicted | yes | no |\n|--|--|--|\n| yes | 146 | 31 |\n| no | 24 | 209 |\n\n"
    text = table + "TP = 146, FP = 42, FN = 31, TN = 209.\n\nThe precision is 0.859.\n"  # 146/170
    assert levels(text) == ["ok"]


def test_a_row_of_counts_for_each_class_is_data_for_that_class_alone() -> None:
    text = (
        "| Class | TP | FP | FN | TN |\n|--|--|--|--|--|\n| a | 5 | 2 | 1 | 12 |\n| b | 4 | 2 | 3 | 11 |\n"
        "| c | 6 | 1 | 1 | 12 |\n\n"
        "The recall of a is 0.833, the precision of b is 0.67, the accuracy 0.75 and the macro F1 0.7.\n"
    )  # 5/6, 4/6
    assert [one.labels for one in data(text)] == [("a", "not a"), ("b", "not b"), ("c", "not c")]
    judged = {one.printed: one.level for one in em.verify_document(text, format="markdown").claims}
    assert judged == {"0.833": "ok", "0.67": "ok", "0.75": None, "0.7": None}  # averages are of the whole matrix


def test_a_row_of_counts_for_each_model_is_data_for_what_stands_in_it() -> None:
    text = (
        "| Model | TP | FP | FN | TN | Precision | Recall | Accuracy |\n|--|--|--|--|--|--|--|--|\n"
        "| SVM | 40 | 10 | 10 | 40 | 0.8 | 0.8 | 0.8 |\n| Tree | 30 | 10 | 20 | 40 | 0.75 | 0.61 | 0.7 |\n\n"
        "The accuracy is 0.9.\n"
    )
    found = em.verify_document(text, format="markdown").claims
    judged = [(one.printed, one.level) for one in found]
    assert judged[:6] == [("0.8", "ok")] * 3 + [("0.75", "ok"), ("0.61", "error"), ("0.7", "ok")]  # 30/50 is 0.6
    assert judged[6:] == [("0.9", None)]  # of which of them is not said


def test_no_word_means_two_outcomes_in_one_family() -> None:
    table = listed_words()
    families = [{count: list(table["count"][count]) for count in FOUR}, *table["four"]]
    for language in table["outcome"]:
        for count, phrases in spelt_out(language).items():
            families[0][count] += phrases
    for family in families:
        words = [{word.casefold() for word in family[count]} for count in FOUR]
        assert sum(map(len, words)) == len(set.union(*words))


@each(
    ("counts", "apart"),
    [
        (("5 2 1 12", "4 2 3 11", "6 1 1 12"), True),  # 6 + 7 + 7 = 20 samples, five errors on either side
        (("5 2 1 12", "4 2 3 11"), True),  # two of the three
        (("40 10 10 40", "30 10 20 40"), False),  # two models and the same 50 positives
        (("40 10 10 40", "30 10 20 41"), False),  # two data sets
    ],
)
def test_counts_of_one_class_after_another_are_not_those_of_all_data(counts: tuple[str, ...], apart: bool) -> None:
    text = "".join(f"- x{at}: " + told(NAMES["en, letters"], "commas", tuple(c.split())) for at, c in enumerate(counts))
    found = em.verify_document(text + "\nThe accuracy is 0.99.\n", format="markdown").claims
    assert [one.level for one in found if one.question.metric] == ([None] if apart else ["error"])
