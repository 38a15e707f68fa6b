"""Values that no data can have: outside the range of their metric, or beside each other.

These need no data. Which of several values that cannot stand together is wrong is not known, so each of them is named.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.printed import Printed, Verdict, read_printed
from exactmetrics.exact.rounding import decimal
from exactmetrics.expression.links import SOUND
from exactmetrics.feasibility import feasible
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.summary import OF_CLASSES, PRECISION, RATES, RECALL, SCORE
from exactmetrics.sheets.sheet import Question
from exactmetrics.sheets.verdicts import LEVELS
from exactmetrics.verification.checked import CheckedClaim, Hint
from exactmetrics.verification.judging.reports import contradict, may_be, no_means_have, room_of

KINDS = ("impossible-together",)  # beside "impossible", which the diagnosis has too
GROUPS = 20  # of one document that are searched
STEPS = 5_000  # of the search for each of them, which no other work on the machine makes fewer
_PLAIN = frozenset({"label", "average"})


@dataclass(frozen=True, slots=True)
class Score:
    """A printed score: its claim, its metric, the number as read, and what it belongs to (data, place, class)."""

    claim: CheckedClaim
    metric: Metric
    number: Printed
    group: Hashable

    @property
    def text(self) -> str:
        """The number as plain digits."""
        if self.number.value is None or self.number.kind != "decimal" or self.number.places < 0:
            return self.number.text
        return decimal(self.number.value, places=self.number.places)

    @property
    def shown(self) -> str:
        """The score as `precision = 0.9`."""
        return f"{self.metric.name} = {self.claim.printed}"


def score_of(claim: CheckedClaim, group: Hashable, *, printed: str, decimal_comma: bool = False) -> Score | None:
    """A claim as a score; None where it is no number of a metric by its usual convention.

    >>> from exactmetrics.sheets.sheet import Question
    >>> claim = CheckedClaim("", Question(metric="ppv", options={"label": 0}), "0,9", None, None)
    >>> score = score_of(claim, 1, printed="0,9", decimal_comma=True)
    >>> score.shown, score.text
    ('precision = 0,9', '0.9')
    """
    question = claim.question
    if question.metric is None or set(question.options) - _PLAIN or question.parameters:
        return None
    try:
        metric = metric_named(question.metric)
        number = read_printed(printed, decimal_comma=decimal_comma)
    except ExactMetricsError:
        return None
    group = (group, question.label, question.options.get("average"))
    return None if number.value is None else Score(claim, metric, number, group)


def accuse_impossible(scores: Sequence[Score], *, clashes: bool = True) -> None:
    """Say of claims that no data can have their values; of those of one class also where they clash, if `clashes`.

    >>> from exactmetrics.sheets.sheet import Question
    >>> said = [("precision", "0.9"), ("recall", "0.8"), ("f1", "0.97"), ("specificity", "1.2")]
    >>> claims = [CheckedClaim("", Question(metric=m, options={"label": "a"}), p, None, None) for m, p in said]
    >>> accuse_impossible([score_of(claim, 1, printed=claim.printed) for claim in claims])
    >>> [(claim.word, [hint.kind for hint in claim.hints]) for claim in claims][1:]
    [('inconsistent-data', ['impossible-together']), ('inconsistent-data', ['impossible-together']), \
('wrong', ['impossible'])]
    """
    percent = any(_may_be_percent(score) for score in scores)
    for score in scores:
        right = score.claim.verdict is not None and score.claim.verdict.level == "ok"
        if right or not _is_outside(score) or not (_is_worked_out(score) or _is_ratio(score, percent)):
            continue
        if all(hint.kind != "impossible" for hint in score.claim.hints):
            score.claim.hints = (Hint("impossible", {"metric": score.metric.name}), *score.claim.hints)
        if score.claim.verdict is None:
            score.claim.verdict = Verdict("wrong", LEVELS["wrong"], score.claim.printed or "", None)
    if not clashes:
        return
    groups: dict[Hashable, list[Score]] = {}
    for score in scores:
        if score.claim.verdict is None and not _is_outside(score):
            groups.setdefault(score.group, []).append(score)
    search = GROUPS
    for together in filter(_may_clash, groups.values()):
        if (clash := _of_rates(together)) is None and search:
            search, clash = search - 1, _clash(together)
        _accuse(clash or [])


def accuse_averages(scores: Sequence[Score]) -> None:
    """Say of precision, recall and F1 of one row that no class, and so no average of classes or of runs, has them.

    F1 is at most the mean of precision and recall, and at least their sum less 1.

    >>> from exactmetrics.sheets.sheet import Question
    >>> said = [("precision", "0.90"), ("recall", "0.50"), ("f1", "0.80")]
    >>> claims = [CheckedClaim("", Question(metric), printed, None, None) for metric, printed in said]
    >>> accuse_averages([score_of(claim, 1, printed=claim.printed) for claim in claims])
    >>> [claim.word for claim in claims]
    ['inconsistent-data', 'inconsistent-data', 'inconsistent-data']
    """
    groups: dict[Hashable, list[Score]] = {}
    for score in scores:
        if score.metric.name in OF_CLASSES and score.claim.verdict is None and not _is_outside(score):
            groups.setdefault(score.group, []).append(score)
    for together in groups.values():
        named = {score.metric.name: room_of(score.number) for score in together}
        precision, recall, f1 = (named.get(name) for name in OF_CLASSES)
        if len(named) == len(together) and precision and recall and f1 and no_means_have(precision, recall, f1):
            _accuse(together)


def accuse_printout(scores: Sequence[Score]) -> None:
    """Say of the scores of one printout of two classes, of the positive one or of both, where no counts have them."""
    named = {score.metric.name: score for score in scores if score.claim.verdict is None and not _is_outside(score)}
    if len(named) == len(scores) > 2:
        _accuse(_of_class(named))


def _is_outside(score: Score) -> bool:
    """Whether all numbers that the digits may stand for are outside the range of the metric."""
    low, high = score.metric.pick(None).range
    least, most = room_of(score.number)
    below = low is not None and most <= low and _value(score) < low
    return below or (high is not None and least >= high and _value(score) > high)


def _is_worked_out(score: Score) -> bool:
    """Whether the arithmetic before the number gives it, so that its scale is sure; a whole number may be a count."""
    second = score.claim.expression_verdict
    return second is not None and second.word in SOUND and _value(score).denominator != 1


def _is_ratio(score: Score, percent: bool) -> bool:
    """Whether a number outside the range is one of the ratio: no percentage without its sign, no other number."""
    value = _value(score)
    if score.number.percent or value < 0:
        return True
    return 1 < value < 2 and value.denominator != 1 and not percent


def _may_be_percent(score: Score) -> bool:
    """Whether a number looks like a percentage without its sign."""
    return not score.number.percent and 2 <= _value(score) <= 100 and score.metric.pick(None).range[1] == 1


def _may_clash(scores: Sequence[Score]) -> bool:
    """Whether there are enough of them: most pairs of ratios have counts."""
    names = {score.metric.name for score in scores}
    return len(names) > 2 or (SCORE in names and len(names) > 1)


def _accuse(clash: Sequence[Score]) -> None:
    names = tuple(score.shown for score in clash)
    for score in clash:
        contradict(score.claim, names)


def _of_rates(scores: Sequence[Score]) -> list[Score] | None:
    """Precision, recall and F1 of a class as far as they do not go together; None where something else is printed."""
    named = {score.metric.name: score for score in scores}
    f1, precision, recall = (named.pop(name, None) for name in (SCORE, PRECISION, RECALL))
    if f1 is None or named or len(scores) > 3 or "average" in scores[0].claim.question.options:
        return None
    asked = Question(SCORE, options={"label": 0})
    for one, two in ((precision, None), (None, recall), (precision, recall)):
        rates = (None if one is None else one.number, None if two is None else two.number)
        if not may_be(f1.number, asked, [rates], [Fraction(1)]):
            return [score for score in (one, two, f1) if score is not None]
    return []


def _clash(scores: Sequence[Score]) -> list[Score]:
    """Scores of one class, or one average, that cannot stand together."""
    named: dict[str, Score] = {}
    for score in scores:
        if score.metric.name in named and named[score.metric.name].number.value != score.number.value:
            return []  # of two things, and which goes with which is not known
        named[score.metric.name] = score
    if scores[0].claim.question.options.get("average") is not None:
        return _of_averages(named)
    named = {name: score for name, score in named.items() if score.metric.scope == "class"}
    return _of_class(named) if len(named) > 1 else []


def _of_averages(named: dict[str, Score]) -> list[Score]:
    """An average of F1 is at most twice that of precision, and of recall, for this is so in every class."""
    if SCORE not in named:
        return []
    for other in RATES:
        if other in named and room_of(named[SCORE].number)[0] > 2 * room_of(named[other].number)[1]:
            return [named[other], named[SCORE]]
    return []


def _of_class(named: dict[str, Score]) -> list[Score]:
    printed = {name: score.text for name, score in named.items()}
    try:
        found = feasible(printed, positive="positive", rounding="any", steps=STEPS)
    except ExactMetricsError:
        return []
    if found.verdict != "infeasible":
        return []
    clash = _named_in(found.conflict, named)
    return clash or list(named.values())


def _named_in(conflict: Iterable[str], named: dict[str, Score]) -> list[Score]:
    return [named[name] for name in (text.partition(" ")[0] for text in conflict) if name in named]


def _value(score: Score) -> Fraction:
    assert score.number.value is not None
    return score.number.value
