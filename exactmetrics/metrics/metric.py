"""A metric: one named definition with its traits; forms arrange it otherwise, conventions are another number.

The registry is filled by the decorators in `definitions/`, whose files are imported when they are needed; everything
else about a metric is derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal, TypeVar, Unpack

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Number, enclosure
from exactmetrics.metrics.cells import Statement
from exactmetrics.metrics.defined import Defined
from exactmetrics.metrics.docstrings import docstring
from exactmetrics.metrics.quantity import ClassView, MatrixView, Quantity
from exactmetrics.metrics.suggest import choices
from exactmetrics.metrics.texts import DEFINED, Sentences, Table, english, told
from exactmetrics.metrics.where_defined import FILE_OF

Exactness = Literal["rational", "algebraic", "transcendental"]
Scope = Literal["class", "matrix", "scores"]
Define = Callable[..., Any]  # (view, **parameters) -> Quantity of that view
Range = tuple["Number | int | None", "Number | int | None"]  # the closed interval of the values, None: no bound
REGISTRY: Defined[Metric] = Defined("exactmetrics.metrics.definitions", FILE_OF)
M = TypeVar("M", bound="Metric")


@dataclass(slots=True)
class Form:
    """One arrangement of a definition; `composite` forms are made of metrics only, `classes` limits k.

    `stated` is the same number in a source's own words, which only tests run: see `cells.py`.
    """

    name: str
    define: Define
    composite: bool = False
    classes: int | None = None
    stated: Statement | None = None


@dataclass(slots=True)
class Parameter:
    """A number a metric takes besides the counts, with a check of what it may be and the values tests use.

    `says` is its `meaning` and its `domain` in words, where no catalogue has them.
    """

    name: str
    check: Callable[[Fraction], bool]
    examples: tuple[Fraction, ...]
    symbol: str
    optional: bool = False  # whether it may be left out; the definition says what it is then
    says: Mapping[str, str] = field(default_factory=dict)
    path: tuple[str, ...] = ()  # of its table among those of metrics in a catalogue

    @property
    def meaning(self) -> str:
        """What it is, as a clause."""
        return str(english(*self.path, "meaning") or "")

    @property
    def domain(self) -> str:
        """What it may be."""
        return str(english(*self.path, "domain") or "")


@dataclass(slots=True)
class Convention:
    """A number some authors give this name; the first form has the widest domain."""

    name: str
    path: tuple[str, ...]  # of its table among those of metrics in a catalogue
    defined: Table  # what the definition says of it, in the keys of a catalogue
    doc: str  # the docstring, with references and examples
    range: Range
    optimum: Fraction | None
    parameters: dict[str, Parameter]
    unit: str = ""  # what it is measured in: "bits" or "nats"
    forms: dict[str, Form] = field(default_factory=dict)

    @property
    def description(self) -> str:
        """What it is, in full sentences."""
        return str(english(*self.path, "doc"))

    @property
    def meaning(self) -> str:
        """What a value says, a clause with places; that of the standard convention where nothing is said."""
        own = english(*self.path, "meaning")
        return str((english(self.path[0], "meaning") if own is None else own) or "")

    @property
    def bounds(self) -> tuple[Fraction | None, Fraction | None]:
        """The range with ends that are rationals: an irrational one is moved outwards by a hair."""
        low, high = self.range
        return None if low is None else enclosure(low, 64)[0], None if high is None else enclosure(high, 64)[1]

    @property
    def composite(self) -> Form | None:
        """The first form made of other metrics, of whose averages an average may be made."""
        return next((form for form in self.forms.values() if form.composite), None)

    def form(
        self, name: str, *, composite: bool = False, classes: int | None = None,
        cells: Statement | None = None, rows: Statement | None = None,
    ) -> Callable[[Define], Define]:  # fmt: skip
        """Register another arrangement of the same number."""

        def register(define: Define) -> Define:
            if self.forms and (doc := docstring(define)):  # that of the first is the convention's
                self.defined[f"doc_{name}"] = told(doc, {})["doc"]
            self.forms[name] = Form(name, define, composite, classes, cells or rows)
            return define

        return register

    def pick(self, name: str | None, metric: str) -> Form:
        if name is None:
            return next(iter(self.forms.values()))
        if not isinstance(name, str) or name not in self.forms:
            raise UsageError(f"{metric} has no form {name!r}; {choices(name, self.forms)}")
        return self.forms[name]


@dataclass(slots=True, eq=False, repr=False)
class Metric:
    """A named definition, its forms and conventions, and what is known of it."""

    name: str
    scope: Scope
    conventions: dict[str, Convention]
    aliases: tuple[str, ...]
    direction: Literal["up", "down", "none"]
    exactness: Exactness
    scale_free: bool
    single_samples: bool  # it is made of pairs of single samples, so its counts are whole numbers
    implemented_by: Mapping[str, str]
    partition: bool  # needs one true and one predicted class for every sample
    ordinal: bool  # the order of the classes has a meaning
    symbol: str  # a pattern in LaTeX, `<i>` being the class or the average; a profile may have another
    averages: Mapping[str, str]  # averages that are a metric of the matrix under another name, whatever the counts
    zero_at_random: bool  # the same predictions in random order have 0 on average
    independent: int | None  # the one value where the predictions of the class do not depend on the actual class
    optimum_only: bool  # the best value of all classes means that every prediction is correct, and no other has it
    optimum_if_wrong: bool  # some matrices without a correct prediction have the best value too
    wrong: str | Define | None  # what is often calculated instead: another metric by name, or a definition
    of_class: str = ""  # the metric that goes by this name where one class is said: the confusion entropy of a class

    def __repr__(self) -> str:
        return f"<Metric {self.name}>"

    def __reduce__(self) -> tuple[Callable[..., Metric], tuple[str, ...]]:
        """Pickled and copied as its name: there is one of each, and definitions cannot be pickled."""
        return _registered, (self.name,)

    def __call__(self, view: ClassView | MatrixView, **parameters: Any) -> Quantity:
        """Run on a view, which decides what running means: compute, record, or apply a policy."""
        return view.apply(Bound(self, self.standard, None, parameters))

    @property
    def title(self) -> str:
        """What it is called in sentences."""
        return str(english(self.name, "title"))

    @property
    def module(self) -> str:
        """Where it is defined."""
        return self.standard.pick(None, self.name).define.__module__

    @property
    def standard(self) -> Convention:
        """The convention that is meant when none is named."""
        return next(iter(self.conventions.values()))

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters under any of its conventions."""
        return list(dict.fromkeys(name for c in self.conventions.values() for name in c.parameters))

    def form(self, name: str, **traits: Any) -> Callable[[Define], Define]:
        """Register another arrangement of the standard number; the options are those of `Convention.form`."""
        return self.standard.form(name, **traits)

    def convention(
        self, name: str, *, range: Range = (0, 1), optimum: int | None = 1, parameters: tuple[Parameter, ...] = (),
        form: str = "standard", cells: Statement | None = None, rows: Statement | None = None, unit: str = "",
        **says: Unpack[Sentences],
    ) -> Callable[[Define], Convention]:  # fmt: skip
        """Register another number under this name, with its own first form; it means the same if nothing is said."""

        def register(define: Define) -> Convention:
            made = convention_of((self.name, name), define, range, optimum, parameters, unit, says)
            self.standard.defined[name] = made.defined
            made.form(form, cells=cells, rows=rows)(define)
            self.conventions[name] = made
            return made

        return register

    def pick(self, name: str | None) -> Convention:
        """The convention of a name, or of the unit that it is measured in."""
        if name is None:
            return self.standard
        measured = {one.unit: one for one in reversed(self.conventions.values()) if one.unit}
        if isinstance(name, str) and name in measured.keys() - self.conventions.keys():
            return measured[name]
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

    def __reduce__(self) -> tuple[Callable[..., Bound], tuple[Any, ...]]:
        form = None if self.form is None else self.form.name
        return _bound, (self.metric, self.convention.name, form, dict(self.parameters))

    def __call__(self, view: ClassView | MatrixView) -> Quantity:
        return view.apply(self)

    @property
    def name(self) -> str:
        return self.metric.name

    @property
    def chosen(self) -> Form:
        """The form to run: the one asked for, else the first."""
        return self.form or self.convention.pick(None, self.metric.name)

    def define(self, view: Any) -> Any:
        """The definition itself on a view, without any policy."""
        return self.chosen.define(view, **self.parameters)


