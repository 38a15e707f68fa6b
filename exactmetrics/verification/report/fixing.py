"""A corrected copy of a document: the digits that are sure are put in place, and nothing else is touched."""

from __future__ import annotations

import html
import io
import json
import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.exact.errors import InputError
from exactmetrics.verification.checked import WORST, Correction
from exactmetrics.verification.documents.opening import format_of, rewritten
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.documents.source import Source
from exactmetrics.verification.links.document_links import links_of
from exactmetrics.verification.links.findings import Link
from exactmetrics.verification.report.document import document_text, page_of
from exactmetrics.verification.report.findings import Finding, findings
from exactmetrics.verification.report.wording import count_of, cut, place_words
from exactmetrics.verification.verified import Verification

# Digits with the marks that go with them; whatever else a correction might hold is not put into a document.
_NUMBER = re.compile(r"[-+−]?[0-9.](?:[0-9.,'’ \u00a0\u2009\u202f]|\{,\}|\\,)*(?:…|\.\.\.|\\?%)?")
_LONGEST = 2_000
LARGEST = 4_000_000  # characters of a document whose links are verified once more
TRIES = 5
SHOWN = 20  # numbers that are left, with the reason


@dataclass(frozen=True, slots=True)
class Fixed:
    """A corrected document: its `text`, what was `applied`, and the errors and warnings that are `left`, with why.

    Why is "unsure" (no right digits are sure), "elsewhere" (the file holds something else at its place), "clash" (two
    corrections contradict each other), "code" (it stands in code, or in what a notebook's code printed), or "harm"
    (another link would get worse by it).
    """

    text: str
    applied: list[Correction] = field(default_factory=list)
    left: list[Finding] = field(default_factory=list)
    why: list[str] = field(default_factory=list)


def fixed(verification: Verification) -> Fixed:
    """Correct what is sure."""
    text, numbers = document_text(verification), findings(verification)
    found = [one for one in numbers if one.level in ("error", "warn")]
    right = {one.start.offset for one in numbers if one.start is not None and one.right}
    every = [one.correction for one in verification.links] + [one.correction for one in verification.claims]
    wanted = [one for one in every if one is not None and one.start not in right]
    meant = [one for one in wanted if _is_sound(one, text, verification.format)]
    sound = _agreed(meant)
    written = [replace(one, new=_written(one.new, verification.format)) for one in sound]
    outside = _outside_code(written, verification, text)
    kept = _without_harm(outside, verification, text)
    places = {one.start for one in kept}
    done = [one for one in sound if one.start in places]
    left = [one for one in found if one.correction not in done]
    stages = (("elsewhere", meant), ("clash", sound), ("code", outside), ("harm", kept))
    passed = [(why, {one.start for one in stage}) for why, stage in stages]
    return Fixed(_applied(text, kept), done, left, [_why(one.correction, passed) for one in left])


def _why(correction: Correction | None, passed: Sequence[tuple[str, set[int]]]) -> str:
    """The first stage that a correction has not passed."""
    if correction is None:
        return "unsure"
    return next((why for why, starts in passed if correction.start not in starts), "clash")


def fix_report(verification: Verification, language: str = "en") -> list[str]:
    """Correct a document in a copy beside it, and say what was changed and how much was left; without a sure
    correction no copy is written.

    Raises:
        InputError: as for `write_fixed`.
    """
    say, result = messages(language), fixed(verification)
    if result.applied:
        made = {"path": str(write_fixed(verification, result)), "n": str(len(result.applied))}
        lines = [say.say(("verify", "fixed_title"), made.__getitem__)]
    else:
        lines = [f"{verification.path or '-'}: {say.get('verify', 'fixed_none' if result.left else 'fixed_nothing')}"]
    for place, one in zip(
        _places(verification, [one.start for one in result.applied], say), result.applied, strict=True
    ):
        facts = {"old": one.old, "new": one.new}
        lines.append(f"  {place}: {say.say(('verify', 'correction_text'), facts.__getitem__)}")
    if result.applied and result.left:
        lines.append(count_of("fixed_left", len(result.left), say))
    shown = result.left[:SHOWN]
    starts = [None if one.start is None else one.start.offset for one in shown]
    for place, number, why in zip(_places(verification, starts, say), shown, result.why, strict=False):
        told = filter(None, [place, cut(number.printed), say.get("verify", "left_why", why)])
        lines.append(f"  {': '.join(told)}")
    return lines + ([f"  {count_of('more', len(result.left) - SHOWN, say)}"] if len(result.left) > SHOWN else [])


