"""`exactmetrics reference`: the page of a metric, or all pages of the reference."""

from __future__ import annotations

from pathlib import Path

import click

from exactmetrics.cli.options import OUTPUT
from exactmetrics.cli.output import deliver


@click.command(
    "reference",
    short_help="The reference page of a metric; all pages with --write.",
    epilog="""
    \b
    Examples:
      exactmetrics reference kappa
      exactmetrics reference sensitivity -o recall.md
      exactmetrics reference --write docs
    """,
)
@click.argument("name", required=False)
@OUTPUT
@click.option(
    "--write", "folder", metavar="DIR", help="Write all pages into DIR, in a checkout: reference/, conventions.md."
)
def command(name: str | None, output: str | None, folder: str | None) -> None:
    """Print the reference page of a metric (or an alias) as Markdown; without NAME the list of all.

    A page has the definition, every convention and form, the numbers on one small matrix, one of them worked out, and
    the names that libraries have for it.
    """
    from exactmetrics.reference.metric_page import index_page, metric_page
    from exactmetrics.reference.pages import write_pages

    if folder is None:
        deliver(metric_page(name) if name else index_page(), output)
        return
    if name or output:
        raise click.UsageError("--write writes every page: give it without NAME and --output")
    written = write_pages(Path(folder))
    for path in written:
        click.echo(path)
    click.echo(f"{len(written)} pages written" if written else "every page is up to date", err=True)
