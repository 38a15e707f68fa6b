"""The files of the repository, read once, and smaller sets of them for tests that build and check."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors import build, check
from exactmetrics.vectors.certification import FILE, Record, read_record
from exactmetrics.vectors.reading import (
    BESIDE,
    INPUTS_FILE,
    SCHEMA_FILE,
    SMOKE_FILE,
    metrics_with_vectors,
    read_shared,
    whole,
)
from tests.vectors.second_reading import Question, questions_of

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "exactmetrics" / "vectors" / "data"
METRICS = metrics_with_vectors(DATA)


@cache
def shared() -> Any:
    return read_shared(DATA)


@cache
def document(metric: str) -> Any:
    """The file of a metric with the inputs of its cases."""
    return whole(json.loads((DATA / f"{metric}.json").read_bytes()), shared())


def as_written(metric: str) -> Any:
    return json.loads((DATA / f"{metric}.json").read_bytes())


def questions(metric: str) -> Iterator[Question]:
    """The cases of a file as the second reader reads them."""
    inputs = (DATA / INPUTS_FILE).read_text(encoding="utf-8")
    return questions_of((DATA / f"{metric}.json").read_text(encoding="utf-8"), inputs)


@cache
def record() -> Record:
    return read_record((DATA / FILE).read_bytes())


@cache
def schema() -> Any:
    return json.loads((DATA / SCHEMA_FILE).read_bytes())


@cache
def smoke() -> list[Any]:
    return [json.loads(line) for line in (DATA / SMOKE_FILE).read_text(encoding="utf-8").splitlines()]


def cases() -> Iterator[tuple[Any, Any, Any]]:
    """Every published case, with its file and group."""
    for metric in METRICS:
        for group in document(metric)["groups"]:
            for case in group["cases"]:
                yield document(metric), group, case


def only(monkeypatch: Any, folder: Path, *names: str) -> Record:
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
    return Record(kept)
