"""Whether an equation in symbols is right: equal on matrices of large random counts, under some meaning of its symbols.

Two quotients of polynomials in the counts, and roots of such, that agree on a few matrices whose cells are drawn from a
million numbers are equal: of those that are not, one in a hundred thousand agrees on one of them. What differs is
shown by the smallest matrix on which it does.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.values import Number, value_text
from exactmetrics.expression.nodes import Expr, Num
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import Request
from exactmetrics.proofs.statement import Assumed
from exactmetrics.proofs.witness import Rows, small_matrices
from exactmetrics.verification.formulas.grammar import Symbol, UnreadError, nodes
from exactmetrics.verification.formulas.meaning import (
    AVERAGES,
    Case,
    Choice,
    Setting,
    average_of,
    key_of,
    metric_of,
    request_of,
    setting_of,
    sums,
    tags_of,
    value,
)
from exactmetrics.verification.formulas.vocabulary import COUNTS, OF_MATRIX, subscripts, words

# For the smallest matrix on which a formula differs; a few hundred are looked at as a rule, and the clock is for a
# machine that does much else.
MOST_MATRICES, SECONDS = 4_000, 15.0
DRAWN = 2  # matrices of each number of classes
LARGEST = 10**6  # of a cell that is drawn
_DRAWN_PARAMETERS = (
    {"beta": Fraction(1, 3), "alpha": Fraction(1, 5)},
    {"beta": Fraction(4, 5), "alpha": Fraction(9, 10)},
)
NO_CLAIM = frozenset({*COUNTS, *OF_MATRIX, "cell", "weight", "beta", "alpha", "1", "union"})


class Variant(NamedTuple):
    """A definition that a name may stand for; `said` is its convention, "" for the usual one."""

    request: Request | None
    said: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A matrix on which a formula differs from what it names, the class in question, and both values."""

    rows: Rows
    label: int | None
    left: Number
    right: Number

    def facts(self) -> dict[str, str]:
        """What a sentence says of it."""
        rows = ", ".join(f"[{', '.join(map(str, row))}]" for row in self.rows)
        of_class = {} if self.label is None else {"rule": "class", "row": str(self.label + 1)}
        return {"rows": f"[{rows}]", "left": value_text(self.left), "right": value_text(self.right), **of_class}


@cache
def drawn(size: int) -> tuple[Case, ...]:
    """Matrices of large random cells, always the same."""
    random = Random(size)
    return tuple(
        Case(tuple(tuple(random.randint(1, LARGEST) for _ in range(size)) for _ in range(size)), parameters)
        for parameters in _DRAWN_PARAMETERS[:DRAWN]
    )


