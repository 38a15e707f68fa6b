"""The collection of worked examples: one folder a source, one sheet a data set, golden documents beside the sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from exactmetrics._resources import worked_examples_dir, worked_examples_root
from exactmetrics.derivation.saving import save_text
from exactmetrics.exact.errors import ExactMetricsError, InputError, UsageError
from exactmetrics.exact.values import Irrational, Undefined
from exactmetrics.examples.golden import exact_shown, golden_documents
from exactmetrics.expression.reading import read_value
from exactmetrics.metrics.suggest import choices
from exactmetrics.sheets.sheet import ExactValue, Sheet, answer, described, parse_sheet
from exactmetrics.sheets.verdicts import Judged, judge_claims
from exactmetrics.verification.formulas.checked_formula import CheckedFormula
from exactmetrics.verification.formulas.sheet_formulas import formulas_of_sheet, worst_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

PROFILE = "profile.toml"
SUFFIXES = (".md", ".tex")
Kind = Literal["verdict", "expression_verdict", "value", "error", "golden"]
Progress = Callable[[str, int, int], None]  # the sheet that is next, how many are done, how many there are


@dataclass(frozen=True, slots=True)
class Example:
    """A sheet of the collection: `name` is its folder and stem, such as "002/figure_23"."""

    name: str
    folder: Traversable

    @property
    def source(self) -> str:
        """The folder, which is the name of the source and of its profile."""
        return self.name.partition("/")[0]

    def load(self) -> Sheet:
        """Read the sheet; where it cannot be used, the message names the file."""
        file = self.name.partition("/")[2] + ".toml"
        try:
            text = self.folder.joinpath(file).read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            raise InputError(f"{self.name}.toml is not text in UTF-8; save it as UTF-8") from None
        return parse_sheet(text, name=f"{self.name}.toml")

    def golden(self, suffix: str) -> str | None:
        """The golden document on record, None if there is none."""
        path = self.folder.joinpath(self.name.partition("/")[2] + suffix)
        return path.read_bytes().decode("utf-8", "replace") if path.is_file() else None  # with its line ends


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference between a sheet (or its golden documents) and what is computed."""

    sheet: str  # its name, such as "002/figure_23"
    place: str  # of the claim or value in the source, and what it is about
    kind: Kind  # what differs; "error" where nothing could be computed, "golden" for a document
    recorded: str
    computed: str

    def __str__(self) -> str:
        where = f"{self.sheet}: {self.place}" if self.place else self.sheet
        if self.kind in ("error", "golden"):
            return f"{where}: {self.computed}"
        recorded = repr(self.recorded) if self.recorded else "nothing"
        return f"{where}: {self.kind} is {self.computed!r}, and {recorded} is on record"


@dataclass(slots=True)
class Report:
    """What checking found: how much was checked, how often each verdict on numbers occurs, and the findings."""

    sheets: int = 0
    claims: int = 0
    values: int = 0
    formulas: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.findings


def discover(names: Sequence[str] = (), *, root: Traversable | None = None) -> list[Example]:
    """The sheets of the collection, in the order of their names.

    `names` are sources ("002") and sheets ("002/figure_23", with or without ".toml"), all by default; what is neither
    is a UsageError. `root` is the folder of the collection, by default that of this installation.
    """
    found = list(_walk(root if root is not None else worked_examples_root()))
    wanted = {name.strip("/").removesuffix(".toml") for name in names}
    known = {example.source for example in found} | {example.name for example in found}
    if unknown := sorted(wanted - known):
        raise UsageError(f"no worked example {unknown[0]!r}; {choices(unknown[0], sorted(known))}")
    return [example for example in found if not wanted or wanted & {example.source, example.name}]


def check_all(
    names: Sequence[str] = (), *, root: Traversable | None = None, progress: Progress | None = None
) -> Report:
    """Compare verdicts, exact values and golden documents on record with what is computed.

    `names` and `root` as in `discover`; `progress` is called before every sheet.
    """
    report = Report()
    for example in _with_progress(discover(names, root=root), progress):
        report.sheets += 1
        try:
            sheet = example.load()
        except ExactMetricsError as error:
            report.findings.append(Finding(example.name, "", "error", "", str(error)))
            continue
        judged = judge_claims(sheet)
        report.claims += len(sheet.claims)
        report.values += len(sheet.values)
        report.formulas += len(sheet.formulas)
        formulas = formulas_of_sheet(sheet.formulas, sheet.symbols)
        report.verdicts += Counter(one.verdict.word for one in judged if one.verdict is not None)
        report.findings += check_sheet(sheet, judged, formulas, name=example.name)
        report.findings += _golden_findings(example, sheet, judged, formulas)
    if not names:
        report.findings += _orphans(root if root is not None else worked_examples_root())
    return report


