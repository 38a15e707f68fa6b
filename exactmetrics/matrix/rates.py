"""The 2×2 table that given rates determine, or the proof that none does.

With n samples every rate is a linear condition on the four counts: sensitivity · support = TP, precision · predicted =
TP, and so on. The conditions are solved exactly; a table exists when every count comes out whole and not negative.
Rates are read exactly: "0.9", Decimal("0.9"), Fraction(9, 10); a float is read as its shortest decimal.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

from ..exact.errors import ContradictionError, InputError, MissingCountsError, UsageError
from ..exact.given import exact_number
from .counts import Counts
from .exact_count import as_count
from .labels import check_labels, did_you_mean
from .linear import Equation, inconsistent, solution

# For each rate: numerator and denominator as coefficients on (TP, FN, FP, TN).
RATES: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "prevalence": ((1, 1, 0, 0), (1, 1, 1, 1)),
    "sensitivity": ((1, 0, 0, 0), (1, 1, 0, 0)),
    "specificity": ((0, 0, 0, 1), (0, 0, 1, 1)),
    "precision": ((1, 0, 0, 0), (1, 0, 1, 0)),
    "npv": ((0, 0, 0, 1), (0, 1, 0, 1)),
    "accuracy": ((1, 0, 0, 1), (1, 1, 1, 1)),
    "fpr": ((0, 0, 1, 0), (0, 0, 1, 1)),
    "fnr": ((0, 1, 0, 0), (1, 1, 0, 0)),
}
ALIASES = {"recall": "sensitivity", "tpr": "sensitivity", "tnr": "specificity", "ppv": "precision"}
COUNTS = ("TP", "FN", "FP", "TN")


def counts_from_rates(
    *,
    n: int,
    positives: int | None = None,
    labels: Sequence[Hashable] = ("positive", "negative"),
    **rates: object,
) -> Counts:
    """Make the 2×2 counts that have given rates.

    Args:
        n: number of samples.
        positives: number of samples of the positive class, if that is known instead of the prevalence.
        labels: names of the positive and the negative class.
        rates: prevalence, sensitivity (recall, tpr), specificity (tnr), precision (ppv), npv, accuracy, fpr, fnr;
            each an exact number between 0 and 1. Those given must determine the table.

    Raises:
        UsageError: a rate of another name.
        InputError: a rate outside 0 to 1 or unreadable.
        MissingCountsError: the rates do not determine the table.
        ContradictionError: no table has these rates; the message is the proof.

    >>> counts_from_rates(n=1000, prevalence="0.1", sensitivity="0.9", specificity="0.95").rows()
    [[90, 10], [45, 855]]
    """
    names = check_labels(labels)
    if len(names) != 2:
        raise InputError(f"labels= names the positive and the negative class; it has {len(names)} names.")
    size = whole_number(n, "n")
    if size == 0:
        raise InputError("n is 0: a table without samples has no rates.")
    amount = None if positives is None else whole_number(positives, "positives")
    exact = named_rates(rates)
    prove_stepwise(size, amount, exact)
    found = solution(equations(size, amount, exact))
    if found is None:
        raise undetermined(size, amount, exact)
    check_table(found, exact)
    tp, fn, fp, tn = map(int, found)
    return Counts(names, {(0, 0): tp, (0, 1): fn, (1, 0): fp, (1, 1): tn})


def whole_number(value: object, name: str) -> int:
    """Read a whole number of samples.

    >>> whole_number(100, "n")
    100
    """
    count = as_count(value, name)
    if not isinstance(count, int):
        raise InputError(f"{name} is {value}, which is not a whole number of samples.")
    return count


def named_rates(rates: Mapping[str, object]) -> dict[str, Fraction]:
    """Read the rates exactly, under their main names; a None is a rate not given.

    >>> named_rates({"recall": "0.9"})
    {'sensitivity': Fraction(9, 10)}
    """
    found: dict[str, Fraction] = {}
    for given, value in rates.items():
        name = ALIASES.get(given, given)
        if name not in RATES:
            known = [*RATES, *ALIASES]
            raise UsageError(f"{given!r} is no rate; known are {', '.join(known)}.{did_you_mean(given, known)}")
        if value is None:
            continue
        rate = exact_rate(value, given)
        if found.setdefault(name, rate) != rate:
            raise ContradictionError(f"{given} = {rate} is another name for {name}, given as {found[name]}.")
    return found


def exact_rate(value: object, name: str) -> Fraction:
    """Read one rate between 0 and 1; a float as its shortest decimal.

    >>> exact_rate(0.1, "prevalence")
    Fraction(1, 10)
    """
    rate = exact_number(value)
    if rate is None:
        raise InputError(
            f'{name} is {str(value)[:80]!r}; give an exact number from 0 to 1, such as "0.9" or Fraction(9, 10).'
        )
    if not 0 <= rate <= 1:
        raise InputError(f"{name} is {value}, which is outside 0 to 1. (90 % is 0.9.)")
    return rate


def prove_stepwise(n: int, positives: int | None, rates: Mapping[str, Fraction]) -> None:
    """Refuse rates of which a simple product is not a whole number; the product is the proof.

    >>> prove_stepwise(1000, None, {"prevalence": Fraction(1, 10), "sensitivity": Fraction(9, 10)})
    """
    prevalence = rates.get("prevalence")
    if prevalence is not None:
        product("n", n, "prevalence", prevalence, "samples of the positive class")
        positives = int(n * prevalence) if positives is None else positives
    if positives is None:
        return
    if positives > n:
        raise ContradictionError(f"positives = {positives} is more than n = {n}.")
    for name, what, size in (
        ("sensitivity", "positives", positives),
        ("fnr", "positives", positives),
        ("specificity", "negatives", n - positives),
        ("fpr", "negatives", n - positives),
    ):
        if name in rates:
            if size == 0:
                raise ContradictionError(f"{name} = {rates[name]} is given, but there are no {what}: it is 0/0.")
            product(what, size, name, rates[name], "samples")


def product(what: str, size: int, name: str, rate: Fraction, of: str) -> None:
    """Refuse a rate whose share of a whole number of samples is not whole, naming the nearest rate that is."""
    amount = size * rate
    if amount.denominator != 1:
        near = round(amount)
        raise ContradictionError(
            f"no table has these rates: {what} · {name} = {size} · {rate} = {amount} is not a whole number of {of}. "
            f"The nearest is {near}, with {name} = {Fraction(near, size)}."
        )


def equations(n: int, positives: int | None, rates: Mapping[str, Fraction]) -> list[Equation]:
    """Write n, positives and every rate as a linear equation in TP, FN, FP, TN."""
    found = [Equation(f"n = {n}", (1, 1, 1, 1), Fraction(n))]
    if positives is not None:
        found.append(Equation(f"positives = {positives}", (1, 1, 0, 0), Fraction(positives)))
    for name, rate in rates.items():
        numerator, denominator = RATES[name]
        factors = tuple(top - rate * bottom for top, bottom in zip(numerator, denominator, strict=True))
        found.append(Equation(f"{name} = {rate}", factors, Fraction(0)))
    return found


def undetermined(n: int, positives: int | None, rates: Mapping[str, Fraction]) -> InputError:
    """Make the error for rates without a single solution: too few, or in contradiction."""
    clash = inconsistent(equations(n, positives, rates))
    if clash is not None:
        return ContradictionError(f"no table has these rates: {clash} contradicts the others together.")
    return MissingCountsError(
        f"{', '.join(rates) or 'n alone'} and n do not determine the table; sensitivity, specificity and prevalence "
        "(or positives) do."
    )


def check_table(table: Sequence[Fraction], rates: Mapping[str, Fraction]) -> None:
    """Refuse a solution with a negative or fractional count, or with a given rate that is 0/0.

    >>> check_table([Fraction(90), Fraction(10), Fraction(45), Fraction(855)], {})
    """
    for count, value in zip(COUNTS, table, strict=True):
        if value < 0:
            raise ContradictionError(f"no table has these rates: they force {count} = {value}, which is negative.")
        if value.denominator != 1:
            raise ContradictionError(
                f"no table has these rates: they force {count} = {value}, which is not a whole number of samples."
            )
    for name, rate in rates.items():
        if not sum(factor * value for factor, value in zip(RATES[name][1], table, strict=True)):
            raise ContradictionError(f"{name} = {rate} is given, but the other rates make it 0/0.")