class Question:
    """Whether a tree is what a symbol names."""

    def __init__(self, left: Expr, rows: str = "") -> None:
        self.left, self.rows = left, rows

    def setting(self, right: Expr) -> Setting:
        return setting_of(self.left, right, rows=self.rows)

    def variants(self, setting: Setting, choice: Choice) -> Iterator[Variant]:
        """The definitions that the name may stand for, the usual one first; of a tree that is no name, itself."""
        symbol = self.left
        if not isinstance(symbol, Symbol) or choice.meanings[key_of(symbol)] in NO_CLAIM:
            yield Variant(None, "")
            return
        capitals, case = set(setting.labels), drawn(2)[0]
        meaning = choice.meanings[key_of(symbol)]
        for name in (meaning, *words()["also"].get(meaning, ())):
            metric = metric_named(metric_of(symbol, name)[0])
            said = "" if name == meaning else name
            averages = [""]
            if (
                not average_of(symbol, capitals)
                and not tags_of(symbol, capitals)
                and metric.scope == "class"
                and not said
            ):
                averages += [] if setting.binary else list(AVERAGES)
            for average in averages:
                for more, told in _options(metric, average or average_of(symbol, capitals)):
                    given = {**more, **({"average": average} if average else {})}
                    try:
                        request = request_of(symbol, name, choice, capitals, case, **given)
                    except UnreadError:
                        continue
                    yield Variant(request, ", ".join(filter(None, (said, average and f"average={average}", told))))

    def left_value(self, variant: Variant, case: Case, setting: Setting, choice: Choice) -> Number | None:
        if variant.request is None:
            return value(self.left, case, setting, choice)
        symbol, request = self.left, variant.request
        assert isinstance(symbol, Symbol)
        if request.metric.parameters and case.parameters is not drawn(2)[0].parameters:
            more = {"convention": request.bound.convention.name} if len(request.metric.conventions) > 1 else {}
            more |= {"average": request.average, "combine": request.combine} if request.average else {}
            more |= metric_of(symbol, choice.meanings[key_of(symbol)])[1]  # F_2 is of one beta
            request = request_of(symbol, request.metric.name, choice, set(setting.labels), case, **more)
        tags = [tag for tag in tags_of(symbol, set(setting.labels)) if subscripts().get(tag) != "class"]
        place = setting.place(tags[0]) if tags else choice.place
        return case.metric(request, place)

    def agrees(self, right: Expr, setting: Setting, choice: Choice, variant: Variant) -> str | None:
        """Whether both sides are equal wherever both have a value: "", or for how many classes; None where not.

        An equation without a sum over classes may be about a number of them.
        """
        held = [
            size
            for size in setting.sizes_for(whole_numbers(right))
            if self._agrees(right, size, setting, choice, variant)
        ]
        if {*setting.sizes} <= {*held}:
            return ""
        summed = any(True for side in (self.left, right) for _ in sums(side))
        about = [size for size in held if not summed or size in whole_numbers(right)]
        return f"k={about[0]}" if about else None

    def _agrees(self, right: Expr, size: int, setting: Setting, choice: Choice, variant: Variant) -> bool:
        seen = False
        for case in drawn(size):
            left = self.left_value(variant, case, setting, choice)
            other = value(right, case, setting, choice)
            if left is None or other is None:
                continue
            if left != other:
                return False
            seen = True
        return seen

    def agreement(self, right: Expr, most: int | None = None) -> tuple[Choice, Variant] | None:
        """A meaning of the symbols, and a definition, under which a tree is what the symbol names; None without."""
        setting = self.setting(right)
        for choice in setting.choices[:most]:
            try:
                for variant in self.variants(setting, choice):
                    held = self.agrees(right, setting, choice, variant)
                    if held is not None:
                        return choice, variant._replace(said=", ".join(filter(None, (variant.said, held))))
            except UnreadError:
                continue
        return None

    def usual(self, right: Expr) -> tuple[Setting, Choice, Variant] | None:
        """The first meaning under which both sides have a value."""
        setting = self.setting(right)
        for choice in setting.choices:
            for variant in self.variants(setting, choice):
                try:
                    cases = [case for size in setting.sizes for case in drawn(size)]
                    if all(
                        self.left_value(variant, case, setting, choice) is not None
                        and value(right, case, setting, choice) is not None
                        for case in cases
                    ):
                        return setting, choice, variant
                except UnreadError:
                    break
        return None

    def shown(self, right: Expr, found: tuple[Setting, Choice, Variant]) -> Shown | None:
        """The smallest matrix on which both sides have values that differ."""
        setting, choice, variant = found
        sizes = setting.sizes
        assumed = Assumed(sizes[0]) if len(sizes) == 1 else Assumed(None, 2)
        deadline = time.monotonic() + SECONDS
        try:
            for rows in islice(small_matrices(assumed, deadline, ordered=True), MOST_MATRICES):
                case = Case(rows, _DRAWN_PARAMETERS[0])
                left = self.left_value(variant, case, setting, choice)
                other = value(right, case, setting, choice)
                if left is not None and other is not None and left != other:
                    asked = variant.request
                    whole = asked is not None and (bool(asked.average) or asked.metric.scope == "matrix")
                    of_class = (setting.binary or bool(setting.labels)) and not whole
                    return Shown(rows, choice.place if of_class else None, left, other)
        except ExactMetricsError:
            return None
        return None


def _options(metric: Any, average: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The conventions and ways of combining that a metric has, the usual one first."""
    for convention in list(metric.conventions):
        if convention != "weighted-formula":  # printed in one document, whose words say otherwise
            for combine in ("", "averages") if average in AVERAGES or average == "model" else ("",):
                more = {"combine": combine} if combine else {}
                more |= {"convention": convention} if convention != "standard" else {}
                yield more, ", ".join(f"{key}={value}" for key, value in more.items())


def trees_of(left: Expr, right: Expr) -> Sequence[Expr]:
    """A side as it stands, and as a percentage."""
    return (right, right / 100) if isinstance(left, Symbol) else (right,)


def whole_numbers(e: Expr) -> frozenset[int]:
    """The whole numbers of a side."""
    numbers = {node.value for node in nodes(e) if isinstance(node, Num)}
    return frozenset(number for number in range(2, 9) if number in numbers)


def has_number(e: Expr, allowed: frozenset[Fraction]) -> bool:
    """Whether a side holds a number that no definition has."""
    return any(isinstance(node, Num) and node.value not in allowed for node in nodes(e))
