"""From a page to what a template places: every formula, name and sentence written for one surface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exactmetrics._writers import writer
from exactmetrics.derivation.notation.breaking import in_rows, width
from exactmetrics.derivation.planning.page import Cell, CountTable, Formula, Page, Said, Score, Step, Told
from exactmetrics.derivation.writing.brief import paragraph
from exactmetrics.derivation.writing.data import left_out
from exactmetrics.derivation.writing.definition import definition, reading, reason_of_part, symbol_list
from exactmetrics.derivation.writing.matrix_tables import SIZES
from exactmetrics.derivation.writing.meaning import meaning
from exactmetrics.derivation.writing.more import more_context
from exactmetrics.derivation.writing.names import part_title, quantity
from exactmetrics.derivation.writing.remarks import question
from exactmetrics.derivation.writing.result import key_context, result_context
from exactmetrics.derivation.writing.surface import Surface, Written, capital, seen
from exactmetrics.exact.values import Undefined, value_text
from exactmetrics.expression.nodes import Expr, Leaf, Named

GAP = 4  # digits between two formulas in one row
HEAD = 13  # digits of a symbol and its formula that stand in the head of a column
MARGIN = 8  # characters that a table is set off by, and of the name of a class
LONG_TABLE = 30  # rows; a longer table does not fit a page of paper


def page_context(page: Page, surface: Surface) -> dict[str, Any]:
    """The derivation itself, without its data section."""
    if page.writer != Page.writer:
        made: dict[str, Any] = writer(page.writer, "context")(page, surface)
        return made
    return assembled(
        page,
        surface,
        [step_context(step, surface, page) for step in page.steps],
        title=title_of(page, surface),
        question=None if is_brief(page) else question(page, surface),
        result=result_context(page, surface),
        meaning=meaning(page, surface),
        notes=[surface.say("note", key, **facts) for key, facts in page.notes],
    )


def assembled(
    page: Page, surface: Surface, steps: list[dict[str, Any]], *, title: str, question: Any, result: dict[str, Any],
    meaning: str, notes: list[str],
) -> dict[str, Any]:  # fmt: skip
    """What a template places, of the parts of a page that are written already."""
    say, brief = surface.messages, is_brief(page)
    for number, step in enumerate(steps, 1):
        step["number"] = 0 if brief else number
    return {
        "title": title,
        "question": question,
        "brief": {"meaning": meaning} if brief else None,
        "steps": steps,
        "head": surface.notation.show(page.named),
        "result": result,
        "meaning": "" if brief else meaning,
        "more": more_context(page, surface),
        "notes": notes,
        "note_title": say.get("note", "title"),
        "exercise": say.get("scaffold", "intro") if page.blanks else without_blanks(page, surface),
        "key": key_context(page, surface),
    }


def without_blanks(page: Page, surface: Surface) -> str:
    """Why an exercise has no blanks; empty where none was asked for."""
    asked = page.ending is not None and page.ending.look.detail == "scaffold" and isinstance(page.value, Undefined)
    return surface.messages.get("scaffold", "nothing") if asked else ""


def is_brief(page: Page) -> bool:
    """Whether a page is one for a slide."""
    return bool(page.steps and page.steps[0].facts.get("brief"))


def title_of(page: Told, surface: Surface) -> str:
    """The title; a page inside another has none of its own."""
    return titled(page.title, surface) if page.title else ""


def titled(t: dict[str, Any], surface: Surface, *, capital: bool = True) -> str:
    """What is derived, of which class or averaged how, under which convention; small inside a sentence."""
    out = quantity(surface, t["metric"], average=t["average"], label=t["label"], combined=bool(t["combine"]))
    out = out[:1].upper() + out[1:] if capital else out
    extra = [surface.say("title", "parameter", name=n, value=str(v)) for n, v in t["parameters"].items()]
    if t["convention"]:
        extra.append(surface.say("title", "convention", convention=t["convention"]))
    return surface.say_made("title", "with", title=out, extra=surface.messages.row(extra)) if extra else out


def step_context(step: Step, surface: Surface, page: Told) -> dict[str, Any]:
    """A step as its template takes it, without its number."""
    text, after = [surface.said(said) for said in step.said], [surface.said(said) for said in step.after]
    if step.facts.get("brief"):
        text.insert(0, paragraph(step, surface, page))
    elif step.kind == "definition":
        text.insert(0, definition(step, surface))
        after += reading(step, surface, page)
    if step.table is not None and step.table.left_out:
        shown = len(step.table.rows)
        after.insert(0, left_out(surface, shown, shown + step.table.left_out))
    if step.kind == "part":
        text.insert(0, reason_of_part(step, surface, page))
    symbols = {"items": [], "terms": []} if step.facts.get("brief") else symbol_list(step, surface, page)
    if len(symbols["terms"]) == 1:
        text.append(symbols["terms"].pop())
    return {
        "kind": step.kind,
        "title": _title(step, surface, page),
        "text": " ".join(filter(None, text)),
        **symbols,
        "groups": formula_groups(step, surface),
        "table": None if step.table is None else _table(step.table, surface, page),
        "after": " ".join(after),
    }


def _title(step: Step, surface: Surface, page: Told) -> str:
    """The title of a step; that of a part is its name."""
    facts = dict(step.facts)
    for place in ("part", "metric"):
        if isinstance(facts.get(place), Named) and facts[place] is not page.named:
            facts[place] = Written(_called(facts[place], surface, page))
    if "metrics" in facts:
        facts["metrics"] = Written(
            surface.messages.listing([_called(part, surface, page) for part in facts["metrics"]])
        )
    return capital(surface.say("step", step.kind, "title", **facts))


def _called(part: Named, surface: Surface, page: Told) -> str:
    """What a part is called in words."""
    head = part.head
    if head.is_part:
        return surface.format.escape(part_title(head.metric, str(page.title.get("metric", "")), surface.messages))
    label = head.tag.label if head.tag is not None and head.tag.position is not None else None
    rest = head.tag is not None and head.tag.rest
    return quantity(surface, head.metric, average=head.average, label=label, rest=rest)


def formula_groups(step: Step, surface: Surface) -> list[dict[str, Any]]:
    """The formulas in groups, each of them set as one block."""
    groups: list[dict[str, Any]] = []
    beside = step.kind in ("definition", "definitions") and bool(surface.format.beside)
    for said, formulas in step.groups():
        chains = [(one, chain) for one in formulas if (chain := surface.chain(one))["rows"]]
        if chains:
            set_out = _beside(chains, surface) if beside else [chain for _, chain in chains]
            group = surface.group(" ".join(map(surface.said, said)), [chain for _, chain in chains])
            groups.append(group | {"formulas": set_out})
    return groups


def _width(formula: Formula, surface: Surface) -> float:
    return sum(surface.width(e) + 3 for e in (formula.left, *formula.members) if e is not None)


def _beside(chains: list[tuple[Formula, dict[str, Any]]], surface: Surface) -> list[dict[str, Any]]:
    """Formulas of one row each, side by side in rows as full as they may be."""
    if len(chains) < 2 or any(len(chain["rows"]) != 1 for _, chain in chains):
        return [chain for _, chain in chains]
    texts = [f"{chain['left']} {surface.finished(chain['relation'])} {chain['rows'][0]}" for _, chain in chains]
    rows = in_rows((_width(formula, surface) + GAP for formula, _ in chains), surface.format.width)
    joined = [surface.format.beside.join(texts[at] for at in row) for row in rows]
    return [{"left": "", "above": False, "relation": "=", "rows": [row], "lines": [], "again": []} for row in joined]


# the table of counts


def _table(table: CountTable, surface: Surface, page: Told) -> dict[str, Any]:
    word = surface.messages.get("words", "class")
    rows: list[dict[str, Any]] = [
        {"label": surface.name(label), "cells": _cells(table, at, cells, surface)}
        for at, (label, _, cells) in enumerate(table.rows)
    ]
    weight = "support" if page.title.get("average") == "weighted" else ""
    columns = _heads(table, surface, page, weight, [row["cells"] for row in rows])
    sides = ["right"] * len(table.columns) + ["left"] * len(table.scores)
    if table.total is not None:  # the terms of a sum
        columns, sides = _values_first(table, columns), _values_first(table, sides)
        for row in rows:
            row["cells"] = _values_first(table, row["cells"])
        total = _count(Cell((), table.total), surface)
        rows.append({"label": surface.messages.get("words", "sum"), "cells": [""] * (len(columns) - 1) + [total]})
    if table.sums:
        cells = [*map(value_text, table.sums), *[""] * len(table.scores)]
        rows.append({"label": surface.messages.get("words", "total"), "cells": cells})
    lines = surface.lines(
        [word, *columns],
        [[row["label"], *row["cells"]] for row in rows],
        rule_before=None if len(rows) == len(table.rows) else len(table.rows),
    )
    return {
        "class_word": word,
        "columns": columns,
        "sides": sides,
        "rows": rows,
        "lines": lines,
        "long": len(rows) > LONG_TABLE,
        "size": _size(rows, surface),
    }


def _size(rows: Sequence[Mapping[str, Any]], surface: Surface) -> str:
    """The type in which the rows of a table fit a page of paper."""
    if not surface.format.paper:
        return "normal"
    columns = zip(*([row["label"], *row["cells"]] for row in rows), strict=True)
    wide = sum(max(map(seen, column)) + 2 for column in columns)
    return next((size for size, (scale, _) in SIZES.items() if wide * scale <= 100 * surface.format.room), "smallest")


def _heads(table: CountTable, surface: Surface, page: Told, weight: str, rows: list[list[str]]) -> list[str]:
    """The heads of the columns; without words, then without formulas, where these would make a table too wide."""
    heads: list[str] = []
    for words, formulas in ((True, True), (False, True), (False, False)):
        heads = [_count_head(column, surface, weight, words) for column in table.columns]
        heads += [_score_head(score, surface, page, words, formulas) for score in table.scores]
        wide = [max(map(seen, column)) + 2 for column in zip(heads, *rows, strict=True)]
        if sum(wide) + MARGIN <= surface.format.width or not (surface.format.paper or not surface.format.formulas):
            break
    return heads


def _values_first(table: CountTable, cells: list[str]) -> list[str]:
    at = len(table.columns)
    return cells[at:] + cells[:at]


def _count_head(column: Expr | Said, surface: Surface, weight: str, words: bool) -> str:
    """A word before the symbol of a count: "correct TP_i"; the counts that weigh the values are called weights."""
    if isinstance(column, Said):
        return surface.said(column)
    block = column.block if isinstance(column, Leaf) else ""
    path = ("step", "counts", f"column_{'weight' if block == weight else block}")
    word, symbol = surface.messages.get(*path) if words and surface.messages.has(*path) else "", surface.math(column)
    return f"{word} {symbol}" if word else symbol


def _score_head(score: Score, surface: Surface, page: Told, words: bool, formulas: bool) -> str:
    """The name of a metric, its symbol, and where that is short what it is equal to."""
    if isinstance(score.head, Said):
        return surface.said(score.head)
    assert isinstance(score.head, Named)
    word = "" if surface.in_words or not words else f"{_called(score.head, surface, page)} "
    show = surface.inline_notation.show
    formula: list[Expr] = [score.head]
    size = surface.width if surface.in_words else width
    if formulas and score.body is not None and size(score.head) + size(score.body) <= HEAD:
        formula.append(score.body)
    return f"{word}{surface.inline(' = '.join(map(show, formula)))}"


def _cells(table: CountTable, at: int, cells: list[Cell], surface: Surface) -> list[str]:
    """A row without the name of its class: the counts, and what the class's values are equal to."""
    row, position = [_count(cell, surface) for cell in cells], table.rows[at][1]
    return row + [_value(score.chains[at], position in score.marked, surface) for score in table.scores]


def _value(chain: Formula, marked: bool, surface: Surface) -> str:
    """The value of a class, marked where a convention gives it; a word where it is undefined."""
    if not chain.members:
        return surface.messages.get("words", "undefined")
    shown, mark = " = ".join(map(surface.inline_notation.show, chain.members)), surface.format.mark if marked else ""
    return surface.inline(shown + mark) if mark.startswith("^") else surface.inline(shown) + mark


def _count(cell: Cell, surface: Surface) -> str:
    blank = isinstance(cell.value, Expr)
    value = surface.notation.show(cell.value) if blank else value_text(cell.value)
    if cell.parts:
        return surface.inline(f"{' + '.join(map(str, cell.parts))} = {value}")
    return surface.inline(value) if blank else value
