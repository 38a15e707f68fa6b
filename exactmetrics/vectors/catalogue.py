"""Every input of the vectors, in the order of the files: those of inputs.toml, and those that are computed here."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from exactmetrics.examples.collection import discover
from exactmetrics.vectors.inputs import Entry, labelled, matrix, sparse

# The squares of 1e20 and 1e154 leave the range once they meet a count: in single precision, and in double precision.
EXTREME_BETA = tuple(
    (("beta", beta),) for beta in ("0", "1", "1/1000000", "1000000", "1e160", "1e154", "1e20", "1e-200")
)
# The matrices that `spelled` names the classes of, and the samples that `sample_weight` weighs.
TWO, THREE = [[3, 1], [2, 5]], [[3, 1, 0], [2, 4, 1], [0, 3, 2]]
WEIGHED = {
    "y_true": ["a", "a", "b", "b", "b", "c"],
    "y_pred": ["a", "b", "b", "b", "c", "a"],
    "labels": ["a", "b", "c"],
}
DRAWN = {2: 8, 3: 8, 4: 6, 5: 4, 6: 3, 8: 2}  # how many of each number of classes
LARGE = 10_000_000  # times a count below 100: up to 10^9, within 32 bits
THOROUGH = "002/figure_23"  # the worked example that the rarer questions are asked of too
BILLION, MANY = 10**9, 10**18
HALF_DOUBLE, HALF_SINGLE = 2**53, 2**24
TINY = Fraction(1, 10**200)
LOSES = {"flags": ("Cancellation",)}
TIE = {"flags": ("DecimalTie",)}


@cache
def entries() -> tuple[Entry, ...]:
    """All of them; no two have one name."""
    listed = tomllib.loads(files(__package__).joinpath("inputs.toml").read_text(encoding="utf-8"))
    written = {family: [_written_out(given) for given in rows] for family, rows in listed.items()}
    return (
        *written["ordinary"], *_drawn(), *_textbook(), *written["degenerate"], *written["labels"],
        *written["weights"], *_large(), many_classes(100, reach="core"), many_classes(1000), *_cancellation(),
        *_rounding(),
    )  # fmt: skip


def _written_out(given: Mapping[str, Any]) -> Entry:
    options = {key: value for key, value in given.items() if key not in ("extreme_beta", "spelled")}
    options["flags"] = tuple(given.get("flags", ()))
    if given.get("extreme_beta"):
        options["parameters"] = EXTREME_BETA
    if "rows" in given:
        return matrix(**options)
    if "spelled" not in given:
        return labelled(**(options if "y_true" in given else {**options, **WEIGHED}))
    names = given["spelled"]
    rows = TWO if len(names) == 2 else THREE
    pairs = [(names[i], names[j]) for i, row in enumerate(rows) for j, count in enumerate(row) for _ in range(count)]
    true, predicted = (list(column) for column in zip(*pairs, strict=True))
    return labelled(**{**options, "y_true": true, "y_pred": predicted, "labels": names, "flags": ("LabelOrder",)})


def _drawn() -> Iterator[Entry]:
    """Matrices on which no two formulas agree by accident; the large ones have 2^31 and 2^53 far enough away."""
    for k, many in DRAWN.items():
        for seed in range(1, many + 1):
            yield matrix(f"drawn-{k}-{seed}", f"{k} classes, counts drawn from 0 to 99", _draw(k, seed, 0))
    for k in (2, 3, 4):
        yield matrix(f"drawn-large-{k}", f"{k} classes, counts drawn up to 10^9", _draw(k, 77, LARGE))


def _draw(k: int, seed: int, scale: int) -> list[list[int]]:
    """Counts from 0 to 99; with a scale, that many times more and their last digits drawn too.

    By a linear congruential generator of our own: that of a library may change, and published inputs may not.
    """
    state, found = seed * 1000 + k, []
    for _ in range(k * k):
        state = (1103515245 * state + 12345) % 2**31
        found.append((state >> 16) % 100 + ((state >> 16) % 100 * scale + state % scale if scale else 0))
    return [found[i * k : i * k + k] for i in range(k)]


def _textbook() -> Iterator[Entry]:
    """The matrices of the worked examples, which tutorials and their readers compute by hand; each once."""
    seen = set()
    for example in discover():
        sheet = example.load()
        counts = None if sheet.given is None else sheet.given.counts
        if counts is None:  # formulas alone, or what is known of every class only
            continue
        rows = counts.rows()
        key = str(rows), str(counts.labels)
        if key in seen:
            continue
        seen.add(key)
        thorough = example.name == THOROUGH
        name = f"textbook-{example.name.replace('/', '-')}"
        reach = "core" if thorough else "wide"
        yield matrix(name, sheet.title, rows, counts.labels, reach=reach, more=thorough)


def _large() -> Iterator[Entry]:
    """Counts where whole numbers and their products overflow."""
    core = {"reach": "core"}
    for name, comment, rows, more in (
        ("1e9", "counts of 10^9", [[BILLION + 7, 3], [2 * 10**8, BILLION - 63]], core),
        ("1e18", "counts of 10^18", [[MANY + 7, 3, 10**17], [1, MANY - 1, BILLION], [10**16, 5, 12]], core),
        ("1e9-three", "counts of 10^9", [[BILLION, 17, 5], [3, 2 * BILLION, 11], [7, 13, 3 * BILLION]], {}),
        ("1e15", "counts of 10^15", [[10**15 + 37, 10**14], [3 * 10**13, 10**15 - 11]], {}),
        ("1e15-uneven", "one class of 10^15 samples, one of three", [[10**15, 1], [1, 2]], {}),
        ("1e18-two", "counts of 10^18", [[MANY - 1, 10**17], [3, MANY + 9]], {}),
        ("1e18-sparse", "counts of 10^18 beside zeros", [[0, 0, 0], [0, 0, 3], [MANY, 0, 1]], {}),
        ("2e31", "counts around 2^31", [[2**31, 2**31 - 1], [2**31 + 1, 2**32]], {}),
        ("2e53", "counts around 2^53", [[2**53 + 1, 2**53 - 1], [2**53, 2**53 + 3]], {}),
        ("2e63", "counts around 2^63", [[2**63, 2**63 - 1], [2**63 + 1, 2**64]], {}),
        ("1e100", "counts of 10^100: the product of four overflows a double",
         [[10**100 + 1, 10**99], [10**98, 3 * 10**100]], {}),
    ):  # fmt: skip
        yield matrix(f"counts-{name}", comment, rows, **more)


def many_classes(k: int, **more: str) -> Entry:
    """A thin matrix of many classes: some right, some taken for one other class.

    The counts are small, so that the denominators of the averages stay short.
    """
    right = [(i, i, 1 + i % 5) for i in range(k)]
    wrong = [(i, (37 * i + 11) % k, i % 3) for i in range(k)]
    # A class that the map of errors sends to itself is left out, not counted twice.
    fixed = {i for i, j, _ in wrong if i == j}
    cells = sorted((i, j, count) for i, j, count in [*right, *wrong] if count and not (i == j and i in fixed))
    return sparse(f"classes-{k}", f"{k} classes, few samples each", k, cells, **more)


def _cancellation() -> Iterator[Entry]:
    """Values that differences of nearly equal numbers make: agreement near 0, agreement near 1, tiny error rates."""
    for power in (4, 6, 8, 9):
        m, reach = 10**power, "core" if power == 8 else "wide"
        comment = "agreement hardly above chance: the determinant is 1"
        yield matrix(f"near-zero-1e{power}", comment, [[m, m - 1], [m + 1, m]], reach=reach, **LOSES)
    below, independent = [[10**7 - 1, 10**7], [10**7, 10**7 + 1]], "independent of the truth: agreement is 0"
    yield matrix("near-zero-negative", "agreement hardly below chance", below, **LOSES)
    yield matrix("exactly-zero", independent, [[7, 14], [21, 42]], **LOSES)
    large = [[10**9 + 7, 3 * 10**9 + 21], [5 * 10**9 + 35, 15 * 10**9 + 105]]
    yield matrix("exactly-zero-large", independent, large, **LOSES)
    three = [[3, 9, 6], [5, 15, 10], [7, 21, 14]]
    yield matrix("exactly-zero-three", f"three classes, {independent}", three, **LOSES)
    for power in (6, 9, 12, 15):
        m, reach = 10**power, "core" if power == 12 else "wide"
        right = "hardly an error: one minus a small number"
        yield matrix(f"near-one-1e{power}", right, [[m, 1], [2, m + 1]], reach=reach, **LOSES)
        rare = "a class of one sample, found once and missed never"
        yield matrix(f"rare-class-1e{power}", rare, [[m - 2, 1], [0, 1]], reach=reach, **LOSES)
        yield matrix(f"rare-pair-1e{power}", "a class of two samples, one of them found", [[m, 1], [1, 1]], **LOSES)


def _rounding() -> Iterator[Entry]:
    """Values half way between two floats, nearly half way, subnormal ones, and decimals that are ties."""
    yield from _halfway("double", HALF_DOUBLE)
    yield from _halfway("single", HALF_SINGLE)
    for name, off in (("below", -1), ("above", 1)):
        whole = 2 * HALF_DOUBLE * 10**6
        top = (HALF_DOUBLE + 1) * 10**6 + off
        rows = [[top, whole - top], [whole - top, 9]]
        yield matrix(f"nearly-halfway-{name}", f"hardly {name} the middle of two doubles", rows)
    whole, top = 2**60, 2**59 + 2**35 + 1
    twice = "rounding to double and then to single goes the wrong way"
    yield matrix("double-rounding", twice, [[top, whole - top], [whole - top - 1, 4]], reach="core")
    least: list[list[Any]] = [[TINY, 1], [10**120, 5]]
    yield matrix("subnormal", "precision of the first class is a subnormal double", least, reach="core")
    yield matrix("subnormal-recall", "recall of the first class is a subnormal double", [[TINY, 10**120], [1, 5]])
    yield matrix("underflow", "precision of the first class is below every double", [[TINY, 1], [10**130, 5]])
    single = "precision of the first class is subnormal in single precision"
    yield matrix("subnormal-single", single, [[1, 3], [10**40, 10**9]])
    yield matrix("decimal-tie", "1/8 and 5/8: ties at two decimal places", [[5, 3], [35, 0]], **TIE)
    yield matrix("decimal-tie-four", "ties at three and four decimal places", [[1, 7], [15, 1977]], **TIE)
    yield matrix("decimal-tie-half", "halves and quarters", [[1, 1], [3, 1]], **TIE)


def _halfway(format: str, half: int) -> Iterator[Entry]:
    """(half + odd) / (2 half) lies half way between two numbers of a format with as many digits as `half` has zeros."""
    whole, up, even = 2 * half, half + 3, half + 1
    middle, start = f"half way between two numbers of {format} precision", f"halfway-{format}"
    both = [[even, whole - even], [whole - even, even]]
    yield matrix(f"{start}-to-even", f"precision and recall {middle}", both, reach="core")
    yield matrix(f"{start}-up", f"{middle}, the even one above", [[up, whole - up], [whole - up, up]])
    yield matrix(f"{start}-precision", f"precision {middle}", [[even, 5], [whole - even, 7]])
    yield matrix(f"{start}-recall", f"recall {middle}", [[up, whole - up], [5, 7]])
