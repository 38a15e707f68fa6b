"""The answers of a class as a table in CSV: typed by hand, or exported by a learning system.

A row is a student. A column holds answers where it is headed by the id of an exercise, alone or after a word: `1`,
`Q1`, `Response 1`, `Aufgabe 3a`. A column of an exercise with blanks holds all of them, as in `part 1: 7; part 2: 1/2`.
What other columns say of the student is told by `headings.toml`; the rest is not used. Or a row is one answer, and the
columns are `student`, `exercise` and `answer`.

Canvas heads an answer with its own number and the text of the question, and the next column with the points of it.
There an exercise is known by the rows of its matrix, and by its place where it shows none.

What nobody can read of one student stops nobody's grading: it is an answer that was not read, with its row.

Reference: github.com/instructure/canvas-lms, `Quizzes::QuizStatistics::StudentAnalysis`, for the columns of Canvas.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from exactmetrics.exact.errors import InputError
from exactmetrics.exact.many import many
from exactmetrics.matrix.textfile import file_text
from exactmetrics.metrics.suggest import choices
from exactmetrics.sheets.table import separator

EMPTY = ("", "-", "–", "—")  # what stands for no answer
LONG = ("exercise", "answer")  # the columns of a table with a row each answer
ANSWERS = "the answers are a table in CSV"
HEADING = re.compile(r"((?:[^\W\d_]+ )*[^\W\d_]*)[ .:#_-]*(\d\w*)")  # words, and an id that begins with a digit
QUESTION = re.compile(r"\d+: .+", re.DOTALL)  # 29684859: Compute the accuracy ...
POINTS = re.compile(r"\d+(\.\d+)?")
COMMA = re.compile(r"(?<!\\),")  # between the blanks of a question, in which others have a backslash
PART = re.compile(r"[^\W\d_]* ?(\d+):\s*(.*)", re.DOTALL)  # part 1: 7
LONGEST = 100_000  # letters of a line that is no row; a field of CSV has few more


@dataclass(slots=True)
class Table:
    """The answers by student and id, and the rows that they stand in.

    `unread` are the answers of which nobody knows what they are, `unused` the columns that are neither answers nor of
    the student, and `notes` say what belongs to no exercise. Of a file with a row each student `head` are its columns,
    and `fields` what stands in them, with the student.
    """

    answers: dict[str, dict[str, str]] = field(default_factory=dict)
    unused: tuple[str, ...] = ()
    rows: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    unread: set[tuple[str, str]] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    head: Sequence[str] = ()
    fields: Sequence[tuple[str, Sequence[str]]] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row, its number in a spreadsheet, and whether it has as many fields as there are columns."""

    number: int
    fields: list[str]
    fits: bool = True


def read_table(
    path: Path, items: Sequence[str], blanks: Mapping[str, Sequence[str]], matrices: Mapping[str, Sequence[str]]
) -> Table:
    """Read the answers to `items`; `blanks` are those of an exercise, by its id, and `matrices` the rows that it shows.

    Raises `InputError` for what is no such table, and for an exercise that the key does not have.
    """
    name, written = str(path), _rows(path, items)
    rows = _as_by_hand(written, blanks, matrices, name)
    head = [" ".join(column.split()) for column in rows[0].fields]
    twice = [column for column, times in Counter(head).items() if times > 1 and column]
    if twice:
        raise InputError(f"{name}, line 1: the column {min(twice)!r} is there twice; leave one of them out")
    long = [column.casefold() for column in head[1:]] == list(LONG)
    columns = {} if long else _columns(head, items, blanks, f"{name}, line 1")
    who = _who(head, columns, name)
    called = _students(rows[1:], head, who, name)
    known = {*(range(len(head)) if long else columns), *who, *_headed(head, "id")}
    table = Table(unused=tuple(column for at, column in enumerate(head) if column and at not in known))
    for student, row in zip(called, rows[1:], strict=True):
        _put(table, student, row, _cells(row, columns, items, blanks, long), f"{name}, row {row.number}", items)
    if not table.rows and table.notes:
        raise InputError(table.notes[0])
    if not long:
        table.head = written[0].fields
        table.fields = [(student, row.fields) for student, row in zip(called, written[1:], strict=True)]
    return table


def _cells(
    row: Row, columns: Mapping[int, str], items: Sequence[str], blanks: Mapping[str, Sequence[str]], long: bool
) -> Iterator[tuple[str, str, bool]]:
    """What a row answers: ids with their texts, and whether these are readable."""
    whole = ", ".join(row.fields)
    if long:
        id = _heading("".join(row.fields[1:2]).strip(), items)[1]
        found = [(id, row.fields[2] if row.fits else whole)]
    elif not row.fits:
        found = [(id, whole) for id in columns.values()]
    else:
        found = [(id, row.fields[at]) for at, id in columns.items()]
    for id, text in found:
        if id not in blanks or id in items:
            yield id, text, row.fits
        elif parts := _parted(text, blanks[id]) if row.fits else None:
            yield from ((blank, part, True) for blank, part in parts.items())
        elif not row.fits or text.strip() not in EMPTY:
            yield from ((blank, text, False) for blank in blanks[id])


