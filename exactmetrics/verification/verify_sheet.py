"""An answer sheet verified: every claim with both verdicts, what explains it, and the rules of the sheet."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from pathlib import Path
from typing import Any, Literal, get_args

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.expression.reading.numerals import comma_here, numerals_of
from exactmetrics.matrix.rows import turned
from exactmetrics.matrix.textfile import file_text
from exactmetrics.metrics.suggest import choices
from exactmetrics.sheets.places import Place, places_in_json, places_in_toml
from exactmetrics.sheets.sheet import Claim, Data, PrintedFormula, Rules, Sheet, parse_sheet
from exactmetrics.sheets.table import SUFFIXES, check_is_sheet, key_of, may_be_sheet, rows_of_table
from exactmetrics.sheets.verdicts import check_claims
from exactmetrics.verification.checked import CheckedClaim, Span
from exactmetrics.verification.confirmed import confirm
from exactmetrics.verification.documents.opening import opened
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.formulas.checked_formula import CheckedFormula
from exactmetrics.verification.formulas.sheet_formulas import formulas_of_sheet
from exactmetrics.verification.judging.checked_claims import Asked, checked_claims
from exactmetrics.verification.judging.given_data import by_text, given_data, shares_in, shown_data
from exactmetrics.verification.judging.impossible import accuse_impossible, score_of
from exactmetrics.verification.verified import Side, Verification

Format = Literal["toml", "json", "csv"]
FORMATS: tuple[Format, ...] = get_args(Format)
LARGEST = 16_000_000  # characters of a file that may be an answer sheet
_SUFFIXES: dict[str, Format] = {".toml": "toml", ".json": "json", ".csv": "csv", ".tsv": "csv"}


def is_sheet(path: Path, *, data: bool = False) -> bool:
    """Whether a file is an answer sheet: TOML, JSON and CSV files are, unless they are refused.

    `data` says whether data are given beside it: then a sheet need not hold any.

    Raises:
        InputError: a file that cannot be read, or tables that are no sheet.

    >>> is_sheet(Path("notes.md"))
    False
    """
    if path.suffix.lower() not in SUFFIXES:
        return False
    with opened(path) as stream:
        text = stream.read(LARGEST)
    if not may_be_sheet(path, text):
        return False
    check_is_sheet(path, text, data=data)
    return True


def verify_claims(
    sheet: Sheet | str | Path | Mapping[str, Any],
    *,
    data: Any = None,
    labels: Sequence[Hashable] | None = None,
    orientation: Side | None = None,
    format: str | None = None,
    rule: RoundingRule | None = None,
    decimal_comma: bool | None = None,
) -> Verification:
    """Say of every printed answer of a sheet whether it is right, and if not, what may have gone wrong.

    Args:
        sheet: an answer sheet: a `Path` of a TOML, JSON or CSV file, its text (a string is always the text itself), a
            mapping with the same keys, or a `Sheet`.
        data: what the answers are about, where the sheet does not say it (a CSV file never does) or in the place of
            what it says: a confusion matrix, its rows, or a path. Without data only the printed arithmetic is judged.
        labels: the names of the classes of `data`, in their order, as the sheet has them.
        orientation: what the rows of `data` are, "true" (where it is not given) or "predicted" classes.
        format: "toml", "json" or "csv"; by default it follows from the file's name or from how the text begins.
        rule: how digits should have been rounded, in the place of what the sheet says.
        decimal_comma: how numbers are written; by default the answers themselves are asked.

    Raises:
        InputError: a sheet or data that cannot be used, or a claim whose metric, class or option does not exist; counts
            that contradict each other are a `ContradictionError` that carries the repairs.
        UsageError: a format or a rule that does not exist; labels or an orientation without data.

    >>> found = verify_claims('''
    ... title = "One class of two"
    ... data.matrix = [[4, 2], [0, 3]]
    ... [[claim]]
    ... metric = "recall"
    ... label = 0
    ... printed = "0.66"
    ... ''')
    >>> found.claims[0].word, found.claims[0].hints[0].kind, found.worst
    ('truncated', 'truncated', 'warn')
    """
    given = _given(data, labels, orientation)
    opened = _opened(sheet, format, given)
    known = opened.data if given is None else given
    rules = opened.rules if rule is None else replace(opened.rules, rounding=check_rule(rule))
    claims = [claim if known is None else by_text(claim, known.blocks.labels) for claim in opened.claims]
    check_claims(claims, known, rules, name=opened.path or "the sheet", places=opened.places)
    seen = numerals_of(text for claim in claims for text in (claim.printed, claim.expression) if text)
    comma = seen.decimal_comma if decimal_comma is None else decimal_comma
    asked = [Asked(claim, decimal_comma=comma_here(claim.printed or "", comma)) for claim in claims]
    found = Verification(opened.path, "sheet", claims=checked_claims(asked, known, rules), decimal_comma=comma)
    found.decimal_evidence = seen.evidence if comma and decimal_comma is None else ""
    found.source = opened.text
    _place(found.claims, opened.places)
    _accuse_unread(found.claims)
    confirm((), found.claims)
    printed = [(claim, claim.printed) for claim in found.claims if claim.printed is not None]
    scores = [score_of(claim, "", printed=text, decimal_comma=comma_here(text, comma)) for claim, text in printed]
    accuse_impossible([score for score in scores if score is not None])
    each = formulas_of_sheet(opened.formulas, opened.symbols)
    for entry, judged, place in zip(opened.formulas, each, opened.formula_places or repeat(None), strict=False):
        told = judged or [_unread(entry)]
        found.formulas += told if place is None else [_placed(one, place) for one in told]
    if known is not None:
        found.data.append(shown_data(known))
        found.remarks += filter(None, [shares_in(known)])
    return found


@dataclass(frozen=True, slots=True)
class _Opened:
    """What a sheet holds: its path, its text where it is no file, its claims with their places, its data, its rules."""

    claims: Sequence[Claim]
    data: Data | None = None
    rules: Rules = field(default_factory=Rules)
    path: str = ""
    text: str = ""
    places: Sequence[Place | None] = ()
    formulas: Sequence[PrintedFormula] = ()
    formula_places: Sequence[Place | None] = ()
    symbols: str = ""


def _given(data: Any, labels: Sequence[Hashable] | None, orientation: Side | None) -> Data | None:
    """The data given beside a sheet; what names their classes and rows cannot be said of a sheet's own."""
    turned(orientation or "true")
    if data is not None:
        return given_data(data, labels=labels, orientation=orientation)
    for name, value in (("labels", labels), ("orientation", orientation)):
        if value is not None:
            raise UsageError(
                f"{name} is about data given beside an answer sheet, and none are given: give data too, "
                f"or write data.{name} in the sheet"
            )
    return None


