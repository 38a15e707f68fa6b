"""What a derivation calculates, and in which order: the values of each class, then the parts that have a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from exactmetrics.derivation.planning.tree import every_part, leaves, names_inside, rebuild
from exactmetrics.expression.evaluate import has_value
from exactmetrics.expression.nodes import Add, Div, Expr, Head, Leaf, Named, Sum, Tag

PARTS = {"support": "fn", "predicted": "fp"}  # what a total adds to TP
Kind = tuple[str, str | None, bool]  # a metric under a convention, of a class or of all other classes


@dataclass(slots=True)
class ClassValues:
    """The values that one metric has in a formula, by the position of the class; `any` is the metric of any class."""

    any: Named
    of: dict[int, Named]


def unmarked(named: Named) -> Named:
    """An average from averages without the mark that tells it from the average of the class values: the title does."""
    return replace(named, head=replace(named.head, mark=None)) if named.head.mark == "averages" else named


def bared(named: Named) -> Named:
    """A formula that speaks of one class, with counts that do not name it; any other one as it is."""
    tags = {(leaf.tag.position, leaf.tag.rest) for leaf in leaves(named) if leaf.tag and leaf.tag.other is None}
    if len(tags) != 1 or named.head.average is not None:
        return named

    def bare(e: Expr) -> Expr:
        if isinstance(e, Leaf):
            return e if e.tag is None or e.tag.other is not None else replace(e, tag=replace(e.tag, bare=True))
        return rebuild(e, bare)

    position, rest = tags.pop()
    if position is None or rest:
        return named
    made = bare(named)
    assert isinstance(made, Named)
    return made


def in_four(named: Named) -> Named:
    """A formula of one class that divides by the total of its row or column, with the counts that the total adds up."""

    def four(e: Expr) -> Expr:
        if isinstance(e, Div) and isinstance(e.den, Leaf) and e.den.tag is not None and e.den.tag.bare:
            other = PARTS.get(e.den.block)
            if (
                other is not None
                and e.den.value is not None
                and isinstance(e.num, Leaf)
                and e.num.block in ("tp", other)
            ):
                return Div(e.num, Add((_part_of(e, "tp"), _part_of(e, other))))
        return rebuild(e, four)

    if not any(leaf.tag is not None and leaf.tag.bare for leaf in leaves(named)):
        return named
    made = four(named)
    assert isinstance(made, Named)
    return made


def _part_of(quotient: Div, block: str) -> Leaf:
    """TP, or what a total has besides: one of them stands in the numerator."""
    top, bottom = quotient.num, quotient.den
    assert isinstance(top, Leaf)
    assert isinstance(bottom, Leaf)
    assert bottom.value is not None
    assert top.value is not None
    return top if top.block == block else Leaf(block, bottom.tag, bottom.value - top.value)


def class_values(named: Named, *, itself: bool = False) -> list[ClassValues]:
    """The metrics of a class whose values a formula of several classes takes, each after those it is made of.

    With `itself` a formula of one class is a value too, besides those that it is made of.
    """
    found: dict[Kind, ClassValues] = {}
    positions = {leaf.tag.position for leaf in leaves(named) if leaf.tag is not None} - {None}
    if not itself and len(positions) < 2 and not any(isinstance(part, Sum) for part in every_part(named)):
        return []
    parts = [part for part in every_part(named) if isinstance(part, Named) and part.head.tag is not None]
    for part in sorted((p for p in parts if itself or p is not named), key=lambda part: _depth(part.body)):
        head = part.head
        assert head.tag is not None
        kind = (head.metric, head.mark, head.tag.rest)
        values = found.setdefault(kind, ClassValues(_of_any_class(part), {}))
        if head.tag.position is None:
            values.any = part
        else:
            values.of.setdefault(head.tag.position, part)
    return [values for values in found.values() if values.of]


def _of_any_class(e: Named) -> Named:
    """The metric of one class as that of any class."""

    def general(part: Expr) -> Expr:
        if isinstance(part, Leaf):
            return part if part.tag is None else Leaf(part.block, _any(part.tag), None)
        if isinstance(part, Named) and part.head.tag is not None:
            head = replace(part.head, tag=Tag(None, rest=part.head.tag.rest))
            return Named(head, general(part.body))
        if isinstance(part, Sum) and part.but is not None:
            return replace(part, body=general(part.body), terms=(), but=_any(part.but))
        return rebuild(part, general)

    made = general(e)
    assert isinstance(made, Named)
    return made


def _any(tag: Tag) -> Tag:
    """The letter of a class in the place of its name."""
    return Tag(None, rest=tag.rest, other=None if tag.other is None else _any(tag.other), second=tag.second)


def _depth(e: Expr) -> int:
    """How many names stand inside each other."""
    return max((1 + _depth(part.body) for part in names_inside(e)), default=0)


def parts_in_order(named: Named, in_table: Iterable[Named]) -> list[Named]:
    """The parts that are calculated by themselves, each once, after those it is made of."""
    known = {part.head for part in in_table}  # what is recorded twice is two trees of one name
    found: dict[Head, Named] = {}

    def add(part: Named) -> None:
        if part.head in known or part.head in found:
            return
        for inner in names_inside(part.body):
            add(inner)
        replaced = part.applied is not None and part.applied.policy != "inherited"
        if replaced or has_value(part):
            found[part.head] = part

    for left_out in _left_out(named):
        add(left_out)
    for part in names_inside(named.body):
        add(part)
    return list(found.values())


def _left_out(named: Named) -> Iterator[Named]:
    """The parts of sums that take no part."""
    for part in every_part(named):
        if isinstance(part, Sum):
            yield from (e for e in part.left_out if isinstance(e, Named))


def parts_named(named: Named) -> list[Named]:
    """What the names in a formula stand for, one of each kind: those of a class over any class."""
    found: dict[tuple[object, ...], Named] = {}
    for part in every_part(named):
        if isinstance(part, Named) and part is not named:
            head = part.head
            key = (head.metric, head.average, head.mark, head.tag.rest if head.tag else None)
            if key not in found or (head.tag is not None and head.tag.position is None):
                found[key] = part
    return list(found.values())
