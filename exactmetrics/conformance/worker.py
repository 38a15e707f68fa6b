"""One peer in a process of its own: it is given the ids of cases and writes an answer for each, a line of JSON each.

A peer may hang, bring the process down or eat all memory; what started this process sees which case that was.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from exactmetrics.conformance.peers import peer_named
from exactmetrics.vectors.reading import load_vectors

READY, END = "ready", "end"
MEMORY = 12 * 2**30  # bytes of address space; a peer that asks for more gets a MemoryError
Line = tuple[str, Any]


def answered(name: str, metrics: Iterable[str], wanted: set[str], folder: str) -> Iterator[Line]:
    """The id of each case that is wanted with what the peer answers; None where it has no such metric.

    >>> next(answered("sklearn", ["accuracy"], {"accuracy.matrix.birds"}, ""))
    ('accuracy.matrix.birds', 0.6428571428571429)
    """
    peer = peer_named(name)
    for metric in metrics:
        for case in load_vectors(metric, folder=Path(folder) if folder else None):
            if case.id in wanted:
                answer = peer.ask(case)
                yield case.id, None if answer is None else answer.record()


def _main() -> None:
    """Answer what standard input asks: the name of the peer, the folder, the metrics and the ids, as JSON."""
    asked = json.load(sys.stdin)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a peer prints is no answer
    _limit_memory()
    out.write(f"{READY}\n")
    out.flush()
    for line in answered(asked["peer"], asked["metrics"], set(asked["cases"]), asked["folder"]):
        out.write(json.dumps(line) + "\n")
        out.flush()
    out.write(f"{END}\n")
    out.close()


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # no limit on systems that have none
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most in (resource.RLIM_INFINITY, -1) or most > MEMORY:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))


if __name__ == "__main__":
    _main()
