"""What others use in their own tests: the exact reference values, and assertions. Each is imported on first use.

>>> from exactmetrics.testing import assert_exact, vectors
>>> assert_exact(361 / 561, vectors("f1", average="macro")[0])
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from exactmetrics.testing.documents import assert_document
    from exactmetrics.testing.exact import assert_exact
    from exactmetrics.testing.printed import assert_printed
    from exactmetrics.testing.reference import Vector, vectors

__all__ = ["Vector", "assert_document", "assert_exact", "assert_printed", "vectors"]

_HOMES = {
    "Vector": "exactmetrics.testing.reference",
    "assert_document": "exactmetrics.testing.documents",
    "assert_exact": "exactmetrics.testing.exact",
    "assert_printed": "exactmetrics.testing.printed",
    "vectors": "exactmetrics.testing.reference",
}


def _on_first_use(name: str) -> object:
    """Import a name when it is first asked for, and keep it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


# Hidden from type checkers, which would otherwise accept every misspelt name.
if not TYPE_CHECKING:
    __getattr__ = _on_first_use
