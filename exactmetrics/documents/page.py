"""A document written: its blocks for one format, with what references say, its page, and its data for JSON.

The format of the JSON is `document.schema.json`, published with the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from exactmetrics._writers import writer
from exactmetrics.api.scores import Scores
from exactmetrics.derivation.blocks import Block
from exactmetrics.derivation.comparison import Comparison
from exactmetrics.derivation.comparison_writers import comparison_page, comparison_title, numbered, told_apart
from exactmetrics.derivation.derivation import Derivation, Derived
from exactmetrics.derivation.json_values import label_data
from exactmetrics.derivation.notation.terminal import folded
from exactmetrics.derivation.planning.tree import leaves
from exactmetrics.derivation.render import render
from exactmetrics.derivation.report import Report
from exactmetrics.derivation.report_writers import report_context
from exactmetrics.derivation.score_writers import scores_data
from exactmetrics.derivation.telling import (
    data_blocks,
    derivation_blocks,
    paragraph,
    question_block,
    report_blocks,
    written,
)
from exactmetrics.derivation.writing.context import page_context, title_of
from exactmetrics.derivation.writing.data import data_section, numbering
from exactmetrics.derivation.writing.links import LATEX_FALLBACK, link, place, tag
from exactmetrics.derivation.writing.surface import Surface, surface_for
from exactmetrics.documents.content import Content, Entry, Item
from exactmetrics.documents.document import Document
from exactmetrics.documents.prose import reference_in
from exactmetrics.documents.prose_writer import (
    FrameWriter,
    HtmlWriter,
    LatexWriter,
    MarkdownWriter,
    TextWriter,
    Writer,
    seen,
)
from exactmetrics.documents.spec import DataSet
from exactmetrics.exact.errors import InputError, located
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined, value_text
from exactmetrics.expression.nodes import Num
from exactmetrics.matrix.blocks import BLOCKS, Blocks

WRITERS: dict[str, type[Writer]] = {
    "latex": LatexWriter, "beamer": FrameWriter, "html": HtmlWriter, "text": TextWriter, "markdown": MarkdownWriter,
    "github": MarkdownWriter,
}  # fmt: skip
ENDS = (".", "?", "!", "…", "؟", "。", "？", "！")  # a heading that ends so takes no full stop where one would follow
PLACES = {"decimal": 4, "percent": 1}  # where a reference does not say how many


def document_page(document: Document, name: str, *, data: bool) -> str:
    """The whole page; without `data` its tables of data are left out."""
    made = Parts(document.content, name)
    format, said = made.surface.format, made.surface.messages
    parts = [part for part in made.all() if data or part["kind"] != "data"]
    context = {
        "title": made.plain(document.spec.title),
        "contents_title": said.get("document", "contents"),
        "contents": made.contents(data=data) if document.spec.contents else [],
        "blocks": parts,
        "fallback": LATEX_FALLBACK,
    }
    return render(format.template("tutorial"), context, document.look.templates)


def document_title(document: Document) -> str:
    return document.spec.title


def document_parts(document: Document, name: str) -> list[dict[str, str]]:
    return Parts(document.content, name).all()


class Parts:
    """Writes the blocks of one document in one format."""

    def __init__(self, content: Content, name: str) -> None:
        self.content, self.name = content, name
        self.surface = surface_for(name, content.look, ())
        self._writer = WRITERS[self.surface.format.folder](self.surface.format, self._resolve)
        self.filled = self._writer.filled  # an author's formula with its values put in

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
            if self._is_headed(item) and (data or kind != "data") and (heading := self._heading(item)):
                entries.append((item.id, heading))
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
        """What a block is called, and its title; of a text, and where nothing is numbered, the title alone."""
        if item.block.kind == "text":
            return self.plain(item.block.table["title"])
        if not self.content.spec.numbers:
            return self._title(item)
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
            case Derived() if not given:
                return self._derivation_title(item)
            case Comparison() if not given:
                return comparison_title(item.shown, self.name)
        return self.plain(given) if given else ""

    def _derivation_title(self, item: Item) -> str:
        """What is derived: of which data where there are several, and how where it is derived in two ways."""
        title, found = title_of(item.shown.page, self._surface(item.shown)), self._data_set(item)
        extra = [self.plain(found.title or found.id)] if len(self.content.spec.data) > 1 else []
        for other in self.content.items:
            rival = other is not item and other.block.kind == "derivation" and self._data_set(other) is found
            if rival and title_of(other.shown.page, self._surface(other.shown)) == title:
                extra += told_apart(item.shown, other.shown, self.name)
        shown = list(dict.fromkeys(extra))
        return (
            self.surface.say_made("title", "with", title=title, extra=self.surface.messages.row(shown))
            if shown
            else title
        )

    def _data_set(self, item: Item) -> DataSet:
        """The data set that a derivation is of; the only one where it names none."""
        data = self.content.spec.data
        return data[item.block.table["derivation"].get("data") or next(iter(data))]

    def plain(self, text: str) -> str:
        """The author's words without any marks, in one line."""
        return self._writer.escape(" ".join(seen(text).split()))

    def _surface(self, derivation: Derived) -> Surface:
        made: Surface = writer(derivation._kind, "surface")(derivation, self.name, self.content.look)
        return made

    def _equation(self, item: Item) -> str:
        html = self.surface.format.folder == "html"  # there the number stands beside the formula, not in it
        number = f"({item.number})" if html and self.content.spec.numbers else self._tag(item.id, item.number)
        formula = self._writer.shown_formula(self.filled(item.shown), display=True)
        return self._render("equation", {"formula": formula, "tag": number, "place": self._mark(item.id)})

    def _data(self, item: Item) -> str:
        measured = item.shown.measured
        surface = surface_for(self.name, self.content.look, measured.labels)
        brief = item.block.table.get("detail") == "brief"
        if isinstance(measured, Scores):
            section = scores_data(measured._samples, surface, brief=brief)
            return self._written("data", data_blocks(section, surface), surface)
        totals = not any(map(_asks_for_totals, self._derived_from(measured._blocks)))
        section = data_section(surface, measured._blocks, measured._cells(), totals=totals, brief=brief)
        table = self._written("data", data_blocks(section, surface), surface)
        if not (asked := item.block.table.get("picture")):
            return table
        drawn = measured.picture(
            shares=asked == "shares", language=self.content.look.language, words=self.content.look.words
        )
        return f"{table}\n{writer('picture', 'in_page')(drawn, surface.format.folder)}".rstrip("\n")

    def _derived_from(self, blocks: Blocks) -> Iterator[Derivation]:
        for item in self.content.items:
            shown = item.shown
            sides = [shown.first, shown.second] if isinstance(shown, Comparison) else [shown]
            yield from (side for side in sides if isinstance(side, Derivation) and side.blocks is blocks)

    def _defines_others(self, item: Item) -> bool:
        """Whether a derivation from other data leaves out what is defined here, so that N is a number of neither."""
        asked = _definition_of(item)
        return any(
            "definition" not in other.equations
            and _definition_of(other) == asked
            and self._data_set(other) is not self._data_set(item)
            for other in self.content.items
            if isinstance(other.shown, Derived)
        )

    def _derivation(self, item: Item) -> str:
        derivation: Derived = item.shown
        surface = self._surface(derivation)
        data = self._data_set(item)
        surface.in_matrix = any(other.shown is data for other in self.content.items)
        surface.several = self._defines_others(item)
        context = page_context(derivation.page, surface) | ({} if derivation.look.key else {"key": None})
        if "definition" in item.equations:
            id, first = f"{item.id}.definition", context["steps"][0]
            first["title"] = self._mark(id) + first["title"]
            if first["groups"]:
                _at_the_end(first["groups"][0]["formulas"][0], self._tag(id, item.equations["definition"]))
        else:
            context["steps"] = context["steps"][1:]
        if "result" in item.equations:
            id = f"{item.id}.result"
            numbered(context["result"], self._tag(id, item.equations["result"]))
            context["result"]["title"] = self._mark(id) + context["result"]["title"]
        named = numbering(surface, derivation.blocks) if isinstance(derivation, Derivation) else ""
        blocks = [*question_block(context), *paragraph("numbering", named)]
        blocks += derivation_blocks(context, level=self._level)
        brief = bool(context["brief"])
        title, look = self._heading(item), self.content.look
        return written("part", blocks, surface, look, title=title, whole=False, brief=brief).strip("\n")

    def _tag(self, id: str, number: int) -> str:
        """The number of a formula, where formulas have one."""
        return tag(self.surface.format, id, number) if self.content.spec.numbers else ""

    def _mark(self, id: str) -> str:
        """The place of a formula; in LaTeX its number is the place."""
        has_place = self.surface.format.ending != "tex" and self.content.spec.numbers
        return place(self.surface.format, id) if has_place else ""

    def _comparison(self, item: Item) -> str:
        tags = {
            side: (self._tag(f"{item.id}.{side}", number), self._mark(f"{item.id}.{side}"))
            for side, number in item.equations.items()
        }
        data = not item.shown.same_data
        return comparison_page(item.shown, self.name, data=data, titled=False, tags=tags, level=self._level).strip("\n")

    def _report(self, item: Item) -> str:
        report: Report = item.shown
        surface = surface_for(self.name, self.content.look, report.blocks.labels)
        context = report_context(report, surface, data=False, level=self._level) | {"intro": ""}
        for table in (table for section in context["sections"] for table in section["tables"]):
            table.anchors = [[name and f"{item.id}.{name}" for name in row] for row in table.anchors]  # once a document
        return self._written("part", report_blocks(context, surface, level=self._level), surface)

    def _render(self, kind: str, context: dict[str, Any]) -> str:
        return render(self.surface.format.template(kind), context, self.content.look.templates).strip("\n")

    def _written(self, page: str, blocks: Sequence[Block], surface: Surface) -> str:
        return written(page, blocks, surface, self.content.look, whole=False).strip("\n")

    @property
    def _level(self) -> int:
        """The level of headings in a part; its own is the first one on paper, elsewhere the one below the title's."""
        return 2 if self.surface.format.paper else 3

    # what references say: a number that links to its place, an exact value, its decimal, its percentage

    def _resolve(self, reference: str, in_formula: bool, as_link: bool) -> str:
        """A reference as the format has it; inside a formula only values can stand."""
        word, id, extra = reference_in(reference)
        entry = self.content.entry(id)
        if word == "ref":
            if in_formula:
                raise InputError(f"{reference} stands inside a formula, where only values can stand; put it outside")
            return self._number(id, entry) if as_link else called(entry, self.surface)
        return self._value(word, entry, extra, in_formula)

    def _number(self, id: str, entry: Entry) -> str:
        if self.surface.format.ending == "tex" and entry.word == "equation":
            return rf"\eqref{{{id}}}"
        return link(self.surface.format, id, called(entry, self.surface))

    def _value(self, word: str, entry: Entry, extra: str | None, in_formula: bool) -> str:
        value, surface = entry.value, self.surface
        assert value is not None
        if isinstance(value, Undefined):
            said = surface.messages.get("report", "undefined")
            return rf"\text{{{said}}}" if in_formula else said
        if word == "value" and in_formula:  # the author's is LaTeX also where it is turned into MathML afterwards
            formula = surface_for("markdown", self.content.look, ()) if surface.format.folder == "html" else surface
            return formula.notation.show(Num(value))
        if word == "value":
            return surface.number(value)
        places = PLACES[word] if extra is None else int(extra)
        text = surface.messages.number(decimal(value if word == "decimal" else value * 100, places=places))
        text = text.replace(",", "{,}") if in_formula else text
        latex = in_formula or surface.format.ending == "tex"
        return text if word == "decimal" else text + (r"\,\%" if latex else "\u00a0%")


