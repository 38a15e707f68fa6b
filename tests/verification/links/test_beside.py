"""Equalities that stand beside one another: items of a list, formulas, rows, and what only looks like a separator."""

from __future__ import annotations

import json

from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.links.edits import CLASSES
from exactmetrics.verification.links.repairs import Trials, repairs, tokens_of
from exactmetrics.verification.verify import verify_document
from tests.cases import each
from tests.growth import assert_linear


def words(text: str, form: str = "markdown") -> list[str]:
    return [link.word for link in verify_links(text, format=form).links if link.word is not None]


BULLETS = [
    "- 3/4 = 0.75\n- 2/4 = 0.5\n",
    "* 3/4 = 0.75\n* 2/4 = 0.5\n",
    "+ 3/4 = 0.75\n+ 2/4 = 0.5\n",
    "- 4 + 6 = 10\n- 8 - 3 = 5\n",
    "- scores\n  - 3/4 = 0.75\n  - 2/4 = 0.5\n",
    "> - 3/4 = 0.75\n> - 2/4 = 0.5\n",
    "- 3/4 = 0.75\r\n- 2/4 = 0.5\r\n",
    "We have 3/4 = 0.75\n- 2/4 = 0.5\n",
]


@each("text", BULLETS)
@each("form", ["markdown", "text", "notebook"])
def test_items_of_a_list_are_no_sum(text: str, form: str) -> None:
    if form == "notebook":
        text = json.dumps({"cells": [{"cell_type": "markdown", "source": text.splitlines(keepends=True)}]})
    assert words(text, form) == ["exact", "exact"]


@each(
    ("text", "wanted"),
    [
        ("x = 1 + 2\n+ 3 = 6\n", ["exact"]),
        ("x = 1 + 2\n+ 3 = 7\n", ["false"]),
        ("so x = 10/4\n* 2 = 5.0\n", ["exact"]),
        ("so x = 10/4\n+ 3*2 = 8.5\n", ["exact"]),
        ("- 3/4 = 0.75\n- 2/4 = 0.6\n", ["exact", "false"]),
    ],
)
def test_a_sum_over_two_lines_goes_on(text: str, wanted: list[str]) -> None:
    assert words(text) == wanted


@each(
    "text",
    [
        "$1/2 = 0.5$ $-1/2 = {}$",
        r"\(1/2 = 0.5\) \(-1/2 = {}\)",
        "$$1/2 = 0.5$$\n$$-1/2 = {}$$",
        "$1/2 = 0.5$\n$-1/2 = {}$",
        "$1/2 = 0.5$ and $-1/2 = {}$",
        r"$$1/2 = 0.5 \qquad -1/2 = {}$$",
        r"\[1/2 = 0.5\\ -1/2 = {}\]",
    ],
)
@each(("printed", "word"), [("-0.5", "exact"), ("-0.6", "false")])
def test_a_formula_that_begins_with_a_sign_is_one_by_itself(text: str, printed: str, word: str) -> None:
    assert words(text.replace("{}", printed)) == ["exact", word]


@each(
    "text",
    [r"\[x = 1 + 2 \\ + 3 = 6\]", "we get $3$ $+ 4$ $= 7$", "$3/4$ $= 0.75$"],
)
def test_a_formula_that_goes_on_with_a_sign(text: str) -> None:
    assert words(text) == ["exact"]


@each(
    "text",
    [
        "1/3 = 0.(3)", r"$4/6=0.\dot{6}$", r"$4/6=0.\dot6$",
        r"$1/7 = 0.\dot{1}4285\dot{7}$", r"$4/6 = 0.\overline{6}$", "2/3 = 0.6\u0305", "1/11 = 0.0\u03059\u0305",
        "1/7 = 0.1\u030742857\u0307",
        "0.25(4) = 1", r"$3{:}4 = 0{,}75$", "0,75 = 3/4 und 1/3 = 0,(3)",
    ],
)  # fmt: skip
def test_a_repeating_decimal(text: str) -> None:
    assert set(words(text)) == {"exact"}


@each(
    ("text", "word"),
    [
        ("1/3 = 0.(4)", "false"), (r"$4/6 = 0.\dot{7}$", "false"), ("2/3 = 0.7\u0305", "false"),
        ("1/6 = 0.1(7)", "unread"),  # a period, an uncertainty of the last digit, or a product
        ("1/6 = 0.1(6)", "unread"), ("37/60 = 0.617(12)", "unread"), ("0.25(4) = 1.2", "unread"),
    ],
)  # fmt: skip
def test_digits_in_brackets_that_are_no_period(text: str, word: str) -> None:
    assert words(text) == [word]


@each(
    ("text", "wanted"),
    [
        ("3/4 = 0.75 – 2/4 = 0.5", ["unread", "unread"]),
        ("3/4 = 75% - 2/4 = 50%", ["unread", "unread"]),
        ("2/4 = 0.5 / 1/4 = 0.25", ["unread", "unread"]),
        ("2/4 = 0.5 * 1/4 = 0.25", ["unread", "unread"]),
        ("3/4 = 0.75 - 2/4 = 0.4", ["unread", "unread"]),
        ("2/4 = 1 - 0.5 = 0.5", ["exact", "exact"]),
        ("3 + 4 = 7 + 2 = 9", ["false", "exact"]),
        ("3/4 = 0.76 + 1/5 = 0.85", ["false", "false"]),
    ],
)
def test_a_sign_that_may_part_two_equalities(text: str, wanted: list[str]) -> None:
    assert words(text) == wanted


@each(
    ("text", "wanted"),
    [
        ("4/(4+1 = 0.8", ["unread"]),
        ("4/(4+1 = 0.9. And 3/4 = 0.7, 1/2 = 0.6", ["unread", "truncated", "false"]),
        ("(3+4)) / 2 = 3.5 and 1/2 = 0.6", ["unread", "false"]),
        ("so (see 4 + 1 = 6", ["false"]),
        ("b) 4 + 1 = 6", ["false"]),
    ],
)
def test_a_bracket_without_a_partner(text: str, wanted: list[str]) -> None:
    assert words(text) == wanted


def test_a_percent_sign_that_begins_a_comment() -> None:
    """The page shows `1/3 = 33.3`, which is wrong: the hint says why before anything else."""
    document = verify_document("We get $1/3 = 33.3%$\nand $2/3 = 66.7\\%$ and\n$2/3 = 66.5%$ here.", format="latex")
    found = [(link.word, [hint.kind for hint in link.hints][:1]) for link in document.links]
    assert found == [("false", ["comment"]), ("rounded", []), ("false", [])]
    assert document.links[0].hints[0].repaired == "1/3 = 33.3\\%"
    assert [link.hints[0].kind for link in verify_document("$1/3 = 33.3$.", format="latex").links] == ["percent"]


def test_many_false_links_cost_little_more_than_few() -> None:
    """The edits tried are bounded over the whole document."""

    def chain(length: int) -> str:
        return " = ".join(f"{number}/7" for number in range(1, length + 1))

    assert_linear(lambda text: verify_document(text, format="markdown"), chain, 100)


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
