"""Vectors whose inputs are samples, with scores or with any number of labels: a file of each kind, complete in itself.

The file says of each case who agreed on it. It is a function of the registry, the inputs and those letters: a metric or
an input that is new waits for `make vectors`.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from exactmetrics.exact.values import Undefined, Value
from exactmetrics.matrix.label_sets import LabelSets, of_indicators
from exactmetrics.scores.samples import Samples, samples_of
from exactmetrics.vectors.expected import written
from exactmetrics.vectors.inputs import Input, Kind
from exactmetrics.vectors.reading import Case, data_folder

Json = dict[str, Any]


@dataclass(frozen=True)
class SampleInput(Input):
    """An input as a file holds it, without its kind; `more` says that the rarer questions are asked of it too."""

    more: bool = False


class ScoreInput(SampleInput):
    """Samples with scores."""

    @cached_property
    def samples(self) -> Samples:
        data = self.data
        return samples_of(
            data["y_true"], data["scores"], labels=data["labels"], positive=data.get("positive"),
            sample_weight=self.sample_weight,
        )  # fmt: skip


class LabelSetInput(SampleInput):
    """Samples with any number of labels, true and predicted."""

    @cached_property
    def sets(self) -> LabelSets:
        data = self.data
        return of_indicators(data["y_true"], data["y_pred"], labels=data["labels"], sample_weight=self.sample_weight)

    @cached_property
    def exchanged(self) -> LabelSets:
        """The predicted labels as the true ones."""
        return LabelSets(self.sets.labels, self.sets.pred, self.sets.true, self.sets.weights)


@dataclass(frozen=True)
class SampleFile:
    """A file of such vectors: its `name`, the `schema` and `version` of its data, and what its inputs are."""

    name: str
    schema: str
    version: str  # the middle number grows with cases, the first when a published value changes
    kind: Kind
    of: type[SampleInput]

    def inputs(self, catalogue: Json) -> tuple[SampleInput, ...]:
        """The inputs of a catalogue."""
        listed = ({**given} for given in catalogue["input"])
        return tuple(self._input(given.pop("name"), given, more=given.pop("more", False)) for given in listed)

    def _input(self, name: str, data: Mapping[str, Any], *, more: bool = False) -> SampleInput:
        return self.of(name, self.kind, data["comment"], data, more)

    def cases(self, folder: Traversable | None = None) -> Iterator[Case]:
        """The cases of a folder, by default of that of the package."""
        folder = data_folder() if folder is None else folder
        document = json.loads(folder.joinpath(self.name).read_bytes())
        inputs = {name: self._input(name, data) for name, data in document["inputs"].items()}
        for record in document["cases"]:
            data = inputs[record["input"]]
            yield Case(
                record["id"], record["metric"], record["average"], record["convention"], record["label"],
                record["options"], data, data.comment, (), record, {},
            )  # fmt: skip

    def letters(self, folder: Traversable) -> dict[str, str]:
        """By id, who agreed on the cases that are published in a folder."""
        file = folder.joinpath(self.name)
        if not file.is_file():
            return {}
        return {case["id"]: case["certified"] for case in json.loads(file.read_bytes())["cases"]}

    def build(
        self, every: Iterable[tuple[SampleInput, Json]], letters: Mapping[str, str]
    ) -> tuple[str, dict[str, str]]:
        """The text of the file, of the cases that somebody certified; and what waits for that, by metric."""
        cases, used, left = list[Json](), dict[str, Any](), Counter[str]()
        for data, case in every:
            if case["id"] in letters:
                cases.append({**case, "certified": letters[case["id"]]})
                used[data.name] = data.data
            else:
                left[case["metric"]] += 1
        head = [f'  "{key}": {_line(value)},' for key, value in (("schema", self.schema), ("version", self.version))]
        inputs = ",\n".join(f"    {_line(name)}: {_line(data)}" for name, data in used.items())
        rows = ",\n".join(f"    {_line(case)}" for case in cases)
        text = "\n".join(["{", *head, '  "inputs": {', inputs, "  },", '  "cases": [', rows, "  ]", "}"]) + "\n"
        return text, {metric: f"{many} cases of {self.kind}" for metric, many in left.items()}


def catalogue(name: str) -> Json:
    """A catalogue of this package: what a TOML file holds."""
    return tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))


def cases_of(
    metric: str, convention: str, asked: Mapping[str, Any], data: SampleInput, value: Callable[..., Value], whole: str
) -> Iterator[Json]:
    """A question as a case, and, where 0/0 has no value, the same with something in its place.

    `asked` are the options with `label` and `average`, and `value` answers them; `whole` is how an id calls a question
    about all samples.
    """
    found = value(**asked)
    yield _case(metric, convention, asked, data, found, whole)
    if isinstance(found, Undefined) and found.kind == "indeterminate":
        for policy in ("0", "1", "omit") if "average" in asked else ("0", "1"):
            other = {**asked, "undefined": policy}
            yield _case(metric, convention, other, data, value(**other), whole)


def _case(metric: str, convention: str, asked: Mapping[str, Any], data: SampleInput, value: Value, whole: str) -> Json:
    options = {name: given for name, given in sorted(asked.items()) if name not in ("label", "average")}
    which = asked.get("average") or whole
    if "label" in asked:
        told = [(type(label), label) for label in data.labels]  # True and 1 are equal, and two labels
        which = f"class={told.index((type(asked['label']), asked['label']))}"
    parts = [metric, which, *([] if convention == "standard" else [convention.replace("_", "-")])]
    return {
        "id": ".".join([*parts, *(f"{name}={given}" for name, given in options.items()), data.name]),
        "metric": metric,
        "average": asked.get("average"),
        "label": asked.get("label"),
        "convention": convention,
        "options": options,
        "input": data.name,
        "expected": written(value),
    }


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
