"""Confusion matrices in tables, printouts and arrays: their classes, which side is the truth, totals apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from operator import attrgetter
from typing import Literal, TypeVar

from exactmetrics.matrix.column_names import sides_at
from exactmetrics.verification.claims.grids import Cell, Grid, bars, latex, printed, spaced, words_in
from exactmetrics.verification.claims.vocabulary import ATOM, GLUE, Vocabulary, atoms, folded, word_of

MAX_CLASSES = 200  # of a matrix; larger tables are passed over
_COUNT = re.compile(
    r"(?:[TFVR][PN]\s*[=:(]?\s*)?([-−]?(?:[1-9][0-9]{0,2}(?:[,.'’ \u202f\u00a0][0-9]{3})+|[0-9]{1,15}))"
    r"(?![0-9.,])(?:\s*\(?\s*(?:[TFVR][PN]|[0-9.,]+\s?%)\s*\)?|\s*\([^()0-9]{1,40}\))?"
)
_SHARE = re.compile(r"([0-9]{1,3}(?:[.,][0-9]{1,9})?)\s?\\?[%٪]|(0?[.,][0-9]{1,9}|[01](?:[.,][0-9]{0,9})?)")
_PARTS = 10**9  # of a share
_PLAIN = r"-?[0-9]{1,15}(?:\.[0-9]{0,9}(?:e[+-]?[0-9]{1,2})?)?(?![\w.])"
_NUMBER = rf"(?:{_PLAIN}|np\.[a-z]+[0-9]+\({_PLAIN}\))"
_BEGIN, _END = r"[\[({]", r"[\])}]"
_BLANKS, _BETWEEN = r"[ \t]+", r"(?:\s*,\s*|\s+)"
_INSIDE = rf"\s*{_NUMBER}(?:{_BETWEEN}{_NUMBER})*\s*"
_LINE = rf"[ \t]*{_NUMBER}(?:{_BLANKS}{_NUMBER})+[ \t]*"
# How programs print an array, and its rows: NumPy, PyTorch, TensorFlow and JSON; R; MATLAB, as typed and as shown.
_NUMBERED = re.compile(r"\S.*(?<!\S)[0-9]{2,}(?!\S)")  # the name of a row, with a count behind it
_ROWS = re.compile(r"[\[({]\s*[\[({]?\s*(?:np\.|[0-9])")  # may be an array
_OPEN = frozenset({"]", "[", ","})
_TYPED = rf"{_NUMBER}(?:(?:[ \t]*,[ \t]*|[ \t]+){_NUMBER})+"
_ARRAYS = tuple(
    (re.compile(array, re.MULTILINE), re.compile(row, re.MULTILINE))
    for array, row in (
        (
            rf"{_BEGIN}\s*{_BEGIN}{_INSIDE}{_END}(?:(?:\s*,)?\s*{_BEGIN}{_INSIDE}{_END})+\s*,?\s*{_END}",
            rf"{_BEGIN}({_INSIDE}){_END}",
        ),
        (
            rf"^[ \t]*\[,1\](?:{_BLANKS}\[,[0-9]+\])+[ \t]*(?:\r?\n[ \t]*\[[0-9]+,\]{_LINE})+",
            r"\[[0-9]+,\]([^\[\]\n]*)",
        ),
        (rf"\[\s*{_TYPED}(?:\s*;\s*{_TYPED})+\s*;?\s*\]", r"([^\[\];]+)"),
        (
            rf"^[^\n]*(?:[=:]|[Mm]atrix)[ \t]*\r?\n(?:[ \t]*\r?\n)?(?:{_LINE}(?:\r?\n|\Z)){{2,}}",
            rf"^({_LINE})\r?$",
        ),
        (rf"^[ \t]*\[{_INSIDE}\](?:[ \t]*,?[ \t]*\r?\n[ \t]*\[{_INSIDE}\])+[ \t]*,?[ \t]*\r?$", r"\[([^\[\]]*)\]"),
    )
)
_WEKA = re.compile(
    r"^[ \t]*((?:[a-z]{1,2}[ \t]+){2,200})<--[ \t]*classified as[^\n]*\n((?:[^\n]*\|[^\n]*\n?)+)", re.MULTILINE
)
_WEKA_ROW = re.compile(r"^[ \t]*((?:[0-9]+[ \t]+)+)\|[ \t]*[a-z]{1,2}[ \t]*=[ \t]*([^\n]*?)[ \t\r]*$", re.MULTILINE)
_HEADINGS = frozenset({"true", "predicted", "rows", "columns", "class", "total"})
_SIDES = frozenset({"true", "predicted", "class"})
_SHORT = 6  # lines of counts that are looked at again from each on; of more the first may be numbers of classes
_EDGES = frozenset(":()=.")
_HIT, _MISS = re.compile(r"\b[TVR]P\b"), re.compile(r"\bFN\b")
_EDGES_OF = (attrgetter("start"), attrgetter("end"))
HEADINGS = 4  # lines above a printed table that may say what it is
_BESIDE = re.compile(r"|[0-9]*[.,][0-9]+|[0-9.,]+\s?\\?[%٪]|\(?\s*=?\s*[0-9.,]+\s?/\s?[0-9.,]+\s*\)?")
Line = Literal["row", "column", "all"]
Side = Literal["true", "predicted", "unknown"]
_Label = TypeVar("_Label")


@dataclass(slots=True)
class Table:
    """A matrix as found, and where; `sums` are those printed beside it, `left` the headings of columns that are none.

    `positive` is the class that the document calls so; `sure` says that its words, not only 1 and 0, do. `named` says
    that its classes have names, and are no mere positions; `by_sign` that headings say only which is the positive one;
    `in_order` that its rows have no names; `contradicted` that words call its rows both; `by_supports` that its sums
    are the supports of a report, and no word calls it a matrix; `partial` that it is one only if they are. `kind` is
    "table", "array" or "counts", `title` what is printed above its headings.
    """

    labels: tuple[str | int, ...]
    rows: list[list[int]]
    start: int
    end: int
    orientation: Side = "unknown"
    positive: str | int | None = None
    sure: bool = True
    named: bool = True
    evident: bool = True
    by_sign: bool = False
    contradicted: bool = False
    in_order: bool = False
    by_supports: bool = False
    partial: bool = False
    kind: str = "table"
    title: str = ""
    sums: list[tuple[Line, int, Cell]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    @property
    def totals(self) -> list[tuple[str, str, Cell]]:
        """The printed sums as what they are, where the sides are known: the count, the class, and the cell."""
        if self.orientation == "unknown":
            return []
        row, column = ("support", "predicted") if self.orientation == "true" else ("predicted", "support")
        kinds = {"row": row, "column": column, "all": "n"}
        return [(kinds[kind], "" if kind == "all" else str(self.labels[at]), cell) for kind, at, cell in self.sums]


def count_in(text: str) -> int | None:
    """The whole number of a cell, which may name its outcome or its share of all beside it; no count is negative."""
    found = _COUNT.fullmatch(text.strip())
    return int(re.sub(r"[^-0-9]", "", found[1].replace("−", "-"))) if found and len(text) < 80 else None


def share_in(text: str) -> Fraction | None:
    """The share of a cell that is a percentage or at most 1, with no number beside it.

    >>> share_in("75.5 %"), share_in("0.75"), share_in("40 (80%)")
    (Fraction(151, 200), Fraction(3, 4), None)
    """
    found = _SHARE.fullmatch(text.strip())
    if found is None:
        return None
    if found[1]:
        return Fraction(found[1].replace(",", ".")) / 100
    return Fraction("0" + found[2].replace(",", ".").rstrip("."))


def weka_in(text: str) -> Table | None:
    """The matrix that Weka prints, with the names of its classes behind its rows."""
    found = _WEKA.search(text)
    rows = [*_WEKA_ROW.finditer(found[2])] if found else []
    counts = [[int(number) for number in row[1].split()] for row in rows]
    if found is None or len(rows) < 2 or {len(row) for row in counts} != {len(rows)}:
        return None
    return Table(tuple(row[2] for row in rows), counts, found.start(), found.end(), "true")


def arrays_in(text: str) -> list[Table]:
    """Square arrays of counts as programs print them; classes are counted from 0."""
    tables = []
    for form, row in _ARRAYS:
        for found in form.finditer(text):
            if form is _ARRAYS[-1][0] and _is_part(text, found):
                continue
            rows = [
                [_whole(number) for number in re.split(r"[\s,]+", one[1].strip(" ,\n\t\r"))]
                for one in row.finditer(found[0])
            ]
            rows = [one for one in rows if one != [None]]
            counts = [[value for value in one if value is not None] for one in rows]
            if 2 <= len(rows) <= MAX_CLASSES and {len(one) for one in counts} == {len(rows)} and counts == rows:
                at = found.start() + len(found[0]) - len(found[0].lstrip())
                tables.append(
                    Table(tuple(range(len(rows))), counts, at, found.end(), named=False, evident=False, kind="array")
                )
    return tables


def _is_part(text: str, found: re.Match[str]) -> bool:
    """Whether rows in brackets go on, or lie within another array."""
    return text[: found.start()].rstrip()[-1:] in _OPEN or text[found.end() :].lstrip()[:1] == "]"


def _whole(text: str) -> int | None:
    """A whole number, however it is written: 43, 43., 4.30e+01."""
    try:
        value = Fraction(text[text.find("(") + 1 :].rstrip(")"))
    except ValueError:
        return None
    return int(value) if value.denominator == 1 else None


class TableReader:
    """Reads the confusion matrix of a table, if it is one."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words

    def tables(self, text: str, shape: str) -> Iterator[Table]:
        """The tables of a passage that may be confusion matrices."""
        grids = bars(text, 0, len(text)) if shape == "rows" else latex(text) if "\\begin" in text else []
        weka = weka_in(text) if shape == "block" else None
        if shape == "block":
            drawn = bars(text, 0, len(text)) if text.count("|") > 3 and weka is None else []
            grids = grids or drawn or [*printed(text, 0, len(text))]
        found = [table for grid in grids for table in self.of_grid(grid)]
        if shape == "block" and weka is None and all(table.by_sign for table in found):
            cut = spaced(text, 0, len(text))
            found = ([] if cut is None else [*self.of_grid(cut)]) or found
        yield from found if weka is None else [weka, *found]
        if shape == "block" or _ROWS.search(text):
            yield from arrays_in(text)

    def tables_of_shares(self, text: str, shape: str) -> Iterator[Table]:
        """The tables of a passage that may be normalised confusion matrices."""
        is_drawn = shape == "rows" or (shape == "block" and text.count("|") > 3)
        grids = bars(text, 0, len(text)) if is_drawn else latex(text) if "\\begin" in text else []
        yield from filter(None, map(self.read_shares, grids))

    def of_grid(self, grid: Grid) -> Iterator[Table]:
        """The matrices of a grid: with headings, or a square of counts alone, as a formula sets it."""
        found = [*self.read_all(grid)]
        yield from found
        if not found and all(cell.plain.isdigit() or not cell.plain for row in grid.rows for cell in row):
            rows = [[count for cell in row if (count := count_in(cell.plain)) is not None] for row in grid.rows]
            if len(rows) > 1 and all(
                len(row) == len(rows) == len(own) for row, own in zip(rows, grid.rows, strict=True)
            ):
                names = tuple(range(len(rows)))
                yield Table(names, rows, grid.start, grid.end, named=False, evident=False, kind="array")

    def roles_in(self, text: str) -> list[tuple[str, int, int]]:
        """The sides, signs and class words of a heading in their order, with the places of their words."""
        found, at = list[tuple[str, int, int]](), 0
        folds = atoms(text)
        while at < len(folds):
            size, roles = self.words.longest(folds, at, _HEADINGS)
            for role in ("true", "predicted", "rows", "columns", "class", "total"):
                if role in roles:
                    found.append((role, at, at + size))
                    break
            at += max(size, 1)
        return found

    def side(self, text: str) -> str:
        """The side that a heading names; "" where it names none or both."""
        sides = {role for role, _, _ in self.roles_in(text) if role in ("true", "predicted")}
        return sides.pop() if len(sides) == 1 else ""

    def own_side(self, text: str) -> str:
        """The side that the heading of a table of two by two names by its subject, such as a test or a disease."""
        if self.side(text):
            return self.side(text)
        folds = atoms(text)
        sides = {value for at in range(len(folds)) if (value := self.words.longest(folds, at)[1].get("side", ""))}
        return sides.pop() if len(sides) == 1 else ""

    def is_total(self, text: str) -> bool:
        """Whether a heading is that of sums."""
        plain = re.sub(r"[^\w\s+Σ∑−-]", " ", text.replace("\\Sigma", "Σ").replace("\\sum", "Σ"))
        return (
            "total" in self.words.roles(plain)
            or "Σ" in plain
            or (any(role == "total" for role, _, _ in self.roles_in(plain)) and len(atoms(plain)) <= 3)
        )

    def name(self, text: str, apart: frozenset[str] = _SIDES) -> str:
        """The class of a heading: one that is known, or what is left of it without words that say what is `apart`."""
        known = self.words.labels.get(atoms(text))
        if known is not None:
            return known
        plain = re.sub(r"\\(?:text|mathrm)\b|[→↓]", " ", text)
        found = [one for one in ATOM.finditer(plain) if one[0] not in GLUE]
        folds, kept, at = [word_of(one[0]) for one in found], list[re.Match[str]](), 0
        second = 0  # where the words behind the first side begin
        while at < len(found):
            size, roles = self.words.longest(folds, at, apart)
            if not size or (
                "class" in roles and not _SIDES - {"class"} & roles.keys() and _is_glued(plain, found, at, size)
            ):
                size = 1
                kept.append(found[at])
            at += size
            second = second or at
        if not kept and second < len(found):
            kept = found[second:]  # of "Actual true" the class
        paired = {"(", ")"} <= {one[0] for one in kept}
        edges = _EDGES if paired else _EDGES - {"(", ")"}  # "[0,5)" is a name
        while kept and kept[0][0] in edges:
            kept.pop(0)
        while kept and kept[-1][0] in edges:
            kept.pop()
        return plain[kept[0].start() : kept[-1].end()].strip(" '\"_*`$") if kept else ""

    def names_of(self, columns: list[str], rows: list[str]) -> tuple[list[str], list[str]]:
        """The classes of the headings of columns and rows: as both say them, else without words for sides and classes.

        "Predicted class 1" is of "class 1" where others are of "cat", and of "1" where all are called classes.
        """
        every = [one for one in columns + rows if one and not self.is_total(one)]
        if not all(self.name(one) not in ("", self.name(one, _SIDES - {"class"})) for one in every):
            if set(rows) <= set(columns):
                return columns, rows
            names, lines = ([self.name(one, _SIDES - {"class"}) for one in texts] for texts in (columns, rows))
            if set(lines) - {""} <= set(names):
                return [name or text for name, text in zip(names, columns, strict=True)], lines
        return [self.name(one) or one for one in columns], [self.name(one) or one for one in rows]

    def read(self, grid: Grid) -> Table | None:
        """The confusion matrix of a grid: a square of counts under and behind the names of the same classes."""
        return next(self.read_all(grid), None)

    def read_all(self, grid: Grid) -> Iterator[Table]:
        """The confusion matrices of a grid, which may print several below each other."""
        rows = [row for row in grid.rows if not _is_of_shares(row)]
        tails = [_tail(row) for row in rows]
        at = first = begun = stop = 1
        while at < len(rows):
            begun = at if at >= stop else begun
            stop = at
            while stop < len(rows) and len(tails[stop]) > 1:
                stop += 1
            body, beside = _without_beside(rows[at:stop] if stop - at <= MAX_CLASSES + 1 else ())
            sizes = {len(_tail(row)) for row in body}
            above = rows[max(first - 1, at - HEADINGS) : at] if grid.printed else rows[first - 1 : at]
            for size in sorted(sizes | {min(sizes, default=0) - 1}, reverse=True):
                if 2 <= size <= min(sizes) and max(2, size - 1) <= len(body) <= size + 1:
                    found = self.square(grid, above, body, size, beside)
                    if found is not None:
                        yield found
                        at = first = stop
                        break
            at = stop + 1 if stop - at > _SHORT and at > begun else at + 1

    def read_shares(self, grid: Grid) -> Table | None:
        """A matrix of shares, each as so many parts of `_PARTS`, whose rows or columns each add up to a whole.

        It is no data: how many samples there are it does not say.
        """
        found = [[(cell, share_in(cell.plain)) for cell in row] for row in grid.rows]
        if not any(share is not None and not cell.plain.isdigit() for row in found for cell, share in row):
            return None
        rows = [
            [cell if share is None else replace(cell, text=str(int(share * _PARTS))) for cell, share in row]
            for row in found
        ]
        table = self.read(replace(grid, rows=rows))
        return table if table is not None and not table.partial and _adds_up(table.rows) else None

    def square(
        self, grid: Grid, above: Sequence[list[Cell]], body: Sequence[list[Cell]], size: int, beside: int = 0
    ) -> Table | None:
        """The matrix of some rows, in their last `size` counts; `beside` is how many columns of shares were behind."""
        headings = [row for row in reversed(above) if sum(bool(cell.plain) for cell in row) >= 2]
        for heading in headings:
            found = self.below(grid, above, heading, body, size, beside)
            if found is not None:
                return found
        return None

    def without_corner(self, heading: list[Cell]) -> list[Cell]:
        """A heading whose first cell, by the places of the columns, holds the corner as well: "Prediction class 1"."""
        filled = [cell for cell in heading if cell.plain]
        first, name = filled[0], self.name(filled[0].plain, _SIDES - {"class"})
        if len(filled) < 2 or not name or any(map(self.side, (cell.plain for cell in filled[1:]))):
            return heading
        if not self.side(first.plain) or not first.text.endswith(name):
            return heading
        cut = first.end - len(name)
        return [Cell(first.text[: -len(name)], first.start, cut), Cell(name, cut, first.end), *filled[1:]]

    def below(
        self, grid: Grid, above: Sequence[list[Cell]], heading: list[Cell], body: Sequence[list[Cell]], size: int,
        beside: int,
    ) -> Table | None:  # fmt: skip
        """The matrix of some rows below one of the headings."""
        heading = self.without_corner(heading) if grid.printed else heading
        filled = [cell for cell in heading if cell.plain]
        ways = [filled, *([list(words_in(filled))] if grid.printed else [])]
        last = filled[-1].plain
        if not re.search(r"\d", last) and not re.search(r"\w", self.name(last)) and not _holds(body, last):
            ways = [filled[:-1], *ways]  # "<- predicted" behind the names of the columns
        for cells in ways:
            for beyond in sorted({beside, 0}, reverse=True):
                named = cells[: len(cells) - beyond]
                found = self.under(grid, above, heading, named, body, size, beside, own=cells is not filled)
                if found is not None:
                    found.left = [cell.plain for cell in cells[len(named) :]]
                    return found
        return None

    def under(
        self, grid: Grid, above: Sequence[list[Cell]], heading: list[Cell], filled: list[Cell],
        body: Sequence[list[Cell]], size: int, beside: int, *, own: bool = False,
    ) -> Table | None:  # fmt: skip
        """The matrix of rows of counts under the last names of a heading; with `own` the rows must have names too."""
        cells = [[cell for cell in row if count_in(cell.plain) is not None][-size:] for row in body]
        heads = [
            [cell for cell in row if cell.start < own[0].start and cell.plain]
            for row, own in zip(body, cells, strict=True)
        ]
        if len({head[-1].plain if len(head) > 1 else head for head in map(tuple, heads)}) == 1 and len(heads[0]) > 1:
            heads = [head[:-1] for head in heads]  # "Count", in each row
        columns = filled[-size:]
        if len(columns) < size and len(columns) != size - 1:
            return None
        if any(count_in(cell.plain) is not None for cell in filled[: len(filled) - len(columns)]):
            return None  # a row of counts, which is no heading
        names, lines = self.names_of(
            [cell.plain for cell in columns], [head[-1].plain if head else "" for head in heads]
        )
        in_order = False
        if not own and not any(heads) and len(columns) == len(filled) and _are_over(columns, cells, grid.printed):
            lines, in_order = [*names, *lines[len(names) :]], True  # the rows are in the order of the columns
        values = [[count_in(cell.plain) or 0 for cell in row] for row in cells]
        k = min(len(body), size)
        for k in (size, size - 1):
            if k < 2 or len(body) not in (k, k + 1) or len(names) < k or k > MAX_CLASSES:
                continue
            if (
                k == size
                and k > 2
                and len(columns) == size
                and (self.is_total(columns[-1].plain) or all(row[-1] == sum(row[:-1]) for row in values))
            ):
                continue
            wide = size == k + 1
            if wide and not (
                len(names) == k or self.is_total(columns[-1].plain) or all(row[k] == sum(row[:k]) for row in values)
            ):
                continue
            if len(body) == k + 1 and not (
                self.is_total(heads[k][-1].plain if heads[k] else "")
                or all(values[k][n] == sum(row[n] for row in values[:k]) for n in range(k))
            ):
                continue
            found = self.matched(
                lines[:k],
                names[:k],
                [head[-1].plain if head else "" for head in heads[:k]],
                [cell.plain for cell in columns[:k]],
            )
            if found is None or (in_order and beside and len(body) == k):
                continue
            if _beyond(body[:k], cells, heads):
                continue
            labels, order, positive, by_sign = found
            if any(map(self.is_total, labels)):
                continue
            square = [values[n][:k] for n in order]
            sides = self.sides(above, heading, columns, heads, by_sign, k)
            counted = any(_NUMBERED.search(head[-1].plain) for head in heads[:k] if head)
            if by_sign and (set(sides) != {"true", "predicted"} or counted):
                continue
            orientation: Side = "unknown"
            contradicted = False
            if sides in (("true", "predicted"), ("true", ""), ("", "predicted")):
                orientation = "true"
            elif sides in (("predicted", "true"), ("predicted", ""), ("", "true")):
                orientation = "predicted"
            if k == 2:
                hits = [n for n in (0, 1) if _HIT.search(cells[order[n]][n].text)]
                positive = labels[hits[0]] if len(hits) == 1 else positive
                told: Side = "unknown"
                if len(hits) == 1 and _MISS.search(cells[order[1 - hits[0]]][hits[0]].text):
                    told = "predicted"
                elif len(hits) == 1 and _MISS.search(cells[order[hits[0]]][1 - hits[0]].text):
                    told = "true"
                contradicted = "unknown" != told != orientation != "unknown"
                orientation = "unknown" if contradicted else orientation if told == "unknown" else told
            # Classes called True and False are those of a matrix too.
            is_evident = not in_order and (any(sides) or any(self.side(cell.plain) for cell in columns))
            start, end = above[0][0].start if grid.printed else grid.start, body[-1][-1].end
            table = Table(tuple(labels), square, start, end, orientation, positive, evident=is_evident)
            table.title = "\n".join(cell.text for row in above if row is not heading for cell in row)
            table.by_sign, table.contradicted, table.in_order = by_sign, contradicted, in_order
            table.sums = _sums(cells, order, wide)
            return table
        return self.with_column(above, heading, columns, heads, (names, lines), cells)

    def with_column(
        self, above: Sequence[list[Cell]], heading: list[Cell], columns: list[Cell], heads: list[list[Cell]],
        headings: tuple[list[str], list[str]], cells: list[list[Cell]],
    ) -> Table | None:  # fmt: skip
        """A matrix with the column of a class that no sample is of, such as "not classified", if a report says so."""
        names, lines = headings
        values, k = [[count_in(cell.plain) or 0 for cell in row] for row in cells], len(cells)
        if k < 2 or not all(heads) or len(names) != k + 1 or sorted(names[:k]) != sorted(lines) or names[k] in lines:
            return None
        if {len(row) for row in values} != {k + 1} or self.sides(above, heading, columns, heads, False, k)[0] != "true":
            return None
        rows = [*(values[lines.index(name)] for name in names[:k]), [0] * (k + 1)]
        return Table(tuple(names), rows, heading[0].start, cells[-1][-1].end, "true", evident=False, partial=True)

    def beside_class(self, cell: Cell) -> str:
        """What a heading says beside the name of its class, which may be "true" or "expected" itself."""
        text, name = cell.plain, self.name(cell.plain)
        if not name or name == text:
            return name
        return text.removesuffix(name) if text.endswith(name) else text.removeprefix(name)

    def matched(
        self, rows: list[str], columns: list[str], row_texts: list[str], column_texts: list[str]
    ) -> tuple[list[str], list[int], str | None, bool] | None:
        """The classes, which row is of each, the positive one, and whether only their signs agree."""
        keys = [atoms(name) for name in columns]
        own = [atoms(name) for name in rows]
        if all(keys) and len(set(keys)) == len(keys) and sorted(own) == sorted(keys):
            signs = [self.sign(name, columns) for name in columns] if len(columns) == 2 else []
            positive = columns[signs.index("+")] if sorted(signs) == ["+", "-"] and set(columns) != {"0", "1"} else None
            return columns, [own.index(key) for key in keys], positive, False
        if len(columns) != 2:
            return None
        across, down = (
            [self.sign(text, column_texts) for text in column_texts],
            [self.sign(text, row_texts) for text in row_texts],
        )
        if sorted(across) != ["+", "-"] or sorted(down) != ["+", "-"]:
            return None
        return (
            ["positive" if sign == "+" else "negative" for sign in across],
            [down.index(sign) for sign in across],
            "positive",
            True,
        )

    def sign(self, text: str, both: Sequence[str]) -> str:
        """Whether a heading is that of the positive or the negative of two; "" where its words do not say."""
        plain = re.sub(r"[\^_{}$]", " ", text.replace("−", "-"))
        folds = atoms(plain)
        found = {
            role
            for at in range(len(folds))
            for role in self.words.longest(folds, at)[1]
            if role in ("positive", "negative", "rest")
        }
        if "negative" in found or plain.rstrip().endswith("-"):
            return "-"
        others = [other for other in both if other != text]
        if (
            "rest" in found
            and others
            and "positive" not in {r for at in range(len(folds)) for r in self.words.roles(plain)}
        ):
            return "-"
        if "positive" in found or plain.rstrip().endswith("+"):
            return "+"
        return "+" if others and any(atoms(other)[-len(folds) :] == folds for other in others) else ""

    def sides(
        self,
        above: Sequence[list[Cell]],
        heading: list[Cell],
        columns: list[Cell],
        heads: list[list[Cell]],
        by_sign: bool,
        k: int,
    ) -> tuple[str, str]:
        """What rows and columns are, as far as the table says; by words such as test and disease only where both do."""
        found = self.named_sides(self.side, above, heading, columns, heads)
        if k == 2 and (by_sign or found == ("", "")):
            own = self.named_sides(self.own_side, above, heading, columns, heads)
            found = own if set(own) == {"true", "predicted"} else found
        return found

    def named_sides(
        self,
        side: Callable[[str], str],
        above: Sequence[list[Cell]],
        heading: list[Cell],
        columns: list[Cell],
        heads: list[list[Cell]],
    ) -> tuple[str, str]:
        before = " ".join(cell.text for cell in heading if cell.plain and cell.start < columns[0].start)
        behind = " ".join(cell.text for cell in heading if cell.plain and cell.start > columns[-1].start)
        halves = [half for half in re.split(r"\\backslash|[\\/|→↓]|\bvs\b|,", before) if half.strip()]
        row, column = "", ""
        if len(halves) >= 2:
            row, column = side(halves[0]), side(halves[1])
            if "↓" in before and before.find("↓") > before.find("→") > 0:
                row, column = column, row
            row, column = row or _other(column), column or _other(row)
        elif halves:
            row = side(halves[0])
            if "_" in before:  # by Spark, the names of two columns
                row, column = (found or "" for found in sides_at(before.strip()))
        over = " ".join(
            cell.plain
            for line in above
            if line[0].start < heading[0].start and _words(line) != _words(heading)  # not the same once more
            for cell in line
        )
        column = column or side(" ".join(map(self.beside_class, columns))) or side(over) or side(behind)
        between = " ".join(cell.plain for line in above if line[0].start > heading[0].start for cell in line)
        if side(between) and not column:
            row, column = side(between), row
        own = " ".join(cell.plain for head in heads for cell in head[:-1])
        row = row or side(between) or side(f"{own} {' '.join(self.beside_class(head[-1]) for head in heads if head)}")
        if row == column and row and halves and len(halves) == 1 and side(halves[0]) == column:
            row = ""
        return row, column


