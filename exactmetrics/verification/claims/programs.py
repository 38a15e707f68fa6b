"""What the code of a document computes of true and predicted classes that it holds, and what it prints of that.

The code is parsed, and never run: only literals, and calls of metrics of two lists of them, have a value here. A name
that is bound in any other way has none from there on.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import accumulate
from typing import Any, TypeAlias

from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.sheets.sheet import Question

LONGEST = 20_000  # characters of a block of code
MOST = 10_000  # classes of a list
DEEPEST = 50
_PROMPT = re.compile(r"^[ \t]*(?:>>> ?|\.\.\.(?: |$)|In ?\[\d*\]: ?)", re.MULTILINE)
_MAGIC = re.compile(r"^[ \t]*[%!][^\n]*", re.MULTILINE)
_COMMENT = re.compile(r"(?<![^\s])#[ \t]*([^\n]*)$", re.MULTILINE)
_SAID = re.compile(r"(?:(?:output|prints?|returns?|result|gives)\b:?|[-=]+>|→|=)\s*", re.IGNORECASE)
_PRINTED = r"(-?(?:\d+(?:\.\d*)?|\.\d+)(?:e-?\d+)?)(?![\d.])"
_ALONE = re.compile(rf"(?:np\.float(?:64|32)\()?{_PRINTED}\)?\s*(%?)")
_FILLED = re.compile(r"\{[^{}]*\}|%[-+0-9.]*[a-zA-Z]")
_ARRAYS = frozenset({"array", "asarray", "list", "tuple", "tensor", "Tensor", "Series", "constant", "LongTensor"})
_SAME = frozenset({"float", "round", "str", "format", "print"})
_OF_ARRAY = frozenset({"tolist", "numpy", "copy", "item", "ravel", "flatten"})
_CHANGES = frozenset(
    {"append", "extend", "insert", "sort", "reverse", "remove", "pop", "clear", "fill", "shuffle", "put", "update"}
)
_LIBRARIES = frozenset({"sklearn", "exactmetrics"})  # whose functions are meant by their names
_BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)

Class: TypeAlias = int | str
Pairs: TypeAlias = tuple[tuple[Class, ...], tuple[Class, ...]]


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a metric of pairs of classes: what is asked, and whether it is given in percent."""

    question: Question
    pairs: Pairs
    percent: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """What a statement prints: texts and values in their order; where it ends in the code; None where it is not known.

    `silent` says that it prints nothing, and only a comment behind it may say its value.
    """

    parts: tuple[str | Value, ...] | None
    end: int
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Output:
    """A value of a program, and where in a text its digits stand."""

    value: Value
    start: int
    end: int


