"""Answer sheets: one data set, and what somebody printed about it, read from TOML or JSON.

Content: `Sheet` with its `Rules`, `Claim`s, golden `ExactValue`s and the questions of its derivations; `load_sheet`.
The format is published as `answer_sheet.schema.json`; a sheet is checked against it before anything is computed, so
unknown keys are errors. Decimals are read as decimals, never as floats.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from exactmetrics.exact.errors import ExactMetricsError, InputError
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.matrix.textfile import decoded
from exactmetrics.sheets.data import Data, read_data
from exactmetrics.sheets.parse import Format, parsed
from exactmetrics.sheets.schema import check_shape, schema_named

OPTIONS = ("label", "average", "combine", "convention", "form", "over", "weights", "undefined", "preset")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a metric with its options, or a count, or a cell; exactly one of the three is set.

    Attributes:
        metric: name or alias of a metric.
        count: "n", "correct", or a count of the class `label`.
        cell: true class and predicted class.
        options: `label`, `average`, `combine` and the other options of `value`, as far as given.
        parameters: numbers the metric takes, such as beta.
    """

    metric: str | None = None
    count: str | None = None
    cell: tuple[Hashable, Hashable] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> Hashable | None:
        """The class that is meant, if the question is about one."""
        label: Hashable | None = self.options.get("label")
        return label


@dataclass(frozen=True, slots=True)
class Claim:
    """One printed number, or printed arithmetic without its result, with the verdicts on record.

    Attributes:
        question: what the number is said to be.
        where: the place in the source.
        printed: the number as printed; None if only arithmetic was printed, or nothing was answered.
        expression: the printed arithmetic; None if there was none.
        verdict: the recorded verdict of the number (without one: of the arithmetic) against the exact value.
        expression_verdict: the recorded verdict of the number against the arithmetic.
        given: whether the number is stated as data, so that a difference is a contradiction in the data.
        ledger: the number of the claim in the ledger of its source.
        note: a remark on the verdict.
    """

    question: Question
    where: str = ""
    printed: str | None = None
    expression: str | None = None
    verdict: str | None = None
    expression_verdict: str | None = None
    given: bool = False
    ledger: str = ""
    note: str = ""

    @property
    def is_answered(self) -> bool:
        """Whether anything was printed; a blank answer was not answered."""
        return self.printed is not None or self.expression is not None


@dataclass(frozen=True, slots=True)
class ExactValue:
    """An exact value that the data must give; `exact` is its text, such as "409/630"."""

    question: Question
    exact: str
    where: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds for all claims of a sheet; `digits` is how many the source prints after the point as a rule."""

    rounding: RoundingRule = "nearest"
    digits: int | None = None
    preset: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One data set, and what somebody printed about it."""

    title: str
    data: Data
    source: str = ""
    rules: Rules = field(default_factory=Rules)
    claims: tuple[Claim, ...] = ()
    values: tuple[ExactValue, ...] = ()
    derive: tuple[Question, ...] = ()


def load_sheet(path_or_text: str | Path, *, format: Format | None = None, name: str = "") -> Sheet:
    """Read an answer sheet.

    Args:
        path_or_text: a path, or the text itself (anything with a line break or a brace is taken for text).
        format: "toml" or "json"; by default what the file's name says, and for a text JSON if it begins with a brace.
        name: what to call the sheet in messages; by default its path, or "the sheet".

    Raises:
        InputError: a file that cannot be read, a text that is neither TOML nor JSON, a key or a value that the format
            does not know (with the place, and the nearest known key), or data that cannot be used; counts that
            contradict each other are a `ContradictionError` that carries the repairs.
        UsageError: a positive class that the data do not have.

    >>> sheet = load_sheet('''
    ... title = "Two classes"
    ... [data]
    ... matrix = [[3, 1], [0, 2]]
    ... [[claim]]
    ... metric = "accuracy"
    ... printed = "0.833"
    ... ''')
    >>> sheet.claims[0].printed, sheet.data.blocks.n
    ('0.833', 6)
    """
    called, text, guess = _text(path_or_text)
    return parse_sheet(text, format=format or guess, name=name or called)


def parse_sheet(text: str, *, format: Format = "toml", name: str = "the sheet", data: Data | None = None) -> Sheet:
    """Read an answer sheet from its text; arguments and errors as for `load_sheet`.

    `data` are what it is about where it does not say that itself.

    >>> parse_sheet('{"title": "One class", "data": {"matrix": [[3]]}}', format="json").data.blocks.n
    3
    """
    try:
        document = parsed(text.removeprefix("\ufeff"), format)
        schema = schema_named("answer_sheet")
        if data is not None:
            schema = {**schema, "required": [key for key in schema["required"] if key != "data"]}
        check_shape(document, schema)
        return _sheet(document, data)
    except ExactMetricsError as error:  # named after the sheet; it keeps its kind, and the repairs it may carry
        error.args = (f"{name}: {error}",)
        raise


def _text(path_or_text: str | Path) -> tuple[str, str, Format]:
    """The name for messages, the text, and the format it seems to be in."""
    if isinstance(path_or_text, str) and any(mark in path_or_text for mark in "\n{"):
        return "the sheet", path_or_text, "json" if path_or_text.lstrip().startswith("{") else "toml"
    path = Path(path_or_text)
    try:
        text = decoded(path.read_bytes(), str(path))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}; give the path of a sheet") from None
    return str(path), text, "json" if path.suffix.lower() == ".json" else "toml"


def _sheet(document: Any, data: Data | None) -> Sheet:
    rules = document.get("rules", {})
    return Sheet(
        title=document["title"],
        data=data if data is not None and "data" not in document else read_data(document["data"]),
        source=document.get("source", ""),
        rules=Rules(rules.get("rounding", "nearest"), rules.get("digits"), rules.get("preset")),
        claims=tuple(map(claim_of, document.get("claim", ()))),
        values=tuple(map(_value, document.get("value", ()))),
        derive=tuple(map(question_of, document.get("derive", ()))),
    )


def claim_of(table: Mapping[str, Any]) -> Claim:
    """A claim from its table, already checked against the schema; errors as for `question_of`.

    >>> claim_of({"metric": "recall", "average": "macro", "printed": "0.66"}).printed
    '0.66'
    >>> claim_of({"metric": "recall", "printed": " "}).is_answered
    False
    """
    plain = ("where", "printed", "expression", "verdict", "expression_verdict", "given", "ledger", "note")
    given = {key: table[key] for key in plain if key in table}
    if not given.get("printed", "0").strip():
        del given["printed"]
    return Claim(question_of(table), **given)


def _value(table: Mapping[str, Any]) -> ExactValue:
    return ExactValue(question_of(table), table["exact"], table.get("where", ""), table.get("note", ""))


def question_of(table: Mapping[str, Any]) -> Question:
    """A question from its table, already checked against the schema.

    Raises:
        InputError: beta is given twice.

    >>> question_of({"metric": "fbeta", "beta": 2, "average": "macro"}).parameters
    {'beta': 2}
    """
    parameters = dict(table.get("parameters", {}))
    if "beta" in table:
        if "beta" in parameters:
            raise InputError("beta is given twice, by itself and among the parameters")
        parameters["beta"] = table["beta"]
    true, predicted = table.get("cell", (None, None))
    return Question(
        metric=table.get("metric"),
        count=table.get("count"),
        cell=(true, predicted) if "cell" in table else None,
        options={key: table[key] for key in OPTIONS if key in table},
        parameters=parameters,
    )
