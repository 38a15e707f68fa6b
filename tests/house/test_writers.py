"""Results hold data: one table says what writes them, and no result leads to its writer by imports, however far."""

from __future__ import annotations

from importlib import import_module

import exactmetrics
from exactmetrics._writers import WRITERS
from exactmetrics.derivation.shown import Shown
from tests.house import places
from tests.house.imports import room

MODULES = {path.partition(":")[0] for path in WRITERS.values()}


def results() -> set[str]:
    """The modules that define what can be shown."""
    for name in exactmetrics.__all__:
        getattr(exactmetrics, name)
    waiting, found = [Shown], {Shown.__module__}
    while waiting:
        for cls in waiting.pop().__subclasses__():
            found.add(cls.__module__)
            waiting.append(cls)
    return {module for module in found if room(module) not in places.EXEMPT and module.startswith("exactmetrics.")}


def test_every_writer_is_there() -> None:
    for path in WRITERS.values():
        module, _, function = path.partition(":")
        assert callable(getattr(import_module(module), function)), path


def test_no_result_leads_to_a_writer() -> None:
    files = places.modules()
    follows: dict[str, set[str]] = {}
    for name, other in places.edges(files, any_room=True):
        follows.setdefault(name, set()).add(other)
    assert len(results()) >= 4
    for module in results():
        assert not places.reached(module, follows) & MODULES, module
