"""What a docstring shows: the names that its doctest examples use, for methods, properties and functions.

Only what doctest itself collects counts: an example that never runs promises nothing.
"""

from __future__ import annotations

import ast
import doctest
import inspect
from collections.abc import Iterable, Iterator


def names_used(examples: Iterable[doctest.Example]) -> set[str]:
    """The names and attributes in the source of examples.

    >>> sorted(names_used(doctest.DocTestParser().get_examples(">>> len([].copy()) + abs(-1)")))
    ['abs', 'copy', 'len']
    """
    nodes = [node for example in examples for node in ast.walk(ast.parse(example.source))]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def names_shown(cls: type) -> dict[str, set[str]]:
    """The names that the examples of a class use, by where they stand: "" is the class, else one of its members.

    Inherited members count where they are defined, as they run there.
    """
    shown: dict[str, set[str]] = {"": set()}
    for base in cls.__mro__[:-1]:
        for test in doctest.DocTestFinder(recurse=True).find(base, base.__name__, module=inspect.getmodule(base)):
            member = test.name.removeprefix(base.__name__).lstrip(".")
            shown.setdefault(member, set())
            shown[member] |= names_used(test.examples)
    return shown


def members(cls: type) -> Iterator[tuple[str, object]]:
    """The public members of a class, inherited ones too, as they are defined."""
    for name in dir(cls):
        if not name.startswith("_"):
            yield name, inspect.getattr_static(cls, name)


def is_called(member: object) -> bool:
    """Whether a member is a method, rather than a property or a field."""
    return isinstance(member, classmethod | staticmethod) or inspect.isfunction(member)


def is_field(member: object) -> bool:
    """Whether a member is a slot, which has no docstring of its own: its class describes it."""
    return inspect.ismemberdescriptor(member)
