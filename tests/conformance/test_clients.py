"""The two example clients, in Python and in JavaScript: they run, they are short, and nothing they say is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from exactmetrics.conformance.answers import answers_of
from exactmetrics.conformance.page import column_of
from exactmetrics.vectors.reading import load_vectors
from tests.house.source import PACKAGE
from tests.tools import needed

DATA = PACKAGE / "vectors" / "data"
LINES = 30
CLIENTS = {"client.py": [sys.executable, "-I"], "client.mjs": ["node"]}


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest) -> tuple[list[str], Path]:
    if request.param == "client.mjs":
        needed("node")
    return CLIENTS[request.param], DATA / "clients" / request.param


def test_a_client_is_judged_right(client: tuple[list[str], Path]) -> None:
    command, path = client
    run = subprocess.run(
        [*command, str(path), str(DATA / "smoke.jsonl")], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    cases = list(load_vectors(smoke=True))
    column = column_of(answers_of(run.stdout), cases)
    verdicts = [verdict for cell in column.cells.values() for verdict in cell.verdicts.elements()]
    assert column.name == path.name
    assert set(column.cells) == {"precision", "recall", "f1"}
    assert set(verdicts) <= {"correct", "near", "undefined"}
    assert verdicts.count("correct") >= 8


def test_a_client_is_short(client: tuple[list[str], Path]) -> None:
    lines = client[1].read_text(encoding="utf-8").splitlines()
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= 120
