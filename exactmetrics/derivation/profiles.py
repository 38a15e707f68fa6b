"""Profiles: the symbols of a document. The default one is the package's own, the others are those of the sources."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from exactmetrics._resources import worked_examples_root
from exactmetrics.derivation.notation.symbols import (
    AVERAGES_LATEX,
    AVERAGES_TEXT,
    DEFAULT_LATEX,
    Symbols,
    as_text,
    indices_of,
)
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.suggest import choices


def symbols(profile: str | None, labels: Sequence[object], *, latex: bool) -> Symbols:
    r"""The symbols of a profile for the classes of a matrix, in LaTeX or as plain text.

    >>> from exactmetrics.expression.nodes import Leaf, Tag
    >>> leaf = Leaf("tp", Tag(1, "b"), None)
    >>> symbols(None, ["a", "b"], latex=False).leaf(leaf), symbols(None, ["a", "b"], latex=True).leaf(leaf)
    ('TP_b', '\\mathrm{TP}_b')
    """
    table = {} if profile is None else _profile(profile)
    patterns = dict(DEFAULT_LATEX) | table.get("symbols", {}).get("latex", {})
    averages = dict(AVERAGES_LATEX if latex else AVERAGES_TEXT)
    letter = table.get("letter", "i")
    mode, first = table.get("index", "short"), table.get("first_index", 1)
    indices = indices_of(labels, latex=latex, mode=mode, first=first, letter=letter)
    if latex and set(averages.values()) & set(indices):  # a class is called M or w: P_M would be two things
        averages = {key: rf"\text{{{key}}}" for key in averages}
    named = table.get("averages", {})
    averages |= {key: _average(word, latex) for key, word in named.items()}
    if not latex:
        patterns = {name: as_text(pattern) for name, pattern in patterns.items()}
        patterns |= table.get("symbols", {}).get("text", {})
    return Symbols(patterns, averages, indices, latex, letter)


def _average(word: str, latex: bool) -> str:
    """The word of an average below a symbol; a single letter or a command is a symbol itself."""
    if not latex:
        return as_text(word)
    return rf"\text{{{word}}}" if len(word) > 1 and word.isalpha() else word


@cache
def _profile(name: str) -> dict[str, Any]:
    import tomllib

    key = name.removeprefix("source-")
    known = profile_names()
    if key not in known:
        raise UsageError(f"no profile {name!r}; {choices(name, known)}")
    return tomllib.loads((worked_examples_root() / key / "profile.toml").read_text(encoding="utf-8"))


def profile_names() -> list[str]:
    """The profiles there are: the sources of the worked examples.

    >>> "000" in profile_names()
    True
    """
    root = worked_examples_root()
    return sorted(p.name for p in root.iterdir() if p.is_dir() and (p / "profile.toml").is_file())
