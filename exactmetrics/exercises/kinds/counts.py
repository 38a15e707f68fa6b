"""TP, FN, FP and TN from the size of a class and two of its scores; an exhaustive search proves them unique."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from exactmetrics.derivation.planning.tree import leaves, rebuild
from exactmetrics.exact.values import value_text
from exactmetrics.exercises.kinds.draw import Draw
from exactmetrics.exercises.kinds.one_class import (
    BESIDE,
    Given,
    OneClass,
    asked,
    beside,
    feasibility,
    listed,
    one_class,
    sizes,
)
from exactmetrics.exercises.question import Exercise, Field, Pen
from exactmetrics.exercises.slips import slip_text
from exactmetrics.expression.nodes import Add, Expr, Leaf, Named, Neg, Num, Sum, Tag
from exactmetrics.views.trace import record

OF_ROW = {"tp", "fn", "support"}  # counts of the samples of a class: a score of these alone tells TP and FN
COUNTS = ("tp", "fn", "fp", "tn")
# The count that each is taken for, and the slip that this is.
TAKEN_FOR = {
    "tp": ("tn", "tp-tn-swapped"),
    "fn": ("fp", "transposed"),
    "fp": ("fn", "transposed"),
    "tn": ("tp", "tp-tn-swapped"),
}
WHOLES = {frozenset(("tp", "fn")): "support", frozenset(("fp", "tn")): "others"}  # sums that are known
MIRRORED = {"tp": "tn", "fn": "fp", "fp": "fn", "support": "others"}  # what counts of the other class are of this one


@dataclass(frozen=True, slots=True)
class Reconstructed:
    """Two scores: the first tells TP and FN, and with these the second tells FP and TN."""

    of: OneClass
    scores: tuple[Given, Given]
    shows_data = False

    def prompt(self, exercise: Exercise, pen: Pen) -> str:
        return sizes(exercise, "counts", pen)

    def shown(self, exercise: Exercise, pen: Pen) -> list[str]:
        return [listed([(given, value_text(given.value)) for given in self.scores], pen)]

    def told(self, exercise: Exercise, pen: Pen) -> list[str]:
        """The two equations, each with one unknown, and what they give."""
        of, (first, second) = self.of, self.scores
        equations = [
            pen.math(self._equation(exercise, first, {"support"})),
            pen.math(self._equation(exercise, second, {"support", "tp", "fn"})),
        ]
        rest = Add((Num(Fraction(of.support)), Neg(Num(Fraction(of.tp))))), Num(Fraction(of.fn))
        other = Add((Num(Fraction(of.others)), Neg(Num(Fraction(of.fp))))), Num(Fraction(of.tn))
        facts = {
            "tp": pen.math((_count("tp"), Num(Fraction(of.tp)))), "fn": pen.math((_count("fn"), *rest)),
            "fp": pen.math((_count("fp"), Num(Fraction(of.fp)))), "tn": pen.math((_count("tn"), *other)),
        }  # fmt: skip
        return [
            pen.say.say(("exercises", name), (facts | {"equation": equation}).__getitem__)
            for name, equation in zip(("tells_row", "tells_rest"), equations, strict=True)
        ]

    def _equation(self, exercise: Exercise, given: Given, known: set[str]) -> list[Expr]:
        """A score with the counts that are known as numbers, and with TP or FP as what is not."""
        named, of = record(given.request, exercise.counts.blocks()), self.of
        at = exercise.counts.labels.index(exercise.request.label or exercise.counts.labels[0])

        def change(e: Expr) -> Expr:
            if isinstance(e, Named):
                return change(e.body)
            if isinstance(e, Sum):
                return Add(tuple(map(change, e.terms)))
            if isinstance(e, Add) and (whole := WHOLES.get(frozenset(map(_block_of, e.terms)))):
                return Num(Fraction(getattr(of, whole)))
            if not isinstance(e, Leaf) or e.tag is None:
                return Num(e.value) if isinstance(e, Leaf) and e.value is not None else rebuild(e, change)
            return self._term(e.block if e.tag.position == at else MIRRORED.get(e.block, "not_predicted"), known)

        return [Named(named.head, Num(Fraction(0))), change(named.body), Num(given.value)]

    def _term(self, block: str, known: set[str]) -> Expr:
        """A count: as its number, as its symbol, or by the one count that is not known."""
        of, number = self.of, {"others"} | known
        if block in number:
            return Num(Fraction(getattr(of, block)))
        if block == "tn":
            return Add((Num(Fraction(of.others)), Neg(_count("fp"))))
        if block == "predicted":
            return Add((self._term("tp", known), _count("fp")))
        if block == "not_predicted":
            return Add((self._term("fn", known), self._term("tn", known)))
        return _count(block)


def _block_of(e: Expr) -> str:
    return e.block if isinstance(e, Leaf) else ""


def _count(block: str) -> Leaf:
    return Leaf(block, Tag(0, bare=True), None)


def counts(exercise: Exercise, draw: Draw) -> Exercise | None:
    """What is asked for beside the recall, or, where the same counts tell both, beside the precision."""
    if not isinstance(exercise.value, Fraction) or not exercise.request.metric.scale_free:
        return None
    given, of = asked(exercise), one_class(exercise)
    of_row = {leaf.block for leaf in leaves(record(exercise.request, exercise.counts.blocks()))} <= OF_ROW
    other = beside(exercise, BESIDE[of_row], draw.language)
    if other is None:
        return None
    scores = (given, other) if of_row else (other, given)
    if isinstance(scores[0].value, Fraction) and scores[0].value.denominator == of.support:
        return None  # TP can be read off it
    found = feasibility(exercise, [(one, value_text(one.value)) for one in scores])
    if not found.complete or found.blocks != 1:
        return None
    fields = []
    for letter, block in zip(exercise.marks, COUNTS, strict=False):
        taken, slip = TAKEN_FOR[block]
        right, wrong = str(getattr(of, block)), str(getattr(of, taken))
        slips = () if wrong == right else ((wrong, slip, slip_text(slip, {}, draw.language)),)
        fields.append(Field(letter, right, block.upper(), slips))
    return replace(exercise, fields=tuple(fields), task=Reconstructed(of, scores))
