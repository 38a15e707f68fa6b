"""Three readings of a recorded tree: by name, as one formula, and with the counts put in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from exactmetrics.expression.evaluate import children, evaluate, walk
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Mul, Named, Neg, Num, Pow, Sqrt, Sum

Keep = Callable[[Named], bool]


def rebuild(e: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The node with every part changed; a node without parts stays as it is.

    >>> rebuild(Num(Fraction(3)) - 1, lambda part: part**2) == Num(Fraction(3)) ** 2 + Neg(Num(Fraction(1))) ** 2
    True
    """
    match e:
        case Named(head, body, applied):
            return Named(head, change(body), applied)
        case Neg(arg):
            return Neg(change(arg))
        case Add(terms):
            return Add(tuple(map(change, terms)))
        case Mul(factors):
            return Mul(tuple(map(change, factors)))
        case Div(num, den):
            return Div(change(num), change(den))
        case Pow(base, exponent):
            return Pow(change(base), exponent)
        case Sqrt(arg):
            return Sqrt(change(arg))
        case Sum(body, terms, left_out, whole):
            return Sum(change(body), tuple(map(change, terms)), left_out, whole)
    return e


def inlined(e: Expr, keep: Keep) -> Expr:
    """Names replaced by their definitions, but for those that are kept; a factor goes on top of its fraction.

    >>> from exactmetrics.expression.nodes import Head
    >>> share = Named(Head("share"), Leaf("tp", None, None) / 9)
    >>> inlined(8 * share, lambda named: False) == (8 * Leaf("tp", None, None)) / 9
    True
    >>> inlined(8 * share, lambda named: True) == 8 * share
    True
    """
    if isinstance(e, Named) and not keep(e) and e.applied is None:
        return inlined(e.body, keep)
    if isinstance(e, Named):
        return e
    out = rebuild(e, lambda part: inlined(part, keep))
    return _folded(out) if isinstance(out, Mul) else out


def _folded(e: Mul) -> Expr:
    """``s * (a / b)`` as ``(s a) / b``, numbers first, the way a textbook writes it."""
    ratios = [f for f in e.factors if isinstance(f, Div)]
    if len(ratios) != 1 or not isinstance(ratios[0].num, (Leaf, Num, Mul)):
        return e
    [ratio] = ratios
    tops: list[Expr] = []
    for f in e.factors:
        top = ratio.num if f is ratio else f
        tops += top.factors if isinstance(top, Mul) else (top,)
    tops.sort(key=lambda f: not isinstance(f, Num))
    return Div(Mul(tuple(tops)), ratio.den)


def substituted(e: Expr) -> Expr:
    """Counts for names, sums written out, a kept metric as its value; nothing is worked out.

    >>> tp, fp = Leaf("tp", None, Fraction(5)), Leaf("fp", None, Fraction(1))
    >>> substituted(tp / (tp + fp)) == Num(Fraction(5)) / (Num(Fraction(5)) + 1)
    True
    """
    match e:
        case Leaf():
            return Num(evaluate(e))
        case Named():
            return Num(evaluate(e))
        case Sum(terms=terms):
            parts = tuple(substituted(t) for t in terms)
            if not parts:  # no class to add over
                return Num(Fraction(0))
            return parts[0] if len(parts) == 1 else _flat_sum(parts)
    return rebuild(e, substituted)


def _flat_sum(parts: tuple[Expr, ...]) -> Expr:
    terms: list[Expr] = []
    for part in parts:
        terms += part.terms if isinstance(part, Add) else (part,)
    return Add(tuple(terms))


def leaves(e: Expr) -> list[Leaf]:
    """The counts a tree speaks of, each once, in reading order; of sums the summand over any class comes first.

    >>> tp, fp = Leaf("tp", None, None), Leaf("fp", None, None)
    >>> [leaf.block for leaf in leaves(tp / (fp + tp))]
    ['tp', 'fp']
    """
    found: dict[tuple[str, object], Leaf] = {}
    for part in every_part(e):
        if isinstance(part, Leaf):
            tag = part.tag
            found.setdefault((part.block, (tag.position, tag.rest) if tag else None), part)
    return list(found.values())


def every_part(e: Expr) -> list[Expr]:
    """Every node, also within names a policy replaced, within summands, and of what was left out.

    >>> tp = Leaf("tp", None, None)
    >>> [type(part).__name__ for part in every_part(Sum(tp, (), left_out=(tp / 2,)))]
    ['Sum', 'Leaf', 'Div', 'Leaf', 'Num']
    """
    out = [e]
    inside: tuple[Expr, ...] = children(e)
    if isinstance(e, Named):
        inside = (e.body,)
    if isinstance(e, Sum):
        inside = (e.body, *e.terms, *e.left_out)
    for part in inside:
        out += every_part(part)
    return out


def names_inside(e: Expr) -> list[Named]:
    """The outermost named parts of a tree, in reading order, sums by their terms.

    >>> from exactmetrics.expression.nodes import Head
    >>> inner = Named(Head("recall"), Num(Fraction(1, 2)))
    >>> outer = Named(Head("f1"), inner / 2)
    >>> [named.head.metric for named in names_inside(outer + inner)]
    ['f1', 'recall']
    """
    if isinstance(e, Named):
        return [e]
    return [n for part in children(e) for n in names_inside(part)]


def is_composite(body: Expr) -> bool:
    """Whether a definition is made of metrics and numbers only.

    >>> from exactmetrics.expression.nodes import Head, Tag
    >>> recall, tp = Named(Head("recall"), Num(Fraction(1, 2))), Leaf("tp", Tag(0), None)
    >>> is_composite(2 * recall), is_composite(tp * recall), is_composite(Num(Fraction(2)))
    (True, False, False)
    """
    return any(isinstance(p, Named) for p in walk(body)) and _without_counts(body)


def _without_counts(e: Expr) -> bool:
    if isinstance(e, Named):
        return True
    if isinstance(e, Leaf):
        return e.tag is None
    return all(map(_without_counts, (e.body,) if isinstance(e, Sum) else children(e)))


def distinct(members: Iterable[Expr]) -> list[Expr]:
    """The members of a chain without those that repeat the one before.

    >>> one, two = Num(Fraction(1)), Num(Fraction(2))
    >>> distinct([one, one, two, one]) == [one, two, one]
    True
    """
    out: list[Expr] = []
    for member in members:
        if not out or member != out[-1]:
            out.append(member)
    return out


def whole(e: Expr) -> bool:
    """Whether a node is a whole number, with or without a minus.

    >>> whole(Num(Fraction(3))), whole(Neg(Num(Fraction(3)))), whole(Num(Fraction(1, 3)))
    (True, True, False)
    """
    if isinstance(e, Neg):
        return whole(e.arg)
    return isinstance(e, Num) and isinstance(e.value, Fraction) and e.value.denominator == 1


def ratio(e: Expr) -> tuple[int, int] | None:
    """Numerator and denominator of a node that is one fraction or whole number, as it stands.

    >>> ratio(Num(Fraction(6)) / 4), ratio(Neg(Num(Fraction(6)) / 4)), ratio(Num(Fraction(6)) + 4)
    ((6, 4), (-6, 4), None)
    """
    match e:
        case Num(Fraction() as v):
            return v.numerator, v.denominator
        case Neg(arg):
            inner = ratio(arg)
            return None if inner is None else (-inner[0], inner[1])
        case Div(Num(Fraction() as a), Num(Fraction() as b)) if a.denominator == b.denominator == 1 and b:
            return a.numerator, b.numerator
    return None
