"""Class names are user input: whatever they hold, they are shown as they are and never do anything.

Here what a name becomes, and how it reads back from plain text and from JSON; other surfaces have files of their own.
"""

from __future__ import annotations

import json
import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.terminal import breadth, terminal_width
from exactmetrics.derivation.writing.class_labels import LONGEST, called
from tests.cases import each, sample
from tests.derivation.documents import take_apart
from tests.derivation.hostile import ALIKE, HIDDEN, LONG, NAMES, PRINTED, SCRIPTS, seen, without_isolates
from tests.derivation.questions import BIRDS, matrix

ORDINARY = [name for name in NAMES if name not in LONG]


def some_names(*always: str) -> list[str]:
    """All names in the exhaustive run; in the quick one some, and among them those that matter to what is read."""
    return sample(NAMES, 60, kind=lambda name: name if name in always else None)


def named(name: str) -> Derivation:
    """One whose title, tables and sentences all carry the name."""
    other = "other" if name != "other" else "another"
    return matrix([[0, 3], [0, 5]], [name, other]).derive("f1", form="harmonic", label=name, undefined=0)


def short(name: object) -> str:
    return ascii(name)[:40]


def test_there_are_enough_of_them() -> None:
    assert len(NAMES) == len(set(NAMES))
    assert len(PRINTED) + len(SCRIPTS) + len(HIDDEN) + len(LONG) == len(NAMES) > 54
    assert max(map(len, NAMES)) >= 10_000


@each("name", NAMES, ids=short)
def test_what_can_be_seen_of_a_name(name: str) -> None:
    assert escape.plain(name) == seen(name)


def test_what_is_written_by_hand_here_is_normalised() -> None:
    for name, shown in HIDDEN.items():
        assert unicodedata.normalize("NFC", shown) == shown, ascii(name)
        assert not {unicodedata.category(ch) for ch in shown} & {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}


