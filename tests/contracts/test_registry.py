"""Names, docstrings and what a definition reads, for the whole registry; what is published stays."""

from __future__ import annotations

import doctest
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.metric import Convention, Metric, metric
from exactmetrics.metrics.registry import all_metrics, metric_named, needs_cells, touched, uses_mean
from exactmetrics.metrics.request import resolve
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.metrics.texts import DEFINED
from tests.cases import each
from tests.contracts.matrices import BIRDS, perfect
from tests.contracts.questions import QUESTIONS, Question
from tests.derivation.catalogues import catalogue
from tests.oracle import stated

METRICS = all_metrics()
CONVENTIONS = [(m, c) for m in METRICS for c in m.conventions.values()]
PUBLISHED = tomllib.loads(Path(__file__).with_name("published.toml").read_text(encoding="utf-8"))


def name_of(x: Any) -> str:
    return str(getattr(x, "name", x))


def test_names_are_unique_and_found() -> None:
    names = Counter(name for m in METRICS for name in (m.name, *m.aliases))
    assert [name for name, times in names.items() if times > 1] == []
    assert all(name == name.lower() and name.replace("_", "").isalnum() for name in names)
    for m in METRICS:
        for name in (m.name, *m.aliases):
            assert metric_named(name) is metric_named(name.upper()) is metric_named(name.replace("_", " ")) is m
    with pytest.raises(ValueError, match="defined twice"):
        metric("precision", scope="class")(lambda c: c.tp)
    assert metric_named("precision").title == "precision"
    with pytest.raises(ValueError, match="'q' is no alias"):
        metric("of_one_letter", scope="class", aliases=("q",))(lambda c: c.tp)
    with pytest.raises(UsageError):
        metric_named("of_one_letter")


def test_what_is_published_stays() -> None:
    seen = 0
    for name, known in PUBLISHED.items():
        m = metric_named(name)
        assert (m.title, m.symbol) == (known["title"], known["symbol"])
        assert set(m.aliases) >= set(known.get("aliases", ()))
        assert known.get("implemented_by", {}).items() <= m.implemented_by.items()
        for convention, parameters in known.get("parameters", {}).items():
            for key, said in parameters.items():
                parameter = m.conventions[convention].parameters[key]
                assert all(getattr(parameter, word) == said[word] for word in ("meaning", "domain", "symbol"))
                assert parameter.examples == tuple(map(Fraction, said["examples"]))
                assert all(parameter.check(Fraction(x)) for x in said["accepted"])
                assert not any(parameter.check(Fraction(x)) for x in said["refused"])
                seen += len(said["accepted"]) + len(said["refused"])
    assert seen == 10
    assert resolve("fbeta", label=0, beta=0).parameters == {"beta": 0}


def test_every_sentence_stands_in_the_catalogue_and_none_in_a_definition() -> None:
    every, said = [*METRICS, *all_score_metrics()], catalogue("en")
    for m in every:
        assert ("metric", m.name, "title") in said
        for c in m.conventions.values():
            assert said["metric", *c.path, "doc"], (m, c.name)
            assert all(said["metric", *p.path, key] for p in c.parameters.values() for key in ("meaning", "domain"))
        by_itself = {c.name: {"doc": ""} for c in m.conventions.values() if c is not m.standard}
        assert DEFINED[m.name] == {"title": m.name.replace("_", " "), "doc": "", **by_itself}
    assert {path[1] for path in said if path[0] == "metric"} == {m.name for m in every}


# What is said of a parameter, and how large it may be.
DOMAINS = {"a number from 0 to 1": 1, "a number that is not negative": None, "at least 0": None}


@each(("m", "convention"), CONVENTIONS, ids=name_of)
def test_the_docstring_says_where_it_is_from_and_shows_a_run(m: Metric, convention: Convention) -> None:
    assert "Reference:" in convention.doc
    assert convention.description.endswith(".")
    cm = ConfusionMatrix(BIRDS, labels=["bird", "cat", "dog"])
    test = doctest.DocTestParser().get_doctest(convention.doc, {"cm": cm, "Fraction": Fraction}, m.name, None, 0)
    assert any(m.name in example.source for example in test.examples), "no doctest"
    assert all(example.want.strip() for example in test.examples)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=lambda text: None)
    assert runner.summarize(verbose=False).failed == 0, convention.doc
    for parameter in convention.parameters.values():
        assert len(parameter.examples) >= 2
        assert all(type(x) is Fraction and parameter.check(x) for x in parameter.examples)
        assert parameter.meaning
        top = DOMAINS[parameter.domain]
        ends = (-Fraction(1, 10**9), 0, top or 10**9, (top or 10**9) + Fraction(1, 10**9))
        assert [parameter.check(Fraction(x)) for x in ends] == [False, True, True, top is None]


