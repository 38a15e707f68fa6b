"""`exactmetrics document`: a whole tutorial page from its specification."""

from __future__ import annotations

from typing import Any

import click

from exactmetrics.cli.options import FORMAT, OUTPUT, PLACES, SYMBOLS, TEMPLATES, WORDS, keep_inputs, write
from exactmetrics.cli.output import say


@click.command(
    "document",
    short_help="A whole tutorial page from its specification.",
    epilog="""
    \b
    Examples:
      exactmetrics document tutorial.toml --format markdown
      exactmetrics document tutorial.toml -o tutorial.tex
      exactmetrics document tutorial.toml --language es -o tutorial.html
      exactmetrics document tutorial.toml --detail scaffold --no-key -o exercise.md
    """,
)
@click.argument("spec")
@FORMAT
@click.option("--language", metavar="CODE", help="Language of the sentences; by default as SPEC says, else en.")
@click.option("--detail", metavar="[brief|standard|full|scaffold]", help="How much is shown; by default as SPEC says.")
@click.option("--no-key", is_flag=True, help="Leave the keys of exercises out, for students.")
@TEMPLATES
@WORDS
@SYMBOLS
@PLACES
@click.option("--no-data", is_flag=True, help="Leave the tables of the data out.")
@OUTPUT
def command(
    spec: str, style: str | None, no_key: bool, templates: str | None, no_data: bool, output: str | None,
    **look: Any,
) -> None:  # fmt: skip
    """Write a whole page: your own text, data sets, derivations, comparisons and reports, numbered and linked.

    SPEC is a TOML file (or the same as JSON): a title, data sets under [data.NAME], and one [[block]] for each thing
    the page shows: text, data, derivation, comparison, report, or equation. In a text {ref:ID} is the number of what
    has that id, {value:ID} its exact value, {decimal:ID:4} and {percent:ID:1} its decimal.

    `latex` is a fragment, `latex-document` a file that compiles by itself. `beamer` is frames, one a step,
    `beamer-document` a file of them that compiles by itself.
    """
    from exactmetrics.documents import document

    keep_inputs(output, [spec, look["words"]], templates)
    page = document(spec, key=False if no_key else None, templates=templates, **look)
    keep_inputs(output, [found.file for found in page.spec.data.values()])
    for id in page.unused:
        say(f"{spec}: nothing refers to the id {id!r}")
    write(page, style, output, data=not no_data)
