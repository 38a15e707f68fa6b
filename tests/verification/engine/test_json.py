"""The JSON of verifications is what its published schema says, whatever was found."""

from __future__ import annotations

import json
from collections.abc import Iterator

from jsonschema import Draft202012Validator

from exactmetrics.verification.kinds import HINT_KINDS
from exactmetrics.verification.report.structured import verify_schema
from exactmetrics.verification.verified import Reports
from exactmetrics.verification.verify import verify_document
from exactmetrics.verification.verify_sheet import verify_claims
from tests.cases import each
from tests.examples.support import name_of, sheet_files

SCHEMA = Draft202012Validator(verify_schema())
TEXTS = {
    "empty": "",
    "words": "no number at all",
    "all verdicts": "1/2 = 0.5, 2/3 = 0.67, 1/8 = 0.12, 4/6 = 0.66, 23/40 = 0.57, 3 * 0.333 = 1, 1 + 1 = 3, "
    "$\\frac{1}{0} = 2$, 0.44447 = 0.4445 = 0.445, TP / (TP + FN) = 60/85, 9**9**9**9 = 3",
    "data and claims": "| actual \\ predicted | cat | dog |\n|---|---|---|\n| cat | 3 | 1 |\n| dog | 0 | 2 |\n\n"
    "The recall of class dog is 0.75, the accuracy is 5/6 = 0.83, precision of dog = 1.2.",
    "hostile": 'x</script>\u202e"\\ = 1/2 = 0.6 \udc80',
    "roots": r"$\sqrt{2} = 1.41$, $\sqrt{2} = 1.42$",
}


def test_the_schema_itself() -> None:
    Draft202012Validator.check_schema(verify_schema())


def test_the_kinds_of_the_schema_are_those_there_are() -> None:
    kinds = verify_schema()["$defs"]["explanations"]["items"]["properties"]["kind"]["enum"]
    assert sorted(kinds) == sorted(HINT_KINDS)
    assert len(set(kinds)) == len(kinds)


def objects(schema: object) -> Iterator[dict[str, object]]:
    if isinstance(schema, dict):
        if "properties" in schema and "type" in schema:
            yield schema
        for inner in schema.values():
            yield from objects(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from objects(inner)


def test_no_key_is_unknown_and_none_may_be_missing() -> None:
    for one in objects(verify_schema()):
        assert one["additionalProperties"] is False
        assert one["required"] == list(one["properties"])  # type: ignore[call-overload]


@each("name", TEXTS)
def test_documents(name: str) -> None:
    found = verify_document(TEXTS[name])
    made = json.loads(found.to_json())
    assert list(SCHEMA.iter_errors(made)) == []
    (file,) = made["files"]
    counted = file["coverage"]
    assert counted["links"] == len(file["links"]) == counted["checked"] + counted["symbolic"] + counted["unread"]
    assert counted["unread"] == len(file["unread"]) == sum(link["verdict"] == "unread" for link in file["links"])
    assert counted["claims"] == len(file["claims"])
    for link in file["links"]:
        assert TEXTS[name][link["start"] :].startswith(link["left"][:1])


def test_every_word_of_a_link_is_in_it() -> None:
    (file,) = json.loads(verify_document(TEXTS["all verdicts"]).to_json())["files"]
    words = {link["verdict"] for link in file["links"]}
    assert words == {
        "exact", "rounded", "tie", "truncated", "float", "interval", "false", "undefined", "chained", "unread", None,
    }  # fmt: skip


@each("path", sheet_files(), ids=name_of)
def test_sheets(path: object) -> None:
    made = json.loads(verify_claims(path).to_json())  # type: ignore[arg-type]
    assert list(SCHEMA.iter_errors(made)) == []


def test_several_files_and_another_language() -> None:
    both = [verify_document(TEXTS["all verdicts"]), verify_document(TEXTS["data and claims"])]
    made = json.loads(Reports(both).to_json())
    assert list(SCHEMA.iter_errors(made)) == []
    assert made["schema"] == "exactmetrics/verify/1"
    assert len(made["files"]) == 2
    english, spanish = both[0].to_dict(), both[0].to_dict(language="es")
    said = [[one["text"] for link in data["links"] for one in link["explanations"]] for data in (english, spanish)]
    assert len(said[0]) == len(said[1]) > 5
    assert set(said[0]) & set(said[1]) == set()
