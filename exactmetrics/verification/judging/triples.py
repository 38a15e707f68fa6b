"""Precision, recall and F of one row, column or list that no data can have, whatever they are averages of.

F is a harmonic mean, which is at most the weighted arithmetic mean of the two; that holds for every class, and so for
every average of classes, of samples or of parts. Numbers are taken for one another's only where the names stand alone:
as heads of columns, in the first cells of rows, or at the beginning of lines that follow one another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from exactmetrics.exact.printed import Verdict
from exactmetrics.metrics.summary import PRECISION, RECALL, SCORE
from exactmetrics.sheets.sheet import Question
from exactmetrics.sheets.verdicts import LEVELS
from exactmetrics.verification.checked import CheckedClaim, Hint, Span
from exactmetrics.verification.documents.pieces import Piece
from exactmetrics.verification.formulas.vocabulary import named, words

_MARKS = re.compile(r"[*_`$\\]|\([^()]*\)")
_CELL = re.compile(
    r"[\s*_`$\\]*(?P<number>\d{1,3}(?:[.,]\d{1,6})?)\s*(?P<percent>\\?%)?(?:\s*(?:±|\\pm|\+/-)\s*[\d.,]+\s*%?)?[\s*_`$\\]*"
)
_LINE = re.compile(
    r"\s*(?:[-*•#>]+\s*)?[*_`]*(?P<name>[A-Za-z][A-Za-z0-9 _./-]{0,24}?)[*_`]*\s*"
    r"(?:[:=]|\t| {2,})(?P<cell>[^|&]{1,24})$"
)
_BETA = re.compile(r"[Ff]_?\{?\s*(?:beta\s*=\s*)?(0\.5|[12]|½)\}?(?:[- _]?(?:score|measure))?")
LONGEST = 400  # characters of a row


class Number(NamedTuple):
    """A printed rate: the least and the greatest that it may stand for, its digits, and where they stand."""

    least: Fraction
    most: Fraction
    printed: str
    span: Span


def clashing(pieces: Iterable[Piece]) -> Iterator[CheckedClaim]:
    """The numbers of each triple that cannot be, as claims that contradict each other.

    >>> from exactmetrics.verification.documents.source import source_of
    >>> text = "Precision = 0.97\\nRecall = 0.73\\nF1 = 0.93\\n"
    >>> [(claim.question.metric, claim.printed) for claim in clashing(source_of(text, None).pieces())]
    [('precision', '0.97'), ('recall', '0.73'), ('f1', '0.93')]
    """
    heads: list[str] | None = None
    rows, lines = dict[str, list[Number | None]](), dict[str, Number]()
    for piece in pieces:
        for text, start in _rows(piece):
            cells = _cells(text)
            found = _LINE.match(text)
            name = _rate(found["name"]) if found and len(cells) < 2 else ""
            if not name:
                yield from _clash(lines)
                lines = {}
            if found and name:
                number = _number(piece, start + found.start("cell"), found["cell"])
                if name in lines:
                    yield from _clash(lines)
                    lines = {}
                if number is not None:
                    lines[name] = number
            if len(cells) < 2:
                yield from _columns(rows)
                heads, rows = None, {}
                continue
            if set("".join(cell for cell, _ in cells)) <= set(" :-"):
                continue
            names = [_rate(cell) for cell, _ in cells]
            if heads is None or {PRECISION, RECALL} <= {*names}:
                heads = names
                continue
            numbers = [_number(piece, start + at, cell) for cell, at in cells]
            if (
                {PRECISION, RECALL} <= {*heads}
                and len(heads) == len(numbers)
                and len({*filter(None, heads)}) == len([*filter(None, heads)])
            ):
                yield from _clash(
                    {head: one for head, one in zip(heads, numbers, strict=True) if head and one is not None}
                )
            elif names[0] and not any(names[1:]):
                if names[0] in rows or len({*map(len, rows.values()), len(numbers)}) > 1:
                    yield from _columns(rows)
                    rows = {}
                rows[names[0]] = numbers
    yield from _columns(rows)
    yield from _clash(lines)


def _rows(piece: Piece) -> Iterator[tuple[str, int]]:
    start = 0
    for line in piece.text.splitlines(keepends=True):
        if len(line) <= LONGEST:
            yield line.rstrip("\n"), start
        start += len(line)


def _cells(text: str) -> list[tuple[str, int]]:
    """The cells of a row of a table, each with its place; none where it is no row."""
    if "|" not in text and "&" not in text:
        return []
    found, at = list[tuple[str, int]](), 0
    for cell in re.split(r"((?<!\\)[|&])", re.sub(r"\\\\\s*(?:\\hline)?\s*$", "", text)):
        if cell not in ("|", "&"):
            found.append((cell, at))
        at += len(cell)
    outer = text.lstrip().startswith("|")
    return [one for place, one in enumerate(found) if one[0].strip() or 0 < place < len(found) - 1 or not outer]


def _rate(text: str) -> str:
    """The rate that a cell names and says nothing else of: precision, recall, or F with its beta; "" for another."""
    plain = " ".join(_MARKS.sub(" ", text).split())
    if (beta := _BETA.fullmatch(plain)) is not None and beta[1] != "1":
        return f"{SCORE} {'0.5' if beta[1] == '½' else beta[1]}"
    one = named(plain) if plain else None
    if one is None or one.average or not one.told:
        return ""
    return one.meanings[0] if one.meanings[0] in (PRECISION, RECALL, SCORE) else ""


def _number(piece: Piece, at: int, text: str) -> Number | None:
    """A cell that is one number: a rate, or a percentage."""
    found = _CELL.fullmatch(text)
    if found is None:
        return None
    printed = found["number"].replace(",", ".")
    value, unit = Fraction(printed), Fraction(1, 10 ** len(printed.partition(".")[2]))
    if found["percent"] or value > 1:
        value, unit = value / 100, unit / 100
    begin, end = at + found.start("number"), at + found.end("number")
    if value > 1 or (value.denominator == 1 and not found["percent"]):
        return None  # a count, or a rate that is exact
    span = Span(piece.position(begin), piece.stop(end))
    return Number(max(value - unit, Fraction(0)), min(value + unit, Fraction(1)), found["number"], span)


def _columns(rows: dict[str, list[Number | None]]) -> Iterator[CheckedClaim]:
    """The triples of a table whose rows are the rates."""
    if {PRECISION, RECALL} <= {*rows}:
        for column in zip(*rows.values(), strict=True):
            yield from _clash({name: one for name, one in zip(rows, column, strict=True) if one is not None})


def _clash(numbers: dict[str, Number]) -> Iterator[CheckedClaim]:
    """Precision, recall and an F of them that is above their weighted mean, as claims."""
    if PRECISION not in numbers or RECALL not in numbers:
        return
    precision, recall = numbers[PRECISION], numbers[RECALL]
    for name, score in numbers.items():
        if name.partition(" ")[0] != SCORE:
            continue
        beta = Fraction(name.partition(" ")[2] or 1)
        weight = 1 / (1 + beta**2)
        if score.least > weight * precision.most + (1 - weight) * recall.most:
            yield from _claims({PRECISION: precision, RECALL: recall, name: score})
            return


def _claims(numbers: dict[str, Number]) -> Iterator[CheckedClaim]:
    shown = tuple(f"{name.replace(' ', ', beta = ')} = {one.printed}" for name, one in numbers.items())
    for name, one in numbers.items():
        metric, _, beta = name.partition(" ")
        question = Question(
            metric=words()["scores"]["with_beta"] if beta else metric, parameters={"beta": beta} if beta else {}
        )
        claim = CheckedClaim("", question, one.printed, None, None, span=one.span)
        claim.verdict = Verdict("inconsistent-data", LEVELS["inconsistent-data"], one.printed, None)
        claim.hints = (Hint("impossible-together", {"scores": shown}),)
        yield claim


def without(claims: Sequence[CheckedClaim], found: Iterable[CheckedClaim]) -> list[CheckedClaim]:
    """Claims, and those found beside them whose numbers are not judged yet."""
    judged = {claim.span.start.offset for claim in claims if claim.span is not None and claim.level is not None}
    groups, kept = dict[object, list[CheckedClaim]](), list[CheckedClaim]()
    for one in found:
        groups.setdefault(one.hints[0].facts["scores"], []).append(one)
    for together in groups.values():
        if not any(one.span is not None and one.span.start.offset in judged for one in together):
            kept += together
    places = {one.span.start.offset for one in kept if one.span is not None}
    rest = [one for one in claims if one.span is None or one.span.start.offset not in places]
    return sorted([*rest, *kept], key=lambda one: one.span.start.offset if one.span else 0)
