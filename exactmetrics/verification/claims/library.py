"""The matrices of a document as they come in, and which of them is at hand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from exactmetrics.verification.checked import Span
from exactmetrics.verification.claims.agreeing import agrees, part, parts_of
from exactmetrics.verification.claims.calls import called_rows
from exactmetrics.verification.claims.class_lists import listed_classes
from exactmetrics.verification.claims.found import MAX_DATA
from exactmetrics.verification.claims.glance import matrix_words, may_point
from exactmetrics.verification.claims.groups import Group
from exactmetrics.verification.claims.knowledge import Matrix, Place, counts_of, is_case, mentioned, same_supports
from exactmetrics.verification.claims.lists import Bare
from exactmetrics.verification.claims.other_sources import is_version
from exactmetrics.verification.claims.rows_said import rows_in
from exactmetrics.verification.claims.said_classes import said_classes
from exactmetrics.verification.claims.sides import is_rest_of, positive_of
from exactmetrics.verification.claims.squares import Table
from exactmetrics.verification.verified import FoundData

Orientation = Literal["true", "predicted", "unknown"]
NEAR = 3  # passages between a matrix and its caption
NEAREST = 50  # matrices that are looked back at
HEARD = 600  # characters before a matrix that may say what it is
_LETTER = re.compile(r"\s*\(?([a-h])\)(?![a-zA-Z])")
_NEW_RUN = re.compile(r"(?:^|[\s.=(])(?:(?:partial_)?fit|train|\w*predict)\w*\s*\(")


class Library:
    """The matrices so far; `current` is the one that the text is about."""

    def __init__(self) -> None:
        self.matrices: list[Matrix] = []
        self.current: int | None = None
        self.left: int | None = None  # the one that the text was about before it turned to other data
        self.passage = self.section = self.case = self.run = 0
        self.heard = ""
        self.rows_are = ""
        self.keys: dict[str, int] = {}
        self.uncaptioned: list[tuple[int, str, int]] = []  # matrix, letter, passage
        self.caption = ("", 0)
        self.of_outcomes: set[int] = set()  # those that are no tables
        self.parts: dict[int, frozenset[tuple[int | Fraction, ...]]] = {}

    def enter(self, group: Group) -> None:
        """Begin a passage."""
        self.passage += 1
        if group.piece.heading:
            self.section += 1
            self.heard = ""
            self.current, self.left = (self.left if self.current is None else self.current), None
            if is_version(group.piece.text):
                self.current = None
        if group.shape == "code" and _NEW_RUN.search(group.piece.text):
            self.run += 1
        if group.shape in ("text", "rows") and is_case(group.piece.text):
            self.case += 1
            self.current = None

    def leave(self) -> None:
        """The text goes on about data that are none of the matrices, up to the next heading."""
        self.current, self.left = None, self.current if self.left is None else self.left

    def place(self, group: Group, offset: int) -> Place:
        """Where something stands that begins at an offset of the file."""
        return Place(offset, self.section, group.block, self.case, group.shape == "block", self.run)

    def hear(self, text: str) -> None:
        """Remember what was said last."""
        self.heard = (self.heard + "\n" + text)[-HEARD:]

    def open_text(self, text: str) -> None:
        """Take captions, and what the text says of rows and columns."""
        letter = _LETTER.match(text)
        if letter is not None and self.uncaptioned and len(text) < 60:
            index, _, order = self.uncaptioned[-1]
            self.uncaptioned[-1] = (index, letter[1], order)
        if not may_point(text):
            return
        found = mentioned(text[:120])
        if found and found[0][0] <= 3:
            self.uncaptioned = [
                entry for entry in self.uncaptioned if self.passage - entry[2] <= NEAR + 2 * len(self.uncaptioned)
            ]
            for index, mark, _ in self.uncaptioned:
                if mark or len(self.uncaptioned) == 1:
                    self.keys[found[0][1] + mark] = index
            self.caption = ("" if self.uncaptioned else found[0][1], self.passage)
            self.uncaptioned = []
        self.rows_are = rows_in(text) or self.rows_are

    def mentions(self, text: str) -> list[tuple[int, str]]:
        """The figures that running text names; the one a caption begins with is none of them."""
        return [one for one in mentioned(text) if one[0] > 3] if may_point(text) else []

    def point_to(self, key: str) -> None:
        """The text speaks of the figure `key`."""
        if key in self.keys:
            self.current = self.keys[key]
        elif key[-1:].isalpha() and any(known.startswith(key[:-1]) for known in self.keys):
            self.current = None

    def is_at_hand(self) -> bool:
        """Whether the section that is read has a matrix."""
        return any(matrix.place.section == self.section for matrix in self.matrices[-NEAREST:])

    def labels(self) -> list[str]:
        """The classes of the last matrix."""
        return [str(label) for label in self.matrices[-1].data.labels] if self.matrices else []

    def known_before(self, group: Group) -> bool:
        """Whether there is a matrix yet."""
        return bool(self.matrices)

    def set_positive(self, label: str, group: Group) -> None:
        """Name the positive class of the matrix printed in this passage."""
        near = [m for m in self.matrices[-NEAREST:] if m.place.block == group.block] or self.matrices[-1:]
        for matrix in near:
            if matrix.place.section == self.section and label in map(str, matrix.data.labels):
                matrix.data.positive = next(one for one in matrix.data.labels if str(one) == label)

    def name_classes(self, supports: Mapping[str, int], group: Group) -> None:
        """Name the classes of an array by the report of the same printout, or of the same data if there is no other."""
        same = [m for m in self.matrices[-NEAREST:] if m.place.block == group.block] or self.matrices[-1:]
        labels = tuple(supports)
        for matrix in same[-1:]:
            data = matrix.data
            if len(data.labels) != len(labels) or not isinstance(data.labels[0], int):
                continue
            named = FoundData("", labels, data.rows)
            side = same_supports(named, supports)
            if side is not None:
                data.labels = labels
                turned = same_supports(FoundData("", labels, tuple(zip(*(data.rows or ()), strict=True))), supports)
                if data.orientation == "unknown" and turned != "rows":
                    data.orientation = "true" if side == "rows" else "predicted"

    def add_table(self, table: Table, group: Group, heading: str) -> Matrix | None:
        """Keep a matrix of a table, if the table or what was said before it says that it is one."""
        orientation, untold = table.orientation, False
        if orientation == "unknown" and not any(table.sides):
            if not self._speaks_of_matrix(group.piece.text[max(0, table.start - HEARD) : table.start] + heading):
                if not table.may_be_untold:
                    return None
                untold = True
            orientation = self._told()
        elif self.rows_are and orientation not in ("unknown", self.rows_are):
            orientation = "unknown"  # the table says one thing and the text another
        kept = self._keep(
            table.labels, table.rows, orientation, group, (table.start, table.end), heading, untold=untold
        )
        if kept is not None and table.positive is not None:
            kept.data.positive = table.positive
        return kept

    def add_bare(self, bare: Bare, group: Group, heading: str) -> Matrix | None:
        """Keep a matrix without headings, if what stands before it says what it is."""
        before = group.piece.text[max(0, bare.start - 200) : bare.start]
        if not self._speaks_of_matrix(before + heading):
            return None
        last = self.matrices[-1].data if self.matrices else None
        if last is not None and last.rows == tuple(map(tuple, bare.rows)):
            return None  # printed once more
        size, printed = len(bare.rows), group.shape == "block"
        told = listed_classes(self.heard + before, size, printed=printed)
        told = told or said_classes(self.heard + "\n" + before, size, printed=printed)
        labels: list[str] | list[int] = told or list(range(size))
        orientation = called_rows(self.heard + before, self.rows_are)
        return self._keep(labels, bare.rows, orientation, group, (bare.start, bare.end), heading)

    def add_outcomes(self, rows: list[list[int]], group: Group, span: tuple[int, int], heading: str) -> Matrix | None:
        """Keep the four outcomes of two classes, unless they are told of a matrix that is known."""
        at_hand = None if self.current is None else self.matrices[self.current]
        if at_hand is not None and len(at_hand.data.labels) == 2:
            if at_hand.index in self.of_outcomes:
                if at_hand.data.rows == tuple(map(tuple, rows)):
                    return None
            elif agrees(at_hand.data, rows):
                return None
        if any(part(rows) in self._parts(known) for known in self.matrices[-NEAREST:]):
            return None  # told of one class of it
        kept = self._keep(["positive", "negative"], rows, "true", group, span, heading)
        if kept is not None:
            self.of_outcomes.add(kept.index)
        return kept

    def add_case(self, rows: list[list[int]], name: str, group: Group, span: tuple[int, int]) -> Matrix | None:
        """Keep the four counts of a row of a table: of the class `name`, or of a model where that is empty."""
        labels = [name, f"not {name}"] if name else ["positive", "negative"]
        kept = self._keep(labels, rows, "true", group, span, name)
        if kept is not None:
            kept.part, kept.data.positive = True, labels[0]
        return kept

    def _parts(self, matrix: Matrix) -> frozenset[tuple[int | Fraction, ...]]:
        """The counts of each class of a matrix of more than two."""
        if matrix.index not in self.parts:
            many = len(matrix.data.labels) > 2 and matrix.data.rows
            self.parts[matrix.index] = parts_of(matrix.data.rows or ()) if many else frozenset()
        return self.parts[matrix.index]

    def _told(self) -> str:
        return self.rows_are or "unknown"

    def _speaks_of_matrix(self, before: str) -> bool:
        return matrix_words().search((self.heard + "\n" + before).casefold()) is not None

    def _keep(
        self,
        labels: Sequence[str] | Sequence[int],
        rows: list[list[int]],
        orientation: str,
        group: Group,
        span: tuple[int, int],
        heading: str,
        *,
        untold: bool = False,
    ) -> Matrix | None:
        if len(self.matrices) >= MAX_DATA or not any(map(any, rows)):
            return None
        piece = group.piece
        place = Span(piece.position(span[0]), piece.stop(span[1]))
        side: Orientation = (
            "true" if orientation == "true" else "predicted" if orientation == "predicted" else "unknown"
        )
        data = FoundData(heading, tuple(labels), tuple(map(tuple, rows)), place, side, _positive(labels))
        where = self.place(group, place.start.offset)
        matrix = Matrix(len(self.matrices), data, where, self._whole(labels), counts_of(rows), untold)
        self.matrices.append(matrix)
        if untold and not all(known.untold for known in self.matrices):
            return matrix  # the document has told ones
        if matrix.whole is None:
            self.current = matrix.index
            key, order = self.caption
            if key and self.passage - order <= NEAR - 1:
                self.keys[key] = matrix.index
            else:
                self.uncaptioned.append((matrix.index, "", self.passage))
        self.caption = ("", 0)
        return matrix

    def _whole(self, labels: Sequence[str] | Sequence[int]) -> int | None:
        """The larger matrix of which two labels are one class and the rest."""
        if len(labels) == 2 and is_rest_of(str(labels[1]), str(labels[0])):
            for matrix in reversed(self.matrices[-NEAREST:]):
                if len(matrix.data.labels) > 2 and str(labels[0]) in map(str, matrix.data.labels):
                    return matrix.index
        return None


def _positive(labels: Sequence[str] | Sequence[int]) -> str | int | None:
    named = positive_of([str(label) for label in labels])
    return next((label for label in labels if str(label) == named), None)
