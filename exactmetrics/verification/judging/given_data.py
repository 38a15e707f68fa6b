"""The data that printed values are checked against, in whatever way they were given: as the data of an answer sheet."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.errors import Remark as Note
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.shares import remarks_on
from exactmetrics.sheets.sheet import Claim, Data
from exactmetrics.verification.judging.class_names import renamed
from exactmetrics.verification.reading import read_data
from exactmetrics.verification.remark import Remark
from exactmetrics.verification.verified import FoundData, Side


def given_data(
    given: Any, *, labels: Sequence[Hashable] | None = None, orientation: Side | None = None, **file: Any
) -> Data:
    """The data of a matrix, its rows, building blocks, or a path of a file that holds them.

    Args:
        given: a `ConfusionMatrix`, a `OneVsRest`, rows of counts, the data of a sheet, a `Path`, or text as
            `exactmetrics.read` takes it: a path, or an inline matrix such as "6 1; 2 3".
        labels: the names of the classes, in the order of the data.
        orientation: what a row is, "true" (where it is not given) or "predicted", where rows or a file are given.
        file: what is said of a file: `sample_weight`, `supports`, `sheet`, `encoding`, `matrix` of `exactmetrics.read`.

    Raises:
        UsageError: as many labels as there are no classes; an orientation that does not exist.
        InputError: something that holds no counts, or counts or a file that cannot be used.

    >>> given_data([[3, 1], [0, 2]], labels=["a", "b"]).blocks.n
    6
    """
    data = _read(given, orientation, file)
    return data if labels is None else renamed(data, labels)


def _read(given: Any, orientation: Side | None, file: Mapping[str, Any]) -> Data:
    if isinstance(given, Data):
        return given
    if isinstance(given, (str, Path)):
        given, positive = read_data(given, orientation=orientation, **file)
    else:
        positive = getattr(given, "_positive", None)
    counts = given if isinstance(given, Counts) else getattr(given, "_counts", None)
    if isinstance(counts, Counts):
        return Data(counts.blocks(), counts, positive=positive)
    blocks = given if isinstance(given, Blocks) else getattr(given, "_blocks", None)
    if isinstance(blocks, Blocks):
        return Data(blocks, positive=positive)
    counts = Counts.from_rows(given, orientation=orientation)
    return Data(counts.blocks(), counts)


def readings_of(found: FoundData) -> list[Data]:
    """The data of a matrix found in a document: two where it may be turned, none where it cannot be used.

    >>> table = FoundData("Table 1", ("a", "b"), ((3, 1), (0, 2)), orientation="unknown")
    >>> [data.counts.rows() for data in readings_of(table)]
    [[[3, 1], [0, 2]], [[3, 0], [1, 2]]]
    """
    if found.rows is None:
        return []
    sides = ("true", "predicted") if found.orientation == "unknown" else (found.orientation,)
    try:
        read = [Counts.from_rows(found.rows, labels=list(found.labels), orientation=side) for side in sides]
    except ExactMetricsError:
        return []
    positive = found.positive if found.positive in read[0].labels else None
    return [Data(counts.blocks(), counts, positive=positive) for counts in read]


def have_same_counts(one: Counts, other: Counts) -> bool:
    """Whether two matrices are the same but for the names of their classes and their order, as far as margins tell.

    >>> have_same_counts(Counts.from_rows([[3, 1], [0, 2]]), Counts.from_rows([[2, 0], [1, 3]]))
    True
    """
    margins = (sorted(zip(m.tp, m.support, m.predicted, strict=True)) for m in (one, other))
    return next(margins) == next(margins)


def shown_data(data: Data, where: str = "") -> FoundData:
    """Data as reports name them; the rows of more than 100 classes are left out.

    >>> shown_data(given_data([[3, 1], [0, 2]])).rows
    ((3, 1), (0, 2))
    """
    small = data.counts is not None and data.counts.k <= 100
    rows = tuple(tuple(row) for row in data.counts.rows()) if small and data.counts is not None else None
    return FoundData(where, data.blocks.labels, rows)


def shares_in(data: Data) -> Remark | None:
    """That data are shares and no counts, and of what.

    >>> shares_in(given_data("0.75 0.25; 0.1 0.9")).kind
    'shares-true'
    """
    told = () if data.counts is None else remarks_on(data.counts)
    found = next((one for one in told if isinstance(one, Note)), None)  # of whole numbers it is not sure
    return None if found is None else Remark(found.key.replace("_", "-"), found.facts)


def by_text(claim: Claim, labels: Sequence[Hashable]) -> Claim:
    """A claim whose classes are those of the data that have the same text, where they are not among them as they stand.

    >>> from exactmetrics.sheets.sheet import Question
    >>> by_text(Claim(Question(count="tp", options={"label": "1"})), (0, 1)).question.label
    1
    """
    names = {str(label): label for label in labels}
    question = claim.question

    def known(label: Hashable) -> Hashable:
        return label if label in labels else names.get(str(label), label)

    if question.label is not None:
        question = replace(question, options={**question.options, "label": known(question.label)})
    if question.cell is not None:
        question = replace(question, cell=(known(question.cell[0]), known(question.cell[1])))
    return claim if question is claim.question else replace(claim, question=question)
