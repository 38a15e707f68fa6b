"""The identities between counts, and the conditions under which counts can come from a confusion matrix.

For every class: support = TP + FN, predicted = TP + FP, n = TP + FP + FN + TN. For a partition also n = Σ support =
Σ predicted. Known blocks of a partition come from some matrix exactly when ΣFP = ΣFN = n − ΣTP *and*
FP_i + FN_i ≤ n − ΣTP for every class i: the wrong predictions are a transportation table with an empty diagonal. For
two classes the second condition means FP_1 = FN_2, FP_2 = FN_1, TN_1 = TP_2 and TN_2 = TP_1.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..exact.errors import ContradictionError
from .deduction import symbol
from .exact_count import Count

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
SHOWN = 8


@dataclass(frozen=True, slots=True)
class Identity:
    """The sum of some counts equals the sum of others.

    Attributes:
        text: the identity in symbols, such as "support = TP + FN".
        left, right: the counts on either side.
    """

    text: str
    left: tuple[Variable, ...]
    right: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """One given number that, changed alone, makes all counts agree.

    Attributes:
        label, count: which number, such as "K" and "tn"; the label of n is None.
        given, repaired: the number given, and the nearest one that works.
        lowest, highest: the range of all numbers that work (highest None: no upper end).
    """

    label: Hashable | None
    count: str
    given: int
    repaired: int
    lowest: int
    highest: int | None

    def __str__(self) -> str:
        """Print the change, such as `TN_K 38 → 98`, and the range when other values work too."""
        change = f"{symbol(self.count, self.label)} {self.given} → {self.repaired}"
        if self.lowest == self.highest:
            return change
        return f"{change} (or any from {self.lowest}" + (")" if self.highest is None else f" to {self.highest})")


class CountsContradictionError(ContradictionError):
    """Counts that contradict each other.

    Attributes:
        identity: the first identity or condition that breaks, in symbols.
        repairs: up to five single changes after which everything holds.
    """

    def __init__(self, message: str, identity: str, repairs: Sequence[Repair] = ()) -> None:
        """Keep the identity and the repairs beside the message."""
        super().__init__(message)
        self.identity = identity
        self.repairs = list(repairs)


def identities(labels: Sequence[Hashable], *, partition: bool) -> list[Identity]:
    """List the identities in the order in which deduction tries them.

    Args:
        labels: the class names.
        partition: whether every sample has exactly one true and one predicted class.

    >>> [identity.text for identity in identities(["a"], partition=False)][:2]
    ['support = TP + FN', 'predicted = TP + FP']
    """

    def every(count: str) -> tuple[Variable, ...]:
        return tuple((count, label) for label in labels)

    found = [Identity("n = Σ support", (N,), every("support"))] if partition else []
    for text, left, right in PER_CLASS:
        found += [Identity(text, of_class(left, label), of_class(right, label)) for label in labels]
    if partition:
        found.append(Identity("ΣFP = ΣFN", every("fp"), every("fn")))
        found.append(Identity("n = ΣTP + ΣFP", (N,), every("tp") + every("fp")))
        found.append(Identity("n = Σ predicted", (N,), every("predicted")))
    if partition and len(labels) == 2:
        first, second = labels
        for one, other in TWO_CLASSES:
            for here, there in ((first, second), (second, first)):
                text = f"{symbol(one, here)} = {symbol(other, there)}"
                found.append(Identity(text, ((one, here),), ((other, there),)))
    return found


def independent(labels: Sequence[Hashable], *, partition: bool) -> list[Identity]:
    """List identities from which all others follow: those of the classes first, then the sums over classes.

    >>> [identity.text for identity in independent(["a"], partition=False)]
    ['support = TP + FN', 'predicted = TP + FP', 'n = TP + FP + FN + TN']
    """
    following = ("n = support + FP + TN", "n = predicted + FN + TN", "ΣFP = ΣFN", "n = ΣTP + ΣFP")
    found = [identity for identity in identities(labels, partition=partition) if identity.text not in following]
    return sorted(found, key=lambda identity: identity.text.startswith("n = Σ"))


def own_n(given: Iterable[Variable]) -> list[Identity]:
    """List the identities of an n that was given with a class: it is the n of all.

    >>> own_n([("n", "K"), N])[0].left
    (('n', 'K'),)
    """
    return [Identity("n is the same for every class", (name,), (N,)) for name in given if name[0] == "n" and name != N]


def of_class(counts: Sequence[str], label: Hashable) -> tuple[Variable, ...]:
    """Name counts of one class; n belongs to all classes.

    >>> of_class(("n", "tp"), "K")
    (('n', None), ('tp', 'K'))
    """
    return tuple(N if count == "n" else (count, label) for count in counts)


def check_identity(identity: Identity, values: Mapping[Variable, Count]) -> None:
    """Refuse known values whose two sides differ, showing both sums.

    >>> check_identity(Identity("n = n", (N,), (N,)), {N: 3})
    """
    left, right = (sum(values[variable] for variable in side) for side in (identity.left, identity.right))
    if left == right:
        return
    raise CountsContradictionError(
        f"the counts break {identity.text}: {working(identity.left, values)}, but {working(identity.right, values)}"
        f"{_wrong_predictions(identity, values)}.",
        identity.text,
    )


def _wrong_predictions(identity: Identity, values: Mapping[Variable, Count]) -> str:
    """Add the third sum to ΣFP = ΣFN, so that a reader sees which of the two is off."""
    if identity.text != "ΣFP = ΣFN" or N not in values:
        return ""
    diagonal = tuple(("tp", label) for _, label in identity.left)
    if not all(variable in values for variable in diagonal):
        return ""
    total = sum(values[variable] for variable in diagonal)
    return f", and both must be n − ΣTP = {values[N]} − {total} = {values[N] - total}"


def working(variables: Sequence[Variable], values: Mapping[Variable, Count]) -> str:
    """Print a sum in symbols, in numbers, and its value.

    >>> working([("tp", "K"), ("fn", "K")], {("tp", "K"): 30, ("fn", "K"): 23})
    'TP_K + FN_K = 30 + 23 = 53'
    """
    total = sum(values[variable] for variable in variables)
    if len(variables) == 1:
        return f"{symbol(*variables[0])} = {total}"
    if len(variables) > SHOWN:
        return f"{symbol(*variables[0])} + ... + {symbol(*variables[-1])} = {total}"
    names = " + ".join(symbol(*variable) for variable in variables)
    return f"{names} = {' + '.join(str(values[variable]) for variable in variables)} = {total}"


def check_conditions(labels: Sequence[Hashable], values: Mapping[Variable, Count], *, partition: bool) -> None:
    """Refuse complete counts that no data set can have although all identities hold.

    Raises:
        CountsContradictionError: a negative count, or (for a partition) a class with more errors than there are.

    >>> check_conditions([], {N: 0}, partition=True)
    """
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
