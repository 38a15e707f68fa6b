"""Which data a claim is about, and what exactly it claims of them; silence where that is not sure."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from exactmetrics.metrics.registry import metric_named
from exactmetrics.verification.claims.found import FoundClaim, Name
from exactmetrics.verification.claims.knowledge import (
    Matrix,
    Place,
    fits_arithmetic,
    label_in,
    plain_label,
    same_supports,
)
from exactmetrics.verification.claims.names import LETTERED, is_of_class
from exactmetrics.verification.verified import FoundData, Span

NEAREST = 50  # matrices of one printout, section or class that are compared
_BY_CLASS = frozenset({"balanced_accuracy"})  # of all classes, and printed by programs for each class too

Supports = Mapping[int, Mapping[str, int]]
_COUNT = re.compile(r"[0-9]{1,3}(?:[,.' ]?[0-9]{3})*|[0-9]+")


@dataclass(slots=True)
class Raw:
    """A named number as read: with the matrix that was at hand, and the average that its heading names."""

    name: Name
    printed: str
    span: Span
    where: str
    expression: str | None
    place: Place
    current: int | None
    average: str = ""
    report: int = 0
    table: int = 0
    told: bool = False  # in running text or a formula, not in a table


def attached(
    raws: Sequence[Raw],
    matrices: Sequence[Matrix],
    seen: frozenset[str],
    supports: Supports,
    owners: Mapping[int, int],
    *,
    apart: bool,
) -> Iterator[FoundClaim]:
    """The claims that are sure, each with its data.

    `seen` are the words of the document that decide what weak names mean, `supports` those of each report, `owners` the
    matrix of those that are printed before it; `apart` says that printouts of different cells belong to different runs,
    as in a notebook.

    >>> list(attached([], [], frozenset(), {}, {}, apart=False))
    []
    """
    chooser = _Chooser(raws, matrices, apart)
    shown = {raw.table for raw in raws if raw.table and raw.name.label is not None and chooser.matrix(raw, raw.name)}
    for raw in raws:
        if not _is_plausible(raw, seen):
            continue
        name = replace(raw.name)
        matrix = chooser.matrix(raw, name) or chooser.by_index.get(owners.get(raw.report, -1))
        if name.label is not None and raw.table in shown and not chooser.pool(raw, name).matrices:
            continue  # among rows of classes one that is no class
        if matrix is not None and raw.report in supports and same_supports(matrix.data, supports[raw.report]) is None:
            matrix = None  # the report of other data
        label = _completed(raw, name, matrix)
        if label is not None:
            index = None if matrix is None else matrix.index
            question = name.question(label[0])
            yield FoundClaim(question, raw.printed, raw.where, raw.span, raw.expression, index, raw.told)


def _is_plausible(raw: Raw, seen: frozenset[str]) -> bool:
    """Whether the name counts in this document, and its number may be a value of it."""
    name = raw.name
    if name.weak is LETTERED:
        if not name.weak <= seen:
            return False
    elif name.weak and not (name.label or name.average or name.weak & seen):
        return False
    if name.metric:
        metric = metric_named(name.metric)
        if name.average and metric.scope == "matrix":
            return False
        size = abs(_value(raw.printed))
        slipped = raw.told and not name.weak and not raw.printed.isdigit() and size <= 100  # 83.4 for 0.834
        return "%" in raw.printed or size < 2 or slipped
    return _COUNT.fullmatch(raw.printed) is not None


def _value(printed: str) -> Decimal:
    """The size of a printed decimal; 0 for a fraction and for no number."""
    try:
        value = Decimal(printed.replace("{", "").replace("}", "").replace(",", ".").replace("−", "-").strip())
    except InvalidOperation:
        return Decimal(0)
    return value if value.is_finite() else Decimal(0)


def _completed(raw: Raw, name: Name, matrix: Matrix | None) -> tuple[Hashable | None] | None:
    """The class that the claim is about (None: all classes); nothing where it is not sure. Settles the name."""
    data = None if matrix is None else matrix.data
    scope = "matrix" if name.count in ("n", "correct") else "class"
    if name.metric:
        scope = metric_named(name.metric).scope
    if name.label is not None:
        if name.metric == "accuracy":
            if matrix is None or not _divides_by_all(raw, matrix):
                return None
            name.metric = "class_accuracy"
        elif (scope == "matrix" and name.metric not in _BY_CLASS) or (name.numeric and data is None):
            return None
        label = name.label if data is None else label_in(name, data)
        return None if label is None else (label,)
    if name.beside and data is not None and _may_be_another(name, data):
        return None
    if scope == "matrix" or name.average:
        return None if name.count == "n" and matrix is None and raw.expression is None else (None,)
    if data is not None and len(data.labels) == 2 and data.positive is not None:
        return (data.positive,)
    if raw.average and name.metric and (data is None or len(data.labels) > 2):
        name.average = raw.average
        return (None,)
    return None


def _may_be_another(name: Name, data: FoundData) -> bool:
    """Whether a sentence names, before a number without a class, what is not the positive class of two."""
    return not name.average and is_of_class(name) and any(label != str(data.positive) for label in name.beside)


def _divides_by_all(raw: Raw, matrix: Matrix) -> bool:
    """Whether the arithmetic is about the counts of the matrix and divides by the number of all samples."""
    rows = matrix.data.rows or ()
    told = raw.expression or ""
    return fits_arithmetic(told, matrix.counts) is True and str(sum(map(sum, rows))) in told


class _Chooser:
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

    def matrix(self, raw: Raw, name: Name) -> Matrix | None:
        """The matrix that a claim is about, if one is sure."""
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
            key = ("many" if raw.average else "binary") if by_class else "any"
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
    if key == "any":
        return True
    if key == "binary":
        return len(matrix.data.labels) == 2 and matrix.data.positive is not None
    return len(matrix.data.labels) > 2 if key == "many" else label_in(name, matrix.data) is not None


def _key(matrix: Matrix) -> object:
    """What two printings of one matrix have in common: its cells by class."""
    rows, labels = matrix.data.rows or (), [str(label) for label in matrix.data.labels]
    order = sorted(range(len(labels)), key=labels.__getitem__)
    return tuple(labels[i] for i in order), tuple(rows[i][j] for i in order for j in order)
