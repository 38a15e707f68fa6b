"""Reference vectors in the form that tests want: labels, scores, weights, a matrix, and the exact value."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from exactmetrics.conformance.cases import about
from exactmetrics.conformance.judge import CHOICES, value_if
from exactmetrics.conformance.peer import USUAL, CannotTakeError
from exactmetrics.conformance.scored import Scored, scored
from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.matrix.exact_count import Count
from exactmetrics.metrics.metric import Parameter, plain_key
from exactmetrics.metrics.multilabel_names import ALIASES, reading_of
from exactmetrics.metrics.registry import found_metric, metric_named
from exactmetrics.metrics.request import AVERAGES, SAMPLES
from exactmetrics.metrics.score_metric import SCORE_REGISTRY, ScoreMetric
from exactmetrics.metrics.score_registry import found_score_metric
from exactmetrics.metrics.suggest import choices
from exactmetrics.vectors.flags import notes
from exactmetrics.vectors.inputs import Input
from exactmetrics.vectors.label_set_vectors import LABEL_SETS
from exactmetrics.vectors.reading import Case, load_vectors
from exactmetrics.vectors.sample_vectors import SampleFile, ScoreInput
from exactmetrics.vectors.score_vectors import SCORES

REPLACING = ("undefined", "over")  # options under which a case is published only where its value changes
KEYWORDS = ("average", "convention", "multilabel", "smoke", "flags", "ulps")
TEXTS: Mapping[str, tuple[str, ...]] = {**CHOICES, "multi_class": ("ovo",)}  # options that are no numbers
DEFAULTS = {**USUAL, "multi_class": "ovr"}  # asked for by leaving them out, or by name


@dataclass(frozen=True)
class Vector:
    """One case: what goes in, what comes out, and how far off an answer may be.

    Attributes:
        case: the case as the vectors hold it, with its id, metric, average, label, options and flags.
        ulps: how many units in the last place an answer may be from the correctly rounded one.

    >>> vector = vectors("f1", average="macro")[0]
    >>> vector.rows, vector.expected
    ([[6, 1, 1], [1, 5, 2], [2, 3, 7]], Fraction(361, 561))
    >>> vector = vectors("roc_auc")[0]
    >>> vector.y_true, vector.y_score, vector.positive, vector.expected
    ([1, 1, 1, 0, 0, 0], [0.9, 0.7, 0.5, 0.7, 0.4, 0.2], 1, Fraction(5, 6))
    """

    case: Case
    ulps: int = 0

    @property
    def id(self) -> str:
        """The id of the case, stable from release to release."""
        return self.case.id

    @property
    def label(self) -> Hashable | None:
        """The class that is asked for; None for an average, the whole matrix or all scores."""
        return self.case.label

    @property
    def labels(self) -> list[Hashable]:
        """The classes, in the order of rows and columns."""
        return list(self.case.input.labels)

    @property
    def positive(self) -> Hashable | None:
        """Of two classes the one whose scores `y_score` holds; None where each class has its scores, or none has."""
        data = self.case.input
        return data.data.get("positive") if isinstance(data, ScoreInput) else None

    @cached_property
    def rows(self) -> list[list[Count]]:
        """The confusion matrix, rows being true classes.

        Raises:
            UsageError: the case is about scores or about samples with any number of labels, which have no such matrix.
        """
        kind = about(self.case)
        if kind != "matrix":
            raise self._has_no("confusion matrix", "y_true and y_score" if kind == "scores" else "y_true and y_pred")
        return self.case.input.rows()

    @cached_property
    def _pairs(self) -> tuple[list[Hashable], list[Hashable], list[Count] | None]:
        data = self.case.input
        if data.y_true is not None and data.y_pred is not None:
            return data.y_true, data.y_pred, data.sample_weight
        cells, labels = list(data.cells()), data.labels
        return [labels[i] for i, _, _ in cells], [labels[j] for _, j, _ in cells], [count for _, _, count in cells]

    @cached_property
    def _scored(self) -> Scored:
        if about(self.case) != "scores":
            raise self._has_no("scores", "y_true and y_pred")
        return scored(self.case.input)

    @property
    def y_true(self) -> list[Any]:
        """The true labels; of a matrix one for each cell that is not 0, to be taken with `sample_weight`.

        Where samples have any number of labels, and for metrics of rankings, a row of 0 and 1 (or of relevances) for
        each sample, one for each of the `labels`.
        """
        if about(self.case) != "scores":
            return self._pairs[0] if about(self.case) == "matrix" else list(self.case.input.data["y_true"])
        return self._scored.truth if _ranks(SCORE_REGISTRY[self.case.metric]) else list(self.case.input.data["y_true"])

    @property
    def y_pred(self) -> list[Any]:
        """The predicted labels, or rows of 0 and 1, as many as `y_true`.

        Raises:
            UsageError: the case is about scores.
        """
        if about(self.case) == "scores":
            raise self._has_no("predicted labels", "y_score")
        return self._pairs[1]

    @property
    def y_score(self) -> list[Any]:
        """The score of each sample for the class `positive`; where this is None a row for each, one for each class.

        The scores are the doubles nearest to the exact ones, which are texts in `case.input.data["scores"]`.

        Raises:
            UsageError: the case is about predicted labels.

        >>> vectors("log_loss")[-1].y_score[0]
        [0.6, 0.3, 0.1]
        """
        given = self._scored
        return given.scores if given.positive is None else [row[given.positive] for row in given.scores]

    @property
    def sample_weight(self) -> list[Count] | None:
        """The weight of each sample, or pair of labels: whole numbers or Fractions; None where all count once."""
        return self._pairs[2] if about(self.case) == "matrix" else self.case.input.sample_weight

    def one_vs_rest(self) -> tuple[list[int], list[Any]]:
        """The class that is asked for against the rest: 0 and 1 for what is true, and for what is predicted; or scores.

        The class is `label`, or `positive` where all scores are asked for.

        Raises:
            UsageError: the case is about all classes.

        >>> vectors("roc_auc")[2].y_true[:4], vectors("roc_auc")[2].one_vs_rest()[0][:4]
        (['no', 'yes', 'no', 'no'], [0, 1, 0, 0])
        """
        label = self.positive if self.label is None and self.case.average is None else self.label
        if label is None:
            second = "y_score" if about(self.case) == "scores" else "y_pred"
            raise UsageError(
                f"{self.id} is about all classes, and none is held against the rest: take y_true and {second}"
            )
        at = self.labels.index(label)
        if about(self.case) == "scores":
            return self._scored.column(at)
        if about(self.case) == "label_sets":
            return [row[at] for row in self.y_true], [row[at] for row in self.y_pred]
        return [int(one == label) for one in self.y_true], [int(one == label) for one in self.y_pred]

    @property
    def options(self) -> dict[str, Any]:
        """Parameters as numbers, ints where they are whole and Fractions otherwise; other options as texts.

        >>> vectors("fbeta", beta="1/2")[0].options, vectors("ndcg", k=3)[0].options
        ({'beta': Fraction(1, 2)}, {'k': 3})
        """
        return {name: given if name in TEXTS else _number(given) for name, given in self.case.options.items()}

    @property
    def expected(self) -> Value:
        """The exact value: a Fraction, a Root, a Symbolic, or Undefined."""
        return self.case.expected.exact

    def _has_no(self, what: str, instead: str) -> UsageError:
        return UsageError(f"{self.id} has no {what}: take {instead}")


def _number(given: str) -> int | Fraction:
    """A parameter as other libraries take it: they refuse a Fraction for a number of places or bins."""
    exact = Fraction(given)
    return exact.numerator if exact.denominator == 1 else exact


def vectors(
    metric: str,
    *,
    average: str | None = None,
    convention: str | None = None,
    multilabel: bool = False,
    smoke: bool = False,
    flags: Iterable[str] = (),
    ulps: int = 0,
    **options: Any,
) -> list[Vector]:
    """The reference cases of a metric of predictions or of scores.

    Args:
        metric: its name or an alias.
        average: "macro", "micro", "weighted" or, of samples with any number of labels, "samples"; None: of one class,
            or of the whole matrix or all scores.
        convention: which definition under this name; None: the usual one.
        multilabel: of samples with any number of labels each, not of one. Metrics that are of these alone (subset
            accuracy) and the average "samples" are so without it, and metrics of rankings (NDCG) take both.
        smoke: only those of the smoke set, which is of matrices.
        flags: only cases with one of these flags, which those of matrices have.
        ulps: how far off `assert_exact` lets an answer to these cases be.
        options: `undefined` ("0", "1", "omit") is what stands for 0/0 in every case; without it, such cases have no
            value. `over` ("present", ...), `combine`, `weights` as in `ConfusionMatrix.value`, `multi_class` as in
            `Scores.value`. Parameters such as beta take only the cases with that number, None those that leave an
            optional one out; without it, all are given.

    Scores are given as doubles: a case whose scores differ, and are equal as doubles, is left out.

    Raises:
        UsageError: no such metric, average, convention, option or flag, or no case of that kind.

    >>> vectors("f1", average="macro")[0].expected
    Fraction(361, 561)
    >>> vectors("roc_auc", average="macro", multi_class="ovo")[0].expected
    Fraction(11, 12)
    >>> vectors("f1", average="samples")[0].y_pred
    [[0, 1, 0], [1, 0, 1], [0, 0, 0], [1, 1, 0]]
    """
    asked = _asked(metric, convention, several=multilabel or average == SAMPLES, smoke=smoke)
    chosen = _checked(asked, options)
    wanted = {flags} if isinstance(flags, str) else set(flags)
    for flag in wanted - notes().keys():
        raise UsageError(f"no flag {flag!r}; {choices(flag, notes())}")
    if average not in (None, *AVERAGES, SAMPLES):
        raise UsageError(f"no average {average!r}; {choices(average, (*AVERAGES, SAMPLES))}")
    picked: dict[tuple[str, ...], Case] = {}
    for case in asked.cases:
        if case.average != average or case.convention != asked.convention:
            continue
        rank = _rank(case, chosen)
        key = (case.input.name, str(case.label), *(f"{k}={v}" for k, v in case.options.items() if k not in TEXTS))
        if rank and (key not in picked or rank > _rank(picked[key], chosen)):
            picked[key] = case
    kept = (case for case in picked.values() if not wanted or wanted & set(case.flags))
    found = [Vector(case, ulps) for case in kept if _holds(case, chosen)]
    if not found:
        raise UsageError(_none_of_the_kind(asked, average, chosen, wanted, multilabel=multilabel, smoke=smoke))
    return found


@dataclass(frozen=True)
class _Asked:
    """What a metric is called, what it may be asked with, and its cases, whatever the average and the convention."""

    name: str
    convention: str
    texts: tuple[str, ...]
    parameters: Mapping[str, Parameter]
    cases: list[Case]


def _asked(metric: str, convention: str | None, *, several: bool, smoke: bool) -> _Asked:
    """The cases of a metric: of scores, of samples with any number of labels, or of matrices."""
    if of_scores := found_score_metric(metric):
        under = of_scores.pick(convention)
        texts = ("undefined", "multi_class") if of_scores.of == "class" else ("undefined",)
        cases = [] if smoke else list(_of_scores(of_scores, several))
        return _Asked(of_scores.name, under.name, texts, under.parameters, cases)
    if reading_of(metric) and (several or found_metric(metric) is None):
        name = ALIASES.get(plain_key(metric), plain_key(metric))
        if convention is not None:
            raise UsageError(f"{name} has one definition; leave out convention={convention!r}")
        return _Asked(name, "standard", ("undefined",), {}, [] if smoke else _published(LABEL_SETS).get(name, []))
    known = metric_named(metric)
    under = known.pick(convention)
    if several:
        cases = [] if smoke else _published(LABEL_SETS).get(known.name, [])
        return _Asked(known.name, under.name, tuple(CHOICES), under.parameters, cases)
    # A metric of the whole matrix, asked of one class against the rest, is another question.
    cases = [case for case in load_vectors(known.name, smoke=smoke) if known.scope != "matrix" or case.label is None]
    return _Asked(known.name, under.name, tuple(CHOICES), under.parameters, cases)


def _of_scores(metric: ScoreMetric, several: bool) -> Iterator[Case]:
    for case in _published(SCORES).get(metric.name, ()):
        if _ranks(metric) or isinstance(case.input.data["y_true"][0], list) is several:
            yield case


@cache
def _published(file: SampleFile) -> dict[str, list[Case]]:
    """The cases of a file by metric: it holds all metrics, and a test suite asks for one after the other."""
    cases = list(file.cases())
    inputs = {case.input.name: case.input for case in cases}
    held = {name for name, data in inputs.items() if _is_held_by_doubles(data)}
    found = dict[str, list[Case]]()
    for case in cases:
        if case.input.name in held:
            found.setdefault(case.metric, []).append(case)
    return found


def _is_held_by_doubles(data: Input) -> bool:
    """Whether the scores of an input, if it has any, are as different as doubles as they are."""
    try:
        return not isinstance(data, ScoreInput) or bool(scored(data))
    except CannotTakeError:
        return False


def _ranks(metric: ScoreMetric) -> bool:
    """Whether it ranks the classes of each sample, any number of which are true."""
    return metric.of == "samples" and metric.several


def _none_of_the_kind(
    asked: _Asked, average: str | None, chosen: dict[str, Any], flags: set[str], *, multilabel: bool, smoke: bool
) -> str:
    """That there is no case, with all that was asked for."""
    told = ["multilabel=True"] * multilabel + [f"average={average}"] * (average is not None)
    told += [f"{name}={given}" for name, given in chosen.items()]
    told += [f"flags={flag}" for flag in sorted(flags)] + ["smoke=True"] * smoke
    parameters = sorted({name for name in chosen if name not in TEXTS})
    cure = f"leave out {told[-1]}" if told else "ask for an average"
    if multilabel and not smoke and not asked.cases:
        cure = "leave out multilabel=True"
    under = [case for case in asked.cases if case.convention == asked.convention and _rank(case, chosen)]
    under = [case for case in under if not flags or flags & set(case.flags)]
    averages = [one for one in (*AVERAGES, SAMPLES) if any(case.average == one for case in under)]
    if average is None and averages and told:
        cure += f", or ask for average={' or '.join(map(repr, averages))}"
    if parameters:
        name = parameters[0]
        known = dict.fromkeys(case.options[name] for case in asked.cases if name in case.options)
        cure = f"the cases have {name} {', '.join(known)}" if known else cure
    return f"there is no reference case of {asked.name} with {', '.join(told) or 'a class'}; {cure}"


def _holds(case: Case, chosen: dict[str, Any]) -> bool:
    """Whether the value of a case is the one under the options that are asked for, which it need not name itself."""
    wanted = {name: given for name, given in chosen.items() if name in TEXTS and case.options.get(name) != given}
    if not wanted or set(wanted) == {"undefined"}:  # what has a value has it whatever stands for 0/0
        return True
    if about(case) == "matrix" and case.average and set(wanted) == {"over"}:
        blocks = case.input.counts().blocks()
        if all(blocks.support) and all(blocks.predicted):
            return True  # every class takes part whatever is chosen
    try:
        return value_if(case)(wanted) == case.expected.exact
    except UsageError:  # the option is none of this question
        return False


def _checked(asked: _Asked, options: dict[str, Any]) -> dict[str, Any]:
    """What is chosen: texts, and parameters as exact numbers, None for one that is left out."""
    chosen = dict[str, Any]()
    for name, given in options.items():
        if name in asked.texts:
            if str(given) not in (*TEXTS[name], DEFAULTS[name]):
                raise UsageError(f"no {name} {given!r}; {choices(given, (*TEXTS[name], DEFAULTS[name]))}")
            if str(given) != DEFAULTS[name]:
                chosen[name] = str(given)
            continue
        known = asked.parameters.get(name)
        if known is None:
            names = [*KEYWORDS, *asked.texts, *asked.parameters]
            raise UsageError(f"{asked.name} has no option {name!r}; {choices(name, names)}")
        number = exact_number(given)
        if number is None and not (given is None and known.optional):
            raise UsageError(f"{name} is a number such as 1/2 or 0.5, not {given!r}")
        chosen[name] = number
    return chosen


def _rank(case: Case, chosen: dict[str, Any]) -> int:
    """0: not asked for; 2: asked for by its options; 1: in its place, the answer being the same under them."""
    exact = {name: Fraction(given) for name, given in case.options.items() if name not in TEXTS}
    if any(exact.get(name) != given for name, given in chosen.items() if name not in TEXTS):
        return 0
    own, wanted = ({name: given[name] for name in given if name in TEXTS} for given in (case.options, chosen))
    if own == wanted:
        return 2
    besides = wanted.keys() - own.keys()
    replaced = own.items() <= wanted.items() and len(besides) == 1 and besides <= set(REPLACING)
    undefined = isinstance(case.expected.exact, Undefined)
    return 1 if replaced and not (undefined and "undefined" in besides) else 0
