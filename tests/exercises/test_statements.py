"""Exercises on statements: what is true and what is not is worked out again on matrices, by values alone."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from functools import cache
from itertools import product
from typing import Any
from zipfile import ZipFile

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.exercises.formats import ARCHIVE, QUIZZES
from exactmetrics.exercises.question import Exercise
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.proofs.alterations import alterations, altered
from exactmetrics.proofs.proof import prove
from exactmetrics.proofs.statement import read_statement
from tests.cases import each, size
from tests.cli.run import run
from tests.exercises import canvas_reader, moodle_reader, qti_reader
from tests.exercises.systems import anki, cells, for_students, rexams
from tests.exercises.test_sheet import validator_of_keys
from tests.proofs.oracle import Rows, allowed, holds, matrices, small

pytestmark = pytest.mark.xdist_group("statements")  # one worker makes the sheets
KINDS = ["prove", "always", "refute"]
LANGUAGES = ["en", "de", "es", "fr", "ar"]
SMALL = [*matrices(), *small(4, 1)[:: size(6_000, 600)]][:: size(9, 1)]


read = cache(read_statement)


@cache
def made(level: int | None = None, language: str = "en", number: int = 6, seed: int = 7) -> ExerciseSheet:
    return em.exercises(kind=KINDS, level=level, language=language, number=number, seed=seed)


@cache
def sheets() -> list[ExerciseSheet]:
    """Of every level, and about some metrics."""
    of_levels = [made(level, number=size(6, 18), seed=seed) for level in (1, 2, 3) for seed in range(size(1, 4))]
    return of_levels + [em.exercises(one, kind=KINDS, number=6) for one in ("f1", "kappa", "recall")[: size(1, 3)]]


def of_kind(kind: str) -> list[Exercise]:
    return [one for sheet in sheets() for one in sheet.items if one.kind == kind]


def fails_on(text: str, rows: Rows) -> bool:
    return holds(read(text), rows) is False


@cache
def never_fails(text: str) -> None:
    said = {holds(read(text), rows) for rows in SMALL if allowed(read(text), rows)}
    assert False not in said, text
    assert True in said, text


def rows_of(text: str) -> Rows:
    return tuple(tuple(map(int, row.split())) for row in text.split(";"))


# What is true, and what is not


def test_what_is_to_be_shown_holds_on_every_small_matrix() -> None:
    for exercise in of_kind("prove"):
        never_fails(exercise.given["statement"])


def test_of_four_statements_one_is_true_and_each_other_fails_on_the_matrix_of_its_feedback() -> None:
    places = Counter[int]()
    for exercise in of_kind("always"):
        task: Any = exercise.task
        texts = [one.text for one in task.statements]
        assert len(set(texts)) == 4
        for option, text in zip(exercise.options, texts, strict=True):
            if option.right:
                never_fails(text)
                assert text == exercise.given["statement"]
                places[int(option.letter)] += 1
            else:
                (matrix,) = re.findall(r"the matrix ((?:\d+ ?)+(?:; (?:\d+ ?)+)+)", option.feedback)
                assert fails_on(text, rows_of(matrix)), option.feedback
                smaller = [
                    rows for rows in small(2, 2)[:: size(4, 1)] if sum(map(sum, rows)) < sum(map(sum, rows_of(matrix)))
                ]
                assert not [rows for rows in smaller if allowed(read(text), rows) and fails_on(text, rows)]
    assert len(places) > 2


def test_the_true_statement_is_known_by_no_likeness_to_the_others() -> None:
    """Each of the four differs from two others in one place, and from the third in both."""
    for exercise in of_kind("always"):
        texts = [one.text for one in exercise.task.statements]  # type: ignore[union-attr]
        for text in texts:
            once = {altered(text, one) for one in alterations(text)}
            back = {other for other in texts if text in {altered(other, one) for one in alterations(other)}}
            assert len((once | back) & {*texts} - {text}) >= 2


def test_what_is_to_be_refuted_fails_on_the_matrix_of_the_key() -> None:
    for exercise in of_kind("refute"):
        assert fails_on(exercise.given["statement"], rows_of(exercise.answer))
        assert prove(exercise.given["statement"]).witness.rows == rows_of(exercise.answer)  # type: ignore[union-attr]


@each("text", ["recall[weighted] = accuracy", "min(P, R) <= f1 if k = 2", "f1 = 2*P*R/(P + R)"])
def test_an_alteration_changes_one_place_and_no_condition(text: str) -> None:
    changed = [altered(text, one) for one in alterations(text)]
    assert len(changed) > 2
    assert text not in changed
    for other in changed:
        assert other.partition(" if ")[2] == text.partition(" if ")[2]
        read_statement(other)


# Which statements


def test_a_sheet_has_the_easiest_statements_and_the_same_for_the_same_seed() -> None:
    def level(text: str) -> int:
        statement = read_statement(text)
        return 3 if statement.relation != "=" else 1 if statement.of_class else 2

    first = made.__wrapped__(number=9)
    assert [one.data for one in first.items] != [one.data for one in made.__wrapped__(number=9, seed=8).items]
    assert first.to("json") == made.__wrapped__(number=9).to("json")
    assert first.to("markdown") == made.__wrapped__(number=9).to("markdown")
    assert {level(one.given["statement"]) for one in first.items} == {1}
    for at in (1, 2, 3):
        found = made(at, number=size(6, 18), seed=0).items
        assert {level(one.given["statement"]) for one in found if one.kind != "refute"} == {at}
        assert len({one.given["statement"] for one in found}) == len(found)


@each("metric", ["f1", "kappa", "recall", "jaccard"])
def test_the_statements_are_about_the_metric(metric: str) -> None:
    for exercise in em.exercises(metric, kind=["prove", "always"], number=4).items:
        assert f"{metric.upper()}" in "".join(
            part.request.metric.name.upper() for part in metrics_in(exercise.given["statement"])
        )


def metrics_in(text: str) -> list[Any]:
    from exactmetrics.exercises.statements import _asked

    return _asked(read_statement(text))


def test_kinds_on_statements_stand_beside_others_on_one_sheet() -> None:
    sheet = em.exercises(["f1", "kuhns_3"], kind=["compute", "prove"], number=4)
    assert [(one.kind, one.about) for one in sheet.items][:2] == [("compute", "f1"), ("compute", "kuhns_3")]
    assert {one.kind for one in sheet.items if one.about == "statement"} == {"prove"}
    assert list(sheet.notes) == ["kuhns_3 has no exercises of the kind prove"]
    for format in ("text", "latex", "html", "moodle", "nbgrader", "anki"):
        assert sheet.to(format)
    assert sheet.to("text").startswith("Exercises: F1 score of class A and Kuhns")


def test_statements_of_ones_own() -> None:
    true, false = "recall[weighted] = accuracy", "precision[weighted] = accuracy"
    sheet = em.exercises(kind=KINDS, statement=[true, false, "recall[macro] = balanced_accuracy"], number=3)
    assert [one.given["statement"] for one in sheet.items] == [true, "recall[macro] = balanced_accuracy", false]
    (own,) = em.exercises(kind="prove", statement="f1 = dice", number=1).items
    assert own.given["statement"] == "f1 = dice"


@each(("options", "said"), [
    ({"kind": "compute"}, "kind 'compute' are about a metric: name one"),
    ({"kind": ["prove", "choice"]}, "kind 'choice' are about a metric"),
    ({"kind": "prove", "average": "macro"}, "average= is for exercises about a metric"),
    ({"kind": "prove", "classes": 2}, "classes= is for exercises about a metric"),
    ({"kind": "prove", "level": 4}, "level must be one of 1, 2, 3"),
    ({"kind": "prove", "level": 1, "statement": "f1 = dice"}, "with statement= leave it out"),
    ({"kind": "prove", "statement": "f1 = 2*"}, "the statement ends"),
    ({"kind": "prove", "statement": "f1 = jaccard", "number": 1}, "is refuted, so there is nothing to prove"),
    ({"kind": "refute", "statement": "f1 = jaccard", "number": 2}, "no statement is left"),
    ({"metric": "kuhns_3", "kind": "prove"}, "ask for exercises of another kind than prove"),
    ({"metric": "kappa", "kind": "prove", "level": 1, "number": 40}, "of level 1 on kappa"),
    ({"kind": "prove", "statement": "mcc^2 + kappa^2 <= 2*max(mcc^2, kappa^2) + entropy"}, "entropy"),
])  # fmt: skip
def test_what_cannot_be_asked_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        em.exercises(**options)


# Pages and files


@each(("format", "language"), product(["text", "markdown", "latex", "html"], LANGUAGES), quick=8)
def test_a_page_says_what_is_asked_and_its_key_why(format: str, language: str) -> None:
    sheet = made(language=language)
    asked, key = sheet.to(format, key=False), sheet.to(format, key="alone")
    assert sheet.items[2].answer not in asked
    assert sheet.items[2].answer.replace(" ", "") in re.sub(r"[\s\u2066-\u2069]", "", key)
    seen = re.sub(r"(?s)<style.*?</style>|<[^>]*>|\\\w+|`[^`]*`|\{.*?\}", "", asked + key)
    if language != "en":
        for word in ("statement", "matrix", "side", "class ", "holds", "Show", "proof"):
            assert not re.search(rf"(?<![\w\\-]){word}\b", seen), word


def test_the_key_of_a_proof_is_its_page() -> None:
    exercise = made().items[0]
    key = re.sub("(?m)^- ", "", made().to("text", key="alone"))
    page = prove(exercise.given["statement"]).to_text().partition("\n")[2]
    assert " ".join(page.split()) in " ".join(key.split())


def test_the_key_for_grading_fits_its_schema() -> None:
    for sheet in sheets():
        validator_of_keys().validate(json.loads(sheet.to("json")))


def test_learning_systems_take_what_is_open_as_an_essay_and_mark_a_choice() -> None:
    sheet = made()
    prove_, always, refute = sheet.items[:3]
    right = next(at for at, option in enumerate(always.options) if option.right)
    questions = moodle_reader.read(sheet.to("moodle"))[1]
    assert [one.kind for one in questions[:3]] == ["essay", "multichoice", "essay"]
    assert "0 0" in questions[2].key or refute.answer in questions[2].key
    assert [questions[1].score(one.text)[0] for one in always.options] == [at == right for at in range(4)]
    for format, version in (("qti", "2.1"), ("qti3", "3.0")):
        items = list(qti_reader.read(sheet.to_zip(format), version).values())
        for item in (items[0], items[2]):
            assert item.played(RESPONSE="0 0; 1 1")[0] == 0
            assert item.root.find("itemBody/extendedTextInteraction") is not None
            scored = item.root.find("outcomeDeclaration[@identifier='SCORE']").get("externalScored")  # type: ignore[union-attr]
            assert scored == ("human" if version == "3.0" else None)
        assert [items[1].played(RESPONSE=f"ANSWER{at}")[0] for at in range(4)] == [at == right for at in range(4)]
    canvas = canvas_reader.read(sheet.to_zip("canvas"))
    assert [one.kind for one in canvas[:3]] == ["essay_question", "multiple_choice_question", "essay_question"]
    assert canvas[2].score({"response1": refute.answer})[0] == 0
    assert canvas[1].score({"response1": always.answer})[0] == 1
    files = list(rexams(sheet).values())
    assert [one.meta["extype"] for one in files[:3]] == ["string", "schoice", "string"]
    assert [files[at].meta.get("exstringtype") for at in range(3)] == ["essay", None, "essay"]
    assert files[2].meta["exsolution"] == refute.answer
    found = cells(sheet)
    for exercise in (prove_, refute):
        told = found[f"answer-{exercise.id}"].metadata.nbgrader
        assert (told.grade, told.solution, told.locked, told.points) == (True, True, False, 1)
        assert f"test-{exercise.id}" not in found
    assert for_students(found["answer-2"].source) != found["answer-2"].source
    backs = [back for _, _, back in anki(sheet.to("anki"))[1]]
    assert refute.answer in backs[2]


@each(("format", "language"), product(QUIZZES, LANGUAGES), quick=12)
def test_every_system_in_every_language(format: str, language: str) -> None:
    sheet = made(language=language)
    if QUIZZES[format] != ARCHIVE:
        assert sheet.to(format) == made.__wrapped__(language=language).to(format)
        return
    with ZipFile(io.BytesIO(sheet.to_zip(format))) as packed:
        assert all(packed.read(name).decode() for name in packed.namelist())


# Grading


def test_any_matrix_that_refutes_a_statement_is_right_and_no_other() -> None:
    given = Counter[str]()
    for exercise in of_kind("refute")[:: size(3, 1)]:
        sheet = ExerciseSheet([], 1, [exercise], "en")
        statement = read_statement(exercise.given["statement"])
        tried = [rows for rows in SMALL if allowed(statement, rows)][:: size(3, 1)]
        answers = {str(rows): {exercise.id: "; ".join(" ".join(map(str, row)) for row in rows)} for rows in tried}
        words = [one.word for one in em.grade(sheet, answers).answers]
        assert words == ["right" if holds(statement, rows) is False else "wrong" for rows in tried]
        given.update(words)
    assert min(given["right"], given["wrong"]) > 10


@each(
    "text",
    ["0 0; 1 1", "[[0, 0], [1, 1]]", "0,0;1,1", "0 0\n1 1", "(0 0)(1 1)", "0 0 / 1 1", "[0,0],[1,1]", "0 0;1 1;"],
)
def test_a_matrix_is_read_as_it_is_written(text: str) -> None:
    assert word("precision[weighted] = accuracy", text) == "right"


@each(("text", "said"), [
    ("1 0; 0 1", "wrong"), ("0 0; 0 0", "wrong"), ("", "blank"), ("0 0 1 1", "unread"), ("1 2; 3", "unread"),
    ("a b; c d", "unread"), ("-1 0; 1 1", "unread"), ("1", "unread"), ("0.5 0; 1 1", "unread"),
    ("9" * 10 + " 0; 1 1", "unread"),
    ("0 0 0; 0 0 0; 1 0 1", "right"), ("README.md", "unread"),
])  # fmt: skip
def test_what_is_no_counterexample(text: str, said: str) -> None:
    assert word("precision[weighted] = accuracy", text) == said


def test_a_counterexample_meets_the_conditions() -> None:
    text = "mcc = kappa if k = 2"
    assert word(text, "0 0 0; 0 0 1; 1 0 0") == "wrong"  # of three classes, where they differ
    assert word(text, "2 1; 3 2") == "right"


def word(statement: str, text: str) -> str:
    sheet = em.exercises(kind="refute", statement=statement, number=1)
    return em.grade(sheet, {"Ada": {"1": text}}).answers[0].word


def test_a_proof_is_left_to_a_person() -> None:
    graded = em.grade(made(), {"Ada": {"1": "Both are TP/N.", "2": made().items[1].answer, "4": ""}, "Bo": {}})
    assert [one.word for one in graded.answers][:4] == ["unread", "right", "blank", "blank"]
    assert graded.notes == ("A proof is for a person to read, and has no points here: exercise 1 and 4.",)


def test_a_key_with_a_broken_statement_is_refused() -> None:
    key = json.loads(made().to("json"))
    key["exercises"][2]["statement"] = "f1 = "
    with pytest.raises(InputError, match="the statement of exercise 3 is none"):
        em.grade(key, {"Ada": {"3": "0 0; 1 1"}})


def test_the_command_needs_no_metric() -> None:
    result = run("exercises", "--kind", "always", "--statement", "recall[weighted] = accuracy", "-n", "1", "--no-key")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("Exercises: Statements on metrics\n")
    refused = run("exercises", "-n", "1")
    assert refused.exit_code == 2
    assert "name one" in refused.stderr
