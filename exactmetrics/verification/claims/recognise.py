"""Named numbers and confusion matrices of a document: `recognised`.

A number is claimed only where its metric, and its class or average, are sure; what is not understood is passed over.
"""

from __future__ import annotations

from exactmetrics.verification.claims.attaching import attached
from exactmetrics.verification.claims.found import Recognised
from exactmetrics.verification.claims.groups import groups
from exactmetrics.verification.claims.reader import Reader
from exactmetrics.verification.documents.source import Source


def recognised(source: Source, *, decimal_comma: bool = False) -> Recognised:
    """The matrices of a document and the numbers it names, in reading order; never an error, whatever it holds.

    Matrices of more than 200 classes, and what comes after 1,000 matrices or 100,000 named numbers, are passed over.

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
    for group in groups(source.pieces()):
        reader.read(group)
    matrices = reader.library.matrices
    apart = source.format == "notebook"
    claims = list(attached(reader.raws, matrices, frozenset(reader.seen), reader.supports, apart=apart))
    claims.sort(key=lambda claim: claim.span.start.offset)
    return Recognised([matrix.data for matrix in matrices], claims)
