"""The reports in every format: well formed whatever a document holds, and nothing of it is markup or a command."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt
from markdown_it.token import Token

from exactmetrics.exact.errors import UsageError
from exactmetrics.verification.kinds import HINT_KINDS
from exactmetrics.verification.report.pages import prose
from exactmetrics.verification.report.structured import verify_schema
from exactmetrics.verification.verified import Refused, Reports
from exactmetrics.verification.verify import verify_document
from exactmetrics.verification.verify_sheet import verify_claims
from tests.cases import each, size
from tests.derivation import hostile
from tests.derivation.html_reader import parsed
from tests.examples.support import name_of, sheet_files
from tests.verification.report.written import NAMES, hostile_document

SCHEMA = Draft202012Validator(verify_schema())

# Whatever a document holds.

PIECES = [
    "4/6 = 0.66", "1/2 = 0.6", "2/3 = 0.67", "1 + ... = 3", "x = 4", "0,5 = 1/2", "recall of a: 0.7", "\r\n", "\n",
    "\r", "\n\n", "| 1 | 2 |", "```", "$$", "\\[", "%", "=", "≈", " ", "\t", "\x00", "\x1b[2J", "\u202e", "\ufeff",
    "\U0001f408", "\u0301", "٣", "½",
]  # fmt: skip
DOCUMENTS = st.lists(st.one_of(st.sampled_from(PIECES), st.sampled_from(NAMES), st.text(max_size=8)), max_size=20)


def hidden(text: str) -> list[str]:
    return [ch for ch in set(text) if not ch.isprintable() and ch not in "\n\u2062"]  # a sign of MathML


@settings(max_examples=size(30, 60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(DOCUMENTS.map("".join), st.sampled_from(["markdown", "latex", "text", "html"]))
def test_every_report_of_any_document(text: str, format: str) -> None:
    checked = verify_document(text, format=format, data=[[5, 1], [5, 7]])
    for report in (checked.to_text(width=50, all=True), checked.to_markdown(), checked.to_github()):
        assert hidden(report) == []
    parsed(checked.to_html())
    assert SCHEMA.is_valid(json.loads(checked.to_json()))
    changed = checked.fixed()
    corrections = [one.correction for one in (*checked.links, *checked.claims) if one.correction is not None]
    assert corrections or changed == text


def test_names_of_classes_are_escaped_everywhere() -> None:
    for name in [*hostile.HTML[:8], *hostile.MARKDOWN[:8], "a\x1b[31m\u202eb"]:
        checked = verify_document("The accuracy of it is 0.9 here. accuracy: 0.9", data=[[5, 1], [5, 7]])
        assert checked.claims
        checked.claims[0].question.options["label"] = name  # type: ignore[index]
        for text in (checked.to_text(), checked.to_markdown(), checked.to_html(), checked.to_github()):
            assert hidden(text) == []
        parsed(checked.to_html())


def test_names_of_files_are_escaped_everywhere() -> None:
    found = verify_document("1/2 = 0.6")
    found.path = "<b>|a`.md"
    reports = Reports([found], [Refused("<i>.csv", "<i>.csv: <script>alert(1)</script>\n::error::x")])
    html = reports.to_html()
    assert ("<script" in html, "<b>" in html) == (False, False)
    assert "\\<b\\>\\|a\\`" in reports.to_markdown()
    assert len([line for line in reports.to_github().splitlines() if line.startswith("::error")]) == 2


@each("path", ["::stop-commands::x.md", " ::add-mask::y.md", "a##[error]y.md"])
@each("width", [40, 60, 80])
def test_no_line_is_a_command_of_a_build(path: str, width: int) -> None:
    """The runner trims a line before it looks for `::`, and takes `##[` anywhere in it."""
    name = "::error file=a::pwned"
    table = "| actual \\ predicted | cat | dog |\n|---|---|---|\n| cat | 5 | 1 |\n| dog | 5 | 7 |\n\n"
    text = f"The recall of class cat is 0.5.\n\n{name} ##[error]b 4/6 = 0.66 {name} 1 + ... = 3"
    checked = verify_document(table + text, format="markdown")
    assert checked.claims
    for claim in checked.claims:
        claim.question.options["label"] = "a " * 30 + name  # type: ignore[index]
    checked.path = path
    for line in (*checked.to_text(width=width, all=True).splitlines(), checked.to_github().splitlines()[-1]):
        assert not line.lstrip().startswith("::")
        assert "##[" not in line


# Which formats there are.


def test_the_ending_of_a_file_says_the_format(tmp_path: Path) -> None:
    checked = verify_document("4/6 = 0.66", claims=False)
    for ending, start in (("md", "# Verification"), ("html", "<!DOCTYPE"), ("json", "{"), ("txt", "-:1:7: warning")):
        checked.save(tmp_path / f"report.{ending}")
        assert (tmp_path / f"report.{ending}").read_text(encoding="utf-8").startswith(start)


@each(("name", "said"), [("markdow", "markdown"), ("latex", "no format")])
def test_a_format_that_does_not_exist_is_refused(name: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        verify_document("1", claims=False).to(name)


# Markdown: what the document holds stays text, for every reader.

READERS = [MarkdownIt("commonmark"), MarkdownIt("commonmark").enable(["table", "strikethrough"])]
KINDS = {
    "heading", "paragraph", "inline", "fence", "bullet_list", "list_item", "text", "strong", "hardbreak", "softbreak",
}  # fmt: skip


def flat(tokens: list[Token]) -> list[Token]:
    return [one for token in tokens for one in (token, *flat(token.children or []))]


@each("reader", READERS)
def test_nothing_of_the_document_is_markup(reader: MarkdownIt) -> None:
    page = hostile_document().to_markdown()
    assert hidden(page) == []
    tokens = flat(reader.parse(page))
    assert {re.sub("_(open|close)$", "", token.type) for token in tokens} <= KINDS
    levels = [token.tag for token in tokens if token.type == "heading_open"]
    assert (levels[0], set(levels)) == ("h1", {"h1", "h2", "h3"})
    blocks = [token.content for token in tokens if token.type == "fence"]
    assert len(blocks) == levels.count("h3") > len(NAMES)


@each("name", [*hostile.MARKDOWN, *hostile.HTML, *hostile.TEX, *hostile.PUNCTUATION])
def test_prose_reads_back(name: str) -> None:
    (paragraph,) = [t for t in MarkdownIt("commonmark").parse(f"- **hint:** {prose(name)}") if t.type == "inline"]
    (item,) = [t for t in MarkdownIt("commonmark").parse(prose(f"{name} x")) if t.type == "inline"]
    for inline, start in ((paragraph, "hint: "), (item, "")):
        said = "".join(t.content for t in inline.children or [] if t.type == "text")
        assert said == f"{start}{' '.join(name.split())}{'' if start else ' x'}"


def test_what_a_person_reads_in_markdown() -> None:
    lines = verify_document("so 60/(60+25) = 0.938", claims=False).to_markdown().splitlines()
    assert lines[0] == r"# Verification of \-"
    assert "### error: false, line 1, column 17" in lines
    at = lines.index("```")
    assert lines[at : at + 4] == ["```", "1 | so 60/(60+25) = 0.938", "  |                 ^^^^^", "```"]
    assert r"The other side gives 12/17 ≈ 0.706, not 0.938." in lines
    assert "- **difference:** 1973/8500 ≈ 0.232, printed minus exact" in lines


# Annotations of a build: what is written comes back from the escaping that the runner undoes.

COMMAND = re.compile(r"::(?P<command>error|warning|notice) (?P<properties>[^:]*)::(?P<message>.*)")


def undone(text: str) -> str:
    """What the runner makes of it: GitHub's `unescapeProperty` (actions/runner, ActionCommand.cs)."""
    for written, meant in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(written, meant)
    return text


