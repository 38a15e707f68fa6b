"""Answer sheets of the tests: from a path, or from the text itself."""

from __future__ import annotations

from pathlib import Path

from exactmetrics.sheets.schema import Format
from exactmetrics.sheets.sheet import Sheet, parse_sheet


def load_sheet(path_or_text: str | Path, *, format: Format | None = None) -> Sheet:
    """A text with a line break or a brace, or whose format is said, is the sheet itself, JSON if it begins with a brace."""
    is_text = isinstance(path_or_text, str) and (format is not None or any(mark in path_or_text for mark in "\n{"))
    if is_text and isinstance(path_or_text, str):
        guess: Format = "json" if path_or_text.lstrip().startswith("{") else "toml"
        return parse_sheet(path_or_text, format=format or guess)
    path = Path(path_or_text)
    guess = "json" if path.suffix.lower() == ".json" else "toml"
    return parse_sheet(path.read_text(encoding="utf-8"), format=format or guess, name=str(path))
