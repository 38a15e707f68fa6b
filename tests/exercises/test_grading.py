"""Answers graded: right however it is written, right but rounded, which slip; and tables that cannot be used."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.exercises.answer_table import read_table
from exactmetrics.exercises.slips import slips
from exactmetrics.verification.diagnosis.wording import sentence
from tests.cases import each, size
from tests.exercises import canvas_reader
from tests.growth import assert_linear
from tests.oracle import Oracle

KINDS = ["compute", "choice", "blanks"]
SHEET = em.exercises("f1", average="macro", number=3, seed=7, kind=KINDS, partial_credit="1/4")
KEY = SHEET.data()
# 28/45 by the recorded matrix of test_found.py; its micro average is 16/25.
MICRO = Oracle(SHEET.items[0].counts.rows()).value("f1", average="micro")


@cache
def ten() -> Any:
    return em.exercises("f1", average="macro", number=10, seed=7)


def graded(answer: str, item: str = "1", sheet: Any = SHEET) -> tuple[str, Fraction, str]:
    [one] = [one for one in em.grade(sheet, {"Ada": {item: answer}}).answers if one.item == item]
    return one.word, one.points, one.slip


def write(folder: Path, text: str, name: str = "answers.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# Answers


@each(("word", "points", "slip", "answers"), [
    ("right", "1", "", ["28/45", "56/90", " 28/45 ", "=28/45", "0.6222 = 28/45.", "28/45 (0.6222)",  # as the key has it
     r"$F_1 = \frac{28}{45} \approx 0.622$"]),
    ("rounded", "1/2", "", ["0.6222", "0,6222", "62.22%", "≈0.622", "(0.667 + 0.6 + 0.6)/3 = 0.622"]),
    ("slip", "1/4", "chained-rounding", ["0.6221"]), ("slip", "1/4", "complement", ["17/45"]),
    ("slip", "1/4", "other-average", [str(MICRO), f"micro: {MICRO}"]),
    ("wrong", "0", "", ["0.9731", "997/1000", "1.", "1e5", "1e400", "28/0", "sqrt(2)/3", "0.0"]),
    ("unread", "0", "", ["about a half", "28/45 = 0.9"]), ("blank", "0", "", ["-", "", "   "]),
])  # fmt: skip
def test_a_fraction_is_asked(word: str, points: str, slip: str, answers: list[str]) -> None:
    for answer in answers:
        assert graded(answer) == (word, Fraction(points), slip), answer


@each(("answer", "word"), [
    ("0.622", "right"), ("28/45", "right"), ("0.62222", "right"), ("0.62", "rounded"), ("0.973", "wrong"),
])  # fmt: skip
def test_places_are_asked(answer: str, word: str) -> None:
    assert graded(answer, sheet=em.exercises("f1", average="macro", number=1, seed=7, places=3))[0] == word


def test_a_choice() -> None:
    """By its letter or by its number, however it is written: the exact value, more digits, or fewer zeros."""
    for option in SHEET.items[1].options:
        value = SHEET.items[1].value if option.slip is None else option.slip.value
        letters = option.letter, f"({option.letter.upper()})", option.text, f"{option.letter}: {option.text}"
        numbers = str(value), em.decimal(value, places=7), f"{option.text}0", option.text.replace(".", ",")
        for answer in (*letters, *numbers):
            assert graded(answer, "2") == (("right", 1, "") if option.slip is None else ("slip", 0, option.slip.kind))
    first, second = SHEET.items[1].options[:2]
    for answer in (f"{first.letter}) {second.text}", "E", "0.9999"):
        assert graded(answer, "2")[0] == "unread"


def test_blanks() -> None:
    """An unreduced fraction and more digits are right, a rounded fraction is told so; all of them are one exercise."""
    fields = {f"3{field.letter}": field.answer for field in SHEET.items[2].fields}
    found = em.grade(SHEET, {"Ada": fields, "Bo": {item: f"{answer}1" for item, answer in fields.items()}})
    assert (found.points, found.worth) == ({"Ada": 1, "Bo": 0}, 3)
    item, answer = next((item, answer) for item, answer in fields.items() if "/" in answer)
    value, (top, bottom) = Fraction(answer), answer.split("/")
    assert [graded(text, item)[0] for text in (f"x = {answer}", f"{2 * int(top)}/{2 * int(bottom)}")] == ["right"] * 2
    for places in (1, 2, 5):
        assert graded(em.decimal(value, places=places), item) == ("rounded", Fraction(1, 2 * len(fields)), "")
    above = em.decimal(value + Fraction(1, 1000), places=3)
    assert [graded(text, item)[0] for text in (above, "0.0", "1")] == ["wrong"] * 3
    roots = em.exercises("g_mean", average="macro", number=1, seed=11, kind="blanks")
    last, digits = roots.items[0].fields[-1], em.decimal(roots.items[0].value, places=7)
    assert last.answer in (digits[:6], em.decimal(Fraction(digits), places=4))
    for given, word in {last.answer: "right", digits: "right", "sqrt(2)": "wrong", "sqrt(": "unread"}.items():
        assert graded(given, f"1{last.letter}", roots)[0] == word


def test_the_blanks_of_an_exercise_may_stand_in_one_field(tmp_path: Path) -> None:
    sheet = em.exercises("recall", kind="blanks", label="A", number=1, seed=3)
    right = [blank["answer"] for blank in sheet.data()["exercises"][0]["blanks"]]
    parts = "; ".join(f"part {number}: {answer}" for number, answer in enumerate(right, 1))
    swapped = "; ".join(f"part {n}: {right[n - 1]}" for n in range(len(right), 0, -1))
    text = f'name,Response 1\nAda,"{parts}"\nBo,"{"; ".join(right)}"\nCy,"{swapped}"\nDee,-\n'
    assert em.grade(sheet, write(tmp_path, text)).points == {"Ada": 1, "Bo": 1, "Cy": 1, "Dee": 0}


# Slips


def test_a_slip_of_every_kind_is_found_again() -> None:
    """What a slip run forwards gives as a fraction is explained by a slip, run backwards."""
    sheet = em.exercises("precision", number=4, seed=2)
    for exercise in sheet.items:
        given = slips(exercise.request, exercise.counts, exercise.value)
        fractions = [slip for slip in given if isinstance(slip.value, Fraction) and slip.value != exercise.value]
        assert len({slip.kind for slip in fractions}) > 4
        assert all(graded(str(slip.value), exercise.id, sheet)[0] == "slip" for slip in fractions)


# The slips that take another average, metric or class in the place of the right one.
NAMED = {
    "other-average", "average-for-class", "class-for-average", "other-class", "class-left-out",
    "precision-recall-swapped", "other-rate", "other-metric", "accuracy-confused", "other-convention",
    "classes-permuted", "undefined-policy",
}  # fmt: skip


def test_a_slip_says_which_other_average_it_was() -> None:
    """By the oracle: the micro average, where the macro average is asked."""
    found = em.grade(SHEET, {"Ada": {"1": str(MICRO)}})
    assert (found.answers[0].other, found.answers[0].text) == ("micro", "This is the micro average, not the macro one.")
    assert "other-average (micro): 1" in found.to("text")
    for sheet in (SHEET, em.exercises("precision", number=6, seed=2, kind="choice")):
        for exercise in sheet.items:
            for option in (option for option in exercise.options if option.slip is not None):
                answers = em.grade(sheet, {"Ada": {exercise.id: option.letter}}).answers
                [one] = [one for one in answers if one.item == exercise.id]
                assert one.other == option.slip.other
                assert (one.other == "") == (option.slip.kind not in NAMED)


@each("language", ["en", "de", "fr", "es", "ar"])
def test_the_sentence_names_both_averages(language: str) -> None:
    words = {"de": ("Mikro", "Makro"), "ar": ("(micro)", "(macro)")}.get(language, ("micro", "macro"))
    said = sentence("other-average", {"average": "micro", "asked": "macro"}, language)
    assert all(word in said for word in words)


# Tables of answers


@each("text", [
    "student,1,2\nAda,28/45,B\nBo,,\n",
    "\ufeffName;1;2\nAda;28/45;B\nBo;;\n",
    "student,exercise,answer\nAda,1,28/45\nAda,2,B\nBo,1,\n",
    "student,1,2\rAda,28/45,B\rBo,,\r",
    "student,Q1,Q2\nAda,28/45,B\nBo,,\n",
    "Email,Aufgabe 1,Aufgabe  2\nAda,28/45,B\nBo,,\n",
    "who,Exercise #1,exercise-2\nAda,28/45,B\nBo,-,\n",
    "Group,Question 1,Response 1,Question 2,Response 2,Name\nx,How,28/45,What,B,Ada\nx,How,-,What,-,Bo\n",
    "Student,Exercise,Answer\nAda,Q1,28/45\nAda,Question 2,B\nBo,1,\n",
])  # fmt: skip
def test_tables_of_answers(tmp_path: Path, text: str) -> None:
    found = em.grade(write(tmp_path, SHEET.to("json"), "key.json"), write(tmp_path, text))
    assert found.points == {"Ada": 2, "Bo": 0}
    grades = [row["grade"] for row in csv.DictReader(io.StringIO(found.to("csv")))]
    assert (grades[:2], set(grades[2:])) == (["right", "right"], {"blank"})


# The columns of the responses report of a quiz in Moodle 4, downloaded as CSV.
MOODLE = """\
"Last name","First name","Email address",Status,Started,Duration,"Grade/3.00","Response 1","Response 2"
Lovelace,Ada,ada@example.org,Finished,"24 November 2026  9:00 AM","10 mins",2.00,28/45,B
Noether,Emmy,emmy@example.org,Finished,"24 November 2026  9:00 AM","12 mins",0.50,0.622,-
Noether,Emmy,e.noether@example.org,Finished,"24 November 2026  9:01 AM","11 mins",0.00,-,A
"""


def test_what_moodle_exports_is_graded_as_it_comes(tmp_path: Path) -> None:
    found = em.grade(SHEET, write(tmp_path, MOODLE))
    assert found.points == {
        "Lovelace Ada": 2, "Noether Emmy (emmy@example.org)": Fraction(1, 2),
        "Noether Emmy (e.noether@example.org)": 0,
    }  # fmt: skip
    assert found.unused == ("Status", "Started", "Duration", "Grade/3.00")
    assert "Columns not used: Status, Started, Duration, Grade/3.00." in found.to("text")


def canvas_export(sheet: Any, answers: dict[str, dict[str, str]], *, turned: bool = False) -> str:
    """What Canvas writes as the student analysis of a quiz, by its own code (StudentAnalysis#to_csv)."""
    asked = [re.sub("<[^>]*>", "", question.text) for question in canvas_reader.read(sheet.to_zip("canvas"))]
    order = list(enumerate(asked, 1))[:: -1 if turned else 1]
    head = ["name", "id", "sis_id", "section", "section_id", "section_sis_id", "submitted", "attempt"]
    for number, text in order:
        head += [f"{29684859 + number}: {text}", "1.0"]
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow([*head, "n correct", "n incorrect", "score"])
    for at, (student, given) in enumerate(answers.items()):
        cells = [cell for number, _ in order for cell in (given.get(str(number), ""), "0.0")]
        table.writerow([student, 10 + at, "s", "A", 5, "", "2026-11-24 09:00:00 UTC", 1, *cells, 1, 2, 1.0])
    return out.getvalue()


@each("turned", [False, True])
def test_what_canvas_exports_is_graded_as_it_comes(tmp_path: Path, turned: bool) -> None:
    kinds = ["compute", "choice", "blanks", "error", "counts"]
    sheet = em.exercises("f1", average="macro", number=5, seed=7, kind=kinds)
    right = {
        one.id: ",".join(field.answer for field in one.fields) if one.fields else one.answer for one in sheet.items
    }
    swapped = right | {"1": str(MICRO), "2": sheet.items[1].options[0].text, "3": "", "5": "7"}
    found = em.grade(sheet, write(tmp_path, canvas_export(sheet, {"Ada L": right, "Bo": swapped}, turned=turned)))
    assert found.points["Ada L"] == 5
    bo = {one.item: one for one in found.answers if one.student == "Bo"}
    assert (bo["1"].word, bo["1"].slip, bo["1"].other) == ("slip", "other-average", "micro")
    assert (bo["2"].answer, bo["4"].word) == (sheet.items[1].options[0].text, "right")
    # Canvas leaves a blank without an answer out: which of the four the 7 stands in nobody knows.
    for at, word in ((2, "blank"), (4, "unread")):
        assert {bo[f"{at + 1}{field.letter}"].word for field in sheet.items[at].fields} == {word}
    assert "n correct" in found.unused
    assert not any("Compute" in column for column in found.unused)


def test_canvas_has_as_many_questions_as_the_key(tmp_path: Path) -> None:
    sheet = em.exercises("precision", number=3, seed=7)
    text = canvas_export(sheet, {"Ada": {}})
    with pytest.raises(em.InputError, match="line 1: 3 questions, and the key has 1 exercises"):
        em.grade(em.exercises("precision", number=1, seed=7), write(tmp_path, text))
    doubled = text.replace(f"{29684859 + 2}: ", f"{29684859 + 2}: {text.split(': ', 1)[1].split(chr(34))[0]}", 1)
    with pytest.raises(em.InputError, match="two questions show the matrix of one exercise"):
        em.grade(sheet, write(tmp_path, doubled.replace(text.split("29684861: ")[1].split('"')[0], "", 1)))


@each(("text", "message"), [
    ("", "whose first line names the columns, as in student,1,2"),
    ("student,1\n", "holds no answers"), ("student\nAda\n", "holds no answers"),
    ("student,1,1\nAda,1/2,2/3\n", "line 1: the column '1' is there twice"),
    ("student,7\nAda,1\n", "there is no exercise '7' in the key"),
    ("student,exercise,answer\nAda,9,1\n", "row 2: there is no exercise '9'"),
    ("student,remark\nAda,7\n", "line 1: no column is headed by an exercise of the key; its exercises are 1, 2"),
    ("student,Response 1,Response 7\nAda,1,2\n", "line 1: there is no exercise '7' in the key"),
    ("student,Question 1,Result 1\nAda,1,2\n", "'Question 1' and 'Result 1' both name an exercise; keep"),
    ("1,2\n28/45,B\n", "the first column is '1', an exercise; put the students in front of it"),
    ("student,1\nAda,1,2\n", "row 2: 'Ada' has 3 fields under 2 columns; leave a field empty"),
    ("student,1,2\nBo,1\nCy,1\n", "row 2: 'Bo' has 2 fields under 3 columns (1 other row likewise);"),
])  # fmt: skip
def test_a_table_that_cannot_be_used(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(em.InputError) as error:
        em.grade(SHEET, write(tmp_path, text))
    assert message in str(error.value)


# One student's answer stops nobody's grading


def read(found: em.Grades) -> dict[str, list[tuple[str, str, tuple[int, ...]]]]:
    """Of each student the words and the rows of the answers that are not empty."""
    words: dict[str, list[tuple[str, str, tuple[int, ...]]]] = {}
    for one in found.answers:
        if one.word != "blank":
            words.setdefault(one.student, []).append((one.item, one.word, one.rows))
    return words


@each(("row", "item", "places"), [
    ("Bo,about a half,", "1", "row 3"), ("Bo,,E", "2", "row 3"), ("Bo,,sqrt(2)", "2", "row 3"),
    ("Bo,1/2", "1 to 2", "row 3"), ("Bo,0,5,B", "1 to 2", "row 3"), ('Bo,"1/2,B', "1 to 2", "row 3"),
    ('Bo,"1/2" or so,', "1", "row 3"), (f'Bo,"{"x" * 200_000}",', "1", "row 3"), (f"Bo,{'(' * 9999},", "1", "row 3"),
    ("\nBo,?,", "1", "row 4"), ("Bo,1/2,\nBo,1/3,", "1", "rows 3 and 4"), ("Bo,\x00?,", "1", "row 3"),
])  # fmt: skip
def test_what_cannot_be_read_is_one_answer(tmp_path: Path, row: str, item: str, places: str) -> None:
    """It is graded as not read, with name and row, and all others are graded as they would be without it."""
    sheet = em.exercises("f1", average="macro", number=2, seed=7, kind=["compute", "choice"])
    padding = "Ada,28/45,B\n" if "\x00" not in row else f"Ada,28/45,{' ' * 70_000}B\n"
    found = em.grade(sheet, write(tmp_path, f"student,1,2\n{padding}{row}\nCy,28/45,\n"))
    assert found.points == {"Ada": 2, "Bo": 0, "Cy": 1}
    assert "unread" in {word for _, word, _ in read(found)["Bo"]}
    last = found.to("text").rstrip("\n").split("\n\n")[-1].splitlines()
    [line] = last[2:]
    assert line.startswith(f"Bo       {places}")
    assert item in line


@each("row", ['Bo,"1/2"x', 'Bo,"1/2', 'Bo,"', '""Bo,1'])
def test_rows_that_cannot_be_read_take_no_longer_the_more_there_are(tmp_path: Path, row: str) -> None:
    def answers(n: int) -> Path:
        return write(tmp_path, f"student,1\nAda,1/2\n{row}\n" + f"{row}\n" * n, f"{n}.csv")

    assert_linear(lambda path: read_table(path, ["1"], {}, {}), answers, size(10_000, 15_000))


def test_a_number_for_an_option_that_is_none_is_not_read() -> None:
    """A root that was typed for a line stopped the grading."""
    sheet = em.exercises("precision", number=3, kind=["error", "possible", "convention"], seed=3)
    for answer in ("sqrt(2)", "log(2)", "2^(1/2)"):
        found = em.grade(sheet, {"Ada": dict.fromkeys(["1", "2", "3"], answer)})
        assert [one.word for one in found.answers] == ["unread"] * 3


def test_blanks_in_one_field_that_nobody_can_part(tmp_path: Path) -> None:
    sheet = em.exercises("recall", kind=["compute", "blanks"], label="A", number=2, seed=3)
    right = [field.answer for field in sheet.items[1].fields]
    text = f'name,1,2\nAda,1/7,7\nBo,{sheet.items[0].answer},"{"; ".join(right)}"\n'
    found = em.grade(sheet, write(tmp_path, text))
    assert found.points == {"Ada": 0, "Bo": 2}
    assert {word for item, word, _ in read(found)["Ada"] if item != "1"} == {"unread"}
    assert f"Ada      row 2  2a to 2{sheet.items[1].fields[-1].letter}" in found.to("text")


def test_a_row_each_answer_that_is_none_of_the_key(tmp_path: Path) -> None:
    table = "student,exercise,answer\nAda,1,28/45\nAda,9,1\nBo,1\nBo,2,B\nBo,2,B\n"
    found = em.grade(SHEET, write(tmp_path, table))
    assert found.points == {"Ada": 1, "Bo": 1}
    assert read(found) == {"Ada": [("1", "right", (2,))], "Bo": [("1", "unread", (4,)), ("2", "right", (5, 6))]}
    assert [note.partition("answers.csv, ")[2][:43] for note in found.notes] == [
        "row 3: there is no exercise '9' in the key;"
    ]
    assert "there is no exercise '9' in the key" in " ".join(found.to("text").split())


# The gradebook


def test_the_gradebook_keeps_every_column(tmp_path: Path) -> None:
    """Those by which a learning system knows its students, the answers, and whatever else there is."""
    text = MOODLE.replace("\n", ",Remark,points\n", 1).replace("28/45,B\n", "28/45,B,=1+1,7\n")
    text = text.replace("0.622,-\n", "0.622,-,+49 30 1,\n").replace("-,A\n", "-,A,,\n")
    given = list(csv.reader(io.StringIO(text)))
    made = list(csv.reader(io.StringIO(em.grade(SHEET, write(tmp_path, text)).to("gradebook"))))
    items = [one.item for one in em.grade(SHEET, {"Ada": {}}).answers]
    assert made[0] == [*given[0], *(f"points {item}" for item in items), "points*"]
    width = len(given[0])
    kept = [[cell.replace("'=", "=") for cell in row[:width]] for row in made]
    assert kept == given
    assert [row[width:] for row in made[1:]] == [
        ["1", "1", *["0"] * (len(items) - 2), "2"], ["0.5", *["0"] * (len(items) - 1), "0.5"], ["0"] * (len(items) + 1),
    ]  # fmt: skip


def test_the_gradebook_of_canvas_and_of_a_row_that_does_not_fit(tmp_path: Path) -> None:
    sheet = em.exercises("f1", average="macro", number=2, seed=7, kind=["compute", "choice"])
    text = canvas_export(sheet, {"Ada": {"1": "28/45"}, "Bo": {"1": "1"}}) + "Cy,1\n"
    made = list(csv.reader(io.StringIO(em.grade(sheet, write(tmp_path, text)).to("gradebook"))))
    given = list(csv.reader(io.StringIO(text)))
    width = len(given[0])
    assert [row[:width] for row in made[:3]] == given[:3]
    assert (made[3][:width], made[1][-1], made[3][-1]) == (["Cy", "1", *[""] * (width - 2)], "1", "0")


# Keys


def changed(*path: Any, to: Any) -> dict[str, Any]:
    key: Any = json.loads(json.dumps(KEY))
    inside = key
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = to
    return key


@each(("key", "message"), [
    (KEY | {"exercise": []}, "there is no key 'exercise'"), (KEY | {"exercises": []}, "at least 1"),
    (KEY | {"schema": "exactmetrics/report/1"}, "is not known"),
    (KEY | {"points": {"right": "many"}}, "is no number"), (KEY | {"language": "xx"}, "no language 'xx'"),
    (changed("exercises", 1, "id", to="1"), "the key has two exercises '1'"),
    (changed("exercises", 1, "id", to=f"3{SHEET.items[2].fields[0].letter}"), "two exercises '3"),  # that of a blank
    (changed("exercises", 2, "blanks", 0, "answer", to="four"), "the answer 'four' of the blank 3a is no number"),
    (changed("exercises", 2, "blanks", 0, "answer", to="1/2 +"), "is no number"),
    *((SHEET.to(format, key=True if format == "moodle" else "alone"), "is no key: ")
      for format in ("html", "markdown", "text", "moodle", "latex-document")),
])  # fmt: skip
def test_a_key_that_cannot_be_used(tmp_path: Path, key: Any, message: str) -> None:
    path = write(tmp_path, key if isinstance(key, str) else json.dumps(key), "key.json")
    with pytest.raises(em.ExactMetricsError) as error:
        em.grade(str(path), {"Ada": {"1": "1/2"}})
    assert message in str(error.value)
    assert "key.json" in str(error.value) or "two exercises" in message or "language" in message
    assert isinstance(key, dict) or "--key key.json" in str(error.value)


def test_a_student_has_a_name() -> None:
    with pytest.raises(em.InputError, match="a student is called 5: give the name as a text"):
        em.grade(SHEET, {5: {"1": "28/45"}})  # type: ignore[dict-item]


# Points


def test_points_are_those_of_the_key_or_those_given() -> None:
    answers = {"Bo": {"1": str(MICRO)}, "Cy": {"1": "0.6222"}, "Dee": {"1": "28/45"}}
    found = em.grade(KEY | {"points": {"right": 4, "slip": "0.5"}}, answers | {"Ada": {"1": "28/45", "2": "B"}})
    assert found.points == {"Ada": 8, "Bo": Fraction(1, 2), "Cy": Fraction(1, 2), "Dee": 4}
    found = em.grade(KEY | {"points": {"right": 2, "slip": 1}}, answers, points={"slip": "1/3", "rounded": 2})
    assert (found.points, found.worth) == ({"Bo": Fraction(1, 3), "Cy": 2, "Dee": 2}, 6)
    lines = found.to("text").splitlines()
    assert [line.rpartition("  ")[2] for line in lines[:5]][2:] == ["0.33 (1/3)", "2", "2"]
    assert lines[0].endswith("points of 6")
    assert "Bo,1,16/25,slip,0.333333,other-average" in found.to("csv")


@each(("points", "message"), [
    ({"slip": "some"}, "points of slip are 'some': give a number"),
    ({"slip": "-1/4"}, "give a number from 0"), ({"rounded": "1/0"}, "points of rounded"),
    ({"slip": 2}, "2 points for slip, and 1 for a right answer"),
    ({"slips": 1}, "no points for 'slips'; did you mean 'slip'"),
])  # fmt: skip
def test_points_that_cannot_be_given(points: dict[str, Any], message: str) -> None:
    with pytest.raises(em.UsageError, match=message):
        em.grade(SHEET, {"Ada": {"1": "1"}}, points=points)
    if "slips" not in points and points != {"rounded": "1/0"}:
        with pytest.raises(em.InputError):
            em.grade(KEY | {"points": points}, {"Ada": {"1": "1"}})


# Pages


def test_what_a_stranger_writes_steers_no_terminal_and_is_no_formula_of_a_spreadsheet() -> None:
    page = em.grade(SHEET, {"Ada\x1b[31m\u202e\r\n": {"1": "1/2\x1b]0;x\x07", "2": "\x9bA"}}).to("text")
    assert r"Ada\x1b[31m\u202e\r\n" in page
    assert all(line.isprintable() for line in page.split("\n"))
    found = em.grade(SHEET, {"Ada": {"1": "28/45", "2": "B"}, "=1+1": {"1": "0.622"}})
    blanks = len(found.items) - 2
    assert list(csv.reader(io.StringIO(found.to("gradebook")))) == [
        ["student", *found.items, *(f"points {item}" for item in found.items), "points"],
        ["Ada", "28/45", "B", *[""] * blanks, "1", "1", *["0"] * blanks, "2"],
        ["'=1+1", "0.622", "", *[""] * blanks, "0.5", "0", *["0"] * blanks, "0.5"],
    ]
    rows = list(csv.DictReader(io.StringIO(em.grade(SHEET, {"=H(1)": {"1": "@x", "2": "-1/2"}}).to("csv"))))
    assert (rows[0]["student"], rows[0]["answer"], rows[1]["answer"]) == ("'=H(1)", "'@x", "-1/2")


def test_the_page_counts_what_was_not_understood() -> None:
    found = em.grade(SHEET, {name: {"1": str(MICRO)} for name in ("Ada", "Bo")} | {"Cy": {"1": "28/45"}})
    lines = found.to("text").splitlines()
    [line] = [line for line in lines if line.startswith("1         other-average")]
    assert line.split()[2] == "2"
    assert [line.split()[-1] for line in lines if line.startswith(("Ada ", "Cy "))] == ["0.25", "1", "1"]


def test_the_page_says_who_made_which_slips_and_what_was_not_read() -> None:
    slip = {one.id: str(1 - one.value) for one in ten().items[:9]}
    name = "A name that is longer than most names of students are"
    found = em.grade(ten(), {"Ada": slip, name: slip | {"2": "5?", "3": "x" * 999}, "Cy": {"1": "-"}})
    first, slips, _, _, unread = found.to("text").rstrip("\n").split("\n\n")
    assert first.splitlines()[0].endswith("points of 10")
    rows = [line.replace(name, "Bo").split(maxsplit=1) for line in slips.splitlines()[2:]]
    assert rows == [["Ada", "complement: 1, 2, 3, 4, 5, 6, 7, 8, 9"], ["Bo", "complement: 1, 4, 5, 6, 7, 8, 9"]]
    assert [line.split(name)[1].split() for line in unread.splitlines()[2:]] == [["2", "5?"], ["3", f"{'x' * 49}…"]]


def test_a_wide_class_stays_readable() -> None:
    """A line for each student, and for slips no wider than a terminal."""
    wrong = [str(1 - one.value) for one in ten().items], ["0.9731"] * 10, [str(one.value / 2) for one in ten().items]
    row = {one.id: wrong[at % 3][at] for at, one in enumerate(ten().items)}
    tables = em.grade(ten(), {f"Student {number:03}": row for number in range(200)}).to("text").split("\n\n")
    assert len(tables[0].splitlines()) == len(tables[1].splitlines()) == 202
    assert max(map(len, (*tables[0].splitlines(), *tables[1].splitlines()))) <= 88
