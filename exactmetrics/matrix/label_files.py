"""Files of two columns of labels, true and predicted, in delimited text.

Most lines of such a file repeat: the distinct ones are counted by `collections.Counter` over the bytes, and only they
meet the csv reader. A quoted line end, or columns besides the labels, need the csv reader over the whole file as it
comes; large files with such columns are left to polars, where it is installed.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..exact.errors import InputError, UsageError
from .column_names import Rows, asked_column, counts_column, curing, may_name_counts, noticed, usual_columns
from .counts import Counts
from .decimal_marks import Reader, number_reader
from .delimited import WHOLE, Table, all_whole, delimiter_of, without_end
from .exact_count import Count, number
from .labels import composed, did_you_mean, listed
from .lists import Pair, counts_of_pairs
from .shares import noted_if_shares
from .textfile import decoded_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

    Opener = Callable[[], BinaryIO]

LARGE = 32_000_000  # bytes from which on an engine is worth its start
Cells = tuple[str, ...]


class LabelFile(NamedTuple):
    """A file of two columns of labels: what opens it behind the lines above its header, and what the header says."""

    opened: Opener
    name: str
    columns: Sequence[str]
    delimiter: str
    places: tuple[int, ...]  # of the true and the predicted column, and of those that may hold counts
    table: Table
    path: Path | None = None  # for an engine, where it is a file of its own
    asked: str | None = None  # the column of counts that the caller names

    @property
    def used(self) -> list[int]:
        return sorted(self.places)

    @property
    def wanted(self) -> list[str]:
        """The names of the true and of the predicted column."""
        return [self.columns[place] for place in self.places[:2]]

    def weighed_by(self, weight: str | None) -> LabelFile:
        """The same file with one column of counts, or none."""
        places = self.places[:2] if weight is None else (*self.places[:2], self.columns.index(weight))
        return self._replace(places=places)


def label_file(
    opened: Opener, header: str, true: str | None, pred: str | None, name: str, table: Table = WHOLE,
    path: Path | None = None, sample_weight: str | None = None,
) -> LabelFile | None:  # fmt: skip
    """Find the label columns from the header line; None when it has none and none were asked for."""
    delimiter = table.delimiter or delimiter_of(header)
    names = without_end(next(split([header], delimiter), ()))
    usual = usual_columns(names)
    if true is None and pred is None and usual is None:
        return None
    usual_true, usual_pred = usual or ("y_true", "y_pred")
    wanted = (true or usual_true, pred or usual_pred)
    for column in wanted:
        if names.count(column) != 1:
            what = "no column" if column not in names else "more than one column"
            raise UsageError(f"{name} has {what} {column!r}; it has {listed(names)}.{did_you_mean(column, names)}")
    sure = asked_column(names, sample_weight, name, wanted)
    counting = may_name_counts(names, wanted) if sure is None else [sure] if sure else []
    places = tuple(map(names.index, (*wanted, *dict.fromkeys(counting))))
    return LabelFile(opened, name, names, delimiter, places, table, path, sample_weight)


def counts_from_label_files(files: Sequence[LabelFile], named: tuple[Hashable, ...] | None = None) -> Counts:
    """Count the samples of all files together."""
    totals: dict[tuple[str, str], Count] = {}
    notices: dict[str, None] = {}
    together = [(file, _rows(file)) for file in files]
    weights = dict[tuple[str, ...], str | None]()  # of each header once, for all files are looked at for it
    for file, rows in together:
        header = tuple(file.columns)
        if header not in weights:
            weights[header] = _counting(file, together)
        weight = weights[header]
        notices.update(dict.fromkeys(noticed(file.columns, file.wanted, weight, file.asked)))
        if len(file.places) > 2 + (weight is not None):
            file = file.weighed_by(weight)
            rows = _added((_only_used(cells, file), times) for cells, times in rows.items())
        read = _weight_reader(rows, file)
        for cells, times in rows.items():
            pair, count = _row_of(cells, file, read)
            if isinstance(count, str):
                with curing(weight, file.asked):
                    raise InputError(f"{file.name}, {_line_of(file, cells)}{count}")
            totals[pair] = totals.get(pair, 0) + count * times
    if not totals:
        raise InputError(f"{files[0].name} has a header and no rows: there are no samples to count.")
    found = counts_of_pairs(_read_labels(totals, named), (), named)
    return noted_if_shares(found, next(filter(None, weights.values()), None)).noted(notices)


def _counting(file: LabelFile, every: Sequence[tuple[LabelFile, Mapping[Cells, int]]]) -> str | None:
    """The column of counts of a file, told from the rows of all files that are counted together."""

    def rows(name: str) -> Rows:
        found = Counter[tuple[Hashable, Hashable, object]]()
        for one, rows_of in every:
            if name not in one.columns:
                continue
            true, pred, cell = one.places[0], one.places[1], one.columns.index(name)
            for cells, times in rows_of.items():
                if len(cells) >= len(one.columns):
                    found[cells[true], cells[pred], cells[cell]] += times
        return found

    return counts_column(file.columns, file.asked, file.name, file.wanted, rows)


def _added(rows: Iterable[tuple[Cells, int]]) -> dict[Cells, int]:
    found: dict[Cells, int] = {}
    for cells, times in rows:
        found[cells] = found.get(cells, 0) + times
    return found


def _rows(file: LabelFile) -> Mapping[Cells, int]:
    """Count the distinct rows after the header; cells besides the labels may be left empty."""
    rows = _distinct_lines(file) if len(file.used) == len(file.columns) else _grouped(file)
    if rows is None:
        every = _every_row(file)
        next(every, None)
        rows = Counter(_only_used(cells, file) for cells in every)
    return rows


def _only_used(cells: Cells, file: LabelFile) -> Cells:
    """A row without the cells that are not counted; one of another width as it is."""
    width = len(file.columns)
    if len(cells) < width or any(cells[width:]):
        return cells
    return tuple(cells[place] if place in file.places else "" for place in range(width))


def _every_row(file: LabelFile) -> Iterator[Cells]:
    """All rows of a file as it is read, which may be larger than the memory."""
    with file.opened() as stream:
        try:
            yield from split(io.TextIOWrapper(stream, "utf-8", newline=""), file.delimiter)
        except UnicodeDecodeError:
            _refuse_bytes(file)
            raise


def _distinct_lines(file: LabelFile) -> dict[Cells, int] | None:
    """Count the distinct lines after the header; None when lines and rows are not the same thing."""
    with file.opened() as stream:
        stream.readline()
        lines = Counter(stream)
    found: dict[Cells, int] = {}
    for line, times in lines.items():
        body = line.rstrip(b"\r\n")
        if b"\r" in body or body.count(b'"') % 2:
            return None
        try:
            text = decoded_lines(body, file.name, 1)
        except InputError:
            _refuse_bytes(file)
            raise
        for cells in split([text], file.delimiter):
            found[cells] = found.get(cells, 0) + times
    return found


def _refuse_bytes(file: LabelFile) -> None:
    """Find the line that is no text, for the error to name it."""
    with file.opened() as stream:
        for number_of_line, line in enumerate(stream, start=file.table.above + 1):
            decoded_lines(line, file.name, number_of_line)


def _grouped(file: LabelFile) -> dict[Cells, int] | None:
    """Count the distinct labels of a large file by polars.

    None where the csv reader is to do it: the file is small, polars is not there, or there may be something in it that
    the two read differently, or that is to be refused with its place.
    """
    if file.path is None or len(file.delimiter.strip(" ")) != 1 or file.path.stat().st_size < LARGE:
        return None
    try:
        import polars
    except ImportError:
        return None
    names = [f"column_{place + 1}" for place in range(len(file.columns))]
    used = [names[place] for place in file.used]
    try:
        frame = polars.scan_csv(
            file.path, has_header=False, skip_lines=file.table.above + 1, separator=file.delimiter, infer_schema=False,
            new_columns=names, glob=False,
        )  # fmt: skip
        # Every column is read: of those that nobody asks for polars does not see that a row has a cell too many.
        seen = [polars.col(name).is_null().all().alias(name) for name in names if name not in used]
        counted = frame.group_by(used).agg(*seen, polars.len()).collect(engine="streaming")
        found = counted.select(*used, "len").rows()
    except Exception:  # of polars; what is wrong is found, and said, by the csv reader
        return None
    rows: dict[Cells, int] = {}
    for *cells, times in found:
        if not all(map(_is_plain, cells)):
            return None
        row = [""] * len(names)
        for place, cell in zip(file.used, cells, strict=True):
            row[place] = cell.strip()
        rows[tuple(row)] = rows.get(tuple(row), 0) + times
    return rows


def _is_plain(cell: str | None) -> bool:
    return cell is not None and bool(cell.strip()) and '"' not in cell and "\x00" not in cell


def split(lines: Iterable[str], delimiter: str, *, blank: bool = False) -> Iterator[Cells]:
    """Yield the cells of every row; rows of blank cells are left out, unless they mean something."""
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    try:
        for cells in reader:
            if any(cells) or (blank and cells):
                yield tuple(cell.strip() for cell in cells)
    except csv.Error as error:
        raise InputError(f"a row of labels cannot be read: {error}.") from None


def _weight_reader(rows: Iterable[Cells], file: LabelFile) -> Reader:
    place = next(iter(file.places[2:]), None)
    if place is None or file.delimiter == ",":
        return number
    return number_reader([cells[place] for cells in rows if place < len(cells)], file.table.pointed)


def _row_of(cells: Cells, file: LabelFile, read: Reader) -> tuple[tuple[str, str], Count | str]:
    """Return the labels of a row and its weight, or, in the place of the weight, what is wrong with it."""
    (true, pred, *rest), width = file.places, len(file.columns)
    weight = rest[0] if rest else None
    if len(cells) > width and not any(cells[width:]):
        cells = cells[:width]
    if len(cells) != width:
        return ("", ""), f": the row has {len(cells)} cell{'s' * (len(cells) != 1)}, and the header names {width}."
    for place in (true, pred):
        if not cells[place]:
            return ("", ""), f", column {place + 1}: the label is empty; drop that row or name the class."
    if weight is None:
        return (cells[true], cells[pred]), 1
    try:
        value = read(cells[weight])
    except InputError as error:
        return ("", ""), f", column {weight + 1}: {error}."
    if value is None or value < 0:
        return ("", ""), f", column {weight + 1}: the weight {cells[weight]!r} is not a non-negative number."
    return (cells[true], cells[pred]), value


def _line_of(file: LabelFile, wanted: Cells) -> str:
    with file.opened() as stream:
        text = io.TextIOWrapper(stream, "utf-8", "replace", newline="")
        reader = csv.reader(text, delimiter=file.delimiter, skipinitialspace=True)
        for row in reader:
            cells = tuple(cell.strip() for cell in row)
            if wanted in (cells, _only_used(cells, file)):
                return f"line {file.table.above + reader.line_num}"
    return "one row"


def _read_labels(totals: dict[tuple[str, str], Count], named: tuple[Hashable, ...] | None) -> dict[Pair, Count]:
    """Read labels that all are whole numbers as ints, unless `labels=` names them as texts."""
    distinct = {label for pair in totals for label in pair}
    if all_whole(distinct) and (named is None or not any(isinstance(label, str) for label in named)):
        return {(int(true), int(pred)): count for (true, pred), count in totals.items()}
    named_totals: dict[Pair, Count] = {}
    for (true, pred), count in totals.items():
        pair = composed(true), composed(pred)
        named_totals[pair] = named_totals.get(pair, 0) + count
    return named_totals
