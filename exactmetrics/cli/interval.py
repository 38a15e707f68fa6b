"""`exactmetrics interval`: the confidence interval of a proportion, and its exact binomial test."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from exactmetrics.cli.options import QUESTION, counts_from, question_from
from exactmetrics.exact.digits import text_int
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import LONGEST_SHOWN, Number, value_text

if TYPE_CHECKING:
    from exactmetrics.intervals.proportion import Interval

COUNTS = re.compile(r"(\d{1,300})/(\d{1,300})", re.ASCII)
LARGEST = "largest_class"
MOST_PLACES = 1_000  # which take a second or two


@click.command(
    "interval",
    short_help="The confidence interval of a proportion.",
    epilog="""
    \b
    Examples:
      exactmetrics interval 81/263
      exactmetrics interval 81/263 --z 1.96
      exactmetrics interval "6 1 1; 1 5 2; 2 3 7" -m recall --label 1 --method clopper_pearson --places 50
      exactmetrics interval matrix.csv -m accuracy --p0 largest_class --alternative greater
    """,
)
@QUESTION
@click.option("--method", metavar="[wilson|agresti_coull|wald|clopper_pearson]", default="wilson",
              help="wilson by default.")  # fmt: skip
@click.option("--confidence", metavar="C", help="0.95 by default; z is its exact quantile.")
@click.option("--z", metavar="Z", help="A rational z instead, such as 1.96: the bounds are exact roots.")
@click.option("--p0", metavar="P", help=f"Test this proportion too, exactly; or {LARGEST} for accuracy.")
@click.option("--alternative", metavar="[two_sided|greater|less]", help="two_sided by default; goes with --p0.")
@click.option("--places", type=int, metavar="N", help="Digits after the point; by default 16 significant ones.")
@click.option("--json", "as_json", is_flag=True, help="Print everything known of the interval as JSON.")
def command(
    method: str, confidence: str | None, z: str | None, p0: str | None, alternative: str | None, places: int | None,
    as_json: bool, **given: Any,
) -> None:  # fmt: skip
    """The confidence interval of a metric that is a proportion of samples, as accuracy, recall and precision are, with
    certified digits; and with --p0 the P-value of the exact binomial test.

    DATA is a file (CSV, TSV, XLSX, JSON, TOML, parquet), a folder or quoted pattern of parquet or CSV files of labels,
    - for standard input, or an inline matrix with one row for each true class. Without -m it may be the proportion
    itself, as in 81/263.

    Each line is what it names: the proportion, its bounds, and the method with the z or the confidence that was used.
    """
    from exactmetrics.exact.rounding import check_places

    if alternative is not None and p0 is None:
        raise UsageError("--alternative goes with --p0, the proportion to test")
    digits = {} if places is None else {"places": check_places(places, MOST_PLACES)}
    about, found, share, p_value = _asked(given, {"method": method, "confidence": confidence, "z": z}, p0, alternative)
    if as_json:
        import json

        from exactmetrics.derivation.notation import escape

        test = None
        if p_value is not None:
            test = {
                "p0": value_text(share or 0),
                "alternative": alternative or "two_sided",
                "p_value": _data(p_value, digits),
            }
        click.echo(escape.json(json.dumps(about | _interval_data(found, digits) | {"test": test}, indent=2)))
        return
    from exactmetrics.intervals.proportion import TITLES

    lines = {"proportion": _both(found.proportion, digits, f"{found.k}/{found.n}"),
             "lower": _both(found.lower, digits), "upper": _both(found.upper, digits),
             "method": f"{TITLES[found.method]}, {found.label}"}  # fmt: skip
    if p_value is not None:
        tested = f"{(alternative or 'two_sided').replace('_', '-')}, p0 = {value_text(share or 0)}"
        lines["P-value"] = f"{_both(p_value, digits)} ({tested})"
    wide = max(map(len, lines))
    click.echo("\n".join(f"{name.ljust(wide)}  {text}" for name, text in lines.items()))


def _asked(
    given: dict[str, Any], options: dict[str, Any], p0: str | None, alternative: str | None
) -> tuple[dict[str, Any], Interval, Fraction | None, Fraction | None]:
    """What was asked about, the interval, and of a test the proportion and the P-value."""
    from exactmetrics.intervals.binomial import binomial_test
    from exactmetrics.intervals.counted import share_of_largest
    from exactmetrics.intervals.given import as_share
    from exactmetrics.intervals.proportion import proportion_interval

    about: dict[str, Any] = {"metric": None, "average": None, "label": None}
    counts = None
    if given["metric"] is None and (said := COUNTS.fullmatch(given["data"].strip())):
        k, n = map(text_int, said.groups())
        found = proportion_interval(k, n, **options)
    else:
        counts = counts_from(given)
        name, question = question_from(given, counts.labels)
        positive = question.pop("positive", None)
        request = counts._resolve(name, positive, question)[0]
        label = None if request.label is None else str(request.label)
        about = {"metric": request.name, "average": request.average, "label": label}
        found = counts.interval(name, positive=positive, **question, **options)
    if p0 is None:
        return about, found, None, None
    if p0 == LARGEST:
        if counts is None:
            raise UsageError(f"--p0 {LARGEST} is the share of the largest class, and {given['data']} names none")
        share = share_of_largest(counts._blocks)
    else:
        share = as_share("p0", p0)
    return about, found, share, binomial_test(found.k, found.n, share, alternative=alternative or "two_sided")


def _both(value: Number, digits: dict[str, int], exact: str | None = None) -> str:
    """A value exactly, where it can be written so, and as a decimal."""
    from exactmetrics.exact.certified import Certified
    from exactmetrics.exact.rounding import decimal

    text = decimal(value, **digits)  # type: ignore[arg-type]
    if isinstance(value, Certified):
        return f"≈ {text}"
    exact = exact or value_text(value)
    if exact in ("0", "1"):
        return exact
    same = isinstance(value, Fraction) and len(text) < 600 and Fraction(text) == value
    return f"{'=' if same else '≈'} {text}" if len(exact) > LONGEST_SHOWN else f"{exact} {'=' if same else '≈'} {text}"


def _interval_data(found: Interval, digits: dict[str, int]) -> dict[str, Any]:
    return {
        "k": found.k,
        "n": found.n,
        "proportion": value_text(found.proportion),
        "standard_error": _data(found.standard_error, digits),
        "method": found.method,
        "confidence": None if found.confidence is None else value_text(found.confidence),
        "z": None if found.z is None else _data(found.z, digits),
        "lower": _data(found.lower, digits),
        "upper": _data(found.upper, digits),
    }


def _data(value: Number, digits: dict[str, int]) -> dict[str, Any]:
    """A number: exactly, or null where only its decimals are known, and its decimal."""
    from exactmetrics.derivation.json_values import value_data
    from exactmetrics.exact.certified import Certified
    from exactmetrics.exact.rounding import decimal

    own = value_data(value)
    exact = {"value": None, "exactness": value.exactness} if isinstance(value, Certified) else {}
    kept = {key: own[key] for key in ("value", "float", "exactness")} | exact
    return kept | {"decimal": decimal(value, **digits)}  # type: ignore[arg-type]
