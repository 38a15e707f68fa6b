"""Presets: what a library or a source means by the same names, as versioned data, each rule with its citation.

Content: `Preset`, the table `PRESETS` of all of them, and `preset_named`, which finds one by name, alias or family.
"""

from __future__ import annotations

from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.presets.libraries import LIBRARIES
from exactmetrics.metrics.presets.preset import Preset
from exactmetrics.metrics.presets.sources import SOURCES
from exactmetrics.metrics.suggest import choices

__all__ = ["PRESETS", "Preset", "preset_named"]

PRESETS: dict[str, Preset] = {p.name: p for p in (*LIBRARIES, *SOURCES)}
ALIASES = {"fahmy-2023": "source-002", **{p.name.removeprefix("source-"): p.name for p in SOURCES}}


def preset_named(name: str) -> Preset:
    """The preset of a name; a library without its version is the newest known. Case does not matter.

    Raises:
        UsageError: no preset has that name; the message lists the names.

    >>> preset_named("scikit-learn").name, preset_named("PyCM").name, preset_named("002").name
    ('sklearn-1.9', 'pycm-4.6', 'source-002')
    """
    key = str(name).strip().lower().replace("scikit-learn", "sklearn")
    key = ALIASES.get(key, key)
    if key in PRESETS:
        return PRESETS[key]
    versions = [p.name for p in LIBRARIES if p.name.rpartition("-")[0] == key]
    if versions:
        return PRESETS[max(versions, key=_version)]
    raise UsageError(f"no preset {name!r}; {choices(key, PRESETS)}")


def _version(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.rpartition("-")[2].split("."))
