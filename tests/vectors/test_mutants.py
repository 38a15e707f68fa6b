"""Spoilt cases, inputs, questions, reasons, files, records and lines of the smoke set: each one is found."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from exactmetrics.exact.errors import InputError
from exactmetrics.metrics.request import AVERAGES
from exactmetrics.vectors.build import VERSION
from exactmetrics.vectors.certification import FILE
from exactmetrics.vectors.check import check, check_case, findings_of_file
from exactmetrics.vectors.reading import SMOKE_FILE
from tests.cases import each, size
from tests.oracle import Missing
from tests.vectors.certify import chosen
from tests.vectors.files import DATA, cases, document, drawn, record, shared, small_questions
from tests.vectors.mutants import mutations, other_digit
from tests.vectors.second_opinion import against, answer, judged

NOT_CERTIFIED = "it is not certified as it stands"
OTHERWISE = "the expected value is computed otherwise"


def spoilt_by(spoil: Callable[[Any, Random], None], case: Any, random: Random) -> Any:
    spoilt = copy.deepcopy(dict(case))
    spoil(spoilt, random)
    assert spoilt != case
    return spoilt


def is_sparse(published: Any) -> bool:
    return bool(published[0]["inputs"][published[2]["input"]]["kind"] == "sparse")


def test_every_mutant_of_a_case_is_found_twice() -> None:
    """By its digest, and by computing it anew; a case that is as it was is not accused."""
    random, many = Random(17), 0
    few = [one for one in cases() if len(one[0]["inputs"][one[2]["input"]].get("labels", ())) in (2, 3)]
    for file, group, case in [*drawn(few, size(40, 200)), *drawn(filter(is_sparse, cases()), size(6, 50))]:
        assert list(check_case(file, group, case, record())) == []
        for spoil in list(mutations(case)) or [lambda c, r: c["expected"].update(exact="7")]:
            spoilt = spoilt_by(spoil, case, random)
            assert list(check_case(file, group, spoilt, record())) == [NOT_CERTIFIED, OTHERWISE], spoilt
            many += 1
    assert many > size(200, 1000)


def spoil_cells(table: Any, random: Random) -> None:
    """A count, a position, or a cell as a whole becomes another one."""
    at = random.randrange(len(table["count"]))
    match random.randrange(3):
        case 0:
            table["count"][at] += 1
        case 1:
            table["true"][at] = (table["true"][at] + 1) % table["classes"]
        case _:
            for column in ("true", "predicted", "count"):
                del table[column][at]


def test_every_mutant_of_a_sparse_input_is_found() -> None:
    """A value may outlast a changed count; the digest does not, nor does a metric of the whole matrix."""
    random, computed = Random(7), 0
    plain = [one for one in filter(is_sparse, cases()) if one[1]["average"] is None and one[2].get("label") is None]
    for file, group, case in [*drawn(filter(is_sparse, cases()), size(8, 60)), *drawn(plain, 12)]:
        table = copy.deepcopy(file["inputs"][case["input"]])
        spoil_cells(table, random)
        wrong = list(check_case({**file, "inputs": {case["input"]: table}}, group, case, record()))
        assert wrong[0] == NOT_CERTIFIED, case["id"]
        computed += OTHERWISE in wrong
    assert computed > size(4, 30)


def test_a_spoilt_question_is_found() -> None:
    file = document("f1")
    group = next(g for g in file["groups"] if g["average"] == "macro" and g["options"] == {})
    case = next(c for c in group["cases"] if c["input"] == "birds")
    for changed in ({"average": "micro"}, {"options": {"combine": "averages"}}, {"convention": "convex"}):
        assert NOT_CERTIFIED in list(check_case(file, {**group, **changed}, case, record()))
    rows = copy.deepcopy(file["inputs"]["birds"])
    rows["rows"][0][0] += 1
    assert len(list(check_case({**file, "inputs": {**file["inputs"], "birds": rows}}, group, case, record()))) == 2
    variant = {**case, "variants": [{**case["variants"][0], "exact": "1/2"}]}
    assert list(check_case(file, group, variant, record())) == [NOT_CERTIFIED]
    assert list(check_case(file, group, {**case, "input": "nowhere"}, record())) == ["there is no input 'nowhere'"]


def test_a_spoilt_value_is_found_by_the_second_implementation() -> None:
    random, many = Random(3), 0
    for question in small_questions(size(400, 200)):
        right = answer(question)
        for spoil in mutations(question.record):
            spoilt = spoilt_by(spoil, question.record, random)
            if isinstance(right, Missing) or "undefined" not in spoilt["expected"]:
                assert against(spoilt["expected"], right), (question.id, spoilt)
                many += 1
    assert many > 200


def test_a_spoilt_reason_is_found_by_the_second_implementation() -> None:
    """Cases without value: another metric, another kind, a class that is not there, or mere words."""
    many = 0
    for question in small_questions(size(20, 5), undefined=True):
        options, undefined = dict(question.options), question.record["expected"]["undefined"]
        reason = undefined["reason"]
        assert judged(question, question.record["expected"], options) == ""
        metric = next(word for word in reason.split(" ") if word not in AVERAGES)
        for spoilt in (reason.replace(metric, "tp"), reason.replace("/0", "/1"), f"{metric} of nobody is 0/0", "x"):
            if spoilt != reason:
                assert judged(question, {"undefined": {**undefined, "reason": spoilt}}, options), spoilt
        many += 1
    assert many > 50


def test_a_reason_that_names_a_class_with_a_value_is_found() -> None:
    wanted = "recall.macro.absent-class"
    (question,) = chosen(document("recall"), lambda case, _: case["id"] == wanted)[1]
    undefined = question.record["expected"]["undefined"]
    assert undefined["reason"] == "recall of b is 0/0"
    for other in ("a", "c"):
        wrong = {**undefined, "reason": f"recall of {other} is 0/0"}
        assert "it is" in judged(question, {"undefined": wrong}, dict(question.options))


def findings(folder: Path, file: str | None = None) -> list[str]:
    return [str(finding) for finding in check(folder)[0] if file in (None, finding.file)]


def test_whatever_is_changed_in_a_folder_is_found(folder: Path) -> None:
    assert findings(folder) == []
    file, random = folder / "error_rate.json", Random(11)
    text = file.read_text(encoding="utf-8")
    birds = "error_rate.json: error_rate.matrix.birds: "
    for old, new, told in (
        ('"exact": "5/14"', '"exact": "6/14"', f"{birds}{NOT_CERTIFIED}\n{birds}{OTHERWISE}"),
        ('"flags": ["Transposition"]', '"flags": ["Trans"]', "error_rate.json: "),
        (f'"version": "{VERSION}"', '"version": "1.0.1"', "error_rate.json: "),
        ("error_rate.matrix.birds", "error_rate.matrix.bird", "error_rate.json: "),
        ("\n  ]", "\n\n  ]", "error_rate.json: "),
        ("error_rate.matrix.two-classes", "error_rate.matrix.birds", "error_rate.matrix.birds: two cases have this id"),
        (text[-10:], "", "error_rate.json: it does not follow the schema"),
    ):
        if old in text:
            file.write_text(text.replace(old, new, 1), encoding="utf-8")
            assert told in "\n".join(findings(folder)), (old, new)
    whole = json.loads(text)
    places = [(g, c) for g, group in enumerate(whole["groups"]) for c in range(len(group["cases"]))]
    for g, c in random.sample(places, size(2, 8)):
        spoilt = json.loads(text)
        case = spoilt["groups"][g]["cases"][c]
        next(mutations(case), lambda c, r: c["expected"].update(exact="7"))(case, random)
        file.write_text(json.dumps(spoilt), encoding="utf-8")
        told = "\n".join(findings(folder, file.name))
        # a file that does not follow the schema is read no further
        assert f"{case['id']}: {OTHERWISE}" in told or "it does not follow the schema" in told
    file.unlink()
    (folder / "mine.json").write_text("{}", encoding="utf-8")
    assert {"error_rate.json: the file is missing", "mine.json: no such file is built"} <= set(findings(folder))


def test_junk_in_a_file_is_a_finding_and_no_crash() -> None:
    random = Random(1)
    text = (DATA / "error_rate.json").read_text(encoding="utf-8")
    for _ in range(60):
        spoilt = json.loads(text)
        case = random.choice(random.choice(spoilt["groups"])["cases"])
        table = random.choice([spoilt, case, case["expected"], spoilt["groups"][0]])
        table[random.choice(list(table))] = random.choice([None, -1, "x", [], {}, 1.5, True, 10**30, "1/0"])
        assert list(findings_of_file("error_rate.json", json.dumps(spoilt), text, record(), Counter(), shared()))
        at = random.randrange(len(text))
        other = text[:at] + random.choice('0123456789"{}[],:.e-/') + text[at + 1 :]
        told = findings_of_file("error_rate.json", other, text, record(), Counter(), shared())
        assert other == text or list(told), at


def test_a_spoilt_line_of_the_smoke_set_is_found_by_its_number(folder: Path) -> None:
    text, random = (DATA / SMOKE_FILE).read_text(encoding="utf-8"), Random(19)
    lines = text.splitlines()
    assert list(findings_of_file(SMOKE_FILE, text, text, record(), Counter(), shared())) == []
    for at in random.sample(range(1, len(lines) + 1), 20):
        spoilt = "\n".join([*lines[: at - 1], other_digit(lines[at - 1], random), *lines[at:]]) + "\n"
        told = findings_of_file(SMOKE_FILE, spoilt, text, record(), Counter(), shared())
        assert f"line {at} is not what is built" in " ".join(finding.what for finding in told)
    smoke = (folder / SMOKE_FILE).read_text(encoding="utf-8")
    (folder / SMOKE_FILE).write_text(other_digit(smoke, random), encoding="utf-8")
    assert {finding.file for finding in check(folder)[0]} == {SMOKE_FILE}


def every_line(make: Callable[[str], str]) -> Callable[[Any], None]:
    def spoil(document: Any) -> None:
        document["certified"]["error_rate"] = [make(line) for line in document["certified"]["error_rate"]]
        document["counts"] = {}

    return spoil


SPOILT: dict[str, Callable[[Any], Any]] = {
    "one witness": every_line(lambda line: line.split(" ")[0] + " e"),
    "witnesses that nobody named": every_line(lambda line: line.split(" ")[0] + " eoz"),
    "other counts": lambda document: document["counts"].update(o=1),
    "another version": lambda document: document.update(version="9.9.9"),
    "a digest of no case": lambda document: document["certified"]["error_rate"].append("0123456789abcdef eo"),
    "a digest twice": lambda document: document["certified"]["error_rate"].append(
        document["certified"]["error_rate"][0]
    ),
}


@each("how", SPOILT)
def test_a_record_that_is_not_so_is_found(folder: Path, how: str) -> None:
    text = (folder / FILE).read_bytes()
    document = json.loads(text)
    SPOILT[how](document)
    (folder / FILE).write_text(json.dumps(document), encoding="utf-8")
    found = {finding.file for finding in check(folder)[0]}
    (folder / FILE).write_bytes(text)
    assert found == {FILE}


@each("text", ["", "[]", "{}", '{"schema": "exactmetrics/certification/2"}', '{"schema": 1, "certified": 2}'])
def test_a_record_that_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"certification\.json"):
        check(tmp_path)


@each("name", ["README.md", "clients/client.py", "clients/client.mjs"])
def test_what_stands_beside_the_data_is_compared_too(folder: Path, name: str) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    (folder / name).write_text(text.replace("1", "2", 1), encoding="utf-8")
    assert [finding.file for finding in check(folder)[0]] == [name]
    (folder / name).unlink()
    assert findings(folder) == [f"{name}: the file is missing"]
    (folder / name).write_text(text, encoding="utf-8")
