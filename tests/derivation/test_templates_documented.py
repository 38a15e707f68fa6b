"""docs/templates.md says what there is: every block of every template, and every name a page gives to its template."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from jinja2 import Environment, nodes

import exactmetrics as em
from exactmetrics._resources import template_text
from exactmetrics.derivation.sandbox import FILTERS, PARTS, TESTS, bounded
from exactmetrics.derivation.templates import DIALECT, LARGEST, known_names
from tests.derivation.questions import BIRDS, example_5, matrix
from tests.house.source import ROOT

DOCUMENT = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", DOCUMENT, re.MULTILINE | re.DOTALL))
OTHERS = ("formula", "prelude", "style")  # described in words
HEADS = {"blocks": "| block | what it holds |", "names": "| name | type | what it is |"}


def told(kind: str, table: str) -> list[str]:
    """What the document lists: the first column of a table of a section."""
    head, found = HEADS[table], SECTIONS[kind]
    if head not in found:
        return []
    rows = found.partition(head)[2].partition("\n\n")[0]
    return re.findall(r"^\| `(\w+)` \|", rows, re.MULTILINE)


def kind_of(name: str) -> str:
    return name.partition("/")[2].partition(".")[0]


def blocks() -> dict[str, set[str]]:
    """The blocks of all templates of each kind."""
    found: dict[str, set[str]] = defaultdict(set)
    for name in known_names():
        tree = Environment(**DIALECT).parse(template_text(name))
        found[kind_of(name)] |= {block.name for block in tree.find_all(nodes.Block)}
    return found


def test_every_template_is_described() -> None:
    kinds = {kind_of(name) for name in known_names()}
    assert kinds - set(OTHERS) <= set(SECTIONS)
    for kind in OTHERS:
        assert kind not in kinds or kind in DOCUMENT


def test_the_blocks_are_those_of_the_templates() -> None:
    for kind, found in blocks().items():
        if kind not in OTHERS:
            assert sorted(told(kind, "blocks")) == sorted(found), kind
    assert blocks()["style"] == {"style"}


# Whose keys a page has besides its own, because it places these parts.
WITHIN = {
    "derivation": ("data", "result"),
    "part": ("derivation", "result"),
    "result": ("derivation",),
    "report": ("data", "derivation"),
    "report_part": ("report",),
}


@pytest.fixture(scope="module")
def given() -> dict[str, dict[str, set[str]]]:
    """The names that pages give to their templates, each with the keys inside, found out from pages of all kinds."""
    import sys

    from exactmetrics.derivation import render

    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    original = render.render

    def recorded(template: str, context: dict[str, Any], templates: Any = None) -> str:
        for name, held in context.items():
            found[kind_of(template)][name] |= set(keys_in(held))
        return original(template, context, templates)

    patch = pytest.MonkeyPatch()
    counts = matrix(BIRDS, ["bird", "cat", "dog"])
    first, second = (counts.derive("f1", average="macro", combine=how) for how in ("scores", "averages"))
    lacking = matrix([[6, 0, 1], [1, 0, 2], [2, 0, 7]], ["bird", "cat", "dog"])
    checked = em.verify_document("Recall of cat is 0.5\n\n3/4 = 0.76, 1/3 = 0.33 and 5 + 5 = 12\n", format="markdown")
    make = [
        first,
        counts.derive("f1", average="weighted", detail="brief"),
        *(lacking.derive("precision", average="macro", detail="full", undefined=how) for how in ("propagate", 0)),
        example_5().derive("recall", average="macro"),
        counts.report(metrics="all"),
        example_5().report(metrics="all"),
        em.compare(first, second),
        tutorial(),
    ]
    for document in make:
        document.to("text")
    for module in [m for name, m in sys.modules.items() if name.startswith("exactmetrics.")]:
        if getattr(module, "render", None) is original:
            patch.setattr(module, "render", recorded)
    try:
        for document in [*make, counts.derive("mcc", detail="scaffold"), counts.report(derivations="full")]:
            for format in document._formats:
                document.to(format)
        for format in ("markdown", "html"):
            checked.to(format)
    finally:
        patch.undo()
    return found


def keys_in(held: Any) -> Iterator[str]:
    """The keys of groups at any depth."""
    for value in held.values() if isinstance(held, dict) else held if isinstance(held, list) else ():
        yield from keys_in(value)
    yield from held if isinstance(held, dict) else ()


def tutorial() -> Any:
    return em.document(
        {
            "title": "A page",
            "data": {"birds": {"labels": ["bird", "cat", "dog"], "matrix": BIRDS}},
            "block": [
                {"text": "Words."},
                {"equation": "F1 = 2", "id": "own"},
                {"data": "birds"},
                {"derivation": {"data": "birds", "metric": "f1", "average": "macro"}},
                {"report": "birds"},
            ],
        }
    )


def test_the_names_are_those_of_the_pages(given: dict[str, dict[str, set[str]]]) -> None:
    for kind in SECTIONS.keys() & given.keys():
        listed = told(kind, "names")
        if listed:
            assert sorted(listed) == sorted(given[kind]), kind


def test_every_key_inside_a_name_is_described(given: dict[str, dict[str, set[str]]]) -> None:
    assert len(given) > 8
    for kind, names in given.items():
        texts = "".join(SECTIONS[one] for one in (kind, *WITHIN.get(kind, ())))
        described = set(re.findall(r"`(\w+)`", texts))
        for name, keys in names.items():
            assert keys <= described, (kind, name, keys - described)


def test_what_is_allowed_is_what_is_said() -> None:
    told_filters = re.search(r"^- Filters: (.*)\.$", DOCUMENT, re.MULTILINE)
    told_tests = re.search(r"^- Tests: (.*?);", DOCUMENT, re.MULTILINE)
    assert told_filters is not None
    assert told_tests is not None
    assert re.findall(r"`(\w+)`", told_filters[1]) == sorted(FILTERS)
    assert re.findall(r"`(\w+)`", told_tests[1]) == list(TESTS)
    assert f"{LARGEST:,} bytes" in DOCUMENT


def test_the_package_keeps_its_own_rules() -> None:
    """Filters, names and calls are asked where the pages are filled in the sandbox, in test_templates_own."""
    for name in known_names():
        tree = Environment(**DIALECT).parse(template_text(name))
        arithmetic = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow, nodes.Neg)
        assert not list(tree.find_all(arithmetic)), name
        assert {node.name for node in tree.find_all(nodes.Filter)} <= {*FILTERS}, name
        assert {node.name for node in tree.find_all(nodes.Test)} <= {*TESTS}, name
        assert len(list(tree.find_all(nodes.Node))) <= PARTS, name
        assert len(template_text(name).encode()) <= LARGEST, name
        bounded(tree, name, None)


def test_a_block_that_is_not_described_would_be_seen() -> None:
    assert "title" in told("derivation", "blocks")
    assert set(told("document", "blocks")) == {"class", "layout", "links"}
    assert set(told("derivation", "blocks")) != blocks()["derivation"] | {"another"}
