"""Exact values as LaTeX, for a notebook: a rational and roots, in the form that is shown everywhere else."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from exactmetrics.exact.digits import int_text
from exactmetrics.exact.square import radical

if TYPE_CHECKING:
    from exactmetrics.exact.values import Root


def sum_latex(rational: Fraction, roots: Iterable[Root]) -> str:
    r"""A rational and roots added up.

    >>> from exactmetrics.exact.values import root
    >>> sum_latex(Fraction(0), [root(Fraction(25, 116))])
    '\\frac{5 \\sqrt{29}}{58}'
    >>> sum_latex(Fraction(1, 2), [-root(Fraction(2)), root(Fraction(3))])
    '\\frac{1}{2} - \\sqrt{2} + \\sqrt{3}'
    """
    terms = [_term(rational, "")] if rational else []
    for root in roots:
        factor, under = radical(root.square)
        terms.append(_term(root.sign * factor, rf"\sqrt{{{int_text(under)}}}"))
    return " + ".join(terms).replace("+ -", "- ")


def _term(factor: Fraction, root: str) -> str:
    top = abs(factor.numerator)
    digits = "" if root and top == 1 else int_text(top)
    over = f"{digits} {root}".strip()
    size = over if factor.denominator == 1 else rf"\frac{{{over}}}{{{int_text(factor.denominator)}}}"
    return f"-{size}" if factor < 0 else size
