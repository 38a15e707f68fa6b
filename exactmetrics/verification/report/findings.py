"""What a report says something about: each printed number once, with its place, its level, and what explains it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from exactmetrics.exact.printed import Level, Verdict
from exactmetrics.expression.reading.numerals import comma_here
from exactmetrics.verification.checked import WORST, CheckedClaim, CheckedLink, Correction, Hint
from exactmetrics.verification.documents.cells import CellPlace
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.formulas.checked_formula import CheckedFormula
from exactmetrics.verification.links.printed_sides import printed_side
from exactmetrics.verification.passed import Passed
from exactmetrics.verification.verified import Verification

Found: TypeAlias = CheckedLink | CheckedClaim | CheckedFormula
HINTS = 2  # that are shown of one number
_SAID = frozenset({"result", "undecided"})  # the first is said of every finding, the second by there being none


@dataclass(frozen=True, slots=True)
class Finding:
    """A printed number, or a wrong formula, and what is judged of it; `found` is what it is judged by.

    `start` is the place of the digits, None in an answer sheet; `stop` is the offset behind them. `beside` are the
    other links and claims of the same digits. `cell` is set where `start` and `stop` are places in the text of a
    notebook's cells. `comma` says that decimals are written with a comma there.
    """

    found: Found
    level: Level
    word: str
    start: Position | None
    stop: int
    beside: tuple[Found, ...] = ()
    cell: CellPlace | None = None
    comma: bool = False

    @property
    def claim(self) -> CheckedClaim | None:
        """The claim about the number, by which the data judge it."""
        return next((one for one in (self.found, *self.beside) if isinstance(one, CheckedClaim)), None)

    @property
    def right(self) -> bool:
        """Whether the data say that the number is right, and only the arithmetic before it is not."""
        told = None if self.claim is None else self.claim.verdict
        return told is not None and told.level in ("ok", "note") and self.level in ("error", "warn")

    @property
    def verdict(self) -> Verdict | None:
        """The verdict against the data, or against what stands beside the digits."""
        if isinstance(self.found, CheckedClaim):
            return next(iter(self.found.verdicts), None)
        if isinstance(self.found, CheckedFormula):
            return None
        return self.claim.verdict if self.right and self.claim is not None else self.found.link.verdict

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What explains it, each explanation once, at most two."""
        return self._explained()[0]

    @property
    def more(self) -> tuple[Hint, ...]:
        """What fits besides."""
        return self._explained()[1]

    def _explained(self) -> tuple[tuple[Hint, ...], tuple[Hint, ...]]:
        both = (self.found, *self.beside)
        told = dict[str, tuple[Hint, bool]]()
        for first in (True, False):
            for hint in (hint for one in both for hint in (one.hints if first else one.more)):
                if hint.kind not in _SAID and not (self.right and hint.kind.startswith(("result", "expression"))):
                    told.setdefault(_meaning(hint), (hint, first))
        shown = [hint for hint, first in told.values() if first]
        return tuple(shown[:HINTS]), (*shown[HINTS:], *(hint for hint, first in told.values() if not first))

    @property
    def correction(self) -> Correction | None:
        """The digits that are sure, if there are any; those that the data say are right stay."""
        if self.right:
            return None
        return next((one.correction for one in (self.found, *self.beside) if one.correction is not None), None)

    @property
    def printed(self) -> str:
        """The digits, or the expression, that are judged."""
        if isinstance(self.found, CheckedClaim):
            return self.found.printed or self.found.expression or ""
        if isinstance(self.found, CheckedFormula):
            return self.found.printed
        link = self.found.link
        if self.word == "unread":
            return f"{link.left} {link.relation} {link.right}".strip()
        side = printed_side(link)
        return link.left if side is not None and not side.right else link.right

    @property
    def is_judged(self) -> bool:
        return self.word != "unread" or self.level != "note"


def findings(verification: Verification, *levels: Level) -> list[Finding]:
    """The printed numbers of these levels (of all, if none is given) in the order of the document."""
    of_links = list(filter(None, map(_of_link, verification.links)))
    of_formulas = [
        Finding(one, "error", "wrong-formula", one.span.start, one.span.stop)
        for one in verification.formulas if one.verdict == "wrong"
    ]  # fmt: skip
    single = [*_told_once(verification.claims), *_apart(of_links), *of_formulas]
    kept = [one for one in _joined(single) if not levels or one.level in levels]
    if verification.decimal_comma:
        kept = [replace(one, comma=comma_here(one.printed, True)) for one in kept]
    return sorted(kept, key=lambda one: -1 if one.start is None else one.start.offset)


def _apart(of_links: Sequence[Finding]) -> Iterator[Finding]:
    """The findings of links; one not read that begins with digits that another is told at is told at its other side."""
    told = {one.start.offset for one in of_links if one.is_judged and one.start is not None}
    for one in of_links:
        if one.is_judged or one.start is None or one.start.offset not in told:
            yield one
        else:
            assert isinstance(one.found, CheckedLink)
            told.add(one.found.link.ends.offset)
            yield replace(one, start=one.found.link.ends, stop=one.found.link.stop)


def unjudged(verification: Verification, found: Sequence[Finding]) -> list[Finding | CheckedClaim | Passed]:
    """What was seen and not judged, each number once: arithmetic not read, claims without data, numbers passed over."""
    places = {one.start.offset for one in found if one.start is not None}
    rest: list[CheckedClaim | Passed] = [one for one in verification.claims if one.level is None]
    rest += verification.passed
    kept: list[Finding | CheckedClaim | Passed] = [one for one in found if not one.is_judged]
    for one in rest:
        if one.span is None or one.span.start.offset not in places:
            kept.append(one)
            places |= {one.span.start.offset} if one.span is not None else set()
    return sorted(kept, key=lambda one: (0, 0) if (at := start_of(one)) is None else (1, at.offset))


