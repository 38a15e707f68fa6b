"""Options as a careless caller might give them: right, misspelt, of the wrong type, contradictory."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from exactmetrics.metrics.presets import PRESETS
from exactmetrics.metrics.registry import all_metrics

METRICS = [m.name for m in all_metrics()]
ALIASES = [alias for m in all_metrics() for alias in m.aliases]
FORMS = sorted({f for m in all_metrics() for c in m.conventions.values() for f in c.forms})
CONVENTIONS = sorted({c for m in all_metrics() for c in m.conventions})

ANYTHING: list[Any] = [
    "", "nonsense", 0, 1, -1, True, False, 1.5, float("nan"), float("inf"), [], (), {}, {1: 2}, ["x"], [["x"]],
    object(), b"a", 3 + 4j, Decimal("NaN"), Fraction(1, 3),
]  # fmt: skip
junk: st.SearchStrategy[Any] = st.one_of(st.sampled_from(ANYTHING), st.text(max_size=5))


def mostly(usual: st.SearchStrategy[Any], weight: int = 8) -> st.SearchStrategy[Any]:
    """The usual choice most of the time, junk otherwise."""
    return st.integers(0, weight).flatmap(lambda i: usual if i else junk)


labels = st.sampled_from(["a", "b", "c"])
numbers: st.SearchStrategy[Any] = st.one_of(
    st.fractions(-1, 3, max_denominator=9),
    st.integers(-1, 5),
    st.sampled_from(["4/5", "0.5", "-1", "1e3", "1/0", 0.8, 1e300, Decimal("0.25"), 10**30, "٣", "1_0"]),
)
OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "label": mostly(labels),
    "average": mostly(st.sampled_from(["macro", "micro", "weighted"])),
    "form": mostly(st.sampled_from(FORMS)),
    "convention": mostly(st.sampled_from(CONVENTIONS)),
    "combine": mostly(st.sampled_from(["scores", "averages"])),
    "over": mostly(
        st.sampled_from(["all", "true", "predicted", "present"]) | st.lists(labels, max_size=4) | st.sets(labels)
    ),
    "weights": mostly(st.sampled_from(["support", "predicted"]) | st.dictionaries(labels, mostly(numbers), max_size=3)),
    "undefined": mostly(st.sampled_from(["propagate", "raise", "omit", 0, 1, "0", "1"])),
    "preset": mostly(st.sampled_from(sorted(PRESETS))),
    "positive": mostly(labels),
    "beta": mostly(numbers),
    "gamma": numbers,
}
metric_names = mostly(st.sampled_from([*METRICS, *ALIASES]), 20)


@st.composite
def calls(draw: st.DrawFn) -> tuple[Any, dict[str, Any]]:
    """A metric name and up to six options."""
    chosen = draw(st.sets(st.sampled_from(sorted(OPTIONS)), max_size=6))
    return draw(metric_names), {name: draw(OPTIONS[name]) for name in sorted(chosen)}
