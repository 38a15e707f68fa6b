"""The order of a derivation: definition, counts, what has no value, the parts, substitution, working, result."""

from __future__ import annotations

from typing import Any

from exactmetrics.derivation.counts import Cells, count_table
from exactmetrics.derivation.decimals import decimal_facts
from exactmetrics.derivation.keep import keeper, kept_parts, without_value
from exactmetrics.derivation.page import Formula, Page, Step
from exactmetrics.derivation.tree import Keep, distinct, every_part, inlined, leaves, ratio, substituted
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Div, Expr, Leaf, Named, Num, Sum
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.request import Request
from exactmetrics.views.undefined import is_no_class_left


def build_page(request: Request, value: Value, named: Named, blocks: Blocks, cells: Cells | None) -> Page:
    """The page of one derivation.

    >>> from exactmetrics.matrix.counts import Counts
    >>> from exactmetrics.metrics.request import resolve
    >>> from exactmetrics.views.record import record
    >>> from fractions import Fraction
    >>> counts = Counts.from_rows([[5, 1], [5, 7]])
    >>> request, blocks = resolve("accuracy"), counts.blocks()
    >>> page = build_page(request, Fraction(2, 3), record(request, blocks), blocks, counts.rows())
    >>> [step.kind for step in page.steps], page.decimal["period"]
    (['definition', 'counts', 'substitute', 'add_up', 'reduce'], '6')
    """
    keep = keeper(named)
    steps = [_definition(request, named, keep)]
    table = count_table(named, keep, blocks, cells)
    if table is not None:
        alone = [leaf for leaf in leaves(named) if leaf.tag is None]
        facts = {"leaves": [*alone, *table.columns], "matrix": cells is not None}
        steps.append(Step("counts", facts=facts, table=table))
    steps += _left_out(named)
    parts = [step for part in without_value(named) for step in [*_parts_inside(part), _no_value(part)]]
    parts += [step for part in kept_parts(named, keep) if part.applied is None for step in _part(part)]
    steps += _once(parts)
    page = Page(named, _title(request), steps, value, notes=_notes(request, blocks))
    if isinstance(value, Undefined):
        return page
    steps += _working(named, keep, _saving(request))
    page.decimal = decimal_facts(value)
    return page


def _title(request: Request) -> dict[str, Any]:
    other = request.bound.convention is not request.metric.standard
    return {
        "metric": request.metric.name,
        "title": request.metric.title,
        "average": request.average,
        "label": request.label,
        "combine": request.combine if request.combine != "scores" else None,
        "convention": request.bound.convention.name if other else None,
        "parameters": dict(request.parameters),
    }


def _definition(request: Request, named: Named, keep: Keep) -> Step:
    """The formula by name, and with the names inside written out; then the definition of each kind of part."""
    written = inlined(named.body, keep)
    formulas = [Formula(named, distinct([named.body, written]), numeric=False)]
    for part in _kinds_of_parts(named, keep):
        inner = keeper(part)
        formulas.append(Formula(part, distinct([part.body, inlined(part.body, inner)]), numeric=False))
    facts: dict[str, Any] = {"metric": request.metric.name, "doc": request.bound.convention.doc}
    facts["chosen"] = _chosen(named)
    return Step("definition", formulas, facts | _average_facts(request))


def _chosen(named: Named) -> list[Any]:
    """The classes of a sum that does not run over all of them."""
    sums = [e for e in every_part(named) if isinstance(e, Sum) and not e.whole]
    if not sums:
        return []
    used = [leaf.tag for term in sums[0].terms for leaf in leaves(term) if leaf.tag is not None]
    return list(dict.fromkeys(tag.label for tag in used))


def _average_facts(request: Request) -> dict[str, Any]:
    if request.average is None:
        return {"how": "plain"}
    if request.combine == "averages":
        return {"how": "combined"}
    if request.average == "weighted":
        named = request.weights if isinstance(request.weights, str) else "given"
        return {"how": f"weighted_{named}"}
    return {"how": request.average}


def _kinds_of_parts(named: Named, keep: Keep) -> list[Named]:
    """One of each kind of kept part, over any class where the part is of a class."""
    found: dict[tuple[Any, ...], Named] = {}
    for part in every_part(named):
        if isinstance(part, Named) and keep(part):
            head = part.head
            key = (head.metric, head.average, head.mark, head.tag.rest if head.tag else None)
            found.setdefault(key, part)
    return list(found.values())


