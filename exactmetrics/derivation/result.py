"""The end of a derivation, written for one surface: the value, its decimal, and the proof of the digits of a root."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.page import Page
from exactmetrics.derivation.surface import Surface
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.expression.nodes import Mul, Num, Pow


def result_context(page: Page, surface: Surface) -> dict[str, Any]:
    """What a template needs to show the result, or to say why there is none.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.derivation.profiles import symbols
    >>> from exactmetrics.derivation.surface import FORMATS
    >>> from exactmetrics.expression.nodes import Head, Named
    >>> surface = Surface(FORMATS["text"], symbols(None, [], latex=False), messages())
    >>> facts = {"kind": "finite", "digits": "0.375"}
    >>> page = Page(Named(Head("accuracy"), Num(Fraction(3, 8))), {}, [], Fraction(3, 8), facts)
    >>> result_context(page, surface)["formula"]
    '3/8'
    """
    say = surface.messages
    out: dict[str, Any] = {"title": say.get("result", "title"), "decimal_title": say.get("result", "decimal")}
    if isinstance(page.value, Undefined):
        reason = surface.format.escape(page.value.reason)
        made = {"head": surface.math(page.named), "reason": reason}
        return out | {"defined": False, "text": surface.say_made("result", "undefined", **made)}
    facts = page.decimal
    return out | {
        "defined": True,
        "formula": surface.notation.show(Num(page.value)),
        "text": surface.say_made("result", facts["kind"], **_made(page.value, facts, surface)),
        "squares": _squares(facts, surface) if facts["kind"] == "root" else None,
    }


def _made(value: Number, facts: dict[str, Any], surface: Surface) -> dict[str, str]:
    """The facts of the sentence on the decimal, written."""
    sign = "=" if facts["kind"] == "finite" else surface.format.approx
    made = {
        "decimal": surface.inline(f"{surface.one_line(value)} {sign} {facts['digits']}"),
        "significant": str(facts.get("significant", "")),
        "length": f"{facts.get('length') or 0:,}",
    }
    if facts["kind"] == "repeating":
        made["period"] = surface.inline(surface.format.repeating(facts["before"], facts["period"]))
    if facts["kind"] == "root":
        made |= {"sign": "+" if facts["sign"] > 0 else "-", "square": surface.number(facts["square"])}
    return made


def _squares(facts: dict[str, Any], surface: Surface) -> dict[str, Any]:
    """The proof of the digits: two neighbouring squares of whole numbers around the scaled square."""
    below, above, square = facts["below"], facts["above"], facts["square"]
    show = surface.notation.show
    middle = Mul((Num(square), Pow(Num(Fraction(10)), 2 * facts["places"])))
    ends = [show(Pow(Num(Fraction(x)), 2)) for x in (below, above)]
    chain = f"{ends[0]} = {below**2} < {show(middle)} < {above**2} = {ends[1]}"
    scale, sign = 10 ** facts["places"], facts["sign"]
    low, high = sorted(sign * Fraction(x, scale) for x in (below, above))
    made = {
        "low": surface.inline(decimal(low, places=facts["places"])),
        "high": surface.inline(decimal(high, places=facts["places"])),
    }
    return {
        "intro": surface.messages.get("result", "squares"),
        "formula": chain,
        "between": surface.say_made("result", "between", **made),
    }
