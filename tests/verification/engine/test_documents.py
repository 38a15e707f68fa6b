"""Documents as a whole: what is opened and what is refused, hints, notes and places, and what is kept of a long one."""

from __future__ import annotations

import codecs
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.verification.checked import Hint
from exactmetrics.verification.kinds import HINT_KINDS
from exactmetrics.verification.links.checked_links import SEARCHED, kept_links
from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.verify import verify_document
from tests.cases import each
from tests.cli.run import run

LANGUAGES = ("en", "es", "ar", "de", "fr")


def notebook(*source: str) -> str:
    return json.dumps({"cells": [{"cell_type": "markdown", "metadata": {}, "source": list(source)}], "nbformat": 4})


# What is opened, and what is refused with the cure and never found to be right.

NOTEBOOK = notebook("4/6 = 0.66")


@each(("name", "content", "said"), [
    ("paper.pdf", b"%PDF-1.5\n1 0 obj << /Length 12 >> stream", "is a PDF file.*pdftotext"),
    ("paper.md", b"%PDF-1.5\n1/2 = 0.5", "is a PDF file"),
    ("pic.md", b"\x89PNG\r\n\x1a\n\x00\x00", "is an image"),
    ("thesis.docx", b"PK\x03\x04\x14\x00", "save it as text, HTML or Markdown"),
    ("nul.md", b"1/2 = 0.5\x00\x00", "is a binary file"),
    ("random.md", bytes((7 * at * at + 13 * at) % 255 + 1 for at in range(3000)), "is a binary file"),
    ("wide.md", "1/2 = 0.5".encode("utf-16-le"), "saved as UTF-8"),
    ("wider.md", codecs.BOM_UTF32_LE + "1/2 = 0.5".encode("utf-32-le"), "saved as UTF-8"),
    ("widest.txt", codecs.BOM_UTF32_BE + "1/2 = 0.5".encode("utf-32-be"), "saved as UTF-8"),
    ("bad.ipynb", b'{"a": 1}', 'has no "cells"'),
    ("list.ipynb", b"[1, 2]", 'has no "cells"'),
    ("cut.ipynb", NOTEBOOK[:60].encode(), "breaks in line 1"),
    ("text.ipynb", b"4/6 = 0.66", "breaks in line 1"),
    ("deep.ipynb", b'{"cells": ' + b"[" * 200_000, "is no notebook"),
])  # fmt: skip
def test_what_is_no_document_is_refused(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=said) as raised:
        verify_document(path)
    assert str(raised.value).startswith(str(path))


@each(("name", "content"), [
    ("a.ipynb", NOTEBOOK.encode()),
    ("b.ipynb", b"\xef\xbb\xbf" + NOTEBOOK.encode()),
    ("c.md", "grüße 4/6 = 0.66".encode("latin-1")),
    ("d.md", "4/6 = 0.66".encode("utf-16")),
    ("e.txt", b"\x1b[1mx\x1b[0m\n\n4/6 = 0.66\f"),
    ("f.md", b"4/6 = 0.66\n\n" + "№ ".encode() * 20_000 + b"\xff"),
])  # fmt: skip
def test_documents_in_any_encoding_are_read(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert verify_document(path).links[0].word == "truncated"


def test_standard_input_may_be_utf16() -> None:
    assert run("verify", "-", stdin="4/6 = 0.66\n".encode("utf-16")).stdout.startswith("-:1:7: warning: truncated")


def test_a_string_is_a_text_and_a_path_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "answers.md"
    file.write_text("4/6 = 0.66", encoding="utf-8")
    by_path, by_text = verify_document(file), verify_document("see answers.md")
    assert (by_path.path, by_path.format, by_path.source, len(by_path.links)) == (str(file), "markdown", "", 1)
    assert (by_text.path, by_text.source) == ("", "see answers.md")
    with pytest.raises(UsageError, match=r"give Path\('.*answers.md'\)"):
        verify_document(str(file))
    for missing in (tmp_path / "missing.md", Path("none.json")):
        with pytest.raises(InputError, match="there is no file"):
            verify_document(missing)


@each("name", ["answers.md", "docs/none.tex", " notes.IPYNB ", "C:\\a\\b.csv", "../x.html"])
def test_a_text_that_looks_like_the_name_of_a_file_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=r"looks like the name of a file.*give Path\("):
        verify_document(name)


@each("text", ["", "No number.", "0.5", "Fine.\nnotes.md\n", "a=1/2=0.5.md", "The accuracy is 0.5"])
def test_other_texts_are_read(text: str) -> None:
    assert verify_document(text).format == "text"


@each(("options", "said"), [({"rule": "up"}, "nearest"), ({"format": "word"}, "markdown")])
def test_rules_and_formats_that_do_not_exist_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        verify_document("1/2 = 0.5", **options)


# What is said of it.


def test_cut_digits_are_right_where_the_rule_is_to_cut() -> None:
    checked = verify_document("4/6 = 0.66", claims=False, rule="truncate").links[-1]
    assert (checked.word, checked.level, checked.correction) == ("truncated", "ok", None)


