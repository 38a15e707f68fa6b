"""What every report says of a document as a whole, in sentences: what became of its numbers, its data, its habits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.notation.escape import visible
from exactmetrics.verification.checked import CheckedClaim, Span
from exactmetrics.verification.passed import Passed
from exactmetrics.verification.reasons import sentence_of
from exactmetrics.verification.report.document import Page, page_of
from exactmetrics.verification.report.findings import (
    Counts,
    Finding,
    counts_of,
    counts_together,
    findings,
    start_of,
    unjudged,
)
from exactmetrics.verification.report.wording import asked, count_of, cut, place_words, right_value, why_unread
from exactmetrics.verification.verified import FoundData, Refused, Verification

Write = Callable[[str], str]
COLUMNS = {"right": "right", "notes": "notes", "warnings": "warnings", "wrong": "errors", "unjudged": "unchecked"}
# The formulas of a verdict: their count, and the message for it.
FORMULAS = {"wrong": "formulas_wrong", "right": "formulas_right", "not-judged": "formulas_unjudged"}


@dataclass(slots=True)
class Content:
    """A document and what is shown of it: findings with their places on the page, and what was not judged."""

    verification: Verification
    page: Page
    say: Messages
    every: list[Finding]
    rest: list[Finding | CheckedClaim | Passed]

    @property
    def counts(self) -> Counts:
        return counts_of(self.verification, self.every, self.rest)

    @property
    def wrong(self) -> list[Finding]:
        """Errors and warnings, in the order of the document."""
        return [self.page.placed(one) for one in self.every if one.level in ("error", "warn")]

    @property
    def notes(self) -> list[Finding]:
        """What is right and is to be noted."""
        return [self.page.placed(one) for one in self.every if one.level == "note" and one.is_judged]

    def place(self, one: Finding | CheckedClaim | Passed) -> str:
        """Where it stands, and the place that a finding's claim names."""
        start, claim = start_of(one), one.found if isinstance(one, Finding) else one
        where = [cut(claim.where)] if isinstance(claim, CheckedClaim) and claim.where else []
        if start is None:
            return "".join(where)
        cell = one.cell if isinstance(one, Finding) and one.cell is not None else self.page.cell(start.offset)
        place = place_words(start, cell, self.say)
        named = isinstance(one, Finding) and where != [f"line {start.line}"]  # the name of a claim in running text
        return self.say.row([place, *where]) if named else place

    def unjudged(self, write: Write = str, *, all: bool = False, most: int | None = None) -> tuple[list[str], int]:
        """What was not judged: where the first `most` stand, what they are, and why; and how many more there are.

        With `all` a number is shown with the words around it.
        """
        lines = [self._unjudged(one, write, all) for one in self.rest[:most]]
        return lines, len(self.rest) - len(lines)

    def _unjudged(self, one: Finding | CheckedClaim | Passed, write: Write, all: bool) -> str:
        key = "unjudged_text"
        made = {"place": self.place(one)}
        if isinstance(one, Passed):
            start = one.span.start.offset
            made |= {"number": cut(self.page.digits(start, one.span.stop)), "text": cut(one.text)}
            made["reason"] = one.reason(self.say.language)
            key = "unjudged_in" if all else key
        elif isinstance(one, CheckedClaim):
            made["number"] = cut(f"{asked(one.question, self.say)}: {one.printed or one.expression or ''}")
            made["reason"] = self.say.get("verify", "no_data")
        else:
            why = why_unread(one)
            made["number"] = cut(one.printed)
            made["reason"] = "" if why is None else sentence_of(why, self.say.language)
        return self.say.say(("verify", key), lambda place: write(made[place]))

    def right(self) -> list[str]:
        """What is right: where it stands, the number, what it is, and the exact value."""
        lines = list[str]()
        for one in (one for one in self.every if one.level == "ok"):
            what = [] if one.claim is None else [asked(one.claim.question, self.say)]
            said = self.say.row([*what, *filter(None, [right_value(one)])])
            made = {"place": self.place(one), "number": cut(one.printed), "reason": said}
            lines.append(self.say.say(("verify", "unjudged_text"), made.__getitem__))
        return lines

    def remarks(self) -> list[str]:
        """The notes on the data."""
        name = self.say.get("verify", "level_note")
        return [
            ": ".join([name, *self._spot(one.span), one.text(self.say.language)]) for one in self.verification.remarks
        ]

    def _spot(self, span: Span | None) -> list[str]:
        return [] if span is None else [place_words(span.start, self.page.cell(span.start.offset), self.say)]

    def data(self) -> list[str]:
        """The data that claims were checked against: where they were found, and of how many classes."""
        return [_data(found, self.page, self.say) for found in self.verification.data]

    def rules(self) -> Iterator[str]:
        """How the document writes its numbers, with the evidence."""
        habits, say = self.verification.habits, self.say
        digits = None if habits.digits is None else count_of("digits", habits.digits, say)
        told: list[tuple[Any, Any, str | None]] = [
            (habits.digits, habits.digits_seen, digits),
            (habits.zeros, habits.zeros_seen, say.find("verify", f"zeros_{habits.zeros}")),
            (habits.rounding, habits.rounding_seen, say.find("verify", f"rounding_{habits.rounding}")),
            (habits.ties, habits.ties_seen, say.find("verify", f"ties_{habits.ties}")),
        ]
        for habit, seen, rule in told:
            if habit is not None and rule is not None:
                made = {"rule": rule, "count": str(seen[habit]), "total": str(seen.total())}
                yield say.say(("verify", "evidence"), made.__getitem__)
        if evidence := self.verification.decimal_evidence:
            key = "decimal_comma" if self.verification.decimal_comma else "decimal_point"
            yield say.say(("verify", key), lambda _: evidence.rpartition(" x ")[2])

    def lists(self, *, all: bool = False) -> list[tuple[str, list[str]]]:
        """What stands at the end of a report, each list with its title: the data, and with `all` everything else."""
        found = [("data", self.data())]
        if all:
            found += [("rules", list(self.rules())), ("right_title", self.right())]
        told = [(self.say.get("verify", title), lines) for title, lines in found if lines]
        return [*told, *(self._formulas() if all else ())]

    def _formulas(self) -> Iterator[tuple[str, list[str]]]:
        """The formulas that are right, and those that are not judged."""
        for verdict in ("right", "not-judged"):
            lines = [
                ": ".join([*self._spot(one.span), cut(" = ".join(filter(None, (one.left, one.printed))))])
                + (f" ({one.convention})" if one.convention else "")
                for one in self.verification.formulas if one.verdict == verdict
            ]  # fmt: skip
            if lines:
                yield count_of(FORMULAS[verdict], len(lines), self.say), lines


