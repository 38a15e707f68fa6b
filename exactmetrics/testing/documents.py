"""`assert_document`: every equality and every named value that a document prints is right."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.notation.escape import plain
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.printed import Level
from exactmetrics.testing.printed import right_value, said
from exactmetrics.verification.checked import CheckedClaim, CheckedLink
from exactmetrics.verification.formulas.checked_formula import CheckedFormula
from exactmetrics.verification.report.document import Page, page_of
from exactmetrics.verification.report.findings import Found, findings
from exactmetrics.verification.report.wording import asked, head, place_words
from exactmetrics.verification.verify import verify_document

if TYPE_CHECKING:
    from exactmetrics.derivation.messages import Messages
    from exactmetrics.verification.documents.pieces import Position
    from exactmetrics.verification.report.findings import Finding
    from exactmetrics.verification.verified import Verification

LONGEST, LONG = 160, 600  # characters of an equality, and of an explanation, that a message shows


@dataclass(frozen=True, slots=True)
class Fault:
    """Something a document prints that is not right."""

    line: int  # from 1, or 0 where there is no place; in a notebook that of a cell, and so the column
    column: int
    place: str  # in words, with the cell of a notebook
    level: Level  # "error" or "warn"
    word: str  # the verdict
    printed: str  # what stands there
    text: str  # the same with the verdict in words
    why: tuple[str, ...] = ()  # what is right, and what may have gone wrong

    def __str__(self) -> str:
        return "\n".join([self.text, *(f"  {sentence}" for sentence in self.why)])


def faults(
    source: str | Path, *, data: Any = None, strict: bool = False, language: str = "en"
) -> tuple[Verification, list[Fault]]:
    """What a document or an answer sheet says that is not right, in the order of its lines, beside the verification."""
    found = verify_document(source, data=data)
    levels: tuple[Level, ...] = ("error", "warn") if strict else ("error",)
    say = messages(language)
    shown = findings(found, *levels)
    page = page_of(found, say) if found.format == "notebook" and shown else Page("")
    shown.sort(key=lambda entry: (-1, 0) if (at := _start(entry)) is None else (at.line, at.column))
    return found, [_fault(entry, page, say) for entry in shown]


def _start(entry: Finding) -> Position | None:
    """Where a fault begins: a claim with its digits, an equality with its left side."""
    return entry.found.link.where if isinstance(entry.found, CheckedLink) else entry.start


def assert_document(source: str | Path, *, data: Any = None, strict: bool = False, language: str = "en") -> None:
    """Assert that what a document prints is right: its equalities, and the values it gives a name.

    Args:
        source: a `Path` of a document or an answer sheet, or the text of a document; a string is always the text.
        data: what the named values are about: a confusion matrix, its rows, or a file. Without it a matrix that stands
            in the document is taken.
        strict: also refuse cut digits, digits of floats and whatever else is a warning.
        language: the language of the message: ar, de, en, es or fr.

    Raises:
        AssertionError: something is not right; the message has the line, the text, and what may have gone wrong.
        UsageError: the text is the name of a file: give a `Path`.

    >>> assert_document("Recall = 4/6 = 0.67")
    >>> assert_document("Recall = 4/6 = 0.76")
    Traceback (most recent call last):
        ...
    AssertionError: 1 thing is not right
    line 1: 4/6 = 0.76: false
      exact value: 2/3 ≈ 0.666667 (0.67 at the digits printed)
      Two neighbouring digits of the result may have changed places: 0.67, not 0.76.
    """
    __tracebackhide__ = True  # pytest shows the line of the caller
    if isinstance(source, str) and "\n" not in source and len(source) < 1000 and _is_file(source):
        raise UsageError(
            f"{source!r} is the name of a file: give Path({source!r}); a string is taken as the text itself"
        )
    found, wrong = faults(source, data=data, strict=strict, language=language)
    if wrong:
        say = messages(language)
        where = f"{found.path}: " if found.path else ""
        lines = [f"{one.place}: {one}" if one.place else str(one) for one in wrong]
        raise AssertionError("\n".join([where + said(say, "not_right", n=str(len(wrong))), *lines]))


def _is_file(name: str) -> bool:
    try:
        return bool(name.strip()) and Path(name).is_file()
    except (OSError, ValueError):  # a text is no name of a file
        return False


def _fault(entry: Finding, page: Page, say: Messages) -> Fault:
    """A finding as a fault; an equality is told whole, from its beginning."""
    one = entry.found
    if isinstance(one, CheckedLink):
        place: Position | None = one.link.where
        printed, name = f"{one.link.left} {one.link.relation} {one.link.right}", say.get("verify", "name", entry.word)
    elif isinstance(one, CheckedFormula):
        place, printed = entry.start, f"{one.left} = {one.printed}"
        name = say.get("verify", "name", entry.word)
    else:
        place, printed = entry.start, _named(one, say)
        name = _word(one, say) or say.get("verify", "name", entry.word)
    word = name if isinstance(one, CheckedClaim) else entry.word
    more = [f"{(said_of := head(entry, say))[:1].upper()}{said_of[1:]}."] if entry.right else []
    why = [*more, *_right(one, say, entry.comma), *(hint.text(say.language) for hint in entry.hints)]
    text, told = said(say, "equality", printed=_short(printed), word=name), tuple(_short(one, most=LONG) for one in why)
    return Fault(*_place(place, page, say), entry.level, word, _short(printed), text, told)


def _place(start: Position | None, page: Page, say: Messages) -> tuple[int, int, str]:
    """Line and column, and the place in words; a notebook's are those of its cells."""
    if start is None:
        return 0, 0, ""
    cell = page.cell(start.offset)
    if cell is not None:
        return cell.line, page.column(start.offset), place_words(start, cell, say)
    return start.line, start.column, say.say(("assertion", "place"), lambda _: str(start.line))


def _named(claim: CheckedClaim, say: Messages) -> str:
    """What a claim says that its number is, and where, if the document has a word for that."""
    facts = {"what": asked(claim.question, say), "printed": claim.printed or claim.expression or ""}
    return said(say, "printed_at", **facts, where=claim.where) if claim.where else said(say, "printed_claim", **facts)


def _right(one: Found, say: Messages, comma: bool) -> list[str]:
    """What is right in its place: the exact value, and its digits; of an equality that is false or cut."""
    if isinstance(one, CheckedFormula):
        return []
    verdict = (one.verdict or one.expression_verdict) if isinstance(one, CheckedClaim) else one.link.verdict
    known = verdict is not None and verdict.word != "unread" and verdict.value is not None
    return right_value(verdict, say, comma=comma)[:1] if verdict is not None and known else []


def _word(claim: CheckedClaim, say: Messages) -> str:
    """The words of both verdicts, where the printed arithmetic says something else."""
    verdicts = [verdict for verdict in (claim.verdict, claim.expression_verdict) if verdict is not None]
    words = list(dict.fromkeys(say.get("verify", "name", verdict.word) for verdict in verdicts))
    return words[0] if len(words) < 2 else said(say, "both_words", word=words[0], other=words[1])


def _short(text: str, most: int = LONGEST) -> str:
    """A stranger's text in one line, without what cannot be seen, its middle left out where it is long."""
    line = plain(text)
    return line if len(line) <= most else f"{line[: most // 2]} ... {line[-most // 2 :]}"
