"""A user's template is code that is trusted: what goes wrong in it is an error with its place, what it writes is
bounded, and it reads no file that is not in its folder and no attribute of Python.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import ExactMetricsError, InputError
from tests.cases import each
from tests.house.source import ROOT

PAGE = "text/page.txt.jinja"
SECRET = "the crown jewels"
CM = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])

UNDERSCORED = [
    "<< title.__class__ >>", "<< blocks.__class__ >>", "<< blocks[0]['__class__'] >>", "<< _.__class__ >>",
    "<< title | attr('__class__') >>", "<< '{0.__class__}'.format(title) >>", "<< nothing.__class__ >>",
    "<< '{x.__class__}'.format_map({'x': title}) >>", "<< ('{0.__class__}' | attr('format'))(title) >>",
    "<< self._TemplateReference__context >>", "<< self['__init__'] >>", "<< lipsum.__globals__ >>",
    "<< cycler.__init__.__globals__ >>", "<< blocks | groupby('__class__') >>",
    "<< blocks | map(attribute='__class__') | first >>", "<% macro m() %><% endmacro %><< m._func >>",
    "<% for s in blocks %><< loop._iterator >><% endfor %>",
]  # fmt: skip

READING = [
    "<% include '../secret.jinja' %>", "<% include 'text/../../secret.jinja' %>", "<% include '/etc/passwd' %>",
    "<% include 'C:\\\\secret.jinja' %>", "<% include '..\\\\secret.jinja' %>", "<% include 'file:///etc/passwd' %>",
    "<% include 'text/notes.txt' %>", "<% include 'package:messages/en.toml' %>",
    "<% include 'package:../pyproject.toml' %>", "<% include 'package:package:text/page.txt.jinja' %>",
    "<% include 'text/link.jinja' %>", "<% include 'out/secret.jinja' %>", "<% include 'text/missing.jinja' %>",
    "<% include 'text/missing.jinja' ignore missing %>", "<% include 'text/\\x00.jinja' %>",
    "<% include 'text/{7 * 7}.jinja' %>", "<% from 'text/{7 * 7}.jinja' import x %>", "<% include ['a', 'b'] %>",
    "<% include 7 %>", "<% include blocks[0] %>", "<% extends '../secret.jinja' %>", "<% extends title %>",
    "<% from '../secret.jinja' import x %>", "<% import 'os' as os %>", "<% from nothing import x %>",
    "<% include nothing %>", "<% extends blocks[0] %>", "<% from 'text/link.jinja' import x %>",
]  # fmt: skip

DIGITS = "['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']"
TOO_LONG = {
    "a loop": f"<% for a in {DIGITS} %>" * 9 + "x" + "<% endfor %>" * 9,
    "much in a loop": f"<% for a in {DIGITS} %>" * 3 + "x" * 20_000 + "<% endfor %>" * 3,
    "a loop in a block": f"<% block section %><% for a in range(99999) %><< '{'x' * 99}' >><% endfor %><% endblock %>",
    "a text set": "<% set a = 'x' %>" + "<% set a %><< a >><< a >><% endset %>" * 60,
    "macros": "<% macro d(x) %><< x >><< x >><% endmacro %><< " + "d(" * 40 + "'x'" + ")" * 40 + " >>",
    "a filter": "<% set a = 'x' %>" + "<% set a %><% filter upper %><< a ~ a >><% endfilter %><% endset %>" * 60,
    "includes": "<% for a in range(999) %><% include 'text/long.jinja' %><% endfor %>",
}  # fmt: skip

CIRCLES = {
    "extends itself": (f"<% extends '{PAGE}' %>", "extend each other in a circle"),
    "extends in a circle": ("<% extends 'text/round.jinja' %>", f"{PAGE} → text/round.jinja → {PAGE}"),
    "includes itself": (f"<% include '{PAGE}' %>", "includes or extends itself"),
    "imports in a circle": ("<% from 'text/importing.jinja' import x %>", "includes or extends itself"),
    "a macro without end": ("<% macro m() %><< m() >><% endmacro %><< m() >>", "a macro calls itself"),
    "a block without end": ("<% block title %><< self.title() >><% endblock %>", "goes too deep"),
    "brackets": ("<< " + "(" * 15_000 + "1" + ")" * 15_000 + " >>", "too many brackets"),
    "statements": ("<% if 1 %>" * 1_900 + "<% endif %>" * 1_900, "goes too deep"),
}

MORE = {
    "text/round.jinja": f"<% extends '{PAGE}' %>",
    "text/importing.jinja": "<% from 'text/importing.jinja' import x %><% macro x() %><% endmacro %>",
    "text/long.jinja": "x" * 30_000,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of templates, with a secret beside it."""
    (tmp_path / "secret.jinja").write_text(SECRET)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.jinja").write_text(SECRET)
    made = tmp_path / "templates"
    (made / "text").mkdir(parents=True)
    (made / "text" / "notes.txt").write_text(SECRET)
    return made


