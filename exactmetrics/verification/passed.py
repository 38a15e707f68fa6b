"""A number near the name of a metric that was not taken for a claim, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from exactmetrics._writers import writer

if TYPE_CHECKING:
    from exactmetrics.verification.checked import Span

Why: TypeAlias = Literal["wording", "about", "several", "class", "row", "word", "unbound"]


@dataclass(frozen=True, slots=True)
class Passed:
    """Where the number stands, the words around it in one line, and why it was passed over.

    `why` is one of a fixed list: "word" (`word` is not understood, the first of its sentence), "unbound" (there are no
    data that it is about), "wording" (not understood), "about" (the sentence may speak of something else), "several"
    (which number belongs to which name), "class" (of which class or average it is), "row" (of which class or average a
    row is). `worked` says that arithmetic is printed with it: that is judged as an equality, but not whether it is the
    right arithmetic.
    """

    span: Span
    text: str
    why: Why
    worked: bool = False
    word: str = ""

    def reason(self, language: str = "en") -> str:
        """The sentence that says why, plain text: to be escaped by whoever shows it."""
        return str(writer("passed", "sentence")(self, language))
