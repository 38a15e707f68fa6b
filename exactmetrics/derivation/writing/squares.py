"""The square of a root: how it comes about, and how it proves the digits of the root without taking it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.notation.base import Notation
from exactmetrics.derivation.notation.width import width
from exactmetrics.derivation.writing.drawn import drawn_line
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.square import radical
from exactmetrics.expression.nodes import Div, Expr, Mul, Num, Pow

LONGEST = 25  # digits side by side of a member in a sentence; of longer ones the square alone is shown


def squared(square: Fraction, surface: Surface) -> str:
    """The square of a root, from the numbers before, under and below the root, as a formula in a sentence.

    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> surface = surface_for("text", Look(), ())
    >>> squared(Fraction(25, 116), surface), squared(Fraction(1, 2), surface), squared(Fraction(2), surface)
    ('5^2*29/58^2 = 725/3364 = 25/116', '2/2^2 = 2/4 = 1/2', '2')
    """
    q, d = radical(square)
    above: Expr = Num(Fraction(d))
    if q.numerator != 1:
        above = Mul((Pow(Num(Fraction(q.numerator)), 2), above))
    whole = Num(Fraction(q.numerator**2 * d))
    members = [above, whole]
    if q.denominator != 1:
        members = [Div(above, Pow(Num(Fraction(q.denominator)), 2)), Div(whole, Num(Fraction(q.denominator**2)))]
    if max(map(width, members)) > LONGEST:
        members = []
    texts = dict.fromkeys(map(surface.inline_notation.show, [*members, Num(square)]))
    return surface.inline(" = ".join(texts))


def squares(facts: dict[str, Any], surface: Surface) -> dict[str, Any]:
    """The proof of the digits: two neighbouring squares of whole numbers around the scaled square.

    >>> from exactmetrics.derivation.planning.facts import decimal_facts
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> from exactmetrics.exact.values import Root
    >>> squares(decimal_facts(Root(1, Fraction(2))), surface_for("text", Look(), ()))["formula"]
    '14142135^2 = 199999982358225 < 2*10^14 < 200000010642496 = 14142136^2'
    """
    below, above, square = facts["below"], facts["above"], facts["square"]
    middle = Mul((Num(square), Pow(Num(Fraction(10)), 2 * facts["places"])))
    ends = [Pow(Num(Fraction(x)), 2) for x in (below, above)]

    def chain(notation: Notation) -> str:
        low, scaled, high = map(notation.show, (ends[0], middle, ends[1]))
        return f"{low} = {below**2} < {scaled} < {above**2} = {high}"

    scale, sign = 10 ** facts["places"], facts["sign"]
    low, high = sorted(sign * Fraction(x, scale) for x in (below, above))
    made = {
        "low": surface.inline(decimal(low, places=facts["places"])),
        "high": surface.inline(decimal(high, places=facts["places"])),
        "places": str(facts["places"]),
    }
    shift = surface.inline(surface.inline_notation.show(middle.factors[1]))
    return {
        "intro": surface.say_made("result", "squares", scale=shift),
        "formula": surface.finished(chain(surface.notation)),
        "lines": drawn_line(chain(surface.display or surface.notation), surface),
        "between": surface.say_made("result", "between", **made),
    }
