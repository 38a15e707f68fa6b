"""What is fuzzed: one function a surface that takes text from strangers, from bytes to nothing or an error of ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from io import BytesIO

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.expression.reading import read_value
from exactmetrics.feasibility.ask import feasible
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.reading import read_counts
from exactmetrics.sheets.sheet import parse_sheet
from exactmetrics.verification.claims.annotations import annotated
from exactmetrics.verification.documents.opening import FORMATS, Format
from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.links.habits import breaches
from exactmetrics.verification.links.repairs import nearby_numbers, repairs
from exactmetrics.verification.report.fixing import fixed
from exactmetrics.verification.verify import verify_document
from tests.expression.chains import read_chains

Target = Callable[[bytes], None]
MOST_CLASSES, MOST_SCORES, QUICK = 6, 6, 0.2


def _text(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")


def reader(data: bytes) -> None:
    """The reader of arithmetic, with every option that the first byte chooses."""
    flags, text = (data[:1] or b"\0")[0], _text(data[1:])
    comma, thousands, repeating = bool(flags & 1), bool(flags & 2), bool(flags & 4)
    read_chains(text, decimal_comma=comma, thousands=thousands)
    with suppress(ExactMetricsError):
        str(read_value(text, decimal_comma=comma, thousands=thousands, repeating=repeating))


def links(form: Format) -> Target:
    """The equalities of a document of one format, what breaks its rules, and the repairs of the first false ones."""

    def run(data: bytes) -> None:
        found = verify_links(_text(data), format=form)
        list(breaches(found))
        false = [at for at, link in enumerate(found.links) if link.word == "false"]
        for at in false[:3]:
            repairs(found.links[at], nearby_numbers(found.links, at))

    return run


def document(data: bytes) -> None:
    """A document of the format that the first byte chooses, with claims, hints and corrections, as data."""
    form = FORMATS[(data[:1] or b"\0")[0] % len(FORMATS)]
    with suppress(ExactMetricsError):
        verify_document(_text(data[1:]), format=form)


def report(data: bytes) -> None:
    """All reports on a document of the format that the first byte chooses, its corrections and its annotations."""
    form = FORMATS[(data[:1] or b"\0")[0] % len(FORMATS)]
    with suppress(ExactMetricsError):
        found = verify_document(_text(data[1:]), format=form)
        for kind in ("text", "markdown", "html", "json", "github"):
            found.to(kind)
        found.to_text(all=True, width=40, language="ar")
        fixed(found)
        if found.source:
            numbers = [(one.span.start.offset, one.span.stop) for one in found.passed]
            annotated(found.source, found.format, numbers)


def counts(data: bytes) -> None:
    """What a file or standard input holds, of whatever kind it looks; and a page on it, with its class names."""
    with suppress(ExactMetricsError):
        found = read_counts("-", stdin=BytesIO(data))
        if isinstance(found, Counts) and found.k <= MOST_CLASSES:
            cm = ConfusionMatrix._of(found)
            for form in ("markdown", "latex-document", "html", "text", "json"):
                cm.report().to(form)
                cm.derive("f1", average="macro").to(form)


def scores(data: bytes) -> None:
    """Printed scores: n, then names with values, as the command line takes them."""
    n, *said = _text(data).split()[:MOST_SCORES] or ["10"]
    asked = dict(one.split("=", 1) for one in said if "=" in one)
    with suppress(ExactMetricsError):
        found = feasible({"accuracy": "0.5", **asked}, n=n, seconds=QUICK)  # type: ignore[arg-type]
        found.to("text"), found.to("markdown")


def sheet(form: str) -> Target:
    """An answer sheet in TOML or JSON."""

    def run(data: bytes) -> None:
        with suppress(ExactMetricsError):
            parse_sheet(_text(data), format=form)  # type: ignore[arg-type]

    return run


TARGETS: Mapping[str, Target] = {
    "reader": reader,
    **{f"links-{form}": links(form) for form in FORMATS},
    "document": document,
    "report": report,
    "counts": counts,
    "scores": scores,
    "sheet-toml": sheet("toml"),
    "sheet-json": sheet("json"),
}
