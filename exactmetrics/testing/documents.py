"""`assert_document`: every equality and every named value that a document prints is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.notation.escape import plain
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.printed import Level
from exactmetrics.testing.right import right_value, said
from exactmetrics.verification.checked import CheckedClaim, CheckedLink
from exactmetrics.verification.reports.wording import asked
from exactmetrics.verification.verify import verify_document

if TYPE_CHECKING:
    from exactmetrics.derivation.messages import Messages
    from exactmetrics.verification.documents.pieces import Position
    from exactmetrics.verification.verified import Verification

LONGEST, LONG = 160, 600  # characters of an equality, and of an explanation, that a message shows


@dataclass(frozen=True, slots=True)
class Fault:
    """Something a document prints that is not right: `line` and `column` from 1, or 0 where there is no place.

    `level` is "error" or "warn", `word` the verdict, `printed` what stands there, `text` the same with the verdict in
    words, `why` what is right and what may have gone wrong.
    """

    line: int
    column: int
    level: Level
    word: str
    printed: str
    text: str
    why: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join([self.text, *(f"  {sentence}" for sentence in self.why)])


def faults(
    source: str | Path, *, data: Any = None, strict: bool = False, language: str = "en"
) -> tuple[Verification, list[Fault]]:
    """What a document or an answer sheet says that is not right, in the order of its lines, beside the verification.

    >>> _, [fault] = faults("4/6 = 0.67, 3/4 = 0.65")
    >>> fault.line, fault.column, fault.word, fault.printed
    (1, 13, 'false', '3/4 = 0.65')
    """
    found = verify_document(source, data=data)
    levels: tuple[Level, ...] = ("error", "warn") if strict else ("error",)
    say = messages(language)
    return found, sorted(_faults(found, levels, say), key=lambda fault: (fault.line, fault.column))


def assert_document(source: str | Path, *, data: Any = None, strict: bool = False, language: str = "en") -> None:
    """Assert that what a document prints is right: its equalities, and the values it gives a name.

    Args:
        source: a `Path` of a document or an answer sheet, or the text of a document; a string is always the text.
        data: what the named values are about: a confusion matrix, its rows, or a file. Without it a matrix that stands
            in the document is taken.
        strict: also refuse cut digits, digits of floats and whatever else is a warning.
        language: the language of the message: en, es or ar.

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
        lines = [said(say, "line", line=str(one.line), fault=str(one)) if one.line else str(one) for one in wrong]
        raise AssertionError("\n".join([where + said(say, "not_right", n=str(len(wrong))), *lines]))


def _is_file(name: str) -> bool:
    try:
        return bool(name.strip()) and Path(name).is_file()
    except (OSError, ValueError):  # a text is no name of a file
        return False


def _faults(found: Verification, levels: tuple[Level, ...], say: Messages) -> Iterator[Fault]:
    links: list[CheckedLink] = []  # those with a fault, which come first
    for one in found.of_level(*levels):
        if isinstance(one, CheckedLink):
            links.append(one)
            place: Position | None = one.link.where
            printed = f"{one.link.left} {one.link.relation} {one.link.right}"
            name = say.get("verify", "name", one.word or "")
        elif _said_by_a_link(one, levels, links):
            continue
        else:
            place = one.span.start if one.span is not None else None
            name, printed = _word(one, say), _named(one, say)
        yield _fault(one, place, _short(printed), name, say)


def _fault(one: CheckedLink | CheckedClaim, place: Position | None, printed: str, name: str, say: Messages) -> Fault:
    word = (one.word or "") if isinstance(one, CheckedLink) else name
    line, column = (place.line, place.column) if place is not None else (0, 0)
    hints = [hint.text(say.language) for hint in one.hints]
    why = tuple(_short(text, most=LONG) for text in [*_right(one, say), *hints])
    text = said(say, "equality", printed=printed, word=name)
    return Fault(line, column, one.level or "error", word, printed, text, why)


def _named(claim: CheckedClaim, say: Messages) -> str:
    """What a claim says that its number is, and where, if the document has a word for that."""
    facts = {"what": asked(claim.question, say), "printed": claim.printed or claim.expression or ""}
    return said(say, "printed_at", **facts, where=claim.where) if claim.where else said(say, "printed_claim", **facts)


def _right(one: CheckedLink | CheckedClaim, say: Messages) -> list[str]:
    """What is right in its place: the exact value, and its digits; of an equality that is false or cut."""
    verdict = (one.verdict or one.expression_verdict) if isinstance(one, CheckedClaim) else one.link.verdict
    known = verdict is not None and verdict.word != "unread" and verdict.value is not None
    return right_value(verdict, say)[:1] if verdict is not None and known else []


def _said_by_a_link(claim: CheckedClaim, levels: tuple[Level, ...], links: list[CheckedLink]) -> bool:
    """Whether a claim is only not what its own arithmetic gives, and a link with that fault ends in its digits."""
    if claim.span is None or (claim.verdict is not None and claim.verdict.level in levels):
        return False
    at = claim.span.start.offset
    return any(link.where.offset <= at <= link.ends.offset + len(link.right) for link in (one.link for one in links))


def _word(claim: CheckedClaim, say: Messages) -> str:
    """The words of both verdicts, where the printed arithmetic says something else."""
    verdicts = [verdict for verdict in (claim.verdict, claim.expression_verdict) if verdict is not None]
    words = list(dict.fromkeys(say.get("verify", "name", verdict.word) for verdict in verdicts))
    return words[0] if len(words) < 2 else said(say, "both_words", word=words[0], other=words[1])


def _short(text: str, most: int = LONGEST) -> str:
    """A stranger's text in one line, without what cannot be seen, its middle left out where it is long."""
    line = plain(text)
    return line if len(line) <= most else f"{line[: most // 2]} ... {line[-most // 2 :]}"
