"""A derivation as a page of every format, and as data for JSON: the question, the counts, the exact value, every step.

The format of the JSON is `derivation.schema.json`, published with the package, which says what each key holds. Exact
numbers are texts, for readers of JSON keep no more than 53 bits of a number.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics._writers import writer
from exactmetrics.derivation.derivation import Derivation, Derived
from exactmetrics.derivation.json_values import acted_data, label_data, value_data, without_value
from exactmetrics.derivation.look import Look
from exactmetrics.derivation.planning.cells import SHOWN_MATRIX
from exactmetrics.derivation.planning.facts import in_few_digits, title_facts
from exactmetrics.derivation.planning.page import Blank, Cell, CountTable, Formula, Page, Said, Step, kind_of
from exactmetrics.derivation.planning.tree import log_tree
from exactmetrics.derivation.planning.wide import Cut, Gap
from exactmetrics.derivation.telling import (
    data_blocks,
    derivation_blocks,
    paragraph,
    question_block,
    title_block,
    written,
)
from exactmetrics.derivation.writing.context import page_context, titled
from exactmetrics.derivation.writing.data import SHOWN_CLASSES, data_section, numbering
from exactmetrics.derivation.writing.matrix_tables import class_asked
from exactmetrics.derivation.writing.surface import Surface, surface_for
from exactmetrics.exact.values import Irrational, Number, Root, Symbolic, Undefined, root_data, value_text
from exactmetrics.expression import nodes
from exactmetrics.expression.evaluate import evaluate, walk
from exactmetrics.expression.nodes import Expr, Named, Num, Tag
from exactmetrics.matrix.blocks import BLOCKS, Blocks
from exactmetrics.matrix.label_sets import SampleBlocks

SCHEMA = "exactmetrics/derivation/2"
SMALL = ("significant", "sign", "degree")  # facts of a decimal that stay numbers


def derivation_page(derivation: Derived, name: str, *, data: bool) -> str:
    """The page in one format, of counts and of scores alike."""
    look, kind = derivation.look, derivation._kind
    surface: Surface = writer(kind, "surface")(derivation, name, look)
    surface.in_matrix = data  # without it there are no bold numbers and no totals to speak of
    section = writer(kind, "data")(derivation, surface) if data else None
    context = page_context(derivation.page, surface) | ({} if look.key else {"key": None})
    told = derivation_blocks(context)
    before = [*title_block(context["title"]), *question_block(context)]
    before += data_blocks(section, surface) if section else []
    if isinstance(derivation, Derivation):  # last: it names what the formulas used
        before += paragraph("numbering", numbering(surface, derivation.blocks))
    brief = bool(context["brief"])
    return written("derivation", [*before, *told], surface, look, title=context["title"], brief=brief)


def derivation_surface(derivation: Derivation, name: str, look: Look) -> Surface:
    """The surface of a format for a derivation from counts."""
    return surface_for(name, look, derivation.labels)


def counts_data(derivation: Derivation, surface: Surface) -> dict[str, Any]:
    """The data section, which may say of a class what the four counts are, and of many not what a step lists."""
    page, blocks = derivation.page, derivation.blocks
    tables = [step.table for step in page.steps if step.table is not None]
    listed = SHOWN_MATRIX < blocks.k <= SHOWN_CLASSES and any(len(table.rows) == blocks.k for table in tables)
    asked = None if page.blanks and blocks.k <= SHOWN_MATRIX else class_asked(page.named)  # of many its row is needed
    how = {"totals": not page.blanks, "listed": listed, "brief": derivation.look.detail == "brief"}
    section = data_section(surface, blocks, derivation.cells, asked, pages=[page], **how)
    surface.in_matrix = section["kind"] == "matrix"
    surface.four_told = asked is not None and surface.in_matrix
    return section


def derivation_title(derivation: Derivation, *, capital: bool = True) -> str:
    surface = surface_for("text", derivation.look, derivation.blocks.labels)
    return titled(title_facts(derivation.request), surface, capital=capital)  # the page takes long to make


def derivation_data(derivation: Derivation) -> dict[str, Any]:
    page, look, labels = derivation.page, derivation.look, derivation.blocks.labels
    surface = surface_for("text", look, labels)
    context = page_context(page, surface)
    writer = StepWriter(surface, surface_for("markdown", look, labels))
    found = value_data(page.value) | {"decimal": decimal_data(page.decimal) if page.decimal else None}
    if page.blanks:  # an exercise leaves its value to the key
        found = without_value(found)
    return {
        "schema": SCHEMA,
        "language": look.language,
        "detail": look.detail,
        "title": context["title"],
        "question": _question(derivation),
        "asked": context["question"]["text"] if context["question"] else None,
        "data": _counts(derivation),
        **found,
        "applied": [acted_data(acted) for acted in derivation.outcome.acted],
        "wide": page.wide,
        "result": _result(page, context, writer),
        "steps": [writer.step(at, *both) for at, both in enumerate(zip(page.steps, context["steps"], strict=True), 1)],
        "key": key_data(derivation),
        "notes": [
            {"kind": key, "text": text, "facts": writer.facts(facts)}
            for (key, facts), text in zip(page.notes, context["notes"], strict=True)
        ],
    }


def key_data(derivation: Derived) -> list[dict[str, str]] | None:
    """The key of an exercise, where it is asked for."""
    if derivation.look.detail != "scaffold" or not derivation.look.key:
        return None
    return [{"blank": letter, "answer": answer} for letter, answer in derivation.key]


def _result(page: Page, context: dict[str, Any], writer: StepWriter) -> dict[str, Any]:
    """What a page says of the value, or of what can be reported where there is none."""
    result, found = context["result"], page.ending
    said = [result["text"], context["meaning"]] if result["defined"] else [result["bold"], result["text"]]
    told = {remark["kind"]: remark["text"] for remark in result.get("remarks", ())}
    digits = None
    if found is not None and not page.blanks and not isinstance(page.value, Undefined):
        digits = in_few_digits(page.value, found.look.places)
    conventions = None
    if not result["defined"] and found is not None and found.choices:
        table = result["conventions"]
        pairs = zip(found.choices, table["rows"], strict=True)
        conventions = {
            "text": table["text"],
            "sum": None if found.total is None else writer.formula(found.total),
            "rows": [
                {
                    "undefined": choice.convention,
                    "text": row[0],
                    "value": None if isinstance(choice.value, Undefined) else value_text(choice.value),
                    "members": [writer.tree(e) for e in choice.members],
                }
                for choice, row in pairs
            ],
            "effects": table["effects"],
        }
    return {
        "left": writer.head(page.named),
        "text": " ".join(filter(None, said)),
        "shown": None if page.shown is None or isinstance(page.shown, Num) else writer.tree(page.shown),
        "decimal": None if digits is None else writer.tree(digits[1])["text"],
        "exact": None if digits is None else digits[0],
        **{kind: told.get(kind) for kind in ("check", "mistake")},
        "conventions": conventions,
        "more": context["more"]["entries"] if context["more"] else [],
    }


def _question(derivation: Derivation) -> dict[str, Any]:
    """What was asked, with everything that was left to the preset or the defaults."""
    asked = derivation.request
    weights: Any = asked.weights
    if not isinstance(weights, str):
        weights = [{"label": label_data(label), "weight": str(weight)} for label, weight in weights.items()]
    return {
        "metric": asked.name,
        "label": label_data(asked.label),
        "average": asked.average,
        "form": asked.bound.chosen.name,
        "convention": asked.bound.convention.name,
        "combine": asked.combine if asked.average else None,
        "parameters": {name: value_text(value) for name, value in asked.parameters.items()},
        "over": asked.over if isinstance(asked.over, str) else [label_data(label) for label in asked.over],
        "weights": weights if asked.is_weighted else None,
        "undefined": asked.policy.given.removeprefix("undefined=") if asked.policy.source == "option" else None,
        "preset": asked.preset.name if asked.preset else None,
    }


def _counts(derivation: Derivation) -> dict[str, Any]:
    blocks, cells = derivation.blocks, derivation.cells
    return {
        "labels": [label_data(label) for label in blocks.labels],
        "n": value_text(blocks.n),
        "partition": blocks.partition,
        "matrix": None if cells is None else [[value_text(c) for c in row] for row in cells],
        "counts": {name: [value_text(count) for count in getattr(blocks, name)] for name in BLOCKS},
        "notes": [str(note) for note in blocks.notes],
    } | ({} if blocks.of == "classes" else {"of": blocks.of, **_samples(blocks)})


def _samples(blocks: Blocks) -> dict[str, Any]:
    """The samples of a page about them: their labels, and how many there are with these, or their weight."""
    if not isinstance(blocks, SampleBlocks):
        return {}
    weights = list(map(value_text, blocks.times))
    if not blocks.sets:
        return {"samples": {"weights": weights}}
    sides = [[[label_data(label) for label in pair[side].names] for pair in blocks.sets] for side in (0, 1)]
    return {"samples": {"true": sides[0], "predicted": sides[1], "weights": weights}}


class StepWriter:
    """Writes steps with formulas as plain text, as LaTeX and as trees; their sentences come written."""

    def __init__(self, text: Surface, latex: Surface) -> None:
        self._text, self._latex = text, latex

    def step(self, number: int, step: Step, said: dict[str, Any]) -> dict[str, Any]:
        """A step with its number, title and sentence as `said`."""
        return {
            "number": number,
            "kind": kind_of(step.kind),
            "sentence": step.kind,
            "title": said["title"],
            "text": said["text"],
            "symbols": {"intro": said.get("intro", ""), "items": [*said.get("terms", ()), *said.get("items", ())]},
            "table": None if step.table is None else self._table(step.table),
            "groups": [
                {"text": " ".join(map(self._text.said, sentences)), "formulas": list(map(self.formula, formulas))}
                for sentences, formulas in step.groups()
            ],
            "after": said["after"],
            "facts": self.facts(step.facts),
            "told": None if step.told is None else self.facts(step.told),
        }

    def tree(self, e: Expr) -> dict[str, Any]:
        return self._shown(e) | {"tree": _tree(e)}

    def head(self, e: Expr) -> dict[str, Any]:
        """The name on the left of a chain: a metric is not written out again."""
        return self._shown(e) | {"tree": _head(e) if isinstance(e, Named) else _tree(e)}

    def facts(self, facts: dict[str, Any]) -> dict[str, Any]:
        return {name: self._fact(value) for name, value in facts.items()}

    def _fact(self, value: Any) -> Any:
        if isinstance(value, Expr):
            return self.head(value)
        if isinstance(value, list) and any(isinstance(v, Said) for v in value):  # clauses, which a sentence joins
            return self._text.fact(value)
        if isinstance(value, (list, tuple)):
            return [self._fact(v) for v in value]
        if isinstance(value, dict):
            return self.facts(value)
        if isinstance(value, Said):
            return self._text.said(value)
        if isinstance(value, (int, Fraction, Root, Symbolic)) and not isinstance(value, bool):
            return value_text(value)
        return label_data(value)

    def _shown(self, e: Expr) -> dict[str, Any]:
        return {"text": self._text.notation.show(e), "latex": self._latex.notation.show(e)}

    def formula(self, formula: Formula) -> dict[str, Any]:
        values, shown = _values(formula), None
        members = zip(formula.members, values or [None] * len(formula.members), strict=True)
        if formula.shown is not None:  # what a page shows of a member; None where it shows the whole
            pairs = zip(formula.members, formula.shown, strict=True)
            shown = [None if short is e else self.tree(short) for e, short in pairs]
        return {
            "left": None if formula.left is None else self.head(formula.left),
            "relation": "=",
            "numeric": values is not None,
            "members": [self.tree(e) | {"value": value} for e, value in members],
            "shown": shown,
        }

    def _table(self, table: CountTable) -> dict[str, Any]:
        rows = [
            {
                "label": label_data(label),
                "position": position,
                "cells": [_cell(cell) for cell in cells],
                "scores": [
                    None
                    if not score.chains[at].members
                    else {"chain": self.formula(score.chains[at]), "convention": position in score.marked}
                    for score in table.scores
                ],
            }
            for at, (label, position, cells) in enumerate(table.rows)
        ]
        return {
            "columns": [self._column(column) for column in table.columns],
            "scores": [self._column(score.head) for score in table.scores],
            "rows": rows,
            "left_out": table.left_out,
            "total": None if table.total is None else _cell(Cell((), table.total))["value"],
        }

    def _column(self, head: Expr | Said) -> dict[str, Any]:
        """The head of a column: a symbol, or words."""
        return {"words": self._text.said(head)} if isinstance(head, Said) else self.head(head)


def _values(formula: Formula) -> list[str | None] | None:
    """The exact value of each member of a chain of numbers; None where they are names, or 0/0."""
    if not formula.numeric:
        return None
    try:
        values: list[str | None] = [value_text(evaluate(e)) for e in formula.members]
    except ZeroDivisionError:
        return None  # the score of a class that a policy speaks for
    # the members of a chain are equal, so that in one with a blank no value is told
    blank = any(isinstance(part, Blank) for e in formula.members for part in walk(e))
    return [None] * len(values) if blank else values


def _cell(cell: Cell) -> dict[str, Any]:
    blank = cell.value.letter if isinstance(cell.value, Blank) else None
    value = None if isinstance(cell.value, Blank) else value_text(cell.value)
    return {"parts": [value_text(part) for part in cell.parts], "value": value, "blank": blank}


def _tree(e: Expr) -> dict[str, Any]:
    match e:
        case Blank():
            return {"node": "blank", "letter": e.letter}
        case Num(Irrational() as value) if not isinstance(value, (Root, Symbolic)):
            return _tree(log_tree(value))
        case Num(value) | nodes.Literal(_, value):
            return {"node": "number", **_number(value)}
        case nodes.Leaf(block, tag, count):
            return {"node": "count", "name": block, "of": _class(tag), "value": _text(count)}
        case Named():
            return _head(e) | {"body": _tree(e.body)}
        case nodes.Neg(arg):
            return {"node": "negative", "of": _tree(arg)}
        case nodes.Add(terms):
            return {"node": "sum", "terms": [_tree(t) for t in terms]}
        case nodes.Sum(body, terms, left_out, whole, pairs, _, but):  # or a product, or the largest
            made = {"of": _tree(body), "terms": [_tree(t) for t in terms], "left_out": [_tree(t) for t in left_out]}
            return (
                {"node": f"{e.joined}_over_classes", **made, "whole": whole}
                | ({"pairs": pairs == "different" or pairs} if pairs else {})
                | ({} if but is None else {"others_than": _class(but)})
            )
        case nodes.Mul(factors):
            return {"node": "product", "factors": [_tree(f) for f in factors]}
        case nodes.Div(num, den):
            return {"node": "quotient", "numerator": _tree(num), "denominator": _tree(den)}
        case nodes.Pow(base, exponent):
            return {"node": "power", "base": _tree(base), "exponent": exponent}
        case nodes.Sqrt(arg, degree):
            return {"node": "root", "of": _tree(arg)} | ({} if degree == 2 else {"degree": degree or "classes"})
        case nodes.Pi():
            return {"node": "pi"}
        case nodes.Log(arg, base):
            return {"node": "logarithm", "of": _tree(arg), "base": base}
        case nodes.Max(args) | nodes.Min(args):
            return {"node": "largest" if isinstance(e, nodes.Max) else "smallest", "of": [_tree(a) for a in args]}
        case nodes.Abs(arg):
            return {"node": "absolute", "of": _tree(arg)}
        case nodes.Function(name, arg):
            return {"node": "function", "name": name, "of": _tree(arg)}
        case Gap(count):
            return {"node": "left_out", "terms": count}
        case Cut(first, count, last):
            return {"node": "cut_number", "first": first, "left_out": count, "last": last}
    raise TypeError(f"no JSON for {type(e).__name__}")


def _head(e: Named) -> dict[str, Any]:
    """A metric by its name alone: of a class or averaged, under a convention, and the policy that acted on it."""
    head, applied = e.head, e.applied
    where = {"of": _class(head.tag), "average": head.average, "mark": head.mark}
    acted = None if applied is None else {"value": _text(applied.value), "policy": applied.why}
    return {"node": "metric", "name": head.metric, **where, "applied": acted, "body": None}


def _number(value: Number) -> dict[str, Any]:
    """An exact number: a fraction as text, a root by its data, a sum of roots by its terms."""
    if isinstance(value, Fraction):
        return {"value": value_text(value)}
    if isinstance(value, Root):
        return {"value": value_text(value), **root_data(value)}
    assert isinstance(value, Symbolic)
    roots = list(map(root_data, value.roots))
    return {"value": value_text(value), "rational": value_text(value.rational), "roots": roots}


def _class(tag: Tag | None) -> dict[str, Any] | None:
    """The class a count or a metric speaks of; its position is null for any class of a sum."""
    if tag is None:
        return None
    made = {"position": tag.position, "label": label_data(tag.label), "rest": tag.rest}
    if tag.other is None:
        return made
    second = {"second": True} if tag.second else {}  # else a cell of any two classes would be like its mirror image
    return made | {"predicted": _class(tag.other)} | second


def _text(value: Fraction | None) -> str | None:
    return None if value is None else value_text(value)


def decimal_data(facts: dict[str, Any]) -> dict[str, Any]:
    kept = (str, type(None))
    return {k: v if k in SMALL or isinstance(v, kept) else value_text(v) for k, v in facts.items()}
