"""The printed definition is the metric, in our symbols and in those of a source: with numbers in it is the value."""

from __future__ import annotations

import re
from dataclasses import replace
from zlib import crc32

import pytest

from exactmetrics.derivation.look import profile_names
from exactmetrics.derivation.writing.surface import surface_for
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.nodes import ANY
from exactmetrics.metrics.registry import all_metrics
from tests.cases import each, size
from tests.contracts.questions import questions_of
from tests.derivation.definitions import number_text, symbols_of, values_of, written_out
from tests.derivation.documents import take_apart
from tests.derivation.questions import BIRDS, Case, matrix

LOPSIDED = [[7, 1, 3, 2], [2, 4, 3, 1], [2, 5, 9, 1], [3, 1, 4, 8]]  # FP unlike FN in every class
TWO = [[4, 2], [1, 2]]
PROFILES = profile_names()


def check(case: Case, surface: str) -> int:
    derivation = case.derivation
    names = [rf"\text{{class {label}}}" for label in case.measured.labels]
    symbols = {as_html_is_read(symbol): number for symbol, number in symbols_of(derivation).items()}
    of_classes = class_symbols(case) if "micro" in case.options.values() else {}
    definition = take_apart(derivation.to(surface), surface).steps[0]
    rows, left = 0, ""
    for written in (part.strip() for row in definition.rows for part in row.split(r"\qquad")):
        written = as_html_is_read(written)
        row = f"{left} {written}" if written.startswith("= ") else written  # it goes on where the last one ended
        left = row.partition(" = ")[0]
        if left in of_classes:  # the formula of one class, where every class has a value
            symbols |= of_classes[left]
            if not of_classes[left]:
                continue
        for values in values_of(row, symbols, names):
            assert len(set(map(str, values))) == 1, f"{case}: {row} has {list(map(str, values))}"
            rows += 1
    return rows


def as_html_is_read(row: str) -> str:
    """Words below a symbol are text, and what is below it is read before its power."""
    below = r"_(?:\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|\w)"
    row = re.sub(rf"(\\(?:chi|phi))\^2 ?({below})", r"\1 \2^2", row).replace("d'", "d′")
    return re.sub(below, lambda found: found[0].replace(r"\mathrm{", r"\text{"), row)


def class_symbols(case: Case) -> dict[str, dict[str, str]]:
    """By the symbol of the metric of any class: those of the classes, and their values; none where one is undefined."""
    options = {k: v for k, v in case.options.items() if k not in ("average", "combine", "over", "weights")}
    found: dict[str, str] = {}
    any_class = notation = None
    for label in case.measured.labels:
        one = case.measured.derive(case.metric, label=label, **options)
        notation = surface_for("markdown", one.look, one.blocks.labels).notation
        any_class = replace(one.page.named, head=replace(one.page.named.head, tag=ANY))
        if isinstance(one.value, Undefined):
            return {as_html_is_read(notation.show(any_class)): {}}
        found |= {as_html_is_read(notation.show(one.page.named)): number_text(one.value)}
    assert notation is not None
    assert any_class is not None
    return {as_html_is_read(notation.show(any_class)): found}


@each(
    ("rows", "surface"),
    [(BIRDS, "html"), (LOPSIDED, "markdown"), (TWO, "markdown"), (TWO, "html"), (BIRDS, "markdown")],
    ids=str,
)
def test_every_definition_gives_the_value(rows: list[list[int]], surface: str) -> None:
    # A sum over the classes other than one is read by the other tests, in the numbers that are put in.
    of_cells = {m.name for m in all_metrics() if m.scope == "class" and m.partition}
    asked = [q for q in questions_of(rows) if q.metric not in of_cells]
    asked = [q for q in asked if crc32(f"{q} {rows} {surface}".encode()) % size(80, 2) == 0]
    assert sum(check(Case(matrix(rows), q.metric, q.named(), rows), surface) for q in asked) >= len(asked) > 2


def test_sums_are_written_out() -> None:
    row = r"P = \frac{1}{n} \sum_i \frac{\mathrm{TP}_i}{c_i} + \left( \sum_i s_i \right)"
    assert written_out(row, "ab") == (
        r"P = \frac{1}{n} (\frac{\mathrm{TP}_a}{c_a} + \frac{\mathrm{TP}_b}{c_b}) + \left( (s_a + s_b) \right)"
    )


# Profiles change the symbols of a derivation and nothing else.


@each("profile", PROFILES)
def test_the_numbers_are_those_of_the_default(profile: str) -> None:
    assert PROFILES == ["000", "001", "002", "003", "004"]  # every source has one
    pages = (matrix(BIRDS).derive("f1", average="weighted", profile=own).to_markdown() for own in (profile, None))
    numbers, plain = map(_numbers, pages)
    assert numbers == plain


def _numbers(page: str) -> list[list[str]]:
    """The numbers on the right of every row after the definition that is of numbers; symbols may hold some too."""
    rows = [row.partition(" = ")[2] for step in take_apart(page, "markdown").steps[1:] for row in step.rows]
    return [re.findall(r"\d+", row) for row in rows if "_" not in row]


def test_no_such_profile() -> None:
    with pytest.raises(UsageError, match="no profile"):
        matrix(BIRDS).derive("recall", label="a", profile="../000").to_text()


@each("profile", [p for p in PROFILES if p != "000"])  # 000 writes a count as a sum over cells
def test_definitions_hold_in_the_symbols_of_a_source(profile: str) -> None:
    checked = 0
    for metric, average in (("precision", "macro"), ("recall", "weighted"), ("f1", "macro"), ("npv", "weighted")):
        derivation = matrix(BIRDS).derive(metric, average=average, profile=profile)
        used = surface_for("markdown", derivation.look, derivation.blocks.labels).notation.symbols
        for row in take_apart(derivation.to_markdown(), "markdown").steps[0].rows:
            for values in values_of(row, symbols_of(derivation), used.indices, used.letter):
                assert len(set(map(str, values))) == 1, f"{metric} {average}: {row}"
                checked += 1
    assert checked >= 4
