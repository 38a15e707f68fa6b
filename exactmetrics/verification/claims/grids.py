"""Rows of cells: with bars, tabs or ampersands, or set in columns by spaces; each cell knows where it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from exactmetrics.verification.claims.groups import Group
from exactmetrics.verification.claims.numbers import bare

MOST_CELLS = 300
_BAR = re.compile(r"(?<!\\)\|")
_SPACES = re.compile(r"\S+(?: \S+)*")
_WORDS = re.compile(r"\S+")
_RULE = re.compile(r"[-=_+|:*\s─│┼╪═╞╡├┤┌┐└┘┬┴~]*")
_LATEX_ROW = re.compile(r"\\\\(?:\[[^\]\n]{0,20}\])?")
_LATEX_RULE = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|cline\{[^{}]*\}|cmidrule(?:\([^()]*\))?\{[^{}]*\}|noalign\{[^{}]*\})"
)
_SPAN = re.compile(r"\\multi(?:column|row)\s*\{[^{}]{0,20}\}(?:\[[^\[\]]{0,20}\])?\s*\{[^{}]{0,40}\}\s*")
_BEGIN = re.compile(
    r"\\begin\s?\{((?:tabular[xy*]?|array|[bpvBV]?matrix|longtable|smallmatrix|NiceTabular|tblr|tabu)\*?)\}"
)


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a cell, bare of marks, and where it stands in the text of its group."""

    text: str
    start: int
    end: int

    @property
    def plain(self) -> str:
        """The text without emphasis and formula marks.

        >>> Cell(" **a** ", 0, 7).plain
        'a'
        """
        return bare(self.text)


Row = list[Cell]
Grid = list[Row]


def grids_of(group: Group) -> list[Grid]:
    """The tables of a passage: by bars or tabs, by LaTeX, by columns of two spaces or more.

    >>> from exactmetrics.verification.documents.source import source_of
    >>> from exactmetrics.verification.claims.groups import groups
    >>> group = next(groups(source_of("| a | b |\\n|---|---|\\n| 1 | 2 |").pieces()))
    >>> [[cell.plain for cell in row] for row in grids_of(group)[0]]
    [['a', 'b'], ['1', '2']]
    """
    text = group.piece.text
    if group.shape == "rows":
        return [[row for row in (_cut_row(text, start, end) for start, end in lines_of(text)) if row]]
    found: list[Grid] = [_latex(text, *span) for _, span in environments(text)] if "\\begin" in text else []
    if group.shape == "block" and not found:
        found = [_bars_or_columns(text)]
    return [grid for grid in found if grid]


def environments(text: str) -> list[tuple[str, tuple[int, int]]]:
    """The tables and matrices of LaTeX: the name of each, and where its inside begins and ends.

    >>> environments("\\\\begin{matrix} 1 \\\\end{matrix}")
    [('matrix', (14, 17))]
    """
    found, ends = list[tuple[str, tuple[int, int]]](), dict[str, int]()
    for begin in _BEGIN.finditer(text):
        name = begin[1]
        if ends.get(name, 0) <= begin.end():
            end = text.find(f"\\end{{{name}}}", begin.end())
            ends[name] = len(text) + 1 if end < 0 else end
        if ends[name] <= len(text):
            if found and found[-1][0] == name and found[-1][1][1] == ends[name]:
                found.pop()  # one inside the other: the inner one is read
            found.append((name, (begin.end(), ends[name])))
    return found


def lines_of(text: str) -> list[tuple[int, int]]:
    """Where each line of a text begins and ends.

    >>> lines_of("a\\n\\nbc")
    [(0, 1), (2, 2), (3, 5)]
    """
    spans, start = [], 0
    for part in text.split("\n"):
        spans.append((start, start + len(part.rstrip("\r"))))
        start += len(part) + 1
    return spans if spans[-1][0] < spans[-1][1] else spans[:-1]


