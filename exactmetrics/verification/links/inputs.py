"""Chained rounding across a document: results that are right for the rounded numbers they are worked out from only.

A printed result stands for what it was worked out from. Where later arithmetic uses it, the same arithmetic is run on
the exact values; digits that then come out otherwise are noted. A number that is the result of two different things is
left alone, for it is not known which was meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import judge_number
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.links import SOUND, printed_in
from exactmetrics.expression.nodes import Add, Div, Expr, Literal, Mul, Neg, Num, Pow, Sqrt
from exactmetrics.expression.reading.value import value_of
from exactmetrics.verification.checked import Hint
from exactmetrics.verification.links.findings import Link
from exactmetrics.verification.links.printed_sides import printed_side

LARGEST = 400  # characters of arithmetic that is run again


def chained_inputs(links: Iterable[Link]) -> dict[int, Hint]:
    """By the `id` of a link, the hint that its result comes from rounded inputs.

    >>> from exactmetrics.verification.links.document_links import verify_links
    >>> links = verify_links("P = 1/3 = 0.33, R = 2/3 = 0.67, so 2 * 0.33 * 0.67 = 0.4422 and 3 * 0.33 = 0.99").links
    >>> [(link.left, found[id(link)].facts) for found in [chained_inputs(links)] for link in links if id(link) in found]
    [('2 * 0.33 * 0.67', {'expected': '0.4444'}), ('3 * 0.33', {'expected': '1.00'})]
    """
    known = _Known()
    found: dict[int, Hint] = {}
    for link in links:
        if link.word not in ("exact", "rounded", "tie", "truncated", "chained"):
            continue
        value = _again(link, known) if _may_hold_decimals(link) else None
        if value is not None and link.level == "ok":
            side = printed_side(link)
            if side is not None and judge_number(side.number, value).word not in SOUND:
                side = replace(side, value=value)
                found[id(link)] = Hint("chained-inputs", {"expected": side.expected()}, "", value)
        known.add(link, value)
    return found


class _Known:
    """What printed results stand for, worked out when they are first used."""

    def __init__(self) -> None:
        self.values: dict[str, set[Number]] = {}
        self.later: dict[str, list[Link]] = {}

    def add(self, link: Link, value: Number | None) -> None:
        """Note the result of a link; its value where that is not simply its other side."""
        printed, tree = link.right_tree, link.left_tree
        if not isinstance(printed, Literal):
            printed, tree = tree, printed
        if not isinstance(printed, Literal) or printed.half_unit is None or isinstance(tree, Literal):
            return
        if value is not None:
            self.values.setdefault(printed.text, set()).add(value)
        else:
            self.later.setdefault(printed.text, []).append(link)

    def get(self, text: str) -> Number | None:
        """What a number stands for; None where it is the result of nothing, or of two things."""
        values = self.of(text)
        return next(iter(values)) if len(values) == 1 else None

    def of(self, text: str) -> set[Number]:
        """All that a number is the result of."""
        values = self.values.setdefault(text, set())
        for link in self.later.pop(text, ()):
            side = printed_side(link)
            if side is not None:
                values.add(side.value)
        return values


def _may_hold_decimals(link: Link) -> bool:
    """Whether a side that is worked out may hold decimals, by its text."""
    if len(link.left) + len(link.right) > LARGEST:
        return False
    text = link.left if isinstance(link.right_tree, Literal) else link.right
    return "." in text or "," in text


def _again(link: Link, known: _Known) -> Number | None:
    """The value of a side on the exact values of its decimals; None where none of them is known, or one is doubtful."""
    tree = link.left_tree if isinstance(link.right_tree, Literal) else link.right_tree
    if tree is None or printed_in(tree) is not None:
        return None
    found = [known.of(text) for text in {literal.text for literal in _decimals(tree)}]
    if not any(found) or any(len(values) > 1 for values in found):
        return None
    try:
        value = value_of(_with(tree, known))
    except ReadingError:
        return None
    return None if isinstance(value, Undefined) else value


def _decimals(tree: Expr) -> Iterable[Literal]:
    if isinstance(tree, Literal):
        if tree.half_unit is not None:
            yield tree
        return
    for child in children(tree):
        yield from _decimals(child)


def _with(tree: Expr, known: _Known) -> Expr:
    """The tree with exact values in the place of its decimals."""
    match tree:
        case Literal(text=text):
            exact = known.get(text)
            return tree if exact is None or tree.half_unit is None else Num(exact)
        case Neg(arg):
            return Neg(_with(arg, known))
        case Add(terms):
            return Add(tuple(_with(term, known) for term in terms))
        case Mul(factors):
            return Mul(tuple(_with(factor, known) for factor in factors))
        case Div(num, den):
            return Div(_with(num, known), _with(den, known))
        case Pow(base, exponent):
            return Pow(_with(base, known), exponent)
        case Sqrt(arg):
            return Sqrt(_with(arg, known))
    return tree
