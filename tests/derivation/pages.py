"""Pages that hold more than one derivation, read back row by row: every equality holds, every sentence is true."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exactmetrics.derivation.comparison import Comparison
from exactmetrics.exact.printed import judge
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.reading import read
from tests.derivation import html_reader
from tests.derivation.documents import _EVENTS, Event
from tests.derivation.rereading import LONGEST, FaultError, chains_of, check_equal, check_numeric, exact, unboxed
from tests.derivation.sentences import check_inline, check_sentence, plain
from tests.expression.chains import read_chain

TERMINAL = re.compile(r"^(.{48}) │(?: (.*))?$")


def in_one_column(page: str) -> str:
    """A plain-text page with its two columns one below the other."""
    out: list[str] = []
    second: list[str] = []
    for line in page.split("\n"):
        found = TERMINAL.match(line.ljust(50)) if "│" in line else None
        if found is None:
            out += [*_joined(second), line]
            second = []
            continue
        out.append(found[1].rstrip())
        second.append((found[2] or "").rstrip())
    return "\n".join([*out, *_joined(second)])


def _joined(lines: list[str]) -> list[str]:
    return ["", *lines, ""] if lines else []


def events(page: str, surface: str) -> Iterator[Event]:
    """Titles, sentences, tables and displayed rows, in the order of the page."""
    if surface == "html":
        yield from _html(next(e for e in html_reader.parsed(page).iter("article")))
    else:
        yield from _EVENTS[surface](in_one_column(page) if surface == "text" else page)


def _html(e: html_reader.Element) -> Iterator[Event]:
    kind = e.get("class") or ""
    if e.tag in ("h2", "h3", "li") and "step" not in kind:
        yield "text", html_reader.sentence(e)
    elif e.tag in ("article", "section", "div", "ul") and kind not in ("result", "formula", "formula numbered"):
        for part in e:
            yield from _html(part)
    else:
        yield from html_reader._part(e)


def difference_of(page: str, surface: str) -> list[Event]:
    """What a page shows from the heading of the difference on."""
    found = list(events(page, surface))
    heads = [at for at, (kind, what) in enumerate(found) if kind == "text" and "How far apart" in str(what)]
    return found[heads[0] :] if heads else []


def rows_of(page: str, surface: str) -> list[str]:
    """The displayed rows of a part of a page in text, Markdown or LaTeX."""
    return [what for kind, what in _EVENTS[surface](page) if kind == "row" and isinstance(what, str)]


def check_row(row: str) -> int:
    """The members of a displayed row that are numbers are all equal; how many there are."""
    chain = read_chain(unboxed(row), max_length=LONGEST)
    values = [exact(m.tree) for m in chain.members if m.tree is not None]
    if not values:
        return 0
    if set(chain.relations) - {"="}:
        check_numeric(row)
        return len(values)
    if all(isinstance(value, Undefined) for value in values):
        return len(values)
    if len(set(values)) != 1:
        raise FaultError(f"{values} are not equal in {row}")
    return len(values)


def check_page(comparison: Comparison, surface: str, page: str | None = None) -> int:
    """Everything numeric in a finished comparison; how many members of rows were read."""
    page = page if page is not None else getattr(comparison, f"to_{surface}")()
    count, results = 0, []
    difference = difference_of(page, surface)
    found = list(events(page, surface))
    for kind, what in found[: len(found) - len(difference)]:
        if kind == "row" and isinstance(what, str):
            count += check_row(what)
        elif kind == "table" and isinstance(what, list):
            results.append(what)
        _check_words(what)
    _check_results(comparison, results[-1])
    assert bool(difference) == (comparison.page is not None)
    return count + (check_difference(comparison, difference) if difference else 0)


def _check_words(what: object) -> None:
    for sentence in [what] if isinstance(what, str) else what if isinstance(what, tuple) else []:
        check_sentence(sentence)
        check_inline(sentence)


def _check_results(comparison: Comparison, table: list[list[str]]) -> None:
    """The table of the values: exact, and decimals that are theirs."""
    values = [comparison.first.value, comparison.second.value]
    values += [] if comparison.page is None else [comparison.page.value]
    if len(table) != len(values) + 1:
        raise FaultError(f"{len(values)} values, {len(table) - 1} rows: {table}")
    for row, value in zip(table[1:], values, strict=True):
        shown, digits = plain(row[2]), plain(row[3])
        if isinstance(value, Undefined):
            if shown != "undefined" or digits:
                raise FaultError(f"{row} of no value")
            continue
        found = re.fullmatch(r"([≈=]) (\S+)", digits.strip())
        described = re.fullmatch(r"(?:root of a )?fraction of \d+ / \d+ digits", shown)
        if (described is None and exact(read(shown)) != value) or found is None:
            raise FaultError(f"{row} is not {value}")
        if judge(found[2], value).word not in (("exact",) if found[1] == "=" else ("rounded", "tie")):
            raise FaultError(f"{digits} of {value}")


def check_difference(comparison: Comparison, found: list[Event]) -> int:
    """The working of the difference: every member is the difference of the two values."""
    rows = [what for kind, what in found if kind == "row" and isinstance(what, str)]
    for _, what in found:
        _check_words(what)
    for row in rows:
        if "<" in row:
            check_numeric(row)
    working = [row for row in rows if re.search(r"\d", row) and "<" not in row]
    return sum(check_equal(chain, comparison.difference) for chain in chains_of(working))
