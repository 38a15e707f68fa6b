"""Compiling LaTeX in tests: what a real engine says about a document."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ASKS_FOR_MORE = re.compile(r"^(?:LaTeX|Package \w+) Warning: .*(?:[Rr]erun|changed)", re.MULTILINE)


@dataclass(frozen=True)
class LatexResult:
    """What the engine reported: its error lines, its overfull boxes (with glyphs missing from a font among the
    errors, since an engine then exits with 0), the number of pages and the whole log."""

    errors: list[str]
    overfull: list[str]
    pages: int
    log: str


def compile_latex(source: str, workdir: Path, *, engine: str) -> LatexResult:
    """Compile a whole document in `workdir`, without stopping at errors, and report the last run.

    A second run follows where LaTeX asks for it, or where the first one fails.

    Args:
        source: the document, from `\\documentclass` on.
        workdir: an existing directory for the files of the run.
        engine: its name; tests.tools knows which there are.
    """
    (workdir / "document.tex").write_text(source, encoding="utf-8")
    # Long log lines would be wrapped in the middle of a message.
    environment = {**os.environ, "max_print_line": "10000"}
    command = [engine, "-interaction=nonstopmode", "-no-shell-escape", "document.tex"]
    for _ in range(2):
        run = subprocess.run(command, cwd=workdir, env=environment, capture_output=True, timeout=600, check=False)
        log = (workdir / "document.log").read_text(encoding="utf-8", errors="replace")
        result = read_log(log, exit_status=run.returncode)
        if not (result.errors or ASKS_FOR_MORE.search(log)):
            break
    return result


def joined(sources: Iterable[str]) -> str:
    """Whole documents that begin alike as one, for an engine takes longer to start than to set a page."""
    parts = [re.split(r"(?<=\\begin\{document\})|(?=\\end\{document\})", source) for source in sources]
    [before] = {before for before, _, _ in parts}
    return "\n".join([before, *(body for _, body, _ in parts), r"\end{document}"])


def read_log(log: str, *, exit_status: int = 0) -> LatexResult:
    """Read the log of a run; a failed run without an error line is an error too."""
    errors = re.findall(r"^(?:! .*|Missing character: .*)$", log, re.MULTILINE)
    if exit_status and not errors:
        errors.append(f"the engine ended with status {exit_status}")
    pages = re.search(r"^Output written on .*\((\d+) pages?", log, re.MULTILINE)
    return LatexResult(
        errors=errors,
        overfull=re.findall(r"^Overfull \\[hv]box .*$", log, re.MULTILINE),
        pages=int(pages.group(1)) if pages else 0,
        log=log,
    )
