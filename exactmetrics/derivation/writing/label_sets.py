"""The data section of a page about samples with any number of labels: the actual and the predicted labels of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.exact.values import value_text
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.label_sets import LabelSet, SampleBlocks

COUNTS = ("tp", "fp", "fn")
SHOWN = 30  # rows; of more the first are shown
FIRST = 5
NAMED = 8  # labels that a sentence names, and that stand in a cell


def label_sets_section(surface: Surface, blocks: Blocks) -> dict[str, Any]:
    """What a template needs to show the samples, one by one or those with the same labels together."""
    if isinstance(blocks, SampleBlocks):
        return _of_samples(surface, blocks)
    return _of_sets(surface, blocks)


def _of_samples(surface: Surface, blocks: SampleBlocks) -> dict[str, Any]:
    say = surface.messages
    heads, columns = [say.get("words", "class")], [list(map(surface.name, blocks.labels))]
    if blocks.sets:
        heads += [say.get("multilabel", side) for side in ("true", "predicted")]
        columns += [[_labels(surface, pair[side]) for pair in blocks.sets] for side in (0, 1)]
    for count in COUNTS:
        heads.append(count.upper())
        columns.append(list(map(value_text, getattr(blocks, count))))
    if blocks.weighted:
        heads.append(say.get("multilabel", "weight"))
        columns.append(list(map(value_text, blocks.times)))
    intro = [_counted(surface, "samples", blocks.size)]
    intro.append(say.get("multilabel", f"same_{blocks.alike}") if blocks.alike else "")
    return _section(surface, intro, heads, columns)


def _of_sets(surface: Surface, blocks: Blocks) -> dict[str, Any]:
    say, cells = surface.messages, blocks.matrix.cells
    heads = [say.get("multilabel", key) for key in ("true", "predicted", "times")]
    sides = [[_labels(surface, blocks.labels[pair[side]]) for pair in cells] for side in (0, 1)]
    times = list(map(value_text, cells.values()))
    return _section(surface, [_counted(surface, "sets", blocks.n)], heads, [*sides, times])


def _counted(surface: Surface, key: str, n: Any) -> str:
    return surface.say_made("multilabel", key, n=value_text(n))


def _section(surface: Surface, intro: list[str], heads: list[str], columns: list[list[str]]) -> dict[str, Any]:
    rows = [list(row) for row in zip(*columns, strict=True)]
    shown = rows if len(rows) <= SHOWN else rows[:FIRST]
    if len(shown) < len(rows):
        intro.append(surface.say_made("multilabel", "left_out", shown=str(len(shown)), k=str(len(rows))))
    return {
        "kind": "label_sets", "intro": " ".join(filter(None, intro)), "labels": [], "notes": [],
        "words": {"class": heads[0]}, "columns": heads[1:],
        "rows": [{"label": row[0], "cells": row[1:]} for row in shown],
        "lines": surface.lines(heads, shown, left=3 if len(heads) > 3 else 2),
        "unused": "", "four": None, "size": "normal",
        **dict.fromkeys(("all_samples", "missing", "consistency")),
    }  # fmt: skip


def _labels(surface: Surface, labels: Iterable[Any]) -> str:
    """The labels of a set by their names; a word where there is none."""
    assert isinstance(labels, LabelSet)
    if not labels:
        return surface.format.escape(surface.messages.get("multilabel", "none"))
    names = [surface.name(label) for label in labels.names[:NAMED]]
    return surface.messages.row([*names, "…"] if len(labels) > NAMED else names)
