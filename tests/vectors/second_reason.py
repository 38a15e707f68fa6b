"""Whether the reason a case gives for having no value names a ratio that has none, by the second implementation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from inspect import signature
from typing import Any

from exactmetrics.metrics.registry import metric_named
from tests.oracle import Missing, Oracle
from tests.vectors.second_reading import Question

REASON = re.compile(
    r"(?:(macro|micro|weighted) )?([a-z]\w*)(?: of (.+?))?"
    r"(?: is ([^ ]+)/0| (has no class left to average over)| is (a logarithm of 0)| has the normal quantile of ([01]))"
)
# What enters into a metric besides itself, by the cited texts, where it is stated on the counts.
PARTS = {
    "f1": {"precision", "recall"},
    "fbeta": {"precision", "recall"},
    "informedness": {"recall", "specificity"},
    "balanced_accuracy": {"recall", "specificity"},
    "adjusted_balanced_accuracy": {"balanced_accuracy"},
    "adjusted_geometric_mean": {"recall", "specificity"},  # of which the G-mean is made
    "average_accuracy": {"class_accuracy"},
    "cramers_v": {"chi_squared"},  # of which phi-squared is made
}
COUNTS = {"tp", "tn", "fp", "fn", "support", "predicted", "n"}  # which always have a value
OF_THE_AVERAGE = ("average", "combine", "over", "weights")


def parts_of(name: str) -> set[str]:
    """The metrics that enter into one: the rates its `cells` name, and those of the texts."""
    forms = [form for convention in metric_named(name).conventions.values() for form in convention.forms.values()]
    stated = {part for form in forms if form.stated for part in signature(form.stated).parameters}
    return stated - COUNTS | PARTS.get(name, set())


def kind_of(missing: Missing) -> str:
    """How the files name why there is no value."""
    return "no class" if missing.no_class else {0: "0/0", 1: "+/0", -1: "-/0"}[missing.sign]


def against_reason(question: Question, options: Mapping[str, Any], undefined: Mapping[str, str]) -> str:
    """What is wrong with the reason: its words, the metric, the class, or the ratio that has a value after all."""
    kind, reason = undefined["kind"], undefined["reason"]
    found = REASON.fullmatch(reason)
    if found is None:
        return f"no reason in {reason!r}"
    average, metric, label, top, no_class, _, of = found.groups()
    signs = {"0": "0/0", "-": "-/0"}
    told = "no class" if no_class else signs.get(top.lstrip("(")[0], "+/0") if top else "+/0" if of == "1" else "-/0"
    if told != kind:
        return f"{reason!r} is not {kind}"
    if metric != question.metric and metric not in parts_of(question.metric):
        return f"{question.metric} is not made of {metric}"
    asked = {k: v for k, v in options.items() if v is not None and k != "label"}
    if metric != question.metric:
        asked = {k: asked[k] for k in ("over", "weights") if k in asked}
    elif label is None and asked.get("average") != average:
        return f"{reason!r} is of another average"
    oracle = Oracle(question.table, question.policy)
    if label is None:
        answers = [oracle.value(metric, **{**asked, **({"average": average} if average else {})})]
    else:
        plain = {k: v for k, v in asked.items() if k not in OF_THE_AVERAGE}
        answers = [oracle.value(metric, label=place, **plain) for place in places(question, options, label)]
    right = any(isinstance(answer, Missing) and kind_of(answer) == kind for answer in answers)
    return "" if right else f"{reason!r} and it is {answers}"


def places(question: Question, options: Mapping[str, Any], label: str) -> list[int]:
    """The classes of that name that take part; 1 and "1" are written alike."""
    names = question.input.get("labels", range(len(question.table)))
    part = [options["label"]] if options.get("label") is not None else taking_part(question, options.get("over", "all"))
    return [place for place in part if str(names[place]) == label]


def taking_part(question: Question, over: str) -> list[int]:
    """The classes an average runs over."""
    true, predicted = question.table.row_sums, question.table.column_sums
    every = range(len(question.table))
    chosen = {
        "all": list(every),
        "true": [i for i in every if true[i]],
        "predicted": [i for i in every if predicted[i]],
        "present": [i for i in every if true[i] or predicted[i]],
    }
    return chosen[over]
