"""Writing the files: only those that changed, each whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from exactmetrics.derivation.saving import save_text
from exactmetrics.exact.errors import InputError
from exactmetrics.vectors.build import Progress, build_all
from exactmetrics.vectors.certification import FILE, Record, read_record
from exactmetrics.vectors.reading import BESIDE, data_folder, metrics_with_vectors


def write_all(
    path: Path | None = None, *, record: Record | None = None, progress: Progress | None = None
) -> tuple[list[str], list[str]]:
    """Build the files from the certification record, and write those that changed.

    Args:
        path: the folder to write into; the folder of the package by default. Another folder becomes complete: the
            record, the schema and the clients of the package are written beside.
        record: another record than that of the package.
        progress: called with how many metrics are done, and of how many.

    Returns:
        The names of the files written or deleted, and the ids of the cases left out because nobody certified them.

    Raises:
        InputError: the folder of the package is inside an archive, or cannot be written to.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     changed, _ = write_all(Path(folder), record=Record({"certified": {}, "not_published": {}}))
    >>> sorted(changed)
    ['README.md', 'certification.json', 'clients/client.mjs', 'clients/client.py', 'smoke.jsonl', 'vectors.schema.json']
    """
    shipped = {name: data_folder().joinpath(name).read_bytes() for name in (FILE, *BESIDE)}
    built = build_all(record or read_record(shipped[FILE]), progress=progress)
    folder = _own_folder() if path is None else path
    folder.mkdir(parents=True, exist_ok=True)
    beside = {} if path is None else {name: text.decode("utf-8") for name, text in shipped.items()}
    return write_changed(folder, {**built.files, **beside}), list(built.uncertified)


def write_changed(folder: Path, files: Mapping[str, str]) -> list[str]:
    r"""Write the files that differ, delete those of metrics that are no more, and say which.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     [write_changed(Path(folder), {"a.json": "{}\n"}) for _ in range(2)]
    [['a.json'], []]
    """
    changed = []
    for name, text in files.items():
        file = folder / name
        if not file.is_file() or file.read_bytes() != text.encode():
            file.parent.mkdir(parents=True, exist_ok=True)
            save_text(text, str(file))
            changed.append(name)
    for metric in metrics_with_vectors(folder):
        if f"{metric}.json" not in files:
            (folder / f"{metric}.json").unlink()
            changed.append(f"{metric}.json")
    return changed


def _own_folder() -> Path:
    folder = data_folder()
    if not isinstance(folder, Path) or not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(
            f"the vectors in {folder} cannot be written: run the command in a checkout of exactmetrics, as a user who "
            "may write there, or name a folder"
        )
    return folder
