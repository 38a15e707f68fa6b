"""Two derivations one after the other: values, what differs, and why equal ones are equal.

The equalities on the pages of comparisons are read back in tests/corpus.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from typing import Any
from zlib import crc32

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactmetrics as em
from exactmetrics.derivation.difference import theorem
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.printed import judge
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.reading import read_value
from exactmetrics.metrics.identities import equal_averages
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.sheets.schema import schema_named
from tests.cases import each, sample, size
from tests.contracts.matrices import matrices as any_matrix
from tests.derivation.pages import check_page
from tests.derivation.questions import BIRDS, FIG_23, flat, matrix
from tests.derivation.rereading import FaultError
from tests.strategies import square_rows
from tests.surfaces.json_schema import validate

MACRO, WEIGHTED, MICRO = {"average": "macro"}, {"average": "weighted"}, {"average": "micro"}
COMBINED = {"average": "macro", "combine": "averages"}
NAMES = ["bird", "cat", "dog"]
OTHER = [[6, 2, 1], [1, 5, 0], [2, 3, 9]]
ABSENT = [[6, 0, 1], [1, 0, 2], [2, 0, 7]]  # cat is never predicted


def compared(first: Any, second: Any, rows: Any = BIRDS, names: Any = NAMES) -> em.Comparison:
    cm = matrix(rows, names)
    return em.compare(*(cm.derive(metric, **options) for metric, options in (first, second)))


def two_matrices(metric: str, **options: Any) -> em.Comparison:
    return em.compare(*(matrix(rows, NAMES).derive(metric, **options) for rows in (BIRDS, OTHER)))


@cache
def made(sample: str) -> em.Comparison:
    return SAMPLES[sample]()


SAMPLES = {
    "ways of combining": lambda: compared(("f1", MACRO), ("f1", COMBINED), FIG_23),
    "micro and macro": lambda: compared(("precision", {"average": "micro"}), ("precision", MACRO)),
    "two matrices": lambda: two_matrices("recall", average="macro"),
    "two matrices, a root": lambda: two_matrices("mcc"),
    "two conventions": lambda: compared(
        ("fbeta", {**COMBINED, "beta": "4/5"}), ("fbeta", {**COMBINED, "beta": "4/5", "convention": "convex"}), FIG_23
    ),
    "two metrics": lambda: compared(("mcc", {}), ("kappa", {})),
    "two classes": lambda: compared(("recall", {"label": "cat"}), ("recall", {"label": "dog"})),
    "two parameters": lambda: compared(("fbeta", {**MACRO, "beta": 1}), ("fbeta", {**MACRO, "beta": 2})),
    "equal": lambda: compared(("recall", WEIGHTED), ("accuracy", {})),
    "one undefined": lambda: compared(("precision", MACRO), ("precision", {**MACRO, "undefined": 0}), ABSENT),
    "both undefined": lambda: compared(("precision", MACRO), ("f1", COMBINED), ABSENT),
    "other classes": lambda: em.compare(matrix(BIRDS, NAMES).derive("mcc"), matrix([[5, 1], [2, 4]]).derive("mcc")),
}


@each("surface", ["text", "markdown", "latex"])
def test_a_changed_digit_of_the_table_is_seen(surface: str) -> None:
    comparison = compared(("f1", MACRO), ("f1", COMBINED), FIG_23)
    page = comparison.to(surface)
    for shown in ("49798/87135", "0.0606"):
        at = page.rindex(shown)
        for place in [at + i for i, ch in enumerate(shown) if ch.isdigit() and ch != "0"]:
            mutant = page[:place] + str((int(page[place]) + 1) % 10) + page[place + 1 :]
            with pytest.raises((FaultError, ValueError)):
                check_page(comparison, surface, mutant)


@each("sample", SAMPLES)
def test_what_every_comparison_keeps(sample: str) -> None:
    """Its steps stand side by side, nothing is called A or B, and its JSON is exact and follows the schema."""
    comparison = made(sample)
    heads = re.findall(r"^## (.*)", comparison.to_markdown(), re.MULTILINE)
    assert heads[-1] == "Comparison"
    assert len(heads) == len(set(heads)) == len([part for part in comparison.pages if part is not None]) + 1
    if not comparison.is_one:
        left, right = (side.page.named.head for side in comparison._sides)
        assert left != right or comparison.sides == "quantities"
    page = comparison.to_text(data=False)
    assert not re.search(r"\b[AB](?:\d+\b|[:.]| and [AB]\b)", page)
    assert "[averages]" not in page
    data = json.loads(comparison.to_json())
    side_by_side().validate(data)
    for side in ("first", "second"):
        validate(data[side])
    values = [data[side]["value"] for side in ("first", "second")]
    if None in values:
        assert data["difference"] is data["relation"] is None
        return
    a, b = map(read_value, values)
    assert read_value(data["difference"]["value"]) == a - b
    assert data["relation"] == ("equal" if a == b else "less" if a < b else "greater")
    assert judge(data["difference"]["printed"], a - b).word in ("exact", "rounded", "tie")


@cache
def side_by_side() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema_named("comparison", "exactmetrics.derivation"))


@each(
    ("sample", "sides", "differs", "same"),
    [
        ("ways of combining", "ways", ["combine"], ["data", "metric", "average"]),
        ("micro and macro", None, ["average"], ["data", "metric"]),
        ("two matrices", "data", ["data"], ["metric", "average"]),
        ("two conventions", None, ["convention"], ["data", "metric", "average"]),
        ("two metrics", "quantities", ["metric"], ["data"]),
        ("two classes", "quantities", ["label"], ["data", "metric"]),
        ("two parameters", None, ["beta"], ["data", "metric", "average"]),
        ("one undefined", None, ["undefined"], ["data", "metric", "average"]),
    ],
)
def test_what_differs(sample: str, sides: str | None, differs: list[str], same: list[str]) -> None:
    comparison = made(sample)
    assert sides in (None, comparison.sides)
    assert [aspect.key for aspect in comparison.differs] == differs
    assert [aspect.key for aspect in comparison.same] == same


# What is said holds for any counts.


@settings(max_examples=size(10, 40), deadline=None)
@given(rows=any_matrix(), weighted=st.booleans())
def test_the_way_from_averages_is_never_the_smaller_one_where_that_is_said(rows: Any, weighted: bool) -> None:
    """Jensen: the harmonic mean is concave. It is said only where every class has its values without a convention."""
    cm, average = matrix(rows), WEIGHTED if weighted else MACRO
    sides = [cm.derive("f1", **average, undefined=0, combine=how) for how in ("scores", "averages")]
    comparison = em.compare(*sides)
    if not isinstance(comparison.second.value, Undefined) and theorem(*sides):
        assert comparison.difference is not None
        assert comparison.difference <= 0
        said = "Way 2 is never the smaller one" in flat(comparison.to_text(data=False))
        assert said == (comparison.difference != 0)


def own_weights(rows: list[list[int]], metric: str, average: str) -> list[Fraction]:
    """The weights of an average, from the totals of the rows and columns."""
    samples, predicted = [sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)]
    n = sum(samples)
    below = {
        "precision": predicted,
        "recall": samples,
        "specificity": [n - s for s in samples],
        "f1": [s + c for s, c in zip(samples, predicted, strict=True)],
    }[metric]
    counts = {"macro": [1] * len(rows), "weighted": samples, "micro": below}[average]
    return [Fraction(count, sum(counts)) for count in counts]


@settings(max_examples=size(15, 150), deadline=None)
@given(
    square_rows(least=2, most=4, highest=20),
    st.sampled_from(["precision", "recall", "specificity", "f1"]),
    st.permutations(["macro", "micro", "weighted"]),
)
def test_the_class_that_is_named_explains_most_of_the_difference(
    rows: list[list[int]], metric: str, averages: list[str]
) -> None:
    cm, pair = matrix(rows, list("ABCD"[: len(rows)])), averages[:2]
    comparison = em.compare(*(cm.derive(metric, average=average) for average in pair))
    values = [cm.value(metric, label=label) for label in cm.labels]
    told = flat(comparison.to_text(data=False).partition("Why they differ.")[2])
    if any(isinstance(value, Undefined) for value in values) or not comparison.difference:
        assert not told.startswith("Both are weighted means")
        return
    weights = [own_weights(rows, metric, average) for average in pair]
    for average, own in zip(pair, weights, strict=True):
        assert sum(w * v for w, v in zip(own, values, strict=True)) == cm.value(metric, average=average)
    named = re.search(
        r"Class (.) has a larger weight in (\w+) .*?, and its .*? is (higher|lower) than (\w+) .*? (larger|smaller)\. "
        r"(For other counts)?",
        told,
    )
    assert named
    at, mean, heavier = "ABCD".index(named[1]), cm.value(metric, average=named[4]), pair.index(named[2])
    assert (values[at] > mean) == (named[3] == "higher") == (named[5] == "larger")
    assert weights[heavier][at] > weights[1 - heavier][at]
    assert bool(named[6]) == comparison.other_way
    towards = 1 if comparison.difference > 0 else -1
    shares = [towards * (a - b) * (v - mean) for a, b, v in zip(*weights, values, strict=True)]
    assert sum(shares) == abs(comparison.difference)
    assert shares[at] == max(shares)


@settings(max_examples=size(8, 40), deadline=None)
@given(
    st.lists(square_rows(least=3, most=3, highest=9), min_size=2, max_size=2),
    st.sampled_from(["precision", "recall", "f1", "informedness"]),
)
def test_the_class_that_is_said_to_contribute_most_does(rows: list[Any], metric: str) -> None:
    old, new = (matrix(counts, NAMES) for counts in rows)
    comparison = em.compare(*(cm.derive(metric, average="macro") for cm in (old, new)))
    told = re.search(r"Class (\w+) contributes most", flat(comparison.to_text(data=False)))
    assert bool(told) == bool(comparison.difference)
    if told:
        changes = {name: old.value(metric, label=name) - new.value(metric, label=name) for name in NAMES}
        towards = 1 if comparison.difference > 0 else -1  # type: ignore[operator]
        assert changes[told[1]] * towards == max(change * towards for change in changes.values())


PAIRS = [(head, other) for head, others in equal_averages().items() for other in others]
PAIRS += [pair for others in equal_averages().values() for pair in combinations(others, 2)]


@each(("first", "second"), PAIRS, ids=str)
@settings(max_examples=size(1, 4), deadline=None)
@given(rows=any_matrix())
def test_what_is_called_a_theorem_always_holds(first: Any, second: Any, rows: list[list[int]]) -> None:
    cm = matrix(rows)
    values = [cm.value(metric, average=average) for metric, average in (first, second)]
    if any(isinstance(value, Undefined) for value in values):  # one may be defined where a class is absent
        return
    assert values[0] == values[1]
    comparison = em.compare(*(cm.derive(metric, average=average) for metric, average in (first, second)))
    assert comparison.reasons
    assert (comparison.coincidence, comparison.is_one) == (False, True)
    assert [page is not None for page in comparison.pages] == [False, True]


def test_reasons() -> None:
    coincidence = compared(("recall", MACRO), ("accuracy", {}), [[3, 1, 0], [1, 3, 0], [0, 1, 3]])
    assert (coincidence.difference, coincidence.reasons, coincidence.coincidence) == (0, [], True)
    assert compared(("f1", {**MACRO, "form": "harmonic"}), ("f1", MACRO)).reasons == ["form"]
    assert compared(("f1", MACRO), ("f1", MACRO)).reasons == ["question"]


def test_only_derivations_are_compared() -> None:
    cm = matrix(BIRDS)
    with pytest.raises(UsageError, match=r"compare takes two derivations.*Report"):
        em.compare(cm.derive("mcc"), cm.report())  # type: ignore[arg-type]


HOSTILE = ["<script>alert(1)</script>", "$x$ & \\input{x}", "a|b_*[c](d)"]


@each("asked", [({"label": HOSTILE[0]}, {"label": HOSTILE[1]}), (MACRO, {"average": "micro"})])
def test_hostile_names_stay_names(asked: tuple[dict[str, Any], dict[str, Any]]) -> None:
    cm = matrix(BIRDS, HOSTILE)
    comparison = em.compare(*(cm.derive("recall", **options) for options in asked))
    assert "<script" not in comparison.to_html()
    assert "\\input" not in comparison.to_latex()
    assert "](d)" not in comparison.to_markdown()
    assert "&lt;script&gt;" in comparison.to_html()


def test_any_two_metrics_are_compared() -> None:
    """Neighbours in the registry and pairs by hash: quotients of logarithms, parameters of one of them, no value."""
    metrics = sorted(all_metrics(), key=lambda metric: crc32(metric.name.encode()))
    counts = [matrix([[4, 3], [2, 9]]), matrix([[4, 0, 1], [0, 2, 2], [0, 3, 0]]), matrix([[0, 3], [0, 5]])]
    pairs = [*pairwise(all_metrics()), *pairwise(metrics), ("sedi", "discriminant_power")]
    for at, pair in enumerate(sample(pairs, 60)):
        asked = [metric_named(one) if isinstance(one, str) else one for one in pair]
        over: dict[str, Any] = {"label": counts[at % 3].labels[0]} if at % 2 else {"average": "macro"}
        first, second = (
            counts[at % 3].derive(
                m.name, **dict.fromkeys(m.standard.parameters, Fraction(1, 2)), **(over if m.scope == "class" else {})
            )
            for m in asked
        )
        page = em.compare(first, second).to_text()
        assert ("So there is no difference" in " ".join(page.split())) is any(
            isinstance(d.value, Undefined) for d in (first, second)
        )
