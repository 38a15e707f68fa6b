"""The report for a terminal: of each finding its line of the document, what is right, and what explains it.

A line is a list of stretches of text, each with the style it may be painted in; whoever prints it may ignore them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from exactmetrics.derivation.look import Look
from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation.escape import is_right_to_left, visible
from exactmetrics.derivation.notation.terminal import no_command, pieces, terminal_width
from exactmetrics.verification.checked import CheckedClaim
from exactmetrics.verification.report.content import Content, content_of, summary, table_of, totals
from exactmetrics.verification.report.document import CUT, excerpt
from exactmetrics.verification.report.findings import Finding
from exactmetrics.verification.report.wording import count_of, cut, facts, head, place_words, reasons
from exactmetrics.verification.verified import Reports, Verification

Styled: TypeAlias = list[tuple[str, str]]

FINDINGS, NOTES, UNJUDGED = 100, 10, 5  # of each sort so many are shown at most, unless all are asked for
LINES = 6  # that a finding takes


def plain(lines: Iterable[Styled]) -> str:
    """Lines without their styles."""
    return "".join("".join(text for _, text in line).rstrip() + "\n" for line in lines)


def lines(found: Reports, *, language: str = "en", width: int = 80, all: bool = False) -> list[Styled]:
    """The report on one or several documents, in lines of so many columns."""
    say, several = messages(Look(language=language).language), len(found.verifications) + len(found.refused) > 1
    made = [line for one in found.verifications for line in _report(content_of(one, say), width, all, brief=several)]
    return [*map(_harmless, [*made, *(_totals(found, say, width) if several else ())])]


def _harmless(line: Styled) -> Styled:
    text = "".join(text for _, text in line)
    return line if no_command(text) == text else [("", no_command(text))]


def _report(made: Content, width: int, all: bool, *, brief: bool) -> Iterator[Styled]:
    say, wrong = made.say, made.wrong
    for found, most in ((wrong, FINDINGS), (made.notes, NOTES)):
        shown = found if all else found[:most]
        for one in shown:
            yield from [*_finding(made, one, width, all), []]
        if len(shown) < len(found):
            yield from ([("dim", count_of("more", len(found) - len(shown), say))], [])
    listed, more = made.unjudged(all=all, most=None if all else UNJUDGED)
    if listed:
        yield from _folded([("note", count_of("unjudged_title", len(listed) + more, say))], width, "  ")
        yield from _items(listed, width)
        if more:
            yield [("dim", f"  {count_of('more', more, say)}")]
        yield []
    for said in made.remarks():
        yield from [*_folded([("", visible(said))], width, "  "), []]
    for title, told in () if brief and not wrong and not all else made.lists(all=all):
        yield from [[("strong", title)], *_items(told, width), []]
    said = summary(made.counts, say)
    yield from _folded([("path", f"{name_of(made.verification)}:"), ("strong", f" {said}")], width, "  ")
    if brief:
        yield []


def _totals(found: Reports, say: Messages, width: int) -> Iterator[Styled]:
    """The end of a report on several documents: a row for each, and what they all came to."""
    table = table_of(found.verifications, found.refused, say)
    titles = table[0][1]
    widths = [max(terminal_width(title), 3) for title in titles]
    for at, (name, numbers) in enumerate(table):
        cells = numbers or ["-"] * len(titles)
        row = "".join(" " * (w - terminal_width(cell)) + f"{cell}  " for cell, w in zip(cells, widths, strict=True))
        note = "" if numbers else f": {say.get('verify', 'not_used')}"
        first, *more = _folded([("path" if at else "strong", visible(name) + note)], max(20, width - len(row)), "")
        yield [("dim" if at else "strong", row), *first]
        yield from ([("", " " * len(row)), *one] for one in more)
    yield from _folded([("strong", totals(found.verifications, found.refused, say))], width, "  ")


def name_of(verification: Verification) -> str:
    """The name of the document; one that the log of a build could take for a command is written as a path."""
    name = visible(verification.path) or "-"
    return f"./{name}" if name.startswith("::") else name


def _place(made: Content, one: Finding) -> str:
    """Where a finding is, as editors and terminals take it: file, line and column; in a notebook the cell."""
    name, where = name_of(made.verification), one.found.where if isinstance(one.found, CheckedClaim) else ""
    if one.start is not None and one.cell is not None:
        return f"{name}: {place_words(one.start, one.cell, made.say)}"
    named = f": {visible(cut(where))}" if where and made.verification.format == "sheet" else ""
    return f"{name}{named}" if one.start is None else f"{name}:{one.start.line}:{one.start.column}{named}"


def _finding(made: Content, one: Finding, width: int, all: bool) -> list[Styled]:
    """A finding in at most six lines, unless all is asked for."""
    say, level = made.say, made.say.get("verify", f"level_{one.level}")
    first: Styled = [("path", f"{_place(made, one)}:"), ("", " "), (one.level, level)]
    first += [("", ": "), ("strong", say.get("verify", "name", one.word)), ("", f": {visible(head(one, say))}")]
    found = [*_folded(first, width, "  "), *_source(made, one, width)]
    for kind, said in facts(one, say, all=True) if all else reasons(one, say):
        label = ("strong", f"  {say.get('verify', kind)}: ")
        found += _folded([label, ("", visible(said))], width, "    ")
    if all or len(found) <= LINES:
        return found
    last = plain([found[LINES - 1]]).rstrip()
    while terminal_width(last) > width - 1:
        last = last[:-1]
    return [*found[: LINES - 1], [("", last + CUT)]]


def _source(made: Content, one: Finding, width: int) -> Iterator[Styled]:
    """The line of the document and what points into it."""
    text = made.page.text
    if one.start is None or one.stop > len(text):
        if one.printed:
            yield [("gutter", " | "), ("", excerpt(one.printed, 0, len(one.printed), width - 4).text)]
        return
    number, offset = str(one.start.line), one.start.offset
    room = width - len(number) - 3
    # A terminal may turn such a line around, so that the carets alone would mislead.
    turned = is_right_to_left(text[max(0, offset - width) : one.stop + width])
    again = f" {visible(cut(one.printed))}"[: room // 3] if turned else ""
    shown = excerpt(text, offset, one.stop, room - terminal_width(again))
    yield [("gutter", f"{number} | "), ("", shown.text)]
    yield [("gutter", f"{' ' * len(number)} | "), (one.level, shown.pointer), ("", again)]


def _items(said: Sequence[str], width: int) -> Iterator[Styled]:
    for one in said:
        yield from _folded([("", f"  {visible(one)}")], width, "    ")


def _folded(parts: Styled, width: int, indent: str) -> list[Styled]:
    """A line broken between words, and inside a word that is wider than a line, so that none is too wide."""
    made: list[Styled] = [[]]
    used = 0
    for style, text in parts:
        for at, word in enumerate(text.split(" ")):
            space = " " if at else ""
            # A path stays whole, for people click on it and search for it.
            for piece in [word] if style == "path" else pieces(word, max(8, width - len(indent))):
                wide = terminal_width(piece)
                if used + len(space) + wide > width and used > len(indent):
                    made.append([("", indent)])
                    used, space = len(indent), ""
                made[-1].append((style, space + piece))
                used += len(space) + wide
                space = ""
    return made
