"""A worked solution with one planted slip: which is its first wrong line?

The solution is read off the recorded tree, line by line: the counts, the formula and the value of each part, at last
those of the whole. The slip changes the tree in one place, and all that follows is worked out from what it gives, so
that one line alone is wrong in itself. Slips are planted where students make them: in the counts of a class, in the
value of a class, in a formula.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from exactmetrics.api.scores import Scores
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.planning.tree import (
    every_part,
    leaves,
    names_inside,
    rebuild,
    substituted,
)
from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.values import Undefined
from exactmetrics.exercises.kinds.draw import Draw
from exactmetrics.exercises.kinds.formula_slips import miswritten
from exactmetrics.exercises.kinds.lines import (
    Line,
    Numbers,
    inside_out,
    lines_of,
    name_of,
    numbers_in,
    numbers_of,
    of_the_class,
    recorded_of,
    symbols_of,
    written,
)
from exactmetrics.exercises.question import Exercise, Option, Pen, asked_for
from exactmetrics.exercises.score_slips import misread, score_slips
from exactmetrics.exercises.slips import Slip, is_possible, slip_text, slips
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Expr, Head, Leaf, Named
from exactmetrics.matrix.blocks import BLOCKS, Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.views.trace import record
from exactmetrics.views.value import compute

RELATIVE = 1.5  # how plausible the formula of a relative is, beside the slips of the diagnosis
MISREAD = 2.5  # and a number that is read wrongly off scores
WRITTEN = 1.2  # and how plausible a formula that is miswritten
WHOLE = ("formula", "whole")
PLAUSIBLE, ALIKE = 8, 3  # of so many slips one is drawn, and of one kind of them there are so many at most
LINES = range(3, 21)  # how many lines a solution may have
# No slips within a working, but another question, or another answer that is right too.
ALONE = ("class-for-average", "average-for-class", "other-metric", "other-convention", "undefined-policy")


@dataclass(frozen=True, slots=True)
class Planted:
    """The solution with the slip, the place of its wrong line, what that line should be, and the slip."""

    lines: tuple[Line, ...]
    at: int
    right: Line
    slip: Slip
    symbols: tuple[Expr, ...]
    shows_data = True

    def prompt(self, exercise: Exercise, pen: Pen) -> str:
        return pen.say.say(("exercises", "error"), asked_for(exercise, pen.strong(exercise.title)).__getitem__)

    def shown(self, exercise: Exercise, pen: Pen) -> list[str]:
        """The legend of the symbols, and the lines with their numbers."""
        lines = [f"{at}. {written(line, pen)}" for at, line in enumerate(self.lines, 1)]
        return [text for text in (pen.legend(self.symbols), "\n\n".join(lines)) if text]

    def told(self, exercise: Exercise, pen: Pen) -> list[str]:
        """The wrong line, its slip, and the right line."""
        facts = {"n": str(self.at + 1), "wrong": written(self.lines[self.at], pen), "right": written(self.right, pen)}
        told = [pen.say.say(("exercises", sentence), facts.__getitem__) for sentence in ("wrong_line", "right_line")]
        return [told[0], pen.plain(self.slip.text), told[1]]


def error(exercise: Exercise, draw: Draw) -> Exercise | None:
    """The solution with a slip that is drawn among the most plausible ones that can be planted."""
    named, numbers = recorded_of(exercise), numbers_of(exercise)
    found: dict[tuple[str, str, str], Planted] = {}
    for wrong in sorted(_wrong(exercise, named, draw.language), key=lambda one: -one.slip.score):
        if len(found) == PLAUSIBLE:
            break
        key = wrong.slip.kind, wrong.site, wrong.which
        if key in found or sum(kind == key[0] for kind, *_ in found) == ALIKE:
            continue
        planted = _planted(named, numbers, replace(wrong, named=of_the_class(exercise, wrong.named)))
        if planted is not None and len(planted.lines) in LINES and _is_short(wrong.named, draw.denominator):
            found[key] = planted
    if not found:
        return None
    kinds = list(dict.fromkeys(kind for kind, *_ in found))
    kind = kinds[draw.below(len(kinds))]
    chosen = [planted for key, planted in found.items() if key[0] == kind]
    task = chosen[draw.below(len(chosen))]
    say = messages(draw.language)

    def option(at: int) -> Option:
        letter = str(at + 1)
        text = say.say(("exercises", "line"), {"n": letter}.__getitem__)
        if at == task.at:
            return Option(letter, text, True, task.slip.text, task.slip)
        return Option(letter, text, False, say.get("exercises", "line_before" if at < task.at else "line_after"))

    return replace(exercise, options=tuple(map(option, range(len(task.lines)))), task=task)


# the slips, each as a change of the tree


@dataclass(frozen=True, slots=True)
class Wrong:
    """A slip, the kind of line that it is made in, and the tree that it leads to; `which` tells it from its like."""

    slip: Slip
    site: str
    named: Named
    which: str = ""


def _wrong(exercise: Exercise, named: Named, language: str) -> Iterator[Wrong]:
    """Every slip in a formula, and for one class in its counts or in its value."""
    if isinstance(exercise.data, Scores):
        yield from _in_scores(exercise, named, language)
        return
    request, blocks = exercise.request, exercise.counts.blocks()
    for slip in slips(request, exercise.counts, exercise.value, language=language):
        asked = slip.request
        if asked is not None and slip.blocks is None and _is_within(slip, request) and asked.label == request.label:
            made = _called(record(asked, blocks), asked.metric.name, named.head)
            yield Wrong(slip, "formula", Named(named.head, made.body))
    yield from _of_relatives(request, named, blocks, language)
    yield from _of_writing(request, named, language)
    for part in _of_classes(named, request):
        alone = _alone(request, part)
        value = compute(alone, blocks, None).value
        if isinstance(value, Undefined) or part.applied is not None:
            continue
        for slip in slips(alone, exercise.counts, value, language=language):
            if slip.value == value or not _is_within(slip, alone) or not is_possible(slip.value, alone):
                continue
            if slip.blocks is not None:
                places = {leaf.tag.position for leaf in leaves(part) if leaf.tag is not None}
                for place in places:  # of several classes one is read wrongly
                    which = "" if len(places) == 1 else str(place)
                    yield Wrong(slip, "counts", _with_counts(named, place, slip.blocks), which)
            elif (slip.tree is not None or slip.request is not None) and not names_inside(part.body):
                tree = record(slip.request or alone, blocks).body if slip.tree is None else slip.tree
                yield Wrong(slip, "value", _with_part(named, Named(part.head, substituted(tree))))


def _in_scores(exercise: Exercise, named: Named, language: str) -> Iterator[Wrong]:
    """Slips in a formula, of the whole or of the terms of its sum, and in a single number of what is made of scores."""
    request, data = exercise.request, exercise.data
    assert isinstance(request, ScoreRequest)
    assert isinstance(data, Scores)
    for slip in score_slips(request, data, exercise.value, language=language):
        if slip.tree is not None and is_possible(slip.value, request):
            yield Wrong(slip, "formula", Named(named.head, slip.tree))
    yield from _of_writing(request, named, language)
    yield from _of_terms(request, named, language)
    for kind, leaf, value in misread(named, data):
        made = _with_leaf(named, leaf, value)
        slip = Slip(kind, evaluate(made), slip_text(kind, {}, language), MISREAD, (kind,))
        if is_possible(slip.value, request):
            yield Wrong(slip, "counts", made, str(leaf.tag and leaf.tag.position))


def _of_terms(request: Request, named: Named, language: str) -> Iterator[Wrong]:
    """The formula of the terms of a sum, which have a name, miswritten in all of them or worked out so in one."""
    terms = [part for part in every_part(named) if isinstance(part, Named) and part.head.tag is not None]
    ways = [miswritten(term.body) for term in terms]
    for at, (kind, _) in enumerate(ways[0] if ways else ()):
        written = [Named(term.head, way[at][1]) for term, way in zip(terms, ways, strict=True)]
        for site, chosen in [("formula", written), *(("value", [one]) for one in written)]:
            made = named
            for one in chosen:
                made = _with_part(made, one)
            with suppress(ZeroDivisionError, TypeError, ValueError):
                value = evaluate(made)
                if is_possible(value, request) and all(is_possible(evaluate(one), request) for one in chosen[-1:]):
                    text = messages(language).get("exercises", f"formula_{kind}")
                    slip = Slip(f"formula-{kind}", value, text, WRITTEN, (f"formula-{kind}", str(at)))
                    yield Wrong(slip, site, made, f"{at} {chosen[0].head.tag}")


def _with_leaf(e: Any, leaf: Leaf, value: Fraction) -> Any:
    """A tree in which one number is another one."""
    return replace(leaf, value=value) if e == leaf else rebuild(e, lambda part: _with_leaf(part, leaf, value))


def _of_relatives(request: Request, named: Named, blocks: Blocks, language: str) -> Iterator[Wrong]:
    """One part as another metric defines it whose formula is the same otherwise: the p_e of Scott's pi in a kappa."""
    for name in _relatives(request.metric.name) if request.label is None else ():
        made = _called(record(resolve(name), blocks), name, named.head)
        try:
            value = evaluate(made)
        except ZeroDivisionError:
            continue
        text = slip_text("other-metric", {"other": name}, language)
        slip = Slip("other-metric", value, text, RELATIVE, ("other-metric", name), other=name)
        yield Wrong(slip, "formula", Named(named.head, made.body), name)


