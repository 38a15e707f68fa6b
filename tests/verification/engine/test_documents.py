"""Documents as a whole: hints, notes, places and corrections, in every format; what is kept of a long one."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.verification.checked import CheckedLink, Hint
from exactmetrics.verification.kinds import HINT_KINDS
from exactmetrics.verification.links.checked_links import SEARCHED, kept_links
from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.verify import verify_document
from tests.cases import each

THREE = "2/3 = 0.667, 1/7 = 0.143, 3/7 = 0.429, 5/6 = 0.833, 8/9 = 0.889. "


def last(text: str, **options: object) -> CheckedLink:
    return verify_document(text, claims=False, **options).links[-1]  # type: ignore[arg-type]


@each(
    ("text", "word", "kind", "expected"),
    [
        ("4/6 = 0.66", "truncated", "truncated", "0.67"),
        ("4/6 = 66.6%", "truncated", "truncated", "66.7%"),
        ("841/1309 = 0.6424751718869367", "float", "float-digits", "0.6424751718869366"),
        ("23/40 = 0.57", "float", "float-digits", "0.58"),
        ("0.44447 = 0.4445 = 0.445", "chained", "chained", "0.444"),
        ("3 * 0.3333 = 1.0000", "interval", "interval", "0.9999"),
        ("3 * 0.333 = 1", "interval", "interval", "0.9990"),
    ],
)
def test_digits_are_explained(text: str, word: str, kind: str, expected: str | None) -> None:
    checked = last(text)
    assert checked.word == word
    assert (checked.hints[0].kind, checked.hints[0].facts.get("expected")) == (kind, expected)


@each(("text", "rule"), [("1/8 = 0.12", "half-even"), ("1/8 = 0.13", "half-up"), ("3/8 = 0.38", "both")])
def test_a_tie_names_the_rules_that_give_it(text: str, rule: str) -> None:
    checked = last(text)
    assert (checked.word, checked.level, checked.hints[0].facts) == ("tie", "ok", {"rule": rule})


@each(
    ("more", "rule", "facts"),
    [
        ("89/101 = 0.88", "digits", {"digits": 3, "expected": "0.881"}),
        (
            "1/2 = 0.5, 4/5 = 0.8, 3/4 = 0.75, 1/5 = 0.2, 3/5 = 0.6, 1/4 = 0.250",
            "zeros",
            {"rule": "stripped", "expected": "0.25"},
        ),
        (
            "1/2 = 0.500, 4/5 = 0.800, 3/4 = 0.750, 1/5 = 0.200, 3/5 = 0.600, 1/4 = 0.25",
            "zeros",
            {"rule": "kept", "expected": "0.250"},
        ),
        (
            "1/16 = 0.063, 3/16 = 0.188, 5/16 = 0.313, 9/16 = 0.563, 17/16 = 1.063, 13/16 = 0.812",
            "ties",
            {"rule": "half-up", "expected": "0.813"},
        ),
    ],
)  # fmt: skip
def test_a_breach_of_the_documents_own_rule_is_a_note(more: str, rule: str, facts: dict[str, object]) -> None:
    checked = last(THREE + more)
    assert (checked.level, checked.hints[-1].kind, dict(checked.hints[-1].facts)) == ("note", rule, facts)
    assert checked.correction is None


def test_results_that_come_from_rounded_inputs_are_noted() -> None:
    found = verify_document(
        "P = 1/3 = 0.33; R = 2/3 = 0.67; so P + R = 0.33 + 0.67 = 1.00 and 3 * 0.33 = 0.99", claims=False
    )
    notes = [one for one in found.links if one.level == "note"]
    assert [(one.link.right, one.hints[0].kind, one.hints[0].facts["expected"]) for one in notes] == [
        ("0.99", "chained-inputs", "1.00")
    ]


def test_a_number_that_is_the_result_of_two_things_is_no_known_input() -> None:
    found = verify_document("1/3 = 0.33, 33/101 = 0.33, 3 * 0.33 = 0.99", claims=False)
    assert {one.level for one in found.links} == {"ok"}


@each(
    ("text", "fixed"),
    [
        ("so 4/6 = 0.66.", "so 4/6 = 0.67."),
        ("4/6 = .66", "4/6 = .67"),
        ("Genauigkeit 4/6 = 0,66 und 3/7 = 0,43", "Genauigkeit 4/6 = 0,67 und 3/7 = 0,43"),
        (r"$\frac{4}{6} = 0{,}66$", r"$\frac{4}{6} = 0{,}67$"),
        ("4/6 = 66.6 %", "4/6 = 66.7 %"),
        ("0.66 = 4/6", "0.67 = 4/6"),
        ("2345/6789 = 0.3454124318", "2345/6789 = 0.3454117"),
    ],
)
def test_corrections_are_the_digits_and_nothing_else(text: str, fixed: str) -> None:
    found = verify_document(text, claims=False)
    corrections = [one.correction for one in found.links if one.correction]
    if text.startswith("2345"):  # several digits are wrong: what was meant is not sure
        assert corrections == []
        return
    (one,) = corrections
    assert text[: one.start] + one.new + text[one.stop :] == fixed
    assert text[one.start : one.stop] == one.old


def test_a_slip_in_a_long_result_is_sure_and_one_that_the_expression_may_have_is_not() -> None:
    # 123457/654321 = 0.188679562477...
    (one,) = verify_document("123457/654321 = 0.188679562748", claims=False).links
    assert one.correction is not None
    assert one.correction.new == "0.188679562478"
    assert last("1/2 = 0.6").correction is None  # any other digit is one slip away
    assert last("60/(60+25) = 0.938").correction is None
    assert last("1 + 1 = 3").correction is None


HTML = "<p>So 4&nbsp;/&nbsp;6 = <b>0.66</b>, and 3&times;2&nbsp;= 7&#37;.</p>"
NOTEBOOK = json.dumps({"cells": [{"cell_type": "markdown", "source": ["**x**\t= 4/6 = 0.66\n", "ñ: 1/2 = 0.6\n"]}]})


@each(("text", "format"), [(HTML, "html"), (NOTEBOOK, "notebook")])
def test_spans_and_corrections_are_places_of_the_file(text: str, format: str) -> None:
    found = verify_document(text, format=format, claims=False)
    for one in found.links:
        shown = text[one.span.start.offset : one.span.stop]
        assert shown[:1] == one.link.left[:1]
        assert shown.endswith((one.link.right[-1], "&#37;"))
        line = text[: one.span.start.offset].rpartition("\n")[2]
        assert one.span.start.column == len(line) + 1
    (fixed,) = [one.correction for one in found.links if one.correction]
    assert text[fixed.start : fixed.stop] == "0.66"


def test_the_span_ends_behind_an_entity() -> None:
    (one,) = verify_document("<p>1/2 = 50&#37;</p>", format="html", claims=False).links
    assert (one.word, one.span.stop) == ("exact", len("<p>1/2 = 50&#37;"))


def test_a_string_is_a_text_and_a_path_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "answers.md"
    file.write_text("4/6 = 0.66", encoding="utf-8")
    by_path, by_text = verify_document(file), verify_document("see answers.md")
    assert (by_path.path, by_path.format, by_path.source, len(by_path.links)) == (str(file), "markdown", "", 1)
    assert (by_text.path, by_text.source) == ("", "see answers.md")
    with pytest.raises(UsageError, match=r"give Path\('answers.md'\)"):
        verify_document("answers.md")
    with pytest.raises(UsageError, match=r"give Path\('.*answers.md'\)"):
        verify_document(str(file))
    with pytest.raises(InputError, match="there is no file"):
        verify_document(tmp_path / "missing.md")


def test_rules_and_formats_that_do_not_exist_are_refused() -> None:
    with pytest.raises(UsageError, match="nearest"):
        verify_document("1/2 = 0.5", rule="up")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="markdown"):
        verify_document("1/2 = 0.5", format="word")


def test_cut_digits_are_right_where_the_rule_is_to_cut() -> None:
    checked = last("4/6 = 0.66", rule="truncate")
    assert (checked.word, checked.level, checked.correction) == ("truncated", "ok", None)


def test_of_a_long_document_what_is_right_is_counted_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "1/2 = 0.5, 1/4 = 0.25, 2/3 = 0.66, 1/5 = 0.2, 1 + 1 = 3, 7 = 1/2 + 1/"
    kept, counted = kept_links(verify_links(text).links, limit=1)
    assert [link.right for link in kept] == ["0.5", "0.66", "3"]
    assert (counted.links, counted.judged, counted.unread) == (6, 5, 1)
    whole = verify_document(text).to_text().splitlines()[-1]
    monkeypatch.setattr("exactmetrics.verification.verify.kept_links", partial(kept_links, limit=1))
    assert len(verify_document(text).links) == 3
    assert verify_document(text).to_text().splitlines()[-1] == whole


def test_repairs_of_very_many_false_links_are_not_searched_for() -> None:
    found = verify_document("1 + 1 / 2 = 1; " * (SEARCHED + 3), claims=False)
    assert [len(link.hints) + len(link.more) > 1 for link in (found.links[0], found.links[-1])] == [True, False]


def test_a_quotient_by_zero_is_explained() -> None:
    checked = last(r"$\frac{1}{0} = 0.5$")
    assert (checked.word, checked.level, [hint.kind for hint in checked.hints]) == ("undefined", "warn", ["no-value"])


FACTS = {
    "expected": "0.5", "old": "1", "new": "2", "digits": 3, "rule": "half-up", "result": "1/2", "count": "TP",
    "pairs": ("a: b", "b: a"), "scores": ("f1 = 0.9",), "label": "a", "metric": "recall", "first": "precision",
    "second": "recall", "other": "npv", "average": "macro", "asked": "weighted", "over": "present", "sum": "2/3",
    "factor": "2", "policy": "0", "presets": ("sklearn-1.9",), "convention": "convex", "beta": "2", "order": ("a", "b"),
    "row": "a", "column": "b", "n": "280", "denominator": "80",
}  # fmt: skip


@each("kind", HINT_KINDS)
def test_every_kind_has_a_sentence_in_every_language(kind: str) -> None:
    facts = {**FACTS, "rule": {"zeros": "kept", "rounding": "nearest"}.get(kind, "half-up")}
    said = {Hint(kind, facts, "1 = 1").text(language) for language in ("en", "es", "ar", "de", "fr")}
    assert len(said) == 5
    assert not any("{" in sentence for sentence in said)


@each(("kind", "rules"), [
    ("tie", ("half-up", "half-even", "both")), ("zeros", ("kept", "stripped")), ("rounding", ("truncate", "nearest")),
    ("ties", ("half-up", "half-even")),
])  # fmt: skip
def test_every_rule_has_a_sentence_of_its_own(kind: str, rules: tuple[str, ...]) -> None:
    for language in ("en", "es", "ar", "de", "fr"):
        assert len({Hint(kind, {**FACTS, "rule": rule}).text(language) for rule in rules}) == len(rules)
