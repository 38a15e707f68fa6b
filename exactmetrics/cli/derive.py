"""`exactmetrics derive`: how a value comes about, step by step."""

from __future__ import annotations

from typing import Any

import click

from exactmetrics.cli.options import counts_from, data_options, metric_options, output_option, question_from
from exactmetrics.cli.output import deliver, style_of
from exactmetrics.exact.errors import UsageError

FORMATS = ("text", "markdown", "latex", "latex-document")


@click.command(
    "derive",
    short_help="One metric worked out step by step.",
    epilog="""
    \b
    Examples:
      exactmetrics derive "6 1 1; 1 5 2; 2 3 7" -m precision -a weighted
      exactmetrics derive matrix.csv -m f1 -a macro --combine averages --format markdown
      exactmetrics derive matrix.csv -m mcc --format latex-document -o mcc.tex
    """,
)
@data_options
@metric_options
@click.option(
    "--format", "style", type=click.Choice(FORMATS), help="How it is written; by default as the file's ending says."
)
@click.option("--profile", metavar="NAME", help="A source whose symbols are used, as in 002.")
@click.option("--language", metavar="CODE", default="en", help="Language of the sentences; en by default.")
@click.option("--no-data", is_flag=True, help="Leave the table of the data out.")
@output_option
def command(
    style: str | None, profile: str | None, language: str, no_data: bool, output: str | None, **given: Any
) -> None:
    """Work out one metric step by step, from the counts to the exact number and its decimal.

    DATA is a file (CSV, TSV, JSON, TOML, parquet), - for standard input, or an inline matrix with one row for each
    true class.

    `latex` is a fragment (needs amsmath and booktabs), `latex-document` a file that compiles by itself.
    """
    counts = counts_from(given)
    metric, question = question_from(given, counts.labels)
    derivation = counts.derive(metric, profile=profile, language=language, **question)
    style = style_of(style, output)
    if style not in FORMATS:
        raise UsageError(f"a derivation has no format {style}; choose one of {', '.join(FORMATS)} with --format")
    if style == "text":
        text = derivation.to_text(data=not no_data)
    elif style == "markdown":
        text = derivation.to_markdown(data=not no_data)
    else:
        text = derivation.to_latex(document=style == "latex-document", data=not no_data)
    deliver(text, output)
