"""Reading the reference vectors: every case with its input and what it expects, one file a metric, when asked for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Value
from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors.certification import FILE
from exactmetrics.vectors.expected import Expected, read_expected, value_of
from exactmetrics.vectors.inputs import Input, read_input

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SCHEMA_FILE, SMOKE_FILE, INPUTS_FILE = "vectors.schema.json", "smoke.jsonl", "inputs.json"
SCORES_FILE, LABEL_SETS_FILE = "scores.json", "label_sets.json"  # of vectors whose inputs are samples
BESIDE = (SCHEMA_FILE, "clients/client.py", "clients/client.mjs")  # files that nothing builds


Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Variant:
    """Another number that goes by the same name: what is chosen otherwise, and the value."""

    options: Mapping[str, str]
    value: Value


@dataclass(frozen=True)
class Case:
    """One question with its expected answer."""

    id: str  # stable from release to release
    metric: str
    average: str | None  # None for one class, or for the matrix as a whole
    convention: str
    label: Hashable | None  # the class that is asked for, as in `input.labels`
    options: Mapping[str, str]  # combine, over, weights, undefined, and parameters such as beta, all as texts
    input: Input  # shared with other cases
    comment: str
    flags: tuple[str, ...]  # names of notes that say what fault the case finds; those of the input among them
    record: Mapping[str, Any]  # the case as the file holds it
    notes: Mapping[str, str]  # the texts of the notes by flag

    @cached_property
    def expected(self) -> Expected:
        return read_expected(self.record["expected"], self.metric, self.label)

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """The values under the other conventions that differ, where the definition is disputed."""
        found = self.record.get("variants", ())
        return tuple(Variant(v["options"], value_of(v, self.metric, self.label)) for v in found)


def load_vectors(
    metric: str | None = None, *, smoke: bool = False, folder: Traversable | None = None
) -> Iterator[Case]:
    """Every case, file by file; a file is read when its first case is asked for.

    `metric` limits them to one, by name or alias, `smoke` to the 500 cases of the smoke set; `folder` holds the files,
    those of the package by default.

    >>> case = next(load_vectors("accuracy"))
    >>> case.metric, case.expected.undefined is None
    ('accuracy', True)
    """
    root = data_folder() if folder is None else folder
    chosen = _smoke_ids(root) if smoke else None
    names = _asked(metric, root)
    shared = read_shared(root)
    for name in names:
        for case in read_cases(read_document(root, name, shared)):
            if chosen is None or case.id in chosen:
                yield case


def data_folder() -> Traversable:
    """The folder of the files; perhaps inside an archive."""
    from importlib.resources import files

    return files("exactmetrics.vectors").joinpath("data")


def metrics_with_vectors(folder: Traversable | None = None) -> list[str]:
    """The metrics that have a file, sorted."""
    root = data_folder() if folder is None else folder
    names = [entry.name for entry in root.iterdir()]
    return sorted(
        name.removesuffix(".json")
        for name in names
        if name.endswith(".json") and name not in (SCHEMA_FILE, FILE, INPUTS_FILE, SCORES_FILE, LABEL_SETS_FILE)
    )


def vectors_digest() -> str:
    """By what the vectors are known again: the first 12 digits of the SHA-256 of their certification.

    That is the record, and the files that hold it with their cases.
    """
    parts = (data_folder().joinpath(name) for name in (FILE, SCORES_FILE, LABEL_SETS_FILE))
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts if part.is_file())).hexdigest()[:12]


def vectors_version() -> str:
    """The version of the vectors, as their files state it."""
    return str(read_shared(data_folder())["version"])


def read_shared(folder: Traversable) -> Json:
    """What the files of all metrics share: `inputs`, by name, and `notes`, by flag."""
    found: Json = json.loads(folder.joinpath(INPUTS_FILE).read_bytes())
    return found


def read_document(folder: Traversable, metric: str, shared: Json | None = None) -> dict[str, Any]:
    """The file of a metric with the inputs and notes of its cases, and with the `input` of each case."""
    document = json.loads(folder.joinpath(f"{metric}.json").read_bytes())
    return whole(document, read_shared(folder) if shared is None else shared)


def whole(document: dict[str, Any], shared: Json) -> dict[str, Any]:
    """The file of a metric as data, completed; an input that there is not is left out."""
    cases = [case for group in document["groups"] for case in group["cases"]]
    for case in cases:
        case["input"] = case["id"].rpartition(".")[2]
    used = {case["input"] for case in cases}
    tables = {name: table for name, table in shared["inputs"].items() if name in used}
    flags = {flag for bearer in (*tables.values(), *cases) for flag in bearer.get("flags", ())}
    notes = {flag: note for flag, note in shared["notes"].items() if flag in flags}
    return {**document, "notes": notes, "inputs": tables}


def read_cases(document: Mapping[str, Any]) -> Iterator[Case]:
    inputs = {name: read_input(name, record) for name, record in document["inputs"].items()}
    for group in document["groups"]:
        for record in group["cases"]:
            data = inputs[record["input"]]
            flags = tuple(dict.fromkeys([*data.data.get("flags", ()), *record.get("flags", ())]))
            yield Case(
                record["id"], document["metric"], group["average"], group["convention"], record.get("label"),
                group["options"], data, data.comment, flags, record,
                {flag: document["notes"][flag]["bug"] for flag in flags},
            )  # fmt: skip


def _asked(metric: str | None, root: Traversable) -> list[str]:
    names = metrics_with_vectors(root)
    if metric is None:
        return names
    name = metric_named(metric).name
    if name not in names:
        raise UsageError(f"there are no vectors for {name}; there are for {', '.join(names)}")
    return [name]


def _smoke_ids(root: Traversable) -> frozenset[str]:
    lines = root.joinpath(SMOKE_FILE).read_bytes().splitlines()
    return frozenset(json.loads(line)["id"] for line in lines if line)
