"""The numbers near the name of a metric that were not judged, as reports list them: by reason, each with its place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from exactmetrics.derivation.messages import Messages
from exactmetrics.verification.passed import WHYS, Passed
from exactmetrics.verification.reports.overview import count_of
from exactmetrics.verification.reports.paging import Page
from exactmetrics.verification.reports.wording import cut, place_words
from exactmetrics.verification.verified import Verification

SHOWN = 100  # of one reason, unless all are asked for


class PassedGroup(NamedTuple):
    """The numbers passed over for one reason: the reason with how many there are, a line each, and how many more."""

    title: str
    lines: list[str]
    more: str


def passed_groups(
    verification: Verification, page: Page, say: Messages, *, all: bool = False, show: Callable[[str], str] = str
) -> list[PassedGroup]:
    """The numbers that were seen and not judged, by reason; `show` writes what a line is filled with.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.reports.paging import page_of
    >>> from exactmetrics.verification.verify import verify_document
    >>> found = verify_document("A human reaches an accuracy of 0.9.")
    >>> (group,) = passed_groups(found, page_of(found), messages())
    >>> group.title
    'the sentence may be about something else than the data (1)'
    >>> group.lines
    ['line 1, column 32: 0.9 in "A human reaches an accuracy of 0.9."']
    """
    by_reason = defaultdict[str, list[Passed]](list)
    for one in verification.passed:
        by_reason[one.why].append(one)
    groups = list[PassedGroup]()
    for why in WHYS:
        found = by_reason[why]
        shown = found if all else found[:SHOWN]
        left = len(found) - len(shown)
        if found:
            made = {"reason": found[0].reason(say.language), "n": str(len(found))}
            title = say.say(("verify", "passed_group"), made.__getitem__)
            more = count_of("more", left, say) if left else ""
            groups.append(PassedGroup(title, [_line(one, page, say, show) for one in shown], more))
    return groups


def _line(one: Passed, page: Page, say: Messages, show: Callable[[str], str]) -> str:
    start = one.span.start
    made = {"place": place_words(start, page.cell(start.offset), say), "text": cut(one.text)}
    made["number"] = cut(page.digits(start.offset, one.span.stop))
    return say.say(("verify", "passed_text"), lambda place: show(made[place]))
