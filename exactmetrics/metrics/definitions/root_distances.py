"""Similarities of the samples of a class and the samples predicted as it that hold square roots, or an angle.

Reference: Choi, Cha and Tappert 2010, "A survey of binary similarity and distance measures"; PyCM 4.6 `distance`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.exact.constants import PI
from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.definitions.rates import class_accuracy
from exactmetrics.metrics.metric import metric
from exactmetrics.metrics.quantity import ClassView, Quantity, arcsine, root

HALF_TURN: Any = PI


@metric(
    "kuhns_7",
    scope="class",
    symbol=r"\mathrm{Kuhns}_{\mathrm{VII},<i>}",
    range=(Fraction(-1, 2), 1),
    optimum=None,
    exactness="algebraic",
    aliases=("kuhns_vii",),
    cells=lambda tp, fn, fp, tn, sqrt: ratio(
        tp - ratio((tp + fp) * (tp + fn), tp + fp + fn + tn), sqrt((tp + fp) * (tp + fn))
    ),
    independent=0,
)
def kuhns_7(c: ClassView) -> Quantity:
    """Reference: Kuhns 1965, "The continuum of coefficients of association"; PyCM 4.6 `DistanceType.KuhnsVII`.

    >>> print(cm.value("kuhns_7", label="dog"))
    19*sqrt(30)/420
    """
    return (c.n * c.tp - c.support * c.predicted) / (c.n * root(c.support * c.predicted))


@metric(
    "dennis",
    scope="class",
    symbol=r"\mathrm{Dennis}_{<i>}",
    range=(None, None),
    optimum=None,
    exactness="algebraic",
    scale_free=False,
    aliases=("dennis_similarity",),
    cells=lambda tp, fn, fp, tn, sqrt: ratio(
        tp - ratio((tp + fp) * (tp + fn), tp + fp + fn + tn), sqrt(ratio((tp + fp) * (tp + fn), tp + fp + fn + tn))
    ),
    independent=0,
)
def dennis(c: ClassView) -> Quantity:
    """Reference: Dennis 1965, "The construction of a thesaurus automatically from a sample of text"; PyCM 4.6
    `DistanceType.Dennis`.

    >>> print(cm.value("dennis", label="dog"))
    19*sqrt(210)/210
    """
    return (c.n * c.tp - c.support * c.predicted) / root(c.n * c.support * c.predicted)


@metric(
    "andres_marzo_delta",
    scope="class",
    symbol=r"\Delta_{<i>}",
    range=(-1, 1),
    exactness="algebraic",
    aliases=("andres_marzo", "andres_and_marzo_delta"),
    cells=lambda tp, fn, fp, tn, sqrt: ratio(tp + tn - 2 * sqrt(fp * fn), tp + fp + fn + tn),
)
def andres_marzo_delta(c: ClassView) -> Quantity:
    """Reference: Martín Andrés and Femia Marzo 2004, British Journal of Mathematical and Statistical Psychology 57, for
    a table of two rows and two columns; PyCM 4.6 `DistanceType.AndresMarzoDelta`.

    >>> print(cm.value("andres_marzo_delta", label="dog"))
    5/7 - sqrt(15)/14
    """
    return (c.tp + c.tn - 2 * root(c.fp * c.fn)) / c.n


@metric(
    "baroni_urbani_buser_1",
    scope="class",
    symbol=r"\mathrm{BUB}_{\mathrm{I},<i>}",
    exactness="algebraic",
    aliases=("baroni_urbani_buser_i",),
    cells=lambda tp, fn, fp, tn, sqrt: ratio(sqrt(tp * tn) + tp, sqrt(tp * tn) + tp + fp + fn),
)
def baroni_urbani_buser_1(c: ClassView) -> Quantity:
    """Reference: Baroni-Urbani and Buser 1976, "Similarity of binary data", Systematic Zoology 25; PyCM 4.6
    `DistanceType.BaroniUrbaniBuserI`.

    >>> print(cm.value("baroni_urbani_buser_1", label="dog"))
    7/67 + 4*sqrt(91)/67
    """
    return (root(c.tp * c.tn) + c.tp) / (root(c.tp * c.tn) + c.tp + c.fp + c.fn)


@metric(
    "baroni_urbani_buser_2",
    scope="class",
    symbol=r"\mathrm{BUB}_{\mathrm{II},<i>}",
    range=(-1, 1),
    exactness="algebraic",
    aliases=("baroni_urbani_buser_ii",),
    cells=lambda tp, fn, fp, tn, sqrt: ratio(sqrt(tp * tn) + tp - fp - fn, sqrt(tp * tn) + tp + fp + fn),
)
def baroni_urbani_buser_2(c: ClassView) -> Quantity:
    """Reference: Baroni-Urbani and Buser 1976, "Similarity of binary data", Systematic Zoology 25; PyCM 4.6
    `DistanceType.BaroniUrbaniBuserII`.

    >>> print(cm.value("baroni_urbani_buser_2", label="dog"))
    -53/67 + 8*sqrt(91)/67
    """
    return (root(c.tp * c.tn) + c.tp - c.fp - c.fn) / (root(c.tp * c.tn) + c.tp + c.fp + c.fn)


@metric(
    "goodall",
    scope="class",
    symbol=r"\mathrm{Goodall}_{<i>}",
    exactness="transcendental",
    aliases=("goodall_similarity", "austin_colwell"),
    cells=lambda class_accuracy, sqrt, arcsin, pi: 2 * arcsin(sqrt(class_accuracy)) / pi,
)
def goodall(c: ClassView) -> Quantity:
    """Reference: Goodall 1967, Biometrics 23, "The distribution of the matching coefficient"; Austin and Colwell 1977,
    Systematic Zoology 26; PyCM 4.6 `DistanceType.Goodall`.

    >>> print(cm.value("goodall", label="dog"))
    2*arcsin(sqrt(5/7))/pi
    """
    return 2 * arcsine(root(class_accuracy(c))) / HALF_TURN  # type: ignore[no-any-return]


@metric(
    "digby",
    scope="class",
    symbol=r"\mathrm{Digby}_{<i>}",
    range=(-1, 1),
    exactness="algebraic",
    aliases=("digby_correlation", "digby_similarity", "digby_h"),
    cells=lambda tp, fn, fp, tn, sqrt: ratio(
        sqrt(sqrt((tp * tn) ** 3)) - sqrt(sqrt((fp * fn) ** 3)), sqrt(sqrt((tp * tn) ** 3)) + sqrt(sqrt((fp * fn) ** 3))
    ),
    independent=0,
)
def digby(c: ClassView) -> Quantity:
    """Reference: Digby 1983, "Approximating the tetrachoric correlation coefficient", Biometrics 39; PyCM 4.6
    `DistanceType.Digby`.

    >>> float(cm.value("digby", label="dog"))
    0.5889477600422404
    """
    right, wrong = root((c.tp * c.tn) ** 3, 4), root((c.fp * c.fn) ** 3, 4)
    return (right - wrong) / (right + wrong)
