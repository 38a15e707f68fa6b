"""An answer as a student writes it: a number, perhaps with its name, its working, or itself once more in other digits.

The grammar: members with `=` or `≈` between them, the first perhaps a name (`F1 =`, `macro F1:`), the last perhaps
followed by an aside in brackets. What is a formula in letters, or is worked out in numbers, is not judged. The numbers
have to be one: `13/18 = 0.722` is, and of `13/18 = 0.9` nobody knows which one is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import Printed, judge_number, read_printed
from exactmetrics.exact.values import Number, Undefined, Value
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.nodes import Div, Expr, Literal, Neg
from exactmetrics.expression.reading.grammar import MAX_LENGTH, parse
from exactmetrics.expression.reading.tokens import Token, relation_of, tokenize
from exactmetrics.expression.reading.value import value_of

Answer: TypeAlias = "Printed | Number"

_WORDS = frozenset({"name", "unit"})
_IN_NAMES = _WORDS | {"open", "close", "sign", "super"}  # and whole numbers, as in "F_1" and "recall of class 2"
_LETTER = (("open", "("), ("number", "1"), ("close", ")"))  # what stands for a letter, to see whether all parses
_OPERANDS = _WORDS | {"number", "periodic", "vulgar", "percent", "close"}


def read_answer(text: str, *, decimal_comma: bool = False) -> Answer:
    """The number that an answer says, as it would be printed with a decimal point; a value where it is irrational.

    `decimal_comma` says which way is tried first. Raises `ReadingError` where no number, or more than one, is said.

    >>> read_answer("$F_1 = \\\\frac{28}{45}$").value, read_answer("macro F1: 62,2 %").text
    (Fraction(28, 45), '62.2%')
    >>> read_answer("13/18 = 0.9")
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.ReadingError: '13/18 = 0.9' says 13/18 and 0.9
    """
    try:
        return _read(text, decimal_comma)
    except ReadingError as error:
        if "," not in text and "." not in text:
            raise
        try:  # a class writes one way or the other, a student sometimes both
            return _read(text, not decimal_comma)
        except ReadingError:
            raise error from None


def _read(text: str, comma: bool) -> Answer:
    try:
        return _pointed(read_printed(text, decimal_comma=comma))
    except ReadingError:
        if len(text) > MAX_LENGTH:
            raise
    members = _members(tokenize(text, decimal_comma=comma, repeating=True))
    numbers, worked = list[Answer](), None
    for at, member in enumerate(members):
        try:
            tree = parse(member, len(text), decimal_comma=comma)
        except ReadingError:
            last = at == len(members) - 1
            if (at == 0 and len(members) > 1 and _is_name(member)) or (not last and _is_formula(member, len(text))):
                continue
            raise
        if (number := _number(tree)) is not None:
            numbers.append(number)
        else:
            worked = tree if at == len(members) - 1 else None
    if not numbers and worked is not None and _is_exact(worked):
        numbers.append(_printed(value_of(worked)))
    return _one(numbers, text)


def _members(tokens: list[Token]) -> list[list[Token]]:
    """The members of an answer; what an aside says stands before the last one."""
    while tokens and tokens[-1].kind == "stop":
        tokens.pop()
    tokens, aside = _without_aside(tokens)
    members = [list[Token]()]
    for token in tokens:
        colon = token.text in (":", "：")
        named = colon and len(members) == 1 and _is_name(members[0])
        if named or (token.kind == "relation" and relation_of(token.text) in ("=", "≈")):
            members.append([])
        else:
            members[-1].append(token._replace(kind="over") if colon else token)
    if len(members) > 1 and not members[0]:
        del members[0]
    members[-1:-1] = aside
    return members


def _without_aside(tokens: list[Token]) -> tuple[list[Token], list[list[Token]]]:
    """The tokens without what stands in brackets behind them: a number, `= ...`, or a remark such as "(rounded)"."""
    at, depth = len(tokens), 0
    while at:
        at -= 1
        depth += (tokens[at].kind == "close") - (tokens[at].kind == "open")
        if depth <= 0:
            break
    if not at or depth or tokens[at].text != "(" or tokens[at - 1].kind not in _OPERANDS:
        return tokens, []
    before, inside = tokens[:at], tokens[at + 1 : -1]
    if inside and inside[0].kind == "relation":
        return before, _members(inside)
    if not tokens[at].spaced:
        return tokens, []  # a factor
    if _is_name(inside):
        return before, []
    try:
        tree = parse(inside, tokens[-1].position)
    except ReadingError:
        return tokens, []
    return (tokens, []) if _number(tree) is None else (before, [inside])


def _is_name(tokens: Sequence[Token]) -> bool:
    """Whether tokens are the name of what is answered, or a remark: words, with whole numbers and brackets at most."""
    return any(token.kind in _WORDS for token in tokens[:2]) and all(
        token.kind in _IN_NAMES or token.text.isdigit() for token in tokens
    )


def _is_formula(tokens: Sequence[Token], end: int) -> bool:
    """Whether tokens are arithmetic with letters as numbers; prose sets a space before a word, with no sign between."""
    pieces = list[Token]()
    for at, token in enumerate(tokens):
        if token.kind not in _WORDS:
            pieces.append(token)
        elif at and token.spaced and tokens[at - 1].kind in _OPERANDS:
            return False
        else:
            pieces += (token._replace(kind=kind, text=text) for kind, text in _LETTER)
    try:
        parse(pieces, end)
    except ReadingError:
        return False
    return True


def _number(tree: Expr) -> Answer | None:
    """The number that a member is, where nothing is worked out in it."""
    minus, inner = "", tree
    while isinstance(inner, Neg):
        minus, inner = "" if minus else "-", inner.arg
    if isinstance(inner, Literal) and inner.half_unit is not None:
        return _pointed(read_printed(minus + inner.text, decimal_comma="," in inner.text))
    whole = isinstance(inner, Div) and all(isinstance(e, Literal) and e.text.isdigit() for e in (inner.num, inner.den))
    return _printed(value_of(tree)) if whole or isinstance(inner, Literal) else None


def _is_exact(tree: Expr) -> bool:
    """Whether nothing in the working may be rounded."""
    if isinstance(tree, Literal):
        return tree.half_unit is None
    return all(map(_is_exact, children(tree)))


def _printed(value: Value) -> Answer:
    if isinstance(value, Undefined):
        return read_printed("undefined")
    return read_printed(str(value)) if isinstance(value, Fraction) else value


def _pointed(printed: Printed) -> Printed:
    """The same number, written with a decimal point."""
    text = printed.text.replace("{,}", ".").replace(",", ".")
    return printed if text == printed.text else read_printed(text)


def _one(numbers: Sequence[Answer], text: str) -> Answer:
    """The most exact of numbers that are all the same one."""
    if not numbers:
        raise ReadingError(f"{text[:40]!r} says no number", kind="not-a-number", word=text[:40])
    best = max(numbers, key=_exactness)
    value = best.value if isinstance(best, Printed) else best
    for number in numbers:
        same = number is best or number == best
        if isinstance(number, Printed) and number.value is not None and value is not None:
            same = same or judge_number(number, value).word != "false"
        if not same:
            said = " and ".join(number.text if isinstance(number, Printed) else str(number) for number in numbers[:3])
            raise ReadingError(f"{text[:40]!r} says {said}", kind="not-a-number", word=text[:40])
    return best


def _exactness(number: Answer) -> float:
    return number.places if isinstance(number, Printed) and number.kind == "decimal" else float("inf")