def _sums(cells: list[list[Cell]], order: list[int], wide: bool) -> list[tuple[Line, int, Cell]]:
    """The printed sums of a square, with the place of the row or column each is of."""
    k = len(order)
    found: list[tuple[Line, int, Cell]] = [("row", place, cells[n][k]) for place, n in enumerate(order)] if wide else []
    if len(cells) == k + 1:
        found += [("column", n, cells[k][n]) for n in range(k)]
        found += [("all", 0, cells[k][k])] if wide else []
    return found


def _are_over(names: list[Cell], rows: list[list[Cell]], printed: bool) -> bool:
    """Whether headings that are no numbers stand over the counts of rows without names, column by column."""
    if all(name.plain.isdigit() for name in names) or not all(re.search(r"\w", name.plain) for name in names):
        return False
    if not printed:
        return True
    apart = all(after.start - before.end > 1 for before, after in pairwise(names))
    gaps = [{tuple(edge(b) - edge(a) for a, b in pairwise(row)) for row in (names, *rows)} for edge in _EDGES_OF]
    return apart and len(names) == len(rows[0]) and any(len(found) == 1 for found in gaps)


def _beyond(body: Sequence[list[Cell]], cells: list[list[Cell]], heads: list[list[Cell]]) -> bool:
    """Whether rows have more counts than those of the square, but for classes called by numbers, alone before them."""
    counts = [
        [cell for cell in row if cell.start < own[0].start and count_in(cell.plain) is not None]
        for row, own in zip(body, cells, strict=False)
    ]
    named = any(len(head) == 1 for head in heads[: len(body)])
    return any(before and not (named and before == head[-1:]) for before, head in zip(counts, heads, strict=False))