def _registered(name: str) -> Metric:
    return REGISTRY[name]


def _bound(metric: Metric, convention: str, form: str | None, parameters: Mapping[str, Any]) -> Bound:
    chosen = metric.conventions[convention]
    return Bound(metric, chosen, None if form is None else chosen.forms.get(form) or mistaken(metric), parameters)


def mistaken(metric: Metric) -> Form:
    """The usual mistake of a metric, where it is a definition and no other metric, as a form of it."""
    assert metric.wrong is not None
    assert not isinstance(metric.wrong, str)
    return Form("mistake", metric.wrong)


def convention_of(
    path: tuple[str, ...], define: Define, range: Range, optimum: int | None, parameters: tuple[Parameter, ...],
    unit: str, says: Mapping[str, Any],
) -> Convention:  # fmt: skip
    """A convention without its first form; its path is the metric's name, and its own if it is not the standard."""
    doc, best = docstring(define), None if optimum is None else Fraction(optimum)
    taken = {p.name: replace(p, path=(*path, p.name)) for p in parameters}
    named = {} if path[1:] else {"title": path[0].replace("_", " ")}
    defined = named | told(doc, says) | {name: dict(p.says) for name, p in taken.items() if p.says}
    return Convention(path[1] if path[1:] else "standard", path, defined, doc, range, best, taken, unit)


