"""Write or compare the frozen corpus.

python -m tests.frozen compare                  # everything, against the hashes that are committed
python -m tests.frozen compare derivations -n 6 # the first six pieces of one section
python -m tests.frozen render DIR derivations --piece 3   # the texts themselves, to see a difference between two trees
python -m tests.frozen write                    # only where a difference was read and is meant
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path

from tests.frozen.sections import SECTIONS, whole_lines

HASHES = Path(__file__).with_name("hashes")


def piece(asked: tuple[str, int]) -> list[tuple[str, str]]:
    """The texts of one piece of a section."""
    section, at = asked
    return [(key, whole_lines(text)) for key, text in SECTIONS[section][0](at)]


def hashed(asked: tuple[str, int]) -> list[tuple[str, str]]:
    """The hashes of one piece of a section."""
    return [(key, sha256(text.encode()).hexdigest()[:16]) for key, text in piece(asked)]


def recorded(section: str) -> dict[str, str]:
    """The hashes that are committed."""
    path = HASHES / f"{section}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {key: value for value, _, key in (line.partition(" ") for line in lines)}


def main() -> int:
    """Run it; 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.frozen", description=__doc__)
    parser.add_argument("do", choices=("write", "compare", "render"))
    parser.add_argument("where", nargs="*", help="with render first a folder; then names of sections, by default all")
    parser.add_argument("-n", type=int, help="only so many pieces of each section, spread over it")
    parser.add_argument("--piece", type=int, help="only this piece")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    folder = Path(asked.where.pop(0)) if asked.do == "render" else None
    differing = 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        for section in asked.where or SECTIONS:
            count = SECTIONS[section][1]()
            pieces = range(count) if asked.n is None else range(0, count, max(1, count // asked.n))
            work = [(section, at) for at in (pieces if asked.piece is None else [asked.piece])]
            if folder is not None:
                for found in pool.map(piece, work):
                    for key, text in found:
                        path = folder / section / key.replace("/", "_")
                        path.parent.mkdir(parents=True, exist_ok=True)
                        path.write_text(text, encoding="utf-8")
                continue
            before = recorded(section)
            now = dict(pair for found in pool.map(hashed, work, chunksize=1) for pair in found)
            changed = [key for key, value in now.items() if before.get(key) != value]
            if len(work) == count:
                changed += [f"{key} (gone)" for key in before.keys() - now.keys()]
            print(f"{section}: {len(now)} texts, {len(changed)} differ", flush=True)
            if asked.do == "write":
                HASHES.mkdir(exist_ok=True)
                lines = [f"{value} {key}\n" for key, value in sorted({**before, **now}.items())]
                (HASHES / f"{section}.txt").write_text("".join(lines), encoding="utf-8")
            else:
                print("".join(f"  {key}\n" for key in changed[:40]), end="")
                differing += len(changed)
    return int(asked.do == "compare" and differing > 0)


if __name__ == "__main__":
    sys.exit(main())
