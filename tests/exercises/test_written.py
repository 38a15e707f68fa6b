"""Sheets and keys in every format; what Moodle makes of its file, read by a reader of its import rules."""

from __future__ import annotations

import json
import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

import exactmetrics as em
from exactmetrics.exercises import sheet as sheets
from exactmetrics.exercises.writers.moodle import cloze_text
from exactmetrics.sheets.schema import schema_named
from tests.cases import each, sample
from tests.exercises.moodle_reader import CLOZE, NotImported, read
from tests.latex import compile_latex

GOLDEN = Path(__file__).with_name("golden")
KINDS = ["compute", "choice", "blanks"]


def sheet(**changes: Any) -> Any:
    return em.exercises(**{"metric": "f1", "average": "macro", "number": 3, "seed": 7, "kind": KINDS, **changes})


@each("format", ["text", "markdown", "github", "latex-document", "html", "html-fragment"])
def test_the_key_is_at_the_end_or_apart_or_not_there(format: str) -> None:
    made = sheet()
    whole, without, alone = (made.to(format, key=key) for key in (True, False, "alone"))
    for text in (whole, without):
        assert "Exercise 3" in text
        assert "fill in the blanks" in text
    assert "Key to exercise 3" in whole
    assert "Key to exercise 3" in alone
    assert "Key" not in without
    assert "Exercise 1" not in alone
    for exercise in made.items:
        assert exercise.kind == "choice" or f"{exercise.answer}" not in without


@each("format", ["text", "markdown", "latex-document", "html"])
def test_a_key_defines_what_is_asked_once(format: str) -> None:
    """Once each metric and each average, whatever the class; an exercise that is read alone says its own."""
    made = em.exercises(["precision", "f1"], number=6, kind=["compute", "choice"])
    assert made.to(format, key="alone").count("Definition") == 2
    averages = em.exercises("f1", average="macro", number=3, kind=["compute", "convention"])
    asked = {(one.question["metric"], one.question["average"]) for one in averages.items}
    assert averages.to(format, key="alone").count("Definition") == len(asked)
    assert made.to("moodle").count("Definition") == 6


def test_a_student_can_fill_in_the_blanks() -> None:
    """Few boxes, each once, the result the last one; the first class is an example; the matrix is shown whole."""
    for k in (2, 3, 8):
        made = em.exercises("f1", average="macro", number=1, kind="blanks", classes=k, n=(60, 90), denominator=10**9)
        [exercise], page = made.items, made.to("text", key=False)
        letters = [field.letter for field in exercise.fields]
        assert re.findall(r"\((\w)\) _", page) == letters
        assert len(letters) <= 12
        assert exercise.fields[-1].answer == str(exercise.value)
        assert re.search(r"F1_class_A = .* = \d+/\d+", page)
        latex = made.to("latex", key=False)
        assert latex.count(r"\boxed") == made.to("html", key=False).count('class="blank"') == len(letters)


def test_a_sheet_has_a_line_for_the_name() -> None:
    for format in ("text", "markdown", "github", "latex-document", "html"):
        assert "Name:" in sheet().to(format)
        assert "Name:" not in sheet().to(format, key="alone")


def test_a_sheet_is_typeset(tmp_path: Path, tex_engine: str) -> None:
    for changes in ({}, {"kind": sheets.KINDS, "number": len(sheets.KINDS), "language": "de"}):
        source = sheet(labels=["cat", "big dog"], **changes).to("latex-document")
        result = compile_latex(source, tmp_path, engine=tex_engine)
        assert result.errors == []


@each("language", ["de", "es", "fr", "ar"])
def test_other_languages(language: str) -> None:
    assert sheet(language=language).to("html").count("<table") == 3


def validator_of_keys() -> jsonschema.Draft202012Validator:
    schemas = [schema_named("answer_sheet"), schema_named("exercises", "exactmetrics.exercises")]
    registry = Registry().with_resources([(s["$id"], Resource.from_contents(s)) for s in schemas])
    jsonschema.Draft202012Validator.check_schema(schemas[1])
    return jsonschema.Draft202012Validator(schemas[1], registry=registry)