def _opened(sheet: Sheet | str | Path | Mapping[str, Any], format: str | None, data: Data | None) -> _Opened:
    """A sheet in whatever shape it comes."""
    if isinstance(sheet, Sheet):
        return _Opened(sheet.claims, sheet.given, sheet.rules, formulas=sheet.formulas, symbols=sheet.symbols)
    path, text, shape = _read(sheet, format)
    kept = text if isinstance(sheet, str) else ""
    if shape == "csv":
        rows = rows_of_table(text, name=path or "the table")
        return _Opened([row.claim for row in rows], path=path, text=kept, places=[row.place for row in rows])
    read = parse_sheet(text, format=shape, name=path or "the sheet", data=data)
    places, formulas = list[Place | None](), list[Place | None]()
    if not isinstance(sheet, Mapping):  # which has no text of its own
        found = places_in_toml if shape == "toml" else places_in_json
        places, formulas = found(text, read.claims), found(text, read.formulas, "formula")
    return _Opened(read.claims, read.given, read.rules, path, kept, places, read.formulas, formulas, read.symbols)


def _unread(printed: PrintedFormula) -> CheckedFormula:
    """An entry in which no formula is read."""
    name, _, rest = printed.printed.partition("=")
    return CheckedFormula(
        Span(Position(1, 1, 0), 0), name.strip() if rest else "", (rest or name).strip(), "", "not-judged"
    )


def _placed(one: CheckedFormula, place: Place) -> CheckedFormula:
    """A formula of a sheet, whose printed text begins at a place."""
    return replace(one, span=Span(Position(place.line, place.column, place.start), place.stop))


def _place(claims: Sequence[CheckedClaim], places: Sequence[Place | None]) -> None:
    """Say of every claim which one of the sheet it is, and where it stands in the text."""
    for at, claim in enumerate(claims):
        claim.where = claim.where or f"claim[{at + 1}]"
        place = places[at] if at < len(places) else None
        if place is not None:
            claim.span = Span(Position(place.line, place.column, place.start), place.stop)


def _accuse_unread(claims: Sequence[CheckedClaim]) -> None:
    """An answer that cannot be read is an error, for nobody can say it is right; working beside a number a warning."""
    for claim in claims:
        if claim.verdict is not None and claim.verdict.word == "unread":
            claim.verdict = replace(claim.verdict, level="error")
        elif claim.expression_verdict is not None and claim.expression_verdict.word == "unread":
            claim.expression_verdict = replace(claim.expression_verdict, level="warn")


def _read(sheet: str | Path | Mapping[str, Any], format: str | None) -> tuple[str, str, Format]:
    if isinstance(sheet, Mapping):
        try:
            return "", json.dumps(sheet, allow_nan=False), "json"
        except (TypeError, ValueError) as error:
            raise InputError(f"the sheet is no mapping of texts, numbers and lists: {error}") from None
    if isinstance(sheet, Path):
        return str(sheet), file_text(sheet), _format(format) or _SUFFIXES.get(sheet.suffix.lower(), "toml")
    if "\n" not in sheet and Path(sheet).suffix.lower() in _SUFFIXES:
        raise UsageError(f"{sheet!r} is a text without a sheet in it; for a file write Path({sheet!r})")
    return "", sheet, _format(format) or _guessed(sheet)


def _format(word: str | None) -> Format | None:
    for known in FORMATS:
        if word == known:
            return known
    if word is not None:
        raise UsageError(f"no format {word!r} of an answer sheet; {choices(word, FORMATS)}")
    return None


def _guessed(text: str) -> Format:
    """JSON begins with a brace, a table with the names of its columns, one of which is what was printed."""
    head = text.lstrip("\ufeff \r\n\t")
    if head.startswith("{"):
        return "json"
    first = head.partition("\n")[0]
    columns = {key_of(field) for mark in ",;\t" for field in first.split(mark)}
    return "csv" if columns & {"printed", "expression"} and "=" not in first else "toml"
