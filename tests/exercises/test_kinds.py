"""The kinds that ask for more than a value: all that they say is worked out again, by the oracle or by trying."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from statistics import NormalDist
from typing import Any
from zlib import crc32

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import UsageError
from exactmetrics.exercises.question import Exercise
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.metrics.registry import metric_named, needs_cells
from exactmetrics.metrics.request import averages_of
from tests.cases import each, size
from tests.exercises.asking import CONSTANT, LABELS, QUESTIONS, asked, limit_of, name_of
from tests.oracle import Missing, Oracle, same

SEED = 5
ASKED = [question for question in QUESTIONS if crc32(name_of(question).encode()) % size(22, 4) == 0]
ALONE = [question for question in ASKED if question["average"] is None]


def exercises_of(question: dict[str, Any], kind: str, k: int = 3, **changes: Any) -> list[Exercise]:
    """Two exercises, or none where the metric has nothing of the kind, which an error says."""
    changes = {"number": 2, "seed": SEED, "labels": LABELS[k], "denominator": limit_of(question)} | changes
    try:
        return em.exercises(**question, kind=kind, **changes).items
    except UsageError as error:
        # Conventions are asked of averages, of a class too: its macro average may be 0 whatever the counts.
        always = kind == "convention" and (question["metric"], question["average"] or "macro") in CONSTANT
        said = "at 'ends'. Give a larger n=, or a metric of which there are more values"
        if (
            f"another kind than {kind}" in str(error)
            or "at 'repeated'" in str(error)
            or (always and said in str(error))
        ):
            return []
        raise


def alone(exercise: Exercise, key: Any) -> str:
    return ExerciseSheet([exercise.request.metric.name], 1, [exercise], "en").to("text", key=key)


# choice: where the right value stands says nothing


@each(("metric", "average"), [("f1", "macro"), ("kappa", None), ("precision", None), ("mcc", None)])
def test_the_right_value_is_known_by_no_place_among_the_others(metric: str, average: str | None) -> None:
    """Of 40 exercises the right value is the smallest, the second, the third and the largest in at least 4 each."""
    places = Counter[int]()
    for exercise in em.exercises(metric, average=average, number=40, seed=SEED, kind="choice").items:
        values = sorted((Fraction(option.text), option.right) for option in exercise.options)
        places[[right for _, right in values].index(True)] += 1
    assert min(places[at] for at in range(4)) >= 4


# error: the lines of the page are read again as arithmetic


OPERATORS: dict[type, Any] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}  # fmt: skip

FUNCTIONS: dict[str, Any] = {"sqrt": math.sqrt, "ln": math.log, "abs": abs, "min": min, "max": max}
FUNCTIONS |= {"sgn": lambda x: (x > 0) - (x < 0), "arcsin": math.asin, "z": NormalDist().inv_cdf}


def value_of(text: str) -> Fraction | float:
    """What a formula of numbers comes to; a root or a logarithm makes it a float."""

    def run(node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=int(n)):
                return Fraction(n)
            case ast.UnaryOp(op=ast.USub()):
                return -run(node.operand)
            case ast.Name(id="pi"):
                return math.pi
            case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
                return FUNCTIONS[name](*map(run, node.args))
            case ast.Call(func=ast.Name(id=name)) if re.fullmatch(r"log\d+", name):
                return math.log(run(node.args[0]), int(name[3:]))
            case ast.BinOp():
                return OPERATORS[type(node.op)](run(node.left), run(node.right))
        raise AssertionError(f"{text!r} is no arithmetic")

    return run(ast.parse(text.replace("^", "**").strip(), mode="eval").body)


def lines_of(exercise: Exercise, page: str) -> list[list[str]]:
    """The lines of a solution as the page prints them, each as the sides of its equations."""
    found = re.findall(r"^(\d+)\. (.*(?:\n {2,}.*)*)", page, re.MULTILINE)
    assert [number for number, _ in found] == [option.letter for option in exercise.options]
    return [[side.strip() for side in " ".join(text.split()).split(" = ")] for _, text in found]


def is_arithmetic(text: str) -> bool:
    return re.fullmatch(r"(?:sqrt|log\d+|ln|pi|abs|min|max|sgn|arcsin|z|[\d\s+*/^(),.-])+", text) is not None


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))


def check_error(exercise: Exercise) -> None:
    page = alone(exercise, False)
    task: Any = exercise.task
    [right] = [at for at, option in enumerate(exercise.options) if option.right]
    assert right == task.at
    lines = lines_of(exercise, page)
    seen = {"1", "2", *numbers(str(exercise.question.get("parameters", ""))), str(len(exercise.data.labels))}
    if isinstance(exercise.data, em.Scores):
        seen |= numbers(str(list(map(Fraction, exercise.given["scores"]))))
    elif needs_cells(exercise.request.metric):  # its numbers are those of the matrix, not only totals
        seen |= numbers(str(exercise.counts.rows()))
    shown: dict[Any, Fraction | float] = {}
    for at, (line, sides) in enumerate(zip(task.lines, lines, strict=True)):
        text = " = ".join(sides)
        if line.kind == "counts":
            check_counts(exercise, line.key[1], text, wrong=at == right)
        elif line.kind == "value":
            sides = [side for side in sides[1:] if is_arithmetic(side)]
            assert len(sides) == len(lines[at]) - 1, text
            values = [value_of(side) for side in sides]
            assert all(math.isclose(value, values[0], rel_tol=1e-9, abs_tol=1e-12) for value in values), text
            shown[line.key[1]] = values[-1]
            # What stands in a line comes from the lines above, but in the line where the slip is made.
            known = at == right or "undefined" in exercise.question or numbers(sides[0]) <= seen
            assert known or sides[0] == sides[-1], (text, seen)
            check_class(exercise, line, values[-1], wrong=at == right, after=at > right)
        seen |= numbers(text)
    assert not math.isclose(list(shown.values())[-1], float(em.decimal(exercise.value, places=12)), rel_tol=1e-9)
    if task.lines[right].key[1] != task.lines[-1].key[1] and task.lines[right] not in task.lines[-2:]:
        check_whole(exercise, task, shown)
    formulas = [" = ".join(sides[1:]) for line, sides in zip(task.lines, lines, strict=True) if line.kind == "formula"]
    names = [sides[0] for line, sides in zip(task.lines, lines, strict=True) if line.kind == "formula"]
    for at, name in enumerate(names[:-1]):  # what nothing uses would give the slip away
        assert any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", later) for later in formulas[at + 1 :]), (name, page)
    [slip] = [option.slip for option in exercise.options if option.slip]
    key = " ".join(alone(exercise, "alone").split())
    assert f"Line {right + 1} is wrong: {' = '.join(lines[right])}." in key
    assert " ".join(slip.text.split()) in key
    right_line = re.findall(rf"Line {right + 1} is wrong.*?The right line is: (.*?)\. ", key)
    assert right_line not in ([], [" = ".join(lines[right])])


def check_counts(exercise: Exercise, position: Any, text: str, *, wrong: bool) -> None:
    """Every count of a line is that of the data, but in a wrong line."""
    if isinstance(exercise.data, em.Scores):
        found = re.findall(r"(\w+?)(?:_(\d\S*))? = ([\d/]+)", text)
        assert found
        assert any(counted(exercise, name, of) != Fraction(value) for name, of, value in found) == wrong, text
        return
    rows = exercise.counts.rows()
    if position is None:
        assert text == f"N = {sum(map(sum, rows))}"
        return
    tp, s, c = rows[position][position], sum(rows[position]), sum(row[position] for row in rows)
    true = {"TP": tp, "s": s, "c": c, "FN": s - tp, "FP": c - tp, "TN": sum(map(sum, rows)) - s - c + tp}
    true |= {"u": max(rows[position]), "v": max(row[position] for row in rows)}
    found = {name: int(n) for name, n in re.findall(r"\b(TP|FP|FN|TN|s|c|u|v)(?:_\S*)? = (\d+)", text)}
    assert found
    assert (found != {name: true[name] for name in found}) == wrong, text


def counted(exercise: Exercise, name: str, of: str) -> Fraction | int:
    """What a line reads off scores: of all samples or pairs, from a score on, or of a sample by its number."""
    rows = list(zip(exercise.given["y_true"], map(Fraction, exercise.given["scores"]), strict=True))
    up, down = ([score for label, score in rows if label == side] for side in (1, 0))
    pairs = [(one, other) for one in up for other in down]
    if name == "p":
        label, score = rows[int(of) - 1]
        return score if label else 1 - score
    if of:
        from_it = [(label, score) for label, score in rows if score >= Fraction(of)]
        tp = sum(label for label, _ in from_it)
        return {"TP": tp, "c": len(from_it), "g": up.count(Fraction(of))}[name]
    return {
        "N": len(rows), "n_pos": len(up), "n_neg": len(down), "W": sum(one > other for one, other in pairs),
        "T": sum(one == other for one, other in pairs),
    }[name]  # fmt: skip


def check_class(exercise: Exercise, line: Any, value: Any, *, wrong: bool, after: bool) -> None:
    """The value of a class is the oracle's, and in a wrong line another one."""
    head, average = line.key[1], exercise.question.get("average")
    if head.metric != exercise.request.metric.name or head.tag is None or head.tag.label is None or not average:
        return
    expected = asked(exercise, average=None, combine=None, label=head.tag.label)
    if not isinstance(expected, Missing) and not after:
        assert same_number(value, expected) != wrong, (head, value, expected)


