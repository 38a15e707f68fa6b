"""The data section of a document: the matrix with its margins, or the counts that were given and deduced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exactmetrics.derivation.planning.counts import Cells
from exactmetrics.derivation.writing.deduced import consistency, deduction_line
from exactmetrics.derivation.writing.fitting import fitted
from exactmetrics.derivation.writing.heads import heads
from exactmetrics.derivation.writing.highlight import Highlight, marked_cells, marked_totals, marks
from exactmetrics.derivation.writing.surface import Surface, Written
from exactmetrics.exact.errors import Remark
from exactmetrics.matrix.blocks import Blocks

EXAMPLE_CLASSES = 8  # of a larger matrix no cell is read as an example
SHOWN_CLASSES = 30  # a larger matrix is not printed cell by cell
COLUMNS = ("tp", "fn", "fp", "tn", "support", "predicted")
ADDED_UP = ("support", "predicted")  # columns that follow from the others
DIAGONAL = Highlight()
NAMES = {"tp": "TP", "fn": "FN", "fp": "FP", "tn": "TN"}


def data_section(
    surface: Surface, blocks: Blocks, cells: Cells | None, highlight: Highlight = DIAGONAL, *, totals: bool = True
) -> dict[str, Any]:
    """What a template needs to show the data; on a matrix what `highlight` says is marked.

    Without `totals` the margins are left empty or out, for an exercise that asks for them. Of too many classes for a
    matrix the first ones are listed, and the one that is highlighted.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.derivation.look import symbols
    >>> from exactmetrics.derivation.writing.surface import FORMATS
    >>> from exactmetrics.matrix.counts import Counts
    >>> counts = Counts.from_rows([[5, 1], [5, 7]])
    >>> surface = Surface(FORMATS["text"], symbols(None, [0, 1], style="text"), messages())
    >>> section = data_section(surface, counts.blocks(), counts.rows())
    >>> section["kind"], section["support"], section["predicted"], section["n"]
    ('matrix', ['6', '12'], ['10', '8'], '18')
    """
    labels = [surface.name(x) for x in blocks.labels]
    section: dict[str, Any] = {"labels": labels, "words": _words(surface, highlight)}
    section["deductions"] = []
    section["consistency"] = None
    section["notes"] = [_note(note, surface) for note in blocks.notes]
    if cells is not None and len(labels) <= SHOWN_CLASSES:
        section |= {"kind": "matrix", "intro": _intro(surface, blocks, cells), **_matrix(blocks, cells)}
        if not totals:
            section |= {margin: [""] * blocks.k for margin in ("support", "predicted")}
        section |= heads(surface, section, [surface.labels.shown(x) for x in blocks.labels])
        section |= marks(surface, highlight, blocks)
        if surface.format.paper:
            section |= fitted(section)
        if not surface.format.paper or section["size"]:  # else only the counts of the classes fit the page
            section["lines"] = _matrix_lines(surface, section)
            return section
    section |= _counted(surface, blocks, cells, highlight, labels, totals=totals)
    head = [section["words"]["class"], *section["columns"]]
    rows = [[row["label"], *row["cells"]] for row in section["rows"]]
    section["lines"] = surface.lines(head, rows)
    return section


def _counted(
    surface: Surface, blocks: Blocks, cells: Cells | None, highlight: Highlight, labels: list[str], *, totals: bool
) -> dict[str, Any]:
    """The counts class by class, where there is no matrix or it is too large."""
    columns = COLUMNS if totals else tuple(c for c in COLUMNS if c not in ADDED_UP)
    counted: dict[str, Any] = {
        "kind": "blocks",
        "intro": _counts_intro(surface, blocks, cells, highlight.position),
        "columns": [
            NAMES.get(b, surface.messages.get("words", "support" if b == "support" else "predicted_total"))
            for b in columns
        ],
        "rows": [
            {"label": labels[at], "cells": row}
            for at, row in zip(
                _listed(blocks, highlight.position), _rows(blocks, highlight.position, columns), strict=True
            )
        ],
        "deductions": [deduction_line(surface, d, blocks) for d in blocks.deductions] if totals else [],
        "deduced_title": surface.messages.get("data", "deduced"),
        "deduced_text": surface.messages.get("data", "deduced_text"),
    }
    if blocks.deductions and blocks.partition and blocks.k <= SHOWN_CLASSES:
        counted["consistency"] = consistency(surface, blocks)
    return counted


def _words(surface: Surface, highlight: Highlight) -> dict[str, str]:
    keys = {key: key for key in ("true", "predicted", "predicted_total", "support", "class")}
    return {key: surface.messages.get("words", word) for key, word in (keys | {"support": highlight.total}).items()}


def _intro(surface: Surface, blocks: Blocks, cells: Cells) -> str:
    """What is said before a matrix."""
    samples = surface.say_made("words", "samples", n=str(blocks.n))
    text = surface.say_made("data", "matrix", k=str(blocks.k), samples=samples)
    example = "" if blocks.k > EXAMPLE_CLASSES else _example(surface, blocks, cells)
    return f"{text} {example}" if example else text


def _counts_intro(surface: Surface, blocks: Blocks, cells: Cells | None, asked: int | None) -> str:
    """What is said before a table of counts: whether there is a matrix, and which classes are not listed."""
    too_large = cells is not None or (blocks.of_matrix and blocks.k > SHOWN_CLASSES)
    key = "too_large" if too_large else "partial" if blocks.partition else "top_k"
    samples = surface.say_made("words", "samples", n=str(blocks.n))
    text = surface.say_made("data", key, k=str(blocks.k), samples=samples)
    left = blocks.k - len(_listed(blocks, asked))
    if not left:
        return text
    made = {"shown": str(SHOWN_CLASSES), "k": str(blocks.k), "left": str(left)}
    if asked is None or asked < SHOWN_CLASSES:
        return f"{text} {surface.say_made('report', 'left_out', **made)}"
    return f"{text} {surface.say_made('data', 'left_out', **made, label=surface.called(blocks.labels[asked]))}"


def _listed(blocks: Blocks, asked: int | None) -> list[int]:
    """The classes that are listed: of many the first ones, and the one that is asked for."""
    first = list(range(min(blocks.k, SHOWN_CLASSES)))
    return first if asked is None or asked in first else [*first, asked]


def _rows(blocks: Blocks, asked: int | None, columns: Sequence[str]) -> list[list[str]]:
    counts = [getattr(blocks, column) for column in columns]
    return [[str(count[at]) for count in counts] for at in _listed(blocks, asked)]


def _example(surface: Surface, blocks: Blocks, cells: Cells) -> str:
    """How a cell is read: one of wrong predictions, the lowest row first."""
    for i in range(blocks.k - 1, -1, -1):
        for j, n in enumerate(cells[i]):
            if n and i != j:
                samples = surface.say_made("words", "samples", n=str(n))
                names = {"true": surface.called(blocks.labels[i]), "predicted": surface.called(blocks.labels[j])}
                return surface.say_made("data", "example", n=str(n), samples=samples, **names)
    return ""


def _note(note: str, surface: Surface) -> str:
    """A remark made while the counts were read, with up to so many names of a list as a page shows of classes."""
    if not isinstance(note, Remark):
        return surface.format.escape(note)
    facts = {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in note.facts.items()}
    cut = {
        name: [*fact[:SHOWN_CLASSES], "…"] if isinstance(fact, list) and len(fact) > SHOWN_CLASSES else fact
        for name, fact in facts.items()
    }
    said = {
        name: [Written(surface.called(n)) for n in fact] if isinstance(fact, list) else fact
        for name, fact in cut.items()
    }
    return surface.say("data", note.key, **said)


def _matrix(blocks: Blocks, cells: Cells) -> dict[str, Any]:
    return {
        "cells": [[str(c) for c in row] for row in cells],
        "support": [str(c) for c in blocks.support],
        "predicted": [str(c) for c in blocks.predicted],
        "n": str(blocks.n),
    }


def _matrix_lines(surface: Surface, section: dict[str, Any]) -> list[str]:
    """The matrix for a terminal."""
    words = section["words"]
    head = ["", *section["heads"], words["support"]]
    rows = [
        [label, *cells, support]
        for label, cells, support in zip(section["row_heads"], marked_cells(section), section["support"], strict=True)
    ]
    total = [words["predicted_total"], *marked_totals(section), section["n"]]
    return surface.lines(head, [*rows, total], rule_before=len(rows))


def numbering(surface: Surface, blocks: Blocks) -> str:
    """Which class a number below a symbol means, for those that were written with a number instead of their name.

    Then the names that are too long for a table, in full. To be asked for last, when all names have been written.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.derivation.look import symbols
    >>> from exactmetrics.derivation.writing.surface import FORMATS
    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.expression.nodes import Leaf, Tag
    >>> blocks = Counts.from_rows([[5, 1], [5, 7]], labels=["wolf", "sheep"]).blocks()
    >>> surface = Surface(FORMATS["text"], symbols(None, blocks.labels, style="text"), messages())
    >>> surface.math(Leaf("tp", Tag(1, "sheep"), None)), numbering(surface, blocks)
    ('TP_2', 'In formulas the classes are numbered: 2 = sheep.')
    """
    symbols = surface.notation.symbols
    named = [(symbols.style.inside(symbols.indices[i]), blocks.labels[i]) for i in sorted(symbols.used)]
    pairs = [
        surface.say_made("data", "pair", index=index, label=surface.called(label))
        for index, label in named
        if index.isdigit() and index != surface.labels.shown(label)
    ]
    shown = pairs[:SHOWN_CLASSES] + (["…"] if len(pairs) > SHOWN_CLASSES else [])
    sentences = [surface.say_made("data", "numbering", pairs=surface.messages.row(shown))] if pairs else []
    if in_full := surface.in_full():
        sentences.append(surface.say_made("data", "in_full", pairs=surface.messages.row(in_full)))
    return " ".join(sentences)
