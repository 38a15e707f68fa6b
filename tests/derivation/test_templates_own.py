"""A user's templates that do what they may: whole pages, single blocks, partial files, in every format."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

import exactmetrics as em
from exactmetrics.derivation.formats import FORMATS
from exactmetrics.derivation.shown import WRITTEN, Shown
from exactmetrics.derivation.templates import known_names
from exactmetrics.exact.errors import InputError, UsageError
from tests.cases import each, sample
from tests.derivation.questions import BIRDS, example_5, matrix

LABELS = ["bird", "cat", "dog"]
KINDS = ("derivation", "report")


def pages(templates: Path | None) -> dict[str, Shown]:
    """Documents with everything a template can meet: a matrix and partial counts, roots, policies, many classes."""
    random = Random(7)
    birds, parts = matrix(BIRDS, LABELS), example_5()
    large = em.ConfusionMatrix([[random.randint(0, 9) for _ in range(40)] for _ in range(40)])
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
        "report": birds.report(metrics="all", templates=templates),
        "report of parts": parts.report(metrics="all", templates=templates),
        "large report": large.report(metrics="all", templates=templates),
    }


def folder_with(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / "templates" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return tmp_path / "templates"


def test_the_package_fits_its_own_sandbox(tmp_path: Path) -> None:
    """Every page is the same, byte for byte, when each template is only inherited."""
    for name in known_names():
        folder = folder_with(tmp_path, name, f'<% extends "package:{name}" %>\n' if "formula" not in name else "x")
    for name in known_names():  # files of macros have no blocks to inherit
        if "formula" in name:
            (folder / name).unlink()
    own, inherited = pages(None), pages(folder)
    for (kind, document), format in sample(product(own.items(), WRITTEN), 10):
        assert inherited[kind].to(format) == document.to(format), (kind, format)


@each("format", FORMATS)
@each("kind", KINDS)
def test_one_block_is_overridden(kind: str, format: str, tmp_path: Path) -> None:
    name = FORMATS[format].template(kind)
    text = f'<% extends "package:{name}" %>\n<% block title %>\nMY TITLE: << title >>\n<% endblock %>\n'
    folder = folder_with(tmp_path, name, text)
    counts = matrix(BIRDS, LABELS)
    document = (
        counts.derive("f1", average="macro", templates=folder)
        if kind == "derivation"
        else counts.report(metrics="all", templates=folder)
    )
    plain = counts.derive("f1", average="macro") if kind == "derivation" else counts.report(metrics="all")
    page, ours = document.to(format), plain.to(format)
    title = "Macro F1 score" if kind == "derivation" else "Report"
    assert f"MY TITLE: {title}" in page
    rest = [line for line in ours.splitlines() if title not in line and line]
    assert [line for line in page.splitlines() if title not in line and line] == rest


def test_a_block_adds_to_the_one_it_overrides(tmp_path: Path) -> None:
    name = "markdown/derivation.md.jinja"
    text = f'<% extends "package:{name}" %><% block result %>\nBefore.\n\n<< super() >>\nAfter.\n\n<% endblock %>'
    folder = folder_with(tmp_path, name, text)
    derivation = matrix(BIRDS, LABELS).derive("accuracy", templates=folder)
    page = derivation.to_markdown()
    assert page.index("Before.") < page.index("## Result") < page.index("After.")


WHOLE = """<% macro line(step, mark) %><< mark >> << step.number >> of << steps | length >>: << step.title | upper >>
<% if caller is defined %>
<< caller() >>
<% endif %>
<% endmacro %>
<< title >><# never seen #>

