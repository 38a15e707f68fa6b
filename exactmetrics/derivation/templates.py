"""Where a template comes from: the user's folder first, then the package; `package:` names the package's own.

A folder of the user holds files by the names of the package's templates, such as `markdown/derivation.md.jinja`, and
others that these include. Nothing outside the folder is read, whatever a name or a link says.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from exactmetrics._resources import template_parts, template_text, templates_root
from exactmetrics.exact.errors import InputError
from exactmetrics.metrics.suggest import choices

# The signs stay clear of the braces of TeX. A line that holds nothing but a statement leaves no trace on the page.
DIALECT: dict[str, Any] = {
    "block_start_string": "<%",
    "block_end_string": "%>",
    "variable_start_string": "<<",
    "variable_end_string": ">>",
    "comment_start_string": "<#",
    "comment_end_string": "#>",
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
    "autoescape": False,  # every string is written for its surface before it comes here
    "auto_reload": False,
}
PACKAGE = "package:"
ENDING = ".jinja"
LARGEST = 40_000  # bytes of one template of the user's
CLUTTER = 1000  # entries of one of the user's folders that are looked through
# Names get into the code that jinja makes of a template, where some of its versions trusted them (CVE-2024-56201).
_NAME = re.compile(r"[A-Za-z0-9_.\-/]+")
OWN = {"conformance", "reference"}  # folders of pages that take no templates of a user


def known_names() -> list[str]:
    """The templates of the package that a user's own may go before."""
    folders = [entry for entry in templates_root().iterdir() if entry.is_dir() and entry.name not in OWN]
    names = [f"{folder.name}/{file.name}" for folder in folders for file in folder.iterdir()]
    return sorted(name for name in names if name.endswith(ENDING))


class Sources:
    """The templates of one user's folder, before those of the package."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        if not os.path.isdir(folder):  # also of a name that none can have
            raise InputError(
                f"there is no folder of templates {str(folder)!r}: name one with files such as "
                "markdown/derivation.md.jinja"
            )
        self._root = self.folder.resolve()
        self._known = known_names()
        self._own = [name for name in self._known if self.is_own(name)]
        if not self._own:
            raise InputError(
                f"the folder of templates {str(folder)!r} holds none by a name that is used: name the files as in the "
                "package, with their folder, as in markdown/derivation.md.jinja; docs/templates.md lists them"
            )
        self._refuse_strays()

    def text(self, name: str) -> str:
        """The text of a template."""
        inner = name.removeprefix(PACKAGE)
        parts = template_parts(inner)
        if not inner.endswith(ENDING):
            raise InputError(f"{name!r} is no name of a template: they end in {ENDING}")
        if not _NAME.fullmatch(inner):
            raise InputError(
                f"{name!r} is no name of a template: write it in letters from A to Z, digits, '.', '-' and '_'"
            )
        if self.is_own(name):
            return self._read(inner)
        if inner not in self._known:
            there = [*self._known, *self._strays()]
            near = [other for other in there if other.partition("/")[0] == parts[0]] or there
            before = PACKAGE if name.startswith(PACKAGE) else ""  # without it a template would extend itself
            near = [before + other for other in near if other in self._known or not before]
            raise InputError(f"there is no template {name!r}; {choices(name, near)}")
        return template_text(inner)

    def is_own(self, name: str) -> bool:
        return not name.startswith(PACKAGE) and (self._root / name).is_file()

    def shown(self, name: str) -> str:
        """How messages call a template."""
        return str(self.folder / name) if self.is_own(name) else f"{PACKAGE}{name.removeprefix(PACKAGE)}"

    def _read(self, name: str) -> str:
        path = (self._root / name).resolve()
        if not path.is_relative_to(self._root):
            raise InputError(f"the template {name!r} is a link out of {str(self.folder)!r}: copy the file into it")
        with path.open("rb") as file:
            found = file.read(LARGEST + 1)
        if len(found) > LARGEST:
            raise InputError(f"the template {name!r} has more than {LARGEST} bytes: take it apart")
        try:
            return found.decode("utf-8")
        except UnicodeDecodeError as error:
            raise InputError(
                f"the template {name!r} is no UTF-8 text: byte {error.start} is the first wrong one"
            ) from None

    def _strays(self) -> list[str]:
        """Templates in the folders of the formats by names that the package does not know."""
        found = []
        for folder in sorted({name.partition("/")[0] for name in self._known}):
            if (self._root / folder).is_dir():
                entries = [entry for _, entry in zip(range(CLUTTER), (self._root / folder).iterdir(), strict=False)]
                found += [f"{folder}/{e.name}" for e in entries if e.name.endswith(ENDING) and e.is_file()]
        return sorted(set(found) - set(self._known))

    def _refuse_strays(self) -> None:
        """A misspelled file name would pass unseen: nobody asks for it."""
        strays = self._strays()
        if not strays:
            return
        written = "".join(self._read(name) for name in (*self._own, *strays))
        for name in strays:
            if name not in written:
                near = [known for known in self._known if known.partition("/")[0] == name.partition("/")[0]]
                raise InputError(
                    f"{name!r} in the folder of templates {str(self.folder)!r} is used by no page and by no other "
                    f"template there; {choices(name, near)}"
                )
