"""The report for a terminal: carets under the digits, exact values, limits, strangers' characters."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.notation.escape import visible
from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.verification.report.document import excerpt
from exactmetrics.verification.verified import Reports
from exactmetrics.verification.verify import verify_document
from tests.cases import each
from tests.verification.report.written import CUT, FALSE, LANGUAGES, hostile_document, rounded, seen

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


def test_a_number_on_the_left_is_what_is_pointed_at() -> None:
    (found,) = seen(verify_document("we get 0.938 = 60/(60+25) here", claims=False).to_text())
    assert found.pointed == "0.938"


@each(("text", "level", "word", "printed", "value"), [
    ("60/(60+25) = 0.938", "error", "false", *FALSE),
    ("4/6 = 0.66", "warning", "truncated", *CUT),
    ("841/1309 = 0.6424751718869367", "warning", "float", "0.6424751718869367", Fraction(841, 1309)),
    ("7/12 = 58.4%", "error", "false", "58.4%", Fraction(7, 12)),
])  # fmt: skip
def test_what_is_exact_is_said(text: str, level: str, word: str, printed: str, value: Fraction) -> None:
    (found,) = seen(verify_document(text, claims=False).to_text())
    assert (found.level, found.word, found.pointed.rstrip("%")) == (level, word, printed.rstrip("%"))
    places = len(printed.rstrip("%").partition(".")[2])
    percent = printed.endswith("%")
    right = rounded(value * 100 if percent else value, places) + "%" * percent
    assert found.head == f"the other side gives {value} ≈ {right}, not {printed}"


def test_a_value_that_ends_is_equal_and_not_about() -> None:
    (found,) = seen(verify_document("3/8 = 0.395", claims=False).to_text())
    assert found.head == "the other side gives 3/8 = 0.375, not 0.395"


def test_what_is_right_is_counted_and_not_listed() -> None:
    report = verify_document("1/2 = 0.5, 2/3 = 0.667, x = 3", claims=False).to_text()
    assert seen(report) == []
    assert report == "-: 2 numbers found: 2 right\n"
    whole = verify_document("1/2 = 0.5, 2/3 = 0.667, x = 3", claims=False).to_text(all=True)
    assert "Numbers that are right\n  line 1, column 7: 0.5: 1/2 = 0.5\n" in whole


def test_what_was_not_read_is_listed_with_why() -> None:
    report = verify_document("The sum 1 + 2 + ... = 3 goes on.", claims=False).to_text()
    assert "1 number was not judged" in report
    assert "  line 1, column 9: 1 + 2 + ... = 3: '...' leaves terms out" in report


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


def test_several_documents_end_in_one_line() -> None:
    reports = Reports([verify_document(text, claims=False) for text in ("1/2 = 0.6", "4/6 = 0.66", "a")])
    lines = reports.to_text().splitlines()
    last = " ".join(" ".join(lines[-2:]).split())
    assert last == "3 documents: 2 numbers found: 1 warning, 1 wrong. Nothing was judged in 1 of them."
    assert reports.worst == "error"


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


def test_what_can_be_seen_stays() -> None:
    assert visible("é 猫 مرحبا 🐈") == "é 猫 مرحبا 🐈"
    assert visible("a\u2066b\r\x9b") == r"a\u2066b\r\x9b"


def findings_of(report: str) -> list[list[str]]:
    return [block.splitlines() for block in report.split("\n\n") if "^" in block]


LONG = f"The data {'1 + ' * 60}0 = 61, and " + "4/6 = 0.66 and 1/2 = 0.6. " * 3


@each("text", [LONG, CUT[0], "2/3 = 0.66 is right, and 60/(60+25) = 0.938 near 4 and 64 and 15"])
@each("width", [40, 80])
def test_a_finding_takes_at_most_six_lines_unless_all_is_asked_for(text: str, width: int) -> None:
    checked = verify_document(text)
    checked.path = "a/very/long/path/of/a/document/" * 2 + "notes.md"
    for block in findings_of(checked.to_text(width=width)):
        assert len(block) <= 6
        assert all(terminal_width(line) <= width or line.startswith(checked.path) for line in block)
