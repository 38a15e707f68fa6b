"""The data section of a page about samples with any number of labels: the actual and the predicted labels of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exactmetrics.derivation.writing.matrix_tables import paper_size
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.exact.values import value_text
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.label_sets import LabelSet, SampleBlocks

COUNTS = ("tp", "fp", "fn")
SHOWN, FIRST = 30, 5  # rows of a table; of a longer one the first are shown
NAMED = (8, 4, 2, 1)  # labels that stand in a cell: as many as fit a page of paper
Column = tuple[str, Sequence[LabelSet | str]]  # a head, and the cells below it


def label_sets_section(surface: Surface, blocks: Blocks) -> dict[str, Any]:
    """What a template needs to show the samples, one by one, or those that are alike together."""
    return _of_samples(surface, blocks) if isinstance(blocks, SampleBlocks) else _of_sets(surface, blocks)


def _of_samples(surface: Surface, blocks: SampleBlocks) -> dict[str, Any]:
    say = surface.messages
    columns: list[Column] = [(say.get("words", "class"), list(map(surface.name, blocks.labels)))]
    if blocks.sets:
        columns += _sides(surface, blocks.sets)
    columns += [(count.upper(), list(map(value_text, getattr(blocks, count)))) for count in COUNTS]
    if blocks.weighted:
        columns.append((say.get("multilabel", "weight"), list(map(value_text, blocks.times))))
    intro = [surface.say_made("multilabel", "samples", n=str(blocks.size))]
    return _section(surface, [*intro, say.get("multilabel", f"same_{blocks.alike}") if blocks.alike else ""], columns)


def _of_sets(surface: Surface, blocks: Blocks) -> dict[str, Any]:
    cells, labels = blocks.matrix.cells, blocks.matrix.labels
    pairs = [(labels[true], labels[pred]) for true, pred in cells]
    times = surface.messages.get("multilabel", "times"), list(map(value_text, cells.values()))
    intro = [surface.say_made("multilabel", "sets", n=value_text(blocks.n))]
    return _section(surface, intro, [*_sides(surface, pairs), times])


def _sides(surface: Surface, pairs: Sequence[tuple[Any, Any]]) -> list[Column]:
    """The columns of actual and of predicted labels."""
    heads = [surface.messages.get("multilabel", side) for side in ("true", "predicted")]
    return [(head, [pair[side] for pair in pairs]) for side, head in enumerate(heads)]


def _section(surface: Surface, intro: list[str], columns: Sequence[Column]) -> dict[str, Any]:
    k = len(columns[0][1])
    if k > SHOWN:
        intro.append(surface.say_made("multilabel", "left_out", shown=str(FIRST), k=str(k)))
    shown = [(head, cells if k <= SHOWN else cells[:FIRST]) for head, cells in columns]
    heads, size = [head for head, _ in columns], "normal"
    rows: list[tuple[str, ...]] = []
    for named in NAMED:
        rows = list(zip(*([_cell(surface, cell, named) for cell in cells] for _, cells in shown), strict=True))
        if not surface.format.paper:
            break
        fitting = paper_size(zip(heads, *rows, strict=True))
        size = fitting or "smallest"
        if fitting:
            break
    return {
        "kind": "label_sets", "intro": " ".join(filter(None, intro)), "labels": [], "notes": [],
        "words": {"class": heads[0]}, "columns": heads[1:],
        "rows": [{"label": row[0], "cells": row[1:]} for row in rows],
        "lines": surface.lines(heads, rows, left=1 + sum(isinstance(cells[0], LabelSet) for _, cells in shown[1:])),
        "unused": "", "four": None, "size": size,
        **dict.fromkeys(("all_samples", "missing", "consistency")),
    }  # fmt: skip


def _cell(surface: Surface, cell: LabelSet | str, named: int) -> str:
    """The labels of a set by their names, the first ones of many; a word where there is none."""
    if isinstance(cell, str):
        return cell
    if not cell:
        return surface.format.escape(surface.messages.get("multilabel", "none"))
    names = [surface.name(label) for label in cell.names[:named]]
    return surface.messages.row([*names, "…"] if len(cell) > named else names)
