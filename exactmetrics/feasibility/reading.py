"""What an answer rests on: the classes and sizes, what the digits stand for, and which of it nobody said."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from exactmetrics.exact.values import value_text
from exactmetrics.feasibility.problem import BINARY, Problem
from exactmetrics.feasibility.terms import Terms

ASSUMED = ("classes", "positive", "rounding", "undefined", "combine")


@dataclass(frozen=True, slots=True)
class Reading:
    """How a question was read.

    `assumed` are those of `ASSUMED` that nobody said: two classes, that the first of them is the positive one, rounding
    to nearest, that 0/0 is no number, that averages of F are means of the F of the classes. `positive` is the class
    that a score of one class means where it names none. `samples` are the least and the greatest number of samples
    (None: no bound) and `supports` those of the classes; both are None for means, whose parts have sizes of their own.
    """

    terms: Terms
    labels: tuple[Hashable, ...] = BINARY
    positive: Hashable | None = BINARY[0]
    samples: tuple[int, int | None] | None = None
    supports: tuple[int | None, ...] | None = None
    assumed: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The reading as plain data, as `feasible.schema.json` describes it.

        >>> Reading(Terms()).data()["positive"], Reading(Terms()).data()["rounding"]
        ('positive', 'nearest')
        """
        terms, options = self.terms, self.terms.options
        preset = options.get("preset")
        return {
            "classes": len(self.labels),
            "positive": None if self.positive is None else str(self.positive),
            "samples": None if self.samples is None else {"least": self.samples[0], "most": self.samples[1]},
            "supports": None if self.supports is None else list(self.supports),
            "rounding": terms.rounding if terms.tolerance is None else None,
            "tolerance": None if terms.tolerance is None else value_text(terms.tolerance),
            "own_rules": terms.mixed,
            "preset": None if preset is None else str(preset),
            "undefined": _said(options.get("undefined"), "propagate", preset),
            "combine": _said(options.get("combine"), "scores", preset),
            "assumed": list(self.assumed),
        }


def reading_of(problem: Problem | None, terms: Terms) -> Reading:
    """The reading of a question about the data of a problem, or about means.

    >>> reading_of(None, Terms(open_=("rounding",))).assumed
    ('rounding',)
    """
    if problem is None:
        return Reading(terms, assumed=terms.open_)
    assumed = tuple(key for key in terms.open_ if key != "positive" or problem.positive is not None)
    samples = (problem.least, problem.most)
    return Reading(terms, problem.labels, problem.positive, samples, problem.supports, assumed)


def _said(value: object, usual: str, preset: object) -> str | None:
    """What was said, or what is usual; None where a preset decides."""
    return str(value) if value is not None else usual if preset is None else None