def _definition_of(item: Item) -> dict[str, Any]:
    """What a derivation is asked, without the data and the class."""
    return {key: value for key, value in item.block.table["derivation"].items() if key not in ("data", "label")}


def _at_the_end(formula: dict[str, Any], written: str) -> None:
    """A number at the end of a formula's first row."""
    for rows in (formula["rows"], formula["lines"]):
        if rows:
            rows[0] += written


def called(entry: Entry, surface: Surface) -> str:
    """What an entry is called in a sentence, with its number."""
    return surface.say_made("document", entry.word, n=str(entry.number))


# As data for JSON.


def document_data(document: Document) -> dict[str, Any]:
    """The document as dictionaries, lists, texts and numbers; the author's text is Markdown with references put in."""
    made = Parts(document.content, "markdown")
    blocks = [_block(item, part, made) for item, part in zip(document.items, made.all(), strict=True)]
    return {
        "schema": "exactmetrics/document/1",
        "title": document.spec.title,
        "language": document.look.language,
        "blocks": blocks,
    }


def _block(item: Item, part: dict[str, str], made: Parts) -> dict[str, Any]:
    kind = item.block.kind
    head = {"kind": kind, "id": item.block.id, "number": item.number or None, "equations": dict(item.equations)}
    if kind == "text":
        given = {"title": item.block.table["title"]} if "title" in item.block.table else {}
        return head | given | {"markdown": part["text"]}
    if kind == "equation":
        return head | {"latex": made.filled(item.shown)}
    if kind == "data":
        return head | {"title": item.block.table.get("title", item.shown.title), "data": _given(item.shown.measured)}
    return head | {"title": item.block.table.get("title", ""), kind: item.shown.data()}


def _given(measured: Any) -> dict[str, Any]:
    if isinstance(measured, Scores):
        samples = measured._samples
        return {
            "labels": [label_data(label) for label in samples.labels],
            "n": value_text(samples.n),
            "y_true": [label_data(samples.labels[at]) for at in samples.truth],
            "scores": [value_text(score) for score in samples.exact_of(samples.positive or 0)],
            "positive": label_data(measured.positive),
        }
    blocks, cells = measured._blocks, measured._cells()
    return {
        "labels": [label_data(label) for label in blocks.labels],
        "n": value_text(blocks.n),
        "matrix": None if cells is None else [[value_text(count) for count in row] for row in cells],
        "counts": {name: [value_text(count) for count in getattr(blocks, name)] for name in BLOCKS},
    }


def _asks_for_totals(derivation: Derivation) -> bool:
    """Whether a derivation is an exercise whose formula has totals of the matrix, which the table must not tell."""
    page = derivation.page
    return bool(page.blanks) and any(leaf.block in ("support", "predicted") for leaf in leaves(page.named))
