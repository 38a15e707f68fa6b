"""Association and pairs of samples against scipy and scikit-learn, and what is said of their ends."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import scipy.stats
import sklearn.metrics

from exactmetrics.api import ConfusionMatrix
from exactmetrics.compat import sklearn as compat
from exactmetrics.exact.values import Undefined
from tests.cases import size
from tests.contracts.matrices import Rows
from tests.metrics.test_peers import close, given_by_sklearn, labels_of, pycm_of
from tests.metrics.test_pycm_keys import full_of_zeros

PAIRS = {
    "rand_index": ("rand_score", 1),
    "adjusted_rand_index": ("adjusted_rand_score", 1),
    "pair_fowlkes_mallows": ("fowlkes_mallows_score", 0),
}


def test_pairs_of_samples_as_scikit_learn_counts_them() -> None:
    for rows in full_of_zeros(size(60, 1000)):
        for name, (theirs, undefined) in PAIRS.items():
            ours = ConfusionMatrix(rows).value(name, undefined=undefined)
            assert close(ours, given_by_sklearn(getattr(sklearn.metrics, theirs), rows)), (name, rows)
            assert getattr(compat, theirs)(*labels_of(rows)) == ours, (name, rows)


def test_pairs_of_samples_whatever_the_clusters_are_called() -> None:
    rows: Rows = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
    for name in PAIRS:
        turned = [[row[i] for i in (2, 0, 1)] for row in rows]
        assert ConfusionMatrix(rows).value(name) == ConfusionMatrix(turned).value(name)


def test_the_lowest_adjusted_rand_index() -> None:
    """By search: no small matrix has less than -1/2, and of two classes only some of three or four samples have it."""
    squares = [[list(cells[:2]), list(cells[2:])] for cells in product(range(4), repeat=4)]
    cubes = [[list(cells[i : i + 3]) for i in (0, 3, 6)] for cells in product(range(2), repeat=9)]
    values = [(ConfusionMatrix(rows).value("adjusted_rand_index"), rows) for rows in [*squares, *cubes]]
    known = [(value, rows) for value, rows in values if not isinstance(value, Undefined)]
    assert min(value for value, _ in known) == Fraction(-1, 2)
    lowest = [rows for value, rows in known if value == Fraction(-1, 2) and len(rows) == 2]
    assert [[1, 1], [1, 1]] in lowest
    assert all(max(map(max, rows)) == 1 and sum(map(sum, rows)) >= 3 for rows in lowest)


def test_association_as_scipy_measures_it() -> None:
    for rows in full_of_zeros(size(60, 1000)):
        cm, full = ConfusionMatrix(rows), np.array(rows)
        if not (full.sum(0).all() and full.sum(1).all()):
            assert isinstance(cm.value("chi_squared"), Undefined)
            continue
        assert close(cm.value("chi_squared"), scipy.stats.chi2_contingency(full, correction=False)[0]), rows
        for name, method in (("cramers_v", "cramer"), ("contingency_coefficient", "pearson")):
            theirs = scipy.stats.contingency.association(full, method=method, correction=False)
            assert close(cm.value(name), theirs), (name, rows)


def test_phi_squared_of_two_classes_is_the_square_of_their_correlation() -> None:
    draw = Random(5)
    for _ in range(50):
        rows = [[draw.randint(1, 9) for _ in range(2)] for _ in range(2)]
        cm = ConfusionMatrix(rows)
        assert cm.value("phi_squared") == cm.value("mcc") ** 2 == cm.value("cramers_v") ** 2


def test_net_benefit_as_pycm_counts_it() -> None:
    for rows in full_of_zeros(size(20, 300)):
        cm, peer = ConfusionMatrix(rows), pycm_of(rows)
        for chosen in (0.0, 0.25, 1.0):
            for label, their in enumerate(peer.NB(chosen).values()):
                assert close(cm.value("net_benefit", label=label, w=chosen), their), rows
