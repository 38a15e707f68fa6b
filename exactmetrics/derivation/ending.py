"""The end of a derivation as data: the values a mean lies between, what is missing, and what each convention gives.

All of it is read off the recorded tree; the value under another convention is the library's own, asked anew.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.checks import Mistake, SecondWay, mistake, of_metric, second_way
from exactmetrics.derivation.look import Look
from exactmetrics.derivation.planning.page import Cells, Formula
from exactmetrics.derivation.planning.tree import distinct, every_part, names_inside, substituted
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.exact.values import Number, Undefined, Value
from exactmetrics.expression.evaluate import evaluate, has_value
from exactmetrics.expression.nodes import Add, Div, Expr, Head, Leaf, Mul, Named, Num, Sum, number
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.policy import PROPAGATE, policy_named
from exactmetrics.metrics.registry import components, needs_cells
from exactmetrics.metrics.request import SAMPLES, Request
from exactmetrics.views.carrier import has_single_samples
from exactmetrics.views.trace import record
from exactmetrics.views.undefined import is_no_class_left, undefined_quotient
from exactmetrics.views.value import compute

if TYPE_CHECKING:
    from exactmetrics.metrics.presets import Preset

CONVENTIONS = ("0", "1", "omit")
MOST_TERMS = 8  # of a sum of class values that is written out


@dataclass(slots=True)
class Member:
    """A class in a mean: its own value as it was recorded, and its weight."""

    label: Hashable
    part: Named
    weight: Fraction


@dataclass(slots=True)
class Choice:
    """What a convention gives: its value, and the line that leads there."""

    convention: str
    value: Value
    members: list[Expr] = field(default_factory=list)


@dataclass(slots=True)
class Ending:
    """What the end of a page says besides the value; `missing` are the parts without one, `acted` those replaced."""

    look: Look
    classes: int = 0
    samples: Any = 0
    partition: bool = False  # every sample has one actual and one predicted class, and an average is over all classes
    members: list[Member] = field(default_factory=list)
    weighted: bool = False
    pair: list[Named] = field(default_factory=list)
    missing: list[Named] = field(default_factory=list)
    acted: list[Named] = field(default_factory=list)
    total: Formula | None = None
    choices: list[Choice] = field(default_factory=list)
    software: Preset | None = None
    right: tuple[Any, Any] | None = None  # correct predictions, and all samples
    cells: Cells | None = None
    second_way: SecondWay | None = None
    mistake: Mistake | None = None
    alone: list[Hashable] = field(default_factory=list)  # the classes of an average that is not over all classes
    wrong: Number | None = None  # the value of an average, or of a metric of the matrix, if no prediction were correct
    weights: str = ""  # the counts that weigh the classes of an average, if they are counts
    chance: bool = False  # whether the same predictions in random order have 0 on average


def ending(request: Request, blocks: Blocks, positive: Hashable | None, named: Named, value: Value,
           cells: Cells | None, look: Look) -> Ending:  # fmt: skip
    members = members_of(named)
    parts = _without_value(named)
    out = Ending(
        look,
        blocks.k,
        blocks.n,
        blocks.partition and request.over == "all",
        members,
        request.is_weighted,
        _pair(named) or _components(request, blocks, positive),
        [part for part in parts if part.applied and part.applied.policy in ("propagate", "infinite")],
        [part for part in parts if part.applied and part.applied.policy not in ("propagate", "infinite")],
        cells=cells,
        weights=_weights(request),
        alone=_alone(members, request, blocks),
        wrong=_all_wrong(request, blocks, positive),
    )
    if (
        blocks.partition
        and blocks.n
        and has_single_samples(blocks)
        and request.average is not None
        and request.metric.direction == "up"
        and request.bound.convention.range == (0, 1)
    ):
        out.right = (sum(blocks.tp), blocks.n)
    if not isinstance(value, Undefined) and look.detail in ("standard", "full"):
        out.second_way = second_way(request, blocks, positive, named)
        out.mistake = mistake(request, blocks, positive, value)
    if not isinstance(value, Undefined):
        out.chance = _is_zero_by_chance(request, blocks, positive, out.acted)
    if isinstance(value, Undefined) or (out.acted and look.detail == "full"):
        found = (
            [_choice(word, request, blocks, positive, members) for word in CONVENTIONS]
            if _has_choices(out, named)
            else []
        )
        out.choices = [
            c for c in found if request.average in ("macro", "weighted", SAMPLES) or members or c.convention != "omit"
        ]
        lost = not out.acted and all(is_no_class_left(undefined_quotient(part.body)) for part in out.missing)
        if lost or all(isinstance(choice.value, Undefined) for choice in out.choices):
            out.choices = []
    if isinstance(value, Undefined) and not out.missing:  # left out, and nothing is left
        out.missing = out.acted
    if isinstance(value, Undefined) and out.choices:
        out.total = _total(members)
        out.software = _software(request, blocks, positive, out)
    return out


def _alone(members: list[Member], request: Request, blocks: Blocks) -> list[Hashable]:
    """The classes of an average that goes without others; a class with the weight 0 is not missed."""
    weights = sum(member.weight for member in members)
    by = _weights(request)
    whole = weights == sum(getattr(blocks, by)) if by else len(members) == blocks.k
    given = request.is_weighted and not isinstance(request.weights, str)
    return [] if whole or given or request.average is None else [member.label for member in members]


def _weights(request: Request) -> str:
    """The counts that weigh the classes of an average; empty where none do."""
    return request.weights if request.average == "weighted" and isinstance(request.weights, str) else ""


def _all_wrong(request: Request, blocks: Blocks, positive: Hashable | None) -> Number | None:
    """The value for one sample of each class, predicted as the next class; None for one class, or if it is undefined.

    A micro average of a metric that does not depend on the number of samples has this value for all data of so many
    classes without a correct prediction.
    """
    one_class = request.average is None and (request.metric.scope == "class" or request.label is not None)
    if one_class or blocks.k < 2 or needs_cells(request.metric):
        return None
    ones, n = [1] * blocks.k, blocks.k if blocks.partition else 2  # of several labels no TN is left either
    made = Blocks(blocks.labels, n=n, tp=[0] * blocks.k, support=ones, predicted=ones, partition=blocks.partition)
    value = compute(replace(request, policy=PROPAGATE), made, positive).value
    return None if isinstance(value, Undefined) else value


def _is_zero_by_chance(request: Request, blocks: Blocks, positive: Hashable | None, acted: list[Named]) -> bool:
    """Whether the mean of the value over all orders of the predictions is 0.

    The totals are the same in every order, and so is where a convention acts. What is linear in the true positives has
    the mean that is its value for their means. Measures of single cells, or of pairs of samples, have the mean 0
    wherever they have a value of their own.
    """
    metric = request.metric
    if not metric.zero_at_random:
        return False
    if metric.single_samples or needs_cells(metric):
        return not any(part.applied.value for part in acted if part.applied)
    totals = zip(blocks.support, blocks.predicted, strict=True)
    tp = [Fraction(row) * column / blocks.n if blocks.n else 0 for row, column in totals]
    mean = Blocks(
        blocks.labels, n=blocks.n, tp=tp, support=blocks.support, predicted=blocks.predicted, partition=blocks.partition
    )
    return compute(request, mean, positive).value == 0


def _without_value(top: Named) -> list[Named]:
    """The parts a convention spoke of, or that have no value: each once, innermost first, those left out among them."""

    def is_replaced(part: Expr) -> bool:
        return isinstance(part, Named) and part.applied is not None

    found: dict[Head, Named] = {}
    for part in every_part(top):
        if isinstance(part, Named) and part.applied is not None and part.applied.policy != "inherited":
            found.setdefault(part.head, part)
    # what is used is settled before what uses it
    return sorted(found.values(), key=lambda part: sum(map(is_replaced, every_part(part.body))))


def members_of(named: Named) -> list[Member]:
    """The classes of a mean and their values; none where the value is no mean of the values of classes."""
    body = named.body
    if not isinstance(body, Div) or not isinstance(body.num, Sum) or body.num.pairs:
        return []
    found = [_member(term) for term in body.num.terms]
    members = [member for member in found if member is not None]
    if len(members) < len(found) or not has_value(body.den):
        return []
    return members if evaluate(body.den) == sum(member.weight for member in members) else []


def _member(term: Expr) -> Member | None:
    weight = Fraction(1)
    if isinstance(term, Mul) and len(term.factors) == 2 and isinstance(term.factors[0], Leaf):
        leaf, term = term.factors
        weight = leaf.value if isinstance(leaf, Leaf) and leaf.value is not None else weight
    if not isinstance(term, Named) or term.head.tag is None:
        return None
    return Member(term.head.tag.label, term, weight)


def _pair(named: Named) -> list[Named]:
    """The two metrics that a value is made of, where it is made of two that have values."""
    parts = list({part.head: part for part in names_inside(named.body)}.values()) if named.applied is None else []
    whole = len(parts) == 2 and not any(part.head.is_part or (part.head.tag and part.head.tag.rest) for part in parts)
    return parts if whole and all(map(has_value, parts)) else []


def _components(request: Request, blocks: Blocks, positive: Hashable | None) -> list[Named]:
    """The two metrics that a metric of one class can be made of, where both have values for the class."""
    if request.average is not None or request.metric.scope == "matrix":
        return []
    made = []
    for metric in components(request.bound.convention):
        part = record(replace(of_metric(request, metric), policy=PROPAGATE), blocks, positive)
        if has_value(part):
            made.append(part)
    return made if len(made) == 2 else []


def _has_choices(out: Ending, named: Named) -> bool:
    """Whether a convention can speak: of a class, of a mean over classes, or of all samples where there are some."""
    return bool(out.members) or named.head.tag is not None or named.head.average is not None or bool(out.samples)


def _choice(word: str, request: Request, blocks: Blocks, positive: Hashable | None, members: list[Member]) -> Choice:
    """The value under a convention, and how it comes about from the values that need none."""
    asked = replace(request, policy=policy_named(word))
    value = compute(asked, blocks, positive).value
    if isinstance(value, Undefined):
        return Choice(word, value)
    named = record(asked, blocks, positive)
    if members:
        line = _mean(members, members_of(named))
    else:
        line = [] if named.applied is not None else [substituted(named.body)]
    line = line if line and evaluate(line[0]) == value else []
    return Choice(word, value, distinct([*line, Num(value)]))


def _known(members: list[Member]) -> list[Member]:
    return [member for member in members if has_value(member.part)]


def _sum_of(members: list[Member]) -> Number:
    out: Number = Fraction(0)
    for member in members:
        out = out + member.weight * evaluate(member.part)
    return out


def _mean(members: list[Member], under: list[Member]) -> list[Expr]:
    """The mean from the sum of the values that are known and the sum of what stands for the others."""
    known = _known(members)
    labels = {member.label for member in known}
    chosen = [member for member in under if member.label not in labels]
    have, more = _sum_of(known), _sum_of(chosen)
    weights = sum((member.weight for member in under), Fraction(0))
    total, below = have + more, Num(weights)
    top: Expr = Num(have) if known else Num(more)
    if known and chosen:
        top = Add((top, *_added(chosen, have)))
    line: list[Expr] = [top if weights == 1 else Div(top, below)]
    if isinstance(total, Fraction) and weights.denominator == 1 and total.denominator > 1 and weights > 1:
        bottom = total.denominator * int(weights)
        line += [Div(number(total.numerator), number(bottom))] if gcd(total.numerator, bottom) > 1 else []
    return line


def _added(chosen: list[Member], have: Number) -> list[Expr]:
    """What stands for the missing values: in a plain mean one number over the denominator of the others' sum."""
    if any(member.weight != 1 for member in chosen):
        return [Mul((Num(member.weight), Num(evaluate(member.part)))) for member in chosen]
    more = _sum_of(chosen)
    if (
        isinstance(have, Fraction)
        and isinstance(more, Fraction)
        and have.denominator > 1
        and more
        and more.denominator == 1
    ):
        return [Div(number(more.numerator * have.denominator), number(have.denominator))]
    return [Num(more)]


