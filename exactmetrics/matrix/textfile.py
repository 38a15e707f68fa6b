"""Files as text: UTF-8, or UTF-16 with a byte order mark, as spreadsheets write it; anything else is refused."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, TextIO

from ..exact.errors import InputError, UsageError
from ..exact.limits import bounded
from .labels import did_you_mean

HEAD = 1 << 16  # bytes that tell text from anything else
LONGEST_NAME = 80  # of a file, in a message
UTF16 = (b"\xff\xfe", b"\xfe\xff")


def file_bytes(path: Path, encoding: str | None = None) -> bytes:
    """All of a file, which is refused where it is too large to be read whole; in UTF-8, if its encoding is said."""
    try:
        with path.open("rb") as file:
            return stream_bytes(file, str(path), encoding)
    except (InputError, UsageError):
        raise
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def file_text(path: Path) -> str:
    """All of a file as text."""
    return decoded(file_bytes(path), str(path))


def stream_bytes(stream: BinaryIO, name: str, encoding: str | None = None) -> bytes:
    """All that is left of a stream, whose beginning tells at once where it is no text."""
    head = stream.read(HEAD)
    if isinstance(head, str):  # of a test, or of an interpreter without bytes below its standard input
        return (head + stream.read()).encode()
    if encoding is not None:
        return utf8(bounded(stream, name, head), name, encoding)
    if not head.startswith(UTF16):
        refuse_binary(head, name)
    return bounded(stream, name, head)


def standard_input() -> TextIO:
    """The process's own standard input, which whoever started it may have closed."""
    import sys

    if sys.stdin is None or sys.stdin.closed:
        raise InputError("standard input is closed; name a file, or pass the data on to the command.")
    return sys.stdin


def refuse_binary(head: bytes, name: str) -> None:
    if b"\x00" not in head:
        return
    nulls = head[::2].count(0), head[1::2].count(0)
    if min(nulls) == 0 and max(nulls) * 3 > len(head):  # what is written in Latin letters, two bytes each
        raise InputError(
            f"{name} is UTF-16 without a byte order mark. Save the file as UTF-8, or say so with "
            'encoding="utf-16-le" or "utf-16-be".'
        )
    raise InputError(
        f"{name} is a binary file, not text ({_place(head, head.index(0), 1)}: a null byte). Read are csv, tsv, txt, "
        "xlsx, json, toml and parquet."
    )


def unreadable(path: Path, error: OSError | ValueError) -> InputError:
    if isinstance(error, FileNotFoundError):
        return _no_file(path)
    if isinstance(error, IsADirectoryError):
        return InputError(f"{path} is a folder; name a file in it.")
    name = str(path).replace("\x00", "\\0")
    shown = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"
    return InputError(f"{shown} cannot be read: {getattr(error, 'strerror', None) or error}.")


def _no_file(path: Path) -> InputError:
    folder = path.parent
    if path.is_symlink():
        return InputError(f"{path} is a link that leads nowhere.")
    if not folder.is_dir():
        return InputError(f"there is no file {path}: the folder {folder} does not exist.")
    try:
        near = did_you_mean(path.name, sorted(entry.name for entry in folder.iterdir() if _alike(entry, path)))
    except OSError:  # the folder may be closed to us; the hint is all that is lost
        near = ""
    return InputError(f"there is no file {path}.{near}")


def _alike(one: Path, other: Path) -> bool:
    """Whether two names are alike also without their endings, which many files have in common."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, one.stem.casefold(), other.stem.casefold()).ratio() >= 0.6


def decoded(data: bytes, name: str) -> str:
    """The text of a whole file."""
    if data.startswith(UTF16):
        return _decoded(data, "utf-16", name, 1)
    refuse_binary(data[:HEAD], name)
    return _decoded(data, "utf-8-sig", name, 1)


def utf8(data: bytes, name: str, encoding: str | None) -> bytes:
    """Data in another encoding as UTF-8, without the byte order mark; others as they are.

    >>> utf8("Größe".encode("cp1252"), "sizes.csv", "cp1252").decode()
    'Größe'
    """
    if encoding is None:
        return data
    try:
        "".encode(encoding)
    except (LookupError, UnicodeError, ValueError):  # no such encoding, none of texts, or no name of one
        raise UsageError(
            f"there is no encoding {encoding!r}; usual are cp1252, latin-1, utf-16 and shift_jis"
        ) from None
    return _decoded(data, encoding, name, 1, asked=True).removeprefix("\ufeff").encode()


def decoded_lines(data: bytes, name: str, first: int) -> str:
    """The text of lines in UTF-8; `first` is the number of the first, before which a byte order mark may have stood."""
    place = data.find(0)
    if place >= 0:
        raise InputError(f"{name}, {_place(data, place, first)}: a null byte, which no text has.")
    return _decoded(data, "utf-8", name, first)


def _decoded(data: bytes, encoding: str, name: str, first: int, *, asked: bool = False) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        cure = (
            "Give the encoding that the file is in, or save it as UTF-8."
            if asked
            else 'Save the file as UTF-8, or say what it is with encoding=, as in encoding="cp1252".'
        )
        raise InputError(
            f"{name}, {_place(error.object, error.start, first)}: the byte 0x{error.object[error.start]:02x} is not "
            f"{encoding.removesuffix('-sig').upper()}. {cure}"
        ) from None


def _place(data: bytes, at: int, first: int) -> str:
    line, column = first + data.count(b"\n", 0, at), at - data.rfind(b"\n", 0, at)
    return f"line {line}, column {column}"
