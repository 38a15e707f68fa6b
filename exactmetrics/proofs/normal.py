"""The normal form of a side of a statement: a rational function of what is free, with a letter for each sum that stays.

For every number of classes (`EveryMatrix`) a class i has the free counts t (correct), s (its samples) and p (its
predictions). Of a matrix it is known that t adds up to T over the classes, s and p to N, and 1 to k. A sum over classes
is split into its terms, and each is written by these and by sums that came up before, as far as that goes; what is left
is a new sum. So sums are independent of each other as functions of a class, and two quantities with one form are equal
for every matrix.

For a number of classes (`FixedMatrix`) the cells of the matrix are free, and sums are written out.

A weighted mean leaves out classes of weight 0. Its sum is that over all classes only where the summand of a class
without samples is 0; where it is not, `demands` notes that every class has to have samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import mul
from random import Random
from typing import Any

from exactmetrics.exact.values import Root
from exactmetrics.expression.nodes import (
    Abs,
    Add,
    Div,
    Expr,
    Function,
    Largest,
    Leaf,
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
    Tag,
)
from exactmetrics.proofs.ratios import NoFormError, Polynomial, Ratio, Space, TooLongError, total

CLASS_COUNTS = ("t", "s", "p", "u", "v")  # correct, samples, predictions, and the largest cell of row and column
MOST_PARTS = 60  # terms that a summand is split into
MOST_ALIKE = 12  # sums that another one is written by, at most
SEED = 20230


class Normal:
    """What both kinds of matrices share: arithmetic on quotients."""

    space: Space

    def form(self, e: Expr) -> Ratio:
        """The normal form of a side; `ZeroDivisionError` where it has no value for any matrix."""
        number = self.space.number
        match e:
            case Num(value):
                return self._constant(value)
            case Named(_, body):
                return self.form(body)
            case Leaf():
                return self.leaf(e)
            case Neg(arg):
                return -self.form(arg)
            case Add(terms):
                return total(map(self.form, terms), self.space)
            case Mul(factors):
                return reduce(mul, map(self.form, factors))
            case Div(num, den):
                return self.form(num) / self.form(den)
            case Pow(base, exponent):
                return self.form(base) ** exponent
            case Sqrt(arg, degree, classes):
                return self.root(arg, degree, classes)
            case Abs(arg):
                return self.space.absolute(self.form(arg))
            case Max(args) | Min(args):
                sign = number(1 if isinstance(e, Max) else -1)
                return reduce(lambda a, b: self.extreme(a, b, sign), map(self.form, args))
            case Log(arg, base):
                return self.logarithm(self.form(arg)) / (number(1) if base is None else self.logarithm(number(base)))
            case Function(name, arg):
                return self.space.atom(name, (self.form(arg),))
            case Pi():
                return self.space.atom("pi", (), nonnegative=True)
            case Product() | Largest() | Sum():
                return self.joined(e)
        raise NoFormError(f"no form of {type(e).__name__}")

    def form_if_any(self, e: Expr) -> Ratio | None:
        """The normal form; None where there is none, or one that grows too long."""
        try:
            return self.form(e)
        except (NoFormError, TooLongError, ZeroDivisionError):
            return None

    def leaf(self, leaf: Leaf) -> Ratio:
        raise NotImplementedError

    def joined(self, e: Sum) -> Ratio:
        """What is made of a term over the classes."""
        raise NotImplementedError

    def root(self, arg: Expr, degree: int, classes: bool) -> Ratio:
        if classes or degree != 2:
            raise NoFormError("a root that is no square root")
        return self.space.root(self.form(arg))

    def extreme(self, a: Ratio, b: Ratio, sign: Ratio) -> Ratio:
        """The larger, or with the sign -1 the smaller of two: half of their sum and how far they are apart."""
        return (a + b + sign * self.space.absolute(a - b)) / self.space.number(2)

    def _constant(self, value: Any) -> Ratio:
        if isinstance(value, (int, Fraction)):
            return self.space.number(value)
        if isinstance(value, Root) and value.degree == 2:
            return self.space.number(value.sign) * self.space.root(self.space.number(value.radicand))
        raise NoFormError(f"no form of the number {value}")

    def logarithm(self, r: Ratio) -> Ratio:
        """The natural logarithm: of factors that are never negative one each, of all else one together."""
        out, together = self.space.number(0), self.space.number(1)
        for side, sign in ((r.num, 1), (r.den, -1)):
            constant, factors = self.space.factors(side)
            for factor, power in factors:
                one = Ratio(self.space, factor, self.space.one)
                if self.space.never_negative(factor):
                    out = out + self.space.number(sign * power) * self.space.atom("log", (one,))
                else:
                    together = together * (one**power if sign > 0 else self.space.number(1) / one**power)
            if constant < 0:
                together = together * self.space.number(-1)
            for n, way in zip(abs(constant).as_integer_ratio(), (sign, -sign), strict=True):
                out = out + self._log_of_whole(n) * self.space.number(way)
        return out if together == self.space.number(1) else out + self.space.atom("log", (together,))

    def _log_of_whole(self, n: int) -> Ratio:
        out = self.space.number(0)
        for prime in range(2, 100):
            while n % prime == 0:
                n //= prime
                out = out + self.space.atom("log", (self.space.number(prime),), nonnegative=True)
        return out if n == 1 else out + self.space.atom("log", (self.space.number(n),), nonnegative=True)


class EveryMatrix(Normal):
    """A matrix of k classes, whatever k is, or of so many as `size` says."""

    def __init__(self, deadline: float, size: int | None = None) -> None:
        names = ["N", "T", "k", *(f"{count}_{letter}" for letter in "ij" for count in CLASS_COUNTS), "m", "g"]
        # Free counts in whose terms others are looked at.
        names += ["a", "b", "c", "d", "correct", "other", "row", "less_row", "column", "less_column"]
        classes = {name: name[-1] for name in names if name[-2:] in ("_i", "_j")} | {"m": "ij", "g": "ij"}
        self.space = Space(names, classes, deadline)
        self.space.shifts = self._shifts
        self.N, self.T, self.k = (self.space.letter(name) for name in ("N", "T", "k"))
        if size is not None:
            self.k = self.space.number(size)
        self.demands: set[str] = set()
        self._place = {name: at for at, name in enumerate(names)}
        self._sums: list[
            tuple[Ratio, Ratio]
        ] = []  # summands of a class i, independent of each other, and their letters

    def leaf(self, leaf: Leaf) -> Ratio:
        tag, get = leaf.tag, self.space.letter
        if tag is None:
            if leaf.block in ("n", "k"):
                return self.N if leaf.block == "n" else self.k
        elif tag.other is not None:
            if tag.position is None and not tag.second and tag.other.second and leaf.block in ("cell", "gap"):
                return get("m" if leaf.block == "cell" else "g")
        elif tag.position is None:
            letter = "j" if tag.second else "i"
            t, s, p = (get(f"{count}_{letter}") for count in "tsp")
            known = {
                "tp": t, "support": s, "predicted": p, "fp": p - t, "fn": s - t, "tn": self.N - s - p + t,
                "row_largest": get(f"u_{letter}"), "column_largest": get(f"v_{letter}"),
            }  # fmt: skip
            if leaf.block in known:
                return known[leaf.block]
        raise NoFormError(f"no form of the count {leaf.block!r}")

    def _shifts(self, used: frozenset[int]) -> Mapping[int, Polynomial]:
        """Letters in terms of free counts: a class by TP, FN, FP, TN; all samples by the correct and the wrong ones."""
        gen = dict(zip(self.space.names, self.space.ring.gens, strict=True))
        letters = {name for at in used for name in self.space.classes_of(at)}
        if len(letters) > 1:
            return {}
        if not letters:
            return {self._place["N"]: gen["T"] + gen["a"], self._place["k"]: 1 + gen["b"]}
        t, (letter,) = gen[f"t_{min(letters)}"], letters
        s, p, rest = t + gen["a"], t + gen["b"], gen["a"] + gen["b"] + gen["d"]
        return {self._place[f"s_{letter}"]: s, self._place[f"p_{letter}"]: p, self._place["N"]: t + rest}

    def root(self, arg: Expr, degree: int, classes: bool) -> Ratio:
        if classes and isinstance(arg, Product):
            return self._of_all("geometric mean", self.form(arg.body))
        return super().root(arg, degree, classes)

    def joined(self, e: Sum) -> Ratio:
        if isinstance(e, Largest):
            return self._of_all("largest", self.form(e.body))
        if isinstance(e, Product):
            raise NoFormError("a product over the classes")
        if e.pairs == "others":
            raise NoFormError("a sum over the wrong cells of a class")
        if e.pairs:
            return self._double(e)
        parts = addends(e.body)
        if e.zeros and not all(self._is_nothing_without_samples(part) for part in parts):
            parts = [e.body]
            if not self._is_nothing_without_samples(e.body):
                self.demands.add("samples")
        return total((self.summed(self.form(part)) for part in parts), self.space)

    def _is_nothing_without_samples(self, summand: Expr) -> bool:
        """Whether what a class without samples, and so without correct predictions, adds is 0."""
        zero = self.space.number(0)
        try:
            places = {self._place["t_i"]: zero, self._place["s_i"]: zero, self._place["u_i"]: zero}
            return not self.space.substituted(self.form(summand), places)
        except (ZeroDivisionError, NoFormError):
            return False

    def _of_all(self, kind: str, r: Ratio) -> Ratio:
        """The largest, or the geometric mean, of a quotient over the classes, behind what does not depend on them."""
        outside, inside = self._without_globals(r)
        if not (self.space.never_negative(outside.num) and self.space.never_negative(outside.den)):
            outside, inside = self.space.number(1), r
        if not self.space.of_classes(inside.num, inside.den):
            return r
        return outside * self.space.atom(kind, (inside,), bound="i", nonnegative=self._is_plain(inside))

    def _is_plain(self, r: Ratio) -> bool:
        return self.space.never_negative(r.num) and self.space.never_negative(r.den)

    def _without_globals(self, r: Ratio) -> tuple[Ratio, Ratio]:
        """A quotient as the product of what does not depend on the class, and of what does."""
        sides = []
        for side in (r.num, r.den):
            rows = list(self.space.coefficients(side, "i").values())
            common = rows[0]
            for row in rows[1:]:
                if self.space.used(common):
                    common = self.space.ratio(common, row).den if not row else self._common(common, row)
            constant = common if self.space.used(common) else self.space.ring(abs(side.primitive()[0]))
            sides.append((constant, side.quo(constant)))
        (top, upper), (bottom, lower) = sides
        return Ratio(self.space, top, bottom), Ratio(self.space, upper, lower)

    def _common(self, p: Polynomial, q: Polynomial) -> Polynomial:
        """The greatest common divisor of two polynomials."""
        short = self.space.ratio(p, q).num
        return p.quo(short) if short else p

    def summed(self, r: Ratio) -> Ratio:
        """The sum of a quotient over all classes i."""
        if "i" not in self.space.of_classes(r.num, r.den):
            return self.k * r
        if "i" in self.space.of_classes(r.den):
            outside, inside = self._without_globals(r)
            return outside * self._written(inside)
        out, below = self.space.number(0), Ratio(self.space, self.space.one, r.den)
        for monomial, coefficient in self.space.coefficients(r.num, "i").items():
            summand = Ratio(self.space, self.space.ring({monomial: 1}), self.space.one)
            out = out + Ratio(self.space, coefficient, self.space.one) * self._written(summand)
        return out * below

    def _known(self) -> list[tuple[Ratio, Ratio]]:
        get = self.space.letter
        return [(self.space.number(1), self.k), (get("t_i"), self.T), (get("s_i"), self.N), (get("p_i"), self.N)]

    def _written(self, r: Ratio) -> Ratio:
        """The sum of a quotient by sums that are known, or a new one."""
        known = self._known() + self._sums
        for summand, value in known:
            if summand == r:
                return value
        found = self._combination(r, known) if len(self._sums) <= MOST_ALIKE else None
        if found is not None:
            return found
        new = self.space.atom("sum", (r,), bound="i", nonnegative=self._is_plain(r))
        self._sums.append((r, new))
        return new

    def _combination(self, r: Ratio, known: Sequence[tuple[Ratio, Ratio]]) -> Ratio | None:
        """The sum of r as a combination of known ones, whose factors do not depend on the class; None if it is none.

        The factors are found where everything that is no matter of a class has some number in its place, which says
        which sums take part, and worked out for these alone. The combination is then multiplied out.
        """
        common = reduce(self._least_multiple, (one.den for one, _ in known), r.den)
        columns = [(one.num * common.quo(one.den)) for one, _ in known]
        target = r.num * common.quo(r.den)
        rows = [self.space.coefficients(p, "i") for p in (*columns, target)]
        places = self.space.used(*columns, target)
        random = Random(SEED)
        values = {at: Fraction(random.randint(10**4, 10**6)) for at in places if "i" not in self.space.classes_of(at)}
        plain = [{own: _at(rest, values) for own, rest in row.items()} for row in rows]
        numeric = _solved(plain[:-1], plain[-1])
        if numeric is None:
            return None
        part = [at for at, factor in enumerate(numeric) if factor]
        one = self.space.one
        exact = [{own: Ratio(self.space, rest, one) for own, rest in rows[at].items()} for at in (*part, -1)]
        factors = _solved(exact[:-1], exact[-1], self.space.number(0))
        if factors is None:
            return None
        left = total((f * Ratio(self.space, columns[at], one) for f, at in zip(factors, part, strict=True)), self.space)
        if left - Ratio(self.space, target, one):
            return None
        return total((f * known[at][1] for f, at in zip(factors, part, strict=True)), self.space)

    def _least_multiple(self, p: Polynomial, q: Polynomial) -> Polynomial:
        return p if p == q else p * self.space.ratio(q, p).num

    # sums over pairs of classes, true i and predicted j

    def _double(self, e: Sum) -> Ratio:
        out = self.space.number(0)
        for part in addends(e.body):
            r = self.form(part)
            out = out + self.over_all(r)
            if e.pairs == "different":
                out = out - self.summed(self._on_diagonal(r))
        return out

    def _on_diagonal(self, r: Ratio) -> Ratio:
        get = self.space.letter
        places = {self._place[f"{count}_j"]: get(f"{count}_i") for count in CLASS_COUNTS}
        places |= {self._place["m"]: get("t_i"), self._place["g"]: self.space.number(0)}
        try:
            return self.space.substituted(r, places)
        except ZeroDivisionError:
            raise NoFormError("a sum over pairs of different classes") from None

    def _as_row(self, r: Ratio) -> Ratio:
        get = self.space.letter
        return self.space.substituted(r, {self._place[f"{count}_j"]: get(f"{count}_i") for count in CLASS_COUNTS})

    def over_all(self, r: Ratio) -> Ratio:
        """The sum over all pairs: of a term of i times one of j it is two sums; of a cell it adds up to its total."""
        space = self.space
        below: dict[frozenset[str], Polynomial] = {}
        _, factors = space.factors(r.den)
        left = r.den
        for factor, power in factors:
            whose = space.of_classes(factor)
            below[whose] = below.get(whose, space.one) * factor**power
            left = left.quo(factor**power)
        if frozenset("ij") in below:
            raise NoFormError("a sum over pairs whose denominator is of both classes")
        under = {name: below.get(frozenset(name), space.one) for name in ("i", "j")}
        outside = left * below.get(frozenset(), space.one)
        out = space.number(0)
        for monomial, coefficient in r.num.terms():
            sides = {"i": space.one, "j": space.one, "": space.one * coefficient, "ij": space.one}
            for at, power in enumerate(monomial):
                if power:
                    name = "".join(sorted(space.classes_of(at)))
                    sides[name] *= space.ring.gens[at] ** power
            rows = space.ratio(sides["i"], under["i"])
            columns = space.ratio(sides["j"], under["j"])
            out = out + Ratio(space, sides[""], space.one) * self._pair(rows, columns, sides["ij"])
        return out / Ratio(space, outside, space.one)

    def _pair(self, rows: Ratio, columns: Ratio, both: Polynomial) -> Ratio:
        space, cell = self.space, self.space.letter("m").num
        plain = [not space.used(r.num, r.den) for r in (rows, columns)]
        if both == space.one:
            return self.summed(rows) * self.summed(self._as_row(columns))
        if both == cell and plain[1]:
            return columns * self.summed(rows * space.letter("s_i"))
        if both == cell and plain[0]:
            return rows * self.summed(self._as_row(columns) * space.letter("p_i"))
        whole = rows * columns * Ratio(space, both, space.one)
        nonnegative = space.never_negative(whole.num) and space.never_negative(whole.den)
        return space.atom("double sum", (whole,), bound="ij", nonnegative=nonnegative)


def _at(p: Polynomial, values: Mapping[int, Fraction]) -> Fraction:
    out = Fraction(0)
    for monomial, coefficient in p.items():
        term = Fraction(int(coefficient.numerator), int(coefficient.denominator))
        for at, power in enumerate(monomial):
            if power:
                term *= values[at] ** power
        out += term
    return out


def _solved(
    columns: Sequence[Mapping[Any, Any]], target: Mapping[Any, Any], zero: Any = Fraction(0)
) -> list[Any] | None:
    """The factors by which columns, given by their rows, add up to a target; None if there are none, or not one."""
    rows = [
        [*(column.get(key, zero) for column in columns), target.get(key, zero)]
        for key in dict.fromkeys(key for column in (*columns, target) for key in column)
    ]
    size, done = len(columns), 0
    for at in range(size):
        found = next((row for row in rows[done:] if row[at]), None)
        if found is None:
            return None
        rows.remove(found)
        rows.insert(done, found)
        pivot = rows[done] = [x / found[at] for x in found]
        for other in range(len(rows)):
            if other != done and rows[other][at]:
                by = rows[other][at]
                rows[other] = [x - by * y for x, y in zip(rows[other], pivot, strict=True)]
        done += 1
    if any(row[-1] for row in rows[done:]):
        return None
    return [rows[at][-1] for at in range(size)]


def addends(e: Expr) -> list[Expr]:
    """The terms that a summand is a sum of: those in the brackets of a product or of a numerator too."""
    match e:
        case Named(_, body):
            return addends(body)
        case Add(terms):
            parts = [part for term in terms for part in addends(term)]
        case Neg(arg):
            parts = [Neg(part) for part in addends(arg)]
        case Div(num, den):
            parts = [Div(part, den) for part in addends(num)]
        case Mul(factors):
            split = [addends(factor) for factor in factors]
            many = [len(one) > 1 for one in split]
            if sum(many) != 1:
                return [e]
            parts = [Mul(tuple(row)) for row in product(*split)]
        case _:
            return [e]
    if len(parts) > MOST_PARTS:
        return [e]
    return parts


class FixedMatrix(Normal):
    """A matrix of some number of classes: its cells are free. Of two they are TP, FN, FP and TN of the first class."""

    def __init__(self, size: int, deadline: float) -> None:
        names = [f"m{i}{j}" for i in range(size) for j in range(size)]
        self.size, self.space = size, Space(names, {}, deadline)
        get = self.space.letter
        self.cells = [[get(f"m{i}{j}") for j in range(size)] for i in range(size)]
        self.support = [total(row, self.space) for row in self.cells]
        self.predicted = [total(column, self.space) for column in zip(*self.cells, strict=True)]
        self.n = total(self.support, self.space)
        self._at: dict[str, int] = {"i": 0, "j": 0}
        self._forms: dict[tuple[int, int, int], tuple[Expr, Ratio]] = {}  # by the node itself, which is kept

    def form(self, e: Expr) -> Ratio:
        if not isinstance(e, (Named, Sum)):
            return super().form(e)
        key = (id(e), self._at["i"], self._at["j"])
        if key not in self._forms:
            self._forms[key] = e, super().form(e)
        return self._forms[key][1]

    def leaf(self, leaf: Leaf) -> Ratio:
        tag, space = leaf.tag, self.space
        if tag is None:
            if leaf.block in ("n", "k"):
                return self.n if leaf.block == "n" else space.number(self.size)
        elif tag.other is not None:
            if tag.position is None and not tag.second and tag.other.second:
                i, j = self._at["i"], self._at["j"]
                if leaf.block == "cell":
                    return self.cells[i][j]
                if leaf.block == "gap":
                    return space.number(abs(i - j))
        elif tag.position is None:
            return self._count(leaf.block, tag)
        raise NoFormError(f"no form of the count {leaf.block!r}")

    def _count(self, block: str, tag: Tag) -> Ratio:
        at = self._at["j" if tag.second else "i"]
        t, s, p = self.cells[at][at], self.support[at], self.predicted[at]
        known = {"tp": t, "support": s, "predicted": p, "fp": p - t, "fn": s - t, "tn": self.n - s - p + t}
        if block in known:
            return known[block]
        cells = self.cells[at] if block == "row_largest" else [row[at] for row in self.cells]
        return reduce(lambda a, b: self.extreme(a, b, self.space.number(1)), cells)

    def joined(self, e: Sum) -> Ratio:
        if e.pairs == "others":
            raise NoFormError("a sum over the wrong cells of a class")
        before = dict(self._at)
        terms = []
        for i, j in self._places(e):
            self._at = {"i": i, "j": j}
            terms.append(self.form(e.body))
        self._at = before
        if isinstance(e, Largest):
            return reduce(lambda a, b: self.extreme(a, b, self.space.number(1)), terms)
        return reduce(mul, terms) if isinstance(e, Product) else total(terms, self.space)

    def _places(self, e: Sum) -> Iterator[tuple[int, int]]:
        every = range(self.size)
        if not e.pairs:
            return ((i, self._at["j"]) for i in every)
        return ((i, j) for i in every for j in every if i != j or e.pairs == "all")

    def root(self, arg: Expr, degree: int, classes: bool) -> Ratio:
        return super().root(arg, 2 if classes and self.size == 2 else degree, classes and self.size != 2)
