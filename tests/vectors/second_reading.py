"""Cases read from the text of the files by code of its own: nothing here knows how the package reads or writes them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.oracle import Table


@dataclass(frozen=True)
class Question:
    """A case: the metric, its options as the oracle takes them, and the table it is about."""

    id: str
    metric: str
    options: Mapping[str, Any]
    policy: str | int
    table: Table
    input: Mapping[str, Any]
    record: Mapping[str, Any]

    def under(self, variant: Mapping[str, str]) -> dict[str, Any]:
        """The options with those of a variant in their place."""
        return {**self.options, **{k: options_read({k: v})[k] for k, v in variant.items()}}


def questions_of(text: str, shared: str) -> Iterator[Question]:
    """Every case of a file; `shared` is the text of the file of inputs, which the ends of the ids name."""
    document, inputs = json.loads(text), json.loads(shared)["inputs"]
    tables: dict[str, Table] = {}
    for group in document["groups"]:
        for case in group["cases"]:
            name = case["id"].split(".")[-1]
            data = inputs[name]
            if name not in tables:
                tables[name] = table_of(data)
            options = {"average": group["average"], "convention": group["convention"], **options_read(group["options"])}
            policy = options.pop("undefined", "propagate")
            if "label" in case:
                options["label"] = place_of(case["label"], data)
            yield Question(case["id"], document["metric"], options, policy, tables[name], data, case)


def table_of(data: Mapping[str, Any]) -> Table:
    """The matrix of an input, true classes as rows."""
    if data["kind"] == "matrix":
        return Table([Fraction(x) for x in row] for row in data["rows"])
    if data["kind"] == "sparse":
        cells = zip(data["true"], data["predicted"], data["count"], strict=True)
        return filled(data["classes"], cells)
    weights = data.get("sample_weight", [1] * len(data["y_true"]))
    true = [place_of(label, data) for label in data["y_true"]]
    predicted = [place_of(label, data) for label in data["y_pred"]]
    return filled(len(data["labels"]), zip(true, predicted, weights, strict=True))


def filled(k: int, cells: Any) -> Table:
    table = Table([Fraction(0)] * k for _ in range(k))
    for true, predicted, count in cells:
        table[true][predicted] += Fraction(count)
    return table


def place_of(label: Any, data: Mapping[str, Any]) -> int:
    """The position of a class; 1 and true are different labels."""
    if data["kind"] == "sparse":
        assert type(label) is int
        return label
    (place,) = [i for i, name in enumerate(data["labels"]) if type(name) is type(label) and name == label]
    return place


def options_read(options: Mapping[str, str]) -> dict[str, Any]:
    """Options as the oracle takes them: words as they are, numbers as fractions."""
    words = ("combine", "over", "weights", "convention")
    found: dict[str, Any] = {}
    for name, value in options.items():
        if name == "undefined":
            found[name] = int(value) if value in ("0", "1") else value
        else:
            found[name] = value if name in words else Fraction(value)
    return found
