"""Metrics that are proportions of samples: their counts are those of the samples, and other metrics are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics import ConfusionMatrix, ExactMetricsError, Multilabel, OneVsRest, UsageError
from exactmetrics.metrics.registry import all_metrics
from tests.cases import each

LABELS = ["a", "b", "c"]
QUESTIONS = [{"label": "b"}, {"average": "micro"}, {"average": "macro"}, {"average": "weighted"}, {}]
# What a sample has to be for recall, precision, ... to count it: (in the denominator, in the numerator as well).
MEANT = {
    "recall": lambda t, p: (t == "b", p == "b"), "precision": lambda t, p: (p == "b", t == "b"),
    "specificity": lambda t, p: (t != "b", p != "b"), "npv": lambda t, p: (p != "b", t != "b"),
    "fpr": lambda t, p: (t != "b", p == "b"), "fnr": lambda t, p: (t == "b", p != "b"),
    "fdr": lambda t, p: (p == "b", t != "b"), "for": lambda t, p: (p != "b", t == "b"),
    "prevalence": lambda t, p: (True, t == "b"), "class_accuracy": lambda t, p: (True, (t == "b") == (p == "b")),
    "jaccard": lambda t, p: ("b" in (t, p), t == p),
}  # fmt: skip
pairs = st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=1, max_size=30)


def asked(cm: ConfusionMatrix, metric: str, **options: str) -> tuple[int, int] | None:
    try:
        found = cm.interval(metric, **options)
    except ExactMetricsError:
        return None
    return found.k, found.n


@given(pairs)
def test_samples_are_counted_one_by_one(samples: list[tuple[str, str]]) -> None:
    cm = ConfusionMatrix.from_labels(*zip(*samples, strict=True), labels=LABELS)
    for metric, counts in MEANT.items():
        found = [counts(true, predicted) for true, predicted in samples]
        expected = (sum(of and counted for of, counted in found), sum(of for of, _ in found))
        assert asked(cm, metric, label="b") == (expected if expected[1] else None), metric
    right = sum(true == predicted for true, predicted in samples)
    for metric, options in (("accuracy", {}), ("recall", {"average": "micro"}), ("precision", {"average": "micro"})):
        assert asked(cm, metric, **options) == (right, len(samples))
    assert asked(cm, "error_rate") == (len(samples) - right, len(samples))


def test_the_whole_registry() -> None:
    """Counts of two matrices add up to those of both, and divided they are the value."""
    first = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=LABELS)
    second = ConfusionMatrix([[1, 2, 0], [4, 3, 1], [0, 1, 9]], labels=LABELS)
    seen = set()
    for metric in all_metrics():
        for options in QUESTIONS:
            counts = [asked(cm, metric.name, **options) for cm in (first, second, first + second)]
            if None in counts:
                assert counts == [None] * 3
                continue
            (k, n), (k2, n2), both = counts  # type: ignore[misc]
            assert both == (k + k2, n + n2)
            assert Fraction(k, n) == first.value(metric.name, **options)
            seen.add(metric.name)
    assert set(MEANT) | {"accuracy", "error_rate"} <= seen
    assert seen.isdisjoint({"f1", "kappa", "mcc", "balanced_accuracy", "lr_plus", "informedness"})


@each(("metric", "options", "message"), [
    ("f1", {"label": "b"}, "f1 is no proportion of samples, which alone has such an interval or test: choose from: "),
    ("recall", {"average": "macro"}, 'ask for one class with label=, or for average="micro"'),
    ("fpr", {"average": "micro"}, "the micro average of fpr is no proportion"),
    ("jaccard", {"average": "micro"}, "the micro average of jaccard is no proportion"),
    ("recall", {}, "give label="),
    ("recall", {"label": "b", "metod": "wald"}, "did you mean 'method'?"),
])  # fmt: skip
def test_what_is_refused(metric: str, options: dict[str, str], message: str) -> None:
    cm = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=LABELS)
    with pytest.raises(UsageError) as refused:
        cm.interval(metric, **options)
    assert message in str(refused.value)


def test_what_is_no_number_of_samples() -> None:
    with pytest.raises(UsageError, match=r"no samples has no interval"):
        ConfusionMatrix([[0, 0], [1, 2]]).interval("recall", label=0)
    with pytest.raises(UsageError, match=r"accuracy is 3/2 of 5/2: .* whole numbers of samples, not weights"):
        ConfusionMatrix([[Fraction(1, 2), 1], [0, 1]]).interval("accuracy")
    with pytest.raises(UsageError, match=r"no proportion of samples, .*: ask for one class with label=$"):
        OneVsRest.from_top_k([1], [[1, 2, 3]], labels=[1, 2, 3, 4]).interval("precision", average="micro")


def test_labels_of_samples_with_any_number_of_them() -> None:
    """A label is one decision a sample, and so is the whole set; several labels of one sample depend on each other."""
    sets = Multilabel.from_label_sets([["a", "b"], ["b"], ["a"]], [["a"], ["b"], ["b"]])
    for metric, options, counts in (("recall", {"label": "a"}, (1, 2)), ("hamming_loss", {"label": "a"}, (1, 3)),
                                    ("subset_accuracy", {}, (1, 3))):  # fmt: skip
        found = sets.interval(metric, **options)
        assert (found.k, found.n) == counts
    with pytest.raises(UsageError, match=r"the micro average of recall is no proportion"):
        sets.interval("recall", average="micro")