def _left_out(named: Named) -> list[Step]:
    """Classes of weight 0, which take no part in a weighted average."""
    tags = [
        part.tag
        for e in every_part(named)
        if isinstance(e, Sum)
        for part in e.left_out
        if isinstance(part, Leaf) and part.tag is not None and not part.value
    ]
    labels = list(dict.fromkeys(t.label for t in tags))
    return [Step("weight_zero", facts={"labels": labels})] if labels else []


def _no_value(part: Named) -> Step:
    """A part without a value, and what the policy says of it."""
    applied = part.applied
    assert applied is not None
    if is_no_class_left(part.body):
        return Step("undefined_no_class", facts={"part": part})
    kind = "undefined_" + ("counted" if applied.value is not None else applied.policy)
    facts = {"policy": applied.why, "value": applied.value, "part": part}
    return Step(kind, [Formula(part, [substituted(part.body), *_ratio(part)], numeric=False)], facts)


def _once(steps: list[Step]) -> list[Step]:
    """The steps without those that work out a part again."""
    seen: list[Any] = []
    out = []
    for step in steps:
        head = step.facts["part"].head
        if head not in seen:
            seen.append(head)
            out.append(step)
    return out


def _ratio(part: Named) -> list[Expr]:
    """The ratio as the two numbers that make it undefined, where it is not that already."""
    body = substituted(part.body)
    if not isinstance(body, Div):
        return []
    try:
        ratio = Div(Num(evaluate(body.num)), Num(evaluate(body.den)))
    except ZeroDivisionError:
        return []
    return [] if ratio == body else [ratio]


def _parts_inside(part: Named) -> list[Step]:
    """The parts that a part is made of, worked out."""
    return [step for p in kept_parts(part, keeper(part)) if p.applied is None for step in _part(p)]


def _part(part: Named) -> list[Step]:
    """A kept part worked out in one chain, after the parts it is made of itself."""
    keep = keeper(part)
    inner = _parts_inside(part)
    start = substituted(inlined(part.body, keep))
    works = work_out(start, saving=2)
    formula = Formula(part, distinct([start, *(m for w in works for m in w.members)]))
    common = [w.facts for w in works if w.kind == "common_denominator" and w.facts]
    if len(common) == 1:
        return [*inner, Step("part_lcm", [formula], {"part": part} | common[0])]
    return [*inner, Step("part", [formula], {"part": part})]


def _saving(request: Request) -> int:
    """Class scores are reduced when it helps at all; terms that carry a weight when it helps a good deal."""
    return 4 if request.average == "weighted" and request.combine == "scores" else 2


def _working(named: Named, keep: Keep, saving: int) -> list[Step]:
    if named.applied is not None:
        return []  # the policy's number is the value, and its step has said so
    start = substituted(inlined(named.body, keep))
    if isinstance(start, Num):
        return [Step("read_off", [Formula(named, [start])])]
    steps = [Step("substitute_parts" if kept_parts(named, keep) else "substitute", [Formula(named, [start])])]
    for work in work_out(start, saving=saving):
        kind = work.kind if work.places == 1 else f"{work.kind}_each"
        if kind == steps[-1].kind == "calculate":  # level after level of whole numbers is one step
            steps[-1].formulas[0].members += work.members
        else:
            steps.append(Step(kind, [Formula(named, list(work.members))], work.facts))
    last = ratio(steps[-1].formulas[-1].members[-1])
    if last is not None and steps[-1].kind not in ("reduce", "divide", "zero") and last[1] != 1:
        steps.append(Step("lowest", facts={"numerator": last[0], "denominator": last[1]}))
    return steps


def _notes(request: Request, blocks: Blocks) -> list[tuple[str, dict[str, Any]]]:
    """How a float was read, and an identity that makes the value a familiar one."""
    notes: list[tuple[str, dict[str, Any]]] = [("read_as", {"text": text}) for text in request.read]
    if blocks.partition and request.over == "all":
        name = request.metric.name
        if name == "recall" and request.average == "weighted" and request.weights == "support":
            notes.append(("weighted_recall", {}))
        if name in ("precision", "recall", "f1", "fbeta") and request.average == "micro":
            notes.append(("micro", {}))
    return notes
