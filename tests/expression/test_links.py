"""Verdicts on links: the published cases, each word, both directions, chained rounding; intervals; chains of links."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import LEVELS, Printed
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import root
from exactmetrics.expression.interval import interval_of, may_be_equal
from exactmetrics.expression.links import judge_link, printed_in
from exactmetrics.expression.nodes import Applied, Head, Leaf, Named, Num, Pow, Sum, Tag
from exactmetrics.expression.reading import read
from tests.cases import each
from tests.expression.chains import judge_chain, read_chain, read_chains

F = Fraction
TP = Leaf("tp", Tag(0, "a"), F(6))


@each(
    ("text", "word"),
    [
        (r"\frac{60}{60+25} = 0.938", "false"), (r"\frac{60}{60+4} = 0.938", "tie"),
        (r"\frac{4}{6} = 0.66", "truncated"), ("23/40 = 0.57", "float"),
        (r"\frac{0.604 + 0.667 + 0.7}{3} = 0.657", "exact"), (r"\frac{0.566 + 0.473 + 0.595}{3} = 0.545", "rounded"),
        ("58722/107855 = 0.545", "false"), (r"\frac{1}{2} + (1 + 0.842) = 0.921", "false"),
        (r"\frac{1}{2}(1 + 0.653) = 0.827", "tie"),
        (r"\frac{2 \times 0.267 \times 0.8}{0.267 + 0.8} = 0.4", "rounded"),
        (r"\frac{2 \times 0.267 \times 0.8}{0.267 + 0.8} = 0.401", "interval"),
        (r"\frac{2 \times 0.267 \times 0.8}{0.267 + 0.8} = 0.451", "false"),
        (r"\frac{0.533 \times 0.777}{(0.8 \times 0.777) + (0.2 \times 0.533)} = 0.569", "rounded"),
        (r"\frac{(50 * 0.79) + (51 * 0.808) + (49 * 0.811)}{150} = 0.826", "false"),
        (r"\frac{4 + 65 + 9}{3} = 0.729", "false"), (r"\frac{841}{1309} \approx 0.6424751718869367", "float"),
        (r"\frac{409}{630} \approx 0.6492063492063492", "rounded"),
        (r"\frac{1}{28}(6 + 5 + 7) = \frac{9}{14}", "exact"), (r"\frac{1}{28}(6 + 5 + 7) = \frac{9}{13}", "false"),
        ("0.653 = 98/150", "rounded"), ("0.66 = 0.667 * 1", "truncated"), ("2/3 = 66.7%", "rounded"),
        ("98/150 = 6.53e-1", "rounded"), (r"98/150 = 6.53 \times 10^{-1}", "rounded"),
        (r"98/150 = 65.3 \cdot 10^{-2}", "rounded"), (r"98/150 = 6.52 \times 10^{-1}", "false"),
        ("-98/150 = -0.653", "rounded"), (r"\sqrt{10}/10 = 0.316", "rounded"),
        (r"\sqrt{10}/10 = \frac{1}{\sqrt{10}}", "exact"), (r"0.464 = \frac{5\sqrt{29}}{58}", "rounded"),
        ("7/9 * 100 = 78", "false"), (r"7/9 * 100 \approx 78", "rounded"), ("0.653 * 150 = 98", "interval"),
        ("2/3 = 0.666...", "truncated"), ("1/0 = 0", "undefined"), ("0 = 0/0", "undefined"),
        ("sqrt(-1) = 1", "unread"), (r"9999995824729 < 10^{13}", "exact"), (r"10^{13} < 9999995824729", "false"),
        (r"0.5 \le 1/2", "exact"), ("√2 > 1.4142", "exact"), ("1/2 ≠ 0.5", "false"),
        ("4/6 = 0.67", "rounded"), ("2/4 = 1/3", "false"), ("0.50 = 0.5", "exact"), ("999/1000 = 1", "false"),
        ("999/1000 ≈ 1", "rounded"), ("0.7 = 0.67", "rounded"), ("1/2 < 1/3", "false"), ("1/3 < 1/2", "exact"),
        ("1/2 < 1/2", "false"), ("1/2 ≤ 1/2", "exact"), ("1/3 ≤ 1/2", "exact"), ("1/2 ≤ 1/3", "false"),
        ("1/2 > 1/3", "exact"), ("1/2 > 1/2", "false"), ("1/2 ≥ 1/2", "exact"), ("1/3 ≥ 1/2", "false"),
        ("1/2 ≠ 1/2", "false"), ("1/2 ≠ 1/3", "exact"), ("1/3 ≠ 1/2", "exact"), ("1 = 1/0", "undefined"),
        ("((9^64)^64)^64 = 1", "unread"), ("1 = sqrt(-1)", "unread"),
    ],
)  # fmt: skip
def test_words(text: str, word: str) -> None:
    (verdict,) = judge_chain(read_chain(text))
    assert verdict is not None
    assert (verdict.word, verdict.level) == (word, "ok" if text.endswith("...") else LEVELS.get(word, "warn"))


@each(
    ("left", "right", "options", "word", "level"),
    [
        ("2/3", "0.66", {"rule": "truncate"}, "truncated", "ok"), ("1/8", "0.12", {"rule": "half-up"}, "tie", "warn"),
        ("1/8", "0.13", {"rule": "half-even"}, "tie", "warn"), ("3 * 0.333", "1", {"inputs": False}, "false", "error"),
    ],
)  # fmt: skip
def test_options_of_a_verdict(left: str, right: str, options: Any, word: str, level: str) -> None:
    verdict = judge_link(read(left), read(right), **options)
    assert (verdict.word, verdict.level) == (word, level)
    assert judge_link(read("1/0"), read("0.5")).why == Why("zero-denominator")
    assert judge_link(read("1/3"), read("0.5"), relation="<").difference == F(1, 6)


@each(
    ("left", "right", "value", "difference", "printed"),
    [
        ("60/(60+25)", "0.938", F(12, 17), F(469, 500) - F(12, 17), "0.938"),
        ("0.653", "98/150", F(98, 150), F(653, 1000) - F(98, 150), "0.653"), ("1/2", "1/3", F(1, 2), F(-1, 6), ""),
        ("1/2", "2/4", F(1, 2), 0, ""),
    ],
)  # fmt: skip
def test_the_difference_is_exact_and_names_its_side(
    left: str, right: str, value: Fraction, difference: Fraction, printed: str
) -> None:
    verdict = judge_link(read(left), read(right))
    assert (verdict.value, verdict.difference, verdict.printed) == (value, difference, printed)


@each(
    ("text", "wanted"),
    [
        ("4447/10000 ≈ 0.445 ≈ 0.45", ["rounded", "chained"]),  # 0.4447 is 0.44 at two digits
        ("0.44447 = 0.4445 = 0.445", ["rounded", "chained"]),
        ("2/3 = 0.667 = 0.67", ["rounded", "rounded"]),
        ("2/3 = 0.66 = 0.660", ["truncated", "exact"]),  # broken already: not the second link's doing
        ("P = 2/3 = 0.667 = 66.7%", [None, "rounded", "exact"]),
        ("2/3 = P = 0.5", [None, None]),
        ("1 + ... + 9 = 45", ["unread"]),
        ("0.4447 < 0.445 = 0.45", ["exact", "tie"]),  # an inequality starts anew
    ],
)
def test_chains_are_judged_from_their_first_member_too(text: str, wanted: list[str | None]) -> None:
    assert [verdict and verdict.word for verdict in judge_chain(read_chain(text))] == wanted


@given(st.fractions(0, 1, max_denominator=200), st.integers(1, 6), st.integers(1, 6))
def test_rounding_inputs_first_is_never_false(value: Fraction, first: int, places: int) -> None:
    """Twice a rounded input, rounded from the unrounded value: interval reading must hold at least."""
    shown, result = decimal(value, places=first), decimal(2 * value, places=places)
    assert judge_link(read(f"2 * {shown}"), read(result)).word != "false"


@given(st.lists(st.fractions(F(1, 50), 9, max_denominator=60), min_size=2, max_size=4), st.integers(1, 4))
def test_intervals_hold_every_value_that_the_decimals_may_stand_for(parts: list[Fraction], places: int) -> None:
    a, b, *rest = parts
    d = [decimal(p, places=places) for p in parts]
    cases = {
        f"{d[0]} - {d[1]}": a - b, f"-{d[0]} * {d[1]}": -a * b, f"({d[0]} - {d[1]})^2": (a - b) ** 2,
        f"({d[0]} - {d[1]})^3": (a - b) ** 3, f"{d[0]} / (1 + {d[1]})": a / (1 + b), " + ".join(d): a + b + sum(rest),
    }  # fmt: skip
    for text, exact in cases.items():
        found = interval_of(read(text))
        assert found is not None
        assert found[0] <= exact <= found[1]
    found = interval_of(read(f"sqrt({d[0]})"))
    assert found is not None
    assert found[0] <= root(a) <= found[1]


def test_intervals() -> None:
    for text, low, high in [
        ("0.5", "0.45", "0.55"), ("50", "50", "50"), ("-0.5", "-0.55", "-0.45"), ("0.5...", "0.5", "0.6"),
        (r"0.66\dots", "0.66", "0.67"), ("50%", "0.495", "0.505"), ("0.5 + 0.25", "0.695", "0.805"),
        ("0.5 - 0.25", "0.195", "0.305"), ("0.5 * 2", "0.9", "1.1"), ("0.5 * -2", "-1.1", "-0.9"),
        ("-0.5 * -0.5", "0.2025", "0.3025"), ("(0.5 - 0.5) * 0.5", "-0.055", "0.055"),
        ("1 / 0.5", F(20, 11), F(20, 9)), ("1 / -0.5", F(-20, 9), F(-20, 11)), ("0.5^2", "0.2025", "0.3025"),
        ("(-0.5)^2", "0.2025", "0.3025"), ("(-0.5)^3", "-0.166375", "-0.091125"), ("(0.5 - 0.5)^2", "0", "0.01"),
        ("(0.5 - 0.5)^3", "-0.001", "0.001"), ("(0.5 - 0.5)^0", "1", "1"), ("0.5^1", "0.45", "0.55"),
        ("sqrt(4.0 - 4.0)^2", "0", "0.1"), ("sqrt(16)", "4", "4"), ("0.5^{-1}", F(20, 11), F(20, 9)),
    ]:  # fmt: skip
        found = interval_of(read(text))
        assert found is not None, text
        if text.startswith("sqrt(4.0"):
            assert found[0] == 0
            assert F(1, 10) < found[1] < F(1, 10) + F(1, 2**60)
            continue
        assert found == (F(low), F(high)), text
    low, high = interval_of(read("sqrt(2)")) or (F(0), F(0))
    assert low**2 < 2 < high**2
    assert high - low < F(1, 2**120)
    for text in (
        "1/0", "1/(0.5 - 0.5)", "1/(0.05 - 0.1)", "1/(0.1 - 0.05)", "sqrt(-1)", "sqrt(0.1 - 0.3)", "(1/0)^2",
        "-(1/0)",
    ):  # fmt: skip
        assert interval_of(read(text)) is None, text
    assert interval_of(read("1/0.5")) is not None
    assert interval_of(read("sqrt(0.1 - 0.2)")) == (F(0), F(0))
    assert interval_of(Named(Head("f1"), read("0.5"))) == (F(45, 100), F(55, 100))
    assert interval_of(Named(Head("f1"), TP / 0, Applied(F(1), "1", ""))) == (F(1), F(1))
    assert interval_of(Named(Head("f1"), TP / 0, Applied(None, "omit", ""))) is None
    assert interval_of(Sum(TP, (read("0.5"), TP))) == (F(645, 100), F(655, 100))
    long = Num(F(1, 2**65_535))
    assert interval_of(long) is not None
    for tree in (
        Num(F(1, 2**65_536)), long * long, long + Num(F(1, 3)), Pow(long, 2), long / Num(F(3)), -(long * long),
    ):  # fmt: skip
        assert interval_of(tree) is None


def test_sides_may_be_equal_at_their_ends() -> None:
    for left, right, wanted in [
        ("0.5", "0.6", True), ("0.5", "0.61", False), ("0.5", "0.55", True), ("0.5", "11/20", True),
        ("0.5", "9/20", True), ("0.5", "0.4", True), ("0.5", "0.44", False), ("1/2", "1/2", True),
        ("1/2", "1/3", False), ("1/0", "1/2", False), ("1/2", "1/0", False),
    ]:  # fmt: skip
        assert may_be_equal(read(left), read(right)) == wanted, (left, right)


def test_numbers_that_trees_are() -> None:
    for text, whole, wanted in [
        ("0.50", False, Printed("0.50", "decimal", F(1, 2), 50, 2)), ("50", False, Printed("50", "exact", F(50))),
        ("50", True, Printed("50", "decimal", F(50), 50, 0)),
        ("-50", True, Printed("-50", "decimal", F(-50), -50, 0)),
        ("-0.5", False, Printed("-0.5", "decimal", F(-1, 2), -5, 1)),
        ("5%", False, Printed("5%", "decimal", F(1, 20), 5, 2, True)), ("½", True, Printed("½", "exact", F(1, 2))),
        ("1.5e4", False, Printed("1.5e4", "decimal", F(15000), 15, -3)),
        ("1.5 * 10^4", False, Printed("1.5", "decimal", F(15000), 15, -3)),
        ("1.5 * 10^{-4}", False, Printed("1.5", "decimal", F(3, 20000), 15, 5)),
        ("-1.5 * 10^{-1}", False, Printed("-1.5", "decimal", F(-3, 20), -15, 2)),
        ("1.5 * 10^0", False, Printed("1.5", "decimal", F(3, 2), 15, 1)),
        ("0.6...", False, Printed("0.6...", "decimal", F(3, 5), 6, 1, False, True)),
        ("5.0% * 10^1", False, Printed("5.0%", "decimal", F(1, 2), 50, 2)),
        ("5.0% * 10^0", False, Printed("5.0%", "decimal", F(1, 20), 50, 3, True)), ("3 * 10^2", False, None),
        ("3 * 10^2", True, None), ("1.5 * 9^4", False, None), ("1.5 * 11^{-4}", False, None),
        ("1.5 * 2 * 10^2", False, None), ("1/2", False, None), ("0.5 + 1", True, None), ("sqrt(2)", True, None),
    ]:  # fmt: skip
        assert printed_in(read(text), whole=whole) == wanted, text


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
        (r"F_{\beta \text{micro}} = 0.729 \quad (\text{independent of } \beta)", ["S", "0.729"]),
        (r"F_{\beta A} (\beta = 0.8) = 0.308", ["S", "0.308"]), (r"\mathrm{TP}_K = 50", ["S", "50"]),
        (r"\text{Recall}_A = \frac{4}{5}, \quad \text{Recall}_B = \frac{65}{91}",
         ["S", r"\frac{4}{5}", "S", r"\frac{65}{91}"]),
        (r"A &= \frac{4}{5} \\ &\approx 0.80 \\ B &= \frac{9}{11} \\[2pt]",
         ["S", r"\frac{4}{5}", "0.80", "S", r"\frac{9}{11}", "S"]),
        ("9999995824729 < 10^{13} < 10000002149284", ["9999995824729", "10^{13}", "10000002149284"]),
        (r"A = 0.5 \quad B = 0.6", ["S", "0.5", "S", "0.6"]), ("**Precision = 30/79 = 0.38**", ["S", "30/79", "0.38"]),
        ("x = **0.38**", ["S", "0.38"]), (r"y = [0 \ 1 \ 0]", ["S", "S"]), ("y = [1, 2, 0]", ["S", "S"]),
        ("i = 2,3,4", ["S", "S"]), ("n = 1,234", ["S", "!"]), ("n = 1,234,567", ["S", "!"]), ("p = 0,64", ["S", "!"]),
        ("S = 1 + 2 + ... + 9 = 45", ["S", "!", "45"]), (r"S = \sum_i x_i = 45", ["S", "S", "45"]),
        ("a = 2 6/9", ["S", "!"]), ("2 + 2", ["2 + 2"]), (r"a = (1 \\ b = 2", ["S", "!", "S", "2"]),
        ("= 0.5", ["S", "0.5"]), ("", []),
    ],
)  # fmt: skip
def test_members(text: str, wanted: list[str]) -> None:
    assert outline(text) == wanted


def test_every_relation_has_its_sign() -> None:
    text = r"1 = 1 \approx 1 \sim 1 \approxeq 1 ≈ 1 ≃ 1 \simeq 1 \doteq 1 &= 1"
    text += r" < 2 > 1 \le 1 ≥ 1 \ne 2 := 2 == 2 \leq 3 <= 4 \neq 5"
    chain = read_chain(text)
    assert "".join(chain.relations) == "=≈≈≈≈≈≈≈=<>≤≥≠==≤≤≠"
    assert all(m.tree is not None for m in chain.members)


def test_spans_and_positions_are_those_of_the_whole_text() -> None:
    text = "TP = 50 + 2 6 = 56"
    chain = read_chain(text)
    assert [(m.start, m.end) for m in chain.members] == [(0, 2), (5, 13), (16, 18)]
    error = chain.members[1].error
    assert error is not None
    assert text[error.position] == "6"


def test_options_reach_the_members() -> None:
    assert outline("p = 0,64 = 16/25", decimal_comma=True) == ["S", "0,64", "16/25"]
    assert outline("n = 1,234 = 1234", thousands=True) == ["S", "1,234", "1234"]
    long = "1 = " + "+".join(["1"] * 3000)
    assert outline(long) == ["1", "!"]
    assert read_chain(long, max_length=6000).members[1].tree is not None