def metric(
    name: str, *, scope: Scope, symbol: str = "", aliases: tuple[str, ...] = (),
    range: Range = (0, 1), optimum: int | None = 1, direction: Literal["up", "down", "none"] = "up",
    exactness: Exactness = "rational", scale_free: bool = True, ordinal: bool = False, single_samples: bool = False,
    partition: bool | None = None, parameters: tuple[Parameter, ...] = (), form: str = "standard",
    cells: Statement | None = None, rows: Statement | None = None,
    macro_is: str = "", micro_is: str = "", weighted_is: str = "", implemented_by: Mapping[str, str] | None = None,
    zero_at_random: bool = False, independent: int | None = None, optimum_only: bool = False,
    optimum_if_wrong: bool = False, wrong: str | Define | None = None, unit: str = "", of_class: str = "",
    **says: Unpack[Sentences],
) -> Callable[[Define], Metric]:  # fmt: skip
    r"""Register a definition as a metric; its docstring cites where it is from.

    What it is and what its values mean the catalogues say. Of a metric outside the package the definition says it: the
    first paragraph of its docstring, in full sentences, and `says`.

    Args:
        name: what it is asked for by; `symbol` is a pattern of LaTeX in formulas.
        scope: whether it is a number of one class, to be averaged, or of the whole matrix.
        range: the closed interval of its values; `optimum` is its value on a perfect matrix, the best one.
        direction: whether better predictions move it "up", "down", or neither: then an optimum is inside the range.
        scale_free: multiplying every count by one number leaves it unchanged.
        single_samples: it is made of pairs of single samples; counts that are no whole numbers are refused.
        ordinal: it depends on the order of the classes.
        partition: it needs one true and one predicted class for every sample, as a metric of the matrix does.
        cells: the same number from the four cells of a class, in a source's own words; `rows` of a matrix, or of a
            class that needs single cells, from the rows. Neither runs in the package: the tests hold the definition
            against it.
        macro_is: the metric of the matrix that its macro average always is; so `micro_is` and `weighted_is`.
        zero_at_random: the same predictions in random order have 0 on average.
        independent: its value where the predictions of a class do not depend on the actual class, and nowhere else.
        optimum_only: the best value means that every prediction is correct, and nothing else has it.
        optimum_if_wrong: of a metric of the matrix: some matrices without a correct prediction have the best value too.
        wrong: what is often calculated instead: the name of another metric, or a definition that is run on the view. It
            is told, by the sentence `mistake`, where it gives another value.
        unit: what the standard convention is measured in, "bits" or "nats"; "" where it is a mere number.
        of_class: of a metric of the matrix: the metric of a class that texts call by the same name.
        says: sentences and names by the keys that the top of `templates/messages/en.toml` explains.

    >>> @metric("lost", scope="class", range=(0, None), optimum=0, title="lost samples")
    ... def lost(c):
    ...     "The lost samples of a class are its samples that were predicted as another class."
    ...     return c.fn
    >>> lost.title, lost.symbol, REGISTRY.pop("lost") is lost
    ('lost samples', '\\mathrm{LOST}_{<i>}', True)
    >>> lost.standard.description
    'The lost samples of a class are its samples that were predicted as another class.'
    """

    if short := [alias for alias in aliases if len(alias) < 2]:
        raise ValueError(f"metric {name!r}: {short[0]!r} is no alias; documents use a single letter for anything")

    def register(define: Define) -> Metric:
        standard = convention_of((name,), define, range, optimum, parameters, unit, says)
        standard.form(form, cells=cells, rows=rows)(define)
        averages = {"macro": macro_is, "micro": micro_is, "weighted": weighted_is}
        made = Metric(
            name, scope, {"standard": standard}, aliases, direction, exactness, scale_free, single_samples,
            implemented_by or {}, scope == "matrix" if partition is None else partition, ordinal,
            symbol or symbol_of(name), {average: other for average, other in averages.items() if other},
            zero_at_random, independent, optimum_only, optimum_if_wrong, wrong, of_class,
        )  # fmt: skip
        if REGISTRY.setdefault(name, made) is not made:
            raise ValueError(f"metric {name!r} is defined twice")
        DEFINED[name] = standard.defined
        return made

    return register


