"""What the sentences of a finished derivation claim about numbers, checked with the standard library."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from math import gcd, isqrt, lcm
from typing import Any

from exactmetrics.exact.printed import judge
from exactmetrics.exact.values import Root
from exactmetrics.expression.reading import read
from tests.derivation.rereading import FaultError, check_numeric, exact

FRACTIONS = r"-?\d+/\d+(?:, -?\d+/\d+)*(?: and -?\d+/\d+)?"
LISTED = r"\d+(?:, \d+)*(?: and \d+)?"


def plain(sentence: str) -> str:
    """A sentence without what its surface adds: dollar signs, Markdown's backslashes, the lines of a long formula."""
    sentence = re.sub(r"\\(?:begin|end)\{gathered\}|\\\\\[4pt\]|\\:", " ", sentence)
    out = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", sentence.replace(r"\approx", "≈").replace(r"\cdot", "*"))
    out = re.sub(r"\{([^\w\s\\])\}", r"\1", out)
    return re.sub(r"\s+", " ", out.replace("$", ""))


def _numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", text)]


def _free_of_squares(n: int) -> bool:
    return all(n % (p * p) for p in range(2, min(isqrt(n), 10**4) + 1))


CLAIMS: dict[str, Callable[..., bool]] = {
    r"The common denominator is (?P<n>\d+)\.": lambda n: int(n) > 1,
    r"Multiply above and below by (?P<n>\d+)\.": lambda n: int(n) > 1,
    rf"least common multiple of (?P<parts>{LISTED}) is (?P<n>\d+)\.": lambda parts, n: lcm(*_numbers(parts)) == int(n),
    rf"by (?P<n>\d+), the least common multiple of (?P<parts>{LISTED})\.": (
        lambda parts, n: lcm(*_numbers(parts)) == int(n)
    ),
    r"greatest common divisor of (?P<a>-?\d+) and (?P<b>\d+) is (?P<g>\d+)\.": (
        lambda a, b, g: gcd(int(a), int(b)) == int(g) > 1
    ),
    r"In (?P<a>-?\d+)/(?P<b>\d+), above and below are divided by (?P<g>\d+), their greatest common divisor, ": (
        lambda a, b, g: gcd(int(a), int(b)) == int(g) > 1
    ),
    rf"In (?P<all>{FRACTIONS}), above and below are divided by (?P<by>{LISTED}), in this order, each time their ": (
        lambda all, by: [gcd(*map(int, f)) for f in re.findall(r"(-?\d+)/(\d+)", all)] == _numbers(by)
    ),
    r"(?P<a>-?\d+) and (?P<b>\d+) have no common factor but 1,": lambda a, b: gcd(int(a), int(b)) == 1,
    r"For the denominator (?P<d>\d+) that is (?P<n>\d+)/(?P<e>\d+) = (?P<f>\d+)\.": (
        lambda d, n, e, f: d == e and int(n) == int(d) * int(f)
    ),
    r"(?P<n>\d+) is the square of (?P<r>\d+)": lambda n, r: int(n) == int(r) ** 2,
    r"(?P<n>\d+) = (?P<a>\d+)\^2 ?\* ?(?P<d>\d+); no square above 1 divides (?P<e>\d+)\.": (
        lambda n, a, d, e: int(n) == int(a) ** 2 * int(d) and d == e and _free_of_squares(int(d))
    ),
    r"(?P<n>\d+) = (?P<a>\d+)\^2 ?\* ?(?P<d>\d+); no square of a number from 2 to \d+ divides (?P<e>\d+)\.": (
        lambda n, a, d, e: int(n) == int(a) ** 2 * int(d) and d == e
    ),
    r"(?P<n>\d+) = (?P<a>\d+)\^2\.": lambda n, a: int(n) == int(a) ** 2,
}


def check_sentence(sentence: str) -> int:
    """Every claim about numbers in a sentence; how many there are."""
    text, found = plain(sentence), 0
    for pattern, holds in CLAIMS.items():
        for claim in re.finditer(pattern, text):
            found += 1
            if not holds(**claim.groupdict()):
                raise FaultError(f"not true: {claim[0]}")
    return found


