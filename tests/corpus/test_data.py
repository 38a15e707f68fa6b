"""Pages as JSON: the published schema holds, every tree rebuilt by an evaluator of its own gives its value."""

from __future__ import annotations

import json
from typing import Any

from exactmetrics.exact.values import Undefined, value_text
from tests.corpus.cases import Case
from tests.corpus.readers import derivations, every_case
from tests.corpus.test_numbers import least_members
from tests.surfaces.json_schema import validate
from tests.surfaces.test_derivation_json import LARGEST, check, integers

SCHEMAS = {"report": "report", "compare": "comparison", "scores": "score_derivation", "formula": "formula"}


@every_case()
def test_json_follows_its_schema(case: Case) -> None:
    document = json.loads(case.texts["json"])
    kind = case.kind if case.verb == "derive" else case.verb
    validate(document, SCHEMAS.get(kind, "derivation"))
    for step in document["steps"] if case.verb == "formula" else ():
        validate(step, "step")
    assert all(abs(number) <= LARGEST for number in integers(document))  # beyond it a reader of JSON may round


@every_case(derivations)
def test_every_tree_rebuilt_is_exactly_its_value(case: Case) -> None:
    document = json.loads(case.texts["json"])
    assert check(document, case) >= least_members(case)
    assert document["reason"] == (case.value.reason if isinstance(case.value, Undefined) else None)


@every_case(lambda case: case.verb == "derive")
def test_json_says_what_was_asked(case: Case) -> None:
    question: dict[str, Any] = json.loads(case.texts["json"])["question"]
    asked = {
        name: value for name, value in case.options.items() if name in ("average", "form", "convention", "combine")
    }
    assert question.items() >= asked.items()
    value, is_exercise = case.value, case.look.get("detail") == "scaffold"
    shown = json.loads(case.texts["json"])["value"]
    assert shown == (None if isinstance(value, Undefined) or is_exercise else value_text(value))
