"""The sentence of an explanation or a remark, in a language of the catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.writing.names import title_of_metric

METRICS = ("metric", "other", "first", "second")  # facts that name a metric
NOTED = {"micro": "micro", "weighted-recall": "weighted_recall"}  # remarks that pages make too


def sentence(kind: str, facts: Mapping[str, Any], language: str = "en") -> str:
    """The sentence of a kind, filled with facts; plain text, to be escaped by whoever shows it.

    >>> sentence("sign", {"expected": "-0.125"})
    'The sign is lost or wrong: the value is -0.125.'
    """
    say = messages(language)
    path = ("note", NOTED[kind]) if kind in NOTED else ("diagnosis", kind)
    return say.say(path, lambda place: _fact(place, facts[place], say))


def _fact(place: str, fact: Any, say: Messages) -> str:
    if place in METRICS:
        return title_of_metric(fact, say)
    if place == "average":
        return say.get("compare", "value", fact)
    if place == "over":
        return say.get("compare", "value", f"over_{fact}")
    if place == "policy":
        return f"undefined={fact}"
    if isinstance(fact, tuple):
        return say.row([str(item) for item in fact])
    return str(fact)
