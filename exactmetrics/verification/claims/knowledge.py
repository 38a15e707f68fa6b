"""What a document has shown so far: its matrices, by figure and by example, and which of them a claim is about."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from exactmetrics.verification.checked import Span
from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import places
from exactmetrics.verification.verified import FoundData

_NUMBERED = re.compile(r"\.?\s*([0-9]{1,3}(?:\.[0-9]{1,2})?)\s*[.(-]?\s?([a-hA-H](?![a-zA-Z]))?")
_GROUP = re.compile(r"(?<=[0-9])(?:[\u00a0\u2009\u202f'’]|\\,)(?=[0-9]{3}(?![0-9]))")
_INTEGER = re.compile(r"(?<![0-9.,])[0-9]{1,12}(?![0-9.,]*[0-9])")


@dataclass(slots=True)
class Place:
    """Where something stands: its offset in the file, the heading it is under, the printout, the example, the run.

    A run goes from one line of code that trains or predicts to the next.
    """

    order: int
    section: int
    block: int
    case: int
    printout: bool
    run: int = 0


@dataclass(slots=True, eq=False)
class Matrix:
    """A matrix with its place; `whole` is the matrix whose one class it sets against the rest.

    `untold` says that no word of the document calls it a matrix: it is one only if named numbers are about it. `part`
    says that it is a row of counts of one class, or of one model: only what names that class, or row, is about it.
    """

    index: int
    data: FoundData
    place: Place
    whole: int | None = None
    counts: frozenset[int] = field(default_factory=frozenset)
    untold: bool = False
    part: bool = False


@dataclass(slots=True)
class Raw:
    """A named number as read: with the matrix that was at hand, and the average that its heading names."""

    name: Name
    printed: str
    span: Span
    where: str
    expression: str | None
    place: Place
    current: int | None
    average: str = ""
    report: int = 0
    table: int = 0
    told: bool = False  # in running text or a formula, not in a table
    own: int | None = None  # the matrix of the row of a table that it stands in


def mentioned(text: str) -> list[tuple[int, str]]:
    """The figures and tables that a text names, each with where.

    >>> mentioned("From Fig. 10.a and Table 3")
    [(5, '10a'), (19, '3')]
    """
    found = []
    for item in places().items(text):
        if "figure" in item.roles and (number := _NUMBERED.match(text, item.end)):
            found.append((item.start, number[1] + (number[2] or "").lower()))
    return found


def is_case(text: str) -> bool:
    """Whether a line opens an example or an exercise with data of its own.

    >>> is_case("Example 5"), is_case("Example 1 shows that"), is_case("## Model 2: SVM")
    (True, False, True)
    """
    if len(text) > 80 or text.count("\n") > 1:
        return False
    items = [item for item in places().items(text) if item.text not in "*#"]
    if not items or "case" not in items[0].roles:
        return False
    if len(items) == 1:
        return True
    numbered = items[1].sort == "number" or len(items[1].text) == 1
    return numbered and (len(items) == 2 or items[2].sort not in ("word", "number"))


def is_of_others(heading: str) -> bool:
    """Whether a heading stands over what is about other models or other data.

    >>> is_of_others("4.2 Related work"), is_of_others("Results")
    (True, False)
    """
    return any("others" in item.roles for item in places().items(heading))


def counts_of(rows: Sequence[Sequence[int]]) -> frozenset[int]:
    """The counts that arithmetic about a matrix is made of: cells, margins, and what is left of all.

    >>> sorted(counts_of([[3, 1], [0, 2]]))
    [0, 1, 2, 3, 4, 5, 6]
    """
    margins = [sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)]
    n, size = sum(margins[0]), len(rows)
    found = {n, sum(rows[i][i] for i in range(size)), size}
    for i in range(size):
        hit, true, predicted = rows[i][i], margins[0][i], margins[1][i]
        found |= {true, predicted, true - hit, predicted - hit, n - true, n - predicted, n - true - predicted + hit}
        found |= set(rows[i])
    return frozenset(found)


def fits_arithmetic(expression: str | None, counts: frozenset[int]) -> bool | None:
    """Whether the whole numbers of printed arithmetic are counts of a matrix: all, most (None), or fewer than half.

    >>> fits_arithmetic("60/(60+25)", frozenset({60, 25})), fits_arithmetic("7/9", frozenset({60}))
    (True, False)
    """
    plain = _GROUP.sub("", expression or "").replace("{,}", ",").replace("{.}", ".")
    found = [int(text) for text in _INTEGER.findall(plain)]
    numbers = [number for number in found if number > 2 and (number != 100 or 100 in counts)]  # x 100: percentages
    if not numbers:
        return None
    known = sum(number in counts for number in numbers)
    return True if known == len(numbers) else None if 2 * known > len(numbers) else False


def label_in(name: Name, data: FoundData) -> Hashable | None:
    """The class of the data that a name means; None where there is none, or no sure one.

    >>> label_in(Name(label="a"), FoundData("", ("A", "B"), None))
    'A'
    """
    if any(isinstance(label, int) for label in data.labels):
        return None  # the data name no classes; the document may count them from 0 or from 1
    if name.numeric and any(label == "0" for label in data.labels):
        return None  # a position or a name
    exact: list[Hashable] = [label for label in data.labels if str(label) == name.label]
    if exact:
        return exact[0]
    alike: list[Hashable] = [label for label in data.labels if plain_label(str(label)) == plain_label(name.label or "")]
    return alike[0] if len(alike) == 1 else None


def same_supports(data: FoundData, supports: Mapping[str, int]) -> str | None:
    """Which sums most of the supports of a report are: of the "rows" or of the "columns"; None for neither.

    >>> same_supports(FoundData("", ("a", "b"), ((3, 1), (0, 2))), {"a": 4, "b": 2})
    'rows'
    """
    rows = data.rows or ()
    given = [supports.get(str(label), -1) for label in data.labels]
    for side, sums in (("rows", [sum(row) for row in rows]), ("columns", [sum(c) for c in zip(*rows, strict=True)])):
        if 2 * sum(a == b for a, b in zip(given, sums, strict=True)) >= len(given):
            return side
    return None


def plain_label(text: str) -> str:
    """A class as it is compared: without case, and with a space for every sign.

    >>> plain_label("Not_A")
    'not a'
    """
    return re.sub(r"[\W_]+", " ", text).strip().casefold()
