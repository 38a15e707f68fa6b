"""Long prose between numbers is passed over without changing a verdict or a place."""

from __future__ import annotations

from exactmetrics.verification.arithmetic.prose import without_prose
from exactmetrics.verification.links.document_links import verify_links
from tests.cases import each

LONG = "which is what most of the people who came to the ward in that year were told by the nurse, as far as we know"


@each("text", [
    f"The rate is 3/4 = 75 percent {LONG}. P = 4/6 = 0.66",
    f"P = 3/4 = 0.75 of them {LONG}\nand of the others 5/8 = 0.6 is left",
    f"{LONG}. Then P = (3 + 4) / 9\n= 0.777 {LONG}",
    f"F1 = 0.5 {LONG} and 1/2 = 0.5 {LONG}, 2/4 = 0.4 {LONG}.\n{LONG} 6/8 = 0.75",
])  # fmt: skip
def test_the_links_are_those_of_the_text_with_short_prose(text: str) -> None:
    short = text.replace(LONG, "which we know")
    assert without_prose(text) != text
    assert without_prose(short) == short
    assert len(without_prose(text)) == len(text)
    found, wanted = verify_links(text).judged, verify_links(short).judged
    assert [(link.left, link.right, link.word) for link in found] == [(w.left, w.right, w.word) for w in wanted]
    assert found
    assert all(text[link.where.offset :].startswith(link.left) for link in found)


def test_ends_of_lines_and_clauses_stay() -> None:
    text = "We have seen that all of the scores are\nright, and so we go on with the next of them: 3/4"
    assert without_prose(text).count("\n") == 1
    assert without_prose(text).count(";") == 1
    assert ";" not in without_prose(text.replace(",", ""))
