"""What the readers need that pip does not bring: node, with KaTeX and commonmark.js."""

from __future__ import annotations

from tests.surfaces.conftest import ask_node

__all__ = ["ask_node"]
