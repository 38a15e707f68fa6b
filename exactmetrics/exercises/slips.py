"""The slips of the diagnosis run forwards: what each of them makes of a question, and its misconception in a sentence.

The diagnosis asks which slip leads to printed digits; here no digits are printed, so the slips of digits have nothing
to say, and every other one gives the number it leads to. To them comes the usual mistake that a metric has in the
registry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from exactmetrics.derivation.checks import mistake
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.writing.names import mistake_text
from exactmetrics.exact.printed import Printed, Verdict
from exactmetrics.exact.values import Number, Undefined, value_text
from exactmetrics.expression.nodes import Expr
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.request import Request
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.diagnose import MODULES
from exactmetrics.verification.diagnosis.library import LIBRARY
from exactmetrics.verification.diagnosis.wording import sentence

assert MODULES  # importing them fills the library
# A misread count leads anywhere, and rounding on the way to almost the right number: neither is a misconception of what
# the metric is.
LEFT_OUT = ("count-typo", "chained-rounding")
# What says which other thing a slip takes, the first of these: another average, metric, class ...
OTHERS = ("average", "other", "label", "convention", "policy", "order")
USUAL = 4.0  # how plausible the mistake of the registry is, beside the slips of the diagnosis


@dataclass(frozen=True, slots=True)
class Slip:
    """A wrong way: its kind, the value it gives, what it is in a sentence, and how plausible it is beside others.

    `same` tells it from the other slips, on all counts alike, and `other` says what it took instead. Its working is
    `tree`, or what recording `request` on `blocks` gives, where these are known; None are those of the question itself.
    """

    kind: str
    value: Number
    text: str
    score: float
    same: tuple[str, ...]
    request: Request | None = None
    blocks: Blocks | None = None
    tree: Expr | None = None
    other: str = ""


def slips(
    request: Request, counts: Counts, value: Number, *, places: int | None = None, language: str = "en"
) -> list[Slip]:
    """Every slip on a question that gives a number, the right one too; the most plausible first.

    `places` are the digits that sentences print the right value with; without them they print it exactly.

    >>> from fractions import Fraction
    >>> from exactmetrics.metrics.request import resolve
    >>> found = slips(resolve("recall", label=0), Counts.from_rows([[5, 5], [1, 7]]), Fraction(1, 2))
    >>> next((slip.value, slip.text[:21]) for slip in found if slip.kind == "precision-recall-swapped")
    (Fraction(5, 6), 'This is the precision')
    """
    printed = Printed("", "exact" if places is None else "decimal", places=places or 0)
    verdict = Verdict("exact", "ok", "", value)
    case = Case(printed, request, counts.blocks(), counts, None, value, "nearest", verdict)
    found = [*_mistake(request, counts, value, language), *_of_library(case, language)]
    return sorted(found, key=lambda slip: -slip.score)


def _of_library(case: Case, language: str) -> Iterator[Slip]:
    for kind in LIBRARY.values():
        if kind.name in LEFT_OUT:
            continue
        candidates, seen = list(kind.find(case)), Counter[tuple[str, ...]]()
        whole = sum(candidate.weight for candidate in candidates)
        for candidate in candidates:
            told = tuple(f"{name}={fact}" for name, fact in candidate.facts.items() if name != "expected")
            seen[told] += 1
            if not isinstance(candidate.value, Undefined):
                text = slip_text(kind.name, candidate.facts, language)
                score, same = kind.plausibility * candidate.weight / whole, (kind.name, *told, str(seen[told]))
                working = candidate.request, candidate.blocks, candidate.tree
                yield Slip(kind.name, candidate.value, text, score, same, *working, other=other_of(candidate.facts))


def slip_text(kind: str, facts: Mapping[str, object], language: str) -> str:
    """The sentence for whoever made a slip, which names it and never the right value.

    >>> slip_text("complement", {"expected": "5/18"}, "en")
    'This is the complement of what is asked for.'
    """
    say = messages(language)
    return say.get("slip", kind) if say.has("slip", kind) else sentence(kind, facts, language)


def _mistake(request: Request, counts: Counts, value: Number, language: str) -> Iterator[Slip]:
    """What the registry says of the metric; that of an average is among the slips of the diagnosis."""
    metric = request.metric
    of_class_of_matrix = metric.scope == "matrix" and request.label is not None
    if request.average is None and metric.wrong is not None and not of_class_of_matrix:
        found = mistake(request, counts.blocks(), None, value)
        if found is not None:
            say = messages(language)
            cls = "" if request.label is None else say.say(("meaning", "the_class"), lambda _: str(request.label))
            facts = {"value": value_text(found.value), "class": cls}
            text = say.filled(mistake_text(metric, say), facts.__getitem__)
            yield Slip("mistake", found.value, text, USUAL, ("mistake",), found.asked)


def other_of(facts: Mapping[str, object]) -> str:
    """What a slip took instead, by its name on the command line; empty where its kind says it all.

    >>> other_of({"average": "micro", "asked": "macro"}), other_of({"expected": "1/2"})
    ('micro', '')
    """
    found = next((facts[name] for name in OTHERS if name in facts), "")
    return ", ".join(map(str, found)) if isinstance(found, tuple) else str(found)


def is_possible(value: Number, request: Request) -> bool:
    """Whether a value lies in the metric's range; one outside is seen to be wrong."""
    low, high = request.bound.convention.range
    return (low is None or value >= low) and (high is None or value <= high)
