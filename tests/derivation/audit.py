"""A finished derivation judged as a whole: every number on the page against the value it must have."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from exactmetrics.api import Measured
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.planning.page import CountTable, Step
from exactmetrics.derivation.writing.matrix_tables import MOST
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Named
from tests.derivation.documents import Document, Section, Table, take_apart
from tests.derivation.rereading import (
    Chain,
    FaultError,
    chains_of,
    check_equal,
    check_numeric,
    check_without_value,
    exact,
)
from tests.derivation.sentences import check_decimal, check_inline, check_sentence, check_squares
from tests.expression.chains import read_chain

WITHOUT_VALUE = ("undefined_counted", "undefined_omit", "undefined_propagate", "undefined_infinite")


def rendered(derivation: Derivation, surface: str) -> str:
    """The finished document of one surface."""
    return derivation.to(surface)


def audit(derivation: Derivation, measured: Measured, value: Any, surface: str, **options: Any) -> tuple[int, Document]:
    """Everything numeric in a finished document holds; how many members were read back, and the document.

    `value` is what the metric is known to be, `options` how the derivation was asked for.
    """
    page = rendered(derivation, surface)
    if surface == "text" and "\\" in page:
        raise FaultError("a command of TeX in plain text")
    document = take_apart(page, surface)
    if len(document.steps) != len(derivation.steps):
        raise FaultError(f"{len(derivation.steps)} steps, {len(document.steps)} on the page")
    check_data(document.data, measured)
    count = 0
    for number, (section, step) in enumerate(zip(document.steps, derivation.steps, strict=True), 1):
        if section.number != number:
            raise FaultError(f"step {number} is numbered {section.number}")
        count += check_step(section, step, derivation, measured, value, options)
    check_result(document, value, derivation)
    return count, document


def check_step(
    section: Section, step: Step, derivation: Derivation, measured: Measured, value: Any, options: Mapping[str, Any]
) -> int:
    """The sentences, the table and the formulas of one step."""
    for sentence in [section.title, *section.sentences]:
        check_sentence(sentence)
        check_inline(sentence)
    if (step.table is not None) != bool(section.tables):
        raise FaultError(f"the table of step {section.number} is not on the page")
    count = 0
    if step.table is not None:
        for table in section.tables:
            count += check_counts(table, step.table, measured, options)
    if step.kind == "definition":
        return count
    chains = chains_of(section.rows)
    shown = [f for f in step.formulas if f.members]  # an average over no class has nothing to show
    if len(chains) != len(shown):
        raise FaultError(f"{len(shown)} formulas in step {section.number}, {len(chains)} on the page")
    for chain, formula in zip(chains, shown, strict=True):
        if step.kind in WITHOUT_VALUE:
            count += check_equal(chain, 0)  # the denominator
        else:
            main = formula.left is derivation.page.named
            count += check_equal(chain, value if main else part_value(formula.left, measured, options))
    return count


def part_value(part: Any, measured: Measured, options: Mapping[str, Any]) -> Any:
    """What a part is known to be: asked for by itself, where it can be."""
    assert isinstance(part, Named)
    own, head = evaluate(part), part.head
    if head.title or head.mark is not None or (head.tag is not None and (head.tag.rest or head.tag.position is None)):
        return own
    shared = {k: v for k, v in options.items() if k in ("undefined", "preset")}
    if head.average is not None:
        shared |= {k: v for k, v in options.items() if k in ("over", "weights")}
    which = {"average": head.average} if head.average else {"label": head.tag.label} if head.tag else {}
    more = {k: v for k, v in options.items() if k == head.metric == "fbeta"} | (
        {"beta": options["beta"]} if head.metric == "fbeta" else {}
    )
    asked = measured.value(head.metric, **which, **shared, **more)
    if asked != own:
        raise FaultError(f"{head} is {own} in the derivation and {asked} by itself")
    return asked


def check_counts(table: Table, told: CountTable, measured: Measured, options: Mapping[str, Any]) -> int:
    """The table that names the counts: sums of cells, counts of the class, the class's own value."""
    width = 1 + len(told.blocks) + bool(told.scores)
    if len(table) != len(told.rows) + 1 or any(len(row) != width for row in table):
        raise FaultError(f"{len(table)} rows of {len(table[0])} columns, not {len(told.rows) + 1} of {width}")
    parts = measured._blocks
    count = 0
    for row, (label, _, _) in zip(table[1:], told.rows, strict=True):
        for block, cell in zip(told.blocks, row[1:], strict=False):
            values = check_numeric(cell)
            known = _weight(label, options) if block == "weight" else getattr(parts, block)[parts.position(label)]
            if values[-1] != known:
                raise FaultError(f"{block} of {label!r} is {known}, not {cell}")
            count += len(values)
        if told.scores:
            count += _check_score(row[-1], told, label, measured, options)
    return count


