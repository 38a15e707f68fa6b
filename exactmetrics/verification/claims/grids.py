"""Rows of cells: between bars, tabs or ampersands, or in the columns of a printout; each cell knows where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from exactmetrics.verification.documents.pieces import blanked

MOST_CELLS = 300
_BAR = re.compile(r"(?<!\\)[|│║┆]")
_GAP = re.compile(r"[ ]*[|│║┆][ ]*|[ ]{2,}|\t|(?<=[0-9%])[ ](?=[-−=(]?[0-9.])")
_RULE = re.compile(r"[-=_+|:*\s─│┼╪═╞╡├┤┌┐└┘┬┴~┆╪…]*")
_LATEX_ROW = re.compile(r"\\\\(?:\[[^\]\n]{0,20}\])?")
_LATEX_RULE = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|cline\{[^{}]*\}|cmidrule(?:\([^()]*\))?\{[^{}]*\}|noalign\{[^{}]*\})"
)
_SPAN = re.compile(r"\\multi(column|row)\s*\{([^{}]{0,20})\}(?:\[[^\[\]]{0,20}\])?\s*\{[^{}]{0,40}\}\s*")
_BEGIN = re.compile(
    r"\\begin\s?\{((?:tabular[xy*]?|array|[bpvBV]?matrix|longtable|smallmatrix|NiceTabular|tblr|tabu)\*?)\}"
)
_MARKS = re.compile(
    r"[*`$†‡]|\\(?:textbf|mathbf|text|textit|mathrm|cellcolor|num|bf|emph)\b(?:\[[^\]]{0,20}\])?"
    r"|\\[ ,;&]|</?[a-zA-Z][^<>]{0,200}>"
)
_WORDS = re.compile(r"\S+")
_COUNT = re.compile(r"[-−]?[0-9][0-9,.']*")


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a cell, and where it stands in the text of its passage."""

    text: str
    start: int
    end: int

    @property
    def plain(self) -> str:
        """The text without emphasis and formula marks.

        >>> Cell(" **a** ", 0, 7).plain
        'a'
        """
        return re.sub(
            r"\s+", " ", _MARKS.sub(" ", self.text).replace("{,}", ",").replace("{", " ").replace("}", " ")
        ).strip()


