"""Tokens of running text: which names are words and which are symbols, where a clause or a formula ends.

Kinds beyond those of the reader: `word` (a word of prose, or `\\text{...}` in a formula), `symbol` (a name in a
formula), `edge` (a formula begins or ends), `break` (a clause ends), `junk` (a sign without meaning in arithmetic).
"""

from __future__ import annotations

import re

from exactmetrics.expression.reading.tokens import UNSPACED, Token
from exactmetrics.verification.arithmetic.masks import BREAK, CLOSE, OPEN
from exactmetrics.verification.arithmetic.signs import ARROW
from exactmetrics.verification.arithmetic.words import LETTER_WORDS, UNITS

OPERANDS = frozenset({"number", "periodic", "vulgar", "close", "percent", "super"})
STARTS = frozenset({"number", "periodic", "vulgar", "open", "frac", "root"})
OPERATORS = frozenset({"sign", "times", "over", "power"})
_AFTER = OPERATORS | {"relation", "close"}
_BREAKS = frozenset('|"“”„«»»?!;।॥—•▪◦‣✓✔✗…\u2022\u3000│├└─┌┐┘┤┬┴┼║═╔╗╚╝' + BREAK + ARROW)
_QUOTES = frozenset("'‘’‚‹›")
_LETTERS = re.compile(rf"[{UNSPACED}]")
_TEXT = re.compile(r"\{([^{}]*)\}")


def is_unspaced(word: str) -> bool:
    """Whether a word is of a script that sets no spaces.

    >>> is_unspaced("准确率"), is_unspaced("Recall")
    (True, False)
    """
    return _LETTERS.match(word) is not None


def is_letter(word: str) -> bool:
    """Whether a word is one letter that may stand for a quantity; in most languages one letter may be a word too.

    >>> is_letter("n"), is_letter("a"), is_letter("и")
    (True, False, False)
    """
    latin_or_greek = "a" <= word <= "z" or "α" <= word <= "ω" or "À" <= word <= "ɏ"
    return len(word) == 1 and latin_or_greek and word not in LETTER_WORDS


def marked(tokens: list[Token], *, formula: bool) -> list[Token]:
    """The tokens with the kinds above; those of `formula=True` are all of one formula.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> [t.kind for t in marked(tokenize("P is 3/4 | x"), formula=False)]
    ['word', 'word', 'number', 'over', 'number', 'break', 'word']
    """
    out: list[Token] = []
    inside = formula
    for at, token in enumerate(tokens):
        kind = token.kind
        if kind in ("number", "sign", "relation", "open", "close", "over", "frac", "times"):
            if kind != "sign" or inside or token.spaced or not _is_hyphen(out, tokens[at + 1 : at + 2]):
                out.append(token)
            continue
        if kind == "other" and token.text in (OPEN, CLOSE):
            inside = formula or token.text == OPEN
            out.append(Token("edge", token.text, token.position, token.spaced))  # `_replace` takes four times as long
        elif kind == "name" and not inside and token.spaced and token.text.isalpha() and len(token.text) > 2:
            out.append(Token("word", token.text, token.position, True))
        elif kind == "name":
            _add_name(out, token, inside)
        elif kind == "other":
            out.append(_other(tokens, at))
        elif kind == "unit":
            out.append(_unit(token, out))
        elif kind == "stop" and token.text == ";":
            out.append(token._replace(kind="break"))
        elif kind != "tag":
            out.append(token)
    return out


def _is_hyphen(before: list[Token], after: list[Token]) -> bool:
    """Whether a sign without blanks parts the halves of a word: `F1-score`, `micro-averaged`, not `n-k`."""
    return bool(before and after) and (
        before[-1].kind == "word" and after[0].kind == "name" and not after[0].spaced and len(after[0].text) > 2
    )


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
    """`\\text{...}` as a word, or as a symbol where it names something: it is a factor, or worked with."""
    found = _TEXT.search(token.text)
    words = re.findall(r"[^\W\d_]+", found[1]) if found else []
    factor = bool(before) and before[-1].kind in ("number", "close", "symbol") and not token.spaced
    if found and words and factor and found[1] == words[0] and words[0][:1].isupper():
        words = []
    return token._replace(kind="word" if words else "symbol")


def _other(tokens: list[Token], at: int) -> Token:
    """A colon or a dash between numbers as an operator; what parts clauses as a break; the rest as junk."""
    token = tokens[at]
    before = tokens[at - 1].kind if at else ""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if token.text in _QUOTES and (token.spaced or before in ("", "open", "break", "other", "stop")):
        return token._replace(kind="break")
    if token.text == "!" and before in OPERANDS and not token.spaced and after is not None and after.kind in _AFTER:
        return token._replace(kind="symbol")  # of a factorial
    if token.text in ":–" and before in OPERANDS and after is not None and after.kind in STARTS:
        return token._replace(kind="over" if token.text == ":" else "sign")
    comment = token.text == "#" and after is not None and after.spaced
    return token._replace(kind="break" if comment or token.text in _BREAKS or token.text in ":–" else "junk")


def last_word(token: Token) -> str:
    """The last word of a word token, in small letters.

    >>> last_word(Token("word", "\\\\text{Accuracy is }", 0, False))
    'is'
    """
    if token.text.startswith("\\"):
        words = re.findall(r"[^\W\d_]+", token.text.partition("{")[2])
        return words[-1].lower() if words else token.text[1:].lower()
    return token.text.lower()
