"""How good scores are as probabilities. Reference: Brier 1950; Guo et al. 2017."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.metrics.metric import Parameter
from exactmetrics.metrics.quantity import Quantity, absolute
from exactmetrics.metrics.score_metric import AllScores, Bin, Scored, score_metric

BINS = Parameter(
    "bins",
    lambda m: m.denominator == 1 and 1 <= m <= 1_000_000,
    (Fraction(10), Fraction(15), Fraction(5)),
    "m",
)


def _squared(x: Scored) -> Quantity:
    return (x.score - x.truth) ** 2


@score_metric(
    "brier",
    of="samples",
    symbol=r"\mathrm{BS}",
    direction="down",
    optimum=0,
    range=(0, None),
    aliases=("brier_score", "brier_score_loss", "brier_class"),
    probabilities=True,
    implemented_by={"sklearn": "brier_score_loss", "pycm": "brier_score", "yardstick": "brier_class"},
)
def brier(s: AllScores) -> Quantity:
    """Reference: Brier 1950, Monthly Weather Review 78; scikit-learn 1.9 `brier_score_loss`.

    >>> em.Scores([0, 1, 1, 0], ["0.1", "0.9", "0.8", "0.3"]).value("brier")
    Fraction(3, 80)
    """
    return s.mean(lambda sample: sample.outcomes(_squared))


@brier.convention("halved", optimum=0, range=(0, None))
def _(s: AllScores) -> Quantity:
    """Reference: yardstick 1.4 `brier_class`; scikit-learn 1.9 `brier_score_loss` with `scale_by_half=True`."""
    return s.mean(lambda sample: sample.both(_squared)) / 2


@brier.convention("original", optimum=0, range=(0, None))
def _(s: AllScores) -> Quantity:
    """Reference: Brier 1950, Monthly Weather Review 78, eq. (2)."""
    return s.mean(lambda sample: sample.both(_squared))


@score_metric(
    "log_loss",
    of="samples",
    symbol=r"\mathrm{LL}",
    direction="down",
    optimum=0,
    range=(0, None),
    exactness="transcendental",
    aliases=("logloss", "cross_entropy_loss", "mn_log_loss"),
    probabilities=True,
    implemented_by={"sklearn": "log_loss", "pycm": "log_loss", "yardstick": "mn_log_loss"},
)
def log_loss(s: AllScores) -> Quantity:
    """Reference: Good 1952, Journal of the Royal Statistical Society B 14; Bishop 2006, eq. (4.90) and (4.108), divided
    by the number of samples.

    >>> print(em.Scores([0, 1, 1, 0], ["0.1", "0.9", "0.8", "0.3"]).value("log_loss"))
    1/4*ln(2) + ln(5) - ln(3) - 1/4*ln(7)
    """
    return -s.mean_log(lambda sample: sample.own_score)


@log_loss.convention("bits", range=(0, None), optimum=0)
def _(s: AllScores) -> Quantity:
    """Reference: Good 1952, Journal of the Royal Statistical Society B 14; scikit-learn's value divided by ln 2."""
    return -s.mean_log(lambda sample: sample.own_score, 2)


def _squared_share(x: Scored) -> Quantity:
    return (x.share - x.truth) ** 2


@score_metric(
    "d2_brier",
    of="samples",
    symbol=r"D^2_{\mathrm{BS}}",
    range=(None, 1),
    aliases=("d2_brier_score", "brier_skill_score", "bss"),
    probabilities=True,
    implemented_by={"sklearn": "d2_brier_score"},
)
def d2_brier(s: AllScores) -> Quantity:
    """Reference: Wilks 2011, Statistical Methods in the Atmospheric Sciences; scikit-learn 1.9 `d2_brier_score`.

    >>> em.Scores([0, 1, 1, 0], ["0.1", "0.9", "0.8", "0.3"]).value("d2_brier")
    Fraction(17, 20)
    """
    return s.skill(
        s.mean(lambda sample: sample.outcomes(_squared)), s.mean(lambda sample: sample.outcomes(_squared_share))
    )


