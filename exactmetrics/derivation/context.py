"""From a page to what a template places: every formula, name and sentence written for one surface."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.page import CountTable, Formula, Page, Step
from exactmetrics.derivation.result import result_context
from exactmetrics.derivation.surface import Surface
from exactmetrics.expression.nodes import Leaf, Mul, Num, Pow


def page_context(page: Page, surface: Surface) -> dict[str, Any]:
    """The derivation itself, without its data section.

    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.metrics.request import resolve
    >>> from exactmetrics.views.record import record
    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.derivation.plan import build_page
    >>> from exactmetrics.derivation.profiles import symbols
    >>> from exactmetrics.derivation.surface import FORMATS
    >>> request, blocks = resolve("accuracy"), Counts.from_rows([[5, 1], [5, 7]]).blocks()
    >>> page = build_page(request, Fraction(2, 3), record(request, blocks), blocks, None)
    >>> made = page_context(page, Surface(FORMATS["text"], symbols(None, [0, 1], latex=False), messages()))
    >>> made["title"], made["head"], made["result"]["formula"]
    ('Accuracy', 'Acc', '2/3')
    """
    steps = [_step(step, surface) for step in page.steps]
    for number, step in enumerate(steps, 1):
        step["number"] = number
    return {
        "title": title_of(page, surface),
        "steps": steps,
        "head": surface.notation.show(page.named),
        "result": result_context(page, surface),
        "notes": _notes(page, surface),
        "note_title": surface.messages.get("note", "title"),
    }


def title_of(page: Page, surface: Surface) -> str:
    """The title: what is derived, of which class or averaged how, under which convention.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.surface import surface_for
    >>> page = em.ConfusionMatrix([[5, 1], [5, 7]]).derive("f1", average="macro").page
    >>> title_of(page, surface_for("text", Look(), ()))
    'Macro F1 score'
    """
    t = page.title
    title = surface.format.escape(t["title"])
    made = {"title": title[:1].upper() + title[1:], "lower": title}
    if t["average"]:
        made["average"] = surface.messages.get("words", t["average"])
        out = surface.say_made("title", "combined" if t["combine"] else "average", **made)
    elif t["label"] is not None:
        out = surface.say_made("title", "label", label=surface.format.escape(t["label"]), **made)
    else:
        out = surface.say_made("title", "plain", **made)
    extra = [surface.say("title", "parameter", name=n, value=str(v)) for n, v in t["parameters"].items()]
    if t["convention"]:
        extra.append(surface.say("title", "convention", convention=t["convention"]))
    return f"{out} ({', '.join(extra)})" if extra else out


def _step(step: Step, surface: Surface) -> dict[str, Any]:
    facts = step.facts
    return {
        "kind": step.kind,
        "title": surface.say("step", step.kind, "title", **facts),
        "text": _sentence(step, facts, surface),
        "formulas": [f for f in (_formula(x, surface) for x in step.formulas) if f["rows"]],
        "table": None if step.table is None else _table(step.table, surface),
    }


def _sentence(step: Step, facts: dict[str, Any], surface: Surface) -> str:
    key = "text"
    if step.kind == "definition":
        return _definition(facts, surface)
    if step.kind == "counts":
        return _legend(facts["leaves"], surface, facts["matrix"])
    if len(facts.get("denominators", ())) == 1:
        key = "one"
    if step.kind == "root_square" and step.facts:
        key = "one" if facts["rest"] == 1 else "bounded" if facts["bound"] else "text"
        made = {"square_formula": _square_formula(facts, surface)} | {k: str(facts[k]) for k in ("rest", "bound")}
        return surface.say_made("step", "root_square", key, **made)
    if step.kind == "weight_zero" and len(facts["labels"]) > 1:
        key = "several"
    return surface.say("step", step.kind, key, **facts)


def _square_formula(facts: dict[str, Any], surface: Surface) -> str:
    """A number as a square times what is left."""
    square = Pow(Num(Fraction(facts["factor"])), 2)
    right = square if facts["rest"] == 1 else Mul((square, Num(Fraction(facts["rest"]))))
    return surface.inline(f"{facts['number']} = {surface.notation.show(right)}")


def _definition(facts: dict[str, Any], surface: Surface) -> str:
    how = facts["how"]
    say = surface.messages
    name = facts["metric"]
    doc = say.get("metric", name) if say.has("metric", name) else _first_line(facts["doc"])
    plain = surface.format.escape(doc) if surface.format.escape_prose else doc
    text = surface.say_made("step", "definition", how, doc=plain)
    return f"{text} {surface.say('data', 'chosen', labels=facts['chosen'])}" if facts["chosen"] else text


def _first_line(doc: str) -> str:
    """The description: the first paragraph of a docstring, in one line."""
    return " ".join(doc.split("\n\n")[0].split())


def _legend(leaves: list[Leaf], surface: Surface, matrix: bool) -> str:
    """What each count is, with its symbol."""
    parts = []
    for leaf in leaves:
        plain = matrix or leaf.tag is None or leaf.block == "weight"
        value = "" if leaf.value is None else surface.number(leaf.value)
        key = leaf.block if plain else f"partial_{leaf.block}"
        parts.append(surface.say_made("step", "counts", key, symbol=surface.math(leaf), value=value))
    text = surface.messages.listing(parts) + "."
    # a sentence that begins with a symbol stays as it is: n and N are two things
    return text if text.startswith(surface.math(leaves[0])) else text[:1].upper() + text[1:]


def _formula(formula: Formula, surface: Surface) -> dict[str, Any]:
    left = surface.left(formula)
    return {"left": left, "rows": surface.rows(formula), "relation": formula.relation, "blank": " " * len(left)}


def _table(table: CountTable, surface: Surface) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    for at, (label, _, cells) in enumerate(table.rows):
        shown = [
            surface.inline(f"{' + '.join(map(str, c.parts))} = {c.value}") if c.parts else str(c.value) for c in cells
        ]
        if table.scores:
            shown.append(surface.chain(table.scores[at].members))
        rows.append({"label": surface.format.escape(label), "cells": shown})
    columns = [surface.math(c) for c in table.columns]
    if table.score is not None and table.scores:
        columns.append(surface.math(table.score))
    word = surface.messages.get("words", "class")
    lines = surface.lines([word, *columns], [[r["label"], *r["cells"]] for r in rows])
    return {"class_word": word, "columns": columns, "rows": rows, "lines": lines}


def _notes(page: Page, surface: Surface) -> list[str]:
    return [surface.say("note", key, **facts) for key, facts in page.notes]