def read(line: str) -> tuple[str, dict[str, str], str]:
    found = COMMAND.fullmatch(line)
    assert found is not None, line
    pairs = [pair.split("=", 1) for pair in found["properties"].split(",")]
    return found["command"], {name: undone(value) for name, value in pairs}, undone(found["message"])


def test_an_annotation_says_where_and_what() -> None:
    checked = verify_document("one\nand 4/6 = 0.66, 1/2 = 50,1%", claims=False)
    checked.path = "docs/a, b: 100%.md"
    command, place, message = read(checked.to_github().splitlines()[0])
    assert (command, place["file"]) == ("warning", "docs/a, b: 100%.md")
    assert (place["line"], place["col"], place["endColumn"]) == ("2", "11", "15")
    assert place["title"] == "truncated: the other side gives 2/3 ≈ 0.67, not 0.66"
    assert "the other side gives 2/3 ≈ 0.67, not 0.66" in message.splitlines()


def test_a_document_cannot_write_annotations() -> None:
    *lines, last = hostile_document().to_github().splitlines()
    found = [read(line) for line in lines]
    counted = hostile_document().coverage
    assert len(found) == sum(1 for _ in hostile_document().of_level("warn", "error", "note")) - counted.unread
    assert not last.startswith("::")
    assert all(ch.isprintable() for line in (*lines, last) for ch in line)


