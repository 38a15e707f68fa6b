"""The page on what goes by one name and is several numbers: `conventions.toml`, with every number computed.

A disagreement is data: what is asked, and who means it. Nothing here knows a metric or a number.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from string import ascii_lowercase
from typing import Any

from exactmetrics.api import ConfusionMatrix, read
from exactmetrics.api.scores import Scores
from exactmetrics.derivation.render import render
from exactmetrics.exact.values import Undefined, Value, value_text
from exactmetrics.metrics.registry import found_metric
from exactmetrics.metrics.score_registry import found_score_metric
from exactmetrics.reference.calls import arguments, command_options, in_decimal, literal

PLACES = 4
FILE, LISTS = ".csv", ".json"  # of scores, and of lists of labels


@dataclass(frozen=True, slots=True)
class Stance:
    """Who means a number: a library with the call that gives it there, or a source with the place in it."""

    by: str
    name: str
    call: str = ""
    cited: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    """One of the numbers: in words, the question that gives it here, and who means it."""

    data: str
    what: str
    ask: dict[str, Any]
    says: list[Stance] = field(default_factory=list)

    @property
    def value(self) -> Value:
        """What the question gives."""
        options = {name: option for name, option in self.ask.items() if name not in ("orientation", "threshold")}
        metric = options.pop("metric")
        if self.data.endswith(LISTS):
            return read(self.data).value(metric, **options)
        if not self.data.endswith(FILE):
            how = self.ask.get("orientation", "true")
            return ConfusionMatrix(rows_of(self.data), labels=labels_of(self.data), orientation=how).value(
                metric, **options
            )
        scores = Scores.read(self.data)
        if "threshold" in self.ask:
            return scores.at(self.ask["threshold"]).value(metric, **options)
        return scores.value(metric, **options)

    @property
    def python(self) -> str:
        """The call as it is typed: on `cm`, `scores` or `lists`, which the page names."""
        options = {name: option for name, option in self.ask.items() if name not in ("orientation", "threshold")}
        of = "cm"
        if self.data.endswith(FILE):
            of = f'scores.at("{self.ask["threshold"]}")' if "threshold" in self.ask else "scores"
        elif self.data.endswith(LISTS):
            of = "lists"
        elif "orientation" in self.ask:
            of = f'em.ConfusionMatrix(cm.rows, labels=cm.labels, orientation="{self.ask["orientation"]}")'
        return f'{of}.value("{options.pop("metric")}"{arguments(options)})'

    @property
    def command(self) -> str:
        """The command that prints it."""
        metric = found_score_metric(self.ask["metric"]) or found_metric(self.ask["metric"])
        assert metric is not None
        data = (
            self.data
            if self.data.endswith((FILE, LISTS))
            else f'"{self.data}" --labels {",".join(labels_of(self.data))}'
        )
        return " ".join(["exactmetrics value", data, *command_options(metric, self.ask)])


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One name, and the numbers that go by it."""

    title: str
    why: str
    data: str
    numbers: list[Number]

    @property
    def python(self) -> str:
        """The data, as they are typed."""
        if self.data.endswith(FILE):
            return f'scores = em.Scores.read("{self.data}")'
        if self.data.endswith(LISTS):
            return f'lists = em.read("{self.data}")'
        return f"cm = em.ConfusionMatrix({rows_of(self.data)}, labels={literal(labels_of(self.data))})"


@cache
def disagreements() -> list[Disagreement]:
    """Every disagreement that a call can show.

    >>> [value_text(number.value) for number in disagreements()[2].numbers]
    ['49798/87135', '6154892/9736815']
    """
    said = tomllib.loads(files(__package__).joinpath("conventions.toml").read_text(encoding="utf-8"))
    return [
        Disagreement(
            found["title"],
            found["why"],
            found["data"],
            [
                Number(
                    found["data"],
                    number["what"],
                    number["ask"],
                    [Stance(name=said["who"][stance["by"]], **stance) for stance in number["says"]],
                )
                for number in found["number"]
            ],
        )
        for found in said["disagreement"]
    ]


def rows_of(data: str) -> list[list[int]]:
    return [[int(count) for count in row.split()] for row in data.split(";")]


def labels_of(data: str) -> list[str]:
    """The classes of a matrix: a, b, c ..."""
    return list(ascii_lowercase[: len(rows_of(data))])


def conventions_page() -> str:
    """All disagreements as a page of Markdown.

    >>> conventions_page().splitlines()[0]
    '# Same name, different number'
    """
    return render("reference/conventions.md.jinja", {"disagreements": list(map(_section, disagreements()))})


def _section(found: Disagreement) -> dict[str, Any]:
    numbers = [
        {
            "what": number.what,
            "value": "undefined"
            if isinstance(number.value, Undefined)
            else f"{value_text(number.value)} {in_decimal(number.value, PLACES)}".strip(),
            "python": number.python,
            "command": number.command,
            "says": list(map(_said, number.says)),
        }
        for number in found.numbers
    ]
    return {
        "title": found.title,
        "why": found.why,
        "python": found.python,
        "file": found.data if found.data.endswith((FILE, LISTS)) else "",
        "holds": "lists" if found.data.endswith(LISTS) else "scores",
        "numbers": numbers,
    }


def _said(stance: Stance) -> str:
    call = f"`{stance.call}`" if stance.call else ""
    return ", ".join(filter(None, [f"{stance.name}: {call}" if call else stance.name, stance.cited]))


def stances() -> Iterator[tuple[Number, Stance]]:
    """Every number with who means it."""
    for found in disagreements():
        for number in found.numbers:
            yield from ((number, stance) for stance in number.says)
