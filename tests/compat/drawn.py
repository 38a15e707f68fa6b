"""Seeded samples for both libraries, full of zeros: classes that are never true, never predicted, or neither."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

import numpy as np

AVERAGES = ("macro", "micro", "weighted", "samples", None)
ZERO_DIVISION = ("warn", 0, 1, np.nan)
CLASSES: tuple[list[Any], ...] = (
    [0, 1], [0, 1, 2], ["a", "b", "c"], [False, True], ["no", "yes"], [-1, 1], [1, 2, 3, 5],
)  # fmt: skip
AVERAGED = ("precision_score", "recall_score", "f1_score", "jaccard_score", "fbeta_score",
            "precision_recall_fscore_support")  # fmt: skip
OF_PAIRS = ("pair_confusion_matrix", "rand_score", "adjusted_rand_score", "fowlkes_mallows_score",
            "mutual_info_score", "homogeneity_score", "completeness_score")  # fmt: skip
OF_MEANS = ("adjusted_mutual_info_score", "normalized_mutual_info_score")
CURVES = ("roc_curve", "precision_recall_curve", "det_curve")
RANKED = ("coverage_error", "label_ranking_loss", "label_ranking_average_precision_score")


class Question(NamedTuple):
    """A function, its columns and its options."""

    function: str
    columns: tuple[Any, ...]
    options: dict[str, Any]


def _options(**choices: Any) -> Iterator[dict[str, Any]]:
    for chosen in product(*choices.values()):
        yield dict(zip(choices, chosen, strict=True))


def _weights(draw: Random, size: int) -> list[Any]:
    """None, whole numbers with zeros among them, or quarters."""
    whole = [draw.choice((0, 1, 1, 2, 3)) for _ in range(size)]
    return [None, whole, [draw.choice((1, 2, 5)) / 4 for _ in range(size)]]


def of_labels(draw: Random) -> Iterator[Question]:
    """Questions about classes and predictions."""
    classes, size = draw.choice(CLASSES), draw.choice((1, 2, 3, 5, 8, 13))
    true, predicted = ([draw.choice(_some(draw, classes)) for _ in range(size)] for _ in range(2))
    if draw.random() < 0.2:
        predicted = list(true)
    weights = draw.choice(_weights(draw, size))
    subset = draw.choice((None, classes, _some(draw, classes)[::-1]))
    yield from _asked(draw, (true, predicted), weights, subset, draw.choice(classes))
    for name in OF_PAIRS:
        yield Question(name, (true, predicted), {})
    for name, method in product(OF_MEANS, ("arithmetic", "geometric", "min", "max")):
        yield Question(name, (true, predicted), {"average_method": method})
    for name in ("v_measure_score", "homogeneity_completeness_v_measure"):
        yield Question(name, (true, predicted), {"beta": draw.choice((0, 0.5, 1, 2))})
    table = [[draw.choice((0, 0, 1, 3)) for _ in classes] for _ in range(draw.choice((1, 2, 3)))]
    yield Question("mutual_info_score", (None, None), {"contingency": [[1, *row] for row in table]})


def of_indicators(draw: Random) -> Iterator[Question]:
    """Questions about samples that have any number of classes."""
    size, width = draw.choice((1, 2, 3, 6)), draw.choice((2, 3, 4))
    share = draw.choice((0.1, 0.4, 0.6))
    true, predicted = (
        np.array([[int(draw.random() < share) for _ in range(width)] for _ in range(size)]) for _ in range(2)
    )
    weights = draw.choice(_weights(draw, size))
    subset = draw.choice((None, list(range(width)), _some(draw, list(range(width)))))
    yield from _asked(draw, (true, predicted), weights, subset, 1)


def _some(draw: Random, classes: list[Any]) -> list[Any]:
    return draw.sample(classes, draw.randint(1, len(classes)))


def _asked(draw: Random, columns: tuple[Any, Any], weights: Any, subset: Any, positive: Any) -> Iterator[Question]:
    for name, average in product(AVERAGED, (*AVERAGES, "binary")):
        options = {
            "average": average, "zero_division": draw.choice(ZERO_DIVISION), "labels": subset,
            "sample_weight": weights, "pos_label": draw.choice((positive, 1)),
        }  # fmt: skip
        if name in ("fbeta_score", "precision_recall_fscore_support"):
            options["beta"] = draw.choice((0.5, 1, 2, 0, float("inf")))
        yield Question(name, columns, options)
    weighted = {"sample_weight": weights}
    for flag in (True, False):
        yield Question("accuracy_score", columns, {"normalize": flag, **weighted})
        yield Question("zero_one_loss", columns, {"normalize": flag, **weighted})
        yield Question("balanced_accuracy_score", columns, {"adjusted": flag, **weighted})
        yield Question("multilabel_confusion_matrix", columns, {"samplewise": flag, "labels": subset, **weighted})
        yield Question("classification_report", columns, {"output_dict": flag, "labels": subset, **weighted})
    yield Question("hamming_loss", columns, weighted)
    yield Question("matthews_corrcoef", columns, weighted)
    for normalize in (None, "true", "pred", "all"):
        yield Question("confusion_matrix", columns, {"normalize": normalize, "labels": subset, **weighted})
    for how in _options(weights=(None, "linear", "quadratic"), replace_undefined_by=(np.nan, 0.5)):
        yield Question("cohen_kappa_score", columns, {**how, "labels": subset, **weighted})
    for stands in (np.nan, 1.0, {"LR+": 3.0, "LR-": 0.25}):
        yield Question("class_likelihood_ratios", columns, {"replace_undefined_by": stands, **weighted})


def of_scores(draw: Random) -> Iterator[Question]:
    """Questions about scores of two classes, with many ties, as eighths, which floats hold exactly."""
    classes, size = draw.choice([c for c in CLASSES if len(c) == 2]), draw.choice((2, 3, 5, 9, 14))
    true = [draw.choice(_some(draw, classes)) for _ in range(size)]
    scores = np.array([draw.choice((0, 0, 1, 2, 3, 5, 8)) for _ in range(size)]) / 8
    weights, positive = draw.choice(_weights(draw, size)), draw.choice((None, classes[0], classes[-1]))
    given = {"sample_weight": weights}
    for name, flag in product(CURVES, (True, False)):
        yield Question(name, (true, scores), {"pos_label": positive, "drop_intermediate": flag, **given})
    for x in (None, 1.0, 0.25, 0.3):
        yield Question("roc_auc_score", (true, scores), {"max_fpr": x, **given})
    yield Question(
        "average_precision_score", (true, scores), given | ({} if positive is None else {"pos_label": positive})
    )
    for scale in ("auto", True, False):
        yield Question("brier_score_loss", (true, scores), {"pos_label": positive, "scale_by_half": scale, **given})
    for flag in (True, False):
        yield Question("log_loss", (true, scores), {"normalize": flag, **given})
    yield Question("d2_brier_score", (true, scores), {"pos_label": positive, **given})
    yield Question("d2_log_loss_score", (true, scores), given)
    yield Question("hinge_loss", (true, 4 * scores - 2), given)
    for k, flag in product((1, 2), (True, False)):
        yield Question("top_k_accuracy_score", (true, scores), {"k": k, "normalize": flag, **given})
    rising = sorted(float(score) for score in scores)
    yield Question("auc", (rising[::-1] if draw.random() < 0.5 else rising, scores), {})


def of_rows(draw: Random) -> Iterator[Question]:
    """Questions about rows of scores: of one class each, and of any number."""
    size, width = draw.choice((2, 3, 5, 9)), draw.choice((3, 4))
    names = draw.choice((list(range(width)), [f"c{at}" for at in range(width)]))
    true = [draw.choice(_some(draw, names)) for _ in range(size)]
    cuts = [sorted(draw.choice(range(9)) for _ in range(width - 1)) for _ in range(size)]
    rows = np.array([[b - a for a, b in zip([0, *cut], [*cut, 8], strict=True)] for cut in cuts]) / 8
    many = np.array([[int(draw.random() < 0.4) for _ in range(width)] for _ in range(size)])
    weights = draw.choice(_weights(draw, size))
    given = {"sample_weight": weights}
    labels = draw.choice((None, names))
    for average, versus in product(AVERAGES, ("raise", "ovr", "ovo")):
        how = {"average": average, "multi_class": versus, "labels": labels}
        yield Question("roc_auc_score", (true, rows), how | (given if versus == "ovr" or draw.random() < 0.2 else {}))
    for average in AVERAGES:
        yield Question("roc_auc_score", (many, rows), {"average": average, **given})
        yield Question("average_precision_score", (many, rows), {"average": average, **given})
        yield Question("average_precision_score", (true, rows), {"average": average, **given})
    for k, flag in product((1, 2, width), (True, False)):
        yield Question("top_k_accuracy_score", (true, rows), {"k": k, "normalize": flag, "labels": labels, **given})
    for scale in ("auto", True, False):
        yield Question("brier_score_loss", (true, rows), {"scale_by_half": scale, "labels": labels, **given})
    for flag in (True, False):
        yield Question("log_loss", (true, rows), {"normalize": flag, "labels": labels, **given})
    for name in ("d2_brier_score", "d2_log_loss_score", "hinge_loss"):
        yield Question(name, (true, rows), {"labels": labels, **given})
    for name in RANKED:
        yield Question(name, (many, rows), given)
    unlike = np.array([draw.sample(range(9), width) for _ in range(size)]) / 8
    relevant = np.array([[draw.choice((0, 0, 1, 2, 0.5)) for _ in range(width)] for _ in range(size)])
    for target, k, flag in product((many, relevant), (None, 1, 2, width + 1), (True, False)):
        how = {"k": k, "ignore_ties": flag, **given}  # of ignored ties numpy's order is that of the machine
        yield Question("ndcg_score", (target, unlike if flag else rows), how)
        based = how | {"log_base": draw.choice((2, 10, 0.5))}
        yield Question("dcg_score", (target - draw.choice((0, 1)), unlike if flag else rows), based)


def questions(number: int, seed: int = 14) -> Iterator[Question]:
    """The questions about so many draws."""
    draw = Random(seed)
    for turn in range(number):
        yield from (of_labels, of_indicators, of_scores, of_rows)[turn % 4](draw)
