"""The counts of each class as tables: those that were given, what the four counts are, and how others were found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from exactmetrics.derivation.planning.page import Page
from exactmetrics.derivation.planning.tree import leaves
from exactmetrics.derivation.writing.matrix_tables import FOUR, named, paper_size
from exactmetrics.derivation.writing.names import title_of_metric
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.exact.values import value_text
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Mul, Neg, Num
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.identities import Deduction, Term

COLUMNS = ("support", *FOUR, "predicted")
ADDED_UP = ("support", "predicted")  # columns that follow from the others
MOST_TERMS = 30  # of a sum that is written out
# The sentence on an identity by which counts are found; one of several classes is none of a single formula.
REASONS = {
    "support = TP + FN": "deduced_support",
    "predicted = TP + FP": "deduced_predicted",
    "n = support + FP + TN": "deduced_others",
    "n = predicted + FN + TN": "deduced_elsewhere",
    "n = TP + FP + FN + TN": "deduced_four",
    "n = Σ support": "deduced_n",
    "n = Σ predicted": "deduced_n_predicted",
    "n = ΣTP + ΣFP": "deduced_n_predicted",
    "ΣFP = ΣFN": "deduced_wrong",
    "n is the same for every class": "deduced_same",
    "several identities together": "deduced_together",
}
TWO = "deduced_two"  # what one class tells of the other
Key = tuple[str, Any]  # a count and its class, None for the number of all samples


def counts_section(
    surface: Surface, blocks: Blocks, shown: Sequence[int], *, totals: bool, pages: Sequence[Page] = ()
) -> dict[str, Any]:
    """What a template needs to show the counts of the classes at the positions `shown`, and how missing ones follow.

    Without `totals` nothing is shown that an exercise asks for. Of the missing counts it is those that `pages` need;
    all of them where there are none.
    """
    found = {(deduction.count, deduction.label): deduction for deduction in blocks.deductions}
    labels = [blocks.labels[at] for at in shown]
    needed = _needed(found, pages) if pages and found else None
    columns = [
        column
        for column in COLUMNS
        if any((column, label) not in found for label in labels) and (totals or found or column not in ADDED_UP)
    ]
    rows: list[dict[str, Any]] = [
        {
            "label": surface.name(blocks.labels[at]),
            "cells": [
                "" if (column, blocks.labels[at]) in found else value_text(getattr(blocks, column)[at])
                for column in columns
            ],
        }
        for at in shown
    ]
    if len(shown) < blocks.k and not found:  # of the classes that are not listed the sums tell
        sums = [value_text(sum(getattr(blocks, column))) for column in columns]
        rows.append({"label": surface.messages.get("words", "total"), "cells": sums})
    heads = [surface.messages.get("words", "class"), *(_word(surface, column) for column in columns)]
    section = {
        "columns": heads[1:],
        "rows": rows,
        **_set(surface, heads, [[row["label"], *row["cells"]] for row in rows], left=1),
        "four": _four(surface),
        "unused": "",
    }
    if not found or not totals:
        return section
    if needed is not None:
        counts = {count for count, _ in needed}
        section["four"] = section["four"] if counts & {"fn", "fp", "tn"} else None
        section["unused"] = _unused(surface, [column for column in columns if column not in counts], pages)
    used = {key: deduction for key, deduction in found.items() if needed is None or key in needed}
    wrong = all(key not in found or key in used for label in labels for key in (("fn", label), ("fp", label)))
    return section | {
        "all_samples": _all_samples(surface, used.get(("n", None)), blocks),
        "missing": _missing(surface, used, labels),
        "consistency": _consistency(surface, blocks) if blocks.partition and wrong and len(shown) == blocks.k else None,
    }


def _needed(found: Mapping[Key, Deduction], pages: Iterable[Page]) -> set[Key]:
    """The counts that the formulas and tables on pages use, and those that missing ones among them are found from."""
    waiting = [key for page in pages for key in _used(page)]
    needed: set[Key] = set()
    while waiting:
        key = waiting.pop()
        if key not in needed:
            needed.add(key)
            waiting += [(term.count, term.label) for term in found[key].terms] if key in found else []
    return needed


def _used(page: Page) -> Iterable[Key]:
    formulas = [e for step in page.steps for formula in step.formulas for e in (formula.left, *formula.members)]
    for leaf in leaves(Add((page.named, *(e for e in formulas if e is not None)))):
        if leaf.tag is None or leaf.tag.position is not None:
            yield leaf.block, None if leaf.tag is None else leaf.tag.label
    for table in (step.table for step in page.steps):
        if table is not None:
            yield from ((block, label) for label, _, _ in table.rows for block in table.blocks)


def _unused(surface: Surface, counts: Sequence[str], pages: Iterable[Page]) -> str:
    """Which of the given counts a page has no need of."""
    if not counts:
        return ""
    say = surface.messages
    metrics = dict.fromkeys(title_of_metric(str(page.title["metric"]), say) for page in pages)
    made = {"counts": say.listing([_word(surface, count) for count in counts]), "n": str(len(counts))}
    return surface.say_made("data", "unused", metrics=surface.format.escape(say.listing([*metrics])), **made)


def _set(surface: Surface, heads: Sequence[str], rows: Sequence[Sequence[str]], *, left: int) -> dict[str, Any]:
    """How a table is set: its lines in plain text, the size of its type on paper."""
    size = paper_size(zip(heads, *rows, strict=True)) or "smallest" if surface.format.paper else "normal"
    return {"lines": surface.lines(heads, rows, left=left), "size": size}


def _word(surface: Surface, count: str) -> str:
    """What a count is called in a head or a sentence: TP, FN, FP and TN by their letters."""
    return surface.messages.get("words", f"of_{count}") if count in ("n", "support", "predicted") else count.upper()


def _four(surface: Surface) -> dict[str, Any]:
    """What the four counts are of any class."""
    say = surface.messages
    words = [say.get("data", "four", key) for key in ("predicted", "elsewhere", "belongs", "other", *FOUR)]
    heads, rows = ["", *words[:2]], [[words[2], *words[4:6]], [words[3], *words[6:]]]
    intro = say.get("data", "four", "intro")
    return {"text": intro, "heads": heads, "rows": rows, **_set(surface, heads, rows, left=len(heads))}


def four_of(surface: Surface, blocks: Blocks, at: int) -> dict[str, Any]:
    """The four counts of one class as a matrix of two: the class, and all others."""
    say = surface.messages
    names = [named(surface, blocks.labels[at]), say.get("data", "four", "others")]
    heads, sides = (
        [surface.say_made("words", "head", word=say.get("words", word), label=name) for name in names]
        for word in ("predicted", "true")
    )
    total, counts = say.get("words", "total"), {count: getattr(blocks, count)[at] for count in FOUR}
    rows = [
        [
            side,
            *(f"{count.upper()} = {value_text(counts[count])}" for count in pair),
            value_text(sum(counts[c] for c in pair)),
        ]
        for side, pair in zip(sides, (FOUR[:2], FOUR[2:]), strict=True)
    ]
    predicted = blocks.predicted[at]
    rows.append([total, value_text(predicted), value_text(blocks.n - predicted), value_text(blocks.n)])
    heads = ["", *heads, total]
    return {"text": "", "heads": heads, "rows": rows, **_set(surface, heads, rows, left=len(heads))}


# how the missing counts follow


def _all_samples(surface: Surface, deduction: Deduction | None, blocks: Blocks) -> dict[str, str] | None:
    if deduction is None:
        return None
    total = [_total(deduction.terms)] if 1 < len(deduction.terms) <= MOST_TERMS else []
    members = (Leaf("n", None, None), *total, Num(Fraction(blocks.n)))
    return {
        "title": surface.messages.get("data", "deduced_n_title"),
        "text": surface.say_made("data", _reason(deduction), formula=_in_words(surface, "n", deduction.terms)),
        "formula": surface.finished(" = ".join(map(surface.notation.show, members))),
    }


def _missing(surface: Surface, found: Mapping[Any, Deduction], labels: Sequence[Any]) -> dict[str, Any] | None:
    """One table of what was missing, each cell with its sum or difference; above it why each rule holds."""
    listed = [deduction for (_, label), deduction in found.items() if label in labels]
    if not listed:
        return None
    reasons: dict[str, list[str]] = {}  # the formulas by the sentence that they stand in
    columns: dict[str, dict[Any, str]] = {}  # the cells by head and class
    heads: dict[str, set[str]] = {}
    for deduction in listed:
        terms = list(deduction.terms)
        if _reason(deduction) == "deduced_others" and deduction.count in ("fp", "tn"):
            n, support = terms[:2]
            columns.setdefault("others", {})[deduction.label] = _equation(surface, (n, support))
            others = Term(1, "others", deduction.label, n.value - support.value)
            terms = [others, *terms[2:]]
        columns.setdefault(deduction.count, {})[deduction.label] = _equation(surface, terms)
        own = all(term.label in (None, deduction.label) for term in terms) and _reason(deduction) in _OF_ONE_CLASS
        formula = _in_words(surface, deduction.count, terms) if own else ""
        heads.setdefault(deduction.count, set()).add(formula)
        formulas = reasons.setdefault(_reason(deduction), [])
        if formula not in formulas:
            formulas.append(formula)
    say = surface.messages
    head = [say.get("words", "class")]
    for column in columns:
        [formula] = heads[column] if len(heads.get(column, ())) == 1 else [""]
        head.append(formula or (say.get("words", "of_others") if column == "others" else _word(surface, column)))
    rows = [
        [surface.name(label), *(cells.get(label, "") for cells in columns.values())]
        for label in labels
        if any(label in cells for cells in columns.values())
    ]
    told = () if ("n", None) not in found else (_reason(found["n", None]),)  # above the number of all samples
    texts = [
        surface.say_made("data", key, formula=say.listing(formulas))
        for key, formulas in reasons.items()
        if any(formulas) or key not in told
    ]
    return {
        "title": say.get("data", "deduced"),
        "text": " ".join(texts),
        "heads": head,
        "rows": rows,
        **_set(surface, head, rows, left=len(head)),
    }


_OF_ONE_CLASS = ("deduced_support", "deduced_predicted", "deduced_others", "deduced_elsewhere", "deduced_four")


def _reason(deduction: Deduction) -> str:
    return REASONS.get(deduction.identity, TWO)


def _in_words(surface: Surface, count: str, terms: Iterable[Term]) -> str:
    """A rule in words: FN = samples − TP."""
    text, minus = "", surface.inline("-") if surface.format.paper else "−"
    for term in terms:
        word = surface.messages.get("words", "of_others") if term.count == "others" else _word(surface, term.count)
        text += f" {'+' if term.factor > 0 else minus} {word}" if text else word
    return f"{_word(surface, count)} = {text}"


def _equation(surface: Surface, terms: Sequence[Term]) -> str:
    """The numbers of a rule and its value: 53 − 30 = 23."""
    value = Fraction(sum(term.factor * term.value for term in terms))
    members = [*([_total(terms)] if len(terms) > 1 or terms[0].factor != 1 else []), Num(value)]
    return surface.inline(" = ".join(map(surface.inline_notation.show, members)))


def _total(terms: Sequence[Term]) -> Expr:
    """The numbers added up, what is taken away last; factors that are fractions have one denominator."""
    common = lcm(*(Fraction(term.factor).denominator for term in terms))
    ordered = sorted(terms, key=lambda term: term.factor < 0)
    signed = tuple(_signed(Fraction(term.factor * common), Num(Fraction(term.value))) for term in ordered)
    total = signed[0] if len(signed) == 1 else Add(signed)
    return total if common == 1 else Div(total, Num(Fraction(common)))


def _signed(factor: Fraction, value: Expr) -> Expr:
    times = value if abs(factor) == 1 else Mul((Num(abs(factor)), value))
    return times if factor > 0 else Neg(times)


def _consistency(surface: Surface, blocks: Blocks) -> dict[str, Any]:
    """FN and FP each add up to the number of wrong predictions: what a partition of the samples demands."""
    first, second = (surface.called(label) for label in blocks.labels[:2])
    sums = [(_sum(counts), Num(Fraction(sum(counts)))) for counts in (blocks.fn, blocks.fp)]
    return {
        "title": surface.messages.get("data", "consistency"),
        "text": surface.say_made("data", "consistency_text", first=first, second=second),
        "formulas": [surface.finished(" = ".join(map(surface.notation.show, members))) for members in sums],
    }


def _sum(counts: Sequence[Any]) -> Expr:
    return Add(tuple(Num(Fraction(count)) for count in counts))
