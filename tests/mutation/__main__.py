"""Does a room notice when its code is wrong? Forty seeded mutants of it, each met with the room's own tests.

    python -m tests.mutation exact              # the mutants of a room, killed or survived
    python -m tests.mutation exact --list       # what they are, without running them
    python -m tests.mutation exact --wider      # and the survivors against everything `make test` runs

The checkout is never changed: mutants live in a copy. The name of the room is the seed unless another is given, so the
same tree has the same mutants for everybody. The tests run quickest first and stop at the first failure; a mutant that
makes them run on counts as killed.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.mutation.mutants import Mutant, chosen

ROOT = Path(__file__).resolve().parents[2]
# A room, the folder that is mutated, and the tests that are its own: the contracts hold the definitions, the corpus and
# what is frozen of it the pages.
ROOMS = {
    "exact": ("exactmetrics/exact", ("tests/exact", "exactmetrics/exact")),
    "expression": ("exactmetrics/expression", ("tests/expression", "exactmetrics/expression")),
    "matrix": ("exactmetrics/matrix", ("tests/matrix", "exactmetrics/matrix")),
    "metrics/definitions": (
        "exactmetrics/metrics/definitions",
        ("tests/metrics", "tests/contracts", "exactmetrics/metrics"),
    ),
    "views": ("exactmetrics/views", ("tests/views", "exactmetrics/views")),
    "derivation/working": (
        "exactmetrics/derivation/working",
        ("tests/derivation", "tests/corpus", "tests/frozen", "exactmetrics/derivation"),
    ),
}
MEMORY = 4 << 30
# Loaded once, before the processes that run the tests are split off.
HEAVY = ("hypothesis", "sympy", "jinja2", "click", "rich", "numpy", "narwhals")
IGNORED = shutil.ignore_patterns(".git", ".venv", "build", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis")


class Quickest:
    """A plugin of pytest: the tests in order of how long they took, and how long they take."""

    def __init__(self, took: dict[str, float]) -> None:
        self.before = took
        self.now: dict[str, float] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: round(self.before.get(item.nodeid, 0.0), 1))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.now[report.nodeid] = self.now.get(report.nodeid, 0.0) + report.duration


class Copy:
    """A copy of the tree, in which one mutant at a time is met with tests."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "tree"
        shutil.copytree(ROOT, self.root, ignore=IGNORED)
        (self.root / ".venv").symlink_to(ROOT / ".venv")
        self.count = 0
        self.mutant: Mutant | None = None

    def write(self, mutant: Mutant | None) -> None:
        """Put the mutant into the tree, and the one before it back."""
        if self.mutant is not None:
            self._write(self.mutant.path, self.mutant.before)
        self.mutant = mutant
        if mutant is not None:
            self._write(mutant.path, mutant.after)

    def _write(self, path: str, text: str) -> None:
        self.count += 1
        (self.root / path).write_text(text, encoding="utf-8")
        # Compiled files are known by size and second, which two mutants may share.
        os.utime(self.root / path, (self.count, self.count))

    def start(self, arguments: list[str], took: dict[str, float]) -> int:
        """Run pytest in a process of its own, whose number it gives."""
        process = os.fork()
        if process:
            return process
        code = 3
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            code = self._run(arguments, took)
        finally:
            os._exit(code)

    def _run(self, arguments: list[str], took: dict[str, float]) -> int:
        out = os.open(self.root.parent / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for old, new in ((0, nothing), (1, out), (2, out)):
            os.dup2(new, old)
        os.chdir(self.root)
        sys.path[:] = [str(self.root), *(path for path in sys.path if path not in {"", str(ROOT)})]
        os.environ["PYTHONPATH"] = str(self.root)
        os.environ["HYPOTHESIS_PROFILE"] = "mutants"  # a failure is enough, its smallest example is not needed
        os.environ.pop("CI", None)
        for name in [name for name in sys.modules if name.partition(".")[0] in {"tests", "exactmetrics"}]:
            del sys.modules[name]
        plugin = Quickest(took)
        options = ["-x", "-q", "-p", "no:cacheprovider", "--doctest-modules"]
        code = int(pytest.main([*options, *arguments], plugins=[plugin]))
        package = sys.modules["exactmetrics"].__file__ or ""
        if not package.startswith(str(self.root)):
            raise RuntimeError(f"the tests ran {package}, not the copy")
        (self.root.parent / "took.json").write_text(json.dumps(plugin.now), encoding="utf-8")
        return code

    def output(self) -> str:
        return (self.root.parent / "output.txt").read_text(encoding="utf-8", errors="replace")


def ended(process: int, deadline: float) -> int | None:
    """The exit code of a process group, -1 where its time is over, None while it runs."""
    done, status = os.waitpid(process, os.WNOHANG)
    if done:
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)  # what it left running
        return os.waitstatus_to_exitcode(status)
    if time.monotonic() < deadline:
        return None
    os.killpg(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return -1


def wait(process: int, limit: float) -> int:
    deadline = time.monotonic() + limit
    while (code := ended(process, deadline)) is None:
        time.sleep(0.02)
    return code


def met(
    copies: list[Copy], mutants: list[Mutant], arguments: list[str], took: dict[str, float], limit: float
) -> Iterator[tuple[Mutant, int, float]]:
    """Each mutant as its tests end, with the exit code and the seconds."""
    waiting = list(reversed(mutants))
    running: dict[int, tuple[Copy, float]] = {}
    while waiting or running:
        while waiting and len(running) < len(copies):
            copy = next(copy for copy in copies if copy not in [busy for busy, _ in running.values()])
            copy.write(waiting.pop())
            running[copy.start(arguments, took)] = (copy, time.monotonic())
        for process, (copy, began) in list(running.items()):
            code = ended(process, began + limit)
            if code is not None and copy.mutant is not None:
                del running[process]
                yield copy.mutant, code, time.monotonic() - began
        time.sleep(0.02)


def show(mutant: Mutant, verdict: str) -> None:
    print(f"{verdict:<18} {mutant.path}:{mutant.line}  {mutant.kind}")
    for line in mutant.difference():
        print(f"    {line}")
    sys.stdout.flush()


def run(asked: argparse.Namespace, mutants: list[Mutant], folder: Path) -> int:
    copies = [Copy(folder / str(number)) for number in range(asked.jobs)]
    own = [path for path in ROOMS[asked.room][1] if (ROOT / path).exists()]
    began = time.monotonic()
    code = wait(copies[0].start(own, {}), 1800)
    if code:
        print(copies[0].output()[-4000:], f"the tests fail without a mutant ({code})", sep="\n")
        return 2
    seconds = time.monotonic() - began
    took = json.loads((copies[0].root.parent / "took.json").read_text(encoding="utf-8"))
    print(f"{asked.room}: {len(took)} tests in {seconds:.1f} s without a mutant", flush=True)
    survivors = []
    for mutant, code, spent in met(copies, mutants, own, took, 2 * seconds + 20):
        show(mutant, f"{'killed' if code else 'SURVIVED'} ({'time' if code == -1 else f'{spent:.1f} s'})")
        if code == 0:
            survivors.append(mutant)
    killed = len(mutants) - len(survivors)
    print(f"{asked.room}, seed {asked.seed}: {killed} of {len(mutants)} killed by its own tests", flush=True)
    if asked.wider and survivors:
        for mutant, code, _ in met(copies[:1], survivors, ["-n", "auto", "--dist", "loadgroup"], {}, 1200):
            show(mutant, "killed by make test" if code else "SURVIVED all")
            killed += code != 0
        print(f"{asked.room}, seed {asked.seed}: {killed} of {len(mutants)} killed with `make test`")
    return 0


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--seed", help="by default the name of the room")
    parser.add_argument("-n", type=int, default=40, help="how many mutants")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="only say what the mutants are")
    parser.add_argument("--wider", action="store_true", help="survivors also meet everything `make test` runs")
    asked = parser.parse_args()
    asked.seed = asked.seed or asked.room
    mutants = chosen(ROOT, ROOMS[asked.room][0], asked.seed, asked.n)
    if asked.list:
        for mutant in mutants:
            show(mutant, "mutant")
        return 0
    for name in HEAVY:
        with suppress(ImportError):
            importlib.import_module(name)
    folder = Path(tempfile.mkdtemp(prefix="mutants-"))
    try:
        return run(asked, mutants, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
