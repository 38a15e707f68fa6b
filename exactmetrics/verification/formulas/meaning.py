"""What a formula is the value of on a matrix, under one of the meanings that its symbols may have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, product
from typing import Any

from exactmetrics.derivation.planning.tree import rebuild
from exactmetrics.exact.errors import ExactMetricsError, ReadingError
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.expression.nodes import Expr, Num
from exactmetrics.expression.reading.value import value_of
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.proofs.statement import Asked
from exactmetrics.proofs.witness import Rows, side_value
from exactmetrics.verification.formulas.grammar import Over, Symbol, UnreadError, nodes
from exactmetrics.verification.formulas.vocabulary import COUNTS, OF_MATRIX, letters, named, subscripts, words

MOST_CHOICES = 96
ANY_SUM = ("+", ".", "\\cdot", "·", "•", "*", "\\bullet", "\\ast")
AVERAGES = ("macro", "micro", "weighted")
PARAMETERS = ("beta", "alpha")


class _NoValueError(Exception):
    """A part has no value on this matrix."""


@dataclass(slots=True)
class Case:
    """A matrix by its rows of true classes, with numbers for the parameters; values already known are kept."""

    rows: Rows
    parameters: Mapping[str, Fraction]
    known: dict[Any, Number | None] = field(default_factory=dict)
    blocks: Any = None

    def __post_init__(self) -> None:
        self.blocks = Counts.from_rows(self.rows).blocks()

    @property
    def size(self) -> int:
        return len(self.rows)

    def count(self, name: str, at: int) -> Fraction:
        rows = self.rows
        tp, support, predicted = rows[at][at], sum(rows[at]), sum(row[at] for row in rows)
        n = sum(map(sum, rows))
        return Fraction(
            {
                "tp": tp, "fp": predicted - tp, "fn": support - tp, "tn": n - support - predicted + tp,
                "support": support, "predicted": predicted, "negatives": n - support,
                "predicted_negatives": n - predicted, "n": n, "k": len(rows),
                "correct": sum(rows[i][i] for i in range(len(rows))),
            }[name]
        )  # fmt: skip

    def metric(self, request: Request, at: int) -> Number | None:
        bound = request.bound
        key = bound.metric.name, bound.convention.name, request.average, request.combine, *request.parameters.items()
        if (key, at) not in self.known:
            try:
                self.known[key, at] = side_value(Asked("", request), self.blocks, at)
            except ExactMetricsError:
                self.known[key, at] = None
        return self.known[key, at]


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to take the symbols of a formula: the meaning of each name, and what the rows of its cells are."""

    meanings: Mapping[tuple[str, bool], str]  # by the name, and whether a class stands below it
    transposed: bool = False
    model: str = "macro"  # the average of what is "of the model"
    spread: bool = False  # whether a sum without an index is over classes
    place: int = 0  # the class that is meant where none stands below


def symbols(e: Expr) -> Iterator[Symbol]:
    return (node for node in nodes(e) if isinstance(node, Symbol))


def sums(e: Expr) -> Iterator[Over]:
    return (node for node in nodes(e) if isinstance(node, Over))