@given(st.text())
def test_normalisation_has_an_end(name: str) -> None:
    shown = escape.plain(name)
    assert escape.plain(shown) == shown
    assert not {unicodedata.category(ch) for ch in shown} & {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert {ch for ch in shown if unicodedata.category(ch) == "Cf"} <= {"\u200c", "\u200d"}


@given(st.text(alphabet="a\u0301\u0323\u200c\u200d\ufe0f\u094d\u0915\u06cc👧🏽 \x00", max_size=12))
def test_joiners_and_marks_have_an_end(name: str) -> None:
    assert escape.plain(escape.plain(name)) == escape.plain(name)


@given(st.lists(st.sampled_from(["a", "b", "a (1)", "a (2)", "a (1) (1)", "x" * 99, "x" * 98, "x" * 24 + "… (1)"])))
def test_no_two_names_are_alike(names: list[str]) -> None:
    shown = called(names)
    assert len(set(shown)) == len(shown) == len(names)
    assert all(breadth(name) < LONGEST + 10 for name in shown)


def test_what_a_name_becomes() -> None:
    for made, expected in (
        (escape.plain("a\n b\u202e"), "a b"),
        (escape.plain(""), '""'),
        (escape.latex("50% & more"), r"50\% \& more"),
        (escape.markdown("a|b*"), r"a\|b\*"),
        (escape.html("<b>'x'</b> & y"), "&lt;b&gt;&#x27;x&#x27;&lt;/b&gt; &amp; y"),
        (escape.json('["a\u202eb\udc80"]'), '["a\\u202eb\\udc80"]'),
        ([escape.is_right_to_left(name) for name in ("dog", "\u05db\u05dc\u05d1")], [False, True]),
        ([terminal_width(text) for text in ("abc", "\u732b", "e\u0301")], [3, 2, 1]),
        (breadth("dog"), 3),
        ([breadth(letter) > 1.5 for letter in ("W", "\u732b")], [True, True]),
    ):
        assert made == expected


def unfolded(page: str) -> str:
    """A page with every sentence in one line again."""
    return re.sub(r"(?<=\S)\n(?=\S)", " ", page)


@each("name", ORDINARY, ids=short)
def test_names_read_back_from_text(name: str) -> None:
    page = unfolded(without_isolates(named(name).to_text()))
    shown = seen(name)
    assert page.splitlines()[0] == f"F1 score of class {shown}"
    assert re.search(rf"^   (?:1: )?actual: (?:class )?{re.escape(shown)}  ", page, re.MULTILINE)
    outside = {unicodedata.category(ch) for ch in page.replace("\n", "") if ch not in "\u200c\u200d"}
    assert not outside & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    like = "pl*in" if "short names" in page else "plain"
    assert len(page.splitlines()) == len(unfolded(named(like).to_text()).splitlines())


@each("name", LONG, ids=short)
def test_long_names_read_back_from_text(name: str) -> None:
    page = unfolded(without_isolates(named(name).to_text()))
    full = re.search(r"Full names: (.*?… \(1\)) = (.*)\.$", page, re.MULTILINE)
    assert full is not None
    assert full[2] == seen(name)
    assert page.splitlines()[0] == f"F1 score of class {full[1]}"
    assert page.count(seen(name)) == 1
    table = [line for line in page.splitlines() if line.startswith("   ")]
    assert max(map(terminal_width, table)) <= 120


@each("name", NAMES, ids=short)
def test_names_leave_terminal_tables_aligned(name: str) -> None:
    lines = matrix(BIRDS, [name, "other", "third"]).derive("precision", average="macro").to_text().splitlines()
    at = next(i for i, line in enumerate(lines) if set(line.strip()) == {"-"})
    table = [lines[at - 1], *lines[at + 1 : at + 4], lines[at + 5]]
    assert len({terminal_width(line) for line in table}) == 1, table


@each("name", some_names(*HIDDEN), ids=short)
def test_names_read_back_from_json(name: str) -> None:
    derivation = named(name)
    for written in (derivation.to_json(), matrix([[0, 3], [0, 5]], [name, "other!"]).report().to_json()):
        text = written.encode("utf-8").decode("utf-8")  # half of a pair would stop here
        assert not set(text) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\ufeff\x1b\x00\u2028")
        table = json.loads(text)
        assert name in table.get("labels", table.get("data", {}).get("labels"))


@each("pair", ALIKE, ids=short)
@each("surface", ["text", "markdown", "latex"])
def test_names_that_look_alike_are_told_apart(pair: tuple[object, object], surface: str) -> None:
    counts = matrix(BIRDS, [*pair, "third"])
    page = without_isolates(counts.derive("precision", average="macro").to(surface))
    document = take_apart(page, surface)
    tables = [*document.data.tables, *(table for step in document.steps for table in step.tables)]
    assert len(tables) == 2
    for table in tables:
        rows = [row[0] for row in table[1:3]]
        assert [row.replace("\\", "").strip("*")[-3:] for row in rows] == ["(1)", "(2)"]
    assert len(set(tables[0][0][1:4])) == 3
    for label, letter in zip(pair, "AB", strict=True):
        below = f"P_class_{letter}" if surface == "text" else rf"P _{{\text{{class {letter}}}}}"
        assert below in counts.derive("precision", label=label).to(surface)


def test_a_number_is_no_name() -> None:
    """Names alike get numbers; numbers of the working that look like them do not."""
    page = matrix([[1, 2], [3, 4]], [1, "1"]).derive("accuracy").to_text()
    working = page.partition("1. Definition")[2]
    assert "(1 + 4)/10" in working
    assert " (1)" not in working


def test_a_name_from_right_to_left_turns_no_numbers() -> None:
    for surface in ("text", "markdown"):
        page = named("שלום").to(surface)
        assert page.count("\u2068") == page.count("\u2069") == page.count("שלום") > 3
        assert "\u2068" not in named("hello").to(surface)


def test_no_line_is_a_command_of_a_build() -> None:
    """The runner trims a line before it looks for `::`, and takes `##[` anywhere in it."""
    names = ["::error::pwn", f"a {'long ' * 12}::add-mask::a", "##[error]b"]
    cm = matrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], names)
    for shown in (cm.derive("f1", average="macro"), cm.report(metrics="all")):
        page = shown.to("text") + shown.to("json")
        assert not [line for line in page.splitlines() if line.lstrip().startswith("::") or "##[" in line]
        assert "\n - ::error::pwn  " in page
    assert json.loads(shown.to("json"))["labels"] == names
