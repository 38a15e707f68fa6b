"""Classes by other names than the data have: numbers beside a matrix that names none, "yes" beside four counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exactmetrics.verification.claims.knowledge import Matrix, Raw, fits_arithmetic
from exactmetrics.verification.claims.lexicon import is_one_of

MOST = 50  # matrices that are compared
OUTCOMES = ("positive", "negative")  # the classes of four counts


def name_by_number(raws: Sequence[Raw], matrices: Sequence[Matrix]) -> None:
    """Give matrices without names of classes the numbers that the document uses, where it is sure which is the first.

    It is where the document names class 0 and none beyond the last but one, or never class 0 but the last one, and says
    that they are classes, in words or by its arithmetic: `Recall_1` may be that of the first model.

    >>> name_by_number([], [])
    """
    unnamed = [matrix for matrix in matrices if all(isinstance(label, int) for label in matrix.data.labels)]
    sizes = {len(matrix.data.labels) for matrix in unnamed}
    if len(sizes) != 1:
        return
    size = sizes.pop()
    told = _told(raws) if _are_classes(raws, unnamed) else set()
    first = min(told, default=-1)
    if not told or (first == 0 and max(told) >= size) or (first != 0 and (first < 0 or max(told) != size)):
        return
    base = 0 if first == 0 else 1
    for matrix in unnamed:
        matrix.data.labels = tuple(str(base + place) for place in range(size))
    _are_names(raws)


def take_numbers_for_names(raws: Sequence[Raw], matrices: Sequence[Matrix]) -> None:
    """Take the numbers of classes for names, not for places, where all data call their two classes 0 and 1.

    It is sure where class 0 is named, or where class 1 stands first, so that its place is 1 as well.

    >>> take_numbers_for_names([], [])
    """
    orders = {tuple(map(str, matrix.data.labels)) for matrix in matrices}
    told = _told(raws)
    if (
        _are_classes(raws, matrices)
        and told <= {0, 1}
        and (orders == {("1", "0")} or (orders == {("0", "1")} and 0 in told))
    ):
        _are_names(raws)


def _are_classes(raws: Sequence[Raw], matrices: Sequence[Matrix]) -> bool:
    """Whether numbers beside names are classes of the data: called so, or beside arithmetic of their counts."""
    for raw in raws:
        if raw.name.metric and raw.name.label is not None and raw.name.label.isdecimal() and not raw.name.beta:
            if not raw.name.numeric:
                return True
            if any(fits_arithmetic(raw.expression, one.counts) is True for one in matrices[:MOST]):
                return True
    return False


def _told(raws: Sequence[Raw]) -> set[int]:
    """The numbers that classes are called by."""
    labels = [raw.name.label for raw in raws if raw.name.metric and not raw.name.beta]
    return {int(label) for label in labels if label is not None and label.isdecimal() and len(label) < 4}


def _are_names(raws: Sequence[Raw]) -> None:
    for raw in raws:
        if raw.name.numeric:
            raw.name = replace(raw.name, numeric=False)


def name_by_sign(raws: Sequence[Raw], matrices: Sequence[Matrix]) -> None:
    """Call the class of a number by its sign, `Precision (yes)`, where four counts are the only data.

    >>> name_by_sign([], [])
    """
    if not matrices or any(tuple(matrix.data.labels) != OUTCOMES for matrix in matrices):
        return
    for raw in raws:
        label = raw.name.label
        sign = next((one for one in OUTCOMES if label and is_one_of(one, label)), label)
        if sign != label:
            raw.name = replace(raw.name, label=sign)
