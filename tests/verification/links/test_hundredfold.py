"""A percent sign behind arithmetic that multiplies by 100 is a unit: right results, and repairs of false ones."""

from __future__ import annotations

from exactmetrics.verification.links.checked_links import checked_links
from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.links.habits import Habits
from exactmetrics.verification.links.repairs import repairs
from tests.cases import each

RIGHT = (
    "43 / (43 + 2) x 100 = 95.6 %",
    "43 / (43 + 2) × 100 = 95.6 %",
    "100 × 43/45 = 95.6 %",
    "43 × 100 / 45 = 95.6 %",
    "34/49 × 100 = 69.4",
    "34/49 × 100 % = 69.4 %",
    r"$\frac{43}{45} \times 100 = 95.6\%$",
    r"$\frac{43 \times 100}{45} = 95.6\%$",
    "100 / (100 + 20) = 83.3 %",  # a count
)

# worked out by hand: 68/80 = 0.85; 68/91 = 0.74725; 34/49 = 0.69388
REPAIRED = (
    ("68 / (68 + 12) x 100 = 58.0 %", "result-transposed", "68 / (68 + 12) x 100", "85.0 %"),
    ("68 / (68 + 12) x 100 = 85.1 %", "result-digit", "68 / (68 + 12) x 100", "85.0 %"),
    ("68 / (66 + 23) x 100 = 74.7 %", "denominator", "68 / (68 + 23) x 100", "74.7 %"),
    ("100 × 34/49 = 96.4 %", "result-transposed", "100 × 34/49", "69.4 %"),
    ("34/94 × 100 = 69.4 %", "operand-transposed", "34/49 × 100", "69.4 %"),
)


@each("text", RIGHT)
def test_right(text: str) -> None:
    assert {link.word for link in verify_links(text).links} <= {"exact", "rounded"}


@each(("text", "kind", "left", "right"), REPAIRED)
def test_repaired(text: str, kind: str, left: str, right: str) -> None:
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


def test_a_missing_factor_is_still_false() -> None:
    assert [link.word for link in verify_links("43/45 = 95.6").links] == ["false"]
    assert [link.word for link in verify_links("43/45 x 100 = 0.956 %").links] == ["false"]
