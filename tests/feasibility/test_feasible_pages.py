"""Answers as text, Markdown and JSON, with how they read the scores; scores from files; one door for all of them."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import exactmetrics as em
from exactmetrics.feasibility.spec import read_scores
from tests.cases import each

ROOM = "exactmetrics.feasibility"
KLM = {"K": 53, "L": 110, "M": 37}
TP = {"tp[K]": 30, "tp[L]": 52, "tp[M]": 22}
PROBLEMS: dict[str, tuple[Any, dict[str, Any]]] = {
    "one": ({"accuracy": "0.91", "f1": "0.87"}, {"n": 100, "positives": 40}),
    "clash": ({"accuracy": "0.92", "recall": "0.22", "specificity": "0.86"}, {"n": 1432, "positives": 530}),
    "alone": ({"accuracy": "0.915"}, {"n": 100, "rounding": "half-even"}),
    "outside": ({"accuracy": "91"}, {"n": 100}), "below": ({"tp": "-3"}, {"n": 100}),
    "many": ({"accuracy": "0.5"}, {"n": 1000}),
    "many classes": ({"accuracy": "0.5"}, {"n": 100, "labels": range(30)}),
    "any n": ({"accuracy": "0.917", "f1": "0.87"}, {}),
    "no n": ({"precision": "0.5", "recall": "0.5", "f1": "0.9"}, {}),
    "between": ({"accuracy": "0.123"}, {"max_n": 9}), "mcc": ({"mcc": "0.31"}, {"n": 100, "positives": 40}),
    "example 5": ({**TP, "tn[K]": 98, "tn[L]": 73, "tn[M]": 133}, {"supports": KLM}),
    "example 5, typo": ({**TP, "tn[K]": 38, "tn[L]": 73, "tn[M]": 133}, {"supports": KLM}),
    "sets": ({"A": {"recall": "1/4"}, "B": {"recall": "2/3"}}, {"n": 12}),
    "sets, none": ({"A": {"recall": "1/4"}, "B": {"recall": "2/3"}}, {"n": 11}),
    "sets, outside": ({"A": {"recall": "1/4"}, "B": {"recall": "25"}}, {"n": 11}),
    "means": ({"recall": "0.768", "accuracy": "0.573"}, {"parts": [[(52, 94), (74, 37)]]}),
    "means, none": ({"recall": "0.5", "specificity": "0.5", "balanced_accuracy": "0.6"}, {"parts": [(3, 4), (5, 6)]}),
    "unknown": ({"accuracy": "0.333"}, {"supports": {"a": None, "b": None}, "steps": 1}),
}  # fmt: skip


@cache
def answer(name: str) -> em.Feasibility:
    scores, known = PROBLEMS[name]
    return em.feasible(scores, **known)


@cache
def schema(name: str) -> Draft202012Validator:
    document = json.loads(files(ROOM).joinpath(f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(document)
    return Draft202012Validator(document)


READ_AS = {"en": "Read as: ", "es": "Lectura: ", "ar": "القراءة: ", "de": "Gelesen als: ", "fr": "Lu comme"}


@each("name", PROBLEMS)
def test_an_answer_in_every_language_and_as_json(name: str) -> None:
    """It says how it read the scores: the classes, in a line of its own."""
    found = answer(name)
    data = json.loads(found.to_json())
    schema("feasible").validate(data)
    assert data["feasible"] is found.feasible
    assert (data["conflict"] is not None) == (found.feasible is False)
    for language, start in READ_AS.items():
        for page in (found.to_markdown(language=language), found.to_text(language=language)):
            assert "{" not in page
            assert "None" not in page
            assert page.count(start) == 1
            said = " ".join(page.split(start)[1].split("\n\n")[0].split())
            assert len(found.labels) > 8 or all(str(label) in said for label in found.labels)


def test_the_words_of_a_proof() -> None:
    """k/100 has no multiple of 0.01 at 0.915; the ends are counted by hand."""
    text = " ".join(answer("alone").to_text().split())
    assert "accuracy can be 0.91 (91/100) or 0.92 (23/25), but nothing between them. The printed value is 0.915" in text
    assert "write 91%" in answer("outside").to_text()


def test_a_matrix_of_many_classes_is_in_the_data_alone() -> None:
    found = answer("many classes")
    assert "30 rows" in found.to_text()
    assert "0 0 0" not in found.to_text()
    assert len(json.loads(found.to_json())["matrices"][0]) == 30


def test_hostile_names_are_escaped() -> None:
    label = "*a*|[x](http://e)\u202e\x1b[31m"
    found = em.feasible({"accuracy": "1"}, supports={label: 1, "b": 1, "c": 1})
    assert "\x1b" not in found.to_text()
    assert "\u202e" not in found.to_text()
    assert "[x](http" not in found.to_markdown()
    sets = em.feasible({"*<b>*\n# x": {"recall": "1/4"}, "B": {"recall": "2/3"}}, n=12)
    assert "\n# x" not in sets.to_markdown()
    assert "*<b>" not in sets.to_markdown()


def test_combine_is_for_the_averages_that_have_it() -> None:
    """F1 of the averages against the average F1 on 2.3's matrix: 409/630-like values by the question itself."""
    cm = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
    supports, values = [8, 8, 12], {how: cm.value("f1", average="macro", combine=how) for how in ("scores", "averages")}
    assert values["scores"] != values["averages"]
    for how, exact in values.items():
        scores = {"accuracy": "9/14", "f1[macro]": str(exact)}
        found = em.feasible(scores, supports=supports, combine=how, seconds=200)
        assert found.feasible
        named = {"accuracy": "9/14", f"f1[macro, combine={how}]": str(exact)}
        assert em.feasible(named, supports=supports, seconds=200).blocks == found.blocks


