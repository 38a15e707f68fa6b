"""Whether scores are probabilities: each from 0 to 1, and those of a sample 1 together.

A score outside of that is refused by metrics of probabilities. Another sum is told and used as it is, for these
metrics are defined for any numbers from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactmetrics.exact.errors import InputError, Notice
from exactmetrics.exact.many import many
from exactmetrics.exact.rounding import expansion
from exactmetrics.scores.samples import Samples

SINGLE, DOUBLE = 7, 15  # digits behind the point up to which floats of single and of double precision are sure
LONGEST_SINGLE = 12  # digits behind the point of the largest probability, if it is a float of single precision


class NoProbabilityError(InputError):
    """A score that is no probability, for a metric that is made of probabilities; `why` says which, and the cure."""

    def __init__(self, message: str, why: str) -> None:
        super().__init__(message)
        self.why = why


def refuse_no_probabilities(metric: str, samples: Samples) -> None:
    """Refuse scores outside of 0 to 1.

    >>> from exactmetrics.scores.samples import samples_of
    >>> refuse_no_probabilities("brier", samples_of([1, 0], [80, 20]))
    Traceback (most recent call last):
    exactmetrics.scores.probabilities.NoProbabilityError: the score of 1 at position 0 is 80: brier is made of \
probabilities, from 0 to 1; if these are percent, divide them by 100
    """
    for label, column in zip(samples.scored, samples.columns, strict=True):
        for at, score in enumerate(column):
            if not 0 <= score <= 1:
                found, cure = f"{_place(samples, at, f'the score of {label!r}')} is {score}", _cure(samples)
                told = f"{found}: {metric} is made of probabilities, from 0 to 1; {cure}"
                raise NoProbabilityError(told, f"{found}, and probabilities are from 0 to 1; {cure}")


def _place(samples: Samples, at: int, what: str) -> str:
    """Where something of a sample stands: in a row of a text, or at a position."""
    return f"{samples.text}, row {at + 2}: {what}" if samples.text else f"{what} at position {at}"


def _cure(samples: Samples) -> str:
    if all(0 <= score <= 100 for column in samples.columns for score in column):
        return "if these are percent, divide them by 100"
    return "give probabilities, or ask for metrics that any scores have"


def other_sums(samples: Samples) -> tuple[Notice, ...]:
    """What is said of samples whose probabilities, one for each class, do not add up to 1.

    >>> from exactmetrics.scores.samples import samples_of
    >>> other_sums(samples_of(["a", "b"], [["0.5", "0.5"], ["0.3", "0.8"]]))
    ('the probabilities at position 1 add up to 1.1 and not to 1; they count as they are, in 1 of 2 samples',)
    >>> other_sums(samples_of(["a", "b", "c"], [[1/3, 1/3, 1/3], [0.1, 0.2, 0.7], [0.7, 0.2, 0.1]]))
    ()
    """
    if samples.multilabel or len(samples.columns) < samples.k:
        return ()
    rows = zip(*map(samples.exact_of, range(samples.k)), strict=True)
    other = {at: total for at, row in enumerate(rows) if (total := sum(row, Fraction())) != 1 and not _rounded(row)}
    if not other:
        return ()
    at, total = next(iter(other.items()))
    told = f"{_place(samples, at, 'the probabilities')} add up to {expansion(total, 20).text()} and not to 1"
    return (Notice(f"{told}; they count as they are, in {len(other)} of {many(samples.size, 'sample')}"),)


def _rounded(row: Sequence[Fraction]) -> bool:
    """Whether probabilities are decimals of floats, and what they lack to 1 comes from their rounding."""
    digits = [expansion(score) for score in row]
    if any(one.period for one in digits) or max(len(one.fixed) for one in digits) < SINGLE:
        return False  # fractions, or decimals that somebody wrote
    largest = len(digits[row.index(max(row))].fixed)
    unit = Fraction(1, 10 ** (SINGLE if largest <= LONGEST_SINGLE else DOUBLE))
    return abs(sum(row, Fraction()) - 1) <= len(row) * unit
