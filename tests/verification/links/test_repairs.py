"""Repairs: numbers near by, what is never claimed, how far is searched; `cases/repairs.toml` has the kinds."""

from __future__ import annotations

from exactmetrics.verification.links.checked_links import checked_links
from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.links.edits import CLASSES
from exactmetrics.verification.links.habits import Habits
from exactmetrics.verification.links.repairs import Trials, nearby_numbers, repairs, tokens_of
from exactmetrics.verification.verify import verify_document
from tests.cases import each


def test_the_nearest_numbers_come_first() -> None:
    links = verify_links("a = 1, b = 2, c = 3, d = 4, e = 5").links
    assert nearby_numbers(links, 2, reach=1) == ["3", "2", "4"]


@each(("text", "nearby", "kind", "left"), [
    ("218 + 165 + 164 = 577", ["195"], "operand", "218 + 195 + 164"),  # 547 is one digit away too
    ("171 + 29 + 66 + 354 = 600", ["46"], "operand", "171 + 29 + 46 + 354"),
    ("41/(49 + 13) = 41/54", ["13", "5", "41"], "denominator", "41/(41 + 13)"),  # 49 + 5 is 54 too
    ("218 + 165 + 164 = 577", ["31"], "result-digit", "218 + 165 + 164"),
    ("24 + 17 + 19 = 61", ["25"], "result-digit", "24 + 17 + 19"),  # one too many, not 25 for 24
    ("24 + 17 + 19 = 50", ["14"], "result-digit", "24 + 17 + 19"),  # a carry is lost, not 14 for 24
])  # fmt: skip
def test_a_slip_of_a_number_that_stands_near_by_comes_first(text: str, nearby: list[str], kind: str, left: str) -> None:
    (link,) = verify_links(text).judged
    first = repairs(link, nearby)[0]
    assert (first.kind, first.left) == (kind, left)


@each("text", ["$3/8 = 0{,}357$ und $0{,}5$", "$3/8 = 0,357$ und $0,5$"])
def test_digits_around_a_comma_of_latex_are_digits(text: str) -> None:
    first = repairs(verify_links(text, format="latex").judged[0])[0]
    assert (first.kind, first.new.replace("{,}", ",")) == ("result-transposed", "0,375")


@each("text", [
    "68 / (68 + 12) x 100 = 58.0 %", "68 / (68 + 12) x 100 = 85.1 %", "68 / (66 + 23) x 100 = 74.7 %",
    "100 × 34/49 = 96.4 %", "34/94 × 100 = 69.4 %",
])  # fmt: skip
def test_no_percentage_of_a_percentage(text: str) -> None:
    """What is said to be right is a share of the whole, not a hundred times as much."""
    (link,) = checked_links(verify_links(text).links, Habits())
    for hint in link.hints:
        assert not hint.kind.startswith("result") or float(hint.facts["new"].rstrip("%")) < 100
    verdict = link.link.verdict
    assert verdict is not None
    assert float(verdict.value) < 100  # type: ignore[arg-type]


def test_the_edits_of_a_search_are_counted() -> None:
    (link,) = verify_links("(0.769 + 0.538 + 0.610) / 3 = 0.712").judged
    trials = Trials(10)
    assert [repair.kind for repair in repairs(link, trials=trials)] == ["result"]
    assert trials.left == 0


@each("text", ["(12 + 5) / 4 = 4.75", r"$\frac{17}{40} \cdot 1{,}5 = 0{,}6475$", "2 * -3 + 1 = -6"])
def test_an_edit_of_the_tokens_reads_as_the_edited_text(text: str) -> None:
    (link,) = verify_links(text).judged
    tokens = tokens_of(link.left, link.decimal_comma)
    for make in CLASSES:
        for edit in make(tokens, ("7", "0.25")):
            again = [token.text for token in tokens_of(edit.applied(link.left), link.decimal_comma)]
            assert [token.text for token in edit.tokens(tokens, link.decimal_comma)] == again


def test_a_percent_sign_that_begins_a_comment_is_the_first_explanation() -> None:
    link, *_ = verify_document("We get $1/3 = 33.3%$\nhere.", format="latex").links
    assert (link.hints[0].kind, link.hints[0].repaired) == ("comment", "1/3 = 33.3\\%")
    assert [link.hints[0].kind for link in verify_document("$1/3 = 33.3$.", format="latex").links] == ["percent"]