@each(("scores", "known", "words"), [
    ({"f1[macro, macro]": "0.5"}, {"n": 9}, "twice"),
    ({"f1[mcro]": "0.5"}, {"n": 9}, "no class and no average 'mcro'; did you mean 'micro'"),
    ({"f1[cat]": "0.5"}, {"n": 9}, "no class 'cat'"), ({"f1": "0.5"}, {"n": 9, "bounds": {"f1": (0, 1)}}, "parts="),
    ({"recall": "0.5"}, {"n": 9, "parts": [(2, 3)]}, "leave n= out"),
    ({"recall": "0.5"}, {"parts": []}, "at least one part"),
    ({"recall": "0.5"}, {"n": 9, "seconds": 0}, "greater than 0"),
    ({"recall": "0.5"}, {"n": 9, "limit": -1}, "limit"), ({"A": {"recall": "0.5"}, "B": {}}, {"n": 9}, "no scores"),
])  # fmt: skip
def test_what_does_not_go_together_is_said(scores: Any, known: Any, words: str) -> None:
    with pytest.raises(em.UsageError, match=words):
        em.feasible(scores, **known)


SHEET = """
title = "Two rows"
[data]
n = 12
[rules]
rounding = "half-even"
[[problem]]
name = "first"
[problem.sets.A]
recall = "1/4"
[problem.sets.B]
recall = "2/3"
[[problem]]
name = "second"
data = {n = 11}
[[problem.score]]
metric = "recall"
printed = "0.25"
"""


def test_a_file_of_several_problems(tmp_path: Path) -> None:
    path = tmp_path / "scores.toml"
    path.write_text(SHEET, encoding="utf-8")
    first, second = read_scores(path)
    assert (first.name, first.options) == ("first", {"n": 12, "rounding": "half-even"})
    assert (second.name, second.options) == ("second", {"n": 11, "rounding": "half-even"})
    assert second.scores == [{"metric": "recall", "printed": "0.25"}]
    assert em.feasible(first.scores, **first.options).kind == "sets"


