"""Build the page that runs the library in the reader's browser: `make site` runs `python web/build.py build/site`.

What it needs: node, and `npm ci` in this folder, which checks pyodide against the hash in package-lock.json.
"""

from __future__ import annotations

import gzip
import html
import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

import bridge
from single import single_file

import exactmetrics as em

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
PYODIDE = WEB / "node_modules" / "pyodide"
PAGE = ("index.html", "style.css", "page.js", "worker.js")

# Rooms that the page has no use for, and resources that no page is written with.
ROOMS = ("cli", "compat", "conformance", "examples", "reference", "testing", "vectors")
# Of the room of proofs, what the formulas of documents are judged by; the rest comes with the algebra system.
OF_PROOFS = ("__init__.py", "statement.py", "witness.py")
RESOURCES = ("*.pyc", "conformance", "reference", "__pycache__", "py.typed")
# Of the standard library what neither the package, nor jinja2, nor Pyodide itself imports.
DROPPED = (
    "_pyrepl", "antigravity", "asyncio_tools", "bdb", "cProfile", "cmd", "colorsys", "compileall", "configparser",
    "ctypes", "curses", "dbm", "doctest", "email", "ensurepip", "filecmp", "fileinput", "ftplib", "getpass",
    "graphlib", "http", "idlelib", "imaplib", "lib2to3", "mailbox", "mimetypes", "modulefinder", "multiprocessing",
    "netrc", "nturl2path", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile", "profiling", "pstats",
    "pty", "py_compile", "pyclbr", "pydoc", "pydoc_data", "rlcompleter", "sched", "shelve", "smtplib",
    "socketserver", "sqlite3", "sre_compile", "sre_constants", "sre_parse", "symtable", "tabnanny", "tarfile",
    "tarfile_tests", "test", "this", "timeit", "tkinter", "trace", "turtle", "turtledemo", "unittest", "venv",
    "wave", "webbrowser", "wsgiref", "xmlrpc", "zipapp", "zoneinfo",
)  # fmt: skip

# Pure Python beside the package: the folder, and the distribution whose licence is told.
LIBRARIES = {"jinja2": "Jinja2", "markupsafe": "MarkupSafe", "markdown_it": "markdown-it-py", "mdurl": "mdurl"}
# What proofs need besides: an archive of its own, which is fetched when the first is asked for.
ALGEBRA = {"sympy": "sympy", "mpmath": "mpmath"}

MANUAL = "manual/manual/index.html"  # where `make manual` puts it in the site, if it is built
EXAMPLE = "6 1 1\n1 5 2\n2 3 7"
NOTICES = """\
This page is made of:

exactmetrics {version}, MIT licence.
Pyodide {pyodide}, Mozilla Public License 2.0; its source is at https://github.com/pyodide/pyodide.
CPython {python}, inside Pyodide, PSF License Agreement; its source is at https://github.com/python/cpython. Modules of
its standard library are compiled, and some that the page never uses are left out; nothing else is changed.
The libraries {libraries}, whose licences are below.

"""


def build(site: Path) -> None:
    """Write the page and all that it loads into a folder; what else stands there, such as a manual, stays."""
    if not PYODIDE.is_dir():
        sys.exit("pyodide is not installed: run `npm ci` in web/, or `make site`, which does it")
    python = site / "python"
    shutil.rmtree(python, ignore_errors=True)
    python.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        shutil.copyfile(PYODIDE / name, python / name)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    (python / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        stage, algebra = Path(folder, "app"), Path(folder, "algebra")
        _stage(stage)
        _libraries(ALGEBRA, algebra)
        late = algebra / "exactmetrics" / "proofs"
        late.mkdir(parents=True)
        for file in (stage / "exactmetrics" / "proofs").iterdir():
            if file.name not in OF_PROOFS:
                shutil.move(file, late)
        task = {"pyodide": PYODIDE, "from": stage, "algebra": algebra, "out": python, "dropped": DROPPED}
        Path(folder, "task.json").write_text(json.dumps(task, default=str), encoding="utf-8")
        subprocess.run(["node", WEB / "pack.mjs", Path(folder, "task.json")], check=True, stdout=subprocess.DEVNULL)
    archive = python / "algebra.zip"
    size = sum(file.stat().st_size for file in python.iterdir() if file != archive)
    example = em.read(EXAMPLE.replace("\n", ";")).derive("f1", average="macro")
    filled = {
        "@data@": EXAMPLE,
        "@size@": str(size),
        "@algebra@": str(archive.stat().st_size),
        "@megabytes@": f"{len(gzip.compress(archive.read_bytes())) / 1e6:.1f}",  # as most hosts send it
        "@version@": em.__version__,
        "@form@": json.dumps(bridge.form(), ensure_ascii=False),
        "@example@": example.to_html(),
    }
    for name in PAGE:
        text = (WEB / name).read_text(encoding="utf-8")
        for place, value in filled.items() if name == "index.html" else ():
            text = text.replace(place, html.escape(value))
        if (site / MANUAL).is_file():
            text = text.replace("<!-- manual -->", f'<a href="{MANUAL}">Manual</a>')
        (site / name).write_text(text, encoding="utf-8")
    (site / "licences.txt").write_text(_notices(lock["info"]["python"]), encoding="utf-8")
    (site / "exactmetrics.html").write_text(single_file(site), encoding="utf-8")


def _stage(stage: Path) -> None:
    """Lay out what the archive of the package holds."""
    package, skip = stage / "exactmetrics", shutil.ignore_patterns(*RESOURCES)
    shutil.copytree(ROOT / "exactmetrics", package, ignore=shutil.ignore_patterns(*ROOMS, *RESOURCES))
    shutil.copytree(ROOT / "templates", package / "templates", ignore=skip)
    for profile in (ROOT / "worked_examples").glob("*/profile.toml"):
        place = package / "worked_examples" / profile.parent.name
        place.mkdir(parents=True)
        shutil.copyfile(profile, place / profile.name)
    _libraries(LIBRARIES, stage)
    shutil.copyfile(WEB / "bridge.py", stage / "bridge.py")


def _libraries(names: Iterable[str], stage: Path) -> None:
    skip = shutil.ignore_patterns("__pycache__", "*.so", "*.c", "*.pyi", "*.yaml", "py.typed", "tests", "benchmarks")
    for name in names:
        [found] = importlib.util.find_spec(name).submodule_search_locations  # type: ignore[union-attr,misc]
        shutil.copytree(found, stage / name, ignore=skip)


def _notices(python: str) -> str:
    """Whose work the page is, and under which licences."""
    pyodide = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
    found = [distribution(name) for name in (LIBRARIES | ALGEBRA).values()]
    libraries = ", ".join(f"{each.metadata['Name']} {each.version}" for each in found)
    licences = [
        f"{each.metadata['Name']}\n\n{file.locate().read_text(encoding='utf-8')}"
        for each in found
        for file in each.files or ()
        if file.name.lower().startswith("licen")
    ]
    made_of = NOTICES.format(version=em.__version__, pyodide=pyodide, python=python, libraries=libraries)
    return made_of + "\n\n".join(licences)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
