"""Checking a document against a JSON Schema, as far as the published schemas of this package use it.

The schema is the one description of a format: what the loaders accept is what it says. Unlike a general validator this
one stops at the first fault and says what to do about it, with the nearest key that exists.

Reference: JSON Schema, draft 2020-12.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import Any

from exactmetrics.exact.errors import InputError
from exactmetrics.metrics.suggest import choices

Schema = Mapping[str, Any]
NAMES = {
    "object": "a table", "array": "a list", "string": "a text", "integer": "a whole number", "number": "a number",
    "boolean": "true or false", "null": "null",
}  # fmt: skip

# The schemas that others refer to.
_BY_ID = {"urn:exactmetrics:schema:answer-sheet:1": "answer_sheet"}


@cache
def schema_named(name: str, package: str = __package__) -> Schema:
    """Return a schema that a package publishes, such as "answer_sheet", as a document.

    >>> schema_named("answer_sheet")["title"]
    'Answer sheet'
    """
    import json
    from importlib.resources import files

    text = files(package).joinpath(f"{name}.schema.json").read_text(encoding="utf-8")
    document: Schema = json.loads(text)
    return document


def check_shape(document: object, schema: Schema) -> None:
    """Check a document against a schema.

    Args:
        document: tables, lists, texts, whole numbers and `Decimal`s, as `parsed` gives them.
        schema: a schema; `$ref` leads to a place in it, or in another published one.

    Raises:
        InputError: the first fault, with its place and what would resolve it.

    >>> check_shape({"titel": "A"}, schema_named("answer_sheet"))
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.InputError: at the top: there is no key 'titel'; did you mean 'title'? Choose from: \
title, source, data, rules, derive, claim, value
    """
    _check(document, schema, schema, "")


def _check(value: object, schema: Schema, root: Schema, place: str) -> None:
    for rule, document in _followed(schema, root):
        _check_type(value, rule, place)
        _check_enum(value, rule, place)
        match value:
            case str():
                _check_text(value, rule, place)
            case bool():
                pass
            case int() | Decimal():
                _check_range(value, rule, place)
            case list():
                _check_list(value, rule, document, place)
            case dict():
                _check_table(value, rule, document, place)


def _followed(schema: Schema, root: Schema) -> Iterator[tuple[Schema, Schema]]:
    """The schema and what it refers to, each with the document it is in; another document is named by its `$id`."""
    yield schema, root
    while "$ref" in schema:
        where, _, pointer = schema["$ref"].partition("#")
        root = schema_named(_BY_ID[where]) if where else root
        schema = root
        for key in pointer.strip("/").split("/"):
            schema = schema[key]
        yield schema, root


def _check_type(value: object, rule: Schema, place: str) -> None:
    if "type" not in rule:
        return
    wanted = rule["type"] if isinstance(rule["type"], list) else [rule["type"]]
    if not set(wanted) & _types(value):
        names = " or ".join(NAMES[name] for name in wanted)
        raise _fault(place, f"{_shown(value)} is not {names}")


def _types(value: object) -> set[str]:
    """The types of JSON Schema that a value has."""
    match value:
        case bool():
            return {"boolean"}
        case str():
            return {"string"}
        case list():
            return {"array"}
        case dict():
            return {"object"}
        case int():
            return {"integer", "number"}
        case Decimal():
            return {"number"}
        case None:
            return {"null"}
    return set()


def _check_enum(value: object, rule: Schema, place: str) -> None:
    if "enum" in rule and not (isinstance(value, str) and value in rule["enum"]):
        raise _fault(place, f"{_shown(value)} is not known; {choices(value, rule['enum'])}")


def _check_text(value: str, rule: Schema, place: str) -> None:
    if len(value) < rule.get("minLength", 0):
        raise _fault(place, "the text is empty")
    if len(value) > rule.get("maxLength", len(value)):
        raise _fault(place, f"the text has {len(value)} characters; at most {rule['maxLength']} are read")
    if "pattern" in rule and not re.search(rule["pattern"], value):
        raise _fault(place, f"{_shown(value)} is no number of the kind wanted here, such as 3, '1/2' or '0.5'")


def _check_range(value: int | Decimal, rule: Schema, place: str) -> None:
    if "minimum" in rule and value < rule["minimum"]:
        raise _fault(place, f"{value} is less than {rule['minimum']}")
    if "maximum" in rule and value > rule["maximum"]:
        raise _fault(place, f"{value} is more than {rule['maximum']}")


def _check_list(value: list[Any], rule: Schema, root: Schema, place: str) -> None:
    least, most = rule.get("minItems", 0), rule.get("maxItems", len(value))
    if not least <= len(value) <= most:
        wanted = f"{least}" if least == most else f"at least {least}"
        raise _fault(place, f"the list has {len(value)} entries; give {wanted}")
    if "items" in rule:
        for position, item in enumerate(value, 1):
            _check(item, rule["items"], root, f"{place}[{position}]")


def _check_table(value: dict[str, Any], rule: Schema, root: Schema, place: str) -> None:
    if len(value) < rule.get("minProperties", 0):
        raise _fault(place, "the table is empty")
    known, others = rule.get("properties", {}), rule.get("additionalProperties", True)
    for key, item in value.items():
        inside = f"{place}.{key}" if place else key
        if key in known:
            _check(item, known[key], root, inside)
        elif others is False:
            raise _fault(place, f"there is no key {key!r}; {choices(key, known)}")
        elif others is not True:
            _check(item, others, root, inside)
    _check_required(value, rule, place)


def _check_required(value: dict[str, Any], rule: Schema, place: str) -> None:
    for key in rule.get("required", ()):
        if key not in value:
            raise _fault(place, f"{key!r} is missing")
    for key, partners in rule.get("dependentRequired", {}).items():
        missing = [partner for partner in partners if key in value and partner not in value]
        if missing:
            raise _fault(place, f"{key!r} goes with {missing[0]!r}, which is missing")
    for word, allowed in (("oneOf", 1), ("anyOf", len(value))):
        keys = [alternative["required"][0] for alternative in rule.get(word, ())]
        present = [key for key in keys if key in value]
        if keys and not 1 <= len(present) <= allowed:
            found = f"there are {' and '.join(map(repr, present))}" if present else "there is none"
            raise _fault(place, f"give {'one' if allowed == 1 else 'at least one'} of {', '.join(keys)}; {found}")


def _shown(value: object) -> str:
    text = repr(value) if not isinstance(value, Decimal) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _fault(place: str, what: str) -> InputError:
    return InputError(f"{f'in {place}' if place else 'at the top'}: {what}")
