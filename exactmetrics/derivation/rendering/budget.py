"""What one page may cost: steps, characters and template text, counted while a user's templates are filled.

The measure is that of a page of a thousand classes, many times over; what goes beyond it is a loop without an end or a
text that doubles itself, and is refused before it costs time or memory.
"""

from __future__ import annotations

from jinja2.exceptions import SecurityError

STEPS = 600_000
CHARACTERS = 6_000_000
SOURCE = 120_000  # characters of all templates of one page


class RefusedError(SecurityError):
    """A template does what templates may not do; `line` where it is known already."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class Budget:
    """What is left for one page.

    >>> budget = Budget(steps=10)
    >>> budget.step(4)
    >>> budget.step(7)
    Traceback (most recent call last):
        ...
    exactmetrics.derivation.rendering.budget.RefusedError: the page takes too many steps
    """

    def __init__(self, *, steps: int = STEPS, characters: int = CHARACTERS, source: int = SOURCE) -> None:
        self._steps, self._characters, self._source = steps, characters, source

    def step(self, count: int) -> None:
        """Count statements, as many as will be run before the next count.

        >>> Budget().step(1)
        """
        self._steps -= count
        if self._steps < 0:
            raise RefusedError("the page takes too many steps")

    def write(self, count: int) -> None:
        """Count characters, of the page and of every text made on the way to it.

        >>> Budget().write(1)
        """
        self._characters -= count
        if self._characters < 0:
            raise RefusedError("the page becomes too long")

    def read(self, count: int) -> None:
        """Count characters of templates.

        >>> Budget().read(1)
        """
        self._source -= count
        if self._source < 0:
            raise RefusedError(f"the templates of one page are longer than {SOURCE} characters together")
