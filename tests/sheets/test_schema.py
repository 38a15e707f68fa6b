"""The published schema and the loader accept and refuse the same sheets."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from exactmetrics.exact.errors import InputError
from exactmetrics.sheets.schema import check_shape, parsed, schema_named
from tests.cases import each
from tests.examples.support import name_of, sheet_files
from tests.sheets.loading import load_sheet

SCHEMA = schema_named("answer_sheet")
VALIDATOR = Draft202012Validator(SCHEMA)
GOOD: dict[str, Any] = {
    "title": "Two classes",
    "source": "somewhere",
    "data": {"labels": ["yes", "no"], "matrix": [[3, 1], [0, 2]], "orientation": "true"},
    "rules": {"rounding": "nearest", "digits": 3, "preset": "source-002"},
    "derive": [{"metric": "precision", "average": "macro"}],
    "claim": [
        {"where": "1", "metric": "fbeta", "beta": "1/2", "label": "yes", "printed": "0.9", "expression": "9/10",
         "verdict": "exact", "expression_verdict": "exact"},
        {"count": "tp", "label": "yes", "printed": "3", "given": True},
        {"cell": ["yes", "no"], "expression": "2 - 1", "verdict": "exact", "note": "x"},
    ],
    "value": [{"metric": "accuracy", "exact": "5/6"}],
}  # fmt: skip
LISTS = {**GOOD, "data": {"y_true": [1, 2], "y_pred": [1, 1], "sample_weight": ["1/2", 0.5]}}
COUNTS = {**GOOD, "data": {"counts": {"K": {"tp": 1, "fp": 0, "fn": 2, "n": 5}}, "partition": False, "n": 5}}
# Where a fault is, and what stands there: a wrong type, an unknown word, two things that exclude each other.
FAULTS: list[tuple[str, Any]] = [
    ("sorce", "x"), ("data.matrx", [[1]]), ("rules.digit", 3), ("claim.0.wher", "x"), ("value.0.printed", "1"),
    ("derive.0.printed", "1"), ("title", ""), ("title", 3), ("", [1]), ("claim", {}),
    ("data.counts", {"K": {"tp": 1}}), ("data", {}), ("data", {"y_true": [1], "y_pred": [1], "orientation": "true"}),
    ("data", {"y_true": [1]}), ("data.y_pred", ["yes"]), ("data.sample_weight", [1]), ("data.n", 6),
    ("data.matrix", []), ("data.matrix", [[]]), ("data.matrix", [[-1]]), ("data.matrix", [[0.5]]),
    ("data.matrix", [["many"]]), ("data.matrix", [["1/0"]]), ("data.matrix", [[True]]), ("data.orientation", "rows"),
    ("data.orientation", True), ("data.labels", [["a"], "b"]), ("data.labels", []), ("rules.rounding", "up"),
    ("rules.digits", -1), ("rules.digits", "3"), ("rules.digits", 10**6), ("claim.0.average", "median"),
    ("claim.0.verdict", "false"), ("claim.0.expression_verdict", "wrong"), ("claim.1.count", "tpp"),
    ("claim.1.metric", "recall"), ("claim.2.cell", ["a", "b", "c"]), ("claim.0.printed", 0.9),
    ("claim.1.given", "yes"), ("claim.0.beta", "half"), ("claim.0.beta", "1/0"), ("claim.0.beta", True),
    ("claim.0.parameters", {"alpha": "x"}), ("claim.0.weights", {"yes": "x"}), ("claim.0.weights", {}),
    ("claim.0.over", []), ("claim.0.undefined", 0.5), ("value.0", {"metric": "accuracy"}), ("value.0", {"exact": "1"}),
    ("derive.0", {"average": "macro"}), ("claim.0", {"printed": "1"}), ("claim.0", {"metric": "accuracy"}),
    ("claim.1.expression_verdict", "exact"), ("data", {"counts": {"K": {"tq": 1}}}), ("data", {"counts": {"K": {}}}),
    ("data", {"counts": {}}), ("data", {"counts": {"K": {"tp": 1}}, "partition": "no"}),
]  # fmt: skip


def broken(place: str, value: Any) -> Any:
    if not place:
        return value
    sheet = copy.deepcopy(GOOD)
    *path, last = (int(step) if step.isdigit() else step for step in place.split("."))
    part: Any = sheet
    for step in path:
        part = part[step]
    part[last] = value
    return sheet


BROKEN = [
    *({key: part for key, part in GOOD.items() if key != left_out} for left_out in ("title", "data")),
    *(broken(*fault) for fault in FAULTS),
]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@each("path", sheet_files(), ids=name_of)
def test_every_sheet_is_valid(path: Path) -> None:
    VALIDATOR.validate(tomllib.loads(path.read_text(encoding="utf-8")))


@each("sheet", [GOOD, LISTS, COUNTS], ids=["matrix", "lists", "counts"])
def test_both_accept(sheet: dict[str, Any]) -> None:
    VALIDATOR.validate(sheet)
    assert load_sheet(json.dumps(sheet)).title == "Two classes"


@each("sheet", BROKEN)
def test_both_refuse(sheet: Any) -> None:
    assert not VALIDATOR.is_valid(sheet)
    with pytest.raises(InputError):
        load_sheet(json.dumps(sheet), format="json")
    if isinstance(sheet, dict):
        with pytest.raises(InputError):
            check_shape(sheet, SCHEMA)


@given(st.data())
def test_both_agree_on_sheets_with_a_part_replaced(data: st.DataObject) -> None:
    sheet = copy.deepcopy(data.draw(st.sampled_from([GOOD, LISTS, COUNTS])))
    leaf = st.none() | st.booleans() | st.integers(-2, 2) | st.text(max_size=3) | st.sampled_from(["1/2", "macro"])
    junk = leaf | st.lists(leaf, max_size=2) | st.dictionaries(st.sampled_from(["tp", "beta", "yes"]), leaf, max_size=2)
    place: Any = sheet
    while True:
        key = data.draw(st.sampled_from(sorted(place)) if isinstance(place, dict) else st.integers(0, len(place) - 1))
        if isinstance(place[key], dict | list) and place[key] and data.draw(st.booleans()):
            place = place[key]
            continue
        place[key] = data.draw(junk)
        break
    try:
        check_shape(parsed(json.dumps(sheet), "json"), SCHEMA)
        accepted = True
    except InputError:
        accepted = False
    assert accepted == VALIDATOR.is_valid(sheet)
