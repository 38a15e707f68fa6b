"""What two derivations have in common and what tells them apart, aspect by aspect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exactmetrics.derivation.writing.names import quantity
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.matrix.blocks import BLOCKS, Blocks
from exactmetrics.metrics.policy import Policy
from exactmetrics.metrics.request import Request

WORDS = ("combine", "over", "weights")  # their values are words of the catalogue


@dataclass(frozen=True, slots=True)
class Aspect:
    """One aspect of two questions: its key, and what it is on either side; None where it does not apply."""

    key: str
    first: Any
    second: Any

    @property
    def same(self) -> bool:
        """Whether both sides agree.

        >>> Aspect("average", "macro", "micro").same
        False
        """
        return bool(self.first == self.second)


def aspects(first: Request, second: Request, *, same_data: bool) -> list[Aspect]:
    """Every aspect that applies to one side at least, the data first.

    >>> from exactmetrics.metrics.request import resolve
    >>> found = aspects(resolve("f1", average="macro"), resolve("f1", average="micro"), same_data=True)
    >>> [(aspect.key, aspect.same) for aspect in found]
    [('data', True), ('metric', True), ('average', False)]
    """
    a, b = _asked(first), _asked(second)
    found = [Aspect("data", "", "" if same_data else None)]
    found += [Aspect(key, a.get(key), b.get(key)) for key in dict.fromkeys([*a, *b])]
    return [aspect for aspect in found if aspect.key == "data" or _tells(aspect, found)]


def _asked(request: Request) -> dict[str, Any]:
    """What was asked, as far as it applies; parameters by their names."""
    averaged = request.average is not None
    asked: dict[str, Any] = {
        "metric": request.metric.name,
        "average": request.average,
        "label": request.label,
        "combine": request.combine if averaged else None,
        "convention": request.bound.convention.name,
        "form": request.bound.chosen.name,
        **request.parameters,
        "over": request.over,
        "weights": request.weights if request.average == "weighted" else None,
        "preset": request.preset.name if request.preset else None,
        "undefined": request.policy,
    }
    return {key: value for key, value in asked.items() if value is not None}


def _tells(aspect: Aspect, found: list[Aspect]) -> bool:
    """Whether an aspect is worth a word: a form is not where its convention is another, and so on."""
    if aspect.key in ("metric", "average", "label"):
        return True
    other = {one.key for one in found if not one.same}
    follows = {
        "form": {"metric", "convention", "combine"},
        "convention": {"metric"},
        "combine": {"metric", "average"},
        "weights": {"average"},
        "undefined": {"preset"},
    }
    return not aspect.same and not other & follows.get(aspect.key, set())


def same_counts(first: Blocks, second: Blocks) -> bool:
    """Whether two sets of building blocks are the same counts of the same classes.

    >>> from exactmetrics.matrix.counts import Counts
    >>> first, second = (Counts.from_rows(rows).blocks() for rows in ([[5, 1], [5, 7]], [[5, 5], [1, 7]]))
    >>> same_counts(first, first), same_counts(first, second)
    (True, False)
    """
    if first is second:
        return True
    if first.labels != second.labels or first.partition != second.partition:
        return False
    if first.n != second.n:
        return False
    return all(list(getattr(first, block)) == list(getattr(second, block)) for block in BLOCKS)


def aspect_name(aspect: Aspect, surface: Surface) -> str:
    """What an aspect is called; a parameter by its own name.

    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> surface = surface_for("text", Look(), ())
    >>> aspect_name(Aspect("average", "macro", "micro"), surface), aspect_name(Aspect("beta", 1, 2), surface)
    ('the average', 'beta')
    """
    path = ("compare", "aspect", aspect.key)
    return surface.messages.get(*path) if surface.messages.has(*path) else surface.plain(aspect.key)


def aspect_value(key: str, value: Any, surface: Surface) -> str:
    """What an aspect is on one side, in a word.

    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> surface = surface_for("text", Look(), ())
    >>> aspect_value("combine", "averages", surface), aspect_value("label", "cat", surface)
    ('the metrics that the score is made of', 'cat')
    >>> aspect_value("weights", {"cat": 2}, surface), aspect_value("preset", None, surface)
    ('weights that are given', 'none')
    """
    say = surface.messages
    if value is None:
        return say.get("compare", "value", "none")
    if key == "average":
        return say.get("compare", "value", str(value))
    if isinstance(value, Policy):
        return surface.say("policy", value.source, name=value.given)
    if isinstance(value, Mapping):
        return say.get("compare", "value", "given")
    if key in WORDS and isinstance(value, str):
        return say.get("compare", "value", f"{key}_{value}")
    if key == "metric":
        return quantity(surface, value)
    return surface.fact(list(value) if isinstance(value, tuple) else value)
