"""From a page to what a template places: every formula, name and sentence written for one surface."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.page import Cell, CountTable, Formula, Page, Said, Step
from exactmetrics.derivation.planning.tree import every_part
from exactmetrics.derivation.writing.data import SHOWN_CLASSES, left_out
from exactmetrics.derivation.writing.matrix_tables import MOST
from exactmetrics.derivation.writing.names import description, part_title, quantity, title_of_metric
from exactmetrics.derivation.writing.result import key_context, meaning, result_context
from exactmetrics.derivation.writing.surface import Surface, Written
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.values import value_text
from exactmetrics.expression.nodes import ANY, Expr, Head, Leaf, Mul, Named, Pow, Sum, number
from exactmetrics.metrics.registry import metric_named
from exactmetrics.views.undefined import undefined_quotient

# Steps on a part that is divided by zero.
WITHOUT_VALUE = ("undefined_counted", "undefined_omit", "undefined_propagate")
LONGEST = 10**9  # up to which a denominator is divided as an example
LONG_TABLE = 30  # rows; a longer table does not fit a page of paper


def page_context(page: Page, surface: Surface) -> dict[str, Any]:
    """The derivation itself, without its data section."""
    say = surface.messages
    steps = [_step(step, surface, page) | {"number": number} for number, step in enumerate(page.steps, 1)]
    return {
        "title": title_of(page, surface),
        "steps": steps,
        "head": surface.notation.show(page.named),
        "result": result_context(page, surface),
        "meaning": meaning(page, surface),
        "notes": [surface.say("note", key, **facts) for key, facts in page.notes],
        "note_title": say.get("note", "title"),
        "exercise": say.get("scaffold", "intro") if page.blanks else "",
        "key": key_context(page, surface),
    }


def title_of(page: Page, surface: Surface, *, in_full: bool = False) -> str:
    """The title: what is derived, of which class or averaged how, under which convention.

    With `in_full` an average over the values of the classes says so, where one over averages stands beside it.
    """
    t = page.title
    if not t:  # a page inside another has none of its own
        return ""
    out = quantity(
        surface, t["metric"], average=t["average"], label=t["label"], combined=bool(t["combine"]), in_full=in_full
    )
    out = out[:1].upper() + out[1:]
    extra = [surface.say("title", "parameter", name=n, value=str(v)) for n, v in t["parameters"].items()]
    if t["convention"]:
        extra.append(surface.say("title", "convention", convention=t["convention"]))
    return surface.say_made("title", "with", title=out, extra=surface.messages.row(extra)) if extra else out


def _step(step: Step, surface: Surface, page: Page) -> dict[str, Any]:
    symbols = symbol_list(step, surface, page)
    return {
        "kind": step.kind,
        "title": surface.say("step", step.kind, "title", **step.facts),
        "text": " ".join([*_opening(step, surface), *(surface.said(said) for said in step.said)]),
        **symbols,
        "groups": _groups(step.formulas, surface),
        "table": None if step.table is None else _table(step.table, surface),
        "after": " ".join(surface.said(said) for said in step.after),
    }


def _opening(step: Step, surface: Surface) -> list[str]:
    """What the definition begins with; any other step has its own sentences alone."""
    return [definition(step, surface)] if step.kind == "definition" else []


def _groups(formulas: list[Formula], surface: Surface) -> list[dict[str, Any]]:
    """The formulas in groups: those that follow each other without a sentence between them are set as one block."""
    groups: list[dict[str, Any]] = []
    for formula in formulas:
        chain = surface.chain(formula)
        if not chain["rows"]:
            continue
        if formula.said or not groups:
            groups.append({"text": " ".join(surface.said(said) for said in formula.said), "formulas": []})
        groups[-1]["formulas"].append(chain)
    return groups


# the table of counts


def _table(table: CountTable, surface: Surface) -> dict[str, Any]:
    word, say = surface.messages.get("words", "class"), surface.messages
    rows: list[dict[str, Any]] = [
        {"label": surface.name(label), "cells": _cells(table, at, cells, surface)}
        for at, (label, _, cells) in enumerate(table.rows)
    ]
    columns = [surface.math(c) for c in table.columns]
    columns += [surface.math(score.head) for score in table.scores]
    columns += [say.get("words", "term")] if table.terms else []
    columns += [say.get("words", "numerator")] if table.numerators else []
    lines = surface.lines([word, *columns], [[row["label"], *row["cells"]] for row in rows])
    return {"class_word": word, "columns": columns, "rows": rows, "lines": lines, "long": len(rows) > LONG_TABLE}


def _cells(table: CountTable, at: int, cells: list[Cell], surface: Surface) -> list[str]:
    """A row without the name of its class: the counts, what the class's value is equal to, the term of the sum."""
    show, row = surface.inline_notation.show, [_count(cell, surface) for cell in cells]
    row += [surface.inline(" = ".join(map(show, score.chains[at].members))) for score in table.scores]
    if at < len(table.terms):
        row.append(surface.inline(show(table.terms[at])))
    if at < len(table.numerators):
        row.append(int_text(table.numerators[at]))
    return row


def _count(cell: Cell, surface: Surface) -> str:
    blank = isinstance(cell.value, Expr)
    value = surface.notation.show(cell.value) if blank else value_text(cell.value)
    if cell.parts:
        return surface.inline(f"{' + '.join(map(str, cell.parts))} = {value}")
    return surface.inline(value) if blank else value
