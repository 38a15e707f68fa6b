"""The long fuzzer: `python -m tests.fuzz [TARGET...] [--seconds 600] [--engine atheris|hypothesis]`.

Every target takes its share of the time. Atheris (the `fuzz` extra) is led by the code that an input reaches; without
it hypothesis puts texts together from signs that mean something. Ends with status 1 at the first input that crashes,
takes more than a second, lets memory grow beyond a gigabyte, or has anything evaluated; the input is shown.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.fuzz.guard import Guard, megabytes
from tests.fuzz.words import SEEDS, SIGNS, texts

INSTRUMENTED = 4  # how many times slower an input may be while atheris watches it


def main() -> int:
    """Share the time among the targets; one process each, so that memory is each one's own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--engine", choices=("atheris", "hypothesis"), default="atheris")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        return _one(options.targets[0], options.engine, options.seconds)
    from tests.fuzz.targets import TARGETS

    names = options.targets or list(TARGETS)
    if unknown := set(names) - set(TARGETS):
        parser.error(f"no target {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
    share = str(max(1, options.seconds // len(names)))
    command = [sys.executable, "-m", "tests.fuzz", "--one", "--engine", options.engine, "--seconds", share]
    failed = [name for name in names if subprocess.run([*command, name], check=False).returncode]
    print(f"failed: {', '.join(failed)}" if failed else "nothing found")
    return 1 if failed else 0


def _one(name: str, engine: str, seconds: int) -> int:
    return _atheris(name, seconds) if engine == "atheris" else _hypothesis(name, seconds)


def _atheris(name: str, seconds: int) -> int:
    import atheris  # type: ignore[import-not-found]

    with atheris.instrument_imports(include=["exactmetrics"]):
        from tests.fuzz.targets import TARGETS
    guard, target = Guard(seconds=INSTRUMENTED), TARGETS[name]
    for seed in SEEDS:
        target(seed.encode())
    end = time.monotonic() + seconds - 2  # atheris ends the process without a word

    def run(data: bytes) -> None:
        nonlocal end
        guard.run(target, data)
        if time.monotonic() > end:
            end += seconds
            _say(name, guard)

    with tempfile.TemporaryDirectory() as folder:
        corpus, words = Path(folder) / "corpus", Path(folder) / "words"
        corpus.mkdir()
        for number, seed in enumerate(SEEDS):
            (corpus / str(number)).write_bytes(seed.encode())
        words.write_text("".join(f'"{_escaped(sign)}"\n' for sign in SIGNS), encoding="ascii")
        limits = [f"-max_total_time={seconds}", "-max_len=3000", "-timeout=20", "-rss_limit_mb=1500", "-verbosity=0"]
        atheris.Setup([sys.argv[0], str(corpus), *limits, f"-dict={words}"], run)
        atheris.Fuzz()
    return 0


def _escaped(sign: str) -> str:
    """A sign as a dictionary of atheris writes it."""
    return "".join(f"\\x{byte:02x}" for byte in sign.encode())


def _hypothesis(name: str, seconds: int) -> int:
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import strategies as st

    from tests.fuzz.targets import TARGETS

    guard, target = Guard(), TARGETS[name]
    for seed in SEEDS:
        target(seed.encode())
    end = time.monotonic() + seconds
    phases = (Phase.generate, Phase.target)

    @settings(max_examples=500, deadline=None, database=None, phases=phases, suppress_health_check=list(HealthCheck))
    @given(st.one_of(texts(120), st.binary(max_size=300).map(lambda data: data.decode("utf-8", "replace"))))
    def run(text: str) -> None:
        guard.run(target, text.encode("utf-8", "replace"))

    while time.monotonic() < end:
        run()
    _say(name, guard)
    return 0


def _say(name: str, guard: Guard) -> None:
    print(f"{name}: {guard.inputs} inputs, the slowest {guard.slowest * 1000:.0f} ms, {megabytes()} MB", flush=True)


if __name__ == "__main__":
    sys.exit(main())
