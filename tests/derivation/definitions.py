"""Printed definitions made numeric: sums written out, every symbol replaced by its number, and the text read back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.planning.tree import every_part
from exactmetrics.derivation.writing.surface import surface_for
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Leaf, Named
from tests.derivation.rereading import exact
from tests.expression.chains import read_chain


def _any_class(letter: str) -> re.Pattern[str]:
    """The letter where it stands for any class, and is no part of a word."""
    return re.compile(rf"(?<![A-Za-z\\]){letter}(?![A-Za-z])")


def values_of(row: str, symbols: Mapping[str, str], names: Sequence[str], letter: str = "i") -> Iterator[list[object]]:
    """The values of the sides of a definition, once, or for every class where it speaks of any."""
    written, index = written_out(row, names, letter), _any_class(letter)
    for name in names if index.search(written) else names[:1]:
        numeric = _replaced(_put(name, written, index), symbols)
        members = read_chain(numeric).members
        unread = [m.text for m in members if m.tree is None]
        assert not unread, f"{unread} is not read in {numeric}, from {row}"
        yield [exact(m.tree) for m in members if m.tree is not None]


def written_out(row: str, names: Sequence[str], letter: str = "i") -> str:
    """The row with every sum, product or largest over classes as one of terms in brackets, the innermost first."""
    index, second = _any_class(letter), _any_class("j")
    while found := list(re.finditer(rf"\\(sum|prod|max) ?_(?:{letter}|\{{{letter}(?: \\in [CK]| \\ne j|,j)\}}) ", row)):
        start = found[-1]
        end = _end_of_term(row, start.end())
        body = row[start.end() : end]
        if "j" in start[0]:
            pairs = [(one, other) for one in names for other in names if one != other or ",j" in start[0]]
            terms = " + ".join(_put(other, _put(one, body, index), second) for one, other in pairs)
        else:
            sign = {"sum": " + ", "prod": r" \cdot ", "max": ", "}[start[1]]
            terms = sign.join(_put(name, body, index) for name in names)
        before = r"\max" if start[1] == "max" else ""
        row = f"{row[: start.start()]}{before}({terms}){row[end:]}"
    return row


def _put(name: str, text: str, letter: re.Pattern[str]) -> str:
    """A class for the letter that stands for any: a word below a symbol is in braces."""
    if name.startswith("\\"):
        text = re.sub(rf" ?_{letter.pattern}", lambda _: f" _{{{name}}}", text)
    return letter.sub(lambda _: name, text)


def _end_of_term(row: str, at: int) -> int:
    """Where the summand ends: at a sign, a comma, a relation or a closing bracket outside its own brackets."""
    depth = 0
    while at < len(row):
        if depth == 0 and row.startswith((r"\right", r" \right", r"\rvert", r" \rvert"), at):
            return at
        ch = row[at]
        if ch in ")}," and depth == 0:
            return at
        depth += (ch in "({") - (ch in ")}")
        if depth == 0 and row[at : at + 3] in (" + ", " - ", " = "):
            return at
        at += 1
    return at


def symbols_of(derivation: Derivation) -> dict[str, str]:
    """Every symbol a derivation may use and its number; asked of the printer, one by one."""
    notation = surface_for("markdown", derivation.look, derivation.blocks.labels).notation
    found: dict[str, str] = {}
    for part in every_part(derivation.page.named):
        known = isinstance(part, Named) and not (part.head.tag and part.head.tag.position is None)
        if known or (isinstance(part, Leaf) and part.value is not None):
            value = evaluate(part)
            assert isinstance(value, Fraction) or known
            shown = notation.show(part)
            assert found.get(shown, number_text(value)) == number_text(value), f"{shown} stands for two numbers"
            found[shown] = number_text(value)
    return found


def number_text(value: object) -> str:
    if isinstance(value, Fraction):
        return f"({value.numerator}/{value.denominator})"
    return f"({str(value).replace('*', ' * ')})"


def _replaced(row: str, symbols: Mapping[str, str]) -> str:
    longest = sorted(symbols, key=len, reverse=True)
    pattern = "|".join(rf"(?<![A-Za-z]){re.escape(s)}(?![A-Za-z])" for s in longest)
    return re.sub(pattern, lambda found: symbols[found[0]], row)
