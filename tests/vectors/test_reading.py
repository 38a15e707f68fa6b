"""Reading the vectors: lazily, whole, and as the API computes them."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.vectors.expected import undefined_kind, value_of
from exactmetrics.vectors.reading import Case, load_vectors, metrics_with_vectors
from tests.cases import each, size
from tests.vectors.files import DATA, METRICS, ROOT, smoke


@pytest.fixture(scope="module")
def every() -> list[Case]:
    return sorted(load_vectors(), key=lambda case: crc32(case.id.encode()))


def test_everything_is_there(every: list[Case]) -> None:
    assert {case.metric for case in every} == set(METRICS)
    assert {case.id for case in every if case.metric == "f1"} == {case.id for case in load_vectors("f1_score")}
    assert {case.id for case in load_vectors(smoke=True)} == {line["id"] for line in smoke()}
    flagged = next(case for case in every if "ProductOverflow" in case.flags)
    assert set(flagged.notes) == set(flagged.flags)
    assert "64 bits" in flagged.notes["ProductOverflow"]
    by_kind = {case.input.kind: case.input for case in every}
    assert set(by_kind) == {"matrix", "sparse", "labels"}
    for data in by_kind.values():
        rows = data.rows()
        assert len(rows) == len(data.labels)
        told = {(i, j): x for i, row in enumerate(rows) for j, x in enumerate(row) if x}
        assert told == {(i, j): x for i, j, x in data.cells()}


def test_a_case_is_a_call_of_the_library_and_so_are_its_variants(every: list[Case]) -> None:
    """What a case asks is what `value` takes, word by word."""
    plain = [case for case in every if case.input.kind != "sparse"]
    for case in [*plain[: size(100, 300)], *[case for case in plain if case.variants][: size(40, 100)]]:
        data = case.input
        if data.y_true is not None:
            more = {"labels": data.labels, "sample_weight": data.sample_weight}
            cm = ConfusionMatrix.from_labels(data.y_true, data.y_pred, **more)
            assert cm.rows == data.rows(), case.id
        else:
            cm = ConfusionMatrix(data.rows(), labels=data.labels)
        asked: dict[str, Any] = {"average": case.average, "label": case.label, "convention": case.convention}
        value = cm.value(case.metric, **asked, **case.options)
        if isinstance(value, Undefined):
            assert case.expected.undefined == undefined_kind(value), case.id
            assert case.expected.float64 is None
        else:
            assert value == case.expected.exact, case.id
            assert case.expected.float64 == float(value)
            assert case.expected.float32 is not None
        for variant in case.variants:
            other = cm.value(case.metric, **{**asked, **case.options, **variant.options})
            assert isinstance(variant.value, Undefined) if isinstance(other, Undefined) else other == variant.value
            assert isinstance(value, Undefined) or other != value


def test_only_the_file_that_is_asked_for_is_read(tmp_path: Path) -> None:
    for name in ("accuracy.json", "certification.json", "inputs.json", "vectors.schema.json"):
        (tmp_path / name).write_bytes((DATA / name).read_bytes())
    (tmp_path / "zzz.json").write_text("no JSON", encoding="utf-8")
    assert metrics_with_vectors(tmp_path) == ["accuracy", "zzz"]
    assert next(load_vectors("accuracy", folder=tmp_path)).metric == "accuracy"
    cases = load_vectors(folder=tmp_path)
    assert next(cases).metric == "accuracy"
    with pytest.raises(json.JSONDecodeError):
        list(cases)


def test_what_there_is_not() -> None:
    with pytest.raises(UsageError, match="no metric 'f1_scor'"):
        next(load_vectors("f1_scor"))
    with pytest.raises(UsageError, match="there are no vectors for kappa; there are for"):
        next(load_vectors("kappa", folder=DATA.parent.parent / "cli"))
    with pytest.raises(InputError, match="no expected value"):
        value_of({"decimal": "0.5"})


@each(("text", "square"), [
    ("sqrt(2) + sqrt(8)", 18), ("1/2-1/2+sqrt(3)", 3), ("- sqrt(2)+3*0", None), ("1/2 + cbrt(2)", None),
])  # fmt: skip
def test_expressions_are_added_up(text: str, square: int | None) -> None:
    if square is None:
        with pytest.raises(InputError, match="no sum of fractions"):
            value_of({"expression": text})
    else:
        value: Any = value_of({"expression": text})
        assert value.square == Fraction(square)


def test_reading_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom exactmetrics.vectors.reading import load_vectors\nnext(load_vectors('f1')).expected\n"
        "print(sorted({'sympy', 'numpy', 'jinja2', 'click', 'rich', 'pytest'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
