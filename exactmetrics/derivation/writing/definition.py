"""What a definition says in words: the metric, how it is averaged, and what the symbols of its formula stand for."""

from __future__ import annotations

from collections.abc import Iterator

from exactmetrics.derivation.planning.page import Step
from exactmetrics.derivation.planning.tree import every_part
from exactmetrics.derivation.writing.names import description, part_title, quantity, title_of_metric
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.expression.nodes import ANY, Expr, Head, Named, Sum
from exactmetrics.metrics.registry import metric_named


def definition_text(step: Step, surface: Surface) -> str:
    """The sentences of a definition.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> [step, *_] = em.ConfusionMatrix([[5, 1], [5, 7]]).derive("recall", average="weighted").steps
    >>> print(definition_text(step, surface_for("text", Look(), [0, 1])).replace(". ", ".\\n"))
    Of the samples of the class, the share that were predicted as the class.
    Average the class values, each weighted by its share of the true labels.
    R_weighted is the weighted recall and R_i is the recall of class i.
    The sum runs over all classes i.
    """
    facts = step.facts
    said = [
        surface.say_made("step", "definition", facts["how"], doc=_doc(facts["metric"], facts["convention"], surface))
    ]
    form = ("step", "definition", "form", f"{facts['metric']}_{facts['form']}")
    if facts["how"] != "combined" and surface.messages.has(*form):
        said.append(_prose(surface.messages.get(*form), surface))
    if symbols := _symbols(step, surface):
        said.append(surface.say_made("step", "definition", "stands", symbols=surface.messages.listing(symbols)))
    if facts["chosen"]:
        said.append(surface.say("data", "chosen", labels=facts["chosen"]))
    elif any(isinstance(part, Sum) and not part.pairs for tree in _trees(step) for part in every_part(tree)):
        said.append(surface.say_made("step", "definition", "sum", i=_letter(surface)))
    if any(isinstance(part, Sum) and part.pairs for tree in _trees(step) for part in every_part(tree)):
        said.append(
            surface.say_made("step", "definition", "pairs", i=_letter(surface), j=_letter(surface, second=True))
        )
    return " ".join(said)


def _doc(metric: str, convention: str, surface: Surface) -> str:
    return _prose(description(metric_named(metric), convention, surface.messages)[0], surface)


def _prose(text: str, surface: Surface) -> str:
    return surface.format.escape(text) if surface.format.escape_prose else text


def _letter(surface: Surface, *, second: bool = False) -> str:
    """The letter of any class, or of a second one."""
    symbols = surface.notation.symbols
    return surface.inline(symbols.style.letter(symbols.second_letter if second else symbols.letter))


def _trees(step: Step) -> Iterator[Expr]:
    for formula in step.formulas:
        if formula.left is not None:
            yield formula.left
        yield from formula.members


def _symbols(step: Step, surface: Surface) -> list[str]:
    """What the names in the formulas stand for: averages, and metrics of any class; the counts have a step."""
    found: dict[Head, str] = {}
    for tree in _trees(step):
        for part in every_part(tree):
            if isinstance(part, Named) and part.head not in found:
                found[part.head] = _symbol(part, step, surface)
    any_class = {head.metric for head in found if head.title and head.tag == ANY}
    return [text for head, text in found.items() if text and (head.tag == ANY or head.metric not in any_class)]


def _symbol(part: Named, step: Step, surface: Surface) -> str:
    head, say = part.head, surface.messages
    if head.title:
        return _part(part, step.facts["metric"], surface)
    if head.average is not None:
        if head.mark == "averages":
            return ""  # the title says what it is
        what = quantity(surface, head.metric, average=head.average)
        return surface.say_made("step", "definition", "symbol", symbol=surface.math(part), what=what)
    if head.tag is None or head.tag.bare or head.tag.rest or head.tag.position is not None:
        return ""
    what = surface.format.escape(title_of_metric(head.metric, say))
    made = {"symbol": surface.math(part), "what": what, "i": _letter(surface)}
    if head.metric == step.facts["metric"]:
        return surface.say_made("step", "definition", "symbol_of_class", **made)
    doc = _doc(head.metric, metric_named(head.metric).standard.name, surface).rstrip(".")
    return surface.say_made("step", "definition", "symbol_in_words", doc=doc[:1].lower() + doc[1:], **made)


def _part(part: Named, metric: str, surface: Surface) -> str:
    """What a part is called that the definition gives a name; of a sum's classes once, for any class."""
    tag = part.head.tag
    what = surface.format.escape(part_title(part.head, metric, surface.messages))
    made = {"symbol": surface.math(part), "what": what}
    if tag is not None and tag.position is None:
        return surface.say_made("step", "definition", "symbol_of_class", i=_letter(surface), **made)
    return surface.say_made("step", "definition", "symbol", **made)
