"""The report for a terminal: carets under the digits, limits, strangers' characters; the table of several files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.notation.escape import visible
from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.verification.report.document import excerpt
from exactmetrics.verification.verify import verify_document
from tests.cases import each
from tests.cli.run import run
from tests.derivation.html_reader import parsed
from tests.verification.report.written import LANGUAGES, hostile_document, seen

AROUND = {
    "plain": ("so ", ""),
    "formula": (r"$$\text{Recall}_L = ", "$$"),
    "wide letters": ("猫和狗 的召回率 ", " 如此"),
    "combining marks": ("re\u0301sume\u0301 ", ""),
    "tabs": ("\t\tso\t", "\tend"),
    "right to left": ("مثال: الدقة = ", " هنا"),
    "hidden": ("a\x07\u200b\u202e see ", " or \x1b[31m"),
    "long before": ("word and word. " * 700, ""),
    "long behind": ("", ", so it is" * 1000),
    "long around": ("word and word. " * 400, ", so it is" * 600),
}


@each("width", [40, 80, 120])
@each("around", AROUND.values(), ids=AROUND)
def test_the_carets_stand_below_the_digits(around: tuple[str, str], width: int) -> None:
    before, after = around
    text = f"first line\n\n{before}60/(60+25) = 0.938{after}\n"
    report = verify_document(text, claims=False).to_text(width=width)
    (found,) = seen(report)
    assert found.pointed == "0.938"
    assert (found.line, found.column) == (3, len(before) + len("60/(60+25) = ") + 1)
    assert all(terminal_width(line) <= width for line in report.splitlines())


def test_in_a_line_from_the_right_the_digits_are_repeated() -> None:
    turned, plain = (verify_document(f"{before}4/6 = 0.66").to_text() for before in ("مثال: ", "so "))
    assert [line.split("^^^^")[1] for line in turned.splitlines() if "^" in line] == [" 0.66"]
    assert [line.split("^^^^")[1] for line in plain.splitlines() if "^" in line] == [""]


@each("end", ["\n", "\r\n"])
def test_line_ends_are_no_part_of_a_line(end: str) -> None:
    report = verify_document(f"one{end}{end}4/6 = 0.66{end}{end}two", claims=False).to_text()
    (found,) = seen(report)
    assert (found.line, found.column, found.pointed) == (3, 7, "0.66")
    assert "\r" not in report
    assert "\\r" not in report


def test_many_are_shown_in_part_and_all_on_request() -> None:
    text = "1 + 2 + ... = 3\n\n" * 40 + "4/6 = 0.66\n\n" * 130
    checked = verify_document(text, claims=False)
    report, whole = checked.to_text(), checked.to_text(all=True)
    assert len(seen(report)) == 100
    assert "and 30 more, which --all shows" in report
    assert "40 numbers were not judged" in report
    assert "and 35 more, which --all shows" in report
    assert len(seen(whole)) == 130
    assert "--all" not in whole
    assert whole.count("leaves terms out") == 40


@each("width", [40, 80])
def test_strangers_cannot_steer_a_terminal_nor_widen_the_page(width: int) -> None:
    report = hostile_document().to_text(width=width, all=True)
    assert [ch for ch in set(report) if not ch.isprintable() and ch != "\n"] == []
    assert "\\x1b[31m\\u202eb" in report
    assert [line for line in report.splitlines() if terminal_width(line) > width] == []
    counted = hostile_document().coverage
    assert counted.judged > 100
    carets = len(re.findall(r"^ +\| +\^+( .*)?$", report, re.MULTILINE))
    assert carets == len(hostile_document().findings("warn", "error"))


@each("language", LANGUAGES[1:])
def test_the_words_are_those_of_the_language(language: str) -> None:
    say = messages(language)
    report = verify_document("4/6 = 0.66, 1/2 = 0.5", claims=False).to_text(language=language)
    for path in (("level_warn",), ("name", "truncated"), ("hint",)):
        assert say.get("verify", *path) in report
    assert not re.search(r"\b(warning|truncated|exact|difference|hint|links|digits|printed|read|gives|found)\b", report)


def test_an_excerpt_is_never_wider_than_it_may_be() -> None:
    text = "猫\u0301\x00\t" * 3000
    for start in range(0, 12000, 997):
        for width in (16, 33, 80):
            shown = excerpt(text, start, start + 5, width)
            assert terminal_width(shown.text) <= width
            assert shown.lead + shown.marked <= width


def test_a_file_is_read_again_for_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("4/6 = 0.66", encoding="utf-8-sig")
    (found,) = seen(verify_document(path, claims=False).to_text(width=400))
    assert found.pointed == "0.66"


def test_what_is_right_is_listed_where_all_is_asked_for() -> None:
    whole = verify_document("1/2 = 0.5, 2/3 = 0.667, x = 3", claims=False).to_text(all=True)
    assert "Numbers that are right\n  line 1, column 7: 0.5: 1/2 = 0.5\n" in whole


def test_what_can_be_seen_stays() -> None:
    assert visible("é 猫 مرحبا 🐈") == "é 猫 مرحبا 🐈"
    assert visible("a\u2066b\r\x9b") == r"a\u2066b\r\x9b"


def findings_of(report: str) -> list[list[str]]:
    return [block.splitlines() for block in report.split("\n\n") if "^" in block]


LONG = f"The data {'1 + ' * 60}0 = 61, and " + "4/6 = 0.66 and 1/2 = 0.6. " * 3


@each("text", [LONG, "0.66", "2/3 = 0.66 is right, and 60/(60+25) = 0.938 near 4 and 64 and 15"])
@each("width", [40, 80])
def test_a_finding_takes_at_most_six_lines_unless_all_is_asked_for(text: str, width: int) -> None:
    checked = verify_document(text)
    checked.path = "a/very/long/path/of/a/document/" * 2 + "notes.md"
    for block in findings_of(checked.to_text(width=width)):
        assert len(block) <= 6
        assert all(terminal_width(line) <= width or line.startswith(checked.path) for line in block)


# Several files.

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