def _adds_up(rows: Sequence[Sequence[int]]) -> bool:
    """Whether shares add up to a whole in each row or in each column, but for what rounding to percents takes."""
    return any(
        all(abs(sum(line) - _PARTS) <= _PARTS // 50 for line in lines)
        for lines in (rows, list(zip(*rows, strict=True)))
    )


def are_shares_of(shares: Table, rows: Sequence[Sequence[int | Fraction]]) -> bool:
    """Whether a matrix of shares, or turned, shows counts as shares of their rows or columns, rounded to percents."""
    if len(rows) != len(shares.rows):
        return False
    for turned in (rows, list(zip(*rows, strict=True))):
        for shown in (shares.rows, list(zip(*shares.rows, strict=True))):
            near = (
                abs(part - _PARTS * count / (sum(line) or 1)) <= _PARTS // 100
                for parts, line in zip(shown, turned, strict=True)
                for part, count in zip(parts, line, strict=True)
            )
            if all(near):
                return True
    return False


def _is_glued(text: str, found: Sequence[re.Match[str]], at: int, size: int) -> bool:
    """Whether a word for class begins a name without a space, as in Class1 or class_a."""
    end, last = found[at + size - 1].end(), at + size == len(found)
    return not last and text[end : found[at + size].start()] in ("", "_") and found[at + size][0].isalnum()


def _other(side: str) -> str:
    return {"true": "predicted", "predicted": "true"}.get(side, "")


def is_beside(cell: Cell) -> bool:
    """Whether a cell holds a share or a ratio, as of errors, or nothing."""
    return count_in(cell.plain) is None and _BESIDE.fullmatch(cell.plain) is not None


def _behind(row: list[Cell]) -> int:
    """How many cells at the end of a row hold shares, or nothing; a 0 behind a share is one too."""
    found = 0
    for n, cell in enumerate(reversed(row), start=1):
        if is_beside(cell):
            found = n
        elif cell.plain != "0":
            break
    return found


def _holds(body: Sequence[list[Cell]], text: str) -> bool:
    """Whether a cell of some rows has a text, as the name of a class."""
    return any(cell.plain == text for row in body for cell in row)


def _words(line: Sequence[Cell]) -> list[str]:
    return " ".join(cell.plain for cell in line).split()


def _is_of_shares(row: list[Cell]) -> bool:
    """Whether a row holds shares alone, such as those that SAS, SPSS and R print below counts."""
    shares = sum(bool(cell.plain) and is_beside(cell) for cell in row)
    return shares > 1 and all(count_in(cell.plain) is None for cell in row)


def _without_beside(rows: Sequence[list[Cell]]) -> tuple[list[list[Cell]], int]:
    """Rows without the columns of shares at their end, and how many there are."""
    sizes = [_behind(row) for row in rows]
    most = max(sizes, default=0)
    wide = {len(row) for row, size in zip(rows, sizes, strict=True) if size == most}
    return [row[: len(row) - (most if len(row) in wide else size)] for row, size in zip(rows, sizes, strict=True)], most


def _tail(row: list[Cell]) -> list[int]:
    """The counts at the end of a row, before the shares that may stand behind them."""
    found = list[int]()
    for cell in reversed(row[: len(row) - _behind(row)]):
        value = count_in(cell.plain)
        if value is None:
            break
        found.append(value)
    return found[::-1]


def label_of(name: str, labels: Sequence[_Label]) -> _Label | None:
    """The class of a matrix that a name means, whatever its case; None where there is none."""
    same = [label for label in labels if str(label) == name] or [
        label for label in labels if folded(str(label)) == folded(name)
    ]
    return same[0] if len(same) == 1 else None
