"""`exactmetrics value`: one metric as an exact number."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from exactmetrics.cli.options import counts_from, data_options, metric_options, question_from, say
from exactmetrics.cli.output import on_terminal, visible

if TYPE_CHECKING:
    from exactmetrics.exact.values import Number
    from exactmetrics.views.run import Outcome
    from exactmetrics.views.value import Acted


@click.command(
    "value",
    short_help="One metric as an exact number.",
    epilog="""
    \b
    Examples:
      exactmetrics value "6 1 1; 1 5 2; 2 3 7" -m precision -a weighted
      exactmetrics value matrix.csv -m fbeta -p beta=1/2 --label dog --json
      exactmetrics value pairs.csv --true y --pred p -m mcc --places 10
    """,
)
@data_options
@metric_options
@click.option("--places", type=int, metavar="N", help="Digits after the point.")
@click.option("--significant", type=int, metavar="N", help="Significant digits; 16 by default.")
@click.option("--rounding", metavar="[nearest|half-even|half-up|truncate|any]", help="half-even by default.")
@click.option("--json", "as_json", is_flag=True, help="Print everything known of the value as JSON.")
def command(places: int | None, significant: int | None, rounding: str | None, as_json: bool, **given: Any) -> None:
    """Compute one metric as an exact number.

    DATA is a file (CSV, TSV, JSON, TOML, parquet), - for standard input, or an inline matrix with one row for each
    true class.

    On a terminal the exact value and its decimal are printed. In a pipe there is one line: the exact value, or the
    decimal if --places or --significant is given; "undefined" if there is no value. Policies that acted on the way
    are told on standard error.
    """
    from exactmetrics.cli.answer import answer_json, exact_text
    from exactmetrics.exact.rounding import decimal
    from exactmetrics.exact.values import Undefined

    counts = counts_from(given)
    metric, question = question_from(given, counts.labels)
    outcome = counts.outcome(metric, **question)
    digits: dict[str, Any] = {"places": places, "significant": significant, "rounding": rounding or "half-even"}
    decimal(Fraction(0), **digits)  # options that do not go together are an error for undefined values too
    if as_json:
        click.echo(answer_json(metric, question, counts.labels, outcome, digits))
        return
    _tell(outcome)
    value = outcome.value
    if isinstance(value, Undefined):
        click.echo("undefined")
    elif on_terminal():
        click.echo("\n".join([exact_text(value), *_decimal_line(value, decimal(value, **digits))]))
    else:
        short = places is not None or significant is not None
        click.echo(decimal(value, **digits) if short else exact_text(value))


def _tell(outcome: Outcome) -> None:
    """Say on standard error why there is no value, and which policies acted."""
    from exactmetrics.exact.values import Undefined

    for acted in outcome.acted:
        say(_sentence(acted))
    if isinstance(outcome.value, Undefined):
        say(f"{visible(outcome.value.reason)}, which has no value; --undefined 0, 1 or omit says what stands for it")


def _sentence(acted: Acted) -> str:
    where = acted.metric if acted.label is None else f"{acted.metric} of {visible(str(acted.label))}"
    done = "left out" if acted.value is None else f"taken as {acted.value}"
    return f"{where} is {acted.ratio}, {done} ({acted.policy})"


def _decimal_line(value: Number, text: str) -> list[str]:
    """The decimal, with a sign that says whether it is the value; none where that is written out anyway."""
    if isinstance(value, Fraction) and value.denominator == 1 and text == str(value.numerator)[: len(text) + 1]:
        return []
    same = isinstance(value, Fraction) and len(text) < 600 and Fraction(text) == value
    return [f"{'=' if same else '≈'} {text}"]
