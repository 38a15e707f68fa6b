"""A confusion matrix with letters in it: a metric worked out in them, and solved for the only one.

The definition is run on any matrix (`views/general.py`); then the letters and numbers of the cells are put in, sums
over the classes are written out, and the whole is brought to one quotient by its normal form.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm, prod
from typing import Any, ClassVar

from exactmetrics._writers import writer
from exactmetrics.derivation.defining import definition_step
from exactmetrics.derivation.look import Look
from exactmetrics.derivation.notation.symbols import base_of
from exactmetrics.derivation.planning.facts import title_facts
from exactmetrics.derivation.planning.page import Formula, Said, Step, Told
from exactmetrics.derivation.planning.tree import leaves, unordered
from exactmetrics.derivation.shown import Shown
from exactmetrics.derivation.words import OwnWords
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.exact.rounding import decimal, round_to
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.expression.evaluate import walk
from exactmetrics.expression.nodes import (
    ANY,
    Div,
    Expr,
    Largest,
    Leaf,
    Max,
    Named,
    Num,
    Product,
    Sqrt,
    Sum,
    Tag,
)
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.proofs.normal import Normal
from exactmetrics.proofs.ratios import NoFormError, Polynomial, Ratio, Space, fraction_of
from exactmetrics.proofs.rewriting import length, tidied
from exactmetrics.proofs.trees import Writer, added, factor_of, polynomial, product, replaced, spelt_out
from exactmetrics.views.general import general
from exactmetrics.views.value import compute

Cell = int | str
LETTER = re.compile(r"[A-Za-z](?:_?\d{1,3})?|alpha|beta|gamma|lambda|mu|nu")
TAKEN = {"N", "k", "i", "j"}  # what pages write for the number of samples, of classes, and any class
MOST_CLASSES, MOST_LETTERS = 6, 12
MOST_TERMS = 400  # of the common denominator of a formula that is written as one quotient; more are no page
SECONDS = 4.0  # for the normal form
LARGEST_TRIED, LARGEST_ROOTED = 10_000, 1_000  # whole numbers that are tried for a rounded value, and with a root
DIGITS = 6  # behind the point, of a solution that is no fraction


def letters_of(text: str) -> LetterMatrix | None:
    """The matrix that a text is, if letters stand in it; None for any other text.

    >>> letters_of("50 x; 10 40").rows
    ((50, 'x'), (10, 40))
    >>> letters_of("50 5; 10 40") is letters_of("matrix.csv") is None
    True
    """
    rows = [re.split(r"[\s,]+", row.strip()) for row in text.strip(" ;").split(";")]
    cells = [cell for row in rows for cell in row]
    square = len(rows) > 1 and all(len(row) == len(rows) for row in rows)
    if not square or no_cell_of(text) is not None or all(cell.isdecimal() for cell in cells):
        return None
    return LetterMatrix([[int(cell) if cell.isdecimal() else cell for cell in row] for row in rows])


def no_cell_of(text: str) -> str | None:
    """The first word of a text that is neither a count nor a letter; None where there is none.

    >>> no_cell_of("a b; c -5"), no_cell_of("a b; c d")
    ('-5', None)
    """
    cells = re.split(r"[\s,;]+", text.strip(" ;"))
    return next((cell for cell in cells if not (LETTER.fullmatch(cell) or cell.isdecimal())), None)


class LetterMatrix:
    """A confusion matrix in which letters stand for counts; rows are true classes.

    `rows` holds whole numbers, letters such as "a", "x" or "n_1", and symbols of sympy; `labels` names the classes, by
    default 0 to k-1.

    Raises `InputError` for anything that is no square table of these.

    >>> import exactmetrics as em
    >>> matrix = em.LetterMatrix([["a", "b"], ["c", "d"]], labels=["spam", "ham"])
    >>> matrix.rows, matrix.labels, matrix.letters
    ((('a', 'b'), ('c', 'd')), ('spam', 'ham'), ('a', 'b', 'c', 'd'))
    """

    def __init__(self, rows: Any, *, labels: Sequence[Hashable] | None = None) -> None:
        self.rows = tuple(tuple(map(_cell, row)) for row in rows)
        k = len(self.rows)
        if not 2 <= k <= MOST_CLASSES or any(len(row) != k for row in self.rows):
            raise InputError(
                f"a matrix of letters is a square table of 2 to {MOST_CLASSES} classes; rows are true classes"
            )
        self.labels: tuple[Hashable, ...] = tuple(range(k)) if labels is None else tuple(labels)
        if len(set(self.labels)) != k:
            raise InputError(f"{k} classes need {k} different labels")
        self.letters = tuple(dict.fromkeys(cell for row in self.rows for cell in row if isinstance(cell, str)))
        alike = {letter.replace("_", "") for letter in self.letters}
        if len(alike) < len(self.letters):
            raise InputError("two letters of a matrix look alike, such as x1 and x_1: call one otherwise")
        if len(self.letters) > MOST_LETTERS:
            raise InputError(f"at most {MOST_LETTERS} letters stand in a matrix, and here are {len(self.letters)}")

    def __repr__(self) -> str:
        return f"<LetterMatrix {'; '.join(' '.join(map(str, row)) for row in self.rows)}>"

    def derive(
        self,
        metric: str,
        *,
        solve: str | int | Fraction | None = None,
        positive: Hashable | None = None,
        profile: str | None = None,
        language: str = "en",
        templates: str | os.PathLike[str] | None = None,
        words: OwnWords = None,
        symbols: str = "letters",
        **options: Any,
    ) -> LetterDerivation:
        """A metric worked out in the letters of the matrix; options as in `ConfusionMatrix.derive`.

        With `solve`, a value of the metric as a text such as "0.8" or "4/5", the only letter is found that gives it.

        >>> import exactmetrics as em
        >>> print(em.LetterMatrix([["a", "b"], ["c", "d"]]).derive("f1", label=0))
        2*a/(2*a + b + c)
        """
        request = resolve(metric, positive=positive, labels=self.labels, **options)
        look = Look.asked(templates=templates, words=words, profile=profile, language=language, symbols=symbols)
        return LetterDerivation(self, request, look=look, solve=None if solve is None else str(solve))


def _cell(cell: Any) -> Cell:
    """A count or the name of a letter."""
    if getattr(cell, "is_Symbol", False):
        cell = cell.name
    if getattr(cell, "is_Integer", False):
        cell = int(cell)
    if isinstance(cell, int) and not isinstance(cell, bool) and cell >= 0:
        return cell
    if isinstance(cell, str) and LETTER.fullmatch(cell) and cell not in TAKEN:
        return cell
    taken = f"; {', '.join(sorted(TAKEN))} have a meaning of their own" if cell in TAKEN else ""
    raise InputError(f"a cell is a whole number from 0 on or a letter such as 'a' or 'n_1', not {cell!r}{taken}")


class LetterDerivation(Shown):
    """A metric of a matrix with letters, step by step; made by `LetterMatrix.derive`.

    `request` is the question, resolved, `matrix` the matrix, `formula` the value as a tree.

    >>> import exactmetrics as em
    >>> made = em.LetterMatrix([[50, "x"], [10, 40]]).derive("accuracy", solve="0.75")
    >>> made
    <accuracy in letters: 90/(x + 100)>
    >>> made.matrix.letters, made.request.metric.name, made.solution.whole, made.formula.num
    (('x',), 'accuracy', (20,), Num(value=Fraction(90, 1)))
    """

    _kind: ClassVar[str] = "letters"

    def __init__(self, matrix: LetterMatrix, request: Request, *, look: Look, solve: str | None = None) -> None:
        self.matrix, self.request, self.look, self._solve = matrix, request, look, solve
        self.terms = _Terms(matrix)
        self.named = self._named()
        self.written = tidied(self.terms.put_in(spelt_out(self.named.body)))
        self.form = self.terms.whole(self.written)
        if solve is not None:
            self.solution  # noqa: B018  # what cannot be solved is refused here

    def __repr__(self) -> str:
        return f"<{self.request.metric.name} in letters: {self}>"

    def __str__(self) -> str:
        shown: str = writer(self._kind, "text")(self)
        return shown

    @cached_property
    def formula(self) -> Expr:
        """The value as one quotient, or as it is written out where that is shorter."""
        if self.form is None:
            return self.written
        made = tidied(self.terms.tree(self.form))
        return made if length(made) <= 2 * length(self.written) else self.written

    def _named(self) -> Named:
        """The definition, of the class in question by its name."""
        named = general(self.request)
        if self.request.label is None:
            return named
        patterns = self.look.patterns
        bare = {base_of(patterns[block]) for block in BLOCKS}.isdisjoint(self.matrix.letters)  # else c is two things
        tag = Tag(self.matrix.labels.index(self.request.label), self.request.label, bare=bare)
        made = _of_class(named, tag)
        assert isinstance(made, Named)
        return made

    def value_at(self, *numbers: int | Fraction) -> Value:
        """The exact value with numbers in the place of the letters, in their order.

        >>> import exactmetrics as em
        >>> em.LetterMatrix([["a", "b"], ["b", "a"]]).derive("accuracy").value_at(3, 1)
        Fraction(3, 4)
        """
        known: dict[Cell, int | Fraction] = dict(zip(self.matrix.letters, numbers, strict=True))
        rows = [[known[cell] if isinstance(cell, str) else cell for cell in row] for row in self.matrix.rows]
        return compute(self.request, Counts.from_rows(rows, labels=self.matrix.labels).blocks()).value

    @cached_property
    def page(self) -> Told:
        """What the page tells."""
        return Told(self.named, title_facts(self.request), list(self._steps()))

    @property
    def steps(self) -> list[Step]:
        """The steps, in order: each with its kind, its formulas as trees, and the facts its sentence names.

        >>> import exactmetrics as em
        >>> [step.kind for step in em.LetterMatrix([["a", "b"], ["c", "d"]]).derive("kappa").steps]
        ['definition', 'letters_of_counts', 'letters_put_in']
        """
        return self.page.steps

    @cached_property
    def solution(self) -> Solution | None:
        """The letter for which the metric has the value that was asked for; None where none was.

        >>> import exactmetrics as em
        >>> em.LetterMatrix([[50, "x"], [10, 40]]).derive("f1", label=0, solve="0.8").solution.exact
        (Fraction(15, 1),)
        """
        return None if self._solve is None else _solved(self, self._solve)

    def _steps(self) -> Iterator[Step]:
        known: set[Expr] = set()
        yield definition_step(self.request, self.named, {"matrix": False, "n": None, "k": 0}, known)
        counts = self._counts()
        if counts:
            yield Step("letters_of_counts", counts, said=[Said(("letters", "counts"))])
        members = [self.formula] if unordered(self.formula) == unordered(self.written) else [self.written, self.formula]
        yield Step("letters_put_in", [Formula(self.named, members, numeric=False)], {"metric": self.named})
        if self.solution is not None:
            yield self.solution.step(self)

    def _counts(self) -> list[Formula]:
        """What the counts of the definition are in letters, class by class."""
        used = {leaf for leaf in leaves(spelt_out(self.named.body)) if leaf.block in BLOCKS and not _is_cell(leaf)}
        every = [Tag(at, label) for at, label in enumerate(self.matrix.labels)]
        found = [
            replace(leaf, tag=tag)
            for leaf in sorted(used, key=lambda leaf: BLOCKS.index(leaf.block))
            for tag in (every if leaf.tag == ANY else [leaf.tag])
        ]
        return [Formula(leaf, [self.terms.put_in(leaf)], numeric=False) for leaf in dict.fromkeys(found)]


BLOCKS = ("tp", "fn", "fp", "tn", "support", "predicted", "n")  # in the order in which they are told


def _is_cell(leaf: Leaf) -> bool:
    return leaf.tag is not None and (leaf.tag.other is not None or leaf.tag.second)


def _of_class(e: Expr, tag: Tag) -> Expr:
    """A formula of any class as that of one class; inside a sum the letter of the sum stays."""

    def change(part: Expr) -> Expr | None:
        if isinstance(part, Sum):
            return part
        if isinstance(part, Leaf) and part.tag == ANY:
            return replace(part, tag=tag)
        if isinstance(part, Named):
            head = part.head
            own = replace(tag, bare=False) if head.tag == ANY else head.tag
            return Named(replace(head, tag=own), replaced(part.body, change))
        return None

    return replaced(e, change)


class _Terms(Normal):
    """The letters of a matrix as generators, and its counts as sums of them."""

    def __init__(self, matrix: LetterMatrix) -> None:
        self.matrix, self.k = matrix, len(matrix.rows)
        self.space = Space(list(matrix.letters), {}, time.monotonic() + SECONDS)
        self.writer = _LetterWriter(self)

    # trees

    def put_in(self, e: Expr) -> Expr:
        """A formula with the cells in the place of its counts, and sums over the classes written out."""
        return self._put(e, None, None)

    def _put(self, e: Expr, i: int | None, j: int | None) -> Expr:
        def change(part: Expr) -> Expr | None:
            if isinstance(part, Leaf):
                return self._leaf(part, i, j)
            if isinstance(part, Sum):
                return self._joined(part, i)
            if isinstance(part, Sqrt) and part.classes:
                return Sqrt(self._put(part.arg, i, j), self.k)
            return None

        return replaced(e, change)

    def _joined(self, e: Sum, i: int | None) -> Expr:
        every = range(self.k)
        pairs = e.pairs
        places: list[tuple[int | None, int | None]] = (
            [(at, None) for at in every] if not pairs else
            [(a, b) for a in every for b in every if pairs == "all" or a != b]
        )  # fmt: skip
        if e.zeros:  # a class of weight 0 takes no part
            places = [(at, None) for at in every if any(self.matrix.rows[at])]
        terms = [self._put(e.body, *place) for place in places]
        if isinstance(e, Product):
            return product(terms)
        return Max(tuple(terms)) if isinstance(e, Largest) else added(terms)

    def _leaf(self, leaf: Leaf, i: int | None, j: int | None) -> Expr | None:
        rows, tag, every = self.matrix.rows, leaf.tag, range(self.k)
        if tag is None:
            if leaf.block == "n":
                return _sum_of([cell for row in rows for cell in row])
            return Num(Fraction(self.k)) if leaf.block == "k" else None
        at = j if tag.second else i if tag.position is None else tag.position
        assert at is not None
        if tag.other is not None:
            other = j if tag.other.second else i
            assert other is not None
            return Num(Fraction(abs(at - other))) if leaf.block == "gap" else _sum_of([rows[at][other]])
        row, column = rows[at], [one[at] for one in rows]
        rest = [rows[a][b] for a in every for b in every if a != at != b]
        cells = {
            "tp": [rows[at][at]], "support": row, "predicted": column, "tn": rest,
            "fn": [cell for b, cell in enumerate(row) if b != at],
            "fp": [cell for a, cell in enumerate(column) if a != at],
        }  # fmt: skip
        if leaf.block in cells:
            return _sum_of(cells[leaf.block])
        chosen = row if leaf.block == "row_largest" else column
        return Max(tuple(_sum_of([cell]) for cell in chosen))

    # forms

    def leaf(self, leaf: Leaf) -> Ratio:
        return self.space.letter(leaf.block)

    def joined(self, e: Sum) -> Ratio:
        raise NoFormError("a sum that is not written out")

    def whole(self, e: Expr) -> Ratio | None:
        """The normal form of a formula; None where it has none, or where one quotient would be too long to read."""
        return None if _terms_of_one(e) > MOST_TERMS else self.form_if_any(e)

    def tree(self, r: Ratio) -> Expr:
        return self.writer.tree(r)


class _LetterWriter(Writer):
    """Writes quotients in letters."""

    def base(self, name: str) -> Expr:
        return Leaf(name, None, None)


def _terms_of_one(e: Expr) -> int:
    """About how many terms the common denominator of all fractions and the roots of a formula has."""
    below = {part.den for part in walk(e) if isinstance(part, Div)} | {
        part.arg for part in walk(e) if isinstance(part, Sqrt)
    }
    sizes = [sum(isinstance(part, (Leaf, Num)) for part in walk(one)) for one in below if list(leaves(one))]
    return prod(sizes)


def _sum_of(cells: Sequence[Cell]) -> Expr:
    """Cells added up: letters in their order, numbers together behind them."""
    letters = [cell for cell in cells if isinstance(cell, str)]
    number = sum(cell for cell in cells if isinstance(cell, int))
    counted = {letter: letters.count(letter) for letter in letters}
    terms = [
        Leaf(x, None, None) if n == 1 else product([Num(Fraction(n)), Leaf(x, None, None)]) for x, n in counted.items()
    ]
    return added([*terms, *([Num(Fraction(number))] if number or not terms else [])])


# the only letter


@dataclass(frozen=True, slots=True)
class Solution:
    """For which numbers in the place of the only letter a metric has a value.

    `letter` is the letter, `value` the value, `exact` the fractions that give it exactly, `whole` those that are
    counts, `about` other solutions as decimals, `rounded` the whole numbers from and to which the value is rounded to
    `value` as it was written; None where there are none, or where nothing was rounded.

    >>> import exactmetrics as em
    >>> found = em.LetterMatrix([[50, "x"], [10, 40]]).derive("recall", label=0, solve="0.7").solution
    >>> found.letter, found.value, found.exact, found.whole, found.about, found.rounded
    ('x', Fraction(7, 10), (Fraction(150, 7),), (), (), (17, 26))
    >>> found.step(em.LetterMatrix([[50, "x"], [10, 40]]).derive("recall", label=0)).kind
    'letters_solved'
    """

    letter: str
    value: Fraction
    exact: tuple[Fraction, ...]
    about: tuple[str, ...]
    rounded: tuple[int, int] | None
    equation: tuple[Expr, Expr] | None = None
    squared: bool = False
    polynomial: Expr | None = None

    @property
    def whole(self) -> tuple[int, ...]:
        """The solutions that are counts."""
        return tuple(int(one) for one in self.exact if one.denominator == 1)

    def step(self, made: LetterDerivation) -> Step:
        """The step that finds it."""
        x, value = Leaf(self.letter, None, None), Num(self.value)
        formulas = [Formula(made.formula, [value], numeric=False, said=[Said(("letters", "equation"))])]
        if self.equation is not None:
            left, right = self.equation
            formulas.append(Formula(left, [right], numeric=False, said=[Said(("letters", "multiplied"))]))
        if self.polynomial is not None:
            said = Said(("letters", "squared" if self.squared else "one_side"))
            formulas.append(Formula(self.polynomial, [Num(Fraction(0))], numeric=False, said=[said]))
        for at, one in enumerate(self.exact):
            formulas.append(Formula(x, [Num(one)], numeric=False, said=[Said(("letters", "or" if at else "so"))]))
        return Step("letters_solved", formulas, {"x": x}, after=list(self._after(x)))

    def _after(self, x: Leaf) -> Iterator[Said]:
        if not self.exact and not self.about:
            yield Said(("letters", "none"), {"x": x})
        for one in self.about:
            yield Said(("letters", "about"), {"x": x, "given": one})
        if (self.exact or self.about) and not self.whole:
            yield Said(("letters", "no_count"), {"x": x})
        if self.rounded is not None and not self.whole:
            least, most = self.rounded
            key = "rounded_one" if least == most else "rounded"
            yield Said(("letters", key), {"x": x, "least": least, "most": most})


def _solved(made: LetterDerivation, text: str) -> Solution:
    """Solve a metric for the only letter."""
    value, places = _value_of(text)
    letters, name = made.matrix.letters, made.request.metric.name
    if len(letters) != 1:
        raise UsageError(f"one letter can be solved for, and the matrix has {len(letters)}: {', '.join(letters)}; give "
                         "the others numbers")  # fmt: skip
    parts = None if made.form is None else _parts(made.form, value)
    if parts is None:
        raise UsageError(f"{name} cannot be solved for {letters[0]}: it is neither a quotient of polynomials nor one "
                         "with a square root")  # fmt: skip
    plain, rooted, square = parts
    if not plain and not rooted:
        raise UsageError(f"{name} is {text} whatever {letters[0]} is, wherever it has a value")
    exact, about = list[Fraction](), list[Fraction]()
    whole = plain**2 - rooted**2 * square if rooted else plain
    if not whole:
        raise UsageError(f"{name} is {text} for a whole range of {letters[0]}, which is not worked out here")
    for root, is_exact in _roots(whole):
        # squared, an equation has the roots of its other sign too; a count is never negative
        if root >= 0 and _at(plain, root) * _at(rooted, root) <= 0 and (made.value_at(root) == value or not is_exact):
            (exact if is_exact else about).append(root)
    shown = tuple(decimal(one, places=DIGITS) for one in about)
    return Solution(
        letters[0], value, tuple(sorted(exact)), shown, _rounded(made, value, places, bool(rooted)) if places else None,
        None if rooted else _multiplied(made, value), bool(rooted), _one_side(made, whole),
    )  # fmt: skip


def _value_of(text: str) -> tuple[Fraction, int]:
    """A value as it was typed, and how many digits it has behind the point."""
    found = re.fullmatch(r"\s*(-?\d{1,20})(?:/(\d{1,20})|\.(\d{1,20}))?\s*", text)
    if found is None or (found[2] and not int(found[2])):
        raise UsageError(f"a value to solve for is a number such as 0.8 or 4/5, not {text!r}")
    return Fraction(text.strip()), len(found[3] or "")


def _parts(form: Ratio, value: Fraction) -> tuple[Polynomial, Polynomial, Polynomial] | None:
    """P, Q and R of P + Q sqrt(R) = 0, which a form is equal to a value by; None where it is of another kind."""
    space = form.space
    difference = form - space.number(value)
    plain, rooted, root = space.zero, space.zero, None
    for monomial, coefficient in difference.num.terms():
        atoms = tuple(at for at, power in enumerate(monomial) if power and at >= space.base)
        free = space.ring({tuple(0 if at in atoms else power for at, power in enumerate(monomial)): coefficient})
        if not atoms:
            plain += free
            continue
        if root not in (None, atoms) or any(space.atoms[at - space.base].square is None for at in atoms):
            return None
        root, rooted = atoms, rooted + free
    square = space.one
    for at in root or ():
        square *= space.atoms[at - space.base].square
    return plain, rooted, square


def _roots(p: Polynomial) -> Iterator[tuple[Fraction, bool]]:
    """The real roots of a polynomial in one letter: fractions exactly, others to some digits."""
    from sympy import Poly, Symbol

    places = [at for at in range(p.ring.ngens) if any(monomial[at] for monomial in p)]
    if not places:
        return
    terms = {(monomial[places[0]],): coefficient for monomial, coefficient in p.terms()}
    for factor, _ in Poly.from_dict(terms, Symbol("x")).factor_list()[1]:
        if factor.degree() == 1:
            a, b = (Fraction(int(one.p), int(one.q)) for one in factor.all_coeffs())
            yield -b / a, True
            continue
        for ends, _ in factor.intervals(eps=Fraction(1, 10 ** (DIGITS + 2))):
            low, high = (Fraction(int(end.p), int(end.q)) for end in ends)
            yield (low + high) / 2, False


def _at(p: Polynomial, x: Fraction) -> Fraction:
    """A polynomial in one letter at a number."""
    total = Fraction(0)
    for monomial, coefficient in p.terms():
        total += fraction_of(coefficient) * x ** sum(monomial)
    return total


def _one_side(made: LetterDerivation, whole: Polynomial) -> Expr | None:
    """The equation with everything on one side, of which a reader finds the roots; None where it is linear."""
    degree = max(sum(monomial) for monomial in whole)
    if degree < 2:
        return None
    _, primitive = whole.clear_denoms()[1].primitive()
    return polynomial(primitive if primitive.LC > 0 else -primitive, made.terms.writer.letter)


def _rounded(made: LetterDerivation, value: Fraction, places: int, rooted: bool) -> tuple[int, int] | None:
    """From which whole number to which a metric is rounded to a value; None where there is none, a gap, or no end."""
    form, units, fits = made.form, value * 10**places, list[int]()
    assert form is not None
    most = LARGEST_ROOTED if rooted else LARGEST_TRIED
    for x in range(most + 1):
        if rooted:
            found: Any = made.value_at(x)
        else:
            below = _at(form.den, Fraction(x))
            found = _at(form.num, Fraction(x)) / below if below else None
        if found is not None and not isinstance(found, Undefined) and round_to(found, places) == units:
            fits.append(x)
    is_range = fits and fits[-1] < most and len(fits) == fits[-1] - fits[0] + 1
    return (fits[0], fits[-1]) if is_range else None


def _multiplied(made: LetterDerivation, value: Fraction) -> tuple[Expr, Expr] | None:
    """The equation without fractions."""
    form, terms = made.form, made.terms
    assert form is not None
    if form.den.is_ground:
        return None
    scale = lcm(*(fraction_of(one).denominator for side in (form.num, form.den) for one in side.coeffs()))
    top, bottom = (terms.tree(Ratio(terms.space, one * scale, terms.space.one)) for one in (form.num, form.den))
    n, d = value.as_integer_ratio()
    return tidied(product([*factor_of(Fraction(d)), top])), tidied(product([*factor_of(Fraction(n)), bottom]))
