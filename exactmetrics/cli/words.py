"""`exactmetrics words`: the words of a language's pages, as a file of words to be changed."""

from __future__ import annotations

import click


@click.command(
    "words",
    short_help="The words of the pages, as a file to change (--words).",
    epilog="""
    \b
    Examples:
      exactmetrics words > my.toml
      exactmetrics words --language de | grep Klasse
    """,
)
@click.option("--language", metavar="CODE", default="en", help="Language of the pages; en by default.")
def command(language: str) -> None:
    """Print the words, names and symbols of the pages as a file for --words, in which nothing is changed yet."""
    from exactmetrics.derivation.words_list import word_list

    click.echo(word_list(language))
