"""Samples with any number of labels each (multilabel): exact metrics of labels, of samples and of whole sets."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from exactmetrics.api.matrix import ConfusionMatrix, OneVsRest
from exactmetrics.api.measured import Measured
from exactmetrics.exact.errors import InputError
from exactmetrics.exact.values import Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.label_sets import LabelSets, of_indicators, of_label_sets
from exactmetrics.metrics.multilabel import resolve_multilabel
from exactmetrics.metrics.request import Request

Columns = str | Sequence[str] | Mapping[Hashable, str]


class Multilabel(Measured):
    """Samples that have any number of labels each, true and predicted.

    Made by `from_label_sets`, `from_indicators`, `from_frame` or `read`. A metric of one class is one of a label, with
    `label=`, averaged over the labels, with `average="macro"`, "micro" or "weighted", or over the samples ("samples"):
    of a sample it is the same formula, with the labels of the sample where a class has its samples. `subset_accuracy`
    is the fraction of the samples whose labels are all right, `hamming_loss` the fraction of the labels that are wrong.

    >>> posts = Multilabel.from_label_sets([["sea", "sun"], ["sun"], []], [["sea"], ["sun", "sand"], []])
    >>> posts.value("f1", label="sun"), posts.value("f1", average="micro")
    (Fraction(2, 3), Fraction(2, 3))
    >>> posts.value("f1", average="samples", undefined=1)
    Fraction(7, 9)
    >>> posts.value("subset_accuracy"), posts.value("hamming_loss")
    (Fraction(1, 3), Fraction(2, 9))
    """

    def __init__(self, sets: LabelSets) -> None:
        if not isinstance(sets, LabelSets):
            raise InputError("Multilabel is made by from_label_sets, from_indicators, from_frame or read")
        self._sets = sets

    @classmethod
    def from_label_sets(
        cls, y_true: Any, y_pred: Any, *, labels: Sequence[Hashable] | None = None, sample_weight: Any = None
    ) -> Multilabel:
        """Samples whose labels are given as sets or lists of names, empty where a sample has none.

        `labels` orders the labels and may add some; `sample_weight` holds whole numbers, Fractions or Decimals.

        >>> Multilabel.from_label_sets([{"a", "b"}, set()], [{"a"}, {"b"}]).counts("b")
        {'tp': 0, 'fp': 1, 'fn': 1, 'tn': 0, 'support': 1, 'predicted': 1, 'n': 2}
        """
        return cls(of_label_sets(y_true, y_pred, labels=labels, sample_weight=sample_weight))

    @classmethod
    def from_indicators(
        cls, y_true: Any, y_pred: Any, *, labels: Sequence[Hashable] | None = None, sample_weight: Any = None
    ) -> Multilabel:
        """Samples whose labels are given as rows of 0 and 1: lists, arrays, sparse matrices, or data frames.

        `labels` names the columns, by default as the frame does, or 0, 1 and so on.

        >>> found = Multilabel.from_indicators([[1, 1, 0], [0, 1, 0]], [[1, 0, 0], [0, 1, 1]])
        >>> found.value("jaccard", average="samples")
        Fraction(1, 2)
        """
        return cls(of_indicators(y_true, y_pred, labels=labels, sample_weight=sample_weight))

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        true: Columns,
        pred: Columns,
        sample_weight: str | None = None,
        separator: str | None = None,
        labels: Sequence[Hashable] | None = None,
    ) -> Multilabel:
        """The columns of a data frame: one of label sets on each side, or columns of 0 and 1, listed or by label.

        A label set is a list, or a text such as "sea|sun", parted at the `separator` ("|" or ";" by default).

        >>> import polars
        >>> frame = polars.DataFrame({"y": ["a|b", "a"], "p": ["a", ""]})
        >>> Multilabel.from_frame(frame, true="y", pred="p").value("recall", average="samples")
        Fraction(1, 4)
        """
        from exactmetrics.matrix.label_set_files import sets_of_frame

        return cls(sets_of_frame(frame, true, pred, separator, labels, sample_weight))

    @classmethod
    def read(
        cls,
        source: str | os.PathLike[str],
        *,
        true: str | None = None,
        pred: str | None = None,
        separator: str | None = None,
        labels: Sequence[Hashable] | None = None,
        sample_weight: str | None = None,
        sheet: str | None = None,
        encoding: str | None = None,
    ) -> Multilabel:
        """The columns of a file (CSV, TSV, XLSX, JSON, TOML, parquet), or of standard input (`-`).

        Two columns, `y_true` and `y_pred` or those that `true` and `pred` name, hold label sets such as `sea|sun`, with
        the `separator` "|" or ";" by default; or each label has two columns of 0 and 1, as in `true_sea` and
        `pred_sea`. `sample_weight`, `sheet` and `encoding` are those of `read`.

        >>> Multilabel.read("docs/multilabel.csv").labels
        ('sand', 'sea', 'sun')
        """
        from exactmetrics.matrix.label_set_files import sets_of_file

        options = {"sample_weight": sample_weight, "sheet": sheet, "encoding": encoding}
        return cls(sets_of_file(source, true=true, pred=pred, separator=separator, labels=labels, **options))

    @property
    def _blocks(self) -> Blocks:
        return self._sets.blocks

    def _resolve(
        self, metric: str, positive: Hashable | None, options: Mapping[str, Any], besides: Sequence[str] = ()
    ) -> tuple[Request, Blocks]:
        return resolve_multilabel(metric, self._sets, besides, positive=positive, **options)

    def counts(self, label: Hashable) -> dict[str, Any]:
        """The counts of one label over the samples.

        >>> Multilabel.from_indicators([[1, 0]], [[1, 1]]).counts(0)["tp"]
        1
        """
        return self.building_blocks().counts(label)

    def building_blocks(self) -> OneVsRest:
        """TP, FP, FN and TN of every label, over the samples.

        >>> Multilabel.from_indicators([[1, 0]], [[1, 1]]).building_blocks().partition
        False
        """
        return OneVsRest(self._sets.blocks)

    def sample_values(self, metric: str, **options: Any) -> list[Value]:
        """The exact values of a metric sample by sample, of which the average "samples" is the mean.

        >>> Multilabel.from_indicators([[1, 1, 0], [0, 1, 0]], [[1, 0, 0], [0, 1, 1]]).sample_values("f1")
        [Fraction(2, 3), Fraction(2, 3)]
        """
        from exactmetrics.metrics.request import SAMPLES
        from exactmetrics.views.value import class_values

        request, samples = self._resolve(metric, None, {**options, "average": SAMPLES})
        found = dict(zip(samples.labels, class_values(request, samples)[0], strict=True))
        return [found[first + 1] for first in self._sets.alike[1]]

    def label_powerset(self) -> ConfusionMatrix:
        """The confusion matrix whose classes are the sets of labels that occur: each set is one class.

        >>> Multilabel.from_indicators([[1, 1], [0, 1]], [[1, 1], [0, 0]]).label_powerset().value("accuracy")
        Fraction(1, 2)
        """
        return ConfusionMatrix._of(self._sets.as_classes())

    def __repr__(self) -> str:
        return f"<Multilabel of {len(self._sets.true)} samples, {len(self.labels)} labels>"
