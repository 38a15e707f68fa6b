"""`exactmetrics compare`: two derivations one after the other, with the exact difference."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from exactmetrics.cli.options import (  # fmt: skip
    LOOK,
    OUTPUT,
    QUESTION,
    counts_from,
    detail_from,
    keep_inputs,
    parameters_of,
    question_from,
    write,
)
from exactmetrics.cli.output import say
from exactmetrics.exact.errors import UsageError, located
from exactmetrics.metrics.suggest import choices

KEYS = (
    "metric", "average", "label", "positive", "form", "convention", "combine", "over", "weights", "undefined", "preset"
)  # fmt: skip
# Options that say how data are read.
READING = (
    "data", "labels", "true", "pred", "sample_weight", "orientation", "supports", "sheet", "encoding", "multilabel",
    "separator",
)  # fmt: skip


@click.command(
    "compare",
    short_help="Two derivations one after the other.",
    epilog="""
    \b
    Examples:
      exactmetrics compare "4 0 1; 10 65 16; 1 1 9" -m f1 -a macro --versus combine=averages
      exactmetrics compare matrix.csv -m recall -a weighted --versus metric=accuracy
      exactmetrics compare old.csv -m mcc --versus data=new.csv --format markdown
      exactmetrics compare matrix.csv -m fbeta -p beta=1 -a macro --versus beta=2
    """,
)
@QUESTION
@click.option(
    "--versus", metavar="KEY=VALUE", multiple=True, required=True,
    help="How the second differs: an option of the first, data=FILE, or a parameter; nothing after = drops it."
    " Repeatable.",
)  # fmt: skip
@LOOK
@OUTPUT
def command(style: str | None, no_data: bool, output: str | None, versus: Sequence[str], **given: Any) -> None:
    """Set two derivations one after the other: what differs, both calculations, and the exact difference.

    The first is what `derive` makes of the options; the second is the same but for what --versus says. A class given
    with --versus takes the place of an average, and an average that of a class.

    DATA is a file (CSV, TSV, XLSX, JSON, TOML, parquet), a folder or quoted pattern of parquet or CSV files of labels,
    - for standard input, or an inline matrix with one row for each true class.
    """
    from exactmetrics.api import compare

    changes = _changes(versus)
    keep_inputs(output, [given["data"], changes.get("data"), given["words"]], given["templates"])
    look = detail_from(given)
    names = _names(given["data"], changes.get("data"))
    second = _changed(given, changes)
    first_counts = counts_from(given)
    metric, question = question_from(given, first_counts.labels)
    first = first_counts.derive(metric, **look, **question)
    with located(f"--versus data={changes['data']}" if changes.get("data") else ""):
        second_counts = counts_from(second) if "data" in changes else first_counts
        asked = {key: value for key, value in second.items() if key not in READING}
        metric, question = question_from(asked, second_counts.labels)
        other = second_counts.derive(metric, **look, **question)
    write(compare(first, other, names=names), style, output, data=not no_data)


def _names(first: str | None, second: str | None) -> tuple[str, str] | None:
    """What two files are called; None where it is one, or one is no file."""
    if not first or not second or first == second or not all(map(os.path.isfile, (first, second))):
        return None
    names = Path(first).name, Path(second).name
    return names if names[0] != names[1] else (first, second)


def _changes(versus: Sequence[str]) -> dict[str, str]:
    """What --versus says, by key; the same key twice is an error."""
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
        parameters = {name: value for name, value in parameters.items() if name in parameters_of(changes["metric"])}
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
    _drop_classes(given, second, changes)
    return second | {"param": tuple(f"{name}={value}" for name, value in parameters.items())}


def _drop_classes(given: dict[str, Any], second: dict[str, Any], changes: dict[str, str]) -> None:
    """Leave out which class, or which average, is meant where the second metric is of the whole matrix, and say so.

    Where both metrics are, the first asks for it and so may the second.
    """
    metric = changes.get("metric")
    if not metric or second["multilabel"] or _of_the_matrix(given["metric"]) or not _of_the_matrix(metric):
        return
    for key in ("average", "label"):
        if second[key] is not None and key not in changes:
            options = [option for option in ("over", "weights", "combine") if second[option] and option not in changes]
            also = "".join(f" and --{option}" for option in options)
            say(
                f"{metric} is of the whole matrix and is compared without --{key} {second[key]}{also}; "
                f"--versus {key}={second[key]} asks for that, too"
            )
            second |= dict.fromkeys([key, *options])


def _of_the_matrix(metric: str | None) -> bool:
    from exactmetrics.metrics.multilabel_names import reading_of
    from exactmetrics.metrics.registry import metric_named

    return metric is not None and reading_of(metric) is None and metric_named(metric).scope == "matrix"


def _parameter(key: str, metric: str | None) -> str:
    """The name of a parameter; anything else that is no option is an error that names the choices."""
    known = sorted(parameters_of(metric)) if metric else []
    if key not in known:
        raise UsageError(f"--versus knows no {key!r}; {choices(key, [*KEYS, 'data', *known])}")
    return key
