"""What pages are made of: the parts of a derivation, a report or a comparison as blocks in their order.

Every text comes written for its surface; how a kind of block looks, the template `page` of a format says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from exactmetrics.derivation.blocks import (
    Block,
    Box,
    Displayed,
    Finished,
    Formulas,
    Frame,
    Items,
    Key,
    Paragraph,
    Section,
    Table,
)
from exactmetrics.derivation.look import Look
from exactmetrics.derivation.render import render
from exactmetrics.derivation.writing.links import LATEX_FALLBACK
from exactmetrics.derivation.writing.surface import Surface

Context = Mapping[str, Any]


def written(
    page: str,
    blocks: Sequence[Block],
    surface: Surface,
    look: Look,
    *,
    title: str = "",
    whole: bool = True,
    brief: bool = False,
) -> str:
    """The blocks of a page laid out by the template of their format; one that is not `whole` stands inside another.

    Of a presentation each section is a frame, and a page that is `brief` a single one.
    """
    format = surface.format
    linked = any(isinstance(block, Section) and block.part == "derivations" for block in blocks)
    if format.lines and page != "data":
        framed = [block for block in blocks if not (isinstance(block, Section) and block.part == "title")]
        blocks = [Frame("brief", title, framed)] if brief else in_frames(framed, title)
    context = {"page": page, "title": title, "blocks": blocks, "whole": whole}
    context["fallback"] = LATEX_FALLBACK if linked else ""
    return render(format.template("page"), context, look.templates)


def title_block(title: str) -> list[Block]:
    """The title of a page, if it has one."""
    return [Section("title", title, level=1)] if title else []


def paragraph(part: str, text: str, title: str = "") -> list[Block]:
    """A paragraph, if it says anything."""
    return [Paragraph(part, text, title)] if text or title else []


# the data


def data_blocks(data: Context, surface: Surface) -> list[Block]:
    """The matrix with its margins, or the counts that were given and how missing ones follow."""
    blocks = paragraph("data", data["intro"])
    if data["kind"] == "matrix":
        legend = data["legend"]
        blocks += [_matrix(data, surface), *paragraph("legend", legend["text"]), *_items("legend", legend["items"])]
        blocks += [_words(data["four"])] if data["four"] else []
    elif data["rows"]:
        rows = [[row["label"], *row["cells"]] for row in data["rows"]]
        heads = [data["words"]["class"], *data["columns"]]
        blocks.append(Table("counts", heads, rows, _sides(heads), data["lines"], size=data["size"]))
        blocks += paragraph("unused", data["unused"])
        if data["four"]:
            blocks += [Paragraph("four", data["four"]["text"]), _words(data["four"])]
        if found := data["all_samples"]:
            blocks += _titled("deductions", found)
            blocks.append(Displayed("deductions", [found["formula"]]))
        if found := data["missing"]:
            blocks += [*_titled("deductions", found), _words(found)]
    if found := data["consistency"]:
        blocks += [*_titled("consistency", found), Displayed("consistency", found["formulas"])]
    return blocks + [Paragraph("note", note) for note in data["notes"]]


def _titled(part: str, told: Context) -> list[Block]:
    return paragraph(part, told["text"], f"{told['title']}.")


def _items(part: str, items: Sequence[str]) -> list[Block]:
    return [Items(part, items)] if items else []


def _sides(heads: Sequence[str]) -> list[str]:
    """Names on the left, numbers on the right."""
    return ["left", *["right"] * (len(heads) - 1)]


def _words(table: Context) -> Table:
    """A small table whose cells are words or sums."""
    heads = table["heads"]
    return Table("words", heads, table["rows"], ["left"] * len(heads), table["lines"], size=table["size"])


def _matrix(data: Context, surface: Surface) -> Table:
    words = data["words"]
    cell, rows = surface.format.cell, list[list[str]]()
    for i, (head, support) in enumerate(zip(data["row_heads"], data["support"], strict=True)):
        pairs = zip(data["letters"][i], data["cells"][i], strict=True)
        rows.append([head, *(cell(letters, count, i == j) for j, (letters, count) in enumerate(pairs)), support])
    total = [words["total"], *data["predicted"], data["n"]]
    heads = ["", *data["heads"], words["total"]]
    return Table(
        "matrix", heads, [*rows, total], _sides(heads), data["lines"], rule=len(rows), size=data.get("size", "normal"),
        over=(words["true"], words["predicted"]), setting=data["setting"],
    )  # fmt: skip


# a derivation


def derivation_blocks(context: Context, *, level: int = 2) -> list[Block]:
    """A derivation below its title and its data: what it answers stands before these."""
    blocks: list[Block] = paragraph("exercise", context["exercise"])
    blocks += steps_block(context["steps"], level)
    blocks += [result_section(context, level)] if context["result"] else []
    blocks += [Paragraph("note", note, f"{context['note_title']}.") for note in context["notes"]]
    if more := context["more"]:
        entries = [Paragraph("entry", entry["text"], f"{entry['title']}.") for entry in more["entries"]]
        blocks.append(Section("more", more["title"], entries, level))
    if key := context["key"]:
        blocks.append(Key("key", key["title"], key["line"], key["entries"], key["comma"]))
    return blocks


def question_block(context: Context) -> list[Block]:
    """What a value answers."""
    return _titled("question", context["question"]) if context["question"] else []


def steps_block(steps: Iterable[Context], level: int) -> list[Block]:
    """The steps, if there are any."""
    made = [_step(step, level) for step in steps]
    return [Section("steps", blocks=made)] if made else []


def _step(step: Context, level: int) -> Section:
    blocks = _items("symbols", step["terms"])
    if step["items"]:
        blocks += [*paragraph("intro", step.get("intro", "")), Items("symbols", step["items"])]
    if table := step["table"]:
        blocks.append(_step_table(table))
    for group in step["groups"]:
        blocks += paragraph("said", group["text"])
        blocks.append(Formulas("formula", group["formulas"], group.get("size", "")))
    blocks += paragraph("after", step["after"])
    return Section("step", step["title"], blocks, level, step["number"], step["text"], run_in=True)


def _step_table(table: Context) -> Table:
    heads = [table["class_word"], *table["columns"]]
    rows = [[row["label"], *row["cells"]] for row in table["rows"]]
    size = table.get("size", "normal")
    return Table("step", heads, rows, ["left", *table["sides"]], table["lines"], size=size, long=table["long"])


def result_section(context: Context, level: int) -> Section:
    """The result below its heading; on a page for a slide it begins with what the value means."""
    title, brief = context["result"]["title"], context["brief"]
    said = brief["meaning"] if brief else ""
    return Section("result", title, result_blocks(context), level, text=said, run_in=bool(brief))


def result_blocks(context: Context) -> list[Block]:
    """The value and what it means, or why there is none and what can be done."""
    result = context["result"]
    if not result["defined"]:
        return [Paragraph("undefined", result["text"], result["bold"]), *_conventions(result["conventions"])]
    before = result["before"]
    blocks: list[Block] = [Formulas("before", [before], before["size"])] if before else []
    made = (result[key] for key in ("relation", "formula", "decimal", "tag", "lines"))
    blocks += [Box("box", context["head"], *made), *paragraph("meaning", context["meaning"])]
    if result["text"]:
        title = f"{result['decimal_title']}." if context["exercise"] else ""
        blocks.append(Paragraph("decimal", result["text"], title))
    return blocks + [block for remark in result.get("remarks", ()) for block in _titled(remark["kind"], remark)]


def _conventions(table: Context | None) -> list[Block]:
    if table is None:
        return []
    blocks = paragraph("conventions", table["text"])
    if table["sum"]:
        blocks.append(Formulas("conventions", [table["sum"]], table["sum"]["size"]))
    sides = ["left", "left", "right"]
    made = Table("conventions", table["columns"], table["rows"], sides, table["lines"], broken=table["long"])
    return [*blocks, made, *paragraph("effects", table["effects"])]


# a report and a comparison


def report_blocks(context: Context, surface: Surface, *, level: int = 2) -> list[Block]:
    """A report below its title."""
    data = context["data"]
    blocks = data_blocks(data, surface) if data else paragraph("data", context["intro"])
    blocks += [Finished("picture", context["picture"])] if context["picture"] else []
    for section in context["sections"]:
        own: list[Block] = list(section["tables"])
        if section["exact"]:
            own += [Paragraph("exact", f"{section['exact_title']}:"), Items("lines", section["exact"])]
        blocks.append(Section("section", section["title"], [*own, *paragraph("left_out", section["note"])], level))
    for note in context["notes"]:
        own = [Items("lines", note["lines"])]
        blocks.append(Section("notes", note["title"], own, level, text=note["text"], run_in=True))
    if derivations := context["derivations"]:
        told = paragraph("numbering", derivations[0]["numbering"])
        entries = [
            Section("derivation", one["name"], one["blocks"], level + 1, one["number"], place=one["place"])
            for one in derivations
        ]
        blocks.append(Section("derivations", context["derivations_title"], [*told, *entries], level))
    return blocks


def comparison_blocks(context: Context, surface: Surface, *, level: int = 2) -> list[Block]:
    """A comparison below its title: what both use, then either calculation, then both values in a table."""
    strong = surface.format.strong
    blocks = paragraph("sides", context["intro"])
    named = [(f"{strong[0]}{side['name']}{strong[1]}", side["what"]) for side in context["sides"]]
    blocks += _items("sides", [" ".join(filter(None, side)) for side in named])
    for part in context["data"]:
        blocks += [*paragraph("caption", "", part["caption"]), *part["blocks"]]
    blocks += [*paragraph("numbering", context["numbering"]), *paragraph("exercise", context["exercise"])]
    blocks += [Section("side", section["title"], section["blocks"], level) for section in context["sections"]]
    results, own = context["results"], list[Block]()
    if results["rows"]:
        sides, lines = ["left", "right", "right"], results["lines"]
        own = [Table("pair", results["heads"], results["rows"], sides, lines, broken=results["long"])]
    blocks.append(Section("results", results["title"], [*own, *paragraph("said", results["said"])], level))
    blocks += [block for note in context["notes"] for block in steps_block([note], level)]
    return blocks + [Key("key", key["title"], key["text"], first=at == 0) for at, key in enumerate(context["keys"])]


# frames


def in_frames(blocks: Sequence[Block], title: str) -> list[Block]:
    """The blocks in frames: of each section that holds none, and of what stands between sections."""
    framed: list[Block] = []
    for block in blocks:
        if isinstance(block, (Section, Key)):
            framed += _framed(block)
        elif framed and isinstance(frame := framed[-1], Frame) and frame.part == "between":
            frame.blocks = [*frame.blocks, block]
        else:
            framed.append(Frame("between", title, [block]))
    return framed


def _framed(block: Section | Key) -> list[Block]:
    if isinstance(block, Key):
        return [Frame("key", block.title, [block])]
    if any(isinstance(one, Section) for one in block.blocks):
        inside = in_frames(block.blocks, block.title)
        return [Section(block.part, block.title, inside, block.level)] if block.title else inside
    number = f"{block.number}. " if block.number else ""
    return [Frame(block.part, number + block.title, [*paragraph("said", block.text), *block.blocks])]
