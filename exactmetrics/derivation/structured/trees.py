"""Expression trees as nested JSON: one object a node, whose key `node` says of what kind it is.

Numbers are texts, exact and of any length; a root is its sign and its square, a sum of roots the list of its terms.
A blank of an exercise is its number alone: the key has the answer. Where a page shows a formula shortened, a node says
how many terms or digits it leaves out.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.blank import Blank
from exactmetrics.derivation.planning.shortened import Cut, Gap
from exactmetrics.derivation.structured.values import label_data
from exactmetrics.exact.values import Number, Root, value_text
from exactmetrics.expression.nodes import (
    Add,
    Applied,
    Div,
    Expr,
    Leaf,
    Literal,
    Mul,
    Named,
    Neg,
    Num,
    Pow,
    Sqrt,
    Sum,
    Tag,
)


def tree_data(e: Expr) -> dict[str, Any]:
    """A tree as dictionaries and lists.

    >>> tree_data(Num(Fraction(7)) / 12)["denominator"]
    {'node': 'number', 'value': '12'}
    """
    match e:
        case Blank():
            return {"node": "blank", "letter": e.letter}
        case Num(value) | Literal(_, value):
            return {"node": "number", **_number(value)}
        case Leaf(block, tag, count):
            return {"node": "count", "name": block, "of": _class(tag), "value": _text(count)}
        case Named():
            return head_data(e) | {"body": tree_data(e.body)}
        case Neg(arg):
            return {"node": "negative", "of": tree_data(arg)}
        case Add(terms):
            return {"node": "sum", "terms": [tree_data(t) for t in terms]}
        case Sum(body, terms, left_out, whole):
            made = {"of": tree_data(body), "terms": [tree_data(t) for t in terms]}
            return {"node": "sum_over_classes", **made, "left_out": [tree_data(t) for t in left_out], "whole": whole}
        case Mul(factors):
            return {"node": "product", "factors": [tree_data(f) for f in factors]}
        case Div(num, den):
            return {"node": "quotient", "numerator": tree_data(num), "denominator": tree_data(den)}
        case Pow(base, exponent):
            return {"node": "power", "base": tree_data(base), "exponent": exponent}
        case Sqrt(arg):
            return {"node": "root", "of": tree_data(arg)}
        case Gap(count):
            return {"node": "left_out", "terms": count}
        case Cut(first, count, last):
            return {"node": "cut_number", "first": first, "left_out": count, "last": last}
    raise TypeError(f"no JSON for {type(e).__name__}")


def head_data(e: Named) -> dict[str, Any]:
    """A metric by its name alone: of a class or averaged, under a convention, and the policy that acted on it.

    >>> from exactmetrics.expression.nodes import Head
    >>> head_data(Named(Head("accuracy"), Num(Fraction(2, 3))))["name"]
    'accuracy'
    """
    head = e.head
    where = {"of": _class(head.tag), "average": head.average, "mark": head.mark}
    return {"node": "metric", "name": head.metric, **where, "applied": _applied(e.applied), "body": None}


def _number(value: Number) -> dict[str, Any]:
    """An exact number: a fraction as text, a root by sign and square, a sum of roots by its terms."""
    if isinstance(value, Fraction):
        return {"value": value_text(value)}
    if isinstance(value, Root):
        return {"value": value_text(value), "sign": value.sign, "square": value_text(value.square)}
    roots = [{"sign": r.sign, "square": value_text(r.square)} for r in value.roots]
    return {"value": value_text(value), "rational": value_text(value.rational), "roots": roots}


def _class(tag: Tag | None) -> dict[str, Any] | None:
    """The class a count or a metric speaks of; its position is null for any class of a sum."""
    if tag is None:
        return None
    return {"position": tag.position, "label": label_data(tag.label), "rest": tag.rest}


def _applied(applied: Applied | None) -> dict[str, Any] | None:
    return None if applied is None else {"value": _text(applied.value), "policy": applied.why}


def _text(value: Fraction | None) -> str | None:
    return None if value is None else value_text(value)
