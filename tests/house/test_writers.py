"""Results hold data: one table says what writes them, and no result leads to its writer by imports, however far."""

from __future__ import annotations

from importlib import import_module

import exactmetrics
from exactmetrics._writers import WRITERS
from exactmetrics.derivation.shown import Shown
from tests.house import places
from tests.house.imports import room
from tests.house.source import module_name, package_files

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


def test_what_verification_finds_leads_to_no_report() -> None:
    """Its rooms keep no order yet, but none of what they find imports what writes it."""
    files = {module_name(path): path for path in package_files()}
    follows: dict[str, set[str]] = {}
    for name, other in places.edges(files, any_room=True):
        follows.setdefault(name, set()).add(other)
    writers = {module for module in MODULES if module.startswith("exactmetrics.verification.report.")}
    assert len(writers) >= 4
    for name in ("verified", "checked", "passed", "remark"):
        assert not places.reached(f"exactmetrics.verification.{name}", follows) & writers, name