def same_number(value: Any, expected: Any) -> bool:
    given = float(expected.digits()) if hasattr(expected, "digits") else expected
    return math.isclose(value, given, rel_tol=1e-9, abs_tol=1e-12)


def check_whole(exercise: Exercise, task: Any, shown: dict[Any, Any]) -> None:
    """A macro or a weighted average of what the lines say of the classes, also where one of them is wrong."""
    average, asks = exercise.question.get("average"), exercise.request
    if average not in ("macro", "weighted") or asks.combine != "scores" or "undefined" in exercise.question:
        return
    of = {head.tag.label: v for head, v in shown.items() if head.metric == asks.metric.name and head.tag is not None}
    weights = dict.fromkeys(of, 1)
    if average == "weighted":
        rows = exercise.counts.rows()
        weights = dict(zip(exercise.counts.labels, map(sum, rows), strict=True))
        wrong = task.lines[task.at]
        if wrong.kind == "counts":
            changed = {chain[0].block: int(chain[1].value) for chain in wrong.chains}
            label = exercise.counts.labels[wrong.key[1]]
            weights[label] = changed.get("support", weights[label])
            if weights[label] != sum(rows[wrong.key[1]]):
                return  # the weights add up to another number than N, which is what the slip leads to
    mean = sum(of[label] * weights[label] for label in of) / sum(weights.values())
    assert math.isclose(mean, list(shown.values())[-1], rel_tol=1e-9, abs_tol=1e-12)


