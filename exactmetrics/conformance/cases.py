"""Which vectors there are: their version, as their files state it."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from exactmetrics.exact.errors import InputError
from exactmetrics.vectors.certification import FILE
from exactmetrics.vectors.reading import data_folder, metrics_with_vectors

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_VERSION = re.compile(rb'"version":\s*"([0-9.]+)"')


def vectors_digest(folder: Traversable | None = None) -> str:
    """By what the vectors are known again: the first 12 digits of the SHA-256 of their certification record.

    >>> len(vectors_digest())
    12
    """
    root = data_folder() if folder is None else folder
    return hashlib.sha256(root.joinpath(FILE).read_bytes()).hexdigest()[:12]


def vectors_version(folder: Traversable | None = None) -> str:
    """The version of the vectors.

    Raises:
        InputError: there are none.

    >>> vectors_version().count(".")
    2
    """
    root = data_folder() if folder is None else folder
    for name in metrics_with_vectors(root)[:1]:
        with root.joinpath(f"{name}.json").open("rb") as file:
            found = _VERSION.search(file.read(1000))
        if found:
            return found[1].decode()
    raise InputError(f"{root} holds no reference vectors of a version")
