"""The cases of the corpus: a line of cases.txt says what is asked of which data, and is the name of the case.

    derive birds f1 average=macro undefined=0
    derive scores:three roc_auc average=macro
    derive sets:four f1 average=samples
    derive counts:example-5 precision label=#1
    compare birds f1 average=macro | birds f1 average=macro combine=averages
    report birds metrics=f1,kappa places=2
    formula any f1 average=weighted

Data are the inputs of the reference vectors, which keep their names and counts, and those of inputs.toml. `#1` is the
second class of the data, `any` no data at all; lists and tables are JSON without spaces (`\\u0020` stands for one).
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import exactmetrics as em
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.look import LOOKS
from exactmetrics.derivation.messages import languages
from exactmetrics.derivation.shown import Shown
from tests.cases import EXHAUSTIVE
from tests.house.source import ROOT

HERE = Path(__file__).parent
CASES = HERE / "cases.txt"
REFERENCE = ROOT / "exactmetrics" / "vectors" / "data"
CHUNKS = 6  # the pages of a chunk are made by one worker; the quick run takes two of them
FORMATS = ("text", "text-2d", "markdown", "github", "latex", "beamer", "html", "json")
OTHER_LANGUAGES = tuple(code for code in languages() if code != "en")


@dataclass(frozen=True)
class Asked:
    """One question: data, a metric, options by name."""

    data: str
    metric: str
    options: Mapping[str, Any]

    @property
    def source(self) -> Any:
        return SimpleNamespace(labels=()) if self.data == "any" else data_named(self.data)

    @property
    def resolved(self) -> dict[str, Any]:
        """The options with classes by name."""
        return {name: _with_classes(value, self.source) for name, value in self.options.items()}

    def derive(self, **more: Any) -> Any:
        return self.source.derive(self.metric, **{**self.resolved, **more})


@dataclass(frozen=True)
class Case:
    """A line of cases.txt: its questions, and how it is shown."""

    name: str

    def __str__(self) -> str:
        return self.name

    @cached_property
    def verb(self) -> str:
        return self.name.split(" ", 1)[0]

    @cached_property
    def asked(self) -> list[Asked]:
        return [_asked(side.split()) for side in self.name.removeprefix(self.verb).split("|")]

    @property
    def kind(self) -> str:
        """What the data are: matrix, counts, sets or scores."""
        return self.asked[0].data.rpartition(":")[0] or "matrix"

    @property
    def chunk(self) -> int:
        """Which chunk it is in: by its name alone, so that no case moves when others are added."""
        return crc32(self.name.encode()) % CHUNKS

    @property
    def in_own_english(self) -> bool:
        """Whether it is asked for in the package's own words."""
        return not {"language", "words"} & self.look.keys()

    @property
    def in_every_language(self) -> bool:
        # Of samples of label sets, and of sets as classes, only English speaks.
        is_of_sets = self.kind == "sets" and re.search("subset_accuracy|average=samples", self.name)
        return self.in_own_english and not is_of_sets and crc32(self.name[::-1].encode()) % 10 == 0

    def shown(self, **more: Any) -> Shown:
        """The derivation, comparison or report itself, perhaps in another language or detail."""
        if self.verb == "compare":
            return em.compare(*(side.derive(**more) for side in self.asked))
        [asked] = self.asked
        if self.verb == "formula":
            return em.formula(asked.metric, **{**asked.options, **more})
        if self.verb == "report":
            metrics = asked.metric.split(",") if asked.metric != "default" else None
            report: Shown = asked.source.report(metrics=metrics, **{**asked.resolved, **more})
            return report
        derivation: Shown = asked.derive(**more)
        return derivation

    @cached_property
    def made(self) -> Shown:
        return self.shown()

    @cached_property
    def texts(self) -> dict[str, str]:
        """The page in every format, and that of a tenth of the cases as Markdown and HTML in every language."""
        texts = {format: self.made.to(format) for format in FORMATS}
        if self.in_every_language:
            for language in OTHER_LANGUAGES:
                page = self.shown(language=language)
                texts |= {f"{format}.{language}": page.to(format) for format in ("markdown", "html")}
        return texts

    # What the readers of derivations ask for.

    @property
    def derivation(self) -> Derivation:
        assert isinstance(self.made, Derivation)
        return self.made

    @property
    def is_derivation(self) -> bool:
        """Whether it is a derivation from counts, a class's or a matrix's."""
        return self.verb == "derive" and self.kind in ("matrix", "counts")

    @property
    def measured(self) -> Any:
        return self.asked[0].source

    @property
    def metric(self) -> str:
        return self.asked[0].metric

    @property
    def look(self) -> dict[str, Any]:
        """The options that change the page alone."""
        return {name: value for name, value in self.asked[0].resolved.items() if name in LOOKS}

    @property
    def options(self) -> dict[str, Any]:
        """The options that change the value."""
        return {name: value for name, value in self.asked[0].resolved.items() if name not in LOOKS}

    @cached_property
    def value(self) -> Any:
        return self.measured.value(self.metric, **self.options)


