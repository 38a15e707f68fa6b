"""Partial information: from the counts that are known to all building blocks, with the steps shown.

Identities with a single unknown are solved one after the other, so that the steps read as one would write them; when
none is left, exact elimination finds what several identities determine together. Contradictory counts are refused with
the identity that breaks and the single repairs; insufficient ones with what is missing.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ..exact.errors import InputError
from .blocks import BLOCKS, Blocks
from .consistency import CountsContradictionError as Contradiction
from .consistency import Identity, N, Variable, check_conditions, check_identity, identities, independent, own_n
from .deduction import Deduction, Term, symbol
from .elimination import Row, eliminate
from .exact_count import Count, whole_number
from .labels import check_labels, did_you_mean
from .missing import missing_counts
from .repair import single_repairs


def deduce(counts: Mapping[Hashable, Mapping[str, object]], *, n: int | None = None, partition: bool = True) -> Blocks:
    """Deduce the building blocks of every class from those that are known.

    Args:
        counts: for every class, any of tp, tn, fp, fn, support (true samples), predicted and n.
        n: number of samples, if known.
        partition: whether every sample has exactly one true and one predicted class (not so for top-k, multilabel).

    Returns:
        The complete blocks, with the deductions in the order in which they were made.

    Raises:
        InputError: an unknown name, or a number that is negative or not whole.
        CountsContradictionError: no data set has these counts; carries `.identity` and `.repairs`.
        MissingCountsError: the counts do not determine the rest.

    >>> parts = deduce({"K": {"support": 53, "tp": 30, "tn": 98}}, n=200, partition=False)
    >>> print(*parts.deductions, sep="; ")
    FN_K = support_K − TP_K = 53 − 30 = 23; FP_K = n − support_K − TN_K = 200 − 53 − 98 = 49; \
predicted_K = TP_K + FP_K = 30 + 49 = 79
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
        raise Contradiction(
            f"{contradiction} {advice(repairs, whole=whole)}", contradiction.identity, repairs
        ) from None
    lists = {count: [values[count, label] for label in labels] for count in ("tp", "support", "predicted")}
    return Blocks(
        labels,
        n=values[N],
        tp=lists["tp"],
        support=lists["support"],
        predicted=lists["predicted"],
        partition=partition,
        deductions=tuple(steps),
    )


def _read_given(
    counts: Mapping[Hashable, Mapping[str, object]], n: int | None
) -> tuple[tuple[Hashable, ...], dict[Variable, int]]:
    """Check names and numbers; returns the labels and the given numbers, zeros included."""
    if not isinstance(counts, Mapping):
        raise InputError(f"give a mapping from class to its known counts, not a {type(counts).__name__}.")
    labels = check_labels(counts, "the classes")
    given: dict[Variable, int] = {}
    if n is not None:
        given[N] = whole_number(n, "n")
    for label, row in zip(labels, counts.values(), strict=True):
        if not isinstance(row, Mapping):
            raise InputError(f'class {label!r} has {row!r}; give a mapping such as {{"tp": 30, "support": 53}}.')
        for count, value in row.items():
            if count not in BLOCKS and count != "n":
                known = (*BLOCKS, "n")
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
                _record(_combined(variable, row, values), values, steps)
        for row in eliminated.conditions:
            _check_condition(row, values)
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
                _record(_solved(identity, unknown[0], values), values, steps)
                helped = identity.text
            else:
                check_identity(identity, values)
        if not helped:
            return
        waiting = rest


def _solved(identity: Identity, unknown: Variable, values: Mapping[Variable, Count]) -> Deduction:
    """Solve an identity for its one unknown."""
    same, other = identity.left, identity.right
    if unknown in other:
        same, other = other, same
    signs = [(1, variable) for variable in other] + [(-1, variable) for variable in same if variable != unknown]
    terms = tuple(Term(sign, count, label, values[count, label]) for sign, (count, label) in signs)
    value = sum(term.factor * term.value for term in terms)
    return Deduction(unknown[1], unknown[0], identity.text, terms, value)


def _combined(unknown: Variable, row: Row, values: Mapping[Variable, Count]) -> Deduction:
    """Write an unknown as the combination of known counts that elimination found."""
    terms = tuple(Term(factor, count, label, values[count, label]) for (count, label), factor in row.items())
    value = sum(term.factor * term.value for term in terms)
    return Deduction(unknown[1], unknown[0], "several identities together", terms, value)


def _record(step: Deduction, values: dict[Variable, Count], steps: list[Deduction]) -> None:
    """Add a deduced value; a negative or fractional one contradicts what was given."""
    if step.value < 0 or (not isinstance(step.value, int) and step.value.denominator != 1):
        name = symbol(step.count, step.label)
        fault = "cannot be negative" if step.value < 0 else "must be whole"
        raise Contradiction(f"the counts contradict each other: {step}, and a count {fault}.", f"{name} ≥ 0")
    values[step.count, step.label] = step.value
    steps.append(step)


def _check_condition(row: Row, values: Mapping[Variable, Count]) -> None:
    """Refuse known counts of which a combination that must be 0 is not."""
    total = sum(factor * values[variable] for variable, factor in row.items())
    if total:
        names = ", ".join(symbol(*variable) for variable in row)
        raise Contradiction(
            f"the counts contradict each other: the identities together leave {names} a difference of {total}.",
            "several identities together",
        )


def advice(repairs: Sequence[object], *, whole: bool) -> str:
    """Say which single changes would make everything hold, or (if counts stay open) remove the contradiction.

    >>> advice([], whole=True)
    'No change of a single number makes everything hold.'
    >>> advice(["TP_K 1 → 2"], whole=False)
    'A single change that would remove this contradiction, though other counts stay open: TP_K 1 → 2.'
    """
    if not repairs:
        return "No change of a single number makes everything hold."
    changes = "; ".join(map(str, repairs))
    if not whole:
        what = "A single change" if len(repairs) == 1 else "Single changes"
        return f"{what} that would remove this contradiction, though other counts stay open: {changes}."
    if len(repairs) == 1:
        return f"The only single change that makes everything hold is {changes}."
    return f"Single changes that make everything hold: {changes}."
