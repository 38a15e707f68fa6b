"""The links of a document with everything that is said of them: hints, breaches of its rules, corrections, places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from exactmetrics.verification.checked import CheckedLink, Hint, Span
from exactmetrics.verification.documents.watched import Told
from exactmetrics.verification.links.corrections import link_correction
from exactmetrics.verification.links.findings import Coverage, Findings, Link
from exactmetrics.verification.links.habits import Habits, breaches
from exactmetrics.verification.links.inputs import chained_inputs
from exactmetrics.verification.links.link_hints import breach_hint, link_hints
from exactmetrics.verification.links.repairs import Trials, nearby_numbers

KEPT = 100_000  # links that nothing is to be said of; those beyond are counted and not kept
SEARCHED = 200  # false links whose repairs are searched for in one document, if all their edits may be tried


def kept_links(links: Iterable[Link], limit: int = KEPT) -> tuple[list[Link], Coverage]:
    """The links of a document, right and unread ones only as long as there is room, and how many there were of each."""
    kept, counted = list[Link](), Coverage()
    for link in links:
        counted.add(link.word)
        if len(kept) < limit or link.level in ("warn", "error") or (link.level == "note" and link.word != "unread"):
            kept.append(link)
    return kept, counted


def checked_links(links: Sequence[Link], habits: Habits, told: Told | None = None) -> list[CheckedLink]:
    """Each link with its span, hints and correction; `told` is called with how many are done."""
    broken = {id(breach.link): breach.rule for breach in breaches(Findings(list(links)), habits)}
    rough = chained_inputs(links)
    found, searched, trials = [], 0, Trials()
    for at, link in enumerate(links):
        if told is not None:
            told(at)
        checked = CheckedLink(link, Span(link.where, link.stop), link.word, link.level)
        if link.word not in (None, "exact", "rounded", "unread"):
            wrong = link.word in ("false", "interval")
            searched += wrong
            search = wrong and searched <= SEARCHED and trials.left > 0
            nearby = nearby_numbers(links, at) if search else ()
            checked.hints, checked.more = link_hints(link, nearby, search=search, trials=trials)
        if link.level == "ok":
            notes: list[Hint] = []
            if id(link) in broken:
                notes.append(breach_hint(broken[id(link)], link, habits))
            if id(link) in rough:
                notes.append(rough[id(link)])
            checked.level, checked.hints = ("note", (*checked.hints, *notes)) if notes else ("ok", checked.hints)
        if link.level != "ok":
            checked.correction = link_correction(link, (*checked.hints, *checked.more), habits)
        found.append(checked)
    return found