MISSING = object()


@each(
    ("place", "value", "message"),
    [
        (("language",), MISSING, "'language' is missing"),
        (("seed",), MISSING, "'seed' is missing"),
        (("exercises", 0, "places"), MISSING, "'places' is missing"),
        (("exercises", 0, "places"), -1, "-1 is less than 0"),
        (("exercises", 0, "blanks"), [{"letter": "a", "answer": "1"}], "'blanks' has no place; leave it out"),
        (("exercises", 1, "options"), MISSING, "where 'kind' is 'choice', 'options' is missing"),
        (("exercises", 1, "options"), [{"letter": "A", "value": "1", "right": True}], "give at least 2"),
        (("exercises", 1, "options", 0, "right"), True, "2 entries have 'right' = true; one must have it"),
        (("exercises", 1, "options", 0, "misconception"), MISSING, "'slip' goes with 'misconception'"),
        (("exercises", 2, "blanks"), MISSING, "where 'kind' is 'blanks', 'blanks' is missing"),
        (("exercises", 2, "blanks"), [], "give at least 1"),
        (("exercises", 2, "blanks", 0, "answer"), 4, '4 is not a text; write "4"'),
    ],
)
def test_a_broken_key_is_refused(place: tuple[Any, ...], value: Any, message: str) -> None:
    key = sheet().data()
    [wrong, *_] = [at for at, option in enumerate(key["exercises"][1]["options"]) if not option["right"]]
    *outer, last = [wrong if one == 0 and at == 3 and place[2] == "options" else one for at, one in enumerate(place)]
    inside: Any = key
    for step in outer:
        inside = inside[step]
    if value is MISSING:
        del inside[last]
    else:
        inside[last] = value
    assert not validator_of_keys().is_valid(key)
    with pytest.raises(em.InputError) as error:
        em.grade(key, {"Ada": {"1": "1/2"}})
    assert message in str(error.value)


def test_a_key_that_cannot_be_met_is_refused() -> None:
    for change, message in (("four", "the answer 'four' of the blank 3a is no number"), ("1/2 +", "is no number")):
        key = sheet().data()
        key["exercises"][2]["blanks"][0]["answer"] = change
        with pytest.raises(em.InputError, match=message):
            em.grade(key, {"Ada": {"1": "1/2"}})
    with pytest.raises(em.ExactMetricsError, match="no language 'xx'"):
        em.grade(sheet().data() | {"language": "xx"}, {"Ada": {"1": "1/2"}})


def test_the_key_for_grading_fits_its_schema() -> None:
    validator = validator_of_keys()
    others = [
        em.exercises("fbeta", beta=0.5, kind=sheets.KINDS, number=2 * len(sheets.KINDS)),
        em.exercises("recall", average="macro", undefined="omit", kind=["error", "convention"], number=6),
        em.exercises("balanced_accuracy", kind=sheets.KINDS, number=2 * len(sheets.KINDS), classes=2),
    ]
    for made in (sheet(), em.exercises("mcc", number=1), *others):
        found = json.loads(made.to("json"))
        validator.validate(found)
        assert found == made.data()


