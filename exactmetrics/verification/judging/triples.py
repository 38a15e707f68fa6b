"""Precision, recall and F of one row, column or list that no data can have, whatever they are averages of.

F is a harmonic mean, which is at most the weighted arithmetic mean of the two, and at least their sum less 1; that
holds for every class, and so for every average of classes, of samples or of parts. An F of a beta that is named is that
of one class, where nothing in the document speaks of averages: those are far from the harmonic mean of their own
precision and recall now and then. Numbers are taken for one another's only where the names stand alone:
as heads of columns, in the first cells of rows, at the beginning of lines that follow one another, or in a run of names
and numbers with nothing between them that says of what they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeAlias

from exactmetrics.metrics.summary import PRECISION, RECALL, SCORE
from exactmetrics.sheets.sheet import Question
from exactmetrics.verification.checked import CheckedClaim, Span
from exactmetrics.verification.claims.grids import cells_of
from exactmetrics.verification.claims.vocabulary import Vocabulary, atoms, shared
from exactmetrics.verification.documents.pieces import Piece
from exactmetrics.verification.formulas.vocabulary import named, words
from exactmetrics.verification.judging.reports import contradicted, no_means_have

_MARKS = re.compile(r"[*_`$\\]|\([^()]*\)")
_CELL = re.compile(
    r"[\s*_`$\\]*(?P<number>\d{1,3}(?:[.,]\d{1,6})?)\s*(?P<percent>\\?%)?(?:\s*(?:±|\\pm|\+/-)\s*[\d.,]+\s*%?)?[\s*_`$\\]*"
)
_LINE = re.compile(
    r"\s*(?:[-*•#>]+\s*)?[*_`]*(?P<name>[A-Za-z][A-Za-z0-9 _./-]{0,24}?)[*_`]*\s*"
    r"(?:[:=]|\t| {2,})(?P<cell>[^|&]{1,24})$"
)
_BETA = re.compile(r"[Ff]_?\{?\s*(?:beta\s*=\s*)?(0\.5|[12]|½)\}?(?:[- _]?(?:score|measure))?")
_VALUE = re.compile(r"(?<![\w.,])[0-9]{1,3}(?:[.,][0-9]{1,6})?(?:[ ]?\\?%)?(?![\w%]|[.,/][0-9]|\s?(?:±|\+/-))")
_AVERAGES = frozenset({"average", "averaged", "averages", "avg", "mean", "each", "per", "both", "respectively"})
_SIGNS = frozenset(",;:.=-–—\"'≈→")  # beside which nothing is said; a bracket begins something else
AROUND = 220  # characters before and behind numbers that may say that they are wrong
GAP = 40  # characters between a name and its number, or a number and the next name
_AVERAGED = re.compile(r"\b(?:averag|mean|classes|categories)", re.IGNORECASE)
FAR = Fraction(1, 10)  # below the F of one class: averages of few are seldom so
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

    @property
    def room(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest that it may stand for."""
        return self.least, self.most


Rates: TypeAlias = dict[Rate, Number]
_BOTH = frozenset({Rate(PRECISION), Rate(RECALL)})  # without which there is nothing to compare
_LETTERS = {"P": Rate(PRECISION), "R": Rate(RECALL)}


def clashing(pieces: Iterable[Piece]) -> Iterator[CheckedClaim]:
    """The numbers of each triple that cannot be, as claims that contradict each other.

    >>> from exactmetrics.verification.documents.source import source_of
    >>> text = "Precision = 0.97\\nRecall = 0.73\\nF1 = 0.93\\n"
    >>> [(claim.question.metric, claim.printed) for claim in clashing(source_of(text, None).pieces())]
    [('precision', '0.97'), ('recall', '0.73'), ('f1', '0.93')]
    """
    pieces, seen = [*pieces], set[int]()
    may_be_averages = cache(lambda: _speaks_of_averages(pieces))
    for rates, around in _triples(pieces):
        found = [*_clash(rates, may_be_averages)]
        places = {claim.span.start.offset for claim in found if claim.span is not None}
        if found and places.isdisjoint(seen) and not _is_doubted(around):
            seen |= places
            yield from found


