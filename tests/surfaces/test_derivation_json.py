"""Derivations as JSON: the published schema holds for the whole registry, every tree gives its value when rebuilt."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import count, islice
from typing import Any
from zlib import crc32

import pytest

import exactmetrics as em
from exactmetrics.derivation.look import averages_below
from exactmetrics.derivation.messages import languages, messages
from exactmetrics.derivation.planning.page import KINDS, letter_of
from exactmetrics.exact.printed import judge
from exactmetrics.exact.values import Undefined
from exactmetrics.sheets.schema import schema_named
from tests.cases import each, size
from tests.contracts.questions import questions
from tests.derivation.questions import BIRDS, Case, example_5, matrix
from tests.derivation.rereading import exact
from tests.surfaces.json_schema import is_valid, validate
from tests.surfaces.json_trees import NoValueError, number, worked_out

LARGEST = 2**53  # beyond it a reader of JSON may round


def read(case: Case) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(case.derivation.to_json())
    return document


def value_of(document: dict[str, Any]) -> Any:
    """The value by its normative parts; None where there is none, or where a sum of roots has only its text."""
    if document["exactness"] == "rational":
        return Fraction(document["value"])
    return number(document) if document["sign"] else None


def formulas(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for step in document["steps"]:
        yield from (formula for group in step["groups"] for formula in group["formulas"])
        if step["table"]:
            yield from (score["chain"] for row in step["table"]["rows"] for score in row["scores"] if score)


def check(document: dict[str, Any], case: Case) -> int:
    """Every arithmetic member of a document is its own value, and that of its chain; how many there are."""
    value, count = case.value, 0
    assert document["exactness"] == "undefined" or value_of(document) in (value, None)
    head = document["result"]["left"]
    for formula in formulas(document):
        members = formula["members"]
        if formula["numeric"]:
            values = [worked_out(member["tree"]) for member in members]
            assert len(set(values)) == 1, (str(case), values)
            assert {exact_of(member["value"]) for member in members} == {values[0]}
            assert formula["left"] != head or values[0] == value, str(case)
            count += len(members)
        elif formula["left"] == head and not isinstance(value, Undefined):
            count += sum(defined(member["tree"], value) for member in members)
    return count


def exact_of(text: str) -> Any:
    """A printed exact value read back by the arithmetic that strangers' answers are read with."""
    from exactmetrics.expression.reading import read as tree_of

    return exact(tree_of(text, max_length=100_000))  # a product of recalls with a thousand million each is long


def defined(tree: dict[str, Any], value: Any) -> bool:
    """A definition with the counts that it names is the value; one over any class has none."""
    try:
        assert worked_out(tree) == value
    except NoValueError:
        return False
    return True


def integers(data: Any) -> Iterator[int]:
    if isinstance(data, dict):
        for part in data.values():
            yield from integers(part)
    elif isinstance(data, list):
        for part in data:
            yield from integers(part)
    elif isinstance(data, int) and not isinstance(data, bool):
        yield data


def test_numbers_are_texts_and_every_kind_of_step_is_in_the_schema() -> None:
    document = example_5().derive("precision", average="macro").data()
    assert document["data"]["matrix"] is None
    assert document["data"]["counts"]["tp"] == ["30", "52", "22"]
    large = 10**400 + 7
    document = json.loads(em.ConfusionMatrix([[large, 3], [5, large]]).derive("accuracy").to_json())
    validate(document)
    assert Fraction(document["value"]) == Fraction(2 * large, 2 * large + 8)
    assert document["data"]["matrix"][0][0] == str(large)
    step = schema_named("derivation", "exactmetrics.derivation")["$defs"]["step"]
    assert step["properties"]["kind"]["enum"] == list(KINDS)


