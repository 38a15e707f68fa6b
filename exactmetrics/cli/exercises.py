"""`exactmetrics exercises`: a sheet of exercises about one metric, with its key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from exactmetrics.cli.options import LANGUAGE, OUTPUT, parameters_of, read_parameters, split_list
from exactmetrics.cli.output import deliver
from exactmetrics.derivation.saving import full_name
from exactmetrics.exact.errors import UsageError


@click.command(
    "exercises",
    short_help="Exercises about one metric, with a key.",
    epilog="""
    \b
    Examples:
      exactmetrics exercises -m f1 -a macro -n 20 --seed 7 -o sheet.html
      exactmetrics exercises -m precision --kind compute,choice -o sheet.md --key key.md
      exactmetrics exercises -m kappa --kind choice -o kappa.xml --key key.json
    """,
)
@click.option("-m", "--metric", required=True, help="Name or alias; `exactmetrics metrics` lists them.")
@click.option("-a", "--average", metavar="[macro|micro|weighted]", help="Average over the classes.")
@click.option("--label", metavar="CLASS", help="One class, by its name; without it one is drawn.")
@click.option("--combine", metavar="[scores|averages]", help="Average the scores, or score the averages.")
@click.option("--convention", metavar="NAME", help="Another number of the same name.")
@click.option("--undefined", metavar="[omit|0|1]", help="What stands for 0/0, which one value then is.")
@click.option("-p", "--param", metavar="NAME=VALUE", multiple=True, help="A parameter, as in beta=1/2. Repeatable.")
@click.option("-n", "--number", type=int, default=10, show_default=True, help="How many exercises.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same one gives the same sheet.")
@click.option("--kind", metavar="KIND,...", default="compute", help="compute, blanks, choice, or several in turn.")
@click.option("--classes", type=int, default=3, show_default=True, help="How many classes a matrix has.")
@click.option("--labels", metavar="A,B,...", help="The names of the classes.")
@click.option("--samples", metavar="FEWEST,MOST", default="20,60", show_default=True, help="The size of a matrix.")
@click.option("--places", type=int, metavar="N", help="Decimal places asked for, instead of a fraction.")
@click.option("--denominator", type=int, default=1_000, show_default=True, help="The largest in the working.")
@click.option("--format", "style", metavar="FORMAT", help="text, markdown, latex-document, html, moodle ...")
@OUTPUT
@click.option("--key", metavar="FILE", help="Write the key to this file; as .json it is the one for `grade`.")
@click.option("--no-key", is_flag=True, help="Leave the key out.")
@LANGUAGE
def command(style: str | None, output: str | None, key: str | None, no_key: bool, **given: Any) -> None:
    """Write exercises about one metric: matrices with small numbers, questions, and a key at the end.

    The matrices are found by search: no undefined value, no two classes alike, and no usual slip that gives the right
    answer. With --key the key is a file of its own. A file that ends in .xml is for Moodle.
    """
    from exactmetrics.exercises import exercises
    from exactmetrics.exercises.sheet import format_of_sheet

    taken = {"param", "metric", "samples", "kind", "labels"}
    options = {name: value for name, value in given.items() if name not in taken and value is not None}
    if given["labels"] is not None:
        options["labels"] = split_list(given["labels"])
    metric = given["metric"]
    options |= read_parameters({metric: parameters_of(metric)}, given["param"])
    if key is not None and no_key:
        raise UsageError("--key writes the key to a file, and --no-key leaves it out: give one of them")
    if key is not None and output is not None and Path(key).resolve() == Path(output).resolve():
        raise UsageError(f"the sheet and its key are both {key}: name two files")
    style_of_key = None if key is None else format_of_sheet(key)
    if style is None:
        style = "text" if output in (None, "-") else format_of_sheet(output)
    sheet = exercises(metric, kind=split_list(given["kind"]), n=_samples(given["samples"]), **options)
    apart = key is not None and full_name(style) not in ("json", "moodle")
    page = sheet.to(full_name(style), key=not apart and not no_key)
    if style_of_key is not None:
        deliver(sheet.to(style_of_key, key="alone"), key)
    deliver(page, output)


def _samples(text: str) -> tuple[int, int]:
    parts = split_list(text)
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() for part in parts):
        raise UsageError(f"--samples takes the fewest and the most, as in --samples 20,60, and not {text!r}")
    return int(parts[0]), int(parts[1])
