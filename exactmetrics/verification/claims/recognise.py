"""Named numbers and confusion matrices of a document: `recognised`.

A number is claimed only where its metric, its class or average, and that it is about the data are sure; any other
number near the name of a metric is listed as passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from exactmetrics.verification.claims.attaching import Words, attached
from exactmetrics.verification.claims.found import FoundClaim, Recognised
from exactmetrics.verification.claims.groups import groups
from exactmetrics.verification.claims.knowledge import Matrix
from exactmetrics.verification.claims.one_against_rest import mark_parts
from exactmetrics.verification.claims.reader import Reader
from exactmetrics.verification.documents.source import Source
from exactmetrics.verification.verified import FoundData


def recognised(source: Source, *, decimal_comma: bool = False, labels: Iterable[str] = ()) -> Recognised:
    """The matrices of a document and the numbers it names, in reading order; never an error, whatever it holds.

    `labels` are classes that are known before it is read: those of data that are given. Matrices of more than
    200 classes, and what comes after 1,000 matrices or 100,000 named numbers, are passed over.

    >>> from exactmetrics.verification.documents.source import source_of
    >>> text = '''| actual \\\\ predicted | cat | dog |
    ... |---|---|---|
    ... | cat | 3 | 1 |
    ... | dog | 0 | 2 |
    ...
    ... The recall of class dog is 0.75, the accuracy 5/6 = 0.83.'''
    >>> found = recognised(source_of(text, "markdown"))
    >>> found.data[0].labels, found.data[0].orientation
    (('cat', 'dog'), 'true')
    >>> [(claim.question.metric, claim.question.label, claim.printed, claim.data) for claim in found.claims]
    [('recall', 'dog', '0.75', 0)]
    """
    reader = Reader(decimal_comma)
    reader.vocabulary.add_labels(labels)
    for group in groups(source.pieces()):
        reader.read(group)
    matrices = reader.library.matrices
    mark_parts(matrices, reader.library.of_outcomes)
    if not all(matrix.untold for matrix in matrices):
        matrices = [matrix for matrix in matrices if not matrix.untold]
    apart = source.format == "notebook"
    words = Words(frozenset(reader.seen), frozenset(reader.betas))
    claims = list(attached(reader.raws, matrices, words, reader.supports, reader.owners, apart=apart))
    claims.sort(key=lambda claim: claim.span.start.offset)
    data = _settled(matrices, claims)
    unsure = {**(reader.worked if data else {}), **reader.passed}  # without data it is judged as arithmetic
    passed = [one for _, one in sorted(unsure.items())]  # all that may turn out to be no claims
    return Recognised(data, claims, passed)


def _settled(matrices: Sequence[Matrix], claims: Sequence[FoundClaim]) -> list[FoundData]:
    """The data of a document, without tables that nothing calls a matrix and no metric is about."""
    asked = {claim.data for claim in claims if claim.question.metric is not None}
    kept = [matrix for matrix in matrices if not matrix.untold or matrix.index in asked]
    places = {matrix.index: place for place, matrix in enumerate(kept)}
    for claim in claims:
        claim.data = None if claim.data is None else places.get(claim.data)
    return [matrix.data for matrix in kept]
