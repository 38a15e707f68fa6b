"""Rounding and writing of exact numbers: five rules, one meaning everywhere.

`half-even`, `half-up` (a tie goes away from zero) and `truncate` (toward zero) each give one answer. `nearest` leaves a
tie open: for writing it takes half-even, for judging it accepts what half-even or half-up gives. `any` writes like
`nearest` and, for judging, accepts what any of the other rules gives, so both neighbours of a tie. Irrational values
have no ties; they are enclosed between rationals until the digits are certain.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from exactmetrics.exact.digits import int_text
from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.expansion import repeating_text
from exactmetrics.exact.magnitude import exponent
from exactmetrics.exact.values import Number, Root, Symbolic, Undefined, Value, enclosure, sign

RoundingRule: TypeAlias = Literal["nearest", "half-even", "half-up", "truncate", "any"]
RULES: tuple[RoundingRule, ...] = get_args(RoundingRule)
DEFAULT_DIGITS = 16  # significant digits where nothing is asked for
POSITIONAL = 25  # largest power of ten, up or down, that is written without an exponent


def decimal(
    value: Value | int,
    *,
    places: int | None = None,
    significant: int | None = None,
    rounding: RoundingRule = "half-even",
    repeating: bool = False,
    limit: int = 60,
) -> str:
    """An exact number as a decimal, correctly rounded.

    `places` digits after the point, padded with zeros; or `significant` digits, padded too, and with an exponent below
    1e-25 or where a whole number has more than 26 digits and more than were asked for. With neither, a whole number is
    written in full, any other finite decimal of at most 16 significant digits too, and the rest to 16 significant
    digits. `repeating` writes the period in brackets instead of rounding; `limit` is how many digits after the point
    may be spent on that: a longer expansion, or that of an irrational, is cut there and followed by "...".

    Raises `UndefinedValueError` for an undefined value and `UsageError` for options that do not go together.

    >>> decimal(Fraction(409, 630)), decimal(Fraction(16, 25)), decimal(Fraction(2, 3), places=3)
    ('0.6492063492063492', '0.64', '0.667')
    >>> decimal(Fraction(1, 8), significant=2), decimal(Fraction(1, 8), significant=2, rounding="half-up")
    ('0.12', '0.13')
    >>> decimal(Fraction(409, 630), repeating=True), decimal(Fraction(1, 7), repeating=True, limit=4)
    ('0.6(492063)', '0.1428...')
    """
    number = _number(value)
    check_rule(rounding)
    if sum((places is not None, significant is not None, repeating)) > 1:
        raise UsageError("give one of places=, significant= and repeating=True, not several")
    if repeating:
        return _repeating(number, _whole("limit", limit, 0))
    if places is not None:
        return place_point(round_to(number, _whole("places", places, 0), rounding), places)
    if significant is not None:
        return _significant(number, _whole("significant", significant, 1), rounding)
    if isinstance(number, Fraction) and number.denominator == 1:
        return int_text(number.numerator)
    text = _significant(number, DEFAULT_DIGITS, rounding)
    return _stripped(text) if Fraction(text) == number else text


def round_to(value: Number | int, places: int, rounding: RoundingRule = "half-even") -> int:
    """The number rounded to `places` digits after the point (negative: before it), in units of the last place.

    >>> round_to(Fraction(2, 3), 3), round_to(Fraction(-5, 2), 0, "half-up"), round_to(1250, -2)
    (667, -3, 12)
    """
    if isinstance(value, (int, Fraction)):
        n, d = value.as_integer_ratio()
        minus = n < 0
        units, half = _cut_ratio(abs(n), d, places)
    else:
        minus = sign(value) < 0
        units, half = _cut(_size(value), places)
    up = half > 0 or (half == 0 and (rounding == "half-up" or units % 2 == 1))
    if up and rounding != "truncate":
        units += 1
    return -units if minus else units


def is_tie(value: Number | int, places: int) -> bool:
    """Whether the number lies exactly half way between two decimals of `places` digits after the point.

    >>> is_tie(Fraction(1, 8), 2), is_tie(Fraction(1, 8), 3)
    (True, False)
    """
    return isinstance(value, (int, Fraction)) and _cut(_size(value), places)[1] == 0


def fits(value: Number | int, units: int, places: int, rounding: RoundingRule = "nearest") -> bool:
    """Whether ``units / 10**places`` is what the rule makes of the number; `nearest` accepts a tie either rule's way.

    >>> fits(Fraction(1, 8), 13, 2), fits(Fraction(1, 8), 13, 2, "half-even"), fits(Fraction(2, 3), 66, 2, "any")
    (True, False, True)
    """
    if check_rule(rounding) not in ("nearest", "any"):
        return units == round_to(value, places, rounding)
    if units == round_to(value, places, "half-even") or units == round_to(value, places, "half-up"):
        return True
    return rounding == "any" and units == round_to(value, places, "truncate")


def place_point(units: int, places: int) -> str:
    """``units / 10**places`` as a positional decimal with exactly that many digits after the point; never minus zero.

    >>> place_point(667, 3), place_point(-5, 2), place_point(0, 2), place_point(12, -2)
    ('0.667', '-0.05', '0.00', '1200')
    """
    minus, digits = "-" if units < 0 else "", int_text(abs(units))
    if places <= 0:
        return minus + (digits + "0" * -places if units else "0")
    digits = digits.zfill(places + 1)
    return f"{minus}{digits[:-places]}.{digits[-places:]}"


def check_rule(rounding: str) -> RoundingRule:
    """The rounding rule of that name; `UsageError` for a name that is none.

    >>> check_rule("half-even")
    'half-even'
    >>> check_rule("x")
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.UsageError: no rounding rule 'x'; the rules are nearest, half-even, half-up, truncate, any
    """
    for rule in RULES:
        if rule == rounding:
            return rule
    raise UsageError(f"no rounding rule {rounding!r}; the rules are {', '.join(RULES)}")


def _number(value: Value | int) -> Number:
    if isinstance(value, Undefined):
        raise UndefinedValueError(f"no decimal of an undefined value ({value.reason}); choose undefined=0, 1 or omit")
    if isinstance(value, (Fraction, Root, Symbolic)):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    raise UsageError(f"not an exact number: {value!r}; give a Fraction, a whole number or a value of this package")


def _whole(name: str, given: int, least: int) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or given < least:
        raise UsageError(f"{name} must be a whole number from {least} on, not {given!r}")
    return given


def _size(value: Number | int) -> Number:
    minus_or_zero = sign(value) <= 0
    return value * Fraction(sign(value)) if minus_or_zero or isinstance(value, int) else value


def _cut(size: Number, places: int) -> tuple[int, int]:
    """Whole units of the last place in a number not negative, and the sign of what remains minus half a unit."""
    if isinstance(size, Fraction):
        return _cut_ratio(size.numerator, size.denominator, places)
    up, down = 10 ** max(0, places), 10 ** max(0, -places)
    scale, bits = Fraction(2 * up, down), 64
    while True:  # ends: twice an irrational number of units is never whole
        low, high = (int(end * scale // 1) for end in enclosure(size, bits))
        if low == high:
            return low // 2, 1 if low % 2 else -1
        bits *= 2


def _cut_ratio(n: int, d: int, places: int) -> tuple[int, int]:
    if places > 0:
        n *= 10**places
    else:
        d *= 10**-places
    units, rest = divmod(n, d)
    return units, (2 * rest > d) - (2 * rest < d)


def _significant(number: Number, digits: int, rounding: RoundingRule) -> str:
    if not number:
        return place_point(0, digits - 1)
    first = exponent(number)
    units = round_to(number, digits - 1 - first, rounding)
    if abs(units) >= 10**digits:  # 9.99 became 10.0: one digit too many, and it is a zero
        units, first = units // 10, first + 1  # exact, so no matter which way // rounds
    if -POSITIONAL <= first <= max(POSITIONAL, digits - 1):
        return place_point(units, digits - 1 - first)
    return f"{place_point(units, digits - 1)}e{first:+d}"


def _stripped(text: str) -> str:
    """A decimal with a point, without the zeros at its end."""
    mantissa, e, tail = text.partition("e")
    return (mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa) + e + tail


def _repeating(number: Number, limit: int) -> str:
    if isinstance(number, Fraction):
        return repeating_text(number, limit)
    text = place_point(round_to(number, limit, "truncate"), limit)
    minus = "-" if number < 0 and not text.startswith("-") else ""  # the digits that follow make it negative
    return f"{minus}{text}..."
