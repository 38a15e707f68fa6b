"""Whole documents: numbers, references and values agree on every surface, and what is wrong is said with its place."""

from __future__ import annotations

import json
import re
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

import exactmetrics as em
from exactmetrics.exact.errors import ExactMetricsError, InputError, UsageError
from exactmetrics.sheets.schema import schema_named
from tests.cases import each
from tests.documents.sheets import BIRDS, RARE, spec
from tests.house.source import ROOT
from tests.latex import compile_latex
from tests.tools import needed

TUTORIAL = ROOT / "docs" / "tutorial.toml"


def validator() -> jsonschema.Draft202012Validator:
    schemas = [schema_named("answer_sheet"), schema_named("document_spec", "exactmetrics.documents")]
    registry = Registry().with_resources([(s["$id"], Resource.from_contents(s)) for s in schemas])
    return jsonschema.Draft202012Validator(schemas[1], registry=registry)


def test_the_tutorial_is_on_record() -> None:
    """Source 000 prints the weighted precision, Fahmy Amin 2023 (Fig. 23) the macro F1 from the averages."""
    recorded, page = TUTORIAL.with_suffix(".md").read_text(encoding="utf-8"), em.document(TUTORIAL)
    assert page.to_markdown() == recorded, "exactmetrics document docs/tutorial.toml -o docs/tutorial.md writes it"
    assert page.unused == []
    assert r"\boxed{P _{\text{weighted}} = \frac{409}{630} \approx 0.6492} \tag{4}" in recorded
    assert "6154892/9736815" in recorded
    assert "0.649 in [(4)](#weighted.result)" in recorded


def test_the_tutorial_compiles(tmp_path: Path, tex_engine: str) -> None:
    """Whole, and as a fragment, which needs no links."""
    result = compile_latex(em.document(TUTORIAL).to_latex(document=True), tmp_path, engine=tex_engine)
    assert (result.errors, result.overfull) == ([], [])
    assert not re.search("undefined references|multiply defined", result.log)
    packages = r"\usepackage{amsmath,booktabs}\usepackage[table]{xcolor}\usepackage[T1]{fontenc}"
    body = f"\\begin{{document}}{em.document(TUTORIAL).to_latex()}\\end{{document}}"
    assert compile_latex(f"\\documentclass{{article}}{packages}{body}", tmp_path, engine=tex_engine).errors == []


PLACE = {"latex": r"\\label\{([^}]+)\}"}
LINK = {"latex": r"\\eqref\{([^}]+)\}|\\hyperref\[([^\]]+)\]"}


@each(("format", "made"), product(["markdown", "github", "html", "latex"], ["spec", "texts"]))
def test_every_link_leads_somewhere_and_every_place_is_one(format: str, made: str) -> None:
    page = em.document(spec() if made == "spec" else TEXTS).to(format)
    places = re.findall(PLACE.get(format, r'id="([^"]+)"'), page)
    links = {a or b for a, b in re.findall(LINK.get(format, r'\]\(#([^)]+)\)|href="#([^"]+)"'), page)}
    assert links <= set(places)
    assert len(places) == len(set(places))
    if made == "spec" and format != "latex":
        named = {"birds", "macro", "macro.definition", "macro.result", "apart", "apart.second", "all", "own"}
        assert named <= links


@each("format", ["text", "markdown", "latex", "html", "github"])
def test_equations_are_numbered_alike_everywhere(format: str) -> None:
    page = em.document(spec()).to(format)
    found = {"html": r">\((\d)\)</m", "text": r"   \((\d)\)$"}.get(format, r"\\tag\{(\d)\}")
    own = ["1"] * (format == "html")  # the author's own formula is code there
    assert own + re.findall(found, page, re.MULTILINE) == ["1", "2", "3", "4", "5"]


def test_references_and_values() -> None:
    text = em.document(spec()).parts("text")[-1]["text"].replace("\xa0", " ").replace("\n", " ")
    assert text == (
        "Table 1, Derivation 1, (2), (3), (1), Comparison 1, (5), Report 1. "
        "173/270, 0.640741, 0.6407, 64.1 %, 64 %, 9/14, x = 173/270."
    )
    assert em.document(spec()).parts("latex")[-1]["text"].endswith(r"$9/14$, $x = \frac{173}{270}$.")


