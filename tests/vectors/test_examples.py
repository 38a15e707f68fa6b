"""Small examples of what the vectors are made by: values as data, flags, questions, inputs."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.exact.values import Undefined, root
from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors.expected import read_expected, undefined_kind, value_of, written
from exactmetrics.vectors.flags import flags_of_case, flags_of_input, notes
from exactmetrics.vectors.floats import DOUBLE, SINGLE, decimal_text, hex_text, is_halfway, is_subnormal, nearest
from exactmetrics.vectors.inputs import Input, labelled, matrix, sparse
from exactmetrics.vectors.questions import Ask, Subject, answer_if, asks_of, variants_of
from exactmetrics.vectors.reading import load_vectors
from exactmetrics.vectors.smoke import smoke_text

BIRDS = Subject(matrix("birds", "three classes", [[6, 1, 1], [1, 5, 2], [2, 3, 7]]))
TWO = Subject(matrix("two", "two classes", [[1, 1], [0, 1]], reach="core"))


def test_values_as_data() -> None:
    third = written(Fraction(1, 3))
    assert third["decimal"] == "0.33333333333333333333333333333333333333333333333333"
    assert read_expected(third, "recall", "b").float32 == nearest(Fraction(1, 3), SINGLE)
    for value, shown in (
        (Fraction(2, 3), {"exact": "2/3"}),
        (root(Fraction(25, 116)), {"root": {"sign": 1, "square": "25/116"}}),
        (root(Fraction(3)) - root(Fraction(2)) + 1, {"expression": "1 - sqrt(2) + sqrt(3)"}),
        (-root(Fraction(2)) - root(Fraction(3)), {"expression": "-sqrt(2) - sqrt(3)"}),
    ):
        assert shown.items() <= written(value).items()
        assert value_of(written(value)) == value
    for kind, numerator, cause in (
        ("0/0", 0, "ratio"), ("+/0", 3, "ratio"), ("-/0", -3, "ratio"), ("no class", 0, "no_class")
    ):  # fmt: skip
        value = Undefined("precision", "b", Fraction(numerator), Fraction(0), cause=cause)  # type: ignore[arg-type]
        assert undefined_kind(value) == kind == read_expected(written(value), "precision", "b").undefined
        assert undefined_kind(value_of(written(value))) == kind  # type: ignore[arg-type]


def test_numbers_of_a_format() -> None:
    assert [is_halfway(x, DOUBLE) for x in (1 + Fraction(1, 2**53), Fraction(1, 3), Fraction(0))] == [
        True,
        False,
        False,
    ]
    assert [is_subnormal(Fraction(1, 10**n), DOUBLE) for n in (310, 1, 400)] == [True, False, False]
    assert [decimal_text(0.1, DOUBLE), decimal_text(nearest(Fraction(1, 3), SINGLE), SINGLE)] == ["0.1", "0.33333334"]
    assert [hex_text(x) for x in (0.5, 0.1, 0.0)] == ["0x1p-1", "0x1.999999999999ap-4", "0x0p+0"]


def test_flags_are_found() -> None:
    for rows, flags in (
        ([[1, 0], [0, 0]], ["AbsentClass", "NeverPredicted", "OneClass", "OneSample"]),
        ([[0, 0], [0, 0]], ["NoSamples"]),
        ([[2**31 - 1, 1], [1, 1]], []),
        ([[2**31, 1], [1, 1]], ["Overflow32"]),
        ([[2**53, 1], [1, 1]], ["Overflow32", "ProductOverflow"]),
        ([[2**53 + 1, 1], [1, 1]], ["Overflow32", "Overflow53", "ProductOverflow"]),
        ([["1/2", 1], [1, 1]], ["FractionalCounts"]),
    ):
        found = flags_of_input(Subject(matrix("x", "x", rows)))
        assert found == flags, rows
        assert set(found) <= set(notes())
    assert flags_of_case(Ask("recall", None, "standard", 0), Fraction(1, 2), TWO) == ["Transposition"]
    assert flags_of_case(Ask("tp", None, "standard", 0), Fraction(1), TWO) == []
    assert notes()["Underflow"] == "The value is not 0, and the nearest double is."


def test_questions_and_their_variants() -> None:
    assert TWO.answer(Ask("recall", "macro", "standard")) == Fraction(3, 4)
    assert TWO.answer(Ask("recall", "macro", "standard"), transposed=True) == Fraction(3, 4)
    assert Ask("f1", "macro", "standard").but(undefined="0", combine="averages").name() == (
        "f1.macro.combine=averages.undefined=0"
    )
    names = [ask.name() for ask, _ in asks_of(metric_named("tp"), TWO)]
    assert names == ["tp.class=0"], "of few libraries, and of two classes: no last class, no averages"
    wide = Subject(matrix("two", "two classes", [[1, 1], [0, 1]]))
    assert list(asks_of(metric_named("tp"), wide)) == []
    ask = Ask("f1", "macro", "standard")
    assert variants_of(ask, BIRDS.answer(ask), BIRDS) == [
        {"options": {"combine": "averages"}, "exact": "8131/12573", "float64": "0.6467032530024656"}
    ]
    over = ask.but(over="true")
    assert variants_of(over, BIRDS.answer(over), BIRDS) == []
    case = next(case for case in load_vectors("f1") if case.id == "f1.macro.birds")
    assert answer_if(case, {"combine": "averages"}, BIRDS.blocks) == Fraction(8131, 12573)
    assert [dict(variant.options) for variant in case.variants] == [{"combine": "averages"}]


def test_inputs_of_every_kind() -> None:
    one = labelled("one", "one sample", ["a"], ["b"], labels=["a", "b"]).input
    assert (one.rows(), one.sample_weight) == ([[0, 1], [0, 0]], None)
    weighed = Input("w", "labels", "", {"labels": ["a"], "y_true": ["a"], "y_pred": ["a"], "sample_weight": ["1/3"]})
    assert (weighed.sample_weight, weighed.counts().n) == ([Fraction(1, 3)], Fraction(1, 3))
    thin = sparse("thin", "one sample", 9, [(8, 0, 1)]).input
    assert (thin.data["true"], thin.labels, list(thin.cells())) == ([8], tuple(range(9)), [(8, 0, 1)])
    large = matrix("large", "large", [[2**53, 1], [0, 0]]).input
    assert large.data["rows"] == [["9007199254740992", "1"], ["0", "0"]]
    assert large.rows() == [[2**53, 1], [0, 0]]
    assert smoke_text([]) == ""
