"""The formulas of the README are enough to compute by: read as text, they give the published values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Any

import pytest

from exactmetrics.exact.errors import InputError
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.vectors.build import BEGIN, END, readme_text
from tests.vectors.files import DATA, METRICS, document, smoke

README = (DATA / "README.md").read_text(encoding="utf-8")
NAME = r"[A-Za-z]\w*(?:,i)?(?:\[[a-z-]+\])?"


@cache
def rows() -> dict[tuple[str, str], tuple[str, str]]:
    """By metric and convention: what it is of, and the formula."""
    table = README.partition(BEGIN)[2].partition(END)[0]
    found = [re.split(r"(?<!\\) \| ", line.strip("| ")) for line in table.splitlines()[2:]]
    return {(row[0].strip("`"), row[2]): (row[1], row[3].strip("`| ")) for row in found}


def test_every_metric_and_convention_has_its_formula() -> None:
    published = [m for m in all_metrics() if m.name in METRICS]
    shown = [(metric, list(document(metric.name)["conventions"])) for metric in published]
    assert list(rows()) == [(metric.name, convention) for metric, names in shown for convention in names]
    assert readme_text(DATA, shown) == README


def test_a_readme_without_a_place_for_them_is_refused(tmp_path: Any) -> None:
    (tmp_path / "README.md").write_text("# Data\n", encoding="utf-8")
    with pytest.raises(InputError, match="no place for the formulas"):
        readme_text(tmp_path, [])


def value(formula: str, counts: dict[str, Fraction]) -> Fraction:
    """A formula of a class as Python reads it; a name that is no count is looked up in the table."""
    body = re.sub(
        rf"\b(?!(?:sqrt|max|min|abs)\()({NAME})",
        lambda match: f'look("{match[1]}")',
        formula.rpartition(" = ")[2].replace("^", "**"),
    )

    def look(name: str) -> Fraction:
        if name in counts:
            return counts[name]
        (found,) = {text for _, text in rows().values() if text.startswith(f"{name} = ")}
        return value(found, counts)

    body = re.sub(r"(?<![\w\"])(\d+)", r"Fraction(\1)", body)  # 1/2 would be a float
    known = {
        "look": look,
        "sqrt": root_of,
        "max": max,
        "min": min,
        "abs": abs,
        "sgn": lambda x: (x > 0) - (x < 0),
        "Fraction": Fraction,
    }
    return Fraction(eval(body, known | {"__builtins__": {}}))


def root_of(square: Fraction) -> Fraction:
    """The root of the square of a fraction."""
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    assert root**2 == square
    return root


def of_a_class() -> Iterator[dict[str, Any]]:
    for line in smoke():
        plain = set(line["options"]) <= {"beta"} and "sqrt" not in (line["exact"] or "sqrt") and line["average"] is None
        if plain and rows()[line["metric"], line["convention"]][0] == "class":
            yield line


def test_the_formulas_give_the_values() -> None:
    seen = set()
    for line in of_a_class():
        table = [[Fraction(x) for x in row] for row in line["matrix"]]
        i, n = line["labels"].index(line["label"]), sum(map(sum, table))
        tp, support, predicted = table[i][i], sum(table[i]), sum(row[i] for row in table)
        counts = {"TP_i": tp, "FN_i": support - tp, "FP_i": predicted - tp, "TN_i": n - support - predicted + tp,
                  "s_i": support, "c_i": predicted, "N": n,
                  **{name: Fraction(x) for name, x in line["options"].items()}}  # fmt: skip
        formula = rows()[line["metric"], line["convention"]][1]
        if "ln(" in formula or ("sqrt" in formula and line["exact"] == "0"):  # the root below a 0 is none of a square
            continue
        assert value(formula, counts) == Fraction(line["exact"]), (line["id"], formula)
        seen.add((line["metric"], line["convention"]))
    assert len(seen) > 15
