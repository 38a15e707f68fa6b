"""What a report says something about: each finding with its place, its level, and what was printed there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from exactmetrics.exact.printed import Level, Verdict
from exactmetrics.expression.reading.numerals import comma_here
from exactmetrics.verification.checked import CheckedClaim, CheckedLink, Correction, Hint
from exactmetrics.verification.documents.cells import CellPlace
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.links.printed_sides import printed_side
from exactmetrics.verification.reports.contradictions import told_once
from exactmetrics.verification.verified import Verification

Found: TypeAlias = CheckedLink | CheckedClaim
ORDER: tuple[Level, ...] = ("error", "warn", "note", "ok")
# Explanations of a claim, and of the link that ends in its digits, that are one where they lead to one number.
_SAME = {
    "digits-transposed": "transposed", "result-transposed": "transposed", "digit-typo": "digit",
    "result-digit": "digit", "rounding-rule": "rounding", "result-rounding": "rounding",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """One link or claim as a report shows it.

    `start` is the place of the digits that are judged, None in an answer sheet; `stop` is the offset behind them.
    `link` is the link of a claim whose digits are also the result of printed arithmetic. `cell` is set where `start`
    and `stop` are places in the text of a notebook's cells, as reports show it. `right` is the claim of the digits of a
    link that does not hold, where the data say that they are right. `comma` says that decimals are written with a comma
    there.
    """

    found: Found
    level: Level
    word: str
    start: Position | None
    stop: int
    link: CheckedLink | None = None
    cell: CellPlace | None = None
    right: CheckedClaim | None = None
    comma: bool = False

    @property
    def verdict(self) -> Verdict | None:
        """The verdict against the data, or against what stands beside the digits."""
        if self.right is not None:
            return self.right.verdict
        if isinstance(self.found, CheckedClaim):
            return self.found.verdict or self.found.expression_verdict
        return self.found.link.verdict

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What explains it, each explanation once, and whether one of several is sure."""
        more = () if self.link is None else self.link.hints
        told = dict[tuple[str, str], Hint]()
        for hint in (*self.found.hints, *more):
            told.setdefault(_meaning(hint), hint)
        found = [hint for hint in told.values() if hint.kind != "undecided"]
        return (*found, *(hint for hint in told.values() if hint.kind == "undecided"))

    @property
    def correction(self) -> Correction | None:
        """The digits that are sure, if there are any; those that the data say are right stay."""
        if self.right is not None:
            return None
        return self.found.correction or (None if self.link is None else self.link.correction)

    @property
    def printed(self) -> str:
        """The digits, or the expression, that are judged."""
        if isinstance(self.found, CheckedClaim):
            return self.found.printed or self.found.expression or ""
        link = self.found.link
        if self.word == "unread":
            return f"{link.left} {link.relation} {link.right}".strip()
        side = printed_side(link)
        return link.left if side is not None and not side.right else link.right


def _meaning(hint: Hint) -> tuple[str, str]:
    """What an explanation says; a claim and its link may write numbers differently."""
    right = str(hint.facts.get("new") or hint.facts.get("expected", ""))
    if hint.kind in _SAME:
        return _SAME[hint.kind], _pointed(right)
    return "", _pointed(hint.text())


def _pointed(text: str) -> str:
    return text.replace("{,}", ".").replace(",", ".")


def entries(verification: Verification, *levels: Level) -> list[Entry]:
    """The links and claims of these levels (of all, if none is given) in the order of the document.

    >>> from exactmetrics.verification.reports.entries import entries
    >>> entries(Verification("", "text"))
    []
    """
    wanted = levels or ORDER
    claims = [entry for one in told_once(verification.claims) if (entry := _of_claim(*one)) is not None]
    places = {entry.start.offset for entry in claims if entry.start is not None}
    links = [
        entry
        for one in verification.links
        if (one.level in wanted or one.link.ends.offset in places or one.link.where.offset in places)
        and (entry := _of_link(one)) is not None
    ]
    kept = [entry for entry in _joined(links, claims) if entry.level in wanted]
    if verification.decimal_comma:
        kept = [replace(entry, comma=comma_here(entry.printed, True)) for entry in kept]
    return sorted(kept, key=lambda entry: -1 if entry.start is None else entry.start.offset)


def unread(verification: Verification) -> list[Entry]:
    """What looks like arithmetic and was not understood.

    >>> unread(Verification("", "text"))
    []
    """
    return [entry for entry in entries(verification, "note") if entry.word == "unread"]


def habit_breaches(verification: Verification) -> list[Entry]:
    """What is right and is not printed as the rest of its document.

    >>> habit_breaches(Verification("", "text"))
    []
    """
    return [entry for entry in entries(verification, "note") if entry.word != "unread"]


def _joined(links: list[Entry], claims: list[Entry]) -> list[Entry]:
    """Links and claims, one entry for the same digits: the link's, unless the claim is judged by data."""
    if not claims:
        return links
    places = {entry.start.offset: entry for entry in links if entry.start is not None}
    found, gone = list[Entry](), set[int]()
    for claim in claims:
        link = places.get(claim.start.offset) if claim.start is not None else None
        if link is None or not isinstance(claim.found, CheckedClaim) or not isinstance(link.found, CheckedLink):
            found.append(claim)
        elif claim.found.verdict is not None and ORDER.index(claim.level) <= ORDER.index(link.level):
            gone.add(id(link))
            found.append(replace(claim, link=link.found))
        elif claim.found.verdict is not None and claim.level != "ok":
            found.append(claim)
        elif claim.found.verdict is not None and link.level in ("error", "warn"):
            gone.add(id(link))
            found.append(replace(link, right=claim.found))
    return [*(link for link in links if id(link) not in gone), *found]


def _of_link(found: CheckedLink) -> Entry | None:
    if found.level is None or found.word is None:
        return None
    return Entry(found, found.level, found.word, *_place(found))


def _of_claim(claim: CheckedClaim, stop: int) -> Entry | None:
    """A claim by the worse of its verdicts; one that could not be checked counts as not read."""
    verdicts = [verdict for verdict in (claim.verdict, claim.expression_verdict) if verdict is not None]
    start = claim.span.start if claim.span else None
    if not verdicts and claim.why is not None and claim.why.kind == "unanswered":
        return Entry(claim, "warn", "unanswered", start, stop)
    if not verdicts:
        return Entry(claim, "note", "unread", start, stop) if claim.why is not None else None
    worst = min(verdicts, key=lambda verdict: ORDER.index(verdict.level))
    return Entry(claim, worst.level, worst.word, start, stop)


def _place(checked: CheckedLink) -> tuple[Position, int]:
    """Where the side stands that is judged: the printed number; of what was not read, the whole link."""
    link = checked.link
    side = printed_side(link)
    if side is not None and not side.right and link.left_stop > link.where.offset:
        return link.where, link.left_stop
    if checked.word != "unread" and link.stop > link.ends.offset:
        return link.ends, link.stop
    return checked.span.start, checked.span.stop
