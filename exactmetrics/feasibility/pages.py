"""What is written of an answer: sentences as plain text and as Markdown, on both of which what strangers wrote is
escaped, and plain data as `feasible.schema.json` describes them.

The verdict comes first, then why it is so or which matrices there are, then how the question was read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation.escape import json as escape_json
from exactmetrics.derivation.notation.escape import markdown, plain
from exactmetrics.derivation.notation.terminal import folded, folded_lines, no_commands, text_table
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, value_text
from exactmetrics.feasibility.result import Feasibility, Reading
from exactmetrics.feasibility.why import Follows, Near
from exactmetrics.matrix.rows import inline

SCHEMA = "exactmetrics/feasible/1"
COUNTS = ("TP", "FN", "FP", "TN")
DIGITS = 6  # significant digits of a value that is shown as a decimal beside its fraction
WIDTH = 80  # columns
SHOWN = 8  # classes that are named
PRINTED = 20  # classes of a matrix that is printed
LONG = 24  # characters of a fraction that is shown at all


class Paragraph(NamedTuple):
    """A sentence or two, and what stands below it: items, or a table with its head first."""

    text: str
    items: Sequence[str] = ()
    table: Sequence[Sequence[str]] = ()


def text_page(found: Feasibility, language: str = "en") -> str:
    """The answer as plain text."""
    pages = []
    for one in _Writer(found, messages(language), escape=plain).paragraphs():
        items = [line for item in one.items for line in folded_lines(f"  {item}", WIDTH, "    ")]
        table = text_table(one.table[0], one.table[1:], left=len(one.table[0]) - len(COUNTS)) if one.table else []
        pages.append("\n".join([folded(one.text, WIDTH), *items, *(f"  {line}" for line in table)]))
    return no_commands("\n\n".join(pages))


def markdown_page(found: Feasibility, language: str = "en") -> str:
    """The answer as Markdown."""
    pages = []
    for at, one in enumerate(_Writer(found, messages(language), escape=markdown).paragraphs()):
        pages.append(one.text if at else f"**{one.text}**")
        if one.items:
            pages.append("\n".join(f"- {item}" for item in one.items))
        if one.table:
            left = len(one.table[0]) - len(COUNTS)
            head, *rows = ("| " + " | ".join(map(markdown, row)) + " |" for row in one.table)
            pages.append("\n".join([head, "|" + "---|" * left + "--:|" * len(COUNTS), *rows]))
    return "\n\n".join(pages)


class _Writer:
    """The sentences of one answer; `escape` makes a stranger's text harmless."""

    def __init__(self, found: Feasibility, words: Messages, escape: Any) -> None:
        self.found, self.words, self.escape = found, words, escape

    def say(self, key: str, **facts: object) -> str:
        return self.words.say(("feasible", key), lambda place: self._shown(facts[place]))

    def _shown(self, fact: object) -> str:
        if isinstance(fact, tuple):
            return self.words.row([self.escape(item) for item in fact])
        return str(fact if isinstance(fact, int) else self.escape(fact))

    def paragraphs(self) -> Iterator[Paragraph]:
        found = self.found
        if found.verdict == "feasible":
            yield Paragraph(self._possible())
            yield from self._matrices()
            if found.follows:
                yield Paragraph(self.say("follows"), list(map(self._follows, found.follows)))
        elif found.verdict == "infeasible":
            yield Paragraph(self._impossible())
            yield self._because()
        else:
            yield Paragraph(self.say("unknown", steps=found.steps))
            tried = "" if not found.cases else self.say("unknown_below", n=found.cases) + " "
            yield Paragraph(tried + self.say("unknown_none"))
        yield Paragraph(self._reading())

    def _possible(self) -> str:
        found, problem = self.found, self.found.reading.problem
        if found.kind != "scores":
            return self.say(f"yes_{found.kind}")
        if found.solutions is None or not found.complete:
            smallest = problem is not None and problem.open_end
            return self.say("yes_smallest", n=found.cases) if smallest else self.say("yes_least", n=found.blocks)
        several = "" if found.blocks == found.solutions else " " + self.say("blocks", n=found.blocks)
        return self.say("yes", n=found.solutions) + several

    def _impossible(self) -> str:
        found, problem = self.found, self.found.reading.problem
        if found.kind != "scores" or problem is None:
            return self.say(f"no_{found.kind}" if found.kind != "scores" else "no")
        if problem.open_end:
            return self.say("no_any")
        if problem.least != problem.most:
            return self.say("no_between", least=problem.least, most=problem.most)
        return self.say("no_n", n=problem.least)

    def _because(self) -> Paragraph:
        outside, conflict = self.found.outside, self.found.conflict
        if outside is not None:
            ends = {"name": outside.name, "printed": outside.printed, "low": outside.low, "high": outside.high}
            percent = " " + self.say("percent", printed=outside.printed) if outside.percent else ""
            key = "outside_low" if outside.high is None else "outside_high" if outside.low is None else "outside"
            return Paragraph(self.say(key, **ends) + percent)
        if len(conflict) > 1 or self.found.kind != "scores":
            text = self.say("conflict" if self.found.minimal else "conflict_perhaps", scores=conflict)
        else:
            text = self.say("conflict_one", score=conflict)
        return Paragraph(text, list(map(self._near, self.found.nearest)))

    def _near(self, near: Near) -> str:
        below, above = (None if end is None else _value(end) for end in (near.below, near.above))
        if near.beyond:
            key = "near_less" if below else "near_more"
        else:
            key = "near_both" if below and above else "near_below" if below else "near_above"
        given = self.say("given_others", others=near.others) if near.others else self.say("given_alone")
        return given + self.say(key, name=near.name, printed=near.printed, below=below, above=above)

    def _follows(self, one: Follows) -> str:
        if one.least == one.greatest:
            return self.say("fixed", name=one.name, value=_value(one.least))
        return self.say("between", name=one.name, least=_value(one.least), greatest=_value(one.greatest))

    def _matrices(self) -> Iterator[Paragraph]:
        """The matrices: of two classes as counts, else row by row as the command line reads them."""
        found, labels = self.found, self.found.labels
        if not found.matrices:
            return
        whole = found.kind != "scores" or (found.complete and found.solutions == len(found.matrices))
        if len(labels) > PRINTED:
            yield Paragraph(self.say("matrices_large", k=len(labels)))
            return
        if len(labels) > 2:
            rows = list(map(inline, found.matrices))
            code = [row if self.escape is plain else f"`{row}`" for row in rows]
            named = [f"{self.escape(name)}: {row}" for name, row in zip(found.names, code, strict=False)]
            key = "matrices" if whole else "matrices_one"
            yield Paragraph(self.say(key, labels=tuple(map(str, labels))), named or code)
            return
        positive = found.reading.positive
        place = labels.index(positive) if positive in labels else 0
        other = 1 - place
        cells = ((place, place), (place, other), (other, place), (other, other))
        counts = [[str(rows[i][j]) for i, j in cells] for rows in found.matrices]
        head = [*([self.say("what")] if found.names else []), *COUNTS]
        by_name = [[plain(name), *row] for name, row in zip(found.names, counts, strict=False)]
        yield Paragraph(
            self.say("counts" if whole else "counts_one", label=labels[place]), table=[head, *(by_name or counts)]
        )

    def _reading(self) -> str:
        """What the answer rests on: the classes, the positive one, and what the digits are taken to stand for."""
        reading, labels = self.found.reading, tuple(map(str, self.found.labels))
        if reading.tolerance is not None:
            whole = Fraction(decimal(reading.tolerance)) == reading.tolerance
            rounding = self.say("tolerance", tolerance=(decimal if whole else value_text)(reading.tolerance))
        else:
            rounding = self.say(f"rounding_{reading.rounding}")
        if reading.mixed:
            rounding = self.words.say(("feasible", "otherwise"), lambda _: rounding)
        shown = labels if len(labels) <= SHOWN else (*labels[:SHOWN], "…")
        facts = {"labels": shown, "positive": reading.positive}
        key = "reading" if reading.positive is None else "reading_positive"
        return self.words.say(
            ("feasible", key), lambda place: rounding if place == "rounding" else self._shown(facts[place])
        )


def _value(value: Number) -> str:
    """A value in full if it is short, and as a decimal."""
    exact = value_text(value)
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return exact
        short = decimal(value)
        if len(short) <= DIGITS + 2 and Fraction(short) == value:
            return f"{short} ({exact})" if len(exact) <= LONG else short
    digits = decimal(value, significant=DIGITS)
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
        "rounding": found.reading.rounding,
        "reading": _reading_data(found.reading),
        "complete": found.complete,
        "conflict": list(found.conflict) or None,
        "minimal": found.minimal if found.conflict else None,
        "outside": None if outside is None else {
            "score": outside.name, "printed": outside.printed, "percent": outside.percent,
            "least": _end(outside.low), "greatest": _end(outside.high),
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
        "assumed": [key for key in reading.open_ if key != "positive" or reading.positive is not None],
    }


def _end(end: Number | int | None) -> int | str | None:
    """The end of a range, in full."""
    return end if end is None or isinstance(end, int) else value_text(end)


def _text(value: Number | None) -> str | None:
    return None if value is None else value_text(value)


def json_text(found: Feasibility, indent: int | None = 2) -> str:
    """The data as JSON."""
    return escape_json(json.dumps(data_of(found), ensure_ascii=False, allow_nan=False, indent=indent))
