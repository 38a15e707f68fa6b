"""What the sentences of a finished derivation claim about numbers, checked with the standard library."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd, isqrt, lcm, prod
from statistics import NormalDist
from typing import Any

from exactmetrics.exact.printed import judge
from exactmetrics.exact.values import rationals_of
from exactmetrics.expression.evaluate import walk
from exactmetrics.expression.nodes import Abs, Add, Div, Expr, Function, Literal, Max, Min, Mul, Neg, Sqrt
from exactmetrics.expression.reading import read
from tests.derivation.rereading import FaultError, check_numeric, exact
from tests.expression.chains import read_chain

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


def written_out(text: str) -> str:
    """A decimal with a power of ten, such as 6.19*10^-8, without it."""
    return re.sub(r"(\d)\.?(\d*) ?(?:\*|\\cdot) ?10\^\{?-(\d+)\}?", _zeros_before, text)


def _zeros_before(found: re.Match[str]) -> str:
    return f"0.{'0' * (int(found[3]) - 1)}{found[1]}{found[2]}"


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
    r"The least common multiple of the denominators is (?P<chain>\d+ = [\d =*]+)\.": _products,
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
    r"The root is (?P<r>\d+), because (?P<s>\d+)\^\{?(?P<degree>\d+)\}? = (?P<n>\d+)\.": (
        lambda r, s, degree, n: r == s and int(r) ** int(degree) == int(n)
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


def printed_fraction(chain: str) -> tuple[int, int]:
    """Numerator and denominator of the last member of a chain, as they are printed."""
    last = read_chain(chain).members[-1].tree
    found = None if last is None else _ratio(last)
    if found is None:
        raise FaultError(f"no fraction at the end of {chain}")
    return found


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
    """Whether a member is a fraction over a fraction, both with the denominator n."""
    sides = [(_ratio(e.num), _ratio(e.den)) for e in trees if isinstance(e, Div)]
    return any(r and s and r[1] == s[1] == n for r, s in sides)


def _inner_bottoms(e: Div) -> list[int]:
    """The denominators of fractions inside numerator and denominator."""
    return [q for side in (e.num, e.den) for part in walk(side) if (r := _ratio(part)) and (q := r[1]) != 1]


def _by(trees: list[Expr], n: int) -> bool:
    """Whether something is divided by n."""

    def divided(e: Expr) -> bool:
        below = (_ratio(e) or _of_products(e)) if isinstance(e, Div) else None
        return below is not None and below[1] % n == 0

    return _any(trees, divided)


def _picked_of(trees: list[Expr], kind: type[Max | Min], *numbers: int) -> bool:
    """Whether the largest or the smallest of these numbers is taken."""
    return _any(trees, lambda e: isinstance(e, kind) and [exact(part) for part in e.args] == [*numbers])


SEEN: dict[str, Callable[..., bool]] = {
    rf"No two of (?P<parts>{LISTED}) have a common factor greater than 1\. So the common denominator is "
    r"(?P<product>[\d* ]+) = (?P<n>\d+)\.": lambda trees, parts, product, n: (
        _numbers(parts) == _numbers(product)
        and prod(_numbers(product)) == lcm(*_numbers(product)) == int(n)
        and _sum_over(trees, lambda b: {q for q in b if q != 1} == set(_numbers(product)))
    ),
    r"The least common multiple of the denominators is (?P<chain>\d+ = [\d =*]+)\.": lambda trees, chain: _sum_over(
        trees, lambda b: {q for q in b if q != 1} == {_numbers(product)[0] for product in chain.split(" = ")[1:]}
    ),
    r"The common denominator is (?P<n>\d+)\.": lambda trees, n: _sum_over(
        trees,
        lambda b: len(b) > 1 and 1 < int(n) == lcm(*b) and int(n) in b,  # whole numbers may be rewritten already
    ),
    r"The common denominator is (?P<a>\d+) ?\* ?(?P<b>\d+) = (?P<n>\d+)\.": lambda trees, a, b, n: (
        gcd(int(a), int(b)) == 1
        and int(a) * int(b) == int(n)
        and _sum_over(trees, lambda bottoms: {q for q in bottoms if q != 1} == {int(a), int(b)})
    ),
    r"All fractions have the same denominator\.": lambda trees: _sum_over(
        trees, lambda b: len(b) > 1 and len(set(b)) == 1 != b[0]
    ),
    r"Each fraction is rewritten with the least common multiple of the denominators\.": lambda trees: _sum_over(
        trees, lambda b: len(set(b)) > 1 and lcm(*b) > READ
    ),
    r"The least common multiple of the denominators has (?P<n>\d+) digits": lambda trees, n: _sum_over(
        trees, lambda b: len(str(lcm(*b))) == int(n)
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
    r"The root is \d+, because \d+\^\{?(?P<degree>\d+)\}? = (?P<n>\d+)\.": lambda trees, degree, n: _any(
        trees, lambda e: isinstance(e, Sqrt) and e.degree == int(degree) and _ratio(e.arg) == (int(n), 1)
    ),
    r"square number that divides (?P<n>\d+) is (?P<square>\d+) = ": lambda trees, n, square: _any(
        trees,
        lambda e: isinstance(e, Sqrt) and isinstance(e.arg, Mul) and _ratio(e.arg.factors[0]) == (int(square), 1),
    ),
    r"The square number (?P<square>\d+) = \d+\^2 divides (?P<n>\d+)\.": lambda trees, n, square: _any(
        trees, lambda e: isinstance(e, Sqrt) and _ratio(e.arg) == (int(n), 1)
    ),
    r"by (?P<n>\d+), so that the denominator is a square number: "
    r"(?P<q>\d+) ?\* ?(?P<m>\d+) = (?P<product>\d+) = (?P<root>\d+)\^2\.": lambda trees, n, q, m, product, root: (
        n == m
        and int(q) * int(n) == int(product) == int(root) ** 2
        and _any(trees, lambda e: isinstance(e, Sqrt) and isinstance(e.arg, Div) and _of_products(e.arg) is not None)
    ),
    r"[Cc]ancel the (?P<g>\d+)\.": lambda trees, g: int(g) > 1 and _common_factor(trees, int(g)),
    rf"[Mm]ultiply numerator and denominator by {ROOT}, so that no root": (
        lambda trees, n, m: _root_removed(trees, int(n or m))
    ),
    r"[Mm]ultiply numerator and denominator by (?P<sum>[^,]+ [-+−] [^,]+), so that no root": lambda trees, sum: _any(
        trees, lambda e: isinstance(e, Div) and isinstance(e.den, Mul) and exact(e.den.factors[-1]) == exact(read(sum))
    ),
    r"have the same denominator, (?P<n>\d+)\. Multiply both by (?P<m>\d+), so that it cancels\.": (
        lambda trees, n, m: n == m and _same_bottom(trees, int(n))
    ),
    r"(?:Both|All (?P<n>\d+)) class values are (?P<v>.+?), so their mean is (?P<w>.+?) too\.": (
        lambda trees, n, v, w: v == w and exact(read(v)) == exact(trees[-1])
    ),
    r"its class value, (?P<v>\S+)\.": lambda trees, v: exact(read(v)) == exact(trees[-1]),
    r"Multiply numerator and denominator by (?P<n>\d+)(?:\.|, the least)": lambda trees, n: _any(
        trees, lambda e: isinstance(e, Div) and lcm(*_inner_bottoms(e)) == int(n)
    ),
    r"Divide (?P<n>\d+) by this sum": lambda trees, n: (
        isinstance(trees[0], Div) and _ratio(trees[0].num) == (int(n), 1)  # over a fraction
    ),
    r"Divide by (?P<n>\d+)": lambda trees, n: _by(trees, int(n)),
    r"The (?P<which>larger|smaller) of (?P<a>-?\d+) and (?P<b>-?\d+) is (?P<n>-?\d+)\.": lambda trees, which, a, b, n: (
        int(n) == (max if which == "larger" else min)(int(a), int(b))
        and _picked_of(trees, Max if which == "larger" else Min, int(a), int(b))
    ),
    r"The largest of these numbers is (?P<n>-?\d+)\.": lambda trees, n: _any(
        trees, lambda e: isinstance(e, Max) and len(e.args) > 2 and max(map(exact, e.args)) == int(n)
    ),
    r"The absolute value of (?P<a>-\S+) is (?P<n>\S+)\.": lambda trees, a, n: (
        exact(read(a)) == -exact(read(n))
        and _any(trees, lambda e: isinstance(e, Abs) and exact(e.arg) == exact(read(a)))
    ),
    r"The number (?P<a>\d+) is positive, so its sign is 1\.": lambda trees, a: (
        int(a) > 0 and _any(trees, lambda e: isinstance(e, Function) and e.name == "sgn" and exact(e.arg) == int(a))
    ),
    r"The sign of 0 is 0\.": lambda trees: _any(
        trees, lambda e: isinstance(e, Function) and e.name == "sgn" and exact(e.arg) == 0
    ),
    r"z\}?(?:\\left)?\( ?(?:\\frac\{)?(?P<a>\d+)(?:\}\{|/)(?P<b>\d+)\}? ?(?:\\right)?\)\$? is about \$?"
    r"(?P<n>\d+\.\d+)\$?\.": lambda trees, a, b, n: (
        abs(NormalDist().inv_cdf(int(a) / int(b)) - float(n)) < 0.51 * 10.0 ** -len(n.partition(".")[2])
        and _any(
            trees, lambda e: isinstance(e, Function) and e.name == "z" and exact(e.arg) == Fraction(int(a), int(b))
        )
    ),
    r"Both numbers in brackets are (?P<n>-?\d+)\.": lambda trees, n: (
        _picked_of(trees, Max, int(n), int(n)) or _picked_of(trees, Min, int(n), int(n))
    ),
}
# Numbers of sentences about counts, which the counts of the page show, and what is said without a number of its own.
COUNTED = (
    r"\S+ is -?\d+(?:/\d+)?, so the denominator is 0",
    r"Take class .*? in the same way\.",
    r"There are 2 \S \d+ actual and predicted classes\.",
    r"= \d+(?:/\d+)? is the number of all samples",
    r"_\{j ?= ?0\}\^\{n ?- ?1\}",  # below and above the sums of a source's symbols
    r"Numerators? 0|[Tt]he numerator is 0|the value is 0|the weight 0|other than 0|denominator is 0|divided by 0",
    r"0 has no logarithm|A count of 0 adds nothing to the sum",
    r"except 1",
    r"less than this count, divided by 2",
    r"The least common multiple of the denominators is \d+\.",  # of a table, which is read by itself
    r"(?:No .{1,80}? is|\S+ is not) 0 here\.|If \S+(?: \S+)? is not 0, then",
    r"H ?_.{1,80}? is about \S+\.(?= |$)",  # test_conditions.py holds the digits against the part
    r"It is counted as \S+",
    r"the policy \S+",
    r"_\{\d+\}",  # a row and a column in a source's symbols
    r"z\(1 − p\) is −z\(p\)|z\(1/2\) is 0|z\(0\) (?:and|or) z\(1\)",
)


def check_said(title: str, sentences: list[str], trees: list[Expr], before: Sequence[Expr] = ()) -> int:
    """The title and the sentences of a step, with the formulas of it that they speak of; how much they claim.

    A sum of fractions that is worked out, and an absolute value, may stand at the end of the step before, and there
    alone. A number that no claim accounts for is a fault.
    """
    count = 0
    for sentence in (title, *sentences):
        count += check_sentence(sentence)
        check_inline(sentence)
        rest = plain(sentence)
        for pattern, holds in SEEN.items():
            for claim in re.finditer(pattern, rest):
                count += 1
                of = (
                    [*before, *trees]
                    if re.search("denominator|divisor|absolute|its sign|The sign of", pattern)
                    else trees
                )
                if not of or not (holds(trees, **claim.groupdict()) or holds(of, **claim.groupdict())):
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


# The result: its box, and what is said of the value.

LOGS = (
    r"(?<![a-zA-Z])(?:z|sgn|arcsin)(?=\()|\\arcsin(?=\(|\\left| )|\\(?:operatorname|mathrm)\{(?:z|sgn|arcsin)\}|"
    r"log\d+(?=\()|log[₀-₉]+|ln(?=\()|\\log_\d |\\log _\{\d+\} |\\ln |"
    r"\\mathrm\{(?:log|ln)\}(?: ?_(?:\d|\{\d+\}))?|\\?pi|π"
)
PICKS = r"\\?(?:max|min|abs)\((?:[-\d,+*/. ]|\([-\d+*/. ]*\))*\)|\\lvert [-\d,+*/. ()]* \\rvert"
ARITHMETIC = re.compile(
    rf"(?:{LOGS}|{PICKS}|" r"sqrt|\^\{-?\d+\}|[-\d.*/^()+= <≈√]|\\sqrt\{[^{}]*\}|\\overline\{\d+\})+"
)


def check_chains(sentence: str) -> int:
    """Every chain of numbers in a sentence: exact where it says `=`, and correctly rounded digits where it says `≈`."""
    count = 0
    for found in ARITHMETIC.finditer(plain(sentence)):
        text = found[0].rstrip(" .(").lstrip(" .")
        if not re.search(r"[=≈<]", text):
            continue
        members = re.split(r" [=≈<] ", text)
        signs = re.findall(r" ([=≈<]) ", text)
        if not all(members):
            raise FaultError(f"not read: {text}")
        for one, sign, other in zip(members, signs, members[1:], strict=False):
            left, right = exact(read(one)), exact(read(other))
            holds = {"=": left == right, "<": left < right}.get(sign)
            if holds is None:
                holds = is_near(other, left)
            if not holds:
                raise FaultError(f"{one} {sign} {other} does not hold")
            count += 1
    return count


def half_unit(printed: str) -> Fraction:
    """Half a unit of the last place of a decimal, which may stand before a power of ten."""
    found = re.fullmatch(
        r"-?\d+(?:\.(?P<places>\d+))?(?: ?(?:\\cdot|\*|·) ?10\^\{?(?P<power>-?\d+)\}?)?", printed.strip()
    )
    if found is None:
        raise FaultError(f"no decimal: {printed}")
    return Fraction(1, 2) * Fraction(10) ** (int(found["power"] or 0) - len(found["places"] or ""))


def is_near(printed: str, value: Any) -> bool:
    """Whether a decimal, which may stand before a power of ten, is the rounded value."""
    if "10^" in printed:
        return bool(abs(exact(read(printed)) - value) <= half_unit(printed))
    return judge(printed, value).word in ("rounded", "tie")


def check_box(rows: list[str], sentence: str, value: Any) -> int:
    """A name, its value, and its decimal, rounded or exact; a value too long for a page is told by its digits."""
    exactly = rounded = 0
    for row in rows:
        found = read_chain(row, max_length=40_000)
        if found.members[0].tree is not None:
            raise FaultError(f"no name on the left of {row}")
        for relation, member in zip(found.relations, found.members[1:], strict=True):
            if relation == "≈":
                rounded += 1
                if not is_near(member.text, value):
                    raise FaultError(f"{row}: {value}")
            else:
                exactly += 1
                if member.tree is None or exact(member.tree) != value:
                    raise FaultError(f"{row} does not give {value}")
    if told := re.search(
        r"fraction with (\d+) digits in the numerator and (\d+) digits in the denominator", plain(sentence)
    ):
        exactly += 1
        if [len(str(abs(n))) for n in (value.numerator, value.denominator)] != list(map(int, told.groups())):
            raise FaultError(f"{told[0]}: {value}")
    if told := re.search(r"is a sum of (\d+) logarithms", plain(sentence)):
        exactly += 1
        if sum(len(top) for top, _ in value.terms) != int(told[1]):
            raise FaultError(f"{told[0]}: {value}")
    if told := re.search(r"is made of roots of numbers with up to (\d+) digits", plain(sentence)):
        exactly += 1
        longest = max(max(abs(part.numerator), part.denominator) for part in rationals_of(value))
        if len(str(longest)) != int(told[1]):
            raise FaultError(f"{told[0]}: {longest}")
    whole = isinstance(value, Fraction) and value.denominator == 1
    if not exactly or (not whole and exactly + rounded < 2):
        raise FaultError(f"no value, or no decimal, in {rows}")
    return exactly + rounded


OF_A_RESULT: dict[str, Callable[..., bool]] = {
    r"Here it is (about )?(\S+(?: \* \S+)?), which is (greater|less)\.": lambda value, ends, about, n, word: (
        (word == "greater") == (value > 0) != (value < 0) and (is_near(n, value) if about else exact(read(n)) == value)
    ),
    r"Here it is 0, too\.": lambda value, ends: value == 0,
    r"The best value is (\S+)\.": lambda value, ends, best: Fraction(best) in ends,
    r"With \d+ classes, the scale goes from (.+?) \((?:worst|best)\) to (.+?) \((?:worst|best)\)\.": (
        lambda value, ends, a, b: (
            exact(read(a)) <= value <= exact(read(b)) and len({exact(read(a)), exact(read(b))} & {*ends}) == 1
        )
    ),
    r"A class has (about )?(\S+) samples on average": lambda value, ends, about, n: (
        is_near(n, value) if about else exact(read(n)) == value
    ),
    r"(about )?(\d+) percentage points? (more|less) often": lambda value, ends, about, n, word: (
        (value > 0) == (word == "more")
        and abs(abs(100 * value) - int(n)) <= Fraction(1, 2)
        and (abs(100 * value) != int(n)) == bool(about)
    ),
    r"and 1 means that the prediction tells nothing about the class": lambda value, ends: ends == (0, None),
    r"and 0 means that the prediction tells nothing about the class": lambda value, ends: ends == (-1, 1),
    r"The same predictions in random order would give 0 on average": lambda value, ends: ends[0] is None or ends[0] < 0,
    r"The scale goes from (\S+) \((worst|best)\) to (\S+) \((?:worst|best)\)(?:\.|,)": lambda value, ends, a, word, b: (
        [exact(read(x)) for x in (a, b)] == list(ends)
    ),
    r"The value always lies between (\S+) and (\S+?)\.": lambda value, ends, a, b: (
        [exact(read(x)) for x in (a, b)] == list(ends)
    ),
    r"Values start at (\S+)": lambda value, ends, a: Fraction(a) == ends[0] and ends[1] is None,
    r"[Aa]? ?(?:\d+|less than 1|more than 99)% of (?:the|all) (\d+) samples": lambda value, ends, n: (
        (value * int(n)).denominator == 1
    ),
    r"Each of the (\d+) samples is counted for (\d+) classes, which makes (\d+) ?\* ?(\d+) = (\d+) cases": (
        lambda value, ends, n, times, a, b, product: (
            (n, times) == (a, b) and int(n) * int(times) == int(product) and (value * int(product)).denominator == 1
        )
    ),
    r", 0 is no better than chance, and a negative kappa": lambda value, ends: ends[0] == -1,
    r"of 1 means that every prediction is correct": lambda value, ends: ends[1] == 1,
    r"A value of 1 means that the predictions separate": lambda value, ends: ends[1] == 1,
    r"[-−]1 means that every prediction is wrong": lambda value, ends: ends[0] == -1,
    r"(\d+) of all (\d+) samples were predicted correctly, (\d+)/(\d+)": (
        lambda value, ends, a, b, c, d: (a, b) == (c, d)
    ),
    r"(\d+) of all (\d+) samples were predicted correctly, (\d)\b(?!/)": (
        lambda value, ends, a, b, c: int(a) == int(b) * int(c)
    ),
    r"(about )?(\S+) (?:times as (?:often|high)|bits|nats)": lambda value, ends, about, n: (
        is_near(n, value) if about else exact(read(n)) == value
    ),
    r"average over (\d+) of the (\d+) classes": lambda value, ends, n, k: 1 < int(n) < int(k),
    r"\d+ classes are left out": lambda value, ends: True,
    r"a fraction with \d+ digits in the numerator and \d+ digits in the denominator": lambda value, ends: True,
    r"a sum of \d+ logarithms": lambda value, ends: True,  # both are counted beside the box
    r"roots of numbers with up to \d+ digits": lambda value, ends: True,
    r"the \d+ undefined class values are counted as \S+": lambda value, ends: True,
    r"is undefined and is counted as \S+": lambda value, ends: True,
}


def check_meaning(sentence: str, value: Any, ends: tuple[Any, Any]) -> int:
    """What is said of a value: the percentage, its sign, and the two values it lies between."""
    text, count = plain(sentence), check_chains(sentence)
    for found in re.finditer(r"(?P<word>[Aa]bout |[Ll]ess than |[Mm]ore than )?(?P<n>\d+)%", text):
        n, hundred = int(found["n"]), value * 100
        holds = {
            None: hundred == n,
            "about ": abs(hundred - n) <= Fraction(1, 2) and hundred != n,
            "less than ": n == 1 and 0 < hundred < 1,
            "more than ": n == 99 and 99 < hundred < 100,
        }[found["word"] and found["word"].lower()]
        if not holds:
            raise FaultError(f"{found[0]} of {value}: {sentence}")
        count += 1
    rest = text
    for pattern, holds_of in OF_A_RESULT.items():
        for found in re.finditer(pattern, text):
            count += 1
            if not holds_of(value, ends, *found.groups()):
                raise FaultError(f"{found[0]}: {value}")
        rest = re.sub(pattern, " ", rest)
    rest = ARITHMETIC.sub(lambda found: " " if re.search(r"[=≈<]", found[0]) else found[0], rest)
    if re.search(r"(?<![\w^])\d", re.sub(r"\d+%", " ", rest)):
        raise FaultError(f"a number that nothing accounts for: {rest}")
    return count
