"""Files and texts opened as lines with their positions, whatever the encoding; the format by name or by look."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Literal, TypeAlias, get_args

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.matrix.textfile import unreadable
from exactmetrics.verification.documents.pieces import LONGEST, Line, Mark

Format: TypeAlias = Literal["markdown", "latex", "text", "html", "notebook"]
LARGEST = 1_000_000_000  # bytes of a document
FORMATS: tuple[Format, ...] = get_args(Format)
_SUFFIXES: dict[str, Format] = {
    ".md": "markdown", ".markdown": "markdown", ".mdx": "markdown", ".rmd": "markdown", ".qmd": "markdown",
    ".tex": "latex", ".ltx": "latex", ".latex": "latex", ".htm": "html", ".html": "html", ".xhtml": "html",
    ".ipynb": "notebook",
}  # fmt: skip
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def format_of(path: Path | None, start: str, wanted: str | None = None) -> Format:
    """The format asked for, that of the file's name, or what the first characters look like."""
    if wanted is not None:
        for known in FORMATS:
            if wanted == known:
                return known
        raise UsageError(f"no document format {wanted!r}; the formats are {', '.join(FORMATS)}")
    if path is not None and path.suffix.lower() in _SUFFIXES:
        return _SUFFIXES[path.suffix.lower()]
    head = start.lstrip()[:2000].lower()
    if head.startswith(("<!doctype html", "<html", "<?xml")):
        return "html"
    if head.startswith("{") and '"cells"' in head:
        return "notebook"
    return "latex" if "\\documentclass" in head or "\\begin{document}" in head else "text"


def opened(path: Path) -> IO[str]:
    """A file opened for reading as text: UTF-8, else by its byte order mark, else byte by byte.

    Raises `InputError` where the file cannot be read.
    """
    try:
        with path.open("rb") as raw:
            head = raw.read(4)
            encoding = next((name for bom, name in _BOMS if head.startswith(bom)), "")
            if not encoding:
                raw.seek(0)
                encoding = "utf-8" if _is_utf8(raw) else "latin-1"
        return path.open(encoding=encoding, errors="replace", newline="")
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def text_of(raw: bytes) -> str:
    """Bytes as text, as files are opened: UTF-8, else by the byte order mark, else byte by byte."""
    encoding = next((name for bom, name in _BOMS if raw.startswith(bom)), "utf-8")
    try:
        return raw.decode(encoding, errors="strict" if encoding == "utf-8" else "replace")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def rewritten(path: Path, text: str, new: str) -> bytes:
    """A changed text in the encoding of its file, whose bytes its own `text` must give back.

    Raises:
        InputError: the file holds something else by now, or is not text through and through.
    """
    with opened(path) as stream:
        assert isinstance(stream, io.TextIOWrapper)
        encoding = stream.encoding
    raw = path.read_bytes()
    if encoding == "utf-16":
        big = raw.startswith(codecs.BOM_UTF16_BE)
        mark, encoding = (codecs.BOM_UTF16_BE, "utf-16-be") if big else (codecs.BOM_UTF16_LE, "utf-16-le")
    else:
        mark, encoding = (codecs.BOM_UTF8, "utf-8") if encoding == "utf-8-sig" else (b"", encoding)
    try:
        if mark + text.encode(encoding) == raw:
            return mark + new.encode(encoding)
    except UnicodeEncodeError:
        pass
    raise InputError(f"{path} changed while it was read, or holds bytes that are no text; no copy is written")


def stream_lines(stream: IO[str]) -> Iterator[Line]:
    """The lines of an open file with their positions; an endless line is given in parts, cut at a space."""
    offset, number, column, rest = 0, 1, 1, ""
    while text := rest + stream.readline(LONGEST):
        rest = ""
        if len(text) >= LONGEST and not text.endswith("\n"):
            cut = text.rfind(" ", 1) + 1 or len(text)
            text, rest = text[:cut], text[cut:]
        if "\r" in text and not text.endswith("\r\n"):
            text = text.replace("\r", "\n") if text.count("\r") > text.count("\r\n") else text
        yield Line(text, (Mark(0, offset, number, column),))
        offset += len(text)
        if "\n" in text:
            number, column = number + text.count("\n"), 1
        else:
            column += len(text)


def _is_utf8(raw: IO[bytes]) -> bool:
    decoder, size = codecs.getincrementaldecoder("utf-8")(), 0
    try:
        while block := raw.read(1 << 20):
            decoder.decode(block)
            size += len(block)
            if size > LARGEST:
                raise InputError(f"{raw.name} is larger than {LARGEST // 1_000_000} MB; split it into several")
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
