"""Slips in the counts: the matrix turned, its corners or classes exchanged, one cell misread."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from exactmetrics.exact.values import Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.verification.diagnosis.averages import MANY, orders
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.library import Candidate, Candidates, explains

CORNERS = ("tp", "fn", "fp", "tn")
SAME, TURNED = (0, 1, 2, 3), (0, 2, 1, 3)
EXCHANGED = (((3, 1, 2, 0), 1.0), ((3, 2, 1, 0), 0.15))  # TP and TN, alone and with FP and FN


@explains("transposed", plausibility=1.2)
def _transposed(case: Case) -> Candidates:
    b = case.blocks
    yield from case.run(blocks=case.moved(b.tp, b.predicted, b.support))


@explains("tp-tn-swapped")
def _exchanged(case: Case) -> Candidates:
    if case.request.metric.scope == "class":
        for order, weight in EXCHANGED:
            yield from case.run(blocks=_corners(case, order), weight=weight)


@explains("corners-permuted", plausibility=0.5)
def _permuted(case: Case) -> Candidates:
    if case.request.metric.scope == "class" and case.request.label is not None:
        for order in permutations(range(4)):
            if order not in (SAME, TURNED, *(exchanged for exchanged, _ in EXCHANGED)):
                yield from case.run(blocks=_corners(case, order))


def _corners(case: Case, order: tuple[int, ...]) -> Blocks:
    """Every class with its four counts in other places."""
    columns = [getattr(case.blocks, CORNERS[place]) for place in order]
    tp, fn, fp, _ = columns
    support = [a + b for a, b in zip(tp, fn, strict=True)]
    predicted = [a + b for a, b in zip(tp, fp, strict=True)]
    return Blocks(case.blocks.labels, n=case.blocks.n, tp=tp, support=support, predicted=predicted, partition=False)


@explains("classes-permuted")
def _classes(case: Case) -> Candidates:
    """The columns in another order than the rows."""
    if case.counts is None:
        return
    cells, b = case.counts.cells, case.blocks
    for order in orders(b.k):
        tp = [cells.get((i, j), 0) for i, j in enumerate(order)]
        predicted = [b.predicted[j] for j in order]
        names = tuple(str(b.labels[j]) for j in order)
        yield from case.run(blocks=case.moved(tp, b.support, predicted), order=names)


@explains("count-typo", plausibility=1.0)
def _typo(case: Case) -> Candidates:
    """One cell misread: by one digit, or by one."""
    if case.counts is None:
        yield from _typo_of_block(case)
        return
    if case.counts.k > MANY:
        return
    known: dict[Any, Value | None] = {}
    for (i, j), old in _cells(case.counts):
        for new in _misread(old):
            key = _key(case, i, j, new - old)
            if key not in known:
                known[key] = case.value_of(blocks=_with_cell(case, i, j, new - old))
            value = known[key]
            if value is not None and value != case.value:
                row, column = str(case.counts.labels[i]), str(case.counts.labels[j])
                facts = {"row": row, "column": column, "old": str(old), "new": str(new)}
                yield Candidate(value, facts, None, _with_cell(case, i, j, new - old))


def _typo_of_block(case: Case) -> Candidates:
    """The same where only the counts of the classes are known."""
    if case.request.label is None or case.request.metric.scope != "class":
        return
    at = case.blocks.position(case.request.label)
    for corner in CORNERS:
        old = getattr(case.blocks, corner)[at]
        for new in _misread(old) if isinstance(old, int) else ():
            tp, support, predicted = list(case.blocks.tp), list(case.blocks.support), list(case.blocks.predicted)
            tp[at] += (new - old) * (corner == "tp")
            support[at] += (new - old) * (corner in ("tp", "fn"))
            predicted[at] += (new - old) * (corner in ("tp", "fp"))
            blocks = case.moved(tp, support, predicted, case.blocks.n + new - old)
            yield from case.run(blocks=blocks, row=str(case.request.label), column=corner.upper(), old=old, new=new)


def _cells(counts: Counts) -> Iterator[tuple[tuple[int, int], int]]:
    for i in range(counts.k):
        for j in range(counts.k):
            count = counts.cells.get((i, j), 0)
            if isinstance(count, int):
                yield (i, j), count


def _misread(count: int) -> list[int]:
    """What a count may have been read as."""
    text = str(count)
    found = [count + 1, count - 1]
    for at in range(len(text)):
        found += [int(text[:at] + digit + text[at + 1 :]) for digit in "0123456789"]
        found.append(int(text[:at] + text[at + 1 :] or "0"))
        found.append(int(text[: at + 1] + text[at:]))
        if at:
            found.append(int(text[: at - 1] + text[at] + text[at - 1] + text[at + 1 :]))
    return [new for new in dict.fromkeys(found) if new >= 0 and new != count]


def _with_cell(case: Case, i: int, j: int, shift: int) -> Blocks:
    b = case.blocks
    tp, support, predicted = list(b.tp), list(b.support), list(b.predicted)
    support[i] += shift
    predicted[j] += shift
    if i == j:
        tp[i] += shift
    return case.moved(tp, support, predicted, b.n + shift)


def _key(case: Case, i: int, j: int, shift: int) -> Any:
    """What one changed cell changes: of the class asked for, its own counts; otherwise the cell itself."""
    if case.request.label is None or case.request.metric.scope != "class":
        return i, j, shift
    at = case.blocks.position(case.request.label)
    return shift, i == at, j == at
