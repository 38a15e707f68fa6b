"""A formula brought to a short form line by line, each line with the reason why it is equal to the one before.

The lines are trees of any matrix. The first rules are those that a reader knows: definitions put in, what the counts of
a class add up to, a factor that cancels or that is the same for every class, what the counts of all classes add up to.
The last line is the normal form, by which two formulas are compared, where that is shorter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from exactmetrics.derivation.planning.page import Formula, Said
from exactmetrics.derivation.planning.tree import rebuild
from exactmetrics.expression.evaluate import children, walk
from exactmetrics.expression.nodes import (
    ANY,
    SECOND,
    Add,
    Div,
    Expr,
    Leaf,
    Mul,
    Named,
    Neg,
    Num,
    Pow,
    Sqrt,
    Sum,
    Tag,
)
from exactmetrics.proofs.trees import CORRECT, added, power_of, product, replaced, spelt_out
from exactmetrics.proofs.trees import ONE as BARE_TAG

N, K = Leaf("n", None, None), Leaf("k", None, None)
ONE = Num(Fraction(1))
TP, FP, FN, TN, ROW, COLUMN = (Leaf(block, ANY, None) for block in ("tp", "fp", "fn", "tn", "support", "predicted"))
# Two counts of a class that add up to a total of its row or column, or to what lies outside of it; and the reason.
TOTALS: dict[str, tuple[Leaf, Leaf, tuple[Expr, ...]]] = {
    "row": (TP, FN, (ROW,)),
    "column": (TP, FP, (COLUMN,)),
    "other_rows": (TN, FP, (N, Neg(ROW))),
    "other_columns": (TN, FN, (N, Neg(COLUMN))),
}
IN_FOUR: dict[Expr, Expr] = {ROW: Add((TP, FN)), COLUMN: Add((TP, FP)), N: Add((TP, FP, FN, TN))}
OTHER_CLASS = {TP: TN, FN: FP, FP: FN, TN: TP}  # the counts of the first of two classes as those of the second one
OF_TWO: dict[Expr, Expr] = {N: Add(tuple(replace(one, tag=BARE_TAG) for one in OTHER_CLASS)), K: Num(Fraction(2))}
MOST_ROUNDS = 10  # of rules that make room for each other; no definition needs more than four


@dataclass(frozen=True, slots=True)
class Line:
    """A formula, and why it is equal to the one before it."""

    formula: Expr
    why: Said


Facts = dict[str, list[Expr | Formula]]
Found = tuple[Expr, Facts] | None  # what becomes of a formula, and what its reason names
Rule = Callable[[Expr], Found]


def shortened(e: Expr) -> Iterator[Line]:
    """The lines from a formula by name to its form without names, as the known rules give it."""
    before = e.body if isinstance(e, Named) else e
    made = spelt_out(before)
    if made != before:
        yield Line(made, _why("put_in", {}))
    for _ in range(MOST_ROUNDS):
        for name, rules in RULES.items():
            before, facts = made, Facts()
            for rule in rules:
                made = _everywhere(rule, facts)(made)
            if made != before:
                made = _everywhere(_tidy)(made)
                yield Line(made, _why(name, facts))
                break  # the first rules first, for what they make room for is said before
        else:
            return


def _why(name: str, facts: Facts) -> Said:
    return Said(("formula", "why", name), {key: _once(found) for key, found in facts.items()})


def _once(found: Sequence[Expr | Formula]) -> list[Expr | Formula]:
    kept: list[Expr | Formula] = []
    for one in found:
        if one not in kept:
            kept.append(one)
    return kept


def _everywhere(rule: Rule, facts: Facts | None = None) -> Callable[[Expr], Expr]:
    """A rule used on every part of a formula, the parts inside first; what its reason names is noted."""

    def change(e: Expr) -> Expr:
        made = rebuild(e, change)
        found = rule(made)
        if found is None or found[0] == made:
            return made
        if facts is not None:
            for key, noted in found[1].items():
                facts.setdefault(key, []).extend(noted)
        return found[0]

    return change


def _of_class(e: Expr) -> bool:
    """Whether a formula speaks of the class, or the cell, that a sum runs over."""
    return any(isinstance(part, Sum) or (isinstance(part, Leaf) and part.tag is not None) for part in walk(e))


# the counts of a class


def _total(name: str) -> Rule:
    """Two counts of a class in a sum, as the total that they add up to."""
    first, second, total = TOTALS[name]

    def change(e: Expr) -> Found:
        if not isinstance(e, Add) or {*e.terms} != {first, second}:
            return None
        return added(total), {"sums": [Formula(None, [Add((first, second)), added(total)], numeric=False)]}

    return change


# products and quotients


def _sides(e: Expr) -> tuple[list[Expr], list[Expr]]:
    """The factors above and below the bar of a product or a quotient, whatever is inside it."""
    if isinstance(e, Mul):
        pairs = list(map(_sides, e.factors))
        return [one for above, _ in pairs for one in above], [one for _, below in pairs for one in below]
    if isinstance(e, Div):
        (above, under), (below, over) = _sides(e.num), _sides(e.den)
        return above + over, under + below
    return ([], []) if e == ONE else ([e], [])


def _is_mean(e: Expr) -> bool:
    """Whether it is a factor and a sum over the classes behind it, the form that a mean stays in."""
    return type(e) is Sum and not e.pairs


def _cancelled(e: Expr) -> Found:
    """A factor that stands above and below the bar of a product or a quotient."""
    if not isinstance(e, (Mul, Div)):
        return None
    above, below = _sides(e)
    gone = [one for one in dict.fromkeys(above) if one in below and not isinstance(one, Num)]
    if not gone:
        return None
    for one in gone:
        for _ in range(min(above.count(one), below.count(one))):
            above.remove(one)
            below.remove(one)
    return _fraction(above, below), {"factors": list(gone)}


def _one_fraction(e: Expr) -> Found:
    """A product or a quotient of fractions as one fraction."""
    if not isinstance(e, (Mul, Div)):
        return None
    return _fraction(*_sides(e)), {}


def _fraction(above: Sequence[Expr], below: Sequence[Expr]) -> Expr:
    """Factors over factors: numbers as one number, equal ones as a power, and a sum behind the factors before it."""
    number = Fraction(1)
    for side, power in ((above, 1), (below, -1)):
        for one in filter(_is_rational, side):
            number *= one.value**power  # type: ignore[attr-defined]
    tops, bottoms = (_powers([one for one in side if not _is_rational(one)]) for side in (above, below))
    sums = [one for one in tops if _is_mean(one)]
    front = [one for one in tops if not _is_mean(one)]
    n, d = abs(number).as_integer_ratio()
    front = [*([Num(Fraction(n))] if n != 1 else []), *front]
    bottoms = [*([Num(Fraction(d))] if d != 1 else []), *bottoms]
    if len(sums) == 1 and bottoms and not any(map(_of_class, [*front, *bottoms])):
        made: Expr = Mul((Div(product(front), product(bottoms)), sums[0])) if front else Div(sums[0], product(bottoms))
    else:
        top = product([*front, *sums])
        made = Div(top, product(bottoms)) if bottoms else top
    return made if number > 0 else Neg(made)


def _is_rational(e: Expr) -> bool:
    return isinstance(e, Num) and isinstance(e.value, Fraction) and e.value != 0


def _powers(factors: Sequence[Expr]) -> list[Expr]:
    """Equal factors as powers."""
    found: Counter[Expr] = Counter()
    for one in factors:
        base, power = (one.base, one.exponent) if isinstance(one, Pow) else (one, 1)
        found[base] += power
    return [power_of(base, power) for base, power in found.items()]


# sums over the classes


def _before_sum(e: Expr) -> Found:
    """What does not depend on the class stands before the sum over the classes."""
    if type(e) is not Sum:
        return None
    above, below = _sides(e.body)
    free, bound = ([one for one in above if _of_class(one) == of] for of in (False, True))
    free_below, bound_below = ([one for one in below if _of_class(one) == of] for of in (False, True))
    if not (bound or bound_below) or not (free or free_below):
        return None
    inside = _fraction(bound, bound_below)
    return _fraction([*free, replace(e, body=inside)], free_below), {}


def _split(e: Expr) -> Found:
    """A sum of sums, term by term, where that of a term is known."""
    if type(e) is not Sum or not isinstance(e.body, Add) or e.pairs:
        return None
    terms = [(one.arg, True) if isinstance(one, Neg) else (one, False) for one in e.body.terms]
    if all(_known(one) is None for one, _ in terms):
        return None
    return added([Neg(replace(e, body=one)) if minus else replace(e, body=one) for one, minus in terms]), {}


def _known(body: Expr) -> Expr | None:
    """What the terms of a sum add up to over all classes, where that is known."""
    if body in (ROW, COLUMN):
        return N
    if not _of_class(body):
        return product([*([] if body == ONE else [body]), K])
    return None


def _known_sum(e: Expr) -> Found:
    """A sum over all classes whose value is known."""
    if type(e) is not Sum or e.pairs:
        return None
    found = _known(e.body)
    return None if found is None else (found, {"sums": [Formula(None, [e, found], numeric=False)]})


def _tidy(e: Expr) -> Found:
    """A sum of sums in one row, with equal terms collected."""
    if not isinstance(e, Add):
        return None
    terms = [inner for one in e.terms for inner in _terms(one)]
    found: dict[Expr, Fraction] = {}
    for term in terms:
        sign, one = (-1, term.arg) if isinstance(term, Neg) else (1, term)
        first, *others = _factors(one)
        number = first.value if _is_rational(first) else Fraction(1)  # type: ignore[attr-defined]
        rest = product(others) if _is_rational(first) else one
        found[rest] = found.get(rest, Fraction(0)) + sign * number
    plus, minus = list[Expr](), list[Expr]()
    for rest, amount in found.items():
        size = Num(abs(amount))
        one = size if rest == ONE else rest if abs(amount) == 1 else product([size, *_factors(rest)])
        if amount:
            (plus if amount > 0 else minus).append(one)
    return added([*plus, *map(Neg, minus)]), {}


def _terms(e: Expr) -> tuple[Expr, ...]:
    if isinstance(e, Neg) and isinstance(e.arg, Add):
        return tuple(one.arg if isinstance(one, Neg) else Neg(one) for one in e.arg.terms)
    return e.terms if isinstance(e, Add) else (e,)


def _factors(e: Expr) -> tuple[Expr, ...]:
    return e.factors if isinstance(e, Mul) else (e,)


def _one_root(e: Expr) -> Found:
    """A product of square roots as one."""
    if not isinstance(e, Mul):
        return None
    roots = [one.arg for one in e.factors if isinstance(one, Sqrt) and one.degree == 2 and not one.classes]
    if len(roots) < 2:
        return None
    rest = [one for one in e.factors if not (isinstance(one, Sqrt) and one.degree == 2 and not one.classes)]
    return product([*rest, Sqrt(product([inner for one in roots for inner in _factors(one)]))]), {}


# The rules of a line by its reason.
RULES: dict[str, tuple[Rule, ...]] = {
    **{name: (_total(name),) for name in TOTALS},
    "cancels": (_cancelled,),
    "known": (_split, _known_sum),
    "outside": (_before_sum, _one_fraction),
    "one_fraction": (_one_fraction,),
}


def tidied(e: Expr) -> Expr:
    """A formula as rules leave it: products as one fraction, equal factors as powers, roots as one."""
    for rule in (_tidy, _one_root, _one_fraction, _cancelled, _one_root):
        e = _everywhere(rule)(e)
    return e


# other counts


def in_four(e: Expr) -> Expr:
    """A formula of one class in its counts TP, FP, FN and TN."""
    return tidied(replaced(spelt_out(e), IN_FOUR.get))


def of_two(e: Expr) -> Expr | None:
    """A formula of a matrix of two classes in the counts of one of them; None where it has sums over pairs, or none."""
    written = both_classes(e)
    return None if written is None else tidied(replaced(written, OF_TWO.get))


def both_classes(e: Expr) -> Expr | None:
    """A formula with its sums written out for two classes, in the counts of the first one, and N; None as of_two."""
    written = spelt_out(e)
    sums = [part for part in walk(written) if isinstance(part, Sum)]
    if not sums or any(type(one) is not Sum or one.pairs for one in sums):
        return None
    first: dict[Expr, Expr] = {leaf: replace(leaf, tag=BARE_TAG) for leaf in OTHER_CLASS}
    second: dict[Expr, Expr] = {leaf: replace(other, tag=BARE_TAG) for leaf, other in OTHER_CLASS.items()}
    for counts in (first, second):
        counts |= {total: replaced(IN_FOUR[total], counts.get) for total in (ROW, COLUMN)}

    def change(part: Expr) -> Expr | None:
        return added([replaced(part.body, counts.get) for counts in (first, second)]) if isinstance(part, Sum) else None

    return replaced(written, change)


def _cell(first: Tag, second: Tag) -> Leaf:
    return Leaf("cell", replace(first, other=second), None)


ROW_SUM = Sum(_cell(ANY, SECOND), (), pairs="second")
COLUMN_SUM = Sum(_cell(SECOND, ANY), (), pairs="second")
IN_CELLS: dict[Expr, Expr] = {
    TP: _cell(ANY, ANY),
    ROW: ROW_SUM,
    COLUMN: COLUMN_SUM,
    FN: replace(ROW_SUM, pairs="others", but=ANY),
    FP: replace(COLUMN_SUM, pairs="others", but=ANY),
    TN: Add((N, _cell(ANY, ANY), Neg(ROW_SUM), Neg(COLUMN_SUM))),
}


def in_cells(e: Expr) -> Expr:
    """A formula in the cells of the matrix, with totals of rows and columns as sums of them.

    A formula with a sum over pairs of classes has the second letter in use already, and stays as it is.
    """
    if any(isinstance(part, Sum) and part.pairs for part in walk(e)):
        return e

    def change(part: Expr) -> Expr | None:
        if isinstance(part, Mul):  # a sum stands last, for its sign reaches to the end of a product
            made = [replaced(one, change) for one in part.factors]
            return product(sorted(made, key=lambda one: isinstance(one, Sum)))
        return IN_CELLS.get(part) if isinstance(part, Leaf) else None

    return _everywhere(_tidy)(replaced(e, change))


def without_total(e: Expr) -> Expr:
    """A formula in which the number of all correct predictions is the sum that it is."""
    return replaced(e, lambda part: CORRECT.body if part == CORRECT else None)


def is_shorter(made: Expr, than: Expr) -> bool:
    """Whether a formula has fewer sums that it needs besides that of the correct predictions, or is shorter."""

    def others(e: Expr) -> int:
        return len({(part.body, part.pairs) for part in walk(e) if isinstance(part, Sum)} - {(TP, "")})

    return (others(made), length(made)) < (others(than), length(than))


def length(e: Expr) -> int:
    """How many operations and symbols a formula has."""
    parts = (e.body,) if isinstance(e, Sum) else () if isinstance(e, Named) else children(e)
    return 1 + sum(map(length, parts)) + isinstance(e, Pow)
