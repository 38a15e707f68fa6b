"""The questions that are asked of an input: metric, class or average, convention, and the options that matter there.

Beside the answer to a question stand its variants: the other numbers that go by the same name.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from exactmetrics.exact.digits import fraction_text
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.metric import Convention, Metric
from exactmetrics.metrics.registry import metric_named, uses_mean
from exactmetrics.metrics.request import averages_of, resolve
from exactmetrics.vectors.expected import undefined_kind, written
from exactmetrics.vectors.inputs import Entry
from exactmetrics.views.carrier import has_single_samples
from exactmetrics.views.value import compute

if TYPE_CHECKING:
    from exactmetrics.vectors.reading import Case

OVERS = ("true", "predicted", "present")
SEVERAL = 2  # so many libraries compute a metric that sees the wide inputs too
RARER = {"over", "weights", "undefined"}  # options of questions that have no variants
Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Ask:
    """A question without its input; `position` is that of the class, and the options are texts."""

    metric: str
    average: str | None
    convention: str
    position: int | None = None
    options: Options = ()

    def value(self, blocks: Blocks) -> Value:
        label = None if self.position is None else blocks.labels[self.position]
        return _answer(self.metric, label, self.average, {"convention": self.convention, **dict(self.options)}, blocks)

    def name(self) -> str:
        """The question in an id: made of what is asked, never of a running number.

        >>> Ask("fbeta", "macro", "convex", None, (("beta", "4/5"),)).name()
        'fbeta.macro.convex.beta=4/5'
        """
        which = self.average or ("matrix" if self.position is None else f"class={self.position}")
        told = [] if self.convention == "standard" else [self.convention]
        return ".".join([self.metric, which, *told, *(f"{k}={v}" for k, v in self.options)])

    def but(self, **options: str) -> Ask:
        """The question with further options, which are kept in the order of their names."""
        return replace(self, options=tuple(sorted({**dict(self.options), **options}.items())))


def answer_if(case: Case, otherwise: Mapping[str, str], blocks: Blocks) -> Value:
    """The answer to a published case if its convention or its options are otherwise, on its own counts or on others."""
    options = {"convention": case.convention, **case.options, **otherwise}
    return _answer(case.metric, case.label, case.average, options, blocks)


def _answer(
    metric: str, label: Hashable | None, average: str | None, options: Mapping[str, Any], blocks: Blocks
) -> Value:
    return compute(resolve(metric, label=label, average=average, labels=blocks.labels, **options), blocks).value


class Subject:
    """An entry of the catalogue with its counts, counted once, and the answers it has given so far."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.counts = entry.input.counts()
        self.blocks = self.counts.blocks()
        self._answers: dict[tuple[Ask, bool], Value] = {}

    @cached_property
    def _transposed(self) -> Blocks:
        return self.counts.transpose().blocks()

    def answer(self, ask: Ask, *, transposed: bool = False) -> Value:
        """The answer to a question, of the matrix or of the transposed one; asked twice it is computed once."""
        key = ask, transposed
        if key not in self._answers:
            self._answers[key] = ask.value(self._transposed if transposed else self.blocks)
        return self._answers[key]


def asks_of(metric: Metric, subject: Subject) -> Iterator[tuple[Ask, Value]]:
    """Every question that is asked about a metric on an input, with its answer."""
    core = subject.entry.reach == "core"
    if (not core and not _is_wide(metric)) or (metric.single_samples and not has_single_samples(subject.blocks)):
        return
    # Every convention on the core inputs; on the others the rest are variants of the standard one.
    for convention in metric.conventions.values() if core else [metric.standard]:
        for ask in _usual(metric, convention, subject):
            value = subject.answer(ask)
            yield ask, value
            others = [*_policies(metric, ask, value), *_choices(ask, value, subject)]
            yield from ((other, subject.answer(other)) for other in others)


def _is_wide(metric: Metric) -> bool:
    """Whether a metric sees the wide inputs: several libraries compute it."""
    return len(metric.implemented_by) >= SEVERAL


