"""What is found out about printed scores: whether data can have them, how many, which, or what clashes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from exactmetrics._writers import writer
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.feasibility.given import Outside
from exactmetrics.feasibility.matrices import Rows
from exactmetrics.feasibility.problem import BINARY, Problem
from exactmetrics.feasibility.why import Follows, Near, Why

Verdict: TypeAlias = Literal["feasible", "infeasible", "unknown"]
Kind: TypeAlias = Literal["scores", "sets", "means"]


@dataclass(frozen=True, slots=True)
class Reading:
    """How a question was read.

    `open_` is what nobody said: how many classes, the positive one, the rounding, what 0/0 is, how averages of F are
    made. `problem` is what is known of the data; None for means, whose parts have sizes of their own. `tolerance` takes
    the place of the rule `rounding` where it is set; `mixed` says whether some score has a rule or a tolerance of its
    own.
    """

    problem: Problem | None = None
    rounding: RoundingRule = "nearest"
    tolerance: Fraction | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    mixed: bool = False
    open_: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[Hashable, ...]:
        return BINARY if self.problem is None else self.problem.labels

    @property
    def positive(self) -> Hashable | None:
        """The class that a score of one class means where it names none."""
        return BINARY[0] if self.problem is None else self.problem.positive


@dataclass(frozen=True, slots=True)
class Feasibility:
    """Whether matrices of whole numbers give all printed scores; shown by `to_text`, `to_markdown` and `to_json`.

    Attributes:
        verdict: the `verdict` is "feasible", "infeasible", or "unknown" where the budget ended before it was certain.
        labels: the classes in `labels` are in the order of the rows.
        blocks: `blocks` is how many sets of building blocks give the scores (a lower bound unless `complete`).
        solutions: `solutions` is how many matrices do; None where they were not counted.
        matrices: `matrices` are all of them if they are few, else the first one as a witness; for several sets of
            scores one for each set, for means one for each part.
        complete: `complete` says whether everything was searched, so that the numbers are exact.
        cases: `cases` is up to which number of samples the search went, where that was open; None if for any number.
        steps: `steps` is how many steps it took.
        kind: `kind` is "scores", or "sets" of scores, or "means" of scores over several parts.
        scores: `scores` are those asked about, as given; of several sets their names.
        names: `names` are what the matrices belong to, where that is a set of scores or a part each.
        outside: `outside` is a score that no counts can have, with its range.
        reading: `reading` is how the question was read: rounding, tolerance, what is known of the data.

    >>> found = Feasibility("feasible", (0, 1), 1, 1, [[[2, 0], [1, 3]]])
    >>> found.feasible, found.witness, found.verdict, found.labels, found.blocks, found.solutions, found.matrices
    (True, [[2, 0], [1, 3]], 'feasible', (0, 1), 1, 1, [[[2, 0], [1, 3]]])
    >>> found.complete, found.cases, found.steps, found.kind, found.scores, found.names, found.outside, found.minimal
    (True, None, 0, 'scores', (), (), None, True)
    >>> found.reading.rounding, found.reading.tolerance
    ('nearest', None)
    """

    verdict: Verdict
    labels: tuple[Hashable, ...]
    blocks: int = 0
    solutions: int | None = 0
    matrices: list[Rows] = field(default_factory=list)
    complete: bool = True
    cases: int | None = None
    steps: int = 0
    kind: Kind = "scores"
    scores: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    outside: Outside | None = None
    reading: Reading = field(default_factory=Reading, repr=False)
    _why: Why = field(default_factory=Why, repr=False, compare=False)

    @property
    def conflict(self) -> tuple[str, ...]:
        """Scores that clash, none of which can be left out; empty unless infeasible. Worked out when first asked for.

        >>> import exactmetrics as em
        >>> em.feasible({"accuracy": "0.92", "recall": "0.22", "specificity": "0.86"}, n=1432, positives=530).conflict
        ('accuracy = 0.92', 'recall = 0.22')
        """
        return tuple(map(str, self._why.conflict[0])) if self.verdict == "infeasible" else ()

    @property
    def minimal(self) -> bool:
        """Whether it is certain that none of the scores in `conflict` can be left out."""
        return self.verdict != "infeasible" or self._why.conflict[1]

    @property
    def nearest(self) -> tuple[Near, ...]:
        """For the scores in `conflict` the values next to what is printed that they can have, given the others.

        Worked out when first asked for, within a budget of its own: a score of which it is not certain is left out.

        >>> import exactmetrics as em
        >>> [near] = em.feasible({"accuracy": "0.915"}, n=100, rounding="half-even").nearest
        >>> near.below, near.above
        (Fraction(91, 100), Fraction(23, 25))
        """
        return self._why.nearest if self.verdict == "infeasible" else ()

    @property
    def follows(self) -> tuple[Follows, ...]:
        """What the scores leave of others: the least and the greatest value; worked out when first asked for.

        >>> import exactmetrics as em
        >>> found = em.feasible({"accuracy": "0.91", "f1": "0.87"}, n=100, positives=40)
        >>> [(one.name, one.least, one.greatest) for one in found.follows][:1]
        [('precision', Fraction(1, 1), Fraction(1, 1))]
        """
        return self._why.follows if self.verdict == "feasible" else ()

    @property
    def feasible(self) -> bool | None:
        """True, False, or None where it is not known."""
        return {"feasible": True, "infeasible": False}.get(self.verdict)

    @property
    def witness(self) -> Rows | None:
        """One matrix that gives the scores, if one is known."""
        return self.matrices[0] if self.matrices else None

    def __bool__(self) -> bool:
        if self.feasible is None:
            raise UsageError("it is not known whether the scores are feasible: the budget ended; ask .verdict")
        return self.feasible

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self, *, language: str = "en") -> str:
        """The answer in sentences, for a terminal.

        >>> print(Feasibility("unknown", (0, 1), complete=False, steps=9).to_text().splitlines()[0])
        Not decided: after 9 steps the budget ended before everything was tried.
        """
        return str(writer("feasibility", "text")(self, language))

    def to_markdown(self, *, language: str = "en") -> str:
        """The answer in sentences, as Markdown.

        >>> print(Feasibility("infeasible", (0, 1)).to_markdown().splitlines()[0])
        **Infeasible: no matrix of whole numbers gives these scores.**
        """
        return str(writer("feasibility", "markdown")(self, language))

    def data(self) -> dict[str, Any]:
        """What `to_json` writes, as dictionaries and lists.

        >>> Feasibility("infeasible", (0, 1)).data()["schema"]
        'exactmetrics/feasible/1'
        """
        return dict(writer("feasibility", "data")(self))

    def to_json(self, *, indent: int | None = 2) -> str:
        """JSON as the published schema `feasible.schema.json` describes it.

        >>> Feasibility("infeasible", (0, 1)).to_json(indent=None)[:40]
        '{"schema": "exactmetrics/feasible/1", "f'
        """
        return str(writer("feasibility", "json")(self, indent))
