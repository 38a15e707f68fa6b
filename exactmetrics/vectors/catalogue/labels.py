"""Lists of labels of every type: order traps, whole numbers, booleans, texts in and outside ASCII, awkward texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from exactmetrics.vectors.catalogue.entry import Entry, labelled

THREE = [[3, 1, 0], [2, 4, 1], [0, 3, 2]]
TWO = [[3, 1], [2, 5]]


def labels() -> Iterator[Entry]:
    """The same two matrices under other names, and in other orders.

    >>> next(labels()).input.y_true[:4]
    ['cat', 'cat', 'cat', 'cat']
    """
    yield _spelled("labels-text", "texts, not in the order of the alphabet", ["cat", "ant", "bee"], reach="core")
    yield _spelled("labels-whole", "whole numbers, negative and with gaps", [30, -1, 7], reach="core")
    yield _spelled("labels-boolean", "booleans, false first", [False, True])
    yield _spelled("labels-boolean-reversed", "booleans, true first", [True, False])
    yield _spelled("labels-zero-one", "0 and 1", [0, 1])
    yield _spelled("labels-one-zero", "1 and 0, the positive class first", [1, 0])
    yield _spelled("labels-minus-one", "-1 and 1", [-1, 1])
    yield _spelled("labels-digits", "texts of digits: as texts they sort 10, 2, 9", ["2", "9", "10"])
    yield _spelled("labels-sorted", "texts in the order of the alphabet", ["a", "b", "c"])
    yield _spelled("labels-reversed", "texts against the order of the alphabet", ["c", "b", "a"])
    yield _spelled("labels-case", "texts that differ in case alone", ["a", "A", "á"])
    yield _spelled("labels-unicode", "texts outside ASCII", ["猫", "أرنب", "🐦"])
    yield _spelled("labels-composed", "one letter, composed and decomposed: two classes", ["\u00e9", "e\u0301"])
    yield _spelled("labels-awkward", "texts that break files: quotes, a comma, a line end", ['say "a"', "b,c", "d\ne"])
    yield _spelled("labels-missing-words", "texts that are taken for missing values", ["NA", "null", "nan"])
    yield _spelled("labels-object-keys", "texts that every object of JavaScript has as keys",
                   ["__proto__", "constructor", "toString"])  # fmt: skip
    yield _spelled("labels-number-and-text", "the number 1 and the text 1: two classes", [1, "1", "01"])
    yield _spelled("labels-blank", "a space, and an empty text", [" ", ""])
    yield _spelled("labels-large", "whole numbers beyond 32 bits", [2**40, 2**33, -(2**35)])
    yield labelled(
        "labels-extra", "a class that is named but does not occur",
        ["a", "a", "c", "c", "c"], ["a", "c", "c", "c", "a"], labels=["a", "b", "c"], flags=("LabelOrder",),
    )  # fmt: skip
    yield labelled("labels-one-sample", "one sample", ["no"], ["yes"], labels=["no", "yes"])


def _spelled(name: str, comment: str, names: Sequence[Any], **more: Any) -> Entry:
    """The matrix of two or three classes, sample by sample under these names."""
    rows = TWO if len(names) == 2 else THREE
    pairs = [(names[i], names[j]) for i, row in enumerate(rows) for j, count in enumerate(row) for _ in range(count)]
    true, predicted = (list(column) for column in zip(*pairs, strict=True))
    return labelled(name, comment, true, predicted, labels=names, flags=("LabelOrder",), **more)
