"""When each title and sentence of a step is true, judged by the trees of the formulas; and what makes a page plain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, prod
from typing import Any

from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import every_part, ratio
from exactmetrics.derivation.working.chains import READ
from exactmetrics.exact.logs import Logarithmic
from exactmetrics.exact.logs import factored as factored_number
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.evaluate import children, evaluate, walk
from exactmetrics.expression.nodes import (
    Abs,
    Add,
    Div,
    Expr,
    Function,
    Leaf,
    Log,
    Max,
    Min,
    Mul,
    Named,
    Neg,
    Num,
    Pow,
    Sqrt,
    Sum,
)
from exactmetrics.views.undefined import is_no_class_left
from tests.derivation.documents import take_apart

LONGEST_SENTENCE = 28  # words
MOST_STEPS, FEW_CLASSES = 8, 4
BANNED = [
    "above", "below", "expanded", "rightly", "support", "neither", "respectively", "whereas", "thus", "hence",
    "therefore", "thereby", "denote", "yield", "obtain", "clearly", "obviously", "trivially", "simply", "just",
    "policy", "option", "preset", "propagate", "pooled", "share", "rationalise",
]  # fmt: skip
PICKED = ("The larger of", "The smaller of", "Both numbers in brackets", "The absolute value of")
BANNED_PHRASES = ("as they are", "work out", "of course", "note that", "true class", "right prediction", "has no value")


@dataclass
class Place:
    """Where a sentence stands: on which page, in which step, before which of its formulas."""

    derivation: Derivation
    step: Step
    chain: list[Expr]  # the members of the formula behind it, or of all formulas of the step
    before: list[Expr]  # those of the formulas before it
    earlier: list[Expr]  # the last one of the step before it
    facts: dict[str, Any]

    @property
    def first(self) -> Expr:
        return self.chain[0]

    @property
    def last(self) -> Expr:
        return self.step.formulas[-1].members[-1]


# what is true of trees


def quotients(e: Expr) -> list[Any]:
    """The quotients of sums of logarithms that a number is written with."""
    value = evaluate(e)
    return list(value.terms) if isinstance(value, Logarithmic) else []


def any_part(trees: list[Expr], holds: Callable[[Expr], bool]) -> bool:
    return any(holds(part) for tree in trees for part in walk(tree))


def factored(e: Expr) -> int:
    """By what a fraction is about to be reduced: the factor written before both of its sides; 1 if by nothing."""
    if not isinstance(e, Div) or not isinstance(e.num, Mul) or not isinstance(e.den, Mul):
        return 1
    first = [ratio(side.factors[0]) for side in (e.num, e.den)]
    return first[0][0] if first[0] == first[1] and first[0] and first[0][1] == 1 else 1


def reduces(trees: list[Expr]) -> bool:
    """Whether the chain ends in a reduction: the second last member shows a factor of both sides, the last one none."""
    return len(trees) > 1 and factored(trees[-2]) > 1 and (found := ratio(trees[-1])) is not None and gcd(*found) == 1


def reduces_inside(trees: list[Expr]) -> bool:
    """The same of fractions inside a formula."""
    shown = len(trees) > 1 and any_part(trees[-2:-1], lambda e: factored(e) > 1)
    return shown and all(gcd(*found) == 1 for part in walk(trees[-1]) if (found := ratio(part)) is not None)


def is_fraction(e: Expr) -> bool:
    found = ratio(e)
    return found is not None and found[1] != 1


def terms(e: Expr) -> list[Expr]:
    return [t.arg if isinstance(t, Neg) else t for t in e.terms] if isinstance(e, Add) else [e]


def bottoms(e: Expr) -> list[int]:
    """The denominators of a sum of fractions, 1 for a whole number; of anything else none."""
    found = [ratio(t) for t in terms(e)] if isinstance(e, Add) else []
    return [r[1] for r in found if r is not None] if None not in found else []


def has_sum(place: Place, holds: Callable[[list[int]], bool]) -> bool:
    """Whether there is such a sum in the formula behind a sentence, or at the end of the one before it."""
    trees = [*(place.before[-1:] or place.earlier), *place.chain]
    return any_part(trees, lambda e: bool(found := bottoms(e)) and holds(found))


def with_minus(e: Expr) -> bool:
    return len(bottoms(e)) == 2 and any(isinstance(t, Neg) for t in e.terms)  # type: ignore[attr-defined]


def times_fraction(e: Expr) -> bool:
    """A product of fractions, or what is divided by a fraction."""
    if isinstance(e, Div):
        return is_fraction(e.den) or (isinstance(e.num, Mul) and ratio(e) is None)
    return isinstance(e, Mul) and any(map(is_fraction, e.factors))


def over_roots(e: Expr) -> bool:
    return isinstance(e, Div) and any_part([e.den], lambda part: isinstance(part, Sqrt) or is_irrational(part))


def is_irrational(e: Expr) -> bool:
    return isinstance(e, Num) and not isinstance(e.value, (int, Fraction))


def has_product(e: Expr) -> bool:
    return any_part([e], lambda part: isinstance(part, Mul))


def is_log(e: Expr) -> bool:
    return isinstance(e, (Log, Num))


def factors_of(e: Log) -> list[int]:
    value = evaluate(e.arg)
    assert isinstance(value, Fraction)
    return [*factored_number(value.numerator), *factored_number(value.denominator)]


def says(step: Step, kind: str) -> bool:
    return any(said.path[1] == kind for said in step.said)


def is_second(step: Step, path: tuple[str, ...]) -> bool:
    """Whether a sentence follows another one, of the step or before one of its formulas."""
    return any(said.path == path for group in (step.said, *(f.said for f in step.formulas)) for said in group[1:])


def values_of(place: Place) -> list[Any]:
    """The values that the mean of a page is of."""
    left = place.step.formulas[-1].left
    body = left.body if isinstance(left, Named) else left
    sums = [part for part in every_part(body) if isinstance(part, (Sum, Add))]  # type: ignore[arg-type]
    return [evaluate(t.factors[-1] if isinstance(t, Mul) else t) for t in sums[0].terms]


def always(place: Place) -> bool:
    return True


def alone(place: Place) -> bool:
    """A step of one chain."""
    return len(place.step.formulas) == 1


def is_mean(place: Place) -> bool:
    return alone(place) and place.facts["n"] > 1


def undefined(place: Place) -> bool:
    """A part whose denominator is 0, and a convention that acts as the sentence says."""
    part, kind = place.facts["part"], place.step.kind
    applied = part.applied
    return applied is not None and (
        (kind == "undefined_counted" or place.facts.get("value") is not None) == (applied.value is not None)
    )


def picked(place: Place, kind: type[Max | Min]) -> bool:
    """The larger or the smaller of two different numbers, which are compared in the formula."""
    two = [evaluate(place.facts[name]) for name in ("first", "second")]
    found = (max if kind is Max else min)(two)
    compared = any_part(place.chain, lambda e: isinstance(e, kind) and [*map(evaluate, e.args)] == two)
    return compared and two[0] != two[1] and evaluate(place.facts["value"]) == found


def is_sign(e: Expr) -> bool:
    return isinstance(e, Function) and e.name == "sgn"


def is_of_function(place: Place, name: str, *, known: bool) -> bool:
    """Whether a quantile or an arc sine was put in before, and the value is a rational or is none."""
    value = evaluate(place.chain[-1])
    return any_part(place.earlier, lambda e: isinstance(e, Function) and e.name == name) and known is isinstance(
        value, Fraction
    )


def squares_out(place: Place) -> bool:
    n, square = place.facts["number"], evaluate(place.facts["square_formula"].members[0])
    return n % square == 0 and square > 1


CONDITIONS: dict[str, Callable[[Place], bool]] = {
    "definition.title": lambda p: (
        is_no_class_left(p.derivation.page.named.body) or any(not f.left.head.is_part for f in p.step.formulas)  # type: ignore[union-attr]
    ),
    "definitions.title": lambda p: len(p.step.formulas) + len(p.step.symbols) > 1,
    "definition.with": lambda p: p.chain is not p.step.formulas[0].members,
    "counts.title": lambda p: p.step.table is not None and not p.step.table.scores,
    "class_values.title": lambda p: p.step.table is not None and bool(p.step.table.scores),
    "class_values_of.title": lambda p: bool(p.step.formulas if p.step.table is None else p.step.table.scores),
    "part.title": lambda p: isinstance(p.facts["part"], Named) and p.step.formulas[-1].left is p.facts["part"],
    "substitute.title": lambda p: not reduces(p.chain),
    "substitute.weight_cancels": lambda p: all(
        isinstance(t, Mul) and evaluate(t.factors[0]) == t.factors[1].den.value  # type: ignore[attr-defined]
        for t in terms(p.step.formulas[0].members[0].num)  # type: ignore[attr-defined]
    ),
    "substitute.zeros": lambda p: 0 in (n for row in p.derivation.blocks.matrix.rows() for n in row),
    "substitute_multiply.title": lambda p: has_product(p.first) and not reduces(p.chain),
    "substitute_reduce.title": lambda p: reduces(p.chain),
    "substitute_quotient.title": lambda p: isinstance(p.first, Div) and not reduces(p.chain),
    "substitute_quotient_reduce.title": lambda p: (
        isinstance(p.first, Div) and (reduces(p.chain) or says(p.step, "cancel"))
    ),
    "read_off.title": lambda p: len(p.chain) == 1 and isinstance(p.first, Num),
    "read_off.text": lambda p: isinstance(p.derivation.page.named.body, Leaf),
    "same_values.title": always,
    "same_values.two": lambda p: len(set(values_of(p))) == 1 and len(values_of(p)) == 2,
    "same_values.text": lambda p: len(set(values_of(p))) == 1 and len(values_of(p)) == p.facts["n"] > 2,
    "same_values.one": lambda p: len(values_of(p)) == 1,
    "put_together.title": lambda p: any_part(p.chain, lambda e: len(bottoms(e)) > 2),
    "put_together_each.title": lambda p: (
        any_part(p.chain, with_minus) and any_part(p.chain, lambda e: len(bottoms(e)) > 1 and not with_minus(e))
    ),
    "add.title": lambda p: any_part(p.chain, lambda e: len(bottoms(e)) > 1),
    "add_or_subtract.title": lambda p: any_part([*p.earlier, p.first], lambda e: isinstance(e, Add)),
    "subtract.title": lambda p: any_part([*p.earlier, p.first], with_minus),
    "subtract_numerators.title": lambda p: any_part(p.chain, with_minus),
    "subtract_numerators_each.title": lambda p: any_part(p.chain, with_minus),
    "one_fraction.title": lambda p: any_part(p.chain, times_fraction),
    "one_fraction_each.title": lambda p: any_part(p.chain, times_fraction),
    "add_fractions.title": lambda p: alone(p) and isinstance(p.first, Add) and any(map(is_fraction, terms(p.first))),
    "add_fractions.text": lambda p: has_sum(p, lambda b: len(set(b) - {1}) > 1 and lcm(*b) not in b),
    "add_fractions.product": lambda p: has_sum(
        p, lambda b: len(found := sorted({*b} - {1})) == 2 and gcd(*found) == 1
    ),
    "add_fractions.coprime": lambda p: has_sum(
        p, lambda b: len(found := sorted({*b} - {1})) > 2 and prod(found) == lcm(*found)
    ),
    "add_fractions.one": lambda p: has_sum(p, lambda b: len(set(b)) > 1 and lcm(*b) == p.facts["lcm"] in b),
    "add_fractions.same": lambda p: has_sum(p, lambda b: len(b) > 1 and len(set(b)) == 1 != b[0]),
    "add_fractions.lcm": lambda p: p.step.table is not None,
    "add_fractions.large_factors": lambda p: has_sum(p, lambda b: lcm(*b) > READ),
    "add_fractions.large": lambda p: has_sum(p, lambda b: len(str(lcm(*b))) == p.facts["digits"] > 12),
    "add_values.title": lambda p: p.step.table is not None and p.step.table.total is not None,
    "multiply_and_add.title": lambda p: any_part(
        [m for c in p.step.table.scores[0].chains for m in c.members],  # type: ignore[union-attr]
        lambda e: isinstance(e, Mul),
    ),
    "divide_by.title": lambda p: alone(p) and not reduces(p.chain),  # of one sample it is by 1
    "divide_by_classes.title": lambda p: (
        is_mean(p) and p.facts["n"] == p.derivation.blocks.k and not reduces(p.chain)
    ),
    "divide_reduce.title": lambda p: is_mean(p) and reduces(p.chain),
    "both_sides.title": lambda p: len(p.step.formulas) == 2,
    "numerator.title": alone,
    "denominator.title": lambda p: 1 <= len(p.step.formulas) <= 3,
    "quotient.title": lambda p: isinstance(p.first, Div) and (not reduces(p.chain) or says(p.step, "cancel")),
    "quotient_reduce.title": lambda p: isinstance(p.first, Div) and reduces(p.chain),
    "reciprocals.title": lambda p: isinstance(p.first, Add) and all(isinstance(t, Div) for t in terms(p.first)),
    "reciprocals_of_means.title": lambda p: isinstance(p.first, Add)
    and all(isinstance(t, Div) for t in terms(p.first)),
    "over_sum.title": lambda p: isinstance(p.first, Div),
    "one_fraction.reciprocal": lambda p: any_part(
        [*p.earlier, *(m for f in p.step.formulas for m in f.members)],
        lambda e: isinstance(e, Div) and is_fraction(e.den),
    ),
    "one_fraction.cancels": lambda p: (
        isinstance(p.first, Div) and [ratio(p.first.num)[1], ratio(p.first.den)[1]] == [p.facts["n"]] * 2  # type: ignore[index]
    ),
    "clear.text": lambda p: len(set(p.facts["denominators"])) > 1 and lcm(*p.facts["denominators"]) == p.facts["lcm"],
    "clear.one": lambda p: p.facts["lcm"] > 1 and any_part(
        p.chain, lambda e: (found := ratio(e)) is not None and found[1] == p.facts["lcm"]
    ),
    "clear_each.title": lambda p: any_part(
        [*p.earlier, p.first], lambda e: isinstance(e, Div) and any_part([e.num, e.den], is_fraction)
    ),
    "zero_each.title": lambda p: any_part(
        [*p.earlier, p.first], lambda e: isinstance(e, Div) and evaluate(e.num) == 0
    ),
    "calculate.title": always,
    "add_up.title": lambda p: any_part([*p.earlier, *p.chain], lambda e: isinstance(e, Add)),
    "multiply.title": lambda p: any_part([*p.earlier, p.first], lambda e: isinstance(e, (Mul, Pow))),
    "divide.title": lambda p: any_part([*p.earlier, p.first], lambda e: isinstance(e, Div)),
    "reduce.text": lambda p: gcd(p.facts["numerator"], p.facts["denominator"]) == p.facts["gcd"] > 1
    and reduces_inside(p.chain),
    "reduce.title": lambda p: any_part([p.first], lambda e: factored(e) > 1),
    "lowest.text": lambda p: (
        (abs(ratio(p.last)[0]), ratio(p.last)[1]) == (p.facts["numerator"], p.facts["denominator"])  # type: ignore[index]
        and gcd(p.facts["numerator"], p.facts["denominator"]) == 1
    ),
    "root_exact.text": lambda p: p.facts["root"] ** 2 == p.facts["square"] and any_part(
        p.chain, lambda e: isinstance(e, Sqrt) and evaluate(e.arg) == p.facts["square"]
    ),
    "root_exact.title": lambda p: any_part(p.chain, lambda e: isinstance(e, Sqrt)),
    "root_power.title": lambda p: any_part(p.chain, lambda e: isinstance(e, Sqrt) and e.degree != 2),
    "root_power.text": lambda p: any_part(
        p.chain, lambda e: isinstance(e, Sqrt) and evaluate(e.arg) == evaluate(p.facts["root"]) ** e.degree
    ),
    "root_degree.title": lambda p: any_part(p.chain, lambda e: isinstance(e, Sqrt) and e.degree != 2),
    "root_degree.text": lambda p: p.facts["rest"] * p.facts["exponent"] == p.facts["degree"],
    "root_square.text": squares_out,
    "root_exact_each.title": lambda p: any_part([*p.earlier, *p.chain], is_root),
    "root_square_each.title": lambda p: any_part(p.chain, is_root),
    "root_square.title": lambda p: any_part(p.chain, lambda e: isinstance(e, Sqrt)),
    "root_square.bounded": squares_out,
    "root_of_fraction.title": lambda p: any_part(p.chain, lambda e: isinstance(e, Sqrt) or not isinstance(e, Num)),
    "root_of_fraction.text": lambda p: isinstance(p.first, Sqrt) and isinstance(p.first.arg, Div),
    "larger.title": lambda p: any_part([p.derivation.page.named], lambda e: isinstance(e, Max)),
    "larger.text": lambda p: picked(p, Max),
    "larger.equal": lambda p: any_part(
        p.chain,
        lambda e: isinstance(e, (Max, Min)) and {*map(evaluate, e.args)} == {evaluate(p.facts["value"])},
    ),
    "larger.equal_parts": lambda p: evaluate(p.facts["first"]) == evaluate(p.facts["second"]),
    "larger.about": lambda p: abs(evaluate(p.facts["part"]) - evaluate(p.facts["value"])) <= Fraction(1, 20_000),
    "larger.of_many": lambda p: any_part(
        p.chain, lambda e: isinstance(e, Max) and len(e.args) > 2 and evaluate(e) == evaluate(p.facts["value"])
    ),
    "larger.several": lambda p: any_part(p.chain, lambda e: isinstance(e, Max)),
    "smaller.title": lambda p: any_part([p.derivation.page.named], lambda e: isinstance(e, Min)),
    "smaller.text": lambda p: picked(p, Min),
    "smaller.several": lambda p: any_part(p.chain, lambda e: isinstance(e, Min)),
    "absolute.title": lambda p: any_part([p.derivation.page.named], lambda e: isinstance(e, Abs)),
    "absolute.text": lambda p: evaluate(p.facts["first"]) == -evaluate(p.facts["value"]) < 0,
    "absolute.several": lambda p: any_part(p.chain, lambda e: isinstance(e, Abs)),
    "sign.title": lambda p: any_part([p.derivation.page.named], is_sign),
    "sign.text": lambda p: evaluate(p.facts["first"]) > 0 and evaluate(p.facts["value"]) == 1,
    "sign.zero": lambda p: evaluate(p.facts["first"]) == evaluate(p.facts["value"]) == 0,
    "sign.several": lambda p: any_part(p.chain, is_sign),
    "function_values.title": lambda p: any_part(
        [p.derivation.page.named], lambda e: isinstance(e, Function) and e.name in ("arcsin", "z")
    ),
    "function_values.z_value": lambda p: is_of_function(p, "z", known=False),
    "function_values.z_known": lambda p: is_of_function(p, "z", known=True),
    "function_values.about": lambda p: any_part(p.chain, lambda e: isinstance(e, Function)) or not isinstance(
        evaluate(p.chain[-1]), Fraction
    ),
    "function_values.arcsin_value": lambda p: is_of_function(p, "arcsin", known=False),
    "function_values.arcsin_known": lambda p: is_of_function(p, "arcsin", known=True),
    "cancel.text": lambda p: p.facts["gcd"] > 1,
    "cancel.then": lambda p: p.facts["gcd"] > 1 and is_second(p.step, ("step", "cancel", "then")),
    "rationalise.title": lambda p: any_part(p.chain, over_roots),
    "rationalise.text": lambda p: any_part(p.chain, over_roots),
    "rationalise.then": lambda p: len(p.step.said) > 1 and any_part(p.chain, over_roots),
    "zero.title": lambda p: (
        evaluate(p.last) == 0
        or any(isinstance(part, Div) and evaluate(part.num) == 0 for e in p.earlier for part in walk(e))
    ),
    "zero.text": lambda p: evaluate(p.last) == 0,
    "collect.title": lambda p: not isinstance(evaluate(p.last), Fraction),
    "collect_like.title": lambda p: (
        len(terms(p.first)) > len(terms(p.last)) or any_part(p.earlier[-1:], lambda e: len(terms(e)) > 1)
    ),
    "collect_like.text": lambda p: len(terms(p.first)) > len(terms(p.last)),
    "log_product.title": lambda p: any_part(p.chain, is_log),
    "log_product.text": lambda p: not any_part(p.chain, lambda e: isinstance(e, Log) and len(factors_of(e)) > 1),
    "log_base.title": lambda p: any_part([p.last], lambda e: isinstance(e, Num) and isinstance(e.value, Logarithmic)),
    "log_base.text": lambda p: isinstance(evaluate(p.last), Logarithmic),
    "log_quotients.title": lambda p: len(quotients(p.last)) > 1,
    "log_quotients.split": lambda p: any(
        isinstance(f.members[-1], Add) and len(quotients(f.members[0])) == 1 for f in p.step.formulas
    ),
    "log_quotients.added": lambda p: len(quotients(p.last)) < p.derivation.blocks.k,
    "log_collect.title": lambda p: isinstance(p.last, Num),
    "log_collect.text": lambda p: isinstance(p.last, Num),
    "log_divide.title": lambda p: isinstance(evaluate(p.last), Logarithmic),
    "log_divide.text": lambda p: any_part([p.last], lambda e: isinstance(e, Num) and "log" in str(e.value)),
    "log_cancel.title": lambda p: isinstance(evaluate(p.last), Fraction),
    "log_cancel.text": lambda p: isinstance(evaluate(p.last), Fraction),
    "weight_zero.text": lambda p: len(p.facts["labels"]) == 1,
    "weight_zero.several": lambda p: len(p.facts["labels"]) > 1,
    "undefined_counted.title": undefined,
    "undefined_counted.text": lambda p: p.facts["part"].applied.value == p.facts["value"],
    "undefined_omit.title": undefined,
    "undefined_omit.text": lambda p: p.facts["part"].applied.value is None,
    "undefined_propagate.title": undefined,
    "undefined_propagate.text": undefined,
    "undefined_no_class.title": always,
    "undefined_no_class.text": lambda p: not any(
        s.terms for s in every_part(p.facts["part"].body) if isinstance(s, Sum)
    ),
    "undefined_infinite.title": undefined,
    "undefined_infinite.text": undefined,
    "undefined_infinite.logarithm": undefined,
    "undefined_infinite.quantile": undefined,
    "from_table.title": always,
    "from_counts.title": always,
}  # fmt: skip
# Words of the definition step, whose conditions are those of the question; what they say is judged in test_definitions.
DEFINING = ("definition.", "counts.", "from_counts.", "terms.")


def is_root(e: Expr) -> bool:
    return isinstance(e, Sqrt)


# every sentence of a page with its place


def places(derivation: Derivation) -> Iterator[tuple[str, Place]]:
    """The keys of the titles and sentences of a page."""
    earlier: list[Expr] = []
    for step in derivation.page.steps:
        whole = [m for f in step.formulas[-1:] for m in f.members]
        first = step.formulas[0].members if step.formulas else []
        chain = whole if reduces(whole) else first or whole
        yield f"{step.kind}.title", Place(derivation, step, chain, [], earlier, step.facts)
        for said in step.said:
            yield from told(said, Place(derivation, step, first, [], earlier, {}))
        before: list[Expr] = []
        for formula in step.formulas:
            for said in formula.said:
                yield from told(said, Place(derivation, step, formula.members, before, earlier, {}))
            before = before + formula.members
        for said in step.after:
            yield from told(said, Place(derivation, step, whole, before, earlier, {}))
        earlier = [f.members[-1] for f in step.formulas[-1:] if f.members]


def told(said: Said, place: Place) -> Iterator[tuple[str, Place]]:
    if said.path[0] == "step":
        place.facts = said.facts
        yield ".".join(said.path[1:]), place


def check_conditions(derivation: Derivation) -> None:
    """Every title and sentence of the steps is true where it is said."""
    wrong = []
    for key, place in places(derivation):
        holds = CONDITIONS.get(key, always if key.startswith(DEFINING) else None)
        if holds is None:
            wrong.append(f"{key} has no condition")
        elif not _is_true(holds, place):
            wrong.append(key)
    assert wrong == []


def _is_true(holds: Callable[[Place], bool], place: Place) -> bool:
    try:
        return bool(holds(place))
    except (AttributeError, IndexError, KeyError, TypeError):
        return False


# the words of a page


def check_plainness(markdown: str) -> None:
    """Sentences are short, in words that a student reads."""
    page = take_apart(markdown, "markdown")
    for section in [page.data, *page.steps, page.result]:
        for sentence in section.sentences:
            bare = re.sub(r"\$[^$]*\$", "X", sentence)
            for part in re.split(r"(?<=[.!?:])(?:\*\*)?\s+(?=[A-Z*\d])", bare):
                words = [word for word in part.split() if re.search(r"[a-z0-9]", word)]  # no symbols
                # One says over what it is a mean, the other names every class, twice where there is no sample at all.
                longer = part.startswith("On average, with each class weighted") or "is undefined, because" in part
                assert len(words) <= LONGEST_SENTENCE + 5 * longer, (len(words), part)
                found = [w for w in words if w.strip(".,:;()").lower() in BANNED]
                assert not found, (found, part)
                assert not [phrase for phrase in BANNED_PHRASES if phrase in part], part


def check_introductions(derivation: Derivation) -> None:
    """A symbol is introduced before it is used."""
    known: set[str] = set()
    by_matrix = derivation.blocks.k <= 2  # the four counts are told below a matrix of two classes
    for step in derivation.page.steps:
        known |= {s.block for s in step.symbols if isinstance(s, Leaf)}
        known |= {c.block for c in step.table.columns if isinstance(c, Leaf)} if step.table else set()
        for formula in step.formulas:
            for leaf in [leaf for e in formula.members if not formula.numeric for leaf in symbols_in(e)]:
                told = leaf.tag is not None and leaf.tag.bare
                assert leaf.block in known or told or by_matrix, (leaf, step.kind)


def symbols_in(e: Expr) -> Iterator[Leaf]:
    """The counts of a formula in symbols; what has a name stands there as that name."""
    if isinstance(e, Leaf):
        yield e
    elif isinstance(e, Sum):
        yield from symbols_in(e.body)
    elif not isinstance(e, Named):
        for part in children(e):
            yield from symbols_in(part)


def check_reductions(derivation: Derivation) -> None:
    """What is reduced stays reduced."""
    reduced: dict[tuple[int, int], int] = {}
    for number, step in enumerate(derivation.page.steps):
        if any(said.path[-1] == "weight_cancels" for said in step.said):
            continue
        for formula in step.formulas:
            again = dict(reductions(formula))  # another part may have the same numbers
            # The first has the numbers as they were counted; what is behind the second is calculated there.
            for member in formula.members[1:2]:
                for part in [member, *terms(member)]:
                    if isinstance(part, Div) and (found := ratio(part)) in reduced and found not in again:
                        assert reduced[found] == number, (found, step.kind)  # type: ignore[index]
            reduced |= dict.fromkeys(again, number)


def reductions(formula: Formula) -> Iterator[tuple[tuple[int, int], int]]:
    """The fractions that a chain reduces, and by what."""
    for one, other in zip(formula.members, formula.members[1:], strict=False):
        if (g := factored(one)) > 1 and (found := ratio(other)) is not None:
            yield (found[0] * g, found[1] * g), g


def is_of_rest(step: Step) -> bool:
    """Whether it is about all classes but one: they are the second class of a mean, elsewhere a row of a table."""
    part = step.facts.get("part")
    return isinstance(part, Named) and part.head.mark == "rest"


def check_steps(derivation: Derivation, text: str) -> None:
    """Steps are few, and no two of them say the same."""
    steps = derivation.page.steps
    n = Fraction(derivation.blocks.n)
    # Long numbers need more tables, and counts that are no whole numbers more steps.
    if derivation.blocks.k <= FEW_CLASSES and n < 1000 and n.denominator == 1:
        kinds = ("class_values_of", "part", "undefined")
        extra = [s for s in steps if s.kind.startswith(kinds) or is_of_rest(s)]
        alpha = "alpha" in derivation.request.bound.parameters
        most = MOST_STEPS + alpha  # a step more for a number that is multiplied
        assert len(steps) - len(extra) <= most, [step.kind for step in steps]
    for step in steps:
        many = step.kind.startswith(("definition", "class_values", "log_quotients"))  # a formula or more a class
        assert many or len(step.formulas) <= (MOST_STEPS if step.kind == "part" else 3), step.kind
        empty = step.table is not None and any(not c.members for score in step.table.scores for c in score.chains)
        if empty:
            told = (
                step.after
                or isinstance(derivation.value, Undefined)
                or any(s.kind.startswith("class_val") for s in steps)
            )
            assert told, "nothing is said of an undefined value"
    page = take_apart(text, "text")
    texts = [section.text for section in page.steps if section.text and "common multiple" not in section.text]
    alike = [
        text
        for text, count in Counter(texts).items()
        if count > 1
        and not text.startswith(
            ("All fractions", "The numerator is 0", "Only one class takes part", "A count of 0 adds nothing", *PICKED)
        )
    ]
    assert not alike, alike