BLOCKS = {"tp", "fp", "fn", "tn", "support", "predicted", "n"}
COMBINED = {"sum", "mean", "geometric_mean", "largest", "pairs", "cells"}
OF_ALL = {"k", "chosen", "first", "gap", "count", "true", "row_largest", "column_largest"}


@each("m", METRICS, ids=name_of)
def test_what_a_definition_reads(m: Metric) -> None:
    read = touched(m)
    assert read, "a definition that reads nothing"
    if m.scope == "class":
        assert read <= BLOCKS | ({"wrong", "count", "k"} if needs_cells(m) else set())
    else:
        assert read <= BLOCKS | COMBINED | OF_ALL
        assert read & COMBINED
    if uses_mean(m):  # a sum over the classes runs over all of them, a mean over those that are chosen
        with_absent = ConfusionMatrix([[3, 1, 1], [0, 0, 0], [1, 2, 4]])
        assert with_absent.value(m.name, over=[0, 2]) != with_absent.value(m.name, over=[0, 1], undefined=0)
    else:
        parameters = {p.name: p.examples[0] for p in m.standard.parameters.values()}
        with pytest.raises(UsageError, match="forms none over classes"):
            resolve(m.name, label=0 if m.scope == "class" else None, over="true", **parameters)


CELLS = {"tp", "fn", "fp", "tn"}
MATRIX = {"rows", "row_sums", "column_sums", "n", "mean", "geometric_mean", "chosen"}
OF_CLASS = {"rows", "row_sums", "column_sums", "i"}
BUILTINS = {"ratio", "sum", "zip", "enumerate", "range", "len", "abs", "max", "min"}


def test_every_form_is_stated_a_second_time_and_by_itself() -> None:
    """A statement names what it needs; it reaches no definition, no view and no other code of the package."""
    keys = {(m.name, c.name, f) for m, c in CONVENTIONS for f in c.forms}
    assert {q.key for q in QUESTIONS} == keys
    for metric_, convention, form in keys:
        statement, needed = stated(metric_, convention, form)
        m = metric_named(metric_)
        known = {other.name for other in METRICS if other.scope in ("class", m.scope)} - {metric_}
        known |= MATRIX if m.scope == "matrix" else OF_CLASS if needs_cells(m) else CELLS
        known |= {"sqrt", "log", "log2", "pi", "arcsin", "z", *m.conventions[convention].parameters}
        assert set(needed) <= known, metric_
        assert names_in(statement.__code__) <= BUILTINS, metric_
        assert not statement.__closure__


def names_in(code: CodeType) -> set[str]:
    """The global names and attributes that some code and the functions inside it use."""
    inner = [const for const in code.co_consts if isinstance(const, CodeType)]
    return set(code.co_names).union(*map(names_in, inner))


KINDS = {"rational": set[str](), "algebraic": {"Root", "Symbolic"}}
KINDS["transcendental"] = {"Logarithmic", "WithPi", "FunctionSum"}


@each("question", QUESTIONS, ids=str)
def test_a_value_is_exact_and_of_the_kind_that_is_declared(question: Question) -> None:
    pool = [rows for rows in (BIRDS, perfect(3), [[5, 2], [1, 4]]) if question.fits(rows)]
    kinds = {type(question.value(rows)).__name__ for rows in pool} - {"Undefined"}  # an odds ratio of a perfect matrix
    exactness = question.definition.exactness
    assert kinds <= {"Fraction", *KINDS[exactness]}
    pooled = question.options.get("average") == "micro"  # supports and predictions have one sum: the root is rational
    assert exactness == "rational" or pooled or kinds & KINDS[exactness], f"declared {exactness}, and never one"
