"""Markdown formulas survive every dialect: the portable subset, and a CommonMark parser that knows no mathematics."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt

from tests.cases import each
from tests.cases import sample as some
from tests.contracts.questions import questions
from tests.derivation.questions import BIRDS, FIG_23, Case, cases, example_5, matrix

DISPLAY = re.compile(r"\$\$ (.*?) \$\$")
INLINE = re.compile(r"(?<![\\$])\$(?!\$)([^$]+)\$(?!\$)")
UNSAFE = {
    "a backslash before punctuation": re.compile(r"\\[!-/:-@\[-`{-~]"),
    "a star": re.compile(r"\*"),
    "a subscript in braces with no space before it": re.compile(r"\S_\{"),
    "a bar": re.compile(r"\|"),
    "a less-than sign that opens a tag": re.compile(r"<(?! )"),
    "a space inside the dollar sign": re.compile(r"^\s|\s$"),
}


def sample() -> list[Case]:
    every = [Case(matrix(rows), q.metric, q.named(), rows) for rows in (BIRDS, FIG_23) for q in some(questions(3), 50)]
    partial = [
        Case(example_5(), m, {"average": a}) for m in ("precision", "f1") for a in ("macro", "micro", "weighted")
    ]
    two = [Case(matrix([[4, 2], [1, 2]], ["positive", "negative"]), "mcc", {"form": "binary", "positive": "positive"})]
    undefined = [case for k in (1, 2, 4) for case in some(list(cases(k))[::5], 10)]
    return [*every, *partial, *two, *undefined]


SAMPLE = sample()


def formulas(text: str) -> list[str]:
    displayed = [DISPLAY.sub(" ", line) for line in text.splitlines()]
    return DISPLAY.findall(text) + [f for line in displayed for f in INLINE.findall(line)]


def as_read(text: str) -> list[str]:
    """The text of every block as CommonMark with tables leaves it, one line each."""
    lines: list[str] = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type == "inline":
            shown = ["\n" if t.type in ("softbreak", "hardbreak") else t.content for t in token.children or []]
            lines.append("".join(shown))
    return lines


def test_only_the_portable_subset_is_used() -> None:
    for case in SAMPLE:
        for formula in formulas(case.derivation.to_markdown()):
            for name, pattern in UNSAFE.items():
                assert not pattern.search(formula), f"{name}: {formula} in {case}"


def test_a_parser_without_mathematics_changes_no_formula() -> None:
    for case in SAMPLE:
        page = case.derivation.to_markdown()
        assert formulas("\n".join(as_read(page))) == formulas(page), str(case)


def test_displays_stand_alone() -> None:
    for case in SAMPLE:
        lines = case.derivation.to_markdown().splitlines()
        for before, line, after in windows(lines):
            if "$$" in line:
                assert re.fullmatch(r"\$\$ [^$]+ \$\$", line), line
                assert before == after == "", f"{line} has neighbours"


def windows(lines: list[str]) -> Iterator[tuple[str, str, str]]:
    yield from zip(["", *lines], lines, [*lines[1:], ""], strict=False)


@each("labels", [["a|b", "$x$", "*y*"], ["<b>", "{{7*7}}", "a_b_c"]])
def test_tables_have_equal_rows_whatever_the_names(labels: list[str]) -> None:
    page = matrix(BIRDS, labels).derive("precision", average="weighted").to_markdown()
    tables = [
        t for t in MarkdownIt("commonmark").enable("table").parse(page) if t.type in ("tr_open", "th_open", "td_open")
    ]
    widths, count = [], 0
    for token in tables:
        if token.type == "tr_open":
            widths.append(0)
        else:
            widths[-1] += 1
            count += 1
    assert widths == [5] * 5 + [5] * 4  # the matrix and the counts, both with a head row
    assert count == 45


def test_a_damaged_formula_would_be_seen() -> None:
    assert formulas("\n".join(as_read(r"$$ \mathrm{A}_\mu + \mathrm{B}_\mu $$"))) != [
        r"\mathrm{A}_\mu + \mathrm{B}_\mu"
    ]
    assert formulas("\n".join(as_read(r"$$ \{a\} $$"))) != [r"\{a\}"]
