"""A page with one digit changed is never accepted: the reader of these tests can see every fault it is there to see."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from exactmetrics.derivation.planning.page import Step
from exactmetrics.derivation.planning.tree import ratio
from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.values import Root, Symbolic, Undefined
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Named, Neg, Num, Pow, Sqrt
from tests.cases import each, size
from tests.derivation.audit import WITHOUT_VALUE, check_result
from tests.derivation.documents import Section, take_apart
from tests.derivation.questions import BIRDS, FIG_23, Case, cases, matrix
from tests.derivation.rereading import FaultError, chains_of, check_equal
from tests.derivation.sentences import check_decimal, check_sentence, plain

SAMPLES = size(16, 50)
EACH = 9 if os.environ.get("HYPOTHESIS_PROFILE") == "explore" else 2  # mutants of a digit
CLAIMING = ("common_denominator", "part", "reduce_terms", "clear", "reduce", "lowest", "root_exact")


def samples() -> list[Case]:
    """Derivations that show everything: averages, parts, roots, zeros, policies."""
    random = Random(50)
    textbook = [
        Case(matrix(BIRDS), "precision", {"average": "weighted"}, BIRDS),
        Case(matrix(FIG_23), "f1", {"average": "macro", "combine": "averages"}, FIG_23),
        Case(matrix([[4, 2], [1, 2]]), "mcc", {"form": "binary", "label": "a"}),
        Case(matrix([[2, 0], [1, 0]]), "f1", {"form": "harmonic", "average": "macro", "undefined": 0}),
    ]
    rest = [case for k in (2, 3) for case in cases(k) if max(map(max, case.rows)) <= 50]
    return textbook + random.sample(rest, SAMPLES - len(textbook))


def mutants(text: str, seed: str) -> Iterator[str]:
    """The text with one digit changed, for every digit; never a leading zero, which is the same number."""
    random = Random(seed)
    for found in re.finditer(r"(?<![_\d])\d+|(?<=\d)\d", text):
        for at in range(found.start(), found.end()):
            for digit in random.sample([d for d in "0123456789" if d != text[at]], EACH):
                yield text[:at] + digit + text[at + 1 :]


def integers(e: Expr) -> Counter[int]:
    """The whole numbers of a tree; a mean is printed with a 1 of its own, so ones are not compared."""
    out: Counter[int] = Counter()
    match e:
        case Num(Fraction() as v):
            out.update([abs(v.numerator), v.denominator])
        case Num(Root() | Symbolic() as v):
            out.update(int(n) for n in re.findall(r"\d+", str(v)))
        case Neg(arg) | Sqrt(arg) | Named(_, arg):
            out = integers(arg)
        case Add(parts) | Mul(parts):
            out.update(n for part in parts for n in integers(part).elements())
        case Div(num, den):
            out = integers(num) + integers(den)
        case Pow(base, exponent):
            out = integers(base) + Counter([exponent])
    return Counter({n: count for n, count in out.items() if n != 1})


def accepted(section: Section, step: Step, values: list[Any]) -> bool:
    """Whether a step's rows are what they should be, by their values and by their integers."""
    try:
        chains = chains_of(section.rows)
        shown = [f for f in step.formulas if f.members]
        if len(chains) != len(shown):
            return False
        for chain, formula, value in zip(chains, shown, values, strict=True):
            if step.kind in WITHOUT_VALUE:
                check_equal(chain, 0)  # the denominator
            else:
                check_equal(chain, value)
            told = sum(map(integers, formula.members), Counter[int]())
            printed = Counter(int(n) for text in chain.texts for n in re.findall(r"\d+", text))
            if told != Counter({n: c for n, c in printed.items() if n != 1}):
                return False
    except (FaultError, ReadingError, ZeroDivisionError):
        return False
    return True


def rows_mutated(section: Section, step: Step, values: list[Any], seed: str) -> Iterator[Section]:
    for at, row in enumerate(section.rows):
        name, equals, rest = row.partition(" = ")
        for mutant in mutants(rest, seed):
            rows = [*section.rows[:at], name + equals + mutant, *section.rows[at + 1 :]]
            yield Section(section.number, section.title, section.sentences, section.tables, rows)


@each("case", samples(), ids=str)
def test_every_changed_digit_is_seen(case: Case) -> None:
    derivation = case.derivation
    page = take_apart(derivation.to_markdown(), "markdown")
    for section, step in zip(page.steps, derivation.steps, strict=True):
        if step.kind == "definition":
            continue
        values = [chain.values()[-1] for chain in chains_of(section.rows)]
        assert accepted(section, step, values)
        for mutant in rows_mutated(section, step, values, str(case)):
            assert not accepted(mutant, step, values), mutant.rows


@each("case", samples(), ids=str)
def test_every_changed_digit_of_the_result_is_seen(case: Case) -> None:
    if isinstance(case.value, Undefined):
        return
    page = take_apart(case.derivation.to_markdown(), "markdown")
    box = page.result.rows[0]
    name, equals, value = box.partition(" = ")
    for mutant in mutants(value, str(case)):
        page.result.rows[0] = name + equals + mutant
        with pytest.raises(FaultError):
            check_result(page, case.value, case.derivation)
    for mutant in mutants(plain(page.decimal), str(case)):
        assert not _decimal_accepted(mutant, case.value), mutant


def _decimal_accepted(line: str, value: Any) -> bool:
    try:
        check_decimal(line, value)
    except (FaultError, ReadingError, ZeroDivisionError):
        return False
    return True


@each("case", samples(), ids=str)
def test_every_changed_digit_of_a_claim_is_seen(case: Case) -> None:
    derivation = case.derivation
    page = take_apart(derivation.to_markdown(), "markdown")
    for section, step in zip(page.steps, derivation.steps, strict=True):
        if step.kind not in CLAIMING or not section.text:  # of some parts there is nothing to say
            continue
        told = Counter(_whole_numbers(step.facts))
        said = plain(section.text).replace(" factor but 1,", " factor but one,")
        sentence, example = (part + "." for part in re.fullmatch(r"(.*?)\.( For the .*)?", said).groups(""))
        assert _claims(sentence) <= told, sentence
        claims = said.count(".") if step.kind == "part" else 1 + (example != ".")
        assert check_sentence(said.replace("but one,", "but 1,")) == claims, said
        for mutant in mutants(sentence, str(case)):
            assert not _claims(mutant) <= told, mutant
        for mutant in mutants(example.removesuffix("."), str(case)):
            with pytest.raises(FaultError):
                check_sentence(mutant)


def _whole_numbers(facts: dict[str, Any]) -> list[int]:
    flat = [n for fact in facts.values() for n in (fact if isinstance(fact, list) else [fact])]
    ratios = [side for n in flat if isinstance(n, Div) for side in re.findall(r"-?\d+", str(ratio(n)))]
    return [n for n in flat if isinstance(n, int)] + list(map(int, ratios))


def _claims(sentence: str) -> Counter[int]:
    return Counter(int(n) for n in re.findall(r"-?\d+", sentence))
