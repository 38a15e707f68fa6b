"""Names and numbers that strokes part: `Precision/recall/F1: 0.80/0.75/0.77`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactmetrics.verification.claims.coordinated import Printed, shared
from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.names import name_start
from exactmetrics.verification.claims.numbers import is_score, readable
from exactmetrics.verification.claims.wording import read_name

_SCORE = r"(?:[01]?[.,][0-9]{1,6}(?:\s?%)?|[0-9]{1,3}(?:[.,][0-9]{1,6})?\s?%)"
_SCORES = re.compile(rf"{_SCORE}(?:\s?/\s?{_SCORE}){{1,5}}(?![\w/%])")
_ONE = re.compile(_SCORE)


def slashed(text: str, items: Sequence[Item], at: int, back: int, comma: bool) -> list[tuple[Name, Printed]]:
    """The names before an item and the numbers from another one on, as many of both; nothing where they differ.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> text = "Precision/recall: 0.80/0.75"
    >>> [(name.metric, printed[0]) for name, printed in slashed(text, Vocabulary().items(text), 4, 3, False)]
    [('precision', '0.80'), ('recall', '0.75')]
    """
    found = _SCORES.match(text, items[at].start)
    if found is None:
        return []
    numbers = [(one[0], one.start(), one.end()) for one in _ONE.finditer(text, *found.span())]
    if not all(is_score(printed) and readable(printed, comma) for printed, _, _ in numbers):
        return []
    names, end = list[Name](), back
    while len(names) < len(numbers):
        start = name_start(items, end, text)
        name = read_name(items[start:end])
        if name is None or not name.metric:
            return []
        names.append(name)
        end = start - 1
        if end < 0 or items[end].text != "/":
            break
    each = shared(names[::-1]) if len(names) == len(numbers) else None
    return [] if each is None else list(zip(each, numbers, strict=True))
