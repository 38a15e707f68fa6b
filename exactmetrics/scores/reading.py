"""Columns of classes and scores from files and data frames, by their names.

A file of scores is one whose header names a column of scores: `y_score` or another usual name, or `score_cat` and the
like for a class "cat". Any column can be named instead.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import ExactMetricsError, InputError, Notice, UsageError
from exactmetrics.matrix.column_names import (
    Rows,
    columns_called,
    counts_column,
    curing,
    not_used,
    noticed,
    plain,
    sample_rows,
    words,
)
from exactmetrics.matrix.delimited import all_whole
from exactmetrics.matrix.exact_count import Count
from exactmetrics.matrix.labels import SHOWN, composed, default_order, did_you_mean, listed
from exactmetrics.matrix.lists import exact_weights, listing, refuse_unhashable_in
from exactmetrics.matrix.tables import Table, table_of_file, table_of_frame
from exactmetrics.scores.column import exact_score

BEFORE = ("y_score", "score", "y_prob", "y_proba", "prob", "proba", "probability", "p")  # the name of a class
Wanted = str | Sequence[str] | Mapping[Hashable, str]


def columns_of_frame(
    frame: Any, true: str, scores: Wanted, sample_weight: str | None, labels: Iterable[Hashable] | None = None
) -> tuple[dict[str, Any], tuple[Notice, ...]]:
    """The arguments of `samples_of` that a data frame holds, and what is said of its other columns."""
    table = table_of_frame(frame)
    if labels is None and not isinstance(scores, (str, Mapping)):
        scores = _named_for_classes(list(scores), _column(table.columns, true, table.name), table.name)
    found = _arguments(table.columns, table.name, true, scores, sample_weight)
    return found, not_used(table.columns, [true, *_chosen(scores), sample_weight])


def _chosen(scores: Wanted) -> Iterable[str]:
    return [scores] if isinstance(scores, str) else scores.values() if isinstance(scores, Mapping) else scores


def holds_scores(
    source: str | os.PathLike[str], true: str | None, *, sheet: str | None = None, encoding: str | None = None
) -> bool | None:
    """Whether the header of a file of samples names a column of scores, and none of predictions.

    None where it is no file of samples with true classes, or names predictions. What stands below the header is not
    looked at: what is wrong there is a question of the scores.
    """
    try:
        columns = table_of_file(source, sheet=sheet, encoding=encoding).columns
    except ExactMetricsError:
        return None
    truth = [true] if true else columns_called(list(columns), "true")
    if not truth or truth[0] not in columns or columns_called(list(columns), "predicted"):
        return None
    if columns.keys() >= set(map(str, columns[truth[0]])):  # the names of a matrix
        return None
    starts = tuple(f"{plain(before)} " for before in BEFORE)
    return any(plain(name) in words("scores") or plain(name).startswith(starts) for name in columns)


def columns_of_file(
    source: str | os.PathLike[str], true: str | None, scores: Wanted | None, labels: Iterable[Hashable] | None = None,
    *, sample_weight: str | None = None, sheet: str | None = None, encoding: str | None = None,
) -> tuple[dict[str, Any], tuple[Notice, ...], str]:  # fmt: skip
    """The arguments of `samples_of` that a file holds, what is said of its other columns, and the name of a text."""
    table = table_of_file(source, sheet=sheet, encoding=encoding)
    names = list(table.columns)
    found = true or _usual(names, ["y_true", *sorted(words("labels", "true"))], table.name, "true classes", "true")
    _column(table.columns, found, table.name)
    truth = _labels(table.columns[found])
    of_sets = bool(truth) and isinstance(truth[0], list)  # which classes each sample has, in rows
    if not of_sets:
        refuse_unhashable_in(truth, f"{table.name}: {found}")
        empty = next((at for at, label in enumerate(truth) if isinstance(label, str) and not label), None)
        if empty is not None:
            where = f"{table.name}, row {empty + 2}, column {names.index(found) + 1}"
            raise InputError(f"{where}: the label is empty; drop that row or name the class.")
    wanted = _usual_scores(names, [] if of_sets else truth, labels, table, found) if scores is None else scores
    if labels is None and not isinstance(wanted, (str, Mapping)):
        wanted = _named_for_classes(list(wanted), truth, table.name)
    in_order = () if labels is not None or of_sets else _taken_in_order(wanted, truth)
    chosen = list(_chosen(wanted))

    def rows(column: str) -> Rows:
        return sample_rows(map(str, table.columns[found]), listing(table.columns[column]))

    weight = counts_column(names, sample_weight, table.name, [found, *chosen], rows)
    with curing(weight, sample_weight):
        weights = {} if weight is None else {weight: _weights(listing(table.columns[weight]), weight, table.name)}
    scored = {column: _numbers(_column(table.columns, column, table.name), column, table.name) for column in chosen}
    said = (*in_order, *noticed(names, [found, *chosen], weight, sample_weight))
    texts = all(isinstance(cell, str) for column in chosen for cell in table.columns[column])
    arguments = _arguments({**table.columns, **scored, **weights, found: truth}, table.name, found, wanted, weight)
    return arguments, said, table.name if texts else ""


def _numbers(cells: Sequence[Any], column: str, name: str) -> Sequence[Any]:
    """The scores of a column of texts, each as the number that it is; other columns as they are."""
    if not all(isinstance(cell, str) for cell in cells):
        return cells
    numbers = list(map(exact_number, cells))
    for at, number in enumerate(numbers):
        if number is None:
            exact_score(cells[at], f"{name}, row {at + 2}: {column}", "shortest")  # raises
    return numbers


def _weights(cells: Sequence[Any], column: str, name: str) -> list[Count]:
    """The weights of a column, exactly; texts have rows, and other cells positions."""
    if all(isinstance(cell, str) for cell in cells):
        return exact_weights(cells, lambda at: f"{name}, row {at + 2}: {column}")
    return exact_weights(cells, lambda at: f"{name}: {column} at position {at}")


def _arguments(columns: Mapping[str, Any], name: str, true: str, scores: Wanted, weight: str | None) -> dict[str, Any]:
    given: Any
    if isinstance(scores, str):
        given = _column(columns, scores, name)
    elif isinstance(scores, Mapping):
        given = {label: _column(columns, column, name) for label, column in scores.items()}
    else:
        sides = [listing(_column(columns, column, name)) for column in scores]
        given = [list(row) for row in zip(*sides, strict=True)]
    found = {"y_true": _column(columns, true, name), "scores": given}
    return found if weight is None else found | {"sample_weight": _column(columns, weight, name)}


def _column(columns: Mapping[str, Any], column: str, name: str) -> Any:
    if column not in columns:
        raise UsageError(f"{name} has no column {column!r}; it has {listed(columns)}.{did_you_mean(column, columns)}")
    return columns[column]


def _usual(names: Sequence[str], known: Sequence[str], name: str, what: str, option: str) -> str:
    """The one column that has a usual name, the first that is known going before the others."""
    if known[0] in names:
        return known[0]
    found = [column for column in names if plain(column) in map(plain, known)]
    if len(found) != 1:
        told = "several columns" if found else "no column"
        raise UsageError(
            f"{name} has {told} of {what} by name; it has {listed(names)}. Name it with {option}=, or {known[0]!r} in "
            "the header."
        )
    return found[0]


def _usual_scores(
    names: Sequence[str], truth: Iterable[Hashable], labels: Iterable[Hashable] | None, table: Table, true: str
) -> str | dict[Hashable, str]:
    """The column of scores, or one for each class, named for it."""
    classes = list(dict.fromkeys([*(labels or ()), *truth]))
    by_class, prefixes = _by_class(names, classes)
    every = {plain(f"{before}_{label}") for before in prefixes for label in by_class}
    if len(fitting := [name for name in names if plain(name) in every]) > len(by_class):
        raise UsageError(
            f"{table.name} has several columns of scores for a class by name: {listed(fitting)}. Name one for each "
            "class with scores=."
        )
    usual = any(plain(name) in words("scores") for name in names)
    if labels is None and len(by_class) == len(classes) and not (usual and len(classes) == 1):
        others = [name for name in names if name != true and name not in by_class.values()]
        by_class |= _without_samples(others, prefixes, classes, table.name)
    if len(by_class) >= len(classes) and len(by_class) > 1:
        return _in_order(by_class, names)
    if len(by_class) > 1 or (by_class and not usual):
        lacking = listed([label for label in classes if label not in by_class]) or "another one"
        raise InputError(
            f"{table.name} has columns of scores for some classes ({listed(by_class.values())}) and none for {lacking}."
        )
    return _usual(names, ["y_score", *sorted(words("scores"))], table.name, "scores", "scores")


def _named_for_classes(chosen: Sequence[str], truth: Any, name: str) -> Wanted:
    """Columns that are named for the classes, by class; others in the order in which they are given."""
    try:
        classes = list(dict.fromkeys(listing(truth)))
    except TypeError:  # rows of classes
        return chosen
    by_class, prefixes = _by_class(chosen, classes)
    if len(by_class) < len(classes):
        return chosen
    by_class |= _without_samples([one for one in chosen if one not in by_class.values()], prefixes, classes, name)
    return _in_order(by_class, chosen) if len(by_class) == len(chosen) else chosen


def _taken_in_order(wanted: Wanted, truth: Sequence[Hashable]) -> tuple[Notice, ...]:
    """What is said of columns that no name tells the classes of; two of them may be those of two models."""
    classes = default_order(dict.fromkeys(truth))
    if isinstance(wanted, (str, Mapping)) or len(wanted) != len(classes):
        return ()
    told = [f"{column!r} as those of {label!r}" for column, label in zip(wanted[:SHOWN], classes, strict=False)]
    more = ", ..." * (len(classes) > SHOWN)
    note = f"the columns are read as scores of the classes in their order, {', '.join(told)}{more}"
    if len(classes) == 2:
        note += '; "compare --scores {} --versus scores={}" compares two models'.format(*wanted)
    return (Notice(note),)


def _by_class(names: Iterable[str], classes: Iterable[Hashable]) -> tuple[dict[Hashable, str], set[str]]:
    """The columns that are named for classes, and what stands before the class in their names."""
    known = {plain(name): name for name in names}
    found, prefixes = dict[Hashable, str](), set[str]()
    for label in classes:
        for before in BEFORE:
            if (column := known.get(plain(f"{before}_{label}"))) is not None:
                found[label] = column
                prefixes.add(before)
    return found, prefixes


def _without_samples(
    names: Iterable[str], prefixes: Iterable[str], classes: Sequence[Hashable], name: str
) -> dict[Hashable, str]:
    """The columns that are named as those of the classes are: without them a class without samples would be lost."""
    numbered = all(isinstance(label, int) for label in classes)
    found: dict[Hashable, str] = {}
    for column in names:
        for before in prefixes:
            text = composed(str(column).strip()[len(before) + 1 :])
            if not text or not plain(column).startswith(f"{plain(before)} "):
                continue
            if numbered and not all_whole([text]):
                raise InputError(
                    f"{name} has a column {column!r}, and {text!r} is no class such as {listed(classes)}. Say with "
                    "labels= which classes there are."
                )
            found[int(text) if numbered else text] = column
    return found


def _in_order(by_class: Mapping[Hashable, str], names: Sequence[str]) -> dict[Hashable, str]:
    """By class, in the order of the columns."""
    return dict(sorted(by_class.items(), key=lambda pair: names.index(pair[1])))


def _labels(values: Sequence[Any]) -> list[Hashable]:
    """Labels as files hold them: whole numbers if all look so."""
    if not all(isinstance(value, str) for value in values):
        return list(values)
    texts = [composed(value) for value in values]
    return [int(text) for text in texts] if all_whole(set(texts)) else list(texts)
