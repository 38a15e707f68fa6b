"""Aickin's alpha of a class: the weight of the agreement in his model, and what PyCM's steps come near to."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from exactmetrics.api import ConfusionMatrix
from tests.cases import size
from tests.metrics.test_peers import pycm_of


def test_aickins_alpha() -> None:
    """Of two classes and without zeros PyCM's steps come near to the formula, if it takes enough of them.

    With its own 0.0001 between two steps it is off by up to 2/100, and far below 0 its steps come near to nothing.
    """
    draw = Random(1990)
    for _ in range(size(100, 1000)):
        rows = [[draw.randint(1, 60) for _ in "ab"] for _ in "ab"]
        ours, peer = ConfusionMatrix(rows).value("aickin_alpha", label=0), pycm_of(rows)
        if ours >= Fraction(-2, 5):
            assert abs(float(ours) - peer.aickin_alpha(max_iter=10**5, epsilon=1e-15)) < 1e-11, rows
            assert abs(float(ours) - peer.aickin_alpha()) < 2e-2, rows


def test_aickins_alpha_of_his_model_is_the_weight_of_the_agreement() -> None:
    """Aickin 1990: with probability alpha both agree for a cause, on a class in proportion to what chance agrees on."""
    shares = [Fraction(n, 7) for n in (1, 2, 4)]
    for alpha, p, q in product([Fraction(n, 9) for n in (0, 1, 4, 8)], shares, shares):
        s = p * q + (1 - p) * (1 - q)
        rows = [
            [(1 - alpha) * p * q + alpha * p * q / s, (1 - alpha) * p * (1 - q)],
            [(1 - alpha) * (1 - p) * q, (1 - alpha) * (1 - p) * (1 - q) + alpha * (1 - p) * (1 - q) / s],
        ]
        assert ConfusionMatrix(rows).value("aickin_alpha", label=0) == alpha
