"""What a sentence says of the share that is missed beside the recall: "a recall of 0.84 means that 16 % are missed"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from exactmetrics.exact.printed import read_printed
from exactmetrics.metrics.summary import RECALL
from exactmetrics.sheets.sheet import Question
from exactmetrics.verification.checked import CheckedClaim, Span
from exactmetrics.verification.claims.tokens import Token, tokens
from exactmetrics.verification.claims.vocabulary import Vocabulary
from exactmetrics.verification.documents.pieces import Piece
from exactmetrics.verification.judging.reports import contradicted, room_of

_SENTENCE = re.compile(r"(?:[^.!?]|[.](?=\d))+")
_MAY_SAY = re.compile(r"\d\s?\\?%|percent")
_OF_POSITIVES = re.compile(  # in full what is said behind a share of the positives
    r"\s*(?:percent\s+)?(?:of\s+(?:the\s+|all\s+)*(?:positives|(?:actual|positive)(?:\s+[\w-]+){1,2})\s+)?"
    r"(?:is|are|were|was|go|goes|remain|remains)\s+([\w ]+?)\W*"
)


def complements(pieces: Iterable[Piece]) -> Iterator[CheckedClaim]:
    """The shares that are said to be missed and are not what the recall before them leaves.

    >>> from exactmetrics.verification.documents.source import source_of
    >>> text = "However, the recall 0.839 indicates that about 18% of actual spam messages are missed."
    >>> [claim.printed for claim in complements(source_of(text, None).pieces())]
    ['18%']
    """
    words = Vocabulary()
    for piece in pieces:
        for found in _SENTENCE.finditer(piece.text) if _MAY_SAY.search(piece.text) else ():
            if (
                _MAY_SAY.search(found[0])
                and words.holds(found[0], "missed")
                and "?" not in piece.text[found.end() :][:1]
            ):
                yield from _in_sentence(piece, tokens(piece.text, *found.span(), words), found.end(), words)


def _in_sentence(piece: Piece, found: list[Token], end: int, words: Vocabulary) -> Iterator[CheckedClaim]:
    numbers = [at for at, token in enumerate(found) if token.kind == "N"]
    if len(numbers) != 2:
        return
    first, second = numbers
    names = [at for at in range(first) if found[at].kind == "M"]
    if not names or found[names[-1]].value != RECALL or any(t.kind not in "=OFP" for t in found[names[-1] + 1 : first]):
        return
    between = [token for token in found[first + 1 : second] if token.kind not in "=OFJHP,"]
    if any("shows" not in token.roles and token.text not in "(),;:–—-" for token in between):
        return
    recall, missed = found[first], found[second]
    said = _OF_POSITIVES.fullmatch(piece.text, missed.end, end)
    if (
        said is None
        or "missed" not in words.roles(said[1])
        or not _MAY_SAY.search(piece.text, missed.end - 4, missed.end + 8)
    ):
        return
    is_hedged = any(token.kind == "H" for token in found[first:second])
    if not _is_rest(recall, missed, is_hedged):
        span = Span(piece.position(missed.start), piece.stop(missed.end))
        scores = (f"{RECALL} = {recall.text}", f"{missed.text} missed")
        yield contradicted(Question(RECALL), missed.text, span, scores)


def _is_rest(recall: Token, missed: Token, is_hedged: bool) -> bool:
    """Whether the two may be parts of one; a share that is hedged may be rounded to a whole percent, or to 5 or 10."""
    (low, high), (least, most) = (room_of(read_printed(_plain(token.text))) for token in (recall, missed))
    rate = 1 if "%" in recall.text or low > 1 else 100
    about = 0
    if is_hedged:
        whole = round(least)
        about = 5 if whole % 10 == 0 else 3 if whole % 5 == 0 else 1
    return least - about <= 100 - low * rate and 100 - high * rate <= most + about


def _plain(text: str) -> str:
    return text.replace("\\", "").replace(",", ".").rstrip("% ")
