"""Asking a peer all cases, whatever it does: it runs in a process of its own, which is started again if need be.

A peer may hang, bring the process down or eat all memory. The process is told what to ask on its standard input; it
writes an answer for each case, a line of JSON each, so that what started it sees which case that was. It is this module
too, run as a program.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any

from exactmetrics.conformance.answers import SCHEMA, Answer, Answers, answers_of
from exactmetrics.conformance.cases import cases_about
from exactmetrics.conformance.peer import Peer
from exactmetrics.conformance.peers import peer_named
from exactmetrics.exact.errors import InputError
from exactmetrics.vectors.reading import Case

LOADING = 180.0  # seconds: the first case may load the library
MEMORY = 12 * 2**30  # bytes of address space; a peer that asks for more gets a MemoryError
READY, END = "ready", "end"
WORKER = "exactmetrics.conformance.run"
CRASHES = {"timeout": "a timeout", "died": "a crash"}
Progress = Callable[[int, int], None]


def run_peer(
    peer: Peer, cases: Sequence[Case], *, seconds: float = 30, progress: Progress | None = None, worker: str = WORKER
) -> Answers:
    """Ask an installed peer every case; one that takes longer than so many seconds counts as crashed.

    `progress` is told how many cases are done, and how many there are; `worker` is the module that asks, and tests put
    another in its place. A peer that cannot be started is an InputError.
    """
    version = peer.version()
    records: dict[str, Any] = {}
    left = list(cases)

    def told() -> None:
        if progress is not None:
            progress(len(records), len(cases))

    while left:
        reason = _round(peer, left, worker, seconds, records, told)
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
    document = {"schema": SCHEMA, "implementation": peer.name, "version": version}
    given = answers_of(json.dumps({**document, "precision": peer.precision, "answers": kept}), peer.name)
    return replace(given, asked_here=True)


def _round(
    peer: Peer, left: Sequence[Case], worker: str, seconds: float, records: dict[str, Any], told: Callable[[], None]
) -> str:
    """One process: its answers go to the records; why it ended, "" after the last case."""
    metrics = list(dict.fromkeys(case.metric for case in left))
    asked = {"peer": peer.name, "cases": [case.id for case in left], "metrics": metrics}
    paths = os.pathsep.join(filter(None, [*sys.path, os.environ.get("PYTHONPATH", "")]))
    process = subprocess.Popen(
        [sys.executable, "-m", worker],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths}, text=True, encoding="utf-8",
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    lines: Queue[str] = Queue()
    # Threads, for a pipe cannot be read with a time limit, and a peer may fill one while the other is being written.
    Thread(target=_read, args=(process.stdout, lines), daemon=True).start()
    try:
        Thread(target=_tell, args=(process.stdin, json.dumps(asked)), daemon=True).start()
        return _collect(lines, len(left), records, seconds, told)
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


def _collect(lines: Queue[str], missing: int, records: dict[str, Any], seconds: float, told: Callable[[], None]) -> str:
    ready, wait = False, LOADING
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


def _answer_what_is_asked() -> None:
    """In the process of the peer: ask it what standard input says, as JSON, and write the answers."""
    asked = json.load(sys.stdin)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a peer prints is no answer
    _limit_memory()

    def write(line: str) -> None:
        out.write(line + "\n")
        out.flush()

    write(READY)
    peer, wanted = peer_named(asked["peer"]), set(asked["cases"])
    for case in cases_about(asked["metrics"]):
        if case.id in wanted:
            answer = peer.ask(case)
            write(json.dumps([case.id, None if answer is None else answer.record()]))
    write(END)
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
    _answer_what_is_asked()
