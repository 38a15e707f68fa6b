"""What is new waits for `make vectors`: it is listed, nothing that is published changes, and no check fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from exactmetrics.metrics.metric import REGISTRY, metric
from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors import build
from exactmetrics.vectors.build import build_all
from exactmetrics.vectors.certification import FILE
from exactmetrics.vectors.check import check
from tests.vectors.files import only


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A small set of vectors, whole and right."""
    only(monkeypatch, tmp_path, "error_rate")
    return tmp_path


@pytest.fixture
def convention() -> Iterator[None]:
    """A convention of a metric that is published: each of its cases has a variant more."""
    changed = metric_named("error_rate")

    @changed.convention("right_for_a_test")
    def right(m: Any) -> Any:
        """The share that is right."""
        return m.sum(lambda c: c.tp) / m.n

    yield
    del changed.conventions["right_for_a_test"]


def test_a_metric_that_is_new_is_listed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @metric("lost_for_a_test", scope="class", range=(0, None), optimum=0)
    def lost(c: Any) -> Any:
        """Samples of the class that were missed."""
        return c.fn

    del REGISTRY["lost_for_a_test"]
    monkeypatch.setattr(build, "all_metrics", lambda: [metric_named("error_rate"), lost])
    assert check(folder) == ([], ["lost_for_a_test"])


@pytest.mark.usefixtures("convention")
def test_a_convention_that_is_new_is_listed(folder: Path) -> None:
    assert check(folder) == ([], ["error_rate: convention right_for_a_test"])
    file = folder / "error_rate.json"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"exact": "5/14"', '"exact": "6/14"', 1), encoding="utf-8")
    found = "\n".join(map(str, check(folder)[0]))
    assert "the expected value is computed otherwise" in found, "what was read is not believed"


@pytest.mark.usefixtures("convention")
def test_a_value_that_changed_is_found_though_something_waits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    standard = metric_named("error_rate").standard
    form = standard.pick(None, "error_rate")
    monkeypatch.setitem(standard.forms, form.name, type(form)(form.name, lambda m: m.sum(lambda c: c.tp) / m.n))
    found = [finding for finding in check(folder)[0] if finding.what == "the expected value is computed otherwise"]
    assert len(found) > 40


def test_a_composite_form_that_is_new_is_listed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    standard = metric_named("error_rate").standard
    standard.form("parts_for_a_test", composite=True)(standard.pick(None, "error_rate").define)
    try:
        assert check(folder) == ([], ["error_rate: composite form of standard"])
    finally:
        del standard.forms["parts_for_a_test"]
    assert check(folder) == ([], [])


def test_a_form_that_is_not_composite_waits_for_nothing(folder: Path) -> None:
    standard = metric_named("error_rate").standard
    standard.form("other_for_a_test")(standard.pick(None, "error_rate").define)
    try:
        assert check(folder) == ([], [])
    finally:
        del standard.forms["other_for_a_test"]


@pytest.mark.usefixtures("convention")
def test_what_waits_is_written_once_it_is_certified(folder: Path) -> None:
    """`make vectors` builds anew: nothing is kept, and what nobody certified is left out."""
    kept = build_all(record_of(folder))
    assert kept.kept == ["error_rate.json"]
    anew = build_all(record_of(folder), anew=True)
    assert anew.kept == []
    assert anew.unpublished, "nearly every case has a variant more, which nobody has certified"
    assert len(anew.files["error_rate.json"]) < len(kept.files["error_rate.json"])


def record_of(folder: Path) -> Any:
    return build.read_record((folder / FILE).read_bytes())