def _places(verification: Verification, starts: Iterable[int | None], say: Messages) -> Iterator[str]:
    """The line of each place; in a notebook its cell, and the line of that."""
    page, text, line, at = page_of(verification, say), document_text(verification), 1, 0
    for start in starts:
        if start is None:
            yield ""
            continue
        line, at = line + text.count("\n", at, start), start
        cell = page.cell(start)
        yield str(line) if cell is None else place_words(Position(line, 1, start), cell, say)


def write_fixed(verification: Verification, result: Fixed) -> Path:
    """Write the corrected copy beside the document, in its encoding and with its line ends; return its name.

    Raises:
        InputError: the document is not a file, or is not text through and through; there is a file of the copy's name
            that holds something else, which is never written over.
    """
    path = Path(verification.path)
    if not verification.path or not path.is_file():
        raise InputError("a corrected copy stands beside its document: give the document as a file")
    target = path.with_name(f"{path.stem}.fixed{path.suffix}")
    data = rewritten(path, document_text(verification), result.text)
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


def _is_sound(correction: Correction, text: str, format: str) -> bool:
    """Whether it puts a number in the place of a number that stands there."""
    numbers = all(len(n) <= _LONGEST and _NUMBER.fullmatch(n) for n in (correction.old, correction.new))
    return numbers and text[correction.start : correction.stop] == _written(correction.old, format)


def _written(number: str, format: str) -> str:
    """A number as the file writes it: a notebook's texts are strings of JSON, a web page's have entities."""
    if format == "notebook":
        return json.dumps(number, ensure_ascii=False)[1:-1]
    return html.escape(number, quote=False) if format == "html" else number


def _agreed(corrections: Iterable[Correction]) -> list[Correction]:
    """The corrections in the order of the file, without those that overlap another one."""
    found = sorted(set(corrections), key=lambda one: (one.start, one.stop, one.new))
    clash = set[Correction]()
    reach, last = 0, None
    for one in found:
        if last is not None and one.start < reach:
            clash |= {one, last}
        if one.stop >= reach:
            reach, last = one.stop, one
    return [one for one in found if one not in clash]


def _applied(text: str, corrections: Sequence[Correction]) -> str:
    """A text with corrections, which are in its order and do not overlap."""
    made, at = io.StringIO(), 0
    for one in corrections:
        made.write(text[at : one.start] + one.new)
        at = one.stop
    return made.getvalue() + text[at:]


def _source(verification: Verification, text: str) -> Source:
    return Source(
        None, text, format_of(None, text[:4000], None if verification.format == "sheet" else verification.format)
    )


def _outside_code(corrections: Sequence[Correction], verification: Verification, text: str) -> list[Correction]:
    """The corrections that are in no program, and in a notebook in nothing that was printed: these are records."""
    if not corrections:
        return []
    kept_out = {"code", "listing"} if verification.format == "notebook" else {"code"}
    pieces = [piece for piece in _source(verification, text).pieces() if piece.kind in kept_out and piece.text]
    spans = sorted((piece.position(0).offset, piece.stop(len(piece.text))) for piece in pieces)
    at = [bisect_right(spans, one.start, key=lambda span: span[0]) - 1 for one in corrections]
    return [one for one, place in zip(corrections, at, strict=True) if place < 0 or spans[place][1] <= one.start]


def _without_harm(corrections: Sequence[Correction], verification: Verification, text: str) -> list[Correction]:
    """The corrections after which no link of the document is worse than before.

    A number that stands twice in a chain, differently written, is corrected in both places or in none.
    """
    kept = list(corrections)
    if not kept or len(text) > LARGEST:
        return kept
    before = _links(verification, text)
    for _ in range(TRIES):
        after = _links(verification, _applied(text, kept))
        if len(after) != len(before):
            return []
        worse = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if _rank(new) < _rank(old)]
        if not worse:
            return kept
        spans = [_chain(before, at) for at in worse]
        kept = [one for one in kept if not any(start <= one.start < stop for start, stop in spans)]
    return []


def _links(verification: Verification, text: str) -> list[Link]:
    return list(links_of(_source(verification, text), decimal_comma=verification.decimal_comma))


def _rank(link: Link) -> int:
    return WORST.index(link.level) if link.level is not None else len(WORST)


def _chain(links: Sequence[Link], at: int) -> tuple[int, int]:
    """Where the chain of a link begins and ends: its neighbours that are of the same one included."""
    first = last = at
    while first and links[first - 1].chain == links[at].chain:
        first -= 1
    while last + 1 < len(links) and links[last + 1].chain == links[at].chain:
        last += 1
    return links[first].where.offset, links[last].stop
