"""The end of a finished page read back: the box, the formulas of its sentences, the conventions, the appendix."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from exactmetrics.api import Measured
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.reading import read
from tests.derivation.documents import Document, Section
from tests.derivation.remarks import check_check, check_classes, check_mistake
from tests.derivation.rereading import FaultError, chains_of, check_equal, exact, unboxed
from tests.derivation.sentences import half_unit, plain
from tests.expression.chains import read_chain

CONVENTIONS = (0, 1, "omit")  # in the order of the table


def check_end(
    document: Document, value: Any, measured: Measured, derivation: Derivation, options: Mapping[str, Any]
) -> None:
    """The boxed value with its decimal and every number below it; or why there is none, and what can be reported."""
    result = document.result
    for sentence in result.sentences:
        check_formulas(sentence)
        if not isinstance(value, Undefined):
            check_classes(sentence, derivation, measured, asked(options))
    if "Check" in document.remarks:
        check_check(document.remarks["Check"], value, derivation)
    if "Common mistake" in document.remarks:
        check_mistake(document.remarks["Common mistake"], derivation, measured, asked(options))
    if isinstance(value, Undefined):
        if "undefined" not in result.text:
            raise FaultError(f"undefined, but the page says {result}")
        for row in result.rows:
            check_relations(row)
        check_conventions(result, measured, derivation, options)
        return
    *before, box = result.rows
    for chain in chains_of(before):
        check_equal(chain, value)
    check_box(unboxed(box), value)
    check_more(result.sentences, value)


def check_conventions(result: Section, measured: Measured, derivation: Derivation, options: Mapping[str, Any]) -> None:
    """What each convention gives is what the library gives when it is asked so, and its line and decimal are that."""
    if not result.tables:
        return
    [(_, *rows)] = result.tables
    for row, convention in zip(rows, CONVENTIONS, strict=False):
        known = measured.value(derivation.request.metric.name, **{**asked(options), "undefined": convention})
        line, decimal = (cell.replace("$", "") for cell in row[1:])
        if isinstance(known, Undefined):
            if decimal or re.search(r"\d", line):
                raise FaultError(f"undefined under {convention}, but the page says {row}")
            continue
        if line and set(check_relations(line)) != {known}:
            raise FaultError(f"{known} under {convention}, not {line}")
        if decimal:
            check_relations(f"{line.rpartition('=')[2] or known} {decimal}")


def asked(options: Mapping[str, Any]) -> dict[str, Any]:
    """The question without its look."""
    return {name: given for name, given in options.items() if name not in ("detail", "language", "places", "profile")}


def check_relations(text: str) -> list[Any]:
    """The exact values of a chain of numbers whose relations all hold; behind ≈ stands a correctly rounded decimal."""
    read = read_chain(text.replace(r"\approx", "≈"), max_length=40_000)
    if any(member.tree is None for member in read.members):
        raise FaultError(f"not read: {text}")
    values = [exact(member.tree) for member in read.members if member.tree is not None]
    for at, relation in enumerate(read.relations):
        before, after = values[at : at + 2]
        holds = {"=": before == after, "<": before < after, ">": before > after}
        if relation == "≈":
            if before == after or abs(before - after) > half_unit(read.members[at + 1].text):
                raise FaultError(f"not the rounded decimal of {before}: {text}")
        elif not holds.get(relation, False):
            raise FaultError(f"{before} {relation} {after} does not hold in {text}")
    return values


def check_box(row: str, value: Any) -> None:
    """A name, the value or its decimal, and behind the value its decimal."""
    found = re.fullmatch(r"(?P<name>.+?) (?P<relation>=|≈|\\approx) (?P<rest>.*)", row, re.DOTALL)
    if found is None:
        raise FaultError(f"no value in the box: {row}")
    values = check_relations(found["rest"])
    if found["relation"] == "=" and set(values[:1]) != {value}:
        raise FaultError(f"not {value}: {row}")
    if found["relation"] != "=" and (len(values) > 1 or abs(values[0] - value) > half_unit(found["rest"])):
        raise FaultError(f"not about {value}: {row}")


def check_formulas(sentence: str) -> int:
    """Every formula between dollar signs that is a chain of numbers, with ≈ and < among its relations."""
    count = 0
    for formula in re.findall(r"(?<!\\)\$([^$]+)\$", sentence):
        bare = re.sub(r"\\[a-z]+", "", formula)
        if (
            re.search(r"[=<≈]|\\approx", formula)
            and not re.search(r"[A-Za-z]", bare)
            and formula.strip()[0] not in "=≈\\"
        ):
            check_relations(formula)
            count += 1
    return count


def check_more(sentences: list[str], value: Any) -> None:
    """What the appendix says of the value: its period, the square of a root, between which decimals it lies."""
    for sentence in map(plain, sentences):
        for pattern, holds in OF_VALUE.items():
            for claim in re.finditer(pattern, sentence):
                if not holds(value, *claim.groups()):
                    raise FaultError(f"not true of {value}: {sentence}")


OF_VALUE: dict[str, Callable[..., bool]] = {
    r"repeat: (\S+?)\.?$": lambda value, period: exact(read(period, repeating=True)) == value,
    r"Its square is (\S+)\.$": lambda value, square: exact(read(square)) == value * value,
    r"(?<!always )lies between (-?[\d.]+) and (-?[\d.]+)\.$": lambda value, low, high: (
        Fraction(low) < value < Fraction(high)
    ),
    r"([^.]*), so the least common multiple is .* = (\d+)\.$": (
        lambda value, numbers, multiple: lcm(*map(int, re.findall(r"(\d+) =", numbers))) == int(multiple)
    ),
}
