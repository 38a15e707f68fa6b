"""What the code of a document computes of true and predicted classes that it holds, and what it prints of that.

The code is parsed, and never run: only literals, and calls of metrics of two lists of them, have a value here. A name
has it only as long as nothing else binds it, holds it or may change it; a line is that of a statement only where no
other statement may print it.
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

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.values import Undefined
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.sheets.sheet import Data, Question, Sheet, answer
from exactmetrics.verification.documents.pieces import blanked

LONGEST = 20_000  # characters of a block of code
MOST = 10_000  # classes of a list
MOST_LINES = 300  # of an output, and statements that print it
LARGEST = 10**15  # number of a class
DEEPEST = 50
_PROMPT = re.compile(r"^[ \t]*(?:>>> ?|\.\.\.(?: |$)|In ?\[\d*\]: ?)", re.MULTILINE)
_MAGIC = re.compile(r"^[ \t]*(?:%%time$|%matplotlib |[%!](?:pip|conda) )[^\n]*", re.MULTILINE)  # that binds nothing
_COMMENT = re.compile(r"(?<![^\s])#[ \t]*([^\n]*)$", re.MULTILINE)
_SAID = re.compile(r"(?:(?:output|prints?|returns?|result|gives)\b:?|[-=]+>|→|=)\s*", re.IGNORECASE)
_STEP = re.compile(r"\d+\W*|\d{2,}\.\d*|[2-9]\.\d*")  # a number that counts steps
_PRINTED = r"(-?(?:\d+(?:\.\d*)?|\.\d+)(?:e-?\d+)?)(?![\d.])"
_SPEC = re.compile(r"(?::?\d*(?:\.[1-9]\d*[fg%]?|[f%]))?")  # that shows a value, and rounds it to no whole number
_FORMAT = re.compile(r"\{([^{}]*)\}")
_PERCENT = re.compile(r"%([-+0-9.]*[a-zA-Z])")
_MODULES = {
    "sklearn": "sklearn", "metrics": "sklearn", "np": "numpy", "numpy": "numpy", "torch": "torch", "tf": "tensorflow",
    "pd": "pandas", "plt": "matplotlib", "warnings": "warnings",
}  # fmt: skip
_LIBRARIES = frozenset({"exactmetrics", *_MODULES.values()})  # whose functions are meant by their names
_OF_METRICS = frozenset({"sklearn", "exactmetrics"})
_ARRAYS = frozenset({"array", "tensor", "Tensor", "constant", "LongTensor"})
_LISTS = frozenset({"list", "tuple"})
_SAME = frozenset({"float", "round", "str"})
_COPIES = frozenset({"tolist", "copy", "flatten"})
_PURE = frozenset({"len", "zip", "sum", "set", "sorted", "min", "max", "enumerate", "range", *_LISTS, *_SAME})
_ANYTHING = frozenset({"exec", "eval", "globals", "locals", "vars", "setattr", "get_ipython"})  # may bind any name
_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.GeneratorExp)  # what is run at another time
_MATRIX, _REPORT, _NUMBER = r"[\[\]\d\s.]*", r".*\d\.\d+\s+\d+", r"-?[\d.]+"  # the lines they print

Class: TypeAlias = int | str
Pairs: TypeAlias = tuple[tuple[Class, ...], tuple[Class, ...]]


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a metric of pairs of classes: what is asked, and whether it is given in percent."""

    question: Question
    pairs: Pairs
    percent: bool = False


