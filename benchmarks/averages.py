"""Macro F1 of very many classes: the exact value against a plain sum of Fractions and scikit-learn's float.

Class sizes follow Zipf's law. All start from the same counts: ours and the plain sum from the margins, scikit-learn
from the cells of the matrix with their counts as sample weights.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from measure import Contest, contest
from sklearn.metrics import f1_score

import exactmetrics as em
from exactmetrics.matrix.blocks import Blocks

Cells = dict[tuple[int, int], int]


def zipf_cells(k: int, n: int) -> Cells:
    """Cells of a sparse matrix of about n samples: in each row the diagonal and three other cells."""
    draw = random.Random(k)
    scale = n / sum(1 / (i + 1) for i in range(k))
    cells: Cells = {}
    for i in range(k):
        size = max(1, round(scale / (i + 1)))
        right = draw.randint(0, size)
        shares = sorted(draw.randint(0, size - right) for _ in range(2))
        for j, count in zip([i, *draw.sample(range(k), 3)], _parts(right, shares, size), strict=True):
            if count:
                cells[i, j] = cells.get((i, j), 0) + count
    return cells


def _parts(right: int, shares: list[int], size: int) -> list[int]:
    return [right, shares[0], shares[1] - shares[0], size - right - shares[1]]


def blocks_of(cells: Cells, k: int) -> Blocks:
    """The margins and the diagonal."""
    tp, support, predicted = [0] * k, [0] * k, [0] * k
    for (i, j), count in cells.items():
        support[i] += count
        predicted[j] += count
        tp[i] += count * (i == j)
    return Blocks(tuple(range(k)), n=sum(support), tp=tp, support=support, predicted=predicted)


def contests() -> Iterator[Contest]:
    """Ten thousand and a hundred thousand classes."""
    for k in (10_000, 100_000):
        cells = zipf_cells(k, 100 * k)
        blocks = blocks_of(cells, k)
        parts = em.OneVsRest(blocks)
        true, pred = (np.array(side) for side in zip(*cells, strict=True))
        weight = np.array(list(cells.values()))
        runs = {
            "exactmetrics": lambda parts=parts: parts.value("f1", average="macro"),
            "sum of Fractions": lambda blocks=blocks: plain(blocks),
            "scikit-learn": lambda t=true, p=pred, w=weight: f1_score(t, p, average="macro", sample_weight=w),
        }
        assert runs["exactmetrics"]() == runs["sum of Fractions"]()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert abs(float(runs["exactmetrics"]()) - runs["scikit-learn"]()) < 1e-9  # type: ignore[arg-type, operator]
            yield contest(f"macro F1, {k} classes", runs, targets={"sum of Fractions": 1 / 10, "scikit-learn": 1})


def plain(blocks: Blocks) -> Fraction:
    """What one would write without a thought."""
    margins = zip(blocks.tp, blocks.support, blocks.predicted, strict=True)
    return sum((Fraction(2 * tp, s + p) for tp, s, p in margins), Fraction(0)) / blocks.k
