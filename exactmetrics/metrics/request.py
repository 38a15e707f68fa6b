"""A question about a matrix, resolved: which metric, of which class or averaged how, under which conventions.

An explicit argument beats the preset, and the preset beats the default. Whatever does not apply is an error that names
what would.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import Remark, UsageError
from exactmetrics.metrics.metric import Bound, Convention, Form, Metric
from exactmetrics.metrics.policy import PROPAGATE, Policy, policy_named
from exactmetrics.metrics.registry import metric_named, needs_cells, uses_mean
from exactmetrics.metrics.suggest import choices

if TYPE_CHECKING:
    from exactmetrics.metrics.presets import Preset

Over = str | Sequence[Hashable]
Weights = str | Mapping[Hashable, Any]
AVERAGES = ("macro", "micro", "weighted")
SAMPLES = "samples"  # the mean over samples, each of which stands where a class does: of samples with several labels
OPTIONS = (
    "label", "average", "positive", "form", "convention", "combine", "over", "weights", "undefined", "preset"
)  # fmt: skip
OVERS = ("all", "true", "predicted", "present")


@dataclass(slots=True)
class Request:
    """A resolved question; `parameters` are exact, `read` says how a float parameter was read."""

    bound: Bound
    parameters: dict[str, Fraction]
    label: Hashable | None = None
    average: str | None = None
    combine: str = "scores"
    over: Over = "all"
    weights: Weights = "support"
    policy: Policy = PROPAGATE
    preset: Preset | None = None
    read: tuple[Remark, ...] = ()
    called: str = ""  # by a name that is none of the metric's
    multi_class: str = ""  # of an average of scores: over the classes, or over the pairs of classes

    @property
    def metric(self) -> Metric:
        return self.bound.metric

    @property
    def name(self) -> str:
        """What the value is called."""
        return self.called or self.metric.name

    @property
    def is_weighted(self) -> bool:
        """Whether it is a mean in which every class, or sample, has a weight."""
        return self.average == "weighted" or (self.average == SAMPLES and not isinstance(self.weights, str))

    @property
    def kind(self) -> str | None:
        """Its average as one over classes: a mean of samples is a macro or a weighted one of what stands for them."""
        return self.average if self.average != SAMPLES else "weighted" if self.is_weighted else "macro"

    def against_rest(self, classes: int) -> tuple[Remark, ...]:
        """What is to be said of an average of a metric that the whole matrix has: it is of classes against the rest."""
        if self.metric.scope != "matrix" or self.average in (None, SAMPLES) or classes < 3:
            return ()
        name = self.metric.title
        text = f"each class stands against all others here; without an average, {name} is that of the whole matrix"
        return (Remark(text, "against_rest", metric_name=self.metric.name),)

    def over_samples(self, weights: Mapping[Hashable, Any] | None) -> Request:
        """The same question, about a macro average over classes, as one about the mean over samples."""
        return replace(self, average=SAMPLES, weights="support" if weights is None else weights)


def resolve(
    name: str,
    besides: Sequence[str] = (),
    /,
    *,
    label: Hashable | None = None,
    average: str | None = None,
    form: str | None = None,
    convention: str | None = None,
    combine: str | None = None,
    over: Over | None = None,
    weights: Weights | None = None,
    undefined: str | int | None = None,
    preset: str | None = None,
    positive: Hashable | None = None,
    labels: Sequence[Hashable] = (),
    **parameters: Any,
) -> Request:
    """Check a question against the registry and fill in what the preset and the defaults say.

    `besides` are the names of options that are taken before, which a name that does not exist may have meant.

    >>> request = resolve("PPV", average="macro", undefined=0)
    >>> request.metric.name, request.average, request.over, request.policy.name
    ('precision', 'macro', 'all', 'the policy undefined=0')
    >>> resolve("fbeta", label="a", beta="0.5").parameters
    {'beta': Fraction(1, 2)}
    """
    metric = metric_named(name)
    bundle = _bundle(preset)
    given = _given(convention=convention, form=form, combine=combine, over=over, weights=weights)
    _check_names(metric, parameters, besides)
    label, average = _which(metric, label, average, positive, labels)
    usual: dict[str, Any] = bundle.usual(metric.name, average) if bundle else {}
    chosen = metric.pick(given.get("convention", usual.get("convention")))
    exact, read = exact_parameters(metric, chosen, parameters)
    usual_combine = None if "form" in given else usual.get("combine")  # a form asked for is one of the scores
    how = _combine(metric, chosen, average, given.get("combine"), usual_combine)
    shape = _form(metric, chosen, how, given.get("form"), usual.get("form"))
    _check_over(metric, label, average, given.get("over"))
    _check_weights(average, given.get("weights"))
    return Request(
        Bound(metric, chosen, shape, exact),
        exact,
        label,
        average,
        how,
        given.get("over", usual.get("over", "all") if average or uses_mean(metric) else "all"),
        given.get("weights", usual.get("weights", "support")),
        _policy(undefined, bundle, metric, chosen, 2 if label is not None or average is not None else len(labels)),
        bundle,
        read,
    )


def averages_of(metric: Metric) -> tuple[str, ...]:
    """The averages that a metric has: a pool of the classes has no cells, so what needs those of a class has no micro.

    >>> averages_of(metric_named("recall")), averages_of(metric_named("class_cen"))
    (('macro', 'micro', 'weighted'), ('macro', 'weighted'))
    """
    pooled = metric.scope != "class" or not needs_cells(metric)
    return tuple(average for average in AVERAGES if pooled or average != "micro")


def _given(**asked: Any) -> dict[str, Any]:
    """The options that were given; an `over` that is no word becomes a tuple, for it is read more than once."""
    given = {key: value for key, value in asked.items() if value is not None}
    over = given.get("over")
    if isinstance(over, Iterable) and not isinstance(over, str):
        given["over"] = tuple(over)
    return given


def _check_names(metric: Metric, parameters: Mapping[str, Any], besides: Sequence[str]) -> None:
    """Refuse a keyword that is neither an option nor a parameter of the metric under any convention."""
    for name in parameters:
        if name not in metric.parameters:
            known = [*OPTIONS, *metric.parameters, *besides]
            raise UsageError(f"{metric.name} has no option or parameter {name!r}; {choices(name, known)}")


def _bundle(preset: str | None) -> Preset | None:
    if preset is None:
        return None
    from exactmetrics.metrics.presets import preset_named  # most questions name none

    return preset_named(preset)


def _policy(
    undefined: str | int | None, bundle: Preset | None, metric: Metric, convention: Convention, classes: int
) -> Policy:
    """What stands for 0/0: an explicit argument beats the preset, and the preset beats the default."""
    if undefined is not None:
        return policy_named(undefined)
    if bundle is None:
        return PROPAGATE
    return bundle.policy_for(metric.name, convention=convention.name, classes=classes)


def _which(
    metric: Metric, label: Hashable | None, average: str | None, positive: Hashable | None, labels: Sequence[Hashable]
) -> tuple[Hashable | None, str | None]:
    """The class or the average that is meant."""
    if average == SAMPLES:
        raise UsageError(
            f"average='samples' is the mean of {metric.name} over samples that have any number of labels each, and "
            "these are counts of classes: give the labels to Multilabel.from_label_sets or from_indicators (on the "
            f"command line --multilabel), or choose from: {', '.join(AVERAGES)}"
        )
    if average == "binary":
        raise UsageError(
            "average='binary' is the value of the positive class: say which class that is by positive=, "
            f"or choose from: {', '.join(AVERAGES)}"
        )
    if average is not None and average not in AVERAGES:
        raise UsageError(f"no average {average!r}; {choices(average, AVERAGES)}")
    if average is not None and average not in averages_of(metric):
        raise UsageError(
            f"{metric.name} has no {average} average: it needs single cells of the matrix, and the classes taken "
            f"together have none; choose from: {', '.join(averages_of(metric))}"
        )
    if label is not None and average is not None:
        raise UsageError(f"{metric.name}: give label={label!r} or average={average!r}, not both")
    if label is None and average is None and metric.scope == "class":
        if positive is not None:
            return positive, None
        names = ", ".join(repr(x) for x in labels[:8]) + (", ..." if len(labels) > 8 else "")
        raise UsageError(
            f"{metric.name} is a metric of one class: give label= (one of {names}) or average= "
            f"({', '.join(averages_of(metric))}), or say which class is positive with positive="
        )
    return label, average


def exact_parameters(
    metric: Metric, convention: Convention, given: Mapping[str, Any]
) -> tuple[dict[str, Fraction], tuple[Remark, ...]]:
    """The parameters as exact numbers, and how floats among them were read."""
    if not given and not convention.parameters:
        return {}, ()
    unknown = [name for name in given if name not in convention.parameters]
    if unknown:
        takes = f"it takes {', '.join(convention.parameters)}" if convention.parameters else "it takes none"
        raise UsageError(f"{metric.name} has no parameter or option {unknown[0]!r}; {takes}")
    exact, read = {}, []
    for name, parameter in convention.parameters.items():
        if parameter.optional and given.get(name) is None:
            continue
        if name not in given:
            given_as = f"{name}={parameter.examples[0]}"
            raise UsageError(
                f"{metric.name} needs {name}: {parameter.meaning}, e.g. {given_as} (in a command, -p {given_as})"
            )
        number = exact_number(given[name])
        if number is None:
            such = f"{parameter.domain}, such as {parameter.examples[0]}"
            raise UsageError(f"{metric.name}: {name} must be {such}, not {str(given[name])[:80]!r}")
        if not parameter.check(number):
            raise UsageError(f"{metric.name}: {name} must be {parameter.domain}, not {given[name]}")
        exact[name] = number
        if isinstance(given[name], float):
            facts = {"name": name, "given": repr(given[name]), "exact": str(exact[name])}
            read.append(Remark("{name} = {given} is read as {exact}".format(**facts), "read_as", **facts))
    return exact, tuple(read)


def exact_parameter(name: str, value: Any) -> Fraction:
    """A number given as int, Fraction, Decimal, text, or float (read as its shortest decimal), exactly."""
    exact = exact_number(value)
    if exact is None:
        raise UsageError(f"{name} must be a number such as 2, '4/5' or '0.8', not {str(value)[:80]!r}")
    return exact


def _combine(metric: Metric, convention: Convention, average: str | None, given: str | None, usual: str | None) -> str:
    """How an average of a metric made of metrics is formed."""
    if given is None and (usual is None or not average):
        return "scores"
    if given is None:
        return usual if usual is not None and convention.composite else "scores"
    if given not in ("scores", "averages"):
        raise UsageError(f"no combine {given!r}; {choices(given, ('scores', 'averages'))}")
    if average is None:
        raise UsageError(f"combine={given!r} says how an average is formed: give average= too")
    if given == "averages" and not convention.composite:
        raise UsageError(f"{metric.name} is not made of other metrics: combine='averages' does not apply")
    return given


def _form(metric: Metric, convention: Convention, combine: str, given: str | None, usual: str | None) -> Form | None:
    """The form asked for; `combine="averages"` runs on the form made of metrics."""
    if combine == "averages":
        composite = convention.composite
        assert composite is not None  # `_combine` has refused the others
        if given is not None and given != composite.name:
            raise UsageError(f"combine='averages' runs on the {composite.name} form of {metric.name}, not on {given!r}")
        return composite
    if given is None:
        return convention.forms.get(usual or "")
    return convention.pick(given, metric.name)


def _check_over(metric: Metric, label: Hashable | None, average: str | None, over: Any) -> None:
    if over is None:
        return
    if not isinstance(over, tuple) and over not in OVERS:
        raise UsageError(f"no over {over!r}; {choices(over, OVERS)}, or a list of labels")
    if average is None and (label is not None or not uses_mean(metric)):
        raise UsageError(f"over= chooses the classes of an average, and {metric.name} forms none over classes here")


def _check_weights(average: str | None, weights: Any) -> None:
    if weights is None:
        return
    if average != "weighted":
        raise UsageError("weights= goes with average='weighted'")
    if not isinstance(weights, Mapping) and not (isinstance(weights, str) and weights in ("support", "predicted")):
        raise UsageError(f"no weights {weights!r}; choose support, predicted, or a mapping of labels to weights")
