"""JSON of many classes: what a wide page leaves out is in it as data; what the page shows is a part of the whole."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from operator import mul
from typing import Any

import jsonschema
import pytest

import exactmetrics as em
from exactmetrics.sheets.schema import schema_named
from tests.cases import each, size
from tests.derivation.test_wide import SUMS, counts, known_terms, unnamed
from tests.surfaces.json_schema import trees, validate, validator
from tests.surfaces.json_trees import worked_out

# One worker reads the thousand classes.
pytestmark = pytest.mark.xdist_group("wide")

SIZES = (13, 100, size(200, 1000))
ASKED: list[tuple[str, dict[str, Any]]] = [
    *SUMS, ("f1", {"average": "macro", "combine": "averages"}), ("kappa", {}), ("mcc", {}),
]  # fmt: skip


def asked(metric: str, options: dict[str, Any], k: int) -> dict[str, Any]:
    return _asked(metric, tuple(options.items()), k)


@lru_cache(maxsize=1)  # of a thousand classes it is very long
def _asked(metric: str, options: tuple[tuple[str, Any], ...], k: int) -> dict[str, Any]:
    return unnamed(k).derive(metric, **dict(options)).data()


CASES = [(*question, k) for k in SIZES[:2] for question in ASKED] + [(*ASKED[0], SIZES[2]), (*ASKED[-1], SIZES[2])]


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


@each(("metric", "options", "k"), CASES, ids=str)
def test_what_a_page_shows_is_a_part_of_the_whole(metric: str, options: dict[str, Any], k: int) -> None:
    found = asked(metric, options, k)
    assert found["wide"] is True
    seen = 0
    for step in found["steps"]:
        for formula in formulas_of(step):
            for short, member in zip(formula["shown"] or [], formula["members"], strict=bool(formula["shown"])):
                if short is not None:
                    compare(short["tree"], member["tree"])
                    trees().validate(short["tree"])
                    seen += 1
        if step["told"] is not None:
            assert step["told"].keys() == step["facts"].keys()
    if found["result"]["shown"] is not None:
        compare(found["result"]["shown"]["tree"], {"node": "number", "value": found["value"]})
    assert seen or k == 13


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


def test_the_terms_of_a_long_sum_are_over_one_denominator() -> None:
    rows = [[5 + i if i == j else 1 for j in range(13)] for i in range(13)]
    found = em.ConfusionMatrix(rows).derive("recall", average="macro").data()
    for table in [step["table"] for step in found["steps"] if step["table"] and step["table"]["total"]]:
        common = int(table["columns"][-1]["words"].split()[-1])
        terms = [worked_out(row["scores"][0]["chain"]["members"][-1]["tree"]) for row in table["rows"]]
        assert [Fraction(int(row["cells"][-1]["value"]), common) for row in table["rows"]] == terms
        assert int(table["total"]) == sum(terms, Fraction(0)) * common


@each("k", [13, 40])
def test_wide_documents_follow_the_schema(k: int) -> None:
    validate(asked("precision", {"average": "weighted"}, k))


def test_very_many_classes_follow_the_schema() -> None:
    """All but the trees of so many terms, which are those of forty many times."""
    validator().validate(bare(asked("precision", {"average": "weighted"}, SIZES[2])))


def bare(data: Any) -> Any:
    if isinstance(data, list):
        return [bare(part) for part in data]
    if not isinstance(data, dict):
        return data
    leaf = {"node": "blank", "letter": "a"}
    return {key: leaf if key == "tree" else bare(part) for key, part in data.items()}


def test_up_to_twelve_classes_nothing_is_shortened() -> None:
    found = asked("precision", {"average": "weighted"}, 12)
    assert found["wide"] is False
    assert found["result"]["shown"] is None
    for step in found["steps"]:
        assert step["told"] is None
        assert all(formula["shown"] is None for formula in formulas_of(step))
        assert step["table"] is None or step["table"]["left_out"] == 0


def test_a_wrong_digit_or_count_of_what_is_shown_is_seen() -> None:
    whole = {"node": "number", "value": "1" + "0" * 48 + "7"}
    cut = {"node": "cut_number", "first": "100000", "left_out": 38, "last": "000007"}
    compare(cut, whole)
    for wrong in ({"first": "100001"}, {"left_out": 39}, {"last": "000008"}):
        with pytest.raises(DisagreeError):
            compare(cut | wrong, whole)
    term = {"node": "number", "value": "3"}
    three = {"node": "sum", "terms": [term, {"node": "left_out", "terms": 3}, term]}
    compare(three, {"node": "sum", "terms": [term] * 5})
    with pytest.raises(DisagreeError):
        compare(three, {"node": "sum", "terms": [term] * 6})


@each("k", SIZES[:2])
def test_comparisons_of_many_classes(k: int) -> None:
    cm = unnamed(k)
    first, second = (cm.derive("f1", average=average) for average in ("macro", "weighted"))
    found = em.compare(first, second).data()
    found |= {side: {"schema": found[side]["schema"]} for side in ("first", "second")}
    jsonschema.Draft202012Validator(schema_named("comparison", "exactmetrics.derivation")).validate(found)
    terms, _ = known_terms("f1", counts(k))
    supports = list(map(sum, counts(k)))
    weighted = sum(map(mul, supports, terms), Fraction(0)) / sum(supports)
    known, difference = sum(terms, Fraction(0)) / k - weighted, found["difference"]
    assert Fraction(difference["value"]) == known
    places = len(difference["printed"].partition(".")[2])
    assert difference["printed"] == f"{float(known):.{places}f}"
