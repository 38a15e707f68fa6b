"""An input of a case: a matrix of counts, the nonzero cells of a large one, or two lists of labels.

Counts are whole numbers; where one is beyond 2^53 - 1, the greatest that every JSON reader keeps, or is a fraction, all
counts of the input are written as texts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.pairs import count_pairs

Kind = Literal["matrix", "sparse", "labels"]
Count = int | Fraction
SAFE = 2**53 - 1


@dataclass(frozen=True)
class Input:
    """An input by its name, as it is in a file.

    Attributes:
        name: its name in the file.
        kind: "matrix", "sparse" or "labels".
        comment: what is peculiar about it.
        data: its table in the file, with the fields of its kind.
    """

    name: str
    kind: Kind
    comment: str
    data: Mapping[str, Any]

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The names of the classes, in the order of rows and columns.

        >>> Input("two", "sparse", "", {"classes": 2, "true": [], "predicted": [], "count": []}).labels
        (0, 1)
        """
        return tuple(self.data["labels"]) if self.kind != "sparse" else tuple(range(self.data["classes"]))

    @property
    def y_true(self) -> list[Hashable] | None:
        """The true labels, sample by sample; None where the input is a matrix.

        >>> Input("one", "labels", "", {"labels": ["a"], "y_true": ["a"], "y_pred": ["a"]}).y_true
        ['a']
        """
        return self.data.get("y_true")

    @property
    def y_pred(self) -> list[Hashable] | None:
        """The predicted labels, sample by sample; None where the input is a matrix.

        >>> Input("one", "labels", "", {"labels": ["a"], "y_true": ["a"], "y_pred": ["a"]}).y_pred
        ['a']
        """
        return self.data.get("y_pred")

    @property
    def sample_weight(self) -> list[Count] | None:
        """The weight of each sample, exactly; None where every sample counts once.

        >>> data = {"labels": ["a"], "y_true": ["a"], "y_pred": ["a"], "sample_weight": ["1/3"]}
        >>> Input("one", "labels", "", data).sample_weight
        [Fraction(1, 3)]
        """
        weights = self.data.get("sample_weight")
        return None if weights is None else [read_count(w) for w in weights]

    def cells(self) -> Iterator[tuple[int, int, Count]]:
        """The nonzero cells: position of the true class, of the predicted one, and the count.

        >>> list(Input("one", "matrix", "", {"labels": ["a", "b"], "rows": [[0, 2], [1, 0]]}).cells())
        [(0, 1, 2), (1, 0, 1)]
        """
        if self.kind == "sparse":
            columns = self.data["true"], self.data["predicted"], map(read_count, self.data["count"])
            yield from zip(*columns, strict=True)
        else:
            for (true, predicted), count in sorted(self.counts().cells.items()):
                yield true, predicted, count

    def rows(self) -> list[list[Count]]:
        """The whole matrix, rows being true classes, zeros included.

        >>> Input("one", "labels", "", {"labels": ["a", "b"], "y_true": ["a"], "y_pred": ["b"]}).rows()
        [[0, 1], [0, 0]]
        """
        if self.kind == "matrix":
            return [[read_count(x) for x in row] for row in self.data["rows"]]
        return self.counts().rows()

    def counts(self) -> Counts:
        """The matrix as counts of this package.

        >>> Input("one", "matrix", "", {"labels": ["a"], "rows": [["1/2"]]}).counts().n
        Fraction(1, 2)
        """
        if self.kind == "labels":
            return count_pairs(self.y_true, self.y_pred, labels=self.labels, sample_weight=self.sample_weight)  # type: ignore[arg-type]
        if self.kind == "sparse":
            return Counts(self.labels, {(i, j): count for i, j, count in self.cells()})
        return Counts.from_rows(self.rows(), labels=self.labels)


def read_input(name: str, record: Mapping[str, Any]) -> Input:
    """An input of a file.

    >>> read_input("one", {"kind": "matrix", "comment": "one sample", "labels": ["a"], "rows": [[1]]}).labels
    ('a',)
    """
    return Input(name, record["kind"], record["comment"], record)


def read_count(written: int | str) -> Count:
    """A count as files write it, exactly.

    >>> read_count(3), read_count("1000000000000000000"), read_count("7/2")
    (3, 1000000000000000000, Fraction(7, 2))
    """
    if isinstance(written, int):
        return written
    exact = Fraction(written)
    return exact.numerator if exact.denominator == 1 else exact
