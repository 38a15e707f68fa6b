"""What is printed means what the tree means: brackets, precedence, signs and powers, in LaTeX and as plain text."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactmetrics.derivation.look import symbols
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.notation.latex import Latex
from exactmetrics.derivation.notation.printer import Notation
from exactmetrics.derivation.notation.symbols import LATEX, STYLES, TEXT, as_text, indices_of
from exactmetrics.derivation.notation.text import Text
from exactmetrics.exact.values import Root, root
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Abs, Add, Div, Expr, Function, Max, Min, Mul, Neg, Num, Pow, Sqrt
from exactmetrics.expression.reading import read, value_of
from exactmetrics.matrix.labels import unnamed
from tests.cases import each, size
from tests.derivation.questions import flat, matrix

NOTATIONS = {"latex": Latex(symbols(None, "abc", style="latex")), "text": Text(symbols(None, "abc", style="text"))}
OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
whole = st.integers(0, 99).map(lambda n: Num(Fraction(n)))
number = st.one_of(whole, st.fractions(-9, 9, max_denominator=12).map(Num))


def operations(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    """One operation on smaller trees."""
    several = st.lists(inner, min_size=2, max_size=4).map(tuple)
    return st.one_of(
        several.map(Add),
        several.map(Mul),
        st.tuples(inner, inner).map(lambda pair: Div(*pair)),
        inner.map(Neg),
        several.map(Max),
        several.map(Min),
        inner.map(Abs),
        inner.map(lambda e: Function("sgn", e)),
        st.tuples(inner, st.integers(1, 3)).map(lambda pair: Pow(*pair)),
    )


rational = st.recursive(number, operations, max_leaves=9)
with_roots = st.recursive(
    st.one_of(number, st.integers(0, 400).map(lambda n: Sqrt(Num(Fraction(n))))), operations, max_leaves=5
)


def value(tree: Expr) -> Any:
    try:
        return evaluate(tree)
    except (ZeroDivisionError, TypeError):  # division by a sum of roots is not done here
        assume(False)


@settings(max_examples=size(25, 200))
@given(rational, with_roots)
def test_any_tree_reads_back(rational: Expr, rooted: Expr) -> None:
    """As its value; the plain text by Python's own precedence too; braces close and no number is a mixed one."""
    for tree in (rational, rooted):
        known = value(tree)
        for notation in NOTATIONS.values():
            assert value_of(read(notation.show(tree))) == known, notation.show(tree)
        latex = NOTATIONS["latex"].show(tree)
        assert balanced(latex)
        assert not re.search(r"\d ?\\frac", latex), "2\\frac{6}{9} is read as a mixed number"
    shown = NOTATIONS["text"].show(rational)
    assert python_value(ast.parse(shown.replace("^", "**"), mode="eval").body) == value(rational), shown


def python_value(node: ast.expr) -> Fraction:
    """Arithmetic by Python's own precedence, worked out in fractions."""
    match node:
        case ast.BinOp(left, operation, right):
            a, b = python_value(left), python_value(right)
            return OPERATORS[type(operation)](a, int(b) if isinstance(operation, ast.Pow) else b)
        case ast.UnaryOp(ast.USub(), operand):
            return -python_value(operand)
        case ast.Call(ast.Name(id=name), args):
            functions = {"max": max, "min": min, "abs": abs, "sgn": lambda x: Fraction((x > 0) - (x < 0))}
            return functions[name](*map(python_value, args))  # type: ignore[operator,no-any-return]
        case ast.Constant(int() as n):
            return Fraction(n)
    raise AssertionError(ast.dump(node))


@given(
    st.fractions(max_denominator=10**6),
    st.fractions(0, 1000, max_denominator=60),
    st.booleans(),
    st.fractions(-5, 5, max_denominator=9),
)
def test_numbers_and_sums_of_roots_read_back(number: Fraction, square: Fraction, minus: bool, added: Fraction) -> None:
    one = root(square)
    roots = (-one if minus else one) + added + (root(Fraction(2)) if minus else Fraction(0))
    for notation in NOTATIONS.values():
        assert value_of(read(notation.show(Num(number)))) == number
        assert value_of(read(notation.show(Num(roots)))) == roots


