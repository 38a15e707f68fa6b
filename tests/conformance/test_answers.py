"""The answers file: what it may hold, and what hostile files may not do."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from jsonschema import ValidationError

from exactmetrics.conformance.answers import Answer, Answers, answers_of
from exactmetrics.exact.errors import InputError
from tests.cases import each
from tests.cli.run import schema
from tests.conformance.given import answers_text


def document(answer: str) -> str:
    return f'{{"schema": "exactmetrics/answers/1", "implementation": "x", "answers": {{"a": {answer}}}}}'


@each(("written", "answer"), [
    ("0.1", Answer(0.1)), ("-0.0", Answer(0.0)), ("3", Answer(3.0)), ("9007199254740993", Answer(Fraction(2**53 + 1))),
    ("1e-310", Answer(1e-310)), ('"0.1"', Answer(0.1)), ('"0x1.8p-1"', Answer(0.75)),
    ('"409/630"', Answer(Fraction(409, 630))), ('"NaN"', Answer(text="nan")), ('"-Infinity"', Answer(text="-inf")),
    ('"none"', Answer(text="None")), ("null", Answer(text="nan")),
    ('{"value": 0.5, "warning": "W"}', Answer(0.5, warning="W")), ('{"value": null}', Answer(text="nan")),
    ('{"error": "no"}', Answer(error="no")), ('{"cannot": "weights"}', Answer(cannot="weights")),
    ('{"crashed": "timeout"}', Answer(crashed="timeout")),
])  # fmt: skip
def test_what_an_answer_may_be(written: str, answer: Answer) -> None:
    schema("answers", "conformance").validate(json.loads(document(written)))
    assert answers_of(document(written)).answers["a"] == answer


@each(
    "written",
    ["true", "[]", '"a/b"', '"1/0"', '"__import__(1)"', '"' + "9" * 4001 + '/7"', "9" * 5000, "1e999999999", "NaN",
     '{"value": 1, "error": "x"}', "{}", '{"valeu": 1}', '"' + "1" * 5001 + '"', '"0x1p99999999999999999999"'],
)  # fmt: skip
def test_what_it_may_not_be(written: str) -> None:
    with pytest.raises(InputError, match=r"^answers: .+"):
        answers_of(document(written))


@each(("text", "message"), [
    ("[1", "not read as JSON"),
    ('{"answers": {}}', "'schema' is missing"),
    ('{"schema": "exactmetrics/answers/2", "implementation": "x", "answers": {}}', "Choose from"),
    ('{"schema": "exactmetrics/answers/1", "implementation": "x", "answer": {}}', "there is no key 'answer'"),
    ('{"schema": "exactmetrics/answers/1", "implementation": "x", "answers": {"a": 1, "a": 2}}', "comes twice"),
    ("[" * 100_000, "not read as JSON"),
])  # fmt: skip
def test_what_is_wrong_with_a_file_is_said(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        answers_of(text, "answers.json")


def test_the_schema_refuses_what_the_reader_refuses() -> None:
    with pytest.raises(ValidationError):
        schema("answers", "conformance").validate(json.loads(document('{"valeu": 1}')))


@each("given", [0.1, 5e-324, 1.7976931348623157e308, Fraction(2**53 + 1), Fraction(1, 3), None])
def test_what_is_written_reads_back(given: Any) -> None:
    answer = Answer(given) if given is not None else Answer(text="nan", warning="W")
    text = answers_text(Answers("x", "1", "float32", {"a": answer}))
    schema("answers", "conformance").validate(json.loads(text))
    back = answers_of(text)
    assert (back.answers["a"], back.precision, back.version) == (answer, "float32", "1")
