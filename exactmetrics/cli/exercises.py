"""`exactmetrics exercises`: a sheet of exercises about one metric or several, with its key."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from exactmetrics.cli.options import LANGUAGE, parameters_of, read_parameters
from exactmetrics.cli.output import deliver, say
from exactmetrics.derivation.saving import full_name, save_data
from exactmetrics.exact.errors import UsageError
from exactmetrics.matrix.written_labels import split_list

SAMPLES = re.compile(r"\bn=")  # in Python; on the command line -n is how many exercises


@click.command(
    "exercises",
    short_help="Exercises about a metric, with a key.",
    epilog="""
    \b
    Examples:
      exactmetrics exercises -m f1 -a macro -n 20 --seed 7 -o sheet.html
      exactmetrics exercises -m precision -m recall -m f1 --kind compute,choice -o sheet.md --key key.md
      exactmetrics exercises -m kappa --kind choice -o quiz.xml -o sheet.html --key key.json
      exactmetrics exercises -m recall --kind error,counts,possible,convention
      exactmetrics exercises -m roc_auc -m average_precision --kind compute,choice,blanks,error
      exactmetrics exercises --kind prove,always,refute -n 6 --seed 7 -o statements.tex --key key.md
      exactmetrics exercises --kind prove --statement "recall[weighted] = accuracy"
    """,
)
@click.option(
    "-m",
    "--metric",
    multiple=True,
    help="Name or alias; `exactmetrics metrics` lists them. Repeatable: then one after the other in turn. Without one "
    "exercises are about statements.",
)
@click.option("-a", "--average", metavar="[macro|micro|weighted]", help="Average over the classes.")
@click.option("--label", metavar="CLASS", help="One class, by its name; without it one is drawn.")
@click.option("--combine", metavar="[scores|averages]", help="Average the scores, or score the averages.")
@click.option("--convention", metavar="NAME", help="Another number of the same name.")
@click.option("--undefined", metavar="[omit|0|1]", help="What stands for 0/0, which one value then is.")
@click.option("-p", "--param", metavar="NAME=VALUE", multiple=True, help="A parameter, as in beta=1/2. Repeatable.")
@click.option("-n", "--number", type=int, help="How many exercises.  [default: 10]")
@click.option("--seed", type=int, default=1, show_default=True, help="The same one gives the same sheet.")
@click.option(
    "--kind",
    metavar="KIND,...",
    default="compute",
    help="compute, choice, blanks, error, counts, possible, convention, prove, always, refute, or several in turn.",
)
@click.option("--statement", multiple=True, help='To prove or refute, as "recall[weighted] = accuracy". Repeatable.')
@click.option(
    "--level", type=int, help="Of statements: 1 (a class), 2 (averages), 3 (inequalities); else the easy first."
)
@click.option("--classes", type=int, help="How many classes a matrix has.  [default: 3]")
@click.option("--labels", metavar="A,B,...", help="The names of the classes.")
@click.option("--samples", metavar="FEWEST,MOST", help="Of a matrix, or with scores.  [default: 20,60, or 5,7]")
@click.option("--places", type=int, metavar="N", help="Decimal places asked for, instead of a fraction.")
@click.option("--denominator", type=int, default=1_000, show_default=True, help="The largest in the working.")
@click.option("--points", metavar="P[,P...]", help="What an exercise is worth, or what each of them is.  [default: 1]")
@click.option("--title", metavar="TEXT", help="Above the sheet and its key.")
@click.option("--partial-credit", metavar="SHARE", help="Of the points, for a number that a slip gives.  [default: 0]")
@click.option("--format", "style", metavar="FORMAT", help="text, markdown, latex-document, html, moodle, qti ...")
@click.option("-o", "--output", metavar="FILE", multiple=True, help="Write to this file. Repeatable.")
@click.option("--key", metavar="FILE", help="Write the key to this file; as .json it is the one for `grade`.")
@click.option("--no-key", is_flag=True, help="Leave the key out; a file for a learning system always holds it.")
@LANGUAGE
def command(style: str | None, output: tuple[str, ...], key: str | None, no_key: bool, **given: Any) -> None:
    """Write exercises: matrices with small numbers, questions about one metric or several, and a key at the end.

    The matrices are found by search: no undefined value, no two classes alike, and no usual slip that gives the right
    answer; so are the scores of a few samples, where a metric is of scores. With --key the key is a file of its own.

    -o names the format by its ending; files for learning systems are quiz.xml (Moodle), quiz.ipynb (nbgrader),
    quiz.qti.zip, quiz.qti3.zip, quiz.canvas.zip, quiz.rexams.zip and cards.anki.txt. They hold the answers.
    """
    from exactmetrics.exercises import exercises
    from exactmetrics.exercises.formats import ARCHIVE, QUIZZES, format_of_key

    taken = {"param", "metric", "samples", "kind", "labels"}
    options = {name: value for name, value in given.items() if name not in taken and value is not None}
    options["statement"] = list(given["statement"])
    if given["samples"] is not None:
        options["n"] = _samples(given["samples"])
    if given["labels"] is not None:
        options["labels"] = split_list(given["labels"])
    if given["points"] is not None:
        worths = split_list(given["points"])
        options["points"] = worths if worths[1:] else given["points"]
    metrics = list(given["metric"])
    if given["param"]:
        options |= read_parameters({metric: parameters_of(metric) for metric in metrics}, given["param"])
    if key is not None and no_key:
        raise UsageError("--key writes the key to a file, and --no-key leaves it out: give one of them")
    files = [name for name in (*output, key) if name is not None and name != "-"]
    if len({Path(name).resolve() for name in files}) < len(files):
        raise UsageError(f"two of the files are one: {', '.join(files)}; the sheet and its key need a name each")
    if style is not None and len(output) > 1:
        raise UsageError("--format is that of one file: of several, each is named by its format, as in quiz.qti.zip")
    formats = {name: _format(style, name) for name in output or ("-",)}
    style_of_key = None if key is None else format_of_key(key)
    try:
        sheet = exercises(metrics, kind=split_list(given["kind"]), **options)
    except UsageError as error:
        raise UsageError(SAMPLES.sub("--samples", str(error))) from None
    for note in sheet.notes:
        say(note)
    pages: list[tuple[str, str | bytes]] = []
    if key is not None and style_of_key is not None:
        pages.append((key, sheet.to(style_of_key, key="alone")))
    for name, format in formats.items():
        if QUIZZES.get(format) == ARCHIVE and name != "-":
            pages.append((name, sheet.to_zip(format, key=not no_key)))
        else:
            apart = key is not None and format != "json" and format not in QUIZZES
            pages.append((name, sheet.to(format, key=not apart and not no_key)))
    for name, page in pages:
        if isinstance(page, bytes):
            save_data(page, name)
        else:
            deliver(page, name)


def _format(style: str | None, name: str) -> str:
    from exactmetrics.exercises.formats import format_of_sheet

    if style is not None:
        return full_name(style)
    return "text" if name == "-" else format_of_sheet(name)


def _samples(text: str) -> tuple[int, int]:
    parts = split_list(text)
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() for part in parts):
        raise UsageError(f"--samples takes the fewest and the most, as in --samples 20,60, and not {text!r}")
    return int(parts[0]), int(parts[1])
