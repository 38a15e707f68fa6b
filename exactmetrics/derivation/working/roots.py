"""Steps on roots: an exact root, a square taken out, a factor cancelled, and the denominator rationalised."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, isqrt, lcm

from exactmetrics.derivation.planning.origins import Whole, calculated, chosen, result, whole_at, worked
from exactmetrics.derivation.planning.tree import distinct, ratio, whole
from exactmetrics.derivation.working.fractions import multiplied
from exactmetrics.derivation.working.step import Work
from exactmetrics.exact.square import BOUND, radical, take_out
from exactmetrics.exact.values import Root, Symbolic, summands
from exactmetrics.expression.evaluate import evaluate, has_value, walk
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Neg, Num, Pow, Sqrt, number, terms_of


def _under_square_root(e: Expr) -> int | None:
    return whole(e.arg) if isinstance(e, Sqrt) and e.degree == 2 else None


def exact_root(e: Expr) -> Work | None:
    n = _under_square_root(e)
    if n is None and isinstance(e, Sqrt) and isinstance(whole(e.arg), int) and isinstance(evaluate(e), Fraction):
        return Work("root_exact", [calculated(e)])  # of another degree
    if n is None or isqrt(n) ** 2 != n:
        return None
    root = worked(isqrt(n), e)
    return Work("root_exact", [root], {"square": n, "root": Whole.of(root)})


def take_square_out(e: Expr) -> Work | None:
    """A square factor of what stands under a root."""
    n = _under_square_root(e)
    if n is None:
        return None
    a, d = map(chosen, take_out(n))
    if a == 1:
        return None
    bound = BOUND if d > BOUND * BOUND else None  # what is left may hold a square too large to be looked for
    facts = {"number": n, "factor": a, "rest": d, "bound": bound}
    square, rest = worked(a * a, Pow(a.node, 2)), Sqrt(d.node)
    forms = [Sqrt(Mul((square, d.node))), Mul((Sqrt(square), rest))]
    return Work("root_square", [*forms, Mul((a.node, rest))], facts)


def cancel(e: Expr) -> Work | None:
    """A common factor of the numerator and of the number in front of a root below."""
    p, a, root = _over_root(e) or (0, 1, e)
    g = chosen(gcd(p, a))
    if g == 1 or not p:
        return None
    above, before = worked(p // g), () if a == g else (worked(a // g),)
    factored = Div(Mul((g.node, above)), Mul((g.node, *before, root)))
    forms: list[Expr] = [] if p == g == a else [factored]
    return Work("cancel", [*forms, Div(above, Mul((*before, root)) if before else root)], {"gcd": g})


def rationalise(e: Expr) -> Work | None:
    """A root of a denominator removed from it: numerator and denominator are multiplied by it."""
    p, a, root = _over_root(e) or (0, 1, e)
    under = whole(root.arg) if isinstance(root, Sqrt) else None
    if not p or under is None:
        return None
    above = root if p == 1 else Mul((worked(p), root))
    before = () if a == 1 else (worked(a),)
    forms: list[Expr] = [Div(above, Mul((*before, root, root)))]
    if a != 1:
        forms.append(Div(above, Mul((worked(a), worked(under)))))
    below = Whole.of(multiplied([a, under]))
    g = chosen(gcd(p, below))
    if g != 1:
        forms.append(Div(above, below.node))
    rest = (worked(p // g), root) if p != g else (root,)
    least = worked(below // g)
    if 1 < g < below:
        forms.append(Div(Mul((g.node, *rest)), Mul((g.node, least))))
    top = Mul(rest) if len(rest) > 1 else root
    return Work("rationalise", [*forms, result(top if below == g else Div(top, least))], {"root": root})


def conjugate(e: Expr) -> Work | None:
    """Roots of a denominator of two terms removed: numerator and denominator times the difference of these terms."""
    if not isinstance(e, Div) or not all(_is_sum_of_roots(side) for side in (e.num, e.den)):
        return None
    above, below = evaluate(e.num), evaluate(e.den)
    if not isinstance(below, Symbolic) or len(summands(below)) != 2:
        return None
    if above == below:
        return Work("divide", [worked(1, e)])
    if any(isinstance(term, Root) and term.degree > 2 for side in (above, below) for term in summands(side)):
        return None  # two differences would be needed, and longer numbers than anybody reads
    forms, start = list[Expr](), e
    if not (_is_simple(e.num) and _is_simple(e.den)):
        start = Div(calculated(e.num), calculated(e.den))
        forms.append(start)
        whole_ones = lcm(*(_shown_denominator(term) for side in (above, below) for term in summands(side)))
        if whole_ones != 1:
            above, below = above * whole_ones, below * whole_ones
            start = Div(worked(above), worked(below))
            forms.append(start)
    first, second = summands(below)
    other = worked(first - second, "chosen")
    forms.append(Div(other if above == 1 else Mul((start.num, other)), Mul((start.den, other))))
    above, below = above * other.value, below * other.value
    forms.append(Div(worked(above), worked(below)))
    if isinstance(below, Fraction):
        forms.append(worked(above / below, forms[-1]))
    return Work("rationalise", distinct(forms), {"root": other})


def _shown_denominator(term: Fraction | Root) -> int:
    """What a term is shown to be divided by."""
    if isinstance(term, Fraction):
        return term.denominator
    return radical(term.radicand)[0].denominator if term.degree == 2 else 1


def _is_sum_of_roots(e: Expr) -> bool:
    """Whether nothing is left to calculate but a sum with roots of numbers and multiples of them."""
    return all(isinstance(part, (Num, Sqrt, Mul, Neg, Add)) or ratio(part) is not None for part in walk(e))


def _is_simple(e: Expr) -> bool:
    """Whether it is shown as its value is: unlike roots of whole numbers, whole multiples of them, one whole number."""
    terms = [term.arg if isinstance(term, Neg) else term for term in terms_of(e)]
    factors = [f for term in terms for f in (term.factors if isinstance(term, Mul) else (term,)) if whole(f) is None]
    return isinstance(e, Num) or (all(map(_is_lasting, factors)) and len(terms) == len(summands(evaluate(e))))


def _is_lasting(e: Expr) -> bool:
    """Whether it is the root of a whole number, and of no lower degree."""
    value = evaluate(e)
    return isinstance(e, Sqrt) and whole(e.arg) is not None and isinstance(value, Root) and value.degree == e.degree


def _over_root(e: Expr) -> tuple[int, int, Expr] | None:
    """Of a whole number over a root, or over a number times one: the numerator, that number, and the root."""
    match e:
        case Div(num, Sqrt() as root):
            factor = number(1)
        case Div(num, Mul((Num() as factor, Sqrt() as root))):
            pass
        case _:
            return None
    p, a = whole_at(num), whole_at(factor)
    return None if p is None or a is None else (p, a, root)


def same_sides(e: Expr) -> Work | None:
    """Something with a root over the same."""
    same = isinstance(e, Div) and e.num == e.den and any(isinstance(part, Sqrt) for part in walk(e.num))
    return Work("divide", [worked(1, e)]) if same and evaluate(e.den) else None  # type: ignore[attr-defined]


def zero_above(e: Expr) -> Work | None:
    """Nothing over something is nothing."""
    if not isinstance(e, Div) or not isinstance(e.den, (Sqrt, Mul, Add, Div)) or whole_at(e.num) != 0:
        return None
    return Work("zero", [worked(0, e)]) if has_value(e.den) and evaluate(e.den) else None


def collect(e: Expr) -> Work | None:
    """A sum or quotient with roots in it, written as a rational plus multiples of roots."""
    before = sum(_roots(p) for p in walk(e))
    if not before or isinstance(e, Num):
        return None
    collected = calculated(e)
    return Work("collect" if _roots(collected) == before else "collect_like", [collected])


def _roots(e: Expr) -> int:
    """How many roots a number is a sum of."""
    if not isinstance(e, Num) or isinstance(e.value, Fraction):
        return 0
    return len(e.value.roots) if isinstance(e.value, Symbolic) else 1
