"""Several documents at a glance: a row each, with what was right, wrong and not read, and the files refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.verification.reports.entries import entries
from exactmetrics.verification.reports.excerpt import visible
from exactmetrics.verification.reports.overview import checked_count, count_of, level_counts, levels
from exactmetrics.verification.verified import Verification

ALWAYS = ("right", "warnings", "errors", "unread")  # columns that stand there even if all their numbers are 0
COLUMNS = (*ALWAYS, "blank", "unchecked")


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that could not be used, and why: a message in English."""

    path: str
    message: str


class Row(NamedTuple):
    """A file: its path, its numbers in the order of the columns (none of one that was refused), and a note on it."""

    path: str
    numbers: list[int]
    note: str


class Table(NamedTuple):
    """What several files came to: the keys of the columns, their titles (the file's first), and a row for each file."""

    keys: list[str]
    titles: list[str]
    rows: list[Row]


def is_idle(verification: Verification) -> bool:
    """Whether nothing was checked in it.

    >>> from exactmetrics.verification.verify import verify_document
    >>> is_idle(verify_document("1/2 = 0.5")), is_idle(verify_document("No number."))
    (False, True)
    """
    return not verification.coverage.judged and not checked_count(verification)


def table_of(found: Sequence[Verification], refused: Sequence[Refused], say: Messages) -> Table:
    """The table of several documents.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> made = table_of([verify_document("1/2 = 0.5 and 1/2 = 0.6")], [Refused("b.csv", "b.csv is empty")], messages())
    >>> made.titles, [list(row) for row in made.rows]
    (['file', 'right', 'warnings', 'errors', 'not read'], [['-', [1, 0, 1, 0], ''], ['b.csv', [], 'b.csv is empty']])
    """
    counted = [_counts(one) for one in found]
    keys = [key for key in COLUMNS if key in ALWAYS or any(counts[key] for counts in counted)]
    nothing = say.get("verify", "nothing_checked")
    rows = [
        Row(one.path or "-", [counts[key] for key in keys], nothing if is_idle(one) else "")
        for one, counts in zip(found, counted, strict=True)
    ]
    rows += [Row(one.path, [], one.message) for one in refused]
    return Table(keys, [say.get("verify", "column", key) for key in ("file", *keys)], rows)


def _counts(one: Verification) -> dict[str, int]:
    """The numbers of a file, of every column."""
    seen = level_counts([one])
    right = sum(entry.level in ("ok", "note") and entry.word != "unread" for entry in entries(one))
    unread = sum(entry.word == "unread" for entry in entries(one))
    blank = sum(claim.why is not None and claim.why.kind == "unanswered" for claim in one.claims)
    broken = [entry.level for entry in entries(one, "error", "warn") if entry.word == "unread"]
    return {
        "right": right,
        "warnings": seen["warn"] - blank - broken.count("warn"),
        "errors": seen["error"] - broken.count("error"),
        "unread": unread,
        "blank": blank,
        "unchecked": len(one.passed) + sum(claim.level is None for claim in one.claims),
    }


def totals(found: Sequence[Verification], refused: Sequence[Refused], say: Messages) -> str:
    """What all of them came to: the findings by level, and how many files there is nothing to be said of.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> both = [verify_document("1/2 = 0.6"), verify_document("a")]
    >>> totals(both, [Refused("b.csv", "")], messages())
    '2 documents: 1 error. Nothing was checked in 1 of them. 1 file could not be used.'
    """
    said = [f"{count_of('documents', len(found), say)}: {levels(found, say)}"]
    idle = sum(map(is_idle, found))
    if 0 < idle < len(found):
        said.append(count_of("idle", idle, say))
    if refused:
        said.append(count_of("refused", len(refused), say))
    return " ".join([*(_ended(one) for one in said[:-1]), said[-1]])


def _ended(said: str) -> str:
    return said if said.endswith(".") else f"{said}."


def table_lines(table: Table, say: Messages) -> Iterator[tuple[str, str]]:
    """The table as plain text: the columns of numbers, and the file; why one was refused is said elsewhere.

    >>> from exactmetrics.derivation.messages import messages
    >>> rows = [Row("a.md", [12], ""), Row("b.md", [], "no text")]
    >>> for numbers, file in table_lines(Table(["right"], ["file", "right"], rows), messages()):
    ...     print(numbers, file)
    right  file
       12  a.md
        -  b.md: could not be used
    """
    file, *titles = table.titles
    widths = [max(terminal_width(title), 3) for title in titles]
    yield _columns(titles, widths), file
    for row in table.rows:
        note = row.note if row.numbers else say.get("verify", "not_used")
        name = f"{visible(row.path)}: {note}" if note else visible(row.path)
        yield _columns([str(n) for n in row.numbers] or ["-"] * len(titles), widths), name


def _columns(texts: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"{_right(text, width)}  " for text, width in zip(texts, widths, strict=True)).removesuffix(" ")


def page_table(table: Table, write: Callable[[str], str]) -> dict[str, Any]:
    """The table for a template, its texts written by `write`.

    >>> made = page_table(Table(["right"], ["file", "right"], [Row("a.md", [1], "")]), str)
    >>> made["rows"]
    [{'number': '1', 'path': 'a.md', 'numbers': [{'key': 'right', 'text': '1'}], 'note': ''}]
    """
    rows = [
        {
            "number": str(at) if row.numbers else "",
            "path": write(row.path),
            "numbers": [{"key": key, "text": str(n)} for key, n in zip(table.keys, row.numbers, strict=False)],
            "note": write(_without(row.note, row.path)),
        }
        for at, row in enumerate(table.rows, 1)
    ]
    return {"titles": [write(title) for title in table.titles], "rows": rows}


def _without(note: str, path: str) -> str:
    """A message without the name of the file that it may begin with."""
    rest = note.removeprefix(path)
    return rest.lstrip(":, ") if rest != note and rest[:1] in ":, " else note


def _right(text: str, width: int) -> str:
    return " " * (width - terminal_width(text)) + text
