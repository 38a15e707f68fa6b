"""Precision, recall and F of one row, column or list that no data can have, whatever they are averages of.

F is a harmonic mean, which is at most the weighted arithmetic mean of the two; that holds for every class, and so for
every average of classes, of samples or of parts. Numbers are taken for one another's only where the names stand alone:
as heads of columns, in the first cells of rows, or at the beginning of lines that follow one another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from exactmetrics.metrics.summary import PRECISION, RECALL, SCORE
from exactmetrics.sheets.sheet import Question
from exactmetrics.verification.checked import CheckedClaim, Span
from exactmetrics.verification.claims.grids import cells_of
from exactmetrics.verification.documents.pieces import Piece
from exactmetrics.verification.formulas.vocabulary import named, words
from exactmetrics.verification.judging.reports import contradict

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


class Rate(NamedTuple):
    """Precision, recall or an F score by its metric and its beta."""

    metric: str
    beta: str = ""


class Number(NamedTuple):
    """A printed rate: the least and the greatest that it may stand for, its digits, and where they stand."""

    least: Fraction
    most: Fraction
    printed: str
    span: Span


Rates: TypeAlias = dict[Rate, Number]
_BOTH = frozenset({Rate(PRECISION), Rate(RECALL)})  # without which there is nothing to compare


def clashing(pieces: Iterable[Piece]) -> Iterator[CheckedClaim]:
    """The numbers of each triple that cannot be, as claims that contradict each other.

    >>> from exactmetrics.verification.documents.source import source_of
    >>> text = "Precision = 0.97\\nRecall = 0.73\\nF1 = 0.93\\n"
    >>> [(claim.question.metric, claim.printed) for claim in clashing(source_of(text, None).pieces())]
    [('precision', '0.97'), ('recall', '0.73'), ('f1', '0.93')]
    """
    lines, table = _Lines(), _Table()
    for piece in pieces:
        for row, start in _rows(piece):
            cells = _cells(row)
            triples = [*lines.read(piece, start, "" if len(cells) > 1 else row), *table.read(piece, start, cells)]
            for rates in triples:
                yield from _clash(rates)
    for rates in (*table.ended(), lines.rates):
        yield from _clash(rates)


class _Lines:
    """Lines that follow one another, each with a rate and its number."""

    def __init__(self) -> None:
        self.rates: Rates = {}

    def read(self, piece: Piece, start: int, row: str) -> Iterator[Rates]:
        """The rates of the lines before one that is none of them, or that names one of them again."""
        found = _LINE.match(row)
        rate = _rate(found["name"]) if found else None
        if found is None or rate is None:
            yield self.rates
            self.rates = {}
            return
        if rate in self.rates:
            yield self.rates
            self.rates = {}
        if (number := _number(piece, start + found.start("cell"), found["cell"])) is not None:
            self.rates[rate] = number


class _Table:
    """A table whose columns are rates, or whose rows are."""

    def __init__(self) -> None:
        self.heads: list[Rate | None] | None = None
        self.rows: dict[Rate, list[Number | None]] = {}

    def read(self, piece: Piece, start: int, cells: list[tuple[str, int]]) -> Iterator[Rates]:
        """The rates of a row below their heads; of rows of rates, when the table ends or begins anew."""
        if len(cells) < 2:
            yield from self.ended()
            return
        if set("".join(cell for cell, _ in cells)) <= set(" :-"):
            return
        rates = [_rate(cell) for cell, _ in cells]
        if self.heads is None or {*rates} >= _BOTH:
            self.heads = rates
            return
        heads = [head for head in self.heads if head is not None]
        is_below = {*heads} >= _BOTH and len(self.heads) == len(cells) and len({*heads}) == len(heads)
        if not is_below and (rates[0] is None or any(rates[1:])):
            return
        numbers = [_number(piece, start + at, cell) for cell, at in cells]
        if is_below:
            below = zip(self.heads, numbers, strict=True)
            yield {head: one for head, one in below if head is not None and one is not None}
        elif rates[0] is not None:
            if rates[0] in self.rows or any(len(row) != len(numbers) for row in self.rows.values()):
                yield from self.columns()
                self.rows = {}
            self.rows[rates[0]] = numbers

    def columns(self) -> Iterator[Rates]:
        """The rates of each column of the rows."""
        for column in zip(*self.rows.values(), strict=True) if {*self.rows} >= _BOTH else ():
            yield {rate: one for rate, one in zip(self.rows, column, strict=True) if one is not None}

    def ended(self) -> Iterator[Rates]:
        yield from self.columns()
        self.heads, self.rows = None, {}


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
    found = cells_of(re.sub(r"\\\\\s*(?:\\hline)?\s*$", "", text), "|&")
    outer = text.lstrip().startswith("|")
    return [one for place, one in enumerate(found) if one[0].strip() or 0 < place < len(found) - 1 or not outer]


def _rate(text: str) -> Rate | None:
    """The rate that a cell names and says nothing else of."""
    plain = " ".join(_MARKS.sub(" ", text).split())
    if (beta := _BETA.fullmatch(plain)) is not None and beta[1] != "1":
        return Rate(SCORE, "0.5" if beta[1] == "½" else beta[1])
    name = named(plain) if plain else None
    if name is None or name.average or not name.told:
        return None
    return Rate(name.meanings[0]) if name.meanings[0] in (PRECISION, RECALL, SCORE) else None


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


def _clash(rates: Rates) -> Iterator[CheckedClaim]:
    """Precision, recall and an F of them that is above their weighted mean, as claims."""
    if not {*rates} >= _BOTH:
        return
    both = {rate: rates[rate] for rate in (Rate(PRECISION), Rate(RECALL))}
    precision, recall = both.values()
    for rate, score in rates.items():
        if rate.metric == SCORE:
            weight = 1 / (1 + Fraction(rate.beta or 1) ** 2)
            if score.least > weight * precision.most + (1 - weight) * recall.most:
                yield from _claims({**both, rate: score})
                return


def _claims(rates: Rates) -> Iterator[CheckedClaim]:
    shown = tuple(
        f"{rate.metric}{f', beta = {rate.beta}' if rate.beta else ''} = {one.printed}" for rate, one in rates.items()
    )
    for rate, one in rates.items():
        with_beta = words()["scores"]["with_beta"]
        question = Question(with_beta, parameters={"beta": rate.beta}) if rate.beta else Question(rate.metric)
        claim = CheckedClaim("", question, one.printed, None, None, span=one.span)
        contradict(claim, shown)
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
