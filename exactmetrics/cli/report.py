"""`exactmetrics report`: precision, recall, F1 and accuracy, and what else is asked for."""

from __future__ import annotations

from typing import Any

import click

from exactmetrics.cli.options import (  # fmt: skip
    DATA,
    NAMED,
    OUTPUT,
    PAGE,
    PLACES,
    PRESET,
    SYMBOLS,
    UNDEFINED,
    ScoresGivenError,
    counts_from,
    keep_inputs,
    write,
)
from exactmetrics.cli.output import say_all
from exactmetrics.cli.scored import SCORES, about_scores, predictions_from, scores_from
from exactmetrics.exact.errors import UsageError
from exactmetrics.matrix.labels import match_text

COLUMNS_NAMED = "For a report, --scores COLUMN reads a column as scores, and --pred COLUMN as predictions."


@click.command(
    "report",
    short_help="Precision, recall, F1, accuracy; or every metric.",
    epilog="""
    \b
    Examples:
      exactmetrics report "6 1 1; 1 5 2; 2 3 7" --labels bird,cat,dog
      exactmetrics report matrix.csv -m mcc -m specificity
      exactmetrics report matrix.csv --all
      exactmetrics report pairs.csv --preset sklearn --places 3
      exactmetrics report scores.csv --positive yes
      exactmetrics report matrix.csv --format json -o report.json
    """,
)
@DATA
@click.option("-m", "--metric", multiple=True, help=f"Shown too: {NAMED[0].lower()}{NAMED[1:]} Repeatable.")
@click.option("--all", "every", is_flag=True, help="Every metric that applies and needs no parameter.")
@PAGE
@UNDEFINED
@PRESET
@click.option("--scores", metavar="COLUMN", help=SCORES)
@click.option("--positive", metavar="CLASS", help="The positive class of two.")
@click.option("--threshold", metavar="T", help="Report the predictions that scores make from this one on.")
@click.option("--derivations", is_flag=True, help="Below, the derivation of every average and metric of the matrix.")
@click.option("--detail", metavar="[brief|standard|full]", help="Of the derivations; brief by default.")
@SYMBOLS
@PLACES
@OUTPUT
def command(style: str | None, output: str | None, **given: Any) -> None:
    """Show precision, recall, F1 and support of every class, their averages and the accuracy, exact and as decimals.

    -m adds a metric and --all every one that applies: class by class, averaged, and of the whole matrix.

    Of a file of scores: ROC AUC and average precision, of probabilities the Brier score and the log loss too.

    DATA is a file (CSV, TSV, XLSX, JSON, TOML, parquet), a folder or quoted pattern of parquet or CSV files of labels,
    - for standard input, or an inline matrix with one row for each true class.

    Text is read as people have it: an array or a table that a program printed, four counts such as TP=40 FP=10 FN=5
    TN=45, a document with a matrix in it. One line on standard error says what was understood.

    `latex` is a fragment (needs amsmath, booktabs, longtable, and xcolor with its option table), `latex-document` a
    file that compiles by itself.

    `beamer` is one frame a step, `beamer-document` a file of them that compiles by itself.
    """
    keep_inputs(output, [given["data"], given["words"]], given["templates"])
    derivations, detail = given["derivations"], given.pop("detail")
    for name, option in (("detail", detail), ("symbols", given["symbols"])):
        if option is not None and not derivations:
            raise UsageError(f"--{name} is of the derivations below a report: give --derivations too")
    given["derivations"] = (detail or "brief") if derivations else None
    metrics, every = list(given.pop("metric")), given.pop("every")
    if metrics and every:
        raise UsageError("--all shows every metric: leave -m out, or leave --all out")
    given["metrics"] = "all" if every else metrics or None
    names = ("metrics", "derivations", "undefined", "preset", "places", "language", "templates", "words", "symbols")
    asked = {name: given.pop(name) for name in names}
    options = {name: option for name, option in asked.items() if option is not None}
    source = _source(given, metrics, options)
    report = source.report(**options)
    say_all(note for note in report.notes if note not in source.notes)
    write(report, style, output)


def _source(given: dict[str, Any], metrics: list[str], options: dict[str, Any]) -> Any:
    """The counts or the scores that the report is on; the question decides, and then what a file holds."""
    if given["threshold"] is not None:
        asked = dict.fromkeys(("label", "multi_class", "average", "form", "convention", "combine", "over"))
        return predictions_from({**asked, "undefined": None, "preset": None, **given, "param": ()}, metrics)
    if given["scores"] is None and not about_scores(metrics):
        counted = {name: option for name, option in given.items() if name not in ("scores", "threshold")}
        positive = counted.pop("positive")
        try:
            counts = counts_from(counted, for_samples=COLUMNS_NAMED)
        except ScoresGivenError:
            if options.get("metrics") not in (None, "all"):
                raise
        else:
            if positive is not None:
                options["positive"] = match_text(positive, counts.labels)
            return counts
    for name in ("pred", "separator", "preset"):
        if given.pop(name, None) is not None or options.get(name) is not None:
            raise UsageError(f"--{name} does not go with a report on scores")
    return scores_from(given, metrics[0] if metrics else "a report on scores")
