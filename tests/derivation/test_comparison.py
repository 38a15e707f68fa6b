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
from tests.derivation.questions import BIRDS, FIG_23, check_says, flat, matrix
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


# Fahmy Amin 2023, Fig. 23: both macro F1 scores, worked by hand. The lines that a reader of the page must find, in this
# order; the words and the spacing between them are free.
TARGET = [
    "# Macro F1 score: two ways to calculate it",
    "Two different calculations are called *macro F1 score*. Which one gives the larger value, and why?",
    "- **Way 1:** calculate the F1 score of each class, then take the mean of the class values.",
    "- **Way 2:** take the means of precision and recall over the classes,",
    "then calculate the F1 score from these means.",
    "| actual: B | 10 | **65** | 16 | 91 |",
    "## Class values",
    "**1. Definitions.**",
    r"- The *precision* $P_i$ of a class is",
    r"- The *recall* $R_i$ of a class is",
    r"- The *F1 score* $\mathrm{F1}_i$ of a class is the harmonic mean",
    r"- $\mathrm{TP}_i$ (true positives) is",
    "- $c_i$ is",
    "- $s_i$ is",
    r"P_i = \frac{\mathrm{TP}_i}{c_i}",
    r"R_i = \frac{\mathrm{TP}_i}{s_i}",
    r"**2. F1 score from the counts.** No $\mathrm{TP}_i$ is 0 here.",
    r"= \frac{2 \cdot \mathrm{TP}_i}{c_i + s_i} $$",
    "**3. Class values.**",
    r"| A | 4 | 15 | 5 | $4/15$ | $4/5$ | $2 \cdot 4/(15 + 5) = 8/20 = 2/5$ |",
    r"| B | 65 | 66 | 91 | $65/66$ | $65/91 = ",
    r"5/7$ | $2 \cdot 65/(66 + 91) = 130/157$ |",
    r"| C | 9 | 26 | 11 | $9/26$ | $9/11$ | $2 \cdot 9/(26 + 11) = 18/37$ |",
    "## Way 1: the mean of the class values",
    "**1. Add the class values.**",
    "No two of 5, 157 and 37 have a common factor greater than 1.",
    r"$5 \cdot 157 \cdot 37 = 29045$",
    r"\frac{11618 + 24050 + 14130}{29045}",
    r"\frac{49798}{29045}",
    "**2. Divide by 3, the number of classes.**",
    r"\mathrm{F1} _{\text{way 1}} = \frac{1}{3} \cdot \frac{49798}{29045} = \frac{49798}{87135}",
    "49798 and 87135 have no common divisor except 1",
    r"\boxed{\mathrm{F1} _{\text{way 1}} = \frac{49798}{87135} \approx 0.5715}",
    "## Way 2: from the means of precision and recall",
    r"\frac{1144 + 4225 + 1485}{4290}",
    r"P _{\text{macro}} = \frac{1}{3} \cdot \frac{6854}{4290} = \frac{6854}{12870} = \frac{2 \cdot 3427}{2 \cdot 6435}",
    r"\frac{308 + 275 + 315}{385} = \frac{898}{385}",
    r"R _{\text{macro}} = \frac{1}{3} \cdot \frac{898}{385} = \frac{898}{1155}",
    "**3. Add the reciprocals.**",
    r"\frac{6435}{3427} + \frac{1155}{898} = \frac{6435 \cdot 898 + 1155 \cdot 3427}{3077446}",
    r"\frac{5778630 + 3958185}{3077446} = \frac{9736815}{3077446}",
    "**4. Divide 2 by this sum.**",
    r"2 \cdot \frac{3077446}{9736815}",
    "6154892 and 9736815 have no common divisor except 1",
    r"\boxed{\mathrm{F1} _{\text{way 2}} = \frac{6154892}{9736815} \approx 0.6321}",
    "## Comparison",
    "| macro F1 score | exact value | decimal |",
    r"| way 1: the mean of the class values | $49798/87135$ | $\approx 0.5715$ |",
    r"| way 2: from the means of precision and recall | $6154892/9736815$ | $\approx 0.6321$ |",
    r"| difference: way 2 minus way 1 | $228589338/3770743889$ | $\approx 0.0606$ |",
    "The value of way 2 is larger than the value of way 1, by about $0.0606$.",
    "The scale of every value goes from 0 (worst) to 1 (best).",
    "**Why they differ.** Way 1 combines the low precision of class A ($4/15$)",
    "with the recall of the same class ($4/5$), inside the class.",
    "Way 2 first mixes this low precision with the precision of the other classes,",
    "for example with $65/66$ of class B.",
    "Way 2 is never the smaller one: a harmonic mean of means is",
    '**What programs report.** scikit-learn reports way 1: `f1_score(y_true, y_pred, average="macro")`.',
    "say which way you used.",
]


