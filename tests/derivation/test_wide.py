"""Many classes: sums are shortened, a table lists their terms, and both together still give the value."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache, lru_cache
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.derivation.planning.page import Blank
from exactmetrics.derivation.shown import in_document
from exactmetrics.exact.rounding import decimal
from exactmetrics.expression.reading import read, value_of
from tests.cases import EXHAUSTIVE, each, size
from tests.derivation.documents import take_apart
from tests.derivation.questions import check_says, flat, matrix
from tests.latex import compile_latex
from tests.surfaces.json_schema import validate
from tests.surfaces.json_trees import worked_out

# One worker reads the thousand classes.
pytestmark = pytest.mark.xdist_group("wide")

ASKED: list[tuple[str, dict[str, Any]]] = [
    ("precision", {"average": "weighted"}), ("f1", {"average": "macro"}), ("f1", {"average": "micro"}), ("kappa", {}),
    ("mcc", {}), ("mcc", {"average": "macro"}), ("f1", {"average": "macro", "combine": "averages"}),
    ("balanced_accuracy", {}), ("informedness", {"average": "macro"}),
]  # fmt: skip
LONG_NAME = "a class with a very long name " * 6  # 180 characters
FRACTION = re.compile(r"\\frac\{([^{}]+)\}\{([^{}]+)\}")
SUMS = [("precision", {"average": "weighted"}), ("f1", {"average": "macro"}), ("balanced_accuracy", {})]


@cache
def counts(k: int) -> list[list[int]]:
    draw = Random(k)
    return [[draw.randint(0, 20) + 300 * (i == j) for j in range(k)] for i in range(k)]


@cache
def unnamed(k: int) -> em.ConfusionMatrix:
    """Those counts, read once: a thousand classes have a million cells."""
    return em.ConfusionMatrix(counts(k))


def known_terms(metric: str, rows: list[list[int]]) -> tuple[list[Fraction], int]:
    """The terms of the sum over classes by hand, and what the sum is divided by."""
    k, right = len(rows), [row[i] for i, row in enumerate(rows)]
    supports, predicted = [sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)]
    margins = list(zip(right, supports, predicted, strict=True))
    if metric == "precision":
        return [Fraction(s * t, c) for t, s, c in margins], sum(supports)
    if metric == "f1":
        return [Fraction(2 * t, s + c) for t, s, c in margins], k
    return [Fraction(t, s) for t, s, _ in margins], k


@each("k", [13, 22, 100])
@each(("metric", "options"), SUMS)
def test_shortened_sums_are_the_first_and_the_last_terms(metric: str, options: Any, k: int) -> None:
    rows = counts(k)
    terms, divisor = known_terms(metric, rows)
    page = take_apart(matrix(rows, [f"c{i}" for i in range(k)]).derive(metric, **options).to_markdown(), "markdown")
    value = sum(terms, Fraction(0)) / divisor
    shortened = [row for section in page.steps for row in section.rows if r"\overset{" in row]
    assert shortened
    for row in shortened:
        gaps = re.findall(r"\+ \\overset\{(\d+)\}\{\\cdots\}", row)
        assert set(gaps) <= {str(k - 6)}
    [added] = [section.rows[0] for section in page.steps if section.title == "Add the fractions"]
    shown = [value_of(read(top)) / value_of(read(bottom)) for top, bottom in FRACTION.findall(added)]
    assert shown[:6] == terms[:4] + terms[-2:]
    assert decimal(value, places=4) in page.result.rows[-1]
    assert any("Three dots stand for" in s for s in page.result.sentences)


@each(("metric", "options"), ASKED if EXHAUSTIVE else ASKED[:1], ids=str)
def test_a_thousand_classes_give_a_readable_page(metric: str, options: Any) -> None:
    derivation = unnamed(1000).derive(metric, **options)
    for page in (derivation.to_markdown(), derivation.to_latex()):
        assert len(page.encode()) < 200_000
        tables = [step.table for step in derivation.steps if step.table is not None]
        assert page.count("The table shows the first 50 of the 1000 classes. 950 classes are not shown.") == len(tables)
        if not tables:
            assert "The table shows the first 5 of the 1000 classes. 995 classes are not shown." in page


@each("k", [size(100, 1000)])
def test_a_long_value_is_told_by_its_digits(k: int) -> None:
    rows = counts(k)
    terms, divisor = known_terms("balanced_accuracy", rows)
    value = sum(terms, Fraction(0)) / divisor
    page = flat(unnamed(k).derive("balanced_accuracy").to_text())  # lines may be folded
    above, below = str(value.numerator), str(value.denominator)
    told = f"a fraction with {len(above)} digits in the numerator and {len(below)} digits in the denominator"
    assert f"The exact value is {told}. It is too long to print." in page
    assert f"{above[:6]}...({len(above) - 12})...{above[-6:]}" in page
    assert not re.search(r"\d{41}", page)


def test_up_to_twelve_classes_nothing_is_left_out() -> None:
    for metric, options in ASKED:
        check_says(unnamed(12).derive(metric, **options).to_markdown(), [], ["cdots", "left out"])
    data = asked("precision", {"average": "weighted"}, 12)
    assert (data["wide"], data["result"]["shown"]) == (False, None)
    for step in data["steps"]:
        assert step["told"] is None
        assert all(formula["shown"] is None for formula in formulas_of(step))
        assert step["table"] is None or step["table"]["left_out"] == 0


@each("k", [30, 13, 100, 1000] if EXHAUSTIVE else [30])
def test_wide_pages_stay_within_the_margins(k: int, tmp_path: Path, tex_engine: str) -> None:
    plain, named = matrix(counts(k), range(k)), matrix(counts(k), [f"{LONG_NAME}{i}" for i in range(k)])
    pages = [plain.derive(metric, **options) for metric, options in ASKED]
    pages += [named.derive(metric, **options) for metric, options in ASKED[:2]]
    pages += [plain.derive(metric, detail="scaffold", **options) for metric, options in ASKED]
    for (first, one), (second, other) in pairwise(ASKED[:5] if k <= 100 else []):
        for detail in ("full", "scaffold"):
            pages.append(
                em.compare(plain.derive(first, detail=detail, **one), plain.derive(second, detail=detail, **other))
            )
    bodies = [page.to_latex() for page in pages]
    assert max(len(body.encode()) for body in bodies) < 200_000
    result = compile_latex(in_document("latex", "\n".join(bodies), ""), tmp_path, engine=tex_engine)
    assert result.errors == []
    points = [float(width) for width in re.findall(r"Overfull \\[hv]box \(([\d.]+)pt", result.log)]
    assert max(points, default=0) <= 15  # of a margin of 70


# As JSON.

SIZES = (13, 100, size(200, 1000))


def asked(metric: str, options: dict[str, Any], k: int) -> dict[str, Any]:
    return _asked(metric, tuple(options.items()), k)


@lru_cache(maxsize=1)  # of a thousand classes it is very long
def _asked(metric: str, options: tuple[tuple[str, Any], ...], k: int) -> dict[str, Any]:
    return unnamed(k).derive(metric, **dict(options)).data()


CASES = [(*question, k) for k in SIZES[:2] for question in (*SUMS, *ASKED[3:7:3])] + [(*ASKED[0], SIZES[2])]


class DisagreeError(AssertionError):
    """What is shown is no part of the whole."""


def compare(shown: dict[str, Any], whole: dict[str, Any]) -> None:
    """A shortened tree is the whole one but for what it says is left out."""
    if shown == whole:
        return
    if shown["node"] == whole["node"] == "sum":
        _sums(shown["terms"], whole["terms"])
    elif shown["node"] == whole["node"] != "number":
        for key, part in shown.items():
            for one, other in zip(*(x if isinstance(x, list) else [x] for x in (part, whole[key])), strict=True):
                if isinstance(one, dict):
                    compare(one, other)
                elif one != other:
                    raise DisagreeError(f"{key}: {one}, not {other}")
    elif whole["node"] != "number":
        raise DisagreeError(f"{shown['node']} for {whole['node']}")
    else:
        _numbers(list(_tokens(shown)), re.findall(r"\d+", whole["value"]))


def _sums(shown: list[dict[str, Any]], whole: list[dict[str, Any]]) -> None:
    gaps = [at for at, term in enumerate(shown) if term["node"] == "left_out"]
    if not gaps:
        for one, other in zip(shown, whole, strict=True):
            compare(one, other)
        return
    [at] = gaps
    after = len(shown) - at - 1
    if shown[at]["terms"] != len(whole) - at - after:
        raise DisagreeError(f"{shown[at]['terms']} of {len(whole)} terms left out, {at} and {after} shown")
    for one, other in zip([*shown[:at], *shown[at + 1 :]], [*whole[:at], *whole[len(whole) - after :]], strict=True):
        compare(one, other)


def _tokens(tree: Any) -> Any:
    """The whole numbers of a shown number in the order in which they are written."""
    if isinstance(tree, list):
        for part in tree:
            yield from _tokens(part)
    elif isinstance(tree, dict):
        if tree["node"] == "cut_number":
            yield tree
        elif tree["node"] == "number":
            yield from re.findall(r"\d+", tree["value"])
        else:
            yield from _tokens([part for key, part in tree.items() if key != "node"])


def _numbers(shown: list[Any], whole: list[str]) -> None:
    for one, digits in zip(shown, whole, strict=True):
        if one == digits:
            continue
        first, last = one["first"], one["last"]
        if not (digits.startswith(first) and digits.endswith(last)):
            raise DisagreeError(f"{digits} does not begin with {first} and end with {last}")
        if len(first) + one["left_out"] + len(last) != len(digits):
            raise DisagreeError(f"{one['left_out']} of {len(digits)} digits left out")


def formulas_of(step: dict[str, Any]) -> list[dict[str, Any]]:
    return [formula for group in step["groups"] for formula in group["formulas"]]


@each(("metric", "options", "k"), [case for case in CASES if case[:2] in SUMS], ids=str)
def test_the_table_has_every_class_it_lists(metric: str, options: dict[str, Any], k: int) -> None:
    rows = counts(k)
    terms, divisor = known_terms(metric, rows)
    found = asked(metric, options, k)
    assert Fraction(found["value"]) == sum(terms, Fraction(0)) / divisor
    tables = [step["table"] for step in found["steps"] if step["table"]]
    assert tables
    for table in tables:
        assert table["left_out"] + len(table["rows"]) == k
        for row in islice(table["rows"], 20):
            for score in row["scores"]:
                values = {worked_out(member["tree"]) for member in score["chain"]["members"]}
                assert len(values) == 1


def test_wide_documents_follow_the_schema() -> None:
    """Of very many classes all but the trees of so many terms, which are those of forty many times."""
    validate(asked("precision", {"average": "weighted"}, 40))
    validate(bare(asked("precision", {"average": "weighted"}, SIZES[2])))


def bare(data: Any) -> Any:
    if isinstance(data, list):
        return [bare(part) for part in data]
    if not isinstance(data, dict):
        return data
    leaf = {"node": "blank", "letter": "a"}
    return {key: leaf if key == "tree" else bare(part) for key, part in data.items()}


def test_an_exercise_asks_no_count_that_is_not_on_the_page() -> None:
    exercise = unnamed(40).derive("f1", average="macro", detail="scaffold")
    [table] = [step.table for step in exercise.steps if step.table is not None and step.table.columns]
    asked = [position for _, position, cells in table.rows if any(isinstance(cell.value, Blank) for cell in cells)]
    assert asked == [1, 2, 3, 4]  # the first one is an example
