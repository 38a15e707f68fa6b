"""The printer of trees: precedence and layout are decided here once, a notation says only how each piece looks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.notation.symbols import Symbols
from exactmetrics.derivation.planning.page import Blank, letter_of
from exactmetrics.derivation.planning.tree import log_tree
from exactmetrics.derivation.planning.wide import Cut, Gap, SumSign
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.square import radical
from exactmetrics.exact.values import Number, Root, Symbolic
from exactmetrics.expression.evaluate import walk
from exactmetrics.expression.nodes import (
    Abs,
    Add,
    Div,
    Expr,
    Function,
    FunctionName,
    Joined,
    Largest,
    Leaf,
    Literal,
    Log,
    Max,
    Min,
    Mul,
    Named,
    Neg,
    Num,
    Pi,
    Pow,
    Product,
    Sqrt,
    Sum,
    whole_number,
)

ON_ONE_LINE = 40  # characters of a fraction of numbers that stands on one line inside another
SUM, PRODUCT, FACTOR, ATOM = 1, 2, 3, 4  # how tightly the outermost operation of a piece binds


class Notation:
    """One way of writing formulas; subclasses give the pieces."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols

    # pieces, one notation each

    def fraction(self, top: tuple[str, int], bottom: tuple[str, int]) -> tuple[str, int]:
        """A fraction of two pieces, and how tightly it binds."""
        raise NotImplementedError

    def side(self, e: Expr) -> tuple[str, int]:
        """A numerator or a denominator, and how tightly it binds."""
        return self._piece(e)

    def paren(self, inside: str) -> str:
        raise NotImplementedError

    def power(self, base: str, exponent: int) -> str:
        raise NotImplementedError

    def radical(self, inside: str, degree: str = "") -> str:
        """A square root, or one of a degree."""
        raise NotImplementedError

    pi = "pi"

    def log_sign(self, base: int | None) -> str:
        """What stands before the argument of a logarithm."""
        return "ln" if base is None else f"log{base}"

    def logarithm(self, e: Log) -> str:
        return self.log_sign(e.base) + self.paren(self.show(e.arg))

    def picked(self, name: str, inside: str) -> str:
        """The largest or the smallest of what stands in brackets behind its name."""
        return name + self.paren(inside)

    def function(self, name: FunctionName, inside: str) -> str:
        """A function of what stands in brackets behind its name."""
        return self.picked(name, inside)

    def absolute(self, inside: str) -> str:
        return self.picked("abs", inside)

    def listed(self, parts: tuple[Expr, ...]) -> str:
        return ", ".join(map(self.show, parts))

    def total(self, body: str, whole: bool, pairs: str = "", joined: Joined = "sum") -> str:
        """A sum over classes, or what else is made of the terms; `pairs` are those of a double sum, as written."""
        raise NotImplementedError

    unequal, comma = " != ", ","  # between the letters of a double sum

    def pairs(self, e: Sum | SumSign) -> str:
        """What a double sum runs over, or all classes but one: its letters, as they stand below its sign."""
        symbols, style = self.symbols, self.symbols.style
        if not e.pairs:
            return ""
        first, second = style.letter(symbols.letter), style.letter(symbols.second_letter)
        if e.pairs == "second":
            return second
        if e.pairs == "others":
            return f"{second}{self.unequal}{style.below_sign(symbols.index(e.but))}"
        return f"{first}{self.unequal if e.pairs == 'different' else self.comma}{second}"

    def times(self, left: str, right: str, *, bracketed: bool) -> str:
        """A product; `bracketed` where both sides are set off by themselves."""
        raise NotImplementedError

    def blank(self, number: int, room: int) -> str:
        """A number that is to be filled in: a line to write on, after its letter."""
        return f"({letter_of(number)}){'_' * room}"

    def gap(self, count: int) -> str:
        """Where so many terms of a sum are left out."""
        return f"...({count})..."

    def cut(self, first: str, count: int, last: str) -> str:
        """A number of which so many digits are left out."""
        return f"{first}...({count})...{last}"

    # the whole

    def show(self, e: Expr) -> str:
        return self._piece(e)[0]

    def alone(self, e: Expr) -> str:
        """A formula that has the rows of a block for itself."""
        return self.show(e)

    def _piece(self, e: Expr) -> tuple[str, int]:
        write = _WRITE.get(type(e))
        if write is None:
            raise TypeError(f"no notation for {type(e).__name__}")
        return write(self, e)

    def _raised(self, e: Pow) -> tuple[str, int]:
        text, binds = self._piece(e.base)
        alone = binds == ATOM and not is_wide(e.base)  # a fraction binds tightly, but its power needs brackets
        return self.power(text if alone else self.paren(text), e.exponent), FACTOR

    def _at(self, e: Expr, level: int) -> str:
        text, binds = self._piece(e)
        return text if binds >= level else self.paren(text)

    def _row(self, terms: tuple[Expr, ...]) -> str:
        out = self._at(terms[0], SUM)
        for t in terms[1:]:
            if isinstance(t, Neg):
                out += " - " + self._at(t.arg, PRODUCT)
            elif (positive := _without_minus(t)) is not None:
                out += " - " + self._at(positive, PRODUCT)
            else:
                out += " + " + self._at(t, PRODUCT)
        return out

    def _product(self, factors: tuple[Expr, ...]) -> str:
        out, before = "", False
        for at, f in enumerate(factors):
            text, binds = self._piece(f)
            last = at == len(factors) - 1
            open_sum = last and isinstance(f, Sum)
            set_off = (binds < FACTOR or self._opens_minus(f)) and not open_sum
            piece = self.paren(text) if set_off else text
            if at:
                after_number = isinstance(f, (Sqrt, Log)) and isinstance(factors[at - 1], Num)
                out = self.times(out, piece, bracketed=(before and set_off) or after_number)
            else:
                out = piece
            before = set_off
        return out

    @staticmethod
    def _opens_minus(f: Expr) -> bool:
        return isinstance(f, Num) and isinstance(f.value, Fraction) and f.value.numerator < 0

    def _quotient(self, e: Div) -> tuple[str, int]:
        above, below = e.num, e.den
        if not is_written_as_mean(e):
            return self.fraction(self.side(above), self.side(below))
        front = self.fraction(("1", ATOM), self._piece(below))[0]
        if isinstance(above, Sum):
            return self.times(front, self._at(above, PRODUCT), bracketed=True), PRODUCT
        is_sum = isinstance(above, Add)
        text, binds = self._piece(above)
        piece = self.paren(text) if is_sum or binds < FACTOR else text
        return self.times(front, piece, bracketed=is_sum), PRODUCT

    def number(self, value: Number) -> tuple[str, int]:
        """An exact number, and how tightly it binds."""
        if not isinstance(value, Fraction):
            if isinstance(value, Root):
                return self._root(value)
            return (self._root_sum(value), SUM) if isinstance(value, Symbolic) else self._piece(log_tree(value))
        n, q = value.as_integer_ratio()
        if q == 1:
            return int_text(n), ATOM if n >= 0 else SUM
        text, binds = self.fraction((int_text(abs(n)), ATOM), (int_text(q), ATOM))
        return (text, binds) if value > 0 else ("-" + text, SUM)

    def _radical(self, e: Sqrt) -> tuple[str, int]:
        if e.classes:
            return self.radical(self.show(e.arg), self.symbols.leaf(Leaf("k", None, None))), FACTOR
        return (
            (self.radical(self.show(e.arg)), ATOM)
            if e.degree == 2
            else (self.radical(self.show(e.arg), str(e.degree)), FACTOR)
        )

    def _root(self, value: Root) -> tuple[str, int]:
        if value.degree != 2:
            text, binds = self._piece(Sqrt(Num(value.radicand), value.degree))
            return (text, binds) if value.sign > 0 else ("-" + text, SUM)
        q, d = radical(value.radicand)
        top = self.radical(int_text(d))
        if q.numerator != 1:
            top = self.times(int_text(q.numerator), top, bracketed=True)
        binds = PRODUCT if q.numerator != 1 else ATOM
        below = (int_text(q.denominator), ATOM)
        text, binds = (top, binds) if q.denominator == 1 else self.fraction((top, binds), below)
        return (text, binds) if value.sign > 0 else ("-" + text, SUM)

    def _root_sum(self, value: Symbolic) -> str:
        terms: list[Number] = [value.rational] if value.rational else []
        roots: list[Root] = sorted(value.roots, key=lambda r: r.sign < 0)
        terms += roots
        out = self.number(terms[0])[0]
        for t in terms[1:]:
            text = self.number(t)[0]
            out += f" - {text[1:]}" if text.startswith("-") else f" + {text}"
        return out


