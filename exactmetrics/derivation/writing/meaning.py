"""What a value means: where its metric is best, or that a choice decided it."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.derivation.planning.page import Page
from exactmetrics.derivation.writing.surface import Surface, Written
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.registry import metric_named

CHOSEN = ("undefined_counted", "undefined_omit")  # steps in which a policy acts


def meaning(page: Page, surface: Surface) -> str:
    """The sentence below the value: the choice it rests on, else how far the metric goes and which end is the best.

    >>> import exactmetrics as em
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> surface, cm = surface_for("text", Look(), (0, 1)), em.ConfusionMatrix([[5, 1], [5, 7]])
    >>> meaning(cm.derive("recall", label=0).page, surface), meaning(cm.derive("tp", label=0).page, surface)
    ('The value always lies between 0 and 1; 1 is the best.', '')
    """
    if not page.title or isinstance(page.value, Undefined):
        return ""
    return _choice(page, surface) or _ends(page, surface)


def _ends(page: Page, surface: Surface) -> str:
    """How far the value may go and which end is best; in a sentence of the metric's own where there is one."""
    say, convention = surface.messages, page.title["convention"]
    metric = metric_named(page.title["metric"])
    own = convention is None and page.title["average"] is None  # an average of a class's values means something else
    if own and say.has("meaning", metric.name):
        return say.get("meaning", metric.name)
    picked = metric.pick(convention)
    low, high = picked.range
    best = {"up": high, "down": low}.get(metric.direction)
    if low is None or high is None or best is None or picked.optimum != best:
        return ""
    ends = {"low": surface.number(Fraction(low)), "high": surface.number(Fraction(high))}
    return surface.say_made("meaning", metric.direction, **ends)


def _choice(page: Page, surface: Surface) -> str:
    """That a policy decided the value, where it stood in for something without one."""
    facts = next((step.facts for step in page.steps if step.kind in CHOSEN), None)
    if facts is None:
        return ""
    policy = Written(surface.say("policy", facts["source"], name=facts["policy"]))
    return surface.say("result", "rests", policy=policy)
