"""What somebody asks in a sheet of their own can be asked: every metric, class, count and option exists.

What the data cannot tell, such as a cell where only counts of the classes are known, is no fault of the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import AVERAGES, resolve
from exactmetrics.sheets.data import Data, count_of
from exactmetrics.sheets.places import Place
from exactmetrics.sheets.question import metric_options, refuse_options
from exactmetrics.sheets.sheet import Claim, Question, Rules

SHOWN = 5  # faults that a message names
_EQUALS = re.compile(r"\s*(?:=|≈|≃|\\approx\b)\s*")


def check_claims(
    claims: Sequence[Claim], data: Data | None, rules: Rules, *, name: str, places: Sequence[Place | None] = ()
) -> None:
    """Refuse a sheet with a misspelt metric, class or option, or with arithmetic in the place of a number.

    Args:
        claims: what was printed.
        data: what it is about; None where that is not known, and only the names of metrics are looked up.
        rules: those of the sheet.
        name: what to call the sheet in messages.
        places: where the claims stand, as far as that is known.

    Raises:
        InputError: the number of each such claim, its line, and what was probably meant.

    >>> check_claims([Claim(Question(metric="f1"), printed="1/2 = 0.5")], None, Rules(), name="a.csv")
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.InputError: a.csv: claim[1]: printed holds arithmetic, '1/2 = 0.5': printed is the \
number alone; write expression = '1/2' and printed = '0.5'
    """
    said = []
    for at, claim in enumerate(claims):
        fault = _fault(claim, data, rules)
        if fault:
            place = places[at] if at < len(places) else None
            line = "" if place is None else f" (line {place.line})"
            said.append(f"claim[{at + 1}]{line}: {fault}")
    if said:
        more = f"; and {len(said) - SHOWN} more" if len(said) > SHOWN else ""
        raise InputError(f"{name}: {'; '.join(said[:SHOWN])}{more}")


def _fault(claim: Claim, data: Data | None, rules: Rules) -> str:
    if claim.printed is not None and _EQUALS.search(claim.printed):
        *working, number = _EQUALS.split(claim.printed)
        shown = working[0] if working and working[0] else "..."
        return (
            f"printed holds arithmetic, {claim.printed[:80]!r}: printed is the number alone; "
            f"write expression = {shown[:60]!r} and printed = {number[:40]!r}"
        )
    try:
        _check_question(claim.question, data, rules)
    except UsageError as error:
        named, _, every = str(error).partition(" Choose from: ")
        said = named if every and "did you mean" in named else str(error)
        return f"{_average_meant(claim.question.metric) or said}".removesuffix(".")
    return ""


def _check_question(question: Question, data: Data | None, rules: Rules) -> None:
    if question.metric is not None:
        metric_named(question.metric)
    if data is None:
        return
    blocks = data.blocks
    if question.metric is not None:
        options = metric_options(rules, data, question)
        resolve(question.metric, labels=blocks.labels, positive=data.positive, **options)
        if question.label is not None:
            blocks.position(question.label)
        return
    refuse_options(question)
    if question.cell is None:
        count_of(data, question.count or "", question.label)
    else:
        for label in question.cell:
            blocks.position(label)


def _average_meant(metric: str | None) -> str:
    """What to write where the average stands in the name of the metric."""
    words = (metric or "").replace("_", " ").replace("-", " ").lower().split()
    average = next((word for word in words if word in AVERAGES), None)
    if average is None or len(words) < 2 or _exists(metric or ""):
        return ""
    rest = "_".join(word for word in words if word not in (average, "avg", "average"))
    return f"no metric {metric!r}; for the average write metric = {rest!r} and average = {average!r}"


def _exists(metric: str) -> bool:
    try:
        metric_named(metric)
    except UsageError:
        return False
    return True