_WRITE: dict[type, Callable[[Notation, Any], tuple[str, int]]] = {
    Num: lambda to, e: to.number(e.value),
    Literal: lambda to, e: (e.text, ATOM),
    Blank: lambda to, e: (to.blank(e.number, e.room), ATOM),
    Gap: lambda to, e: (to.gap(e.count), ATOM),
    SumSign: lambda to, e: (to.total("", e.whole, to.pairs(e), e.joined).strip(), ATOM),
    Cut: lambda to, e: (to.cut(e.first, e.count, e.last), ATOM),
    Leaf: lambda to, e: (to.symbols.leaf(e), ATOM),
    Named: lambda to, e: (to.symbols.head(e.head), ATOM),
    Neg: lambda to, e: ("-" + to._at(e.arg, PRODUCT), SUM),
    Add: lambda to, e: (to._row(e.terms), SUM),
    Sum: lambda to, e: (to.total(to._at(e.body, PRODUCT), e.whole, to.pairs(e)), PRODUCT),
    Product: lambda to, e: (to.total(to._at(e.body, FACTOR), e.whole, joined=e.joined), PRODUCT),
    Largest: lambda to, e: (to.total(to._at(e.body, FACTOR), e.whole, joined=e.joined), PRODUCT),
    Mul: lambda to, e: (to._product(e.factors), PRODUCT),
    Div: Notation._quotient,
    Pow: Notation._raised,
    Sqrt: Notation._radical,
    Log: lambda to, e: (to.logarithm(e), FACTOR),
    Max: lambda to, e: (to.picked("max", to.listed(e.args)), FACTOR),
    Min: lambda to, e: (to.picked("min", to.listed(e.args)), FACTOR),
    Abs: lambda to, e: (to.absolute(to.show(e.arg)), FACTOR),
    Function: lambda to, e: (to.function(e.name, to.show(e.arg)), FACTOR),
    Pi: lambda to, e: (to.pi, ATOM),
}