def _weight(label: Any, options: Mapping[str, Any]) -> Fraction:
    weights = options.get("weights")
    assert isinstance(weights, Mapping)
    return Fraction(weights.get(label, 0))


def _check_score(cell: str, told: CountTable, label: Any, measured: Measured, options: Mapping[str, Any]) -> int:
    assert isinstance(told.score, Named)
    metric = told.score.head.metric
    more = {k: v for k, v in options.items() if k in ("convention", "beta") and metric == "fbeta"}
    known = measured.value(metric, label=label, **more)
    if isinstance(known, Undefined):
        check_without_value(Chain(metric, [cell], [chains_of([f"x = {cell.strip('$')}"])[0].trees[0]]))
        return 1
    values = check_numeric(cell)
    if values[-1] != known:
        raise FaultError(f"{metric} of {label!r} is {known}, not {cell}")
    return len(values)


def check_data(section: Section, measured: Measured) -> None:
    """The matrix with its margins, or the counts of every class, and how missing ones were found."""
    blocks, cells = measured._blocks, measured._cells()
    if cells is not None and blocks.k <= MOST:
        [table] = section.tables
        expected = [[*row, sum(row)] for row in cells]
        expected.append([sum(column) for column in zip(*expected, strict=True)])
        for row, known in zip(table[1:], expected, strict=True):
            found = [count_in(cell) for cell in row[1:]]
            if found != [Fraction(x) for x in known]:
                raise FaultError(f"the data has {row}, not {known}")
        return
    for table in section.tables:
        check_counts_of_classes(table, measured)
    for row in section.rows:
        check_deduction(row)


HEADS = {"samples": "support", "predicted samples": "predicted", "TP": "tp", "FN": "fn", "FP": "fp", "TN": "tn"}


def check_counts_of_classes(table: Table, measured: Measured) -> None:
    """Given counts and found ones are those of their class, and where a cell shows how, that is equal to it."""
    blocks = measured._blocks
    if table[0][0] != "class":  # what the four counts are
        return
    heads = [head.partition(" = ")[0] for head in table[0][1:]]
    for row, at in zip(table[1:], range(blocks.k), strict=True):
        for head, cell in zip(heads, row[1:], strict=True):
            if not cell:
                continue
            known = blocks.n - blocks.support[at] if head == "other samples" else getattr(blocks, HEADS[head])[at]
            if set(check_numeric(cell)) != {Fraction(known)}:
                raise FaultError(f"{head} of {blocks.labels[at]!r} is {known}, not {cell}")


def count_in(cell: str) -> Fraction:
    """The count in a cell, which may be set off and stand after the letters of what it is."""
    bare = re.sub(r"^[TF][PN] = ", "", cell)
    return Fraction(bare.replace(r"\textbf", "").strip("*{}[]"))


def check_deduction(row: str) -> None:
    """The numbers of name = numbers = value, and of a chain of numbers only, are equal."""
    values = [exact(m.tree) for m in read_chain(row).members if m.tree is not None]
    if not values or len(set(values)) != 1:
        raise FaultError(f"{values} are not equal in {row}")


def check_result(document: Document, value: Any, derivation: Derivation) -> None:
    """The boxed value, its decimal, the proof of its digits; or why there is none."""
    result = document.result
    if isinstance(value, Undefined):
        if result.rows or document.decimal or "undefined" not in result.text:
            raise FaultError(f"undefined, but the page says {result}")
        return
    box, *squares = result.rows
    [chain] = chains_of([box])
    check_equal(chain, value)
    if len(chain.trees) != 1:
        raise FaultError(f"one value in the box: {box}")
    check_decimal(document.decimal, value)
    if squares:
        check_squares(squares, result.text, value)
    elif derivation.page.decimal["kind"] == "root":
        raise FaultError("no proof of the digits of a root")
