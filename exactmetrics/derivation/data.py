"""The data section of a document: the matrix with its margins, or the counts that were given and deduced."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.counts import Cells
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.base import Notation
from exactmetrics.derivation.surface import Surface
from exactmetrics.expression.nodes import Add, Expr, Leaf, Neg, Num, Tag
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.deduction import Deduction

SHOWN_CLASSES = 30  # a larger matrix is not printed cell by cell
HEAD_ROOM = 85  # characters over the columns of a matrix
COLUMNS = ("tp", "fn", "fp", "tn", "support", "predicted")
NAMES = {"tp": "TP", "fn": "FN", "fp": "FP", "tn": "TN"}


def data_section(surface: Surface, blocks: Blocks, cells: Cells | None) -> dict[str, Any]:
    """What a template needs to show the data.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.derivation.profiles import symbols
    >>> from exactmetrics.derivation.surface import FORMATS
    >>> from exactmetrics.matrix.counts import Counts
    >>> counts = Counts.from_rows([[5, 1], [5, 7]])
    >>> surface = Surface(FORMATS["text"], symbols(None, [0, 1], latex=False), messages())
    >>> section = data_section(surface, counts.blocks(), counts.rows())
    >>> section["kind"], section["support"], section["predicted"], section["n"]
    ('matrix', ['6', '12'], ['10', '8'], '18')
    """
    labels = [surface.format.escape(x) for x in blocks.labels]
    say = surface.messages
    section: dict[str, Any] = {"labels": labels, "words": _words(surface)}
    section["deductions"] = []
    section["consistency"] = None
    section["notes"] = [surface.format.escape(note) for note in blocks.notes]
    if cells is not None and len(labels) <= SHOWN_CLASSES:
        key = "matrix" if len(labels) != 1 else "matrix_one"
        section |= {"kind": "matrix", "intro": _intro(surface, key, blocks), **_matrix(blocks, cells)}
        section |= _heads(section, [escape.plain(x) for x in blocks.labels])
        section["lines"] = _matrix_lines(surface, section)
        return section
    key = "partial" if blocks.partition else "top_k"
    section |= {
        "kind": "blocks",
        "intro": _intro(surface, key if cells is None else "matrix", blocks),
        "columns": [
            NAMES.get(b, say.get("words", "support" if b == "support" else "predicted_total")) for b in COLUMNS
        ],
        "rows": _block_rows(blocks, labels),
        "deductions": [_deduction_line(surface, d, blocks) for d in blocks.deductions],
        "deduced_title": say.get("data", "deduced"),
        "deduced_text": say.get("data", "deduced_text"),
    }
    if blocks.deductions and blocks.partition and blocks.k <= SHOWN_CLASSES:
        section["consistency"] = _consistency(surface, blocks)
    head = [section["words"]["class"], *section["columns"]]
    rows = [[row["label"], *row["cells"]] for row in section["rows"]]
    section["lines"] = surface.lines(head, rows)
    return section


def _words(surface: Surface) -> dict[str, str]:
    keys = ("true", "predicted", "predicted_total", "support", "class")
    return {key: surface.messages.get("words", key) for key in keys}


def _intro(surface: Surface, key: str, blocks: Blocks) -> str:
    samples = surface.say_made("words", "one_sample" if blocks.n == 1 else "samples", n=str(blocks.n))
    return surface.say_made("data", key, k=str(blocks.k), samples=samples)


def _matrix(blocks: Blocks, cells: Cells) -> dict[str, Any]:
    return {
        "cells": [[str(c) for c in row] for row in cells],
        "support": [str(c) for c in blocks.support],
        "predicted": [str(c) for c in blocks.predicted],
        "n": str(blocks.n),
    }


def _heads(section: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """What stands over the columns and before the rows: names, or numbers where names alone would not fit a page."""
    labels, words = section["labels"], section["words"]
    heads = [f"{words['predicted']} {label}" for label in labels]
    rows = [f"{words['true']} {label}" for label in labels]
    head = len(words["predicted"]) + 3
    names_wide = sum(len(name) + 2 for name in names) + head + max(map(len, names))
    if names_wide + len(names) * (head - 2) > HEAD_ROOM:  # without the word, or else by number
        heads = labels
    if names_wide > HEAD_ROOM:
        heads = [str(i) for i in range(1, len(labels) + 1)]
        rows = [f"{i}: {row}" for i, row in zip(heads, rows, strict=True)]
    return {"heads": heads, "row_heads": rows}


def _matrix_lines(surface: Surface, section: dict[str, Any]) -> list[str]:
    """The matrix for a terminal."""
    words = section["words"]
    head = ["", *section["heads"], words["support"]]
    rows = [
        [label, *cells, support]
        for label, cells, support in zip(section["row_heads"], section["cells"], section["support"], strict=True)
    ]
    total = [words["predicted_total"], *section["predicted"], section["n"]]
    return surface.lines(head, [*rows, total], rule_before=len(rows))


def _block_rows(blocks: Blocks, labels: list[str]) -> list[dict[str, Any]]:
    columns = [getattr(blocks, b) for b in COLUMNS]
    shown = range(min(len(labels), SHOWN_CLASSES))
    return [{"label": labels[i], "cells": [str(column[i]) for column in columns]} for i in shown]


def numbering(surface: Surface, blocks: Blocks) -> str:
    """Which class a number below a symbol means, for those that were written with a number instead of their name.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.derivation.profiles import symbols
    >>> from exactmetrics.derivation.surface import FORMATS
    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.expression.nodes import Leaf, Tag
    >>> blocks = Counts.from_rows([[5, 1], [5, 7]], labels=["wolf", "sheep"]).blocks()
    >>> surface = Surface(FORMATS["text"], symbols(None, blocks.labels, latex=False), messages())
    >>> surface.math(Leaf("tp", Tag(1, "sheep"), None)), numbering(surface, blocks)
    ('TP_2', 'In formulas the classes are numbered: 2 = sheep.')
    """
    symbols = surface.notation.symbols
    named = {i: (symbols.indices[i], escape.plain(blocks.labels[i])) for i in sorted(symbols.used)}
    pairs = [
        f"{index} = {surface.format.escape(name)}"
        for index, name in named.values()
        if index.isdigit() and index != name
    ]
    shown = pairs[:SHOWN_CLASSES] + (["…"] if len(pairs) > SHOWN_CLASSES else [])
    return surface.say_made("data", "numbering", pairs=", ".join(shown)) if pairs else ""


def _deduction_line(surface: Surface, deduction: Deduction, blocks: Blocks) -> str:
    """One deduction as a formula: symbols, numbers, value."""
    notation = surface.notation
    symbols, numbers = [], []
    for at, term in enumerate(deduction.terms):
        symbols.append(_signed(notation, term.factor, notation.symbols.leaf(_leaf(term.count, term.label, blocks)), at))
        numbers.append(_signed(notation, term.factor, str(term.value), at))
    left = notation.symbols.leaf(_leaf(deduction.count, deduction.label, blocks))
    members = [" ".join(symbols), " ".join(numbers), str(deduction.value)]
    if len(deduction.terms) == 1 and numbers[0] == members[2]:
        members = [members[0], members[2]]
    return f"{left} = {' = '.join(members)}"


def _consistency(surface: Surface, blocks: Blocks) -> dict[str, str]:
    """FN and FP each add up to the number of wrong predictions: what a partition of the samples demands."""
    fn, fp, tp = (_sum(counts) for counts in (blocks.fn, blocks.fp, blocks.tp))
    wrong = Num(Fraction(blocks.n - sum(blocks.tp)))
    members = [fn, fp, Add((Num(Fraction(blocks.n)), Neg(tp))), wrong]
    return {
        "title": surface.messages.get("data", "consistency"),
        "text": surface.messages.get("data", "consistency_text"),
        "formula": " = ".join(map(surface.notation.show, members)),
    }


def _sum(counts: list[Any]) -> Expr:
    terms = tuple(Num(Fraction(c)) for c in counts)
    return terms[0] if len(terms) == 1 else Add(terms)


def _leaf(count: str, label: Any, blocks: Blocks) -> Any:
    tag = None if label is None else Tag(blocks.position(label), label)
    return Leaf(count, tag, None)


def _signed(notation: Notation, factor: Any, text: str, at: int) -> str:
    size = text if abs(factor) == 1 else notation.times(str(abs(factor)), text, bracketed=False)
    if at == 0:
        return size if factor > 0 else f"-{size}"
    return f"{'+' if factor > 0 else '-'} {size}"
