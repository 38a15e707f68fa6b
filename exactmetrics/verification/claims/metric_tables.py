"""Tables of results: metrics over the columns and classes or averages before the rows, or the other way round.

A column or a row whose heading is not read is left out; a table whose columns are several models is not read at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.metrics.registry import found_metric, metric_named
from exactmetrics.verification.claims.grids import Cell, Grid, Row, lines_of
from exactmetrics.verification.claims.matrices import count_in
from exactmetrics.verification.claims.tokens import Token, tokens, unknown, without_units
from exactmetrics.verification.claims.vocabulary import Vocabulary, atoms

_NUMBER = r"[-−]?(?:[0-9]+(?:[.,][0-9]+)?|\.[0-9]+)\s?%?|nan|NaN|NA"
_ONE = re.compile(_NUMBER)
_NO_HEADING = re.compile(r"=|[0-9][.,][0-9]{2}")  # an equality or a value: most lines of a log
_EXPLAINED = re.compile(r"(\w+)\((\D.*)\)")
_WORD = re.compile(r"\S+")
_COLUMN = re.compile(r"\S+(?: \S+)*")
_EACH = re.compile(r"(?<![^\W\d_])([^\W\d_]++): ?(\S+)")  # a class behind the word for it
_ALONE = re.compile(r"([^\W\d_]+): ?(\S.*)")  # one class behind the word for it, and nothing else
_FRACTION = re.compile(r"[0-9]*[.,][0-9]+(?:\s?%)?")
_SIGNED = re.compile(r"[\s*$]*[+±]\s?[0-9.]")
_TAG = re.compile(r"\w+[-_]\w\S*")  # such as I-PER: never a phrase, though its parts may be words

MOST_ROWS = 400  # of a printed table with a word a column


@dataclass(frozen=True, slots=True)
class Head:
    """What a heading says: a name, a class or an average; `word` is the first that is in no vocabulary."""

    name: Token | None = None
    label: str | None = None
    average: str = ""
    percent: bool = False
    word: str = ""

    @property
    def is_about(self) -> bool:
        """Whether it says a class or an average, and no name."""
        return self.name is None and (self.label is not None or bool(self.average))

    @property
    def is_blank(self) -> bool:
        """Whether it says nothing."""
        return self.name is None and not self.is_about and not self.word


@dataclass(frozen=True, slots=True)
class Entry:
    """A number of a table with what its row and its column say of it."""

    name: Token
    number: Token
    text: str
    label: str | None = None
    average: str = ""
    percent: bool = False
    expression: Token | None = None


class MetricTables:
    """Reads tables of results with the words of one document; `text` is that of the passage they stand in."""

    def __init__(self, words: Vocabulary, text: str, *, letters: bool = False) -> None:
        self.words, self.text, self.letters = words, text, letters
        self.classed = False  # whether a heading says class
        self.crossed = False  # whether an average has the column of a class
        self.numbering: list[Token] = []  # numbers that count the names of a column
        self.unread: list[tuple[Token, str]] = []  # numbers below or beside a name, and the word that was not read

    def head(self, cell: Cell | None) -> Head:
        """What a heading says."""
        if cell is None or not cell.text.strip():
            return Head()
        own = self.words.labels.get(atoms(cell.plain))
        if own is not None and not self.words.roles(cell.plain).keys() & {"metric", "count", "average"}:
            return Head(label=own)
        read = tokens(self.text, cell.start, cell.end, self.words, letters=self.letters)
        found = without_units(read)
        strange = unknown(found)
        names = [token for token in found if token.kind in "MK"]
        labels, averages = [t.value for t in found if t.kind == "L"], [t.value for t in found if t.kind == "A"]
        percent = any(token.kind == "P" for token in found)
        if strange is not None or len({name.value for name in names}) > 1 or len(labels) + len(averages) > 1:
            explained = _EXPLAINED.fullmatch(cell.text.strip())
            word = strange.text if strange else cell.plain
            return self.explained(cell, *explained.group(1, 2)) if explained else Head(word=word)
        if any(token.kind in "NEU" for token in found) or (len(found) < len(read) and not names):
            return Head(word=cell.plain)
        return Head(
            names[0] if names else None, labels[0] if labels else None, averages[0] if averages else "", percent
        )

    def class_head(self, cell: Cell) -> Head:
        """What the heading of a column says, where it may be a class without a name."""
        label = class_alone(cell.plain, self.words)
        if label:
            return Head(label=label)
        return Head(label=cell.plain) if cell.plain.isdigit() else self.head(cell)

    def names_classes(self, heading: Row) -> bool:
        """Whether a row with numbers is a heading: these are known classes, in any order, or count them."""
        labels = [self.words.labels.get(atoms(cell.plain)) for cell in heading[1:]]
        known = len(labels) > 1 and None not in labels and len({*labels}) == len(labels)
        return _counted(heading) or (known and not self.head(heading[0]).word)

    def explained(self, cell: Cell, short: str, long: str) -> Head:
        """A name with its explanation in brackets, as PyCM prints them: it has to be one of the same name."""
        head = self.head(Cell(short, cell.start, cell.start + len(short)))
        names = [t.value.split("|")[0] for t in tokens(long, 0, len(long), self.words) if t.kind in "MK"]
        same = head.name is not None and names[:1] == [head.name.value.split("|")[0]]
        return head if same else Head(word=cell.plain)

    def number(self, cell: Cell) -> tuple[Token, Token | None] | None:
        """The number of a cell and the arithmetic before it."""
        if not any(sign.isdigit() for sign in cell.text):
            return None
        found = [t for t in tokens(self.text, cell.start, cell.end, self.words) if t.kind != "F"]
        kinds = "".join(token.kind for token in found)
        if kinds in ("N", "NP"):
            return found[0], None
        if kinds in ("E=N", "N=N"):
            return found[2], found[0] if found[0].numeric else None
        if kinds == "NN" and "%" in found[1].text and "%" not in found[0].text:
            return found[0], None
        return None

    def read(self, grid: Grid) -> list[Entry]:
        """The numbers of a table whose headings are read; none where it is no table of results.

        Where metrics of all classes, or averages, have columns that are called as classes, these may be systems.
        """
        self.crossed = False
        entries = self.entries(self.without_index(grid))
        of_all = self.crossed or any(one.label is not None and is_of_all(one.name) for one in entries)
        texts = (cell.plain for row in grid.rows for cell in row if not self.number(cell))
        self.classed = any(t.kind == "C" for text in texts for t in tokens(text, 0, len(text), self.words))
        if not of_all or self.classed:
            return entries
        self.unread += [(one.number, "") for one in entries if one.label is not None]
        return [one for one in entries if one.label is None]

    def parted(self, grid: Grid) -> Iterator[Grid]:
        """The tables of a grid, each of which begins with the names of metrics below the numbers of the one before."""
        first, counts = 0, [self.number_in(row) for row in grid.rows]
        for at, row in enumerate([*grid.rows, []]):
            begins = any(counts[first:at]) and not any(counts[at : at + 1])
            names = sum(self.head(cell).name is not None for cell in row) if begins and at < len(grid.rows) else 0
            if names > 1 or at == len(grid.rows):
                rows = grid.rows[first:at]
                yield Grid(rows, rows[0][0].start, rows[-1][-1].end, grid.printed) if names or first else grid
                first = at

    def without_index(self, grid: Grid) -> Grid:
        """A table without the column that numbers the names in the one behind it."""
        named = [row for row in grid.rows if len(row) > 1 and self.head(row[1]).name is not None]
        body = [row for row in named if row[0].plain.isdecimal()]
        numbers = [int(row[0].plain) for row in body]
        if (
            len(body) < 2
            or len({len(row) for row in grid.rows}) > 1
            or numbers != [*range(numbers[0], numbers[-1] + 1)]
        ):
            return grid
        self.numbering += [found[0] for row in body if (found := self.number(row[0]))]
        return Grid([row[1:] for row in grid.rows], grid.start, grid.end, grid.printed)

    def entries(self, grid: Grid) -> list[Entry]:
        for at, row in enumerate(grid.rows[:3]):
            heads = [self.head(cell) for cell in row]
            names = [n for n, head in enumerate(heads) if head.name is not None]
            body = grid.rows[at + 1 :]
            over_columns = len(names) > 1 or (names and names[0] > 0) or (names and len(row) == 1)
            numbers = any(self.number(r[n]) for r in body for n in names if n < len(r))
            if over_columns and numbers and not self.number_in(row):
                return list(self.below(row, heads, names, body))
        return list(self.beside(grid.rows))

    def is_apart(self, row: Row) -> bool:
        """Whether numbers are no values of one model, but differences, aims, limits: by a word, or a plus sign."""
        return any(_SIGNED.match(cell.text) or self.words.holds(cell.plain, "apart") for cell in row)

    def number_in(self, row: Row) -> bool:
        return any(self.number(cell) for cell in row)

    def below(self, heading: Row, heads: list[Head], names: list[int], body: Sequence[Row]) -> Iterator[Entry]:
        """Numbers below the names of metrics, in rows of classes and averages."""
        before = [n for n, head in enumerate(heads) if n < names[0]]
        of_rows = before or [
            n for n, head in enumerate(heads) if n not in names and head.is_blank and heading[n].text.strip()
        ]
        rows = [
            row for row in body if any(n < len(row) and self.number(row[n]) for n in names) and not self.is_apart(row)
        ]
        counted = next((n for n in names if (name := heads[n].name) is not None and name.value == "support"), None)
        supports = [
            count_in(row[counted].plain) if counted is not None and counted < len(row) else None for row in rows
        ]
        most = max(filter(None, supports), default=0)  # of all
        for row, support in zip(rows, supports, strict=True):
            about, strange = Head(), ""
            is_class = support is not None and support < most  # however everyday the word is
            for n in of_rows:
                cell = row[n] if n < len(row) else None
                told = self.head(cell)
                if cell is not None and (told.word or (told.is_blank and (_TAG.fullmatch(cell.plain) or is_class))):
                    strange = strange or cell.plain
                elif not told.is_blank:
                    about = told
            if not before and any(heads[n].word and n < min(names) for n in range(len(heads))):
                strange = strange or "?"
            only_row = len(rows) == 1
            if about.name is not None and about.name.kind == "M":
                yield from self.of_row(row, names, heads, about)
                continue
            for n in names:
                found = self.number(row[n]) if n < len(row) else None
                name = heads[n].name
                if found is None or name is None:
                    continue
                label, average = heads[n].label or about.label, heads[n].average or about.average
                is_head_blank = not strange and not label and not average
                if (is_head_blank and not only_row) or (strange and (only_row and not of_rows)):
                    self.unread.append((found[0], ""))
                    continue
                text = strange or label or average
                yield Entry(
                    name,
                    found[0],
                    f"{text}, {name.text}" if text else name.text,
                    strange or label,
                    average if not strange else "",
                    heads[n].percent,
                    found[1],
                )

    def of_row(self, row: Row, names: list[int], heads: list[Head], about: Head) -> Iterator[Entry]:
        """The row of a report that holds one metric of all classes, and their number."""
        assert about.name is not None
        counted = any((name := heads[n].name) is not None and name.value == "support" for n in names)
        for n in names:
            found, name = (self.number(row[n]) if n < len(row) else None), heads[n].name
            if found is None or name is None:
                continue
            is_count = counted and row[n].plain.isdigit() and int(row[n].plain) > 1  # left of its column
            if name.kind == "K" or is_count:
                if name.value == "support" or is_count:
                    yield Entry(Token("K", "n", name.text, name.start, name.end), found[0], name.text)
            else:
                yield Entry(about.name, found[0], about.name.text, about.label, about.average)

    def beside(self, rows: Sequence[Row]) -> Iterator[Entry]:
        """Numbers beside the names of metrics; the columns are classes and averages, or there is one column."""
        named = [(row, head) for row in rows if len(row) > 1 and (head := self.head(row[0])).name is not None]
        named = [(row, head) for row, head in named if any(self.number(cell) for cell in row[1:])]
        if not named:
            return
        columns = sorted({n for row, _ in named for n in range(1, len(row)) if self.number(row[n])})
        first = rows.index(named[0][0])
        above = rows[first - 1] if first else []
        heading = above if not self.number_in(above) or self.names_classes(above) else []
        columns = [n for n in columns if n >= len(heading) or not self.is_apart([heading[n]])]
        heads = {n: self.class_head(heading[n]) if n < len(heading) else Head() for n in columns}
        corner = self.head(heading[0]) if heading else Head()
        worked = [n for n in columns if all(self.is_fraction(row, n) for row, _ in named)]
        columns = [n for n in columns if n not in worked] or columns
        if len(columns) > 1 and not all(heads[n].is_about for n in columns):
            self.unread += [
                (number[0], heads[n].word)
                for row, _ in named
                for n in columns
                if n < len(row) and (number := self.number(row[n]))
            ]
            return
        for row, head in named:
            assert head.name is not None
            for n in columns:
                found = self.number(row[n]) if n < len(row) else None
                if found is None:
                    continue
                about = heads[n]
                if head.average and about.label:
                    self.unread.append((found[0], ""))
                    self.crossed = True
                    continue
                label = about.word or about.label or head.label or (corner.label if corner.is_about else None)
                average = about.average or head.average or (corner.average if corner.is_about else "")
                place = label or average
                yield Entry(
                    head.name,
                    found[0],
                    f"{place}, {head.name.text}" if place else head.name.text,
                    label,
                    average,
                    head.percent or about.percent,
                    found[1],
                )

    def is_fraction(self, row: Row, n: int) -> bool:
        found = self.number(row[n]) if n < len(row) else None
        return found is None or "/" in found[0].text

    def printed(self, start: int, end: int) -> Iterator[tuple[Grid, list[Entry]]]:
        """The tables of results of a printout: a line of names or of classes, and the lines of numbers below it."""
        lines = lines_of(self.text, start, end)
        at = 0
        while at < len(lines):
            names = self.columns(*lines[at]) or self.classes(*lines[at])
            if not names and (grid := self.wide(lines, at)) and (entries := self.read(grid)):
                yield grid, entries
                at += len(grid.rows)
                continue
            if not names and (grid := self.one_class(lines, at)) and (entries := self.read(grid)):
                self.leave_unnamed(grid)
                yield grid, entries
                at += len(grid.rows)
                continue
            rows, n = list[Row](), at + 1
            ends = [name.end - lines[at][0] for name in names if name.kind != "C"]
            while names and n < len(lines):
                if names[0].kind == "L" and self.begins_classes(lines, n):
                    break
                row = self.line(*lines[n], ends, behind=names[-1].kind == "C")
                if row is None and self.text[slice(*lines[n])].strip() and names[0].kind != "L":
                    break
                rows += [row] if row else []
                n += 1
            if names and rows:
                labelled_last = names[-1].kind == "C"
                columns = [Cell(t.text, t.start, t.end) for t in names if t.kind != "C"]
                start, stop = (names[-1].start, names[-1].end) if labelled_last else (lines[at][0], names[0].start)
                corner = Cell(self.text[start:stop].strip() if names[-1].kind in "CL" else "", start, stop)
                heading = [*columns, corner] if labelled_last else [corner, *columns]
                grid = Grid([heading, *rows], lines[at][0], rows[-1][-1].end, True)
                entries = self.read(grid)
                if entries:
                    if names[0].kind == "L":
                        self.leave_unnamed(grid)
                    yield grid, entries
                    at = n
                    continue
            at += 1

    def columns(self, first: int, last: int) -> list[Token]:
        """The names, or the classes, that a line of headings holds and nothing else; a word for class may end it."""
        value = _NO_HEADING.search(self.text, first, last)
        found = [] if value else [t for t in tokens(self.text, first, last, self.words) if t.kind not in "F"]
        if any(t.kind in "XENJU" for t in found) or not found:
            behind = self.text.rfind(": ", first, last) + 1  # "Val. report:   precision  recall"
            return self.columns(behind, last) if behind else []
        names = [t for t in found if t.kind in "MK"]
        about = [t for t in found if t.kind in "LA"]
        if len(names) >= 2 and not about:
            return [t for t in found if t.kind in "MK" or (t.kind == "C" and t is found[-1])]
        return about if len(about) >= 2 and not names else []

    def classes(self, first: int, last: int) -> list[Token]:
        """The classes that a line names behind a word for class, numbers among them."""
        each = [*_EACH.finditer(self.text, first, last)]  # Class: 0 Class: 1, as R prints them
        if len(each) > 1 and all("class" in self.words.roles(one[1]) for one in each):
            return [Token("L", one[2], one[0], one.start(), one.end()) for one in each]
        start = _WORD.search(self.text, first, last)
        if start is None or "class" not in self.words.roles(start[0]):
            return []
        rest = self.cells(first, last)[1:]
        labels = [self.words.labels.get(atoms(cell.text)) for cell in rest]
        if len(labels) < 2 or None in labels:
            return []
        return [Token("L", str(label), c.text, c.start, c.end) for label, c in zip(labels, rest, strict=True)]

    def leave_unnamed(self, grid: Grid) -> None:
        """List the values of rows below classes whose name is not read."""
        for row in grid.rows[1:]:
            word = self.head(row[0]).word
            found = [number[0] for cell in row[1:] if word and (number := self.number(cell))]
            self.unread += [(number, word) for number in found if _FRACTION.fullmatch(number.text)]

    def begins_classes(self, lines: Sequence[tuple[int, int]], at: int) -> bool:
        """Whether a line below columns of classes is the heading of other ones: R prints wide tables in blocks."""
        text = self.text[slice(*lines[at])].strip()
        if _EACH.match(text):
            return bool(class_alone(text, self.words) or self.classes(*lines[at]) or self.columns(*lines[at]))
        if any(sign.isdigit() for sign in text):
            return False
        return self.one_class(lines, at) is not None or any(t.kind == "L" for t in self.columns(*lines[at]))

    def one_class(self, lines: Sequence[tuple[int, int]], at: int) -> Grid | None:
        """A table of one class, whose heading ends where each number below it ends."""
        first, last = lines[at]
        text = self.text[first:last].rstrip()
        heading = Cell(text.strip(), first + len(text) - len(text.lstrip()), first + len(text))
        is_label = not heading.text.isdigit() and self.words.labels.get(atoms(heading.text)) is not None
        if not heading.text or not (is_label or class_alone(heading.text, self.words)):
            return None
        rows: list[Row] = [[Cell("", first, first), heading]]
        for start, stop in lines[at + 1 :]:
            line = self.text[start:stop].rstrip()
            numbers = line[_numbers_begin(line) :].strip()
            head = Cell(line[: len(line) - len(numbers)].strip(), start, start + len(line) - len(numbers))
            is_row = head.text and _ONE.fullmatch(numbers) and len(line) == len(text)
            if not is_row or class_alone(line.strip(), self.words):
                break
            rows.append([head, Cell(numbers, head.end, start + len(line))])
        return Grid(rows, first, rows[-1][-1].end, True) if len(rows) > 1 else None

    def wide(self, lines: Sequence[tuple[int, int]], at: int) -> Grid | None:
        """A table of one word a column, or of columns with two blanks between, some of them names of metrics or counts.

        Each row has a number below each, and a name before or behind these; numbers of other columns are listed.
        """
        if _NO_HEADING.search(self.text, *lines[at]):
            return None
        for heading in (self.cells(*lines[at]), self.cells(*lines[at], _COLUMN)):
            classes = [n for n, cell in enumerate(heading) if "class" in self.words.roles(cell.text)]
            if classes in ([0], [len(heading) - 1]):
                heading = [cell for n, cell in enumerate(heading) if n not in classes]
            known = [n for n, cell in enumerate(heading) if self.head(cell).name is not None]
            if len(heading) < 3 or len(known) < 3:
                continue
            corner = Cell(self.text[slice(*lines[at])].split()[-1], *lines[at]) if classes else Cell("", *lines[at])
            rows: list[Row] = [[corner, *(heading[n] for n in known)]]
            for line in lines[at + 1 : at + MOST_ROWS]:
                row = self.numbers_and_name(line, len(heading))
                if row is None and self.text[slice(*line)].strip():
                    break
                if row is not None:
                    rows.append([row[0], *(row[n + 1] for n in known)])
                    others = [(row[n + 1], cell.plain) for n, cell in enumerate(heading) if n not in known]
                    self.unread += [(found[0], word) for cell, word in others if (found := self.number(cell))]
            if len(rows) > 1:
                return Grid(rows, lines[at][0], rows[-1][-1].end, True)
        return None

    def numbers_and_name(self, line: tuple[int, int], size: int) -> Row | None:
        """A line of so many numbers, and the name before or behind them in front of them."""
        cells = self.cells(*line)
        begin = next((n for n, cell in enumerate(cells) if _ONE.fullmatch(cell.text)), len(cells))
        begin = max(begin, len(cells) - size) if _ONE.fullmatch(cells[-1].text if cells else "") else begin
        numbers, behind = cells[begin : begin + size], cells[begin + size :]
        if len(numbers) < size or (begin and behind) or not all(_ONE.fullmatch(cell.text) for cell in numbers):
            return None
        about = cells[:begin] or behind
        start, end = (about[0].start, about[-1].end) if about else (line[0], line[0])
        return [Cell(self.text[start:end], start, end), *numbers]

    def cells(self, first: int, last: int, parts: re.Pattern[str] = _WORD) -> list[Cell]:
        """The words of a line, or other parts of it, each a cell."""
        return [Cell(one[0], one.start(), one.end()) for one in parts.finditer(self.text, first, last)]

    def line(self, first: int, last: int, ends: list[int], *, behind: bool) -> Row | None:
        """A line of numbers below headings: what it is of, here or `behind`, and a cell for each of them.

        `ends` say where in a line the columns end: below the heading, or as in the row before.
        """
        text, size = self.text[first:last], len(ends)
        cut = re.match(rf"[ \t]*+((?>(?:{_NUMBER})[ \t]+){{{size}}})(\S.*)$", text) if behind else None
        start, stop = cut.span(1) if cut else (_numbers_begin(text), len(text))
        found = _ONE.finditer(self.text, first + start, first + stop)
        cells = [Cell(one[0].rstrip(), one.start(), one.start() + len(one[0].rstrip())) for one in found][-size:]
        if not cells:
            return None
        if cut:
            return [*cells, Cell(cut[2], first + cut.start(2), first + cut.end(2))]
        head = Cell(text[: cells[0].start - first].strip(), first, cells[0].start)
        if len(cells) < size:
            if not head.text:
                return None
            placed = [Cell("", last, last) for _ in range(size)]
            for cell in cells:
                placed[min(range(size), key=lambda n: abs(ends[n] - (cell.end - first)))] = cell
            cells = placed
        else:
            ends[:] = [cell.end - first for cell in cells]
        return [*cells, head] if behind else [head, *cells]


def class_alone(text: str, words: Vocabulary) -> str:
    """The class that a heading names behind a word for class, and nothing else; "" where it does not.

    >>> class_alone("Class: 2", Vocabulary()), class_alone("Fold: 2", Vocabulary())
    ('2', '')
    """
    found = _ALONE.fullmatch(text)
    if found is None or "class" not in words.roles(found[1]):
        return ""
    known = words.labels.get(atoms(found[2]))
    return str(known) if known is not None else "" if " " in found[2] else found[2]


def classes_said(text: str, words: Vocabulary) -> set[str]:
    """The classes of one word that stand behind a word for class and a colon."""
    return {found[2] for found in _EACH.finditer(text) if "class" in words.roles(found[1])}


def _numbers_begin(line: str) -> int:
    """Where the numbers begin that a line ends with."""
    words = [*_WORD.finditer(line)]
    at = len(words)
    while at and (_ONE.fullmatch(words[at - 1][0]) or (words[at - 1][0] == "%" and at > 1)):
        at -= 1
    return words[at].start() if at < len(words) else len(line)


def _counted(heading: Row) -> bool:
    """Whether the numbers of a heading count the classes, from 0 or 1 on."""
    numbers = [int(cell.plain) for cell in heading if cell.plain.isdigit()]
    return len(numbers) > 1 and numbers[0] in (0, 1) and numbers == [*range(numbers[0], numbers[0] + len(numbers))]


def is_of_all(name: Token) -> bool:
    """Whether a metric is of all classes together, and none of one class goes by its name."""
    try:
        metric = metric_named(re.split(r"[|~\[?]", name.value)[0])
    except ExactMetricsError:
        return False
    return name.kind == "M" and metric.scope == "matrix" and not metric.of_class


def of_one_class(name: str) -> str:
    """The metric of a class that a name of a metric of the matrix means where a class is said; "" where there is none.

    >>> of_one_class("cen"), of_one_class("accuracy")
    ('class_cen', '')
    """
    metric = found_metric(name)
    return "" if metric is None else metric.of_class
