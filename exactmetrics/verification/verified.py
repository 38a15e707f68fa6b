"""What is said of a whole document after verification: its links and claims, its rules, the data, what was not read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from exactmetrics._writers import writer
from exactmetrics.derivation.shown import Written
from exactmetrics.exact.printed import Level
from exactmetrics.verification.checked import WORST, CheckedClaim, CheckedLink, Span
from exactmetrics.verification.formulas.checked_formula import CheckedFormula
from exactmetrics.verification.links.findings import Coverage
from exactmetrics.verification.links.habits import Habits
from exactmetrics.verification.passed import Passed
from exactmetrics.verification.remark import Remark

if TYPE_CHECKING:
    from exactmetrics.verification.report.findings import Finding

Side = Literal["true", "predicted"]


@dataclass(slots=True)
class FoundData:
    """Data that claims were checked against: where it was found, its rows and labels.

    `orientation` says what the rows are: "true" or "predicted" classes, "unknown" where the document does not tell and
    no claim was checked against them. `rows_by` says why: "words" of the document, "asked" for, "given" with the data,
    "open" where no claim depends on it; empty where no claim was checked. `positive` is the class that counts as
    positive, where the document or its names say so.
    """

    where: str
    labels: tuple[Any, ...]
    rows: tuple[tuple[int | Fraction, ...], ...] | None
    span: Span | None = None
    orientation: Side | Literal["unknown"] = "true"
    positive: Any = None
    rows_by: Literal["words", "asked", "given", "open", ""] = ""


class Refused(NamedTuple):
    """A file that could not be used, and why: a message in English."""

    path: str
    message: str


class Reports(Written):
    """The verifications of several documents, reported together; `refused` are the files that could not be used."""

    _kind: ClassVar[str] = "verification"
    _formats: ClassVar[Sequence[str]] = ("text", "markdown", "html", "html-fragment", "json", "github")

    def __init__(self, verifications: Sequence[Verification], refused: Sequence[Refused] = ()) -> None:
        self._all, self._refused = list(verifications), list(refused)

    @property
    def verifications(self) -> Sequence[Verification]:
        """One for each document; of one document itself."""
        return self._all

    @property
    def refused(self) -> Sequence[Refused]:
        """The files that were to be reported on and could not be used."""
        return self._refused

    @property
    def worst(self) -> Level:
        """The worst level of anything in it: "ok", "note", "warn" or "error"."""
        found = {one.worst for one in self.verifications}
        return next((level for level in WORST if level in found), "ok")

    def lines(self, *, language: str = "en", width: int = 80, all: bool = False) -> list[list[tuple[str, str]]]:
        """The lines of `to_text`, each as stretches of text with the style they may be painted in.

        >>> import exactmetrics as em
        >>> em.verify_document("1/2 = 0.6").lines()[0][3]
        ('error', 'error')
        """
        found: list[list[tuple[str, str]]] = writer(self._kind, "lines")(self, language=language, width=width, all=all)
        return found

    def to_text(self, *, language: str = "en", width: int = 80, all: bool = False) -> str:
        """The report for a terminal of so many columns; with `all` nothing is left out.

        >>> import exactmetrics as em
        >>> print(em.verify_document("1/2 = 0.6").to_text().splitlines()[0])
        -:1:7: error: false: the other side gives 1/2 = 0.5, not 0.6
        """
        return self.to("text", language=language, width=width, all=all)

    def to_markdown(self, *, language: str = "en", templates: str | None = None, all: bool = False) -> str:
        """The report as Markdown that every dialect reads alike; `templates` is a directory of your own templates.

        >>> import exactmetrics as em
        >>> print(em.verify_document("1/2 = 0.6").to_markdown().splitlines()[6])
        ### error: false, line 1, column 7
        """
        return self.to("markdown", language=language, templates=templates, all=all)

    def to_html(
        self, *, document: bool = True, language: str = "en", templates: str | None = None, all: bool = False
    ) -> str:
        """The document with its marks in place, as one self-contained HTML file without script, or a part of a page.

        >>> import exactmetrics as em
        >>> em.verify_document("1/2 = 0.6").to_html()[:15]
        '<!DOCTYPE html>'
        """
        return self.to("html" if document else "html-fragment", language=language, templates=templates, all=all)

    def to_github(self, *, language: str = "en") -> str:
        """The findings as annotations of a build: commands that GitHub reads from the log of a workflow.

        >>> import exactmetrics as em
        >>> em.verify_document("1/2 = 0.6").to_github()[:24]
        '::error file=-,line=1,co'
        """
        return self.to("github", language=language)

    def to_json(self, *, indent: int | None = 2, language: str = "en") -> str:
        """Everything that was found, as JSON that a published schema describes; `language` is that of its sentences.

        >>> import exactmetrics as em
        >>> em.verify_document("1/2 = 0.6").to_json(indent=None)[:34]
        '{"schema": "exactmetrics/verify/1"'
        """
        return self.to("json", language=language, indent=indent)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return self.to_html(document=False)


@dataclass(slots=True)
class Verification(Reports):
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
        formulas: `formulas` are its equations in symbols that say what a metric is, each with its verdict.

    >>> import exactmetrics as em
    >>> found = em.verify_document("Recall = 4/6 = 0.66, accuracy = 3/4 = 0.75")
    >>> found.worst, found.coverage.judged, found.unread, [one.path for one in found.verifications], found.refused
    ('warn', 2, [], [''], ())
    >>> found.path, found.format, len(found.links), found.habits.digits, found.decimal_comma, found.decimal_evidence
    ('', 'text', 4, None, False, '2 x 0.66')
    >>> [claim.printed for claim in found.claims], found.data, found.remarks, found.passed, found.source[:12]
    (['0.75'], [], [], [], 'Recall = 4/6')
    >>> found.counted, found.formulas
    (Coverage(links=4, judged=2, symbolic=2, unread=0), [])
    >>> [(one.metric, one.verdict, one.slip.kind) for one in em.verify_document("Recall = TP/(TP + FP)").formulas]
    [('recall', 'wrong', 'formula-of')]
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
    formulas: list[CheckedFormula] = field(default_factory=list)

    @property
    def verifications(self) -> Sequence[Verification]:
        return (self,)

    @property
    def refused(self) -> Sequence[Refused]:
        return ()

    @property
    def worst(self) -> Level:
        found = {one.level for one in self.links} | {one.level for one in self.claims}
        found |= {one.level for one in self.formulas if one.verdict == "wrong"}
        found |= {"note"} if self.remarks else set()
        return next((level for level in WORST if level in found), "ok")

    @property
    def coverage(self) -> Coverage:
        """How many links there are of each sort, those of a very long document that were not kept included."""
        if self.counted is not None:
            return self.counted
        symbolic = sum(checked.word is None for checked in self.links)
        return Coverage(len(self.links), len(self.links) - symbolic - len(self.unread), symbolic, len(self.unread))

    @property
    def unread(self) -> list[CheckedLink]:
        """What looks like arithmetic and was not understood."""
        return [checked for checked in self.links if checked.word == "unread"]

    def of_level(self, *levels: Level) -> Iterator[CheckedLink | CheckedClaim | CheckedFormula]:
        """Links, then claims, then formulas, of these levels.

        >>> import exactmetrics as em
        >>> [one.word for one in em.verify_document("4/6 = 0.66, 3/4 = 0.6").of_level("error")]
        ['false']
        """
        yield from (checked for checked in self.links if checked.level in levels)
        yield from (claim for claim in self.claims if claim.level in levels)
        yield from (formula for formula in self.formulas if formula.level in levels)

    def findings(self, *levels: Level) -> list[Finding]:
        """What reports show, of these levels or of all, in the order of the document: each number once.

        A finding has its `start` (line, column and offset), `level`, `word`, `printed` digits, `hints`, `more` and
        `correction`; `found` is the link or the claim itself. In a notebook `cell` names the cell, and `start` is a
        place in the text of its cells.

        >>> import exactmetrics as em
        >>> found = em.verify_document("The accuracy is 4/6 = 0.66, and 3/4 = 0.6.")
        >>> [(one.start.line, one.word, one.printed, one.hints[0].kind) for one in found.findings("error", "warn")]
        [(1, 'truncated', '0.66', 'truncated'), (1, 'false', '0.6', 'result-digit')]
        """
        found: list[Finding] = writer(self._kind, "findings")(self, *levels)
        return found

    def fixed(self) -> str:
        """The text of the document with the corrections that are sure; nothing else is touched.

        >>> import exactmetrics as em
        >>> em.verify_document("4/6 = 0.66, 3/4 = 0.75").fixed()
        '4/6 = 0.67, 3/4 = 0.75'
        """
        return str(writer(self._kind, "fixed")(self).text)

    def to_dict(self, *, language: str = "en") -> dict[str, Any]:
        """Everything as tables and lists of JSON: one entry of `files` in `verify.schema.json`.

        >>> import exactmetrics as em
        >>> em.verify_document("1/2 = 0.5").to_dict()["links"][0]["verdict"]
        'exact'
        """
        found: dict[str, Any] = writer(self._kind, "dict")(self, language=language)
        return found
