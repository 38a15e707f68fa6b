"""A corrected copy of a document: the digits that are sure are put in place, and nothing else is touched."""

from __future__ import annotations

import codecs
import html
import io
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from exactmetrics.exact.errors import InputError
from exactmetrics.verification.checked import Correction
from exactmetrics.verification.documents.opening import opened
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.reports.entries import Entry, Found, entries
from exactmetrics.verification.reports.harmless import applied, outside_code, without_harm
from exactmetrics.verification.reports.paging import document_text, page_of
from exactmetrics.verification.verified import Verification

if TYPE_CHECKING:
    from exactmetrics.derivation.messages import Messages

# Digits with the marks that go with them; whatever else a correction might hold is not put into a document.
_NUMBER = re.compile(r"[-+−]?[0-9.](?:[0-9.,'’ \u00a0\u2009\u202f]|\{,\}|\\,)*(?:…|\.\.\.|\\?%)?")
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class Fixed:
    """A corrected document: its `text`, what was `applied`, and the errors and warnings that are `left`."""

    text: str
    applied: list[Correction] = field(default_factory=list)
    left: list[Entry] = field(default_factory=list)


def fixed(verification: Verification) -> Fixed:
    """Correct what is sure.

    A correction is left out where the file holds something else at its place, where it is no number, where two
    contradict each other, in code and in what a notebook's code printed, and where another link would get worse by it.

    Raises:
        InputError: a file that cannot be read any more.

    >>> from exactmetrics.verification.verify import verify_document
    >>> checked = verify_document("2/3 = 0.66, and 1/2 = 0.125")
    >>> found = fixed(checked)
    >>> found.text, [entry.printed for entry in found.left]
    ('2/3 = 0.67, and 1/2 = 0.125', ['0.125'])
    """
    text, found = document_text(verification), entries(verification, "error", "warn")
    everything: list[Found] = [*verification.links, *verification.claims]
    right = {
        one.span.start.offset for one in verification.claims if one.span and one.verdict and one.verdict.level == "ok"
    }
    wanted = [one.correction for one in everything if one.correction is not None and one.correction.start not in right]
    sound = _agreed([c for c in wanted if _is_sound(c, text, verification.format)])
    written = [replace(c, new=_written(c.new, verification.format)) for c in sound]
    kept = without_harm(outside_code(written, verification, text), verification, text)
    places = {c.start for c in kept}
    done = [c for c in sound if c.start in places]
    left = [entry for entry in found if entry.correction not in done]
    return Fixed(applied(text, kept), done, left)


def fixed_name(path: str | Path) -> Path:
    """The name of the corrected copy, beside the document.

    >>> fixed_name("notes/tutorial.md").name
    'tutorial.fixed.md'
    """
    path = Path(path)
    return path.with_name(f"{path.stem}.fixed{path.suffix}")


def write_fixed(verification: Verification, result: Fixed) -> Path:
    """Write the corrected copy beside the document, in its encoding and with its line ends; return its name.

    Raises:
        InputError: the document is not a file, or is not text through and through; there is a file of the copy's name
            that holds something else, which is never written over.

    >>> from tempfile import TemporaryDirectory
    >>> from exactmetrics.verification.verify import verify_document
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "notes.md")
    ...     _ = path.write_bytes(b"2/3 = 0.66\\r\\n")
    ...     checked = verify_document(path)
    ...     write_fixed(checked, fixed(checked)).read_bytes()
    b'2/3 = 0.67\\r\\n'
    """
    path = Path(verification.path)
    if not verification.path or not path.is_file():
        raise InputError("a corrected copy stands beside its document: give the document as a file")
    target, data = fixed_name(path), _encoded(path, document_text(verification), result.text)
    try:
        if target.exists():
            if target.is_file() and target.read_bytes() == data:
                return target
            raise InputError(f"{target} is there already and holds something else: move it away, then correct again")
        _write_whole(target, data, path.stat().st_mode & 0o777)
    except OSError as error:
        raise InputError(f"{target} cannot be written: {error.strerror or error}") from None
    return target


def _write_whole(target: Path, data: bytes, mode: int) -> None:
    """Write a file that is not there yet, whole or not at all."""
    beside = target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}")
    try:
        with open(beside, "xb") as file:
            file.write(data)
        beside.chmod(mode)
        try:
            os.link(beside, target)  # refuses to replace what somebody has put there in the meantime
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            os.rename(beside, target)
    finally:
        beside.unlink(missing_ok=True)


def fix_report(verification: Verification, language: str = "en") -> list[str]:
    """Correct a document in a copy beside it, and say what was changed and how much was left; without a sure
    correction no copy is written.

    Raises:
        InputError: as for `write_fixed`.

    >>> from exactmetrics.verification.verify import verify_document
    >>> fix_report(verify_document("1/2 = 0.5"))
    ['-: Nothing is corrected: nothing wrong was found.']
    """
    from exactmetrics.derivation.messages import messages
    from exactmetrics.verification.reports.overview import count_of

    say, result = messages(language), fixed(verification)
    if not result.applied:
        why = "fixed_none" if entries(verification, "error", "warn") else "fixed_nothing"
        return [f"{verification.path or '-'}: {say.get('verify', why)}"]
    made = {"path": str(write_fixed(verification, result)), "n": str(len(result.applied))}
    lines = [say.say(("verify", "fixed_title"), made.__getitem__)]
    for place, one in zip(_places(verification, result.applied, say), result.applied, strict=True):
        facts = {"old": one.old, "new": one.new}
        lines.append(f"  {place}: {say.say(('verify', 'correction_text'), facts.__getitem__)}")
    return lines + ([count_of("fixed_left", len(result.left), say)] if result.left else [])


def _places(verification: Verification, corrections: Iterable[Correction], say: Messages) -> Iterator[str]:
    """The line of each correction; in a notebook its cell, and the line of that."""
    from exactmetrics.verification.reports.wording import place_words

    page = page_of(verification, say)
    text, line, at = document_text(verification), 1, 0
    for one in corrections:
        line, at = line + text.count("\n", at, one.start), one.start
        cell = page.cell(one.start)
        yield str(line) if cell is None else place_words(Position(line, 1, one.start), cell, say)


def _is_sound(correction: Correction, text: str, format: str) -> bool:
    """Whether it puts a number in the place of a number that stands there."""
    there = text[correction.start : correction.stop]
    numbers = all(len(n) <= _LONGEST and _NUMBER.fullmatch(n) for n in (correction.old, correction.new))
    return numbers and there == _written(correction.old, format)


def _written(number: str, format: str) -> str:
    """A number as the file writes it: a notebook's texts are strings of JSON, a web page's have entities."""
    if format == "notebook":
        return json.dumps(number, ensure_ascii=False)[1:-1]
    return html.escape(number, quote=False) if format == "html" else number


def _agreed(corrections: Iterable[Correction]) -> list[Correction]:
    """The corrections in the order of the file, without those that overlap another one."""
    found = sorted(set(corrections), key=lambda c: (c.start, c.stop, c.new))
    clash = set[Correction]()
    reach, last = 0, None
    for one in found:
        if last is not None and one.start < reach:
            clash |= {one, last}
        if one.stop >= reach:
            reach, last = one.stop, one
    return [one for one in found if one not in clash]


def _encoded(path: Path, text: str, new: str) -> bytes:
    """The corrected text in the encoding of its file, which must come back from its text byte for byte."""
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
    raise InputError(f"{path} changed while it was read, or holds bytes that are no text; no corrected copy is written")
