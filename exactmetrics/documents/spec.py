"""A document's specification, read from TOML, JSON or a table, and checked: data sets, values, blocks.

The format is `document_spec.schema.json`, published with the package. What is wrong is said with the name of the
specification, the place in it and the cure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactmetrics.api import ConfusionMatrix, OneVsRest, read
from exactmetrics.api.scores import Scores
from exactmetrics.exact.errors import InputError, located
from exactmetrics.matrix.textfile import file_text
from exactmetrics.sheets.schema import check_shape, parsed, schema_named
from exactmetrics.sheets.sheet import read_data

if TYPE_CHECKING:
    from exactmetrics.api import Measured

KINDS = ("text", "equation", "data", "derivation", "comparison", "report")
ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class DataSet:
    """Counts or scores by a name: its id, its title if it has one, the positive class of counts, and their file."""

    id: str
    title: str
    measured: Measured | Scores
    positive: Any = None
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """One thing a document shows: its kind, its table in the specification, and where that stands."""

    kind: str
    table: Mapping[str, Any]
    place: str

    @property
    def id(self) -> str | None:
        """What references call it; None where it has no id."""
        return self.table.get("id")


@dataclass(frozen=True, slots=True)
class Spec:
    """A whole specification; `name` is what messages call it."""

    name: str
    title: str
    data: Mapping[str, DataSet]
    blocks: tuple[Block, ...]
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    language: str = "en"
    profile: str | None = None
    detail: str = "standard"
    words: str | None = None
    symbols: str = "letters"
    places: int = 4
    key: bool = True
    contents: bool = False
    numbers: bool = True


def read_spec(source: str | Path | Mapping[str, Any]) -> Spec:
    """Read a specification: the path of a TOML or JSON file, or its tables. Files of data are found beside it."""
    name, table, folder = _table(source)
    with located(name):
        return _spec(name, table, folder)


def _table(source: str | Path | Mapping[str, Any]) -> tuple[str, Any, Path]:
    if isinstance(source, Mapping):
        return "the specification", dict(source), Path()
    path = Path(source)
    text = file_text(path)
    with located(str(path)):
        return str(path), parsed(text, "json" if path.suffix.lower() == ".json" else "toml"), path.parent


def _spec(name: str, table: Any, folder: Path) -> Spec:
    check_shape(table, schema_named("document_spec", __package__))
    _check_ids(table)
    data = {}
    for id, entry in table.get("data", {}).items():
        with located(f"data.{id}"):
            data[id] = _data_set(id, entry, folder)
    blocks = tuple(_block(entry, number) for number, entry in enumerate(table["block"], 1))
    plain = ("language", "profile", "detail", "symbols", "places", "key", "contents", "numbers")
    options = {key: table[key] for key in plain if key in table}
    if "words" in table:
        with located("words"):
            options["words"] = str(_file(folder, table["words"]))
    return Spec(name, table["title"], data, blocks, table.get("value", {}), **options)


def _block(entry: Mapping[str, Any], number: int) -> Block:
    kind = next(kind for kind in KINDS if kind in entry)
    return Block(kind, entry, f"block {number} ({kind})")


def _check_ids(table: Mapping[str, Any]) -> None:
    """Every id is a word, and names one thing."""
    places: dict[str, str] = {}
    found = [(id, f"{kind}.{id}") for kind in ("data", "value") for id in table.get(kind, {})]
    found += [(entry["id"], f"block {number}") for number, entry in enumerate(table["block"], 1) if "id" in entry]
    for id, place in found:
        if not ID.fullmatch(id):
            raise InputError(f"in {place}: the id {id!r} is no word: a letter, then letters, digits, _ and -")
        if id in places:
            raise InputError(f"in {place}: the id {id!r} is that of {places[id]} already; give another")
        places[id] = place


def _file(folder: Path, name: str) -> Path:
    path = folder / name
    if not path.is_file():
        raise InputError(f"there is no file {str(path)!r}; its name is read from the folder of the specification")
    return path


def _data_set(id: str, entry: Mapping[str, Any], folder: Path) -> DataSet:
    title, positive = entry.get("title", ""), entry.get("positive")
    if "file" in entry:
        options = {key: entry[key] for key in ("true", "pred", "orientation", "labels") if key in entry}
        path = _file(folder, entry["file"])
        return DataSet(id, title, read(str(path), **options), positive, str(path))
    if "scores" in entry:
        given = Scores(entry["y_true"], entry["scores"], positive=positive, labels=entry.get("labels"))
        return DataSet(id, title, given)
    known = read_data({key: value for key, value in entry.items() if key != "title"})
    if known.counts is None:
        return DataSet(id, title, OneVsRest(known.blocks), positive)
    return DataSet(id, title, ConfusionMatrix._of(known.counts, positive), positive)
