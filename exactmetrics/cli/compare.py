"""`exactmetrics compare`: two derivations one after the other, with the exact difference."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from exactmetrics.cli.scored import COMPARED, about_scores, score_look, score_questions, scores_from
from exactmetrics.exact.errors import UsageError, located
from exactmetrics.metrics.suggest import choices

if TYPE_CHECKING:
    from exactmetrics.derivation.derivation import Derived

COLUMNS = ("data", "pred", "scores")  # where the data of the second are: another file, or another column of it
KEYS = (
    "metric", "average", "label", "positive", "form", "convention", "combine", "over", "weights", "undefined", "preset",
    "multi_class", *COLUMNS,
)  # fmt: skip
# Options that say how data are read.
READING = (
    "data", "labels", "true", "pred", "sample_weight", "orientation", "supports", "sheet", "encoding", "matrix",
    "multilabel", "separator", "scores",
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
      exactmetrics compare models.csv -m roc_auc --scores model_a --versus scores=model_b
      exactmetrics compare matrix.csv -m fbeta -p beta=1 -a macro --versus beta=2
    """,
)
@QUESTION
@click.option(
    "--versus", metavar="KEY=VALUE", multiple=True, required=True,
    help="How the second differs: an option of the first, data=FILE, pred=COLUMN, scores=COLUMN, or a parameter;"
    " nothing after = drops it. Repeatable.",
)  # fmt: skip
@COMPARED
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
    second = _changed(given, changes)
    _refuse_other_kind(given, second, changes)
    used = [side[column] for side in (given, second) for column in ("pred", "scores")]
    source = _read(given, used)
    told = set[str]()
    first = _derived(source, given, look, told)
    with located(f"--versus data={changes['data']}" if changes.get("data") else ""):
        other = _derived(
            _read(second, used if "data" in changes else None) if _reads_anew(given, second, changes) else source,
            second,
            look,
            told,
        )
    write(compare(first, other, names=_names(given, changes)), style, output, data=not no_data)


def _reads_anew(given: dict[str, Any], second: dict[str, Any], changes: dict[str, str]) -> bool:
    """Whether the second has data of its own, or reads those of the first otherwise."""
    anew = any(key in changes for key in COLUMNS)
    return anew or (_of_scores(given) and given["positive"] != second["positive"])


def _refuse_other_kind(given: dict[str, Any], second: dict[str, Any], changes: dict[str, str]) -> None:
    """Refuse a side of counts beside one of scores, and options of scores on sides of counts."""
    of_scores = _of_scores(given)
    if of_scores != _of_scores(second):
        one, other = (given, second) if of_scores else (second, given)
        raise UsageError(
            f"compare takes two metrics of one kind, and one is of counts and one of scores: {other['metric']} is of "
            f"predictions, {one['metric']} of scores"
        )
    for option in () if of_scores else ("scores", "multi_class"):
        if given[option] is not None or option in changes:
            raise UsageError(
                f"--{option.replace('_', '-')} goes with metrics of scores, such as roc_auc; {given['metric']} is of "
                "predictions"
            )


def _of_scores(given: dict[str, Any]) -> bool:
    return about_scores([] if given["metric"] is None else [given["metric"]])


def _read(given: dict[str, Any], used: list[str | None] | None) -> Any:
    """The counts or the scores that a side is about.

    `used` are the columns of both sides; None says that what there is to say of the data was said.
    """
    asked = dict(given)
    if _of_scores(given):
        return scores_from(asked, given["metric"], used)
    return counts_from(asked, used=used)


def _derived(source: Any, given: dict[str, Any], look: dict[str, Any], told: set[str]) -> Derived:
    asked = {key: value for key, value in given.items() if key not in READING}
    if _of_scores(given):
        asked.pop("positive")  # it is said when scores are read
        metric = asked.pop("metric")
        [(metric, question)] = score_questions(
            {**asked, "pred": given["pred"], "separator": None}, [metric], source, told
        )
        return source.derive(metric, **score_look(look), **question)  # type: ignore[no-any-return]
    asked.pop("multi_class")
    metric, question = question_from(asked, source.labels)
    return source.derive(metric, **look, **question)  # type: ignore[no-any-return]


def _names(given: dict[str, Any], changes: dict[str, str]) -> tuple[str, str] | None:
    """What two files, or two columns of one, are called; None where it is one, or one is no file."""
    for column in ("pred", "scores"):
        first, second = given[column], changes.get(column)
        if first and second and first != second and "data" not in changes:
            return first, second
    first, second = given["data"], changes.get("data")
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
        if key in KEYS:
            second[key] = value or None
        elif value:
            parameters[_parameter(key, second["metric"])] = value
        elif parameters.pop(key, None) is None:  # one of the first alone may be dropped too
            _parameter(key, given["metric"])
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
    from exactmetrics.metrics.registry import any_metric

    return metric is not None and reading_of(metric) is None and any_metric(metric).scope == "matrix"


def _parameter(key: str, metric: str | None) -> str:
    """The name of a parameter; anything else that is no option is an error that names the choices."""
    known = sorted(parameters_of(metric)) if metric else []
    if key not in known:
        raise UsageError(f"--versus knows no {key!r}; {choices(key, [*KEYS, *known])}")
    return key
