"""What a session shows of the list of metrics."""

from __future__ import annotations

import exactmetrics as em


def test_the_list_shows_a_line_for_each_metric_in_80_columns() -> None:
    found = em.metrics(scope="matrix")
    lines = repr(found).splitlines()
    assert [line.split()[0] for line in lines[2:]] == [metric.name for metric in found]
    assert max(map(len, repr(em.metrics()).splitlines())) <= 80
    assert "matthews_corrcoef" in repr(found)
    assert isinstance(found, list)


def test_one_metric_is_its_name() -> None:
    assert repr(em.metrics()[:1]) == "[<Metric tp>]"
