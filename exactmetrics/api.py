"""The public objects: counts tied to the rooms that compute, show and read. All logic is in those rooms."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from exactmetrics.exact.errors import InputError
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.views.run import Outcome, compute

if TYPE_CHECKING:
    from exactmetrics.derivation.document import Derivation
    from exactmetrics.exact.values import Value
    from exactmetrics.metrics.metric import Metric


class Measured:
    """What a confusion matrix and building blocks share: exact values and derivations of metrics.

    Every method that names a metric takes the same options, all keyword-only:

    `label` a class; `average` "macro", "micro" or "weighted"; `positive` the class meant when neither is given;
    `form` another arrangement of the same number; `convention` another number of the same name; `combine` "scores" or
    "averages", how the average of a metric made of metrics is formed; `over` "all", "true", "predicted", "present" or a
    list of classes; `weights` "support", "predicted" or a mapping; `undefined` "propagate", "raise", 0, 1 or "omit";
    `preset` a library or source, such as "sklearn"; and the metric's own parameters, such as `beta`.
    """

    _positive: Hashable | None = None

    @property
    def _blocks(self) -> Blocks:
        raise NotImplementedError

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The classes, in order."""
        return self._blocks.labels

    @property
    def n(self) -> Any:
        """The number of samples, or their total weight."""
        return self._blocks.n

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks made while the counts were read."""
        return self._blocks.notes

    def _resolve(self, metric: str, positive: Hashable | None, options: Mapping[str, Any]) -> Request:
        meant = self._positive if positive is None else positive
        return resolve(metric, positive=meant, labels=self._blocks.labels, **options)

    def outcome(self, metric: str, *, positive: Hashable | None = None, **options: Any) -> Outcome:
        """The value together with every policy that acted on the way; options as in the class.

        >>> cm = ConfusionMatrix([[6, 0], [1, 0]], labels=["a", "b"])
        >>> cm.outcome("precision", average="macro", undefined=0).acted[0].label
        'b'
        """
        meant = self._positive if positive is None else positive
        return compute(self._resolve(metric, positive, options), self._blocks, meant)

    def value(self, metric: str, *, positive: Hashable | None = None, **options: Any) -> Value:
        """The exact value of a metric: a `Fraction`, `Root`, `Symbolic`, or `Undefined`; options as in the class.

        Raises `UsageError` for a metric, class or option that does not exist or does not apply.

        >>> cm = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
        >>> cm.value("precision", average="weighted"), cm.value("recall", label="dog")
        (Fraction(409, 630), Fraction(7, 12))
        """
        return self.outcome(metric, positive=positive, **options).value

    def values(self, metric: str, **options: Any) -> dict[Hashable, Value]:
        """The exact values of a metric class by class.

        >>> cm = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
        >>> cm.values("precision")
        {'bird': Fraction(2, 3), 'cat': Fraction(5, 9), 'dog': Fraction(7, 10)}
        """
        return {label: self.value(metric, label=label, **options) for label in self._blocks.labels}

    def derive(
        self,
        metric: str,
        *,
        positive: Hashable | None = None,
        profile: str | None = None,
        language: str = "en",
        **options: Any,
    ) -> Derivation:
        """How a value comes about, step by step; options as in the class.

        `profile` names a source whose symbols are used, `language` the language of the sentences.

        >>> cm = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
        >>> print(cm.derive("accuracy").to_text(data=False).splitlines()[-3])
           Acc = 9/14
        """
        from exactmetrics.derivation.document import Derivation

        request = self._resolve(metric, positive, options)
        meant = self._positive if positive is None else positive
        return Derivation(request, self._blocks, self._cells(), positive=meant, profile=profile, language=language)

    def _cells(self) -> list[list[Any]] | None:
        return None


class ConfusionMatrix(Measured):
    """A confusion matrix: how many samples of each true class were predicted as each class.

    `rows` holds one row for each true class, with `orientation="predicted"` one for each predicted class; counts are
    whole numbers, or Fractions for weighted samples. `labels` names the classes, by default 0 to k-1. `positive` names
    the class meant by metrics of one class.

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
    ) -> None:
        self._set(Counts.from_rows(rows, labels=labels, orientation=orientation), positive)

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
        from exactmetrics.matrix.frames import count_frame

        return cls._of(count_frame(frame, true=true, pred=pred, sample_weight=sample_weight, labels=labels), positive)

    @classmethod
    def from_rates(
        cls, *, n: Any, labels: Sequence[Hashable] = ("positive", "negative"), **rates: Any
    ) -> ConfusionMatrix:
        """The 2x2 table that rates over n samples give, or an error that proves there is none.

        Rates are text, Fractions, Decimals, or floats read as their shortest decimal.

        >>> ConfusionMatrix.from_rates(n=1000, prevalence="0.1", recall="0.9", specificity="0.95").rows
        [[90, 10], [45, 855]]
        """
        from exactmetrics.matrix.rates import counts_from_rates

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
        """The counts, one row for each true class."""
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

    def __add__(self, other: object) -> ConfusionMatrix:
        return (
            self._of(self._counts + other._counts, self._positive)
            if isinstance(other, ConfusionMatrix)
            else NotImplemented
        )

    def __eq__(self, other: object) -> bool:
        return self._counts == other._counts if isinstance(other, ConfusionMatrix) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._counts)

    def __repr__(self) -> str:
        return (
            f"ConfusionMatrix({self.rows!r}, labels={list(self.labels)!r})"
            if len(self.labels) <= 10
            else (f"<ConfusionMatrix of {len(self.labels)} classes, {self.n} samples>")
        )


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
        from exactmetrics.matrix.topk import top_k_blocks

        return cls(top_k_blocks(y_true, y_pred, labels=labels))

    @property
    def _blocks(self) -> Blocks:
        return self._held

    @property
    def partition(self) -> bool:
        """Whether every sample has exactly one true and one predicted class."""
        return self._held.partition

    @property
    def deductions(self) -> tuple[Any, ...]:
        """How the counts that were not given follow from those that were."""
        return self._held.deductions

    def counts(self, label: Hashable) -> dict[str, Any]:
        """The counts of one class.

        >>> ConfusionMatrix([[5, 1], [5, 7]]).building_blocks().counts(1)["fn"]
        5
        """
        i = self._held.position(label)
        names = ("tp", "fp", "fn", "tn", "support", "predicted")
        return {name: getattr(self._held, name)[i] for name in names} | {"n": self._held.n}

    def __eq__(self, other: object) -> bool:
        return self._held == other._held if isinstance(other, OneVsRest) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._held)

    def __repr__(self) -> str:
        return f"<OneVsRest of {len(self.labels)} classes, {self.n} samples>"


