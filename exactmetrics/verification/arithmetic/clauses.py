"""Clauses: stretches of tokens that hold one or several equalities, cut out of running text.

Brackets that hold a relation are clauses of their own (`with (a = 3/4 = 0.75)`); what is left of them outside is a
word. Outside brackets a clause ends at punctuation, at a new row or line, and where a table or a quotation ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exactmetrics.expression.reading.grammar import CLOSING, MAX_DEPTH
from exactmetrics.expression.reading.tokens import Token
from exactmetrics.verification.arithmetic.beginnings import begins_equality, ends_with_result, has_relation
from exactmetrics.verification.arithmetic.marks import OPERANDS, OPERATORS, STARTS
from exactmetrics.verification.arithmetic.masks import OPEN
from exactmetrics.verification.arithmetic.restated import after_or, in_brackets

_PARTING = frozenset({"break", "row", "stop", "wide"})
_BEGINNING = STARTS | {"sign", "word", "symbol"}
_NAMED = re.compile(r"[^=≈\n]{1,60}[=≈;]")  # a line that begins with a name and a relation, or a colon made plain


def clauses(tokens: Sequence[Token], text: str, *, formula: bool = False) -> Iterator[list[Token]]:
    """The clauses that hold a relation, in no particular order; `formula` where all of it is one formula.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> text = "P = 3/4, R (4/5 = 0.8) = x"
    >>> ["".join(t.text for t in c) for c in clauses(marked(tokenize(text), formula=False), text)]
    ['P=3/4', 'R()=x', '4/5=0.8']
    """
    waiting: list[tuple[Sequence[Token], int]] = [(after_or(tokens) if "%" in text else tokens, 0)]
    while waiting:
        part, depth = waiting.pop()
        outside, inside = _without_groups(_joined_rows(part) if "\\" in text else part)
        yield from (clause for clause in _cut(outside, text, formula) if any(t.kind == "relation" for t in clause))
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
            if follower.kind == "sign" and sum_goes_on and ends_with_result(out):
                sum_goes_on = not begins_equality(tokens, tokens.index(follower, at))
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
    if not _has_groups(tokens, ends):
        return list(tokens), []
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
        again = in_brackets(outside, tokens[at : end + 2]) if end is not None else ()
        if end is not None and (relations[end] > relations[at] or again):
            if again:
                outside += [token._replace(kind="relation"), *again, tokens[end]._replace(kind="break")]
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
            outside.append(token._replace(kind="unmatched" if _works(tokens, at) else "break"))
        else:
            outside.append(token)
        at += 1
    return outside, inside


def _works(tokens: Sequence[Token], at: int) -> bool:
    """Whether a bracket without a partner stands where arithmetic goes on: `4/(4+1 = 0.8`, `3+4)) / 2`."""
    if tokens[at].kind == "open":
        before = tokens[at - 1].kind if at else ""
        return before in ("times", "over", "frac", "root") or (before == "sign" and at > 1)
    after = tokens[at + 1].kind if at + 1 < len(tokens) else ""
    return after in ("times", "over") and tokens[at - 1].kind in OPERANDS


def _has_groups(tokens: Sequence[Token], ends: dict[int, int]) -> bool:
    """Whether a bracket is left open, or one may hold a relation or a percentage that says something again."""
    brackets, last = 0, -1
    for at, token in enumerate(tokens):
        kind = token.kind
        if kind == "open" or kind == "close":
            brackets += 1
            last = max(last, ends.get(at, -1))
        elif at < last and (kind == "relation" or kind == "percent"):
            return True
    return brackets != 2 * len(ends)


def _cut(tokens: list[Token], text: str, formula: bool) -> Iterator[list[Token]]:
    clause: list[Token] = []
    depth = 0
    inside = formula
    for at, token in enumerate(tokens):
        kind = token.kind
        if kind == "close":
            depth -= 1
        elif kind == "edge":
            inside = formula or token.text == OPEN
        if depth == 0:
            if kind in _PARTING:
                after = tokens[at + 1] if at + 1 < len(tokens) else None
                if kind == "row" and after is not None and after.kind == "relation":
                    continue  # the row goes on where the last one ended
                if _ends_clause(token, after) or (kind == "wide" and _begins_anew(tokens, at + 1, clause)):
                    yield clause
                    clause = [token._replace(kind="junk")] if _is_list(clause, token) else []
                    continue
            elif (kind == "edge" and token.text == OPEN and _begins_formula(tokens, at + 1, clause, text)) or (
                token.spaced
                and not inside
                and clause
                and clause[-1].kind in OPERANDS
                and _new_line(tokens, at, clause[-1], text)
            ):
                yield clause
                clause = []
        if kind == "open":
            depth += 1
        clause.append(token)
    yield clause


def _ends_clause(token: Token, after: Token | None) -> bool:
    """Whether punctuation, the end of a row or a wide space parts what stands around it."""
    if token.kind == "wide":
        return _parts(after)
    return token.kind != "stop" or after is None or after.spaced or after.kind not in ("number", "stop")


def _begins_anew(tokens: list[Token], at: int, clause: list[Token]) -> bool:
    """Whether a formula or a column begins, with a sign, an equality of its own behind another one."""
    if at >= len(tokens) or tokens[at].kind != "sign" or not clause:
        return False
    last = next((token.kind for token in reversed(clause) if token.kind != "edge"), "")
    return last not in OPERATORS | {"relation"} and has_relation(clause) and begins_equality(tokens, at)


def _begins_formula(tokens: list[Token], at: int, clause: list[Token], text: str) -> bool:
    """Whether a formula begins anew: with a sign, or on a line of its own with a name, behind an equality."""
    if _begins_anew(tokens, at, clause):
        return True
    if at >= len(tokens) or tokens[at].kind not in ("symbol", "word") or not clause or clause[-1].kind != "edge":
        return False
    new = "\n" in text[clause[-1].position : tokens[at].position]
    return new and has_relation(clause) and _NAMED.match(text, tokens[at].position) is not None


def _is_list(clause: list[Token], stop: Token) -> bool:
    """Whether a comma parts numbers: what follows it belongs to a list then."""
    if stop.text != "," or not clause or clause[-1].kind not in ("number", "percent"):
        return False
    return len(clause) < 3 or not any(token.kind == "relation" for token in clause)


def _parts(after: Token | None) -> bool:
    """Whether a wide space before this token stands between two equalities."""
    return after is not None and after.kind in ("word", "symbol", "number", "frac", "edge")


def _new_line(tokens: Sequence[Token], at: int, before: Token, text: str) -> bool:
    """Whether a line or a column ends between an operand and what may begin another clause."""
    token = tokens[at]
    if token.kind not in _BEGINNING:
        return False
    if token.kind == "sign" and at + 1 < len(tokens) and tokens[at + 1].spaced:
        return False  # a sum that goes on, not a negative number
    gap = text[before.position + len(before.text) : token.position]
    if token.kind in ("word", "symbol"):
        return "\n" in gap and _NAMED.match(text, token.position) is not None
    wide = "\t" in gap or "   " in gap or (token.kind == "number" and "  " in gap)
    return "\n" in gap or (token.kind != "sign" and wide)