@each(
    ("tree", "latex", "text"),
    [
        (Mul((Num(Fraction(2)), Div(Num(Fraction(6)), Num(Fraction(9))))), r"2 \cdot \frac{6}{9}", "2 * (6/9)"),
        (Pow(Num(Fraction(4, 5)), 2), r"\left( \frac{4}{5} \right)^2", "(4/5)^2"),
        (Pow(Num(Fraction(-2)), 2), "(-2)^2", "(-2)^2"),
        (Num(Root(-1, Fraction(1, 10))), r"-\frac{\sqrt{10}}{10}", "-sqrt(10)/10"),
        (Add((Num(Fraction(1)), Neg(Num(Fraction(-2))))), "1 - (-2)", "1 - (-2)"),
    ],
)  # fmt: skip
def test_how_it_looks(tree: Expr, latex: str, text: str) -> None:
    assert NOTATIONS["latex"].show(tree) == latex
    assert NOTATIONS["text"].show(tree) == text


def balanced(formula: str) -> bool:
    """Whether braces, brackets and \\left \\right close in order."""
    stack = []
    for found in re.finditer(
        r"\\left\(|\\right\)|[{}()]", formula.replace(r"\left( ", r"\left(").replace(r" \right)", r"\right)")
    ):
        sign = found[0]
        if sign in ("{", "(", r"\left("):
            stack.append(sign)
        elif not stack or stack.pop() != {"}": "{", ")": "(", r"\right)": r"\left("}[sign]:
            return False
    return not stack


def test_symbols() -> None:
    for pattern, index, latex in (
        (r"\mathrm{TP}_{<i>}", "a", r"\mathrm{TP}_a"),
        (r"\mathrm{TP}_{<i>}", "12", r"\mathrm{TP} _{12}"),
        ("P_{<i>}", r"\mu", r"P _\mu"),  # P_\mu twice in a line is emphasis to CommonMark
        ("M_{<i><i>}", "0", "M _{00}"),
        ("P_{<i>}", "", "P"),
        (r"F_{\beta,<i>}", "", r"F _\beta"),
    ):
        assert LATEX.symbol(pattern, index, "") == latex
    assert [TEXT.symbol("F_beta,<i>", index, "") for index in ("", "a class")] == ["F_beta", "F_beta,a_class"]
    assert [style.unknown("g_mean") for style in (LATEX, TEXT)] == [r"\text{g mean}_{<i>}", "g_mean_<i>"]
    assert [style.part("p_o") for style in (LATEX, TEXT)] == ["p_{o,<i>}", "p_o,<i>"]
    assert [as_text(p) for p in (r"\mathrm{TP}_{<i>}", r"F_{\beta,<i>}")] == ["TP_<i>", "F_beta,<i>"]


@each(("labels", "below"), [
    (["cat", "dog"], ["cat", "dog"]),
    (["A", "K", "N", "i"], ["class A", "class K", "class N", "class i"]),  # one letter is a symbol
    (["0", 12, "1.5"], ["class 0", "class 12", "class 1.5"]),
    (["macro", "total", "TP", "F1"], ["class macro", "class total", "class TP", "class F1"]),
    (["class", "True"], ["class class", "class True"]),
    (["A", "class A"], ["class A", "class B"]),
    (["twelve signs", "thirteen sign"], ["twelve signs", "class A"]),
    (["a very long name", "A", "another long name"], ["class B", "class A", "class C"]),
    (["x+y", "<b>", "ok"], ["class A", "class B", "ok"]),
    (["a b", "a-b"], ["class A", "class B"]),  # plain text would write both a_b
    (unnamed(2), ["class A", "class B"]),
    (["too long a name", *range(26)], ["class 26", *(f"class {n}" for n in range(26))]),
], ids=str)  # fmt: skip
def test_what_a_class_is_called_below_a_symbol(labels: list[object], below: list[str]) -> None:
    assert indices_of(labels, words=messages("en").find("words", "taken"))[1] == below