def _usual(metric: Metric, convention: Convention, subject: Subject) -> Iterator[Ask]:
    for given in _parameters(convention, subject.entry):
        if metric.scope == "matrix":
            yield Ask(metric.name, None, convention.name, None, given)
            if not subject.entry.more:
                continue
        for position in _positions(metric, subject):
            yield Ask(metric.name, None, convention.name, position, given)
        # Averages of two classes only for the metrics that many libraries compute.
        for average in averages_of(metric) if _is_wide(metric) or subject.counts.k > 2 else ():
            ask = Ask(metric.name, average, convention.name, None, given)
            yield ask
            if subject.entry.reach == "core" and convention.composite:
                yield ask.but(combine="averages")


def _positions(metric: Metric, subject: Subject) -> list[int]:
    """The first class, the first that is absent or never predicted, and the last where many libraries compute it."""
    counts = subject.counts
    gaps = [i for i in range(counts.k) if not (counts.support[i] and counts.predicted[i])]
    return sorted({0, *gaps[:1], *([counts.k - 1] if _is_wide(metric) else [])})


def _parameters(convention: Convention, entry: Entry) -> Iterable[Options]:
    """Each parameter at its first example; at the others, and at extreme values, where the entry asks for more."""
    known = convention.parameters
    first = {name: fraction_text(parameter.examples[0]) for name, parameter in known.items()}
    found = [tuple(sorted(first.items()))]
    for name, parameter in known.items() if entry.more else ():
        found += [tuple(sorted({**first, name: fraction_text(x)}.items())) for x in parameter.examples[1:]]
    found += [given for given in entry.parameters if _accepts(convention, dict(given))]
    return dict.fromkeys(found)  # an extreme value of one metric is the first example of another


def _accepts(convention: Convention, given: Mapping[str, str]) -> bool:
    """Whether a convention has these parameters, and they may have these values."""
    known = convention.parameters
    return known.keys() == given.keys() and all(known[n].check(Fraction(x)) for n, x in given.items())


def _policies(metric: Metric, ask: Ask, value: Value) -> Iterator[Ask]:
    """The same question with something in place of 0/0, where it has no value without."""
    if isinstance(value, Undefined) and value.kind == "indeterminate":
        for policy in ("0", "1", "omit") if ask.average or uses_mean(metric) else ("0", "1"):
            yield ask.but(undefined=policy)


def _choices(ask: Ask, value: Value, subject: Subject) -> Iterator[Ask]:
    """The same question of other classes and with other weights, where they change the answer."""
    others = [ask.but(over=over) for over in OVERS if _chooses_classes(ask)]
    if ask.average == "weighted" and subject.entry.more:
        others.append(ask.but(weights="predicted"))
    yield from (other for other in others if subject.answer(other) != value)


def _chooses_classes(ask: Ask) -> bool:
    """Whether it matters to a question which classes are averaged over."""
    return ask.average is not None or (ask.position is None and uses_mean(metric_named(ask.metric)))


def variants_of(ask: Ask, value: Value, subject: Subject) -> list[dict[str, Any]]:
    """The values under the other conventions that differ from this one, as data; of plain questions only."""
    if RARER & dict(ask.options).keys():
        return []
    found, seen = [], [value]
    for options, other in _variants(ask):
        answer = subject.answer(other)
        if not any(_alike(answer, one) for one in seen):
            seen.append(answer)
            record = written(answer)
            kept = ("exact", "root", "expression", "undefined", "float64")
            found.append({"options": options, **{key: record[key] for key in kept if key in record}})
    return found


def _variants(ask: Ask) -> Iterator[tuple[dict[str, str], Ask]]:
    metric = metric_named(ask.metric)
    parameters = {name: value for name, value in ask.options if name != "combine"}
    for name, convention in metric.conventions.items():
        if name != ask.convention and _accepts(convention, parameters):
            yield {"convention": name}, replace(ask, convention=name)
    if ask.average and metric.conventions[ask.convention].composite:
        other = "scores" if "combine" in dict(ask.options) else "averages"
        yield {"combine": other}, ask.but(combine=other)
    if _chooses_classes(ask):
        for over in OVERS:
            yield {"over": over}, ask.but(over=over)


def _alike(one: Value, other: Value) -> bool:
    """Whether two answers are the same number, or without a value for the same reason."""
    if isinstance(one, Undefined) and isinstance(other, Undefined):
        return undefined_kind(one) == undefined_kind(other)
    return one == other
