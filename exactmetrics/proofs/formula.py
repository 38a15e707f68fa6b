"""A metric as a formula for every matrix: its definition, and how it comes to a form in counts and in cells.

Nothing is computed here: the tree is that of the definition, run on a matrix of any number of classes
(`views/general.py`), and each line follows from the one before by a rule that a reader knows (`rewriting.py`).
"""

from __future__ import annotations

import os
import time
from functools import cached_property
from typing import Any, ClassVar

from exactmetrics.derivation.defining import definition_step, new_symbols
from exactmetrics.derivation.look import Look
from exactmetrics.derivation.planning.facts import title_facts
from exactmetrics.derivation.planning.harmonic import from_counts
from exactmetrics.derivation.planning.page import Formula, Said, Step, Told
from exactmetrics.derivation.planning.tree import every_part, leaves, unordered
from exactmetrics.derivation.shown import Shown
from exactmetrics.derivation.words import OwnWords
from exactmetrics.exact.errors import UsageError
from exactmetrics.expression.evaluate import walk
from exactmetrics.expression.nodes import ANY, SECOND, Expr, Leaf, Named, Sqrt, Sum, Tag
from exactmetrics.metrics.identities import equal_to, theorems, usual_key
from exactmetrics.metrics.registry import any_metric, found_metric
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.proofs.normal import EveryMatrix, FixedMatrix
from exactmetrics.proofs.rewriting import (
    IN_CELLS,
    IN_FOUR,
    Line,
    in_cells,
    in_four,
    is_shorter,
    length,
    of_two,
    shortened,
    tidied,
    without_total,
)
from exactmetrics.proofs.trees import IN_CELLS as CELLS_OF_TWO
from exactmetrics.proofs.trees import IN_COUNTS, ONE, OfCounts, OfEvery, in_counts
from exactmetrics.views.general import general

FOUR_OF_ONE = [Leaf(block, ONE, None) for block in CELLS_OF_TWO.values()]
CELL = Leaf("cell", Tag(None, other=SECOND), None)
SECONDS = 2.0  # for a normal form; those of the registry take up to 0.06 s
LONGEST = 40  # operations of a formula for two classes that is told: two lines of a page


class MetricFormula(Shown):
    """A metric as a formula for every matrix, step by step; made by `exactmetrics.formula`.

    `request` is the question, resolved, `named` the definition as a tree, `steps` are the steps of the page.

    >>> from exactmetrics import formula
    >>> found = formula("f1", average="weighted")
    >>> found
    <the formula of f1>
    >>> [step.kind for step in found.steps]
    ['definition', 'from_counts', 'in_four', 'collected', 'in_cells', 'for_two_classes']
    >>> found.request.average, found.named.head.average, found.page.title["metric"]
    ('weighted', 'weighted', 'f1')
    """

    _kind: ClassVar[str] = "formula"

    def __init__(self, request: Request, *, look: Look) -> None:
        self.request, self.look = request, look

    def __repr__(self) -> str:
        return f"<the formula of {self.request.metric.name}>"

    @cached_property
    def named(self) -> Named:
        """The definition as a tree, for any matrix."""
        return general(self.request)

    @cached_property
    def page(self) -> Told:
        """What the page tells."""
        return Told(
            self.named, title_facts(self.request) | {"label": None}, _steps(self.request, self.named, self.look)
        )

    @property
    def steps(self) -> list[Step]:
        """The steps, in order: each with its kind, its formulas as trees, and the facts its sentence names.

        >>> from exactmetrics import formula
        >>> [step.kind for step in formula("accuracy").steps]
        ['definition', 'in_cells', 'for_two_classes', 'always_equal']
        """
        return self.page.steps


