"""Ways to spoil a case, an input, or a line of the smoke set; each makes it wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any


def mutations(case: Any) -> Iterator[Callable[[Any, Random], None]]:
    """Ways to spoil a case, each of which makes the value wrong, or the value of another question."""
    expected = case["expected"]
    for key in ("exact", "decimal", "float64", "hex64", "float32", "hex32"):
        if key in expected and set(expected[key]) & set("123456789"):
            yield lambda c, r, key=key: c["expected"].update({key: other_digit(c["expected"][key], r)})
    if "root" in expected:
        yield lambda c, r: c["expected"]["root"].update(sign=-c["expected"]["root"]["sign"])
        yield lambda c, r: c["expected"]["root"].update(square=other_digit(c["expected"]["root"]["square"], r))
    if "undefined" in expected:
        yield lambda c, r: c.update(expected={"exact": "0", "decimal": "0", "float64": "0.0", "hex64": "0x0p+0",
                                              "float32": "0.0", "hex32": "0x0p+0"})  # fmt: skip
        yield lambda c, r: c["expected"]["undefined"].update(
            kind="+/0" if c["expected"]["undefined"]["kind"] == "-/0" else "-/0"
        )
    if "exact" in expected and expected["exact"] != "0":
        yield lambda c, r: c["expected"].update(exact=str(-Fraction(c["expected"]["exact"])))
        yield lambda c, r: c["expected"].update(undefined={"kind": "0/0", "reason": "x"})


def other_digit(text: str, random: Random) -> str:
    """A text with one of its digits changed, but for zeros."""
    places = [i for i, ch in enumerate(text) if ch in "123456789"]
    at = random.choice(places)
    return text[:at] + random.choice([d for d in "123456789" if d != text[at]]) + text[at + 1 :]
