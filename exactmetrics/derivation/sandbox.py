"""Where a user's templates are filled: jinja2's own immutable sandbox, strict about names, with bounds on everything.

A template is given texts, whole numbers, lists and groups, and writes texts. No attribute of an object is ever looked
up: a name after a point is a key of a group, a member of `loop`, or a block of `self`. Called can be macros and blocks.
What could make much of little by one sign is not there at all: `*`, `**` and `%`, `range`, and the filters that build
texts by a number (format, center, indent, replace, batch ...). What can grow step by step, by loops, calls and texts
put together, is counted before it is made, and its time is limited too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from time import thread_time
from typing import Any, NoReturn

from jinja2 import FunctionLoader, StrictUndefined, TemplateError, TemplateSyntaxError, Undefined, nodes
from jinja2.environment import Template
from jinja2.exceptions import SecurityError
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, TemplateReference
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing, pass_context

from exactmetrics.derivation.templates import DIALECT, PACKAGE, Sources
from exactmetrics.exact.errors import ExactMetricsError, InputError, UsageError
from exactmetrics.metrics.suggest import choices

# What one page may cost: many times what a page of a thousand classes does.
STEPS = 600_000  # parts of templates that are run in loops and by calls
CHARACTERS = 6_000_000  # of the page, and of every text made on the way to it
SECONDS = 3.0  # of the processor
SOURCE = 120_000  # characters of all its templates
PARTS = 4000  # of one template: names, texts, statements
LOADED, CALLED = 200, 25  # steps of a template that is included, and of a call
STEP, EACH, SCALAR, HOLDER = "a step", "each round", "a scalar", "a holder"  # filters that no template can name

TEXT_FILTERS: dict[str, Callable[[str], str]] = {
    "upper": str.upper,
    "lower": str.lower,
    "capitalize": str.capitalize,
    "trim": str.strip,
}
FILTERS = ("capitalize", "count", "d", "default", "first", "join", "last", "length", "lower", "trim", "upper")
TESTS = ("defined", "undefined", "none", "string", "number")
LOOP = ("index", "index0", "revindex", "revindex0", "first", "last", "length", "previtem", "nextitem", "cycle")
CALLS = "macros, super(), caller(), loop.cycle() and self.name() of a block"
ENDED = ("block", "call", "filter", "for", "if", "macro", "raw", "set", "with")
TAGS = (*ENDED, "elif", "else", "extends", "from", "include", *(f"end{tag}" for tag in ENDED))

GUIDE = "docs/templates.md lists the blocks and the names of every page"
CIRCLE = "this goes too deep: a template includes or extends itself, a macro calls itself, or too many brackets"
UNKNOWN = re.compile(r"Encountered unknown (tag) '(\w{1,40})'|No (filter|test) named '(\w{1,40})'")
LONGEST = 300  # characters of a message that quotes a template
# Statements, and names set off by blanks: braces of TeX hold no blanks on both sides, and no statement closes in them.
OTHER_SIGNS = re.compile(r"\{%-?\s*[a-z]+\b[^%\n]*%\}|\{\{-? +[A-Za-z_][\w.]*(?: *\|[^{}\n]{0,200}?)? {1,20}-?\}\}")


def filled(template: str, context: dict[str, Any], sources: Sources) -> str:
    """A page of a user's templates; what they do wrong is an error with its place."""
    sandbox = Sandbox(sources, context)
    try:
        return sandbox.get_template(template).render(context)
    except (TemplateError, ValueError, TypeError, LookupError, RecursionError, SyntaxError) as error:
        found = _explained(error, template, sources)
    raise found


class Limits:
    """What is left for one page."""

    def __init__(self) -> None:
        self._steps, self._characters, self._source = STEPS, CHARACTERS, SOURCE
        self._end, self._asked = thread_time() + SECONDS, STEPS

    def step(self, count: int) -> None:
        """Count parts that will be run before the next count."""
        self._steps -= count
        if self._steps < self._asked - 2000:  # the clock costs more than a step
            self._asked = self._steps
            if thread_time() > self._end:
                raise SecurityError("the page takes too long")
        if self._steps < 0:
            raise SecurityError("the page takes too many steps")

    def write(self, count: int) -> None:
        """Count characters of a text that is about to be made."""
        self._characters -= count
        if self._characters < 0:
            raise SecurityError("the page becomes too long")

    def read(self, count: int) -> None:
        self._source -= count
        if self._source < 0:
            raise SecurityError(f"the templates of one page are longer than {SOURCE} characters together")