def test_the_hand_made_target() -> None:
    comparison, at = compared(("f1", MACRO), ("f1", COMBINED), FIG_23, "ABC"), 0
    assert (comparison.first.value, comparison.second.value) == (Fraction(49798, 87135), Fraction(6154892, 9736815))
    assert comparison.difference == -Fraction(228589338, 3770743889)
    page = comparison.to_markdown()
    for line in TARGET:
        assert line in page[at:], f"{line} is not on the page, or not behind what is before it"
        at = page.index(line, at) + len(line)


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


# The lines of pages; by hand where there are numbers in them.


@each(
    ("first", "second", "rows", "told", "untold"),
    [
        # Where classes are alike, none balances another; where a class is never predicted, a convention decides.
        (("f1", MACRO), ("f1", COMBINED), [[6, 2, 1], [1, 6, 3], [2, 1, 7]],
         ["Why they differ. Way 1 combines"], ["this low"]),
        (("f1", {**MACRO, "undefined": 1}), ("f1", {**COMBINED, "undefined": 1}), ABSENT, [],
         ["never the smaller one"]),
        (("precision", {**MACRO, "undefined": 0}), ("precision", {**MICRO, "undefined": 0}), ABSENT, [],
         ["weighted means"]),
        # For beta = 1/2 the denominators are 5/4 TP + 1/4 FN + FP: 65/4, 355/4 and 115/4; 355 of 535 is 71 of 107.
        (("fbeta", {**MICRO, "beta": "1/2"}), ("fbeta", {**MACRO, "beta": "1/2"}), FIG_23,
         ["divided by 535/4, the sum of these denominators", "71/107 ≈ 0.6636"], []),
        # Recall is 5/8 and 7/12.
        (("recall", {"label": "cat"}), ("recall", {"label": "dog"}), BIRDS,
         ["Recall of class cat is larger than recall of class dog, by about 0.0417.",
          "Take the value from the table. R_cat = 5/8 = 0.625"], []),
        (("fbeta", {**WEIGHTED, "beta": "1/2"}), ("fbeta", {**WEIGHTED, "beta": "1/2", "combine": "averages"}), FIG_23,
         ['fbeta_score(y_true, y_pred, beta=1/2, average="weighted")'], []),
        (("fbeta", {**MACRO, "beta": 0.8}), ("fbeta", {**MACRO, "beta": 2}), BIRDS,
         ["beta = 0.8 is used as the exact number 4/5."], []),
        # A coincidence: macro recall and accuracy agree where all classes have one size, and only there.
        (("recall", MACRO), ("accuracy", {}), [[3, 1, 0], [1, 3, 0], [0, 1, 3]],
         ["They are equal for these counts, but not for all counts."], []),
        (("recall", WEIGHTED), ("accuracy", {}), BIRDS, ["They are equal for all counts"], []),
        (("precision", MACRO), ("precision", {**MACRO, "undefined": 0}), ABSENT,
         ["Macro precision is undefined, because class cat was never predicted.",
          "The value of way 1 is undefined. So there is no difference."], ["difference:"]),
        # 78/107 - 3427/6435, over 107 * 6435 = 688545: 501930 - 366689 = 135241.
        (("precision", {**MACRO, "detail": "full"}), ("precision", {**MICRO, "detail": "full"}), FIG_23,
         ["(501930 - 366689)/688545 = 135241/688545", "P_macro: More digits", "P_micro: More digits", "Totals"], []),
        (("precision", MACRO), ("precision", MICRO), FIG_23, ["135241/688545"], ["More digits", "Totals"]),
        (("f1", {**MACRO, "over": ["bird", "cat"]}), ("accuracy", {}), BIRDS,
         ["the mean over the classes bird and cat, the mean of the class values. Every class counts the same."],
         [".,", "the mean over all classes"]),
    ],
)  # fmt: skip
def test_what_a_comparison_says(first: Any, second: Any, rows: Any, told: list[str], untold: list[str]) -> None:
    check_says(compared(first, second, rows).to_text(), told, untold)


