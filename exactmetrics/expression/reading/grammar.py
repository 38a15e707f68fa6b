"""Printed arithmetic read into a tree, by recursive descent.

Sums, products, quotients, whole powers, square roots (`^0.5` too), logarithms, percentages, the largest and the
smallest of several (`max(3, 5)`), absolute values (`|3 - 5|`, `abs(3 - 5)`), signs (`sgn(3)`), arc sines, and normal
quantiles (`z(5/6)`). Products written without a sign (`8(6)`, `2\\sqrt{3}`, `2\\frac{6}{9}`) bind like any other, so
`1/2(3)` is (1/2)(3); two numbers side by side are refused, which covers mixed numbers such as `2 6/9` and `2½`. A minus
binds looser than a power: `-2^2` is -4. An exponent is a whole number of any length without braces too: `10^12` is
meant as 10^{12}. A unit in lower case letters, `\\text{ samples}`, may follow at the very end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from exactmetrics.exact.errors import ReadingError, Refusal
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.nodes import (
    FUNCTIONS,
    Abs,
    Add,
    Div,
    Expr,
    Function,
    Literal,
    Log,
    Max,
    Min,
    Mul,
    Neg,
    Num,
    Pi,
    Pow,
    Sqrt,
)
from exactmetrics.expression.reading.literals import check_exponent, literal, percentage, periodic, vulgar
from exactmetrics.expression.reading.tokens import SUBSCRIPTS, SUPERSCRIPTS, Token, tokenize

MAX_LENGTH = 4_000  # characters a member
MAX_DEPTH = 60  # brackets, fractions and roots inside one another
MAX_HEIGHT = 150  # levels of a tree: a row of divisions nests without brackets

CLOSING = {"(": ")", "[": "]", "{": "}", "\\{": "\\}", "\\lbrace": "\\rbrace", "\\lvert": "\\rvert"}
_BAR = "|"
_RADICALS = {"√": 2, "∛": 3, "∜": 4}
_DEGREE = re.compile("[2-9]|[1-9][0-9]")  # of a root
_HALVES = (("0.5",), *((o, *h, c) for o, c in ("()", "{}") for h in (("0.5",), ("1", "/", "2"))), ("{", "½", "}"))
_FACTORS = frozenset({"number", "periodic", "vulgar", "open", "frac", "root", "log", "pick", "pi"})
_NUMBERS = frozenset({"number", "periodic", "vulgar"})
_UNIT = re.compile(r"\\[a-z]+\s*\{[a-z°/ .,()-]*\}")


def read(
    text: str,
    *,
    decimal_comma: bool = False,
    thousands: bool = False,
    repeating: bool = False,
    max_length: int = MAX_LENGTH,
) -> Expr:
    """The tree of one piece of arithmetic in LaTeX, Markdown or plain text; numbers are `Literal`.

    `decimal_comma` reads `0,64`, `thousands` reads `1,234` (with a decimal comma: `1.234`), `repeating` reads
    `0.6(492063)` as a repeating decimal instead of a product. Raises `ReadingError` with the position of what was not
    understood, or beyond a limit.

    >>> from exactmetrics.expression.evaluate import evaluate
    >>> evaluate(read(r"\\frac{1}{28} \\left( \\frac{8(6)}{9} + \\frac{8(5)}{9} + \\frac{12(7)}{10} \\right)"))
    Fraction(409, 630)
    """
    if len(text) > max_length:
        what = f"{len(text)} characters in one member; at most {max_length} are read"
        raise ReadingError(what, max_length, kind="too-long", word=str(len(text)))
    tokens = tokenize(text, decimal_comma=decimal_comma, thousands=thousands, repeating=repeating)
    return parse(without_remark(tokens), len(text), decimal_comma=decimal_comma)


def parse(tokens: Sequence[Token], end: int, *, decimal_comma: bool = False) -> Expr:
    """The tree of tokens that make one piece of arithmetic; `end` is where the text ends."""
    return _Reader(tokens, end, decimal_comma).whole()


def without_remark(tokens: Sequence[Token]) -> list[Token]:
    r"""The tokens without tags and without a remark set apart at the end, as in ``0.653 \\quad (15)``."""
    kept, depth = list[Token](), 0
    for at, token in enumerate(tokens):
        depth += (token.kind == "open") - (token.kind == "close")
        if token.kind == "wide":
            follower = tokens[at + 1].kind if at + 1 < len(tokens) else "end"
            if depth == 0 and kept and follower in ("open", "unit", "name"):
                break
        elif token.kind != "tag":
            kept.append(token)
    return kept


class _Reader:
    """One pass over tokens, one method a rule of the grammar; each leaves `at` behind what it read.

    `at` is the next token, `depth` how many brackets are open, `nested` how many operations may nest.
    """

    __slots__ = ("at", "comma", "depth", "nested", "tokens")

    def __init__(self, tokens: Sequence[Token], end: int, decimal_comma: bool) -> None:
        self.tokens = [*tokens, Token("end", "", end, False)]
        self.at = self.depth = self.nested = 0
        self.comma = decimal_comma

    def whole(self) -> Expr:
        tree = self.sum()
        token = self.tokens[self.at]
        if token.kind == "unit" and self.tokens[self.at + 1].kind == "end" and _is_unit(token):
            self.at += 1
        if self.tokens[self.at].kind != "end":
            raise self.refusal("does not continue the arithmetic", "goes-on")
        if self.nested > 20:
            _check_height(tree)
        return tree

    def sum(self) -> Expr:
        """Terms with signs between them."""
        terms = [self.product()]
        while (token := self.tokens[self.at]).kind == "sign":
            self.at += 1
            after = self.tokens[self.at]
            if after.kind == "sign" and not after.spaced:
                raise self.refusal("doubles the sign: put a space or brackets between", "sign-doubled")
            term = self.product()
            terms.append(term if token.text == "+" else Neg(term))
        return terms[0] if len(terms) == 1 else Add(tuple(terms))

    def product(self) -> Expr:
        """Factors multiplied, with or without a sign, and divided, from left to right."""
        factors, before = [self.signed()], self.nested
        while True:
            kind = self.tokens[self.at].kind
            if kind in _FACTORS:
                if kind in _NUMBERS and self.tokens[self.at - 1].kind != "close":
                    what = "is a number directly after a number: put a sign or brackets between"
                    raise self.refusal(what, "two-numbers")
                factors.append(self.power())
            elif kind == "times":
                self.at += 1
                factors.append(self.signed())
            elif kind == "over":
                self.at += 1
                self.nested += 1
                if self.nested - before > MAX_HEIGHT:
                    raise self.refusal(f"follows more than {MAX_HEIGHT} operations nested in a row", "too-deep")
                factors = [Div(_product(factors), self.signed())]
            else:
                return _product(factors)

    def signed(self) -> Expr:
        """A factor with at most one sign before it."""
        token = self.tokens[self.at]
        if token.kind != "sign":
            return self.power()
        self.at += 1
        self.nested += 1
        return self.power() if token.text == "+" else Neg(self.power())

    def power(self) -> Expr:
        """A primary with its percent sign or its exponent."""
        base = self.primary()
        token = self.tokens[self.at]
        if token.kind == "percent":
            self.at += 1
            self.nested += 1
            literal_base = isinstance(base, Literal) and self.tokens[self.at - 2].kind in _NUMBERS
            base = percentage(base, token.text) if literal_base else Div(base, Num(Fraction(100)))  # type: ignore[arg-type]
            token = self.tokens[self.at]
        if token.kind not in ("power", "super"):
            return base
        if half := self.half():
            self.at += half
            self.nested += 1
            return Sqrt(base)
        if degree := self.unit_fraction():
            self.at += 6
            self.nested += 1
            return Sqrt(base, degree)
        exponent = self.exponent()
        if self.tokens[self.at].kind in ("power", "super"):
            raise self.refusal("is a power of a power: put brackets around one of them", "power-of-power")
        self.nested += 2
        return Pow(base, exponent) if exponent >= 0 else Div(Num(Fraction(1)), Pow(base, -exponent))

    def half(self) -> int:
        """How many tokens say that a square root is meant: `^0.5`, `^{1/2}`; 0 for any other exponent."""
        texts = tuple(token.text.replace(",", ".") for token in self.tokens[self.at + 1 : self.at + 6])
        found = next((len(half) for half in _HALVES if texts[: len(half)] == half), 0)
        follower = self.tokens[self.at + 1 + found] if found else None
        return found + 1 if follower is not None and follower.kind not in ("power", "super", "percent") else 0

    def unit_fraction(self) -> int:
        """The degree of the root that is written as a power: `^(1/3)`, `^{1/3}`; 0 for any other exponent."""
        texts = [token.text for token in self.tokens[self.at + 1 : self.at + 6]]
        if len(texts) < 5 or texts[1:3] != ["1", "/"] or CLOSING.get(texts[0]) != texts[4]:
            return 0
        return int(texts[3]) if _DEGREE.fullmatch(texts[3]) else 0

    def exponent(self) -> int:
        """A whole exponent, as superscript characters or after `^`, in brackets or not."""
        token = self.take()
        if token.kind == "super":
            digits = token.text.translate(SUPERSCRIPTS)
        else:
            opened = self.take() if self.tokens[self.at].kind == "open" else None
            sign = self.take().text if self.tokens[self.at].kind == "sign" else ""
            digits = sign.replace("−", "-") + self.tokens[self.at].text
            if self.tokens[self.at].kind != "number":
                raise self.refusal("is not a whole number as exponent", "exponent")
            self.at += 1
            if opened:
                self.close(opened)
        if not re.fullmatch(r"[+-]?[0-9]{1,4}", digits):
            what = f"{digits[:20]!r} is not a whole exponent within reach"
            raise ReadingError(what, token.position, kind="exponent", word=digits[:20])
        check_exponent(int(digits), token.position)
        return int(digits)

    def primary(self) -> Expr:
        """A number, a bracket, a fraction or a root."""
        token = self.tokens[self.at]
        match token.kind:
            case "number":
                self.at += 1
                return literal(token, decimal_comma=self.comma)
            case "open":
                return Abs(self.bracket()) if token.text == "\\lvert" else self.bracket()
            case "frac":
                self.at += 1
                self.nested += 1
                return Div(self.argument(), self.argument())
            case "root":
                return self.square_root()
            case "log":
                return self.logarithm()
            case "pick":
                return self.picked()
            case "other" if token.text == _BAR:
                return self.absolute()
            case "pi":
                self.at += 1
                return Pi()
            case "periodic":
                self.at += 1
                return periodic(token, decimal_comma=self.comma)
            case "vulgar":
                self.at += 1
                return vulgar(token)
        raise self.refusal("stands where a number is expected", "number-expected")

    def bracket(self) -> Expr:
        """What stands in brackets of any kind."""
        opened = self.take()
        self.deeper(opened)
        inner = self.sum()
        self.close(opened)
        self.depth -= 1
        return inner

    def argument(self) -> Expr:
        """What `\\frac` or `\\sqrt` takes: braces, or a single digit."""
        token = self.tokens[self.at]
        if token.kind == "open" and token.text == "{":
            return self.bracket()
        if token.kind == "number" and token.text.isdigit():
            if len(token.text) == 1:
                self.at += 1
            else:
                rest = Token("number", token.text[1:], token.position + 1, False)
                self.tokens[self.at] = rest
            return Literal(token.text[0], Fraction(int(token.text[0])))
        raise self.refusal("stands where braces are expected", "braces-expected")

    def square_root(self) -> Expr:
        """A square root in any spelling, or another root with its degree in square brackets."""
        token = self.take()
        follower = self.tokens[self.at]
        self.nested += 1
        if token.text == "\\sqrt":
            degree = self.degree(self.take()) if follower.text == "[" else 2
            return Sqrt(self.argument(), degree)
        if token.text == "\\root":  # as the reader of MathML writes <mroot>
            inner, opened = self.argument(), self.take()
            return Sqrt(inner, self.degree(opened))
        degree = _RADICALS.get(token.text, 2)
        if follower.kind == "open":
            return Sqrt(self.bracket(), degree)
        if token.text in _RADICALS and follower.kind == "number":
            self.at += 1
            return Sqrt(literal(follower, decimal_comma=self.comma), degree)
        raise self.refusal("stands where the root's bracket is expected", "bracket-expected")

    def degree(self, opened: Token) -> int:
        """The degree of a root, up to the bracket that closes it."""
        if opened.text not in ("[", "{") or not _DEGREE.fullmatch(self.tokens[self.at].text):
            raise self.refusal(
                "stands where the degree of a root is expected, a whole number from 2 to 99", "other-root"
            )
        found = int(self.take().text)
        self.close(opened)
        return found

    def logarithm(self) -> Expr:
        """The natural logarithm, or one whose base is written below it, of what stands right behind."""
        digits = re.sub(r"[^0-9]", "", self.take().text.translate(SUBSCRIPTS))
        if digits and int(digits) < 2:
            raise self.refusal("follows a logarithm whose base is less than 2", "logarithm")
        self.nested += 1
        return Log(self.primary(), int(digits) if digits else None)

    def picked(self) -> Expr:
        """The largest or the smallest of what stands in brackets, or a number without its sign."""
        name, opened = self.take().text, self.tokens[self.at]
        self.nested += 1
        if opened.kind != "open":
            raise self.refusal("stands where the bracket with the numbers is expected", "bracket-expected")
        if name == "abs":
            return Abs(self.bracket())
        for function in FUNCTIONS:
            if name.strip("\\{}").endswith(function):
                return Function(function, self.bracket())
        self.at += 1
        self.deeper(opened)
        parts = [self.sum()]
        while self.tokens[self.at].kind == "comma":
            self.at += 1
            parts.append(self.sum())
        self.close(opened)
        self.depth -= 1
        return Max(tuple(parts)) if "max" in name else Min(tuple(parts))

    def absolute(self) -> Expr:
        """What stands between two bars."""
        opened = self.take()
        self.nested += 1
        self.deeper(opened)
        inner = self.sum()
        if self.tokens[self.at].text != _BAR:
            raise self.refusal(f"stands where '|' is expected, for the one at {opened.position}", "bracket-expected")
        self.at += 1
        self.depth -= 1
        return Abs(inner)

    def deeper(self, opened: Token) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ReadingError(f"brackets deeper than {MAX_DEPTH}", opened.position, kind="too-deep")

    def take(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def close(self, opened: Token) -> None:
        """Pass the bracket that closes the opened one."""
        token, wanted = self.tokens[self.at], CLOSING[opened.text]
        if token.kind != "close" or token.text != wanted:
            what = f"stands where {wanted!r} is expected, for the bracket at {opened.position}"
            raise self.refusal(what, "bracket-expected")
        self.at += 1

    def refusal(self, what: str, kind: Refusal) -> ReadingError:
        """The error that says what is wrong with the next token."""
        token = self.tokens[self.at]
        shown = "the end" if token.kind == "end" else repr(token.text[:40])
        if token.kind == "dots":
            what, kind = "leaves terms out, which cannot be read", "left-out"
        elif token.kind == "stop":
            what += "; decimal commas and thousands separators are read only when asked for"
            kind = "separator"
        elif token.kind == "end":
            kind = "ends-early"
        return ReadingError(f"at {token.position}: {shown} {what}", token.position, kind=kind, word=token.text[:40])


def _is_unit(token: Token) -> bool:
    inner = token.text[token.text.index("{") + 1 : -1]
    return (token.spaced or inner[:1] == " ") and _UNIT.fullmatch(token.text) is not None


def _product(factors: list[Expr]) -> Expr:
    return factors[0] if len(factors) == 1 else Mul(tuple(factors))


def _check_height(tree: Expr) -> None:
    """Refuse a tree of too many levels, without recursion."""
    level, height = [tree], 0
    while level:
        height += 1
        if height > MAX_HEIGHT:
            what = f"operations nested more than {MAX_HEIGHT} deep; put the parts in separate members"
            raise ReadingError(what, kind="too-deep")
        level = [part for node in level for part in children(node)]
