"""What a document shows, made and numbered: every derivation, table and formula that can be referred to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from exactmetrics.api.scores import Scores
from exactmetrics.derivation.comparison import Comparison
from exactmetrics.derivation.derivation import Derived
from exactmetrics.derivation.look import Look
from exactmetrics.derivation.words import OwnWords, words_of
from exactmetrics.documents.prose import REFERENCE, check_formula, linked, mentioned, parse_prose, reference_in
from exactmetrics.documents.spec import Block, DataSet, Spec
from exactmetrics.exact.errors import InputError, located
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.matrix.labels import match_text
from exactmetrics.metrics.suggest import choices
from exactmetrics.sheets.sheet import Data, Rules, metric_options, question_of

WORDS = {"data": "table"}  # what the catalogue calls a kind, where it is not the kind


@dataclass(frozen=True, slots=True)
class Entry:
    """What a reference can mean: what it is called, its number, and its exact value if it has one."""

    word: str
    number: int
    value: Value | None = None


@dataclass(slots=True)
class Item:
    """A block with what it shows: the tree of a text, a formula, a data set, a derivation, a comparison, a report."""

    block: Block
    shown: Any
    id: str
    number: int = 0
    equations: dict[str, int] = field(default_factory=dict)  # the numbers of its formulas, by their part


class Content:
    """All items of a document in order, and by their ids what references mean."""

    def __init__(self, spec: Spec, *, templates: str | None = None, words: OwnWords = None) -> None:
        self.spec = spec
        self.look = Look(
            spec.profile, spec.language, spec.detail, spec.key, templates, spec.places, spec.symbols, words_of(words)
        )
        self.entries: dict[str, Entry] = {}
        self._counters: dict[str, int] = {}
        self._used: set[str] = set()
        self._questions: dict[str, Mapping[str, Any]] = {}
        self.items: list[Item] = []
        for block in spec.blocks:
            with self._located(block.place):
                self.items.append(self._item(block))
        for id, table in spec.values.items():
            with self._located(f"value.{id}"):
                self.entries[id] = Entry("value", 0, self._derived(table).value)
        for item in self.items:
            with self._located(item.block.place):
                self._check_references(item)

    @property
    def unused(self) -> list[str]:
        """The ids that nothing refers to."""
        given = [*self.spec.data, *self.spec.values, *(b.id for b in self.spec.blocks if b.id is not None)]
        return [id for id in given if id not in self._used]

    def entry(self, id: str) -> Entry:
        """What an id means; an error names the ids there are."""
        if id not in self.entries:
            known = sorted(self.entries)
            if id in self.spec.data:
                raise InputError(
                    f"the data set {id!r} is not shown, so nothing can refer to it; add a block data = {id!r}"
                )
            raise InputError(f"there is no {id!r} to refer to; {choices(id, known) if known else 'nothing has an id'}")
        return self.entries[id]

    def _located(self, place: str) -> AbstractContextManager[None]:
        return located(f"{self.spec.name}: {place}")

    def _next(self, counter: str) -> int:
        self._counters[counter] = self._counters.get(counter, 0) + 1
        return self._counters[counter]

    def _item(self, block: Block) -> Item:
        make = {"text": self._text, "equation": self._equation, "data": self._data, "report": self._report}
        make |= {"derivation": self._derivation, "comparison": self._comparison}
        return make[block.kind](block)

    def _text(self, block: Block) -> Item:
        if block.id is not None:
            raise InputError("a text has no number to refer to; give the id to a derivation, a table or an equation")
        return Item(block, parse_prose(block.table["text"]), f"text.{self._next('text')}")

    def _equation(self, block: Block) -> Item:
        if "title" in block.table:
            raise InputError("an equation has no heading; put the title into a text above it")
        formula = " ".join(block.table["equation"].split())
        check_formula(formula)
        number = self._next("equation")
        self._enter(block.id, Entry("equation", number))
        return Item(block, formula, block.id or f"equation-{number}", number)

    def _data(self, block: Block) -> Item:
        found = self._data_set(block.table["data"])
        if found.id in self.entries:
            raise InputError(f"the data set {found.id!r} is shown already; refer to it with {{ref:{found.id}}}")
        if block.table.get("picture", False) not in (True, False, "shares"):
            raise InputError(f'picture is true, false or "shares", and not {block.table["picture"]!r}')
        if block.table.get("picture") and (
            isinstance(found.measured, Scores) or not hasattr(found.measured, "picture")
        ):
            raise InputError(f"the data set {found.id!r} is no matrix, of which alone there is a picture")
        item = self._numbered(block, found, None, id=found.id)
        self.entries[found.id] = self.entries.get(block.id or found.id) or Entry("table", item.number)
        return item

    def _derivation(self, block: Block) -> Item:
        table = block.table["derivation"]
        derivation = self._derived(table, block.table.get("detail"))
        if block.id is not None:
            self._questions[block.id] = table
        item = self._numbered(block, derivation, derivation.value)
        if block.table.get("definition", True):
            item.equations["definition"] = self._next("equation")
        elif derivation.look.detail != "brief":
            raise InputError(
                'definition = false is for a brief derivation, whose definition stands above; add detail = "brief"'
            )
        if not isinstance(derivation.value, Undefined):
            item.equations["result"] = self._next("equation")
        return self._with_equations(item)

    def _comparison(self, block: Block) -> Item:
        sides = block.table["comparison"]
        first, second = (self._side(side, block.table.get("detail")) for side in sides)
        comparison = Comparison(first, second, names=self._names(sides))
        item = self._numbered(block, comparison, comparison.difference)
        shown = (first, second)[: 1 if comparison.is_one else 2]
        for side, derivation in zip(("first", "second"), shown, strict=False):
            if not isinstance(derivation.value, Undefined):
                item.equations[side] = self._next("equation")
        return self._with_equations(item)

    def _side(self, side: str | Mapping[str, Any], detail: str | None) -> Derived:
        if not isinstance(side, str):
            return self._derived(side, detail)
        if side not in self._questions:
            known = sorted(self._questions)
            cure = choices(side, known) if known else "no derivation above has an id"
            raise InputError(f"there is no derivation {side!r} above to compare; {cure}")
        self._used.add(side)
        return self._derived(self._questions[side], detail)

    def _names(self, sides: Sequence[str | Mapping[str, Any]]) -> tuple[str, str] | None:
        """What the data sets of two sides are called, where they are two."""
        tables = [self._questions[side] if isinstance(side, str) else side for side in sides]
        first, second = (self._data_set(table.get("data")) for table in tables)
        titles = [found.title or found.id for found in (first, second)]
        return (titles[0], titles[1]) if first.id != second.id and titles[0] != titles[1] else None

    def _report(self, block: Block) -> Item:
        found = self._data_set(block.table["report"])
        if isinstance(found.measured, Scores):
            raise InputError(f"the data set {found.id!r} holds scores, and a document shows reports of counts alone")
        look = self.look
        options = {"places": look.places} | {
            name: block.table[name] for name in ("places", "metrics") if name in block.table
        }
        report = found.measured.report(
            **options, positive=found.positive, language=look.language, templates=look.templates, words=look.words
        )
        return self._numbered(block, report, None)

    def _numbered(self, block: Block, shown: Any, value: Value | None, id: str = "") -> Item:
        number = self._next(block.kind)
        self._enter(block.id, Entry(WORDS.get(block.kind, block.kind), number, value))
        return Item(block, shown, block.id or id or f"{block.kind}-{number}", number)

    def _with_equations(self, item: Item) -> Item:
        if item.block.id is not None:
            for part, number in item.equations.items():
                self.entries[f"{item.block.id}.{part}"] = Entry("equation", number)
        return item

    def _enter(self, id: str | None, entry: Entry) -> None:
        if id is not None:
            self.entries[id] = entry

    def _data_set(self, id: str | None) -> DataSet:
        data = self.spec.data
        if id is None:
            if len(data) != 1:
                raise InputError("say of which data set it is, with data = and one of " + ", ".join(data))
            id = next(iter(data))
        if id not in data:
            raise InputError(f"there is no data set {id!r}; {choices(id, list(data))}")
        self._used.add(id)
        return data[id]

    def _derived(self, table: Mapping[str, Any], detail: str | None = None) -> Derived:
        """The derivation a table of the specification asks for."""
        found, look = self._data_set(table.get("data")), self.look
        question = question_of(table)
        shown: dict[str, Any] = {
            "language": look.language, "detail": detail or look.detail, "key": look.key, "templates": look.templates,
            "words": look.words, "places": look.places, "symbols": look.symbols,
        }  # fmt: skip
        if isinstance(found.measured, Scores):
            return found.measured.derive(question.metric or "", **shown, **question.options, **question.parameters)
        options = metric_options(Rules(), Data(found.measured._blocks), question)
        if "label" in options and options["label"] not in found.measured.labels:
            options["label"] = match_text(str(options["label"]), found.measured.labels)
        return found.measured.derive(
            question.metric or "", positive=found.positive, profile=look.profile, **shown, **options
        )

    def _check_references(self, item: Item) -> None:
        """Every reference of a text or an equation has something to refer to."""
        if item.block.kind == "equation":
            found = [match[0] for match in REFERENCE.finditer(item.shown)]
        elif item.block.kind == "text":
            found = mentioned(item.shown)
            self._used.update(place.partition(".")[0] for place in linked(item.shown))
        else:
            return
        for reference in found:
            word, id, extra = reference_in(reference)
            entry = self.entry(id)
            self._used.add(id.partition(".")[0])
            if word == "ref" and not self.spec.numbers:
                raise InputError(f"{reference}: numbers = false leaves nothing to refer to by its number; take it out")
            if word == "ref" and entry.word == "value":
                raise InputError(f"{reference}: {id!r} is a value and has no number; write {{value:{id}}}")
            if word != "ref" and entry.value is None:
                raise InputError(f"{reference}: {id!r} has no value; write {{ref:{id}}}")
            if word in ("ref", "value") and extra is not None:
                raise InputError(f"{reference}: {word} takes an id alone; write {{{word}:{id}}}")
            if word in ("decimal", "percent") and isinstance(entry.value, Undefined):
                raise InputError(f"{reference}: {entry.value.reason}, which has no decimal; write {{value:{id}}}")
            if extra is not None and not (extra.isascii() and extra.isdigit() and int(extra) <= 1000):
                raise InputError(f"{reference}: {extra!r} is no number of places, such as 4")
