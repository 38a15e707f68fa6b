"""Grades as tables: of the students, of the exercises, and of the slips that were met; and as CSV for a gradebook."""

from __future__ import annotations

import csv
import io
from collections import Counter
from fractions import Fraction

from exactmetrics.derivation.notation.terminal import text_table
from exactmetrics.exact.rounding import decimal
from exactmetrics.exercises.grading import WORDS, Grades


def grades_page(grades: Grades, format: str) -> str:
    """The tables as text, or every answer in CSV."""
    return _csv(grades) if format == "csv" else _text(grades)


def _text(grades: Grades) -> str:
    by_student = {student: Counter[str]() for student in grades.points}
    by_item = {item: Counter[str]() for item in grades.items}
    for one in grades.answers:
        by_student[one.student][one.word] += 1
        by_item[one.item][one.word] += 1
    students = [
        [student, *(str(by_student[student][word]) for word in WORDS), f"{_points(points)}/{_points(grades.worth)}"]
        for student, points in grades.points.items()
    ]
    items = [[item, *(str(counted[word]) for word in WORDS)] for item, counted in by_item.items()]
    slips = [
        [item, str(times), text]
        for item, counted in grades.slips.items()
        for (_, text), times in sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    ]
    parts = [
        "\n".join(text_table(["student", *WORDS, "points"], students, left=1)),
        "\n".join(text_table(["exercise", *WORDS], items, left=1)),
    ]
    if slips:
        parts.append("\n".join(text_table(["exercise", "students", "slip"], slips, left=3)))
    return "\n\n".join(parts) + "\n"


def _csv(grades: Grades) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["student", "exercise", "answer", "grade", "points", "slip", "explanation"])
    for one in grades.answers:
        rows.writerow(
            [
                *map(_cell, (one.student, one.item, one.answer)),
                one.word,
                _points(one.points),
                *map(_cell, (one.slip, one.text)),
            ]
        )
    return out.getvalue()


def _cell(text: str) -> str:
    """A stranger's text, which no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) and not _is_number(text) else text


def _is_number(text: str) -> bool:
    return text.lstrip("+-").replace(".", "").replace(",", "").replace("/", "").isdigit()


def _points(points: Fraction) -> str:
    """Points as gradebooks read them."""
    return decimal(points, places=2).rstrip("0").rstrip(".")
