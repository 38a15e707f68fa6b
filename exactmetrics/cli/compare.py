"""`exactmetrics compare`: two derivations side by side, with the exact difference."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from exactmetrics.cli.inputs import keep_inputs
from exactmetrics.cli.look import detail_from, detail_options, page_options, write
from exactmetrics.cli.options import counts_from, data_options, metric_options, output_option, question_from

KEYS = (
    "metric", "average", "label", "positive", "form", "convention", "combine", "over", "weights", "undefined", "preset"
)  # fmt: skip


@click.command(
    "compare",
    short_help="Two derivations side by side.",
    epilog="""
    \b
    Examples:
      exactmetrics compare "4 0 1; 10 65 16; 1 1 9" -m f1 -a macro --versus combine=averages
      exactmetrics compare matrix.csv -m recall -a weighted --versus metric=accuracy --versus average=
      exactmetrics compare old.csv -m mcc --versus data=new.csv --format markdown
      exactmetrics compare matrix.csv -m fbeta -p beta=1 -a macro --versus beta=2
    """,
)
@data_options
@metric_options
@click.option(
    "--versus", metavar="KEY=VALUE", multiple=True, required=True,
    help="How the second differs: an option of the first, data=FILE, or a parameter; nothing after = drops it."
    " Repeatable.",
)  # fmt: skip
@page_options
@detail_options
@click.option("--no-data", is_flag=True, help="Leave the table of the data out.")
@output_option
def command(style: str | None, no_data: bool, output: str | None, versus: Sequence[str], **given: Any) -> None:
    """Set two derivations side by side: what differs, both workings, and the exact difference.

    The first is what `derive` makes of the options; the second is the same but for what --versus says. A class given
    with --versus takes the place of an average, and an average that of a class.

    DATA is a file (CSV, TSV, JSON, TOML, parquet), - for standard input, or an inline matrix with one row for each
    true class.
    """
    from exactmetrics.api import compare

    changes = _changes(versus)
    keep_inputs(output, [given["data"], changes.get("data")], given["templates"])
    look = detail_from(given)
    names = _names(given["data"], changes.get("data"))
    second = _changed(given, changes)
    first_counts = counts_from(given)
    metric, question = question_from(given, first_counts.labels)
    first = first_counts.derive(metric, **look, **question)
    with _told_of(changes.get("data")):
        second_counts = counts_from(second) if "data" in changes else first_counts
        metric, question = question_from(_question(second), second_counts.labels)
        other = second_counts.derive(metric, **look, **question)
    write(compare(first, other, names=names), style, output, data=not no_data)


def _names(first: str | None, second: str | None) -> tuple[str, str] | None:
    """What two files are called; None where it is one, or one is no file."""
    if not first or not second or first == second or not all(map(os.path.isfile, (first, second))):
        return None
    names = Path(first).name, Path(second).name
    return names if names[0] != names[1] else (first, second)


@contextmanager
def _told_of(data: str | None) -> Iterator[None]:
    """Errors of the second question say that they are about the data of --versus, where there are any."""
    from exactmetrics.exact.errors import ExactMetricsError

    try:
        yield
    except ExactMetricsError as error:
        if data:
            error.args = (f"--versus data={data}: {error}",)
        raise


def _changes(versus: Sequence[str]) -> dict[str, str]:
    """What --versus says, by key; the same key twice is an error."""
    from exactmetrics.exact.errors import UsageError

    found: dict[str, str] = {}
    for entry in versus:
        key, equals, value = (part.strip() for part in entry.partition("="))
        if not equals or not key:
            raise UsageError(f"--versus takes KEY=VALUE, as in --versus average=micro, and not {entry!r}")
        if key in found:
            raise UsageError(f"--versus {key} is given twice, as {found[key]!r} and as {value!r}")
        found[key] = value
    return found


def _changed(given: dict[str, Any], changes: dict[str, str]) -> dict[str, Any]:
    """The options of the second derivation."""
    second = dict(given)
    parameters = dict(entry.split("=", 1) for entry in given["param"] if "=" in entry)
    if changes.get("metric"):
        parameters = {name: value for name, value in parameters.items() if name in _parameters(changes["metric"])}
    for key, value in changes.items():
        if key == "data" or key in KEYS:
            second[key] = value or None
        elif value:
            parameters[_parameter(key, second["metric"])] = value
        else:
            parameters.pop(key, None)
    for key, other in (("label", "average"), ("average", "label")):
        if changes.get(key) and other not in changes:
            second[other] = None
    return second | {"param": tuple(f"{name}={value}" for name, value in parameters.items())}


def _question(second: dict[str, Any]) -> dict[str, Any]:
    """The options without those that say how data are read."""
    reading = ("data", "labels", "true", "pred", "orientation")
    return {key: value for key, value in second.items() if key not in reading}


def _parameters(metric: str) -> set[str]:
    from exactmetrics.metrics.registry import metric_named

    return {name for convention in metric_named(metric).conventions.values() for name in convention.parameters}


def _parameter(key: str, metric: str | None) -> str:
    """The name of a parameter; anything else that is no option is an error that names the choices."""
    from exactmetrics.exact.errors import UsageError
    from exactmetrics.metrics.suggest import choices

    known = _parameters(metric) if metric else set()
    if key not in known:
        raise UsageError(f"--versus knows no {key!r}; {choices(key, [*KEYS, 'data', *sorted(known)])}")
    return key
