"""A side of an equality in running text: runs of arithmetic with words between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from exactmetrics.expression.reading.tokens import Token
from exactmetrics.verification.arithmetic.clauses import partners
from exactmetrics.verification.arithmetic.marks import OPERANDS, OPERATORS, is_unspaced

_WORDY = frozenset({"word", "symbol", "group", "junk", "break", "edge"})
_ALGEBRA = frozenset({"sign", "times", "power"})
_NOT_PLAIN = _WORDY | {"wide"}


@dataclass(slots=True)
class Run:
    """Tokens of arithmetic without a word between them; `symbols` says whether names are part of it.

    `before` is the word (or other separator) that it follows, None at the beginning of the side.
    """

    before: Token | None
    tokens: list[Token] = field(default_factory=list)
    symbols: bool = False


def near_end(side: Sequence[Token]) -> Sequence[Token]:
    """The tokens of a side from the last word on that its last run may follow.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> [t.text for t in near_end(marked(tokenize("we all know that 3 + 4"), formula=False))]
    ['that', '3', '+', '4']
    """
    depth = 0
    for at in range(len(side) - 1, 0, -1):
        token = side[at]
        depth += (token.kind == "close") - (token.kind == "open")
        if depth < 0:
            return side
        if token.kind == "word" and not depth and side[at - 1].kind == "word":
            follower = side[at + 1] if at + 1 < len(side) else None
            if follower is None or follower.spaced:
                return side[at:]
    return side


def near_begin(side: Sequence[Token], words: int = 5) -> Sequence[Token]:
    """The tokens of a side up to where so many words in a row have ended its first run for sure.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> [t.text for t in near_begin(marked(tokenize("3 apples and 4 pears of all the rest"), formula=False), words=2)]
    ['3', 'apples', 'and']
    """
    row = depth = 0
    for at, token in enumerate(side):
        depth += (token.kind == "open") - (token.kind == "close")
        row = row + 1 if token.kind == "word" else 0
        if row >= words and depth <= 0:
            return side[: at + 1]
    return side


def runs_of(side: Sequence[Token]) -> list[Run]:
    """The runs of a side, at least one; remarks in brackets behind a number are left out.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> side = marked(tokenize("the share is 15 (TP) + 5 of all"), formula=False)
    >>> [("".join(t.text for t in run.tokens), run.before and run.before.text) for run in runs_of(side)][-3:]
    [('15+5', 'is'), ('', 'of'), ('', 'all')]
    """
    if _NOT_PLAIN.isdisjoint([token.kind for token in side]):
        return [Run(None, list(side))]
    runs = [Run(None)]
    side = _without_edges(side)
    ends = partners(side)
    wordy = [0, *accumulate(token.kind in _WORDY for token in side)]
    at = 0
    while at < len(side):
        token, run = side[at], runs[-1]
        end = ends.get(at)
        if end is not None and wordy[end] > wordy[at]:
            if not _is_remark(side, at, end):
                run.symbols = True
                run.tokens.append(token._replace(kind="symbol"))
            at = end
        elif token.kind == "group":
            if not (at and side[at - 1].kind in OPERANDS):
                run.symbols = True
        elif token.kind in ("word", "junk", "edge", "wide", "break"):
            _separate(runs, side, at)
        else:
            run.symbols = run.symbols or token.kind == "symbol"
            run.tokens.append(token)
        at += 1
    return runs


def _separate(runs: list[Run], side: Sequence[Token], at: int) -> None:
    """Begin a new run; the word of a function call is part of it."""
    token = side[at]
    follower = side[at + 1] if at + 1 < len(side) else None
    runs.append(Run(token))
    if token.kind != "word" or follower is None or follower.spaced or is_unspaced(token.text):
        return
    if follower.kind in ("open", "group", "symbol", "super", "power"):
        runs[-1].symbols = True
        runs[-1].tokens.append(token._replace(kind="symbol"))


def _is_remark(side: Sequence[Token], at: int, end: int) -> bool:
    """Whether a bracket with words is a remark on the number before it: `15 (TP) + 5 (FP)`, not `2(TP)`.

    Behind a fraction words that are added or multiplied are a factor: `1/2 (TPR + TNR)`.
    """
    before = side[at - 1] if at else None
    if before is None or before.kind not in OPERANDS or side[at].text not in "([":
        return False
    words = [t for t in side[at + 1 : end] if t.kind in ("word", "symbol")]
    if any(t.kind in _ALGEBRA for t in side[at + 2 : end]) and not _is_count(side, at - 1):
        return False
    if not side[at].spaced:
        return any(t.kind == "word" for t in words) and all(t.kind not in OPERATORS for t in side[at + 1 : end])
    return bool(words)


def _is_count(side: Sequence[Token], at: int) -> bool:
    """Whether a whole number stands there that divides nothing: what is counted may be said behind it as a sum."""
    divides = at > 0 and side[at - 1].kind in ("over", "frac")
    return side[at].kind == "number" and side[at].text.isdigit() and not divides


def _without_edges(side: Sequence[Token]) -> list[Token]:
    """Without the marks of formulas, except where one stands between two numbers."""
    out: list[Token] = []
    dropped = False
    for at, token in enumerate(side):
        if token.kind == "edge":
            before = out[-1].kind if out else ""
            after = next((t.kind for t in side[at + 1 :] if t.kind != "edge"), "")
            if before not in OPERANDS or after not in ("number", "open", "frac", "root", "periodic", "vulgar"):
                dropped = True
                continue
        out.append(Token(token.kind, token.text, token.position, True) if dropped else token)
        dropped = False
    return out
