"""What every peer has: a name, a version, a precision, and for each case a call of the peer or none.

Beside it the input of a case in the forms that peers take: weighted pairs of labels, or samples one by one.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable
from typing import Any

from exactmetrics.conformance.answers import Answer, Precision, answer_of
from exactmetrics.conformance.cases import about
from exactmetrics.exact.errors import InputError
from exactmetrics.vectors.inputs import Input
from exactmetrics.vectors.reading import Case

Call = Callable[[], Any]
Pairs = tuple[list[Any], list[Any], list[Any] | None]
# What a peer does that has no argument for an option: a case that asks for this asks for nothing special.
USUAL = {"combine": "scores", "over": "all", "undefined": "propagate", "weights": "support"}
INT64 = 2**63
SINGLY = 5000  # samples that go in one by one; beyond that each cell goes in once, with its count


class CannotTakeError(InputError):
    """A peer has the metric, but no way to be given this input; the message says what it cannot take."""


class Peer:
    """An installed implementation.

    `name`, the `distribution` it is installed as, `aliases`, its `precision`, and `beside`, what it computes with.
    """

    name = ""
    distribution = ""
    aliases: tuple[str, ...] = ()
    precision: Precision = "float64"
    beside: tuple[str, ...] = ("numpy",)

    def version(self) -> str:
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version(self.distribution)
        except PackageNotFoundError:
            raise InputError(f"{self.name} is not installed here: pip install {self.distribution}") from None

    def call(self, case: Case) -> Call | None:
        """The call that answers a case; None where the peer has no such metric, average or convention.

        Where it has, but cannot be given the input, that is a CannotTakeError.
        """
        raise NotImplementedError

    def call_samples(self, case: Case) -> Call | None:
        """The same of a case whose input is samples, with scores or with any number of labels."""
        return None

    def ask(self, case: Case) -> Answer | None:
        """What the peer answers, with what it warns of; None where it has no such metric."""
        try:
            call = self.call(case) if about(case) == "matrix" else self.call_samples(case)
        except CannotTakeError as reason:
            return Answer(cannot=str(reason))
        if call is None:
            return None
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                given = call()
            except Exception as error:  # whatever a peer raises is its answer, and the run goes on
                return Answer(error=f"{type(error).__name__}: {error}"[:300])
        return answer_of(given, warning=type(caught[-1].message).__name__ if caught else "")


def class_names(data: Input) -> list[Hashable]:
    """The classes in order, as `pairs` calls them: labels keep their names, those of a matrix go by their position."""
    return list(data.labels) if data.kind == "labels" else list(range(len(data.labels)))


def pairs(data: Input) -> Pairs:
    """True and predicted labels, and the weight of each pair where a matrix has too many samples to list them all.

    >>> pairs(Input("m", "matrix", "", {"labels": ["a", "b"], "rows": [[2, 0], [1, 1]]}))
    ([0, 0, 1, 1], [0, 0, 0, 1], None)
    >>> pairs(Input("m", "matrix", "", {"labels": ["a", "b"], "rows": [[5000, 0], [2, 1]]}))
    ([0, 1, 1], [0, 0, 1], [5000, 2, 1])
    """
    if data.kind == "labels":
        assert data.y_true is not None
        assert data.y_pred is not None
        weights = data.sample_weight
        return data.y_true, data.y_pred, None if weights is None else _numbers(weights)
    cells = list(data.cells())
    if are_whole(data) and sum(count for _, _, count in cells) <= SINGLY:
        return (*samples(data), None)
    return [i for i, _, _ in cells], [j for _, j, _ in cells], _numbers([count for _, _, count in cells])


def are_whole(data: Input) -> bool:
    return all(isinstance(count, int) for _, _, count in data.cells())


def _numbers(counts: list[Any]) -> list[Any]:
    """Counts as numbers of a computer: whole ones where all of them fit into 64 bits, else floats."""
    whole = all(isinstance(count, int) and count < INT64 for count in counts)
    return counts if whole else [float(count) for count in counts]


def samples(data: Input) -> tuple[list[int], list[int]]:
    """The positions of the true and the predicted class of every single sample; counts are whole."""
    cells = list(data.cells())
    true = [i for i, _, count in cells for _ in range(int(count))]
    return true, [j for _, j, count in cells for _ in range(int(count))]
