"""Corrected copies: the digits that are sure, in their place, and not one other byte."""

from __future__ import annotations

import codecs
import json
import os
from fractions import Fraction
from pathlib import Path

import pytest

from exactmetrics.exact.errors import InputError
from exactmetrics.verification.checked import Correction
from exactmetrics.verification.report.fixing import fix_report, fixed, write_fixed
from exactmetrics.verification.verify import verify_document
from tests.cases import each
from tests.verification.report.written import rounded

TEXT = "Ünïcode 猫 📈: 4/6 = 0.66, and 5/6 = 0.83.\r\n\r\nالدقة 841/1309 = 0.6424751718869367\nend\tof it "
RIGHT = rounded(Fraction(2, 3), 2)
RIGHT_TEXT = TEXT.replace("0.66", RIGHT).replace("0.6424751718869367", rounded(Fraction(841, 1309), 16))
ENCODINGS = {
    "utf-8": (b"", "utf-8"),
    "utf-8 with a mark": (codecs.BOM_UTF8, "utf-8"),
    "utf-16, little end first": (codecs.BOM_UTF16_LE, "utf-16-le"),
    "utf-16, big end first": (codecs.BOM_UTF16_BE, "utf-16-be"),
}


@each(("mark", "encoding"), ENCODINGS.values(), ids=ENCODINGS)
def test_every_other_byte_stays(tmp_path: Path, mark: bytes, encoding: str) -> None:
    path = tmp_path / "notes.md"
    path.write_bytes(mark + TEXT.encode(encoding))
    checked = verify_document(path, claims=False)
    copy = write_fixed(checked, fixed(checked))
    assert copy == tmp_path / "notes.fixed.md"
    assert copy.read_bytes() == mark + RIGHT_TEXT.encode(encoding)
    assert path.read_bytes() == mark + TEXT.encode(encoding)


def test_a_file_in_an_old_encoding(tmp_path: Path) -> None:
    path = tmp_path / "alt.txt"
    path.write_bytes("Größe: 4/6 = 0.66\r".encode("latin-1"))
    checked = verify_document(path, claims=False)
    assert write_fixed(checked, fixed(checked)).read_bytes() == "Größe: 4/6 = 0.67\r".encode("latin-1")


def test_the_text_of_a_verification_is_corrected() -> None:
    checked = verify_document(TEXT, claims=False)
    assert checked.fixed() == RIGHT_TEXT
    assert verify_document(checked.fixed(), claims=False).worst == "ok"


def test_a_notebook_stays_a_notebook(tmp_path: Path) -> None:
    lines = ['Ein "Wert"\\: \u00fc\n', "\n", "so\t4/6 = 0.66, $\\frac{1}{3} = 0.33$"]
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": lines},
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": ["x = 0.66"]},
    ]  # fmt: skip
    for ascii_only in (True, False):
        path = tmp_path / f"lecture{ascii_only}.ipynb"
        path.write_text(json.dumps({"cells": cells, "nbformat": 4}, ensure_ascii=ascii_only), encoding="utf-8")
        checked = verify_document(path, claims=False)
        read = json.loads(checked.fixed())
        assert read["cells"][0]["source"] == [*lines[:2], lines[2].replace("0.66", RIGHT)]
        assert read["cells"][1] == cells[1]
        assert path.read_text(encoding="utf-8").replace("4/6 = 0.66", "4/6 = 0.67") == checked.fixed()


def test_a_web_page_keeps_its_markup() -> None:
    text = "<p title='0.66'>4/6 &asymp; <b>0.66</b> &amp; 1&frasl;2</p>"
    assert verify_document(text, format="html", claims=False).fixed() == text.replace("<b>0.66", f"<b>{RIGHT}")


def test_decimal_commas_stay() -> None:
    text = "Recall = 4/6 = 0,66, Precision = 3/4 = 0,75"
    assert verify_document(text, claims=False).fixed() == text.replace("0,66", "0,67")


@each("correction", [
    Correction(6, 10, "0.67", "0.68"),  # something else stands there
    Correction(6, 10, "0.66", "<b>0.67</b>"),  # no number
    Correction(6, 10, "0.66", "0.67\n"),
    Correction(600, 604, "0.66", "0.67"),  # outside
    Correction(6, 10, "0.66", ""),
])  # fmt: skip
def test_what_is_not_a_number_for_a_number_is_left_out(correction: Correction) -> None:
    checked = verify_document("4/6 = 0.66", claims=False)
    checked.links[0].correction = correction
    result = fixed(checked)
    assert (result.text, result.applied) == ("4/6 = 0.66", [])
    assert len(result.left) == 1


def test_corrections_that_contradict_each_other_are_left_out() -> None:
    checked = verify_document("4/6 = 0.66, 5/6 = 0.83", claims=False)
    first, second = checked.links
    second.correction = Correction(6, 10, "0.66", "0.68")
    assert checked.fixed() == "4/6 = 0.66, 5/6 = 0.83"
    second.correction = first.correction
    assert checked.fixed() == "4/6 = 0.67, 5/6 = 0.83"


