"""The expression tree: what a definition leaves behind when it is recorded, and what printed arithmetic is read into.

One small class a node, no behaviour beyond the arithmetic that builds trees. Numbers are `Fraction`; a node never
holds a float. `Leaf` is a count that still knows its name, `Named` a metric that still knows its definition, `Sum` a
sum over classes that still knows its summand.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, NoReturn, get_args
from typing import Literal as Literal_

from exactmetrics.exact.values import Irrational, Number


class Expr:
    """Base of all nodes: arithmetic on nodes and rationals builds nodes."""

    __slots__ = ()

    def __add__(self, other: object) -> Expr:
        return Add((*terms_of(self), lift(other)))

    def __radd__(self, other: object) -> Expr:
        return Add((lift(other), self))

    def __sub__(self, other: object) -> Expr:
        return Add((*terms_of(self), Neg(lift(other))))

    def __rsub__(self, other: object) -> Expr:
        return Add((lift(other), Neg(self)))

    def __mul__(self, other: object) -> Expr:
        return _product(self, lift(other))

    def __rmul__(self, other: object) -> Expr:
        return _product(lift(other), self)

    def __truediv__(self, other: object) -> Expr:
        return Div(self, lift(other))

    def __rtruediv__(self, other: object) -> Expr:
        return Div(lift(other), self)

    def __pow__(self, exponent: int) -> Expr:
        return Pow(self, exponent) if exponent >= 0 else Div(Num(Fraction(1)), Pow(self, -exponent))

    def __neg__(self) -> Expr:
        return Neg(self)

    def __bool__(self) -> NoReturn:
        raise TypeError("a definition may not branch on a value: use a convention or a combinator")

    __lt__ = __le__ = __gt__ = __ge__ = None


@dataclass(slots=True, unsafe_hash=True)
class Num(Expr):
    """An exact number; rational in all that is read or substituted, a root or a sum of roots only in results.

    In a working `origin` says where it comes from: the count, the part or the calculation that it is the value of, the
    fraction or root that it is written in, "chosen" for a common denominator and the like, "worked" for what is worked
    out of a whole line. What is copied is the same node there and here. A number of the definition has no origin.
    """

    value: Number
    origin: Expr | Literal_["worked", "chosen"] | None = field(default=None, repr=False, compare=False)
    written: Expr | None = field(default=None, repr=False, compare=False)  # a fraction or a root in whole numbers


@dataclass(slots=True, unsafe_hash=True)
class Pi(Expr):
    """The number pi, by its letter."""


@dataclass(slots=True, unsafe_hash=True)
class Literal(Expr):
    """A number as printed: its text, its exact value, half a unit of its last place (None: a whole number)."""

    text: str
    value: Fraction
    half_unit: Fraction | None = None


@dataclass(slots=True, unsafe_hash=True)
class Tag:
    """Which class a leaf or a metric speaks of: by position and label, position None for the letter of a sum.

    With `rest` it is all other classes together; with `bare` it is the one class in question and needs no name. What
    speaks of a cell of the matrix has the predicted class in `other`; `second` is the second letter of a double sum.
    """

    position: int | None
    label: Hashable = None
    rest: bool = False
    bare: bool = False
    other: Tag | None = None
    second: bool = False


ANY = Tag(None)
SECOND = Tag(None, second=True)


@dataclass(slots=True, unsafe_hash=True)
class Leaf(Expr):
    """A count with its name: `block` is a building block ("tp"), `tag` its class (None: of the whole matrix)."""

    block: str
    tag: Tag | None
    value: Fraction | None


@dataclass(slots=True, unsafe_hash=True)
class Head:
    """What a named part is the value of: a metric, of a class or averaged, under a convention.

    `is_part`: it is a part of one metric's definition that has a name there, such as the p_o of kappa.
    """

    metric: str
    tag: Tag | None = None
    average: str | None = None
    mark: str | None = None  # tells two quantities of one name apart, e.g. a convention or a way of combining
    is_part: bool = False


@dataclass(slots=True, unsafe_hash=True)
class Applied:
    """A policy that acted on an undefined part: the value that stands for it (None: left out) and who says so."""

    value: Fraction | None
    policy: str
    why: str


@dataclass(slots=True, unsafe_hash=True)
class Named(Expr):
    """A metric kept by name, with its definition; `applied` where the definition had no value and a policy acted."""

    head: Head
    body: Expr
    applied: Applied | None = None
    worked_out: Number | None = field(default=None, init=False, repr=False, compare=False)  # see `evaluate`


@dataclass(slots=True, unsafe_hash=True)
class Neg(Expr):
    """Minus."""

    arg: Expr


@dataclass(slots=True, unsafe_hash=True)
class Add(Expr):
    """A sum of two or more terms; a difference holds a `Neg`."""

    terms: tuple[Expr, ...]


@dataclass(slots=True, unsafe_hash=True)
class Mul(Expr):
    """A product of two or more factors."""

    factors: tuple[Expr, ...]


@dataclass(slots=True, unsafe_hash=True)
class Div(Expr):
    """A quotient, never reduced by itself: 48/9 stays 48/9."""

    num: Expr
    den: Expr


@dataclass(slots=True, unsafe_hash=True)
class Pow(Expr):
    """A whole power."""

    base: Expr
    exponent: int


@dataclass(slots=True, unsafe_hash=True)
class Sqrt(Expr):
    """A root: the square root, if no degree is said; `classes` where the degree is the number of classes, by name.

    A degree of 0 is that of any number of classes.
    """

    arg: Expr
    degree: int = 2
    classes: bool = False


@dataclass(slots=True, unsafe_hash=True)
class Log(Expr):
    """A logarithm to a whole base, the natural one where the base is None."""

    arg: Expr
    base: int | None = None


@dataclass(slots=True, unsafe_hash=True)
class Max(Expr):
    """The largest of two or more."""

    args: tuple[Expr, ...]


@dataclass(slots=True, unsafe_hash=True)
class Min(Expr):
    """The smallest of two or more."""

    args: tuple[Expr, ...]


@dataclass(slots=True, unsafe_hash=True)
class Abs(Expr):
    """What a number is without its sign."""

    arg: Expr


FunctionName = Literal_["sgn", "arcsin", "z"]
FUNCTIONS: tuple[FunctionName, ...] = get_args(FunctionName)


@dataclass(slots=True, unsafe_hash=True)
class Function(Expr):
    """A function of one number by its name: "sgn" is its sign, 1, 0 or -1, "arcsin" the arc sine in radians.

    "z" is the quantile of the standard normal distribution.
    """

    name: FunctionName
    arg: Expr


# Of classes that a double sum runs over, or all classes but one, or all that the second letter stands for.
Pairs = Literal_["", "different", "all", "others", "second"]
Joined = Literal_["sum", "product", "largest"]  # what is made of the terms over the classes


@dataclass(slots=True, unsafe_hash=True)
class Sum(Expr):
    """A sum over classes: `body` over any class is what a definition prints, `terms` one a class what it is.

    `left_out` holds what took no part (a weight that is 0, a metric that a policy omits); `whole` is False where the
    sum does not run over all classes. With `pairs` it runs over pairs of classes, all of them or of different ones, or
    over the others of the class that `but` is the tag of.
    `zeros` is True where terms with a weight of 0 are not among the terms.
    """

    body: Expr
    terms: tuple[Expr, ...]
    left_out: tuple[Expr, ...] = ()
    whole: bool = True
    pairs: Pairs = ""
    zeros: bool = False
    but: Tag | None = None

    joined: ClassVar[Joined] = "sum"


@dataclass(slots=True, unsafe_hash=True)
class Product(Sum):
    """A product over classes: the terms of a sum are its factors."""

    joined: ClassVar[Joined] = "product"


@dataclass(slots=True, unsafe_hash=True)
class Largest(Sum):
    """The largest over classes: the terms of a sum are what it is taken of."""

    joined: ClassVar[Joined] = "largest"


def lift(value: object) -> Expr:
    """A node of a node or of a rational; anything else, a float above all, is refused."""
    if isinstance(value, Expr):
        return value
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Num(Fraction(value))
    if isinstance(value, Irrational):  # a constant
        return Num(value)  # type: ignore[arg-type]
    raise TypeError(f"definitions hold whole numbers and Fractions only, not {value!r}")


@lru_cache(maxsize=4096)
def number(n: int) -> Num:
    """A whole number as a node; small tables hold the same numbers again and again."""
    return Num(Fraction(n))


def whole_number(e: Expr) -> int | None:
    """The whole number that a node is, None for any other node."""
    if not isinstance(e, Num) or not isinstance(e.value, Fraction):
        return None
    n, q = e.value.as_integer_ratio()
    return n if q == 1 else None


def _product(a: Expr, b: Expr) -> Expr:
    """A product with its factors in one row."""
    left = a.factors if isinstance(a, Mul) else (a,)
    right = b.factors if isinstance(b, Mul) else (b,)
    return Mul(left + right)


def terms_of(e: Expr) -> tuple[Expr, ...]:
    """The terms of a sum; of anything else the node itself."""
    return e.terms if isinstance(e, Add) else (e,)
