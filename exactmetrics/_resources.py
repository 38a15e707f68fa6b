"""Where the templates and the worked examples are: next to the package in a checkout, inside it once it is installed.

From an archive they are read through `importlib.resources`. Nothing is imported before it is needed.
"""

from __future__ import annotations

from exactmetrics.exact.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path


def templates_root() -> Traversable:
    """Return the folder of the templates, with one folder a format."""
    return _root("templates")


def worked_examples_root() -> Traversable:
    """Return the folder of the worked examples, with one folder a source; perhaps inside an archive."""
    return _root("worked_examples")


def worked_examples_dir() -> Path:
    return writable(worked_examples_root(), "the worked examples")


def writable(root: Traversable, what: str, otherwise: str = "") -> Path:
    """Return a folder of the package as a directory that can be written to; InputError where it cannot."""
    import os
    from pathlib import Path

    if not isinstance(root, Path) or not os.access(root, os.W_OK | os.X_OK):
        raise InputError(
            f"{what} in {root} cannot be written: run the command in a checkout of exactmetrics, as a user who may "
            f"write there{otherwise}"
        )
    return root


def template_parts(name: str) -> list[str]:
    """Return the folders and the file of the name of a template, which may not lead out of the templates."""
    parts = name.split("/")
    # Backslashes and colons lead out of the folder on Windows.
    if any(part in {"", ".", ".."} for part in parts) or "\\" in name or ":" in name or "\0" in name:
        raise InputError(f"{name!r} is no template name: write folder/file, without '..'")
    return parts


def template_text(name: str) -> str:
    """Return the text of a template by its path below the folder of the templates, such as "latex/derivation.jinja".

    >>> template_text("../pyproject.toml")
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.InputError: '../pyproject.toml' is no template name: write folder/file, without '..'
    """
    parts = template_parts(name)
    root = templates_root()
    template = root.joinpath(*parts)
    if not template.is_file():
        raise InputError(f"there is no template {name!r} in {root}")
    return template.read_bytes().decode("utf-8")


def _root(folder: str) -> Traversable:
    """Find a folder that ships with the package: installed, next to it in a checkout, or in an archive."""
    from pathlib import Path

    package = Path(__file__).resolve().parent
    if (package / folder).is_dir():
        return package / folder
    # Only a checkout has its folders next to the package: in site-packages such a folder belongs to somebody else.
    if (package.parent / "pyproject.toml").is_file() and (package.parent / folder).is_dir():
        return package.parent / folder

    from importlib.resources import files

    root = files("exactmetrics").joinpath(folder)
    if not root.is_dir():
        raise InputError(f"this installation of exactmetrics has no folder {folder!r}: install the package again")
    return root
