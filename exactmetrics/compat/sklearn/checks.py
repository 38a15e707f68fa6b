"""What the functions refuse and what they warn of: the rules of their options, each with its wording."""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from functools import wraps
from inspect import signature
from numbers import Integral, Real
from typing import Any, NamedTuple, TypeVar

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.exact.limits import MOST_DIGITS

F = TypeVar("F", bound=Callable[..., Any])


class UndefinedMetricWarning(UserWarning):
    """A value does not exist, and another number stands for it."""


class InvalidParameterError(UsageError, TypeError):
    """An option that does not exist, or a value that it cannot have."""


class Rule(NamedTuple):
    """What an option may be."""

    accepts: Callable[[Any], bool]
    text: str


def one_of(*words: str | None) -> Rule:
    """One of some words."""
    named = sorted(repr(word) for word in words if word is not None)
    said = f"a str among {{{', '.join(named)}}}" + (" or None" if None in words else "")
    return Rule(lambda x: (x is None or isinstance(x, str)) and x in words, said)


def is_nan(value: Any) -> bool:
    """Whether a value is the float that is no number."""
    return isinstance(value, Real) and value != value


def real(low: float, high: float, *, open_below: bool = False) -> Callable[[Any], bool]:
    """Whether a value is a real number between two others."""

    def accepts(x: Any) -> bool:
        return isinstance(x, Real) and bool((low < x if open_below else low <= x) and x <= high)  # type: ignore[operator]

    return accepts


def _flag(value: Any) -> bool:
    return type(value).__name__ in ("bool", "bool_")


BOOLEAN = Rule(_flag, "an instance of 'bool'")
AVERAGES = ("micro", "macro", "samples", "weighted")
RULES = {
    "average": one_of(*AVERAGES, "binary", None),
    "zero_division": Rule(
        lambda x: isinstance(x, (str, Real)) and (x in ("warn", 0, 1) or is_nan(x)),
        "a float among {0.0, 1.0}, nan or 'warn'",
    ),
    "pos_label": Rule(
        lambda x: x is None or isinstance(x, (Real, str)) or _flag(x), "a real number, a str, a bool or None"
    ),
    "beta": Rule(real(0, math.inf), "a float in the range [0.0, inf]"),
    "digits": Rule(
        lambda x: isinstance(x, Integral) and 0 <= int(x) <= MOST_DIGITS, f"an int in the range [0, {MOST_DIGITS}]"
    ),
    "k": Rule(lambda x: isinstance(x, Integral) and int(x) >= 1, "an int in the range [1, inf)"),
    "max_fpr": Rule(lambda x: x is None or real(0, 1, open_below=True)(x), "a float in the range (0.0, 1.0] or None"),
    "multi_class": one_of("raise", "ovr", "ovo"),
    "weights": one_of("linear", "quadratic", None),
    "scale_by_half": Rule(lambda x: x == "auto" or _flag(x), "an instance of 'bool' or 'auto'"),
    "replace_undefined_by": Rule(lambda x: is_nan(x) or real(-1, 1)(x), "a float in the range [-1.0, 1.0] or nan"),
    **dict.fromkeys(
        ("normalize", "adjusted", "output_dict", "samplewise", "drop_intermediate", "ignore_ties"), BOOLEAN
    ),
}


def checked(**own: Rule) -> Callable[[F], F]:
    """Check the options of a function by their names; `own` are rules that are its own."""

    def decorate(function: F) -> F:
        parameters = signature(function)
        rules = {name: rule for name, rule in {**RULES, **own}.items() if name in parameters.parameters}

        @wraps(function)
        def run(*args: Any, **options: Any) -> Any:
            given = parameters.bind(*args, **options).arguments
            try:
                for name, rule in rules.items():
                    if name in given and not rule.accepts(given[name]):
                        raise InvalidParameterError(
                            f"The {name!r} parameter of {function.__name__} must be {rule.text}. Got {given[name]!r} "
                            "instead."
                        )
                return function(*args, **options)
            except (OverflowError, InvalidOperation):
                raise InputError(_no_float(function.__name__, given)) from None

        return run  # type: ignore[return-value]

    return decorate


def _no_float(function: str, given: Mapping[str, Any]) -> str:
    """What no float can hold, with the argument that it was given as; where none is seen, all that have numbers."""
    for name, value in given.items():
        for number in _numbers(value):
            if isinstance(number, Decimal) and number.is_nan():
                return f"The {name!r} parameter of {function} has a Decimal that is no number; give a number instead."
            try:
                float(number)
            except OverflowError:
                what = f"The {name!r} parameter of {function} has a number that is larger than every float"
                return f"{what}; give one from -1.7e308 to 1.7e308."
    names = ", ".join(map(repr, given))
    return f"{function}: its numbers give one that is larger than every float; give smaller ones as {names}."


def _numbers(value: Any) -> Iterator[Real | Decimal]:
    """The numbers in what was given: it itself, or those in its lists and arrays."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        value = value.item() if getattr(value, "ndim", None) == 0 else value
        if isinstance(value, (Real, Decimal)):
            yield value
        elif isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
            waiting += value.values() if isinstance(value, Mapping) else value


def warn(message: str, category: type[Warning] = UndefinedMetricWarning) -> None:
    """Warn at the line that called a function of this package."""
    package, level = __name__.rpartition(".")[0], 1
    while sys._getframe(level).f_globals.get("__name__", "").startswith(package):
        level += 1
    warnings.warn(message, category, stacklevel=level + 1)
