"""The page of identities: every statement of the registry with its source and how it is proved or refuted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from exactmetrics.derivation.messages import messages
from exactmetrics.exact.values import value_text
from exactmetrics.matrix.rows import inline
from exactmetrics.proofs.identities import Identity, identities
from exactmetrics.proofs.proof import Proof

# What the lemmas of proofs are called, which say more on a page of their own.
LEMMAS = {
    "absolute": "the larger of two values is at least each of them, and their mean",
    "either": "the smaller of two values is one of them",
    "geometric_mean": "a geometric mean is at most the arithmetic one",
    "largest": "the largest value is at most the sum",
    "crossing": "the largest total is at most the sum of the largest counts that cross it",
    "cell": "a count is at most the totals of its row and its column",
    "square": "the difference of two squares",
    "share": "the largest value is at least a mean",
    "cauchy_schwarz": "the inequality of Cauchy-Schwarz",
    "geometric": "a geometric mean of two sums is at most the arithmetic one",
    "convex": "the inequality of Jensen",
    "concave": "the inequality of Jensen",
}
ABOUT = """\
# Identities and bounds of metrics

What is known of classification metrics, as statements that are proved for every confusion matrix on which both sides
have a value. `exactmetrics identities NAME` prints the proof of each, `exactmetrics prove "..."` that of any other;
[proofs.md](proofs.md) says how a statement is written and how it is proved. A statement on a metric or a count of a
class is said of every class; k is the number of classes, N that of samples, T that of correct predictions.
"""


def identities_page() -> str:
    """The page as Markdown; every statement is proved for it."""
    parts = [ABOUT]
    for group, rows in groupby(identities(), key=lambda one: one.group):
        parts += [f"## {group}\n", "\n".join(_table(rows)), ""]
    return "\n".join(parts)


def _table(rows: Iterator[Identity]) -> Iterator[str]:
    yield "| name | statement | what it says | source | verdict |"
    yield "|:--|:--|:--|:--|:--|"
    for one in rows:
        proof = one.proof()
        yield f"| {one.name} | `{one.statement}` | {one.title} | {one.source} | {proof.verdict}: {_how(proof)} |"


def _how(proof: Proof) -> str:
    """How it is proved, in a few words, or the matrix that refutes it."""
    say = messages("en")
    if proof.witness is not None and proof.values is not None:
        left, right = map(value_text, proof.values)
        return f"`{inline(proof.witness.rows)}` gives {left} and {right}"
    if proof.certificate is not None:
        kind = proof.certificate.kind
        return LEMMAS[kind] if kind in LEMMAS else say.get("proof", "reason", kind)
    why = next((line.why for line in proof.lines[::-1] if line.why != "asked"), "asked")
    return "one form of both sides, " + say.get("proof", "why", why)
