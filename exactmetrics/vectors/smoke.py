"""The smoke set: 300 cases that between them have every metric, average, option and flag, flat, one a line.

The rest is filled up with plain questions, the metric with the fewest cases first. Among the cases that serve, the
digest of the id decides, so that one more metric or input changes few others. Inputs of many classes are left out: a
line holds its whole matrix.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from exactmetrics.exact.digits import fraction_text
from exactmetrics.vectors.inputs import Count, Input, read_input
from exactmetrics.vectors.writing import line_of

SIZE = 300
WIDEST = 8  # classes of a matrix that is written out
Json = Mapping[str, Any]


@dataclass(frozen=True)
class Found:
    """A case with what it stands in."""

    document: Json
    group: Json
    case: Json

    @property
    def table(self) -> Json:
        """The input, as the file holds it."""
        table: Json = self.document["inputs"][self.case["input"]]
        return table

    @property
    def is_plain(self) -> bool:
        """Whether nothing is asked besides parameters."""
        return not {"combine", "over", "weights", "undefined"} & self.group["options"].keys()

    @property
    def flags(self) -> list[str]:
        """The flags of the input and of the case."""
        return [*self.table.get("flags", ()), *self.case.get("flags", ())]


def smoke_text(documents: Iterable[Json]) -> str:
    """The text of the smoke set of these files.

    >>> smoke_text([])
    ''
    """
    return "".join(f"{line_of(flat(found))}\n" for found in chosen(documents))


def chosen(documents: Iterable[Json]) -> list[Found]:
    """The cases of the smoke set, in the order of the files.

    >>> chosen([])
    []
    """
    everything = [found for found in _all(documents) if _is_small(found)]
    order = sorted(range(len(everything)), key=lambda i: _lot(everything[i]))
    kept = _covering(everything, order)
    share = Counter(everything[i].document["metric"] for i in kept)
    rest = [i for i in order if i not in kept and everything[i].is_plain]
    while rest and len(kept) < SIZE:
        i = min(rest, key=lambda i: share[everything[i].document["metric"]])  # the first of those in the order
        kept.add(i)
        share[everything[i].document["metric"]] += 1
        rest.remove(i)
    return [everything[i] for i in sorted(kept)]


def _all(documents: Iterable[Json]) -> Iterator[Found]:
    for document in documents:
        for group in document["groups"]:
            for case in group["cases"]:
                yield Found(document, group, case)


def _is_small(found: Found) -> bool:
    return found.table["kind"] != "sparse" and len(found.table["labels"]) <= WIDEST and len(str(found.case)) < 1200


def _lot(found: Found) -> str:
    return hashlib.sha256(found.case["id"].encode()).hexdigest()


def _covering(everything: list[Found], order: list[int]) -> set[int]:
    """Cases that have every flag, every metric with every average and convention, and every option."""
    kept: set[int] = set()
    seen: set[tuple[str, ...]] = set()
    for features in (_flags, _metrics, _options):
        for i in order:
            new = features(everything[i]) - seen
            if new and len(kept) < SIZE:
                kept.add(i)
                seen |= new
    return kept


def _flags(found: Found) -> set[tuple[str, ...]]:
    return {("flag", flag) for flag in found.flags}


def _metrics(found: Found) -> set[tuple[str, ...]]:
    which = found.group["average"] or ("class" if "label" in found.case else "matrix")
    return {("metric", found.document["metric"], which, found.group["convention"])} if found.is_plain else set()


def _options(found: Found) -> set[tuple[str, ...]]:
    asked = found.group["options"]
    composite = {("combine", found.document["metric"])} if "combine" in asked else set()
    return {("option", *option) for option in asked.items()} | composite


def flat(found: Found) -> dict[str, Any]:
    """A case as one flat object with the same keys always.

    >>> document = {"metric": "accuracy", "inputs": {"one": {
    ...     "kind": "matrix", "comment": "one sample", "labels": ["a"], "rows": [[1]]}}}
    >>> group = {"average": None, "convention": "standard", "options": {}}
    >>> expected = {"exact": "1", "decimal": "1", "float64": "1.0", "hex64": "0x1p+0"}
    >>> case = {"id": "accuracy.matrix.one", "comment": "one sample", "input": "one", "expected": expected}
    >>> flat(Found(document, group, case))["matrix"]
    [[1]]
    """
    case, group = found.case, found.group
    data = read_input(case["input"], found.table)
    expected = {key: case["expected"].get(key) for key in ("decimal", "float64", "hex64", "float32", "hex32")}
    root, undefined = case["expected"].get("root", {}), case["expected"].get("undefined", {})
    return {
        "id": case["id"], "metric": found.document["metric"], "average": group["average"],
        "label": case.get("label"), "convention": group["convention"], "options": group["options"],
        "labels": list(data.labels), "matrix": _matrix(data), "y_true": data.y_true, "y_pred": data.y_pred,
        "sample_weight": found.table.get("sample_weight"), "exact": case["expected"].get("exact"),
        "sign": root.get("sign"), "square": root.get("square"), "expression": case["expected"].get("expression"),
        "undefined": undefined.get("kind"), **expected, "comment": case["comment"], "flags": found.flags,
    }  # fmt: skip


def _matrix(data: Input) -> list[list[int | str]]:
    if data.kind == "matrix":
        rows: list[list[int | str]] = data.data["rows"]
        return rows
    table = data.rows()
    if all(isinstance(count, int) for row in table for count in row):
        return table  # type: ignore[return-value]
    return [[_text(count) for count in row] for row in table]


def _text(count: Count) -> str:
    return str(count) if isinstance(count, int) else fraction_text(count)
