"""Value, undefined kind and acting policies of every question equal those of the independent implementation."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.exact.errors import UndefinedValueError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Irrational, Undefined
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.metrics.presets import PRESETS
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.request import resolve
from exactmetrics.views.trace import record
from exactmetrics.views.value import compute
from tests.cases import each, sample, size
from tests.contracts.matrices import ALL, ASYMMETRIC, BIRDS, DEGENERATE, Rows, errors_differ, matrices, random_matrix
from tests.contracts.questions import NAMES, QUESTIONS, Question, blocks_of, questions_of, restricted
from tests.contracts.test_registry import names_in
from tests.contracts.test_traits import first_form, inside
from tests.oracle import Missing, Oracle, Refused, same, stated

POLICIES = ("propagate", "raise", "omit", 0, 1)
RESTRICTED = [r for q in QUESTIONS for r in restricted(q)]


def expected(question: Question, rows: Rows, policy: Any = "propagate") -> tuple[Any, set[tuple[str, Any]]]:
    """The oracle's value, or "refused", and where a policy acted."""
    return _expected(question, tuple(map(tuple, rows)), policy)


@cache
def _expected(question: Question, rows: Any, policy: Any) -> tuple[Any, set[tuple[str, Any]]]:
    oracle = Oracle(rows, policy)
    try:
        return oracle.value(question.metric, **question.options), set(oracle.acted)
    except Refused:
        return "refused", set()


def agree(question: Question, rows: Rows, policy: Any) -> None:
    """The value view and the trace view both say what the oracle says."""
    want, acted = expected(question, rows, policy)
    what = f"{question} of {rows} under {policy}"
    if want == "refused":
        for ask in (question.outcome, question.tree):
            with pytest.raises(UndefinedValueError):
                ask(rows, undefined=policy)
        return
    outcome = question.outcome(rows, undefined=policy)
    tree = question.tree(rows, undefined=policy)
    if isinstance(want, Missing):
        assert isinstance(outcome.value, Undefined), what
        assert outcome.value.kind == want.kind, what
    else:
        assert not isinstance(outcome.value, Undefined), what
        assert same(outcome.value, want), what
    says(tree, outcome.value)
    places, told = list(map(place_of, outcome.acted)), [(m, str(i)) for m, i in acted]
    if isinstance(want, Missing) and want.kind == "infinite":  # the first class without a value ends the oracle's run
        assert set(told) <= set(places), what
    else:
        assert sorted(places) == sorted(told), what


def says(tree: Any, value: Any) -> None:
    if isinstance(value, Undefined):
        with pytest.raises(ZeroDivisionError):
            evaluate(tree)
    else:
        assert evaluate(tree) == value


def place_of(acted: Any) -> tuple[str, str]:
    """The metric without its average ("micro precision"), and the position of the class."""
    return acted.metric.split()[-1], str(None if acted.label is None else NAMES.index(acted.label))


@each("question", QUESTIONS, ids=str, quick=120)
def test_every_question_on_the_fixed_matrices(question: Question) -> None:
    for rows in sample(ALL, 8, kind=len):
        if question.fits(rows):
            for policy in ("propagate", "omit", 1) if rows in DEGENERATE else ("propagate",):
                agree(question, rows, policy)


@each("rows", [rows for rows in [BIRDS, *DEGENERATE[8:12]] if len(rows) == 3], ids=str, quick=1)
def test_choice_of_classes_and_weights(rows: Rows) -> None:
    for question in sample(RESTRICTED, 100, 400, kind=lambda question: question.metric):
        for policy in ("propagate", "omit"):
            agree(question, rows, policy)


@given(st.data())
@settings(max_examples=size(150, 700))
def test_random_questions_on_random_matrices(data: st.DataObject) -> None:
    """Which the range of the metric and its other forms have to allow too."""
    rows, policy = data.draw(matrices()), data.draw(st.sampled_from(POLICIES))
    pool = questions_of(rows)
    if len(rows) == 3 and data.draw(st.booleans()):
        pool = [q for q in RESTRICTED if not q.refuses(rows)]
    question = data.draw(st.sampled_from(pool))
    agree(question, rows, policy)
    value = question.value(rows)
    assert inside(question, value)
    assert policy in ("raise", 1) or inside(question, question.value(rows, undefined=policy))
    assert isinstance(value, Undefined) or "combine" in question.options or value == first_form(question).value(rows)


