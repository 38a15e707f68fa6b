"""What the classes of a document are called on it: their names, short enough for a table, and no two alike.

A name is normalised (`notation.escape.plain`). One that is long stands on the page in full once, in a list below, and
is called by its beginning and its number everywhere else. Names that look alike then, as "a" and "a" with a character
that cannot be seen, are called by their number too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from exactmetrics.derivation.notation.escape import name_of, plain
from exactmetrics.derivation.notation.terminal import breadth

LONGEST = 34  # letters of usual width
BEGINNING = 20  # of what a long name is called by


class Labels:
    """The names of the classes of one document."""

    def __init__(self, labels: Sequence[Hashable]) -> None:
        full = [name_of(label) for label in labels]
        self._full = dict(zip(labels, full, strict=True))
        self._shown = dict(zip(labels, called(full), strict=True))
        self._used: set[Hashable] = set()

    def shown(self, label: Hashable) -> str:
        """What a class is called, as plain text; a name that is none of the classes' is only normalised."""
        if label not in self._shown:
            return plain(label)
        self._used.add(label)
        return self._shown[label]

    def in_full(self) -> list[tuple[str, str]]:
        """The long names that were shown so far: what each is called, and the whole of it."""
        used = [(shown, self._full[label]) for label, shown in self._shown.items() if label in self._used]
        return [(shown, full) for shown, full in used if _is_long(full)]


def called(names: Iterable[str]) -> list[str]:
    """What names are called: short, and no two alike."""
    given = list(names)
    if len(set(given)) == len(given) and not any(map(_is_long, given)):
        return given
    numbered = list(map(_is_long, given))
    while True:
        out = [_called(name, i, numbered[i - 1]) for i, name in enumerate(given, 1)]
        count = Counter(out)
        alike = [at for at, name in enumerate(out) if count[name] > 1 and not numbered[at]]
        if not alike:
            return out
        for at in alike:  # a number may make it like another name: once more
            numbered[at] = True


def _is_long(name: str) -> bool:
    return len(name) * 2 > LONGEST and breadth(name) > LONGEST  # no letter is wider than two


def _called(name: str, number: int, numbered: bool) -> str:
    if _is_long(name):
        end = next(i for i in range(len(name)) if breadth(name[: i + 1]) > BEGINNING)
        name = f"{name[:end].rstrip()}…"
    return f"{name} ({number})" if numbered else name
