"""The questions that are asked of an input: metric, average, convention, and the options that matter there."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exactmetrics.exact.digits import fraction_text
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.metrics.metric import Convention, Metric
from exactmetrics.metrics.registry import metric_named, uses_mean
from exactmetrics.metrics.request import AVERAGES
from exactmetrics.vectors.ask import Ask
from exactmetrics.vectors.catalogue.entry import Entry
from exactmetrics.vectors.subject import Subject

OVERS = ("true", "predicted", "present")
SEVERAL = 2  # so many libraries compute a metric that sees the wide inputs too


def asks_of(metric: Metric, subject: Subject) -> Iterator[tuple[Ask, Value]]:
    """Every question that is asked about a metric on an input, with its answer.

    >>> from exactmetrics.metrics.registry import metric_named
    >>> from exactmetrics.vectors.catalogue.entry import matrix
    >>> subject = Subject(matrix("two", "two classes", [[1, 1], [0, 1]]))
    >>> [ask.name() for ask, _ in asks_of(metric_named("f1"), subject)]
    ['f1.class=0', 'f1.class=1', 'f1.macro', 'f1.micro', 'f1.weighted']
    """
    if subject.entry.reach == "wide" and not is_wide(metric):
        return
    for convention in _conventions(metric, subject.entry):
        for ask in _usual(metric, convention, subject):
            value = subject.answer(ask)
            yield ask, value
            others = [*_policies(metric, ask, value), *_options(ask, value, subject)]
            yield from ((other, subject.answer(other)) for other in others)


def is_wide(metric: Metric) -> bool:
    """Whether a metric sees the wide inputs: several libraries compute it.

    >>> from exactmetrics.metrics.registry import metric_named
    >>> is_wide(metric_named("precision")), is_wide(metric_named("tp"))
    (True, False)
    """
    return len(metric.implemented_by) >= SEVERAL


def _conventions(metric: Metric, entry: Entry) -> list[Convention]:
    """Every convention on the core inputs; on the others the rest are variants of the standard one."""
    return list(metric.conventions.values()) if entry.reach == "core" else [metric.standard]


def _usual(metric: Metric, convention: Convention, subject: Subject) -> Iterator[Ask]:
    for given in _parameters(convention, subject.entry):
        if metric.scope == "matrix":
            yield Ask(metric.name, None, convention.name, None, given)
            if not subject.entry.more:
                continue
        for position in _positions(metric, subject):
            yield Ask(metric.name, None, convention.name, position, given)
        for average in AVERAGES if _averages(metric, subject) else ():
            ask = Ask(metric.name, average, convention.name, None, given)
            yield ask
            if subject.entry.reach == "core" and is_composite(convention):
                yield ask.but(combine="averages")


def _averages(metric: Metric, subject: Subject) -> bool:
    """Whether averages are asked for: of two classes only for the metrics that many libraries compute."""
    return is_wide(metric) or subject.counts.k > 2


def is_composite(convention: Convention) -> bool:
    """Whether a number can be made of other metrics, so that an average may be made of their averages.

    >>> from exactmetrics.metrics.registry import metric_named
    >>> is_composite(metric_named("f1").standard), is_composite(metric_named("recall").standard)
    (True, False)
    """
    return any(form.composite for form in convention.forms.values())


def _positions(metric: Metric, subject: Subject) -> list[int]:
    """The first class, the first that is absent or never predicted, and the last where many libraries compute it."""
    counts = subject.counts
    gaps = [i for i in range(counts.k) if not (counts.support[i] and counts.predicted[i])]
    return sorted({0, *gaps[:1], *([counts.k - 1] if is_wide(metric) else [])})


def _first(convention: Convention) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((name, fraction_text(p.examples[0])) for name, p in convention.parameters.items()))


def _parameters(convention: Convention, entry: Entry) -> Iterator[tuple[tuple[str, str], ...]]:
    """Each parameter at its first example; at the others, and at extreme values, where the entry asks for more."""
    known = convention.parameters
    yield _first(convention)
    for name, parameter in known.items() if entry.more else ():
        for example in parameter.examples[1:]:
            yield tuple(sorted({**dict(_first(convention)), name: fraction_text(example)}.items()))
    for given in entry.parameters:
        if {name for name, _ in given} == set(known) and all(known[n].check(Fraction(x)) for n, x in given):
            yield given


def _policies(metric: Metric, ask: Ask, value: Value) -> Iterator[Ask]:
    """The same question with something in place of 0/0, where it has no value without."""
    if isinstance(value, Undefined) and value.kind == "indeterminate":
        for policy in ("0", "1", "omit") if ask.average or uses_mean(metric) else ("0", "1"):
            yield ask.but(undefined=policy)


def _options(ask: Ask, value: Value, subject: Subject) -> Iterator[Ask]:
    """The same question of other classes and with other weights, where they change the answer."""
    others = [ask.but(over=over) for over in OVERS if chooses_classes(ask)]
    if ask.average == "weighted" and subject.entry.more:
        others.append(ask.but(weights="predicted"))
    yield from (other for other in others if subject.answer(other) != value)


def chooses_classes(ask: Ask) -> bool:
    """Whether it matters to a question which classes are averaged over.

    >>> chooses_classes(Ask("recall", "macro", "standard")), chooses_classes(Ask("recall", None, "standard", 0))
    (True, False)
    """
    if ask.average is not None:
        return True
    return ask.position is None and uses_mean(metric_named(ask.metric))
