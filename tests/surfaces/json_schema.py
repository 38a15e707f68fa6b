"""Pages as JSON against their published schemas, by a compiled validator: most documents have hundreds of trees."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema_rs

from exactmetrics.sheets.schema import schema_named


@cache
def validator(name: str = "derivation") -> jsonschema_rs.Draft202012Validator:
    """The schema of a page, or of one of its steps."""
    if name == "step":
        whole = schema_named("derivation", "exactmetrics.derivation")
        return jsonschema_rs.Draft202012Validator({"$ref": "#/$defs/step", "$defs": whole["$defs"]})
    schema = schema_named(name, "exactmetrics.derivation")
    jsonschema_rs.meta.validate(schema)
    return jsonschema_rs.Draft202012Validator(schema)


@cache
def trees() -> jsonschema_rs.Draft202012Validator:
    whole = schema_named("derivation", "exactmetrics.derivation")
    return jsonschema_rs.Draft202012Validator({"$ref": "#/$defs/tree", "$defs": whole["$defs"]})


def validate(document: Any, name: str = "derivation") -> None:
    """Raise what is wrong with a document, as it is written and read again."""
    validator(name).validate(json.loads(json.dumps(document)))


def is_valid(document: Any) -> bool:
    """Whether a derivation follows the schema."""
    return validator().is_valid(json.loads(json.dumps(document)))
