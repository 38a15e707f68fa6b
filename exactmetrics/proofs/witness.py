"""Small matrices on which a statement does not hold, and the exact values of its sides on any matrix.

Values are those that everybody asks for, of `compute`, and know nothing of proofs: what a proof says is checked by
them. Matrices are tried by the number of their samples, then of their classes; where two differ in the names of the
classes alone, one of them is.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, islice, pairwise, permutations
from random import Random
from typing import Any

from exactmetrics.derivation.planning.tree import rebuild
from exactmetrics.exact.errors import ReadingError, UsageError
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.expression.nodes import Add, Expr, Leaf, Num, Sum
from exactmetrics.expression.reading.value import value_of
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.proofs.statement import Asked, Assumed, Relation, Statement, everything
from exactmetrics.views.value import compute

Rows = tuple[tuple[int, ...], ...]
SEED = 20230
CHECKED = 60  # random matrices that a proof is checked on, and that a counterexample is looked for among
MOST_CLASSES = 4  # of the matrices that are gone through
MOST_CHECKED_CLASSES = 5


class _NoValueError(Exception):
    """A part has no value on this matrix."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A matrix by its rows of true classes, the class in question (from 0; None of the whole matrix), and both values.

    A value is None where that side has none on this matrix. `smallest` says whether every smaller matrix was tried.
    """

    rows: Rows
    label: int | None
    left: Number | None
    right: Number | None
    smallest: bool = True

    @property
    def samples(self) -> int:
        return sum(map(sum, self.rows))


def side_value(side: Expr, blocks: Blocks, label: int) -> Number | None:
    """The exact value of a side on counts, for the class of a position; None where it has none.

    >>> from exactmetrics.proofs.statement import read_statement
    >>> side_value(read_statement("P + R = 1").left, Counts.from_rows([[1, 1], [0, 2]]).blocks(), 0)
    Fraction(3, 2)
    """
    try:
        value = value_of(_filled(side, blocks, label))
    except _NoValueError:
        return None
    except ReadingError as error:
        if error.why.kind == "negative-root":
            return None
        raise UsageError(f"no exact value of a side of the statement: {error}") from None
    return None if isinstance(value, Undefined) else value


def _filled(e: Expr, blocks: Blocks, label: int) -> Expr:
    """A side with the values of its metrics and counts in their place."""
    match e:
        case Asked():
            name = blocks.labels[label] if e.of_class else None
            value = compute(replace(e.request, label=name), blocks).value
            if isinstance(value, Undefined):
                raise _NoValueError
            return Num(value)
        case Leaf("n"):
            return Num(Fraction(blocks.n))
        case Leaf("k"):
            return Num(Fraction(blocks.k))
        case Leaf():
            return Num(Fraction(getattr(blocks, e.block)[label]))
        case Sum(body):
            return Add(tuple(_filled(body, blocks, position) for position in range(len(blocks.labels))))
    return rebuild(e, lambda part: _filled(part, blocks, label))


HOLDS: dict[Relation, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: bool(a == b),
    "<=": lambda a, b: not b < a,
    "<": lambda a, b: bool(a < b),
    ">=": lambda a, b: not a < b,
    ">": lambda a, b: bool(b < a),
}


def meets(rows: Rows, assumed: Assumed) -> bool:
    """Whether a matrix is one of those that a statement speaks of."""
    if not assumed.allows(len(rows)):
        return False
    if "samples" in assumed.conditions and not all(map(any, rows)):
        return False
    return "predicted" not in assumed.conditions or all(map(any, zip(*rows, strict=True)))


def tried(statement: Statement, rows: Rows) -> Iterator[Witness]:
    """Both sides on a matrix, once for each class that the statement may speak of."""
    blocks = _blocks(rows)
    for label in range(len(rows)) if statement.of_class else (None,):
        sides = (side_value(side, blocks, label or 0) for side in (statement.left, statement.right))
        left, right = sides
        yield Witness(rows, label, left, right)


@lru_cache(1 << 12)  # statement after statement is tried on the same small matrices
def _blocks(rows: Rows) -> Blocks:
    return Counts.from_rows(rows).blocks()


def refutes(statement: Statement, witness: Witness) -> bool:
    """Whether both sides have a value and are not related as the statement says."""
    if witness.left is None or witness.right is None:
        return False
    return not HOLDS[statement.relation](witness.left, witness.right)


def random_matrices(assumed: Assumed, count: int = CHECKED) -> Iterator[Rows]:
    """Matrices of 2 to 5 classes, always the same; every third has classes without samples or predictions."""
    random = Random(SEED)
    lowest = assumed.classes or assumed.at_least
    highest = assumed.classes or max(MOST_CHECKED_CLASSES, lowest)
    made = 0
    for attempt in range(50 * count):
        size = random.randint(lowest, highest)
        most = random.choice((1, 2, 6, 20))
        cells = [[random.randint(0, most) for _ in range(size)] for _ in range(size)]
        if attempt % 3 == 0:
            cells[random.randrange(size)] = [0] * size
        if attempt % 4 == 0:
            for row, at in zip(cells, [random.randrange(size)] * size, strict=True):
                row[at] = 0
        rows = tuple(map(tuple, cells))
        if any(map(any, rows)) and meets(rows, assumed):
            made += 1
            yield rows
            if made == count:
                return


def small_matrices(assumed: Assumed, deadline: float, *, ordered: bool) -> Iterator[Rows]:
    """All matrices by the number of samples, then of classes; `ordered` where the order of the classes matters."""
    sizes = [assumed.classes] if assumed.classes else range(assumed.at_least, max(MOST_CLASSES, assumed.at_least) + 1)
    samples = 0
    while True:
        samples += 1
        for size in sizes:
            for rows in _of_size(samples, size, ordered):
                if time.monotonic() > deadline:
                    return
                if meets(rows, assumed):
                    yield rows


def _of_size(samples: int, size: int, ordered: bool) -> Iterator[Rows]:
    """The square tables of a size whose cells add up to a number, those first whose cells are largest at the end."""
    cells = size * size
    orders = list(permutations(range(size))) if not ordered and size <= 4 else [tuple(range(size))]
    for bars in combinations(range(samples + cells - 1), cells - 1):
        ends = (-1, *bars, samples + cells - 1)
        flat = [after - before - 1 for before, after in pairwise(ends)]
        if len(orders) > 1 and any([flat[i * size + j] for i in order for j in order] < flat for order in orders[1:]):
            continue
        yield tuple(tuple(flat[i * size : (i + 1) * size]) for i in range(size))


def is_ordered(statement: Statement) -> bool:
    """Whether a metric of a statement depends on the order of the classes."""
    return any(metric.ordinal for metric in _metrics(statement))


def _metrics(statement: Statement) -> list[Any]:
    parts = [part for side in (statement.left, statement.right) for part in everything(side, summed=True)]
    return [part.request.metric for part in parts if isinstance(part, Asked)]


def refuted(statement: Statement, deadline: float) -> Witness | None:
    """The smallest matrix that refutes a statement; the smallest that was found, where time did not do for all."""
    found = next((w for w in _among(statement, random_matrices(statement.assumed))), None)
    small = small_matrices(statement.assumed, deadline, ordered=is_ordered(statement))
    smallest = next(_among(statement, small), None)
    if smallest is not None or found is None:
        return smallest
    return replace(_shrunk(statement, found), smallest=False)


def smallest(statement: Statement, most: int) -> Witness | None:
    """The smallest matrix that refutes a statement, among so many: the same on a machine of any speed.

    What holds on random matrices is not looked for any further.
    """
    if not any(_among(statement, random_matrices(statement.assumed))):
        return None
    small = small_matrices(statement.assumed, math.inf, ordered=is_ordered(statement))
    return next(_among(statement, islice(small, most)), None)


def _among(statement: Statement, matrices: Iterator[Rows]) -> Iterator[Witness]:
    for rows in matrices:
        for witness in tried(statement, rows):
            if refutes(statement, witness):
                yield witness


def _shrunk(statement: Statement, witness: Witness) -> Witness:
    """A witness with single samples taken away as long as it stays one."""
    while True:
        for rows in _with_less(witness.rows):
            if not any(map(any, rows)) or not meets(rows, statement.assumed):
                continue
            smaller = next((w for w in tried(statement, rows) if refutes(statement, w)), None)
            if smaller is not None:
                witness = smaller
                break
        else:
            return witness


def _with_less(rows: Rows) -> Iterator[Rows]:
    for by in (lambda n: n // 2 + n % 2, lambda n: 1):
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                if cell:
                    changed = [list(one) for one in rows]
                    changed[i][j] -= by(cell) if cell > 1 else 1
                    yield tuple(map(tuple, changed))


def where_undefined(statement: Statement, deadline: float, most: int = 400) -> Witness | None:
    """The smallest matrix on which a side has no value: there a statement says nothing."""
    small = small_matrices(statement.assumed, deadline, ordered=is_ordered(statement))
    for at, rows in enumerate(small):
        if at == most:
            return None
        for witness in tried(statement, rows):
            if witness.left is None or witness.right is None:
                return witness
    return None


def checked(statement: Statement, matrices: Sequence[Rows]) -> tuple[int, Witness | None]:
    """On how many matrices a statement was seen to hold, and the first one on which it does not."""
    held = 0
    for rows in matrices:
        for witness in tried(statement, rows):
            if refutes(statement, witness):
                return held, witness
            held += witness.left is not None and witness.right is not None
    return held, None
