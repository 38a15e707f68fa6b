"""`exactmetrics metrics`: the catalogue, one entry explained, or what authors and libraries disagree about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

import click

from exactmetrics.cli.output import fitted, terminal_columns
from exactmetrics.metrics.groups import FIRST, grouped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from exactmetrics.metrics.metric import Metric

ENDING = (
    "`exactmetrics metrics NAME` explains one, by any of its names; `--conventions` shows what authors and libraries "
    "mean differently by one name."
)


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

        click.echo(fitted(disagreements(name)))
        return
    from exactmetrics.api import explain, metrics

    if name is not None:
        click.echo(fitted(explain(name, language=language)))
    else:
        click.echo("\n".join(_listing(metrics(), terminal_columns())))


def _listing(every: Sequence[Metric], width: int) -> Iterator[str]:
    """The catalogue in groups, with every name: of the most taught metrics also what they are."""
    for title, group in grouped(every).items():
        wide = max(len(metric.name) for metric in group) + 2
        yield f"{title[0].upper()}{title[1:]}:"
        for metric in group:
            names, head = ", ".join(metric.aliases), f"  {metric.name:{wide}}"
            told = metric.standard.description.split(". ")[0].rstrip(".") + "."
            text = f"{told} Also: {names}." if title == FIRST and names else names
            yield from wrap(text, width, initial_indent=head, subsequent_indent=" " * len(head)) or [head.rstrip()]
        yield ""
    yield from wrap(ENDING, width)
