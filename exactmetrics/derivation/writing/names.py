"""What metrics and their values are called in the language of a page: titles, descriptions, averages, reasons.

A catalogue says it in a table `[metric.<name>]`; what a language does not say is said in English.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from exactmetrics.derivation.messages import Messages
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import components
from exactmetrics.metrics.texts import english

if TYPE_CHECKING:
    from exactmetrics.derivation.writing.surface import Surface

MOST_NAMED = 6  # classes that a sentence names


def title_of_metric(name: str, say: Messages) -> str:
    return str(say.find("metric", name, "title") or say.get("multilabel", "title", name))


def part_title(part: str, metric: str, say: Messages) -> str:
    """What a part is called that the definition of a metric names."""
    return str(say.find("metric", metric, "parts", part, "title") or part)


def part_texts(metric: str, part: str, say: Messages) -> tuple[str, str]:
    """What a part is, as a clause, and why its formula is so; empty where nothing is said.

    >>> from exactmetrics.derivation.messages import messages
    >>> part_texts("kappa", "p_o", messages())
    ('the fraction of the samples that were predicted correctly', '')
    """
    doc, why = (say.find("metric", metric, "parts", part, key) for key in ("doc", "why"))
    return doc or "", why or ""


def short_name(name: str, say: Messages) -> str:
    """What a metric is called where there is little room; in English the name it is asked for by."""
    found = say.find("metric", name, "short")
    return found if isinstance(found, str) else name


def description(metric: Metric, convention: str, say: Messages, *, form: str | None = None) -> list[str]:
    """What a metric is under a convention, in paragraphs of one line each, without references and examples.

    A form may say it in its own way: the MCC of two classes.
    """
    table = _table(metric, convention)
    if form is not None and say.has(*table, f"doc_{form}"):
        return [say.get(*table, f"doc_{form}")]
    note = _optional(metric, convention, "note", say)
    return [say.get(*table, "doc"), *(note.split("\n\n") if note else ())]


def idea_text(metric: Metric, convention: str, say: Messages) -> str:
    """Why a metric is made so, or how to read it; empty where nothing is said.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.metrics.registry import metric_named
    >>> idea_text(metric_named("error_rate"), "standard", messages())
    'It is 1 minus the accuracy.'
    """
    return _optional(metric, convention, "idea", say)


def question_text(metric: Metric, say: Messages) -> str:
    """What the value of a metric answers; empty where nothing is said."""
    return _optional(metric, metric.standard.name, "question", say)


def mistake_text(metric: Metric, say: Messages) -> str:
    """The sentences on what is often calculated instead; empty where nothing is said."""
    return _optional(metric, metric.standard.name, "mistake", say)


def meaning_text(metric: Metric, convention: str, say: Messages) -> str:
    """What a value says; that of the standard convention where a convention says nothing."""
    own = english(*metric.conventions[convention].path, "meaning") is not None
    return _optional(metric, convention if own else metric.standard.name, "meaning", say)


def _optional(metric: Metric, convention: str, key: str, say: Messages) -> str:
    """A text that a language may leave out: where it describes the metric, nothing is said in English beside that."""
    table = _table(metric, convention)
    is_said = say.speaker((*table, key)) is say.speaker((*table, "doc"))
    return str(say.find(*table, key) or "") if is_said else ""


def reads(metric: Metric, convention: str, form: str, say: Messages) -> list[str]:
    """The sentences behind the formula of a form.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.metrics.registry import metric_named
    >>> reads(metric_named("mcc"), "standard", "standard", messages())
    ['The denominator keeps the value between −1 and 1.']
    """
    if convention != metric.standard.name:  # they speak of its formula
        return []
    return say.find("metric", metric.name, f"reads_{form}") or say.find("metric", metric.name, "reads") or []


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


def parameter_texts(metric: Metric, convention: str, parameter: str, say: Messages) -> tuple[str, str]:
    meaning, domain = (say.find(*_table(metric, convention), parameter, key) for key in ("meaning", "domain"))
    return meaning or "", domain or ""


def _table(metric: Metric, convention: str) -> tuple[str, ...]:
    """Where a catalogue speaks of a metric under a convention."""
    return ("metric", *metric.conventions[convention].path)


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
