"""A value outside of the interval that is printed beside it: an error without any data, of whatever method.

The number has to stand right behind the name of a metric: the interval behind "it rose to 0.91" may be that of the
difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from exactmetrics.exact.printed import read_printed
from exactmetrics.sheets.sheet import Question
from exactmetrics.verification.checked import CheckedClaim, Span
from exactmetrics.verification.claims.passages import passages
from exactmetrics.verification.claims.tokens import tokens
from exactmetrics.verification.claims.vocabulary import Vocabulary
from exactmetrics.verification.documents.pieces import Piece
from exactmetrics.verification.judging.reports import contradicted, room_of

_NUMBER = r"[0-9]{1,3}(?:[.,][0-9]{1,6})?"
_INTERVAL = re.compile(
    rf"(?<![\w.,/±-])(?P<value>{_NUMBER})\s?(?P<percent>\\?%)?\s*[(\[,;]?\s*9[059](?:\.\d)?\s?\\?%[ -]?"
    r"(?:CI|C\.I\.|confidence intervals?|KI|Konfidenzintervall|IC|intervall[eo] de \w+)\s*[:=,]?\s*[(\[]?\s*"
    rf"(?P<low>{_NUMBER})\s?\\?%?\s*(?:to|bis|-|–|—|--|,|;)\s*(?P<high>{_NUMBER})\s?\\?%?\s*(?P<end>[)\].;,\s]|$)"
)
_ABOUT = re.compile(r"[0-9]\s?\\?%[ -]?\s*(?:C\.?I|[Cc]onfidence|KI|Konf|IC|interval)")
_NEARLY = Fraction(1, 10)  # which 1.0 may be more than 1 for its digits
BEFORE = 80  # characters before a number in which its name stands


def outside(pieces: Iterable[Piece]) -> Iterator[CheckedClaim]:
    """The values that are outside of their own intervals, as claims that contradict these.

    >>> from exactmetrics.verification.documents.source import source_of
    >>> text = "The recall was 0.91 (95% CI 0.95 to 0.99), the accuracy 0.8 (95% CI 0.7-0.9)."
    >>> [claim.printed for claim in outside(source_of(text, None).pieces())]
    ['0.91']
    """
    pieces, words = [*pieces], Vocabulary()
    if not any(_ABOUT.search(piece.text) for piece in pieces):
        return
    for passage in passages(pieces):
        for found in _INTERVAL.finditer(passage.text):
            metric = _metric_before(passage.text, found.start(), words)
            if metric and _is_outside(found):
                start, end = found.span("value")
                span = Span(passage.piece.position(start), passage.piece.stop(end))
                scores = (f"{metric} = {found['value']}", f"{found['low']} to {found['high']}")
                yield contradicted(Question(metric), found["value"], span, scores)


def _metric_before(text: str, place: int, words: Vocabulary) -> str:
    """The metric whose name ends right before a place, but for words that say nothing; "" where there is none."""
    start = max(text.rfind(" ", 0, max(0, place - BEFORE)) + 1, 0)
    for token in reversed(tokens(text, start, place, words)):
        if token.kind == "M":
            return re.split(r"[|~\[?]", token.value)[0]
        if token.kind not in "=OF" or token.text in "()[]":
            return ""
    return ""


def _is_outside(found: re.Match[str]) -> bool:
    """Whether the number is outside, all three as parts of one where some are in percent."""
    value, low, high = (room_of(read_printed(found[name].replace(",", "."))) for name in ("value", "low", "high"))
    in_percent = low[1] > 1 or high[1] > 1 + _NEARLY
    parts = 100 if value[0] > 1 or (found["percent"] and in_percent) else 1
    least, most = (end / parts for end in value)
    below, above = (end / (100 if in_percent else 1) for end in (low[0], high[1]))
    return below < above and (most < below or least > above)