@dataclass(slots=True)
class Session:
    """The names that the code of a document binds, block after block.

    >>> session = Session()
    >>> code = '''y = [0, 1, 1]
    ... p = [0, 1, 0]
    ... print(f"F1: {f1_score(y, p):.2f}")'''
    >>> shown = session.run(code)
    >>> [one.parts[0] for one in shown], [one.value.question.metric for one in outputs(shown, "F1: 0.80")]
    (['F1: '], ['f1'])
    """

    names: dict[str, Any] = field(default_factory=dict)
    own: set[str] = field(default_factory=set)  # functions that the document defines itself

    def run(self, code: str) -> list[Shown]:
        """What a block of code prints, statement by statement; nothing of code that is not Python."""
        plain = _MAGIC.sub(_blank, _PROMPT.sub(_blank, code))
        is_set_in = re.match(r"\s*\n?[ \t]+\S", plain) is not None
        if len(plain) > LONGEST:
            return []
        try:
            tree = ast.parse(f"if 1:\n{plain}" if is_set_in else plain)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return []
        first = tree.body[0] if tree.body else None
        body = first.body if is_set_in and isinstance(first, ast.If) else tree.body
        lines, shown = plain.splitlines(keepends=True), list[Shown]()
        starts = [0, *accumulate(map(len, lines))]
        for statement in body:
            at = (statement.end_lineno or 1) - 1 - is_set_in
            end = starts[at] + len(lines[at].encode()[: statement.end_col_offset].decode("utf-8", "ignore"))
            shown += self.statement(statement, end, last=statement is body[-1])
        return shown

    def lists(self) -> dict[str, tuple[Class, ...]]:
        """The names that are lists of classes."""
        return {name: tuple(found) for name, found in self.names.items() if _are_classes(found)}

    def statement(self, one: ast.stmt, end: int, *, last: bool) -> Iterator[Shown]:
        for found in ast.walk(one):
            if isinstance(found, ast.NamedExpr):
                self.names.pop(found.target.id, None)
        if isinstance(one, ast.Assign):
            value = self.value(one.value)
            for target in one.targets:
                self.bind(target, value)
            if isinstance(value, Value):
                yield Shown((value,), end, silent=True)
        elif isinstance(one, ast.AnnAssign) and one.value is not None:
            self.bind(one.target, self.value(one.value))
        elif isinstance(one, ast.Expr):
            yield from self.expression(one.value, end, last)
        else:
            yield from self.other(one, end)

    def other(self, one: ast.stmt, end: int) -> Iterator[Shown]:
        """A statement that may bind names to anything, and print anything."""
        self.own |= {found.name for found in [one] if isinstance(found, (ast.FunctionDef, ast.ClassDef))}
        if isinstance(one, ast.ImportFrom) and (one.module or "").partition(".")[0] not in _LIBRARIES:
            self.own |= {found.asname or found.name for found in one.names}
        for found in ast.walk(one):
            if isinstance(found, ast.Name) and isinstance(found.ctx, (ast.Store, ast.Del)):
                self.names.pop(found.id, None)
            elif isinstance(found, ast.Call):
                self.changed_by(found)
        if isinstance(one, _BLOCKS) and not isinstance(one, (ast.FunctionDef, ast.ClassDef)):
            yield Shown(None, end)

    def changed_by(self, call: ast.Call) -> None:
        """Forget what a call changes in its place."""
        if isinstance(call.func, ast.Attribute) and call.func.attr in _CHANGES:
            for found in (call.func.value, *call.args):
                if isinstance(found, ast.Name):
                    self.names.pop(found.id, None)

    def bind(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            if value is None:
                self.names.pop(target.id, None)
            else:
                self.names[target.id] = value
            return
        several = isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, list)
        if several and len(target.elts) == len(value):  # type: ignore[attr-defined]
            for inner, each in zip(target.elts, value, strict=True):  # type: ignore[attr-defined]
                self.bind(inner, each)
            return
        for found in ast.walk(target):
            if isinstance(found, ast.Name):
                self.names.pop(found.id, None)

    def expression(self, node: ast.expr, end: int, last: bool) -> Iterator[Shown]:
        if not isinstance(node, ast.Call) or _called(node) != "print":
            value = self.value(node)
            if isinstance(node, ast.Call):
                self.changed_by(node)
            yield Shown((value,) if isinstance(value, Value) else None, end, silent=not last)
            return
        parts = list[str | Value]()
        for argument in node.args:
            found = self.text(argument)
            if found is None:
                yield Shown(None, end)
                return
            parts += [*([" "] if parts else []), *found]
        yield Shown(tuple(parts) if not node.keywords else None, end)

    def text(self, node: ast.expr) -> list[str | Value] | None:
        """An argument of `print` as texts and values; None where it may print anything."""
        if isinstance(node, ast.Constant):
            return [str(node.value)]
        if isinstance(node, ast.JoinedStr):
            found = list[str | Value]()
            for part in node.values:
                own = self.text(part.value if isinstance(part, ast.FormattedValue) else part)
                if own is None:
                    return None
                found += own
            return found
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            both = self.text(node.left), self.text(node.right)
            return None if both[0] is None or both[1] is None else both[0] + both[1]
        template = _template(node)
        if template is not None:
            values = [self.text(argument) for argument in template[1]]
            texts = _FILLED.split(template[0].replace("%%", "%\0"))
            if any(one is None for one in values) or len(texts) != len(values) + 1:
                return None
            found = [texts[0].replace("\0", "")]
            for own, behind in zip(values, texts[1:], strict=True):
                found += [*(own or []), behind.replace("\0", "")]
            return found
        value = self.value(node)
        return [value] if isinstance(value, Value) else None

    def value(self, node: ast.expr, depth: int = 0) -> Any:
        """A class, a list of classes, or the value of a metric; None of anything else."""
        if depth > DEEPEST:
            return None
        if isinstance(node, ast.Constant):
            if isinstance(node.value, bool):
                return int(node.value)
            return node.value if isinstance(node.value, (int, str)) else None
        if isinstance(node, ast.Name):
            return self.names.get(node.id)
        if isinstance(node, (ast.List, ast.Tuple)):
            found = [self.value(one, depth + 1) for one in node.elts[: MOST + 1]]
            return None if len(found) > MOST or any(one is None for one in found) else found
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self.value(node.operand, depth + 1)
            return -value if isinstance(value, int) else None
        if isinstance(node, ast.BinOp):
            return self.joined(node, depth)
        return self.call(node, depth) if isinstance(node, ast.Call) else None

    def joined(self, node: ast.BinOp, depth: int) -> Any:
        """Lists joined or repeated; a value in percent."""
        left, right = self.value(node.left, depth + 1), self.value(node.right, depth + 1)
        if isinstance(node.op, ast.Add) and isinstance(left, list) and isinstance(right, list):
            return left + right if len(left) + len(right) <= MOST else None
        if not isinstance(node.op, ast.Mult):
            return None
        if isinstance(left, int):
            left, right = right, left
        if isinstance(left, list) and isinstance(right, int):
            return left * right if 0 <= right * len(left) <= MOST else None
        return replace(left, percent=True) if isinstance(left, Value) and right == 100 and not left.percent else None

    def call(self, node: ast.Call, depth: int) -> Any:
        name = _called(node)
        if isinstance(node.func, ast.Attribute) and name in _OF_ARRAY and not node.args:
            return self.value(node.func.value, depth + 1)
        if name in self.own or any(keyword.arg is None for keyword in node.keywords):
            return None
        if name in _ARRAYS | _SAME and node.args and not isinstance(node.args[0], ast.Starred):
            found = self.value(node.args[0], depth + 1)
            return found if isinstance(found, list if name in _ARRAYS else Value) else None
        return self.metric(name, node, depth) if name in functions() else None

    def metric(self, name: str, node: ast.Call, depth: int) -> Value | None:
        """The value of a metric of two lists, by the signature of scikit-learn."""
        given: dict[str, Any] = dict(
            zip(("y_true", "y_pred"), (self.value(one, depth + 1) for one in node.args), strict=False)
        )
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg in given:
                return None
            given[keyword.arg] = self.value(keyword.value, depth + 1)
            if keyword.arg == "beta" and isinstance(keyword.value, ast.Constant):
                given["beta"] = keyword.value.value
        given.pop("zero_division", None)
        true, predicted = given.pop("y_true", None), given.pop("y_pred", None)
        if len(node.args) > 2 or not _are_classes(true) or not _are_classes(predicted) or len(true) != len(predicted):
            return None
        classes = {*true, *predicted}
        metric = metric_named(functions()[name])
        options, parameters = dict[str, Any](), dict[str, Any]()
        if "beta" in given and metric.parameters:
            parameters["beta"] = str(given.pop("beta"))
        if metric.scope == "class":
            average = given.pop("average", "binary")
            positive = given.pop("pos_label", 1)
            if average == "binary" and positive in classes and len(classes) == 2:
                options["label"] = positive
            elif average in ("macro", "micro", "weighted"):
                options["average"] = average
            else:
                return None
        if given or len({type(one) for one in classes}) > 1:
            return None
        return Value(Question(metric.name, options=options, parameters=parameters), (tuple(true), tuple(predicted)))


