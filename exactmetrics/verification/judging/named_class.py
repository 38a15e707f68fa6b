"""The positive class of two that a document never calls so, where all values that name a class name that one.

"Precision (spam): 0.75. Recall (spam): 0.95. Specificity: 0.95." is about spam as the positive class. Only rates whose
names speak of a positive class are held to it: the recall of the other class is a usual thing to print beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from exactmetrics.sheets.sheet import Data, Question
from exactmetrics.verification.judging.checked_claims import Asked
from exactmetrics.verification.judging.given_data import by_text

ORIENTED = frozenset({"specificity", "npv", "fpr", "fnr", "fdr", "for"})


def named_class(
    asked: Iterable[Asked], data: Data, fits: Callable[[Question, Asked], bool]
) -> tuple[Hashable, set[str]] | None:
    """The one class that claims name, and the metrics that are right for it; None where they name both, or none.

    `fits` says whether a claim's number answers a question.

    >>> from exactmetrics.sheets.sheet import Claim
    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> data = given_data([[3, 1], [0, 2]], labels=["cat", "dog"])
    >>> one = Asked(Claim(Question(metric="recall", options={"label": "cat"}), printed="0.75"))
    >>> two = Asked(Claim(Question(metric="recall", options={"label": "dog"}), printed="1.0"))
    >>> named_class([one], data, lambda question, asked: True), named_class([one, two], data, lambda q, a: True)
    (('cat', {'recall'}), None)
    """
    named: dict[Hashable, set[str]] = {}
    for one in asked:
        question = by_text(one.claim, data.blocks.labels).question
        label = question.options.get("label")
        if question.metric is not None and label is not None:
            right = named.setdefault(label, set())
            if one.claim.printed is not None and fits(question, one):
                right.add(question.metric)
    return next(iter(named.items())) if len(named) == 1 else None
