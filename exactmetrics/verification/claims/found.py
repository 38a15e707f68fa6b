"""What is recognised in a document: data, claims, and which data a claim is about."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.metrics.registry import metric_named
from exactmetrics.sheets.sheet import Question
from exactmetrics.verification.checked import Span
from exactmetrics.verification.passed import Passed
from exactmetrics.verification.verified import FoundData

MAX_CLASSES = 200  # of a matrix; larger tables are passed over
MAX_DATA = 1_000  # matrices of a document
MAX_CLAIMS = 100_000  # claims of a document


@dataclass(slots=True)
class FoundClaim:
    """A number that a document gives for a metric or a count.

    `printed` are its digits as they stand at `span`, a percent sign included; `expression` is the arithmetic printed
    before them. `where` names the place in words. `data` is the place of the matrix it is about in `Recognised.data`,
    None where none is sure. A claim about a class has its label as the data have it. `told` is one in running text or a
    formula, not in a table. `percent` says that words, not a sign behind it, make the number a percentage.
    A metric of classes whose question has neither class nor average is about the one that its value shows; `also` is
    another metric that its word may mean. `hedged` says that it is given as about so much.
    """

    question: Question
    printed: str
    where: str
    span: Span
    expression: str | None = None
    data: int | None = None
    told: bool = False
    percent: bool = False
    also: str = ""
    hedged: bool = False


def is_open(question: Question) -> bool:
    """Whether a question about a metric of classes says neither which class nor which average.

    >>> is_open(Question(metric="recall")), is_open(Question(metric="accuracy"))
    (True, False)
    """
    if question.metric is None or question.options.keys() & {"label", "average"}:
        return False
    try:
        return metric_named(question.metric).scope == "class"
    except ExactMetricsError:
        return False


@dataclass(slots=True)
class Recognised:
    """All data and claims of a document, in reading order, and the numbers with a name near them that are no claims."""

    data: list[FoundData] = field(default_factory=list)
    claims: list[FoundClaim] = field(default_factory=list)
    passed: list[Passed] = field(default_factory=list)


@dataclass(slots=True)
class Name:
    """What a number is called: a metric or a count, with its class or average as far as they are said.

    `label` is the class as printed; `numeric` says that it is a bare number, which may be a name or a position. `weak`
    is the set of words of which the document must use one for the name to count (empty: it is certain), `unless` those
    of which it must use none. `beside` are classes and averages ("~macro") that its sentence names before it, and of
    which it may be as well. `beta` is that of an F score, "" where none is said. `percent` says that its number is a
    percentage, as words around it say; `also` is another metric that its word may mean where none of `weak` is used.
    `hedged` says that its number is given as about so much.
    """

    metric: str = ""
    count: str = ""
    average: str = ""
    label: str | None = None
    numeric: bool = False
    weak: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()
    beside: tuple[str, ...] = ()
    beta: str = ""
    percent: bool = False
    also: str = ""
    hedged: bool = False

    def question(self, label: Hashable | None) -> Question:
        """The question that the name asks, about the class `label`.

        >>> Name(metric="f1", average="macro").question(None).options
        {'average': 'macro'}
        """
        options: dict[str, Hashable] = {}
        if label is not None:
            options["label"] = label
        elif self.average:
            options["average"] = self.average
        parameters = {"beta": self.beta} if self.beta else {}
        return Question(metric=self.metric or None, count=self.count or None, options=options, parameters=parameters)
