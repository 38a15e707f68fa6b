"""Slips in the counts: the matrix turned, its corners or classes exchanged, one cell misread."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from exactmetrics.exact.values import Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.library import Candidate, Candidates, explains

FEW, MANY = 4, 12  # classes: every order of few is tried; of more, two are exchanged; of many, nothing
# TP and TN exchanged, alone and with FP and FN: where TP, FN and FP are taken from, and how often that is met.
EXCHANGED = ((("tn", "fn", "fp"), 1.0), (("tn", "fp", "fn"), 0.15))


@explains("transposed", plausibility=1.2)
def _transposed(case: Case) -> Candidates:
    b, request = case.blocks, case.request
    if case.name not in ("precision", "recall") or request.average == "weighted":  # else it is the swap of the two
        yield from case.run(blocks=case.moved(b.tp, b.predicted, b.support))


@explains("tp-tn-swapped")
def _exchanged(case: Case) -> Candidates:
    if case.request.metric.scope == "class":
        for places, weight in EXCHANGED:
            yield from case.run(blocks=_corners(case, places), weight=weight)


def _corners(case: Case, places: tuple[str, str, str]) -> Blocks:
    """Every class with its counts taken from other places."""
    tp, fn, fp = (getattr(case.blocks, place) for place in places)
    support = [a + b for a, b in zip(tp, fn, strict=True)]
    predicted = [a + b for a, b in zip(tp, fp, strict=True)]
    return Blocks(case.blocks.labels, n=case.blocks.n, tp=tp, support=support, predicted=predicted, partition=False)


@explains("classes-permuted")
def _classes(case: Case) -> Candidates:
    """The columns in another order than the rows."""
    if case.counts is None:
        return
    cells, b = case.counts.cells, case.blocks
    for order in _orders(b.k):
        tp = [cells.get((i, j), 0) for i, j in enumerate(order)]
        predicted = [b.predicted[j] for j in order]
        names = tuple(str(b.labels[j]) for j in order)
        yield from case.run(blocks=case.moved(tp, b.support, predicted), order=names)


def _orders(k: int) -> Iterator[tuple[int, ...]]:
    """Orders of k positions other than their own: all of few; of more those that exchange two, and the reverse."""
    own = tuple(range(k))
    if k <= FEW:
        yield from (order for order in permutations(own) if order != own)
        return
    yield tuple(reversed(own))
    for i in own if k <= MANY else ():
        for j in own[i + 1 :]:
            order = list(own)
            order[i], order[j] = j, i
            yield tuple(order)


@explains("count-typo", plausibility=1.0)
def _typo(case: Case) -> Candidates:
    """One cell misread: by one digit, or by one."""
    if case.counts is None or case.counts.k > MANY:
        return
    known: dict[Any, Value | None] = {}
    for i, j in product(range(case.counts.k), repeat=2):
        old = case.counts.cells.get((i, j), 0)
        for new in misread(old) if isinstance(old, int) else ():
            key, blocks = _key(case, i, j, new - old), _with_cell(case, i, j, new - old)
            if key not in known:
                known[key] = case.value_of(blocks=blocks)
            value = known[key]
            if value is not None and value != case.value:
                row, column = str(case.counts.labels[i]), str(case.counts.labels[j])
                yield Candidate(value, {"row": row, "column": column, "old": str(old), "new": str(new)}, None, blocks)


def misread(count: int) -> list[int]:
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


def _with_cell(case: Case, i: int, j: int, shift: Any) -> Blocks:
    b = case.blocks
    tp, support, predicted = list(b.tp), list(b.support), list(b.predicted)
    support[i] += shift
    predicted[j] += shift
    if i == j:
        tp[i] += shift
    return case.moved(tp, support, predicted, b.n + shift)


def _key(case: Case, i: int, j: int, shift: Any) -> Any:
    """What one changed cell changes: of the class asked for, its own counts; otherwise the cell itself."""
    if case.request.label is None or case.request.metric.scope != "class":
        return i, j, shift
    at = case.blocks.position(case.request.label)
    return shift, i == at, j == at
