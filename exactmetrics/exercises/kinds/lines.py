"""The lines of a worked solution, read off the recorded tree: the counts, the formula and the value of each part."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from exactmetrics.api.scores import Scores
from exactmetrics.derivation.planning.tree import distinct, every_part, leaves, ratio, rebuild, substituted
from exactmetrics.derivation.score_grid import short_decimal
from exactmetrics.exercises.question import Exercise, Pen
from exactmetrics.expression.evaluate import children, evaluate
from exactmetrics.expression.nodes import Expr, Head, Leaf, Literal, Named, Num, Sum, Tag
from exactmetrics.matrix.blocks import BLOCKS, LARGEST, Blocks
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.compute import compute_score
from exactmetrics.scores.recorded import RecordedClass, recorded, recorded_view
from exactmetrics.views.trace import record

Key = tuple[str, Any]  # what a line is: what is given, the counts of a class, a formula or a value, and whose
Numbers = Callable[[str, int | None], Fraction]  # of a count, by its name and the position of what it is of
WHOLE = ("n", "positives", "negatives")  # what is read off all samples at once
PAIRS = ("wins", "ties")  # what is counted in all pairs of a positive and a negative sample
SCORES = ("score", "truth")  # what is given of each sample
OF_ONE = ("gained", *BLOCKS, *LARGEST, *SCORES, "own_score")  # of a class, a score or a sample


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what it is, and its chains of equal expressions."""

    key: Key
    chains: tuple[tuple[Expr, ...], ...]

    @property
    def kind(self) -> str:
        return self.key[0]

    @property
    def of_class(self) -> bool:
        """Whether it is about one class of several."""
        whose = self.key[1]
        return whose is not None if self.kind == "counts" else isinstance(whose, Head) and whose.tag is not None


def written(line: Line, pen: Pen) -> str:
    return ", ".join(map(pen.line, line.chains))


def recorded_of(exercise: Exercise) -> Named:
    """The tree of the value, with every number that it is made of."""
    if isinstance(exercise.data, Scores):
        assert isinstance(exercise.request, ScoreRequest)
        return recorded(exercise.request, exercise.data._samples)
    return cast(Named, of_the_class(exercise, record(exercise.request, exercise.counts.blocks())))


def numbers_of(exercise: Exercise) -> Numbers:
    """What the lines read off the data."""
    if isinstance(exercise.data, Scores):
        scored, found = exercise.data._class(None)[0], leaves(recorded_of(exercise))
        view = recorded_view(cast(ScoreRequest, exercise.request), exercise.data._samples)
        if isinstance(view, RecordedClass):  # a slip may count what no positive sample has
            found += leaves(view.thresholds(lambda cut: cut.gained * cut.precision))
        known = {(leaf.block, leaf.tag.position): leaf.value for leaf in found if leaf.tag and leaf.value is not None}
        known |= {(block, None): getattr(scored, block) for block in (*WHOLE[1:], *PAIRS)}
        known["n", None] = scored.positives + scored.negatives
        return lambda block, position: known[block, position]
    return numbers_in(exercise.counts.blocks())


def has_lines(request: ScoreRequest, data: Scores) -> bool:
    """Whether a metric of scores is worked out of what lines tell: counts, pairs, and sums over scores or samples."""
    tree = recorded(request, data._samples)
    if not {leaf.block for leaf in leaves(tree)} <= {*PAIRS, *OF_ONE, *WHOLE}:
        return False
    return evaluate(tree) == compute_score(request, data._samples).value


def numbers_in(blocks: Blocks) -> Numbers:
    """The same of a matrix."""
    return lambda block, position: Fraction(blocks.n if position is None else getattr(blocks, block)[position])


def of_the_class(exercise: Exercise, e: Any) -> Any:
    """A tree about one class, whose counts need no name of the class."""
    label = None if isinstance(exercise.data, Scores) else exercise.request.label
    if isinstance(e, Leaf) and e.tag is not None and e.tag.other is None and label is not None and e.tag.label == label:
        return replace(e, tag=replace(e.tag, bare=True))
    return rebuild(e, lambda part: of_the_class(exercise, part))


