"""What a metric declares of itself beyond what the contracts ask of those that are registered."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactmetrics import ConfusionMatrix, explain
from exactmetrics.exact.errors import ContradictionError, InputError
from exactmetrics.metrics.metric import REGISTRY, ClassView, MatrixView, Parameter, Quantity, metric
from exactmetrics.views.rates import form_ratio


def test_the_best_value_may_lie_inside_of_the_range() -> None:
    """Frequency bias, predictions over samples of a class: Jolliffe and Stephenson 2012, section 3.2."""

    @metric("frequency_bias", scope="class", range=(0, None), direction="none")
    def bias(c: ClassView) -> Quantity:
        "The frequency bias of a class is the number of its predictions divided by the number of its samples."
        return c.predicted / c.support

    try:
        page = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]]).derive("frequency_bias", label=0)
        assert page.value == Fraction(9, 8)
        assert "The best value is 1; values can be lower or higher." in page.to_text()
        with pytest.raises(InputError, match=r"bias is -1/2, and it is never less than 0"):
            ConfusionMatrix.from_rates(n=5, frequency_bias="-1/2")
        with pytest.raises(ContradictionError, match=r"= 22/3 is not .* The nearest is 5, with frequency_bias = 5/3"):
            ConfusionMatrix.from_rates(n=5, positives=3, frequency_bias="22/9")
    finally:
        form_ratio.cache_clear()
        del REGISTRY["frequency_bias"]


def test_a_definition_outside_the_package_says_what_its_metric_is() -> None:
    """By the keys of a catalogue, in every language, and in a reader's own words."""
    weight = Parameter(
        "w", lambda w: w >= 0, (Fraction(1), Fraction(2)), "w", says={"meaning": "a weight", "domain": "at least 0"}
    )

    @metric(
        "skewed_hits", scope="matrix", title="skewed hit rate", idea="It is of no use.", parameters=(weight,),
        meaning="the samples are hit {percent} of the time", question="How often are they hit",
        reads=["Here {h} is large."], parts={"h": {"title": "number of hits", "doc": "the hits of all classes"}},
        mistake="Do not forget w. That gives {value}.", wrong="accuracy",
    )  # fmt: skip
    def skewed(m: MatrixView, w: Quantity) -> Quantity:
        """The skewed hit rate is what it is.

        It has a note. Reference: nobody.

        >>> 1 + 1
        """
        return m.let("h", w * m.sum(lambda c: c.tp)) / (w * m.n + 1)

    @skewed.convention("plain", meaning="")
    def _(m: MatrixView) -> Quantity:
        """The plain hit rate is another one."""
        return m.sum(lambda c: c.tp) / m.n

    cm = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
    try:
        assert (skewed.title, skewed.standard.description) == ("skewed hit rate", "The skewed hit rate is what it is.")
        for language in ("en", "de"):
            said = " ".join(cm.derive("skewed_hits", w=1, language=language).to_text().split())
            for text in ("It is of no use.", "Here h is large.", "number of hits", "18/29", "Do not forget w."):
                assert text in said, (language, text)
            told = explain("skewed_hits", language=language)
            for text in ("It has a note.", "nobody", "a weight", "at least 0", "The plain hit rate is another one."):
                assert text in told, (language, text)
        reworded = cm.derive("skewed_hits", w=1, words={"words": {"hit": "met"}}).to_text()
        assert "How often are they met" in reworded
        assert "samples are hit" not in cm.derive("skewed_hits", convention="plain").to_text()
    finally:
        del REGISTRY["skewed_hits"]
    with pytest.raises(TypeError, match="'ideas' is neither a trait of a metric nor what is said of one"):
        metric("misspelt", scope="class", ideas="None.")(lambda c: c.tp)  # type: ignore[call-arg]
