"""Why something has no value: what is 0 below the innermost quotient, in facts about classes.

A fact is told only where it makes the denominator 0 whatever the other counts are: it is put to the proof on a few
matrices that have it and are else as different as can be. Where one fact is not enough, those that are together are
told; where none are, the denominator alone, which the page shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.page import Said
from exactmetrics.derivation.planning.tree import names_inside, rebuild
from exactmetrics.expression.evaluate import children, evaluate, has_value, walk
from exactmetrics.expression.nodes import Div, Expr, Leaf, Log, Mul, Named, Num, Pow, Sqrt, Tag
from exactmetrics.matrix.counts import Counts
from exactmetrics.views.undefined import is_logarithm, is_no_class_left, is_quantile, undefined_quotient

Fact = tuple[str, Tag]  # the key of what is said of a class
# What is empty where so many counts of a class are 0, and where a count is that of all samples.
EMPTY = (
    ("absent", ({"support", "predicted"}, {"tp", "fp", "fn"})),
    ("predicted", ({"predicted"}, {"tp", "fp"})),
    ("support", ({"support"}, {"tp", "fn"})),
    ("always", ({"fn", "tn"},)),
    ("only", ({"fp", "tn"},)),
)
WHOLE = {"support": "only", "predicted": "always"}
SOME = {"support": "samples", "predicted": "named"}  # where a count is not 0
MOST_FACTS = 12  # that are put to the proof one by one, and together; of more the first of each kind alone
OPEN = {"empty", "zero", "logarithm", "quantile", "no_class"}  # what says nothing of a class
MOST_NAMED = 6  # classes that a sentence names
PROOFS = 6  # matrices that a fact is put to the proof on
DIAGONALS = 3  # of a large matrix that are not empty
POOLED = 1000  # samples of each class that a pool adds up


def causes(part: Named) -> list[tuple[str, Any]]:
    """The keys of why a part has no value, each with the class it is about; of a part of the definition that part."""
    quotient = undefined_quotient(part.body)
    if is_no_class_left(quotient):
        return [("no_class", None)]
    if function := function_of(quotient):
        return [(function, part.head.tag.label if part.head.tag else None)]
    if any(leaf.block == "n" and leaf.value == 0 for leaf in _leaves(_bare(quotient.den))):
        return [("empty", None)]
    if weights := _weights(part.body, quotient):
        return _of_weight(weights[0], quotient.den)
    zero = _zero_factor(quotient.den)
    names = {name.head: name for name in names_inside(zero)}
    if len(names) == 1 and _has_names_alone(zero):
        (named,) = names.values()
        if named.head.is_part or named is zero:
            return [("part", named)]
    facts = _needed(list(_facts(quotient.den)), quotient.den, apart=part.head.average is not None)
    return [(key, tag.label) for key, tag in facts] or [("zero", None)]


def why(parts: Sequence[Named], weights: str = "") -> list[Said]:
    """Why parts have no value, as clauses: of which classes there is nothing, or what is 0.

    In a mean with the `weights` "support" or "predicted" a class is missed only where that count is not 0. That there
    are no samples is the whole reason, and that a denominator is 0 is none beside another.
    """
    found: dict[str, list[Any]] = {}
    for part in parts:
        known = causes(part)
        if weights and part.head.tag is not None and not {WHOLE[weights], *OPEN} & {key for key, _ in known}:
            known = [*known, (SOME[weights], part.head.tag.label)]
        for key, about in known:
            named = found.setdefault(key, [])
            named += [] if about in named else [about]
    if "empty" in found:
        found = {"empty": [None]}
    elif len(found) > 1:
        found.pop("zero", None)
    return [Said(("undefined", "why", key), _facts_of(key, about)) for key, about in found.items()]


def _facts_of(key: str, about: list[Any]) -> dict[str, Any]:
    facts = {"n": len(about), "label": about[0], "labels": about[:MOST_NAMED]}
    return facts | ({"part": about[0], "value": evaluate(about[0])} if key == "part" else {})


def function_of(quotient: Div) -> str:
    """Of which function there is no value, where it is not a quotient."""
    return "logarithm" if is_logarithm(quotient) else "quantile" if is_quantile(quotient) else ""


def _weights(e: Expr, quotient: Div) -> list[Expr]:
    """What a logarithm that a quotient is in is multiplied by: where that is 0, the quotient is not asked for."""
    products = [part for part in walk(e) if isinstance(part, Mul) and isinstance(part.factors[-1], Log)]
    return [one.factors[0] for one in products if any(part is quotient for part in walk(one.factors[-1]))]


def _of_weight(weight: Expr, den: Expr) -> list[tuple[str, Any]]:
    """A class with samples, which the weight counts, and without predictions, which is what is divided by."""
    counted = [leaf.tag for leaf in _leaves(weight) if leaf.block == "support"]
    missed = [leaf.tag for leaf in _leaves(den) if leaf.block == "predicted" and leaf.value == 0]
    labels = [tag.label for tag in missed if tag is not None and tag in counted]
    return [(key, label) for label in labels for key in ("predicted", "samples")] or [("zero", None)]


def _leaves(e: Expr) -> list[Leaf]:
    return [part for part in walk(e) if isinstance(part, Leaf)]


def _zero_factor(e: Expr) -> Expr:
    """The factor because of which a product is 0."""
    match e:
        case Mul(factors):
            return _zero_factor(next(f for f in factors if has_value(f) and evaluate(f) == 0))
        case Sqrt(arg) | Pow(arg):
            return _zero_factor(arg)
        case Div(num):
            return _zero_factor(num)
    return e


def _has_names_alone(e: Expr) -> bool:
    """Whether no count stands in a formula outside of what has a name there."""
    return isinstance(e, Named) or (not isinstance(e, Leaf) and all(map(_has_names_alone, children(e))))


def _facts(den: Expr) -> Iterator[Fact]:
    """What is true of the classes that a denominator speaks of."""
    counts = _leaves(_bare(den))
    everything = max((leaf.value for leaf in counts if leaf.block == "n" and leaf.value), default=None)
    zero: dict[Tag, set[str]] = {}
    whole: list[Fact] = []
    for leaf in counts:
        if leaf.tag is None:
            continue
        tag = Tag(leaf.tag.position, leaf.tag.label)
        if leaf.value == 0:
            zero.setdefault(tag, set()).add(leaf.block)
        if leaf.value == everything and leaf.block in WHOLE:
            whole.append((WHOLE[leaf.block], tag))
    for key, sets in EMPTY:
        yield from ((key, tag) for tag, blocks in zero.items() if any(needed <= blocks for needed in sets))
    yield from dict.fromkeys(whole)


def _bare(e: Expr) -> Expr:
    """A formula without what a policy put in the place of its parts."""
    return _bare(e.body) if isinstance(e, Named) else rebuild(e, _bare)


def _needed(facts: list[Fact], den: Expr, *, apart: bool) -> list[Fact]:
    """The first fact that makes a denominator 0, or several that do together, none of which is too many."""
    few = facts if len(facts) <= MOST_FACTS else list({fact[0]: fact for fact in facts[::-1]}.values())
    for fact in few:
        if _makes_zero([fact], den, apart):
            return [fact]
    if len(facts) > MOST_FACTS or not _makes_zero(facts, den, apart):
        return []
    for fact in facts[::-1]:
        fewer = [other for other in facts if other is not fact]
        facts = fewer if _makes_zero(fewer, den, apart) else facts
    return facts


def _makes_zero(facts: Sequence[Fact], den: Expr, apart: bool) -> bool:
    """Whether a denominator is 0, or has no value, on every matrix with these facts that it is tried on."""
    formula = _bare(den)
    tags = [leaf.tag for leaf in _leaves(formula) if leaf.tag is not None]
    places = list(dict.fromkeys(tag.position for tag in tags))
    for seed in range(PROOFS):
        count = _counts_apart(places, facts, seed) if apart else _counts(places, facts, seed)
        try:
            if evaluate(_on(formula, count)) != 0:
                return False
        except ZeroDivisionError:
            continue
        except TypeError:  # a root, or a product, of sums of logarithms that are not 0
            return False
    return True


def _on(e: Expr, count: Callable[[Leaf], Any]) -> Expr:
    """A formula with other counts."""
    if isinstance(e, Leaf):
        return e if e.value is None or e.block in ("k", "gap", "weight") else Num(Fraction(count(e)))
    return rebuild(e, lambda part: _on(part, count))


def _counts(places: Sequence[int | None], facts: Sequence[Fact], seed: int) -> Callable[[Leaf], Any]:
    """The counts of a matrix of these classes, and of one more, with these facts."""
    made, at = _tried(places, facts, seed), {place: at for at, place in enumerate(places)}
    blocks = made.blocks()

    def count(leaf: Leaf) -> Any:
        if leaf.tag is None:
            return made.n
        if leaf.tag.other is not None:
            return made.cells.get((at[leaf.tag.position], at[leaf.tag.other.position]), 0)
        return getattr(blocks, leaf.block)[at[leaf.tag.position]]

    return count


def _counts_apart(places: Sequence[int | None], facts: Sequence[Fact], seed: int) -> Callable[[Leaf], Any]:
    """Those of classes that a pool adds up, each of which may have any samples and predictions."""
    own = {}
    for place in places:
        cells = _tried([place], [fact for fact in facts if fact[1].position == place], seed).cells
        more = {cell: count + POOLED - sum(cells.values()) for cell, count in [*cells.items()][-1:]}
        own[place] = Counts((0, 1), cells | more).blocks()
    return lambda leaf: POOLED if leaf.tag is None else getattr(own[leaf.tag.position], leaf.block)[0]


def _tried(places: Sequence[int | None], facts: Sequence[Fact], seed: int) -> Counts:
    """A matrix of these classes and of one more on which these facts are true, and as little else as can be."""
    size = len(places) + 1
    rows, columns = set(range(size)), set(range(size))
    for key, tag in facts:
        own = {places.index(tag.position)}
        rows -= own if key in ("support", "absent") else set()
        columns -= own if key in ("predicted", "absent") else set()
        rows &= own if key == "only" else rows
        columns &= own if key == "always" else columns
    down, across = sorted(rows), sorted(columns)
    cells = {}
    for shift in range(DIAGONALS if rows and columns else 0):
        for step in range(max(len(down), len(across))):
            i, j = down[step % len(down)], across[(step + shift) % len(across)]
            cells[i, j] = pow(3, 17 * seed + 5 * i + 11 * j + i * j * seed, 43)  # 3 is a primitive root of 43
    return Counts(tuple(range(size)), cells)