def symbol_of(name: str) -> str:
    r"""The symbol of a metric that has none of its own: a short name is an abbreviation, a longer one a word.

    >>> symbol_of("npv"), symbol_of("error_rate")
    ('\\mathrm{NPV}_{<i>}', '\\mathrm{ErrorRate}_{<i>}')
    """
    word = name.upper() if len(name) <= 4 else "".join(part.capitalize() for part in name.split("_"))
    return rf"\mathrm{{{word}}}_{{<i>}}"


def with_aliases(registry: Mapping[str, M]) -> dict[str, M]:
    """The metrics of a registry by every name and alias; `ValueError` where one name means two."""
    names = dict(registry)
    for metric in registry.values():
        for alias in metric.aliases:
            if names.setdefault(alias, metric) is not metric:
                raise ValueError(f"the name {alias!r} means two metrics")
    return names


def by_title(registry: Mapping[str, M]) -> dict[str, M]:
    """The metrics of a registry by what sentences call them."""
    return {plain_key(metric.title): metric for metric in registry.values()}


def plain_key(name: str) -> str:
    """A name in lower snake case, without accents and apostrophes.

    >>> plain_key("F1-score"), plain_key("Cramér’s V")
    ('f1_score', 'cramers_v')
    """
    key = str(name).strip().lower().replace("-", "_").replace(" ", "_").replace("'", "")
    if key.isascii():
        return key
    from unicodedata import combining, normalize  # most names need none

    return "".join(letter for letter in normalize("NFD", key) if letter not in "’ʼ" and not combining(letter))
