"""Several files reported together: the summary is as careful as that of one, and a table says what each came to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from exactmetrics.derivation.messages import messages
from exactmetrics.verification.verify import verify_document
from tests.cli.run import run
from tests.derivation.html_reader import parsed
from tests.verification.report.written import LANGUAGES

SHEET = "metric,label,printed\nrecall,a,0.67\nf1,a,0.9\nprecision,a,\nf1,b,~0.8\n"
MATRIX = "4 2; 0 3"  # recall of a 2/3, F1 of a 4/5


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = {"right.md": "1/2 = 0.5", "none.md": "No number.", "wrong.md": "1/2 = 0.6, 2/3 = 0.66", "s.csv": SHEET}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "x.csv").write_text("x\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_checked_in_one_of_several_is_said(folder: Path, language: str) -> None:
    last = run("verify", "right.md", "none.md", "--language", language).stdout
    say = messages(language)
    assert say.get("verify", "nothing_checked") in last
    assert say.say(("verify", "idle"), lambda _: "1") in " ".join(last.split())
    assert say.say(("verify", "idle"), lambda _: "1") not in run("verify", "right.md", "--language", language).stdout


@pytest.mark.parametrize(("files", "status"), [
    (["right.md"], 0), (["none.md"], 1), (["right.md", "none.md"], 1), (["wrong.md", "right.md"], 1),
])  # fmt: skip
def test_nothing_checked_can_be_made_to_fail(folder: Path, files: list[str], status: int) -> None:
    assert run("verify", *files, "--require-checked").exit_code == status
    assert run("verify", "none.md", "--strict").exit_code == 0  # which is about warnings


def test_the_table_of_the_terminal(folder: Path) -> None:
    result = run("verify", "right.md", "none.md", "wrong.md", "s.csv", "x.csv", "--data", MATRIX, "--labels", "a,b")
    assert result.exit_code == 2
    lines = result.stdout.splitlines()
    head = next(at for at, line in enumerate(lines) if line.startswith("right  "))
    found = {
        line.split("  ")[-1]: re.findall(r"\d+|-(?= |$)", line.rpartition("  ")[0]) for line in lines[head : head + 6]
    }
    assert re.split("  +", lines[head]) == ["right", "to note", "warnings", "wrong", "not judged", "file"]
    assert found == {
        "file": [],
        "right.md": ["1", "0", "0", "0", "0"],
        "none.md": ["0", "0", "0", "0", "0"],
        "wrong.md": ["0", "0", "1", "1", "0"],
        "s.csv": ["1", "0", "1", "2", "0"],
        "x.csv: could not be used": ["-", "-", "-", "-", "-"],
    }
    total = " ".join(" ".join(lines[head + 6 :]).split())
    assert total == (
        "4 documents: 7 numbers found: 2 right, 2 warnings, 3 wrong. Nothing was judged in 1 of them. "
        "1 file could not be used."
    )  # an answer left blank is a warning, one that is not read an error


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_begins_with_all_files(folder: Path, language: str) -> None:
    names = ["wrong.md", "s.csv", "x.csv"]
    result = run("verify", *names, "--data", MATRIX, "--labels", "a,b", "--format", "html", "--language", language)
    page = parsed(result.stdout)
    table = next(page.iter("table"))
    title, *rows = (["".join(cell.itertext()).strip() for cell in row] for row in table.iter("tr"))
    assert [row[0] for row in rows] == names
    assert [row[1:] for row in rows[:2]] == [["0", "0", "1", "1", "0"], ["1", "0", "1", "2", "0"]]
    assert rows[2][1].startswith("is no answer sheet")
    assert [link.get("href") for link in table.iter("a")] == ["#r1", "#r2"]
    assert {"r1", "r2"} <= {e.get("id") for e in page.iter()}
    assert title[0] == messages(language).get("verify", "column", "file")


def test_one_file_has_no_table(folder: Path) -> None:
    assert "errors" not in run("verify", "right.md").stdout
    assert 'class="overview"' not in run("verify", "right.md", "--format", "html").stdout


def test_right_links_of_a_very_long_document_are_counted_though_they_are_not_kept() -> None:
    found = verify_document("1/2 = 0.5\n\n1/4 = 0.25\n\n2/3 = 0.66", format="markdown")
    whole = found.to_text().splitlines()[-1]
    found.counted, found.links = found.coverage, found.links[1:]
    assert found.to_text().splitlines()[-1] == whole == "-: 3 numbers found: 2 right, 1 warning"
