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
# A text and the reason for which its last equality is not judged, or what its verdict adds.
TEXTS: dict[str, tuple[str, str]] = {
    "range": ("20-30 = 3", ""), "ratio": ("3:4 = 9", ""), "leading-sign": ("So. - 3 * 4 = 9", "-"),
    "dash": ("3 + 4 = 9 - so", "-"), "taken-of": ("sum 2(3) = 7", "sum"), "label-before": ("class 3 + 4 = 9", "class"),
    "unit": ("3/4 = 45 min", "min"), "factor": ("3 + 4 = 9 TP", "TP"), "goes-on-behind": ("3/4 = 0.9 minus 2", "minus"),
    "bare-numbers": ("3 = 4", ""), "digits-in-brackets": ("2/3 = 0.5(2)", ""),
    "lost-bar": ("67 = 0.67", ""), "numbered-label": ("wir rechnen 15 : 5 + 2 = 7", ""),
    "parting-dash": ("3/4 = 0.75 - 2/4 = 0.6", ""), "comparison-in-code": ("1/2 == 0.6", "=="),
    "congruence": ("17 + 3 ≡ 5", "≡"), "comparison": ("3 < 2", "<"), "in-code": ("```python\nx = 3/4 = 0.85\n```", "="),
    "no-equals-sign": ("3/4 -> 0.85", ""), "too-long": ("1" + "+1" * 3000 + " = 3", "6001"),
    "too-deep": ("$" + "(" * 70 + "1+1" + ")" * 70 + " = 1$", ""), "too-large": ("9^99 = 3", "99"),
    "left-out": ("1 + 2 + ... + 9 = 46", "..."), "separator": ("3,4 + 5 = 3", ","), "ends-early": ("3 + = 4", ""),
    "sign-doubled": ("3 +- 2 = 1", "-"), "two-numbers": ("3 4 + 5 = 6", "4"), "power-of-power": ("2^3^2 = 5", "^"),
    "exponent": ("2^{0.3} = 1.4", "0.3"), "number-expected": ("3 + * 4 = 7", "*"),
    "braces-expected": (r"$\frac{1}{2} \frac + 3 = 3$", "+"), "bracket-expected": ("2^{2/3} = 1.4", "/"),
    "other-root": (r"$\sqrt[1]{8} = 3$", "1"),
    "unlike-roots": (r"$\frac{1}{\sqrt{2}+\sqrt{3}+\sqrt{5}+\sqrt{7}+\sqrt{11}+\sqrt{13}} = 0.06$", ""),
    "nested-root": (r"$\sqrt{1+\sqrt{2}} = 1.55$", ""), "negative-root": (r"$\sqrt{-4} = 2$", ""),
    "zero-denominator": ("1/0 = 3", ""), "chained": ("4447/10000 = 0.445 = 0.45", ""),
    "rounded-whole": ("1000/3 = 333", ""), "function": (r"$\binom{5}{2} = 10$", "binom"),
    "logarithm": (r"$\ln 3 \cdot \ln 5 = 1.77$", ""), "outside-domain": ("z(2) = 7", "z"),
    "worked-with": ("half of 3/4 = 0.375", "of"),
}  # fmt: skip
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


@each("kind", TEXTS)
def test_an_equality_has_its_reason(kind: str) -> None:
    text, word = TEXTS[kind]
    assert verify_document(text).links[-1].link.why == (kind, word)


def test_every_kind_arises() -> None:
    found = elsewhere()
    assert {kind: why and why.kind for kind, why in found.items()} == {kind: kind for kind in found}
    assert {*TEXTS, *found} == WHY_KINDS
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
