"""Data sets of several files: folders, patterns and addresses; large files, which an engine reads."""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactmetrics as em
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.matrix import label_files
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.reading import read_counts
from tests.cases import each
from tests.tools import module


def samples(seed: int, size: int = 400) -> list[tuple[str, str]]:
    made = random.Random(seed)
    return [(made.choice("abc"), made.choice("abc")) for _ in range(size)]


def in_parts(folder: Path, ending: str) -> dict[tuple[str, str], int]:
    """Three parts, the last without the class c, in two folders; and how often each pair stands in them."""
    folder.joinpath("year=2025").mkdir(parents=True)
    parts = [samples(1), samples(2), [(true, pred) for true, pred in samples(3) if "c" not in true + pred]]
    for path, pairs in zip(("1", "2", "year=2025/3"), parts, strict=True):
        frame = pl.DataFrame(
            {"id": range(len(pairs)), "y_true": [t for t, _ in pairs], "y_pred": [p for _, p in pairs]}
        )
        target = folder / f"{path}.{ending}"
        frame.write_parquet(target) if ending == "parquet" else frame.write_csv(target)
    folder.joinpath("_SUCCESS").touch()
    return Counter(pair for part in parts for pair in part)


@each("ending", ["parquet", "csv"])
def test_a_folder_and_a_pattern_are_one_data_set(tmp_path: Path, ending: str) -> None:
    folder = tmp_path / "labels"
    expected = in_parts(folder, ending)
    folder.joinpath(f".part.{ending}").touch()
    folder.joinpath("_temporary").mkdir()
    folder.joinpath("_temporary", f"part.{ending}").touch()
    for source in (folder, str(folder), f"{folder}/**/[0-9]*.{ending}"):
        found = em.read(source)
        assert [[expected[t, p] for p in "abc"] for t in "abc"] == found.rows, source
    assert em.read(f"{folder}/*.{ending}").n == 800
    assert em.read(f"{folder}/[12].{ending}").n == 800


@each("engine", ["polars", "duckdb", "pyarrow"])
def test_parquet_is_read_by_the_engine_that_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    module(engine)
    for other in ("polars", "duckdb", "pyarrow"):
        if other == engine:
            break
        monkeypatch.setitem(sys.modules, other, None)
    expected = in_parts(tmp_path / "labels", "parquet")
    assert em.read(f"{tmp_path}/labels/**/*.parquet").rows == [[expected[t, p] for p in "abc"] for t in "abc"]


def test_a_name_in_parquet_is_one_however_unicode_writes_it(tmp_path: Path) -> None:
    path, one, two = tmp_path / "l.parquet", "caf\u00e9", "cafe\u0301"
    pl.DataFrame({"y_true": [one, two, two, "b"], "y_pred": [two, one, "b", "b"]}).write_parquet(path)
    assert read_counts(path) == Counts.from_rows([[1, 0], [1, 2]], labels=["b", one])
    assert read_counts(path, labels=[one, "b", "c"]).rows() == [[2, 1, 0], [0, 1, 0], [0, 0, 0]]


def test_an_address_is_left_to_the_engine(tmp_path: Path) -> None:
    in_parts(tmp_path / "labels", "parquet")
    assert em.read(f"file://{tmp_path}/labels/1.parquet").n == 400
    with pytest.raises(InputError, match="only parquet is read"):
        em.read(f"file://{tmp_path}/labels/1.csv")


def test_a_file_is_counted_once_and_under_its_own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(label_files, "LARGE", 0)
    folder = tmp_path / "d"
    folder.joinpath("a", "b").mkdir(parents=True)
    folder.joinpath("_temporary").mkdir()
    text = "id,y_true,y_pred\n1,a,a\n2,b,a\n"
    for name in ("a/b/x.csv", "_temporary/y.csv", "q1.csv"):
        folder.joinpath(name).write_text(text, encoding="utf-8")
    folder.joinpath("q[1].csv").write_text(text + "3,b,b\n", encoding="utf-8")
    assert em.read(f"{folder}/a/**/**/*.csv").n == 2
    folder.joinpath("a", "loop").symlink_to(folder)
    assert em.read(f"{folder}/**/*.csv").n == em.read(folder).n == 7
    assert em.read(folder / "q[1].csv").n == 3
    for name, rows in (("p1", 2), ("p[1]", 3)):
        pl.DataFrame({"y_true": ["a"] * rows, "y_pred": ["a"] * rows}).write_parquet(folder / f"{name}.parquet")
    assert em.read(folder / "p[1].parquet").n == 3
    with pytest.raises(InputError, match="fits no"):
        em.read("a\0/*")


