"""Why something was not read, or what a verdict adds: a kind from one fixed list, and the piece of text it is about.

The sentence of a kind stands in the catalogues of messages, `[verify.why_of]`, and is made where somebody reads it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, get_args

WhyKind: TypeAlias = Literal[
    # an equality that does not hold and may not be meant as one
    "range", "ratio", "leading-sign", "dash", "word-beside", "taken-of", "label-before", "trailing-sign", "unit",
    "factor", "goes-on-behind", "remark", "bare-numbers", "digits-in-brackets", "lost-bar", "numbered-label",
    "parting-dash", "comparison-in-code", "congruence", "comparison", "in-code", "no-equals-sign",
    # arithmetic that is not read
    "too-long", "too-deep", "too-large", "left-out", "separator", "ends-early", "goes-on", "sign-doubled",
    "two-numbers", "power-of-power", "exponent", "number-expected", "braces-expected", "bracket-expected", "other-root",
    "unlike-roots", "nested-root", "negative-root", "not-a-number", "decimal-point", "several-chains", "function",
    "worked-with",
    # what a verdict adds
    "zero-denominator", "undefined", "no-class", "not-undefined", "chained", "rounded-whole",
    # a claim that has no answer
    "unsaid", "no-answer", "unanswered",
]  # fmt: skip
WHY_KINDS: tuple[WhyKind, ...] = get_args(WhyKind)


class Why(NamedTuple):
    """A reason: its `kind`, of `WHY_KINDS`, and the `word` of the text that it is about, empty where it names none.

    >>> Why("unit", "kg").kind in WHY_KINDS
    True
    """

    kind: WhyKind
    word: str = ""
