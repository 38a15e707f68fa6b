"""The steps of a derivation: definition, counts, what has no value, the parts, substitution, working, result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.notation.symbols import TEXT, Symbols
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.planning.facts import decimal_facts, no_value, notes, title_facts, weight_zero
from exactmetrics.derivation.planning.page import Cell, Cells, CountTable, Formula, Page, Score, Step
from exactmetrics.derivation.planning.plan import definition, keeper, kept_parts, parts_in_order
from exactmetrics.derivation.planning.tree import Keep, distinct, every_part, inlined, leaves, ratio, substituted
from exactmetrics.derivation.planning.wide import FIRST_PARTS, FIRST_ROWS, MOST_CLASSES, MOST_PARTS, MOST_ROWS
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.derivation.working.step import Work
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.nodes import ANY, Add, Div, Expr, Head, Leaf, Mul, Named, Num, Pow, whole_number
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.policy import Policy
from exactmetrics.metrics.request import Request

PART_SAVING = 2
# Steps of whose facts a part tells, and what these are called there: two steps have facts of one name.
TOLD = {
    "clear": {"lcm": "multiplier", "denominators": "inner"},
    "reduce_terms": {},
    "common_denominator": {},
    "reduce": {},
}
SHOWN_PARTS = 4  # a count that adds up more cells than these is shown as its value alone
SHOWN_MEMBERS = 3  # of a longer chain of a class's value the first and the last two are shown
ORDER = ("support", "predicted", "tp", "fp", "fn", "tn", "weight")
ROOM = 70  # digits on a line of the table of counts
SHORT = 10**12  # numerators below are listed in it
_PLAIN = Text(Symbols({}, {}, (), TEXT))


def build_page(request: Request, value: Value, named: Named, blocks: Blocks, cells: Cells | None) -> Page:
    keep, wide = keeper(named), blocks.k > MOST_CLASSES
    # Where a policy speaks for the whole, its number is the value, and nothing is worked out.
    start = None if named.applied is not None else substituted(inlined(named.body, keep))
    steps = [definition(request, named, keep)]
    counts = leaves(named)
    table = count_table(named, counts, keep, blocks, cells, shortened=start if wide else None)
    if table is not None:
        alone = [leaf for leaf in counts if leaf.tag is None]
        cell = [leaf for leaf in counts if leaf.tag and leaf.tag.other and leaf.value is None]
        facts = {"leaves": [*alone, *table.columns, *cell], "matrix": cells is not None, "n": blocks.n, "k": blocks.k}
        steps.append(Step("counts", facts=facts, table=table))
    steps += weight_zero(named)
    steps += _parts(parts_in_order(named, keep), request.policy, wide=wide)
    page = Page(named, title_facts(request), steps, value, notes=notes(request, blocks), wide=wide)
    if isinstance(value, Undefined):
        return page
    if start is not None:
        # Class scores are reduced when it helps at all; terms that carry a weight when it helps a good deal.
        works = work_out(start, saving=4 if request.average == "weighted" and request.combine == "scores" else 2)
        steps += worked_steps(named, start, works, of_parts=bool(kept_parts(named, keep)))
        if table is not None and table.terms:
            table.numerators = _numerators(works, len(table.terms))
    if wide and table is not None and len(table.rows) > MOST_ROWS:
        table.left_out = len(table.rows) - FIRST_ROWS
        table.rows = table.rows[:FIRST_ROWS]
        for column in table.scores:
            column.chains = column.chains[:FIRST_ROWS]
    page.decimal = decimal_facts(value)
    return page


def worked_steps(named: Named, start: Expr, works: list[Work], *, of_parts: bool) -> list[Step]:
    """Substitution and working, and that the result is in lowest terms."""
    if isinstance(start, Num):
        return [Step("read_off", [Formula(named, [start])])]
    steps = [Step("substitute_parts" if of_parts else "substitute", [Formula(named, [start])])]
    for work in works:
        kind = work.kind if work.places == 1 else f"{work.kind}_each"
        if kind == steps[-1].kind == "calculate":  # level after level of whole numbers is one step
            steps[-1].formulas[0].members += work.members
        else:
            steps.append(Step(kind, [Formula(named, list(work.members))], work.facts))
    last = ratio(steps[-1].formulas[-1].members[-1])
    if last is not None and steps[-1].kind not in ("reduce", "divide", "zero") and last[1] != 1:
        steps.append(Step("lowest", facts={"numerator": last[0], "denominator": last[1]}))
    return steps


# parts


def _parts(parts: list[Named], policy: Policy, *, wide: bool) -> list[Step]:
    """The steps of the parts; of very many that are worked out alike only the first ones."""
    worked = [part for part in parts if part.applied is None]
    left = worked[FIRST_PARTS:] if wide and len(worked) > MOST_PARTS else []
    skipped = set(map(id, left))
    steps = [
        _worked_part(part) if part.applied is None else no_value(part, policy)
        for part in parts
        if id(part) not in skipped
    ]
    return [*steps, Step("parts_alike", facts={"n": len(left)})] if left else steps


def _worked_part(part: Named) -> Step:
    start = substituted(inlined(part.body, keeper(part)))
    works = work_out(start, saving=PART_SAVING)
    members = distinct([start, *(m for w in works for m in w.members)])
    return Step("part", [Formula(part, members)], {"part": part} | _told(works))


def _told(works: list[Work]) -> dict[str, Any]:
    """What is told of the working of a part: by what is reduced, by what multiplied, and common denominators."""
    facts: dict[str, Any] = {}
    for kind, names in TOLD.items():
        found = [work.facts for work in works if work.kind == kind and work.facts]
        if len(found) == 1:
            facts |= {names.get(name, name): fact for name, fact in found[0].items()}
    return facts


# the table of counts


def count_table(
    named: Named, counts: list[Leaf], keep: Keep, blocks: Blocks, cells: Cells | None, *, shortened: Expr | None
) -> CountTable | None:
    """The counts that a formula uses, class by class; None where it speaks of no class.

    In the last column stand the classes' own values, or the terms of a sum of the formula that is shown `shortened`.
    """
    used = [leaf for leaf in counts if leaf.tag is not None]
    names = [block for block in ORDER if any(leaf.block == block for leaf in used)]
    positions = sorted({leaf.tag.position for leaf in used if leaf.tag and leaf.tag.position is not None})
    if not names or not positions:
        return None
    tag = used[0].tag if len(positions) == 1 else ANY
    weights = {leaf.tag.position: leaf.value for leaf in used if leaf.tag and leaf.block == "weight"}
    columns = [
        [Cell((), weights.get(i, Fraction(0))) for i in positions]
        if block == "weight"
        else _column(block, positions, blocks, cells)
        for block in names
    ]
    rows = [(blocks.labels[i], i, list(row)) for i, row in zip(positions, zip(*columns, strict=True), strict=True)]
    table = CountTable([Leaf(block, tag, None) for block in names], names, rows)
    if shortened is not None:
        table.terms = _sum_over_classes(shortened, lambda ts: len(ts) == len(positions) and all(map(_is_quotient, ts)))
    if table.terms:
        return table
    scores = [] if kept_parts(named, keep) else _scores(named, positions)
    if scores:
        head = Named(Head(scores[0].head.metric, tag, None, scores[0].head.mark), Num(Fraction(0)))
        table.scores = [Score(head, list(map(_chain, scores)))]
    _make_room(table)
    return table


def _scores(named: Named, positions: list[int]) -> list[Named]:
    """Each class's own value, where the formula holds one ratio a class; of two metrics each has a step of its own."""
    scores: dict[int | None, Named] = {}
    kinds: set[str] = set()
    for part in every_part(named):
        if isinstance(part, Named) and part is not named and part.head.tag and not part.head.tag.rest:
            if kinds and part.head.metric not in kinds:
                return []
            kinds.add(part.head.metric)
            scores[part.head.tag.position] = part
    scores.pop(None, None)
    nested = any(isinstance(part, Named) for score in scores.values() for part in every_part(score.body))
    return [] if nested or set(scores) != set(positions) else [scores[i] for i in positions]


