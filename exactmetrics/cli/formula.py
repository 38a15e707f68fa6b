"""`exactmetrics formula`: a metric as a formula for every matrix."""

from __future__ import annotations

from typing import Any

import click

from exactmetrics.cli.options import OUTPUT, PAGE, SYMBOLS, keep_inputs, parameters_of, read_parameters, write


@click.command(
    "formula",
    short_help="A metric as a formula for every matrix.",
    epilog="""
    \b
    Examples:
      exactmetrics formula f1 -a weighted
      exactmetrics formula kappa --format markdown
      exactmetrics formula precision -a weighted --profile 000
      exactmetrics formula fbeta -p beta=2 --format latex-document -o f2.tex
    """,
)
@click.argument("metric")
@click.option("-a", "--average", metavar="[macro|micro|weighted]", help="Average over the classes.")
@click.option("--form", metavar="NAME", help="Another arrangement of the same number.")
@click.option("--convention", metavar="NAME", help="Another number of the same name.")
@click.option("--combine", metavar="[scores|averages]", help="Average the scores, or score the averages.")
@click.option("-p", "--param", metavar="NAME=VALUE", multiple=True, help="A parameter, as in beta=1/2. Repeatable.")
@click.option("--profile", metavar="NAME", help="A source whose symbols are used, as in 002.")
@SYMBOLS
@PAGE
@OUTPUT
def command(metric: str, param: tuple[str, ...], style: str | None, output: str | None, **given: Any) -> None:
    """Show how METRIC comes from its definition to a formula in counts, in the cells, and for two classes.

    METRIC is a name or an alias of a metric of confusion matrices. Without -a a metric of one class is that of any
    class i. No data are needed, for the formula holds for every matrix on which it has a value.
    """
    from exactmetrics.proofs.formula import formula

    keep_inputs(output, [given["words"]], given["templates"])
    parameters = read_parameters({metric: parameters_of(metric)}, param)
    options = {name: value for name, value in given.items() if value is not None}
    write(formula(metric, **options, **parameters), style, output)