def _total(members: list[Member]) -> Formula | None:
    """The sum of the values that are known, worked out; None where there is nothing to add."""
    known = _known(members)
    if not 1 < len(known) <= MOST_TERMS:
        return None
    terms: list[Expr] = []
    for member in known:
        value = Num(evaluate(member.part))
        terms.append(value if member.weight == 1 else Mul((Num(member.weight), value)))
    start = Add(tuple(terms))
    line = distinct([start, *(form for work in work_out(start) for form in work.members)])
    return Formula(None, line)


def _software(request: Request, blocks: Blocks, positive: Hashable | None, out: Ending) -> Preset | None:
    """A library that puts a number in the place of these values, where its value is one of those shown here.

    A class that is not in the data at all is none of its classes.
    """
    from exactmetrics.metrics.presets import LIBRARIES, PRESETS  # most pages name none

    name = request.metric.name
    if request.preset is not None:
        return None
    whole = request.metric.scope == "matrix" and request.average is None and request.label is None
    absent = any(
        not blocks.support[i] and not blocks.predicted[i]
        for part in out.missing
        if part.head.tag is not None and (i := part.head.tag.position) is not None
    )
    for preset in map(PRESETS.__getitem__, LIBRARIES):
        known = name in preset.rules if whole else name in preset.chosen_with
        if not known or absent or {part.head.metric for part in out.missing} != {name}:
            continue
        found = compute(
            replace(request, policy=preset.policy_for(name, convention=request.bound.convention.name)), blocks, positive
        ).value
        if any(choice.value == found for choice in out.choices if choice.convention == str(preset.rules[name])):
            return preset
    return None
