"""Running text as tokens, cut into clauses: stretches that hold one or several equalities.

Kinds of tokens beyond those of the reader: `word` (of prose, or `\\text{...}` in a formula), `symbol` (a name in a
formula), `edge` (a formula begins or ends), `break` (a clause ends), `junk` (a sign without meaning in arithmetic),
`group` (a bracket that holds an equality of its own), `unmatched` (a bracket without a partner).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exactmetrics.expression.reading.grammar import CLOSING, MAX_DEPTH
from exactmetrics.expression.reading.tokens import UNSPACED, Token, tokenize
from exactmetrics.verification.links.plain import ARROW, BREAK, CLOSE, OPEN
from exactmetrics.verification.links.vocabulary import LETTERS, UNITS

NUMBERS = frozenset({"number", "periodic", "vulgar"})
OPERANDS = NUMBERS | {"close", "percent", "super"}
STARTS = NUMBERS | {"open", "frac", "root", "log", "pick"}
OPERATORS = frozenset({"sign", "times", "over", "power"})
CELLS = frozenset({"|", "│", "║", BREAK})
_KEPT = frozenset({"number", "relation", "open", "close", "over", "frac", "times"})
_BREAKS = frozenset('|"“”„«»?!;।॥—•▪◦‣✓✔✗…\u3000│├└─┌┐┘┤┬┴┼║═╔╗╚╝' + BREAK + ARROW)
_QUOTES = frozenset("'‘’‚‹›")
_PARTING = frozenset({"break", "row", "stop", "wide"})
_POINTS = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
_LETTER = re.compile(rf"[{UNSPACED}]")
_NAMED = re.compile(r"[^=≈\n]{1,60}[=≈;]")  # a line that begins with a name and a relation, or a colon made plain


def is_unspaced(word: str) -> bool:
    """Whether a word is of a script that sets no spaces."""
    return _LETTER.match(word) is not None


def is_quantity(word: str) -> bool:
    """Whether a word is one letter that may stand for a quantity; in most languages one letter may be a word too."""
    latin_or_greek = "a" <= word <= "z" or "α" <= word <= "ω" or "À" <= word <= "ɏ"
    return len(word) == 1 and latin_or_greek and word not in LETTERS


def last_word(token: Token) -> str:
    r"""The last word of a word token in small letters: "is" of ``\text{Accuracy is }``."""
    if token.text.startswith("\\"):
        words = re.findall(r"[^\W\d_]+", token.text.partition("{")[2])
        return words[-1].lower() if words else token.text[1:].lower()
    return token.text.lower()


def text_tokens(text: str, *, comma: bool, formula: bool = False) -> list[Token]:
    """The tokens of plain text with the kinds above; those of `formula` are all of one formula."""
    tokens = tokenize(text, decimal_comma=comma, thousands=True)
    out: list[Token] = []
    inside = formula
    for at, token in enumerate(tokens):
        kind = token.kind
        if kind in _KEPT:
            out.append(token)
        elif kind == "sign":
            if inside or token.spaced or not _is_hyphen(out, tokens[at + 1 : at + 2]):
                out.append(token)
        elif kind == "name":
            _add_name(out, token, inside)
        elif kind == "other" and token.text in (OPEN, CLOSE):
            inside = formula or token.text == OPEN
            out.append(token._replace(kind="edge"))
        elif kind == "other":
            out.append(_other(tokens, at))
        elif kind == "unit":
            out.append(_unit(token, out))
        elif kind == "stop" and token.text == ";":
            out.append(token._replace(kind="break"))
        elif kind == "stop" and _in_mixed_number(token, out, tokens[at + 1 : at + 2]):
            out[-1] = out[-1]._replace(kind="junk")
        elif kind != "tag":
            out.append(token)
    return out


def _is_hyphen(before: list[Token], after: list[Token]) -> bool:
    """Whether a sign without blanks parts the halves of a word: `F1-score`, `micro-averaged`, not `n-k`."""
    joined = bool(before and after) and before[-1].kind == "word" and not after[0].spaced
    return joined and after[0].kind == "name" and len(after[0].text) > 2


def _in_mixed_number(stop: Token, before: list[Token], after: list[Token]) -> bool:
    """Whether a comma stands in a number whose points part thousands, where all others have a decimal point."""
    if stop.text != "," or not (before and after) or before[-1].kind != "number" or after[0].kind != "number":
        return False
    return not (stop.spaced or after[0].spaced) and _POINTS.fullmatch(before[-1].text) is not None


def _add_name(out: list[Token], token: Token, inside: bool) -> None:
    text = token.text
    if text in ("\\$", "\\#"):
        return
    symbol = inside or text == "_" or (len(text) == 2 and text[0] == "\\")
    if not symbol and not token.spaced and out and out[-1].kind in ("number", "symbol"):
        unit = out[-1].kind == "number" and len(text) > 1 and text.lower() in UNITS
        symbol = not (unit or is_unspaced(text) or text[0] == "\\")
    out.append(Token("symbol" if symbol else "word", text, token.position, token.spaced))


def _unit(token: Token, before: list[Token]) -> Token:
    r"""`\text{...}` as a word, or as a symbol where it names something: it is a factor, or worked with."""
    inner = token.text.partition("{")[2].removesuffix("}")
    words = re.findall(r"[^\W\d_]+", inner)
    factor = bool(before) and before[-1].kind in ("number", "close", "symbol") and not token.spaced
    name = not words or (factor and inner == words[0] and inner[:1].isupper())
    return token._replace(kind="symbol" if name else "word")


def _other(tokens: list[Token], at: int) -> Token:
    """A colon or a dash between numbers as an operator; what parts clauses as a break; the rest as junk."""
    token = tokens[at]
    before = tokens[at - 1].kind if at else ""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if token.text in _QUOTES and (token.spaced or before in ("", "open", "break", "other", "stop")):
        return token._replace(kind="break")
    if token.text == "!" and before in OPERANDS and not token.spaced and after is not None:
        goes_on = after.kind in OPERATORS | {"relation", "close"} or (after.kind in STARTS and not after.spaced)
        if goes_on:
            return token._replace(kind="symbol")  # of a factorial
    if token.text in ":–" and before in OPERANDS and after is not None and after.kind in STARTS:
        return token._replace(kind="over" if token.text == ":" else "sign")
    comment = token.text == "#" and after is not None and after.spaced
    return token._replace(kind="break" if comment or token.text in _BREAKS or token.text in ":–" else "junk")


def partners(tokens: Sequence[Token]) -> dict[int, int]:
    """Where the bracket opened at each place is closed; the end of a row ends what is open."""
    found: dict[int, int] = {}
    if not any(token.kind == "open" for token in tokens):
        return found
    waiting: list[int] = []
    braces = 0
    for at, token in enumerate(tokens):
        if token.kind == "open":
            waiting.append(at)
            braces += token.text == "{"
        elif token.kind == "close":
            if waiting and CLOSING[tokens[waiting[-1]].text] == token.text:
                opened = waiting.pop()
                braces -= tokens[opened].text == "{"
                found[opened] = at
            else:
                waiting.clear()
                braces = 0
        elif token.kind == "row" and not braces:
            waiting.clear()
    return found


def clauses(tokens: Sequence[Token], text: str, *, formula: bool = False) -> Iterator[list[Token]]:
    """The clauses that hold a relation, in no particular order; `formula` where all of it is one formula."""
    waiting: list[tuple[Sequence[Token], int]] = [(tokens, 0)]
    while waiting:
        part, depth = waiting.pop()
        outside, inside = _without_groups(_joined_rows(part) if "\\" in text else part)
        yield from (clause for clause in _cut(outside, text, formula) if any(t.kind == "relation" for t in clause))
        if depth < MAX_DEPTH:
            waiting.extend((group, depth + 1) for group in inside)


def _joined_rows(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without the ends of rows behind which the arithmetic goes on: a relation, or an operator of an unfinished sum."""
    if not any(token.kind == "row" for token in tokens):
        return tokens
    out: list[Token] = []
    for at, token in enumerate(tokens):
        if token.kind in ("row", "wide") and out:
            follower = next((t for t in tokens[at + 1 : at + 4] if t.kind != "wide"), None)
            after_row = token.kind == "row" or tokens[at - 1].kind in ("row", "wide")
            if follower is not None and after_row:
                if follower.kind == "relation" and token.kind == "row":
                    continue
                if follower.kind in OPERATORS and out[-1].kind in OPERANDS and not _has_result(out):
                    continue
        out.append(token)
    return out


