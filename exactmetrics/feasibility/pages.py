"""The answer in sentences: plain text for a terminal, and Markdown. What strangers wrote is escaped on both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation.escape import markdown, plain
from exactmetrics.derivation.notation.terminal import folded, text_table
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, value_text
from exactmetrics.feasibility.later import Follows, Near
from exactmetrics.feasibility.matrices import Rows
from exactmetrics.feasibility.result import Feasibility

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
    """The answer as plain text.

    >>> print(text_page(Feasibility("unknown", (0, 1), complete=False, steps=9)))
    Not decided: after 9 steps the budget ended before everything was tried.
    Read as: classes 0, 1; rounded to nearest, ties either way.
    No matrix that gives the scores was found so far.
    """
    return folded("\n".join(_lines(found, messages(language), TEXT)))


def markdown_page(found: Feasibility, language: str = "en") -> str:
    """The answer as Markdown.

    >>> print(markdown_page(Feasibility("infeasible", (0, 1))))
    **Infeasible: no matrix of whole numbers gives these scores.**
    <BLANKLINE>
    Read as: classes 0, 1; rounded to nearest, ties either way.
    """
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
    facts: dict[str, object] = {"labels": shown, "positive": _positive(found)}
    key = "reading" if _positive(found) is None else "reading_positive"
    said = to.words.say(("feasible", key), lambda place: rounding if place == "rounding" else to.shown(facts[place]))
    return _apart(to.surface) + said


def _positive(found: Feasibility) -> object:
    """The class that a score of one class means where it names none; of means always the first."""
    return found.labels[0] if found.kind == "means" else None if found.known is None else found.known.positive


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
        first = found.known.positive if found.known is not None else labels[0]
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
