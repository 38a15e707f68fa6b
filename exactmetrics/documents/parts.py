"""The blocks of a document, each written for one format."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from exactmetrics.derivation.comparisons.comparison import Comparison
from exactmetrics.derivation.comparisons.context import comparison_body, numbered
from exactmetrics.derivation.comparisons.sentences import comparison_title
from exactmetrics.derivation.document import Derivation
from exactmetrics.derivation.render import render
from exactmetrics.derivation.reports.page import report_context
from exactmetrics.derivation.reports.report import Report
from exactmetrics.derivation.writing.context import page_context, title_of
from exactmetrics.derivation.writing.data import data_section, numbering
from exactmetrics.derivation.writing.folding import folded
from exactmetrics.derivation.writing.links import link, place, tag
from exactmetrics.derivation.writing.surface import Surface, surface_for
from exactmetrics.documents.content import Content, Entry, Item
from exactmetrics.documents.html_writer import HtmlWriter
from exactmetrics.documents.latex_writer import LatexWriter
from exactmetrics.documents.markdown_writer import MarkdownWriter
from exactmetrics.documents.references import References, called
from exactmetrics.documents.spec import DataSet, located
from exactmetrics.documents.text_writer import TextWriter
from exactmetrics.documents.writer import Writer, seen

WRITERS: dict[str, type[Writer]] = {
    "latex": LatexWriter, "html": HtmlWriter, "text": TextWriter, "markdown": MarkdownWriter, "github": MarkdownWriter
}  # fmt: skip


ENDS = (".", "?", "!", "…", "؟", "。", "？", "！")  # a heading that ends so takes no full stop where one would follow


class Parts:
    """Writes the blocks of one document in one format.

    >>> from exactmetrics.documents.spec import read_spec
    >>> matrix = {"matrix": [[5, 1], [5, 7]]}
    >>> content = Content(read_spec({"title": "One", "data": {"m": matrix}, "block": [{"text": "A *word*."}]}))
    >>> Parts(content, "markdown").all()
    [{'kind': 'text', 'id': 'text.1', 'heading': '', 'stop': '.', 'place': '', 'text': 'A *word*.'}]
    """

    def __init__(self, content: Content, name: str) -> None:
        self.content, self.name = content, name
        self.surface = surface_for(name, content.look, ())
        self._writer = WRITERS[self.surface.format.folder](
            self.surface.format, References(content, self.surface).resolve
        )

    def all(self) -> list[dict[str, str]]:
        """Every block: its kind, its id, its heading with the place links lead to, and its text."""
        made = []
        for item in self.content.items:
            with located(f"{self.content.spec.name}: {item.block.place}"):
                made.append(self._part(item))
        return made

    def _part(self, item: Item) -> dict[str, str]:
        write: dict[str, Callable[[Item], str]] = {
            "text": lambda item: self._writer.write(item.shown, self._places(item)).strip("\n"),
            "equation": self._equation,
            "data": self._data,
            "derivation": self._derivation,
            "comparison": self._comparison,
            "report": self._report,
        }
        kind = item.block.kind
        headed = self._is_headed(item)
        heading = self._heading(item) if headed else ""
        written = write[kind](item)
        return {
            "kind": kind,
            "id": item.id,
            "heading": heading,
            "stop": "" if heading.endswith(ENDS) else ".",
            "place": place(self.surface.format, item.id) if headed else "",
            "text": written if self.surface.format.formulas or kind in ("text", "equation") else folded(written),
        }

    def contents(self, *, data: bool = True) -> list[str]:
        """The entries of a table of contents, as links: blocks with a heading, and the headings of the texts."""
        format, entries = self.surface.format, []
        for item in self.content.items:
            kind = item.block.kind
            if self._is_headed(item) and (data or kind != "data"):
                entries.append((item.id, self._heading(item)))
            if kind == "text":
                entries += zip(self._heading_ids(item), self._writer.headings(item.shown), strict=True)
        return [link(format, id, text) for id, text in entries]

    @staticmethod
    def _is_headed(item: Item) -> bool:
        """A text has a heading where it has a title, an equation has none."""
        kind = item.block.kind
        return "title" in item.block.table if kind == "text" else kind != "equation"

    def _places(self, item: Item) -> list[str]:
        """What links from the table of contents lead to, where there is one."""
        ids = self._heading_ids(item) if self.content.spec.contents else []
        return [place(self.surface.format, id) for id in ids]

    @staticmethod
    def _heading_ids(item: Item) -> list[str]:
        found = [node for node in item.shown.walk() if node.type == "heading" and node.tag == "h1"]
        return [f"{item.id}.h{n}" for n, _ in enumerate(found, 1)]

    def _heading(self, item: Item) -> str:
        """What a block is called, and its title; of a text the title alone."""
        if item.block.kind == "text":
            return self.plain(item.block.table["title"])
        word = "table" if item.block.kind == "data" else item.block.kind
        name = called(Entry(word, item.number), self.surface)
        title = self._title(item)
        return self.surface.say_made("document", "heading", name=name, title=title) if title else name

    def _title(self, item: Item) -> str:
        given = item.block.table.get("title")
        match item.shown:
            case DataSet(title=title):
                given = given or title
            case Report() if not given and item.block.table["report"] in self.content.spec.data:
                found = self.content.spec.data[item.block.table["report"]]
                given = found.title or (found.id if len(self.content.spec.data) > 1 else "")
            case Derivation() if not given:
                return title_of(item.shown.page, self._surface(item.shown))
            case Comparison() if not given:
                return comparison_title(item.shown, self.name)
        return self.plain(given) if given else ""

    def plain(self, text: str) -> str:
        """The author's words without any marks, in one line."""
        return self._writer.escape(" ".join(seen(text).split()))

    def _surface(self, derivation: Derivation) -> Surface:
        return surface_for(self.name, self.content.look, derivation.blocks.labels)

    def _equation(self, item: Item) -> str:
        html = self.surface.format.folder == "html"  # there the number stands beside the formula, not in it
        number = f"({item.number})" if html else tag(self.surface.format, item.id, item.number)
        formula = self._writer.shown_formula(self._writer.filled(item.shown), display=True)
        return self._render("equation", {"formula": formula, "tag": number, "place": self._mark(item.id)})

    def formula(self, item: Item) -> str:
        """The formula of an equation in LaTeX, with its values put in."""
        return self._writer.filled(item.shown)

    def _data(self, item: Item) -> str:
        measured = item.shown.measured
        surface = surface_for(self.name, self.content.look, measured.labels)
        exercises = self.content.look.detail == "scaffold"  # which ask for the totals
        section = data_section(surface, measured._blocks, measured._cells(), totals=not exercises)
        return self._render("data", {"data": section})

    def _derivation(self, item: Item) -> str:
        derivation: Derivation = item.shown
        surface = self._surface(derivation)
        context = page_context(derivation.page, surface) | ({} if derivation.look.key else {"key": None})
        first = context["steps"][0]
        first["title"] = self._mark(f"{item.id}.definition") + first["title"]
        if first["formulas"]:
            _tag(first["formulas"][0], tag(surface.format, f"{item.id}.definition", item.equations["definition"]))
        if "result" in item.equations:
            id = f"{item.id}.result"
            numbered(context["result"], tag(surface.format, id, item.equations["result"]), self._mark(id))
        text = self._below(self._render("part", context))
        named = numbering(surface, derivation.blocks)
        return f"{named}\n\n{text}" if named else text

    def _mark(self, id: str) -> str:
        """The place of a formula; in LaTeX its number is the place."""
        return "" if self.surface.format.folder == "latex" else place(self.surface.format, id)

    def _comparison(self, item: Item) -> str:
        numbers = item.equations.get("difference")
        written = "" if numbers is None else tag(self.surface.format, f"{item.id}.difference", numbers)
        mark = "" if numbers is None else self._mark(f"{item.id}.difference")
        body = comparison_body(
            item.shown, self.name, data=not item.shown.same_data, titled=False, tag=written, mark=mark
        )
        return self._below(body.strip("\n"))

    def _report(self, item: Item) -> str:
        report: Report = item.shown
        surface = surface_for(self.name, self.content.look, report.blocks.labels)
        context = report_context(report, surface) | {"data": None, "intro": "", "title": ""}
        for table in (table for section in context["sections"] for table in section["tables"] if "anchors" in table):
            table["anchors"] = [[f"{item.id}.{name}" for name in row] for row in table["anchors"]]  # once a document
        return self._below(self._render("report_part", context))

    def _render(self, kind: str, context: dict[str, Any]) -> str:
        return render(self.surface.format.template(kind), context, self.content.look.templates).strip("\n")

    def _below(self, text: str) -> str:
        """A page one heading lower."""
        folder = self.surface.format.folder
        if folder in ("markdown", "github"):
            return re.sub(r"^(?=##? )", "#", text, flags=re.MULTILINE)
        return re.sub(r"(</?h)2\b", r"\g<1>3", text) if folder == "html" else text


def _tag(formula: dict[str, Any], written: str) -> None:
    """A number at the end of a formula's first row."""
    for rows in (formula["rows"], formula["lines"]):
        if rows:
            rows[0] += written
