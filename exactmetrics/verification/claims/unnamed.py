"""Results of printed working whose name is not understood: to be counted as those without working, never judged."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.near import nearest_metric
from exactmetrics.verification.claims.numbers import is_score, printed_side
from exactmetrics.verification.claims.said import Equality
from exactmetrics.verification.links.sides import Chain

REACH = 12  # words and signs before the first relation that may be of the name, the first step among them


def unnamed(text: str, chain: Chain, items: Sequence[Item], starts: Sequence[int], comma: bool) -> Iterator[Equality]:
    """The result of a chain of equalities that begins near the name of a metric; `starts` are those of the items.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> from exactmetrics.verification.links.clauses import text_tokens
    >>> from exactmetrics.verification.links.sides import chains_of
    >>> text = "Recall (old model) = TP/(TP + FN) = 40/50 = 0.80"
    >>> (chain,), items = chains_of(text_tokens(text, comma=False), False), Vocabulary().items(text)
    >>> (one,) = unnamed(text, chain, items, [item.start for item in items], False)
    >>> one.name.metric, one.printed, one.why
    ('recall', '0.80', 'wording')
    """
    last, worked = chain.sides[-1], [side for side in chain.sides[:-1] if side.tree is not None]
    if last.tree is None or not worked:
        return
    printed = printed_side(text, *last.span, comma, final=True)
    if printed is None or not is_score(printed[0]):
        return
    at = bisect_left(starts, chain.signs[0].position)
    metric = nearest_metric(text, items, range(at - 1, max(-1, at - 1 - REACH), -1))
    if metric:
        yield Equality(Name(metric=metric), *printed, text[slice(*worked[-1].span)].strip(), "wording")
