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
    counts_from,
    keep_inputs,
    write,
)
from exactmetrics.exact.errors import UsageError


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
      exactmetrics report matrix.csv --format json -o report.json
    """,
)
@DATA
@click.option("-m", "--metric", multiple=True, help=f"Shown too: {NAMED[0].lower()}{NAMED[1:]} Repeatable.")
@click.option("--all", "every", is_flag=True, help="Every metric that applies and needs no parameter.")
@PAGE
@UNDEFINED
@PRESET
@click.option("--derivations", is_flag=True, help="Below, the derivation of every average and metric of the matrix.")
@click.option("--detail", metavar="[brief|standard|full]", help="Of the derivations; brief by default.")
@SYMBOLS
@PLACES
@OUTPUT
def command(style: str | None, output: str | None, **given: Any) -> None:
    """Show precision, recall, F1 and support of every class, their averages and the accuracy, exact and as decimals.

    -m adds a metric and --all every one that applies: class by class, averaged, and of the whole matrix.

    DATA is a file (CSV, TSV, XLSX, JSON, TOML, parquet), a folder or quoted pattern of parquet or CSV files of labels,
    - for standard input, or an inline matrix with one row for each true class.

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
    write(counts_from(given).report(**options), style, output)