def check_inline(sentence: str) -> int:
    """Every formula between dollar signs that is a chain of numbers."""
    count = 0
    for formula in re.findall(r"(?<!\\)\$([^$]+)\$", sentence):
        if "=" in formula and not re.search(r"[A-Za-z]", re.sub(r"\\[a-z]+", "", formula)) and "approx" not in formula:
            check_numeric(formula)
            count += 1
    return count


def check_decimal(line: str, value: Any) -> None:
    """The line that gives the decimal: the value again, correctly rounded digits, how many, and the period."""
    text = plain(line)
    if found := re.fullmatch(r"(\S+)\. A whole number\.|(\S+?)\.? ?A whole number\.|A whole number\.", text):
        if not (isinstance(value, Fraction) and value.denominator == 1):
            raise FaultError(f"{value} is no whole number: {text}")
        if (shown := found[1] or found[2]) and Fraction(shown) != value:
            raise FaultError(f"{shown} is not {value}")
        return
    found = re.match(
        r"(?P<value>.+?) (?P<sign>[≈=]) (?P<digits>-?[\d.]+)(?: \((?P<n>\d+) significant digits| exactly\.)", text
    )
    if found is None:
        raise FaultError(f"no decimal in {text!r}")
    shown = exact(read(found["value"]))
    word = judge(found["digits"], value).word
    if shown != value or word not in (("exact",) if found["sign"] == "=" else ("rounded", "tie")):
        raise FaultError(f"{text}: of {value} the digits are {word}")
    if found["n"] and len(found["digits"].lstrip("-0.").replace(".", "")) != int(found["n"]):
        raise FaultError(f"not {found['n']} significant digits: {found['digits']}")
    _check_period(text, value)
    _check_root(text, value)


def _check_period(text: str, value: Any) -> None:
    if found := re.search(r"repeat for ever: (\S+)\.(?: |$)", text):
        period = found[1]
        if exact(read(period, repeating=True)) != value:
            raise FaultError(f"{period} is not {value}")
    if "in blocks of" in text:
        found = re.search(r"repeat for ever, in blocks of ([\d,]+)\.(?: |$)", text)
        if found is None or int(found[1].replace(",", "")) != _period_of(value):
            raise FaultError(f"the period of {value} is {_period_of(value)}: {text}")


def _period_of(value: Fraction) -> int:
    """The order of 10 modulo the denominator without its twos and fives; up to a million."""
    rest = value.denominator
    while (g := gcd(rest, 10)) > 1:
        rest //= g
    power = length = 1
    while (power := power * 10 % rest) != 1 and length < 10**6:
        length += 1
    return length


def _check_root(text: str, value: Any) -> None:
    found = re.search(r"its sign, (\S+), and its square, (.+)\.$", text)
    if isinstance(value, Root) != (found is not None):
        raise FaultError(f"sign and square belong to a root and to nothing else: {text}")
    if found is None:
        return
    if found[1] != ("+" if value.sign > 0 else "-") or set(check_numeric(found[2])) != {value.square}:
        raise FaultError(f"not the sign and square of {value}: {text}")
    root = re.search(r"irrational, because (.+) is: no", text)
    if root is None or root[1] not in text.partition(" ≈ ")[0]:
        raise FaultError(f"not the root of the value is said to be irrational: {text}")


def check_squares(rows: list[str], sentence: str, value: Any) -> None:
    """The proof of the digits: squares in order, and the value between the two decimals."""
    if not isinstance(value, Root):
        raise FaultError("squares prove the digits of a root only")
    for row in rows:
        check_numeric(row)
    found = re.search(r"so the value lies between (-?[\d.]+) and (-?[\d.]+), and its first 7 dec", plain(sentence))
    if found is None or not Fraction(found[1]) < value < Fraction(found[2]):
        raise FaultError(f"{value} does not lie there: {sentence}")
    roots = {int(n) for row in rows for n in re.findall(r"(\d+)\^2", row)}
    if roots != {abs(int(x.replace(".", ""))) for x in found.groups()}:
        raise FaultError(f"the squares {roots} are not those of {found.groups()}")
