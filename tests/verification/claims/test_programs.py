"""Any code is read in a time that grows with its length, and nothing in it ends the reading."""

from __future__ import annotations

import pytest

from exactmetrics.verification.claims.programs import Session, outputs
from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from tests.growth import assert_linear

LISTS = "y = [0, 1, 1, 0]\np = [0, 1, 0, 0]\n"


@pytest.mark.parametrize("line", ["F1 0.67{}x", "{}", "{}x", "F1 {}", "F1 0.67{}"])
def test_time_grows_with_the_blanks_of_an_output(line: str) -> None:
    shown = Session().run(LISTS + "print('F1', f1_score(y, p), '', '', '', '', '', '', '')")
    assert_linear(lambda text: outputs(shown, text), lambda n: line.format(" " * n), 4_000)


@pytest.mark.parametrize(
    "code", ["print(" + " + ".join(["'a'"] * 3_000) + ")", "print(0x" + "f" * 9_000 + ")", "x = " + "-" * 3_000 + "1"]
)
def test_any_code_is_read(code: str) -> None:
    outputs(Session().run(code), "1")


def test_time_grows_with_the_blanks_of_an_array() -> None:
    assert_linear(
        lambda text: recognised(source_of(text, "text")), lambda n: "[ " + "22        " * (n // 10) + "x", 2_000
    )
