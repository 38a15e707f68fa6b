"""What is known of wrong answers: rows of a data file, each a kind of mistake with the finding that shows it.

A row says for which peer and metrics it holds, and on what inputs such a mistake is due. An answer that is wrong and
that no row covers is news.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from exactmetrics.conformance.blamed import FORMULAS, is_off_by_at_most
from exactmetrics.conformance.judge import Judgement
from exactmetrics.exact.errors import InputError
from exactmetrics.exact.values import Undefined

UNEXPECTED = ("wrong", "missing", "error", "crashed")  # verdicts that want an explanation


@dataclass(frozen=True, slots=True)
class Explained:
    """One kind of mistake.

    Attributes:
        peer: whose it is.
        metrics: where it is seen.
        kind: a word for it.
        text: what happens, in a sentence.
        finding: the file in docs/findings that shows it; empty where it is documented behaviour.
        when: conditions on the case and the answer, all of which hold; see `CONDITIONS`.
    """

    peer: str
    metrics: tuple[str, ...]
    kind: str
    text: str
    finding: str
    when: Mapping[str, Any]

    def covers(self, peer: str, judged: Judgement) -> bool:
        """Whether the kind is what is wrong with an answer.

        >>> from exactmetrics.conformance.answers import Answer
        >>> from exactmetrics.conformance.judge import judge_answer
        >>> from exactmetrics.vectors.reading import load_vectors
        >>> wrong = judge_answer(next(load_vectors("accuracy")), Answer(0.25))
        >>> Explained("mine", ("accuracy",), "quarter", "", "", {"verdict": "wrong"}).covers("mine", wrong)
        True
        """
        if peer != self.peer or judged.case.metric not in self.metrics:
            return False
        return all(CONDITIONS[name](judged, wanted) for name, wanted in self.when.items())


def _total(judged: Judgement) -> Fraction:
    return Fraction(judged.case.input.counts().n)


def _empty(judged: Judgement) -> bool:
    """Whether some class has no true or no predicted sample."""
    blocks = judged.case.input.counts().blocks()
    return 0 in blocks.support or 0 in blocks.predicted


CONDITIONS: dict[str, Callable[[Judgement, Any], bool]] = {
    "verdict": lambda judged, wanted: judged.verdict == wanted,
    "answer": lambda judged, wanted: judged.name == wanted,
    "error": lambda judged, wanted: judged.verdict == "error" and wanted in judged.answer.error,
    "average": lambda judged, wanted: judged.case.average in wanted,
    "classes": lambda judged, wanted: len(judged.case.input.labels) == wanted,
    "without_value": lambda judged, wanted: isinstance(judged.case.expected.exact, Undefined) == wanted,
    "empty_class": lambda judged, wanted: _empty(judged) == wanted,
    "beta_from": lambda judged, wanted: Fraction(judged.case.options["beta"]) >= Fraction(wanted),
    "beta_up_to": lambda judged, wanted: Fraction(judged.case.options["beta"]) <= Fraction(wanted),
    "off_by_at_most": lambda judged, wanted: is_off_by_at_most(judged, Fraction(wanted)),
    "off_by_share_of_total": lambda judged, wanted: is_off_by_at_most(judged, Fraction(wanted) * _total(judged)),
    "formula": lambda judged, wanted: FORMULAS[wanted](judged),
}


@cache
def all_explained() -> tuple[Explained, ...]:
    """Every kind of mistake that is known.

    Raises:
        InputError: a row with a condition that there is not.

    >>> all(row.kind and row.text for row in all_explained())
    True
    """
    text = files(__package__).joinpath("explained.toml").read_text(encoding="utf-8")
    found = []
    for row in tomllib.loads(text).get("explained", ()):
        if unknown := row["when"].keys() - CONDITIONS:
            raise InputError(f"no condition {min(unknown)!r}; choose from {', '.join(CONDITIONS)}")
        found.append(Explained(row["peer"], tuple(row["metrics"]), row["kind"], row["text"], row.get("finding", ""),
                               row["when"]))  # fmt: skip
    return tuple(found)


def explanation(peer: str, judged: Judgement) -> Explained | None:
    """What is known of an answer that is wrong; None where nothing is, and where nothing is wrong.

    >>> from exactmetrics.conformance.answers import Answer
    >>> from exactmetrics.conformance.judge import judge_answer
    >>> from exactmetrics.vectors.reading import load_vectors
    >>> explanation("mine", judge_answer(next(load_vectors("accuracy")), Answer(0.25))) is None
    True
    """
    if judged.verdict not in UNEXPECTED:
        return None
    return next((row for row in all_explained() if row.covers(peer, judged)), None)
