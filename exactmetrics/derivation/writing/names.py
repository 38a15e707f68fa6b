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
    """What a metric is called.

    >>> from exactmetrics.derivation.messages import messages
    >>> title_of_metric("npv", messages()), title_of_metric("npv", messages("es"))
    ('negative predictive value', 'valor predictivo negativo')
    """
    found = say.find("metric", name, "title")
    return found if isinstance(found, str) else metric_named(name).title


def part_title(head: Head, metric: str, say: Messages) -> str:
    """What a part is called that the definition of a metric gives a name to; English where the language says nothing.

    >>> from exactmetrics.derivation.messages import messages
    >>> part_title(Head("p_o", title="observed agreement"), "kappa", messages("es"))
    'concordancia observada'
    """
    return str(say.find("metric", metric, "parts", head.metric) or head.title)


def short_name(name: str, say: Messages) -> str:
    """What a metric is called where there is little room; in English the name it is asked for by.

    >>> from exactmetrics.derivation.messages import messages
    >>> short_name("recall", messages()), short_name("recall", messages("es"))
    ('recall', 'exhaustividad')
    """
    found = say.find("metric", name, "short")
    return found if isinstance(found, str) else name


def description(metric: Metric, convention: str, say: Messages) -> list[str]:
    """What a metric is under a convention, in paragraphs of one line each, without references and examples.

    >>> from exactmetrics.derivation.messages import messages
    >>> description(metric_named("recall"), "standard", messages())
    ['Of the samples of the class, the share that were predicted as the class.']
    """
    table = ("metric", metric.name) if convention == metric.standard.name else ("metric", metric.name, convention)
    found = [say.get(*table, key) for key in ("doc", "note") if say.has(*table, key)]
    return found or described(metric.conventions[convention].doc)


def described(doc: str) -> list[str]:
    """The paragraphs of a docstring that describe, each in one line: without references and examples.

    >>> described("Share of it.\\n\\nA note.\\nReference: Someone 1999.\\n\\n>>> 1\\n1")
    ['Share of it.', 'A note.']
    """
    paragraphs = [" ".join(p.split()) for p in doc.split("\n\n") if not p.lstrip().startswith(">>>")]
    return [text for p in paragraphs if (text := p.partition("Reference:")[0].strip())]


def parameter_texts(metric: Metric, convention: str, parameter: Parameter, say: Messages) -> tuple[str, str]:
    """What a parameter means, and what it may be.

    >>> from exactmetrics.derivation.messages import messages
    >>> fbeta = metric_named("fbeta")
    >>> parameter_texts(fbeta, "standard", fbeta.standard.parameters["beta"], messages())
    ('how many times as important recall is as precision', 'a number that is not negative')
    """
    table = ("metric", metric.name) if convention == metric.standard.name else ("metric", metric.name, convention)
    own = {"meaning": parameter.meaning, "domain": parameter.domain}
    meaning, domain = (say.find(*table, parameter.name, key) or text for key, text in own.items())
    return str(meaning), str(domain)


def gender(name: str, say: Messages) -> str:
    """The grammatical gender of a metric's title, by which sentences choose their form; "other" where there is none.

    >>> from exactmetrics.derivation.messages import messages
    >>> gender("recall", messages("es")), gender("mcc", messages("es")), gender("recall", messages())
    ('f', 'm', 'other')
    """
    return str(say.find("metric", name, "gender") or "other")


def average_word(average: str, name: str, say: Messages) -> str:
    """The word for an average of a metric, in agreement with its title.

    >>> from exactmetrics.derivation.messages import messages
    >>> average_word("weighted", "recall", messages("es")), average_word("weighted", "mcc", messages("es"))
    ('ponderada', 'ponderado')
    """
    return say.say(("average", average), {"gender": gender(name, say)}.__getitem__)


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
    """A metric of a class, or averaged, or of the matrix: written for a surface.

    An average over averages is `combined`; `in_full` says of any other that it is over the classes.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> surface = surface_for("text", Look(language="es"), ())
    >>> quantity(surface, "recall", average="weighted"), quantity(surface, "npv", label="gato")
    ('exhaustividad ponderada', 'valor predictivo negativo de gato')
    """
    say = surface.messages
    made = {"title": surface.format.escape((short_name if short else title_of_metric)(name, say))}
    if average is not None:
        made["average"] = average_word(average, name, say)
        key = "combined" if combined else "scores" if in_full and average != "micro" else "average"
        return surface.say_made("title", key, **made)
    if label is not None:
        return surface.say_made("title", "label", label=surface.called(label), **made)
    return surface.say_made("title", "plain", **made)


def reason(surface: Surface, value: Undefined, *, short: bool = False) -> str:
    """Why a value is undefined, written for a surface.

    >>> from fractions import Fraction
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> none = Undefined("recall", "cat", Fraction(0), Fraction(0))
    >>> reason(surface_for("text", Look(), ()), none), reason(surface_for("text", Look(language="es"), ()), none)
    ('recall of cat is 0/0', 'exhaustividad de cat es 0/0')
    """
    if value.name == "average":  # a mean outside any metric
        return surface.say_made("undefined", "no_class_left")
    what = quantity(surface, value.name, average=value.average, label=value.label, short=short)
    ratio = surface.plain(f"{value.numerator}/{value.denominator}")
    return surface.say_made("undefined", value.cause, what=what, ratio=ratio)
