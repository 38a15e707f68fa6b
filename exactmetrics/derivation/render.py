"""Templates filled: the package's own, or a user's that go before them.

This module and those in `rendering/` are the only ones that import jinja2, and only when the first page is rendered.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from exactmetrics._resources import template_text


def render(template: str, context: dict[str, Any], templates: str | Path | None = None) -> str:
    r"""A template of the package filled with a context.

    Args:
        template: its name, as in "markdown/derivation.md.jinja".
        context: the texts, lists and groups of texts it places; docs/templates.md describes them.
        templates: a folder with the user's own templates, which go before the package's and are not trusted.

    Raises:
        InputError: no such folder, nothing in it that is used, a template that cannot be read.
        UsageError: a template uses a name that is not there, or does what templates may not do.

    >>> render("latex/equation.tex.jinja", {"formula": "x = 1", "tag": "", "place": ""})
    '\\begin{equation*}\nx = 1\n\\end{equation*}\n'
    """
    text = _trusted(template, context) if templates is None else _sandboxed(template, context, templates)
    return text.rstrip() + "\n"


def _trusted(template: str, context: dict[str, Any]) -> str:
    text: str = _environment().get_template(template).render(context)
    return text


@cache
def _environment() -> Any:
    """The environment of the package's own templates: they are code of the package, kept to its rules by its tests."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    from exactmetrics.derivation.rendering.dialect import DIALECT

    return Environment(loader=FunctionLoader(template_text), undefined=StrictUndefined, **DIALECT)


def _sandboxed(template: str, context: dict[str, Any], templates: str | Path) -> str:
    """A page of a user's templates; what they do wrong is an error with its place."""
    from jinja2 import TemplateError

    from exactmetrics.derivation.rendering.faults import explained
    from exactmetrics.derivation.rendering.sandbox import Sandbox
    from exactmetrics.derivation.rendering.sources import Sources

    sandbox = Sandbox(Sources(templates))
    try:
        return sandbox.get_template(template).render(context)
    except (TemplateError, ValueError, TypeError, LookupError, RecursionError, SyntaxError) as error:
        found = explained(error, template, context, sandbox)
    raise found
