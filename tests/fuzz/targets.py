"""What is fuzzed: one function a surface that takes text from strangers, from bytes to nothing or an error of ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.expression.reading import read_value
from exactmetrics.sheets.sheet import parse_sheet
from exactmetrics.verification.documents.opening import FORMATS, Format
from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.links.habits import breaches
from exactmetrics.verification.links.repairs import nearby_numbers, repairs
from exactmetrics.verification.verify import verify_document
from tests.expression.chains import read_chains

Target = Callable[[bytes], None]


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
    "sheet-toml": sheet("toml"),
    "sheet-json": sheet("json"),
}