def test_of_two_data_sets_the_class_that_changed_most_is_named() -> None:
    """By hand: F1 of dog goes from 14/22 to 18/24, by 5/44; that of bird and cat by -2/51 and 5/136."""
    page = flat(two_matrices("f1", average="macro").to_text())
    check_says(page, [
        "Both are means of the class values of F1 score. Class dog contributes most to the difference.",
        "bird 12/17 ≈ 0.7059 2/3 ≈ 0.6667 cat 10/17 ≈ 0.5882 5/8 = 0.625 dog 7/11 ≈ 0.6364 3/4 = 0.75",
    ])  # fmt: skip
    assert page.count("from the counts.") == 1, "how the formula follows is said once"
    assert page.count("The F1 score of a class is the harmonic mean") == 1
    assert "The value of data 2 is larger than the value of data 1, by about" in flat(made("two matrices").to_text())
    root = made("two matrices, a root").to_markdown()
    check_says(root, [r"\mathrm{MCC} _{\text{data 1}}", r"\mathrm{MCC} _{\text{data 2}}"])
    sides = [matrix(rows, NAMES).derive("mcc") for rows in (BIRDS, OTHER)]
    named = em.compare(*sides, names=("Old", "New")).to_markdown()
    check_says(named, ["# Matthews correlation coefficient: Old and New", "- **New (data 2)**"])
    assert "| difference: New minus Old |" in named


# By hand: 66 of the predictions and 91 of the 107 samples are of class B; F1 divides 2 TP by their sum.
WHY = {
    ("micro precision", "macro precision"): [
        "In micro precision, the weight of a class is its number of predictions divided by 107, the number of all "
        "predictions. In macro precision, every class has the weight 1/3.",
        "B 65/66 ≈ 0.9848 66/107 ≈ 0.6168 1/3 ≈ 0.3333",
        "Class B has a larger weight in micro precision, and its precision is higher than macro precision. This makes "
        "micro precision larger. For other counts, macro precision can be the larger one.",
        "(15/107) * (4/15) + (66/107) * (65/66) + (26/107) * (9/26) = (4 + 65 + 9)/107 = 78/107 What",
        "On average over the classes, about 53% of the samples predicted as a class really belong to it.",
        "Look at macro precision if",
        "Do not mix up rows and columns: for class A, 4/5 is the recall, and the precision is 4/15.",
    ],
    ("macro recall", "micro recall"): [
        "In micro recall, the weight of a class is its number of samples divided by 107, the number of all samples.",
        "B 5/7 ≈ 0.7143 1/3 ≈ 0.3333 91/107 ≈ 0.8505",
        "Class B has a larger weight in micro recall, and its recall is lower than macro recall. This makes micro "
        "recall smaller.",
        "for class A, 4/15 is the precision, and the recall is 4/5.",
    ],
    ("micro f1", "weighted f1"): [
        "In micro F1 score, the weight of a class is the denominator of its F1 score divided by 214, the sum of these "
        "denominators. In weighted F1 score, the weight of a class is its number of samples divided by 107,",
        "C 18/37 ≈ 0.4865 37/214 ≈ 0.1729 11/107 ≈ 0.1028",
        "Class C has a larger weight in micro F1 score, and its F1 score is lower than weighted F1 score. This makes "
        "micro F1 score smaller.",
        "(20/214) * (2/5) + (157/214) * (130/157) + (37/214) * (18/37) = (8 + 130 + 18)/214 = 156/214 = 78/107",
    ],
    ("accuracy", "macro recall"): [
        "Both are weighted means of the class values of recall.",
        "In accuracy, the weight of a class is its number of samples divided by 107, the number of all samples.",
        "Acc = (5/107) * (4/5) + (91/107) * (5/7) + (11/107) * (9/11) = (4 + 65 + 9)/107 = 78/107",
        "Look at accuracy if every sample matters the same.",
    ],
    ("micro informedness", "macro informedness"): [],  # no quotient: the micro value is no mean of the class values
}  # fmt: skip


@each("asked", WHY)
def test_why_two_averages_differ(asked: tuple[str, str]) -> None:
    first, second = (
        (metric, {"average": average or None}) for average, _, metric in (a.rpartition(" ") for a in asked)
    )
    page = flat(compared(first, second, FIG_23, "ABC").to_text())
    assert ("Why they differ." in page) == ("and why?" in page) == bool(WHY[asked])
    check_says(page, WHY[asked])


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