def content_of(verification: Verification, say: Messages) -> Content:
    every = findings(verification)
    return Content(verification, page_of(verification, say), say, every, unjudged(verification, every))


def _data(found: FoundData, page: Page, say: Messages) -> str:
    parts = [found.where or say.get("verify", "data_given" if found.span is None else "data_found")]
    if found.span is not None:
        parts.append(place_words(found.span.start, page.cell(found.span.start.offset), say))
    made = {"where": say.row(parts), "n": str(len(found.labels))}
    text = say.say(("verify", "data_text"), made.__getitem__)
    if not found.rows_by or found.rows is None or found.orientation == "unknown":
        return text
    made = {"side": say.get("verify", f"rows_{found.orientation}")}
    rows = say.say(("verify", f"rows_{found.rows_by}"), made.__getitem__)
    return say.say(("verify", "data_row"), {"data": text, "rows": rows}.__getitem__)


def summary(counts: Counts, say: Messages) -> str:
    """How many numbers were found and what became of them; the numbers add up. Then the formulas."""
    said = [count_of(key, n, say) for key in FORMULAS.values() if (n := getattr(counts, key))]
    numbers = counts.found - counts.formulas_wrong
    if not numbers:
        return say.row(said) if said else say.get("verify", "nothing_checked")
    parts = [count_of(key, n, say) for key, n in _parts(counts) if n]
    made = {"found": count_of("found", numbers, say), "parts": say.row([*parts, *said])}
    return say.say(("verify", "summary"), made.__getitem__)


def _parts(counts: Counts) -> Iterator[tuple[str, int]]:
    yield "rights", counts.right
    yield "notes", counts.notes
    yield "warnings", counts.warnings
    yield "errors", counts.wrong - counts.formulas_wrong
    yield "unjudged", counts.unjudged


def summary_line(verification: Verification, say: Messages) -> str:
    """All of it in one line, with the name of the document."""
    return f"{visible(verification.path) or '-'}: {summary(counts_of(verification), say)}"


def is_idle(verification: Verification) -> bool:
    """Whether nothing was judged in it."""
    return counts_of(verification).is_idle


def totals(found: Sequence[Verification], refused: Sequence[Refused], say: Messages) -> str:
    """What several documents came to, and of how many there is nothing to be said."""
    every = [counts_of(one) for one in found]
    said = [f"{count_of('documents', len(found), say)}: {summary(counts_together(every), say)}"]
    idle = sum(counts.is_idle for counts in every)
    if 0 < idle < len(found):
        said.append(count_of("idle", idle, say))
    if refused:
        said.append(count_of("refused", len(refused), say))
    return " ".join([*(one if one.endswith(".") else f"{one}." for one in said[:-1]), said[-1]])


def table_of(found: Sequence[Verification], refused: Sequence[Refused], say: Messages) -> list[tuple[str, list[str]]]:
    """Several documents at a glance: the titles, then each file with its numbers; one refused has none."""
    titles = [say.get("verify", "column", key) for key in COLUMNS.values()]
    rows = [(say.get("verify", "column", "file"), titles)]
    for one in found:
        counts = counts_of(one)
        rows.append((one.path or "-", [str(getattr(counts, key)) for key in COLUMNS]))
    return [*rows, *((one.path, []) for one in refused)]
