"""The claims that were recognised in a document, checked against the data they are about."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import read_printed
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.expression.reading import value_of
from exactmetrics.expression.reading.grammar import parse
from exactmetrics.expression.reading.numerals import comma_here
from exactmetrics.sheets.sheet import Claim, Data, Rules
from exactmetrics.verification.checked import CheckedClaim
from exactmetrics.verification.claims.found import FoundClaim, Recognised
from exactmetrics.verification.documents.watched import Told
from exactmetrics.verification.judging.checked_claims import Asked, Room, checked_claims
from exactmetrics.verification.judging.class_names import as_in_document, unknown_classes
from exactmetrics.verification.judging.given_data import given_data, readings_of, shown_data
from exactmetrics.verification.judging.hedged import soften
from exactmetrics.verification.judging.hundredfold import in_percent
from exactmetrics.verification.judging.impossible import accuse_impossible, score_of
from exactmetrics.verification.judging.orientation import Fit, fit_of, remark_of
from exactmetrics.verification.judging.other_data import pass_over_others
from exactmetrics.verification.judging.readings import UNSAID
from exactmetrics.verification.judging.scale import is_percent_scale, scaled
from exactmetrics.verification.judging.unsaid import unsaid
from exactmetrics.verification.links.corrections import claim_correction
from exactmetrics.verification.links.habits import Habits
from exactmetrics.verification.links.repairs import tokens_of
from exactmetrics.verification.remark import Remark
from exactmetrics.verification.verified import FoundData, Side

GIVEN = -1  # the place of the data that the caller gave


class DocumentClaims:
    """The claims of one document on their way to being checked.

    >>> from exactmetrics.sheets.sheet import Question
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
        self.known: dict[int, Data] = {}
        self.turned: dict[int, Data] = {}  # the other way round, where the document does not say what the rows are
        self.data: list[FoundData] = list(found.data)
        for at, one in enumerate(found.data):
            one.rows_by = "words" if orientation is None else "asked"
            one.orientation = orientation or one.orientation
            read = readings_of(one)
            if read:
                self.known[at] = read[0]
            if len(read) > 1:
                self.turned[at] = read[1]
        if given is not None:
            data = given_data(given, labels=labels, orientation=orientation)
            self.known[GIVEN] = data if labels is not None else as_in_document(data, found.data)
            self.data.append(shown_data(self.known[GIVEN]))
            self.data[-1].rows_by = "given" if orientation is None else "asked"

    def checked(self, habits: Habits, told: Told | None = None) -> list[CheckedClaim]:
        """Every claim with its verdicts, in the order of the document; `told` is called with how many are done."""
        groups: dict[int | None, list[FoundClaim]] = {}
        for claim in self.found.claims:
            groups.setdefault(self.about(claim), []).append(claim)
        if GIVEN in self.known:
            questions = (claim.question for claim in groups.get(GIVEN, ()))
            self.remarks += filter(None, [unknown_classes(self.known[GIVEN], questions)])
        room, found, scores = Room(told=told), list[CheckedClaim](), []
        for place, claims in groups.items():
            checked = self.of_one(place, claims, room)
            pass_over_others(checked)
            for one, claim in zip(checked, claims, strict=True):
                judged, one.printed = one.printed or "", claim.printed
                one.expression = claim.expression
                comma = self.comma_of(claim)
                one.correction = claim_correction(one, habits, decimal_comma=comma, told=claim.told)
                if claim.hedged:
                    soften(one)
                else:
                    scores.append(score_of(one, (place, claim.span.start.line), printed=judged, decimal_comma=comma))
                found.append(one)
        accuse_impossible([score for score in scores if score is not None])
        return sorted(found, key=lambda one: one.span.start.offset if one.span else 0)

    def about(self, claim: FoundClaim) -> int | None:
        """The data that a claim is about: those given, unless the document shows others for it."""
        own = claim.data if claim.data in self.known else None
        if GIVEN not in self.known or own is None:
            return GIVEN if GIVEN in self.known else own
        shown = [shown_data(known[own]).rows for known in (self.known, self.turned) if own in known]
        return GIVEN if self.data[-1].rows in shown or len(self.found.data) == 1 else own

    def of_one(self, place: int | None, claims: Sequence[FoundClaim], room: Room) -> list[CheckedClaim]:
        """The claims about one data set, checked; only the arithmetic where it stays open what they are about."""
        data = None if place is None else self.known[place]
        said = [self.as_said(claim) for claim in claims]
        if is_percent_scale(said):
            said = [scaled(one) for one in said]
        asked = said
        if place is not None and data is not None:
            asked, remark = self.asked(claims, said, data, place)
            if place in self.turned:
                other, remark_of_other = self.asked(claims, said, self.turned[place], place)
                if self.is_turned(place, fit_of(asked, data, other, self.turned[place], self.rules)):
                    asked, data, remark = other, self.turned[place], remark_of_other
            self.remarks += filter(None, [remark])
        told = iter(checked_claims([one for one in asked if not one.unsaid], data, self.rules, room))
        left = iter(checked_claims([one for one in asked if one.unsaid], None, self.rules, room))
        found = [next(left if one.unsaid else told) for one in asked]
        for one, claim in zip(found, asked, strict=True):
            if claim.unsaid:
                one.why = UNSAID
        return found

    def is_turned(self, place: int, fit: Fit) -> bool:
        """Whether the rows are read as predicted classes, since more claims fit then; says so of the data."""
        shown, is_turned = self.data[place], fit.other > fit.fit
        shown.orientation = "predicted" if is_turned else "true"
        shown.rows_by = "claims" if fit.of else "open"
        shown.fits = (fit.of, *((fit.other, fit.fit) if is_turned else (fit.fit, fit.other)))
        self.remarks += filter(None, [remark_of(shown)])
        return is_turned

    def as_said(self, found: FoundClaim) -> Asked:
        """A claim as the document makes it."""
        comma = self.comma_of(found)
        printed = _plain(found.printed, comma)
        if found.percent and "%" not in printed:
            printed += "%"
        expression = found.expression
        if found.question.metric is not None:
            printed, expression = in_percent(printed, expression, decimal_comma=comma)
        claim = Claim(found.question, found.where, printed, expression)
        return Asked(claim, found.span, comma)

    def asked(
        self, claims: Sequence[FoundClaim], said: Sequence[Asked], data: Data, place: int
    ) -> tuple[list[Asked], Remark | None]:
        """Claims as they are asked of the data, their classes as the data have them; what shows the positive class."""
        rule = self.rules.rounding
        meant = unsaid((one for one, claim in zip(said, claims, strict=True) if not claim.also), data, rule)
        asked = [meant.meant(one, data, rule, claim.also) for one, claim in zip(said, claims, strict=True)]
        return asked, meant.remark(self.data[place])

    def comma_of(self, claim: FoundClaim) -> bool:
        """Whether a claim's number is written with a decimal comma."""
        return comma_here(claim.printed, self.comma)


def _plain(printed: str, comma: bool) -> str:
    """A printed number as it is judged: a fraction in two lines as a/b, a percent sign without a space before it."""
    printed = re.sub(r"\\[,;: ]|~", "", printed)
    try:
        read_printed(printed, decimal_comma=comma, thousands=True)
    except ReadingError:
        try:
            tree = parse(tokens_of(printed, comma), len(printed), decimal_comma=comma)
            value = value_of(tree)
        except ReadingError:
            return printed
        return str(value) if isinstance(value, Fraction) else printed
    return printed
