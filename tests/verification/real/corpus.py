"""Documents of public projects: where each is from, its text where its licence allows that, and what is wrong in it.

`python -m tests.verification.real.corpus FOLDER` says what is reported of the documents below a folder that have
entries here, and how that compares with the key; the texts that may not be stored are read from there.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

from exactmetrics import verify_document

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Document:
    """A document; `wrong` are (line, printed) of what is truly wrong in it, by hand."""

    id: int
    name: str
    half: str
    sha256: str
    stored: bool
    about_metrics: bool
    wrong: frozenset[tuple[int, str]]


@cache
def documents() -> tuple[Document, ...]:
    with (HERE / "documents.toml").open("rb") as file:
        entries = tomllib.load(file)["document"]
    return tuple(
        Document(
            e["id"], e["name"], e["half"], e["sha256"], e["stored"], e["about_metrics"],
            frozenset((one["line"], one["printed"]) for one in e.get("wrong", ())),
        )
        for e in entries
    )  # fmt: skip


@cache
def altered() -> tuple[dict[str, Any], ...]:
    """Right numbers of documents, each with a wrong one in its place, chosen without sight of what is read."""
    with (HERE / "altered.toml").open("rb") as file:
        return tuple(tomllib.load(file)["number"])


def stored_bytes(document: Document) -> bytes:
    with ZipFile(HERE / "texts.zip") as texts:
        data = texts.read(document.name)
    assert sha256(data).hexdigest() == document.sha256, document.name
    return data


def errors_of(data: bytes, name: str) -> Iterator[tuple[int, str, str]]:
    """The line, the digits and the word of each error that is reported of a document; in a file, as users have it."""
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        found = verify_document(path)
    for one in (*found.links, *found.claims):
        if one.level == "error" and one.span is not None:
            printed = one.link.right if hasattr(one, "link") else one.printed
            yield one.span.start.line, printed or "", one.word or ""


def main(folder: Path) -> None:
    """Say what is reported beyond the key, and what of the key is not."""
    beyond = found = 0
    for document in documents():
        paths = list(folder.rglob(document.name))
        if not paths:
            continue
        for line, printed, word in sorted(set(errors_of(paths[0].read_bytes(), document.name))):
            known = any(line == at for at, _ in document.wrong)
            found, beyond = found + known, beyond + (not known)
            print(f"{document.name}:{line}: {word} {printed!r}{'' if known else '  NOT IN THE KEY'}", flush=True)
    print(f"{found} in the key, {beyond} not")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
