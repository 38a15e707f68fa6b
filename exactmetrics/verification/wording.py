"""The sentence of a hint, in a language of the catalogues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactmetrics.verification.diagnosis.wording import sentence

if TYPE_CHECKING:
    from exactmetrics.verification.checked import Hint


def hint_sentence(hint: Hint, language: str = "en") -> str:
    """The sentence of a hint; plain text, to be escaped by whoever shows it.

    >>> from exactmetrics.verification.checked import Hint
    >>> hint_sentence(Hint("bracket", {"old": "", "new": "("}, "(1 + 1) / 2 = 1"))
    'Brackets may be missing, or too many: (1 + 1) / 2 = 1 holds.'
    """
    return sentence(hint.kind, {**hint.facts, "repaired": hint.repaired}, language)
