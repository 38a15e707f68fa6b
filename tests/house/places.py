"""The places inside a room: its folders, and the files that lie in none. What imports what, and where that is a circle.

Imports inside functions count, for they are how a circle is hidden. Imports for type checkers do not: they load
nothing, and a thing may say of what type its owner is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.house.imports import imported, room
from tests.house.source import ROOT, module_name, package_files

# Inside a room with several floors a folder imports only from folders to its left.
FLOORS = {"derivation": ("planning", "working", "notation", "writing")}
# verification/ keeps no order inside itself until it is rebuilt.
EXEMPT = {"verification"}

Edges = dict[tuple[str, str], list[str]]  # (place, place it imports): the modules that do


def place(module: str, *, is_package: bool = False) -> str:
    """The folder of a room in which a module lies, or the module itself where it lies in none.

    >>> place("exactmetrics.derivation.planning.tree"), place("exactmetrics.derivation.messages")
    ('derivation.planning', 'derivation.messages')
    """
    parts = module.split(".")[1:]
    return ".".join(parts[:2]) if len(parts) > 2 or is_package else ".".join(parts)


def modules() -> dict[str, Path]:
    """Every module of the package that keeps an order, and its file."""
    found = {module_name(path): path for path in package_files()}
    return {name: path for name, path in found.items() if room(name) not in EXEMPT}


def edges(files: dict[str, Path], *, any_room: bool = False) -> Iterator[tuple[str, str]]:
    """Each import of one module by another, of the same room unless any will do."""
    for name, path in files.items():
        for other in _imported_by(name, path):
            target = next((begin for begin in beginnings(other) if begin in files), "")
            if target and target != name and (any_room or room(target) == room(name)):
                yield name, target


@cache
def _imported_by(name: str, path: Path) -> list[str]:
    tree = without_types(ast.parse(path.read_text(encoding="utf-8")))
    return [other for _, other, _ in imported(tree, name, is_package=path.name == "__init__.py", whole=True)]


def between_places(files: dict[str, Path]) -> Edges:
    """The imports between the places of a room."""
    found: Edges = {}
    for name, other in edges(files):
        pair = (_place_of(name, files), _place_of(other, files))
        # A package's own file speaks for the folder, and a room's own file for the room.
        if pair[0] != pair[1] and all("." in end for end in pair):
            found.setdefault(pair, []).append(f"{name} imports {other}")
    return found


def circles(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The groups of names that all lead to each other.

    >>> circles([("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")])
    [['b', 'c']]
    """
    follows: dict[str, set[str]] = {}
    for start, end in pairs:
        follows.setdefault(start, set()).add(end)
    reach = {name: reached(name, follows) for name in follows}
    groups = {
        tuple(sorted(other for other in reach[name] if name in reach.get(other, ())))
        for name in follows
        if name in reach[name]
    }
    return [list(group) for group in sorted(groups)]


def out_of_order(found: Edges) -> list[str]:
    """The imports of a folder from one that has a later floor, and folders that have none."""
    faults = []
    for name, floors in FLOORS.items():
        folder = ROOT / "exactmetrics" / name
        faults += [
            f"{name}.{path.parent.name} has no floor in {name}"
            for path in sorted(folder.glob("*/__init__.py"))
            if path.parent.name not in floors
        ]
    for (start, end), lines in sorted(found.items()):
        of_room = FLOORS.get(start.partition(".")[0], ())
        own, other = start.partition(".")[2], end.partition(".")[2]
        if own in of_room and other in of_room and of_room.index(other) > of_room.index(own):
            faults += lines
    return faults


def without_types(tree: ast.Module) -> ast.Module:
    """A tree without what only type checkers read."""

    class Without(ast.NodeTransformer):
        def visit_If(self, node: ast.If) -> ast.AST | None:
            only_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
            return None if only_types else self.generic_visit(node)

    Without().visit(tree)
    return tree


def beginnings(name: str) -> Iterator[str]:
    """A dotted name and what it begins with, longest first."""
    while name:
        yield name
        name = name.rpartition(".")[0]


def _place_of(name: str, files: dict[str, Path]) -> str:
    return place(name, is_package=files[name].name == "__init__.py")


def reached(start: str, follows: dict[str, set[str]]) -> set[str]:
    """The names to which one leads."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        new = follows.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached
