"""An exercise made of a derivation: its steps with blanks for the numbers that are to be found, and their key.

The first lines show more: the definition, the counts and the value of the first class, the first term of what is put
in, and of several parts the first one. What a number is, its origin says (`planning/origins.py`): one of the
definition, or a count or a part that is given, stands as it is, and so does every copy of it; any other is a blank, the
same one wherever the number is copied to, and wherever the same is calculated of the same numbers. One that is equal to
it by chance is another blank. The blanks are lettered at the end, for a long page is shortened after they are made, so
that some of them are not on it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any, cast

from exactmetrics.derivation import score_grid
from exactmetrics.derivation.notation.printer import is_written_as_mean
from exactmetrics.derivation.planning.facts import in_few_digits
from exactmetrics.derivation.planning.origins import Whole, written
from exactmetrics.derivation.planning.page import (
    PLACES_ASKED,
    Blank,
    Cell,
    CountTable,
    Formula,
    Page,
    Said,
    Score,
    Step,
    kind_of,
    letter_of,
)
from exactmetrics.derivation.planning.tree import every_part, rebuild
from exactmetrics.derivation.score_grid import Grid
from exactmetrics.derivation.writing.data import listed_first
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Irrational, Number, Undefined
from exactmetrics.expression.evaluate import children, evaluate, has_value, walk
from exactmetrics.expression.nodes import Div, Expr, Head, Leaf, Literal, Named, Num, Tag, terms_of

WHOLE = ("convention", "undefined")
Place = tuple[str, int | None, int | None]  # a count: its name, the position of its class, and of a second one
Part = tuple[Head, int | None, bool]  # a named part, whatever its class is called


def scaffolded(page: Page) -> Page:
    """The derivation as an exercise; one without a value stays as it is, for there is nothing to work out."""
    if isinstance(page.value, Undefined):
        return page
    return _Exercise(page, page.value).page()


class _Exercise:
    """One exercise in the making: what every number before has become, a blank or the number it is."""

    def __init__(self, full: Page, value: Number) -> None:
        self.value, self.full = value, full
        self.counts: dict[Place, Expr] = {}
        self.parts: dict[Part | Expr, Expr] = {}  # what has been worked out, as it stands on the page
        self.shown: dict[int, Expr] = {}  # what stands for a node of a number, by its identity
        self.kept: list[Num] = []  # numbers outside of formulas
        self.same: dict[tuple[Number, Expr], Blank] = {}  # what is calculated alike of the same numbers
        self.last: Expr | None = None  # the end of the last chain
        self.made = 0  # how many blanks there are
        every = [part for part in every_part(full.named) if isinstance(part, Leaf) and part.value is not None]
        positions = sorted({part.tag.position for part in every if part.tag and part.tag.position is not None})
        self.first = positions[0] if len(positions) > 1 else None  # the class that is an example
        self.named = {_part(part.head): part for part in every_part(full.named) if isinstance(part, Named)}
        self.listed = any(step.table is not None and step.table.total is None for step in full.steps)
        self.example = not self.listed and sum(step.kind == "part" for step in full.steps) > 1

    def page(self) -> Page:
        steps = [self._step(step) for step in self.full.steps]
        last = self.last if self.last is not None and _asks(self.last) else None
        asked = {"value": self._value(self.value) if last is None or evaluate(last) != self.value else last}
        if not (isinstance(self.value, Fraction) and self.value.denominator == 1):
            facts = self.full.decimal
            exact = facts["kind"] == "finite"
            digits = facts["digits"] if exact else decimal(self.value, places=PLACES_ASKED)
            asked["decimal"] = self._digits(digits, self.value)
        made = replace(self.full, steps=steps, asked=asked)
        made.blanks = list(_on(made))
        return made

    def _step(self, step: Step) -> Step:
        if step.kind == "definition":
            return replace(step, facts=step.facts | {"totals": []}, symbols=_without_values(step.symbols))
        if step.grid is not None:
            return replace(step, grid=self._grid(step.grid))
        if kind_of(step.kind) in ("definition", *WHOLE):
            return step
        if step.table is not None and step.table.total is None:
            return replace(step, table=self._table(step.table))
        if step.kind == "part":
            return self._part(step)
        if step.kind == "zero":  # its title and its sentence tell the value
            step = replace(step, kind="quotient", said=[])
        return self._worked(step)

    # what is counted

    def _grid(self, grid: Grid) -> Grid:
        """A table of scores: its first row is an example of what is worked out in it, in the others it is asked."""
        if grid.left_out:  # what is not on the page cannot be found
            return grid
        below = [*grid.rows, grid.total] if grid.total else grid.rows
        numbers = [
            [one.value for one in column if isinstance(one, score_grid.Score)] for column in zip(*below, strict=True)
        ]
        fractions = [score_grid.in_fractions(column) for column in numbers]
        rows = [grid.rows[0], *(self._row(row, grid.asked, fractions) for row in grid.rows[1:])]
        if grid.added:
            values = [row[grid.asked[-1]] for row in rows]
            if not any(isinstance(value, Blank) and value.text for value in values):  # decimals are fractions below
                terms = (_ended(value) for value in values if value is not None)  # of others there is none
                self.parts |= {Leaf("term", Tag(at), evaluate(term)): term for at, term in enumerate(terms)}  # type: ignore[arg-type]
        total = [self._entry(one, fractions=told) for one, told in zip(grid.total, fractions, strict=False)]
        return replace(grid, rows=rows, total=total)

    def _row(self, row: list[Any], asked: Sequence[int], fractions: list[bool]) -> list[Any]:
        """A row with blanks; the numbers of a formula in it are those beside it."""
        made = list(row)
        for place in asked:
            entry = row[place]
            if isinstance(entry, Formula):
                beside = [one for one in made if isinstance(one, Blank)]
                first = rebuild(entry.members[0], lambda part: _taken(part, beside))  # noqa: B023
                made[place] = replace(entry, members=[first, *(self._value(evaluate(e)) for e in entry.members[1:])])
            else:
                made[place] = self._entry(entry, fractions=fractions[place])
        return made

    def _entry(self, entry: Any, *, fractions: bool) -> Any:
        """A blank for a number of a table that is not rounded; a sum that the formula names is the blank there too."""
        match entry:
            case score_grid.Score(value):
                text = score_grid.written(value, fractions=fractions)
                return self._digits(text, value) if "." in text else self._blank(value) if text else entry
            case Irrational():
                digits = in_few_digits(cast("Number", entry), score_grid.PLACES)
                about = None if digits is None else digits[1]
                return self._digits(about.text, cast("Number", entry)) if isinstance(about, Literal) else entry
            case Leaf(block, _, value) if value is not None:
                made = self.counts[block, None, None] = self._blank(value)
                return Formula(None, [Leaf(block, None, None), made])
            case int() | Fraction():
                return self._blank(Fraction(entry))
        return entry

    def _digits(self, digits: str, value: Number) -> Blank:
        """A blank for a decimal."""
        self.made += 1
        return Blank(digits, value, None, self.made)

    def _table(self, table: CountTable) -> CountTable:
        """The first of several classes with its counts and values, of the others they are asked.

        Of many classes the data show the first ones and one that is asked for; the counts of any other are given.
        """
        rows, chains = [], []
        listed = listed_first(self.full.steps[0].facts["k"])
        for at, (label, position, cells) in enumerate(table.rows):
            given = self.first is not None and (position == self.first or position >= listed)
            shown = cells if given else [Cell(cell.parts, self._blank(Fraction(cell.value))) for cell in cells]
            for block, cell in zip(table.blocks, shown, strict=True):
                found = cell.value
                self.counts[block, position, None] = found if isinstance(found, Expr) else Num(Fraction(found))
            rows.append((label, position, shown))
            chains.append([self._score(score, at, position) for score in table.scores])
        scores = [replace(score, chains=[row[i] for row in chains]) for i, score in enumerate(table.scores)]
        return CountTable(table.columns, table.blocks, rows, scores, table.left_out)

    def _terms(self, table: CountTable) -> CountTable:
        """The terms of a sum: the first is given."""
        rows: list[tuple[Hashable, int, list[Cell]]] = []
        scores = [Score(self._fact(score.head), []) for score in table.scores]
        for at, (label, position, cells) in enumerate(table.rows):
            for made, score in zip(scores, table.scores, strict=True):
                told = score.chains[at]
                if position == self.first:
                    self._give(told.members)
                made.chains.append(self._chain(told))
            rows.append((label, position, [Cell((), self._fact(cell.value)) for cell in cells]))
        columns, total = [self._fact(column) for column in table.columns], self._fact(table.total)
        return CountTable(columns, table.blocks, rows, scores, table.left_out, total)

    def _score(self, score: Score, at: int, position: int) -> Formula:
        """The value of a class: given of the first one, and where a convention gives it."""
        chain, head = score.chains[at], score.head
        assert isinstance(head, Named)
        place = (_part(head.head)[0], position, _part(head.head)[2])
        named = self.named.get(place)
        told = position == self.first or position in score.marked or named is None
        made = chain if told or not chain.members else self._chain(chain)
        if made.members:
            self.parts[place] = made.members[-1]
        return made

    def _count(self, e: Leaf) -> Expr | None:
        """A count as the table has it; without one it is read off the matrix, but for an example, which is given."""
        tag = e.tag
        other = tag.other.position if tag and tag.other else None
        place = (e.block, tag.position if tag else None, other)
        if place not in self.counts:
            told = tag is None or tag.rest or tag.position in (None, self.first)
            if told or self.listed or e.value is None:
                return None
            self.counts[place] = self._blank(e.value)
        return self.counts[place]

    # what is worked out

    def _part(self, step: Step) -> Step:
        """A part: the first of several is worked out as an example."""
        part, last = step.facts["part"], step.formulas[-1].members[-1]
        symbols = _without_values(step.symbols)
        if self.example:
            self.example = False
            self.parts[_part(part.head)] = last
            return replace(step, symbols=symbols)
        made = self._worked(step)
        self.parts[_part(part.head)] = made.formulas[-1].members[-1]
        return replace(made, facts=step.facts, symbols=symbols)

    def _worked(self, step: Step) -> Step:
        """A step with blanks in its formulas and in what is said of them."""
        formulas: list[Formula] = []
        table, said = (None, []) if step.table is None else (self._terms(step.table), self._said(step.said))
        if not step.formulas:
            said = self._said(step.said)
        for at, formula in enumerate(step.formulas):
            made = self._chain(formula, step.kind) if formula.numeric else formula
            if at == 0 and table is None:
                said = self._said(step.said) if formula.numeric else step.said
            formulas.append(replace(made, said=self._said(formula.said) if formula.numeric else formula.said))
        facts = {name: self._fact(fact) for name, fact in step.facts.items()}
        return replace(step, formulas=formulas, facts=facts, table=table, said=said, after=self._said(step.after))

    def _said(self, sentences: list[Said]) -> list[Said]:
        return [self._fact(said) for said in sentences]

    def _chain(self, formula: Formula, kind: str = "") -> Formula:
        """A chain with blanks; of what is multiplied out in a sum the first term is an example, if its factors are."""
        if kind == "substitute_multiply":
            products, multiplied = (_terms_above(e)[:1] for e in formula.members[:2])
            if not any(_asks(self._filled(e)) for e in products):
                self._give(multiplied)
        members = list(map(self._filled, formula.members))
        self.last = members[-1]
        if formula.left is not None:
            self.parts[_key(formula.left)] = self.last
        return replace(formula, members=members)

    def _give(self, trees: Sequence[Expr]) -> None:
        """The numbers of trees stand on the page as they are."""
        for part in (part for tree in trees for part in walk(tree) if isinstance(part, Num)):
            for inside in (part, *(e for e in walk(written(part)) if isinstance(e, Num))):
                self.shown.setdefault(id(inside), inside)

    def _filled(self, e: Expr) -> Expr:
        """A tree with blanks for the numbers that are to be found."""
        return self._number(e) if isinstance(e, Num) else rebuild(e, self._filled)

    def _number(self, e: Num) -> Expr:
        """What stands for a number: wherever it is copied to, the same."""
        if id(e) not in self.shown:
            self.shown[id(e)] = self._by_origin(e, e.origin)
        return self.shown[id(e)]

    def _by_origin(self, e: Num, origin: Any) -> Expr:
        """What stands for a number where it first stands."""
        if origin is None:
            return e
        if isinstance(origin, Num):  # a side of a fraction, a number of a root
            whole = self._number(origin)
            return e if whole is origin else self.shown.get(id(e), self._blank(e.value))
        found = None
        if isinstance(origin, Leaf) and origin.block != "term":
            found = self._count(origin)
            found = e if found is None else found
        elif isinstance(origin, (Leaf, Named)):  # what has not been worked out on this page is found here
            found = self.parts.get(_key(origin), e if isinstance(origin, Named) and origin.applied else None)
        if found is not None and not _asks(found):
            return e
        if found is not None:
            self._bind(written(e), found)
            return found
        inside = written(e)
        if inside is not e:
            own = [part for part in walk(inside) if isinstance(part, Num) and part.origin is e]
            self.shown |= {id(part): self._blank(part.value) for part in own}
            return self._filled(inside)
        return self._blank(e.value, origin)

    def _bind(self, numbers: Expr, shown: Expr) -> None:
        """The numbers that a value is written with are those that stand where it was worked out."""
        if isinstance(numbers, Num):
            if has_value(shown) and evaluate(shown) == numbers.value:
                self.shown[id(numbers)] = shown
        elif type(numbers) is type(shown):
            for number, one in zip(children(numbers), children(shown), strict=False):
                self._bind(number, one)

    def _fact(self, fact: Any) -> Any:
        """What a sentence names, a number as it stands in the lines."""
        if isinstance(fact, list):
            return [self._fact(one) for one in fact]
        if isinstance(fact, Said):
            return Said(fact.path, {name: self._fact(one) for name, one in fact.facts.items()})
        if isinstance(fact, Formula):
            return replace(fact, members=list(map(self._filled, fact.members)))
        if isinstance(fact, Whole):
            return self._number(fact.node)
        if type(fact) is Fraction:  # by what is divided that is no whole number
            return self._value(fact)
        if not isinstance(fact, Expr) or any(isinstance(part, (Named, Leaf)) for part in walk(fact)):
            return fact
        return self._filled(fact)

    def _value(self, value: Number) -> Expr:
        """A blank for every whole number that a fraction or a root is written with."""
        self.kept.append(Num(value, "worked"))
        return self._filled(self.kept[-1])

    def _blank(self, value: Number, origin: Any = None) -> Blank:
        """A new blank, or the one of the same calculation of the same numbers."""
        key = (value, self._identity(origin)) if isinstance(origin, Expr) else None
        found = None if key is None else self.same.get(key)
        if found is None:
            self.made += 1
            found = Blank("", value, None, self.made)
            if key is not None:
                self.same[key] = found
        return found

    def _identity(self, e: Expr) -> Expr:
        """A calculation by its blanks, and by the counts and parts that are given."""
        if not isinstance(e, Num):
            return rebuild(e, self._identity)
        shown = self._number(e)
        return e.origin if shown is e and isinstance(e.origin, (Leaf, Named)) else shown


def _key(e: Expr) -> Part | Expr:
    """By what a part is known."""
    return _part(e.head) if isinstance(e, Named) else e


def _part(head: Head) -> Part:
    tag = head.tag
    return replace(head, tag=None), tag.position if tag else None, bool(tag and tag.rest)


def _taken(part: Expr, beside: list[Blank]) -> Expr:
    """The next of the blanks beside a formula that has its number, or the number itself."""
    found = next((blank for blank in beside if isinstance(part, Num) and blank.value == part.value), None)
    if found is None:
        return part
    beside.remove(found)
    return found


def _ended(entry: Any) -> Expr:
    """The last member of an entry of a table, or the number that it is."""
    if isinstance(entry, Formula):
        return entry.members[-1]
    if isinstance(entry, Expr):
        return entry
    number = entry.value if isinstance(entry, score_grid.Score) else entry
    return Num(Fraction(number) if isinstance(number, int) else number)


def _without_values(symbols: list[Expr]) -> list[Expr]:
    """The symbols of a list; what the counts of a class are is asked."""
    return [replace(s, value=None) if isinstance(s, Leaf) and s.tag is not None else s for s in symbols]


def _terms_above(e: Expr) -> tuple[Expr, ...]:
    """The terms of a sum, or of one above the bar of a fraction."""
    return terms_of(e.num if isinstance(e, Div) else e)


def _asks(e: Expr) -> bool:
    return any(isinstance(part, Blank) for part in walk(e))


# the letters of the blanks


def lettered(page: Page, labels: Sequence[Hashable], *, after: int = 0) -> Page:
    """An exercise whose blanks are those on the page, lettered in their order, `after` so many on the same sheet.

    A letter that is the name of a class is left out.
    """
    asked = set(map(id, page.blanks))
    page.blanks = [blank for blank in _on(page) if id(blank) in asked]
    names = set(map(str, labels))
    numbers = (number for number in count(after + 1) if letter_of(number) not in names)
    for number, blank in zip(numbers, page.blanks, strict=False):
        blank.number = number
    return page


def _on(page: Page) -> Iterator[Blank]:
    """The blanks that a reader of a page sees, each once, in the order of the page."""
    found: list[Any] = []
    for step in page.steps:
        found += [said.facts for said in step.said]
        if step.table is not None:
            heads = [*(score.head for score in step.table.scores), *step.table.columns]
            found += [head.facts for head in heads if isinstance(head, Said)]
            for at, (_, _, cells) in enumerate(step.table.rows):
                counts, chains = [cell.value for cell in cells], [score.chains[at] for score in step.table.scores]
                found += [counts, chains] if step.table.total is None else [chains, counts]
            found.append(step.table.total)
        if step.grid is not None:
            found += [*step.grid.rows, step.grid.total]
        found += [*step.formulas, *(said.facts for said in step.after)]
    seen = {id(blank): blank for blank in _in([*found, page.asked])}
    return iter(seen.values())


def _in(found: Any) -> Iterator[Blank]:
    if isinstance(found, Expr):
        parts = children(found)
        if isinstance(found, Blank):
            yield found
        elif isinstance(found, Div) and is_written_as_mean(found):  # one over its denominator comes first
            parts = parts[::-1]
        for part in parts:
            yield from _in(part)
    elif isinstance(found, Formula):
        yield from _in([*(said.facts for said in found.said), *(found.shown or found.members)])
    elif isinstance(found, dict):
        yield from _in(list(found.values()))
    elif isinstance(found, list):
        for one in found:
            yield from _in(one)
