"""What is said of a link and of a claim after verification: its place, its verdicts, what explains it, a correction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from exactmetrics._writers import writer
from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import Level, Verdict
from exactmetrics.exact.values import Value
from exactmetrics.sheets.sheet import Question
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.links.findings import Link

if TYPE_CHECKING:
    from exactmetrics.derivation.derivation import Derivation
    from exactmetrics.verification.diagnosis.result import Diagnosis

WORST: tuple[Level, ...] = ("error", "warn", "note", "ok")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the original file: its first character, and the offset behind its last one."""

    start: Position
    stop: int


@dataclass(frozen=True, slots=True)
class Correction:
    """New text for a stretch of the file: offsets in characters from 0, what stands there, what should."""

    start: int
    stop: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Hint:
    """One explanation of a link or a claim.

    `kind` is one of a fixed list (`kinds.HINT_KINDS`), `facts` are what its sentence names; `repaired` is the equality
    or number as it should read, if it is that sort of explanation.
    """

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    repaired: str = ""
    value: Value | None = None

    def text(self, language: str = "en") -> str:
        """The sentence, plain text: to be escaped by whoever shows it."""
        said: str = writer("hint", "sentence")(self.kind, {**self.facts, "repaired": self.repaired}, language)
        return said


@dataclass(slots=True)
class CheckedLink:
    """A link with its last word and what explains it.

    `word` is the verdict's, or `chained` where neighbours agree and the first member of the chain does not; None where
    a side is symbolic. A right link that breaks the document's own rule keeps its word and has the level "note".
    `hints` are what is shown, `more` what fits besides; `correction` is there only where the right digits are sure.
    """

    link: Link
    span: Span
    word: str | None
    level: Level | None
    hints: tuple[Hint, ...] = ()
    correction: Correction | None = None
    more: tuple[Hint, ...] = ()


@dataclass(slots=True)
class CheckedClaim:
    """A printed value of a named metric, count or cell, with both verdicts.

    `where` says in words where it stands: the place of an answer sheet, or the heading, row and column of a document.
    `span` is the place of the printed digits in the file, None in a sheet. `verdict` judges against the exact value of
    the data, `expression_verdict` against the printed arithmetic; either is None where there is nothing to judge by.
    `why` says why it could not be judged. `hints` are what is shown, `more` what fits besides.
    """

    where: str
    question: Question
    printed: str | None
    value: Value | None
    verdict: Verdict | None
    expression: str | None = None
    expression_verdict: Verdict | None = None
    span: Span | None = None
    hints: tuple[Hint, ...] = ()
    correction: Correction | None = None
    diagnosis: Diagnosis | None = None
    why: Why | None = None
    more: tuple[Hint, ...] = ()

    @property
    def error(self) -> str:
        """Why it could not be judged, in English; empty where it could."""
        return "" if self.why is None else str(writer("why", "sentence")(self.why))

    @property
    def word(self) -> str | None:
        """The word of the first verdict."""
        return None if self.verdict is None else self.verdict.word

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdicts there are, the one by the data first."""
        return [one for one in (self.verdict, self.expression_verdict) if one is not None]

    @property
    def level(self) -> Level | None:
        """The worse of the levels of the verdicts; a note where it could not be judged, a warning where left blank."""
        levels: set[Level] = {verdict.level for verdict in self.verdicts}
        if self.why is not None:
            levels.add("warn" if self.why.kind == "unanswered" else "note")
        return next((level for level in WORST if level in levels), None)

    def derivation(self, *, language: str = "en") -> Derivation | None:
        """How the right value comes about; None for counts, cells, and where the data is not known."""
        return None if self.diagnosis is None else self.diagnosis.derivation(language=language)
