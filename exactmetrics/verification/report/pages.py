"""The report in each format; as Markdown it is one that every dialect reads alike, whatever the document holds."""

from __future__ import annotations

import json
import re
from typing import Any

from exactmetrics.derivation.look import Look
from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.escape import visible
from exactmetrics.derivation.render import render
from exactmetrics.derivation.shown import in_document
from exactmetrics.verification.report.content import Content, content_of, summary, table_of, totals
from exactmetrics.verification.report.document import excerpt
from exactmetrics.verification.report.findings import Finding
from exactmetrics.verification.report.github import github_lines
from exactmetrics.verification.report.structured import files_data
from exactmetrics.verification.report.terminal import lines, plain
from exactmetrics.verification.report.webpage import escaped, web_report
from exactmetrics.verification.report.wording import count_of, facts, head
from exactmetrics.verification.verified import Reports

FINDINGS, UNJUDGED = 500, 50  # that a page shows, unless all are asked for
WIDTH = 96  # columns of an excerpt
_MARKS = re.compile(r"[\\`*_\[\]<>$|~#&!{}@^\"']|(?<=\w):(?=//)|(?<=[A-Za-z])\.(?=\S)")
_START = re.compile(r"^(\d+)([.)])(?=\s|$)|^([-+=:])")


def page(
    found: Reports, format: str, *, language: str = "en", templates: str | None = None, all: bool = False,
    width: int = 80, indent: int | None = 2,
) -> str:  # fmt: skip
    """The report on one or several documents in a format."""
    look = Look(language=language, templates=templates)
    say = messages(look.language)
    if format == "text":
        return plain(lines(found, language=language, width=width, all=all))
    if format == "github":
        return "".join(f"{line}\n" for line in github_lines(found, say))
    if format == "json":
        made = files_data(found, language=look.language)
        return escape.json(json.dumps(made, ensure_ascii=False, allow_nan=False, indent=indent))
    markdown, pages = format == "markdown", list[str]()
    if len(found.verifications) + len(found.refused) > 1:
        pages.append(_overview(found, say, templates, markdown=markdown))
    for number, one in enumerate(found.verifications, 1):
        made_of = content_of(one, say)
        if markdown:
            pages.append(_markdown(made_of, templates, all))
        else:
            pages.append(web_report(made_of, number, templates, None if all else FINDINGS))
    if format != "html":
        return ("\n" if markdown else "").join(pages)
    one_path = visible(found.verifications[0].path or "-") if len(found.verifications) == 1 else ""
    many = count_of("title_many", len(found.verifications), say)
    title = say.say(("verify", "title"), lambda _: one_path) if one_path else many
    return in_document("html", "".join(pages), title, look)


def prose(text: str) -> str:
    r"""A text as Markdown that shows it as it is, in one line; marks that could mean something have a backslash.

    >>> print(prose("**0.5** in <b>http://a.b</b>"))
    \*\*0.5\*\* in \<b\>http\://a\.b\</b\>
    """
    line = _MARKS.sub(lambda found: "\\" + found[0], " ".join(visible(text).split()))
    return _START.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", line)


def _markdown(made: Content, templates: str | None, all: bool) -> str:
    say, found = made.say, [*made.wrong, *made.notes]
    shown = found if all else found[:FINDINGS]
    listed, more = made.unjudged(all=all, most=None if all else UNJUDGED)
    context: dict[str, Any] = {
        "title": say.say(("verify", "title"), lambda _: prose(made.verification.path or "-")),
        "summary": [prose(line) for line in (summary(made.counts, say), *made.remarks())],
        "findings_title": say.get("verify", "findings"),
        "findings": [_finding(one, made, all) for one in shown],
        "findings_more": count_of("more", len(found) - len(shown), say) if len(found) > len(shown) else "",
        "unjudged_title": count_of("unjudged_title", len(listed) + more, say),
        "unjudged": [prose(line) for line in listed],
        "unjudged_more": count_of("more", more, say) if more else "",
        "lists": [{"title": title, "lines": [prose(one) for one in told]} for title, told in made.lists(all=all)],
    }
    return render("markdown/verification.md.jinja", context, templates)


def _finding(one: Finding, made: Content, all: bool) -> dict[str, Any]:
    say, place = made.say, made.place(one)
    said = head(one, say)
    title = f"{say.get('verify', f'level_{one.level}')}: {say.get('verify', 'name', one.word)}"
    return {
        "title": prose(f"{title}, {place}" if place else title),
        "head": prose(f"{said[:1].upper()}{said[1:]}."),
        "lines": _lines(one, made.page.text),
        "facts": [{"label": say.get("verify", kind), "text": prose(text)} for kind, text in facts(one, say, all=all)],
    }


def _lines(one: Finding, text: str) -> list[str]:
    """The line of the document and what points into it; each begins so that it can end no block of code."""
    if one.start is None or one.stop > len(text):
        return [f"| {excerpt(one.printed, 0, 1, WIDTH).text}"] if one.printed else []
    number = str(one.start.line)
    shown = excerpt(text, one.start.offset, one.stop, WIDTH)
    return [f"{number} | {shown.text}", f"{' ' * len(number)} | {shown.pointer}"]


def _overview(found: Reports, say: Messages, templates: str | None, *, markdown: bool) -> str:
    """What stands at the head of the reports on several documents: a row for each, and what they all came to."""
    write = prose if markdown else escaped
    (file, titles), *rows = table_of(found.verifications, found.refused, say)
    why = {one.path: one.message for one in found.refused}
    context: dict[str, Any] = {
        "language": say.language,
        "direction": say.direction,
        "title": write(count_of("title_many", len(rows), say)),
        "totals": write(totals(found.verifications, found.refused, say)),
        "titles": [write(title) for title in (file, *titles)],
        "columns": str(len(titles)),
        "rows": [
            {"number": str(at) if numbers else "", "path": write(path), "numbers": numbers,
             "note": "" if numbers else write(why.get(path, "").removeprefix(path).lstrip(":, "))}
            for at, (path, numbers) in enumerate(rows, 1)
        ],
    }  # fmt: skip
    name = "markdown/verifications.md.jinja" if markdown else "html/verifications.html.jinja"
    return render(name, context, templates)
