"""What is recognised in a document: data, claims, and which data a claim is about."""

from __future__ import annotations

from dataclasses import dataclass, field

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.metrics.registry import metric_named
from exactmetrics.sheets.sheet import Question
from exactmetrics.verification.checked import Span
from exactmetrics.verification.claims.matrices import Table
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.passed import Passed
from exactmetrics.verification.verified import FoundData

MAX_DATA = 1_000  # matrices of a document
MAX_CLAIMS = 100_000  # claims of a document


@dataclass(slots=True)
class FoundClaim:
    """A number that a document gives for a metric or a count.

    `printed` are its digits as they stand at `span`, a percent sign included; `expression` is the arithmetic printed
    before them. `where` names the place in words. `data` is the place of the matrix in `Recognised.data` that it is
    bound to, None where it is bound to none. `told` is one in running text or a formula, not in a table.
    `percent` says that words, not a sign behind it, make the number a percentage. `also` is another metric that its
    word may mean; `hedged` says that it is given as about so much: such a number is right or not judged. `unit` is the
    table or printout it stands in: that is about any matrix which all its numbers fit. `classed` says that
    the table calls its rows or columns classes; `said` marks an annotation. `positive` is the class that a printout
    without a matrix calls so, `printout` the number of that.
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
    unit: int = 0
    classed: bool = False
    said: bool = False
    positive: str = ""
    printout: int = 0


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
    """All data and claims of a document, in reading order, and the numbers with a name near them that are no claims.

    `tables` are the data as they were found, None where an annotation names them. `sections` says of the data between
    which closings they stand, `ends` where what is said of a matrix ends. `unsure` are the data whose positive class
    only their labels 1 and 0 tell, `unnamed` those whose classes are positions, `by_supports` those which only the
    supports of a report beside them prove to be data. `runs` are the units whose numbers are
    said to be means over several runs.
    """

    data: list[FoundData] = field(default_factory=list)
    claims: list[FoundClaim] = field(default_factory=list)
    passed: list[Passed] = field(default_factory=list)
    sections: list[int] = field(default_factory=list)
    ends: list[Position] = field(default_factory=list)
    unsure: set[int] = field(default_factory=set)
    unnamed: set[int] = field(default_factory=set)
    by_supports: set[int] = field(default_factory=set)
    runs: set[int] = field(default_factory=set)
    tables: list[Table | None] = field(default_factory=list)
