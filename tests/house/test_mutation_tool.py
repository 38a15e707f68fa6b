"""The mutants of a file: what is changed, what never, and the same ones every time."""

from __future__ import annotations

from pathlib import Path

from tests.mutation.mutants import chosen, mutants

SOURCE = '''"""A title, 1."""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    SIZE = 2


@metric("f", range=(0, 3), aliases=("g",))
def f(a: "int | 4", b=None) -> int:
    """Doc, 5."""
    if a < b and not a:
        raise ValueError("6" + str(a + 7))
    return a + b
'''


def test_what_is_changed_and_what_is_not() -> None:
    found = list(mutants(SOURCE, "f.py"))
    assert {mutant.kind for mutant in found} == {
        *("comparison LtE", "comparison GtE", "and, or", "sign dropped", "condition negated", "operator"),
        *("answer None", "constant + 1", "constant - 1", "without range"),
    }
    assert {mutant.line for mutant in found} == {8, 11, 13}
    kept = ("A title, 1.", "SIZE = 2", "int | 4", "Doc, 5.", "str(a + 7)", "g")
    for mutant in found:
        assert all(text in mutant.after for text in kept), mutant.kind


def test_the_same_tree_has_the_same_mutants(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    for name in "efghi":
        (tmp_path / "room" / f"{name}.py").write_text(SOURCE, encoding="utf-8")
    first, again, other = (chosen(tmp_path, "room", seed, 10) for seed in ("a", "a", "b"))
    assert first == again != other
    assert len({(mutant.path, mutant.line) for mutant in first}) == 10