def formula(
    metric: str,
    *,
    profile: str | None = None,
    language: str = "en",
    templates: str | os.PathLike[str] | None = None,
    words: OwnWords = None,
    symbols: str = "letters",
    **options: Any,
) -> MetricFormula:
    r"""A metric as a formula for every matrix: its definition, its form in counts and in the cells, and why they agree.

    Args:
        metric: its name or an alias; without `average=` one of a class is that of any class i.
        profile: a source whose symbols are used.
        language: the language of the sentences, "en" by default.
        templates: a directory of your own templates, which go before those of the package.
        words: your own words, names and symbols: a TOML file, or its tables.
        symbols: whether formulas name metrics by "letters" or by "words".
        options: `average`, `form`, `convention`, `combine`, and the parameters of the metric, such as `beta`.

    Raises:
        UsageError: a metric that is unknown, is one of scores, or has no formula for every number of classes.

    >>> lines = formula("recall", average="weighted").to_text().splitlines()
    >>> [line.strip() for line in lines if line.strip().startswith("R_weighted =")][:3]
    ['R_weighted = 1/N * sum_i s_i*R_i', 'R_weighted = 1/N * sum_i s_i * (TP_i/s_i)', 'R_weighted = 1/N * sum_i TP_i']
    >>> print(formula("precision").to_latex().splitlines()[0])
    \section*{Precision as a formula}
    """
    if found_metric(metric) is None:
        known = any_metric(metric)  # or an error that says which names are near
        raise UsageError(f"{known.name} is a metric of scores, and formulas are of confusion matrices")
    for name in ("label", "positive"):
        if name in options:
            raise UsageError(f"{name}= names a class of data, and a formula is that of any class: leave it out")
    of_class = found_metric(metric).scope == "class" and options.get("average") is None  # type: ignore[union-attr]
    request = resolve(metric, label="i" if of_class else None, **options)
    look = Look.asked(templates=templates, words=words, profile=profile, language=language, symbols=symbols)
    made = MetricFormula(request, look=look)
    made.named  # noqa: B018  # one that has no formula is refused here, not when it is written
    return made


def _steps(request: Request, named: Named, look: Look) -> list[Step]:
    """The definition, the class in its counts, all classes together, in cells, and for two classes.

    A source that writes counts as cells has no need of cells, and no symbols for the counts of one of two classes.
    """
    in_cells_already = look.patterns["tp"].count("<i>") > 1
    known: set[Expr] = set()
    facts = {"matrix": False, "n": None, "k": 0}
    steps = [_with_parts(definition_step(request, named, facts, known), named, known)]
    classes = {one.head: one for one in (named, *every_part(named)) if isinstance(one, Named) and _is_of_class(one)}
    own = next((one for one in classes.values() if one.head.metric == request.bound.name), None)
    if own is not None:
        steps += from_counts(own, [], request, None, known=False)
        steps += _in_four(own)
    lines = _with_normal_form(named)
    steps += [_collected(named, lines)] if lines else []
    last = lines[-1].formula if lines else named.body
    steps += [] if in_cells_already else _in_cells(named, last)
    if (own is None or request.average is not None) and not in_cells_already:
        steps += _two_classes(named)
    return [*steps, *_equal(request)]


def _with_parts(step: Step, named: Named, known: set[Expr]) -> Step:
    """The definition with the formulas of its parts, which have no step of their own here."""
    parts = [one for one in every_part(named) if isinstance(one, Named) and one.head.is_part and one.head.tag is None]
    told = [Formula(part, [part.body], numeric=False) for part in dict.fromkeys(parts) if part is not named]
    if told and not any(said.path[-1] == "with" for formula in step.formulas for said in formula.said):
        told[0].said = [Said(("step", "definition", "with"))]
    step.formulas += told
    step.symbols += new_symbols([formula.members[0] for formula in told], known)
    return step


def _is_of_class(one: Named) -> bool:
    return one.head.tag == ANY and not one.head.is_part


