"""Steps on whole numbers: products, powers and sums, one level at a time, everywhere at once."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from exactmetrics.derivation.planning.tree import ratio, rebuild
from exactmetrics.derivation.working.step import Work
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Expr, Mul, Neg, Num, Pow, number
from exactmetrics.expression.rows import Alike, Fractions


def calculate(tree: Expr) -> Work | None:
    """Work out every innermost operation on whole numbers.

    A power of a fraction, and a sum of a whole number and a fraction inside a product (1 + beta squared), are numbers
    of the definition rather than of the matrix, and are worked out here too.

    >>> from fractions import Fraction
    >>> two, three, four = (Num(Fraction(n)) for n in (2, 3, 4))
    >>> work = calculate(Add((Mul((two, three)), four)))
    >>> work.kind, work.members == [Add((Num(Fraction(6)), four))]
    ('multiply', True)
    """
    done: set[str] = set()
    out = _level(tree, done, False)
    if not done:
        return None
    return Work(_kind(done), [out])


def multiply_out(tree: Expr) -> Work | None:
    """Work out the products of whole numbers alone.

    >>> two, three, four = map(number, (2, 3, 4))
    >>> multiply_out(Add((Mul((two, three)), Add((four, two))))).members == [Add((number(6), Add((four, two))))]
    True
    """
    out = _multiplied(tree)
    return None if out == tree else Work("multiply", [out])


def _multiplied(e: Expr) -> Expr:
    if isinstance(e, Mul):
        found = _operation(e, False)
        if found:
            return found[1]
    return rebuild(e, _multiplied)


def _kind(done: set[str]) -> str:
    """What the operations of a level are called together."""
    if len(done) == 1:
        return next(iter(done))
    return "calculate" if "multiply" in done else "add_or_subtract"


def is_sum_of_fractions(e: Expr) -> bool:
    """Whether a sum is one of fractions in columns, in which no operation on whole numbers is left.

    >>> is_sum_of_fractions(Fractions([6, 5], [9, 7])), is_sum_of_fractions(Fractions([6, 5]))
    (True, False)
    """
    if isinstance(e, Fractions):
        return e.bottoms is not None and e.bottoms.count(1) < len(e.bottoms)
    return isinstance(e, Alike) and e.shape.is_plain and e.shape.is_fraction


def _level(e: Expr, done: set[str], in_product: bool) -> Expr:
    kind = type(e)
    if kind is Num:
        return e
    if isinstance(e, Alike):
        return _level_of_like_terms(e, done)
    if isinstance(e, Fractions):
        if is_sum_of_fractions(e):
            return e
        done.add(_sum_or_difference(len(e), sum(e.minus)))
        return number(sum(e.signed))
    if kind in _OPERATIONS:
        found = _operation(e, in_product)
        if found:
            done.add(found[0])
            return found[1]
    return rebuild(e, partial(_level, done=done, in_product=kind is Mul))


def _level_of_like_terms(e: Alike, done: set[str]) -> Expr:
    shape = e.shape
    if not shape.is_plain:
        done |= shape.kinds
        return Alike(shape.step, shape.columns(e.columns))
    if shape.is_fraction:
        return e
    done.add("add_up")
    return number(sum(e.columns[0]))


_OPERATIONS = (Pow, Mul, Add)


def _operation(e: Expr, in_product: bool) -> tuple[str, Num] | None:
    """What kind of operation on whole numbers a node is, and what it comes to."""
    if isinstance(e, Pow):
        return ("multiply", Num(evaluate(e))) if ratio(e.base) is not None else None
    if isinstance(e, Mul):
        product = 1
        for f in e.factors:
            n = _whole(f)
            if n is None:
                return None
            product *= n
        return "multiply", number(product)
    assert isinstance(e, Add)
    terms, total = e.terms, 0
    for t in terms:
        n = _whole(t)
        if n is None:
            return _constant(terms) if in_product and len(terms) == 2 else None
        total += n
    return _kind_of_sum(terms), number(total)


def _kind_of_sum(terms: tuple[Expr, ...]) -> str:
    return _sum_or_difference(len(terms), sum([type(t) is Neg for t in terms]))


def _sum_or_difference(terms: int, minus: int) -> str:
    """What adding up so many terms is called, so many of them with a minus."""
    if not minus:
        return "add_up"
    return "subtract" if terms == 2 else "add_or_subtract"


def _constant(terms: tuple[Expr, ...]) -> tuple[str, Num] | None:
    """A whole number and a fraction, added."""
    numbers = all(isinstance(t, Num) or ratio(t) for t in terms)
    if numbers and any(_whole(t) is not None for t in terms):
        return _kind_of_sum(terms), Num(evaluate(Add(terms)))
    return None


def _whole(e: Expr) -> int | None:
    """The whole number that a node is, with or without a minus."""
    if type(e) is Num:
        value = e.value
        return value.numerator if type(value) is Fraction and value.denominator == 1 else None
    if type(e) is Neg:
        n = _whole(e.arg)
        return None if n is None else -n
    return None
