"""Documents verified: the arithmetic of a long one against sympy's reader, and how fast and in how much memory a very
long one streams.

`python benchmarks/documents.py [--megabytes 100]` shows links and megabytes a second and the memory of a process for
every format; the links are read and judged, and not kept. No library reads whole documents, so the contest is about the
arithmetic alone: both sides of every link as an exact number, which `sympify` makes of plain text.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path

from measure import Contest, contest

from exactmetrics.exact.rounding import decimal
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.links.document_links import links_of, verify_links

LINKS = 2_000  # of the contest
BLOCK = 400  # links of the text that very long documents repeat
WORDS = "With these counts the score of the class becomes what the following line says, as in the chapter before. "
NAMES = ("Precision", "Recall", "F1", "Accuracy", "Specificity")


def sides(count: int, seed: int = 1) -> Iterator[tuple[str, str, str]]:
    """A name, arithmetic and its rounded value, so many times, the same in every run."""
    draw = random.Random(seed)
    for _ in range(count):
        a, b, c = (draw.randint(1, 999) for _ in range(3))
        yield draw.choice(NAMES), f"({a} + {b}) / ({a} + {b} + {c})", decimal(Fraction(a + b, a + b + c), places=3)


def _text(links: Iterator[tuple[str, str, str]]) -> str:
    return "".join(f"{WORDS}\n{name} = {left} = {right}\n\n" for name, left, right in links)


def _markdown(links: Iterator[tuple[str, str, str]]) -> str:
    return "".join(f"{WORDS}\n\n**{name}** = `{left}` = **{right}**\n\n" for name, left, right in links)


def _latex(links: Iterator[tuple[str, str, str]]) -> str:
    rows = ((name, left.split(" / "), right) for name, left, right in links)
    return "".join(
        f"{WORDS}\n\\[ {name} = \\frac{{{top}}}{{{low}}} \\approx {right} \\]\n" for name, (top, low), right in rows
    )


def _html(links: Iterator[tuple[str, str, str]]) -> str:
    return "".join(f"<p>{WORDS}</p>\n<p><b>{name}</b> = {left} = {right}</p>\n" for name, left, right in links)


def _notebook(links: Iterator[tuple[str, str, str]]) -> str:
    cells = (json.dumps({"cell_type": "markdown", "source": [WORDS, f"{n} = {a} = {b}"]}) for n, a, b in links)
    return "".join(f"{cell},\n" for cell in cells)


FORMS: Mapping[str, tuple[str, Callable[[Iterator[tuple[str, str, str]]], str], str, str]] = {
    "text": (".txt", _text, "", ""),
    "markdown": (".md", _markdown, "", ""),
    "latex": (".tex", _latex, "\\documentclass{article}\n\\begin{document}\n", "\\end{document}\n"),
    "html": (".html", _html, "<!DOCTYPE html><html><body>\n", "</body></html>\n"),
    "notebook": (".ipynb", _notebook, '{"cells": [\n', '{"cell_type": "raw", "source": []}], "nbformat": 4}\n'),
}


def contests() -> Iterator[Contest]:
    """The links of a text, found, read and judged; and their sides given to `sympify` one by one."""
    import sympy

    links = list(sides(LINKS))
    text = _text(iter(links))
    runs = {
        "exactmetrics": lambda: verify_links(text, format="text", decimal_comma=False),
        "sympy": lambda: [(sympy.sympify(left, rational=True), sympy.Rational(right)) for _, left, right in links],
    }
    yield contest(f"{LINKS} links found in a text and judged", runs, targets={"sympy": 1}, rounds=5)


def streamed(form: str, megabytes: int) -> tuple[int, float, float, int]:
    """Links, bytes and seconds of a document of that size, and the most megabytes this process has had."""
    suffix, write, head, tail = FORMS[form]
    block = write(sides(BLOCK))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"long{suffix}"
        with path.open("w", encoding="utf-8") as file:
            file.write(head)
            for _ in range(megabytes * 1_000_000 // len(block) + 1):
                file.write(block)
            file.write(tail)
        size = path.stat().st_size
        start = time.process_time()
        found = sum(link.word in ("exact", "rounded", "tie") for link in links_of(source_of(path)))
        took = time.process_time() - start
    return found, size / 1e6, took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    """One process a format, so that memory is its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--only", choices=tuple(FORMS), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only is None:
        for form in FORMS:
            subprocess.run(
                [sys.executable, __file__, "--only", form, "--megabytes", str(options.megabytes)], check=True
            )
        return
    found, size, took, memory = streamed(options.only, options.megabytes)
    rates = f"{found / took:,.0f} links/s, {size / took:.2f} MB/s"
    print(
        f"{options.only}: {size:.0f} MB, {found:,} links right, {took:.1f} s, {rates}, {memory} MB of memory",
        flush=True,
    )


if __name__ == "__main__":
    main()