def _in_four(one: Named) -> list[Step]:
    """A metric of a class in TP, FP, FN and TN, unless its definition is that already."""
    normal = EveryMatrix(time.monotonic() + SECONDS)
    closed = None
    if (form := normal.form_if_any(one)) is not None and (counts := in_counts(normal, form)) is not None:
        closed = OfCounts(normal, IN_COUNTS, ANY).tree(counts)
    members = _written_and_closed(in_four(one.body), closed)
    if members[:1] == [one.body]:
        members = members[1:]
    if not members:
        return []
    used = {*leaves(one.body)}
    sums = [Formula(None, [total, counts], numeric=False) for total, counts in IN_FOUR.items() if total in used]
    said = [Said(("formula", "in_four"), {"sums": sums})] if sums else []
    return [Step("in_four", [Formula(one, members, numeric=False)], {"metric": one}, said=said)]


def _written_and_closed(written: Expr | None, closed: Expr | None) -> list[Expr]:
    """A formula as it is written out, and as one quotient where that is not much longer."""
    members = [] if written is None or length(written) > LONGEST else [written]
    if closed is not None:
        made = tidied(closed)
        roots = any(isinstance(part, Sqrt) for part in walk(made))  # of a quotient with one nothing is gained
        room = LONGEST if not members else length(members[0]) - 1 if roots else length(members[0]) * 3 // 2
        room = min(LONGEST, room)
        if length(made) <= room and not (members and unordered(made) == unordered(members[0])):
            members.append(made)
    return members


def _with_normal_form(named: Named) -> list[Line]:
    """The lines from the definition to its shortest form."""
    lines = list(shortened(named))
    normal = EveryMatrix(time.monotonic() + SECONDS)
    if (form := normal.form_if_any(named)) is not None:
        made = tidied(without_total(OfEvery(normal).tree(form)))
        if is_shorter(made, lines[-1].formula if lines else named.body):
            lines.append(Line(made, Said(("formula", "why", "normal"))))
    return lines


def _collected(named: Named, lines: list[Line]) -> Step:
    """The lines as one step, each formula behind its reason."""
    weighted = any(isinstance(one, Sum) and one.zeros for one in walk(named.body))
    formulas = [Formula(named, [line.formula], numeric=False, said=[line.why]) for line in lines]
    after = [Said(("formula", "weight"))] if weighted and _has_lost_weight(lines) else []
    return Step("collected", formulas, {"metric": named}, after=after)


def _has_lost_weight(lines: list[Line]) -> bool:
    """Whether the weight of a class cancelled, so that a class without samples takes part in the sum."""
    return any(line.why.path[-1] == "cancels" for line in lines)


def _in_cells(named: Named, last: Expr) -> list[Step]:
    """The last form in the cells of the matrix; with which counts these are."""
    made = in_cells(last)
    if made == last:
        return []
    used = {leaf for leaf in leaves(last) if leaf in IN_CELLS}
    cells = [Formula(None, [leaf, cell], numeric=False) for leaf, cell in IN_CELLS.items() if leaf in used]
    said = [Said(("formula", "in_cells"), {"cells": cells, "cell": CELL, "letter": None, "second_letter": None})]
    return [Step("in_cells", [Formula(named, [made], numeric=False)], {"metric": named}, said=said)]


def _two_classes(named: Named) -> list[Step]:
    """What the formula of a matrix is for two classes, in the four counts of one of them."""
    normal = FixedMatrix(2, time.monotonic() + SECONDS)
    form = normal.form_if_any(named)
    closed = None if form is None else OfCounts(normal, CELLS_OF_TWO).tree(form)
    members = _written_and_closed(of_two(named.body), closed)
    if not members:
        return []
    said = [Said(("formula", "two_classes"), {"four": FOUR_OF_ONE})]
    return [Step("for_two_classes", [Formula(named, members, numeric=False)], {"metric": named}, said=said)]


def _equal(request: Request) -> list[Step]:
    """Which other metrics or averages are the same number whatever the matrix, and why."""
    own = usual_key(request)
    equal = [] if own is None else equal_to(own)
    reasons = dict.fromkeys(why for one in equal for why in theorems(own, one))  # type: ignore[arg-type]
    said = [Said(("identity", why)) for why in reasons]
    return [Step("always_equal", facts={"equal": equal}, said=said)] if equal else []
