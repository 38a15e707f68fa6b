"""Reports that contradict themselves: averages and sums that are not those of the rows of their classes.

Precision and recall of a class, as printed, leave its counts a little room. The counts at both ends of it are put into
the definitions themselves; what a report prints of all classes has to lie between the two results.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from typing import TypeAlias

from exactmetrics.exact.printed import Printed, Verdict
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.summary import AVERAGES, COUNTED, OF_CLASSES, OVERALL, PRECISION, RECALL, SCORE
from exactmetrics.sheets.sheet import Data, Question, Sheet, answer
from exactmetrics.sheets.verdicts import LEVELS
from exactmetrics.verification.checked import CheckedClaim, Hint, Span

SHOWN = 6  # numbers of classes that are named beside an average of them
BELOW = 8  # lines below the rows of classes in which a table of their means begins
DIGITS = 3  # of a mean that is right
LARGEST = 10_000  # support of a class whose counts are searched; of more samples any rate may be
_LEAST = Fraction(1, 10**9)  # in place of zero, so that no rate is 0/0

Pair = tuple[Printed | None, Printed | None]  # precision and recall of a class, as far as they are printed


Room: TypeAlias = tuple[Fraction, Fraction]  # the least and the greatest value of a number
HALF = Fraction(1, 2)


def room_of(number: Printed | None) -> Room:
    """The least and the greatest value that the digits may stand for, rounded or cut; a whole number is itself.

    A rate that is not printed may be anything.

    >>> from exactmetrics.exact.printed import read_printed
    >>> room_of(read_printed("0.5"))
    (Fraction(9, 20), Fraction(3, 5))
    """
    if number is None or number.value is None:
        return Fraction(0), Fraction(1)
    unit = Fraction(10) ** -number.places if number.kind == "decimal" else Fraction(0)
    return number.value - unit / 2, number.value + unit


def may_be(number: Printed, question: Question, rates: Sequence[Pair], supports: Sequence[Fraction]) -> bool:
    """Whether a number may be the answer, where the classes have these rates and supports.

    >>> from exactmetrics.exact.printed import read_printed
    >>> pair, f1 = (read_printed("0.90"), read_printed("0.80")), Question("f1", options={"label": 0})
    >>> [may_be(read_printed(printed), f1, [pair], [Fraction(1)]) for printed in ("0.85", "0.75")]
    [True, False]
    """
    low, high = room_of(number)
    least, greatest = (answer(Sheet("", Data(_blocks(rates, supports, end))), question) for end in (0, 1))
    return isinstance(least, Fraction) and isinstance(greatest, Fraction) and low <= greatest and least <= high


def _blocks(rates: Sequence[Pair], supports: Sequence[Fraction], end: int) -> Blocks:
    """Counts of classes whose precision and recall are the least (0) or the greatest (1) that their digits allow."""
    ends = [[min(max(room_of(number)[end], _LEAST), Fraction(1)) for number in pair] for pair in rates]
    tp = [recall * support for (_, recall), support in zip(ends, supports, strict=True)]
    predicted = [count / precision for (precision, _), count in zip(ends, tp, strict=True)]
    return Blocks(range(len(tp)), n=sum(supports), tp=tp, support=supports, predicted=predicted)


def accuse_report(claims: Sequence[tuple[CheckedClaim, Printed]]) -> None:
    """Say of the averages and the sums of a report which of them are not those of its rows."""
    rows: dict[object, dict[str, tuple[CheckedClaim, Printed]]] = {}
    for claim, number in claims:
        if claim.question.label is not None:
            asks = claim.question.metric or claim.question.count or ""
            rows.setdefault(claim.question.label, {})[asks] = (claim, number)
    if len(rows) < 2 or any(COUNTED not in row for row in rows.values()):
        return
    if any(claim.word == "inconsistent-data" for row in rows.values() for claim, _ in row.values()):
        return  # which number of such a row is wrong is not known
    if any("micro" in claim.question.options.values() for claim, _ in claims):
        return  # samples of several labels may be meant, whose accuracy is not that of the rows
    printed = [{name: number for name, (_, number) in row.items()} for row in rows.values()]
    rates = [(row.get(PRECISION), row.get(RECALL)) for row in printed]
    supports = [row[COUNTED].value or Fraction(0) for row in printed]
    averages = [(claim, number, asked) for claim, number in claims if (asked := list(_asked(claim.question)))]
    wrong = [claim for claim, number, asked in averages if not _is_one_of(number, asked, rates, supports)]
    sums = [(claim, number.value) for claim, number in claims if claim.question.count == "n"]
    n = sum(supports)
    is_macro_right = not wrong and any("macro" in claim.question.options.values() for claim, _, _ in averages)
    if not is_macro_right and not any(value is not None and value <= n for _, value in sums):
        return  # rows may have been left out
    for claim in wrong:
        _accuse(claim, [row[claim.question.metric or ""][0] for row in rows.values() if claim.question.metric in row])
    for claim, value in sums:
        if value != n:
            _accuse(claim, [row[COUNTED][0] for row in rows.values()])


def accuse_rows(claims: Sequence[tuple[CheckedClaim, Printed]]) -> None:
    """Say of the rates of a row with a support where no whole numbers of samples have them: 0.50 beside 0.00 of 8."""
    rows: dict[object, dict[str, tuple[CheckedClaim, Printed]]] = {}
    for claim, number in claims:
        if claim.question.label is not None:
            rows.setdefault(claim.question.label, {})[claim.question.metric or claim.question.count or ""] = (
                claim,
                number,
            )
    supports = [number.value or Fraction(0) for claim, number in claims if claim.question.count == COUNTED]
    if any(support.denominator > 1 for support in supports) or sum(supports) in (100, 200):
        return  # shares, in percent, of the classes, or with a row of all
    if any(COUNTED not in row for row in rows.values()):
        return
    for row in rows.values():
        asked = [name for name in (COUNTED, RECALL, PRECISION, SCORE) if name in row]
        support = row[COUNTED][1].value if asked[:1] == [COUNTED] else None
        if support is None or not 0 < support <= LARGEST or RECALL not in row or not {PRECISION, SCORE} & row.keys():
            continue
        if len(supports) > 2 and 2 * support == sum(supports):
            continue  # a row of all, whatever it is called
        if any(claim.verdict is not None or number.value is None for claim, number in map(row.__getitem__, asked)):
            continue
        for size in range(2, len(asked) + 1):
            rates = {name: row[name][1] for name in asked[1:size] if row[name][1].kind == "decimal"}
            if not _has_counts(int(support), rates):
                names = tuple(f"{row[name][0].where} = {row[name][0].printed}" for name in asked[:size])
                for name in asked[:size]:
                    contradict(row[name][0], names)
                break


def accuse_means(tables: Iterable[Sequence[tuple[CheckedClaim, Printed]]]) -> None:
    """Say of a mean over classes that it is not that of the rows above it, in its table or the one before.

    Rows may have been left out, so that the mean of another column over the same rows has to be right, in so many
    digits that this is no chance. With supports it is told otherwise.
    """
    rows, last = dict[str, dict[object, tuple[CheckedClaim, Printed]]](), 0
    for table in tables:
        lines = [claim.span.start.line for claim, _ in table if claim.span is not None]
        own = dict[str, dict[object, tuple[CheckedClaim, Printed]]]()
        for claim, number in table:
            if claim.question.label is not None:
                asks = claim.question.metric or claim.question.count or ""
                own.setdefault(asks, {})[claim.question.label] = (claim, number)
        rows = own or (rows if lines and lines[0] - last <= BELOW else {})
        last = lines[-1] if lines else last
        means = [one for one in table if one[0].question.options.get("average") == "macro" and one[0].verdict is None]
        found = [(one, _rows_of(one[0].question.metric or "", rows)) for one in means]
        fits = [(one, of, _is_mean(one[1], of) or _is_of_means(*one, rows)) for one, of in found if len(of) > 1]
        if COUNTED not in rows and any(fit and len(one[1].text.strip(" %0.,")) >= DIGITS for one, _, fit in fits):
            for (claim, _), of, fit in fits:
                if not fit and all(other.verdict is None for other, _ in of):
                    _accuse(claim, [other for other, _ in of])


def _rows_of(
    metric: str, rows: Mapping[str, Mapping[object, tuple[CheckedClaim, Printed]]]
) -> list[tuple[CheckedClaim, Printed]]:
    """The values of the classes that a mean is of; the accuracy of a class is its recall, where that is not printed."""
    return [*rows.get(metric, rows.get(OVERALL, {}) if metric == RECALL else {}).values()]


def _is_of_means(
    claim: CheckedClaim, number: Printed, rows: Mapping[str, Mapping[object, tuple[CheckedClaim, Printed]]]
) -> bool:
    """Whether a composite is that of the means of precision and recall."""
    printed = [{label: number for label, (_, number) in rows.get(rate, {}).items()} for rate in (PRECISION, RECALL)]
    if claim.question.metric not in OF_CLASSES or not printed[0] or printed[0].keys() != printed[1].keys():
        return False
    rates = [(printed[0][label], printed[1][label]) for label in printed[0]]
    return _is_one_of(number, list(_asked(claim.question)), rates, [Fraction(1)] * len(rates))


def _is_mean(number: Printed, of: Sequence[tuple[CheckedClaim, Printed]]) -> bool:
    rooms = [room_of(value) for _, value in of]
    low, high = (sum(room[end] for room in rooms) / len(rooms) for end in (0, 1))
    return room_of(number)[0] <= high and low <= room_of(number)[1]


def _has_counts(support: int, rates: Mapping[str, Printed]) -> bool:
    """Whether some true positives of a support, and some predictions, have the rates as printed.

    Where nothing is predicted the precision is what the program makes of 0/0.

    >>> from exactmetrics.exact.printed import read_printed
    >>> half = read_printed("0.50")
    >>> [_has_counts(8, {RECALL: read_printed(recall), PRECISION: half}) for recall in ("0.00", "0.12")]
    [False, True]
    """
    least, most = room_of(rates.get(RECALL))
    low, high = room_of(rates.get(PRECISION))
    worst, best = room_of(rates.get(SCORE))
    for tp in range(max(0, ceil(least * support)), min(support, floor(most * support)) + 1):
        if tp == 0:
            if worst <= 0 and (low <= 0 or low <= 1 <= high):
                return True
            continue
        if high <= 0 or best <= 0:
            continue
        fewest = max(Fraction(tp), tp / high, 2 * tp / best - support)
        most_predicted = [tp / low] if low > 0 else []
        most_predicted += [2 * tp / worst - support] if worst > 0 else []
        if not most_predicted or ceil(fewest) <= floor(min(most_predicted)):
            return True
    return False


def _asked(question: Question) -> Iterator[Question]:
    """What a number of all classes may be, as far as precision, recall and support of each of them tell it."""
    if question.metric == OVERALL and not question.options:
        yield question
    elif question.options.get("average") in AVERAGES and question.metric in OF_CLASSES:
        yield question
        if metric_named(question.metric).standard.composite:
            yield replace(question, options={**question.options, "combine": "averages"})


def _is_one_of(number: Printed, asked: Sequence[Question], rates: Sequence[Pair], supports: Sequence[Fraction]) -> bool:
    if asked[0].options.get("average") == "macro":
        supports = [Fraction(1)] * len(rates)  # a class that does not occur counts as well
    found = [n for n, support in enumerate(supports) if support]
    rates, supports = [rates[n] for n in found], [supports[n] for n in found]
    return not found or any(may_be(number, one, rates, supports) for one in asked)


def _accuse(claim: CheckedClaim, of_classes: Sequence[CheckedClaim]) -> None:
    names = [f"{one.where} = {one.printed}" for one in (claim, *of_classes)]
    shown = (*names[: SHOWN + 1], *(["..."] if len(names) > SHOWN + 1 else []))
    contradict(claim, shown)


def no_means_have(precision: Room, recall: Room, score: Room, weight: Fraction = HALF) -> bool:
    """Whether no class, and so no average of classes or of runs, has these: F is at most the mean of both.

    `weight` is that of precision; F is at least their sum less 1.
    """
    above = score[0] > weight * precision[1] + (1 - weight) * recall[1]
    return above or score[1] < precision[0] + recall[0] - 1


def contradicted(question: Question, printed: str, span: Span, scores: tuple[str, ...]) -> CheckedClaim:
    """A number of a document as a claim that contradicts others, found where no claim was read."""
    claim = CheckedClaim("", question, printed, None, None, span=span)
    contradict(claim, scores)
    return claim


def contradict(claim: CheckedClaim, scores: tuple[str, ...]) -> None:
    """Say of a claim that it is one of some scores that no counts have together."""
    claim.verdict = Verdict("inconsistent-data", LEVELS["inconsistent-data"], claim.printed or "", None)
    claim.hints = (*claim.hints, Hint("impossible-together", {"scores": scores}))
