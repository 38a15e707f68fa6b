"""What the sentences of a derivation name: of the question, of its recorded tree, and of the decimal of the result."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, every_part, leaves, substituted
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.rounding import decimal, expansion, exponent, period_length
from exactmetrics.exact.values import Number, Root
from exactmetrics.expression.nodes import Expr, Leaf, Named, Num, Sum
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.identities import theorem_of
from exactmetrics.metrics.policy import Policy
from exactmetrics.metrics.request import Request
from exactmetrics.views.undefined import is_no_class_left, undefined_quotient

SIGNIFICANT = 16  # what a double prints, so that a float can be compared digit by digit
PERIOD_SHOWN = 30  # digits of a period that are written out
PERIOD_COUNTED = 10**6  # a longer period is not looked for
PLACES = 6  # digits after the point that are shown at least, however many there are before it
PROOF_PLACES = 7


def title_facts(request: Request) -> dict[str, Any]:
    other = request.bound.convention is not request.metric.standard
    return {
        "metric": request.metric.name,
        "average": request.average,
        "label": request.label,
        "combine": request.combine if request.combine != "scores" else None,
        "convention": request.bound.convention.name if other else None,
        "parameters": dict(request.parameters),
    }


def definition_facts(request: Request, named: Named) -> dict[str, Any]:
    """What the definition says in words: of which metric, averaged how, over which classes."""
    bound = request.bound
    facts = {"metric": bound.name, "convention": bound.convention.name, "chosen": _chosen(named)}
    how = {"how": _average(request), "average": request.average, "form": bound.chosen.name}
    return facts | how | {"classes": bound.chosen.classes}


def _chosen(named: Named) -> list[Any]:
    """The classes of a sum that does not run over all of them."""
    sums = [e for e in every_part(named) if isinstance(e, Sum) and not e.whole]
    if not sums:
        return []
    used = [leaf.tag for term in sums[0].terms for leaf in leaves(term) if leaf.tag is not None]
    return list(dict.fromkeys(tag.label for tag in used))


def _average(request: Request) -> str:
    if request.average is None:
        return "plain"
    if request.combine == "averages":
        return "combined"
    if request.average == "weighted":
        named = request.weights if isinstance(request.weights, str) else "given"
        return f"weighted_{named}"
    return request.average


def weight_zero(named: Named) -> list[Said]:
    """Classes of weight 0, which take no part in a weighted average."""
    tags = [
        part.tag
        for e in every_part(named)
        if isinstance(e, Sum)
        for part in e.left_out
        if isinstance(part, Leaf) and part.tag is not None and not part.value
    ]
    labels = list(dict.fromkeys(t.label for t in tags))
    key = "text" if len(labels) == 1 else "several"
    return [Said(("step", "weight_zero", key), {"labels": labels})] if labels else []


def no_value(part: Named, policy: Policy) -> Step:
    """A part that is undefined, why it is, and which value a convention gives it."""
    applied = part.applied
    assert applied is not None
    quotient = undefined_quotient(part.body)
    if is_no_class_left(quotient):
        return Step("undefined_no_class", said=[Said(("step", "undefined_no_class", "text"), {"part": part})])
    kind = "undefined_" + ("counted" if applied.value is not None else applied.policy)
    chosen = Said(("policy", policy.source), {"name": policy.given})
    facts = {"part": part, "why": _why(quotient.den), "policy": chosen, "value": applied.value}
    den = quotient.den
    formula = Formula(den, distinct([substituted(den), Num(Fraction(0))]), numeric=False)
    return Step(kind, [formula], facts, said=[Said(("step", kind, "text"), facts)])


def _why(den: Expr) -> Said:
    """Why a quotient is undefined: of which class there is nothing, or that its denominator is 0."""
    if isinstance(den, Leaf) and den.tag is not None and den.block in ("predicted", "support"):
        return Said(("undefined", "why", den.block), {"label": den.tag.label})
    return Said(("undefined", "why", "zero"))


def notes(request: Request, blocks: Blocks) -> list[tuple[str, dict[str, Any]]]:
    """How a float was read, and an identity that makes the value a familiar one."""
    found: list[tuple[str, dict[str, Any]]] = [(remark.key, remark.facts) for remark in request.read]
    if blocks.partition and request.over == "all" and request.metric.direction == "up":
        theorem = theorem_of(request.metric, request.average)
        if theorem == "weighted" and request.weights == "support":
            found.append(("weighted_recall", {}))
        if theorem == "micro":
            found.append(("micro", {}))
    return found


def decimal_facts(value: Number) -> dict[str, Any]:
    """What there is to say: `kind` is whole, finite, repeating, long_period, root or symbolic."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return {"kind": "whole", "digits": int_text(value.numerator)}
    significant = max(SIGNIFICANT, exponent(value) + 1 + PLACES)
    facts: dict[str, Any] = {"digits": decimal(value, significant=significant), "significant": significant}
    if isinstance(value, Root):
        return facts | _squares(value)
    return facts | ({"kind": "symbolic"} if not isinstance(value, Fraction) else _expansion(value))


def _expansion(value: Fraction) -> dict[str, Any]:
    """How the decimal of a fraction goes on: it ends, or repeats with a period that is shown, counted or unknown."""
    found = expansion(value, PERIOD_SHOWN)
    if found.period:
        return {"kind": "repeating", "before": found.before, "period": found.period}
    if found.complete:
        return {"kind": "finite", "digits": found.text()}
    length = period_length(value, limit=PERIOD_COUNTED)
    return {"kind": "long_period" if length else "unknown_period", "length": length}


def _squares(value: Root) -> dict[str, Any]:
    """``m^2 < square * 10^(2p) < (m + 1)^2``: between which decimals the root lies, decided by whole numbers."""
    scale = 10 ** (2 * PROOF_PLACES)
    below = isqrt(value.square.numerator * scale // value.square.denominator)
    return {
        "kind": "root",
        "square": value.square,
        "sign": value.sign,
        "below": below,
        "above": below + 1,
        "places": PROOF_PLACES,
    }