@each("language", languages())
def test_titles_and_sentences_are_in_the_language_and_nothing_else_is(language: str) -> None:
    english, other = (matrix(BIRDS).derive("f1", average="macro", language=code).data() for code in ("en", language))
    assert other["language"] == language
    shown = re.compile("title|text|language|doc|intro|items|words|after|more|check|mistake|asked|effects")
    mean = averages_below(messages(language))["macro"]  # in formulas
    assert without(english, shown) == json.loads(json.dumps(without(other, shown)).replace(mean, "macro"))
    said = [(a["title"], b["title"]) for a, b in zip(english["steps"], other["steps"], strict=True)]
    assert all((a == b) is (language == "en") for a, b in said if a != "Definition")  # a word of several languages


def without(data: Any, keys: re.Pattern[str]) -> Any:
    """A document without some keys at every depth."""
    if isinstance(data, dict):
        return {k: without(v, keys) for k, v in data.items() if not keys.fullmatch(k)}
    return [without(v, keys) for v in data] if isinstance(data, list) else data


def test_an_exercise_tells_its_answers_in_the_key_alone() -> None:
    """The answer to every blank is right, and with the key left out no answer is in the document."""
    share = size(80, 4)
    for question in [q for q in questions(3) if crc32(str(q).encode()) % share == 0]:
        case = Case(matrix(BIRDS), question.metric, question.named(), BIRDS)
        filled, empty = (
            case.measured.derive(case.metric, detail="scaffold", key=key, **case.options).data()
            for key in (True, False)
        )
        assert (empty["key"], empty["value"]) == (None, None)
        assert without(empty, re.compile("key")) == without(filled, re.compile("key"))
        answers = {entry["blank"]: entry["answer"] for entry in filled["key"]}
        letters = (letter for letter in map(letter_of, count(1)) if letter not in "abc")  # the names of the classes
        assert list(answers) == list(islice(letters, len(answers)))
        assert set(blanks(empty)) <= set(answers)
        whole = isinstance(case.value, Fraction) and case.value.denominator == 1
        told = list(answers.values()) if whole else list(answers.values())[-1:]
        assert any(judge(answer, case.value).word in ("exact", "rounded", "tie") for answer in told)
    asked = {"average": "weighted"}
    texts = [
        matrix(BIRDS).derive("precision", **look, **asked).to_json()
        for look in ({}, {"detail": "scaffold", "key": False})
    ]
    for answer in ("409", "630", "1636", "0.649"):
        assert [answer in text for text in texts] == [True, False]


def blanks(data: Any) -> Iterator[str]:
    """The letters of the blanks of a document."""
    if isinstance(data, dict) and data.get("node") == "blank":
        yield data["letter"]
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from blanks(part)


def test_the_schema_refuses_what_it_does_not_know() -> None:
    document = em.ConfusionMatrix(BIRDS).derive("accuracy").data()
    validate(document)
    step = next(step for step in document["steps"] if step["kind"] == "substitute")
    member = step["groups"][0]["formulas"][0]["members"][0]
    for wrong in (
        document | {"extra": 1},
        document | {"value": "0.5"},
        document | {"value": None},
        document | {"steps": []},
        document | {"steps": [step | {"kind": "guess"}]},
        document | {"detail": "scaffold", "value": None},
        with_member(document, step, member | {"tree": {"node": "cube root", "of": member["tree"]}}),
        with_member(document, step, member | {"tree": {"node": "number", "value": 3}}),
        with_member(document, step, member | {"tree": {"node": "sum", "terms": [member["tree"]]}}),
    ):
        assert not is_valid(wrong)
    assert is_valid(with_member(document, step, member))


def with_member(document: dict[str, Any], step: dict[str, Any], member: dict[str, Any]) -> dict[str, Any]:
    formula = step["groups"][0]["formulas"][0] | {"members": [member]}
    return document | {"steps": [step | {"groups": [{"text": "", "formulas": [formula]}]}]}


def test_a_wrong_digit_in_a_tree_is_seen() -> None:
    case = Case(matrix(BIRDS), "precision", {"average": "weighted"}, BIRDS)
    document = read(case)
    check(document, case)
    changed = json.dumps(document).replace('"value": "630"', '"value": "631"')
    with pytest.raises(AssertionError):
        check(json.loads(changed), case)
