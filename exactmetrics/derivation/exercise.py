"""An exercise made of a derivation: its steps with blanks for the numbers that are to be found, and their key.

The first lines show more: the definition, the counts and the value of the first class, the first term of what is put
in, and of several parts the first one. A number that was to be found stays the blank it was. The blanks are lettered at
the end, for a long page is shortened after they are made, so that some of them are not on it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

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
)
from exactmetrics.derivation.planning.tree import every_part, rebuild, root_tree, substituted
from exactmetrics.derivation.writing.data import listed_first
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, Root, Symbolic, Undefined
from exactmetrics.expression.evaluate import children, evaluate, has_value, walk
from exactmetrics.expression.nodes import Add, Div, Expr, Head, Leaf, Mul, Named, Neg, Num, Sqrt, Sum

WHOLE = ("convention", "undefined")
NUMBERS = (Num, Blank)
ONE = Num(Fraction(1))
TOLD = Num(Fraction(0))  # stands for any number that is no blank
Place = tuple[str, int | None, int | None]  # a count: its name, the position of its class, and of a second one
Trees = dict[Expr, Expr]
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
        self.parts: dict[Part, Expr] = {}
        self.start: Expr = TOLD  # the formula that is calculated, with its counts and its parts as they stand here
        self.above: dict[Expr, Expr] = {}  # the trees of the lines above of one calculation, with their blanks
        self.source = self.above  # where a number of the next line may come from: the line before, or all lines
        self.known: dict[Number, Blank] = {}  # the new blanks of this line
        self.last: Expr | None = None  # the end of the last chain
        self.made = 0  # how many blanks there are
        every = [part for part in every_part(full.named) if isinstance(part, Leaf) and part.value is not None]
        positions = sorted({part.tag.position for part in every if part.tag and part.tag.position is not None})
        self.first = positions[0] if len(positions) > 1 else None  # the class that is an example
        self.named = {_part(part.head): part for part in every_part(full.named) if isinstance(part, Named)}
        self.constants = {part.value for part in every if part.tag is None}  # the number of samples, and of classes
        self.listed = any(step.table is not None and step.table.total is None for step in full.steps)
        self.example = not self.listed and sum(step.kind == "part" for step in full.steps) > 1

    def page(self) -> Page:
        steps = [self._step(step) for step in self.full.steps]
        written = [e for e in map(self.above.get, _written(self.value)) if e is not None and _asks(e)]
        if self.last is not None and _asks(self.last) and evaluate(self.last) == self.value:
            written.insert(0, self.last)
        asked = {"value": written[0] if written else self._value(self.value)}
        if not (isinstance(self.value, Fraction) and self.value.denominator == 1):
            facts = self.full.decimal
            exact = facts["kind"] == "finite"
            digits = facts["digits"] if exact else decimal(self.value, places=PLACES_ASKED)
            self.made += 1
            asked["decimal"] = Blank(digits, self.value, None, self.made)
        made = replace(self.full, steps=steps, asked=asked)
        made.blanks = list(_on(made))
        return made

    def _step(self, step: Step) -> Step:
        if step.kind == "definition":
            return replace(step, facts=step.facts | {"totals": []}, symbols=_without_values(step.symbols))
        if kind_of(step.kind) in ("definition", *WHOLE):
            return step
        if step.table is not None and step.table.total is None:
            return replace(step, table=self._table(step.table))
        if step.kind == "part":
            return self._part(step)
        if self.start is TOLD:
            self._begin(self.full.named)
        if step.kind == "zero":  # its title and its sentence tell the value
            step = replace(step, kind="quotient", said=[])
        return self._worked(step)

    # what is counted

    def _table(self, table: CountTable) -> CountTable:
        """The first of several classes with its counts and values, of the others they are asked.

        Of many classes the data show the first ones and one that is asked for; the counts of any other are given.
        """
        rows, chains = [], []
        listed = listed_first(self.full.steps[0].facts["k"])
        for at, (label, position, cells) in enumerate(table.rows):
            given = self.first is not None and (position == self.first or position >= listed)
            shown = cells if given else [Cell(cell.parts, self._new(Fraction(cell.value))) for cell in cells]
            for block, cell in zip(table.blocks, shown, strict=True):
                found = cell.value
                self.counts[block, position, None] = found if isinstance(found, Expr) else Num(Fraction(found))
            rows.append((label, position, shown))
            chains.append([self._score(score, at, position) for score in table.scores])
        self.start = TOLD
        scores = [replace(score, chains=[row[i] for row in chains]) for i, score in enumerate(table.scores)]
        return CountTable(table.columns, table.blocks, rows, scores, table.left_out)

    def _terms(self, table: CountTable) -> CountTable:
        """The terms of a sum: the first is given."""
        rows: list[tuple[Hashable, int, list[Cell]]] = []
        scores = [Score(self._fact(score.head), []) for score in table.scores]
        total = self.start.num if isinstance(self.start, Div) else self.start
        terms = total.terms if isinstance(total, Add) else ()
        for at, (label, position, cells) in enumerate(table.rows):
            for made, score in zip(scores, table.scores, strict=True):
                told = score.chains[at]
                made.chains.append(told if position == self.first else self._chain(told, start=terms[at]))
            rows.append((label, position, [Cell((), self._found(cell.value)) for cell in cells]))
        columns, total = [self._fact(column) for column in table.columns], self._found(table.total)
        return CountTable(columns, table.blocks, rows, scores, table.left_out, total)

    def _score(self, score: Score, at: int, position: int) -> Formula:
        """The value of a class: given of the first one, and where a convention gives it."""
        chain, head = score.chains[at], score.head
        assert isinstance(head, Named)
        place = (_part(head.head)[0], position, _part(head.head)[2])
        named = self.named.get(place)
        if not chain.members or position in score.marked or named is None:
            return chain
        if position == self.first:
            self.parts[place] = chain.members[-1]
            return chain
        self._begin(named)
        made = self._chain(chain)
        self.parts[place] = made.members[-1]
        return made

    def _with_counts(self, e: Expr) -> Expr:
        """A formula with the counts and the parts worked out before as they stand on this page."""
        if isinstance(e, Leaf):
            return self._count(e)
        if isinstance(e, Named):
            return self.parts.get(_part(e.head), TOLD)
        if isinstance(e, Sum):
            return Sum(e.body, tuple(map(self._with_counts, e.terms)), e.left_out, e.whole, e.pairs, e.zeros)
        return rebuild(e, self._with_counts)

    def _count(self, e: Leaf) -> Expr:
        """A count as the table has it; without a table it is read off the matrix, but for an example."""
        tag = e.tag
        other = tag.other.position if tag and tag.other else None
        place = (e.block, tag.position if tag else None, other)
        if place not in self.counts:
            told = tag is None or tag.rest or tag.position in (None, self.first)
            if told or self.listed or e.value is None:
                return TOLD
            self.counts[place] = self._new(e.value)
        return self.counts[place]

    # what is worked out

    def _begin(self, named: Named) -> None:
        """A new calculation, of a part or of the whole."""
        self.start, self.above = substituted(self._with_counts(named.body)), {}
        self.source = self.above

    def _part(self, step: Step) -> Step:
        """A part: the first of several is worked out as an example."""
        part, last = step.facts["part"], step.formulas[-1].members[-1]
        symbols = _without_values(step.symbols)
        if self.example:
            self.example = False
            self.parts[_part(part.head)] = last
            return replace(step, symbols=symbols)
        self._begin(part)
        made = self._worked(step)
        self.parts[_part(part.head)] = made.formulas[-1].members[-1]
        self.start = TOLD
        return replace(made, facts=step.facts, symbols=symbols)

    def _worked(self, step: Step) -> Step:
        """A step with blanks in its formulas and in what is said of them."""
        formulas: list[Formula] = []
        table, said = (None, []) if step.table is None else (self._terms(step.table), self._said(step.said))
        for at, formula in enumerate(step.formulas):
            made = self._chain(formula, step.kind) if formula.numeric else formula
            if at == 0 and formula.numeric and table is None:
                said = self._said(step.said)
            formulas.append(replace(made, said=self._said(formula.said) if formula.numeric else formula.said))
        facts = {name: fact if name == "n" else self._fact(fact) for name, fact in step.facts.items()}
        return replace(step, formulas=formulas, facts=facts, table=table, said=said, after=self._said(step.after))

    def _said(self, sentences: list[Said]) -> list[Said]:
        return [self._fact(said) for said in sentences]

    def _chain(self, formula: Formula, kind: str = "", start: Expr | None = None) -> Formula:
        members: list[Expr] = []
        old = None
        for tree in formula.members:
            self.known = {}
            self.source = self.above if old is None else _trees(old, members[-1])
            if old is None:
                made = self._put_in(tree, self.start if start is None else start)
            else:
                made = self._filled(tree, old, members[-1], first=kind == "substitute_multiply")
            self._remember(tree, made)
            members.append(made)
            old = tree
        self.source, self.last = self.above, members[-1]
        return replace(formula, members=members)

    def _put_in(self, tree: Expr, start: Expr) -> Expr:
        """The first member of a chain: the formula or a part of it with numbers put in, or what stands above."""
        before = self.above.get(tree)
        if before is not None and _asks(before):
            return before
        fitting = [part for part in walk(start) if part is not TOLD and _fits(part, tree)]
        if not fitting:
            return self._filled(tree, None, None, first=True)
        return _merged(next(filter(_asks, fitting), fitting[0]), tree)

    def _filled(self, e: Expr, old: Expr | None, was: Expr | None, *, first: bool, near: Trees | None = None) -> Expr:
        """A tree with blanks for what was not in the lines above.

        In its place there stood `old`, shown as `was`; a number from another place of the line before stays a blank if
        it was one, and if there are several such numbers it is the one `near` it. Two terms of a sum that are equal by
        chance are two blanks.
        """
        if e == old and was is not None:
            return was
        near = self.source if near is None else near
        if old is not None and was is not None and children(was):
            near = _trees(old, was)
        before = near.get(e, self.source.get(e))
        if isinstance(e, Num):
            return before if before is not None and _asks(before) else self._value(e.value, near)
        if before is not None:
            return before
        if isinstance(e, Div) and isinstance(e.den, Num) and e.den.value in self.constants:
            return Div(e.num if e.num == ONE else self._filled(e.num, None, None, first=first), e.den)
        parts = children(old) if old is not None else ()
        made = children(was) if was is not None and type(was) is type(old) else ()
        alike = len(parts) == len(made) == len(children(e))
        places = iter(zip(parts, made, strict=True) if alike else ((None, None),) * len(children(e)))
        stays = iter([first and isinstance(e, Add) and not all(isinstance(t, Num) for t in e.terms)])

        def change(part: Expr) -> Expr:
            old, was = next(places)
            if isinstance(e, Add) and isinstance(part, Num):
                self.known.pop(part.value, None)
            return part if next(stays, False) else self._filled(part, old, was, first=first, near=near)

        return rebuild(e, change)

    def _remember(self, tree: Expr, made: Expr) -> None:
        for old, new in _pairs(tree, made):
            if _asks(new) or old not in self.above:
                self.above[old] = new

    def _fact(self, fact: Any) -> Any:
        """What a sentence names, a number as it stands in the lines above, or as a blank."""
        if isinstance(fact, list):
            return [self._fact(one) for one in fact]
        if isinstance(fact, Said):
            told = (
                ("n",) if fact.path[1] == "same_values" else ("bound",)
            )  # how many values there are, how far one looks
            facts = {name: one if name in told else self._fact(one) for name, one in fact.facts.items()}
            return Said(fact.path, facts)
        if isinstance(fact, Formula):
            return replace(fact, members=[self._filled(member, None, None, first=False) for member in fact.members])
        if isinstance(fact, (int, Fraction)) and not isinstance(fact, bool):
            before = self.above.get(Num(Fraction(fact)))
            return self._found(fact) if before is None else before if _asks(before) else fact
        if not isinstance(fact, Expr) or any(isinstance(part, (Named, Leaf)) for part in walk(fact)):
            return fact
        return self.above[fact] if fact in self.above else self._filled(fact, None, None, first=False)

    def _found(self, number: Any) -> Expr:
        """A blank for a number outside of formulas, which lines below may hold."""
        self.known = {}
        made = self._value(Fraction(number))
        self._remember(Num(Fraction(number)), made)
        return made

    def _value(self, value: Number, near: Trees | None = None) -> Expr:
        """A blank for every whole number that a fraction or a root is written with."""

        def again(n: int) -> Blank:
            told = Num(Fraction(n))
            before = (near or self.source).get(told, self.source.get(told))
            return before if isinstance(before, Blank) else self._blank(Fraction(n))

        if isinstance(value, Root):
            return root_tree(value, again)
        if isinstance(value, Fraction) and value.denominator != 1:
            return Div(again(value.numerator), again(value.denominator))
        return self._blank(value)

    def _new(self, value: Number) -> Blank:
        """A blank for a count, which is another quantity than a count that is equal by chance."""
        self.known = {}
        return self._blank(value)

    def _blank(self, value: Number) -> Blank:
        """A blank; within a line the same number has the same one."""
        if value not in self.known:
            self.made += 1
            self.known[value] = Blank("", value, None, self.made)
        return self.known[value]


def _part(head: Head) -> Part:
    tag = head.tag
    return replace(head, tag=None), tag.position if tag else None, bool(tag and tag.rest)


def _without_values(symbols: list[Expr]) -> list[Expr]:
    """The symbols of a list; what the counts of a class are is asked."""
    return [replace(s, value=None) if isinstance(s, Leaf) and s.tag is not None else s for s in symbols]


def _written(value: Number) -> Iterator[Expr]:
    """The trees that stand for a value at the end of a chain."""
    yield Num(value)
    if isinstance(value, Fraction):
        yield Div(Num(Fraction(value.numerator)), Num(Fraction(value.denominator)))


# trees with blanks beside the trees they stand for


def _asks(e: Expr) -> bool:
    return any(isinstance(part, Blank) for part in walk(e))


def _fits(asked: Expr, told: Expr) -> bool:
    """Whether a tree with blanks stands for one of numbers."""
    if isinstance(told, Num):
        if not isinstance(told.value, (Fraction, Root, Symbolic)):  # a sum of logarithms is asked whole
            return asked is TOLD or (isinstance(asked, NUMBERS) and asked.value == told.value)
        signs = (Div, Neg) if isinstance(told.value, Fraction) else (Div, Neg, Mul, Sqrt)
        inside = list(walk(asked))
        written = all(isinstance(e, (*signs, *NUMBERS)) for e in inside) and sum(isinstance(e, Div) for e in inside) < 2
        if asked is TOLD or not written or not has_value(asked) or evaluate(asked) != told.value:
            return asked is TOLD
        bottoms = [evaluate(e.den) for e in inside if isinstance(e, Div)]  # of what is still to be reduced another one
        return not isinstance(told.value, Fraction) or all(1 != told.value.denominator == n for n in bottoms)
    if isinstance(asked, Blank) or type(asked) is not type(told):
        return False
    parts, others = children(asked), children(told)
    return len(parts) == len(others) and all(map(_fits, parts, others))


def _merged(asked: Expr, told: Expr) -> Expr:
    """The blanks of one tree in the place of the numbers of another that it fits: the numbers are its own."""
    if isinstance(told, Num):
        return asked if _asks(asked) else told
    parts = iter(children(asked))
    return rebuild(told, lambda part: _merged(next(parts), part))


def _trees(tree: Expr, made: Expr) -> Trees:
    """The trees of a line by what they stand for; of equal ones the first."""
    return dict(reversed([*_pairs(tree, made)]))


def _pairs(tree: Expr, made: Expr) -> Iterator[tuple[Expr, Expr]]:
    yield tree, made
    if isinstance(tree, Num) and isinstance(tree.value, Fraction) and isinstance(made, Div):
        yield Num(Fraction(tree.value.numerator)), made.num
        yield Num(Fraction(tree.value.denominator)), made.den
    if not isinstance(made, Blank) and type(tree) is type(made):
        for old, new in zip(children(tree), children(made), strict=True):
            yield from _pairs(old, new)


# the letters of the blanks


def lettered(page: Page, *, after: int = 0) -> Page:
    """An exercise whose blanks are those on the page, lettered in their order, `after` so many on the same sheet."""
    page.blanks = [blank for blank in _on(page) if id(blank) in set(map(id, page.blanks))]
    for number, blank in enumerate(page.blanks, after + 1):
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
        found += [*step.formulas, *(said.facts for said in step.after)]
    seen = {id(blank): blank for blank in _in([*found, page.asked])}
    return iter(seen.values())


def _in(found: Any) -> Iterator[Blank]:
    if isinstance(found, Expr):
        yield from (part for part in walk(found) if isinstance(part, Blank))
    elif isinstance(found, Formula):
        yield from _in([*(said.facts for said in found.said), *(found.shown or found.members)])
    elif isinstance(found, dict):
        yield from _in(list(found.values()))
    elif isinstance(found, list):
        for one in found:
            yield from _in(one)
