"""Derivations as JSON against their published schema; trees, of which most are alike, are looked at once."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema

from exactmetrics.sheets.schema import schema_named


@cache
def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(schema_named("derivation", "exactmetrics.derivation"))
    return jsonschema.Draft202012Validator(schema_named("derivation", "exactmetrics.derivation"))


@cache
def trees() -> jsonschema.Draft202012Validator:
    whole = schema_named("derivation", "exactmetrics.derivation")
    return jsonschema.Draft202012Validator({"$ref": "#/$defs/tree", "$defs": whole["$defs"]})


SEEN: set[str] = set()


def validate(document: Any) -> None:
    """A document against the schema; a tree that was seen before, as most are, is not looked at again."""
    validator().validate(without_trees(document))


def without_trees(data: Any) -> Any:
    """A document with a blank for each tree, which is validated by itself."""
    if isinstance(data, list):
        return [without_trees(part) for part in data]
    if not isinstance(data, dict):
        return data
    out = {key: without_trees(part) for key, part in data.items() if key != "tree"}
    if "tree" in data:
        text = json.dumps(data["tree"])
        if text not in SEEN:
            trees().validate(data["tree"])
            SEEN.add(text)
        out["tree"] = {"node": "blank", "letter": "a"}
    return out
