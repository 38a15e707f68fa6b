"""All benchmarks in one run: `python benchmarks/run.py [NAME...] [--write]`.

Prints a table of median times and of median ratios against the targets, and below it which of our times are more than
twice those of BENCHMARKS.md. With `--write` the table goes into BENCHMARKS.md, with the machine and the versions. Ends
with status 1 when a target is missed and `--strict` is given.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from measure import Contest

BENCHMARKS = (
    "reports", "labels", "engines", "averages", "scores", "startup", "derivations", "feasibility", "documents",
    "exercises",
)  # fmt: skip
PEERS = ("numpy", "scikit-learn", "pycm", "handcalcs", "jinja2")
SLOWER = 2  # times that a row may take of what the page says before it is told
PAGE = Path(__file__).resolve().parents[1] / "BENCHMARKS.md"
HEAD = "| measured | by | median | our time / theirs | target | |\n|:---|:---|---:|---:|---:|:---|\n"
TEXT = """# Benchmarks

The contestants of a group ran one right after the other, in several rounds; ratios are taken within a round, and the
medians over the rounds are shown. `make bench` measures again; this page is written, in an environment with the `bench`
extra, by

    python benchmarks/run.py --write

A report is what each library prints by itself: ours the default one, with precision, recall, F1 and support of every
class and their averages, exactly and as decimals, as scikit-learn's has them; PyCM's all its metrics. "values" are the
exact values of those three alone. Reports of all our metrics, which are 150, have rows of their own.

"""


def time_text(seconds: float) -> str:
    """A time in the unit that suits it.

    >>> time_text(0.0021), time_text(2.1)
    ('2.10 ms', '2100 ms')
    """
    return f"{seconds * 1e6:.0f} µs" if seconds < 1e-3 else f"{seconds * 1e3:.{0 if seconds >= 0.1 else 2}f} ms"


def seconds_of(text: str) -> float:
    """The seconds that a time stands for, as `time_text` wrote it.

    >>> seconds_of("2.50 ms"), seconds_of("5 µs")
    (0.0025, 5e-06)
    """
    number, unit = text.split()
    return float(number) / {"ms": 1_000, "µs": 1_000_000}[unit]


def our_times(table: str) -> dict[str, float]:
    """The seconds of our rows of a table, by what they measure.

    >>> our_times("| report | exactmetrics | 2.50 ms |  |  |  |")
    {'report': 0.0025}
    """
    found = {}
    for line in table.splitlines():
        title, _, median, *_ = [cell.strip() for cell in line.split("|")[1:-1]] or ["", "", ""]
        if title and median.endswith((" ms", " µs")):  # a contestant of ours has no title
            found[title] = seconds_of(median)
    return found


def slower(measured: str, page: str) -> str:
    """What has become more than twice as slow as a page says, of the rows of a table."""
    before, after = our_times(page), our_times(measured)
    grown = [
        f"{title}: {time_text(seconds)}, was {time_text(before[title])}"
        for title, seconds in after.items()
        if title in before and seconds > SLOWER * before[title]
    ]
    none = f"No row is more than {SLOWER} times as slow as BENCHMARKS.md says."
    listed = "\n".join([f"More than {SLOWER} times as slow as BENCHMARKS.md says:", *grown]) if grown else none
    new = [title for title in after if title not in before]
    return "\n".join([listed, *([f"Not in BENCHMARKS.md: {', '.join(new)}"] if new else [])])


def rows(contest: Contest) -> Iterator[str]:
    """The lines of a contest in the table, ours first."""
    for at, name in enumerate(contest.seconds):
        title = contest.title if at == 0 else ""
        cells = [title, name, time_text(contest.median(name)), "", "", ""]
        if at:
            ratio = contest.ratio(name)
            cells[3] = f"1/{1 / ratio:.1f}" if ratio < 1 else f"{ratio:.2f}"
        if name in contest.targets:
            limit = contest.targets[name]
            cells[4] = f"1/{1 / limit:.0f}" if limit < 1 else f"{limit:g}"
            cells[5] = "**missed**" if name in contest.missed() else "met"
        yield f"| {' | '.join(cells)} |"


def machine() -> str:
    """The shape of the machine and the versions."""
    found = [f"{name} {version(name)}" for name in PEERS]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    shape = f"{cores} cores, {platform.system()} {platform.machine()}"
    return f"{shape}; Python {platform.python_version()}, {', '.join(found)}."


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which benchmarks: {', '.join(BENCHMARKS)}")
    parser.add_argument("--write", action="store_true", help="write the table into BENCHMARKS.md")
    parser.add_argument("--strict", action="store_true", help="end with status 1 when a target is missed")
    options = parser.parse_args()
    if unknown := set(options.names) - set(BENCHMARKS):
        parser.error(f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}")
    if options.write and options.names:
        parser.error("--write is for a run of all benchmarks")
    print(HEAD, end="", flush=True)
    table, missed = HEAD, 0
    for name in options.names or BENCHMARKS:
        for contest in import_module(name).contests():
            lines = "".join(f"{row}\n" for row in rows(contest))
            print(lines, end="", flush=True)
            table += lines
            missed += len(contest.missed())
    print(f"\n{slower(table, PAGE.read_text(encoding='utf-8'))}")
    if options.write:
        _, heading, others = PAGE.read_text(encoding="utf-8").partition("\n## ")  # measured by other means
        PAGE.write_text(f"{TEXT}{machine()}\n\n{table}{heading}{others}", encoding="utf-8")
    return 1 if missed and options.strict else 0


if __name__ == "__main__":
    sys.exit(main())
