"""The report for a terminal: each finding with its line of the document, what is exact, and what explains it.

A line is a list of stretches of text, each with the style it may be painted in; whoever prints it may ignore them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.notation.escape import is_right_to_left
from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.verification.checked import CheckedClaim
from exactmetrics.verification.reports.entries import Entry, entries, habit_breaches, unread
from exactmetrics.verification.reports.excerpt import excerpt, visible
from exactmetrics.verification.reports.overview import count_of, coverage, data, levels, rules, unchecked
from exactmetrics.verification.reports.paging import Page, page_of
from exactmetrics.verification.reports.passed_over import passed_groups
from exactmetrics.verification.reports.several import Refused, table_lines, table_of, totals
from exactmetrics.verification.reports.wording import cut, facts, head, place_words
from exactmetrics.verification.verified import Verification

Styled: TypeAlias = list[tuple[str, str]]

WIDTH = 80
FINDINGS, HABITS, UNREAD = 100, 10, 5  # of each sort so many are shown at most, unless all are asked for


def plain(lines: Iterable[Styled]) -> str:
    """Lines without their styles.

    >>> plain([[("error", "error"), ("", ": 1 = 2")], []])
    'error: 1 = 2\\n\\n'
    """
    return "".join("".join(text for _, text in line).rstrip() + "\n" for line in lines)


def report_lines(
    verification: Verification, say: Messages, *, width: int = WIDTH, all: bool = False, brief: bool = False
) -> list[Styled]:
    """The report on one document; with `brief` there is little of one that is right.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> checked = verify_document("4/6 = 0.66")
    >>> print(plain(report_lines(checked, messages())[:4]), end="")
    -:1:7: warning: truncated: the digits are cut off, not rounded
      |
    1 | 4/6 = 0.66
      |       ^^^^
    """
    page, lines = page_of(verification, say), list[Styled]()
    wrong, habits = page.placed(entries(verification, "error", "warn")), page.placed(habit_breaches(verification))
    for found, most in ((wrong, FINDINGS), (habits, HABITS)):
        shown = found if all else found[:most]
        for entry in shown:
            lines += [*_finding(verification, entry, page.text, say, width), []]
        if len(shown) < len(found):
            lines += [[("dim", count_of("more", len(found) - len(shown), say))], []]
    lines += _unread(verification, page, say, width, all)
    lines += _unchecked(unchecked(verification, page, say), say, width, all)
    lines += _passed(verification, page, say, width) if all else ()
    lines += _remarks(verification, page, say, width)
    about = () if brief and not wrong else (("data", data(verification, say)), ("rules", rules(verification, say)))
    for title, said in about:
        if said:
            lines += [[("strong", say.get("verify", title))], *_items(said, width), []]
    lines += _folded([("strong", f"{_name(verification)}: {levels([verification], say)}")], width, "  ")
    covered = coverage(verification, say, listed=all)
    return lines + [line for said in covered for line in _folded([("", said)], width, "  ")]


def total_lines(
    verifications: Sequence[Verification], say: Messages, *, refused: Sequence[Refused] = (), width: int = WIDTH
) -> list[Styled]:
    """The end of a report on several documents: a row for each, and what they all came to.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> print(plain(total_lines([verify_document("1/2 = 0.6"), verify_document("4/6 = 0.66")], messages())), end="")
    right  warnings  errors  not read  file
        0         0       1         0  -
        0         1       0         0  -
    2 documents: 1 error, 1 warning
    """
    lines = list[Styled]()
    for numbers, name in table_lines(table_of(verifications, refused, say), say):
        indent = terminal_width(numbers) + 1
        first, *more = _folded([("path" if lines else "strong", name)], max(20, width - indent), "")
        rest: list[Styled] = [[("", " " * indent), *one] for one in more]
        lines += [[("dim" if lines else "strong", f"{numbers} "), *first], *rest]
    return [*lines, *_folded([("strong", totals(verifications, refused, say))], width, "  ")]


def _name(verification: Verification) -> str:
    """The name of the document; one that the log of a build could take for a command is written as a path."""
    name = visible(verification.path).replace("##[", "## [") or "-"
    return f"./{name}" if name.startswith("::") else name


def place_of(verification: Verification, entry: Entry, say: Messages) -> str:
    """Where a finding is, as editors and terminals take it: file, line and column.

    In a sheet it is the place it names as well, in a notebook the cell and the line of it.

    >>> from exactmetrics.verification.verify import verify_document
    >>> from exactmetrics.derivation.messages import messages
    >>> checked = verify_document("4/6 = 0.66")
    >>> place_of(checked, entries(checked)[0], messages())
    '-:1:7'
    """
    where = entry.found.where if isinstance(entry.found, CheckedClaim) else ""
    if entry.start is not None and entry.cell is not None:
        return f"{_name(verification)}: {place_words(entry.start, entry.cell, say)}"
    if entry.start is not None:
        place = f"{_name(verification)}:{entry.start.line}:{entry.start.column}"
        return f"{place}: {visible(cut(where))}" if where and verification.format == "sheet" else place
    return f"{_name(verification)}: {visible(cut(where))}" if where else _name(verification)


def _finding(verification: Verification, entry: Entry, text: str, say: Messages, width: int) -> Iterator[Styled]:
    level = say.get("verify", f"level_{entry.level}")
    yield [
        ("path", place_of(verification, entry, say)),
        ("", ": "),
        (entry.level, level),
        ("", ": "),
        ("strong", say.get("verify", "name", entry.word)),
        ("", f": {head(entry, say)}"),
    ]
    gutter = ""
    if entry.start is not None and entry.stop <= len(text):
        number = str(entry.start.line)
        gutter = " " * len(number)
        offset, room = entry.start.offset, width - len(number) - 3
        # A terminal may turn such a line around, so that the carets alone would mislead.
        turned = is_right_to_left(text[max(0, offset - width) : entry.stop + width])
        again = f" {visible(cut(entry.printed))}"[: room // 3] if turned else ""
        shown = excerpt(text, offset, entry.stop, room - terminal_width(again))
        yield [("gutter", f"{gutter} |")]
        yield [("gutter", f"{number} | "), ("", shown.text)]
        yield [("gutter", f"{gutter} | "), (entry.level, shown.pointer), ("", again)]
    elif entry.printed:
        yield [("gutter", " | "), ("", excerpt(entry.printed, 0, len(entry.printed), width - 4).text)]
    for kind, said in facts(entry, say):
        label = say.get("verify", kind)
        parts = [("gutter", f"{gutter} = "), ("strong", f"{label}: "), ("", visible(said))]
        yield from _folded(parts, width, f"{gutter}     ")


def _unread(verification: Verification, page: Page, say: Messages, width: int, all: bool) -> Iterator[Styled]:
    """What was not read: a line each, and of many the first ones."""
    found, text = page.placed(unread(verification)), page.text
    if not found:
        return
    yield from _folded([("note", count_of("unread_title", len(found), say))], width, "  ")
    shown = found if all else found[:UNREAD]
    for entry in shown:
        why = "; ".join(said for kind, said in facts(entry, say) if kind == "why")
        parts = [("path", f"  {place_of(verification, entry, say)}: "), ("", visible(why))]
        yield from _folded(parts, width, "    ")
        meant = text[entry.start.offset : entry.stop] if entry.start is not None else entry.printed
        if meant:
            yield [("dim", f"    {excerpt(' '.join(meant[:2000].split()), 0, 1, width - 4).text}")]
    if len(shown) < len(found):
        yield [("dim", f"  {count_of('more', len(found) - len(shown), say)}")]
    yield []


def _unchecked(found: Sequence[str], say: Messages, width: int, all: bool) -> Iterator[Styled]:
    """The claims that there is nothing to check against: a line each, and of many the first ones."""
    if not found:
        return
    yield from _folded([("note", count_of("unchecked_title", len(found), say))], width, "  ")
    yield from _items(found if all else found[:UNREAD], width)
    if not all and len(found) > UNREAD:
        yield [("dim", f"  {count_of('more', len(found) - UNREAD, say)}")]
    yield []


def _passed(verification: Verification, page: Page, say: Messages, width: int) -> Iterator[Styled]:
    """The numbers near the name of a metric that were not judged, by reason."""
    if not verification.passed:
        return
    yield from _folded([("note", count_of("passed_count", len(verification.passed), say))], width, "  ")
    for group in passed_groups(verification, page, say, all=True):
        yield from _folded([("strong", f"  {group.title}")], width, "    ")
        yield from _items([f"  {line}" for line in group.lines], width)
    yield []


def _remarks(verification: Verification, page: Page, say: Messages, width: int) -> Iterator[Styled]:
    for remark in verification.remarks:
        place = _name(verification)
        if remark.span is not None:
            start = remark.span.start
            cell = page.cell(start.offset)
            place = (
                f"{place}:{start.line}:{start.column}" if cell is None else f"{place}: {place_words(start, cell, say)}"
            )
        parts = [("path", place), ("", ": "), ("note", say.get("verify", "level_note")), ("", ": ")]
        yield from _folded([*parts, ("", visible(remark.text(say.language)))], width, "  ")
        yield []


def _items(said: Sequence[str], width: int) -> Iterator[Styled]:
    for one in said:
        yield from _folded([("", f"  {visible(one)}")], width, "    ")


def _folded(parts: Styled, width: int, indent: str) -> list[Styled]:
    """A line broken between words, and inside a word that is wider than a line, so that none is too wide."""
    lines: list[Styled] = [[]]
    used = 0
    for style, text in parts:
        for at, word in enumerate(text.split(" ")):
            space = " " if at else ""
            for piece in _pieces(word, max(8, width - len(indent))):
                wide = terminal_width(piece)
                if used + len(space) + wide > width and used > len(indent):
                    lines.append([("", indent)])
                    used, space = len(indent), ""
                lines[-1].append((style, space + piece))
                used += len(space) + wide
                space = ""
    return lines


def _pieces(word: str, room: int) -> Iterator[str]:
    """A word in pieces that fit into a line."""
    if terminal_width(word) <= room:
        yield word
        return
    piece, used = "", 0
    for ch in word:
        wide = terminal_width(ch)
        if used + wide > room:
            yield piece
            piece, used = "", 0
        piece, used = piece + ch, used + wide
    yield piece
