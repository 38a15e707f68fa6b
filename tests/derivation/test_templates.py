"""A user's templates that do what they may, in every format; docs/templates.md says what there is to place."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from jinja2 import nodes

import exactmetrics as em
from exactmetrics._resources import template_text
from exactmetrics.derivation import render
from exactmetrics.derivation.formats import FORMATS
from exactmetrics.derivation.sandbox import CHARACTERS, package_environment
from exactmetrics.derivation.shown import WRITTEN, Shown
from exactmetrics.derivation.templates import LARGEST, known_names
from exactmetrics.exact.errors import InputError, UsageError
from tests.cases import EXHAUSTIVE, each
from tests.derivation.questions import BIRDS, example_5, matrix
from tests.derivation.test_wide import counts
from tests.house.source import ROOT

LABELS = ["bird", "cat", "dog"]


def pages(templates: Path | None) -> dict[str, Shown]:
    """Documents with everything a template can meet: a matrix and partial counts, roots, policies, many classes."""
    birds, parts, large = matrix(BIRDS, LABELS), example_5(), em.ConfusionMatrix(counts(40))
    zeros = matrix([[0, 3], [0, 5]], ["no", "yes"])
    return {
        "weighted": birds.derive("precision", average="weighted", templates=templates),
        "root": birds.derive("mcc", templates=templates),
        "partial": parts.derive("f1", average="macro", templates=templates),
        "policy": zeros.derive("f1", label="no", form="harmonic", undefined=0, templates=templates),
        "undefined": zeros.derive("precision", label="no", templates=templates),
        "scaffold": birds.derive("f1", average="macro", detail="scaffold", templates=templates),
        "brief": birds.derive("kappa", detail="brief", templates=templates),
        "large": large.derive("f1", average="macro", templates=templates),
        "report": birds.report(metrics=["f1", "mcc"], templates=templates),
        "report of parts": parts.report(metrics=["f1", "mcc"], templates=templates),
    }


def folder_with(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / "templates" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return tmp_path / "templates"


def test_a_template_that_is_only_inherited_changes_nothing(tmp_path: Path) -> None:
    for name in known_names():
        folder = folder_with(tmp_path, name, f'<% extends "package:{name}" %>\n' if "formula" not in name else "x")
    for name in known_names():  # files of macros have no blocks to inherit
        if "formula" in name:
            (folder / name).unlink()
    own, inherited = pages(None), pages(folder)
    for kind, document in own.items():
        formats = [f for f in WRITTEN if EXHAUSTIVE or crc32(f"{kind} {f}".encode()) % 5 == 0]
        for format in formats:
            assert inherited[kind].to(format) == document.to(format), (kind, format)


@each("format", FORMATS)
def test_one_kind_of_block_is_overridden(format: str, tmp_path: Path) -> None:
    cm, name = matrix(BIRDS, LABELS), FORMATS[format].template("page")
    asked = '<% if block.part in ("title", "between") %>\nMY TITLE: << title >>\n<% else %><< super() >><% endif %>'
    block = "frame" if format == "beamer" else "section"
    folder = folder_with(tmp_path, name, f'<% extends "package:{name}" %>\n<% block {block} %>{asked}<% endblock %>\n')
    for title, make in (
        ("Macro F1 score", lambda **own: cm.derive("f1", average="macro", **own)),
        ("Report", lambda **own: cm.report(metrics=["f1", "mcc"], **own)),
    ):
        page, plain = make(templates=folder).to(format), make().to(format)
        assert f"MY TITLE: {title}" in page
        rest, other = ([line for line in p.splitlines() if title not in line and line] for p in (page, plain))
        if format != "beamer":  # whose first frame holds the data
            assert rest == other


def test_a_block_adds_to_the_one_it_overrides(tmp_path: Path) -> None:
    name = "markdown/page.md.jinja"
    own = '<% if block.part == "result" %>\nBefore.\n\n<< super() >>\nAfter.\n\n<% else %><< super() >><% endif %>'
    folder = folder_with(tmp_path, name, f'<% extends "package:{name}" %><% block section %>{own}<% endblock %>')
    derivation = matrix(BIRDS, LABELS).derive("accuracy", templates=folder)
    page = derivation.to_markdown()
    assert page.index("2. Put in") < page.index("Before.") < page.index("## Result") < page.index("After.")


@each("format", ["text", "markdown", "latex", "html"])
def test_the_examples_of_the_document_are_filled(format: str, tmp_path: Path) -> None:
    """Its two files of Markdown as they stand there, in the place of the package's."""
    derivation = matrix(BIRDS, LABELS).derive("accuracy")
    for text in re.findall(r"```\n(<% extends .*?)```", DOCUMENT, re.DOTALL):
        own = derivation.to(format) if format != "markdown" else ""
        folder = folder_with(tmp_path, "markdown/page.md.jinja", text)
        page = matrix(BIRDS, LABELS).derive("accuracy", templates=folder).to(format)
        if format == "markdown":
            assert ("# Homework: Accuracy" in page) != ("*Check this with your own calculator.*" in page)
        else:
            assert page == own