def outputs(shown: Sequence[Shown], text: str) -> list[Output]:
    """The values of statements where their output prints them, line by line.

    A line is that of the only statement which prints its words; a number alone that of the statement at its place,
    where it is known how many lines each prints.
    """
    lines = [(found[0], found.start()) for found in re.finditer(r"[^\n]*\S[^\n]*", text)]
    printed = [one for one in shown if not one.silent]
    in_order = len(printed) == len(lines) and all(one.parts is not None for one in printed)
    found = list[Output]()
    for at, (line, start) in enumerate(lines):
        fits = [one for one in printed if one.parts and _says_something(one.parts) and _matched(one.parts, line)]
        if not fits and in_order and not _says_something(printed[at].parts or ()):
            fits = [printed[at]]
        if len(fits) == 1 and fits[0].parts:
            found += _values(fits[0].parts, line, start)
    return found


def in_comments(shown: Sequence[Shown], code: str) -> Iterator[Output]:
    """The values of statements that a comment behind them, in the same line, says: `# 0.75`, `# Output: F1: 0.75`."""
    for one in shown:
        stop = code.find("\n", one.end)
        comment = _COMMENT.search(code, one.end, len(code) if stop < 0 else stop)
        if one.parts and comment and not code[one.end : comment.start()].strip(" ;\t"):
            said = _SAID.match(comment[1])
            start = comment.start(1) + (said.end() if said else 0)
            yield from _values(one.parts, code[start : comment.end(1)], start)


