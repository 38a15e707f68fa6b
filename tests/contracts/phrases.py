"""A small grammar of the phrases that describe a number: what a text of a metric says is worked out of the samples.

A phrase may be read in several ways; all of them have to give one number, or it is no good phrase. Undefined parts
raise `NoValue`. What a text may speak of is in the tables of phrases.toml: counts of samples, other metrics by their
titles, sums and quotients of these, and sentences that are true or not of a class.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, permutations, product
from math import comb, log2, prod
from pathlib import Path
from typing import Any

from exactmetrics.exact.values import Undefined, root, sign
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.views.value import compute
from tests.contracts.matrices import Rows
from tests.contracts.questions import blocks_of

NAMES = "abcd"
CALLED = {"predicted": "number of predictions"}  # the title is the head of a column
ALPHA, BETA = Fraction(2, 5), Fraction(3, 7)
NUMBERS = {"1": 1, "2": 2, "4": 4, "alpha": ALPHA, "beta": BETA, "1 − beta": 1 - BETA, "w": BETA, "1/2": Fraction(1, 2)}
Sample = tuple[int, int]  # the actual class and the predicted one
Holds = Callable[[int, int, int], bool]  # of the actual class, the predicted class, the class in question


class NoValue(Exception):  # noqa: N818
    """Something that a phrase speaks of is undefined."""


def samples(rows: Rows) -> list[Sample]:
    return [(a, p) for a, row in enumerate(rows) for p, count in enumerate(row) for _ in range(count)]


def count(rows: Rows, holds: Holds, of: int) -> Fraction:
    return Fraction(sum(x for a, row in enumerate(rows) for p, x in enumerate(row) if holds(a, p, of)))


def both(one: Holds, other: Holds) -> Holds:
    return lambda a, p, c: one(a, p, c) and other(a, p, c)


def value(rows: Rows, m: Metric, of: int | None = None, **options: Any) -> Any:
    if of is not None:
        options["label"] = NAMES[of]
    return _value_of(m.name, tuple(options.items()), tuple(map(tuple, rows)))


@cache
def _value_of(name: str, options: tuple[tuple[str, Any], ...], rows: tuple[tuple[Any, ...], ...]) -> Any:
    return compute(_request(name, options, NAMES[: len(rows)]), blocks_of(rows)).value


@cache
def _request(name: str, options: tuple[tuple[str, Any], ...], labels: str) -> Request:
    return resolve(name, labels=labels, **dict(options))


def parameters_of(m: Metric, convention: str = "standard") -> dict[str, Fraction]:
    return {name: ALPHA if name == "alpha" else BETA for name in m.conventions[convention].parameters}


def mean(terms: list[Any]) -> Any:
    return sum(terms) / len(terms)


def is_nearer(score: Any, *two: Any) -> bool:
    """Whether a score lies between two numbers, nearer to the smaller one if they differ."""
    small, large = sorted(two)
    return bool(small < score < large and 2 * score < small + large) if small < large else bool(score == small)


def covariance(tp: Fraction, fn: Fraction, fp: Fraction, tn: Fraction) -> Fraction:
    """Of 1 for the samples of the class, else 0, and 1 for the predictions of the class, else 0."""
    n = tp + fn + fp + tn
    return tp / n - (tp + fn) / n * (tp + fp) / n


def variance(of_it: Fraction, of_others: Fraction) -> Fraction:
    """Of 1 for what is of the class, else 0."""
    return covariance(of_it, 0 * of_it, 0 * of_it, of_others)


def wrong_guesses(*asked: Rows) -> Any:
    """How many guesses are wrong if in each group the most frequent is guessed."""
    return sum(sum(group) - max(group) for groups in asked for group in groups)


def all_as_one(*asked: Rows) -> list[Rows]:
    return [[list(map(sum, zip(*groups, strict=True)))] for groups in asked]


def fewer(*asked: Rows) -> Any:
    """How many wrong guesses become right if the group is known."""
    return wrong_guesses(*all_as_one(*asked)) - wrong_guesses(*asked)


def avoided(*asked: Rows) -> Any:
    return Fraction(fewer(*asked)) / wrong_guesses(*all_as_one(*asked))


class Seen:
    """What there is to count of a class in some samples, and a value to compare with it."""

    def __init__(self, rows: Rows, c: int = 0, got: Any = None) -> None:
        self.rows, self.c, self.got, self.k = [list(row) for row in rows], c, got, len(rows)
        self.n = Fraction(sum(map(sum, rows)))
        self.right = Fraction(sum(rows[i][i] for i in range(self.k)))
        self.wrong = self.n - self.right
        (self.tp, fn), (fp, self.tn) = [[Fraction(x) for x in row] for row in rest_of(rows, c)]
        self.actual, self.predicted = self.tp + fn, self.tp + fp

    @cached_property
    def pairs(self) -> list[Sample]:
        return samples(self.rows)

    @property
    def own(self) -> Fraction:
        """How often the class is predicted for its own samples."""
        return self.tp / self.actual

    @property
    def other(self) -> Fraction:
        """How often it is predicted for samples of other classes."""
        return (self.predicted - self.tp) / (self.n - self.actual)

    @property
    def share(self) -> Fraction:
        return self.actual / self.n

    @property
    def turned(self) -> Seen:
        """With what was predicted as the actual classes, and the other way round."""
        return Seen(transposed(self.rows), self.c)

    @property
    def one_more_error(self) -> Seen:
        """After one more sample of the next class is predicted as the class."""
        c, after = self.c, (self.c + 1) % self.k
        return Seen([[x + ((i, j) == (after, c)) for j, x in enumerate(row)] for i, row in enumerate(self.rows)], c)

    @property
    def each(self) -> list[Seen]:
        return [Seen(self.rows, c) for c in range(self.k)]

    @property
    def cells(self) -> list[tuple[int, Fraction]]:
        """The counts, each with what the totals let expect."""
        columns = list(map(sum, transposed(self.rows)))
        return [(x, sum(row) * total / self.n) for row in self.rows for x, total in zip(row, columns, strict=True)]

    @property
    def urn(self) -> list[int]:
        """All actual and predicted classes."""
        return [c for pair in self.pairs for c in pair]

    @cached_property
    def orders(self) -> list[list[Sample]]:
        """The same predictions given to the samples in every order."""
        actual, predicted = zip(*self.pairs, strict=True)
        return [list(zip(actual, order, strict=True)) for order in permutations(predicted)]

    def ask(self, name: str, **options: Any) -> Any:
        """The value of another metric."""
        m = metric_named(name)
        return value(self.rows, m, self.c if m.scope == "class" else None, **options)

    def mean(self, what: Callable[[int, int], int]) -> Fraction:
        return Fraction(sum(what(a, p) for a, p in self.pairs)) / self.n

    def two(self, holds: Callable[[bool, bool], bool]) -> Fraction:
        """How many pairs of two samples something holds of: of one actual class, of one predicted class."""
        return Fraction(sum(holds(a == b, p == q) for (a, p), (b, q) in combinations(self.pairs, 2)))

    def in_every_order(self, what: Callable[[int, int], int]) -> Fraction:
        return mean([Fraction(what(a, p)) for order in self.orders for a, p in order])

    def joint_pairs_in_every_order(self) -> Fraction:
        """Of the pairs of two samples how many are of one actual and one predicted class, on average."""
        return mean([Fraction(sum(comb(x, 2) for x in Counter(order).values())) for order in self.orders])

    def likely(self, **of: int) -> Fraction:
        """The fraction of the samples with an actual class a, a predicted class p, or both."""
        return mean([Fraction(of.items() <= {"a": a, "p": p}.items()) for a, p in self.pairs])

    def bits(self, probability: Callable[[int, int], Fraction]) -> float:
        """What a sample tells on average: the less likely, the more."""
        return float(mean([-log2(probability(a, p)) for a, p in self.pairs]))

    def bits_of_the_other(self) -> float:
        """How many bits less the predicted class tells where the actual one is known."""
        alone = self.bits(lambda a, p: self.likely(p=p))
        return alone - self.bits(lambda a, p: self.likely(a=a, p=p) / self.likely(a=a))


TABLES = tomllib.loads(Path(__file__).with_name("phrases.toml").read_text(encoding="utf-8"))
Work = Callable[..., Any]
WORDS: dict[str, Work] = {
    **{w.__name__: w for w in (root, sign, prod, log2, product, permutations, Fraction, mean)},
    **{w.__name__: w for w in (covariance, variance, fewer, avoided, is_nearer)},
    "harmonic": lambda *x: len(x) / sum(1 / y for y in x),
    "odds": lambda rate: rate / (1 - rate),
    "near": lambda got, want: abs(float(got) - want) < 1e-12,
}


def _read(table: Mapping[str, str], names: str) -> dict[str, Work]:
    return {text: eval(f"lambda {names}: {work}", WORDS) for text, work in table.items()}


COUNTED, TOLD = (_read(TABLES[name], "a, p, c") for name in ("counted", "told"))
OF_FOUR, CHANGED = (_read(TABLES[name], "tp, fn, fp, tn") for name in ("of_four", "changed"))
OF_MATRIX, MEANINGS, COUNTLESS, CONDITIONS = (
    _read(TABLES[name], "s") for name in ("of_matrix", "meanings", "countless", "conditions")
)
IDEAS = _read(TABLES["ideas"], "s, x=None, y=None, z=None")
TIERS = [_read(tier, "x, y=None, z=None, w=None") for tier in TABLES["tiers"]]
OVER_CLASSES = _read(TABLES["over_classes"], "x")


TITLES = {CALLED.get(m.name, m.title): m for m in all_metrics()}


def titled(title: str) -> Metric | None:
    """The metric of a title, also of several: "recalls", "class accuracies"."""
    return TITLES.get(title) or TITLES.get(title.removesuffix("s")) or TITLES.get(title.removesuffix("ies") + "y")


def filled(template: str, text: str) -> list[tuple[str, ...]]:
    """What may stand at the places of a template, in every way it fits.

    >>> filled("{} and {}", "a and b and c")
    [('a', 'b and c'), ('a and b', 'c')]
    """
    head, *rest = template.split("{}")
    if not rest or not text.startswith(head):
        return [()] if text == template else []
    text = text.removeprefix(head)
    if len(rest) == 1:
        return [(text.removesuffix(rest[0]),)] if text.endswith(rest[0]) and len(text) > len(rest[0]) else []
    cuts, behind = re.finditer(re.escape(rest[0]), text), "{}".join(["", *rest[1:]])
    return [(text[: cut.start()], *more) for cut in cuts if cut.start() for more in filled(behind, text[cut.end() :])]


NOTHING = object()  # the value of a phrase one of whose parts is undefined


@cache
def _readings(text: str, rows: Any, of: int, known: Any) -> list[Any]:
    """Every value that a phrase may have, of a class; none where it is no phrase of the grammar."""
    if (leaf := dict(known).get(text)) is not None or (leaf := _leaf(text, rows, of)) is not None:
        return [leaf]
    for number, tier in enumerate(TIERS):
        found = []
        for template, work in tier.items():
            for slots in filled(template, text):
                parts = [_readings(slot, rows, of, known) for slot in slots]
                if all(len(part) == 1 for part in parts):  # what is ambiguous inside is no reading
                    found.append(_worked(work, [part[0] for part in parts]))
        for template, work in OVER_CLASSES.items() if number == 2 else ():
            for (slot,) in filled(template, text):
                each = [_readings(slot, rows, i, known) for i in range(len(rows))]
                if all(each):
                    values = [part[0] for part in each]
                    found.append(NOTHING if NOTHING in values else work(values))
        if found:
            return list(dict.fromkeys(found))
    return []


def _worked(work: Work, parts: list[Any]) -> Any:
    try:
        return NOTHING if NOTHING in parts else work(*parts)
    except ZeroDivisionError:
        return NOTHING


def _leaf(text: str, rows: Any, of: int) -> Any:
    """A number, a count of samples, a fraction of them, or another metric."""
    if text in NUMBERS:
        return Fraction(NUMBERS[text])
    for of_these, that in filled("the fraction of {} that{}", text):
        told, among = TOLD.get(that.replace("this class", "{class}")), COUNTED.get(of_these)
        if told is not None and among is not None:
            return _worked(Fraction, [count(rows, both(told, among), of), count(rows, among, of)])
    if rest := re.fullmatch(r"(?:the )?(.+) of all other classes as one class", text):
        return _leaf(f"the {rest[1]}", rest_of(rows, of), 1)
    if (work := OF_FOUR.get(text)) is not None:
        return _worked(work, [Fraction(x) for row in rest_of(rows, of) for x in row])
    if (changed := re.fullmatch(r"(?:its|the) (.+) if (.+)", text)) and (change := CHANGED.get(changed[2])):
        return (m := titled(changed[1])) and _value(change(*(x for row in rest_of(rows, of) for x in row)), m, 0)
    if text in ("the number of classes", "one less than the number of classes"):
        return Fraction(len(rows) - text.startswith("one less"))
    for begin in ("the number of ", "the ", ""):
        if text.startswith(begin) and (counted := COUNTED.get(text.removeprefix(begin))):
            return count(rows, counted, of)
    name = re.sub(r"^(its|the) ", "", text)
    if (with_beta := re.fullmatch(r"F([\d.]+) score", name)) and with_beta[1] != "1":
        got = value(rows, metric_named("fbeta"), of, beta=with_beta[1])
        return NOTHING if isinstance(got, Undefined) else got
    m = titled(name)
    return m and _value(rows, m, of)


def transposed(rows: Rows) -> Rows:
    return [list(column) for column in zip(*rows, strict=True)]


def rest_of(rows: Any, of: int) -> Rows:
    """A class against all others, which come second."""
    tp, row, column = rows[of][of], sum(rows[of]), sum(row[of] for row in rows)
    return [[tp, row - tp], [column - tp, sum(map(sum, rows)) - row - column + tp]]


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
