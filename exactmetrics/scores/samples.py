"""Samples with their classes and their scores, checked once.

One column of scores is that of the positive class of two. Several columns are those of the classes; then a sample
belongs to one class, or, where `y_true` has a row of zeros and ones for each sample, to any number of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.exact.many import many
from exactmetrics.matrix.exact_count import Count
from exactmetrics.matrix.labels import (
    check_labels,
    default_order,
    is_missing,
    listed,
    python_label,
    refuse_mixed,
    refuse_unhashable,
    unknown_label,
)
from exactmetrics.matrix.lists import exact_weights, listing, refuse_missing, refuse_unhashable_in
from exactmetrics.scores.column import Keys, check_floats, exact_column, exact_score, read_column, refuse_no_column

# Labels of two classes of which the second is the positive one, as every library has it.
USUAL_PAIRS: tuple[tuple[Hashable, Hashable], ...] = ((False, True), (0, 1), (-1, 1))
# What a ranking is given as, for messages.
RANKING = (
    "a ranking (dcg, ndcg) is a row of relevances and a row of scores: y_true=[[3, 2, 0]], scores=[[0.9, 0.8, 0.7]]"
)


class Samples:
    """The samples: classes by position (`truth`), or a column of zeros and ones for each (`indicators`), and scores.

    `labels` are the classes, `columns` their scores: one for each, or the one of the positive class of two, whose
    position is `positive`. `weights` is None where every sample counts once, and `grades`, how relevant each class is
    to each sample, where all of them are 0 or 1. `text` is the file whose rows below the header they are, if it is one.
    """

    def __init__(
        self,
        labels: tuple[Hashable, ...],
        columns: list[Keys],
        truth: Any,
        *,
        indicators: list[Any] | None = None,
        weights: list[Count] | None = None,
        positive: int | None = None,
        floats: str = "shortest",
        grades: list[list[Fraction]] | None = None,
    ) -> None:
        self.grades = grades
        self.labels, self.columns, self.truth, self.indicators = labels, columns, truth, indicators
        self.weights, self.positive, self.floats = weights, positive, floats
        self.size, self.text = len(columns[0]), ""

    def __eq__(self, other: object) -> bool:
        """Whether all samples have the same classes, the same scores and the same weights."""
        return self is other or (isinstance(other, Samples) and self._identity == other._identity)

    __hash__ = None  # type: ignore[assignment]

    @property
    def _identity(self) -> tuple[Any, ...]:
        """The samples as exact numbers, however they were written."""
        scores = [list(self.exact_of(self.position(label))) for label in self.scored]
        classes = [list(column) for column in self.indicators or [self.truth]]
        weights = list(self.weights or [1] * self.size)
        return self.labels, self.positive, scores, classes, weights, self.grades

    @property
    def k(self) -> int:
        """The number of classes."""
        return len(self.labels)

    @cached_property
    def n(self) -> Count:
        """The number of samples, or their total weight."""
        return self.size if self.weights is None else sum(self.weights)

    @property
    def binary(self) -> bool:
        """Whether there are two classes, of which each sample has one."""
        return self.k == 2 and self.indicators is None

    @property
    def multilabel(self) -> bool:
        """Whether a sample may have any number of classes."""
        return self.indicators is not None

    @property
    def scored(self) -> tuple[Hashable, ...]:
        """The classes of the columns."""
        return self.labels if len(self.columns) == self.k else (self.labels[self.positive or 0],)

    def refuse_grades(self, what: str) -> None:
        """Refuse samples whose classes are more or less relevant."""
        for column in self.grades or []:
            for at, grade in enumerate(column):
                if grade not in (0, 1):
                    raise UsageError(
                        f"y_true at position {at} holds {grade}, and {what} asks which classes a sample has: give 0 "
                        "and 1; how relevant they are is a question of ndcg and dcg"
                    )

    def position(self, label: Hashable) -> int:
        """The position of a class by its name."""
        for at, known in enumerate(self.labels):
            if known == label and isinstance(known, bool) is isinstance(label, bool):
                return at
        raise unknown_label(label, self.labels)

    def keys_of(self, at: int) -> Keys:
        """The scores of a class."""
        if len(self.columns) == self.k:
            return self.columns[at]
        if at != self.positive:
            positive = self.labels[self.positive or 0]
            raise UsageError(
                f"the scores are those of {positive!r}, and the class {self.labels[at]!r} has none: give a column of "
                "scores for each class"
            )
        return self.columns[0]

    def truth_of(self, at: int) -> Any:
        """Whether each sample belongs to a class: a list or an array of what is true or false."""
        if self.indicators is not None:
            return self.indicators[at]
        return self.truth == at if hasattr(self.truth, "dtype") else [code == at for code in self.truth]

    def exact_of(self, at: int) -> list[Fraction]:
        """The scores of a class as exact numbers; of two classes with one column the other has what is left of 1."""
        if len(self.columns) < self.k and at != self.positive:
            return [1 - score for score in self._exact[0]]
        return self._exact[at if len(self.columns) == self.k else 0]

    @cached_property
    def _exact(self) -> list[list[Fraction]]:
        return [exact_column(keys, self.floats) for keys in self.columns]


def samples_of(
    y_true: Any,
    scores: Any,
    *,
    positive: Hashable | None = None,
    labels: Iterable[Hashable] | None = None,
    sample_weight: Any = None,
    floats: str = "shortest",
) -> Samples:
    """Check what the user gives, and put it together."""
    check_floats(floats)
    refuse_unhashable(positive, "positive=")
    if labels is not None and (not isinstance(labels, Iterable) or len(getattr(labels, "shape", (0,))) != 1):
        raise InputError(f"labels= is {labels!r}; give a list of names.")
    if sample_weight is not None:
        refuse_no_column(sample_weight, "sample_weight")
    named = None if labels is None else check_labels(labels)
    own, columns = _columns(scores, floats)
    if own is not None and len(own) == 1:  # the name of the positive class
        positive = own[0] if positive is None else positive
        own = None
    if own is not None:
        if named is not None and set(named) != set(own):
            raise InputError(f"labels= names {listed(named)}, and the columns of scores are called {listed(own)}.")
        columns = columns if named is None else [columns[own.index(name)] for name in named]
        named = named or own
    weights = None if sample_weight is None else exact_weights(sample_weight)
    size = len(columns[0])
    if weights is not None and len(weights) != size:
        raise InputError(
            f"sample_weight has {many(len(weights), 'weight')} for {many(size, 'sample')}; give one a sample."
        )
    if _is_table(y_true):
        return _multilabel(y_true, columns, named, weights, positive, floats)
    names, codes = _coded_truth(y_true, named, positive)
    if len(codes) != size:
        hint = f" Or {RANKING}." if size == 1 and len(columns) == len(codes) else ""
        raise InputError(
            f"y_true has {many(len(codes), 'label')} and scores {many(size, 'entry', 'entries')}; they must be as "
            f"many.{hint}"
        )
    if len(columns) not in (1, len(names)):
        hint = "" if named else " Classes that do not occur in y_true are named with labels=."
        raise InputError(
            f"scores has {len(columns)} columns for the {len(names)} classes {listed(names)}; there is a column for "
            f"each class, in this order.{hint}"
        )
    at = _positive(names, positive, needed=len(columns) == 1)
    return Samples(names, columns, codes, weights=weights, positive=at, floats=floats)


def _multilabel(
    y_true: Any, columns: list[Keys], named: tuple[Hashable, ...] | None, weights: list[Count] | None,
    positive: Hashable | None, floats: str,
) -> Samples:  # fmt: skip
    rows = []
    for at, row in enumerate(listing(y_true)):
        if isinstance(row, (str, bytes, Mapping)) or not isinstance(row, Iterable):
            raise InputError(f"y_true at position {at} is {row!r}, where the first row is a list: give one a sample.")
        rows.append(list(listing(row)))
    size, k = len(columns[0]), len(columns)
    if len(rows) != size:
        hint = f" Or {RANKING}." if k == 1 and [len(row) for row in rows] == [size] else ""
        scores = many(size, "score") if hint else f"scores {many(size, 'row')}"
        raise InputError(f"y_true has {many(len(rows), 'row')} and {scores}; they must be as many.{hint}")
    for at, row in enumerate(rows):
        if len(row) != k:
            raise InputError(
                f"y_true at position {at} has {many(len(row), 'entry', 'entries')} for {many(k, 'column')} of scores."
            )
    if positive is not None:
        raise UsageError("positive= names one of two classes; here a sample may have any number of them: use label=")
    labels = named or tuple(range(k))
    if len(labels) != k:
        raise InputError(f"labels= names {many(len(labels), 'class', 'classes')} for {many(k, 'column')} of scores.")
    grades = None
    if any(entry not in (0, 1) for row in rows for entry in row):
        grades = [[_grade(row[column], at, floats) for at, row in enumerate(rows)] for column in range(k)]
        rows = list(map(list, zip(*grades, strict=True)))
    indicators = [[bool(row[at]) for row in rows] for at in range(k)]
    return Samples(labels, columns, None, indicators=indicators, weights=weights, floats=floats, grades=grades)


def _grade(entry: Any, at: int, floats: str) -> Fraction:
    """How relevant a class is to a sample."""
    found = exact_score(entry, f"y_true at position {at}", floats, "relevance")
    if found < 0:
        raise InputError(f"y_true at position {at} holds {entry!r}; how relevant a class is, is a number from 0 on.")
    return found


def _is_table(values: Any) -> bool:
    """Whether a thing has rows: two dimensions, or lists in a list."""
    shape = getattr(values, "shape", None)
    if isinstance(shape, tuple):
        return len(shape) == 2
    return isinstance(values, (list, tuple)) and bool(values) and isinstance(values[0], (list, tuple))


def _columns(scores: Any, floats: str) -> tuple[tuple[Hashable, ...] | None, list[Keys]]:
    """The columns of scores, and the names of their classes where they have some."""
    if isinstance(scores, (str, bytes)):
        raise InputError(
            f"scores is one text, {scores[:40]!r}; give a list of numbers (to read a file use Scores.read)."
        )
    own: tuple[Hashable, ...] | None = None
    if isinstance(scores, Mapping):
        own = check_labels(scores, "the columns of scores")
        given: list[Any] = list(scores.values())
    elif isinstance(names := getattr(scores, "columns", None), Iterable) and _is_table(scores):
        own = check_labels(names, "the columns of scores")
        given = [scores[name] for name in names]
    elif _is_table(scores):
        given = _turned(scores)
    else:
        given = [scores]
    called = (
        [f"the scores of {name!r}" for name in own]
        if own
        else [f"column {at + 1} of scores" for at in range(len(given))]
    )
    columns = [
        read_column(side, "scores" if len(given) == 1 else name, floats)
        for side, name in zip(given, called, strict=True)
    ]
    if not columns or not len(columns[0]):
        raise InputError("scores is empty: there are no samples.")
    for name, column in zip(called, columns, strict=True):
        if len(column) != len(columns[0]):
            raise InputError(f"{name} holds {many(len(column), 'score')}, and the first column {len(columns[0])}.")
    return own, columns


def _turned(rows: Any) -> list[Any]:
    """The columns of rows."""
    if hasattr(rows, "__array__"):
        import numpy as np

        array = np.asarray(rows)
        return [array[:, at] for at in range(array.shape[1])]
    width = len(rows[0])
    for at, row in enumerate(rows):
        if not isinstance(row, (list, tuple)) or len(row) != width:
            told = len(row) if isinstance(row, (list, tuple)) else repr(row)
            raise InputError(f"the scores at position {at} are {told}, where the first row holds {width}.")
    return [list(column) for column in zip(*rows, strict=True)]


def _coded_truth(
    y_true: Any, named: tuple[Hashable, ...] | None, positive: Hashable | None
) -> tuple[tuple[Hashable, ...], Any]:
    """The classes, and for every sample the position of its own."""
    refuse_no_column(y_true, "y_true")
    if not isinstance(y_true, (list, tuple)) and (found := _coded_array(y_true)) is not None:
        codes, seen = found
    else:
        items = listing(y_true)
        try:
            distinct = dict.fromkeys(items)
        except TypeError:
            refuse_unhashable_in(items, "y_true")
            raise
        if any(map(is_missing, distinct)):
            refuse_missing(items, "y_true")
        if len(set(map(type, items))) > 1:  # the keys of a dictionary have merged what is equal
            refuse_mixed({(type(label), label): label for label in items}.values(), "the labels of y_true")
        seen = tuple(map(python_label, distinct))
        codes = list(map({label: at for at, label in enumerate(seen)}.__getitem__, items))
    names = named or _completed(default_order(seen), positive)
    refuse_mixed([*names, *seen], "the labels of y_true and labels=")
    if outside := [label for label in seen if label not in names]:
        raise InputError(
            f"y_true has labels that are none of the classes: {listed(outside)}; they are {listed(names)}."
        )
    places = [names.index(label) for label in seen]
    if places == list(range(len(places))):
        return names, codes
    if isinstance(codes, list):
        return names, [places[code] for code in codes]
    import numpy as np

    return names, np.asarray(places)[codes]


def _coded_array(column: Any) -> tuple[Any, tuple[Hashable, ...]] | None:
    """The codes of an array or a column of a frame, and the labels that occur, by code; None where there are none."""
    from exactmetrics.matrix.columns import coded

    found = coded(column) if hasattr(column, "__len__") else None
    if found is None:
        return None
    import numpy as np

    codes, labels = found
    codes = codes.astype(np.intp)
    seen = np.flatnonzero(np.bincount(codes, minlength=len(labels)))
    if len(seen) < len(labels):
        codes = np.searchsorted(seen, codes)
    return codes, tuple(labels[at] for at in seen.tolist())


def _completed(seen: tuple[Hashable, ...], positive: Hashable | None) -> tuple[Hashable, ...]:
    """The classes; of zeros alone, or ones, the other class is known too."""
    if len(seen) != 1:
        return seen
    if positive is not None and positive != seen[0]:
        return (seen[0], positive)
    for pair in USUAL_PAIRS:
        if any(type(label) is type(seen[0]) and label == seen[0] for label in pair):
            return pair
    raise InputError(f"y_true holds one class only, {seen[0]!r}: name the classes with labels=.")


def _positive(names: tuple[Hashable, ...], positive: Hashable | None, *, needed: bool) -> int | None:
    """The position of the positive class of two."""
    if len(names) != 2:
        if needed:
            hint = f" Or {RANKING}." if all(isinstance(name, (int, float, Fraction)) for name in names) else ""
            raise InputError(
                f"y_true has {many(len(names), 'class', 'classes')} ({listed(names)}) and scores one column: give "
                f"a column for each class, or turn y_true into two classes.{hint}"
            )
        if positive is not None:
            raise UsageError(f"positive= names one of two classes; here are {len(names)}: use label= or average=")
        return None
    for at, name in enumerate(names):
        if positive is not None and name == positive and isinstance(name, bool) is isinstance(positive, bool):
            return at
    if positive is not None:
        raise unknown_label(positive, names)
    if any(type(names[0]) is type(pair[0]) and set(names) == set(pair) for pair in USUAL_PAIRS):
        return names.index(max(names))  # type: ignore[type-var]
    if not needed:
        return None
    raise UsageError(f"say with positive= which class has the high scores: {names[0]!r} or {names[1]!r}")
