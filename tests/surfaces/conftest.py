"""What the gates need that pip does not bring: node, with KaTeX and commonmark.js."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from typing import Any

import pytest

from tests.surfaces.readers import NODE_MODULES, node


@pytest.fixture(scope="session")
def ask_node() -> Callable[[list[dict[str, Any]]], list[Any]]:
    """Asks KaTeX and commonmark.js; in CI their absence is a failure."""
    if shutil.which("node") is None or not (NODE_MODULES / "katex").is_dir():
        reason = f"KaTeX not found in {NODE_MODULES}: install node and npm, then run `make test`"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return node
