"""A number near the name of a metric that was not taken for a claim, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from exactmetrics.verification.checked import Span

Why: TypeAlias = Literal["wording", "about", "several", "class", "row"]
WHYS: tuple[Why, ...] = get_args(Why)


@dataclass(frozen=True, slots=True)
class Passed:
    """Where the number stands, the words around it in one line, and why it was passed over.

    `why` is one of a fixed list: "wording" (not understood), "about" (the sentence may speak of something else than the
    data), "several" (which number belongs to which name is not sure), "class" (of which class, average or data is not
    sure), "row" (a table does not say of what class or average its row is). `worked` says that arithmetic is
    printed with it: that is judged as an equality, but whether it is the right arithmetic is not.
    """

    span: Span
    text: str
    why: Why
    worked: bool = False

    def reason(self, language: str = "en") -> str:
        """The sentence that says why, plain text: to be escaped by whoever shows it.

        >>> import exactmetrics as em
        >>> (one,) = em.verify_document("A human reaches an accuracy of 0.9.").passed
        >>> one.text, one.why, one.reason()
        ('A human reaches an accuracy of 0.9.', 'about', 'the sentence may be about something else than the data')
        """
        from exactmetrics.derivation.messages import messages

        return messages(language).get("verify", "passed", self.why)
