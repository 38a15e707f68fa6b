"""`exactmetrics derive`: how a value comes about, step by step."""

from __future__ import annotations

from typing import Any

import click

from exactmetrics.cli.options import LOOK, OUTPUT, QUESTION, SCALE, detail_from, keep_inputs, question_from, write
from exactmetrics.cli.scored import SCORED, about_scores, predictions_from, score_look, score_questions, scores_from
from exactmetrics.exact.errors import UsageError


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
    """,
)
@QUESTION
@SCORED
@SCALE
@LOOK
@OUTPUT
def command(style: str | None, no_data: bool, output: str | None, scale: str | None, **given: Any) -> None:
    """Work out one metric step by step, from the counts to the exact number and its decimal.

    DATA is a file (CSV, TSV, XLSX, JSON, TOML, parquet), a folder or quoted pattern of parquet or CSV files of labels,
    - for standard input, or an inline matrix with one row for each true class. A metric of scores, such as roc_auc,
    reads a file with a column of true classes and one of scores.

    `latex` is a fragment (needs amsmath, booktabs, longtable, and xcolor with its option table), `latex-document` a
    file that compiles by itself.

    `beamer` is one frame a step, `beamer-document` a file of them that compiles by itself.
    """
    keep_inputs(output, [given["data"], given["words"]], given["templates"])
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
