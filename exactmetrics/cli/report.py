"""`exactmetrics report`: every metric that applies to the data."""

from __future__ import annotations

from typing import Any

import click

from exactmetrics.cli.options import DATA, OUTPUT, PAGE, PRESET, UNDEFINED, counts_from, keep_inputs, write  # fmt: skip
from exactmetrics.exact.errors import UsageError


@click.command(
    "report",
    short_help="Every metric that applies.",
    epilog="""
    \b
    Examples:
      exactmetrics report "6 1 1; 1 5 2; 2 3 7" --labels bird,cat,dog
      exactmetrics report pairs.csv --preset sklearn --places 3
      exactmetrics report matrix.csv --format json -o report.json
    """,
)
@DATA
@PAGE
@UNDEFINED
@PRESET
@click.option("--derivations", is_flag=True, help="Below, the derivation of every average and metric of the matrix.")
@click.option("--detail", metavar="[brief|full]", help="Of the derivations; brief by default.")
@click.option("--places", type=int, metavar="N", help="Digits after the point.")
@OUTPUT
def command(style: str | None, output: str | None, **given: Any) -> None:
    """Compute every metric that applies to the data.

    DATA is a file (CSV, TSV, XLSX, JSON, TOML, parquet), a folder or quoted pattern of parquet or CSV files of labels,
    - for standard input, or an inline matrix with one row for each true class.

    `latex` is a fragment (needs amsmath, booktabs, longtable, and xcolor with its option table), `latex-document` a
    file that compiles by itself.
    """
    keep_inputs(output, [given["data"]], given["templates"])
    derivations, detail = given["derivations"], given.pop("detail")
    if detail is not None and not derivations:
        raise UsageError("--detail is of the derivations below a report: give --derivations too")
    given["derivations"] = (detail or "brief") if derivations else None
    names = ("derivations", "undefined", "preset", "places", "language", "templates")
    asked = {name: given.pop(name) for name in names}
    options = {name: option for name, option in asked.items() if option is not None}
    write(counts_from(given).report(**options), style, output)
