"""By which of several conventions a printed value was worked out: the registry tells what they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from exactmetrics.derivation.comparison_writers import told_apart
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.derivation_writers import derivation_title
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.writing.names import title_of_metric
from exactmetrics.exact.errors import ExactMetricsError, UsageError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.exercises.kinds.choice import WRONG, apart_from
from exactmetrics.exercises.kinds.draw import Draw, shuffled
from exactmetrics.exercises.question import PLACES, Exercise, Option, Pen, asked_for, options_of
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.policy import WORDS
from exactmetrics.metrics.request import averages_of

FEWEST = 3  # options
NUMBERS = [word for word in WORDS if word not in ("propagate", "raise")]  # policies under which there is a value


@dataclass(frozen=True, slots=True)
class Printed:
    """The number that one of the conventions gives."""

    number: str
    shows_data = True

    def prompt(self, exercise: Exercise, pen: Pen) -> str:
        facts = asked_for(exercise, pen.plain(exercise.title)) | {"number": pen.strong(pen.say.number(self.number))}
        return pen.say.say(("exercises", "convention"), facts.__getitem__)

    def shown(self, exercise: Exercise, pen: Pen) -> list[str]:
        return []

    def told(self, exercise: Exercise, pen: Pen) -> list[str]:
        return []


def convention(exercise: Exercise, draw: Draw) -> Exercise | None:
    """One convention is drawn among those whose value no other has; the options are it and others that are apart."""
    places = PLACES if draw.places is None else draw.places
    found: list[tuple[dict[str, Any], Derivation, Number]] = []
    for question in variations(exercise.question, exercise.request.metric):
        try:
            derivation = exercise.matrix.derive(
                question["metric"], language=draw.language, **options_of(question)
            )  # fmt: skip
        except ExactMetricsError:  # a convention that says nothing of such a matrix
            continue
        if not isinstance(derivation.value, Undefined):
            found.append((question, derivation, derivation.value))
    texts = [decimal(value, places=places) for _, _, value in found]
    alone = [at for at, text in enumerate(texts) if texts.count(text) == 1]
    if not alone:
        return None
    right = alone[draw.below(len(alone))]
    chosen = [right]
    for at in shuffled([at for at in range(len(found)) if at != right], draw.below):
        if len(chosen) <= WRONG and all(apart_from(found[at][2], found[one][2], found[right][2]) for one in chosen):
            chosen.append(at)
    if len(chosen) < FEWEST:
        return None
    chosen.sort()
    say = messages(draw.language)
    names = _names([derivation for _, derivation, _ in found], draw.language)
    options = []
    for letter, at in zip(exercise.marks, chosen, strict=False):
        feedback = say.say(("exercises", "gives"), {"value": say.number(texts[at])}.__getitem__)
        options.append(Option(letter, names[at], at == right, feedback))
    question, derivation, value = found[right]
    title = title_of_metric(exercise.request.metric.name, say)
    return replace(
        exercise, title=title, request=derivation.request, question=question, value=value, places=places,
        slips=(), options=tuple(options), task=Printed(texts[right]),
    )  # fmt: skip


def check_conventions(question: Mapping[str, Any], metric: Metric) -> None:
    """Refuse a question that too few conventions answer, whatever the matrix."""
    ways = len(variations(question, metric))
    if ways < FEWEST:
        raise UsageError(
            f"of {metric.name} as it is asked here there {'is one convention' if ways == 1 else 'are two conventions'}"
            f", and the kind 'convention' needs {FEWEST}: ask for exercises of another kind than convention"
        )


def variations(question: Mapping[str, Any], metric: Metric) -> list[dict[str, Any]]:
    """The question, and every other one that differs from it in one thing that authors and programs do in many ways."""
    found: list[dict[str, Any]] = [dict(question)]
    if question.get("average") is not None:
        found += [dict(question) | {"average": average} for average in averages_of(metric)]
        found.append(dict(question) | {"average": "weighted", "weights": "predicted"})
        found += [dict(question) | {"combine": combine} for combine in ("scores", "averages")]
    if not metric.parameters:  # those of one convention mean something else in another
        found += [dict(question) | {"convention": name} for name in metric.conventions]
    if "undefined" in question:
        found += [dict(question) | {"undefined": word} for word in NUMBERS]
    usual = {"combine": "scores", "convention": metric.standard.name, "undefined": str(question.get("undefined"))}
    kept: dict[tuple[tuple[str, str], ...], dict[str, Any]] = {}
    for one in found:
        same = {**usual, **{key: str(value) for key, value in one.items()}}
        kept.setdefault(tuple(sorted(same.items())), one)
    return list(kept.values())


def _names(derivations: list[Derivation], language: str) -> list[str]:
    """What conventions are called: their titles, and what tells those apart that have the same one."""
    say, titles = messages(language), list(map(derivation_title, derivations))
    names = []
    for at, title in enumerate(titles):
        other = next((one for one, same in enumerate(titles) if same == title and one != at), None)
        extra = [] if other is None else told_apart(derivations[at], derivations[other])
        facts = {"title": title, "extra": say.row(extra)}
        names.append(say.say(("title", "with"), facts.__getitem__) if extra else title)
    return names
