"""On a terminal: tables are drawn, both ways of writing a value are shown, and nothing is taken for markup."""

from __future__ import annotations

import re

from tests.cli.run import MATRIX, on_terminal, process

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
WEIGHTED = ["-m", "precision", "-a", "weighted"]


def test_a_value_in_both_ways() -> None:
    assert on_terminal("value", MATRIX, *WEIGHTED) == "409/630\n≈ 0.6492063492063492\n"
    assert on_terminal("value", "1 7; 0 0", "-m", "accuracy") == "1/8\n= 0.125\n"
    assert on_terminal("value", "1 7; 0 0", "-m", "accuracy", "--places", "2") == "1/8\n≈ 0.12\n"
    assert on_terminal("value", "3 0; 0 4", "-m", "accuracy") == "1\n"
    assert on_terminal("value", MATRIX, "-m", "mcc").splitlines()[0] == "5*sqrt(29)/58"


def test_policies_are_told() -> None:
    shown = on_terminal("value", "6 0; 1 0", "-m", "precision", "-a", "macro", "--undefined", "0")
    assert "precision of 1 is 0/0, taken as 0" in shown
    assert "\n3/7\n" in shown


def test_json_is_json_on_a_terminal() -> None:
    assert (
        on_terminal("value", MATRIX, *WEIGHTED, "--json").encode()
        == process("value", MATRIX, *WEIGHTED, "--json").stdout
    )


def test_the_catalogue_is_drawn_and_fits() -> None:
    shown = on_terminal("metrics", columns=100)
    assert "│" in shown
    assert max(len(ESCAPE.sub("", line)) for line in shown.splitlines()) <= 100
    assert "│" not in process("metrics").stdout.decode()


def test_no_color_is_respected() -> None:
    assert "\x1b[" not in re.sub(r"\x1b\[1m|\x1b\[0m", "", on_terminal("metrics", NO_COLOR="1"))


def test_progress_leaves_nothing_behind_in_a_pipe() -> None:
    assert b"\x1b" not in process("examples", "--check", "000").stderr
    assert "000/weighted_averages \x1b" in on_terminal("examples", "--check", "000", statuses=(0, 1))


def test_a_derivation_is_plain_text() -> None:
    assert "\x1b" not in on_terminal("derive", MATRIX, *WEIGHTED)
