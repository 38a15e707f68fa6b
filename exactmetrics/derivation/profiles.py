"""Profiles: the symbols of a document. The default one is the package's own, the others are those of the sources."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from exactmetrics._resources import worked_examples_root
from exactmetrics.derivation.notation.styles import STYLES, as_text
from exactmetrics.derivation.notation.symbols import (
    AVERAGES_LATEX,
    AVERAGES_TEXT,
    DEFAULT_LATEX,
    Symbols,
    indices_of,
)
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.suggest import choices


def symbols(profile: str | None, labels: Sequence[object], *, style: str) -> Symbols:
    r"""The symbols of a profile for the classes of a matrix, in the style "latex", "text" or "mathml".

    >>> from exactmetrics.expression.nodes import Leaf, Tag
    >>> leaf = Leaf("tp", Tag(1, "b"), None)
    >>> symbols(None, ["a", "b"], style="text").leaf(leaf), symbols(None, ["a", "b"], style="latex").leaf(leaf)
    ('TP_b', '\\mathrm{TP}_b')
    """
    table = {} if profile is None else _profile(profile)
    patterns = dict(DEFAULT_LATEX) | table.get("symbols", {}).get("latex", {})
    written, text = STYLES[style], style == "text"
    averages = {key: written.average(word) for key, word in (AVERAGES_TEXT if text else AVERAGES_LATEX).items()}
    letter = table.get("letter", "i")
    mode, first = table.get("index", "short"), table.get("first_index", 1)
    indices = indices_of(labels, style=written, mode=mode, first=first, letter=letter)
    if not text and set(averages.values()) & set(indices):  # a class is called M or w: P_M would be two things
        averages = {key: written.average(key) for key in averages}
    averages |= {key: written.average(word) for key, word in table.get("averages", {}).items()}
    if text:
        patterns = {name: as_text(pattern) for name, pattern in patterns.items()}
        patterns |= table.get("symbols", {}).get("text", {})
    return Symbols(patterns, averages, indices, written, letter)


@cache
def check_profile(name: str) -> str:
    """The profile of a name, which may begin with "source-".

    Raises:
        UsageError: there is none; the message lists those there are.

    >>> check_profile("source-002")
    '002'
    """
    key, known = str(name).removeprefix("source-"), profile_names()
    if key not in known:
        raise UsageError(f"no profile {name!r}; {choices(name, known)}")
    return key


@cache
def _profile(name: str) -> dict[str, Any]:
    import tomllib

    key = check_profile(name)
    return tomllib.loads((worked_examples_root() / key / "profile.toml").read_text(encoding="utf-8"))


def profile_names() -> list[str]:
    """The profiles there are: the sources of the worked examples.

    >>> "000" in profile_names()
    True
    """
    root = worked_examples_root()
    return sorted(p.name for p in root.iterdir() if p.is_dir() and (p / "profile.toml").is_file())