def _of_writing(request: Request, named: Named, language: str) -> Iterator[Wrong]:
    """The formula of the whole, or of a part that is of no class, miswritten."""
    say = messages(language)
    for part in (part for part in inside_out(named) if part.head.tag is None or part is named):
        for at, (kind, body) in enumerate(miswritten(part.body)):
            made = _with_part(named, Named(part.head, body))
            with suppress(ZeroDivisionError, TypeError, ValueError):  # no value, or no exact root
                value = evaluate(made)
                if is_possible(value, request):
                    text = say.get("exercises", f"formula_{kind}")
                    slip = Slip(f"formula-{kind}", value, text, WRITTEN, (f"formula-{kind}", str(at)))
                    yield Wrong(slip, "formula", made, f"{part.head.metric} {at}")


@cache
def _relatives(name: str) -> tuple[str, ...]:
    """The metrics whose formula is that of this one, of parts called the same, of which one has another formula."""
    own = _formulas(name)
    return tuple(
        metric.name
        for metric in all_metrics()
        if metric.name != name and metric.scope == "matrix" and _apart(own, _formulas(metric.name)) == 1
    )


def _formulas(name: str) -> dict[Any, Expr]:
    """The formulas of a metric of the matrix by what they are of; none where it needs more than a matrix."""
    blocks = Counts.from_rows([[3, 1], [1, 2]]).blocks()
    try:
        named = record(resolve(name), blocks)
    except ExactMetricsError:
        return {}
    lines = lines_of(named, symbols_of([named]), numbers_in(blocks))
    whole = ("formula", name_of(named.head))
    return {WHOLE if line.key == whole else line.key: line.chains[0][1] for line in lines if line.kind == "formula"}


