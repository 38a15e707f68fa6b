"""A file verified as what it is: a document, or an answer sheet."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.verification.documents.opening import opened
from exactmetrics.verification.documents.watched import Progress
from exactmetrics.verification.verified import Side, Verification

LARGEST_SHEET = 16_000_000  # characters of a file that may be an answer sheet


def verify_file(
    path: Path,
    *,
    data: Any = None,
    labels: Sequence[Hashable] | None = None,
    orientation: Side | None = None,
    format: str | None = None,
    rule: RoundingRule | None = None,
    decimal_comma: bool | None = None,
    progress: Progress | None = None,
) -> Verification:
    """Verify one file; arguments and errors as for `verify_document`.

    An answer sheet carries its data and its rounding rule itself; `data` and `rule` take their place. A file of tables
    (TOML, JSON, CSV) that is no sheet is refused: as prose it would be right whatever it holds.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "notes.md")
    ...     _ = path.write_text("4/6 = 0.66")
    ...     verify_file(path).worst
    'warn'
    """
    from exactmetrics.verification.verify import verify_document

    return verify_document(
        path,
        data=data,
        labels=labels,
        orientation=orientation,
        format=format,
        rule=rule,
        decimal_comma=decimal_comma,
        progress=progress,
    )


def is_sheet(path: Path, *, data: bool = False) -> bool:
    """Whether a file is an answer sheet: TOML, JSON and CSV files are, unless they are refused.

    `data` says whether data are given beside it: then a sheet need not hold any.

    Raises:
        InputError: a file that cannot be read, or tables that are no sheet.

    >>> is_sheet(Path("notes.md"))
    False
    """
    from exactmetrics.sheets.recognise import SUFFIXES, check_is_sheet, may_be_sheet

    if path.suffix.lower() not in SUFFIXES:
        return False
    with opened(path) as stream:
        text = stream.read(LARGEST_SHEET)
    if not may_be_sheet(path, text):
        return False
    check_is_sheet(path, text, data=data)
    return True