def _has_result(clause: Sequence[Token], *, ratio: bool = False) -> bool:
    """Whether what stands so far ends with a relation and one number, or with a `ratio` of two."""
    kinds = [token.kind for token in clause[-6:] if token.kind not in ("edge", "wide", "sign", "percent")]
    return kinds[-2:] == ["relation", "number"] or (ratio and kinds[-4:] == ["relation", "number", "over", "number"])


def _without_groups(tokens: Sequence[Token]) -> tuple[list[Token], list[Sequence[Token]]]:
    """The tokens with a `group` for each bracket that holds a relation, and what those brackets hold."""
    if not any(token.kind in ("open", "close") for token in tokens):
        return list(tokens), []
    ends = partners(tokens)
    closed = set(ends.values())
    relations = [0]
    for token in tokens:
        relations.append(relations[-1] + (token.kind == "relation"))
    outside: list[Token] = []
    inside: list[Sequence[Token]] = []
    at = 0
    while at < len(tokens):
        token, end = tokens[at], ends.get(at)
        if end is not None and relations[end] > relations[at]:
            if tokens[at + 1].kind == "relation" and outside and outside[-1].kind in OPERANDS:
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
        return before in ("times", "over", "frac", "root", "log", "pick") or (before == "sign" and at > 1)
    after = tokens[at + 1].kind if at + 1 < len(tokens) else ""
    return after in ("times", "over") and tokens[at - 1].kind in OPERANDS


