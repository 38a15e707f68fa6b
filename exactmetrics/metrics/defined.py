"""The table of the metrics by name, which imports a file of definitions when a metric of it is asked for.

So one value costs one file. Who goes through the table has all files imported, and gets the metrics in the order of the
definitions whichever file was first; those that were registered elsewhere come last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
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
        self._all = False  # whether every file is imported

    def __getitem__(self, name: str) -> M:
        if name not in self._metrics and name in self._file_of:
            import_module(f"{self._package}.{self._file_of[name]}")
        return self._metrics[name]

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
        return name in self._metrics or (name in self._file_of and self.get(name) is not None)  # type: ignore[call-overload]

    def _import_all(self) -> None:
        if self._all:
            return
        defined: list[str] = []
        for file in import_module(self._package).FILES:
            module = f"{self._package}.{file}"
            import_module(module)
            defined += (name for name, metric in self._metrics.items() if metric.module == module)
        self._metrics = {name: self._metrics[name] for name in dict.fromkeys([*defined, *self._metrics])}
        self._all = True
