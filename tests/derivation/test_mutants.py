"""A page with one digit changed is never accepted: the reader of these tests can see every fault it is there to see."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from random import Random
from typing import Any
from zlib import crc32

import pytest

from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.planning.page import CountTable, Step
from exactmetrics.derivation.writing.surface import surface_for
from exactmetrics.exact.constants import WithPi
from exactmetrics.exact.errors import ReadingError, UsageError
from exactmetrics.exact.functions import FunctionSum
from exactmetrics.exact.logs import Logarithmic
from exactmetrics.exact.values import Root, Symbolic
from exactmetrics.expression.evaluate import walk
from exactmetrics.expression.nodes import (
    Abs,
    Add,
    Div,
    Expr,
    Function,
    Leaf,
    Log,
    Max,
    Min,
    Mul,
    Named,
    Neg,
    Num,
    Pow,
    Sqrt,
    Sum,
)
from tests.cases import each, size
from tests.corpus.cases import all_cases
from tests.corpus.readers import derivations
from tests.derivation.audit import check_result, check_step, shown_once, told_chains
from tests.derivation.documents import Section, take_apart
from tests.derivation.questions import BIRDS, FIG_23, Case, matrix
from tests.derivation.rereading import FaultError, chains_of, exact
from tests.derivation.sentences import plain
from tests.expression.chains import read_chain

REFUSALS = (FaultError, ReadingError, ZeroDivisionError, ValueError, UsageError)
# What is said of every value of a metric, not of this one.
CONSTANT = re.compile(
    r"(?:100|\b0)% of all \d+ samples|"
    r"[^.]*random order[^.]*|\w+ \w+ of 1 [^.]*|would be [^.]*|\d+ undefined class values|count\w* as \S+"
)
EACH = 9 if os.environ.get("HYPOTHESIS_PROFILE") == "explore" else 1  # mutants of a digit


def samples() -> list[Any]:
    """Derivations that show everything: averages, parts, roots, zeros, policies; and some of the corpus."""
    textbook = [
        Case(matrix(BIRDS), "precision", {"average": "weighted"}, BIRDS),
        Case(matrix(FIG_23), "f1", {"average": "macro", "combine": "averages"}, FIG_23),
        Case(matrix([[4, 2], [1, 2]]), "mcc", {"form": "binary", "label": "a"}),
        Case(matrix([[2, 0], [1, 0]]), "f1", {"form": "harmonic", "average": "macro", "undefined": 0}),
    ]
    # The quotients of logarithms of some are kept with one logarithm and written with those of its primes.
    plain = [
        case
        for case in all_cases()
        if derivations(case) and case.kind == "matrix" and not case.look and "consonni_todeschini" not in case.name
    ]
    chosen = [case for case in plain if crc32(case.name.encode()) % size(12, 4) == 0]
    return textbook + [case for case in chosen if is_small(case.measured.rows)]


def is_small(rows: Any) -> bool:
    return len(rows) <= 3 and all(isinstance(cell, int) and cell <= 50 for row in rows for cell in row)


def mutants(text: str, seed: str) -> Iterator[str]:
    """The text with one digit changed, for every digit; never a leading zero, which is the same number."""
    random = Random(seed)
    for found in re.finditer(r"(?<![_\dA-Z])(?<!\\chi\^)(?<!\\phi\^)\d+", text):
        for at in range(found.start(), found.end()):
            for digit in random.sample([d for d in "0123456789" if d != text[at]], EACH):
                yield text[:at] + digit + text[at + 1 :]


def integers(e: Expr) -> Counter[int]:
    """The whole numbers of a tree; a mean is printed with a 1 of its own, so ones are not compared."""
    out: Counter[int] = Counter()
    match e:
        case Num(Fraction() as v):
            out.update([abs(v.numerator), v.denominator])
        case Num(Root() | Symbolic() | Logarithmic() | WithPi() | FunctionSum() as v):
            out.update(int(n) for n in re.findall(r"\d+", str(v)))
        case Neg(arg) | Abs(arg) | Named(_, arg) | Function(_, arg):
            out = integers(arg)
        case Sqrt(arg, degree):
            out = integers(arg) + Counter([degree] if degree > 2 else [])
        case Add(parts) | Mul(parts) | Max(parts) | Min(parts):
            out.update(n for part in parts for n in integers(part).elements())
        case Div(num, den):
            out = integers(num) + integers(den)
        case Pow(base, exponent):
            out = integers(base) + Counter([exponent])
        case Log(arg, base):
            out = integers(arg) + Counter([base] if base else [])
    return Counter({n: count for n, count in out.items() if n != 1})


def accepted(section: Section, step: Step, case: Any, derivation: Derivation) -> bool:
    """Whether a step is what it should be, by its values and claims, and its rows by their integers."""
    try:
        check_step(section, step, derivation, case.measured, case.value, case.options)
    except REFUSALS:
        return False
    show = surface_for("text", derivation.look, derivation.blocks.labels).notation.show
    symbols = [show(e) for formula in step.formulas for e in shown_once(formula, show) if is_symbolic(e)]
    if digits(symbols) != digits(text for chain in chains_of(section.rows) for text in chain.symbolic):
        return False
    told = [sum(map(integers, members), Counter[int]()) for _, members, _ in told_chains(step, show)]
    printed = [
        Counter(int(n) for text in chain.texts for n in re.findall(r"\d+", text)) for chain in chains_of(section.rows)
    ]
    told += [count for table in [step.table] if table for count in cells_told(table)]
    rows = [row for table in section.tables for row in table[1:] if row[0] in case.measured.labels]
    printed += [Counter(map(int, re.findall(r"\d+", cell))) for row in rows for cell in row[1:]]
    return told == [Counter({n: c for n, c in count.items() if n != 1}) for count in printed]


def is_symbolic(e: Expr) -> bool:
    return any(isinstance(part, (Leaf, Named, Sum)) for part in walk(e))


def digits(texts: Iterable[str]) -> Counter[int]:
    """The whole numbers of formulas in symbols; a mean is written in more than one way, so ones are not compared."""
    return Counter(n for text in texts for n in map(int, re.findall(r"\d+", text)) if n != 1)


def cells_told(table: CountTable) -> Iterator[Counter[int]]:
    """The whole numbers of each cell of a table of classes."""
    for at, (_, _, cells) in enumerate(table.rows):
        counts = [Counter([*map(int, cell.parts), *Fraction(cell.value).as_integer_ratio()]) for cell in cells]
        values = [sum(map(integers, score.chains[at].members), Counter[int]()) for score in table.scores]
        row = values + counts if table.total is not None else counts + values
        yield from (Counter({n: c for n, c in count.items() if n != 1}) for count in row)


def mutated(section: Section, seed: str) -> Iterator[Section]:
    """The section with one digit changed: in a row, in a sentence, or in a cell of a table."""
    for at, row in enumerate(section.rows):
        name, equals, rest = row.rpartition(" = ") if row.startswith("=") else row.partition(" = ")
        for mutant in mutants(rest, seed):
            yield replace(section, rows=[*section.rows[:at], name + equals + mutant, *section.rows[at + 1 :]])
    for at, sentence in enumerate(section.sentences):
        for mutant in mutants(sentence, seed):
            yield replace(section, sentences=[*section.sentences[:at], mutant, *section.sentences[at + 1 :]])
    for number, table in enumerate(section.tables):
        for at, row in enumerate(table[1:], 1):
            for column, cell in enumerate(row):
                for mutant in mutants(cell, seed):
                    rows = [*table[:at], [*row[:column], mutant, *row[column + 1 :]], *table[at + 1 :]]
                    yield replace(section, tables=[*section.tables[:number], rows, *section.tables[number + 1 :]])


@each("case", samples(), ids=str)
def test_every_changed_digit_is_seen(case: Any) -> None:
    derivation = case.derivation
    page = take_apart(derivation.to_markdown(), "markdown")
    for section, step in zip(page.steps, derivation.steps, strict=True):
        if step.kind in ("definition", "from_counts"):
            continue
        assert accepted(section, step, case, derivation), section
        for mutant in mutated(section, str(case)):
            assert not accepted(mutant, step, case, derivation), mutant


@each("case", samples(), ids=str)
def test_every_changed_digit_of_the_result_is_seen(case: Any) -> None:
    derivation = case.derivation
    page = take_apart(derivation.to_markdown(), "markdown")
    for mutant in mutated(page.result, str(case)):
        if numbers_of(mutant) == numbers_of(page.result) or is_still_true(mutant, page.result):
            continue
        changed = replace(page, result=mutant)
        with pytest.raises(REFUSALS):
            check_result(changed, case.value, derivation, case.measured, case.options)


def is_still_true(mutant: Section, section: Section) -> bool:
    """Whether it is no fault: a cell has another way to its number, or a tie is rounded the other way.

    A way is another by 0 over anything, or any power of 1.
    """
    told = [re.findall(r"\d+\.\d+", " ".join(one.sentences)) for one in (mutant, section)]
    for a, b in zip(*told, strict=False):
        middle = (Fraction(a) + Fraction(b)) / 2
        if a != b and any(Fraction(f) == middle for f in re.findall(r"\d+/\d+", " ".join(section.sentences))):
            return True
    changed = [
        (cell, other)
        for table, before in zip(mutant.tables, section.tables, strict=True)
        for cell, other in zip(chain.from_iterable(table), chain.from_iterable(before), strict=True)
        if cell != other
    ]
    if not changed:
        return False
    read, known = (read_chain(cell.strip("$")).members for cell in changed[0])
    values = {exact(member.tree) if member.tree is not None else member.text for member in read}
    return len(read) > 1 and len(values) == 1 and read[-1].text == known[-1].text


def numbers_of(section: Section) -> list[str]:
    """The numbers that say something of the value."""
    cells = [cell for table in section.tables for row in table for cell in row]
    said = [CONSTANT.sub("", plain(sentence)) for sentence in section.sentences]
    return [n for text in (*section.rows, *said, *cells) for n in re.findall(r"\d+", text)]