<% for step in steps if step.kind != "counts" %>
<< line(step, loop.cycle("*", "-")) >>
<%- else %>
none
<% endfor %>
<% set formula %><< result.formula >><% endset %>
<< "open" if not result.defined or nothing is defined else "defined" >>: << head ~ " = " ~ formula >>
<< steps[0].kind in ["definition"] and "yes" or "no" >>, << steps[1:] | count >> more
<% with first = steps | first %><< first.kind | default("?") >><% endwith +%>
<% call line(steps[1], "+") %>called<% endcall %>
<% filter lower %>SMALL<% endfilter %>
"""
SHOWN = """Accuracy
* 1 of 2: DEFINITION
- 2 of 2: PUT IN THE NUMBERS
defined: Acc = 9/14
yes, 1 more
definition
+ 2 of 2: PUT IN THE NUMBERS
called
small
"""


def test_a_whole_page_is_replaced(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "text/derivation.txt.jinja", WHOLE)
    counts = matrix([[9, 1], [4, 0]], ["yes", "no"])  # 9 right of 14
    assert counts.derive("accuracy", templates=folder).to_text().lstrip() == SHOWN


def test_a_partial_file_is_used_by_every_page(tmp_path: Path) -> None:
    name = "markdown/data.md.jinja"
    text = f'<% extends "package:{name}" %><% block intro %>\nCounted by hand: << data.n >>.\n\n<% endblock %>'
    folder = folder_with(tmp_path, name, text)
    counts = matrix(BIRDS, LABELS)
    for document in (
        counts.derive("f1", average="macro", templates=folder),
        counts.report(metrics="all", templates=folder),
    ):
        assert "Counted by hand: 28." in document.to_markdown()
        assert "Counted by hand" in document.to("github")
        assert "Counted by hand" not in document.to_latex()


def test_own_files_are_included(tmp_path: Path) -> None:
    folder_with(tmp_path, "text/school.jinja", "School of << title >>")
    folder_with(tmp_path, "text/macros.jinja", "<% macro stars(x) %>*<< x >>*<% endmacro %>")
    folder = folder_with(
        tmp_path,
        "text/report.txt.jinja",
        '<% from "text/macros.jinja" import stars %><% include "text/school.jinja" %>: << stars("one") >>',
    )
    assert matrix(BIRDS, LABELS).report(metrics="all", templates=folder).to_text() == "School of Report: *one*\n"


INHERITED = '<% extends "package:text/derivation.txt.jinja" %>'
MISTAKES = {
    "<< titel >>": "line 2: there is no name 'titel'; did you mean 'title'?",
    "<% for step in steps %><< step.titel >><% endfor %>": "line 2: there is no 'titel' here; did you mean 'title'?",
    "<< steps[99].title >>": "line 2: there is no entry 99 in a list of 2",
    INHERITED + "<% block reslt %>x<% endblock %>": "has no block 'reslt'; did you mean 'result'?",
    INHERITED + "hello": "what stands outside the blocks of a template that extends another is not shown",
    INHERITED + "<% if title %><< title >><% endif %>": "outside the blocks",
    '<% extends "text/derivation.txt.jinja" %>': "package:text/derivation.txt.jinja is the package's own",
    '<% extends "package:text/derivaton.txt.jinja" %>': "did you mean 'package:text/derivation.txt.jinja'?",
    "{% block title %}": "line 2: '{% block title %}' is no sign of these templates",
    "{{ title }}": "line 2: '{{ title }}' is no sign of these templates",
    "<% blok title %>": "line 2: there is no tag 'blok'; did you mean 'block'?",
    "<% if title %>": "line 2: Unexpected end of template",
    "<< title | uper >>": "line 2: there is no filter 'uper'; did you mean 'upper'?",
    "<< 1 + 1 >>": "line 2: templates do no arithmetic",
    "<< 'a' < 1 >>": "line 2: '<' not supported",
    "<% macro m(a) %><% endmacro %><< m(1, 2) >>": "line 2: macro 'm' takes not more than 1 argument",
}


@each("text", MISTAKES)
def test_a_mistake_is_named_with_its_place_and_its_cure(text: str, tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "text/derivation.txt.jinja", f"\n{text}")
    with pytest.raises((UsageError, InputError)) as caught:
        matrix(BIRDS, LABELS).derive("accuracy", templates=folder).to_text()
    message = str(caught.value)
    assert message.startswith(f"{folder / 'text' / 'derivation.txt.jinja'}")
    assert MISTAKES[text] in message


def test_a_mistake_in_an_included_file_is_named_there(tmp_path: Path) -> None:
    folder_with(tmp_path, "text/school.jinja", "one\ntwo << titel >>")
    folder = folder_with(tmp_path, "text/report.txt.jinja", '<% include "text/school.jinja" %>')
    with pytest.raises(UsageError, match=r"school\.jinja, line 2: there is no name 'titel'"):
        matrix(BIRDS, LABELS).report(metrics="all", templates=folder).to_text()


def test_a_misspelled_file_is_seen(tmp_path: Path) -> None:
    folder_with(tmp_path, "text/report.txt.jinja", "a page")
    folder = folder_with(tmp_path, "text/derivaton.txt.jinja", "another")
    with pytest.raises(InputError, match=r"'text/derivaton.txt.jinja' .* is used by no page .* did you mean"):
        matrix(BIRDS, LABELS).report(metrics="all", templates=folder).to_text()
