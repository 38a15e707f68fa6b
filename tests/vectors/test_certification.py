"""Certification: the record is true, mutants are found, and what only one implementation says is not published."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from exactmetrics.metrics.metric import REGISTRY, metric
from exactmetrics.metrics.request import AVERAGES
from exactmetrics.vectors.certification import Record, digest_of, digests_of
from exactmetrics.vectors.check import check_case
from tests.oracle import Missing
from tests.oracle.ask import stated
from tests.vectors.certify import NO_SECOND, Certifier, record_text
from tests.vectors.files import METRICS, cases, document, record, smoke
from tests.vectors.files import questions as questions_of_metric
from tests.vectors.mutants import mutations
from tests.vectors.second_opinion import against, answer, disagreement, judged
from tests.vectors.second_reading import Question

MUTANTS = 200


@pytest.fixture(scope="module")
def questions() -> dict[str, Question]:
    """The cases of the smoke set and a few of every metric, read by the second reader."""
    wanted = {line["id"] for line in smoke()}
    found = {}
    for name in METRICS:
        for at, question in enumerate(questions_of_metric(name)):
            if (question.id in wanted or at % 50 == 0) and len(question.table) <= 100:
                found[question.id] = question
    return found


def test_the_second_implementation_agrees(questions: dict[str, Question]) -> None:
    assert len(questions) > 400
    for question in questions.values():
        assert disagreement(question) == "", question.id


def test_the_record_says_who_agreed(questions: dict[str, Question]) -> None:
    certifier = Certifier()
    digests = {name: digests_of(document(name)) for name in METRICS}
    for question in Random(1).sample(sorted(questions.values(), key=lambda q: q.id), 120):
        said, letters = certifier.judge(question)
        assert said == ""
        assert record().witnesses[question.metric][digests[question.metric][question.id]] == letters, question.id


def test_every_case_has_two_witnesses_and_is_in_the_record() -> None:
    seen = set()
    for found, group, case in cases():
        digest = digest_of(found, group, case)
        seen.add((found["metric"], digest))
        assert record().witnesses[found["metric"]][digest].startswith("eo"), case["id"]
        assert ("m" in record().witnesses[found["metric"]][digest]) is (
            "root" in case["expected"] or "expression" in case["expected"]
        )
    assert seen == {(name, digest) for name, lines in record().witnesses.items() for digest in lines}


def test_what_is_not_published_has_no_second_implementation() -> None:
    held = record().document["not_published"]
    assert {name: why for name, why in held.items() if not why.startswith(NO_SECOND)} == {}


def test_the_libraries_have_spoken() -> None:
    told = record().document["counts"]
    assert told["y"] > 1000
    assert told["s"] > 1000
    assert "pycm" in record().document["implementations"]["y"]


def mutants() -> Iterator[tuple[Any, Any, Any, Any]]:
    """File, group, case and spoilt case."""
    random = Random(17)
    small = [one for one in cases() if len(one[0]["inputs"][one[2]["input"]].get("labels", ())) in (2, 3)]
    for found, group, case in random.sample(small, MUTANTS):
        spoilt = copy.deepcopy(case)
        random.choice(list(mutations(case)) or [lambda c, r: c["expected"].update(exact="7")])(spoilt, random)
        yield found, group, case, spoilt


def test_every_mutant_is_found_twice() -> None:
    """By its digest, and by computing it anew; a case that is as it was is not accused."""
    many = 0
    for found, group, case, spoilt in mutants():
        assert spoilt != case
        assert list(check_case(found, group, case, record())) == []
        wrong = list(check_case(found, group, spoilt, record()))
        assert wrong == ["it is not certified as it stands", "the expected value is computed otherwise"], spoilt
        many += 1
    assert many == MUTANTS


def test_a_spoilt_value_is_found_by_the_second_implementation(questions: dict[str, Question]) -> None:
    random = Random(3)
    for question in random.sample(sorted(questions.values(), key=lambda q: q.id), 100):
        right = answer(question)
        for spoil in mutations(question.record):
            spoilt = copy.deepcopy(dict(question.record))
            spoil(spoilt, random)
            if isinstance(right, Missing) or "undefined" not in spoilt["expected"]:
                assert against(spoilt["expected"], right), (question.id, spoilt)


def test_a_spoilt_reason_is_found_by_the_second_implementation() -> None:
    """Every case without value: another metric, another kind, a class that has a value, or mere words."""
    many = 0
    for name in METRICS:
        for question in questions_of_metric(name):
            expected = question.record["expected"]
            if "undefined" not in expected or len(question.table) > 10:
                continue
            options, reason = dict(question.options), expected["undefined"]["reason"]
            assert judged(question, expected, options) == ""
            metric = next(word for word in reason.split(" ") if word not in AVERAGES)
            for spoilt in (reason.replace(metric, "tp"), reason.replace("/0", "/1"), f"{metric} of nobody is 0/0", "x"):
                if spoilt != reason:
                    assert judged(question, {"undefined": {**expected["undefined"], "reason": spoilt}}, options), spoilt
            many += 1
    assert many > 500


def test_a_reason_that_names_a_class_with_a_value_is_found() -> None:
    found = {question.id: question for question in questions_of_metric("recall")}
    question = found["recall.macro.absent-class"]
    undefined = question.record["expected"]["undefined"]
    assert undefined["reason"] == "recall of b is 0/0"
    for other in ("a", "c"):
        wrong = {**undefined, "reason": f"recall of {other} is 0/0"}
        assert "it is" in judged(question, {"undefined": wrong}, dict(question.options))


def test_a_spoilt_question_is_found() -> None:
    found = document("f1")
    group = next(g for g in found["groups"] if g["average"] == "macro" and g["options"] == {})
    case = next(c for c in group["cases"] if c["input"] == "birds")
    for changed in ({"average": "micro"}, {"options": {"combine": "averages"}}, {"convention": "convex"}):
        assert "it is not certified as it stands" in list(check_case(found, {**group, **changed}, case, record()))
    rows = copy.deepcopy(found["inputs"]["birds"])
    rows["rows"][0][0] += 1
    spoilt = {**found, "inputs": {**found["inputs"], "birds": rows}}
    assert len(list(check_case(spoilt, group, case, record()))) == 2
    variant = {**case, "variants": [{**case["variants"][0], "exact": "1/2"}]}
    assert list(check_case(found, group, variant, record())) == ["it is not certified as it stands"]
    assert list(check_case(found, group, {**case, "input": "nowhere"}, record())) == ["there is no input 'nowhere'"]


def test_a_metric_without_second_implementation_is_listed() -> None:
    @metric("lost_for_a_test", scope="class", range=(0, None), optimum=0)
    def lost(c: Any) -> Any:
        """Samples of the class that were missed."""
        return c.fn

    try:
        certifier = Certifier()
        certifier.certify(lost)
        assert certifier.withheld == {"lost_for_a_test": f"{NO_SECOND} of the convention standard"}
        assert certifier.certified == {}
    finally:
        del REGISTRY["lost_for_a_test"]


def test_a_case_on_which_two_disagree_is_withheld(monkeypatch: pytest.MonkeyPatch) -> None:
    right = digests_of(document("error_rate"))
    monkeypatch.setattr(
        REGISTRY["error_rate"].standard.forms["standard"], "stated", lambda rows: Fraction(rows[0][0] != 6)
    )
    stated.cache_clear()
    certifier = Certifier()
    try:
        certifier.certify(REGISTRY["error_rate"])
    finally:
        monkeypatch.undo()
        stated.cache_clear()  # else the wrong statement is what every later test compares with
    agreed = {line.split(" ")[0] for line in certifier.certified["error_rate"]}
    assert set(certifier.withheld) == {case for case, digest in right.items() if digest not in agreed}
    assert "error_rate.matrix.two-classes" in certifier.withheld
    assert Record(json.loads(record_text(certifier.document()))).withheld == certifier.withheld
