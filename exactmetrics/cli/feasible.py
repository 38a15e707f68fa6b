"""`exactmetrics feasible`: can printed scores come from any data at all?"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactmetrics.cli.options import LANGUAGE, OUTPUT, PRESET, keep_inputs
from exactmetrics.cli.output import deliver, shown_progress, style_of
from exactmetrics.exact.errors import InputError, UsageError, located
from exactmetrics.matrix.written_labels import split_list
from exactmetrics.metrics.suggest import choices

if TYPE_CHECKING:
    from exactmetrics.feasibility import Feasibility
    from exactmetrics.feasibility.spec import Asked

FORMATS = ("text", "markdown", "json")
SECONDS = 10.0  # what a search has where nothing is said
LONG = 80  # characters of a score that a message repeats
UNDECIDED = 3  # exit status
STATUS = {True: 0, False: 1, None: UNDECIDED}


@click.command(
    "feasible",
    short_help="Whether printed scores can come from any data.",
    epilog="""
    \b
    Examples:
      exactmetrics feasible --n 100 --positives 40 accuracy=0.91 f1=0.87
      exactmetrics feasible sensitivity=91.3% specificity=88% accuracy=95%
      exactmetrics feasible --supports A=5,B=91,C=4 accuracy=0.91 "recall[A]=0.5"
      exactmetrics feasible --parts 52+94,74+37 accuracy=0.573 recall=0.768
      exactmetrics feasible scores.toml --rounding truncate --format markdown

    \b
    Exit status: 0 feasible, 1 infeasible, 3 not decided in time, 2 unusable input.
    Of several problems in a file 1 goes before 3, and 3 before 0.
    """,
)
@click.argument("scores", nargs=-1, required=True)
@click.option("--n", type=int, metavar="N", help="Number of samples.")
@click.option("--positives", type=int, metavar="P", help="Samples of the positive class, for two classes.")
@click.option("--supports", metavar="A=5,B=91,...", help="Samples of every class; ? where it is not known.")
@click.option("--classes", "k", type=int, metavar="K", help="How many classes there are; 2 by default.")
@click.option("--labels", metavar="A,B,...", help="Names of the classes.")
@click.option("--positive", metavar="CLASS", help="The class that a metric of one class means.")
@click.option("--max-n", type=int, metavar="N", help="The most samples there may be, where --n is not known.")
@click.option("--parts", metavar="52+94,74+37,...", help="The scores are means over these: positives + negatives each.")
@click.option("--rounding", metavar="[nearest|half-even|half-up|truncate|any]", help="nearest by default.")
@click.option("--tolerance", metavar="X", help="Read a score as anything within X of it, instead of by rounding.")
@click.option("--undefined", metavar="[propagate|omit|0|1]", help="What stands for 0/0.")
@PRESET
@click.option("--combine", metavar="[scores|averages]", help="Average the F scores, or score the averages.")
@click.option("--limit", type=int, metavar="N", help="How many matrices are listed at most; 20 by default.")
@click.option(
    "--budget", "seconds", type=float, default=SECONDS, metavar="SECONDS", help="How long it may take; 10 by default."
)
@LANGUAGE
@click.option("--format", "style", type=click.Choice(FORMATS), help="text by default.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@OUTPUT
def command(
    scores: tuple[str, ...], style: str | None, as_json: bool, language: str, output: str | None, **given: Any
) -> None:
    """Say whether any data can have all printed SCORES: exactly, with a proof or a confusion matrix.

    SCORES are NAME=NUMBER each, or a TOML or JSON file. A name is a metric or an alias, and in brackets its average or
    its class: accuracy=0.91, "f1[macro]=0.63", "recall[A]=0.5", "f1[macro, combine=averages]=0.6"; macro_f1 and
    weighted-precision are read too. Write the digits as they were printed: 0.90 says more than 0.9.

    If no matrix gives them, the answer names the scores that clash and the nearest values that are possible. If some
    do, it says how many, shows all of them where they are few, and what follows for other scores.
    """
    file = len(scores) == 1 and "=" not in scores[0]
    keep_inputs(output, scores if file else ())
    options = _options(given)
    found = [(asked.name, _answer(asked, options)) for asked in _asked(scores, file)]
    style = "json" if as_json else style or style_of(None, output)
    if style not in FORMATS:
        raise UsageError(f"no answer is written as {style}; {choices(style, FORMATS)}")
    deliver(_written(found, style, language), output, json=style == "json")
    statuses = {STATUS[one.feasible] for _, one in found}
    sys.exit(next((status for status in (1, UNDECIDED) if status in statuses), 0))


def _asked(scores: tuple[str, ...], file: bool) -> list[Asked]:
    """The problems: of a file, or the one of the command line."""
    from exactmetrics.feasibility.spec import Asked, read_scores
    from exactmetrics.matrix.reading import is_file

    if file:
        if not is_file(scores[0]) and Path(scores[0]).suffix.lower() not in (".toml", ".json"):
            raise InputError(
                f"{scores[0][:80]!r} is neither NAME=NUMBER, as in accuracy=0.91, nor a file{_meant(scores[0])}"
            )
        return read_scores(scores[0])
    return [Asked("", [_score(text) for text in scores], {})]


def _meant(text: str) -> str:
    """What to write where only the equals sign is missing: "accuracy 0.91", "accuracy: 0.91"."""
    found = re.fullmatch(r"(\S.*?)[\s:]+([\d.,]+\s*%?)", text.strip())
    return f"; did you mean {found[1]}={found[2]}?" if found and len(text) <= LONG else ""


def _score(text: str) -> tuple[str, str]:
    name, equals, number = text.rpartition("=")
    if not equals or not name.strip() or not number.strip() or name.count("[") > name.count("]"):
        cure = _meant(text) or "; write NAME=NUMBER, as in accuracy=0.91 or 'f1[macro]=0.63'"
        raise UsageError(f"{text[:LONG]!r} is no score{cure}")
    return name.strip(), number.strip()


def _options(given: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of `feasible` that the options say."""
    options = {key: value for key, value in given.items() if value is not None}
    if "supports" in options:
        options["supports"] = _supports(options["supports"])
    if "labels" in options:
        options["labels"] = split_list(options["labels"])
    if "parts" in options:
        options["parts"] = [_part(text) for text in split_list(options["parts"])]
    return options


