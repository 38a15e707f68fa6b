"""Levels of detail: what a brief derivation keeps, and exercises that are complete once their key is filled in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from zlib import crc32

import pytest

import exactmetrics as em
from exactmetrics.derivation import machine
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.planning.page import Blank
from exactmetrics.derivation.writing.context import page_context
from exactmetrics.derivation.writing.surface import surface_for
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Root, Undefined
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Num
from exactmetrics.expression.reading import read_value
from exactmetrics.metrics.texts import english
from tests.cases import each, size
from tests.contracts.questions import NAMES as LETTERS
from tests.contracts.questions import Question, questions, questions_of
from tests.derivation.questions import FIG_23, check_says, flat
from tests.derivation.test_wide import counts

ROWS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
NAMES = ["bird", "cat", "dog"]
ANIMALS = em.ConfusionMatrix(ROWS, labels=NAMES)


def derived(question: Question, rows: list[list[int]] = ROWS, **look: object) -> em.Derivation:
    cm = em.ConfusionMatrix(rows, labels=list(LETTERS[: len(rows)]))
    return cm.derive(question.metric, **question.named(), **look)


def some(asked: list[Question], share: int, name: str) -> list[Question]:
    """A share of the questions, by their own names."""
    return [question for question in asked if crc32(f"{name} {question}".encode()) % share == 0]


def filled(text: str, key: list[tuple[str, str]]) -> str:
    """An exercise with the answers written into its blanks, without spaces and brackets.

    A blank is added whatever its sign: with its answer, a plus may stand before a minus. A root over a whole number may
    be the mean of one root, and a root of a blank over it is not: both are written as the fraction.
    """
    answers = dict(key)
    whole = re.sub(r"\(([a-zA-Z]\d*)\)_{3,}", lambda found: answers[found[1]], text)
    plain = re.sub(r"[\s()]|---+", "", whole).replace("+-", "-")
    return re.sub(r"(?<!\d)1/(\d+)\*(sqrt\d+)(?![+\-\d])", r"\2/\1", plain)


def over(text: str) -> str:
    """Its sums with roots, one over a number times which is written there, as fractions of that number."""
    return re.sub(r"(?<=[=\d\n])1/(\d+)\*([^=\n]*sqrt[^=\n]*)", r"\2/\1", text)


def written(derivation: em.Derivation) -> list[str]:
    """Every step as plain text: its title, its sentences, its table without heads, and its formulas."""
    surface = surface_for("text", derivation.look, derivation.blocks.labels)
    steps = []
    for step in page_context(derivation.page, surface)["steps"]:
        parts = [step["title"], step["text"], *(step["table"]["lines"][1:] if step["table"] else [])]
        for group in step["groups"]:
            parts += [group["text"], *(line for formula in group["formulas"] for line in formula["lines"])]
        steps.append("\n".join([*parts, step["after"]]))
    return steps


def number_of(name: str) -> int:
    """The number of a blank by its name: a to z, A to Z, a2, b2 ..."""
    return 52 * (int(name[1:] or 1) - 1) + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".index(name[0]) + 1


def check_exercise(question: Question, rows: list[list[int]]) -> int:
    """With its key filled in an exercise is the derivation itself; how many blanks it has."""
    full, exercise = derived(question, rows), derived(question, rows, detail="scaffold")
    assert exercise.value == full.value
    if isinstance(full.value, Undefined):
        nothing = messages().get("scaffold", "nothing")
        assert exercise.to_text().replace(f"{nothing}\n\n", "", 1) == full.to_text()
        return 0
    full.page = machine.lay_out(machine.work(machine.plan(exercise._recorded())), full.labels)  # tables as wide
    show = surface_for("text", exercise.look, exercise.blocks.labels).notation.show
    blanks = exercise.page.blanks
    terms = {b.letter: show(Num(b.value)) for b in blanks if not isinstance(b.value, (Fraction, Root))}
    key, page = [(letter, terms.get(letter, answer)) for letter, answer in exercise.key], written(exercise)
    # Blanks for counts that are no whole numbers, and for roots, are wider: a table may leave out other members, a sum
    # part otherwise.
    counted = all(isinstance(cell, int) for row in rows for cell in row)
    in_roots = full.request.metric.exactness == "algebraic" and full.request.average is not None
    for made, whole, step in zip(page, written(full), full.steps, strict=True):
        told = step.kind in ("definition", "zero") or in_roots
        if counted and not told:  # of the second the words tell the value
            assert filled(made, key) == filled(whole, []) or over(filled(made, key)) == over(filled(whole, []))
    assert "__" not in page[0]
    marks = [number_of(name) for step in page for name in re.findall(r"\(([a-zA-Z]\d*)\)_{3,}", step)]
    classes = {number_of(label) for label in LETTERS[: len(rows)]}  # whose names no blank has
    letters = [number for number in range(1, len(key) + len(rows) + 1) if number not in classes][: len(key)]
    if counted:
        assert list(dict.fromkeys(marks)) == letters[: len(set(marks))], "in the order of the page"
    assert set(marks) <= set(letters)
    assert [number_of(letter) for letter, _ in key] == letters
    assert evaluate(exercise.page.asked["value"]) == full.value
    return len(key)


@each("rows", [ROWS, FIG_23, [[5, 1], [5, 7]], [[6, 0, 1], [1, 0, 2], [0, 0, 3]]], ids=str)
def test_an_exercise_is_complete_with_its_key(rows: list[list[int]]) -> None:
    asked = some(questions_of(rows), size(60, 4), f"exercise {rows}")
    assert sum(check_exercise(question, rows) for question in asked) > 30


@each(
    ("metric", "options", "told"),
    [  # of derivations made by hand
        ("precision", {"average": "weighted"}, "409 630 1636 2520 480 400 756 90 84 0.649 65%"),
        ("kappa", {}, "33 98 264 784 63 30 65 13 0.461 46%"),
        ("mcc", {}, "240 504 264 267264 96 58 0.464"),
        ("f1", {"average": "macro"}, "361 561 187 132 0.643 64%"),
        ("f1", {"average": "macro", "combine": "averages"}, "8131 12573 24 47 1397 0.646 65%"),
        ("recall", {"average": "macro"}, "24 47 72 0.652 65%"),
        ("precision", {"label": "dog"}, "10 70% 0.7"),
    ],
    ids=str,
)
def test_what_is_asked_is_not_told(metric: str, options: dict[str, Any], told: str) -> None:
    exercise = em.ConfusionMatrix(ROWS, labels=["bird", "cat", "dog"]).derive(
        metric, detail="scaffold", key=False, **options
    )
    for text in (exercise.to_text(), exercise.to_markdown()):
        assert "Key" not in text
        for number in told.split():
            assert not re.search(rf"(?<![\d.]){re.escape(number)}", text), number


@each(
    ("rows", "metric", "options", "line"),
    [
        (
            [[3, 2], [5, 7]],
            "informedness",
            {"average": "macro"},
            "Both class values are (f)/(g), so their mean is (f)/(g) too.",
        ),
        ([[3, 2], [5, 7]], "kuhns_2", {"label": 1}, "The larger of (a) and (b) is (c)."),
        (ROWS, "specificity", {"average": "macro"}, "is (i) = 20*(j) = (g)*(k) = (h)*(l)."),
        (ROWS, "plr", {"average": "micro"}, "Then cancel the (m). LR^+_micro = ((l)/(m))/((r)/(s))"),
        (ROWS, "g_mean", {"label": 1}, "a square number: (k)*(k) = (l) = (k)^2."),
        ([[0, 0], [2, 6]], "recall", {"label": 1}, "= (a)/(b) = (c)*(d)/((c)*(e)) = (d)/(e)"),
    ],
)
def test_a_number_has_the_letter_of_what_it_is_copied_from(
    rows: list[list[int]], metric: str, options: dict[str, Any], line: str
) -> None:
    """What is given stands in every line below; what is worked out anew has a letter of its own."""
    exercise = em.ConfusionMatrix(rows).derive(metric, detail="scaffold", **options)
    assert line in re.sub(r"_{3,}", "", " ".join(exercise.to_text().split()))


@each("question", some(questions(3), size(30, 2), "slide"), ids=str)
def test_a_brief_derivation_is_a_slide(question: Question) -> None:
    """Its chains hold, they end in the value or before it, and there are few lines."""
    full, brief = derived(question, undefined=0), derived(question, undefined=0, detail="brief")
    assert brief.value == full.value
    assert [step.kind for step in brief.steps] in (["definition"], ["definition", "calculation"])
    numeric = [formula for step in brief.steps for formula in step.formulas if formula.numeric]
    for formula in numeric:
        assert len({evaluate(member) for member in formula.members}) == 1
    assert not numeric or evaluate(numeric[-1].members[0]) == full.value
    text = brief.to_markdown()
    for title in ("**Definition.** ", "**Calculation.**", "**Result.**")[:: 1 if numeric else 2]:
        assert title in text
    assert "\n##" not in text
    assert "This confusion matrix shows" not in text
    lines = [line for line in brief.to_markdown(data=False).splitlines() if line]
    of_sums = 6 if question.definition.exactness == "transcendental" else 0  # metrics with sums of their own
    parts = english(question.definition.name, "parts") or {}
    assert len(lines) <= 12 + max(of_sums, len(parts)) + sum(len(line) > 600 for line in lines)


def test_blanks_and_keys() -> None:
    """Blanks have room for their answers; keys are exact."""
    assert Blank("", Fraction(7), None, 1).room == 3
    assert Blank("", Fraction(123456), None, 1).room == 7
    assert Blank("0.6492063492063492", Fraction(409, 630), None, 1).room == 12
    exercise = em.ConfusionMatrix([[10, 2], [3, 20]]).derive("mcc", detail="scaffold")
    *_, (_, value), (_, digits) = exercise.key
    assert read_value(value).denominator == 1
    assert digits == decimal(exercise.value, places=4)


def test_an_unknown_level_of_detail() -> None:
    with pytest.raises(UsageError, match="no level of detail 'breif'; did you mean 'brief'"):
        ANIMALS.derive("accuracy", detail="breif")


# What the key calls a blank is what the page calls it, and a sheet for students tells no answer.

LANGUAGES = ["en", "es", "ar", "de", "fr"]
FORMATS = ["text", "text-2d", "markdown", "github", "latex", "html", "html-fragment", "json"]
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("precision", {"label": "cat"}), ("precision", {"average": "weighted"}), ("f1", {"average": "macro"}),
    ("f1", {"average": "macro", "combine": "averages"}), ("mcc", {}), ("kappa", {}), ("accuracy", {}),
]  # fmt: skip
LETTER = r"[a-zA-Z](?:[2-9]|[1-9]\d+)?"
# How a format writes a blank: its letter, then room to write.
BLANKS = {
    "text": rf"\(({LETTER})\)_{{3,}}",
    "markdown": rf"\{{\}}\^\{{\(({LETTER})\)\}}\\underline\{{\\phantom",
    "html": rf'<mtext class="letter">\(({LETTER})\)</mtext><mtext class="blank">',
}
LOOKS_LIKE = {"text-2d": "text", "github": "markdown", "latex": "markdown", "html-fragment": "html"}
ENTRY = rf"\(({LETTER})\)(?:\s|~|\\ )"  # in a key, before the answer
RULE = {"text": "\n----------", "markdown": "\n---\n", "github": "\n---\n", "latex": "\\clearpage", "html": "<details"}


def sheet(metric: str, options: dict[str, Any], **look: Any) -> em.Derivation:
    return ANIMALS.derive(metric, detail="scaffold", **options, **look)


def marks(page: str, style: str) -> set[str]:
    """The letters of the blanks on a page."""
    if style == "json":
        return set(lettered(json.loads(page)["steps"])) | set(re.findall(BLANKS["text"], page))
    return set(re.findall(BLANKS[LOOKS_LIKE.get(style, style)], page))


def lettered(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        if data.get("node") == "blank":
            yield data["letter"]
        if isinstance(data.get("blank"), str):
            yield data["blank"]
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from lettered(part)


def entries(page: str, style: str) -> list[str]:
    """The letters of the key at the end of a page."""
    if style == "json":
        return [entry["blank"] for entry in json.loads(page)["key"]]
    start = page.rindex(RULE[{"text-2d": "text", "html-fragment": "html"}.get(style, style)])
    return re.findall(ENTRY, page[start:])


@each("style", FORMATS)
def test_every_mark_of_the_key_is_on_the_page_and_the_other_way_round(style: str) -> None:
    for number, (metric, options) in enumerate(QUESTIONS):
        derivation = sheet(metric, options, language=LANGUAGES[(FORMATS.index(style) + number) % len(LANGUAGES)])
        known = [letter for letter, _ in derivation.key]
        page = derivation.to(style)
        assert len(known) == len(set(known)) > 0
        assert entries(page, style) == known, metric
        if style != "json":
            assert marks(page, style) == set(known), metric
        else:  # the result is asked for in a sentence
            assert marks(page, style) <= set(known)
        assert not re.search(r"_\{?\(\d+\)|\^\{\(\d+\)\}|\(\d+\)_", page), "a blank with a number"


@each(
    ("k", "metric", "options"),
    [(31, "precision", {"label": 30}), (60, "f1", {"average": "macro"}), (200, "kappa", {}), (101, "mcc", {})],
)
def test_of_many_classes_the_key_holds_what_is_on_the_page(k: int, metric: str, options: dict[str, Any]) -> None:
    derivation = em.ConfusionMatrix(counts(k)).derive(metric, detail="scaffold", **options)
    known = [letter for letter, _ in derivation.key]
    for style in ("text", "markdown"):
        page = derivation.to(style)
        assert entries(page, style) == known
        assert marks(page, style) == set(known)


COMPARED = [("precision", {"label": "cat"}), ("precision", {"label": "dog"})]


def compared(**look: Any) -> em.Comparison:
    return em.compare(*(sheet(metric, options, **look) for metric, options in COMPARED))


@each("style", FORMATS)
def test_a_comparison_has_one_letter_for_one_number_and_tells_students_no_answer(style: str) -> None:
    if style not in ("json", "latex"):
        comparison = compared(language=LANGUAGES[FORMATS.index(style) % len(LANGUAGES)])
        page, known = comparison.to(style), [letter for letter, _ in comparison.key]
        assert len(known) == len(set(known))
        assert marks(page, style) == set(known)
        start = page.index(RULE["html"]) if "html" in style else page.rindex("\n---")
        assert re.findall(ENTRY, page[start:]) == known
        assert marks(page[start:], style) == set(), "after the key comes no blank"
    told = ["5/9", "7/10", r"\frac{5}{9}", "0.5556", "-13", "13}", "0.144", '"greater"', '"less"']
    check_says(compared(key=False).to(style), [], told)
    # 7/10 - 5/9 = 63/90 - 50/90 = 13/90, by hand: the larger value minus the smaller one.
    assert compared().key[-1][1] == "0.1444"


def test_a_document_for_students_has_no_key() -> None:
    spec = {
        "title": "Exercises", "detail": "scaffold", "data": {"m": {"matrix": ROWS, "labels": NAMES}},
        "block": [{"data": "m"}, {"derivation": {"metric": "precision", "label": "cat"}},
                  {"comparison": [{"metric": "precision", "label": "cat"}, {"metric": "precision", "label": "dog"}]}],
    }  # fmt: skip
    for style in FORMATS:
        teacher = em.document(spec).to(style)
        students = em.document(spec | {"key": False}).to(style)
        assert students == em.document(spec, key=False).to(style)
        assert "0.5556" in teacher
        for told in ("0.5556", "-13", "Key"):
            assert told not in students, style


@each("language", LANGUAGES)
def test_an_exercise_without_a_value_says_so(language: str) -> None:
    cm, look = em.ConfusionMatrix([[6, 0], [1, 0]]), {"detail": "scaffold", "language": language}
    said = messages(language).get("scaffold", "nothing")
    macro, weighted = (cm.derive("precision", average=average, **look) for average in ("macro", "weighted"))
    recall = cm.derive("recall", label=0, **look)
    assert [said in flat(page.to_text()) for page in (macro, recall)] == [True, False]
    assert [said in flat(em.compare(side, macro).to_text()) for side in (weighted, recall)] == [True, False]


def test_no_blank_is_called_as_a_class() -> None:
    """Class b has no blank (b) beside it; with its answers the letters stay in order."""
    exercise = em.ConfusionMatrix([[8, 3, 1], [0, 4, 3], [1, 1, 4]], labels=["a", "b", "A"]).derive(
        "f1", average="macro", detail="scaffold"
    )
    letters = [letter for letter, _ in exercise.key]
    assert letters[:4] == ["c", "d", "e", "f"]
    assert letters[letters.index("z") + 1] == "B"
    assert marks(exercise.to_text(), "text") == set(letters)
