"""Reading the reference vectors: every case with its input and what it expects, one file a metric, when asked for."""

from __future__ import annotations

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

SCHEMA_FILE, SMOKE_FILE = "vectors.schema.json", "smoke.jsonl"
BESIDE = (SCHEMA_FILE, "clients/client.py", "clients/client.mjs")  # files that nothing builds


@dataclass(frozen=True, slots=True)
class Variant:
    """Another number that goes by the same name: what is chosen otherwise, and the value."""

    options: Mapping[str, str]
    value: Value


@dataclass(frozen=True)
class Case:
    """One question with its expected answer.

    Attributes:
        id: stable from release to release.
        metric, average, convention: the question; `average` is None for one class, or for the matrix as a whole.
        label: the class that is asked for, by its name in `input.labels`; None for an average or the whole matrix.
        options: what else is asked: combine, over, weights, undefined, and parameters such as beta, all as texts.
        input: the counts or labels, shared with other cases.
        comment: what the case is about.
        flags: names of notes that say what fault the case finds; those of the input among them.
        record: the case as the file holds it.
        notes: the texts of the notes by flag.
    """

    id: str
    metric: str
    average: str | None
    convention: str
    label: Hashable | None
    options: Mapping[str, str]
    input: Input
    comment: str
    flags: tuple[str, ...]
    record: Mapping[str, Any]
    notes: Mapping[str, str]

    @cached_property
    def expected(self) -> Expected:
        """The expected value.

        >>> next(load_vectors("accuracy")).expected.undefined is None
        True
        """
        return read_expected(self.record["expected"], self.metric, self.label)

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """The values under the other conventions that differ, where the definition is disputed.

        >>> birds = next(case for case in load_vectors("f1") if case.id == "f1.macro.birds")
        >>> [(variant.options, variant.value) for variant in birds.variants]
        [({'combine': 'averages'}, Fraction(8131, 12573))]
        """
        found = self.record.get("variants", ())
        return tuple(Variant(v["options"], value_of(v, self.metric, self.label)) for v in found)


def load_vectors(
    metric: str | None = None, *, smoke: bool = False, folder: Traversable | None = None
) -> Iterator[Case]:
    """Every case, file by file; a file is read when its first case is asked for.

    Args:
        metric: only the cases of this metric, by name or alias.
        smoke: only the 300 cases of the smoke set.
        folder: where the files are; those of the package by default.

    Raises:
        UsageError: no such metric, or one without vectors.

    >>> case = next(load_vectors("accuracy"))
    >>> case.metric, case.expected.undefined is None
    ('accuracy', True)
    """
    root = data_folder() if folder is None else folder
    chosen = _smoke_ids(root) if smoke else None
    for name in _asked(metric, root):
        for case in read_cases(json.loads(root.joinpath(f"{name}.json").read_bytes())):
            if chosen is None or case.id in chosen:
                yield case


def data_folder() -> Traversable:
    """The folder of the files; perhaps inside an archive.

    >>> data_folder().joinpath("README.md").is_file()
    True
    """
    from importlib.resources import files

    return files("exactmetrics.vectors").joinpath("data")


def metrics_with_vectors(folder: Traversable | None = None) -> list[str]:
    """The metrics that have a file, sorted.

    >>> "accuracy" in metrics_with_vectors()
    True
    """
    root = data_folder() if folder is None else folder
    names = [entry.name for entry in root.iterdir()]
    return sorted(
        name.removesuffix(".json") for name in names if name.endswith(".json") and name not in (SCHEMA_FILE, FILE)
    )


def read_cases(document: Mapping[str, Any]) -> Iterator[Case]:
    """The cases of one file.

    >>> document = {"metric": "accuracy", "notes": {}, "inputs": {}, "groups": []}
    >>> list(read_cases(document))
    []
    """
    inputs = {name: read_input(name, record) for name, record in document["inputs"].items()}
    for group in document["groups"]:
        for record in group["cases"]:
            data = inputs[record["input"]]
            flags = tuple(dict.fromkeys([*data.data.get("flags", ()), *record.get("flags", ())]))
            yield Case(
                record["id"], document["metric"], group["average"], group["convention"], record.get("label"),
                group["options"], data, record["comment"], flags, record,
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
