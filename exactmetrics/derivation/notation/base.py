"""The printer of trees: precedence and layout are decided here once, a notation says only how each piece looks."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.derivation.notation.symbols import Symbols
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.square import radical
from exactmetrics.exact.values import Number, Root, Symbolic
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Literal, Mul, Named, Neg, Num, Pow, Sqrt, Sum

SUM, PRODUCT, FACTOR, ATOM = 1, 2, 3, 4  # how tightly the outermost operation of a piece binds


class Notation:
    """One way of writing formulas; subclasses give the pieces."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols

    # pieces, one notation each

    def fraction(self, top: tuple[str, int], bottom: tuple[str, int]) -> tuple[str, int]:
        """A fraction of two pieces, and how tightly it binds."""
        raise NotImplementedError

    def paren(self, inside: str) -> str:
        """Brackets."""
        raise NotImplementedError

    def power(self, base: str, exponent: int) -> str:
        """A power."""
        raise NotImplementedError

    def radical(self, inside: str) -> str:
        """A square root."""
        raise NotImplementedError

    def total(self, body: str, whole: bool) -> str:
        """A sum over classes."""
        raise NotImplementedError

    def times(self, left: str, right: str, *, bracketed: bool) -> str:
        """A product; `bracketed` where both sides are set off by themselves."""
        raise NotImplementedError

    # the whole

    def show(self, e: Expr) -> str:
        """A tree in this notation."""
        return self._piece(e)[0]

    def _piece(self, e: Expr) -> tuple[str, int]:
        match e:
            case Num(value):
                return self.number(value)
            case Literal(text, _):
                return text, ATOM
            case Leaf():
                return self.symbols.leaf(e), ATOM
            case Named(head, _, _):
                return self.symbols.head(head), ATOM
            case Neg(arg):
                return "-" + self._at(arg, PRODUCT), SUM
            case Add(terms):
                return self._row(terms), SUM
            case Sum(body, _, _, whole):
                return self.total(self._at(body, PRODUCT), whole), PRODUCT
            case Mul(factors):
                return self._product(factors), PRODUCT
            case Div():
                return self._quotient(e)
            case Pow(base, exponent):
                text, binds = self._piece(base)
                alone = binds == ATOM and not is_wide(base)  # a fraction binds tightly, but its power needs brackets
                return self.power(text if alone else self.paren(text), exponent), FACTOR
            case Sqrt(arg):
                return self.radical(self.show(arg)), ATOM
        raise TypeError(f"no notation for {type(e).__name__}")

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
            open_sum = isinstance(f, Sum) and last
            set_off = (binds < FACTOR or self._opens_minus(f)) and not open_sum
            piece = self.paren(text) if set_off else text
            after_number = isinstance(f, Sqrt) and isinstance(factors[at - 1], Num) and at > 0
            out = piece if at == 0 else self.times(out, piece, bracketed=(before and set_off) or after_number)
            before = set_off
        return out

    @staticmethod
    def _opens_minus(f: Expr) -> bool:
        return isinstance(f, Num) and isinstance(f.value, Fraction) and f.value < 0

    def _quotient(self, e: Div) -> tuple[str, int]:
        if not (is_plain(e.den) and is_wide(e.num)):
            return self.fraction(self._piece(e.num), self._piece(e.den))
        # a mean: one over the number of terms, times what is averaged
        front = self.fraction(("1", ATOM), self._piece(e.den))[0]
        if isinstance(e.num, Sum):
            return self.times(front, self._at(e.num, PRODUCT), bracketed=True), PRODUCT
        is_sum = isinstance(e.num, Add)
        text, binds = self._piece(e.num)
        piece = self.paren(text) if is_sum or binds < FACTOR else text
        return self.times(front, piece, bracketed=is_sum), PRODUCT

    def number(self, value: Number) -> tuple[str, int]:
        """An exact number, and how tightly it binds."""
        if isinstance(value, Root):
            return self._root(value)
        if isinstance(value, Symbolic):
            return self._root_sum(value), SUM
        if value.denominator == 1:
            return int_text(value.numerator), ATOM if value >= 0 else SUM
        text, binds = self.fraction((int_text(abs(value.numerator)), ATOM), (int_text(value.denominator), ATOM))
        return (text, binds) if value > 0 else ("-" + text, SUM)

    def _root(self, value: Root) -> tuple[str, int]:
        q, d = radical(value.square)
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


def _without_minus(t: Expr) -> Expr | None:
    """A negative number, or a fraction with one on top, without its minus; None for all else."""
    if isinstance(t, Num) and isinstance(t.value, Fraction) and t.value < 0:
        return Num(-t.value)
    if isinstance(t, Div):
        top = _without_minus(t.num) if isinstance(t.num, Num) else None
        return None if top is None else Div(top, t.den)
    return None


def is_plain(e: Expr) -> bool:
    """A denominator that may stand under a lone 1: a whole number, a count, or a power of one.

    >>> tp = Leaf("tp", None, None)
    >>> is_plain(tp), is_plain(Num(Fraction(9))), is_plain(tp**2), is_plain(Num(Fraction(1, 2))), is_plain(tp + 1)
    (True, True, True, False, False)
    """
    match e:
        case Num(Fraction() as v):
            return v.denominator == 1
        case Pow(base, _):
            return is_plain(base)
    return isinstance(e, Leaf)


def is_wide(e: Expr) -> bool:
    """A numerator that goes beside its denominator: a sum over classes, or anything with a fraction in it.

    >>> tp = Leaf("tp", None, None)
    >>> is_wide(tp / 9 + 1), is_wide(Num(Fraction(1, 2))), is_wide(tp + 1), is_wide(Num(Fraction(9)))
    (True, True, False, False)
    """
    match e:
        case Sum():
            return True
        case Num(value):
            return not (isinstance(value, Fraction) and value.denominator == 1)
        case Add(terms) | Mul(terms):
            return any(is_wide(t) for t in terms)
        case Neg(arg):
            return is_wide(arg)
    return isinstance(e, Div)