def _put(
    table: Table, student: str, row: Row, cells: Iterator[tuple[str, str, bool]], where: str, items: Sequence[str]
) -> None:
    """The answers of a row among the others; two different ones to an exercise are none that could be read."""
    own = table.answers.setdefault(student, {})
    for id, text, is_readable in cells:
        if id not in items:
            table.notes.append(_no_exercise(id, items, where))
            continue
        before, at = own.get(id), (student, id)
        if not is_readable or before not in (None, text):
            table.unread.add(at)
        own[id] = text if before in (None, text) else f"{before} | {text}"
        table.rows.setdefault(at, []).append(row.number)


def check_item(name: str, items: Collection[str], where: str) -> None:
    """Refuse what is no id of an exercise."""
    if name not in items:
        raise InputError(_no_exercise(name, items, where))


def _no_exercise(name: str, items: Collection[str], where: str) -> str:
    return f"{where}: there is no exercise {name!r} in the key; {choices(name, list(items))}"


@contextmanager
def text_or(path: Path, said: str) -> Iterator[None]:
    """A file that is there but no text is refused with what should be given."""
    try:
        yield
    except InputError:
        if path.is_file():
            raise InputError(said) from None
        raise


@cache
def words() -> Mapping[str, frozenset[str]]:
    """The headings that are known, by what they mean.

    >>> "response" in words()["answer"], "email address" in words()["id"]
    (True, True)
    """
    said = tomllib.loads(files(__package__).joinpath("headings.toml").read_text(encoding="utf-8"))
    return {meaning: frozenset(known) for meaning, known in said.items()}


def _rows(path: Path, items: Sequence[str]) -> list[Row]:
    with text_or(path, f"{path} holds no answers: {ANSWERS}"):
        text = file_text(path).removeprefix("\ufeff")
    rows = [row for row in _records(list(io.StringIO(text, newline=None)), separator(text)) if any(row.fields)]
    if len(rows) < 2 or len(rows[0].fields) < 2:
        example = f"as in student,{','.join(items)}"
        raise InputError(f"{path} holds no answers: {ANSWERS}, whose first line names the columns, {example}")
    head = rows[0]
    for at, row in enumerate(rows):
        rows[at] = replace(row, fits=len(row.fields) == len(head.fields))
    odd = [row for row in rows if not row.fits]
    if len(odd) == len(rows) - 1:
        first = odd[0]
        more = f" ({many(len(odd) - 1, 'other row')} likewise)" if odd[1:] else ""
        raise InputError(
            f"{path}, row {first.number}: {first.fields[0]!r:.60} has {many(len(first.fields), 'field')} under "
            f"{many(len(head.fields), 'column')}{more}; leave a field empty where nothing was answered, and put "
            "quotation marks around one that holds the separator"
        )
    return rows


def _records(lines: Sequence[str], delimiter: str) -> Iterator[Row]:
    """Every row; one whose quotation marks do not fit is the line that it begins with, read as well as that can be."""
    at = number = 0
    while at < len(lines):
        left = map(lines.__getitem__, range(at, len(lines)))  # without passing what is before them, once for each fault
        reader, read = csv.reader(left, delimiter=delimiter, strict=True), 0
        try:
            for fields in reader:
                number, read = number + 1, reader.line_num
                yield Row(number, fields)
            return
        except csv.Error:
            number, at = number + 1, at + read + 1
            yield Row(number, next(csv.reader([lines[at - 1].rstrip("\n")[:LONGEST]], delimiter=delimiter), []))


def _as_by_hand(
    rows: list[Row], blanks: Mapping[str, Sequence[str]], matrices: Mapping[str, Sequence[str]], name: str
) -> list[Row]:
    """The answers that Canvas has exported, under the ids of the exercises; another table as it is."""
    head = rows[0].fields
    asked = [
        at for at in range(len(head) - 1) if QUESTION.fullmatch(head[at].strip()) and POINTS.fullmatch(head[at + 1])
    ]
    if not asked:
        return rows
    ids = _exercises({at: "".join(head[at].split()) for at in asked}, matrices, name)
    kept = [at for at in range(len(head)) if at - 1 not in ids]  # without the points
    made = [replace(rows[0], fields=[ids.get(at, head[at]) for at in kept])]
    for row in rows[1:]:
        fields = [_by_hand(row.fields[at], ids.get(at), blanks) for at in kept] if row.fits else row.fields
        made.append(replace(row, fields=fields))
    return made


def _exercises(texts: Mapping[int, str], matrices: Mapping[str, Sequence[str]], name: str) -> dict[int, str]:
    """Which exercise each column is about: by its matrix, and by its place among those that are not known so."""
    if len(texts) != len(matrices):
        raise InputError(
            f"{name}, line 1: {len(texts)} questions, and the key has {len(matrices)} exercises; keep the columns of "
            "its exercises, or head them 1, 2 ..."
        )
    shown = {id: "".join("".join(rows).split()) for id, rows in matrices.items() if rows}
    fitting = {at: [id for id, matrix in shown.items() if matrix in text] for at, text in texts.items()}
    found = {at: ids[0] for at, ids in fitting.items() if len(ids) == 1}
    if len(set(found.values())) < len(found):
        raise InputError(f"{name}, line 1: two questions show the matrix of one exercise; leave one of them out")
    rest = [id for id in matrices if id not in found.values()]
    return found | dict(zip([at for at in texts if at not in found], rest, strict=True))


