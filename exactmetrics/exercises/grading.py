"""Answers of a class, graded by the key of a sheet: right, right but rounded, which slip, points.

The answers are a table in CSV (`answer_table`), or a mapping by student and exercise. What is wrong is explained by the
diagnosis that explains printed values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from exactmetrics.api.scores import Scores
from exactmetrics.derivation.messages import check_language
from exactmetrics.derivation.shown import Written
from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import InputError, ReadingError, UsageError, located
from exactmetrics.exact.printed import Printed, Verdict, judge_number, read_printed
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.exercises.answer_table import EMPTY, Table, check_item, read_table, text_or
from exactmetrics.exercises.kinds import ONE_CLASS
from exactmetrics.exercises.question import SHARES, options_of
from exactmetrics.exercises.score_slips import score_slips
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.exercises.slips import Slip, other_of, slip_text, slips
from exactmetrics.expression.reading.answers import Answer, read_answer
from exactmetrics.expression.reading.numerals import comma_here, numerals_of
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.textfile import file_text
from exactmetrics.metrics.several import all_of
from exactmetrics.metrics.suggest import choices
from exactmetrics.proofs.statement import MOST_CLASSES, read_statement
from exactmetrics.proofs.witness import meets, refutes, tried
from exactmetrics.sheets.schema import check_shape, parsed, schema_named
from exactmetrics.sheets.sheet import Data, Rules, metric_options, question_of
from exactmetrics.verification.diagnosis.diagnose import diagnose

WORDS = ("right", "rounded", "slip", "wrong", "unread", "blank")
UNREAD = ("unread", "", "")
LETTERED = re.compile(r"\(?(\w)\b[\s):.=]*(.+)", re.DOTALL)  # an option by its letter and its text
ROWS = re.compile(r"[;\n|/]|[\])]\s*,?\s*[\[(]")  # what stands between the rows of a matrix
CELL = re.compile(r"[0-9]{1,9}")
DIGITS = 12  # by which a root is known
KEY = (
    "the key is the JSON that `exactmetrics exercises` writes with --key key.json, and comes first, before the answers"
)


@dataclass(frozen=True, slots=True)
class Graded:
    """One answer of one student: what it is (one of `WORDS`), its points, and of a slip its kind and its sentence.

    `other` is the average, the metric or the class that a slip took instead, `rows` where the answer stands in a file.
    """

    student: str
    item: str
    answer: str
    word: str
    points: Fraction
    rows: tuple[int, ...] = ()
    slip: str = ""
    text: str = ""
    other: str = ""


class Grades(Written):
    """The answers of a class, graded; made by `grade`.

    `answers` are all of them, `items` the ids of what was asked, in order, `worth` the points of everything. Of a file,
    `unused` are the columns that said nothing, and `notes` say what belongs to no exercise.
    """

    _kind = "grades"
    _formats = ("text", "csv", "gradebook")

    def __init__(self, answers: Sequence[Graded], items: Sequence[str], worth: Fraction, table: Table) -> None:
        self.answers, self.items, self.worth = tuple(answers), tuple(items), worth
        self.unused, self.notes, self._table = table.unused, tuple(table.notes), table

    @property
    def points(self) -> dict[str, Fraction]:
        """The points of every student."""
        found: dict[str, Fraction] = {}
        for one in self.answers:
            found[one.student] = found.get(one.student, Fraction(0)) + one.points
        return found

    @property
    def columns(self) -> tuple[Sequence[str], Sequence[tuple[str, Sequence[str]]]]:
        """The columns of the answers as they were given, and of each row the student and what stands in them."""
        table = self._table
        if not table.head:
            rows = [(one, [one, *(own.get(item, "") for item in self.items)]) for one, own in table.answers.items()]
            return ["student", *self.items], rows
        width = len(table.head)  # also of a row that does not fit
        return table.head, [(student, [*row, *[""] * width][:width]) for student, row in table.fields]

    @property
    def slips(self) -> dict[str, Counter[tuple[str, str]]]:
        """The slips met in each exercise, with their sentences: what the class has not understood."""
        found: dict[str, Counter[tuple[str, str]]] = {item: Counter() for item in self.items}
        for one in self.answers:
            if one.slip:
                found[one.item][one.slip, one.text] += 1
        return found

    def __repr__(self) -> str:
        return f"<Grades of {len(self.points)} students: {len(self.answers)} answers>"


def grade(
    key: Any, answers: str | Path | Mapping[str, Mapping[str, str]], *, points: Mapping[str, Any] | None = None
) -> Grades:
    """Grade answers by the key of a sheet.

    Args:
        key: a sheet made by `exercises`, or the path of its key in JSON, or the tables of that.
        answers: the path of a table in CSV, or for each student the answers by the ids of the exercises.
        points: what an answer is worth that is "right", right but "rounded", or explained by a "slip", exactly, as in
            {"slip": "1/3"}; before what the key says, and 1, 1/2 and 0.

    Raises:
        InputError: a key or a table that cannot be used.
        UsageError: points that are no number from 0 to those of a right answer.

    >>> from exactmetrics.exercises import exercises
    >>> sheet = exercises("recall", label="A", number=1, seed=3)
    >>> right = sheet.items[0].answer
    >>> swapped = str(sheet.items[0].data.value("precision", label="A"))
    >>> [(one.word, one.slip) for one in grade(sheet, {"Ada": {"1": right}, "Bo": {"1": swapped}}).answers]
    [('right', ''), ('slip', 'precision-recall-swapped')]
    """
    table = _key(key)
    worths = _worths(table.get("points", {}), points)
    counted = {exercise["id"]: _counted(exercise) for exercise in table["exercises"]}
    items: dict[str, tuple[Mapping[str, Any], Mapping[str, Any] | None]] = {}
    for item, asked in _items(table):
        if item in items:
            raise InputError(f"the key has two exercises {item!r}: answers are told apart by these ids; rename one")
        items[item] = asked
    given = _answers(answers, items, {exercise["id"]: _rows(exercise) for exercise in table["exercises"]})
    texts = [
        text for student, row in given.answers.items() for id, text in row.items()
        if text and (student, id) not in given.unread and "statement" not in items[id][0]
    ]  # fmt: skip
    if proofs := [id for id, (exercise, _) in items.items() if exercise["kind"] == "prove"]:
        given.notes.append(f"A proof is for a person to read, and has no points here: exercise {all_of(proofs)}.")
    comma = numerals_of(texts).decimal_comma
    language = table["language"]
    found = []
    judged: dict[tuple[str, str], tuple[str, ...]] = {}  # many students give the same answer
    for student, row in given.answers.items():
        for item, (exercise, blank) in items.items():
            answer, at = row.get(item, "").strip(), (student, item)
            if at in given.unread:
                word, *told = UNREAD
            else:
                if (item, answer) not in judged:
                    judged[item, answer] = _judged(answer, exercise, blank, comma_here(answer, comma), language)
                word, *told = judged[item, answer]
            worth = worths.get(word, Fraction(0))
            if "options" in exercise and word != "right":
                worth = Fraction(0)  # of four answers one is as easily guessed as another
            worth *= counted[exercise["id"]] / len(exercise.get("blanks", "1"))
            found.append(Graded(student, item, answer, word, worth, tuple(given.rows.get(at, ())), *told))
    return Grades(found, list(items), sum(counted.values(), Fraction(0)) * worths["right"], given)


def _worths(of_key: Mapping[str, Any], given: Mapping[str, Any] | None) -> dict[str, Fraction]:
    """What answers are worth, by their words."""
    worths = dict(SHARES)
    for table, error in ((of_key, InputError), (given or {}, UsageError)):
        for word, value in table.items():
            if word not in SHARES:
                raise error(f"no points for {word!r}; {choices(str(word), list(SHARES))}")
            number = exact_number(value)
            if number is None or number < 0:
                raise error(f"the points of {word} are {value!r:.60}: give a number from 0, as 0.25 or 1/4")
            worths[word] = number
        most = max(worths, key=worths.__getitem__)
        if table and worths[most] > worths["right"]:
            whose = f"{worths[most]} points for {most}, and {worths['right']} for a right answer"
            raise error(f"{whose}: give {most} no more than that")
    return worths


def _counted(exercise: Mapping[str, Any]) -> Fraction:
    """How much an exercise counts."""
    given = exercise.get("points", 1)
    number = exact_number(given)
    if number is None or number < 0:
        raise InputError(
            f"the points of exercise {exercise['id']} are {given!r:.60}: give a number from 0, as 4 or 1/2"
        )
    return number


def _key(key: Any) -> Mapping[str, Any]:
    if isinstance(key, Mapping):
        name, table = "the key", key
    elif isinstance(key, (str, Path)):
        name = str(key)
        with text_or(Path(key), f"{name} is no key: {KEY}"):
            text = file_text(Path(key))
        if not text.lstrip("\ufeff \t\r\n").startswith("{"):
            raise InputError(f"{name} is no key: {KEY}")
        with located(name):
            table = parsed(text, "json")  # type: ignore[assignment]
    else:
        if not isinstance(key, ExerciseSheet):
            raise InputError(f"the key is a {type(key).__name__}: give a sheet of exercises, or {KEY}")
        return key.data()
    with located(name):
        check_shape(table, schema_named("exercises", __package__))
        check_language(table["language"])
        for exercise in table["exercises"]:
            _check_statement(exercise)
            for blank in exercise.get("blanks", ()):
                _check_blank(exercise["id"] + blank["letter"], blank)
    return table


def _check_statement(exercise: Mapping[str, Any]) -> None:
    try:
        read_statement(exercise.get("statement", "0 = 0"))
    except UsageError as error:
        raise InputError(f"the statement of exercise {exercise['id']} is none: {error}") from None


def _check_blank(id: str, blank: Mapping[str, Any]) -> None:
    """Refuse a blank whose answer no number that a student writes can be."""
    for text in (blank["answer"], *(wrong["value"] for wrong in blank.get("wrong", ()))):
        try:
            _value(text)
        except ReadingError as error:
            raise InputError(f"the answer {text!r:.60} of the blank {id} is no number: {error}") from None


def _items(table: Mapping[str, Any]) -> Iterator[tuple[str, tuple[Mapping[str, Any], Mapping[str, Any] | None]]]:
    """What is answered, by its id: an exercise, or one of its blanks."""
    for exercise in table["exercises"]:
        if "blanks" not in exercise:
            yield exercise["id"], (exercise, None)
        for blank in exercise.get("blanks", ()):
            yield exercise["id"] + blank["letter"], (exercise, blank)


def _rows(exercise: Mapping[str, Any]) -> list[str]:
    """The rows of the matrix as an exercise shows them, with their totals; none where it shows no matrix."""
    if "matrix" not in exercise or exercise["kind"] in ONE_CLASS:
        return []
    return [
        "".join(map(str, (label, *row, sum(row))))
        for label, row in zip(exercise["labels"], exercise["matrix"], strict=True)
    ]


def _answers(
    answers: str | Path | Mapping[str, Mapping[str, str]],
    items: Mapping[str, Any],
    matrices: Mapping[str, Sequence[str]],
) -> Table:
    blanks: dict[str, list[str]] = {}
    for item, (exercise, blank) in items.items():
        if blank is not None:
            blanks.setdefault(exercise["id"], []).append(item)
    if isinstance(answers, (str, Path)):
        return read_table(Path(answers), list(items), blanks, matrices)
    if not isinstance(answers, Mapping):
        raise InputError(f"the answers are a {type(answers).__name__}: give a file of CSV, or answers by student")
    for student, row in answers.items():
        if not isinstance(student, str):
            raise InputError(f"a student is called {student!r:.60}: give the name as a text")
        if not isinstance(row, Mapping) or not all(isinstance(text, str) for text in row.values()):
            raise InputError(f"the answers of {student} are {row!r:.60}: give a text for each exercise, by its id")
        for name in row:
            check_item(name, items, f"the answers of {student}")
    return Table({student: dict(row) for student, row in answers.items()})


def _judged(
    answer: str, exercise: Mapping[str, Any], blank: Mapping[str, Any] | None, comma: bool, language: str
) -> tuple[str, ...]:
    """What an answer is, and of a slip its kind, its sentence, and what it took instead."""
    if answer in EMPTY:
        return "blank", "", ""
    if "options" in exercise:
        return _chosen(answer, exercise, comma)
    if "statement" in exercise:
        return UNREAD if exercise["kind"] == "prove" else _refuting(answer, exercise["statement"])
    try:
        number = read_answer(answer, decimal_comma=comma)
    except ReadingError:
        return UNREAD
    return _computed(number, exercise, language) if blank is None else _filled(number, blank)


def _filled(given: Answer, blank: Mapping[str, Any]) -> tuple[str, ...]:
    if _is_number(given, blank["answer"]):  # also more digits of one that is rounded
        return "right", "", ""
    value = given.value if isinstance(given, Printed) else given
    for wrong in blank.get("wrong", ()):
        if value == _value(wrong["value"]):
            return "slip", wrong["slip"], wrong["misconception"]
    asked = _value(blank["answer"])
    if isinstance(given, Printed) and asked is not None and _says_something(given):
        return "rounded" if judge_number(given, asked).level == "ok" else "wrong", "", ""
    return "wrong", "", ""


def _chosen(answer: str, exercise: Mapping[str, Any], comma: bool) -> tuple[str, ...]:
    """The option that an answer names: by its letter, by its text, by its number, or by letter and number alike."""
    options = exercise["options"]
    whole = _named(answer, options, comma)
    both = LETTERED.fullmatch(answer)
    if whole is None and both is not None:
        letter, rest = (_named(both[part], options, comma) for part in (1, 2))
        whole = letter if letter is rest else None
    if whole is None:
        return UNREAD
    slip = whole.get("slip", "")
    word = "right" if whole["right"] else "slip" if slip else "wrong"
    return word, slip, whole.get("misconception", ""), whole.get("other", "")


def _refuting(answer: str, text: str) -> tuple[str, ...]:
    """Whether a matrix refutes a statement, for the whole or for one of its classes: any does that is a counterexample.

    What is no square of whole numbers is left to a person to read.
    """
    lines = [one for one in ROWS.split(answer.strip("[]() ")) if one.strip()]
    found = [re.split(r"[\s,]+", line.strip(" ,")) for line in lines]
    if not 2 <= len(found) <= MOST_CLASSES or not all(
        len(row) == len(found) and all(CELL.fullmatch(cell) for cell in row) for row in found
    ):
        return UNREAD
    rows, statement = tuple(tuple(map(int, row)) for row in found), read_statement(text)
    try:
        is_one = meets(rows, statement.assumed) and any(refutes(statement, one) for one in tried(statement, rows))
    except UsageError:  # no exact value of a side
        return UNREAD
    return "right" if is_one else "wrong", "", ""


def _named(answer: str, options: Sequence[Mapping[str, Any]], comma: bool) -> Mapping[str, Any] | None:
    typed = _plain(answer.replace(",", ".") if comma else answer)
    for option in options:
        if typed in (_plain(option["letter"]), _plain(option["value"])):
            return option
    try:
        number = read_answer(answer, decimal_comma=comma)
    except ReadingError:
        return None
    return next((option for option in options if _is_number(number, option["value"])), None)


def _plain(text: str) -> str:
    """A text by which an option is known: "(b)", "B." and "b" are one."""
    return text.strip("(). ").casefold()


def _is_number(given: Answer, asked: str) -> bool:
    """Whether what is asked for is a number, and an answer the same one, or more digits of one that is rounded."""
    try:
        printed = read_printed(asked)
    except ReadingError:
        with suppress(ReadingError):  # what is asked may be the text of an option
            return not isinstance(given, Printed) and given == _value(asked)
        return False
    value = given.value if isinstance(given, Printed) else given
    if value is None:
        return False
    return value == printed.value or judge_number(printed, value).level == "ok"


def _value(text: str) -> Value | None:
    """The value of a number in the key."""
    number = read_answer(text)
    return number.value if isinstance(number, Printed) else number


def _computed(given: Answer, exercise: Mapping[str, Any], language: str) -> tuple[str, ...]:
    # A root is known by its digits, as no metric is asked for in the form of a root.
    number = given if isinstance(given, Printed) else read_printed(decimal(given, places=DIGITS))
    if "scores" in exercise:
        return _of_scores(number, exercise, language)
    counts = Counts.from_rows(exercise["matrix"], labels=exercise["labels"])
    question, places = question_of(exercise["question"]), exercise.get("places")
    options = metric_options(Rules(), Data(counts.blocks(), counts), question)
    found = diagnose(number.text, question.metric or "", counts, **options)
    if found.verdict.level == "ok":
        return _right(number, found.verdict, places)
    if not number.value and number.kind != "exact":
        return "wrong", "", ""  # of 0.0 nothing is left that a slip could be known by
    # A fraction says exactly what was worked out; digits may be met by chance, where no slip stands alone.
    explained = found.shown or (found.more[:1] if number.kind == "exact" else ())
    if not explained:
        return "wrong", "", ""
    kind, facts = explained[0].kind, explained[0].facts
    value = found.verdict.value
    if value is not None and not isinstance(value, Undefined):
        # Of several explanations the one that learning systems show too; the usual mistake has a kind of its own.
        slip = _slip(number, slips(found.request, counts, value, places=places, language=language))
        if slip is not None:
            usual = slip.kind == "mistake"
            return "slip", kind if usual else slip.kind, slip.text, other_of(facts) if usual else slip.other
    return "slip", kind, slip_text(kind, facts, language), other_of(facts)


def _of_scores(number: Printed, exercise: Mapping[str, Any], language: str) -> tuple[str, ...]:
    """The same of a metric of scores, whose slips are not those of the diagnosis."""
    data, places = Scores(exercise["y_true"], exercise["scores"]), exercise.get("places")
    derivation = data.derive(exercise["question"]["metric"], **options_of(exercise["question"]))
    value = derivation.value
    verdict = judge_number(number, value)
    if verdict.level == "ok":
        return _right(number, verdict, places)
    if isinstance(value, Undefined) or (not number.value and number.kind != "exact"):
        return "wrong", "", ""
    slip = _slip(number, score_slips(derivation.request, data, value, places=places, language=language))
    return ("wrong", "", "") if slip is None else ("slip", slip.kind, slip.text, slip.other)


def _right(number: Printed, verdict: Verdict, places: int | None) -> tuple[str, ...]:
    """Of a number that is right, whether it says as much as is asked for."""
    enough = number.kind == "exact" if places is None else number.kind == "exact" or number.places >= places
    if enough or verdict.word == "exact":
        return "right", "", ""
    return "rounded" if _says_something(number) else "wrong", "", ""


def _slip(number: Printed, found: Sequence[Slip]) -> Slip | None:
    """The most plausible slip that leads to a number."""
    return next((slip for slip in found if judge_number(number, slip.value).level == "ok"), None)


def _says_something(number: Printed) -> bool:
    """Whether a rounded number tells a value: 0.00 does not, nor does a whole number tell a fraction."""
    return bool(number.value) and number.places > 0