def _triples(pieces: Iterable[Piece]) -> Iterator[tuple[Rates, str]]:
    """The rates that belong together, and the text around those of a sentence."""
    lines, table = _Lines(), _Table()
    for piece in pieces:
        yield from _in_runs(piece)
        for row, start in _rows(piece):
            cells = _cells(row)
            found = [*lines.read(piece, start, "" if len(cells) > 1 else row), *table.read(piece, start, cells)]
            yield from ((rates, "") for rates in found)
    yield from ((rates, "") for rates in (*table.ended(), lines.rates))


def _speaks_of_averages(pieces: Iterable[Piece]) -> bool:
    words = Vocabulary()
    return any(
        _AVERAGED.search(piece.text) or any(words.holds(piece.text, role) for role in ("average", "runs"))
        for piece in pieces
    )


@cache
def _named() -> re.Pattern[str]:
    """A name of precision, of recall or of F1, with what stands before all three; letters only before a sign."""
    metrics = {PRECISION, RECALL, SCORE}
    phrases = {
        phrase for found in shared().values() for phrase, roles in found.items() if roles.get("metric") in metrics
    }
    names = sorted(("[-_ ]?".join(map(re.escape, phrase)) for phrase in phrases), key=len, reverse=True)
    return re.compile(
        rf"(?<![\w.@])(?P<before>[A-Za-z]{{2,12}}_)?(?:(?P<name>{'|'.join(names)})|(?P<letter>[PR])(?=\s*[=:]))(?![\w@])",
        re.IGNORECASE,
    )


@cache
def _silent() -> tuple[frozenset[str], frozenset[str]]:
    """The words between a name and its number, and those between a number and the next name."""
    of, between = set[str](), set[str]()
    for phrases in shared().values():
        for phrase, roles in phrases.items():
            if len(phrase) == 1 and not roles.keys() & {"average", "runs", "metric", "hedge"}:
                of |= set(phrase) if roles.keys() & {"of", "link", "filler"} else set()
                between |= set(phrase) if roles.keys() & {"join", "filler"} else set()
    return frozenset(of - _AVERAGES), frozenset(between - _AVERAGES)


def _is_doubted(text: str) -> bool:
    """Whether a text asks something, or says itself that something is wrong."""
    return "?" in text or Vocabulary().holds(text, "doubt")


@cache
def _of_average() -> re.Pattern[str]:
    """A word for an average, right before a name or behind a number."""
    found = {phrase[0] for phrases in shared().values() for phrase, roles in phrases.items() if "average" in roles}
    return re.compile(
        rf"[\s(,]*\b(?:{'|'.join(map(re.escape, found | _AVERAGES))})\w*[\s-]*(?:$|[\s).,])", re.IGNORECASE
    )


def _in_runs(piece: Piece) -> Iterator[tuple[Rates, str]]:
    """The rates that stand one behind the other, "a precision of 0.97, a recall of 0.73 and an F1 score of 0.93", and
    the text around them.
    """
    text, run, before, last = piece.text, dict[Rate, tuple[int, re.Match[str]]](), None, -1
    if "." not in text and "%" not in text and "," not in text:
        return
    of, between = _silent()
    for found in _named().finditer(text):
        rate = _LETTERS.get(found["letter"]) if found["letter"] else _rate(found["name"])
        number = _VALUE.search(text, found.end(), found.end() + GAP)
        if rate is None or number is None or not _says_nothing(text[found.end() : number.start()], of):
            run, last = {}, -1
            continue
        goes_on = last >= 0 and found.start() - last < GAP and found["before"] == before and rate not in run
        if not goes_on or not _says_nothing(text[last : found.start()], between):
            run = {}
        before, last, run[rate] = found["before"], number.end(), (found.start(), number)
        if len(run) > len(_BOTH):
            alone = not any(
                _of_average().search(text, at - GAP, at) or _of_average().match(text, one.end())
                for at, one in run.values()
            )
            read = {name: _number(piece, one.start(), one[0]) for name, (_, one) in run.items()} if alone else {}
            rates = {name: one for name, one in read.items() if one is not None}
            if len(rates) == len(run):
                yield rates, text[max(0, found.start() - AROUND) : last + AROUND]
            run, last = {}, -1