class Missing(StrictUndefined):
    """What stands for a name that is not there: any use of it is an error that names those that are."""

    __slots__ = ()
    names: tuple[str, ...] = ()  # that the page gives to its template

    @property
    def _undefined_message(self) -> str:
        name, owner = self._undefined_name, self._undefined_obj
        if self._undefined_hint:
            return self._undefined_hint.rstrip(".")
        if owner is missing:
            return f"there is no name {name!r}; {choices(str(name), self.names)}"
        if isinstance(owner, dict):
            return f"there is no {name!r} here; {choices(str(name), [key for key in owner if isinstance(key, str)])}"
        return f"there is no entry {name} in a list of {len(owner)}"


class Sandbox(ImmutableSandboxedEnvironment):
    """An environment for one page."""

    # Neither computed while compiling nor run: `call_binop` and `call_unop` are asked, and refuse.
    intercepted_binops = frozenset(ImmutableSandboxedEnvironment.default_binop_table)
    intercepted_unops = frozenset(ImmutableSandboxedEnvironment.default_unop_table)

    def __init__(self, sources: Sources, names: Iterable[str]) -> None:
        self.limits, self.sources = Limits(), sources
        known = type("Missing", (Missing,), {"__slots__": (), "names": tuple(sorted(names))})
        super().__init__(loader=FunctionLoader(self._source), undefined=known, optimized=False, **DIALECT)
        self.finalize = self._finalized
        self.globals.clear()
        self.tests = {name: self.tests[name] for name in TESTS}
        self.filters = {
            **{name: self._changed(change) for name, change in TEXT_FILTERS.items()},
            **dict.fromkeys(("count", "length"), _length),
            **dict.fromkeys(("d", "default"), _default),
            "first": _entry(0),
            "last": _entry(-1),
            "join": self._join,
            STEP: self.limits.step,
            EACH: self._each,
            SCALAR: _scalar,
            HOLDER: self._holder,
        }

    # reading

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Parse, refuse what is none of a template's business, and put in what counts."""
        try:
            tree = super()._parse(source, name, filename)
            parts = sum(1 for _ in tree.find_all(nodes.Node))
            fault = (f"the template has more than {PARTS} parts: take it apart", 1) if parts > PARTS else None
            if self.sources.is_own(name or ""):  # what the package's own extend may be a user's page without blocks
                fault = fault or _other_signs(tree, source) or self._misplaced(tree, name or "")
            if fault is None:
                return bounded(tree, name, filename).set_environment(self)  # type: ignore[return-value]
        except RecursionError:
            fault = CIRCLE, 0
        raise TemplateSyntaxError(*fault, name, filename)

    def _misplaced(self, tree: nodes.Template, name: str) -> tuple[str, int] | None:
        """What a template that extends another one says in vain, and the line: jinja passes over it in silence."""
        extended = _extended(tree)
        if extended is None:
            return None
        parent, line = extended
        if parent == name:
            return f"the template extends itself; {PACKAGE}{name} is the package's own", line
        try:
            blocks = self._blocks(parent, name)
        except ExactMetricsError as error:
            return str(error), line
        for node in _outermost(tree.body):
            if isinstance(node, nodes.Block) and node.name not in blocks:
                hint = choices(node.name, blocks) if blocks else "it has none"
                return f"{parent} has no block {node.name!r}; {hint}", node.lineno
            for part in node.nodes if isinstance(node, nodes.Output) else ():
                if not isinstance(part, nodes.TemplateData) or part.data.strip():
                    said = "what stands outside the blocks of a template that extends another is not shown; "
                    return f"{said}put it into a block", part.lineno
        return None

    def _blocks(self, name: str, *heirs: str) -> list[str]:
        if name in heirs:
            raise InputError(f"templates extend each other in a circle: {' → '.join([*heirs, name])}")
        tree = super()._parse(self._source(name)[0], name, None)
        extended = _extended(tree)
        inherited = [] if extended is None else self._blocks(extended[0], *heirs, name)
        return list(dict.fromkeys([*inherited, *(block.name for block in tree.find_all(nodes.Block))]))

    def _source(self, name: str) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template, what messages call it, and that it does not change."""
        text = self.sources.text(name)
        self.limits.read(len(text))
        return text, self.sources.shown(name), lambda: True

    def _load_template(self, name: Any, globals: Any) -> Template:
        """A template by its name, counted each time."""
        given(name)
        if not isinstance(name, str):
            raise SecurityError(f"a template is included by its name, not by {kind(name)}")
        self.limits.step(LOADED)
        return super()._load_template(name, globals)

    # names, calls and signs

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, LoopContext) and attribute in LOOP:
            return getattr(obj, attribute)
        if isinstance(obj, TemplateReference):
            try:
                return obj[attribute]
            except KeyError:
                raise SecurityError(f"self has no block {_short(attribute)!r}") from None
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """An entry of a group by its key, of a list by its place, or by two places a part of a list."""
        given(obj, argument)
        if isinstance(argument, tuple) and len(argument) == 2:
            return self._part(obj, *argument)
        if isinstance(obj, dict):
            there = isinstance(argument, str) and argument in obj
        elif isinstance(obj, list | tuple):
            there = isinstance(argument, int) and 0 <= argument < len(obj)
        else:
            raise SecurityError(f"{kind(obj)} has no {_short(argument)!r}")
        return obj[argument] if there else self.undefined(obj=obj, name=_short(argument))

    def _part(self, value: Any, start: Any, stop: Any) -> Any:
        given(start, stop)
        if not isinstance(value, list | tuple) or not all(end is None or isinstance(end, int) for end in (start, stop)):
            raise SecurityError(f"{kind(value)} cannot be taken apart so: a part of a list is cut out by whole numbers")
        self.limits.step(len(value))
        return value[start:stop]

    def call(self, context: Context, target: Any, /, *args: Any, **kwargs: Any) -> Any:
        given(target)
        cycle = isinstance(getattr(target, "__self__", None), LoopContext)
        if not cycle and not isinstance(target, Macro | BlockReference):
            raise SecurityError(f"{kind(target)} cannot be called; what can be called are {CALLS}")
        self.limits.step(CALLED)
        return context.call(target, *args, **kwargs)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> NoReturn:
        raise SecurityError("templates do no arithmetic")

    def call_unop(self, context: Context, operator: str, arg: Any) -> NoReturn:
        raise SecurityError("templates do no arithmetic")

    # texts

    def concat(self, pieces: Iterable[str]) -> str:
        """The texts of a page, a macro or a block in one, counted one by one before they are put together."""
        made = []
        for piece in pieces:  # of a whole page they are made only now
            self.limits.write(len(piece))
            made.append(piece)
        return "".join(made)

    @pass_context
    def _finalized(self, _: Context, value: Any) -> str:
        """What is written on the page; as it needs the context, nothing is written while compiling."""
        return _text(value)

    def _changed(self, change: Callable[[str], str]) -> Callable[[Any], str]:
        def changed(value: Any) -> str:
            text = _text(value)
            self.limits.write(len(text))
            return change(text)

        return changed

    def _join(self, items: Any, between: Any = "") -> str:
        if not isinstance(items, list | tuple):
            raise SecurityError(f"join takes a list, not {kind(items)}")
        self.limits.step(1 + len(items))
        texts, gap = [_text(item) for item in items], _text(between)
        self.limits.write(sum(map(len, texts)) + len(gap) * len(texts))
        return gap.join(texts)

    def _each(self, items: Any, steps: int) -> Iterator[Any]:
        given(items)
        if not isinstance(items, list | tuple | dict):
            raise SecurityError(f"a loop runs over a list, not over {kind(items)}")
        for item in items:
            self.limits.step(steps)
            yield item

    def _holder(self, value: Any) -> Any:
        if isinstance(value, list | tuple | dict):
            self.limits.step(len(value))
            return value
        return _scalar(value)


def bounded(tree: nodes.Template, name: str | None, filename: str | None) -> nodes.Template:
    """The tree with a filter of the sandbox wherever the code that jinja makes would ask nothing that could count.

    A loop counts in each round the parts it will run, and so does what is called; `a ~ b` is joined as lists are; what
    is compared is looked at, and a part of a list is cut out by the sandbox. What is no part of a template is refused.
    """
    for node in list(tree.find_all(nodes.Node)):
        fault = ""
        match node:
            case nodes.For():
                node.iter = _filtered(node.iter, EACH, _size(node))
            case nodes.Macro() | nodes.CallBlock() | nodes.Block():
                node.body.insert(0, nodes.ExprStmt(_filtered(_size(node), STEP), lineno=node.lineno))
            case nodes.Concat():
                node.nodes = [_filtered(nodes.List(node.nodes, lineno=node.lineno), "join")]
            case nodes.Compare():
                node.expr = _filtered(node.expr, SCALAR)
                for operand in node.ops:
                    operand.expr = _filtered(operand.expr, HOLDER if operand.op in ("in", "notin") else SCALAR)
            case nodes.Getitem(arg=nodes.Slice(start=start, stop=stop, step=step)):
                fault = "" if step is None else "a part of a list has a beginning and an end, and no step"
                ends = [end or nodes.Const(None, lineno=node.lineno) for end in (start, stop)]
                node.arg = nodes.Tuple(ends, "load", lineno=node.lineno)
            case nodes.Pair(key=key) if not (isinstance(key, nodes.Const) and isinstance(key.value, str)):
                fault = "the keys of a group are written out, in quotes"
            case nodes.Import():
                fault = "import is no part of these templates: take macros out of a template with from"
            case nodes.ScopedEvalContextModifier():
                fault = "autoescape is no part of these templates"
        if fault:
            raise TemplateSyntaxError(fault, node.lineno, name, filename)
    return tree


def _filtered(node: Any, name: str, *args: nodes.Expr) -> nodes.Filter:
    return nodes.Filter(node, name, list(args), [], None, None, lineno=node.lineno)


def _size(node: nodes.Node) -> nodes.Const:
    return nodes.Const(1 + sum(1 for _ in node.find_all(nodes.Node)), lineno=node.lineno)


def _extended(tree: nodes.Template) -> tuple[str, int] | None:
    """The name of the template that a template extends, and the line that says so."""
    for node in tree.find_all(nodes.Extends):
        if isinstance(node.template, nodes.Const):
            return str(node.template.value), node.lineno
    return None


def _other_signs(tree: nodes.Template, source: str) -> tuple[str, int] | None:
    """Text that looks like jinja's usual signs, which mean nothing here and would be printed as they stand."""
    for node in tree.find_all(nodes.TemplateData):
        if found := OTHER_SIGNS.search(node.data):
            cure = f'the signs are <% %> and << >>; to print it, write << "{found[0]}" >>'
            line = source.count("\n", 0, max(source.find(found[0]), 0)) + 1
            return f"{found[0]!r} is no sign of these templates: {cure}", line
    return None


