"""`exactmetrics grade`: the answers of a class, graded by the key of a sheet."""

from __future__ import annotations

import click

from exactmetrics.cli.options import OUTPUT, keep_inputs
from exactmetrics.cli.output import deliver, say
from exactmetrics.derivation.saving import ending_of
from exactmetrics.exact.errors import UsageError

STYLES = {".txt": "text", ".csv": "csv"}


@click.command(
    "grade",
    short_help="Answers to exercises, graded by their key.",
    epilog="""
    \b
    Examples:
      exactmetrics grade key.json answers.csv
      exactmetrics grade key.json answers.csv -o grades.csv
      exactmetrics grade key.json responses.csv --format gradebook
      exactmetrics grade key.json answers.csv --slip-points 1/2
    """,
)
@click.argument("key")
@click.argument("answers")
@click.option("--format", "style", type=click.Choice(["text", "csv", "gradebook"]),
              help="As the file's ending says, else text; gradebook is CSV with a row each student.")  # fmt: skip
@click.option("--slip-points", metavar="POINTS", help="For an answer that a slip explains, as 1/3: else 1/4.")
@click.option("--rounded-points", metavar="POINTS", help="For a right answer of fewer digits than asked: else 1/2.")
@OUTPUT
def command(
    key: str, answers: str, style: str | None, slip_points: str | None, rounded_points: str | None, output: str | None
) -> None:
    """Grade ANSWERS, a CSV file, by KEY, the JSON that `exactmetrics exercises --key key.json` wrote.

    A row of ANSWERS is a student, typed by hand or exported by a learning system: the student stands in the first
    column, or in those headed Name, First name ..., and the answers in those headed 1, 2, 3 ... or Response 1, Q2,
    Aufgabe 3 ... as the exercises, with 3a, 3b ... for the blanks of exercise 3. Or a row is one answer, and the
    columns are student, exercise, answer. A right answer is worth one point, if the key does not say otherwise.
    """
    from exactmetrics.exercises import grade
    from exactmetrics.exercises.grade_pages import unread_notes

    keep_inputs(output, [key, answers])
    if style is None:
        ending = ".txt" if output in (None, "-") else ending_of(output) or ".txt"
        if ending not in STYLES:
            raise UsageError(
                f"no grades are written to {ending}: name a file that ends in .csv or .txt; or give format="
            )
        style = STYLES[ending]
    points = {"slip": slip_points, "rounded": rounded_points}
    given = {word: value for word, value in points.items() if value is not None}
    grades = grade(key, answers, points=given)
    if style != "text":  # which has a table of them
        for note in (*grades.notes, *unread_notes(grades, answers)):
            say(note)
    deliver(grades.to(style), output)
