"""Scales against the tables they were printed as, against PyCM's own cuts, and on the cuts themselves."""

from __future__ import annotations

import json
from fractions import Fraction

import pycm
import pytest
from pycm import interpret as theirs

import exactmetrics as em
from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.values import root
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.scales import Scale, interpretation, scale_named, scales, scales_of
from exactmetrics.metrics.summary import summary_metrics
from tests.cases import each, size
from tests.cli.run import printed, refused, run, schema

# As they are printed: two decimals, both ends included.
PRINTED = {
    "landis-koch": [
        ("-1.00", "-0.01", "poor"), ("0.00", "0.20", "slight"), ("0.21", "0.40", "fair"), ("0.41", "0.60", "moderate"),
        ("0.61", "0.80", "substantial"), ("0.81", "1.00", "almost perfect"),
    ],
    "fleiss": [("-1.00", "0.39", "poor"), ("0.40", "0.75", "fair to good"), ("0.76", "1.00", "excellent")],
    "altman": [
        ("-1.00", "0.19", "poor"), ("0.21", "0.40", "fair"), ("0.41", "0.60", "moderate"), ("0.61", "0.80", "good"),
        ("0.81", "1.00", "very good"),
    ],
    "cicchetti": [
        ("-1.00", "0.39", "poor"), ("0.40", "0.59", "fair"), ("0.60", "0.74", "good"), ("0.75", "1.00", "excellent"),
    ],
}  # fmt: skip
PYCM = {
    "pycm-landis-koch": theirs.kappa_analysis_koch, "pycm-fleiss": theirs.kappa_analysis_fleiss,
    "pycm-altman": theirs.kappa_analysis_altman, "pycm-cicchetti": theirs.kappa_analysis_cicchetti,
    "pycm-mcc": theirs.MCC_analysis, "pycm-plr": theirs.PLR_analysis, "pycm-nlr": theirs.NLR_analysis,
    "pycm-dp": theirs.DP_analysis, "pycm-auc": theirs.AUC_analysis, "pycm-q": theirs.Q_analysis,
    "pycm-alpha": theirs.alpha_analysis, "pycm-cramers-v": theirs.V_analysis, "pycm-lambda": theirs.lambda_analysis,
    "pycm-contingency-coefficient": theirs.pearson_C_analysis,
}  # fmt: skip
LOWEST = dict.fromkeys(("pycm-plr", "pycm-nlr", "pycm-dp", "pycm-lambda", "pycm-contingency-coefficient"), 0)
BOUNDARY = [[1, 0], [1, 1]]


def word(scale: str, value: Fraction) -> str:
    return interpretation(scales()[scale], value).word


def test_every_scale_is_held_against_something() -> None:
    assert scales().keys() == PRINTED.keys() | PYCM.keys()


@each("scale", PRINTED)
def test_every_printed_decimal_has_its_word(scale: str) -> None:
    for low, high, expected in PRINTED[scale]:
        for hundredth in range(int(Fraction(low) * 100), int(Fraction(high) * 100) + 1):
            assert word(scale, Fraction(hundredth, 100)) == expected, hundredth


@each("scale", PYCM)
def test_the_cuts_are_those_of_pycm(scale: str) -> None:
    """A fraction as the double nearest to it lies on the same side of PyCM's cuts, which are such doubles."""
    low, top = LOWEST.get(scale, -1), 12 if scale in ("pycm-plr", "pycm-nlr", "pycm-dp") else 1
    values = {Fraction(p, q) for q in range(1, size(20, 60)) for p in range(low * q, top * q + 1)}
    values |= {band.low for band in scales()[scale].bands if band.low is not None}
    for value in values:
        assert word(scale, value) == PYCM[scale](float(value)).lower(), value


def test_the_boundary_that_a_float_misses() -> None:
    """Kappa is exactly 2/5; PyCM's own cut calls that moderate, and PyCM prints another word."""
    cm, of_pycm = em.ConfusionMatrix(BOUNDARY), pycm.ConfusionMatrix(matrix={0: {0: 1, 1: 0}, 1: {0: 1, 1: 1}})
    assert cm.value("kappa") == Fraction(2, 5)
    assert theirs.kappa_analysis_koch(0.4) == "Moderate"
    assert of_pycm.SOA1 == "Fair"
    assert cm.interpret("kappa", scale="pycm-landis-koch").word == "moderate"
    assert of_pycm.SOA2 == "Poor"
    assert cm.interpret("kappa", scale="pycm-fleiss").word == "intermediate to good"
    assert str(cm.interpret("kappa", scale="landis-koch")) == "fair: 1/5 < 2/5 <= 2/5 (Landis and Koch 1977)"


