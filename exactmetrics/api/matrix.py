"""The confusion matrix, from wherever counts come; and the building blocks of every class, also from partial counts."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from exactmetrics.api.measured import Measured
from exactmetrics.exact.errors import InputError
from exactmetrics.matrix.blocks import BLOCKS, Blocks
from exactmetrics.matrix.counts import Counts

if TYPE_CHECKING:
    from exactmetrics.derivation.drawing import Picture
    from exactmetrics.derivation.words import OwnWords


class OneVsRest(Measured):
    """The building blocks of every class: each one against the rest, without the full matrix.

    Made by `ConfusionMatrix.building_blocks`, from partial information by `from_counts`, or from lists of predicted
    labels by `from_top_k`.

    >>> parts = OneVsRest.from_counts({"a": {"tp": 5, "fp": 1, "fn": 2, "tn": 4}}, partition=False)
    >>> parts.value("precision", label="a")
    Fraction(5, 6)
    """

    def __init__(self, blocks: Blocks) -> None:
        if not isinstance(blocks, Blocks):
            raise InputError("OneVsRest is made by from_counts, from_top_k or ConfusionMatrix.building_blocks")
        self._held = blocks

    @classmethod
    def from_counts(
        cls, counts: Mapping[Hashable, Mapping[str, Any]], *, n: Any = None, partition: bool = True
    ) -> OneVsRest:
        """Building blocks from any sufficient part of tp, tn, fp, fn, support, predicted and n of each class.

        What was not given is deduced, and `deductions` says how. With `partition` every sample has one true and one
        predicted class, so that FP and FN have the same sum.

        Raises `ContradictionError` where the counts cannot be those of any data, with the identity that breaks and the
        single repairs, and `MissingCountsError` where they do not determine the rest.

        >>> parts = OneVsRest.from_counts({
        ...     "K": {"support": 53, "tp": 30, "tn": 98},
        ...     "L": {"support": 110, "tp": 52, "tn": 73},
        ...     "M": {"support": 37, "tp": 22, "tn": 133},
        ... })
        >>> parts.value("precision", average="macro")
        Fraction(220589, 425178)
        """
        from exactmetrics.matrix.partial import deduce

        return cls(deduce(counts, n=n, partition=partition))

    @classmethod
    def from_top_k(
        cls, y_true: Any, y_pred: Sequence[Sequence[Hashable]], *, labels: Sequence[Hashable] | None = None
    ) -> OneVsRest:
        """Building blocks of predictions that are lists of labels: every label in a list is a positive prediction.

        >>> OneVsRest.from_top_k([1], [[1, 2, 3]], labels=[1, 2, 3, 4, 5]).value("precision", average="micro")
        Fraction(1, 3)
        """
        from exactmetrics.matrix.pairs import top_k_blocks

        return cls(top_k_blocks(y_true, y_pred, labels=labels))

    @property
    def _blocks(self) -> Blocks:
        return self._held

    @property
    def partition(self) -> bool:
        """Whether every sample has exactly one true and one predicted class.

        >>> OneVsRest.from_top_k([1], [[1, 2, 3]], labels=[1, 2, 3, 4]).partition
        False
        """
        return self._held.partition

    @property
    def deductions(self) -> tuple[Any, ...]:
        """How the counts that were not given follow from those that were.

        >>> parts = OneVsRest.from_counts({"a": {"support": 7, "tp": 5, "fp": 1, "tn": 4}}, partition=False)
        >>> [(found.count, found.value) for found in parts.deductions if found.count == "fn"]
        [('fn', 2)]
        """
        return self._held.deductions

    def counts(self, label: Hashable) -> dict[str, Any]:
        """The counts of one class.

        >>> from exactmetrics import ConfusionMatrix
        >>> ConfusionMatrix([[5, 1], [5, 7]]).building_blocks().counts(1)["fn"]
        5
        """
        i = self._held.position(label)
        return {name: getattr(self._held, name)[i] for name in BLOCKS} | {"n": self._held.n}

    def __eq__(self, other: object) -> bool:
        return self._held == other._held if isinstance(other, OneVsRest) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._held)

    def __repr__(self) -> str:
        return f"<OneVsRest of {len(self.labels)} classes, {self.n} samples>"


class ConfusionMatrix(Measured):
    """A confusion matrix: how many samples of each true class were predicted as each class.

    `rows` holds one row for each true class, with `orientation="predicted"` one for each predicted class; counts are
    whole numbers, or Fractions for weighted samples. `labels` names the classes, by default 0 to k-1. `positive` names
    the class meant by metrics of one class. `supports`, the true samples of each class, restore the counts of a matrix
    of shares, whose rows each add up to 1 or 100.

    Raises `InputError` for anything that is no square table of counts.

    >>> cm = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
    >>> cm.value("f1", average="weighted")
    Fraction(841, 1309)
    """

    def __init__(
        self,
        rows: Any,
        *,
        labels: Sequence[Hashable] | None = None,
        orientation: str = "true",
        positive: Hashable | None = None,
        supports: Sequence[Any] | None = None,
    ) -> None:
        self._set(Counts.from_rows(rows, labels=labels, orientation=orientation, supports=supports), positive)

    def _set(self, counts: Counts, positive: Hashable | None) -> None:
        if positive is not None:
            counts.position(positive)
        self._counts, self._positive = counts, positive
        self._made: Blocks | None = None

    @classmethod
    def _of(cls, counts: Counts, positive: Hashable | None = None) -> ConfusionMatrix:
        made = cls.__new__(cls)
        made._set(counts, positive)
        return made

    @classmethod
    def from_labels(
        cls,
        y_true: Any,
        y_pred: Any,
        *,
        labels: Sequence[Hashable] | None = None,
        sample_weight: Any = None,
        positive: Hashable | None = None,
    ) -> ConfusionMatrix:
        """Count two lists, arrays or data-frame columns of labels, one entry a sample.

        `labels` orders the classes and may add some; `sample_weight` holds whole numbers, Fractions or Decimals.

        >>> ConfusionMatrix.from_labels(["a", "b", "b"], ["a", "b", "a"]).rows
        [[1, 0], [1, 1]]
        """
        from exactmetrics.matrix.pairs import count_pairs

        return cls._of(count_pairs(y_true, y_pred, labels=labels, sample_weight=sample_weight), positive)

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        true: str,
        pred: str,
        sample_weight: str | None = None,
        labels: Sequence[Hashable] | None = None,
        positive: Hashable | None = None,
    ) -> ConfusionMatrix:
        """Count two columns of a data frame, in the frame's own engine (needs narwhals); lazy frames stay lazy.

        >>> import polars
        >>> frame = polars.DataFrame({"y": ["a", "b"], "p": ["a", "a"]})
        >>> ConfusionMatrix.from_frame(frame, true="y", pred="p").rows
        [[1, 0], [1, 0]]
        """
        from exactmetrics.matrix.column_names import not_used
        from exactmetrics.matrix.columns import column_names, count_frame

        counts = count_frame(frame, true=true, pred=pred, sample_weight=sample_weight, labels=labels)
        return cls._of(counts.noted(not_used(column_names(frame), (true, pred, sample_weight))), positive)

    @classmethod
    def from_rates(
        cls, *, n: Any, labels: Sequence[Hashable] = ("positive", "negative"), **rates: Any
    ) -> ConfusionMatrix:
        """The 2x2 table that rates over n samples give, or an error that proves there is none.

        Rates are named as metrics are (prevalence, recall, specificity, precision, f1, ... or an alias), besides
        `positives`, the number of samples of the first class; their values are text, Fractions, Decimals, or floats
        read as their shortest decimal.

        >>> ConfusionMatrix.from_rates(n=1000, prevalence="0.1", recall="0.9", specificity="0.95").rows
        [[90, 10], [45, 855]]
        """
        from exactmetrics.views.rates import counts_from_rates

        return cls._of(counts_from_rates(n=n, labels=labels, **rates), labels[0])

    @property
    def _blocks(self) -> Blocks:
        if self._made is None:
            self._made = self._counts.blocks()
        return self._made

    def _cells(self) -> list[list[Any]] | None:
        return self._counts.rows() if self._counts.k <= 100 else None

    @property
    def rows(self) -> list[list[Any]]:
        """The counts, one row for each true class.

        >>> ConfusionMatrix([[5, 1], [5, 7]], orientation="predicted").rows
        [[5, 5], [1, 7]]
        """
        return self._counts.rows()

    def building_blocks(self) -> OneVsRest:
        """TP, FP, FN and TN of every class.

        >>> ConfusionMatrix([[5, 1], [5, 7]]).building_blocks().counts(0)
        {'tp': 5, 'fp': 5, 'fn': 1, 'tn': 7, 'support': 6, 'predicted': 10, 'n': 18}
        """
        return OneVsRest(self._blocks)

    def one_vs_rest(self, label: Hashable) -> ConfusionMatrix:
        """The 2x2 matrix of one class against all others.

        >>> ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]]).one_vs_rest(0).rows
        [[6, 2], [3, 17]]
        """
        return self._of(self._counts.one_vs_rest(label), label)

    def transpose(self) -> ConfusionMatrix:
        """True and predicted classes exchanged.

        >>> ConfusionMatrix([[5, 1], [5, 7]]).transpose().rows
        [[5, 5], [1, 7]]
        """
        return self._of(self._counts.transpose(), self._positive)

    def reorder(self, labels: Sequence[Hashable]) -> ConfusionMatrix:
        """The same counts with the classes in another order.

        >>> ConfusionMatrix([[5, 1], [5, 7]]).reorder([1, 0]).rows
        [[7, 5], [1, 5]]
        """
        return self._of(self._counts.reorder(labels), self._positive)

    def normalize(self, over: str) -> ConfusionMatrix:
        """Exact shares instead of counts: of each "true" class, of each "predicted" class, or of "all" samples.

        >>> ConfusionMatrix([[1, 1], [1, 2]]).normalize("true").rows
        [[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 3), Fraction(2, 3)]]
        """
        return self._of(self._counts.normalize(over), self._positive)

    def picture(
        self, *, shares: bool = False, theme: str = "auto", language: str = "en", words: OwnWords = None
    ) -> Picture:
        """The matrix as a picture, darker the larger a count's share of its true class.

        Args:
            shares: these shares too, below the counts.
            theme: "light", "dark", or "auto", which follows the reader's page in SVG and is light elsewhere.
            language: of the words on it.
            words: your own, as in `derive`.

        `save` writes it to a file that ends in .svg, .tex (TikZ), .pdf or .png; these two need the extra `picture`.

        >>> ConfusionMatrix([[5, 1], [5, 7]]).picture().to_svg().splitlines()[1]
        '<title>The confusion matrix as a picture</title>'
        """
        from exactmetrics.derivation.drawing import Picture

        return Picture(self._blocks, self.rows, shares=shares, theme=theme, language=language, words=words)

    def __add__(self, other: object) -> ConfusionMatrix:
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        return self._of(self._counts + other._counts, self._positive)

    def __eq__(self, other: object) -> bool:
        return self._counts == other._counts if isinstance(other, ConfusionMatrix) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._counts)

    def __str__(self) -> str:
        """The matrix as a table, rows true classes, with its margins; only its size beyond 30 classes."""
        if len(self.labels) > 30:
            return repr(self)
        from exactmetrics.derivation.writing.matrix_tables import matrix_table

        return "\n".join(matrix_table(self._blocks, self.rows))

    def _repr_html_(self) -> str | None:
        return self._shown("html")

    def _repr_latex_(self) -> str | None:
        return self._shown("latex")

    def _shown(self, how: str) -> str | None:
        """What a notebook shows; None, which leaves it the size, of a matrix too large to be looked at."""
        from exactmetrics.derivation.matrix_reprs import MOST, html_matrix, latex_matrix

        if len(self.labels) > MOST:
            return None
        return (html_matrix if how == "html" else latex_matrix)(self._blocks, self.rows)

    def __repr__(self) -> str:
        if len(self.labels) > 10:
            return f"<ConfusionMatrix of {len(self.labels)} classes, {self.n} samples>"
        return f"ConfusionMatrix({self.rows!r}, labels={list(self.labels)!r})"
