"""Writing a document to a file: the format its ending names, and a file that is written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Sequence

from exactmetrics.exact.errors import InputError, UsageError

ENDINGS = {
    "": "text",
    ".txt": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".tex": "latex-document",
    ".html": "html",
    ".htm": "html",
    ".json": "json",
}
# What people ask for that is made from one of the formats by another program.
BY_WAY_OF = {
    ".pdf": "write .tex, and run pdflatex on it",
    ".ps": "write .tex, and run latex on it",
    ".docx": "write .html, and let pandoc or a word processor convert it",
    ".odt": "write .html, and let pandoc or a word processor convert it",
    ".rst": "write .md, and let pandoc convert it",
    ".ipynb": "write .md, and put it into a Markdown cell",
}


def full_name(format: str) -> str:
    """The name of a format, which may also be given by the ending of its files."""
    return ENDINGS.get(f".{format}", format)


def ending_of(path: str | os.PathLike[str]) -> str:
    """The ending of a file's name in small letters; what cannot name a file is refused."""
    name = os.fspath(path) if isinstance(path, (str, os.PathLike)) else path
    if not isinstance(name, str):
        raise UsageError(f"a file is named by a text or a path, as in 'result.html', not by {repr(path)[:80]}")
    if "\0" in name:
        raise InputError(f"cannot write {name[:80]!r}: the name of a file has no null character")
    return os.path.splitext(name)[1].lower()


def format_of(path: str | os.PathLike[str], among: Sequence[str] | None = None) -> str:
    """The format that the ending of a file names, of some or of all; text for no ending, and for a pipe or a device."""
    ending = ending_of(path)
    endings = [one for one, format in ENDINGS.items() if among is None or format in among]
    if ending in endings:
        return ENDINGS[ending]
    if os.path.exists(path) and not os.path.isfile(path):
        return "text"
    cure = BY_WAY_OF.get(ending, "")
    if not cure or not any(f"write {one}," in cure for one in endings):
        cure = f"name a file that ends in one of {', '.join(endings[1:])}"
    raise UsageError(f"no format is written to {ending}: {cure}; or give format=")


def save_text(text: str, path: str | os.PathLike[str]) -> None:
    """Write a text to a file in UTF-8, ended by one line end."""
    save_data(ended(text).encode("utf-8", errors="replace"), path)


def save_data(data: bytes, path: str | os.PathLike[str]) -> None:
    """Write bytes to a file; nobody ever reads half of it, and a link stays."""
    ending_of(path)
    target = os.path.realpath(path)
    try:
        if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
            with open(path, "wb") as device:  # a pipe or a terminal, which nothing can be renamed to
                device.write(data)
        else:
            _replace(target, data)
    except OSError as error:
        raise InputError(f"cannot write {os.fspath(path)!r}: {_reason(target, error)}") from error


def ended(text: str) -> str:
    """A text that ends in one line end."""
    return text.rstrip("\n") + "\n"


def _replace(path: str, data: bytes) -> None:
    """Write beside the file and rename."""
    if os.path.isdir(path):
        raise IsADirectoryError("it is a directory; name a file in it")
    temporary = os.path.join(os.path.dirname(path), f".exactmetrics-{os.getpid()}-{os.urandom(4).hex()}")
    # Created as any new file would be, so that the user's umask decides who may read it.
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # else a crash may leave the new name with nothing in it
        if os.path.exists(path):
            os.chmod(temporary, os.stat(path).st_mode & 0o777)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _reason(path: str, error: OSError) -> str:
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        return f"there is no directory {folder!r}; make it first, or name another"
    return error.strerror or str(error)