@dataclass(frozen=True, slots=True)
class Setting:
    """What the symbols of an equation have in common: the classes that stand by name, and whether there are cells."""

    labels: tuple[str, ...]
    over: bool  # whether something is of all classes
    binary: bool  # whether counts stand without a class
    choices: tuple[Choice, ...]
    loose: bool = False  # whether counts stand without a class beside others that a sum is of

    @property
    def sizes(self) -> tuple[int, ...]:
        if len(self.labels) > 1:
            return (len(self.labels),)
        return (2, 3, 4) if self.over else (2,)

    def sizes_for(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """The sizes, and those that a formula may say by a number."""
        return self.sizes if len(self.labels) > 1 or not self.over else tuple({*self.sizes, *numbers})

    def place(self, tag: str) -> int:
        return next((at for at, label in enumerate(self.labels) if tag in (label, *label)), 0)


def setting_of(*sides: Expr, rows: str = "") -> Setting:
    """The setting of an equation; `rows` are what the document says that rows of a matrix are, "" where nothing.

    Raises `UnreadError` where a symbol has no meaning.
    """
    found = [symbol for side in sides for symbol in symbols(side)]
    every = [one for side in sides for one in sums(side)]
    bound = {index for one in every for index in one.index}
    limits = {one.limit for one in every if one.limit}
    capitals = {tag for s in found if _is_count(s.name) for tag in s.below if tag.isupper() and len(tag) == 1}
    tags = list(dict.fromkeys(tag for s in found for tag in tags_of(s, capitals) if tag not in bound | set(ANY_SUM)))
    cells = any("cell" in meanings_of(s.name, limits) and len(s.below) == 2 for s in found)
    averaged = any(average_of(s, capitals) for s in found)
    matrix = [s for s in found if not _is_count(s.name) and _is_of_matrix(s)]
    counts = [s for s in found if _is_count(s.name)]
    binary = bool(counts) and not any(tags_of(s, capitals) for s in counts) and not any(o.index for o in every)
    over = bool(every) or averaged or cells or (bool(matrix) and not counts) or any(
        "k" in meanings_of(s.name, limits)[:1] for s in found
    )  # fmt: skip
    if len(tags) > 1 and not (all(tag.isupper() for tag in tags) or all(tag.isdigit() for tag in tags)):
        tags = _numbered(tags)
    if len(tags) > 6:
        raise UnreadError("many classes")
    if binary and all(not one.index for one in every):
        over = averaged or any(not one.index and not binary for one in every)
    choices = tuple(islice(_choices(found, every, limits, cells, rows), MOST_CHOICES))
    loose = any(o.index for o in every) and any(not s.below and meanings_of(s.name)[0] in COUNTS for s in found)
    return Setting(tuple(sorted(tags)), over, binary, choices, loose)


def _numbered(tags: list[str]) -> list[str]:
    """Classes that stand by letters and by numbers, A and 1, each letter where its number is."""
    if not all(tag.isdigit() or re.fullmatch("[A-F]", tag) for tag in tags):
        raise UnreadError("several classes")
    last = max(int(tag) if tag.isdigit() else ord(tag) - 64 for tag in tags)
    if "0" in tags or last > 6:
        raise UnreadError("several classes")
    return [f"{n}{chr(64 + n)}" for n in range(1, last + 1)]


def _choices(found: list[Symbol], every: list[Over], limits: set[str], cells: bool, rows: str) -> Iterator[Choice]:
    keys = list(dict.fromkeys(key_of(s) for s in found))
    names = list(dict.fromkeys(s.name for s in found))
    pairs = [pair.rsplit(" ", 1) if "hat" in pair else pair.split() for pair in words()["sets"]["pairs"]]
    pairs = [[one.replace("y hat", "y") for one in pair] if "hat" not in pair[-1] else pair for pair in pairs]
    fixed = dict[tuple[str, bool], tuple[str, ...]]()
    together = [name for name in names if any(name in one for one in words()["together"])]
    systems: list[Mapping[str, str]] = [{}]
    if len(together) > 1:
        systems = [one for one in words()["together"] if all(name in one for name in together)] or [{}]
    cut = next((name for name in names if "∩" in name or "∪" in name), "")
    for name, tagged in keys:
        if any(name in system for system in systems):
            continue
        if "∩" in name or "∪" in name:
            meanings: tuple[str, ...] = ("tp",) if "∩" in name else ("union",)
        elif cut and name.startswith("|") and name.strip("|") in cut:
            first = cut.strip("|").startswith(name.strip("|"))
            meanings = ("support", "predicted") if first else ("predicted", "support")
        else:
            meanings = meanings_of(name, limits)
            if limits and name not in limits and len(name) == 1:
                meanings = tuple(one for one in meanings if one != "k")  # the sum says what the classes are
            meanings = tuple(one for one in meanings if not (tagged and one in OF_MATRIX))
            if not tagged and {"n", "support"} <= {*meanings} and (name, True) in keys:
                meanings = ("n",)  # N beside N_A
        if not meanings or (
            meanings == (name,) and len(name) == 1 and name != "k"
        ):  # a letter that has a meaning beside others only
            raise UnreadError(name)
        fixed[name, tagged] = meanings
    models = AVERAGES if any("model" in map(subscripts().get, s.below) for s in found) else ("macro",)
    sides = (False, True) if cells and not rows else (rows == "predicted",)
    spreads = (False, True) if any(not one.index for one in every) else (False,)
    several = {name for name in fixed if len(fixed[name]) > 1}
    numbers = {tag for s in found for tag in s.below} if cells else set()
    # Of two classes by number 1 is the positive one as a rule; of the first and the second it may be either.
    places = {frozenset("01"): (1, 0), frozenset("12"): (0, 1)}.get(frozenset(numbers), (0,))
    for spread, transposed, model, system, place in product(spreads, sides, models, systems, places):
        for row in product(*fixed.values()):
            chosen = dict(zip(fixed, row, strict=True))
            sets = {key: chosen[key] for key in several if cut and key[0].strip("|") in cut}
            if len({*sets.values()}) < min(2, len(sets)):
                continue
            of_letters = {key: system[key[0]] for key in keys if key[0] in system}
            yield Choice({**chosen, **of_letters}, transposed, model, spread, place)


def key_of(symbol: Symbol) -> tuple[str, bool]:
    return symbol.name, bool(symbol.below)


def meanings_of(name: str, limits: set[str] | None = None) -> tuple[str, ...]:
    """The meanings of a name; a letter that says how many classes there are means that first."""
    plain = name.strip("|")
    if limits and plain in limits and "k" in (known.meanings if (known := named(plain)) else ("k",)):
        return ("k", *(m for m in known.meanings if m != "k")) if known else ("k",)
    if name.startswith("|"):
        known = named(plain)
        return known.meanings if known is not None and plain[-1] in "yYŷ" else ("k", "n")
    found = named(name)
    return () if found is None else found.meanings


def _is_count(name: str) -> bool:
    meanings = meanings_of(name)
    return bool(meanings) and (meanings[0] in (*COUNTS, "cell") or (len(name) == 1 and letters(name * 2) is not None
                                                                  and meanings[0] not in OF_MATRIX))  # fmt: skip


def _is_of_matrix(symbol: Symbol) -> bool:
    meanings = meanings_of(symbol.name)
    return bool(meanings) and not set(meanings) & {*COUNTS, *OF_MATRIX, *PARAMETERS, "cell", "weight", "1"} and (
        _metric(meanings[0]).scope == "matrix"
    )  # fmt: skip


def _metric(name: str) -> Any:
    try:
        return metric_named(name.partition("[")[0])
    except ExactMetricsError:
        raise UnreadError(name) from None


def average_of(symbol: Symbol, capitals: set[str]) -> str:
    """The average that a metric is said to be of, by its name or by what stands below it."""
    known = named(symbol.name)
    if known is None or known.meanings[0] in (*COUNTS, *OF_MATRIX, "cell", "weight"):
        return ""
    if known.average:
        return known.average
    for tag in symbol.below:
        kind = subscripts().get(tag, "")
        if kind and kind != "class" and not (tag in ("M", "W", "w", "m") and capitals):
            return kind
    return ""


def tags_of(symbol: Symbol, capitals: set[str]) -> list[str]:
    """The classes that stand below a symbol."""
    average = average_of(symbol, capitals)
    first = symbol.below
    scores = words()["scores"]
    if symbol.name in scores["names"].split() and first and first[0] in ("1", *scores["beta"].split()):
        first = first[1:]
    return [tag for tag in first if not (average and subscripts().get(tag) == average)]


def value(e: Expr, case: Case, setting: Setting, choice: Choice) -> Number | None:
    """The value of a side on a matrix; None where it has none. Raises `UnreadError` where a symbol does not fit."""
    try:
        found = value_of(_filled(e, case, setting, choice, {}))
    except _NoValueError:
        return None
    except ZeroDivisionError:
        return None
    except ReadingError as error:
        if error.why.kind in ("negative-root", "zero-division"):
            return None
        raise UnreadError(str(error)) from None
    return None if isinstance(found, Undefined) else found


def _filled(e: Expr, case: Case, setting: Setting, choice: Choice, at: Mapping[str, int]) -> Expr:
    if isinstance(e, Symbol):
        found = _symbol(e, case, setting, choice, at)
        if found is None:
            raise _NoValueError
        return Num(found)
    if isinstance(e, Over):
        return _over(e, case, setting, choice, at)
    return rebuild(e, lambda part: _filled(part, case, setting, choice, at)) if not isinstance(e, Num) else e


def _over(e: Over, case: Case, setting: Setting, choice: Choice, at: Mapping[str, int]) -> Expr:
    index = e.index
    if not index:
        free = {tag for s in symbols(e.body) for tag in tags_of(s, set()) if tag not in at and tag.islower()
                and len(tag) == 1}  # fmt: skip
        if len(free) == 1 and not any(isinstance(one, Over) for one in sums(e.body)):
            index = (free.pop(),)
        elif choice.spread:
            index = ("",)
        else:
            return _filled(e.body, case, setting, choice, at)  # over the samples, which the counts are of
    every = range(case.size)
    places = [dict(zip(index, row, strict=True)) for row in product(*[every] * len(index))]
    if e.other:
        but = setting.place(e.other) if e.other not in at and e.other not in index else at.get(e.other, -1)
        places = [row for row in places if row[index[0]] != but]
    terms = [_filled(e.body, case, setting, choice, {**at, **row}) for row in places]
    out: Expr = Num(Fraction(0))
    for term in terms:
        out = out + term
    return out / len(terms) if e.kind == "mean" else out


def _symbol(symbol: Symbol, case: Case, setting: Setting, choice: Choice, at: Mapping[str, int]) -> Number | None:
    meaning = choice.meanings[key_of(symbol)]
    capitals = set(setting.labels)
    tags = [tag for tag in tags_of(symbol, capitals) if subscripts().get(tag) != "class"]
    places = [at[tag] if tag in at else setting.place(tag) for tag in tags if tag not in ANY_SUM]
    place = places[0] if places else at.get("", choice.place)
    if meaning == "cell":
        return _cell(symbol, case, choice, tags, places)
    if len(tags) > 1:
        raise UnreadError(symbol.name)
    if meaning.isdigit():
        return Fraction(meaning)
    if meaning in OF_MATRIX and not tags:
        return case.count(meaning, 0)
    if meaning in OF_MATRIX:
        raise UnreadError(symbol.name)
    if meaning in COUNTS:
        return case.count(meaning, place)
    if meaning == "union":
        return case.count("tp", place) + case.count("fp", place) + case.count("fn", place)
    if meaning == "weight":
        return case.count("support", place) / case.count("n", 0)
    if meaning in case.parameters:
        return case.parameters[meaning]
    if tags and average_of(symbol, capitals):
        raise UnreadError(symbol.name)  # a term of a mean
    request = request_of(symbol, meaning, choice, capitals, case)
    return case.metric(request, place)


def _cell(symbol: Symbol, case: Case, choice: Choice, tags: list[str], places: list[int]) -> Fraction:
    if len(tags) != 2:
        raise UnreadError(symbol.name)
    rows = list(zip(*case.rows, strict=True)) if choice.transposed else case.rows
    if len(places) == 2:
        return Fraction(rows[places[0]][places[1]])
    if len(places) == 1:
        return Fraction(sum(rows[places[0]]) if tags[1] in ANY_SUM else sum(row[places[0]] for row in rows))
    return Fraction(sum(map(sum, rows)))


def metric_of(symbol: Symbol, meaning: str) -> tuple[str, dict[str, Any]]:
    """The metric that a symbol means, and its parameters where they are said: F_2, F_β."""
    name, _, bracket = meaning.partition("[")
    said = symbol.below[0] if symbol.below else ""
    scores = words()["scores"]
    if name == scores["metric"] and len(symbol.name) == 1 and said in scores["beta"].split():
        return scores["with_beta"], {"beta": said} if said[0].isdigit() else {}
    key, _, number = bracket.rstrip("]").rpartition("=")
    return name, {key or "beta": number} if number else {}


def request_of(symbol: Symbol, meaning: str, choice: Choice, capitals: set[str], case: Case, **more: Any) -> Request:
    """The question that a metric in a formula is."""
    name, parameters = metric_of(symbol, meaning)
    average = more.pop("average", "") or average_of(symbol, capitals)
    average = choice.model if average == "model" else average
    metric = _metric(name)
    for parameter in metric.parameters:
        parameters.setdefault(parameter, case.parameters.get(parameter, Fraction(2)))
    if metric.scope == "matrix":
        if tags_of(symbol, capitals):
            name = words()["of_class"].get(name, name)
        elif average == "macro" and name in words()["macro"]:
            name, average = words()["macro"][name], ""
    of_class = metric_named(name).scope == "class" and not average
    try:
        return resolve(name, label="i" if of_class else None, average=average or None, **{**parameters, **more})
    except ExactMetricsError:
        raise UnreadError(name) from None
