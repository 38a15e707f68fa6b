"""What is no label, no number or no option is refused with an error of ours, whatever function is given it."""

from __future__ import annotations

import inspect
import re
import warnings
from decimal import Decimal
from typing import Any

import exactmetrics.compat.sklearn as compat
from exactmetrics.exact.errors import ExactMetricsError
from tests.cases import each

ODD = [Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), 10**400, -(10**400), [[1]], [[[0]]], {}, {1}]
FUNCTIONS = [name for name in compat.__all__ if inspect.isfunction(getattr(compat, name))]


@each("name", FUNCTIONS, quick=len(FUNCTIONS))
def test_odd_values_are_refused_or_taken(name: str) -> None:
    function = getattr(compat, name)
    parameters = inspect.signature(function).parameters
    columns = dict(zip(parameters, ([0, 1, 1, 0], [0, 1, 0, 1]), strict=False))
    usual: dict[str, Any] = {**columns, **({"beta": 2} if "beta" in parameters else {})}
    for parameter in parameters:
        for odd in ODD:
            for value in (odd, [odd, 1, 1, 0]):
                try:
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        function(**{**usual, parameter: value})
                except ExactMetricsError as error:  # what is wrong with a number names the argument and the cure
                    told = str(error)
                    own = f"The {parameter!r} parameter of " in told and "; give " in told
                    assert own or not re.search("larger than every float|a Decimal", told), (parameter, told)
