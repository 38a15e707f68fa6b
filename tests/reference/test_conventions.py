"""The page of disagreements: on record, each number is given by its two calls, and each library gives the number said
to be its own."""

from __future__ import annotations

import json
import re
import shlex
from functools import cache
from importlib import import_module
from math import isnan
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.exact.values import Undefined, value_text
from exactmetrics.reference.conventions import (
    FILE,
    LISTS,
    Disagreement,
    Number,
    conventions_page,
    disagreements,
    labels_of,
    rows_of,
    stances,
)
from tests.cases import each
from tests.cli.run import run
from tests.conformance.installed import want
from tests.house.source import ROOT

PAGE = ROOT / "docs" / "conventions.md"
MODULES = {
    "sklearn": ("sklearn.metrics",),
    "pycm": ("pycm",),
    "imblearn": ("imblearn.metrics",),
    "torchmetrics": ("torchmetrics.functional", "torchmetrics.functional.classification"),
}
CLOSE = {"torchmetrics": 1e-6}  # it computes in single precision


def test_the_page_is_on_record() -> None:
    assert PAGE.read_text(encoding="utf-8") == conventions_page(), "`exactmetrics reference --write docs` writes it"


def test_what_is_printed_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = em.verify_document(PAGE)
    assert not list(found.of_level("error", "warn")), found.to_text()
    assert found.coverage.judged >= len(disagreements())  # an exact value and its decimal each


@each("found", disagreements(), ids=lambda found: found.title)
def test_both_calls_give_the_number(found: Disagreement, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    # One of them may be another one's number under other parameters, which its words then say.
    assert len({str(number.value) for number in found.numbers}) > 1
    assert all(number.says for number in found.numbers)
    known: dict[str, Any] = {"em": em}
    exec(found.python, known)
    for number in found.numbers:
        assert eval(number.python, known) == number.value
        result = run(*shlex.split(number.command.removeprefix("exactmetrics ")))
        assert result.exit_code == 0, result.stderr
        expected = "undefined" if isinstance(number.value, Undefined) else value_text(number.value)
        assert result.stdout.strip() == expected


@cache
def library(name: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for module in MODULES[name]:
        found |= vars(import_module(module))
    return found


def names_of(number: Number, by: str) -> dict[str, Any]:
    """What the page says the names in a call are."""
    if number.data.endswith(FILE):
        lines = [line.split(",") for line in (ROOT / number.data).read_text(encoding="utf-8").split()[1:]]
        scores = [[float(score) for score in line[1:]] for line in lines]
        true = [int(line[0]) if line[0].isdigit() else line[0] for line in lines]
        if by == "torchmetrics":
            tensor = import_module("torch").tensor
            return {"preds": tensor([score for [score] in scores]), "target": tensor(true)}
        return {"y_true": true, "y_score": [row[0] for row in scores] if len(scores[0]) == 1 else scores}
    if number.data.endswith(LISTS):
        return names_of_lists(json.loads((ROOT / number.data).read_text(encoding="utf-8")), by)
    rows, labels = rows_of(number.data), labels_of(number.data)
    pairs = [(i, j) for i, row in enumerate(rows) for j, count in enumerate(row) for _ in range(count)]
    if by == "torchmetrics":
        torch = import_module("torch")
        target, preds = (torch.tensor(side) for side in zip(*pairs, strict=True))
        return {"target": target, "preds": preds, "k": len(rows)}
    known = {
        "y_true": [labels[i] for i, _ in pairs],
        "y_pred": [labels[j] for _, j in pairs],
        "labels": labels,
        "matrix": {label: dict(zip(labels, row, strict=True)) for label, row in zip(labels, rows, strict=True)},
    }
    if by == "pycm":
        known["cm"] = library("pycm")["ConfusionMatrix"](known["y_true"], known["y_pred"], classes=labels)
    return known


def names_of_lists(data: dict[str, Any], by: str) -> dict[str, Any]:
    """The labels of a list have the scores 1/2, 1/3 and so on, the others 0."""
    labels = data["labels"]
    scores = [[1 / (2 + row.index(name)) if name in row else 0.0 for name in labels] for row in data["y_pred"]]
    if by == "torchmetrics":
        tensor = import_module("torch").tensor
        return {"preds": tensor(scores), "target": tensor(list(map(labels.index, data["y_true"]))), "k": len(labels)}
    return {"y_true": data["y_true"], "y_score": scores, "labels": labels}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("by", "peer"), [
    ("sklearn", ""), ("pycm", ""), ("imblearn", "imbalanced-learn"), ("torchmetrics", "torchmetrics"),
])  # fmt: skip
def test_the_number_is_theirs(by: str, peer: str) -> None:
    if peer:
        want(peer)
    asked = [(number, stance) for number, stance in stances() if stance.call and stance.by == by]
    assert asked
    for number, stance in asked:
        theirs = eval(stance.call, library(by) | names_of(number, by))
        if isinstance(number.value, Undefined):
            assert theirs == "None" or isnan(theirs), stance.call
        else:
            assert abs(float(theirs) - float(number.value)) <= CLOSE.get(by, 1e-12), (stance.call, theirs)


def test_every_number_is_somebodys_and_every_name_explained() -> None:
    """A library shows it by a call, or it is said where it stands."""
    for number, stance in stances():
        assert stance.call or stance.cited or stance.by not in MODULES, (number.what, stance.name)
    explained = set(re.findall(r"`(\w+)`", conventions_page().partition("##")[0]))
    assert {"y_true", "y_pred", "labels", "cm", "matrix", "preds", "target", "k"} <= explained