def _chain(score: Named) -> Formula:
    """What the value of a class is with the counts put in, as one fraction, and reduced."""
    members = [substituted(score.body)]
    if score.applied is None:
        members = distinct([*members, *(work.members[-1] for work in work_out(members[0], saving=1))])
    return Formula(None, members if len(members) <= SHOWN_MEMBERS else [members[0], *members[-2:]])


def _column(block: str, positions: list[int], blocks: Blocks, cells: Cells | None) -> list[Cell]:
    values = getattr(blocks, block)
    if cells is None or block not in _ADDED:
        return [Cell((), values[i]) for i in positions]
    number, parts = _ADDED[block]
    several = 1 < number(len(cells)) <= SHOWN_PARTS
    return [Cell(parts(i, cells) if several else (), values[i]) for i in positions]


Parts = Callable[[int, Cells], tuple[Any, ...]]
_ADDED: dict[str, tuple[Callable[[int], int], Parts]] = {
    # How many cells of a matrix of k classes a count adds up, and which, row by row.
    "support": (lambda k: k, lambda i, cells: tuple(cells[i])),
    "predicted": (lambda k: k, lambda i, cells: tuple([row[i] for row in cells])),
    "fn": (lambda k: k - 1, lambda i, cells: (*cells[i][:i], *cells[i][i + 1 :])),
    "fp": (lambda k: k - 1, lambda i, cells: tuple([row[i] for j, row in enumerate(cells) if j != i])),
    "tn": (
        lambda k: (k - 1) ** 2,
        lambda i, cells: tuple([c for j, row in enumerate(cells) if j != i for m, c in enumerate(row) if m != i]),
    ),
}


