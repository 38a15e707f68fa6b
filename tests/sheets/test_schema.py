"""The published schema and the loader accept and refuse the same sheets."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Iterator
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
        {
            "where": "1",
            "metric": "fbeta",
            "beta": "1/2",
            "label": "yes",
            "printed": "0.9",
            "expression": "9/10",
            "verdict": "exact",
            "expression_verdict": "exact",
        },
        {"count": "tp", "label": "yes", "printed": "3", "given": True},
        {"cell": ["yes", "no"], "expression": "2 - 1", "verdict": "exact", "note": "x"},
    ],
    "value": [{"metric": "accuracy", "exact": "5/6"}],
}
LISTS = {**GOOD, "data": {"y_true": [1, 2], "y_pred": [1, 1], "sample_weight": ["1/2", 0.5]}}
COUNTS = {**GOOD, "data": {"counts": {"K": {"tp": 1, "fp": 0, "fn": 2, "n": 5}}, "partition": False, "n": 5}}


CHANGES: list[tuple[str, list[Any], Any]] = [
    ("unknown key", ["sorce"], "x"),
    ("unknown key in data", ["data", "matrx"], [[1]]),
    ("unknown key in rules", ["rules", "digit"], 3),
    ("unknown key in a claim", ["claim", 0, "wher"], "x"),
    ("unknown key in a value", ["value", 0, "printed"], "1"),
    ("unknown key in a derivation", ["derive", 0, "printed"], "1"),
    ("empty title", ["title"], ""),
    ("title is a number", ["title"], 3),
    ("sheet is a list", [], [1]),
    ("claims are a table", ["claim"], {}),
    ("two kinds of data", ["data", "counts"], {"K": {"tp": 1}}),
    ("no data", ["data"], {}),
    ("orientation without a matrix", ["data"], {"y_true": [1], "y_pred": [1], "orientation": "true"}),
    ("y_true alone", ["data"], {"y_true": [1]}),
    ("y_pred with a matrix", ["data", "y_pred"], ["yes"]),
    ("weights with a matrix", ["data", "sample_weight"], [1]),
    ("n with a matrix", ["data", "n"], 6),
    ("empty matrix", ["data", "matrix"], []),
    ("empty row", ["data", "matrix"], [[]]),
    ("negative count", ["data", "matrix"], [[-1]]),
    ("fractional count", ["data", "matrix"], [[0.5]]),
    ("count is a word", ["data", "matrix"], [["many"]]),
    ("count over zero", ["data", "matrix"], [["1/0"]]),
    ("count is true", ["data", "matrix"], [[True]]),
    ("orientation", ["data", "orientation"], "rows"),
    ("orientation is true", ["data", "orientation"], True),
    ("label is a list", ["data", "labels"], [["a"], "b"]),
    ("no labels", ["data", "labels"], []),
    ("rounding", ["rules", "rounding"], "up"),
    ("digits negative", ["rules", "digits"], -1),
    ("digits a text", ["rules", "digits"], "3"),
    ("digits too many", ["rules", "digits"], 10**6),
    ("average", ["claim", 0, "average"], "median"),
    ("verdict false", ["claim", 0, "verdict"], "false"),
    ("expression verdict wrong", ["claim", 0, "expression_verdict"], "wrong"),
    ("count word", ["claim", 1, "count"], "tpp"),
    ("metric and count", ["claim", 1, "metric"], "recall"),
    ("cell of three", ["claim", 2, "cell"], ["a", "b", "c"]),
    ("printed is a number", ["claim", 0, "printed"], 0.9),
    ("given is a text", ["claim", 1, "given"], "yes"),
    ("beta is a word", ["claim", 0, "beta"], "half"),
    ("beta over zero", ["claim", 0, "beta"], "1/0"),
    ("beta is true", ["claim", 0, "beta"], True),
    ("parameters with a word", ["claim", 0, "parameters"], {"alpha": "x"}),
    ("weights with a word", ["claim", 0, "weights"], {"yes": "x"}),
    ("empty weights", ["claim", 0, "weights"], {}),
    ("over nothing", ["claim", 0, "over"], []),
    ("undefined", ["claim", 0, "undefined"], 0.5),
    ("value without exact", ["value", 0], {"metric": "accuracy"}),
    ("value of nothing", ["value", 0], {"exact": "1"}),
    ("derivation without metric", ["derive", 0], {"average": "macro"}),
    ("claim of nothing", ["claim", 0], {"printed": "1"}),
    ("claim without print", ["claim", 0], {"metric": "accuracy"}),
    ("verdict on arithmetic that is not there", ["claim", 1, "expression_verdict"], "exact"),
    ("unknown count", ["data"], {"counts": {"K": {"tq": 1}}}),
    ("class without counts", ["data"], {"counts": {"K": {}}}),
    ("no classes", ["data"], {"counts": {}}),
    ("partition is a word", ["data"], {"counts": {"K": {"tp": 1}}, "partition": "no"}),
]


def broken() -> Iterator[tuple[str, Any]]:
    """Sheets with one fault each: what is wrong, and the sheet."""
    for key in ("title", "data"):
        yield f"no {key}", {k: v for k, v in GOOD.items() if k != key}
    for what, path, value in CHANGES:
        sheet = copy.deepcopy(GOOD)
        if not path:
            yield what, value
            continue
        place: Any = sheet
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
        yield what, sheet


BROKEN = dict(broken())


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@each("path", sheet_files(), ids=name_of)
def test_every_sheet_is_valid(path: Path) -> None:
    VALIDATOR.validate(tomllib.loads(path.read_text(encoding="utf-8")))


@each("sheet", [GOOD, LISTS, COUNTS], ids=["matrix", "lists", "counts"])
def test_both_accept(sheet: dict[str, Any]) -> None:
    VALIDATOR.validate(sheet)
    assert load_sheet(json.dumps(sheet)).title == "Two classes"


@each("what", BROKEN)
def test_both_refuse(what: str) -> None:
    assert not VALIDATOR.is_valid(BROKEN[what])
    with pytest.raises(InputError):
        load_sheet(json.dumps(BROKEN[what]), format="json")
    if isinstance(BROKEN[what], dict):
        with pytest.raises(InputError):
            check_shape(BROKEN[what], SCHEMA)


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
