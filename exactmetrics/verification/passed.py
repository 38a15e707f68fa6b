"""A number near the name of a metric that was not taken for a claim, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from exactmetrics._writers import writer

if TYPE_CHECKING:
    from exactmetrics.verification.checked import Span

Why: TypeAlias = Literal[
    "word",
    "wording",
    "class",
    "row",
    "side",
    "unbound",
    "ended",
    "unfilled",
    "misnamed",
    "negative",
    "numbering",
]


@dataclass(frozen=True, slots=True)
class Passed:
    """Where the number stands, the words around it in one line, and why it was passed over.

    `why` is one of a fixed list: "word" (`word`, the first of its kind, is in no vocabulary), "wording" (the sentence
    has a form that is not read), "class" (of which class or average is not said), "row" (a table does not say of what
    its row is), "side" (it depends on what the rows of the matrix are, which is not said), "unbound" (no data are bound
    to it by where it stands), "ended" (what is said of the matrix before ended in the line `word`), "unfilled" (an
    annotation that its author has not filled in), "misnamed" (an annotation with a name that is none, as the error
    `word` says), "negative" (a count below 0), "numbering" (it counts the names of a list). `worked` says that
    arithmetic is printed with it: that is judged as an equality, but not whether it is the right arithmetic.
    """

    span: Span
    text: str
    why: Why
    worked: bool = False
    word: str = ""

    def reason(self, language: str = "en") -> str:
        """The sentence that says why, plain text: to be escaped by whoever shows it."""
        return str(writer("passed", "sentence")(self, language))