WHOLE = """<% macro line(step, mark) %><< mark >> << step.number >> of << steps | length >>: << step.title | upper >>
<% if caller is defined %>
<< caller() >>
<% endif %>
<% endmacro %>
<% set steps = (blocks | selectattr("part", "eq", "steps") | first).blocks %>
<< title >><# never seen #>

<% for step in steps if step.kind != "counts" %>
<< line(step, loop.cycle("*", "-")) >>
<%- else %>
none
<% endfor %>
<% for block in blocks recursive %>
<% if block.kind == "box" %>
<% set formula %><< block.formula >><% endset %>
<< "open" if not formula or nothing is defined else "defined" >>: << block.head ~ " = " ~ formula >>
<% elif block.kind == "section" %><< loop(block.blocks) >><% endif %>
<% endfor %>
<< steps[0].part in ["step"] and "yes" or "no" >>, << steps[1:] | count >> more
<% with first = steps | first %><< first.kind | default("?") >><% endwith +%>
<% call line(steps[1], "+") %>called<% endcall %>
<% filter lower %>SMALL<% endfilter +%>
<< ["b", "a"] | sort | join("-") >> << "%03d" | format(1 + 2 * 3) >> << title.upper()[:3] >> << 4 is even >>
<% for i in range(3) %><< i >><% endfor +%>
"""
SHOWN = """Accuracy
* 1 of 2: DEFINITION
- 2 of 2: PUT IN THE NUMBERS
defined: Acc = 9/14
yes, 1 more
section
+ 2 of 2: PUT IN THE NUMBERS
called
small
a-b 007 ACC True
012
"""


def test_a_whole_page_is_replaced(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "text/page.txt.jinja", WHOLE)
    counts = matrix([[9, 1], [4, 0]], ["yes", "no"])  # 9 right of 14
    assert counts.derive("accuracy", templates=folder).to_text().lstrip() == SHOWN


def test_a_partial_file_is_used_by_every_page(tmp_path: Path) -> None:
    folder = folder_with(
        tmp_path, "markdown/formula.md.jinja", "<% macro display(formula) %>!! << formula >> !!<% endmacro %>"
    )
    counts = matrix(BIRDS, LABELS)
    for document in (
        counts.derive("f1", average="macro", templates=folder),
        counts.report(metrics=["mcc"], derivations=True, templates=folder),
    ):
        assert "!! \\boxed" in document.to_markdown()
        assert "!! \\boxed" not in document.to("github")  # whose formulas have a template of their own
        assert "!! \\boxed" not in document.to_latex()


def test_own_files_are_included(tmp_path: Path) -> None:
    folder_with(tmp_path, "text/school.jinja", "School of << title >>")
    folder_with(tmp_path, "text/macros.jinja", "<% macro stars(x) %>*<< x >>*<% endmacro %>")
    folder = folder_with(
        tmp_path,
        "text/page.txt.jinja",
        '<% from "text/macros.jinja" import stars %><% include "text/school.jinja" %>: << stars("one") >>',
    )
    assert matrix(BIRDS, LABELS).report(metrics="all", templates=folder).to_text() == "School of Report: *one*\n"


