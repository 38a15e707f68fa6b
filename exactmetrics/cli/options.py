"""What several commands share: options that name the data, the metric, the look and the file, and what they mean."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from exactmetrics.cli.output import deliver, say, say_all, style_of
from exactmetrics.derivation.saving import full_name
from exactmetrics.exact.errors import ExactMetricsError, UsageError
from exactmetrics.matrix.written_labels import names_of, seeming_set, split_list

if TYPE_CHECKING:
    from exactmetrics.api import ConfusionMatrix, OneVsRest
    from exactmetrics.api.multilabel import Multilabel
    from exactmetrics.derivation.shown import Shown

Function = TypeVar("Function", bound=Callable[..., Any])
# As `Shown.to` takes them; written out, so that the help needs no jinja2.
FORMATS = (
    "text",
    "text-2d",
    "markdown",
    "github",
    "latex",
    "latex-document",
    "beamer",
    "beamer-document",
    "html",
    "html-fragment",
    "json",
)


class FormatName(click.Choice[str]):
    """A format by its name, or by the ending of its files."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(full_name(value), param, ctx)


def all_of(*options: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """One decorator for several options, listed in the help in their order."""

    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


UNDEFINED = click.option("--undefined", metavar="[propagate|raise|omit|0|1]", help="What stands for 0/0.")
PRESET = click.option("--preset", metavar="NAME", help="A library or source, as in sklearn or pycm-4.6.")
OF_FILE = all_of(
    click.option("--sample-weight", metavar="COLUMN", help="Column of counts or weights, if not called count, n ..."),
    click.option("--supports", metavar="N,N,...", help="True samples of each class, if the matrix holds shares."),
    click.option("--sheet", metavar="NAME", help="The sheet of a workbook that has several."),
    click.option("--encoding", metavar="NAME", help="Of a text that is not UTF-8, as in cp1252."),
    click.option("--matrix", type=int, metavar="N", help="The number of the matrix in a text that holds several."),
)


def of_file(given: dict[str, Any]) -> dict[str, Any]:
    """What `OF_FILE` says, for `read`; taken out of the options."""
    supports = given.pop("supports")
    named = {key: given.pop(key) for key in ("sample_weight", "sheet", "encoding", "matrix")}
    return named | {"supports": None if supports is None else split_list(supports)}


DATA = all_of(
    click.argument("data"),
    click.option("--true", metavar="COLUMN", help="Column of the true labels, if it is not called y_true, actual ..."),
    click.option("--pred", metavar="COLUMN", help="Column of the predicted labels, if it is not called y_pred ..."),
    OF_FILE,
    click.option("--orientation", metavar="[true|predicted]", help="What a row of the matrix is; true by default."),
    click.option("--labels", metavar="A,B,...", help="Names of the classes, or their order if the data name them."),
    click.option("--multilabel", is_flag=True, help="The columns hold label sets, as in sea|sun; or 0 and 1 a label."),
    click.option("--separator", metavar="TEXT", help="Between the labels of a set; | or ; by default."),
)


def _one_metric(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> str | None:
    """The metric of a command that takes one; a second one would be left out without a word."""
    if len(given) > 1:
        raise UsageError(f"-m is given {len(given)} times, and this takes one metric: run it once for each")
    return given[0] if given else None


NAMED = "Name or alias; `exactmetrics metrics` lists them."
WHICH = all_of(
    click.option(
        "-a", "--average", metavar="[macro|micro|weighted|samples]", help="Average over the classes, or over samples."
    ),
    click.option("--label", metavar="CLASS", help="One class, by its name."),
    click.option("--positive", metavar="CLASS", help="The class that is meant where neither is given."),
    click.option("--form", metavar="NAME", help="Another arrangement of the same number."),
    click.option("--convention", metavar="NAME", help="Another number of the same name."),
    click.option("--combine", metavar="[scores|averages]", help="Average the scores, or score the averages."),
    click.option("-p", "--param", metavar="NAME=VALUE", multiple=True, help="A parameter, as in beta=1/2. Repeatable."),
    click.option("--over", metavar="[all|true|predicted|present|A,B,...]", help="The classes an average runs over."),
    click.option("--weights", metavar="[support|predicted|A=1,B=2,...]", help="The weights of a weighted average."),
    UNDEFINED,
    PRESET,
)
QUESTION = all_of(DATA, click.option("-m", "--metric", multiple=True, callback=_one_metric, help=NAMED), WHICH)
QUESTIONS = all_of(DATA, click.option("-m", "--metric", "asked", multiple=True, help=f"{NAMED} Repeatable."), WHICH)
FORMAT = click.option(
    "--format", "style", type=FormatName(FORMATS), help="How it is written; by default as the file's ending says."
)
LANGUAGE = click.option("--language", metavar="CODE", default="en", help="Language of the sentences; en by default.")
TEMPLATES = click.option("--templates", metavar="DIR", help="Your own templates, which go before the package's.")
WORDS = click.option("--words", metavar="FILE", help="Your own words, names and symbols, a TOML file.")
PLACES = click.option(
    "--places", type=int, metavar="N", help="Digits after the point, one more at a tie; 4 by default."
)
SYMBOLS = click.option("--symbols", metavar="[letters|words]", help="What metrics are called in formulas.")
PAGE = all_of(FORMAT, LANGUAGE, TEMPLATES, WORDS)
LOOK = all_of(
    PAGE,
    SYMBOLS,
    PLACES,
    click.option("--profile", metavar="NAME", help="A source whose symbols are used, as in 002."),
    click.option(
        "--detail",
        metavar="[brief|standard|full|scaffold]",
        default="standard",
        help="How much is shown; standard by default.",
    ),
    click.option("--no-key", is_flag=True, help="Leave the key of a scaffold out."),
    click.option("--no-data", is_flag=True, help="Leave the table of the data out."),
)
SCALE = click.option("--scale", metavar="NAME", help="Tell the word of a scale, as in landis-koch for kappa.")


def one_file(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> str | None:
    """The file of a command that writes one; of several the first ones would be left out without a word."""
    if len(given) > 1:
        raise UsageError(f"-o is given {len(given)} times, and this writes one file: run it once for each")
    return given[0] if given else None


OUTPUT = click.option(
    "-o", "--output", metavar="FILE", multiple=True, callback=one_file, help="Write to a file, whole or not at all."
)


class ScoresGivenError(UsageError):
    """Counts were asked for, and a file holds scores."""


FOR_SCORES = "ask for metrics of scores, such as roc_auc, or give value, derive or report a --threshold for others"


def counts_from(
    given: dict[str, Any],
    for_scores: str = FOR_SCORES,
    used: Collection[str | None] | None = (),
    for_samples: str = "",
) -> ConfusionMatrix | OneVsRest | Multilabel:
    """Read the data that the options name, which are taken out of `given`; remarks go to standard error.

    `for_scores` is what to say to somebody who gives a file of scores, `for_samples` what to add where a file of
    samples names neither scores nor predictions, and `used` are columns that are used elsewhere.
    """
    data, pred = given["data"], given["pred"]
    named = {key: given[key] for key in ("true", "sheet", "encoding")}
    try:
        return _counts_from(given, used)
    except ExactMetricsError as error:
        from exactmetrics.matrix.delimited import COLUMNS
        from exactmetrics.scores.reading import holds_scores

        of_scores = holds_scores(data, **named) if pred is None else None
        if of_scores:
            name = "standard input" if data == "-" else data
            raise ScoresGivenError(f"{name} holds scores and no predictions: {for_scores}") from None
        if for_samples and (of_scores is not None or COLUMNS in str(error)):
            error.args = (f"{error} {for_samples}",)
        raise


def _counts_from(
    given: dict[str, Any], used: Collection[str | None] | None
) -> ConfusionMatrix | OneVsRest | Multilabel:
    from exactmetrics.api import read

    data, labels = given.pop("data"), names_of(given.pop("labels"))
    columns = {key: given.pop(key) for key in ("true", "pred")} | of_file(given)
    orientation, separator = given.pop("orientation"), given.pop("separator")
    if given.pop("multilabel"):
        from exactmetrics.api.multilabel import Multilabel

        if orientation not in (None, "true"):
            raise UsageError("--orientation says what a row of a matrix is, and --multilabel reads no matrix")
        if columns.pop("supports") is not None:
            raise UsageError("--supports restores the counts of a matrix, and --multilabel reads no matrix")
        if columns.pop("matrix") is not None:
            raise UsageError("--matrix chooses one of several matrices, and --multilabel reads no matrix")
        sets = Multilabel.read(data, labels=labels, separator=separator, **columns)
        say_all(sets.notes, used)
        return sets
    if separator is not None:
        raise UsageError("--separator is what stands between the labels of a set: it goes with --multilabel")
    counts = read(data, labels=labels, orientation=orientation, **columns)
    say_all(counts.notes, used)
    if one := seeming_set(counts.labels):
        say(f"{one!r} is counted as one class: --multilabel reads it as the set of its labels")
    return counts


def question_from(given: dict[str, Any], labels: Sequence[Hashable]) -> tuple[str, dict[str, Any]]:
    """The metric, and the keyword arguments of `Measured.value`, with classes found by their text."""
    metric = given.pop("metric")
    return questions_from(given, [] if metric is None else [metric], labels)[0]


def questions_from(
    given: dict[str, Any], metrics: Sequence[str], labels: Sequence[Hashable]
) -> list[tuple[str, dict[str, Any]]]:
    """For each metric what `question_from` gives; a parameter goes to the metrics that take it."""
    from exactmetrics.matrix.labels import match_text
    from exactmetrics.metrics.request import OVERS

    entries = given.pop("param")
    if not metrics:
        raise UsageError("no metric given: say which one with -m, as in -m f1; `exactmetrics metrics` lists all")
    parameters = read_parameters({metric: parameters_of(metric) for metric in metrics}, entries)
    question = {key: value for key, value in given.items() if value is not None}
    for key in ("label", "positive"):
        if key in question:
            question[key] = match_text(question[key], labels)
    if "over" in question and question["over"] not in OVERS:
        question["over"] = [match_text(name, labels) for name in split_list(question["over"])]
    if "=" in question.get("weights", ""):
        question["weights"] = _weights(question["weights"], labels)
    return [
        (metric, question | {name: parameters[name] for name in parameters_of(metric) if name in parameters})
        for metric in metrics
    ]


def parameters_of(metric: str) -> list[str]:
    """The names of the parameters of a metric, under any of its conventions."""
    from exactmetrics.metrics.multilabel_names import reading_of
    from exactmetrics.metrics.registry import any_metric

    return [] if reading_of(metric) else any_metric(metric).parameters


def read_parameters(takes: Mapping[str, Sequence[str]], given: Sequence[str]) -> dict[str, str]:
    """Parameters of metrics, each of which takes some; a name that is none must not reach the call as an option."""
    metrics, known = list(takes), [name for names in takes.values() for name in names]
    found: dict[str, str] = {}
    for entry in given:
        name, equals, value = (part.strip() for part in entry.partition("="))
        if not equals:
            raise UsageError(f"-p takes NAME=VALUE, as in -p beta=1/2, and not {entry!r}")
        if name not in known:
            asked, here = ", ".join(metrics), ", ".join(dict.fromkeys(known)) or "none"
            have = "has no" if len(metrics) == 1 else "have no"
            raise UsageError(f"{asked} {have} parameter {name!r}; known here: {here}")
        if name in found:
            raise UsageError(f"-p {name} is given twice, as {found[name]} and as {value}")
        found[name] = value
    return found


def _weights(text: str, labels: Sequence[Hashable]) -> dict[Hashable, str]:
    from exactmetrics.matrix.labels import match_text

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


def detail_from(given: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of `derive` that say how it looks, taken out of the options."""
    names = ("profile", "detail", "language", "templates", "words", "places", "symbols")
    look = {name: option for name in names if (option := given.pop(name)) is not None}
    return look | {"key": not given.pop("no_key")}


def write(shown: Shown, style: str | None, output: str | None, *, data: bool = True) -> None:
    """Write a document in a format, by default the one of the file's ending, to a file or to standard output."""
    style = style_of(style, output)
    text = shown.to(style, data=data)
    deliver(text, output, json=style == "json")
    if style in ("latex-document", "beamer-document"):
        from exactmetrics.derivation.typesetting import engine_of

        if (engine := engine_of(text, shown.look.language)) != "pdflatex":
            say(f"this document needs {engine}, for its letters are beyond pdflatex")


def keep_inputs(output: str | None, inputs: Iterable[str | None], templates: str | None = None) -> None:
    """Refuse to write a result over what it is made from, with a UsageError.

    `inputs` are the files it is made from, "-" being standard input, and what is no file is passed over; `templates` is
    a folder of templates, none of which is written over either.
    """
    if output is None or output == "-":
        return
    if any(_same(output, name) for name in inputs if name) or _is_template(output, templates):
        raise UsageError(f"{output!r} is read, and would be written over: name another file with --output")


def _same(output: str, name: str) -> bool:
    """Whether two names are those of one file that exists; a pipe or a device may be read and written."""
    from exactmetrics.matrix.textfile import standard_input

    try:
        if not os.path.isfile(output):
            return False
        return os.path.samestat(os.stat(output), os.fstat(standard_input().fileno()) if name == "-" else os.stat(name))
    except (OSError, ValueError):  # no such file, standard input that is no file or closed, or a matrix and no name
        return False


def _is_template(output: str, templates: str | None) -> bool:
    if not templates or not output.endswith(".jinja"):
        return False
    return os.path.realpath(output).startswith(os.path.join(os.path.realpath(templates), ""))
