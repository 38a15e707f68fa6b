"""Tables of small cases, written out: trees, their values, intervals, and the reader at every bound and one beyond."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from typing import Any

import pytest

from exactmetrics.exact.errors import ReadingError, Why
from exactmetrics.exact.printed import Printed
from exactmetrics.exact.values import Undefined, root
from exactmetrics.expression.evaluate import children, evaluate, walk
from exactmetrics.expression.interval import interval_of, may_be_equal
from exactmetrics.expression.links import judge_link, printed_in
from exactmetrics.expression.nodes import (
    ANY,
    Abs,
    Add,
    Applied,
    Div,
    Function,
    Head,
    Leaf,
    Literal,
    Max,
    Min,
    Mul,
    Named,
    Neg,
    Num,
    Pi,
    Pow,
    Sqrt,
    Sum,
    Tag,
    lift,
    number,
    whole_number,
)
from exactmetrics.expression.reading import read, read_value, value_of
from exactmetrics.expression.reading.grammar import MAX_DEPTH, MAX_HEIGHT, MAX_LENGTH, parse, without_remark
from exactmetrics.expression.reading.tokens import VULGAR, Token, relation_of, tokenize
from exactmetrics.expression.reading.value import MAX_BITS

F = Fraction
ONE, TWO, SIX = Num(F(1)), Num(F(2)), Num(F(6))
TP = Leaf("tp", Tag(0, "a"), F(6))


def test_arithmetic_builds_trees() -> None:
    cases: list[tuple[Any, Any]] = [
        (TP + 2, Add((TP, TWO))), (2 + TP, Add((TWO, TP))), (TP + 2 + 1, Add((TP, TWO, ONE))),
        (1 + (TP + 2), Add((ONE, Add((TP, TWO))))), (TP - 2, Add((TP, Neg(TWO)))), (2 - TP, Add((TWO, Neg(TP)))),
        (TP + 1 - 2, Add((TP, ONE, Neg(TWO)))), (TP * 2, Mul((TP, TWO))), (2 * TP, Mul((TWO, TP))),
        (2 * TP * 6, Mul((TWO, TP, SIX))), (6 * (2 * TP), Mul((SIX, TWO, TP))), (TP / 2, Div(TP, TWO)),
        (2 / TP, Div(TWO, TP)), (TP**2, Pow(TP, 2)), (TP**0, Pow(TP, 0)), (TP**-2, Div(ONE, Pow(TP, 2))),
        (-TP, Neg(TP)), (lift(F(1, 2)), Num(F(1, 2))), (lift(TP), TP), (number(2), TWO), (whole_number(TWO), 2),
        (whole_number(TP), None), (whole_number(Num(F(1, 2))), None), (whole_number(Num(root(F(2)))), None),
        (ANY.position, None),
    ]  # fmt: skip
    for at, (found, wanted) in enumerate(cases):
        assert found == wanted, at
    refused: list[Any] = [
        lambda: lift(0.5), lambda: lift(True), lambda: TP + 0.5, lambda: bool(TP), lambda: TP < 1, lambda: TP >= TP,
        lambda: "a" * TP,
    ]  # fmt: skip
    for use in refused:
        with pytest.raises(TypeError):
            use()


def test_values_and_parts_of_trees() -> None:
    half = Named(Head("recall"), TP / 12)
    zero = Named(Head("recall"), TP / 0, Applied(F(0), "0", "undefined=0"))
    for tree, value, parts in [
        (SIX, F(6), ()), (TP, F(6), ()), (Literal("0.5", F(1, 2), F(1, 20)), F(1, 2), ()), (-TP, F(-6), (TP,)),
        (TP + 2 + 1, F(9), (TP, TWO, ONE)), (TP - 2, F(4), (TP, Neg(TWO))), (TP * 2 * 6, F(72), (TP, TWO, SIX)),
        (TP / 2, F(3), (TP, TWO)), (Pow(TP, 2), F(36), (TP,)), (Pow(TP, 0), F(1), (TP,)),
        (Sqrt(Num(F(9))), F(3), (Num(F(9)),)), (Sqrt(TWO), root(F(2)), (TWO,)), (half, F(1, 2), (TP / 12,)),
        (zero, F(0), ()), (Sum(TP, (TP, TWO)), F(8), (TP, TWO)), (Add(()), F(0), ()),
        (Mul((Sqrt(TWO), Sqrt(TWO))), F(2), (Sqrt(TWO), Sqrt(TWO))),
        (ONE / Sqrt(TWO), root(F(1, 2)), (ONE, Sqrt(TWO))), (Max((TWO, TP, ONE)), F(6), (TWO, TP, ONE)),
        (Min((TWO, TP)), F(2), (TWO, TP)), (Max((Sqrt(TWO), ONE)), root(F(2)), (Sqrt(TWO), ONE)),
        (Abs(ONE - TP), F(5), (ONE - TP,)), (Function("sgn", ONE - TP), F(-1), (ONE - TP,)),
        (Function("z", half), F(0), (half,)),
        (Function("arcsin", half) / Pi(), F(1, 6), (Function("arcsin", half), Pi())),
    ]:  # fmt: skip
        assert evaluate(tree) == value, tree
        assert children(tree) == parts, tree
        assert next(iter(walk(tree))) is tree
        assert len(list(walk(tree))) == 1 + sum(len(list(walk(part))) for part in parts)
    left_out = Named(Head("recall"), TP / 0, Applied(None, "omit", "undefined=omit"))
    for tree, error in [
        (TP / 0, ZeroDivisionError), (left_out, ZeroDivisionError), (Leaf("tp", ANY, None), TypeError),
        (Sqrt(-TP), ValueError), (Sqrt(Sqrt(TWO)), TypeError),
        (ONE / Add(tuple(Sqrt(Num(F(p))) for p in (2, 3, 5, 7, 11, 13))), TypeError), (Tag(1), TypeError),
    ]:  # fmt: skip
        with pytest.raises(error):
            evaluate(tree)  # type: ignore[arg-type]


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


def test_verdicts_on_links() -> None:
    for left, relation, right, word, level in [
        ("4/6", "=", "0.67", "rounded", "ok"), ("0.67", "=", "4/6", "rounded", "ok"),
        ("4/6", "=", "0.66", "truncated", "warn"), ("2/4", "=", "1/2", "exact", "ok"),
        ("2/4", "=", "1/3", "false", "error"), ("0.50", "=", "0.5", "exact", "ok"),
        ("999/1000", "=", "1", "false", "error"), ("999/1000", "≈", "1", "rounded", "ok"),
        ("0.7", "=", "0.67", "rounded", "ok"), ("3 * 0.333", "=", "1", "interval", "warn"),
        ("1/2", "<", "1/3", "false", "error"), ("1/3", "<", "1/2", "exact", "ok"),
        ("1/2", "<", "1/2", "false", "error"), ("1/2", "≤", "1/2", "exact", "ok"), ("1/3", "≤", "1/2", "exact", "ok"),
        ("1/2", "≤", "1/3", "false", "error"), ("1/2", ">", "1/3", "exact", "ok"),
        ("1/2", ">", "1/2", "false", "error"), ("1/2", "≥", "1/2", "exact", "ok"),
        ("1/3", "≥", "1/2", "false", "error"), ("1/2", "≠", "1/2", "false", "error"),
        ("1/2", "≠", "1/3", "exact", "ok"), ("1/3", "≠", "1/2", "exact", "ok"),
        ("1/0", "=", "1", "undefined", "warn"), ("1", "=", "1/0", "undefined", "warn"),
        ("((9^64)^64)^64", "=", "1", "unread", "note"), ("1", "=", "sqrt(-1)", "unread", "note"),
        ("sqrt(2)", "≈", "1.41", "rounded", "ok"),
    ]:  # fmt: skip
        verdict = judge_link(read(left), read(right), relation=relation)  # type: ignore[arg-type]
        assert (verdict.word, verdict.level) == (word, level), (left, relation, right)
    assert judge_link(read("3 * 0.333"), read("1"), inputs=False).word == "false"
    assert judge_link(read("1/8"), read("0.13"), rule="half-even").level == "warn"
    assert judge_link(read("1/0"), read("0.5")).why == Why("zero-denominator")
    assert judge_link(read("1/2"), read("2/4")).printed == ""
    verdict = judge_link(read("1/2"), read("1/3"))
    assert (verdict.value, verdict.difference) == (F(1, 2), F(-1, 6))
    assert judge_link(read("1/3"), read("0.5"), relation="<").difference == F(1, 6)


def test_every_operator_binds_as_it_should() -> None:
    for text, value in [
        ("2 + 3 * 4", 14), ("2 * 3 + 4", 10), ("2 - 3 + 4", 3), ("2 - (3 + 4)", -5), ("12 / 2 * 3", 18),
        ("12 / (2 * 3)", 2), ("12 / 2(3)", 18), ("2 * 3^2", 18), ("(2 * 3)^2", 36), ("-3^2", -9), ("2^-1", F(1, 2)),
        ("2^{-2} * 8", 2), ("1 - 2^2 / 4 + 3", 3), ("-2 * -3", 6), ("- -2", None), ("2 - -3", 5), ("2 + -3", -1),
        ("50% + 1/2", 1), ("(1/2)%", F(1, 200)), ("2^2%", None), ("sqrt(4)^2", 4), ("sqrt(4)(3)", 6), ("√9 + 7", 10),
        ("4^0.5", 2), ("4^{1/2}", 2), ("4^(1/2)", 2), ("4^{½}", 2), ("4^{0.5} * 3", 6), ("4^0.5^2", None),
        ("4^0.5%", None), ("2^3²", None), ("2²³", 2**23), (r"\frac{1}{2}\frac{2}{3}", F(1, 3)), (r"\frac12 3", None),
        (r"2\frac12", 1), (r"\frac123", None), ("6/2/3", 1), ("2(3)(4)", 24), ("[2]{3}", 6), ("0.5%%", None),
        ("1e-64 * 1e64", 1), ("1e65", None), ("1e-65", None), ("2^64", 2**64), ("2^65", None),
        ("2^{-64}", F(1, 2**64)), ("2^{-65}", None), ("2^{00001}", None), ("2^{0001}", 2), ("1e0064", 10**64),
        ("1e00064", None), ("3 \\text{ kg}", 3), ("3 \\text{kg}", 3), ("3\\text{ kg}", 3),
        ("3 + 1 \\text{ KG}", None), ("5 \\text{ kg} + 1", None), ("", None), ("()", None), ("(1", None),
        ("1)", None), ("[1)", None), ("\\sqrt", None), ("sqrt 4", None), ("√", None), (r"\sqrt 16", None),
    ]:  # fmt: skip
        if value is None:
            with pytest.raises(ReadingError):
                read_value(text)
        else:
            assert read_value(text) == value, text


PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


def test_the_reader_at_its_bounds_and_one_beyond() -> None:
    most = MAX_BITS // 64
    for within, beyond, kind in [
        ("1" * 2_000, "1" * 2_001, "too-long"),
        ("(" * MAX_DEPTH + "1" + ")" * MAX_DEPTH, "(" * (MAX_DEPTH + 1) + "1" + ")" * (MAX_DEPTH + 1), "too-deep"),
        ("1 " * 1 + "+ 1" * ((MAX_LENGTH - 2) // 3), "1" + " " * MAX_LENGTH, "too-long"),
        ("1" + "/2" * (MAX_HEIGHT - 1), "1" + "/2" * MAX_HEIGHT, "too-deep"),
        ("0." + "1" * 1_998, "0." + "1" * 1_999, "too-long"),
        ("1e64", "1e65", "too-large"),
        ("2^64", "2^65", "too-large"),
        (f"(2^64)^{most // 64}" if most // 64 else "1", "((2^64)^64)^5", "too-large"),
        (*(" + ".join(f"sqrt({p})" for p in PRIMES[:n]) for n in (12, 13)), "unlike-roots"),
        (r"0.1\overline{" + "3" * 1_900 + "}", r"0.1\overline{" + "3" * 1_990 + "}", "too-long"),
        ("((2^64)^63)^4 * 2^63 * 2^64 * 2^63 * 2^63", "((2^64)^64)^4 * 1", "too-large"),
        ("1 + 1/((2^64)^63)^4", "1/((3^64)^64)^2 + 1/((2^64)^64)^2", "too-large"),
    ]:
        read_value(within)
        with pytest.raises(ReadingError) as caught:
            read_value(beyond)
        assert caught.value.why.kind == kind, beyond[:40]
    assert read_value("1+1", max_length=3) == 2
    with pytest.raises(ReadingError) as caught:
        read_value("1+10", max_length=3)
    assert (caught.value.position, caught.value.why) == (3, Why("too-long", "4"))


def test_refusals_name_their_place_and_kind() -> None:
    for text, position, why in [
        ("5!", 1, ("goes-on", "!")), ("3 +- 2", 3, ("sign-doubled", "-")), ("3 4", 2, ("two-numbers", "4")),
        ("2^3^2", 3, ("power-of-power", "^")), ("2^{0.3}", 1, ("exponent", "0.3")),
        ("3 + *", 4, ("number-expected", "*")), (r"\frac + 3", 6, ("braces-expected", "+")),
        ("(1 + 2", 6, ("ends-early", "")), ("(1]", 2, ("bracket-expected", "]")),
        (r"\sqrt[n]{8}", 6, ("other-root", "n")), ("1 + ... + 3", 4, ("left-out", "...")),
        ("1, 2", 1, ("separator", ",")), ("1...", 0, ("left-out", "1...")), ("1e99", 0, ("too-large", "99")),
        ("1e99999", 0, ("too-large", "99999")), ("2^99999", 1, ("exponent", "99999")),
        ("2^{99}", 1, ("too-large", "99")), ("√x", 1, ("bracket-expected", "x")), ("2⁺", 1, ("exponent", "+")),
    ]:  # fmt: skip
        with pytest.raises(ReadingError) as caught:
            read(text)
        assert (caught.value.position, caught.value.why) == (position, why), text
    for text, kind in [
        ("sqrt(-1)", "negative-root"),
        ("sqrt(1 + sqrt(2))", "nested-root"),
        ("1/(sqrt(2)+sqrt(3)+sqrt(5)+sqrt(7)+sqrt(11)+sqrt(13))", "unlike-roots"),
    ]:
        with pytest.raises(ReadingError) as caught:
            read_value(text)
        assert caught.value.why == Why(kind)


def test_numbers_in_every_spelling() -> None:
    for text, value, half, options in [
        ("0.50", F(1, 2), F(1, 200), {}), ("50", F(50), None, {}), (".5", F(1, 2), F(1, 20), {}),
        ("1.5e-3", F(3, 2000), F(1, 20000), {}), ("15e2", F(1500), F(50), {}), ("15e0", F(15), F(1, 2), {}),
        ("0.6...", F(3, 5), F(1, 20), {}), (r"0.6\ldots", F(3, 5), F(1, 20), {}),
        ("0,5", F(1, 2), F(1, 20), {"decimal_comma": True}),
        ("1.234,5", F(2469, 2), F(1, 20), {"decimal_comma": True, "thousands": True}),
        ("1,234", F(1234), None, {"thousands": True}), ("12,34,567", F(1234567), None, {"thousands": True}),
        ("65%", F(13, 20), F(1, 200), {}), ("6.5%", F(13, 200), F(1, 2000), {}), ("½", F(1, 2), None, {}),
        (r"0.\overline{3}", F(1, 3), None, {}), (r"0.1\bar{6}", F(1, 6), None, {}),
        ("0.6(492063)", F(409, 630), None, {"repeating": True}), ("1 234", None, None, {"thousands": True}),
        (r"1\,234.5", F(2469, 2), F(1, 20), {"thousands": True}), ("½%", F(1, 200), None, {}),
        ("0.(3)%", F(1, 300), None, {"repeating": True}), ("1e+2", F(100), F(50), {}), ("1E2", F(100), F(50), {}),
        (r"0.\dot{3}", F(1, 3), None, {}), (r"0.\dot16\dot2", F(6, 37), None, {}), ("0.3\u0305", F(1, 3), None, {}),
        (r"0,\overline{3}", F(1, 3), None, {"decimal_comma": True}),
    ]:  # fmt: skip
        if value is None:
            with pytest.raises(ReadingError):
                read(text, **options)
            continue
        tree = read(text, **options)
        assert isinstance(tree, Literal), text
        assert (tree.value, tree.half_unit, tree.text) == (value, half, text)


def test_tokens() -> None:
    assert tokenize("a 1+ 2") == [
        Token("name", "a", 0, False),
        Token("number", "1", 2, True),
        Token("sign", "+", 3, False),
        Token("number", "2", 5, True),
    ]
    assert [t.kind for t in tokenize(r"8(6) \times \frac{1}{2} = 50\% \approx \sqrt 2 ^2 , x \\")] == [
        "number", "open", "number", "close", "times", "frac", "open", "number", "close", "open", "number", "close",
        "relation", "number", "percent", "relation", "root", "number", "power", "number", "stop", "name", "row",
    ]  # fmt: skip
    assert [t.text for t in without_remark(tokenize(r"0.653 \quad (15)"))] == ["0.653"]
    assert [t.text for t in without_remark(tokenize(r"(1 \quad (2)) \tag{3}"))] == ["(", "1", "(", "2", ")", ")"]
    assert [t.text for t in without_remark(tokenize(r"\quad (2)"))] == ["(", "2", ")"]
    assert [t.text for t in without_remark(tokenize(r"1 \quad + 2"))] == ["1", "+", "2"]
    assert [relation_of(s) for s in (r"\approx", "≈", "<", r"\le", "≥", r"\neq", "=", ":=", "==")] == [
        "≈", "≈", "<", "≤", "≥", "≠", "=", "=", "=",
    ]  # fmt: skip
    text = "-2^2 + 1/2"
    assert evaluate(parse(tokenize(text), len(text))) == F(-7, 2)


def test_a_long_word_is_cut_in_the_message() -> None:
    with pytest.raises(ReadingError) as caught:
        read("x" * 50)
    assert str(caught.value) == f"at 0: {'x' * 40!r} stands where a number is expected"
    assert caught.value.why.word == "x" * 40


def test_one_character_fractions_are_those_of_unicode() -> None:
    for mark, (n, d) in VULGAR.items():
        assert unicodedata.numeric(mark) == pytest.approx(n / d)
        assert read_value(mark) == F(n, d)


def test_a_tree_of_150_levels_is_read_and_one_more_is_not() -> None:
    for last, fits in [(29, True), (30, False)]:  # levels: 1 of the number, 2 in each of 60 brackets, and these
        text = "1"
        for divisions in [2] * 59 + [2 + last]:
            text = f"({text}{'/2' * divisions})"
        if fits:
            assert read_value(text) == F(1, 2 ** (120 + last))
        else:
            with pytest.raises(ReadingError, match="nested more than 150 deep"):
                read(text)


def test_values_of_trees() -> None:
    for tree, wanted in [
        (TP, F(6)), (TP / 12, F(1, 2)), (Sum(TP, (TP, TWO)), F(8)), (Neg(Sqrt(TWO)), -root(F(2))),
        (Sqrt(TWO) + Sqrt(TWO), root(F(8))), (Pow(Sqrt(TWO), 3), root(F(8))), (Pow(Sqrt(TWO) + 1, 2), 3 + root(F(8))),
        (Pow(Sqrt(TWO), 0), F(1)), (Sqrt(TWO) + 1 + F(1, 2), root(F(2)) + F(3, 2)),
        (Named(Head("f1"), TP / 12), F(1, 2)), (read("1/3 - 1/3"), F(0)), (read("(1/3 - 1/3) * 5"), F(0)),
        (read("1/(-2)"), F(-1, 2)), (read("-1/-2"), F(1, 2)), (read("1/(2/3)/(4/5)"), F(15, 8)),
        (read("2/(1 - 4/3)"), F(-6)), (read("(1/2)(1/3)(-1/5)"), F(-1, 30)), (read("1/2 + 1/2 + 1/3 - 5"), F(-11, 3)),
    ]:  # fmt: skip
        assert value_of(tree) == wanted, tree
    for text, top in [
        ("3/(2-2)", F(3)), ("0/0", F(0)), ("1 + sqrt(2)/0", root(F(2))), ("(1/0)^2", F(1)), ("-1/0", F(-1)),
        ("1/(1/0)", F(1)), ("5 * (2/0 + 1)", F(2)),
    ]:  # fmt: skip
        value = read_value(text)
        assert isinstance(value, Undefined)
        assert (value.metric, value.numerator, value.denominator, value.reason) == (
            "quotient", top, 0, "a quotient with denominator 0",
        )  # fmt: skip
    none = value_of(Named(Head("f1"), TP / 0, Applied(None, "omit", "")))
    assert isinstance(none, Undefined)
    big = Literal("9" * 200, F(10**200 - 1))
    assert value_of(big * big) == (10**200 - 1) ** 2
    assert value_of(big / (big * big)) == F(1, 10**200 - 1)
    assert value_of((big + 1) - big) == 1
