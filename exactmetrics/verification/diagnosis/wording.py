"""The sentence of an explanation, a repair or a remark, in a language of the catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.writing.names import title_of_metric, title_with_average, word_for

METRICS = ("metric", "other", "first", "second")  # facts that name a metric
NOTED = {"micro": "micro", "weighted-recall": "weighted_recall"}  # remarks that pages make too
# Hints whose sentence is another one by what a rule says.
RULED = {
    "tie-half-even", "tie-half-up", "tie-both", "zeros-kept", "zeros-stripped", "rounding-truncate", "rounding-nearest",
    "ties-half-even", "ties-half-up", "formula-differs-class",
}  # fmt: skip


def sentence(kind: str, facts: Mapping[str, Any], language: str = "en") -> str:
    """The sentence of a kind, filled with facts; plain text, to be escaped by whoever shows it.

    >>> sentence("sign", {"expected": "-0.125"}), sentence("tie", {"rule": "half-even"})[:39]
    ('The sign is lost or wrong: the value is -0.125.', 'Exactly half way between two numbers: t')
    """
    say = messages(language)
    by_rule = f"{kind}-{facts.get('rule')}"
    key = by_rule if by_rule in RULED else kind
    path = ("note", NOTED[kind]) if kind in NOTED else ("hint" if say.find("hint", key) else "diagnosis", key)
    return say.say(path, lambda place: _fact(place, facts, say))


def _fact(place: str, facts: Mapping[str, Any], say: Messages) -> str:
    fact = facts[place]
    if place == "other" and "averaged" in facts:
        return title_with_average(fact, facts["averaged"], say)
    if isinstance(fact, tuple):
        return say.row([str(item) for item in fact])
    if place in METRICS:
        return title_of_metric(fact, say)
    if place in ("average", "asked"):
        return word_for(fact, "", say)
    if place == "over":
        return say.get("over", fact)
    return f"undefined={fact}" if place == "policy" else str(fact)