def test_data_from_files_beside_the_specification(tmp_path: Path) -> None:
    (tmp_path / "counts.csv").write_text("5,1\n5,7\n", encoding="utf-8")
    (tmp_path / "spec.toml").write_text(
        'title = "T"\n[data.m]\nfile = "counts.csv"\n[[block]]\ndata = "m"\n'
        '[[block]]\nid = "r"\nderivation = {metric = "recall", label = 0}\n[[block]]\ntext = "{value:r}"\n',
        encoding="utf-8",
    )
    assert em.document(tmp_path / "spec.toml").to_text().rstrip().endswith("5/6")


TEXTS = {
    "title": "T", "contents": True, "data": {"birds": BIRDS},
    "block": [
        {"title": "My words", "text": "Before [it](#acc).\n\n# One heading of {ref:acc}\n\n## A lower one"},
        {"id": "acc", "derivation": {"metric": "accuracy"}},
        {"equation": "a = {value:acc}", "id": "own"},
        {"text": "{ref:own}"},
    ],
}  # fmt: skip


@each("format", ["markdown", "html", "latex", "text"])
def test_headings_of_texts_stand_on_the_page_and_in_the_contents(format: str) -> None:
    page = em.document(TEXTS).to(format)
    assert page.count("My words") == 2
    assert page.count("One heading of") == 2
    assert page.count("A lower one") == 1


def test_unused_ids_are_told() -> None:
    derived = {"id": "d", "derivation": {"data": "birds", "metric": "mcc"}}
    for more, unused in (([], ["rare", "d"]), ([{"text": "[there](#d.result)"}], ["rare"])):
        page = em.document({"title": "T", "data": {"birds": BIRDS, "rare": RARE}, "block": [derived, *more]})
        assert page.unused == unused


def test_two_data_sets_are_called_by_their_titles() -> None:
    question = {"metric": "accuracy"}
    page = em.document({
        "title": "T", "data": {"a": BIRDS | {"title": "Filter A"}, "b": RARE | {"title": "Filter <B>"}},
        "block": [{"comparison": [{"data": "a", **question}, {"data": "b", **question}]}, {"report": "b"}],
    })  # fmt: skip
    assert "Comparison 1: Accuracy: Filter A and Filter <B>" in page.to_text()
    assert "- Filter A (data 1)" in page.to_text()
    assert "Report 1: Filter <B>" in page.to_text()
    assert "Filter <B>" not in page.to_html()
    assert json.loads(page.to_json())["blocks"][0]["comparison"]["titles"] == ["Filter A", "Filter <B>"]


@each("names", ["ab", ("a",), ("a", "a"), ("a", ""), ("a", 1), 7])
def test_names_of_a_comparison_are_two_texts(names: Any) -> None:
    sides = [em.ConfusionMatrix(BIRDS["matrix"]).derive(name) for name in ("mcc", "kappa")]
    with pytest.raises(UsageError, match="two different texts"):
        em.compare(*sides, names=names)


DERIVED = {"derivation": {"metric": "mcc"}, "id": "d"}


