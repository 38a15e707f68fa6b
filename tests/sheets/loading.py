"""Answer sheets of the tests: from a path, or from the text itself."""

from __future__ import annotations

from pathlib import Path

from exactmetrics.sheets.schema import Format
from exactmetrics.sheets.sheet import Sheet, parse_sheet


def load_sheet(given: str | Path, *, format: Format | None = None) -> Sheet:
    """A text with a line break or a brace, or whose format is said, is the sheet itself; anything else is its path."""
    if isinstance(given, str) and (format is not None or "\n" in given or "{" in given):
        return parse_sheet(given, format=format or ("json" if given.lstrip().startswith("{") else "toml"))
    path = Path(given)
    text = path.read_text(encoding="utf-8")
    return parse_sheet(text, format="json" if path.suffix == ".json" else "toml", name=str(path))
