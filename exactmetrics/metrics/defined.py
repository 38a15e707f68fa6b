"""The table of the metrics by name, which imports a file of definitions when a metric of it is asked for.

So one value costs one file. Who goes through the table has all files imported, and gets the metrics in the order of the
definitions whichever file was first; those that were registered elsewhere come last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from threading import RLock
from typing import Protocol, TypeVar


class Placed(Protocol):
    """What says in which module it is defined."""

    @property
    def module(self) -> str: ...


M = TypeVar("M", bound=Placed)


class Defined(MutableMapping[str, M]):
    """Metrics by name; `file_of` says which of the `FILES` of a package defines each."""

    def __init__(self, package: str, file_of: Mapping[str, str]) -> None:
        self._package, self._file_of = package, file_of
        self._metrics: dict[str, M] = {}
        self._all = False  # whether every file is
        self._lock = RLock()  # of the reordering

    def __getitem__(self, name: str) -> M:
        if name in self._file_of:
            self._import(self._file_of[name])
        return self._metrics[name]

    def _import(self, file: str) -> None:
        """Import a file, or wait for another thread that does: its forms come after its metrics.

        Whether it is imported to its end only the import system knows: what is defined asks here while it is.
        """
        import_module(f"{self._package}.{file}")

    def __setitem__(self, name: str, metric: M) -> None:
        self._metrics[name] = metric

    def __delitem__(self, name: str) -> None:
        del self._metrics[name]

    def __iter__(self) -> Iterator[str]:
        self._import_all()
        return iter(self._metrics)

    def __len__(self) -> int:
        self._import_all()
        return len(self._metrics)

    def __contains__(self, name: object) -> bool:
        return name in self._file_of or name in self._metrics

    def _import_all(self) -> None:
        if self._all:
            return
        files = import_module(self._package).FILES
        for file in files:
            self._import(file)
        with self._lock:  # nothing is imported under it: the locks of imports would have another order
            if self._all:
                return
            places = {f"{self._package}.{file}": place for place, file in enumerate(files)}
            before = self._metrics
            metrics = sorted(before.copy().items(), key=lambda item: places.get(item[1].module, len(places)))
            self._metrics = dict(metrics)
            for name, metric in before.copy().items():  # what another thread has defined meanwhile
                self._metrics.setdefault(name, metric)
            self._all = True

    def elsewhere(self) -> Iterator[M]:
        """The metrics that were registered outside the files, without importing any."""
        for name, metric in list(self._metrics.items()):
            if name not in self._file_of:
                yield metric
