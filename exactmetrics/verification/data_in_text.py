"""Counts in a text that is no table of ours: what people copy from programs, papers and pages, as `verify` reads them.

A document that holds one matrix is data; of several one is chosen by its number. What was understood is said in a
notice, and totals that do not agree with the counts are an error: a wrong matrix is far worse than none.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from exactmetrics.exact.errors import ContradictionError, InputError, MissingCountsError, UsageError
from exactmetrics.exact.many import many
from exactmetrics.matrix.column_names import names_counts, plain, usual_columns
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.delimited import all_whole
from exactmetrics.matrix.foreign import squares_in
from exactmetrics.matrix.labels import listed
from exactmetrics.matrix.reading import INLINE, TOML_START, Asked, SourceText, read_as_asked, text_of
from exactmetrics.matrix.rows import refuse_totals
from exactmetrics.matrix.structured import parsed
from exactmetrics.matrix.understood import Understood
from exactmetrics.verification.claims.grids import Grid, bars, latex, spaced, words_in
from exactmetrics.verification.claims.matrices import Table, count_in
from exactmetrics.verification.claims.passages import Passage, passages
from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.claims.vocabulary import OUTCOMES, Vocabulary, atoms
from exactmetrics.verification.documents.opening import format_of
from exactmetrics.verification.documents.source import Source, source_of
from exactmetrics.verification.unread_text import CURE, look_of

LARGEST = 100_000  # characters of a text in which a matrix is looked for
LARGEST_DOCUMENT = 2_000_000  # and of a document by the name of its file
MOST_LINES = 300  # of a table of cells between commas; of more lines none is a matrix that is read
SHOWN = 8  # matrices that an error lists
_HTML = re.compile(r"<t(?:able|r|d)\b", re.IGNORECASE)
_WHOLE = re.compile(r"(?<![\d.,/(])(\d+)\.0+(?![\d.,/])")
Read: TypeAlias = tuple[Counts, Hashable | None]  # and the class that the text calls positive
POSITIVE = ("positive", "negative")
_NESTED = re.compile(r"[\[{(]\s*[\[{(]")
_JSON = re.compile(r'\s*\{\s*"')
_OWN = re.compile(r'\s*\{\s*"(?:labels|matrix|orientation|y_true|y_pred|counts|n|partition)"')


def counts_in_text(source: object, asked: Asked, refused: InputError | None, matrix: int | None) -> Read:
    """The counts in the text of a source which the readers of our own formats `refused`, and its positive class.

    Raises:
        InputError: a text without a matrix, one whose totals do not agree, or several of which none is chosen.
        UsageError: the number of a matrix that the text does not have.
    """
    is_told = isinstance(refused, (ContradictionError, MissingCountsError))
    held = None if is_told or asked.of_samples else text_of(source, asked)
    if held is None or len(held.text) > _largest(held) or not any(sign.isdigit() for sign in held.text):
        raise refused or UsageError(f"matrix={matrix} chooses one of the matrices in a text, and {source} holds none.")
    found = _found(held)
    if not found:
        raise _unread(held, refused)
    if matrix is None and len(found) > 1:
        raise InputError(
            f"{held.name} holds {len(found)} matrices, {_listed(found)}: choose one by its number, matrix=2."
        )
    if matrix is not None and not 0 < matrix <= len(found):
        raise UsageError(
            f"{held.name} holds {many(len(found), 'matrix', 'matrices')}, and none has the number {matrix}."
        )
    return found[(matrix or 1) - 1].read(asked, held.name)


def _largest(held: SourceText) -> int:
    return LARGEST if format_of(held.path, held.text[:4000]) == "text" else LARGEST_DOCUMENT


@dataclass(slots=True)
class _Found:
    """A matrix of a text, and where it stands there."""

    table: Table
    line: int
    under: str = ""

    @property
    def place(self) -> str:
        return f"line {self.line}{self.under}"

    @property
    def says(self) -> int:
        """How much it says beside the counts: the names of the classes, and what rows are."""
        return self.table.named + (self.table.orientation != "unknown") - 3 * (self.table.kind == "counts")

    def told_of(self, other: _Found | _Pairs) -> _Found | _Pairs:
        """A matrix of the same four counts, which say what its rows are, and which class is the positive one."""
        if not isinstance(other, _Found) or other.table.orientation == "predicted" or other.table.kind == "counts":
            return other
        counts, table = self.table.rows, other.table
        found = [at for at, rows in enumerate((counts, _turned_about(counts))) if rows == table.rows]
        positive = table.labels[found[0]] if len(found) == 1 else table.positive
        told = replace(table, orientation="true", positive=positive, sure=len(found) == 1 or table.sure)
        return replace(other, table=told)

    def is_same(self, other: _Found | _Pairs) -> bool:
        """Whether another place shows the same matrix, of which it may say more or less.

        Four counts are those of a matrix of two classes that has them where it has one of both as the positive one.
        """
        if not isinstance(other, _Found):
            return False
        one, two = self.table, other.table
        if one.kind == "counts" != two.kind:
            rows = [list(row) for row in zip(*two.rows, strict=True)] if two.orientation == "predicted" else two.rows
            return one.rows in (rows, _turned_about(rows))
        sides = {one.orientation, two.orientation} - {"unknown"}
        named = [tuple(map(str, table.labels)) for table in (one, two) if table.named]
        return one.rows == two.rows and len(sides) < 2 and len(set(named)) < 2

    def __str__(self) -> str:
        size = sum(map(sum, self.table.rows))
        classes = f"of {listed(self.table.labels)}" if self.table.named else f"of {len(self.table.rows)} classes"
        return f"{classes} ({many(size, 'sample')}, {self.place})"

    def read(self, asked: Asked, name: str) -> Read:
        """The counts, as the text or the caller says what a row is."""
        table, where = self.table, f"{name}, {self.place}"
        refuse_totals(table.rows, where, asked.labels)
        self.refuse_other_sums(where)
        if table.contradicted and asked.orientation is None:
            raise InputError(
                f"{where}: the text says both that rows are true classes and that they are predicted ones: say which "
                "with orientation=."
            )
        side = "predicted" if (asked.orientation or table.orientation) == "predicted" else "true"
        if table.named:
            names = _names(table.labels)
            counts = Counts.from_rows(table.rows, labels=names).arranged(asked.orientation or side, asked.labels)
        else:
            counts = Counts.from_rows(table.rows, labels=asked.labels, orientation=asked.orientation or side)
            names = list(counts.labels)
        is_told = table.sure and table.positive is not None
        positive = names[table.labels.index(table.positive)] if is_told else None
        told = "asked" if asked.orientation else "text" if table.orientation != "unknown" else "assumed"
        return counts.noted([self.notice(where, counts, side, told, positive)]), positive

    def refuse_other_sums(self, where: str) -> None:
        """Refuse a matrix whose printed totals are not the sums of its counts."""
        rows, columns = self.table.rows, list(zip(*self.table.rows, strict=True))
        for kind, at, cell in self.table.sums:
            line = rows[at] if kind == "row" else columns[at] if kind == "column" else list(map(sum, rows))
            printed = count_in(cell.plain)
            if printed is not None and printed != sum(line):
                of = "all counts" if kind == "all" else f"the {kind} {self.table.labels[at]!r}"
                raise InputError(
                    f"{where}: the total of {of} is given as {printed}, and its counts add up to {sum(line)}: one "
                    "of them is misprinted. If the counts are right, leave the totals out."
                )

    def notice(self, where: str, counts: Counts, side: str, told: str, positive: Hashable | None) -> Understood:
        """What was understood, in one line."""
        k, of_counts = len(counts.labels), self.table.kind == "counts"
        parts = [f"{where}: read as {'four counts' if of_counts else f'{self.table.kind} of {k} × {k}'}"]
        if not of_counts:
            other = "true" if side == "predicted" else "predicted"
            why = {
                "asked": "as asked", "text": "as the text says",
                "assumed": f'which the text does not say (orientation="{other}" turns them)',
            }  # fmt: skip
            parts.append(f"rows are {side} classes, {why[told]}")
        if positive is not None:
            parts.append(f"{positive!r} is the positive class")
        if self.table.sums:
            parts.append("the totals agree and are left out")
        if self.table.left:
            parts.append(f"not used: {listed(self.table.left)}")
        return Understood(
            "; ".join(parts),
            {
                "kind": self.table.kind, "place": self.place, "classes": k, "rows": side, "rows_by": told,
                "positive": None if positive is None else str(positive), "totals": bool(self.table.sums),
                "not_used": list(self.table.left),
            },
        )  # fmt: skip


def _names(labels: Sequence[object]) -> list[Hashable]:
    """The classes, as numbers where all are whole ones."""
    texts = list(map(str, labels))
    return [int(text) for text in texts] if all_whole(texts) else list(texts)


def _listed(found: Sequence[_Found | _Pairs]) -> str:
    shown = [f"{n} {one}" for n, one in enumerate(found[:SHOWN], start=1)]
    return ", ".join([*shown, *(["..."] if len(found) > SHOWN else [])])


def _found(held: SourceText) -> list[_Found | _Pairs]:
    """The matrices of a text, each once, by the first way of reading it that finds some."""
    if _JSON.match(held.text) and _parsed(held.text) is None and _document(held).format != "notebook":
        return []  # of which only the array would be read, without the names of its classes
    own = _structured(held.text, 1)
    ways: list[Iterator[_Found | _Pairs]]
    ways = [own] if own is not None else [_of_blocks(held), _of_printout(held), _of_pairs(held), _of_floats(held)]
    every = list[_Found | _Pairs]()
    for found in ways:
        if every and not all(isinstance(one, _Found) and one.table.by_sign for one in every):
            break
        every = _each_once(found) or every  # headings that name the classes say more than their signs
    return every


def _each_once(found: Iterable[_Found | _Pairs]) -> list[_Found | _Pairs]:
    """The matrices of a text in their order, each once, as the place shows it that says most of it."""
    every = list[_Found | _Pairs]()
    for one in sorted(found, key=lambda one: isinstance(one, _Found) and one.table.kind == "counts"):
        at = next((at for at, other in enumerate(every) if one.is_same(other)), None)
        if at is None:
            every.append(one)
        elif isinstance(one, _Found) and one.table.kind == "counts":
            every[at] = one.told_of(every[at])
        elif one.says > every[at].says:
            every[at] = one
    return sorted(every, key=lambda one: one.line)


def _structured(text: str, line: int) -> Iterator[_Found] | None:
    """What JSON, TOML or a table of cells between commas holds, which begins in a line; None of any other text."""
    if (data := _parsed(text)) is not None:
        return _of_keys(data, line)
    return _of_cells(text, mark, line) if (mark := _mark(text)) else None


def _of_blocks(held: SourceText) -> Iterator[_Found]:
    """What a document holds, as `verify` reads it, and what stands in its blocks of JSON or of cells."""
    for passage in passages(_document(held).pieces()):
        if passage.shape in ("block", "code"):
            line = passage.piece.position(0).line
            yield from _structured(passage.text, line) or ()
            yield from _tables(source_of(passage.text, "html"), 1 - line) if _HTML.search(passage.text) else ()
    yield from _tables(_document(held), 0)


def _parsed(text: str) -> Any:
    """The data of JSON or TOML, which is no notebook; None of any other text."""
    start = text.lstrip()[:1]
    if start != "{" and not TOML_START.match(text):
        return None
    try:
        data = parsed(text, "json" if start == "{" else "toml", "text")
    except InputError:
        return None
    return None if "cells" in data else data


def _of_keys(data: object, line: int) -> Iterator[_Found]:
    """What JSON or TOML holds under its keys."""
    for square in squares_in(data):
        labels = square.labels or tuple(range(len(square.rows)))
        table = Table(labels, square.rows, 0, 0, named=square.labels is not None, kind="array")
        yield _Found(table, line, f" under {square.path}")
    words = Vocabulary()
    for path, counts in _fours(data, words):
        tp, fn, fp, tn = (counts[name] for name in ("tp", "fn", "fp", "tn"))
        table = Table(POSITIVE, [[tp, fn], [fp, tn]], 0, 0, "true", POSITIVE[0], kind="counts")
        yield _Found(table, line, f" under {path}" if path else "")


def _fours(data: object, words: Vocabulary, path: str = "") -> Iterator[tuple[str, dict[str, int]]]:
    """The four counts in parsed data, by the names of keys such as "tp" and "truePositives", and where they stand."""
    if isinstance(data, dict):
        named = [(_count_named(plain(key), words), value) for key, value in data.items()]
        counts = {name: value for name, value in named if name in OUTCOMES and type(value) is int and value >= 0}
        if len(counts) == len([name for name, _ in named if name in OUTCOMES]) == len(OUTCOMES):
            yield path, counts
    parts = data.items() if isinstance(data, dict) else enumerate(data, 1) if isinstance(data, list) else ()
    for key, value in parts:
        yield from _fours(value, words, f"{path}.{key}".lstrip("."))


def _count_named(key: str, words: Vocabulary) -> str:
    """The count that a key names, by itself or beside words that say nothing."""
    folds = atoms(key)
    size, roles = words.longest(folds, 0) if folds else (0, {})
    return roles.get("count", "") if all("filler" in words.roles(word) for word in folds[size:]) else ""


def _document(held: SourceText) -> Source:
    known = format_of(held.path, held.text[:4000])
    return source_of(held.text, "html" if known == "text" and _HTML.search(held.text) else known)


def _of_printout(held: SourceText) -> Iterator[_Found]:
    """What a program printed, with all its lines together."""
    yield from _tables(source_of(f"```text\n{held.text}\n```\n", "markdown"), 1)


def _mark(text: str) -> str:
    """The delimiter between the cells of a table, commas or semicolons, as many in each line; "" where there is none.

    >>> _mark("tp,fp,fn,tn\\n40,10,5,45"), _mark("TP: 40, FP: 10, FN: 5, TN: 45")
    (',', '')
    """
    lines = [line for line in text.splitlines() if line.strip()]
    for mark in ",;":
        sizes = {line.count(mark) for line in lines if '"' not in line}
        if (
            lines
            and not _NESTED.search(lines[0])
            and lines[0].lstrip()[:1] not in "[{("
            and len(lines) > 1
            and len(sizes) == 1
            and 0 not in sizes
        ):
            return mark
    return ""


def _of_cells(text: str, mark: str, line: int) -> Iterator[_Found]:
    """What a table of cells between commas holds, as its cells between tabs."""
    lines = text.splitlines()
    if len(lines) <= MOST_LINES:
        rows = [*csv.reader(lines, delimiter=mark, skipinitialspace=True)]
        bar = "\t" if "|" in text else "|"  # behind which ">50K" is no quotation
        yield from _tables(source_of("\n".join(f"{bar}{bar.join(row)}{bar}" for row in rows), "text"), 1 - line)


def _tables(source: Source, above: int) -> Iterator[_Found]:
    """The matrices of a document, above which some lines are not in the text."""
    found = recognised(source, any_table=True)
    for data, table in zip(found.data, found.tables, strict=True):
        if table is not None and data.span is not None:
            yield _Found(table, data.span.start.line - above)


def _of_floats(held: SourceText) -> Iterator[_Found]:
    """What a program printed, where every count is written as 43.0."""
    whole = held._replace(text=_WHOLE.sub(lambda found: found[1].ljust(len(found[0])), held.text))
    for one in (*_of_blocks(whole), *_of_printout(whole)) if whole != held else ():
        if max(map(max, one.table.rows)) > 1:  # else these are shares
            yield one


def _of_pairs(held: SourceText) -> Iterator[_Pairs]:
    """The tables of a text that have columns of labels, as a file of labels has them."""
    for passage in passages(_document(held).pieces()):
        for grid in _grids(passage):
            rows = [[cell.plain for cell in row] for row in grid.rows if len(row) > 1]
            rows = [row for row in rows if any(row)]  # not the types that R writes below the names of columns
            first = next((n for n, row in enumerate(rows) if usual_columns(row) is not None), len(rows))
            table = _even(rows[first:]) if rows[first + 1 :] else []
            is_even = {len(row) for row in table} == {len(table[0]) if table else 0}
            if is_even and table[0] not in table[1:] and (not grid.printed or any(map(names_counts, table[0]))):
                yield _Pairs(table, passage.piece.position(grid.start).line)
                break


def _even(rows: list[list[str]]) -> list[list[str]]:
    """Rows as long as their heading: numbers of the rows have no name, a name that goes on below is printed once.

    >>> _even([["actual", "predicted"], ["no", "no", "120"], ["yes", "15"]])
    [['actual', 'predicted', 'count'], ['no', 'no', '120'], ['no', 'yes', '15']]
    """
    head, *body = rows
    if len(head) == 2 and {len(row) for row in body} == {2, 3} and len(body[0]) == 3:
        filled, first = list[list[str]](), ""
        for row in body:
            first = row[0] if len(row) == 3 else first
            filled.append([first, *row[-2:]])
        return [[*head, "count"], *filled]
    return [["", *head] if {len(row) for row in body} == {len(head) + 1} else head, *body]


def _grids(passage: Passage) -> Iterator[Grid]:
    text = passage.text
    if passage.shape == "rows":
        yield from bars(text, 0, len(text))
    elif "\\begin" in text:
        yield from latex(text)
    elif (grid := spaced(text, 0, len(text))) is not None:
        yield grid
        yield replace(grid, rows=[[*words_in(row)] for row in grid.rows])


def _turned_about(rows: list[list[int]]) -> list[list[int]]:
    """A matrix with its classes in the other order."""
    return [row[::-1] for row in rows[::-1]]


@dataclass(slots=True)
class _Pairs:
    """A table with columns of labels."""

    rows: list[list[str]]
    line: int
    says: int = 0

    @property
    def place(self) -> str:
        return f"line {self.line}"

    def is_same(self, other: _Found | _Pairs) -> bool:
        """Whether another place shows the same table."""
        return isinstance(other, _Pairs) and other.rows == self.rows

    def __str__(self) -> str:
        return f"a table of labels of {many(len(self.rows) - 1, 'row')} ({self.place})"

    def read(self, asked: Asked, name: str) -> Read:
        """The counts, as those of a file of labels."""
        where = f"{name}, {self.place}"
        text = "\n".join("\t".join(row) for row in self.rows)
        try:
            counts = read_as_asked("-", asked._replace(orientation=None, encoding=None), io.BytesIO(text.encode()))
        except InputError as error:
            raise InputError(str(error).replace("standard input", f"{where}, table of labels", 1)) from None
        assert isinstance(counts, Counts)
        true, predicted = usual_columns(self.rows[0]) or ("", "")
        k = len(counts.labels)
        told = f"{where}: read as a table of labels of {k} classes, true in {true!r}, predicted in {predicted!r}"
        facts = {"kind": "labels", "place": self.place, "classes": k, "rows": None, "rows_by": "text", "positive": None}
        notice = Understood(told, {**facts, "totals": False, "not_used": []})
        return counts.noted([notice]), None


def _unread(held: SourceText, refused: InputError | None) -> InputError:
    """What is said of a text without a matrix: what it looks like, or, of one that looks like ours, its own error."""
    if format_of(held.path, held.text[:4000]) == "notebook":
        return InputError(f"{held.name} is a notebook, and no matrix that can be read stands in its cells. {CURE}.")
    look = look_of(held.text)
    if held.name == INLINE and look is not None and look.like == "running text":
        look = None  # rather the name of a file
    if look is not None and (refused is None or not _OWN.match(held.text)):
        return InputError(f"{held.name} {look}")
    return refused or InputError(f"{held.name} holds no matrix. {CURE}.")
