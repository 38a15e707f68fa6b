"""The report as a web page: the document with marks in place, each finding explained, no script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.render import render
from exactmetrics.verification.checked import CheckedClaim
from exactmetrics.verification.reports.entries import Entry, entries, habit_breaches, unread
from exactmetrics.verification.reports.excerpt import visible
from exactmetrics.verification.reports.markdown import place_in_words
from exactmetrics.verification.reports.marked import Line, marked_lines, marks_of
from exactmetrics.verification.reports.overview import count_of, data, rules, summary, unchecked
from exactmetrics.verification.reports.paging import Page, page_of
from exactmetrics.verification.reports.passed_over import passed_groups
from exactmetrics.verification.reports.several import Refused, page_table, table_of, totals
from exactmetrics.verification.reports.wording import cut, facts, head, sentence
from exactmetrics.verification.verified import Verification

FINDINGS = 500  # that are explained; those beyond are counted
DERIVATIONS = 20  # that are written out
# Formulas and numbers inside a sentence that is written from the right.
_FROM_LEFT = re.compile(r"(?![:;,.!?](?: |$))[\x21-\x7e≈−×…](?:(?:(?!(?<=\d): \d)[\x20-\x7e≈−×…])*[\x21-\x7e≈−×…])?")
_ENDS = ".:;,"


def web_report(
    verification: Verification, say: Messages, *, number: int = 1, templates: str | None = None, all: bool = False
) -> str:
    """The report on one document, a part of a page.

    `number` tells the reports of one page apart; `templates` is a directory of the user's own templates; `all` leaves
    nothing out.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> checked = verify_document("4/6 = 0.66")
    >>> '<mark id="r1-m0" class="is-warn"' in web_report(checked, messages())
    True
    """
    page = page_of(verification, say)
    found = [*entries(verification, "error", "warn"), *habit_breaches(verification), *unread(verification)]
    shown = page.placed(found if all else found[:FINDINGS])
    context: dict[str, Any] = {
        "number": str(number),
        "language": say.language,
        "direction": say.direction,
        "title": say.say(("verify", "title"), lambda _: f"<bdi>{_plain(verification.path or '-')}</bdi>"),
        "summary": [_said(line, say) for line in summary(verification, say)],
        "legend_title": say.get("verify", "legend"),
        "legend": [{"level": k, "text": say.get("verify", f"level_{k}")} for k in ("error", "warn", "note", "ok")],
        **_findings(shown, number, page, say),
        "more": _more(len(found) - len(shown), say),
        "document_title": say.get("verify", "document"),
        "lines": [_line(line, number, page, say) for line in _lines(verification, shown, page)] if page.text else [],
        **_unchecked(verification, page, say, all),
        **_passed(verification, page, say, all),
        "lists": [
            {"title": say.get("verify", title), "lines": [_said(line, say) for line in lines]}
            for title, lines in (("data", data(verification, say)), ("rules", rules(verification, say)))
            if lines
        ],
    }
    return render("html/verification.html.jinja", context, templates)


def web_overview(
    found: Sequence[Verification], refused: Sequence[Refused], say: Messages, *, templates: str | None = None
) -> str:
    """What stands at the head of the reports on several documents: a row for each, with a link to its report.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> '<a href="#r1">' in web_overview([verify_document("4/6 = 0.66")], [Refused("b.csv", "no text")], messages())
    True
    """
    table = table_of(found, refused, say)
    context: dict[str, Any] = {
        "language": say.language,
        "direction": say.direction,
        "title": _plain(count_of("title_many", len(found) + len(refused), say)),
        "totals": _said(totals(found, refused, say), say),
        "columns": str(len(table.keys)),
        **page_table(table, _plain),
    }
    return render("html/verifications.html.jinja", context, templates)


def _findings(shown: list[Entry], number: int, page: Page, say: Messages) -> dict[str, Any]:
    """The findings, with the derivations of right values; those that stand in no line of the document apart."""
    derived = _derivations(shown, say)
    made = [_finding(entry, at, number, derived.get(at, ""), say) for at, entry in enumerate(shown)]
    return {
        "findings_title": say.get("verify", "findings"),
        "findings": made,
        "apart": [made[at] for at, e in enumerate(shown) if e.start is None or e.stop > len(page.text)],
        "derivation_title": say.get("verify", "derivation"),
        "derivations_left": _left(shown, derived, say),
    }


def _unchecked(verification: Verification, page: Page, say: Messages, all: bool) -> dict[str, Any]:
    """The claims that there is nothing to check against."""
    found = unchecked(verification, page, say)
    shown = found if all else found[:FINDINGS]
    return {
        "unchecked_title": count_of("unchecked_title", len(found), say) if found else "",
        "unchecked": [_said(line, say) for line in shown],
        "unchecked_more": _more(len(found) - len(shown), say),
    }


def _passed(verification: Verification, page: Page, say: Messages, all: bool) -> dict[str, Any]:
    """The numbers near the name of a metric that were not judged, by reason."""
    groups = passed_groups(verification, page, say, all=all, show=lambda part: f"<bdi>{_plain(part)}</bdi>")
    return {
        "passed_title": count_of("passed_count", len(verification.passed), say),
        "passed": [{"title": _said(one.title, say), "lines": one.lines, "more": one.more} for one in groups],
    }


def _more(n: int, say: Messages) -> str:
    return count_of("more", n, say) if n > 0 else ""


def _lines(verification: Verification, shown: list[Entry], page: Page) -> list[Line]:
    text = page.text
    marks = marks_of(shown, page.placed(entries(verification, "ok")), [entry.word for entry in shown])
    places = [e.start.offset if e.start is not None and e.stop <= len(text) else None for e in shown]
    return list(marked_lines(text, marks, places))


def _line(line: Line, number: int, page: Page, say: Messages) -> dict[str, Any]:
    return {
        "number": page.label(line.number) if line.number else "",
        "is_shown": line.number > 0,
        "html": line.html.replace('<mark id="', f'<mark id="r{number}-'),
        "findings": line.findings,
        "left_out": count_of("lines_left", line.left_out, say) if line.left_out else "",
    }


def _finding(entry: Entry, at: int, number: int, derivation: str, say: Messages) -> dict[str, Any]:
    return {
        "id": f"r{number}-f{at}",
        "mark": f"r{number}-m{at}",
        "level": entry.level,
        "level_name": say.get("verify", f"level_{entry.level}"),
        "name": _plain(say.get("verify", "name", entry.word)),
        "place": _plain(place_in_words(entry, say)),
        "printed": _plain(cut(entry.printed)),
        "head": _plain(sentence(head(entry, say))),
        "facts": [{"label": say.get("verify", kind), "text": _said(said, say)} for kind, said in facts(entry, say)],
        "open": entry.level in ("error", "warn"),
        "derivation": derivation,
    }


def _derivations(shown: list[Entry], say: Messages) -> dict[int, str]:
    """How the right value comes about, for the first wrong claims."""
    found: dict[int, str] = {}
    for at, entry in enumerate(shown):
        if isinstance(entry.found, CheckedClaim) and len(found) < DERIVATIONS:
            derivation = entry.found.derivation(language=say.language)
            if derivation is not None:
                found[at] = derivation.to_html(document=False)
    return found


def _left(shown: list[Entry], derived: dict[int, str], say: Messages) -> str:
    wrong = [e.found for e in shown if isinstance(e.found, CheckedClaim) and e.found.diagnosis is not None]
    return count_of("derivations_left", len(wrong) - len(derived), say) if len(wrong) > len(derived) else ""


def _plain(text: str) -> str:
    return escape(visible(text))


def _said(text: str, say: Messages) -> str:
    """A sentence; in a language that is written from the right, formulas in it keep their own direction."""
    text = visible(text)
    if say.direction == "ltr":
        return escape(text)
    parts, at = list[str](), 0
    for found in _FROM_LEFT.finditer(text):
        inner = _whole(found[0])
        if len(inner) > 1:
            start = found.start() + found[0].index(inner)
            parts += [escape(text[at:start]), f'<bdi dir="ltr">{escape(inner)}</bdi>']
            at = start + len(inner)
    return "".join([*parts, escape(text[at:])])


def _whole(formula: str) -> str:
    """A formula without the bracket of a sentence that only begins or ends beside it, and without its full stop."""
    if formula.count("(") > formula.count(")"):
        formula = formula.lstrip("(")
    formula = formula.rstrip(_ENDS)
    if formula.count(")") > formula.count("("):
        formula = formula.rstrip(")" + _ENDS)
    return formula.strip()
