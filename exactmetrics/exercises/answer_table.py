"""The answers of a class as a table in CSV: typed by hand, or exported by a learning system.

A row is a student. A column holds answers where it is headed by the id of an exercise, alone or after a word: `1`,
`Q1`, `Response 1`, `Aufgabe 3a`. A column of an exercise with blanks holds all of them, as in `part 1: 7; part 2: 1/2`.
What other columns say of the student is told by `headings.toml`; the rest is not used. Or a row is one answer, and the
columns are `student`, `exercise` and `answer`.

Canvas heads an answer with its own number and the text of the question, and the next column with the points of it.
There an exercise is known by the rows of its matrix, and by its place where it shows none.

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
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Table:
    """The answers by student and id; `unused` are the columns that are neither answers nor of the student."""

    answers: Mapping[str, Mapping[str, str]]
    unused: tuple[str, ...] = ()


def read_table(
    path: Path, items: Sequence[str], blanks: Mapping[str, Sequence[str]], matrices: Mapping[str, Sequence[str]]
) -> Table:
    """Read the answers to `items`; `blanks` are those of an exercise, by its id, and `matrices` the rows that it shows.

    Raises `InputError` for what is no such table, and for an exercise that the key does not have.
    """
    name = str(path)
    rows = _as_by_hand(_rows(path, items), blanks, matrices, str(path))
    head = [" ".join(column.split()) for column in rows[0]]
    twice = [column for column, times in Counter(head).items() if times > 1 and column]
    if twice:
        raise InputError(f"{name}, line 1: the column {min(twice)!r} is there twice; leave one of them out")
    long = [column.casefold() for column in head[1:]] == list(LONG)
    columns = {} if long else _columns(head, items, blanks, f"{name}, line 1")
    who = _who(head, columns, name)
    found: dict[str, dict[str, str]] = {}
    called = _students(rows[1:], head, who, name)
    for number, (student, fields) in enumerate(zip(called, rows[1:], strict=True), 2):
        where = f"{name}, row {number}"
        cells: dict[str, str] = {}
        for id, text in (
            [(_heading(fields[1].strip(), items)[1], fields[2])]
            if long
            else [(id, fields[at]) for at, id in columns.items()]
        ):
            cells |= _parted(text, blanks[id], where) if id in blanks and id not in items else {id: text}
        for id in cells:
            check_item(id, items, where)
        again = set(found.get(student, {})) & set(cells)
        if again:
            raise InputError(f"{where}: {student!r} has answered {min(again)} above already; leave one of them out")
        found.setdefault(student, {}).update(cells)
    known = {*(range(len(head)) if long else columns), *who, *_headed(head, "id")}
    return Table(found, tuple(column for at, column in enumerate(head) if column and at not in known))


def check_item(name: str, items: Collection[str], where: str) -> None:
    """Refuse what is no id of an exercise."""
    if name not in items:
        raise InputError(f"{where}: there is no exercise {name!r} in the key; {choices(name, list(items))}")


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


def _rows(path: Path, items: Sequence[str]) -> list[list[str]]:
    with text_or(path, f"{path} holds no answers: {ANSWERS}"):
        text = file_text(path).removeprefix("\ufeff")
    lines = io.StringIO(text, newline=None)
    try:
        rows = [row for row in csv.reader(lines, delimiter=separator(text), strict=True) if any(row)]
    except csv.Error as error:
        raise InputError(f"{path}: {error}; put quotation marks around the field") from None
    if len(rows) < 2 or len(rows[0]) < 2:
        example = f"as in student,{','.join(items)}"
        raise InputError(f"{path} holds no answers: {ANSWERS}, whose first line names the columns, {example}")
    odd = [(number, row) for number, row in enumerate(rows, 1) if len(row) != len(rows[0])]
    if odd:
        number, row = odd[0]
        more = f" ({many(len(odd) - 1, 'other row')} likewise)" if odd[1:] else ""
        raise InputError(
            f"{path}, row {number}: {row[0]!r:.60} has {many(len(row), 'field')} under "
            f"{many(len(rows[0]), 'column')}{more}; leave a field empty where nothing was answered, and put quotation "
            "marks around one that holds the separator"
        )
    return rows


def _as_by_hand(
    rows: list[list[str]], blanks: Mapping[str, Sequence[str]], matrices: Mapping[str, Sequence[str]], name: str
) -> list[list[str]]:
    """The answers that Canvas has exported, under the ids of the exercises; another table as it is."""
    head = rows[0]
    asked = [
        at for at in range(len(head) - 1) if QUESTION.fullmatch(head[at].strip()) and POINTS.fullmatch(head[at + 1])
    ]
    if not asked:
        return rows
    ids = _exercises({at: "".join(head[at].split()) for at in asked}, matrices, name)
    kept = [at for at in range(len(head)) if at - 1 not in ids]  # without the points
    made = [[ids.get(at, head[at]) for at in kept]]
    for row in rows[1:]:
        made.append([_of_blanks(row[at], blanks[ids[at]]) if ids.get(at) in blanks else row[at] for at in kept])
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


def _of_blanks(text: str, blanks: Sequence[str]) -> str:
    """The answers to blanks as they stand in one field; where some are left out nobody knows which.

    >>> _of_blanks("7,0\\\\,5", ["3a", "3b"]), _of_blanks("7", ["3a", "3b"])
    ('7; 0,5', '7 ?; 7 ?')
    """
    if text.strip() in EMPTY or not text.strip(","):
        return ""
    pieces = [piece.replace("\\,", ",").replace(";", ",") for piece in COMMA.split(text)]
    if len(pieces) != len(blanks):
        pieces = [f"{', '.join(pieces)} ?"] * len(blanks)
    return "; ".join(pieces)


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


def _students(rows: Sequence[Sequence[str]], head: Sequence[str], who: Sequence[int], name: str) -> list[str]:
    """What each row calls its student; of two with one name, with what else identifies them."""
    names = [" ".join(part for at in who if (part := row[at].strip())) for row in rows]
    ids = [at for at in _headed(head, "id") if at not in who]
    if not ids:
        return names
    several: dict[str, set[str]] = {}
    for student, row in zip(names, rows, strict=True):
        several.setdefault(student, set()).add(row[ids[0]].strip())
    return [
        f"{student} ({row[ids[0]].strip()})" if len(several[student]) > 1 else student
        for student, row in zip(names, rows, strict=True)
    ]


def _parted(text: str, blanks: Sequence[str], where: str) -> dict[str, str]:
    """The answers to the blanks of an exercise that stand in one field.

    >>> _parted("part 1: 7; part 2: 1/2", ["3a", "3b"], ""), _parted("7; 1/2", ["3a", "3b"], "")
    ({'3a': '7', '3b': '1/2'}, {'3a': '7', '3b': '1/2'})
    """
    if text.strip() in EMPTY:
        return {}
    pieces = [piece.strip() for piece in text.split(";")]
    numbered = [PART.fullmatch(piece) for piece in pieces]
    if all(numbered):
        found = {int(part[1]): part[2] for part in numbered if part}
        if len(found) == len(pieces) and all(1 <= number <= len(blanks) for number in found):
            return {blanks[number - 1]: piece for number, piece in found.items()}
    if len(pieces) != len(blanks):
        raise InputError(
            f"{where}: {text!r:.60} stands for the {len(blanks)} blanks {blanks[0]} to {blanks[-1]}; separate their "
            "answers by semicolons, or give each blank a column"
        )
    return dict(zip(blanks, pieces, strict=True))
