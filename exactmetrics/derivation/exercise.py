"""An exercise made of a derivation: its steps with blanks for the numbers that are to be found, and their key.

The first lines show more: the definition, the counts of the first class and its term in the formula, and the first
metric that is worked out inside it. The blanks are lettered at the end, for a long page is shortened after they are
made, so that some of them are not on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.page import PLACES_ASKED, Blank, Cell, CountTable, Formula, Page, Step, kind_of
from exactmetrics.derivation.planning.tree import rebuild, root_tree, substituted
from exactmetrics.derivation.writing.data import SHOWN_CLASSES
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, Root, Undefined
from exactmetrics.expression.evaluate import children, evaluate, walk
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Named, Num, Sum

# Facts that are to be found.
ASKED = ("lcm", "gcd", "root", "square", "numerator", "denominator", "denominators", "fractions", "divisors")
SHOWN_FIRST = ("multiply", "multiply_each", "calculate")  # the first term of a sum is worked out as an example
WHOLE = ("definition", "convention", "undefined")
REARRANGED = ("one_fraction",)  # steps whose first line holds the numbers of the line above, put otherwise
SHOWN = Num(Fraction(0))  # stands for any number that is no blank


def scaffolded(page: Page, *, found: Mapping[str, Expr] | None = None) -> Page:
    """The derivation as an exercise; one without a value stays as it is, for there is nothing to work out.

    `found` elsewhere on the same sheet are, for each name that the formula speaks of, its blanks.
    """
    if isinstance(page.value, Undefined):
        return page
    return _Exercise(page, page.value, found or {}).page()


class _Exercise:
    """One exercise in the making: its blanks so far, and what each number of the line above has become."""

    def __init__(self, full: Page, value: Number, found: Mapping[str, Expr]) -> None:
        self.value, self.full = value, full
        self.blanks: list[Blank] = []
        self.counts: dict[tuple[str, int | None], Expr] = {(name, None): e for name, e in found.items()}
        self.parts: dict[object, Expr] = {}
        self.above: dict[Expr, Expr] = {}  # the trees of the line above, with their blanks; the first is the line
        self.moved = False  # whether the numbers of a line are those of the line above
        self.known: dict[Number, Blank] = {}  # the blanks of this step
        self.example = sum(kind_of(step.kind) == "part" for step in full.steps) > 1

    def page(self) -> Page:
        steps = [self._step(step) for step in self.full.steps]
        self.known.clear()
        last = self.above.get(Num(self.value))
        asked = {"value": last if last is not None and _asks(last) else self._value(self.value)}
        if not (isinstance(self.value, Fraction) and self.value.denominator == 1):
            facts = self.full.decimal
            exact = facts["kind"] == "finite"
            digits = facts["digits"] if exact else decimal(self.value, places=PLACES_ASKED)
            asked["decimal"] = self._new(self.value, digits)
        return replace(self.full, steps=steps, blanks=self.blanks, asked=asked)

    def _step(self, step: Step) -> Step:
        self.known = {}
        kind = kind_of(step.kind)
        if kind in WHOLE:
            return step
        if step.table is not None:
            return replace(step, table=self._table(step.table))
        if kind == "part":
            return self._part(step)
        if kind == "substitute" and step.kind != "read_off":
            return replace(step, formulas=[self._substitution(step.formulas[0])])
        if step.kind == "root_square":  # its sentence names the square that is to be found
            step = replace(step, kind="root_square_each", facts={})
        facts = {name: self._fact(fact) if name in ASKED else fact for name, fact in step.facts.items()}
        return replace(step, facts=facts, formulas=[self._chain(f, step.kind) for f in step.formulas])

    # what is counted

    def _table(self, table: CountTable) -> CountTable:
        """The first of several classes with its counts, the others with what they add up; no values of classes.

        Of many classes the data show the first ones and one that is asked for; the counts of any other are given.
        """
        rows, several = [], len(table.rows) > 1
        for at, (label, position, cells) in enumerate(table.rows):
            given = several and (at == 0 or position >= SHOWN_CLASSES)
            shown = cells if given else [Cell(cell.parts, self._blank(Fraction(cell.value))) for cell in cells]
            for block, cell in zip(table.blocks, shown, strict=True):
                found = cell.value
                self.counts[block, position] = found if isinstance(found, Expr) else Num(Fraction(found))
            self.known = {}
            rows.append((label, position, shown))
        return CountTable(table.columns, table.blocks, rows, left_out=table.left_out, total=table.total)

    def _with_counts(self, e: Expr) -> Expr:
        """A formula with the counts and the metrics worked out before as they stand on this page.

        Any other number is shown, and taken from the line itself: a tree may have been recorded without counts.
        """
        if isinstance(e, Leaf):
            place = (e.block, e.tag.position if e.tag else None)
            return self.counts.get(place, SHOWN) if e.tag is None or not e.tag.rest else SHOWN
        if isinstance(e, Named):
            return self.parts.get(e.head, SHOWN)
        if isinstance(e, Sum):
            return Sum(e.body, tuple(map(self._with_counts, e.terms)), e.left_out, e.whole, e.pairs)
        return rebuild(e, self._with_counts)

    def _substitution(self, formula: Formula) -> Formula:
        named = self.full.named
        made = _merged(substituted(self._with_counts(named.body)), formula.members[0])
        self._remember(formula.members[0], made)
        return replace(formula, members=[made])

    def _part(self, step: Step) -> Step:
        """A metric inside the formula: the first one is worked out as an example, of the others the value is asked."""
        part, [chain] = step.facts["part"], step.formulas
        if self.example:
            self.example = False
            self.parts[part.head] = Num(evaluate(chain.members[-1]))
            return step
        start = _merged(substituted(self._with_counts(part.body)), chain.members[0])
        value = self._value(evaluate(chain.members[-1]))
        self.parts[part.head] = value
        members: list[Expr] = [start, value] if len(chain.members) > 1 else [value]
        return Step("part", [replace(chain, members=members)], {"part": part})

    # what is worked out

    def _chain(self, formula: Formula, kind: str) -> Formula:
        members = []
        for at, tree in enumerate(formula.members):
            old = next(iter(self.above), None)
            self.moved = at == 0 and kind.removesuffix("_each") in REARRANGED
            made = self._filled(tree, old, None if old is None else self.above[old], first=kind in SHOWN_FIRST)
            self._remember(tree, made)
            members.append(made)
        return replace(formula, members=members)

    def _filled(self, e: Expr, old: Expr | None, was: Expr | None, *, first: bool) -> Expr:
        """A tree with blanks for what was not in the line above.

        In its place there stood `old`, shown as `was`; a number from another place stays a blank if it was one.
        """
        if e == old and was is not None:
            return was
        before = self.above.get(e)
        if isinstance(e, Num):
            return before if before is not None and (self.moved or _asks(before)) else self._value(e.value)
        if before is not None:
            return before
        parts = children(old) if old is not None and type(old) is type(e) else ()
        made = children(was) if was is not None and type(was) is type(old) else ()
        alike = len(parts) == len(made) == len(children(e))
        places = iter(zip(parts, made, strict=True) if alike else ((None, None),) * len(children(e)))
        stays = iter([first and isinstance(e, Add) and not all(isinstance(t, Num) for t in e.terms)])

        def change(part: Expr) -> Expr:
            old, was = next(places)
            return part if next(stays, False) else self._filled(part, old, was, first=first)

        return rebuild(e, change)

    def _remember(self, tree: Expr, made: Expr) -> None:
        self.above = {}
        for old, new in _pairs(tree, made):
            if _asks(new) or old not in self.above:
                self.above[old] = new

    def _fact(self, fact: Any) -> Any:
        """A number a sentence names: as it stands in the line above, or a blank."""
        if isinstance(fact, list):
            return [self._fact(one) for one in fact]
        if isinstance(fact, Expr):
            return self.above.get(fact, fact)
        before = self.above.get(Num(Fraction(fact)))
        if before is None:
            return self._blank(Fraction(fact))
        return before if _asks(before) else fact

    def _value(self, value: Number) -> Expr:
        """A blank for every whole number that a fraction or a root is written with."""
        if isinstance(value, Root):
            return root_tree(value, self._again)
        if isinstance(value, Fraction) and value.denominator != 1:
            return Div(self._blank(Fraction(value.numerator)), self._blank(Fraction(value.denominator)))
        return self._blank(value)

    def _again(self, n: int) -> Blank:
        """The blank of a number in the line above, or a new one."""
        before = self.above.get(Num(Fraction(n)))
        return before if isinstance(before, Blank) else self._blank(Fraction(n))

    def _blank(self, value: Number) -> Blank:
        """A blank; within a step the same number has the same one."""
        if value not in self.known:
            self.known[value] = self._new(value)
        return self.known[value]

    def _new(self, value: Number, text: str = "") -> Blank:
        self.blanks.append(Blank(text, value, None, len(self.blanks) + 1))
        return self.blanks[-1]


# trees with blanks beside the trees they stand for


def _asks(e: Expr) -> bool:
    return any(isinstance(part, Blank) for part in walk(e))


def _merged(asked: Expr, told: Expr) -> Expr:
    """The blanks of one tree in the place of the numbers of another of the same shape: the numbers are its own."""
    if isinstance(asked, Blank) or (isinstance(told, Num) and _asks(asked) and evaluate(asked) == told.value):
        return asked
    if type(asked) is not type(told):
        return told
    parts = iter(children(asked))
    return rebuild(told, lambda part: _merged(next(parts), part))


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
    """An exercise whose blanks are those on the page, lettered in order `after` so many on the same sheet."""
    shown = {id(blank) for blank in _on(page)}
    page.blanks = [blank for blank in page.blanks if id(blank) in shown]
    for number, blank in enumerate(page.blanks, after + 1):
        blank.number = number
    return page


def _on(page: Page) -> Iterator[Blank]:
    """The blanks that a reader of a page sees, in no order."""
    found: list[Any] = [*page.asked.values()]
    for step in page.steps:
        found += (step.told or step.facts).values()
        for formula in step.formulas:
            found += formula.shown or formula.members
        if step.table is not None:
            found += (cell.value for _, _, cells in step.table.rows for cell in cells)
    return _in(found)


def _in(found: Iterable[Any]) -> Iterator[Blank]:
    for one in found:
        if isinstance(one, Expr):
            yield from (part for part in walk(one) if isinstance(part, Blank))
        elif isinstance(one, list):
            yield from _in(one)