def test_a_file_of_means() -> None:
    [asked] = read_scores({
        "data": {"parts": [{"positives": 13, "negatives": 73, "folds": 4},
                           {"fold": [{"positives": 3, "negatives": 4}]}],
                 "bounds": {"accuracy": {"least": "0.2", "greatest": "1"}}},
        "rules": {"tolerance": "0.01"}, "scores": {"accuracy": "0.357"},
    })  # fmt: skip
    assert asked.options == {
        "parts": [{"positives": 13, "negatives": 73, "folds": 4}, [(3, 4)]], "bounds": {"accuracy": ("0.2", "1")},
        "tolerance": "0.01",
    }  # fmt: skip


@each(("text", "words"), [
    ("scores = {accuracy = 0.90}", 'write "0.90"'), ("sets = {A = {accuracy = 0.90}}", "sets.A.accuracy"),
    ("[[score]]\nmetric = 'f1'\nprinted = 0.5", "score[1].printed"),
    ("[[problem]]\nname = 'x'\nscores = {f1 = 0.5}", "problem[1].scores.f1"),
    ("scores = {f1 = '0.5'}\nruls = {}", "did you mean 'rules'"),
    ("scores = {f1 = '0.5'}\nrules = {rounding = 'up'}", "half-up"),
    ("scores = {f1 = '0.5'}\ndata = {m = 3}", "no key 'm'"), ("title = 'x'", "give one of"),
    ("scores = {f1 = '0.5'}\nsets = {A = {f1 = '0.5'}}", "give one of"), ("scores = [", "TOML"),
])  # fmt: skip
def test_a_fault_in_a_file_is_said_with_its_place(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "scores.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(em.InputError) as caught:
        read_scores(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)


@each("text", [SHEET, "scores = {accuracy = '0.91'}\ndata = {n = 100}"])
def test_what_is_read_is_as_the_schema_says(text: str) -> None:
    schema("scores").validate(tomllib.loads(text))


def test_the_rows_of_source_004_in_a_file() -> None:
    """The row Lung Opacity of both tables: F1 of the averages in one, the average F1 in the other."""
    common = {"accuracy": "0.89", "precision[weighted]": "0.91", "recall[weighted]": "0.89"}
    common["specificity[weighted]"] = "0.93"
    averages = {"Table 1": "f1[weighted, combine=averages]", "Table 2": "f1[weighted]"}
    sets = {name: {**common, f1: text} for (name, f1), text in zip(averages.items(), ("0.90", "0.89"), strict=True)}
    [asked] = read_scores({"sets": sets})
    found = em.feasible(asked.scores, **asked.options)
    assert (found.verdict, found.names) == ("feasible", ("Table 1", "Table 2"))


def test_the_reading_names_rule_tolerance_and_what_is_apart() -> None:
    def said(scores: Any, **known: Any) -> str:
        page = " ".join(em.feasible(scores, n=10, **known).to_text().split())
        return page.split("Read as: ")[1]

    assert said({"accuracy": "0.5"}).startswith(
        "classes positive, negative (the positive class is positive); rounded to nearest, a half up or down."
    )
    assert "digits cut off" in said({"accuracy": "0.5"}, rounding="truncate")
    assert "within 0.01 of the number printed" in said({"accuracy": "0.5"}, tolerance="0.01")
    own = [{"metric": "accuracy", "printed": "0.5", "rounding": "truncate"}]
    assert "a half up or down, unless a score says otherwise" in said(own)
    assert "unless" not in said([{"metric": "accuracy", "printed": "0.5"}])
    assert said({"accuracy": "0.5"}, labels=["a", "b"]).startswith("classes a, b; rounded")
    many = said({"accuracy": "91"}, supports={f"c{i}": 1 for i in range(10)})
    assert ("c7" in many, "c8" in many, "…" in many) == (True, False, True)
