"""PyCM's distances with the larger or the smaller of two numbers, given Fractions, return what is equal to ours."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pycm.distance import DISTANCE_MAPPER, DistanceType

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.values import Undefined
from tests.cases import each, size

OURS = {
    "AMPLE": "ample", "BeniniII": "loevinger_h", "ForbesII": "loevinger_h", "KuhnsV": "kuhns_5", "KuhnsVI": "kuhns_6",
}  # fmt: skip


@each("name", OURS, ids=str)
def test_pycm_gives_the_same_number(name: str) -> None:
    draw, compared = Random(7), 0
    for _ in range(size(100, 500)):
        tp, fn, fp, tn = (Fraction(draw.choice((0, 0, 1, 2, 7, 30))) for _ in range(4))
        if not tp + fn + fp + tn:
            continue
        ours = ConfusionMatrix([[tp, fn], [fp, tn]], labels=["x", "y"]).value(OURS[name], label="x")
        theirs = DISTANCE_MAPPER[DistanceType[name]](tp, fp, fn, tn)
        if theirs == "None":
            assert isinstance(ours, Undefined), (tp, fn, fp, tn)
            continue
        assert not isinstance(ours, Undefined), (tp, fn, fp, tn)
        assert abs(float(ours) - float(theirs)) <= 1e-9, (tp, fn, fp, tn)
        compared += 1
    assert compared > 40
