"""The mutants of a room: each is one small change to one expression, chosen by hashes of places.

What no test can or should see is not changed: docstrings, annotations, texts of errors, blocks for type checkers, sizes
of caches. Neither is what stands inside f-strings, for Python 3.11 does not know where.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
}
# What a function that promises one of these gives instead of its answer.
EMPTY = {"str": "''", "list": "[]", "tuple": "()", "dict": "{}", "set": "set()", "frozenset": "frozenset()", "bool": ""}
# Decorators that say how a thing is kept or typed, not what it is.
HOUSEHOLD = {"dataclass", "lru_cache", "cache", "overload", "total_ordering", "wraps", "contextmanager", "fixture"}
# Arguments of the other decorators whose loss is a change of taste or of wording.
WORDING = {"aliases", "implemented_by", "title", "symbol", "description", "help", "name"}


@dataclass(frozen=True)
class Mutant:
    """One file with one change."""

    path: str  # from the root of the tree
    line: int
    column: int
    kind: str
    before: str
    after: str

    def hash(self, seed: str) -> str:
        """Where the mutant comes in the order of a seed."""
        return sha256(f"{seed}:{self.path}:{self.line}:{self.column}:{self.kind}".encode()).hexdigest()

    def difference(self) -> list[str]:
        """The lines that changed."""
        lines = unified_diff(self.before.splitlines(), self.after.splitlines(), lineterm="", n=0)
        return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def chosen(root: Path, folder: str, seed: str, count: int) -> list[Mutant]:
    """So many mutants of a folder, at most one a line."""
    found = [
        mutant
        for path in sorted((root / folder).rglob("*.py"))
        for mutant in mutants(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix())
    ]
    found.sort(key=lambda mutant: mutant.hash(seed))
    first: dict[tuple[str, int], Mutant] = {}
    for mutant in found:
        first.setdefault((mutant.path, mutant.line), mutant)
    picked = list(first.values())[:count]
    return sorted(picked, key=lambda mutant: (mutant.path, mutant.line))


def mutants(source: str, path: str) -> Iterator[Mutant]:
    """Every mutant of a file that compiles."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    whole = source.encode()
    for node, kind, text in _Changes(source).of(ast.parse(source)):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[operator]
        after = (whole[:begin] + text.encode() + whole[end:]).decode()
        try:
            compile(after, path, "exec")
        except (SyntaxError, ValueError):
            continue
        yield Mutant(path, node.lineno, node.col_offset, kind, source, after)


class _Changes:
    """The changes of a tree: a node, the name of the change, and the text that stands in for the node."""

    def __init__(self, source: str) -> None:
        self.source = source

    def of(self, node: ast.AST) -> Iterator[tuple[ast.expr, str, str]]:
        if isinstance(node, ast.Raise | ast.JoinedStr) or _is_stub(node) or _is_for_types(node):
            return
        if isinstance(node, ast.expr):
            yield from self._of_expression(node)
        if isinstance(node, ast.FunctionDef):
            yield from self._of_returns(node)
        if isinstance(node, ast.If | ast.While | ast.IfExp | ast.comprehension | ast.Assert | ast.match_case):
            for test in getattr(node, "ifs", None) or [getattr(node, "test", None) or getattr(node, "guard", None)]:
                if test is not None and not isinstance(test, ast.Compare | ast.Constant):  # these have their own
                    yield test, "condition negated", f"(not ({self._text(test)}))"
        decorators = getattr(node, "decorator_list", [])
        for decorator in decorators:
            yield from self._of_decorator(decorator)
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "msg", "decorator_list"}:
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from self.of(child)

    def _text(self, node: ast.expr) -> str:
        return ast.get_source_segment(self.source, node) or ast.unparse(node)

    def _of_expression(self, node: ast.expr) -> Iterator[tuple[ast.expr, str, str]]:
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            for operator in COMPARISONS[type(node.ops[0])]:
                changed = ast.Compare(node.left, [operator()], node.comparators)
                yield node, f"comparison {operator.__name__}", f"({ast.unparse(changed)})"
        elif isinstance(node, ast.Compare):
            for at, old in enumerate(node.ops):
                ops = [COMPARISONS[type(old)][0]() if at == i else op for i, op in enumerate(node.ops)]
                yield node, f"comparison {at}", f"({ast.unparse(ast.Compare(node.left, ops, node.comparators))})"
        elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            if not any(_is_text(side) for side in (node.left, node.right)):
                changed_sum = ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
                yield node, "operator", f"({ast.unparse(changed_sum)})"
        elif isinstance(node, ast.BoolOp):
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, "and, or", f"({ast.unparse(ast.BoolOp(other, node.values))})"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
            yield node, "sign dropped", f"({self._text(node.operand)})"
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield node, "constant", str(not node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield node, "constant + 1", str(node.value + 1)
            yield node, "constant - 1", str(node.value - 1) if node.value else "(-1)"

    def _of_returns(self, function: ast.FunctionDef) -> Iterator[tuple[ast.expr, str, str]]:
        promised = ast.unparse(function.returns).partition("[")[0] if function.returns else ""
        for node in _own_nodes(function):
            if isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
                if promised == "bool":
                    yield node.value, "answer negated", f"(not ({self._text(node.value)}))"
                else:
                    yield node.value, "answer None", "None"
                    if EMPTY.get(promised) and ast.unparse(node.value) != EMPTY[promised]:
                        yield node.value, "answer empty", EMPTY[promised]
        arguments = function.args
        for default in (*arguments.defaults, *arguments.kw_defaults):
            if isinstance(default, ast.Constant) and isinstance(default.value, str):
                yield default, "default", repr(default.value + "x")

    def _of_decorator(self, node: ast.expr) -> Iterator[tuple[ast.expr, str, str]]:
        if not isinstance(node, ast.Call) or _name(node.func) in HOUSEHOLD:
            return
        for keyword in node.keywords:
            if keyword.arg in WORDING:
                continue
            yield from self.of(keyword.value)
            rest = [other for other in node.keywords if other is not keyword]
            yield node, f"without {keyword.arg}", ast.unparse(ast.Call(node.func, node.args, rest))
            if isinstance(keyword.value, ast.Constant) and keyword.value.value in {"up", "down"}:
                yield keyword.value, "direction", repr("up" if keyword.value.value == "down" else "down")


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            waiting += ast.iter_child_nodes(node)


def _is_stub(node: ast.AST) -> bool:
    """A function without a body: one way to call it, or the promise of a protocol."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    return all(isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) for line in node.body)


def _is_for_types(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING", "__name__ == '__main__'"}
    return isinstance(node, ast.Subscript) and _name(node.value) == "Literal"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
