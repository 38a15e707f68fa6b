"""The working of sums of logarithms, and of quotients of such sums: the rules of logarithms, one a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count
from math import gcd

from exactmetrics.derivation.planning.origins import calculated, worked, written
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, log_tree, names_inside, ratio, rebuild, whole
from exactmetrics.derivation.working.step import PICKED
from exactmetrics.exact.logs import ONE, Logarithmic, base_of
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Irrational, Root, Symbolic
from exactmetrics.expression.evaluate import children, evaluate, has_value, walk
from exactmetrics.expression.nodes import Add, Div, Expr, Literal, Log, Max, Min, Mul, Named, Neg, Num, Sum

NOTHING = Num(Fraction(0))
SHOWN = 4  # digits behind the point of two numbers of which one is larger, or as many more as tell them apart


def has_logs(e: Expr) -> bool:
    """Whether there are logarithms in a formula with its numbers put in."""
    return any(isinstance(part, Log) or _is_logarithmic(part) for part in walk(e))


def _is_logarithmic(e: Expr) -> bool:
    """Whether a number has logarithms: it is a sum of them, perhaps times a constant."""
    value = getattr(e.value, "inner", e.value) if isinstance(e, Num) else None
    return isinstance(value, Irrational) and not isinstance(value, (Root, Symbolic))


def of_the_picked(named: Named, start: Expr) -> tuple[Step, Named, Expr] | None:
    """The larger or the smaller of two named parts is told by its name; then the formula is of that one."""
    picks = _picks(named.body)
    if len(picks) != 1 or len(_picks(start)) != 1:
        return None
    [pick] = picks
    if len(pick.args) != 2 or not all(isinstance(part, Named) for part in pick.args):
        return None
    first, second = pick.args
    values, kind = {part: evaluate(part) for part in pick.args}, PICKED[type(pick)]
    chosen = (max if isinstance(pick, Max) else min)(pick.args, key=values.__getitem__)
    if values[first] == values[second]:
        said = [Said(("step", "larger", "equal_parts"), {"first": first, "second": second})]
    else:
        decimals = ([decimal(value, places=places) for value in values.values()] for places in count(SHOWN))
        texts = next(found for found in decimals if found[0] != found[1])
        said = [
            Said(("step", "larger", "about"), {"part": part, "value": Literal(text, Fraction(text))})
            for (part, value), text in zip(values.items(), texts, strict=True)
            if not isinstance(value, Fraction)
        ]
        said.append(Said(("step", kind, "text"), {"first": first, "second": second, "value": chosen}))
    less = replace(named, body=_with(named.body, chosen))
    step = Step(kind, [Formula(named, [named.body, less.body], numeric=False)], said=said)
    return step, less, _with(start, Num(values[chosen], chosen))


def _picks(e: Expr) -> list[Max | Min]:
    """Where the largest or the smallest of several is taken, outside of named parts."""
    if isinstance(e, (Max, Min)):
        return [e]
    return [] if isinstance(e, Named) else [pick for part in children(e) for pick in _picks(part)]


def _with(e: Expr, chosen: Expr) -> Expr:
    """A formula with one of several in the place where the largest or the smallest of them is taken."""
    if isinstance(e, (Max, Min)):
        return chosen
    return e if isinstance(e, Named) else rebuild(e, lambda part: _with(part, chosen))


def logarithms(named: Named, start: Expr) -> list[Step]:
    """Numbers put in and reduced, logarithms of products taken apart, and those of one number added."""
    value = calculated(start)
    if not any(isinstance(part, Log) for part in walk(start)):  # values with logarithms are added or divided
        if _has_quotients(value) and isinstance(start, Div) and whole(start.den) is not None:
            return [_mean_of_quotients(named, value)]
        if isinstance(start, Div) and evaluate(start.num) == 0:
            return [Step("zero", [Formula(named, [start, worked(0, start)])], said=[Said(("step", "zero", "text"))])]
        if isinstance(start, Div) and (start.num == start.den or not has_logs(start.den)):
            return [Step("divide", [Formula(named, distinct([start, value]))])]
        kind = "log_base" if _changes_base(start, value) else "log_collect"
        return [_said(kind, named, start, value)]
    has_zeros = any(isinstance(part, Sum) and part.zeros for part in walk(named.body))
    zeros = [Said(("step", "substitute", "zeros"))] if has_zeros else []
    reduced = _reduced(start)
    put_in = [start] if _plain(start) == reduced else [start, reduced]
    apart = _apart(reduced)
    if not has_logs(apart):  # of powers of the base
        return [Step("substitute", [Formula(named, distinct([*put_in, apart, value]))], said=zeros)]
    steps = [Step("substitute", [Formula(named, put_in)], said=zeros)]
    if apart != reduced:
        steps.append(_said("log_product", named, apart))
    if _in_order(spelled(apart)) != _in_order(spelled(value)):
        steps.append(_said(_ending(apart, value), named, value))
    return steps


def _ending(apart: Expr, value: Num) -> str:
    """What the last step is: to divide by a logarithm, or to add those that are alike."""
    if not isinstance(apart, Div) or not has_logs(apart.den):
        return "log_collect"
    if isinstance(value.value, Fraction):
        return "log_cancel"
    if not isinstance(value.value, Logarithmic):
        return "log_collect"
    return "log_divide" if any(base_of(below) not in (None, ONE) for _, below in value.value.terms) else "log_collect"


def rules_once(steps: Sequence[Step]) -> None:
    """Drop what was said of a rule of logarithms before on the page; lines that nothing parts are one chain."""
    told: set[tuple[str, ...]] = set()
    for step in steps:
        places: list[Step | Formula] = [step, *step.formulas]
        joined: list[Formula] = []
        for at in places:
            rules = [one for one in at.said if one.path[1].startswith("log_")]
            at.said = [one for one in at.said if one.path not in told]
            told.update(one.path for one in rules)
            if isinstance(at, Formula):
                if rules and not at.said and joined and joined[-1].left == at.left:
                    joined[-1].members += at.members
                else:
                    joined.append(at)
        step.formulas = joined


def _said(kind: str, named: Named, *members: Expr) -> Step:
    return Step(kind, [Formula(named, distinct(members))], said=[Said(("step", kind, "text"))])


def _has_quotients(value: Num) -> bool:
    """Whether a value has quotients of sums of logarithms beside other terms, so that it is written as their sum."""
    terms = value.value.terms if isinstance(value.value, Logarithmic) else ()
    return len(terms) > 1 and all(base_of(below) is None for _, below in terms)


def _mean_of_quotients(named: Named, value: Num) -> Step:
    """A mean of quotients of logarithms: a number is taken out of each, and those with one denominator are added."""
    split, denominators = list[Formula](), list[object]()
    for part in dict.fromkeys(names_inside(named.body)):
        known = evaluate(part) if has_value(part) else None
        if isinstance(known, Logarithmic):
            denominators += [below for _, below in known.terms]
            if known.algebraic and len(known.terms) == 1:
                split.append(
                    Formula(part, [Num(known, part), Add((worked(known.algebraic), worked(known - known.algebraic)))])
                )
    step = Step("log_quotients", [*split, Formula(named, [value])])
    shared = any(denominators.count(below) > 1 for below in denominators)
    texts = ["split"] * bool(split) + ["added"] * shared
    step.said = [Said(("step", "log_quotients", text)) for text in texts]
    return step


def _shown(value: Num) -> Expr:
    return log_tree(value.value) if _is_logarithmic(value) else value


def _renewed(e: Expr, log: Expr) -> Expr:
    """The logarithms that another one is taken apart to: a prime that it is of stays the number that it was."""
    known = [part for of in walk(log) if isinstance(of, Num) for part in walk(written(of)) if isinstance(part, Num)]

    def renew(part: Expr) -> Expr:
        if isinstance(part, Log):
            return Log(next((one for one in known if one == part.arg), renew(part.arg)), part.base)
        return worked(part.value) if isinstance(part, Num) else rebuild(part, renew)

    return renew(e)


def spelled(e: Expr) -> Expr:
    """A formula whose numbers with logarithms or pi are formulas themselves."""
    if isinstance(e, Num) and isinstance(e.value, Irrational) and not isinstance(e.value, (Root, Symbolic)):
        return spelled(log_tree(e.value))
    return rebuild(e, spelled)


def _in_order(e: Expr) -> Expr:
    """A formula whose sums have their terms in one order, for there is nothing to add where only that differs."""
    e = rebuild(e, _in_order)
    return Add(tuple(sorted(e.terms, key=repr))) if isinstance(e, Add) else e


def _changes_base(e: Expr, value: Num) -> bool:
    """Whether logarithms to a base stand in a quotient, and natural ones in what it comes to."""
    return isinstance(e, Div) and any(map(_is_logarithmic, walk(e.den))) and _is_logarithmic(value)


def _plain(e: Expr) -> Expr:
    """A formula whose fractions in lowest terms are numbers, which look the same."""
    found = ratio(e) if isinstance(e, Div) else None
    if found is not None and found[1] > 1 and gcd(*found) == 1:
        return calculated(e)
    return rebuild(e, _plain)


def _reduced(e: Expr) -> Expr:
    """The factors of logarithms and the numbers they are of, each calculated; nothing is left of what is 0."""
    if isinstance(e, Log):
        return Log(calculated(e.arg), e.base)
    if isinstance(e, Mul) and isinstance(e.factors[-1], Log):
        factor = e.factors[0] if len(e.factors) == 2 else Mul(e.factors[:-1])
        return Mul((calculated(factor), _reduced(e.factors[-1])))
    if isinstance(e, Add):
        return _sum_of([made for t in e.terms if (made := _reduced(t)) != NOTHING])
    return e if _is_logarithmic(e) else rebuild(e, _reduced)


def _sum_of(terms: Sequence[Expr]) -> Expr:
    return terms[0] if len(terms) == 1 else Add(tuple(terms)) if terms else worked(0)


def _apart(e: Expr) -> Expr:
    """Every logarithm as the sum of those of the primes of its number, as far as they are known."""
    if isinstance(e, Log):
        value = calculated(e)
        made = _shown(value)
        return e if made == e else made if made is value else _renewed(made, e)
    if isinstance(e, Mul) and isinstance(e.factors[-1], Log):
        last = _apart(e.factors[-1])
        made = Mul((*e.factors[:-1], last))
        return calculated(made) if isinstance(last, (Num, Neg)) else made
    if isinstance(e, Add):  # the logarithm of 1 is 0
        return _sum_of([made for t in e.terms if (made := _apart(t)) not in (NOTHING, Neg(NOTHING))])
    return rebuild(e, _apart)
