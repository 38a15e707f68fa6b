"""The vectors whose inputs are samples, a file of each kind: certified as they stand, made of what is asked, and calls
of the library.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from exactmetrics.api.multilabel import Multilabel
from exactmetrics.api.scores import Scores
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.sheets.schema import check_shape
from exactmetrics.vectors.build import SAMPLE_FILES
from exactmetrics.vectors.expected import undefined_kind, value_of
from exactmetrics.vectors.label_set_vectors import LABEL_SETS, label_set_metrics
from exactmetrics.vectors.sample_vectors import SampleFile
from exactmetrics.vectors.score_vectors import SCORES, score_cases
from tests.cases import each
from tests.oracle.label_sets import KNOWN, WHOLE
from tests.vectors import label_set_peers
from tests.vectors.certify import Certifier, judge_label_sets, judge_score
from tests.vectors.files import DATA, cases, schema
from tests.vectors.mutants import mutations


@dataclass(frozen=True)
class Published:
    """A file as it is published, who judges its cases, and the API that answers them."""

    file: SampleFile
    judge: Callable[..., tuple[str, str]]
    api: Callable[..., Any]
    letters: Mapping[str, int]  # how many cases at least each of them agreed on
    swapped: int  # cases at least whose value is not that of their neighbour

    @cached_property
    def text(self) -> str:
        return (DATA / self.file.name).read_text(encoding="utf-8")

    @cached_property
    def data(self) -> Any:
        return json.loads(self.text)

    @property
    def cases(self) -> list[Any]:
        return list(self.data["cases"])

    def said(self, case: Any) -> str:
        """What the second implementation says against a case."""
        return self.judge(case, self.data["inputs"][case["input"]])[0]

    def build(self, letters: Mapping[str, str]) -> tuple[str, dict[str, str]]:
        return self.file.build(SAMPLE_FILES[self.file](), letters)


def of_scores(data: Any) -> Scores:
    given = {key: data[key] for key in ("labels", "positive") if key in data}
    return Scores(data["y_true"], data["scores"], sample_weight=weights(data), **given)


def of_rows(data: Any) -> Multilabel:
    return Multilabel.from_indicators(
        data["y_true"], data["y_pred"], labels=data["labels"], sample_weight=weights(data)
    )


def weights(data: Any) -> list[Any] | None:
    given: Iterable[Any] | None = data.get("sample_weight")
    return None if given is None else [value_of({"exact": str(w)}) for w in given]


SETS = Published(LABEL_SETS, judge_label_sets, of_rows, {"s": 500, "m": 5}, 300)
FILES = [Published(SCORES, judge_score, of_scores, {"s": 80, "m": 20}, 300), SETS]


@each("published", FILES)
def test_the_file_is_what_is_built(published: Published) -> None:
    assert published.build(published.file.letters(DATA))[0] == published.text
    rule = {"$ref": f"#/$defs/{published.file.kind}", "$defs": schema()["$defs"]}
    Draft202012Validator(rule).validate(published.data)


def test_both_validators_refuse_rows_that_are_no_indicators() -> None:
    rule = {"$ref": "#/$defs/label_set_input", "$defs": schema()["$defs"]}
    first = next(iter(SETS.data["inputs"].values()))
    for broken in ({"y_true": [[2]]}, {"y_pred": [["1"]]}, {"y_true": [[]]}, {"scores": [["0.5"]]}):
        assert not Draft202012Validator(rule).is_valid({**first, **broken})
        with pytest.raises(ValueError, match=r"^(in |at the top)"):
            check_shape({**first, **broken}, rule)


@each("published", FILES)
def test_the_second_implementation_agrees_with_what_is_published(published: Published) -> None:
    for case in published.cases:
        found = published.judge(case, published.data["inputs"][case["input"]])
        assert found == ("", case["certified"]), case["id"]
    letters = Counter(letter for case in published.cases for letter in case["certified"])
    assert letters["o"] == len(published.cases) > 1000
    for letter, least in published.letters.items():
        assert letters[letter] > least


@each("published", FILES)
def test_a_spoilt_value_is_found_by_the_second_implementation(published: Published) -> None:
    random = Random(8)
    for case in random.sample(published.cases, 120):
        for spoil in mutations(case):
            spoilt = copy.deepcopy(case)
            spoil(spoilt, random)
            kind = spoilt["expected"].get("undefined", {}).get("kind")
            if kind is None or kind != case["expected"].get("undefined", {}).get("kind"):
                assert published.said(spoilt), spoilt


@each("published", FILES)
def test_the_answer_to_another_question_is_found_by_the_second_implementation(published: Published) -> None:
    """A value under the average or the policy of another case of the same metric and input is not let through."""
    by_question: dict[Any, list[Any]] = {}
    for case in published.cases:
        by_question.setdefault((case["metric"], case["input"]), []).append(case)
    swapped = 0
    for alike in by_question.values():
        for one, other in pairwise(alike):
            if one["expected"] != other["expected"] and not {"undefined"} <= one["expected"].keys() & other["expected"]:
                swapped += 1
                assert published.said({**one, "expected": other["expected"]})
    assert swapped > published.swapped


def test_a_peer_with_another_value_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where scikit-learn speaks against a case it is withheld, and without a second definition the metric is."""
    monkeypatch.setitem(label_set_peers.WHOLE, "hamming_loss", lambda *given, **more: 0.25)
    monkeypatch.delitem(KNOWN, "jaccard")
    certifier = Certifier()
    certifier.certify_samples()
    withheld = certifier.of_samples_withheld
    assert withheld["jaccard"] == "no second implementation of the convention standard"
    assert "another value in scikit-learn" in withheld["hamming_loss.sets.sets-photos"]
    assert not any(name.startswith(("jaccard.", "hamming_loss.sets.sets-two")) for name in certifier.of_samples)
    assert "hamming_loss.sets.sets-one-label" in certifier.of_samples  # of which scikit-learn is not asked


