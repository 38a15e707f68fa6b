"""`exactmetrics vectors`: the reference vectors built, or checked."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

import click

from exactmetrics.cli.output import shown_progress
from exactmetrics.derivation.notation.escape import visible

SHOWN = 20  # findings


@click.group(
    "vectors",
    short_help="Reference vectors: build, check.",
    epilog="""
    \b
    Examples:
      exactmetrics vectors check
      exactmetrics vectors build
    """,
)
def command() -> None:
    """Build or check the reference vectors: inputs and exact expected values, for implementations in any language."""


@command.command(
    "build",
    epilog="""
    \b
    Example:
      exactmetrics vectors build
    """,
)
@click.argument("path", metavar="[PATH]", required=False, type=click.Path(file_okay=False, path_type=Path))
def build(path: Path | None) -> None:
    """Write the files of every metric that is certified, into PATH or into the package.

    New cases are certified first, in a checkout, by `make vectors`.
    """
    from exactmetrics.vectors.build import write_all

    with shown_progress("computing every value") as progress:
        changed, unpublished = write_all(path, progress=progress)
    for name in changed:
        click.echo(name)
    click.echo(f"{len(changed)} files written" if changed else "every file is up to date", err=True)
    _list_unpublished(unpublished)


@command.command(
    "check",
    epilog="""
    \b
    Example:
      exactmetrics vectors check
    """,
)
@click.argument("path", metavar="[PATH]", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.pass_context
def check(context: click.Context, path: Path | None) -> None:
    """Check the files of PATH, or of the package: schema, ids, certification, and every value computed anew.

    The exit status is 1 where something is wrong.
    """
    from exactmetrics.vectors.check import check as check_folder
    from exactmetrics.vectors.reading import data_folder

    folder: Traversable = data_folder() if path is None else path
    with shown_progress("computing every value") as progress:
        findings, unpublished = check_folder(folder, progress=progress)
    for finding in findings[:SHOWN]:
        click.echo(visible(str(finding)))
    if len(findings) > SHOWN:
        click.echo(f"and {len(findings) - SHOWN} more")
    _list_unpublished(unpublished)
    click.echo(f"{len(findings)} findings" if findings else "every case is certified and is what is computed")
    context.exit(1 if findings else 0)


def _list_unpublished(names: Sequence[str]) -> None:
    """Tell what waits for certification, which is no fault."""
    for name in names:
        click.echo(f"not published yet: {visible(name)}; run `make vectors`", err=True)
