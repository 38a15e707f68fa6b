"""Repairs: the published errata, one fault of every kind put into right arithmetic, and what is never claimed."""

from __future__ import annotations

from exactmetrics.verification.links.checked_links import checked_links
from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.links.edits import CLASSES, KINDS
from exactmetrics.verification.links.habits import Habits
from exactmetrics.verification.links.repairs import Trials, nearby_numbers, repairs, tokens_of
from exactmetrics.verification.verify import verify_document
from tests.cases import each


def offered(text: str) -> list[tuple[str, str, str]]:
    found = verify_links(text)
    at = next(k for k, link in enumerate(found.links) if link.word in ("false", "chained"))
    shown = repairs(found.links[at], nearby_numbers(found.links, at))
    assert {repair.kind for repair in shown} <= set(KINDS)
    return [(repair.kind, repair.left, repair.right) for repair in shown]


@each(
    ("text", "kind", "left"),
    [
        # the five false lines of a published tutorial, with the lines around them that hold the right number
        (r"$FN_L = 0 + 4 = 4$, $$\text{Recall}_L = \frac{60}{60 + 25} = 0.938$$", "denominator", r"\frac{60}{60 + 4}"),
        (r"$$S = \frac{(50 * 0.79) + (51 * 0.808) + (49 * 0.811)}{150} = 0.826$$", "digit",
         r"\frac{(50 * 0.79) + (51 * 0.808) + (49 * 0.881)}{150}"),
        (r"$$S = \frac{1}{2} + (1 + 0.842) = 0.921$$", "operator", r"\frac{1}{2} * (1 + 0.842)"),
        (r"$$N = 107$$ $$\text{Accuracy} = \frac{4 + 65 + 9}{3} = 0.729$$", "denominator", r"\frac{4 + 65 + 9}{107}"),
    ],
)  # fmt: skip
def test_published_errata(text: str, kind: str, left: str) -> None:
    first = offered(text)[0]
    assert first[:2] == (kind, left)


@each(
    ("text", "repair"),
    [
        ("1 + 2 / 3 = 1", ("bracket", "(1 + 2) / 3", "1")),
        ("(2 + 3 * 4) = 20", ("bracket", "((2 + 3) * 4)", "20")),
        ("2 * 0.8 * 0.6 / (0.8 - 0.6) = 0.686", ("operator", "2 * 0.8 * 0.6 / (0.8 + 0.6)", "0.686")),
        ("38 + 4 + 9 + 28 = 97", ("result-transposed", "38 + 4 + 9 + 28", "79")),
        ("38 + 4 + 9 + 28 = 78", ("result-digit", "38 + 4 + 9 + 28", "79")),
        ("83 + 4 + 9 + 28 = 79", ("operand-transposed", "38 + 4 + 9 + 28", "79")),
        ("0.8 * 0.6 / (0.8 + 0.6) = 0.6857", ("factor-2", "2 * (0.8 * 0.6 / (0.8 + 0.6))", "0.6857")),
        ("30 / 40 = 75", ("percent", "100 * (30 / 40)", "75")),
        ("3 + 4 + 5 + 6 = 12", ("term", "3 + 4 + 5", "12")),
        ("a = 44, b = 9. (23 + 31) / 98 = 1", ("missing-term", "(23 + 31 + 44) / 98", "1")),
        ("17/40 = 0,452", ("result-transposed", "17/40", "0,425")),
    ],
)
def test_one_fault_of_every_kind(text: str, repair: tuple[str, str, str]) -> None:
    assert repair in offered(text)


def test_the_right_result_is_the_last_resort() -> None:
    assert offered("3/7 = 0.999")[-1] == ("result", "3/7", "0.429")


def test_right_links_get_none() -> None:
    assert [repairs(link) for link in verify_links("3/4 = 0.75, P = 3/4, 4/6 = 0.66").links] == [[], [], []]


def test_the_nearest_numbers_come_first() -> None:
    links = verify_links("a = 1, b = 2, c = 3, d = 4, e = 5").links
    assert nearby_numbers(links, 2, reach=1) == ["3", "2", "4"]


@each(
    ("text", "kind", "new"),
    [
        ("5/14 = 35.8 %", "result-rounding", "35.7"),
        ("47/54 = 0.871", "result-rounding", "0.870"),
        ("5/6 = 0.84", "result-rounding", "0.83"),
        ("47/54 = 0.872", "result-digit", "0.870"),
        ("5/2 = 4", "result", "2.500"),
    ],
)
def test_a_result_that_is_rounded_the_wrong_way(text: str, kind: str, new: str) -> None:
    (link,) = verify_links(text).judged
    (repair,) = [repair for repair in repairs(link) if repair.kind.startswith("result")]
    assert (repair.kind, repair.new) == (kind, new)


@each(("text", "nearby", "first"), [
    ("218 + 165 + 164 = 577", ["195"], ("operand", "218 + 195 + 164")),  # 547 is one digit away too
    ("171 + 29 + 66 + 354 = 600", ["46"], ("operand", "171 + 29 + 46 + 354")),
    ("41/(49 + 13) = 41/54", ["13", "5", "41"], ("denominator", "41/(41 + 13)")),  # 49 + 5 is 54 too
    ("218 + 165 + 164 = 577", ["31"], ("result-digit", "218 + 165 + 164")),
    ("24 + 17 + 19 = 61", ["25"], ("result-digit", "24 + 17 + 19")),  # one too many, not 25 for 24
    ("24 + 17 + 19 = 50", ["14"], ("result-digit", "24 + 17 + 19")),  # a carry is lost, not 14 for 24
])  # fmt: skip
def test_a_slip_of_a_number_that_stands_near_by_comes_first(
    text: str, nearby: list[str], first: tuple[str, str]
) -> None:
    (link,) = verify_links(text).judged
    found = repairs(link, nearby)[0]
    assert (found.kind, found.left) == first


def test_digits_around_a_comma_of_latex_are_digits() -> None:
    for text in ("$3/8 = 0{,}357$ und $0{,}5$", "$3/8 = 0,357$ und $0,5$"):
        first = verify_links(text, format="latex").judged[0]
        assert repairs(first)[0].kind == "result-transposed"
        assert repairs(first)[0].new.replace("{,}", ",") == "0,375"


# worked out by hand: 68/80 = 0.85; 68/91 = 0.74725; 34/49 = 0.69388
REPAIRED = (
    ("68 / (68 + 12) x 100 = 58.0 %", "result-transposed", "68 / (68 + 12) x 100", "85.0 %"),
    ("68 / (68 + 12) x 100 = 85.1 %", "result-digit", "68 / (68 + 12) x 100", "85.0 %"),
    ("68 / (66 + 23) x 100 = 74.7 %", "denominator", "68 / (68 + 23) x 100", "74.7 %"),
    ("100 × 34/49 = 96.4 %", "result-transposed", "100 × 34/49", "69.4 %"),
    ("34/94 × 100 = 69.4 %", "operand-transposed", "34/49 × 100", "69.4 %"),
)


@each(("text", "kind", "left", "right"), REPAIRED)
def test_a_percent_sign_behind_a_hundredfold_is_a_unit(text: str, kind: str, left: str, right: str) -> None:
    (link,) = verify_links(text).links
    assert link.word == "false"
    found = {(one.kind, one.left, one.right) for one in repairs(link, ["68"] if kind == "denominator" else ())}
    assert (kind, left, right) in found


@each("text", [text for text, *_ in REPAIRED])
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
