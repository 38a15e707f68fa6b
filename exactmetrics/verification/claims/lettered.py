"""Letters with a class, `R_{dog} = 38/53`, in a document that does not name precision and recall in full."""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.verification.claims.chooser import Chooser
from exactmetrics.verification.claims.knowledge import Raw, fits_arithmetic
from exactmetrics.verification.claims.wording import LETTERED

SEVERAL = 2  # letters that tell each other's meaning


def sure_letters(raws: Sequence[Raw], chooser: Chooser) -> frozenset[int]:
    """Where the numbers stand whose letter is sure to name a metric of a class of the data.

    It is where another such letter is used as well, or arithmetic of the counts of the matrix is printed with it that
    is no share of all.

    >>> sure_letters([], Chooser([], [], False))
    frozenset()
    """
    lettered = [raw for raw in raws if raw.name.weak is LETTERED and raw.name.label and not raw.name.numeric]
    lettered = lettered or _of_four_counts(raws, chooser)
    known = [(raw, matrix) for raw in lettered if (matrix := chooser.matrix(raw, raw.name)) is not None]
    several = len({raw.name.metric for raw, _ in known}) >= SEVERAL
    sure = set[int]()
    for raw, matrix in known:
        n = sum(map(sum, matrix.data.rows or ()))
        told = raw.expression or (raw.printed if "/" in raw.printed else "")
        worked = bool(told) and str(n) not in told and fits_arithmetic(told, matrix.counts) is True
        if several or worked:
            sure.add(raw.span.start.offset)
    return frozenset(sure)


def _of_four_counts(raws: Sequence[Raw], chooser: Chooser) -> list[Raw]:
    """Letters without a class, `P = 40/50`, beside four counts: where both letters are used, one of them with these."""
    lettered = [raw for raw in raws if raw.name.weak is LETTERED and not (raw.name.label or raw.name.average)]
    known = [(raw, matrix) for raw in lettered if (matrix := chooser.matrix(raw, raw.name)) is not None]
    worked = any(fits_arithmetic(raw.expression, matrix.counts) is True for raw, matrix in known if raw.expression)
    apart = {raw.name.metric for raw, _ in known} == {"precision", "recall"}
    positive = all(matrix.data.positive is not None for _, matrix in known)
    return [raw for raw, _ in known] if worked and apart and positive else []
