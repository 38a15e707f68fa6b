"""What NumPy, pandas, polars, PyCM print today is read as what they were given: random matrices, names that mislead.

Names of classes are words that headings use themselves ("true", "no"), numbers, and several words. Where they leave
it open what is meant a text is refused: never is it read as another matrix.
"""

from __future__ import annotations

import contextlib
import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

import exactmetrics as em
from exactmetrics.exact.errors import ExactMetricsError
from tests.cases import each

PLAIN = [
    "cat",
    "dog",
    "bird",
    "Iris-setosa",
    "spam",
    "ham",
    "A",
    "B",
    "C",
    "low risk",
    "high risk",
    "Größe",
    "x_1",
    "2nd",
]
MISLEADING = [
    "yes",
    "no",
    "true",
    "false",
    "T",
    "F",
    "0-5",
    "1st",
    ">50K",
    "<=50K",
    "negative",
    "positive",
    "neutral",
    "C3",
]


def printed(rows: list[list[int]], labels: list[Any]) -> Iterator[tuple[str, str]]:
    """What programs print of a matrix whose rows are true classes, and the ending of a file of it."""
    names, array = list(map(str, labels)), np.array(rows)
    frame = pd.DataFrame(array, index=pd.Index(labels, name="Actual"), columns=pd.Index(labels, name="Predicted"))
    yield frame.to_string(), "txt"
    yield frame.T.rename_axis(index="pred", columns="true").to_string(), "txt"
    yield frame.to_html(), "html"
    yield frame.to_latex(), "tex"
    yield frame.to_json(orient="split"), "json"
    sums = frame.copy()
    sums["All"] = sums.sum(axis=1)
    sums.loc["All"] = sums.sum()
    sums = sums.rename_axis(index="Actual", columns="Predicted")
    yield sums.to_string(), "txt"
    yield sums.to_csv(), "csv"
    named = frame.rename(index="Actual {}".format, columns="Predicted {}".format).rename_axis(index=None, columns=None)
    yield named.to_string(), "txt"
    yield named.to_csv(), "csv"
    columns = {name: [row[at] for row in rows] for at, name in enumerate(names)}
    with pl.Config(tbl_cols=-1, tbl_rows=-1, tbl_width_chars=1_000):
        yield str(pl.DataFrame({"actual": names, **columns})), "txt"


@each("seed", range(24), quick=6)
def test_what_programs_print_is_read_as_it_was_given(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    size, most = chance.choice([2, 2, 3, 4, 5, 8, 12]), chance.choice([9, 99, 999, 20_000])
    rows = [[chance.randint(0, most) for _ in range(size)] for _ in range(size)]
    for labels in (chance.sample(PLAIN, size), list(range(size)), chance.sample(MISLEADING, size)):
        for text, ending in printed(rows, labels):
            path = tmp_path / f"printed.{ending}"
            path.write_text(text, encoding="utf-8")
            try:
                found = em.read(path)
            except ExactMetricsError:
                assert not set(labels) <= {*PLAIN, *range(size)}, text
                continue
            assert list(map(str, found.labels)) == list(map(str, labels)), text
            assert found._counts.rows() == rows, text  # type: ignore[union-attr]
    for text in (str(np.array(rows)), repr(np.array(rows)), str(np.array(rows).astype(float)), str(rows)):
        assert em.read(text)._counts.rows() == rows  # type: ignore[union-attr]


def test_what_pycm_prints_is_read(tmp_path: Path) -> None:
    from pycm import ConfusionMatrix

    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        ConfusionMatrix(matrix={"cat": {"cat": 50, "dog": 3}, "dog": {"cat": 4, "dog": 43}}).print_matrix()
    (tmp_path / "told.txt").write_text(told.getvalue(), encoding="utf-8")
    assert em.read(tmp_path / "told.txt")._counts.rows() == [[50, 3], [4, 43]]  # type: ignore[union-attr]
