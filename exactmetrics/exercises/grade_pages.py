"""Grades as tables: of the students, the exercises, the slips, and what was not read; and as CSV: a row each answer, or
each student for a gradebook."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap

from exactmetrics.derivation.notation.escape import visible
from exactmetrics.derivation.notation.terminal import WIDTH, terminal_width, text_table
from exactmetrics.exact.rounding import decimal
from exactmetrics.exercises.grading import WORDS, Grades
from exactmetrics.exercises.question import points_text

ERRORS = ("rounded", "wrong")  # besides slips
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
        [visible(one.student), visible(one.item), _short(visible(one.answer))]
        for one in grades.answers
        if one.word == "unread"
    ]
    tables = [
        (["student", *WORDS, f"points of {_exact(grades.worth)}"], students, 1),
        (["student", "what was not right, and in which exercises"], list(_errors(made)), 2),
        (["exercise", *WORDS], items, 1),
        (["exercise", "slip", "students", "what it is"], slips, 4),
        (["student", "exercise", "answer that was not read"], unread, 3),
    ]
    parts = ["\n".join(text_table(head, rows, left=left)) for head, rows, left in tables if rows]
    if grades.unused:
        parts.append("\n".join(wrap(f"Columns not used: {', '.join(map(visible, grades.unused))}.", WIDTH)))
    return "\n\n".join(parts) + "\n"


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
    """A row each student: the points of every exercise, and their sum."""
    found: dict[str, dict[str, str]] = {}
    for one in grades.answers:
        found.setdefault(one.student, {})[one.item] = points_text(one.points)
    rows = [
        [_cell(student), *(found[student][item] for item in grades.items), points_text(points)]
        for student, points in grades.points.items()
    ]
    return _table([["student", *map(_cell, grades.items), "points"], *rows])


def _table(rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _cell(text: str) -> str:
    """A stranger's text, which no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) and not _is_number(text) else text


def _is_number(text: str) -> bool:
    return text.lstrip("+-").replace(".", "").replace(",", "").replace("/", "").isdigit()


def _exact(points: Fraction) -> str:
    """Points for people: as a decimal, and where that is rounded also as the fraction that they are."""
    text = points_text(points)
    return text if Fraction(text) == points else f"{decimal(points, places=2)} ({points})"
