"""The sentence of a hint, in a language of the catalogues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactmetrics.verification.diagnosis.wording import sentence

if TYPE_CHECKING:
    from exactmetrics.verification.verified import Hint


def hint_sentence(hint: Hint, language: str = "en") -> str:
    """The sentence of a hint; plain text, to be escaped by whoever shows it.

    >>> from exactmetrics.verification.verified import Hint
    >>> hint_sentence(Hint("sign", {"expected": "-0.125"}))
    'The sign is lost or wrong: the value is -0.125.'
    """
    return sentence(hint.kind, hint.facts, language)
