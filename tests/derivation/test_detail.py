"""Levels of detail: what a brief derivation keeps, and exercises that are complete once their key is filled in."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactmetrics as em
from exactmetrics.derivation.planning.page import KINDS, Blank, kind_of
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.evaluate import evaluate, walk
from exactmetrics.expression.nodes import Expr
from exactmetrics.expression.reading import read_value
from exactmetrics.sheets.schema import schema_named
from tests.cases import each, sample, size
from tests.contracts.matrices import matrices as any_matrix
from tests.contracts.questions import NAMES, Question, questions
from tests.derivation.documents import take_apart
from tests.derivation.questions import BIRDS, FIG_23
from tests.derivation.rereading import chains_of
from tests.derivation.sentences import check_sentence
from tests.latex import compile_latex, joined

ROWS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]


def derived(question: Question, rows: list[list[int]] = ROWS, **look: object) -> em.Derivation:
    cm = em.ConfusionMatrix(rows, labels=list(NAMES[: len(rows)]))
    return cm.derive(question.metric, **question.named(), **look)


def filled(text: str, key: list[tuple[str, str]]) -> str:
    """An exercise with the answers written into its blanks; a fraction or root within a formula stands in brackets."""
    answers = dict(key)

    def answer(found: re.Match[str]) -> str:
        said = answers[found[1]]
        return said if re.fullmatch(r"[\d.]+", said) else f"({said})"

    return re.sub(r"\(([a-zA-Z]\d*)\)_{3,}", answer, text)


def number_of(name: str) -> int:
    """The number of a blank by its name: a to z, A to Z, a2, b2 ..."""
    return 52 * (int(name[1:] or 1) - 1) + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".index(name[0]) + 1


def check_exercise(question: Question, rows: list[list[int]]) -> int:
    """Every line of the exercise holds when the key is filled in, and is the whole derivation's; how many blanks."""
    full, exercise = derived(question, rows), derived(question, rows, detail="scaffold")
    assert exercise.value == full.value
    if isinstance(full.value, Undefined):
        assert exercise.to_text() == full.to_text()
        return 0
    body, _, key = exercise.to_text(data=False).rpartition("\nKey. ")
    numbers = [number_of(n) for n in re.findall(r"(?:^|,\s)\(([a-zA-Z]\d*)\)\s", key)]
    assert numbers == [number_of(letter) for letter, _ in exercise.key] == list(range(1, len(numbers) + 1))
    shown = {number_of(n) for n in re.findall(r"\(([a-zA-Z]\d*)\)_{3,}", body)}
    assert shown == set(numbers)
    body = body.partition("\n-----")[0]
    document, whole = take_apart(filled(body, exercise.key), "text"), take_apart(full.to_text(data=False), "text")
    assert [s.title for s in document.steps] == [s.title for s in whole.steps] or "root_square" in {
        s.kind for s in full.steps
    }
    for step, told in zip(document.steps[1:], full.steps[1:], strict=True):
        for chain in chains_of(step.rows) if kind_of(told.kind) != "undefined" else ():
            expected = evaluate(told.formulas[-1].members[-1]) if "part" in told.facts else full.value
            assert chain.values() == [expected] * len(chain.trees), step.rows
        for sentence in step.sentences:
            check_sentence(re.sub(r"\((\d+)\)", r"\1", sentence))
    [result] = chains_of(document.result.rows)
    assert result.values() == [full.value]
    return len(numbers)


@each("rows", [ROWS, BIRDS, FIG_23, [[5, 1], [5, 7]], [[6, 0, 1], [1, 0, 2], [0, 0, 3]]], ids=str)
def test_an_exercise_is_complete_with_its_key(rows: list[list[int]]) -> None:
    asked = sample(questions(len(rows)), 20, kind=lambda question: question.metric)
    blanks = sum(check_exercise(question, rows) for question in asked)
    assert blanks > size(100, 500)


@given(any_matrix(), st.data())
def test_an_exercise_of_any_matrix_is_complete_with_its_key(rows: list[list[int]], data: st.DataObject) -> None:
    check_exercise(data.draw(st.sampled_from(questions(len(rows)))), rows)


