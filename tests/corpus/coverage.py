"""What a case covers, read off its pages while they are made: metric, convention, average, step, sentence, and more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from exactmetrics.derivation.look import DETAILS
from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.planning.page import KINDS, kind_of
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.presets import PRESETS
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.metrics.score_request import score_metric_named
from tests.corpus.cases import Asked, Case
from tests.derivation.catalogues import catalogue

Feature = tuple[Any, ...]
TWICE = 2
# Tables of the catalogue whose sentences stand on derivations, comparisons and reports.
OF_PAGES = (
    "average", "brief", "check", "compare", "data", "identity", "list", "meaning", "mistake", "multilabel", "note",
    "over", "picture", "policy", "question", "remark", "report", "result", "scale", "scaffold", "scores", "step",
    "title", "undefined", "words",
)  # fmt: skip


@contextmanager
def sentences_said() -> Iterator[set[tuple[str, ...]]]:
    """The paths of the English sentences that are looked up meanwhile."""
    said: set[tuple[str, ...]] = set()
    own = Messages.own

    def looked_up(messages: Messages, *path: str) -> Any:
        value = own(messages, *path)
        if messages.language == "en" and (isinstance(value, str) or (isinstance(value, dict) and "by" in value)):
            said.add(path)
        return value

    Messages.own = looked_up  # type: ignore[method-assign]
    try:
        yield said
    finally:
        Messages.own = own  # type: ignore[method-assign]


def covered(case: Case) -> set[Feature]:
    """The features of a case."""
    with sentences_said() as said:
        made = Case(case.name).made  # made anew, for a page that is kept looks nothing up
        for format in ("markdown", "html", "json"):
            made.to(format)
    features: set[Feature] = {("sentence", ".".join(path)) for path in said if path[0] in OF_PAGES}
    for asked in case.asked:
        options = asked.resolved
        features.add(("data", asked.data.rpartition(":")[0] or "matrix"))
        features |= {(name, str(options[name])) for name in NAMED if name in options}
        if case.verb == "report":
            continue
        of_scores = asked.data.startswith("scores:")
        if not of_scores:
            classes = len(asked.source.labels)
            features.add(("classes", classes if classes <= MOST else "many"))
        features.add(("asked", *arrangement(asked)))
    if case.is_derivation or case.kind == "sets":
        features |= {("step", kind_of(step.kind)) for step in getattr(made, "steps", ())}
    features.add(("verb", case.verb))
    features.add(("undefined", isinstance(getattr(made, "value", None), Undefined)))
    return features


def arrangement(asked: Asked) -> tuple[str, str, str | None]:
    """The metric, the convention and the form that are asked for, by name or by default."""
    of_scores = asked.data.startswith("scores:")
    metric: Any = score_metric_named(asked.metric) if of_scores else metric_named(reading_of(asked.metric))
    convention = metric.conventions[asked.options.get("convention", metric.standard.name)]
    form = None if of_scores else asked.options.get("form", next(iter(convention.forms)))
    return metric.name, convention.name, form


def reading_of(name: str) -> str:
    """The metric of one class that a name of samples with several labels stands for."""
    return {"subset_accuracy": "accuracy", "hamming_loss": "class_error_rate"}.get(name, name)


# Options whose values are features each; a number of classes up to MOST is one.
NAMED = (
    "average",
    "detail",
    "undefined",
    "preset",
    "over",
    "weights",
    "combine",
    "profile",
    "symbols",
    "places",
    "multi_class",
)
MOST = 12


def wanted() -> set[Feature]:
    """What the corpus has to have at least twice."""
    features: set[Feature] = {("asked", metric.name, convention, form) for metric, convention, form in of_counts()} | {
        ("asked", metric.name, convention, None) for metric in all_score_metrics() for convention in metric.conventions
    }
    features |= {("average", average) for average in ("macro", "micro", "weighted", "samples")}
    features |= {("detail", detail) for detail in DETAILS} | {("step", kind) for kind in KINDS}
    features |= {("undefined", policy) for policy in ("0", "1", "omit")} | {("undefined", True)}
    features |= {("preset", preset) for preset in PRESETS}
    features |= {("classes", classes) for classes in (*range(1, MOST + 1), "many")}
    features |= {("data", kind) for kind in ("matrix", "counts", "sets", "scores")}
    features |= {("verb", verb) for verb in ("derive", "compare", "report")}
    features |= {("over", over) for over in ("true", "predicted", "present")} | {("weights", "predicted")}
    features |= {("combine", "averages"), ("symbols", "words"), ("multi_class", "ovo")}
    features |= {
        ("sentence", ".".join(path)) for path in catalogue("en") if path[0] in OF_PAGES and "words" not in path[1:]
    }
    return features


def of_counts() -> Iterator[tuple[Metric, str, str]]:
    """Every metric of counts in every convention and form."""
    for metric in all_metrics():
        for convention in metric.conventions.values():
            for form in convention.forms:
                yield metric, convention.name, form
