"""The report as a web page: well formed, without script, the document in it unchanged, every mark in its place."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import Element

from exactmetrics.derivation.notation.escape import visible
from exactmetrics.verification.report.webpage import AROUND, DERIVATIONS, WHOLE
from exactmetrics.verification.verified import Reports, Verification
from exactmetrics.verification.verify import verify_document
from exactmetrics.verification.verify_sheet import verify_claims
from tests.cases import each
from tests.derivation.html_reader import parsed
from tests.verification.report.written import LANGUAGES, NAMES, hostile_document, lines_of, marks

TAGS = {
    "html", "head", "meta", "title", "style", "body", "main", "article", "h1", "h2", "p", "strong", "span", "mark",
    "ul", "li", "a", "bdi", "code", "div", "details", "summary", "dl", "dt", "dd",
}  # fmt: skip


def page(checked: Verification, language: str = "en") -> Element:
    return parsed(checked.to_html(language=language))


def test_the_document_stands_in_it_unchanged() -> None:
    text = "# A & B <b>\n\nso 4/6 = 0.66\n\nتمّ 1/2 = 0.5\n"
    root = page(verify_document(text, claims=False))
    assert list(lines_of(root).values()) == text.splitlines()
    assert list(marks(root)) == [("0.66", "is-warn"), ("0.5", "is-ok")]


def test_every_line_of_a_hostile_document_reads_back() -> None:
    root = page(hostile_document())
    source = hostile_document().source.removesuffix("\n").split("\n")
    assert [lines_of(root)[at + 1] for at in range(len(source))] == [
        visible(line.removesuffix("\r")) for line in source
    ]
    assert {e.tag for e in root.iter()} == TAGS
    assert {name for e in root.iter() for name in e.attrib} <= {
        "lang", "dir", "charset", "name", "content", "class", "id", "href", "title", "open"
    }  # fmt: skip
    assert len(source) > len(NAMES)


def test_marks_and_explanations_find_each_other() -> None:
    root = page(verify_document("1/2 = 0.6, 4/6 = 0.66\n\n1/3 = 0.33 = 0.330", claims=False))
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids)) > 3
    links = [a.get("href", "") for a in root.iter("a")]
    assert links
    assert {link.removeprefix("#") for link in links} <= set(ids)
    kinds = [(d.get("class"), d.get("open")) for d in root.iter("details") if "finding" in (d.get("class") or "")]
    assert ("finding is-error", "") in kinds
    assert ("finding is-warn", "") in kinds


def test_two_reports_on_a_page_share_no_id() -> None:
    root = parsed(Reports([verify_document(text, claims=False) for text in ("1/2 = 0.6", "1/2 = 0.7")]).to_html())
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids)) == 6  # each report, its mark and its finding


@each("language", LANGUAGES)
def test_there_is_no_script_and_nothing_from_elsewhere(language: str) -> None:
    html = verify_document("4/6 = 0.66", claims=False).to_html(language=language)
    assert "<script" not in html
    assert "http" not in html
    assert "url(" not in html
    article = next(page(verify_document("4/6 = 0.66", claims=False), language).iter("article"))
    assert (article.get("lang"), article.get("dir")) == (language, "rtl" if language == "ar" else "ltr")


def test_colour_is_never_alone() -> None:
    html = verify_document("4/6 = 0.66", claims=False).to_html()
    for level, pattern in (("error", "wavy"), ("warn", "dashed"), ("note", "dotted"), ("ok", "solid")):
        assert f"mark.is-{level} {{ text-decoration-style: {pattern}" in html
    assert "prefers-color-scheme: dark" in html
    assert "@media print" in html


def test_of_a_long_document_the_lines_around_findings_are_shown() -> None:
    plain = "nothing is said here at all\n"
    many = WHOLE // len(plain) + 500
    text = plain * many + "4/6 = 0.66\n" + plain * many
    html = verify_document(text, claims=False).to_html()
    shown = lines_of(parsed(html))
    assert list(shown) == list(range(many + 1 - AROUND, many + 2 + AROUND))
    assert shown[many + 1] == "4/6 = 0.66"
    assert html.count(f"{many - AROUND} lines left out") == 2
    assert len(html) < 40_000


def test_a_long_line_is_cut_around_its_marks() -> None:
    text = "word " * 3_000 + "4/6 = 0.66" + " word" * 3_000
    html = verify_document(text, claims=False).to_html()
    (line,) = lines_of(parsed(html)).values()
    assert "4/6 = 0.66" in line
    assert line.startswith("…")
    assert line.endswith("…")
    assert len(line) < 1_000


def sheet(claims: int) -> Verification:
    answers = '[[claim]]\nmetric = "recall"\nlabel = "a"\nwhere = "<i>1</i>"\nprinted = "0.9"\n' * claims
    return verify_claims(f'title = "Two"\n[data]\nlabels = ["a", "b"]\nmatrix = [[5, 1], [5, 7]]\n{answers}')


def test_a_wrong_claim_carries_the_derivation_of_the_right_value() -> None:
    root = page(sheet(1))
    (right,) = [d for d in root.iter("details") if d.get("class") == "right"]
    assert right.get("open") is None
    assert next(right.iter("h1")).text == "Recall of class "
    numbers = [e.text for e in right.iter("mn")]
    assert str(Fraction(5, 6).numerator) in numbers
    assert str(Fraction(5, 6).denominator) in numbers
    assert any("".join(e.itertext()).endswith(", <i>1</i>") for e in root.iter("bdi"))


def test_of_many_derivations_some_are_left_out_and_counted() -> None:
    root = page(sheet(DERIVATIONS + 3))
    assert sum(d.get("class") == "right" for d in root.iter("details")) == DERIVATIONS
    assert "3 more derivations are left out here." in "".join(root.itertext())


def test_a_notebook_is_shown_the_part_of_a_page() -> None:
    fragment = verify_document("4/6 = 0.66", claims=False)._repr_html_()
    assert fragment.lstrip().startswith("<article")
    assert "<style>" in fragment


def test_a_file_that_shrank_meanwhile_is_still_reported(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("word " * 100 + "\n\n4/6 = 0.66", encoding="utf-8")
    checked = verify_document(path, claims=False)
    path.write_text("short", encoding="utf-8")
    root = page(checked)
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert ids == ["r1", "r1-f0"]
    assert list(lines_of(root).values()) == ["short"]
    assert "2/3 ≈ 0.67" in checked.to_text()
    assert "2/3 ≈ 0.67" in checked.to_markdown()
