"""Two derivations one after the other: values, what differs, why equal ones are equal, every surface read back."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import exactmetrics as em
from exactmetrics.derivation.difference import theorem
from exactmetrics.derivation.shown import in_document
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.printed import judge
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.reading import read_value
from exactmetrics.metrics.identities import equal_averages
from exactmetrics.sheets.schema import schema_named
from tests.cases import each, size
from tests.contracts.matrices import matrices as any_matrix
from tests.derivation.documents import SURFACES
from tests.derivation.pages import check_page
from tests.derivation.questions import BIRDS, FIG_23, matrix
from tests.derivation.rereading import FaultError
from tests.latex import compile_latex
from tests.surfaces.json_schema import validate

MACRO, WEIGHTED = {"average": "macro"}, {"average": "weighted"}
COMBINED = {"average": "macro", "combine": "averages"}
NAMES = ["bird", "cat", "dog"]
OTHER = [[6, 2, 1], [1, 5, 0], [2, 3, 9]]
ABSENT = [[6, 0, 1], [1, 0, 2], [2, 0, 7]]  # cat is never predicted


def compared(first: tuple[str, dict[str, Any]], second: tuple[str, dict[str, Any]], rows: Any = BIRDS) -> em.Comparison:
    cm = matrix(rows, NAMES)
    return em.compare(cm.derive(first[0], **first[1]), cm.derive(second[0], **second[1]))


def two_matrices(metric: str, **options: Any) -> em.Comparison:
    return em.compare(*(matrix(rows, NAMES).derive(metric, **options) for rows in (BIRDS, OTHER)))


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
    r"$29045 = 5 \cdot 5809 = 157 \cdot 185 = 37 \cdot 785$",
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


def target() -> em.Comparison:
    cm = matrix(FIG_23, ["A", "B", "C"])
    return em.compare(cm.derive("f1", **MACRO), cm.derive("f1", **COMBINED))


def test_the_hand_made_target() -> None:
    comparison, at = target(), 0
    assert (comparison.first.value, comparison.second.value) == (Fraction(49798, 87135), Fraction(6154892, 9736815))
    assert comparison.difference == -Fraction(228589338, 3770743889)
    page = comparison.to_markdown()
    for line in TARGET:
        assert line in page[at:], f"{line} is not on the page, or not behind what is before it"
        at = page.index(line, at) + len(line)


@each("sample", SAMPLES)
def test_no_calculation_is_interrupted_by_another(sample: str) -> None:
    """Every step of the first side stands before every step of the second, and what both use before both."""
    comparison = SAMPLES[sample]()
    page = comparison.to_markdown()
    heads = re.findall(r"^## (.*)", page, re.MULTILINE)
    assert heads[-1] == "Comparison"
    assert len(heads) == len([part for part in comparison.pages if part is not None]) + 1
    assert len(set(heads)) == len(heads)
    if not comparison.is_one:
        left = [comparison._sides[at].page.named.head for at in (0, 1)]
        assert left[0] != left[1] or comparison.sides == "quantities"


@each("sample", SAMPLES)
def test_nothing_is_called_a_or_b(sample: str) -> None:
    page = SAMPLES[sample]().to_text(data=False)
    assert not re.search(r"\b[AB](?:\d+\b|[:.]| and [AB]\b)", page)
    assert "[averages]" not in page


def test_sides_are_called_by_what_tells_them_apart() -> None:
    assert [
        SAMPLES[sample]().sides for sample in ("ways of combining", "two matrices", "two classes", "two metrics")
    ] == [
        "ways",
        "data",
        "quantities",
        "quantities",
    ]
    page = SAMPLES["two matrices, a root"]().to_markdown()
    assert r"\mathrm{MCC} _{\text{data 1}}" in page
    assert r"\mathrm{MCC} _{\text{data 2}}" in page
    named = em.compare(
        *(matrix(rows, NAMES).derive("mcc") for rows in (BIRDS, OTHER)), names=("Old", "New")
    ).to_markdown()
    assert "# Matthews correlation coefficient: Old and New" in named
    assert "- **New (data 2)**" in named
    assert "| difference: New minus Old |" in named


@each("sample", SAMPLES)
@each("surface", SURFACES)
def test_every_equality_is_read_back(sample: str, surface: str) -> None:
    assert check_page(SAMPLES[sample](), surface) > 3


@settings(max_examples=size(15, 30), deadline=None, phases=[Phase.explicit, Phase.generate])  # pages are slow to shrink
@given(st.data())
def test_any_two_averages_of_any_matrix(data: st.DataObject) -> None:
    rows = data.draw(any_matrix())
    asked = st.sampled_from(["precision", "recall", "f1", "jaccard", "informedness", "npv"])
    average = st.sampled_from(["macro", "micro", "weighted"])
    policy = data.draw(st.sampled_from(["propagate", 0, 1, "omit"]))
    cm = matrix(rows)
    sides = [cm.derive(data.draw(asked), average=data.draw(average), undefined=policy) for _ in range(2)]
    for surface in SURFACES:
        check_page(em.compare(*sides), surface)


@each("surface", SURFACES)
def test_a_changed_digit_of_the_table_is_seen(surface: str) -> None:
    comparison = target()
    page = comparison.to(surface)
    for shown in ("49798/87135", "6154892/9736815", "0.5715", "0.6321", "0.0606"):
        if surface == "html":
            break
        at = page.rindex(shown)
        for place in [at + i for i, ch in enumerate(shown) if ch.isdigit() and ch != "0"]:
            mutant = page[:place] + str((int(page[place]) + 1) % 10) + page[place + 1 :]
            with pytest.raises((FaultError, ValueError)):
                check_page(comparison, surface, mutant)


@settings(max_examples=size(10, 40), deadline=None)
@given(rows=any_matrix(), weighted=st.booleans())
def test_the_way_from_averages_is_never_the_smaller_one_where_that_is_said(
    rows: list[list[int]], weighted: bool
) -> None:
    """Jensen: the harmonic mean is concave. It is said only where every class has its values without a convention."""
    cm, average = matrix(rows), WEIGHTED if weighted else MACRO
    sides = [cm.derive("f1", **average, undefined=0, combine=how) for how in ("scores", "averages")]
    comparison = em.compare(*sides)
    if not isinstance(comparison.second.value, Undefined) and theorem(*sides):
        assert comparison.difference is not None
        assert comparison.difference <= 0
        said = "Way 2 is never the smaller one" in " ".join(comparison.to_text(data=False).split())
        assert said == (comparison.difference != 0)


def test_why_is_said_only_where_it_is_true() -> None:
    """Where classes are alike, none balances another; where a class is never predicted, a convention decides."""
    near = compared(("f1", MACRO), ("f1", COMBINED), [[6, 2, 1], [1, 6, 3], [2, 1, 7]]).to_markdown()
    assert "**Why they differ.** Way 1 combines" in near
    assert "this low" not in near
    counted = compared(("f1", {**MACRO, "undefined": 1}), ("f1", {**COMBINED, "undefined": 1}), ABSENT).to_text()
    assert "never the smaller one" not in counted


# By hand: 66 of the predictions and 91 of the 107 samples are of class B; F1 divides 2 TP by their sum.
WHY = {
    ("micro precision", "macro precision"): [
        "In micro precision, the weight of a class is its number of predictions divided by 107, the number of all "
        "predictions. In macro precision, every class has the weight 1/3.",
        "B 65/66 ≈ 0.9848 66/107 ≈ 0.6168 1/3 ≈ 0.3333",
        "Class B has a larger weight in micro precision, and its precision is higher than macro precision. This makes "
        "micro precision larger. For other counts, macro precision can be the larger one.",
        "(15/107) * (4/15) + (66/107) * (65/66) + (26/107) * (9/26) = (4 + 65 + 9)/107 = 78/107 What",
        "On average over the classes, about 53% of the predictions of a class are correct. Look at macro precision if",
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


@each("asked", WHY, quick=4)
def test_why_two_averages_differ(asked: tuple[str, str]) -> None:
    cm = matrix(FIG_23, ["A", "B", "C"])
    made = [name.rpartition(" ") for name in asked]
    sides = (cm.derive(metric, average=average or None) for average, _, metric in made)
    page = " ".join(em.compare(*sides).to_text().split())
    assert ("Why they differ." in page) == ("and why?" in page) == bool(WHY[asked])
    for said in WHY[asked]:
        assert said in page, f"{said} is not in {page.partition('Comparison')[2]}"


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


@settings(max_examples=size(60, 300), deadline=None)
@given(
    st.integers(2, 4).flatmap(
        lambda k: st.lists(st.lists(st.integers(0, 20), min_size=k, max_size=k), min_size=k, max_size=k)
    ),
    st.sampled_from(["precision", "recall", "specificity", "f1"]),
    st.permutations(["macro", "micro", "weighted"]),
)
def test_the_class_that_is_named_explains_most_of_the_difference(
    rows: list[list[int]], metric: str, averages: list[str]
) -> None:
    cm, pair = matrix(rows, list("ABCD"[: len(rows)])), averages[:2]
    comparison = em.compare(*(cm.derive(metric, average=average) for average in pair))
    values = [cm.value(metric, label=label) for label in "ABCD"[: len(rows)]]
    told = " ".join(comparison.to_text(data=False).partition("Why they differ.")[2].split())
    if any(isinstance(value, Undefined) for value in values) or not comparison.difference:
        assert not told.startswith("Both are weighted means")
        return
    weights = [own_weights(rows, metric, average) for average in pair]
    for average, own in zip(pair, weights, strict=True):
        assert sum(w * v for w, v in zip(own, values, strict=True)) == cm.value(metric, average=average)
    found = re.search(
        r"Class (.) has a larger weight in (\w+) .*?, and its .*? is (higher|lower) than (\w+) .*? (larger|smaller)\. "
        r"(For other counts)?",
        told,
    )
    assert found
    at, mean, heavier = "ABCD".index(found[1]), cm.value(metric, average=found[4]), pair.index(found[2])
    assert (values[at] > mean) == (found[3] == "higher") == (found[5] == "larger")
    assert weights[heavier][at] > weights[1 - heavier][at]
    assert bool(found[6]) == comparison.other_way
    towards = 1 if comparison.difference > 0 else -1
    shares = [towards * (a - b) * (v - mean) for a, b, v in zip(*weights, values, strict=True)]
    assert sum(shares) == abs(comparison.difference)
    assert shares[at] == max(shares)


def test_a_weight_of_denominators_that_are_fractions_is_reduced() -> None:
    """For beta = 1/2 the denominators are 5/4 TP + 1/4 FN + FP: 65/4, 355/4 and 115/4, and 355 of 535 is 71 of 107."""
    cm = matrix(FIG_23, ["A", "B", "C"])
    page = em.compare(*(cm.derive("fbeta", beta="1/2", average=average) for average in ("micro", "macro"))).to_text()
    assert "divided by 535/4, the sum of these denominators" in " ".join(page.split())
    assert "71/107 ≈ 0.6636" in " ".join(page.split())


def test_why_is_not_said_where_a_convention_gives_a_class_value() -> None:
    sides = [("precision", {"average": average, "undefined": 0}) for average in ("macro", "micro")]
    assert "weighted means" not in compared(*sides, ABSENT).to_text()


def test_how_much_larger_one_value_is() -> None:
    """Recall of 3/4 and 2/4 differ by 0.25 exactly."""
    cm = matrix([[3, 1], [2, 2]], ["a", "b"])
    page = em.compare(cm.derive("recall", label="b"), cm.derive("recall", label="a")).to_text()
    assert "Recall of class a is larger than recall of class b, by 0.25." in " ".join(page.split())
    page = two_matrices("recall", average="macro").to_markdown()
    assert "The value of data 2 is larger than the value of data 1, by about $0.0615$." in page


def test_the_call_of_a_function_has_its_options() -> None:
    sides = [("fbeta", {**WEIGHTED, "beta": "1/2", "combine": how}) for how in ("scores", "averages")]
    page = compared(*sides, FIG_23).to_markdown()
    assert '`fbeta_score(y_true, y_pred, beta=1/2, average="weighted")`' in page


@each(
    ("sample", "differs", "same"),
    [
        ("ways of combining", ["combine"], ["data", "metric", "average"]),
        ("micro and macro", ["average"], ["data", "metric"]),
        ("two matrices", ["data"], ["metric", "average"]),
        ("two conventions", ["convention"], ["data", "metric", "average"]),
        ("two metrics", ["metric"], ["data"]),
        ("two classes", ["label"], ["data", "metric"]),
        ("two parameters", ["beta"], ["data", "metric", "average"]),
        ("one undefined", ["undefined"], ["data", "metric", "average"]),
    ],
)
def test_what_differs(sample: str, differs: list[str], same: list[str]) -> None:
    comparison = SAMPLES[sample]()
    assert [aspect.key for aspect in comparison.differs] == differs
    assert [aspect.key for aspect in comparison.same] == same


def test_how_a_float_was_read_is_said() -> None:
    text = compared(("fbeta", {**MACRO, "beta": 0.8}), ("fbeta", {**MACRO, "beta": 2})).to_text()
    assert "beta = 0.8 is used as the exact number 4/5." in text


def test_common_data_are_shown_once() -> None:
    assert SAMPLES["two metrics"]().to_markdown().count("Each row is an actual class") == 1
    assert SAMPLES["two matrices"]().to_markdown().count("Each row is an actual class") == 2
    assert SAMPLES["two matrices"]().to_markdown(data=False).count("Each row is an actual class") == 0


def test_a_symbol_is_introduced_once() -> None:
    """Both averages use the same class values: definitions, symbols and table stand there once, before both."""
    page = compared(("precision", MACRO), ("precision", WEIGHTED)).to_text(data=False)
    for told in ("The precision P_i of a class is", "- TP_i (true positives)", "- c_i is", "- s_i is"):
        assert page.count(told) == 1, told
    assert page.index("Class values") < page.index("Macro precision\n") < page.index("Weighted precision\n")
    assert "1. Definition. The precision" in page


def test_a_value_from_the_table_stands_once_above_the_comparison() -> None:
    page = SAMPLES["two classes"]().to_markdown()
    assert "**Take the value from the table.**\n\n$$ \\boxed{R _{\\text{cat}} = \\frac{5}{8} = 0.625} $$" in page


def test_other_values_of_the_same_classes_are_not_shared() -> None:
    """With another beta, or another convention for 0/0, a class has another value of the same name."""
    for sample in ("two parameters", "one undefined"):
        assert SAMPLES[sample]().pages[0] is None
    assert SAMPLES["ways of combining"]().pages[0] is not None


def test_a_part_of_both_sides_is_calculated_once() -> None:
    page = SAMPLES["two conventions"]().to_text()
    assert page.count("Macro precision. The calculation is that of step 2 of the first calculation.") == 1
    assert page.count("2. Macro precision.") == 2


PAIRS = [(head, other) for head, others in equal_averages().items() for other in others] + [
    (a, b) for _, others in equal_averages().items() for a in others for b in others if a != b
]


@each(("first", "second"), PAIRS, ids=str)
@settings(max_examples=size(3, 8), deadline=None)
@given(rows=any_matrix())
def test_what_is_called_a_theorem_always_holds(
    first: tuple[str, str | None], second: tuple[str, str | None], rows: list[list[int]]
) -> None:
    cm = matrix(rows)
    a, b = (cm.value(metric, average=average) for metric, average in (first, second))
    if isinstance(a, Undefined) or isinstance(b, Undefined):  # one may be defined where a class is absent
        return
    assert a == b
    comparison = em.compare(*(cm.derive(metric, average=average) for metric, average in (first, second)))
    assert comparison.reasons
    assert not comparison.coincidence
    assert comparison.is_one
    assert [page is not None for page in comparison.pages] == [False, True]


def test_a_coincidence_is_called_one() -> None:
    """Macro recall and accuracy agree where all classes have one size, and only there."""
    comparison = compared(("recall", MACRO), ("accuracy", {}), [[3, 1, 0], [1, 3, 0], [0, 1, 3]])
    assert comparison.difference == 0
    assert comparison.reasons == []
    assert comparison.coincidence
    assert "They are equal for these counts, but not for all counts." in comparison.to_markdown()
    assert "They are equal for all counts" in compared(("recall", WEIGHTED), ("accuracy", {})).to_markdown()


def test_a_form_is_the_same_number() -> None:
    comparison = compared(("f1", {**MACRO, "form": "harmonic"}), ("f1", MACRO))
    assert comparison.reasons == ["form"]
    assert compared(("f1", MACRO), ("f1", MACRO)).reasons == ["question"]


def test_a_value_that_does_not_exist_is_said() -> None:
    text = SAMPLES["one undefined"]().to_text()
    assert "Macro precision is undefined, because class cat was never predicted." in " ".join(text.split())
    assert "The value of way 1 is undefined. So there is no difference." in text
    assert "difference:" not in text
    assert SAMPLES["both undefined"]().to_text().count("The value of ") == 2


def test_detail() -> None:
    cm = matrix(BIRDS, NAMES)
    full, brief, scaffold = (
        em.compare(cm.derive("recall", **MACRO, detail=d), cm.derive("recall", **WEIGHTED, detail=d))
        for d in ("full", "brief", "scaffold")
    )
    assert len(brief.to_markdown()) < len(full.to_markdown())
    assert "Fill in the blanks" in scaffold.to_markdown()
    assert "Macro recall: (a)" in scaffold.to_text()
    assert "difference: the larger value minus the smaller one" in scaffold.to_markdown()
    assert scaffold.key[-1] == (scaffold.blank.letter, "0.0099")
    sides = (cm.derive("recall", **o, detail="scaffold", key=False) for o in (MACRO, WEIGHTED))
    without = em.compare(*sides).to_text(data=False)
    assert "47/72" not in without
    assert "9/14" not in without


@cache
def side_by_side() -> jsonschema.Draft202012Validator:
    schema = schema_named("comparison", "exactmetrics.derivation")
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@each("sample", SAMPLES, quick=6)
def test_json_follows_its_schema_and_is_exact(sample: str) -> None:
    comparison = SAMPLES[sample]()
    found = json.loads(comparison.to_json())
    side_by_side().validate(found)
    for side in ("first", "second"):
        validate(found[side])
    values = [found[side]["value"] for side in ("first", "second")]
    if None in values:
        assert found["difference"] is found["relation"] is None
        return
    a, b = map(read_value, values)
    assert read_value(found["difference"]["value"]) == a - b
    assert found["relation"] == ("equal" if a == b else "less" if a < b else "greater")
    assert judge(found["difference"]["printed"], a - b).word in ("exact", "rounded", "tie")


def test_only_derivations_are_compared() -> None:
    cm = matrix(BIRDS)
    with pytest.raises(UsageError, match=r"compare takes two derivations.*Report"):
        em.compare(cm.derive("mcc"), cm.report())  # type: ignore[arg-type]


def test_latex_compiles_within_the_margins(tmp_path: Path, tex_engine: str) -> None:
    wide = matrix([[(7 * i + 3 * j * j) % 61 for j in range(12)] for i in range(12)], [f"class {i}" for i in range(12)])
    found = [make() for make in SAMPLES.values()]
    asked = [("f1", MACRO, COMBINED), ("precision", MACRO, WEIGHTED), ("recall", MACRO, {"label": "class 3"})]
    found += [em.compare(wide.derive(metric, **a), wide.derive(metric, **b)) for metric, a, b in asked]
    body = "\n".join(comparison.to_latex() for comparison in found)
    result = compile_latex(in_document("latex", body, ""), tmp_path, engine=tex_engine)
    assert result.errors == []
    assert result.overfull == []
    assert result.pages


HOSTILE = ["<script>alert(1)</script>", "$x$ & \\input{x}", "a|b_*[c](d)"]


@each("asked", [({"label": HOSTILE[0]}, {"label": HOSTILE[1]}), (MACRO, {"average": "micro"})])
def test_hostile_names_stay_names(asked: tuple[dict[str, Any], dict[str, Any]]) -> None:
    cm = matrix(BIRDS, HOSTILE)
    comparison = em.compare(*(cm.derive("recall", **options) for options in asked))
    assert "<script" not in comparison.to_html()
    assert "\\input" not in comparison.to_latex()
    assert "](d)" not in comparison.to_markdown()
    assert "&lt;script&gt;" in comparison.to_html()


def test_a_full_comparison_works_the_difference_out_and_has_both_appendices() -> None:
    """78/107 - 3427/6435, by hand over 107 * 6435 = 688545: 501930 - 366689 = 135241."""
    cm = matrix(FIG_23, ["A", "B", "C"])
    standard, full = (
        em.compare(*(cm.derive("precision", average=average, detail=detail) for average in ("macro", "micro")))
        for detail in ("standard", "full")
    )
    page = " ".join(full.to_text().split())
    assert "(501930 - 366689)/688545 = 135241/688545" in page
    for own in ("P_macro: More digits", "P_micro: More digits", "Totals"):
        assert page.count(own) == 1
        assert own not in standard.to_text()
    assert "135241/688545" in standard.to_text()


@settings(max_examples=size(15, 60), deadline=None)
@given(rows=any_matrix(), metrics=st.permutations(["precision", "recall", "specificity", "npv"]))
def test_an_exact_difference_of_classes_is_on_the_page(rows: list[list[int]], metrics: list[str]) -> None:
    """Of two quotients of one class the page has the exact difference, and why where the numerator is the same."""
    cm = matrix(rows)
    comparison = em.compare(*(cm.derive(metric, label=cm.labels[0]) for metric in metrics[:2]))
    told = " ".join(comparison.to_text().split())
    if comparison.difference:
        size_of = abs(comparison.difference)
        assert f" {size_of} " in told or "The exact difference is" in told
    same = {*metrics[:2]} in ({"precision", "recall"}, {"specificity", "npv"})
    values = [comparison.first.value, comparison.second.value]
    reason = same and bool(comparison.difference) and 0 not in values
    assert ("Both have the numerator" in told) == reason


def test_of_two_data_sets_the_class_that_changed_most_is_named() -> None:
    """By hand: F1 of dog goes from 14/22 to 18/24, by 5/44; that of bird and cat by -2/51 and 5/136."""
    page = " ".join(two_matrices("f1", average="macro").to_text().split())
    assert "Both are means of the class values of F1 score. Class dog contributes most to the difference." in page
    assert "bird 12/17 ≈ 0.7059 2/3 ≈ 0.6667 cat 10/17 ≈ 0.5882 5/8 = 0.625 dog 7/11 ≈ 0.6364 3/4 = 0.75" in page
    assert page.count("from the counts.") == 1, "how the formula follows is said once"
    assert page.count("The F1 score of a class is the harmonic mean") == 1


@settings(max_examples=size(20, 80), deadline=None)
@given(st.data())
def test_the_class_that_is_said_to_contribute_most_does(data: st.DataObject) -> None:
    squares = st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=3, max_size=3)
    metric, average = data.draw(st.sampled_from(["precision", "recall", "f1", "informedness"])), "macro"
    one, other = (matrix(data.draw(squares), NAMES) for _ in range(2))
    comparison = em.compare(*(cm.derive(metric, average=average) for cm in (one, other)))
    told = re.search(r"Class (\w+) contributes most", " ".join(comparison.to_text(data=False).split()))
    assert bool(told) == bool(comparison.difference)
    if told:
        changes = {name: one.value(metric, label=name) - other.value(metric, label=name) for name in NAMES}
        towards = 1 if comparison.difference > 0 else -1  # type: ignore[operator]
        assert changes[told[1]] * towards == max(change * towards for change in changes.values())
