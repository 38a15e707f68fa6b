"""The archive of a format that has several files: the same bytes for the same files, at any time and on any machine."""

from __future__ import annotations

import io
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from exactmetrics._writers import writer
from exactmetrics.exercises.pages import check_key
from exactmetrics.exercises.sheet import ExerciseSheet

DATE = (1980, 1, 1, 0, 0, 0)  # the first one that an archive knows
UNIX, MODE = 3, 0o644 << 16


def archive(sheet: ExerciseSheet, format: str, *, key: bool | str = True) -> bytes:
    """The files of a format in an archive. They are not compressed: what comes out of that is up to the library."""
    check_key(format, key)
    files: dict[str, str] = writer("exercises", format)(sheet)
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as packed:
        for name, text in files.items():
            entry = ZipInfo(name, DATE)
            entry.create_system, entry.external_attr = UNIX, MODE
            packed.writestr(entry, text.encode("utf-8", errors="replace"))
    return made.getvalue()
