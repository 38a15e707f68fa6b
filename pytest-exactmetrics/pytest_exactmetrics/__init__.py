"""exactmetrics in pytest, loaded in every run where it is installed: what it uses is imported on first use.

`@pytest.mark.exactmetrics("f1", average="macro", ulps=2)` runs a test once for each reference case, which the test
takes as its argument `vector`. Documents named in the configuration are verified: see `documents`.
"""

from __future__ import annotations

import pytest

__version__ = "0.1.0"  # that of exactmetrics

MARKER = (
    "exactmetrics(metric, *, average=None, convention=None, multilabel=False, smoke=False, flags=(), ulps=0, "
    "**options): run the test for each reference case of a metric, which it takes as `vector`"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what the configuration may say of documents."""
    parser.addini("exactmetrics_documents", "documents whose numbers are verified, such as docs/*.md", type="args")
    parser.addini("exactmetrics_strict", "whether warnings, such as cut digits, fail too", type="bool", default=False)
    parser.addini("exactmetrics_data", "what they are about: FILE, or DOCUMENTS = FILE, a line each", type="linelist")


def pytest_configure(config: pytest.Config) -> None:
    """Tell pytest of the marker, and of the documents if there are any."""
    config.addinivalue_line("markers", MARKER)
    if config.getini("exactmetrics_documents"):
        from pytest_exactmetrics.documents import Documents

        config.pluginmanager.register(Documents(config), "exactmetrics-documents")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a marked test once for each case."""
    mark = metafunc.definition.get_closest_marker("exactmetrics")
    if mark is None:
        return
    from exactmetrics.exact.errors import UsageError
    from exactmetrics.testing.reference import vectors

    if "vector" not in metafunc.fixturenames:
        raise pytest.Collector.CollectError(
            f"{metafunc.definition.nodeid}: a test marked exactmetrics takes an argument called vector"
        )
    if len(mark.args) + ("metric" in mark.kwargs) != 1:
        raise pytest.Collector.CollectError(
            f"{metafunc.definition.nodeid}: the mark names one metric, and options by name, as in "
            '@pytest.mark.exactmetrics("f1", average="macro")'
        )
    try:
        found = vectors(*mark.args, **mark.kwargs)
    except UsageError as error:  # told as it is, without the way through pytest
        raise pytest.Collector.CollectError(f"{metafunc.definition.nodeid}: {error}") from None
    metafunc.parametrize("vector", found, ids=[vector.id for vector in found])
