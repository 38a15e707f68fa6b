"""What the author of a metric writes is well formed and true: its sentences are read, and counted from the samples."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from exactmetrics.api import ConfusionMatrix
from exactmetrics.derivation.planning.tree import every_part
from exactmetrics.exact.values import Undefined, root, sign
from exactmetrics.expression.nodes import Named
from exactmetrics.metrics.metric import Convention, Metric
from exactmetrics.metrics.registry import all_metrics, components, metric_named
from tests.cases import each, size
from tests.contracts.matrices import BIRDS, FIG_23, Rows

METRICS = all_metrics()
CONVENTIONS = [(m, c) for m in METRICS for c in m.conventions.values()]
NAMES = "abcd"
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


CALLED = {"predicted": "number of predictions"}  # the title is the head of a column


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

Sample = tuple[int, int]  # the actual class and the predicted one
COUNTED: dict[str, Callable[[int, int, int], bool]] = {  # the words for each count, of actual class, predicted, class
    "its correct predictions": lambda a, p, c: a == p == c,
    "all samples that belong to this class": lambda a, p, c: a == c,
    "all samples predicted as this class": lambda a, p, c: p == c,
    "samples of other classes predicted as this class": lambda a, p, c: a != c == p,
    "its samples that were predicted as another class": lambda a, p, c: a == c != p,
    "samples of other classes not predicted as this class": lambda a, p, c: c not in (a, p),
    "all samples that belong to this class or were predicted as it": lambda a, p, c: c in (a, p),
    "all samples": lambda a, p, c: True,
    "the samples of other classes": lambda a, p, c: a != c,
    "its samples": lambda a, p, c: a == c,
    "the samples predicted as this class": lambda a, p, c: p == c,
    "the samples not predicted as this class": lambda a, p, c: p != c,
    "correct predictions": lambda a, p, c: a == p,
    "wrong predictions": lambda a, p, c: a != p,
}
TOLD: dict[str, Callable[[int, int, int], bool]] = {  # what is said of samples, and of which samples
    "all samples": lambda a, p, c: True,
    "the samples predicted as {class}": lambda a, p, c: p == c,
    "the samples of {class}": lambda a, p, c: a == c,
    "the samples that do not belong to {class}": lambda a, p, c: a != c,
    "the samples that were not predicted as {class}": lambda a, p, c: p != c,
    "the samples that belong to {class} or were predicted as it": lambda a, p, c: c in (a, p),
    " really belong to it": lambda a, p, c: a == c,
    " belong to another class": lambda a, p, c: a != c,
    " were predicted correctly": lambda a, p, c: a == p,
    " were predicted wrongly": lambda a, p, c: a != p,
    " were predicted as {class}": lambda a, p, c: p == c,
    " were not predicted as {class}": lambda a, p, c: p != c,
    " were predicted as another class": lambda a, p, c: p != c,
    " were predicted as it": lambda a, p, c: p == c,
    " were not predicted as it": lambda a, p, c: p != c,
    " do not belong to it": lambda a, p, c: a != c,
    " belong to {class}": lambda a, p, c: a == c,
    " do belong to it": lambda a, p, c: a == c,
    " belong to other classes": lambda a, p, c: a != c,
    " were correctly predicted to belong to {class} or not to belong to it": lambda a, p, c: (p == c) == (a == c),
}


def samples(rows: Rows) -> list[Sample]:
    return [(a, p) for a, row in enumerate(rows) for p, count in enumerate(row) for _ in range(count)]


def count(rows: Rows, holds: Callable[[int, int, int], bool], of: int) -> Fraction:
    return Fraction(sum(holds(a, p, of) for a, p in samples(rows)))


def value(rows: Rows, m: Metric, of: int | None = None, **options: Any) -> Any:
    if of is not None:
        options["label"] = NAMES[of]
    return ConfusionMatrix(rows, labels=list(NAMES[: len(rows)])).value(m.name, **options)


def named(title: str) -> Metric:
    """The metric of a title, also of several: "recalls", "class accuracies"."""
    titles = {CALLED.get(m.name, m.title): m for m in METRICS}
    return titles.get(title) or titles.get(title.removesuffix("s")) or titles[title.removesuffix("ies") + "y"]


def mean(terms: list[Any]) -> Any:
    return sum(terms) / len(terms)


BETA: Fraction = Fraction(3, 7)
COMPOSED: dict[str, Callable[..., Any]] = {  # of a class, from its other values
    r"its (.+) plus its (.+) minus 1": lambda x, y: x + y - 1,
    r"its (.+) divided by its (.+)": lambda x, y: x / y,
    r"the square root of the product of its (.+) and its (.+)": lambda x, y: root(x * y),
    r"the harmonic mean of its (.+) and its (.+): 2 divided by the sum of their reciprocals": (
        lambda x, y: 2 / (1 / x + 1 / y)
    ),
    r"the product of its (.+) and (.+) divided by the product of its (.+) and (.+)": lambda w, x, y, z: w * x / (y * z),
    r"the weighted harmonic mean of its (.+), with weight beta, and its (.+), with weight 1 − beta": (
        lambda x, y: 1 / (BETA / x + (1 - BETA) / y)
    ),
}
OVER_CLASSES: dict[str, Callable[..., Any]] = {  # of the values of all classes, and of the fractions of the samples
    r"the mean of the ([^,]+?)(?: of the classes)?": lambda of, x: mean(x),
    r"the mean, over the classes, of half the sum of (.+) and (.+)": (
        lambda of, x, y: mean([(a + b) / 2 for a, b in zip(x, y, strict=True)])
    ),
    r"the mean of the (.+), each multiplied by the fraction of samples in its class, divided by the sum of these "
    r"fractions": lambda of, x: mean([a * w for a, w in zip(x, of, strict=True)]) / sum(of),
    r"the mean of the (.+), each divided by the fraction of samples in its class, divided by the sum of these "
    r"fractions": lambda of, x: mean([a / w for a, w in zip(x, of, strict=True)]) / sum(of),
}

# What is said of logarithms is held against other numbers in `test_information`.
ELSEWHERE = {"fbeta": "which weights is said by the parameter", "mcc": "", "kappa": "", "linearly_weighted_kappa": ""}


def read(sentence: str, rows: Rows, of: int) -> Any:
    """What a description says that the value is; None if it is not understood."""
    what = re.sub(r"^.*? (is|are) ", "", sentence, count=1).removesuffix(".")
    if ratio := re.fullmatch(r"the number of (.+) divided by (?:the number of )?(all .+)", what):
        return count(rows, COUNTED[ratio[1]], of) / count(rows, COUNTED[ratio[2]], of)
    if fraction := re.fullmatch(r"the fraction of (.+?) that(.+)", what):
        told, among = TOLD[fraction[2].replace("this class", "{class}")], COUNTED[fraction[1]]
        both = count(rows, lambda a, p, c: told(a, p, c) and among(a, p, c), of)
        return both / count(rows, among, of)
    if (counted := re.sub(r"^the (number of )?|:.*", "", what)) in COUNTED:
        return count(rows, COUNTED[counted], of)
    for pattern, work in COMPOSED.items():
        if found := re.fullmatch(pattern, what):
            return work(*(value(rows, named(title), of) for title in found.groups()))
    k = range(len(rows))
    for pattern, work in OVER_CLASSES.items():
        if found := re.fullmatch(pattern, what):
            fractions = [value(rows, metric_named("prevalence"), i) for i in k]
            return work(fractions, *([value(rows, named(title), i) for i in k] for title in found.groups()))
    return None


@each(("m", "convention"), CONVENTIONS, ids=name_of)
def test_a_description_is_true(m: Metric, convention: Convention) -> None:
    options: dict[str, Any] = {"convention": convention.name, **dict.fromkeys(convention.parameters, BETA)}
    if (m.name in ELSEWHERE and convention is m.standard) or m.exactness == "transcendental":
        return
    for rows in MATRICES:
        for of in range(len(rows)):
            said = read(sentences(convention.description)[0], rows, of)
            assert said is not None, "a sentence of a new kind: add it to the tables"
            assert said == value(rows, m, of if m.scope == "class" else None, **options), (rows, of)


def in_every_order(rows: Rows, what: Callable[[Sample], int]) -> Fraction:
    """The mean of something over the samples, if the same predictions are given to them in every order."""
    pairs = samples(rows)
    actual, predicted = zip(*pairs, strict=True)
    orders = list(permutations(predicted))
    return Fraction(sum(sum(map(what, zip(actual, order, strict=True))) for order in orders), len(orders) * len(pairs))


FEW: list[Rows] = [
    [[2, 1], [0, 2]],
    [[1, 2], [2, 1]],
    [[2, 0, 1], [1, 1, 0], [0, 1, 0]],
    [[0, 1, 1], [0, 1, 0], [2, 0, 1]],
]


@each(("name", "what"), [("kappa", lambda s: s[0] == s[1]), ("linearly_weighted_kappa", lambda s: abs(s[0] - s[1]))])
def test_chance_is_the_same_predictions_in_random_order(name: str, what: Callable[[Sample], int]) -> None:
    m = metric_named(name)
    for rows in FEW:
        chance, observed = in_every_order(rows, what), Fraction(sum(map(what, samples(rows))), len(samples(rows)))
        tree = ConfusionMatrix(rows, labels=list(NAMES[: len(rows)])).derive(name).page.named
        assert value(rows, m) == (1 - observed / chance if m.ordinal else (observed - chance) / (1 - chance))
        symbols = {part.head.metric for part in every_part(tree) if isinstance(part, Named) and part.head.title}
        assert symbols == m.parts.keys()


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
        # Only a part of something is a percentage; what is said with `neutral` is said of values above 0.
        assert "percent" not in places or convention.range == ((-1, 1) if m.neutral else (0, 1))
    assert m.neutral in ("", "chance", "random guessing")
    assert not m.neutral or m.standard.range[0] == -1


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


def test_the_meanings_that_are_no_fraction_of_samples() -> None:
    others = {m.name: c.meaning for m, c in CONVENTIONS if c.meaning and not FRACTION.match(c.meaning)}
    assert others == {
        "kappa": "the predictions reach {percent} of the possible improvement over chance",  # its description
        "linearly_weighted_kappa": "the disagreement is {percent} smaller than by chance",  # its description
        "informedness": "samples of {class} are predicted as it {points} than other samples",
        "markedness": "samples predicted as {class} belong to it {points} than other samples",
        "plr": "a sample of {class} is predicted as this class {value} times as often as a sample of another class",
        "nlr": "a class other than {class} is predicted {value} times as often for samples of {class} as for samples "
        "of other classes",
        "dor": "the odds of being predicted as {class} are {value} times as high for a sample of {class} as for a "
        "sample of another class",
    }
    for rows, c in [(each_of, i) for each_of in MATRICES for i in range(len(each_of))]:
        own, other = rates(rows, c)
        told, not_told = rates(transposed(rows), c)
        assert of_class(rows, "informedness", c) == own - other
        assert of_class(rows, "markedness", c) == told - not_told
        assert own == of_class(rows, "plr", c) * other
        assert 1 - own == of_class(rows, "nlr", c) * (1 - other)
        assert odds(own) == of_class(rows, "dor", c) * odds(other)
        independent = times_totals(rows)
        assert {of_class(independent, name, c) for name in ("plr", "nlr", "dor")} == {1}  # the prediction tells nothing


def times_totals(rows: Rows) -> Rows:
    """Counts with the same distribution of predictions in each row: the predictions do not depend on the class."""
    return [[sum(row) * column for column in map(sum, transposed(rows))] for row in rows]


def test_the_worst_micro_average_is_that_without_a_correct_prediction() -> None:
    """By search: the scale of a micro average goes to what it has where every prediction is wrong, and is reached."""
    for rows in (*SQUARES, *CUBES[:: size(8, 1)]):
        if not sum(map(sum, rows)):
            continue
        for m in METRICS:
            low, high = m.standard.range
            if m.scope != "class" or m.direction == "none" or m.standard.optimum not in (low, high) or high is None:
                continue
            options = {"average": "micro", "beta": BETA} if m.name == "fbeta" else {"average": "micro"}
            counts = ConfusionMatrix(rows, labels=list(NAMES[: len(rows)]))
            got, wrong = counts.value(m.name, **options), counts.derive(m.name, **options).page.ending.wrong
            if not isinstance(got, Undefined):
                assert wrong <= got <= 1 if m.direction == "up" else 0 <= got <= wrong, (m, rows)
                assert got == wrong or any(rows[i][i] for i in range(len(rows))), (m, rows)


SQUARES = [[list(cells[:2]), list(cells[2:])] for cells in product(range(4), repeat=4)]
CUBES = [[list(cells[i : i + 3]) for i in (0, 3, 6)] for cells in product(range(2), repeat=9)]


@each(("m", "convention"), [(m, c) for m, c in CONVENTIONS if c.optimum is not None], ids=name_of)
def test_the_best_value_means_that_every_prediction_is_correct(m: Metric, convention: Convention) -> None:
    """By search: of a metric that says so, all matrices with the best value have no error and the other way round."""
    options: dict[str, Any] = {"convention": convention.name, **dict.fromkeys(convention.parameters, BETA)}
    of = 0 if m.scope == "class" else None
    agree = True
    for rows in (*SQUARES, *CUBES[:: size(5, 1)]):
        got = value(rows, m, of, **options)
        correct = sum(map(sum, rows)) == sum(rows[i][i] for i in range(len(rows)))
        if not isinstance(got, Undefined):
            agree = agree and (got == convention.optimum) == correct
            assert got == convention.optimum or not (correct and m.optimum_only), rows
    assert agree is m.optimum_only


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
    return all(abs(ends[b] - to) < abs(f1 - to) or p == r for b, to in ((Fraction(2), r), (Fraction(1, 2), p)))


def by_chance(rows: Rows) -> Fraction:
    """The correct predictions on average, if the same predictions are given to the samples in random order."""
    n = sum(map(sum, rows))
    return sum((Fraction(sum(row) * sum(other[i] for other in rows), n) for i, row in enumerate(rows)), Fraction(0))


IDEAS: dict[str, Callable[..., bool]] = {  # what is said, counted out of the counts, the class and the value
    r"It is 1 minus the (.+)\.": lambda rows, c, got, title: got == 1 - of_class(rows, named(title).name, c),
    r"A wrong prediction counts as wrong for two classes only: the actual class and the predicted class\.": (
        lambda rows, c, got: got == 1 - Fraction(2 * sum(a != p for a, p in samples(rows)), len(rows) * size_of(rows))
    ),
    r"Every class counts the same, however many samples it has\.": (
        lambda rows, c, got: got == of_class(times(rows, (7, 2, 5, 3)), "balanced_accuracy", c)
    ),
    r"It tells how closely the predicted classes follow the actual classes\.": (
        lambda rows, c, got: sign(got) == sign(sum(rows[i][i] for i in range(len(rows))) - by_chance(rows))
    ),
    r"If (.+) and (.+) differ, the score is nearer to the smaller one\. So it is high only if both are high\.": (
        lambda rows, c, got, *titles: is_nearer(got, *(of_class(rows, title, c) for title in titles))
    ),
    r"A beta greater than 1 moves it nearer to recall than the F1 score, and a beta less than 1 nearer to "
    r"precision\.": lambda rows, c, got: is_fbeta(rows, c),
    r"All other samples do not count, however many they are\.": (
        lambda rows, c, got: got == of_class(without(rows, c), "jaccard", c)
    ),
    r"It tells how much more often the class is predicted for its own samples than for samples of other classes\. It "
    r"is also the recall minus the false positive rate, because the false positive rate is 1 minus the specificity\.": (
        lambda rows, c, got: (
            got == rates(rows, c)[0] - rates(rows, c)[1] == of_class(rows, "recall", c) - of_class(rows, "fpr", c)
            and of_class(rows, "fpr", c) == 1 - of_class(rows, "specificity", c)
        )
    ),
    r"It tells how much more often a sample belongs to the class if it was predicted as the class than if it was "
    r"not\. It is also the precision minus the false omission rate, because the false omission rate is 1 minus the "
    r"negative predictive value\.": lambda rows, c, got: (
        got == rates(transposed(rows), c)[0] - rates(transposed(rows), c)[1]
        and got == of_class(rows, "precision", c) - of_class(rows, "for", c)
        and of_class(rows, "for", c) == 1 - of_class(rows, "npv", c)
    ),
    r"It lies between the two, and nearer to the smaller one if they differ\.": (
        lambda rows, c, got: is_nearer(got, of_class(rows, "precision", c), of_class(rows, "recall", c))
    ),
    r"It is high only if both are high, and 0 if one of them is 0\.": (
        lambda rows, c, got: (
            got**2 <= min(both := [of_class(rows, name, c) for name in ("recall", "specificity")])
            and (got == 0) == (0 in both)
        )
    ),
    r"It compares how often the class is predicted for its own samples with how often it is predicted for samples of "
    r"other classes\.": lambda rows, c, got: got * rates(rows, c)[1] == rates(rows, c)[0],
    r"It compares how often the class is not predicted for its own samples with how often it is not predicted for "
    r"samples of other classes\.": lambda rows, c, got: got * (1 - rates(rows, c)[1]) == 1 - rates(rows, c)[0],
    r"It compares the odds that the class is predicted for its own samples with the odds that it is predicted for "
    r"samples of other classes\. Odds compare how often something happens with how often it does not happen\.": (
        lambda rows, c, got: rates(rows, c)[1] == 1 or got * odds(rates(rows, c)[1]) == odds(rates(rows, c)[0])
    ),
}


def transposed(rows: Rows) -> Rows:
    return [list(column) for column in zip(*rows, strict=True)]


@each("m", [m for m in METRICS if m.idea], ids=name_of)
def test_an_idea_is_true(m: Metric) -> None:
    assert_said_well(m.idea)
    assert len(sentences(m.idea)) <= 2
    [(found, holds)] = [(found, holds) for text, holds in IDEAS.items() if (found := re.fullmatch(text, m.idea))]
    options, counted = {"beta": BETA} if m.name == "fbeta" else {}, 0
    for rows in (*MATRICES, *SQUARES, *CUBES[:: size(16, 1)]):
        for c in range(len(rows)) if m.scope == "class" else [0]:
            got = of_class(rows, m.name, c, **options)
            parts = [of_class(rows, name, c) for name in ("precision", "recall")] if m.name in ("f1", "fbeta") else []
            if not any(isinstance(one, Undefined) for one in (got, *parts)):
                assert holds(rows, c, got, *found.groups()), (rows, c)
                counted += 1
    assert counted > 100


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
    assert made == {("f1", "standard"): both, ("fbeta", "standard"): both, ("fbeta", "convex"): both}
