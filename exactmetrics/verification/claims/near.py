"""Numbers that stand near the name of a metric and were not read: to be counted, never judged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import Item, weak_metric
from exactmetrics.verification.claims.numbers import goes_on, is_score, number_at
from exactmetrics.verification.claims.said import Equality
from exactmetrics.verification.claims.sentences import ends_sentence

BEFORE, BEHIND = 7, 4  # words and signs between a name and its number that may be of it
SHORT = 4  # characters of a weak name that may be any word: "rec", "spec"
WORKED = 24  # words and signs of arithmetic before its result
_WORKING = ("number", "sign", "link")
_OPERAND = re.compile(r"(?:[-+*/^×·÷±−_]|\\(?:cdot|times|pm|div|frac)\s?|\{)[\s$]*$")


def beside_names(text: str, items: Sequence[Item], comma: bool) -> Iterator[Equality]:
    """The decimals and percentages of a text that have the name of a metric near them in their sentence.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> text = "The recall went up to 0.7. In 0.5 seconds."
    >>> [(one.name.metric, one.printed, one.why) for one in beside_names(text, Vocabulary().items(text), False)]
    [('recall', '0.7', 'wording')]
    """
    for at, item in enumerate(items):
        if item.sort != "number" or item.sub:
            continue
        first = _worked_from(items, at)
        metric = nearest_metric(text, items, range(first - 1, max(-1, first - 1 - BEFORE), -1)) or nearest_metric(
            text, items, range(at + 1, min(len(items), at + 1 + BEHIND))
        )
        if not metric:
            continue
        number = number_at(text, item.start, comma)
        if number is None or not is_score(number[0]) or goes_on(text, number[1]):
            continue
        if _OPERAND.search(text[max(0, item.start - 12) : item.start]) is None:
            told = text[items[first].start : items[at - 1].start].strip() if first < at else None
            yield Equality(Name(metric=metric), number[0], item.start, number[1], told, why="wording")


def _worked_from(items: Sequence[Item], at: int) -> int:
    """Where the arithmetic begins whose result an item is; the item itself where there is none."""
    first = at - 1 if at and items[at - 1].sort == "link" else at
    while first > 0 and first > at - WORKED and (items[first - 1].sort in _WORKING or items[first - 1].text in "()"):
        first -= 1
    return first if any(item.text in "+-−/÷*×·" for item in items[first:at]) else at


def nearest_metric(text: str, items: Sequence[Item], places: range) -> str:
    """The metric named at the nearest of some places, as far as the sentence goes; empty for none.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> text = "The recall went up"
    >>> nearest_metric(text, Vocabulary().items(text), range(3, -1, -1))
    'recall'
    """
    for place in places:
        item = items[place]
        if (ends_sentence(item, text) and item.text not in ";；") or "silent" in item.roles:
            return ""
        if "metric" in item.roles:
            return item.roles["metric"]
        if "weak" in item.roles and len(item.text) > SHORT:
            return weak_metric(item.roles["weak"]).metric
    return ""