def test_a_copy_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("4/6 = 0.66", encoding="utf-8")
    checked = verify_document(path, claims=False)
    first = write_fixed(checked, fixed(checked))
    assert write_fixed(checked, fixed(checked)) == first
    first.write_text("my own notes", encoding="utf-8")
    with pytest.raises(InputError, match="there already and holds something else"):
        write_fixed(checked, fixed(checked))
    assert first.read_text(encoding="utf-8") == "my own notes"
    assert sorted(found.name for found in tmp_path.iterdir()) == ["notes.fixed.md", "notes.md"]


def test_a_file_that_changed_meanwhile_is_not_corrected(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("4/6 = 0.66", encoding="utf-8")
    checked = verify_document(path, claims=False)
    path.write_text("so: 4/6 = 0.66", encoding="utf-8")
    result = fixed(checked)
    assert (result.text, result.applied) == ("so: 4/6 = 0.66", [])


def test_what_was_changed_and_what_was_left_is_said(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("one\n4/6 = 0.66\n\n1/2 = 0.875\n841/1309 = 0.6424751718869367\n", encoding="utf-8")
    said = fix_report(verify_document(path, claims=False))
    assert said == [
        f"{tmp_path / 'notes.fixed.md'}: 2 numbers corrected",
        "  2: 0.66 becomes 0.67",
        "  5: 0.6424751718869367 becomes 0.6424751718869366",
        "1 number is left as it is:",
        "  4: 0.875: its right digits are not sure",
    ]


def test_without_anything_sure_no_copy_is_written(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    for text, said in (
        ("1/2 = 0.5", ["Nothing is corrected: nothing wrong was found."]),
        ("1/2 = 0.125", ["Nothing is corrected.", "  1: 0.125: its right digits are not sure"]),
    ):
        path.write_text(text, encoding="utf-8")
        first, *rest = fix_report(verify_document(path, claims=False))
        assert [first.partition(": ")[2], *rest] == said
    assert [one.name for one in tmp_path.iterdir()] == ["notes.md"]


def test_a_text_has_no_copy_beside_it() -> None:
    checked = verify_document("4/6 = 0.66", claims=False)
    with pytest.raises(InputError, match="give the document as a file"):
        write_fixed(checked, fixed(checked))


ROUNDED = "2/3 = 0.67, 1/6 = 0.17, 5/9 = 0.56, 8/9 = 0.89, 3/7 = 0.43, 4/7 = 0.57.\n\n"


@each("text", ["4/6 = 0.66 = 0.660", "4/6 = 0.66 = 33/50", "4/6 = 0.66 = 66%"])
def test_a_chain_is_corrected_as_a_whole_or_not_at_all(text: str) -> None:
    checked = verify_document(ROUNDED + text + "\n\n7/9 = 0.77", format="markdown")
    after = verify_document(fixed(checked).text, format="markdown")
    order = [None, "ok", "note", "warn", "error"]
    for old, new in zip(checked.links, after.links, strict=True):
        assert order.index(new.level) <= order.index(old.level)
    assert fixed(checked).text.endswith("7/9 = 0.78")


def test_code_and_what_it_printed_stay(tmp_path: Path) -> None:
    text = ROUNDED + "```python\nprint('4/6 = 0.66')  # 4/6 = 0.66\nassert 4/6 == 0.66\n```\n\n4/6 = 0.66\n"
    assert fixed(verify_document(text, format="markdown")).text == text[:-5] + "0.67\n"
    path = tmp_path / "n.ipynb"
    output = [{"output_type": "stream", "name": "stdout", "text": ["4/6 = 0.66\n"]}]
    cell = {"cell_type": "code", "metadata": {}, "source": ["# 4/6 = 0.66\n"], "outputs": output}
    path.write_text(
        json.dumps({"cells": [cell, {"cell_type": "markdown", "source": [ROUNDED, "4/6 = 0.66"]}]}), encoding="utf-8"
    )
    old, new = path.read_text(encoding="utf-8"), fixed(verify_document(path)).text
    assert (old.count("0.66"), new.count("0.66"), new.count("0.67"), new[-9:]) == (3, 2, 2, '0.67"]}]}')


def test_the_digits_of_a_float_may_be_meant() -> None:
    text = "In Python 0.1 + 0.2 = 0.30000000000000004."
    assert fixed(verify_document(text, format="markdown")).text == text


def test_a_copy_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "notes.md"
    path.write_text("4/6 = 0.66", encoding="utf-8")
    checked = verify_document(path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "link", full)
        patched.setattr(os, "rename", full)
        with pytest.raises(InputError, match="No space left"):
            write_fixed(checked, fixed(checked))
    assert [one.name for one in tmp_path.iterdir()] == ["notes.md"]
    assert write_fixed(checked, fixed(checked)).read_text(encoding="utf-8") == "4/6 = 0.67"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["notes.fixed.md", "notes.md"]


@each(
    ("text", "why"),
    [
        ("1/2 = 0.125", "unsure"),
        ("```python\n# 4/6 = 0.66\n```\n", "code"),
        ("4/6 = 0.66 = 33/50", "harm"),
    ],
)
def test_why_a_number_is_left(text: str, why: str) -> None:
    result = fixed(verify_document(text, format="markdown", claims=False))
    assert (result.applied, result.why) == ([], [why])
