"""The identities between counts, and what follows from them: deductions, contradictions, exact elimination.

For every class: support = TP + FN, predicted = TP + FP, n = TP + FP + FN + TN. For a partition also n = Σ support =
Σ predicted. Known blocks of a partition come from some matrix exactly when ΣFP = ΣFN = n − ΣTP *and*
FP_i + FN_i ≤ n − ΣTP for every class i: the wrong predictions are a transportation table with an empty diagonal. For
two classes the second condition means FP_1 = FN_2, FP_2 = FN_1, TN_1 = TP_2 and TN_2 = TP_1.

Every identity is a homogeneous equation between counts. Unknown counts are expressed by known ones, so that one
elimination tells what each unknown is, which conditions the known counts must meet, and how both depend on each given
number.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..exact.errors import ContradictionError
from .exact_count import Count, whole

SYMBOLS = {"tp": "TP", "tn": "TN", "fp": "FP", "fn": "FN", "support": "support", "predicted": "predicted", "n": "n"}


def symbol(count: str, label: Hashable | None) -> str:
    """Name a count of a class (TP_K), or of all (n, with label None)."""
    return SYMBOLS[count] if label is None else f"{SYMBOLS[count]}_{label}"


@dataclass(frozen=True, slots=True)
class Term:
    """One signed term of a deduction; `factor` is +1 or -1, or another exact number after elimination."""

    factor: Count
    count: str
    label: Hashable | None
    value: Count


@dataclass(frozen=True, slots=True)
class Deduction:
    """A count of a class (or n, with label None) found as the sum of its terms."""

    label: Hashable | None
    count: str  # such as "fn"
    identity: str  # the one used, in symbols, such as "support = TP + FN"
    terms: tuple[Term, ...]
    value: Count

    def __str__(self) -> str:
        names = _signed_sum((term.factor, symbol(term.count, term.label)) for term in self.terms)
        numbers = _signed_sum((term.factor, str(term.value)) for term in self.terms)
        middle = f" = {numbers}" if len(self.terms) > 1 or self.terms[0].factor != 1 else ""
        return f"{symbol(self.count, self.label)} = {names}{middle} = {self.value}"


def _signed_sum(terms: Iterable[tuple[Count, str]]) -> str:
    """Print terms with their signs; the first shows its sign only when it is negative."""
    text = ""
    for factor, name in terms:
        body = name if abs(factor) == 1 else f"{abs(factor)}·{name}"
        sign = "" if factor > 0 and not text else "+ " if factor > 0 else "− " if text else "−"
        text += f"{' ' if text else ''}{sign}{body}"
    return text


Variable = tuple[str, Hashable | None]
N: Variable = ("n", None)
PER_CLASS = (
    ("support = TP + FN", ("support",), ("tp", "fn")),
    ("predicted = TP + FP", ("predicted",), ("tp", "fp")),
    ("n = support + FP + TN", ("n",), ("support", "fp", "tn")),
    ("n = predicted + FN + TN", ("n",), ("predicted", "fn", "tn")),
    ("n = TP + FP + FN + TN", ("n",), ("tp", "fp", "fn", "tn")),
)
TWO_CLASSES = (("fp", "fn"), ("tn", "tp"))
SHOWN = 8  # terms of a sum that a message prints


@dataclass(frozen=True, slots=True)
class Identity:
    """The sum of some counts, on the left, equals the sum of others; `text` says it in symbols."""

    text: str
    left: tuple[Variable, ...]
    right: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """One given number, a count of a class (or n, with label None), that changed alone makes all counts agree."""

    label: Hashable | None
    count: str
    given: int
    repaired: int  # the nearest one that works
    lowest: int  # of all that work
    highest: int | None  # None: no upper end

    def __str__(self) -> str:
        """Print the change, such as `TN_K 38 → 98`, and the range when other values work too."""
        change = f"{symbol(self.count, self.label)} {self.given} → {self.repaired}"
        if self.lowest == self.highest:
            return change
        return f"{change} (or any from {self.lowest}" + (")" if self.highest is None else f" to {self.highest})")


class CountsContradictionError(ContradictionError):
    """Counts that contradict each other: the `identity` or condition that breaks first, in symbols, and `repairs`."""

    def __init__(self, message: str, identity: str, repairs: Sequence[Repair] = ()) -> None:
        super().__init__(message)
        self.identity = identity
        self.repairs = list(repairs)


def identities(labels: Sequence[Hashable], *, partition: bool) -> list[Identity]:
    """List the identities in the order in which deduction tries them."""

    def every(count: str) -> tuple[Variable, ...]:
        return tuple((count, label) for label in labels)

    def of_class(counts: Sequence[str], label: Hashable) -> tuple[Variable, ...]:
        return tuple(N if count == "n" else (count, label) for count in counts)

    found = [
        Identity(text, of_class(left, label), of_class(right, label))
        for text, left, right in PER_CLASS
        for label in labels
    ]
    if not partition:
        return found
    found.insert(0, Identity("n = Σ support", (N,), every("support")))
    found.append(Identity("ΣFP = ΣFN", every("fp"), every("fn")))
    found.append(Identity("n = ΣTP + ΣFP", (N,), every("tp") + every("fp")))
    found.append(Identity("n = Σ predicted", (N,), every("predicted")))
    if len(labels) == 2:
        first, second = labels
        for one, other in TWO_CLASSES:
            for here, there in ((first, second), (second, first)):
                text = f"{symbol(one, here)} = {symbol(other, there)}"
                found.append(Identity(text, ((one, here),), ((other, there),)))
    return found


def independent(labels: Sequence[Hashable], *, partition: bool) -> list[Identity]:
    """List identities from which all others follow: those of the classes first, then the sums over classes."""
    following = ("n = support + FP + TN", "n = predicted + FN + TN", "ΣFP = ΣFN", "n = ΣTP + ΣFP")
    found = [identity for identity in identities(labels, partition=partition) if identity.text not in following]
    return sorted(found, key=lambda identity: identity.text.startswith("n = Σ"))


def own_n(given: Iterable[Variable]) -> list[Identity]:
    """List the identities of an n that was given with a class: it is the n of all."""
    return [Identity("n is the same for every class", (name,), (N,)) for name in given if name[0] == "n" and name != N]


def check_identity(identity: Identity, values: Mapping[Variable, Count]) -> None:
    """Refuse known values whose two sides differ, showing both sums."""
    left, right = (sum(values[variable] for variable in side) for side in (identity.left, identity.right))
    if left == right:
        return
    text = (
        f"the counts break {identity.text}: {_working(identity.left, values)}, but {_working(identity.right, values)}"
    )
    diagonal = [("tp", label) for _, label in identity.left]
    if identity.text == "ΣFP = ΣFN" and N in values and all(variable in values for variable in diagonal):
        # A third sum lets a reader see which of the two is off.
        total = sum(values[variable] for variable in diagonal)
        text += f", and both must be n − ΣTP = {values[N]} − {total} = {values[N] - total}"
    raise CountsContradictionError(f"{text}.", identity.text)


def _working(variables: Sequence[Variable], values: Mapping[Variable, Count]) -> str:
    total = sum(values[variable] for variable in variables)
    if len(variables) == 1:
        return f"{symbol(*variables[0])} = {total}"
    if len(variables) > SHOWN:
        return f"{symbol(*variables[0])} + ... + {symbol(*variables[-1])} = {total}"
    names = " + ".join(symbol(*variable) for variable in variables)
    return f"{names} = {' + '.join(str(values[variable]) for variable in variables)} = {total}"


def check_conditions(labels: Sequence[Hashable], values: Mapping[Variable, Count], *, partition: bool) -> None:
    """Refuse complete counts that no data set can have although all identities hold."""
    for (count, label), value in values.items():
        if value < 0:
            name = symbol(count, label)
            raise CountsContradictionError(f"{name} would be {value}, and a count cannot be negative.", f"{name} ≥ 0")
    if not partition:
        return
    wrong = values[N] - sum(values["tp", label] for label in labels)
    for label in labels:
        fp, fn = values["fp", label], values["fn", label]
        if fp + fn > wrong:
            raise CountsContradictionError(
                f"the counts break FP_i + FN_i ≤ n − ΣTP for class {label!r}: FP_{label} + FN_{label} = {fp} + {fn} = "
                f"{fp + fn}, but there are only n − ΣTP = {wrong} wrong predictions, and one cannot be both an FP and "
                "an FN of the same class.",
                "FP_i + FN_i ≤ n − ΣTP",
            )


Row = dict[Variable, Count]


@dataclass(frozen=True, slots=True)
class Eliminated:
    """What the identities say once the unknowns are eliminated."""

    solved: dict[Variable, Row]  # for every determined unknown, its coefficients on the known counts
    conditions: list[Row]  # combinations of known counts that must be 0
    rules: dict[Variable, Row]  # for every eliminated unknown, also on unknowns that stay open


def eliminate(identities: Iterable[Identity], known: Iterable[Variable]) -> Eliminated:
    """Express the unknown counts by the known ones."""
    given = set(known)
    pivots: dict[Variable, Row] = {}
    conditions: list[Row] = []
    for identity in identities:
        row = reduced(_equation(identity), pivots)
        unknown = [variable for variable in row if variable not in given]
        if not unknown:
            conditions += [row] if row else []
            continue
        # n stands in every class: solved for last, it does not fill the other rows.
        pivot = next((variable for variable in unknown if variable != N), N)
        scale = row.pop(pivot)
        rule = {variable: _quotient(-factor, scale) for variable, factor in row.items()}
        for other in pivots.values():
            _substitute(other, pivot, rule)
        pivots[pivot] = rule
    solved = {variable: rule for variable, rule in pivots.items() if all(other in given for other in rule)}
    return Eliminated(solved, conditions, pivots)


def _equation(identity: Identity) -> Row:
    row: Row = {}
    for side, sign in ((identity.left, 1), (identity.right, -1)):
        for variable in side:
            row[variable] = row.get(variable, 0) + sign
    return {variable: factor for variable, factor in row.items() if factor}


def _quotient(numerator: Count, denominator: Count) -> Count:
    # Nearly all factors are 1 or -1, and stay ints.
    return whole(Fraction(numerator) / denominator) if abs(denominator) != 1 else numerator * denominator


def reduced(row: Row, pivots: Mapping[Variable, Row]) -> Row:
    """Replace in a row every unknown that is already expressed by others."""
    for variable in [variable for variable in row if variable in pivots]:
        _substitute(row, variable, pivots[variable])
    return row


def _substitute(row: Row, variable: Variable, rule: Row) -> None:
    """Replace one variable in a row, in place, by the combination that equals it."""
    factor = row.pop(variable, 0)
    for other, weight in rule.items() if factor else ():
        total = row.get(other, 0) + factor * weight
        if total:
            row[other] = total
        else:
            row.pop(other, None)
