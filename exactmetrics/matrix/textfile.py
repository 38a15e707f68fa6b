"""Files as text: UTF-8, or UTF-16 with a byte order mark, as spreadsheets write it; anything else is refused."""

from __future__ import annotations

from pathlib import Path

from ..exact.errors import InputError
from .labels import did_you_mean

UTF16 = (b"\xff\xfe", b"\xfe\xff")


def file_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None


def unreadable(path: Path, error: OSError) -> InputError:
    if isinstance(error, FileNotFoundError):
        return _no_file(path)
    if isinstance(error, IsADirectoryError):
        return InputError(f"{path} is a folder; name a file in it.")
    return InputError(f"{path} cannot be read: {error.strerror or error}.")


def _no_file(path: Path) -> InputError:
    folder = path.parent
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
    encoding = "utf-16" if data.startswith(UTF16) else "utf-8-sig"
    if encoding == "utf-8-sig" and b"\x00" in data[:65536]:
        raise InputError(f"{name} is a binary file, not text. Read are csv, tsv, txt, json, toml and parquet.")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        raise InputError(
            f"{name}, line {line}, column {column}: the byte 0x{data[error.start]:02x} is not "
            f"{encoding.removesuffix('-sig').upper()}. Save the file as UTF-8."
        ) from None