def _make_room(table: CountTable) -> None:
    """Leave out of a table that would be wider than a page first what a count adds up, then the classes' values."""
    score = 0.0
    for column in table.scores:
        shown = (sum([0.85 * len(_PLAIN.show(member)) + 3 for member in chain.members]) for chain in column.chains)
        score += max(shown, default=0)
    if _width(table) + score > ROOM:
        for _, _, cells in table.rows:
            cells[:] = [Cell((), c.value) for c in cells]
        if _width(table) + score > ROOM:
            table.scores = []


def _width(table: CountTable) -> float:
    """Without the classes' values, in digits, with two for the space between columns."""
    label = max(len(str(label)) for label, _, _ in table.rows)
    columns = [
        max([sum([len(str(part)) + 2.2 for part in cell.parts]) + len(str(cell.value)) for cell in column])
        for column in zip(*(cells for _, _, cells in table.rows), strict=True)
    ]
    wide: float = sum(columns)
    return min(label, 40) + wide + 2 * len(columns)


# the terms of a sum that is too long to be shown


def _numerators(works: list[Work], classes: int) -> Sequence[int]:
    """The numerators of the terms over their common denominator, where they are short."""
    for work in reversed(works):
        if work.kind == "common_denominator":
            terms = _sum_over_classes(work.members[-1], lambda terms: all(map(ratio, terms)))
            tops = [top for top, _ in filter(None, map(ratio, terms))]
            if len(tops) == classes and max(tops) < SHORT:
                return tops
    return ()


def _sum_over_classes(e: Expr, is_one: Callable[[tuple[Expr, ...]], bool]) -> tuple[Expr, ...]:
    """The terms of the first sum of such terms in a quotient or a product."""
    if isinstance(e, Add):
        return e.terms if is_one(e.terms) else ()
    parts = (e.num, e.den) if isinstance(e, Div) else e.factors if isinstance(e, Mul) else ()
    return next(filter(None, (_sum_over_classes(part, is_one) for part in parts)), ())


def _is_quotient(term: Expr) -> bool:
    """Whether a term is one quotient, of whole numbers in products, powers and sums."""
    return isinstance(term, Div) and _is_whole(term.num) and _is_whole(term.den)


def _is_whole(e: Expr) -> bool:
    if isinstance(e, Num):
        n = whole_number(e)
        return n is not None and n >= 0
    return isinstance(e, (Add, Mul, Pow)) and all(map(_is_whole, children(e)))
