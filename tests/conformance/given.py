"""Cases made by hand, for tests that must not depend on what the published vectors hold."""

from __future__ import annotations

import json
from typing import Any

from exactmetrics.conformance.answers import SCHEMA, Answers
from exactmetrics.vectors.expected import written
from exactmetrics.vectors.inputs import read_input
from exactmetrics.vectors.reading import Case
from exactmetrics.vectors.sample_vectors import LabelSetInput, SampleInput, ScoreInput


def answers_text(given: Answers) -> str:
    """The file that holds these answers, as an implementation would leave it."""
    head = {"schema": SCHEMA, "implementation": given.implementation, "version": given.version}
    records = {name: answer.record() for name, answer in given.answers.items()}
    return json.dumps({**head, "precision": given.precision, "answers": records}, ensure_ascii=False)


def case(rows: list[list[Any]], metric: str, expected: Any, **asked: Any) -> Case:
    """A case about a matrix whose labels are letters; `expected` is the exact value."""
    labels = [chr(ord("a") + i) for i in range(len(rows))]
    data = read_input("given", {"kind": "matrix", "comment": "", "labels": labels, "rows": rows})
    record = {"expected": written(expected)}
    options = asked.pop("options", {})
    name = asked.pop("id", f"{metric}.given")
    question = {"average": None, "convention": "standard", "label": None, **asked}
    return Case(
        id=name, metric=metric, options=options, input=data, comment="", flags=(), record=record, notes={}, **question
    )


def of_scores(metric: str, expected: Any, data: dict[str, Any], **asked: Any) -> Case:
    """A case about scores: `labels`, `y_true`, `scores` and perhaps `positive`, as the file of scores has them."""
    return _sampled(ScoreInput("given", "scores", "", data), metric, expected, asked)


def of_label_sets(metric: str, expected: Any, true: list[list[int]], pred: list[list[int]], **asked: Any) -> Case:
    """A case about rows of 0 and 1, whose labels are letters."""
    data = {"labels": list("abcdefgh")[: len(true[0])], "y_true": true, "y_pred": pred}
    return _sampled(LabelSetInput("given", "label_sets", "", data), metric, expected, asked)


def _sampled(data: SampleInput, metric: str, expected: Any, asked: dict[str, Any]) -> Case:
    question = {"average": None, "convention": "standard", "label": None, "options": {}, **asked}
    record = {"expected": written(expected)}
    return Case(
        id=f"{metric}.given", metric=metric, input=data, comment="", flags=(), record=record, notes={}, **question
    )
