"""A metric: one named definition with its traits; forms arrange it otherwise, conventions are another number.

The registry is filled by the decorators in `definitions/`; everything else about a metric is derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.quantity import ClassView, MatrixView, Quantity
from exactmetrics.metrics.suggest import choices

Scope = Literal["class", "matrix"]
Define = Callable[..., Any]  # (view, **parameters) -> Quantity of that view
REGISTRY: dict[str, Metric] = {}


@dataclass(slots=True)
class Form:
    """One arrangement of a definition; `composite` forms are made of metrics only, `classes` limits k."""

    name: str
    define: Define
    composite: bool = False
    classes: int | None = None


@dataclass(slots=True)
class Parameter:
    """A number a metric takes besides the counts, with what it may be and the values tests use."""

    name: str
    meaning: str
    check: Callable[[Fraction], bool]
    domain: str
    examples: tuple[Fraction, ...]


@dataclass(slots=True)
class Convention:
    """A number some authors give this name; the first form has the widest domain."""

    name: str
    doc: str
    range: tuple[int | None, int | None]
    forms: dict[str, Form] = field(default_factory=dict)
    parameters: dict[str, Parameter] = field(default_factory=dict)
    optimum: Fraction | None = Fraction(1)

    def form(self, name: str, *, composite: bool = False, classes: int | None = None) -> Callable[[Define], Define]:
        """Register another arrangement of the same number."""

        def register(define: Define) -> Define:
            self.forms[name] = Form(name, define, composite, classes)
            return define

        return register

    def pick(self, name: str | None, metric: str) -> Form:
        """The named form, else the first."""
        if name is None:
            return next(iter(self.forms.values()))
        if not isinstance(name, str) or name not in self.forms:
            raise UsageError(f"{metric} has no form {name!r}; {choices(name, self.forms)}")
        return self.forms[name]


@dataclass(slots=True, eq=False)
class Metric:
    """A named definition, its forms and conventions, and what is known of it."""

    name: str
    title: str
    scope: Scope
    doc: str
    conventions: dict[str, Convention]
    aliases: tuple[str, ...]
    direction: Literal["up", "down", "none"]
    exactness: Literal["rational", "algebraic"]
    scale_free: bool
    implemented_by: Mapping[str, str]
    partition: bool  # needs one true and one predicted class for every sample

    def __call__(self, view: ClassView | MatrixView, **parameters: Any) -> Quantity:
        """Run on a view, which decides what running means: compute, record, or apply a policy."""
        return view.apply(Bound(self, self.standard, None, parameters))

    @property
    def standard(self) -> Convention:
        """The convention that is meant when none is named."""
        return next(iter(self.conventions.values()))

    def form(self, name: str, *, composite: bool = False, classes: int | None = None) -> Callable[[Define], Define]:
        """Register another arrangement of the standard number."""
        return self.standard.form(name, composite=composite, classes=classes)

    def convention(
        self,
        name: str,
        *,
        range: tuple[int | None, int | None] = (0, 1),
        parameters: tuple[Parameter, ...] = (),
        optimum: int | None = 1,
        form: str = "standard",
    ) -> Callable[[Define], Convention]:
        """Register another number under this name, with its own first form."""

        def register(define: Define) -> Convention:
            best = None if optimum is None else Fraction(optimum)
            made = Convention(name, _doc_of(define), range, {}, {p.name: p for p in parameters}, best)
            made.form(form)(define)
            self.conventions[name] = made
            return made

        return register

    def pick(self, name: str | None) -> Convention:
        """The named convention, else the standard one."""
        if name is None:
            return self.standard
        if not isinstance(name, str) or name not in self.conventions:
            raise UsageError(f"{self.name} has no convention {name!r}; {choices(name, self.conventions)}")
        return self.conventions[name]


@dataclass(slots=True)
class Bound:
    """A metric with its convention, form and parameters chosen: ready to run on a view."""

    metric: Metric
    convention: Convention
    form: Form | None
    parameters: Mapping[str, Any]

    def __call__(self, view: ClassView | MatrixView) -> Quantity:
        """Run on a view."""
        return view.apply(self)

    @property
    def name(self) -> str:
        """The metric's name."""
        return self.metric.name

    @property
    def chosen(self) -> Form:
        """The form to run: the one asked for, else the first."""
        return self.form or self.convention.pick(None, self.metric.name)

    def define(self, view: Any) -> Any:
        """The definition itself on a view, without any policy."""
        return self.chosen.define(view, **self.parameters)


def metric(
    name: str,
    *,
    scope: Scope,
    range: tuple[int | None, int | None] = (0, 1),
    direction: Literal["up", "down", "none"] = "up",
    title: str = "",
    aliases: tuple[str, ...] = (),
    exactness: Literal["rational", "algebraic"] = "rational",
    scale_free: bool = True,
    optimum: int | None = 1,
    parameters: tuple[Parameter, ...] = (),
    implemented_by: Mapping[str, str] | None = None,
    form: str = "standard",
    partition: bool | None = None,
) -> Callable[[Define], Metric]:
    """Register a definition as a metric; its docstring's first line becomes the description.

    `range` is the closed interval of its values (None: no bound), `optimum` its value on a perfect matrix, `scale_free`
    says that multiplying every count by one number leaves it unchanged.

    >>> @metric("lost", scope="class", range=(0, None), optimum=0)
    ... def lost(c):
    ...     "Samples of the class that were missed."
    ...     return c.fn
    >>> lost.doc, lost.title, REGISTRY.pop("lost") is lost
    ('Samples of the class that were missed.', 'lost', True)
    """

    def register(define: Define) -> Metric:
        best = None if optimum is None else Fraction(optimum)
        standard = Convention("standard", _doc_of(define), range, {}, {p.name: p for p in parameters}, best)
        standard.form(form)(define)
        needs_partition = scope == "matrix" if partition is None else partition
        made = Metric(
            name, title or name.replace("_", " "), scope, _doc_of(define), {"standard": standard}, aliases, direction,
            exactness, scale_free, implemented_by or {}, needs_partition,
        )  # fmt: skip
        if REGISTRY.setdefault(name, made) is not made:
            raise ValueError(f"metric {name!r} is defined twice")
        return made

    return register


def _doc_of(define: Define) -> str:
    """The docstring of a definition, unindented."""
    import inspect

    return inspect.getdoc(define) or ""