Row = list[Cell]


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows of a table, and where it stands; `printed` says that its columns were found by their places."""

    rows: list[Row]
    start: int
    end: int
    printed: bool = False


def bars(text: str, start: int, end: int) -> list[Grid]:
    """The table of lines with bars or tabs.

    >>> [[cell.plain for cell in row] for row in bars("| a | b |\\n|---|---|\\n| 1 | 2 |", 0, 30)[0].rows]
    [['a', 'b'], ['1', '2']]
    """
    rows = [row for first, last in lines_of(text, start, end) if (row := _cut(text, first, last))]
    return [Grid(rows, rows[0][0].start, rows[-1][-1].end)] if rows else []


def latex(text: str) -> list[Grid]:
    """The tables and matrices of LaTeX in a text; one inside another is read alone."""
    found, ends = list[tuple[int, int, str]](), dict[str, int]()
    for begin in _BEGIN.finditer(text):
        name = begin[1]
        if ends.get(name, 0) <= begin.end():
            ends[name] = text.find(f"\\end{{{name}}}", begin.end()) % (len(text) + 1)
        if ends[name] < len(text):
            if found and found[-1][1] >= ends[name]:
                found.pop()
            found.append((begin.end(), ends[name], name))
    return [Grid(rows, start, end) for start, end, name in found if (rows := _latex_rows(text, start, end))]


def printed(text: str, start: int, end: int) -> Iterator[Grid]:
    """Tables set in columns: runs of lines that end in as many whole numbers, under the names of their columns."""
    lines = [(first, last) for first, last in lines_of(text, start, end) if not _RULE.fullmatch(text, first, last)]
    at = 0
    while at < len(lines):
        numbers = _numbers(text, *lines[at])
        stop = at
        while stop < len(lines) and len(numbers) > 1 and len(_numbers(text, *lines[stop])) == len(numbers):
            stop += 1
        if stop - at >= 2 and at:
            head = _header_lines(text, lines, at)
            sums = stop < len(lines) and len(_numbers(text, *lines[stop])) == len(numbers) - 1  # below numbered classes
            for size, last in sorted([(len(numbers), stop), (len(numbers) - 1, stop + sums)], reverse=not sums):
                rows = _columns(text, lines[head:at], lines[at:last], size) if size >= 2 else None
                if rows is not None:
                    yield Grid(rows, lines[head][0], lines[last - 1][1], True)
        at = max(stop, at + 1)


def spaced(text: str, start: int, end: int) -> Grid | None:
    """A printout whose lines are cut at bars, at two blanks or more, and between two numbers.

    >>> text = "real |  D   ~D  | all\\n-----+----\\n   + | 43   15  |  58"
    >>> [[cell.text for cell in row] for row in spaced(text, 0, len(text)).rows]
    [['real', 'D', '~D', 'all'], ['+', '43', '15', '58']]
    """
    rows = [
        row
        for first, last in lines_of(text, start, end)
        if not _RULE.fullmatch(text, first, last) and (row := _spread(text, first, last))
    ]
    return Grid(rows, rows[0][0].start, rows[-1][-1].end, True) if rows else None


def _spread(text: str, start: int, end: int) -> Row:
    cells = [cell for cell in _split(text, start, end, _GAP) if cell.text.strip()]
    found = list[Cell]()
    for cell in cells:
        at = cell.start + len(cell.text) - len(cell.text.lstrip())
        found.append(Cell(cell.text.strip(), at, at + len(cell.text.strip())))
    return found


def cells_of(row: str, signs: str) -> list[tuple[str, int]]:
    """The cells of one row between signs, which a backslash before them makes text, each with its place.

    >>> cells_of("| a | b", "|&")
    [('', 0), (' a ', 1), (' b', 5)]
    """
    cells, at = list[tuple[str, int]](), 0
    for cell in re.split(rf"((?<!\\)[{signs}])", row):
        if cell not in signs or not cell:
            cells.append((cell, at))
        at += len(cell)
    return cells


def words_in(cells: Iterable[Cell]) -> Iterator[Cell]:
    """The words of some cells, each as a cell."""
    for cell in cells:
        for word in _WORDS.finditer(cell.text):
            yield Cell(word[0], cell.start + word.start(), cell.start + word.end())


def _header_lines(text: str, lines: list[tuple[int, int]], at: int) -> int:
    """Where the headings over the numbers begin: up to three lines above, without a number that is none of a class."""
    head = at - 1
    while (
        head > 0
        and at - head < 3
        and not re.search(r"[.:=]", text[slice(*lines[head - 1])])
        and len(text[slice(*lines[head - 1])].split()) <= 4
    ):
        head -= 1
    return head


def _columns(text: str, above: list[tuple[int, int]], body: list[tuple[int, int]], size: int) -> list[Row] | None:
    """A table whose columns begin or end below each other; the names of several words stay together."""
    cells = [_numbers(text, first, last)[-size:] for first, last in body]
    heads = [
        Cell(text[first : row[0].start].rstrip(), first, row[0].start)
        for (first, _), row in zip(body, cells, strict=True)
    ]
    ends = [[cell.end - first for cell in row] for (first, _), row in zip(body, cells, strict=True)]
    starts = [[cell.start - first for cell in row] for (first, _), row in zip(body, cells, strict=True)]
    edge = max(len(head.text) for head in heads)
    rows = list[Row]()
    heading = next(
        (n for n in reversed(range(len(above))) if len(text[slice(*above[n])].split()) >= size), len(above) - 1
    )
    for place, (first, last) in enumerate(above):
        words = [Cell(found[0], found.start(), found.end()) for found in _WORDS.finditer(text, first, last)]
        own = [word for word in words if word.start - first < edge] if edge else []
        names = words[len(own) :]
        if all(row == ends[0] for row in ends):
            columns = [
                [word for word in names if (ends[0][at - 1] if at else -1) < word.end - first <= ends[0][at]]
                for at in range(size)
            ]
        else:
            columns = [
                [word for word in names if starts[0][at] <= word.start - first < ([*starts[0], 10**6])[at + 1]]
                for at in range(size)
            ]
        if place != heading:
            rows.append([Cell(text[first:last].strip(), first, last)])
            continue
        if not all(columns) or sum(map(len, columns)) != len(names):
            if len(words) < size or len(words) > size + 1:
                return None
            own, columns = words[:-size], [[word] for word in words[-size:]]
        corner = Cell(text[own[0].start : own[-1].end], own[0].start, own[-1].end) if own else Cell("", first, first)
        rows.append(
            [
                corner,
                *(
                    Cell(text[c[0].start : c[-1].end], c[0].start, c[-1].end) if c else Cell("", first, first)
                    for c in columns
                ),
            ]
        )
    return rows + [[head, *row] for head, row in zip(heads, cells, strict=True)]


def _numbers(text: str, first: int, last: int) -> list[Cell]:
    """The whole numbers at the end of a line."""
    found = list[Cell]()
    for word in reversed([*_WORDS.finditer(text, first, last)][-MOST_CELLS:]):
        if not _COUNT.fullmatch(word[0]):
            break
        found.append(Cell(word[0], word.start(), word.end()))
    return found[::-1]


def lines_of(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Where each line of a stretch of text begins and ends."""
    spans, at = [], start
    for part in text[start:end].split("\n"):
        spans.append((at, at + len(part.rstrip("\r"))))
        at += len(part) + 1
    return spans


