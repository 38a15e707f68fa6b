"""Data sets of several files, and parquet, which an engine reads.

The engine reads and groups as it goes, so that a data set may be larger than the memory; only the distinct rows with
their numbers of samples come back. polars is taken where it is installed, then duckdb, then pyarrow.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Collection, Hashable, Iterable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from ..exact.errors import ExactMetricsError, InputError, Notice, Remark, UsageError
from .column_names import counts_column, curing, noticed, usual_columns
from .columns import adapter, column_names, count_frame, distinct_rows
from .counts import Counts
from .exact_count import Count
from .labels import composed
from .lists import Pair, counts_of_pairs
from .shares import noted_if_shares

MOST_SHOWN = 3  # files that a message names
DELIMITED = (".csv", ".tsv", ".tab")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")


def is_address(source: str) -> bool:
    """Say whether a source is left to the engine, as `s3://bucket/labels.parquet` is."""
    return _ADDRESS.match(source) is not None


def is_pattern(source: str) -> bool:
    return any(mark in source for mark in "*?[")


def files_of(source: str) -> tuple[list[Path], tuple[str, ...]]:
    """The parquet or the CSV files of a folder, or those that fit a pattern, in the order of their names; and notes of
    what is left out: links that lead nowhere, and what is no file.

    What begins with a dot or an underscore is left out, and so are folders with such names: engines write them beside
    the parts. A file that a pattern or a link meets twice is one file. A folder that cannot be read is an error.
    """
    folder, found = Path(source), dict[Path, Collection[str]]()
    try:
        if os.path.isdir(folder):
            found = {path: path.relative_to(folder).parts for path in _below(folder)}
        else:
            named = set(folder.parts)  # what the pattern itself names is meant
            found = {path: set(path.parts) - named for path in map(Path, glob.iglob(source, recursive=True))}
            if "**" in folder.parts and os.path.isdir(root := _root(folder)):
                _below(root)  # for folders that glob passes over because they cannot be read
    except InputError:  # a folder that cannot be read
        raise
    except (OSError, ValueError):  # too long, or with a null character: nothing is called so
        found = {}
    meant = [path for path, parts in found.items() if not any(map(_is_beside, parts))]
    inside = [path for path in meant if path.is_file()]
    lost = sorted(path for path in meant if path.is_symlink() and not path.exists())
    files = _once(inside)
    kept = [path for path in files if path.suffix.lower() in (".parquet", *DELIMITED)]
    if not kept:
        missed = f"the folder {source} holds" if os.path.isdir(folder) else f"the pattern {source} fits"
        links = f" Links that lead nowhere: {_listed(lost)}." if lost else ""
        raise InputError(f"{missed} no .parquet, .csv or .tsv file.{links}")
    kinds = {path.suffix.lower() for path in kept}
    if len(kinds) > 1:
        raise InputError(f"{source} holds files of several kinds, {_listed(kept)}: name one kind, as in '*.parquet'.")
    notes = list[str]()
    if lost:
        told = f"links that lead nowhere were left out: {_listed(lost)}"
        notes.append(Remark(told, "lost_links", links=tuple(map(str, lost))))
    others = [path for path in meant if path.suffix.lower() in kinds and path.exists() and not path.is_dir()]
    odd = _once(path for path in others if not path.is_file())
    if odd:
        notes.append(Notice(f"what is no file was left out: {_listed(odd)}"))
    return kept, tuple(notes)


def _once(paths: Iterable[Path]) -> list[Path]:
    """Each file by the shortest of the ways that lead to it."""
    longest_first = sorted(paths, key=lambda path: (len(path.parts), path), reverse=True)
    return sorted({path.resolve(): path for path in longest_first}.values())


def _root(pattern: Path) -> Path:
    """The folder that a pattern begins with."""
    return Path(*takewhile(lambda part: not is_pattern(part), pattern.parts))


def _below(folder: Path) -> list[Path]:
    """Everything in a folder and in those below, behind links too, each folder once."""
    found, seen = list[Path](), set[str]()

    def refuse(error: OSError) -> None:
        raise InputError(f"the folder {error.filename} cannot be read: {error.strerror}.")

    for place, folders, files in os.walk(folder, onerror=refuse, followlinks=True):
        real = os.path.realpath(place)
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        folders[:] = sorted(name for name in folders if not _is_beside(name))
        found += [Path(place, name) for name in files]
    return found


def _is_beside(name: str) -> bool:
    return name.startswith((".", "_"))


def _listed(files: Sequence[Path]) -> str:
    names = [str(path) for path in files[:MOST_SHOWN]]
    return ", ".join(names) + (", …" if len(files) > MOST_SHOWN else "")


def counts_from_parquet(
    sources: Sequence[str],
    name: str,
    *,
    true: str | None = None,
    pred: str | None = None,
    sample_weight: str | None = None,
    labels: tuple[Hashable, ...] | None = None,
) -> Counts:
    """Count two label columns of one or several parquet files, which an engine reads as one table."""
    if is_address(sources[0]) and not sources[0].lower().endswith(".parquet"):
        raise InputError(f"{name}: at an address only parquet is read; its name ends in .parquet.")
    try:
        frame = _scanned(sources)
        names = column_names(frame)
        usual_true, usual_pred = usual_columns(names) or ("y_true", "y_pred")
        columns = true or usual_true, pred or usual_pred
        weight = counts_column(names, sample_weight, name, columns, lambda one: distinct_rows(frame, [*columns, one]))
        with curing(weight, sample_weight):
            found = count_frame(frame, true=columns[0], pred=columns[1], sample_weight=weight)
        found = noted_if_shares(_composed(found, labels), weight)
        return found.noted(noticed(names, columns, weight, sample_weight))
    except ExactMetricsError:
        raise
    except Exception as error:  # of whichever engine, each of which has errors of its own
        lines = str(error).splitlines() or [type(error).__name__]
        raise InputError(f"{name} cannot be read as parquet: {lines[0][:200]}") from None


def columns_of_parquet(name: str) -> dict[str, Any]:
    """The columns of one parquet file, by their names."""
    try:
        table = adapter().from_native(_scanned([name]))
        table = table.collect() if hasattr(table, "collect") else table
        return {column: table.get_column(column).to_native() for column in table.columns}
    except ExactMetricsError:
        raise
    except Exception as error:  # of whichever engine, each of which has errors of its own
        lines = str(error).splitlines() or [type(error).__name__]
        raise InputError(f"{name} cannot be read as parquet: {lines[0][:200]}") from None


def _composed(found: Counts, named: tuple[Hashable, ...] | None) -> Counts:
    """The counts with the names of classes composed, as they are in all files, in the order of `named`."""
    names = [composed(label) if isinstance(label, str) else label for label in found.labels]
    if named is None and names == list(found.labels):
        return found
    totals: dict[Pair, Count] = {}
    for (true, pred), count in found.cells.items():
        pair = names[true], names[pred]
        totals[pair] = totals.get(pair, 0) + count
    return counts_of_pairs(totals, names, named)


def _scanned(sources: Sequence[str]) -> object:
    try:
        import polars
    except ImportError:
        try:
            import duckdb
        except ImportError:
            return _read(sources)
        return duckdb.read_parquet([re.sub(r"([*?\[])", r"[\1]", source) for source in sources])
    return polars.scan_parquet(list(sources), glob=is_address(sources[0]))


def _read(sources: Sequence[str]) -> object:
    try:
        from pyarrow import parquet
    except ImportError:
        raise UsageError(
            "parquet files are read with polars, duckdb or pyarrow, and none of them is installed: pip install polars."
        ) from None
    return parquet.ParquetDataset(list(sources)).read()
