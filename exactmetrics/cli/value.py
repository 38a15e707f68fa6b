"""`exactmetrics value`: one metric as an exact number."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from exactmetrics.cli.options import QUESTION, counts_from, question_from
from exactmetrics.cli.output import on_terminal, say
from exactmetrics.exact.values import Number, Undefined, value_text

if TYPE_CHECKING:
    from exactmetrics.views.value import Outcome


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
@QUESTION
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
    counts = counts_from(given)
    metric, question = question_from(given, counts.labels)
    digits = _digits(places, significant, rounding)
    outcome = counts.outcome(metric, **question)
    if as_json:
        import json

        # In ASCII, so that every terminal and pipe passes it on unchanged.
        click.echo(json.dumps(answer(metric, question, counts.labels, outcome, digits), indent=2))
        return
    for acted in outcome.acted:
        where = acted.metric if acted.label is None else f"{acted.metric} of {acted.label}"
        done = "left out" if acted.value is None else f"taken as {acted.value}"
        say(f"{where} is {acted.ratio}, {done} ({acted.policy})")
    if isinstance(outcome.value, Undefined):
        infinite = outcome.value.kind == "infinite"
        cure = "no policy stands in for that" if infinite else "--undefined 0, 1 or omit says what stands for it"
        say(f"{outcome.value.reason}, which has no value; {cure}")
        click.echo("undefined")
    else:
        click.echo("\n".join(_lines(outcome.value, digits)))


def _digits(places: int | None, significant: int | None, rounding: str | None) -> dict[str, Any]:
    """The options of `decimal` that were given; wrong ones are an error even where no decimal is printed."""
    asked: dict[str, Any] = {"places": places, "significant": significant, "rounding": rounding}
    digits = {key: option for key, option in asked.items() if option is not None}
    if digits:
        from exactmetrics.exact.rounding import decimal

        decimal(1, **digits)
    return digits


def _lines(value: Number, digits: dict[str, Any]) -> list[str]:
    """What is printed of a number: both ways of writing it on a terminal, one of them in a pipe."""
    terminal, exact = on_terminal(), value_text(value)
    if not terminal and digits.keys() <= {"rounding"}:
        return [exact]
    from exactmetrics.exact.rounding import decimal

    text = decimal(value, **digits)
    if not terminal or text == exact:
        return [text]
    # A long decimal is not read back: the host limits how many digits may be read at once.
    same = isinstance(value, Fraction) and len(text) < 600 and Fraction(text) == value
    return [exact, f"{'=' if same else '≈'} {text}"]


def answer(
    metric: str, question: Mapping[str, Any], labels: Sequence[Hashable], outcome: Outcome, digits: Mapping[str, Any]
) -> dict[str, Any]:
    """The answer as a table, with the keys of `value.schema.json`: always these, in this order.

    Names are those the question resolves to, classes are given by their text.
    """
    from exactmetrics.derivation.json_values import acted_data, value_data
    from exactmetrics.exact.rounding import decimal
    from exactmetrics.metrics.request import resolve

    request, value, found = resolve(metric, labels=labels, **question), outcome.value, value_data(outcome.value)
    applied = [acted_data(acted) | {"label": _text(acted.label)} for acted in outcome.acted]
    return {
        "metric": request.metric.name,
        "average": request.average,
        "label": _text(request.label),
        "form": request.bound.chosen.name,
        "convention": request.bound.convention.name,
        "combine": request.combine if request.average else None,
        "preset": request.preset.name if request.preset else None,
        "value": found["value"],
        "decimal": None if isinstance(value, Undefined) else decimal(value, **digits),
        **{key: found[key] for key in ("float", "exactness", "sign", "square")},
        "applied": [{key: one[key] for key in ("metric", "label", "value", "policy", "ratio")} for one in applied],
        "reason": found["reason"],
    }


def _text(label: Hashable | None) -> str | None:
    return None if label is None else str(label)
