"""Reference vectors in the form that tests want: labels, weights, a matrix, and the exact value."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.matrix.exact_count import Count
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import AVERAGES
from exactmetrics.metrics.suggest import choices
from exactmetrics.vectors.flags import notes
from exactmetrics.vectors.questions import answer_if
from exactmetrics.vectors.reading import Case, load_vectors

REPLACING = ("undefined", "over")  # options under which a case is published only where its value changes
OPTIONS = (*REPLACING, "combine", "weights")


@dataclass(frozen=True)
class Vector:
    """One case: what goes in, what comes out, and how far off an answer may be.

    Attributes:
        case: the case as the vectors hold it, with its id, metric, average, label, options and flags.
        ulps: how many units in the last place an answer may be from the correctly rounded one.

    >>> vector = vectors("f1", average="macro")[0]
    >>> vector.rows, vector.expected
    ([[6, 1, 1], [1, 5, 2], [2, 3, 7]], Fraction(361, 561))
    """

    case: Case
    ulps: int = 0

    @property
    def id(self) -> str:
        """The id of the case, stable from release to release."""
        return self.case.id

    @property
    def label(self) -> Hashable | None:
        """The class that is asked for; None for an average or the whole matrix."""
        return self.case.label

    @property
    def labels(self) -> list[Hashable]:
        """The classes, in the order of rows and columns."""
        return list(self.case.input.labels)

    @cached_property
    def rows(self) -> list[list[Count]]:
        """The confusion matrix, rows being true classes."""
        return self.case.input.rows()

    @cached_property
    def _pairs(self) -> tuple[list[Hashable], list[Hashable], list[Count] | None]:
        data = self.case.input
        if data.y_true is not None and data.y_pred is not None:
            return data.y_true, data.y_pred, data.sample_weight
        cells, labels = list(data.cells()), data.labels
        return [labels[i] for i, _, _ in cells], [labels[j] for _, j, _ in cells], [count for _, _, count in cells]

    @property
    def y_true(self) -> list[Hashable]:
        """The true labels; of a matrix one for each cell that is not 0, to be taken with `sample_weight`."""
        return self._pairs[0]

    @property
    def y_pred(self) -> list[Hashable]:
        """The predicted labels, as many as `y_true`."""
        return self._pairs[1]

    @property
    def sample_weight(self) -> list[Count] | None:
        """The weight of each pair of labels, whole numbers or Fractions; None where all count once."""
        return self._pairs[2]

    @property
    def options(self) -> dict[str, Any]:
        """Parameters such as beta as Fractions, other options as texts.

        >>> vectors("fbeta", beta="1/2")[0].options["beta"]
        Fraction(1, 2)
        """
        return {name: given if name in OPTIONS else Fraction(given) for name, given in self.case.options.items()}

    @property
    def expected(self) -> Value:
        """The exact value: a Fraction, a Root, a Symbolic, or Undefined."""
        return self.case.expected.exact


def vectors(
    metric: str,
    *,
    average: str | None = None,
    convention: str | None = None,
    smoke: bool = False,
    flags: Iterable[str] = (),
    ulps: int = 0,
    **options: Any,
) -> list[Vector]:
    """The reference cases of a metric.

    Args:
        metric: its name or an alias.
        average: "macro", "micro" or "weighted"; None: of one class, or of the whole matrix.
        convention: which definition under this name; None: the usual one.
        smoke: only those of the smoke set.
        flags: only cases with one of these flags.
        ulps: how far off `assert_exact` lets an answer to these cases be.
        options: `undefined` ("0", "1", "omit") is what stands for 0/0 in every case; without it, such cases have no
            value. `over` ("present", ...), `combine`, `weights` as in `ConfusionMatrix.value`. Parameters such as beta
            take only the cases with that number; without it, all are given.

    Raises:
        UsageError: no such metric, average, convention, option or flag, or no case of that kind.

    >>> vectors("f1", average="macro")[0].expected
    Fraction(361, 561)
    """
    known = metric_named(metric)
    under = known.pick(convention)
    chosen = _checked(known, under.parameters, options)
    wanted = {flags} if isinstance(flags, str) else set(flags)
    for flag in wanted - notes().keys():
        raise UsageError(f"no flag {flag!r}; {choices(flag, notes())}")
    if average not in (None, *AVERAGES):
        raise UsageError(f"no average {average!r}; {choices(average, AVERAGES)}")
    picked: dict[tuple[str, ...], Case] = {}
    for case in load_vectors(known.name, smoke=smoke):
        # A metric of the whole matrix, asked of one class against the rest, is another question.
        of_a_class = known.scope == "matrix" and case.label is not None
        if case.average != average or case.convention != under.name or of_a_class:
            continue
        rank = _rank(case, chosen)
        key = (case.input.name, str(case.label), *(f"{k}={v}" for k, v in case.options.items() if k not in OPTIONS))
        if rank and (key not in picked or rank > _rank(picked[key], chosen)):
            picked[key] = case
    kept = (case for case in picked.values() if not wanted or wanted & set(case.flags))
    found = [Vector(case, ulps) for case in kept if _holds(case, chosen)]
    if not found:
        raise UsageError(_none_of_the_kind(known, average, chosen, wanted, smoke))
    return found


def _none_of_the_kind(metric: Metric, average: str | None, chosen: dict[str, str], flags: set[str], smoke: bool) -> str:
    """That there is no case, with all that was asked for."""
    asked = [f"average={average}"] * (average is not None) + [f"{name}={given}" for name, given in chosen.items()]
    asked += [f"flags={flag}" for flag in sorted(flags)] + ["smoke=True"] * smoke
    betas = sorted({name for name in chosen if name not in OPTIONS})
    cure = f"leave out {asked[-1]}" if asked else "ask for an average"
    if betas:
        known = dict.fromkeys(case.options[betas[0]] for case in load_vectors(metric.name) if betas[0] in case.options)
        cure = f"the cases have {betas[0]} {', '.join(known)}"
    return f"there is no reference case of {metric.name} with {', '.join(asked) or 'a class'}; {cure}"


def _holds(case: Case, chosen: dict[str, str]) -> bool:
    """Whether the value of a case is the one under the options that are asked for, which it need not name itself."""
    wanted = {name: given for name, given in chosen.items() if name in OPTIONS and case.options.get(name) != given}
    if not wanted or set(wanted) == {"undefined"}:  # what has a value has it whatever stands for 0/0
        return True
    blocks = case.input.counts().blocks()
    if case.average and set(wanted) == {"over"} and all(blocks.support) and all(blocks.predicted):
        return True  # every class takes part whatever is chosen
    try:
        return answer_if(case, wanted, blocks) == case.expected.exact
    except UsageError:  # the option is none of this question
        return False


def _checked(metric: Metric, parameters: Iterable[str], options: dict[str, Any]) -> dict[str, str]:
    for name, given in options.items():
        if name not in (*OPTIONS, *parameters):
            raise UsageError(f"{metric.name} has no option {name!r}; {choices(name, [*OPTIONS, *parameters])}")
        if name not in OPTIONS and exact_number(given) is None:
            raise UsageError(f"{name} is a number such as 1/2 or 0.5, not {given!r}")
    return {name: str(given if name in OPTIONS else exact_number(given)) for name, given in options.items()}


def _rank(case: Case, chosen: dict[str, str]) -> int:
    """0: not asked for; 2: asked for by its options; 1: in its place, the answer being the same under them."""
    if any(chosen.get(name, given) != given for name, given in case.options.items() if name not in OPTIONS):
        return 0
    own, wanted = ({name: given[name] for name in given if name in OPTIONS} for given in (case.options, chosen))
    if own == wanted:
        return 2
    replaced = not own and len(wanted) == 1 and set(wanted) <= set(REPLACING)
    undefined = isinstance(case.expected.exact, Undefined)
    return 1 if replaced and not (undefined and "undefined" in wanted) else 0
