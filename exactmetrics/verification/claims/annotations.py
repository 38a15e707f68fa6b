"""What an author says of his numbers: `exact: recall[cat] = 0.8; f1[macro] = 0.71`, behind what his format hides.

<!-- exact: recall[cat] = 0.8 -->                 Markdown, HTML, cells of text in notebooks
% exact: recall[cat] = 0.8 data=2                 LaTeX; of the second matrix of the document
.. exact: recall[cat] = 0.8                       reStructuredText, where the comment of HTML is text
# exact: recall = 0.8 data=6 1; 2 3               a line of code in a notebook, or "exact" in the metadata of its cell
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from exactmetrics.verification.documents.pieces import Position

UNFILLED = "?"  # the name of a number that the author has not named yet
_LATEX = re.compile(r"(?<!\\)%[ \t]*exact:([^\r\n]*)")
_COMMENT = re.compile(r"<!--\s*exact:([^>]*?)-->")
_RST = re.compile(r"(?<![^\r\n])[ \t]*\.\.[ \t]+exact:([^\r\n]*)")
_CODE = re.compile(r"#[ \t]*exact:((?:[^\"\\\n]|\\[^n\n])*)")
_METADATA = re.compile(r"\"exact\"\s*:\s*\"((?:[^\"\\]|\\.)*)\"")
_DATA = re.compile(r"\bdata\s*=\s*(.*)", re.DOTALL)
_CLAIM = re.compile(r"\s*([^=;]*(?:\[[^\]]*\])?[^=;]*?)\s*=\s*([^;=\s]+(?:\s?%)?)\s*(?:;|$)")
_VERBATIM = re.compile(r"\\(begin|end)\{(?:verbatim|lstlisting|minted|tabular)\*?\}|(?<![^\r\n])[ \t]*(```|~~~)")
_LINE_END = re.compile(r"\r\n?|\n")
_BLANK_LINE = re.compile(r"(?:\r\n?+|\n)[ \t]*(?=[\r\n])")
_LEFT_EDGE = re.compile(r"(?:\r\n?+|\n)(?=[ \t]*(?:\r\n?+|\n)(?:[ \t]*(?:\r\n?+|\n))*[^\s])")  # what is set in ends too
_CLOSED = re.compile(r"</(?:table|p|li|pre|h[1-6]|div)>", re.IGNORECASE)
# A text with the colon that makes it a key, or a bracket: what stands in a text is none.
_JSON = re.compile(r'"([^"\\]*)"\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]]', re.DOTALL)
CELL, METADATA = 3, 4  # how deep in the notebook a cell is, and its metadata
_PATTERNS = {"latex": [_LATEX], "notebook": [_COMMENT, _CODE, _METADATA], "text": [_COMMENT, _RST]}


@dataclass(frozen=True, slots=True)
class Annotation:
    """One number that an author names: its name as `value` and `feasible` take it, its digits, where they stand.

    `data` are the data it is about, as far as the author says: the number of a matrix in the document, or its rows.
    """

    name: str
    printed: str
    start: Position
    stop: int
    data: str = ""


def annotations_in(text: str, format: str) -> Iterator[Annotation]:
    """The annotations of a document, in their order.

    >>> found = annotations_in("% exact: recall[cat] = 0.8; f1[macro] = 0.71 data=2", "latex")
    >>> [(one.name, one.printed, one.start.column, one.data) for one in found]
    [('recall[cat]', '0.8', 24, '2'), ('f1[macro]', '0.71', 41, '2')]
    """
    if "exact" not in text:
        return
    starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
    for found in sorted(_comments(text, format), key=re.Match.start):
        data = _DATA.search(found[1])
        end = found.end(1) if data is None else found.start(1) + data.start()
        for claim in _CLAIM.finditer(text, found.start(1), end):
            line = bisect_right(starts, claim.start(2))
            place = Position(line, claim.start(2) - starts[line - 1] + 1, claim.start(2))
            yield Annotation(
                claim[1].strip(), claim[2].strip(), place, claim.end(2), "" if data is None else data[1].strip()
            )


def _comments(text: str, format: str) -> Iterator[re.Match[str]]:
    return (found for pattern in _PATTERNS.get(format, [_COMMENT]) for found in pattern.finditer(text))


def annotated(text: str, format: str, numbers: Iterable[tuple[int, int]], *, rst: bool = False) -> str:
    """The document with a line to be filled in for each number, which stands from one offset to another.

    A number of which an annotation in its passage, or right behind it, speaks already has none; `rst` says that a text
    is reStructuredText.

    >>> copy = annotated("It is 0.795.\\n\\nMore.", "markdown", [(6, 11)])
    >>> print(copy)
    It is 0.795.
    <!-- exact: ? = 0.795 -->
    <BLANKLINE>
    More.
    >>> annotated(copy, "markdown", [(6, 11)]) == copy
    True
    """
    lines: dict[int, list[str]] = {}
    blocks = [found.start() for found in _VERBATIM.finditer(text)] if format != "notebook" else []
    parted = (_CLOSED if format == "html" else _LINE_END if format == "latex" else _BLANK_LINE).finditer(text)
    firsts = [0, *(found.end() for found in parted)]
    said = sorted((found.start(), found.end(), found[1]) for found in _comments(text, format))
    spoken, cells = Counter[tuple[int, str]](), list(_cells(text)) if format == "notebook" else []
    for start, stop in sorted(numbers):
        number = " ".join(text[start:stop].split())
        if format == "notebook":
            place = bisect_right(cells, start, key=lambda cell: cell[0]) - 1
            at = cells[place][2] if place >= 0 and start < cells[place][1] else None
        else:
            first, at = _passage(text, start, blocks, firsts, "rst" if rst else format)
            spoken[at, number] += 1
            if spoken[at, number] <= _times(number, text, first, at, said):
                continue
        if at is not None:
            lines.setdefault(at, []).append(f"{UNFILLED} = {number}")
    parts, last = list[str](), 0
    for at, made in sorted(lines.items()):
        parts += [text[last:at], _written("; ".join(made), text, at, "rst" if rst else format)]
        last = at
    return "".join([*parts, text[last:]])


def _times(number: str, text: str, first: int, at: int, said: list[tuple[int, int, str]]) -> int:
    """How often the annotations in a passage that ends at a place, and in the lines right behind it, give a number."""
    found = 0
    for start, end, body in said[bisect_left(said, (first,)) :]:
        if start > at and text[at:start].strip():
            break
        at = max(at, end)
        plain = "".join(body.split())
        found += len(re.findall(rf"={re.escape(''.join(number.split()))}(?=;|data=|$)", plain))
    return found


def _passage(text: str, start: int, blocks: list[int], firsts: list[int], format: str) -> tuple[int, int]:
    """Where the paragraph, the table or the block of code begins and ends that a number stands in."""
    place, first = bisect_right(blocks, start), firsts[bisect_right(firsts, start) - 1]
    inside = place % 2 == 1
    ends = {"html": _CLOSED, "latex": _LINE_END, "rst": _LEFT_EDGE}.get(format, _BLANK_LINE)
    if inside:
        first, start, ends = blocks[place - 1], blocks[min(place, len(blocks) - 1)], _LINE_END
    end = ends.search(text, start)
    if end is None:
        return first, len(text.rstrip())
    return first, end.end() if ends is _CLOSED else end.start()


def _written(said: str, text: str, at: int, format: str) -> str:
    if format == "notebook":
        filled = re.match(r"\s*\}", text[at:])
        return f'"exact": "{said}"' + ("" if filled else ", ")
    if format == "rst":
        return _line_end(text, at) * 2 + f".. exact: {said}"
    return _line_end(text, at) + (f"% exact: {said}" if format == "latex" else f"<!-- exact: {said} -->")


def _line_end(text: str, at: int) -> str:
    """The end of the line at a place; in the last line that of the line before."""
    found = _LINE_END.match(text, at)
    last = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at))
    found = found or (_LINE_END.match(text, last - (text[last - 1 : last] == "\r")) if last >= 0 else None)
    return "\n" if found is None else found[0]


def _cells(text: str) -> Iterator[tuple[int, int, int | None]]:
    """The cells of a notebook: where each begins and ends, and where its metadata begin that say nothing yet.

    The order of the keys of a cell is that of the program that wrote the file, and outputs have metadata of their own.
    """
    key, depth, start, at, told, within = "", 0, -1, None, False, False
    for token in _JSON.finditer(text):
        match token[0][0]:
            case '"':
                if token[1] is None:
                    continue
                key = token[1]
                told = told or (within and depth == METADATA and key == "exact")
            case "{" | "[":
                depth += 1
                if depth == CELL and token[0] == "{":
                    start, at, told = token.start(), None, False
                elif depth == METADATA and start >= 0 and key == "metadata":
                    at, within = token.end(), True
                key = ""
            case _:
                if depth == CELL and start >= 0:
                    yield start, token.end(), None if told else at
                    start = -1
                within = within and depth != METADATA
                depth -= 1
