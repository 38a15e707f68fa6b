"""What every test can use: repeatable hypothesis runs, short and long ones, and TeX engines."""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import Phase, settings

from tests.cases import EXHAUSTIVE, Run, size
from tests.tools import needed

# Repeatable by default, so that a red run is red for everybody; HYPOTHESIS_PROFILE=explore looks for new cases.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True, max_examples=size(30, 200))
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
# What mutants meet: a failure is enough, its smallest example is not needed.
settings.register_profile("mutants", settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: runs in the exhaustive run only (EXHAUSTIVE=1, `make check`)")
    Run.first_failure_ends = config.option.maxfail == 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: "fuzz" in item.path.parts)  # last, for the hook of its guard makes others slow
    if not EXHAUSTIVE:
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]


def pytest_collection_finish() -> None:
    """What is imported and collected stays to the end: looking through it for garbage again and again took a fifth of a
    run.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


@pytest.fixture(scope="session")
def tex_engine() -> str:
    """A TeX engine that can typeset our documents."""
    return needed("tex")


@pytest.fixture(scope="session")
def lualatex() -> str:
    """The engine of documents in other scripts."""
    return needed("lualatex")