def _apart(own: dict[Any, Expr], other: dict[Any, Expr]) -> int:
    """How many formulas of parts differ, where the formula of the whole is the same."""
    if len(own) < 2 or own.keys() != other.keys() or own[WHOLE] != other[WHOLE]:
        return 0
    return sum(own[key] != other[key] for key in own)


def _is_within(slip: Slip, request: Request) -> bool:
    """Whether a slip can be made within a working; a metric that takes a parameter is not worked out by chance."""
    asked = slip.request or request
    return slip.kind not in ALONE and asked.parameters.keys() <= request.parameters.keys()


def _of_classes(named: Named, request: Request) -> list[Named]:
    """The values of single classes of what is asked for: the whole itself, where it is no average."""
    if request.average is None:
        return [named]
    return [part for part in inside_out(named) if part.head.metric == request.metric.name and part is not named]


def _alone(request: Request, part: Named) -> Request:
    """The question about one class, where the whole is an average."""
    if request.average is None or part.head.tag is None:
        return request
    return replace(
        request, average=None, combine="scores", over="all", weights="support", label=part.head.tag.label
    )  # fmt: skip


def _called(e: Any, metric: str, head: Head) -> Any:
    """A tree about another metric, whose values are called as those of the one that was asked for."""
    if isinstance(e, Named) and e.head.metric == metric:
        e = Named(replace(e.head, metric=head.metric, mark=head.mark), e.body, e.applied)
    return rebuild(e, lambda part: _called(part, metric, head))


def _with_part(e: Any, by: Named) -> Any:
    """A tree with another calculation of one of its parts."""
    return by if isinstance(e, Named) and e.head == by.head else rebuild(e, lambda part: _with_part(part, by))


def _with_counts(named: Named, place: int | None, blocks: Blocks) -> Any:
    """A tree in which the counts of one class are read wrongly."""

    def change(e: Expr) -> Expr:
        if isinstance(e, Leaf) and e.tag is not None and e.tag.position == place is not None and e.block in BLOCKS:
            return replace(e, value=Fraction(getattr(blocks, e.block)[place]))
        return rebuild(e, change)

    return change(named)


def _planted(named: Named, numbers: Numbers, wrong: Wrong) -> Planted | None:
    """The solution with the slip; None where it leads to the right value, or where more than one line is wrong."""
    symbols = symbols_of([named, wrong.named])
    try:
        found, value = evaluate(wrong.named), evaluate(named)
    except (ZeroDivisionError, TypeError, ValueError):  # no value, no exact root, the root of a minus
        return None
    if found == value or type(found) is not type(value):  # a root among fractions is seen at once
        return None
    right, made = (lines_of(tree, symbols, numbers) for tree in (named, wrong.named))
    own, changed = {line.key: line for line in right}, {line.key: line for line in made}
    if any(line.kind == "counts" and line.key not in own for line in made):  # nobody who is right reads so much
        return None
    merged = [changed.get(line.key, line) if line.kind in ("value", wrong.site) else line for line in right]
    whole = next(at for at, line in enumerate(right) if line.key == ("formula", name_of(named.head)))
    merged[whole:whole] = [line for line in made if line.key not in own]  # parts that only the wrong way has
    # What the wrong way does not use would give it away; what is read off the table stands whether it is used or not.
    merged = [line for line in merged if line.key in changed or line.kind == "counts"]
    off = [at for at, line in enumerate(merged) if line != own.get(line.key, line)]
    if not off or [merged[at].kind for at in off].count(wrong.site) < 1 or merged[off[0]].kind != wrong.site:
        return None
    if wrong.site == "formula" and [merged[at].kind for at in off].count("formula") > 1:
        return None
    return Planted(tuple(merged), off[0], own[merged[off[0]].key], wrong.slip, tuple(symbols.values()))


def _is_short(named: Named, denominator: int) -> bool:
    value = evaluate(named)
    return not isinstance(value, Fraction) or value.denominator <= denominator
