"""Finished derivations taken apart again: titles, sentences, tables and displayed rows, of every surface alike.

Nothing here knows how a page was made: the text of a document is all there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from tests.derivation import html_reader
from tests.surfaces.blocks import linear_page
from tests.surfaces.dialects import portable

Table = list[list[str]]
Event = tuple[str, object]
SURFACES = ("text", "markdown", "latex", "html")


@dataclass
class Section:
    """The data, one step or the result: its number and title, its sentences, its tables, its displayed rows."""

    number: int = 0
    title: str = ""
    sentences: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)  # the sentences behind the first row

    @property
    def text(self) -> str:
        return " ".join(self.sentences)


@dataclass
class Document:
    """A whole document."""

    title: str = ""
    question: str = ""
    remarks: dict[str, str] = field(default_factory=dict)  # the paragraphs below the value, by their titles
    data: Section = field(default_factory=Section)
    steps: list[Section] = field(default_factory=list)
    result: Section = field(default_factory=Section)


def take_apart(text: str, surface: str) -> Document:
    """The parts of a document in "text", "markdown" or "latex"."""
    document = Document()
    place = document.data
    for kind, what in _EVENTS[surface](text):
        match kind, what:
            case "title", str():
                document.title = what
            case "question", str():
                document.question = what
            case "remark", (title, sentence) if place is document.result:
                document.remarks[title] = sentence
            case "step", (number, title, sentence):
                place = Section(int(number), title, [sentence] if sentence else [])
                document.steps.append(place)
            case "result", _:
                place = document.result
            case "table", list():
                place.tables.append(what)
            case "row", str():
                place.rows.append(what)
            case _, str():
                place.sentences.append(what)
                if place.rows:
                    place.after.append(what)
    return document


def _heading(line: str, patterns: dict[str, str]) -> Event | None:
    for kind, pattern in patterns.items():
        if found := re.fullmatch(pattern, line):
            return kind, found.groups() if kind in ("step", "remark") else (found[1] if found.groups() else "")
    return None


# Markdown


def _markdown(text: str) -> Iterator[Event]:
    patterns = {
        "title": r"# (.*)",
        "step": r"\*\*(\d+)\. (.*?)\.\*\*(?: (.*))?",
        "result": r"##+ Result",
        "question": r"\*\*Question\.\*\* (.*)",
        "remark": r"\*\*(Check|Common mistake)\.\*\* (.*)",
    }
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith("|"):
            block = [line]
            while lines[at].startswith("|"):
                block.append(lines[at])
                at += 1
            rows = [[c.strip() for c in re.split(r"(?<!\\)\|", row)[1:-1]] for row in block]
            assert all(re.fullmatch(r":?-+:?", c) for c in rows[1]), block[1]
            assert {len(r) for r in rows} == {len(rows[0])}, f"a table of unequal rows: {block}"
            yield "table", [rows[0], *rows[2:]]
        elif line.startswith("$$"):
            assert re.fullmatch(r"\$\$ [^$]+ \$\$", line), f"not one display a line: {line}"
            yield "row", line[3:-3]
        elif line.strip():
            yield _heading(line, patterns) or ("text", line)


# LaTeX

_BLOCK = re.compile(
    r"\\begin\{center\}[^\n]*\n(?:\\renewcommand[^\n]*\n)?\\begin\{tabular\}\{(?:p\{\.\d\\linewidth\})?[lr@{}]+\}\n(?P<table>.*?)\\end\{tabular\}\n\\end\{center\}"
    r"|\\begin\{(?P<name>align\*|gather\*|equation\*)\}\n(?P<rows>.*?)\n?\\end\{(?P=name)\}"
    r"|\\\[ ?(?P<line>.*?) ?\\\]|(?P<sentence>[^\n]+)|\n+",
    re.DOTALL,
)
# Lines that nobody reads.
_SETTING = re.compile(r"\\(?:begin|end)\{itemize\}|\\renewcommand|\{\\abovedisplay|\\(?:begin|end)group")


def _latex(text: str) -> Iterator[Event]:
    patterns = {
        "title": r"\\section\*\{(.*)\}",
        "step": r"\\paragraph\{(\d+)\. (.*?)\.\}(?: (.*))?",
        "result": r"\\subsection\*\{Result\}",
        "question": r"\\paragraph\{Question\.\} (.*)",
        "remark": r"\\paragraph\{(Check|Common mistake)\.\} (.*)",
    }
    for found in _BLOCK.finditer(
        text.replace(r"\allowbreak{}", "").replace("%\n", "")
    ):  # where a long word may be broken
        if found["table"] is not None:
            plain = re.sub(r"\\cellcolor\{[^}]*\}", "", found["table"])  # a shade is no number
            plain = re.sub(r"\\parbox\[t\]\{[^}]*\}\{\\raggedright (.*?)\\strut\}", r"\1", plain)  # a broken cell
            plain = plain.replace(r"\raggedright ", "")
            plain = re.sub(r" & \\multicolumn.*\n\\cmidrule.*\n", "", plain)  # a head over the others
            lines = re.sub(r"\\(toprule|midrule|bottomrule)\n", "", plain).split("\\\\\n")
            rows = [[c.strip() for c in re.split(r"(?<!\\)&", line)] for line in lines if line.strip()]
            assert {len(r) for r in rows} == {len(rows[0])}, f"a table of unequal rows: {rows}"
            yield "table", rows
        elif found["name"]:
            for row in re.split(r"\\\\(?:\[\w+\])?\s*", _unstacked(found["rows"])):
                if row.strip():
                    yield "row", row.replace("&", " ").strip()
        elif found["line"]:
            yield "row", found["line"]
        elif found["sentence"] and not _SETTING.match(found["sentence"]):
            assert not found["sentence"].startswith(r"\begin"), f"not read: {found['sentence']}"
            line = found["sentence"].removeprefix(r"\item ")
            yield _heading(line, patterns) or ("text", line)


def _unstacked(rows: str) -> str:
    """Rows inside brackets as one row, the innermost first, and those that go on where the one before ended."""
    rows = rows.replace(r" \\[4pt] &\quad ", " ")
    while r"\begin{gathered}" in rows:
        rows = re.sub(
            r"\\begin\{gathered\}((?:(?!\\begin).)*?)\\end\{gathered\}",
            lambda found: re.sub(r"\\\\(\[\w+\])?", " ", found[1]),
            rows,
            flags=re.DOTALL,
        )
    return rows


# plain text


def _text(text: str) -> Iterator[Event]:
    patterns = {
        "step": r"(\d+)\. ([^.]*)\.(?: (.*))?",
        "result": "Result",
        "question": r"Question\. (.*)",
        "remark": r"(Check|Common mistake)\. (.*)",
    }
    lines = text.split("\n")
    yield "title", lines[0]
    blocks: list[list[str]] = []
    for line in lines[1:]:  # lines that stand together are one formula, one table, or one sentence
        if line.strip() and blocks and blocks[-1][0] and line.startswith("   ") == blocks[-1][0].startswith("   "):
            blocks[-1].append(line)
        elif line.strip():
            blocks.append([line])
        else:
            blocks.append([""])
    for block in blocks:
        if set(block[0]) == {"-"}:  # a line above the key of an exercise
            continue
        if any(set(line.strip()) == {"-"} for line in block):
            kept = [line for line in block if set(line.strip()) != {"-"}]
            yield "table", _columns(kept)
        elif block[0].startswith("   "):
            yield from (("row", line.strip()) for line in block)
        elif block[0]:
            said = " ".join(block)
            yield _heading(said, patterns) or ("text", said)


def _columns(lines: list[str]) -> Table:
    """The cells of an aligned table, cut where two spaces or more stand in every line."""
    width = max(map(len, lines)) - 3
    padded = [line[3:].ljust(width) for line in lines]
    empty = [all(line[i] == " " for line in padded) for i in range(width)]
    cuts = [i for i in range(1, width) if empty[i] and empty[i - 1]]
    edges = [0, *(i for i in cuts if not (i + 1 < width and empty[i + 1] and i + 1 in cuts)), width]
    return [[line[a:b].strip() for a, b in pairwise(edges)] for line in padded]


_EVENTS = {
    "markdown": _markdown,
    "github": lambda text: _markdown(portable(text)),
    "latex": _latex,
    "text": _text,
    "text-2d": lambda text: _text(linear_page(text)),
    "html": html_reader.events,
}