def lines_of(named: Named, symbols: Mapping[str, Leaf], numbers: Numbers) -> list[Line]:
    """The counts, the parts and the whole; what is the same for several classes has its formula once."""
    found = _counts(named, symbols, numbers)
    every = every_part(named)
    general = {name_of(part.head): part for part in every if isinstance(part, Named) and _is_general(part.head)}
    parts: dict[Any, dict[Head, Named]] = {}
    for part in inside_out(named):
        parts.setdefault(name_of(part.head), {})[part.head] = part
    for name, several in parts.items():
        formula = general.get(name, next(iter(several.values())))
        found.append(Line(("formula", name), ((_symbol(formula), _bare(formula.body)),)))
        for head, part in several.items():
            worked, value = substituted(part.body), Num(evaluate(part))
            steps = [] if part.applied is not None or ratio(worked) == ratio(value) is not None else [worked]
            found.append(Line(("value", head), (tuple(distinct([_symbol(part), *steps, value])),)))
    return found


def _counts(named: Named, symbols: Mapping[str, Leaf], numbers: Numbers) -> list[Line]:
    """What is read off the data: the number of all samples, that of the pairs, and the counts of each class."""
    counted = [leaf for leaf in leaves(named) if leaf.tag is None or leaf.tag.other is None]
    read = {(leaf.block, leaf.tag and leaf.tag.position): leaf.value for leaf in counted if leaf.value is not None}
    tags = {leaf.tag.position: leaf.tag for leaf in counted if leaf.tag is not None and not _is_any(leaf.tag)}

    def chain(symbol: Leaf, position: int | None) -> tuple[Expr, ...]:
        value = read.get((symbol.block, position))
        value = numbers(symbol.block, position) if value is None else value
        short = short_decimal(value) if symbol.block in SCORES else None
        return symbol, Num(value) if short is None else Literal(short, value)  # as the data show it

    found = []
    for whose, names in ((None, WHOLE), (PAIRS, PAIRS)):
        if known := [symbols[block] for block in names if block in symbols]:
            found.append(Line(("counts", whose), tuple(chain(symbol, None) for symbol in known)))
    for position, tag in sorted(tags.items(), key=lambda one: one[0] or 0):
        assert position is not None
        of_one = [block for block in OF_ONE if block in symbols]
        chains = tuple(chain(Leaf(block, tag, None), position) for block in of_one)
        kind = "given" if set(of_one) <= set(SCORES) else "counts"
        found.append(Line((kind, position), chains))
    return found


def symbols_of(trees: Sequence[Named]) -> dict[str, Leaf]:
    """The counts that trees are made of, each by its symbol for any class, where there is one."""
    found: dict[str, Leaf] = {}
    for leaf in (leaf for tree in trees for leaf in leaves(tree)):
        if leaf.block not in found or (leaf.tag is not None and _is_any(leaf.tag)):
            found[leaf.block] = replace(leaf, value=None)
    if "positives" in found:  # a slip may use the other one, which must not be shown for its sake
        found.setdefault("negatives", Leaf("negatives", None, None))
    return {block: found[block] for block in (*PAIRS, *OF_ONE, "cell", "gap", *WHOLE) if block in found}


def inside_out(e: Expr) -> Iterator[Named]:
    """The named parts of a tree, each behind those that it is made of."""
    for part in children(e):
        yield from inside_out(part)
    if isinstance(e, Named):
        yield e


def name_of(head: Head) -> Any:
    """What a part is called, whatever its class."""
    return replace(head, tag=None), head.tag is not None and head.tag.rest


def _is_general(head: Head) -> bool:
    return head.tag is not None and _is_any(head.tag)


def _is_any(tag: Tag) -> bool:
    return tag.position is None


def _symbol(part: Named) -> Named:
    return Named(part.head, Num(Fraction(0)))


def _bare(e: Expr) -> Expr:
    """A formula without what is worked out in it, so that it is one formula whatever the counts."""
    if isinstance(e, Named):
        return _symbol(e)
    if isinstance(e, Leaf):
        return Num(Fraction(e.value or 0)) if e.block == "k" else replace(e, value=None)
    return replace(e, body=_bare(e.body), terms=(), left_out=()) if isinstance(e, Sum) else rebuild(e, _bare)