def _says_nothing(text: str, words: frozenset[str]) -> bool:
    return all(one in words or one in _SIGNS for one in atoms(text))


def _is_apart(cell: str) -> bool:
    """Whether a cell heads numbers that are no values of one model."""
    return re.search(r"[^\W\d]", cell) is not None and Vocabulary().holds(cell, "apart")


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
        self.apart = set[int]()  # columns of differences, aims and limits
        self.rows: dict[Rate, list[Number | None]] = {}

    def read(self, piece: Piece, start: int, cells: list[tuple[str, int]]) -> Iterator[Rates]:
        """The rates of a row below their heads; of rows of rates, when the table ends or begins anew."""
        if len(cells) < 2:
            yield from self.ended()
            return
        if set("".join(cell for cell, _ in cells)) <= set(" :-"):
            return
        rates = _heads([cell for cell, _ in cells])
        if self.heads is None or {*rates} >= _BOTH:
            self.heads, self.apart = rates, {at for at, (cell, _) in enumerate(cells) if _is_apart(cell)}
            return
        heads = [head for head in self.heads if head is not None]
        is_below = {*heads} >= _BOTH and len(self.heads) == len(cells) and len({*heads}) == len(heads)
        if not is_below and (rates[0] is None or any(rates[1:])):
            return
        numbers = [None if n in self.apart else _number(piece, start + at, cell) for n, (cell, at) in enumerate(cells)]
        if is_below:
            below = zip(self.heads, [] if any(map(_is_apart, (cell for cell, _ in cells))) else numbers, strict=False)
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


def _heads(cells: Sequence[str]) -> list[Rate | None]:
    """The rates that cells name; P and R are letters of them beside F1."""
    rates = [_rate(cell) for cell in cells]
    if Rate(SCORE) in rates and not {*rates} & _BOTH:
        rates = [rate or _LETTERS.get(_MARKS.sub(" ", cell).strip()) for rate, cell in zip(rates, cells, strict=True)]
    return rates


def _rate(text: str) -> Rate | None:
    """The rate that a cell names and says nothing else of."""
    plain = " ".join(_MARKS.sub(" ", text).split()).rstrip(".")
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


def _clash(rates: Rates, may_be_averages: Callable[[], bool]) -> Iterator[CheckedClaim]:
    """Precision, recall and an F of them that no averages have, or no class if they are none, as claims."""
    if not {*rates} >= _BOTH:
        return
    both = {rate: rates[rate] for rate in (Rate(PRECISION), Rate(RECALL))}
    precision, recall = both.values()
    for rate, score in rates.items():
        if rate.metric == SCORE:
            weight = 1 / (1 + Fraction(rate.beta or 1) ** 2)
            if no_means_have(precision.room, recall.room, score.room, weight) or (
                rate.beta and score.most < _of_class(weight, both) - FAR and not may_be_averages()
            ):
                yield from _claims({**both, rate: score})
                return


def _of_class(weight: Fraction, both: Rates) -> Fraction:
    """The least F of one class with these rates."""
    precision, recall = (one.least for one in both.values())
    return precision * recall / (weight * recall + (1 - weight) * precision) if precision and recall else Fraction(0)


def _claims(rates: Rates) -> Iterator[CheckedClaim]:
    shown = tuple(
        f"{rate.metric}{f', beta = {rate.beta}' if rate.beta else ''} = {one.printed}" for rate, one in rates.items()
    )
    for rate, one in rates.items():
        with_beta = words()["scores"]["with_beta"]
        question = Question(with_beta, parameters={"beta": rate.beta}) if rate.beta else Question(rate.metric)
        yield contradicted(question, one.printed, one.span, shown)


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
