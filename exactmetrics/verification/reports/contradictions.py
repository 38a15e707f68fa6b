"""Numbers that only contradict each other: one finding for all of them, for none is known to be the wrong one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactmetrics.verification.checked import CheckedClaim


def contradicting(claim: CheckedClaim) -> tuple[str, ...]:
    """The numbers that a claim cannot stand together with, itself among them; nothing where more is said of it.

    >>> from exactmetrics.verification.verify import verify_document
    >>> text = "| class | precision | recall | F1 |\\n|--|--|--|--|\\n| cat | 0.90 | 0.80 | 0.97 |"
    >>> [contradicting(claim) for claim in verify_document(text, format="markdown").claims][:2]
    [('precision = 0.90', 'f1 = 0.97'), ()]
    """
    if claim.word != "inconsistent-data" or len(claim.hints) > 1:
        return ()
    return next((hint.facts["scores"] for hint in claim.hints if hint.kind == "impossible-together"), ())


def told_once(claims: Sequence[CheckedClaim]) -> Iterator[tuple[CheckedClaim, int]]:
    """Claims, each with the offset where its digits end; of numbers that contradict each other the first, for all.

    Its digits then end with those of the last one, where that stands in the same line: it is the line that is wrong.

    >>> list(told_once([]))
    []
    """
    groups: dict[tuple[str, ...], list[CheckedClaim]] = {}
    for claim in claims:
        scores = contradicting(claim)
        if not scores:
            yield claim, claim.span.stop if claim.span else 0
            continue
        together = groups.setdefault(scores, [])
        together.append(claim)
        if len(together) == len(scores):
            yield together[0], _end(groups.pop(scores))
    for together in groups.values():
        yield together[0], _end(together)


def _end(together: Sequence[CheckedClaim]) -> int:
    """Where the last of some claims ends that stands in the line of the first."""
    spans = [claim.span for claim in together if claim.span is not None]
    return max((span.stop for span in spans if span.start.line == spans[0].start.line), default=0)
