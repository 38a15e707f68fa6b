"""The registry of identities: statements on metrics that are well known, each with its source, proved by `prove`.

They are data, `identities.toml`. Averages that are metrics of the matrix are taken from the metrics themselves, which
say so for every page.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from exactmetrics.derivation.messages import messages
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.identities import equal_averages

if TYPE_CHECKING:
    from exactmetrics.proofs.proof import Proof

AVERAGES = "Averages that are metrics of the matrix"
BY_DEFINITION = "follows from the definitions"
REFUTED = "errors"  # the group of what is often taken to be true, and is not


@dataclass(frozen=True, slots=True)
class Identity:
    """A row of the registry.

    `name` is its own, `statement` what is proved, `title` what it says in words, `source` where it stands, `group` the
    heading that it stands below; `holds` is False of a common error, which is refuted.

    >>> from exactmetrics import identities
    >>> one = identities("jaccard-f1")[0]
    >>> one.name, one.statement, one.holds, one.group
    ('jaccard-f1', 'jaccard = f1/(2 - f1)', True, 'Overlap of samples and predictions')
    >>> one.title, one.source
    ('The Jaccard index by F1', 'textbook')
    """

    name: str
    statement: str
    title: str
    source: str
    group: str
    holds: bool = True

    def proof(self) -> Proof:
        """The proof of the statement, or what refutes it.

        >>> from exactmetrics import identities
        >>> identities("mcc-kappa")[0].proof().verdict
        'refuted'
        """
        from exactmetrics.proofs.proof import prove

        return prove(self.statement)

    def to_dict(self) -> dict[str, str | bool]:
        """The row as plain data.

        >>> from exactmetrics import identities
        >>> identities("pabak")[0].to_dict()["statement"]
        'pabak = 2*accuracy - 1'
        """
        return {slot: getattr(self, slot) for slot in self.__slots__}


def identities(*names: str) -> tuple[Identity, ...]:
    """The registry of identities and bounds of metrics, or those of the given names.

    Raises `UsageError` for a name that none of them has.

    >>> len(identities()) > 150
    True
    >>> identities("recall-weighted")[0].statement
    'recall[weighted] = accuracy'
    """
    known = _registry()
    for name in names:
        if name not in known:
            near = get_close_matches(str(name), known, n=3)
            hint = f"did you mean {' or '.join(map(repr, near))}? " if near else ""
            raise UsageError(f"no identity {name!r}; {hint}`exactmetrics identities` lists all")
    return tuple(known[name] for name in names) if names else tuple(known.values())


@cache
def _registry() -> dict[str, Identity]:
    return {one.name: one for one in (*_rows(), *_averages())}


def _averages() -> Iterator[Identity]:
    """What the metrics say of their averages."""
    say = messages("en")
    for (head, _), others in equal_averages().items():
        for name, average in others:
            titles = say.get("metric", name, "title"), say.get("metric", head, "title")
            yield Identity(
                f"{name}-{average}".replace("_", "-"),
                f"{name}[{average}] = {head}",
                f"The {average} average of {titles[0]} is {titles[1]}",
                BY_DEFINITION,
                AVERAGES,
            )


def _rows() -> Iterator[Identity]:
    groups = tomllib.loads(files("exactmetrics.proofs").joinpath("identities.toml").read_text(encoding="utf-8"))
    for group, table in groups.items():
        for name, row in table.items():
            if name != "title":
                yield Identity(name, **row, group=table["title"], holds=group != REFUTED)
