"""Label columns in JSON and TOML under names of the user's choice, and one record a sample."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactmetrics.exact.errors import InputError
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.reading import read_counts
from tests.cases import each

TRUE, PRED = ["x", "x", "y", "y", "y"], ["x", "y", "y", "y", "x"]
EXPECTED = [[1, 1], [1, 2]]  # counted by hand


def read(path: Path, text: str, **names: str) -> list[list[object]]:
    path.write_text(text, encoding="utf-8")
    counts = read_counts(str(path), **names)
    assert isinstance(counts, Counts)
    return counts.rows()


@each(("true", "pred"), [("truth", "guess"), ("y_true", "y_pred"), ("y_pred", "y_true")])
def test_columns_under_any_names(tmp_path: Path, true: str, pred: str) -> None:
    names = {"true": true, "pred": pred}
    assert read(tmp_path / "a.json", json.dumps({true: TRUE, pred: PRED}), **names) == EXPECTED
    assert read(tmp_path / "a.toml", f"{true} = {json.dumps(TRUE)}\n{pred} = {json.dumps(PRED)}\n", **names) == EXPECTED
    records = [{true: t, pred: p, "id": i} for i, (t, p) in enumerate(zip(TRUE, PRED, strict=True))]
    assert read(tmp_path / "b.json", json.dumps(records), **names) == EXPECTED


def test_weights_of_records_count(tmp_path: Path) -> None:
    records = [{"y_true": t, "y_pred": p, "sample_weight": 2} for t, p in zip(TRUE, PRED, strict=True)]
    assert read(tmp_path / "w.json", json.dumps(records)) == [[2, 2], [2, 4]]


@each(
    ("data", "message"),
    [
        ({"truth": TRUE, "gues": PRED}, "has no column 'guess'; it has 'truth', 'gues'"),
        ([{"truth": "x", "guess": "x"}, {"truth": "x"}], "record 2 has no 'guess'; it has 'truth'"),
        ([[1, 0], [0, 1]], "holds no columns that true= and pred= could name"),
    ],
)
def test_a_column_that_is_not_there_is_named(tmp_path: Path, data: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(tmp_path / "a.json", json.dumps(data), true="truth", pred="guess")