@each("scale", list(scales().values()), ids=lambda scale: scale.name)
def test_a_scale_is_whole(scale: Scale) -> None:
    """Every cut belongs to one of its sides, and a root beside a cut is told from it."""
    assert scale.title
    assert scale.cited
    assert all(metric_named(name).name == name and scale in scales_of(metric_named(name)) for name in scale.metrics)
    for below, above in zip(scale.bands, scale.bands[1:], strict=False):
        assert below.high is not None
        assert below.high == above.low
        assert below.high_closed is not above.low_closed
        near = Fraction(1, 10**40)
        assert word(scale.name, below.high - near) == below.word
        assert word(scale.name, below.high + near) == above.word
        if below.high > 0:  # a root that agrees with the cut in forty digits
            beside = root(below.high**2 - near), root(below.high**2 + near)
            assert not any(isinstance(value, Fraction) for value in beside)
            assert [interpretation(scale, value).word for value in beside] == [below.word, above.word]


def test_a_scale_of_another_metric_is_refused() -> None:
    cm = em.ConfusionMatrix(BOUNDARY)
    with pytest.raises(UsageError, match="no scale 'fleiss' of mcc; choose from: pycm-mcc"):
        cm.interpret("mcc", scale="fleiss")
    with pytest.raises(UsageError, match="no scale speaks of accuracy; there are scales of kappa"):
        cm.interpret("accuracy", scale="fleiss")
    with pytest.raises(UsageError, match="did you mean 'fleiss'"):
        cm.derive("kappa", scale="flies")
    with pytest.raises(UsageError, match="'label'"):
        cm.interpret("kappa", scale="fleiss", lable=0)
    assert not any(scales_of(metric) for metric in summary_metrics())


def test_no_value_has_no_word() -> None:
    cm = em.ConfusionMatrix([[4, 0], [0, 0]])
    with pytest.raises(UndefinedValueError, match="kappa is 0/0"):
        cm.interpret("kappa", scale="fleiss")
    assert cm.interpret("kappa", scale="fleiss", undefined=1).word == "excellent"
    assert "Fleiss" not in cm.derive("kappa", scale="fleiss").to_text()


def test_of_a_class() -> None:
    cm = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
    assert str(cm.interpret("plr", label="dog", scale="pycm-plr")) == "poor: 1 <= 28/9 < 5 (PyCM 4.6, PLRI)"
    assert cm.interpret("mcc", scale="PyCM_MCC").interval == "3/10 <= 5*sqrt(29)/58 < 1/2"
    assert scale_named("fleiss", metric_named("kappa")).name == "fleiss"


@each("language", ["en", "ar", "de", "es", "fr"])
def test_a_page_tells_the_word_where_it_is_asked_for(language: str) -> None:
    cm = em.ConfusionMatrix(BOUNDARY)
    for format in ("text", "markdown", "latex", "html"):
        page = cm.derive("kappa", scale="altman", language=language).to(format)
        assert page.count("Altman 1991") == 1
        assert "fair" in page.partition("Altman 1991")[2]
        assert "Altman" not in cm.derive("kappa", language=language).to(format)
    assert "Altman" not in cm.derive("kappa", scale="altman", language=language, detail="scaffold").to_text()
    assert "Altman" in cm.derive("kappa", scale="altman", language=language, detail="brief").to_text()


def test_the_command_line() -> None:
    assert printed("value", "1 0; 1 1", "-m", "kappa", "--scale", "landis-koch").splitlines() == [
        "2/5", "fair: 1/5 < 2/5 <= 2/5 (Landis and Koch 1977)",
    ]  # fmt: skip
    answer = json.loads(printed("value", "1 0; 1 1", "-m", "kappa", "--scale", "fleiss", "--json"))
    schema("value").validate(answer)
    assert (answer["interpretation"]["word"], answer["interpretation"]["low_closed"]) == ("fair to good", True)
    nothing = json.loads(printed("value", "4 0; 0 0", "-m", "kappa", "--scale", "fleiss", "--json"))
    schema("value").validate(nothing)
    assert nothing["interpretation"] is None
    assert run("value", "4 0; 0 0", "-m", "kappa", "--scale", "fleiss").stdout == "undefined\n"
    assert 'called "fair"' in " ".join(printed("derive", "1 0; 1 1", "-m", "kappa", "--scale", "altman").split())
    assert "no scale speaks of f1" in refused("value", "1 0; 1 1", "-m", "f1", "-a", "macro", "--scale", "fleiss")
    assert "--scale" in refused("derive", "docs/scores.csv", "-m", "roc_auc", "--scale", "fleiss")
