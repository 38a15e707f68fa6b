"""What the sentences of a finished derivation claim about numbers, checked with the standard library."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from math import gcd, isqrt, lcm, prod
from typing import Any

from exactmetrics.exact.printed import judge
from exactmetrics.exact.values import Root
from exactmetrics.expression.evaluate import walk
from exactmetrics.expression.nodes import Add, Div, Expr, Literal, Mul, Neg, Sqrt
from exactmetrics.expression.reading import read
from tests.derivation.rereading import FaultError, check_numeric, exact

LISTED = r"\d+(?:, \d+)*(?: and \d+)?"
ROOT = r"(?:\\?sqrt[({](?P<n>\d+)[)}]|√(?P<m>\d+))"
READ = 10**12  # a least common multiple above is not written out
LOOKED_FOR = 10**4  # square factors of a number are looked for up to the square of this


def plain(sentence: str) -> str:
    """A sentence without what its surface adds: dollar signs, Markdown's backslashes, the lines of a long formula."""
    sentence = re.sub(r"\\(?:begin|end)\{gathered\}|\\\\\[4pt\]|\\:", " ", sentence)
    sentence = sentence.replace(r"\approx", "≈").replace(r"\cdot", "*").replace("·", "*")
    out = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", sentence)
    out = re.sub(r"\{([^\w\s\\])\}", r"\1", out)
    return re.sub(r"\s+", " ", out.replace("$", ""))


def _numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", text)]


def _free_of_squares(n: int) -> bool:
    return all(n % (p * p) for p in range(2, min(isqrt(n), LOOKED_FOR) + 1))


