"""Grades as tables: of the students, the exercises, the slips, and what was not read; and as CSV: a row each answer, or
each student for a gradebook."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap

from exactmetrics.derivation.notation.escape import visible
from exactmetrics.derivation.notation.terminal import WIDTH, terminal_width, text_table
from exactmetrics.exact.many import many
from exactmetrics.exact.rounding import decimal
from exactmetrics.exercises.answer_table import EMPTY
from exactmetrics.exercises.grading import WORDS, Graded, Grades
from exactmetrics.exercises.question import points_text
from exactmetrics.metrics.several import all_of

ERRORS = ("rounded", "wrong")  # besides slips
NOTES = 20  # answers that were not read, each with a note of its own
LONGEST = 50  # columns of an answer that was not read; the whole of it is in the CSV


def grades_page(grades: Grades, format: str) -> str:
    """The tables as text, every answer in CSV, or a gradebook in CSV."""
    return {"csv": _csv, "gradebook": _gradebook, "text": _text}[format](grades)


def _text(grades: Grades) -> str:
    """A row each student and each exercise, with what was counted; who erred where; and what was not read."""
    by_student = {student: Counter[str]() for student in grades.points}
    by_item = {item: Counter[str]() for item in grades.items}
    made: dict[str, dict[str, list[str]]] = {}
    for one in grades.answers:
        by_student[one.student][one.word] += 1
        by_item[one.item][one.word] += 1
        if one.slip or one.word in ERRORS:
            error = (f"{one.slip} ({one.other})" if one.other else one.slip) or one.word
            made.setdefault(one.student, {}).setdefault(error, []).append(one.item)
    students = [
        [visible(student), *(str(by_student[student][word]) for word in WORDS), _exact(points)]
        for student, points in grades.points.items()
    ]
    items = [[visible(item), *(str(counted[word]) for word in WORDS)] for item, counted in by_item.items()]
    slips = [
        [visible(item), visible(kind), str(times), visible(text)]
        for item, counted in grades.slips.items()
        for (kind, text), times in sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    ]
    unread = [
        [visible(one.student), place, items, _short(visible(one.answer))] for one, place, items in unreadable(grades)
    ]
    tables = [
        (["student", *WORDS, f"points of {_exact(grades.worth)}"], students, 1),
        (["student", "what was not right, and in which exercises"], list(_errors(made)), 2),
        (["exercise", *WORDS], items, 1),
        (["exercise", "slip", "students", "what it is"], slips, 4),
        (["student", "place", "exercise", "answer that was not read"], unread, 4),
    ]
    parts = ["\n".join(text_table(head, rows, left=left)) for head, rows, left in tables if rows]
    parts += ["\n".join(wrap(visible(note), WIDTH)) for note in grades.notes]
    if grades.unused:
        parts.append("\n".join(wrap(f"Columns not used: {', '.join(map(visible, grades.unused))}.", WIDTH)))
    return "\n\n".join(parts) + "\n"


def unreadable(grades: Grades) -> list[tuple[Graded, str, str]]:
    """The answers that were not read, each with its place in the file and the exercises that it stands for."""
    found: dict[tuple[str, str, tuple[int, ...]], list[Graded]] = {}
    for one in grades.answers:
        if one.word == "unread":
            found.setdefault((one.student, one.answer, one.rows), []).append(one)
    return [
        (same[0], f"row{'s' if rows[1:] else ''} {all_of(list(map(str, rows)))}" if rows else "",
         _runs([grades.items.index(one.item) for one in same], grades.items))
        for (_, _, rows), same in found.items()
    ]  # fmt: skip


def _runs(places: Sequence[int], items: Sequence[str]) -> str:
    """Some of the exercises, in order: the first and the last of several in a row.

    >>> _runs([0, 2, 3, 4], ["1", "2", "3a", "3b", "3c"])
    '1, 3a to 3c'
    """
    runs: list[list[int]] = []
    for at in places:
        if runs and runs[-1][-1] == at - 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    ends = [[visible(items[at]) for at in dict.fromkeys((run[0], run[-1]))] for run in runs]
    return ", ".join(map(" to ".join, ends))


def unread_notes(grades: Grades, path: str) -> Iterator[str]:
    """What was not read, in sentences; of many answers the first."""
    found = unreadable(grades)
    for one, place, items in found[:NOTES]:
        yield f"{path}, {place}: {one.student}, exercise {items}: {_short(one.answer)!r} was not read"
    if found[NOTES:]:
        yield f"{many(len(found) - NOTES, 'more answer was', 'more answers were')} not read"


def _errors(made: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[list[str]]:
    """Of each student the slips first, in as many lines as they need."""
    width = max(40, WIDTH - 2 - max((terminal_width(visible(student)) for student in made), default=0))
    for student, kinds in made.items():
        ordered = sorted(kinds.items(), key=lambda one: one[0] if one[0] in ERRORS else "")
        said = "; ".join(f"{visible(kind)}: {', '.join(map(visible, items))}" for kind, items in ordered)
        for at, line in enumerate(wrap(said, width, break_long_words=False, break_on_hyphens=False)):
            yield ["" if at else visible(student), line]


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _csv(grades: Grades) -> str:
    """A row each answer."""
    head = ["student", "exercise", "answer", "grade", "points", "slip", "explanation"]
    rows = [
        [
            *map(_cell, (one.student, one.item, one.answer)),
            one.word,
            points_text(one.points),
            *map(_cell, (one.slip, one.text)),
        ]
        for one in grades.answers
    ]
    return _table([head, *rows])


def _gradebook(grades: Grades) -> str:
    """A row each student: every column of the answers, the points of every exercise, and their sum."""
    found: dict[str, dict[str, Graded]] = {}
    for one in grades.answers:
        found.setdefault(one.student, {})[one.item] = one
    head, fields = grades.columns
    rows = [
        [*map(_cell, row), *(points_text(one.points) for one in found[student].values()),
         points_text(grades.points[student])]
        for student, row in fields
    ]  # fmt: skip
    names = [*(f"points {item}" for item in grades.items), "points"]
    return _table([[*map(_cell, head), *(_free(name, head) for name in names)], *rows])


def _free(name: str, taken: Collection[str]) -> str:
    """A heading that no column of the answers has."""
    while name in taken:
        name += "*"
    return name


def _table(rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _cell(text: str) -> str:
    """A stranger's text, which no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) and not _is_plain(text) else text


def _is_plain(text: str) -> bool:
    """Whether a text is a number, also that of a telephone, or a sign alone."""
    return text in EMPTY or text.lstrip("+-").translate(str.maketrans("", "", ".,/ ")).isdigit()


def _exact(points: Fraction) -> str:
    """Points for people: as a decimal, and where that is rounded also as the fraction that they are."""
    text = points_text(points)
    return text if Fraction(text) == points else f"{decimal(points, places=2)} ({points})"
