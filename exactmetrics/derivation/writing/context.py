"""From a page to what a template places: every formula, name and sentence written for one surface."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.page import Cell, CountTable, Formula, Page, Step
from exactmetrics.derivation.writing.definition import definition_text
from exactmetrics.derivation.writing.drawn import drawn
from exactmetrics.derivation.writing.legend import legend
from exactmetrics.derivation.writing.meaning import meaning
from exactmetrics.derivation.writing.names import quantity
from exactmetrics.derivation.writing.result import key_context, result_context
from exactmetrics.derivation.writing.surface import Surface, Written
from exactmetrics.exact.digits import int_text
from exactmetrics.expression.nodes import Expr, Leaf, Mul, Named, Num, Pow
from exactmetrics.views.undefined import undefined_quotient

# Steps on a part that is divided by zero.
WITHOUT_VALUE = ("undefined_counted", "undefined_omit", "undefined_propagate")
LONGEST = 10**9  # up to which a denominator is divided as an example


LONG_TABLE = 30  # rows; a longer table does not fit a page of paper


def page_context(page: Page, surface: Surface) -> dict[str, Any]:
    """The derivation itself, without its data section.

    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.metrics.request import resolve
    >>> from exactmetrics.views.trace import record
    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.derivation.steps import build_page
    >>> from exactmetrics.derivation.look import symbols
    >>> from exactmetrics.derivation.writing.surface import FORMATS
    >>> request, blocks = resolve("accuracy"), Counts.from_rows([[5, 1], [5, 7]]).blocks()
    >>> page = build_page(request, Fraction(2, 3), record(request, blocks), blocks, None)
    >>> made = page_context(page, Surface(FORMATS["text"], symbols(None, [0, 1], style="text"), messages()))
    >>> made["title"], made["head"], made["result"]["formula"]
    ('Accuracy', 'Acc', '2/3')
    """
    steps = [_step(step, surface) for step in page.steps]
    for number, step in enumerate(steps, 1):
        step["number"] = number
    _connect(page, steps, surface)
    return {
        "title": title_of(page, surface),
        "steps": steps,
        "head": surface.notation.show(page.named),
        "result": result_context(page, surface),
        "meaning": meaning(page, surface),
        "notes": _notes(page, surface),
        "note_title": surface.messages.get("note", "title"),
        "exercise": surface.messages.get("scaffold", "intro") if page.blanks else "",
        "key": key_context(page, surface),
    }


def _connect(page: Page, steps: list[dict[str, Any]], surface: Surface) -> None:
    """What a step says of others: that the next one names the symbols; that a chosen value stands among the counts."""
    kinds = [step.kind for step in page.steps]
    if kinds[:2] == ["definition", "counts"]:
        steps[0]["text"] += " " + surface.messages.get("step", "definition", "next")
    if "undefined_counted" in kinds and "substitute" in kinds:
        steps[kinds.index("substitute")]["text"] = surface.messages.get("step", "substitute", "chosen")


def title_of(page: Page, surface: Surface, *, in_full: bool = False) -> str:
    """The title: what is derived, of which class or averaged how, under which convention.

    With `in_full` an average over the values of the classes says so, where one over averages stands beside it.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> page = em.ConfusionMatrix([[5, 1], [5, 7]]).derive("f1", average="macro").page
    >>> title_of(page, surface_for("text", Look(), ()))
    'Macro F1 score'
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


def _step(step: Step, surface: Surface) -> dict[str, Any]:
    facts = step.told or step.facts
    if "policy" in facts:
        facts = facts | {"policy": Written(surface.say("policy", facts["source"], name=facts["policy"]))}
    if step.kind in WITHOUT_VALUE:
        facts = facts | {"why": Written(_why(facts["part"], surface))}
    return {
        "kind": step.kind,
        "title": surface.say("step", step.kind, "title", **facts),
        "text": _sentence(step, facts, surface),
        "formulas": [f for f in (_formula(x, surface) for x in step.formulas) if f["rows"]],
        "table": None if step.table is None else _table(step.table, surface),
    }


def _why(part: Named, surface: Surface) -> str:
    """Why a part has no value: of which class there is nothing, or that its denominator is zero."""
    den = undefined_quotient(part.body).den
    if isinstance(den, Leaf) and den.tag is not None and den.block in ("predicted", "support"):
        return surface.say("undefined", "why", den.block, label=den.tag.label)
    return surface.messages.get("undefined", "why", "zero")


def sentence(step: Step, surface: Surface) -> str:
    """The sentence of a step, empty where it has none.

    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> sentence(Step("lowest", facts={"numerator": 2, "denominator": 3}), surface_for("text", Look(), ()))[:29]
    '2 and 3 have no common factor'
    """
    return _sentence(step, step.told or step.facts, surface)


