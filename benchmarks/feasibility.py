"""Consistency of printed scores: ours against mlscorecheck, on F1 alone and on every example of its README."""

from __future__ import annotations

import copy
import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from measure import Contest, contest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from exactmetrics.feasibility import feasible
from tests.feasibility.mlscorecheck_readme import EXAMPLES, Example

OURS, THEIRS = "exactmetrics", "mlscorecheck"
SIZES = (10**5, 10**6)


def contests() -> Iterator[Contest]:
    """F1 alone among many samples, then the examples."""
    from mlscorecheck.check import binary

    logging.disable(logging.CRITICAL)
    for n in SIZES:
        p = 2 * n // 5
        runs = {
            OURS: lambda n=n, p=p: feasible({"f1": "0.87"}, n=n, positives=p, tolerance="0.005"),
            THEIRS: lambda n=n, p=p: binary.check_1_testset_no_kfold(
                testset={"p": p, "n": n - p}, scores={"f1": 0.87}, eps=0.005
            ),
        }
        yield contest(f"F1 alone, n = {n:,}", runs, targets={THEIRS: 1 / 50}, rounds=3 if n > 10**5 else 5)
    for name, example in EXAMPLES.items():
        runs = {OURS: example.run, THEIRS: quiet(theirs(binary, example))}
        yield contest(f"mlscorecheck README: {name}", runs, targets={THEIRS: 1.0}, rounds=5)


def theirs(binary: object, example: Example) -> Callable[[], object]:
    """Their check of an example; they change what they are given, so every run has its own."""
    check = getattr(binary, example.check)
    return lambda: check(scores=dict(example.scores), eps=float(example.eps), **copy.deepcopy(dict(example.theirs)))


def quiet(run: Callable[[], object]) -> Callable[[], object]:
    """The same without the pages their solver prints."""

    def silent() -> object:
        with muted():
            return run()

    return silent


@contextmanager
def muted() -> Iterator[None]:
    """Send what is printed, by other processes too, nowhere."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