# JSON is what its published schema says, whatever was found.

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


def objects(schema: object) -> Iterator[dict[str, object]]:
    if isinstance(schema, dict):
        if "properties" in schema and "type" in schema:
            yield schema
        for inner in schema.values():
            yield from objects(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from objects(inner)


def test_the_schema_lets_no_key_be_unknown_or_missing_and_names_the_kinds_there_are() -> None:
    Draft202012Validator.check_schema(verify_schema())
    for one in objects(verify_schema()):
        assert one["additionalProperties"] is False
        assert one["required"] == list(one["properties"])  # type: ignore[call-overload]
    kinds = verify_schema()["$defs"]["explanations"]["items"]["properties"]["kind"]["enum"]
    assert sorted(kinds) == sorted(set(HINT_KINDS))


@each("name", TEXTS)
def test_json_of_documents(name: str) -> None:
    made = json.loads(verify_document(TEXTS[name]).to_json())
    assert list(SCHEMA.iter_errors(made)) == []
    (file,) = made["files"]
    counted = file["coverage"]
    assert counted["links"] == len(file["links"]) == counted["checked"] + counted["symbolic"] + counted["unread"]
    assert counted["unread"] == len(file["unread"]) == sum(link["verdict"] == "unread" for link in file["links"])
    assert counted["claims"] == len(file["claims"])
    for link in file["links"]:
        assert TEXTS[name][link["start"] :].startswith(link["left"][:1])
    words = {link["verdict"] for link in file["links"]}
    assert name != "all verdicts" or words == {
        "exact", "rounded", "tie", "truncated", "float", "interval", "false", "undefined", "chained", "unread", None,
    }  # fmt: skip


@each("path", sheet_files(), ids=name_of)
def test_json_of_sheets(path: Path) -> None:
    assert list(SCHEMA.iter_errors(json.loads(verify_claims(path).to_json()))) == []


def test_json_of_several_files_in_another_language() -> None:
    both = [verify_document(TEXTS["all verdicts"]), verify_document(TEXTS["data and claims"])]
    made = json.loads(Reports(both, [Refused("x.csv", "is no answer sheet")]).to_json())
    assert list(SCHEMA.iter_errors(made)) == []
    assert (made["schema"], len(made["files"])) == ("exactmetrics/verify/1", 2)
    assert [one["path"] for one in made["refused"]] == ["x.csv"]
    english, spanish = both[0].to_dict(), both[0].to_dict(language="es")
    said = [[one["text"] for link in data["links"] for one in link["explanations"]] for data in (english, spanish)]
    assert len(said[0]) == len(said[1]) > 5
    assert set(said[0]) & set(said[1]) == set()


def test_json_sums_up() -> None:
    text = "4/6 = 0.66, 1/2 = 0.6, 3/4 = 0.75, 1 + ... = 4. The accuracy is 0.912. The recall of class dog is 0.66."
    found = json.loads(verify_document(text).to_json())
    assert found["worst"] == found["files"][0]["worst"] == "error"
    assert found["summary"] == {"error": 1, "warn": 1, "note": 0, "ok": 1, "unread": 1, "unjudged": 3, "found": 6}
    coverage = found["files"][0]["coverage"]
    assert (coverage["claims"], coverage["claims_checked"]) == (2, 0)
