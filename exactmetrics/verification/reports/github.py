"""Findings as annotations of a build: the commands that GitHub reads from the log of a workflow.

Reference: GitHub Docs, "Workflow commands for GitHub Actions", and the escaping of its toolkit (@actions/core).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from exactmetrics.derivation.messages import Messages
from exactmetrics.verification.checked import CheckedClaim
from exactmetrics.verification.reports.entries import Entry, entries
from exactmetrics.verification.reports.excerpt import visible
from exactmetrics.verification.reports.paging import Page, page_of
from exactmetrics.verification.reports.several import Refused
from exactmetrics.verification.reports.wording import facts, head, place_words
from exactmetrics.verification.verified import Verification

COMMANDS = {"error": "error", "warn": "warning", "note": "notice"}


def commands(verification: Verification, say: Messages) -> Iterator[str]:
    """One command for each error, warning and note; what was not read is left to the other reports.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> line, = commands(verify_document("4/6 = 0.66"), messages())
    >>> print(line[:93])
    ::warning file=-,line=1,col=7,endColumn=11,title=truncated%3A the digits are cut off%2C not r
    """
    page = page_of(verification, say)
    for entry in entries(verification, "error", "warn", "note"):
        if entry.word != "unread" or entry.level != "note":
            yield _command(verification, entry, page, say)
    for remark in verification.remarks:
        place = {"file": visible(verification.path) or "-"}
        if remark.span is not None:
            place |= {"line": str(remark.span.start.line), "col": str(remark.span.start.column)}
        yield _written("notice", place | {"title": say.get("verify", "data")}, visible(remark.text(say.language)))


def harmless(line: str) -> str:
    """A line of the log that is no command, whatever a file is called: neither `::name::` nor the older `##[name]`.

    >>> harmless("::stop-commands::x.md: 1 error"), harmless("a##[error]y.md: 1 error")
    ('- ::stop-commands::x.md: 1 error', 'a## [error]y.md: 1 error')
    """
    line = line.replace("##[", "## [")
    return f"- {line}" if line.lstrip().startswith("::") else line


def refusal(refused: Refused) -> str:
    """The command for a file that could not be used.

    >>> refusal(Refused("b.csv", "b.csv is empty"))
    '::error file=b.csv::b.csv is empty'
    """
    return _written("error", {"file": visible(refused.path) or "-"}, visible(" ".join(refused.message.split())))


def _command(verification: Verification, entry: Entry, page: Page, say: Messages) -> str:
    title = f"{say.get('verify', 'name', entry.word)}: {head(entry, say)}"
    place = {"file": visible(verification.path) or "-"}
    if entry.start is not None:
        place |= {"line": str(entry.start.line), "col": str(entry.start.column)}
        place |= {"endColumn": str(entry.start.column + len(entry.printed))}
    place["title"] = title
    said = [f"{say.get('verify', kind)}: {text}" for kind, text in facts(entry, say)]
    where = [entry.found.where] if isinstance(entry.found, CheckedClaim) and entry.found.where else []
    cell = None if entry.start is None else page.cell(entry.start.offset)
    if entry.start is not None and cell is not None:
        where.insert(0, place_words(entry.start, cell, say))
    message = "\n".join([visible(" ".join(line.split())) for line in (*where, entry.printed, *said)])
    return _written(COMMANDS[entry.level], place, message)


def _written(command: str, place: Mapping[str, str], message: str) -> str:
    properties = ",".join(f"{name}={_property(text)}" for name, text in place.items())
    return f"::{command} {properties}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
