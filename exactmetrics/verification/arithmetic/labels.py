"""A name with a number before a colon set apart, which is no ratio: `Run 7 : 2/3 = 0.667`, `F1 : 2/3 = 0.667`.

Whether the colon divides is decided by what holds. A part behind it that is worked out and holds by itself is judged by
itself; so is one that does not hold, where what stands before the colon is surely a name and no ratio holds either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.expression.reading.tokens import Token
from exactmetrics.verification.arithmetic.alternatives import HELD
from exactmetrics.verification.arithmetic.chains import SideChain, judged
from exactmetrics.verification.arithmetic.marks import OPERATORS, is_unspaced
from exactmetrics.verification.arithmetic.sides import whole
from exactmetrics.verification.arithmetic.words import BINDING, HEDGES, LABELLING, SAYING, TAKEN_OF

_NAME = re.compile(r"(?:^|[^\w\\])([^\W\d_]+)(\d*)[ \u00a0]*$")
_REACH = 40  # characters looked at before the colon
_MARKS = " \t*_#>-+•"  # of a list, a heading, emphasis
_BEGINNINGS = ("", "\n", "|", ".", ";", "(")
_NO_LABEL = BINDING | HEDGES | SAYING | TAKEN_OF


def without_label(
    text: str, chain: SideChain, verdicts: list[Verdict | None], comma: bool, rule: RoundingRule
) -> tuple[SideChain, list[Verdict | None]]:
    """The chain from behind the colon of a label on, with its verdicts; the chain as it is where there is none.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.chains import chains_of
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> text = "Run 7 : 2/3 = 0.667"
    >>> chain, = chains_of(marked(tokenize(text), formula=False), False)
    >>> found, verdicts = without_label(text, chain, judged(chain, False, "nearest"), False, "nearest")
    >>> found.sides[0].span, [verdict.word for verdict in verdicts if verdict]
    ((8, 11), ['rounded'])
    """
    found = _label(text, chain.sides[0].tokens)
    if found is None:
        return chain, verdicts
    sure, rest = found
    held = _holds(verdicts[0])
    if held and not sure:
        return chain, verdicts
    side = whole(rest, comma)
    if side.tree is None:
        return chain, verdicts
    shorter = SideChain([side, *chain.sides[1:]], chain.relations, chain.signs)
    again = judged(shorter, comma, rule)
    if _holds(again[0]):
        if sure or verdicts[0] is None:
            return shorter, again
        doubtful = replace(verdicts[0], word="unread", level="note", why=Why("numbered-label"))
        return chain, [doubtful, *verdicts[1:]]
    if sure and not held and _is_worked(rest) and not any(token.text in ":÷" for token in rest):
        return shorter, again
    return chain, verdicts


def _label(text: str, tokens: Sequence[Token]) -> tuple[bool, Sequence[Token]] | None:
    """Whether what stands before a colon is surely a label, and what stands behind the colon."""
    at = next((at for at, token in enumerate(tokens[:2]) if token.kind == "over"), None)
    if at is None or (at == 1 and tokens[0].kind != "number"):
        return None
    colon, rest = tokens[at], tokens[at + 1 :]
    place = colon.position
    if text[place - 1 : place + 2].replace("\u00a0", " ") != " : " or not (_is_worked(rest) or _is_result(rest)):
        return None
    end = tokens[0].position
    before = text[max(0, end - _REACH) : end]
    found = _NAME.search(before)
    # the digits end the word itself ("F1 :"), or they are the number behind it ("Run 7 :")
    if found is None or bool(found[2]) is bool(at) or is_unspaced(found[1]) or found[1].lower() in _NO_LABEL:
        return None
    name = found[1]
    begins = before[: found.start(1)].rstrip(_MARKS)[-1:] in _BEGINNINGS and len(name) > 1
    return begins or name[0].isupper() or name.lower() in LABELLING, rest


def _is_worked(tokens: Sequence[Token]) -> bool:
    return any(token.kind in OPERATORS or token.kind in ("frac", "percent") for token in tokens)


def _is_result(tokens: Sequence[Token]) -> bool:
    """Whether one number stands there that no ratio of whole numbers is made of: `0.75`."""
    return len(tokens) == 1 and tokens[0].kind in ("number", "vulgar") and not tokens[0].text.isdigit()


def _holds(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.word in HELD
