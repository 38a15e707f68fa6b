"""The peers by name."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from importlib.metadata import version

from exactmetrics.conformance.imblearn import ImbalancedLearn
from exactmetrics.conformance.peer import Peer
from exactmetrics.conformance.pycm import PyCM
from exactmetrics.conformance.sklearn import ScikitLearn
from exactmetrics.conformance.torchmetrics import TorchMetrics
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.suggest import choices

PEERS: tuple[type[Peer], ...] = (ScikitLearn, PyCM, TorchMetrics, ImbalancedLearn)
NAMES = tuple(peer.name for peer in PEERS)


def peer_named(name: str) -> Peer:
    """The peer of a name, as its distribution or its package is called; UsageError if there is none."""
    for peer in all_peers():
        if name.lower() in (peer.name.lower(), peer.distribution, *peer.aliases):
            return peer
    raise UsageError(f"no peer {name!r}; {choices(name, NAMES)}")


def all_peers() -> list[Peer]:
    """Every peer there is an adapter for, installed or not."""
    return [peer() for peer in PEERS]


def installed(names: Iterable[str]) -> str:
    """What else an answer of these peers depends on: the versions of Python, and of what they compute with."""
    beside = dict.fromkeys(name for peer in map(peer_named, names) for name in peer.beside)
    return ", ".join([f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in beside)])