def test_ids_are_unique_and_made_of_what_is_asked() -> None:
    of_samples = [case for published in FILES for case in published.cases]
    many = Counter([*(case["id"] for case in of_samples), *(case["id"] for _, _, case in cases())])
    assert max(many.values()) == 1
    for case in of_samples:
        assert case["id"].startswith(f"{case['metric']}.")
        assert case["id"].endswith(f".{case['input']}")
        for option in case["options"].items():
            assert ".{}={}.".format(*option) in case["id"]


def test_every_average_and_every_reason_of_label_sets_occurs() -> None:
    assert {case["average"] for case in SETS.cases} == {None, "macro", "micro", "weighted", "samples"}
    kinds = {case["expected"].get("undefined", {}).get("kind") for case in SETS.cases}
    assert kinds == {None, "0/0", "no class"}
    assert {case["metric"] for case in SETS.cases} == label_set_metrics().keys() == {*KNOWN, *WHOLE}


@each("published", FILES)
def test_what_is_not_certified_waits(published: Published) -> None:
    first = published.cases[0]
    some = {case["id"]: case["certified"] for case in published.cases if case is not first}
    before = published.build(published.file.letters(DATA))[1]
    text, waiting = published.build(some)
    assert json.dumps(first["id"]) not in text
    assert waiting == {**before, first["metric"]: f"1 cases of {published.file.kind}"}


def test_a_metric_of_scores_that_is_not_published_is_listed() -> None:
    known = {case["metric"] for case in FILES[0].cases}
    waiting = FILES[0].build(SCORES.letters(DATA))[1]
    for metric in all_score_metrics():
        assert next(score_cases(metric), None) is not None, "some input is one that it can be asked of"
        assert metric.name in known or metric.name in waiting


@each("published", FILES)
def test_a_case_is_a_call_of_the_library(published: Published) -> None:
    inputs = {name: published.api(data) for name, data in published.data["inputs"].items()}
    for case in published.cases:
        asked = {key: case[key] for key in ("label", "average") if case[key] is not None}
        if case["convention"] != "standard":
            asked["convention"] = case["convention"]
        value = inputs[case["input"]].value(case["metric"], **asked, **case["options"])
        if isinstance(value, Undefined):
            assert case["expected"]["undefined"]["kind"] == undefined_kind(value), case["id"]
        else:
            assert value == value_of(case["expected"]), case["id"]
