"""Clauses: stretches of tokens that hold one or several equalities, cut out of running text.

Brackets that hold a relation are clauses of their own (`with (a = 3/4 = 0.75)`); what is left of them outside is a
word. Outside brackets a clause ends at punctuation, at a new row or line, and where a table or a quotation ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactmetrics.expression.reading.cursor import CLOSING
from exactmetrics.expression.reading.limits import MAX_DEPTH
from exactmetrics.expression.reading.tokens import Token
from exactmetrics.verification.arithmetic.marks import OPERANDS, OPERATORS, STARTS

_GOES_ON = OPERATORS | {"relation", "open", "frac", "root"}
_RESUMES = frozenset({"relation", "times", "over", "power", "close"})


def clauses(tokens: Sequence[Token], text: str) -> Iterator[list[Token]]:
    """The clauses that hold a relation, in no particular order.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> text = "P = 3/4, R (4/5 = 0.8) = x"
    >>> ["".join(t.text for t in c) for c in clauses(marked(tokenize(text), formula=False), text)]
    ['P=3/4', 'R()=x', '4/5=0.8']
    """
    waiting = [(tokens, 0)]
    while waiting:
        part, depth = waiting.pop()
        outside, inside = _without_groups(_joined_rows(part))
        yield from (clause for clause in _cut(outside, text) if any(t.kind == "relation" for t in clause))
        if depth < MAX_DEPTH:
            waiting.extend((group, depth + 1) for group in inside)


def _joined_rows(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without the ends of rows behind which the arithmetic goes on with an operator or a relation."""
    if not any(token.kind == "row" for token in tokens):
        return tokens
    out: list[Token] = []
    for at, token in enumerate(tokens):
        follower = next((t for t in tokens[at + 1 : at + 4] if t.kind != "wide"), None)
        if token.kind in ("row", "wide") and follower is not None and out:
            after_row = token.kind == "row" or tokens[at - 1].kind in ("row", "wide")
            sum_goes_on = follower.kind in OPERATORS and out[-1].kind in OPERANDS
            if after_row and (sum_goes_on or (token.kind == "row" and follower.kind == "relation")):
                continue
        out.append(token)
    return out


def partners(tokens: Sequence[Token]) -> dict[int, int]:
    """Where the bracket opened at each place is closed; rows end what is open.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> partners(tokenize("(1 + [2)] (3)"))
    {7: 9}
    """
    found: dict[int, int] = {}
    waiting: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind == "open":
            waiting.append(at)
        elif token.kind == "close":
            if waiting and CLOSING[tokens[waiting[-1]].text] == token.text:
                found[waiting.pop()] = at
            else:
                waiting.clear()
        elif token.kind == "row" and not any(tokens[w].text == "{" for w in waiting):
            waiting.clear()
    return found


def _without_groups(tokens: Sequence[Token]) -> tuple[list[Token], list[Sequence[Token]]]:
    """The tokens with a word for each bracket that holds a relation, and what those brackets hold."""
    ends = partners(tokens)
    closed = set(ends.values())
    relations = [0]
    for token in tokens:
        relations.append(relations[-1] + (token.kind == "relation"))
    outside: list[Token] = []
    inside: list[Sequence[Token]] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        end = ends.get(at)
        if end is not None and (relations[end] > relations[at] or _restates(outside, tokens[at : end + 2])):
            if _restates(outside, tokens[at : end + 2]):
                outside += [token._replace(kind="relation"), *tokens[at + 1 : end], tokens[end]._replace(kind="break")]
            elif tokens[at + 1].kind == "relation" and outside and outside[-1].kind in OPERANDS:
                outside += [*tokens[at + 1 : end], tokens[end]._replace(kind="break")]  # "4/3 (= 1.33)"
            else:
                inside.append(tokens[at + 1 : end])
                outside.append(token._replace(kind="group", text="()"))
            at = end
        elif end is not None:
            outside.extend(tokens[at : end + 1])
            at = end
        elif token.kind == "open" or (token.kind == "close" and at not in closed):
            outside.append(token._replace(kind="break"))
        else:
            outside.append(token)
        at += 1
    return outside, inside


def _restates(outside: Sequence[Token], group: Sequence[Token]) -> bool:
    """Whether a bracket says a decimal again as a percentage: `0.7059 (70.59 %)`."""
    if [t.kind for t in group[:4]] != ["open", "number", "percent", "close"] or not group[0].spaced or not outside:
        return False
    if group[-1].kind == "relation":
        return False  # the chain goes on behind the bracket
    before = outside[-1]
    after_sign = len(outside) > 1 and outside[-2].kind == "relation"
    return before.kind == "number" and after_sign and before.text[:2] in ("0.", "0,", "1.", "1,")


def _cut(tokens: list[Token], text: str) -> Iterator[list[Token]]:
    clause: list[Token] = []
    depth = 0
    for at, token in enumerate(tokens):
        depth -= token.kind == "close"
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        if depth == 0 and token.kind in ("break", "row", "stop", "wide"):
            if token.kind == "row" and after is not None and after.kind == "relation":
                continue  # the row goes on where the last one ended
            if _ends_clause(token, after):
                yield clause
                clause = [token._replace(kind="junk")] if _is_list(clause, token) else []
                continue
        elif depth == 0 and clause and token.spaced and _new_line(clause[-1], token, after, text):
            yield clause
            clause = []
        depth += token.kind == "open"
        clause.append(token)
    yield clause


def _ends_clause(token: Token, after: Token | None) -> bool:
    """Whether punctuation, the end of a row or a wide space parts what stands around it."""
    if token.kind == "wide":
        return _parts(after)
    return token.kind != "stop" or after is None or after.spaced or after.kind not in ("number", "stop")


def _is_list(clause: list[Token], stop: Token) -> bool:
    """Whether a comma parts numbers: what follows it belongs to a list then."""
    if stop.text != "," or not clause or clause[-1].kind not in ("number", "percent"):
        return False
    return len(clause) < 3 or not any(token.kind == "relation" for token in clause)


def _parts(after: Token | None) -> bool:
    """Whether a wide space before this token stands between two equalities."""
    return after is not None and after.kind in ("word", "symbol", "number", "frac", "edge")


def _new_line(before: Token, token: Token, after: Token | None, text: str) -> bool:
    """Whether a line or a column ends between two tokens and with it the arithmetic."""
    if before.kind in _GOES_ON or token.kind in _RESUMES:
        return False
    if token.kind == "sign" and after is not None and after.spaced:
        return False  # a sum that goes on, not a negative number
    if before.kind not in OPERANDS or token.kind not in STARTS | {"sign"}:
        return False
    gap = text[before.position + len(before.text) : token.position]
    return "\n" in gap or (token.kind != "sign" and ("\t" in gap or "   " in gap))
