"""`exactmetrics conformance`: how far implementations are from the exact values of the reference vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from exactmetrics.cli.options import OUTPUT, FormatName
from exactmetrics.cli.output import deliver, shown_progress, style_of

if TYPE_CHECKING:
    from exactmetrics.conformance.page import Column
    from exactmetrics.vectors.reading import Case

FORMATS = ("text", "markdown", "html", "json")


@click.command(
    "conformance",
    short_help="How far other implementations are from the exact values.",
    epilog="""
    \b
    Examples:
      exactmetrics conformance sklearn pycm --smoke
      exactmetrics conformance sklearn pycm torchmetrics imbalanced-learn -o CONFORMANCE.md
      exactmetrics conformance --answers answers.json --format html -o conformance.html
    """,
)
@click.argument("peers", metavar="[PEER]...", nargs=-1)
@click.option("--answers", metavar="FILE", multiple=True, help="Answers of an implementation in any language, as JSON.")
@click.option("--smoke", is_flag=True, help="Only the smoke set, 500 cases.")
@click.option("--seconds", type=click.FloatRange(min=0.1), default=30.0, show_default=True, metavar="S",
              help="How long a peer may take for one case.")  # fmt: skip
@click.option("--format", "style", type=FormatName(FORMATS), help="How it is written; by default as the file's ending "
              "says.")  # fmt: skip
@OUTPUT
@click.pass_context
def command(
    context: click.Context, peers: tuple[str, ...], answers: tuple[str, ...], smoke: bool, seconds: float,
    style: str | None, output: str | None,
) -> None:  # fmt: skip
    """Judge implementations by the reference vectors.

    PEER is an installed library: scikit-learn, PyCM, torchmetrics or imbalanced-learn. Any other implementation reads
    the vectors, writes its answers to a file, and is judged the same way with --answers.

    Status 1 says that an answer is wrong in a way that is not explained.
    """
    if not peers and not answers:
        raise click.UsageError("name a PEER, such as scikit-learn, or give --answers FILE")
    style = style_of(style, output)
    if style not in FORMATS:
        raise click.UsageError(f"the table is written as {', '.join(FORMATS)}, not as {style}")
    from exactmetrics.conformance.cases import every_case
    from exactmetrics.conformance.page import Page
    from exactmetrics.conformance.peers import installed
    from exactmetrics.vectors.reading import vectors_digest, vectors_version

    cases = list(every_case(smoke=smoke))
    columns = _columns(peers, answers, cases, seconds)
    told = ["exactmetrics conformance", *peers, *(f"--answers {name}" for name in answers), *(["--smoke"] * smoke)]
    made = (" ".join(told), installed(peers)) if not answers else ("", "")
    page = Page(columns, vectors_version(), len(cases), smoke, *made, digest=vectors_digest())
    deliver(page.to(style), output, json=style == "json")
    context.exit(1 if any(column.news for column in columns) else 0)


def _columns(peers: tuple[str, ...], answers: tuple[str, ...], cases: list[Case], seconds: float) -> list[Column]:
    from exactmetrics.conformance.answers import read_answers
    from exactmetrics.conformance.page import column_of
    from exactmetrics.conformance.peers import peer_named
    from exactmetrics.conformance.run import run_peer

    named = [peer_named(name) for name in peers]
    for peer in named:
        peer.version()  # whoever is not installed is told before the first one runs
    given = [read_answers(name) for name in answers]
    for peer in named:
        with shown_progress(peer.name) as progress:
            given.append(run_peer(peer, cases, seconds=seconds, progress=progress))
    return [column_of(one, cases) for one in given]
