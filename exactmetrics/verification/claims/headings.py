"""The headings of a table of results: what each column, or row, is about."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.grids import Cell, Row
from exactmetrics.verification.claims.lexicon import Vocabulary, is_one_of
from exactmetrics.verification.claims.names import whole_name
from exactmetrics.verification.claims.numbers import number_in
from exactmetrics.verification.claims.other_columns import without_arrows

CLASS = re.compile(r"Class:\s*(\S+(?: (?!Class:)\S+)*)")


@dataclass(slots=True)
class Head:
    """What a heading names: a metric or an average or a class, or nothing that is known."""

    name: Name | None = None
    average: str = ""
    label: str | None = None
    text: str = ""


def headings(row: Row, vocabulary: Vocabulary) -> tuple[list[Head], bool, bool] | None:
    """The headings of the columns, whether the rows are surely classes, whether a program printed it; or None.

    >>> heads, classes, report = headings([Cell("Class", 0, 5), Cell("Recall", 6, 12)], Vocabulary())
    >>> heads[1].name.metric, classes, report
    ('recall', True, False)
    """
    cells = _classes_apart(row)
    if not cells or (_numbered(cells) and not is_one_of("class", cells[0].plain.strip(" :"))):
        return None
    heads = [head_of(cell.plain, vocabulary) for cell in cells]
    named = [head for head in heads if head.name is not None]
    first = cells[0].plain.strip(" :")
    if len(named) >= 2 or (len(named) == 1 and len(cells) >= 2 and heads[0].name is None):
        texts = {head.text.casefold() for head in heads}
        report = "support" in texts and {"precision", "recall"} <= texts
        return heads, report or is_one_of("class", first) or len(named) == len(heads), report
    labelled = [head for head in heads[1:] if head.label is not None or head.average]
    if labelled and len(labelled) == len(heads) - 1 and not named:
        return heads, True, False
    if len(cells) > 2 and is_one_of("class", first) and not named:
        labels = [head if head.average else replace(head, label=head.text) for head in heads[1:]]
        return [heads[0], *labels], True, True
    if len(cells) == 2 and not named and all(is_one_of("filler", c.plain) or not c.text.strip() for c in cells):
        return [heads[0], Head(text=cells[1].plain)], False, False
    return None


def _numbered(cells: Row) -> bool:
    """Whether a number stands behind the first cell."""
    return any(cell.text.strip().isdigit() or number_in(cell.text, False) for cell in cells[1:])


def _classes_apart(row: Row) -> Row:
    """The headings of caret, "Class: a Class: b" with one space between, as cells of their own."""
    if not row or sum(cell.text.count("Class:") for cell in row) < 2:
        return row
    found = [
        Cell(m[0], cell.start + m.start(), cell.start + m.end()) for cell in row for m in CLASS.finditer(cell.text)
    ]
    return [Cell("", row[0].start, row[0].start), *found]


def head_of(text: str, vocabulary: Vocabulary) -> Head:
    """What one heading names.

    >>> head_of("macro avg", Vocabulary()).average, head_of("class A", Vocabulary()).label
    ('macro', 'A')
    """
    text = without_arrows(text).strip()
    if found := CLASS.fullmatch(text):
        return Head(label=found[1], text=text)
    name = whole_name(text, vocabulary)
    if name is not None:
        return Head(name=name, text=text)
    items = [item for item in vocabulary.items(text[:80]) if item.sort != "link"]
    averages = [item.roles["average"] for item in items if "average" in item.roles]
    if averages and all("average" in i.roles or "mean" in i.roles or "filler" in i.roles for i in items):
        return Head(average=averages[0] if len(set(averages)) == 1 else "", text=text)
    if items and "label" in items[-1].roles and all("class" in item.roles for item in items[:-1]):
        return Head(label=items[-1].roles["label"], text=text)
    if len(items) == 2 and "class" in items[0].roles and items[1].sort in ("word", "number"):
        return Head(label=items[1].text, text=text)
    return Head(text=text)
