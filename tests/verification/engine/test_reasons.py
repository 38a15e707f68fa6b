"""Why something was not judged: every kind has a sentence in every language, arises, and is told on every surface."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.derivation.messages import languages, messages
from exactmetrics.exact.errors import ReadingError, Why
from exactmetrics.exact.printed import judge, read_printed
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.reading import read_value
from exactmetrics.verification import reasons
from exactmetrics.verification.links.clauses import text_tokens
from exactmetrics.verification.links.sides import side_before, side_behind
from exactmetrics.verification.report.structured import verify_schema
from exactmetrics.verification.verify import verify_document
from exactmetrics.verification.verify_sheet import verify_claims
from tests.cases import each

PACKAGE = Path(em.__file__).parent
CATALOGUES = PACKAGE.parent / "templates" / "messages"
# The kinds of those that an equality has.
OF_EQUALITIES = {
    case[1].partition(" ")[0]
    for group in tomllib.loads((Path(__file__).parents[1] / "cases" / "reasons.toml").read_text("utf-8"))["group"]
    for case in group["cases"]
}
RATES = """title = "Two classes, one of which has no sample"
data.matrix = [[3, 1], [0, 0]]
[[claim]]
metric = "recall"
label = 1
printed = "0.5"
[[claim]]
metric = "recall"
label = 0
printed = "nan"
"""


WHY_KINDS = set(verify_schema()["$defs"]["why_kind"]["enum"])
COUNTS = em.ConfusionMatrix([[3, 1], [0, 2]], labels=["bird", "cat"]).building_blocks()


def elsewhere() -> dict[str, Why | None]:
    """The reasons that no equality of a document has: of parts of the engine, of claims, of numbers by themselves."""

    def error(reads: Any, *given: Any, **options: Any) -> Why:
        with pytest.raises(ReadingError) as caught:
            reads(*given, **options)
        return caught.value.why

    def words(text: str) -> Any:
        return text_tokens(text, comma=False)

    undefined, number = verify_claims(RATES).claims
    unanswerable = verify_claims("metric,cell,printed\n,bird|cat,1\n", data=COUNTS).claims[0]
    none_left = Undefined("recall", None, None, average="macro", cause="no_class")
    assert undefined.verdict is not None
    assert number.verdict is not None
    return {
        "word-beside": side_before(words("for class 1"), False).doubt,
        "trailing-sign": side_behind(words("0.75 * coverage"), False).doubt,
        "goes-on": error(read_value, "5!"),
        "not-a-number": error(read_printed, "high"),
        "decimal-point": error(read_printed, "0.5", decimal_comma=True),
        "undefined": undefined.verdict.why,
        "not-undefined": number.verdict.why,
        "no-class": judge("0.5", none_left).why,
        "no-answer": unanswerable.why,
        "unanswered": verify_claims("metric,label,printed\nrecall,bird,\n", data=COUNTS).claims[0].why,
    }


def test_every_kind_arises() -> None:
    found = elsewhere()
    assert {kind: why and why.kind for kind, why in found.items()} == {kind: kind for kind in found}
    assert {*OF_EQUALITIES, *found} == WHY_KINDS
    assert found["undefined"] == ("undefined", "0/0")
    assert found["word-beside"] == ("word-beside", "class")


def test_every_kind_has_a_sentence_in_every_language() -> None:
    said = {
        language: tomllib.loads((CATALOGUES / f"{language}.toml").read_text(encoding="utf-8"))["verify"]["why_of"]
        for language in languages()
    }
    for language, sentences in said.items():
        assert set(sentences) == WHY_KINDS, language
        assert len(set(sentences.values())) == len(sentences), language
        for kind, text in sentences.items():
            assert re.findall(r"\{.*?\}", text) == re.findall(r"\{.*?\}", said["en"][kind]), (language, kind)
            assert language == "en" or text != said["en"][kind]


def test_every_error_of_the_reader_says_its_kind() -> None:
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "ReadingError(" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ReadingError":
                assert any(keyword.arg == "kind" for keyword in node.keywords), (path, node.lineno)


@each("language", languages())
def test_each_surface_says_it_in_its_language(language: str) -> None:
    found = verify_document("Weight: 5 + 2 = 9 minus 2\n\nand $3,4 + 5 = 3$\n\n20-30 = 3")
    say = messages(language)
    sentences = [
        say.get("verify", "why_of", "goes-on-behind").format(word="minus"),
        say.get("verify", "why_of", "separator").format(word=","),
        say.get("verify", "why_of", "range"),
    ]
    plain = {
        "terminal": " ".join(found.to_text(language=language).split()),
        "markdown": found.to_markdown(language=language).replace("\\", ""),
        "html": re.sub(r"</?bdi[^>]*>", "", found.to_html(language=language)).replace("&#x27;", "'"),
    }
    for surface, text in plain.items():
        for sentence in sentences:
            assert sentence.replace("\xa0", " ") in text.replace("\xa0", " "), surface
    (file,) = json.loads(found.to_json(language=language))["files"]
    assert [one["why"] for one in file["unread"]] == sentences
    assert [one["kind"] for one in file["unread"]] == ["goes-on-behind", "separator", "range"]
    assert [one["reason_kind"] for one in file["links"] if one["reason"]] == ["goes-on-behind", "separator", "range"]


def test_no_sentence_is_made_before_somebody_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: object) -> str:
        raise AssertionError("a sentence was made")

    monkeypatch.setattr(reasons, "sentence_of", never)
    found = verify_document("20-30 = 3, 3 = 4, $3,4 + 5 = 3$")
    assert [link.why and link.why.kind for link in (one.link for one in found.links)] == [
        "range", "bare-numbers", "separator",
    ]  # fmt: skip


def test_a_word_of_a_stranger_is_cut_and_escaped() -> None:
    word = "<b>" + "x" * 1000
    said = reasons.sentence_of(Why("not-a-number", word))
    assert len(said) < 400
    claims = [{"metric": "accuracy", "printed": "<script>x</script>"}]
    found = verify_claims({"title": "One", "data": {"matrix": [[1, 0], [0, 1]]}, "claim": claims})
    assert found.claims[0].verdict is not None
    assert found.claims[0].verdict.why == ("not-a-number", "<script>x</script>")
    assert "<script>x" not in found.to_html()
    (line,) = (line for line in found.to_markdown().splitlines() if "is not a printed number" in line)
    assert "\\<script\\>x" in line
