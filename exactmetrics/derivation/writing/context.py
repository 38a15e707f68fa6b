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
    say, kinds = surface.messages, [step.kind for step in page.steps]
    steps = [_step(step, surface) | {"number": number} for number, step in enumerate(page.steps, 1)]
    if kinds[:2] == ["definition", "counts"]:
        steps[0]["text"] += " " + say.get("step", "definition", "next")
    if "undefined_counted" in kinds and "substitute" in kinds:  # a chosen value stands among the counts
        steps[kinds.index("substitute")]["text"] = say.get("step", "substitute", "chosen")
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


def _step(step: Step, surface: Surface) -> dict[str, Any]:
    facts = step.told or step.facts
    if "policy" in facts:
        facts = facts | {"policy": Written(surface.say("policy", facts["source"], name=facts["policy"]))}
    if step.kind in WITHOUT_VALUE:
        facts = facts | {"why": Written(_why(facts["part"], surface))}
    return {
        "kind": step.kind,
        "title": surface.say("step", step.kind, "title", **facts),
        "text": " ".join(filter(None, [_sentence(step, facts, surface), *(_said(said, surface) for said in step.said)])),
        "groups": _groups(step.formulas, surface),
        "after": " ".join(_said(said, surface) for said in step.after),
        "table": None if step.table is None else _table(step.table, surface),
    }


def _said(said: Said, surface: Surface) -> str:
    return surface.say(*said.path, **said.facts)


def _groups(formulas: list[Formula], surface: Surface) -> list[dict[str, Any]]:
    """The formulas in groups: those that follow each other without a sentence between them are set as one block."""
    groups: list[dict[str, Any]] = []
    for formula in formulas:
        chain = surface.chain(formula)
        if not chain["rows"]:
            continue
        if formula.said or not groups:
            groups.append({"text": " ".join(_said(said, surface) for said in formula.said), "formulas": []})
        groups[-1]["formulas"].append(chain)
    return groups


def _why(part: Named, surface: Surface) -> str:
    """Why a part has no value: of which class there is nothing, or that its denominator is zero."""
    den = undefined_quotient(part.body).den
    if isinstance(den, Leaf) and den.tag is not None and den.block in ("predicted", "support"):
        return surface.say("undefined", "why", den.block, label=den.tag.label)
    return surface.messages.get("undefined", "why", "zero")


def _sentence(step: Step, facts: dict[str, Any], surface: Surface) -> str:
    """The sentence of a step, empty where it has none."""
    key = "text"
    if step.kind == "part":
        return " ".join([surface.say("step", *path, **facts) for path in _told_of_part(facts)])
    if step.kind == "definition":
        return _definition(step, surface)
    if step.kind == "counts":
        table = step.table
        left = "" if table is None else left_out(surface, len(table.rows), len(table.rows) + table.left_out)
        return f"{_legend(facts, surface)} {left}".rstrip()
    if len(facts.get("denominators", facts.get("fractions", ()))) == 1:
        key = "one"
    if step.kind == "root_square" and step.facts:
        key = "one" if facts["rest"] == 1 else "bounded" if facts["bound"] else "text"
        square = Pow(number(facts["factor"]), 2)
        right = square if facts["rest"] == 1 else Mul((square, number(facts["rest"])))
        made = {k: int_text(facts[k]) for k in ("rest", "bound") if facts[k] is not None}
        made["square_formula"] = surface.inline(f"{int_text(facts['number'])} = {surface.notation.show(right)}")
        return surface.say_made("step", "root_square", key, **made)
    if step.kind == "weight_zero" and len(facts["labels"]) > 1:
        key = "several"
    text = surface.say("step", step.kind, key, **facts)
    return f"{text} {_expanded(facts, surface)}".rstrip() if step.kind == "common_denominator" else text


def _told_of_part(facts: dict[str, Any]) -> list[tuple[str, str]]:
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


# what the symbols count


def _legend(facts: dict[str, Any], surface: Surface) -> str:
    leaves = facts["leaves"]
    meant = [_meant(leaf, facts, surface) for leaf in leaves]
    text = surface.say_made("step", "counts", "text", legend=surface.messages.listing(meant))
    # a sentence that begins with a symbol stays as it is: n and N are two things
    return text if text.startswith(_counted_symbol(leaves[0], facts, surface)) else text[:1].upper() + text[1:]