@dataclass(frozen=True, slots=True)
class Lines:
    """Something that prints any number of lines, each of which a pattern describes."""

    pattern: str = ".*"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a statement may print: texts and values in their order, and what is not known; where it ends in the code.

    `silent` says that it prints nothing, and only a comment behind it may say its value.
    """

    parts: tuple[str | Value | Lines, ...]
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
    """The names that the code of a document binds, block after block. Arrays are tuples, which nothing joins.

    >>> session = Session()
    >>> code = '''y = [0, 1, 1]
    ... p = [0, 1, 0]
    ... print(f"F1: {f1_score(y, p):.2f}")'''
    >>> shown = session.run(code)
    >>> [one.parts[0] for one in shown], [one.value.question.metric for one in outputs(shown, "F1: 0.80")]
    (['F1: '], ['f1'])
    """

    names: dict[str, Any] = field(default_factory=dict)
    own: set[str] = field(default_factory=set)  # names that the document binds itself, to whatever it is
    touched: set[str] = field(default_factory=set)  # names that functions of the document may change
    modules: dict[str, str] = field(default_factory=_MODULES.copy)
    quiet: set[str] = field(default_factory=set)  # functions of libraries, which print nothing
    closed: bool = False  # since something may have bound any name

    def run(self, code: str) -> list[Shown]:
        """What a block of code prints, statement by statement; of one that is not read nothing is known."""
        plain = re.sub(r"\r(?!\n)", "\n", blanked(_MAGIC, blanked(_PROMPT, code)))
        is_set_in = re.match(r"\s*\n?[ \t]+\S", plain) is not None
        try:
            tree = ast.parse(f"if 1:\n{plain}" if is_set_in else plain) if len(plain) <= LONGEST else None
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            tree = None
        if tree is None:
            self.closed |= re.search(r"import\s+\*|^[ \t]*%|\b(?:exec|eval|globals)\b", plain, re.MULTILINE) is not None
            self.own |= {*re.findall(r"\w+", plain)}
            self.names.clear()
            return [Shown((Lines(),), 0)]
        first = tree.body[0] if tree.body else None
        body = first.body if is_set_in and isinstance(first, ast.If) else tree.body
        lines, shown = plain.split("\n"), list[Shown]()
        starts = [0, *accumulate(len(line) + 1 for line in lines)]
        for statement in body:
            at = (statement.end_lineno or 1) - 1 - is_set_in
            end = starts[at] + len(lines[at].encode()[: statement.end_col_offset].decode("utf-8", "ignore"))
            shown += self.statement(statement, end, last=statement is body[-1])
        return shown

    def lists(self) -> dict[str, tuple[Class, ...]]:
        """The names that are lists of classes."""
        return {name: tuple(found) for name, found in self.names.items() if _are_classes(found)}

    def statement(self, one: ast.stmt, end: int, *, last: bool) -> Iterator[Shown]:
        is_print = isinstance(one, ast.Expr) and isinstance(one.value, ast.Call) and self.called(one.value) == "print"
        is_def = isinstance(one, ast.FunctionDef) and not one.decorator_list  # whose body is not run here
        calls = [] if is_def else [found for found in ast.walk(one) if isinstance(found, ast.Call)]
        if not all(self.is_quiet(call) or (is_print and call is one.value) for call in calls):  # type: ignore[attr-defined]
            yield Shown((Lines(),), end)
        value = None
        if isinstance(one, (ast.Assign, ast.AnnAssign, ast.Expr)) and one.value is not None:
            value = self.value(one.value)
        if is_print:
            yield Shown(tuple(self.line(one.value)), end)  # type: ignore[attr-defined]
        elif isinstance(value, Value):
            yield Shown((value,), end, silent=not (last and isinstance(one, ast.Expr)))
        elif isinstance(one, ast.Expr) and last:
            yield Shown((value if isinstance(value, Lines) else Lines(),), end)
        held = self.held(one)
        for name in (*held, *self.bound(one)):
            self.names.pop(name, None)
        targets = one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AnnAssign) else []
        if len(targets) == 1 and not held and not self.closed:
            self.bind(targets[0], value)

    def held(self, one: ast.AST) -> set[str]:
        """Names of lists that a statement gives to anything that may hold or change them."""
        safe = set[int]()
        for found in ast.walk(one):
            operands = list[ast.expr]()
            if isinstance(found, ast.Call) and self.is_pure(found):
                operands = [*found.args, *(keyword.value for keyword in found.keywords)]
            elif isinstance(found, ast.Call) and isinstance(found.func, ast.Attribute) and found.func.attr in _COPIES:
                operands = [found.func.value] if not found.args else []
            elif isinstance(found, ast.BinOp):
                operands = [found.left, found.right]
            elif isinstance(found, ast.Compare):
                operands = [found.left, *found.comparators]
            safe |= {id(operand) for operand in operands}
        names = {n.id for n in ast.walk(one) if isinstance(n, ast.Name) and id(n) not in safe}
        return {name for name in names if isinstance(self.names.get(name), (list, tuple))}

    def bound(self, one: ast.stmt) -> set[str]:
        """The names that a statement binds, in whatever way, and those that its functions may change."""
        if isinstance(one, (ast.Import, ast.ImportFrom)):
            return self.imported(one)
        found = set[str]()
        for node in ast.walk(one):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                found.add(node.id)
            for key in ("name", "asname", "rest"):  # of functions, classes, errors, imports and patterns
                if isinstance(name := getattr(node, key, None), str):
                    found |= {name, name.partition(".")[0]}
            if isinstance(node, _LATER):
                self.touched |= _not_its_own(node)
            if isinstance(node, ast.Global):
                self.touched |= {*node.names}
            self.closed |= (isinstance(node, ast.Name) and node.id in _ANYTHING) or getattr(node, "name", "") == "*"
        if self.closed:
            self.names.clear()
        self.own |= found
        return found | self.touched

    def imported(self, one: ast.Import | ast.ImportFrom) -> set[str]:
        """The names that an import binds; those of libraries mean what they are called there."""
        found = set[str]()
        for alias in one.names:
            module = (one.module or "." if isinstance(one, ast.ImportFrom) else alias.name).partition(".")[0]
            name = alias.asname or (alias.name if isinstance(one, ast.ImportFrom) else module)
            found.add(name)
            if module not in _LIBRARIES or (isinstance(one, ast.ImportFrom) and one.level):
                self.own.add(name)
                self.closed |= name == "*"
            elif isinstance(one, ast.Import) or alias.name == "metrics":
                self.modules[name] = module
            elif alias.asname not in (None, alias.name):
                self.own.add(name)
            else:
                self.quiet.add(name)
        return found

    def called(self, call: ast.Call) -> str:
        """The function that a call means: its name, where no other may be meant; "" otherwise."""
        func, root = call.func, call.func
        while isinstance(root, ast.Attribute):
            root = root.value
        if self.closed or not isinstance(root, ast.Name) or root.id in self.own:
            return ""
        if root is func:
            return root.id
        library = self.modules.get(root.id)
        name = func.attr if isinstance(func, ast.Attribute) else ""
        return name if library is not None and (name not in functions() or library in _OF_METRICS) else ""

    def is_pure(self, call: ast.Call) -> bool:
        """Whether a call changes nothing and holds none of its arguments."""
        name = self.called(call)
        return name in _PURE | _ARRAYS | {"print", *functions()} or name.endswith(("_score", "_matrix", "_report"))

    def is_quiet(self, call: ast.Call) -> bool:
        """Whether a call prints nothing."""
        name, func = self.called(call), call.func
        if isinstance(func, ast.Attribute):
            on_text = func.attr == "format" and isinstance(func.value, ast.Constant)
            return bool(name) or on_text or func.attr in _COPIES
        return name != "print" and (name in self.quiet or self.is_pure(call))

    def bind(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name) and value is not None and target.id not in self.touched:
            self.names[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, list) and len(target.elts) == len(value):
            for inner, each in zip(target.elts, value, strict=True):
                self.bind(inner, each)

    def line(self, node: ast.Call) -> list[str | Value | Lines]:
        """What a call of `print` prints."""
        parts = list[str | Value | Lines]()
        for argument in node.args if not node.keywords else ():
            parts += [*([" "] if parts else []), *self.text(argument)]
        texts = "".join(part if isinstance(part, str) else "0" for part in parts).strip("\n").replace("\t", " ")
        return parts if texts.isprintable() and not node.keywords else [Lines()]

    def text(self, node: ast.expr, depth: int = 0) -> list[str | Value | Lines]:
        """An argument of `print` as texts and values."""
        if depth > DEEPEST:
            return [Lines()]
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return [node.value]
        if isinstance(node, ast.JoinedStr):
            found = list[str | Value | Lines]()
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    spec = part.format_spec.values if isinstance(part.format_spec, ast.JoinedStr) else []
                    texts = [each.value if isinstance(each, ast.Constant) else "?" for each in spec]
                    found += self.filled(part.value, "".join(map(str, texts)))
                else:
                    found += self.text(part, depth + 1)
            return found
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self.text(node.left, depth + 1) + self.text(node.right, depth + 1)
        template = _template(node)
        if template is not None:
            between, arguments = template
            if len(between) != 2 * len(arguments) + 1:
                return [Lines()]
            found = [between[0]]
            for argument, way, behind in zip(arguments, between[1::2], between[2::2], strict=True):
                found += [*self.filled(argument, way.removesuffix("s")), behind]
            return found
        value = self.value(node)
        if isinstance(value, (Value, Lines)):
            return [value]
        is_number = isinstance(node, ast.Call) and self.called(node) in functions()
        return [Lines(_NUMBER if is_number else ".*")]

    def filled(self, node: ast.expr, spec: str) -> list[str | Value | Lines]:
        """What is printed of a value in a text, in the way that a specification says."""
        value = self.value(node)
        return [value if isinstance(value, Value) and _SPEC.fullmatch(spec) else Lines(_NUMBER if spec else ".*")]

    def value(self, node: ast.expr, depth: int = 0) -> Any:
        """A class, a list of classes, or the value of a metric; None of anything else."""
        if depth > DEEPEST:
            return None
        if isinstance(node, ast.Constant):
            if isinstance(node.value, int):
                return int(node.value) if abs(node.value) < LARGEST else None
            return node.value if isinstance(node.value, str) else None
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
        if isinstance(left, list) and isinstance(right, int) and _are_classes(left):
            return left * right if 0 <= right * len(left) <= MOST else None
        return replace(left, percent=True) if isinstance(left, Value) and right == 100 and not left.percent else None

    def call(self, node: ast.Call, depth: int) -> Any:
        func, name = node.func, self.called(node)
        if isinstance(func, ast.Attribute) and func.attr in _COPIES and not node.args and not node.keywords:
            found = self.value(func.value, depth + 1)
            return list(found) if func.attr == "tolist" and isinstance(found, tuple) else found
        if name in functions():
            return self.metric(name, node, depth)
        if name in ("confusion_matrix", "classification_report"):
            return Lines(_MATRIX if name == "confusion_matrix" else _REPORT)
        if name not in _ARRAYS | _LISTS | _SAME or not node.args or node.keywords:
            return None
        found = self.value(node.args[0], depth + 1)
        if name == "round":
            digits = self.value(node.args[1]) if len(node.args) == 2 else None
            return found if isinstance(found, Value) and isinstance(digits, int) and digits > 0 else None
        if len(node.args) > 1 or (name in _SAME) != isinstance(found, Value):
            return None
        if name in _SAME:
            return found
        return (tuple(found) if name in _ARRAYS else list(found)) if _are_classes(found) else None

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
        found = Value(Question(metric.name, options=options, parameters=parameters), (tuple(true), tuple(predicted)))
        return found if _is_defined(found) else None


def outputs(shown: Sequence[Shown], text: str) -> list[Output]:
    """The values of statements where their output prints them, line by line.

    A line is that of the only statement which may print it, and which may print no other line; a number alone that of
    the statement at its place, where each prints one line.
    """
    texts = text.split("\n")
    starts = accumulate((len(line) + 1 for line in texts), initial=0)
    lines = [(line, start) for line, start in zip(texts, starts, strict=False) if line.strip()]
    printed = [one for one in shown if not one.silent]
    if len(printed) > MOST_LINES or len(lines) > MOST_LINES:
        return []
    patterns = [_pattern(one.parts) for one in printed]
    fits = [[n for n, pattern in enumerate(patterns) if pattern.fullmatch(line)] for line, _ in lines]
    times = Counter(n for of_line in fits for n in of_line)
    in_order = len(lines) == len(printed) and all(
        at in fits[at] and _says_something(one.parts) is not None for at, one in enumerate(printed)
    )
    found = list[Output]()
    for at, (line, start) in enumerate(lines):
        if in_order:
            found += _values(printed[at].parts, line, start)
        elif len(fits[at]) == 1 and times[fits[at][0]] == 1 and _says_something(printed[fits[at][0]].parts):
            found += _values(printed[fits[at][0]].parts, line, start)
    return found


def in_comments(shown: Sequence[Shown], code: str) -> Iterator[Output]:
    """The values of statements that a comment behind them, in the same line, says: `# 0.75`, `# Output: F1: 0.75`."""
    for one in shown:
        stop = code.find("\n", one.end)
        comment = _COMMENT.search(code, one.end, len(code) if stop < 0 else stop)
        if comment and not code[one.end : comment.start()].strip(" ;\t") and not _STEP.fullmatch(comment[1].strip()):
            said = _SAID.match(comment[1])
            start = comment.start(1) + (said.end() if said else 0)
            yield from _values(one.parts, code[start : comment.end(1)], start)


def words_of(shown: Sequence[Shown]) -> list[Shown]:
    """Statements of which only the words are known."""
    return [
        replace(one, parts=tuple(Lines() if isinstance(part, Value) else part for part in one.parts))
        for one in shown
        if not one.silent
    ]


def _values(parts: Sequence[str | Value | Lines], line: str, start: int) -> list[Output]:
    values = [part for part in parts if isinstance(part, Value)]
    matched = (
        _pattern(parts).fullmatch(line) if len(values) == sum(not isinstance(part, str) for part in parts) else None
    )
    if matched is None:
        return []
    places = [
        (matched.start(2 * n + 1), matched.end(2 * n + (2 if matched[2 * n + 2] else 1))) for n in range(len(values))
    ]
    return [Output(value, start + first, start + last) for value, (first, last) in zip(values, places, strict=True)]


def _pattern(parts: Sequence[str | Value | Lines]) -> re.Pattern[str]:
    """A line as the parts print it, their blanks aside; of parts that are not known the first line, or any other."""
    found, unclear = list[str](), {part.pattern for part in parts if isinstance(part, Lines)}
    for part in parts:
        if isinstance(part, Lines):
            return re.compile("|".join(sorted(unclear | ({"".join(found) + ".*"} if len(parts) > 1 else set()))))
        is_value = isinstance(part, Value)
        found.append(rf"\s*+(?:np\.float\d+\()?{_PRINTED}\)?\s*+(%?)" if is_value else _loose(str(part)))
    return re.compile(rf"\s*+{''.join(found)}\s*+")


def _loose(text: str) -> str:
    return r"\s*+" + r"\s++".join(map(re.escape, text.rstrip("%").split())) + r"\s*+"


def _says_something(parts: Sequence[str | Value | Lines]) -> bool | None:
    """Whether a line has words of its own; None where it may be several lines, or a blank one."""
    if any(isinstance(part, Lines) or (isinstance(part, str) and "\n" in part) for part in parts):
        return None
    if all(isinstance(part, str) and not part.strip() for part in parts):
        return None
    return any(isinstance(part, str) and any(map(str.isalpha, part)) for part in parts)


def _template(node: ast.expr) -> tuple[list[str], list[ast.expr]] | None:
    """The text of "...".format(...) or "..." % ..., parted by the ways its arguments are shown, and these."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        text, arguments, places = node.func.value, node.args, _FORMAT
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        text, places = node.left, _PERCENT
        arguments = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
    else:
        return None
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
        return None
    found = places.split(text.value.replace("%%", "\0") if places is _PERCENT else text.value)
    if isinstance(node, ast.Call) and (node.keywords or re.search(r"[{}]", "".join(found[::2]))):
        return None
    return [part.replace("\0", "%") for part in found], list(arguments)


def _not_its_own(later: ast.AST) -> set[str]:
    """The names in a function that may be those of the document: not its arguments, and what it binds itself.

    With a scope inside it, which may have names of its own, what it binds counts.
    """
    inner = [node for node in ast.walk(later) if node is not later]
    names = {node.id for node in inner if isinstance(node, ast.Name)}
    if isinstance(later, ast.GeneratorExp):
        return names
    own = {node.arg for node in ast.walk(later.args) if isinstance(node, ast.arg)}  # type: ignore[attr-defined]
    if not any(isinstance(node, (*_LATER, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp)) for node in inner):
        own |= {node.id for node in inner if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    return names - own


def _is_defined(value: Value) -> bool:
    """Whether a value has no 0/0 on its way, of which a program makes what it likes."""
    labels, rows = counted(value.pairs)
    counts = Counts.from_rows(rows, labels=list(labels))
    try:
        return not isinstance(answer(Sheet("", Data(counts.blocks(), counts=counts)), value.question), Undefined)
    except ExactMetricsError:
        return False


def _are_classes(found: Any) -> bool:
    return isinstance(found, (list, tuple)) and len(found) > 0 and all(isinstance(one, (int, str)) for one in found)


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
