"""The table: for each peer and metric how many answers are right, near, wrong, or the number of another convention."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from exactmetrics.conformance.answers import Answers
from exactmetrics.conformance.explained import UNEXPECTED, Explained, explanation
from exactmetrics.conformance.judge import TRANSPOSED, VERDICTS, Judgement, Verdict, judge_answer
from exactmetrics.exact.errors import InputError
from exactmetrics.vectors.reading import Case

FEW = 4  # units that a good implementation may be off


@dataclass(slots=True)
class Cell:
    """One metric of one peer.

    Attributes:
        metric: the metric.
        verdicts: how many answers have each verdict.
        names: for each verdict the names that were given: conventions, how no value is said, errors.
        worst: the number farthest off; None where all are correctly rounded.
        few: how many numbers are 2 to 4 units off.
        wrong: the answers that are unexpected, with what is known of each.
    """

    metric: str
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    names: dict[Verdict, Counter[str]] = field(default_factory=dict)
    worst: Judgement | None = None
    few: int = 0
    wrong: list[tuple[Judgement, Explained | None]] = field(default_factory=list)

    @property
    def cases(self) -> int:
        """How many cases were answered, crashes included."""
        return self.verdicts.total() - self.verdicts["cannot"]

    @property
    def news(self) -> list[Judgement]:
        """The answers that are wrong in no way that is known."""
        return [judged for judged, known in self.wrong if known is None]

    def explained(self, verdicts: Sequence[Verdict]) -> Counter[str]:
        """How many answers of these verdicts each known kind of mistake explains, and how many are transposed."""
        return Counter(
            known.kind if known else judged.name
            for judged, known in self.wrong
            if judged.verdict in verdicts and (known or judged.name == TRANSPOSED)
        )

    def add(self, peer: str, judged: Judgement) -> None:
        """Count one answer, given by a peer that was asked; of another, "", no known mistake explains it."""
        self.verdicts[judged.verdict] += 1
        if judged.name:
            self.names.setdefault(judged.verdict, Counter())[judged.name] += 1
        if judged.verdict != "convention" and (judged.ulps or 0) > (self.worst.ulps or 0 if self.worst else 0):
            self.worst = judged
        self.few += judged.verdict == "rough" and (judged.ulps or 0) <= FEW
        if judged.verdict in UNEXPECTED:
            known = explanation(peer, judged)
            self.wrong.append((judged, known))

    def record(self) -> dict[str, Any]:
        """The cell for JSON."""
        return {
            "metric": self.metric,
            "cases": self.cases,
            **{verdict: self.verdicts[verdict] for verdict in VERDICTS},
            "within_4": self.few,
            "conventions": dict(self.names.get("convention", {})),
            "undefined_as": dict(self.names.get("undefined", {})),
            "cannot_take": dict(self.names.get("cannot", {})),
            "worst": self.worst and {"case": self.worst.case.id, "ulps": self.worst.ulps},
            "unexplained": len(self.news),
        }


@dataclass(slots=True)
class Column:
    """One peer: what it is, its cells by metric, and the ids of answers to cases there are not."""

    name: str
    version: str
    precision: str
    cells: dict[str, Cell] = field(default_factory=dict)
    unknown: Sequence[str] = ()

    @property
    def news(self) -> list[Judgement]:
        """The answers of all metrics that are wrong in no way that is known."""
        return [judged for cell in self.cells.values() for judged in cell.news]

    def record(self) -> dict[str, Any]:
        """The column for JSON."""
        return {
            "name": self.name,
            "version": self.version,
            "precision": self.precision,
            "unknown_cases": len(self.unknown),
            "metrics": [cell.record() for cell in self.cells.values()],
            "wrong": [_wrong(judged, known) for cell in self.cells.values() for judged, known in cell.wrong],
        }


def column_of(given: Answers, cases: Iterable[Case]) -> Column:
    """Judge all answers of one implementation.

    Raises:
        InputError: no answers, or answers to none of the cases.

    >>> from exactmetrics.conformance.answers import Answer
    >>> from exactmetrics.vectors.reading import load_vectors
    >>> cases = list(load_vectors("accuracy"))
    >>> made = column_of(Answers("mine", answers={cases[0].id: Answer(0.25)}), cases)
    >>> made.cells["accuracy"].verdicts["wrong"], [judged.case.id for judged in made.news] == [cases[0].id]
    (1, True)
    """
    column = Column(given.implementation, given.version, given.precision)
    peer = given.implementation if given.asked_here else ""
    left = dict.fromkeys(given.answers)
    for case in cases:
        if case.id in given.answers:
            cell = column.cells.setdefault(case.metric, Cell(case.metric))
            cell.add(peer, judge_answer(case, given.answers[case.id], given.precision))
            left.pop(case.id, None)
    column.unknown = list(left)
    if not given.answers and not given.asked_here:
        raise InputError(f"{given.implementation[:100]!r} has no answers: give one for each case, by its id")
    if given.answers and not column.cells:
        raise InputError(f"no answer is to a case there is: {column.unknown[0][:100]!r} is no id of these vectors")
    return column


def _wrong(judged: Judgement, known: Explained | None) -> dict[str, Any]:
    return {
        "case": judged.case.id,
        "verdict": judged.verdict,
        "answer": judged.answer.shown(),
        "expected": judged.case.expected.decimal,
        "ulps": judged.ulps,
        "kind": known.kind if known else None,
        "finding": known.finding or None if known else None,
    }


def kinds_of(columns: Sequence[Column]) -> list[tuple[Explained, int, Judgement]]:
    """Every kind of mistake that was seen: how often, and the first answer that shows it.

    >>> kinds_of([])
    []
    """
    seen: dict[tuple[int, str], tuple[Explained, int, Judgement]] = {}
    for at, column in enumerate(columns):
        for cell in column.cells.values():
            for judged, known in cell.wrong:
                if known is not None:
                    key = (at, known.kind)
                    _, count, first = seen.get(key, (known, 0, judged))
                    seen[key] = known, count + 1, first
    return list(seen.values())