def test_results_that_come_from_rounded_inputs_are_noted() -> None:
    text = "P = 1/3 = 0.33; R = 2/3 = 0.67; so P + R = 0.33 + 0.67 = 1.00 and 3 * 0.33 = 0.99"
    notes = [one for one in verify_document(text, claims=False).links if one.level == "note"]
    assert [(one.link.right, one.hints[0].kind, one.hints[0].facts["expected"]) for one in notes] == [
        ("0.99", "chained-inputs", "1.00")
    ]
    chain = "F1 = 2 * 0.739 * 0.68/(0.739 + 0.68) = 1.005/1.419."
    assert "true only if" in verify_document(chain, format="markdown").to_text()


HTML = "<p>So 4&nbsp;/&nbsp;6 = <b>0.66</b>, and 3&times;2&nbsp;= 7&#37;.</p>"


@each(("text", "format"), [(HTML, "html"), (notebook("**x**\t= 4/6 = 0.66\n", "ñ: 1/2 = 0.6\n"), "notebook")])
def test_spans_and_corrections_are_places_of_the_file(text: str, format: str) -> None:
    found = verify_document(text, format=format, claims=False)
    for one in found.links:
        shown = text[one.span.start.offset : one.span.stop]
        assert shown[:1] == one.link.left[:1]
        assert shown.endswith((one.link.right[-1], "&#37;"))
        line = text[: one.span.start.offset].rpartition("\n")[2]
        assert one.span.start.column == len(line) + 1
    (fixed,) = [one.correction for one in found.links if one.correction]
    assert text[fixed.start : fixed.stop] == "0.66"


def test_of_a_long_document_what_is_right_is_counted_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "1/2 = 0.5, 1/4 = 0.25, 2/3 = 0.66, 1/5 = 0.2, 1 + 1 = 3, 7 = 1/2 + 1/"
    kept, counted = kept_links(verify_links(text).links, limit=1)
    assert [link.right for link in kept] == ["0.5", "0.66", "3"]
    assert (counted.links, counted.judged, counted.unread) == (6, 5, 1)
    whole = verify_document(text).to_text().splitlines()[-1]
    monkeypatch.setattr("exactmetrics.verification.verify.kept_links", partial(kept_links, limit=1))
    assert len(verify_document(text).links) == 3
    assert verify_document(text).to_text().splitlines()[-1] == whole


def test_repairs_of_very_many_false_links_are_not_searched_for() -> None:
    found = verify_document("1 + 1 / 2 = 1; " * (SEARCHED + 3), claims=False)
    assert [len(link.hints) + len(link.more) > 1 for link in (found.links[0], found.links[-1])] == [True, False]


def shares_told(path: Path) -> list[float]:
    told: list[tuple[int, int]] = []
    verify_document(path, progress=lambda done, every: told.append((done, every)))
    assert len({every for _, every in told}) == 1
    return [done / every for done, every in told]


def test_progress_is_told_from_the_beginning_to_the_end(tmp_path: Path) -> None:
    """The last of four parts, three readings and the judging, moves on with each of 40 claims and of 40 links."""
    path = tmp_path / "a.md"
    table = "| actual \\ predicted | cat | dog |\n|---|---|---|\n| cat | 3 | 1 |\n| dog | 0 | 2 |\n"
    lines = [f"The recall of cat is 0.{at} and 1/3 = 0.{at}." for at in range(11, 51)]
    for text in ("\n\n".join([table, *lines]), "\n\n".join(["so 3/4 = 0.75"] * 50)):
        path.write_text(text, encoding="utf-8")
        shares = shares_told(path)
        assert shares == sorted(shares)
        assert (shares[0], shares[-1] > (0.98 if table in text else 0.9), shares[-1] <= 1) == (0, True, True)
        assert table not in text or len({share for share in shares if share > 0.75}) >= 60


# The sentences of hints.

FACTS = {
    "formula": "TP/(TP + FP)",
    "expected": "0.5", "old": "1", "new": "2", "digits": 3, "rule": "half-up", "result": "1/2", "count": "TP",
    "pairs": ("a: b", "b: a"), "scores": ("f1 = 0.9",), "label": "a", "metric": "recall", "first": "precision",
    "second": "recall", "other": "npv", "average": "macro", "asked": "weighted", "over": "present", "sum": "2/3",
    "factor": "2", "policy": "0", "presets": ("sklearn-1.9",), "convention": "convex", "beta": "2", "order": ("a", "b"),
    "row": "a", "column": "b", "n": "280", "denominator": "80", "name": "MCC",
    "rows": "[[1, 0], [1, 0]]", "left": "1/2", "right": "1",
}  # fmt: skip
RULES = {
    "tie": ("half-up", "half-even", "both"), "zeros": ("kept", "stripped"), "rounding": ("truncate", "nearest"),
    "ties": ("half-up", "half-even"),
}  # fmt: skip


@each("kind", HINT_KINDS)
def test_every_kind_and_every_rule_has_a_sentence_of_its_own_in_every_language(kind: str) -> None:
    rules = RULES.get(kind, ("half-up",))
    said = [Hint(kind, {**FACTS, "rule": rule}, "1 = 1").text(language) for language in LANGUAGES for rule in rules]
    assert len(set(said)) == len(LANGUAGES) * len(rules)
    assert not any("{" in sentence for sentence in said)
