"""Each rule of the working where it begins to fit and where it no longer does."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from exactmetrics.derivation.notation.symbols import TEXT, Symbols
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.planning.tree import rebuild
from exactmetrics.derivation.working import fractions, roots
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.derivation.working.step import Rule, Work, apply_everywhere, calculate
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Div, Expr, Literal, Mul, Neg, Num, Sqrt, number
from exactmetrics.expression.reading import read

show = Text(Symbols({}, {}, (), TEXT)).show
LARGE = 10**13 + 37  # a number too large for its square factors to be looked for


def tree(text: str) -> Expr:
    """Printed arithmetic as a tree of numbers."""

    def numbers(e: Expr) -> Expr:
        return Num(e.value) if isinstance(e, Literal) else rebuild(e, numbers)

    return numbers(read(text))


def told(value: Any) -> Any:
    if isinstance(value, list):
        return list(map(told, value))
    return show(value) if isinstance(value, Expr) else value


def done(work: Work | None) -> list[str]:
    """What a step says: its kind, with the number of places where it is done in several, and its forms."""
    if work is None:
        return []
    kind = work.kind if work.places == 1 else f"{work.places} {work.kind}"
    return [kind, *map(show, work.members)]


def facts(work: Work | None) -> dict[str, Any]:
    return {} if work is None else {name: told(value) for name, value in work.facts.items()}


RULES: dict[str, Rule] = {
    "add": fractions.add_fractions,
    "terms": fractions.multiply_terms,
    "one": fractions.one_fraction,
    "reduce": fractions.reduce,
    "over whole": fractions.fractions_over_whole,
    "clear": fractions.clear,
    "exact": roots.exact_root,
    "square": roots.take_square_out,
    "cancel": roots.cancel,
    "above": roots.rationalise,
    "zero": roots.zero_above,
    "conjugate": roots.conjugate,
    "calculate": calculate,
    "products": partial(calculate, operations=(Mul,)),
}
# A rule, what it is applied to, and what it makes of it: nothing, or a kind and the forms.
EXAMPLES: list[tuple[str, str, list[str]]] = [
    ("add", "3/12 + 4/12", ["add", "(3 + 4)/12", "7/12"]),
    ("add", "1/4 - 5/4", ["subtract_numerators", "(1 - 5)/4", "(-4)/4"]),
    ("add", "3/12 + 4/12 - 5/12", ["put_together", "(3 + 4 - 5)/12", "2/12"]),
    ("add", "1/4 + 5/6", ["add", "1*3/(4*3) + 5*2/(6*2)", "(3 + 10)/12", "13/12"]),
    ("add", "1/317 + 1/331", ["add", "(1*331 + 1*317)/104927", "(331 + 317)/104927", "648/104927"]),  # a large one
    ("add", "1/4 + 3", ["add", "1/4 + 12/4", "(1 + 12)/4", "13/4"]),
    ("add", "1 + 2", []),
    ("add", "1/4", []),
    ("terms", "(2/3) * (4/5) + 1", ["multiply", "8/15 + 1"]),
    ("terms", "1/2 - 2 * (4/5)", ["multiply", "1/2 - 8/5"]),
    ("terms", "(2/3)/5 + 1", ["multiply", "2/15 + 1"]),
    ("terms", "2/(3/5) + 1", []),
    ("terms", "1/2 + 3", []),
    ("terms", "1/2 - 1/3", []),
    ("terms", "2*sqrt(3) + 1", []),
    ("terms", "2*3", []),
    ("one", "(2/3) * 5", ["one_fraction", "2*5/3", "10/3"]),
    ("one", "2*5", ["one_fraction", "10"]),
    ("one", "(2/3)/5", ["one_fraction", "2/(5*3)", "2/15"]),
    ("one", "5/(2/3)", []),
    ("one", "2/3", []),
    ("one", "(2/3)/0", []),
    ("one", "sqrt(2)/5", []),
    ("one", "sqrt(2)*3", []),
    ("one", "sqrt(2)", []),
    ("reduce", "12/18", ["reduce", "6*2/(6*3)", "2/3"]),
    ("reduce", "12/4", ["divide", "3"]),
    ("reduce", "0/7", ["divide", "0"]),
    ("reduce", "5/1", ["divide", "5"]),
    ("reduce", "2/3", []),
    ("reduce", "3", []),
    ("reduce", "sqrt(2)/3", []),
    (
        "over whole", "((20/23) * 276)/(260 + 276)",
        ["one_fraction", "20*276/(23 * (260 + 276))", "20*276/(23*536)", "5520/12328"],
    ),
    ("over whole", "((2/3) * 5)/7", ["one_fraction", "2*5/(3*7)", "10/21"]),
    ("over whole", "(2*5)/7", []),
    ("over whole", "((2/3) * 5)/(1 - 1)", []),
    ("over whole", "((2/3) * 5)/(1/2 + 1)", []),
    ("over whole", "((2/3) * sqrt(5))/7", []),
    ("over whole", "2/3", []),
    ("over whole", "2*3", []),
    ("clear", "(1/2)/(1/2 + 1/3)", ["clear", "3/(3 + 2)"]),
    ("clear", "(2/23)/(1/5 + 1/3)", ["clear", "2*15/(69 + 115)"]),
    ("clear", "(12/5)/(1/5 + 1/3)", ["clear", "36/(3 + 5)"]),  # 12 times 3 is known by heart, 13 times 3 is not
    ("clear", "(13/5)/(1/5 + 1/3)", ["clear", "13*3/(3 + 5)"]),
    ("clear", "0/(1/50 + 1/3)", ["clear", "0/(3 + 50)"]),
    ("clear", "(1/2 - 1/3)/(1/5 + 2)", ["clear", "(15 - 10)/(6 + 2*30)"]),
    ("clear", "(2 * (3/4) * (1/2))/(3/4 + 1/2)", ["clear", "(2 * (3/4) * 2)/(3 + 2)"]),
    ("clear", "((3/4) * 2)/(3/4 + 1/2)", ["clear", "3*2/(3 + 2)"]),
    ("clear", "(2*3)/(3/4)", ["clear", "2*12/3"]),
    ("clear", "1/(3/4)", ["clear", "4/3"]),
    ("clear", "7/(3/4)", ["one_fraction", "7 * (4/3)", "7*4/3", "28/3"]),
    ("clear", "(4/5)/(173/270)", ["one_fraction", "(4/5) * (270/173)", "4*54/173", "216/173"]),
    ("clear", "(1/2 + 1/3)/2", []),
    ("clear", "(1 + 2)/(3 + 4)", []),
    ("clear", "1/(1/2 - 1/2)", []),
    ("clear", "sqrt(2)/(1/5 + 2)", []),
    ("clear", "2/(1/5 + sqrt(2))", []),
    ("clear", "1/2 + 1/3", []),
    ("exact", "sqrt(144)", ["root_exact", "12"]),
    ("exact", "sqrt(0)", ["root_exact", "0"]),
    ("exact", "sqrt(2)", []),
    ("exact", "sqrt(1 + 2)", []),
    ("exact", "4", []),
    ("square", "sqrt(12)", ["root_square", "sqrt(4*3)", "sqrt(4)*sqrt(3)", "2*sqrt(3)"]),
    ("square", "sqrt(2)", []),
    ("square", "sqrt(1 + 3)", []),
    ("square", "4", []),
    ("cancel", "6/(4*sqrt(3))", ["cancel", "2*3/(2*2*sqrt(3))", "3/(2*sqrt(3))"]),
    ("cancel", "6/(3*sqrt(2))", ["cancel", "3*2/(3*sqrt(2))", "2/sqrt(2)"]),
    ("cancel", "5/(4*sqrt(3))", []),
    ("cancel", "0/(2*sqrt(2))", []),
    ("cancel", "2/sqrt(2)", []),
    ("cancel", "(1/2)/(2*sqrt(3))", []),
    ("cancel", "4/6", []),
    (
        "above", "6/(4*sqrt(3))",
        [
            "rationalise", "6*sqrt(3)/(4*sqrt(3)*sqrt(3))", "6*sqrt(3)/(4*3)", "6*sqrt(3)/12", "6*sqrt(3)/(6*2)",
            "sqrt(3)/2",
        ],
    ),
    ("above", "5/(4*sqrt(3))", ["rationalise", "5*sqrt(3)/(4*sqrt(3)*sqrt(3))", "5*sqrt(3)/(4*3)", "5*sqrt(3)/12"]),
    ("above", "3/sqrt(2)", ["rationalise", "3*sqrt(2)/(sqrt(2)*sqrt(2))", "3*sqrt(2)/2"]),
    ("above", "2/sqrt(2)", ["rationalise", "2*sqrt(2)/(sqrt(2)*sqrt(2))", "2*sqrt(2)/2", "sqrt(2)"]),
    ("above", "1/sqrt(2)", ["rationalise", "sqrt(2)/(sqrt(2)*sqrt(2))", "sqrt(2)/2"]),
    ("above", "0/sqrt(2)", []),
    ("above", "(1/2)/sqrt(2)", []),
    ("above", "2/sqrt(1 + 2)", []),
    ("above", "2/3", []),
    ("above", "sqrt(2)", []),
    ("cancel", "sqrt(4)", []),
    ("zero", "0/sqrt(2)", ["zero", "0"]),
    ("zero", "0/(2*sqrt(2))", ["zero", "0"]),
    ("zero", "0/5", []),
    ("zero", "0/sqrt(0)", []),
    ("zero", "3/sqrt(2)", []),
    ("zero", "sqrt(2) + 1", []),
    (
        "conjugate", "1/(sqrt(2) + sqrt(3))",
        [
            "rationalise", "(sqrt(2) - sqrt(3))/((sqrt(2) + sqrt(3)) * (sqrt(2) - sqrt(3)))",
            "1/(-1) * (sqrt(2) - sqrt(3))", "sqrt(3) - sqrt(2)",
        ],
    ),
    (
        "conjugate", "1/(sqrt(2) + sqrt(2) + 1)",  # like roots are added before
        [
            "rationalise", "1/(1 + 2*sqrt(2))", "(1 - 2*sqrt(2))/((1 + 2*sqrt(2)) * (1 - 2*sqrt(2)))",
            "1/(-7) * (1 - 2*sqrt(2))", "-1/7 + 2*sqrt(2)/7",
        ],
    ),
    ("conjugate", "(1 + sqrt(2))/(1 + sqrt(2))", ["divide", "1"]),
    ("conjugate", "1/(sqrt(2) + sqrt(3) + 1)", []),
    ("conjugate", "1/(2^(1/3) + 1)", []),
    ("calculate", "2*3 + 4", ["multiply", "6 + 4"]),
    ("calculate", "2 + 3", ["add_up", "5"]),
    ("calculate", "2 - 3", ["subtract", "-1"]),
    ("calculate", "2 - 3 + 1", ["add_or_subtract", "0"]),
    ("calculate", "(1/2)^2", ["multiply", "1/4"]),
    ("calculate", "(2*3)/(1 + 4)", ["calculate", "6/5"]),
    ("calculate", "(2 + 3)/(1 - 4)", ["add_or_subtract", "5/(-3)"]),
    ("calculate", "(1 + 1/4) * sqrt(2)", ["add_up", "(5/4) * sqrt(2)"]),
    ("calculate", "(1 - 1/4) * sqrt(2)", ["subtract", "(3/4) * sqrt(2)"]),
    ("calculate", "1 + 1/4", []),
    ("calculate", "(1/4 + 1/2) * sqrt(3)", []),
    ("calculate", "(1 + 1/4 + 2) * sqrt(3)", []),
    ("calculate", "(1 + sqrt(2)) * sqrt(3)", []),
    ("calculate", "sqrt(2)^2", []),
    ("calculate", "sqrt(3)", []),
    ("products", "2*3 + (4 + 2)", ["multiply", "6 + (4 + 2)"]),
    ("products", "4 + 2", []),
]  # fmt: skip


def test_rules() -> None:
    wrong = []
    for name, text, expected in EXAMPLES:
        start = tree(text)
        work = RULES[name](start)
        if done(work) != expected:
            wrong.append((name, text, done(work)))
        wrong += [
            (name, text, show(form)) for form in (work.members if work else ()) if evaluate(form) != evaluate(start)
        ]
    assert wrong == []


def test_the_numbers_that_sentences_name() -> None:
    for name, text, expected in [
        ("add", "1/4 + 5/6 + 3", {"denominators": [4, 6], "lcm": 12, "alike": False}),
        ("add", "1/4 + 5/4", {"denominators": [4, 4], "lcm": 4, "alike": True}),
        ("reduce", "12/18", {"numerator": 12, "denominator": 18, "gcd": 6}),
        ("clear", "(2/5)/(1/5 + 1/3 + 2)", {"denominators": [5, 3], "lcm": 15}),
        ("exact", "sqrt(144)", {"square": 144, "root": 12}),
        ("square", "sqrt(12)", {"number": 12, "factor": 2, "rest": 3, "bound": None}),
        ("square", f"sqrt({4 * LARGE})", {"number": 4 * LARGE, "factor": 2, "rest": LARGE, "bound": 10**4}),
        ("cancel", "6/(4*sqrt(3))", {"gcd": 2}),
    ]:
        assert facts(RULES[name](tree(text))) == expected, text
    negative = fractions.reduce(Div(number(-12), number(18)))
    assert facts(negative)["numerator"] == 12


def test_a_rule_is_applied_everywhere_at_once() -> None:
    for text, expected in [
        ("2/4 + 6/9", ["2 reduce", "2*1/(2*2) + 3*2/(3*3)", "1/2 + 2/3"]),
        ("8/4 + 6/9", ["2 reduce", "2 + 3*2/(3*3)", "2 + 2/3"]),  # what is done waits
        ("8/4 + 9/3", ["2 divide", "2 + 3"]),
        ("(2/4) * (1/2)", ["reduce", "(2*1/(2*2)) * (1/2)", "(1/2) * (1/2)"]),
        ("1/2 + 1/3", []),
    ]:
        work = apply_everywhere(tree(text), fractions.reduce, Div)
        assert done(work) == expected
        assert bool(facts(work)) is (work is not None and work.places == 1)
    sums = apply_everywhere(tree("(1/3 + 1/3)/(1/5 - 2/5)"), fractions.add_fractions, Add)
    assert done(sums)[0] == "2 put_together"


def test_multiples_of_roots_are_collected() -> None:
    two, three = (Num(evaluate(Sqrt(number(n)))) for n in (2, 3))
    for e, expected in [
        (Add((two, two)), ["collect_like", "2*sqrt(2)"]),
        (Add((two, Neg(two))), ["collect_like", "0"]),
        (Mul((two, three)), ["collect_like", "sqrt(6)"]),
        (Add((two, three)), ["collect", "sqrt(2) + sqrt(3)"]),
        (Add((two, number(1))), ["collect", "1 + sqrt(2)"]),
        (Add((Num(evaluate(Add((two, three)))), three)), ["collect_like", "sqrt(2) + 2*sqrt(3)"]),
        (two, []),
        (Num(Fraction(1, 2)), []),
        (tree("1/2 + 1/3"), []),
    ]:
        assert done(roots.collect(e)) == expected


def test_the_order_of_the_steps() -> None:
    for text, expected in [
        ("1/4 + 5/12", ["add", "reduce"]),
        ("(2/4 + 2/6)/2", ["add", "one_fraction", "reduce"]),
        ("(1/3 + 1/3)/2", ["add", "one_fraction", "reduce"]),
        ("(2 * (3/4) * (1/2))/(3/4 + 1/2)", ["clear", "one_fraction", "reduce"]),
        ("(2/23)/(1/5 + 1/3)", ["clear", "multiply", "add_up", "reduce"]),
        ("3/sqrt(12)", ["root_square", "rationalise"]),
        ("(3*4 - 2)/sqrt(6*8)", ["multiply", "subtract", "root_square", "cancel", "rationalise"]),
        ("12/sqrt(9)", ["root_exact", "divide"]),
        ("0/sqrt(5)", ["zero"]),
        ("(2*3)/(4 + 5)", ["calculate", "reduce"]),
        ("sqrt(2) + 1/2", ["calculate"]),
        ("(sqrt(2) + 2/4)/3", ["reduce", "calculate"]),
        ("3", []),
        ("2/3", []),
    ]:
        start = tree(text)
        works = work_out(start)
        assert [work.kind for work in works] == expected, text
        assert all(evaluate(form) == evaluate(start) for work in works for form in work.members), text
