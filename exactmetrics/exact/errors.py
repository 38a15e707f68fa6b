"""The one family of errors: each message names what was wrong, where, and what would resolve it."""

from __future__ import annotations

from exactmetrics.exact.why import Why, WhyKind


class ExactMetricsError(ValueError):
    """Base class of every error this package raises on purpose."""


class InputError(ExactMetricsError):
    """The counts, labels or file given cannot be used as they are."""


class ContradictionError(InputError):
    """Counts that no data set can have: the message names the identity that breaks and the repairs."""


class MissingCountsError(InputError):
    """The counts given do not determine what was asked for: the message says what is missing."""


class UsageError(ExactMetricsError):
    """A metric, average, convention or other option that does not exist or does not apply."""


class UndefinedValueError(ExactMetricsError, ArithmeticError):
    """An undefined value was used as a number, or the policy for undefined values is `raise`."""


class ReadingError(ExactMetricsError):
    """Text that could not be read as arithmetic; `position` is the offset of the first bad character.

    `why` says it in a word, for reports in other languages: its kind, and the piece of text that is not understood.
    """

    def __init__(self, message: str, position: int = 0, *, kind: WhyKind = "goes-on", word: str = "") -> None:
        super().__init__(message)
        self.position = position
        self.why = Why(kind, word)
