"""Values of a document without a class: which class, or which average, they are about as far as the values show it.

Where two classes have no positive one, the class that at least two different metrics fit, and more of them than fit the
other, is taken for it. Of more classes only an average that two different metrics fit is taken.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace

from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.sheets.sheet import Data, Question
from exactmetrics.verification.claims.found import is_open
from exactmetrics.verification.claims.lexicon import is_one_of
from exactmetrics.verification.judging.checked_claims import Asked
from exactmetrics.verification.judging.given_data import by_text
from exactmetrics.verification.judging.named_class import ORIENTED, named_class
from exactmetrics.verification.judging.readings import AVERAGES, fits, reading
from exactmetrics.verification.remark import Remark
from exactmetrics.verification.verified import FoundData

LEAST = 2  # different metrics that tell a class or an average from chance
MOST = 200  # values that are looked at


@dataclass(frozen=True, slots=True)
class Unsaid:
    """What values without a class are about: the `positive` class, or an `average`; `fit` of `of` show it.

    `other` of them fit the other class. `told` says that the document itself names the positive class, `named` that all
    its values that name a class name this one: then only rates that speak of a positive class are held to it.
    """

    positive: Hashable | None = None
    average: str = ""
    of: int = 0
    fit: int = 0
    other: int = 0
    told: bool = False
    named: bool = False

    @property
    def sure(self) -> bool:
        """Whether the values show one class so clearly that none is about the other.

        >>> Unsaid("cat", of=3, fit=2, other=1).sure, Unsaid("cat", of=5, fit=3, other=2).sure
        (True, False)
        """
        return self.positive is not None and self.fit >= max(LEAST, 2 * self.other)

    def meant(self, one: Asked, data: Data, rule: RoundingRule, also: str = "") -> Asked:
        """A claim as it is asked of the data; `unsaid` where nothing shows what it is about.

        `also` is another metric that its word may mean: that one is taken where its value fits, and the first not.

        >>> from exactmetrics.sheets.sheet import Claim
        >>> from exactmetrics.verification.judging.given_data import given_data
        >>> data, claim = given_data([[3, 1], [0, 2]]), Claim(Question(metric="recall"), printed="0.75")
        >>> Unsaid().meant(Asked(claim), data, "nearest").claim.question.options
        {'label': 0}
        """
        question = by_text(one.claim, data.blocks.labels).question
        found = self._read(question, one, data, rule)
        if also:
            words = (found, self._read(replace(question, metric=also), one, data, rule))
            found = next((each for each in words if each is not None and _fits(each, one, data, rule)), None)
        if found is None:
            return replace(one, unsaid=True)
        return replace(one, claim=replace(one.claim, question=found))

    def _read(self, question: Question, one: Asked, data: Data, rule: RoundingRule) -> Question | None:
        if not is_open(question):
            return question
        if data.blocks.k == 2:
            held = not self.named or question.metric in ORIENTED
            return reading(
                question, data, one.claim.printed or "", positive=self.positive if held else None, rule=rule,
                decimal_comma=one.decimal_comma, only=self.sure and held,
            )  # fmt: skip
        if self.positive is not None:
            return _with(question, "label", self.positive)
        asked = _with(question, "average", self.average)
        return asked if self.average and _fits(asked, one, data, rule) else None

    def remark(self, data: FoundData) -> Remark | None:
        """What is to be noted of data whose positive class the values show.

        >>> Unsaid("cat", of=3, fit=3).remark(FoundData("", ("cat", "dog"), ((3, 1), (0, 2)))).facts
        {'label': 'cat', 'fit': 3, 'of': 3, 'other': 0}
        """
        if self.told or self.named or self.positive is None:
            return None
        facts = {"label": str(self.positive), "fit": self.fit, "of": self.of, "other": self.other}
        return Remark("positive-read", facts, data.span)


def unsaid(asked: Iterable[Asked], data: Data, rule: RoundingRule) -> Unsaid:
    """What the values without a class are about, as far as they show it.

    >>> from exactmetrics.sheets.sheet import Claim
    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> said = [Claim(Question(metric="recall"), printed="0.75"), Claim(Question(metric="precision"), printed="1.00")]
    >>> found = unsaid(map(Asked, said), given_data([[3, 1], [0, 2]], labels=["cat", "dog"]), "nearest")
    >>> found.positive, found.of, found.fit, found.other
    ('cat', 2, 2, 0)
    """
    every, positive = list(asked)[: 5 * MOST], _named(data)
    open = [one for one in every if is_open(one.claim.question) and one.claim.printed is not None][:MOST]
    if data.blocks.k == 2 and open:
        first, second = ([_fits(_about(one, "label", label), one, data, rule) for one in open]
                         for label in data.blocks.labels)  # fmt: skip
        found = _positive(open, data.blocks.labels, first, second)
        if found.positive is None and positive is None:
            return _held(every, open, data, rule, (first, second))
        if positive is None or found.positive == positive:
            return replace(found, told=positive is not None)
    if positive is not None:
        return Unsaid(positive, told=True)
    if len({one.claim.question.metric for one in open}) < LEAST:
        return Unsaid()
    for average in AVERAGES:
        fit = [one for one in open if _fits(_about(one, "average", average), one, data, rule)]
        if len({one.claim.question.metric for one in fit}) >= LEAST:
            return Unsaid(average=average, of=len(open), fit=len(fit))
    return Unsaid()


def _positive(
    open: Sequence[Asked], labels: Sequence[Hashable], first: Sequence[bool], second: Sequence[bool]
) -> Unsaid:
    """The class that more of the values fit, those left out that fit both."""
    counted = []
    for own, other in ((first, second), (second, first)):
        alone = [one for one, a, b in zip(open, own, other, strict=True) if a and not b]
        counted.append((len({one.claim.question.metric for one in alone}), len(alone)))
    at = 0 if counted[0] >= counted[1] else 1
    if counted[at][0] < LEAST or counted[at][0] <= counted[1 - at][0]:
        return Unsaid()
    of = sum(a != b for a, b in zip(first, second, strict=True))
    return Unsaid(labels[at], of=of, fit=counted[at][1], other=counted[1 - at][1])


def _held(
    every: Sequence[Asked], open: Sequence[Asked], data: Data, rule: RoundingRule, fit: tuple[list[bool], list[bool]]
) -> Unsaid:
    """The class that all values name that name one, if no other value speaks for the other class but such a rate."""
    named = named_class(every, data, lambda question, one: _fits(question, one, data, rule))
    if named is None or not named[1] or named[0] not in data.blocks.labels:
        return Unsaid()
    own, other = fit if named[0] == data.blocks.labels[0] else fit[::-1]
    right, against = named[1], set[str]()
    for one, a, b in zip(open, own, other, strict=True):
        if a != b:
            (right if a else against).add(one.claim.question.metric or "")
    if len(right) < LEAST or not against <= ORIENTED:
        return Unsaid()
    return Unsaid(named[0], of=len(right | against), fit=len(right), other=len(against), named=True)


def _named(data: Data) -> Hashable | None:
    """The class that counts as positive: that of the data, or the one of two whose name says so."""
    if data.positive is not None or data.blocks.k != 2:
        return data.positive
    return next((label for label in data.blocks.labels if is_one_of("positive", str(label))), None)


def _about(one: Asked, key: str, value: Hashable) -> Question:
    return _with(one.claim.question, key, value)


def _fits(question: Question, one: Asked, data: Data, rule: RoundingRule) -> bool:
    return fits(question, data, one.claim.printed or "", rule=rule, decimal_comma=one.decimal_comma) is not None


def _with(question: Question, key: str, value: Hashable) -> Question:
    return replace(question, options={**question.options, key: value})
