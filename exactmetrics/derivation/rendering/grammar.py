"""What a template may be made of: a list of what is allowed, so that everything else is refused, line by line.

Content: `check` for one parsed template; `block_names`, and `misplaced`, what a template that extends another one says
in vain: a block that the other one does not have, and text outside the blocks. Jinja passes over both in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from jinja2 import nodes

from exactmetrics.derivation.rendering.budget import RefusedError
from exactmetrics.metrics.suggest import choices

FILTERS = ("capitalize", "count", "d", "default", "first", "join", "last", "length", "lower", "trim", "upper")
TESTS = ("defined", "undefined", "none", "string", "number")
DEEPEST = 60  # levels of a template, one inside another
LONGEST = 4000  # parts of one template: names, texts, statements

# Statements, and names set off by blanks: braces of TeX hold no blanks on both sides, and no statement closes in them.
OTHER_SIGNS = re.compile(r"\{%-?\s*[a-z]+\b[^%\n]*%\}|\{\{-? +[A-Za-z_][\w.]*(?: *\|[^{}\n]{0,200}?)? {1,20}-?\}\}")

ALLOWED = (
    *(nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Const, nodes.Getattr, nodes.Getitem),
    *(nodes.For, nodes.If, nodes.CondExpr, nodes.Block, nodes.Extends, nodes.Include, nodes.FromImport, nodes.With),
    *(nodes.Macro, nodes.CallBlock, nodes.FilterBlock, nodes.Assign, nodes.AssignBlock, nodes.Call, nodes.Keyword),
    *(nodes.Filter, nodes.Test, nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.Concat),
    *(nodes.List, nodes.Tuple, nodes.Dict, nodes.Pair, nodes.Slice),
)
ARITHMETIC = (
    *(nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow, nodes.Neg, nodes.Pos),
)
CALLS = "macros, super(), caller(), loop.cycle() and self.name() of a block"


def check(tree: nodes.Template) -> None:
    """Refuse what is not allowed in a template.

    Raises:
        RefusedError: with the line.

    >>> from jinja2 import Environment
    >>> check(Environment().parse("one\\n{{ 2 * 3 }}"))
    Traceback (most recent call last):
        ...
    exactmetrics.derivation.rendering.budget.RefusedError: templates do no arithmetic
    """
    parts = 0
    level: list[nodes.Node] = [tree]
    for _ in range(DEEPEST):
        for node in level:
            fault = _fault(node)
            if fault:
                raise RefusedError(fault, _line(node))
        parts += len(level)
        if parts > LONGEST:
            raise RefusedError(f"the template has more than {LONGEST} parts: take it apart", 1)
        level = [child for node in level for child in node.iter_child_nodes()]
        if not level:
            return
    raise RefusedError(f"more than {DEEPEST} levels stand inside each other", _line(level[0]))


def refuse_other_signs(tree: nodes.Template, source: str) -> None:
    """Refuse text that looks like jinja's usual signs, which mean nothing here and would be printed as they stand.

    Raises:
        RefusedError: with the line.

    >>> from jinja2 import Environment
    >>> signs = Environment(variable_start_string="<<", variable_end_string=">>")
    >>> refuse_other_signs(signs.parse("{{a}}"), "{{a}}")  # braces of TeX
    >>> refuse_other_signs(signs.parse("{{ title }}"), "{{ title }}")
    Traceback (most recent call last):
        ...
    exactmetrics.derivation.rendering.budget.RefusedError: '{{ title }}' is no sign of these templates: ...
    """
    for node in tree.find_all(nodes.TemplateData):
        if found := OTHER_SIGNS.search(node.data):
            line = source.count("\n", 0, max(source.find(found[0]), 0)) + 1
            raise RefusedError(
                f"{found[0]!r} is no sign of these templates: the signs are <% %> and << >>; to print it, write "
                f'<< "{found[0]}" >>',
                line,
            )


def _line(node: nodes.Node) -> int:
    """The line of a part, or of the first one in it: not every part knows its own."""
    return node.lineno or next((part.lineno for part in node.find_all(nodes.Node) if part.lineno), 1)


def _fault(node: nodes.Node) -> str | None:
    """What is wrong with one part of a template, leaving out what it holds."""
    if isinstance(node, ARITHMETIC):
        return "templates do no arithmetic"
    if not isinstance(node, ALLOWED):
        return f"{_word(node)} is no part of these templates"
    match node:
        case nodes.Const(value=value) if value is not None and not isinstance(value, str | int):
            return "a number in a template is a whole number"
        case nodes.Filter(name=name) if name not in FILTERS:
            return f"there is no filter {name!r}; {choices(name, FILTERS)}"
        case nodes.Test(name=name) if name not in TESTS:
            return f"there is no test {name!r}; {choices(name, TESTS)}"
        case nodes.Pair(key=key) if not (isinstance(key, nodes.Const) and isinstance(key.value, str)):
            return "the keys of a group are written out, in quotes"
        case nodes.Slice(step=step) if step is not None:
            return "a part of a list has a beginning and an end, and no step"
        case nodes.For(recursive=True):
            return "a loop does not call itself"
        case nodes.Extends(template=name) if not isinstance(name, nodes.Const):
            return "the name of the template that is extended is written out, in quotes"
        case nodes.Include(ignore_missing=True):
            return "a template that is included must be there"
    if isinstance(node, nodes.Call | nodes.Filter | nodes.Test) and (node.dyn_args or node.dyn_kwargs):
        return "arguments are written one by one, without * and **"
    return None


def _word(node: nodes.Node) -> str:
    """What a part of a template is called in a message."""
    words = {nodes.Import: "import", nodes.NSRef: "a namespace", nodes.Scope: "autoescape"}
    return words.get(type(node), type(node).__name__)


def parent_of(tree: nodes.Template) -> tuple[str, int] | None:
    """The name of the template that a template extends, and the line that says so.

    >>> from jinja2 import Environment
    >>> parent_of(Environment().parse("{% extends 'a' %}")), parent_of(Environment().parse("a"))
    (('a', 1), None)
    """
    for node in tree.find_all(nodes.Extends):
        if isinstance(node.template, nodes.Const):
            return str(node.template.value), node.lineno
    return None


def block_names(tree: nodes.Template) -> list[str]:
    """The blocks of a template, in their order.

    >>> from jinja2 import Environment
    >>> block_names(Environment().parse("{% block a %}{% block b %}{% endblock %}{% endblock %}"))
    ['a', 'b']
    """
    return [block.name for block in tree.find_all(nodes.Block)]


def misplaced(tree: nodes.Template, parent: str, blocks: list[str]) -> None:
    """Refuse what a template that extends another one says in vain.

    Args:
        tree: the template.
        parent: what the other one is called.
        blocks: the names of the other one's blocks.

    Raises:
        RefusedError: with the line.

    >>> from jinja2 import Environment
    >>> misplaced(Environment().parse("{% block titel %}{% endblock %}"), "a page", ["title"])
    Traceback (most recent call last):
        ...
    exactmetrics.derivation.rendering.budget.RefusedError: a page has no block 'titel'; did you mean 'title'? ...
    """
    for node in _outermost(tree):
        if isinstance(node, nodes.Block) and node.name not in blocks:
            hint = f"{choices(node.name, blocks)}" if blocks else "it has none"
            raise RefusedError(f"{parent} has no block {node.name!r}; {hint}", node.lineno)
        shown = node.nodes if isinstance(node, nodes.Output) else []
        for part in shown:
            if not isinstance(part, nodes.TemplateData) or part.data.strip():
                raise RefusedError(
                    "what stands outside the blocks of a template that extends another is not shown; "
                    "put it into a block",
                    part.lineno,
                )


def _outermost(tree: nodes.Template) -> Iterator[nodes.Node]:
    """The statements that stand in no block and in no macro."""
    for node in tree.body:
        yield node
        if isinstance(node, nodes.If | nodes.For | nodes.With):
            inner = [*node.body, *getattr(node, "else_", []), *getattr(node, "elif_", [])]
            yield from _outermost(nodes.Template(inner))
