"""Printed scores read from TOML or JSON: one set, several sets for one data set, or several problems.

The format is `scores.schema.json`, published with the package. What is wrong is said with the place in the file and the
cure; a printed number is a text, for its digits matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exactmetrics.exact.errors import InputError, located
from exactmetrics.sheets.schema import check_shape, parsed, schema_named

FILE_LIMIT = 10_000_000  # bytes
KEYS = {"classes": "k"}  # what a key of the file is called in Python
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Asked:
    """One problem of a file: its `name` ("" if it stands alone), the `scores`, the keyword arguments of `feasible`."""

    name: str
    scores: Any
    options: dict[str, Any]


def read_scores(source: str | Path | Mapping[str, Any]) -> list[Asked]:
    """The problems of a file, or of its tables.

    Raises:
        InputError: what is wrong, where, and what would resolve it.

    >>> [asked] = read_scores({"data": {"n": 100}, "scores": {"f1[macro]": "0.63"}})
    >>> asked.scores, asked.options
    ({'f1[macro]': '0.63'}, {'n': 100})
    """
    name = "the scores" if isinstance(source, Mapping) else str(source)
    with located(name):
        table = dict(source) if isinstance(source, Mapping) else _file(Path(source))
        check_shape(table, schema_named("scores", __package__))
        return list(_problems(table))


def _file(path: Path) -> Any:
    try:
        if path.stat().st_size > FILE_LIMIT:
            raise InputError(f"the file is larger than {FILE_LIMIT} bytes; split it into several")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError("not text in UTF-8; save it as UTF-8") from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}; give the path of a file") from None
    return parsed(text, "json" if path.suffix.lower() == ".json" else "toml")


def _problems(table: Mapping[str, Any]) -> Iterator[Asked]:
    if "problem" not in table:
        yield Asked("", _scores(table), _options(table, {}))
        return
    for entry in table["problem"]:
        yield Asked(entry["name"], _scores(entry), _options(entry, table))


def _scores(table: Mapping[str, Any]) -> Any:
    found = next(table[key] for key in ("scores", "score", "sets") if key in table)
    return [dict(score) for score in found] if isinstance(found, list) else found


def _options(table: Mapping[str, Any], top: Mapping[str, Any]) -> dict[str, Any]:
    """The keyword arguments of `feasible`; what a problem says goes before what the top says."""
    found: dict[str, Any] = {}
    for section in ("data", "rules"):
        found |= {
            KEYS.get(key, key): value for key, value in {**top.get(section, {}), **table.get(section, {})}.items()
        }
    if "supports" in found:
        found["supports"] = {label: None if s == UNKNOWN else s for label, s in found["supports"].items()}
    if "parts" in found:
        found["parts"] = [_part(part) for part in found["parts"]]
    if "bounds" in found:
        found["bounds"] = {name: (ends["least"], ends["greatest"]) for name, ends in found["bounds"].items()}
    return found


def _part(part: Mapping[str, Any]) -> Any:
    if "fold" in part:
        return [(fold["positives"], fold["negatives"]) for fold in part["fold"]]
    return dict(part) if "folds" in part else (part["positives"], part["negatives"])
