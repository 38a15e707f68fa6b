"""Rounding and writing of exact numbers as decimals: five rules, one meaning everywhere; and repeating decimals.

`half-even`, `half-up` (a tie goes away from zero) and `truncate` (toward zero) each give one answer. `nearest` leaves a
tie open: for writing it takes half-even, for judging it accepts what half-even or half-up gives. `any` writes like
`nearest` and, for judging, accepts what any of the other rules gives, so both neighbours of a tie. Irrational values
have no ties; they are enclosed between rationals until the digits are certain.

The length of a period is the order of ten modulo what is left of the denominator without its twos and fives. It is
found in about the square root of the cap many steps, never by writing the digits out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Literal, TypeAlias, get_args

from exactmetrics.exact.digits import int_text
from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.limits import MOST_DIGITS
from exactmetrics.exact.values import Irrational, Number, Undefined, Value, narrowing

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
    **other: object,
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
    if other:
        raise UsageError(
            f"decimal has no option {next(iter(other))!r}: places= are digits after the point, significant= are all "
            "that count, repeating=True writes the period in brackets"
        )
    number = _number(value)
    check_rule(rounding)
    if sum((places is not None, significant is not None, repeating)) > 1:
        raise UsageError("give one of places=, significant= and repeating=True, not several")
    if repeating:
        return _repeating(number, _whole("limit", limit, 0))
    if (significant or 0) > MOST_DIGITS:
        raise UsageError(f"at most {MOST_DIGITS} digits are written, not {significant}")
    if places is not None:
        return place_point(round_to(number, check_places(places), rounding), places)
    if significant is not None:
        return _significant(number, _whole("significant", significant, 1), rounding)
    if isinstance(number, Fraction) and number.denominator == 1:
        return int_text(number.numerator)
    text = _significant(number, DEFAULT_DIGITS, rounding)
    return stripped(text) if Fraction(text) == number else text


def round_to(value: Number | int, places: int, rounding: RoundingRule = "half-even") -> int:
    """The number rounded to `places` digits after the point (negative: before it), in units of the last place."""
    if isinstance(value, (int, Fraction)):
        n, d = value.as_integer_ratio()
        minus = n < 0
        units, half = _cut_ratio(abs(n), d, places)
    else:
        minus, units, half = _cut_irrational(value, places)
    up = half > 0 or (half == 0 and (rounding == "half-up" or units % 2 == 1))
    if up and rounding != "truncate":
        units += 1
    return -units if minus else units


def is_tie(value: Number | int, places: int) -> bool:
    """Whether the number lies exactly half way between two decimals of `places` digits after the point."""
    if not isinstance(value, (int, Fraction)):
        return False
    n, d = value.as_integer_ratio()
    return _cut_ratio(abs(n), d, places)[1] == 0


def fits(value: Number | int, units: int, places: int, rounding: RoundingRule = "nearest") -> bool:
    """Whether ``units / 10**places`` is what the rule makes of the number; `nearest` accepts a tie either way."""
    if check_rule(rounding) not in ("nearest", "any"):
        return units == round_to(value, places, rounding)
    if units == round_to(value, places, "half-even") or units == round_to(value, places, "half-up"):
        return True
    return rounding == "any" and units == round_to(value, places, "truncate")


def place_point(units: int, places: int) -> str:
    """``units / 10**places`` as a positional decimal with exactly so many digits after the point; never minus zero."""
    minus, digits = "-" if units < 0 else "", int_text(abs(units))
    if places <= 0:
        return minus + (digits + "0" * -places if units else "0")
    digits = digits.zfill(places + 1)
    return f"{minus}{digits[:-places]}.{digits[-places:]}"


def check_rule(rounding: str) -> RoundingRule:
    """The rounding rule of that name; `UsageError` for a name that is none."""
    for rule in RULES:
        if rule == rounding:
            return rule
    raise UsageError(f"no rounding rule {rounding!r}; the rules are {', '.join(RULES)}")


def _number(value: Value | int) -> Number:
    if isinstance(value, Undefined):
        raise UndefinedValueError(f"no decimal of an undefined value ({value.reason}); choose undefined=0, 1 or omit")
    if isinstance(value, (Fraction, Irrational)):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    raise UsageError(f"not an exact number: {value!r}; give a Fraction, a whole number or a value of this package")


def check_places(places: int, most: int = MOST_DIGITS) -> int:
    """Refuse a number of digits after the point that is none, or more than are written."""
    if _whole("places", places, 0) > most:
        raise UsageError(f"at most {most} digits are written, not {places}")
    return places


def _whole(name: str, given: int, least: int) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or given < least:
        raise UsageError(f"{name} must be a whole number from {least} on, not {given!r}")
    return given


def _cut_ratio(n: int, d: int, places: int) -> tuple[int, int]:
    """Whole units of the last place in n/d, not negative, and the sign of what remains minus half a unit."""
    if places > 0:
        n *= 10**places
    else:
        d *= 10**-places
    units, rest = divmod(n, d)
    return units, (2 * rest > d) - (2 * rest < d)


def _cut_irrational(value: Number, places: int) -> tuple[bool, int, int]:
    """Whether a number is negative, whole units of the last place in its size, and the sign of what remains minus half
    a unit."""
    top, bottom = (2 * Fraction(10) ** places).as_integer_ratio()
    ends = ([end.numerator * top // (end.denominator * bottom) for end in both] for both in narrowing(value))
    halves = next(low for low, high in ends if low == high)  # there is one: twice an irrational is never whole
    minus = halves < 0
    if minus:
        halves = -halves - 1
    return minus, halves // 2, 1 if halves % 2 else -1


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


def stripped(text: str) -> str:
    """A decimal with a point, without the zeros at its end."""
    mantissa, e, tail = text.partition("e")
    return (mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa) + e + tail


def _repeating(number: Number, limit: int) -> str:
    if isinstance(number, Fraction):
        return expansion(number, limit).text()
    text = place_point(round_to(number, limit, "truncate"), limit)
    minus = "-" if number < 0 and not text.startswith("-") else ""  # the digits that follow make it negative
    return f"{minus}{text}..."


def exponent(value: Number | int) -> int:
    """The power of ten of the first digit: ``10**e <= abs(value) < 10**(e+1)``; `value` may not be zero."""
    if isinstance(value, (int, Fraction)):
        return _exponent(value)
    ends = ((_exponent(low), _exponent(high)) for low, high in narrowing(abs(value)) if low > 0)
    return next(low for low, high in ends if low == high)  # there is one: an irrational is no power of ten


def _exponent(value: Fraction | int) -> int:
    n, d = value.as_integer_ratio()
    if not n:
        raise ValueError("zero has no first digit")
    n = abs(n)
    e = (n.bit_length() - d.bit_length()) * 30103 // 100000  # log10(2); the loops below set it right
    n, d = n * 10 ** max(0, -e), d * 10 ** max(0, e)
    while n < d:
        n, e = n * 10, e - 1
    while n >= d * 10:
        d, e = d * 10, e + 1
    return e


@dataclass(frozen=True, slots=True)
class Expansion:
    """A decimal in its parts; `complete` is False where the digits were cut before they began to repeat or to end."""

    minus: bool
    whole: str
    fixed: str
    period: str
    complete: bool

    @property
    def before(self) -> str:
        """What stands before the period."""
        point = "." if self.fixed or self.period else ""
        return f"{'-' if self.minus else ''}{self.whole}{point}{self.fixed}"

    def text(self) -> str:
        """The parts as one decimal, the period in brackets, "..." after cut digits."""
        period = f"({self.period})" if self.period else ""
        return f"{self.before}{period}{'' if self.complete else '...'}"


def expansion(value: Fraction | int, limit: int = 60) -> Expansion:
    """The decimal expansion of a rational, with at most `limit` digits after the point."""
    n, d = value.as_integer_ratio()
    whole, rest = divmod(abs(n), d)
    before, odd = _without_tens(d)
    length = 0 if odd == 1 else _order(odd, limit - before)
    shown = limit if length is None or before > limit else before + length
    digits = int_text(rest * 10**shown // d).zfill(shown) if shown else ""
    if length is None or before > limit:
        return Expansion(n < 0, int_text(whole), digits, "", False)
    return Expansion(n < 0, int_text(whole), digits[:before], digits[before:], True)


def _without_tens(d: int) -> tuple[int, int]:
    """How many digits stand before the period, and the denominator without its factors two and five."""
    twos = (d & -d).bit_length() - 1
    d >>= twos
    fives = 0
    while d % 5 == 0:
        d //= 5
        fives += 1
    return max(twos, fives), d


def _order(modulus: int, limit: int) -> int | None:
    """The least k from 1 to `limit` with ``10**k % modulus == 1``: giant steps over a table of small ones."""
    limit = min(limit, modulus)  # the order is less than the modulus
    if limit < 1:
        return None
    width = isqrt(limit) + 1  # width * width > limit
    small, power = dict[int, int](), 1
    for j in range(width):
        small[power] = j  # the largest j for a power: the least k below
        power = power * 10 % modulus
    giant = power
    for i in range(1, width + 1):
        if giant in small:
            k = i * width - small[giant]
            return k if k <= limit else None
        giant = giant * power % modulus
    return None
