"""The examples of mlscorecheck's README (FalseNegativeLab/mlscorecheck), with the verdicts printed there.

`tolerance` is its `eps`: every score may lie that far from the number printed. Sizes of data sets that the README names
only are those of its registry: monk-2 204 + 228, glass_0_1_6_vs_2 17 + 175, saheart 160 + 302, winequality-white-3_vs_7
20 + 880; the folds of its stratification are written out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from exactmetrics.feasibility import Feasibility, feasible

NAMES = {
    "acc": "accuracy", "sens": "recall", "spec": "specificity", "ppv": "precision", "npv": "npv", "f1p": "f1",
    "bacc": "balanced_accuracy", "fm": "fowlkes_mallows",
}  # fmt: skip


@dataclass(frozen=True)
class Example:
    """One example: their check with its arguments, our data, the scores, and whether they are inconsistent."""

    check: str
    theirs: Mapping[str, Any]
    scores: Mapping[str, float]
    eps: str
    inconsistent: bool
    table: tuple[int, int] | None = None  # positives and negatives of one table
    parts: list[Any] = field(default_factory=list)  # else the data sets of a mean
    bounds: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def run(self) -> Feasibility:
        """Our answer; `eps` leaves out scores that their checks of means leave out."""
        scores = {NAMES[name]: str(value) for name, value in self.scores.items() if name in NAMES}
        if self.table is not None:
            p, n = self.table
            return feasible(scores, n=p + n, positives=p, tolerance=self.eps)
        bounds = {NAMES[name]: ends for name, ends in self.bounds.items()}
        return feasible(scores, parts=self.parts, bounds=bounds, tolerance=self.eps)


TEST = {"testset": {"p": 530, "n": 902}}
FIVE = {"sens": 0.22, "spec": 0.86, "f1p": 0.3, "fm": 0.32}
FOLDS = {"dataset": {"p": 126, "n": 131}, "folding": {"folds": [{"p": 52, "n": 94}, {"p": 74, "n": 37}]}}
GLASS = {
    "dataset": {"dataset_name": "common_datasets.glass_0_1_6_vs_2"},
    "folding": {"n_folds": 4, "n_repeats": 2, "strategy": "stratified_sklearn"},
    "fold_score_bounds": {"acc": (0.8, 1.0)},
}
MONK = {
    "dataset": {"dataset_name": "common_datasets.monk-2"},
    "folding": {"n_folds": 4, "n_repeats": 3, "strategy": "stratified_sklearn"},
}
MONKS = {"spec": 0.668, "ppv": 0.667, "bacc": 0.706, "f1p": 0.703, "fm": 0.704}
THREE = {"testsets": [{"p": 405, "n": 223}, {"p": 3, "n": 422}, {"p": 109, "n": 404}]}
FOUR = {"testsets": [{"p": 349, "n": 50}, {"p": 478, "n": 323}, {"p": 324, "n": 83}, {"p": 123, "n": 145}]}
STRATIFIED = {"n_folds": 5, "n_repeats": 2, "strategy": "stratified_sklearn"}
SAHEART = {
    "evaluations": [
        {"dataset": {"p": 389, "n": 630}, "folding": STRATIFIED},
        {"dataset": {"dataset_name": "common_datasets.saheart"}, "folding": STRATIFIED},
    ]
}
THRICE = {**STRATIFIED, "n_repeats": 3}
WINE = [
    {"dataset": {"p": 39, "n": 822}, "folding": THRICE},
    {"dataset": {"dataset_name": "common_datasets.winequality-white-3_vs_7"}, "folding": THRICE},
]
KNOWN = {
    "evaluations": [
        {"dataset": {"p": 118, "n": 95}, "folding": {"folds": [{"p": 22, "n": 23}, {"p": 96, "n": 72}]}},
        {"dataset": {"p": 781, "n": 423}, "folding": {"folds": [{"p": 300, "n": 200}, {"p": 481, "n": 223}]}},
    ]
}
UNKNOWN = {"dataset": {"p": 126, "n": 131}, "folding": {"n_folds": 2, "n_repeats": 1}}
TWO_UNKNOWN = {
    "evaluations": [
        {"dataset": {"p": 13, "n": 73}, "folding": {"n_folds": 4, "n_repeats": 1}},
        {"dataset": {"p": 7, "n": 26}, "folding": {"n_folds": 3, "n_repeats": 1}},
    ]
}
GLASS_FOLDS = [(4, 44)] * 6 + [(5, 43)] * 2
FOUR_SETS = [(349, 50), (478, 323), (324, 83), (123, 145)]
WINES = [(117, 2466), (60, 2640)]
KNOWN_FOLDS = [[(22, 23), (96, 72)], [(300, 200), (481, 223)]]
TWO_FOLDS = [{"positives": 126, "negatives": 131, "folds": 2}]
MANY_FOLDS = [{"positives": 13, "negatives": 73, "folds": 4}, {"positives": 7, "negatives": 26, "folds": 3}]

PRINTED = {
    "one test set": Example("check_1_testset_no_kfold", TEST, {"acc": 0.62, **FIVE}, "1e-2", False, (530, 902)),
    "folds": Example("check_1_dataset_known_folds_mos", FOLDS, {"acc": 0.573, "sens": 0.768, "bacc": 0.662}, "1e-3",
        False, parts=[[(52, 94), (74, 37)]]),
    "score of means": Example("check_1_dataset_kfold_som", MONK, {**MONKS, "npv": 0.744}, "1e-3", False,
        (3 * 204, 3 * 228)),
    "test sets": Example("check_n_testsets_som_no_kfold", THREE, {"acc": 0.4719, "npv": 0.6253, "f1p": 0.3091},
        "1e-4", False, (517, 1049)),
    "mean over test sets": Example("check_n_testsets_mos_no_kfold", FOUR,
        {"acc": 0.6441, "sens": 0.6706, "spec": 0.3796, "bacc": 0.5251}, "1e-4", False, parts=FOUR_SETS),
    "data sets": Example("check_n_datasets_som_kfold_som", SAHEART,
        {"acc": 0.631, "sens": 0.341, "spec": 0.802, "f1p": 0.406, "fm": 0.414}, "1e-3", False,
        (2 * (389 + 160), 2 * (630 + 302))),
    "mean over data sets": Example("check_n_datasets_mos_kfold_som",
        {"evaluations": WINE, "dataset_score_bounds": {"acc": (0.0, 0.5)}},
        {"acc": 0.312, "sens": 0.45, "spec": 0.312, "bacc": 0.381}, "1e-4", False, parts=WINES,
        bounds={"acc": (0.0, 0.5)}),
    "mean over folds and data sets": Example("check_n_datasets_mos_known_folds_mos", KNOWN,
        {"acc": 0.61, "sens": 0.709, "spec": 0.461, "bacc": 0.585}, "1e-3", False, parts=KNOWN_FOLDS),
    "unknown folds": Example("check_1_dataset_unknown_folds_mos", UNKNOWN,
        {"acc": 0.573, "sens": 0.768, "bacc": 0.662}, "1e-3", False, parts=TWO_FOLDS),
    "unknown folds of two": Example("check_n_datasets_mos_unknown_folds_mos", TWO_UNKNOWN,
        {"acc": 0.357, "sens": 0.323, "spec": 0.362, "bacc": 0.343}, "1e-3", False, parts=MANY_FOLDS),
}  # fmt: skip
OTHER_BOUNDS = {"evaluations": WINE, "dataset_score_bounds": {"acc": (0.5, 1.0)}}


def altered(name: str, *, without: str = "", **scores: float) -> Example:
    """The README's second half of an example: the same with another score, which no data have."""
    kept = {key: value for key, value in PRINTED[name].scores.items() if key != without}
    return replace(PRINTED[name], scores={**kept, **scores}, inconsistent=True)


