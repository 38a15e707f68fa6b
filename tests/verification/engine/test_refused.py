"""What is no document is refused with the cure, and never found to be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactmetrics.exact.errors import InputError
from exactmetrics.verification.verify import verify_document
from tests.cases import each

NOTEBOOK = '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["4/6 = 0.66"]}], "nbformat": 4}'


@each(
    ("name", "content", "said"),
    [
        ("paper.pdf", b"%PDF-1.5\n1 0 obj << /Length 12 >> stream", "is a PDF file.*pdftotext"),
        ("paper.md", b"%PDF-1.5\n1/2 = 0.5", "is a PDF file"),
        ("pic.md", b"\x89PNG\r\n\x1a\n\x00\x00", "is an image"),
        ("thesis.docx", b"PK\x03\x04\x14\x00", "save it as text, HTML or Markdown"),
        ("nul.md", b"1/2 = 0.5\x00\x00", "is a binary file"),
        ("random.md", bytes((7 * at * at + 13 * at) % 255 + 1 for at in range(3000)), "is a binary file"),
        ("wide.md", "1/2 = 0.5".encode("utf-16-le"), "saved as UTF-8"),
        ("bad.ipynb", b'{"a": 1}', 'has no "cells"'),
        ("list.ipynb", b"[1, 2]", 'has no "cells"'),
        ("cut.ipynb", NOTEBOOK[:60].encode(), "breaks in line 1"),
        ("text.ipynb", b"4/6 = 0.66", "breaks in line 1"),
        ("deep.ipynb", b'{"cells": ' + b"[" * 200_000, "is no notebook"),
    ],
)  # fmt: skip
def test_what_is_no_document_is_refused(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=said) as raised:
        verify_document(path)
    assert str(raised.value).startswith(str(path))


@each(
    ("name", "content"),
    [
        ("a.ipynb", NOTEBOOK.encode()),
        ("b.ipynb", b"\xef\xbb\xbf" + NOTEBOOK.encode()),
        ("c.md", "grüße 4/6 = 0.66".encode("latin-1")),
        ("d.md", "4/6 = 0.66".encode("utf-16")),
        ("e.txt", b"\x1b[1mx\x1b[0m\n\n4/6 = 0.66\f"),
        ("f.md", b"4/6 = 0.66\n\n" + "№ ".encode() * 20_000 + b"\xff"),
    ],
)  # fmt: skip
def test_documents_in_any_encoding_are_read(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert verify_document(path).links[0].word == "truncated"
