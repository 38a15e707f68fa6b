"""Counts that were deduced, written: each as a formula, and the check that they agree with one another."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.notation.base import Notation
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.expression.nodes import Add, Expr, Leaf, Neg, Num, Tag
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.deduction import Deduction


def deduction_line(surface: Surface, deduction: Deduction, blocks: Blocks) -> str:
    """One deduction as a formula: symbols, numbers, value.

    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> import exactmetrics as em
    >>> known = em.OneVsRest.from_counts({"a": {"tp": 3, "support": 5, "predicted": 4}}, n=9, partition=False)
    >>> deduction_line(surface_for("text", Look(), ["a"]), known._blocks.deductions[0], known._blocks)
    'FN_a = s_a - TP_a = 5 - 3 = 2'
    """
    notation = surface.notation
    symbols, numbers = [], []
    for at, term in enumerate(deduction.terms):
        symbols.append(_signed(notation, term.factor, notation.symbols.leaf(_leaf(term.count, term.label, blocks)), at))
        numbers.append(_signed(notation, term.factor, str(term.value), at))
    left = notation.symbols.leaf(_leaf(deduction.count, deduction.label, blocks))
    members = [" ".join(symbols), " ".join(numbers), str(deduction.value)]
    if len(deduction.terms) == 1 and numbers[0] == members[2]:
        members = [members[0], members[2]]
    return surface.finished(f"{left} = {' = '.join(members)}")


def consistency(surface: Surface, blocks: Blocks) -> dict[str, str]:
    """FN and FP each add up to the number of wrong predictions: what a partition of the samples demands.

    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> blocks = Blocks("ab", n=9, tp=[4, 3], support=[5, 4], predicted=[5, 4])
    >>> consistency(surface_for("text", Look(), "ab"), blocks)["formula"]
    '1 + 1 = 1 + 1 = 9 - (4 + 3) = 2'
    """
    fn, fp, tp = (_sum(counts) for counts in (blocks.fn, blocks.fp, blocks.tp))
    wrong = Num(Fraction(blocks.n - sum(blocks.tp)))
    members = [fn, fp, Add((Num(Fraction(blocks.n)), Neg(tp))), wrong]
    return {
        "title": surface.messages.get("data", "consistency"),
        "text": surface.messages.get("data", "consistency_text"),
        "formula": surface.finished(" = ".join(map(surface.notation.show, members))),
    }


def _sum(counts: list[Any]) -> Expr:
    terms = tuple(Num(Fraction(c)) for c in counts)
    return terms[0] if len(terms) == 1 else Add(terms)


def _leaf(count: str, label: Any, blocks: Blocks) -> Any:
    tag = None if label is None else Tag(blocks.position(label), label)
    return Leaf(count, tag, None)


def _signed(notation: Notation, factor: Any, text: str, at: int) -> str:
    size = text if abs(factor) == 1 else notation.times(str(abs(factor)), text, bracketed=False)
    if at == 0:
        return size if factor > 0 else f"-{size}"
    return f"{'+' if factor > 0 else '-'} {size}"
