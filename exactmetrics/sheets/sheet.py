"""Answer sheets: one data set, and what somebody printed about it, read from TOML or JSON; or printed formulas.

The format is published as `answer_sheet.schema.json`; a sheet is checked against it before anything is computed, so
unknown keys are errors. Decimals are read as decimals, never as floats.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from exactmetrics.exact.errors import InputError, UsageError, located
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.exact.values import Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.exact_count import simplest
from exactmetrics.metrics.request import resolve
from exactmetrics.sheets.schema import Format, check_shape, parsed, schema_named
from exactmetrics.views.value import compute

OPTIONS = ("label", "average", "combine", "convention", "form", "over", "weights", "undefined", "preset")
_OPTION = {"label": "class {}", "average": "{}", "combine": "of {}", "convention": "{}", "form": "{} form"}


@dataclass(frozen=True, slots=True)
class Data:
    """The counts of a sheet."""

    blocks: Blocks
    counts: Counts | None = None  # the full matrix; None where only the blocks are known
    given: Mapping[Hashable, Mapping[str, object]] | None = None  # from which the blocks were deduced, class by class
    positive: Hashable | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a metric with its options, or a count, or a cell; exactly one of the three is set."""

    metric: str | None = None  # name or alias
    count: str | None = None  # "n", "correct", or a count of the class `label`
    cell: tuple[Hashable, Hashable] | None = None  # true class and predicted class
    options: Mapping[str, Any] = field(default_factory=dict)  # those of `value`, as far as given
    parameters: Mapping[str, Any] = field(default_factory=dict)  # numbers the metric takes, such as beta
    called: str = field(default="", compare=False, repr=False)  # what a document calls it, with the parameters in it

    @property
    def label(self) -> Hashable | None:
        """The class that is meant, if the question is about one."""
        label: Hashable | None = self.options.get("label")
        return label


@dataclass(frozen=True, slots=True)
class Claim:
    """One printed number, or printed arithmetic without its result, with the verdicts on record."""

    question: Question
    where: str = ""  # the place in the source
    printed: str | None = None
    expression: str | None = None
    verdict: str | None = None  # of the number, or where only arithmetic is printed of that, against the exact value
    expression_verdict: str | None = None  # of the number against the arithmetic
    given: bool = False  # stated as data, so that a difference is a contradiction in the data
    ledger: str = ""  # the number of the claim in the ledger of its source
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
class PrintedFormula:
    """A formula as it was printed, with its name; it says something of every matrix, and needs no data."""

    printed: str
    where: str = ""
    verdict: str | None = None  # on record: the worst of its equalities
    ledger: str = ""  # the numbers of what it says in the ledger of its source
    note: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds for all claims of a sheet; `digits` is how many the source prints after the point as a rule."""

    rounding: RoundingRule = "nearest"
    digits: int | None = None
    preset: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One data set, and what somebody printed about it; formulas alone need no data."""

    title: str
    given: Data | None
    source: str = ""
    rules: Rules = field(default_factory=Rules)
    claims: tuple[Claim, ...] = ()
    values: tuple[ExactValue, ...] = ()
    derive: tuple[Question, ...] = ()
    formulas: tuple[PrintedFormula, ...] = ()
    symbols: str = ""  # what is said of the symbols of the formulas
    general: tuple[Question, ...] = ()  # metrics that are shown as formulas for every matrix

    @property
    def data(self) -> Data:
        if self.given is None:
            raise UsageError("this sheet holds no data: give it `data`, or ask for its formulas")
        return self.given


def parse_sheet(text: str, *, format: Format = "toml", name: str = "the sheet", data: Data | None = None) -> Sheet:
    """Read an answer sheet from its text; `data` are what it is about where it does not say that itself."""
    with located(name):
        document = parsed(text.removeprefix("\ufeff"), format)
        schema = schema_named("answer_sheet")
        if data is not None:
            schema = {key: rule for key, rule in schema.items() if key not in ("dependentRequired", "anyOf")}
        check_shape(document, schema)
        return _sheet(document, data)


def _sheet(document: Any, data: Data | None) -> Sheet:
    return Sheet(
        title=document["title"],
        given=read_data(document["data"]) if "data" in document else data,
        source=document.get("source", ""),
        rules=Rules(**document.get("rules", {})),
        claims=tuple(map(claim_of, document.get("claim", ()))),
        values=tuple(
            ExactValue(question_of(table), table["exact"], table.get("where", ""), table.get("note", ""))
            for table in document.get("value", ())
        ),
        derive=tuple(map(question_of, document.get("derive", ()))),
        formulas=tuple(PrintedFormula(**table) for table in document.get("formula", ())),
        symbols=document.get("symbols", ""),
        general=tuple(map(question_of, document.get("general", ()))),
    )