def _outermost(body: list[nodes.Node]) -> Iterator[nodes.Node]:
    """The statements that stand in no block and in no macro."""
    for node in body:
        yield node
        if isinstance(node, nodes.If | nodes.For | nodes.With):
            yield from _outermost([*node.body, *getattr(node, "else_", []), *getattr(node, "elif_", [])])


# Values


def given(*values: Any) -> None:
    """Complain of a name that is not there, where it is used."""
    for value in values:
        if isinstance(value, Undefined):
            str(value)


def _text(value: Any) -> str:
    given(value)
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise SecurityError(f"{kind(value)} cannot be written on a page: only a text or a whole number can")
    return str(value)


def _scalar(value: Any) -> Any:
    """What is compared: nothing that could hold itself many times."""
    given(value)
    if value is not None and not isinstance(value, str | int):
        raise SecurityError(f"{kind(value)} cannot be compared: only texts and whole numbers can")
    return value


def _default(value: Any, instead: Any = "") -> Any:
    return instead if isinstance(value, Undefined) else value


def _length(value: Any) -> int:
    if not isinstance(value, str | list | tuple | dict):
        raise SecurityError(f"{kind(value)} has no length")
    return len(value)


def _entry(place: int) -> Callable[[Any], Any]:
    def entry(value: Any) -> Any:
        if not isinstance(value, list | tuple) or not value:
            raise SecurityError(f"{kind(value)} has no first and no last entry")
        return value[place]

    return entry


