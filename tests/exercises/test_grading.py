"""Answers graded: right however it is written, right but rounded, which slip; and tables that cannot be used."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.exact.values import value_text
from exactmetrics.exercises.slips import slips
from exactmetrics.verification.diagnosis.wording import sentence
from tests.cases import each
from tests.exercises import canvas_reader
from tests.oracle import Oracle

SHEET = em.exercises("f1", average="macro", number=3, seed=7, kind=["compute", "choice", "blanks"])
# 28/45 by the recorded matrix of test_found.py; its micro average is 16/25.
MICRO = Oracle(SHEET.items[0].counts.rows()).value("f1", average="micro")


def graded(answer: str, item: str = "1", sheet: Any = SHEET) -> tuple[str, Fraction, str]:
    [one] = [one for one in em.grade(sheet, {"Ada": {item: answer}}).answers if one.item == item]
    return one.word, one.points, one.slip


@each(
    ("answer", "word", "points", "slip"),
    [
        ("28/45", "right", "1", ""),
        ("56/90", "right", "1", ""),
        (" 28/45 ", "right", "1", ""),
        ("0.6222", "rounded", "1/2", ""),
        ("0,6222", "rounded", "1/2", ""),
        ("62.22%", "rounded", "1/2", ""),
        ("0.6221", "slip", "1/4", "chained-rounding"),
        ("0.9731", "wrong", "0", ""),
        (str(MICRO), "slip", "1/4", "other-average"),
        ("17/45", "slip", "1/4", "complement"),
        ("997/1000", "wrong", "0", ""),
        ("1.", "wrong", "0", ""),
        ("1e5", "wrong", "0", ""),
        ("1e400", "wrong", "0", ""),
        ("about a half", "unread", "0", ""),
        ("28/0", "wrong", "0", ""),
        ("=28/45", "right", "1", ""),
        ("28/45 (0.6222)", "right", "1", ""),  # as the key writes it
        ("0.6222 = 28/45.", "right", "1", ""),
        ("≈0.622", "rounded", "1/2", ""),
        ("28/45 = 0.9", "unread", "0", ""),
        (r"$F_1 = \frac{28}{45} \approx 0.622$", "right", "1", ""),
        ("(0.667 + 0.6 + 0.6)/3 = 0.622", "rounded", "1/2", ""),
        (f"micro: {MICRO}", "slip", "1/4", "other-average"),
        ("sqrt(2)/3", "wrong", "0", ""),
        ("0.0", "wrong", "0", ""),
        ("-", "blank", "0", ""),
        ("", "blank", "0", ""),
        ("   ", "blank", "0", ""),
    ],
)
def test_a_fraction_is_asked(answer: str, word: str, points: str, slip: str) -> None:
    assert graded(answer) == (word, Fraction(points), slip)


@each(
    ("answer", "word"),
    [("0.622", "right"), ("28/45", "right"), ("0.62222", "right"), ("0.62", "rounded"), ("0.973", "wrong")],
)
def test_places_are_asked(answer: str, word: str) -> None:
    made = em.exercises("f1", average="macro", number=1, seed=7, places=3)
    assert made.items[0].value == Fraction(28, 45)
    assert graded(answer, sheet=made)[0] == word


def test_a_choice() -> None:
    for option in SHEET.items[1].options:
        expected = ("right", 1, "") if option.slip is None else ("slip", 0, option.slip.kind)
        for answer in (option.letter, f"({option.letter.upper()})", option.text, f"{option.letter}: {option.text}"):
            assert graded(answer, "2") == expected
    first, second = SHEET.items[1].options[:2]
    assert graded(f"{first.letter}) {second.text}", "2")[0] == "unread"
    assert graded("E", "2")[0] == "unread"


def test_blanks() -> None:
    key = SHEET.items[2].fields
    answers = {f"3{field.letter}": field.answer for field in key}
    found = em.grade(SHEET, {"Ada": answers, "Bo": {item: f"{answer}1" for item, answer in answers.items()}})
    assert graded(rf"x = {key[0].answer}", f"3{key[0].letter}")[0] == "right"
    words = [(one.student, one.word) for one in found.answers if one.item in answers]
    assert words == [("Ada", "right")] * len(key) + [("Bo", "wrong")] * len(key)
    assert found.points == {"Ada": 1, "Bo": 0}, "all blanks together are one exercise"
    assert found.worth == 3


def test_a_blank_may_hold_an_unreduced_fraction_or_more_digits() -> None:
    sheet = em.exercises("g_mean", average="macro", number=1, seed=11, kind="blanks")
    fields = sheet.items[0].fields
    value = em.decimal(sheet.items[0].matrix.value("g_mean", average="macro"), places=7)
    last = fields[-1]
    assert last.answer == value[:6] or last.answer == em.decimal(Fraction(value), places=4)
    for given, word in {last.answer: "right", value: "right", "sqrt(2)": "wrong", "sqrt(": "unread"}.items():
        assert graded(given, f"1{last.letter}", sheet)[0] == word
    macro = next(field for field in SHEET.items[2].fields if "/" in field.answer)
    top, bottom = macro.answer.split("/")
    assert graded(f"{2 * int(top)}/{2 * int(bottom)}", f"3{macro.letter}", SHEET)[0] == "right"


def test_a_fraction_in_a_blank_may_be_right_but_rounded() -> None:
    """As where a fraction is computed; of 0.0 and of a whole number nothing can be told."""
    exercise = SHEET.items[2]
    field = next(one for one in exercise.fields if "/" in one.answer)
    value, item = Fraction(field.answer), f"3{field.letter}"
    worth = Fraction(1, 2 * len(exercise.fields))
    for places in (1, 2, 5):
        assert graded(em.decimal(value, places=places), item) == ("rounded", worth, "")
    above = em.decimal(value + Fraction(1, 1000), places=3)
    assert [graded(text, item)[0] for text in (above, "0.0", "1")] == ["wrong"] * 3


def test_a_wrong_answer_is_explained_as_in_a_learning_system() -> None:
    """Several slips may lead to one number; the first that an exercise knows is the one that is told."""
    for metric, average in (("kappa", None), ("precision", "macro"), ("ari", None), ("recall", "weighted")):
        sheet = em.exercises(metric, average=average, number=3, seed=4)
        for exercise in sheet.items:
            for slip in exercise.slips:
                told = em.grade(sheet, {"Ada": {exercise.id: value_text(slip.value)}}).answers[int(exercise.id) - 1]
                same = next(one for one in exercise.slips if one.value == slip.value)
                assert told.text == same.text
                assert told.slip == same.kind or same.kind == "mistake" != told.slip


def test_a_slip_of_every_kind_is_found_again() -> None:
    """What a slip run forwards gives as a fraction is explained by a slip, run backwards."""
    for exercise in em.exercises("precision", number=4, seed=2).items:
        given = slips(exercise.request, exercise.counts, exercise.value)
        fractions = [slip for slip in given if isinstance(slip.value, Fraction) and slip.value != exercise.value]
        assert len({slip.kind for slip in fractions}) > 4
        for slip in fractions:
            sheet = em.exercises("precision", number=int(exercise.id), seed=2)
            assert graded(str(slip.value), exercise.id, sheet)[0] == "slip"


def write(folder: Path, text: str, name: str = "answers.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_student_has_a_name() -> None:
    with pytest.raises(em.InputError, match="a student is called 5: give the name as a text"):
        em.grade(SHEET, {5: {"1": "28/45"}})  # type: ignore[dict-item]


@each(
    "text",
    [
        "student,1,2\nAda,28/45,B\nBo,,\n",
        "\ufeffName;1;2\nAda;28/45;B\nBo;;\n",
        "student,exercise,answer\nAda,1,28/45\nAda,2,B\nBo,1,\n",
        "student,1,2\rAda,28/45,B\rBo,,\r",
        "student,Q1,Q2\nAda,28/45,B\nBo,,\n",
        "Email,Aufgabe 1,Aufgabe  2\nAda,28/45,B\nBo,,\n",
        "who,Exercise #1,exercise-2\nAda,28/45,B\nBo,-,\n",
        "Group,Question 1,Response 1,Question 2,Response 2,Name\nx,How,28/45,What,B,Ada\nx,How,-,What,-,Bo\n",
        "Student,Exercise,Answer\nAda,Q1,28/45\nAda,Question 2,B\nBo,1,\n",
    ],
)
def test_tables_of_answers(tmp_path: Path, text: str) -> None:
    key = write(tmp_path, SHEET.to("json"), "key.json")
    found = em.grade(key, write(tmp_path, text))
    assert found.points == {"Ada": 2, "Bo": 0}
    rows = list(csv.DictReader(io.StringIO(found.to("csv"))))
    assert [row["grade"] for row in rows[:2]] == ["right", "right"]
    assert {row["grade"] for row in rows[2:]} == {"blank"}


# The columns of the responses report of a quiz in Moodle 4, downloaded as CSV.
MOODLE = "\n".join(
    [
        '"Last name","First name","Email address",Status,Started,Duration,"Grade/3.00","Response 1","Response 2"',
        'Lovelace,Ada,ada@example.org,Finished,"24 November 2026  9:00 AM","10 mins",2.00,28/45,B',
        'Noether,Emmy,emmy@example.org,Finished,"24 November 2026  9:00 AM","12 mins",0.50,0.622,-',
        'Noether,Emmy,e.noether@example.org,Finished,"24 November 2026  9:01 AM","11 mins",0.00,-,A',
        "",
    ]
)


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
    graded = {one.item: one for one in found.answers if one.student == "Bo"}
    assert (graded["1"].word, graded["1"].slip, graded["1"].other) == ("slip", "other-average", "micro")
    assert graded["2"].answer == sheet.items[1].options[0].text
    assert {graded[f"3{field.letter}"].word for field in sheet.items[2].fields} == {"blank"}
    assert graded["4"].word == "right"
    # Canvas leaves a blank without an answer out: which of the four the 7 stands in nobody knows.
    assert {graded[f"5{field.letter}"].word for field in sheet.items[4].fields} == {"unread"}
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


def test_a_slip_says_which_other_average_it_was() -> None:
    """By the oracle: the micro average, where the macro average is asked."""
    [one] = em.grade(SHEET, {"Ada": {"1": str(MICRO)}}).answers[:1]
    assert (one.other, one.text) == ("micro", "This is the micro average, not the macro one.")
    assert "other-average (micro): 1" in em.grade(SHEET, {"Ada": {"1": str(MICRO)}}).to("text")
    for sheet in (SHEET, em.exercises("precision", number=6, seed=2, kind="choice")):
        for exercise in (one for one in sheet.items if one.options):
            chosen = {option.letter: option for option in exercise.options if option.slip is not None}
            for letter, option in chosen.items():
                graded = em.grade(sheet, {"Ada": {exercise.id: letter}})
                [one] = [one for one in graded.answers if one.item == exercise.id]
                assert one.other == option.slip.other
                assert (one.other == "") == (option.slip.kind not in NAMED)


# The slips that take another average, metric or class in the place of the right one.
NAMED = {
    "other-average", "average-for-class", "class-for-average", "other-class", "class-left-out",
    "precision-recall-swapped", "other-rate", "other-metric", "accuracy-confused", "other-convention",
    "classes-permuted", "undefined-policy",
}  # fmt: skip


@each("language", ["en", "de", "fr", "es", "ar"])
def test_the_sentence_names_both_averages(language: str) -> None:
    words = {"en": ("micro", "macro"), "de": ("Mikro", "Makro"), "fr": ("micro", "macro"), "es": ("micro", "macro")}
    for word in words.get(language, ("(micro)", "(macro)")):
        assert word in sentence("other-average", {"average": "micro", "asked": "macro"}, language)


def test_an_export_is_graded_as_it_comes(tmp_path: Path) -> None:
    found = em.grade(SHEET, write(tmp_path, MOODLE))
    assert found.points == {
        "Lovelace Ada": 2,
        "Noether Emmy (emmy@example.org)": Fraction(1, 2),
        "Noether Emmy (e.noether@example.org)": 0,
    }
    assert found.unused == ("Status", "Started", "Duration", "Grade/3.00")
    assert "Columns not used: Status, Started, Duration, Grade/3.00." in found.to("text")


def test_the_blanks_of_an_exercise_may_stand_in_one_field(tmp_path: Path) -> None:
    sheet = em.exercises("recall", kind="blanks", label="A", number=1, seed=3)
    right = [blank["answer"] for blank in sheet.data()["exercises"][0]["blanks"]]
    parts = "; ".join(f"part {number}: {answer}" for number, answer in enumerate(right, 1))
    swapped = "; ".join(f"part {n}: {right[n - 1]}" for n in range(len(right), 0, -1))
    text = f'name,Response 1\nAda,"{parts}"\nBo,"{"; ".join(right)}"\nCy,"{swapped}"\nDee,-\n'
    assert em.grade(sheet, write(tmp_path, text)).points == {"Ada": 1, "Bo": 1, "Cy": 1, "Dee": 0}
    with pytest.raises(em.InputError, match=rf"row 2: '7' stands for the {len(right)} blanks 1a to"):
        em.grade(sheet, write(tmp_path, "name,1\nAda,7\n"))


def test_a_gradebook_has_a_row_each_student(tmp_path: Path) -> None:
    found = em.grade(SHEET, {"Ada": {"1": "28/45", "2": "B"}, "=1+1": {"1": "0.622"}})
    assert list(csv.reader(io.StringIO(found.to("gradebook")))) == [
        ["student", *found.items, "points"],
        ["Ada", "1", "1", *["0"] * (len(found.items) - 2), "2"],
        ["'=1+1", "0.5", *["0"] * (len(found.items) - 1), "0.5"],
    ]


def test_points_are_those_of_the_key(tmp_path: Path) -> None:
    table = SHEET.data()
    table["points"] = {"right": 4, "slip": "0.5"}
    found = em.grade(table, {"Ada": {"1": "28/45", "2": "B"}, "Bo": {"1": str(MICRO)}, "Cy": {"1": "0.6222"}})
    assert found.points == {"Ada": 8, "Bo": Fraction(1, 2), "Cy": Fraction(1, 2)}


def test_points_are_those_given() -> None:
    answers = {"Bo": {"1": str(MICRO)}, "Cy": {"1": "0.6222"}, "Dee": {"1": "28/45"}}
    table = SHEET.data() | {"points": {"right": 2, "slip": 1}}
    found = em.grade(table, answers, points={"slip": "1/3", "rounded": 2})
    assert found.points == {"Bo": Fraction(1, 3), "Cy": 2, "Dee": 2}
    assert found.worth == 6
    lines = found.to("text").splitlines()
    assert [line.rpartition("  ")[2] for line in lines[:5]][2:] == ["0.33 (1/3)", "2", "2"]
    assert lines[0].endswith("points of 6")
    assert "Bo,1,16/25,slip,0.333333,other-average" in found.to("csv")


@each(
    ("points", "message"),
    [
        ({"slip": "some"}, "points of slip are 'some': give a number"),
        ({"slip": "-1/4"}, "give a number from 0"),
        ({"rounded": "1/0"}, "points of rounded"),
        ({"slip": 2}, "2 points for slip, and 1 for a right answer"),
        ({"slips": 1}, "no points for 'slips'; did you mean 'slip'"),
    ],
)
def test_points_that_cannot_be_given(points: dict[str, Any], message: str) -> None:
    with pytest.raises(em.UsageError, match=message):
        em.grade(SHEET, {"Ada": {"1": "1"}}, points=points)
    if "slips" not in points and points != {"rounded": "1/0"}:
        with pytest.raises(em.InputError):
            em.grade(SHEET.data() | {"points": points}, {"Ada": {"1": "1"}})


@each(
    ("text", "message"),
    [
        ("", "whose first line names the columns, as in student,1,2"),
        ("student,1\n", "holds no answers"),
        ("student\nAda\n", "holds no answers"),
        ("student,1,1\nAda,1/2,2/3\n", "line 1: the column '1' is there twice"),
        ("student,7\nAda,1\n", "there is no exercise '7' in the key"),
        ("student,exercise,answer\nAda,9,1\n", "row 2: there is no exercise '9'"),
        ("student,remark\nAda,7\n", "line 1: no column is headed by an exercise of the key; its exercises are 1, 2"),
        ("student,Response 1,Response 7\nAda,1,2\n", "line 1: there is no exercise '7' in the key"),
        ("student,Question 1,Result 1\nAda,1,2\n", "'Question 1' and 'Result 1' both name an exercise; keep"),
        ("1,2\n28/45,B\n", "the first column is '1', an exercise; put the students in front of it"),
        ("student,1\nAda,1,2\n", "row 2: 'Ada' has 3 fields under 2 columns; leave a field empty"),
        ("student,1,2\nAda,1,2\nBo,1\nCy,1\n", "row 3: 'Bo' has 2 fields under 3 columns (1 other row likewise);"),
        ("student,1\nAda,1\nAda,2\n", "row 3: 'Ada' has answered 1 above already"),
        ('student,1\nAda,"1\n', "put quotation marks around the field"),
    ],
)
def test_a_table_that_cannot_be_used(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(em.InputError) as error:
        em.grade(SHEET, write(tmp_path, text))
    assert message in str(error.value)


@each(
    ("change", "message"),
    [
        ({"exercise": []}, "there is no key 'exercise'"),
        ({"exercises": []}, "at least 1"),
        ({"schema": "exactmetrics/report/1"}, "is not known"),
        ({"points": {"right": "many"}}, "is no number"),
    ],
)
def test_a_key_that_cannot_be_used(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    text = json.dumps(SHEET.data() | change)
    with pytest.raises(em.InputError) as error:
        em.grade(str(write(tmp_path, text, "key.json")), {"Ada": {}})
    assert message in str(error.value)
    assert "key.json" in str(error.value)


def test_an_id_that_comes_twice_is_an_error() -> None:
    table = SHEET.data()
    table["exercises"][1]["id"] = "1"
    with pytest.raises(em.InputError, match="the key has two exercises '1'"):
        em.grade(table, {"Ada": {"1": "28/45"}})
    letter = table["exercises"][2]["blanks"][0]["letter"]
    table["exercises"][1]["id"] = f"3{letter}"  # as the first blank of exercise 3 is called
    with pytest.raises(em.InputError, match=f"two exercises '3{letter}'"):
        em.grade(table, {"Ada": {"1": "28/45"}})


@each("format", ["html", "markdown", "text", "moodle", "latex-document"])
def test_a_key_that_is_a_page_is_told_what_is_meant(tmp_path: Path, format: str) -> None:
    path = write(tmp_path, SHEET.to(format, key=True if format == "moodle" else "alone"), "key.page")
    with pytest.raises(em.InputError, match=r"key\.page is no key: .*--key key\.json"):
        em.grade(str(path), {"Ada": {}})


def test_what_a_stranger_writes_steers_no_terminal() -> None:
    name = "Ada\x1b[31m\u202e\r\n"
    page = em.grade(SHEET, {name: {"1": "1/2\x1b]0;x\x07", "2": "\x9bA"}}).to("text")
    assert r"Ada\x1b[31m\u202e\r\n" in page
    assert all(line.isprintable() for line in page.split("\n"))


def test_a_number_chooses_an_option() -> None:
    """However it is written: the exact value, more digits, or fewer zeros."""
    for option in SHEET.items[1].options:
        value = SHEET.items[1].value if option.slip is None else option.slip.value
        for text in (str(value), em.decimal(value, places=7), f"{option.text}0", option.text.replace(".", ",")):
            assert graded(text, "2")[0] == ("right" if option.right else "slip")
    assert graded("0.9999", "2")[0] == "unread"


def test_what_a_stranger_writes_is_no_formula_of_a_spreadsheet() -> None:
    found = em.grade(SHEET, {"=HYPERLINK(1)": {"1": "@x", "2": "-1/2"}})
    rows = list(csv.DictReader(io.StringIO(found.to("csv"))))
    assert (rows[0]["student"], rows[0]["answer"], rows[1]["answer"]) == ("'=HYPERLINK(1)", "'@x", "-1/2")


def test_the_page_counts_what_was_not_understood() -> None:
    found = em.grade(SHEET, {name: {"1": str(MICRO)} for name in ("Ada", "Bo")} | {"Cy": {"1": "28/45"}})
    lines = found.to("text").splitlines()
    [line] = [line for line in lines if line.startswith("1         other-average")]
    assert line.split()[2] == "2"
    assert [line.split()[-1] for line in lines if line.startswith(("Ada ", "Cy "))] == ["0.25", "1", "1"]


def test_the_page_says_who_made_which_slips_and_what_was_not_read() -> None:
    made = em.exercises("f1", average="macro", number=9, seed=7)
    slip = {one.id: str(1 - one.value) for one in made.items}
    name = "A name that is longer than most names of students are"
    found = em.grade(made, {"Ada": slip, name: slip | {"2": "5?", "3": "x" * 999}, "Cy": {"1": "-"}})
    first, slips, _, _, unread = found.to("text").rstrip("\n").split("\n\n")
    assert first.splitlines()[0].endswith("points of 9")
    rows = [line.replace(name, "Bo").split(maxsplit=1) for line in slips.splitlines()[2:]]
    assert rows == [["Ada", "complement: 1, 2, 3, 4, 5, 6, 7, 8, 9"], ["Bo", "complement: 1, 4, 5, 6, 7, 8, 9"]]
    assert unread.splitlines()[2:] == [f"{name}  2         5?", f"{name}  3         {'x' * 49}…"]


def test_a_wide_class_stays_readable() -> None:
    """A line for each student, and for slips no wider than a terminal."""
    made = em.exercises("f1", average="macro", number=10, seed=7)
    wrong = [str(1 - one.value) for one in made.items], ["0.9731"] * 10, [str(one.value / 2) for one in made.items]
    row = {one.id: wrong[at % 3][at] for at, one in enumerate(made.items)}
    page = em.grade(made, {f"Student {number:03}": row for number in range(200)}).to("text")
    tables = page.split("\n\n")
    assert len(tables[0].splitlines()) == len(tables[1].splitlines()) == 202
    assert max(map(len, (*tables[0].splitlines(), *tables[1].splitlines()))) <= 88
