"""The claims of one data set with everything that is said of them: both verdicts, and what explains them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from exactmetrics.exact.errors import ExactMetricsError, Why
from exactmetrics.exact.printed import Verdict, read_printed
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Irrational, Value
from exactmetrics.expression.nodes import Expr
from exactmetrics.expression.reading import read
from exactmetrics.expression.reading.grammar import parse
from exactmetrics.sheets.sheet import Claim, Data, Rules, Sheet, answer, metric_options
from exactmetrics.sheets.verdicts import Judged, judge_claim, with_repeated, with_word
from exactmetrics.verification.checked import CheckedClaim, Hint, Span
from exactmetrics.verification.diagnosis import Diagnosis, diagnose
from exactmetrics.verification.diagnosis.remarks import KINDS as REMARKS
from exactmetrics.verification.documents.watched import Told
from exactmetrics.verification.judging.claim_hints import diagnosis_hints, expression_hints, slip_hints, with_comma
from exactmetrics.verification.judging.count_hints import count_hints
from exactmetrics.verification.links.habits import Habits, broken_rule
from exactmetrics.verification.links.repairs import SHOWN, tokens_of

_BESIDE = frozenset({*REMARKS, "expression-wrong", "arithmetic-other", "contradicts", "digits", "undecided"})
_FARTHER = frozenset({"geometric-mean", "chained-rounding"})  # where a convention is named that gives the number


@dataclass(slots=True)
class Room:
    """How many more wrong claims of a document are searched for slips, and right ones for what surprises about them.

    `told` is called with how many claims are done.
    """

    wrong: int = 400
    right: int = 3_000
    told: Told | None = None
    done: int = 0

    def for_one(self, *, right: bool) -> bool:
        """Whether there is room for one more, which is then taken.

        >>> room = Room(wrong=1)
        >>> [room.for_one(right=False), room.for_one(right=False)]
        [True, False]
        """
        if right:
            self.right -= 1
            return self.right >= 0
        self.wrong -= 1
        return self.wrong >= 0

    def one_done(self) -> None:
        """Say that one more claim is done.

        >>> room = Room(told=print)
        >>> room.one_done()
        1
        """
        self.done += 1
        if self.told is not None:
            self.told(self.done)


@dataclass(frozen=True, slots=True)
class Asked:
    """A claim, and where and how it is written: its `span` in a document, None in a sheet."""

    claim: Claim
    span: Span | None = None
    decimal_comma: bool = False


def checked_claims(
    asked: Sequence[Asked], data: Data | None, rules: Rules, room: Room | None = None
) -> list[CheckedClaim]:
    """Claims about one data set, checked; without data only the arithmetic printed before them is judged.

    >>> from exactmetrics.sheets.sheet import Question
    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> claim = Claim(Question(metric="recall", options={"label": 0}), where="Table 1", printed="0.66")
    >>> found, = checked_claims([Asked(claim)], given_data([[4, 2], [0, 3]]), Rules())
    >>> found.word, [hint.kind for hint in found.hints], found.derivation().value
    ('truncated', ['truncated'], Fraction(2, 3))
    """
    judged = with_repeated([judged_alone(one, data, rules) for one in asked])
    found = [_plain(one, judgement) for one, judgement in zip(asked, judged, strict=True)]
    room = Room() if room is None else room
    known: dict[str, Diagnosis | None] = {}  # what is printed more than once is diagnosed once
    for one, judgement, checked in zip(asked, judged, found, strict=True):
        if data is not None:
            asks = repr((one.claim.question, one.claim.printed, one.decimal_comma))
            is_right = judgement.verdict is not None and judgement.verdict.level == "ok"
            if asks not in known and room.for_one(right=is_right):
                known[asks] = _diagnosed(one, judgement, data, rules)
            checked.diagnosis = known.get(asks)
        _explain(checked, judgement, data, rules, one.decimal_comma)
        room.one_done()
    return found


def judged_alone(one: Asked, data: Data | None, rules: Rules) -> Judged:
    """A claim with both verdicts and nothing that explains them.

    >>> from exactmetrics.sheets.sheet import Question
    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> claim = Claim(Question(metric="recall", options={"label": 0}), printed="0.67")
    >>> judged_alone(Asked(claim), given_data([[4, 2], [0, 3]]), Rules()).verdict.word
    'rounded'
    """
    exact: Value | None = None
    error = ""
    if data is not None:
        try:
            exact = answer(Sheet("", data, rules=rules), one.claim.question)
        except ExactMetricsError as problem:
            error = str(problem)

    def read_printed_arithmetic(text: str) -> Expr:
        return parse(tokens_of(text, one.decimal_comma), len(text), decimal_comma=one.decimal_comma)

    reader = read if one.span is None and not one.decimal_comma else read_printed_arithmetic
    thousands = one.span is not None
    judged = judge_claim(
        one.claim, exact, rule=rules.rounding, decimal_comma=one.decimal_comma, thousands=thousands, reader=reader
    )  # fmt: skip
    return replace(judged, error=error) if error else judged


def _plain(one: Asked, judged: Judged) -> CheckedClaim:
    claim = one.claim
    why = Why("no-answer", judged.error) if judged.error else None
    return CheckedClaim(
        claim.where, claim.question, claim.printed, judged.exact, judged.verdict, claim.expression,
        judged.expression_verdict, one.span, why=why if claim.is_answered else Why("unanswered"),
    )  # fmt: skip


def _diagnosed(one: Asked, judged: Judged, data: Data, rules: Rules) -> Diagnosis | None:
    """The diagnosis of a printed value of a metric; where only arithmetic is printed, of its value."""
    question = one.claim.question
    if question.metric is None or judged.exact is None or one.claim.printed is None:
        return None
    options = metric_options(rules, data, question)
    given = data.blocks if data.counts is None else data.counts
    return diagnose(
        one.claim.printed, question.metric, given, rule=rules.rounding, positive=data.positive,
        decimal_comma=one.decimal_comma, **options,
    )  # fmt: skip


def _explain(checked: CheckedClaim, judged: Judged, data: Data | None, rules: Rules, decimal_comma: bool) -> None:
    """Give a claim its hints, and the better word where the diagnosis knows one."""
    hints = list[Hint]()
    if checked.diagnosis is not None:
        better = checked.diagnosis.verdict.word
        fair = ("chained",) if "convention" in checked.question.options else ("chained", "other-convention")
        if checked.verdict is not None and checked.word == "wrong" and better in fair:
            checked.verdict = with_word(checked.verdict, better)
        hints += diagnosis_hints(checked.diagnosis)
    elif data is not None and checked.question.metric is None:
        hints += count_hints(judged, data)
    judged = replace(judged, verdict=checked.verdict)
    hints += expression_hints(judged, data, search=checked.span is None)  # a document has the equality as a link
    broken = _breach(checked.printed, checked.verdict, rules, decimal_comma)
    if broken is not None and checked.verdict is not None:
        checked.verdict = replace(checked.verdict, level="note")
        hints.append(broken)
    told = list(_capped(_plainest(hints, checked.word)))
    more = [hint for hint in hints if hint not in told and hint.kind != "undecided"]
    if checked.diagnosis is not None:
        more += slip_hints(checked.diagnosis.more)
    checked.hints = tuple(map(with_comma, told) if decimal_comma else told)
    checked.more = tuple(map(with_comma, more) if decimal_comma else more)


def _plainest(hints: Sequence[Hint], word: str | None) -> list[Hint]:
    """Explanations without those that go farther than the verdict: digits that are cut off need no other history."""
    plain = {"truncated": "truncated", "float": "float-digits"}.get(word or "")
    if plain is not None and any(hint.kind == plain for hint in hints):
        kept = [hint for hint in hints if hint.kind == plain or hint.kind in _BESIDE]
    elif word == "other-convention":
        kept = [hint for hint in hints if hint.kind not in _FARTHER]
    else:
        kept = list(hints)
    several = sum(hint.kind not in _BESIDE for hint in kept) > 1
    return [hint for hint in kept if several or hint.kind != "undecided"]


def _capped(hints: Sequence[Hint]) -> Iterator[Hint]:
    """The likeliest explanations, and what is remarked beside them."""
    shown = 0
    for hint in hints:
        shown += hint.kind not in _BESIDE
        if shown <= SHOWN or hint.kind in _BESIDE:
            yield hint


def _breach(printed: str | None, verdict: Verdict | None, rules: Rules, decimal_comma: bool) -> Hint | None:
    """What a right value breaks of the number of digits that its sheet states."""
    if rules.digits is None or printed is None or verdict is None or verdict.level != "ok":
        return None
    value, number = verdict.value, read_printed(printed, decimal_comma=decimal_comma, thousands=decimal_comma)
    if number.kind != "decimal" or number.percent or not isinstance(value, (Fraction, Irrational)):
        return None
    if broken_rule(Habits(digits=rules.digits), number, value) is None:
        return None
    return Hint("digits", {"digits": rules.digits, "expected": decimal(value, places=rules.digits)})
