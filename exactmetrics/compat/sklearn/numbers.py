"""Exact numbers that tests written for floats can hold: scalars, and arrays of them.

Tests compare with floats: `f1 == 0.7`, `abs(mcc - 0.46) < 0.01`, `assert_allclose(recall, [0.5, 0.75])`. Beside a float
an exact number is compared as the float nearest to it, so such a line fails only where its float is not correctly
rounded. Computed with whole numbers and fractions it stays exact; computed with a float it becomes one.

numpy is imported where an array is made, and where it is not installed there are lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from numbers import Integral, Real
from typing import Any, TypeVar

from exactmetrics.exact.certified import Certified
from exactmetrics.exact.discounts import LogQuotients
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.logs import Logarithmic
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Root, Symbolic, Undefined

BINARY = (
    "add",
    "radd",
    "sub",
    "rsub",
    "mul",
    "rmul",
    "truediv",
    "rtruediv",
    "floordiv",
    "rfloordiv",
    "mod",
    "rmod",
    "pow",
    "rpow",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
)
UNARY = ("neg", "pos", "abs", "round")
EXACT = (int, Fraction, Root, Symbolic, Logarithmic, LogQuotients, Certified)
NAN = float("nan")
FLOAT_PLACES = 15  # decimal places that are formatted as of the float; more are those of the exact number
_PLACES = re.compile(r"\.(\d+)f")
T = TypeVar("T", bound=type)


def _beside_floats(cls: T) -> T:
    """Let the operations of a class take floats, and give numbers of its kind."""
    for name in BINARY:
        if operation := getattr(cls, f"__{name}__", None):
            setattr(cls, f"__{name}__", _with_float(f"__{name}__", operation))
    for name in UNARY:
        if operation := getattr(cls, f"__{name}__", None):
            setattr(cls, f"__{name}__", _kept(operation))
    return cls


def _with_float(name: str, operation: Callable[..., Any]) -> Callable[..., Any]:
    def operate(self: Any, other: Any) -> Any:
        if isinstance(other, float):
            return getattr(float(self), name)(float(other))
        if isinstance(other, Integral):
            other = int(other)  # also one of numpy
        if not isinstance(other, EXACT):
            return NotImplemented
        try:
            found = operation(self, other)
        except (TypeError, UsageError):  # two logarithms have no exact product, and some numbers no known order
            found = NotImplemented
        if found is NotImplemented and isinstance(self, _Irrational) and name not in ("__eq__", "__ne__"):
            found = getattr(float(self), name)(float(other))  # type: ignore[arg-type]
        return beside_floats(found)

    return operate


def _kept(operation: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *more: beside_floats(operation(self, *more))


class _Number:
    """What tests and pages of numbers ask of a float."""

    __slots__ = ()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy

        return numpy.array(float(self), dtype=dtype)  # type: ignore[arg-type]

    def __format__(self, how: str) -> str:
        if (places := _PLACES.fullmatch(how)) and int(places[1]) > FLOAT_PLACES:
            return decimal(self, places=int(places[1]))  # type: ignore[arg-type]
        return format(float(self), how) if how else str(self)  # type: ignore[arg-type]


class _Irrational(_Number):
    """A real number, also for who asks `numbers`, as `pytest.approx` and a `Fraction` do."""

    __slots__ = ()
    imag = 0

    @property
    def real(self) -> float:
        """The float nearest to it: no fraction is equal to it, and one that asks compares with this."""
        return float(self)  # type: ignore[arg-type]

    def conjugate(self) -> Any:
        """The number itself."""
        return self

    def __round__(self, places: int | None = None) -> Any:
        if places is None:
            return int(decimal(self, places=0))  # type: ignore[arg-type]
        return Exact(decimal(self, places=places))  # type: ignore[arg-type]


Real.register(_Irrational)


@_beside_floats
class Exact(_Number, Fraction):
    """A `Fraction` that is equal to the float nearest to it.

    >>> third = Exact(1, 3)
    >>> third == Fraction(1, 3), third == 1 / 3, third == 0.33, f"{third:.2f}"
    (True, True, False, '0.33')
    >>> third + third, third + 0.5
    (Exact(2, 3), 0.8333333333333333)
    """

    __slots__ = ()


@_beside_floats
class ExactRoot(_Irrational, Root):
    """A `Root` that is equal to the float nearest to it.

    >>> half = ExactRoot(1, Fraction(1, 2))
    >>> print(half, half == 0.5**0.5, abs(half - 0.7) < 0.01, half * half)
    sqrt(2)/2 True True 1/2
    """

    __slots__ = ()


@_beside_floats
class ExactRoots(_Irrational, Symbolic):
    """A sum of roots, as 1 minus a root is, that is equal to the float nearest to it.

    >>> value = 1 - ExactRoot(1, Fraction(1, 2))
    >>> print(value, value == 0.2928932188134525, f"{value:.3f}", value < 0.3)
    1 - sqrt(2)/2 True 0.293 True
    """

    __slots__ = ()


@_beside_floats
class ExactLog(_Irrational, Logarithmic):
    """A `Logarithmic` that is equal to the float nearest to it.

    >>> from exactmetrics.exact.logs import log
    >>> half = beside_floats(log(Fraction(1, 2)))
    >>> print(half, half == -0.6931471805599453, abs(half + 0.7) < 0.01, half / 2)
    -ln(2) True True -1/2*ln(2)
    >>> print(f"{half:.4f} {half:.30f}", round(half, 2))
    -0.6931 -0.693147180559945309417232121458 -69/100
    """

    __slots__ = ()


@_beside_floats
class ExactLogQuotients(_Irrational, LogQuotients):
    """A `LogQuotients`, as a mean NDCG is, that is equal to the float nearest to it.

    >>> from exactmetrics.exact.discounts import sum_of_quotients
    >>> one = Fraction(1)
    >>> value = beside_floats(sum_of_quotients([(one, {3: one}, {2: one, 3: one})]))
    >>> print(value, value == 0.3868528072345416, abs(value - 0.4) < 0.02, f"{value / 2:.3f}")
    log3(2)/(1 + log3(2)) True True 0.193
    """

    __slots__ = ()


@_beside_floats
class ExactCertified(_Irrational, Certified):
    """A `Certified`, as a score divided by a geometric mean is, that is equal to the float nearest to it.

    >>> from exactmetrics.compat.sklearn import normalized_mutual_info_score
    >>> value = normalized_mutual_info_score([0, 0, 1, 1, 1], [0, 1, 1, 1, 1], average_method="geometric")
    >>> print(value, value == 0.38451504912796663, f"{value / 2:.3f}")
    0.3845150491279666... True 0.192
    """

    __slots__ = ()


def beside_floats(value: Any) -> Any:
    """An exact value as a number beside floats; nan where there is none.

    >>> beside_floats(Fraction(1, 2)), beside_floats(Undefined("precision", "a", Fraction(0), Fraction(0)))
    (Exact(1, 2), nan)
    """
    if isinstance(value, Fraction):
        return Exact(value)
    if isinstance(value, Root):
        return ExactRoot(value.sign, value.radicand, value.degree)
    if isinstance(value, Symbolic):
        return ExactRoots(value.rational, value.roots)
    if isinstance(value, Logarithmic):
        return ExactLog(value.algebraic, value.terms)
    if isinstance(value, LogQuotients):
        return ExactLogQuotients(value._source, value._factor, value._offset)
    if isinstance(value, Certified):
        return ExactCertified(value._source, value._factor, value._offset)
    return NAN if isinstance(value, Undefined) else value


def as_array(values: Sequence[Any], shape: tuple[int, ...] | None = None) -> Any:
    """Numbers as an array: of integers or floats where all of them are, else of exact numbers; nested lists without
    numpy.
    """
    shape = shape or (len(values),)
    assert prod(shape) == len(values)
    try:
        import numpy
    except ImportError:
        return _nested(list(values), shape)
    for kind in (int, float):
        if values and all(type(value) is kind for value in values):
            return numpy.array(values).reshape(shape)  # whole numbers beyond 64 bits become objects
    numbers = [beside_floats(Fraction(value) if type(value) is int else value) for value in values]
    # One by one, for numpy asks each number of a sequence for its array.
    return numpy.fromiter(numbers, dtype=object, count=len(numbers)).reshape(shape).view(_array_type())


def _nested(values: list[Any], shape: tuple[int, ...]) -> list[Any]:
    if len(shape) == 1:
        return [beside_floats(value) for value in values]
    size = prod(shape[1:])
    return [_nested(values[at : at + size], shape[1:]) for at in range(0, len(values), size)]


@cache
def _array_type() -> Any:
    import numpy

    class ExactArray(numpy.ndarray):
        """An array of exact numbers; what numpy computes of floats only (isnan, isfinite, sqrt) is computed of them as
        floats.
        """

        def __array_ufunc__(self, ufunc: Any, method: str, *given: Any, out: Any = None, **options: Any) -> Any:
            plain = [x.view(numpy.ndarray) if isinstance(x, ExactArray) else x for x in given]
            if out is not None:
                options["out"] = tuple(x.view(numpy.ndarray) if isinstance(x, ExactArray) else x for x in out)
            try:
                found = getattr(ufunc, method)(*plain, **options)
            except TypeError:
                found = getattr(ufunc, method)(*map(_floats, plain), **options)
            return found.view(ExactArray) if getattr(found, "dtype", None) == numpy.dtype(object) else found

    def _floats(given: Any) -> Any:
        return given.astype(float) if getattr(given, "dtype", None) == numpy.dtype(object) else given

    return ExactArray