@each(("change", "message"), [
    ([{"text": "{ref:nothing}"}, DERIVED], r"block 1 \(text\): there is no 'nothing' to refer to; choose from: d"),
    ([{"text": "{ref:dd}"}, DERIVED], "did you mean 'd'"),
    ([{"text": "{value:birds}"}, {"data": "birds"}], r"'birds' has no value; write \{ref:birds\}"),
    ([{"text": "{ref:birds}"}], "the data set 'birds' is not shown"),
    ([{"text": "{decimal:d:x}"}, DERIVED], "'x' is no number of places"),
    ([{"text": "{value:d:4}"}, DERIVED], "value takes an id alone"),
    ([{"text": "$x = {ref:d}$"}, DERIVED], "stands inside a formula"),
    ([{"data": "bird"}], "there is no data set 'bird'; did you mean 'birds'"),
    ([{"data": "birds"}, {"data": "birds"}], "is shown already"),
    ([{"derivation": {"metric": "nosuch"}}], r"block 1 \(derivation\): .*nosuch"),
    ([{"derivation": {"metric": "recall", "label": "wolf"}}], r"block 1 \(derivation\): .*wolf"),
    ([{"derivation": {"metric": "recall", "lable": "dog"}}], "there is no key 'lable'; did you mean 'label'"),
    ([{"comparison": ["d", "e"]}, DERIVED], "there is no derivation 'd' above"),
    ([{"comparison": [{"metric": "mcc"}]}], "the list has 1 entry; give 2"),
    ([{"id": "a b", "report": "birds"}], "'a b' is no word"),
    ([DERIVED, DERIVED], "the id 'd' is that of block 1 already"),
    ([{"id": "birds", "report": "birds"}], "the id 'birds' is that of data.birds already"),
    ([{"id": "t", "text": "x"}], "a text has no number"),
    ([{"text": "x", "data": "birds"}], "give one of text, equation, data"),
    ([{"places": 3, "data": "birds"}], "'places' goes with 'report'"),
    ([{"equation": "\\input{x}"}], "no mathematics"),
    ([DERIVED | {"definition": False}], "definition = false is for a brief derivation"),
    ([{"data": "birds", "definition": False}], "'definition' goes with 'derivation'"),
    ([], "the list has 0 entries"), ([{"data": "parts", "picture": True}], "is no matrix"),
    ([{"data": "birds", "picture": "large"}], "picture"), ([{"text": "x", "picture": True}], "picture"),
    ([{"data": "birds"}, {"text": "See {ref:birds}."}],
     r"block 2 .*\{ref:birds\}: numbers = false leaves nothing to refer to"),
])  # fmt: skip
def test_what_is_wrong_is_said(change: list[dict[str, Any]], message: str) -> None:
    parts = {"counts": {"K": {"tp": 1, "fp": 1, "fn": 0, "tn": 3}}, "partition": False}
    made = {"title": "T", "data": {"parts": parts} if "parts" in str(change) else {"birds": BIRDS}, "block": change}
    with pytest.raises(ExactMetricsError, match=message) as caught:
        em.document(made | ({"numbers": False} if "numbers" in message else {})).to_markdown()
    assert str(caught.value).startswith("the specification: ")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "spec.toml"
    path.write_text('title = "T"\ndata.m.file = "none.csv"\n[[block]]\ndata = "m"', encoding="utf-8")
    with pytest.raises(InputError, match=r"spec.toml: data.m: there is no file .*none.csv"):
        em.document(path)
    with pytest.raises(InputError, match="there is no file"):
        em.document(tmp_path / "other.toml")
    path.write_text("title = ", encoding="utf-8")
    with pytest.raises(InputError, match=r"spec.toml: not read as TOML"):
        em.document(path)


def test_the_schema_says_what_is_read() -> None:
    """An independent validator accepts and refuses the same specifications."""
    checker = validator()
    checker.check_schema(checker.schema)
    for right in (spec(), tomllib.loads(TUTORIAL.read_text(encoding="utf-8"))):
        checker.validate(right)
    for wrong in ({"title": "T"}, {**spec(), "blok": []}, {**spec(), "block": [{"text": "x", "data": "birds"}]},
                  {**spec(), "data": {"m": {"matrix": [[1]], "file": "x"}}}, {**spec(), "detail": "long"}):  # fmt: skip
        assert not checker.is_valid(wrong)
        with pytest.raises(InputError):
            em.document(wrong)


def test_json_follows_its_schema() -> None:
    found = json.loads(em.document(spec()).to_json())
    schema = schema_named("document", "exactmetrics.documents")
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(found)
    kinds = [block["kind"] for block in found["blocks"]]
    assert kinds == ["data", "equation", "derivation", "comparison", "report", "text"]
    assert found["blocks"][2]["derivation"]["value"] == "173/270"
    assert found["blocks"][2]["equations"] == {"definition": 2, "result": 3}


def test_titles_of_derivations_say_of_which_data_and_how() -> None:
    """Of several data sets each title names its own, and two derivations of one metric are told apart."""
    zeros = {"matrix": [[6, 0, 1], [1, 0, 2], [0, 0, 3]], "labels": ["x", "y", "z"], "title": "Rare *birds*"}
    macro, weighted = ({"metric": "precision", "average": one, "data": "birds"} for one in ("macro", "weighted"))
    asked = [macro, *(macro | {"data": "rare", "undefined": policy} for policy in (0, "omit")), weighted,
             weighted | {"weights": "predicted"}, {"metric": "mcc", "data": "birds"}]  # fmt: skip
    shown = [{"derivation": one} for one in asked]
    page = em.document({"title": "T", "data": {"birds": BIRDS, "rare": zeros}, "block": shown})
    headings = [part["heading"].partition(": ")[2] for part in page.parts("text")]
    assert len(set(headings)) == len(headings)
    assert headings[0] == "Macro precision (birds)"
    assert headings[-1] == "Matthews correlation coefficient (birds)"
    assert all("Rare *birds*" in heading for heading in headings[1:3])
    assert "left out" in headings[2]
    alone = em.document({"title": "T", "data": {"birds": BIRDS}, "block": [{"derivation": {"metric": "mcc"}}]})
    assert alone.parts("text")[0]["heading"] == "Derivation 1: Matthews correlation coefficient"


