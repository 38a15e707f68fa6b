"""The data section of a document: the matrix with its margins, or the counts that were given and deduced."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.page import Cells
from exactmetrics.derivation.writing.matrix_tables import Highlight, matrix_section
from exactmetrics.derivation.writing.surface import Surface, Written
from exactmetrics.exact.errors import Remark
from exactmetrics.expression.nodes import Add, Expr, Leaf, Neg, Num, Tag
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.identities import Deduction

EXAMPLE_CLASSES = 8  # of a larger matrix no cell is read as an example
SHOWN_CLASSES = 30  # a larger matrix is not printed cell by cell
COLUMNS = ("tp", "fn", "fp", "tn", "support", "predicted")
ADDED_UP = ("support", "predicted")  # columns that follow from the others
DIAGONAL = Highlight()
WORDS = {"support": "support", "predicted": "predicted_total"}  # the other columns are called by their letters


def data_section(
    surface: Surface, blocks: Blocks, cells: Cells | None, highlight: Highlight = DIAGONAL, *, totals: bool = True
) -> dict[str, Any]:
    """What a template needs to show the data; on a matrix what `highlight` says is marked.

    Without `totals` the margins are left empty or out, for an exercise that asks for them. Of too many classes for a
    matrix the first ones are listed, and the one that is highlighted.
    """
    keys = {key: key for key in ("true", "predicted", "predicted_total", "class")} | {"support": highlight.total}
    words = {key: surface.messages.get("words", word) for key, word in keys.items()}
    labels = [surface.name(x) for x in blocks.labels]
    notes = [_note(note, surface) for note in blocks.notes]
    section: dict[str, Any] = {
        "labels": labels, "words": words, "deductions": [], "consistency": None, "notes": notes
    }  # fmt: skip
    if cells is not None and blocks.k <= SHOWN_CLASSES:
        samples = surface.say_made("words", "samples", n=str(blocks.n))
        intro = surface.say_made("data", "matrix", k=str(blocks.k), samples=samples)
        example = "" if blocks.k > EXAMPLE_CLASSES else _example(surface, blocks, cells)
        matrix = matrix_section(surface, blocks, cells, highlight, words, totals=totals)
        if matrix is not None:
            return section | {"kind": "matrix", "intro": f"{intro} {example}".rstrip(), **matrix}
    counted = _counted(surface, blocks, cells, highlight.position, totals=totals)
    head, rows = [words["class"], *counted["columns"]], [[row["label"], *row["cells"]] for row in counted["rows"]]
    return section | counted | {"lines": surface.lines(head, rows)}


def _counted(
    surface: Surface, blocks: Blocks, cells: Cells | None, asked: int | None, *, totals: bool
) -> dict[str, Any]:
    """The counts class by class, where there is no matrix or it is too large; `asked` is the class highlighted."""
    say = surface.messages
    columns = [column for column in COLUMNS if totals or column not in ADDED_UP]
    counts = [getattr(blocks, column) for column in columns]
    counted: dict[str, Any] = {
        "kind": "blocks",
        "intro": _counts_intro(surface, blocks, cells, asked),
        "columns": [say.get("words", WORDS[column]) if column in WORDS else column.upper() for column in columns],
        "rows": [
            {"label": surface.name(blocks.labels[at]), "cells": [str(count[at]) for count in counts]}
            for at in _listed(blocks, asked)
        ],
        "deductions": [deduction_line(surface, d, blocks) for d in blocks.deductions] if totals else [],
        "deduced_title": say.get("data", "deduced"),
        "deduced_text": say.get("data", "deduced_text"),
    }
    if blocks.deductions and blocks.partition and blocks.k <= SHOWN_CLASSES:
        counted["consistency"] = _consistency(surface, blocks)
    return counted


def _example(surface: Surface, blocks: Blocks, cells: Cells) -> str:
    """How a cell is read: one of wrong predictions, the lowest row first."""
    for i in range(blocks.k - 1, -1, -1):
        for j, n in enumerate(cells[i]):
            if n and i != j:
                samples = surface.say_made("words", "samples", n=str(n))
                names = {"true": surface.called(blocks.labels[i]), "predicted": surface.called(blocks.labels[j])}
                return surface.say_made("data", "example", n=str(n), samples=samples, **names)
    return ""


def _counts_intro(surface: Surface, blocks: Blocks, cells: Cells | None, asked: int | None) -> str:
    too_large = cells is not None or (blocks.of_matrix and blocks.k > SHOWN_CLASSES)
    key = "too_large" if too_large else "partial" if blocks.partition else "top_k"
    samples = surface.say_made("words", "samples", n=str(blocks.n))
    text = surface.say_made("data", key, k=str(blocks.k), samples=samples)
    besides = {} if asked is None or asked < SHOWN_CLASSES else {"label": surface.called(blocks.labels[asked])}
    return f"{text} {left_out(surface, SHOWN_CLASSES, blocks.k, **besides)}".rstrip()


def left_out(surface: Surface, shown: int, k: int, **label: str) -> str:
    """How many of k classes a table does not list, which begins with so many; besides these it may list a `label`."""
    left = k - shown - len(label)
    made = {"shown": str(shown), "k": str(k), "left": str(left), **label}
    return surface.say_made("data" if label else "report", "left_out", **made) if left > 0 else ""


def _listed(blocks: Blocks, asked: int | None) -> list[int]:
    """The classes that are listed: of many the first ones, and the one that is asked for."""
    first = list(range(min(blocks.k, SHOWN_CLASSES)))
    return first if asked is None or asked in first else [*first, asked]


def _note(note: str, surface: Surface) -> str:
    """A remark made while the counts were read, with up to so many names of a list as a page shows of classes."""
    if not isinstance(note, Remark):
        return surface.format.escape(note)
    facts: dict[str, Any] = dict(note.facts)
    for name, fact in facts.items():
        if isinstance(fact, (list, tuple)):
            cut = [*fact[:SHOWN_CLASSES], "…"] if len(fact) > SHOWN_CLASSES else fact
            facts[name] = [Written(surface.called(label)) for label in cut]
    return surface.say("data", note.key, **facts)


def deduction_line(surface: Surface, deduction: Deduction, blocks: Blocks) -> str:
    """One deduction as a formula: symbols, numbers, value."""

    def symbol(count: str, label: Any) -> str:
        tag = None if label is None else Tag(blocks.position(label), label)
        return surface.notation.symbols.leaf(Leaf(count, tag, None))

    factors = [term.factor for term in deduction.terms]
    symbols = _added(surface, factors, [symbol(term.count, term.label) for term in deduction.terms])
    numbers, value = _added(surface, factors, [str(term.value) for term in deduction.terms]), str(deduction.value)
    members = [symbols, value] if len(factors) == 1 and numbers == value else [symbols, numbers, value]
    return surface.finished(f"{symbol(deduction.count, deduction.label)} = {' = '.join(members)}")


def _added(surface: Surface, factors: Sequence[Any], texts: Sequence[str]) -> str:
    out = ""
    for factor, text in zip(factors, texts, strict=True):
        term = text if abs(factor) == 1 else surface.notation.times(str(abs(factor)), text, bracketed=False)
        sign = "+" if factor > 0 else "-"
        out += f" {sign} {term}" if out else term if factor > 0 else f"-{term}"
    return out


def _consistency(surface: Surface, blocks: Blocks) -> dict[str, str]:
    """FN and FP each add up to the number of wrong predictions: what a partition of the samples demands."""
    fn, fp, tp = (_sum(counts) for counts in (blocks.fn, blocks.fp, blocks.tp))
    wrong = Num(Fraction(blocks.n - sum(blocks.tp)))
    members = [fn, fp, Add((Num(Fraction(blocks.n)), Neg(tp))), wrong]
    return {
        "title": surface.messages.get("data", "consistency"),
        "text": surface.messages.get("data", "consistency_text"),
        "formula": surface.finished(" = ".join(map(surface.notation.show, members))),
    }


def _sum(counts: Sequence[Any]) -> Expr:
    terms = tuple(Num(Fraction(c)) for c in counts)
    return terms[0] if len(terms) == 1 else Add(terms)


def numbering(surface: Surface, blocks: Blocks) -> str:
    """Which class a number below a symbol means, for those that were written with a number instead of their name.

    Then the names that are too long for a table, in full. To be asked for last, when all names have been written.
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