@each("question", [q for at, q in enumerate(ASKED) if q["average"] is None or at % 3 == 0], ids=name_of)
def test_one_line_is_wrong(question: dict[str, Any]) -> None:
    for exercise in exercises_of(question, "error", 3 if question["average"] else 2 + len(str(question)) % 2):
        check_error(exercise)


@each("metric", ["roc_auc", "gini", "average_precision", "brier", "log_loss"])
def test_one_line_is_wrong_in_what_is_made_of_scores(metric: str) -> None:
    made = em.exercises(metric, kind="error", number=size(12, 4), seed=SEED).items
    for exercise in made:
        check_error(exercise)
    slips = {exercise.task.slip.kind for exercise in made}  # type: ignore[union-attr]
    assert len(slips) > 1 or metric == "gini"


def planted(metric: str, **options: Any) -> tuple[Counter[Any], Counter[Any], set[Any]]:
    """In which lines the slips of a sheet are made, of which kinds they are, and what they take instead."""
    made = em.exercises(metric, kind="error", **options).items
    slips = [option.slip for one in made for option in one.options if option.slip]
    lines = Counter(one.task.lines[one.task.at].key for one in made)  # type: ignore[union-attr]
    return lines, Counter(slip.kind for slip in slips), {slip.other for slip in slips}


def test_slips_are_made_in_all_kinds_of_lines() -> None:
    recall, _, _ = planted("recall", average="macro", number=20, seed=1)
    f1, slips, _ = planted("f1", average="macro", number=20, seed=1)
    assert {"formula", "value"} <= {kind for kind, _ in recall}
    assert "counts" in {kind for kind, _ in f1}
    assert len(slips) >= 5
    kappa, _, others = planted("kappa", number=20, seed=3, labels=["a", "b", "c"])
    assert len(kappa) >= 4
    assert {kind for kind, _ in kappa} == {"counts", "formula"}
    assert {"scott_pi", "bennett_s"} <= others  # the chance agreement of a relative
    for metric in ("mcc", "adjusted_rand_index", "krippendorff_alpha", "goodman_kruskal_lambda"):
        _, slips, _ = planted(metric, number=12, seed=4, classes=2)
        assert len(slips) >= 2
        assert slips.most_common(1)[0][1] <= 10