def _cut(text: str, start: int, end: int) -> Row:
    if _RULE.fullmatch(text, start, end):
        return []
    line = text[start:end]
    if "\t" in line.strip() and "|" not in line:
        return _split(text, start, end, re.compile("\t"))
    cells = _split(text, start, end, _BAR)
    if len(cells) > 1 and not cells[0].text.strip():
        cells = cells[1:]
    if len(cells) > 1 and not cells[-1].text.strip():
        cells = cells[:-1]
    if len(cells) > 2 and len(cells) % 2 and "|  |" in line and all(not cell.text.strip() for cell in cells[1::2]):
        cells = cells[::2]  # a page's cells, with a bar at the beginning and at the end of each
    return cells


def _split(text: str, start: int, end: int, mark: re.Pattern[str]) -> Row:
    cells, at = list[Cell](), start
    for found in [*mark.finditer(text, start, end), None][:MOST_CELLS]:
        stop = end if found is None else found.start()
        cells.append(Cell(text[at:stop], at, stop))
        at = end if found is None else found.end()
    return cells


def _latex_rows(text: str, start: int, end: int) -> list[Row]:
    head = re.compile(r"\s*(?:\[[^\]]{0,20}\])?\{(?:[^{}]|\{[^{}]*\}){0,200}\}(?=\s*(?:\\|[^&\s]|&))").match(
        text, start, end
    )
    rows, at = list[Row](), start if head is None or "&" in head[0] else head.end()
    for found in [*_LATEX_ROW.finditer(text, at, end), None][:MOST_CELLS]:
        stop = end if found is None else found.start()
        row = [_plain_cell(cell) for cell in _split(text, at, stop, re.compile(r"(?<!\\)&"))]
        if any(cell.text.strip() for cell in row):
            rows.append(row)
        at = end if found is None else found.end()
    return rows


def _plain_cell(cell: Cell) -> Cell:
    """Without rules and spans; the length stays."""
    return Cell(blanked(_SPAN, blanked(_LATEX_RULE, cell.text)), cell.start, cell.end)
