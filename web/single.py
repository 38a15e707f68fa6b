"""The page as one file that opens from a disk: what it loads stands in it, packed, and its worker is a blob."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import re
from pathlib import Path

POLICY = re.compile(r'content="(default-src [^"]*)"')
# What the page finds in itself instead of asking a host; a browser reads scripts of this type as text.
UNPACKING = """
const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const unzipping = () => new DecompressionStream("gzip");
const inflated = (packed) => new Response(new Blob([packed]).stream().pipeThrough(unzipping())).blob();
window.files = Promise.all([...document.querySelectorAll("script[data-file]")].map(async (part) => {
  const found = [part.dataset.file, await inflated(bytes(part.textContent))];
  part.remove();
  return found;
})).then(Object.fromEntries);
window.newWorker = () => new Worker(URL.createObjectURL(new Blob([document.getElementById("worker").textContent])));
"""


def single_file(site: Path) -> str:
    """The built page in `site` with everything it loads."""
    page = (site / "index.html").read_text(encoding="utf-8")
    script, worker, style = (
        (site / name).read_text(encoding="utf-8") for name in ("page.js", "worker.js", "style.css")
    )
    assert "</script" not in script + worker
    parts = "\n".join(
        f'<script type="text/plain" data-file="{file.name}">{_packed(file)}</script>'
        for file in sorted((site / "python").iterdir())
        if file.name != "algebra.zip"  # half as much again as all the others
    )
    # Scripts are named by their hashes: text of strangers is none of them here either.
    known = " ".join(f"'sha256-{_hash(text)}'" for text in (UNPACKING, script))
    policy = (
        f"default-src 'none'; script-src {known} blob: 'wasm-unsafe-eval'; worker-src blob:; "
        "style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
    )
    notices = html.escape((site / "licences.txt").read_text(encoding="utf-8"))
    page = POLICY.sub(lambda _: f'content="{policy}"', page)
    page = page.replace(
        '<link rel="stylesheet" href="style.css" media="screen">', f'<style media="screen">\n{style}</style>'
    )
    page = page.replace('<script type="module" src="page.js"></script>\n', "")
    page = re.sub(r'<a href="(manual/[^"]*|exactmetrics.html)"[^>]*>[^<]*</a>\s*', "", page)  # what is no part of it
    page = page.replace('href="licences.txt"', 'href="#licences"')
    ending = (
        f'<details id="licences"><summary>Licences</summary><pre tabindex="0">{notices}</pre></details>\n'
        f'<script type="text/plain" id="worker">{worker}</script>\n{parts}\n'
        f'<script>{UNPACKING}</script>\n<script type="module">{script}</script>\n</body>'
    )
    return page.replace("</body>", ending)


def _packed(file: Path) -> str:
    return base64.b64encode(gzip.compress(file.read_bytes(), 9, mtime=0)).decode()


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
