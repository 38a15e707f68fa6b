"""Two derivations side by side: values, what differs, why equal values are equal, and every surface read back."""

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
from tests.derivation.html_reader import parsed
from tests.derivation.pages import check_difference, check_page, difference_of
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


def test_the_hand_made_target() -> None:
    """Fahmy Amin 2023, Fig. 23, worked by hand: both macro F1 scores, and how far they are apart."""
    comparison = SAMPLES["ways of combining"]()
    assert (comparison.first.value, comparison.second.value) == (Fraction(49798, 87135), Fraction(6154892, 9736815))
    assert comparison.difference == -Fraction(228589338, 3770743889)
    text = comparison.to_text()
    assert "II is larger than I by" not in text  # classes are bird, cat and dog here
    assert "B is larger than A by about 0.0606." in text
    assert judge("0.060622", -comparison.difference).word == "rounded"
    assert "-0.06062181488030517" in text


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
def test_a_changed_digit_of_the_difference_is_seen(surface: str) -> None:
    comparison = SAMPLES["ways of combining"]()
    found = difference_of(getattr(comparison, f"to_{surface}")(), surface)
    check_difference(comparison, found)
    found = [event for event in found if event[0] == "row"]
    changed = 0
    for place, (kind, what) in enumerate(found):
        if kind != "row" or not isinstance(what, str):
            continue
        for at in [digit.start() for digit in re.finditer(r"\d", what)]:
            mutant = what[:at] + str((int(what[at]) + 1) % 10) + what[at + 1 :]
            with pytest.raises((FaultError, ValueError)):
                check_difference(comparison, [*found[:place], (kind, mutant), *found[place + 1 :]])
            changed += 1
    assert changed > 100


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
    assert "beta = 0.8 is read as 4/5." in text


def test_common_data_are_shown_once() -> None:
    assert SAMPLES["two metrics"]().to_markdown().count("Rows are true classes") == 1
    assert SAMPLES["two matrices"]().to_markdown().count("Rows are true classes") == 2
    assert SAMPLES["two matrices"]().to_markdown(data=False).count("Rows are true classes") == 0


def test_a_legend_names_every_symbol_of_both() -> None:
    page = compared(("precision", MACRO), ("precision", WEIGHTED)).to_text()
    [legend] = [text for text in page.split("\n\n") if text.startswith("A2 and B2.")]
    assert "n = 3 is the number of classes" in legend
    assert "N = 28 is the number of samples" in " ".join(legend.split())


@each("labels", [["A", "B", "C"], ["I", "A", "X"], ["A", "II", "Y"]])
def test_no_side_is_called_as_a_class_is(labels: list[str]) -> None:
    cm = matrix(BIRDS, labels)
    assert not set(em.compare(cm.derive("mcc"), cm.derive("kappa")).names) & set(labels)


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
    assert comparison.page is None


def test_a_coincidence_is_called_one() -> None:
    """Macro recall and accuracy agree where all classes have one size, and only there."""
    comparison = compared(("recall", MACRO), ("accuracy", {}), [[3, 1, 0], [1, 3, 0], [0, 1, 3]])
    assert comparison.difference == 0
    assert comparison.reasons == []
    assert comparison.coincidence
    assert "coincidence of these counts" in comparison.to_text()
    assert "holds for all counts" in compared(("recall", WEIGHTED), ("accuracy", {})).to_text()


def test_a_form_is_the_same_number() -> None:
    comparison = compared(("f1", {**MACRO, "form": "harmonic"}), ("f1", MACRO))
    assert comparison.reasons == ["form"]
    assert compared(("f1", MACRO), ("f1", MACRO)).reasons == ["question"]


def test_a_value_that_does_not_exist_is_said() -> None:
    text = SAMPLES["one undefined"]().to_text()
    assert "A is undefined: precision of cat is 0/0. So there is no difference to work out." in text
    assert "How far apart" not in text
    assert SAMPLES["both undefined"]().to_text().count("is undefined: ") == 2


def test_columns_of_a_terminal() -> None:
    lines = SAMPLES["two classes"]().to_text().splitlines()
    assert any("A1. Definition." in line and "B1. Definition." in line for line in lines)
    working = lines[: lines.index("The two values")]
    assert max(map(len, [line for line in working if "│" in line])) <= 100
    wide = SAMPLES["ways of combining"]().to_text()
    assert "│" not in wide


def test_detail() -> None:
    cm = matrix(BIRDS, NAMES)
    full, brief, scaffold = (
        em.compare(cm.derive("recall", **MACRO, detail=d), cm.derive("recall", **WEIGHTED, detail=d))
        for d in ("full", "brief", "scaffold")
    )
    assert len(brief.to_markdown()) < len(full.to_markdown())
    assert "Common denominator" not in brief.to_markdown()
    assert "Fill in the blanks" in scaffold.to_markdown()
    assert "A: (a)" in scaffold.to_text()
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
    for step in found["difference"]["steps"][1:]:
        for formula in step["formulas"]:
            assert {read_value(member["value"]) for member in formula["members"]} == {a - b}


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


def test_hostile_names_stay_names() -> None:
    cm = matrix(BIRDS, HOSTILE)
    comparison = em.compare(cm.derive("recall", label=HOSTILE[0]), cm.derive("recall", label=HOSTILE[1]))
    assert "<script" not in comparison.to_html()
    assert "\\input" not in comparison.to_latex()
    assert "](d)" not in comparison.to_markdown()
    assert "&lt;script&gt;" in comparison.to_html()


def test_html_has_two_columns() -> None:
    page = SAMPLES["ways of combining"]().to_html()
    root = parsed(page)
    rows = [list(e) for e in root.iter("div") if e.get("class") == "stage two"]
    assert rows
    assert {len(row) for row in rows} == {2}
    alone = [list(e) for e in root.iter("div") if e.get("class") == "stage"]
    assert {len(row) for row in alone} == {1}  # no column is empty
    assert "grid-template-columns" in page
