"""What a comparison says: its title, what tells the two sides apart, which value is larger or why they are equal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactmetrics.derivation.comparisons.aspects import Aspect, aspect_name, aspect_value
from exactmetrics.derivation.planning.decimals import decimal_facts
from exactmetrics.derivation.writing.context import title_of
from exactmetrics.derivation.writing.names import reason
from exactmetrics.derivation.writing.surface import Surface, surface_for
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined, sign
from exactmetrics.expression.nodes import Num

if TYPE_CHECKING:
    from exactmetrics.derivation.comparisons.comparison import Comparison

LONGEST, SIGNIFICANT = 8, 3  # signs of a difference that is said exactly, and digits of any other one


def comparison_title(comparison: Comparison, name: str) -> str:
    """The title: both quantities, or what is one quantity on both sides.

    >>> import exactmetrics as em
    >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
    >>> comparison_title(em.compare(cm.derive("mcc"), cm.derive("kappa")), "text")
    "Matthews correlation coefficient compared with Cohen's kappa"
    """
    surface = surface_for(name, comparison.look, ())
    first, second = (side_title(comparison, at, surface) for at in (0, 1))
    if first != second:
        return surface.say_made("compare", "title", first=first, second=second)
    if comparison.titles is not None:
        one, other = (surface.plain(title) for title in comparison.titles)
        return surface.say_made("compare", "title_named", title=first, first=one, second=other)
    return surface.say_made("compare", "title_choice" if comparison.same_data else "title_data", title=first)


def side_name(comparison: Comparison, at: int, surface: Surface) -> str:
    """What a side is called in a sentence: its letter, and what the reader knows it by, if that was given.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
    >>> recalls = em.compare(cm.derive("mcc"), cm.derive("kappa"), names=("Phi", "Kappa"))
    >>> side_name(recalls, 0, surface_for("text", Look(), ()))
    'A (Phi)'
    """
    name = comparison.names[at]
    if comparison.titles is None:
        return name
    return surface.say_made("compare", "named", name=name, title=surface.plain(comparison.titles[at]))


def side_title(comparison: Comparison, at: int, surface: Surface) -> str:
    """The title of a side; where the sides differ in what is averaged, it says so on both.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
    >>> macros = em.compare(*(cm.derive("f1", average="macro", combine=how) for how in ("scores", "averages")))
    >>> side_title(macros, 0, surface_for("text", Look(), ()))
    'Macro F1 score, from the classes'
    """
    side = (comparison.first, comparison.second)[at]
    return title_of(side.page, surface, in_full=any(aspect.key == "combine" for aspect in comparison.differs))


def differences(comparison: Comparison, surface: Surface) -> str:
    """What tells the two sides apart.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
    >>> recalls = em.compare(cm.derive("recall", label=0), cm.derive("recall", label=1))
    >>> differences(recalls, surface_for("text", Look(), (0, 1)))
    'What differs: the class (A: 0; B: 1).'
    """
    if not comparison.differs:
        return surface.messages.get("compare", "alike")
    what = surface.messages.listing([_told_apart(aspect, comparison, surface) for aspect in comparison.differs])
    return surface.say_made("compare", "differ", what=what)


def _told_apart(aspect: Aspect, comparison: Comparison, surface: Surface) -> str:
    """An aspect with what it is on both sides."""
    name = aspect_name(aspect, surface)
    if aspect.key == "data":
        return name
    made = {"first": comparison.names[0], "second": comparison.names[1]}
    made |= {
        key: aspect_value(aspect.key, value, surface) for key, value in (("a", aspect.first), ("b", aspect.second))
    }
    return surface.say_made("compare", "pair", what=name, **made)


def similarities(comparison: Comparison, surface: Surface) -> str:
    """What both sides have in common.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
    >>> recalls = em.compare(cm.derive("recall", label=0), cm.derive("recall", label=1))
    >>> similarities(recalls, surface_for("text", Look(), (0, 1)))
    'The same in both: the counts and the metric.'
    """
    if not comparison.same or not comparison.differs:
        return ""
    what = surface.messages.listing([aspect_name(aspect, surface) for aspect in comparison.same])
    return surface.say_made("compare", "same", n=str(len(comparison.same)), what=what)


def relation(comparison: Comparison, surface: Surface) -> list[str]:
    """Which value is larger; or that they are equal, and why; or that there is nothing to subtract.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
    >>> recalls = em.compare(cm.derive("recall", label=0), cm.derive("recall", label=1))
    >>> relation(recalls, surface_for("text", Look(), (0, 1)))
    ['A is larger than B by 0.25.']
    """
    say, names = surface.messages, (side_name(comparison, 0, surface), side_name(comparison, 1, surface))
    undefined = [
        surface.say_made("compare", "undefined", name=name, reason=reason(surface, side.value))
        for name, side in zip(names, (comparison.first, comparison.second), strict=True)
        if isinstance(side.value, Undefined)
    ]
    if comparison.difference is None:
        return [*undefined, say.get("compare", "no_difference")]
    if comparison.difference:
        larger, smaller = names if sign(comparison.difference) > 0 else names[::-1]
        facts = decimal_facts(comparison.difference)
        exact = facts["kind"] in ("whole", "finite") and len(facts["digits"]) <= LONGEST
        digits = facts["digits"] if exact else decimal(comparison.difference, significant=SIGNIFICANT)
        made = {"larger": larger, "smaller": smaller, "by": surface.inline(digits.removeprefix("-"))}
        return [surface.say_made("compare", "larger" if exact else "larger_about", **made)]
    assert not isinstance(comparison.first.value, Undefined)
    shown = comparison.first.page.shown
    short = shown is not None and not isinstance(shown, Num)  # a value that is too long for a line
    value = surface.math(shown) if short and shown else surface.number(comparison.first.value)
    out = [surface.say_made("compare", "equal", first=names[0], second=names[1], value=value)]
    out += [say.get("identity", key) for key in comparison.reasons]
    return [*out, say.get("compare", "coincidence")] if comparison.coincidence else out
