"""Classes that have changed names: claims that are wrong for the class they name, right for another throughout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.printed import judge
from exactmetrics.expression.links import SOUND
from exactmetrics.sheets.sheet import Data, Rules, Sheet, answer
from exactmetrics.verification.checked import CheckedClaim, Hint

KINDS = ("labels-permuted",)
MOST_CLASSES = 30
MOST = 300  # claims that are looked at
LEAST = 3  # claims about renamed classes that tell it from chance
Pairs = dict[Hashable, Hashable]


def renamed_classes(claims: Sequence[CheckedClaim], data: Data, rules: Rules) -> None:
    """Say of wrong claims that their classes have changed names, where all that is said of these classes shows it.

    >>> from exactmetrics.sheets.sheet import Question
    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> data = given_data([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["a", "b", "c"])
    >>> said = [("a", "support", "8"), ("a", "tp", "6"), ("b", "tp", "7"), ("c", "tp", "5"), ("b", "support", "12")]
    >>> claims = [CheckedClaim("", Question(count=count, options={"label": label}), printed, None,
    ...     judge(printed, answer(Sheet("", data), Question(count=count, options={"label": label}))))
    ...     for label, count, printed in said]
    >>> renamed_classes(claims, data, Rules())
    >>> [[(hint.kind, hint.facts["pairs"]) for hint in claim.hints] for claim in claims][1:3]
    [[], [('labels-permuted', ('b: c', 'c: b'))]]
    """
    labels = data.blocks.labels
    about = [c for c in claims if c.question.label in labels and c.printed is not None and c.verdict is not None][:MOST]
    wrong = {id(c) for c in about if c.level == "error"}
    if not 2 <= len(labels) <= MOST_CLASSES or len(wrong) < LEAST:
        return
    matches = [(c, set(_matching(c, data, rules))) for c in about]
    pairs = _pairs(matches, labels)
    explained = [c for c, fits in matches if id(c) in wrong and pairs.get(c.question.label, "") in fits]
    if len(explained) < LEAST or len({c.question.label for c in explained}) < 2:
        return
    facts = {"pairs": tuple(f"{said}: {meant}" for said, meant in pairs.items())}
    for claim in explained:
        claim.hints = (Hint("labels-permuted", facts),)  # each of the others explains one number, this one all of them


def _matching(claim: CheckedClaim, data: Data, rules: Rules) -> Iterator[Hashable]:
    """The classes for which the printed number is right."""
    for label in data.blocks.labels:
        question = replace(claim.question, options={**claim.question.options, "label": label})
        try:
            value = answer(Sheet("", data, rules=rules), question)
        except ExactMetricsError:
            continue
        if judge(claim.printed or "", value, rule=rules.rounding).word in SOUND:
            yield label


def _pairs(matches: Sequence[tuple[CheckedClaim, set[Hashable]]], labels: Sequence[Hashable]) -> Pairs:
    """The classes that stand for others, each for one: by far the most of what is said of a class must fit it."""
    votes: dict[Hashable, Counter[Hashable]] = {}
    said: Counter[Hashable] = Counter()
    for claim, fits in matches:
        label = claim.question.label
        said[label] += 1
        votes.setdefault(label, Counter()).update(fits)
    pairs: Pairs = {}
    for label in labels:
        own = votes.get(label, Counter())
        best = max(labels, key=lambda other: (own[other], other == label))
        if best != label and own[best] * 5 >= said[label] * 4:
            pairs[label] = best
    taken = set(pairs.values())
    return pairs if len(taken) == len(pairs) and taken == set(pairs) else {}
