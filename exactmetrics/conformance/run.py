"""Asking a peer all cases, whatever it does: it runs in a process of its own, which is started again if need be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any

from exactmetrics.conformance.answers import Answer, Answers, answers_of
from exactmetrics.conformance.peer import Peer
from exactmetrics.conformance.worker import END, READY
from exactmetrics.exact.errors import InputError
from exactmetrics.vectors.reading import Case

SECONDS = 30.0  # that a peer may take for one case; the first one may load it
LOADING = 180.0
Progress = Callable[[int, int], None]
WORKER = "exactmetrics.conformance.worker"
CRASHES = {"timeout": "a timeout", "died": "a crash"}


def run_peer(
    peer: Peer,
    cases: Sequence[Case],
    *,
    folder: Path | None = None,
    seconds: float = SECONDS,
    progress: Progress | None = None,
    worker: str = WORKER,
) -> Answers:
    """Ask a peer every case.

    Args:
        peer: an installed peer.
        cases: what it is asked.
        folder: where the vectors are, if not in the package.
        seconds: how long one case may take; then it counts as crashed.
        progress: told how many cases are done, and how many there are.
        worker: the module that asks; tests put another in its place.

    Raises:
        InputError: the peer is not installed, or cannot be started.

    >>> from exactmetrics.conformance.peers import peer_named
    >>> from exactmetrics.vectors.reading import load_vectors
    >>> case = next(load_vectors("accuracy"))
    >>> case.id, run_peer(peer_named("pycm"), [case]).answers[case.id].value
    ('accuracy.matrix.birds', 0.6428571428571429)
    """
    version = peer.version()
    records: dict[str, Any] = {}
    left = list(cases)
    while left:
        reason = _round(peer, left, worker, str(folder or ""), seconds, records, progress, len(cases))
        if reason == "unstarted":
            raise InputError(f"{peer.name} cannot be run here: its process ends before it is ready for a question")
        left = [case for case in left if case.id not in records]
        for case in left[1:]:  # what did not survive one question is not asked the same of the same input again
            if (case.input.name, case.metric) == (left[0].input.name, left[0].metric):
                records[case.id] = Answer(cannot=f"not asked again after {CRASHES.get(reason, reason)}").record()
        for case in left[:1]:
            records[case.id] = Answer(crashed=reason).record()
        left = [case for case in left if case.id not in records]
    kept = {key: record for key, record in records.items() if record is not None}
    document = {"schema": "exactmetrics/answers/1", "implementation": peer.name, "version": version}
    given = answers_of(json.dumps({**document, "precision": peer.precision, "answers": kept}), peer.name)
    return replace(given, asked_here=True)


def _round(
    peer: Peer, left: Sequence[Case], worker: str, folder: str, seconds: float,
    records: dict[str, Any], progress: Progress | None, total: int,
) -> str:  # fmt: skip
    """One process: its answers go to the records; why it ended, "" after the last case."""
    asked = {
        "peer": peer.name, "folder": folder, "cases": [case.id for case in left],
        "metrics": list(dict.fromkeys(case.metric for case in left)),
    }  # fmt: skip
    paths = os.pathsep.join(filter(None, [*sys.path, os.environ.get("PYTHONPATH", "")]))
    process = subprocess.Popen(
        [sys.executable, "-m", worker],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths}, text=True, encoding="utf-8",
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    lines: Queue[str] = Queue()
    Thread(target=_read, args=(process.stdout, lines), daemon=True).start()
    try:
        Thread(target=_tell, args=(process.stdin, json.dumps(asked)), daemon=True).start()
        return _collect(lines, left, records, seconds, lambda: progress and progress(len(records), total))
    finally:
        process.kill()
        process.wait()


def _tell(stdin: IO[str], text: str) -> None:
    try:
        stdin.write(text)
        stdin.close()
    except BrokenPipeError:
        return  # it died, which the reader sees too


def _read(stdout: IO[str], lines: Queue[str]) -> None:
    for line in stdout:
        lines.put(line)
    lines.put("")


def _collect(
    lines: Queue[str], left: Sequence[Case], records: dict[str, Any], seconds: float, told: Callable[[], object]
) -> str:
    ready, wait, missing = False, LOADING, len(left)
    while missing:
        try:
            line = lines.get(timeout=wait)
        except Empty:
            return "timeout"
        if not line:
            return "died" if ready else "unstarted"
        if line.strip() == END:
            raise InputError("a case was not found when it was asked: the vectors changed on the way; run this again")
        if line.strip() == READY:
            ready = True  # the first answer still has to load the library
            continue
        name, record = json.loads(line)
        records[name] = record
        missing, wait = missing - 1, seconds
        told()
    return ""
