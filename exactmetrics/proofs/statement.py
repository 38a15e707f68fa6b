"""A statement on metrics, as it is typed in: two sides, the relation between them, and what is assumed.

    precision[micro] = accuracy
    fbeta[macro, beta=2] <= 1
    mcc^2 = informedness * markedness if k = 2
    f1 = 2*P*R/(P + R) if every class is predicted and every class has samples

A metric stands by any of its names; what belongs to it stands in brackets, an average by its name, a parameter, a form
or a convention as `name=value`. Without an average a metric of a class is that of any one class, and so are TP, FP, FN,
TN, P and R, its counts, precision and recall. T are all correct predictions, N all samples, k the number of classes;
sum(...) adds up over all classes what is said of one.
The sides are trees of the nodes of arithmetic, with `Asked` for a metric.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, NoReturn, TypeAlias

from exactmetrics.exact.errors import ExactMetricsError, UsageError
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.nodes import ANY, Abs, Div, Expr, Leaf, Max, Min, Neg, Num, Pow, Sqrt, Sum
from exactmetrics.metrics.registry import all_metrics, found_metric, metric_named
from exactmetrics.metrics.request import AVERAGES, Request, resolve
from exactmetrics.metrics.suggest import choices

Relation: TypeAlias = Literal["=", "<=", "<", ">=", ">"]
Condition: TypeAlias = Literal["predicted", "samples"]

LONGEST = 1_000  # characters of a statement
DEEPEST = 40  # brackets, roots and signs inside one another
LARGEST_EXPONENT = 8  # what is raised is multiplied out: a cube of a mean of three classes has thousands of terms
LARGEST_DEGREE = 64  # of powers inside one another
MOST_QUOTIENTS = 40  # one after the other: each is a level of the tree
MOST_DIGITS = 30  # of a number
MOST_METRICS = 20  # in one statement

COUNTS = {"TP": "tp", "FP": "fp", "FN": "fn", "TN": "tn"}
RATES = ("P", "R")  # the symbols of precision and recall
FUNCTIONS = ("sqrt", "min", "max", "abs", "sum")
RELATIONS: dict[str, Relation] = {"=": "=", "==": "=", "<=": "<=", "≤": "<=", "<": "<", ">=": ">=", "≥": ">=", ">": ">"}
_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<relation><=|>=|==|[=<>≤≥])|(?P<sign>\*\*|[-+*/^()\[\],·×−|])|(?P<other>.)",
    re.DOTALL,
)
_ALIKE = {"**": "^", "·": "*", "×": "*", "−": "-"}
_PRODUCTS = ("PR", "RP")  # of precision and recall, without a sign between them
# The conditions in words, as they are understood: a word of each group, in this order.
_EVERY = r"(?:every|each) class|all classes"
_CONDITIONS: dict[Condition, re.Pattern[str]] = {
    "predicted": re.compile(rf"(?:{_EVERY}) (?:is|are) predicted"),
    "samples": re.compile(rf"(?:{_EVERY}) (?:has|have) samples"),
}
_CLASSES = re.compile(r"k\s*(=|==|>=|≥|>)\s*([0-9]{1,3})")
IN_WORDS: dict[Condition, str] = {"predicted": "every class is predicted", "samples": "every class has samples"}
MOST_CLASSES = 20


class StatementError(UsageError):
    """A statement that is not understood; `position` is the offset of what is wrong in its text."""

    def __init__(self, message: str, text: str, position: int) -> None:
        line = " ".join(text.split()) if "\n" in text else text
        shown = f"\n  {line}\n  {' ' * position}^" if len(line) <= 200 and line == text else ""
        super().__init__(f"{message}{shown}")
        self.position = position


@dataclass(slots=True, eq=False)
class Asked(Expr):
    """A metric in a statement: what is asked of a matrix. Of a metric of one class the label is filled in there."""

    text: str
    request: Request

    @property
    def of_class(self) -> bool:
        """Whether it is a number of one class."""
        return self.request.label is not None


@dataclass(frozen=True, slots=True)
class Assumed:
    """What a statement assumes: the number of classes, exactly or at least, and what every class has."""

    classes: int | None = None
    at_least: int = 2
    conditions: frozenset[Condition] = frozenset()

    def allows(self, classes: int) -> bool:
        return classes == self.classes if self.classes is not None else classes >= self.at_least

    def __str__(self) -> str:
        said = [IN_WORDS[one] for one in IN_WORDS if one in self.conditions]
        if self.classes is not None:
            said.insert(0, f"k = {self.classes}")
        elif self.at_least > 2:
            said.insert(0, f"k >= {self.at_least}")
        return " and ".join(said)


@dataclass(frozen=True, slots=True)
class Statement:
    """Two sides, how they are said to be related, and what is assumed; `text` is as it was typed in."""

    text: str
    left: Expr
    right: Expr
    relation: Relation
    assumed: Assumed
    left_text: str
    right_text: str

    @property
    def of_class(self) -> bool:
        """Whether it speaks of any one class, and not of the whole matrix alone."""
        parts = [part for side in (self.left, self.right) for part in everything(side)]
        return any(part.of_class if isinstance(part, Asked) else part in _LEAVES for part in parts)


_LEAVES = [Leaf(block, ANY, None) for block in COUNTS.values()]
_TOTALS = {
    "N": Leaf("n", None, None),
    "k": Leaf("k", None, None),
    "T": Sum(Leaf("tp", ANY, None), ()),
}


def everything(e: Expr, *, summed: bool = False) -> Iterator[Expr]:
    """All nodes of a side; what is in a sum over the classes too if it is asked for, for it is of no one class."""
    yield e
    if summed or not isinstance(e, Sum):
        for child in _inside(e):
            yield from everything(child, summed=summed)


def _inside(e: Expr) -> tuple[Expr, ...]:
    """The parts of a node of a statement, whose sums over the classes are not written out."""
    return () if isinstance(e, Asked) else (e.body,) if isinstance(e, Sum) else children(e)


class Token(NamedTuple):
    """A piece of a statement: its kind, its text, and where it begins."""

    kind: str
    text: str
    at: int


def _rate(symbol: str) -> str:
    """The metric of a class that has a letter for its symbol."""
    return next(metric.name for metric in all_metrics() if metric.symbol == f"{symbol}_{{<i>}}")


def _averaged(text: str) -> tuple[str, str]:
    """A metric and its average where a name says both: f1_macro, weighted_recall; else the name alone."""
    if found_metric(text) is None:
        for name, _, average in (text.rpartition("_"), text.partition("_")[::-1]):
            if average in AVERAGES and found_metric(name) is not None:
                return name, average
    return text, ""


def _degree(e: Expr) -> int:
    """How often something is multiplied by itself inside an expression, at most."""
    inside = max(map(_degree, _inside(e)), default=1)
    return inside * e.exponent if isinstance(e, Pow) else inside


def read_statement(text: str) -> Statement:
    """Read a statement; `StatementError` says where it is not understood, and what would be.

    >>> statement = read_statement("mcc^2 = informedness*markedness if k = 2")
    >>> statement.relation, statement.assumed.classes, statement.of_class
    ('=', 2, True)
    >>> read_statement("f1 = (P + R")
    Traceback (most recent call last):
    exactmetrics.proofs.statement.StatementError: ')' is expected here, and the statement ends
      f1 = (P + R
                 ^
    """
    if not isinstance(text, str):
        raise UsageError(f"a statement is a text such as 'precision[micro] = accuracy', not {type(text).__name__}")
    if len(text) > LONGEST:
        raise UsageError(f"a statement has at most {LONGEST} characters, and this one {len(text)}; split it")
    said, between, conditions = _parted(text)
    reader = _Reader(text, _tokens(text, said))
    left, middle = reader.sum(), reader.token.at
    relation, behind = reader.relation(), reader.token.at
    right = reader.sum()
    reader.end()
    texts = text[:middle].strip(), text[behind:said].strip()
    return Statement(text.strip(), left, right, relation, _assumed(text, conditions, between), *texts)


def _parted(text: str) -> tuple[int, int, str]:
    """Where the statement ends, where the conditions begin, and the conditions."""
    found = re.search(r"(?<![A-Za-z0-9_])if(?![A-Za-z0-9_])", text)
    return (len(text), -1, "") if found is None else (found.start(), found.end(), text[found.end() :])


def _tokens(text: str, end: int) -> list[Token]:
    tokens = []
    for found in _TOKEN.finditer(text, 0, end):
        kind = found.lastgroup or "other"
        if kind == "other":
            raise StatementError(f"{found[0]!r} is no part of a statement", text, found.start())
        if found[0] in _PRODUCTS:
            first, second = (Token(kind, letter, found.start() + at) for at, letter in enumerate(found[0]))
            tokens += [first, Token("sign", "*", second.at), second]
        elif kind != "space":
            tokens.append(Token(kind, _ALIKE.get(found[0], found[0]), found.start()))
    return [*tokens, Token("end", "", end)]


def _assumed(text: str, conditions: str, start: int) -> Assumed:
    classes, at_least, every = None, 2, set[Condition]()
    if start >= 0 and not conditions.strip():
        raise StatementError("no condition behind 'if', such as 'k = 2'", text, start)
    at = start
    for clause in re.split(r"(,|\band\b)", conditions):
        words = " ".join(clause.split())
        place = at + len(clause) - len(clause.lstrip())
        at += len(clause)
        if words in ("", ",", "and"):
            continue
        if number := _CLASSES.fullmatch(words):
            said = int(number[2]) + (number[1] == ">")
            if not 2 <= said <= MOST_CLASSES:
                raise StatementError(f"k is from 2 to {MOST_CLASSES}", text, place)
            exactly = number[1] in ("=", "==")
            clash = exactly and classes not in (None, said)
            classes, at_least = (said, at_least) if exactly else (classes, max(said, at_least))
            if clash or (classes is not None and classes < at_least):
                raise StatementError("the conditions on k contradict each other", text, place)
            continue
        known = next((name for name, pattern in _CONDITIONS.items() if pattern.fullmatch(words)), None)
        if known is None:
            known_ones = ["k = 2", "k >= 3", *IN_WORDS.values()]
            of_numbers = any(sign in words for sign in RELATIONS)  # near to another in its signs alone
            offered = f"choose from: {', '.join(known_ones)}" if of_numbers else choices(words, known_ones)
            raise StatementError(f"no condition {words[:60]!r}; {offered}", text, place)
        every.add(known)
    return Assumed(classes, at_least, frozenset(every))


class _Reader:
    """One pass over the tokens, one method a rule; each leaves `at` behind what it read."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self.text, self.tokens, self.at, self.depth, self.metrics = text, tokens, 0, 0, 0
        self.summed = False  # inside a sum over the classes

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def wrong(self, message: str, at: int | None = None) -> NoReturn:
        raise StatementError(message, self.text, self.token.at if at is None else at)

    def took(self, *signs: str) -> str:
        """The next token if it is one of these signs, which is then behind."""
        found = self.token.text if self.token.kind == "sign" and self.token.text in signs else ""
        self.at += bool(found)
        return found

    def expect(self, sign: str) -> None:
        if not self.took(sign):
            self.wrong(f"{sign!r} is expected here, {self._found()}")

    def _found(self) -> str:
        return f"and {self.token.text[:40]!r} stands there" if self.token.text else "and the statement ends"

    def relation(self) -> Relation:
        if self.token.kind != "relation":
            self.wrong(f"a relation is expected here, one of = <= < >= >, {self._found()}")
        found = RELATIONS[self.token.text]
        self.at += 1
        return found

    def end(self) -> None:
        if self.token.kind == "relation":
            self.wrong("a statement has one relation: make two of them")
        if self.token.kind != "end":
            self.wrong(f"{self.token.text[:40]!r} does not continue the statement: an operator is missing before it")

    def sum(self) -> Expr:
        out = self.product()
        while sign := self.took("+", "-"):
            term = self.product()
            out = out + (term if sign == "+" else Neg(term))
        return out

    def product(self) -> Expr:
        out, quotients = self.signed(), 0
        while sign := self.took("*", "/") or self.times_unsaid(divided=bool(quotients)):
            factor = self.signed()
            out = out * factor if sign == "*" else Div(out, factor)
            quotients += sign == "/"
            if quotients > MOST_QUOTIENTS:
                self.wrong(f"more than {MOST_QUOTIENTS} divisions stand one after the other")
        return out

    def times_unsaid(self, *, divided: bool) -> str:
        """A product without a sign, of a number and what stands behind it, as in 2PR."""
        behind, before = self.token, self.tokens[self.at - 1]
        if before.kind != "number" or not (behind.kind == "name" or behind.text == "("):
            return ""
        if divided:
            self.wrong(f"'*' or brackets are needed between {before.text[:40]!r} and {behind.text[:40]!r} behind a '/'")
        return "*"

    def signed(self) -> Expr:
        sign = self.took("-", "+")
        if not sign:
            return self.power()
        self.deeper()
        inside = self.signed()
        self.depth -= 1
        return Neg(inside) if sign == "-" else inside

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            self.wrong(f"more than {DEEPEST} brackets and signs are inside one another")

    def power(self) -> Expr:
        base = self.atom()
        if not self.took("^"):
            return base
        minus = bool(self.took("-"))
        if self.token.kind != "number" or not self.token.text.isdigit():
            self.wrong("an exponent is a whole number; a root is sqrt(...)")
        exponent = int(self.token.text[:MOST_DIGITS])
        if not 0 < exponent <= LARGEST_EXPONENT:
            self.wrong(f"an exponent is from 1 to {LARGEST_EXPONENT}")
        if exponent * _degree(base) > LARGEST_DEGREE:
            self.wrong(f"powers inside one another are at most {LARGEST_DEGREE} together")
        self.at += 1
        if self.took("^"):
            self.wrong("a power of a power needs brackets", self.tokens[self.at - 1].at)
        raised = Pow(base, exponent)
        return Div(Num(Fraction(1)), raised) if minus else raised

    def atom(self) -> Expr:
        token = self.token
        if token.kind == "number":
            if len(token.text) > MOST_DIGITS:
                self.wrong(f"a number has at most {MOST_DIGITS} digits")
            self.at += 1
            return Num(Fraction(token.text))
        if bracket := self.took("(", "|"):
            self.deeper()
            inside = self.sum()
            self.expect(")" if bracket == "(" else "|")
            self.depth -= 1
            return inside if bracket == "(" else Abs(inside)
        if token.kind == "name":
            self.at += 1
            return self.named(token)
        return self.wrong(f"a number, a metric or '(' is expected here, {self._found()}")

    def named(self, token: Token) -> Expr:
        """What a name stands for."""
        if token.text in FUNCTIONS:
            return self.function(token)
        if token.text in COUNTS:
            return Leaf(COUNTS[token.text], ANY, None)
        if token.text in _TOTALS:
            return _TOTALS[token.text]
        if token.text in ("n", "K", "t", "p", "r"):
            self.wrong(f"no {token.text!r} in a statement: N are the samples, k the classes, T what is correct, P "
                       "precision, R recall", token.at)  # fmt: skip
        self.metrics += 1
        if self.metrics > MOST_METRICS:
            self.wrong(f"a statement names at most {MOST_METRICS} metrics", token.at)
        return self.metric(token)

    def function(self, token: Token) -> Expr:
        self.expect("(")
        self.deeper()
        if token.text == "sum":
            if self.summed:
                self.wrong("a sum over the classes stands in no other one", token.at)
            self.summed = True
        parts = [self.sum()]
        while self.took(","):
            parts.append(self.sum())
        self.expect(")")
        self.depth -= 1
        if token.text in ("sqrt", "abs", "sum"):
            if len(parts) > 1:
                self.wrong(f"{token.text} is of one number", token.at)
            if token.text == "sum":
                self.summed = False
                return Sum(parts[0], ())
            return Sqrt(parts[0]) if token.text == "sqrt" else Abs(parts[0])
        if not 2 <= len(parts) <= 4:
            self.wrong(f"{token.text} is of two to four numbers", token.at)
        return Max(tuple(parts)) if token.text == "max" else Min(tuple(parts))

    def metric(self, token: Token) -> Expr:
        options, given = dict[str, str](), ""
        called, average = _averaged(token.text)
        if token.text in AVERAGES and self.token.kind == "name":  # weighted recall
            called, average = self.token.text, token.text
            self.at += 1
        if average:
            options, given = {"average": average}, f"[{average}]"
        elif self.token.text == "[":
            options, given = self.options()
        elif self.token.text == "(" and self.tokens[self.at + 1].text in AVERAGES:  # f1(micro)
            self.at += 1
            options = {"average": self.token.text}
            given = f"[{self.token.text}]"
            self.at += 1
            self.expect(")")
        try:
            name = _rate(called) if called in RATES else metric_named(called).name
        except UsageError as error:
            if called in AVERAGES:
                self.wrong(f"{called} is an average: of which metric? Write {called} f1, or f1[{called}]", token.at)
            raise StatementError(str(error), self.text, token.at) from None
        try:
            return Asked(f"{called}{given}", self.request(name, options))
        except StatementError:
            raise
        except ExactMetricsError as error:
            raise StatementError(str(error), self.text, token.at) from None

    def request(self, name: str, options: dict[str, str]) -> Request:
        metric = metric_named(name)
        of_class = metric.scope == "class" and "average" not in options
        known = {"average", "form", "convention", "combine", *metric.parameters}
        for option in options.keys() - known:
            raise UsageError(f"{name} has no option {option!r} in a statement; {choices(option, sorted(known))}")
        return resolve(name, label="i" if of_class else None, **options)

    def options(self) -> tuple[dict[str, str], str]:
        """What stands in the brackets behind a metric, and its text."""
        start = self.token.at
        close = self.text.find("]", start)
        if close < 0:
            self.wrong("']' is missing")
        while self.token.at <= close and self.token.kind != "end":
            self.at += 1
        options, at = dict[str, str](), start + 1
        for piece in self.text[start + 1 : close].split(","):
            name, equals, value = (word.strip() for word in piece.partition("="))
            place = at + len(piece) - len(piece.lstrip())
            at += len(piece) + 1
            if not equals:
                if name not in AVERAGES:
                    self.wrong(f"no average {name[:40]!r}; {choices(name[:40], AVERAGES)}", place)
                name, value = "average", name
            if name in options:
                self.wrong(f"{name} is said twice", place)
            options[name] = value
        return options, "".join(self.text[start : close + 1].split())
