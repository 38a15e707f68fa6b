"""`exactmetrics value`: metrics as exact numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from exactmetrics.cli.options import QUESTIONS, SCALE, questions_from
from exactmetrics.cli.output import on_terminal, say, say_all
from exactmetrics.cli.scored import SCORED, about_scores, predictions_from, score_questions, scores_from
from exactmetrics.exact.values import LONGEST_SHOWN, Number, Undefined, value_text
from exactmetrics.matrix.understood import Understood
from exactmetrics.metrics.request import SAMPLES

if TYPE_CHECKING:
    from exactmetrics.metrics.request import Request
    from exactmetrics.metrics.scales import Interpretation
    from exactmetrics.views.value import Outcome


@click.command(
    "value",
    short_help="A metric as an exact number, or several.",
    epilog="""
    \b
    Examples:
      exactmetrics value "6 1 1; 1 5 2; 2 3 7" -m precision -a weighted
      exactmetrics value matrix.csv -m precision -m recall -m f1 -a macro
      exactmetrics value matrix.csv -m fbeta -p beta=1/2 --label dog --json
      exactmetrics value matrix.csv -m kappa --scale landis-koch
      exactmetrics value pairs.csv --true y --pred p -m mcc --places 10
      exactmetrics value scores.csv -m roc_auc -m average_precision --positive yes
      exactmetrics value scores.csv -m f1 --threshold best --positive yes
    """,
)
@QUESTIONS
@SCORED
@SCALE
@click.option("--places", type=int, metavar="N", help="Digits after the point.")
@click.option("--significant", type=int, metavar="N", help="Significant digits; 16 by default.")
@click.option("--rounding", metavar="[nearest|half-even|half-up|truncate|any]", help="half-even by default.")
@click.option("--json", "as_json", is_flag=True, help="Print everything known of the value as JSON.")
def command(
    asked: tuple[str, ...], scale: str | None, places: int | None, significant: int | None, rounding: str | None,
    as_json: bool, **given: Any,
) -> None:  # fmt: skip
    """Compute a metric as an exact number, or several with -m each.

    DATA is a file (CSV, TSV, XLSX, JSON, TOML, parquet), a folder or quoted pattern of parquet or CSV files of labels,
    - for standard input, or an inline matrix with one row for each true class. A metric of scores, such as roc_auc,
    reads a file with a column of true classes and one of scores (or one for each class, named as in score_cat).

    Text is read as people have it: an array or a table that a program printed, four counts such as TP=40 FP=10 FN=5
    TN=45, a document with a matrix in it. One line on standard error says what was understood.

    On a terminal the exact value and its decimal are printed. In a pipe there is one line: the exact value, or the
    decimal if --places or --significant is given; "undefined" if there is no value. Of several metrics each has a line
    that begins with its name; a class and an average are for the metrics of a class among them. With --scale the word
    for the value follows. Policies that acted on the way are told on standard error.
    """
    digits = _digits(places, significant, rounding)
    found = list(_asked(given, asked))
    if as_json:
        import json

        from exactmetrics.derivation.notation import escape

        answers = [answer(request, outcome, digits, scale) | read for request, outcome, read in found]
        # In ASCII, so that every terminal and pipe passes it on unchanged.
        click.echo(escape.json(json.dumps(answers if len(answers) > 1 else answers[0], indent=2)))
        return
    shown = []
    for request, outcome, _ in found:
        word = _word(request, outcome, scale)
        shown.append([*_told(request, outcome, digits), *([] if word is None else [str(word)])])
    if len(shown) == 1:
        click.echo("\n".join(shown[0]))
        return
    names = [request.name for request, _, _ in found]
    wide = max(map(len, names))
    for name, lines in zip(names, shown, strict=True):
        click.echo(f"{name.ljust(wide)}  {' '.join(lines)}")


def _asked(given: dict[str, Any], metrics: Sequence[str]) -> Iterator[tuple[Request, Outcome, dict[str, Any]]]:
    """Every question, resolved, its answer, and as `read` how a text was understood that is no table of ours."""
    if about_scores(metrics):
        from exactmetrics.metrics.score_request import resolve_score

        scores = scores_from(given, metrics[0])
        for name, question in score_questions(given, metrics, scores):
            outcome = scores.outcome(name, **question)
            yield resolve_score(name, labels=scores.labels, positive=scores.positive, **question), outcome, {}
        return
    counts = predictions_from(given, metrics)
    understood = next((note for note in counts.notes if isinstance(note, Understood)), None)
    read = {} if understood is None else {"read": understood.facts}
    questions = questions_from(given, metrics, counts.labels)
    if len(questions) > 1 and counts._blocks.partition:
        from exactmetrics.metrics.several import of_one_matrix

        options, notes = of_one_matrix(questions)
        questions = [(name, own) for (name, _), own in zip(questions, options, strict=True)]
        for note in notes:
            say(note)
    for name, question in questions:
        outcome = counts.outcome(name, **question)
        positive = question.pop("positive", None)
        request = counts._resolve(name, positive, question)[0]
        say_all(request.against_rest(len(counts.labels)) if counts._blocks.partition else ())
        yield request, outcome, read


def _word(request: Request, outcome: Outcome, scale: str | None) -> Interpretation | None:
    """What the scale that is asked for calls the value; None where there is none of them."""
    if scale is None:
        return None
    from exactmetrics.metrics.scales import interpretation, scale_named

    named = scale_named(scale, request.metric)
    return None if isinstance(outcome.value, Undefined) else interpretation(named, outcome.value)


def _told(request: Request, outcome: Outcome, digits: dict[str, Any]) -> list[str]:
    """What is printed of an outcome; the policies that acted, or why there is no value, go to standard error."""
    for acted in outcome.acted:
        of = "sample " if request.average == SAMPLES else ""
        where = acted.metric if acted.label is None else f"{acted.metric} of {of}{acted.label}"
        done = "left out" if acted.value is None else f"taken as {acted.value}"
        say(f"{where} is {acted.ratio}, {done} ({acted.policy})")
    if not isinstance(outcome.value, Undefined):
        return _lines(outcome.value, digits)
    infinite = outcome.value.kind == "infinite"
    cure = "no policy stands in for that" if infinite else "--undefined 0, 1 or omit says what stands for it"
    say(f"{outcome.value.told}, which has no value; {cure}")
    return ["undefined"]


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
    if not isinstance(value, Fraction) and len(exact) > LONGEST_SHOWN:
        from exactmetrics.exact.rounding import decimal

        say(f"the exact value is too long to print, with {len(exact)} characters (--json has it): this is its decimal")
        return [decimal(value, **digits)]
    if not terminal and digits.keys() <= {"rounding"}:
        return [exact]
    from exactmetrics.exact.rounding import decimal

    text = decimal(value, **digits)
    if not terminal or text == exact:
        return [text]
    # A long decimal is not read back: the host limits how many digits may be read at once.
    same = isinstance(value, Fraction) and len(text) < 600 and Fraction(text) == value
    return [exact, f"{'=' if same else '≈'} {text}"]


def answer(request: Request, outcome: Outcome, digits: Mapping[str, Any], scale: str | None = None) -> dict[str, Any]:
    """The answer as a table, with the keys of `value.schema.json`: always these, in this order, and what a scale says.

    Names are those the question resolves to, classes are given by their text.
    """
    from exactmetrics.derivation.json_values import acted_data, value_data
    from exactmetrics.exact.rounding import decimal

    value, found = outcome.value, value_data(outcome.value)
    applied = [acted_data(acted) | {"label": _text(acted.label)} for acted in outcome.acted]
    return (
        {
            "metric": request.name,
            "average": request.average,
            "label": _text(request.label),
            "form": request.bound.chosen.name,
            "convention": request.bound.convention.name,
            "combine": request.combine if request.average and request.metric.scope != "scores" else None,
            "preset": request.preset.name if request.preset else None,
            "value": found["value"],
            "decimal": None if isinstance(value, Undefined) else decimal(value, **digits),
            **{key: found[key] for key in ("float", "exactness", "sign", "square")},
            "applied": [{key: one[key] for key in ("metric", "label", "value", "policy", "ratio")} for one in applied],
            "reason": found["reason"],
        }
        | ({key: found[key] for key in ("radicand", "degree") if key in found})
        | ({} if scale is None else {"interpretation": _as_data(_word(request, outcome, scale))})
    )


def _as_data(found: Interpretation | None) -> dict[str, Any] | None:
    if found is None:
        return None
    band = found.band
    return {
        "scale": found.scale.name,
        "word": found.word,
        "low": None if band.low is None else str(band.low),
        "low_closed": band.low_closed,
        "high": None if band.high is None else str(band.high),
        "high_closed": band.high_closed,
        "cited": found.scale.cited,
    }


def _text(label: Hashable | None) -> str | None:
    return None if label is None else str(label)