def _values(parts: Sequence[str | Value], line: str, start: int) -> list[Output]:
    matched = _matched(parts, line)
    values = [part for part in parts if isinstance(part, Value)]
    if matched is None:
        return []
    places = [
        (matched.start(2 * n + 1), matched.end(2 * n + (2 if matched[2 * n + 2] else 1))) for n in range(len(values))
    ]
    return [Output(value, start + first, start + last) for value, (first, last) in zip(values, places, strict=True)]


def _matched(parts: Sequence[str | Value], line: str) -> re.Match[str] | None:
    """The line as the parts print it, their blanks aside; a number that goes on with dots is none."""
    pattern = "".join(
        rf"\s*(?:np\.float\d+\()?{_PRINTED}\)?\s*(%?)" if isinstance(part, Value) else _loose(part) for part in parts
    )
    return re.fullmatch(rf"\s*{pattern}\s*", line)


def _loose(text: str) -> str:
    return r"\s*" + r"\s+".join(map(re.escape, text.rstrip("%").split())) + r"\s*" if text.strip() else r"\s*"


def _says_something(parts: Sequence[str | Value]) -> bool:
    return any(isinstance(part, str) and any(map(str.isalpha, part)) for part in parts)


def _template(node: ast.expr) -> tuple[str, list[ast.expr]] | None:
    """The text and the arguments of "...".format(...) or "..." % ..."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        text, arguments = node.func.value, node.args
        if node.keywords or not isinstance(text, ast.Constant) or re.search(r"\{\d", str(text.value)):
            return None
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant):
        text = node.left
        arguments = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
    else:
        return None
    return (text.value, arguments) if isinstance(text.value, str) else None


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _are_classes(found: Any) -> bool:
    return isinstance(found, list) and len(found) > 0 and all(isinstance(one, (int, str)) for one in found)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def counted(pairs: Pairs) -> tuple[tuple[Class, ...], list[list[int]]]:
    """The classes of pairs, and how often each stands for each; rows are true classes.

    >>> counted(((0, 1, 1), (0, 1, 0)))
    ((0, 1), [[1, 0], [1, 1]])
    """
    labels = tuple(sorted({*pairs[0], *pairs[1]}, key=lambda one: (isinstance(one, str), one)))
    found = Counter(zip(*pairs, strict=True))
    return labels, [[found[true, predicted] for predicted in labels] for true in labels]


@cache
def functions() -> dict[str, str]:
    """The functions of scikit-learn that compute a metric of two lists of classes."""
    known = [one for one in all_metrics() if not any(way.unit for way in one.conventions.values())]
    return {name: one.name for one in known if (name := one.implemented_by.get("sklearn"))}