def test_what_is_no_data_set(tmp_path: Path) -> None:
    in_parts(tmp_path / "labels", "parquet")
    with pytest.raises(InputError, match=r"pattern no/\*\.csv fits no \.parquet, \.csv or \.tsv file"):
        em.read("no/*.csv")
    with pytest.raises(UsageError, match="no column 'truth'"):
        em.read(tmp_path / "labels", true="truth")
    tmp_path.joinpath("labels", "m.csv").write_text("1,2\n3,4\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"several kinds.*1\.parquet"):
        em.read(tmp_path / "labels")
    with pytest.raises(InputError, match=r"m\.csv has no two columns of labels"):
        em.read(f"{tmp_path}/labels/*.csv")
    tmp_path.joinpath("labels", "1.parquet").write_bytes(b"PAR1 it is not")
    with pytest.raises(InputError, match="cannot be read as parquet"):
        em.read(f"{tmp_path}/labels/*.parquet")


CELLS = st.text(alphabet="ab\" ;,é\x00'", max_size=4)
ROWS = st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=8)


def outcome(path: Path) -> object:
    """The counts of a file, or the error."""
    try:
        return read_counts(path)
    except InputError as error:
        return str(error)


@given(ROWS, st.sampled_from([b"\n", b"\r\n"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "latin-1"]))
def test_the_engine_reads_a_large_file_as_the_csv_reader_does(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, str]], end: bytes, encoding: str
) -> None:
    path = tmp_path_factory.mktemp("large") / "labels.csv"
    lines = ["id,y_true,y_pred", *(",".join(row) for row in rows)]
    path.write_bytes("\n".join([*lines, ""]).encode(encoding).replace(b"\n", end) if encoding != "utf-16"
                     else "\n".join([*lines, ""]).encode(encoding))  # fmt: skip
    small = outcome(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(label_files, "LARGE", 0)
        assert outcome(path) == small


def test_the_engine_counts_a_large_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The csv reader does not see it."""
    monkeypatch.setattr(label_files, "LARGE", 0)
    monkeypatch.setattr(label_files, "_every_row", None)
    expected = in_parts(tmp_path / "labels", "csv")
    assert em.read(tmp_path / "labels").rows == [[expected[t, p] for p in "abc"] for t in "abc"]


@each("ending", ["parquet", "csv"])
def test_a_link_that_leads_nowhere_is_told(tmp_path: Path, ending: str) -> None:
    folder = tmp_path / "labels"
    in_parts(folder, ending)
    folder.joinpath(f"lost_link.{ending}").symlink_to(tmp_path / "nowhere")
    folder.joinpath(f"_hidden.{ending}").symlink_to(tmp_path / "nowhere")
    folder.joinpath(f"4.{ending}").symlink_to(folder / f"1.{ending}")
    for source in (folder, f"{folder}/*.{ending}"):
        [note] = [note for note in read_counts(source).notes if "links" in note]
        assert note == f"links that lead nowhere were left out: {folder / f'lost_link.{ending}'}"
        derivation = em.read(source).derive("accuracy", language="de")
        assert "ins Leere" in derivation.to_text()
        assert "ins Leere" in derivation.to_latex()


def test_a_folder_of_lost_links_says_so(tmp_path: Path) -> None:
    tmp_path.joinpath("1.csv").symlink_to(tmp_path / "nowhere")
    with pytest.raises(
        InputError, match=r"holds no \.parquet, \.csv or \.tsv file\. Links that lead nowhere: .*1\.csv"
    ):
        read_counts(tmp_path)
    with pytest.raises(InputError, match=r"1\.csv is a link that leads nowhere"):
        read_counts(tmp_path / "1.csv")


def test_every_folder_below_is_read_once_or_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, other = tmp_path / "data", tmp_path / "other"
    (folder / "deep").mkdir(parents=True)
    other.mkdir()
    pairs = "y_true,y_pred\na,a\nb,a\n"
    for place in (folder / "a.csv", folder / "deep" / "b.csv", other / "c.csv"):
        place.write_text(pairs)
    (folder / "linked").symlink_to(other)
    (folder / "deep" / "round").symlink_to(folder)
    os.mkfifo(folder / "pipe.csv")
    for source in (folder, str(folder / "**" / "*.csv")):
        found = em.read(source)
        assert (found.n, found.notes) == (6, (f"what is no file was left out: {folder / 'pipe.csv'}",)), source
    scanned = os.scandir

    def closed(place: Any) -> Any:
        if str(place).endswith("deep"):
            raise PermissionError(13, "Permission denied", str(place))
        return scanned(place)

    monkeypatch.setattr(os, "scandir", closed)
    for source in (folder, str(folder / "**" / "*.csv")):
        with pytest.raises(InputError, match=r"the folder .*deep cannot be read: Permission denied"):
            em.read(source)
