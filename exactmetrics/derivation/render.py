"""Templates filled: the package's own, or a user's that go before them.

This module and `sandbox` are the only ones that import jinja2, and only when the first page is rendered.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from exactmetrics._resources import template_text
from exactmetrics.derivation.templates import DIALECT, Sources


def render(template: str, context: dict[str, Any], templates: str | Path | None = None) -> str:
    """A template filled; the templates of a user's folder go before the package's own, and are not trusted."""
    if templates is None:
        text: str = _environment().get_template(template).render(context)
    else:
        from exactmetrics.derivation.sandbox import filled

        text = filled(template, context, Sources(templates))
    return text.rstrip() + "\n"


@cache
def _environment() -> Any:
    """The environment of the package's own templates: they are code of the package, kept to its rules by its tests."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    return Environment(loader=FunctionLoader(template_text), undefined=StrictUndefined, **DIALECT)
