"""What explains a claim: the diagnosis of its digits, slips in counts, the arithmetic that is printed before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, Undefined, Value
from exactmetrics.expression.links import SOUND
from exactmetrics.sheets.sheet import Data
from exactmetrics.sheets.verdicts import Judged
from exactmetrics.verification.checked import Hint
from exactmetrics.verification.diagnosis.result import Diagnosis, Explanation
from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.links.link_hints import link_hints

KINDS = ("expression-wrong", "arithmetic-other")  # beside those of the diagnosis and of repairs
_PLACES = re.compile(r"[0-9]\.([0-9]+)")
_EXPECTED = frozenset({"truncated", "float-digits", "rounding-rule", "digit-typo", "digits-transposed", "sign"})
_DECIMAL = re.compile(r"-?[0-9]+\.[0-9]+%?")
_CLASSES = 6  # the counts of more classes say nothing about a number that stands near by


def diagnosis_hints(diagnosis: Diagnosis) -> Iterator[Hint]:
    """The explanation of a diagnosis that is shown, and its remarks."""
    yield from slip_hints(diagnosis.shown)
    for remark in diagnosis.remarks:
        yield Hint(remark.kind, remark.facts)


def slip_hints(found: Iterable[Explanation]) -> Iterator[Hint]:
    """Slips as hints, with the number as it should read where they are slips of digits."""
    for slip in found:
        repaired = str(slip.facts["expected"]) if slip.kind in _EXPECTED else ""
        yield Hint(slip.kind, slip.facts, repaired, slip.value)


def with_comma(hint: Hint) -> Hint:
    """The hint with its decimals written with a comma, as in the document it is about.

    >>> with_comma(Hint("digit-typo", {"expected": "0.634", "digits": 3}, "0.634")).facts
    {'expected': '0,634', 'digits': 3}
    """
    facts = {key: _comma(fact) if isinstance(fact, str) else fact for key, fact in hint.facts.items()}
    return replace(hint, facts=facts, repaired=_comma(hint.repaired))


def _comma(text: str) -> str:
    return text.replace(".", ",") if _DECIMAL.fullmatch(text) else text


def expression_hints(judged: Judged, data: Data | None, *, search: bool = True) -> Iterator[Hint]:
    """What is to be said of the arithmetic printed before a number, or in its place; with its repairs, if `search`.

    >>> from exactmetrics.sheets.sheet import Claim, Question
    >>> from exactmetrics.sheets.verdicts import judge_claim
    >>> claim = Claim(Question(metric="recall"), printed="0.75", expression="3/5")
    >>> [hint.kind for hint in expression_hints(judge_claim(claim, Fraction(3, 4)), None)][:2]
    ['expression-wrong', 'digit']
    """
    claim, second = judged.claim, judged.expression_verdict
    if claim.expression is None:
        return
    if claim.printed is None:
        yield from _without_result(judged, data)
    elif second is not None and second.word in ("false", "interval"):
        if _holds(judged.verdict) and second.word == "false":
            yield Hint("expression-wrong", {"result": _shown(judged.expression)})
        if search:
            yield from _repaired(claim.expression, claim.printed, data)
    elif second is not None and second.word in SOUND and judged.verdict is not None and judged.verdict.word == "wrong":
        yield Hint("arithmetic-other")


def _without_result(judged: Judged, data: Data | None) -> Iterator[Hint]:
    """Repairs of arithmetic whose result is not printed: what makes it the exact value, rounded or cut as it rounds."""
    text, exact = judged.claim.expression or "", judged.exact
    if judged.verdict is None or judged.verdict.word != "wrong" or exact is None or isinstance(exact, Undefined):
        return
    yield Hint("expression-wrong", {"result": _shown(judged.expression)})
    found: dict[str, Hint] = {}
    for result in _results(text, exact):
        for hint in _repaired(text, result, data):
            if not hint.kind.startswith("result") and hint.kind != "undecided":
                found.setdefault(hint.repaired, hint)
    yield from list(found.values())[:4]


def _results(text: str, exact: Number) -> list[str]:
    places = max((len(digits) for digits in _PLACES.findall(text)), default=0)
    if not places:
        return [str(exact)]
    return [decimal(exact, places=places), decimal(exact, places=places, rounding="truncate")]


def _repaired(text: str, result: str, data: Data | None) -> Iterator[Hint]:
    links = verify_links(f"{text} = {result}").judged
    if len(links) == 1:
        shown, more = link_hints(links[0], [] if data is None else _numbers(data))
        yield from (*shown, *more)


def _numbers(data: Data) -> list[str]:
    """The counts of the data, those that are named most often first."""
    blocks = data.blocks
    if blocks.k > _CLASSES:
        return [str(blocks.n)]
    found = [*blocks.support, *blocks.tp, *blocks.predicted, blocks.n]
    if data.counts is not None:
        found += [count for row in data.counts.rows() for count in row]
    return list(dict.fromkeys(map(str, found)))


def _holds(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.word in SOUND


def _shown(value: Value | None) -> str:
    if value is None or isinstance(value, Undefined):
        return str(value)
    if isinstance(value, Fraction) and len(str(value)) <= 9:
        return str(value)
    return decimal(value, significant=6)
