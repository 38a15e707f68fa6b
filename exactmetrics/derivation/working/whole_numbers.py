"""Steps on whole numbers: products, powers and sums, one level at a time, everywhere at once."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from exactmetrics.derivation.planning.tree import ratio, rebuild
from exactmetrics.derivation.working.step import Work
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Expr, Mul, Neg, Num, Pow, number


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


def _level(e: Expr, done: set[str], in_product: bool) -> Expr:
    kind = type(e)
    if kind is Num:
        return e
    if kind in _OPERATIONS:
        found = _operation(e, in_product)
        if found:
            done.add(found[0])
            return found[1]
    return rebuild(e, partial(_level, done=done, in_product=kind is Mul))


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
    minus = sum([type(t) is Neg for t in terms])
    if not minus:
        return "add_up"
    return "subtract" if len(terms) == 2 else "add_or_subtract"


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