@each(("language", "called", "below"), [
    ("de", ["Summe", "total", "0"], ["Klasse Summe", "total", "Klasse 0"]),
    ("fr", ["Total", "summe", "0"], ["classe Total", "summe", "classe 0"]),
    ("es", ["todas", "clase A"], ["clase todas", "clase A"]),
])  # fmt: skip
def test_the_word_for_a_class_is_one_of_the_language(language: str, called: list[str], below: list[str]) -> None:
    page = matrix([[3, 1], [1, 2]] if len(called) == 2 else [[6, 1, 1], [1, 5, 2], [2, 3, 7]], called)
    text = page.derive("precision", average="weighted", language=language, detail="full").to_markdown()
    formulas = " ".join(
        re.findall(r"[$][^$]+[$]", page.derive("fdr", label=called[0], language=language).to_markdown())
    )
    assert rf"\text{{{below[0]}}}" in formulas
    assert r"\text{class " not in text + formulas
    says = messages(language)
    own = indices_of(called, word=says.get("words", "below"), words=says.find("words", "taken"))[1]
    assert own == below


def test_a_source_writes_the_names_of_its_classes_alone() -> None:
    assert indices_of(["A", "B"], mode="label")[1] == ["A", "B"]
    assert indices_of(["t", "N", "B"], mode="label", letter="t", taken=["N", "P"])[1] == ["class t", "class N", "B"]
    assert indices_of(["cat", "dog"], mode="number", first=0) == (["0", "1"], ["0", "1"])


@each("mode", ["short", "number", "label"])
def test_indices_tell_classes_apart(mode: str) -> None:
    for labels in (
        ["a", "b"],
        ["long name", "a"],
        list(range(30)),
        ["a", "a\u200b"],
        ["A1", "é"],
        [True, False],
        ["", "x"],
        ["A", "class A"],
        ["B", "too long a name", "A"],
    ):
        for found in indices_of(labels, mode=mode):
            assert len(set(found)) == len(labels), found
            for style in STYLES.values():
                assert len({style.symbol("P_{<i>}", style.label(name), "") for name in found}) == len(labels)


@each("style", STYLES)
def test_an_average_is_a_whole_word_and_no_class(style: str) -> None:
    made = symbols(None, ["macro", "M", "w"], style=style)
    assert not set(made.averages.values()) & set(made.indices)
    words = ("macro", "micro", "weighted", "samples")
    assert [made.style.average(word) for word in words] == list(made.averages.values())
    own = symbols("001", ["M", "cat"], style=style)  # a source that writes P_M for the macro average
    assert own.averages == made.averages
    assert symbols("001", ["dog", "cat"], style=style).averages != made.averages


def test_every_notation_shows_every_node() -> None:
    with pytest.raises(TypeError, match="no notation"):
        Notation(symbols(None, "ab", style="latex")).show(Expr())


@each("name", ["text", "latex", "markdown", "html"])
def test_the_set_of_the_classes_that_take_part_is_called_as_no_class_is(name: str) -> None:
    for labels, letter in ((["A", "B", "C"], "K"), (["C", "B", "K"], "S"), (["cat", "dog", "hen"], "C")):
        cm = matrix([[6, 1, 1], [0, 0, 0], [2, 3, 7]], labels)
        page = flat(cm.derive("balanced_accuracy", over="true").to(name))
        assert f"the set {letter}:" in page
        under = re.findall(r"(?:\\in |i in |∈(?:</mo><mi>)?)([A-Z])\b", page)
        assert set(under) == {letter}
