"""An exercise made of a derivation: its steps with blanks for the numbers that are to be found, and their key.

The first lines show more: the definition, the counts and the value of the first class, the first term of what is put
in, and of several parts the first one. A number that was to be found stays the blank it was. One that is equal to it by
chance is another blank: what is above the bar of a fraction does not come from below it, a sum is none of its terms,
and of the numbers that are new in a line only a common denominator, one under a root and what a fraction was expanded
by are the same in several places. The blanks are lettered at the end, for a long page is shortened after they are made,
so that some of them are not on it.
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
from exactmetrics.derivation.planning.tree import every_part, rebuild, root_tree, substituted
from exactmetrics.derivation.score_grid import Grid
from exactmetrics.derivation.writing.data import listed_first
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Irrational, Number, Root, Symbolic, Undefined
from exactmetrics.expression.evaluate import children, evaluate, has_value, walk
from exactmetrics.expression.nodes import Add, Div, Expr, Head, Leaf, Literal, Mul, Named, Neg, Num, Pow, Sqrt, Sum

WHOLE = ("convention", "undefined")
NUMBERS = (Num, Blank)
DENOMINATORS = ("denominators", "product", "products")  # what a sentence says of the denominators of a sum
ONE = Num(Fraction(1))
ABOVE: Side = (False, False)
TOLD = Num(Fraction(0))  # stands for any number that is no blank
Place = tuple[str, int | None, int | None]  # a count: its name, the position of its class, and of a second one
Side = tuple[bool, bool]  # whether a number stands below the bar of a fraction, and whether under a root
Trees = dict[Expr | tuple[Expr, Side], Expr]  # by the trees that they stand for; in a line also by their sides
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
        self.above: Trees = {}  # the trees of the lines above of one calculation, with their blanks
        self.source = self.above  # where a number of the next line may come from: the line before, or all lines
        self.known: dict[Any, Blank] = {}  # the new blanks of this line that others in it may be
        self.common: dict[Number, Expr] = {}  # the factors that numerators and denominators have in common
        self.halves: dict[tuple[Number, Number], tuple[Expr, Expr]] = {}  # how the halves of a fraction are shown
        self.below: dict[Any, Expr] = {}  # the denominators of the last chain, by their numbers
        self.last: Expr | None = None  # the end of the last chain
        self.ended: tuple[Expr, Expr] | None = None  # it and the tree it stands for, in the same calculation
        self.worked: Expr | None = None  # the part that a page of scores is working out, or the whole
        self.solved: Trees = {}  # what it has worked out, as it stands on the page
        self.terms: tuple[Expr, ...] = ()  # of the sum of what a table of scores holds, as they stand in it
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
        if self.full.writer != Page.writer:
            self._turn_to(step)
        elif self.start is TOLD:
            self._begin(self.full.named)
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
                self.terms = tuple(_ended(value) for value in values if value is not None)  # of others there is none
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
        if e in self.solved:
            return self.solved[e]
        if isinstance(e, Leaf):
            return self._count(e)
        if isinstance(e, Named):
            return self.parts.get(_part(e.head), TOLD)
        if isinstance(e, Sum):
            return replace(e, terms=tuple(map(self._with_counts, e.terms)))
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
            self.counts[place] = self._blank(e.value)
        return self.counts[place]

    # what is worked out

    def _begin(self, left: Expr) -> None:
        """A new calculation, of a part or of the whole."""
        body = left.body if isinstance(left, Named) else left
        self.start, self.above, self.ended = substituted(self._with_counts(body)), {}, None
        self.source = self.above
        if self.terms and left is self.full.named:
            self.start = Div(Add(self.terms), TOLD)

    def _turn_to(self, step: Step) -> None:
        """Begin the calculation of a part, or of the whole, where the steps of a page of scores come to it."""
        left = next((formula.left for formula in step.formulas if formula.left is not None), None)
        if isinstance(left, Named) and left.head == self.full.named.head:
            left = self.full.named
        if self.worked is not None and (left is None or left == self.worked):
            return
        if self.worked is not None and self.last is not None:
            self.solved[self.worked] = self.last
        self.worked = self.full.named if left is None else left
        self._begin(self.worked)

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
        if step.kind == "over_sum":  # its numerator is of the definition, not one of the numbers above
            self.above.pop(Num(Fraction(step.facts["top"])) if isinstance(step.facts["top"], int) else TOLD, None)
        table, said = (None, []) if step.table is None else (self._terms(step.table), self._said(step.said))
        if not step.formulas:
            said = self._said(step.said)
        for at, formula in enumerate(step.formulas):
            made = self._chain(formula, step.kind) if formula.numeric else formula
            if at == 0 and table is None:
                said = self._said(step.said) if formula.numeric else step.said
            formulas.append(replace(made, said=self._said(formula.said) if formula.numeric else formula.said))
        facts = {name: fact if name == "n" else self._fact(fact) for name, fact in step.facts.items()}
        if step.kind == "over_sum":
            facts["top"] = formulas[0].members[0].num  # type: ignore[attr-defined]
        return replace(step, formulas=formulas, facts=facts, table=table, said=said, after=self._said(step.after))

    def _said(self, sentences: list[Said]) -> list[Said]:
        return [self._fact(said) for said in sentences]

    def _chain(self, formula: Formula, kind: str = "", start: Expr | None = None) -> Formula:
        members: list[Expr] = []
        old, self.below = None, {}
        for tree in formula.members:
            self.known = {}
            self.source = self.above if old is None else _trees(old, members[-1])
            if old is None:
                made = self._put_in(tree, self.start if start is None else start)
            else:
                made = self._filled(tree, old, members[-1], first=kind == "substitute_multiply")
            self._remember(tree, made)
            for number, below in _denominators(tree, made):
                self.below.setdefault(number, below)
            members.append(made)
            old = tree
        self.source, self.last = self.above, members[-1]
        self.ended = formula.members[-1], members[-1]
        return replace(formula, members=members)

    def _put_in(self, tree: Expr, start: Expr) -> Expr:
        """The first member of a chain: the formula or a part of it with numbers put in, or what stands above."""
        before = self.above.get(tree)
        if before is not None and _asks(before):
            return before
        fitting = [part for part in walk(start) if part is not TOLD and _fits(part, tree)]
        if not fitting and self.ended and _is_alike(tree, self.ended[0]):  # the step before, with a part worked out
            return self._filled(tree, *self.ended, first=False)
        if not fitting:
            return self._filled(tree, None, None, first=True)
        return _merged(next(filter(_asks, fitting), fitting[0]), tree)

    def _filled(
        self, e: Expr, old: Expr | None, was: Expr | None, *, first: bool, near: Trees | None = None,
        side: Side = ABOVE,
    ) -> Expr:  # fmt: skip
        """A tree with blanks for what was not in the lines above.

        In its place there stood `old`, shown as `was`; a number stays a blank if it was one `near` it, and on the same
        `side` of a fraction, and it was not worked out of several.
        """
        if e == old and was is not None:
            return was
        near = self.source if near is None else near
        if old is not None and was is not None:
            near, side = _trees(old, was), ABOVE
        if isinstance(e, Num):
            before = self._before(e, near, side)
            if before is not None and _asks(before) and not _is_worked_out(was):
                return before
            if isinstance(e.value, Root):
                tree = root_tree(e.value)
                if not isinstance(tree, Div):
                    return self._filled(tree, old, was, first=first, near=near, side=side)
                return self._fraction(tree, old, was, first=first, near=near, side=side)
            if isinstance(e.value, Fraction) and e.value.denominator != 1:
                top, bottom = (Num(Fraction(half)) for half in e.value.as_integer_ratio())
                return self._fraction(Div(top, bottom), old, was, first=first, near=near, side=side)
            return self._blank(e.value, same=self._same(e, was, side))
        before = near.get(e, self.source.get(e))
        if before is not None:
            return before
        if isinstance(e, Div) and isinstance(e.den, Num) and e.den.value in self.constants:
            above = (old.num, was.num) if isinstance(old, Div) and isinstance(was, Div) else (None, None)
            return Div(e.num if e.num == ONE else self._filled(e.num, *above, first=first), e.den)
        if isinstance(e, Div):
            wide = isinstance(was, NUMBERS) and self.source is not self.above  # a number gets the denominator of others
            return self._fraction(e, old, was, first=first, near=self.source if wide else near, side=side)
        places = _places(e, old, was)
        stays = iter([first and isinstance(e, Add) and not all(isinstance(t, Num) for t in e.terms)])
        inside = (side[0], True) if isinstance(e, Sqrt) else side

        def change(part: Expr) -> Expr:
            old, was = next(places)
            return part if next(stays, False) else self._filled(part, old, was, first=first, near=near, side=inside)

        return rebuild(e, change)

    def _fraction(
        self, e: Div, old: Expr | None, was: Expr | None, *, first: bool, near: Trees, side: Side
    ) -> Expr:  # fmt: skip
        """A fraction: what it is expanded or reduced by is one new number in both of its halves."""
        places = _places(e, old, was)
        halves = [
            self._filled(half, *next(places), first=first, near=near, side=there)
            for half, there in ((e.num, side), (e.den, (not side[0], side[1])))
        ]
        num, den = halves
        if isinstance(e.num, Mul) and isinstance(e.den, Mul) and isinstance(num, Mul) and isinstance(den, Mul):
            top, bottom = list(num.factors), list(den.factors)
            for at, (a, b) in enumerate(zip(e.num.factors, e.den.factors, strict=False)):
                if isinstance(a, Num) and a == b and isinstance(top[at], Blank) and isinstance(bottom[at], Blank):
                    kept = top[at] if isinstance(old, Div) and e.num == old.num else bottom[at]
                    is_kept = isinstance(old, Div) and (e.num == old.num or e.den == old.den)
                    top[at] = bottom[at] = self.common[a.value] = kept if is_kept else self._blank(a.value)
            num, den = Mul(tuple(top)), Mul(tuple(bottom))
        return Div(num, den)

    def _same(self, e: Num, was: Expr | None, side: Side) -> Any:
        """What a new number has in common with others of its line that are the same: a denominator, a number under a
        root, or that it is worked out of the same blanks."""
        if was is not None and _is_worked_out(was):
            known = all(part.value in self.constants for part in walk(was) if isinstance(part, Num))
            return (e.value, was) if known or _asks(was) else None
        return (e.value, side) if side != ABOVE else None

    def _before(self, e: Expr, near: Trees, side: Side) -> Expr | None:
        """What a number was: in the line before on the same side of a fraction, in lines above wherever it was last."""
        return self.above.get(e) if near is self.above else near.get((e, side))

    def _remember(self, tree: Expr, made: Expr) -> None:
        for old, new, _ in _pairs(tree, made):
            if _asks(new) or old not in self.above:
                self.above[old] = new
            if isinstance(old, Div) and isinstance(old.num, Num) and isinstance(old.den, Num) and isinstance(new, Div):
                self.halves[old.num.value, old.den.value] = new.num, new.den

    def _fact(self, fact: Any) -> Any:
        """What a sentence names, a number as it stands in the lines above, or as a blank."""
        if isinstance(fact, list):
            return [self._fact(one) for one in fact]
        if isinstance(fact, Said):
            common = self.common.get(Fraction(fact.facts["gcd"])) if isinstance(fact.facts.get("gcd"), int) else None
            halves: Any = fact.facts.get("numerator"), fact.facts.get("denominator")
            own = self.halves.get(halves)
            told = "n" if fact.path[1] == "same_values" else "bound"  # how many values there are, how far one looks
            facts = {name: one if name == told else self._fact_called(name, one) for name, one in fact.facts.items()}
            facts |= {} if common is None else {"gcd": common}
            return Said(fact.path, facts if own is None else facts | {"numerator": own[0], "denominator": own[1]})
        if isinstance(fact, Formula):
            return replace(fact, members=[self._filled(member, None, None, first=False) for member in fact.members])
        if isinstance(fact, (int, Fraction)) and not isinstance(fact, bool):
            before = self.above.get(Num(Fraction(fact)))
            return self._found(fact) if before is None else before if _asks(before) else fact
        if not isinstance(fact, Expr) or any(isinstance(part, (Named, Leaf)) for part in walk(fact)):
            return fact
        return self.above[fact] if fact in self.above else self._filled(fact, None, None, first=False)

    def _fact_called(self, name: str, fact: Any) -> Any:
        """What a sentence names; of denominators each one as it stands below a bar above."""
        if name not in DENOMINATORS:
            return self._fact(fact)

        def shown(number: Any) -> Expr:
            found = self.below.get(Fraction(number))
            return self._fact(number) if found is None else found

        if not isinstance(fact, Formula):
            return [shown(number) for number in fact]
        members: list[Expr] = []
        for e in fact.members:
            if isinstance(e, Mul) and all(isinstance(factor, Num) for factor in e.factors):
                of = len(e.factors) if name == "product" else 1  # the denominators alone, or each one times a factor
                numbers = [shown(factor.value) for factor in e.factors[:of] if isinstance(factor, Num)]
                others = [self._filled(factor, None, None, first=False) for factor in e.factors[of:]]
                members.append(Mul((*numbers, *others)))
            else:
                members.append(self._filled(e, None, None, first=False))
        return replace(fact, members=members)

    def _found(self, number: Any) -> Expr:
        """A blank for a number outside of formulas, which lines below may hold."""
        self.known = {}
        made = self._value(Fraction(number))
        self._remember(Num(Fraction(number)), made)
        return made

    def _value(self, value: Number) -> Expr:
        """A blank for every whole number that a fraction or a root is written with."""
        return self._filled(Num(value), None, None, first=False)

    def _blank(self, value: Number, *, same: Any = None) -> Blank:
        """A new blank, or the one that is the same as it."""
        if same is None or same not in self.known:
            self.made += 1
            made = Blank("", value, None, self.made)
            if same is None:
                return made
            self.known[same] = made
        return self.known[same]


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


def _is_alike(e: Expr, other: Expr) -> bool:
    return type(e) is type(other) and len(children(e)) == len(children(other)) > 0


def _merged(asked: Expr, told: Expr) -> Expr:
    """The blanks of one tree in the place of the numbers of another that it fits: the numbers are its own."""
    if isinstance(told, Num):
        return asked if _asks(asked) else told
    parts = iter(children(asked))
    return rebuild(told, lambda part: _merged(next(parts), part))


def _trees(tree: Expr, made: Expr) -> Trees:
    """The trees of a line by what they stand for, numbers also by their side of a fraction; of equal ones the first."""
    found: Trees = {}
    for old, new, side in _pairs(tree, made, cancelled=True):
        found.setdefault(old, new)
        found.setdefault((old, side), new)
    return found


def _pairs(
    tree: Expr, made: Expr, side: Side = ABOVE, *, cancelled: bool = False
) -> Iterator[tuple[Expr, Expr, Side]]:  # fmt: skip
    """The parts of a tree, what they are shown as, and their sides; without factors that are cancelled."""
    below = (not side[0], side[1])
    yield tree, made, side
    if isinstance(tree, Num) and isinstance(tree.value, Fraction) and isinstance(made, Div):
        yield Num(Fraction(tree.value.numerator)), made.num, side
        yield Num(Fraction(tree.value.denominator)), made.den, below
    if isinstance(made, Blank) or type(tree) is not type(made):
        return
    both = [factor for _, factor in _cancelled(made)] if cancelled else []
    for at, (old, new) in enumerate(zip(children(tree), children(made), strict=True)):
        there = below if isinstance(tree, Div) and at == 1 else (side[0], side[1] or isinstance(tree, Sqrt))
        for part in _pairs(old, new, there, cancelled=cancelled):
            if not any(part[1] is one for one in both):
                yield part


def _denominators(tree: Expr, made: Expr) -> Iterator[tuple[Any, Expr]]:
    """The denominators of a line by their numbers, of one that was multiplied by a factor the one before it."""
    for old, new, _ in _pairs(tree, made):
        if isinstance(old, Num) and isinstance(old.value, Fraction) and isinstance(new, Div):
            yield Fraction(old.value.denominator), new.den
        elif isinstance(old, Div) and isinstance(new, Div):
            one, shown = old.den, new.den
            if isinstance(one, Mul) and isinstance(shown, Mul):
                one, shown = one.factors[0], shown.factors[0]
            if isinstance(one, Num):
                yield one.value, shown


def _places(e: Expr, old: Expr | None, was: Expr | None) -> Iterator[tuple[Expr | None, Expr | None]]:
    """What stood in the places of the parts of a tree: the parts of the one before, if it is of the same kind; or those
    of fractions that became one, or of a quotient that became a product."""
    nothing = iter(((None, None),) * len(children(e)))
    if old is None or was is None or type(old) is not type(was):
        return nothing
    parts, made = list(children(old)), list(children(was))
    if isinstance(old, Div) and isinstance(was, Div) and _has_halves(old.den) != _has_halves(was.den):
        return nothing  # one over a blank is not one over a fraction
    if isinstance(e, Div) and isinstance(old, (Add, Mul)) and isinstance(was, (Add, Mul)):
        if list(map(_has_halves, parts)) != list(map(_has_halves, made)):  # a blank for a fraction as a whole
            return nothing
        at = next(
            (at for at, part in enumerate(map(_as_fraction, parts)) if isinstance(part, Div) and part.den == e.den), 0
        )
        parts, made = _halves_of(old, at), _halves_of(was, at)
    elif isinstance(e, Mul) and isinstance(old, Div) and isinstance(was, Div):
        parts, made = [old.num, _reciprocal(old.den)], [was.num, _reciprocal(was.den)]
    elif type(e) is not type(old):
        return nothing
    elif isinstance(old, Div) and isinstance(was, Div) and old.num == ONE and isinstance(_as_fraction(old.den), Div):
        parts, made = list(children(_reciprocal(old.den))), list(children(_reciprocal(was.den)))
    elif isinstance(old, Div) and isinstance(was, Div):
        both = _cancelled(was)
        parts, made = ([_without(half, [at for at, _ in both]) for half in halves] for halves in (parts, made))
    if not len(parts) == len(made) == len(children(e)):
        return nothing
    return iter(zip(parts, made, strict=True))


def _cancelled(e: Expr) -> list[tuple[int, Expr]]:
    """The factors that both halves of a fraction have in the same place, and the place."""
    if not (isinstance(e, Div) and isinstance(e.num, Mul) and isinstance(e.den, Mul)):
        return []
    pairs = enumerate(zip(e.num.factors, e.den.factors, strict=False))
    return [(at, a) for at, (a, b) in pairs if a is b and isinstance(a, Blank)]


def _without(e: Expr, places: list[int]) -> Expr:
    """A product without the factors in some places."""
    if not isinstance(e, Mul) or not places:
        return e
    kept = tuple(factor for at, factor in enumerate(e.factors) if at not in places)
    return Mul(kept) if len(kept) > 1 else kept[0] if kept else ONE


def _halves_of(e: Add | Mul, common: int) -> list[Expr]:
    """The numerators of a sum or a product of fractions, together, and so its denominators; of a sum that of one."""
    split = [_as_fraction(part.arg if isinstance(part, Neg) else part) for part in children(e)]
    tops = [part.num if isinstance(part, Div) else part for part in split]
    bottoms = [part.den if isinstance(part, Div) else ONE for part in split]
    if isinstance(e, Add):
        signed = [Neg(top) if isinstance(part, Neg) else top for top, part in zip(tops, e.terms, strict=True)]
        return [Add(tuple(signed)), bottoms[common]]
    kept = tuple(bottom for bottom in bottoms if bottom != ONE)
    return [Mul(tuple(tops)), Mul(kept) if len(kept) > 1 else kept[0] if kept else ONE]


def _has_halves(e: Expr) -> bool:
    return isinstance(_as_fraction(e.arg if isinstance(e, Neg) else e), Div)


def _as_fraction(e: Expr) -> Expr:
    if isinstance(e, Num) and isinstance(e.value, Fraction) and e.value.denominator != 1:
        return Div(*(Num(Fraction(half)) for half in e.value.as_integer_ratio()))
    return e


def _reciprocal(e: Expr) -> Expr:
    fraction = _as_fraction(e)
    return Div(fraction.den, fraction.num) if isinstance(fraction, Div) else Div(ONE, e)


def _is_worked_out(was: Expr | None) -> bool:
    """Whether a number in the place of this is another one: not of a single number, or of 1 times it."""
    if isinstance(was, Mul):
        return sum(factor != ONE for factor in was.factors) > 1
    return isinstance(was, (Add, Pow))


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
