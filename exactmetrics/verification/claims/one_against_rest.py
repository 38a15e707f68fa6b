"""Sets of four counts that follow one another: of several models, or of the classes of one data set, each alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from exactmetrics.verification.claims.knowledge import Matrix


def mark_parts(matrices: Sequence[Matrix], told: Collection[int]) -> None:
    """Mark the matrices told as counts that may be single classes of one data set: nothing about all data is theirs.

    `told` are the places of matrices told as counts. Sets that make up one data set are its classes; and under one
    heading sets of as many samples with other numbers of positives are, as far as anybody can tell: models tried on the
    same data share both, and other data hardly have as many samples.

    >>> mark_parts([], ())
    """
    for run in _runs(matrices, told):
        whole = _are_all_classes(run)
        for one in run:
            near = [_size(other) for other in run if _stands_with(one, other)]
            size, support = _size(one)
            one.part = whole or any(n == size and positives != support for n, positives in near)


def _stands_with(one: Matrix, other: Matrix) -> bool:
    return (one.place.section, one.place.case) == (other.place.section, other.place.case)


def _are_all_classes(run: Sequence[Matrix]) -> bool:
    """Whether sets of counts are those of all classes of one data set."""
    rows = [matrix.data.rows or ((0, 0), (0, 0)) for matrix in run]
    sizes = {sum(map(sum, one)) for one in rows}
    missed, wrong = sum(one[0][1] for one in rows), sum(one[1][0] for one in rows)
    return len(rows) > 1 and sizes == {sum(sum(one[0]) for one in rows)} and missed == wrong


def _runs(matrices: Sequence[Matrix], told: Collection[int]) -> Iterator[list[Matrix]]:
    """The matrices told as counts with no other matrix between."""
    run = list[Matrix]()
    for matrix in [*matrices, None]:
        if matrix is not None and matrix.index in told:
            run.append(matrix)
        elif run:
            yield run
            run = []


def _size(matrix: Matrix) -> tuple[object, object]:
    """How many samples there are, and how many positives."""
    rows = matrix.data.rows or ((0,),)
    return sum(map(sum, rows)), sum(rows[0])
