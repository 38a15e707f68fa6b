"""The smoke set: 500 cases that between them have every metric, average, option and flag, flat, one a line.

A metric that few libraries compute has one case of each convention; the others have one of each average too, and share
the rest by how many libraries compute them. Among the cases that serve, the digest of the id decides, so that one more
metric or input changes few others. Inputs of many classes are left out: a line holds its whole matrix.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors.inputs import matrix, read_input
from exactmetrics.vectors.questions import SEVERAL

SIZE = 500
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


def line_of(value: object) -> str:
    """A value as JSON on one line; texts stay readable outside ASCII."""
    return json.dumps(value, ensure_ascii=False)


def smoke_text(documents: Iterable[Json]) -> str:
    return "".join(f"{line_of(_flat(found))}\n" for found in _chosen(documents))


def _chosen(documents: Iterable[Json]) -> list[Found]:
    everything = [
        found
        for document in documents
        for group in document["groups"]
        for case in group["cases"]
        if _is_small(found := Found(document, group, case))
    ]
    order = sorted(range(len(everything)), key=lambda i: hashlib.sha256(everything[i].case["id"].encode()).hexdigest())
    kept = _covering(everything, order)
    share = Counter(everything[i].document["metric"] for i in kept)
    rest: dict[str, list[int]] = {}
    for i in reversed(order):
        if i not in kept and everything[i].is_plain:
            rest.setdefault(everything[i].document["metric"], []).append(i)
    weights = {metric: _libraries(metric) for metric in rest if _libraries(metric) >= SEVERAL}
    while weights and len(kept) < SIZE:
        metric = min(weights, key=lambda metric: (share[metric] / weights[metric], metric))
        kept.add(rest[metric].pop())
        share[metric] += 1
        if not rest[metric]:
            del weights[metric]
    return [everything[i] for i in sorted(kept)]


def _libraries(metric: str) -> int:
    """How many libraries compute a metric."""
    return len(metric_named(metric).implemented_by)


def _is_small(found: Found) -> bool:
    return found.table["kind"] != "sparse" and len(found.table["labels"]) <= WIDEST and len(str(found.case)) < 1200


def _covering(everything: list[Found], order: list[int]) -> set[int]:
    """Cases that have every flag, every metric with every convention, the common ones with every average, and every
    option."""
    kept: set[int] = set()
    seen: set[tuple[str, ...]] = set()
    features = [_features(found) for found in everything]
    for kind in range(3):
        for i in order:
            if len(kept) < SIZE and not features[i][kind] <= seen:
                kept.add(i)
                seen |= features[i][kind]
    return kept


def _features(found: Found) -> tuple[set[tuple[str, ...]], ...]:
    metric, group = found.document["metric"], found.group
    common = _libraries(metric) >= SEVERAL
    which = (group["average"] or ("class" if "label" in found.case else "matrix")) if common else ""
    return (
        {("flag", flag) for flag in found.flags},
        {("metric", metric, which, group["convention"])} if found.is_plain else set(),
        {*(("option", *option) for option in group["options"].items())}
        | ({("combine", metric)} if common and "combine" in group["options"] else set()),
    )


def _flat(found: Found) -> dict[str, Any]:
    """A case as one flat object with the same keys always."""
    case, group = found.case, found.group
    data = read_input(case["input"], found.table)
    rows = matrix(data.name, data.comment, data.rows(), data.labels).input.data["rows"]
    expected = {key: case["expected"].get(key) for key in ("decimal", "float64", "hex64", "float32", "hex32")}
    root, undefined = case["expected"].get("root", {}), case["expected"].get("undefined", {})
    return {
        "id": case["id"], "metric": found.document["metric"], "average": group["average"],
        "label": case.get("label"), "convention": group["convention"], "options": group["options"],
        "labels": list(data.labels), "matrix": rows, "y_true": data.y_true, "y_pred": data.y_pred,
        "sample_weight": found.table.get("sample_weight"), "exact": case["expected"].get("exact"),
        "sign": root.get("sign"), "square": root.get("square"), "expression": case["expected"].get("expression"),
        "undefined": undefined.get("kind"), **expected, "comment": data.comment, "flags": found.flags,
    }  # fmt: skip
