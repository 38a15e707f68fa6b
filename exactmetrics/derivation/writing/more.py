"""The appendix of a full page: more digits and their proof, primes, divisions, totals, other conventions, names."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from math import isqrt, lcm
from typing import Any

from exactmetrics.derivation.ending import Ending
from exactmetrics.derivation.planning.facts import digits_of, in_few_digits
from exactmetrics.derivation.planning.page import Formula, Page
from exactmetrics.derivation.writing.meaning import with_decimal
from exactmetrics.derivation.writing.result import ALONE, in_a_line
from exactmetrics.derivation.writing.surface import Surface, capital
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.square import whole_root
from exactmetrics.exact.values import Number, Root, Undefined
from exactmetrics.expression.nodes import Add, Expr, Mul, Num, Pow, number, whole_number
from exactmetrics.metrics.registry import any_metric

FACTORED = 10**12  # numbers up to here are taken apart into primes
MOST_DIVISIONS, MOST_FACTORED = 12, 6  # lines of divisions, and numbers that are taken apart side by side
TOTALS = 6  # classes of the largest matrix whose totals are added up
LONG = 60  # digits of a value that no line of paper holds
GROUP, WRITTEN_OUT = 5, 2000  # digits of a group, and of the longest number that is written out


def more_context(page: Page, surface: Surface) -> dict[str, Any] | None:
    """The items of the appendix, each with a head and a text; None where none is wanted."""
    found = page.ending
    if found is None or found.look.detail != "full":
        return None
    items: list[tuple[str, str]] = []
    if not isinstance(page.value, Undefined):
        items += _digits(page, page.value, found, surface)
        items += _working(page, surface)
    items += _totals(found, surface)
    if not isinstance(page.value, Undefined):
        items += _conventions(page.value, found, surface)
    items += _names(page, surface)
    say = surface.messages
    titled = [{"kind": kind, "title": say.get("result", "more", kind), "text": text} for kind, text in items if text]
    return {"title": say.get("result", "more", "title"), "entries": titled}


def _said(key: str, surface: Surface, **made: str) -> str:
    return surface.say_made("result", "more", key, **made)


def _digits(page: Page, value: Number, found: Ending, surface: Surface) -> list[tuple[str, str]]:
    """Sixteen digits and the period; of a root the square, and the proof of the digits of the page."""
    facts = page.decimal
    if facts["kind"] == "whole":
        return []
    long = digits_of(value) > LONG  # it stands below in groups of digits
    shown = surface.notation.show(page.named) if long else in_a_line(value, surface)
    sign = "=" if facts["kind"] == "finite" else surface.format.approx
    made = {"decimal": surface.inline(f"{shown} {sign} {facts['digits']}")}
    key = {"repeating": "repeating", "root": "root", "symbolic": "irrational"}.get(facts["kind"], "rounded")
    if key == "repeating":  # the digits that repeat stand below a line, or in brackets
        made["period"] = surface.inline(surface.format.repeating(facts["before"], facts["period"]))
        key = "repeating_brackets" if surface.format.period[0] == "(" else key
    if isinstance(value, Root):
        made["square"] = surface.number(value.radicand if value.sign > 0 or value.degree % 2 == 0 else -value.radicand)
        if value.degree != 2:
            key, made["degree"] = "root_power", str(value.degree)
    known = in_few_digits(value, found.look.places)
    alike = facts["kind"] == "finite" and known is not None and known[0]  # the box says it all
    items = [] if alike else [("digits", _said(key, surface, **made))]
    if isinstance(value, Root):
        items.append(("squares", _proof(value, found, surface)))
    if isinstance(value, Fraction):
        parts = {"numerator": int_text(value.numerator), "denominator": int_text(value.denominator)}
        if ALONE < max(map(len, parts.values())) <= WRITTEN_OUT:
            items.append(
                ("fraction", _said("full", surface, **{k: surface.plain(_in_groups(v)) for k, v in parts.items()}))
            )
    return items


def _in_groups(digits: str) -> str:
    """A long number that may break into lines."""
    return " ".join(digits[at : at + GROUP] for at in range(0, len(digits), GROUP))


def _proof(value: Root, found: Ending, surface: Surface) -> str:
    """Neighbouring decimals whose powers lie on either side of the radicand, decided by whole numbers."""
    digits = in_few_digits(value, found.look.places)
    assert digits is not None
    if not hasattr(digits[1], "text"):  # a power of ten beside it
        return ""
    places = len(digits[1].text.partition(".")[2])
    n = value.degree
    if n * places > LONG:
        return ""
    below = whole_root(value.radicand.numerator * 10 ** (n * places) // value.radicand.denominator, n)
    low, high = (decimal(Fraction(m, 10**places), places=places) for m in (below, below + 1))
    low_power, high_power = (decimal(Fraction(m, 10**places) ** n, places=n * places) for m in (below, below + 1))
    under = in_few_digits(value.radicand, n * places)
    middle = surface.notation.show(under[1]) if under and under[0] else surface.one_line(value.radicand)
    low_raised, high_raised = (surface.notation.power(text, n) for text in (low, high))
    chain = f"{low_raised} = {low_power} < {middle} < {high_power} = {high_raised}"
    ends = (low, high) if value.sign > 0 else (f"-{high}", f"-{low}")
    made = dict(zip(("low", "high"), map(surface.inline, ends), strict=True))
    return _said("between", surface, chain=surface.inline(chain), **made)


def _working(page: Page, surface: Surface) -> list[tuple[str, str]]:
    """How the least common multiples and the last greatest common divisor that the steps name are found."""
    said = [
        one for step in page.steps for one in (*step.said, *(s for f in step.formulas for s in f.said), *step.after)
    ]
    items = []
    for one in said:
        products = one.facts.get("products")
        if isinstance(products, Formula):  # the multiple, and it again as each denominator times a factor
            below = [whole_number(e.factors[0]) for e in products.members if isinstance(e, Mul)]
            items.append(("lcm", _lcm([n for n in below if n is not None], surface)))
    divided = [one.facts for one in said if one.path[1] == "reduce" and {"gcd", "numerator"} <= one.facts.keys()]
    if divided and all(isinstance(number, int) for number in divided[-1].values()):
        items.append(("gcd", _gcd(divided[-1], surface)))
    return list(dict.fromkeys(items))


def primes(n: int) -> list[tuple[int, int]]:
    """The primes of a whole number from 2 on, each with its exponent.

    >>> primes(90), primes(97)
    ([(2, 1), (3, 2), (5, 1)], [(97, 1)])
    """
    found: list[tuple[int, int]] = []
    for p in chain((2,), range(3, isqrt(n) + 1, 2)):
        if p * p > n:
            break
        times = 0
        while n % p == 0:
            n, times = n // p, times + 1
        if times:
            found.append((p, times))
    return [*found, (n, 1)] if n > 1 else found


def _product(n: int, surface: Surface) -> str:
    factors: list[Expr] = [number(p) if times == 1 else Pow(number(p), times) for p, times in primes(n)]
    return surface.notation.show(factors[0] if len(factors) == 1 else Mul(tuple(factors)))


def _lcm(below: list[int], surface: Surface) -> str:
    multiple, below = lcm(*below), [n for n in below if n > 1]
    if multiple > FACTORED or not 1 < len(below) <= MOST_FACTORED:
        return ""
    factors = surface.messages.row([surface.inline(f"{n} = {_product(n, surface)}") for n in below])
    return _said(
        "lcm_text", surface, factors=factors, lcm=surface.inline(f"{_product(multiple, surface)} = {multiple}")
    )


def _gcd(facts: dict[str, Any], surface: Surface) -> str:
    a, b = sorted((abs(facts["numerator"]), facts["denominator"]), reverse=True)
    lines: list[str] = []
    while b:
        rest: list[Expr] = [number(a % b)] if a % b else []
        right = Mul((number(a // b), number(b)))
        lines.append(surface.inline(f"{a} = {surface.notation.show(Add((right, *rest)) if rest else right)}"))
        a, b = b, a % b
    if len(lines) > MOST_DIVISIONS or facts["gcd"] == 1:
        return ""
    return _said("gcd_text", surface, divisions=surface.messages.row(lines), gcd=surface.plain(a))


def _totals(found: Ending, surface: Surface) -> list[tuple[str, str]]:
    """The sums of the rows, of the columns, and of all."""
    cells = found.cells
    if cells is None or not 1 < len(cells) <= TOTALS:
        return []

    def added(row: list[Any]) -> str:
        return surface.inline(f"{surface.notation.show(Add(tuple(Num(Fraction(n)) for n in row)))} = {sum(row)}")

    columns = [list(column) for column in zip(*cells, strict=True)]
    row = surface.messages.row
    made = {"rows": row(list(map(added, cells))), "columns": row(list(map(added, columns)))}
    return [("totals", _said("totals_text", surface, **made, n=added(list(map(sum, cells)))))]


def _conventions(value: Number, found: Ending, surface: Surface) -> list[tuple[str, str]]:
    """What the value would be under another convention, where it would be another one."""
    said = []
    for choice in found.choices:
        if isinstance(choice.value, Undefined) or choice.value == value:
            continue
        result = with_decimal(choice.value, found, surface)
        if choice.convention == "omit":
            said.append(_said("omitted", surface, result=result))
        else:
            said.append(_said("counted", surface, result=result, value=surface.plain(choice.convention)))
    text = surface.messages.get("list", "semicolon").join(said)
    return [("conventions", f"{capital(text)}.")] if said else []


def _names(page: Page, surface: Surface) -> list[tuple[str, str]]:
    metric, row = any_metric(page.title["metric"]), surface.messages.row
    said = [_said("aliases", surface, names=row(list(map(surface.plain, metric.aliases))))] if metric.aliases else []
    if metric.implemented_by:
        programs = [surface.plain(f"{library} {name}") for library, name in metric.implemented_by.items()]
        said.append(_said("programs", surface, names=row(programs)))
    return [("names", " ".join(said))]
