"""The files of the repository, read once, and smaller sets of them for tests that build and check."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias
from zlib import crc32

from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors import build, check
from exactmetrics.vectors.certification import FILE, Record, read_record
from exactmetrics.vectors.reading import (
    BESIDE,
    SCHEMA_FILE,
    SMOKE_FILE,
    metrics_with_vectors,
    read_document,
    read_shared,
)
from tests.vectors.certify import chosen
from tests.vectors.second_reading import Question

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "exactmetrics" / "vectors" / "data"
METRICS = metrics_with_vectors(DATA)
Published: TypeAlias = tuple[Any, Any, Any]  # a case with its file and group, these in front


@cache
def shared() -> Any:
    return read_shared(DATA)


@cache
def document(metric: str) -> Any:
    """The file of a metric with the inputs of its cases."""
    return read_document(DATA, metric, shared())


def as_written(metric: str) -> Any:
    return json.loads((DATA / f"{metric}.json").read_bytes())


@cache
def record() -> Record:
    return read_record((DATA / FILE).read_bytes())


@cache
def schema() -> Any:
    return json.loads((DATA / SCHEMA_FILE).read_bytes())


@cache
def smoke() -> list[Any]:
    return [json.loads(line) for line in (DATA / SMOKE_FILE).read_text(encoding="utf-8").splitlines()]


@cache
def cases() -> list[Published]:
    """Every published case."""
    documents = map(document, METRICS)
    return [(file, group, case) for file in documents for group in file["groups"] for case in group["cases"]]


def drawn(listed: Iterable[Published], number: int) -> list[Published]:
    """So many of them by the hash of their ids, so that no new case changes which of the others are drawn."""
    return sorted(listed, key=lambda published: crc32(published[2]["id"].encode()))[:number]


def small_questions(parts: int, *, undefined: bool = False) -> Iterator[Question]:
    """One of so many parts of the cases, of few classes, or of those without a value, read by the second reader."""
    for name in METRICS:
        inputs = document(name)["inputs"]

        def wanted(case: Any, digest: str, inputs: Any = inputs) -> bool:
            few = len(inputs[case["input"]].get("labels", ())) in range(1, 10)
            return few and int(digest, 16) % parts == 0 and (not undefined or "undefined" in case["expected"])

        yield from chosen(document(name), wanted)[1]


def only(monkeypatch: Any, folder: Path, *names: str) -> Path:
    """A folder of vectors as it would be if the registry held these metrics only; the registry is so for the test."""
    metrics = [metric_named(name) for name in names]
    monkeypatch.setattr(build, "all_metrics", lambda: metrics)
    monkeypatch.setattr(check, "all_metrics", lambda: metrics)
    whole = record().document
    lines = {name: whole["certified"][name] for name in names}
    counts = Counter(letter for found in lines.values() for line in found for letter in line.split(" ")[1])
    kept = {**whole, "certified": lines, "counts": dict(counts)}
    (folder / "clients").mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_text(json.dumps(kept), encoding="utf-8")
    for name in BESIDE:
        (folder / name).write_bytes((DATA / name).read_bytes())
    built = build.build_all(Record(kept))
    for name, text in built.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder
