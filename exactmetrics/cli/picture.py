"""`exactmetrics picture`: the confusion matrix, or a curve of scores, as a picture file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from exactmetrics.cli.options import DATA, LANGUAGE, OUTPUT, WORDS, counts_from, keep_inputs
from exactmetrics.cli.output import deliver
from exactmetrics.cli.scored import SCORES, scores_from
from exactmetrics.exact.errors import UsageError

if TYPE_CHECKING:
    from exactmetrics.derivation.drawing import Drawing


@click.command(
    "picture",
    short_help="The confusion matrix or a curve as a picture.",
    epilog="""
    \b
    Examples:
      exactmetrics picture matrix.csv -o matrix.svg
      exactmetrics picture "6 1 1; 1 5 2; 2 3 7" --labels bird,cat,dog --shares -o matrix.pdf
      exactmetrics picture pairs.csv --theme dark -o matrix.png
      exactmetrics picture scores.csv --curve roc -o roc.svg
    """,
)
@DATA
@click.option("--format", "style", type=click.Choice(["svg", "tex", "pdf", "png"]),
              help="By default as the file's ending says; svg without a file.")  # fmt: skip
@click.option("--shares", is_flag=True, help="Write the share of the true class below each count.")
@click.option("--curve", metavar="[roc|precision_recall]", help="Draw this curve of a file of scores.")
@click.option("--scores", metavar="COLUMN", help=SCORES)
@click.option("--positive", metavar="CLASS", help="Which of two classes has the high scores.")
@click.option("--label", metavar="CLASS", help="The class that a curve is of, of several.")
@click.option("--theme", metavar="[auto|light|dark]", default="auto",
              help="auto follows the reader's page in SVG and is light elsewhere.")  # fmt: skip
@LANGUAGE
@WORDS
@OUTPUT
def command(style: str | None, output: str | None, **given: Any) -> None:
    """Draw the confusion matrix: a square for each count, darker the larger its share of the true class. Of a file of
    scores --curve draws a curve, with the area below it.

    DATA is a file (CSV, TSV, XLSX, JSON, TOML, parquet), a folder or quoted pattern of parquet or CSV files of labels,
    - for standard input, or an inline matrix with one row for each true class.

    SVG and TikZ (tex, for a document that loads tikz) need nothing else; PDF and PNG need the extra `picture`
    (cairosvg).
    """
    from exactmetrics.derivation.drawing import picture_format

    keep_inputs(output, [given["data"], given["words"]])
    look = {name: given.pop(name) for name in ("theme", "language", "words")}
    file = None if output == "-" else output
    style = style or ("svg" if file is None else picture_format(file))
    if style in ("pdf", "png") and file is None:
        raise UsageError(f"a picture as {style} is no text: name a file with -o")
    made = _drawn(given, look)
    if file is not None:
        made.save(file, format=style)
    else:
        deliver(made.to(style).decode(), None)


def _drawn(given: dict[str, Any], look: dict[str, Any]) -> Drawing:
    """The matrix, or the curve that is asked for."""
    from exactmetrics.matrix.labels import match_text

    curve, label, shares = given.pop("curve"), given.pop("label"), given.pop("shares")
    if curve is None:
        if any(option is not None for option in (given.pop("scores"), given.pop("positive"), label)):
            raise UsageError("--scores, --positive and --label go with --curve")
        counts = counts_from(given)
        if not hasattr(counts, "picture"):
            raise UsageError("the data are counts of classes and no matrix, of which alone there is a picture")
        drawn: Drawing = counts.picture(shares=shares, **look)
        return drawn
    of_matrix = {"shares": shares, "pred": given.pop("pred"), "separator": given.pop("separator")}
    for option, said in (of_matrix | {"orientation": given["orientation"] == "predicted"}).items():
        if said:
            raise UsageError(f"--{option} does not go with --curve")
    scores = scores_from(given, "--curve")
    return scores.picture(curve, label=None if label is None else match_text(label, scores.labels), **look)