EXAMPLES = {
    **PRINTED,
    "purpose": Example("check_1_testset_no_kfold", {"testset": {"p": 100, "n": 200}},
        {"acc": 0.9567, "sens": 0.8545, "spec": 0.9734}, "1e-4", True, (100, 200)),
    "folds with bounds": Example("check_1_dataset_known_folds_mos", GLASS,
        {"acc": 0.9, "spec": 0.9, "sens": 0.6, "bacc": 0.1}, "1e-2", True, parts=[GLASS_FOLDS],
        bounds={"acc": (0.8, 1.0)}),
    "one test set, altered": altered("one test set", acc=0.92),
    "folds, altered": altered("folds", sens=0.568),
    "score of means, altered": altered("score of means", npv=0.754),
    "test sets, altered": altered("test sets", npv=0.6263),
    "mean over test sets, altered": altered("mean over test sets", sens=0.6756),
    "data sets, altered": altered("data sets", acc=0.731),
    "mean over data sets, altered": replace(
        altered("mean over data sets", acc=0.412), theirs=OTHER_BOUNDS, bounds={"acc": (0.5, 1.0)}
    ),
    "mean over folds and data sets, altered": altered("mean over folds and data sets", without="bacc", acc=0.71),
    "unknown folds, altered": altered("unknown folds", bacc=0.862),
    "unknown folds of two, altered": altered("unknown folds of two", bacc=0.9),
}  # fmt: skip
