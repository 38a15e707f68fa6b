"""The sentence that says why something was not read, or what a verdict adds, in a language of the catalogues."""

from __future__ import annotations

from exactmetrics.derivation.messages import messages
from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import Verdict

LONGEST = 300  # characters of a stranger's text that are repeated


def sentence_of(why: Why, language: str = "en") -> str:
    """The sentence of a reason; plain text, to be escaped by whoever shows it.

    >>> sentence_of(Why("unit", "kg"))
    "does not hold as it stands, but 'kg' may be a unit that differs from the other side's"
    """
    word = " ".join(why.word[: 2 * LONGEST].split())
    shown = word if len(word) <= LONGEST else f"{word[: LONGEST - 1]}…"
    return messages(language).say(("verify", "why_of", why.kind), lambda _: shown)


def reason_of(verdict: Verdict | None, language: str = "en") -> str:
    """What a verdict adds to its word, in a sentence; empty where there is nothing to add.

    >>> from exactmetrics.verification.verify import verify_document
    >>> reason_of(verify_document("20-30 = 3").links[0].link.verdict)
    'does not hold as it stands, but it may be a range'
    """
    return "" if verdict is None or verdict.why is None else sentence_of(verdict.why, language)
