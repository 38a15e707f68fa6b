"""What the author of a metric writes is well formed and true: its sentences are read, and counted from the samples."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, log2
from typing import Any

from exactmetrics.api import ConfusionMatrix
from exactmetrics.derivation.planning.tree import every_part
from exactmetrics.exact.errors import UndefinedValueError
from exactmetrics.exact.values import Undefined, sign
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Named
from exactmetrics.metrics.metric import Convention, Metric
from exactmetrics.metrics.registry import all_metrics, components, metric_named
from tests.cases import each, size
from tests.contracts.matrices import BIRDS, FIG_23, Rows
from tests.contracts.phrases import (
    CALLED,
    NAMES,
    TOLD,
    NoValue,
    Sample,
    count,
    filled,
    mean,
    parameters_of,
    said,
    samples,
    value,
)

METRICS = all_metrics()
CONVENTIONS = [(m, c) for m in METRICS for c in m.conventions.values()]
MATRICES: list[Rows] = [BIRDS, FIG_23, [[3, 2], [5, 7]], [[7, 1, 1, 2], [1, 4, 3, 1], [2, 5, 9, 1], [3, 1, 4, 8]]]

WORDS = 28  # of a sentence
BANNED = re.compile(
    r"\b(above|below|expand\w*|rightly|true class\w*|true label\w*|labels?|support|row of \d|rest of|what remains"
    r"|neither|as they are|stands?|works? out|worked out|together|combine\w*|has no value|policy|option\w*|presets?"
    r"|propagate\w*|plain|pooled|shares?|clear\w*|rationalise|inside out|leaves the|for ever|blocks of"
    r"|significant|rounded|floating|the next step|thus|hence|therefore|thereby|respectively|whereas|viz|let|denotes?"
    r"|yields?|obtain\w*|in terms of|w\.r\.t|obviously|trivially|simply|just|of course|note that|told|up to|the text"
    r"|the source|right)\b|\b(i\.e|e\.g)\.",
    re.IGNORECASE,
)


def name_of(x: Any) -> str:
    return str(getattr(x, "name", x))


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=\.) ", text)


def assert_said_well(text: str, *, own: str = "") -> None:
    """Full sentences of the house: a metric may say its own name, whatever it is."""
    for sentence in sentences(text):
        assert sentence[0].isupper() or sentence[0] == "{", sentence
        assert sentence.endswith("."), sentence
        assert len(sentence.split()) <= WORDS, sentence
        banned = BANNED.search(sentence.replace(f" {own} ", " ") if own else sentence)
        assert not banned, (banned, sentence)


def descriptions(m: Metric) -> Iterator[str]:
    for c in m.conventions.values():
        yield c.description
        yield from (" ".join(form.doc.split()) for form in c.forms.values() if form.doc)


@each("m", METRICS, ids=name_of)
def test_a_description_is_full_sentences_about_the_metric(m: Metric) -> None:
    title = re.escape(CALLED.get(m.name, m.title))
    of = " of a class" if m.scope == "class" else ""
    for text in descriptions(m):
        assert re.match(rf"(The )?{title}{of} (is|are) ", text, re.IGNORECASE if not text.startswith("The") else 0), (
            text
        )
        assert_said_well(text, own=m.title)
    for c in m.conventions.values():
        note = c.doc.partition("\n\n")[2].partition("Reference:")[0]
        assert not (found := BANNED.search(note)), found


# Sentences read on samples

WEIGHED: dict[str, Callable[[Any, Any], Any]] = {  # sentences of one metric
    "the mean of the recalls, each multiplied by the fraction of samples in its class, divided by the sum of these "
    "fractions": lambda recall, of: mean([a * w for a, w in zip(recall, of, strict=True)]) / sum(of),
    "the mean of the recalls, each divided by the fraction of samples in its class, divided by the sum of these "
    "fractions": lambda recall, of: mean([a / w for a, w in zip(recall, of, strict=True)]) / sum(of),
}


def from_expected(rows: Rows) -> Any:
    """The sum of the squared differences from the counts that the totals let expect, each over what is expected."""
    n = size_of(rows)
    expected = [[Fraction(sum(row) * total, n) for total in map(sum, transposed(rows))] for row in rows]
    cells = [(x, e) for row, other in zip(rows, expected, strict=True) for x, e in zip(row, other, strict=True)]
    return sum((x - e) ** 2 / e for x, e in cells)


def of_pairs(rows: Rows, holds: Callable[[bool, bool], bool]) -> Fraction:
    """How many pairs of two samples there are of which something holds: of one actual class, of one predicted class."""
    both = combinations(samples(rows), 2)
    return Fraction(sum(holds(one[0] == other[0], one[1] == other[1]) for one, other in both))


def avoided(*asked: Rows) -> Any:
    """The wrong guesses that become right if a group is known, over all wrong ones; by group, how often each class."""
    wrong = sum(Fraction(sum(total := [sum(of) for of in zip(*groups, strict=True)]) - max(total)) for groups in asked)
    return (wrong - sum(sum(group) - max(group) for groups in asked for group in groups)) / wrong


OF_MATRIX: dict[str, Callable[[Rows], Any]] = {  # what a description says of all cells, or of all samples
    "the sum, over all cells, of the squared difference of count and expected count, divided by the expected count": (
        from_expected
    ),
    "the fraction of all pairs of samples on which the actual and the predicted classes agree": (
        lambda rows: of_pairs(rows, lambda a, p: a == p) / of_pairs(rows, lambda a, p: True)
    ),
    "the number of samples of the largest class divided by the number of all samples": (
        lambda rows: Fraction(max(map(sum, rows)), size_of(rows))
    ),
    "the fraction of wrong guesses of the actual class that are avoided if the predicted class is known": (
        lambda rows: avoided(transposed(rows))
    ),
    "the fraction of wrong guesses of the predicted class that are avoided if the actual class is known": avoided,
    "the fraction of wrong guesses of the actual and the predicted class that are avoided if the other one is known": (
        lambda rows: avoided(rows, transposed(rows))
    ),
}
# Which weights is said by the parameter; a correlation and a changed Jaccard index have a test of their own, and what
# has powers that are no whole ones, or a case of its own, is held against PyCM.
ELSEWHERE = {"adjusted_geometric_mean", "digby", "fbeta", "mcc", "tversky"}


def read(sentence: str, rows: Rows, of: int, known: Mapping[str, Any] | None = None) -> Any:
    """What a description says that the value is; None if it is not understood."""
    what = re.sub(r"^.*? (is|are) ", "", sentence, count=1).removesuffix(".")
    if weighed := WEIGHED.get(what):
        recall, prevalence = metric_named("recall"), metric_named("prevalence")
        k = range(len(rows))
        return weighed([value(rows, recall, i) for i in k], [value(rows, prevalence, i) for i in k])
    if (counted := OF_MATRIX.get(what)) is not None:
        return counted(rows)
    return said(what if "reciprocals" in what else re.sub(r":.*", "", what), rows, of, known)


@each(("m", "convention"), CONVENTIONS, ids=name_of)
def test_a_description_is_true(m: Metric, convention: Convention) -> None:
    options: dict[str, Any] = {"convention": convention.name, **parameters_of(m, convention.name)}
    if m.exactness == "transcendental" or ((m.name in ELSEWHERE or m.parts) and convention is m.standard):
        return
    for rows in MATRICES:
        for of in range(len(rows)):
            first, *more = sentences(convention.description)
            here: dict[str, Any] = {}
            for found in (re.fullmatch(r"Here, (.+?) is (.+)\.", text) for text in more):
                if found is not None:
                    here[found[1]] = said(found[2], rows, of, here)
            told = read(first, rows, of, here)
            assert told is not None, "a sentence of a new kind: add it to the grammar of phrases"
            assert told == value(rows, m, of if m.scope == "class" else None, **options), (rows, of)


def in_every_order(rows: Rows, what: Callable[[Sample], int]) -> Fraction:
    """The mean of something over the samples, if the same predictions are given to them in every order."""
    pairs = samples(rows)
    actual, predicted = zip(*pairs, strict=True)
    orders = list(permutations(predicted))
    return Fraction(sum(sum(map(what, zip(actual, order, strict=True))) for order in orders), len(orders) * len(pairs))


def joint_in_every_order(rows: Rows) -> Fraction:
    """The mean number of pairs that are alike in both, if the predictions are given to the samples in every order."""
    actual, predicted = zip(*samples(rows), strict=True)
    orders = list(permutations(predicted))
    k = range(len(rows))
    cells = [list(zip(actual, order, strict=True)) for order in orders]
    joint = sum(comb(found.count((i, j)), 2) for found in cells for i in k for j in k)
    return Fraction(joint, len(orders))


FEW: list[Rows] = [
    [[2, 1], [0, 2]],
    [[1, 2], [2, 1]],
    [[2, 0, 1], [1, 1, 0], [0, 1, 0]],
    [[0, 1, 1], [0, 1, 0], [2, 0, 1]],
]


def drawn(rows: Rows, what: Callable[[Sample], bool], *, back: bool = True) -> Fraction:
    """The probability of something of two classes that are drawn from all actual and predicted classes."""
    urn = list(enumerate(c for pair in samples(rows) for c in pair))
    pairs = [(x, y) for (at, x), (other, y) in product(urn, urn) if back or at != other]
    return Fraction(sum(map(what, pairs)), len(pairs))


def mean_of_drawn(rows: Rows, what: Callable[[Sample], int]) -> Fraction:
    """The mean of something over two of all actual and predicted classes, drawn one after the other."""
    return mean([Fraction(what(pair)) for pair in permutations([c for pair in samples(rows) for c in pair], 2)])


def observed(rows: Rows, what: Callable[[Sample], int]) -> Fraction:
    return Fraction(sum(map(what, samples(rows))), size_of(rows))


def is_same(pair: Sample) -> bool:
    return pair[0] == pair[1]


RANDOMLY = "if the same predictions were given to the samples in random order"
PARTS: dict[str, Callable[[Rows], Fraction]] = {  # what is said of a part of a definition, counted
    "the fraction of the samples that were predicted correctly": lambda rows: observed(rows, is_same),
    "the fraction of the samples that were predicted wrongly": lambda rows: 1 - observed(rows, is_same),
    f"the fraction that would be correct on average {RANDOMLY}": lambda rows: in_every_order(rows, is_same),
    "the mean distance between the actual class and the predicted class": (
        lambda rows: observed(rows, lambda s: abs(s[0] - s[1]))
    ),
    "the mean squared distance between the actual class and the predicted class": (
        lambda rows: observed(rows, lambda s: (s[0] - s[1]) ** 2)
    ),
    f"the mean distance that there would be on average {RANDOMLY}": (
        lambda rows: in_every_order(rows, lambda s: abs(s[0] - s[1]))
    ),
    f"the mean squared distance that there would be on average {RANDOMLY}": (
        lambda rows: in_every_order(rows, lambda s: (s[0] - s[1]) ** 2)
    ),
    "the probability that two classes are the same if both are drawn at random from all actual and predicted classes": (
        lambda rows: drawn(rows, is_same)
    ),
    "the probability that two classes drawn at random are different, divided by the number of classes minus 1": (
        lambda rows: drawn(rows, lambda s: not is_same(s)) / (len(rows) - 1)
    ),
    "the probability that two classes drawn at random from all actual and predicted classes are different, if none is "
    "put back": lambda rows: drawn(rows, lambda s: not is_same(s), back=False),
    "the fraction that would be correct on average if every class were predicted with the same probability": (
        lambda rows: Fraction(1, len(rows))
    ),
    "the mean squared distance between two classes drawn at random from all actual and predicted classes, if none is "
    "put back": lambda rows: mean_of_drawn(rows, lambda s: (s[0] - s[1]) ** 2),
    "the number of all pairs of two samples": lambda rows: of_pairs(rows, lambda a, p: True),
    "the number of pairs of samples that belong to the same class": lambda rows: of_pairs(rows, lambda a, p: a),
    "the number of pairs of samples that were predicted as the same class": lambda rows: of_pairs(rows, lambda a, p: p),
    "the number of pairs of samples that belong to the same class and were predicted as the same class": (
        lambda rows: of_pairs(rows, lambda a, p: a and p)
    ),
    f"the number of joint pairs that there would be on average {RANDOMLY}": lambda rows: joint_in_every_order(rows),
    "the mean of the number of actual pairs and the number of predicted pairs": (
        lambda rows: of_pairs(rows, lambda a, p: a) / 2 + of_pairs(rows, lambda a, p: p) / 2
    ),
}


@each("m", [m for m in METRICS if m.parts], ids=name_of)
def test_the_parts_of_a_definition_are_what_is_said(m: Metric) -> None:
    for rows in FEW:
        tree = ConfusionMatrix(rows, labels=list(NAMES[: len(rows)])).derive(m.name).page.named
        parts = {part.head: part for part in every_part(tree) if isinstance(part, Named) and part.head.title}
        assert {head.metric for head in parts} == m.parts.keys()
        known: dict[str, Any] = {}
        for head, part in parts.items():
            known[f"the {head.title}"] = PARTS[m.parts[head.metric].doc](rows)
            assert evaluate(part) == known[f"the {head.title}"], (head.metric, rows)
        if (chance := known.get("the chance agreement")) is not None:
            known["the improvement of the predictions over chance"] = known["the observed agreement"] - chance
            known["the largest possible improvement over chance"] = 1 - chance
        told = read(sentences(m.standard.description)[0], rows, 0, known)
        assert told is not None, "a sentence of a new kind: add it to the grammar of phrases"
        assert told == value(rows, m), rows


def test_the_correlation_of_the_classes() -> None:
    for cells in product(range(4), repeat=4):
        rows = [list(cells[:2]), list(cells[2:])]
        pairs = [(1 - a, 1 - p) for a, p in samples(rows)]  # 1 for positive, the first class
        n, x, y, both = len(pairs), sum(a for a, _ in pairs), sum(p for _, p in pairs), sum(a * p for a, p in pairs)
        covariance, variances = n * both - x * y, (n * x - x * x) * (n * y - y * y)
        got = value(rows, metric_named("mcc"))
        assert isinstance(got, Undefined) if variances == 0 else got**2 == Fraction(covariance**2, variances)
        if variances:  # what is said behind the formula
            assert sign(got) == (covariance > 0) - (covariance < 0)
            larger = rows[0][0] * rows[1][1] - rows[1][0] * rows[0][1]
            assert (covariance > 0) == (larger > 0)


def test_the_jaccard_index_with_errors_counted_several_times() -> None:
    """Each false positive and each false negative as many times as is said, and nothing else otherwise."""
    for alpha, beta in product(range(4), repeat=2):
        for tp, fn, fp, tn in product(range(3), repeat=4):
            got = value([[tp, fn], [fp, tn]], metric_named("tversky"), 0, alpha=alpha, beta=beta)
            counted = value([[tp, beta * fn], [alpha * fp, tn]], metric_named("jaccard"), 0)
            assert isinstance(got, Undefined) if isinstance(counted, Undefined) else got == counted


# What a value means

FRACTION = re.compile(r"(on average over the classes, )?\{percent\} of (.+)")


@each(("m", "convention"), CONVENTIONS, ids=name_of)
def test_a_meaning_is_a_clause_with_one_value(m: Metric, convention: Convention) -> None:
    meaning, places = convention.meaning, re.findall(r"\{(\w+)\}", convention.meaning)
    if meaning:
        assert_said_well(meaning[0].upper() + meaning[1:] + ".")
        assert meaning[0] == "{" or meaning[0].islower()
        assert sum(places.count(place) for place in ("percent", "value", "points")) == 1
        assert set(places) <= {"percent", "value", "points", "all", *(["class"] if m.scope == "class" else [])}
        assert "all" not in places or re.search(r"\{percent\} of (the|all) \{all\} ", meaning)
        assert m.scope != "class" or "class" in places
        # Only a part of something is a percentage: nothing is said of a value below 0.
        assert "percent" not in places or convention.range in ((-1, 1), (0, 1))
    assert m.neutral in ("", "chance", "random guessing")
    assert not m.neutral or ((low := m.standard.range[0]) is not None and low < 0)


@each(("m", "convention"), [(m, c) for m, c in CONVENTIONS if FRACTION.match(c.meaning)], ids=name_of)
def test_a_percentage_is_the_fraction_that_it_says(m: Metric, convention: Convention) -> None:
    found = FRACTION.fullmatch(convention.meaning)
    assert found is not None
    said = (found[2].replace("a class", "{class}") if found[1] else found[2]).replace("{all} ", "")
    [(of, told)] = [(of, told) for of, told in product(TOLD, TOLD) if of + told == said]
    for rows in MATRICES:
        parts = [
            count(rows, lambda a, p, c: TOLD[of](a, p, c) and TOLD[told](a, p, c), c) / count(rows, TOLD[of], c)
            for c in range(len(rows))
        ]
        options: dict[str, Any] = {"convention": convention.name}
        if m.scope == "class":
            assert parts == [value(rows, m, c, **options) for c in range(len(rows))]
        else:
            assert value(rows, m, **options) == (mean(parts) if found[1] else parts[0])
            assert found[1] or "{class}" not in said


def mean_rate(rows: Rows) -> Any:
    return mean([rates(rows, c)[0] for c in range(len(rows))])


REPEATED = {  # meanings that say what the description says
    "the predictions reach {percent} of the possible improvement over chance": (
        "the improvement of the predictions over chance divided by the largest possible improvement over chance"
    ),
    "the disagreement is {percent} smaller than by chance": (
        "1 minus the quotient of the observed disagreement and the chance disagreement"
    ),
    "the actual and the predicted classes agree on {percent} of all pairs of samples": (
        "the fraction of all pairs of samples on which the actual and the predicted classes agree"
    ),
}
MEANINGS: dict[str, Callable[[Rows, int, Any], bool]] = {  # the others, counted: of the counts, the class and the value
    "samples of {class} are predicted as it {points} than other samples": (
        lambda rows, c, got: got == rates(rows, c)[0] - rates(rows, c)[1]
    ),
    "samples predicted as {class} belong to it {points} than other samples": (
        lambda rows, c, got: got == rates(transposed(rows), c)[0] - rates(transposed(rows), c)[1]
    ),
    "a sample of {class} is predicted as this class {value} times as often as a sample of another class": (
        lambda rows, c, got: rates(rows, c)[0] == got * rates(rows, c)[1]
    ),
    "a class other than {class} is predicted {value} times as often for samples of {class} as for samples of other "
    "classes": lambda rows, c, got: 1 - rates(rows, c)[0] == got * (1 - rates(rows, c)[1]),
    "the odds of being predicted as {class} are {value} times as high for a sample of {class} as for a sample of "
    "another class": lambda rows, c, got: odds(rates(rows, c)[0]) == got * odds(rates(rows, c)[1]),
    "the odds of being predicted as {class} are {value} times as high for a sample of another class as for a sample of "
    "{class}": lambda rows, c, got: odds(rates(rows, c)[1]) == got * odds(rates(rows, c)[0]),
    "the largest class has {percent} of all samples": lambda rows, c, got: (
        got == max(share(rows, i) for i in range(len(rows)))
    ),
    "a class has {value} samples on average": lambda rows, c, got: got == mean([Fraction(sum(row)) for row in rows]),
    "if the predicted class is known, {percent} fewer guesses of the actual class are wrong": lambda rows, c, got: (
        got == avoided(transposed(rows))
    ),
    "if the actual class is known, {percent} fewer guesses of the predicted class are wrong": lambda rows, c, got: (
        got == avoided(rows)
    ),
    "the predictions reach {percent} of the possible improvement over random guessing": (
        lambda rows, c, got: got * (1 - Fraction(1, len(rows))) == mean_rate(rows) - Fraction(1, len(rows))
    ),
    "a sample predicted as {class} belongs to this class {value} times as often as any sample": (
        lambda rows, c, got: rates(transposed(rows), c)[0] == got * Fraction(sum(rows[c]), size_of(rows))
    ),
    "a prediction of {class} gives {value} bits of information about this class": (
        lambda rows, c, got: near(got, bits(rows, lambda a, p: share(rows, c) / rates(transposed(rows), c)[0]))
    ),
    "the actual class of a sample tells {value} bits on average": (
        lambda rows, c, got: near(got, bits(rows, lambda a, p: likely(rows, lambda x, y: x == a)))
    ),
    "the predicted class of a sample tells {value} bits on average": (
        lambda rows, c, got: near(got, bits(rows, lambda a, p: likely(rows, lambda x, y: y == p)))
    ),
    "the actual and the predicted class of a sample tell {value} bits as a pair on average": (
        lambda rows, c, got: near(got, bits(rows, lambda a, p: likely(rows, lambda x, y: (x, y) == (a, p))))
    ),
    "where the actual class is known, the predicted class still tells {value} bits on average": (
        lambda rows, c, got: near(got, bits(rows, lambda a, p: predicted_where(rows, a, p)))
    ),
    "with the probabilities of the predicted classes, the actual class of a sample tells {value} bits on average": (
        lambda rows, c, got: near(got, bits(rows, lambda a, p: likely(rows, lambda x, y: y == a)))
    ),
    "with the probabilities of the predicted classes, the actual class of a sample tells {value} bits more on average "
    "than with its own": lambda rows, c, got: near(
        got,
        bits(rows, lambda a, p: likely(rows, lambda x, y: y == a))
        - bits(rows, lambda a, p: likely(rows, lambda x, y: x == a)),
    ),
    "on average, the predicted class of a sample tells {value} bits of its actual class": (
        lambda rows, c, got: near(got, told_of_the_other(rows))
    ),
    "the predicted class tells {percent} of what the actual class tells": lambda rows, c, got: near(
        got, told_of_the_other(rows) / bits(rows, lambda a, p: likely(rows, lambda x, y: x == a))
    ),
    "the actual class tells {percent} of what the predicted class tells": lambda rows, c, got: near(
        got, told_of_the_other(rows) / bits(rows, lambda a, p: likely(rows, lambda x, y: y == p))
    ),
}


def near(got: Any, want: float) -> bool:
    return abs(float(got) - want) < 1e-12


def bits(rows: Rows, probability: Callable[[int, int], Fraction]) -> float:
    """What a sample tells on average: the less likely, the more."""
    told = [-log2(probability(a, p)) for a, p in samples(rows)]
    return sum(told) / len(told)


def likely(rows: Rows, of: Callable[[int, int], bool]) -> Fraction:
    return mean([Fraction(of(a, p)) for a, p in samples(rows)])


def predicted_where(rows: Rows, actual: int, predicted: int) -> Fraction:
    return likely(rows, lambda a, p: (a, p) == (actual, predicted)) / likely(rows, lambda a, p: a == actual)


def told_of_the_other(rows: Rows) -> float:
    """How many bits less the predicted class tells where the actual one is known, and the other way round."""
    alone = bits(rows, lambda a, p: likely(rows, lambda x, y: y == p))
    return alone - bits(rows, lambda a, p: predicted_where(rows, a, p))


@each("m", [m for m in METRICS if m.standard.meaning and not FRACTION.match(m.standard.meaning)], ids=name_of)
def test_a_meaning_that_is_no_fraction_of_samples_is_true(m: Metric) -> None:
    if (repeated := REPEATED.get(m.standard.meaning)) is not None:
        assert sentences(m.standard.description)[0].endswith(f" is {repeated}.")
        return
    for rows in MATRICES:
        for c in range(len(rows)):
            assert MEANINGS[m.standard.meaning](rows, c, of_class(rows, m.name, c)), (rows, c)


@each("m", [m for m in METRICS if m.independent is not None], ids=name_of)
def test_a_value_says_whether_the_predictions_depend_on_the_class(m: Metric) -> None:
    for rows in SQUARES:
        if not isinstance(got := of_class(rows, m.name, 0), Undefined):
            assert (got == m.independent) == (scaled(rows, size_of(rows)) == times_totals(rows)), rows


def scaled(rows: Rows, factor: int) -> Rows:
    return [[cell * factor for cell in row] for row in rows]


def times_totals(rows: Rows) -> Rows:
    """Counts with the same distribution of predictions in each row: the predictions do not depend on the class."""
    return [[sum(row) * column for column in map(sum, transposed(rows))] for row in rows]


@each("m", METRICS, ids=name_of)
def test_the_worst_micro_average_is_that_without_a_correct_prediction(m: Metric) -> None:
    """By search: the scale of a micro average goes to what it has where every prediction is wrong, and is reached."""
    low, high = m.standard.range
    if m.scope != "class" or m.direction == "none" or m.standard.optimum not in (low, high) or high is None:
        return
    if not m.scale_free:  # no scale is told: a value depends on the number of samples too
        return
    options: dict[str, Any] = {"average": "micro", **parameters_of(m)}
    for pool in (SQUARES[:: size(3, 1)], CUBES[:: size(8, 1)]):
        # How bad a value can be is read off a page, and depends on the number of classes alone.
        wrong = ConfusionMatrix(pool[-1], labels=list(NAMES[: len(pool[-1])])).derive(m.name, **options)
        worst = wrong.page.ending.wrong
        for rows in pool:
            got = value(rows, m, **options)
            if not isinstance(got, Undefined) and worst is not None:
                assert worst <= got <= 1 if m.direction == "up" else 0 <= got <= worst, rows
                assert got == worst or any(rows[i][i] for i in range(len(rows))), rows


SQUARES = [[list(cells[:2]), list(cells[2:])] for cells in product(range(4), repeat=4)]
CUBES = [[list(cells[i : i + 3]) for i in (0, 3, 6)] for cells in product(range(2), repeat=9)]


@each(("m", "convention"), [(m, c) for m, c in CONVENTIONS if c.optimum is not None], ids=name_of)
def test_the_best_value_means_that_every_prediction_is_correct(m: Metric, convention: Convention) -> None:
    """By search: of a metric that says so, all matrices with the best value have no error and the other way round."""
    options: dict[str, Any] = {"convention": convention.name, **parameters_of(m, convention.name)}
    of = 0 if m.scope == "class" else None
    agree = True
    for rows in (*SQUARES, *CUBES[:: size(5, 1)]):
        got = value(rows, m, of, **options)
        correct = sum(map(sum, rows)) == sum(rows[i][i] for i in range(len(rows)))
        if not isinstance(got, Undefined):
            agree = agree and (got == convention.optimum) == correct
            assert got == convention.optimum or not (correct and m.optimum_only), rows
    assert agree is m.optimum_only


OF_THE_MATRIX = [(m, c) for m, c in CONVENTIONS if m.scope == "matrix"]
ONE_TO_ONE = [[0, 9, 0], [0, 0, 8], [7, 0, 0]]
ALL_IN_ONE = [[0, 9, 0], [0, 0, 0], [0, 0, 0]]
ALL_WRONG = [[[0, a, b], [c, 0, d], [e, f, 0]] for a, b, c, d, e, f in product(range(3), repeat=6)]


@each(("m", "convention"), [(m, c) for m, c in OF_THE_MATRIX if c.optimum is not None], ids=name_of)
def test_the_best_value_can_be_had_without_a_correct_prediction(m: Metric, convention: Convention) -> None:
    """By search: a metric of the matrix says so, and only then some matrix with no count on the diagonal has it."""
    options: dict[str, Any] = {"convention": convention.name, **parameters_of(m, convention.name)}
    pool = [ONE_TO_ONE, ALL_IN_ONE, *ALL_WRONG[1 :: size(7, 1)]]
    found = any(value(rows, m, **options) == convention.optimum for rows in pool)
    assert found is m.optimum_if_wrong


# Why a metric is made so


def rates(rows: Rows, c: int) -> tuple[Any, Any]:
    """How often a class is predicted for its own samples, and for those of other classes."""
    own, other = ([p == c for a, p in samples(rows) if (a == c) is mine] for mine in (True, False))
    return Fraction(sum(own), len(own)), Fraction(sum(other), len(other))


def odds(rate: Any) -> Any:
    return rate / (1 - rate)


def is_nearer(score: Any, small: Any, large: Any) -> bool:
    """Whether a score lies between two numbers, nearer to the smaller one if they differ."""
    small, large = sorted((small, large))
    return bool(small < score < large and 2 * score < small + large) if small < large else bool(score == small)


def of_class(rows: Rows, name: str, c: int, **options: Any) -> Any:
    m = metric_named(name)
    return value(rows, m, c if m.scope == "class" else None, **options)


def errs(rows: Rows, c: int, **options: Any) -> Any:
    """The Tversky index after one more sample of the next class is predicted as a class."""
    more = [[cell + (j == c == (i - 1) % len(rows)) for j, cell in enumerate(row)] for i, row in enumerate(rows)]
    return of_class(more, "tversky", c, **options)


def size_of(rows: Rows) -> int:
    return sum(map(sum, rows))


def times(rows: Rows, factors: tuple[int, ...]) -> Rows:
    return [[cell * factor for cell in row] for row, factor in zip(rows, factors, strict=False)]


def without(rows: Rows, c: int) -> Rows:
    """Many more samples that do not belong to a class and were not predicted as it."""
    return [[cell + 9 * (c not in (i, j)) for j, cell in enumerate(row)] for i, row in enumerate(rows)]


def is_fbeta(rows: Rows, c: int) -> bool:
    ends = {b: of_class(rows, "fbeta", c, beta=b) for b in (Fraction(1, 2), Fraction(2))}
    f1, p, r = (of_class(rows, name, c) for name in ("f1", "precision", "recall"))
    if isinstance(p, Undefined) or isinstance(r, Undefined):
        raise NoValue
    return all(abs(ends[b] - to) < abs(f1 - to) or p == r for b, to in ((Fraction(2), r), (Fraction(1, 2), p)))


def by_chance(rows: Rows) -> Fraction:
    """The correct predictions on average, if the same predictions are given to the samples in random order."""
    n = sum(map(sum, rows))
    return sum((Fraction(sum(row) * sum(other[i] for other in rows), n) for i, row in enumerate(rows)), Fraction(0))


Idea = Callable[..., bool]  # of the counts, the class, the value, and the values of the phrases at the places
IDEAS: dict[str, Idea] = {
    "It is {}.": lambda rows, c, got, x: got == x,
    "It is the accuracy of a model that always predicts this class.": lambda rows, c, got: (
        got == max(Fraction(sum(a == always for a, _ in samples(rows)), size_of(rows)) for always in range(len(rows)))
    ),
    "A wrong prediction counts as wrong for two classes only: the actual class and the predicted class.": (
        lambda rows, c, got: got == 1 - Fraction(2 * sum(a != p for a, p in samples(rows)), len(rows) * size_of(rows))
    ),
    "It tells how closely the predicted classes follow the actual classes.": (
        lambda rows, c, got: sign(got) == sign(sum(rows[i][i] for i in range(len(rows))) - by_chance(rows))
    ),
    "If {} and {} differ, the score is nearer to the smaller one. So it is high only if both are high.": (
        lambda rows, c, got, x, y: is_nearer(got, x, y)
    ),
    "A beta greater than 1 moves it nearer to recall than the F1 score, and a beta less than 1 nearer to precision.": (
        lambda rows, c, got: is_fbeta(rows, c)
    ),
    "It tells how much more often the class is predicted for its own samples than for samples of other classes.": (
        lambda rows, c, got: got == rates(rows, c)[0] - rates(rows, c)[1]
    ),
    "An alpha greater than beta makes a false positive count more than a false negative.": (
        lambda rows, c, got: (
            errs(rows, c, alpha=3, beta=2) < errs(transposed(rows), c, alpha=2, beta=3) or not rows[c][c]
        )
    ),
    "If both are 1/2, it is the F1 score.": (
        lambda rows, c, got: of_class(rows, "tversky", c, alpha="1/2", beta="1/2") == of_class(rows, "f1", c)
    ),
    "It is also {}, because {} is {}.": lambda rows, c, got, x, y, z: got == x and y == z,
    "It tells how much more often a sample belongs to the class if it was predicted as the class than if it was not.": (
        lambda rows, c, got: got == rates(transposed(rows), c)[0] - rates(transposed(rows), c)[1]
    ),
    "It lies between the two, and nearer to the smaller one if they differ.": (
        lambda rows, c, got: is_nearer(got, of_class(rows, "precision", c), of_class(rows, "recall", c))
    ),
    "It is high only if both are high, and 0 if one of them is 0.": (
        lambda rows, c, got: (
            got**2 <= min(both := [of_class(rows, name, c) for name in ("recall", "specificity")])
            and (got == 0) == (0 in both)
        )
    ),
    "It compares how often the class is predicted for its own samples with how often it is predicted for samples of "
    "other classes.": lambda rows, c, got: got * rates(rows, c)[1] == rates(rows, c)[0],
    "It compares how often the class is not predicted for its own samples with how often it is not predicted for "
    "samples of other classes.": lambda rows, c, got: got * (1 - rates(rows, c)[1]) == 1 - rates(rows, c)[0],
    "It compares the odds that the class is predicted for its own samples with the odds that it is predicted for "
    "samples of other classes. Odds compare how often something happens with how often it does not happen.": (
        lambda rows, c, got: rates(rows, c)[1] == 1 or got * odds(rates(rows, c)[1]) == odds(rates(rows, c)[0])
    ),
    "It puts the diagnostic odds ratio on a scale from −1 to 1.": (
        lambda rows, c, got: -1 <= got <= 1 and got * (odds_ratio(rows, c) + 1) == odds_ratio(rows, c) - 1
    ),
    "A sample of another class that was not predicted as this class counts half as much as a correct prediction.": (
        lambda rows, c, got: 2 * got * size_of(rows) == 2 * rows[c][c] + len(samples_without(rows, c))
    ),
    "It is high only if all four are high.": lambda rows, c, got: got <= 4 * min(all_rates(rows, c)),
    "It compares how often the class occurs among the samples predicted as it with how often it occurs among all "
    "samples.": lambda rows, c, got: got * share(rows, c) == rates(transposed(rows), c)[0],
    "It is the chance agreement of {}.": lambda rows, c, got, score: (
        score * (1 - got) == Fraction(sum(rows[i][i] for i in range(len(rows))), size_of(rows)) - got
    ),
}
COUNTLESS: dict[str, Callable[[Rows, int], Rows]] = {  # what may be changed in the counts without changing the value
    "Every class counts the same, however many samples it has.": lambda rows, c: times(rows, (7, 2, 5, 3)),
    "All other samples do not count, however many they are.": lambda rows, c: without(rows, c),
    "The predictions do not count, whatever they are.": lambda rows, c: [row[1:] + row[:1] for row in rows],
    "The correct predictions of the class do not count, however many they are.": lambda rows, c: more_correct(rows, c),
}
CONDITIONS: dict[str, Callable[[Rows, int], bool]] = {
    "the class is predicted as often for samples of other classes as for its own samples": (
        lambda rows, c: rates(rows, c)[0] == rates(rows, c)[1]
    ),
    "one of them is 0": lambda rows, c: not rows[c][c] or not samples_without(rows, c),
    "the recall of one class is 0, however large the others are": (
        lambda rows, c: not all(rows[i][i] for i in range(len(rows)))
    ),
    "every prediction is wrong": lambda rows, c: not any(rows[i][i] for i in range(len(rows))),
}


def odds_ratio(rows: Rows, c: int) -> Any:
    own, other = rates(rows, c)
    return odds(own) / odds(other)


def all_rates(rows: Rows, c: int) -> tuple[Any, ...]:
    """Of the samples of the class and of the others, and of the predictions of it and of the others: those correct."""
    (own, other), (told, not_told) = rates(rows, c), rates(transposed(rows), c)
    return own, 1 - other, told, 1 - not_told


def samples_without(rows: Rows, c: int) -> list[Sample]:
    return [pair for pair in samples(rows) if c not in pair]


def share(rows: Rows, c: int) -> Fraction:
    return Fraction(sum(rows[c]), size_of(rows))


def more_correct(rows: Rows, c: int) -> Rows:
    return [[cell + 5 * (i == j == c) for j, cell in enumerate(row)] for i, row in enumerate(rows)]


def idea_holds(text: str, m: Metric, rows: Rows, c: int, got: Any) -> bool | None:
    """Whether an idea, or a sentence of it, is true of a value; None if it is not understood."""
    if (changed := COUNTLESS.get(text)) is not None:
        return bool(got == of_class(changed(rows, c), m.name, c))
    if found := re.fullmatch(r"It is (\d+) (only )?if (.+)\.", text):
        is_so, is_value = CONDITIONS[found[3]](rows, c), got == int(found[1])
        return (is_so or not is_value) if found[2] else (is_value or not is_so)
    told = [
        holds(rows, c, got, *places)
        for template, holds in IDEAS.items()
        for slots in filled(template, text)
        if None not in (places := [said(slot, rows, c) for slot in slots])
    ]
    return all(told) if told else None


def transposed(rows: Rows) -> Rows:
    return [list(column) for column in zip(*rows, strict=True)]


@each("m", [m for m in METRICS if m.idea], ids=name_of)
def test_an_idea_is_true(m: Metric) -> None:
    assert_said_well(m.idea)
    assert len(sentences(m.idea)) <= 2
    counted = 0
    for rows in (*MATRICES, *SQUARES[:: size(3, 1)], *CUBES[:: size(5, 1)]):
        for c in range(len(rows)) if m.scope == "class" else [0]:
            got = of_class(rows, m.name, c, **parameters_of(m))
            with suppress(NoValue, ZeroDivisionError, UndefinedValueError):
                if not isinstance(got, Undefined):
                    told = [idea_holds(m.idea, m, rows, c, got)]
                    if told == [None]:
                        told = [idea_holds(sentence, m, rows, c, got) for sentence in sentences(m.idea)]
                    assert None not in told, "a sentence of a new kind: add it to the ideas"
                    assert all(told), (rows, c)
                    counted += 1
    assert counted > 60


# The question and the mistake


@each("m", [m for m in METRICS if m.question], ids=name_of)
def test_a_question_is_one(m: Metric) -> None:
    assert_said_well(m.question.replace("? ", ". ") + ".")
    assert "?" not in m.question
    assert ("{class}" in m.question) == (m.scope == "class")


@each("m", [m for m in METRICS if m.mistake], ids=name_of)
def test_a_mistake_is_told_with_what_it_gives(m: Metric) -> None:
    assert m.mistake is not None
    assert_said_well(m.mistake.text)
    places = re.findall(r"\{(\w+)\}", m.mistake.text)
    assert places.count("value") == 1
    assert set(places) <= {"value", *(["class"] if m.scope == "class" else [])}
    assert not isinstance(m.mistake.wrong, str) or metric_named(m.mistake.wrong).title.partition(" ")[0] in (
        m.mistake.text + " accuracy"
    )


# Parts and what is said behind the formula


@each("m", [m for m in METRICS if m.parts or m.reads], ids=name_of)
def test_parts_and_readings(m: Metric) -> None:
    assert len(m.reads) <= 3
    for reading in m.reads:
        assert_said_well(reading.text)
        assert set(re.findall(r"\{(\w+)\}", reading.text)) <= {*m.parts, "tp", "tn", "fp", "fn", "totals"}
    for part in m.parts.values():
        assert part.doc.startswith("the ")
        assert_said_well("It is " + part.doc + ".")
        if part.why:
            assert_said_well(part.why)
            assert len(sentences(part.why)) <= 5
            assert set(re.findall(r"\{(\w+)\}", part.why)) <= {"class", "row", "column", "n"}


def test_what_an_average_from_averages_is_made_of() -> None:
    made = {(m.name, c.name): [x.name for x in components(c)] for m, c in CONVENTIONS if components(c)}
    both = ["precision", "recall"]
    assert made.items() >= {("f1", "standard"): both, ("fbeta", "standard"): both, ("fbeta", "convex"): both}.items()
