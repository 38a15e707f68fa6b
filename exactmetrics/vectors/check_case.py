"""The check of one case alone: its id, its certification, and its expected value computed anew."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from exactmetrics.vectors.ask import Ask
from exactmetrics.vectors.certification import Record, digest_of
from exactmetrics.vectors.expected import written
from exactmetrics.vectors.inputs import Input, read_input

Json = Mapping[str, Any]


def check_case(document: Json, group: Json, case: Json, record: Record) -> Iterator[str]:
    """What is wrong with a case of a file, in words; nothing if it is what it should be.

    Args:
        document, group, case: the file, the group and the case, checked against the schema.
        record: the certification record.

    >>> from exactmetrics.vectors.reading import load_vectors
    >>> one = next(load_vectors("accuracy"))
    >>> group = {"average": None, "convention": "standard", "options": {}}
    >>> document = {"metric": "accuracy", "inputs": {one.input.name: one.input.data}}
    >>> list(check_case(document, group, {**one.record, "expected": {"exact": "2"}}, Record({"certified": {}})))
    ['it is not certified as it stands', 'the expected value is computed otherwise']
    """
    table = document["inputs"].get(case["input"])
    if table is None:
        yield f"there is no input {case['input']!r}"
        return
    if not record.vouches(document["metric"], digest_of(document["metric"], group, case, table)):
        yield "it is not certified as it stands"
    try:
        data = read_input(case["input"], table)
        ask = ask_of(document["metric"], group, case, data.labels)
        if case["id"] != f"{ask.name()}.{data.name}":
            yield f"its id should be {ask.name()}.{data.name}"
        if case["expected"] != _computed(ask, data):
            yield "the expected value is computed otherwise"
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        yield f"it cannot be computed: {error}"


def ask_of(metric: str, group: Json, case: Json, labels: Sequence[Hashable]) -> Ask:
    """The question of a case.

    Raises:
        ValueError: the label is none of the input's.

    >>> group = {"average": None, "convention": "standard", "options": {"undefined": "0"}}
    >>> ask_of("recall", group, {"label": True}, [1, True]).name()
    'recall.class=1.undefined=0'
    """
    position = None
    if "label" in case:
        told = [(type(label), label) for label in labels]  # True and 1 are equal, and two labels
        position = told.index((type(case["label"]), case["label"]))
    options = tuple(sorted(group["options"].items()))
    return Ask(metric, group["average"], group["convention"], position, options)


def _computed(ask: Ask, data: Input) -> dict[str, Any]:
    return written(ask.value(data.counts().blocks()))
