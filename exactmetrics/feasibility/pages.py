"""What is written of an answer: sentences as plain text and as Markdown, on both of which what strangers wrote is
escaped, and plain data as `feasible.schema.json` describes them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation.escape import json as escape_json
from exactmetrics.derivation.notation.escape import markdown, plain
from exactmetrics.derivation.notation.terminal import folded, text_table
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, value_text
from exactmetrics.feasibility.matrices import Rows
from exactmetrics.feasibility.result import Feasibility, Follows, Near, Reading

SCHEMA = "exactmetrics/feasible/1"
COUNTS = ("TP", "FN", "FP", "TN")
DIGITS = 6  # significant digits of a value that is shown as a decimal beside its fraction
SHOWN = 8  # classes that are named
LONG = 24  # characters of a fraction that is shown at all


@dataclass(frozen=True, slots=True)
class Surface:
    """How a format writes: names, the answer itself, items of a list, matrices."""

    name: Callable[[object], str]
    strong: Callable[[str], str]
    item: str
    code: Callable[[str], str]
    tables: bool


TEXT = Surface(plain, str, "  ", str, tables=False)
MARKDOWN = Surface(markdown, lambda text: f"**{text}**", "- ", lambda text: f"`{text}`", tables=True)


def text_page(found: Feasibility, language: str = "en") -> str:
    """The answer as plain text."""
    return folded("\n".join(_lines(found, messages(language), TEXT)))


def markdown_page(found: Feasibility, language: str = "en") -> str:
    """The answer as Markdown."""
    return "\n".join(_lines(found, messages(language), MARKDOWN))


class _Writer:
    """Sentences of one answer on one surface."""

    def __init__(self, say: Messages, surface: Surface) -> None:
        self.words, self.surface = say, surface

    def say(self, key: str, **facts: object) -> str:
        return self.words.say(("feasible", key), lambda place: self.shown(facts[place]))

    def shown(self, fact: object) -> str:
        if isinstance(fact, int):
            return str(fact)
        if isinstance(fact, tuple):
            return self.words.row([self.surface.name(item) for item in fact])
        return self.surface.name(fact)

    def near(self, near: Near) -> str:
        ends = [None if end is None else _value(end) for end in (near.below, near.above)]
        others = "with" if near.others else "alone"
        if near.beyond:
            side = "less" if near.below is not None else "more"
        else:
            side = "both" if None not in ends else "below" if ends[1] is None else "above"
        facts = {"name": near.name, "printed": near.printed, "others": near.others, "below": ends[0], "above": ends[1]}
        given = self.say("given_others", others=near.others) if others == "with" else self.say("given_alone")
        return f"{given}{self.say(f'near_{side}', **facts)}"

    def follows(self, one: Follows) -> str:
        if one.least == one.greatest:
            return self.say("fixed", name=one.name, value=_value(one.least))
        return self.say("between", name=one.name, least=_value(one.least), greatest=_value(one.greatest))


def _lines(found: Feasibility, say: Messages, surface: Surface) -> Iterator[str]:
    to = _Writer(say, surface)
    if found.verdict == "feasible":
        yield from _feasible(found, to)
    elif found.verdict == "infeasible":
        yield surface.strong(_refused(found, to))
        yield _reading(found, to)
        yield from _because(found, to)
    else:
        yield surface.strong(to.say("unknown", steps=found.steps))
        yield _reading(found, to)
        if found.cases is not None:
            yield _apart(surface) + to.say("unknown_below", n=found.cases)
        yield _apart(surface) + to.say("unknown_none")


def _reading(found: Feasibility, to: _Writer) -> str:
    """What the answer rests on: the classes, the positive one, and what the digits are taken to stand for."""
    labels = tuple(map(str, found.labels))
    shown = labels if len(labels) <= SHOWN else (*labels[:SHOWN], "…")
    if found.tolerance is not None:
        whole = Fraction(decimal(found.tolerance)) == found.tolerance
        rounding = to.say("tolerance", tolerance=(decimal if whole else value_text)(found.tolerance))
    else:
        rounding = to.say(f"rounding_{found.rounding}")
    if found.mixed:
        rounding = to.words.say(("feasible", "otherwise"), lambda _: rounding)
    facts: dict[str, object] = {"labels": shown, "positive": found.reading.positive}
    key = "reading" if found.reading.positive is None else "reading_positive"
    said = to.words.say(("feasible", key), lambda place: rounding if place == "rounding" else to.shown(facts[place]))
    return _apart(to.surface) + said


def _apart(surface: Surface) -> str:
    """What begins a paragraph: in Markdown an empty line."""
    return "\n" if surface.tables else ""


def _feasible(found: Feasibility, to: _Writer) -> Iterator[str]:
    surface = to.surface
    if found.kind != "scores":
        yield surface.strong(to.say(f"yes_{found.kind}"))
    elif found.solutions is None or not found.complete:
        exact = found.known is not None and found.known.open_end
        yield surface.strong(to.say("yes_smallest", n=found.cases) if exact else to.say("yes_least", n=found.blocks))
    else:
        yield surface.strong(to.say("yes", n=found.solutions))
        if found.blocks != found.solutions:
            yield _apart(surface) + to.say("blocks", n=found.blocks)
    yield _reading(found, to)
    yield from _matrices(found, to)
    follows = found.follows
    if follows:
        yield "\n" + to.say("follows") + _apart(surface)
        yield from (surface.item + to.follows(one) for one in follows)


def _refused(found: Feasibility, to: _Writer) -> str:
    known = found.known
    if found.kind != "scores" or known is None:
        return to.say(f"no_{found.kind}" if found.kind != "scores" else "no")
    if known.open_end:
        return to.say("no_any")
    if known.least != known.most:
        return to.say("no_between", least=known.least, most=known.most)
    return to.say("no_n", n=known.least)


def _because(found: Feasibility, to: _Writer) -> Iterator[str]:
    apart = _apart(to.surface)
    outside = found.outside
    if outside is not None:
        ends = {"name": outside.name, "printed": outside.printed, "low": outside.low, "high": outside.high}
        yield apart + to.say("outside" if outside.high is not None else "outside_low", **ends)
        if outside.percent:
            yield apart + to.say("percent", printed=outside.printed)
        return
    conflict = found.conflict
    if len(conflict) > 1 or found.kind != "scores":
        yield apart + to.say("conflict" if found.minimal else "conflict_perhaps", scores=conflict)
    elif conflict:
        yield apart + to.say("conflict_one", score=conflict[0])
    near = found.nearest
    if near and apart:
        yield ""
    yield from (_item(to.near(one), to.surface) for one in near)


def _item(said: str, surface: Surface) -> str:
    """A sentence as an item of a list; on a terminal broken into lines like any other."""
    return surface.item + (said if surface.tables else folded(said).replace("\n", "\n    "))


def _matrices(found: Feasibility, to: _Writer) -> Iterator[str]:
    """The matrices: of two classes as counts, else row by row as the command line reads them."""
    surface, labels = to.surface, found.labels
    if not found.matrices:
        return
    names = list(found.names) or [""] * len(found.matrices)
    all_of_them = found.kind != "scores" or (found.complete and found.solutions == len(found.matrices))
    if len(labels) == 2:
        first = found.reading.positive
        place = labels.index(first) if first in labels else 0
        yield "\n" + to.say("counts" if all_of_them else "counts_one", label=labels[place]) + _apart(surface)
        head = [*([to.say("what")] if found.names else []), *COUNTS]
        rows = [
            [*([plain(name)] if name else []), *_counts(rows, place)]
            for name, rows in zip(names, found.matrices, strict=True)
        ]
        yield from _table(head, rows, surface, left=len(head) - len(COUNTS))
        return
    yield "\n" + to.say("matrices" if all_of_them else "matrices_one", labels=tuple(map(str, labels))) + _apart(surface)
    for name, matrix in zip(names, found.matrices, strict=True):
        inline = "; ".join(" ".join(map(str, row)) for row in matrix)
        yield surface.item + (f"{surface.name(name)}: " if name else "") + surface.code(inline)


def _counts(rows: Rows, place: int) -> list[str]:
    other = 1 - place
    cells = ((place, place), (place, other), (other, place), (other, other))
    return [str(rows[i][j]) for i, j in cells]


def _table(head: list[str], rows: list[list[str]], surface: Surface, *, left: int) -> Iterator[str]:
    if not surface.tables:
        yield from (f"  {line}" for line in text_table(head, rows, left=left))
        return
    yield "| " + " | ".join(map(markdown, head)) + " |"
    yield "|" + "---|" * left + "--:|" * (len(head) - left)
    yield from ("| " + " | ".join(map(markdown, row)) + " |" for row in rows)


def _value(value: Number) -> str:
    """A value in full if it is short, and as a decimal."""
    exact = value_text(value)
    digits = decimal(value, significant=DIGITS)
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return exact
        short = decimal(value)
        if len(short) <= DIGITS + 2 and Fraction(short) == value:
            return f"{short} ({exact})" if len(exact) <= LONG else short
    return f"{exact} ≈ {digits}" if len(exact) <= LONG else f"≈ {digits}"


def data_of(found: Feasibility) -> dict[str, Any]:
    """Everything an answer says; exact values are texts, classes are given by their text."""
    outside = found.outside
    return {
        "schema": SCHEMA,
        "feasible": found.feasible,
        "verdict": found.verdict,
        "kind": found.kind,
        "scores": list(found.scores),
        "labels": [str(label) for label in found.labels],
        "solutions": {"blocks": found.blocks, "matrices": found.solutions},
        "matrices": found.matrices,
        "names": list(found.names) or None,
        "rounding": found.rounding,
        "reading": _reading_data(found.reading),
        "complete": found.complete,
        "conflict": list(found.conflict) or None,
        "minimal": found.minimal if found.conflict else None,
        "outside": None if outside is None else {
            "score": outside.name, "printed": outside.printed, "least": outside.low, "greatest": outside.high,
            "percent": outside.percent,
        },
        "nearest": [
            {
                "score": near.name, "printed": near.printed, "given": list(near.others), "below": _text(near.below),
                "above": _text(near.above), "bound": near.beyond,
            }
            for near in found.nearest
        ],
        "follows": [
            {"score": one.name, "least": _text(one.least), "greatest": _text(one.greatest)} for one in found.follows
        ],
        "cases": found.cases,
        "steps": found.steps,
    }  # fmt: skip


def _reading_data(reading: Reading) -> dict[str, Any]:
    problem, options = reading.problem, reading.options
    preset = options.get("preset")

    def said(option: str, usual: str) -> str | None:
        value = options.get(option)
        return str(value) if value is not None else usual if preset is None else None

    return {
        "classes": len(reading.labels),
        "positive": None if reading.positive is None else str(reading.positive),
        "samples": None if problem is None else {"least": problem.least, "most": problem.most},
        "supports": None if problem is None else list(problem.supports),
        "rounding": reading.rounding if reading.tolerance is None else None,
        "tolerance": _text(reading.tolerance),
        "own_rules": reading.mixed,
        "preset": None if preset is None else str(preset),
        "undefined": said("undefined", "propagate"),
        "combine": said("combine", "scores"),
        "assumed": list(reading.assumed),
    }


def _text(value: Number | None) -> str | None:
    return None if value is None else value_text(value)


def json_text(found: Feasibility, indent: int | None = 2) -> str:
    """The data as JSON."""
    return escape_json(json.dumps(data_of(found), ensure_ascii=False, allow_nan=False, indent=indent))
