"""Exact values as sympy numbers; sympy is imported only when one is asked for."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.exact.errors import UndefinedValueError
from exactmetrics.exact.values import Irrational, Root, Symbolic, Value


def to_sympy(value: Value | int) -> Any:
    """An exact value as a sympy number: a Rational, or a sum with square roots or logarithms.

    Raises `UndefinedValueError` for an undefined value: sympy's nan would lose the reason.

    >>> from fractions import Fraction
    >>> to_sympy(Fraction(409, 630))
    409/630
    >>> to_sympy(Root(1, Fraction(25, 116)))
    5*sqrt(29)/58
    """
    import sympy

    if isinstance(value, (int, Fraction)):
        return sympy.Rational(value.numerator, value.denominator)
    if isinstance(value, Root):
        return value.sign * sympy.root(to_sympy(value.radicand), value.degree)
    if isinstance(value, Symbolic):
        return to_sympy(value.rational) + sum(to_sympy(r) for r in value.roots)
    if isinstance(value, Irrational):
        from exactmetrics.exact.logs import ONE, Form, Logarithmic

        def total(form: Form) -> Any:
            return sum(to_sympy(q) * (1 if n == ONE else sympy.log(n)) for n, q in form.items())

        if not isinstance(value, Logarithmic):
            return _with_pi(value)
        return to_sympy(value.algebraic) + sum(total(top) / total(below) for top, below in value.terms)
    raise UndefinedValueError(f"no sympy number for an undefined value ({value.reason})")


def _with_pi(value: Irrational) -> Any:
    import sympy

    from exactmetrics.exact.constants import WithPi

    assert isinstance(value, WithPi)
    return to_sympy(value.rational) + to_sympy(value.root) * sympy.pi**value.power * to_sympy(value.inner)