def _sentence(step: Step, facts: dict[str, Any], surface: Surface) -> str:
    key = "text"
    if step.kind == "part":
        return " ".join([surface.say("step", *path, **facts) for path in _told_of_part(facts)])
    if step.kind == "definition":
        return definition_text(step, surface)
    if step.kind == "counts":
        return f"{legend(facts, surface)} {_left_out(step.table, surface)}".rstrip()
    if len(facts.get("denominators", facts.get("fractions", ()))) == 1:
        key = "one"
    if step.kind == "root_square" and step.facts:
        key = "one" if facts["rest"] == 1 else "bounded" if facts["bound"] else "text"
        made = {"square_formula": _square_formula(facts, surface)} | {k: str(facts[k]) for k in ("rest", "bound")}
        return surface.say_made("step", "root_square", key, **made)
    if step.kind == "weight_zero" and len(facts["labels"]) > 1:
        key = "several"
    text = surface.say("step", step.kind, key, **facts)
    return f"{text} {_expanded(facts, surface)}".rstrip() if step.kind == "common_denominator" else text


def _told_of_part(facts: dict[str, Any]) -> list[tuple[str, str]]:
    """The sentences of a part, by what its facts tell."""
    told = []
    if "multiplier" in facts:
        told.append(("part", "clear" if len(facts["inner"]) > 1 else "clear_one"))
    if "fractions" in facts:
        told.append(("reduce_terms", "text" if len(facts["fractions"]) > 1 else "one"))
    if "lcm" in facts:
        told.append(("part", "lcm" if len(facts["denominators"]) > 1 else "lcm_one"))
    return [*told, ("part", "gcd")] if "gcd" in facts else told


def _expanded(facts: dict[str, Any], surface: Surface) -> str:
    """By what a fraction is expanded, for the first one that is; in an exercise that is to be found."""
    denominators, lcm = facts.get("denominators", ()), facts.get("lcm")
    first = next((d for d in denominators if isinstance(d, int) and d != lcm), None)
    if first is None or not isinstance(lcm, int) or lcm > LONGEST or len(denominators) < 2:
        return ""
    formula = surface.inline(f"{lcm}/{first} = {lcm // first}")
    return surface.say_made("step", "common_denominator", "example", first=str(first), formula=formula)


def _square_formula(facts: dict[str, Any], surface: Surface) -> str:
    """A number as a square times what is left."""
    square = Pow(Num(Fraction(facts["factor"])), 2)
    right = square if facts["rest"] == 1 else Mul((square, Num(Fraction(facts["rest"]))))
    return surface.inline(f"{facts['number']} = {surface.notation.show(right)}")


def _left_out(table: CountTable | None, surface: Surface) -> str:
    """How many classes a long table does not list."""
    if table is None or not table.left_out:
        return ""
    shown = len(table.rows)
    made = {"shown": str(shown), "k": str(shown + table.left_out), "left": str(table.left_out)}
    return surface.say_made("report", "left_out", **made)


def _formula(formula: Formula, surface: Surface) -> dict[str, Any]:
    left = surface.left(formula)
    rows = surface.rows(formula)
    lines = drawn(formula, surface, rows)
    return {"left": left, "rows": rows, "relation": formula.relation, "lines": lines}


def _table(table: CountTable, surface: Surface) -> dict[str, Any]:
    labels = [surface.name(label) for label, _, _ in table.rows]
    rows = [{"label": name, "cells": cells} for name, cells in zip(labels, cell_texts(table, surface), strict=True)]
    columns = [surface.math(c) for c in table.columns]
    if table.score is not None and table.scores:
        columns.append(surface.math(table.score))
    columns += [surface.messages.get("words", "term")] if table.terms else []
    columns += [surface.messages.get("words", "numerator")] if table.numerators else []
    word = surface.messages.get("words", "class")
    lines = surface.lines([word, *columns], [[str(r["label"]), *r["cells"]] for r in rows])
    long = len(rows) > LONG_TABLE
    return {"class_word": word, "columns": columns, "rows": rows, "lines": lines, "long": long}


def cell_texts(table: CountTable, surface: Surface) -> list[list[str]]:
    """The cells of a table of counts, row by row, without the names of the classes.

    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> cell_texts(CountTable([], ["tp"], [("a", 0, [Cell((), 5)])]), surface_for("text", Look(), ["a"]))
    [['5']]
    """
    rows = [[_count(cell, surface) for cell in cells] for _, _, cells in table.rows]
    if table.scores:
        for row, chain in zip(rows, surface.chains(table.scores), strict=True):
            row.append(chain)
    for row, term in zip(rows, table.terms, strict=False):
        row.append(surface.inline(surface.inline_notation.show(term)))
    if table.numerators:
        for row, top in zip(rows, table.numerators, strict=False):
            row.append(str(top))
    return rows


def _count(cell: Cell, surface: Surface) -> str:
    """A count, and what it adds up; in an exercise a blank."""
    if type(cell.value) is int:
        return surface.added(cell.parts, cell.value) if cell.parts else int_text(cell.value)
    blank = isinstance(cell.value, Expr)
    value = surface.notation.show(cell.value) if blank else str(cell.value)
    if cell.parts:
        return surface.inline(f"{' + '.join(map(str, cell.parts))} = {value}")
    return surface.inline(value) if blank else value


def _notes(page: Page, surface: Surface) -> list[str]:
    return [surface.say("note", key, **facts) for key, facts in page.notes]
