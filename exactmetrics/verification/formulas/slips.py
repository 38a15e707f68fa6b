"""The one slip that makes a wrong formula right: its tree changed at one place until it is what it names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from exactmetrics.derivation.planning.tree import rebuild
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Neg, Num, Pow, Sqrt
from exactmetrics.verification.formulas.deciding import Question
from exactmetrics.verification.formulas.grammar import Over, Symbol, UnreadError, nodes
from exactmetrics.verification.formulas.meaning import average_of, symbols
from exactmetrics.verification.formulas.vocabulary import named, words

_COUNTS = ("TP", "FP", "FN", "TN")
MOST = 400  # changes that are tried
CHOICES = 4  # meanings of the symbols under which they are


class Slip(NamedTuple):
    """A slip by its kind, and what its sentence names."""

    kind: str
    facts: dict[str, Any]


def slip_of(question: Question, right: Expr) -> Slip | None:
    """The first slip that explains a formula; None where no single one does."""
    return (
        _explaining(question, _brackets(right))
        or _other_metric(question, right)
        or _explaining(question, _changes(right))
    )


def _explaining(question: Question, changes: Iterator[tuple[Slip, Expr]]) -> Slip | None:
    """The first of some changes that makes a formula right."""
    for slip, tree in islice(changes, MOST):
        try:
            found = question.agreement(tree, CHOICES)
        except UnreadError:
            continue
        summed = any(isinstance(node, Over) for node in nodes(tree))
        if found is not None and not (summed and "k=" in found[1].said):
            return slip
    return None


def _other_metric(question: Question, right: Expr) -> Slip | None:
    """Whether it is the formula of another metric."""
    left = question.left
    assert isinstance(left, Symbol)
    for name in words()["slips"]["metrics"].split():
        try:
            other = Question(Symbol(name, left.below), question.rows)
            found = other.agreement(right, CHOICES)
            if found is not None and "average=" not in found[1].said:  # (TPR + TNR)/2 is no recall
                average = average_of(left, set())
                return Slip("of", {"other": name, **({"averaged": average} if average else {})})
        except UnreadError:
            continue
    return None


def _changes(right: Expr) -> Iterator[tuple[Slip, Expr]]:
    yield from _exchanged(right)
    yield from _everywhere(right)
    yield from _whole(right)


def _exchanged(right: Expr) -> Iterator[tuple[Slip, Expr]]:
    """Two counts exchanged wherever they stand, and one count in the place of another at one place."""
    found = list(dict.fromkeys(s.name for s in symbols(right)))
    counts = [name for name in found if (n := named(name)) is not None and n.meanings[0] in ("tp", "fp", "fn", "tn")]
    written = {n.meanings[0]: name for name in counts if (n := named(name)) is not None}
    usual = {count.lower(): written.get(count.lower(), count) for count in _COUNTS}
    if counts and counts[0].islower():
        usual = {count: name if count in written else count for count, name in usual.items()}
    pairs = [(a, b) for i, a in enumerate(found) for b in found[i + 1 :] if {a, b} <= {*counts} or not counts]
    for a, b in pairs:
        swapped = {a: b, b: a}
        yield Slip("exchanged", {"old": a, "new": b}), _renamed(right, swapped)
    for place in range(_number(right)):
        for name in usual.values():
            old: list[str] = []

            def change(part: Expr, name: str = name, old: list[str] = old) -> Expr:
                assert isinstance(part, Symbol)
                old.append(part.name)
                return replace(part, name=name)

            tree = _at(right, place, change, lambda part: isinstance(part, Symbol) and part.name in counts)
            if old and old[0] != name:
                yield Slip("instead", {"old": old[0], "new": name}), tree
    for place in range(_number(right)):
        seen: list[str] = []

        def turn(part: Expr, seen: list[str] = seen) -> Expr:
            assert isinstance(part, Symbol)
            seen.append(part.name)
            return replace(part, below=part.below[::-1])

        tree = _at(right, place, turn, lambda part: isinstance(part, Symbol) and len(part.below) == 2
                   and part.below[0] != part.below[1])  # fmt: skip
        if seen:
            yield Slip("transposed", {}), tree


def _number(right: Expr) -> int:
    return sum(1 for _ in symbols(right))


def _renamed(e: Expr, names: dict[str, str]) -> Expr:
    if isinstance(e, Symbol):
        return replace(e, name=names.get(e.name, e.name))
    return _within(e, lambda part: _renamed(part, names))


def _within(e: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """A node with its children changed."""
    if isinstance(e, Over):
        return replace(e, body=change(e.body))
    return e if isinstance(e, (Symbol, Num)) else rebuild(e, change)


def _at(e: Expr, place: int, change: Callable[[Expr], Expr], fits: Callable[[Expr], bool]) -> Expr:
    """A tree with one of the nodes that fit changed, by its place among them."""
    left = [place]

    def walk(part: Expr) -> Expr:
        if fits(part):
            left[0] -= 1
            if left[0] == -1:
                return change(part)
        return _within(part, walk)

    return walk(e)


def _everywhere(right: Expr) -> Iterator[tuple[Slip, Expr]]:
    """A change at any one node: a sign, a factor, a square, a root, a term."""
    for place, node in enumerate(nodes(right)):
        for slip, new in _of_node(node):
            yield slip, _at(right, place, lambda _, new=new: new, lambda _: True)  # type: ignore[misc]


def _of_node(e: Expr) -> Iterator[tuple[Slip, Expr]]:
    two = Num(Fraction(2))
    match e:
        case Add(terms):
            for at, term in enumerate(terms):
                turned = term.arg if isinstance(term, Neg) else Neg(term)
                signs = {"old": "−", "new": "+"} if isinstance(term, Neg) else {"old": "+", "new": "−"}
                yield Slip("sign", signs), Add((*terms[:at], turned, *terms[at + 1 :]))
            if not any(isinstance(term, Neg) for term in terms):
                yield Slip("operation", {"old": "+", "new": "×"}), Mul(tuple(terms))
            for at in range(len(terms)):
                rest = (*terms[:at], *terms[at + 1 :])
                yield Slip("too-many", {}), Add(rest) if len(rest) > 1 else rest[0]
        case Mul(factors):
            yield Slip("operation", {"old": "×", "new": "+"}), Add(tuple(factors))
            for at in range(len(factors)):
                rest = (*factors[:at], *factors[at + 1 :])
                yield Slip("too-many", {}), Mul(rest) if len(rest) > 1 else rest[0]
        case Div(Add((a, b)), Num()) | Sqrt(Mul((a, b))):
            yield Slip("arithmetic" if isinstance(e, Div) else "geometric", {}), Div(Mul((two, a, b)), Add((a, b)))
        case _:
            pass
    match e:
        case Div(num, den):
            yield Slip("inverted", {}), Div(den, num)
            yield Slip("root", {}), Div(num, Sqrt(den))
        case Pow(base, _):
            yield Slip("too-many", {}), base
        case Sqrt(arg):
            yield Slip("too-many", {}), arg
        case Symbol():
            yield Slip("square", {"name": e.name}), Pow(e, 2)
            yield Slip("complement", {"name": e.name}), Num(Fraction(1)) - e
        case Over(_, index, Over() as inner) if not index:
            yield Slip("mean-of-sum", {}), replace(inner, kind="mean")
    if not isinstance(e, Num):
        yield Slip("factor", {"factor": "2"}), Mul((two, e))
        yield Slip("factor", {"factor": "1/2"}), Div(e, two)


def _whole(right: Expr) -> Iterator[tuple[Slip, Expr]]:
    one = Num(Fraction(1))
    yield Slip("complement", {"name": "1"}), Add((one, Neg(right)))
    yield Slip("minus-one", {}), Add((right, Neg(one)))
    yield Slip("root", {}), Sqrt(right)
    limits = [node.limit for node in nodes(right) if isinstance(node, Over) and node.limit]
    yield Slip("averaged", {}), Div(right, Symbol(limits[0] if limits else "K"))


def _brackets(right: Expr) -> Iterator[tuple[Slip, Expr]]:
    """Brackets that are missing: `a + b / c + d` as (a + b)/(c + d), `a/b + c` as a/(b + c)."""
    for place, node in enumerate(nodes(right)):
        for new in _grouped(node):
            yield Slip("brackets", {}), _at(right, place, lambda _, new=new: new, lambda _: True)  # type: ignore[misc]


def _parted(e: Expr) -> tuple[Expr, Expr] | None:
    """What stands before the first sign of division of a line and what behind it, read as if brackets were there."""
    match e:
        case Div(num, den):
            before = _parted(num)
            return (num, den) if before is None else (before[0], Div(before[1], den))
        case Mul(parts) | Add(parts):
            for at, part in enumerate(parts):
                inner = part.arg if isinstance(part, Neg) else part
                if (found := _parted(inner)) is not None:
                    join = Mul if isinstance(e, Mul) else Add
                    above = (*parts[:at], Neg(found[0]) if isinstance(part, Neg) else found[0])
                    below = (found[1], *parts[at + 1 :])
                    return (above[0] if len(above) == 1 else join(above), below[0] if len(below) == 1 else join(below))
    return None


def _grouped(e: Expr) -> Iterator[Expr]:
    if isinstance(e, (Add, Mul)) and (found := _parted(e)) is not None:
        yield Div(*found)
    if isinstance(e, Add):
        for at, term in enumerate(e.terms):
            inner = term.arg if isinstance(term, Neg) else term
            if not isinstance(inner, Div):
                continue
            top = (*e.terms[:at], Neg(inner.num) if isinstance(term, Neg) else inner.num)
            below = (inner.den, *e.terms[at + 1 :])
            before, after = _added(top), _added(below)
            yield _added((Div(before, inner.den), *e.terms[at + 1 :]))
            yield _added((*e.terms[:at], Div(top[-1], after)))
        for at, term in enumerate(e.terms):
            if isinstance(term, Mul):  # a * b + c as a * (b + c)
                yield Mul((*term.factors[:-1], _added((term.factors[-1], *e.terms[at + 1 :]))))
                if at:
                    yield Mul((_added((*e.terms[:at], term.factors[0])), *term.factors[1:]))
        yield from _products_of_fractions(e)
    if isinstance(e, Mul) and isinstance(e.factors[0], Div):  # a / b * c as a / (b * c)
        first = e.factors[0]
        yield Div(first.num, Mul((first.den, *e.factors[1:])))
    if isinstance(e, Div) and isinstance(e.num, Div):  # a / b / c
        yield Div(e.num.num, Div(e.num.den, e.den))


def _products_of_fractions(e: Add) -> Iterator[Expr]:
    """`2 * P * R / P + R`: the term with the fraction is a product."""
    first = e.terms[0]
    if isinstance(first, Mul):
        for at, factor in enumerate(first.factors):
            if isinstance(factor, Div):
                rest = (
                    *first.factors[:at],
                    Div(factor.num, _added((factor.den, *e.terms[1:]))),
                    *first.factors[at + 1 :],
                )
                yield Mul(rest)


def _added(terms: tuple[Expr, ...]) -> Expr:
    return terms[0] if len(terms) == 1 else Add(terms)
