"""Scores of samples with their classes, from wherever they come: exact values, curves and thresholds."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from exactmetrics.api.matrix import ConfusionMatrix
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.score_request import ScoreRequest, resolve_score
from exactmetrics.scores.compute import compute_score, scored_class
from exactmetrics.scores.samples import samples_of

if TYPE_CHECKING:
    from exactmetrics.derivation.curve_drawing import CurvePicture
    from exactmetrics.derivation.score_derivation import ScoreDerivation
    from exactmetrics.derivation.score_report import ScoreReport
    from exactmetrics.derivation.words import OwnWords
    from exactmetrics.exact.values import Value
    from exactmetrics.scores.curves import DetPoint, PrecisionRecallPoint, RocPoint
    from exactmetrics.scores.thresholds import BestThreshold
    from exactmetrics.scores.view import ClassValues
    from exactmetrics.views.value import Outcome


class Scores:
    """Scores of samples: how much a model expects each sample to be of a class, higher meaning more.

    Args:
        y_true: the class of every sample; or, where a sample may have any number of classes, a row of zeros and ones
            (for dcg and ndcg of numbers: how relevant each class is).
        scores: a number for every sample, for the positive class; or a row with a number for every class, a table of
            columns by class, or a data frame. Numbers are ints, Fractions, Decimals, texts such as "0.7", or floats.
        positive: the class of one column of scores; 1 and True if the classes are numbered or bools.
        labels: the classes, in the order of the columns of scores; by default those of `y_true`, sorted.
        sample_weight: whole numbers, Fractions or Decimals, one a sample.
        floats: what a float stands for: "shortest", the shortest decimal that it is printed as, or "binary", the
            number that it holds.

    Raises `InputError` for scores that are missing or infinite, and for columns of different lengths.

    >>> scores = Scores([1, 1, 1, 0, 0, 0], [0.9, 0.7, 0.5, 0.7, 0.4, 0.2])
    >>> scores.value("roc_auc"), scores.value("average_precision")
    (Fraction(5, 6), Fraction(29, 36))
    """

    def __init__(
        self,
        y_true: Any,
        scores: Any,
        *,
        positive: Hashable | None = None,
        labels: Sequence[Hashable] | None = None,
        sample_weight: Any = None,
        floats: str = "shortest",
    ) -> None:
        self._samples = samples_of(
            y_true, scores, positive=positive, labels=labels, sample_weight=sample_weight, floats=floats
        )
        self.notes: tuple[str, ...] = ()  # what was noticed while a file or a frame was read

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        true: str,
        scores: str | Sequence[str] | Mapping[Hashable, str],
        sample_weight: str | None = None,
        **options: Any,
    ) -> Scores:
        """The columns of a data frame: the classes, and one column of scores, several, or a column by class.

        A list of columns is in the order of `labels=`. Without these, columns with names such as `score_cat` say which
        classes they are of, also where a class has no samples. The other options are those of `Scores`.

        >>> import polars
        >>> frame = polars.DataFrame({"y": ["no", "yes", "yes"], "p": [0.4, 0.3, 0.8]})
        >>> Scores.from_frame(frame, true="y", scores="p", positive="yes").value("roc_auc")
        Fraction(1, 2)
        """
        from exactmetrics.scores.reading import columns_of_frame

        found, said = columns_of_frame(frame, true, scores, sample_weight, options.get("labels"))
        made = cls(**found, **options)
        made.notes = said
        return made

    @classmethod
    def read(
        cls,
        source: str | os.PathLike[str],
        *,
        true: str | None = None,
        scores: str | Sequence[str] | Mapping[Hashable, str] | None = None,
        positive: Hashable | None = None,
        sample_weight: str | None = None,
        sheet: str | None = None,
        encoding: str | None = None,
        **options: Any,
    ) -> Scores:
        """The columns of a file (CSV, TSV, XLSX, JSON, TOML, parquet), or of standard input (`-`).

        `true` and `scores` name the columns where these have no usual names, such as `y_true` and `y_score`, or
        `score_cat` for the class "cat"; `sample_weight`, `sheet` and `encoding` are those of `read`. Every column named
        like that is of a class, also where no sample is of it, unless `labels` names the classes. The other options are
        those of `Scores`.

        >>> Scores.read("docs/scores.csv").value("roc_auc")
        Fraction(5, 6)
        """
        from exactmetrics.scores.reading import columns_of_file

        found, said, text = columns_of_file(
            source, true, scores, options.get("labels"), sample_weight=sample_weight, sheet=sheet, encoding=encoding
        )
        if isinstance(positive, str):  # in a file all labels are texts, and whole numbers are read as such
            positive = next((label for label in found["y_true"] if str(label) == positive), positive)
        made = cls(**found, positive=positive, **options)
        made.notes, made._samples.text = said, text
        return made

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The classes, in the order of the columns.

        >>> Scores([0, 1], [0.2, 0.7]).labels
        (0, 1)
        """
        return self._samples.labels

    @property
    def positive(self) -> Hashable | None:
        """The class of two whose scores are meant; None where there are more.

        >>> Scores(["no", "yes"], [0.2, 0.7], positive="yes").positive
        'yes'
        """
        at = self._samples.positive
        return None if at is None else self.labels[at]

    @property
    def n(self) -> Any:
        """The number of samples, or their total weight.

        >>> Scores([0, 1], [0.2, 0.7], sample_weight=[2, "1/2"]).n
        Fraction(5, 2)
        """
        return self._samples.n

    def _resolve(self, metric: str, options: Mapping[str, Any]) -> ScoreRequest:
        if "positive" in options:
            raise UsageError("positive= belongs to the scores; say it when they are made, as in Scores(..., positive=)")
        found = self._samples
        return resolve_score(
            metric, labels=found.labels, positive=self.positive, multilabel=found.multilabel, **options
        )

    def outcome(self, metric: str, **options: Any) -> Outcome:
        """The value together with every policy that acted on the way; options as in `value`.

        >>> outcome = Scores([0, 0], [0.2, 0.7]).outcome("roc_auc", undefined=0)
        >>> outcome.value, outcome.acted[0].ratio
        (Fraction(0, 1), '0/0')
        """
        return compute_score(self._resolve(metric, options), self._samples)

    def value(self, metric: str, **options: Any) -> Value:
        """The exact value of a metric of scores: a `Fraction`, or `Undefined`.

        Options, all keyword-only:

        - `label`: a class; or `average`: "macro", "weighted", "micro" or, of samples with several classes, "samples";
        - `multi_class`: "ovr", each class against the rest, or "ovo", the classes in pairs;
        - `convention`: another number of the same name;
        - `undefined`: "propagate", "raise", 0, 1 or "omit", what stands for 0/0;
        - the metric's own parameters, such as `max_fpr`, `k` or `bins`.

        Raises `UsageError` for a metric, class or option that does not exist or does not apply.

        >>> rows = [["0.6", "0.3", "0.1"], ["0.2", "0.5", "0.3"], ["0.1", "0.4", "0.5"], ["0.1", "0.2", "0.7"]]
        >>> scores = Scores(["a", "b", "b", "c"], rows)
        >>> scores.value("roc_auc", label="c"), scores.value("roc_auc", average="macro", multi_class="ovo")
        (Fraction(1, 1), Fraction(1, 1))
        >>> scores.value("top_k_accuracy", k=1), scores.value("brier")
        (Fraction(3, 4), Fraction(7, 20))
        """
        return self.outcome(metric, **options).value

    def values(self, metric: str, **options: Any) -> dict[Hashable, Value]:
        """The exact values of a metric class by class.

        >>> rows = [["0.6", "0.3", "0.1"], ["0.2", "0.5", "0.3"], ["0.1", "0.4", "0.5"], ["0.1", "0.2", "0.7"]]
        >>> Scores(["a", "b", "b", "c"], rows).values("average_precision")
        {'a': Fraction(1, 1), 'b': Fraction(1, 1), 'c': Fraction(1, 1)}
        """
        return {label: self.value(metric, label=label, **options) for label in self._samples.scored}

    def derive(
        self,
        metric: str,
        *,
        language: str = "en",
        detail: str = "standard",
        key: bool = True,
        templates: str | os.PathLike[str] | None = None,
        words: OwnWords = None,
        places: int = 4,
        symbols: str = "letters",
        **options: Any,
    ) -> ScoreDerivation:
        """How a value comes about, step by step, from a table of the samples, pairs, thresholds or classes.

        Args:
            metric: its name or an alias.
            language: the language of the sentences, "en" by default.
            detail: "brief" (a slide), "standard" (a page), "full" (with an appendix) or "scaffold" (blanks to fill in).
            key: whether a scaffold ends with its key.
            templates: a directory of your own templates, which go before those of the package.
            words: your own words, names and symbols: a TOML file, or its tables.
            places: the digits of decimals behind the point.
            symbols: whether formulas name the metric by "letters" or by "words".
            options: as in `value`.

        >>> page = Scores([1, 1, 1, 0, 0, 0], [0.9, 0.7, 0.5, 0.7, 0.4, 0.2]).derive("roc_auc").to_text()
        >>> [line.strip() for line in page.splitlines() if "AUC = 5/6" in line]
        ['AUC = 5/6 ≈ 0.8333']
        """
        from exactmetrics.derivation.look import Look
        from exactmetrics.derivation.score_derivation import ScoreDerivation

        look = Look.asked(
            templates=templates, words=words, language=language, detail=detail, key=key, places=places, symbols=symbols
        )
        return ScoreDerivation(self._resolve(metric, options), self._samples, look=look)

    def report(
        self,
        *,
        metrics: str | Sequence[str] | None = None,
        places: int = 4,
        undefined: str | int | None = None,
        derivations: bool | str = False,
        language: str = "en",
        templates: str | os.PathLike[str] | None = None,
        words: OwnWords = None,
        symbols: str = "letters",
    ) -> ScoreReport:
        """ROC AUC and average precision, of probabilities the Brier score and the log loss too: exact and as decimals.

        Of more than two classes ROC AUC and average precision are those of every class against all others, with their
        averages. The options are as in `ConfusionMatrix.report`, which has `preset` and `positive` besides;
        `metrics="all"` are all that these scores have and that take no parameter.

        >>> report = Scores([1, 1, 0, 0], ["0.8", "0.35", "0.4", "0.1"]).report()
        >>> [(row.metric, row.decimal) for row in report.rows]
        [('roc_auc', '0.7500'), ('average_precision', '0.8333'), ('brier', '0.1581'), ('log_loss', '0.4723')]
        """
        from exactmetrics.derivation.look import Look
        from exactmetrics.derivation.score_report import ScoreReport

        return ScoreReport(
            self._samples,
            metrics=metrics,
            undefined=undefined,
            derivations="brief" if derivations is True else derivations or None,
            look=Look.asked(templates=templates, words=words, language=language, places=places, symbols=symbols),
        )

    def _class(self, label: Hashable | None) -> tuple[ClassValues, tuple[Hashable, Hashable]]:
        """One class against the rest, and the names of the rest and of the class."""
        found = self._samples
        meant = self.positive if label is None else label
        if meant is None:
            raise UsageError(f"say with label= which class is meant: {', '.join(map(repr, self.labels[:8]))}")
        found.refuse_grades("a threshold")
        scored = scored_class(found, meant)
        if found.binary:
            return scored, (next(name for name in self.labels if name != meant), meant)
        return scored, ("rest" if meant != "rest" else "rest 2", meant)

    def roc_curve(self, *, label: Hashable | None = None, drop_intermediate: bool = True) -> list[RocPoint]:
        """The points of the ROC curve, from the highest threshold to the lowest one.

        With `drop_intermediate` points on a straight line between their neighbours are left out; the curve is the same.

        >>> for point in Scores([1, 1, 0, 0], ["0.8", "0.35", "0.4", "0.1"]).roc_curve():
        ...     print(*point)
        0 0 None
        0 1/2 4/5
        1/2 1/2 2/5
        1/2 1 7/20
        1 1 1/10
        """
        from exactmetrics.scores.curves import roc_points

        return roc_points(self._class(label)[0], self._samples.floats, drop_intermediate=drop_intermediate)

    def precision_recall_curve(
        self, *, label: Hashable | None = None, drop_intermediate: bool = False
    ) -> list[PrecisionRecallPoint]:
        """The points of the precision-recall curve, from the highest threshold to the lowest one.

        With `drop_intermediate` points with the recall of both of their neighbours are left out.

        >>> for point in Scores([1, 1, 0, 0], ["0.8", "0.35", "0.4", "0.1"]).precision_recall_curve():
        ...     print(*point)
        1 0 None
        1 1/2 4/5
        1/2 1/2 2/5
        2/3 1 7/20
        1/2 1 1/10
        """
        from exactmetrics.scores.curves import precision_recall_points

        return precision_recall_points(self._class(label)[0], self._samples.floats, drop_intermediate=drop_intermediate)

    def det_curve(self, *, label: Hashable | None = None, drop_intermediate: bool = False) -> list[DetPoint]:
        """The points of the detection error tradeoff, from the highest threshold to the lowest one.

        >>> for point in Scores([1, 1, 0, 0], ["0.8", "0.35", "0.4", "0.1"]).det_curve():
        ...     print(*point)
        0 1/2 4/5
        1/2 1/2 2/5
        1/2 0 7/20
        """
        from exactmetrics.scores.curves import det_points

        return det_points(self._class(label)[0], self._samples.floats, drop_intermediate=drop_intermediate)

    def picture(
        self,
        curve: str = "roc",
        *,
        label: Hashable | None = None,
        theme: str = "auto",
        language: str = "en",
        words: OwnWords = None,
    ) -> CurvePicture:
        """A curve as a picture, with the area below it: "roc" or "precision_recall".

        Of a short curve every point is marked, with its threshold; the options are those of `ConfusionMatrix.picture`,
        and so are the files that `save` writes.

        >>> Scores([1, 1, 0, 0], ["0.8", "0.35", "0.4", "0.1"]).picture("roc").to_svg().splitlines()[1]
        '<title>The ROC curve</title>'
        """
        from exactmetrics.derivation.curve_drawing import CurvePicture, CurvePoint
        from exactmetrics.metrics.curves import curve_named

        kind = curve_named(curve)
        found: list[Any] = self.precision_recall_curve(label=label) if kind.steps else self.roc_curve(label=label)
        points = [CurvePoint(p.recall, p.precision, p.threshold) if kind.steps else CurvePoint(*p) for p in found]
        area: Any = self.value(kind.area, label=label)  # where there is no value there was no curve
        return CurvePicture(curve, points, area, theme=theme, language=language, words=words)

    def at(self, threshold: Any, *, label: Hashable | None = None) -> ConfusionMatrix:
        """The confusion matrix when the samples that score at least `threshold` are predicted as the class; None: none.

        >>> Scores([1, 1, 0, 0], ["0.8", "0.35", "0.4", "0.1"]).at("0.4").rows
        [[1, 1], [1, 1]]
        """
        from exactmetrics.scores.thresholds import counts_at

        scored, labels = self._class(label)
        return ConfusionMatrix._of(counts_at(scored, labels, threshold, self._samples.floats), labels[1])

    def best_threshold(self, metric: str, *, label: Hashable | None = None, **options: Any) -> BestThreshold:
        """The threshold at which a metric of predictions is best, among the scores that occur and predicting none.

        `options` are those of `ConfusionMatrix.value`. Thresholds at which the metric has no value do not count; of
        several that are best the highest is the first.

        >>> best = Scores([1, 1, 0, 0], ["0.8", "0.35", "0.4", "0.1"]).best_threshold("f1")
        >>> best.threshold, best.value
        (Fraction(7, 20), Fraction(4, 5))
        """
        from exactmetrics.scores.thresholds import best

        scored, labels = self._class(label)
        return best(scored, labels, metric, self._samples.floats, **options)

    def __repr__(self) -> str:
        return f"<Scores of {self._samples.size} samples, {len(self.labels)} classes>"
