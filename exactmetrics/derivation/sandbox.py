"""Where templates are filled, strict about names: the package's own, and a user's in jinja2's immutable sandbox.

A user's template is a file that the user trusts, as code. What is added for it: errors say what is wrong, where, and
what would help; what jinja passes over in silence is an error too; and what it writes is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from dataclasses import fields, is_dataclass
from traceback import walk_tb
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, TemplateSyntaxError, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from exactmetrics._resources import template_text
from exactmetrics.derivation.templates import DIALECT, ENDING, PACKAGE, Sources
from exactmetrics.exact.errors import ExactMetricsError, InputError, UsageError
from exactmetrics.metrics.suggest import choices

CHARACTERS = 6_000_000  # of a page: many times what a page of a thousand classes has
LONGEST = 300  # characters of a message that quotes a template
CIRCLE = "this goes too deep: a template includes or extends itself, a macro calls itself, or too many brackets"
ENDED = ("autoescape", "block", "call", "filter", "for", "if", "macro", "raw", "set", "with")
TAGS = (*ENDED, "elif", "else", "extends", "from", "import", "include", "print", *(f"end{tag}" for tag in ENDED))
# What jinja says of what is not there.
UNKNOWN = {
    "tag": r"Encountered unknown tag '(\w+)'",
    "filter": r"No filter named '(\w+)'",
    "test": r"No test named '(\w+)'",
    "name": r"'(\w+)' is undefined",
}
# Statements, and names set off by blanks: braces of TeX hold no blanks on both sides, and no statement closes in them.
OTHER_SIGNS = re.compile(r"\{%-?\s*[a-z]+\b[^%\n]*%\}|\{\{-? +[A-Za-z_][\w.]*(?: *\|[^{}\n]{0,200}?)? {1,20}-?\}\}")


def filled(template: str, context: dict[str, Any], sources: Sources) -> str:
    """A page of a user's templates; what they do wrong is an error with its place."""
    sandbox = UserSandbox(sources)
    try:
        return sandbox.get_template(template).render(context)
    except Exception as error:  # a template is code, which can go wrong in any way
        where = sources.shown(template)
        for frame, line in walk_tb(error.__traceback__):
            if frame.f_code.co_filename.endswith(ENDING):  # jinja puts the templates in the place of its code
                where = f"{frame.f_code.co_filename}, line {line}"
        if isinstance(error, TemplateSyntaxError):  # raised before there is any code
            where = f"{error.filename or error.name}, line {error.lineno}"
        said = _told(error, {"tag": TAGS, "filter": sandbox.filters, "test": sandbox.tests, "name": context})
        kind = InputError if isinstance(error, InputError) else UsageError
        raise kind(f"{where}: {said if len(said) <= LONGEST else f'{said[: LONGEST - 1]}…'}") from None


def _told(error: Exception, known: dict[str, Iterable[str]]) -> str:
    """What went wrong, and what would help."""
    if isinstance(error, RecursionError):
        return CIRCLE
    said = " ".join(str(getattr(error, "message", None) or error).split()) or type(error).__name__
    for what, pattern in UNKNOWN.items():
        if found := re.match(pattern, said):
            return f"there is no {what} {found[1]!r}; {choices(found[1], known[what])}"
    return said


class Missing(StrictUndefined):
    """What stands for what is not there: any use of it is an error, which of a group names the keys that it has."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        name, group = self._undefined_name, self._undefined_obj
        if self._undefined_hint or not (is_dataclass(group) or isinstance(group, dict)):
            return super()._undefined_message
        keys = group if isinstance(group, dict) else [field.name for field in fields(group)]
        return f"there is no {name!r} here; {choices(str(name), keys)}"


def package_environment() -> Environment:
    """The environment of the package's own templates: what is wrong in one is a fault of the package."""
    return Environment(loader=FunctionLoader(template_text), undefined=Missing, **DIALECT)


def _something(value: Any) -> Any:
    """What an expression writes; a page that says "None" is a mistake."""
    if value is None:
        raise UsageError('there is nothing to write here: ask first, <% if ... %>, or write << ... or "" >>')
    return value


class UserSandbox(ImmutableSandboxedEnvironment):
    """The environment of one page of a user's templates."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        loader = FunctionLoader(lambda name: (sources.text(name), sources.shown(name), lambda: True))
        super().__init__(loader=loader, undefined=Missing, finalize=_something, **DIALECT)

    def concat(self, pieces: Iterable[str]) -> str:
        """A page, a macro or a block in one text; the pieces of a page are made only now, and counted as they come."""
        made, left = [], CHARACTERS
        for piece in pieces:
            left -= len(piece)
            if left < 0:
                error = SecurityError(f"the page becomes longer than {CHARACTERS:,} characters")
                if isinstance(pieces, Generator):
                    pieces.throw(error)  # in the line that writes too much
                raise error
            made.append(piece)
        return "".join(made)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        # What the package's own extend may be a user's page without blocks.
        for fault, line in self._in_vain(tree, name) if name and self.sources.is_own(name) else ():
            raise TemplateSyntaxError(fault, line, name, filename)
        return tree

    def _in_vain(self, tree: nodes.Template, name: str) -> Iterator[tuple[str, int]]:
        """What jinja passes over in silence, and the line: its usual signs, and what an extending template loses."""
        for text in tree.find_all(nodes.TemplateData):
            if found := OTHER_SIGNS.search(text.data):
                cure = f'the signs are <% %> and << >>; to print it, write << "{found[0]}" >>'
                line = text.lineno + text.data.count("\n", 0, found.start())
                yield f"{found[0]!r} is no sign of these templates: {cure}", line
        for parent, line in _extended(tree):
            try:
                blocks = self._blocks(parent, name)
            except ExactMetricsError as error:
                yield str(error), line
                return
            for node in _outermost(tree.body):
                if isinstance(node, nodes.Block) and node.name not in blocks:
                    hint = choices(node.name, blocks) if blocks else "it has none"
                    yield f"{parent} has no block {node.name!r}; {hint}", node.lineno
                for part in node.nodes if isinstance(node, nodes.Output) else ():
                    data = part.data if isinstance(part, nodes.TemplateData) else "<< >>"
                    if lost := data.lstrip():
                        said = "what stands outside the blocks of a template that extends another is not shown"
                        yield f"{said}; put it into a block", part.lineno + data.removesuffix(lost).count("\n")

    def _blocks(self, name: str, *heirs: str) -> dict[str, None]:
        """The blocks of a template, behind those of the templates that it extends."""
        if name in heirs:
            circle = f"templates extend each other in a circle: {' → '.join((*heirs, name))}"
            raise InputError(f"{circle}; {PACKAGE!r} before a name means the package's own")
        tree = super()._parse(self.sources.text(name), name, self.sources.shown(name))
        inherited = [block for parent, _ in _extended(tree) for block in self._blocks(parent, *heirs, name)]
        return dict.fromkeys([*inherited, *(block.name for block in tree.find_all(nodes.Block))])


def _extended(tree: nodes.Template) -> Iterator[tuple[str, int]]:
    """The name of the template that a template extends, and the line that says so."""
    for node in tree.find_all(nodes.Extends):
        if isinstance(node.template, nodes.Const):
            yield str(node.template.value), node.lineno


def _outermost(body: list[nodes.Node]) -> Iterator[nodes.Node]:
    """The statements that stand in no block and in no macro."""
    for node in body:
        yield node
        if isinstance(node, nodes.If | nodes.For | nodes.With):
            yield from _outermost([*node.body, *getattr(node, "else_", []), *getattr(node, "elif_", [])])