def start_of(one: Finding | CheckedClaim | Passed) -> Position | None:
    return one.start if isinstance(one, Finding) else one.span.start if one.span is not None else None


class Counts(NamedTuple):
    """How many numbers were found, and what became of them: they add up to `found`.

    A wrong formula is among those that are wrong; beside them stand the formulas of each verdict.
    """

    found: int = 0
    right: int = 0
    notes: int = 0
    warnings: int = 0
    wrong: int = 0
    unjudged: int = 0
    formulas_wrong: int = 0
    formulas_right: int = 0
    formulas_unjudged: int = 0

    @property
    def is_idle(self) -> bool:
        """Whether nothing was judged."""
        return self.found == self.unjudged and not self.formulas_right


def counts_of(
    verification: Verification, found: Sequence[Finding] | None = None, passed: Sequence[object] | None = None
) -> Counts:
    """What became of the numbers of a document; `found` are its findings, `passed` what was not judged, where known."""
    found = findings(verification) if found is None else found
    by_level = Counter(one.level for one in found if one.is_judged)
    right, rest = by_level["ok"], len(unjudged(verification, found) if passed is None else passed)
    # Of very many links those that nothing is to be said of are counted and not kept.
    kept = Counter("unread" if one.word == "unread" else "judged" for one in verification.links if one.word is not None)
    right += verification.coverage.judged - kept["judged"]
    rest += verification.coverage.unread - kept["unread"]
    total = right + by_level["note"] + by_level["warn"] + by_level["error"] + rest
    formulas = Counter(one.verdict for one in verification.formulas)
    return Counts(
        total, right, by_level["note"], by_level["warn"], by_level["error"], rest,
        formulas["wrong"], formulas["right"], formulas["not-judged"],
    )  # fmt: skip


def counts_together(every: Iterable[Counts]) -> Counts:
    return Counts(*map(sum, zip(Counts(), *every, strict=True)))


def contradicting(claim: CheckedClaim) -> tuple[str, ...]:
    """The numbers that a claim cannot stand together with, itself among them; nothing where more is said of it."""
    if claim.word != "inconsistent-data" or len(claim.hints) > 1:
        return ()
    return next((hint.facts["scores"] for hint in claim.hints if hint.kind == "impossible-together"), ())


def _told_once(claims: Sequence[CheckedClaim]) -> Iterator[Finding]:
    """The findings of claims; numbers that only contradict each other are one, for none is known to be the wrong one.

    Its digits then end with those of the last one, where that stands in the same line: it is the line that is wrong.
    """
    groups: dict[tuple[str, ...], list[Finding]] = {}
    for claim in claims:
        finding, scores = _of_claim(claim), contradicting(claim)
        if finding is not None and not scores:
            yield finding
        elif finding is not None:
            together = groups.setdefault(scores, [])
            together.append(finding)
            if len(together) == len(scores):
                yield _as_one(groups.pop(scores))
    yield from map(_as_one, groups.values())


def _as_one(together: Sequence[Finding]) -> Finding:
    first = together[0]
    line = None if first.start is None else first.start.line
    return replace(first, stop=max(one.stop for one in together if one.start is None or one.start.line == line))


def _joined(single: Iterable[Finding]) -> Iterator[Finding]:
    """One finding for all that is said of the same digits: what is worst of it, and the rest beside it."""
    groups: dict[object, list[Finding]] = {}
    for at, one in enumerate(single):
        groups.setdefault(at * 1j if one.start is None else one.start.offset, []).append(one)
    for group in groups.values():
        first = min(group, key=lambda one: (not one.is_judged, WORST.index(one.level), _by_data(one)))
        yield replace(first, beside=tuple(one.found for one in group if one is not first))


def _by_data(one: Finding) -> int:
    """Claims that the data judge come first, then links, then claims that only their arithmetic judges."""
    return 1 if not isinstance(one.found, CheckedClaim) else 0 if one.found.verdict is not None else 2


def _of_link(one: CheckedLink) -> Finding | None:
    """A link at the side that is judged, the printed number; of what was not read, the whole link."""
    link = one.link
    if one.level is None or one.word is None:
        return None
    side = printed_side(link)
    if side is not None and not side.right and link.left_stop > link.where.offset:
        return Finding(one, one.level, one.word, link.where, link.left_stop)
    if one.word != "unread" and link.stop > link.ends.offset:
        return Finding(one, one.level, one.word, link.ends, link.stop)
    return Finding(one, one.level, one.word, one.span.start, one.span.stop)


def _of_claim(one: CheckedClaim) -> Finding | None:
    """A claim by the worse of its verdicts; one that could not be judged counts as not read."""
    start, stop = (one.span.start, one.span.stop) if one.span else (None, 0)
    if one.verdicts:
        worst = min(one.verdicts, key=lambda verdict: WORST.index(verdict.level))
        return Finding(one, worst.level, worst.word, start, stop)
    if one.why is None:
        return None
    blank = one.why.kind == "unanswered"
    return Finding(one, "warn" if blank else "note", "unanswered" if blank else "unread", start, stop)


def _meaning(hint: Hint) -> str:
    """What an explanation comes to: a claim and its link may say the same of one number, and write it differently."""
    right = hint.facts.get("new") if hint.kind.startswith("result") else hint.facts.get("expected")
    return str(right or hint.text()).replace("{,}", ".").replace(",", ".")
