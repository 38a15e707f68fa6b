"""Other ways to read a side that does not hold as it stands, each of which people do write.

A remark or a footnote in brackets behind a number, the number of an equation or a list item before it, mixed numbers, a
superscript that marks a footnote, a colon that is no division, two numbers side by side of which one belongs elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.expression.links import ORDER, SOUND, judge_link
from exactmetrics.expression.nodes import Expr, Literal
from exactmetrics.expression.reading.grammar import MAX_LENGTH, parse
from exactmetrics.expression.reading.tokens import Relation, Token
from exactmetrics.verification.arithmetic.clauses import partners
from exactmetrics.verification.arithmetic.sides import Side

_NUMBERS = frozenset({"number", "periodic", "vulgar"})
HELD = frozenset({*SOUND, "float", "truncated", "interval"})
READINGS = 4  # of one side


def otherwise(left: Side, relation: Relation, right: Side, comma: bool, rule: RoundingRule) -> Verdict | None:
    """The best verdict of the other readings of the sides of a link, if one of them holds.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.sides import whole
    >>> sides = [whole(tokenize(text), False) for text in ("90/100 * 100", "90%")]
    >>> print(otherwise(sides[0], "=", sides[1], False, "nearest").word)
    exact
    """
    lefts, rights = _readings_of(left, comma, True), _readings_of(right, comma, False)
    found = []
    for a, of_a in lefts:
        for b, of_b in rights:
            found.append(judge_link(a, b, relation=relation, rule=rule))
            for c, d in _percent_as_unit(a, of_a, b, of_b, comma):
                found.append(judge_link(c, d, relation="≈" if relation == "=" else relation, rule=rule))
    return min(
        (verdict for verdict in found if verdict.word in HELD),
        key=lambda verdict: ORDER.index(verdict.word),
        default=None,
    )


def _readings_of(side: Side, comma: bool, left: bool) -> list[tuple[Expr, Sequence[Token]]]:
    out = [(side.tree, side.tokens)] if side.tree is not None else []
    out += islice(readings(side.tokens, comma, left=left), READINGS)
    return out


def _percent_as_unit(
    left: Expr, of_left: Sequence[Token], right: Expr, of_right: Sequence[Token], comma: bool
) -> Iterator[tuple[Expr, Expr]]:
    """The sides with the percent sign of one taken for a unit: the other reckons in percent or multiplies by 100.

    A bare number below 2 is no percentage that somebody wrote so: there the factor of 100 is missing.
    """
    for marked, other, turn in ((of_right, of_left, False), (of_left, of_right, True)):
        hundred = any(t.text in ("100", "100.0") for t in other)
        if any(t.kind == "percent" for t in other) and not hundred:
            continue
        bare = [token for token in marked if token.kind != "percent"]
        if not bare or len(bare) == len(marked):
            continue
        try:
            tree = parse(bare, bare[-1].position + 1, decimal_comma=comma)
        except ReadingError:
            continue
        if hundred or _is_large(tree):
            yield (tree, right) if turn else (left, tree)


def _is_large(tree: Expr) -> bool:
    return isinstance(tree, Literal) and tree.value >= 2


def readings(tokens: Sequence[Token], comma: bool, *, left: bool) -> Iterator[tuple[Expr, Sequence[Token]]]:
    """The trees of other readings with their tokens; `left` for the side before the relation.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> [len(tokens) for _, tokens in readings(tokenize("0.7059 (70.59 %)"), False, left=False)]
    [1]
    """
    if not tokens or tokens[-1].position - tokens[0].position > MAX_LENGTH:
        return
    for other in _other_tokens(tokens, left):
        if other:
            try:
                tree = parse(other, other[-1].position + len(other[-1].text), decimal_comma=comma)
            except ReadingError:
                continue
            yield tree, other


def _other_tokens(tokens: Sequence[Token], left: bool) -> Iterator[Sequence[Token]]:
    yield from _without_last_bracket(tokens)
    if not left:
        if tokens[-1].kind == "super":
            yield tokens[:-1]
    elif tokens[0].kind == "open":
        end = partners(tokens).get(0)
        if end is not None and end + 1 < len(tokens) and tokens[end + 1].spaced and end <= 2:
            yield tokens[end + 1 :]
    mixed = _mixed(tokens)
    if mixed is not None:
        yield mixed
    yield from _at_gaps(tokens, left)
    bound = _bound_products(tokens)
    if bound is not None:
        yield bound
    at = period_at(tokens)
    if at is not None:
        text = "".join(token.text for token in tokens[at : at + 4])
        yield [*tokens[:at], tokens[at]._replace(kind="periodic", text=text), *tokens[at + 4 :]]


def period_at(tokens: Sequence[Token]) -> int | None:
    """Where a decimal stands with a whole number in brackets behind it, as close as a period is written: 0.1(6).

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> period_at(tokenize("2 + 0.1(6)")), period_at(tokenize("2(6)")), period_at(tokenize("0.1 (6)"))
    (2, None, None)
    """
    for at in range(len(tokens) - 3):
        number, opened, inner, closed = tokens[at : at + 4]
        if number.kind == "number" and opened.text == "(" and inner.kind == "number" and closed.text == ")":
            close = not (opened.spaced or inner.spaced or closed.spaced)
            if close and inner.text.isdigit() and ("." in number.text or "," in number.text):
                return at
    return None


def _without_last_bracket(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    last = tokens[-1]
    if last.kind != "close":
        return
    ends = partners(tokens)
    start = next((at for at, end in ends.items() if end == len(tokens) - 1), 0)
    if start and (tokens[start].spaced or last.text == "]") and tokens[start - 1].kind not in ("times", "over", "sign"):
        yield tokens[:start]


def _mixed(tokens: Sequence[Token]) -> Sequence[Token] | None:
    """With a plus in brackets where a whole number stands before a fraction: 2 1/2, 2\\frac{1}{2}, 2½."""
    out: list[Token] = []
    found = False
    ends = partners(tokens)
    at = 0
    while at < len(tokens):
        size = _fraction_at(tokens, at + 1, ends)
        token = tokens[at]
        if size and token.kind == "number" and token.text.isdigit():
            place = token.position
            out += [Token("open", "(", place, False), token, Token("sign", "+", place, False)]
            out += [*tokens[at + 1 : at + 1 + size], Token("close", ")", place, False)]
            at += 1 + size
            found = True
        else:
            out.append(token)
            at += 1
    return out if found else None


def _fraction_at(tokens: Sequence[Token], at: int, ends: dict[int, int]) -> int:
    """How many tokens from there on are one fraction of whole numbers."""
    kinds = [t.kind for t in tokens[at : at + 3]]
    if kinds[:1] == ["vulgar"]:
        return 1
    if kinds == ["number", "over", "number"] and tokens[at].text.isdigit() and tokens[at + 2].text.isdigit():
        return 3
    if kinds[:2] == ["frac", "open"] and at + 1 in ends and ends[at + 1] + 1 in ends:
        return ends[ends[at + 1] + 1] - at + 1
    return 0


def _at_gaps(tokens: Sequence[Token], left: bool) -> Iterator[Sequence[Token]]:
    """Cut where two numbers stand side by side, or at a colon that was taken for a division."""
    for at in range(1, len(tokens)):
        gap = tokens[at].kind in _NUMBERS and tokens[at - 1].kind in (*_NUMBERS, "percent", "close")
        sign = tokens[at].text == ":" or (tokens[at].kind == "stop" and tokens[at].text == ",")
        if gap or sign:
            yield tokens[at + sign :] if left else tokens[:at]


def _bound_products(tokens: Sequence[Token]) -> Sequence[Token] | None:
    """With brackets around a product without a sign after a division: 1/2(3) as 1/(2(3))."""
    for at in range(2, len(tokens) - 1):
        if tokens[at - 2].kind == "over" and tokens[at - 1].kind == "number" and tokens[at].kind == "open":
            end = partners(tokens).get(at)
            if end is None:
                return None
            place = tokens[at].position
            opened, closed = Token("open", "(", place, False), Token("close", ")", place, False)
            return [*tokens[: at - 1], opened, *tokens[at - 1 : end + 1], closed, *tokens[end + 1 :]]
    return None
