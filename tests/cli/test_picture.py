"""`picture`: the formats by the ending, standard output, and what cannot be drawn."""

from __future__ import annotations

import json
from pathlib import Path

from exactmetrics import ConfusionMatrix
from tests.cli.run import MATRIX, printed, refused, write

NAMES = ["bird", "cat", "dog"]
ASKED = ["picture", MATRIX, "--labels", ",".join(NAMES)]
PICTURE = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=NAMES).picture(shares=True, theme="dark")


def test_the_ending_says_the_format(tmp_path: Path) -> None:
    for ending, text in (("svg", PICTURE.to_svg()), ("tex", PICTURE.to_tikz())):
        target = tmp_path / f"matrix.{ending}"
        assert printed(*ASKED, "--shares", "--theme", "dark", "-o", str(target)) == ""
        assert target.read_text(encoding="utf-8") == text
    assert printed(*ASKED, "--shares", "--theme", "dark") == PICTURE.to_svg()
    assert printed(*ASKED, "--shares", "--theme", "dark", "--format", "tex") == PICTURE.to_tikz()


def test_what_cannot_be_drawn(tmp_path: Path) -> None:
    assert "name a file with -o" in refused(*ASKED, "--format", "png")
    assert "ends in .svg, .tex, .pdf, .png" in refused(*ASKED, "-o", str(tmp_path / "m.gif"))
    counts = {"counts": {"a": {"tp": 5, "fp": 1, "fn": 2, "tn": 4}}, "partition": False}
    assert "no matrix" in refused("picture", "-", stdin=json.dumps(counts))
    scores = write(tmp_path, "s.csv", "y_true,y_score\n1,0.9\n0,0.2\n")
    for option in (["--shares"], ["--pred", "a"], ["--separator", ";"], ["--orientation", "predicted"]):
        assert f"{option[0]} does not go with --curve" in refused("picture", scores, "--curve", "roc", *option)
    data = write(tmp_path, "m.svg", "3,1\n0,2\n")
    assert "is read, and would be written over" in refused("picture", data, "-o", data)
