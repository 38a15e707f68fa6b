"""What is said of a whole document after verification: its links and claims, its rules, the data, what was not read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from exactmetrics.exact.printed import Level
from exactmetrics.verification.checked import WORST, CheckedClaim, CheckedLink, Span
from exactmetrics.verification.links.findings import Coverage
from exactmetrics.verification.links.habits import Habits
from exactmetrics.verification.passed import Passed
from exactmetrics.verification.remark import Remark
from exactmetrics.verification.reports.reported import Reported

if TYPE_CHECKING:
    from exactmetrics.verification.reports.entries import Entry

Side = Literal["true", "predicted"]


@dataclass(slots=True)
class FoundData:
    """Data that claims were checked against: where it was found, its rows and labels.

    `orientation` says what the rows are: "true" or "predicted" classes, "unknown" where the document does not tell and
    no claim was checked against them. `rows_by` says why: "words" of the document, "asked" for, "given" with the data,
    "claims", "open" where no claim depends on it; empty where no claim was checked. For "claims", `fits` are how many
    depend on it, how many fit as the rows are read, and how many the other way. `positive` is the class that counts as
    positive, where the document or its names say so.
    """

    where: str
    labels: tuple[Any, ...]
    rows: tuple[tuple[int | Fraction, ...], ...] | None
    span: Span | None = None
    orientation: Side | Literal["unknown"] = "true"
    positive: Any = None
    rows_by: Literal["words", "asked", "given", "claims", "open", ""] = ""
    fits: tuple[int, int, int] | None = None


@dataclass(slots=True)
class Verification(Reported):
    """Everything that is said of one document or answer sheet.

    Attributes:
        path: `path` is that of the file; empty for a text.
        format: `format` is what it was read as: "markdown", "latex", "text", "html", "notebook", or "sheet".
        links: `links` are its equalities between neighbours, each with its verdict, place and hints.
        claims: `claims` are its printed values of named metrics and counts, each with both verdicts.
        habits: `habits` are the rules by which it rounds, with the evidence.
        decimal_comma: `decimal_comma` says whether it writes 0,5 for one half.
        decimal_evidence: `decimal_evidence` says from which numbers that is known.
        data: `data` are the counts that claims were checked against.
        source: `source` is the text; empty for a file, which is read again where its text is shown.
        counted: `counted` is how many links there were, where not all were kept.
        remarks: `remarks` are notes on how its data were read.
        passed: `passed` are numbers near the name of a metric that were not taken for claims, each with why.

    >>> import exactmetrics as em
    >>> found = em.verify_document("Recall = 4/6 = 0.66, accuracy = 3/4 = 0.75")
    >>> found.worst, [link.word for link in found.of_level("warn")], found.coverage.judged, found.unread
    ('warn', ['truncated'], 2, [])
    >>> found.path, found.format, len(found.links), found.habits.digits, found.decimal_comma, found.decimal_evidence
    ('', 'text', 4, None, False, '2 x 0.66')
    >>> [claim.printed for claim in found.claims], found.data, found.remarks, found.passed, found.source[:12]
    (['0.75'], [], [], [], 'Recall = 4/6')
    >>> found.counted
    Coverage(links=4, judged=2, symbolic=2, unread=0)
    """

    path: str
    format: str
    links: list[CheckedLink] = field(default_factory=list)
    claims: list[CheckedClaim] = field(default_factory=list)
    habits: Habits = field(default_factory=Habits)
    decimal_comma: bool = False
    decimal_evidence: str = ""
    data: list[FoundData] = field(default_factory=list)
    source: str = ""
    counted: Coverage | None = None
    remarks: list[Remark] = field(default_factory=list)
    passed: list[Passed] = field(default_factory=list)

    @property
    def coverage(self) -> Coverage:
        """How many links there are of each sort, those of a very long document that were not kept included."""
        if self.counted is not None:
            return self.counted
        symbolic = sum(checked.word is None for checked in self.links)
        unread = sum(checked.word == "unread" for checked in self.links)
        return Coverage(len(self.links), len(self.links) - symbolic - unread, symbolic, unread)

    @property
    def unread(self) -> list[CheckedLink]:
        """What looks like arithmetic and was not understood."""
        return [checked for checked in self.links if checked.word == "unread"]

    def of_level(self, *levels: Level) -> Iterator[CheckedLink | CheckedClaim]:
        """Links, then claims, of these levels.

        >>> from exactmetrics.verification.verify import verify_document
        >>> [link.word for link in verify_document("4/6 = 0.66, 3/4 = 0.6").of_level("error")]
        ['false']
        """
        yield from (checked for checked in self.links if checked.level in levels)
        yield from (claim for claim in self.claims if claim.level in levels)

    def findings(self, *levels: Level) -> list[Entry]:
        """What reports show, of these levels or of all, in the order of the document: each number once.

        A finding has its `start` (line, column and offset), `level`, `word`, `printed` digits, `hints` and
        `correction`; `found` is the link or the claim itself. In a notebook `cell` names the cell, and `start` is a
        place in the text of its cells.

        >>> from exactmetrics.verification.verify import verify_document
        >>> found = verify_document("The accuracy is 4/6 = 0.66, and 3/4 = 0.6.")
        >>> [(one.start.line, one.word, one.printed, one.hints[0].kind) for one in found.findings("error", "warn")]
        [(1, 'truncated', '0.66', 'truncated'), (1, 'false', '0.6', 'result-digit')]
        """
        from exactmetrics.verification.reports.entries import entries
        from exactmetrics.verification.reports.paging import page_of

        found = entries(self, *levels)
        return page_of(self).placed(found) if self.format == "notebook" else found

    @property
    def worst(self) -> Level:
        """The worst level of anything in it: "ok", "note", "warn" or "error"."""
        found = {one.level for one in self.links} | {one.level for one in self.claims}
        found |= {"note"} if self.remarks else set()
        return next((level for level in WORST if level in found), "ok")

    def fixed(self) -> str:
        """The text of the document with the corrections that are sure; nothing else is touched.

        >>> from exactmetrics.verification.verify import verify_document
        >>> found = verify_document("4/6 = 0.66, 3/4 = 0.75")
        >>> found.fixed()
        '4/6 = 0.67, 3/4 = 0.75'
        """
        from exactmetrics.verification.reports.fixing import fixed

        return fixed(self).text

    def to_dict(self, *, language: str = "en") -> dict[str, Any]:
        """Everything as tables and lists of JSON: one entry of `files` in `verify.schema.json`.

        >>> from exactmetrics.verification.verify import verify_document
        >>> verify_document("1/2 = 0.5").to_dict()["links"][0]["verdict"]
        'exact'
        """
        from exactmetrics.verification.structured import verification_data

        return verification_data(self, language=language)

    def _verifications(self) -> Sequence[Verification]:
        return (self,)
