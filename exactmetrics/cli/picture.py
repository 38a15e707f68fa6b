"""`exactmetrics picture`: the confusion matrix as a picture file."""

from __future__ import annotations

from typing import Any

import click

from exactmetrics.cli.options import DATA, LANGUAGE, WORDS, counts_from, keep_inputs
from exactmetrics.cli.output import deliver
from exactmetrics.exact.errors import UsageError


@click.command(
    "picture",
    short_help="The confusion matrix as a picture.",
    epilog="""
    \b
    Examples:
      exactmetrics picture matrix.csv -o matrix.svg
      exactmetrics picture "6 1 1; 1 5 2; 2 3 7" --labels bird,cat,dog --shares -o matrix.pdf
      exactmetrics picture pairs.csv --theme dark -o matrix.png
    """,
)
@DATA
@click.option("--format", "style", type=click.Choice(["svg", "tex", "pdf", "png"]),
              help="By default as the file's ending says; svg without a file.")  # fmt: skip
@click.option("--shares", is_flag=True, help="Write the share of the true class below each count.")
@click.option("--theme", metavar="[auto|light|dark]", default="auto",
              help="auto follows the reader's page in SVG and is light elsewhere.")  # fmt: skip
@LANGUAGE
@WORDS
@click.option("-o", "--output", metavar="FILE", help="Write to a file, whole or not at all.")
def command(style: str | None, output: str | None, **given: Any) -> None:
    """Draw the confusion matrix: a square for each count, darker the larger its share of the true class.

    DATA is a file (CSV, TSV, XLSX, JSON, TOML, parquet), a folder or quoted pattern of parquet or CSV files of labels,
    - for standard input, or an inline matrix with one row for each true class.

    SVG and TikZ (tex, for a document that loads tikz) need nothing else; PDF and PNG need the extra `picture`
    (cairosvg).
    """
    from exactmetrics.derivation.drawing import picture_format

    keep_inputs(output, [given["data"], given["words"]])
    look = {name: given.pop(name) for name in ("shares", "theme", "language", "words")}
    file = None if output == "-" else output
    style = style or ("svg" if file is None else picture_format(file))
    if style in ("pdf", "png") and file is None:
        raise UsageError(f"a picture as {style} is no text: name a file with -o")
    counts = counts_from(given)
    if not hasattr(counts, "picture"):
        raise UsageError("the data are counts of classes and no matrix, of which alone there is a picture")
    made = counts.picture(**look)
    if file is not None:
        made.save(file, format=style)
    else:
        deliver(made.to(style).decode(), None)
