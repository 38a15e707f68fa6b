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
from exactmetrics.metrics.registry import any_metric, components

if TYPE_CHECKING:
    from exactmetrics.derivation.writing.surface import Surface

MOST_NAMED = 6  # classes that a sentence names


def title_of_metric(name: str, say: Messages) -> str:
    found = say.find("metric", name, "title") or say.find("multilabel", "title", name)
    if isinstance(found, str):
        return found
    return any_metric(name).title


def metric_title(metric: Metric, say: Messages) -> str:
    found = say.find("metric", metric.name, "title")
    return found if isinstance(found, str) else metric.title


def part_title(head: Head, metric: str, say: Messages) -> str:
    """What a part is called that the definition of a metric names; English where the language says nothing."""
    return str(say.find("metric", metric, "parts", head.metric, "title") or say.worded(head.title or ""))


def part_texts(metric: Metric, part: str, say: Messages) -> tuple[str, str]:
    """What a part is, as a clause, and why its formula is so, with the places of `Part`; empty where nothing is said.

    >>> from exactmetrics.derivation.messages import messages
    >>> part_texts(metric_named("kappa"), "p_o", messages())
    ('the fraction of the samples that were predicted correctly', '')
    """
    said, found = metric.parts.get(part), say.find("metric", metric.name, "parts", part) or {}
    if said is None:
        return "", ""
    return str(found.get("doc", say.worded(said.doc))), str(found.get("why", say.worded(said.why)))


def short_name(name: str, say: Messages) -> str:
    """What a metric is called where there is little room; in English the name it is asked for by."""
    found = say.find("metric", name, "short")
    return found if isinstance(found, str) else name


def description(metric: Metric, convention: str, say: Messages, *, form: str | None = None) -> list[str]:
    """What a metric is under a convention, in paragraphs of one line each, without references and examples.

    A form may say it in its own way: the MCC of two classes.
    """
    table = _table(metric, convention)
    chosen = metric.conventions[convention].forms.get(form or "")
    if chosen and chosen.doc:
        return [str(say.find(*table, f"doc_{chosen.name}") or say.worded(" ".join(chosen.doc.split())))]
    found = [say.get(*table, key) for key in ("doc", "note") if say.has(*table, key)]
    doc = metric.conventions[convention].doc
    paragraphs = [" ".join(p.split()) for p in doc.split("\n\n") if not p.lstrip().startswith(">>>")]
    said = [say.worded(text) for p in paragraphs if (text := p.partition("Reference:")[0].strip())]
    return found or said or [""]  # a definition without a docstring


def idea_text(metric: Metric, convention: str, say: Messages) -> str:
    """Why a metric is made so, or how to read it; empty where nothing is said.

    >>> from exactmetrics.derivation.messages import messages
    >>> idea_text(metric_named("error_rate"), "standard", messages())
    'It is 1 minus the accuracy.'
    """
    return _optional(metric, convention, "idea", metric.idea if convention == metric.standard.name else "", say)


def question_text(metric: Metric, say: Messages) -> str:
    """What the value of a metric answers, with the places of `metric(question=)`; empty where nothing is said."""
    return _optional(metric, metric.standard.name, "question", metric.question, say)


def mistake_text(metric: Metric, say: Messages) -> str:
    """The sentences on what is often calculated instead, with the places of `Mistake`; empty where nothing is said."""
    return _optional(
        metric, metric.standard.name, "mistake", metric.mistake.text if metric.mistake is not None else "", say
    )


def meaning_text(metric: Metric, convention: str, say: Messages) -> str:
    """What a value says, with the places of `metric(meaning=)`; empty where nothing is said."""
    english = metric.conventions[convention].meaning
    owner = metric.standard.name if english == metric.standard.meaning else convention
    return _optional(metric, owner, "meaning", english, say)


def _optional(metric: Metric, convention: str, key: str, english: str, say: Messages) -> str:
    """A text that a language may leave out: where it describes the metric, nothing is said in English beside that."""
    table = _table(metric, convention)
    return str(say.find(*table, key) or ("" if say.has(*table, "doc") else say.worded(english))) if english else ""


def reads(metric: Metric, convention: str, classes: int | None, say: Messages) -> list[str]:
    """The sentences behind the formula, with the places of `Reading`; `classes` is that of the form in use.

    >>> from exactmetrics.derivation.messages import messages
    >>> reads(metric_named("mcc"), "standard", None, messages())
    ['The denominator keeps the value between −1 and 1.']
    """
    if convention != metric.standard.name:  # they speak of its formula
        return []
    texts = say.find("metric", metric.name, "reads") or [say.worded(reading.text) for reading in metric.reads]
    return [text for text, reading in zip(texts, metric.reads, strict=True) if reading.classes in (None, classes)]


def title_with_average(name: str, average: str | None, say: Messages) -> str:
    """The title of a metric, behind or before the word for its average: "macro precision"."""
    title = title_of_metric(name, say)
    return averaged_title(title, average, name, say) if average else title


def averaged_title(title: str, average: str, name: str, say: Messages) -> str:
    """A title of a metric, behind or before the word for its average."""
    return say.say(("title", "average"), _averaged(title, word_for(average, name, say)).__getitem__)


def _averaged(title: str, average: str) -> dict[str, str]:
    """What the title of an average is made of; `how` tells apart a title of several words."""
    return {"title": title, "average": average, "how": f"{average} …" if " " in title else average}


def word_for(average: str, name: str, say: Messages) -> str:
    """The word for the average of a metric, by whose gender it is chosen; without one by that of a word for means."""
    gender = str(say.find(*(("metric", name) if name else ("average",)), "gender") or "other")
    return say.say(("average", average), {"gender": gender}.__getitem__)


def components_of(metric: Metric, convention: str, say: Messages) -> str:
    """The metrics that an average from averages averages first: "precision and recall"."""
    return say.listing([title_of_metric(m.name, say) for m in components(metric.conventions[convention])])


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
    rest: bool = False,
    short: bool = False,
    combined: bool = False,
) -> str:
    """A metric of a class, of all but one (`rest`), averaged, or of the matrix."""
    say = surface.messages
    made = {"title": surface.format.escape((short_name if short else title_of_metric)(name, say))}
    if average is not None:
        key, made = "combined" if combined else "average", _averaged(made["title"], word_for(average, name, say))
        made = {"title": surface.say_made("title", key, **made)}
        if not rest:
            return made["title"]
    if rest:
        return surface.say_made("title", "rest", **made)
    if label is not None:
        return surface.say_made("title", "label", label=surface.called(label), **made)
    return surface.say_made("title", "plain", **made)


def reason(surface: Surface, value: Undefined, *, short: bool = False) -> str:
    """Why a value is undefined, written for a surface."""
    if value.name == "average":  # a mean outside any metric
        return surface.say_made("undefined", "no_class_left")
    what = quantity(surface, value.name, average=value.average, label=value.label, short=short)
    top, bottom = surface.plain(str(value.numerator)), surface.plain(str(value.denominator))
    ratio = surface.plain(f"{value.numerator}/{value.denominator}")
    return surface.say_made("undefined", value.cause, what=what, ratio=ratio, top=top, bottom=bottom)
