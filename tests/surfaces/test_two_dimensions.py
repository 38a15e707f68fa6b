"""Formulas drawn in two dimensions say what the linear ones say: each is read back from the page and worked out."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import exactmetrics as em
from exactmetrics.derivation.look import symbols
from exactmetrics.derivation.notation.two_d import Stacked, laid_out
from exactmetrics.expression.nodes import Add, Expr, Mul, Num, Sqrt
from exactmetrics.expression.reading import read
from tests.cases import each
from tests.derivation.documents import Section, take_apart
from tests.derivation.questions import BIRDS, matrix
from tests.derivation.rereading import chains_of, exact
from tests.surfaces.blocks import MisdrawnError, linear_page, read_block

WIDEST = 100
RULES = re.compile(r"[()\s]")


def judge(drawn_page: str, linear: str, *, numbers: bool = True) -> int:
    """A drawn page against the linear one: the same words and tables, the same signs; how many members are equal.

    Blanks of an exercise are no `numbers`.
    """
    drawn, line = (take_apart(text, "text") for text in (linear_page(drawn_page), linear))
    assert (drawn.title, len(drawn.steps)) == (line.title, len(line.steps))
    for a, b in zip([drawn.data, *drawn.steps, drawn.result], [line.data, *line.steps, line.result], strict=True):
        assert (a.title, a.sentences, a.tables, signs(a)) == (b.title, b.sentences, b.tables, signs(b))
    steps = zip(drawn.steps[1:], line.steps[1:], strict=True) if numbers else ()
    return sum(same(a, b) for a, b in steps)


def same(drawn: Section, line: Section) -> int:
    """The chains of a section, member by member; how many there are."""
    count = 0
    for one, other in zip(chains_of(drawn.rows), chains_of(line.rows), strict=True):
        assert one.name == other.name
        assert list(map(exact, one.trees)) == list(map(exact, other.trees))
        count += len(one.trees)
    return count


def signs(section: Section) -> str:
    """The formulas of a section without brackets and spaces, and without the repeated name of a chain."""
    return RULES.sub("", " ".join(section.rows)).replace("≠", "!=").replace("π", "pi")


@each("k", [7, 12])
def test_wide_sums_are_broken_and_read_back(k: int) -> None:
    rows = [[9999 - 83 * i - 7 * j if i == j else (i * j * 37 + 11 * i + j) % 900 for j in range(k)] for i in range(k)]
    cm = em.ConfusionMatrix(rows)
    for metric, options in (
        ("precision", {"average": "weighted"}), ("f1", {"average": "macro"}), ("f1", {"average": "weighted"}),
        ("accuracy", {}), ("kappa", {}), ("mcc", {}), ("f1", {"average": "macro", "combine": "averages"}),
    ):  # fmt: skip
        page = cm.derive(metric, **options)
        assert judge(page.to("text-2d"), page.to_text()) >= 2
        lines = page.to("text-2d").splitlines()
        drawn = [line for line in lines if line.startswith("   ") and not set(line.strip()) <= {"-"}]
        formulas = [line for line in drawn if re.search("[─=╲⎛⎜⎝]", line)]
        longest = max(map(len, re.findall(r"\d+", " ".join(drawn))))  # a number is never broken
        assert max(map(len, formulas)) <= max(WIDEST, longest + 35), (metric, max(formulas, key=len))
        assert longest < 60 or options.get("combine") == "averages"


def test_sums_of_many_terms_are_drawn_with_their_gap() -> None:
    k = 80
    rows = [[(i * j * 37 + 11 * i + j) % 90 + 900 * (i == j) for j in range(k)] for i in range(k)]
    for metric, options in (("mcc", {}), ("precision", {"average": "weighted"})):
        page = em.ConfusionMatrix(rows).derive(metric, **options)
        drawn = page.to("text-2d")
        assert f"({k - 6})" in drawn, "the number of terms left out between the first four and the last two"
        assert len(drawn) < 3 * len(page.to_text())


def number(x: int) -> Num:
    return Num(Fraction(x))


BARE = Stacked(symbols(None, (), style="text"))
SHAPES: list[Expr] = [
    number(7) / 12,
    number(-3) / 4 + (number(3) / 4) ** 2,
    Sqrt(number(5) / (1 + number(1) / 2)) / Sqrt(number(29)),
    Mul((number(2), Sqrt(Sqrt(number(2)) / 3 + 1), number(5))),
    (number(1) / 2) / (number(3) / 4),
    1 / (1 + 1 / (1 + 1 / (1 + number(1) / 2))),
    Add(tuple(number(10**9 + i) * (number(1) / (i + 1)) for i in range(30))) / Sqrt(number(2)),
    Mul(tuple(Add(tuple(number(10**8 + i * j) for j in range(20))) for i in range(3))) / (number(10**40) + 1),
    Sqrt(Add(tuple(number(10**20 + i) / 7 for i in range(9)))) ** 3,
]


@each("shape", SHAPES, ids=range(len(SHAPES)))
@each("room", [25, 60, 100])
def test_any_shape_reads_back_at_any_width(shape: Expr, room: int) -> None:
    boxes = laid_out(BARE.show(shape), room)
    lines = [line for box in boxes for line in (*box.rows, "")]
    found = " ".join(read_block(box.rows) for box in boxes)
    assert len({len(line) for box in boxes for line in box.rows}) == len(boxes) or len(boxes) > 1
    assert Linear(found) == Linear(flat(shape)), "\n".join(lines)


def flat(e: Expr) -> str:
    """The linear notation of a tree."""
    from exactmetrics.derivation.notation.text import Text

    return Text(symbols(None, (), style="text")).show(e)


class Linear:
    """Arithmetic to compare: by its signs in order and by the nesting of what is worked out."""

    def __init__(self, text: str) -> None:
        self.signs = RULES.sub("", text)
        self.value = worked(text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Linear) and (self.signs, self.value) == (other.signs, other.value)


def worked(text: str) -> object:
    """The value to sixty digits: nested roots have no exact value here."""
    from decimal import Decimal, localcontext

    from exactmetrics.expression.nodes import Abs, Div, Literal, Max, Min, Neg, Pow

    def run(e: Expr) -> Decimal:
        match e:
            case Literal(_, value):
                return Decimal(value.numerator) / Decimal(value.denominator)
            case Neg(arg):
                return -run(arg)
            case Add(terms):
                return sum(map(run, terms), Decimal(0))
            case Mul(factors):
                out = Decimal(1)
                for f in factors:
                    out *= run(f)
                return out
            case Div(num, den):
                return run(num) / run(den)
            case Pow(base, exponent):
                return run(base) ** exponent
            case Sqrt(arg):
                return run(arg).sqrt()
            case Max(args):
                return max(map(run, args))
            case Min(args):
                return min(map(run, args))
            case Abs(arg):
                return abs(run(arg))
        raise AssertionError(e)

    with localcontext() as context:
        context.prec = 80
        value = run(read(text, max_length=10**5))
        context.prec = 60
        return +value


DAMAGED = {
    "a bar too short": ["10 ", "── ", "3+1"],
    "a bar with nothing below": ["1", "─"],
    "a term off the line": [" 1     ", "─── + 2", "10    3"],
    "an open bracket": ["⎛1", "⎜─", "⎝2"],
    "brackets of two sizes": ["⎛1⎞", "⎜─⎠", "⎝2 "],
    "a root over nothing": ["  ", "╲╱"],
}


@each("lines", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_drawing_is_refused(lines: list[str]) -> None:
    with pytest.raises(MisdrawnError):
        read_block(lines)


def test_a_wrong_digit_in_a_drawing_is_seen() -> None:
    derivation = matrix(BIRDS).derive("precision", label="a")
    page, line = linear_page(derivation.to("text-2d")), derivation.to_text()
    for at in [m.start() for m in re.finditer(r"\d", page[page.index("Put in the numbers") :])][:20]:
        at += page.index("Put in the numbers")
        wrong = page[:at] + str((int(page[at]) + 1) % 10) + page[at + 1 :]
        sections = [take_apart(text, "text") for text in (wrong, line)]
        assert [signs(s) for s in (*sections[0].steps, sections[0].result)] != [
            signs(s) for s in (*sections[1].steps, sections[1].result)
        ] or wrong[:at].rpartition("\n")[2][:3] != "   "