def test_saving_names_the_format(tmp_path: Path) -> None:
    made = sheet()
    for name, begins in {"s.xml": "<?xml", "s.md": "# Exercises", "k.json": "{", "s.tex": "\\documentclass"}.items():
        made.save(tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
    with pytest.raises(em.UsageError, match=r"key is True, False or \"alone\""):
        made.to("text", key="none")
    with pytest.raises(em.UsageError, match="no format 'beamer'"):
        made.to("beamer")


# Moodle


@each("metric", sample(["precision", "f1", "kappa", "mcc", "accuracy", "dor", "tp", "g_mean", "recall"], 5))
def test_moodle_reads_every_question(metric: str) -> None:
    for places in (None, 3):
        made = em.exercises(metric, number=4, kind=KINDS, places=places, seed=len(metric))
        category, questions = read(made.to("moodle"))
        assert category.startswith("$course$/top/exactmetrics/")
        assert len({question.name for question in questions}) == len(questions) == 4
        for exercise, question in zip(made.items, questions, strict=True):
            if exercise.kind == "blanks":
                for blank, field in zip(question.blanks, exercise.fields, strict=True):
                    right = [one.text for one in blank if one.grade == 1]
                    value = Fraction(field.answer)
                    forms = [f"{value.numerator * k}/{value.denominator * k}" for k in range(1, 13)]
                    assert right == (forms if value.denominator > 1 and "/" in field.answer else [field.answer])
                assert all(blank[0].grade == 1 for blank in question.blanks)
                continue
            assert question.score(exercise.answer)[0] == 1
            wrong = [o.slip for o in exercise.options if o.slip] or exercise.slips
            for slip in wrong:
                text = next((o.text for o in exercise.options if o.slip is slip), None)
                if text is None:
                    exact = exercise.places is None
                    if exact and not isinstance(slip.value, Fraction):
                        continue
                    text = str(slip.value) if exact else em.decimal(slip.value, places=exercise.places)
                points, feedback = question.score(text)
                assert points == (0 if exercise.options else Fraction(1, 4)), (text, exercise.answer)
                assert feedback.startswith(slip.text[:20])


def test_moodle_scores_equal_fractions_and_decimals() -> None:
    made = em.exercises("f1", average="macro", number=1, seed=7)
    _, [question] = read(made.to("moodle"))
    value = made.items[0].value
    assert (question.kind, str(value)) == ("shortanswer", "28/45")
    for k in range(1, 13):
        assert question.score(f"{28 * k}/{45 * k}")[0] == 1
    assert question.score(" 28/45 ")[0] == 1
    for text in ("0.6222", "0.62222"):
        assert question.score(text)[0] == Fraction(1, 2)
        assert "rounded" in question.score(text)[1]
    for text in ("0.6223", "0.6221", "28/0", "45/28", "28", "", "28/45x"):
        assert question.score(text)[0] == 0
    micro = made.items[0].matrix.value("f1", average="micro")
    assert question.score(str(micro)) == (Fraction(1, 4), "This is the micro average, not the macro one.")


def test_moodle_scores_decimal_places() -> None:
    made = em.exercises("mcc", number=1, places=3)
    _, [question] = read(made.to("moodle"))
    right = Fraction(em.decimal(made.items[0].value, places=3))
    assert question.kind == "numerical"
    assert question.score(em.decimal(right, places=3))[0] == 1
    assert question.score(em.decimal(right + Fraction(4, 10_000), places=4))[0] == 1
    assert question.score(em.decimal(right + Fraction(1, 1_000), places=3))[0] != 1


def test_what_ends_an_answer_of_a_cloze_is_escaped() -> None:
    for text in ["9/14", "a}b", "a~b", "a#b", 'a"b', "a\\b", "}~#"]:
        (found,) = CLOZE.finditer("{1:SHORTANSWER:=" + cloze_text(text) + "}")
        from tests.exercises.moodle_reader import _cloze

        assert [one.text for one in _cloze(found[3])] == [text]


def test_the_reader_refuses_what_moodle_refuses() -> None:
    text = em.exercises("recall", number=1, label="A").to("moodle")
    for old, new in {'fraction="100"': 'fraction="99"', "<quiz>": "<quiz><x/>", "$course$": "course"}.items():
        with pytest.raises(NotImported):
            read(text.replace(old, new))
    with pytest.raises(NotImported, match="whole grade"):
        read(text.replace('fraction="100"', 'fraction="50"'))


def test_the_file_is_the_golden_one() -> None:
    """Rewrite it by `exactmetrics exercises ... -o`, the command that CERTIFIED.toml names, and read the difference."""
    record = tomllib.loads((GOLDEN / "CERTIFIED.toml").read_text(encoding="utf-8"))["f1.xml"]
    assert record["moodle"] == "certified by hand: not yet"
    assert sheet().to("moodle") == (GOLDEN / "f1.xml").read_text(encoding="utf-8")
