"""TOML and JSON as tables of exact numbers, checked against a JSON Schema, as far as the published schemas use it.

Decimals are never read as floats. The schema is the one description of a format: what the loaders accept is what it
says. Unlike a general validator this one says what to do about a fault, with the nearest key that exists, and names a
few faults of many.

Reference: JSON Schema, draft 2020-12.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NoReturn

from exactmetrics.exact.errors import InputError
from exactmetrics.exact.limits import check_nesting
from exactmetrics.exact.many import many
from exactmetrics.metrics.suggest import choices

# What others call the keys of a claim; tables are read with these names, other sheets are told which key is meant.
ALIASES = {
    "class": "label", "value": "printed", "answer": "printed", "result": "printed", "score": "printed",
    "measure": "metric", "formula": "expression", "working": "expression", "calculation": "expression",
    "place": "where",
}  # fmt: skip
Format = Literal["toml", "json"]
MAX_EXPONENT = 1_000  # of a decimal


def parsed(text: str, format: Format) -> object:
    """Read a document; an `InputError` says what is not of the format, comes twice, is not finite or too long."""
    try:
        check_nesting(text, format)
        if format == "toml":
            return tomllib.loads(text, parse_float=_number)
        return json.loads(text, parse_float=_number, parse_constant=_no_constant, object_pairs_hook=_unique)
    except InputError as error:
        raise InputError(f"not read as {format.upper()}: {error}") from None
    except ValueError as error:  # of the parsers, and of Python where a whole number has thousands of digits
        cure = _unquoted(text, str(error)) if format == "toml" else ""
        raise InputError(f"not read as {format.upper()}: {error}{cure}") from None


def _unquoted(text: str, error: str) -> str:
    """What to do where a key of TOML has a letter or a blank that it can only have in quotes."""
    found = re.search(r"at line (\d+)", error)
    key, equals, _ = text.split("\n")[int(found[1]) - 1].partition("=") if found else ("", "", "")
    key = key.strip()
    if not equals or not re.fullmatch(r"\w[\w '’-]*", key) or re.fullmatch("[A-Za-z0-9_-]+", key):
        return ""
    return f'; a key with other letters than a to z, or with a blank, stands in quotes: "{key}" = ...'


def _number(text: str) -> int | Decimal:
    """A decimal; a whole one is the whole number, as it is in JSON Schema."""
    try:
        number = Decimal(text.replace("_", ""))
    except InvalidOperation:  # an exponent beyond what `Decimal` holds
        number = None
    if number is not None and not number.is_finite():
        _no_constant(text)
    if number is None or abs(number.adjusted()) > MAX_EXPONENT:
        raise InputError(f"the number {text[:40]} is beyond 10 to the power of {MAX_EXPONENT}")
    return int(number) if number == number.to_integral_value() else number


def _no_constant(text: str) -> NoReturn:
    raise InputError(f'{text} is not a finite number; a printed nan is written as a text: "nan"')


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The table of these pairs; a key that comes twice is an error, as it is in TOML."""
    table = dict(pairs)
    if len(table) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise InputError(f"the key {twice!r} comes twice in one table")
    return table


Schema = Mapping[str, Any]
NAMES = {
    "object": "a table", "array": "a list", "string": "a text", "integer": "a whole number", "number": "a number",
    "boolean": "true or false", "null": "null",
}  # fmt: skip

_TYPES: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "integer": int, "number": (int, Decimal), "boolean": bool,
    "null": type(None),
}  # fmt: skip
_SHOWN = 5  # faults that a message names

# The schemas that others refer to.
_BY_ID = {"urn:exactmetrics:schema:answer-sheet:1": "answer_sheet"}


@cache
def schema_named(name: str, package: str = __package__) -> Schema:
    """Return a schema that a package publishes, such as "answer_sheet", as a document."""
    text = files(package).joinpath(f"{name}.schema.json").read_text(encoding="utf-8")
    document: Schema = json.loads(text)
    return document


def check_shape(document: object, schema: Schema, *, place: str = "") -> None:
    """Check a document, as `parsed` gives it, against a schema; a part of one is called `place` in messages.

    >>> check_shape({"titel": "A"}, schema_named("answer_sheet"))
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.InputError: at the top: there is no key 'titel'; did you mean 'title'? Choose from: \
title, source, data, rules, derive, claim, value, symbols, formula, general
    """
    found = _faults(document, schema, schema, place)
    faults = [f"{f'in {where}' if where else 'at the top'}: {what}" for where, what in found]
    if faults:
        raise InputError(listed(faults))


def listed(faults: Sequence[str]) -> str:
    """The first faults in one line, and how many more there are."""
    more = f"; and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
    return "; ".join(faults[:_SHOWN]) + more


def _faults(value: object, schema: Schema, root: Schema, place: str) -> Iterator[tuple[str, str]]:
    """The faults of a value and of all it holds: where each is, and what it is."""
    for rule, document in _followed(schema, root):
        said = _type_fault(value, rule) or _choice_fault(value, rule)
        match value:
            case str():
                said = said or _text_fault(value, rule)
            case bool():
                pass
            case int() | Decimal():
                said = said or _range_fault(value, rule)
            case list():
                said = said or _length_fault(value, rule)
                yield from _faults_in_list(value, rule, document, place)
            case dict():
                yield from _faults_in_table(value, rule, document, place)
        if said:
            yield place, said
            return


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


