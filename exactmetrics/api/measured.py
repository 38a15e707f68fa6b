"""What a confusion matrix and building blocks share: exact values, derivations and reports of metrics."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.views.value import Outcome, compute

if TYPE_CHECKING:
    from exactmetrics.derivation.derivation import Derivation
    from exactmetrics.derivation.report import Report
    from exactmetrics.derivation.words import OwnWords
    from exactmetrics.exact.values import Value
    from exactmetrics.intervals.proportion import Interval
    from exactmetrics.metrics.scales import Interpretation


class Measured:
    """What a confusion matrix and building blocks share: exact values, derivations and reports of metrics."""

    _positive: Hashable | None = None

    @property
    def _blocks(self) -> Blocks:
        raise NotImplementedError

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The classes, in order.

        >>> from exactmetrics import ConfusionMatrix
        >>> ConfusionMatrix([[5, 1], [5, 7]]).labels
        (0, 1)
        """
        return self._blocks.labels

    @property
    def n(self) -> Any:
        """The number of samples, or their total weight.

        >>> from exactmetrics import ConfusionMatrix
        >>> ConfusionMatrix([[5, 1], [5, 7]]).n
        18
        """
        return self._blocks.n

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks made while the counts were read.

        >>> from exactmetrics import ConfusionMatrix
        >>> ConfusionMatrix([[5, 1], [5, 7]]).notes
        ()
        """
        return self._blocks.notes

    def _resolve(
        self, metric: str, positive: Hashable | None, options: Mapping[str, Any], besides: Sequence[str] = ()
    ) -> tuple[Request, Blocks]:
        """The question, and the counts that it is about."""
        request = resolve(metric, besides, positive=self._meant(positive), labels=self._blocks.labels, **options)
        return request, self._blocks

    def _meant(self, positive: Hashable | None) -> Hashable | None:
        """The positive class of a question: the one it names, else that of the matrix."""
        return self._positive if positive is None else positive

    def outcome(self, metric: str, *, positive: Hashable | None = None, **options: Any) -> Outcome:
        """The value together with every policy that acted on the way; options as in `value`.

        >>> from exactmetrics import ConfusionMatrix
        >>> cm = ConfusionMatrix([[6, 0], [1, 0]], labels=["a", "b"])
        >>> cm.outcome("precision", average="macro", undefined=0).acted[0].label
        'b'
        """
        return compute(*self._resolve(metric, positive, options), self._meant(positive))

    def value(self, metric: str, *, positive: Hashable | None = None, **options: Any) -> Value:
        """The exact value of a metric: a `Fraction`, `Root`, `Symbolic`, or `Undefined`.

        Options, all keyword-only:

        - `label`: a class; or `average`: "macro", "micro" or "weighted"; or `positive`: the class meant by neither;
        - `form`: another arrangement of the same number; `convention`: another number of the same name;
        - `combine`: "scores" or "averages", how the average of a metric made of metrics is formed;
        - `over`: "all", "true", "predicted", "present" or a list, the classes of an average;
        - `weights`: "support", "predicted" or a mapping, for the weighted average;
        - `undefined`: "propagate", "raise", 0, 1 or "omit", what stands for 0/0;
        - `preset`: a library or source, such as "sklearn"; and the metric's own parameters, such as `beta`.

        Raises `UsageError` for a metric, class or option that does not exist or does not apply.

        >>> from exactmetrics import ConfusionMatrix
        >>> cm = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
        >>> cm.value("precision", average="weighted"), cm.value("recall", label="dog")
        (Fraction(409, 630), Fraction(7, 12))
        """
        return self.outcome(metric, positive=positive, **options).value

    def interpret(self, metric: str, *, scale: str, positive: Hashable | None = None, **options: Any) -> Interpretation:
        """The word that a scale has for a value, decided on the exact value; options as in `value`.

        `scale` is "landis-koch", "fleiss", "altman" or "cicchetti" for kappa, or one of PyCM's ("pycm-landis-koch",
        "pycm-mcc", ...), which may put a value on a cut to the other side; the result says which `scale` it was, with
        its citation, and in which `band` the value lies. A scale is somebody's choice of words and no theorem.

        >>> from exactmetrics import ConfusionMatrix
        >>> found = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]]).interpret("kappa", scale="landis-koch")
        >>> found.word, str(found)
        ('moderate', 'moderate: 2/5 < 6/13 <= 3/5 (Landis and Koch 1977)')
        """
        from exactmetrics.metrics.scales import interpretation, scale_named

        request, blocks = self._resolve(metric, positive, options, ("scale",))
        named = scale_named(scale, request.metric)
        return interpretation(named, compute(request, blocks, self._meant(positive)).value)

    def interval(
        self,
        metric: str,
        *,
        method: str = "wilson",
        confidence: Any = None,
        z: Any = None,
        positive: Hashable | None = None,
        **options: Any,
    ) -> Interval:
        """The confidence interval of a metric that is a proportion of samples, as accuracy, recall and precision are.

        `method`, `confidence` and `z` are those of `proportion_interval`, the other options those of `value`.

        Raises `UsageError` for a metric that is no proportion, such as F1, and names those that are.

        >>> from exactmetrics import ConfusionMatrix
        >>> cm = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
        >>> print(cm.interval("recall", label="cat"))
        Wilson interval of 5/8, 95% confidence, exact z = 1.959963...: 0.3057 to 0.8632
        """
        from exactmetrics.intervals.proportion import proportion_interval

        k, n = self._proportion(metric, positive, options, ("method", "confidence", "z"))
        return proportion_interval(k, n, method=method, confidence=confidence, z=z)

    def binomial_test(
        self,
        metric: str,
        p0: Any,
        *,
        alternative: str = "two_sided",
        positive: Hashable | None = None,
        **options: Any,
    ) -> Fraction:
        """The P-value of the exact binomial test of a metric that is a proportion of samples.

        `p0` and `alternative` are those of `binomial_test`; a `p0` of "largest_class" is the share of the largest
        class. The other options are those of `value`.

        >>> from exactmetrics import ConfusionMatrix
        >>> cm = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
        >>> float(cm.binomial_test("accuracy", "largest_class", alternative="greater"))
        0.018279346821163913
        """
        from exactmetrics.intervals.binomial import binomial_test
        from exactmetrics.intervals.counted import share_of_largest

        k, n = self._proportion(metric, positive, options, ("p0", "alternative"))
        rate = share_of_largest(self._blocks) if p0 == "largest_class" else p0
        return binomial_test(k, n, rate, alternative=alternative)

    def _proportion(
        self, metric: str, positive: Hashable | None, options: Mapping[str, Any], besides: Sequence[str]
    ) -> tuple[int, int]:
        """How many of how many samples a metric counts."""
        from exactmetrics.intervals.counted import counts_of

        return counts_of(*self._resolve(metric, positive, options, besides), self._meant(positive))

    def values(self, metric: str, **options: Any) -> dict[Hashable, Value]:
        """The exact values of a metric class by class.

        >>> from exactmetrics import ConfusionMatrix
        >>> cm = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
        >>> cm.values("precision")
        {'bird': Fraction(2, 3), 'cat': Fraction(5, 9), 'dog': Fraction(7, 10)}
        """
        labels = self._blocks.labels
        if not labels:
            return {}
        from exactmetrics.views.value import class_values

        found, _ = class_values(*self._resolve(metric, None, {"label": labels[0], **options}))
        return dict(zip(labels, found, strict=True))

    def derive(
        self,
        metric: str,
        *,
        positive: Hashable | None = None,
        profile: str | None = None,
        language: str = "en",
        detail: str = "standard",
        key: bool = True,
        templates: str | os.PathLike[str] | None = None,
        words: OwnWords = None,
        places: int = 4,
        symbols: str = "letters",
        scale: str | None = None,
        **options: Any,
    ) -> Derivation:
        """How a value comes about, step by step; options as in `value`.

        Args:
            metric: its name or an alias.
            positive: the positive class.
            profile: a source whose symbols are used.
            language: the language of the sentences, "en" by default.
            detail: "brief" (a slide), "standard" (a page), "full" (with an appendix) or "scaffold" (blanks to fill in).
            key: whether a scaffold ends with its key.
            templates: a directory of your own templates, which go before those of the package.
            words: your own words, names and symbols: a TOML file, or its tables.
            places: the digits of decimals behind the point.
            symbols: whether formulas name metrics by "letters" or by "words".
            scale: a scale whose word for the value is told, as in `interpret`.
            options: as in `value`.

        >>> from exactmetrics import ConfusionMatrix
        >>> cm = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
        >>> [line for line in cm.derive("accuracy").to_text(data=False).splitlines() if "Acc = 9/14" in line]
        ['   Acc = 9/14 ≈ 0.6429']
        """
        from exactmetrics.derivation.derivation import Derivation
        from exactmetrics.derivation.look import LOOKS, Look

        request, blocks = self._resolve(metric, positive, options, LOOKS)
        meant = self._meant(positive)
        if scale is not None:
            from exactmetrics.metrics.scales import scale_named  # few pages have one

            scale = scale_named(scale, request.metric).name
        look = Look.asked(
            templates=templates, words=words, profile=profile, language=language, detail=detail, key=key,
            places=places, symbols=symbols, scale=scale,
        )  # fmt: skip
        return Derivation(request, blocks, self._cells, positive=meant, look=look)

    def report(
        self,
        *,
        metrics: str | Sequence[str] | None = None,
        places: int = 4,
        undefined: str | int | None = None,
        preset: str | None = None,
        positive: Hashable | None = None,
        derivations: bool | str = False,
        language: str = "en",
        templates: str | os.PathLike[str] | None = None,
        words: OwnWords = None,
        symbols: str = "letters",
    ) -> Report:
        """Precision, recall, F1 and support of every class, their averages and the accuracy: exact and as decimals.

        `metrics` asks for more: a list of names, or "all" for every metric that applies, of a class, averaged, or of
        the matrix. `places` is how many places the decimals have; `undefined`, `preset` and `positive` as in `value`,
        `language`, `templates`, `words` and `symbols` as in `derive`. With `derivations` every average and every metric
        of the matrix has its derivation below, which its value links to: True for brief ones, or a level of detail,
        "brief" or "full".

        >>> from exactmetrics import ConfusionMatrix
        >>> cm = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
        >>> [row.value for row in cm.report().rows if row.metric == "accuracy"]
        [Fraction(9, 14)]
        """
        from exactmetrics.derivation.look import Look
        from exactmetrics.derivation.report import Report

        return Report(
            self._blocks,
            self._cells,
            metrics=metrics,
            undefined=undefined,
            preset=preset,
            positive=self._meant(positive),
            derivations="brief" if derivations is True else derivations or None,
            look=Look.asked(templates=templates, words=words, language=language, places=places, symbols=symbols),
            ask=self._resolve,
        )

    def _cells(self) -> list[list[Any]] | None:
        return None
