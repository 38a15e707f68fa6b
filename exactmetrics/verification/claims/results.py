"""Tables of results: metrics over the columns, classes or averages before the rows; the reverse; two columns."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from exactmetrics.verification.claims.about import is_about_others
from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.grids import Cell, Grid, Row
from exactmetrics.verification.claims.headings import CLASS, Head, head_of, headings
from exactmetrics.verification.claims.lexicon import Vocabulary, is_one_of
from exactmetrics.verification.claims.names import is_of_class, whole_name
from exactmetrics.verification.claims.numbers import is_score, number_in
from exactmetrics.verification.claims.other_columns import (
    are_systems,
    heads_a_pair,
    heads_other_columns,
)
from exactmetrics.verification.claims.outcome_words import FOUR
from exactmetrics.verification.claims.sides import is_total
from exactmetrics.verification.passed import Why

_WORD = re.compile(r"\S+")
_FOOTED = re.compile(r"\s*[*†‡]+$")


@dataclass(slots=True)
class Result:
    """A number of a table with its name; `report` says that the table is one a program prints.

    `why` says why it is no claim; empty where it is one.
    """

    name: Name
    cell: Cell
    span: tuple[int, int]
    row: str
    column: str
    report: bool = False
    why: Why | Literal[""] = ""


def results_in(grid: Grid, vocabulary: Vocabulary, comma: bool, *, barred: bool = True) -> Iterator[Result]:
    """The named numbers of a grid; `barred` says that bars, tabs or ampersands part its cells, not spaces.

    >>> rows = ("Class,Precision,Recall", "a,0.5,0.25", "macro avg,0.6,0.4")
    >>> grid = [[Cell(t, 0, len(t)) for t in row.split(",")] for row in rows]
    >>> found = list(results_in(grid, Vocabulary(), False))
    >>> [(one.name.metric, one.name.label, one.name.average, one.cell.text) for one in found[:3]]
    [('precision', 'a', '', '0.5'), ('recall', 'a', '', '0.25'), ('precision', None, 'macro', '0.6')]
    """
    heads: list[Head] | None = None
    classes = report = turned = others = False
    over: str | None = None  # the class that stands over two columns
    bare = list[tuple[Row, list[Head]]]()  # rows of numbers with nothing before them
    for place, row in enumerate(grid, 1):
        row = row if barred else _numbers_apart([cell for cell in row if cell.text.strip()], comma)
        if not row:
            continue
        new = headings(row, vocabulary)
        if new is not None:
            heads, classes, report = new
            if not barred and len(heads) > 1 and all(head.label and not CLASS.fullmatch(head.text) for head in heads):
                heads = [Head(), *heads]  # nothing stands in the corner
            labelled = barred and any(head.label and not CLASS.fullmatch(head.text) for head in heads)
            if labelled and are_systems(itertools.islice(grid, place, None), vocabulary, comma):
                heads = [Head(text=head.text or "-") for head in heads]
            turned = len(heads) > 2 and is_one_of("class", heads[-1].text) and heads[0].name is not None
            if turned:  # the class is the last column, and what is no class stands before the first
                heads, classes = [heads[-1], *heads[:-1]], True
            continue
        if heads is not None and len(heads) > 2 and heads_a_pair(row, comma):
            heads, others = None, False
        elif heads_other_columns(row, comma) and (heads is not None or len(row) > 2):
            heads = [Head(text=cell.plain or "-") for cell in row] if any(cell.text.strip() for cell in row) else None
            classes = report = turned = others = False
            continue
        if turned and number_in(row[0].text, comma) and not number_in(row[-1].text, comma):
            row = [row[-1], *row[:-1]]
        if heads is not None and _is_bare(row, heads, comma):
            bare.append((row, heads))
        elif heads is not None and len(row) >= 2:
            yield from _row_of(row, heads, classes, report, vocabulary, comma, barred)
        elif heads is None and len(filled := [cell for cell in row if cell.text.strip()]) == 2:
            others = others or is_about_others(filled[1].plain, vocabulary)
            for one in _pair(filled, vocabulary, comma):
                yield replace(one, why="about") if others else _of_class(one, over)
        elif heads is None and len(filled) == 1:
            over = head_of(filled[0].plain, vocabulary).label
        elif heads is None and barred and (name := head_of(row[0].plain, vocabulary).name) is not None:
            yield from _unsure(name, row[1:], row[0].plain, comma)
    for row, heads in bare:
        yield from _bare_row(row, heads, comma) if len(bare) == 1 else _passed(row, heads, "", comma)


def _of_class(one: Result, over: str | None) -> Result:
    """A number of two columns, of the class that stands over them."""
    if over is not None and one.name.metric and not (one.name.label or one.name.average) and is_of_class(one.name):
        one.name.label = over
    return one


def _is_bare(row: Row, heads: Sequence[Head], comma: bool) -> bool:
    """Whether a row has a number under each of its headings, all of them metrics, and nothing before the first."""
    all_metrics = len(row) == len(heads) and all(head.name is not None and head.name.metric for head in heads)
    return all_metrics and all(number_in(cell.text, comma) is not None for cell in row)


def _bare_row(row: Row, heads: Sequence[Head], comma: bool) -> Iterator[Result]:
    """The numbers of the only row below metrics."""
    for cell, head in zip(row, heads, strict=True):
        span = number_in(_FOOTED.sub("", cell.text), comma)
        if span is not None and head.name is not None:
            yield _result(head.name, cell, span, "", head.text, False)


def _numbers_apart(row: Row, comma: bool) -> Row:
    """A row set in columns, with numbers that only one space parts as cells of their own."""
    out = list(row[:1])
    for cell in row[1:]:
        words = list(_WORD.finditer(cell.text))
        if len(words) > 1 and all(number_in(word[0], comma) for word in words):
            out += [Cell(word[0], cell.start + word.start(), cell.start + word.end()) for word in words]
        else:
            out.append(cell)
    return out


def _row_of(
    row: Row, heads: Sequence[Head], classes: bool, report: bool, vocabulary: Vocabulary, comma: bool, barred: bool
) -> Iterator[Result]:
    """The named numbers of a row under these headings."""
    before = row[0].plain
    own = head_of(before, vocabulary)
    cells, columns = _columns(row, heads)
    if barred and not report and own.name is not None and own.name.metric and len(cells) != len(heads) - 1:
        yield from _pair(list(row), vocabulary, comma) if len(cells) == 1 else _unsure(own.name, cells, before, comma)
        return
    if not barred and own.name is not None and len(cells) != len(heads) - 1 and not report:
        yield from _pair(list(row), vocabulary, comma) if len(cells) == 1 else ()
        return
    if not barred and any(number_in(cell.text, comma) is None for cell in cells):
        return
    if report and own.name is not None and own.name.metric == "accuracy" and not own.name.average:
        found = [(cell, span) for cell in cells if (span := number_in(cell.text, comma)) and "." in cell.text + ","]
        if found:
            yield _result(own.name, *found[0], before, "", report)
        return
    if own.name is None and not own.average and own.label is None:
        if not classes or not before or is_total(before) or (number_in(before, comma) and not report):
            yield from _passed(cells, columns, before, comma)
            return
        own = replace(own, label=before)
    elif report and own.name is None and not own.average:
        own = replace(own, label=before)  # what a program prints there is the name of the class, all of it
    for cell, head in zip(cells, columns, strict=False):
        span = number_in(_FOOTED.sub("", cell.text), comma)
        name = _combined(own, head, report) if span is not None else None
        if name is not None and span is not None:
            yield _result(name, cell, span, before, head.text, report)
        elif span is not None and (named := own.name or head.name) is not None:
            yield from _unsure(named, [cell], before, comma)


def _unsure(name: Name, cells: Sequence[Cell], before: str, comma: bool) -> Iterator[Result]:
    """The numbers of a metric in columns of which it is not known what they are of."""
    for cell in cells:
        span = number_in(_FOOTED.sub("", cell.text), comma)
        if name.metric and span is not None and is_score(cell.text[slice(*span)]):
            yield replace(_result(name, cell, span, before, "", False), why="class")


def _passed(cells: Sequence[Cell], columns: Sequence[Head], before: str, comma: bool) -> Iterator[Result]:
    """The numbers of a row of which it is not said what it is of."""
    for cell, head in zip(cells, columns, strict=False):
        span = number_in(_FOOTED.sub("", cell.text), comma)
        if head.name is not None and head.name.metric and span is not None and is_score(cell.text[slice(*span)]):
            yield replace(_result(head.name, cell, span, before, head.text, False), why="row")


def _columns(row: Row, heads: Sequence[Head]) -> tuple[list[Cell], list[Head]]:
    """The cells behind the heading of a row, and the headings over them; the last ones where cells are missing."""
    cells = list(row[1:])
    if len(row) == len(heads):
        return cells, list(heads[1:])
    filled = [head for head in heads if head.text]
    return cells, filled[len(filled) - len(cells) :] if len(cells) <= len(filled) else []


def _combined(row: Head, column: Head, report: bool) -> Name | None:
    """The name of a cell: a metric from one heading, a class or an average from the other."""
    metric, other = (row, column) if row.name is not None else (column, row)
    if metric.name is None or other.name is not None:
        return None
    name = replace(metric.name)
    if name.label is not None and (other.label is not None or other.average):
        return None
    if other.average:
        if name.average not in ("", other.average) or name.metric == "accuracy":
            return None
        if name.count:
            return Name(count="n") if name.count == "support" and report else None
        name.average = other.average
    elif other.label is not None:
        if name.average:
            return None
        name.label = other.label
    elif not (name.average or name.metric or name.count in FOUR) or (
        other.text and not is_one_of("filler", other.text)
    ):
        return None
    return name


def _result(name: Name, cell: Cell, span: tuple[int, int], row: str, column: str, report: bool) -> Result:
    return Result(replace(name), cell, (cell.start + span[0], cell.start + span[1]), row, column, report)


def _pair(row: Row, vocabulary: Vocabulary, comma: bool) -> Iterator[Result]:
    """A name and its number, in two columns."""
    name = whole_name(row[0].plain.rstrip(" :"), vocabulary)
    span = number_in(row[1].text, comma)
    if name is not None and span is not None and name.count != "n":
        yield _result(name, row[1], span, row[0].plain, "", False)
