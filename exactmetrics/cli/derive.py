"""`exactmetrics derive`: how a value comes about, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactmetrics.cli.options import LOOK, OUTPUT, QUESTION, SCALE, detail_from, keep_inputs, question_from, write
from exactmetrics.cli.scored import SCORED, about_scores, predictions_from, score_look, score_questions, scores_from
from exactmetrics.exact.errors import UsageError
from exactmetrics.matrix.written_labels import split_list

if TYPE_CHECKING:
    from exactmetrics.derivation.shown import Shown
    from exactmetrics.proofs.letters import LetterMatrix

IN_LETTERS = ("metric", "average", "label", "positive", "form", "convention", "combine", "param")
USUAL: dict[str, Any] = {"detail": "standard", "places": 4, "key": True}  # of looks that have no letters


@click.command(
    "derive",
    short_help="One metric worked out step by step.",
    epilog="""
    \b
    Examples:
      exactmetrics derive "6 1 1; 1 5 2; 2 3 7" -m precision -a weighted
      exactmetrics derive matrix.csv -m f1 -a macro --combine averages --format markdown
      exactmetrics derive matrix.csv -m mcc --format latex-document -o mcc.tex
      exactmetrics derive scores.csv -m roc_auc --positive yes --format markdown
      exactmetrics derive "a b; c d" -m mcc
      exactmetrics derive "50 x; 10 40" -m accuracy --solve 0.8
    """,
)
@QUESTION
@SCORED
@SCALE
@click.option("--solve", metavar="VALUE", help="Find the only letter of the matrix for which the metric is this value.")
@LOOK
@OUTPUT
def command(
    style: str | None, no_data: bool, output: str | None, scale: str | None, solve: str | None, **given: Any
) -> None:
    """Work out one metric step by step, from the counts to the exact number and its decimal.

    DATA is a file (CSV, TSV, XLSX, JSON, TOML, parquet), a folder or quoted pattern of parquet or CSV files of labels,
    - for standard input, or an inline matrix with one row for each true class. A metric of scores, such as roc_auc,
    reads a file with a column of true classes and one of scores.

    Text is read as people have it: an array or a table that a program printed, four counts such as TP=40 FP=10 FN=5
    TN=45, a document with a matrix in it. One line on standard error says what was understood.

    Letters in an inline matrix stand for counts: the metric is worked out in them, and --solve finds the only one.

    `latex` is a fragment (needs amsmath, booktabs, longtable, and xcolor with its option table), `latex-document` a
    file that compiles by itself.

    `beamer` is one frame a step, `beamer-document` a file of them that compiles by itself.
    """
    keep_inputs(output, [given["data"], given["words"]], given["templates"])
    letters = letters_from(given["data"])
    if letters is not None:
        write(_in_letters(letters, given, scale, solve), style, output, data=not no_data)
        return
    if solve is not None:
        raise UsageError("--solve finds a letter of the matrix, and there is none: write it as in '50 x; 10 40'")
    look, metrics = detail_from(given), [] if given["metric"] is None else [given["metric"]]
    if about_scores(metrics):
        given.pop("metric")
        if scale is not None:
            raise UsageError(f"--scale does not go with {metrics[0]}, which is a metric of scores")
        scores = scores_from(given, metrics[0])
        [(metric, question)] = score_questions(given, metrics, scores)
        write(scores.derive(metric, **score_look(look), **question), style, output, data=not no_data)
        return
    counts = predictions_from(given, metrics)
    metric, question = question_from(given, counts.labels)
    write(counts.derive(metric, scale=scale, **look, **question), style, output, data=not no_data)


def letters_from(data: str) -> LetterMatrix | None:
    """The matrix with letters that DATA is; None for numbers and for files."""
    if ";" not in data or not any(map(str.isalpha, data)):
        return None  # files are most of what is asked for, and sympy takes long to import
    from exactmetrics.proofs.letters import letters_of, no_cell_of

    found = letters_of(data)
    if found is None and not Path(data).exists() and (cell := no_cell_of(data)) is not None:
        raise UsageError(f"{cell!r} is neither a count nor a letter, such as a, x or n_1, in the matrix {data!r}")
    return found


def _in_letters(letters: LetterMatrix, given: dict[str, Any], scale: str | None, solve: str | None) -> Shown:
    """The derivation in letters that the options ask for."""
    look = detail_from(given)
    of_data = {name: given.pop(name) for name in ("data", "labels", "orientation", "multilabel")}
    others = [name for name, value in given.items() if value not in (None, ()) and name not in IN_LETTERS]
    others += [name for name, value in (("scale", scale), ("multilabel", of_data["multilabel"])) if value]
    others += [name for name, usual in USUAL.items() if look.pop(name, usual) != usual]
    if others:
        raise UsageError(f"--{others[0].replace('_', '-')} does not go with letters in a matrix")
    rows = zip(*letters.rows, strict=True) if of_data["orientation"] == "predicted" else letters.rows
    names = of_data["labels"]
    letters = type(letters)(rows, labels=None if names is None else split_list(names))
    metric, question = question_from({name: given[name] for name in IN_LETTERS}, letters.labels)
    return letters.derive(metric, solve=solve, **look, **question)
