"""Reading the imports of a file, those inside functions included, and judging them by the rules of the house."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

import exactmetrics

# A room imports only from rooms to its left, and from itself.
ORDER = (
    "exact", "_resources", "_writers", "expression", "matrix", "metrics", "views", "scores",
    "intervals", "sheets", "derivation", "feasibility", "proofs", "verification", "api", "examples",
    "documents", "exercises", "reference", "vectors", "conformance", "compat", "testing", "cli",
)  # fmt: skip
# Where a package that is not of the standard library may be imported, as beginnings of module names.
ALLOWED = {
    "sympy": ("views.symbol", "proofs."),
    "jinja2": ("derivation.sandbox.",),
    "click": ("cli.",),
    "rich": ("cli.",),
    "markdown_it": ("documents.",),
    **dict.fromkeys(("numpy", "narwhals", "pandas", "polars", "pyarrow", "duckdb"), ("matrix.", "conformance.")),
    "numpy": ("matrix.", "scores.", "conformance.", "compat."),
    "openpyxl": ("matrix.workbook.",),
    "cairosvg": ("derivation.drawing_writers.",),
    **dict.fromkeys(("sklearn", "pycm", "torch", "torchmetrics", "imblearn"), ("conformance.",)),
}
# Never loaded by a room that is not theirs alone: only inside a function.
OPTIONAL = {"cairosvg", "duckdb", "numpy", "narwhals", "openpyxl", "pandas", "polars", "pyarrow"}


def room(module: str) -> str:
    """The room of a module: the name below the package; empty for the package itself.

    >>> room("exactmetrics.metrics.definitions.rates"), room("exactmetrics")
    ('metrics', '')
    """
    return (module + ".").split(".")[1]


def imported(
    tree: ast.Module, module: str, *, is_package: bool, whole: bool = False
) -> Iterator[tuple[int, str, bool]]:
    """Every import as (line, absolute module name, whether it runs when the file is imported).

    With `whole` a name taken from a module stands behind the module's, for it may be a module itself.
    """
    late = {id(node) for function in ast.walk(tree) if _is_function(function) for node in ast.walk(function)}
    for node in ast.walk(tree):
        for name in _names(node, module, is_package, whole):
            yield getattr(node, "lineno", 0), name, id(node) not in late


def faults(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """What the imports of one file do against the rules, one sentence each."""
    found = []
    own = room(module)
    for line, name, at_import in imported(ast.parse(source), module, is_package=is_package):
        top = name.partition(".")[0]
        if top == "exactmetrics":
            fault = _inner_fault(own, name)
        elif top in sys.stdlib_module_names:
            fault = ""
        else:
            fault = _outer_fault(module.partition(".")[2], top, at_import)
        if fault:
            found.append(f"{module}:{line}: {fault}")
    return found


def _is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def _names(node: ast.AST, module: str, is_package: bool, whole: bool) -> list[str]:
    if isinstance(node, ast.Import):
        # The statement binds rooms as attributes, and `exactmetrics.metrics` is the public function.
        return [
            f"{alias.name} by a plain import" if "exactmetrics" in alias.name else alias.name for alias in node.names
        ]
    if isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            parts = module.split(".")
            parts = parts[: len(parts) - node.level + is_package]
            base = ".".join([*parts, base] if base else parts)
        if base == "exactmetrics":
            return [_home(alias.name) for alias in node.names]
        return [f"{base}.{alias.name}" for alias in node.names] if whole else [base]
    if isinstance(node, ast.Call) and _called(node) in {"import_module", "__import__"}:
        return [arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    return []


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _home(name: str) -> str:
    """Where `from exactmetrics import name` leads."""
    if name == "__version__":
        return "exactmetrics"
    return exactmetrics._HOMES.get(name, f"exactmetrics.{name}")


def _inner_fault(own: str, name: str) -> str:
    other = room(name)
    if name.endswith("by a plain import"):
        return f"{name}: write `from ... import ...`"
    if other and other not in ORDER:
        return f"the room {other!r} has no place in the order"
    if own in {"", "__main__"} or other in {"", own} or ORDER.index(other) < ORDER.index(own):
        return ""
    return f"{own} imports {name}, which comes later in the order"


def _outer_fault(own: str, top: str, at_import: bool) -> str:
    if not any(f"{own}.".startswith(place) for place in ALLOWED.get(top, ())):
        return f"{top} may not be imported here"
    if top in OPTIONAL and at_import:
        return f"{top} is optional: import it inside the function that needs it"
    return ""
