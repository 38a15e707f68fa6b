"""Levels of detail: what a brief derivation keeps, and exercises that are complete once their key is filled in."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactmetrics as em
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.planning.page import KINDS, Blank
from exactmetrics.derivation.steps import build_page
from exactmetrics.derivation.writing.context import page_context
from exactmetrics.derivation.writing.surface import surface_for
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Root, Undefined
from exactmetrics.expression.evaluate import evaluate, walk
from exactmetrics.expression.nodes import Expr, Num
from exactmetrics.expression.reading import read_value
from exactmetrics.sheets.schema import schema_named
from exactmetrics.views.trace import record
from tests.cases import each, sample, size
from tests.contracts.matrices import matrices as any_matrix
from tests.contracts.questions import NAMES, Question, questions, questions_of
from tests.derivation.questions import BIRDS, FIG_23
from tests.latex import compile_latex, joined

ROWS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]


def derived(question: Question, rows: list[list[int]] = ROWS, **look: object) -> em.Derivation:
    cm = em.ConfusionMatrix(rows, labels=list(NAMES[: len(rows)]))
    return cm.derive(question.metric, **question.named(), **look)


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
    named = record(full.request, full.blocks, full.positive)
    full.page = build_page(full.request, full.value, named, full.blocks, full.cells, blanks=True)  # tables as wide
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
    classes = {number_of(label) for label in NAMES[: len(rows)]}  # whose names no blank has
    letters = [number for number in range(1, len(key) + len(rows) + 1) if number not in classes][: len(key)]
    if counted:
        assert list(dict.fromkeys(marks)) == letters[: len(set(marks))], "in the order of the page"
    assert set(marks) <= set(letters)
    assert [number_of(letter) for letter, _ in key] == letters
    assert evaluate(exercise.page.asked["value"]) == full.value
    return len(key)


EXERCISES = [  # the matrices without zeros share the questions
    (ROWS, slice(0, None, 2)),
    (FIG_23, slice(1, None, 2)),
    ([[5, 1], [5, 7]], slice(None)),
    ([[6, 0, 1], [1, 0, 2], [0, 0, 3]], slice(None)),
]


@each(("rows", "share"), EXERCISES, ids=str)
def test_an_exercise_is_complete_with_its_key(rows: list[list[int]], share: slice) -> None:
    asked = sample(questions_of(rows)[share], 20)
    blanks = sum(check_exercise(question, rows) for question in asked)
    assert blanks > size(100, 500)


@given(any_matrix(), st.data())
def test_an_exercise_of_any_matrix_is_complete_with_its_key(rows: list[list[int]], data: st.DataObject) -> None:
    check_exercise(data.draw(st.sampled_from(questions_of(rows))), rows)


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


def test_no_long_number_is_told_after_it_is_asked() -> None:
    """Before that it may stand in an example."""
    for question in sample(questions(3), 60):
        exercise = derived(question, BIRDS, detail="scaffold", key=False)
        text = exercise.to_text()
        for letter, answer in exercise.key:
            if len(answer) > 3:
                before, _, after = text.partition(f"({letter})__")
                number = re.compile(rf"(?<![\d.]){re.escape(answer)}(?!\d)")
                assert number.search(before) or not number.search(after), (question, letter, answer)


def test_the_first_class_is_an_example_and_the_others_are_asked() -> None:
    page = em.ConfusionMatrix(ROWS).derive("precision", average="macro", detail="scaffold").page
    table = page.steps[1].table
    assert table is not None
    kinds = [[isinstance(cell.value, Blank) for cell in cells] for _, _, cells in table.rows]
    assert kinds == [[False] * 2, [True] * 2, [True] * 2]
    asked = [cell.value.value for _, _, cells in table.rows for cell in cells if isinstance(cell.value, Blank)]
    assert asked == [5, 9, 7, 10]
    first, second, third = ([b.value for e in chain.members for b in blanks_of(e)] for chain in table.scores[0].chains)
    assert (first, second, third) == ([], [5, 9], [7, 10])


def test_a_number_that_comes_again_has_its_blank() -> None:
    page = em.ConfusionMatrix(ROWS).derive("precision", average="weighted", detail="scaffold").page
    added = next(step for step in page.steps if step.kind == "add_fractions")
    [common] = {b.number for e in added.formulas[0].members for b in blanks_of(e) if b.value == 90}
    [products] = [said.facts["products"] for said in added.said]
    assert [b.number for b in blanks_of(products.members[0])] == [common]


def blanks_of(e: Expr) -> list[Blank]:
    return [part for part in walk(e) if isinstance(part, Blank)]


@each("question", questions(3), ids=str, quick=60)
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
    assert len(lines) <= 12 + max(of_sums, len(question.definition.parts)) + sum(len(line) > 600 for line in lines)


@each(
    ("metric", "options", "lines"),
    [  # the lines of slides made by hand
        (
            "precision",
            {"average": "weighted"},
            [
                "**Definition.** The *precision* of a class is the number of its correct predictions divided by the "
                "number of all samples predicted as this class. *Weighted precision* is the mean of these class "
                "values, weighted by the number of samples of the class. Symbols: $\\mathrm{TP}_i$ is the bold "
                "number, $c_i$ is the column total, $s_i$ is the row total and $N = 28$ is the number of all samples.",
                "**Calculation.** The weights are 8, 8 and 12. The class values are $6/9 = 2/3$, $5/9$ and $7/10$. The "
                "common denominator is 90.",
                "**Result.** On average, with each class weighted by its number of samples, about 65% of the "
                "samples predicted as a class really belong to it.",
                "$$ \\boxed{P _{\\text{weighted}} = \\frac{409}{630} \\approx 0.6492} $$",
            ],
        ),
        (
            "kappa",
            {},
            [
                "$$ \\kappa = \\frac{p_o - p_e}{1 - p_e} \\qquad p_o = \\frac{1}{N} \\sum_i \\mathrm{TP}_i \\qquad "
                "p_e = \\sum_i \\frac{s_i}{N} \\cdot \\frac{c_i}{N} $$",
                "**Calculation.**",
                "$$ p_o = \\frac{6 + 5 + 7}{28} = \\frac{18}{28} = \\frac{9}{14} $$",
                "**Result.** The predictions reach about 46% of the possible improvement over chance.",
                "$$ \\boxed{\\kappa = \\frac{6}{13} \\approx 0.4615} $$",
            ],
        ),
    ],
)
def test_the_lines_of_a_slide(metric: str, options: dict[str, str], lines: list[str]) -> None:
    text = em.ConfusionMatrix(ROWS, labels=["bird", "cat", "dog"]).derive(metric, detail="brief", **options)
    page = text.to_markdown().splitlines()
    assert page[2].startswith("| | predicted: bird")
    for line in lines:
        assert line in page


def test_a_common_denominator_is_said_where_a_sum_has_it() -> None:
    told = 0
    for question in questions_of(ROWS):
        page = derived(question, detail="brief").to_text(data=False)
        for common in re.findall(r"common\s+denominator\s+is\s+(\d+)\.", page):
            told += 1
            assert re.search(rf"[+-] [^\n]*\)/{common}\b", page), f"{question}\n{page}"
    assert told, "macro precision has 9/14, 5/8 and 5/14 added"


def test_blanks_have_room_for_their_answers() -> None:
    assert Blank("", Fraction(7), None, 1).room == 3
    assert Blank("", Fraction(123456), None, 1).room == 7
    assert Blank("0.6492063492063492", Fraction(409, 630), None, 1).room == 12


def test_keys_are_exact() -> None:
    exercise = em.ConfusionMatrix([[10, 2], [3, 20]]).derive("mcc", detail="scaffold")
    *_, (_, value), (_, digits) = exercise.key
    assert read_value(value).denominator == 1
    assert digits == decimal(exercise.value, places=4)


def test_exercises_compile(tmp_path: Path, tex_engine: str) -> None:
    cm = em.ConfusionMatrix(ROWS, labels=["bird", "cat", "dog"])
    asked = (("precision", {"average": "weighted"}), ("mcc", {}), ("f1", {"average": "macro"}))
    sources = [cm.derive(metric, detail="scaffold", **options).to("latex-document") for metric, options in asked]
    result = compile_latex(joined(sources), tmp_path, engine=tex_engine)
    assert (result.errors, result.overfull) == ([], [])


def test_an_unknown_level_of_detail() -> None:
    with pytest.raises(UsageError, match="no level of detail 'breif'; did you mean 'brief'"):
        em.ConfusionMatrix(ROWS).derive("accuracy", detail="breif")


def test_the_schema_of_steps_names_the_kinds() -> None:
    step = schema_named("derivation", "exactmetrics.derivation")["$defs"]["step"]
    assert step["properties"]["kind"]["enum"] == list(KINDS)


def test_a_slide_without_a_matrix_names_no_place_in_it() -> None:
    counts = em.OneVsRest.from_counts({"x": {"tp": 3, "fn": 1, "fp": 2}, "y": {"tp": 5, "fn": 2, "fp": 1}})
    page = counts.derive("f1", average="macro", detail="brief").to_markdown()
    assert "$c_i$ is the number of samples predicted as the class" in page
    assert "column total" not in page