def claim_of(table: Mapping[str, Any]) -> Claim:
    plain = ("where", "printed", "expression", "verdict", "expression_verdict", "given", "ledger", "note")
    given = {key: table[key] for key in plain if key in table}
    if not given.get("printed", "0").strip():
        del given["printed"]
    return Claim(question_of(table), **given)


def question_of(table: Mapping[str, Any]) -> Question:
    """A question from its table, already checked against the schema."""
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


def read_data(table: Mapping[str, Any]) -> Data:
    """Count the data of a sheet, from its `[data]` table already checked against the schema."""
    positive = table.get("positive")
    if "counts" in table:
        data = _from_known(table, positive)
    elif "matrix" in table:
        rows = [[simplest(Fraction(cell)) for cell in row] for row in table["matrix"]]
        counts = Counts.from_rows(rows, labels=table.get("labels"), orientation=table.get("orientation", "true"))
        data = Data(counts.blocks(), counts, positive=positive)
    else:
        from exactmetrics.matrix.pairs import count_pairs

        weights = table.get("sample_weight")
        exact = None if weights is None else [simplest(Fraction(weight)) for weight in weights]
        counts = count_pairs(table["y_true"], table["y_pred"], labels=table.get("labels"), sample_weight=exact)
        data = Data(counts.blocks(), counts, positive=positive)
    if positive is not None:
        data.blocks.position(positive)
    return data


def _from_known(table: Mapping[str, Any], positive: Hashable | None) -> Data:
    from exactmetrics.matrix.partial import deduce

    known: dict[Hashable, dict[str, object]] = table["counts"]
    order = table.get("labels", list(known))
    if sorted(map(str, order)) != sorted(map(str, known)):
        names = ", ".join(map(str, known))
        raise InputError(f"labels names {', '.join(map(str, order))}, but counts has {names}: name the same classes")
    known = {str(label): known[str(label)] for label in order}
    blocks = deduce(known, n=table.get("n"), partition=table.get("partition", True))
    return Data(blocks, given=known, positive=positive)


def count_of(data: Data, word: str, label: Hashable | None) -> int | Fraction:
    """Return a count: "n", "correct", or one of the class `label`."""
    blocks = data.blocks
    if word in ("n", "correct"):
        if label is not None:
            raise UsageError(f"count {word!r} is of all classes: leave out label {label!r}")
        return blocks.n if word == "n" else sum(blocks.tp)
    if label is None:
        raise UsageError(f"count {word!r} is of one class: give its label")
    place = blocks.position(label)
    if word == "negatives":
        return blocks.n - blocks.support[place]
    count: int | Fraction = getattr(blocks, word)[place]
    return count


def cell_of(data: Data, true: Hashable, predicted: Hashable) -> int | Fraction:
    """Return the samples of one class that were predicted as another."""
    if data.counts is None:
        raise UsageError("a cell needs the full matrix, and this sheet gives counts of the classes only")
    return data.counts.cells.get((data.counts.position(true), data.counts.position(predicted)), 0)


def answer(sheet: Sheet, question: Question) -> Value:
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
    """A question in words."""
    if question.cell is not None:
        return f"cell ({question.cell[0]}, {question.cell[1]})"
    parts = [question.metric or question.count or ""]
    for key, option in question.options.items():
        parts.append(_OPTION.get(key, f"{key} = {{}}").format(option))
    parts += [f"{key} = {number}" for key, number in question.parameters.items()]
    return ", ".join(parts)


def metric_options(rules: Rules, data: Data, question: Question) -> dict[str, Any]:
    """The options of a question about a metric, the sheet's preset among them, and its parameters."""
    options: dict[str, Any] = {**question.options, **question.parameters}
    if rules.preset is not None:
        options.setdefault("preset", rules.preset)
    if isinstance(options.get("weights"), Mapping):
        names = {str(label): label for label in data.blocks.labels}  # the keys of a table are texts
        options["weights"] = {names.get(key, key): weight for key, weight in options["weights"].items()}
    return options


def refuse_options(question: Question) -> None:
    """Refuse options of a count or a cell, but for the class of a count."""
    allowed = {"label"} if question.count is not None else set()
    extra = [*(set(question.options) - allowed), *question.parameters]
    if extra:
        what = "a count" if question.count is not None else "a cell"
        raise UsageError(f"{what} takes no {sorted(extra)[0]!r}; leave it out, or ask for a metric")
