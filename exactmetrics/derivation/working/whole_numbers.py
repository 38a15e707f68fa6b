"""Steps on whole numbers: products, powers and sums, one level at a time, everywhere at once."""

from __future__ import annotations

from exactmetrics.derivation.tree import ratio, rebuild, whole
from exactmetrics.derivation.working.step import Work
from exactmetrics.expression.evaluate import children, evaluate
from exactmetrics.expression.nodes import Add, Expr, Mul, Num, Pow


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
    if not _any_operation(tree, in_product=False):
        return None
    done: set[str] = set()
    out = _level(tree, done, in_product=False)
    kind = "calculate" if len(done) > 1 else done.pop()
    return Work(kind, [out])


def _level(e: Expr, done: set[str], *, in_product: bool) -> Expr:
    kind = _operation(e, in_product)
    if kind:
        done.add(kind)
        return Num(evaluate(e))
    inside = isinstance(e, Mul)
    return rebuild(e, lambda part: _level(part, done, in_product=inside))


def _any_operation(e: Expr, *, in_product: bool) -> bool:
    inside = isinstance(e, Mul)
    return _operation(e, in_product) is not None or any(_any_operation(p, in_product=inside) for p in children(e))


def _operation(e: Expr, in_product: bool) -> str | None:
    match e:
        case Pow(base, _) if ratio(base) is not None:
            return "multiply"
        case Mul(factors) if all(map(whole, factors)):
            return "multiply"
        case Add(terms) if all(map(whole, terms)):
            return "add_up"
        case Add(terms) if in_product and all(isinstance(t, Num) or ratio(t) for t in terms) and len(terms) == 2:
            return "add_up" if any(map(whole, terms)) else None
    return None
