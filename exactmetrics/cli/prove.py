"""`exactmetrics prove`: a statement on metrics, proved for every matrix or refuted by the smallest."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from exactmetrics.cli.options import LANGUAGE, OUTPUT
from exactmetrics.cli.output import deliver, style_of
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.suggest import choices
from exactmetrics.proofs import FORMATS

if TYPE_CHECKING:
    from exactmetrics.proofs.proof import Proof

STATUS = {"proved": 0, "refuted": 1, "undecided": 3}


@click.command(
    "prove",
    short_help="Whether a statement on metrics holds for every matrix.",
    epilog="""
    \b
    Examples:
      exactmetrics prove "precision[micro] = accuracy"
      exactmetrics prove "precision[weighted] = accuracy"
      exactmetrics prove "mcc^2 = informedness*markedness if k = 2" --format markdown
      exactmetrics prove "f1 = 2*TP/(2*TP + FP + FN)" --json
      exactmetrics prove "min(P, R) <= f1"
      exactmetrics prove "f1 <= max(P, R)"

    \b
    Exit status: 0 proved, 1 refuted, 3 not decided, 2 unusable input.
    """,
)
@click.argument("statement")
@click.option("--budget", "seconds", type=float, metavar="SECONDS", help="How long it may take; 8 by default.")
@LANGUAGE
@click.option("--format", "style", type=click.Choice(FORMATS), help="text by default.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@OUTPUT
def command(
    statement: str, seconds: float | None, language: str, style: str | None, as_json: bool, output: str | None
) -> None:
    """Prove a STATEMENT on metrics for every confusion matrix, or refute it by the smallest matrix on which it fails.

    STATEMENT is two sides with = <= < >= or > between them. A side is made of metrics by any of their names, with an
    average or parameters in brackets ("f1[macro]", "fbeta[macro, beta=2]"); of TP, FP, FN, TN, P (precision) and R
    (recall) of any one class; of T (all correct predictions), N (samples), k (classes) and numbers; by + - * / ^, sqrt,
    min, max and abs; of sum(...) over all classes. Behind "if" stand conditions, joined by "and": "k = 2", "k >= 3",
    "every class is predicted", "every class has samples". It is said of all matrices on which both sides have a value.
    """
    from exactmetrics.proofs.proof import prove

    proof = deliver_proof(lambda: prove(statement, seconds=seconds), "json" if as_json else style, language, output)
    sys.exit(STATUS[proof.verdict])


def deliver_proof(proved: Callable[[], Proof], style: str | None, language: str, output: str | None) -> Proof:
    """Print a proof, once it is known how; by the name of the output file where no format is given."""
    from exactmetrics.derivation.messages import check_language

    style = style or style_of(None, output)
    if style not in FORMATS:
        raise UsageError(f"no proof is written as {style}; {choices(style, FORMATS)}")
    check_language(language)
    proof = proved()
    deliver(proof.to(style, language=language), output, json=style == "json")
    return proof
