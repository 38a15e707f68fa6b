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
    """A template of the package filled with a context.

    Args:
        template: its name, as in "markdown/derivation.md.jinja".
        context: the texts, lists and groups of texts it places; docs/templates.md describes them.
        templates: a folder with the user's own templates, which go before the package's and are not trusted.

    Raises:
        InputError: no such folder, nothing in it that is used, a template that cannot be read.
        UsageError: a template uses a name that is not there, or does what templates may not do.
    """
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
