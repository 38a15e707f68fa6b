"""The claims that were recognised in a document, checked against the data they are bound to.

What a number is about is never chosen by what would fit. That is used only to withhold judgement: a number is not
judged where it is right for one reading of an unsaid orientation, or of an unsaid class, and wrong for the other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from exactmetrics.exact.errors import ExactMetricsError, ReadingError
from exactmetrics.exact.printed import Printed, read_printed
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.expression.links import SOUND
from exactmetrics.expression.reading import value_of
from exactmetrics.expression.reading.grammar import parse
from exactmetrics.expression.reading.numerals import comma_here
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import AVERAGES
from exactmetrics.sheets.sheet import Claim, Data, Question, Rules
from exactmetrics.verification.checked import CheckedClaim, Hint
from exactmetrics.verification.claims.found import FoundClaim, Recognised, is_open
from exactmetrics.verification.claims.matrices import count_in, label_of
from exactmetrics.verification.documents.watched import Told
from exactmetrics.verification.judging.checked_claims import Asked, Room, checked_claims, judged_alone
from exactmetrics.verification.judging.class_names import are_unnamed, as_in_document, unknown_classes
from exactmetrics.verification.judging.given_data import (
    given_data,
    have_same_counts,
    readings_of,
    shares_in,
    shown_data,
)
from exactmetrics.verification.judging.impossible import (
    Score,
    accuse_averages,
    accuse_impossible,
    accuse_printout,
    score_of,
)
from exactmetrics.verification.judging.misread_cell import KINDS as OF_CELLS
from exactmetrics.verification.judging.misread_cell import explain_misread_cell, withdraw_contradicted
from exactmetrics.verification.judging.reports import accuse_means, accuse_report, accuse_rows
from exactmetrics.verification.links.corrections import claim_correction
from exactmetrics.verification.links.habits import Habits
from exactmetrics.verification.links.repairs import tokens_of
from exactmetrics.verification.passed import Passed, Why
from exactmetrics.verification.remark import Remark
from exactmetrics.verification.verified import FoundData, Side

_Bound: TypeAlias = tuple[FoundClaim, Data | None, Asked]
_Names: TypeAlias = dict[str, Hashable]  # of classes, each with the label that data have for it
GIVEN = -1  # the place of the data that the caller gave
_RIGHT = frozenset({"ok", "warn"})
_WHOLE = re.compile(r"(?<![0-9.,])[0-9]+(?![0-9.,])")
PRINTOUTS = 8  # of two classes without their matrix, whose numbers are held to each other
_SMALL = 4  # numbers up to this one are part of formulas
MANY = 8  # values of a table that tell what data it is about, one in so many wrong


class DocumentClaims:
    """The claims of one document on their way to being checked.

    >>> from exactmetrics.verification.documents.pieces import Position
    >>> from exactmetrics.verification.checked import Span
    >>> claim = FoundClaim(Question(metric="accuracy"), "0.6", "line 3", Span(Position(3, 1, 20), 23), data=0)
    >>> found = Recognised([FoundData("Table 1", ("a", "b"), ((3, 1), (0, 2)))], [claim])
    >>> [(one.where, one.word) for one in DocumentClaims(found).checked(Habits())]
    [('line 3', 'wrong')]
    """

    def __init__(
        self,
        found: Recognised,
        *,
        given: Any = None,
        labels: Sequence[Hashable] | None = None,
        orientation: Side | None = None,
        rule: RoundingRule = "nearest",
        decimal_comma: bool = False,
    ) -> None:
        self.found, self.rules, self.comma = found, Rules(rounding=rule), decimal_comma
        self.remarks: list[Remark] = []
        self.passed: list[Passed] = list(found.passed)
        self.known: dict[int, list[Data]] = {}
        self.data: list[FoundData] = list(found.data)
        for at, one in enumerate(found.data):
            one.rows_by = "words" if orientation is None else "asked"
            one.orientation = orientation or one.orientation
            if one.orientation == "unknown":
                one.rows_by = "open"
            if read := readings_of(one):
                self.known[at] = read
        if given is not None:
            data = given_data(given, labels=labels, orientation=orientation)
            self.known[GIVEN] = [data if labels is not None else as_in_document(data, found.data)]
            self.data.append(shown_data(self.known[GIVEN][0]))
            self.data[-1].rows_by = "given" if orientation is None else "asked"

    def checked(self, habits: Habits, told: Told | None = None) -> list[CheckedClaim]:
        """Every claim that is judged, with its verdicts, in the order of the document."""
        if GIVEN in self.known:
            questions = (claim.question for claim in self.found.claims)
            given = self.known[GIVEN][0]
            self.remarks += filter(None, [shares_in(given), unknown_classes(given, questions), self.other_data()])
        room, found = Room(told=told), list[CheckedClaim]()
        groups: dict[int, tuple[Data | None, list[tuple[FoundClaim, Asked]]]] = {}
        for claim, data, asked in self.bound():
            groups.setdefault(id(data), (data, []))[1].append((claim, asked))
        printouts = dict[tuple[str, int], list[Score]]()
        single, units = list[Score](), dict[int, list[tuple[CheckedClaim, Printed, Score | None]]]()
        classed = {claim.unit for claim in self.found.claims if claim.classed and not self.known}
        for data, pairs in groups.values():
            checked = checked_claims([asked for _, asked in pairs], data, self.rules, room)
            if data is not None:
                both = [(one, asked) for one, (_, asked) in zip(checked, pairs, strict=True)]
                explain_misread_cell(both, data, self.is_right)
                withdraw_contradicted(both, data, self.is_right)
            for one, (claim, asked) in zip(checked, pairs, strict=True):
                one.printed, one.expression = claim.printed, claim.expression
                comma = asked.decimal_comma
                if data is not None:
                    if not any(hint.kind in OF_CELLS for hint in one.hints):  # it is the matrix that is wrong
                        one.correction = claim_correction(one, habits, decimal_comma=comma, told=claim.told)
                    _note_other_operands(one, data)
                else:
                    printed = _plain(claim.printed, comma)
                    score = score_of(one, claim.unit or -claim.span.start.line, printed=printed, decimal_comma=comma)
                    if claim.unit:
                        if (number := _number(printed, comma)) is not None:
                            units.setdefault(claim.unit, []).append((one, number, score))
                    elif score is not None:
                        single.append(score)
                        if claim.printout:
                            printouts.setdefault((claim.positive, claim.printout), []).append(score)
                found.append(one)
        accuse_impossible(single, clashes=False)
        for scores in [*printouts.values()][:PRINTOUTS]:
            accuse_printout(scores)
        for unit, held in units.items():
            of_one = unit not in self.found.runs  # set of data: means of several need not go together
            of_classes = of_one and (_is_report(held) or unit in classed)
            scores = [score for _, _, score in held if score is not None]
            accuse_impossible(scores, clashes=of_classes)
            if of_one:
                numbers = [(one, number) for one, number, _ in held if number.value is not None]
                accuse_rows(numbers)
                accuse_report(numbers)
        tables = [held for unit, held in units.items() if unit not in self.found.runs]
        accuse_means([(one, number) for one, number, _ in held if number.value is not None] for held in tables)
        for held in tables:
            accuse_averages([score for _, _, score in held if score is not None])
        judged, open_ones = list[CheckedClaim](), list[CheckedClaim]()
        for one in found:  # without any data a number is listed as a claim that there is nothing to check against
            kept = one.verdict is not None or not (self.known or is_open(one.question))
            (judged if kept else open_ones).append(one)
        for one in open_ones:
            if one.span is not None and one.question.metric is not None:
                end = self.end_before(one.span.start.offset)
                self.pass_over(one.span, one.where, "unbound" if end is None else "ended", end or "")
        self.passed.sort(key=lambda one: one.span.start.offset)
        return sorted(judged, key=lambda one: one.span.start.offset if one.span else 0)

    def other_data(self) -> Remark | None:
        """That a matrix of the document has other counts than the data that are given, and which of them judge."""
        given = self.known[GIVEN][0].counts
        for place in sorted(self.known.keys() - {GIVEN}):
            read = [data.counts for data in self.known[place]]
            if given is not None and not any(one is not None and have_same_counts(one, given) for one in read):
                kind = "data-replaced" if len(self.found.data) == 1 else "data-kept"
                return Remark(kind, span=self.found.data[place].span)
        return None

    def bound(self) -> Iterator[_Bound]:
        """The claims that are judged: each with the data it is about and as it is asked of them."""
        units: dict[int, list[FoundClaim]] = {}
        single = list[FoundClaim]()
        for claim in self.found.claims:
            if claim.unit:
                units.setdefault(claim.unit, []).append(claim)
            else:
                single.append(claim)
        for place in self.found.by_supports & self.known.keys():
            if not any(self.is_of(unit, place) for unit in units.values()):
                del self.known[place]  # an array of something else
        for together in units.values():
            yield from self.of_unit(together)
        for claim in single:
            yield from self.of_one(claim, self.about(claim))

    def about(self, claim: FoundClaim) -> int | None:
        """The data that a claim is about: those it is bound to, or those given, unless the document shows others."""
        own = claim.data if claim.data in self.known else None
        if GIVEN not in self.known or (claim.said and own is not None):
            return own
        if own is None:
            return GIVEN
        shown = [shown_data(read).rows for read in self.known[own]]
        return GIVEN if self.data[-1].rows in shown or len(self.found.data) == 1 else own

    def of_unit(self, claims: Sequence[FoundClaim]) -> Iterator[_Bound]:
        """A table or a printout: about any data that all its numbers fit, or else about those it is bound to."""
        own = self.about(claims[0])
        places = ([own] if own is not None else []) + [place for place in self.known if place != own]
        for place in places[:200]:
            for turn, data in enumerate(self.known[place]):
                for names in self.orders(claims, place, data):
                    asked = [self.asked_of(claim, data, names) for claim in claims]
                    if all(one is not None and self.level(one, data) in _RIGHT for one in asked):
                        if self.name(place, [names]):
                            data = self.known[place][turn]
                            asked = [self.asked_of(claim, data, {}) for claim in claims]
                        pairs = zip(claims, asked, strict=True)
                        yield from ((claim, data, one) for claim, one in pairs if one is not None)
                        return
        own = self.nearly_fitting(claims, places) if own is None else own
        orders = [] if own is None else self.orders_of(claims, own)
        if not orders:
            for claim in claims:
                yield from self.of_one(claim, None)
            return
        names = {} if own is None or self.name(own, orders) else orders[0]
        for claim in claims:
            yield from self.of_one(claim, own, names)

    def nearly_fitting(self, claims: Sequence[FoundClaim], places: Sequence[int]) -> int | None:
        """The only data that nearly all values of a table fit, where these are many: then the rest are wrong.

        Supports say nothing, for they are the same for all predictions of the same samples.
        """
        values = [claim for claim in claims if claim.question.metric is not None]
        if len(values) < MANY:
            return None
        fits = {
            place
            for place in places[:200]
            for data in self.known[place]
            for names in self.orders(claims, place, data)
            if MANY * (len(values) - self.right_of(values, data, names)) <= len(values)
        }
        return fits.pop() if len(fits) == 1 else None

    def is_of(self, claims: Sequence[FoundClaim], place: int) -> bool:
        """Whether most values of a table are right of data, so that the rest are wrong."""
        values = [claim for claim in claims if claim.question.metric is not None]
        pairs = [(data, names) for data in self.known[place] for names in self.orders(claims, place, data)]
        return bool(values) and any(2 * self.right_of(values, *pair) > len(values) for pair in pairs)

    def right_of(self, claims: Sequence[FoundClaim], data: Data, names: _Names) -> int:
        """How many claims are right of data whose classes have these names."""
        asked = (self.asked_of(claim, data, names) for claim in claims)
        return sum(one is not None and self.level(one, data) in _RIGHT for one in asked)

    def orders(self, claims: Sequence[FoundClaim], place: int, data: Data) -> list[_Names]:
        """Which class each name of a printout may mean, where the data have only positions, in the order of these.

        It is the one whose support stands beside the name, else the one at its place; but a number may also be a
        position itself.
        """
        labels = data.blocks.labels
        named = list(dict.fromkeys(str(c.question.label) for c in claims if c.question.label is not None))
        numbered = all(label_of(name, labels) is not None for name in named)
        unnamed = place in self.found.unnamed
        if place == GIVEN:
            unnamed = are_unnamed(labels) if numbered else labels == tuple(range(len(labels)))
        if not unnamed or len(named) != len(labels):
            return [{}]
        positions = dict(zip(map(str, labels), labels, strict=True))
        possible = [positions] if numbered else []
        possible += [] if named == list(positions) else [dict(zip(named, labels, strict=True))]
        if told := _by_supports(claims, data):
            possible = [dict(zip(told, labels, strict=True))]
        return [{} if names == positions else names for names in possible]

    def name(self, place: int, orders: Sequence[_Names]) -> bool:
        """Give classes that are positions the names that a printout shows; whether that was done.

        Where several orders of them may be meant each is a reading of the data.
        """
        if place < 0 or not any(orders):
            return False
        self.found.unnamed.discard(place)
        one = self.data[place]
        shown = [
            replace(one, labels=tuple(names), positive=_positive(one, names)) if names else one for names in orders
        ]
        supports = [data.blocks.support for data in self.known[place]]
        read = [data for variant in shown for data in readings_of(variant)]
        same = [data for data in read if data.blocks.support in supports]
        self.known[place] = same or read  # only the reading that was known to hold
        if len(shown) == 1:
            one.labels, one.positive = shown[0].labels, shown[0].positive
        return True

    def orders_of(self, claims: Sequence[FoundClaim], place: int) -> list[_Names]:
        """The orders of names that a printout may have which is about the data; none where it may be about others.

        It names their classes, and most of its supports are theirs; of data that are given it must tell the order.
        """
        labels = self.known[place][0].blocks.labels
        pairs = [(data, names) for data in self.known[place] for names in self.orders(claims, place, data)]
        known = {str(label) for label in labels}.union(*(names for _, names in pairs))
        said = {str(c.question.label) for c in claims if c.question.label is not None}
        if said and not any(label in known or label_of(label, labels) is not None for label in said):
            return []
        supports = [c for c in claims if c.question.count in ("support", "n")]
        fits = [self.right_of(supports, data, names) for data, names in pairs]
        best = [pair for pair, fit in zip(pairs, fits, strict=True) if fit == max(fits)]
        orders = [names for at, (_, names) in enumerate(best) if names not in [other for _, other in best[:at]]]
        if 2 * max(fits) < len(supports) or (place == GIVEN and any(orders) and not _by_supports(claims, best[0][0])):
            return []
        if len(set(fits)) > 1:  # supports are sums of true classes: they tell what the rows are
            self.known[place] = [data for data in self.known[place] if any(data is one for one, _ in best)]
        return orders

    def of_one(self, claim: FoundClaim, place: int | None, names: _Names | None = None) -> Iterator[_Bound]:
        """A claim and its data; nothing where what it is about is not said."""
        if place is None:
            yield claim, None, self.as_said(claim)
            return
        readings = self.known[place]
        asked = [self.asked_of(claim, data, names or {}) for data in readings]
        if any(one is None for one in asked):
            self.pass_over(claim.span, claim.where, "class")
            return
        if claim.expression is not None and _is_percentage(
            claim.question, self.as_said(claim).claim.printed or "", self.comma
        ):
            self.pass_over(claim.span, claim.where, "wording")  # working towards the value
            return
        levels = [self.level(one, data) for one, data in zip(asked, readings, strict=True) if one is not None]
        if len({level in _RIGHT for level in levels}) > 1:
            self.pass_over(claim.span, claim.where, "side")
        elif levels[0] not in _RIGHT and (claim.hedged or claim.also):
            self.pass_over(claim.span, claim.where, "wording" if claim.hedged else "class")
        elif levels[0] not in _RIGHT and self.is_unsure(claim, place):
            self.pass_over(claim.span, claim.where, "class")
        elif levels[0] not in _RIGHT and self.fits_beside(claim, place):
            self.pass_over(claim.span, claim.where, "unbound")
        elif asked[0] is not None:
            yield claim, readings[0], asked[0]

    def fits_beside(self, claim: FoundClaim, place: int) -> bool:
        """Whether a wrong number is right for other data of the same section."""
        sections = self.found.sections
        if not 0 <= place < len(sections):
            return False
        for other in (n for n, section in enumerate(sections) if section == sections[place] and n != place):
            for data in self.known.get(other, ()):
                asked = self.asked_of(claim, data, {})
                if asked is not None and self.level(asked, data) in _RIGHT:
                    return True
        return False

    def is_unsure(self, claim: FoundClaim, place: int) -> bool:
        """Whether a wrong number of an unsaid class is right for the other class, or for an average."""
        if place not in self.found.unsure or not is_open(claim.question):
            return False
        data, said = self.known[place][0], self.as_said(claim)
        other = [{"label": label} for label in data.blocks.labels] + [{"average": average} for average in AVERAGES]
        return any(self.level(_about(said, options), data) in _RIGHT for options in other)

    def asked_of(self, claim: FoundClaim, data: Data, names: _Names) -> Asked | None:
        """A claim as it is asked of data: with a class they have; None where its class is not said, or not theirs."""
        said, labels = self.as_said(claim), data.blocks.labels
        question = said.claim.question
        if question.label is not None:
            label = names.get(str(question.label), label_of(str(question.label), labels))
            if label is None:
                return None
            said = _about(said, {"label": label})
        elif is_open(question):
            positive = self.positive_of(claim, data)
            if positive is None or len(labels) != 2:
                return None
            said = _about(said, {"label": positive})
        if claim.also and self.level(said, data) not in _RIGHT:
            other = replace(said, claim=replace(said.claim, question=replace(said.claim.question, metric=claim.also)))
            if not is_open(Question(metric=claim.also)):
                other = replace(other, claim=replace(other.claim, question=replace(other.claim.question, options={})))
            elif (positive := self.positive_of(claim, data)) is not None and not other.claim.question.options:
                other = _about(other, {"label": positive})
            return other if self.level(other, data) in _RIGHT else said
        return said

    def positive_of(self, claim: FoundClaim, data: Data) -> Hashable | None:
        """The class that counts as positive: of data that are given the one that the printout of a claim names."""
        if GIVEN not in self.known or data is not self.known[GIVEN][0]:
            return data.positive
        said: Hashable = claim.positive or None
        if claim.data is not None and claim.data >= 0 and claim.data not in self.found.unsure:
            said = self.found.data[claim.data].positive
        told = None if said is None else label_of(str(said), data.blocks.labels)
        return data.positive if told is None else told

    def level(self, asked: Asked, data: Data) -> str | None:
        """How a claim is judged; None where it cannot be."""
        try:
            verdict = judged_alone(
                replace(asked, claim=replace(asked.claim, expression=None)), data, self.rules
            ).verdict
        except ExactMetricsError:
            return None
        return None if verdict is None else verdict.level

    def is_right(self, asked: Asked, data: Data) -> bool:
        """Whether a claim is right of these data, exactly or as it is rounded."""
        return self.level(asked, data) in ("ok", "note")

    def as_said(self, found: FoundClaim) -> Asked:
        """A claim as the document makes it."""
        comma = comma_here(found.printed, self.comma)
        printed = _plain(found.printed, comma)
        if "%" not in printed and (
            found.percent or (found.expression is None and _is_percentage(found.question, printed, comma))
        ):
            printed += "%"
        return Asked(Claim(found.question, found.where, printed, found.expression), found.span, comma)

    def end_before(self, offset: int) -> str | None:
        """The line in which what is said of a matrix ended, before a place."""
        place = bisect_right(self.found.ends, offset, key=lambda end: end.offset)
        return str(self.found.ends[place - 1].line) if place else None

    def pass_over(self, span: Any, text: str, why: Why, word: str = "") -> None:
        """List a number as not judged."""
        self.passed.append(Passed(span, text, why, word=word))


def _number(printed: str, comma: bool) -> Printed | None:
    """A number as it is printed; None of one that is written in another way than the document's numbers."""
    try:
        return read_printed(printed, decimal_comma=comma, thousands=True)
    except ReadingError:
        return None


