"""Values worked out in the sources and in the literature, exactly.

The bird, cat and dog matrix: "Weighted metrics" tutorial; Fig. 1, Fig. 23, Examples 3 and 4: Fahmy Amin 2023.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.values import Root
from tests.cases import each
from tests.contracts.matrices import BIRDS, FIG_23
from tests.oracle import Oracle

BIRD_CAT_DOG = ["bird", "cat", "dog"]


def ask(rows: list[list[Any]], metric: str, **options: Any) -> Any:
    return ConfusionMatrix(rows, labels=BIRD_CAT_DOG[: len(rows)]).value(metric, **options)


@each(
    ("metric", "options", "expected"),
    [
        ("accuracy", {}, Fraction(9, 14)),
        ("precision", {"average": "weighted"}, Fraction(409, 630)),
        ("recall", {"average": "weighted"}, Fraction(9, 14)),
        ("f1", {"average": "weighted"}, Fraction(841, 1309)),
        ("precision", {"label": "bird"}, Fraction(2, 3)),
        ("precision", {"label": "cat"}, Fraction(5, 9)),
        ("precision", {"label": "dog"}, Fraction(7, 10)),
    ],
)
def test_the_weighted_metrics_tutorial(metric: str, options: dict[str, Any], expected: Fraction) -> None:
    assert ask(BIRDS, metric, **options) == expected


def test_mcc_is_a_root() -> None:
    value = ask(BIRDS, "mcc")
    assert (value.sign, value.square) == (1, Fraction(25, 116))
    assert str(value) == "5*sqrt(29)/58"


@each(
    ("metric", "options", "expected"),
    [
        ("accuracy", {}, Fraction(78, 107)),
        ("average_accuracy", {}, Fraction(263, 321)),
        ("balanced_accuracy", {}, Fraction(898, 1155)),
        ("balanced_accuracy", {"convention": "recall-specificity"}, Fraction(1044067, 1256640)),
        ("precision", {"average": "macro"}, Fraction(3427, 6435)),
        ("precision", {"average": "weighted"}, Fraction(13551, 15301)),
        ("f1", {"average": "macro"}, Fraction(49798, 87135)),
        ("f1", {"average": "macro", "combine": "averages"}, Fraction(6154892, 9736815)),
        ("f1", {"average": "weighted", "combine": "averages"}, Fraction(234884, 293715)),
        ("fbeta", {"beta": "4/5", "convention": "convex", "label": "bird"}, Fraction(4, 13)),
        ("fbeta", {"beta": "4/5", "convention": "convex", "label": "cat"}, Fraction(65, 71)),
        ("fbeta", {"beta": "4/5", "convention": "convex", "label": "dog"}, Fraction(9, 23)),
        ("fbeta", {"beta": 0.8, "convention": "convex", "label": "dog"}, Fraction(9, 23)),
        ("fbeta", {"beta": "1/2", "label": "dog"}, Fraction(9, 23)),
        (
            "fbeta",
            {"beta": "4/5", "convention": "convex", "average": "macro", "combine": "averages"},
            Fraction(3077446, 5414541),
        ),
        (
            "fbeta",
            {"beta": "4/5", "convention": "convex", "average": "weighted", "combine": "averages"},
            Fraction(587210, 691541),
        ),
    ],
)
def test_figure_23(metric: str, options: dict[str, Any], expected: Fraction) -> None:
    assert ask(FIG_23, metric, **options) == expected


@each(
    ("rows", "metric", "options", "expected"),
    [
        ([[5, 1], [5, 7]], "f1", {"average": "weighted"}, Fraction(27, 40)),
        ([[1, 0], [1, 1]], "kappa", {}, Fraction(2, 5)),
        ([[1, 1], [0, 2]], "precision", {"average": "weighted"}, Fraction(5, 6)),
        ([[1, 1], [0, 2]], "recall", {"average": "weighted"}, Fraction(3, 4)),
        ([[1, 1], [0, 2]], "f1", {"average": "weighted"}, Fraction(11, 15)),
        # two balanced classes told perfectly: one text's product gives 1/2, its formula 2
        ([[4, 0], [0, 4]], "balanced_accuracy", {"convention": "weighted-text"}, Fraction(1, 2)),
        ([[4, 0], [0, 4]], "balanced_accuracy", {"convention": "weighted-formula"}, Fraction(2)),
        # classes 0, 0, 1, 1 predicted 0, 2, 1, 1
        ([[1, 0, 1], [0, 2, 0], [0, 0, 0]], "balanced_accuracy", {"over": "true"}, Fraction(3, 4)),
        ([[1, 0, 1], [0, 2, 0], [0, 0, 0]], "balanced_accuracy", {"undefined": 0}, Fraction(1, 2)),
    ],
)
def test_small_matrices(rows: list[list[int]], metric: str, options: dict[str, Any], expected: Fraction) -> None:
    assert ask(rows, metric, **options) == expected


def test_mcc_where_doubles_lose_it() -> None:
    # 0.70711: floating point prints 0.70715
    value = ask([[999999999998, 1], [0, 1]], "mcc")
    assert value == Root(1, Fraction(999999999998, 2 * 999999999999))
    assert f"{float(value):.5f}" == "0.70711"


def test_kappa_where_doubles_lose_its_sign() -> None:
    rows = [[356, 912092436482], [21, 53803205523]]
    value = ask(rows, "kappa")
    assert value == Oracle(rows).value("kappa")
    assert 1.45e-22 < float(value) < 1.55e-22


def test_a_subset_of_the_classes_has_no_common_micro() -> None:
    # classes 1 to 4 of 0 to 4: precision 2/3, recall 4/7, F1 8/13
    rows = [[5, 1, 1, 0, 0], [1, 1, 0, 0, 0], [1, 0, 1, 0, 0], [0, 0, 0, 1, 0], [1, 0, 0, 0, 1]]
    cm = ConfusionMatrix(rows)
    over = [1, 2, 3, 4]
    values = [cm.value(name, average="micro", over=over) for name in ("precision", "recall", "f1")]
    assert values == [Fraction(2, 3), Fraction(4, 7), Fraction(8, 13)]
