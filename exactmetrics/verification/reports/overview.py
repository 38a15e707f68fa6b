"""What a report says of a document as a whole: how much was found and judged, its data, and how it writes numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from exactmetrics.derivation.messages import Messages
from exactmetrics.verification.reports.entries import Entry, entries
from exactmetrics.verification.reports.excerpt import visible
from exactmetrics.verification.verified import CheckedClaim, Verification


def count_of(key: str, n: int, say: Messages) -> str:
    """So many of something.

    >>> from exactmetrics.derivation.messages import messages
    >>> count_of("errors", 2, messages())
    '2 errors'
    """
    return say.say(("verify", key), lambda _: str(n))


def levels(verifications: Sequence[Verification], say: Messages) -> str:
    """How many errors, warnings and notes there are; places that were not read are counted elsewhere.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.verify import verify_document
    >>> levels([verify_document("4/6 = 0.66 and 1/2 = 0.6")], messages())
    '1 error, 1 warning'
    """
    found = [entry for one in verifications for entry in entries(one, "error", "warn", "note")]
    seen = Counter(entry.level for entry in found if entry.word != "unread")
    keys = {"error": "errors", "warn": "warnings", "note": "notes"}
    said = [count_of(key, seen[level], say) for level, key in keys.items() if seen[level]]  # type: ignore[index]
    return say.row(said) if said else say.get("verify", "no_findings")


def coverage(verification: Verification, say: Messages) -> list[str]:
    """How much was judged: the links, and the claims where there are any.

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
        checked = sum(
            claim.verdict is not None or claim.expression_verdict is not None for claim in verification.claims
        )
        words = _words([entry for entry in found if isinstance(entry.found, CheckedClaim)], say)
        alone = len(verification.claims) - checked
        rest = [count_of("unchecked", alone, say)] if alone else []
        lines.append(say.row([count_of("claims", checked, say), *words, *rest]))
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
    made = []
    for found in verification.data:
        parts = [found.where or say.get("verify", "data_given")]
        if found.span is not None:
            place = {"line": str(found.span.start.line), "column": str(found.span.start.column)}
            parts.append(say.say(("verify", "place"), place.__getitem__))
        made.append({"where": say.row(parts), "n": str(len(found.labels))})
    return [say.say(("verify", "data_text"), one.__getitem__) for one in made]


def _words(found: list[Entry], say: Messages) -> list[str]:
    counted = Counter(entry.word for entry in found)
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
    said = "; ".join([levels([verification], say), *coverage(verification, say)]).replace(".;", ".")
    return f"{visible(verification.path) or '-'}: {said}"
