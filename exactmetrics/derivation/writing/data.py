"""The data section of a document: the matrix with its margins, or the counts of each class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exactmetrics.derivation.planning.cells import SHOWN_MATRIX, cells_of
from exactmetrics.derivation.planning.page import Cells, Page
from exactmetrics.derivation.writing.class_counts import counts_section, four_of
from exactmetrics.derivation.writing.label_sets import label_sets_section
from exactmetrics.derivation.writing.matrix_tables import FOUR, matrix_section, named
from exactmetrics.derivation.writing.surface import Surface, Written
from exactmetrics.exact.errors import Notice, Remark
from exactmetrics.exact.values import value_text
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.labels import Unnamed

SHOWN_CLASSES = 30  # of more classes only the first ones are listed
FIRST = 5  # so many
NAMES, LETTERS = 6, 60  # names of classes that a sentence lists, and their letters together


def data_section(
    surface: Surface,
    blocks: Blocks,
    cells: Cells | None,
    asked: int | None = None,
    *,
    totals: bool = True,
    most: int = SHOWN_MATRIX,
    listed: bool = False,
    brief: bool = False,
    pages: Sequence[Page] = (),
) -> dict[str, Any]:
    """What a template needs to show the data; of the class at the position `asked` the four counts are said.

    Without `totals` the margins are left empty or out, for an exercise that asks for them. Of more than `most` classes
    there is no matrix but the counts of each class, unless they are `listed` on the page anyway. Where it is to be
    `brief` a matrix tells by itself what it can tell. Of counts that are missing only those are found that the `pages`
    need; all, where it is said of none that it is the page.
    """
    if blocks.of in ("samples", "sets"):
        return label_sets_section(surface, blocks)
    keys = {"true": "spanner_true", "predicted": "spanner_predicted", "class": "class", "total": "total"}
    section: dict[str, Any] = {
        "labels": [surface.name(x) for x in blocks.labels],
        "words": {key: surface.messages.get("words", word) for key, word in keys.items()},
        "notes": [_note(note, surface) for note in blocks.notes if not isinstance(note, Notice)],
        **dict.fromkeys(("all_samples", "missing", "consistency")),
    }
    matrix = None if cells is None or blocks.k > most else matrix_section(surface, blocks, cells, asked, totals=totals)
    if cells is not None and matrix is not None:
        intro = "" if brief else _matrix_intro(surface, blocks)
        legend = _brief_legend(surface, blocks, asked) if brief else _legend(surface, blocks, cells, asked)
        four = None if brief or asked is None or blocks.k == 2 else four_of(surface, blocks, asked)
        return section | {"kind": "matrix", "intro": intro} | matrix | {"legend": legend, "four": four}
    shown = _shown(blocks, asked)
    counted = (
        {} if listed and not blocks.deductions else counts_section(surface, blocks, shown, totals=totals, pages=pages)
    )
    intro = _counts_intro(surface, blocks, cells, asked if asked in shown[FIRST:] else None)
    return section | {"kind": "blocks", "intro": intro, "columns": [], "rows": [], "lines": []} | counted


def _shown(blocks: Blocks, asked: int | None) -> list[int]:
    """The classes that a table lists: of many the first ones, and the one that is asked for."""
    first = listed_first(blocks.k)
    return [*range(first), *([asked] if asked is not None and asked >= first else [])]


def listed_first(k: int) -> int:
    """How many of so many classes a table lists, from the first one on."""
    return k if k <= SHOWN_CLASSES else FIRST


# sentences on a matrix


def _matrix_intro(surface: Surface, blocks: Blocks) -> str:
    samples, k = _samples(surface, blocks.n), str(blocks.k)
    names = [surface.labels.shown(label) for label in blocks.labels]
    if _unnamed(blocks) or len(names) > NAMES or sum(map(len, names)) > LETTERS:
        shows = surface.say_made("data", "matrix", "shows", samples=samples, k=k)
    else:
        labels = surface.messages.listing([surface.called(label) for label in blocks.labels])
        shows = surface.say_made("data", "matrix", "named", samples=samples, k=k, labels=labels)
    return _joined(shows, _letters(surface, blocks), surface.messages.get("data", "matrix", "axes"))


def _unnamed(blocks: Blocks) -> bool:
    return all(isinstance(label, Unnamed) for label in blocks.labels)


def _letters(surface: Surface, blocks: Blocks) -> str:
    """What classes without names are called here."""
    if not _unnamed(blocks):
        return ""
    names = [named(surface, label) for label in blocks.labels]
    several = (
        surface.messages.listing(names) if blocks.k <= NAMES else surface.messages.row([*names[:2], "…", names[-1]])
    )
    return surface.say_made("data", "unnamed", k=str(blocks.k), labels=several)


def _legend(surface: Surface, blocks: Blocks, cells: Cells, asked: int | None) -> dict[str, Any]:
    """What is set off, and how to read the cells: what the four counts are of one class, or an example."""
    marked = surface.messages.get("data", "legend", f"diagonal_{surface.format.marking}")
    if asked is None:
        return {"text": _joined(marked, _example(surface, blocks, cells)), "items": []}
    told = _four(surface, blocks, cells, asked)
    return told | {"text": f"{marked} {told['text']}"}


def _brief_legend(surface: Surface, blocks: Blocks, asked: int | None) -> dict[str, Any]:
    """Of one class of two the cells say themselves which of the four counts they are."""
    return {"text": "", "items": []} if asked is None or blocks.k == 2 else _four(surface, blocks, None, asked)


def _four(surface: Surface, blocks: Blocks, cells: Cells | None, asked: int) -> dict[str, Any]:
    """The four counts of a class in words."""
    made = {"label": surface.called(blocks.labels[asked])}
    two = blocks.k == 2
    if two:
        made["other"] = surface.called(blocks.labels[1 - asked])
    title = surface.say_made("data", "legend", "two" if two else "many", **made)
    items = [_item(surface, count, asked, blocks, cells, **made) for count in FOUR]
    return {"text": title, "items": items}


def _item(surface: Surface, count: str, at: int, blocks: Blocks, cells: Cells | None, **made: str) -> str:
    """One of the four counts of a class in words, with the cells that it adds up."""
    n, two = getattr(blocks, count)[at], blocks.k == 2
    number = value_text(n)
    if two:
        made["other"] = surface.say_made("words", "of_class", label=made["other"])
    else:
        made["other"] = surface.say_made("data", "legend", "another_class", n=number)
    key = f"{count}_item" if two or count != "tn" else "tn_item_many"
    parts = cells_of(count, at, cells) if cells is not None else ()
    shown = surface.inline(f"{' + '.join(map(value_text, parts))} = {number}") if parts else number
    samples = surface.messages.say(("words", "samples"), {"n": shown}.__getitem__, number)
    return surface.say_made("data", "legend", key, n=number, samples=samples, **made)


def _example(surface: Surface, blocks: Blocks, cells: Cells) -> str:
    """How a cell is read: the largest of those whose number occurs once, else the largest with its place."""
    places = [(i, j) for i in range(blocks.k) for j in range(blocks.k) if cells[i][j]]
    if not places:
        return ""
    everywhere = [*(count for row in cells for count in row), *blocks.support, *blocks.predicted, blocks.n]
    wrong = [(i, j) for i, j in places if i != j]
    once = [(i, j) for i, j in wrong if everywhere.count(cells[i][j]) == 1]
    i, j = max(once or wrong or places, key=lambda place: cells[place[0]][place[1]])
    true, predicted = blocks.labels[i], blocks.labels[j]
    made = {"true": surface.called(true), "predicted": surface.called(predicted)}
    if not once:
        made |= {"row": named(surface, true), "column": named(surface, predicted)}
    key, n = "example" if once else "example_place", value_text(cells[i][j])
    return surface.say_made("data", key, n=n, samples=_samples(surface, cells[i][j]), **made)


# sentences on counts


def _counts_intro(surface: Surface, blocks: Blocks, cells: Cells | None, besides: int | None) -> str:
    """What is known; `besides` the first classes one is listed where not all are."""
    key = "too_large" if cells is not None or blocks.of_matrix else "partial" if blocks.partition else "top_k"
    text = surface.say_made("data", key, k=str(blocks.k), samples=_samples(surface, blocks.n))
    found = {(deduction.count, deduction.label) for deduction in blocks.deductions}
    if key == "partial" and ("n", None) not in found:
        text = _joined(text, surface.say_made("data", "partial_n", n=value_text(blocks.n)))
    cut = ""
    if blocks.k > SHOWN_CLASSES:
        also = {} if besides is None else {"label": surface.called(blocks.labels[besides])}
        cut = left_out(surface, FIRST, blocks.k, **also)
    return _joined(text, _letters(surface, blocks), cut)


def left_out(surface: Surface, shown: int, k: int, **label: str) -> str:
    """How many of k classes a table does not list, which begins with so many; besides these it may list a `label`."""
    left = k - shown - len(label)
    made = {"shown": str(shown), "k": str(k), "left": str(left), **label}
    return surface.say_made("data" if label else "report", "left_out", **made) if left > 0 else ""


def _samples(surface: Surface, n: Any) -> str:
    return surface.say_made("words", "samples", n=value_text(n))


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


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


def numbering(surface: Surface, blocks: Blocks) -> str:
    """Which class a short name below a symbol means, for those that were not written with their own.

    Then the names that are too long for a table, in full. To be asked for last, when all names have been written.
    """
    symbols = surface.notation.symbols
    pairs = [
        surface.say_made("data", "short", index=symbols.short[i], label=surface.called(blocks.labels[i]))
        for i in sorted(symbols.used)
        if symbols.short[i] != surface.labels.shown(blocks.labels[i])
    ]
    shown = pairs[:SHOWN_CLASSES] + (["…"] if len(pairs) > SHOWN_CLASSES else [])
    sentences = [surface.say_made("data", "numbering", pairs=surface.messages.row(shown))] if pairs else []
    if in_full := surface.in_full():
        sentences.append(surface.say_made("data", "in_full", pairs=surface.messages.row(in_full)))
    return " ".join(sentences)
