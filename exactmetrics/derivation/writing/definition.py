"""The definition in words, and what every symbol stands for, for one surface."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.notation.symbols import base_of
from exactmetrics.derivation.planning.page import Step, Told
from exactmetrics.derivation.planning.tree import every_part, leaves
from exactmetrics.derivation.writing.matrix_tables import FOUR
from exactmetrics.derivation.writing.names import (
    components_of,
    description,
    idea_text,
    part_texts,
    part_title,
    quantity,
    reads,
    title_of_metric,
)
from exactmetrics.derivation.writing.surface import Surface, capital
from exactmetrics.expression.nodes import Leaf, Named, Tag
from exactmetrics.matrix.blocks import BLOCKS
from exactmetrics.metrics.registry import metric_named

GREEK = re.compile(r"\\(?!math|text)[a-z]+")  # a letter that is no beginning of a name


def definition(step: Step, surface: Surface) -> str:
    """What the metric is, in a sentence, and how it is averaged; the latter alone where its class values are known."""
    facts = step.facts
    title = title_of_metric(facts["metric"], surface.messages)
    doc = doc_of(facts["metric"], facts["convention"], surface, facts["form"])
    if facts.get("label") is not None:
        doc = of_the_class(doc, facts["label"], surface)
    symbol = _symbol_of(step, title, surface)
    made = {"doc": surface.defined(doc, surface.prose(title), f" ({symbol})" if symbol else "")}
    brief = bool(facts.get("brief"))
    if idea := "" if brief else idea_text(metric_named(facts["metric"]), facts["convention"], surface.messages):
        made["doc"] += f" {surface.prose(idea)}"
    if facts.get("defined"):
        made["doc"] = ""
    how = facts["how"]
    if how != "plain":
        name = quantity(surface, facts["metric"], average=facts["average"])
        made["name"] = surface.defined(capital(name), capital(name))
    if how == "combined":
        metric = metric_named(facts["metric"])
        made["components"] = surface.format.escape(components_of(metric, facts["convention"], surface.messages))
    if brief and surface.messages.has("brief", how):
        return f"{made['doc']} {surface.say_made('brief', how, **made)}".lstrip()
    key = "combined_micro" if how == "combined" and facts["average"] == "micro" else how
    out = [surface.say_made("step", "definition", key, **made).lstrip()]
    parts = not brief and sum(isinstance(symbol, Named) and symbol.head.is_part for symbol in step.symbols)
    if parts:
        out.append(surface.say_made("step", "definition", "parts", n=str(parts)))
    return " ".join(out)


def of_the_class(doc: str, label: Any, surface: Surface) -> str:
    """A definition that speaks of a class, with the name of the one that is asked for."""
    return doc.replace(
        surface.messages.get("meaning", "of_a_class"), surface.say("meaning", "of_the_class", label=label), 1
    )


def _symbol_of(step: Step, title: str, surface: Surface) -> str:
    """The symbol of the metric that is defined, where its name does not show where it comes from."""
    facts = step.facts
    heads = [formula.left for formula in step.formulas if isinstance(formula.left, Named)]
    own = [named for named in heads if named.head.metric == facts["metric"]]
    if facts["how"] != "plain":
        own = [named for named in own if named.head.average is None]
    if not own or surface.in_words:
        return ""
    pattern = surface.notation.symbols.patterns.get(facts["metric"], facts["metric"])
    if GREEK.match(pattern):
        return surface.math(own[0])
    letters = base_of(pattern).casefold()
    words = re.findall(r"\w+", title.casefold())
    initials = "".join(word[0] for word in words)
    return "" if title.casefold().startswith(letters) or letters in (initials, *words) else surface.math(own[0])


def reading(step: Step, surface: Surface, page: Told) -> list[str]:
    """The sentences that read the formula, with the symbols and the numbers that they name."""
    facts, metric = step.facts, metric_named(step.facts["metric"])
    if facts["how"] != "plain":
        return []
    texts = reads(metric, facts["convention"], facts["form"], surface.messages)
    asked = {place for text in texts for place in surface.messages.places_of(text)}  # no other symbol is written
    named: dict[str, str] = {leaf.block: surface.math(leaf) for leaf in leaves(page.named) if leaf.block in asked}
    parts = [part for part in every_part(page.named) if isinstance(part, Named)]
    named |= {part.head.metric: surface.math(part) for part in parts if part.head.metric in asked}
    if facts.get("totals"):
        named["totals"] = surface.fact(facts["totals"])
    known = [text for text in texts if all(place in named for place in surface.messages.places_of(text))]
    return [surface.messages.filled(surface.prose(text), named.__getitem__) for text in known]


def reason_of_part(step: Step, surface: Surface, page: Told) -> str:
    """Why the formula of a part is so, with the numbers of one class; empty where the definition says nothing."""
    part, example = step.facts["part"], step.facts.get("example")
    if not part.head.is_part or part.head.tag is not None or example is None:
        return ""
    why = part_texts(page.title["metric"], part.head.metric, surface.messages)[1]
    made = {name: surface.called(fact) if name == "class" else _count(fact) for name, fact in example.items()}
    return surface.messages.filled(surface.prose(why), made.__getitem__)


def _count(n: int | Fraction) -> str:
    """A count inside a quotient of the text."""
    return str(n) if Fraction(n).denominator == 1 else f"({n})"


def doc_of(metric: str, convention: str, surface: Surface, form: str | None = None) -> str:
    """The sentence that defines a metric."""
    text = description(metric_named(metric), convention, surface.messages, form=form)[0]
    return surface.format.escape(text) if surface.format.escape_prose else text


def symbol_list(step: Step, surface: Surface, page: Told) -> dict[str, Any]:
    """The symbols that a step introduces, each with what it stands for, and the line above them."""
    told = FOUR if surface.four_told else ()
    shown = [s for s in step.symbols if not (isinstance(s, Leaf) and s.block in told)]  # those are told below it
    if surface.in_words:
        shown = [s for s in shown if not (isinstance(s, Named) and s.head.average)]
    terms = [s for s in shown if isinstance(s, Named) and (s.head.is_part or s.head.average is None)]
    told_of = [_part(part, surface, page) if part.head.is_part else _term(part, surface) for part in terms]
    terms_told = {"terms": told_of}
    shown = shown[len(terms) :]
    items = [_item(symbol, step, surface, page) for symbol in shown]
    if not items or isinstance(shown[0], Named):
        return terms_told | {"intro": "", "items": items}
    every = any(isinstance(s, Leaf) and s.tag is not None and not s.tag.bare and not _is_cell(s.tag) for s in shown)
    both = any(isinstance(s, Leaf) and s.tag is None for s in shown)
    key, made = ("for_each_and_all" if both else "for_each", {"i": surface.letter()}) if every else ("symbols", {})
    return terms_told | {"intro": surface.say_made("step", "definition", key, **made), "items": items}


def _is_cell(tag: Tag) -> bool:
    """Whether it is that of a cell in the row or the column of a class that has a name."""
    return tag.other is not None and not (tag.position is None and tag.other.position is None)


def _term(part: Named, surface: Surface) -> str:
    """What a metric of a class is, with its symbol behind its name, if that is not its symbol too."""
    metric, symbol = metric_named(part.head.metric), surface.math(part)
    title = surface.prose(title_of_metric(metric.name, surface.messages))
    if part.head.tag is not None and part.head.tag.rest:  # what it is of one class is said
        rest = surface.say_made("title", "rest", title=title)
        return surface.say_made("step", "definition", "symbol", symbol=symbol, what=rest)
    doc = doc_of(metric.name, part.head.mark or metric.standard.name, surface)
    if part.head.tag is not None and part.head.tag.position is not None:
        doc = of_the_class(doc, part.head.tag.label, surface)
    told = surface.defined(doc, title, f" {symbol}")
    if told != doc:
        return surface.defined(doc, title) if surface.in_words else told
    made = {"doc": doc, "symbol": symbol, "what": title, "i": surface.letter()}  # a language may word it its own way
    return surface.say_made("step", "definition", "symbol_in_words", **made)


def _is_matrix_shown(step: Step, surface: Surface) -> bool:
    """Whether the page shows the matrix cell by cell."""
    return surface.in_matrix and bool(step.facts.get("matrix"))


def _item(symbol: Any, step: Step, surface: Surface, page: Told) -> str:
    if isinstance(symbol, Named):
        return _part(symbol, surface, page)
    assert isinstance(symbol, Leaf)
    facts, block = step.facts, symbol.block
    on_matrix = _is_matrix_shown(step, surface) or symbol.tag is None or block not in BLOCKS
    # a parameter may mean something else in another metric
    named = [e for e in step.symbols if isinstance(e, Named)]
    metrics = [*([page.title["metric"]] if page.title else []), *(e.head.metric for e in named)]
    own = [key for name in metrics if surface.messages.has("step", "counts", key := f"{block}_{name}")]
    key = own[0] if own else block if on_matrix else f"partial_{block}"
    value = facts.get(block) if block in ("n", "k") else symbol.value
    shown = surface.notation.show(symbol)
    shown = shown if value is None else f"{shown} = {surface.one_line(Fraction(value))}"
    made = {
        "symbol": surface.inline(shown),
        "mark": surface.messages.get("words", surface.format.marking),
        "value": "" if value is None else surface.number(Fraction(value)),
    }
    return surface.say_made("step", "counts", key, **made)


def _part(part: Named, surface: Surface, page: Told) -> str:
    """What a name in the formula stands for: a part of the definition, an average, or a metric of a class."""
    head, made = part.head, {"symbol": surface.math(part)}
    if head.is_part:
        metric = str(page.title["metric"])
        made["part"] = surface.format.escape(part_title(head.metric, metric, surface.messages))
        made["doc"] = surface.prose(part_texts(metric, head.metric, surface.messages)[0])
        key = "part_item" if made["doc"] else "symbol"
        return surface.say_made("step", "definition", key, what=made["part"], **made)
    if head.average is not None:
        what = quantity(surface, head.metric, average=head.average)
        return surface.say_made("step", "definition", "symbol", what=what, **made)
    doc = doc_of(head.metric, metric_named(head.metric).standard.name, surface)
    return surface.say_made("step", "definition", "symbol_in_words", doc=doc, **made)
