"""A short run of what `python -m tests.fuzz` does for long: no input of any sort crashes, hangs or has code run."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from tests.cases import each, size
from tests.fuzz.guard import Guard, GuardError
from tests.fuzz.targets import TARGETS
from tests.fuzz.words import SEEDS, texts

GUARD = Guard(seconds=20)  # the fuzzer allows one; here other tests are busy


@each("name", TARGETS)
def test_nothing_happens(name: str) -> None:
    for seed in SEEDS:
        TARGETS[name](seed.encode())  # what is imported late is imported now

    @settings(max_examples=size(30, 60), deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(texts(60))
    def run(text: str) -> None:
        GUARD.run(TARGETS[name], text.encode("utf-8", "replace"))

    run()


def test_the_guard_sees_what_it_is_there_for() -> None:
    with pytest.raises(GuardError, match=r"compile|exec"):
        GUARD.run(lambda data: eval(data.decode()), b"1 + 1")
    with pytest.raises(GuardError, match="s for"):
        Guard(seconds=0).run(lambda data: None, b"")
