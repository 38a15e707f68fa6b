"""A file verified as what it is: a document, or an answer sheet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.verification.documents.opening import opened
from exactmetrics.verification.verified import Verification

LARGEST_SHEET = 16_000_000  # characters of a JSON file that may be an answer sheet
_KEYS = {"title", "data"}  # of every sheet


def verify_file(
    path: Path,
    *,
    data: Any = None,
    format: str | None = None,
    rule: RoundingRule | None = None,
    decimal_comma: bool | None = None,
) -> Verification:
    """Verify one file; arguments and errors as for `verify_document`.

    An answer sheet carries its data and its rounding rule itself; `data` and `rule` take their place.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "notes.md")
    ...     _ = path.write_text("4/6 = 0.66")
    ...     verify_file(path).worst
    'warn'
    """
    from exactmetrics.verification.verify import verify_document

    if format is None and is_sheet(path):
        from exactmetrics.verification.verify_sheet import verify_claims

        return verify_claims(path, data=data, rule=rule)
    return verify_document(path, data=data, format=format, rule=rule or "nearest", decimal_comma=decimal_comma)


def is_sheet(path: Path) -> bool:
    """Whether a file is an answer sheet: every TOML file is, and JSON and CSV files that have its keys.

    Raises:
        InputError: a file that cannot be read.

    >>> is_sheet(Path("notes.md")), is_sheet(Path("claims.toml"))
    (False, True)
    """
    suffix = path.suffix.lower()
    if suffix == ".toml":
        return True
    if suffix not in (".json", ".csv"):
        return False
    with opened(path) as stream:
        text = stream.read(LARGEST_SHEET)
    if suffix == ".csv":
        heads = [cell.strip().strip('"').lower() for cell in text.partition("\n")[0].split(",")]
        return "printed" in heads
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.keys() >= _KEYS