def read(
    source: Any,
    *,
    true: str | None = None,
    pred: str | None = None,
    orientation: str = "true",
    labels: Sequence[Hashable] | None = None,
) -> ConfusionMatrix | OneVsRest:
    """Counts from a file (CSV, TSV, JSON, TOML, parquet), from standard input (`-`), or from an inline matrix.

    `true` and `pred` name the columns of a file of labels; `orientation="predicted"` turns the rows. A file of partial
    counts gives a `OneVsRest`.

    Raises `InputError` naming file, line and column where the input cannot be used.

    >>> read("6 1 1; 1 5 2; 2 3 7").value("accuracy")
    Fraction(9, 14)
    """
    from exactmetrics.matrix.reading import read_counts

    found = read_counts(source, true=true, pred=pred, orientation=orientation, labels=labels)
    return OneVsRest(found) if isinstance(found, Blocks) else ConfusionMatrix._of(found)


def metrics(
    *, scope: str | None = None, exactness: str | None = None, implemented_by: str | None = None
) -> list[Metric]:
    """The registry: every metric, or those of a scope ("class", "matrix"), of an exactness ("rational", "algebraic"),
    or that a library has ("sklearn", "pycm", "torchmetrics", "yardstick").

    >>> [m.name for m in metrics(exactness="algebraic")]
    ['mcc']
    """
    from exactmetrics.metrics.registry import all_metrics

    return [
        m
        for m in all_metrics()
        if scope in (None, m.scope)
        and exactness in (None, m.exactness)
        and (implemented_by is None or implemented_by in m.implemented_by)
    ]


def explain(name: str) -> str:
    """A metric explained: description, definition, domain, range, forms, conventions, names elsewhere; generated.

    >>> print(explain("ppv").splitlines()[0])
    precision (class metric)
    """
    from exactmetrics.derivation.explain import explanation

    return explanation(name)
