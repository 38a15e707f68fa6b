"""The vectors whose inputs are samples, a file of each kind: certified as they stand, and calls of the library."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any
from zlib import crc32

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
from tests.cases import each, size
from tests.oracle.label_sets import KNOWN, WHOLE
from tests.vectors.certify import judge_label_sets, judge_score
from tests.vectors.files import DATA, schema
from tests.vectors.mutants import mutations

Judge = Callable[[Mapping[str, Any], Mapping[str, Any]], tuple[str, str]]
FILES = [(SCORES, judge_score), (LABEL_SETS, judge_label_sets)]


@cache
def published(file: SampleFile) -> Any:
    return json.loads((DATA / file.name).read_text(encoding="utf-8"))


def api_of(data: Any) -> Scores | Multilabel:
    given = data.get("sample_weight")
    weights = None if given is None else [value_of({"exact": str(w)}) for w in given]
    if "scores" in data:
        options = {key: data[key] for key in ("labels", "positive") if key in data}
        return Scores(data["y_true"], data["scores"], sample_weight=weights, **options)
    return Multilabel.from_indicators(data["y_true"], data["y_pred"], labels=data["labels"], sample_weight=weights)


@each("file", [SCORES, LABEL_SETS])
def test_the_file_is_what_is_built_and_what_is_not_certified_waits(file: SampleFile) -> None:
    text, before = file.build(SAMPLE_FILES[file](), file.letters(DATA))
    assert text == (DATA / file.name).read_text(encoding="utf-8")
    Draft202012Validator({"$ref": f"#/$defs/{file.kind}", "$defs": schema()["$defs"]}).validate(published(file))
    letters = file.letters(DATA)
    first = published(file)["cases"][0]
    del letters[first["id"]]
    text, waiting = file.build(SAMPLE_FILES[file](), letters)
    assert json.dumps(first["id"]) not in text
    assert waiting == {**before, first["metric"]: f"1 cases of {file.kind}"}
    if file is SCORES:
        for metric in all_score_metrics():
            assert next(score_cases(metric), None) is not None, "some input is one that it can be asked of"
            assert metric.name in {case["metric"] for case in published(file)["cases"]} or metric.name in before


def test_both_validators_refuse_rows_that_are_no_indicators() -> None:
    rule = {"$ref": "#/$defs/label_set_input", "$defs": schema()["$defs"]}
    first = next(iter(published(LABEL_SETS)["inputs"].values()))
    for broken in ({"y_true": [[2]]}, {"y_pred": [["1"]]}, {"y_true": [[]]}, {"scores": [["0.5"]]}):
        assert not Draft202012Validator(rule).is_valid({**first, **broken})
        with pytest.raises(ValueError, match=r"^(in |at the top)"):
            check_shape({**first, **broken}, rule)


@each(("file", "judge"), FILES)
def test_a_spoilt_value_and_the_answer_to_another_question_are_found(file: SampleFile, judge: Judge) -> None:
    """A value under the average or the policy of another case of the same metric and input is not let through."""
    random, inputs = Random(8), published(file)["inputs"]
    by_question: dict[Any, list[Any]] = {}
    for case in published(file)["cases"]:
        by_question.setdefault((case["metric"], case["input"]), []).append(case)
        for spoil in mutations(case) if crc32(case["id"].encode()) % size(40, 10) == 0 else ():
            spoilt = copy.deepcopy(case)
            spoil(spoilt, random)
            kind = spoilt["expected"].get("undefined", {}).get("kind")
            if kind is None or kind != case["expected"].get("undefined", {}).get("kind"):
                assert judge(spoilt, inputs[case["input"]])[0], spoilt
    swapped = 0
    for alike in by_question.values():
        for case, other in pairwise(alike):
            both = case["expected"].keys() & other["expected"].keys()
            if case["expected"] != other["expected"] and "undefined" not in both:
                swapped += 1
                assert judge({**case, "expected": other["expected"]}, inputs[case["input"]])[0]
    assert swapped > 300


def test_every_average_and_every_reason_of_label_sets_occurs() -> None:
    cases = published(LABEL_SETS)["cases"]
    assert {case["average"] for case in cases} == {None, "macro", "micro", "weighted", "samples"}
    assert {case["expected"].get("undefined", {}).get("kind") for case in cases} == {None, "0/0", "no class"}
    assert {case["metric"] for case in cases} == label_set_metrics().keys() == {*KNOWN, *WHOLE}


@each("file", [SCORES, LABEL_SETS])
def test_a_case_is_a_call_of_the_library_and_its_id_what_is_asked(file: SampleFile) -> None:
    inputs = {name: api_of(data) for name, data in published(file)["inputs"].items()}
    for case in published(file)["cases"]:
        assert case["id"].startswith(f"{case['metric']}.")
        assert case["id"].endswith(f".{case['input']}")
        for option in case["options"].items():
            assert ".{}={}.".format(*option) in case["id"]
        if crc32(case["id"].encode()) % size(4, 1):
            continue
        asked = {key: case[key] for key in ("label", "average") if case[key] is not None}
        if case["convention"] != "standard":
            asked["convention"] = case["convention"]
        value = inputs[case["input"]].value(case["metric"], **asked, **case["options"])
        if isinstance(value, Undefined):
            assert case["expected"]["undefined"]["kind"] == undefined_kind(value), case["id"]
        else:
            assert value == value_of(case["expected"]), case["id"]
