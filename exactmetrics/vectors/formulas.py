"""The table of formulas in the README of the data: one row a metric and convention, as the registry defines it.

No formula is typed: each definition runs on counts without values, and what it leaves behind is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources.abc import Traversable

from exactmetrics.derivation.formulas import FormulaText
from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.exact.errors import InputError
from exactmetrics.metrics.metric import Bound, Metric

README = "README.md"
BEGIN, END = "<!-- formulas: written by exactmetrics vectors build -->\n", "<!-- end of formulas -->"


def readme_text(folder: Traversable, metrics: Iterable[Metric]) -> str:
    """The README of a folder with the formulas of these metrics in their place.

    Raises:
        InputError: a README without the marks between which they stand.

    >>> from exactmetrics.vectors.reading import data_folder
    >>> "| `precision` |" in readme_text(data_folder(), [])
    False
    """
    text = folder.joinpath(README).read_bytes().decode("utf-8")
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise InputError(f"{README} has no place for the formulas: write {BEGIN.strip()} and {END} into it")
    return f"{head}{BEGIN}{formulas_table(metrics)}{END}{tail}"


def formulas_table(metrics: Iterable[Metric]) -> str:
    """The table as Markdown: metric, what it is of, convention, formula, where it has no value.

    >>> from exactmetrics.metrics.registry import metric_named
    >>> print(formulas_table([metric_named("precision")]).splitlines()[-1])
    | `precision` | class | standard | `P_i = TP_i/c_i` | `c_i = 0` |
    """
    say = messages("en")
    head = ["| metric | of a | convention | formula | no value where |", "|:--|:--|:--|:--|:--|"]
    rows = [row for metric in metrics for row in _rows(metric, say)]
    return "".join(f"{line}\n" for line in [*head, *rows])


def _rows(metric: Metric, say: Messages) -> Iterator[str]:
    for name, convention in metric.conventions.items():
        made = FormulaText(Bound(metric, convention, convention.pick(None, metric.name), {}))
        cells = [f"`{metric.name}`", metric.scope, name, _code(made.definition), _zeros(made, say)]
        yield f"| {' | '.join(cells)} |"


def _zeros(made: FormulaText, say: Messages) -> str:
    """What must not be 0, each in a phrase."""
    phrases = []
    for expression, in_sum in made.denominators.items():
        phrase = say.say(("explain", "zero_in_sum" if in_sum else "zero"), {"expression": expression}.__getitem__)
        phrases.append(_code(phrase))
    return ", ".join(phrases)


def _code(text: str) -> str:
    """A text as code inside a cell of a table."""
    return "`" + text.replace("|", "\\|") + "`"
