"""Partial information: from the counts that are known to all building blocks, with the steps shown.

Identities with a single unknown are solved one after the other, so that the steps read as one would write them; when
none is left, exact elimination finds what several identities determine together.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import combinations

from ..exact.errors import InputError, MissingCountsError
from .blocks import BLOCKS, Blocks
from .exact_count import Count, whole_number
from .identities import (
    SYMBOLS,
    Deduction,
    Identity,
    N,
    Row,
    Term,
    Variable,
    check_conditions,
    check_identity,
    eliminate,
    identities,
    independent,
    own_n,
    symbol,
)
from .identities import CountsContradictionError as Contradiction
from .labels import check_labels, did_you_mean
from .repair import single_repairs

MOST_CLASSES = 10
MOST_SETS = 6


def missing_counts(labels: Sequence[Hashable], known: Collection[Variable]) -> MissingCountsError:
    """Make the error that says, class by class, which counts would suffice."""
    lacking = [label for label in labels if any((count, label) not in known for count in BLOCKS)]
    parts = [] if N in known else ["n"]
    for label in lacking[:MOST_CLASSES]:
        sets = [" and ".join(SYMBOLS[count] for count, _ in chosen) for chosen in _sufficient(label, known)]
        more = f", or {len(sets) - MOST_SETS} other sets" if len(sets) > MOST_SETS else ""
        if sets:
            parts.append(f"for class {label!r} {', or '.join(sets[:MOST_SETS])}{more}")
    if len(lacking) > MOST_CLASSES:
        parts.append(f"and so on for {len(lacking) - MOST_CLASSES} further classes")
    return MissingCountsError(f"the identities alone do not determine all counts. Missing: {'; '.join(parts)}.")


def _sufficient(label: Hashable, known: Collection[Variable]) -> list[tuple[Variable, ...]]:
    """Return the smallest sets of unknown counts of one class that determine it once n is known."""
    rules = independent([label], partition=False)
    names: list[Variable] = [(count, label) for count in BLOCKS]
    have = [N, *(name for name in names if name in known)]
    lacking = [name for name in names if name not in known]
    for size in range(len(lacking) + 1):
        determined = len(lacking) - size
        enough = [
            more for more in combinations(lacking, size) if len(eliminate(rules, [*have, *more]).solved) == determined
        ]
        if enough:
            return enough if size else []
    return []


def deduce(counts: Mapping[Hashable, Mapping[str, object]], *, n: int | None = None, partition: bool = True) -> Blocks:
    """Deduce the building blocks of every class from those that are known, with the steps in order.

    Known may be any of tp, tn, fp, fn, support (true samples), predicted and n. It is no `partition` where a sample may
    have several true or predicted classes (top-k, multilabel).
    """
    labels, given = _read_given(counts, n)
    if partition and len(labels) == 1:
        raise InputError(
            f"one class alone ({labels[0]!r}) is no partition: name the other classes too, or say partition=False."
        )
    try:
        values, steps = _completed(labels, given, partition=partition)
    except Contradiction as contradiction:
        repairs, whole = single_repairs(labels, given, partition=partition)
        text = f"{contradiction} {_advice(repairs, whole=whole)}{_other_kind(labels, given) if partition else ''}"
        raise Contradiction(text, contradiction.identity, repairs) from None
    tp, support, predicted = ([values[count, label] for label in labels] for count in ("tp", "support", "predicted"))
    done = tuple(steps)
    return Blocks(
        labels, n=values[N], tp=tp, support=support, predicted=predicted, partition=partition, deductions=done
    )


def _read_given(
    counts: Mapping[Hashable, Mapping[str, object]], n: int | None
) -> tuple[tuple[Hashable, ...], dict[Variable, int]]:
    """Check names and numbers; returns the labels and the given numbers, zeros included."""
    if not isinstance(counts, Mapping):
        raise InputError(f"give a mapping from class to its known counts, not a {type(counts).__name__}.")
    labels = check_labels(counts, "the classes")
    given: dict[Variable, int] = {} if n is None else {N: whole_number(n, "n")}
    known = (*BLOCKS, "n")
    for label, row in zip(labels, counts.values(), strict=True):
        if not isinstance(row, Mapping):
            raise InputError(f'class {label!r} has {row!r}; give a mapping such as {{"tp": 30, "support": 53}}.')
        for count, value in row.items():
            if count not in known:
                raise InputError(
                    f"class {label!r} has an unknown count {count!r}; known are {', '.join(known)}."
                    f"{did_you_mean(count, known)}"
                )
            given[count, label] = whole_number(value, symbol(count, label))
    return labels, given


def _completed(
    labels: Sequence[Hashable], given: Mapping[Variable, int], *, partition: bool
) -> tuple[dict[Variable, Count], list[Deduction]]:
    """Deduce all counts and check them; returns the values and the steps."""
    rules = [*own_n(given), *identities(labels, partition=partition)]
    values: dict[Variable, Count] = dict(given)
    steps: list[Deduction] = []
    _propagate(rules, values, steps)
    wanted = [N, *((count, label) for label in labels for count in BLOCKS)]
    if any(variable not in values for variable in wanted):
        eliminated = eliminate([*own_n(given), *independent(labels, partition=partition)], given)
        for variable, row in eliminated.solved.items():
            if variable not in values:
                _record(variable, "several identities together", row, values, steps)
        for row in eliminated.conditions:  # combinations that must be 0
            total = sum(factor * values[variable] for variable, factor in row.items())
            if total:
                names = ", ".join(symbol(*variable) for variable in row)
                raise Contradiction(
                    f"the counts contradict each other: the identities together leave {names} a difference of {total}.",
                    "several identities together",
                )
    if any(variable not in values for variable in wanted):
        raise missing_counts(labels, values)
    check_conditions(labels, values, partition=partition)
    return values, steps


def _propagate(rules: Sequence[Identity], values: dict[Variable, Count], steps: list[Deduction]) -> None:
    """Solve identities with one unknown until none is left, and check those with none.

    After an identity has helped, the earlier ones are tried again, so that simple steps come first.
    """
    waiting = list(rules)
    while waiting:
        helped = ""
        rest: list[Identity] = []
        for identity in waiting:
            if helped and identity.text != helped:
                rest.append(identity)
                continue
            unknown = [variable for variable in identity.left + identity.right if variable not in values]
            if len(unknown) > 1:
                rest.append(identity)
            elif unknown:
                same, other = identity.left, identity.right
                if unknown[0] in other:
                    same, other = other, same
                factors: Row = {**dict.fromkeys(other, 1), **{name: -1 for name in same if name != unknown[0]}}
                _record(unknown[0], identity.text, factors, values, steps)
                helped = identity.text
            else:
                check_identity(identity, values)
        if not helped:
            return
        waiting = rest


def _record(
    unknown: Variable, identity: str, factors: Row, values: dict[Variable, Count], steps: list[Deduction]
) -> None:
    """Add a deduced value; a negative or fractional one contradicts what was given."""
    terms = tuple(Term(factor, count, label, values[count, label]) for (count, label), factor in factors.items())
    value = sum(term.factor * term.value for term in terms)
    step = Deduction(unknown[1], unknown[0], identity, terms, value)
    if value < 0 or value.denominator != 1:
        fault = "cannot be negative" if value < 0 else "must be whole"
        name = f"{symbol(*unknown)} ≥ 0"
        raise Contradiction(f"the counts contradict each other: {step}, and a count {fault}.", name)
    values[unknown] = value
    steps.append(step)


def _other_kind(labels: Sequence[Hashable], given: Mapping[Variable, int]) -> str:
    """The hint that counts which are those of no partition may well be those of several labels a sample."""
    try:
        _completed(labels, given, partition=False)
    except InputError:
        return ""
    return (
        " Or, if a sample may have several labels (multilabel, top-k), say partition=False (in a file partition = "
        "false): so these counts agree."
    )


def _advice(repairs: Sequence[object], *, whole: bool) -> str:
    """Say which single changes would make everything hold, or (if counts stay open) remove the contradiction."""
    if not repairs:
        return "No change of a single number makes everything hold."
    changes = "; ".join(map(str, repairs))
    if not whole:
        what = "A single change" if len(repairs) == 1 else "Single changes"
        return f"{what} that would remove this contradiction, though other counts stay open: {changes}."
    if len(repairs) == 1:
        return f"The only single change that makes everything hold is {changes}."
    return f"Single changes that make everything hold: {changes}."