ONE_OF_THE_CLASS = [[1, 0], [0, 2]]  # 1 is taken away from TP + FP + FN
NEVER_ZERO = {"baulieu_5", "baulieu_6", "koppen_2"}  # a count plus 1, or 2


@each("question", [q for q in QUESTIONS if "average" not in q.options], ids=str, quick=80)
def test_undefined_exactly_where_a_denominator_of_the_cells_vanishes(question: Question) -> None:
    seen = set()
    for rows in [*ALL, ONE_OF_THE_CLASS]:
        if question.fits(rows):
            seen.add(isinstance(expected(question, rows)[0], Missing))
            assert isinstance(question.value(rows), Undefined) is isinstance(expected(question, rows)[0], Missing), rows
    assert False in seen
    statement, _ = stated(*question.key)
    assert seen == {True, False} or "ratio" not in names_in(statement.__code__) or question.metric in NEVER_ZERO


@each("beta", [0, 1], ids=str)
@each("convention", ["standard", "convex"])
@each("form", ["count", "harmonic"])
def test_fbeta_at_the_ends_of_beta(convention: str, form: str, beta: int) -> None:
    question = Question("fbeta", {"convention": convention, "form": form, "beta": beta, "label": 0})
    for rows in ALL:
        agree(question, rows, "propagate")


def test_the_matrices_can_see_a_swap() -> None:
    assert all(errors_differ(rows) for rows in ASYMMETRIC)


@given(st.data())
@settings(max_examples=size(75, 300))
def test_under_a_preset_the_tree_has_the_value(data: st.DataObject) -> None:
    rows, preset = data.draw(matrices()), data.draw(st.sampled_from(sorted(PRESETS)))
    question = data.draw(st.sampled_from(questions_of(rows)))
    usual = {k: v for k, v in question.named().items() if k not in ("form", "convention")}
    if "beta" in question.parameters:
        usual["beta"] = Fraction(1, 2)  # a beta under every convention
    asked = resolve(question.metric, preset=preset, labels=NAMES[: len(rows)], **usual)
    says(record(asked, blocks_of(rows)), compute(asked, blocks_of(rows)).value)


DIGITS, WORKING, ROUNDS = 60, 120, size(3, 40)


def test_sixty_digits_and_the_nearest_double_are_right() -> None:
    """Of each metric with roots or logarithms, against mpmath at twice as many digits."""
    random, irrational = Random(14), 0
    asked = [q for q in QUESTIONS if q.definition.exactness != "rational" and q.options.get("label") != 1]
    assert {q.metric for q in asked} == {m.name for m in all_metrics() if m.exactness != "rational"}
    for turn in range(ROUNDS):
        rows = random_matrix(random, 2 + turn % 3)
        for question in [q for q in asked if q.fits(rows)]:
            value, want = question.value(rows), expected(question, rows)[0]
            if isinstance(want, Missing) or not isinstance(value, Irrational):
                continue
            irrational += 1
            x = float(value)
            with mpmath.workdps(WORKING):
                exponent = int(mpmath.floor(mpmath.log10(abs(want.digits()))))
                units = abs(want.digits()) * mpmath.mpf(10) ** (DIGITS - 1 - exponent)
                said = decimal(value, significant=DIGITS).lstrip("-").replace(".", "").partition("e")[0].lstrip("0")
                assert abs(units - int(said)) <= mpmath.mpf(1) / 2 + mpmath.mpf(10) ** -40, (str(question), rows)
                assert (value > 0) == (want.digits() > 0)
                low, high = ((mpmath.mpf(x) + math.nextafter(x, way)) / 2 for way in (-math.inf, math.inf))
                assert low < want.digits() < high, (str(question), rows)
    assert irrational > 8 * ROUNDS
