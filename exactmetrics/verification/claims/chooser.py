"""Which of the matrices of a document a named number is about."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from exactmetrics.metrics.registry import metric_named
from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.knowledge import Matrix, Raw, fits_arithmetic, label_in, plain_label

NEAREST = 50  # matrices of one printout, section or class that are compared


class Chooser:
    """The matrices of a document, and which one a claim is about."""

    def __init__(self, raws: Sequence[Raw], matrices: Sequence[Matrix], apart: bool) -> None:
        self.matrices = [matrix for matrix in matrices if matrix.whole is None]
        self.by_index = {matrix.index: matrix for matrix in matrices}
        self.apart = apart
        self.same = {matrix.index: _key(matrix) for matrix in self.matrices}
        self.blocks: dict[int, list[Matrix]] = {}
        self.sections: dict[int, list[Matrix]] = {}
        self.labelled: dict[str, list[Matrix]] = {}
        for matrix in self.matrices:
            self.blocks.setdefault(matrix.place.block, []).append(matrix)
            self.sections.setdefault(matrix.place.section, []).append(matrix)
            for label in {plain_label(str(label)) for label in matrix.data.labels}:
                self.labelled.setdefault(label, []).append(matrix)
        self.opened = {
            raw.place.block
            for raw in raws
            if raw.place.printout and (own := self.blocks.get(raw.place.block)) and raw.place.order < own[0].place.order
        }
        self.known: dict[object, _Pool] = {}
        # what a metric of a class without one may be about: two classes, one of them positive; any two; any
        self.open = next(
            (key for key in ("binary", "two") if any(_answers(m, key, Name()) for m in self.matrices)), "any"
        )

    def matrix(self, raw: Raw, name: Name) -> Matrix | None:
        """The matrix that a claim is about, if one is sure."""
        if raw.own is not None:
            return self.by_index.get(raw.own)
        pool = self.pool(raw, name)
        if not pool.matrices:
            return None
        found = self._printed(raw, pool) if raw.place.printout else self._told(raw, pool)
        if found is not None and fits_arithmetic(raw.expression, found.counts) is False:
            near = pool.matrices[-NEAREST:]
            others = [m for m in near if fits_arithmetic(raw.expression, m.counts) and m.place.order < raw.place.order]
            return others[-1] if others and len({self.same[m.index] for m in others}) == 1 else None
        return found

    def pool(self, raw: Raw, name: Name) -> _Pool:
        """The matrices that have the class of a name; for a name without one, those that can answer it."""
        key: object = (name.label, name.numeric) if name.label is not None else "any"
        if name.label is None and not name.average:
            by_class = name.count not in ("", "n") or (name.metric and metric_named(name.metric).scope == "class")
            key = ("many" if raw.average else self.open) if by_class else "any"
        if key not in self.known:
            among = self.matrices if name.label is None else self.labelled.get(plain_label(name.label), [])
            self.known[key] = _Pool([m for m in among if _answers(m, key, name)], self.same)
        return self.known[key]

    def _printed(self, raw: Raw, pool: _Pool) -> Matrix | None:
        """For a number in a printout: the matrix of the same printout, or the only one there is."""
        own = [m for m in self.blocks.get(raw.place.block, [])[-NEAREST:] if m.index in pool.indices]
        before = [m for m in own if m.place.order < raw.place.order]
        if len({self.same[m.index] for m in own}) == 1:
            return own[-1]
        if own:
            return before[-1] if before and raw.place.block not in self.opened else None
        last = pool.matrices[-1]
        near = (last.place.section, last.place.run) == (raw.place.section, raw.place.run) or not self.apart
        return last if pool.alone and last.place.order < raw.place.order and near else None

    def _told(self, raw: Raw, pool: _Pool) -> Matrix | None:
        """For a number in running text or a table: the matrix at hand, or the only one."""
        current = None if raw.current is None else self.by_index.get(raw.current)
        if current is None or current.index not in pool.indices:
            last = pool.before(raw.place.order, anywhere=current is None)
            if last is None or (current is None and fits_arithmetic(raw.expression, last.counts) is not True):
                return None  # an example of its own began: only its arithmetic tells that it is about the same data
            current = last
        own = self.sections.get(raw.place.section, [])[-NEAREST:]
        if current.place.section != raw.place.section and any(
            m.place.order > raw.place.order
            and m.index in pool.indices
            and self.same[m.index] != self.same[current.index]
            for m in own
        ):
            return None
        return current


class _Pool:
    """Matrices that a name may be about, in reading order."""

    def __init__(self, matrices: list[Matrix], same: Mapping[int, object]) -> None:
        self.matrices = matrices
        self.indices = {matrix.index for matrix in matrices}
        self.alone = len({same[matrix.index] for matrix in matrices}) == 1
        self.orders = [matrix.place.order for matrix in matrices]
        first = same[matrices[0].index] if matrices else None
        # how many from the first on are printings of one matrix
        self.alike = next((at for at, m in enumerate(matrices) if same[m.index] != first), len(matrices))

    def before(self, order: int, *, anywhere: bool) -> Matrix | None:
        """The last one before a place, if those before it (`anywhere`: all) are printings of one matrix."""
        count = bisect_left(self.orders, order)
        return self.matrices[count - 1] if 0 < count <= self.alike and (self.alone or not anywhere) else None


def _answers(matrix: Matrix, key: object, name: Name) -> bool:
    if matrix.part and not isinstance(key, tuple):
        return False
    if key == "any":
        return True
    if key == "binary":
        return len(matrix.data.labels) == 2 and matrix.data.positive is not None
    if key == "two":
        return len(matrix.data.labels) == 2 and not matrix.untold
    return len(matrix.data.labels) > 2 if key == "many" else label_in(name, matrix.data) is not None


def _key(matrix: Matrix) -> object:
    """What two printings of one matrix have in common: its cells by class."""
    rows, labels = matrix.data.rows or (), [str(label) for label in matrix.data.labels]
    order = sorted(range(len(labels)), key=labels.__getitem__)
    return tuple(labels[i] for i in order), tuple(rows[i][j] for i in order for j in order)
