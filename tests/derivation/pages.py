"""Pages that hold more than one derivation, read back row by row: every equality holds, every sentence is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from exactmetrics.derivation.comparison import Comparison
from exactmetrics.exact.printed import judge
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.reading import read
from tests.derivation import html_reader
from tests.derivation.documents import _EVENTS, Event
from tests.derivation.rereading import LONGEST, FaultError, chains_of, check_numeric, exact, unboxed
from tests.derivation.sentences import check_box, check_inline, check_sentence, plain, written_out
from tests.expression.chains import read_chain


def events(page: str, surface: str) -> Iterator[Event]:
    """Titles, sentences, tables and displayed rows, in the order of the page."""
    if surface == "html":
        yield from _html(next(e for e in html_reader.parsed(page).iter("article")))
    else:
        yield from _EVENTS[surface](page)


def _html(e: html_reader.Element) -> Iterator[Event]:
    kind = e.get("class") or ""
    if e.tag in ("h2", "h3", "li") and "step" not in kind:
        yield "text", html_reader.sentence(e)
    elif kind == "formula numbered":
        yield from (("row", row) for math in e.iter("math") for row in html_reader.rows(math))
    elif e.tag in ("article", "section", "div", "ul") and kind not in ("result", "formula"):
        for part in e:
            yield from _html(part)
    else:
        yield from html_reader._part(e)


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
    page = page if page is not None else comparison.to(surface)
    count, tables = 0, []
    shown = [comparison.first] if comparison.is_one else [comparison.first, comparison.second]
    values = [side.value for side in shown if not isinstance(side.value, Undefined)]
    ended = []
    found = list(events(page, surface))
    for kind, group in groupby(found, key=lambda event: event[0]):
        whats = [what for _, what in group]
        if kind == "row":
            rows = joined([str(what) for what in whats])
            ends = [row for row in rows if "≈" in row or r"\approx" in row]
            ended += [unboxed(row) for row in ends]
            count += _check_chains([row for row in rows if row not in ends])
        elif kind == "table":
            tables += whats
        for what in whats:
            _check_words(what)
    for row in ended:
        count += check_end(row, values)
    if not comparison.is_exercise:
        _check_numbers([what for kind, what in found if kind == "step"])
        if not comparison.is_one:
            [results] = [table for table in tables if table[0][1:] == ["exact value", "decimal"]]  # type: ignore[index]
            _check_results(comparison, results)  # type: ignore[arg-type]
            _check_weights(comparison, tables[-1])  # type: ignore[arg-type]
            _check_larger(comparison, [plain(what) for kind, what in found if isinstance(what, str)])
    return count


def joined(rows: list[str]) -> list[str]:
    """Rows with those that go on with a relation behind what they go on with, and formulas side by side apart."""
    out: list[str] = []
    for row in rows:
        if row.startswith("= ") and out:
            out[-1] += f" {row}"
        else:
            out += row.split(r"\qquad")
    return out


def check_end(row: str, values: list[object]) -> int:
    """The end of a calculation: the value of a side, and its decimal."""
    faults = []
    row = written_out(row)
    for value in values:
        try:
            if " = " in row:
                return check_box([row], "", value)
            if judge(re.split(r"≈|\\approx", row)[1].strip(), value).word in ("rounded", "tie"):
                return 1  # the fraction stands in a row of its own
        except FaultError as fault:
            faults.append(str(fault))
    raise FaultError("; ".join(faults))


def _check_chains(rows: list[str]) -> int:
    """The members of each row are equal, and those of the rows that go on with the same name."""
    for row in rows:
        check_row(row)
    count = 0
    for chain in chains_of([row for row in rows if read_chain(unboxed(row), max_length=LONGEST).members[1:]]):
        values = [value for value in chain.values() if not isinstance(value, Undefined)]
        if len(set(values)) > 1:
            raise FaultError(f"{chain.name or 'a chain'}: {values}")
        count += len(values)
    return count


def _check_numbers(steps: list[object]) -> None:
    """The steps of each of at most three sections are numbered from 1; a step that stands alone has no number."""
    numbers = [int(step[0]) for step in steps if isinstance(step, tuple)]
    runs = "".join(f",{number}" if number > 1 else ";1" for number in numbers).split(";")[1:]
    right = all(run.split(",") == [str(n) for n in range(1, run.count(",") + 2)] for run in runs)
    if not right or len(runs) > 3 or any("," not in run for run in runs):
        raise FaultError(f"steps {numbers}")


def _check_words(what: object) -> None:
    for sentence in [what] if isinstance(what, str) else filter(None, what) if isinstance(what, tuple) else []:
        check_sentence(sentence)
        check_inline(re.sub(r"\$(?:\\beta|β) = [^$]*\$", "", sentence))


def _check_larger(comparison: Comparison, sentences: list[str]) -> None:
    """The sentence on the larger value: by how much it is larger, exactly or about."""
    found = [one for text in sentences for one in re.findall(r"larger than [^.]*, by (about )?([\d.]*\d)\.", text)]
    if len(found) != bool(comparison.difference):
        raise FaultError(f"{found} of a difference of {comparison.difference}")
    for about, digits in found:
        if judge(digits, abs(comparison.difference)).word not in (("rounded", "tie") if about else ("exact",)):  # type: ignore[arg-type]
            raise FaultError(f"{about}{digits} of {comparison.difference}")


def _check_weights(comparison: Comparison, table: list[list[str]]) -> None:
    """The table of weights: by those of either side, the mean of the class values is its value."""
    if not table[0][2:] or not table[0][2].startswith("weight in"):
        return
    if any(cell.startswith(("≈", r"$\approx")) for row in table[1:] for cell in row[1:]):
        return  # values too long for a cell
    rows = [[_both(cell) for cell in row[1:]] for row in table[1:]]
    if len(rows) == comparison.first.blocks.k:
        for at, side in enumerate((comparison.first, comparison.second), 1):
            if sum(row[at] for row in rows) != 1 or sum(row[0] * row[at] for row in rows) != side.value:
                raise FaultError(f"column {at} of {rows} does not give {side.value}")


def _both(cell: str) -> Fraction:
    """The value of a cell with its decimal; the decimal alone of a value that is too long is refused."""
    exact_text, relation, digits = (
        part.strip() for part in re.split(r"([≈=]|$)", written_out(plain(cell)), maxsplit=1)
    )
    value = exact(read(exact_text))
    if relation and judge(digits, value).word not in (("exact",) if relation == "=" else ("rounded", "tie")):
        raise FaultError(f"{cell}: {digits} of {value}")
    return value  # type: ignore[return-value]


def _check_results(comparison: Comparison, table: list[list[str]]) -> None:
    """The table of the values: exact, and decimals that are theirs and differ by the difference that is printed."""
    sides, by = [comparison.first.value, comparison.second.value], comparison.difference
    size = None if by is None else by if comparison.larger == 0 else -by
    values = sides if not size else [*sides, size]
    if len(table) != len(values) + 1:
        raise FaultError(f"{len(values)} values, {len(table) - 1} rows: {table}")
    decimals = []
    for row, value in zip(table[1:], values, strict=True):
        shown, digits = plain(row[1]).strip(), written_out(plain(row[2])).strip()
        if isinstance(value, Undefined):
            if shown != "undefined" or digits:
                raise FaultError(f"{row} of no value")
            continue
        found = re.fullmatch(r"([≈=]) (\S+)", digits)
        described = re.fullmatch(
            r"(?:root of a )?fraction with \d+ over \d+ digits|(?:sum|number) with (?:a )?\w+", shown
        )
        if (not described and exact(read(shown)) != value) or found is None:
            raise FaultError(f"{row} is not {value}")
        if judge(found[2], value).word not in (("exact",) if found[1] == "=" else ("rounded", "tie")):
            raise FaultError(f"{digits} of {value}")
        decimals.append(exact(read(found[2])))
    off = max(decimals[:2]) - min(decimals[:2]) - decimals[2] if size else 0
    one = Fraction(1, 10**comparison.places) if comparison.places == comparison.look.places else 0
    if abs(off) > one:  # with as few digits as were asked for, no more of them would have agreed
        raise FaultError(f"{decimals}: the last is not the difference")
