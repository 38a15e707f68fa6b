"""Files of scores on the command line: when data are scores, and what the options ask of them.

The question decides: a metric of scores reads scores, every other metric reads predictions, or with --threshold the
predictions that the scores make.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import TYPE_CHECKING, Any

import click

from exactmetrics.cli.options import all_of, counts_from, of_file, read_parameters
from exactmetrics.cli.output import say, say_all
from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import UsageError
from exactmetrics.matrix.written_labels import names_of, split_list

if TYPE_CHECKING:
    from exactmetrics.api import ConfusionMatrix, OneVsRest
    from exactmetrics.api.multilabel import Multilabel
    from exactmetrics.api.scores import Scores

SCORES = "Column of the scores, if it is not called y_score ...; or one a class: A,B."
COMPARED = all_of(
    click.option("--scores", metavar="COLUMN", help=SCORES),
    click.option("--multi-class", metavar="[ovr|ovo]", help="Classes against the rest, or in pairs (scores)."),
)
SCORED = all_of(
    COMPARED,
    click.option("--threshold", metavar="[T|best]", help="Predict the class from this score on (scores)."),
)
BEST = "best"
OTHERS = ("pred", "form", "combine", "over", "weights", "preset", "separator")  # options that ask of counts


def about_scores(metrics: Sequence[str]) -> bool:
    """Whether the metrics are those of scores; a question about both kinds is refused."""
    from exactmetrics.metrics.multilabel_names import reading_of
    from exactmetrics.metrics.registry import found_metric, metric_named

    others = [name for name in metrics if found_metric(name) is None and reading_of(name) is None]
    if not others:  # so that a question about counts never loads what is known of scores
        return False
    from exactmetrics.metrics.score_registry import found_score_metric

    of_scores = [name for name in others if found_score_metric(name)]
    for name in others:
        if name not in of_scores:
            metric_named(name)  # raises: it says what the name may stand for
    if of_scores and len(of_scores) < len(metrics):
        other = next(name for name in metrics if name not in of_scores)
        raise UsageError(
            f"{of_scores[0]} is a metric of scores and {other} of predictions: ask for one kind at a time, "
            f"{other} with --threshold"
        )
    return bool(of_scores)


def scores_from(given: dict[str, Any], what: str, used: Collection[str | None] | None = ()) -> Scores:
    """Read the scores that the options name, which are taken out of `given`; `what` needs them.

    `used` are columns that are used elsewhere.
    """
    from exactmetrics.api.scores import Scores
    from exactmetrics.matrix.reading import is_inline

    if is_inline(given["data"]):
        raise UsageError(
            f"{what} needs the scores of single samples, and an inline matrix holds counts alone: give a file with a "
            "header, which names a column of true classes and one of scores"
        )
    column, labels, true = given.pop("scores"), names_of(given.pop("labels")), given.pop("true")
    columns = None if column is None else split_list(column)
    found: Any = columns[0] if columns and len(columns) == 1 else columns
    positive = given.pop("positive")
    given.pop("orientation")
    if given.pop("multilabel", False):
        raise UsageError("--multilabel reads predicted labels, and these are metrics of scores: leave it out")
    file = of_file(given)
    if file.pop("supports") is not None:
        raise UsageError("--supports restores the counts of a matrix, and these are scores: leave it out")
    if file.pop("matrix") is not None:
        raise UsageError("--matrix chooses one of several matrices, and these are scores: leave it out")
    scores = Scores.read(given.pop("data"), true=true, scores=found, positive=positive, labels=labels, **file)
    say_all(scores.notes, used)
    return scores


def score_questions(
    given: dict[str, Any], metrics: Sequence[str], scores: Scores, told: set[str] | None = None
) -> list[tuple[str, dict[str, Any]]]:
    """For each metric its name and the keyword arguments of `Scores.value`; notes that were `told` are not again."""
    from exactmetrics.matrix.labels import match_text
    from exactmetrics.metrics.score_request import score_metric_named

    for option in (*OTHERS, "threshold"):
        if given.pop(option, None) is not None:
            raise UsageError(f"--{option} does not go with {metrics[0]}, which is a metric of scores")
    asked = {name: score_metric_named(name) for name in metrics}
    found = {name: metric.parameters for name, metric in asked.items()}
    parameters = read_parameters(found, given.pop("param"))
    question = {key: value for key, value in given.items() if value is not None}
    if "label" in question:
        question["label"] = match_text(question["label"], scores.labels)
    if any(metric.probabilities for metric in asked.values()):
        _say_sums(scores, set() if told is None else told)
    return [
        (name, question | {key: parameters[key] for key in takes if key in parameters}) for name, takes in found.items()
    ]


def _say_sums(scores: Scores, told: set[str]) -> None:
    """Tell of probabilities that do not add up to 1, once for what both sides of a comparison are about."""
    from exactmetrics.scores.probabilities import other_sums

    notes = other_sums(scores._samples)
    say_all(note for note in notes if note not in told)
    told.update(notes)


def predictions_from(given: dict[str, Any], metrics: Sequence[str]) -> ConfusionMatrix | OneVsRest | Multilabel:
    """The counts that are asked of, with --threshold those of the predictions that scores make."""
    threshold, column = given.pop("threshold"), given["scores"]
    if given.pop("multi_class") is not None:
        raise UsageError("--multi-class goes with metrics of scores")
    if threshold is None:
        if given.pop("scores") is not None:
            raise UsageError(
                f"--scores {column} goes with metrics of scores, or with --threshold, from which score on samples are "
                "predicted as the class"
            )
        cure = "--threshold says from which score on samples are predicted as the class, as in --threshold 0.5"
        return counts_from(given, cure)
    if given.pop("multilabel") or given.pop("separator"):
        raise UsageError("--multilabel reads predictions, and --threshold makes them of scores: give one of them")
    given.pop("pred")
    scores = scores_from(given, "--threshold")
    meant = _class_of_threshold(given, scores)
    given["positive"] = str(meant)
    if threshold != BEST:
        if exact_number(threshold) is None:
            raise UsageError(f"--threshold {threshold!r} is neither a number, such as 0.5, nor {BEST!r}")
        return scores.at(threshold, label=meant)
    if len(metrics) != 1:
        raise UsageError("--threshold best is the best one for one metric: give one with -m")
    found = scores.best_threshold(metrics[0], label=meant, **_of_predictions(given, metrics[0]))
    others = len(found.thresholds) - 1
    also = f", and {others} lower one{'s' * (others > 1)} as good" if others else ""
    what = "no sample" if found.threshold is None else f"samples that score at least {found.threshold}"
    say(f"predicted as {meant}: {what}{also}")
    return scores.at(found.threshold, label=meant)


def _class_of_threshold(given: dict[str, Any], scores: Scores) -> Hashable:
    """The class that is predicted from the threshold on: the positive one of two, of several that of --label.

    That --label is taken out of `given`, so that an average over the class and the rest can be asked for.
    """
    from exactmetrics.matrix.labels import listed, match_text

    if scores.positive is not None:
        return scores.positive
    label = given.pop("label")
    given["label"] = None
    if label is None:
        raise UsageError(
            "--threshold predicts one class, and all others are the rest: say with --label which class, one of "
            f"{listed(scores.labels)}"
        )
    return match_text(label, scores.labels)


def score_look(look: dict[str, Any]) -> dict[str, Any]:
    """The options of the look that a derivation from scores has; others that say something are refused."""
    own = ("language", "templates", "words", "places", "detail", "key", "symbols")
    for name, option in look.items():
        if name not in own and option is not None:
            raise UsageError(f"--{name} does not go with a derivation from scores")
    return {name: look[name] for name in own if name in look}


def _of_predictions(given: dict[str, Any], metric: str) -> dict[str, Any]:
    """The options of the question that say which number the metric is."""
    from exactmetrics.cli.options import parameters_of

    parameters = read_parameters({metric: parameters_of(metric)}, given["param"])
    keys = ("average", "form", "convention", "combine", "over", "undefined", "preset")
    return {key: given[key] for key in keys if given[key] is not None} | parameters
