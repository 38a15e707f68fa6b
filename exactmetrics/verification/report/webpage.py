"""The report as a web page: the document with marks in place, each finding explained, no script."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.notation.escape import visible
from exactmetrics.derivation.render import render
from exactmetrics.exact.printed import Level
from exactmetrics.verification.checked import WORST, CheckedClaim
from exactmetrics.verification.report.content import Content, summary
from exactmetrics.verification.report.document import CUT
from exactmetrics.verification.report.findings import Finding
from exactmetrics.verification.report.wording import count_of, cut, facts, head

DERIVATIONS = 20  # that are written out
WHOLE, LINES = 200_000, 3_000  # characters and lines of a document that is shown whole; of a longer one, some lines
AROUND = 3  # lines before and behind a finding, which are then shown
LONG_LINE, BESIDE = 4_000, 300  # a longer line is shown in parts: so much beside each mark
_END = re.compile(r"\r\n|\n")
# Formulas and numbers inside a sentence that is written from the right, without the marks that end the sentence.
_FROM_LEFT = re.compile(r"(?![:;,.!?)( ])[\x21-\x7e≈−×…](?:(?:(?!(?<=\d): \d)[\x20-\x7e≈−×…])*[^\W_]|[)\]}%])?")


def escaped(text: str) -> str:
    return escape(visible(text))


def web_report(made: Content, number: int, templates: str | None, most: int | None) -> str:
    """The report on one document, a part of a page; `number` tells the reports of one page apart."""
    say, verification = made.say, made.verification
    found = [*made.wrong, *made.notes, *(made.page.placed(one) for one in made.every if not one.is_judged)]
    shown, derived = found[:most], dict[int, str]()
    for at, one in enumerate(shown):
        wanted = isinstance(one.found, CheckedClaim) and len(derived) < DERIVATIONS
        derivation = one.found.derivation(language=say.language) if wanted else None  # type: ignore[union-attr]
        if derivation is not None:
            derived[at] = derivation.to_html(document=False)
    told = [_finding(one, at, number, derived.get(at, ""), made, most is None) for at, one in enumerate(shown)]
    text = made.page.text
    places = [one.start.offset if one.start is not None and one.stop <= len(text) else None for one in shown]
    marks = marks_of(shown, [made.page.placed(one) for one in made.every if one.level == "ok"])
    left = sum(isinstance(one.found, CheckedClaim) and one.found.diagnosis is not None for one in shown) - len(derived)
    listed, more = made.unjudged(lambda part: f"<bdi>{escaped(part)}</bdi>", all=True, most=most)
    context: dict[str, Any] = {
        "number": str(number),
        "language": say.language,
        "direction": say.direction,
        "title": say.say(("verify", "title"), lambda _: f"<bdi>{escaped(verification.path or '-')}</bdi>"),
        "summary": [_said(line, say) for line in (summary(made.counts, say), *made.remarks())],
        "legend_title": say.get("verify", "legend"),
        "legend": [{"level": k, "text": say.get("verify", f"level_{k}")} for k in ("error", "warn", "note", "ok")],
        "findings_title": say.get("verify", "findings"),
        "findings": told,
        "apart": [told[at] for at, place in enumerate(places) if place is None],
        "derivation_title": say.get("verify", "derivation"),
        "derivations_left": count_of("derivations_left", left, say) if left > 0 else "",
        "more": count_of("more", len(found) - len(shown), say) if len(found) > len(shown) else "",
        "document_title": say.get("verify", "document"),
        "lines": [_line(line, number, made) for line in marked_lines(text, marks, places)] if text else [],
        "unjudged_title": count_of("unjudged_title", len(listed) + more, say),
        "unjudged": listed,
        "unjudged_more": count_of("more", more, say) if more else "",
        "lists": [
            {"title": title, "lines": [_said(one, say) for one in lines]}
            for title, lines in made.lists(all=most is None)
        ],
    }
    return render("html/verification.html.jinja", context, templates)


def _finding(one: Finding, at: int, number: int, derivation: str, made: Content, all: bool) -> dict[str, Any]:
    say, said = made.say, head(one, made.say)
    return {
        "id": f"r{number}-f{at}",
        "mark": f"r{number}-m{at}",
        "level": one.level,
        "level_name": say.get("verify", f"level_{one.level}"),
        "name": escaped(say.get("verify", "name", one.word)),
        "place": escaped(made.place(one)),
        "printed": escaped(cut(one.printed)),
        "head": _said(f"{said[:1].upper()}{said[1:]}.", say),
        "facts": [
            {"label": say.get("verify", kind), "text": _said(text, say)} for kind, text in facts(one, say, all=all)
        ],
        "open": one.level in ("error", "warn"),
        "derivation": derivation,
    }


class Mark(NamedTuple):
    """A stretch of the document and what it is marked as; `finding` is its number from 0, None if it is right."""

    start: int
    stop: int
    level: Level
    title: str
    finding: int | None


def marks_of(found: Sequence[Finding], right: Sequence[Finding]) -> list[Mark]:
    """The marks of a document, none over another; the worse of two that meet is kept."""
    wanted = [(WORST.index(one.level), at, one) for at, one in enumerate(found)]
    wanted += [(len(WORST), -1, one) for one in right]
    starts: list[int] = []
    kept: dict[int, Mark] = {}
    for _, at, one in sorted(wanted, key=lambda each: each[:2]):
        start, stop = -1 if one.start is None else one.start.offset, one.stop
        place = bisect_left(starts, start)
        free = start >= 0 and (place == 0 or kept[starts[place - 1]].stop <= start)
        if free and start < stop and (place == len(starts) or stop <= starts[place]):
            starts.insert(place, start)
            kept[start] = Mark(start, stop, one.level, one.word if at >= 0 else "", at if at >= 0 else None)
    return [kept[start] for start in starts]


class Line(NamedTuple):
    """A line as it is shown: its number, its HTML, the numbers of its findings, how many were left out before.

    `number` is 0 for a line that stands for what is left out at the end.
    """

    number: int
    html: str
    findings: list[int]
    left_out: int


def marked_lines(text: str, marks: Sequence[Mark], places: Sequence[int | None]) -> Iterator[Line]:
    """The lines of a document with its marks; `places` are the offsets of the findings, in their order."""
    ends = [(end.start(), end.end()) for end in _END.finditer(text)]
    starts = [0, *(after for _, after in ends if after < len(text))]
    stops = [*(stop for stop, _ in ends), len(text)][: len(starts)]
    at_line: dict[int, list[int]] = {}
    for finding, offset in enumerate(places):
        if offset is not None:
            at_line.setdefault(bisect_right(starts, offset) - 1, []).append(finding)
    shown: Sequence[int] = range(len(starts))
    if len(text) > WHOLE or len(starts) > LINES:
        near = {at for line in at_line for at in range(line - AROUND, line + AROUND + 1)}
        shown = sorted(at for at in near if 0 <= at < len(starts))
    after = 0
    for at in shown:
        own = marks[bisect_left(marks, starts[at], key=_start) : bisect_left(marks, stops[at], key=_start)]
        yield Line(at + 1, _marked(text, starts[at], stops[at], own), at_line.get(at, []), at - after)
        after = at + 1
    if after < len(starts):
        yield Line(0, "", [], len(starts) - after)


def _start(mark: Mark) -> int:
    return mark.start


def _marked(text: str, start: int, stop: int, marks: Sequence[Mark]) -> str:
    """The HTML of one line; a mark that goes on in the next line ends here."""
    short, parts, at = stop - start <= LONG_LINE, list[str](), start
    for mark in marks:
        parts.append(_between(text, at, mark.start, whole=short, first=at == start))
        name = "" if mark.finding is None else f' id="m{mark.finding}"'
        title = f' title="{escaped(mark.title)}"' if mark.title else ""
        at = min(mark.stop, stop)
        meant = escaped(text[mark.start : min(at, mark.start + LONG_LINE)])
        parts.append(f'<mark{name} class="is-{mark.level}"{title}>{meant}</mark>')
    return "".join([*parts, _between(text, at, stop, whole=short, first=at == start, last=True)])


def _between(text: str, start: int, stop: int, *, whole: bool, first: bool, last: bool = False) -> str:
    """What stands between two marks; of a line that is too long, what is next to them."""
    if whole or stop - start <= 2 * BESIDE:
        return escaped(text[start:stop])
    before = "" if first and not last else escaped(text[start : start + BESIDE])
    after = "" if last else escaped(text[stop - BESIDE : stop])
    return f'{before}<span class="cut">{CUT}</span>{after}'


def _line(line: Line, number: int, made: Content) -> dict[str, Any]:
    cells = made.page.cells
    label = str(line.number) if cells is None or not line.number else cells.labels[line.number - 1]
    return {
        "number": label,
        "is_shown": line.number > 0,
        "html": line.html.replace('<mark id="', f'<mark id="r{number}-'),
        "findings": line.findings,
        "left_out": count_of("lines_left", line.left_out, made.say) if line.left_out else "",
    }


def _said(text: str, say: Messages) -> str:
    """A sentence; in a language that is written from the right, formulas in it keep their own direction."""
    text = visible(text)
    if say.direction == "ltr":
        return escape(text)
    parts, at = list[str](), 0
    for found in _FROM_LEFT.finditer(text):
        if len(found[0]) > 1:
            parts += [escape(text[at : found.start()]), f'<bdi dir="ltr">{escape(found[0])}</bdi>']
            at = found.end()
    return "".join([*parts, escape(text[at:])])
