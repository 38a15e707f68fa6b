"""What the gates need that pip does not bring: node, with KaTeX and commonmark.js."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.surfaces.readers import node
from tests.tools import needed


@pytest.fixture(scope="session")
def ask_node() -> Callable[[list[dict[str, Any]]], list[Any]]:
    """Asks KaTeX and commonmark.js."""
    needed("katex")
    return node
