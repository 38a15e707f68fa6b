"""The vectors of scores: one file, every metric of scores on every input it can be asked of, as far as it is certified.

The file says of each case who agreed on it. It is a function of the registry, the inputs and those letters: a metric or
an input that is new waits for `make vectors`.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from exactmetrics.exact.digits import fraction_text
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.metrics.score_metric import ScoreMetric
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.metrics.score_request import resolve_score
from exactmetrics.scores.compute import compute_score
from exactmetrics.scores.samples import Samples, samples_of
from exactmetrics.vectors.expected import written
from exactmetrics.vectors.reading import SCORES_FILE

SCHEMA = "exactmetrics/score-vectors/1"
VERSION = "1.0.0"  # of the data: the middle number grows with cases, the first when a published value changes
Json = dict[str, Any]


@dataclass(frozen=True)
class ScoreInput:
    """An input as the file holds it; `more` says that every example of a parameter is asked of it."""

    name: str
    data: Mapping[str, Any]
    more: bool = False

    @cached_property
    def samples(self) -> Samples:
        weights = self.data.get("sample_weight")
        return samples_of(
            self.data["y_true"], self.data["scores"], labels=self.data["labels"], positive=self.data.get("positive"),
            sample_weight=None if weights is None else [Fraction(w) for w in weights],
        )  # fmt: skip


@cache
def score_inputs() -> tuple[ScoreInput, ...]:
    listed = tomllib.loads(files(__package__).joinpath("score_inputs.toml").read_text(encoding="utf-8"))["input"]
    return tuple(
        ScoreInput(given["name"], {k: v for k, v in given.items() if k not in ("name", "more")}, "more" in given)
        for given in listed
    )


def score_cases(metric: ScoreMetric) -> Iterator[tuple[ScoreInput, Json]]:
    """Every case of a metric, with its input."""
    for data in score_inputs():
        for convention in metric.conventions:
            for given in _parameters(metric, convention, data):
                for asked in _questions(metric, data.samples):
                    yield from _cases(metric, convention, {**asked, **given}, data)


def _questions(metric: ScoreMetric, samples: Samples) -> Iterator[dict[str, Any]]:
    """Of one class, of every average, and of the classes in pairs; of all scores where it is a metric of these."""
    if metric.of == "samples":
        yield {}
        return
    if samples.binary:
        yield {"label": samples.labels[samples.positive or 0]}
        return
    yield {"label": samples.labels[0]}
    yield from ({"average": average} for average in ("macro", "weighted", "micro"))
    if samples.multilabel:
        yield {"average": "samples"}
    else:
        yield from ({"average": average, "multi_class": "ovo"} for average in ("macro", "weighted"))


def _parameters(metric: ScoreMetric, convention: str, data: ScoreInput) -> list[dict[str, str]]:
    known = metric.conventions[convention].parameters
    first = {name: fraction_text(p.examples[0]) for name, p in known.items() if not p.optional}
    found = [first]
    for name, parameter in known.items():
        others = parameter.examples if parameter.optional else parameter.examples[1:] if data.more else ()
        found += [{**first, name: fraction_text(x)} for x in others]
    return found


def _cases(
    metric: ScoreMetric, convention: str, asked: Mapping[str, Any], data: ScoreInput
) -> Iterator[tuple[ScoreInput, Json]]:
    try:
        value = _value(metric, convention, asked, data.samples)
    except (InputError, UsageError):  # a metric of probabilities, or of one class a sample, asked of others
        return
    yield data, _case(metric, convention, asked, data, value)
    if isinstance(value, Undefined) and value.kind == "indeterminate":
        for policy in ("0", "1", "omit") if "average" in asked else ("0", "1"):
            other = {**asked, "undefined": policy}
            yield data, _case(metric, convention, other, data, _value(metric, convention, other, data.samples))


def _value(metric: ScoreMetric, convention: str, asked: Mapping[str, Any], samples: Samples) -> Value:
    positive = None if samples.positive is None else samples.labels[samples.positive]
    request = resolve_score(
        metric.name, convention=convention, labels=samples.labels, positive=positive, multilabel=samples.multilabel,
        **asked,
    )  # fmt: skip
    return compute_score(request, samples).value


def _case(metric: ScoreMetric, convention: str, asked: Mapping[str, Any], data: ScoreInput, value: Value) -> Json:
    options = {name: given for name, given in sorted(asked.items()) if name not in ("label", "average")}
    which = asked.get("average") or "scores"
    if "label" in asked:
        which = f"class={data.samples.position(asked['label'])}"
    told = [metric.name, which, *([] if convention == "standard" else [convention.replace("_", "-")])]
    return {
        "id": ".".join([*told, *(f"{name}={given}" for name, given in options.items()), data.name]),
        "metric": metric.name,
        "average": asked.get("average"),
        "label": asked.get("label"),
        "convention": convention,
        "options": options,
        "input": data.name,
        "expected": written(value),
    }


def published_letters(folder: Traversable) -> dict[str, str]:
    """By id, who agreed on the cases that are published."""
    file = folder.joinpath(SCORES_FILE)
    if not file.is_file():
        return {}
    return {case["id"]: case["certified"] for case in json.loads(file.read_bytes())["cases"]}


def build_scores(letters: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The text of the file, of the cases that somebody certified; and what waits for that, by metric."""
    cases, used, waiting = list[Json](), dict[str, Any](), dict[str, str]()
    for metric in all_score_metrics():
        left = 0
        for data, case in score_cases(metric):
            if case["id"] in letters:
                cases.append({**case, "certified": letters[case["id"]]})
                used[data.name] = data.data
            else:
                left += 1
        if left:
            waiting[metric.name] = f"{left} cases of scores"
    lines = [f'  "{key}": {_line(value)},' for key, value in (("schema", SCHEMA), ("version", VERSION))]
    inputs = ",\n".join(f"    {_line(name)}: {_line(data)}" for name, data in used.items())
    rows = ",\n".join(f"    {_line(case)}" for case in cases)
    text = "\n".join(["{", *lines, '  "inputs": {', inputs, "  },", '  "cases": [', rows, "  ]", "}"]) + "\n"
    return text, waiting


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
