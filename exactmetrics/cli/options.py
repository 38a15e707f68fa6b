"""What several commands share: the options that name the data, the metric and the file, and what they translate into.

Content: the decorators `data_options`, `metric_options` and `output_option`; `counts_from` reads the data;
`question_from` gives the metric and the keyword arguments of `Measured.value`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from exactmetrics.cli.output import visible

if TYPE_CHECKING:
    from exactmetrics.api import ConfusionMatrix, OneVsRest

Function = TypeVar("Function", bound=Callable[..., Any])

DATA = (
    click.argument("data"),
    click.option("--true", metavar="COLUMN", help="Column of the true labels, if it is not called y_true, actual ..."),
    click.option("--pred", metavar="COLUMN", help="Column of the predicted labels, if it is not called y_pred ..."),
    click.option("--orientation", metavar="[true|predicted]", default="true", help="What a row of the matrix is."),
    click.option("--labels", metavar="A,B,...", help="Names of the classes, or their order if the data name them."),
)
METRIC = (
    click.option("-m", "--metric", help="Name or alias; `exactmetrics metrics` lists them."),
    click.option("-a", "--average", metavar="[macro|micro|weighted]", help="Average over the classes."),
    click.option("--label", metavar="CLASS", help="One class, by its name."),
    click.option("--positive", metavar="CLASS", help="The class that is meant where neither is given."),
    click.option("--form", metavar="NAME", help="Another arrangement of the same number."),
    click.option("--convention", metavar="NAME", help="Another number of the same name."),
    click.option("--combine", metavar="[scores|averages]", help="Average the scores, or score the averages."),
    click.option("-p", "--param", metavar="NAME=VALUE", multiple=True, help="A parameter, as in beta=1/2. Repeatable."),
    click.option("--over", metavar="[all|true|predicted|present|A,B,...]", help="The classes an average runs over."),
    click.option("--weights", metavar="[support|predicted|A=1,B=2,...]", help="The weights of a weighted average."),
    click.option("--undefined", metavar="[propagate|raise|omit|0|1]", help="What stands for 0/0."),
    click.option("--preset", metavar="NAME", help="A library or source, as in sklearn or pycm-4.6."),
)
OUTPUT = (click.option("-o", "--output", metavar="FILE", help="Write to a file, whole or not at all."),)


def all_of(options: Sequence[Callable[[Any], Any]]) -> Callable[[Function], Function]:
    """One decorator for several options, listed in the help in their order.

    >>> @click.command()
    ... @all_of((click.option("--first"), click.option("--second")))
    ... def command(first: str, second: str) -> None: ...
    >>> [option.name for option in command.params]
    ['first', 'second']
    """

    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


data_options = all_of(DATA)
metric_options = all_of(METRIC)
output_option = all_of(OUTPUT)


def counts_from(given: dict[str, Any]) -> ConfusionMatrix | OneVsRest:
    """Read the data that the options name, which are taken out of `given`; remarks go to standard error.

    >>> options = {"data": "5 1; 5 7", "true": None, "pred": None, "orientation": "true", "labels": "yes,no"}
    >>> counts_from(options).labels, options
    (('yes', 'no'), {})
    """
    from exactmetrics.api import read

    data, labels = given.pop("data"), given.pop("labels")
    counts = read(data, labels=names_of(labels), **{key: given.pop(key) for key in ("true", "pred", "orientation")})
    for note in counts.notes:
        say(note)
    return counts


def question_from(given: dict[str, Any], labels: Sequence[Hashable]) -> tuple[str, dict[str, Any]]:
    """The metric, and the keyword arguments of `Measured.value`, with classes found by their text.

    Raises:
        UsageError: no metric; a class or a parameter that does not exist.

    >>> given = dict.fromkeys(("average", "over", "weights", "positive"))
    >>> question_from({**given, "metric": "f1", "label": "1", "param": ()}, [0, 1])
    ('f1', {'label': 1})
    """
    from exactmetrics.matrix.labels import match_text

    metric = _metric(given.pop("metric"))
    parameters = _parameters(metric, given.pop("param"))
    question = {key: value for key, value in given.items() if value is not None}
    for key in ("label", "positive"):
        if key in question:
            question[key] = match_text(question[key], labels)
    if "over" in question:
        question["over"] = _over(question["over"], labels)
    if "weights" in question:
        question["weights"] = _weights(question["weights"], labels)
    return metric, question | parameters


def say(note: str) -> None:
    r"""Tell something besides the result, on standard error.

    >>> from contextlib import redirect_stderr
    >>> from io import StringIO
    >>> with redirect_stderr(StringIO()) as heard:
    ...     say("two rows were empty")
    >>> heard.getvalue()
    'Note: two rows were empty\n'
    """
    click.echo(f"Note: {visible(note)}", err=True)


def split_list(text: str) -> list[str]:
    """The entries of a list; one that holds a comma stands in double quotes.

    >>> split_list('bird, "cat, big",dog')
    ['bird', 'cat, big', 'dog']
    """
    if '"' not in text:
        return [part.strip() for part in text.split(",") if part.strip()]
    import csv

    return [part.strip() for row in csv.reader([text], skipinitialspace=True) for part in row if part.strip()]


def names_of(text: str | None) -> list[Hashable] | None:
    """Names of classes, which are whole numbers if all look so, as in files; None where none are given.

    >>> names_of("cat, dog"), names_of("0,1"), names_of(None)
    (['cat', 'dog'], [0, 1], None)
    """
    from exactmetrics.matrix.csvtext import all_whole

    if text is None:
        return None
    names = split_list(text)
    return [int(name) for name in names] if all_whole(names) else list(names)


def _metric(name: str | None) -> str:
    from exactmetrics.exact.errors import UsageError
    from exactmetrics.metrics.registry import all_metrics

    if name is None:
        names = ", ".join(metric.name for metric in all_metrics())
        raise UsageError(f"no metric given: say which one with -m, as in -m f1. There are: {names}")
    return name


def _parameters(metric: str, given: Sequence[str]) -> dict[str, str]:
    """Parameters of a metric; a name that is none must not reach the call, where it could mean an option."""
    from exactmetrics.exact.errors import UsageError
    from exactmetrics.metrics.registry import metric_named

    known = list(dict.fromkeys(name for c in metric_named(metric).conventions.values() for name in c.parameters))
    found: dict[str, str] = {}
    for entry in given:
        name, equals, value = (part.strip() for part in entry.partition("="))
        if not equals:
            raise UsageError(f"-p takes NAME=VALUE, as in -p beta=1/2, and not {entry!r}")
        if name not in known:
            raise UsageError(f"{metric} has no parameter {name!r}; it takes {', '.join(known) or 'none'}")
        if name in found:
            raise UsageError(f"-p {name} is given twice, as {found[name]} and as {value}")
        found[name] = value
    return found


def _over(text: str, labels: Sequence[Hashable]) -> str | list[Hashable]:
    from exactmetrics.matrix.labels import match_text
    from exactmetrics.metrics.request import OVERS

    return text if text in OVERS else [match_text(name, labels) for name in split_list(text)]


def _weights(text: str, labels: Sequence[Hashable]) -> str | dict[Hashable, str]:
    from exactmetrics.exact.errors import UsageError
    from exactmetrics.matrix.labels import match_text

    if "=" not in text:
        return text
    found: dict[Hashable, str] = {}
    for entry in split_list(text):
        name, equals, weight = entry.rpartition("=")
        if not equals:
            raise UsageError(f"--weights takes CLASS=WEIGHT,..., and {entry!r} has no '='")
        label = match_text(name.strip(), labels)
        if label in found:
            raise UsageError(f"--weights names the class {name!r} twice")
        found[label] = weight.strip()
    return found