INHERITED = '<% extends "package:text/page.txt.jinja" %>'
MISTAKES = {
    "<< titel >>": "line 2: there is no name 'titel'; did you mean 'title'?",
    "<% for block in blocks %><< block.titel >><% endfor %>": "line 2: there is no 'titel' here; did you mean 'title'?",
    "<< blocks[99].title >>": "line 2: list object has no element 99",
    INHERITED + "<% block secton %>x<% endblock %>": "has no block 'secton'; did you mean 'section'?",
    INHERITED + "hello": "what stands outside the blocks of a template that extends another is not shown",
    INHERITED + "<% if title %><< title >><% endif %>": "outside the blocks",
    '<% extends "text/page.txt.jinja" %>': "in a circle: text/page.txt.jinja → text/",
    '<% extends "package:text/pag.txt.jinja" %>': "did you mean 'package:text/page.txt.jinja'?",
    "{% block title %}": "line 2: '{% block title %}' is no sign of these templates",
    "{{ title }}": "line 2: '{{ title }}' is no sign of these templates",
    "<# {{ x }} #>\nabc\n\n{{ x }}": "line 5: '{{ x }}' is no sign of these templates",
    "abc\r\n{%\r\nif x %}\r\nabc\r\n": "line 3: ",
    "<% if title -%>\n\n abc\n {{ x }}<% endif %>": "line 5: '{{ x }}' is no sign of these templates",
    "<% raw %>\n\n{{ x }}<% endraw %>": "line 4: '{{ x }}' is no sign of these templates",
    INHERITED + "\n\nhello": "line 4: what stands outside the blocks",
    "<< title >>\n<< none >>": "line 3: there is nothing to write here: ask first, <% if ... %>, or write <<",
    "\n<< (blocks | selectattr('kind', 'eq', 'table') | first).rule and none >>": "line 3: there is nothing to write",
    "<% blok title %>": "line 2: there is no tag 'blok'; did you mean 'block'?",
    "<% if title %>": "line 2: Unexpected end of template",
    "<< title | uper >>": "line 2: there is no filter 'uper'; did you mean 'upper'?",
    "<< title is txt >>": "line 2: there is no test 'txt'; choose from:",
    "<< 1 / 0 >>": "line 2: division by zero",
    "<< 'a' < 1 >>": "line 2: '<' not supported",
    "<% macro m(a) %><% endmacro %><< m(1, 2) >>": "line 2: macro 'm' takes not more than 1 argument",
}


@each("text", MISTAKES)
def test_a_mistake_is_named_with_its_place_and_its_cure(text: str, tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "text/page.txt.jinja", f"\n{text}")
    with pytest.raises((UsageError, InputError)) as caught:
        matrix(BIRDS, LABELS).derive("accuracy", templates=folder).to_text()
    message = str(caught.value)
    assert message.startswith(f"{folder / 'text' / 'page.txt.jinja'}")
    assert MISTAKES[text] in message


def test_mistakes_in_files(tmp_path: Path) -> None:
    folder_with(tmp_path, "text/school.jinja", "one\ntwo << titel >>")
    folder = folder_with(tmp_path, "text/page.txt.jinja", '<% include "text/school.jinja" %>')
    report = matrix(BIRDS, LABELS).report(metrics=["mcc"], templates=folder)
    with pytest.raises(UsageError, match=r"school\.jinja, line 2: there is no name 'titel'"):
        report.to_text()
    folder_with(tmp_path, "text/derivation.txt.jinja", "another")
    with pytest.raises(InputError, match=r"'text/derivation.txt.jinja' .* is used by no page"):
        report.to_text()


# docs/templates.md.

DOCUMENT = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", DOCUMENT, re.MULTILINE | re.DOTALL))
OTHERS = ("formula", "chain", "prelude", "style")  # described in words
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
        tree = package_environment().parse(template_text(name))
        found[kind_of(name)] |= {block.name for block in tree.find_all(nodes.Block)}
    return found


def test_the_blocks_are_those_of_the_templates() -> None:
    kinds = {kind_of(name) for name in known_names()}
    assert kinds - set(OTHERS) <= set(SECTIONS)
    assert all(kind not in kinds or kind in DOCUMENT for kind in OTHERS)
    for kind, names in blocks().items():
        if kind not in OTHERS:
            assert sorted(told(kind, "blocks")) == sorted(names), kind
    assert blocks()["style"] == {"style"}
    assert set(told("document", "blocks")) == {"class", "layout", "links"}


@pytest.fixture(scope="module")
def given() -> dict[str, dict[str, set[str]]]:
    """The names that pages give to their templates, each with the keys inside, found out from pages of all kinds."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    original = render.render

    def recorded(template: str, context: dict[str, Any], templates: Any = None) -> str:
        for name, held in context.items():
            found[kind_of(template)][name] |= set(keys_in(held))
        return original(template, context, templates)

    patch = pytest.MonkeyPatch()
    cm = matrix(BIRDS, LABELS)
    first, second = (cm.derive("f1", average="macro", combine=how) for how in ("scores", "averages"))
    lacking = matrix([[6, 0, 1], [1, 0, 2], [2, 0, 7]], LABELS)
    checked = em.verify_document("Recall of cat is 0.5\n\n3/4 = 0.76, 1/3 = 0.33 and 5 + 5 = 12\n", format="markdown")
    make = [
        first,
        cm.derive("f1", average="weighted", detail="brief"),
        *(lacking.derive("precision", average="macro", detail="full", undefined=how) for how in ("propagate", 0)),
        example_5().derive("recall", average="macro"),
        cm.report(metrics=["f1", "mcc", "kappa"]),
        example_5().report(metrics=["f1", "kappa"]),
        em.compare(first, second),
        em.ConfusionMatrix(counts(60)).report(),
        matrix([[123456789, 8921], [12379, 456781]], ["no", "yes"]).derive("kappa"),
        matrix(BIRDS, ["a class with a name that is far too long for any table", "cat", "dog"]).derive("kappa"),
        tutorial(),
    ]
    for document in make:
        document.to("text")
    for module in [m for name, m in sys.modules.items() if name.startswith("exactmetrics.")]:
        if getattr(module, "render", None) is original:
            patch.setattr(module, "render", recorded)
    try:
        for document in [*make, cm.derive("mcc", detail="scaffold"), cm.report(derivations="full")]:
            for format in document._formats:
                document.to(format)
        for format in ("markdown", "html"):
            checked.to(format)
    finally:
        patch.undo()
    return found


def keys_in(held: Any) -> Iterator[str]:
    """The keys of groups and blocks at any depth, and the kind and the part of each block."""
    for value in held.values() if isinstance(held, dict) else held if isinstance(held, (list, tuple)) else ():
        yield from keys_in(value)
    if is_dataclass(held):
        yield from (held.kind, held.part)
        keys = [field.name for field in fields(held)]
        yield from (key for key in keys if key != "part")
        for key in keys:
            yield from keys_in(getattr(held, key))
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


def test_the_names_are_those_of_the_pages_and_every_key_inside_is_described(
    given: dict[str, dict[str, set[str]]],
) -> None:
    for kind in SECTIONS.keys() & given.keys():
        if listed := told(kind, "names"):
            assert sorted(listed) == sorted(given[kind]), kind
    assert len(given) == 5
    for kind, names in given.items():
        described = set(re.findall(r"`(\w+)`", SECTIONS[kind]))
        for name, keys in names.items():
            assert keys <= described, (kind, name, keys - described)


def test_every_kind_and_part_of_a_block_that_is_described_is_on_a_page(given: dict[str, dict[str, set[str]]]) -> None:
    head = "| part | what it is |"
    parts = SECTIONS["page"].partition(head)[2].partition("\n\n")[0]
    kinds = SECTIONS["page"].partition("| kind | keys |")[2].partition("\n\n")[0]
    told = [name for row in parts.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1] if row else "")]
    told += re.findall(r"^\| `(\w+)` \|", kinds, re.MULTILINE)
    found = {key for keys in given["page"].values() for key in keys}
    assert len(told) > 50
    assert set(told) <= found, set(told) - found


def test_the_bounds_are_those_of_the_document_and_hold_for_a_copy_of_a_template_of_the_package() -> None:
    assert f"{LARGEST:,} bytes" in DOCUMENT
    assert f"{CHARACTERS:,} characters" in DOCUMENT
    assert all(len(template_text(name).encode()) <= LARGEST for name in known_names())
