"""The vectors of label sets: certified as they stand, made of what is asked, and calls of the library."""

from __future__ import annotations

import copy
import json
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from exactmetrics.api.multilabel import Multilabel
from exactmetrics.exact.values import Undefined
from exactmetrics.sheets.schema import check_shape
from exactmetrics.vectors.expected import undefined_kind, value_of
from exactmetrics.vectors.label_set_vectors import LABEL_SETS, every_label_set_case, label_set_metrics
from exactmetrics.vectors.reading import LABEL_SETS_FILE
from tests.oracle.label_sets import KNOWN, WHOLE
from tests.vectors import label_set_peers
from tests.vectors.certify import Certifier, judge_label_sets
from tests.vectors.files import DATA, cases, schema
from tests.vectors.mutants import mutations

TEXT = (DATA / LABEL_SETS_FILE).read_text(encoding="utf-8")
FILE: Any = json.loads(TEXT)


def test_the_file_is_what_is_built() -> None:
    assert LABEL_SETS.build(every_label_set_case(), LABEL_SETS.letters(DATA))[0] == TEXT
    Draft202012Validator({"$ref": "#/$defs/label_sets", "$defs": schema()["$defs"]}).validate(FILE)


def test_both_validators_refuse_rows_that_are_no_indicators() -> None:
    rule = {"$ref": "#/$defs/label_set_input", "$defs": schema()["$defs"]}
    first = next(iter(FILE["inputs"].values()))
    for broken in ({"y_true": [[2]]}, {"y_pred": [["1"]]}, {"y_true": [[]]}, {"scores": [["0.5"]]}):
        assert not Draft202012Validator(rule).is_valid({**first, **broken})
        with pytest.raises(ValueError, match=r"^(in |at the top)"):
            check_shape({**first, **broken}, rule)


def test_the_second_implementation_agrees_with_what_is_published() -> None:
    for case in FILE["cases"]:
        assert judge_label_sets(case, FILE["inputs"][case["input"]]) == ("", case["certified"]), case["id"]
    letters = Counter(letter for case in FILE["cases"] for letter in case["certified"])
    assert letters["o"] == len(FILE["cases"]) > 1000
    assert letters["s"] > 500
    assert letters["m"] > 5


def test_a_spoilt_value_is_found_by_the_second_implementation() -> None:
    random = Random(8)
    for case in random.sample(FILE["cases"], 120):
        for spoil in mutations(case):
            spoilt = copy.deepcopy(case)
            spoil(spoilt, random)
            kind = spoilt["expected"].get("undefined", {}).get("kind")
            if kind is None or kind != case["expected"].get("undefined", {}).get("kind"):
                assert judge_label_sets(spoilt, FILE["inputs"][case["input"]])[0], spoilt


def test_the_answer_to_another_question_is_found_by_the_second_implementation() -> None:
    """A value under the average or the policy of another case of the same metric and input is not let through."""
    by_question: dict[Any, list[Any]] = {}
    for case in FILE["cases"]:
        by_question.setdefault((case["metric"], case["input"]), []).append(case)
    swapped = 0
    for alike in by_question.values():
        for one, other in pairwise(alike):
            if one["expected"] != other["expected"] and not {"undefined"} <= one["expected"].keys() & other["expected"]:
                swapped += 1
                assert judge_label_sets({**one, "expected": other["expected"]}, FILE["inputs"][one["input"]])[0]
    assert swapped > 300


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
    many = Counter([*(case["id"] for case in FILE["cases"]), *(case["id"] for _, _, case in cases())])
    many.update(case["id"] for case in json.loads((DATA / "scores.json").read_bytes())["cases"])
    assert max(many.values()) == 1
    for case in FILE["cases"]:
        assert case["id"].startswith(f"{case['metric']}.")
        assert case["id"].endswith(f".{case['input']}")
        for option in case["options"].items():
            assert ".{}={}.".format(*option) in case["id"]


def test_every_average_and_every_reason_occurs() -> None:
    assert {case["average"] for case in FILE["cases"]} == {None, "macro", "micro", "weighted", "samples"}
    kinds = {case["expected"].get("undefined", {}).get("kind") for case in FILE["cases"]}
    assert kinds == {None, "0/0", "no class"}
    assert {case["metric"] for case in FILE["cases"]} == label_set_metrics().keys() == {*KNOWN, *WHOLE}


def test_what_is_not_certified_waits() -> None:
    first = FILE["cases"][0]
    some = {case["id"]: case["certified"] for case in FILE["cases"] if case is not first}
    text, waiting = LABEL_SETS.build(every_label_set_case(), some)
    assert json.dumps(first["id"]) not in text
    assert waiting == {first["metric"]: "1 cases of label_sets"}


def test_a_case_is_a_call_of_the_library() -> None:
    for case in FILE["cases"]:
        data = FILE["inputs"][case["input"]]
        weights = data.get("sample_weight")
        sets = Multilabel.from_indicators(
            data["y_true"], data["y_pred"], labels=data["labels"],
            sample_weight=weights and [value_of({"exact": str(w)}) for w in weights],
        )  # fmt: skip
        asked = {key: case[key] for key in ("label", "average") if case[key] is not None}
        value = sets.value(case["metric"], **asked, **case["options"])
        if isinstance(value, Undefined):
            assert case["expected"]["undefined"]["kind"] == undefined_kind(value), case["id"]
        else:
            assert value == value_of(case["expected"]), case["id"]
