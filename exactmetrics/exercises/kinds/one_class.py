"""One class against all others, known by its size and two scores: what `counts` and `possible` have in common."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from exactmetrics.derivation.derivation_writers import derivation_title
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.exercises.question import Exercise, Pen, options_of
from exactmetrics.feasibility import Feasibility, feasible
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.views.value import compute

OTHERS = "others"  # a name that nobody reads
# The scores of which one stands beside the one asked for: the first tells of the samples of a class, the other not.
BESIDE = ("recall", "precision")


@dataclass(frozen=True, slots=True)
class Given:
    """One score of the class: the question, what it is called, and its value."""

    request: Request
    title: str
    value: Number


@dataclass(frozen=True, slots=True)
class OneClass:
    """A class and its four counts."""

    label: str
    tp: int
    fn: int
    fp: int
    tn: int

    @property
    def support(self) -> int:
        return self.tp + self.fn

    @property
    def others(self) -> int:
        return self.fp + self.tn


def one_class(exercise: Exercise) -> OneClass:
    """The class that is asked about; of a metric of the matrix the first of two."""
    counts, label = exercise.counts, exercise.request.label or exercise.counts.labels[0]
    at = counts.labels.index(label)
    tp, support, predicted = (int(row[at]) for row in (counts.tp, counts.support, counts.predicted))
    return OneClass(str(label), tp, support - tp, predicted - tp, int(counts.n) - support - predicted + tp)


def asked(exercise: Exercise) -> Given:
    """The score that the sheet is about."""
    return Given(exercise.request, exercise.heading, exercise.value)


def beside(exercise: Exercise, name: str, language: str) -> Given | None:
    """Another score of the same class."""
    label = exercise.request.label or exercise.counts.labels[0]
    request = resolve(name, label=label)
    value = compute(request, exercise.counts.blocks(), None).value
    if isinstance(value, Undefined):
        return None
    return Given(request, derivation_title(exercise.matrix.derive(name, label=label, language=language)), value)


def feasibility(exercise: Exercise, scores: Sequence[tuple[Given, str]]) -> Feasibility:
    """Whether a class and the others of these sizes can have scores that are printed so."""
    of, question = one_class(exercise), options_of(exercise.question)
    options = {key: question[key] for key in question if key != "label"}
    listed = [
        {
            "metric": given.request.metric.name,
            "printed": printed,
            **(options if given.request is exercise.request else {}),
        }
        for given, printed in scores
    ]
    others = OTHERS if of.label != OTHERS else OTHERS.upper()
    supports: dict[Hashable, int | None] = {of.label: of.support, others: of.others}
    return feasible(listed, supports=supports, positive=of.label)


def sizes(exercise: Exercise, sentence: str, pen: Pen, **facts: str) -> str:
    """The question, with how many samples there are and how many of them belong to the class."""
    of = one_class(exercise)
    told = {"n": str(of.support + of.others), "support": str(of.support), "label": pen.plain(of.label), **facts}
    return pen.say.say(("exercises", sentence), told.__getitem__)


def listed(scores: Sequence[tuple[Given, str]], pen: Pen) -> str:
    """The scores as they are given, one below the other."""
    return "\n".join(f"- {pen.pair(pen.plain(given.title), pen.say.number(text))}" for given, text in scores)