def _by_supports(claims: Sequence[FoundClaim], data: Data) -> list[str]:
    """The names of classes in the order of the data, as their supports tell it; none where these do not."""
    said = {str(c.question.label): count_in(c.printed) for c in claims if c.question.count == "support"}
    names = {support: name for name, support in said.items()}
    supports = data.blocks.support
    if len(names) < len(said) or len(said) != len(supports) or set(supports) != names.keys():
        return []
    return [names[support] for support in supports]  # type: ignore[index]


def _positive(data: FoundData, names: _Names) -> Hashable | None:
    """The positive class under its new name: that of its position, but of numbers that are positions its own."""
    numbered = set(map(str, names.values())) == names.keys()
    return next((name for name, label in names.items() if data.positive == (int(name) if numbered else label)), None)


def _is_report(held: Sequence[tuple[CheckedClaim, Printed, Score | None]]) -> bool:
    """Whether a table gives the supports of its classes, or the same metrics of its classes and as averages."""
    of_classes = {one.question.metric for one, _, _ in held if one.question.label is not None}
    averaged = {one.question.metric for one, _, _ in held if "average" in one.question.options}
    supports = any(one.question.count == "support" for one, _, _ in held)
    return supports or (len(averaged) > 1 and averaged == of_classes)


def _about(asked: Asked, options: dict[str, Hashable]) -> Asked:
    question = asked.claim.question
    unit = {key: value for key, value in question.options.items() if key == "convention"}
    return replace(asked, claim=replace(asked.claim, question=replace(question, options=unit | options)))


