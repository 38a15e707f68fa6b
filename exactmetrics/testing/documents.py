"""`assert_document`: every equality and every named value that a document prints is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.notation.escape import plain
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.printed import Level
from exactmetrics.verification.verified import CheckedClaim, CheckedLink
from exactmetrics.verification.verify import verify_document

if TYPE_CHECKING:
    from exactmetrics.verification.verified import Verification

LONGEST, LONG = 160, 600  # characters of an equality, and of an explanation, that a message shows


@dataclass(frozen=True, slots=True)
class Fault:
    """Something a document prints that is not right: `line` and `column` from 1, or 0 where there is no place.

    `level` is "error" or "warn", `word` the verdict, `printed` what stands there, `why` what may have gone wrong.
    """

    line: int
    column: int
    level: Level
    word: str
    printed: str
    why: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join([f"{self.printed}: {self.word}", *(f"  {sentence}" for sentence in self.why)])


def faults(
    source: str | Path, *, data: Any = None, strict: bool = False, language: str = "en"
) -> tuple[Verification, list[Fault]]:
    """What a document says that is not right, in the order of its lines, beside the whole verification.

    >>> _, [fault] = faults("4/6 = 0.67, 3/4 = 0.65")
    >>> fault.line, fault.column, fault.word, fault.printed
    (1, 13, 'false', '3/4 = 0.65')
    """
    found = verify_document(source, data=data)
    levels: tuple[Level, ...] = ("error", "warn") if strict else ("error",)
    return found, sorted(_faults(found, levels, language), key=lambda fault: (fault.line, fault.column))


def assert_document(source: str | Path, *, data: Any = None, strict: bool = False, language: str = "en") -> None:
    """Assert that what a document prints is right: its equalities, and the values it gives a name.

    Args:
        source: a `Path`, or the text itself; a string is always the text.
        data: what the named values are about: a confusion matrix, its rows, or a file. Without it a matrix that stands
            in the document is taken.
        strict: also refuse cut digits, digits of floats and whatever else is a warning.
        language: the language of the explanations: en, es or ar.

    Raises:
        AssertionError: something is not right; the message has the line, the text, and what may have gone wrong.
        UsageError: the text is the name of a file: give a `Path`.

    >>> assert_document("Recall = 4/6 = 0.67")
    >>> assert_document("Recall = 4/6 = 0.76")
    Traceback (most recent call last):
        ...
    AssertionError: 1 thing is not right
    line 1: 4/6 = 0.76: false
      Two neighbouring digits of the result may have changed places: 0.67, not 0.76.
    """
    __tracebackhide__ = True  # pytest shows the line of the caller
    if isinstance(source, str) and "\n" not in source and len(source) < 1000 and _is_file(source):
        raise UsageError(
            f"{source!r} is the name of a file: give Path({source!r}); a string is taken as the text itself"
        )
    found, wrong = faults(source, data=data, strict=strict, language=language)
    if wrong:
        counted = "1 thing is" if len(wrong) == 1 else f"{len(wrong)} things are"
        where = f"{found.path}: " if found.path else ""
        lines = [f"line {fault.line}: {fault}" if fault.line else str(fault) for fault in wrong]
        raise AssertionError("\n".join([f"{where}{counted} not right", *lines]))


def _is_file(name: str) -> bool:
    try:
        return bool(name.strip()) and Path(name).is_file()
    except (OSError, ValueError):  # a text is no name of a file
        return False


def _faults(found: Verification, levels: tuple[Level, ...], language: str) -> Iterator[Fault]:
    links: list[CheckedLink] = []  # those with a fault, which come first
    for one in found.of_level(*levels):
        why = tuple(_short(hint.text(language), most=LONG) for hint in one.hints)
        assert one.level is not None
        if isinstance(one, CheckedLink):
            links.append(one)
            link = one.link
            printed = f"{link.left} {link.relation} {link.right}"
            yield Fault(link.where.line, link.where.column, one.level, one.word or "", _short(printed), why)
        elif not _said_by_a_link(one, levels, links):
            place = one.span.start if one.span is not None else None
            line, column = (place.line, place.column) if place is not None else (0, 0)
            yield Fault(line, column, one.level, _word(one), _short(f"{one.where}: {one.printed}"), why)


def _said_by_a_link(claim: CheckedClaim, levels: tuple[Level, ...], links: list[CheckedLink]) -> bool:
    """Whether a claim is only not what its own arithmetic gives, and a link with that fault ends in its digits."""
    if claim.span is None or (claim.verdict is not None and claim.verdict.level in levels):
        return False
    at = claim.span.start.offset
    return any(link.where.offset <= at <= link.ends.offset + len(link.right) for link in (one.link for one in links))


def _word(claim: CheckedClaim) -> str:
    """The words of both verdicts, where the printed arithmetic says something else."""
    words = [verdict.word for verdict in (claim.verdict, claim.expression_verdict) if verdict is not None]
    return ", expression ".join(dict.fromkeys(words))


def _short(text: str, most: int = LONGEST) -> str:
    """A stranger's text in one line, without what cannot be seen, its middle left out where it is long."""
    line = plain(text)
    return line if len(line) <= most else f"{line[: most // 2]} ... {line[-most // 2 :]}"
