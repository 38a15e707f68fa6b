"""The published files: the schema as others read it, ids, what they cover, and what the README says of them, whose
formulas and programs give the published values.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from fractions import Fraction
from functools import cache
from math import isqrt
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from exactmetrics.exact.errors import InputError
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.metrics.request import averages_of
from exactmetrics.sheets.schema import check_shape
from exactmetrics.vectors.build import BEGIN, END, readme_text
from exactmetrics.vectors.catalogue import entries
from exactmetrics.vectors.flags import notes
from tests.cases import each, size
from tests.tools import needed
from tests.vectors.files import DATA, METRICS, as_written, cases, document, record, schema, shared, smoke

README = (DATA / "README.md").read_text(encoding="utf-8")
NAME = r"[A-Za-z]\w*(?:,i)?(?:\[[a-z-]+\])?"


def part(name: str) -> Any:
    return {"$ref": f"#/$defs/{name}", "$defs": schema()["$defs"]}


def test_another_validator_accepts_the_files() -> None:
    """A case of the groups; the package's own checker looks at every one."""
    Draft202012Validator.check_schema(schema())
    validator = Draft202012Validator(schema())
    Draft202012Validator(part("shared")).validate(shared())
    for short in map(as_written, METRICS):
        groups = [{**group, "cases": group["cases"][: size(1, 2)]} for group in short["groups"]]
        validator.validate({**short, "groups": groups[: size(3, len(groups))]})
    lines = Draft202012Validator(part("smoke_line"))
    for line in smoke()[:: size(5, 1)]:
        lines.validate(line)
    told = record().document
    certified = {name: found[:2] for name, found in told["certified"].items()}
    Draft202012Validator(part("certification")).validate({**told, "certified": certified})


@each(("key", "value"), [
    ("id", "F1.macro.birds"), ("id", "f1"), ("label", 1.5), ("label", None), ("flags", ["low"]), ("input", "birds"),
    ("expected", {}), ("expected", {"exact": "1/2"}), ("expected", {"undefined": {"kind": "0/0"}}), ("extra", 1),
    ("expected", {"exact": "1/2", "root": {"sign": 1, "square": "2"}}), ("variants", []),
])  # fmt: skip
def test_both_validators_refuse_the_same(key: str, value: object) -> None:
    case = {**as_written("accuracy")["groups"][0]["cases"][0], key: value}
    assert not Draft202012Validator(part("case")).is_valid(case), (key, value)
    with pytest.raises(ValueError, match=r"^(in |at the top)"):
        check_shape(case, part("case"))


def test_ids_are_unique_and_made_of_what_is_asked() -> None:
    many = Counter(case["id"] for _, _, case in cases())
    assert max(many.values()) == 1
    assert len(many) >= 10_000
    for file, group, case in cases():
        assert case["id"].startswith(f"{file['metric']}.{group['average'] or ''}"), case["id"]
        assert case["id"].endswith(f".{case['input']}")
        for option in group["options"].items():
            assert ".{}={}.".format(*option) in case["id"]


def test_the_files_cover_every_average_convention_and_flag_and_are_small() -> None:
    used: set[str] = set()
    for name in METRICS:
        groups = [(group["average"], group["convention"]) for group in document(name)["groups"]]
        assert {a for a, _ in groups} == {None, *averages_of(metric_named(name))}, name
        assert {c for _, c in groups} == set(document(name)["conventions"]) <= set(metric_named(name).conventions)
        bearers = [*document(name)["inputs"].values(), *(c for g in document(name)["groups"] for c in g["cases"])]
        own = {flag for bearer in bearers for flag in bearer.get("flags", ())}
        assert set(document(name)["notes"]) == own
        used |= own
    assert used == set(notes())
    assert sum(path.stat().st_size for path in DATA.iterdir()) < 12 * 10**6


