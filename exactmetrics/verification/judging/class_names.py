"""Classes of given data under the names that a document has for them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from exactmetrics.exact.errors import UsageError
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.labels import Unnamed
from exactmetrics.sheets.sheet import Data, Question
from exactmetrics.verification.remark import Remark
from exactmetrics.verification.verified import FoundData


def are_unnamed(labels: Iterable[Hashable]) -> bool:
    """Whether classes were given no names, so that their labels are positions, and no numbers that name them.

    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> [are_unnamed(given_data([[3, 1], [0, 2]], labels=names).blocks.labels) for names in (None, [0, 1])]
    [True, False]
    """
    return all(type(label) is Unnamed for label in labels)


def renamed(data: Data, labels: Sequence[Hashable]) -> Data:
    """Data whose classes have these names, in their order; as they are where they have names, and these are the same.

    Raises:
        UsageError: not one name for each class, or data that are no matrix.

    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> renamed(given_data([[3, 1], [0, 2]]), ["cat", "dog"]).blocks.labels
    ('cat', 'dog')
    >>> renamed(given_data([[3, 1], [0, 2]]), [1, 0]).blocks.labels
    (1, 0)
    """
    own = data.blocks.labels
    same = {str(label) for label in own} == {str(label) for label in labels} and len(own) == len(labels)
    if same and not are_unnamed(own):
        return data
    if len(own) != len(labels):
        raise UsageError(
            f"the data have {len(own)} classes, and {len(labels)} names are given for them: name each once"
        )
    if data.counts is None:
        raise UsageError("classes can be renamed in a matrix only: name them in the file of the counts")
    counts = Counts.from_rows(data.counts.rows(), labels=list(labels))
    positive = None if data.positive is None else labels[own.index(data.positive)]
    return Data(counts.blocks(), counts, positive=positive)


def as_in_document(data: Data, found: Iterable[FoundData]) -> Data:
    """Given data under the names of the document's own classes, where a matrix of it shows which is which.

    That is a matrix with the same counts, or, where the given classes are numbered from 0, one of as many classes.
    Numbers of the document are names of classes that have none.

    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> table = FoundData("Table 1", ("cat", "dog"), ((3, 1), (0, 2)))
    >>> as_in_document(given_data([[3, 1], [0, 2]]), [table]).blocks.labels
    ('cat', 'dog')
    >>> as_in_document(given_data([[3, 1], [0, 2]]), [FoundData("", ("1", "0"), ((3, 1), (0, 2)))]).blocks.labels
    ('1', '0')
    """
    own = data.blocks.labels
    if data.counts is None:
        return data
    rows = tuple(map(tuple, data.counts.rows()))
    texts = tuple(map(str, own))
    other = [one for one in found if len(one.labels) == len(own) and tuple(map(str, one.labels)) != texts]
    apart = [one for one in other if set(texts).isdisjoint(map(str, one.labels))]
    alike = other if are_unnamed(own) else apart
    same = {one.labels for one in alike if one.rows is not None and rows in (one.rows, _turned(one.rows))}
    if not same and own == tuple(range(len(own))):
        same = {one.labels for one in apart}
    return renamed(data, same.pop()) if len(same) == 1 else data


def unknown_classes(data: Data, questions: Iterable[Question]) -> Remark | None:
    """That the document speaks of classes which the data do not have.

    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> asked = [Question(metric="recall", options={"label": "cat"})]
    >>> unknown_classes(given_data([[3, 1], [0, 2]]), asked).facts
    {'data': ('0', '1'), 'document': ('cat',)}
    """
    known = {str(label) for label in data.blocks.labels}
    spoken = dict.fromkeys(str(one.label) for one in questions if one.label is not None)
    unknown = tuple(label for label in spoken if label not in known)
    if not unknown:
        return None
    return Remark("classes-differ", {"data": tuple(map(str, data.blocks.labels)), "document": unknown})


def _turned(rows: tuple[tuple[object, ...], ...]) -> tuple[tuple[object, ...], ...]:
    return tuple(zip(*rows, strict=True))
