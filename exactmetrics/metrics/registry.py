"""The registry: every metric by name or alias, and what a definition touches."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any, get_args

from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.metric import (
    REGISTRY,
    Bound,
    Convention,
    Exactness,
    Metric,
    by_title,
    plain_key,
    with_aliases,
)
from exactmetrics.metrics.quantity import LOGS, PICKS, ROOTS
from exactmetrics.metrics.suggest import choices
from exactmetrics.metrics.where_defined import FILE_OF, NAMES, TITLES


@cache
def _names() -> dict[str, Metric]:
    return with_aliases(REGISTRY)


@cache
def _titles() -> dict[str, Metric]:
    return by_title(REGISTRY)


def metric_named(name: str) -> Metric:
    """The metric of a name or alias; case, spaces, hyphens, accents and apostrophes do not matter.

    >>> metric_named("PPV").name, metric_named("F1-score").name
    ('precision', 'f1')
    """
    found = found_metric(name)
    if found is None:
        from exactmetrics.metrics.unknown_names import unknown_metric  # only met on the way to an error

        raise unknown_metric(name, plain_key(name), _names())
    return found


def found_metric(name: str) -> Metric | None:
    """The metric of a name or alias, if it is one; what was registered elsewhere is looked for after the index."""
    key = plain_key(name)
    found = REGISTRY.get(key) or REGISTRY.get(NAMES.get(key, ""))
    if found is not None:
        return found
    for metric in REGISTRY.elsewhere():  # before a looser reading of the name
        if key in metric.aliases:
            return metric
    plain = key.replace("_", "")
    loosely = plain if plain in FILE_OF else NAMES.get(plain) or TITLES.get(key) or ""
    return REGISTRY.get(loosely) or _names().get(key) or _names().get(plain) or _titles().get(key)


def any_metric(name: str) -> Metric:
    """The metric of a name or alias, of counts or of scores.

    >>> any_metric("recall").scope, any_metric("auc").scope
    ('class', 'scores')
    """
    if (metric := found_metric(name)) is None:
        from exactmetrics.metrics.score_registry import found_score_metric  # only questions about scores ask for these

        metric = found_score_metric(name) or metric_named(name)
    return metric


def all_metrics() -> list[Metric]:
    """Every metric, in the order of the definitions."""
    return list(REGISTRY.values())


def check_traits(scope: str | None, exactness: str | None, library: str | None) -> None:
    """Refuse a scope, exactness or library that no metric has."""
    known = {
        "scope": (scope, ["class", "matrix", "scores"]),
        "exactness": (exactness, list(get_args(Exactness))),
        "implemented_by": (library, sorted({name for m in REGISTRY.values() for name in m.implemented_by})),
    }
    for option, (given, names) in known.items():
        if given is not None and given not in names:
            raise UsageError(f"no {option} {given!r}; {choices(given, names)}")


@cache
def touched(metric: Metric) -> frozenset[str]:
    """The leaves and combinators the definition reads, found by running it."""
    probe = _Probe()
    for convention in metric.conventions.values():
        parameters = dict.fromkeys(convention.parameters, probe)
        Bound(metric, convention, None, parameters).define(probe)
    return frozenset(probe.seen)


def components(convention: Convention) -> list[Metric]:
    """The metrics that its composite form is made of, in the form's order; none where it has no such form.

    >>> [m.name for m in components(metric_named("f1").standard)]
    ['precision', 'recall']
    """
    made: dict[Metric, None] = {}
    probe = _Probe()
    view = SimpleNamespace(apply=lambda bound: (made.setdefault(bound.metric), probe)[1])
    if convention.composite:
        convention.composite.define(view, **dict.fromkeys(convention.parameters, probe))
    return list(made)


def uses_mean(metric: Metric) -> bool:
    """Whether the definition itself averages over classes, so that `over` applies to it."""
    return bool({"mean", "geometric_mean"} & touched(metric))


def needs_cells(metric: Metric) -> bool:
    """Whether the definition reads single cells of the matrix, of which the counts of the classes are only the sums."""
    return bool({"pairs", "cells", "row_largest", "column_largest", "wrong"} & touched(metric))


class _Probe:
    """A view and a quantity in one that only remembers what was read from it."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def _same(self, *_: Any) -> _Probe:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = _same

    def __getattr__(self, name: str) -> _Probe:
        self.seen.add(name)
        return self

    def __call__(self, *terms: Any) -> _Probe:
        for term in terms:
            if callable(term) and not isinstance(term, _Probe):
                term(self)
        return self

    def let(self, name: str, value: _Probe) -> _Probe:
        return value

    def apply(self, bound: Bound) -> _Probe:
        bound.define(self)
        return self


ROOTS[_Probe] = _Probe._same
LOGS[_Probe] = lambda top, *_: top
PICKS[_Probe] = lambda pick, parts: parts[0]
