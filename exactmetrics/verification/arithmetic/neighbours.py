"""Arithmetic whose result stands behind an arrow or in the next cell of a table, without a sign of equality.

An arrow may say "becomes" and two cells may have nothing to do with each other, so such a pair is a link where it
holds; where it nearly does, it is reported as unread, and as false only in a table whose rows above showed what these
columns mean: one that holds at three digits, or two. A whole number shows nothing: anything counted stands in cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.exact.values import Number, Root, Symbolic
from exactmetrics.expression.links import judge_link
from exactmetrics.expression.reading.tokens import Token
from exactmetrics.expression.reading.value import value_of
from exactmetrics.verification.arithmetic.alternatives import HELD, otherwise
from exactmetrics.verification.arithmetic.chains import SideChain
from exactmetrics.verification.arithmetic.masks import BREAK
from exactmetrics.verification.arithmetic.segments import runs_of
from exactmetrics.verification.arithmetic.sides import Side, first_side, last_side
from exactmetrics.verification.arithmetic.signs import ARROW

CELLS = frozenset({"|", "│", "║", BREAK})
_WORKED = frozenset({"over", "times", "frac", "root", "power", "sign"})
_ENDS = frozenset({"break", "row", "relation", "stop", "wide"})
_BORDERS = frozenset({"break", "row"})
ENOUGH = 2  # what rows that hold must show together
_NEAR = Fraction(1, 4)  # of the value: further apart, two numbers have little to do with each other


def neighbours(
    tokens: Sequence[Token], comma: bool, rule: RoundingRule, *, shown: Counter[int]
) -> Iterator[tuple[SideChain, Verdict]]:
    """Pairs of a piece of arithmetic and the number behind it, with verdicts.

    `shown` says by column how much the rows that held so far have shown, and is added to.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> row, seen = marked(tokenize("| Precision | 3/4 | 0.75 |"), formula=False), Counter()
    >>> [verdict.word for _, verdict in neighbours(row, False, "nearest", shown=seen)], seen
    (['exact'], Counter({2: 1}))
    """
    column = 0
    for at, token in enumerate(tokens):
        if token.kind == "row":
            column = 0
        cell = token.text in CELLS
        if token.kind != "break" or not (cell or token.text == ARROW):
            continue
        column += cell and at > 0 and tokens[at - 1].kind not in _BORDERS
        before, after = _before(tokens, at), _after(tokens, _last_of_border(tokens, at) if cell else at)
        if not before or not after or (cell and not _whole_cell(tokens, at, before, after)):
            continue
        left, right = first_side(before, comma), last_side(after, comma)
        proved = cell and shown[column] >= ENOUGH
        verdict = _verdict(left, right, comma, rule, proved)
        if verdict is None or (cell and not proved and _is_whole(right)):
            continue
        if cell:
            shown[column] += _shown_by(verdict, right)
        yield SideChain([left, right], ["≈"], [token]), verdict


def _is_whole(right: Side) -> bool:
    """Whether the number is a whole one, as counts and numbers of rows are."""
    return all(token.text.isdigit() for token in right.tokens if token.kind == "number") and not any(
        token.kind == "percent" for token in right.tokens
    )


def _shown_by(verdict: Verdict, right: Side) -> int:
    """How much a pair that holds shows: at three digits it is no chance, exactly or at two digits it may be one."""
    if verdict.word not in HELD or _is_whole(right):
        return 0
    digits = max((len(token.text.replace(",", ".").partition(".")[2]) for token in right.tokens), default=0)
    return ENOUGH if digits >= 3 else 1 if digits == 2 or verdict.word == "exact" else 0


def _before(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """The tokens before a place, back to where their clause begins."""
    start = at
    depth = 0
    while start and tokens[start - 1].kind not in _ENDS:
        depth += (tokens[start - 1].kind == "close") - (tokens[start - 1].kind == "open")
        if depth < 0:
            break
        start -= 1
    return tokens[start:at]


def _after(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    end = at + 1
    while end < len(tokens) and tokens[end].kind not in _ENDS | {"open", "close"}:
        end += 1
    return tokens[at + 1 : end]


def _last_of_border(tokens: Sequence[Token], at: int) -> int:
    """The last of the signs between two cells: web pages have one for the end and one for the beginning."""
    while at + 1 < len(tokens) and tokens[at + 1].kind == "break" and tokens[at + 1].text in CELLS:
        at += 1
    return at


def _whole_cell(tokens: Sequence[Token], at: int, before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether two cells hold nothing but arithmetic."""
    first, last = at - len(before) - 1, _last_of_border(tokens, at) + len(after) + 1
    if first >= 0 and tokens[first].kind == "relation":
        name = _before(tokens, first)
        first -= len(name) + 1
        if not name or not first_side(name, False).symbolic:
            return False
    ends = (first < 0 or tokens[first].kind in _BORDERS, last >= len(tokens) or tokens[last].kind in _BORDERS)
    return all(ends) and all(len(runs_of(cell)) == 1 for cell in (before, after))


def _verdict(left: Side, right: Side, comma: bool, rule: RoundingRule, proved: bool) -> Verdict | None:
    if left.tree is None or right.tree is None or left.quiet or right.quiet or not _is_worked(left, right):
        return None
    verdict: Verdict | None = judge_link(left.tree, right.tree, relation="≈", rule=rule)
    if verdict is not None and verdict.word not in HELD:
        held = otherwise(left, "≈", right, comma, rule)
        verdict = held if held is not None or verdict.word != "false" else verdict
    if verdict is None or verdict.word != "false" or left.doubt or right.doubt:
        return verdict if verdict is not None and verdict.word in HELD else None
    if proved and not _is_whole(right):
        return verdict
    if not are_near(left, right):
        return None
    why = Why("no-equals-sign")
    return Verdict("unread", "note", verdict.printed, verdict.value, verdict.difference, why=why)


def _is_worked(left: Side, right: Side) -> bool:
    """Whether something is worked out on the left and one number stands on the right."""
    worked = any(t.kind in _WORKED for t in left.tokens[1:]) or left.tokens[0].kind in ("frac", "root")
    return worked and len([t for t in right.tokens if t.kind not in ("percent", "edge", "sign")]) == 1


def are_near(left: Side, right: Side) -> bool:
    """Whether two sides that were read are so near each other that one is hardly there by chance; whole ones are not.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.sides import whole
    >>> [are_near(whole(tokenize("3/8"), False), whole(tokenize(text), False)) for text in ("0.385", "0.8")]
    [True, False]
    """
    assert left.tree is not None
    assert right.tree is not None
    a, b = value_of(left.tree), value_of(right.tree)
    if not isinstance(a, (Fraction, Root, Symbolic)) or not isinstance(b, Fraction) or not b:
        return False
    return _within(a, b)


def _within(a: Number, b: Fraction) -> bool:
    rough = Fraction(float(a))
    return abs(rough - b) < abs(b) * _NEAR and "." in f"{float(b)}" and b.denominator > 1
