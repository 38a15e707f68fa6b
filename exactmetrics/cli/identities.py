"""`exactmetrics identities`: the registry of identities and bounds, and the proof of each."""

from __future__ import annotations

import json

import click

from exactmetrics.cli.options import LANGUAGE, OUTPUT
from exactmetrics.cli.output import deliver
from exactmetrics.cli.prove import deliver_proof
from exactmetrics.proofs import FORMATS


@click.command(
    "identities",
    short_help="Well-known identities of metrics, and their proofs.",
    epilog="""
    \b
    Examples:
      exactmetrics identities
      exactmetrics identities mcc-informedness
      exactmetrics identities jaccard-f1 --format markdown
      exactmetrics identities --json
    """,
)
@click.argument("name", required=False)
@LANGUAGE
@click.option("--format", "style", type=click.Choice(FORMATS), help="Of a proof; text by default.")
@click.option("--json", "as_json", is_flag=True, help="The list, or a proof, as JSON.")
@OUTPUT
def command(name: str | None, language: str, style: str | None, as_json: bool, output: str | None) -> None:
    """List the identities and bounds of metrics, with their statements and sources; with NAME print the proof of one.

    A word that is no name, such as f1, lists those that speak of it. Common errors are among them, refuted by the
    smallest matrix.
    """
    from exactmetrics.proofs.identities import identities

    rows = identities()
    word = (name or "").lower()
    found = [one for one in rows if word and word in f"{one.name} {one.statement} {one.title}".lower()]
    if name is not None and (not found or word in {one.name for one in rows}):
        one = identities(word if found else name)[0]
        if style is None and output is None and not as_json:
            click.echo(f"{one.title} ({one.source})\n")
        deliver_proof(one.proof, "json" if as_json else style, language, output)
        return
    if style is not None and style != "json":
        raise click.UsageError("--format is of a proof: give NAME")
    rows = tuple(found) or rows
    if as_json or style == "json":
        deliver(json.dumps([one.to_dict() for one in rows], indent=2, ensure_ascii=False), output, json=True)
        return
    lines, group = list[str](), ""
    for one in rows:
        if one.group != group:
            group = one.group
            lines += ["", f"{group}:"]
        lines += [f"  {one.name}: {one.title}", f"      {one.statement}", f"      [{one.source}]"]
    deliver("\n".join(lines[1:]) + "\n", output)
