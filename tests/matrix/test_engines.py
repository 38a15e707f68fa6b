"""Every engine groups its own columns, and all count the same; docs/engines.md runs as it stands."""

from __future__ import annotations

import os
import re
import warnings
from collections import Counter
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import exactmetrics as em
from exactmetrics.exact.errors import InputError, UsageError
from tests.cases import each
from tests.house.source import ROOT
from tests.matrix.test_parts import in_parts

TITLE = {"polars": "polars", "duckdb": "duckdb", "dask": "dask", "pyspark": "Spark"}
SAMPLES = pd.DataFrame(
    {"truth": ["a", "b", "c", "a", "b"] * 40, "answer": ["a", "b", "b", "c", "b"] * 40, "w": [1, 2, 3, 4, 5] * 40}
)
PAIRS = Counter(zip(SAMPLES.truth, SAMPLES.answer, strict=True))
ROWS = [[PAIRS[true, pred] for pred in "abc"] for true in "abc"]


def want(engine: str) -> None:
    """Skip where the engine is not installed; with ENGINES set, all of them must be."""
    if find_spec(engine) is None:
        if os.environ.get("ENGINES"):
            pytest.fail(f"{engine} is not installed, and ENGINES says that all engines are")
        pytest.skip(f"{engine} is not installed; make engines installs it")


@cache
def spark() -> Any:
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    from pyspark.sql import SparkSession

    settings = {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.sql.shuffle.partitions": "2"}
    return SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()


FRAMES: dict[str, Callable[[pd.DataFrame], Any]] = {
    "polars": lambda table: import_module("polars").from_pandas(table).lazy(),
    "duckdb": lambda table: import_module("duckdb").from_df(table),
    "dask": lambda table: import_module("dask.dataframe").from_pandas(table, npartitions=3),
    "pyspark": lambda table: spark().createDataFrame(table),
}


@each("engine", list(FRAMES))
def test_an_engine_counts(engine: str) -> None:
    want(engine)
    frame = FRAMES[engine](SAMPLES)
    with warnings.catch_warnings():
        warnings.simplefilter("error", FutureWarning)  # nothing that the user could do anything about
        found = em.ConfusionMatrix.from_frame(frame, true="truth", pred="answer")
    assert found.rows == ROWS
    assert found.value("accuracy") == Fraction(3, 5)
    weighted = em.ConfusionMatrix.from_frame(frame, true="truth", pred="answer", sample_weight="w")
    assert weighted.rows == [[40, 0, 160], [0, 280, 0], [0, 120, 0]]
    with pytest.raises(UsageError, match=r"no column 'answr'.*Did you mean 'answer'"):
        em.ConfusionMatrix.from_frame(frame, true="truth", pred="answr")
    table = SAMPLES.assign(truth=[None, *SAMPLES.truth[1:]])
    with pytest.raises(InputError, match="column 'truth' has a missing label"):
        em.ConfusionMatrix.from_frame(FRAMES[engine](table), true="truth", pred="answer")


def documented() -> dict[str, str]:
    text = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^#+ ([^\n]+)\n(?:(?!^#).)*?```python\n(.*?)```", text, re.DOTALL | re.MULTILINE))


@each("engine", list(FRAMES))
def test_the_documented_example_of_an_engine_runs(engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    want(engine)
    in_parts(tmp_path / "labels", "parquet")
    (tmp_path / "labels" / "year=2025" / "3.parquet").unlink()
    monkeypatch.chdir(tmp_path)
    if engine == "pyspark":
        spark()  # by which getOrCreate is answered
    found: dict[str, Any] = {}
    code = documented()[TITLE[engine]]
    if engine == "pyspark":  # it has a working folder of its own
        code = code.replace('"labels"', f'"{tmp_path}/labels"')
    exec(code, found)
    assert found["cm"].n == 800


def test_the_other_documented_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_parts(tmp_path / "labels", "parquet")
    monkeypatch.chdir(tmp_path)
    examples = documented()
    exec(examples["Files, folders, patterns and addresses"], {})
    found: dict[str, Any] = {}
    exec(examples["Parts that are counted apart"], found)
    assert found["cm"].rows == [[1, 0, 0], [0, 0, 1], [0, 1, 1]]


def test_a_column_may_have_any_name_but_that_of_another() -> None:
    pl = import_module("polars")
    days = [date(2024, 1, 5), date(2024, 1, 6), date(2024, 1, 5)]
    for name in ("*", "^.*$", "^b$"):
        for values in (["x", "y", "x"], days, [1.5, 2.5, 1.5]):
            data = {name: values, "b": values, "w": [1, 2, 3]}
            for frame in (pl.DataFrame(data), pl.LazyFrame(data), pd.DataFrame(data)):
                assert em.ConfusionMatrix.from_frame(frame, true=name, pred="b").rows == [[2, 0], [0, 1]]
            for frame in (pl.DataFrame(data), pl.LazyFrame(data)):
                found = em.ConfusionMatrix.from_frame(frame, true=name, pred="b", sample_weight="w")
                assert found.rows == [[4, 0], [0, 2]]
    twice = pd.DataFrame([["a", "b", "a"]], columns=["y", "y", "p"])
    for column in ("y", "p"):
        with pytest.raises(UsageError, match="several columns of one name"):
            em.ConfusionMatrix.from_frame(twice, true=column, pred="p")