def worded(text: str) -> Grid:
    """A block of lines as words; what stands before the first number of a line is one cell, but in lines without any.

    >>> [[cell.text for cell in row] for row in worded("a b\\nnot a 1 2")]
    [['a', 'b'], ['not a', '1', '2']]
    """
    grid = Grid()
    for start, end in lines_of(text):
        row = [Cell(m[0], m.start(), m.end()) for m in _WORDS.finditer(text, start, end)][:MOST_CELLS]
        first = next((at for at, cell in enumerate(row) if at and cell.text[0].isdigit()), 0)
        if first > 1 and not row[0].text[0].isdigit() and len(row) - first > 1:
            row = [Cell(text[row[0].start : row[first - 1].end], row[0].start, row[first - 1].end), *row[first:]]
        if row and not _RULE.fullmatch(text[start:end]):
            grid.append(row)
    return grid


def _cut_row(text: str, start: int, end: int) -> Row:
    line = text[start:end]
    if _RULE.fullmatch(line):
        return []
    if "\t" in line.strip() and "|" not in line:
        return _split(text, start, end, re.compile("\t"))
    cells = _split(text, start, end, _BAR)
    if len(cells) > 1 and not cells[0].text.strip():
        cells = cells[1:]
    if len(cells) > 1 and not cells[-1].text.strip():
        cells = cells[:-1]
    if len(cells) > 2 and len(cells) % 2 and all(not cell.text.strip() for cell in cells[1::2]) and "|  |" in line:
        cells = cells[::2]  # a page's cells, with a bar at the beginning and at the end of each
    return cells


def _split(text: str, start: int, end: int, mark: re.Pattern[str]) -> Row:
    cells, at = [], start
    for found in [*mark.finditer(text, start, end), None]:
        stop = end if found is None else found.start()
        cells.append(Cell(text[at:stop], at, stop))
        at = end if found is None else found.end()
        if len(cells) >= MOST_CELLS:
            break
    return cells


def _latex(text: str, start: int, end: int) -> Grid:
    grid, at = Grid(), start
    for found in [*_LATEX_ROW.finditer(text, start, end), None]:
        stop = end if found is None else found.start()
        row = [_plain_cell(cell) for cell in _split(text, at, stop, re.compile(r"(?<!\\)&"))]
        if any(cell.text.strip() for cell in row) and len(grid) < MOST_CELLS:
            grid.append(row)
        at = end if found is None else found.end()
    if grid and (head := re.match(r"\s*(?:\[[^\]]{0,20}\])?\{(?:[^{}]|\{[^{}]*\}){0,200}\}", grid[0][0].text)):
        first = grid[0][0]
        grid[0][0] = Cell(" " * head.end() + first.text[head.end() :], first.start, first.end)
    return grid


def _plain_cell(cell: Cell) -> Cell:
    """Without rules and spans; the length stays."""
    blank = lambda found: " " * len(found[0])  # noqa: E731
    return Cell(_SPAN.sub(blank, _LATEX_RULE.sub(blank, cell.text)), cell.start, cell.end)


def _bars_or_columns(text: str) -> Grid:
    grid = Grid()
    for start, end in lines_of(text):
        line = text[start:end]
        if _RULE.fullmatch(line):
            continue
        plain = line.replace("│", "|").replace("║", "|")
        if plain.count("|") >= 2:
            row = _split(text, start, end, re.compile(r"[|│║]"))
            row = row[1:] if row and not row[0].text.strip() else row
            row = row[:-1] if len(row) > 1 and not row[-1].text.strip() else row
        elif "\t" in line.strip():
            row = _split(text, start, end, re.compile("\t"))
        else:
            row = [Cell(m[0], m.start(), m.end()) for m in _SPACES.finditer(text, start, end)][:MOST_CELLS]
        grid.append(row)
    return grid


def texts(row: Sequence[Cell]) -> list[str]:
    """What the cells of a row say.

    >>> texts([Cell("`a`", 0, 3)])
    ['a']
    """
    return [cell.plain for cell in row]