# counts and possible: all counts of such sizes are tried


def four(exercise: Exercise) -> tuple[int, int]:
    """How many samples belong to the class, and how many to others."""
    rows, labels = exercise.counts.rows(), exercise.counts.labels
    at = labels.index(exercise.question.get("label", labels[0]))
    return sum(rows[at]), sum(map(sum, rows)) - sum(rows[at])


def tables(support: int, others: int) -> Iterator[list[list[int]]]:
    for tp in range(support + 1):
        for fp in range(others + 1):
            yield [[tp, support - tp], [fp, others - fp]]


def simple(name: str, table: list[list[int]]) -> Fraction | None:
    """Recall and precision, which stand beside every metric."""
    (tp, fn), (fp, _) = table
    below = tp + (fn if name == "recall" else fp)
    return Fraction(tp, below) if below else None


def of_table(exercise: Exercise, table: list[list[int]]) -> Any:
    options = {name: value for name, value in exercise.question.items() if name not in ("label", "metric")}
    parameters = {name: Fraction(value) for name, value in options.pop("parameters", {}).items()}
    metric = exercise.question["metric"]
    label = {"label": 0} if metric_named(metric).scope == "class" else {}
    return Oracle(table).value(metric, **label, **options, **parameters)


def is_value(found: Any, value: Any) -> bool:
    return not isinstance(found, Missing) and same(value, found)


def beside(given: Any) -> str:
    name: str = given.request.metric.name
    assert name in ("recall", "precision")
    return name


def of_the_sheet(question: dict[str, Any], kind: str, **changes: Any) -> list[Exercise]:
    return exercises_of(question, kind, 2 if metric_named(question["metric"]).scope == "matrix" else 3, **changes)


@each("question", ALONE, ids=name_of, quick=4)
def test_the_counts_are_the_only_ones(question: dict[str, Any]) -> None:
    for exercise in of_the_sheet(question, "counts"):
        task: Any = exercise.task
        own, other = sorted(task.scores, key=lambda given: given.request is not exercise.request)
        found = [
            table for table in tables(*four(exercise))
            if simple(beside(other), table) == other.value and is_value(of_table(exercise, table), own.value)
        ]  # fmt: skip
        tp, fn, fp, tn = (int(field.answer) for field in exercise.fields)
        assert found == [[[tp, fn], [fp, tn]]]
        assert [field.name for field in exercise.fields] == ["TP", "FN", "FP", "TN"]
        assert all(wrong != field.answer for field in exercise.fields for wrong, _, _ in field.wrong)
        page = " ".join(alone(exercise, False).split())
        assert f"tested on {tp + fn + fp + tn} samples, and {tp + fn} of them belong to class" in page
        assert "actual" not in page, "the matrix is what is asked for"


def prints(value: Any, printed: str) -> bool:
    """Whether a value, rounded to nearest, may be printed so."""
    if value is None or isinstance(value, Missing):
        return False
    given, half = Fraction(printed), Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    if hasattr(value, "digits"):
        return bool(abs(value.digits() - float(given)) <= float(half))
    return bool(abs(value - given) <= half)


@each("question", ALONE, ids=name_of)
def test_what_is_possible_is_so_by_trial(question: dict[str, Any]) -> None:
    for exercise in of_the_sheet(question, "possible", n=(20, 30)):
        task: Any = exercise.task
        (other, beside_printed), (_, own_printed) = task.scores
        found = any(
            prints(simple(beside(other), table), beside_printed) and prints(of_table(exercise, table), own_printed)
            for table in tables(*four(exercise))
        )
        assert [option.text for option in exercise.options] == ["yes", "no"]
        assert exercise.answer == ("yes" if found else "no")
        if found:
            [(tp, fn), (fp, tn)] = task.found.witness
            assert (tp + fn, fp + tn) == four(exercise)
            assert prints(simple(beside(other), [[tp, fn], [fp, tn]]), beside_printed)
        units = [
            abs(Fraction(printed) - Fraction(em.decimal(given.value, places=2))) * 100 for given, printed in task.scores
        ]
        assert units.count(0) == 1 + found, "the other one is changed, and only it"
        assert max(units) <= 9, "a near miss"


