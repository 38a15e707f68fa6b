"""What is told of a document: the rules of its results, values that break them, differences, how much was judged."""

from __future__ import annotations

from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.links.habits import breaches, habits_of
from tests.cases import each

THREE = "2/3 = 0.667, 1/7 = 0.143, 3/7 = 0.429, 5/6 = 0.833, 8/9 = 0.889. "


@each(
    ("more", "wanted"),
    [
        ("1/2 = 0.5, 4/5 = 0.8, 3/4 = 0.75", (3, "stripped", "nearest", None)),
        ("1/2 = 0.500, 4/5 = 0.800, 3/4 = 0.750", (3, "kept", "nearest", None)),
        ("1/2 = 0.500, 4/5 = 0.8", (3, None, "nearest", None)),
        ("1/16 = 0.063, 3/16 = 0.188, 5/16 = 0.313", (3, None, "nearest", "half-up")),
        ("1/16 = 0.062, 5/16 = 0.312", (3, None, "nearest", "half-even")),
    ],
)
def test_rules(more: str, wanted: tuple[object, ...]) -> None:
    habits = habits_of(verify_links(THREE + more))
    assert (habits.digits, habits.zeros, habits.rounding, habits.ties) == wanted


def test_truncation_is_found() -> None:
    habits = habits_of(verify_links("4/6 = 0.66, 2/3 = 0.66, 5/6 = 0.83"))
    assert (habits.rounding, dict(habits.rounding_seen)) == ("truncate", {"truncate": 2})


def test_nothing_is_inferred_from_little() -> None:
    habits = habits_of(verify_links("2/3 = 0.67"))
    assert (habits.digits, habits.zeros, habits.rounding, habits.ties) == (None, None, None, None)


@each(
    ("more", "wanted"),
    [
        ("89/101 = 0.88", [("0.88", "digits")]),  # 0.881 to three places, so no zero was stripped
        ("89/101 = 0.8812", [("0.8812", "digits")]),
        ("1/2 = 0.5, 4/5 = 0.8, 3/4 = 0.75, 1/4 = 0.250", []),  # one in four is no habit yet
        ("1/2 = 0.5, 4/5 = 0.8, 3/4 = 0.75, 1/5 = 0.2, 3/5 = 0.6, 1/4 = 0.250", [("0.250", "zeros")]),
        ("1/16 = 0.063, 3/16 = 0.188, 5/16 = 0.313, 9/16 = 0.563, 17/16 = 1.063, 13/16 = 0.812", [("0.812", "ties")]),
    ],
)
def test_right_values_that_break_a_rule(more: str, wanted: list[tuple[str, str]]) -> None:
    found = verify_links(THREE + more)
    assert [(breach.link.right, breach.rule) for breach in breaches(found)] == wanted
    assert all(breach.link.level == "ok" for breach in breaches(found))


def test_what_is_not_read_says_why() -> None:
    (link,) = verify_links("1 + 2 + ... + 9 = 45").unread
    assert link.level == "note"
    assert "leaves terms out" in link.reason


def test_the_difference_is_exact() -> None:
    (link,) = verify_links("60/(60+25) = 0.938").judged
    assert str(link.difference) == "1973/8500"
    assert str(link.value) == str(link.left_value) == "12/17"


def test_coverage_counts_every_link_once() -> None:
    found = verify_links("P = 3/4 = 0.75, S = 1 + ... + 9 = 45")
    counts = found.coverage
    assert (counts.links, counts.judged, counts.symbolic, counts.unread) == (4, 1, 2, 1)
    assert counts.links == counts.judged + counts.symbolic + counts.unread == len(found.links)
    assert len(found.judged) == 1