def _asked(words: list[str]) -> Asked:
    data, metric, *pairs = words
    return Asked(data, metric, {name: _option(text) for name, _, text in (pair.partition("=") for pair in pairs)})


def _option(text: str) -> Any:
    plain = text[:1] not in '[{"' and not re.fullmatch(r"-?(0|[1-9]\d*)", text)  # 000 is a profile
    return text if plain else json.loads(text)


def _with_classes(value: Any, source: Any) -> Any:
    if isinstance(value, str) and value[:1] == "#":
        return source.labels[int(value[1:])]
    if isinstance(value, list):
        return [_with_classes(item, source) for item in value]
    if isinstance(value, dict):
        return {_with_classes(key, source): item for key, item in value.items()}
    return value


@cache
def all_cases() -> tuple[Case, ...]:
    lines = CASES.read_text(encoding="utf-8").splitlines()
    return tuple(Case(line) for line in lines if line and not line.startswith("#"))


def chunks_of_this_run() -> range:
    return range(CHUNKS) if EXHAUSTIVE else range(2)


@cache
def cases_of(chunk: int) -> tuple[Case, ...]:
    return tuple(case for case in all_cases() if case.chunk == chunk)


@cache
def reference_inputs(file: str) -> dict[str, Any]:
    inputs: dict[str, Any] = json.loads((REFERENCE / f"{file}.json").read_text(encoding="utf-8"))["inputs"]
    return inputs


@cache
def own_inputs() -> dict[str, Any]:
    return tomllib.loads((HERE / "inputs.toml").read_text(encoding="utf-8"))


@cache
def data_named(name: str) -> Any:
    """The data of a name: `birds`, `scores:two`, `sets:four`, `counts:example-5`."""
    kind, _, bare = name.rpartition(":")
    if kind == "counts":
        given = own_inputs()["counts"][bare]
        return em.OneVsRest.from_counts(given["classes"], n=given.get("n"), partition=given.get("partition", True))
    if kind == "scores":
        data = reference_inputs("scores")[bare]
        more = {key: data[key] for key in ("positive", "sample_weight") if key in data}
        return em.Scores(data["y_true"], data["scores"], labels=data["labels"], **more)
    if kind == "sets":
        data = reference_inputs("label_sets")[bare]
        return em.Multilabel.from_indicators(
            data["y_true"], data["y_pred"], labels=data["labels"], sample_weight=data.get("sample_weight")
        )
    if bare in own_inputs()["matrix"]:
        own = own_inputs()["matrix"][bare]
        return em.ConfusionMatrix(own["rows"], labels=own.get("labels"))
    data = reference_inputs("inputs")[bare]
    if data["kind"] == "labels":
        return em.ConfusionMatrix.from_labels(
            data["y_true"], data["y_pred"], labels=data["labels"], sample_weight=data.get("sample_weight")
        )
    return em.ConfusionMatrix(data["rows"], labels=data["labels"])
