"""The exact values that are no `Fraction`: a root, a sum of unlike roots, and the undefined; logarithms have a module.

`Root(sign, radicand, degree)` is the real number ``sign * radicand ** (1/degree)``, a square root if no degree is said:
closed under products and quotients, compared without factoring. Its degree is the least one, so there is one way only
to write it. `Symbolic` is a rational plus roots no two of which are rational multiples of each other; positive real
roots of rationals of which that holds are linearly independent over the rationals (Besicovitch 1940, Mordell 1953), so
such a sum is rational only when it holds no root at all. That makes every comparison and every rounding end.
`Undefined` says which ratio has no value, and why.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Literal, NoReturn, TypeAlias

from exactmetrics.exact.digits import fraction_text, int_text
from exactmetrics.exact.errors import UndefinedValueError
from exactmetrics.exact.square import exact_root, least_degree, radical, square_class, whole_root

LARGEST_FIELD = 16  # unlike products of roots below the line; a quotient by a sum that has more is refused
LONGEST_SHOWN = 2_000  # characters of a sum of roots or logarithms that is shown; of a longer one only the decimal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from exactmetrics.exact.certified import Certified
    from exactmetrics.exact.constants import WithPi
    from exactmetrics.exact.logs import Logarithmic  # loaded with the first logarithm

Number: TypeAlias = "Fraction | Root | Symbolic | Logarithmic | WithPi | Certified"
Value: TypeAlias = "Fraction | Root | Symbolic | Logarithmic | WithPi | Certified | Undefined"


class Irrational:
    """What is no rational: arithmetic as sums of roots, order by certified enclosures."""

    __slots__ = ()
    _no_difference = False  # whether its difference to another irrational number is no exact number
    _takes_products = False  # whether it is what works out a product with a root
    _reach = 1  # of kinds of numbers in a sum, the one that reaches farthest adds

    def _parts(self) -> tuple[Fraction, tuple[Root, ...]]:
        raise TypeError(f"no exact product or quotient of {self} and a root")

    @classmethod
    def _joined(cls, values: Sequence[object]) -> Number:
        """The sum of numbers of which the least algebraic is of this kind."""
        parts = [_parts(v) for v in values]
        return _collect([a for a, _ in parts], [r for _, roots in parts for r in roots])

    def _enclosed(self, bits: int) -> tuple[Fraction, Fraction]:
        """Two rationals around the number, `bits` binary digits fine relative to each of its terms."""
        low, roots = self._parts()
        high = low
        for r in roots:
            n, q = r.radicand.as_integer_ratio()
            shift = max(0, bits - (n.bit_length() - q.bit_length() - 2) // r.degree)
            floor = whole_root((n << shift * r.degree) // q, r.degree)
            below, above = Fraction(floor, 1 << shift), Fraction(floor + 1, 1 << shift)
            low, high = (low + below, high + above) if r.sign > 0 else (low - above, high - below)
        return low, high

    def _rationals(self) -> Iterator[Fraction]:
        """The rationals that it is written with: of a root its radicand."""
        rational, roots = self._parts()
        yield rational
        yield from (r.radicand for r in roots)

    def __add__(self, other: object) -> Number:
        return add(self, other) if isinstance(other, (int, Fraction, Irrational)) else NotImplemented

    __radd__ = __add__

    def __neg__(self) -> Number:
        return self * -1

    def __sub__(self, other: object) -> Number:
        return add(self, -other) if isinstance(other, (int, Fraction, Irrational)) else NotImplemented

    def __rsub__(self, other: object) -> Number:
        return add(-self, other) if isinstance(other, (int, Fraction, Irrational)) else NotImplemented

    def __mul__(self, other: object) -> Number:
        if not isinstance(other, (int, Fraction, Irrational)) or getattr(other, "_takes_products", False):
            return NotImplemented
        (a, roots_a), (b, roots_b) = self._parts(), _parts(other)
        return _collect(
            [a * b],
            [_scaled(r, b) for r in roots_a] + [_scaled(r, a) for r in roots_b]
            + [_times(r, s) for r in roots_a for s in roots_b],
        )  # fmt: skip

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Number:
        if isinstance(other, (int, Fraction)):
            return self * (1 / Fraction(other))
        return self * (1 / other) if isinstance(other, (Root, Symbolic)) else NotImplemented

    def __pow__(self, exponent: int) -> Number:
        if not isinstance(exponent, int) or exponent < 0:
            return NotImplemented
        out: Number = Fraction(1)
        for _ in range(exponent):
            out = out * self
        return out

    def __bool__(self) -> bool:
        return True  # zero is a Fraction

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {_latex(*self._parts())}$"

    def _order(self, other: object) -> int:
        """The sign of the difference to an exact number."""
        return -other._order(self) if isinstance(other, Irrational) and other._no_difference else sign(self - other)

    def __lt__(self, other: object) -> bool:
        return self._order(other) < 0 if isinstance(other, (int, Fraction, Irrational)) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self._order(other) <= 0 if isinstance(other, (int, Fraction, Irrational)) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self._order(other) > 0 if isinstance(other, (int, Fraction, Irrational)) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self._order(other) >= 0 if isinstance(other, (int, Fraction, Irrational)) else NotImplemented

    def __abs__(self) -> Number:
        return sign(self) * self

    def __float__(self) -> float:
        """The nearest double: the first to which both ends of an enclosure round."""
        return next(float(low) for low, high in narrowing(self) if float(low) == float(high))


class Root(Irrational):
    """An irrational root, exactly: ``sign * sqrt(radicand)``, or with a degree the real root of that degree.

    `sign` is 1 or -1, `radicand` a positive `Fraction`, and `degree` the least there is: the radicand is no power of a
    rational whose exponent divides it. Use `root` to build from any rational. These are the normative data; the radical
    that is shown is a choice of display.

    >>> from fractions import Fraction
    >>> value = root(Fraction(25, 116)); value
    Root(1, Fraction(25, 116))
    >>> print(value, float(value))
    5*sqrt(29)/58 0.46423834544262965
    >>> value * value
    Fraction(25, 116)
    >>> value.sign, value.square
    (1, Fraction(25, 116))
    >>> cube = root(Fraction(35, 128), 3); cube
    Root(1, Fraction(35, 128), 3)
    >>> cube.radicand, cube.degree, cube**3
    (Fraction(35, 128), 3, Fraction(35, 128))
    >>> print(cube, float(cube), cube > value)
    (35/128)^(1/3) 0.649061762731388 True
    """

    __slots__ = ("degree", "radicand", "sign")
    _reach = 0

    def __init__(self, sign: int, radicand: Fraction, degree: int = 2) -> None:
        radicand = Fraction(radicand)
        if sign not in (1, -1) or radicand <= 0 or degree < 2 or least_degree(radicand, degree)[1] != degree:
            power = "non-square rational" if degree == 2 else f"rational that is a root of least degree {degree!r}"
            raise ValueError(f"Root wants sign 1 or -1 and a positive {power}, not {sign!r}, {radicand!r}")
        self.sign, self.radicand, self.degree = sign, radicand, degree

    @property
    def square(self) -> Fraction:
        """The square of a square root; a root of another degree is known by its radicand and its degree."""
        if self.degree != 2:
            raise AttributeError(f"{self} is no square root: see its radicand and its degree")
        return self.radicand

    def _parts(self) -> tuple[Fraction, tuple[Root, ...]]:
        return Fraction(0), (self,)

    def __rtruediv__(self, other: object) -> Number:
        if not isinstance(other, (int, Fraction)):
            return NotImplemented
        return _scaled(_unchecked(self.sign, 1 / self.radicand, self.degree), Fraction(other))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Root) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((Root, *self._key()))

    def _key(self) -> tuple[int, Fraction, int]:
        return self.sign, self.radicand, self.degree

    def __repr__(self) -> str:
        return f"Root({self.sign}, {self.radicand!r}{'' if self.degree == 2 else f', {self.degree}'})"

    def __str__(self) -> str:
        minus = "-" if self.sign < 0 else ""
        if self.degree != 2:
            under = fraction_text(self.radicand)
            return f"{minus}{f'({under})' if '/' in under else under}^(1/{self.degree})"
        q, under_root = radical(self.radicand)
        factor = "" if q.numerator == 1 else f"{int_text(q.numerator)}*"
        over = "" if q.denominator == 1 else f"/{int_text(q.denominator)}"
        return f"{minus}{factor}sqrt({int_text(under_root)}){over}"


class Symbolic(Irrational):
    """A rational plus at least one root, or at least two unlike roots: irrational, and never simplifiable to a `Root`.

    `rational` is a `Fraction`, perhaps 0, and `roots` a tuple of values of `Root`, all unlike.

    >>> from fractions import Fraction
    >>> value = root(Fraction(2)) + root(Fraction(3)) + 1
    >>> print(value, float(value))
    1 + sqrt(2) + sqrt(3) 4.146264369941973
    >>> value - root(Fraction(3)) - 1 == root(Fraction(2))
    True
    >>> value.rational, value.roots
    (Fraction(1, 1), (Root(1, Fraction(2, 1)), Root(1, Fraction(3, 1))))
    """

    __slots__ = ("rational", "roots")
    _reach = 0

    def __init__(self, rational: Fraction, roots: tuple[Root, ...]) -> None:
        self.rational, self.roots = rational, roots

    def _parts(self) -> tuple[Fraction, tuple[Root, ...]]:
        return self.rational, self.roots

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbolic) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((Symbolic, *self._key()))

    def __rtruediv__(self, other: object) -> Number:
        return _reciprocal(self) * Fraction(other) if isinstance(other, (int, Fraction)) else NotImplemented

    def _key(self) -> tuple[Fraction, frozenset[Root]]:
        return self.rational, frozenset(self.roots)  # unlike roots: one way only to write the sum

    def __repr__(self) -> str:
        return f"Symbolic({self.rational!r}, {self.roots!r})"

    def __str__(self) -> str:
        parts = ([fraction_text(self.rational)] if self.rational else []) + [str(r) for r in self.roots]
        return " + ".join(parts).replace("+ -", "- ")


Cause: TypeAlias = Literal["ratio", "logarithm", "quantile", "no_class"]


class Undefined:
    """A value that does not exist: the `metric`, the class (`label`), the ratio that has no value, and its kind.

    The ratio is `numerator` over `denominator`, and `reason` says so in English words. `kind` is "indeterminate" for
    0/0 and "infinite" for x/0 with x not 0, whose `sign` is then 1 or -1. Equality is structural, `float()` is nan, and
    arithmetic, order and truth raise `UndefinedValueError`.

    `why` says what is missing in the samples where that is known, and `told` is the reason with it.

    For other languages the facts stand apart: `cause` is "ratio", "logarithm" (of 0, which is below every number, as
    -1/0 is), "quantile" (of the normal distribution, of 0 or 1) or "no_class" (an average over no class), and `metric`
    is the `name` of a metric after its `average`, if it has one.

    >>> from fractions import Fraction
    >>> value = Undefined("precision", "L", Fraction(0), Fraction(0)); print(value)
    undefined: precision of L is 0/0
    >>> value.why, value.told
    ('', 'precision of L is 0/0')
    >>> float(value)
    nan
    >>> value.metric, value.label, value.numerator, value.denominator, value.reason
    ('precision', 'L', Fraction(0, 1), Fraction(0, 1), 'precision of L is 0/0')
    >>> infinite = Undefined("lr", None, Fraction(-3), Fraction(0)); infinite.kind, infinite.sign
    ('infinite', -1)
    >>> value = Undefined("recall", None, Fraction(0), Fraction(0), average="macro", cause="no_class"); print(value)
    undefined: macro recall has no class left to average over
    >>> value.metric, value.name, value.average, value.cause
    ('macro recall', 'recall', 'macro', 'no_class')
    """

    __slots__ = ("average", "cause", "denominator", "label", "metric", "name", "numerator", "reason", "why")

    def __init__(
        self,
        metric: str,
        label: Hashable | None,
        numerator: Number | None,
        denominator: Number | None = None,
        reason: str = "",
        *,
        average: str | None = None,
        cause: Cause = "ratio",
        why: str = "",
    ) -> None:
        self.name, self.average, self.cause = metric, average, cause
        self.metric, self.label = f"{average} {metric}" if average else metric, label
        self.numerator, self.denominator = numerator, denominator
        self.reason, self.why = reason or self._reason(), why

    @property
    def told(self) -> str:
        """The reason, and what is missing in the samples where that is known."""
        return f"{self.reason} ({self.why})" if self.why else self.reason

    def _reason(self) -> str:
        if self.cause == "no_class":
            return f"{self.metric} has no class left to average over"
        where = f"{self.metric} of {self.label}" if self.label is not None else self.metric
        if self.cause == "logarithm":
            return f"{where} is a logarithm of 0"
        if self.cause == "quantile":
            return f"{where} has the normal quantile of {1 if self.sign > 0 else 0}"
        above = f"({self.numerator})" if "/" in str(self.numerator) else self.numerator
        return f"{where} is {above}/{self.denominator}"

    @property
    def kind(self) -> Literal["indeterminate", "infinite"]:
        """ "infinite" for x/0 with x not 0, else "indeterminate"."""
        return "infinite" if self.numerator else "indeterminate"

    @property
    def sign(self) -> int:
        """The sign of an infinite ratio; 0 for an indeterminate one."""
        number = self.numerator
        return (number > 0) - (number < 0) if number else 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Undefined) and self._key() == other._key()

    def _key(self) -> tuple[object, ...]:
        return (self.metric, self.label, self.numerator, self.denominator, self.reason)

    def __hash__(self) -> int:
        return hash(self._key())

    def __float__(self) -> float:
        return float("nan")

    def __repr__(self) -> str:
        return f"Undefined({self.metric!r}, {self.label!r}, {self.numerator!r}, {self.denominator!r})"

    def __str__(self) -> str:
        return f"undefined: {self.told}"

    def _refuse(self, *_: object) -> NoReturn:
        raise UndefinedValueError(f"no arithmetic on an undefined value ({self.reason}); choose undefined=0, 1 or omit")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _refuse
    __neg__ = __pow__ = __abs__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse

    def __bool__(self) -> bool:
        self._refuse()


def root(value: Fraction | int, degree: int = 2) -> Fraction | Root:
    """The root of a rational that is not negative, exactly: a `Fraction` if it is one, else a `Root`.

    >>> root(Fraction(9, 4)), root(Fraction(2)), root(Fraction(4, 9), 4)
    (Fraction(3, 2), Root(1, Fraction(2, 1)), Root(1, Fraction(2, 3)))
    """
    value = Fraction(value)
    if value < 0:
        raise ValueError(f"no real square root of {value}" if degree == 2 else f"no root of {value}: it is negative")
    if not isinstance(degree, int) or degree < 1:
        raise ValueError(f"the degree of a root is a whole number from 1 on, not {degree!r}")
    if not value:
        return value
    value, degree = least_degree(value, degree)
    return value if degree == 1 else _unchecked(1, value, degree)


def add(*values: object) -> Number:
    """The exact sum of numbers; like roots and like logarithms are collected."""
    farthest: type[Irrational] = Symbolic
    for v in values:
        if isinstance(v, Irrational) and v._reach > farthest._reach:
            farthest = type(v)
    return farthest._joined(values)


def sign(value: object) -> int:
    """The sign of an exact number: 1, 0 or -1, decided exactly."""
    if isinstance(value, (int, Fraction)):
        return (value.numerator > 0) - (value.numerator < 0)
    if isinstance(value, Root):
        return value.sign
    # There is such an enclosure: unlike roots never cancel (module docstring), nor do logarithms.
    return next(1 if low > 0 else -1 for low, high in narrowing(value) if low > 0 or high < 0)


def enclosure(value: object, bits: int) -> tuple[Fraction, Fraction]:
    """Two rationals around an exact number, `bits` binary digits fine relative to each of its terms."""
    if isinstance(value, Irrational):
        return value._enclosed(bits)
    if isinstance(value, (int, Fraction)):
        return Fraction(value), Fraction(value)
    raise TypeError(f"not an exact number: {value!r}")


def rationals_of(value: Number) -> Iterator[Fraction]:
    """The rationals that a number is written with: of a root its radicand."""
    return value._rationals() if isinstance(value, Irrational) else iter((value,))


def narrowing(value: object) -> Iterator[tuple[Fraction, Fraction]]:
    """Finer and finer enclosures of an exact number, without end."""
    bits = 64
    while True:
        yield enclosure(value, bits)
        bits *= 2


def value_text(value: Value | int) -> str:
    """A value as text, in full: "409/630", "5*sqrt(29)/58", or "undefined: ..." with the reason."""
    return fraction_text(Fraction(value)) if isinstance(value, (int, Fraction)) else str(value)


def root_data(value: Root) -> dict[str, Any]:
    """The data of a root: its sign and its square, or of another degree the radicand and that degree."""
    if value.degree == 2:
        return {"sign": value.sign, "square": fraction_text(value.radicand)}
    return {"sign": value.sign, "radicand": fraction_text(value.radicand), "degree": value.degree}


def value_latex(value: Fraction | Root | Symbolic) -> str:
    """A value in LaTeX, for a notebook."""
    return _latex(*_parts(value))


def _latex(rational: Fraction, roots: Iterable[Root]) -> str:
    """A rational and roots added up, for a notebook, in the form that is shown everywhere else."""
    terms = [_latex_term(rational, "")] if rational else []
    for r in roots:
        if r.degree != 2:
            terms.append(rf"{'-' if r.sign < 0 else ''}\sqrt[{r.degree}]{{{_latex_term(r.radicand, '')}}}")
            continue
        factor, under = radical(r.radicand)
        terms.append(_latex_term(r.sign * factor, rf"\sqrt{{{int_text(under)}}}"))
    return " + ".join(terms).replace("+ -", "- ")


def _latex_term(factor: Fraction, under_root: str) -> str:
    top = abs(factor.numerator)
    digits = "" if under_root and top == 1 else int_text(top)
    over = f"{digits} {under_root}".strip()
    size = over if factor.denominator == 1 else rf"\frac{{{over}}}{{{int_text(factor.denominator)}}}"
    return f"-{size}" if factor < 0 else size


def _parts(value: object) -> tuple[Fraction, tuple[Root, ...]]:
    if isinstance(value, Irrational):
        return value._parts()
    if isinstance(value, (int, Fraction)):
        return Fraction(value), ()
    raise TypeError(f"not an exact number: {value!r}")


def _unchecked(sign_: int, radicand: Fraction, degree: int) -> Root:
    made = Root.__new__(Root)
    made.sign, made.radicand, made.degree = sign_, radicand, degree
    return made


def _scaled(r: Root, factor: Fraction) -> Fraction | Root:
    if not factor:
        return Fraction(0)
    return _unchecked(r.sign if factor > 0 else -r.sign, r.radicand * abs(factor) ** r.degree, r.degree)


def _times(r: Root, s: Root) -> Fraction | Root:
    degree = lcm(r.degree, s.degree)
    product = root(r.radicand ** (degree // r.degree) * s.radicand ** (degree // s.degree), degree)
    return product if r.sign == s.sign else -product  # type: ignore[return-value]


def _reciprocal(value: Symbolic) -> Number:
    """1 over a sum of unlike roots, by linear equations.

    Products of its roots, one of all that are rational multiples of each other, are linearly independent, and so a
    basis of the field in which the reciprocal is (module docstring): multiplied by each of them, the sum is a column.
    """
    if (short := _by_conjugate(value)) is not None:
        return short
    first = Fraction(1) if value.rational else value.roots[0]  # with a root taken out there are fewer products
    taken = value / first
    basis: list[Fraction | Root] = [Fraction(1)]
    for found in basis:  # it grows meanwhile
        for r in _parts(taken)[1]:
            product = r * found
            if isinstance(product, Root) and all(_over(product, b) is None for b in basis):
                basis.append(product)
                if len(basis) > LARGEST_FIELD:
                    raise TypeError(f"division by a sum of unlike roots: {value}")
    rows = [[Fraction(0)] * len(basis) for _ in basis]
    for at, found in enumerate(basis):
        rational, roots = _parts(taken * found)
        rows[0][at] = rational
        for r in roots:
            row, factor = next((i, f) for i, b in enumerate(basis) if (f := _over(r, b)) is not None)
            rows[row][at] = factor
    return add(*(b * factor / first for b, factor in zip(basis, _solved(rows), strict=True)))


def _by_conjugate(value: Symbolic) -> Number | None:
    """1 over a sum of two terms, which are rational after some squarings; None for any other sum.

    1/(u + v) = (u - v)/(u^2 - v^2): a fraction of the time that the equations take.
    """
    u, v = terms if len(terms := summands(value)) == 2 else (None, None)
    if u is None or v is None or any(isinstance(x, Root) and x.degree & (x.degree - 1) for x in (u, v)):
        return None
    below = 1 / add(u * u, -(v * v))
    return add(*(side * x for side in (u, -v) for x in summands(below)))


def summands(value: Number) -> list[Fraction | Root]:
    """The numbers of which a number without logarithms is the sum."""
    if isinstance(value, Symbolic):
        return ([value.rational] if value.rational else []) + [*value.roots]
    return [value]  # type: ignore[list-item]


def _over(r: Root, other: Fraction | Root) -> Fraction | None:
    """How many times another root a root is; None where that is no rational number."""
    if isinstance(other, Fraction) or r.degree != other.degree:
        return None
    size = exact_root(r.radicand / other.radicand, r.degree)
    return size if size is None or r.sign == other.sign else -size


def _solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """The solution of linear equations that have one, with 1 on the right of the first and 0 on that of the others."""
    rows = [[*row, Fraction(int(not at))] for at, row in enumerate(rows)]
    for at in range(len(rows)):
        pivot = next(i for i in range(at, len(rows)) if rows[i][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [x / rows[at][at] for x in rows[at]]
        for i, row in enumerate(rows):
            if i != at and row[at]:
                rows[i] = [x - row[at] * y for x, y in zip(row, rows[at], strict=True)]
    return [row[-1] for row in rows]


def _collect(rationals: Iterable[Fraction], roots: Iterable[Fraction | Root]) -> Number:
    """One number of these terms: rationals summed, like roots joined, what is zero dropped."""
    total, alike = sum(rationals, Fraction(0)), dict[tuple[int, int], list[tuple[int, Root]]]()
    for r in roots:
        if isinstance(r, Fraction):
            total += r
        else:
            mark = 0 if r.degree % 2 else square_class(r.radicand)  # the ratio of like ones is a square
            _join(alike.setdefault((r.degree, mark if r.degree == 2 else 0), []), r, mark)
    kept = [r for group in alike.values() for _, r in group]
    if not kept:
        return total
    return kept[0] if len(kept) == 1 and not total else Symbolic(total, tuple(kept))


def _join(group: list[tuple[int, Root]], r: Root, mark: int) -> None:
    """Add a root to the one of the group that is its rational multiple, or put it beside them."""
    for at, (others, other) in enumerate(group):
        ratio = exact_root(r.radicand / other.radicand, r.degree) if others == mark else None
        if ratio is not None:  # r = +-ratio * other
            joined = _scaled(other, 1 + (ratio if r.sign == other.sign else -ratio))
            group[at : at + 1] = [(mark, joined)] if isinstance(joined, Root) else []
            return
    group.append((mark, r))
