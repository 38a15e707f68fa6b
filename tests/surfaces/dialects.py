"""Pages for GitHub as pages in the portable dialect, by exchanging nothing but the marks of formulas."""

from __future__ import annotations

import re


def portable(page: str) -> str:
    """A page with its fences and its code between dollar signs as plain dollar signs."""
    text = re.sub(r"^```math\n(.*?)\n```$", r"$$ \1 $$", page, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"\$`([^`]*)`\$", r"$\1$", text)
