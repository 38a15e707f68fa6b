"""The vectors of scores: certified as they stand, made of what is asked, and every metric of scores is there."""

from __future__ import annotations

import copy
import json
from collections import Counter
from random import Random
from typing import Any

from jsonschema import Draft202012Validator

from exactmetrics.api.scores import Scores
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.vectors.expected import undefined_kind, value_of
from exactmetrics.vectors.reading import SCORES_FILE
from exactmetrics.vectors.score_vectors import SCORES, every_score_case, score_cases
from tests.vectors.certify import judge_score
from tests.vectors.files import DATA, schema
from tests.vectors.mutants import mutations

TEXT = (DATA / SCORES_FILE).read_text(encoding="utf-8")
FILE: Any = json.loads(TEXT)


def test_the_file_is_what_is_built() -> None:
    assert SCORES.build(every_score_case(), SCORES.letters(DATA))[0] == TEXT
    rule = {"$ref": "#/$defs/scores", "$defs": schema()["$defs"]}
    Draft202012Validator(rule).validate(FILE)


def test_the_second_implementation_agrees_with_what_is_published() -> None:
    for case in FILE["cases"]:
        assert judge_score(case, FILE["inputs"][case["input"]]) == ("", case["certified"]), case["id"]
    letters = Counter(letter for case in FILE["cases"] for letter in case["certified"])
    assert letters["o"] == len(FILE["cases"]) > 600
    assert letters["s"] > 80
    assert letters["m"] > 20


def test_a_spoilt_value_is_found_by_the_second_implementation() -> None:
    random = Random(5)
    for case in random.sample(FILE["cases"], 120):
        for spoil in mutations(case):
            spoilt = copy.deepcopy(case)
            spoil(spoilt, random)
            kind = spoilt["expected"].get("undefined", {}).get("kind")
            if kind is None or kind != case["expected"].get("undefined", {}).get("kind"):
                assert judge_score(spoilt, FILE["inputs"][case["input"]])[0], spoilt


def test_ids_are_unique_and_made_of_what_is_asked() -> None:
    assert max(Counter(case["id"] for case in FILE["cases"]).values()) == 1
    for case in FILE["cases"]:
        assert case["id"].startswith(f"{case['metric']}.")
        assert case["id"].endswith(f".{case['input']}")


def test_what_is_not_certified_waits() -> None:
    first = FILE["cases"][0]
    some = {case["id"]: case["certified"] for case in FILE["cases"] if case is not first}
    text, waiting = SCORES.build(every_score_case(), some)
    assert json.dumps(first["id"]) not in text
    assert waiting[first["metric"]] == "1 cases of scores"


def test_a_metric_that_is_not_published_is_listed() -> None:
    known, waiting = (
        {case["metric"] for case in FILE["cases"]},
        SCORES.build(every_score_case(), SCORES.letters(DATA))[1],
    )
    for metric in all_score_metrics():
        assert next(score_cases(metric), None) is not None, "some input is one that it can be asked of"
        assert metric.name in known or metric.name in waiting


def test_a_case_is_a_call_of_the_library() -> None:
    for case in FILE["cases"]:
        data = FILE["inputs"][case["input"]]
        given = {key: data[key] for key in ("labels", "positive", "sample_weight") if key in data}
        if "sample_weight" in given:
            given["sample_weight"] = [value_of({"exact": str(w)}) for w in given["sample_weight"]]
        asked = {key: case[key] for key in ("label", "average") if case[key] is not None}
        value = Scores(data["y_true"], data["scores"], **given).value(
            case["metric"], convention=case["convention"], **asked, **case["options"]
        )
        if isinstance(value, Undefined):
            assert case["expected"]["undefined"]["kind"] == undefined_kind(value), case["id"]
        else:
            assert value == value_of(case["expected"]), case["id"]
