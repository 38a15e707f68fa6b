"""Templates filled: the package's own, or a user's that go before them.

`sandbox` is the only module that imports jinja2, and only when the first page is rendered.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from exactmetrics.derivation.templates import Sources


def render(template: str, context: dict[str, Any], templates: str | Path | None = None) -> str:
    """A template filled; the templates of a user's folder go before the package's own."""
    if templates is None:
        text: str = _environment().get_template(template).render(context)
    else:
        from exactmetrics.derivation.sandbox import filled

        text = filled(template, context, Sources(templates))
    return text.rstrip() + "\n"


@cache
def _environment() -> Any:
    from exactmetrics.derivation.sandbox import package_environment

    return package_environment()
