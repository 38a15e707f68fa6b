"""What a report says of a document as a whole: how much was found and judged, its data, and how it writes numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from exactmetrics.derivation.messages import Messages
from exactmetrics.verification.checked import WORST, CheckedClaim
from exactmetrics.verification.reports.entries import Entry, entries
from exactmetrics.verification.reports.excerpt import visible
from exactmetrics.verification.reports.paging import Page, page_of
from exactmetrics.verification.reports.wording import asked, cut, place_words
from exactmetrics.verification.verified import FoundData, Verification


def count_of(key: str, n: int, say: Messages) -> str:
    """So many of something.

    >>> from exactmetrics.derivation.messages import messages
    >>> count_of("errors", 2, messages())
    '2 errors'
    """
    return say.say(("verify", key), lambda _: str(n))


def level_counts(verifications: Sequence[Verification]) -> dict[str, int]:
    """How many findings there are of each level, and how many places were not read; each number counts once.

    >>> from exactmetrics.verification.verify import verify_document
    >>> level_counts([verify_document("4/6 = 0.66 and 1/2 = 0.6")])
    {'error': 1, 'warn': 1, 'note': 0, 'ok': 0, 'unread': 0}
    """
    found = [entry for one in verifications for entry in entries(one)]
    seen = Counter("unread" if entry.word == "unread" and entry.level == "note" else entry.level for entry in found)
    seen["note"] += sum(len(one.remarks) for one in verifications)
    return {key: seen[key] for key in ("error", "warn", "note", "ok", "unread")}


def worst_of(verifications: Sequence[Verification]) -> str:
    """The worst level of anything in several verifications: "ok", "note", "warn" or "error".

    >>> worst_of([])
    'ok'
    """
    found = {one.worst for one in verifications}
    return next((level for level in WORST if level in found), "ok")


def checked_count(verification: Verification) -> int:
    """How many claims were checked, against data or against the arithmetic printed before them.

    >>> from exactmetrics.verification.verify import verify_document
    >>> checked_count(verify_document("The accuracy is 0.8."))
    0
    """
    return sum(bool(words := _verdict_words(claim)) and "unread" not in words for claim in verification.claims)


def _verdict_words(claim: CheckedClaim) -> list[str]:
    return [verdict.word for verdict in (claim.verdict, claim.expression_verdict) if verdict is not None]


def levels(verifications: Sequence[Verification], say: Messages) -> str:
    """How many errors, warnings and notes there are; places that were not read are counted elsewhere.

    Where there are none, whether all was checked: what was not is not said to be right.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> levels([verify_document("4/6 = 0.66 and 1/2 = 0.6")], messages())
    '1 error, 1 warning'
    >>> levels([verify_document("1/2 = 0.5 and the accuracy is 0.8")], messages())
    'What was checked is right; not everything was checked.'
    """
    seen = level_counts(verifications)
    keys = {"error": "errors", "warn": "warnings", "note": "notes"}
    said = [count_of(key, seen[level], say) for level, key in keys.items() if seen[level]]
    if said:
        return say.row(said)
    if not any(one.coverage.judged or checked_count(one) for one in verifications):
        return say.get("verify", "nothing_checked")
    whole = all(not one.coverage.unread and checked_count(one) == len(one.claims) for one in verifications)
    return say.get("verify", "no_findings" if whole else "no_findings_partly")


def summary(verification: Verification, say: Messages, *, listed: bool = True) -> list[str]:
    """What stands at the head of a report: findings by level, how much was judged, and what is to be noted of it all.

    `listed` says that the report lists the numbers that were not judged, or can list none.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> summary(verify_document("1/2 = 0.5"), messages())
    ['Nothing wrong was found.', '1 link judged, 0 with symbols, 0 not read']
    """
    return [levels([verification], say), *coverage(verification, say, listed=listed), *remarks(verification, say)]


def remarks(verification: Verification, say: Messages) -> list[str]:
    """The notes on the data of a document.

    >>> from exactmetrics.derivation.messages import messages
    >>> remarks(Verification("", "text"), messages())
    []
    """
    return [f"{say.get('verify', 'level_note')}: {remark.text(say.language)}" for remark in verification.remarks]


def coverage(verification: Verification, say: Messages, *, listed: bool = True) -> list[str]:
    """How much was judged: the links, and the claims where there are any; `listed` as for `summary`.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> coverage(verify_document("x = 4/6 = 0.66, 1/2 = 0.5"), messages())
    ['2 links judged, 1 truncated, 1 with symbols, 0 not read']
    """
    covered, lines = verification.coverage, list[str]()
    found = entries(verification, "error", "warn")
    if covered.links or not verification.claims:
        words = _words([entry for entry in found if not isinstance(entry.found, CheckedClaim)], say)
        rest = [count_of("symbolic", covered.symbolic, say), count_of("not_read", covered.unread, say)]
        lines.append(say.row([count_of("links", covered.judged, say), *words, *rest]))
    if verification.claims:
        checked = checked_count(verification)
        words = _words([entry for entry in found if isinstance(entry.found, CheckedClaim)], say)
        alone = sum(one.why is None and not _verdict_words(one) for one in verification.claims)
        blank = sum(claim.why is not None and claim.why.kind == "unanswered" for claim in verification.claims)
        unread = len(verification.claims) - checked - alone - blank
        counted = {"unchecked": alone, "not_read": unread}
        rest = [count_of(key, n, say) for key, n in counted.items() if n]
        lines.append(say.row([count_of("claims", checked, say), *words, *rest]))
    if verification.passed:
        said = count_of("passed_count", len(verification.passed), say)
        lines.append(said if listed else say.say(("verify", "passed_hint"), lambda _: said))
    return lines


def rules(verification: Verification, say: Messages) -> list[str]:
    """How the document writes its numbers, with the evidence; and the data that claims were checked against.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> rules(verify_document("2/3 = 0.667, 1/7 = 0.143, 3/7 = 0.429, 5/7 = 0.714"), messages())[0]
    '3 digits after the point (4 of 4)'
    """
    said = [*_habits(verification, say)]
    if verification.decimal_evidence:
        key = "decimal_comma" if verification.decimal_comma else "decimal_point"
        said.append(say.say(("verify", key), lambda _: verification.decimal_evidence))
    return said


def data(verification: Verification, say: Messages) -> list[str]:
    """The data that claims were checked against: where they were found, and of how many classes.

    >>> from exactmetrics.derivation.messages import messages
    >>> data(Verification("", "text"), messages())
    []
    """
    page = page_of(verification, say) if verification.format == "notebook" else Page("")
    return [_data(found, page, say) for found in verification.data]


def unchecked(verification: Verification, page: Page, say: Messages) -> list[str]:
    """The claims that there is nothing to check against: where each stands, what it says, and its number.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.reports.paging import page_of
    >>> from exactmetrics.verification.verify import verify_document
    >>> found = verify_document("The accuracy is 0.8.")
    >>> unchecked(found, page_of(found), messages())
    ['line 1, column 17: accuracy: 0.8']
    """
    lines = list[str]()
    for claim in verification.claims:
        if claim.level is None:
            place = claim.where
            if claim.span is not None:
                start = claim.span.start
                place = place_words(start, page.cell(start.offset), say)
            made = {"place": cut(place), "claim": asked(claim.question, say)}
            made["printed"] = cut(claim.printed or claim.expression or "")
            lines.append(say.say(("verify", "unchecked_text"), made.__getitem__))
    return lines


def _data(found: FoundData, page: Page, say: Messages) -> str:
    parts = [found.where or say.get("verify", "data_given" if found.span is None else "data_found")]
    if found.span is not None:
        parts.append(place_words(found.span.start, page.cell(found.span.start.offset), say))
    made = {"where": say.row(parts), "n": str(len(found.labels))}
    text = say.say(("verify", "data_text"), made.__getitem__)
    if not found.rows_by or found.rows is None or found.orientation == "unknown":
        return text
    made = {"side": say.get("verify", f"rows_{found.orientation}")}
    made |= dict(zip(("of", "fit", "other"), map(str, found.fits or ()), strict=False))
    key = "rows_fit" if found.rows_by == "claims" else f"rows_{found.rows_by}"
    rows = say.say(("verify", key), made.__getitem__)
    return say.say(("verify", "data_row"), {"data": text, "rows": rows}.__getitem__)


def _words(found: list[Entry], say: Messages) -> list[str]:
    counted = Counter(entry.word for entry in found if entry.word != "unread")  # which are counted apart
    made = [{"n": str(count), "word": say.get("verify", "name", word)} for word, count in counted.most_common()]
    return [say.say(("verify", "count"), one.__getitem__) for one in made]


def _habits(verification: Verification, say: Messages) -> Iterator[str]:
    habits = verification.habits
    if habits.digits is not None:
        rule = count_of("digits", habits.digits, say)
        yield _evidence(rule, habits.digits_seen[habits.digits], habits.digits_seen.total(), say)
    if habits.zeros is not None:
        rule = say.get("verify", f"zeros_{habits.zeros}")
        yield _evidence(rule, habits.zeros_seen[habits.zeros], habits.zeros_seen.total(), say)
    if habits.rounding is not None:
        rule = say.get("verify", f"rounding_{habits.rounding}")
        yield _evidence(rule, habits.rounding_seen[habits.rounding], habits.rounding_seen.total(), say)
    if habits.ties is not None:
        rule = say.get("verify", f"ties_{habits.ties}")
        yield _evidence(rule, habits.ties_seen[habits.ties], habits.ties_seen.total(), say)


def _evidence(rule: str, count: int, total: int, say: Messages) -> str:
    made = {"rule": rule, "count": str(count), "total": str(total)}
    return say.say(("verify", "evidence"), made.__getitem__)


def summary_line(verification: Verification, say: Messages) -> str:
    """All of it in one line, with the name of the document.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> summary_line(verify_document("1/2 = 0.5"), messages())
    '-: Nothing wrong was found. 1 link judged, 0 with symbols, 0 not read'
    """
    said = "; ".join(summary(verification, say)).replace(".;", ".")
    return f"{visible(verification.path) or '-'}: {said}"