def _largest_square(n: str, square: str, root: str) -> bool:
    """Whether a square number is the largest that divides n."""
    a = int(root)
    return a > 1 and int(square) == a * a and int(n) % (a * a) == 0 and _free_of_squares(int(n) // (a * a))


def _products(chain: str) -> bool:
    """Whether `90 = 3 * 30 = 9 * 10` is true, and its first number the least common multiple of 3 and 9."""
    common, *products = [_numbers(member) for member in chain.split(" = ")]
    alike = all(len(p) == 2 and [p[0] * p[1]] == common for p in products)
    return alike and len(common) == 1 and lcm(*(p[0] for p in products)) == common[0]


# What is true of the numbers of a sentence alone.
CLAIMS: dict[str, Callable[..., bool]] = {
    r"The least common multiple of the denominators is (?P<chain>[\d =*]+)\.": _products,
    r"Multiply numerator and denominator by (?P<n>\d+)\.": lambda n: int(n) > 1,
    rf"by (?P<n>\d+), the least common multiple of (?P<parts>{LISTED})\.": (
        lambda parts, n: lcm(*_numbers(parts)) == int(n)
    ),
    r"The (?P<g>\d+) is the greatest common divisor of (?P<a>\d+) and (?P<b>\d+)\.": (
        lambda a, b, g: gcd(int(a), int(b)) == int(g) > 1
    ),
    r"cannot be reduced: (?P<a>\d+) and (?P<b>\d+) have no common divisor except 1\.": (
        lambda a, b: gcd(int(a), int(b)) == 1
    ),
    r"The root is (?P<r>\d+), because (?P<s>\d+) times (?P<t>\d+) is (?P<n>\d+)\.": (
        lambda r, s, t, n: r == s == t and int(r) ** 2 == int(n)
    ),
    r"The largest square number that divides (?P<n>\d+) is (?P<square>\d+) = (?P<root>\d+)\^2\.": _largest_square,
    r"The square number (?P<a>\d+) = (?P<b>\d+)\^2 divides (?P<n>\d+)\. No square of a number from 2 to (?P<bound>\d+)"
    r" divides the rest, (?P<rest>\d+)\.": (
        lambda a, b, n, bound, rest: (
            int(a) == int(b) ** 2
            and int(a) * int(rest) == int(n)
            and int(bound) == LOOKED_FOR
            and _free_of_squares(int(rest))
        )
    ),
    r"(?P<n>\d+)/(?P<m>\d+) \* \d+/\d+ of all samples": lambda n, m: int(n) <= int(m),
}


def check_sentence(sentence: str) -> int:
    """Every claim about numbers in a sentence; how many there are."""
    text, found = plain(sentence), 0
    for pattern, holds in CLAIMS.items():
        for claim in re.finditer(pattern, text):
            found += 1
            if not holds(**claim.groupdict()):
                raise FaultError(f"not true: {claim[0]}")
    return found


# What a sentence says of the formulas of its step: of the trees that are read back from the page.


def _ratio(e: Expr) -> tuple[int, int] | None:
    """A fraction as it is printed; a whole number has the denominator 1."""
    match e:
        case Literal(_, value) if value.denominator == 1:
            return int(value), 1
        case Neg(inner) if (found := _ratio(inner)) is not None:
            return -found[0], found[1]
        case Div(num, den) if (top := _ratio(num)) and (bottom := _ratio(den)) and top[1] == bottom[1] == 1:
            return top[0], bottom[0]
    return None


def _terms(e: Expr) -> list[Expr]:
    return [part for term in e.terms for part in _terms(term)] if isinstance(e, Add) else [e]


def _bottoms(e: Expr) -> list[int]:
    """The denominators of a sum of fractions, 1 for a whole number; none of anything else."""
    if not isinstance(e, Add):
        return []
    found = [_ratio(t) or _of_products(t) for t in _terms(e)]
    return [r[1] for r in found if r is not None] if None not in found else []


def _of_products(e: Expr) -> tuple[int, int] | None:
    """A fraction of products, or a product of fractions, multiplied."""
    inner = e.arg if isinstance(e, Neg) else e
    if not isinstance(inner, (Mul, Div)):
        return None
    if isinstance(inner, Mul):
        parts = [_ratio(f) or _of_products(f) for f in inner.factors]
        return None if None in parts else (prod(p[0] for p in parts if p), prod(p[1] for p in parts if p))
    top, bottom = (_ratio(side) or _of_products(side) for side in (inner.num, inner.den))
    return (top[0], bottom[0]) if top and bottom and top[1] == bottom[1] == 1 else None


def _any(trees: list[Expr], holds: Callable[[Expr], bool]) -> bool:
    return any(holds(part) for tree in trees for part in walk(tree))


def _reduced_by(trees: list[Expr], a: int, b: int, g: int) -> bool:
    """Whether a/b is printed, and then with g taken out of both."""

    def shown(e: Expr) -> bool:
        return isinstance(e, Div) and all(
            isinstance(side, Mul) and _ratio(side.factors[0]) == (g, 1) for side in (e.num, e.den)
        )

    return _any(trees, lambda e: _ratio(e) in ((a, b), (-a, b))) and _any(trees, shown)


def _common_factor(trees: list[Expr], g: int) -> bool:
    """Whether g is all that numerator and denominator of a fraction of products, or of one over a root, share."""
    for tree in trees:
        for part in walk(tree):
            if not isinstance(part, Div):
                continue
            roots = isinstance(part.den, Mul) and any(isinstance(f, Sqrt) for f in part.den.factors)
            den = part.den.factors[0] if roots else part.den  # type: ignore[attr-defined]
            top, bottom = (_ratio(side) or _of_products(side) for side in (part.num, den))
            if top and bottom and top[1] == bottom[1] == 1 and gcd(top[0], bottom[0]) == g:
                return True
    return False


def _sum_over(trees: list[Expr], holds: Callable[[list[int]], bool]) -> bool:
    return _any(trees, lambda e: bool(found := _bottoms(e)) and holds(found))


def _root_removed(trees: list[Expr], n: int) -> bool:
    def twice(e: Expr) -> bool:
        return isinstance(e, Mul) and sum(isinstance(f, Sqrt) and _ratio(f.arg) == (n, 1) for f in e.factors) == 2

    return _any(trees, lambda e: isinstance(e, Div) and twice(e.den))


def _same_bottom(trees: list[Expr], n: int) -> bool:
    """Whether the first member is a fraction over a fraction, both with the denominator n."""
    first = trees[0]
    return isinstance(first, Div) and [r and r[1] for r in (_ratio(first.num), _ratio(first.den))] == [n, n]


def _by(trees: list[Expr], n: int) -> bool:
    """Whether something is divided by n."""

    def divided(e: Expr) -> bool:
        below = (_ratio(e) or _of_products(e)) if isinstance(e, Div) else None
        return below is not None and below[1] % n == 0

    return _any(trees, divided)


SEEN: dict[str, Callable[..., bool]] = {
    r"The least common multiple of the denominators is (?P<chain>[\d =*]+)\.": lambda trees, chain: _sum_over(
        trees, lambda b: {q for q in b if q != 1} == {_numbers(product)[0] for product in chain.split(" = ")[1:]}
    ),
    r"The common denominator is (?P<n>\d+)\.": lambda trees, n: _sum_over(
        trees, lambda b: len(set(b)) > 1 and int(n) == lcm(*b) and int(n) in b
    ),
    r"All fractions have the same denominator\.": lambda trees: _sum_over(
        trees, lambda b: len(b) > 1 and len(set(b)) == 1 != b[0]
    ),
    r"The fractions are rewritten with the least common multiple of their denominators\.": lambda trees: _sum_over(
        trees, lambda b: lcm(*b) > READ and lcm(*b) not in b
    ),
    r"The (?P<g>\d+) is the greatest common divisor of (?P<a>\d+) and (?P<b>\d+)\.": (
        lambda trees, a, b, g: _reduced_by(trees, int(a), int(b), int(g))
    ),
    r"This fraction cannot be reduced: (?P<a>\d+) and (?P<b>\d+) have": (
        lambda trees, a, b: _ratio(trees[-1]) in ((int(a), int(b)), (-int(a), int(b)))
    ),
    r"The root is (?P<r>\d+), because \d+ times \d+ is (?P<n>\d+)\.": lambda trees, r, n: _any(
        trees, lambda e: isinstance(e, Sqrt) and _ratio(e.arg) == (int(n), 1)
    ),
    r"square number that divides (?P<n>\d+) is (?P<square>\d+) = ": lambda trees, n, square: _any(
        trees,
        lambda e: isinstance(e, Sqrt) and isinstance(e.arg, Mul) and _ratio(e.arg.factors[0]) == (int(square), 1),
    ),
    r"The square number (?P<square>\d+) = \d+\^2 divides (?P<n>\d+)\.": lambda trees, n, square: _any(
        trees, lambda e: isinstance(e, Sqrt) and _ratio(e.arg) == (int(n), 1)
    ),
    r"by (?P<n>\d+), so that the denominator is a square number\.": lambda trees, n: _any(
        trees, lambda e: isinstance(e, Sqrt) and isinstance(e.arg, Div) and _of_products(e.arg) is not None
    ),
    r"[Cc]ancel the (?P<g>\d+)\.": lambda trees, g: int(g) > 1 and _common_factor(trees, int(g)),
    rf"[Mm]ultiply numerator and denominator by {ROOT}, so that no root": (
        lambda trees, n, m: _root_removed(trees, int(n or m))
    ),
    r"both have the denominator (?P<n>\d+), so (?P<m>\d+) cancels\.": (
        lambda trees, n, m: n == m and _same_bottom(trees, int(n))
    ),
    r"(?:Both|All (?P<n>\d+)) class values are (?P<v>\S+), so their mean is (?P<w>\S+) too\.": (
        lambda trees, n, v, w: v == w and exact(read(v)) == exact(trees[-1])
    ),
    r"its class value, (?P<v>\S+)\.": lambda trees, v: exact(read(v)) == exact(trees[-1]),
    r"Multiply numerator and denominator by (?P<n>\d+)(?:\.|, the least)": lambda trees, n: True,
    r"Divide by (?P<n>\d+)": lambda trees, n: _by(trees, int(n)),
}
# Numbers of sentences about counts, which the counts of the page show, and what is said without a number of its own.
COUNTED = (
    r"Take class .*? (?:as it|one term of the sum)\.",
    r"N = \d+ is",
    r"Numerators? 0|[Tt]he numerator is 0|the value is 0|the weight 0|other than 0|denominator is 0|divided by 0",
    r"except 1",
    r"It is counted as \S+ \([^)]*\)",
    r"the policy \S+",
)


def check_said(title: str, sentences: list[str], trees: list[Expr]) -> int:
    """The title and the sentences of a step, with the formulas of it that they speak of; how much they claim.

    A number that no claim accounts for is a fault.
    """
    count = 0
    for sentence in (title, *sentences):
        count += check_sentence(sentence)
        check_inline(sentence)
        rest = plain(sentence)
        for pattern, holds in SEEN.items():
            for claim in re.finditer(pattern, rest):
                count += 1
                if not trees or not holds(trees, **claim.groupdict()):
                    raise FaultError(f"not true of the formulas: {claim[0]}")
        for pattern in (*CLAIMS, *SEEN, *COUNTED):
            rest = re.sub(re.sub(r"\?P<\w+>", "", pattern), " ", rest)
        if re.search(r"(?<![\w^])\d", rest):
            raise FaultError(f"a number that nothing accounts for: {sentence}")
    return count


def check_inline(sentence: str) -> int:
    """Every formula between dollar signs that is a chain of numbers."""
    count = 0
    for formula in re.findall(r"(?<!\\)\$([^$]+)\$", sentence):
        if "=" in formula and not re.search(r"[A-Za-z]", re.sub(r"\\[a-z]+", "", formula)) and "approx" not in formula:
            check_numeric(formula)
            count += 1
    return count


def check_decimal(line: str, value: Any) -> None:
    """The line that gives the decimal: the value again, correctly rounded digits, how many, and the period."""
    text = plain(line)
    if found := re.fullmatch(r"(\S+)\. A whole number\.|(\S+?)\.? ?A whole number\.|A whole number\.", text):
        if not (isinstance(value, Fraction) and value.denominator == 1):
            raise FaultError(f"{value} is no whole number: {text}")
        if (shown := found[1] or found[2]) and Fraction(shown) != value:
            raise FaultError(f"{shown} is not {value}")
        return
    found = re.match(
        r"(?P<value>.+?) (?P<sign>[≈=]) (?P<digits>-?[\d.]+)(?: \((?P<n>\d+) significant digits| exactly\.)", text
    )
    if found is None:
        raise FaultError(f"no decimal in {text!r}")
    shown = exact(read(found["value"]))
    word = judge(found["digits"], value).word
    if shown != value or word not in (("exact",) if found["sign"] == "=" else ("rounded", "tie")):
        raise FaultError(f"{text}: of {value} the digits are {word}")
    if found["n"] and len(found["digits"].lstrip("-0.").replace(".", "")) != int(found["n"]):
        raise FaultError(f"not {found['n']} significant digits: {found['digits']}")
    _check_period(text, value)
    _check_root(text, value)


def _check_period(text: str, value: Any) -> None:
    if found := re.search(r"repeat for ever: (\S+)\.(?: |$)", text):
        period = found[1]
        if exact(read(period, repeating=True)) != value:
            raise FaultError(f"{period} is not {value}")
    if "in blocks of" in text:
        found = re.search(r"repeat for ever, in blocks of ([\d,]+)\.(?: |$)", text)
        if found is None or int(found[1].replace(",", "")) != _period_of(value):
            raise FaultError(f"the period of {value} is {_period_of(value)}: {text}")


def _period_of(value: Fraction) -> int:
    """The order of 10 modulo the denominator without its twos and fives; up to a million."""
    rest = value.denominator
    while (g := gcd(rest, 10)) > 1:
        rest //= g
    power = length = 1
    while (power := power * 10 % rest) != 1 and length < 10**6:
        length += 1
    return length


def _check_root(text: str, value: Any) -> None:
    found = re.search(r"its sign, (\S+), and its square, (.+)\.$", text)
    if isinstance(value, Root) != (found is not None):
        raise FaultError(f"sign and square belong to a root and to nothing else: {text}")
    if found is None:
        return
    if found[1] != ("+" if value.sign > 0 else "-") or set(check_numeric(found[2])) != {value.square}:
        raise FaultError(f"not the sign and square of {value}: {text}")
    root = re.search(r"irrational, because (.+) is: no", text)
    if root is None or root[1] not in text.partition(" ≈ ")[0]:
        raise FaultError(f"not the root of the value is said to be irrational: {text}")


def check_squares(rows: list[str], sentence: str, value: Any) -> None:
    """The proof of the digits: squares in order, and the value between the two decimals."""
    if not isinstance(value, Root):
        raise FaultError("squares prove the digits of a root only")
    for row in rows:
        check_numeric(row)
    found = re.search(r"so the value lies between (-?[\d.]+) and (-?[\d.]+), and its first 7 dec", plain(sentence))
    if found is None or not Fraction(found[1]) < value < Fraction(found[2]):
        raise FaultError(f"{value} does not lie there: {sentence}")
    roots = {int(n) for row in rows for n in re.findall(r"(\d+)\^2", row)}
    if roots != {abs(int(x.replace(".", ""))) for x in found.groups()}:
        raise FaultError(f"the squares {roots} are not those of {found.groups()}")
