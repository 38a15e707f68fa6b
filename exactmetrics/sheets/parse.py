"""TOML and JSON as tables of exact numbers: decimals are never read as floats, and every fault is an `InputError`."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from decimal import Decimal, InvalidOperation
from typing import Literal, NoReturn

from exactmetrics.exact.errors import InputError

Format = Literal["toml", "json"]
MAX_EXPONENT = 1_000  # of a decimal


def parsed(text: str, format: Format) -> object:
    """Read a document.

    Args:
        text: the text of a TOML or JSON file.
        format: "toml" or "json".

    Raises:
        InputError: text that is not of the format; a key that comes twice; a number that is not finite, or too long.

    >>> parsed("beta = 0.8", "toml"), parsed('{"beta": 1.0}', "json")
    ({'beta': Decimal('0.8')}, {'beta': 1})
    """
    try:
        if format == "toml":
            return tomllib.loads(text, parse_float=_number)
        return json.loads(text, parse_float=_number, parse_constant=_no_constant, object_pairs_hook=_unique)
    except InputError:
        raise
    except ValueError as error:  # of the parsers, and of Python where a whole number has thousands of digits
        raise InputError(f"not read as {format.upper()}: {error}") from None
    except RecursionError:
        raise InputError(f"not read as {format.upper()}: it is nested too deeply") from None


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
