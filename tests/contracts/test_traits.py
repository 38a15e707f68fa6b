"""What a metric says of itself is true: range, optimum, direction, scale, indifference to the order of the classes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.registry import all_metrics, metric_named, uses_mean
from exactmetrics.views.value import compute
from tests.cases import each, sample
from tests.contracts.matrices import ALL, ASYMMETRIC, BIRDS, Rows, perfect
from tests.contracts.questions import EVERY_QUESTION, NAMES, QUESTIONS, Question, blocks_of, questions, restricted

SMALL = [rows for rows in [BIRDS, *ASYMMETRIC] if len(rows) <= 4]
PERFECT = [perfect(2), perfect(3), [[7 * x for x in row] for row in perfect(5)]]


def askable(question: Question, pool: list[Rows]) -> list[Rows]:
    return [rows for rows in pool if question.fits(rows)]


def direct(question: Question) -> bool:
    """Asked of what the metric is defined on: of one class, or of the whole matrix."""
    return "label" in question.options if question.definition.scope == "class" else question.asks_whole


def inside(question: Question, value: Any) -> bool:
    low, high = question.convention.range
    return isinstance(value, Undefined) or ((low is None or low <= value) and (high is None or value <= high))


def first_form(question: Question) -> Question:
    return Question(question.metric, {**question.options, "form": next(iter(question.convention.forms))})


def firsts(asked: list[Question]) -> list[Question]:
    """Those in the first form, of the first class where they are of one."""
    return [q for q in asked if q == first_form(q) and q.options.get("label") != 1]


FIRST = firsts(QUESTIONS)


@each("question", QUESTIONS, ids=str, quick=120)
def test_values_lie_in_the_range(question: Question) -> None:
    assert [rows for rows in askable(question, ALL) if not inside(question, question.value(rows))] == []


@each("question", [q for q in QUESTIONS if first_form(q) != q and "combine" not in q.options], ids=str)
def test_forms_agree_where_both_have_a_value(question: Question) -> None:
    values = [(first_form(question).value(rows), question.value(rows)) for rows in askable(question, ALL)]
    both = [(widest, other) for widest, other in values if not isinstance(other, Undefined)]
    assert len(both) >= 3
    assert all(widest == other for widest, other in both)


@each("question", QUESTIONS, ids=str)
def test_a_perfect_matrix_gives_the_optimum(question: Question) -> None:
    """It is the end of the range that the direction names, if there is one: counts with fractions may go beyond it.

    A metric without a direction has it inside. Without an optimum perfect matrices differ or have no value, or one
    without a correct prediction has the same value: totals alone tell of none.
    """
    values = [question.value(rows) for rows in askable(question, PERFECT)]
    if (optimum := question.convention.optimum) is not None:
        assert set(values) == {optimum}
        low, high = question.convention.range
        inside = (low is None or low < optimum) and (high is None or optimum < high)
        direction = question.definition.direction
        assert inside if direction == "none" else {"up": high, "down": low}[direction] in (optimum, None)
    elif direct(question):
        wrong = question.value([[0, 2], [2, 0]])
        assert len(set(values)) > 1 or all(isinstance(value, Undefined) or value == wrong for value in values)


NEARLY = Fraction(1, 500)  # of an end that is reached for ever more samples only
LARGEST = dict.fromkeys(("cen", "class_cen", "class_mcen"), Fraction(10615, 10000))  # no whole number: 2/(e ln 2)
ONES = [
    [[1]], [[14, 39], [39, 14]], [[28, 39], [39, 28]], [[1, 10**9], [10**9, 10**6]],
    *[[list(cells[:2]), list(cells[2:])] for cells in product((0, 1, 10**6), repeat=4)],
]  # fmt: skip
EIGHT = [[[same or int(i == j) for j in range(8)] for i in range(8)] for same in (0, 1)]
# What comes near to an end for ever more classes only.
BY_CLASSES = {
    "phi_squared", "contingency_coefficient", "overall_unbiased_random_accuracy", "no_information_rate",
}  # fmt: skip
NEVER_REACHED = {"optimized_precision"}  # an end of a range that large matrices come near to
# Beyond every bound only with counts that are none of single samples: just above, and just below, a total of 1.
FRACTIONS = {
    "baulieu_12": [[[Fraction(1, 2) + Fraction(way, 1000), Fraction(1, 2)], [0, 1]] for way in (1, -1)],
}


def test_the_range_is_as_narrow_as_it_can_be() -> None:
    """Its ends are values of some small matrices, and where it has none there are values beyond any bound.

    What depends on the number of samples may come as near to an end as one likes, and never reach it; so may what has
    no best value.
    """
    for question in sample(filter(direct, FIRST), 80):
        many, logs = question.metric in BY_CLASSES, question.definition.exactness == "transcendental"
        depends = question.definition.single_samples or not question.definition.scale_free or logs
        depends |= question.convention.optimum is None or question.metric in NEVER_REACHED
        near = Fraction(1, 8) if many else NEARLY if depends else 0
        slow = many or logs  # by logarithms, or by the number of classes
        pool, far = (ONES + EIGHT, 2) if slow else (ONES, 400)
        pool = [*pool, *FRACTIONS.get(question.metric, [])]
        low, high = question.convention.range
        asked = [question, *(beyond(question) if low is None or high is None else [])]
        outcomes = [one.value(rows) for one in asked for rows in askable(question, pool)]
        values = [v for v in outcomes if not isinstance(v, Undefined)]
        assert min(values) < -far if low is None else low <= min(values) <= low + near, question
        if question.metric in LARGEST:
            assert LARGEST[question.metric] - NEARLY <= max(values) <= LARGEST[question.metric], question
            continue
        assert max(values) > far if high is None else high - near <= max(values) <= high, question


def beyond(question: Question) -> Iterator[Question]:
    """The same with each parameter that is large, where it may be."""
    for name, parameter in question.convention.parameters.items():
        if parameter.check(Fraction(10**4)):
            yield Question(question.metric, {**question.options, name: Fraction(10**4)})


# Of a matrix with more wrong predictions than correct ones a metric that knows no correct ones goes the other way.
WITNESSES = [[BIRDS, *ASYMMETRIC[:2], ASYMMETRIC[3]], [BIRDS, *ASYMMETRIC[:4]]]
# A correct prediction changes the classes that chance draws from too: now and then the value goes down a little.
# Two rates that are multiplied, or subtracted, count most where they are equal; a third true positive adds less
# to two denominators than a second one. An entropy goes up where what is most frequent among the wrong gets rarer.
MOSTLY = {
    "interval_alpha", "index_of_balanced_accuracy", "optimized_precision", "baulieu_7", "baulieu_13", "class_cen",
    "class_mcen",
}  # fmt: skip
MOVES = {"up": (True, False), "down": (False, True)}


@each("question", filter(direct, FIRST), ids=str)
def test_better_predictions_move_a_value_the_way_its_direction_says(question: Question) -> None:
    """One sample after the other is moved to its true class; a metric without a direction stays, or goes both ways."""
    direction = question.definition.direction
    pool = askable(question, WITNESSES[direction == "none"])
    moves = [later - first for rows in pool for first, later in moved_right(question, rows)]
    ways = any(move > 0 for move in moves), any(move < 0 for move in moves)
    if question.metric in MOSTLY:
        ways = sum(move > 0 for move in moves) > len(moves) / 10, sum(move < 0 for move in moves) > len(moves) / 10
    assert moves
    assert ways[0] == ways[1] if direction == "none" else ways == MOVES[direction]


def moved_right(question: Question, rows: Rows) -> Iterator[tuple[Any, Any]]:
    """The value before and after one wrong prediction is made right, for each cell of wrong ones."""
    first = question.value(rows)
    for i, j in permutations(range(len(rows)), 2):
        if rows[i][j] >= 1:
            better = [list(row) for row in rows]
            better[i][j] -= 1
            better[i][i] += 1
            later = question.value(better)
            if not isinstance(first, Undefined) and not isinstance(later, Undefined):
                yield first, later


def test_an_average_is_a_metric_of_the_matrix_exactly_where_it_says_so() -> None:
    pool = [BIRDS, *ASYMMETRIC[:6]]
    plain = [q for q in firsts(EVERY_QUESTION) if q.options["convention"] == "standard"]
    whole = {q.metric: [q.value(rows) for rows in pool] for q in plain if q.asks_whole}
    for question in plain:
        average = question.options.get("average")
        if question.definition.scope == "class" and average and "combine" not in question.options:
            values = [question.value(rows) for rows in pool]
            found = [name for name, others in whole.items() if others == values]
            said = question.definition.averages.get(average)
            assert found == ([said] if said else []), question


@each("question", QUESTIONS, ids=str, quick=100)
def test_the_scale_of_the_counts(question: Question) -> None:
    pool = askable(question, SMALL)
    factors = [c for c in (3, 10**9, Fraction(1, 7)) if not question.refuses([[c]])]
    for c in factors:
        scaled = [(question.value(rows), question.value([[x * c for x in row] for row in rows])) for rows in pool]
        if question.definition.scale_free:
            assert all(a == b for a, b in scaled)
        else:
            always_0 = all(a == b == 0 for a, b in scaled)  # as the mean of differences that cancel
            assert always_0 or any(a != b for a, b in scaled), "no witness that the scale matters"


def test_what_counts_pairs_of_samples_refuses_fractions_of_a_sample() -> None:
    asked = [q for q in QUESTIONS if q.definition.single_samples and direct(q)]
    assert asked
    for question in asked:
        assert not isinstance(question.value(BIRDS), Undefined)
        with pytest.raises(UsageError, match=f"{question.metric} counts pairs of single samples, so it needs whole"):
            question.value([[Fraction(x, 2) for x in row] for row in BIRDS])


@each("question", QUESTIONS, ids=str, quick=100)
def test_the_order_of_the_classes_matters_where_a_metric_says_so(question: Question) -> None:
    if question.definition.ordinal and question.asks_whole:
        orders = permutations(range(4))
        assert any(moved(question, ASYMMETRIC[3], order) != question.value(ASYMMETRIC[3]) for order in orders)
        return
    for rows in askable(question, [*SMALL, [[5, 0, 1], [2, 0, 1], [2, 0, 3]]]):
        for order in list(permutations(range(len(rows))))[1:6]:
            assert moved(question, rows, order) == question.value(rows), order


def test_the_order_does_not_matter_to_chosen_classes_and_weights() -> None:
    chosen = (r for q in QUESTIONS for r in restricted(q))
    for question in sample(chosen, 100, kind=lambda q: str([q.options.get("over"), q.options.get("weights")])):
        whole = question.value(BIRDS)
        assert all(moved(question, BIRDS, order) == whole for order in permutations(range(3)))


def moved(question: Question, rows: Rows, order: tuple[int, ...]) -> Any:
    """The same question on the matrix with its classes in another order, each keeping its name."""
    turned = [[rows[i][j] for j in order] for i in order]
    return compute(question.request(), Counts.from_rows(turned, labels=[NAMES[i] for i in order]).blocks()).value


def test_a_metric_that_needs_a_partition_says_so() -> None:
    """A mean over the classes asks each for its own counts, which top-k and multilabel counts have; a sum over all
    samples may not have them.
    """
    of_matrix = [metric for metric in all_metrics() if metric.scope == "matrix"]
    assert [m.name for m in of_matrix if m.partition == uses_mean(m)] == []
    assert not metric_named("balanced_accuracy").partition
    blocks = blocks_of(BIRDS)
    loose = Blocks(
        blocks.labels, n=blocks.n, tp=blocks.tp, support=blocks.support, predicted=blocks.predicted, partition=False
    )
    for question in questions(3):
        if question.definition.partition and (question.asks_whole or question.definition.scope == "class"):
            with pytest.raises(UsageError, match="partition"):
                compute(question.request(), loose)
        else:
            assert compute(question.request(), loose).value == question.value(BIRDS)
