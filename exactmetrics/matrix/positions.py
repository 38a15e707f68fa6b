"""The position of a class by its name, for whatever holds labels."""

from __future__ import annotations

from collections.abc import Hashable

from .labels import unknown_label


class Labelled:
    """The names of k classes in order; `_index` is made when a position is first asked for."""

    __slots__ = ("_index", "labels")

    labels: tuple[Hashable, ...]
    _index: dict[Hashable, int] | None

    def position(self, label: Hashable) -> int:
        """Return the position of a class by its name; one that is equal but of another type (True for 1) is unknown.

        Raises:
            UsageError: no class has that name; the message lists the names.

        >>> from exactmetrics.matrix.counts import Counts
        >>> Counts.from_rows([[3, 1], [0, 2]], labels=["yes", "no"]).position("no")
        1
        """
        if self._index is None:
            self._index = {name: position for position, name in enumerate(self.labels)}
        try:
            found = self._index.get(label)
        except TypeError:  # an unhashable value is no label
            found = None
        if found is None or isinstance(label, bool) is not isinstance(self.labels[found], bool):
            raise unknown_label(label, self.labels)
        return found