def _by_hand(text: str, id: str | None, blanks: Mapping[str, Sequence[str]]) -> str:
    """A field; the answers to blanks that stand in one are parted by semicolons.

    >>> _by_hand("7,0\\\\,5", "3", {"3": ["3a", "3b"]}), _by_hand(",", "3", {"3": ["3a", "3b"]})
    ('7; 0,5', '')
    """
    if id not in blanks:
        return text
    pieces = [piece.replace("\\,", ",").replace(";", ",") for piece in COMMA.split(text)]
    return "; ".join(pieces) if any(piece.strip() for piece in pieces) else ""


def _heading(text: str, items: Collection[str]) -> tuple[str | None, str]:
    """The word of a heading, "" where it has none, and the id that it ends with; None and the text for another one."""
    if text in items:
        return "", text
    found = HEADING.fullmatch(text)
    return (found[1].strip().casefold(), found[2]) if found else (None, text)


def _headed(head: Sequence[str], meaning: str) -> list[int]:
    """The columns whose headings have a meaning."""
    return [at for at, column in enumerate(head) if column.casefold() in words()[meaning]]


def _columns(
    head: Sequence[str], items: Sequence[str], blanks: Mapping[str, Sequence[str]], where: str
) -> dict[int, str]:
    """Which columns hold the answers to what: those headed by an id alone, or those after one and the same word."""
    series: dict[str, dict[int, str]] = {}
    for at, heading in enumerate(head):
        word, id = _heading(heading, items)
        if word is not None:
            series.setdefault(word, {})[at] = id
    known = {*items, *blanks}
    series = {word: ids for word, ids in series.items() if not word or known & set(ids.values())}
    chosen = [""] if "" in series else [word for word in series if word in words()["answer"]] or list(series)
    if len(chosen) > 1:
        both = " and ".join(repr(head[next(iter(series[word]))]) for word in chosen[:2])
        raise InputError(f"{where}: {both} both name an exercise; keep the columns that hold the answers")
    if not chosen:
        named = ", ".join(items)
        raise InputError(f"{where}: no column is headed by an exercise of the key; its exercises are {named}")
    for id in series[chosen[0]].values():
        if id not in blanks:
            check_item(id, items, where)
    return series[chosen[0]]


def _who(head: Sequence[str], columns: Mapping[int, str], name: str) -> list[int]:
    """The columns that name the student: by their headings, else the first one."""
    for meaning in ("name", "id"):
        found = [at for at in _headed(head, meaning) if at not in columns]
        if found:
            return found if meaning == "name" else found[:1]
    if 0 in columns:
        raise InputError(
            f"{name}, line 1: the first column is {head[0]!r}, an exercise; put the students in front of it"
        )
    return [0]


def _students(rows: Sequence[Row], head: Sequence[str], who: Sequence[int], name: str) -> list[str]:
    """What each row calls its student; of two with one name, with what else identifies them."""
    names = [" ".join(part for part in _stripped(row, who) if part) for row in rows]
    ids = [at for at in _headed(head, "id") if at not in who][:1]
    if not ids:
        return names
    told = ["".join(_stripped(row, ids)) for row in rows]
    several: dict[str, set[str]] = {}
    for student, id in zip(names, told, strict=True):
        several.setdefault(student, set()).add(id)
    return [
        f"{student} ({id})" if len(several[student]) > 1 else student for student, id in zip(names, told, strict=True)
    ]


def _stripped(row: Row, columns: Sequence[int]) -> list[str]:
    """What stands in these columns of a row, as far as it has them."""
    return [row.fields[at].strip() for at in columns if at < len(row.fields)]


def _parted(text: str, blanks: Sequence[str]) -> dict[str, str]:
    """The answers to the blanks of an exercise that stand in one field; none where nobody knows which is which.

    >>> _parted("part 1: 7; part 2: 1/2", ["3a", "3b"]), _parted("7; 1/2", ["3a", "3b"]), _parted("7", ["3a", "3b"])
    ({'3a': '7', '3b': '1/2'}, {'3a': '7', '3b': '1/2'}, {})
    """
    if text.strip() in EMPTY:
        return {}
    pieces = [piece.strip() for piece in text.split(";")]
    numbered = [PART.fullmatch(piece) for piece in pieces]
    if all(numbered):
        found = {int(part[1]): part[2] for part in numbered if part}
        if len(found) == len(pieces) and all(1 <= number <= len(blanks) for number in found):
            return {blanks[number - 1]: piece for number, piece in found.items()}
    return dict(zip(blanks, pieces, strict=True)) if len(pieces) == len(blanks) else {}