def kind(value: Any) -> str:
    words = {str: "a text", bool: "true or false", int: "a number", list: "a list", tuple: "a list", dict: "a group"}
    words |= {type(None): "nothing", Macro: "a macro", BlockReference: "a block", LoopContext: "loop"}
    return words.get(type(value), "this")


def _short(name: object) -> Any:
    """A name in a message, cut where it is long."""
    text = str(name) if isinstance(name, str | int) else "this"
    return text if len(text) <= 40 else text[:39] + "…"


# What went wrong: the file, the line, what it was and what would help.


def _explained(error: Exception, page: str, sources: Sources) -> ExactMetricsError:
    """The error that the user gets of what a template or jinja raised."""
    file, line = _place(error)
    where = f"{file or sources.shown(page)}{f', line {line}' if line else ''}"
    said = CIRCLE if isinstance(error, RecursionError) else getattr(error, "message", None) or str(error)
    if unknown := UNKNOWN.search(said):
        what, name = filter(None, unknown.groups())
        said = f"there is no {what} {name!r}; {choices(name, {'tag': TAGS, 'filter': FILTERS, 'test': TESTS}[what])}"
    said = " ".join(said.split())
    said = said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"
    stated = isinstance(error, (ExactMetricsError, SecurityError, TemplateSyntaxError, RecursionError)) or unknown
    kind = InputError if isinstance(error, InputError) else UsageError
    return kind(f"{where}: {said if stated else f'{said}. {GUIDE}'}")


def _place(error: Exception) -> tuple[str | None, int | None]:
    """The file and the line: of the innermost template that was being read or filled."""
    if isinstance(error, TemplateSyntaxError):
        return error.filename or error.name, error.lineno
    file, line = None, None
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if "__jinja_exception__" in frame.f_globals:  # a frame that jinja has put in the place of its code
            file, line = frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    return file, line
