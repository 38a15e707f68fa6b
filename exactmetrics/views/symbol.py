"""Exact values as sympy numbers; sympy is imported only when one is asked for."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.values import Irrational, Root, Symbolic, Value


def to_sympy(value: Value | int) -> Any:
    """An exact value as a sympy number: a Rational, or a sum with square roots or logarithms.

    Raises `UndefinedValueError` for an undefined value: sympy's nan would lose the reason. A number that is known by
    its decimals alone, as the bound of a Clopper-Pearson interval is, is none of sympy's: a `UsageError`.

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
            return _of_parts(value)
        return to_sympy(value.algebraic) + sum(total(top) / total(below) for top, below in value.terms)
    raise UndefinedValueError(f"no sympy number for an undefined value ({value.reason})")


def _of_parts(value: Irrational) -> Any:
    """A number with pi, quotients of sums of rationals over logarithms, or a sum of normal quantiles or arc sines."""
    import sympy

    from exactmetrics.exact.constants import WithPi
    from exactmetrics.exact.discounts import LogQuotients, Sum
    from exactmetrics.exact.functions import FunctionSum
    from exactmetrics.exact.logs import ONE

    def total(side: Sum) -> Any:
        logs = ((q, sympy.Integer(1) if n == ONE else sympy.log(abs(n)), n) for n, q in side)
        return sum(to_sympy(q) * (log if n > 0 else 1 / log) for q, log, n in logs)

    if isinstance(value, FunctionSum):
        return to_sympy(value.rational) + sum(to_sympy(q) * _of_function(term) for term, q in value.terms)
    if isinstance(value, WithPi):
        return to_sympy(value.rational) + to_sympy(value.root) * sympy.pi**value.power * to_sympy(value.inner)
    if isinstance(value, LogQuotients):
        offset, terms = value.quotients()
        return to_sympy(offset) + sum(total(top) / total(below) for top, below in terms)
    raise UsageError(f"no sympy number for {value}: it is known by its decimals alone, which `decimal` writes")


def _of_function(term: Any) -> Any:
    """An arc sine, or a normal quantile by the inverse error function."""
    import sympy

    if term.name == "z":
        return sympy.sqrt(2) * sympy.erfinv(2 * to_sympy(term.argument) - 1)
    return sympy.asin(sympy.sqrt(to_sympy(term.argument))) / (sympy.pi if term.over_pi else 1)