def test_the_kinds_of_inputs_and_numbers_are_there() -> None:
    """What the coverage promises, looked for in the files and not in the catalogue."""
    tables = {name: table for metric in METRICS for name, table in document(metric)["inputs"].items()}
    # The other way round is not demanded: a new input waits for `make vectors`.
    assert tables.keys() <= {entry.input.name for entry in entries()}
    assert len(tables) > 160
    labels = [label for table in tables.values() for label in table.get("labels", ())]
    assert {type(label) for label in labels} == {str, int, bool}
    assert any(type(label) is str and not label.isascii() for label in labels)
    assert max(table.get("classes", 0) for table in tables.values()) == 1000
    counts = [int(x) for t in tables.values() for row in t.get("rows", ()) for x in row if "/" not in str(x)]
    for order in (10**9, 10**15, 10**18):
        assert any(order // 2 < count < 2 * order for count in counts)
    assert {next(iter(c["expected"])) for _, _, c in cases()} == {"exact", "root", "expression", "undefined"}
    kinds = {c["expected"]["undefined"]["kind"] for _, _, c in cases() if "undefined" in c["expected"]}
    assert kinds >= {"0/0", "+/0", "no class"}


def test_the_smoke_set_covers() -> None:
    assert len(smoke()) == 500
    assert {line["metric"] for line in smoke()} == set(METRICS)
    assert {flag for line in smoke() for flag in line["flags"]} == set(notes()) - {"ManyClasses"}
    by_id = {case["id"]: (group, case) for _, group, case in cases()}
    for line in smoke():
        group, case = by_id[line["id"]]
        assert [line[key] == group[key] for key in ("average", "convention", "options")] == [True] * 3
        assert {k: v for k, v in case["expected"].items() if k in line and k != "undefined"}.items() <= line.items()


def test_the_readme_names_every_field_and_option_and_shows_a_line() -> None:
    for name, rule in schema()["$defs"].items():
        for field in rule.get("properties", ()):
            assert f"`{field}`" in README or f'"{field}"' in README, f"{name}.{field}"
    for field in schema()["properties"]:
        assert f"`{field}`" in README
    parameters = {name for metric in all_metrics() for name in metric.parameters}
    for name, value in {option for _, group, _ in cases() for option in group["options"].items()}:
        assert f"`{name}`" in README
        assert name in parameters or f"`{value}`" in README, (name, value)
    assert json.loads(re.findall(r"^```json\n(.*?)^```", README, re.M | re.S)[0]) in smoke()


def test_the_readme_programs_run() -> None:
    """The start in JavaScript, as it is printed, in the folder of the files; the loop names every case of F1 once."""

    def ran(code: str) -> str:
        return subprocess.run([needed("node"), "-e", code], cwd=DATA, capture_output=True, text=True, check=True).stdout

    program, loop = re.findall(r"^```js\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert re.fullmatch(r"[1-9]\d* right\n", ran(program))
    before = 'const fs = require("fs"); let many = 0; const check = (a, c, o, l, input) => { many += "kind" in input };'
    assert int(ran(f"{before}\n{loop}\nconsole.log(many);")) == sum(len(g["cases"]) for g in document("f1")["groups"])


@cache
def rows() -> dict[tuple[str, str], tuple[str, str]]:
    """By metric and convention: what it is of, and the formula."""
    table = README.partition(BEGIN)[2].partition(END)[0]
    found = [re.split(r"(?<!\\) \| ", line.strip("| ")) for line in table.splitlines()[2:]]
    return {(row[0].strip("`"), row[2]): (row[1], row[3].strip("`| ")) for row in found}


def test_every_metric_and_convention_has_its_formula(tmp_path: Path) -> None:
    shown = [(m, list(document(m.name)["conventions"])) for m in all_metrics() if m.name in METRICS]
    assert list(rows()) == [(metric.name, convention) for metric, names in shown for convention in names]
    assert readme_text(DATA, shown) == README
    (tmp_path / "README.md").write_text("# Data\n", encoding="utf-8")
    with pytest.raises(InputError, match="no place for the formulas"):
        readme_text(tmp_path, [])


def value(formula: str, counts: dict[str, Fraction]) -> Fraction:
    """A formula of a class as Python reads it; a name that is no count is looked up in the table."""
    right = formula.rpartition(" = ")[2].replace("^", "**")
    body = re.sub(rf"\b(?!(?:sqrt|max|min|abs)\()({NAME})", lambda match: f'look("{match[1]}")', right)

    def look(name: str) -> Fraction:
        if name in counts:
            return counts[name]
        (found,) = {text for _, text in rows().values() if text.startswith(f"{name} = ")}
        return value(found, counts)

    body = re.sub(r"(?<![\w\"])(\d+)", r"Fraction(\1)", body)  # 1/2 would be a float
    known = {"look": look, "sqrt": root_of, "max": max, "min": min, "abs": abs, "Fraction": Fraction,
             "sgn": lambda x: (x > 0) - (x < 0)}  # fmt: skip
    return Fraction(eval(body, known | {"__builtins__": {}}))


def root_of(square: Fraction) -> Fraction:
    """The root of the square of a fraction."""
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    assert root**2 == square
    return root


def test_the_formulas_are_enough_to_compute_by() -> None:
    seen = set()
    for line in smoke():
        of, formula = rows()[line["metric"], line["convention"]]
        plain = set(line["options"]) <= {"beta"} and "sqrt" not in (line["exact"] or "sqrt") and line["average"] is None
        # the root below a 0 is none of a square
        if not plain or of != "class" or "ln(" in formula or ("sqrt" in formula and line["exact"] == "0"):
            continue
        table = [[Fraction(x) for x in row] for row in line["matrix"]]
        i, n = line["labels"].index(line["label"]), sum(map(sum, table))
        tp, support, predicted = table[i][i], sum(table[i]), sum(row[i] for row in table)
        counts = {"TP_i": tp, "FN_i": support - tp, "FP_i": predicted - tp, "TN_i": n - support - predicted + tp,
                  "s_i": support, "c_i": predicted, "N": n,
                  **{name: Fraction(x) for name, x in line["options"].items()}}  # fmt: skip
        assert value(formula, counts) == Fraction(line["exact"]), (line["id"], formula)
        seen.add((line["metric"], line["convention"]))
    assert len(seen) > 15
