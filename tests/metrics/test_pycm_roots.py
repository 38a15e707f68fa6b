"""PyCM's distances with roots on matrices full of zeros: the same value, or none in both."""

from __future__ import annotations

import pycm

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.values import Undefined
from tests.cases import size
from tests.metrics.test_peers import close, pycm_of
from tests.metrics.test_pycm_keys import full_of_zeros

THEIRS = {
    "kuhns_7": "KuhnsVII",
    "dennis": "Dennis",
    "digby": "Digby",
    "goodall": "Goodall",
    "andres_marzo_delta": "AndresMarzoDelta",
    "baroni_urbani_buser_1": "BaroniUrbaniBuserI",
    "baroni_urbani_buser_2": "BaroniUrbaniBuserII",
}


def test_distances_with_roots() -> None:
    compared = dict.fromkeys(THEIRS, 0)
    for rows in full_of_zeros(size(100, 500)):
        cm, peer = ConfusionMatrix(rows), pycm_of(rows)
        for name, distance in THEIRS.items():
            for label, theirs in enumerate(peer.distance(metric=pycm.DistanceType[distance]).values()):
                ours = cm.value(name, label=label)
                assert isinstance(ours, Undefined) is (theirs == "None"), (name, rows, theirs)
                if theirs != "None":
                    assert close(ours, theirs), (name, rows, theirs)
                    compared[name] += 1
    assert min(compared.values()) > 100
