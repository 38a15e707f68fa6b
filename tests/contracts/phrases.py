"""A small grammar of the phrases that describe a number: what a text of a metric says is worked out of the samples.

A phrase may be read in several ways; all of them have to give one number, or it is no good phrase. Undefined parts
raise `NoValue`. What a text may speak of is in the tables: counts of samples, other metrics by their titles, and sums
and quotients of these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import prod
from typing import Any

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.values import Undefined, root
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics
from tests.contracts.matrices import Rows

NAMES = "abcd"
CALLED = {"predicted": "number of predictions"}  # the title is the head of a column
BETA: Fraction = Fraction(3, 7)
Sample = tuple[int, int]  # the actual class and the predicted one
Holds = Callable[[int, int, int], bool]  # of the actual class, the predicted class, the class in question

COUNTED: dict[str, Holds] = {  # the words for each count
    "its correct predictions": lambda a, p, c: a == p == c,
    "all samples that belong to this class": lambda a, p, c: a == c,
    "all samples predicted as this class": lambda a, p, c: p == c,
    "samples of other classes predicted as this class": lambda a, p, c: a != c == p,
    "its samples that were predicted as another class": lambda a, p, c: a == c != p,
    "samples of other classes not predicted as this class": lambda a, p, c: c not in (a, p),
    "all samples that belong to this class or were predicted as it": lambda a, p, c: c in (a, p),
    "all samples that do not belong to this class or were not predicted as it": lambda a, p, c: not a == c == p,
    "all samples": lambda a, p, c: True,
    "the samples of other classes": lambda a, p, c: a != c,
    "its samples": lambda a, p, c: a == c,
    "the samples predicted as this class": lambda a, p, c: p == c,
    "the samples not predicted as this class": lambda a, p, c: p != c,
    "correct predictions": lambda a, p, c: a == p,
    "wrong predictions": lambda a, p, c: a != p,
    "correct decisions": lambda a, p, c: (a == c) == (p == c),
    "its number of samples": lambda a, p, c: a == c,
}
TOLD: dict[str, Holds] = {  # what is said of samples, and of which samples
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
    " are misclassified": lambda a, p, c: a != p,
    " were predicted as {class}": lambda a, p, c: p == c,
    " were not predicted as {class}": lambda a, p, c: p != c,
    " were predicted as another class": lambda a, p, c: p != c,
    " were predicted as it": lambda a, p, c: p == c,
    " were not predicted as it": lambda a, p, c: p != c,
    " do not belong to it": lambda a, p, c: a != c,
    " belong to {class}": lambda a, p, c: a == c,
    " do belong to it": lambda a, p, c: a == c,
    " belong to other classes": lambda a, p, c: a != c,
    " were correctly predicted to belong to {class} or not": lambda a, p, c: (p == c) == (a == c),
    " were wrongly predicted to belong to {class} or not": lambda a, p, c: (p == c) != (a == c),
    " were correctly predicted to belong to {class} or not to belong to it": lambda a, p, c: (p == c) == (a == c),
    " were wrongly predicted to belong to {class} or not to belong to it": lambda a, p, c: (p == c) != (a == c),
    " belong to {class} and were predicted as it": lambda a, p, c: a == p == c,
}
ALPHA: Fraction = Fraction(2, 5)
NUMBERS = {"1": 1, "2": 2, "4": 4, "alpha": ALPHA, "beta": BETA, "1 − beta": 1 - BETA, "w": BETA, "1/2": Fraction(1, 2)}


AGREEMENT: dict[str, Callable[..., Any]] = {  # numbers that the sentences behind a description say
    "its agreement": lambda tp, fn, fp, tn: tp + root(tp * tn),
    "its errors": lambda tp, fn, fp, tn: fp + fn,
    "its inverse odds ratio": lambda tp, fn, fp, tn: fp * fn / (tp * tn),
}


class NoValue(Exception):  # noqa: N818
    """Something that a phrase speaks of is undefined."""


def samples(rows: Rows) -> list[Sample]:
    return [(a, p) for a, row in enumerate(rows) for p, count in enumerate(row) for _ in range(count)]


def count(rows: Rows, holds: Holds, of: int) -> Fraction:
    return Fraction(sum(x for a, row in enumerate(rows) for p, x in enumerate(row) if holds(a, p, of)))


def value(rows: Rows, m: Metric, of: int | None = None, **options: Any) -> Any:
    if of is not None:
        options["label"] = NAMES[of]
    return ConfusionMatrix(rows, labels=list(NAMES[: len(rows)])).value(m.name, **options)


def parameters_of(m: Metric, convention: str = "standard") -> dict[str, Fraction]:
    return {name: ALPHA if name == "alpha" else BETA for name in m.conventions[convention].parameters}


@cache
def _titles() -> dict[str, Metric]:
    return {CALLED.get(m.name, m.title): m for m in all_metrics()}


def titled(title: str) -> Metric | None:
    """The metric of a title, also of several: "recalls", "class accuracies"."""
    known = _titles()
    return known.get(title) or known.get(title.removesuffix("s")) or known.get(title.removesuffix("ies") + "y")


def named(title: str) -> Metric:
    found = titled(title)
    assert found is not None, title
    return found


def mean(terms: list[Any]) -> Any:
    return sum(terms) / len(terms)


def harmonic(*terms: Any) -> Any:
    return len(terms) / sum(1 / x for x in terms)


# A rule is a template with a place for each phrase in it, and what is done with their values. Rules of one tier may all
# apply; a lower tier is tried only where none of the tiers before it applies, as a comma separates more than a word.
Rule = tuple[str, Callable[..., Any]]
TIERS: list[list[Rule]] = [
    [
        ("{}: 2 divided by the sum of their reciprocals", lambda x: x),
        ("{}: 4 divided by the sum of their reciprocals", lambda x: x),
    ],
    [("{}, divided by {}", lambda x, y: x / y), ("{}, minus {}", lambda x, y: x - y)],
    [
        ("the weighted harmonic mean of {}, with weight {}, and {}, with weight {}", (
            lambda x, v, y, w: 1 / (v / x + w / y)
        )),
        ("the harmonic mean of {} and {}", harmonic),
        ("the harmonic mean of {}, {}, {} and {}", harmonic),
        ("the quotient of {} and {}", lambda x, y: x / y),
        ("the mean of {} and {}", lambda x, y: (x + y) / 2),
        ("the product of {} and {}", lambda x, y: x * y),
        ("the quadratic mean of {} and {}", lambda x, y: root((x**2 + y**2) / 2)),
        ("the reciprocal of {}", lambda x: 1 / x),
        ("the product of {}, {} and {}", lambda *x: prod(x)),
        ("the product of {}, {}, {} and {}", lambda *x: prod(x)),
        ("the sum of {} and {}", lambda x, y: x + y),
        ("the square root of {}", root),
        ("the square of {}", lambda x: x**2),
        ("half the sum of {} and {}", lambda x, y: (x + y) / 2),
        ("half of {}", lambda x: x / 2),
        ("{} divided by {}", lambda x, y: x / y),
        ("{} times {}", lambda x, y: x * y),
        ("{} plus {}", lambda x, y: x + y),
        ("{} minus {}", lambda x, y: x - y),
        ("the squared difference of {} and {}", lambda x, y: (x - y) ** 2),
        ("the mean of {} and {}, weighted by {} and {}", lambda x, y, v, w: (v * x + w * y) / (v + w)),
        ("the geometric mean of {} and {}", lambda x, y: root(x * y)),
        ("the sum of the squares of {} and {}", lambda x, y: x**2 + y**2),
        ("the larger of {} and {}", max),
        ("the smaller of {} and {}", min),
        ("the absolute difference of {} and {}", lambda x, y: abs(x - y)),
    ],
    [("{} times {}", lambda x, y: x * y), ("twice {}", lambda x: 2 * x)],
]  # fmt: skip
OVER_CLASSES: list[Rule] = [  # of the values of all classes
    ("the geometric mean of the {} of the classes", lambda found: root(prod(found), len(found))),
    ("the mean of the {} of the classes", mean),
    ("the mean of the {}", mean),
    ("the mean, over the classes, of {}", mean),
    ("the sum of the squared {} of all classes", lambda found: sum(x**2 for x in found)),
    ("the sum of the products of their {}", sum),
    ("the sum, over the classes, of {}", sum),
]


def filled(template: str, text: str) -> Iterator[tuple[str, ...]]:
    """What may stand at the places of a template, in every way it fits.

    >>> list(filled("{} and {}", "a and b and c"))
    [('a', 'b and c'), ('a and b', 'c')]
    """
    head, *rest = template.split("{}")
    if not rest:
        yield from [()] if text == template else []
    elif text.startswith(head):
        yield from _filled(text.removeprefix(head), rest)


def _filled(text: str, rest: list[str]) -> Iterator[tuple[str, ...]]:
    if len(rest) == 1:
        if text.endswith(rest[0]) and len(text) > len(rest[0]):
            yield (text[: len(text) - len(rest[0])],)
        return
    for found in re.finditer(re.escape(rest[0]), text):
        if found.start():
            yield from ((text[: found.start()], *more) for more in _filled(text[found.end() :], rest[1:]))


@cache
def _readings(text: str, rows: Any, of: int, known: Any) -> list[Any]:
    """Every value that a phrase may have, of a class; none where it is no phrase of the grammar."""
    if (leaf := dict(known).get(text)) is not None or (leaf := _leaf(text, rows, of)) is not None:
        return [leaf]
    for tier in TIERS:
        found = [value for template, work in tier for value in _applied(template, work, text, rows, of, known)]
        if tier is TIERS[2]:
            for template, work in OVER_CLASSES:
                for (slot,) in filled(template, text):
                    each = [_readings(slot, rows, i, known) for i in range(len(rows))]
                    if all(each):
                        values = [one[0] for one in each]
                        found.append(NOTHING if NOTHING in values else work(values))
        if found:
            return list(dict.fromkeys(found))
    return []


def _applied(template: str, work: Callable[..., Any], text: str, rows: Any, of: int, known: Any) -> Iterator[Any]:
    for slots in filled(template, text):
        parts = [_readings(slot, rows, of, known) for slot in slots]
        if all(len(part) == 1 for part in parts):  # what is ambiguous inside is no reading
            yield _worked(work, [part[0] for part in parts])


class _Nothing:
    """The value of a phrase one of whose parts is undefined."""


NOTHING = _Nothing()


def _worked(work: Callable[..., Any], parts: list[Any]) -> Any:
    if NOTHING in parts:
        return NOTHING
    try:
        return work(*parts)
    except ZeroDivisionError:
        return NOTHING


def _leaf(text: str, rows: Any, of: int) -> Any:
    """A number, a count of samples, a fraction of them, or another metric."""
    if text in NUMBERS:
        return Fraction(NUMBERS[text])
    for of_these, that in filled("the fraction of {} that{}", text):
        told, among = TOLD.get(that.replace("this class", "{class}")), COUNTED.get(of_these)
        if told is not None and among is not None:
            return _fraction(rows, told, among, of)
    if rest := re.fullmatch(r"(?:the )?(.+) of all other classes as one class", text):
        return _leaf(f"the {rest[1]}", rest_of(rows, of), 1)
    if (spread := SPREADS.get(text)) is not None:
        return _worked(spread, [Fraction(x) for row in rest_of(rows, of) for x in row])
    if changed := re.fullmatch(r"(?:its|the) (.+) if (.+)", text):
        cells = _changed(changed[2], rest_of(rows, of))
        return cells and (m := titled(changed[1])) and _value(cells, m, 0)
    if pairs := re.fullmatch(r"the number of (all|concordant|discordant) pairs(?: of samples)?", text):
        return _pairs(pairs[1], rest_of(rows, of))
    if text in ("the number of classes", "one less than the number of classes"):
        return Fraction(len(rows) - text.startswith("one less"))
    totals = Fraction(sum(rows[of]) * sum(row[of] for row in rows))
    if text == "row and column totals":  # their product is meant
        return totals
    if text == "the geometric mean of its totals":
        return root(totals)
    if text == "those expected by chance":  # of its correct predictions
        return totals / sum(map(sum, rows))
    if text in AGREEMENT:
        (tp, fn), (fp, tn) = rest_of(rows, of)
        return _worked(AGREEMENT[text], [Fraction(x) for x in (tp, fn, fp, tn)])
    for begin in ("the number of ", "the ", ""):
        if text.startswith(begin) and (counted := COUNTED.get(text.removeprefix(begin))):
            return count(rows, counted, of)
    name = re.sub(r"^(its|the) ", "", text)
    if (with_beta := re.fullmatch(r"F([\d.]+) score", name)) and with_beta[1] != "1":
        return (
            NOTHING if isinstance(got := value(rows, named("F-beta score"), of, beta=with_beta[1]), Undefined) else got
        )
    m = titled(name)
    return m and _value([list(row) for row in rows], m, of)


def _fraction(rows: Any, told: Holds, among: Holds, of: int) -> Any:
    whole = count(rows, among, of)
    return count(rows, lambda a, p, c: told(a, p, c) and among(a, p, c), of) / whole if whole else NOTHING


def rest_of(rows: Any, of: int) -> Rows:
    """A class against all others, which come second."""
    tp, row, column = rows[of][of], sum(rows[of]), sum(row[of] for row in rows)
    return [[tp, row - tp], [column - tp, sum(map(sum, rows)) - row - column + tp]]


CELLS = {"true positive": (0, 0), "false negative": (0, 1), "false positive": (1, 0), "true negative": (1, 1)}


def _changed(how: str, rows: Rows) -> Rows | None:
    """The four counts of a class, one of them otherwise."""
    if how == "each error of the more frequent kind counts twice":
        (tp, fn), (fp, tn) = rows
        return [[tp, fn * (1 + (fn >= fp))], [fp * (1 + (fp > fn)), tn]]
    for cell, (i, j) in CELLS.items():
        counted = {
            f"there were one more {cell}": rows[i][j] + 1,
            f"there were one {cell} fewer": rows[i][j] - 1,
            f"each {cell} counts twice": rows[i][j] * 2,
        }
        if how in counted:
            return [[counted[how] if (a, p) == (i, j) else rows[a][p] for p in (0, 1)] for a in (0, 1)]
    return None


def _pairs(which: str, rows: Rows) -> Fraction:
    """Pairs of samples: all, or those where the one that was predicted as the class is the one of it, or is not."""
    found = list(combinations(samples(rows), 2))
    if which == "all":
        return Fraction(len(found))
    sides = [(a - b) * (p - q) for (a, p), (b, q) in found]
    return Fraction(sides.count(1 if which == "concordant" else -1))


def _value(rows: Rows, m: Metric, of: int) -> Any:
    got = value(rows, m, of if m.scope == "class" else None, **parameters_of(m))
    return NOTHING if isinstance(got, Undefined) else got


def said(text: str, rows: Rows, of: int, known: Mapping[str, Any] | None = None) -> Any:
    """The one value of a phrase; None where it is not understood. What a text names itself is `known`."""
    found = _readings(text, tuple(map(tuple, rows)), of, tuple((known or {}).items()))
    assert len(found) < 2, f"{text!r} may mean {' or '.join(map(str, found))}"
    if found and found[0] is NOTHING:
        raise NoValue(text)
    return found[0] if found else None


def covariance(tp: Fraction, fn: Fraction, fp: Fraction, tn: Fraction) -> Fraction:
    """Of 1 for the samples of the class, else 0, and 1 for the predictions of the class, else 0."""
    n = tp + fn + fp + tn
    return tp / n - (tp + fn) / n * (tp + fp) / n


def avoided(tp: Fraction, fn: Fraction, fp: Fraction, tn: Fraction) -> Fraction:
    """How many wrong guesses of the column become right if the row is known."""
    return min(tp + fp, fn + tn) - (min(tp, fn) + min(fp, tn))


def variance(of_it: Fraction, of_others: Fraction) -> Fraction:
    """Of 1 for what is of the class, else 0."""
    return covariance(of_it, 0 * of_it, 0 * of_it, of_others)


SPREADS: dict[str, Callable[..., Fraction]] = {
    "the covariance of its samples and its predictions": covariance,
    "the sum of their variances": lambda tp, fn, fp, tn: variance(tp + fn, fp + tn) + variance(tp + fp, fn + tn),
    "the larger of their variances": lambda tp, fn, fp, tn: max(variance(tp + fn, fp + tn), variance(tp + fp, fn + tn)),
    "the smaller of their variances": lambda tp, fn, fp, tn: min(
        variance(tp + fn, fp + tn), variance(tp + fp, fn + tn)
    ),
    "the larger of its totals": lambda tp, fn, fp, tn: max(tp + fn, tp + fp),
    "the smaller of its totals": lambda tp, fn, fp, tn: min(tp + fn, tp + fp),
    "the fraction of wrong guesses that are avoided if the actual class is known": lambda tp, fn, fp, tn: (
        avoided(tp, fn, fp, tn) / min(tp + fp, fn + tn)
    ),
    "the fraction of wrong guesses that are avoided if the predicted class is known": lambda tp, fn, fp, tn: (
        avoided(tp, fp, fn, tn) / min(tp + fn, fp + tn)
    ),
    "the fraction of all samples by which wrong guesses of the actual class become fewer if the predicted class is "
    "known": lambda tp, fn, fp, tn: avoided(tp, fp, fn, tn) / (tp + fn + fp + tn),
    "the fraction of all samples by which wrong guesses of the predicted class become fewer if the actual class is "
    "known": lambda tp, fn, fp, tn: avoided(tp, fn, fp, tn) / (tp + fn + fp + tn),
    "the largest covariance that there is for these totals": lambda tp, fn, fp, tn: max(
        covariance(tp + d, fn - d, fp - d, tn + d)
        for d in map(Fraction, range(-1000, 1001))
        if -min(tp, tn) <= d <= min(fn, fp)
    ),
}
