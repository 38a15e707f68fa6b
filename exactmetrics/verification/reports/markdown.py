"""The report as Markdown that every dialect reads alike, whatever the document itself holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.render import render
from exactmetrics.verification.checked import CheckedClaim
from exactmetrics.verification.reports.entries import Entry, entries, habit_breaches, unread
from exactmetrics.verification.reports.excerpt import excerpt, visible
from exactmetrics.verification.reports.overview import count_of, data, rules, summary, unchecked
from exactmetrics.verification.reports.paging import Page, page_of
from exactmetrics.verification.reports.passed_over import passed_groups
from exactmetrics.verification.reports.several import Refused, page_table, table_of, totals
from exactmetrics.verification.reports.wording import cut, facts, head, place_words, sentence
from exactmetrics.verification.verified import Verification

FINDINGS, UNREAD = 500, 50  # that are shown
WIDTH = 96  # columns of an excerpt
_MARKS = re.compile(r"[\\`*_\[\]<>$|~#&!{}@^\"']|(?<=\w):(?=//)|(?<=[A-Za-z])\.(?=\S)")
_START = re.compile(r"^(\d+)([.)])(?=\s|$)|^([-+=])")


def prose(text: str) -> str:
    r"""A text as Markdown that shows it as it is, in one line; marks that could mean something have a backslash.

    >>> print(prose("**0.5** in <b>http://a.b</b>"))
    \*\*0.5\*\* in \<b\>http\://a\.b\</b\>
    """
    line = _MARKS.sub(lambda found: "\\" + found[0], " ".join(visible(text).split()))
    return _START.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", line)


def markdown_report(
    verification: Verification, say: Messages, *, templates: str | None = None, all: bool = False
) -> str:
    """The report on one document; `templates` is a directory of the user's own templates, `all` leaves nothing out.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> print(markdown_report(verify_document("4/6 = 0.66"), messages()).splitlines()[0])
    # Verification of \\-
    """
    page = page_of(verification, say)
    found = page.placed([*entries(verification, "error", "warn"), *habit_breaches(verification)])
    shown = found if all else found[:FINDINGS]
    context: dict[str, Any] = {
        "title": say.say(("verify", "title"), lambda _: prose(verification.path or "-")),
        "summary": [prose(line) for line in summary(verification, say, listed=all)],
        "findings_title": say.get("verify", "findings"),
        "findings": [_finding(entry, page.text, say) for entry in shown],
        "findings_more": _more(len(found) - len(shown), say),
        **_unread(verification, page, say, all),
        **_unchecked(verification, page, say, all),
        **_passed(verification, page, say, all),
        "lists": [
            {"title": say.get("verify", title), "lines": [prose(line) for line in lines]}
            for title, lines in (("data", data(verification, say)), ("rules", rules(verification, say)))
            if lines
        ],
    }
    return render("markdown/verification.md.jinja", context, templates)


def markdown_overview(
    found: Sequence[Verification], refused: Sequence[Refused], say: Messages, *, templates: str | None = None
) -> str:
    """What stands at the head of the reports on several documents: a row for each, and what they all came to.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> print(markdown_overview([verify_document("4/6 = 0.66")], [Refused("b.csv", "no text")], messages()))
    # Verification of 2 documents
    <BLANKLINE>
    1 document: 1 warning. 1 file could not be used.
    <BLANKLINE>
    | file | right | warnings | errors | not read |
    |:---|---:|---:|---:|---:|
    | \\- | 0 | 1 | 0 | 0 |
    | b\\.csv: no text |  |  |  |  |
    <BLANKLINE>
    """
    table = table_of(found, refused, say)
    context: dict[str, Any] = {
        "title": prose(count_of("title_many", len(found) + len(refused), say)),
        "totals": prose(totals(found, refused, say)),
        "blanks": table.keys,
        **page_table(table, prose),
    }
    return render("markdown/verifications.md.jinja", context, templates)


def _unread(verification: Verification, page: Page, say: Messages, all: bool) -> dict[str, Any]:
    """What looks like arithmetic and was not read."""
    found = page.placed(unread(verification))
    shown = found if all else found[:UNREAD]
    return {
        "unread_title": count_of("unread_title", len(found), say) if found else "",
        "unread": [_finding(entry, page.text, say) for entry in shown],
        "unread_more": _more(len(found) - len(shown), say),
    }


def _unchecked(verification: Verification, page: Page, say: Messages, all: bool) -> dict[str, Any]:
    """The claims that there is nothing to check against."""
    found = unchecked(verification, page, say)
    shown = found if all else found[:UNREAD]
    return {
        "unchecked_title": count_of("unchecked_title", len(found), say) if found else "",
        "unchecked": [prose(line) for line in shown],
        "unchecked_more": _more(len(found) - len(shown), say),
    }


def _passed(verification: Verification, page: Page, say: Messages, all: bool) -> dict[str, Any]:
    """The numbers near the name of a metric that were not judged, where all are asked for."""
    groups = passed_groups(verification, page, say, all=True) if all else []
    return {
        "passed_title": count_of("passed_count", len(verification.passed), say),
        "passed": [{"title": prose(one.title), "lines": [prose(line) for line in one.lines]} for one in groups],
    }


def place_in_words(entry: Entry, say: Messages) -> str:
    """Where a finding is: its line and column, and the place that its claim names.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> place_in_words(entries(verify_document("4/6 = 0.66"))[0], messages())
    'line 1, column 7'
    """
    where = cut(entry.found.where) if isinstance(entry.found, CheckedClaim) else ""
    if entry.start is None:
        return where
    place = place_words(entry.start, entry.cell, say)
    return say.row([place, where]) if where else place


def _finding(entry: Entry, text: str, say: Messages) -> dict[str, Any]:
    place = place_in_words(entry, say)
    title = f"{say.get('verify', f'level_{entry.level}')}: {say.get('verify', 'name', entry.word)}"
    return {
        "title": prose(f"{title}, {place}" if place else title),
        "head": prose(sentence(head(entry, say))),
        "lines": _lines(entry, text),
        "facts": [{"label": say.get("verify", kind), "text": prose(said)} for kind, said in facts(entry, say)],
    }


def _lines(entry: Entry, text: str) -> list[str]:
    """The line of the document and what points into it; each begins so that it can end no block of code."""
    if entry.start is None or entry.stop > len(text):
        return [f"| {excerpt(entry.printed, 0, 1, WIDTH).text}"] if entry.printed else []
    number = str(entry.start.line)
    shown = excerpt(text, entry.start.offset, entry.stop, WIDTH)
    return [f"{number} | {shown.text}", f"{' ' * len(number)} | {shown.pointer}"]


def _more(n: int, say: Messages) -> str:
    return count_of("more", n, say) if n > 0 else ""
