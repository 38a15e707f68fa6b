"""`exactmetrics metrics`: the catalogue, one entry explained, or what authors and libraries disagree about."""

from __future__ import annotations

import click

from exactmetrics.cli.output import show_table


@click.command(
    "metrics",
    short_help="The catalogue, one entry explained, or all disagreements.",
    epilog="""
    \b
    Examples:
      exactmetrics metrics
      exactmetrics metrics sensitivity
      exactmetrics metrics --conventions
    """,
)
@click.argument("name", required=False)
@click.option("--language", metavar="CODE", default="en", help="Language of an explanation; en by default.")
@click.option("--conventions", is_flag=True, help="What authors and libraries mean differently by one name.")
def command(name: str | None, language: str, conventions: bool) -> None:
    """List every metric; with NAME (or an alias) explain one; with --conventions show the disagreements."""
    if conventions:
        from exactmetrics.cli.conventions import disagreements

        click.echo(disagreements(name))
        return
    from exactmetrics.api import explain, metrics

    if name is not None:
        click.echo(explain(name, language=language))
    else:
        # The first sentence; with a name all of them. It stands last, where its length makes no other line longer.
        rows = [[m.name, m.scope, ", ".join(m.aliases), m.standard.description.split(". ")[0]] for m in metrics()]
        show_table(
            ("name", "of a", "also called", "what it is"), [[*row[:3], row[3].rstrip(".") + "."] for row in rows]
        )
