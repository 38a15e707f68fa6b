"""What the package prints, against the hashes that are committed.

python -m tests.frozen compare                 # everything; 1 where a text differs
python -m tests.frozen compare pages values    # some sections
python -m tests.frozen show "derive birds f1"  # the difference of a case against the last commit
python -m tests.frozen show CASE --since REV   # or against another one
python -m tests.frozen write                   # after the differences were read: they are part of the commit
python -m tests.frozen record                  # what the tests of verify and feasible ask, into inputs.jsonl
"""

from __future__ import annotations

import argparse
import difflib
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.frozen.sections import SECTIONS, Texts, hashes
from tests.house.source import ROOT

HASHES = Path(__file__).with_name("hashes")
SHOWN = 40  # keys of a section that differ and are printed


def recorded(section: str) -> dict[str, str]:
    """The hashes that are committed, by key."""
    path = HASHES / f"{section}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {key: line for key, _, line in (line.partition("\t") for line in lines)}


def difference(section: str, key: str, texts: Texts) -> list[str]:
    """The names of the texts that are not as they were recorded; none of a key that is new."""
    before = recorded(section).get(key)
    now = hashes(texts)
    if before is None or before == now:
        return []
    old, new = (dict(pair.split("=") for pair in line.split()) for line in (before, now))
    return [name for name in {**old, **new} if old.get(name) != new.get(name)]


def hashed(asked: tuple[str, str]) -> str:
    section, key = asked
    return hashes(SECTIONS[section].texts(key))


def compare(sections: list[str], *, write: bool, jobs: int) -> int:
    """Print what differs; how many keys that are."""
    differing = 0
    with ProcessPoolExecutor(jobs) as pool:
        for section in sections:
            keys = SECTIONS[section].names()
            now = dict(zip(keys, pool.map(hashed, [(section, key) for key in keys], chunksize=8), strict=True))
            before = recorded(section)
            changed = [key for key in now if key in before and before[key] != now[key]]
            new, gone = [key for key in now if key not in before], [key for key in before if key not in now]
            print(f"{section}: {len(now)} cases, {len(changed)} differ, {len(new)} new, {len(gone)} gone", flush=True)
            for key in [*changed, *gone][:SHOWN]:
                print(f"  {key}")
            differing += len(changed) + len(gone)
            if write:
                HASHES.mkdir(exist_ok=True)
                lines = [f"{key}\t{now[key]}\n" for key in sorted(now)]
                (HASHES / f"{section}.txt").write_text("".join(lines), encoding="utf-8")
    return 0 if write else differing


def section_of(key: str) -> str:
    """The section that has a key."""
    found = [name for name, section in SECTIONS.items() if key in section.names() or key in recorded(name)]
    if not found:
        raise SystemExit(f"no case {key!r}: the first column of tests/frozen/hashes/*.txt names them")
    return found[0]


def show(key: str, since: str) -> int:
    """The texts of a case now against those of another commit."""
    section = section_of(key)
    now, same = SECTIONS[section].texts(key), True
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "-C", ROOT, "archive", since], capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(folder, filter="data")
        # The questions of today asked of the package of that commit.
        tests = Path(folder, "tests")
        if tests.exists():
            tests.rename(Path(folder, "tests-then"))
        tests.symlink_to(ROOT / "tests")
        environment = {**os.environ, "PYTHONPATH": folder}
        for name, text in now.items():
            command = [sys.executable, "-m", "tests.frozen", "text", key, "--of", name]
            then = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False, text=True)
            before = then.stdout if then.returncode == 0 else f"{then.stderr.strip().splitlines()[-1]}\n"
            lines = difflib.unified_diff(
                before.splitlines(), text.splitlines(), f"{since}: {name}", f"now: {name}", lineterm=""
            )
            print("\n".join(lines), end="\n" if before != text else "")
            same = same and before == text
    if same:
        print(f"No text of this case differs from {since}.")
    return 0


def record() -> int:
    """Ask the tests of the rooms what they ask, and write it down."""
    tests = ("tests/verification", "tests/feasibility", "tests/sheets")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.frozen.recorder", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.frozen", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("do", choices=("compare", "write", "show", "text", "record"))
    parser.add_argument("what", nargs="*", help="sections, by default all; with show one case")
    parser.add_argument("--since", default="HEAD", help="the commit that a case is shown against")
    parser.add_argument("--of", help="with text: which text of the case")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    if asked.do == "record":
        return record()
    if asked.do == "show":
        return show(" ".join(asked.what), asked.since)
    if asked.do == "text":
        sys.stdout.write(SECTIONS[section_of(" ".join(asked.what))].texts(" ".join(asked.what))[asked.of])
        return 0
    unknown = set(asked.what) - set(SECTIONS)
    if unknown:
        parser.error(f"no section {', '.join(sorted(unknown))}; choose from {', '.join(SECTIONS)}")
    return int(compare(asked.what or list(SECTIONS), write=asked.do == "write", jobs=asked.jobs) > 0)


if __name__ == "__main__":
    sys.exit(main())
