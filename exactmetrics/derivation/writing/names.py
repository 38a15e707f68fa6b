"""What metrics and their values are called in the language of a page: titles, descriptions, averages, reasons.

A catalogue may name a metric anew, in a table `[metric.<name>]`; what it does not say is said by the definition itself.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from exactmetrics.derivation.messages import Messages
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.nodes import Head
from exactmetrics.metrics.metric import Metric, Parameter
from exactmetrics.metrics.registry import metric_named

if TYPE_CHECKING:
    from exactmetrics.derivation.writing.surface import Surface


def title_of_metric(name: str, say: Messages) -> str:
    found = say.find("metric", name, "title")
    return found if isinstance(found, str) else metric_named(name).title


def part_title(head: Head, metric: str, say: Messages) -> str:
    """What a part is called that the definition of a metric names; English where the language says nothing."""
    return str(say.find("metric", metric, "parts", head.metric) or head.title)


def short_name(name: str, say: Messages) -> str:
    """What a metric is called where there is little room; in English the name it is asked for by."""
    found = say.find("metric", name, "short")
    return found if isinstance(found, str) else name


def description(metric: Metric, convention: str, say: Messages) -> list[str]:
    """What a metric is under a convention, in paragraphs of one line each, without references and examples."""
    table = _table(metric, convention)
    found = [say.get(*table, key) for key in ("doc", "note") if say.has(*table, key)]
    doc = metric.conventions[convention].doc
    paragraphs = [" ".join(p.split()) for p in doc.split("\n\n") if not p.lstrip().startswith(">>>")]
    return found or [text for p in paragraphs if (text := p.partition("Reference:")[0].strip())]


def parameter_texts(metric: Metric, convention: str, parameter: Parameter, say: Messages) -> tuple[str, str]:
    table = (*_table(metric, convention), parameter.name)
    meaning, domain = say.find(*table, "meaning"), say.find(*table, "domain")
    return str(meaning or parameter.meaning), str(domain or parameter.domain)


def _table(metric: Metric, convention: str) -> tuple[str, ...]:
    """Where a catalogue speaks of a metric under a convention."""
    return ("metric", metric.name) if convention == metric.standard.name else ("metric", metric.name, convention)


def quantity(
    surface: Surface,
    name: str,
    *,
    average: str | None = None,
    label: Hashable | None = None,
    short: bool = False,
    combined: bool = False,
    in_full: bool = False,
) -> str:
    """A metric of a class, averaged, or of the matrix; `in_full` says of what an average is."""
    say = surface.messages
    made = {"title": surface.format.escape((short_name if short else title_of_metric)(name, say))}
    if average is not None:
        gender = str(say.find("metric", name, "gender") or "other")  # by which the word for the average is chosen
        made["average"] = say.say(("average", average), {"gender": gender}.__getitem__)
        key = "combined" if combined else "scores" if in_full and average != "micro" else "average"
        return surface.say_made("title", key, **made)
    if label is not None:
        return surface.say_made("title", "label", label=surface.called(label), **made)
    return surface.say_made("title", "plain", **made)


def reason(surface: Surface, value: Undefined, *, short: bool = False) -> str:
    """Why a value is undefined, written for a surface."""
    if value.name == "average":  # a mean outside any metric
        return surface.say_made("undefined", "no_class_left")
    what = quantity(surface, value.name, average=value.average, label=value.label, short=short)
    ratio = surface.plain(f"{value.numerator}/{value.denominator}")
    return surface.say_made("undefined", value.cause, what=what, ratio=ratio)
