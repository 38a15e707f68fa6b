"""Start-up: what an import costs, and a value on the command line, in fresh interpreters."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from measure import Contest, contest

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 21
RUN = ["-m", "exactmetrics"]
VALUE = [*RUN, "value", "6 1 1; 1 5 2; 2 3 7", "-m", "f1", "-a", "macro"]
# what is measured, its command, what it is measured against, the command of that, the ratio it may have
PAIRS = (
    ("import exactmetrics", ["-c", "import exactmetrics"], "import fractions", ["-c", "import fractions"], 1.0),
    ("exactmetrics value", VALUE, "import fractions, argparse", ["-c", "import fractions, argparse"], 4.0),
    ("exactmetrics prove", [*RUN, "prove", "recall[weighted] = accuracy"], "import sympy", ["-c", "import sympy"], 2.0),
    ("exactmetrics formula", [*RUN, "formula", "f1", "-a", "weighted"], "import sympy", ["-c", "import sympy"], 2.0),
)


def contests() -> Iterator[Contest]:
    """Each command against its measure."""
    for name, ours, other, theirs, limit in PAIRS:
        runs = {name: lambda ours=ours: fresh(ours), other: lambda theirs=theirs: fresh(theirs)}
        yield contest(f"process: {name}", runs, targets={other: limit}, rounds=ROUNDS)


def fresh(arguments: list[str]) -> None:
    """One fresh interpreter, which finds its modules compiled, as an installation leaves them."""
    compiled = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, env=compiled)
