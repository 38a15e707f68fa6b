"""Mutants of sparse inputs, of whole files through `check`, and of the lines of the smoke set: each one is found."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from exactmetrics.vectors.check import check, check_case, findings_of_file
from exactmetrics.vectors.reading import SMOKE_FILE
from tests.cases import sample, size
from tests.vectors.files import DATA, cases, only, record, shared
from tests.vectors.mutants import mutations, other_digit

NOT_CERTIFIED = "it is not certified as it stands"
OTHERWISE = "the expected value is computed otherwise"
SPARSE = [one for one in cases() if one[0]["inputs"][one[2]["input"]]["kind"] == "sparse"]


def test_every_mutant_of_a_case_on_a_sparse_input_is_found_twice() -> None:
    random, many = Random(5), 0
    for found, group, case in random.sample(SPARSE, size(20, 50)):
        for spoil in mutations(case):
            spoilt = copy.deepcopy(case)
            spoil(spoilt, random)
            assert list(check_case(found, group, spoilt, record())) == [NOT_CERTIFIED, OTHERWISE], spoilt
            many += 1
    assert many > size(80, 200)


def spoil_cells(table: Any, random: Random) -> None:
    """A count, a position, or a cell as a whole becomes another one."""
    at = random.randrange(len(table["count"]))
    match random.randrange(3):
        case 0:
            table["count"][at] += 1
        case 1:
            table["true"][at] = (table["true"][at] + 1) % table["classes"]
        case _:
            for column in ("true", "predicted", "count"):
                del table[column][at]


def test_every_mutant_of_a_sparse_input_is_found() -> None:
    """A value may outlast a changed count; the digest does not, nor does a metric of the whole matrix."""
    random, computed = Random(7), 0
    plain = [one for one in SPARSE if one[1]["average"] is None and one[2].get("label") is None]
    for found, group, case in [*random.sample(SPARSE, size(10, 60)), *sample(plain, 12)]:
        table = copy.deepcopy(found["inputs"][case["input"]])
        spoil_cells(table, random)
        wrong = list(check_case({**found, "inputs": {case["input"]: table}}, group, case, record()))
        assert wrong[0] == NOT_CERTIFIED, case["id"]
        computed += OTHERWISE in wrong
    assert computed > size(6, 30)


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A small set of vectors, whole and right."""
    only(monkeypatch, tmp_path / "data", "error_rate")
    return tmp_path / "data"


def test_mutants_are_found_by_the_check_of_a_folder(folder: Path) -> None:
    file, random, by_schema = folder / "error_rate.json", Random(11), 0
    text = file.read_text(encoding="utf-8")
    assert check(folder)[0] == []
    found = json.loads(text)
    places = [(g, c) for g, group in enumerate(found["groups"]) for c in range(len(group["cases"]))]
    for g, c in random.sample(places, size(6, 16)):
        spoilt = json.loads(text)
        case = spoilt["groups"][g]["cases"][c]
        random.choice(list(mutations(case)) or [lambda c, r: c["expected"].update(exact="7")])(case, random)
        file.write_text(json.dumps(spoilt), encoding="utf-8")
        told = [finding for finding in check(folder)[0] if finding.file == file.name]
        if "it does not follow the schema" in told[0].what:  # a file that does not is read no further
            by_schema += 1
        else:
            assert [finding.what for finding in told if finding.case == case["id"]] == [NOT_CERTIFIED, OTHERWISE], case
    assert by_schema < size(5, 8)


def test_mutants_of_the_smoke_set_are_found_by_the_check_of_a_folder(folder: Path) -> None:
    file, random = folder / SMOKE_FILE, Random(13)
    lines = file.read_text(encoding="utf-8").splitlines()
    for at in random.sample(range(len(lines)), size(3, 8)):
        spoilt = [*lines[:at], other_digit(lines[at], random), *lines[at + 1 :]]
        file.write_text("\n".join(spoilt) + "\n", encoding="utf-8")
        assert {finding.file for finding in check(folder)[0]} == {SMOKE_FILE}


def test_a_spoilt_line_of_the_published_smoke_set_is_found_by_its_number() -> None:
    text, random = (DATA / SMOKE_FILE).read_text(encoding="utf-8"), Random(19)
    lines = text.splitlines()
    assert list(findings_of_file(SMOKE_FILE, text, text, record(), Counter(), shared())) == []
    for at in random.sample(range(1, len(lines) + 1), 20):
        spoilt = "\n".join([*lines[: at - 1], other_digit(lines[at - 1], random), *lines[at:]]) + "\n"
        told = " ".join(
            finding.what for finding in findings_of_file(SMOKE_FILE, spoilt, text, record(), Counter(), shared())
        )
        assert f"line {at} is not what is built" in told
