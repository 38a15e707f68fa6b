"""Templates: the only module that imports jinja2, and only when the first page is rendered.

Templates are laid out, never trusted: a sandbox without arithmetic, with every name defined. The signs are `<% %>`,
`<< >>` and `<# #>`, which stay clear of the braces of TeX.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from exactmetrics._resources import template_text


def render(template: str, context: dict[str, Any], templates: str | None = None) -> str:
    r"""A template of the package filled with a context.

    >>> page = render("latex/document.tex.jinja", {"body": "Half of $x$."})
    >>> "Half of $x$." in page.splitlines(), page.endswith("}\n")
    (True, True)
    """
    text: str = _environment().get_template(template).render(context)
    return text.rstrip() + "\n"


@cache
def _environment() -> Any:
    from jinja2 import FunctionLoader, StrictUndefined
    from jinja2.exceptions import SecurityError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Environment(ImmutableSandboxedEnvironment):
        """No arithmetic in templates: it could use up memory, or divide in floats."""

        intercepted_binops = frozenset(ImmutableSandboxedEnvironment.default_binop_table)
        intercepted_unops = frozenset(ImmutableSandboxedEnvironment.default_unop_table)

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            raise SecurityError("templates do no arithmetic")

        def call_unop(self, context: Any, operator: str, arg: Any) -> Any:
            raise SecurityError("templates do no arithmetic")

    made = Environment(
        loader=FunctionLoader(template_text),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # every string is written for its surface before it comes here
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
    )
    for name in ("float", "round", "int", "sum", "format"):
        made.filters.pop(name, None)
    return made
