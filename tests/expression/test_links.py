"""Verdicts on links: the published cases, each word, both directions, chained rounding."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import root
from exactmetrics.expression.interval import interval_of
from exactmetrics.expression.links import judge_link, printed_in
from exactmetrics.expression.reading import read
from tests.cases import each
from tests.expression.chains import judge_chain, read_chain


def words(text: str, rule: str = "nearest") -> list[str | None]:
    verdicts = judge_chain(read_chain(text), rule=rule)  # type: ignore[arg-type]
    return [v.word if v is not None else None for v in verdicts]


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
    ],
)  # fmt: skip
def test_words(text: str, word: str) -> None:
    assert words(text) == [word]


def test_the_difference_is_exact_and_names_its_side() -> None:
    verdict = judge_link(read("60/(60+25)"), read("0.938"))
    assert (verdict.value, verdict.difference, verdict.printed) == (
        Fraction(12, 17), Fraction(469, 500) - Fraction(12, 17), "0.938",
    )  # fmt: skip
    turned = judge_link(read("0.653"), read("98/150"))
    assert (turned.value, turned.difference, turned.printed) == (
        Fraction(98, 150), Fraction(653, 1000) - Fraction(98, 150), "0.653",
    )  # fmt: skip


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
    assert words(text) == wanted


def test_the_rule_sets_the_level() -> None:
    cut = judge_link(read("2/3"), read("0.66"), rule="truncate")
    assert (cut.word, cut.level) == ("truncated", "ok")
    assert judge_link(read("2/3"), read("0.66")).level == "warn"
    assert judge_link(read("1/8"), read("0.12"), rule="half-up").level == "warn"


@given(st.fractions(0, 1, max_denominator=200), st.integers(1, 6), st.integers(1, 6))
def test_rounding_inputs_first_is_never_false(value: Fraction, first: int, places: int) -> None:
    """Twice a rounded input, rounded from the unrounded value: interval reading must hold at least."""
    shown, result = decimal(value, places=first), decimal(2 * value, places=places)
    assert judge_link(read(f"2 * {shown}"), read(result)).word != "false"


@given(st.lists(st.fractions(Fraction(1, 50), 9, max_denominator=60), min_size=2, max_size=4), st.integers(1, 4))
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


def test_intervals_that_do_not_exist() -> None:
    assert interval_of(read("1/(0.5 - 0.5)")) is None
    assert interval_of(read("1/0.0")) is None
    assert interval_of(read("1/(0.5 - 9/20)")) is None  # the divisor's interval ends at 0
    assert interval_of(read("sqrt(0.5 - 2)")) is None
    assert interval_of(read("1/3")) == (Fraction(1, 3), Fraction(1, 3))
    assert interval_of(read("0.66...")) == (Fraction(66, 100), Fraction(67, 100))
    assert interval_of(read("(0.5 - 0.5)^2")) == (0, Fraction(1, 100))


@each(
    ("text", "units", "places"),
    [("0.50", 50, 2), ("-0.50", -50, 2), ("50.0%", 500, 3), ("1.5e3", 15, -2), ("-1.50 * 10^{-3}", -150, 5),
     ("2.5 × 10^2", 25, -1)],
)  # fmt: skip
def test_a_tree_that_is_one_printed_number(text: str, units: int, places: int) -> None:
    printed = printed_in(read(text))
    assert printed is not None
    assert (printed.kind, printed.units, printed.places) == ("decimal", units, places)
    assert printed.value == units * Fraction(10) ** -places


@each("text", ["1/2", "0.5 + 0", "2 * 0.5", "0.5^2", "5 * 10^3"])
def test_a_tree_that_is_more_than_a_printed_decimal(text: str) -> None:
    printed = printed_in(read(text))
    assert printed is None or printed.kind == "exact"