def _cut(tokens: list[Token], text: str, formula: bool) -> Iterator[list[Token]]:
    """The stretches between punctuation, ends of rows and lines, and formulas that begin anew, outside brackets."""
    clause: list[Token] = []
    depth, inside, related = 0, formula, False  # whether the clause holds a relation
    for at, token in enumerate(tokens):
        kind = token.kind
        if kind == "close":
            depth -= 1
        elif kind == "edge":
            inside = formula or token.text == OPEN
        elif kind == "row" and depth <= 0:
            depth = 0
        if depth == 0:
            after = tokens[at + 1] if at + 1 < len(tokens) else None
            if kind in _PARTING:
                if kind == "row" and after is not None and after.kind == "relation":
                    continue  # the row goes on where the last one ended
                if kind == "wide" and "relation" in (clause[-1].kind if clause else "", after.kind if after else ""):
                    continue
                if _ends_clause(token, after, clause):
                    yield clause
                    clause = [token._replace(kind="junk")] if _is_list(clause, token) else []
                    related = False
                    continue
            elif clause and (
                (kind == "edge" and inside and related and _begins_formula(tokens, at + 1, clause, text))
                or (
                    token.spaced
                    and not inside
                    and clause[-1].kind in OPERANDS
                    and (_new_line(tokens, at, clause, text) or _stands_alone(tokens, at, clause))
                )
            ):
                yield clause
                clause, related = [], False
        if kind == "open":
            depth += 1
        related = related or kind == "relation"
        clause.append(token)
    yield clause


def _stands_alone(tokens: Sequence[Token], at: int, clause: Sequence[Token]) -> bool:
    """Whether a number that nothing is done with follows a decimal that is the result of arithmetic.

    Behind a whole number it may begin with a lost digit or a fraction, behind three places be a group of digits.
    """
    token, result = tokens[at], clause[-1]
    after = tokens[at + 1].kind if at + 1 < len(tokens) else ""
    if token.kind != "number" or result.kind != "number" or after in OPERATORS | {"relation", "frac", "vulgar"}:
        return False
    standing = [one.kind for one in clause[-5:-1] if one.kind not in ("edge", "sign")]
    worked = len(standing) > 1 and standing[-1] == "relation" and standing[-2] in OPERANDS
    places = len(re.split("[.,]", result.text)[-1])
    grouped = places > 2 and token.text.isdigit() and len(token.text) <= places
    return worked and not (result.text.isdigit() or grouped)


def _ends_clause(token: Token, after: Token | None, clause: Sequence[Token]) -> bool:
    """Whether punctuation, the end of a row or a wide space parts what stands around it."""
    if token.kind == "wide":
        begins = after is not None and after.kind in ("word", "symbol", "number", "frac", "edge")
        return begins or (after is not None and after.kind == "sign" and _has_result(clause, ratio=True))
    if token.kind != "stop" or after is None or after.spaced or after.kind not in ("number", "stop"):
        return True
    return token.text == "," and bool(clause) and clause[-1].kind == "number" and "." in clause[-1].text


def _begins_formula(tokens: Sequence[Token], at: int, clause: Sequence[Token], text: str) -> bool:
    """Whether a formula is an equality of its own behind another: it stands beside one, or on a line of its own."""
    if at >= len(tokens):
        return False
    first = tokens[at]
    if first.kind == "sign":
        for token in tokens[at + 1 : at + 80]:
            if token.kind in ("relation", "edge"):
                return token.kind == "relation" and clause[-1].kind not in OPERATORS | {"relation"}
        return False
    new = "\n" in text[clause[-1].position : first.position]
    return new and first.kind in ("symbol", "word") and _NAMED.match(text, first.position) is not None


def _is_list(clause: list[Token], stop: Token) -> bool:
    """Whether a comma parts numbers: what follows it belongs to a list then."""
    if stop.text != "," or not clause or clause[-1].kind not in ("number", "percent"):
        return False
    return len(clause) < 3 or not any(token.kind == "relation" for token in clause)


def _new_line(tokens: Sequence[Token], at: int, clause: Sequence[Token], text: str) -> bool:
    """Whether a line or a column ends between an operand and what may begin another clause."""
    token, before = tokens[at], clause[-1]
    if token.kind not in STARTS | {"sign", "word", "symbol"}:
        return False
    if token.kind == "sign" and at + 1 < len(tokens) and tokens[at + 1].spaced:
        return False  # a sum that goes on, not a negative number
    gap = text[before.position + len(before.text) : token.position]
    if token.kind in ("word", "symbol"):
        return "\n" in gap and _NAMED.match(text, token.position) is not None
    wide = "\t" in gap or "   " in gap or (token.kind == "number" and "  " in gap)
    return "\n" in gap or (token.kind != "sign" and wide)
