"""All classes at once and each class alone give the same values, the same reasons and the same policies."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.metrics.request import resolve
from exactmetrics.views.value import Acted, class_values, compute
from tests.cases import each, size

METRICS = [m.name for m in all_metrics() if not m.standard.parameters]


@st.composite
def some_blocks(draw: st.DrawFn) -> Blocks:
    """Counts with many empty rows and columns, so that classes of equal counts and ratios 0/0 abound."""
    k = draw(st.integers(1, 6))
    cells = st.integers(0, 2) | st.integers(0, 2).map(lambda n: Fraction(n, 2))
    rows = draw(st.lists(st.lists(cells, min_size=k, max_size=k), min_size=k, max_size=k))
    for i in draw(st.sets(st.integers(0, k - 1))):
        rows[i] = [0] * k
    rows[0][0] += 1
    return Counts.from_rows(rows).blocks()


@each("options", [{}, {"undefined": 0}, {"undefined": 1}, {"undefined": "omit"}, {"preset": "pycm"}])
@each("name", METRICS, quick=60)
@settings(max_examples=size(2, 4))
@given(blocks=some_blocks())
def test_the_same_as_class_by_class(name: str, options: dict[str, object], blocks: Blocks) -> None:
    assume(not metric_named(name).single_samples or all(n.denominator == 1 for n in blocks.tp + blocks.predicted))
    requests = [resolve(name, label=label, labels=blocks.labels, **options) for label in blocks.labels]  # type: ignore[arg-type]
    alone = [compute(request, blocks) for request in requests]
    values, acted = class_values(requests[0], blocks)
    assert values == [outcome.value for outcome in alone]
    assert [type(v) for v in values] == [type(outcome.value) for outcome in alone]
    expected: set[Acted] = {a for outcome in alone for a in outcome.acted}
    assert set(acted) == expected