@each("kind", ["counts", "possible"])
def test_what_needs_single_cells_is_not_asked_of_four_counts(kind: str) -> None:
    """Of two classes the four counts are the cells; of three the true scores would be called impossible."""
    with pytest.raises(UsageError, match="class_cen needs single cells of the matrix: give two classes"):
        em.exercises("class_cen", kind=kind, classes=3, number=1)
    assert len(em.exercises("class_cen", kind=kind, classes=2, number=1).items) == 1


def test_both_answers_are_met() -> None:
    answers = Counter(exercise.answer for exercise in em.exercises("f1", number=20, kind="possible", seed=2).items)
    assert min(answers["yes"], answers["no"]) >= 4


# convention


@each("question", [q for q in ASKED if q["average"] != "weighted"], ids=name_of)
def test_one_convention_gives_the_number(question: dict[str, Any]) -> None:
    for exercise in exercises_of(question, "convention"):
        check_convention(exercise)


def check_convention(exercise: Exercise) -> None:
    task: Any = exercise.task
    assert task.number == em.decimal(exercise.value, places=4)
    if "convention" not in exercise.question:
        assert same(exercise.value, asked(exercise))
    given = [option.feedback.removeprefix("This gives ").removesuffix(".") for option in exercise.options]
    assert [number == task.number for number in given] == [option.right for option in exercise.options]
    assert 3 <= len(set(given)) == len(given) <= 4
    assert len({option.text for option in exercise.options}) == len(exercise.options)
    if exercise.question.get("average") and "undefined" not in exercise.question:
        plain = {}
        for average in averages_of(exercise.request.metric):
            value = asked(exercise, average=average, weights=None, combine=None)
            plain[average] = em.decimal(value, places=4) if isinstance(value, Fraction) else ""
        average, combine = exercise.question["average"], exercise.question.get("combine", "scores")
        is_plain = "weights" not in exercise.question and (combine == "scores" or average == "micro")
        equal = [name for name, number in plain.items() if number == task.number]
        assert equal == [average] * (is_plain and plain[average] != "")


@each("undefined", ["0", "1", "omit"])
def test_what_stands_for_an_undefined_value_is_a_convention(undefined: str) -> None:
    sheet = em.exercises("recall", average="macro", undefined=undefined, number=6, kind="convention", seed=4)
    for exercise in sheet.items:
        check_convention(exercise)
    texts = {option.text for exercise in sheet.items for option in exercise.options}
    assert len([text for text in texts if "undefined" in text]) == 3


# all of them


KINDS = ["error", "counts", "possible", "convention"]


@each("language", ["de", "es", "fr", "ar"])
def test_they_speak_every_language(language: str) -> None:
    kinds = [*KINDS, "choice"]
    english, other = (
        em.exercises("f1", average="macro", number=5, seed=7, kind=kinds, language=spoken)
        for spoken in ("en", language)
    )
    for a, b in zip(english.items, other.items, strict=True):
        assert a.counts.rows() == b.counts.rows()
        assert [option.right for option in a.options] == [option.right for option in b.options]
    page = other.to("text")
    assert [word for word in ("Line", "samples", "classifier", "This gives", "follows") if word in page] == []
    if language != "ar":
        assert not re.search(r"\d\.\d", page)
        assert re.search(r"≈ \d,\d", page)


@each("kind", ["compute", "choice", *KINDS])
def test_plain_text_has_no_marks(kind: str) -> None:
    page = em.exercises("f1", average="macro", number=1, kind=kind).to("text", key=False)
    assert [mark for mark in ("*Macro", "**", "\\", "$") if mark in page] == []


@each("labels", [["a", "b", "c"], ["b", "D", "x"], ["A", "B", "C"]])
def test_an_option_has_no_letter_that_is_a_class(labels: list[str]) -> None:
    """Exactly the first letters that are free, in every kind, and they grade."""
    kinds = ["choice", "possible", "convention", "counts"]
    sheet = em.exercises("f1", average="macro", number=8, labels=labels, kind=kinds)
    free = [letter for letter in "abcdefghij" if letter not in labels]
    for exercise in sheet.items:
        letters = [one.letter for one in (exercise.options or exercise.fields)]
        assert letters == free[: len(letters)]
        for right in [one.letter for one in exercise.options if one.right]:
            assert em.grade(sheet, {"Ada": {exercise.id: right}}).points == {"Ada": 1}
    numbering = set(re.findall("<answernumbering>(.*?)</answernumbering>", sheet.to("moodle")))
    assert numbering == {"abc" if free[0] == "a" else "none"}