def _supports(text: str) -> dict[str, int | None]:
    from exactmetrics.feasibility.spec import UNKNOWN

    found: dict[str, int | None] = {}
    for entry in split_list(text):
        label, equals, amount = (part.strip() for part in entry.rpartition("="))
        if not equals or not label or not (amount == UNKNOWN or _whole(amount)):
            raise UsageError(f"--supports takes CLASS=SAMPLES,..., as in A=5,B=91, and not {entry!r}")
        if label in found:
            raise UsageError(f"--supports names the class {label!r} twice")
        found[label] = None if amount == UNKNOWN else int(amount)
    return found


def _part(text: str) -> tuple[int, int]:
    positives, plus, negatives = (part.strip() for part in text.partition("+"))
    if not plus or not _whole(positives) or not _whole(negatives):
        raise UsageError(f"--parts takes POSITIVES+NEGATIVES,..., as in 52+94,74+37, and not {text!r}")
    return int(positives), int(negatives)


def _whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 18


def _answer(asked: Asked, options: dict[str, Any]) -> Feasibility:
    """The answer to one problem; what the command line says goes before what the file says."""
    from exactmetrics.feasibility import feasible

    with located(asked.name), shown_progress(asked.name or "feasible", options.get("seconds")) as progress:
        return feasible(asked.scores, progress=progress, **{**asked.options, **options})


def _written(found: list[tuple[str, Feasibility]], style: str, language: str) -> str:
    """All answers in one format; several stand under their names, in JSON as a list of tables."""
    from exactmetrics.derivation.notation import escape

    if style == "json":
        tables = [{"problem": name, **one.data()} if name else one.data() for name, one in found]
        shown = tables if any(name for name, _ in found) else tables[0]
        return escape.json(json.dumps(shown, ensure_ascii=False, allow_nan=False, indent=2))
    pages = []
    for name, one in found:
        page = one.to_markdown(language=language) if style == "markdown" else one.to_text(language=language)
        title = f"## {escape.markdown(name)}\n\n" if style == "markdown" else f"{escape.plain(name)}\n"
        pages.append(f"{title}{page}" if name else page)
    return "\n\n".join(pages)
