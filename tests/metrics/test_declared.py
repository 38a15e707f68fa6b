"""What a metric declares of itself beyond what the contracts ask of those that are registered."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactmetrics import ConfusionMatrix
from exactmetrics.exact.errors import ContradictionError, InputError
from exactmetrics.metrics.metric import REGISTRY, ClassView, Quantity, metric
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