def write_all(names: Sequence[str] = (), *, root: Path | None = None, progress: Progress | None = None) -> list[Path]:
    """Write the golden documents, and return the paths of those that changed; parameters as in `check_all`.

    A sheet that cannot be used, or a folder that cannot be written to, is an InputError.
    """
    where = root if root is not None else worked_examples_dir()
    changed: list[Path] = []
    for example in _with_progress(discover(names, root=where), progress):
        sheet = example.load()
        documents = golden_documents(sheet, judge_claims(sheet), source=example.source)
        for suffix, text in documents.items():
            if example.golden(suffix) != text:
                path = where / f"{example.name}{suffix}"
                save_text(text, path)
                changed.append(path)
    return changed


def check_sheet(
    sheet: Sheet,
    judged: Sequence[Judged] | None = None,
    formulas: Sequence[Sequence[CheckedFormula]] | None = None,
    *,
    name: str = "",
) -> list[Finding]:
    """Compare the verdicts and exact values on record with the computed ones; a verdict not on record differs too.

    `judged` are the claims and `formulas` the formulas with their verdicts, where they are judged already; findings
    call the sheet by its title.
    """
    if formulas is None:
        formulas = formulas_of_sheet(sheet.formulas, sheet.symbols)
    name, claims = name or sheet.title, judge_claims(sheet) if judged is None else judged
    return [
        *(finding for number, one in enumerate(claims, 1) for finding in _of_claim(one, name, number)),
        *(finding for number, value in enumerate(sheet.values, 1) for finding in _of_value(sheet, value, name, number)),
        *(
            Finding(name, f"formula {number} ({printed.where})", "verdict", printed.verdict or "", worst_of(found))
            for number, (printed, found) in enumerate(zip(sheet.formulas, formulas, strict=True), 1)
            if printed.verdict != worst_of(found)
        ),
    ]


def _of_claim(one: Judged, name: str, number: int) -> Iterator[Finding]:
    claim = one.claim
    where = f" ({claim.where})" if claim.where else ""
    place = f"claim {number}{where}, {described(claim.question)}"
    if one.verdict is None:
        yield Finding(name, place, "error", "", one.error)
        return
    if claim.verdict != one.verdict.word:
        yield Finding(name, place, "verdict", claim.verdict or "", one.verdict.word)
    second = "" if one.expression_verdict is None else one.expression_verdict.word
    if (claim.expression_verdict or "") != second:
        yield Finding(name, place, "expression_verdict", claim.expression_verdict or "", second)


def _of_value(sheet: Sheet, value: ExactValue, name: str, number: int) -> Iterator[Finding]:
    place = f"value {number}, {described(value.question)}"
    try:
        computed = answer(sheet, value.question)
        if value.exact == "undefined":
            same = isinstance(computed, Undefined)
        else:
            same = isinstance(computed, Fraction | Irrational) and computed == read_value(value.exact)
    except ExactMetricsError as error:
        yield Finding(name, place, "error", "", str(error))
        return
    if not same:
        yield Finding(name, place, "value", value.exact, exact_shown(computed))


def _files(root: Traversable) -> Iterator[tuple[Traversable, str]]:
    """The files of the collection, each with its folder."""
    for folder in sorted(root.iterdir(), key=lambda entry: entry.name):
        if folder.is_dir():
            yield from ((folder, name) for name in sorted(file.name for file in folder.iterdir()))


def _walk(root: Traversable) -> Iterator[Example]:
    for folder, name in _files(root):
        if name.endswith(".toml") and name != PROFILE:
            yield Example(f"{folder.name}/{name.removesuffix('.toml')}", folder)


def _orphans(root: Traversable) -> Iterator[Finding]:
    """Golden documents without a sheet."""
    sheets = {example.name for example in _walk(root)}
    for folder, name in _files(root):
        stem, dot, suffix = name.rpartition(".")
        if dot + suffix in SUFFIXES and f"{folder.name}/{stem}" not in sheets:
            what = "there is no sheet of this name; delete the document"
            yield Finding(f"{folder.name}/{name}", "", "golden", "", what)


def _with_progress(examples: Sequence[Example], progress: Progress | None) -> Iterator[Example]:
    for done, example in enumerate(examples):
        if progress is not None:
            progress(example.name, done, len(examples))
        yield example


def _golden_findings(
    example: Example, sheet: Sheet, judged: Sequence[Judged], formulas: Sequence[Sequence[CheckedFormula]]
) -> Iterator[Finding]:
    try:
        documents = golden_documents(sheet, judged, formulas, source=example.source)
    except ExactMetricsError as error:
        yield Finding(example.name, "derive", "error", "", str(error))
        return
    for suffix, text in documents.items():
        recorded = example.golden(suffix)
        if recorded == text:
            continue
        if recorded is None:
            what = "is missing; `exactmetrics examples --write` makes it"
        else:
            old, new = recorded.splitlines(), text.splitlines()
            pairs = enumerate(zip(old, new, strict=False), 1)
            first = next((line for line, (one, other) in pairs if one != other), min(len(old), len(new)) + 1)
            what = f"differs from line {first} on; `exactmetrics examples --write` renews it, then read the difference"
        yield Finding(example.name + suffix, "", "golden", "", what)
