"""Start-up, measured: what an import and a value on the command line cost, as ratios of one run.

Both sides of a pair run one right after the other, and the median of the pair ratios is reported, so that a machine
that is busy for a while disturbs both alike. Ends with status 1 when a target is missed.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from tests.house.source import ROOT

PAIRS = 21
PYTHON = sys.executable
VALUE = ["-m", "exactmetrics", "value", "6 1 1; 1 5 2; 2 3 7", "-m", "precision", "-a", "weighted"]
# (what is measured, its command, what it is measured against, the command of that, the ratio it may have)
TARGETS = (
    ("import exactmetrics", ["-c", "import exactmetrics"], "import fractions", ["-c", "import fractions"], 1.0),
    ("exactmetrics value", VALUE, "fractions + argparse", ["-c", "import fractions, argparse"], 3.0),
)


def seconds(arguments: list[str]) -> float:
    """The wall time of one fresh interpreter."""
    start = time.perf_counter()
    subprocess.run([PYTHON, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def pairs(ours: list[str], theirs: list[str]) -> list[tuple[float, float]]:
    """Interleaved timings, after one run of each that warms the file cache and writes the byte code."""
    seconds(ours), seconds(theirs)
    return [(seconds(ours), seconds(theirs)) for _ in range(PAIRS)]


def main() -> int:
    """Measure every target and print one line each."""
    missed = 0
    for name, ours, other, theirs, limit in TARGETS:
        timings = pairs(ours, theirs)
        ratio = statistics.median(our / their for our, their in timings)
        milliseconds = [1000 * statistics.median(side) for side in zip(*timings, strict=True)]
        verdict = "ok" if ratio <= limit else "MISSED"
        missed += ratio > limit
        times = f"{milliseconds[0]:.1f} ms against {milliseconds[1]:.1f} ms of {other}"
        print(f"{name}: {times}, ratio {ratio:.2f}, target {limit:.2f}: {verdict}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
