"""Similarities and scores of a class with logarithms of its counts.

Consonni and Todeschini add 1 to a count before its logarithm is taken, so that a count of 0 has one. Reference:
Consonni and Todeschini 2012, "New similarity coefficients for binary data"; PyCM 4.6 `distance`; for the two others
Ferro and Stephenson 2011, Hasselblad and Hedges 1995.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.exact.constants import PI
from exactmetrics.exact.values import Root
from exactmetrics.metrics.cells import ratio
from exactmetrics.metrics.metric import metric
from exactmetrics.metrics.quantity import ClassView, Quantity, log

SQRT_3_OVER_PI: Any = Root(1, Fraction(3)) / PI


@metric(
    "consonni_todeschini_1",
    scope="class",
    symbol=r"s_{\mathrm{CTI},<i>}",
    exactness="transcendental",
    scale_free=False,
    aliases=("consonni_todeschini_i",),
    cells=lambda tp, fn, fp, tn, log: ratio(log(1 + tp + tn), log(1 + tp + fn + fp + tn)),
)
def consonni_todeschini_1(c: ClassView) -> Quantity:
    """Reference: Consonni and Todeschini 2012, MATCH Communications in Mathematical and in Computer Chemistry 68; PyCM
    4.6 `DistanceType.ConsonniTodeschiniI`.

    >>> print(cm.value("consonni_todeschini_1", label="dog"))
    log29(3) + log29(7)
    """
    return log(1 + c.tp + c.tn) / log(1 + c.n)


@metric(
    "consonni_todeschini_2",
    scope="class",
    symbol=r"s_{\mathrm{CTII},<i>}",
    exactness="transcendental",
    scale_free=False,
    aliases=("consonni_todeschini_ii",),
    cells=lambda tp, fn, fp, tn, log: ratio(log(1 + tp + fn + fp + tn) - log(1 + fp + fn), log(1 + tp + fn + fp + tn)),
)
def consonni_todeschini_2(c: ClassView) -> Quantity:
    """Reference: Consonni and Todeschini 2012, MATCH Communications in Mathematical and in Computer Chemistry 68; PyCM
    4.6 `DistanceType.ConsonniTodeschiniII`.

    >>> print(cm.value("consonni_todeschini_2", label="dog"))
    1 - 2*log29(3)
    """
    return (log(1 + c.n) - log(1 + c.fp + c.fn)) / log(1 + c.n)


@metric(
    "consonni_todeschini_3",
    scope="class",
    symbol=r"s_{\mathrm{CTIII},<i>}",
    optimum=None,
    exactness="transcendental",
    scale_free=False,
    aliases=("consonni_todeschini_iii",),
    cells=lambda tp, fn, fp, tn, log: ratio(log(1 + tp), log(1 + tp + fn + fp + tn)),
)
def consonni_todeschini_3(c: ClassView) -> Quantity:
    """Reference: Consonni and Todeschini 2012, MATCH Communications in Mathematical and in Computer Chemistry 68; PyCM
    4.6 `DistanceType.ConsonniTodeschiniIII`.

    >>> print(cm.value("consonni_todeschini_3", label="dog"))
    3*log29(2)
    """
    return log(1 + c.tp) / log(1 + c.n)


@metric(
    "consonni_todeschini_4",
    scope="class",
    symbol=r"s_{\mathrm{CTIV},<i>}",
    exactness="transcendental",
    scale_free=False,
    aliases=("consonni_todeschini_iv",),
    cells=lambda tp, fn, fp, log: ratio(log(1 + tp), log(1 + tp + fp + fn)),
)
def consonni_todeschini_4(c: ClassView) -> Quantity:
    """Reference: Consonni and Todeschini 2012, MATCH Communications in Mathematical and in Computer Chemistry 68; PyCM
    4.6 `DistanceType.ConsonniTodeschiniIV`.

    >>> print(cm.value("consonni_todeschini_4", label="dog"))
    3/4
    """
    return log(1 + c.tp) / log(1 + c.tp + c.fp + c.fn)


@metric(
    "consonni_todeschini_5",
    scope="class",
    symbol=r"s_{\mathrm{CTV},<i>}",
    range=(-1, 1),
    optimum=None,
    exactness="transcendental",
    scale_free=False,
    aliases=("consonni_todeschini_v",),
    cells=lambda tp, fn, fp, tn, log: ratio(
        log(1 + tp * tn) - log(1 + fp * fn), log(1 + ratio((tp + fn + fp + tn) ** 2, 4))
    ),
)
def consonni_todeschini_5(c: ClassView) -> Quantity:
    """Reference: Consonni and Todeschini 2012, MATCH Communications in Mathematical and in Computer Chemistry 68; PyCM
    4.6 `DistanceType.ConsonniTodeschiniV`.

    >>> print(cm.value("consonni_todeschini_5", label="dog"))
    log197(23) - 2*log197(2)
    """
    return (log(1 + c.tp * c.tn) - log(1 + c.fp * c.fn)) / log(1 + c.n**2 / 4)


@metric(
    "sedi",
    scope="class",
    range=(-1, 1),
    optimum=None,
    exactness="transcendental",
    aliases=("symmetric_extremal_dependence_index",),
    cells=lambda tp, fn, fp, tn, log: ratio(
        log(tp) - log(fn) - log(fp) + log(tn),
        -log(ratio(tp * fn, (tp + fn) ** 2)) - log(ratio(fp * tn, (fp + tn) ** 2)),
    ),
)
def sedi(c: ClassView) -> Quantity:
    """Reference: Ferro and Stephenson 2011, Weather and Forecasting 26, "Extremal dependence indices".

    >>> print(cm.value("sedi", label="dog"))
    (ln(7) + ln(13) - ln(5) - ln(3))/(12*ln(2) + ln(3) - ln(5) - ln(7) - ln(13))
    """
    rates = 2 * log(c.support) + 2 * log(c.fp + c.tn) - log(c.tp) - log(c.fn) - log(c.fp) - log(c.tn)
    return (log(c.tp) + log(c.tn) - log(c.fp) - log(c.fn)) / rates


@metric(
    "discriminant_power",
    scope="class",
    symbol=r"\mathrm{DP}_{<i>}",
    range=(None, None),
    optimum=None,
    exactness="transcendental",
    aliases=("dp",),
    cells=lambda tp, fn, fp, tn, log, sqrt, pi: (log(tp) - log(fn) + log(tn) - log(fp)) * sqrt(ratio(3, 1)) / pi,
)
def discriminant_power(c: ClassView) -> Quantity:
    """Reference: Hasselblad and Hedges 1995, Psychological Bulletin 117, with the natural logarithm; Sokolova,
    Japkowicz and Szpakowicz 2006, "Beyond accuracy, F-score and ROC".

    >>> print(cm.value("discriminant_power", label="dog"))
    sqrt(3)/pi*(ln(7) + ln(13) - ln(3) - ln(5))
    """
    return _discriminant_power(c, None)


@discriminant_power.convention(
    "log10",
    range=(None, None),
    optimum=None,
    cells=lambda tp, fn, fp, tn, log, sqrt, pi: (
        (log(tp) - log(fn) + log(tn) - log(fp)) / log(ratio(10, 1)) * sqrt(ratio(3, 1)) / pi
    ),
)
def _(c: ClassView) -> Quantity:
    """Reference: PyCM 4.6 `DP`, with Bekkar, Djemaa and Alitouche 2013 as its source.

    >>> print(cm.value("discriminant_power", label="dog", convention="log10"))
    sqrt(3)/pi*(log10(2) + log10(7) + log10(13) - log10(3) - 1)
    """
    return _discriminant_power(c, 10)


def _discriminant_power(c: ClassView, base: int | None) -> Quantity:
    odds: Quantity = log(c.tp, base) + log(c.tn, base) - log(c.fp, base) - log(c.fn, base)
    return SQRT_3_OVER_PI * odds  # type: ignore[no-any-return]
