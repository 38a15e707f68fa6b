"""What the sentences of a derivation name, of a question and of its recorded tree: no number of the matrix."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.page import Formula, Step
from exactmetrics.derivation.planning.tree import distinct, every_part, leaves, substituted
from exactmetrics.expression.nodes import Expr, Leaf, Named, Num, Sum
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.identities import theorem_of
from exactmetrics.metrics.policy import Policy
from exactmetrics.metrics.request import Request
from exactmetrics.views.undefined import is_no_class_left, undefined_quotient


def title_facts(request: Request) -> dict[str, Any]:
    """What the title names.

    >>> from exactmetrics.metrics.request import resolve
    >>> title_facts(resolve("recall", label="cat"))["label"]
    'cat'
    """
    other = request.bound.convention is not request.metric.standard
    return {
        "metric": request.metric.name,
        "title": request.metric.title,
        "average": request.average,
        "label": request.label,
        "combine": request.combine if request.combine != "scores" else None,
        "convention": request.bound.convention.name if other else None,
        "parameters": dict(request.parameters),
    }


def definition_facts(request: Request, named: Named) -> dict[str, Any]:
    """What the definition says in words: of which metric, averaged how, over which classes.

    >>> from exactmetrics.expression.nodes import Head, number
    >>> from exactmetrics.metrics.request import resolve
    >>> definition_facts(resolve("recall", average="macro"), Named(Head("recall"), number(1)))["how"]
    'macro'
    """
    bound = request.bound
    facts: dict[str, Any] = {"metric": bound.name, "convention": bound.convention.name, "doc": bound.convention.doc}
    return facts | {"chosen": _chosen(named), "how": _average(request), "form": bound.chosen.name}


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


def weight_zero(named: Named) -> list[Step]:
    """Classes of weight 0, which take no part in a weighted average.

    >>> from exactmetrics.expression.nodes import Head, number
    >>> weight_zero(Named(Head("recall"), number(1)))
    []
    """
    tags = [
        part.tag
        for e in every_part(named)
        if isinstance(e, Sum)
        for part in e.left_out
        if isinstance(part, Leaf) and part.tag is not None and not part.value
    ]
    labels = list(dict.fromkeys(t.label for t in tags))
    return [Step("weight_zero", facts={"labels": labels})] if labels else []


def no_value(part: Named, policy: Policy) -> Step:
    """A part without a value, and what the policy says of it.

    >>> from exactmetrics.expression.nodes import Applied, Head
    >>> from exactmetrics.metrics.policy import PROPAGATE
    >>> none = Leaf("tp", None, Fraction(0))
    >>> part = Named(Head("recall"), none / none, Applied(None, "propagate", "the policy"))
    >>> no_value(part, PROPAGATE).kind
    'undefined_propagate'
    """
    applied = part.applied
    assert applied is not None
    if is_no_class_left(undefined_quotient(part.body)):
        return Step("undefined_no_class", facts={"part": part})
    kind = "undefined_" + ("counted" if applied.value is not None else applied.policy)
    facts = {"policy": policy.given, "source": policy.source, "value": applied.value, "part": part}
    return Step(kind, _denominator(part.body), facts)


def _denominator(body: Expr) -> list[Formula]:
    """That the denominator is zero, with its counts put in."""
    den = undefined_quotient(body).den
    return [Formula(den, distinct([substituted(den), Num(Fraction(0))]), numeric=False)]


def notes(request: Request, blocks: Blocks) -> list[tuple[str, dict[str, Any]]]:
    """How a float was read, and an identity that makes the value a familiar one.

    >>> from exactmetrics.metrics.request import resolve
    >>> blocks = Blocks("ab", n=9, tp=[4, 3], support=[5, 4], predicted=[6, 3])
    >>> notes(resolve("recall", average="weighted"), blocks)
    [('weighted_recall', {})]
    """
    found: list[tuple[str, dict[str, Any]]] = [(remark.key, remark.facts) for remark in request.read]
    if blocks.partition and request.over == "all" and request.metric.direction == "up":
        theorem = theorem_of(request.metric, request.average)
        if theorem == "weighted" and request.weights == "support":
            found.append(("weighted_recall", {}))
        if theorem == "micro":
            found.append(("micro", {}))
    return found
