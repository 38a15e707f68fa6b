"""Corrected copies: the digits that are sure, in their place, and not one other byte; see `cases/corrections.toml`."""

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
from exactmetrics.verification.verified import Verification
from exactmetrics.verification.verify import verify_document
from tests.cases import each
from tests.verification.report.written import rounded

TEXT = "Ünïcode 猫 📈: 4/6 = 0.66, and 5/6 = 0.83.\r\n\r\nالدقة 841/1309 = 0.6424751718869367\nend\tof it "
RIGHT = rounded(Fraction(2, 3), 2)
RIGHT_TEXT = TEXT.replace("0.66", RIGHT).replace("0.6424751718869367", rounded(Fraction(841, 1309), 16))
SMALL = "4/6 = 0.66"


def noted(folder: Path, text: str = SMALL) -> tuple[Path, Verification]:
    """A file that holds a text, verified."""
    path = folder / "notes.md"
    path.write_text(text, encoding="utf-8")
    return path, verify_document(path, claims=False)


@each(("mark", "encoding", "text", "right"), [
    (b"", "utf-8", TEXT, RIGHT_TEXT), (codecs.BOM_UTF8, "utf-8", TEXT, RIGHT_TEXT),
    (codecs.BOM_UTF16_LE, "utf-16-le", TEXT, RIGHT_TEXT), (codecs.BOM_UTF16_BE, "utf-16-be", TEXT, RIGHT_TEXT),
    (b"", "latin-1", "Größe: 4/6 = 0.66\r", "Größe: 4/6 = 0.67\r"),
])  # fmt: skip
def test_every_other_byte_stays(tmp_path: Path, mark: bytes, encoding: str, text: str, right: str) -> None:
    path = tmp_path / "notes.md"
    path.write_bytes(mark + text.encode(encoding))
    checked = verify_document(path, claims=False)
    copy = write_fixed(checked, fixed(checked))
    assert copy == tmp_path / "notes.fixed.md"
    assert copy.read_bytes() == mark + right.encode(encoding)
    assert path.read_bytes() == mark + text.encode(encoding)


def test_the_text_of_a_verification_is_corrected() -> None:
    checked = verify_document(TEXT, claims=False)
    assert checked.fixed() == RIGHT_TEXT
    assert verify_document(checked.fixed(), claims=False).worst == "ok"


@each("ascii_only", [True, False])
def test_a_notebook_stays_a_notebook_and_its_code_as_it_is(tmp_path: Path, ascii_only: bool) -> None:
    lines = [
        'Ein "Wert"\\: \u00fc, 1/6 = 0.17, 5/9 = 0.56, 8/9 = 0.89, 2/3 = 0.67\n',
        "\n",
        "so\t4/6 = 0.66, $\\frac{1}{3} = 0.33$",
    ]
    output = [{"output_type": "stream", "name": "stdout", "text": ["4/6 = 0.66\n"]}]
    cells = [
        {"cell_type": "code", "metadata": {}, "outputs": output, "execution_count": None, "source": ["# 4/6 = 0.66\n"]},
        {"cell_type": "markdown", "metadata": {}, "source": lines},
    ]
    path = tmp_path / "lecture.ipynb"
    path.write_text(json.dumps({"cells": cells, "nbformat": 4}, ensure_ascii=ascii_only), encoding="utf-8")
    new = verify_document(path, claims=False).fixed()
    assert json.loads(new)["cells"] == [cells[0], {**cells[1], "source": [*lines[:2], lines[2].replace("0.66", RIGHT)]}]
    assert path.read_text(encoding="utf-8").replace("so\\t4/6 = 0.66", "so\\t4/6 = 0.67") == new


@each("correction", [
    Correction(6, 10, "0.67", "0.68"),  # something else stands there
    Correction(6, 10, "0.66", "<b>0.67</b>"),  # no number
    Correction(6, 10, "0.66", "0.67\n"),
    Correction(600, 604, "0.66", "0.67"),  # outside
    Correction(6, 10, "0.66", ""),
])  # fmt: skip
def test_what_is_not_a_number_for_a_number_is_left_out(correction: Correction) -> None:
    checked = verify_document(SMALL, claims=False)
    checked.links[0].correction = correction
    result = fixed(checked)
    assert (result.text, result.applied, len(result.left)) == (SMALL, [], 1)


