"""`exactmetrics examples`: the worked examples listed, checked against what is computed, or written anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click

from exactmetrics.cli.output import on_terminal, show_table
from exactmetrics.derivation.notation.escape import visible


@click.command(
    "examples",
    short_help="The worked examples: list, check, write.",
    epilog="""
    \b
    Examples:
      exactmetrics examples
      exactmetrics examples --check
      exactmetrics examples --write 002/figure_23
    """,
)
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--check", is_flag=True, help="Compare what is on record with what is computed; status 1 on findings.")
@click.option("--write", is_flag=True, help="Write the golden documents that changed.")
@click.pass_context
def command(context: click.Context, names: tuple[str, ...], check: bool, write: bool) -> None:
    """List the worked examples with their claims and the verdicts on record, or check or write them.

    NAME is a source, as in 002, or an example of it, as in 002/figure_23; without one, all.
    """
    if check and write:
        raise click.UsageError("--check compares and --write renews: give one of them")
    if check:
        context.exit(0 if _check(names) else 1)
    if write:
        _write(names)
    else:
        _list(names)


def _list(names: Sequence[str]) -> None:
    from exactmetrics.examples.collection import discover

    rows = []
    for example in discover(names):
        sheet = example.load()
        printed = [*(one.verdict for one in sheet.claims), *(one.verdict for one in sheet.formulas)]
        words = Counter(verdict or "without verdict" for verdict in printed)
        verdicts = ", ".join(f"{count} {word}" for word, count in words.most_common())
        rows.append([example.name, sheet.title, verdicts, str(len(sheet.values)), str(len(printed))])
    show_table(("example", "title", "verdicts", "values", "printed"), rows, numbers=2)


def _check(names: Sequence[str]) -> bool:
    from exactmetrics.examples.collection import check_all

    with _progress() as progress:
        report = check_all(names, progress=progress)
    for finding in report.findings:
        click.echo(visible(str(finding)))
    verdicts = ", ".join(f"{count} {word}" for word, count in report.verdicts.most_common())
    found = f"{report.sheets} sheets, {report.formulas} formulas, {report.values} values, {report.claims} claims"
    click.echo(f"{found} ({verdicts})")
    click.echo("everything on record is what is computed" if report.ok else f"{len(report.findings)} findings")
    return report.ok


def _write(names: Sequence[str]) -> None:
    from exactmetrics.examples.collection import write_all

    with _progress() as progress:
        changed = write_all(names, progress=progress)
    for path in changed:
        click.echo(str(path))
    click.echo(f"{len(changed)} documents written" if changed else "every document is up to date", err=True)


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int], None] | None]:
    """A bar with the name of the example on a terminal, nothing in a pipe."""
    if not on_terminal():
        yield None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda name, done, every: bar.update(task, description=escape(name), completed=done, total=every)
