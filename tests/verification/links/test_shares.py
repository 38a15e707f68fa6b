"""Shares beside their counts, without a sign of equality."""

from __future__ import annotations

from exactmetrics.verification.links.document_links import verify_links
from tests.cases import each


@each(("text", "sides", "word"), [
    ("Sensitivity was 90% (45/50).", ("90%", "45/50"), "exact"),
    ("Sensitivity was 90.0% (45/50; 95% CI 78.6 to 95.7).", ("90.0%", "45/50"), "exact"),
    ("The test found 45 of 50 (90%) of them.", ("45 of 50", "90%"), "exact"),
    ("45 out of 50 (91 %)", ("45 out of 50", "91 %"), "false"),
    ("Ein Anteil: 45 von 50 (90,0 %), und 0,05 sonst", ("45 von 50", "90,0 %"), "exact"),
    ("sensibilité 66,7 % (2/3)", ("66,7 %", "2/3"), "rounded"),
    ("A recall of 0.67 (2/3) is low.", ("0.67", "2/3"), "rounded"),
    ("A recall of 0.66 (2/3) is low.", ("0.66", "2/3"), "truncated"),
    ("3/8 is 0.375", ("3/8", "0.375"), "exact"), ("3/8, i.e. 0.385", ("3/8", "0.385"), "false"),
    ("1,234/2,000 (61.7%)", ("1,234/2,000", "61.7%"), "exact"), ("100% (12/12)", ("100%", "12/12"), "exact"),
    ("specificity 45 of 60 (76%)", ("45 of 60", "76%"), "false"),
    ("199 of 306 articles (60.5 %)", ("199 of 306", "60.5 %"), "false"),
    ("45 of the 50 patients (90%)", ("45 of the 50", "90%"), "exact"),
    ("14/109 is 0.178", ("14/109", "0.178"), "false"),
    ("progress 90% (1/12)", ("90%", "1/12"), "unread"),
])  # fmt: skip
def test_a_share_and_its_counts_are_a_link(text: str, sides: tuple[str, str], word: str) -> None:
    link, = [link for link in verify_links(text).links if link.word is not None]  # fmt: skip
    assert ((link.left, link.right), link.word) == (sides, word)
    assert text[link.where.offset : link.left_stop] == link.left
    assert text[link.ends.offset : link.stop] == link.right


@each("text", [
    "on 12/24 (0.5 h later)", "see 3/4 (Fig. 2)", "12/20/2024 (90%)", "version 2.90% (3/4.1)", "0.90 (1/2/3)",
    "the ratio was 3/2 (0.5)", "F1 (0.8) of class 3/4", "3 of 4 (see 75)", "5 or 10 is 0.5 of it", "1/2/2024 is 0.9",
])  # fmt: skip
def test_nothing_else_is_taken_for_one(text: str) -> None:
    assert [link.word for link in verify_links(text).links if link.word is not None] == []


def test_a_chain_with_its_share_in_brackets_is_judged_once() -> None:
    assert [link.word for link in verify_links("P = 45/50 = 0.9 (90%)").links if link.word] == ["exact", "exact"]
    assert [link.word for link in verify_links("P = 45/50 (= 91%)").links if link.word] == ["false"]


def test_an_arrow_is_shown_as_one() -> None:
    link, = verify_links("3/8 -> 0.375").links  # fmt: skip
    assert link.relation == "→"
