"""Several metrics in one question: which of them an option is for, and what to say of an option that is not for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.registry import any_metric, metric_named, uses_mean

WHICH = ("label", "average")  # say of a metric of a class which number it is
OF_A_CLASS = (*WHICH, "combine", "weights")
Takes = Callable[[str, str, Any], bool]  # whether a metric takes an option with a value


def dealt(metrics: Sequence[str], question: Mapping[str, Any], takes: Takes) -> dict[str, dict[str, Any]]:
    """Of several metrics each gets the options that it takes, and each option is taken by one at least."""
    if len(metrics) == 1:
        return {metrics[0]: dict(question)}
    found = {name: {key: value for key, value in question.items() if takes(name, key, value)} for name in metrics}
    for key, value in question.items():
        if not any(key in own for own in found.values()):
            raise UsageError(f"none of {', '.join(metrics)} takes {key}={value!r}")
    return found


def notes(dealt: Mapping[str, Mapping[str, Any]], question: Mapping[str, Any]) -> Iterator[str]:
    """Which options some of the metrics do not take."""
    for key, value in question.items():
        without = [name for name, own in dealt.items() if key not in own]
        if value is not None and without:
            whose = all_of([name for name in dealt if name not in without])
            of = "by another convention" if key == "convention" else "for the whole matrix"
            of = "without it" if any(any_metric(name).scope == "scores" for name in without) else of
            be = "are" if without[1:] else "is"
            yield f"{key} {value} is for {whose} alone: {all_of(without)} {be} asked {of}"


def all_of(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> all_of(["precision"]), all_of(["precision", "recall", "f1"])
    ('precision', 'precision, recall and f1')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def of_one_matrix(questions: Sequence[tuple[str, Mapping[str, Any]]]) -> tuple[list[dict[str, Any]], list[str]]:
    """Of several metrics of one matrix, each with the options that were given, those that it takes; and the notes.

    A class and an average are for the metrics of a class; those of the matrix are asked for the whole matrix.

    >>> of_one_matrix([("kappa", {"average": "macro"}), ("f1", {"average": "macro"})])
    ([{}, {'average': 'macro'}], ['average macro is for f1 alone: kappa is asked for the whole matrix'])
    """
    asked = {key: value for _, question in questions for key, value in question.items() if key in WHICH}
    names = [metric_named(name).name for name, _ in questions]
    if len(set(names)) == 1 or not asked:
        return [dict(question) for _, question in questions], []
    if all(metric_named(name).scope == "matrix" for name in names):
        key, value = next(iter(asked.items()))
        raise UsageError(
            f"{', '.join(names)} are metrics of the whole matrix, and {key}={value!r} is for those of a class: leave "
            "it out, or ask for one metric alone, which is then that of the class against the rest"
        )
    found = [
        {key: value for key, value in question.items() if _takes(name, key, value)}
        for name, (_, question) in zip(names, questions, strict=True)
    ]
    return found, list(notes(dealt(list(dict.fromkeys(names)), asked, _takes), asked))


def _takes(name: str, option: str, value: object) -> bool:
    metric = metric_named(name)
    if option == "over":
        return metric.scope == "class" or uses_mean(metric)
    return metric.scope == "class" or option not in OF_A_CLASS
