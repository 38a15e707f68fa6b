"""Chains: members, spans, relations, what is symbolic and what is reported as not understood."""

from __future__ import annotations

import pytest

from exactmetrics.exact.errors import ReadingError
from tests.cases import each
from tests.expression.chains import read_chain, read_chains


def outline(text: str, **options: bool) -> list[str]:
    """One word a member: its text where it is a number, S for symbolic, ! for not understood."""
    members = [m for chain in read_chains(text, **options) for m in chain.members]
    return [m.text if m.tree is not None else "S" if m.symbolic else "!" for m in members]


@each(
    ("text", "wanted"),
    [
        (r"$$a = \frac{1}{28} (6 + 5 + 7) = \frac{9}{14} \approx 0.6428571428571429.$$",
         ["S", r"\frac{1}{28} (6 + 5 + 7)", r"\frac{9}{14}", "0.6428571428571429"]),
        (r"\text{Recall}_A = \frac{TP_A}{TP_A + FN_A} = \frac{32}{32+18} = 0.64",
         ["S", "S", r"\frac{32}{32+18}", "0.64"]),
        (r"\mathrm{TP}_K = 50", ["S", "50"]),
        (r"F_{\beta \text{micro}} = 0.729 \quad (\text{independent of } \beta)", ["S", "0.729"]),
        (r"F_{\beta A} (\beta = 0.8) = 0.308", ["S", "0.308"]),
        (r"\text{Recall}_A = \frac{4}{5}, \quad \text{Recall}_B = \frac{65}{91}",
         ["S", r"\frac{4}{5}", "S", r"\frac{65}{91}"]),
        (r"A = 0.5 \quad B = 0.6", ["S", "0.5", "S", "0.6"]),
        ("9999995824729 < 10^{13} < 10000002149284", ["9999995824729", "10^{13}", "10000002149284"]),
        ("**Precision = 30/79 = 0.38**", ["S", "30/79", "0.38"]),
        ("x = **0.38**", ["S", "0.38"]),
        (r"y = [0 \ 1 \ 0]", ["S", "S"]),
        ("y = [1, 2, 0]", ["S", "S"]),
        ("i = 2,3,4", ["S", "S"]),
        ("n = 1,234", ["S", "!"]),
        ("n = 1,234,567", ["S", "!"]),
        ("p = 0,64", ["S", "!"]),
        ("S = 1 + 2 + ... + 9 = 45", ["S", "!", "45"]),
        (r"S = \sum_i x_i = 45", ["S", "S", "45"]),
        ("a = 2 6/9", ["S", "!"]),
        ("2 + 2", ["2 + 2"]),
        (r"a = (1 \\ b = 2", ["S", "!", "S", "2"]),
        ("= 0.5", ["S", "0.5"]),
        ("", []),
    ],
)  # fmt: skip
def test_members(text: str, wanted: list[str]) -> None:
    assert outline(text) == wanted


def test_rows_continue_where_they_begin_with_a_relation() -> None:
    text = r"\begin{aligned} A &= \frac{4}{5} \\ &\approx 0.80 \\ B &= \frac{9}{11} \\[2pt] \end{aligned}"
    chains = read_chains(text)
    assert [c.relations for c in chains][:2] == [("=", "≈"), ("=",)]
    assert [m.text for m in chains[0].members] == ["A", r"\frac{4}{5}", "0.80"]


def test_every_relation_has_its_sign() -> None:
    text = r"1 = 1 \approx 1 ≈ 1 ≃ 1 \simeq 1 \doteq 1 &= 1 < 2 > 1 \le 1 ≥ 1 \ne 2 := 2 == 2 \leq 3 <= 4 \neq 5"
    chain = read_chain(text)
    assert "".join(chain.relations) == "=≈≈≈≈≈=<>≤≥≠==≤≤≠"
    assert chain.printed_relations[:5] == ("=", r"\approx", "≈", "≃", r"\simeq")
    assert all(m.tree is not None for m in chain.members)


def test_spans_and_positions_are_those_of_the_whole_text() -> None:
    text = "TP = 50 + 2 6 = 56"
    chain = read_chain(text)
    assert [(m.start, m.end) for m in chain.members] == [(0, 2), (5, 13), (16, 18)]
    error = chain.members[1].error
    assert error is not None
    assert text[error.position] == "6"


def test_several_chains_are_not_taken_for_one() -> None:
    with pytest.raises(ReadingError, match="2 chains") as caught:
        read_chain("a = 1, b = 2")
    assert caught.value.position == 7
    with pytest.raises(ReadingError, match="0 chains"):
        read_chain("  ")


def test_options_reach_the_members() -> None:
    assert outline("p = 0,64 = 16/25", decimal_comma=True) == ["S", "0,64", "16/25"]
    assert outline("n = 1,234 = 1234", thousands=True) == ["S", "1,234", "1234"]
    long = "1 = " + "+".join(["1"] * 3000)
    assert outline(long) == ["1", "!"]
    assert read_chain(long, max_length=6000).members[1].tree is not None