def _meant(leaf: Leaf, facts: dict[str, Any], surface: Surface) -> str:
    """What one count is: by rows and columns where a reader has a matrix before him."""
    # on paper a large one may not fit
    on_matrix = facts["matrix"] and facts["k"] <= (MOST if surface.format.paper else SHOWN_CLASSES)
    key = leaf.block if on_matrix or leaf.tag is None or leaf.block == "weight" else f"partial_{leaf.block}"
    value = "" if leaf.value is None else surface.number(leaf.value)
    return surface.say_made("step", "counts", key, symbol=_counted_symbol(leaf, facts, surface), value=value)


def _counted_symbol(leaf: Leaf, facts: dict[str, Any], surface: Surface) -> str:
    """The symbol of a count; the number of samples or of classes is the same for every class, and given with it."""
    if leaf.block not in ("n", "k") or leaf.block not in facts:
        return surface.math(leaf)
    return surface.inline(f"{surface.notation.show(leaf)} = {surface.one_line(Fraction(facts[leaf.block]))}")


# the definition in words


def _definition(step: Step, surface: Surface) -> str:
    """The metric, how it is averaged, and what the symbols of its formula stand for."""
    facts, say = step.facts, surface.messages
    doc = _doc(facts["metric"], facts["convention"], surface)
    said = [surface.say_made("step", "definition", facts["how"], doc=doc)]
    form = ("step", "definition", "form", f"{facts['metric']}_{facts['form']}")
    if facts["how"] != "combined" and say.has(*form):
        said.append(_prose(say.get(*form), surface))
    trees = [tree for formula in step.formulas for tree in (formula.left, *formula.members) if tree is not None]
    parts = [part for tree in trees for part in every_part(tree)]
    if symbols := _symbols(parts, facts["metric"], surface):
        said.append(surface.say_made("step", "definition", "stands", symbols=say.listing(symbols)))
    if facts["chosen"]:
        said.append(surface.say("data", "chosen", labels=facts["chosen"]))
    elif sums := {"pairs" if part.pairs else "sum" for part in parts if isinstance(part, Sum)}:
        letters = {"i": _letter(surface), "j": _letter(surface, second=True)}
        said += [surface.say_made("step", "definition", key, **letters) for key in sorted(sums)]
    return " ".join(said)


def _doc(metric: str, convention: str, surface: Surface) -> str:
    return _prose(description(metric_named(metric), convention, surface.messages)[0], surface)


def _prose(text: str, surface: Surface) -> str:
    return surface.format.escape(text) if surface.format.escape_prose else text


def _letter(surface: Surface, *, second: bool = False) -> str:
    symbols = surface.notation.symbols
    return surface.inline(symbols.style.letter(symbols.second_letter if second else symbols.letter))


def _symbols(parts: list[Expr], metric: str, surface: Surface) -> list[str]:
    """What the names in the formulas stand for: averages, and metrics of any class; the counts have a step."""
    found: dict[Head, str] = {}
    for part in parts:
        if isinstance(part, Named) and part.head not in found:
            found[part.head] = _symbol(part, metric, surface)
    any_class = {head.metric for head in found if head.title and head.tag == ANY}
    return [text for head, text in found.items() if text and (head.tag == ANY or head.metric not in any_class)]


def _symbol(part: Named, metric: str, surface: Surface) -> str:
    """What a name stands for; empty where the title says it, or where it speaks of one class."""
    head, escape, made = part.head, surface.format.escape, {}
    of_any_class = head.tag is not None and head.tag.position is None
    key = "symbol_of_class" if of_any_class else "symbol"
    if head.title:  # a part that the definition gives a name
        made["what"] = escape(part_title(head, metric, surface.messages))
    elif head.average is not None:
        if head.mark == "averages":
            return ""
        key, made["what"] = "symbol", quantity(surface, head.metric, average=head.average)
    elif not of_any_class or head.tag is None or head.tag.bare or head.tag.rest:
        return ""
    else:
        made["what"] = escape(title_of_metric(head.metric, surface.messages))
        if head.metric != metric:
            doc = _doc(head.metric, metric_named(head.metric).standard.name, surface).rstrip(".")
            key, made["doc"] = "symbol_in_words", doc[:1].lower() + doc[1:]
    return surface.say_made("step", "definition", key, symbol=surface.math(part), i=_letter(surface), **made)


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
