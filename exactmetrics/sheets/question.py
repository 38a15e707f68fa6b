"""The exact answer to a question of a sheet: a metric, a count or a cell of its data."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Value
from exactmetrics.metrics.request import resolve
from exactmetrics.sheets.data import Data, cell_of, count_of
from exactmetrics.sheets.sheet import Question, Rules, Sheet
from exactmetrics.views.value import compute

_OPTION = {"label": "class {}", "average": "{}", "combine": "of {}", "convention": "{}", "form": "{} form"}


def answer(sheet: Sheet, question: Question) -> Value:
    """Compute what a question asks of the data of its sheet.

    Raises:
        UsageError: a metric, class or option that does not exist or does not apply.

    >>> from exactmetrics.sheets.sheet import load_sheet
    >>> sheet = load_sheet("title = 'Two classes'\\ndata.matrix = [[3, 1], [0, 2]]")
    >>> answer(sheet, Question(count="n"))
    Fraction(6, 1)
    """
    if question.metric is not None:
        options = metric_options(sheet.rules, sheet.data, question)
        blocks = sheet.data.blocks
        positive = sheet.data.positive
        request = resolve(question.metric, labels=blocks.labels, positive=positive, **options)
        return compute(request, blocks, positive).value
    refuse_options(question)
    if question.cell is not None:
        return Fraction(cell_of(sheet.data, *question.cell))
    return Fraction(count_of(sheet.data, question.count or "", question.label))


def described(question: Question) -> str:
    """A question in words.

    >>> described(Question(metric="fbeta", options={"average": "macro", "combine": "averages"}, parameters={"beta": 2}))
    'fbeta, macro, of averages, beta = 2'
    >>> described(Question(count="tp", options={"label": "K"})), described(Question(cell=("K", "L")))
    ('tp, class K', 'cell (K, L)')
    """
    if question.cell is not None:
        return f"cell ({question.cell[0]}, {question.cell[1]})"
    parts = [question.metric or question.count or ""]
    for key, option in question.options.items():
        parts.append(_OPTION.get(key, f"{key} = {{}}").format(option))
    parts += [f"{key} = {number}" for key, number in question.parameters.items()]
    return ", ".join(parts)


def metric_options(rules: Rules, data: Data, question: Question) -> dict[str, Any]:
    r"""The options of a question about a metric, the sheet's preset among them, and its parameters.

    >>> from exactmetrics.sheets.sheet import load_sheet
    >>> sheet = load_sheet("title = 'Two classes'\ndata.matrix = [[3, 1], [0, 2]]")
    >>> given = {"average": "weighted", "weights": {"0": 2, "1": 1}}
    >>> metric_options(sheet.rules, sheet.data, Question(metric="recall", options=given))
    {'average': 'weighted', 'weights': {0: 2, 1: 1}}
    """
    options: dict[str, Any] = {**question.options, **question.parameters}
    if rules.preset is not None:
        options.setdefault("preset", rules.preset)
    if isinstance(options.get("weights"), Mapping):
        options["weights"] = _by_label(options["weights"], data.blocks.labels)
    return options


def _by_label(weights: Mapping[str, Any], labels: tuple[Hashable, ...]) -> dict[Hashable, Any]:
    """Weights by class; the keys of a table are texts, and a class is matched by its text."""
    names: dict[str, Hashable] = {str(label): label for label in labels}
    return {names.get(key, key): weight for key, weight in weights.items()}


def refuse_options(question: Question) -> None:
    """Refuse options of a count or a cell, but for the class of a count.

    >>> refuse_options(Question(count="tp", options={"label": "K"}))
    """
    allowed = {"label"} if question.count is not None else set()
    extra = [*(set(question.options) - allowed), *question.parameters]
    if extra:
        what = "a count" if question.count is not None else "a cell"
        raise UsageError(f"{what} takes no {sorted(extra)[0]!r}; leave it out, or ask for a metric")
