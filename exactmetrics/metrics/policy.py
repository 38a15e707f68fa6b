"""What stands for a ratio that has no value: a policy, as data with a name.

A policy speaks of 0/0 only; x/0 with x not 0 stays undefined under every policy. It acts once, at the innermost ratio
that has no value, and whoever asked is told that it acted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.suggest import choices

Word = Literal["propagate", "raise", "omit"]


@dataclass(frozen=True, slots=True)
class ByOutcome:
    """A rule that asks whether every sample, or none, was predicted rightly; in between there is no exact value."""

    all_right: Fraction
    all_wrong: Fraction


Rule = Fraction | Word | ByOutcome
WORDS: dict[str, Rule] = {
    "propagate": "propagate",
    "raise": "raise",
    "omit": "omit",
    "0": Fraction(0),
    "1": Fraction(1),
}


@dataclass(frozen=True, slots=True)
class Policy:
    """A rule for each metric, and one for the rest.

    It was chosen by an option (`source` "option", `given` as in "undefined=0") or with a preset (`source` "preset",
    `given` its name); a page cites it by these two, in its language.
    """

    source: Literal["option", "preset"]
    given: str
    default: Rule = "propagate"
    rules: Mapping[str, Rule] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """How messages cite it."""
        return f"the policy {self.given}" if self.source == "option" else f'the preset "{self.given}"'

    def decide(self, metric: str, right: object, n: object) -> Fraction | Word:
        """The rule for 0/0 of a metric, `right` of `n` samples being predicted rightly."""
        rule = self.rules.get(metric, self.default)
        if not isinstance(rule, ByOutcome):
            return rule
        if right == n:
            return rule.all_right
        return rule.all_wrong if right == 0 else "propagate"


PROPAGATE = Policy("option", "undefined=propagate")


def policy_named(word: str | int) -> Policy:
    """The policy that treats every metric alike: propagate, raise, omit, 0 or 1.

    >>> policy_named(0).decide("precision", 1, 2)
    Fraction(0, 1)
    """
    text = str(word)
    if isinstance(word, (bool, float)) or text not in WORDS:
        raise UsageError(f"no policy {word!r} for undefined values; {choices(word, WORDS)}")
    return Policy("option", f"undefined={text}", WORDS[text])
