"""The unit behind a number chooses the convention that judges it: bits, or nats, which are natural logarithms."""

from __future__ import annotations

from math import log

from exactmetrics.verification.verify import verify_document
from tests.cases import each

COUNTS = "TP = 40, FP = 10, FN = 20, TN = 30\n\n"
NATS = sum(x / 100 * log(x * 100 / r / c) for x, r, c in ((40, 60, 50), (20, 60, 50), (10, 40, 50), (30, 40, 50)))
BITS = NATS / log(2)


def judged(text: str, kind: str = "markdown") -> list[tuple[str | None, str | None, str | None]]:
    """The digits of what is claimed, its convention, and how grave its verdict is."""
    text = text.replace("BITS", f"{BITS:.4f}").replace("NATS", f"{NATS:.4f}")
    claims = verify_document(COUNTS + text + "\n", format=kind).claims
    return [(c.printed, c.question.options.get("convention"), c.level) for c in claims if c.question.metric]


def unit_told(text: str) -> bool:
    """Whether the first number has a unit; the second of all texts has one."""
    return not text.startswith("Mutual information: BITS")


@each(
    "text",
    [
        "The mutual information is BITS bits and the mutual information is NATS nats.",
        "The mutual information is BITS bit. The mutual information is NATS nat.",
        "The mutual information is BITS bits (NATS nats).",
        "The mutual information in bits is BITS. In nats, the mutual information is NATS.",
        "Mutual information: BITS. Mutual information (nats): NATS",
        "| mutual information | mutual information (nats) |\n|---|---|\n| BITS bits | NATS |",
        "```\nmutual_information: BITS bits\nmutual_information = NATS nats\n```",
        r"The mutual information is $BITS~\text{bits}$. The mutual information is $NATS\,\mathrm{nats}$.",
        "Die mutual information in Bit ist BITS. Die mutual information ist NATS Nat.",
        "mutual information は BITS ビット である。\n\nmutual information は NATS ナット である。",
    ],
)
def test_a_unit_is_read(text: str) -> None:
    for kind in ("markdown", "latex") if "$" in text else ("markdown",):
        assert judged(text, kind) == [
            (f"{BITS:.4f}", "standard" if unit_told(text) else None, "ok"),
            (f"{NATS:.4f}", "natural", "ok"),
        ]


def test_the_number_of_another_unit_is_wrong() -> None:
    assert judged("The mutual information is NATS bits. The mutual information is BITS nats.") == [
        (f"{NATS:.4f}", "standard", "error"),
        (f"{BITS:.4f}", "natural", "error"),
    ]
    assert judged("The mutual information is NATS.") == [(f"{NATS:.4f}", None, "warn")]  # right where no unit is said


@each("text", [
    "The accuracy in 16 bit is 0.74.", "Accuracy (8 bit): 0.74", "Accuracy with 8 bits: 0.74",
    "The accuracy at 8 bits is 0.74.", "The accuracy (8 bits) is 0.74.",
    "| metric | nats |\n|---|---|\n| mutual information | NATS |\n| accuracy | 0.74 |",
    "| metric | bits |\n|---|---|\n| accuracy | 0.74 |",
])  # fmt: skip
def test_bits_of_something_else_accuse_nobody(text: str) -> None:
    assert judged(text) == []


def test_what_has_no_such_unit_is_listed() -> None:
    found = verify_document(COUNTS + "The accuracy is 0.7 bits. The homogeneity is 0.1 nats.\n", format="markdown")
    assert [(one.why, one.word) for one in found.passed] == [("word", "bits"), ("word", "nats")]
    assert not [one for one in found.claims if one.question.metric]


def test_units_in_one_sentence_go_with_their_numbers_or_are_not_read() -> None:
    assert judged("In bits or in nats the mutual information is BITS.") == []
    assert judged("A bit later, the mutual information is BITS.") == []