def _type_fault(value: object, rule: Schema) -> str:
    if "type" not in rule:
        return ""
    wanted = rule["type"] if isinstance(rule["type"], list) else [rule["type"]]
    if any(_has_type(value, name) for name in wanted):
        return ""
    return f"{_shown(value)} is not {' or '.join(NAMES[name] for name in wanted)}{_instead(value, wanted)}"


def _instead(value: object, wanted: list[str]) -> str:
    """What to write instead, where that can be seen."""
    if "string" in wanted and isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        return f'; write "{value}"'
    if "array" in wanted and isinstance(value, str):
        parts = [part.strip() for part in re.split("[|,;]", value)]
        return "; write [" + ", ".join(f'"{part}"' for part in parts[:9])[:80] + "]"
    return ""


def _has_type(value: object, name: str) -> bool:
    """Whether a value is of a type of JSON Schema, to which a truth value is no whole number."""
    return isinstance(value, _TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def _choice_fault(value: object, rule: Schema) -> str:
    if "enum" in rule and not (isinstance(value, str) and value in rule["enum"]):
        return f"{_shown(value)} is not known; {choices(value, rule['enum'])}"
    return ""


def _text_fault(value: str, rule: Schema) -> str:
    if len(value) < rule.get("minLength", 0):
        return "the text is empty"
    if len(value) > rule.get("maxLength", len(value)):
        return f"the text has {len(value)} characters; at most {rule['maxLength']} are read"
    if "pattern" in rule and not re.search(rule["pattern"], value):
        return f"{_shown(value)} is no number of the kind wanted here, such as 3, '1/2' or '0.5'"
    return ""


def _range_fault(value: int | Decimal, rule: Schema) -> str:
    if "minimum" in rule and value < rule["minimum"]:
        return f"{value} is less than {rule['minimum']}"
    if "maximum" in rule and value > rule["maximum"]:
        return f"{value} is more than {rule['maximum']}"
    return ""


def _length_fault(value: list[Any], rule: Schema) -> str:
    least, most = rule.get("minItems", 0), rule.get("maxItems", len(value))
    if least <= len(value) <= most:
        return ""
    return (
        f"the list has {many(len(value), 'entry', 'entries')}; give {least if least == most else f'at least {least}'}"
    )


def _faults_in_list(value: list[Any], rule: Schema, root: Schema, place: str) -> Iterator[tuple[str, str]]:
    if "items" in rule:
        for position, item in enumerate(value, 1):
            yield from _faults(item, rule["items"], root, f"{place}[{position}]")
    for key, wanted in rule.get("contains", {}).get("properties", {}).items():
        met = sum(isinstance(item, dict) and item.get(key) is wanted["const"] for item in value)
        if not 1 <= met <= rule.get("maxContains", len(value)):
            yield place, f"{met} entries have {key!r} = {json.dumps(wanted['const'])}; one must have it"


def _faults_in_table(value: dict[str, Any], rule: Schema, root: Schema, place: str) -> Iterator[tuple[str, str]]:
    if len(value) < rule.get("minProperties", 0):
        yield place, "the table is empty"
        return
    known, others = rule.get("properties", {}), rule.get("additionalProperties", True)
    unknown = False
    for key, item in value.items():
        inside = f"{place}.{key}" if place else key
        if key in known:
            yield from _faults(item, known[key], root, inside)
        elif others is False:
            unknown = True
            yield place, f"there is no key {key!r}; {_meant(key, known)}"
        elif others is not True:
            yield from _faults(item, others, root, inside)
    said = "" if unknown else _missing(value, rule)  # what is missing may be what has the wrong name
    if said:
        yield place, said


def _meant(key: str, known: Schema) -> str:
    """What to offer for a key that does not exist: what others call so, or the nearest one."""
    alias = ALIASES.get(key.lower())
    return f"did you mean {alias!r}? Choose from: {', '.join(known)}" if alias in known else choices(key, known)


def _missing(value: dict[str, Any], rule: Schema) -> str:
    for key in rule.get("required", ()):
        if key not in value:
            return f"{key!r} is missing"
    for branch in rule.get("allOf", ()):
        [(key, wanted)] = branch["if"]["properties"].items()
        if value.get(key) in wanted["enum"] and (said := _unlike(value, branch["then"])):
            return f"where {key!r} is {_shown(value[key])}, {said}"
    for key, partners in rule.get("dependentRequired", {}).items():
        missing = [partner for partner in partners if key in value and partner not in value]
        if missing:
            return f"{key!r} goes with {missing[0]!r}, which is missing"
    for word, allowed in (("oneOf", 1), ("anyOf", len(value))):
        keys = [alternative["required"][0] for alternative in rule.get(word, ())]
        present = [key for key in keys if key in value]
        if keys and not 1 <= len(present) <= allowed:
            found = f"there are {' and '.join(map(repr, present))}" if present else "there is none"
            return f"give {'one' if word == 'oneOf' else 'at least one'} of {', '.join(keys)}; {found}"
    return ""


def _unlike(value: dict[str, Any], rule: Schema) -> str:
    """What a table lacks, or has and must not have."""
    extra = [key for key, allowed in rule.get("properties", {}).items() if allowed is False and key in value]
    return f"{extra[0]!r} has no place; leave it out" if extra else _missing(value, rule)


def _shown(value: object) -> str:
    text = repr(value) if not isinstance(value, Decimal) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