def fraction_of(e: Expr) -> tuple[int, int] | None:
    """Numerator and denominator of what is printed as one positive fraction of whole numbers."""
    if isinstance(e, Num) and isinstance(e.value, Fraction) and e.value > 0 and e.value.denominator != 1:
        return e.value.as_integer_ratio()
    if isinstance(e, Div):
        above, below = whole_number(e.num), whole_number(e.den)
        return None if above is None or below is None or above < 0 else (above, below)
    return None


def has_fractions(e: Expr) -> bool:
    """Whether fractions of symbols stand in a side of a fraction, where they are written on one line."""
    parts = list(walk(e))
    symbols = any(isinstance(part, (Leaf, Named)) for part in parts)
    return symbols and Div in map(type, parts) and not any(isinstance(part, (Sum, Sqrt)) for part in parts)


def _without_minus(t: Expr) -> Expr | None:
    """A negative number, or a fraction with one on top, without its minus; None for all else."""
    if isinstance(t, Num) and isinstance(t.value, Fraction) and t.value < 0:
        return Num(-t.value)
    if isinstance(t, Div):
        top = _without_minus(t.num) if isinstance(t.num, Num) else None
        return None if top is None else Div(top, t.den)
    return None


def is_written_as_mean(e: Div) -> bool:
    """Whether a quotient is written as a mean: one over the number of terms, times what is averaged."""
    over_one = isinstance(e.den, (Num, Blank)) and e.den.value == 1 and not isinstance(e.num, Sum)
    return not over_one and is_wide(e.num) and is_plain(e.den)


def is_plain(e: Expr) -> bool:
    """A denominator that may stand under a lone 1: a whole number, a count, or a power of one."""
    if type(e) is Num or isinstance(e, Blank):
        return isinstance(e.value, Fraction) and e.value.denominator == 1
    return isinstance(e, (Leaf, Cut)) or (isinstance(e, Pow) and is_plain(e.base))


def is_wide(e: Expr) -> bool:
    """A numerator that goes beside its denominator: a sum over classes, or anything with a fraction in it."""
    if type(e) is Num or isinstance(e, Blank):
        return not (isinstance(e.value, Fraction) and e.value.denominator == 1)
    if isinstance(e, Add):  # a count less a sum of counts is no mean
        if any(isinstance(part, Sqrt) and isinstance(part.arg, Blank) for part in walk(e)):  # it stands for a number
            return True
        return any(is_wide(t) for t in e.terms if not isinstance(t.arg if isinstance(t, Neg) else t, Sum))
    if isinstance(e, Mul):
        return any(map(is_wide, e.factors))
    if isinstance(e, Neg):
        return is_wide(e.arg)
    return isinstance(e, (Div, Sum)) and not isinstance(e, Largest)