def write(folder: Path, text: str, name: str = PAGE) -> None:
    (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    for more, held in MORE.items():
        if more in text:
            (folder / more).write_text(held)


def refused(folder: Path) -> str:
    """The message with which the page is refused."""
    with pytest.raises(ExactMetricsError) as caught:
        CM.report(metrics="all", templates=folder).to_text()
    assert SECRET not in str(caught.value)
    assert len(str(caught.value)) < 1000
    return str(caught.value)


@each("text", UNDERSCORED)
def test_no_attribute_of_python_is_reached(text: str, folder: Path) -> None:
    write(folder, f"one\n{text}\n")
    message = refused(folder)
    assert message.startswith(f"{folder / PAGE}, line 2: ")
    assert message.endswith("is unsafe.") or "is undefined" in message or "there is no name '_'" in message


@each("text", ["<< blocks.append(1) >>", "<< (blocks | last).blocks.append(1) >>", "<% set x = blocks.clear() %>"])
def test_what_a_page_gives_is_not_changed(text: str, folder: Path) -> None:
    write(folder, f"one\n{text}\n")
    assert refused(folder).startswith(f"{folder / PAGE}, line 2: access to attribute ")


@pytest.mark.parametrize("text", READING)
def test_nothing_else_is_read(text: str, folder: Path) -> None:
    if "link.jinja" in text or "out/" in text:
        (folder / "text" / "link.jinja").symlink_to(folder.parent / "secret.jinja")
        (folder / "out").symlink_to(folder.parent / "outside")
    write(folder, f"one\n{text}\n")
    message = refused(folder)
    assert message.startswith(f"{folder / PAGE}, line 2: ") or "is a link out of" in message
    assert "root:" not in message


def test_the_page_itself_is_no_link_out(folder: Path) -> None:
    (folder / PAGE).symlink_to(folder.parent / "secret.jinja")
    assert "is a link out of" in refused(folder)


@each("name", TOO_LONG)
def test_what_is_written_is_bounded(name: str, folder: Path) -> None:
    write(folder, TOO_LONG[name])
    assert refused(folder) == f"{folder / PAGE}, line 1: the page becomes longer than 6,000,000 characters"


@pytest.mark.parametrize("name", CIRCLES)
def test_a_circle_is_told(name: str, folder: Path) -> None:
    text, said = CIRCLES[name]
    write(folder, text)
    assert said in refused(folder)


@each(("text", "said"), [
    ("x" * 50_000, "more than 40000 bytes"), ("\udcff", "no UTF-8 text: byte 0"), ("<# x", "line 1: Missing end of"),
    ("\n<% raw %>x", "line 2: Missing end of raw"), ("<% for x in blocks %>", "line 1: Unexpected end"),
    ("\n<% %% >> <<", "line 2: tag name expected"), ("<< 1 / 0 >>", "line 1: division by zero"),
    ("<< 'x' * 10**18 >>", "line 1: MemoryError"), ("<< [][0].a >>", "line 1: list object has no element 0"),
])  # fmt: skip
def test_whatever_else_goes_wrong_is_an_error_of_the_template(text: str, said: str, folder: Path) -> None:
    write(folder, text)
    message = refused(folder)
    assert message.startswith(str(folder / PAGE))
    assert said in message


def test_a_page_is_written_whole_or_not_at_all(folder: Path, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from exactmetrics.cli import main

    write(folder, "a page, and then << nothing >>")
    output = tmp_path / "page.txt"
    answer = CliRunner().invoke(main, ["report", "5 1; 5 7", "--templates", str(folder), "-o", str(output)])
    assert answer.exit_code == 2
    assert not output.exists()


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    for wrong in (tmp_path / "missing", tmp_path / "file", "a" * 5_000, "a\0b"):
        (tmp_path / "file").write_text("")
        with pytest.raises(InputError, match="there is no folder of templates"):
            CM.report(metrics="all", templates=wrong).to_text()
    with pytest.raises(InputError, match="holds none by a name that is used"):
        CM.report(metrics="all", templates=tmp_path).to_text()


def test_the_oldest_jinja_that_is_installed_is_the_one_that_security_names() -> None:
    [oldest] = re.findall(r'"jinja2>=([\d.]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert f"Jinja: {oldest} is the oldest" in (ROOT / "SECURITY.md").read_text(encoding="utf-8")