def test_corrections_that_contradict_each_other_are_left_out() -> None:
    checked = verify_document("4/6 = 0.66, 5/6 = 0.83", claims=False)
    first, second = checked.links
    second.correction = Correction(6, 10, "0.66", "0.68")
    assert checked.fixed() == "4/6 = 0.66, 5/6 = 0.83"
    second.correction = first.correction
    assert checked.fixed() == "4/6 = 0.67, 5/6 = 0.83"


def test_a_copy_is_never_written_over(tmp_path: Path) -> None:
    _, checked = noted(tmp_path)
    first = write_fixed(checked, fixed(checked))
    assert write_fixed(checked, fixed(checked)) == first
    first.write_text("my own notes", encoding="utf-8")
    with pytest.raises(InputError, match="there already and holds something else"):
        write_fixed(checked, fixed(checked))
    assert first.read_text(encoding="utf-8") == "my own notes"
    assert sorted(found.name for found in tmp_path.iterdir()) == ["notes.fixed.md", "notes.md"]


def test_a_file_that_changed_meanwhile_is_not_corrected(tmp_path: Path) -> None:
    path, checked = noted(tmp_path)
    path.write_text("so: 4/6 = 0.66", encoding="utf-8")
    result = fixed(checked)
    assert (result.text, result.applied) == ("so: 4/6 = 0.66", [])


@each(("text", "name", "said"), [
    ("one\n4/6 = 0.66\n\n1/2 = 0.875\n841/1309 = 0.6424751718869367\n", "notes.fixed.md", [
        "2 numbers corrected", "  2: 0.66 becomes 0.67", "  5: 0.6424751718869367 becomes 0.6424751718869366",
        "1 number is left as it is:", "  4: 0.875: its right digits are not sure",
    ]),
    ("1/2 = 0.5", "notes.md", ["Nothing is corrected: nothing wrong was found."]),
    ("1/2 = 0.125", "notes.md", ["Nothing is corrected.", "  1: 0.125: its right digits are not sure"]),
])  # fmt: skip
def test_what_was_changed_and_what_was_left_is_said(tmp_path: Path, text: str, name: str, said: list[str]) -> None:
    _, checked = noted(tmp_path, text)
    first, *rest = fix_report(checked)
    assert [first, *rest] == [f"{tmp_path / name}: {said[0]}", *said[1:]]
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted({"notes.md", name})


def test_a_text_has_no_copy_beside_it() -> None:
    checked = verify_document(SMALL, claims=False)
    with pytest.raises(InputError, match="give the document as a file"):
        write_fixed(checked, fixed(checked))


@each("text", ["4/6 = 0.66 = 0.660", "4/6 = 0.66 = 33/50", "4/6 = 0.66 = 66%"])
def test_a_chain_is_corrected_as_a_whole_or_not_at_all(text: str) -> None:
    above = "2/3 = 0.67, 1/6 = 0.17, 5/9 = 0.56, 8/9 = 0.89, 3/7 = 0.43, 4/7 = 0.57.\n\n"
    checked = verify_document(above + text + "\n\n7/9 = 0.77", format="markdown")
    after = verify_document(fixed(checked).text, format="markdown")
    order = [None, "ok", "note", "warn", "error"]
    for old, new in zip(checked.links, after.links, strict=True):
        assert order.index(new.level) <= order.index(old.level)
    assert fixed(checked).text.endswith("7/9 = 0.78")


def test_a_copy_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, checked = noted(tmp_path)

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


@each(("text", "why"), [
    ("1/2 = 0.125", "unsure"), ("```python\n# 4/6 = 0.66\n```\n", "code"), ("4/6 = 0.66 = 33/50", "harm"),
])  # fmt: skip
def test_why_a_number_is_left(text: str, why: str) -> None:
    result = fixed(verify_document(text, format="markdown", claims=False))
    assert (result.applied, result.why) == ([], [why])
