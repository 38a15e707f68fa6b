"""Documents beside a matrix, written without sight of the reading: nothing true is accused, most wrong values found."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import exactmetrics as em
from tests.cases import each, sample

HERE = Path(__file__).parent
TRUE = tomllib.loads((HERE / "true_beside.toml").read_text("utf-8"))["case"]
WRONG = tomllib.loads((HERE / "wrong_plain.toml").read_text("utf-8"))["case"]
LEAST = 85  # of a hundred


def accused(text: str) -> Iterator[str]:
    found = em.verify_document(text, format="markdown")
    yield from (one.link.right for one in found.links if one.level == "error")
    yield from (one.printed or "" for one in found.claims if one.level == "error")


@each("case", sample(TRUE, 60), ids=lambda case: case["id"])
def test_nothing_true_is_accused(case: dict[str, str]) -> None:
    assert list(accused(case["text"])) == []


def test_most_of_what_is_wrong_is_found() -> None:
    drawn = sample(WRONG, 60)
    missed = [case["id"] for case in drawn if not any(case["wrong"] in number for number in accused(case["text"]))]
    assert 100 * (len(drawn) - len(missed)) >= LEAST * len(drawn), missed
