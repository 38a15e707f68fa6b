"""From a page to what a template places: every formula, name and sentence written for one surface."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.page import CountTable, Formula, Page, Step
from exactmetrics.derivation.surface import Surface
from exactmetrics.derivation.tables import text_table
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.nodes import Leaf, Mul, Num, Pow


def page_context(page: Page, surface: Surface) -> dict[str, Any]:
    """The derivation itself, without its data section."""
    steps = [_step(step, surface, page) for step in page.steps]
    for number, step in enumerate(steps, 1):
        step["number"] = number
    return {
        "title": title_of(page, surface),
        "steps": steps,
        "head": surface.notation.show(page.named),
        "result": _result(page, surface),
        "notes": _notes(page, surface),
        "note_title": surface.messages.get("note", "title"),
    }


def title_of(page: Page, surface: Surface) -> str:
    """The title: what is derived, of which class or averaged how, under which convention."""
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


def _step(step: Step, surface: Surface, page: Page) -> dict[str, Any]:
    facts = step.facts
    return {
        "kind": step.kind,
        "title": surface.say("step", step.kind, "title", **facts),
        "text": _sentence(step, facts, surface, page),
        "formulas": [f for f in (_formula(x, surface) for x in step.formulas) if f["rows"]],
        "table": None if step.table is None else _table(step.table, surface),
    }


def _sentence(step: Step, facts: dict[str, Any], surface: Surface, page: Page) -> str:
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
    plain = surface.format.escape(doc) if surface.format.name == "latex" else doc
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
    text = surface.messages.listing(parts)
    return text[:1].upper() + text[1:] + "."


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
    in_text = surface.format.name == "text"
    lines = text_table([word, *columns], [[r["label"], *r["cells"]] for r in rows]) if in_text else []
    return {"class_word": word, "columns": columns, "rows": rows, "lines": lines}


def _result(page: Page, surface: Surface) -> dict[str, Any]:
    say = surface.messages
    head = surface.math(page.named)
    out: dict[str, Any] = {"title": say.get("result", "title"), "decimal_title": say.get("result", "decimal")}
    if isinstance(page.value, Undefined):
        reason = surface.format.escape(page.value.reason)
        return out | {"defined": False, "text": surface.say_made("result", "undefined", head=head, reason=reason)}
    facts = page.decimal
    made = {
        "value": surface.number(page.value),
        "digits": surface.inline(facts["digits"]),
        "approx": surface.inline(surface.format.approx),
        "significant": str(facts.get("significant", "")),
        "length": f"{facts.get('length') or 0:,}",
    }
    if surface.format.open_math:  # one formula: value, sign and digits belong together
        joint = surface.inline(f"{made['value'].strip('$')} {surface.format.approx} {facts['digits']}")
        made |= {"value": joint, "approx": "", "digits": ""}
        if facts["kind"] == "finite":
            made |= {"value": made["value"].replace(surface.format.approx, "=")}
    kind = facts["kind"]
    if kind == "repeating":
        period = (
            f"{facts['before']}\\overline{{{facts['period']}}}"
            if surface.format.open_math
            else f"{facts['before']}({facts['period']})"
        )
        made["period"] = surface.inline(period)
    if kind == "root":
        made |= {"sign": "+" if facts["sign"] > 0 else "-", "square": surface.number(facts["square"])}
    text = surface.say_made("result", kind, **made)
    if kind == "finite" and surface.format.open_math:
        text = f"{made['value']} exactly."
    return out | {
        "defined": True,
        "formula": surface.notation.show(Num(page.value)),
        "text": " ".join(text.split()).replace(" ;", ";").replace(" .", "."),
        "squares": _squares(facts, surface) if kind == "root" else None,
    }


def _squares(facts: dict[str, Any], surface: Surface) -> dict[str, Any]:
    """The proof of the digits: two neighbouring squares of whole numbers around the scaled square."""
    below, above, square = facts["below"], facts["above"], facts["square"]
    show = surface.notation.show
    middle = Mul((Num(square), Pow(Num(Fraction(10)), 2 * facts["places"])))
    ends = [show(Pow(Num(Fraction(x)), 2)) for x in (below, above)]
    chain = f"{ends[0]} = {below**2} < {show(middle)} < {above**2} = {ends[1]}"
    scale, sign = 10 ** facts["places"], facts["sign"]
    low, high = sorted(sign * Fraction(x, scale) for x in (below, above))
    made = {
        "low": surface.inline(decimal(low, places=facts["places"])),
        "high": surface.inline(decimal(high, places=facts["places"])),
    }
    return {
        "intro": surface.messages.get("result", "squares"),
        "formula": chain,
        "between": surface.say_made("result", "between", **made),
    }


def _notes(page: Page, surface: Surface) -> list[str]:
    return [surface.say("note", key, **facts) for key, facts in page.notes]