def test_what_is_asked_is_not_told() -> None:
    """The last steps hold no number of the answer, and the sentences on the decimal hold none of its digits."""
    exercise = em.ConfusionMatrix(ROWS, labels=["bird", "cat", "dog"]).derive(
        "precision", average="weighted", detail="scaffold", key=False
    )
    text = exercise.to_text(data=False)
    assert "Key" not in text
    for told in ("409", "630", "1636", "2520", "0.649", "480"):  # of the hand-made derivation of the same value
        assert told not in text
    assert "48/9" in text  # the first product is an example
    assert ("a", "8") in exercise.key


def test_counts_of_the_first_class_are_shown_and_the_others_asked() -> None:
    page = em.ConfusionMatrix(ROWS).derive("recall", average="macro", detail="scaffold").page
    table = page.steps[1].table
    assert table is not None
    kinds = [[isinstance(cell.value, Blank) for cell in cells] for _, _, cells in table.rows]
    assert kinds == [[False] * 2, [True] * 2, [True] * 2]
    asked = [cell.value.value for _, _, cells in table.rows for cell in cells if isinstance(cell.value, Blank)]
    assert asked == [8, 5, 12, 7]
    assert not table.scores


def test_a_number_that_comes_again_has_the_number_of_its_blank() -> None:
    page = em.ConfusionMatrix(ROWS).derive("precision", average="weighted", detail="scaffold").page
    common = next(step for step in page.steps if step.kind == "common_denominator")
    blanks = [part for part in walk(common.formulas[0].members[0]) if isinstance(part, Blank)]
    assert common.facts["lcm"] in blanks
    assert len({b.number for b in blanks if b.value == 90}) == 1


def blanks_of(e: Expr) -> list[Blank]:
    return [part for part in walk(e) if isinstance(part, Blank)]


@each("question", questions(3), ids=str, quick=60)
def test_a_brief_derivation_has_definition_substitution_and_result(question: Question) -> None:
    full, brief = derived(question, undefined=0), derived(question, undefined=0, detail="brief")
    kinds = [step.kind for step in brief.steps]
    assert kinds[0] == "definition"
    allowed = {"definition", "counts", "substitute", "undefined", "convention", "part"}
    assert {kind_of(kind) for kind in kinds} <= allowed
    assert [k for k in kinds if k.startswith("undefined")] == [s.kind for s in full.steps if s.kind.startswith("undef")]
    ends = [full.to_text().partition("\nExact result")[2], brief.to_text().partition("\nExact result")[2]]
    assert ends[0] == ends[1] != ""
    substitutions = [
        [s.formulas[0].members[0] for s in d.steps if s.kind.startswith("substitute")] for d in (full, brief)
    ]
    assert substitutions[0] == substitutions[1]
    for step in brief.steps:
        if step.kind == "part":
            [worked] = [s for s in full.steps if s.facts.get("part") == step.facts["part"]]
            assert step.formulas[0].members[0] == worked.formulas[0].members[0]
            assert step.formulas[0].members[-1] == worked.formulas[0].members[-1]
            assert len(step.formulas[0].members) <= 2


def test_a_brief_derivation_is_shorter() -> None:
    cm = em.ConfusionMatrix(ROWS)
    full, brief = (cm.derive("precision", average="weighted", detail=d).to_text(data=False) for d in ("full", "brief"))
    assert len(brief) < len(full) / 2


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


@each(
    ("metric", "options", "said"),
    [
        ("precision", {"average": "weighted"}, ["the support s_i", "the number of predictions c_i", "N = 28"]),
        ("mcc", {}, ["the support s_i", "true positives TP_i"]),
        ("accuracy", {}, ["N = 28", "true positives TP_i"]),
    ],
)
def test_a_brief_derivation_says_what_its_symbols_mean(metric: str, options: dict[str, str], said: list[str]) -> None:
    page = " ".join(em.ConfusionMatrix(ROWS).derive(metric, detail="brief", **options).to_text().split())
    legend = page.partition("Name the counts.")[2].partition("3. Substitute")[0]
    assert all(meaning in legend for meaning in said)
    assert "---" not in legend  # no table
