"""The end of a page: digits, long values and what random order gives; that a wrong digit is seen.

What it says, and that every number of it holds, is read in tests/corpus.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations
from typing import Any
from zlib import crc32

import pytest

import exactmetrics as em
from exactmetrics.derivation.notation.symbols import TEXT, Symbols
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.planning.facts import in_few_digits
from exactmetrics.derivation.writing.more import primes
from exactmetrics.exact.values import Undefined, root
from exactmetrics.metrics.registry import all_metrics
from tests.cases import each
from tests.derivation.documents import Document, take_apart
from tests.derivation.endings import check_end
from tests.derivation.questions import BIRDS, flat, matrix
from tests.derivation.rereading import FaultError

ANIMALS = matrix(BIRDS, ["bird", "cat", "dog"])
UNNAMED = em.ConfusionMatrix([[3, 0, 1], [2, 0, 1], [0, 0, 5]])
TEN = em.ConfusionMatrix([[50, 3, 7], [4, 60, 6], [10, 2, 58]], labels=["a", "b", "c"])


def end_of(counts: em.ConfusionMatrix, metric: str, **options: Any) -> str:
    """The page from its result on, in Markdown."""
    return counts.derive(metric, **options).to_markdown().partition("## Result\n\n")[2]


ABSENT_C = [[3, 1, 0], [2, 4, 0], [0, 0, 0]]  # recalls 3/4 and 2/3, nothing of class c
MACRO: dict[str, Any] = {"average": "macro"}


@each("rows", [[[4, 2], [1, 2]], [[1, 1], [2, 1]], [[2, 0, 1], [1, 1, 0], [0, 1, 1]]], ids=str)
def test_predictions_in_random_order_have_the_value_0_on_average(rows: list[list[int]]) -> None:
    """What the sentence says, counted out over all orders of the predictions."""
    true = [i for i, row in enumerate(rows) for n in row for _ in range(n)]
    predicted = [j for row in rows for j, n in enumerate(row) for _ in range(n)]
    tables = []
    for order in set(permutations(predicted)):
        made = [[0] * len(rows) for _ in rows]
        for i, j in zip(true, order, strict=True):
            made[i][j] += 1
        tables.append(em.ConfusionMatrix(made))
    for metric in all_metrics():
        if metric.zero_at_random:
            options: list[dict[str, Any]] = [{}] if metric.scope == "matrix" else [{"label": 0}, {"average": "macro"}]
            for asked in options:
                total: Any = sum((table.value(metric.name, **asked) for table in tables), Fraction(0))
                assert total == 0, (metric, asked)


@each("surface", ["markdown", "latex", "html", "text"])
def test_the_end_on_every_surface(surface: str) -> None:
    """What is not on the page is not spoken of; a calculation has room in a table of conventions beside any marks."""
    derivation = matrix(ABSENT_C).derive("recall", average="macro", over="true")
    pages = [derivation.to(surface), derivation.to(surface, data=False)]
    assert [bool(re.search("the (bold|shaded) number|the number in brackets", page)) for page in pages] == [True, False]
    rows = [[0] * 5, [0] * 5, [0] * 5, [0, 0, 0, 0, 1], [0, 0, 0, 0, 195]]
    [table] = take_apart(matrix(rows).derive("precision", average="macro").to(surface), surface).result.tables
    assert [row[1].count("=") for row in table[1:]] == [2, 1, 0]  # 1/5 (195/196 + 0) = 195/980 = 39/196


# Digits.


@each(
    ("value", "shown"),
    [
        (Fraction(409, 630), (False, "0.6492")),
        (Fraction(13, 25), (True, "0.52")),
        (Fraction(3), None),
        (Fraction(12345, 7), (False, "1763.57")),
        (Fraction(1, 3000), (False, "0.000333")),
        (Fraction(1, 200), (True, "0.005")),
        (Fraction(9, 32), (True, "0.28125")),
        (Fraction(-7, 32), (True, "-0.21875")),
        (Fraction(28124, 10**5) + Fraction(1, 3 * 10**6), (False, "0.2812")),
        (Fraction(24690, 2 * 10**12), (False, "1.23*10^-8")),
        (Fraction(1235, 10**11), (True, "1.235*10^-8")),
        (Fraction(1, 3 * 10**8), (False, "3.33*10^-9")),
        (Fraction(1, 10**7), (True, "1*10^-7")),
        (Fraction(9999999, 10**7), (True, "0.9999999")),
        (Fraction(2 * 10**9 - 1, 2 * 10**9), (True, "0.9999999995")),
        (Fraction(-3, 7), (False, "-0.4286")),
        (Fraction(600002, 299999), (False, "2.00001")),
        (root(Fraction(1, 10)), (False, "0.3162")),
    ],
    ids=str,
)
def test_the_decimal_beside_a_value(value: Any, shown: tuple[bool, str] | None) -> None:
    found = in_few_digits(value, 4)
    assert (None if found is None else (found[0], Text(Symbols({}, {}, (), TEXT)).show(found[1]))) == shown


@each(
    "rows, metric, said",
    [
        ([[9, 15], [8, 16]], "plr", "predicted as this class $1.125$ times as often"),
        ([[2, 1], [1, 23]], "plr", "predicted as this class $16$ times as often"),
        ([[9, 15], [10, 14]], "plr", "predicted as this class $0.9$ times as often"),
        ([[41, 23], [23, 41]], "kappa", r"\frac{9}{32} = 0.28125}"),
        ([[41, 55], [55, 41]], "mcc", r"Here it is about $-0.1458$, which is less."),
        ([[7, 9], [8, 8]], "mcc", "Here it is about"),
    ],
)
def test_a_half_is_not_rounded(rows: Any, metric: str, said: str) -> None:
    label = {"label": "yes"} if metric == "plr" else {}
    assert said in matrix(rows, ["yes", "no"]).derive(metric, **label).to_markdown()


def test_long_values() -> None:
    def page(high: int, k: int) -> str:
        rows = [[(i * 7919 + j * 104729) % high + 1 for j in range(k)] for i in range(k)]
        return end_of(em.ConfusionMatrix(rows), "precision", average="macro", detail="full")

    medium = page(3000, 4)  # 13 to 40 digits: the value in a line by itself
    value, box, *_ = re.findall(r"^\$\$ (.*) \$\$$", medium, re.MULTILINE)
    assert re.fullmatch(r"P _\{\\text\{macro\}\} = \\frac\{\d{13,40}\}\{\d{13,40}\}", value)
    assert re.fullmatch(r"\\boxed\{P _\{\\text\{macro\}\} \\approx 0\.\d{4}\}", box)
    long = page(10**9, 9)
    assert "It is too long to print." in long
    assert re.findall(r"^\$\$", long, re.MULTILINE) == ["$$"]
    assert "**Exact value.** In groups of five digits, the numerator is " in long


@each("n", [2, 90, 97, 1024, 2 * 3 * 5 * 7 * 11, 999983 * 999979])
def test_primes(n: int) -> None:
    found, product = primes(n), 1
    for p, times in found:
        assert all(p % d for d in range(2, min(p, 1000)))
        product *= p**times
    assert product == n


@each(("metric", "options"), [("precision", MACRO), ("mcc", {}), ("kappa", {})])
def test_a_wrong_digit_is_seen(metric: str, options: dict[str, Any]) -> None:
    for counts in (ANIMALS, UNNAMED):
        derivation, value = counts.derive(metric, **options), counts.value(metric, **options)
        text = derivation.to_markdown()
        digits = [
            at
            for at in range(text.index("## Result"), len(text))
            if text[at].isdecimal() and "$" in text[text.rindex("\n", 0, at) : at]
        ]
        chosen = sorted(digits, key=lambda at: crc32(f"{metric} {at}".encode()))[:12]
        seen = 0
        for at in chosen:
            mutant = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
            try:
                check_end(take_apart(mutant, "markdown"), value, counts, derivation, options)
            except (FaultError, AssertionError, ZeroDivisionError, ValueError):
                seen += 1
        assert seen > 0.6 * len(chosen), (metric, seen)


def test_an_undefined_value_is_one() -> None:
    assert isinstance(UNNAMED.value("precision", average="macro"), Undefined)
    with pytest.raises(FaultError):
        check_end(Document(), UNNAMED.value("precision", average="macro"), UNNAMED, UNNAMED.derive("accuracy"), {})


def test_working_that_was_done_by_hand() -> None:
    # The Rand index that is warned of, counted from all pairs of samples.
    pairs = [(i, j) for i, row in enumerate(TEN.rows) for j, n in enumerate(row) for _ in range(int(n))]
    agree = sum((a == b) == (p == q) for at, (a, p) in enumerate(pairs) for b, q in pairs[:at])
    page = flat(TEN.derive("adjusted_rand_index").to_text())
    assert f"1 - (6600 + 6581 - 2*4739)/19900 = {agree}/19900" in page
    # A root leaves the denominator: of the first class, with the recall 5/6 and the false positive rate 1/10.
    page = TEN.derive("prevalence_threshold", average="macro").to_text()
    assert "((3*sqrt(10)) * (5*sqrt(30) - 3*sqrt(10)))/((5*sqrt(30) + 3*sqrt(10)) * (5*sqrt(30) - 3*sqrt(10)))" in page
    for name in ("cramers_v", "chi_squared"):
        page = TEN.derive(name).to_text()
        assert "200 * (50^2/(60*64) + 3^2/(60*65)" in page
        assert f"((268811148 - 124051200)/124051200) = 200 * ({268811148 - 124051200}/124051200)" in page
