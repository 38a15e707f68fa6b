"""Findings as annotations of a build: the commands that GitHub reads from the log of a workflow.

Reference: GitHub Docs, "Workflow commands for GitHub Actions", and the escaping of its toolkit (@actions/core).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.notation.escape import visible
from exactmetrics.derivation.notation.terminal import no_command
from exactmetrics.verification.checked import CheckedClaim
from exactmetrics.verification.report.content import Content, content_of, summary_line
from exactmetrics.verification.report.findings import Finding
from exactmetrics.verification.report.wording import facts, head, place_words
from exactmetrics.verification.verified import Reports

COMMANDS = {"error": "error", "warn": "warning", "note": "notice"}


def github_lines(found: Reports, say: Messages) -> Iterator[str]:
    """One command for each error, warning and note, and a line with what each document came to."""
    for one in found.verifications:
        made = content_of(one, say)
        name = visible(one.path) or "-"
        for finding in made.every:
            if finding.is_judged and finding.level in COMMANDS:
                yield _command(made, finding, name)
        for remark in one.remarks:
            place = {"file": name}
            if remark.span is not None:
                place |= {"line": str(remark.span.start.line), "col": str(remark.span.start.column)}
            yield _written("notice", place | {"title": say.get("verify", "data")}, [remark.text(say.language)])
        yield no_command(summary_line(one, say))
    for refused in found.refused:
        yield _written("error", {"file": visible(refused.path) or "-"}, [refused.message])


def _command(made: Content, one: Finding, name: str) -> str:
    say, place = made.say, {"file": name}
    if one.start is not None:
        place |= {"line": str(one.start.line), "col": str(one.start.column)}
        place |= {"endColumn": str(one.start.column + len(one.printed))}
    place["title"] = f"{say.get('verify', 'name', one.word)}: {head(one, say)}"
    said = [f"{say.get('verify', kind)}: {text}" for kind, text in facts(one, say)]
    where = [one.found.where] if isinstance(one.found, CheckedClaim) and one.found.where else []
    cell = None if one.start is None else made.page.cell(one.start.offset)
    if one.start is not None and cell is not None:
        where.insert(0, place_words(one.start, cell, say))
    return _written(COMMANDS[one.level], place, [*where, one.printed, head(one, say), *said])


def _written(command: str, place: Mapping[str, str], message: list[str]) -> str:
    properties = ",".join(
        f"{name}={_data(visible(text)).replace(':', '%3A').replace(',', '%2C')}" for name, text in place.items()
    )
    return f"::{command} {properties}::{_data(chr(10).join(visible(' '.join(line.split())) for line in message))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
