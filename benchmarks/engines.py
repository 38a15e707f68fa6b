"""A hundred million samples in one parquet file, against the GROUP BY of duckdb; memory is that of a whole process."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import numpy as np
import pyarrow as pa
from measure import Contest, contest
from pyarrow import parquet

import exactmetrics as em

SAMPLES, PART = 100_000_000, 1_000_000
MEMORY = 1_000  # MB that reading may take
ASKED = "import sys, exactmetrics; print(exactmetrics.read(sys.argv[1]).n)"


def write(path: Path) -> None:
    """Ten classes as texts, seven of ten samples right."""
    draw = np.random.default_rng(7)
    names = pa.array([f"class_{code:02}" for code in range(10)])
    schema = pa.schema([("y_true", pa.string()), ("y_pred", pa.string())])
    with parquet.ParquetWriter(path, schema) as file:
        for _ in range(SAMPLES // PART):
            true = draw.integers(0, 10, PART)
            pred = np.where(draw.random(PART) < 0.7, true, draw.integers(0, 10, PART))
            file.write_table(pa.table([names.take(pa.array(side)) for side in (true, pred)], schema=schema))


def grouped(path: Path) -> list[tuple[str, str, int]]:
    return duckdb.sql(f"SELECT y_true, y_pred, count(*) FROM '{path}' GROUP BY ALL").fetchall()


def peak(path: Path) -> int:
    """The largest memory, in MB, of a process that counts the file."""
    done = subprocess.run([sys.executable, "-c", ASKED, path], capture_output=True, text=True, check=True)
    assert int(done.stdout) == SAMPLES
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024


def contests() -> Iterator[Contest]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "labels.parquet"
        write(path)
        counts = {(true, pred): number for true, pred, number in grouped(path)}
        found = em.read(str(path))
        assert found.rows == [[counts[true, pred] for pred in found.labels] for true in found.labels]
        memory = peak(path)
        assert memory < MEMORY, memory
        runs = {"exactmetrics": partial(em.read, str(path)), "GROUP BY of duckdb": partial(grouped, path)}
        yield contest(f"10^8 rows of parquet, {memory} MB", runs, targets={"GROUP BY of duckdb": 1.5}, rounds=5)
