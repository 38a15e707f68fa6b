"""The filters of a user's templates, written here, so that each result is counted before it is made.

Content: `Filters`, with the counting functions that `metered` puts into a template; `kind` and `short`, the words that
messages use for a value and for a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from jinja2 import Undefined
from jinja2.runtime import BlockReference, LoopContext, Macro

from exactmetrics.derivation.rendering import metered
from exactmetrics.derivation.rendering.budget import Budget, RefusedError


class Filters:
    """The filters of one page, with its budget.

    >>> filters = Filters(Budget()).by_name
    >>> filters["join"](["a", "b"], "-"), filters["upper"]("a"), filters["length"](["a"]), filters["last"]([1, 2])
    ('a-b', 'A', 1, 2)
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.by_name: dict[str, Callable[..., Any]] = {
            metered.TICK: budget.step,
            metered.EACH: self._each,
            metered.SCALAR: self._scalar,
            metered.CONTAINER: self._container,
            metered.PART: self._part,
            "join": self._join,
            **{name: self._changed(change) for name, change in TEXT_FILTERS.items()},
            **SIMPLE_FILTERS,
        }

    def text(self, value: Any) -> str:
        """A value as it is written on a page, counted.

        Raises:
            RefusedError: it is no text and no whole number.

        >>> Filters(Budget()).text(7)
        '7'
        """
        given(value)
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise RefusedError(f"{kind(value)} cannot be written on a page: only a text or a whole number can")
        text = str(value)
        self.budget.write(len(text))
        return text

    def _each(self, items: Any, steps: int) -> Iterator[Any]:
        given(items)
        if not isinstance(items, list | tuple | dict):
            raise RefusedError(f"a loop runs over a list, not over {kind(items)}")
        for item in items:
            self.budget.step(steps)
            yield item

    def _scalar(self, value: Any) -> Any:
        """What is compared: nothing that could hold itself many times."""
        given(value)
        if value is not None and not isinstance(value, str | int):
            raise RefusedError(f"{kind(value)} cannot be compared: only texts and whole numbers can")
        if isinstance(value, str):
            self.budget.step(1 + len(value) // 50)
        return value

    def _container(self, value: Any) -> Any:
        if not isinstance(value, list | tuple | dict):
            return self._scalar(value)
        self.budget.step(1 + len(value))
        return value

    def _part(self, value: Any, start: Any, stop: Any) -> Any:
        """Some entries of a list."""
        for used in (value, start, stop):
            given(used)
        if not isinstance(value, list | tuple) or not all(end is None or isinstance(end, int) for end in (start, stop)):
            raise RefusedError(f"{kind(value)} cannot be taken apart so: a part of a list is cut out by whole numbers")
        self.budget.step(1 + len(value))
        return value[start:stop]

    def _join(self, items: Any, between: Any = "") -> str:
        if not isinstance(items, list | tuple):
            raise RefusedError(f"join takes a list, not {kind(items)}")
        self.budget.step(1 + len(items))
        gap = self.text(between)
        self.budget.write(len(gap) * len(items))
        return gap.join([self.text(item) for item in items])

    def _changed(self, change: Callable[[str], str]) -> Callable[[Any], str]:
        return lambda value: self.text(change(self.text(value)))


def given(value: Any) -> None:
    """Complain of a name that is not there, where it is used.

    >>> given("x")
    """
    if isinstance(value, Undefined):
        str(value)


def _default(value: Any, instead: Any = "") -> Any:
    return instead if isinstance(value, Undefined) else value


def _length(value: Any) -> int:
    if not isinstance(value, str | list | tuple | dict):
        raise RefusedError(f"{kind(value)} has no length")
    return len(value)


def _end(place: int) -> Callable[[Any], Any]:
    def end(value: Any) -> Any:
        if not isinstance(value, list | tuple) or not value:
            raise RefusedError(f"{kind(value)} has no first and no last entry")
        return value[place]

    return end


TEXT_FILTERS: dict[str, Callable[[str], str]] = {
    "upper": str.upper,
    "lower": str.lower,
    "capitalize": str.capitalize,
    "trim": str.strip,
}
SIMPLE_FILTERS: dict[str, Callable[..., Any]] = {
    "d": _default,
    "default": _default,
    "count": _length,
    "length": _length,
    "first": _end(0),
    "last": _end(-1),
}


def kind(value: Any) -> str:
    """What a value is called in a message.

    >>> kind([1]), kind(None)
    ('a list', 'nothing')
    """
    words = {str: "a text", bool: "true or false", int: "a number", list: "a list", tuple: "a list", dict: "a group"}
    words |= {type(None): "nothing", Macro: "a macro", BlockReference: "a block", LoopContext: "loop"}
    return words.get(type(value), "this")


def short(name: object) -> str:
    """A name in a message, cut where it is long.

    >>> short("title")
    'title'
    """
    text = str(name) if isinstance(name, str | int) else "this"
    return text if len(text) <= 40 else text[:39] + "…"
