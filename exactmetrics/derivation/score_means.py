"""How sums and means of many values are worked out: written out where they are short, else by the sum of all terms."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from exactmetrics.derivation.planning.origins import calculated, worked, written
from exactmetrics.derivation.planning.page import Formula, Said, Step
from exactmetrics.derivation.planning.tree import distinct, every_part, put_in
from exactmetrics.derivation.score_grid import Worked, rounded
from exactmetrics.derivation.working.chains import one_chain
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.derivation.working.solution import solved
from exactmetrics.exact.values import Number, add, rationals_of
from exactmetrics.expression.evaluate import divided, evaluate
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Log, Mul, Named, Neg, Num, Pow, Sum, Tag, number

READ = 10**8  # of a term of a sum that is written out
LONGEST = 10**30  # of a numerator or a denominator of a sum that is printed
MOST_TERMS = 12  # of a sum that is written out
FEW_TERMS, WIDEST = 4, 60  # of a sum that is written out however wide it is, and characters of another one
MOST_SUMS = 4  # terms that are sums of logarithms themselves
MOST_NUMBERS = 48  # in the logarithms of both losses of a skill whose quotient is written out


def unit_of(named: Named, node: Expr) -> Named:
    """The part of a formula that a sum in it is worked out as: the innermost one with a name, or the whole."""
    parts = [part for part in every_part(named.body) if isinstance(part, Named) and node in every_part(part)]
    return parts[-1] if parts else named


def added(named: Named, node: Expr, terms: list[tuple[Fraction, Fraction]]) -> Worked:
    """How a sum of terms by their weights is worked out, or their mean, as a part of a formula."""
    unit = unit_of(named, node)
    if unit is named:
        return sum_or_mean(named, terms), {}
    total = sum((w * value for w, value in terms), Fraction(0))
    return sum_or_mean(unit, terms), {unit: evaluate(put_in(unit.body, {node: Num(total)}))}


def sum_or_mean(unit: Named, terms: list[tuple[Fraction, Fraction]], *, given: bool = False) -> list[Step]:
    """The steps of a part that is a sum of terms by their weights, or their mean; given terms are never asked for."""
    if isinstance(unit.body, Div):
        return mean_of(unit, terms, evaluate(unit.body.den), given=given)  # type: ignore[arg-type]
    known = [w * value for w, value in terms if w * value]
    if len(known) > MOST_TERMS:
        total = written(worked(sum(known, Fraction(0))))
        return [Step("substitute", said=[Said(("scores", "added_up"), {"total": total})])]
    nodes = list(map(Num if given else worked, known)) or [worked(0)]
    return solved(unit, Add(tuple(nodes)) if len(nodes) > 1 else nodes[0])


def rest(named: Named, values: dict[Expr, Number]) -> list[Step]:
    """What a formula makes of its parts, by their values."""
    steps = list[Step]()
    for part in every_part(named.body)[::-1]:  # a part is worked out behind those inside it
        if isinstance(part, Named) and part not in values and any(known in every_part(part) for known in values):
            steps += rest(part, {known: value for known, value in values.items() if known in every_part(part)})
            values[part] = evaluate(put_in(part.body, _numbers(values)))
    start = put_in(named.body, _numbers(values))
    names = [part.head.metric for part in values if isinstance(part, Named)]
    if names == ["model_loss", "usual_loss"]:
        return [*steps, *_one_minus(named, values)]
    rationals = [value for value in values.values() if isinstance(value, Fraction)]
    if any(max(abs(value.numerator), value.denominator) > LONGEST for value in rationals):
        if not isinstance(named.body, Div):
            return [*steps, Step("substitute", said=[Said(("scores", "too_long"))])]
        made = {"mean": rounded(rationals[0]), "divisor": put_in(named.body.den, {})}
        return [*steps, Step("divide", said=[Said(("scores", "mean_divided"), made)])]
    if isinstance(start, Div) and names == ["mean_value"]:
        return [*steps, one_chain("divide", named, start)]
    if len(rationals) == len(values):
        return [*steps, *solved(named, start)]
    return [*steps, Step("substitute", [Formula(named, distinct([start, calculated(start)]))])]


def _numbers(values: dict[Expr, Number]) -> dict[Expr, Expr]:
    return {part: Num(value, part if isinstance(part, Named) else "worked") for part, value in values.items()}


def _one_minus(named: Named, values: dict[Expr, Number]) -> list[Step]:
    """The quotient of two losses, and 1 minus it."""
    own, usual = values.values()
    losses = _numbers(values).values()
    if isinstance(own, Fraction) and isinstance(usual, Fraction):
        return solved(named, Add((number(1), Neg(Div(*losses)))))
    if sum(1 for value in (own, usual) for _ in rationals_of(value)) > MOST_NUMBERS:
        about = {"own": rounded(own), "best": rounded(usual)}
        subtracted = Said(("scores", "about_subtracted"), {"name": named})
        return [Step("divide", said=[Said(("scores", "about_divided"), about)]), Step("subtract", said=[subtracted])]
    quotient = worked(divided(own, usual))
    share = Formula(Div(*values), distinct([Div(*losses), quotient]))
    rest = distinct([Add((number(1), Neg(quotient))), worked(1 - quotient.value)])
    return [Step("divide", [share]), Step("subtract", [Formula(named, rest)])]


def mean_of(
    named: Named, terms: list[tuple[Fraction, Fraction]], n: Fraction, *, given: bool = False
) -> list[Step]:  # fmt: skip
    """The mean of values by their weights."""
    total = sum((weight * value for weight, value in terms), Fraction(0))
    known = [(w, v) for w, v in terms if w]
    # As the table has them.
    nodes = [Num(v, None if given else Leaf("term", Tag(at), v)) for at, (w, v) in enumerate(terms) if w]
    if not known:
        return [Step("substitute", [Formula(named, [Div(worked(0), Num(n)), worked(0)])])]
    long = len(known) > MOST_TERMS or any(max(x.numerator, x.denominator) > READ for term in known for x in term)
    factors = [f"{w}*" if w.denominator > 1 else "" for w, _ in known]
    wide = len(known) > FEW_TERMS and sum(len(f"{w}{v} + ") for w, (_, v) in zip(factors, known, strict=True)) > WIDEST
    if long or wide:
        added = worked(total)
        start = Div(added, Num(n))
        members = distinct([start, *(member for work in work_out(start) for member in work.members)])
        if max(abs(total.numerator), total.denominator) > LONGEST:
            return [Step("substitute", said=[Said(("scores", "too_long"))])]
        said = [Said(("scores", "added_up"), {"total": written(added)})]
        return [Step("substitute", [Formula(named, members)], said=said)]
    weighted = any(w != 1 for w, _ in known)
    parts: list[Expr] = [Mul((Num(w), v)) if weighted else v for (w, _), v in zip(known, nodes, strict=True)]
    if len(parts) == 1 and n == 1:
        return [Step("substitute", [Formula(named, list(nodes))])]
    if len(parts) == 1:
        return [one_chain("substitute", named, Div(parts[0], Num(n)))]
    if len({v for _, v in known}) == 1 and sum(w for w, _ in known) == n:
        return [Step("substitute", [Formula(named, [Div(Add(tuple(parts)), Num(n)), nodes[0]])])]
    body = named.body
    assert isinstance(body, Div)
    whole_sum = Sum(body.num.body, tuple(parts)) if isinstance(body.num, Sum) else body.num
    return solved(Named(named.head, Div(whole_sum, body.den)), Div(Add(tuple(parts)), Num(n)))


def mean_of_numbers(named: Named, terms: list[tuple[Fraction, Number]], n: Fraction, value: Number) -> list[Step]:
    """The mean of values that may be sums of logarithms: added as they stand where they are few and short."""
    rational = [(w, v) for w, v in terms if isinstance(v, Fraction)]
    if len(rational) == len(terms):
        return mean_of(named, rational, n)
    known = [(w, v) for w, v in terms if w and v]
    if len(known) > MOST_SUMS or any(max(abs(r.numerator), r.denominator) > READ for _, v in known
                                     for r in rationals_of(v)):  # fmt: skip
        total = rounded(add(*(w * v for w, v in known)))
        return [Step("substitute", said=[Said(("scores", "values_of_rows"), {"total": total, "n": n})])]
    parts: list[Expr] = [worked(v) if w == 1 else Mul((Num(w), worked(v))) for w, v in known]
    start = Div(Add(tuple(parts)) if len(parts) > 1 else parts[0], Num(n))
    return [
        Step("substitute", [Formula(named, distinct([start, worked(value)]))], said=[Said(("scores", "unrounded"))])
    ]


def mean_of_logarithms(
    named: Named,
    terms: list[tuple[Fraction, Fraction]],
    total: Number | None,
    n: Fraction,
    base: int | None,
    *,
    given: bool,
) -> list[Step]:
    """The mean of logarithms, or minus it: of one product where it is short, else their sum, which may be rounded."""
    put = Num if given else worked
    is_minus = isinstance(named.body, Neg)

    def minus_mean(total: Expr) -> Expr:
        mean = total if n == 1 else Div(total, Num(n))
        return Neg(mean) if is_minus else mean

    few = len(terms) <= MOST_TERMS
    powers = [put(p) if w == 1 else Pow(put(p), int(w)) for w, p in terms if w.denominator == 1 and w <= MOST_TERMS]
    if few and len(powers) == len(terms):
        product = prod((p ** int(w) for w, p in terms), start=Fraction(1))
        start = minus_mean(Log(Mul(tuple(powers)) if len(powers) > 1 else powers[0], base))
        said = [Said(("scores", "product"))] if len(powers) > 1 else []
        if product == 1:
            members = distinct([start, minus_mean(Log(worked(1), base)), worked(0)])
            return [Step("substitute", [Formula(named, members)], said=said)]
        if max(product.numerator, product.denominator) <= LONGEST:
            first, *others = solved(named, start)
            first.said = said
            return [first, *others]
    if few and all(max(p.numerator, p.denominator) <= READ for _, p in terms):
        logs: list[Expr] = [Log(put(p), base) if w == 1 else Mul((Num(w), Log(put(p), base))) for w, p in terms]
        return solved(named, minus_mean(Add(tuple(logs)) if len(logs) > 1 else logs[0]))
    assert total is not None
    if not is_minus:
        return [Step("substitute", said=[Said(("scores", "values"), {"total": rounded(total), "n": n})])]
    return [Step("substitute", said=[Said(("scores", "logarithms"), {"total": rounded(total), "name": named})])]


def taken(named: Named, node: Expr, value: Fraction) -> Worked:
    """A value that is taken from a table; if a formula makes more of it, there is nothing to say."""
    if named.body != node:
        return [], {node: value}
    said = [Said(("scores", "taken"))]
    if max(abs(value.numerator), value.denominator) > LONGEST:
        return [Step("substitute", said=said)], {}
    return [Step("substitute", [Formula(named, [worked(value)])], said=said)], {}
