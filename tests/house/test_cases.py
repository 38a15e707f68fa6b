"""A loop of cases tells of every failure, with what was given."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases import Run, called, each, sample


def outcome(monkeypatch: pytest.MonkeyPatch, *, first: bool = False) -> tuple[list[int], str]:
    seen = []

    @each("a, b", [(1, 1), (2, 3), (3, 3), (4, 5)])
    def test(a: int, b: int) -> None:
        seen.append(a)
        assert a == b, "unlike"

    monkeypatch.setattr(Run, "first_failure_ends", first)
    with pytest.raises((AssertionError, pytest.fail.Exception)) as failure:
        test()
    return seen, str(failure.value)


def test_all_failures_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, text = outcome(monkeypatch)
    assert seen == [1, 2, 3, 4]
    assert text.startswith("2 of 4 cases fail\n--- 2, 3\n")
    assert "--- 4, 5\n" in text
    assert text.count("AssertionError: unlike") == 2


def test_the_first_failure_may_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outcome(monkeypatch, first=True)[0] == [1, 2]


def test_skips_are_told_only_if_all_skip() -> None:
    @each("a", [1, 2])
    def test(a: int) -> None:
        if a < limit:
            pytest.skip("too small")

    limit = 2
    test()
    limit = 3
    with pytest.raises(pytest.skip.Exception):
        test()


def test_no_cases_are_no_test() -> None:
    with pytest.raises(ValueError, match="no cases"):
        each("a", [])


@each("a", ["one", "two"])
def test_folders_are_fresh(a: str, tmp_path: Path) -> None:
    assert list(tmp_path.iterdir()) == []
    (tmp_path / a).touch()


def test_samples_are_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.cases.EXHAUSTIVE", False)
    found = sample(range(100), 4)
    assert len(set(found)) == 4
    assert found == sorted(found) == sample(range(100), 4)
    odd = sample(range(100), 4, kind=lambda number: number % 7)
    assert sorted(number % 7 for number in odd) == list(range(7))
    assert odd == sorted(odd)
    assert {*sample([*range(100), *range(1000, 1030)], 4)} - {*range(1000, 1030)} <= {*found}
    assert called(("a", {*"edc"}, Run(), Path("b/c"))) == "a c d e <tests.cases.Run object> c"
    monkeypatch.setattr("tests.cases.EXHAUSTIVE", True)
    assert sample(range(100), 4) == list(range(100))
