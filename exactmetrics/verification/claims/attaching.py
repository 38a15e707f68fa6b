"""Which data a claim is about, and what exactly it claims of them; silence where that is not sure."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from exactmetrics.metrics.registry import metric_named
from exactmetrics.verification.claims.chooser import Chooser
from exactmetrics.verification.claims.found import FoundClaim, Name
from exactmetrics.verification.claims.knowledge import Matrix, Raw, fits_arithmetic, label_in, same_supports
from exactmetrics.verification.claims.lettered import sure_letters
from exactmetrics.verification.claims.names import is_of_class
from exactmetrics.verification.claims.numbered_classes import (
    name_by_number,
    name_by_sign,
    take_numbers_for_names,
)
from exactmetrics.verification.claims.wording import LETTERED
from exactmetrics.verification.verified import FoundData

_BY_CLASS = frozenset({"balanced_accuracy"})  # of all classes, and printed by programs for each class too

Supports = Mapping[int, Mapping[str, int]]
_COUNT = re.compile(r"[0-9]{1,3}(?:[,.' ]?[0-9]{3})*|[0-9]+")


@dataclass(frozen=True, slots=True)
class Words:
    """What a document says on the whole: the words that decide what weak names mean, and the values it gives beta."""

    seen: frozenset[str] = frozenset()
    betas: frozenset[str] = frozenset()


def attached(
    raws: Sequence[Raw],
    matrices: Sequence[Matrix],
    words: Words,
    supports: Supports,
    owners: Mapping[int, int],
    *,
    apart: bool,
) -> Iterator[FoundClaim]:
    """The claims that are sure, each with its data.

    `supports` are those of each report, `owners` the matrix of those that are printed before it; `apart` says that
    printouts of different cells belong to different runs, as in a notebook.

    >>> list(attached([], [], Words(), {}, {}, apart=False))
    []
    """
    name_by_number(raws, matrices)
    take_numbers_for_names(raws, matrices)
    name_by_sign(raws, matrices)
    chooser = Chooser(raws, matrices, apart)
    shown = {raw.table for raw in raws if raw.table and raw.name.label is not None and chooser.matrix(raw, raw.name)}
    letters, named = sure_letters(raws, chooser), replace(words, seen=words.seen | LETTERED)
    for raw in raws:
        name = _meant(raw.name, named if raw.span.start.offset in letters else words)
        if name is None or not _is_plausible(raw, name):
            continue
        matrix = chooser.matrix(raw, name) or chooser.by_index.get(owners.get(raw.report, -1))
        if name.label is not None and raw.table in shown and not chooser.pool(raw, name).matrices:
            continue  # among rows of classes one that is no class
        if matrix is not None and raw.report in supports and same_supports(matrix.data, supports[raw.report]) is None:
            matrix = None  # the report of other data
        label = _completed(raw, name, matrix)
        if label is not None:
            yield FoundClaim(
                name.question(label[0]), raw.printed, raw.where, raw.span, raw.expression,
                None if matrix is None else matrix.index, raw.told, name.percent, name.also, name.hedged,
            )  # fmt: skip


def _meant(name: Name, words: Words) -> Name | None:
    """A name as the words of its document decide what it means; None where they leave it open."""
    name = replace(name)
    if name.unless & words.seen or (name.weak is LETTERED and not name.weak <= words.seen):
        return None
    if name.label or name.average:
        if name.also and metric_named(name.metric).scope == "matrix":
            name.metric = name.also
        name.also = ""
    elif name.weak & words.seen:
        name.also = ""
    elif name.weak and name.weak is not LETTERED and not name.also:
        return None
    if name.metric == "fbeta" and not name.beta:
        if len(words.betas) != 1:
            return None
        name.beta = next(iter(words.betas))
    return name


def _is_plausible(raw: Raw, name: Name) -> bool:
    """Whether a number may be a value of what it is called."""
    if not name.metric:
        return _COUNT.fullmatch(raw.printed) is not None
    if name.average and metric_named(name.metric).scope == "matrix":
        return False
    size = abs(_value(raw.printed))
    slipped = raw.told and not name.weak and not raw.printed.isdigit() and size <= 100  # 83.4 for 0.834
    return "%" in raw.printed or name.percent or size < 2 or slipped


def _value(printed: str) -> Decimal:
    """The size of a printed decimal; 0 for a fraction and for no number."""
    plain = printed.removesuffix("...").replace("{", "").replace("}", "")
    try:
        value = Decimal(plain.replace(",", ".").replace("−", "-").strip())
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
        if name.beta and label is not None and str(label) == name.beta:
            return None  # `F_2` may be the F1 of class 2
        return None if label is None else (label,)
    if name.beside and data is not None and _may_be_another(name, data):
        return None
    if scope == "matrix" or name.average:
        return None if name.count == "n" and matrix is None and raw.expression is None else (None,)
    if data is not None and len(data.labels) == 2 and data.positive is not None:
        return (data.positive,)
    if raw.average and name.metric and (data is None or len(data.labels) > 2):
        name.average = raw.average
    return (None,) if name.metric else None  # which class or average it is may follow from its value


def _may_be_another(name: Name, data: FoundData) -> bool:
    """Whether a sentence names, before a number without a class, what is not the positive class of two."""
    return not name.average and is_of_class(name) and any(label != str(data.positive) for label in name.beside)


def _divides_by_all(raw: Raw, matrix: Matrix) -> bool:
    """Whether the arithmetic is about the counts of the matrix and divides by the number of all samples."""
    rows = matrix.data.rows or ()
    told = raw.expression or ""
    return fits_arithmetic(told, matrix.counts) is True and str(sum(map(sum, rows))) in told
