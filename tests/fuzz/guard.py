"""What a fuzzed input may not do: take longer than a second, let memory grow, have anything evaluated or opened."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

SECONDS = 1.0
MEGABYTES = 1024
_FORBIDDEN = frozenset(
    {"exec", "compile", "os.system", "os.exec", "os.posix_spawn", "subprocess.Popen", "socket.connect"}
)


class GuardError(AssertionError):
    """An input did what no input may."""


@dataclass
class Guard:
    """Runs inputs one after another and keeps the figures: how many, the slowest, the most memory."""

    seconds: float = SECONDS
    inputs: int = 0
    slowest: float = 0.0
    watching: bool = False
    hooked: bool = False  # for good, and from then on whatever is audited takes longer: each `id()` is
    before: int = 0  # what other tests have had

    def run(self, target: Callable[[bytes], None], data: bytes) -> None:
        """Run one input; raises `GuardError` for what it may not do, and whatever the target raises."""
        if not self.hooked:
            sys.addaudithook(self._audit)
            self.hooked = True
        self.before = self.before or megabytes()
        start = time.process_time()
        self.watching = True
        try:
            target(data)
        finally:
            self.watching = False
        took = time.process_time() - start
        self.inputs += 1
        self.slowest = max(self.slowest, took)
        if took > self.seconds:
            raise GuardError(f"{took:.2f} s for {len(data)} bytes")
        if (more := megabytes() - self.before) > MEGABYTES:
            raise GuardError(f"{more} MB in use")

    def _audit(self, event: str, args: tuple[Any, ...]) -> None:
        if self.watching and event in _FORBIDDEN and not _importing():
            self.watching = False
            raise GuardError(f"{event} {str(args)[:200]}")


def megabytes() -> int:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _importing() -> bool:
    """Whether a module of ours is being imported for the first time further up."""
    frame: Any = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib") or "namedtuple" in frame.f_code.co_name:
            return True
        frame = frame.f_back
    return False
