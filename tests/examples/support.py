"""What the tests of the worked examples share: the folder, the sheets, and the ledger of the sources as an oracle."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from exactmetrics._resources import worked_examples_root
from exactmetrics.sheets.sheet import Sheet
from exactmetrics.sheets.verdicts import Judged, judge_claims
from tests.sheets.loading import load_sheet

HERE = Path(__file__).resolve().parent
ROOT = Path(str(worked_examples_root()))


class Entry(NamedTuple):
    """One claim of the ledger: worked out by hand from the sources, independently of this package."""

    id: str
    printed: str
    exact: str
    expression: str
    word: str


def ledger() -> list[Entry]:
    with (HERE / "data" / "ledger.csv").open(encoding="utf-8", newline="") as file:
        return [Entry(**row) for row in csv.DictReader(file)]


def sheet_files() -> list[Path]:
    return sorted(path for path in ROOT.glob("*/*.toml") if path.name != "profile.toml")


@cache
def sheet_of(path: Path) -> Sheet:
    return load_sheet(path)


@cache
def judged_claims() -> list[Judged]:
    return [one for path in sheet_files() for one in judge_claims(sheet_of(path))]


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


MINIMAL = """
title = "Two classes"
[data]
labels = ["yes", "no"]
matrix = [[3, 1], [0, 2]]
"""