@score_metric(
    "d2_log_loss",
    of="samples",
    symbol=r"D^2_{\mathrm{LL}}",
    range=(None, 1),
    exactness="transcendental",
    aliases=("d2_log_loss_score",),
    probabilities=True,
    implemented_by={"sklearn": "d2_log_loss_score"},
)
def d2_log_loss(s: AllScores) -> Quantity:
    """Reference: McFadden 1974; scikit-learn 1.9 `d2_log_loss_score`.

    >>> print(em.Scores([0, 1, 1, 0], ["0.5", "0.5", "1", "0.5"]).value("d2_log_loss"))
    1/4
    """
    return s.skill(-s.mean_log(lambda sample: sample.own_score), -s.mean_log(lambda sample: sample.own_share))


@score_metric(
    "ranked_probability_score",
    of="samples",
    symbol=r"\mathrm{RPS}",
    direction="down",
    optimum=0,
    range=(0, None),
    aliases=("rps",),
    probabilities=True,
)
def ranked_probability_score(s: AllScores) -> Quantity:
    """Reference: Epstein 1969, for the origin; Murphy 1971, Journal of Applied Meteorology 10; Wilks 2011, Statistical
    Methods in the Atmospheric Sciences.

    >>> rows = [["0.6", "0.3", "0.1"], ["0.2", "0.5", "0.3"], ["0.4", "0.4", "0.2"]]
    >>> em.Scores([1, 2, 3], rows).value("ranked_probability_score")
    Fraction(11, 30)
    """
    return s.mean(lambda sample: sample.cumulated(_squared))


@ranked_probability_score.convention("normalized", optimum=0, range=(0, None))
def _(s: AllScores) -> Quantity:
    """Reference: yardstick 1.4 `ranked_prob_score`."""
    return s.mean(lambda sample: sample.cumulated(_squared)) / (s.k - 1)


@score_metric(
    "hinge_loss",
    of="samples",
    symbol="H",
    direction="down",
    optimum=None,
    range=(0, None),
    aliases=("hinge",),
    implemented_by={"sklearn": "hinge_loss", "torchmetrics": "HingeLoss"},
)
def hinge_loss(s: AllScores) -> Quantity:
    """Reference: Crammer and Singer 2001, Journal of Machine Learning Research 2; scikit-learn 1.9 `hinge_loss`.

    >>> em.Scores([-1, 1, 1], ["-2.18", "2.36", "0.09"]).value("hinge_loss")
    Fraction(91, 300)
    """
    return s.mean(lambda sample: sample.lacking)


@hinge_loss.convention("squared", range=(0, None), optimum=None)
def _(s: AllScores) -> Quantity:
    """Reference: torchmetrics 1.9 `HingeLoss` with `squared=True`."""
    return s.mean(lambda sample: sample.lacking**2)


def _gap(b: Bin) -> Quantity:
    return absolute(b.right - b.confidence)


@score_metric(
    "expected_calibration_error",
    of="samples",
    symbol=r"\mathrm{ECE}",
    direction="down",
    optimum=None,
    aliases=("ece", "calibration_error"),
    parameters=(BINS,),
    probabilities=True,
    implemented_by={"torchmetrics": "CalibrationError"},
)
def expected_calibration_error(s: AllScores, bins: Quantity) -> Quantity:
    """Reference: Guo et al. 2017, ICML, eq. (3).

    >>> em.Scores([0, 1, 1, 0], ["0.1", "0.9", "0.8", "0.3"]).value("ece", bins=2)
    Fraction(7, 40)
    """
    return s.over_bins(bins, _gap) / s.n


@expected_calibration_error.convention("lower_bound", parameters=(BINS,), optimum=None)
def _(s: AllScores, bins: Quantity) -> Quantity:
    """Reference: torchmetrics 1.9 `CalibrationError` with the norm "l1"."""
    return s.over_bins(bins, _gap, left=True) / s.n


@score_metric(
    "maximum_calibration_error",
    of="samples",
    symbol=r"\mathrm{MCE}",
    direction="down",
    optimum=None,
    aliases=("mce",),
    parameters=(BINS,),
    probabilities=True,
    implemented_by={"torchmetrics": "CalibrationError"},
)
def maximum_calibration_error(s: AllScores, bins: Quantity) -> Quantity:
    """Reference: Naeini, Cooper and Hauskrecht 2015; Guo et al. 2017, ICML, eq. (5).

    >>> em.Scores([0, 1, 1, 0], ["0.1", "0.9", "0.8", "0.3"]).value("mce", bins=2)
    Fraction(1, 5)
    """
    return s.highest_bin(bins, lambda b: absolute(b.right / b.weight - b.confidence / b.weight))
