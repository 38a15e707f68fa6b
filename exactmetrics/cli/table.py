"""Tables: drawn by rich on a terminal, plain aligned text in a pipe. Every cell is literal text, never markup."""

from __future__ import annotations

from collections.abc import Sequence

import click

from exactmetrics.cli.output import on_terminal, visible


def show_table(head: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: int = 0) -> None:
    """Print a table.

    Args:
        head: the headings.
        rows: as many cells each.
        numbers: how many columns, from the right, hold numbers and are aligned to the right.

    >>> show_table(["metric", "value"], [["recall", "47/72"], ["mcc", "0"]], numbers=1)
    metric  value
    -------------
    recall  47/72
    mcc         0
    """
    cells = [[visible(cell) for cell in row] for row in rows]
    if on_terminal():
        _draw(head, cells, numbers)
        return
    from exactmetrics.derivation.writing.tables import text_table

    click.echo("\n".join(text_table(head, cells, left=len(head) - numbers)))


def _draw(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: int) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(show_edge=False, pad_edge=False)
    for at, heading in enumerate(head):
        right = at >= len(head) - numbers
        table.add_column(Text(heading), justify="right" if right else "left", no_wrap=at == 0 or right)
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)
