"""The command line: arguments are translated into calls of the public interface, and nothing is computed here.

Content: `main`, the command `exactmetrics`. Each command has a module of its own, which is imported when it is run, and
imports what it needs inside the function that runs: starting up costs little more than importing click.
"""

from __future__ import annotations

import click

from exactmetrics import __version__
from exactmetrics.cli.group import Commands

__all__ = ["main"]


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"max_content_width": 100},
    epilog="""
    \b
    Examples:
      exactmetrics
      exactmetrics value "6 1 1; 1 5 2; 2 3 7" -m precision -a weighted
      exactmetrics derive matrix.csv -m f1 -a macro --format latex-document -o f1.tex

    Exit status: 0 fine, 1 findings, 2 the input could not be used.
    """,
)
@click.version_option(__version__, prog_name="exactmetrics", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Classification metrics as exact numbers, with every step of the working shown.

    Without a command: one example, worked.
    """
    if context.invoked_subcommand is None:
        from exactmetrics.cli.welcome import welcome

        click.echo(welcome(), nl=False)
