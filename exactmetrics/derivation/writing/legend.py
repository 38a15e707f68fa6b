"""What the symbols of a formula count, in one sentence: with rows and columns where a matrix is shown."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.writing.data import SHOWN_CLASSES
from exactmetrics.derivation.writing.matrix_tables import MOST
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.expression.nodes import Leaf


def legend(facts: dict[str, Any], surface: Surface) -> str:
    """What each count is, with its symbol; of the whole matrix also its value.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> step = em.ConfusionMatrix([[5, 1], [5, 7]]).derive("accuracy").steps[1]
    >>> legend(step.facts, surface_for("text", Look(), (0, 1)))
    'N = 18 is the number of samples and the true positives TP_i stand on the diagonal.'
    """
    leaves, known = facts["leaves"], surface.legend
    if known[0] is not leaves or known[1] is not facts["matrix"]:  # what holds for every matrix of a question
        made = [None if leaf.block in facts else _meant(leaf, facts, surface) for leaf in leaves]
        known = surface.legend = leaves, facts["matrix"], made
    parts = [part or _meant(leaf, facts, surface) for part, leaf in zip(known[2], leaves, strict=True)]
    text = surface.say_made("step", "counts", "text", legend=surface.messages.listing(parts))
    # a sentence that begins with a symbol stays as it is: n and N are two things
    return text if text.startswith(_named(leaves[0], facts, surface)) else text[:1].upper() + text[1:]


def _meant(leaf: Leaf, facts: dict[str, Any], surface: Surface) -> str:
    """What one count is."""
    plain = _on_matrix(facts, surface) or leaf.tag is None or leaf.block in ("weight", "cell", "gap")
    value = "" if leaf.value is None else surface.number(leaf.value)
    key = leaf.block if plain else f"partial_{leaf.block}"
    return surface.say_made("step", "counts", key, symbol=_named(leaf, facts, surface), value=value)


def _on_matrix(facts: dict[str, Any], surface: Surface) -> bool:
    """Whether a reader has a matrix with rows and columns before him: on paper a large one may not fit."""
    return bool(facts["matrix"] and facts["k"] <= (MOST if surface.format.paper else SHOWN_CLASSES))


def _named(leaf: Leaf, facts: dict[str, Any], surface: Surface) -> str:
    """The symbol of a count; the number of samples or of classes is the same for every class, and given with it."""
    if leaf.block not in ("n", "k") or leaf.block not in facts:
        return surface.math(leaf)
    return surface.inline(f"{surface.notation.show(leaf)} = {surface.one_line(Fraction(facts[leaf.block]))}")
