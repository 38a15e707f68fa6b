"""What every test can use: repeatable hypothesis runs, and the TeX engine."""

from __future__ import annotations

import os

import pytest
from hypothesis import Phase, settings

from tests.latex import find_engine

# Repeatable by default, so that a red run is red for everybody; HYPOTHESIS_PROFILE=explore looks for new cases.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
settings.register_profile("mutants", derandomize=True, deadline=None, phases=(Phase.explicit, Phase.generate))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def tex_engine() -> str:
    """The TeX engine found on this machine; in CI its absence is a failure."""
    engine = find_engine()
    if engine is None:
        reason = "no TeX engine found: install pdflatex (texlive-latex-recommended, lmodern), lualatex or xelatex"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return engine
