"""The environment in which a user's templates are filled: nothing but texts, lists and names, and a budget for all.

No attribute of any object is looked up: a name after a point is a key of a dictionary, a member of `loop`, or a block
of `self`. Nothing can be called but macros and blocks. All filters are written here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from jinja2 import BaseLoader, StrictUndefined, Undefined, nodes
from jinja2.environment import Environment, Template
from jinja2.exceptions import UndefinedError
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, TemplateReference
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing, pass_context

from exactmetrics.derivation.rendering import metered
from exactmetrics.derivation.rendering.budget import Budget, RefusedError
from exactmetrics.derivation.rendering.dialect import DIALECT
from exactmetrics.derivation.rendering.filters import Filters, given, kind, short
from exactmetrics.derivation.rendering.grammar import (
    CALLS,
    TESTS,
    block_names,
    check,
    misplaced,
    parent_of,
    refuse_other_signs,
)
from exactmetrics.derivation.rendering.sources import PACKAGE, Sources
from exactmetrics.exact.errors import ExactMetricsError

LOADED, CALLED = 200, 10  # steps of a template that is included, and of a call
LOOP = ("index", "index0", "revindex", "revindex0", "first", "last", "length", "previtem", "nextitem", "cycle")


class MissingNameError(UndefinedError):
    """A name that is not there: `name`, and `owner`, where it was looked for (None: among the names of the page)."""

    def __init__(self, message: str, owner: Any, name: str | None) -> None:
        super().__init__(message)
        self.owner, self.name = owner, name


class Missing(StrictUndefined):
    """What stands for a name that is not there: any use of it is an error that knows the name."""

    __slots__ = ()

    def __init__(self, hint: str | None = None, obj: Any = missing, name: str | None = None, exc: Any = None) -> None:
        owner = None if obj is missing else obj

        def error(message: str) -> MissingNameError:
            return MissingNameError(message, owner, name)

        super().__init__(hint, obj, name, cast("type[UndefinedError]", error))


class Loader(BaseLoader):
    """Templates of a folder and of the package."""

    def __init__(self, sources: Sources, budget: Budget) -> None:
        self._sources, self._budget = sources, budget

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template, what messages call it, and that it does not change."""
        text = self._sources.text(template)
        self._budget.read(len(text))
        return text, self._sources.shown(template), lambda: True


class Sandbox(ImmutableSandboxedEnvironment):
    """An environment for one page.

    >>> from exactmetrics.derivation.rendering.sources import Sources
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> (folder / "text").mkdir(); (folder / "text" / "report.txt.jinja").write_text("<< title >>!") and None
    >>> Sandbox(Sources(folder)).get_template("text/report.txt.jinja").render(title="Report")
    'Report!'
    """

    intercepted_binops = frozenset(ImmutableSandboxedEnvironment.default_binop_table)
    intercepted_unops = frozenset(ImmutableSandboxedEnvironment.default_unop_table)

    def __init__(self, sources: Sources) -> None:
        self.budget = Budget()
        super().__init__(loader=Loader(sources, self.budget), undefined=Missing, optimized=False, **DIALECT)
        self.sources = sources
        self.finalize = self._written
        self.globals.clear()
        self.tests = {name: self.tests[name] for name in TESTS}
        self._filters = Filters(self.budget)
        self.filters = self._filters.by_name
        self._blocks: dict[str, list[str]] = {}
        self._descent: list[str] = []

    # reading

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Parse, check, and make it count."""
        tree = super()._parse(source, name, filename)
        check(tree)
        if self.sources.is_own(name or ""):
            refuse_other_signs(tree, source)
        extended = parent_of(tree)
        if extended is not None and self.sources.is_own(name or ""):  # else a user's page has replaced its parent
            parent, line = extended
            try:
                blocks = self._blocks_of(parent, name)
            except ExactMetricsError as error:
                raise RefusedError(str(error), line) from None
            misplaced(tree, parent, blocks)
        return metered.meter(tree).set_environment(self)  # type: ignore[return-value]

    def _blocks_of(self, name: str, heir: str | None) -> list[str]:
        """The blocks of a template and of those it extends."""
        if name == heir:
            own = f"; {PACKAGE}{name} is the package's own" if not name.startswith(PACKAGE) else ""
            raise RefusedError(f"the template extends itself{own}")
        if name in self._descent:
            raise RefusedError(f"templates extend each other in a circle: {' → '.join([*self._descent, name])}")
        if name not in self._blocks:
            self._descent.append(name)
            text = self.sources.text(name)
            self.budget.read(len(text))
            tree = super()._parse(text, name, None)
            extended = parent_of(tree)
            inherited = [] if extended is None else self._blocks_of(extended[0], name)
            self._blocks[name] = list(dict.fromkeys([*inherited, *block_names(tree)]))
            self._descent.pop()
        return self._blocks[name]

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:
        """A template by its name, counted each time."""
        given(name)
        if not isinstance(name, str):
            raise RefusedError(f"a template is included by its name, not by {kind(name)}")
        self.budget.step(LOADED)
        return super().get_template(name, parent, globals)

    def select_template(self, names: Any, parent: str | None = None, globals: Any = None) -> Template:
        """There is no choice among templates."""
        raise RefusedError("a template is included by its name, not by a list of names")

    # names

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What stands after a point."""
        if isinstance(obj, LoopContext) and attribute in LOOP:
            return getattr(obj, attribute)
        if isinstance(obj, TemplateReference):
            return self._block(obj, attribute)
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """An entry of a dictionary by its key, of a list by its place."""
        for used in (obj, argument):
            given(used)
        if isinstance(obj, dict):
            return obj[argument] if isinstance(argument, str) and argument in obj else self._nothing(obj, argument)
        if isinstance(obj, list | tuple):
            inside = isinstance(argument, int) and 0 <= argument < len(obj)
            return obj[argument] if inside else self._nothing(obj, argument)
        raise RefusedError(f"{kind(obj)} has no {short(argument)!r}")

    def _nothing(self, obj: Any, argument: Any) -> Undefined:
        return self.undefined(obj=obj, name=short(argument))

    @staticmethod
    def _block(reference: TemplateReference, name: str) -> BlockReference:
        try:
            block: BlockReference = reference[name]
        except KeyError:
            raise RefusedError(f"self has no block {short(name)!r}") from None
        return block

    def call(self, context: Context, target: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call a macro or a block."""
        given(target)
        cycle = isinstance(getattr(target, "__self__", None), LoopContext)
        if not cycle and not isinstance(target, Macro | BlockReference):
            raise RefusedError(f"{kind(target)} cannot be called; what can be called are {CALLS}")
        self.budget.step(CALLED)
        return context.call(target, *args, **kwargs)

    @pass_context
    def _written(self, _: Context, value: Any) -> str:
        """What is written on the page, counted; as it needs the context, nothing is written while compiling."""
        return self._filters.text(value)