def _is_percentage(question: Question, printed: str, comma: bool) -> bool:
    """Whether a number can only be a percentage without its sign: above 1, for a metric that is 1 at most."""
    if question.metric is None:
        return False
    try:
        high = metric_named(question.metric).pick(None).range[1]
        value = read_printed(printed, decimal_comma=comma).value
    except ExactMetricsError:
        return False
    return high == 1 and value is not None and 2 <= value <= 100


def _note_other_operands(one: CheckedClaim, data: Data) -> None:
    """Make a note of a number that its own printed arithmetic gives, from numbers that are not of the data."""
    second = one.expression_verdict
    if (
        one.level != "error"
        or one.expression is None
        or second is None
        or second.word not in SOUND
        or one.verdict is None
    ):
        return
    numbers = {int(text) for text in _WHOLE.findall(one.expression) if int(text) > _SMALL}
    if numbers and numbers <= set(_counts(data)):
        return
    one.verdict = replace(one.verdict, word="other-data", level="note")
    one.hints = (Hint("arithmetic-other"),)


def _counts(data: Data) -> Iterator[int | Fraction]:
    """The counts that formulas of the data hold."""
    blocks = data.blocks
    yield from (blocks.n, sum(blocks.tp))
    columns: Iterable[Iterable[int | Fraction]] = (
        blocks.tp,
        blocks.fp,
        blocks.fn,
        blocks.tn,
        blocks.support,
        blocks.predicted,
    )
    for counts in columns:
        for count in counts:
            yield from (count, blocks.n - count, 2 * count)
    if data.counts is not None:
        yield from (count for row in data.counts.rows() for count in row)


def _plain(printed: str, comma: bool) -> str:
    """A printed number as it is judged: a fraction in two lines as a/b, a percent sign without a space before it."""
    printed = re.sub(r"\\[,;: ]|~", "", printed).replace("\\%", "%")
    try:
        read_printed(printed, decimal_comma=comma, thousands=True)
    except ReadingError:
        try:
            value = value_of(parse(tokens_of(printed, comma), len(printed), decimal_comma=comma))
        except ReadingError:
            return printed
        return str(value) if isinstance(value, Fraction) else printed
    return printed
