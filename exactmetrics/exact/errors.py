"""The one family of errors: each message names what was wrong, where, and what would resolve it.

What a report in another language has to say is carried beside the English text: a `Why` for what was not read or not
judged, a `Remark` for what was done with input. Their kinds are words of the message catalogues; each room says its
own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple, Self, TypeAlias

# For what reasons printed arithmetic, or one printed number, is refused.
Refusal: TypeAlias = Literal[
    "too-long", "too-deep", "too-large", "left-out", "separator", "ends-early", "goes-on", "sign-doubled",
    "two-numbers", "power-of-power", "exponent", "number-expected", "braces-expected", "bracket-expected", "other-root",
    "unlike-roots", "nested-root", "negative-root", "logarithm", "outside-domain", "not-a-number", "decimal-point",
]  # fmt: skip


class Why(NamedTuple):
    """A reason: its `kind`, a key of the catalogues, and the `word` of the text it is about, if it names one."""

    kind: str
    word: str = ""


class Remark(str):
    """An English sentence that also knows its `key` in the message catalogue and the `facts` it names.

    >>> remark = Remark("beta = 0.8 is read as 4/5", "read_as", name="beta", given="0.8", exact="4/5")
    >>> remark, remark.key, remark.facts["exact"]
    ('beta = 0.8 is read as 4/5', 'read_as', '4/5')
    """

    key: str
    facts: dict[str, Any]

    def __new__(cls, text: str, key: str = "", **facts: Any) -> Self:
        made = super().__new__(cls, text)
        made.key, made.facts = key, facts
        return made


class Notice(str):
    """An English sentence for whoever gave the data, on how these were read; pages, whose readers did not, are silent.

    >>> Notice("every row counts as often as its 'count' says").besides(["id"])
    "every row counts as often as its 'count' says"
    """

    def besides(self, used: Iterable[str | None]) -> Notice:
        """What is left of it where some columns are used elsewhere; empty where nothing is."""
        return self


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

    def __init__(self, message: str, position: int = 0, *, kind: Refusal = "goes-on", word: str = "") -> None:
        super().__init__(message)
        self.position = position
        self.why = Why(kind, word)


@contextmanager
def located(place: str) -> Iterator[None]:
    """What goes wrong inside says where it happened, if that has a name, and keeps its kind and what it carries."""
    try:
        yield
    except ExactMetricsError as error:
        if place:
            error.args = (f"{place}: {error}",)
        raise
