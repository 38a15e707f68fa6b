"""How much of a derivation is shown: all of it, its first and last lines, or its lines with blanks to fill in."""

from __future__ import annotations

from dataclasses import replace

from exactmetrics.derivation.exercises.scaffold import scaffolded
from exactmetrics.derivation.planning.kinds import kind_of
from exactmetrics.derivation.planning.page import Formula, Page, Step
from exactmetrics.derivation.planning.tree import distinct

# Kinds of steps that a brief derivation keeps.
BRIEF = ("definition", "counts", "convention", "undefined", "part", "substitute")


def detailed(page: Page, detail: str) -> Page:
    """A page in the detail asked for.

    Args:
        page: a whole derivation.
        detail: "full" leaves it as it is; "brief" keeps definition, what the symbols mean, what has no value, and
            substitution, each metric inside the formula with its value at once; "scaffold" puts blanks for the numbers
            that are to be found.

    >>> import exactmetrics as em
    >>> page = em.ConfusionMatrix([[5, 1], [5, 7]]).derive("accuracy").page
    >>> [step.kind for step in detailed(page, "brief").steps]
    ['definition', 'counts', 'substitute']
    >>> [step.kind for step in detailed(page, "scaffold").steps] == [step.kind for step in page.steps]
    True
    """
    if detail == "brief":
        return replace(page, steps=[_short(step) for step in page.steps if kind_of(step.kind) in BRIEF])
    return scaffolded(page) if detail == "scaffold" else page


def _short(step: Step) -> Step:
    """A part with its first line and its value, the symbols without their table; any other step as it is."""
    if step.table is not None:
        return replace(step, table=None)
    if kind_of(step.kind) != "part":
        return step
    [chain] = step.formulas
    ends = Formula(chain.left, distinct([chain.members[0], chain.members[-1]]), chain.relation, chain.numeric)
    return Step("part", [ends], {"part": step.facts["part"]})
