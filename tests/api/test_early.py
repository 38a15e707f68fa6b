"""What is wrong is said at once, before a page is written, and without the packages that write it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exactmetrics import ConfusionMatrix, ExactMetricsError, Root
from exactmetrics.exact.values import add, root
from tests.cases import each
from tests.house.test_import_cost import loaded

CM = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]])


@each(
    ("options", "told"),
    [
        ({"language": "xx"}, "no language 'xx'"),
        ({"profile": "x"}, "no profile 'x'"),
        ({"templates": "nope"}, "no folder of templates 'nope'"),
        ({"detail": "long"}, "no level of detail 'long'"),
    ],
)
def test_derive_says_so_at_once(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ExactMetricsError, match=told):
        CM.derive("mcc", **options)


@each("options", [{"language": "xx"}, {"templates": "nope"}])
def test_report_too(options: dict[str, Any]) -> None:
    with pytest.raises(ExactMetricsError):
        CM.report(**options)


def test_an_empty_folder_of_templates(tmp_path: Path) -> None:
    with pytest.raises(ExactMetricsError, match="holds none by a name that is used"):
        CM.derive("mcc", templates=tmp_path)


def test_saying_so_needs_no_jinja() -> None:
    wrong = [{"language": "xx"}, {"profile": "x"}, {"templates": "nope"}, {"templates": str(Path(__file__).parent)}]
    code = (
        "import exactmetrics as em; cm = em.ConfusionMatrix([[5, 1], [5, 7]])\n"
        f"for wrong in {wrong!r}:\n"
        "    try: cm.derive('mcc', **wrong)\n"
        "    except em.ExactMetricsError: pass\n"
        "    else: raise SystemExit(1)"
    )
    assert not {name.partition(".")[0] for name in loaded(code)} & {"jinja2", "sympy", "rich", "click"}


@each(
    ("value", "latex"),
    [
        (Root(1, Fraction(25, 116)), r"\frac{5 \sqrt{29}}{58}"),
        (Root(-1, Fraction(2)), r"-\sqrt{2}"),
        (Root(1, Fraction(8)), r"2 \sqrt{2}"),
        (Root(-1, Fraction(1, 2)), r"-\frac{\sqrt{2}}{2}"),
        (add(Fraction(-1, 2), root(Fraction(2)), -root(Fraction(3))), r"-\frac{1}{2} + \sqrt{2} - \sqrt{3}"),
    ],
)
def test_a_notebook_shows_roots(value: Any, latex: str) -> None:
    assert value._repr_latex_() == rf"$\displaystyle {latex}$"


def test_a_notebook_shows_what_a_derivation_ends_with() -> None:
    value = CM.value("mcc")
    assert isinstance(value, Root)
    shown = value._repr_latex_().removeprefix(r"$\displaystyle ").removesuffix("$").replace(" ", "")
    assert shown in CM.derive("mcc").to_latex(data=False).replace(" ", "")