def test_titles_are_words() -> None:
    page = em.document({"title": "<b> & \\input{x} *y*", "block": [{"text": "z"}]})
    assert "<b>" not in page.to_html().partition("<body>")[2]
    assert r"\input{" not in page.to_latex()
    assert page.to_markdown().startswith(r"# \<b\> \& \\input{x} \*y\*")


PICTURED = {
    "title": "Birds",
    "data": {
        "birds": {"labels": ["bird", "a&b", "<i>"], "matrix": [[6, 1, 1], [1, 5, 2], [2, 3, 7]]},
        "wide": {"labels": [f"class {i}" for i in range(14)], "matrix": [[10**6] * 14] * 14},
    },
    "block": [{"data": "birds", "picture": "shares"}, {"data": "wide", "picture": True}],
}


def test_a_data_block_draws_its_matrix(tmp_path: Path) -> None:
    made = em.document(PICTURED)
    page = made.to("html")
    assert page.count("<svg ") == 2
    assert page.count("75.0 %") == 1
    assert "<i>" not in page
    assert not any(word in made.to(name) for name in ("text", "markdown", "json") for word in ("svg", "tikz"))
    plain = em.document({**PICTURED, "block": [{"data": "birds"}, {"data": "wide", "picture": False}]})
    assert "<svg " not in plain.to("html")
    assert "tikz" not in plain.to("latex-document")
    result = compile_latex(made.to("latex-document"), tmp_path, engine=needed("tikz"))
    assert (result.errors, result.overfull) == ([], [])


@each("format", ["markdown", "github", "text", "html", "latex"])
def test_a_page_may_have_no_numbers(format: str) -> None:
    shown = [
        {"text": "Macro first.", "title": "How"}, {"data": "birds"}, {"equation": "1 + 1 = 2"},
        {"derivation": {"metric": "precision", "average": "macro"}, "title": "By class"},
        {"derivation": {"metric": "precision", "average": "micro"}},
        {"comparison": [{"metric": "recall", "average": "macro"}, {"metric": "recall", "average": "micro"}]},
    ]  # fmt: skip
    numbered, plain = (
        em.document({"title": "T", "contents": True, "data": {"birds": BIRDS}, "block": shown, **more}).to(format)
        for more in ({}, {"numbers": False})
    )
    number = re.compile(
        r"\\tag\{|\\label\{[a-z]+-?\d*\.(?:definition|result)|\(\d\)(?=<|$)|(?:Derivation|Table|Comparison) \d", re.M
    )
    assert len(number.findall(numbered)) >= 6
    assert number.findall(plain) == []
    assert "By class" in plain
    assert plain.count("icro precision") >= 2  # the heading of the second derivation is what it is of


def test_a_data_set_may_hold_scores() -> None:
    """Its table, its derivations, and what references say; a report and a picture are of counts."""
    data = {"s": {"y_true": ["no", "yes", "yes", "no"], "scores": ["0.9", "0.7", "0.3", "0.1"], "positive": "yes"}}
    blocks: list[dict[str, Any]] = [
        {"data": "s"}, {"id": "auc", "derivation": {"metric": "roc_auc"}},
        {"derivation": {"metric": "brier"}, "detail": "brief"}, {"text": "It is {value:auc}."},
    ]  # fmt: skip
    made = em.document({"title": "Scores", "data": data, "block": blocks})
    page = made.to_text()
    assert "0.7, 0.3" in page
    assert "It is 1/2." in page
    assert made.data()["blocks"][0]["data"]["scores"] == ["9/10", "7/10", "3/10", "1/10"]
    for block in ({"report": "s"}, {"data": "s", "picture": True}):
        with pytest.raises(em.InputError, match=r"reports of counts alone|is no matrix"):
            em.document({"title": "Scores", "data": data, "block": [block]})
