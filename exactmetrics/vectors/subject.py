"""An input under examination: its counts, counted once, and the answers it has given so far."""

from __future__ import annotations

from functools import cached_property

from exactmetrics.exact.values import Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.vectors.ask import Ask
from exactmetrics.vectors.catalogue.entry import Entry


class Subject:
    """An entry of the catalogue with its counts.

    >>> from exactmetrics.vectors.catalogue.entry import matrix
    >>> subject = Subject(matrix("two", "two classes", [[1, 1], [0, 1]]))
    >>> subject.answer(Ask("recall", "macro", "standard"))
    Fraction(3, 4)
    """

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.counts = entry.input.counts()
        self.blocks = self.counts.blocks()
        self._answers: dict[tuple[Ask, bool], Value] = {}

    @cached_property
    def _transposed(self) -> Blocks:
        return self.counts.transpose().blocks()

    def answer(self, ask: Ask, *, transposed: bool = False) -> Value:
        """The answer to a question, of the matrix or of the transposed one; asked twice it is computed once.

        >>> from exactmetrics.vectors.catalogue.entry import matrix
        >>> Subject(matrix("two", "two classes", [[1, 1], [0, 1]])).answer(Ask("tp", None, "standard", 1))
        Fraction(1, 1)
        """
        key = ask, transposed
        if key not in self._answers:
            self._answers[key] = ask.value(self._transposed if transposed else self.blocks)
        return self._answers[key]
